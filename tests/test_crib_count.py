"""The command `crib-count`: formats, lists, claims, errors, completion."""

import csv
import json
import re
import shlex
import sys
from collections.abc import Iterable
from functools import partial
from io import StringIO
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from crib_count import DECK, __version__, read_cards
from crib_count.cli import count
from tests.helpers import CASE_IDS, CASES, Case, ExpectedItem, invoke, printed
from tests.helpers import run as run_process

BEST = "H5 S5 C5 DJ D5"
FORMATS = ["text", "line", "spoken", "total", "csv", "json"]
CSV_HEADER = "line,hand,starter,crib,fifteens,pairs,runs,flush,nobs,total,claim,error\n"


run = partial(invoke, count)
output = partial(printed, count)


def by_kind(items: Iterable[ExpectedItem]) -> dict[str, int]:
    """Return the points of items by the columns of a summary."""
    points = dict.fromkeys(["fifteens", "pairs", "runs", "flush", "nobs"], 0)
    for item in items:
        column = {"fifteen": "fifteens", "run": "runs"}.get(item.kind, item.kind)
        points["pairs" if "pair" in column else column] += item.points
    return points


def running_totals(case: Case) -> list[int]:
    return list(accumulate(item.points for item in case.items))


def line_of(case: Case) -> str:
    """Return the hand as the format `line` prints it and a list may hold it."""
    starter = f" | {case.starter}" if case.starter else ""
    return f"{case.hand}{starter}{' !' if case.crib else ''}"


# The table of cases, in each format.


@pytest.mark.parametrize("case", CASES, ids=CASE_IDS)
def test_json_of_the_table(case: Case) -> None:
    assert json.loads(output(*case.words(), "-f", "json")) == {
        "hand": case.hand.split(),
        "starter": case.starter or None,
        "crib": case.crib,
        "items": [
            {"kind": item.kind, "cards": item.cards.split(), "points": item.points}
            for item in case.items
        ],
        "total": case.total,
    }


@pytest.mark.parametrize("case", CASES, ids=CASE_IDS)
def test_csv_of_the_table(case: Case) -> None:
    text = output(*case.words(), "-f", "csv")
    assert text.startswith(CSV_HEADER)
    [row] = csv.DictReader(StringIO(text))
    assert row == {
        "line": "",
        "hand": case.hand,
        "starter": case.starter,
        "crib": "yes" if case.crib else "no",
        **{kind: str(points) for kind, points in by_kind(case.items).items()},
        "total": str(case.total),
        "claim": "",
        "error": "",
    }


@pytest.mark.parametrize("case", CASES, ids=CASE_IDS)
def test_text_of_the_table(case: Case) -> None:
    head, blank, *rows, total = output(*case.words()).splitlines()
    name = "Crib" if case.crib else "Hand"
    starter = f"   starter {case.starter}" if case.starter else ""
    assert head == f"{name}  {case.hand}{starter}"
    assert blank == ""
    parts = [re.split(r"  +", row) for row in rows]
    assert [(kind, cards, int(points)) for kind, cards, points, _ in parts] == list(case.items)
    assert [int(said.split()[-1]) for *_, said in parts] == running_totals(case)
    assert total.split() == ["total", str(case.total)]
    points_end = {re.match(r".*?\s\d+(?=   [a-z]|$)", row)[0] for row in [*rows, total]}  # type: ignore[index]
    assert len({len(text) for text in points_end}) == 1, "the points are not aligned"


@pytest.mark.parametrize("case", CASES, ids=CASE_IDS)
def test_line_of_the_table(case: Case) -> None:
    text = output(*case.words(), "-f", "line")
    match = re.fullmatch(r"(.*?) +(\d+)(?:  (.*))?\n", text)
    assert match
    assert match[1] == line_of(case)
    assert int(match[2]) == case.total
    points = [f"{kind} {points}" for kind, points in by_kind(case.items).items() if points]
    assert (match[3] or "") == ", ".join(points)


@pytest.mark.parametrize("case", CASES, ids=CASE_IDS)
def test_spoken_of_the_table(case: Case) -> None:
    numbers = {3: "three", 4: "four", 5: "five"}
    said = []
    for item, total in zip(case.items, running_totals(case), strict=True):
        match item.kind:
            case "fifteen":
                said.append(f"fifteen {total}")
            case "run" | "flush":
                said.append(f"a {item.kind} of {numbers[len(item.cards.split())]} is {total}")
            case "nobs":
                said.append(f"nobs is {total}")
            case _:
                said.append(f"a {item.kind} is {total}")
    if len(said) > 1 and not said[-1].startswith("fifteen"):
        said[-1] = f"and {said[-1]}"
    assert output(*case.words(), "-f", "spoken") == (", ".join(said) or "nineteen (0)") + "\n"


@pytest.mark.parametrize("case", CASES, ids=CASE_IDS)
def test_total_of_the_table(case: Case) -> None:
    assert output(*case.words(), "-f", "total") == f"{case.total}\n"


def ways_to_write(case: Case) -> list[str]:
    """Return lines of a list that all mean the hand of a case."""
    marks = [" !", " -c", " --crib"] if case.crib else [""]
    if not case.starter:
        return [case.hand + mark for mark in marks]
    starters = [
        f" {case.starter}",
        f" | {case.starter}",
        f"|{case.starter}",
        f" + {case.starter}",
        f" -s {case.starter}",
        f" -s{case.starter}",
        f" --starter {case.starter}",
        f" --starter={case.starter}",
    ]
    return [case.hand + starter + mark for starter in starters for mark in marks]


@pytest.mark.parametrize("form", ["total", "json"])
def test_lists_of_the_table(form: str) -> None:
    wanted = [(line, case) for case in CASES for line in ways_to_write(case)]
    text = output("-f", form, given="\n".join(line for line, _ in wanted))
    records = [json.loads(record) for record in text.splitlines()]
    if form == "json":
        records = [record["total"] for record in records]
    assert records == [case.total for _, case in wanted]


def test_the_output_of_lines_is_a_list_again() -> None:
    lines = [line_of(case) for case in CASES]
    records = output(given="\n".join(lines)).splitlines()
    again = [re.split(r"  +", record)[0] for record in records]
    assert again == lines


# The exact output of each format.

EXACT = {
    "text": """\
Hand  H5 S5 C5 DJ   starter D5

fifteen            H5 DJ         2   fifteen 2
fifteen            S5 DJ         2   fifteen 4
fifteen            C5 DJ         2   fifteen 6
fifteen            DJ D5         2   fifteen 8
fifteen            H5 S5 C5      2   fifteen 10
fifteen            H5 S5 D5      2   fifteen 12
fifteen            H5 C5 D5      2   fifteen 14
fifteen            S5 C5 D5      2   fifteen 16
double pair royal  H5 S5 C5 D5  12   a double pair royal is 28
nobs               DJ            1   and nobs is 29
total                           29
""",
    "line": "H5 S5 C5 DJ | D5        29  fifteens 16, pairs 12, nobs 1\n",
    "spoken": "fifteen 2, fifteen 4, fifteen 6, fifteen 8, fifteen 10, fifteen 12, fifteen 14, "
    "fifteen 16, a double pair royal is 28, and nobs is 29\n",
    "total": "29\n",
    "csv": CSV_HEADER + ",H5 S5 C5 DJ,D5,no,16,12,0,0,1,29,,\n",
}
EXACT_LIST = {
    "text": """\
Crib  H2 H4 H6 HK   starter H8

flush  H2 H4 H6 HK H8   5   a flush of five is 5
total                   5

error

Hand  H2 S4 C6 D8

total     0
""",
    "line": """\
H2 H4 H6 HK | H8 !       5  flush 5
error
H2 S4 C6 D8              0
""",
    "spoken": "a flush of five is 5\nerror\nnineteen (0)\n",
    "total": "5\nerror\n0\n",
    "csv": CSV_HEADER
    + """\
2,H2 H4 H6 HK,H8,yes,0,0,0,5,0,5,,
3,,,,,,,,,,,"'H1' is not a card: there is no rank '1'; an ace is A, a ten is 10"
5,H2 S4 C6 D8,,no,0,0,0,0,0,0,,
""",
    "json": """\
{"line": 2, "hand": ["H2", "H4", "H6", "HK"], "starter": "H8", "crib": true, "items": \
[{"kind": "flush", "cards": ["H2", "H4", "H6", "HK", "H8"], "points": 5}], "total": 5}
{"line": 3, "error": "'H1' is not a card: there is no rank '1'; an ace is A, a ten is 10"}
{"line": 5, "hand": ["H2", "S4", "C6", "D8"], "starter": null, "crib": false, "items": [], \
"total": 0}
""",
}
LIST = "# three hands\nH2 H4 H6 HK | H8 !\nH1 H2 H3 H4 H5  # no ace\n\nH2 S4 C6 D8"


@pytest.mark.parametrize("form", EXACT)
def test_exact_output_of_one_hand(form: str) -> None:
    assert output(*BEST.split(), "--format", form) == EXACT[form]


@pytest.mark.parametrize("form", EXACT_LIST)
def test_exact_output_of_a_list(form: str) -> None:
    result = run("-f", form, given=LIST)
    assert result.stdout == EXACT_LIST[form]
    assert result.stderr == (
        "crib-count: <stdin>:3: 'H1' is not a card: there is no rank '1'; "
        "an ace is A, a ten is 10\n"
    )
    assert result.exit_code == 1


def test_default_formats() -> None:
    assert output(*BEST.split()) == EXACT["text"]
    assert output(given=BEST) == EXACT["line"]


@pytest.mark.parametrize(
    ("form", "text"),
    [("text", ""), ("line", ""), ("spoken", ""), ("total", ""), ("csv", CSV_HEADER), ("json", "")],
)
@pytest.mark.parametrize("given", ["", "\n\n", "# nothing\n  # at all", "\ufeff"])
def test_a_list_without_hands(form: str, text: str, given: str) -> None:
    assert output("-f", form, given=given) == text


def test_spoken_as_at_the_table() -> None:
    words = ["S4", "S6", "SJ", "SK", "S5", "-f", "spoken"]
    assert output(*words) == (
        "fifteen 2, fifteen 4, fifteen 6, a run of three is 9, a flush of five is 14, "
        "and nobs is 15\n"
    )


# What is typed.


@pytest.mark.parametrize(
    "words",
    [
        "H5 S5 C5 DJ --starter D5",
        "H5 S5 C5 DJ -s D5",
        "-s D5 H5 S5 C5 DJ",
        "H5 S5 C5 DJ D5",
        "H5,S5,C5,DJ,D5",
        "5H5S5CJD 5d",
        "5♥ 5♠ 5♣ J♦ 5♦",
        "'H5 S5 C5 DJ D5'",
        "'H5 S5 C5 DJ | D5'",
        "H5 S5 C5 DJ + D5",
        "🂵🂥🃕🃋 --starter 🃅",
    ],
)
def test_ways_to_type_a_hand(words: str) -> None:
    assert output(*shlex.split(words)) == EXACT["text"]
    assert output(given=f"{words}\n") == EXACT["line"]


@pytest.mark.parametrize("words", ["-c", "--crib", "!"])
def test_ways_to_type_a_crib(words: str) -> None:
    hand = ["S4", "S6", "SJ", "SK", "D5"]
    assert output(*hand, "-f", "total") == "13\n"
    assert output(*hand, words, "-f", "total") == "9\n"
    assert output(given=" ".join([*hand, words])) == (
        "S4 S6 SJ SK | D5 !       9  fifteens 6, runs 3\n"
    )


def test_crib_on_the_command_holds_for_every_line() -> None:
    given = "H2 H4 H6 HK S8\nH2 H4 H6 HK H8\nH2 H4 H6 HK\nH2 H4 H6 HK | S8 !"
    assert output("-f", "total", given=given) == "4\n5\n4\n0\n"
    assert output("-f", "total", "--crib", given=given) == "0\n5\n0\n0\n"
    assert output("-c", given="H2 H4 H6 HK S8") == "H2 H4 H6 HK | S8 !       0\n"


def test_starter_on_the_command_holds_for_lines_without_one() -> None:
    given = "H5 S5 C5 DJ\nH5 S5 C5 DJ | HK\nH5 S5 C5 DJ -s S2"
    assert output("-f", "total", "-s", "D5", given=given) == "29\n20\n14\n"


@pytest.mark.parametrize(
    ("comment", "total"),
    [("# best", "29"), ("#best", "29"), ("\t# D6 -s '", "29"), ("#", "29")],
)
def test_comments(comment: str, total: str) -> None:
    assert output("-f", "total", given=f"{BEST} {comment}\n{comment}\n") == f"{total}\n"


def test_a_hash_inside_a_word_is_no_comment() -> None:
    result = run("-f", "total", given="H5 S5 C5 DJ D5#")
    assert (result.exit_code, result.stdout) == (1, "error\n")


@pytest.mark.parametrize(
    "given",
    [
        f"\ufeff{BEST}\r\n\r\n{BEST}\r\n",
        f"{BEST}\r\n{BEST}",
        f"\n\n{BEST}\n \t \n{BEST}\n\n",
        f"{BEST}\n# x\n{BEST} # y",
    ],
)
@pytest.mark.parametrize("form", ["total", "line"])
def test_line_ends_and_blank_lines(given: str, form: str) -> None:
    assert output("-f", form, given=given) == EXACT[form] * 2


# Where a list comes from.


def test_input(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(LIST, encoding="utf-8")
    for words in (["-i", str(path)], ["--input", str(path)], [f"--input={path}"]):
        result = run(*words)
        assert (result.exit_code, result.stdout) == (1, EXACT_LIST["line"])
        assert result.stderr.startswith(f"crib-count: {path}:3: 'H1' is not a card: ")


@pytest.mark.parametrize("words", [["-"], ["-i", "-"], ["--input", "-"], []])
def test_standard_input(words: list[str]) -> None:
    assert output(*words, given=BEST) == EXACT["line"]


# Claims.


@pytest.mark.parametrize(
    ("claim", "verdict", "status"),
    [("29", "right", 0), ("30", "over by 1", 1), ("12", "under by 17", 1), ("0", "under by 29", 1)],
)
def test_claims(claim: str, verdict: str, status: int) -> None:
    said = f"claimed {claim}: {verdict}"
    words = [*BEST.split(), "--claim", claim]
    assert output(*words, status=status) == f"{EXACT['text']}{said}\n"
    expected = {
        "line": EXACT["line"].replace("\n", f", {said}\n"),
        "spoken": EXACT["spoken"].replace("\n", f"; {said}\n"),
        "total": "29\n",
        "csv": EXACT["csv"].replace("29,,", f"29,{claim},"),
    }
    for form, text in expected.items():
        assert output(*words, "-f", form, status=status) == text
    assert json.loads(output(*words, "-f", "json", status=status))["claim"] == int(claim)


def test_a_claim_on_a_hand_of_nothing() -> None:
    words = ["H2", "S4", "C6", "D8", "-f", "line", "--claim"]
    assert output(*words, "0").endswith("  0  claimed 0: right\n")
    assert output(*words, "2", status=1).endswith("  0  claimed 2: over by 2\n")


def test_claims_in_a_list() -> None:
    given = f"{BEST} --claim 29\n{BEST} --claim=28\n{BEST}\nS5 C5 D5 HJ | H5 --claim 31"
    records = output("-f", "json", given=given, status=1).splitlines()
    assert [json.loads(record).get("claim") for record in records] == [29, 28, None, 31]
    assert output("-f", "total", given=given, status=1) == "29\n" * 4
    lines = output(given=given, status=1).splitlines()
    said = [line.partition(", claimed ")[2] for line in lines]
    assert said == ["29: right", "28: under by 1", "", "31: over by 2"]
    assert output("-f", "total", given=f"{BEST} --claim 29") == "29\n"


def test_a_claim_on_the_command_holds_for_lines_without_one() -> None:
    given = f"{BEST}\nH5 S5 C5 DJ --claim 14"
    assert output("--claim", "29", "-f", "total", given=given) == "29\n14\n"
    assert output("--claim", "14", "-f", "total", given=given, status=1) == "29\n14\n"


# Errors.


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("H5 S5 C5", "a hand has four cards, not 3"),
        ("H5 S5 C5 | D5", "a hand has four cards, not 3"),
        ("H5 S5 C5 DJ D5 HA", "a hand has four cards, not 6"),
        ("| D5", "a hand has four cards, not 0"),
        ("!", "a hand has four cards, not 0"),
        ("-c", "a hand has four cards, not 0"),
        ("H5 H5 C5 DJ", "H5 is given twice: card 1 of the hand and card 2 of the hand"),
        ("H5 S5 C5 DJ DJ", "DJ is given twice: card 4 of the hand and the starter"),
        ("H5 S5 C5 DJ -s 5♥", "H5 is given twice: card 1 of the hand and the starter"),
        ("H5 S5 C5 DJ D5 -s HA", "the starter is given more than once: D5 and HA"),
        ("H5 S5 C5 DJ | D5 -s HA", "the starter is given more than once: D5 and HA"),
        ("H5 S5 C5 DJ | D5 | HA", "the starter is given more than once: D5 and HA"),
        ("H5 S5 C5 DJ |", "one card, the starter, is expected after '|' or '+'"),
        ("H5 S5 C5 DJ + D5 HA", "one card, the starter, is expected after '|' or '+'"),
        ("H5 S5 C5 DJ -s ''", "'' is not a card: one card is expected, not 0"),
        ("H5 S5 C5 DJ -s D5HA", "'D5HA' is not a card: one card is expected, not 2"),
        ("H5 S5 C5 DJ -s", "option '-s' requires argument"),
        ("H5 S5 C5 DJ --starter", "option '--starter' requires argument"),
        ("H5 S5 C5 DJ -x", "option '-x' not recognized"),
        ("H5 S5 C5 DJ --cribs", "'--cribs' is no option of a line in a list"),
        ("H5 S5 C5 DJ --crib=yes", "option '--crib' must not have an argument"),
        (
            "H5 S5 C5 'DJ",
            '"H5 S5 C5 \'DJ" cannot be read as a shell does: No closing quotation',
        ),
        (
            'H5 "S5" C5 DJ\\',
            "'H5 \"S5\" C5 DJ\\\\' cannot be read as a shell does: No escaped character",
        ),
        ("H5 S5 C5 DJ --cri", "'--cri' is no option of a line in a list"),
        (
            "H5 S5 -- C5 DJ -s D5",
            "'-s' is not a card: there is no rank '-'; ranks are A 2 3 4 5 6 7 8 9 10 J Q K",
        ),
        ("H5 --\x1b[31m", "'--\\x1b[31m' is no option of a line in a list"),
        ("H5 -\x1b", "option '-\\x1b' not recognized"),
        (
            "H5 S5 C5 DJ --claim ten",
            "'ten' is not a claim: a number of points is expected, from 0 to 999",
        ),
        (
            "H5 S5 C5 DJ --claim -1",
            "'-1' is not a claim: a number of points is expected, from 0 to 999",
        ),
        (
            "H5 S5 C5 DJ --claim 1000",
            "'1000' is not a claim: a number of points is expected, from 0 to 999",
        ),
        (
            "H5 S5 C5 DJ --claim ٣",
            "'٣' is not a claim: a number of points is expected, from 0 to 999",
        ),
        (
            "H11 S5 C5 DJ",
            "'H11' is not a card: there is no rank '11'; a jack is J; did you mean HJ?",
        ),
    ],
)
def test_lines_that_cannot_be_counted(line: str, message: str) -> None:
    given = f"{BEST}\n{line}\n{BEST}\n"
    for form in FORMATS:
        result = run("-f", form, given=given)
        assert result.exit_code == 1
        assert result.stderr == f"crib-count: <stdin>:2: {message}\n"
        if form in {"line", "spoken", "total"}:
            assert result.stdout == f"{EXACT[form]}error\n{EXACT[form]}"
    rows = list(csv.DictReader(StringIO(output("-f", "csv", given=given, status=1))))
    assert [row["error"] for row in rows] == ["", message, ""]
    assert [row["line"] for row in rows] == ["1", "2", "3"]
    assert all(None not in row and None not in row.values() for row in rows)
    records = output("-f", "json", given=given, status=1).splitlines()
    assert json.loads(records[1]) == {"line": 2, "error": message}


@pytest.mark.parametrize(
    "given", [b"H5 S5 C5 DJ D5 \xff", b"\xff", b"# caf\xe9\n\xe9", b"H\xe5 S5 C5 DJ D5"]
)
def test_bytes_that_are_not_utf_8(given: bytes) -> None:
    best = BEST.encode()
    result = run("-f", "total", given=b"\n".join([best, given, best]))
    assert result.exit_code == 1
    assert result.stdout == "29\nerror\n29\n"
    assert re.fullmatch(r"crib-count: <stdin>:[23]: byte 0x.. is not UTF-8 text\n", result.stderr)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("H1 S5 C5 DJ", "'H1' is not a card: there is no rank '1'; an ace is A, a ten is 10"),
        ("H5 S5 C5", "a hand has four cards, not 3"),
        ("H5 H5 C5 DJ", "H5 is given twice: card 1 of the hand and card 2 of the hand"),
        ("H5 S5 C5 DJ H5", "H5 is given twice: card 1 of the hand and the starter"),
        ("H5 S5 C5 DJ D5 -s HA", "the starter is given more than once: D5 and HA"),
        ("H5 S5 C5 DJ -s X", None),
        ("H5 S5 C5 DJ --claim x", None),
        ("-s X -", None),
        ("--claim x -", None),
        ("H5 S5 C5 DJ -f xml", None),
        ("H5 S5 C5 DJ --unknown", None),
        ("H5 S5 C5 DJ -i -", "give cards or --input, not both"),
        ("- -i -", "give cards or --input, not both"),
        ("-i no-such-file", None),
        ("-i .", None),
    ],
)
def test_wrong_usage(words: str, message: str | None) -> None:
    result = run(*words.split(), given=BEST)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("Usage: crib-count [OPTIONS] [CARDS]...\n")
    if message:
        assert result.stderr.endswith(f"\nError: {message}\n")


def test_nothing_is_lost_among_bad_lines() -> None:
    lines = []
    expected: list[tuple[int, Any]] = []
    for number, case in enumerate(CASES * 5):
        lines.append(line_of(case))
        expected.append((len(lines), case.total))
        if number % 3 == 0:
            lines.append("H5 H5 H5 H5")
            expected.append((len(lines), None))
        if number % 7 == 0:
            lines += ["", "  # a comment"]
    result = run("-f", "json", given="\n".join(lines))
    records = [json.loads(record) for record in result.stdout.splitlines()]
    assert [(record["line"], record.get("total")) for record in records] == expected
    bad = [number for number, total in expected if total is None]
    assert [int(line.split(":")[2]) for line in result.stderr.splitlines()] == bad


# Looks and help.


def test_symbols() -> None:
    words = ["H5", "S10", "C5", "DJ", "D5", "--symbols"]
    assert output(*words).startswith("Hand  5♥ 10♠ 5♣ J♦   starter 5♦\n")
    assert "\nfifteen     5♥ 10♠     2   fifteen 2\n" in output(*words)
    assert output(*words, "-f", "line").startswith("5♥ 10♠ 5♣ J♦ | 5♦ ")
    assert "\n,5♥ 10♠ 5♣ J♦,5♦,no," in output(*words, "-f", "csv")
    record = json.loads(output(*words, "-f", "json"))
    assert (record["hand"], record["starter"]) == (["5♥", "10♠", "5♣", "J♦"], "5♦")
    assert record["items"][0]["cards"] == ["5♥", "10♠"]
    assert output("--symbols", given=" ".join(words[:5])).startswith("5♥ 10♠ 5♣ J♦ | 5♦ ")


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help(option: str) -> None:
    text = output(option)
    assert text.startswith("Usage: crib-count [OPTIONS] [CARDS]...\n")
    for word in ["-s, --starter", "-c, --crib", "--claim", "-i, --input", "-f, --format"]:
        assert word in text
    assert "--symbols" in text
    assert text.index("crib-count H5 S5 C5 DJ --starter D5") < text.index("Options:")


def test_examples_of_the_help() -> None:
    examples = re.findall(r"^  crib-count (.*?)   .*$", output("-h"), re.MULTILINE)
    assert len(examples) >= 3
    for words in examples:
        result = run(*shlex.split(words.partition("<")[0]), given=BEST)
        assert result.exit_code == (1 if "--claim" in words else 0), words
        assert "29" in result.stdout


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_version(option: str) -> None:
    assert output(option) == f"crib-count {__version__}\n"


def test_as_a_module() -> None:
    module = [sys.executable, "-m", "crib_count"]
    assert run_process(*module, *BEST.split()) == (0, EXACT["text"], "")
    assert run_process(*module, given=BEST) == (0, EXACT["line"], "")
    assert run_process(*module, "-V").out == f"crib-count {__version__}\n"
    assert run_process(*module, "-h").out.startswith("Usage: crib-count ")
    assert run_process(*module, "X").status == 2


# Completion.


def complete(*words: str) -> list[str]:
    """Return what the shell is offered for the last of the words after the command."""
    line = ["crib-count", *words]
    variables = {
        "_CRIB_COUNT_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(line),
        "COMP_CWORD": str(len(words)),
    }
    result = CliRunner().invoke(count, [], prog_name="crib-count", env=variables)
    return [offer.partition(",")[2] for offer in result.stdout.splitlines()]


HEARTS = [f"H{rank}" for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]]


def test_completion_offers_every_card_once() -> None:
    assert sorted(complete("")) == sorted(map(str, DECK))


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("H", ""),
        ("h", ""),
        ("H5 H", "H5"),
        ("H5 5S h10 H", "H5 H10"),
        ("5♥ hK,hQ H", "H5 HK HQ"),
        ("5H6H H", "H5 H6"),
        ("H5 x H6 H", "H5 H6"),
        ("-s H5 H", "H5"),
        ("--starter H5 H6 H", "H5 H6"),
        ("H6 -s H5 -c H", "H5 H6"),
        ("-s H", ""),
        ("H5 -s H", "H5"),
        ("H5 H6 --starter H", "H5 H6"),
        ("H5 H6 -c --starter H", "H5 H6"),
    ],
)
def test_completion_offers_no_card_twice(words: str, given: str) -> None:
    offered = complete(*words.split())
    assert len(set(offered)) == len(offered)
    assert read_cards(" ".join(offered)) == tuple(
        card for card in read_cards(" ".join(HEARTS)) if card not in read_cards(given)
    )


def test_completion_of_options() -> None:
    options = complete("--")
    for option in ["--starter", "--crib", "--claim", "--input", "--format", "--symbols", "--help"]:
        assert option in options
    assert complete("-f", "") == FORMATS
    assert complete("-f", "s") == ["spoken"]


@pytest.mark.parametrize("kind", ["zsh", "fish"])
def test_completion_scripts(kind: str) -> None:
    variables = {"_CRIB_COUNT_COMPLETE": f"{kind}_source"}
    result = CliRunner().invoke(count, [], prog_name="crib-count", env=variables)
    assert f"_CRIB_COUNT_COMPLETE={kind}_complete" in result.stdout

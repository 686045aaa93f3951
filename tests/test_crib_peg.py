"""The command `crib-peg`: formats, lists, players and names, errors."""

import csv
import json
import re
import shlex
from collections import Counter
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from crib_count import __version__
from crib_count.cli import peg
from crib_count.pegging import Pegging, score_play
from tests.helpers import SCRIPT, invoke, printed
from tests.helpers import run as run_process
from tests.pegging_account import PEG_CASE_IDS, PEG_CASES, PegCase, names_of, plays_of

FORMATS = ["text", "line", "total", "csv", "json"]
CSV_HEADER = "line,position,player,card,count,points,items,error\n"
GO_ALONE = "HK SQ C5 go D3 HA S9 C8 DJ"


run = partial(invoke, peg)
output = partial(printed, peg)


def words_of(case: PegCase) -> list[str]:
    """Return what is typed for a case after the command."""
    players = [] if case.players == 2 else ["-p", str(case.players)]
    return [*case.plays.split(), *players]


def scored(case: PegCase) -> Pegging:
    return score_play(plays_of(case.plays), names_of(case.players))


# The tables of cases, in each format.


@pytest.mark.parametrize("case", PEG_CASES, ids=PEG_CASE_IDS)
def test_total_of_the_tables(case: PegCase) -> None:
    assert output(*words_of(case), "-f", "total") == "\t".join(map(str, case.totals)) + "\n"


@pytest.mark.parametrize("case", PEG_CASES, ids=PEG_CASE_IDS)
def test_line_of_the_tables(case: PegCase) -> None:
    """The points by kind of each player add up to his total; no kind stands there twice."""
    line, _, still_open = output(*words_of(case), "-f", "line").rstrip().partition("  open at ")
    assert still_open == ("15" if case.plays == "DA C7 H7" else "")
    parts = line.split("  ")
    for part, name, total in zip(parts, names_of(case.players), case.totals, strict=True):
        match = re.fullmatch(r"(\D+\d?) (\d+)(?: \((.+)\))?", part)
        assert match, part
        assert (match[1], int(match[2])) == (name, total)
        kinds = dict(kind.rsplit(" ", 1) for kind in (match[3] or "").split(", ") if kind)
        assert sum(map(int, kinds.values())) == total
        assert len(kinds) == (match[3] or "").count(", ") + bool(match[3])


@pytest.mark.parametrize("case", PEG_CASES, ids=PEG_CASE_IDS)
def test_csv_of_the_tables(case: PegCase) -> None:
    text = output(*words_of(case), "-f", "csv")
    assert text.startswith(CSV_HEADER)
    rows = list(csv.DictReader(StringIO(text)))
    assert [row["position"] for row in rows] == [str(n + 1) for n in range(len(rows))]
    assert [row["card"] for row in rows] == case.plays.split()
    assert {row["line"] for row in rows} == {row["error"] for row in rows} == {""}
    totals = Counter(dict.fromkeys(names_of(case.players), 0))
    for row, play in zip(rows, scored(case).plays, strict=True):
        items = "; ".join(f"{item.kind} {item.points}" for item in play.items)
        assert (row["count"], row["items"]) == (str(play.count), items)
        totals[row["player"]] += int(row["points"])
    assert tuple(totals.values()) == case.totals


@pytest.mark.parametrize("case", PEG_CASES, ids=PEG_CASE_IDS)
def test_json_of_the_tables(case: PegCase) -> None:
    record = json.loads(output(*words_of(case), "-f", "json"))
    expected = scored(case)
    names = names_of(case.players)
    assert record == {
        "players": names,
        "starter": None,
        "heels": None,
        "plays": [
            {
                "player": names[play.player],
                "card": play.card and str(play.card),
                "count": play.count,
                "items": [
                    {"kind": item.kind, "cards": list(map(str, item.cards)), "points": item.points}
                    for item in play.items
                ],
            }
            for play in expected.plays
        ],
        "totals": list(case.totals),
        "open": expected.open,
    }


@pytest.mark.parametrize("case", PEG_CASES, ids=PEG_CASE_IDS)
def test_text_of_the_tables(case: PegCase) -> None:
    """There is a line for each card or go, in a block a series, and one for each total."""
    text = output(*words_of(case))
    body, totals = text.removesuffix("\n").rsplit("\n\n", 1)
    blocks = [block.splitlines() for block in body.split("\n\n")]
    plays = iter(scored(case).plays)
    for number, block in enumerate(blocks):
        for place, line in enumerate(block):
            play = next(plays)
            points = sum(item.points for item in play.items)
            words = [names_of(case.players)[play.player]]
            words += ["go" if play.card is None else str(play.card), str(play.count)]
            if points:
                words.append(str(points))
                words.append(", ".join(f"{item.kind} {item.points}" for item in play.items))
            assert re.split(r" {2,}", line) == words
            starts_anew = play.card is not None and play.count == play.card.value
            assert starts_anew == (place == 0), f"line {place} of block {number}"
    assert next(plays, None) is None
    said = [re.split(r" {2,}", line) for line in totals.splitlines()]
    names = names_of(case.players)
    expected = [[name, str(total)] for name, total in zip(names, case.totals, strict=True)]
    assert said[: case.players] == expected
    assert len({len(line) for line in totals.splitlines()[: case.players]}) == 1, "not aligned"


@pytest.mark.parametrize("form", ["total", "json"])
def test_lists_of_the_tables(form: str) -> None:
    text = output("-f", form, given="\n".join(shlex.join(words_of(case)) for case in PEG_CASES))
    records = text.splitlines()
    if form == "json":
        loaded = [json.loads(record) for record in records]
        assert [record["line"] for record in loaded] == list(range(1, len(PEG_CASES) + 1))
        records = ["\t".join(map(str, record["totals"])) for record in loaded]
    assert records == ["\t".join(map(str, case.totals)) for case in PEG_CASES]


# The exact output of each format.

EXACT = {
    "text": """\
pone    HK   10
dealer  SQ   20
pone    C5   25
dealer  go   25
pone    D3   28
pone    HA   29   1  go 1

dealer  S9    9
dealer  C8   17
dealer  DJ   27   1  last card 1

pone              1
dealer            1
""",
    "line": "pone 1 (goes 1)  dealer 1 (last card 1)\n",
    "total": "1\t1\n",
    "csv": CSV_HEADER
    + """\
,1,pone,HK,10,0,,
,2,dealer,SQ,20,0,,
,3,pone,C5,25,0,,
,4,dealer,go,25,0,,
,5,pone,D3,28,0,,
,6,pone,HA,29,1,go 1,
,7,dealer,S9,9,0,,
,8,dealer,C8,17,0,,
,9,dealer,DJ,27,1,last card 1,
""",
    "json": """\
{"players": ["pone", "dealer"], "starter": null, "heels": null, "plays": [\
{"player": "pone", "card": "HK", "count": 10, "items": []}, \
{"player": "dealer", "card": "SQ", "count": 20, "items": []}, \
{"player": "pone", "card": "C5", "count": 25, "items": []}, \
{"player": "dealer", "card": null, "count": 25, "items": []}, \
{"player": "pone", "card": "D3", "count": 28, "items": []}, \
{"player": "pone", "card": "HA", "count": 29, \
"items": [{"kind": "go", "cards": ["HA"], "points": 1}]}, \
{"player": "dealer", "card": "S9", "count": 9, "items": []}, \
{"player": "dealer", "card": "C8", "count": 17, "items": []}, \
{"player": "dealer", "card": "DJ", "count": 27, \
"items": [{"kind": "last card", "cards": ["DJ"], "points": 1}]}], \
"totals": [1, 1], "open": null}
""",
}
NAMED = [*shlex.split("S6 D9 C7 D8 go D10 --names 'North,South West' -s DJ")]
EXACT_NAMED = {
    "text": """\
South West  DJ        2  heels 2

North       S6    6
South West  D9   15   2  fifteen 2
North       C7   22
South West  D8   30   5  run 4, go 1
North       go   30

North       D10  10

North                 0
South West            9
the count stands open at 10
""",
    "line": "North 0  South West 9 (heels 2, fifteens 2, runs 4, goes 1)  open at 10\n",
    "total": "0\t9\n",
    "csv": CSV_HEADER
    + """\
,0,South West,DJ,0,2,heels 2,
,1,North,S6,6,0,,
,2,South West,D9,15,2,fifteen 2,
,3,North,C7,22,0,,
,4,South West,D8,30,5,run 4; go 1,
,5,North,go,30,0,,
,6,North,D10,10,0,,
""",
}


@pytest.mark.parametrize("form", FORMATS)
def test_exact_output(form: str) -> None:
    assert output(*GO_ALONE.split(), "--format", form) == EXACT[form]


@pytest.mark.parametrize("form", EXACT_NAMED)
def test_exact_output_with_names_heels_and_an_open_count(form: str) -> None:
    assert output(*NAMED, "-f", form) == EXACT_NAMED[form]


def test_json_of_heels() -> None:
    record = json.loads(output(*NAMED, "-f", "json"))
    assert record["starter"] == "DJ"
    assert record["heels"] == {"kind": "heels", "cards": ["DJ"], "points": 2}
    assert record["players"] == ["North", "South West"]
    assert (record["totals"], record["open"]) == ([0, 9], 10)


LIST = """\
# the play
HK S9 C4 go go D8 -p 3

HA HA
H1 H2  # no ace
C7 D7 --names "Ann,Bo B" -s HJ
"""
EXACT_LIST = {
    "text": """\
player 1  HK   10
player 2  S9   19
dealer    C4   23
player 1  go   23
player 2  go   23
dealer    D8   31   2  thirty-one 2

player 1            0
player 2            0
dealer              2

error

error

Bo B  HJ        2  heels 2

Ann   C7    7
Bo B  D7   14   2  pair 2

Ann             0
Bo B            4
the count stands open at 14
""",
    "line": """\
player 1 0  player 2 0  dealer 2 (thirty-ones 2)
error
error
Ann 0  Bo B 4 (heels 2, pairs 2)  open at 14
""",
    "total": "0\t0\t2\nerror\nerror\n0\t4\n",
    "csv": CSV_HEADER
    + """\
2,1,player 1,HK,10,0,,
2,2,player 2,S9,19,0,,
2,3,dealer,C4,23,0,,
2,4,player 1,go,23,0,,
2,5,player 2,go,23,0,,
2,6,dealer,D8,31,2,thirty-one 2,
4,,,,,,,"position 2, HA: it was played already, at position 1"
5,,,,,,,"'H1' is not a card: there is no rank '1'; an ace is A, a ten is 10"
6,0,Bo B,HJ,0,2,heels 2,
6,1,Ann,C7,7,0,,
6,2,Bo B,D7,14,2,pair 2,
""",
    "json": """\
{"line": 2, "players": ["player 1", "player 2", "dealer"], "starter": null, "heels": null, \
"plays": [{"player": "player 1", "card": "HK", "count": 10, "items": []}, \
{"player": "player 2", "card": "S9", "count": 19, "items": []}, \
{"player": "dealer", "card": "C4", "count": 23, "items": []}, \
{"player": "player 1", "card": null, "count": 23, "items": []}, \
{"player": "player 2", "card": null, "count": 23, "items": []}, \
{"player": "dealer", "card": "D8", "count": 31, "items": [\
{"kind": "thirty-one", "cards": ["HK", "S9", "C4", "D8"], "points": 2}]}], \
"totals": [0, 0, 2], "open": null}
{"line": 4, "error": "position 2, HA: it was played already, at position 1"}
{"line": 5, "error": "'H1' is not a card: there is no rank '1'; an ace is A, a ten is 10"}
{"line": 6, "players": ["Ann", "Bo B"], "starter": "HJ", \
"heels": {"kind": "heels", "cards": ["HJ"], "points": 2}, \
"plays": [{"player": "Ann", "card": "C7", "count": 7, "items": []}, \
{"player": "Bo B", "card": "D7", "count": 14, \
"items": [{"kind": "pair", "cards": ["C7", "D7"], "points": 2}]}], "totals": [0, 4], "open": 14}
""",
}


@pytest.mark.parametrize("form", FORMATS)
def test_exact_output_of_a_list(form: str) -> None:
    result = run("-f", form, given=LIST)
    assert result.stdout == EXACT_LIST[form]
    assert result.stderr == (
        "crib-peg: <stdin>:4: position 2, HA: it was played already, at position 1\n"
        "crib-peg: <stdin>:5: 'H1' is not a card: there is no rank '1'; "
        "an ace is A, a ten is 10\n"
    )
    assert result.exit_code == 1


def test_default_formats() -> None:
    assert output(*GO_ALONE.split()) == EXACT["text"]
    assert output(given=GO_ALONE) == EXACT["line"]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("given", ["", "\n\n", "# nothing\n  # at all", "\ufeff"])
def test_a_list_without_sequences(form: str, given: str) -> None:
    assert output("-f", form, given=given) == (CSV_HEADER if form == "csv" else "")


# What is typed.


@pytest.mark.parametrize(
    "words",
    [
        GO_ALONE,
        GO_ALONE.lower(),
        GO_ALONE.replace("go", "GO"),
        GO_ALONE.replace("go", "Go"),
        GO_ALONE.replace(" ", ","),
        GO_ALONE.replace(" ", ";"),
        f"'{GO_ALONE}'",
        "KH QS 5C go 3D AH 9S 8C JD",
        "K♥ Q♠ 5♣ go 3♦ A♥ 9♠ 8♣ J♦",
        "HKSQC5 go D3HAS9C8DJ",
        "🂾🂭🃕 go 🃃🂱🂩🃘🃋",
        f"{GO_ALONE} -p 2",
        f"-p2 {GO_ALONE}",
        f"{GO_ALONE} --players=2",
        f"{GO_ALONE} --names pone,dealer",
        f"--names=pone,dealer --players 2 {GO_ALONE}",
        f"{GO_ALONE} --names ' pone , dealer '",
    ],
)
def test_ways_to_type_a_sequence(words: str) -> None:
    assert output(*shlex.split(words)) == EXACT["text"]
    assert output(given=f"{words}\n") == EXACT["line"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("", "pone 4 (fifteens 2, pairs 2)  dealer 0  open at 15"),
        ("-p 3", "player 1 0  player 2 0  dealer 4 (fifteens 2, pairs 2)  open at 15"),
        (
            "--players 4",
            "player 1 0  player 2 0  player 3 4 (fifteens 2, pairs 2)  dealer 0  open at 15",
        ),
        ("--names North,South", "North 4 (fifteens 2, pairs 2)  South 0  open at 15"),
        ("--names A,B,C", "A 0  B 0  C 4 (fifteens 2, pairs 2)  open at 15"),
        ("--names A,B,C,D -p 4", "A 0  B 0  C 4 (fifteens 2, pairs 2)  D 0  open at 15"),
        ("-s SJ", "pone 4 (fifteens 2, pairs 2)  dealer 2 (heels 2)  open at 15"),
        ("-s J♠", "pone 4 (fifteens 2, pairs 2)  dealer 2 (heels 2)  open at 15"),
        ("--starter SQ", "pone 4 (fifteens 2, pairs 2)  dealer 0  open at 15"),
        (
            "--starter=DJ -p3",
            "player 1 0  player 2 0  dealer 6 (heels 2, fifteens 2, pairs 2)  open at 15",
        ),
    ],
)
def test_options(words: str, line: str) -> None:
    """They mean the same on the command, on each line of a list, and for all its lines."""
    plays, options = ["DA", "H7", "C7"], shlex.split(words)
    assert output(*plays, *options, "-f", "line") == f"{line}\n"
    assert output(*options, *plays, "-f", "line") == f"{line}\n"
    assert output(given=f"DA H7 C7 {words}\n{words} DA H7 C7") == f"{line}\n" * 2
    assert output(*options, given="DA H7 C7\nDA H7 C7") == f"{line}\n" * 2


def test_what_a_line_says_goes_before_what_the_command_says() -> None:
    given = "DA H7 C7\nDA H7 C7 -p 2\nDA H7 C7 --names A,B,C,D\nDA H7 C7 -s SQ"
    expected = "0\t0\t6\n4\t2\n0\t0\t4\t2\n0\t0\t4\n"
    assert output("-p", "3", "-s", "SJ", "-f", "total", given=given) == expected


@pytest.mark.parametrize("words", [["-"], ["-i", "-"], ["--input", "-"], []])
def test_standard_input(words: list[str]) -> None:
    assert output(*words, given=GO_ALONE) == EXACT["line"]


def test_input(tmp_path: Path) -> None:
    path = tmp_path / "plays.txt"
    path.write_text(LIST, encoding="utf-8")
    for words in (["-i", str(path)], ["--input", str(path)], [f"--input={path}"]):
        result = run(*words)
        assert (result.exit_code, result.stdout) == (1, EXACT_LIST["line"])
        assert result.stderr.startswith(f"crib-peg: {path}:4: position 2, HA: ")


@pytest.mark.parametrize(
    "given",
    [
        f"\ufeff{GO_ALONE}\r\n\r\n{GO_ALONE}\r\n",
        f"\n\n{GO_ALONE} # go\n \t \n#\n{GO_ALONE}",
    ],
)
def test_line_ends_blank_lines_and_comments(given: str) -> None:
    assert output("-f", "total", given=given) == "1\t1\n" * 2


# Errors.


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("H5 H1", "'H1' is not a card: there is no rank '1'; an ace is A, a ten is 10"),
        ("H5 goes", "'goes' is not a card: there is no rank 'goe'"),
        ("H5 HA5", "'5' at its end"),
        ("H5 S5 H5", "position 3, H5: it was played already, at position 1"),
        ("go", "position 1, go: no card has been played, and any card fits"),
        ("HK SA go", "position 3, go: any card fits at 11, as at any count up to 21"),
        ("HK SA GO", "position 3, go: any card fits at 11, as at any count up to 21"),
        (
            "HK S6 CK D5 go",
            "position 5, go: the count starts anew after 31, and any card fits",
        ),
        (f"{GO_ALONE} HQ", "position 10, HQ: the deal is over, all cards have been played"),
        (f"{GO_ALONE} go", "position 10, go: the deal is over, all cards have been played"),
        ("H5 S5 -s S5", "position 2, S5: it is the starter, which takes no part in the play"),
        (
            "H10 SK CQ D5 HA",
            "position 5, HA: it would have fitted at 30, where pone "
            "must have passed (before position 4)",
        ),
        (
            "HK SQ C5 go D3 H9 S10 C6 --names North,South",
            "position 8, C6: it would have fitted at 25, where South said go (position 4)",
        ),
        ("H5 --names North", "two, three or four players are expected, not 1"),
        ("H5 --names A,B,C,D,E", "two, three or four players are expected, not 5"),
        ("H5 --names A,B -p 3", "3 names are expected, not 2: 'A,B'"),
        ("H5 --names A,A", "two players are called 'A'"),
        ("H5 --names A,", "'' is no name for a player"),
        ("H5 -s H1", "'H1' is not a card: there is no rank '1'; an ace is A, a ten is 10"),
        ("H5 -s 'HJ SJ'", "'HJ SJ' is not a card: one card is expected, not 2"),
        ("-p 3", "a sequence of cards is expected"),
    ],
)
def test_errors(line: str, message: str) -> None:
    """On the command line it is wrong usage, in a list a bad line between good ones."""
    good = "DA H7 C7"
    listed = run("-f", "total", given=f"{good}\n{line}\n{good}")
    assert (listed.exit_code, listed.stdout) == (1, "4\t0\nerror\n4\t0\n")
    assert listed.stderr.startswith("crib-peg: <stdin>:2: ")
    assert message in listed.stderr
    if line != "-p 3":  # without cards, the command reads a list
        alone = run(*shlex.split(line))
        assert (alone.exit_code, alone.stdout) == (2, "")
        assert message in alone.stderr


@pytest.mark.parametrize("players", ["1", "5", "0", "-2", "two", ""])
def test_players_that_cannot_be(players: str) -> None:
    assert run("H5", "-p", players).exit_code == 2
    listed = run(given=f"H5 -p '{players}'")
    assert (listed.exit_code, listed.stdout) == (1, "error\n")
    assert f"'{players}' players: two, three or four can play" in listed.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["--names", "A,B", "-p", "3"],
        ["--names", "A"],
        ["-s", "H1"],
        ["-p", "5"],
        ["-f", "spoken"],
        ["-i", "nowhere.txt"],
        ["--claim", "2"],
    ],
)
def test_wrong_usage_of_a_list(words: list[str]) -> None:
    result = run(*words, given="H5 S5")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Error: " in result.stderr


def test_cards_and_input_exclude_each_other() -> None:
    result = run("H5", "-i", "-", given="H5")
    assert result.exit_code == 2
    assert "give cards or --input, not both" in result.stderr


@pytest.mark.parametrize("option", ["-c", "--crib", "--claim 3", "-x", "--names", "-s", "-p"])
def test_options_that_a_line_cannot_have(option: str) -> None:
    result = run("-f", "total", given=f"H5 S5 {option}\nH5 S5")
    assert (result.exit_code, result.stdout) == (1, "error\n0\t2\n")


def test_many_lines_with_every_tenth_bad() -> None:
    """Nothing is lost, and each message and record has the number of its line."""
    lines = [GO_ALONE if number % 10 else f"{GO_ALONE} go" for number in range(1, 2001)]
    result = run("-f", "json", given="\n".join(lines))
    records = [json.loads(record) for record in result.stdout.splitlines()]
    assert [(record["line"], record.get("totals")) for record in records] == [
        (number, [1, 1] if number % 10 else None) for number in range(1, 2001)
    ]
    assert [int(line.split(":")[2]) for line in result.stderr.splitlines()] == [
        *range(10, 2001, 10)
    ]
    assert result.exit_code == 1


# Looks and help.


def test_symbols() -> None:
    words = ["H10", "S10", "-s", "DJ", "--symbols"]
    assert output(*words) == (
        "dealer  J♦        2  heels 2\n"
        "\n"
        "pone    10♥  10\n"
        "dealer  10♠  20   2  pair 2\n"
        "\n"
        "pone              0\n"
        "dealer            4\n"
        "the count stands open at 20\n"
    )
    assert "\n,2,dealer,10♠,20,2,pair 2,\n" in output(*words, "-f", "csv")
    record = json.loads(output(*words, "-f", "json"))
    assert (record["starter"], record["plays"][1]["card"]) == ("J♦", "10♠")
    assert record["plays"][1]["items"][0]["cards"] == ["10♥", "10♠"]


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help(option: str) -> None:
    text = output(option)
    assert text.startswith("Usage: crib-peg [OPTIONS] [CARDS]...\n")
    for words in [
        "-p, --players",
        "--names",
        "-s, --starter",
        "-i, --input",
        "-f, --format",
        "--symbols",
    ]:
        assert words in text
    assert text.index("crib-peg DA C7 H7") < text.index("Options:")


def test_examples_of_the_help() -> None:
    examples = re.findall(r"^  crib-peg (.*?)   .*$", output("-h"), re.MULTILINE)
    examples += re.findall(r"^  crib-peg (.*?plays\.txt)  .*$", output("-h"), re.MULTILINE)
    assert len(set(examples)) >= 3
    for words in examples:
        assert output(*shlex.split(words.partition("<")[0]), given=GO_ALONE)


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_version(option: str) -> None:
    assert output(option) == f"crib-peg {__version__}\n"


def test_the_installed_command() -> None:
    command = SCRIPT.with_name("crib-peg")
    assert run_process(command, *GO_ALONE.split()) == (0, EXACT["text"], "")
    assert run_process(command, given=GO_ALONE) == (0, EXACT["line"], "")
    assert run_process(command, "go").status == 2


def test_completion_offers_no_card_twice() -> None:
    words = ["crib-peg", "HK", "go", "-s", "HQ", "H"]
    variables = {
        "_CRIB_PEG_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": str(len(words) - 1),
    }
    result = CliRunner().invoke(peg, [], prog_name="crib-peg", env=variables)
    offered = [offer.partition(",")[2] for offer in result.stdout.splitlines()]
    assert sorted(offered) == sorted(f"H{rank}" for rank in ["A", *range(2, 11), "J"])

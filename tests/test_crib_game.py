"""The command `crib-game`: formats, files, what goes wrong, looks."""

import csv
import json
import os
import re
import sys
from functools import partial
from io import StringIO
from pathlib import Path

import pytest

from crib_count import Card, __version__
from crib_count.cli import game
from crib_count.game import Game, referee
from crib_count.record import read_record
from tests.helpers import (
    END,
    RED,
    ROOT,
    SCRIPT,
    invoke,
    on_terminal,
    posix,
    printed,
    shell,
)
from tests.helpers import run as run_process

CRIB_GAME = SCRIPT.with_name("crib-game")
FORMATS = ["text", "line", "csv", "json"]
CSV_HEADER = "file,deal,player,event,cards,points,score\n"
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))

SHORT = """\
title = "A short game"
players = ["North", "South"]
dealer = "South"
start = { North = 86, South = 116 }
[[deals]]
starter = "C5"
play = "HK H8 SQ C3 C7 S9 D2 D4"
[deals.hands]
North = "HK SQ C7 D2"
South = "H8 S9 C3 D4"
"""
EXACT = {
    "text": """\
A short game

Deal 1  dealer South  starter C5      North     South
South  thirty-one  HK H8 SQ C3           86    +2 118
South  last card   D4                    86    +1 119
North  hand        HK SQ C7 D2 C5    +4  90       119
South  hand        H8 S9 C3 D4 C5        90    +5 121

South wins by 31: South 121, North 90 (skunk), which counts for 2 games
""",
    "line": "<stdin>: South wins by 31: South 121, North 90 (skunk), which counts for 2 games\n",
    "csv": CSV_HEADER
    + """\
<stdin>,1,South,thirty-one,HK H8 SQ C3,2,118
<stdin>,1,South,last card,D4,1,119
<stdin>,1,North,hand,HK SQ C7 D2 C5,4,90
<stdin>,1,South,hand,H8 S9 C3 D4 C5,5,121
""",
    "json": """\
{"file": "<stdin>", "title": "A short game", "players": ["North", "South"], "events": [\
{"deal": 1, "player": "South", "event": "thirty-one", "cards": ["HK", "H8", "SQ", "C3"], \
"points": 2, "score": 118}, \
{"deal": 1, "player": "South", "event": "last card", "cards": ["D4"], \
"points": 1, "score": 119}, \
{"deal": 1, "player": "North", "event": "hand", "cards": ["HK", "SQ", "C7", "D2", "C5"], \
"points": 4, "score": 90}, \
{"deal": 1, "player": "South", "event": "hand", "cards": ["H8", "S9", "C3", "D4", "C5"], \
"points": 5, "score": 121}], \
"scores": {"North": 90, "South": 121}, "winner": "South", "skunk": {"North": "skunk"}, \
"games": 2}
""",
}
FOUR = """\
players = ["North", "East", "South", "West"]
dealer = "West"
start = { North = 10, East = 20 }
[[deals]]
starter = "HJ"
play = "HK S5 C5 D5"
"""
LEAST = 'players = ["Ann", "Ben", "Cleo"]\ndealer = "Cleo"\n'
STANDING = "nobody has won yet: Ann 0, Ben 0, Cleo 0\n"
NOT_READ = ("players = ['North']", "players: two, three or four players are expected, not 1")
NOT_REFEREED = (
    SHORT.replace("SQ C3 C7", "SQ S9 C7"),
    "deals[1]: play: position 4, S9: South holds C3, which fits at 28",
)


run = partial(invoke, game)
output = partial(printed, game)


def crib_game(*words: str | Path, given: str | bytes = b"", **changes: str) -> tuple[int, str, str]:
    """Run the installed command."""
    return run_process(CRIB_GAME, *words, given=given, **changes)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to an empty folder, so that messages show names as they were typed."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refereed(path: Path) -> Game:
    return referee(read_record(path.read_bytes()))


# The formats.


@pytest.mark.parametrize("form", FORMATS)
def test_exact_output(form: str) -> None:
    assert output("--format", form, given=SHORT) == EXACT[form]
    assert crib_game("-f", form, "-", given=SHORT) == (0, EXACT[form], "")


def test_the_score_sheet_of_teams() -> None:
    assert (
        output(given=FOUR)
        == """\
Deal 1  dealer West  starter HJ   North+South   East+West
West   heels       HJ                  10      +2  22
East   fifteen     HK S5               10      +2  24
South  pair        S5 C5           +2  12          24
West   pair royal  S5 C5 D5            12      +6  30

nobody has won yet, deal 1 being unfinished: North+South 12, East+West 30
"""
    )


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("text", STANDING),
        ("line", f"<stdin>: {STANDING}"),
        ("csv", CSV_HEADER),
        (
            "json",
            '{"file": "<stdin>", "title": null, "players": ["Ann", "Ben", "Cleo"], "events": [], '
            '"scores": {"Ann": 0, "Ben": 0, "Cleo": 0}, "winner": null, "skunk": {}, '
            '"games": null}\n',
        ),
    ],
)
def test_a_game_without_a_deal(form: str, text: str) -> None:
    assert output("-f", form, given=LEAST) == text


@pytest.mark.parametrize(
    ("start", "line"),
    [
        ("Ann = 120, Ben = 91", "Cleo wins by 1: Cleo 121, Ann 120, Ben 91"),
        (
            "Ann = 90, Ben = 91",
            "Cleo wins by 30: Cleo 121, Ann 90 (skunk), Ben 91, which counts for 2 games",
        ),
        (
            "Ann = 61",
            "Cleo wins by 60: Cleo 121, Ann 61 (skunk), Ben 0 (double skunk), "
            "which counts for 3 games",
        ),
    ],
)
def test_the_result_in_a_line(start: str, line: str) -> None:
    given = f"{LEAST}start = {{ Cleo = 119, {start} }}\n[[deals]]\nstarter = 'DJ'"
    assert output("-f", "line", given=given) == f"<stdin>: {line}\n"
    assert output(given=given).endswith(f"\n\n{line}\n")


# The examples, against what the referee says of them.


def test_there_are_examples() -> None:
    played = list(map(refereed, EXAMPLES))
    assert {len(each.record.players) for each in played} == {2, 3, 4}
    assert all(each.winner for each in played)
    assert any(each.games == 2 for each in played)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_json_of_the_examples(path: Path) -> None:
    played = refereed(path)
    assert json.loads(output("-f", "json", path)) == {
        "file": str(path),
        "title": played.record.title,
        "players": list(played.record.players),
        "events": [
            {
                "deal": event.deal,
                "player": event.player,
                "event": event.event,
                "cards": list(map(str, event.cards)),
                "points": event.points,
                "score": event.score,
            }
            for event in played.events
        ],
        "scores": played.scores,
        "winner": played.winner,
        "skunk": played.skunks,
        "games": played.games,
    }


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_csv_of_the_examples(path: Path) -> None:
    rows = csv.DictReader(StringIO(output("-f", "csv", path)))
    assert list(rows) == [
        {
            "file": str(path),
            "deal": str(event.deal),
            "player": event.player,
            "event": event.event,
            "cards": " ".join(map(str, event.cards)),
            "points": str(event.points),
            "score": str(event.score),
        }
        for event in refereed(path).events
    ]


def cards_of(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_the_score_sheets_of_the_examples(path: Path) -> None:
    played = refereed(path)
    title, *blocks, result = output(path).removesuffix("\n").split("\n\n")
    assert title == played.record.title
    assert [result] == output("-f", "line", path).removeprefix(f"{path}: ").splitlines()
    heads = [block.splitlines()[0] for block in blocks]
    for number, (head, deal) in enumerate(zip(heads, played.record.deals, strict=True)):
        seat = (played.record.dealer + number) % len(played.record.players)
        dealer = played.record.players[seat]
        assert head.startswith(f"Deal {number + 1}  dealer {dealer}  starter {deal.starter} ")
    lines = [line for block in blocks for line in block.splitlines()[1:]]
    assert len({len(line) for line in heads + lines}) == 1
    scores = {**dict.fromkeys(played.scores, 0), **played.record.start}
    for line, event in zip(lines, played.events, strict=True):
        said = f"{event.player} {event.event} {cards_of(event.cards)}"
        assert " ".join(line.split()).startswith(f"{said} ")
        columns = scores_in(heads[0], line, list(scores))
        scorer = next(side for side in scores if event.player in side.split("+"))
        scores[scorer] = event.score
        expected = {side: str(score) for side, score in scores.items()}
        assert columns == expected | {scorer: f"+{event.points} {event.score}"}


def scores_in(head: str, line: str, sides: list[str]) -> dict[str, str]:
    """Return what stands in a line in the column of each side, which ends as its name ends."""
    ends = [head.rindex(f" {side}") + len(side) + 1 for side in sides]
    begins = [ends[0] - max(len(sides[0]), len("+29 121")), *ends]
    return {
        side: " ".join(line[begin:end].split())
        for side, begin, end in zip(sides, begins, ends, strict=False)
    }


# Files.


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("text", f"{EXACT['text']}\n{STANDING}\n{EXACT['text']}"),
        (
            "line",
            EXACT["line"].replace("<stdin>", "a.toml")
            + f"b.toml: {STANDING}"
            + EXACT["line"].replace("<stdin>", "a.toml"),
        ),
        (
            "csv",
            CSV_HEADER + EXACT["csv"].removeprefix(CSV_HEADER).replace("<stdin>", "a.toml") * 2,
        ),
    ],
)
def test_several_files(form: str, text: str, folder: Path) -> None:
    (folder / "a.toml").write_text(SHORT)
    (folder / "b.toml").write_text(LEAST)
    assert output("-f", form, "a.toml", "b.toml", "a.toml") == text


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(("bad", "message"), [NOT_READ, NOT_REFEREED])
def test_a_bad_file_among_good_ones(form: str, bad: str, message: str, folder: Path) -> None:
    (folder / "good.toml").write_text(SHORT)
    (folder / "bad.toml").write_text(bad)
    words = ["-f", form, "good.toml", "bad.toml", "good.toml"]
    good = output("-f", form, "good.toml", "good.toml")
    status, out, said = crib_game(*words)
    assert (status, out, said) == (1, good, f"crib-game: bad.toml: {message}\n")


def test_every_bad_file_is_named(folder: Path) -> None:
    (folder / "good.toml").write_text(SHORT)
    (folder / "folder").mkdir()
    (folder / "bad.toml").write_text(NOT_REFEREED[0])
    (folder / "bytes.toml").write_bytes(b"\xff")
    (folder / "no.toml").write_text("")
    words = ["missing.toml", "good.toml", "folder", "bad.toml", "bytes.toml", "no.toml"]
    result = run("-f", "line", *words)
    assert result.exit_code == 1
    assert result.stdout == EXACT["line"].replace("<stdin>", "good.toml")
    assert result.stderr == (
        "crib-game: missing.toml: No such file or directory\n"
        "crib-game: folder: Is a directory\n"
        f"crib-game: bad.toml: {NOT_REFEREED[1]}\n"
        "crib-game: bytes.toml: byte 0xFF is not UTF-8 text\n"
        'crib-game: no.toml: players is missing: players = ["North", "South"]\n'
    )


@pytest.mark.parametrize("form", FORMATS)
def test_a_missing_file_alone(form: str) -> None:
    header = CSV_HEADER if form == "csv" else ""
    said = "crib-game: no/such.toml: No such file or directory\n"
    assert crib_game("-f", form, "no/such.toml") == (1, header, said)


def test_a_fault_in_a_later_deal() -> None:
    top, _, deal = SHORT.replace("start =", "# start =").partition("[[deals]]")
    deal = f"[[deals]]\ncrib = 'H2 S6 D10 CJ'{deal}"
    result = run(given=top + deal + deal)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "crib-game: <stdin>: deals[2]: play: position 1, HK: South leads, with H8 in hand\n"
    )


def test_a_record_that_is_piped_in(folder: Path) -> None:
    (folder / "other.toml").write_text(LEAST)
    assert output(given=SHORT) == output("-", given=SHORT) == EXACT["text"]
    assert output("-f", "line", "other.toml", "-", given=SHORT) == (
        f"other.toml: {STANDING}{EXACT['line']}"
    )
    assert output("other.toml", given=SHORT) == STANDING
    result = run(given="")
    assert result.exit_code == 1
    assert result.stderr == (
        'crib-game: <stdin>: players is missing: players = ["North", "South"]\n'
    )


def test_marks_and_line_ends() -> None:
    given = SHORT.replace("\n", "\r\n").encode("utf-8-sig")
    assert crib_game(given=given) == (0, EXACT["text"], "")


def called(north: str, south: str) -> str:
    """Return the short game with other names, in quotation marks wherever they stand."""
    record = re.sub(r'"?\bNorth\b"?', json.dumps(north, ensure_ascii=False), SHORT)
    return re.sub(r'"?\bSouth\b"?', json.dumps(south, ensure_ascii=False), record)


def test_names_that_need_quoting(folder: Path) -> None:
    (folder / 'a, "b".toml').write_text(called('N, "the" orth', "South"))
    rows = list(csv.DictReader(StringIO(output("-f", "csv", 'a, "b".toml'))))
    assert {row["file"] for row in rows} == {'a, "b".toml'}
    assert {row["player"] for row in rows} == {'N, "the" orth', "South"}


@posix
def test_a_file_name_that_is_not_utf_8(folder: Path) -> None:
    name = os.fsdecode(b"caf\xe9.toml")
    (folder / name).write_text(SHORT)
    for form in FORMATS:
        status, _, said = crib_game("-f", form, name)
        assert (status, said) == (0, "")
    status, _, said = crib_game("missing-" + name)
    assert status == 1
    assert said.endswith(": No such file or directory\n")


# Records that are meant to do harm.


@pytest.mark.parametrize("form", FORMATS)
def test_control_characters_do_not_reach_the_terminal(form: str) -> None:
    """A title is either refused or made visible."""
    _, out, said = crib_game("-f", form, given=SHORT.replace("A short", r"\u001b[31m\u0007 short"))
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", out + said)


@pytest.mark.parametrize("form", FORMATS)
def test_a_game_to_more_points_than_can_be_written(form: str) -> None:
    huge = "0x" + "F" * 5000
    given = f"{LEAST}target = {huge}\nstart.Ann = {huge[:-1]}\n[[deals]]\nstarter = 'HJ'"
    status, _, said = crib_game("-f", form, given=given)
    assert status in {0, 1}
    assert "Traceback" not in said


# Looks.


@pytest.mark.parametrize("form", FORMATS)
def test_symbols(form: str) -> None:
    text = output("--symbols", "-f", form, given=SHORT)
    plain = json.loads(text) if form == "json" else text
    for card, symbol in [("HK", "K♥"), ("SQ", "Q♠"), ("C3", "3♣"), ("D2", "2♦"), ("C5", "5♣")]:
        assert card not in str(plain)
        assert (symbol in str(plain)) == (form != "line")


def test_the_score_sheet_with_symbols() -> None:
    assert output("--symbols", given=SHORT).splitlines()[2:4] == [
        "Deal 1  dealer South  starter 5♣      North     South",
        "South  thirty-one  K♥ 8♥ Q♠ 3♣           86    +2 118",
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_symbols_where_the_output_has_none(form: str) -> None:
    status, out, said = crib_game("--symbols", "-f", form, given=SHORT, PYTHONIOENCODING="latin-1")
    assert (status, out) == (2, "")
    assert "Error: --symbols: this output is " in said


def test_names_on_an_output_without_their_letters() -> None:
    outcome = crib_game("-f", "line", given=called("North", "北"), PYTHONIOENCODING="latin-1")
    line = r"<stdin>: \u5317 wins by 31: \u5317 121, North 90 (skunk), which counts for 2 games"
    assert outcome == (0, f"{line}\n", "")


def on_screen(*words: str, **changes: str) -> tuple[int, str, str]:
    """Return how the command ends on a terminal: its status, what it shows, its messages."""
    with on_terminal(CRIB_GAME, *words, **changes) as started:
        seen = started.terminal.see()
        _, said = started.process.communicate(timeout=20)
    return started.process.returncode, seen, said.decode()


@posix
def test_no_arguments_on_a_terminal() -> None:
    status, seen, said = on_screen()
    assert (status, seen) == (2, "")
    assert said.startswith("Usage: crib-game [OPTIONS] FILE...\n")
    assert said.endswith("\nError: no file given, and no record is piped in\n")


@posix
@pytest.mark.parametrize("form", FORMATS)
def test_colour_on_a_terminal(form: str, folder: Path) -> None:
    (folder / "short.toml").write_text(SHORT)
    plain = output("-f", form, "short.toml")
    status, seen, said = on_screen("-f", form, "short.toml")
    assert (status, said) == (0, "")
    assert seen.replace(RED, "").replace(END, "") == plain
    assert (f"{RED}HK{END} {RED}H8{END} SQ C3" in seen) == (form == "text")
    assert on_screen("-f", form, "short.toml", NO_COLOR="1") == (0, plain, "")
    assert on_screen("-f", form, "short.toml", TERM="dumb") == (0, plain, "")


# Usage.


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help(option: str) -> None:
    text = output(option)
    assert text.startswith("Usage: crib-game [OPTIONS] FILE...\n")
    for word in ["-f, --format", *FORMATS, "--symbols", "-V, --version", "-h, --help"]:
        assert word in text
    assert text.index("crib-game friday.toml") < text.index("Options:")


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_version(option: str) -> None:
    assert output(option) == f"crib-game {__version__}\n"


@pytest.mark.parametrize("words", ["-f total", "-f xml -", "--unknown", "-x -", "-i -"])
def test_wrong_usage(words: str) -> None:
    result = run(*words.split(), given=SHORT)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Usage: crib-game [OPTIONS] FILE...\n")


# Output that goes nowhere, and input that is not there.


def in_shell(line: str, given: str | bytes = b"") -> tuple[int, str, str]:
    """Run a line of shell, in which `$1` is the command and `$2` an example."""
    return shell(line, CRIB_GAME, EXAMPLES[0], given=given)


@posix
@pytest.mark.parametrize("form", FORMATS)
def test_a_reader_that_goes_away(form: str) -> None:
    many = " ".join(['"$2"'] * 100)
    status, out, said = in_shell(f'"$1" -f {form} {many} | head -1')
    assert (status, out.count("\n"), said) == (0, 1, "")


@posix
@pytest.mark.parametrize("words", ['"$2"', '-f csv "$2"', "-", "-h", "-V"])
def test_a_reader_that_is_gone_already(words: str) -> None:
    # The sleep lets the reader go before the first word is written.
    _, out, said = in_shell(f'(sleep 0.3; exec "$1" {words}) | true', given=SHORT)
    assert (out, said) == ("", "")


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("words", ['"$2"', '-f csv "$2"', "-", "-h", "-V"])
def test_a_full_disk(words: str) -> None:
    said = "crib-game: cannot write: No space left on device\n"
    assert in_shell(f'"$1" {words} > /dev/full', given=SHORT) == (1, "", said)


@posix
def test_closed_streams() -> None:
    assert in_shell('"$1" - <&-') == (
        1,
        "",
        "crib-game: <stdin>: standard input is closed\n",
    )
    status, _, said = in_shell('"$1" <&-')
    assert status == 2
    assert said.endswith("Error: no file given, and no record is piped in\n")
    said = "crib-game: cannot write: standard output is closed\n"
    assert in_shell('"$1" - >&-', given=SHORT) == (1, "", said)


def test_the_referee_is_not_imported_by_the_other_commands() -> None:
    code = "import sys, crib_count.cli; sys.exit('crib_count.game' in sys.modules)"
    assert run_process(sys.executable, "-c", code).status == 0

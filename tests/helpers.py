"""What the tests share: the tables of cases, an independent scorer, how to run the command."""

import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple
from unicodedata import lookup

import pytest
from click.testing import CliRunner, Result

from crib_count import Card, Count, count_hand, read_cards
from crib_count.cli import Tool

ROOT = Path(__file__).parent.parent
DATA = Path(__file__).parent / "data"
SCRIPT = Path(sys.executable).parent / "crib-count"


class ExpectedItem(NamedTuple):
    """An item of a case: its kind, its cards as written and its points."""

    kind: str
    cards: str
    points: int


class Case(NamedTuple):
    """A hand with what it is worth; `starter` is empty before the cut."""

    hand: str
    starter: str
    crib: bool
    total: int
    items: tuple[ExpectedItem, ...]
    catches: str

    def counted(self) -> Count:
        """Return the hand counted by the package."""
        return count_hand(read_cards(self.hand), self.cut(), crib=self.crib)

    def cut(self) -> Card | None:
        """Return the starter."""
        return next(iter(read_cards(self.starter)), None)

    def words(self) -> list[str]:
        """Return what is typed for the hand after the command."""
        starter = ["--starter", self.starter] if self.starter else []
        return [*self.hand.split(), *starter, *(["--crib"] if self.crib else [])]


def _rows(name: str) -> list[list[str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def _item(text: str) -> ExpectedItem:
    match = re.fullmatch(r"([a-z ]+) ((?:[HSDC]\w+ )+)(\d+)", text)
    assert match, text
    return ExpectedItem(match[1], match[2].strip(), int(match[3]))


def _case(row: list[str]) -> Case:
    hand, starter, crib, total, items, catches = row
    assert crib in {"yes", "no"}
    expected = tuple(_item(text) for text in items.split("; ") if text)
    return Case(hand, starter, crib == "yes", int(total), expected, catches)


CASES = [_case(row) for name in ("show_cases.tsv", "more_show_cases.tsv") for row in _rows(name)]
CASE_IDS = [f"{' '.join(case.words())}: {case.catches}" for case in CASES]


def distribution() -> dict[bool, dict[int, int]]:
    """Return how many hands (False) and cribs (True) are worth each score, without zeros."""
    rows = [[int(field) for field in row] for row in _rows("distribution.tsv")]
    return {
        crib: {row[0]: row[1 + crib] for row in rows if row[1 + crib]} for crib in (False, True)
    }


def plain_score(hand: tuple[Card, ...], starter: Card | None, crib: bool) -> int:
    """Count the total straight from the rules, by trying every set of cards.

    It shares nothing with the package but the cards' ranks and suits.
    """
    cards = hand if starter is None else (*hand, starter)
    points = _by_rank(tuple(sorted(card.rank for card in cards)))
    suits = {card.suit for card in hand}
    if len(suits) == 1:
        if starter is not None and starter.suit in suits:
            points += 5
        elif not crib:
            points += 4
    if starter is not None:
        points += sum(card.rank == 11 and card.suit == starter.suit for card in hand)
    return points


@cache
def _by_rank(ranks: tuple[int, ...]) -> int:
    """Return the points of fifteens, pairs and runs, by trying every set of the ranks.

    The longest runs each count, shorter ones do not.
    """
    sets = [chosen for size in range(2, 6) for chosen in combinations(ranks, size)]
    fifteens = sum(sum(min(rank, 10) for rank in chosen) == 15 for chosen in sets)
    pairs = sum(len(chosen) == 2 and chosen[0] == chosen[1] for chosen in sets)
    runs = [len(chosen) for chosen in sets if len(chosen) >= 3 and _is_run(chosen)]
    longest = max(runs, default=0)
    return 2 * fifteens + 2 * pairs + longest * runs.count(longest)


def _is_run(ranks: tuple[int, ...]) -> bool:
    return ranks == tuple(range(ranks[0], ranks[0] + len(ranks)))


def table_of_spellings() -> dict[str, Card]:
    """Return every way to write each card, put together from names and not by the package."""
    ranks = ["Aa", "2", "3", "4", "5", "6", "7", "8", "9", ("10", "T", "t", "0"), "Jj", "Qq", "Kk"]
    suits = {
        "H": ["H", "h", "♥", "♡"],
        "S": ["S", "s", "♠", "♤"],
        "D": ["D", "d", "♦", "♢"],
        "C": ["C", "c", "♣", "♧"],
    }
    words = [
        *("ACE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN"),
        *("JACK", "QUEEN", "KING"),
    ]
    names = {"H": "HEARTS", "S": "SPADES", "D": "DIAMONDS", "C": "CLUBS"}
    table = {}
    for suit, (rank, spellings) in product(suits, enumerate(ranks, start=1)):
        selected = [symbol + selector for symbol in suits[suit][2:] for selector in "\ufe0e\ufe0f"]
        for written, symbol in product(spellings, [*suits[suit], *selected]):
            table[written + symbol] = table[symbol + written] = Card(rank, suit)
        table[lookup(f"PLAYING CARD {words[rank - 1]} OF {names[suit]}")] = Card(rank, suit)
    return table


SPELLINGS = table_of_spellings()


def spellings_of(card: Card) -> list[str]:
    """Return every way to write one card."""
    return [text for text, meant in SPELLINGS.items() if meant == card]


def environment(**changes: str) -> dict[str, str]:
    """Return the environment of a command, without what would hide a fault."""
    dropped = {"PYTHONUNBUFFERED", "NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING", "COLUMNS"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "TERM": "xterm", **changes}


class Outcome(NamedTuple):
    """What a process left behind: its exit status, its output and its messages."""

    status: int
    out: str
    err: str


def run(*words: str | Path, given: str | bytes = b"", **changes: str) -> Outcome:
    """Run a command to its end.

    Args:
        words: the program and what follows it.
        given: what is piped in.
        changes: variables to set in the environment.
    """
    if isinstance(given, str):
        given = given.encode()
    done = subprocess.run(
        words, input=given, capture_output=True, env=environment(**changes), timeout=100
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def crib_count(*words: str | Path, given: str | bytes = b"", **changes: str) -> Outcome:
    """Run the installed `crib-count`."""
    return run(SCRIPT, *words, given=given, **changes)


def shell(line: str, *words: str | Path, given: str | bytes = b"", **changes: str) -> Outcome:
    """Run a line of shell, in which `$1` and so on are the words, or the installed `crib-count`."""
    return run("sh", "-c", line, "sh", *(words or [SCRIPT]), given=given, **changes)


def invoke(tool: Tool, *words: str | Path, given: str | bytes | None = None) -> Result:
    """Run a command in this process."""
    result = CliRunner().invoke(tool, [*map(str, words)], input=given, prog_name=tool.name)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def printed(
    tool: Tool, *words: str | Path, given: str | bytes | None = None, status: int = 0
) -> str:
    """Return what a command prints when all is well, or what it prints with this status."""
    result = invoke(tool, *words, given=given)
    assert result.exit_code == status, result.stderr
    if status == 0:
        assert result.stderr == ""
    return result.stdout


# A terminal.

posix = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
RED, END = "\x1b[31m", "\x1b[0m"


class Terminal:
    """The user's side of a terminal."""

    def __init__(self, handle: int) -> None:
        self.handle = handle
        self.shown = b""

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self.handle, text.encode())

    def see(self, wanted: str = "") -> str:
        """Return what appears, up to a text that is wanted or to the end."""
        end = wanted.replace("\n", "\r\n").encode()
        while (not end or end not in self.shown) and (piece := self._next()):
            self.shown += piece
        before, found, after = self.shown.partition(end) if end else (self.shown, b"", b"")
        self.shown = after
        return (before + found).decode().replace("\r\n", "\n")

    def _next(self) -> bytes:
        ready, _, _ = select.select([self.handle], [], [], 60)
        assert ready, f"nothing appears after {self.shown!r}"
        try:
            return os.read(self.handle, 4096)
        except OSError:  # Linux says so when the other side is closed
            return b""


class Started(NamedTuple):
    """A command on a terminal, its messages in a pipe."""

    terminal: Terminal
    process: "subprocess.Popen[bytes]"


@contextmanager
def on_terminal(script: Path, *words: str, **changes: str) -> Iterator[Started]:
    """Start the command with its input and output on a terminal, messages in a pipe."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command: list[str | Path] = [script, *words]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, env=environment(**changes)
    ) as process:
        os.close(theirs)
        try:
            yield Started(Terminal(ours), process)
        finally:
            os.close(ours)
            process.kill()

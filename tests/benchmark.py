"""What counting costs, beside plain programs that do the least there is to do.

Run it as `python tests/benchmark.py`. The two programs of a row run in turn, A B A B ..., so that
what else the machine does falls on both; a row quotes the median of the ratios of each two.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from crib_count import DECK, Card, count_hand, score_hand
from crib_count.pegging import Table

SCRIPT = Path(sys.executable).parent / "crib-count"
SEED = 121

PLAIN_LOOP = """\
import sys
for line in sys.stdin:
    fields = line.split()
    sys.stdout.write(f"{len(fields)}\\n")
"""

BARE_COMMAND = """\
import click
@click.command()
@click.argument("words", nargs=-1)
def echo(words):
    click.echo(" ".join(words))
echo()
"""


class Row(NamedTuple):
    """What was measured: the median time of the thing and of the other, and of their ratios."""

    name: str
    seconds: float
    other_seconds: float
    ratio: float


def compare(
    name: str, thing: Callable[[], object], other: Callable[[], object], rounds: int
) -> Row:
    """Time two things in turn, after one run of each that does not count."""
    thing()
    other()
    pairs = [(seconds(thing), seconds(other)) for _ in range(rounds)]
    return Row(
        name,
        median(first for first, _ in pairs),
        median(second for _, second in pairs),
        median(first / second for first, second in pairs),
    )


def seconds(thing: Callable[[], object]) -> float:
    """Return how long a thing takes."""
    start = perf_counter()
    thing()
    return perf_counter() - start


def process(*words: str | Path, given: Path | None = None) -> Callable[[], object]:
    """Return what runs a command to its end, its input a file, its output thrown away."""
    dropped = {"PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
    environment = {name: value for name, value in os.environ.items() if name not in dropped}

    def run() -> None:
        with (given or Path(os.devnull)).open("rb") as stream:
            subprocess.run(
                words, stdin=stream, stdout=subprocess.DEVNULL, env=environment, check=True
            )

    return run


# Lists.


def deals(number: int) -> Iterator[list[Card]]:
    """Yield five cards, the last the starter, again and again the same for one seed."""
    luck = random.Random(SEED)
    for _ in range(number):
        yield luck.sample(DECK, 5)


def five_cards(cards: list[str], number: int) -> str:
    """Return a line of five cards."""
    return " ".join(cards)


def with_options(cards: list[str], number: int) -> str:
    """Return a line with the starter as an option, every other one a crib."""
    crib = " --crib" if number % 2 else ""
    return f"{' '.join(cards[:4])} --starter {cards[4]}{crib}"


def hands(lines: int, line: Callable[[list[str], int], str]) -> Iterator[str]:
    """Yield the lines of a list of hands."""
    for number, cards in enumerate(deals(lines)):
        yield line([str(card) for card in cards], number)


def plays(lines: int) -> Iterator[str]:
    """Yield complete deals of two players, each laying any card that fits."""
    luck = random.Random(SEED)
    for _ in range(lines):
        dealt = luck.sample(DECK, 8)
        held = [dealt[:4], dealt[4:]]
        table = Table(["pone", "dealer"])
        said = []
        while not table.over:
            card = next(filter(table.fits, held[table.turn]), None)
            said.append(str(card or "go"))
            if card:
                held[table.turn].remove(card)
                table.lay(card)
            else:
                table.go()
        yield " ".join(said)


def list_row(
    name: str, tool: str, folder: Path, lines: Iterator[str], options: argparse.Namespace
) -> Row:
    """Compare the totals of a list with a plain loop over it."""
    path = folder / "list.txt"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return compare(
        f"{tool} -f total, {name}, to a plain loop",
        process(SCRIPT.with_name(tool), "-f", "total", given=path),
        process(sys.executable, "-c", PLAIN_LOOP, given=path),
        options.rounds,
    )


# Single hands.


def hand_row(options: argparse.Namespace) -> Row:
    """Compare the two functions that count a hand."""
    cut = [(tuple(cards[:4]), cards[4]) for cards in deals(20_000)]

    def all_of(count: Callable[[tuple[Card, ...], Card], object]) -> Callable[[], object]:
        def run() -> None:
            for hand, starter in cut:
                count(hand, starter)

        return run

    row = compare(
        "count_hand to score_hand, a hand",
        all_of(count_hand),
        all_of(score_hand),
        options.rounds,
    )
    return row._replace(seconds=row.seconds / len(cut), other_seconds=row.other_seconds / len(cut))


def start_row(folder: Path, options: argparse.Namespace) -> Row:
    """Compare counting one hand with a command that does nothing but Click's own work."""
    bare = folder / "bare.py"
    bare.write_text(BARE_COMMAND, encoding="utf-8")
    words = ["H5", "S5", "C5", "DJ", "D5"]
    return compare(
        "crib-count with one hand, to a bare Click command",
        process(SCRIPT, *words),
        process(sys.executable, bare, *words),
        10 * options.rounds,
    )


def shown(row: Row) -> str:
    """Return a row for people."""
    return (
        f"{row.name:72} {_time(row.seconds):>9} to {_time(row.other_seconds):>9}   "
        f"ratio {row.ratio:.2f}"
    )


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} us"


def main() -> None:
    """Measure and print each row as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=1_000_000, help="lines of a list")
    parser.add_argument("--rounds", type=int, default=5, help="times that each two are run")
    options = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, {options.rounds} rounds")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines, fewer = options.lines, options.lines // 20
        rows: list[Callable[[], Row]] = [
            lambda: list_row(
                f"{lines:,} lines of five cards",
                "crib-count",
                folder,
                hands(lines, five_cards),
                options,
            ),
            lambda: list_row(
                f"{lines:,} lines with options",
                "crib-count",
                folder,
                hands(lines, with_options),
                options,
            ),
            lambda: list_row(
                f"{fewer:,} complete deals", "crib-peg", folder, plays(fewer), options
            ),
            lambda: hand_row(options),
            lambda: start_row(folder, options),
        ]
        for row in rows:
            print(shown(row()), flush=True)


if __name__ == "__main__":
    main()

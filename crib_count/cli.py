"""The commands. No other module knows Click, streams or exit codes."""

import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from typing import Any, BinaryIO, NamedTuple, TextIO, TypeVar

import click
from click.shell_completion import CompletionItem

from crib_count import __version__, peg_report, show_report
from crib_count.bulk import totals
from crib_count.cards import DECK, RANKS, SUITS, SYMBOLS, Card, CribbageError, read_cards
from crib_count.counting import count_hand
from crib_count.lists import read_blocks
from crib_count.peg_report import REPORTS as PEG_REPORTS
from crib_count.pegging import score_play
from crib_count.reading import (
    Played,
    Shown,
    read_claim,
    read_played,
    read_played_line,
    read_players,
    read_shown,
    read_shown_line,
    read_starter,
)
from crib_count.reports import Look, Report
from crib_count.show_report import REPORTS as SHOW_REPORTS

_Read = TypeVar("_Read", Shown, Played)

_FAULTY = 1
_INTERRUPTED = 130


class Tool(click.Command):
    """A command that ends quietly on Ctrl-C and says when its output cannot be written."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command."""
        reconfigure = getattr(sys.stdout, "reconfigure", None)
        if reconfigure:  # whatever the encoding of the output, help and messages can be written
            reconfigure(errors="backslashreplace")
        try:
            if sys.stdout is None:
                raise OSError(errno.EBADF, "standard output is closed")
            return super().main(*args, **extra)
        except OSError as error:
            _complain(f"{self.name}: cannot write: {error.strerror}")
            _abandon(sys.stdout)
            sys.exit(_FAULTY)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the command line."""
        with _usage_shown():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command in its context."""
        try:
            with _usage_shown():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(_INTERRUPTED)


@contextmanager
def _usage_shown() -> Iterator[None]:
    """Show an error of usage and end with its status, also where nobody can read it."""
    try:
        yield
    except click.ClickException as error:
        try:
            error.show()
        except OSError:
            _abandon(sys.stderr)
        raise click.exceptions.Exit(error.exit_code) from None


def _complain(message: str) -> None:
    """Write a message; that nobody can read it is no reason to stop."""
    try:
        click.echo(message, err=True)
    except OSError:
        _abandon(sys.stderr)


def _abandon(stream: TextIO | None) -> None:
    """Let the interpreter's last flush go nowhere, as what is left cannot be written."""
    with suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[union-attr]


def _write(text: str) -> None:
    click.echo(text, nl=False, color=True)  # what is coloured is meant to be: see _coloured


def _look(symbols: bool) -> Look:
    """Return how cards look on this output."""
    if symbols:
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        try:
            "".join(SYMBOLS.values()).encode(encoding)
        except UnicodeEncodeError:
            raise click.UsageError(
                f"--symbols: this output is {encoding}, which has no card symbols; "
                "PYTHONIOENCODING=utf-8 changes that"
            ) from None
    write = _symbol if symbols else _suit_first
    return Look(write, _red) if _coloured() else Look(write)


def _symbol(card: Card) -> str:
    return card.symbol


def _suit_first(card: Card) -> str:
    return str(card)


def _red(text: str, card: Card) -> str:
    return click.style(text, fg="red") if card.suit in "HD" else text


def _coloured() -> bool:
    """Return whether the output is a terminal on which colour is wanted."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and sys.stdout.isatty()


class _Answer(NamedTuple):
    """The record of a line, and whether all is well with it."""

    record: str
    well: bool = True


def _run(
    ctx: click.Context,
    cards: tuple[str, ...],
    path: str | None,
    reports: dict[str, Report],
    form: str | None,
    look: Look,
    *,
    one: Callable[[], _Read],
    default: Callable[[], _Read],
    read_line: Callable[[str, _Read], _Read | None],
    answer: Callable[[_Read, int | None], tuple[object, bool]],
    quick: Callable[[str], list[str | None]] | None = None,
) -> None:
    """Answer the cards on the command line or, without any, the lines of a list.

    `one` reads the command line, `default` what holds for all lines of a list, and `read_line` a
    line. `answer` returns the entry of a report for what was read, and whether all is well.
    """
    source = _list_given(cards, path)
    report = reports[form or ("text" if source is None else "line")]

    def record(read: _Read, line: int | None) -> _Answer:
        entry, well = answer(read, line)
        return _Answer(report.record(entry, look), well)

    if source is None:
        with _usage(cards):
            answered = record(one(), None)
        _write(f"{report.header}{answered.record}\n")
        ctx.exit(0 if answered.well else _FAULTY)

    with _usage():
        said = default()

    def answer_line(line: str, number: int) -> _Answer | None:
        read = read_line(line, said)
        return None if read is None else record(read, number)

    _run_list(ctx, source, report, answer_line, quick)


def _run_list(
    ctx: click.Context,
    path: str,
    report: Report,
    answer: Callable[[str, int], _Answer | None],
    quick: Callable[[str], list[str | None]] | None = None,
) -> None:
    """Answer each line of a list in its place, whatever is wrong with others.

    `answer` gives the record of a line, None for a line without one, or a CribbageError.
    `quick` may know the records of many lines at once, in a format without gaps.
    """
    name = _name(path)
    well = True
    first = 1
    gap = ""
    _write(report.header)
    for text in _blocks(ctx, path, name):
        known = quick(text) if quick else [None] * (text.count("\n") + 1)
        if all(known):
            _write("\n".join([*known, ""]))
            first += len(known)
            continue
        waiting = ""
        for number, (line, record) in enumerate(zip(text.split("\n"), known, strict=True), first):
            try:
                answered = _Answer(record) if record else answer(line, number)
            except CribbageError as error:
                _write(waiting)  # so that the message stands in its place on a terminal
                waiting = ""
                _complain(f"{ctx.command.name}: {name}:{number}: {error}")
                answered = _Answer(report.fault(number, str(error)), well=False)
            if answered:
                waiting += f"{gap}{answered.record}\n"
                gap = report.gap
                well = well and answered.well
        _write(waiting)
        first += len(known)
    if not well:
        ctx.exit(_FAULTY)


def _blocks(ctx: click.Context, path: str, name: str) -> Iterator[str]:
    """Read the blocks of a list from a file or, for `-`, the standard input."""
    try:
        with _open(path) as stream:
            yield from read_blocks(stream)
    except OSError as error:
        _complain(f"{ctx.command.name}: {name}: {error.strerror}")
        ctx.exit(_FAULTY)


def _open(path: str) -> AbstractContextManager[BinaryIO]:
    """Open a file or, for `-`, the standard input."""
    if path != "-":
        return open(path, "rb")  # noqa: PTH123  (pathlib takes long to import)
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    return nullcontext(sys.stdin.buffer)


def _name(path: str) -> str:
    """Return what messages call a file."""
    if path == "-":
        return "<stdin>"
    return path if path.isprintable() else repr(path)


def _list_given(words: tuple[str, ...], path: str | None) -> str | None:
    """Return the path of the list to read, or None where the cards are on the command line."""
    if words == ("-",) and path is None:
        return "-"
    if words and path is not None:
        raise click.UsageError("give cards or --input, not both")
    if words or path is not None:
        return path
    _expect_piped("no cards given, and no list is piped in")
    return "-"


def _expect_piped(otherwise: str) -> None:
    """Refuse to wait for what nobody pipes in."""
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError(otherwise)


@contextmanager
def _usage(words: tuple[str, ...] = ()) -> Iterator[None]:
    """Make an error in what stands on the command line one of usage."""
    try:
        yield
    except CribbageError as error:
        hint = ""
        if len(words) == 1 and os.path.isfile(words[0]):  # noqa: PTH113
            hint = f"\nTo read a list from a file: --input {_name(words[0])}"
        raise click.UsageError(f"{error}{hint}") from None


def _complete_card(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Offer the cards that begin with what is typed, but none that is there already."""
    given: set[Card] = set()
    # Cards before an option that still waits for its value are in `args`.
    for word in (*(ctx.params.get("cards") or ()), *ctx.args, ctx.params.get("starter") or ""):
        with suppress(CribbageError):
            given.update(read_cards(word))
    begun = incomplete.upper()
    written = _suit_first if begun[:1] in ("", *SUITS) else _rank_first
    left = [written(card) for card in DECK if card not in given]
    return [CompletionItem(card) for card in left if card.startswith(begun)]


def _rank_first(card: Card) -> str:
    return RANKS[card.rank - 1] + card.suit


def _tool(name: str) -> Callable[[Callable[..., None]], Tool]:
    """Return what makes a function a command with the options that all commands have."""

    def decorate(function: Callable[..., None]) -> Tool:
        version = click.version_option(
            __version__, "-V", "--version", prog_name=name, message="%(prog)s %(version)s"
        )
        settings = {"help_option_names": ["-h", "--help"]}
        return click.command(name, cls=Tool, context_settings=settings)(version(function))

    return decorate


_symbols_option = click.option("--symbols", is_flag=True, help="Write cards as 5♥ instead of H5.")


def _input_option(what: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option(
        "-i",
        "--input",
        "path",
        type=click.Path(exists=True, dir_okay=False, readable=True, allow_dash=True),
        help=f"Read a list, one {what} a line; - is the standard input.",
    )


def _format_option(
    forms: Iterable[str], usual: str = "text for one, line for a list"
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option(
        "-f",
        "--format",
        "form",
        type=click.Choice(list(forms)),
        help=f"How to print: {usual}, unless said.",
    )


@_tool("crib-count")
@click.argument("cards", nargs=-1, shell_complete=_complete_card)
@click.option("-s", "--starter", metavar="CARD", shell_complete=_complete_card, help="The starter.")
@click.option("-c", "--crib", is_flag=True, help="Count as a crib: only a flush of five scores.")
@click.option("--claim", metavar="N", help="Say whether N points, as claimed, are right.")
@_input_option("hand")
@_format_option(SHOW_REPORTS)
@_symbols_option
@click.pass_context
def count(
    ctx: click.Context,
    cards: tuple[str, ...],
    starter: str | None,
    crib: bool,
    claim: str | None,
    path: str | None,
    form: str | None,
    symbols: bool,
) -> None:
    """Count cribbage hands: every fifteen, pair, run, flush and nobs.

    \b
    crib-count H5 S5 C5 DJ --starter D5       a hand and the starter
    crib-count 5♥ 5♠ 5♣ J♦ 5♦ --crib          the fifth card is the starter
    crib-count -f total < hands.txt           a list, one hand a line
    crib-count --claim 12 H5 S5 C5 DJ D5      check a player's count

    Cards may be written H5, 5H, 10D, TD, 5♥ or 🂵, with spaces or commas between them or
    none. A line of a list is what would be typed after the command; # begins a comment.

    Exit status: 0 all is well, 1 a line could not be counted or a claim is wrong, 2 wrong usage.
    """

    def answer(shown: Shown, line: int | None) -> tuple[object, bool]:
        counted = count_hand(shown.hand, shown.starter, crib=shown.crib)
        right = shown.claim in (None, counted.total)
        return show_report.Entry(counted, shown.claim, line), right

    only_totals = form == "total" and starter is None and claim is None
    _run(
        ctx,
        cards,
        path,
        SHOW_REPORTS,
        form,
        _look(symbols),
        one=lambda: read_shown(" ".join(cards), starter=starter, crib=crib, claim=claim),
        default=lambda: Shown((), read_starter(starter), crib, read_claim(claim)),
        read_line=read_shown_line,
        answer=answer,
        quick=partial(totals, crib=crib) if only_totals else None,
    )


@_tool("crib-peg")
@click.argument("cards", nargs=-1, shell_complete=_complete_card)
@click.option("-p", "--players", type=click.Choice(["2", "3", "4"]), help="How many play.")
@click.option("--names", metavar="NAME,...", help="The players in order of play, the dealer last.")
@click.option(
    "-s",
    "--starter",
    metavar="CARD",
    shell_complete=_complete_card,
    help="The starter: a jack is 2 for the dealer.",
)
@_input_option("sequence")
@_format_option(PEG_REPORTS)
@_symbols_option
@click.pass_context
def peg(
    ctx: click.Context,
    cards: tuple[str, ...],
    players: str | None,
    names: str | None,
    starter: str | None,
    path: str | None,
    form: str | None,
    symbols: bool,
) -> None:
    """Score the play of a deal of cribbage, card by card.

    \b
    crib-peg DA C7 H7                         cards in the order they fell
    crib-peg HK SQ C5 go D3 HA S9 C8 DJ       with a go
    crib-peg --names North,South < plays.txt  a list, one sequence a line

    The player after the dealer leads. Say go where a player passes while another plays on;
    any other go follows from the cards. Cards may be written as for crib-count.

    Exit status: 0 all is well, 1 a line could not be scored, 2 wrong usage.
    """

    def answer(played: Played, line: int | None) -> tuple[object, bool]:
        pegging = score_play(played.plays, played.players, played.starter)
        return peg_report.Entry(pegging, line), True

    _run(
        ctx,
        cards,
        path,
        PEG_REPORTS,
        form,
        _look(symbols),
        one=lambda: read_played(" ".join(cards), players=players, names=names, starter=starter),
        default=lambda: Played((), read_players(players, names), read_starter(starter)),
        read_line=read_played_line,
        answer=answer,
    )


@_tool("crib-game")
@click.argument("files", nargs=-1, metavar="FILE...", type=click.Path(allow_dash=True))
@_format_option(["text", "line", "csv", "json"], "text")
@_symbols_option
@click.pass_context
def game(ctx: click.Context, files: tuple[str, ...], form: str | None, symbols: bool) -> None:
    """Referee games of cribbage from their records, and print the score sheets.

    \b
    crib-game friday.toml                     the score sheet of a game
    crib-game -f line *.toml                  the result of each, a line a game
    crib-game - < friday.toml                 a record that is piped in

    A record is TOML: the players, the dealer, and for each deal the starter, the hands, the
    cards as they were played, and the crib. The README says how to write one.

    Exit status: 0 all is well, 1 a game could not be read or refereed, 2 wrong usage.
    """
    # The other commands need none of this, and would pay for it at every start.
    from crib_count.game import referee
    from crib_count.game_report import REPORTS, Entry
    from crib_count.record import read_record

    look = _look(symbols)
    if not files:
        _expect_piped("no file given, and no record is piped in")
    report = REPORTS[form or "text"]
    well = True
    gap = ""
    _write(report.header)
    for path in files or ("-",):
        name = _name(path)
        try:
            with _open(path) as stream:
                text = stream.read()
            refereed = referee(read_record(text))
        except (CribbageError, OSError) as error:
            well = False
            reason = error.strerror if isinstance(error, OSError) else error
            _complain(f"{ctx.command.name}: {name}: {reason}")
        else:
            record = report.record(Entry(refereed, name), look)
            _write(record and f"{gap}{record}\n")
            gap = report.gap
    ctx.exit(0 if well else _FAULTY)

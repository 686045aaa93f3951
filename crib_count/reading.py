"""Reading what people type: a hand, and lists with one of them a line."""

import getopt
import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NamedTuple

from crib_count.cards import SEPARATORS, Card, CribbageError, quote, read_card, read_cards
from crib_count.pegging import TWO_PLAYERS

_BLOCK = 1 << 16
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_COMMENT = re.compile(r"(?:^|\s)#.*", re.DOTALL)
_NOT_UTF8 = re.compile("[\udc80-\udcff]")
_STARTER_MARK = re.compile(r"[|+]")
_CRIB_MARK = "!"
_LARGEST_CLAIM = 999
_MOST_WORDS = 1000


class ReadingError(CribbageError):
    """Text in which the cards can be read, but not what is said of them."""


class Shown(NamedTuple):
    """A hand as laid on the table, not yet counted. `claim` is the points that are claimed."""

    hand: tuple[Card, ...]
    starter: Card | None = None
    crib: bool = False
    claim: int | None = None


NOTHING_SAID = Shown(())


def read_shown(
    text: str, *, starter: str | None = None, crib: bool = False, claim: str | None = None
) -> Shown:
    """Read a hand: its cards and what is said of it.

    Args:
        text: the cards, a fifth one the starter; `|` or `+` may stand before the starter and
            `!` after everything for a crib.
        starter: the starter where it is not in the text.
        crib: whether it is a crib; a `!` in the text says so too.
        claim: the points claimed, a number.

    Returns:
        The hand, which may still have too few cards or one twice; counting tells.

    Raises:
        CardError: some of the text is not a card.
        ReadingError: the starter is given twice or is missing, or the claim is no number.

    >>> str(read_shown("JD 3C 4H 5H | 5S !").starter)
    'S5'
    """
    text = text.rstrip()
    if text.endswith(_CRIB_MARK):
        text, crib = text.removesuffix(_CRIB_MARK), True
    before, *after = _STARTER_MARK.split(text)
    hand = read_cards(before)
    starters = [read_cards(part) for part in after]
    if any(len(cards) != 1 for cards in starters):
        raise ReadingError("one card, the starter, is expected after '|' or '+'")
    if not starters and len(hand) == 5:
        starters, hand = [hand[4:]], hand[:4]
    if starter is not None:
        starters.append((read_card(starter),))
    if len(starters) > 1:
        given = " and ".join(str(cards[0]) for cards in starters)
        raise ReadingError(f"the starter is given more than once: {given}")
    return Shown(hand, starters[0][0] if starters else None, crib, read_claim(claim))


def read_claim(text: str | None) -> int | None:
    """Read a number of points claimed.

    Args:
        text: the number, or None.

    Returns:
        The points, or None for None.

    Raises:
        ReadingError: the text is no whole number from 0 to 999.

    >>> read_claim("12")
    12
    """
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(_LARGEST_CLAIM))):
        raise ReadingError(
            f"{quote(text)} is not a claim: a number of points is expected, "
            f"from 0 to {_LARGEST_CLAIM}"
        )
    return int(text)


def read_shown_line(line: str, default: Shown = NOTHING_SAID) -> Shown | None:
    """Read a line of a list of hands.

    Args:
        line: what would be typed after the command: cards, `-s`, `-c`, `--claim`; a comment.
        default: the starter, crib and claim of a line that does not say its own.

    Returns:
        The hand, or None where the line holds none.

    Raises:
        CardError: some of the line is not a card.
        ReadingError: the line cannot be read otherwise.

    >>> shown = read_shown_line("H5 S5 C5 DJ -s D5 --crib  # the best there is")
    >>> str(shown.starter), shown.crib
    ('D5', True)
    """
    words = words_of(line)
    if not words:
        return None
    cards, options = options_of(words, "s:c", ["starter=", "crib", "claim="])
    shown = read_shown(
        " ".join(cards),
        starter=options.get("starter"),
        crib=default.crib or "crib" in options,
        claim=options.get("claim"),
    )
    return shown._replace(
        starter=default.starter if shown.starter is None else shown.starter,
        claim=default.claim if shown.claim is None else shown.claim,
    )


class Played(NamedTuple):
    """A sequence of play, not yet scored: None in `plays` is a go."""

    plays: tuple[Card | None, ...]
    players: tuple[str, ...]
    starter: Card | None = None


NOTHING_PLAYED = Played((), TWO_PLAYERS)


def read_played(
    text: str, *, players: str | None = None, names: str | None = None, starter: str | None = None
) -> Played:
    """Read a sequence of play and what is said of it.

    Args:
        text: cards in any notation, and `go`, in the order in which they fell.
        players: how many play, 2, 3 or 4; as many as there are names, or 2, unless said.
        names: their names in order of play, the dealer last, with commas between them.
        starter: the card cut.

    Returns:
        The sequence.

    Raises:
        CardError: some of the text is neither a card nor a go.
        ReadingError: there is nothing to score, or the players or names cannot be.

    >>> read_played("H10 SK CQ go", names="North,South").players
    ('North', 'South')
    """
    plays = read_plays(text)
    if not plays:
        raise ReadingError("a sequence of cards is expected")
    cut = None if starter is None else read_card(starter)
    return Played(plays, read_players(players, names), cut)


def read_plays(text: str) -> tuple[Card | None, ...]:
    """Read cards and goes.

    Args:
        text: cards in any notation, and `go` in any letter case.

    Returns:
        The cards in the order given, None for a go.

    Raises:
        CardError: some of the text is neither a card nor a go.

    >>> read_plays("H5 go")
    (Card(5, 'H'), None)
    """
    plays: list[Card | None] = []
    for token in SEPARATORS.split(text):
        if token.casefold() == "go":
            plays.append(None)
        else:
            plays += read_cards(token)
    return tuple(plays)


def read_players(players: str | None, names: str | None) -> tuple[str, ...]:
    """Read the names of the players, or name them.

    Args:
        players: how many there are, or None.
        names: their names with commas between them, or None.

    Returns:
        The names in order of play, the dealer last.

    Raises:
        ReadingError: there are not two to four, or not as many as names, or two of one name.

    >>> read_players("3", None)
    ('player 1', 'player 2', 'dealer')
    """
    if players not in {None, "2", "3", "4"}:
        raise ReadingError(f"{quote(players or '')} players: two, three or four can play")
    if names is None:
        number = int(players or 2)
        return TWO_PLAYERS if number == 2 else (*_numbered(number - 1), "dealer")
    given = tuple(name.strip() for name in names.split(","))
    if not 2 <= len(given) <= 4 or len(given) != int(players or len(given)):
        expected = f"{players} names are" if players else "two, three or four names are"
        raise ReadingError(f"{expected} expected, not {len(given)}: {quote(names)}")
    check_names(given)
    return given


def check_names(names: Sequence[str]) -> None:
    """Refuse names that do not tell players apart.

    Args:
        names: the names of the players.

    Raises:
        ReadingError: a name is empty, cannot be printed, or stands there twice.

    >>> check_names(["North", "North"])
    Traceback (most recent call last):
        ...
    crib_count.reading.ReadingError: two players are called 'North'
    """
    for place, name in enumerate(names):
        if not name.strip() or not name.isprintable():
            raise ReadingError(f"{quote(name)} is no name for a player")
        if name in names[:place]:
            raise ReadingError(f"two players are called {quote(name)}")


def _numbered(number: int) -> list[str]:
    return [f"player {seat}" for seat in range(1, number + 1)]


def read_played_line(line: str, default: Played = NOTHING_PLAYED) -> Played | None:
    """Read a line of a list of sequences.

    Args:
        line: what would be typed after the command: cards and goes, `-p`, `--names`, `-s`.
        default: the players and starter of a line that does not say its own.

    Returns:
        The sequence, or None where the line holds none.

    Raises:
        CardError: some of the line is neither a card nor a go.
        ReadingError: the line cannot be read otherwise.

    >>> read_played_line("DA C7 H7 -p 3  # a pair and fifteen").players
    ('player 1', 'player 2', 'dealer')
    """
    words = words_of(line)
    if not words:
        return None
    plays, options = options_of(words, "s:p:", ["players=", "names=", "starter="])
    players, names = options.get("players"), options.get("names")
    played = read_played(
        " ".join(plays), players=players, names=names, starter=options.get("starter")
    )
    if names is None and players in {None, str(len(default.players))}:
        played = played._replace(players=default.players)
    return played if played.starter else played._replace(starter=default.starter)


def words_of(line: str) -> list[str]:
    """Split a line into words as a shell does, without its comment.

    Args:
        line: the line; a byte that was not UTF-8 stands in it as a lone surrogate.

    Returns:
        The words; none for a blank line.

    Raises:
        ReadingError: a byte is not UTF-8, or a quotation does not end.

    >>> words_of("H5 S5  # fives")
    ['H5', 'S5']
    """
    if "#" in line:
        line = _COMMENT.sub("", line)
    if not line.isascii() and (stray := _NOT_UTF8.search(line)):
        raise ReadingError(f"byte 0x{ord(stray[0]) - 0xDC00:02X} is not UTF-8 text")
    if "'" not in line and '"' not in line:
        return line.split()
    import shlex  # few lists have quotations

    try:
        return shlex.split(line)
    except ValueError:
        raise ReadingError("a quotation mark stands alone") from None


def options_of(
    words: Sequence[str], short: str, long: Sequence[str]
) -> tuple[list[str], dict[str, str]]:
    """Part the options among words from the rest.

    Args:
        words: the words of a line.
        short: the short options, as `getopt` takes them; each stands for the first long one
            that begins with its letter.
        long: the long options, as `getopt` takes them.

    Returns:
        The other words, and the value of each option by its long name; the last said holds.

    Raises:
        ReadingError: an option is not known, or its value is missing.

    >>> options_of(["H5", "-s", "D5", "S5"], "s:", ["starter="])
    (['H5', 'S5'], {'starter': 'D5'})
    """
    others: list[str] = []
    options: dict[str, str] = {}
    rest = list(words)
    if not any(word.startswith("-") for word in words):  # as in most lines
        return rest, options
    if len(rest) > _MOST_WORDS:
        raise ReadingError(f"{len(rest):,} words are more than one line can hold")
    while rest:
        try:
            found, rest = getopt.getopt(rest, short, list(long))
        except getopt.GetoptError as error:
            raise ReadingError(error.msg) from None
        for said, value in found:
            name = said.lstrip("-")
            options[next(full for full in long if full.startswith(name)).rstrip("=")] = value
        others += rest[:1]
        rest = rest[1:]
    return others, options


def read_blocks(stream: BinaryIO) -> Iterator[str]:
    """Read whole lines, many at a time, each as soon as it is there.

    Args:
        stream: the list; a UTF-8 byte-order mark at its start is dropped.

    Yields:
        Lines with a newline between two of them and none at the end. Bytes that are not UTF-8
        stand in them as lone surrogates.

    >>> import io
    >>> list(read_blocks(io.BytesIO(b"H5 S5 C5 DJ D5")))
    ['H5 S5 C5 DJ D5']
    """
    parts: list[bytes] = []
    start = True
    while block := stream.read1(_BLOCK):  # type: ignore[attr-defined]
        head, newline, tail = block.rpartition(b"\n")
        if newline:
            yield _text(b"".join((*parts, head)), start)
            parts, start = [], False
        if tail:
            parts.append(tail)
    if parts:
        yield _text(b"".join(parts), start)


def _text(block: bytes, start: bool) -> str:
    if start:
        block = block.removeprefix(_BYTE_ORDER_MARK)
    return block.decode("utf-8", "surrogateescape")

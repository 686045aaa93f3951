"""Totals of a long list of hands, almost as fast as its lines can be read."""

from collections.abc import Callable

from crib_count.cards import CribbageError, read_cards
from crib_count.counting import (
    CARDS_FROM,
    CRIB_CODE,
    HAND_CODES,
    HAND_SIZE,
    RANK_BITS,
    RANK_POINTS,
    STARTER_CODES,
    SUIT_BITS,
    SUIT_POINTS,
    SUITS_MATTER,
)
from crib_count.reading import read_shown_line

_MOST_REMEMBERED = 50_000
_LONGEST_PIECE = 40
_NUMBERS = [str(number) for number in range(30)]


class _Pieces(dict[str, int]):
    """The codes of pieces of lines, each read once and remembered, up to a limit.

    A piece that is not what is looked for has a code without cards.
    """

    def __init__(self, read: Callable[[str], int]) -> None:
        super().__init__()
        self.read = read

    def __missing__(self, piece: str) -> int:
        if len(piece) > _LONGEST_PIECE:
            return 0
        try:
            code = self.read(piece)
        except CribbageError:
            code = 0
        if len(self) < _MOST_REMEMBERED:
            self[piece] = code
        return code


def _two_cards(piece: str) -> int:
    cards = read_cards(piece)
    return HAND_CODES[cards[0]] + HAND_CODES[cards[1]] if len(cards) == 2 else 0


def _two_cards_and_space(piece: str) -> int:
    return _two_cards(piece) if piece.endswith(" ") else 0


def _starter(piece: str) -> int:
    """Return the code of what follows the hand: a starter, and whether it is a crib."""
    if not piece.startswith(" "):
        return 0
    shown = read_shown_line(f"HA SA DA CA{piece}")  # any hand makes the piece a whole line
    if (
        shown is None
        or shown.starter is None
        or len(shown.hand) != HAND_SIZE
        or shown.claim is not None
    ):
        return 0
    return STARTER_CODES[shown.starter] + CRIB_CODE * shown.crib


def _starter_in_crib(piece: str) -> int:
    return _starter(piece) | CRIB_CODE


_FIRST = _Pieces(_two_cards_and_space)
_SECOND = _Pieces(_two_cards)
_REST = _Pieces(_starter)
_REST_IN_CRIB = _Pieces(_starter_in_crib)


def totals(text: str, *, crib: bool = False) -> list[str | None]:
    """Return the total of each line of a list, or None where the ordinary reading has to tell.

    With ten as one letter, two cards and a space mostly are six letters, and the next two cards
    five. So a line falls into three pieces, of which there are few; adding up their codes
    gives the code of the hand (see `counting`), which holds five cards if none is missing or
    there twice.

    Args:
        text: lines, with a newline between two of them.
        crib: whether every line is a crib.

    Returns:
        The points of each line, as text, or None.

    >>> totals("H5 S5 C5 DJ D5\\nH5, S5 and more")
    ['29', None]
    """
    first, second, rest = _FIRST, _SECOND, _REST_IN_CRIB if crib else _REST
    codes = [
        first[line[:6]] + second[line[6:11]] + rest[line[11:]]
        for line in text.replace("10", "T").split("\n")
    ]
    return [
        None
        if (code >> CARDS_FROM).bit_count() != HAND_SIZE + 1
        else _NUMBERS[RANK_POINTS[code & RANK_BITS] + SUIT_POINTS[code & SUIT_BITS]]
        if code & SUITS_MATTER
        else _NUMBERS[RANK_POINTS[code & RANK_BITS]]
        for code in codes
    ]

"""The cards of the deck, and the notations in which people write them."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple, Self

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "HSDC"
SYMBOLS = {"H": "♥", "S": "♠", "D": "♦", "C": "♣"}
JACK = 11


class CribbageError(ValueError):
    """The base of every error that this package raises on purpose."""


class CardError(CribbageError):
    """Text that is not a card.

    `token` is the text, `reason` what is wrong with it, and `meant` the card that was
    probably meant, or None.
    """

    def __init__(self, token: str, reason: str, meant: "Card | None" = None) -> None:
        hint = f"; did you mean {meant}?" if meant else ""
        super().__init__(f"{quote(token)} is not a card: {reason}{hint}")
        self.token = token
        self.reason = reason
        self.meant = meant


class _Card(NamedTuple):
    rank: int
    suit: str


class Card(_Card):
    """One of the 52 cards: a rank from 1 (ace) to 13 (king) and a suit of `H S D C`.

    Cards are values: equal, hashed and ordered by rank, then suit.

    Raises:
        CardError: there is no such rank or suit.

    >>> Card(5, "H") < Card(11, "D")
    True
    >>> str(Card(10, "D")), Card(13, "S").value
    ('D10', 10)
    """

    __slots__ = ()

    def __new__(cls, rank: int, suit: str) -> Self:
        """Return the card of this rank and suit."""
        if suit not in SYMBOLS:
            raise CardError(f"{suit}{rank}", f"there is no suit {quote(suit)}")
        if rank not in range(1, len(RANKS) + 1):
            raise CardError(f"{suit}{rank}", f"there is no rank {rank}")
        return super().__new__(cls, rank, suit)

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Self:  # type: ignore[override]
        """Return a card made by `_replace`, after the same look at it."""
        return cls(*iterable)

    @property
    def value(self) -> int:
        """The counting value: ace 1, pips their number, ten, jack, queen and king 10.

        >>> Card(1, "S").value, Card(12, "S").value
        (1, 10)
        """
        return min(self.rank, 10)

    @property
    def symbol(self) -> str:
        """The card as `5♥`.

        >>> Card(10, "H").symbol
        '10♥'
        """
        return RANKS[self.rank - 1] + SYMBOLS[self.suit]

    def __str__(self) -> str:
        """Return the card as `H5`."""
        return self.suit + RANKS[self.rank - 1]

    def __repr__(self) -> str:
        """Return the expression that makes the card."""
        return f"Card({self.rank}, {self.suit!r})"


DECK = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, 14))

_RANK_SPELLINGS = {
    rank: {name, name.lower()} | ({"T", "t", "0"} if name == "10" else set())
    for rank, name in enumerate(RANKS, start=1)
}
_SUIT_SPELLINGS = {
    suit: {suit, suit.lower()}
    | {
        symbol + selector
        for symbol in black_white
        for selector in ("", "\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}")
    }
    for suit, black_white in {"H": "♥♡", "S": "♠♤", "D": "♦♢", "C": "♣♧"}.items()
}
# Unicode's playing cards: sixteen places a suit, with a knight between the jack and the queen.
_FIRST_PLACE = {"S": 0x1F0A0, "H": 0x1F0B0, "D": 0x1F0C0, "C": 0x1F0D0}


def _spellings(card: Card) -> set[str]:
    """Return every way to write one card."""
    ranks, suits = _RANK_SPELLINGS[card.rank], _SUIT_SPELLINGS[card.suit]
    place = _FIRST_PLACE[card.suit] + card.rank + (card.rank > JACK)
    return (
        {s + r for s in suits for r in ranks} | {r + s for s in suits for r in ranks} | {chr(place)}
    )


NOTATION = {spelling: card for card in DECK for spelling in _spellings(card)}
"""Every spelling of every card."""
_LONGEST_CARD = max(map(len, NOTATION))

SEPARATORS = re.compile(r"[\s,;]+")
"""What stands between cards."""

_RANK = "(?:10|[0A2-9TJQKatjqk])"
_SUIT = "(?:[HSDChsdc]|[♥♡♠♤♦♢♣♧][\ufe0e\ufe0f]?)"


def read_card(text: str) -> Card:
    """Read one card in any notation.

    Args:
        text: the card, such as `H5`, `5H`, `10d`, `TD`, `5♥` or `🂵`.

    Returns:
        The card.

    Raises:
        CardError: the text is not one card.

    >>> read_card("H5") == read_card("5♥") == read_card("🂵")
    True
    """
    cards = read_cards(text)
    if len(cards) != 1:
        raise CardError(text, f"one card is expected, not {len(cards)}")
    return cards[0]


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards in any mix of notations.

    Args:
        text: cards separated by white space, commas or semicolons, or glued together.

    Returns:
        The cards in the order given.

    Raises:
        CardError: some of the text is not a card; the message says what was probably meant.

    >>> [str(card) for card in read_cards("5♥ 5s, c5;0D")]
    ['H5', 'S5', 'C5', 'D10']
    >>> read_cards("5H5S5CJD") == read_cards("H5 S5 C5 DJ")
    True
    >>> read_cards("H1")
    Traceback (most recent call last):
        ...
    crib_count.cards.CardError: 'H1' is not a card: there is no rank '1'; an ace is A, a ten is 10
    """
    cards: list[Card] = []
    for token in SEPARATORS.split(text):
        card = NOTATION.get(token)
        if card is not None:
            cards.append(card)
        elif token:
            cards.extend(_read_glued(token))
    return tuple(cards)


def _read_glued(token: str) -> list[Card]:
    """Read cards written without a space between them.

    Every card is one rank and one suit, and no rank begins another (`1` alone is none), so
    cutting from the left finds the only reading there is.
    """
    cards = []
    end = 0
    while end < len(token):
        length = _longest_spelling(token, end)
        if not length:
            raise _explain(token, token[end:])
        cards.append(NOTATION[token[end : end + length]])
        end += length
    return cards


def _longest_spelling(token: str, start: int) -> int:
    """Return the length of the longest spelling of a card at a place, 0 if there is none."""
    for length in range(_LONGEST_CARD, 0, -1):
        if token[start : start + length] in NOTATION:
            return length
    return 0


_RANK_LETTERS = " ".join(RANKS)
_SUIT_LETTERS = " ".join(SUITS)
_RANK_HINTS = {
    "11": "a jack is J",
    "12": "a queen is Q",
    "13": "a king is K",
    "1": "an ace is A, a ten is 10",
}
_COURT = {"11": "J", "12": "Q", "13": "K"}
# Letters of other alphabets that cannot be told from ours by eye.
_LOOK_ALIKES = str.maketrans("АаЅѕСсНТКОоЈјΑΗΤΚΟο", "AaSsCcHTKOoJjAHTKOo")
# Patterns for what is no card, not compiled before one is met.
_STRANGER = r"(?<![♥♡♠♤♦♢♣♧])[\ufe0e\ufe0f]|[^\x00-\x7f♥♡♠♤♦♢♣♧\ufe0e\ufe0f]"
_RANKS_ONLY = f"{_RANK}+"
_SUITS_ONLY = f"{_SUIT}+"
_NO_RANK = f"(?:{_SUIT})(?P<after>[^HSDChsdc]{{1,3}})|(?P<before>[^HSDChsdc]{{1,3}})(?:{_SUIT})"
_NO_SUIT = (
    f"(?:{_RANK})(?P<after>[^0-9AJQKTajqkt]{{1,3}})|(?P<before>[^0-9AJQKTajqkt]{{1,3}})(?:{_RANK})"
)


def _explain(token: str, piece: str) -> CardError:
    """Return the error for a token, of which `piece` is the part that cannot be read."""
    reason, meant = _fault(piece)
    if piece == token:
        return CardError(token, reason, meant)
    return CardError(token, f"{quote(piece)} at its end: {reason}", meant)


def _fault(piece: str) -> tuple[str, Card | None]:
    """Return what is wrong with a piece of text, and the card that was probably meant."""
    stranger = re.search(_STRANGER, piece)
    if stranger:
        return _strange(stranger[0]), _meant(piece)
    if "JOKER" in piece.upper():
        return "cribbage is played without jokers", None
    if piece in _RANK_HINTS:
        return f"there is no rank {quote(piece)}; {_RANK_HINTS[piece]}; and a suit is missing", None
    if re.fullmatch(_RANKS_ONLY, piece):
        return f"the suit is missing ({_SUIT_LETTERS})", None
    if re.fullmatch(_SUITS_ONLY, piece):
        return f"the rank is missing ({_RANK_LETTERS})", None
    meant = _meant(piece)
    if meant:
        return _misspelt(piece), meant
    if match := re.fullmatch(_NO_RANK, piece):
        rank = match["after"] or match["before"]
        hint = _RANK_HINTS.get(rank, f"ranks are {_RANK_LETTERS}")
        return f"there is no rank {quote(rank)}; {hint}", None
    if match := re.fullmatch(_NO_SUIT, piece):
        suit = match["after"] or match["before"]
        return f"there is no suit {quote(suit)}; suits are {_SUIT_LETTERS}", None
    return "write suit and rank, as H5 or 5H", None


def _strange(character: str) -> str:
    """Say what a character outside of the notations is."""
    import unicodedata  # for the few who need it

    if not_text := stray_byte(character):
        return not_text
    name = unicodedata.name(character, "a character without a name")
    if "JOKER" in name:
        return "cribbage is played without jokers"
    if name.startswith("PLAYING CARD KNIGHT"):
        return "a knight is no card of this deck"
    return f"it holds U+{ord(character):04X}, {name}"


def _meant(piece: str) -> Card | None:
    """Return the card that a misspelling stands for, where that is clear."""
    import unicodedata  # for the few who need it

    if len(piece) > _LONGEST_CARD:
        return None
    plain = unicodedata.normalize("NFKC", piece.translate(_LOOK_ALIKES)).upper()
    digits = re.sub("[IL](?=0)", "1", plain.replace("O", "0"))
    court = re.sub("1[123]", lambda match: _COURT[match[0]], plain)
    return NOTATION.get(plain) or NOTATION.get(digits) or NOTATION.get(court)


def _misspelt(piece: str) -> str:
    """Say what is wrong with a misspelling whose meaning is clear."""
    for rank in _COURT:
        if rank in piece:
            return f"there is no rank {quote(rank)}; {_RANK_HINTS[rank]}"
    return "a ten is written with digits, 10"


def stray_byte(text: str) -> str:
    """Say which byte of text was no part of UTF-8.

    Args:
        text: the text, in which Python has put a lone surrogate for each such byte.

    Returns:
        The message, empty where there is no such byte.

    >>> stray_byte(b"H5 \\xff".decode("utf-8", "surrogateescape"))
    'byte 0xFF is not UTF-8 text'
    """
    found = re.search("[\\udc80-\\udcff]", text)
    return f"byte 0x{ord(found[0]) - 0xDC00:02X} is not UTF-8 text" if found else ""


def quote(text: str, longest: int = 40) -> str:
    r"""Quote text for a message: on one line, visible, and not too long.

    Args:
        text: the text.
        longest: how many characters of it to show.

    Returns:
        The text in quotation marks, with how long it is where not all is shown.

    >>> print(quote("H\x1b5"))
    'H\x1b5'
    """
    if len(text) <= longest:
        return repr(text)
    return f"{text[:longest]!r}... ({len(text):,} characters)"

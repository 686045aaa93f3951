"""The show: what a hand or a crib is worth, item by item or as a total."""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple

from crib_count.cards import DECK, JACK, RANKS, SUITS, Card, CribbageError

HAND_SIZE = 4
FIFTEEN = 15
PAIRS = {2: ("pair", 2), 3: ("pair royal", 6), 4: ("double pair royal", 12)}
"""The name and points of two, three and four cards of one rank."""

CATEGORIES = {
    "fifteen": "fifteens",
    **{kind: "pairs" for kind, _ in PAIRS.values()},
    "run": "runs",
    "flush": "flush",
    "nobs": "nobs",
}
"""The column of a summary in which each kind of item counts."""


class HandError(CribbageError):
    """Cards that cannot be a hand: too many, too few, or one of them twice."""


class Item(NamedTuple):
    """One thing that scores: its kind, its cards and its points."""

    kind: str
    cards: tuple[Card, ...]
    points: int


class Count(NamedTuple):
    """A counted hand or crib. `starter` is None before the cut."""

    hand: tuple[Card, ...]
    starter: Card | None
    crib: bool
    items: tuple[Item, ...]

    @property
    def total(self) -> int:
        """The points of all items.

        >>> from crib_count import read_cards
        >>> count_hand(read_cards("H5 S5 CJ D9")).total
        6
        """
        return sum(item.points for item in self.items)

    def by_category(self) -> dict[str, int]:
        """Return the points of fifteens, pairs, runs, flush and nobs, in this order.

        >>> from crib_count import read_cards
        >>> count_hand(read_cards("H5 S5 CJ D9")).by_category()
        {'fifteens': 4, 'pairs': 2, 'runs': 0, 'flush': 0, 'nobs': 0}
        """
        points = dict.fromkeys(CATEGORIES.values(), 0)
        for item in self.items:
            points[CATEGORIES[item.kind]] += item.points
        return points


def count_hand(hand: Iterable[Card], starter: Card | None = None, *, crib: bool = False) -> Count:
    """Count a hand or a crib, item by item.

    Items come in the order fifteens, pairs, runs, flush, nobs. Their cards stand in the order
    given, the starter last; those of a run in rank order.

    Args:
        hand: the four cards of the hand or crib.
        starter: the card cut, or None to count the four cards alone.
        crib: count as a crib, where only a flush of five counts.

    Returns:
        The hand, its items and their total in points.

    Raises:
        HandError: there are not four cards, or one is given twice or is no Card.

    >>> from crib_count import read_card, read_cards
    >>> count = count_hand(read_cards("C4 D5 H6 SK"), read_card("CK"))
    >>> for item in count.items:
    ...     print(item.kind, *item.cards, item.points)
    fifteen D5 SK 2
    fifteen D5 CK 2
    fifteen C4 D5 H6 2
    pair SK CK 2
    run C4 D5 H6 3
    >>> count.total
    11
    """
    hand = tuple(hand)
    _check(hand, starter)
    cards = hand if starter is None else (*hand, starter)
    items = (*_rank_items(cards), *_suit_items(hand, starter, crib))
    return Count(hand, starter, crib, items)


def _rank_items(cards: Sequence[Card]) -> Iterable[Item]:
    """Return the items that depend on ranks alone."""
    ranks: dict[int, list[Card]] = {}
    for card in sorted(cards, key=lambda card: card.rank):
        ranks.setdefault(card.rank, []).append(card)
    return chain(_fifteens(cards), _pairs(ranks), _runs(ranks))


def _fifteens(cards: Sequence[Card]) -> Iterable[Item]:
    """Every distinct set of cards whose values add up to 15, two points each."""
    values = [card.value for card in cards]
    for size in range(2, len(cards) + 1):
        worths = map(sum, combinations(values, size))
        for chosen, worth in zip(combinations(cards, size), worths, strict=True):
            if worth == FIFTEEN:
                yield Item("fifteen", chosen, 2)


def _pairs(ranks: dict[int, list[Card]]) -> Iterable[Item]:
    """Cards of one rank, lowest rank first."""
    for cards in ranks.values():
        if len(cards) in PAIRS:
            kind, points = PAIRS[len(cards)]
            yield Item(kind, tuple(cards), points)


def _runs(ranks: dict[int, list[Card]]) -> Iterable[Item]:
    """Each choice of cards for the longest sequence of three ranks or more.

    Five cards hold no second sequence of three.
    """
    longest: list[int] = []
    stretch: list[int] = []
    for rank in ranks:
        stretch = [*stretch, rank] if rank - 1 in ranks else [rank]
        longest = max(longest, stretch, key=len)
    if len(longest) >= 3:
        for chosen in product(*(ranks[rank] for rank in longest)):
            yield Item("run", chosen, len(chosen))


def _suit_items(hand: tuple[Card, ...], starter: Card | None, crib: bool) -> Iterable[Item]:
    """Return the items that depend on suits: flush and nobs."""
    return chain(_flush(hand, starter, crib), _nobs(hand, starter))


def _flush(hand: tuple[Card, ...], starter: Card | None, crib: bool) -> Iterable[Item]:
    """Return the flush: five of a suit, or in a hand the four cards without the starter."""
    suits = {card.suit for card in hand}
    if len(suits) > 1:
        return
    if starter is not None and starter.suit in suits:
        yield Item("flush", (*hand, starter), 5)
    elif not crib:
        yield Item("flush", hand, 4)


def _nobs(hand: tuple[Card, ...], starter: Card | None) -> Iterable[Item]:
    """Return the jack of the starter's suit, one point."""
    for card in hand:
        if starter is not None and card.rank == JACK and card.suit == starter.suit:
            yield Item("nobs", (card,), 1)


def _check(hand: tuple[Card, ...], starter: Card | None) -> None:
    """Refuse what is no hand."""
    cards = hand if starter is None else (*hand, starter)
    if not all(isinstance(card, Card) for card in cards):
        raise HandError("cards are expected, as read_cards makes them of text")
    if len(hand) != HAND_SIZE:
        raise HandError(f"a hand has four cards, not {len(hand)}")
    places: dict[Card, str] = {}
    for number, card in enumerate(cards, start=1):
        place = f"card {number} of the hand" if number <= HAND_SIZE else "the starter"
        if card in places:
            raise HandError(f"{card} is given twice: {places[card]} and {place}")
        places[card] = place


# The total alone, from two tables that the rules above fill, each entry when it is first asked
# for. A card is a number, so that adding up cards adds up what the tables need to know:
#
#   bits  0-38   how many cards of each rank, three bits a rank
#   bits 39-50   how many hand cards of each suit, three bits a suit
#   bits 51-54   the jacks in the hand, a bit a suit
#   bits 55-58   the suit of the starter, a bit a suit
#   bit  59      a crib
#   bits 60-111  the cards, a bit each: fewer bits than cards show that one is there twice
_SUITS_FROM = 39
_JACKS_FROM = 51
_STARTER_FROM = 55
CRIB_CODE = 1 << 59
CARDS_FROM = 60
RANK_BITS = (1 << _SUITS_FROM) - 1
SUIT_BITS = (1 << CARDS_FROM) - 1 - RANK_BITS
# Most hands have neither four cards of a suit nor a jack: then their suits score nothing.
SUITS_MATTER = (0b1111 << _JACKS_FROM) + sum(4 << _SUITS_FROM + 3 * suit for suit in range(4))


def _code(card: Card) -> int:
    """Return what a card adds wherever it lies: its rank and itself."""
    suit = SUITS.index(card.suit)
    return (1 << 3 * (card.rank - 1)) + (1 << CARDS_FROM + 13 * suit + card.rank - 1)


def _hand_code(card: Card) -> int:
    suit = SUITS.index(card.suit)
    jack = (card.rank == JACK) << _JACKS_FROM + suit
    return _code(card) + (1 << _SUITS_FROM + 3 * suit) + jack


def _starter_code(card: Card) -> int:
    return _code(card) + (1 << _STARTER_FROM + SUITS.index(card.suit))


HAND_CODES = {card: _hand_code(card) for card in DECK}
STARTER_CODES = {card: _starter_code(card) for card in DECK}


_BY_RANK = [[card for card in DECK if card.rank == rank] for rank in range(1, len(RANKS) + 1)]


class _RankPoints(dict[int, int]):
    """Points of fifteens, pairs and runs, by `RANK_BITS`."""

    def __missing__(self, bits: int) -> int:
        cards = [
            card
            for rank, cards_of_rank in enumerate(_BY_RANK)
            for card in cards_of_rank[: bits >> 3 * rank & 7]
        ]
        points = self[bits] = sum(item.points for item in _rank_items(cards))
        return points


class _SuitPoints(dict[int, int]):
    """Points of flush and nobs, by `SUIT_BITS`."""

    def __missing__(self, bits: int) -> int:
        hand: list[Card] = []
        starter = None
        for place, suit in enumerate(SUITS):
            jacks = bits >> _JACKS_FROM + place & 1
            others = (bits >> _SUITS_FROM + 3 * place & 7) - jacks
            hand += [Card(JACK, suit)] * jacks + [Card(rank, suit) for rank in range(1, others + 1)]
            if bits >> _STARTER_FROM + place & 1:
                starter = Card(13, suit)
        items = _suit_items(tuple(hand), starter, bool(bits & CRIB_CODE))
        points = self[bits] = sum(item.points for item in items)
        return points


RANK_POINTS = _RankPoints()
SUIT_POINTS = _SuitPoints()


def score_hand(hand: Iterable[Card], starter: Card | None = None, *, crib: bool = False) -> int:
    """Return the total of a hand or a crib, many times faster than counting its items.

    Args:
        hand: the four cards of the hand or crib.
        starter: the card cut, or None to count the four cards alone.
        crib: count as a crib, where only a flush of five counts.

    Returns:
        The total of `count_hand`, in points.

    Raises:
        HandError: there are not four cards, or one is given twice or is no Card.

    >>> from crib_count import read_card, read_cards
    >>> score_hand(read_cards("H5 S5 C5 DJ"), read_card("D5"))
    29
    """
    hand = tuple(hand)
    code = CRIB_CODE if crib else 0
    try:
        code += sum([HAND_CODES[card] for card in hand])
        if starter is not None:
            code += STARTER_CODES[starter]
    except KeyError:
        _check(hand, starter)
    cards = HAND_SIZE + (starter is not None)
    if len(hand) != HAND_SIZE or (code >> CARDS_FROM).bit_count() != cards:
        _check(hand, starter)
    points = RANK_POINTS[code & RANK_BITS]
    return points + SUIT_POINTS[code & SUIT_BITS] if code & SUITS_MATTER else points

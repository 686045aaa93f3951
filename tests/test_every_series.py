"""The proof: every series of up to six cards pegs what a plain reading of the rule says.

The series are all sequences of ranks whose count stays within 31 and of which one deck can hold
the cards, which is at most four of a rank. No rule of the play tells one suit from another, so
it is enough to lay the cards of a rank in one order of suits.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import factorial, prod

from crib_count import Card
from crib_count.pegging import _items, score_play
from tests.pegging_account import VALUES, names_of, points_for

LONGEST = 6
HOW_MANY = {1: 13, 2: 169, 3: 2_197, 4: 22_603, 5: 157_605, 6: 786_550}


def every_series(longest: int, series: tuple[Card, ...] = ()) -> Iterator[tuple[Card, ...]]:
    """Yield every series that begins with some cards, each after the one that it prolongs."""
    if series:
        yield series
    if len(series) == longest:
        return
    ranks = [card.rank for card in series]
    count = sum(VALUES[rank] for rank in ranks)
    for rank, value in VALUES.items():
        if count + value <= 31 and ranks.count(rank) < 4:
            yield from every_series(longest, (*series, Card(rank, "HSDC"[ranks.count(rank)])))


def orders(ranks: tuple[int, ...]) -> int:
    """Return in how many orders some ranks can be laid."""
    return factorial(len(ranks)) // prod(factorial(n) for n in Counter(ranks).values())


def test_how_many_series_there_are() -> None:
    """They are counted without laying them: the orders of each choice of ranks."""
    for size, expected in HOW_MANY.items():
        assert expected == sum(
            orders(ranks)
            for ranks in combinations_with_replacement(VALUES, size)
            if sum(VALUES[rank] for rank in ranks) <= 31 and max(Counter(ranks).values()) <= 4
        )


Items = list[tuple[str, tuple[Card, ...], int]]


def test_every_series() -> None:
    wrong = []
    laid: Counter[int] = Counter()
    for series in every_series(LONGEST):
        laid[len(series)] += 1
        items: Items = list(_items(series))
        if items != points_for(series):
            wrong.append(series)
    assert wrong == []
    assert laid == HOW_MANY


def test_every_short_series_at_the_table() -> None:
    """Four players lay a card each, so a series of up to four is the beginning of a deal."""
    wrong = []
    for series in every_series(4):
        items: Items = list(score_play(series, names_of(4)).plays[-1].items)
        if items != points_for(series):
            wrong.append(series)
    assert wrong == []

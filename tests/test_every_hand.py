"""The proof: every hand there is, counted, is worth what the published distribution says.

Suits are interchangeable: no rule tells one suit from another, it only asks whether suits are
equal. So if the four suits are renamed in a hand and in its starter alike, every fifteen, pair,
run, flush and nobs stays, and so does the total. Renaming is a bijection: it takes the 48 starters
of one hand to the 48 starters of the renamed hand. Therefore all hands that differ only by such
a renaming (a class) have the same 48 totals, and it is exact, not a sample, to count one of them
with each of its 48 starters and to take each total as many times as the class has hands (its
weight). The 270,725 hands of four cards fall into 16,432 classes; 270,725 x 48 is 12,994,800.
"""

import random
from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from crib_count import DECK, Card, count_hand, score_hand
from tests.helpers import distribution, plain_score

SUITS = "HSDC"
_Ranks = tuple[int, ...]


def _class_of(hand: tuple[Card, ...]) -> tuple[_Ranks, ...]:
    """Return the ranks in each suit, in an order that does not depend on the suits' names."""
    ranks: dict[str, list[int]] = {suit: [] for suit in SUITS}
    for card in hand:
        ranks[card.suit].append(card.rank)
    return tuple(sorted(map(tuple, ranks.values())))


@cache
def classes() -> list[tuple[tuple[Card, ...], int]]:
    """Return one hand of each class with the number of hands in its class."""
    weights = Counter(map(_class_of, combinations(DECK, 4)))
    return [
        (
            tuple(
                Card(rank, suit) for suit, ranks in zip(SUITS, kind, strict=True) for rank in ranks
            ),
            n,
        )
        for kind, n in weights.items()
    ]


def test_classes_and_weights() -> None:
    assert len(classes()) == 16_432
    assert sum(weight for _, weight in classes()) == 270_725
    assert 48 * sum(weight for _, weight in classes()) == 12_994_800
    assert {len(set(hand)) for hand, _ in classes()} == {4}


@pytest.mark.parametrize("crib", [False, True], ids=["hands", "cribs"])
def test_every_hand_with_every_starter(crib: bool) -> None:
    found: Counter[int] = Counter()
    different = []
    for hand, weight in classes():
        for starter in DECK:
            if starter in hand:
                continue
            total = count_hand(hand, starter, crib=crib).total
            found[total] += weight
            if score_hand(hand, starter, crib=crib) != total:
                different.append((hand, starter))
    assert different == []
    assert dict(found) == distribution()[crib]
    assert found.total() == 12_994_800
    assert not {19, 25, 26, 27} & found.keys()
    assert max(found) == 29


@pytest.mark.parametrize("crib", [False, True], ids=["hands", "cribs"])
def test_every_hand_before_the_cut(crib: bool) -> None:
    wrong = [
        hand
        for hand, _ in classes()
        if not (
            count_hand(hand, crib=crib).total
            == score_hand(hand, crib=crib)
            == plain_score(hand, None, crib)
        )
    ]
    assert wrong == []


def test_a_sample_against_a_plain_scorer() -> None:
    luck = random.Random(121)
    for _ in range(20_000):
        *hand, starter = luck.sample(DECK, 5)
        crib = luck.random() < 0.5
        total = plain_score(tuple(hand), starter, crib)
        assert count_hand(hand, starter, crib=crib).total == total, (hand, starter, crib)
        assert score_hand(hand, starter, crib=crib) == total, (hand, starter, crib)


def test_the_plain_scorer_knows_the_best_hand() -> None:
    hand = (Card(5, "H"), Card(5, "S"), Card(5, "C"), Card(11, "D"))
    assert plain_score(hand, Card(5, "D"), crib=False) == 29
    assert distribution()[False][29] == distribution()[True][29] == 4

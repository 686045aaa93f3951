"""The show: the table of cases, item by item and as a total, and what is no hand."""

import pytest

from crib_count import (
    DECK,
    Count,
    CribbageError,
    HandError,
    Item,
    count_hand,
    read_card,
    read_cards,
    score_hand,
)
from tests.helpers import CASE_IDS, CASES, Case, ExpectedItem

BY_CATEGORY = {
    "fifteen": "fifteens",
    "pair": "pairs",
    "pair royal": "pairs",
    "double pair royal": "pairs",
    "run": "runs",
    "flush": "flush",
    "nobs": "nobs",
}


@pytest.mark.parametrize("case", CASES, ids=CASE_IDS)
def test_items_of_the_table(case: Case) -> None:
    items = [
        ExpectedItem(item.kind, " ".join(map(str, item.cards)), item.points)
        for item in case.counted().items
    ]
    assert items == list(case.items)


@pytest.mark.parametrize("case", CASES, ids=CASE_IDS)
def test_totals_of_the_table(case: Case) -> None:
    hand = read_cards(case.hand)
    assert case.counted().total == case.total
    assert score_hand(hand, case.cut(), crib=case.crib) == case.total
    assert score_hand(iter(hand), case.cut(), crib=case.crib) == case.total
    assert sum(item.points for item in case.items) == case.total, "the table itself"


@pytest.mark.parametrize("case", CASES, ids=CASE_IDS)
def test_summary_of_the_table(case: Case) -> None:
    points = dict.fromkeys(["fifteens", "pairs", "runs", "flush", "nobs"], 0)
    for item in case.items:
        points[BY_CATEGORY[item.kind]] += item.points
    assert list(case.counted().by_category().items()) == list(points.items())


def test_the_result_tells_what_was_counted() -> None:
    hand, starter = read_cards("H5 S5 C5 DJ"), read_card("D5")
    count = count_hand(iter(hand), starter, crib=True)
    assert (count.hand, count.starter, count.crib, count.total) == (hand, starter, True, 29)
    assert count_hand(hand).starter is None
    assert count_hand(hand).crib is False
    assert count == count_hand(list(hand), starter, crib=True)
    assert len({count, count_hand(hand, starter, crib=True)}) == 1


def test_the_result_refuses_assignment() -> None:
    count = count_hand(read_cards("H5 S5 C5 DJ"))
    for name in Count._fields:
        with pytest.raises(AttributeError):
            setattr(count, name, None)
    with pytest.raises(AttributeError):
        count.total = 30  # type: ignore[misc]
    for name in Item._fields:
        with pytest.raises(AttributeError):
            setattr(count.items[0], name, None)
    assert isinstance(count.items, tuple)
    assert all(isinstance(item.cards, tuple) for item in count.items)


def test_the_crib_flag_is_named() -> None:
    hand, starter = read_cards("H5 S5 C5 DJ"), read_card("D5")
    for function in (count_hand, score_hand):
        with pytest.raises(TypeError):
            function(hand, starter, True)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("hand", "starter", "message"),
    [
        ("", "", "a hand has four cards, not 0"),
        ("H5", "", "a hand has four cards, not 1"),
        ("H5 S5 C5", "", "a hand has four cards, not 3"),
        ("H5 S5 C5", "D5", "a hand has four cards, not 3"),
        ("H5 S5 C5 DJ D5", "", "a hand has four cards, not 5"),
        ("H5 S5 C5 DJ D5", "HA", "a hand has four cards, not 5"),
        ("H5 S5 C5 DJ D5 HA", "", "a hand has four cards, not 6"),
        ("H5 H5 C5", "", "a hand has four cards, not 3"),
        ("H5 H5 C5 DJ", "", "H5 is given twice: card 1 of the hand and card 2 of the hand"),
        ("H5 C5 DJ DJ", "D5", "DJ is given twice: card 3 of the hand and card 4 of the hand"),
        ("DJ H5 C5 DJ", "D5", "DJ is given twice: card 1 of the hand and card 4 of the hand"),
        ("H5 S5 C5 DJ", "H5", "H5 is given twice: card 1 of the hand and the starter"),
        ("H5 S5 C5 DJ", "DJ", "DJ is given twice: card 4 of the hand and the starter"),
        ("CJ CJ CJ CJ", "CJ", "CJ is given twice: card 1 of the hand and card 2 of the hand"),
        ("HK SK HK SK", "", "HK is given twice: card 1 of the hand and card 3 of the hand"),
    ],
)
@pytest.mark.parametrize("crib", [False, True], ids=["hand", "crib"])
@pytest.mark.parametrize("function", [count_hand, score_hand], ids=["count", "score"])
def test_what_is_no_hand(
    function: object, crib: bool, hand: str, starter: str, message: str
) -> None:
    assert callable(function)
    cut = read_card(starter) if starter else None
    with pytest.raises(HandError) as caught:
        function(read_cards(hand), cut, crib=crib)
    assert str(caught.value) == message
    assert isinstance(caught.value, CribbageError)


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_given_twice_is_found_in_every_place(card: object) -> None:
    others = [other for other in DECK if other != card]
    for first in range(5):
        for second in range(first + 1, 5):
            cards = others[first : first + 5]
            cards[first] = cards[second] = card  # type: ignore[call-overload]
            for function in (count_hand, score_hand):
                with pytest.raises(HandError, match=f"^{card} is given twice: "):
                    function(cards[:4], cards[4])

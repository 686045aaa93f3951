"""The proof: thousands of deals, played and pegged by other means, are scored alike.

A random player plays each deal by the rules and keeps its own account. The scorer is given the
cards and goes alone, once for each way in which people write the goes down.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import groupby
from typing import NamedTuple

import pytest

from crib_count import Card
from crib_count.pegging import Pegging, score_play
from tests.pegging_account import Laid, Points, Series, names_of, random_deal

DEALS = 2000
DEALS_CUT_SHORT = 200
SEATS = [2, 3, 4]


@cache
def deals(players: int) -> list[list[Series]]:
    luck = random.Random(f"{players} play")
    return [random_deal(luck, players) for _ in range(DEALS)]


class Written(NamedTuple):
    """Where a series stands in a record: its first card, its last, and what shows its end.

    The end shows at the last card, at the last go, or only at the card that opens the next.
    """

    first: int
    last: int
    end: int


class Record(NamedTuple):
    """A deal as it is written down: the cards and goes, what they peg, and the series."""

    laid: list[Laid]
    items: list[list[Points]]
    series: list[Written]

    def plays(self) -> list[Card | None]:
        return [laid.card for laid in self.laid]

    def points_after(self, length: int) -> list[list[Points]]:
        """Return what is pegged by so many cards and goes: nothing for a series still open."""
        items = list(self.items[:length])
        for series in self.series:
            if series.last < length <= series.end:
                items[series.last] = [made for made in items[series.last] if made.kind != "go"]
        return items

    def open_after(self, length: int) -> int | None:
        """Return the count after so many cards and goes if the series is still open."""
        begun = [series for series in self.series if series.first < length]
        return self.laid[length - 1].running if begun and begun[-1].end >= length else None


def written(deal: list[Series], kept: Callable[[int], int]) -> Record:
    """Write a deal down.

    A go is needed where another player lays a card after it in the same series: without it
    that card would be taken for the card of the one who passed. The goes after the last card
    of a series are not: the next card, whosever it is, does not fit, as all have passed.

    Args:
        deal: the series of the deal.
        kept: how many to write of so many goes that are not needed, the first of them.
    """
    record = Record([], [], [])
    for series in deal:
        goes = len(series.laid) - series.last - 1
        kept_goes = kept(goes)
        assert 0 <= kept_goes <= goes
        first = len(record.laid)
        last = first + series.last
        # Where a go is missing, only the next card shows that the series is over.
        end = last + kept_goes + (kept_goes < goes)
        record.series.append(Written(first, last, end))
        length = series.last + 1 + kept_goes
        record.laid.extend(series.laid[:length])
        record.items.extend(series.items[:length])
    return record


def with_goes_needed(deal: list[Series]) -> Record:
    return written(deal, lambda goes: 0)


def with_every_go(deal: list[Series]) -> Record:
    return written(deal, lambda goes: goes)


def with_some_goes(deal: list[Series]) -> Record:
    luck = random.Random(str(deal[0].laid))
    return written(deal, lambda goes: luck.randint(0, goes))


WAYS = [with_goes_needed, with_every_go, with_some_goes]


def pegged(scored: Pegging) -> list[list[Points]]:
    return [[Points(*item) for item in play.items] for play in scored.plays]


def totals_of(laid: list[Laid], items: list[list[Points]], players: int) -> tuple[int, ...]:
    totals = [0] * players
    for play, made in zip(laid, items, strict=True):
        totals[play.player] += sum(item.points for item in made)
    return tuple(totals)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("players", SEATS)
def test_every_deal(players: int, way: Callable[[list[Series]], Record]) -> None:
    for deal in deals(players):
        record = way(deal)
        scored = score_play(record.plays(), names_of(players))
        assert [Laid(play.player, play.card, play.count) for play in scored.plays] == record.laid
        assert pegged(scored) == record.items
        assert scored.totals == totals_of(record.laid, record.items, players)
        assert scored.open is None


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("players", SEATS)
def test_every_deal_cut_short(players: int, way: Callable[[list[Series]], Record]) -> None:
    for deal in deals(players)[:DEALS_CUT_SHORT]:
        record = way(deal)
        plays = record.plays()
        for length in range(len(plays)):
            scored = score_play(plays[:length], names_of(players))
            laid, items = record.laid[:length], record.points_after(length)
            assert [Laid(play.player, play.card, play.count) for play in scored.plays] == laid
            assert pegged(scored) == items
            assert scored.totals == totals_of(laid, items, players)
            assert scored.open == record.open_after(length), plays[:length]


# The goes of two players, said at every turn.


class Repeated(NamedTuple):
    """A card or a go of a record that repeats its goes, with what it pegs.

    `player` is None for the goes behind the last card of a series. They end it in whatever
    order they are said, and who said which is not in the record.
    """

    player: int | None
    card: Card | None
    running: int
    items: list[Points]


def with_goes_repeated(deal: list[Series], luck: random.Random) -> list[Repeated]:
    """Write a deal of two players down with a go at every turn of one who has passed."""
    record = []
    for series in deal:
        passed = None
        for place, (laid, items) in enumerate(zip(series.laid, series.items, strict=True)):
            after_last = place > series.last
            record.append(
                Repeated(None if after_last else laid.player, laid.card, laid.running, items)
            )
            if laid.card is None:
                passed = laid.player
            ended = laid.running == 31 or any(item.kind == "last card" for item in items)
            if passed is not None and not ended:
                again = Repeated(None if place >= series.last else passed, None, laid.running, [])
                record += [again] * luck.choice([0, 1, 2] if laid.card is None else [1, 1, 2])
    return record


def test_every_deal_with_goes_repeated() -> None:
    luck = random.Random("go, go, go")
    repeated = 0
    for deal in deals(2):
        record = with_goes_repeated(deal, luck)
        scored = score_play([play.card for play in record])
        found = [
            Repeated(play.player if wanted.player is not None else None, *play[1:3], items)
            for play, items, wanted in zip(scored.plays, pegged(scored), record, strict=True)
        ]
        assert found == record
        assert scored.totals == score_play(with_every_go(deal).plays()).totals
        assert scored.open is None
        repeated += len(record) - sum(len(series.laid) for series in deal)
    assert repeated > DEALS


def test_deals_with_goes_repeated_cut_short() -> None:
    """A record that stops at a card leaves no doubt whose the goes before it are."""
    luck = random.Random("go and stop")
    for deal in deals(2)[:DEALS_CUT_SHORT]:
        record = with_goes_repeated(deal, luck)
        once = with_every_go(deal)
        plays, plays_once = [play.card for play in record], once.plays()
        for card in filter(None, plays_once):
            short = score_play(plays[: plays.index(card) + 1])
            length = plays_once.index(card) + 1
            items = once.points_after(length)
            assert [made for made in pegged(short) if made] == [made for made in items if made]
            assert short.totals == totals_of(once.laid[:length], items, 2)
            assert short.open == once.open_after(length)


# The deals hold what they are to prove.


@pytest.mark.parametrize("players", SEATS)
def test_every_kind_of_item_is_among_them(players: int) -> None:
    kinds = Counter(
        item.kind
        for deal in deals(players)
        for series in deal
        for made in series.items
        for item in made
    )
    assert set(kinds) == {
        *("fifteen", "thirty-one", "pair", "pair royal", "double pair royal", "run"),
        *("go", "last card"),
    }
    assert min(kinds.values()) >= 20


@pytest.mark.parametrize("players", SEATS)
def test_long_runs_and_series_are_among_them(players: int) -> None:
    every_series = [series for deal in deals(players) for series in deal]
    items = [item for series in every_series for made in series.items for item in made]
    assert max(item.points for item in items if item.kind == "run") >= 6
    assert max(sum(1 for laid in series.laid if laid.card) for series in every_series) >= 8


def cards_in_a_row(series: Series) -> int:
    """Return how many cards one player laid running after the others' goes."""
    seats = [laid.player for laid in series.laid if laid.card]
    return max(len(list(same)) for _, same in groupby(seats))


@pytest.mark.parametrize("players", SEATS)
def test_goes_of_every_sort_are_among_them(players: int) -> None:
    every_series = [series for deal in deals(players) for series in deal]
    needed = [
        {laid.player for laid in series.laid[: series.last] if laid.card is None}
        for series in every_series
    ]
    for passed in range(players):
        assert sum(len(seats) == passed for seats in needed) >= 20
    assert max(map(cards_in_a_row, every_series)) >= 3
    ends = Counter(series.laid[-1].card is None for series in every_series)
    assert min(ends.values()) >= 20
    leaders = {series.laid[0].player for series in every_series}
    assert leaders == set(range(players))

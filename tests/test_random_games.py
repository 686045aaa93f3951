"""The proof: thousands of games, played and counted by other means, are refereed alike.

A random player plays each game by the rules and keeps its own account. The referee is given the
record alone, in each of the ways in which people write one down.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

import pytest

from crib_count import DECK, Card
from crib_count.game import Game, referee
from crib_count.record import read_record
from tests.game_account import NAMES, Account, Dealt, House, Noted, Said
from tests.helpers import SPELLINGS

GAMES = 800
SEATS = [2, 3, 4]
PART_OF_THE_GAMES = slice(0, GAMES, 3)

WAYS_TO_WRITE: dict[Card, list[str]] = {card: [] for card in DECK}
for spelling, meant in SPELLINGS.items():
    WAYS_TO_WRITE[meant].append(spelling)


@cache
def games(seats: int) -> list[Account]:
    """Return games of so many players: whole ones, and short ones from scores near the end."""
    luck = random.Random(f"{seats} players")
    return [Account(random_house(luck, seats), luck) for _ in range(GAMES)]


def random_house(luck: random.Random, seats: int) -> House:
    house = House(NAMES[seats], luck.randrange(seats), 121, {}, luck.random() < 0.7)
    if luck.random() < 0.3:
        return house
    target = luck.choice([121, 121, 61, 31, 20, 181])
    ahead = luck.choice([range(target), range(target * 3 // 4, target)])
    # Who is not in the table of scores starts from 0.
    start = {side: luck.choice(ahead) for side in house.sides() if luck.random() < 0.8}
    return house._replace(target=target, start=start)


# Writing a game down.

Written = Callable[[Iterable[Card | None]], str]
"""A way to write cards and goes as a value of TOML."""


def plainly(plays: Iterable[Card | None]) -> str:
    return quoted(" ".join("go" if card is None else str(card) for card in plays))


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def anyhow(luck: random.Random, plays: Iterable[Card | None]) -> str:
    """Write each card in any notation, as text with anything in between or as a list of texts."""
    words = [
        luck.choice(["go", "Go", "GO"]) if card is None else luck.choice(WAYS_TO_WRITE[card])
        for card in plays
    ]
    if luck.random() < 0.4:
        return f"[{', '.join(map(quoted, words))}]"
    return quoted("".join(word + luck.choice([" ", ", ", ";", "  "]) for word in words))


def top(house: House, written: Written = plainly) -> list[str]:
    """Return what stands above the deals, without what goes without saying."""
    lines = [f"players = {json.dumps(house.players)}"]
    luck = random.Random(str(house))
    if luck.random() < 0.5:
        lines.append(f"dealer = {quoted(house.players[house.dealer])}")
    else:
        cuts = cuts_for(house, luck)
        lines.append(f"cut = {table({name: written(cards) for name, cards in cuts.items()})}")
    if house.target != 121:
        lines.append(f"target = {house.target}")
    if house.start:
        lines.append(f"start = {table({side: str(n) for side, n in house.start.items()})}")
    if not house.win_on_go:
        lines.append("win_on_go = false")
    return lines


def table(values: Mapping[str, str]) -> str:
    return f"{{ {', '.join(f'{quoted(key)} = {value}' for key, value in values.items())} }}"


FEW_RANKS = [card for card in DECK if card.rank <= 5]


def cuts_for(house: House, luck: random.Random) -> dict[str, list[Card]]:
    """Return cuts by which the dealer deals, after ties or at once."""
    while True:
        cuts: dict[str, list[Card]] = {name: [] for name in house.players}
        left = list(house.players)
        while len(left) > 1:
            for name, card in zip(
                left, luck.sample(DECK[:5] + DECK[13:18], len(left)), strict=True
            ):
                cuts[name].append(card)
            lowest = min(cuts[name][-1].rank for name in left)
            left = [name for name in left if cuts[name][-1].rank == lowest]
        if left == [house.players[house.dealer]]:
            return cuts


def deal_of(
    deal: Dealt,
    written: Written = plainly,
    *,
    said: Sequence[Said] | None = None,
    goes: bool = False,
    hands: int | None = None,
    crib: bool = True,
) -> list[str]:
    """Return the lines of a deal; `said` and `hands` are how much of it is written."""
    said = deal.said if said is None else said
    plays = [play.card for play in said if play.card or goes]
    lines = ["[[deals]]", f"starter = {written([deal.starter])}"]
    if plays:
        lines.append(f"play = {written(plays)}")
    if crib:
        lines.append(f"crib = {written(deal.crib)}")
    shown = list(zip(deal.order, deal.hands, strict=True))[:hands]
    if shown:
        lines.append("[deals.hands]")
    return lines + [f"{player} = {written(hand)}" for player, hand in shown]


def text_of(lines: Iterable[Iterable[str]]) -> bytes:
    return "\n".join(line for block in lines for line in block).encode()


def without_goes(game: Account) -> bytes:
    return text_of([top(game.house), *map(deal_of, game.deals)])


def with_every_go(game: Account) -> bytes:
    return text_of([top(game.house), *(deal_of(deal, goes=True) for deal in game.deals)])


def with_goes_repeated(game: Account) -> bytes:
    """Write a go at every turn of one who has passed, where two play and it can only be his."""
    deals = [deal_of(deal, said=repeated(deal), goes=True) for deal in game.deals]
    return text_of([top(game.house), *deals])


def repeated(deal: Dealt) -> list[Said]:
    said: list[Said] = []
    passed = False
    for play in deal.said:
        said.append(play)
        new_series = play.running <= 10  # whoever passed did so above 21
        passed = play.card is None or (passed and not new_series)
        over = play is deal.said[-1]
        if passed and play.card and play.running < 31 and not over:
            said.append(play._replace(card=None))
    return said


def in_any_notation(game: Account) -> bytes:
    written = partial(anyhow, random.Random(str(game.events)))
    return text_of([top(game.house, written), *(deal_of(deal, written) for deal in game.deals)])


def as_far_as_it_went(game: Account) -> bytes:
    """Leave out of the last deal what was never reached, so that goes have to be written."""
    *deals, last = game.deals
    reached = deal_of(
        last,
        said=last.said[: game.said_at_win],
        goes=True,
        hands=game.shown_at_win,
        crib=game.shown_at_win > len(last.hands),
    )
    return text_of([top(game.house), *map(deal_of, deals), reached])


WAYS = [without_goes, with_every_go, in_any_notation, as_far_as_it_went]


# Refereeing it.


def events_of(told: Game) -> list[Noted]:
    return [Noted(*event) for event in told.events]


def assert_refereed(told: Game, game: Account, text: bytes) -> None:
    """Compare what the referee says with the account of the game."""
    record = text.decode()
    assert events_of(told) == game.events, record
    assert told.scores == game.scores, record
    assert told.winner == game.winner, record
    assert told.skunks == game.skunks(), record
    assert told.games == game.games(), record
    assert told.margin == game.house.target - max(game.scores[loser] for loser in told.skunks)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seats", SEATS)
def test_every_game(seats: int, way: Callable[[Account], bytes]) -> None:
    for game in games(seats) if way is without_goes else games(seats)[PART_OF_THE_GAMES]:
        text = way(game)
        assert_refereed(referee(read_record(text)), game, text)


def test_games_of_two_with_goes_repeated() -> None:
    for game in games(2)[PART_OF_THE_GAMES]:
        text = with_goes_repeated(game)
        assert_refereed(referee(read_record(text)), game, text)


class Stop(NamedTuple):
    """A place in the middle of the play of a deal, before the card or go at a position."""

    deal: int
    position: int


def any_stop(game: Account, luck: random.Random) -> Stop:
    """Choose a place before a card, so that the goes before it have all been said."""
    deal = luck.randrange(len(game.deals))
    said = game.deals[deal].said
    return Stop(deal, luck.choice([place for place, play in enumerate(said) if play.card]))


def cut_off(game: Account, stop: Stop, *, goes: bool, hands: int | None) -> bytes:
    deal = game.deals[stop.deal]
    last = deal_of(deal, said=deal.said[: stop.position], goes=goes, hands=hands, crib=goes)
    return text_of([top(game.house), *map(deal_of, game.deals[: stop.deal]), last])


def standing(house: House, events: Sequence[Noted]) -> dict[str, int]:
    scores = {side: house.start.get(side, 0) for side in house.sides()}
    return scores | {house.side(event.player): event.score for event in events}


@pytest.mark.parametrize(
    ("goes", "hands"),
    [(False, None), (True, None), (True, 1), (True, 0)],
    ids=["the hands tell the goes", "goes and hands", "one hand", "no hands"],
)
@pytest.mark.parametrize("seats", SEATS)
def test_games_cut_off_in_the_middle_of_the_play(seats: int, goes: bool, hands: int | None) -> None:
    luck = random.Random(f"{seats} stop")
    for game in games(seats)[PART_OF_THE_GAMES]:
        stop = any_stop(game, luck)
        text = cut_off(game, stop, goes=goes, hands=hands)
        told = referee(read_record(text))
        events = game.events[: game.deals[stop.deal].said[stop.position].noted]
        assert events_of(told) == events, text.decode()
        if len(events) == len(game.events):
            assert_refereed(told, game, text)
        else:
            assert told.scores == standing(game.house, events)
            assert (told.winner, told.skunks, told.games, told.margin) == (None, {}, None, None)


# The games hold what they are to prove.


def end_of(game: Account) -> str:
    """Return what won a game, and for a hand whose it was."""
    last = game.events[-1]
    if last.event != "hand":
        return last.event
    dealer = game.deals[-1].order[-1]
    return "dealer's hand" if last.player == dealer else "hand of another"


@pytest.mark.parametrize("seats", SEATS)
def test_games_end_in_every_way(seats: int) -> None:
    ends = Counter(map(end_of, games(seats)))
    for end in [
        *("heels", "fifteen", "thirty-one", "pair", "pair royal", "run", "go", "last card"),
        *("hand of another", "dealer's hand", "crib"),
    ]:
        assert ends[end] >= 2, end


@pytest.mark.parametrize("seats", SEATS)
def test_games_are_lost_in_every_way(seats: int) -> None:
    lost = Counter(skunk for game in games(seats) for skunk in game.skunks().values())
    whole = Counter(
        skunk for game in games(seats) if not game.house.start for skunk in game.skunks().values()
    )
    assert min(lost[None], lost["skunk"], lost["double skunk"]) >= 10
    assert min(whole[None], whole["skunk"]) >= 1
    assert {game.games() for game in games(seats)} == {1, 2, 3}


def test_three_players_lose_in_different_ways() -> None:
    assert any(len(set(game.skunks().values())) == 2 for game in games(3))


@pytest.mark.parametrize("seats", SEATS)
def test_games_are_of_every_length_and_rule(seats: int) -> None:
    deals = Counter(len(game.deals) for game in games(seats))
    assert deals[1] >= 50
    assert max(deals) > 2 * seats
    assert {game.winner for game in games(seats)} == set(games(seats)[0].house.sides())
    assert {game.house.dealer for game in games(seats)} == set(range(seats))
    refused = [event for game in games(seats) for event in game.events if event.points == 0]
    assert {"go", "last card", "hand", "crib"} <= {event.event for event in refused}


@pytest.mark.parametrize("seats", SEATS)
def test_every_kind_of_event_is_among_them(seats: int) -> None:
    kinds = Counter(event.event for game in games(seats) for event in game.events)
    assert set(kinds) == {
        *("heels", "fifteen", "thirty-one", "pair", "pair royal", "double pair royal", "run"),
        *("go", "last card", "hand", "crib"),
    }

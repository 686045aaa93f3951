"""What the tests of the play share: the tables of cases, and an account kept by other means.

The account is the play as the rules tell it, by players who see their cards. It shares nothing
with the package but the cards' ranks and suits: whose turn it is, the count, who has passed and
what each card pegs are worked out anew.
"""

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from crib_count import Card, read_card
from tests.helpers import DATA

VALUES = {**{rank: rank for rank in range(1, 11)}, 11: 10, 12: 10, 13: 10}
NAMED_COUNTS = {15: "fifteen", 31: "thirty-one"}
PAIR_POINTS = {4: ("double pair royal", 12), 3: ("pair royal", 6), 2: ("pair", 2)}


class PegCase(NamedTuple):
    """A sequence with the points of each player; `catches` is the fault that it shows."""

    players: int
    plays: str
    totals: tuple[int, ...]
    catches: str


def plays_of(text: str) -> list[Card | None]:
    """Return cards and goes from their text."""
    return [None if word == "go" else read_card(word) for word in text.split()]


def names_of(players: int) -> list[str]:
    """Return the names that the command gives so many players."""
    others = ["pone"] if players == 2 else [f"player {seat}" for seat in range(1, players)]
    return [*others, "dealer"]


def _peg_cases(name: str) -> list[PegCase]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines[1:]]
    return [
        PegCase(int(players), plays, tuple(map(int, totals.split())), catches)
        for players, plays, totals, _working, catches in rows
    ]


PEG_CASES = [*_peg_cases("peg_cases.tsv"), *_peg_cases("more_peg_cases.tsv")]
PEG_CASE_IDS = [f"{case.plays}: {case.catches}" for case in PEG_CASES]


class Points(NamedTuple):
    """What a card pegs: the kind, the cards that make it, the points."""

    kind: str
    cards: tuple[Card, ...]
    points: int


class Laid(NamedTuple):
    """A card laid, or with `card` None a go said, and the running count after it."""

    player: int
    card: Card | None
    running: int


class Series(NamedTuple):
    """A series from its first card to the last go.

    `items` are what each card pegs, go or last card too. `last` is the place of the last card,
    behind which there are only goes, and none if nobody was left who could have said one.
    """

    laid: list[Laid]
    items: list[list[Points]]
    last: int


def points_for(series: Sequence[Card]) -> list[Points]:
    """Return what the last card of a series pegs when it falls, by trying every tail."""
    cards = tuple(series)
    ranks = [card.rank for card in cards]
    count = sum(VALUES[rank] for rank in ranks)
    found = [Points(NAMED_COUNTS[count], cards, 2)] if count in NAMED_COUNTS else []
    for size, (kind, points) in PAIR_POINTS.items():
        if ranks[-size:] == [ranks[-1]] * size:
            found.append(Points(kind, cards[-size:], points))
            break
    for size in range(len(ranks), 2, -1):
        tail = sorted(ranks[-size:])
        if tail == list(range(tail[0], tail[0] + size)):
            found.append(Points("run", cards[-size:], size))
            break
    return found


Choice = Callable[[Sequence[Card], Sequence[Card]], Card]
"""A way to choose: from the cards that fit, given the series on the table."""


def play_deal(hands: Sequence[Sequence[Card]], choose: Choice) -> list[Series]:
    """Play a deal to its end; each player lays a card that fits, or says go."""
    held = [list(hand) for hand in hands]
    played = []
    leader = 0
    while any(held):
        while not held[leader]:
            leader = (leader + 1) % len(held)
        series, leader = _play_series(held, leader, choose)
        played.append(series)
    return played


def _play_series(held: list[list[Card]], leader: int, choose: Choice) -> tuple[Series, int]:
    """Play a series; return it, and the seat from which to look for the next leader."""
    laid: list[Laid] = []
    items: list[list[Points]] = []
    table: list[Card] = []
    silent = [False] * len(held)
    count, last, player = 0, 0, leader
    while count < 31 and any(hand and not mute for hand, mute in zip(held, silent, strict=True)):
        if held[player] and not silent[player]:
            fitting = [card for card in held[player] if count + VALUES[card.rank] <= 31]
            if fitting:
                card = choose(fitting, table)
                held[player].remove(card)
                table.append(card)
                count += VALUES[card.rank]
                last = len(laid)
                laid.append(Laid(player, card, count))
                items.append(points_for(table))
            else:
                silent[player] = True
                laid.append(Laid(player, None, count))
                items.append([])
        player = (player + 1) % len(held)
    if count < 31:
        kind = "go" if any(held) else "last card"
        items[last].append(Points(kind, (table[-1],), 1))
    return Series(laid, items, last), (laid[last].player + 1) % len(held)


# Players who choose in different ways, so that what is rare comes up as well.


def at_random(luck: random.Random) -> Choice:
    """Lay any card."""
    return lambda fitting, table: luck.choice(fitting)


def lowest(luck: random.Random) -> Choice:
    """Lay the lowest card, which makes long series and leaves high cards for goes."""
    return lambda fitting, table: min(fitting)


def highest(luck: random.Random) -> Choice:
    """Lay the highest card, so that one player's low cards follow each other after the goes."""
    return lambda fitting, table: max(fitting)


def greedy(luck: random.Random) -> Choice:
    """Lay the card that pegs most, which makes long runs, royals and thirty-ones."""

    def choose(fitting: Sequence[Card], table: Sequence[Card]) -> Card:
        def worth(card: Card) -> int:
            return sum(item.points for item in points_for([*table, card]))

        return max(luck.sample(fitting, len(fitting)), key=worth)

    return choose


# Decks of few ranks bring pairs, of low ones long series.
DECKS = [
    range(1, 14),
    range(1, 14),
    range(1, 5),
    range(1, 7),
    range(5, 10),
    (1, 2, 3, 10, 11, 12, 13),
    (1, 5, 10, 13),
]


def random_deal(luck: random.Random, players: int) -> list[Series]:
    """Deal four cards each from one of the decks, and play them in one of the ways."""
    deck = [Card(rank, suit) for rank in luck.choice(DECKS) for suit in "HSDC"]
    cards = luck.sample(deck, 4 * players)
    hands = [cards[seat::players] for seat in range(players)]
    return play_deal(hands, luck.choice([at_random, lowest, highest, greedy])(luck))

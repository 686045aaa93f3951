"""Whole games played at random, with an account of them kept as the rules tell it.

The players keep and discard any cards, and lay any that they may, with a taste for pairs. The
account shares nothing with the package but the cards' ranks and suits: turns, goes, series, what
cards peg, what hands are worth, heels, the order of counting, the win and the skunks are worked
out anew.
"""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from crib_count import DECK, Card
from tests.helpers import plain_score
from tests.pegging_account import VALUES, points_for

NAMES = {
    2: ("North", "South"),
    3: ("Ann", "Bob", "Cy"),
    4: ("North", "East", "South", "West"),
}
JACK = 11


# The game.


class Noted(NamedTuple):
    """A line of the score sheet, in the shape of an event of the referee."""

    deal: int
    player: str
    event: str
    cards: tuple[Card, ...]
    points: int
    score: int


class Said(NamedTuple):
    """A card laid, or with `card` None a go.

    `seat` is who said it, in order of play, `running` the count after it, and `noted` how many
    lines were on the score sheet just before.
    """

    seat: int
    card: Card | None
    running: int
    noted: int


class House(NamedTuple):
    """What is agreed before the first deal; `start` is by side."""

    players: tuple[str, ...]
    dealer: int
    target: int
    start: Mapping[str, int]
    win_on_go: bool

    def sides(self) -> list[str]:
        """Return who has a score: with four the partners together."""
        if len(self.players) < 4:
            return list(self.players)
        north, east, south, west = self.players
        return [f"{north}+{south}", f"{east}+{west}"]

    def side(self, player: str) -> str:
        return self.sides()[self.players.index(player) % len(self.sides())]


class Dealt(NamedTuple):
    """A deal, played to its end though the game may have been won before.

    `hands` are in order of play, the dealer's last. `said` grows as the cards fall.
    """

    order: tuple[str, ...]
    hands: tuple[tuple[Card, ...], ...]
    starter: Card
    crib: tuple[Card, ...]
    said: list[Said]


class Account:
    """A game from its first deal to the win.

    `said_at_win` and `shown_at_win` are how much of the last deal had been said and how many
    hands shown (the crib is one more) when the game was won.
    """

    def __init__(self, house: House, luck: random.Random) -> None:
        self.house = house
        self.luck = luck
        self.scores = {side: house.start.get(side, 0) for side in house.sides()}
        self.events: list[Noted] = []
        self.deals: list[Dealt] = []
        self.winner: str | None = None
        self.said_at_win = 0
        self.shown_at_win = 0
        while self.winner is None:
            self._play_deal()

    def skunks(self) -> dict[str, str | None]:
        """Return how each loser lost; the lines are 91 and 61 for a game to 121."""
        return {
            side: self._skunk(score) for side, score in self.scores.items() if side != self.winner
        }

    def _skunk(self, score: int) -> str | None:
        if score < self.house.target - 60:
            return "double skunk"
        return "skunk" if score < self.house.target - 30 else None

    def games(self) -> int:
        """Return how many games the win counts for."""
        lost = self.skunks().values()
        return 3 if "double skunk" in lost else 2 if "skunk" in lost else 1

    def _note(self, player: str, event: str, cards: Sequence[Card], points: int) -> None:
        if self.winner:
            return
        house, side = self.house, self.house.side(player)
        enough = self.scores[side] + points >= house.target
        if enough and event in {"go", "last card"} and not house.win_on_go:
            points, enough = 0, False
        self.scores[side] = house.target if enough else self.scores[side] + points
        deal = self.deals[-1]
        self.events.append(
            Noted(len(self.deals), player, event, tuple(cards), points, self.scores[side])
        )
        if enough:
            self.winner = side
            self.said_at_win = len(deal.said)

    def _play_deal(self) -> None:
        deal = self._deal()
        self.deals.append(deal)
        dealer = deal.order[-1]
        if deal.starter.rank == JACK:
            self._note(dealer, "heels", [deal.starter], 2)
        held = [list(hand) for hand in deal.hands]
        leader = 0
        while any(held):
            while not held[leader]:
                leader = (leader + 1) % len(held)
            leader = (self._play_series(deal, held, leader) + 1) % len(held)
        for player, hand in zip(deal.order, deal.hands, strict=True):
            self._show(
                player, "hand", (*hand, deal.starter), plain_score(hand, deal.starter, False)
            )
        points = plain_score(deal.crib, deal.starter, True)
        self._show(dealer, "crib", (*deal.crib, deal.starter), points)

    def _show(self, player: str, event: str, cards: Sequence[Card], points: int) -> None:
        if not self.winner:
            self.shown_at_win += 1
            self._note(player, event, cards, points)

    def _deal(self) -> Dealt:
        """Deal, discard any cards to the crib, and cut."""
        self.shown_at_win = 0
        seats = len(self.house.players)
        dealer = self.house.dealer + len(self.deals)
        order = tuple(self.house.players[(dealer + after) % seats] for after in range(1, seats + 1))
        pack = self.luck.sample(DECK, len(DECK))
        hands, crib = [], []
        for _ in order:
            dealt = [pack.pop() for _ in range(6 if seats == 2 else 5)]
            hands.append(tuple(dealt[:4]))
            crib += dealt[4:]
        if seats == 3:
            crib.append(pack.pop())
        return Dealt(order, tuple(hands), pack.pop(), tuple(crib), [])

    def _play_series(self, deal: Dealt, held: Sequence[list[Card]], leader: int) -> int:
        """Play a series, and return who laid its last card."""
        table: list[Card] = []
        count, last, turn = 0, leader, leader
        silent: set[int] = set()
        while count < 31 and any(hand and seat not in silent for seat, hand in enumerate(held)):
            if held[turn] and turn not in silent:
                noted = len(self.events)
                fitting = [card for card in held[turn] if count + VALUES[card.rank] <= 31]
                if fitting:
                    card = self._choose(fitting, table)
                    held[turn].remove(card)
                    table.append(card)
                    count += VALUES[card.rank]
                    deal.said.append(Said(turn, card, count, noted))
                    for worth in points_for(table):
                        self._note(deal.order[turn], *worth)
                    last = turn
                else:
                    deal.said.append(Said(turn, None, count, noted))
                    silent.add(turn)
            turn = (turn + 1) % len(held)
        if count < 31:
            self._note(deal.order[last], "go" if any(held) else "last card", table[-1:], 1)
        return last

    def _choose(self, fitting: Sequence[Card], table: Sequence[Card]) -> Card:
        """Choose a card to lay, often one that makes a pair, so that royals come up as well."""
        pairing = [card for card in fitting if table and card.rank == table[-1].rank]
        return self.luck.choice(pairing if pairing and self.luck.random() < 0.7 else fitting)

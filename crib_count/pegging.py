"""The play: what a sequence of cards pegs, card by card."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from crib_count.cards import JACK, Card, CribbageError
from crib_count.counting import FIFTEEN, PAIRS, Item

THIRTY_ONE = 31
CARDS_EACH = 4
_MOST_VALUE = 10
_HEELS = 2
OVER = "the deal is over, all cards have been played"

TWO_PLAYERS = ("pone", "dealer")

CATEGORIES = {
    "fifteen": "fifteens",
    "thirty-one": "thirty-ones",
    "pair": "pairs",
    "pair royal": "pairs",
    "double pair royal": "pairs",
    "run": "runs",
    "go": "goes",
    "last card": "last card",
    "heels": "heels",
}
"""The column of a summary in which each kind of item counts."""


class PlayError(CribbageError):
    """A card or a go that the rules forbid.

    `position` is its place in the sequence, from 1, `token` how it is written, and `reason`
    what is wrong with it.
    """

    def __init__(self, position: int, card: Card | None, reason: str) -> None:
        self.position = position
        self.token = "go" if card is None else str(card)
        self.reason = reason
        super().__init__(f"position {position}, {self.token}: {reason}")


class Play(NamedTuple):
    """A card laid, or a go said: `card` is None for a go.

    `player` is the seat in order of play, 0 the one who leads. `count` is the count after it.
    """

    player: int
    card: Card | None
    count: int  # type: ignore[assignment]  # the count of cribbage, not that of tuples
    items: tuple[Item, ...]


class Pegging(NamedTuple):
    """A scored sequence.

    `players` are the names in order of play, the dealer last; `heels` is the dealer's item for
    a jack cut, or None; `open` is the count of a series that has not ended, or None.
    """

    players: tuple[str, ...]
    starter: Card | None
    heels: Item | None
    plays: tuple[Play, ...]
    open: int | None

    def items(self) -> list[tuple[int, Item]]:
        """Return every item with the player who scores it, in the order of play."""
        dealer = len(self.players) - 1
        heels = [(dealer, self.heels)] if self.heels else []
        return heels + [(play.player, item) for play in self.plays for item in play.items]

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each player, in order of play."""
        totals = [0] * len(self.players)
        for player, item in self.items():
            totals[player] += item.points
        return tuple(totals)


def heels(starter: Card | None) -> Item | None:
    """Return what the starter scores for the dealer when it is cut.

    >>> from crib_count import read_card
    >>> heels(read_card("DJ")).points
    2
    """
    if starter is None or starter.rank != JACK:
        return None
    return Item("heels", (starter,), _HEELS)


def score_play(
    plays: Iterable[Card | None],
    players: Sequence[str] = TWO_PLAYERS,
    starter: Card | None = None,
) -> Pegging:
    """Score the play of a deal, or the beginning of one.

    A go that follows from the cards may be left out: a card that does not fit under 31 opens a
    new series. A go that is repeated changes nothing.

    Args:
        plays: the cards in the order they fell, None for a go.
        players: the names of two, three or four players in order of play, the dealer last.
        starter: the card cut; a jack is two points for the dealer.

    Returns:
        Every card and go with its count and items, in points.

    Raises:
        PlayError: the rules forbid a card or a go.

    >>> from crib_count import read_cards
    >>> score_play(read_cards("DA C7 H7")).totals
    (4, 0)
    >>> score_play([*read_cards("H10 SK CQ"), None, *read_cards("D7 C9 H9")]).totals
    (1, 2)
    """
    plays = tuple(plays)
    table = Table(players, starter)
    for play, following in zip(plays, _following_cards(plays), strict=True):
        if play is not None:
            table.lay(play)
        elif table.repeats_go(following):
            table.repeat_go()
        else:
            table.go()
    return table.result()


def _following_cards(plays: Sequence[Card | None]) -> list[Card | None]:
    """Return for each play the first card after it, or None where no card follows."""
    following: list[Card | None] = []
    card = None
    for play in reversed(plays):
        following.append(card)
        card = play or card
    return following[::-1]


class _Refusal(NamedTuple):
    """A go: at what count and position it was said, or taken to have been."""

    at: int
    position: int
    said: bool


class Table:
    """A deal being played: whose turn it is, the count, and what has been pegged.

    Args:
        players: the names in order of play, the dealer last.
        starter: the card cut, if it is known.
    """

    def __init__(self, players: Sequence[str], starter: Card | None = None) -> None:
        self.players = tuple(players)
        self.starter = starter
        self.turn = 0
        self.count = 0
        self.ended = True
        self._series: list[Card] = []
        self._held = [CARDS_EACH] * len(self.players)
        self._passed: set[int] = set()
        self._refusals: list[list[_Refusal]] = [[] for _ in self.players]
        self._plays: list[Play] = []
        self._positions: dict[Card, int] = {}

    @property
    def over(self) -> bool:
        """Whether all cards have been played."""
        return not any(self._held)

    def fits(self, card: Card) -> bool:
        """Return whether the card can be laid now, in this series or as the first of the next."""
        return self.ended or self.count + card.value <= THIRTY_ONE

    def result(self) -> Pegging:
        """Return what has been pegged so far."""
        still_open = None if self.ended else self.count
        plays = tuple(self._plays)
        return Pegging(self.players, self.starter, heels(self.starter), plays, still_open)

    def lay(self, card: Card) -> None:
        """Lay a card for the player whose turn it is.

        Where it does not fit under 31, everybody left in the series is taken to have passed.

        Raises:
            PlayError: the rules forbid it.
        """
        self._check_new(card)
        if not self.fits(card):
            for player in self._active():
                self._refuse(player, said=False)
            self._end_with_go()
        if self.ended:
            self._series, self._passed, self.count, self.ended = [], set(), 0, False
        player = self.turn
        self._check_refusals(player, card)
        self._series.append(card)
        self._held[player] -= 1
        self.count += card.value
        self._positions[card] = self._position
        self._plays.append(Play(player, card, self.count, tuple(_items(self._series))))
        self._move_on(player)

    def go(self) -> None:
        """Say go for the player whose turn it is.

        Raises:
            PlayError: the rules forbid it.
        """
        if self.over:
            raise self._error(None, OVER)
        if self.ended:
            why = "the count starts anew after 31" if self.count else "no card has been played"
            raise self._error(None, f"{why}, and any card fits")
        if self.count + _MOST_VALUE <= THIRTY_ONE:
            raise self._error(None, f"any card fits at {self.count}, as at any count up to 21")
        player = self.turn
        self._refuse(player, said=True)
        self._plays.append(Play(player, None, self.count, ()))
        if self._active():
            self.turn = self._after(player, self._active())
        else:
            self._end_with_go()

    def repeats_go(self, following: Card | None) -> bool:
        """Return whether a go said now only repeats an earlier one.

        It does after a series that a go has ended, and where all but one have passed and the
        card that follows still fits: that card can only be his, so the go is another's.

        Args:
            following: the next card laid, or None if there is none.
        """
        if not self._passed:
            return False
        if self.ended:
            return self.count != THIRTY_ONE
        return len(self._active()) == 1 and following is not None and self.fits(following)

    def repeat_go(self) -> None:
        """Note a go that repeats an earlier one."""
        player = self._after(self._plays[-1].player, self._passed)
        self._plays.append(Play(player, None, self.count, ()))

    @property
    def _position(self) -> int:
        return len(self._plays) + 1

    def _error(self, card: Card | None, reason: str) -> PlayError:
        return PlayError(self._position, card, reason)

    def _check_new(self, card: Card) -> None:
        if card in self._positions:
            raise self._error(card, f"it was played already, at position {self._positions[card]}")
        if card == self.starter:
            raise self._error(card, "it is the starter, which takes no part in the play")
        if self.over:
            raise self._error(card, OVER)

    def _check_refusals(self, player: int, card: Card) -> None:
        """Refuse a card that its player would have had to lay earlier."""
        for refusal in self._refusals[player]:
            if refusal.at + card.value <= THIRTY_ONE:
                passed = "said go" if refusal.said else "must have passed"
                raise self._error(
                    card,
                    f"it would have fitted at {refusal.at}, where {self.players[player]} "
                    f"{passed} (position {refusal.position})",
                )

    def _refuse(self, player: int, *, said: bool) -> None:
        self._passed.add(player)
        self._refusals[player].append(_Refusal(self.count, self._position, said))

    def _active(self) -> list[int]:
        """Return the players who may still lay a card in this series."""
        return [p for p, held in enumerate(self._held) if held and p not in self._passed]

    def _after(self, player: int, among: Iterable[int]) -> int:
        """Return the next of some players, going round from a player, who comes last himself."""
        seats = len(self.players)
        return min(among, key=lambda other: (other - player - 1) % seats)

    def _move_on(self, player: int) -> None:
        """Pass the turn after a card, or end the series with it."""
        if self.count == THIRTY_ONE:
            self._end(player)
        elif self.over:
            self._peg_last("last card")
            self._end(player)
        elif self._active():
            self.turn = self._after(player, self._active())
        else:
            self._end_with_go()

    def _end_with_go(self) -> None:
        self._end(self._peg_last("go"))

    def _peg_last(self, kind: str) -> int:
        """Give a point to the player of the last card of the series, and return him."""
        place = max(place for place, play in enumerate(self._plays) if play.card)
        play = self._plays[place]
        item = Item(kind, (self._series[-1],), 1)
        self._plays[place] = play._replace(items=(*play.items, item))
        return play.player

    def _end(self, last: int) -> None:
        """End the series; the next is led by who comes after the last card's player."""
        self.ended = True
        holders = [player for player, held in enumerate(self._held) if held]
        self.turn = self._after(last, holders) if holders else last


def _items(series: Sequence[Card]) -> Iterable[Item]:
    """Return what the last card of a series scores, but for go and last card."""
    count = sum(card.value for card in series)
    if count == FIFTEEN:
        yield Item("fifteen", tuple(series), 2)
    if count == THIRTY_ONE:
        yield Item("thirty-one", tuple(series), 2)
    alike = _alike(series)
    if alike in PAIRS:
        kind, points = PAIRS[alike]
        yield Item(kind, tuple(series[-alike:]), points)
    run = _run(series)
    if run:
        yield Item("run", tuple(series[-run:]), run)


def _alike(series: Sequence[Card]) -> int:
    """Return how many cards at the end of a series are of one rank, unbroken."""
    for length, card in enumerate(reversed(series)):
        if card.rank != series[-1].rank:
            return length
    return len(series)


def _run(series: Sequence[Card]) -> int:
    """Return the length of the longest run at the end of a series, 0 for none."""
    for length in range(len(series), 2, -1):
        ranks = {card.rank for card in series[-length:]}
        if len(ranks) == length == max(ranks) - min(ranks) + 1:
            return length
    return 0

"""The play: what a sequence of cards pegs, card by card."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from crib_count.cards import JACK, Card, CribbageError, quote
from crib_count.counting import FIFTEEN, HAND_SIZE, PAIRS, Item

THIRTY_ONE = 31
_MOST_VALUE = 10
_HEELS = 2

TWO_PLAYERS = ("pone", "dealer")

CATEGORIES = {
    "heels": "heels",
    "fifteen": "fifteens",
    "thirty-one": "thirty-ones",
    **{kind: "pairs" for kind, _ in PAIRS.values()},
    "run": "runs",
    "go": "goes",
    "last card": "last card",
}
"""The column of a summary in which each kind of item counts."""


class PlayersError(CribbageError):
    """Names that are not those of two, three or four players."""


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
        """Return every item with the seat of the player who scores it, in the order of play.

        >>> from crib_count import read_cards
        >>> [(seat, item.kind) for seat, item in score_play(read_cards("DA C7 H7")).items()]
        [(0, 'fifteen'), (0, 'pair')]
        """
        dealer = len(self.players) - 1
        heels = [(dealer, self.heels)] if self.heels else []
        return heels + [(play.player, item) for play in self.plays for item in play.items]

    def by_category(self, player: int) -> dict[str, int]:
        """Return the points of a player by the columns of `CATEGORIES`, in their order.

        Args:
            player: the seat in order of play.

        >>> from crib_count import read_cards
        >>> points = score_play(read_cards("DA C7 H7")).by_category(0)
        >>> points["fifteens"], points["pairs"], points["runs"]
        (2, 2, 0)
        """
        points = dict.fromkeys(CATEGORIES.values(), 0)
        for seat, item in self.items():
            if seat == player:
                points[CATEGORIES[item.kind]] += item.points
        return points

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each player, in order of play.

        >>> from crib_count import read_cards
        >>> score_play(read_cards("H5 S5 C5")).totals
        (8, 2)
        """
        totals = [0] * len(self.players)
        for player, item in self.items():
            totals[player] += item.points
        return tuple(totals)


def heels(starter: Card | None) -> Item | None:
    """Return what the starter scores for the dealer when it is cut.

    Args:
        starter: the card cut, or None.

    Returns:
        Two points for a jack, or None.

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
        PlayersError: there are not two to four players with names of their own.

    >>> from crib_count import read_cards
    >>> score_play(read_cards("DA C7 H7")).totals
    (4, 0)
    >>> score_play([*read_cards("H10 SK CQ"), None, *read_cards("D7 C9 H9")]).totals
    (1, 2)
    """
    plays = tuple(plays)
    table = Table(players, starter)
    for play, following in zip(plays, following_cards(plays), strict=True):
        if play is not None:
            table.lay(play)
        elif table.repeats_go(following):
            table.repeat_go()
        else:
            table.go()
    return table.result()


def following_cards(plays: Sequence[Card | None]) -> list[Card | None]:
    """Return for each play the first card after it, or None where no card follows.

    Args:
        plays: cards, and None for a go.

    >>> from crib_count import read_plays
    >>> following_cards(read_plays("H5 go SK"))
    [Card(13, 'S'), Card(13, 'S'), None]
    """
    following: list[Card | None] = []
    card = None
    for play in reversed(plays):
        following.append(card)
        card = play or card
    return following[::-1]


def check_players(players: Sequence[str]) -> None:
    """Refuse names that are not those of two, three or four players.

    Args:
        players: the names.

    Raises:
        PlayersError: there are too few or too many, or a name is empty, cannot be printed, or
            stands there twice.

    >>> check_players(["North", "North"])
    Traceback (most recent call last):
        ...
    crib_count.pegging.PlayersError: two players are called 'North'
    """
    if isinstance(players, str):
        raise PlayersError(f"a list of names is expected, not {quote(players)}")
    if not 2 <= len(players) <= 4:
        raise PlayersError(f"two, three or four players are expected, not {len(players)}")
    for place, name in enumerate(players):
        if not isinstance(name, str):
            raise PlayersError(f"a name is expected, not {name!r}")
        if not name.strip() or not name.isprintable():
            raise PlayersError(f"{quote(name)} is no name for a player")
        if name in players[:place]:
            raise PlayersError(f"two players are called {quote(name)}")


def fits(card: Card, count: int) -> bool:
    """Return whether a card may be laid at a count.

    Args:
        card: the card.
        count: the count before it.

    >>> from crib_count import read_card
    >>> fits(read_card("HK"), 21), fits(read_card("HK"), 22)
    (True, False)
    """
    return count + card.value <= THIRTY_ONE


class _Refusal(NamedTuple):
    """A go: at what count and position it was said, or taken to have been."""

    at: int
    position: int
    said: bool


class Table:
    """A deal being played: whose turn it is, the count, and what has been pegged.

    `turn` is the seat of the player to lay or to pass, 0 the one who leads first; `count` the
    count of the series, `ended` whether the next card begins another, `position` the place in
    the sequence of the next card or go.

    Args:
        players: the names in order of play, the dealer last.
        starter: the card cut, if it is known.

    Raises:
        PlayersError: there are not two to four players with names of their own.

    >>> from crib_count import read_cards
    >>> table = Table(["pone", "dealer"])
    >>> for card in read_cards("HK SQ C5"):
    ...     table.lay(card)
    >>> table.players[table.turn], table.count
    ('dealer', 25)
    """

    def __init__(self, players: Sequence[str], starter: Card | None = None) -> None:
        check_players(players)
        self.players = tuple(players)
        self.starter = starter
        self.turn = 0
        self.count = 0
        self.ended = True
        self.position = 1
        self._series: list[Card] = []
        self._held = [HAND_SIZE] * len(self.players)
        self._passed: set[int] = set()
        self._refusals: list[list[_Refusal]] = [[] for _ in self.players]
        self._plays: list[Play] = []
        self._last = 0  # the place among them of the last card
        self._positions: dict[Card, int] = {}

    @property
    def over(self) -> bool:
        """Whether all cards have been played.

        >>> Table(["pone", "dealer"]).over
        False
        """
        return not any(self._held)

    @property
    def any_card_fits(self) -> bool:
        """Whether nobody can have to pass, whatever he holds.

        >>> Table(["pone", "dealer"]).any_card_fits
        True
        """
        return self.ended or self.count + _MOST_VALUE <= THIRTY_ONE

    def fits(self, card: Card) -> bool:
        """Return whether a card may be laid now, in this series or as the first of the next.

        Args:
            card: the card.

        >>> from crib_count import read_card
        >>> Table(["pone", "dealer"]).fits(read_card("HK"))
        True
        """
        return self.ended or fits(card, self.count)

    def result(self) -> Pegging:
        """Return what has been pegged so far.

        >>> Table(["pone", "dealer"]).result().totals
        (0, 0)
        """
        still_open = None if self.ended else self.count
        plays = tuple(self._plays)
        return Pegging(self.players, self.starter, heels(self.starter), plays, still_open)

    def lay(self, card: Card) -> None:
        """Lay a card for the player whose turn it is.

        Where it does not fit under 31, everybody left in the series is taken to have passed.

        Args:
            card: the card.

        Raises:
            PlayError: the rules forbid it; the table is as before.

        >>> from crib_count import read_cards
        >>> table = Table(["pone", "dealer"])
        >>> for card in read_cards("H10 SK CQ D5"):
        ...     table.lay(card)
        >>> table.count, table.result().totals
        (5, (1, 0))
        """
        self.check_new(card)
        closes = not self.fits(card)
        player = self._leader() if closes else self.turn
        self._check_refusals(player, card)
        if closes:
            for other in self._active():
                self._refuse(other, said=False)
            self._end_with_go()
        if self.ended:
            self._series, self._passed, self.count, self.ended = [], set(), 0, False
        self._series.append(card)
        self._held[player] -= 1
        self.count += card.value
        self._positions[card] = self.position
        self._last = len(self._plays)
        self._plays.append(Play(player, card, self.count, tuple(_items(self._series))))
        self.position += 1
        self._move_on(player)

    def go(self, *, said: bool = True) -> None:
        """Pass, for the player whose turn it is.

        Args:
            said: whether the go stands in the sequence, rather than follows from it.

        Raises:
            PlayError: the rules forbid it; the table is as before.

        >>> Table(["pone", "dealer"]).go()
        Traceback (most recent call last):
            ...
        crib_count.pegging.PlayError: position 1, go: no card has been played, and any card fits
        """
        self._check_over(None)
        if self.ended:
            why = "the count starts anew after 31" if self.count else "no card has been played"
            raise PlayError(self.position, None, f"{why}, and any card fits")
        if self.any_card_fits:
            reason = f"any card fits at {self.count}, as at any count up to 21"
            raise PlayError(self.position, None, reason)
        player = self.turn
        self._refuse(player, said=said)
        self._plays.append(Play(player, None, self.count, ()))
        self.position += said
        self._pass_turn(player)

    def repeats_go(self, following: Card | None) -> bool:
        """Return whether a go said now only repeats an earlier one.

        It does after a series that a go has ended, and where all but one have passed and the
        card that follows still fits: that card can only be his, so the go is another's.

        Args:
            following: the next card laid, or None if there is none.

        >>> from crib_count import read_card, read_cards
        >>> table = Table(["pone", "dealer"])
        >>> for card in read_cards("HK SQ C5"):
        ...     table.lay(card)
        >>> table.go()
        >>> table.repeats_go(read_card("D3")), table.repeats_go(read_card("D9"))
        (True, False)
        """
        if not self._passed:
            return False
        if self.ended:
            return self.count != THIRTY_ONE
        return len(self._active()) == 1 and following is not None and self.fits(following)

    def repeat_go(self) -> None:
        """Note a go that repeats an earlier one, as `repeats_go` tells.

        >>> from crib_count import read_cards
        >>> table = Table(["pone", "dealer"])
        >>> for card in read_cards("HK SQ C5"):
        ...     table.lay(card)
        >>> table.go()
        >>> table.repeat_go()
        >>> table.players[table.turn]
        'pone'
        """
        player = self._after(self._plays[-1].player, self._passed)
        self._plays.append(Play(player, None, self.count, ()))
        self.position += 1

    def check_new(self, card: Card) -> None:
        """Refuse a card that nobody can lay at any turn.

        Args:
            card: the card.

        Raises:
            PlayError: it was played already or is the starter, or the deal is over.

        >>> from crib_count import read_card
        >>> Table(["pone", "dealer"]).check_new(read_card("H5"))
        """
        if not isinstance(card, Card):
            raise PlayError(self.position, card, "a Card is expected, as read_plays makes it")
        if card in self._positions:
            reason = f"it was played already, at position {self._positions[card]}"
            raise PlayError(self.position, card, reason)
        if card == self.starter:
            reason = "it is the starter, which takes no part in the play"
            raise PlayError(self.position, card, reason)
        self._check_over(card)

    def _check_over(self, card: Card | None) -> None:
        if self.over:
            reason = "the deal is over, all cards have been played"
            raise PlayError(self.position, card, reason)

    def _check_refusals(self, player: int, card: Card) -> None:
        """Refuse a card that its player would have had to lay earlier."""
        for refusal in self._refusals[player]:
            if fits(card, refusal.at):
                passed = "said go (" if refusal.said else "must have passed (before "
                reason = (
                    f"it would have fitted at {refusal.at}, where {self.players[player]} "
                    f"{passed}position {refusal.position})"
                )
                raise PlayError(self.position, card, reason)

    def _refuse(self, player: int, *, said: bool) -> None:
        self._passed.add(player)
        self._refusals[player].append(_Refusal(self.count, self.position, said))

    def _active(self) -> list[int]:
        """Return the players who may still lay a card in this series."""
        return [seat for seat in self._holders() if seat not in self._passed]

    def _holders(self) -> list[int]:
        return [seat for seat, held in enumerate(self._held) if held]

    def _after(self, player: int, among: Iterable[int]) -> int:
        """Return the next of some players, going round from a player, who comes last himself."""
        seats = len(self.players)
        return min(among, key=lambda other: (other - player - 1) % seats)

    def _leader(self) -> int:
        """Return who leads the next series: who comes after the player of the last card."""
        last = self._plays[self._last].player
        return self._after(last, self._holders() or [last])

    def _move_on(self, player: int) -> None:
        """Go on after a card: it may end the series or the deal."""
        if self.count == THIRTY_ONE:
            self._end()
        elif self.over:
            self._peg_last("last card")
            self._end()
        else:
            self._pass_turn(player)

    def _pass_turn(self, player: int) -> None:
        """Pass the turn on from a player, or end the series where nobody is left in it."""
        active = self._active()
        if active:
            self.turn = self._after(player, active)
        else:
            self._end_with_go()

    def _end_with_go(self) -> None:
        self._peg_last("go")
        self._end()

    def _peg_last(self, kind: str) -> None:
        """Give a point to the player of the last card of the series."""
        play = self._plays[self._last]
        item = Item(kind, (self._series[-1],), 1)
        self._plays[self._last] = play._replace(items=(*play.items, item))

    def _end(self) -> None:
        self.ended = True
        self.turn = self._leader()


def _items(series: Sequence[Card]) -> Iterable[Item]:
    """Return what the last card of a series scores, but for go and last card."""
    count = sum([card.value for card in series])
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

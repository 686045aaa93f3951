"""The game: a record refereed deal by deal, event by event, to the target."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from crib_count.cards import Card, CribbageError
from crib_count.counting import HAND_SIZE, score_hand
from crib_count.pegging import Pegging, PlayError, Table, check_players, following_cards

TARGET = 121
SKUNK_BELOW_TARGET = 31
DOUBLE_SKUNK_BELOW_TARGET = 61
_GOES = {"go", "last card"}
_GAMES = {None: 1, "skunk": 2, "double skunk": 3}


class Deal(NamedTuple):
    """A deal as recorded; what the record leaves out is None, or not in `hands`."""

    starter: Card | None
    hands: Mapping[str, tuple[Card, ...]]
    play: tuple[Card | None, ...]
    crib: tuple[Card, ...] | None


class Record(NamedTuple):
    """A game as recorded.

    `players` go round clockwise, `dealer` is the seat of the first dealer, and `start` holds
    scores by side.
    """

    players: tuple[str, ...]
    dealer: int
    deals: tuple[Deal, ...]
    title: str | None = None
    target: int = TARGET
    start: Mapping[str, int] = {}
    win_on_go: bool = True

    def order(self, number: int) -> tuple[str, ...]:
        """Return the players of a deal in order of play, the dealer last.

        Args:
            number: the deal, from 1; the next player clockwise deals the next.

        >>> Record(("North", "East", "South"), 0, ()).order(2)
        ('South', 'North', 'East')
        """
        first = (self.dealer + number) % len(self.players)
        return self.players[first:] + self.players[:first]

    def opening(self) -> dict[str, int]:
        """Return the score of each side before the first deal.

        >>> Record(("North", "South"), 0, (), start={"South": 9}).opening()
        {'North': 0, 'South': 9}
        """
        return {**dict.fromkeys(sides(self.players), 0), **self.start}


def sides(players: Sequence[str]) -> list[str]:
    """Return who keeps a score: each player, or with four each team of partners.

    Args:
        players: the players, clockwise.

    >>> sides(["North", "East", "South", "West"])
    ['North+South', 'East+West']
    """
    if len(players) < 4:
        return list(players)
    return [f"{players[seat]}+{players[seat + 2]}" for seat in (0, 1)]


def side_of(players: Sequence[str], name: str) -> str:
    """Return the side that a player, or a side itself, scores for.

    Args:
        players: the players, clockwise.
        name: one of them, or one of their sides.

    >>> side_of(["North", "East", "South", "West"], "South")
    'North+South'
    """
    names = sides(players)
    return name if name in names else names[players.index(name) % len(names)]


class GameError(CribbageError):
    """Something that could not have happened. `deal` is the number of the deal, from 1."""

    def __init__(self, deal: int, reason: str) -> None:
        super().__init__(f"deals[{deal}]: {reason}")
        self.deal = deal
        self.reason = reason


class Event(NamedTuple):
    """Something that counts: an item of the play, heels, a hand or the crib.

    `points` is what it was worth, `score` that of the player's side after it, which is never
    above the target.
    """

    deal: int
    player: str
    event: str
    cards: tuple[Card, ...]
    points: int
    score: int


class Game(NamedTuple):
    """A refereed game.

    `scores` and `skunks` are by side: a player, or with four a team such as `North+South`.
    `skunks` holds the losers, with None, `skunk` or `double skunk`; `winner` is None and
    `skunks` empty while nobody has won. `playing` is the deal whose play the record leaves
    unfinished before anybody has won, or None.
    """

    record: Record
    events: tuple[Event, ...]
    scores: Mapping[str, int]
    winner: str | None
    skunks: Mapping[str, str | None]
    playing: int | None = None

    @property
    def games(self) -> int | None:
        """How many games a win counts for: the most that any loser makes it.

        >>> scores = {"North": 121, "South": 90}
        >>> Game(Record(("North", "South"), 0, ()), (), scores, "North", {"South": "skunk"}).games
        2
        """
        return max((_GAMES[skunk] for skunk in self.skunks.values()), default=None)

    @property
    def margin(self) -> int | None:
        """The points between the winner and the next.

        >>> scores = {"North": 121, "South": 90}
        >>> Game(Record(("North", "South"), 0, ()), (), scores, "North", {"South": "skunk"}).margin
        31
        """
        if self.winner is None:
            return None
        return self.record.target - max(self.scores[loser] for loser in self.skunks)


def referee(record: Record) -> Game:
    """Referee a game from its record.

    Args:
        record: the game, as `read_record` returns it.

    Returns:
        Every event up to the win, or up to where the record stops; scores in points.

    Raises:
        GameError: something in the record could not have happened.
        PlayersError: there are not two to four players with names of their own.

    >>> deal = Deal(Card(11, "D"), {}, (), None)
    >>> game = referee(Record(("North", "South"), 1, (deal,), start={"South": 119}))
    >>> game.winner, game.games, game.events[0].event
    ('South', 3, 'heels')
    """
    check_players(record.players)
    sheet = _Sheet(record)
    for number, deal in enumerate(record.deals, 1):
        if sheet.winner:
            last = sheet.events[-1].deal
            raise GameError(number, f"the game is over: {sheet.winner} won it in deals[{last}]")
        counted = _referee_deal(sheet, number, deal, record.order(number))
        if counted or sheet.winner:
            continue
        if number < len(record.deals):
            raise GameError(number, "the play is unfinished, but another deal follows")
        return sheet.game()._replace(playing=number)
    return sheet.game()


class _Sheet:
    """The score sheet of a game."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.events: list[Event] = []
        self.winner: str | None = None
        self._scores = record.opening()

    def note(self, deal: int, player: str, event: str, cards: Sequence[Card], points: int) -> None:
        """Note an event, unless the game is over."""
        if self.winner:
            return
        side = side_of(self.record.players, player)
        reached = self._scores[side] + points
        if reached >= self.record.target and event in _GOES and not self.record.win_on_go:
            points, reached = 0, self._scores[side]
        if reached >= self.record.target:
            self.winner, reached = side, self.record.target
        self._scores[side] = reached
        self.events.append(Event(deal, player, event, tuple(cards), points, reached))

    def game(self) -> Game:
        """Return the game as it stands."""
        skunks = {
            side: _skunk(score, self.record.target)
            for side, score in self._scores.items()
            if self.winner and side != self.winner
        }
        return Game(self.record, tuple(self.events), self._scores, self.winner, skunks)


def _skunk(score: int, target: int) -> str | None:
    if score <= target - DOUBLE_SKUNK_BELOW_TARGET:
        return "double skunk"
    return "skunk" if score <= target - SKUNK_BELOW_TARGET else None


def _referee_deal(sheet: _Sheet, number: int, deal: Deal, order: Sequence[str]) -> bool:
    """Note the events of a deal, and return whether it was counted to its end.

    `order` is the order of play, the dealer last.
    """
    _check_cards(number, deal)
    starter = deal.starter
    if starter is None:
        raise GameError(number, "the starter is missing")
    pegging = _referee_play(number, deal, order)
    for seat, item in pegging.items():
        sheet.note(number, order[seat], item.kind, item.cards, item.points)
    if sum(play.card is not None for play in pegging.plays) < HAND_SIZE * len(order):
        return False
    for player in order:
        if sheet.winner:
            return True
        hand = _counted(number, deal.hands.get(player), f"{player}'s hand")
        sheet.note(number, player, "hand", (*hand, starter), score_hand(hand, starter))
    if not sheet.winner:
        crib = _counted(number, deal.crib, "the crib")
        points = score_hand(crib, starter, crib=True)
        sheet.note(number, order[-1], "crib", (*crib, starter), points)
    return True


def _counted(number: int, cards: tuple[Card, ...] | None, place: str) -> tuple[Card, ...]:
    if cards is None:
        raise GameError(number, f"{place} is missing, and had to be counted")
    return cards


def _referee_play(number: int, deal: Deal, order: Sequence[str]) -> Pegging:
    """Return what the play pegs, with every go that follows from the hands."""
    referee_of_play = _PlayReferee(deal, order)
    try:
        return referee_of_play.pegging()
    except PlayError as error:
        raise GameError(number, f"play: {error}") from None


class _PlayReferee:
    """Follows the play of a deal, with an eye on the hands.

    A hand may be unknown where the game ended before it was shown. Then what its player laid or
    passed on has to be taken as recorded.
    """

    def __init__(self, deal: Deal, order: Sequence[str]) -> None:
        self.plays = deal.play
        self.order = order
        self.table = Table(order, deal.starter)
        self.left = {
            seat: list(deal.hands[player])
            for seat, player in enumerate(order)
            if player in deal.hands
        }
        self.owners = {card: seat for seat, hand in self.left.items() for card in hand}
        self.crib = deal.crib or ()

    def pegging(self) -> Pegging:
        """Return what the play pegs."""
        table = self.table
        for card, following in zip(self.plays, following_cards(self.plays), strict=True):
            if card is None:
                self._go(following)
            else:
                self._lay(card)
        while not table.ended and table.turn in self.left and self._can_have_passed():
            table.go(said=False)
        return table.result()

    def _lay(self, card: Card) -> None:
        """Lay a card, after the goes of those who cannot play before its owner."""
        table = self.table
        table.check_new(card)
        owner = self.owners.get(card)
        if card in self.crib or (owner is None and len(self.left) == len(self.order)):
            raise self._error(card, "nobody held it")
        while not (self._may_own(card) and table.fits(card)):
            if not self._can_have_passed():
                raise self._error(card, self._order_of_play(owner))
            table.go(said=False)
        seat = table.turn
        table.lay(card)
        if seat in self.left:
            self.left[seat].remove(card)

    def _go(self, following: Card | None) -> None:
        """Say a go that is written in the record."""
        table = self.table
        known = table.turn in self.left
        playable = self._playable() if known else following
        if (playable or not known) and table.repeats_go(playable):
            table.repeat_go()
        elif playable and known:
            raise self._error(None, self._order_of_play(table.turn))
        else:
            table.go()

    def _may_own(self, card: Card) -> bool:
        """Return whether the player whose turn it is may hold a card."""
        owner = self.owners.get(card)
        return self.table.turn == owner or (owner is None and self.table.turn not in self.left)

    def _playable(self) -> Card | None:
        """Return a card, known to be in the hand of whose turn it is, that can be laid."""
        return next(filter(self.table.fits, self.left.get(self.table.turn, ())), None)

    def _can_have_passed(self) -> bool:
        """Return whether the player whose turn it is has, or may have, no card that fits."""
        return not self.table.any_card_fits and self._playable() is None

    def _order_of_play(self, owner: int | None) -> str:
        """Say what stands in the way of a card or a go of `owner`."""
        table = self.table
        player = self.order[table.turn]
        playable = self._playable()
        if table.ended:
            return f"{player} leads" + (f", with {playable} in hand" if playable else "")
        if table.turn == owner:
            return f"{player} holds {playable}, which fits at {table.count}"
        whose = f", whose {playable} fits at {table.count}" if playable else ""
        return f"it is the turn of {player}{whose}"

    def _error(self, card: Card | None, reason: str) -> PlayError:
        return PlayError(self.table.position, card, reason)


def _check_cards(number: int, deal: Deal) -> None:
    """Refuse hands and a crib of other than four cards, and a card in two places."""
    places = {f"{player}'s hand": hand for player, hand in deal.hands.items()}
    if deal.crib is not None:
        places["the crib"] = deal.crib
    for place, cards in places.items():
        if len(cards) != HAND_SIZE:
            raise GameError(number, f"{place} has {len(cards)} cards; four are expected")
    if deal.starter is not None:
        places = {"the starter": (deal.starter,), **places}
    found: dict[Card, str] = {}
    for place, cards in places.items():
        for card in cards:
            if card in found:
                where = f"{found[card]} and {place}"
                where = f"{place}, twice" if found[card] == place else where
                raise GameError(number, f"{card} is in two places: {where}")
            found[card] = place

"""The game: a record refereed deal by deal, event by event, to the target."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from crib_count.cards import Card, CribbageError
from crib_count.counting import score_hand
from crib_count.pegging import CARDS_EACH, OVER, THIRTY_ONE, Pegging, PlayError, Table, score_play
from crib_count.record import Deal, Record, side_of, sides

SKUNK_BELOW_TARGET = 31
DOUBLE_SKUNK_BELOW_TARGET = 61
_GOES = {"go", "last card"}
_GAMES = {None: 1, "skunk": 2, "double skunk": 3}


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
        """How many games a win counts for: the most that any loser makes it."""
        return max((_GAMES[skunk] for skunk in self.skunks.values()), default=None)

    @property
    def margin(self) -> int | None:
        """The points between the winner and the next."""
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

    >>> from crib_count.record import read_record
    >>> game = referee(read_record('''
    ... players = ["North", "South"]
    ... dealer = "South"
    ... start = { North = 0, South = 119 }
    ... [[deals]]
    ... starter = "DJ"
    ... '''))
    >>> game.winner, game.games, game.events[0].event
    ('South', 3, 'heels')
    """
    sheet = _Sheet(record)
    seats = len(record.players)
    for number, deal in enumerate(record.deals, 1):
        if sheet.winner:
            last = sheet.events[-1].deal
            raise GameError(number, f"the game is over: {sheet.winner} won it in deals[{last}]")
        first = record.dealer + number
        order = [record.players[(first + seat) % seats] for seat in range(seats)]
        counted = _referee_deal(sheet, number, deal, order)
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
        self._scores = {**dict.fromkeys(sides(record.players), 0), **record.start}

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
    if sum(play.card is not None for play in pegging.plays) < CARDS_EACH * len(order):
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
    """Return what the play pegs, after a look at who held what.

    The hands tell who must have passed. Where the game ended before a hand was shown, the play
    alone has to tell, as for a sequence without hands.
    """
    if all(player in deal.hands for player in order):
        return _Referee(number, deal, order).pegging()
    try:
        pegging = score_play(deal.play, order, deal.starter)
    except PlayError as error:
        raise GameError(number, f"play: {error}") from None
    _check_known(number, deal, order, pegging)
    return pegging


def _check_known(number: int, deal: Deal, order: Sequence[str], pegging: Pegging) -> None:
    """Refuse a card that its player did not hold, and a go of one who could have played.

    This goes as far as the hands that are known.
    """
    owners = {card: player for player, hand in deal.hands.items() for card in hand}
    owners |= dict.fromkeys(deal.crib or (), "the crib")
    left = {player: list(hand) for player, hand in deal.hands.items()}
    before = THIRTY_ONE
    for position, (seat, card, count, _) in enumerate(pegging.plays, 1):
        player = order[seat]
        passed = [player] if card is None else list(left) if count <= before else []
        for other in passed:
            at = count if card is None else before
            if playable := _playable(left.get(other, []), at):
                reason = f"{other} holds {playable}, which fits at {at}"
                raise _play_error(number, position, card, reason)
        before = count
        if card is None:
            continue
        if owners.get(card) != player and (player in left or card in owners):
            raise _play_error(number, position, card, f"{player} did not hold it")
        if player in left:
            left[player].remove(card)


def _playable(hand: Sequence[Card], count: int) -> Card | None:
    """Return a card that fits at a count."""
    return next((card for card in hand if count + card.value <= THIRTY_ONE), None)


def _play_error(number: int, position: int, card: Card | None, reason: str) -> GameError:
    return GameError(number, f"play: {PlayError(position, card, reason)}")


class _Referee:
    """Follows the play of a deal in which all hands are known."""

    def __init__(self, number: int, deal: Deal, order: Sequence[str]) -> None:
        self.number = number
        self.deal = deal
        self.order = order
        self.table = Table(order, deal.starter)
        self.held = [list(deal.hands[player]) for player in order]
        self.owners = {card: seat for seat, hand in enumerate(self.held) for card in hand}

    def pegging(self) -> Pegging:
        """Return what the play pegs, with every go that follows from the hands."""
        for position, card in enumerate(self.deal.play, 1):
            if card is None:
                self._go(position)
            else:
                self._lay(position, card)
        while not self.table.ended and self._playable() is None:
            self.table.go()
        return self.table.result()

    def _lay(self, position: int, card: Card) -> None:
        """Lay a card, after the goes of those who cannot play before its owner."""
        owner = self.owners.get(card)
        if owner is None:
            raise self._error(position, card, "nobody held it")
        if card not in self.held[owner]:
            raise self._error(position, card, "it was played already")
        table = self.table
        while table.turn != owner or not table.fits(card):
            playable = self._playable()
            if playable:
                raise self._error(position, card, self._must(playable, owner))
            table.go()
        table.lay(card)
        self.held[owner].remove(card)

    def _go(self, position: int) -> None:
        """Say a go that is written in the record."""
        if self.table.over:
            raise self._error(position, None, OVER)
        playable = self._playable()
        if playable is None:
            self.table.go()
        elif not self.table.repeats_go(playable):
            raise self._error(position, None, self._must(playable, self.table.turn))

    def _playable(self) -> Card | None:
        """Return a card that the player whose turn it is can lay."""
        return next(filter(self.table.fits, self.held[self.table.turn]), None)

    def _must(self, playable: Card, owner: int) -> str:
        """Say why a card or a go of `owner` is out of order."""
        table = self.table
        player = self.order[table.turn]
        if table.ended:
            return f"{player} leads, with {playable} in hand"
        if table.turn == owner:
            return f"{player} holds {playable}, which fits at {table.count}"
        return f"it is the turn of {player}, whose {playable} fits at {table.count}"

    def _error(self, position: int, card: Card | None, reason: str) -> GameError:
        return _play_error(self.number, position, card, reason)


def _check_cards(number: int, deal: Deal) -> None:
    """Refuse hands and a crib of other than four cards, and a card in two places."""
    places = {f"{player}'s hand": hand for player, hand in deal.hands.items()}
    if deal.crib is not None:
        places["the crib"] = deal.crib
    for place, cards in places.items():
        if len(cards) != CARDS_EACH:
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

"""The formats in which `crib-game` prints a refereed game."""

from itertools import groupby
from typing import NamedTuple

from crib_count.game import Event, Game, side_of
from crib_count.reports import Look, Report, csv_row, json_line

_COLUMNS = ["file", "deal", "player", "event", "cards", "points", "score"]


class Entry(NamedTuple):
    """A refereed game, and the file of its record."""

    game: Game
    file: str


def _text(entry: Entry, look: Look) -> str:
    """Return the score sheet: a block of lines a deal, a line an event, and the result."""
    game = entry.game
    blocks = [game.record.title] if game.record.title else []
    sheet = _Sheet(game, look)
    for number, events in groupby(game.events, key=lambda event: event.deal):
        blocks.append("\n".join([sheet.heading(number), *map(sheet.line, events)]))
    return "\n\n".join([*blocks, result(game)])


class _Sheet:
    """Writes events in columns of one width for the whole game, following the scores."""

    def __init__(self, game: Game, look: Look) -> None:
        self.game = game
        self.look = look
        self.scores = game.record.opening()
        self.players = max(map(len, game.record.players))
        self.kinds = max((len(event.event) for event in game.events), default=0)
        self.cards = max((look.width(event.cards) for event in game.events), default=0)

    def heading(self, number: int) -> str:
        """Return the line above a deal: its dealer and starter, and whose the columns are."""
        record = self.game.record
        dealer = record.order(number)[-1]
        cut = record.deals[number - 1].starter
        text = f"Deal {number}  dealer {dealer}  starter "
        width = self.players + self.kinds + self.cards + 4 - len(text)
        starter = self.look.cards([cut] if cut else [], width)
        return text + starter + "".join(f"   {side:>{_score_width(side)}}" for side in self.scores)

    def line(self, event: Event) -> str:
        """Return the line of an event: its points in the column of its side, and all scores."""
        scorer = side_of(self.game.record.players, event.player)
        self.scores[scorer] = event.score
        columns = "".join(
            self._column(side, f"+{event.points}" if side == scorer else "") for side in self.scores
        )
        cards = self.look.cards(event.cards, self.cards)
        return f"{event.player:{self.players}}  {event.event:{self.kinds}}  {cards}{columns}"

    def _column(self, side: str, points: str) -> str:
        return f"   {f'{points} {self.scores[side]:3}':>{_score_width(side)}}"


def _score_width(side: str) -> int:
    return max(len(side), len("+29 121"))


def result(game: Game) -> str:
    """Return the result of a game in one line.

    Args:
        game: the game.

    >>> from crib_count.game import Record
    >>> scores = {"North": 121, "South": 90}
    >>> result(Game(Record(("North", "South"), 0, ()), (), scores, "North", {"South": "skunk"}))
    'North wins by 31: North 121, South 90 (skunk), which counts for 2 games'
    """
    if game.winner is None:
        standing = ", ".join(f"{side} {score}" for side, score in game.scores.items())
        playing = f", deal {game.playing} being unfinished" if game.playing else ""
        return f"nobody has won yet{playing}: {standing}"
    losers = ", ".join(
        f"{side} {game.scores[side]}{f' ({skunk})' if skunk else ''}"
        for side, skunk in game.skunks.items()
    )
    worth = f", which counts for {game.games} games" if game.games != 1 else ""
    wins = "win" if game.winner not in game.record.players else "wins"  # a team is many
    return (
        f"{game.winner} {wins} by {game.margin}: "
        f"{game.winner} {game.scores[game.winner]}, {losers}{worth}"
    )


def _line(entry: Entry, look: Look) -> str:
    return f"{entry.file}: {result(entry.game)}"


def _csv(entry: Entry, look: Look) -> str:
    return "\n".join(
        csv_row(
            [
                entry.file,
                event.deal,
                event.player,
                event.event,
                look.plain(event.cards),
                event.points,
                event.score,
            ]
        )
        for event in entry.game.events
    )


def _json(entry: Entry, look: Look) -> str:
    game = entry.game
    return json_line(
        {
            "file": entry.file,
            "title": game.record.title,
            "players": game.record.players,
            "events": [
                event._asdict() | {"cards": [look.write(card) for card in event.cards]}
                for event in game.events
            ],
            "scores": game.scores,
            "winner": game.winner,
            "skunk": game.skunks,
            "games": game.games,
        }
    )


REPORTS = {
    "text": Report(_text, gap="\n"),
    "line": Report(_line),
    "csv": Report(_csv, header=",".join(_COLUMNS) + "\n"),
    "json": Report(_json),
}
"""The formats by name."""

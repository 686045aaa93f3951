"""The formats in which `crib-peg` prints a scored sequence."""

from collections.abc import Iterable
from typing import NamedTuple

from crib_count.counting import Item
from crib_count.pegging import Pegging, Play
from crib_count.reports import Look, Report, csv_report, csv_row, json_fault, json_item, json_record

_COLUMNS = ["line", "position", "player", "card", "count", "points", "items", "error"]


class Entry(NamedTuple):
    """A scored sequence, and its line where it stands in a list."""

    pegging: Pegging
    line: int | None = None


def _points(items: Iterable[Item]) -> int:
    return sum(item.points for item in items)


def _named(items: Iterable[Item], between: str = ", ") -> str:
    return between.join(f"{item.kind} {item.points}" for item in items)


def _rows(pegging: Pegging) -> list[Play]:
    """Return the plays, with the cut before them where it scores."""
    if pegging.heels is None:
        return list(pegging.plays)
    dealer = len(pegging.players) - 1
    return [Play(dealer, pegging.starter, 0, (pegging.heels,)), *pegging.plays]


def _text(entry: Entry, look: Look) -> str:
    """Return a block of lines: each card or go, a gap where the count starts anew, the totals."""
    pegging = entry.pegging
    names = max(map(len, pegging.players))
    lines: list[str] = []
    for play in _rows(pegging):
        if lines and play.card and play.count == play.card.value:
            lines.append("")
        card = look.cards([play.card], 3) if play.card else "go "
        points = _points(play.items) or ""
        player = pegging.players[play.player]
        line = f"{player:{names}}  {card}  {play.count or '':2}  {points:2}  {_named(play.items)}"
        lines.append(line.rstrip())
    lines.append("")
    for player, total in zip(pegging.players, pegging.totals, strict=True):
        lines.append(f"{player:{names}}  {total:11}")
    if pegging.open is not None:
        lines.append(f"the count stands open at {pegging.open}")
    return "\n".join(lines)


def _line(entry: Entry, look: Look) -> str:
    """Return a line: each player's total, with its points by kind."""
    pegging = entry.pegging
    said = []
    for seat, (player, total) in enumerate(zip(pegging.players, pegging.totals, strict=True)):
        kinds = pegging.by_category(seat).items()
        points = ", ".join(f"{kind} {points}" for kind, points in kinds if points)
        said.append(f"{player} {total} ({points})" if points else f"{player} {total}")
    if pegging.open is not None:
        said.append(f"open at {pegging.open}")
    return "  ".join(said)


def _total(entry: Entry, look: Look) -> str:
    return "\t".join(map(str, entry.pegging.totals))


def _csv(entry: Entry, look: Look) -> str:
    """Return a row for each card or go, and one of position 0 for heels."""
    pegging = entry.pegging
    first = 1 if pegging.heels is None else 0
    return "\n".join(
        csv_row(
            [
                entry.line,
                position,
                pegging.players[play.player],
                look.write(play.card) if play.card else "go",
                play.count,
                _points(play.items),
                _named(play.items, "; "),
                None,
            ]
        )
        for position, play in enumerate(_rows(pegging), first)
    )


def _json(entry: Entry, look: Look) -> str:
    pegging = entry.pegging
    record = {
        "players": pegging.players,
        "starter": pegging.starter and look.write(pegging.starter),
        "heels": pegging.heels and json_item(pegging.heels, look),
        "plays": [
            {
                "player": pegging.players[play.player],
                "card": play.card and look.write(play.card),
                "count": play.count,
                "items": [json_item(item, look) for item in play.items],
            }
            for play in pegging.plays
        ],
        "totals": pegging.totals,
        "open": pegging.open,
    }
    return json_record(entry.line, record)


REPORTS = {
    "text": Report(_text, gap="\n"),
    "line": Report(_line),
    "total": Report(_total),
    "csv": csv_report(_csv, _COLUMNS),
    "json": Report(_json, json_fault),
}
"""The formats by name."""

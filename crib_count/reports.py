"""What the reports of all commands share: how cards look, and rows for programs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from crib_count.cards import Card
from crib_count.counting import Item

FAULT = "error"
"""The record of a line that cannot be counted, in the formats for people."""


def _unpainted(text: str, card: Card) -> str:
    return text


class Look(NamedTuple):
    """How cards look: `write` gives the text of one, `paint` may colour that text."""

    write: Callable[[Card], str] = str
    paint: Callable[[str, Card], str] = _unpainted

    def cards(self, cards: Iterable[Card], width: int = 0) -> str:
        """Return cards for people, padded to a width on the screen.

        Args:
            cards: the cards.
            width: the width.

        >>> from crib_count import read_cards
        >>> Look().cards(read_cards("H5 S5"), 6)
        'H5 S5 '
        """
        cards = tuple(cards)
        painted = " ".join(self.paint(self.write(card), card) for card in cards)
        return painted + " " * (width - self.width(cards))

    def width(self, cards: Iterable[Card]) -> int:
        """Return the width of cards on the screen.

        Args:
            cards: the cards.

        >>> from crib_count import read_cards
        >>> Look().width(read_cards("H5 S10"))
        6
        """
        return len(self.plain(cards))

    def plain(self, cards: Iterable[Card]) -> str:
        """Return cards for programs, without colour.

        Args:
            cards: the cards.

        >>> from crib_count import read_cards
        >>> Look().plain(read_cards("5♥ 10♠"))
        'H5 S10'
        """
        return " ".join(map(self.write, cards))


class Report(NamedTuple):
    """A format: how it writes a result and a line in error, and what stands before and between."""

    record: Callable[[Any, Look], str]
    fault: Callable[[int, str], str] = lambda line, message: FAULT
    header: str = ""
    gap: str = ""


@cache
def _csv_writer() -> Callable[[Iterable[object]], str]:
    import csv  # only one format needs it, and every start would pay for it

    class Echo:
        def write(self, text: str) -> str:
            return text

    return csv.writer(Echo(), lineterminator="").writerow


def csv_row(values: Iterable[object]) -> str:
    """Return values as a row of CSV, None as an empty field.

    Args:
        values: the fields.

    >>> csv_row([1, "H5 S5", None, "a, b"])
    '1,H5 S5,,"a, b"'
    """
    return _csv_writer()(values)


def csv_report(record: Callable[[Any, Look], str], columns: Sequence[str]) -> Report:
    """Return a CSV format, of which the first column is `line` and the last is `error`.

    Args:
        record: what writes the rows of a result.
        columns: the names of the columns.

    >>> csv_report(lambda entry, look: "", ["line", "total", "error"]).fault(3, "no card")
    '3,,no card'
    """

    def fault(line: int, message: str) -> str:
        return csv_row([line, *[None] * (len(columns) - 2), message])

    return Report(record, fault, header=",".join(columns) + "\n")


def json_line(record: object) -> str:
    """Return a record as one line of JSON.

    Args:
        record: what JSON can hold.

    >>> json_line({"total": 29})
    '{"total": 29}'
    """
    import json  # only one format needs it, and every start would pay for it

    return json.dumps(record)


def json_record(line: int | None, record: Mapping[str, object]) -> str:
    """Return a record as one line of JSON, after its line where it stands in a list.

    Args:
        line: the number of the line, or None.
        record: the fields.

    >>> json_record(3, {"total": 29})
    '{"line": 3, "total": 29}'
    """
    return json_line(record if line is None else {"line": line, **record})


def json_fault(line: int, message: str) -> str:
    """Return the JSON record of a line in error.

    Args:
        line: the number of the line.
        message: what is wrong with it.

    >>> json_fault(3, "no card")
    '{"line": 3, "error": "no card"}'
    """
    return json_record(line, {"error": message})


def json_item(item: Item, look: Look) -> dict[str, object]:
    """Return what the JSON of an item holds.

    Args:
        item: the item.
        look: how cards are written.

    >>> from crib_count import read_cards
    >>> json_item(Item("pair", read_cards("H5 S5"), 2), Look())
    {'kind': 'pair', 'cards': ['H5', 'S5'], 'points': 2}
    """
    cards = [look.write(card) for card in item.cards]
    return {"kind": item.kind, "cards": cards, "points": item.points}

"""The formats in which `crib-count` prints a counted hand."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from crib_count.counting import CATEGORIES, Count, Item
from crib_count.reports import Look, Report, csv_report, csv_row, json_fault, json_item, json_record

_WORDS = {3: "three", 4: "four", 5: "five"}
_LINE_WIDTH = len("H10 S10 C10 D10 | HJ !")


class Entry(NamedTuple):
    """A counted hand with what was claimed for it, and its line where it stands in a list."""

    counted: Count
    claim: int | None = None
    line: int | None = None


def judge(total: int, claim: int) -> str:
    """Say whether a claim is right.

    Args:
        total: the points of the hand.
        claim: the points claimed.

    >>> judge(10, 12)
    'over by 2'
    """
    if claim == total:
        return "right"
    return f"over by {claim - total}" if claim > total else f"under by {total - claim}"


def spoken(items: Sequence[Item]) -> list[str]:
    """Return each item with the running total, as a player says it.

    Args:
        items: the items of a count.

    >>> from crib_count import count_hand, read_cards
    >>> spoken(count_hand(read_cards("H5 S5 CJ D9")).items)
    ['fifteen 2', 'fifteen 4', 'and a pair is 6']
    """
    totals = accumulate(item.points for item in items)
    said = [_say(item, total) for item, total in zip(items, totals, strict=True)]
    if len(said) > 1 and items[-1].kind != "fifteen":
        said[-1] = f"and {said[-1]}"
    return said


def _say(item: Item, total: int) -> str:
    match item.kind:
        case "fifteen":
            return f"fifteen {total}"
        case "nobs":
            return f"nobs is {total}"
        case "run" | "flush":
            return f"a {item.kind} of {_WORDS[len(item.cards)]} is {total}"
        case _:
            return f"a {item.kind} is {total}"


def _claim(entry: Entry) -> list[str]:
    """Return what is to be said of a claim: one phrase, or none without a claim."""
    if entry.claim is None:
        return []
    return [f"claimed {entry.claim}: {judge(entry.counted.total, entry.claim)}"]


def _text(entry: Entry, look: Look) -> str:
    """Return a block of lines: the hand, its items one a line, the total."""
    count = entry.counted
    head = f"{'Crib' if count.crib else 'Hand'}  {look.cards(count.hand)}"
    if count.starter:
        head += f"   starter {look.cards([count.starter])}"
    kinds = max(len(kind) for kind in ["total", *(item.kind for item in count.items)])
    cards = max([0, *(look.width(item.cards) for item in count.items)])
    rows = [
        f"{item.kind:{kinds}}  {look.cards(item.cards, cards)}  {item.points:2}   {said}"
        for item, said in zip(count.items, spoken(count.items), strict=True)
    ]
    total = f"{'total':{kinds}}  {'':{cards}}  {count.total:2}"
    return "\n".join([head, "", *rows, total, *_claim(entry)])


def _line(entry: Entry, look: Look) -> str:
    """Return a line: the hand as a list may hold it, the total, the points by kind."""
    count = entry.counted
    cards, width = look.cards(count.hand), look.width(count.hand)
    if count.starter:
        cards += f" | {look.cards([count.starter])}"
        width += 3 + look.width([count.starter])
    if count.crib:
        cards, width = cards + " !", width + 2
    gap = " " * (_LINE_WIDTH - width)
    points = [f"{name} {points}" for name, points in count.by_category().items() if points]
    said = ", ".join([*points, *_claim(entry)])
    return f"{cards}{gap}  {count.total:2}  {said}".rstrip()


def _spoken(entry: Entry, look: Look) -> str:
    """Return a line: the count as it is said at the table, where nothing is a nineteen."""
    said = ", ".join(spoken(entry.counted.items)) or "nineteen (0)"
    return "; ".join([said, *_claim(entry)])


def _total(entry: Entry, look: Look) -> str:
    return str(entry.counted.total)


def _csv(entry: Entry, look: Look) -> str:
    count = entry.counted
    starter = count.starter and look.write(count.starter)
    crib = "yes" if count.crib else "no"
    points = count.by_category().values()
    cards = look.plain(count.hand)
    return csv_row([entry.line, cards, starter, crib, *points, count.total, entry.claim, None])


_COLUMNS = [
    "line",
    "hand",
    "starter",
    "crib",
    *dict.fromkeys(CATEGORIES.values()),
    "total",
    "claim",
    "error",
]


def _json(entry: Entry, look: Look) -> str:
    count = entry.counted
    record = {
        "hand": [look.write(card) for card in count.hand],
        "starter": count.starter and look.write(count.starter),
        "crib": count.crib,
        "items": [json_item(item, look) for item in count.items],
        "total": count.total,
    }
    claim = {} if entry.claim is None else {"claim": entry.claim}
    return json_record(entry.line, {**record, **claim})


REPORTS = {
    "text": Report(_text, gap="\n"),
    "line": Report(_line),
    "spoken": Report(_spoken),
    "total": Report(_total),
    "csv": csv_report(_csv, _COLUMNS),
    "json": Report(_json, json_fault),
}
"""The formats by name."""

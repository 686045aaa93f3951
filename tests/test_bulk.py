"""Totals of long lists: the quick way is right or leaves the line to the ordinary one."""

import random
from functools import cache

import pytest

from crib_count import DECK, Card, CribbageError, score_hand
from crib_count.bulk import totals
from crib_count.reading import read_shown_line
from tests.helpers import CASES, SPELLINGS, spellings_of

# What may be edited into a line: all that a line can hold, and what it should not.
SIGNS = " \t,;|+!#-'\"\\=\r\x0b\u00a0\u2028\ufe0f\ufeff\u041d\udcff♥♤🂵🂬🃏é"
SIGNS += "01OoTtHhSsDdCcAaJjQqKk23456789"
OPTIONS = ["-c", "--crib", "-s", "--starter", "--starter=", "-s=", "--claim 3", "--claim=10", "-x"]
OPTIONS += ["--", "-", "--c", "--cr", "--s", "-cs", "!", "|", "+", "# x", "#", "10", "go"]


def ordinary(line: str, crib: bool) -> str | None:
    """Return the total of a line the ordinary way, None where that has more or less to say."""
    try:
        shown = read_shown_line(line)
        if shown is None or shown.claim is not None:
            return None
        return str(score_hand(shown.hand, shown.starter, crib=crib or shown.crib))
    except CribbageError:
        return None


class Writer:
    """Writes lines of a list in all the ways that people do, and in some that they do not."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.spellings = {card: spellings_of(card) for card in DECK}

    def card(self, card: Card) -> str:
        """Return a card in any notation, mostly in the usual one."""
        return str(card) if self.luck.random() < 0.5 else self.luck.choice(self.spellings[card])

    def neat(self) -> str:
        """Return a line that holds a hand and mostly a starter."""
        luck = self.luck
        cards = list(map(self.card, luck.sample(DECK, 5)))
        gap = luck.choice([" "] * 6 + ["", ",", ", ", "\t", ";", "  "])
        if luck.random() < 0.1:
            return gap.join(cards[:4]) + luck.choice(["", " -c", " !", "!"])
        before = luck.choice([" "] * 6 + [" | ", "|", " + ", " -s ", " -s", " --starter ", ", "])
        after = luck.choice([""] * 6 + [" !", "!", " -c", " --crib", " # x", "\r", "  "])
        return gap.join(cards[:4]) + before + cards[4] + after

    def same_card_twice(self) -> str:
        """Return a line with a card in two places."""
        cards = self.luck.choices(DECK, k=5)
        cards[self.luck.randrange(5)] = cards[self.luck.randrange(5)]
        return " ".join(map(self.card, cards))

    def wrong_number(self) -> str:
        """Return a line with too few or too many cards."""
        return " ".join(map(self.card, self.luck.sample(DECK, self.luck.randint(0, 8))))

    def with_option(self) -> str:
        """Return a line with options and marks anywhere."""
        words = self.neat().split(" ")
        for _ in range(self.luck.randint(1, 2)):
            words.insert(self.luck.randint(0, len(words)), self.luck.choice(OPTIONS))
        return " ".join(words)

    def edited(self) -> str:
        """Return a line in which some signs are put in, dropped, replaced or swapped."""
        line = list(self.neat() if self.luck.random() < 0.7 else " ".join(map(str, self.five())))
        for _ in range(self.luck.randint(1, 3)):
            place = self.luck.randint(0, len(line))
            width = self.luck.randint(0, 1)
            line[place : place + width] = self.luck.choice([self.luck.choice(SIGNS), ""])
        return "".join(line).replace("\n", " ")

    def five(self) -> list[Card]:
        """Return five cards."""
        return self.luck.sample(DECK, 5)


def wrong(lines: list[str], crib: bool) -> list[tuple[str, str | None, str | None]]:
    """Return the lines for which the quick way knows a total that is not so."""
    found = totals("\n".join(lines), crib=crib)
    assert len(found) == len(lines)
    expected = [ordinary(line, crib) for line in lines]
    return [
        (line, quick, right)
        for line, quick, right in zip(lines, found, expected, strict=True)
        if quick is not None and quick != right
    ]


@cache
def mix(kind: str) -> list[str]:
    write = getattr(Writer(seed=29), kind)
    return [write() for _ in range(12_000)]


KINDS = ["neat", "same_card_twice", "wrong_number", "with_option", "edited"]


@pytest.mark.parametrize("crib", [False, True], ids=["hands", "cribs"])
@pytest.mark.parametrize("kind", KINDS)
def test_never_a_total_that_is_not_so(kind: str, crib: bool) -> None:
    assert wrong(mix(kind), crib) == []


@pytest.mark.parametrize("crib", [False, True], ids=["hands", "cribs"])
def test_usual_lines_are_known(crib: bool) -> None:
    writer = Writer(seed=4)
    hands = [[str(card) for card in writer.five()] for _ in range(5000)]
    for join in ("{} {} {} {} {}", "{} {} {} {} | {}", "{} {} {} {} -s {}", "{} {} {} {} + {} !"):
        lines = [join.format(*hand) for hand in hands]
        assert wrong(lines, crib) == []
        assert None not in totals("\n".join(lines), crib=crib)


def test_tens_in_all_spellings() -> None:
    tens = [text for text, card in SPELLINGS.items() if card.rank == 10]
    lines = [f"{ten} H4 S5 C6 DK" for ten in tens] + [f"H4 S5 {ten} C6 DK" for ten in tens]
    lines += [f"H4 S5 C6 DK {ten}" for ten in tens] + [f"H4 S5 C6 DK | {ten} !" for ten in tens]
    assert wrong(lines, crib=False) == []
    assert wrong([line.replace(" ", "") for line in lines], crib=False) == []


def test_the_table_of_cases() -> None:
    lines = [" ".join(case.words()) for case in CASES]
    found = totals("\n".join(lines))
    for case, total in zip(CASES, found, strict=True):
        assert total in {None, str(case.total)}
    assert sum(total is not None for total in found) > len(CASES) / 2


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "#",
        "# H5 S5 C5 DJ D5",
        "H5 S5 C5 DJ",
        "H5 S5 C5 DJ DJ",
        "H5 S5 C5 DJ D5 --claim 29",
        "H5 S5 C5 DJ D5 --claim 12",
        "H5 S5 C5 DJ D5 -s D5",
        "H5 S5 C5 DJ -s",
        "H5 S5 #C5 DJ D5",
        "H5 S5 C5 #DJ D5",
        "H5 S5 C5 DJ # D5",
        "H5 S5 | C5 DJ D5",
        "H5 S5 C5 | DJ D5",
        "H1 S5 C5 DJ D5",
        "H5 S5 C5 DJ D1",
        "H5 S5 C5 DJ D5 X",
        "H5 S5 C5 DJ D5 \udcff",
        "H5 S5 C5 DJ 'D5",
        "H10 0S5 C5 DJ D5",
        "H100 S5 C5 DJ D5",
        "\ufeffH5 S5 C5 DJ D5",
        "H5 S5 C5DJ D5 " + "H5 " * 100,
    ],
)
def test_lines_for_the_ordinary_way(line: str) -> None:
    assert totals(line) == [None]
    assert totals(f"H5 S5 C5 DJ D5\n{line}\nH2 S4 C6 D8 HK") == ["29", None, "0"]

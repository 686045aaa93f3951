"""The play: the tables of cases, play by play, beginnings of a deal, and what is forbidden."""

import re
from collections.abc import Sequence

import pytest

from crib_count import CardError, CribbageError, read_card, read_cards
from crib_count.pegging import Pegging, Play, PlayError, score_play
from tests.helpers import DATA
from tests.pegging_account import PEG_CASE_IDS, PEG_CASES, PegCase, names_of, plays_of


def score(plays: str, players: int = 2, starter: str | None = None) -> Pegging:
    cut = None if starter is None else read_card(starter)
    return score_play(plays_of(plays), names_of(players), cut)


def row(play: Play) -> str:
    """Return a play as the tables below write it."""
    items = [f"{item.kind} {' '.join(map(str, item.cards))} {item.points}" for item in play.items]
    said = "go" if play.card is None else str(play.card)
    return "; ".join([f"P{play.player + 1} {said} {play.count}", *items])


def rows(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


@pytest.mark.parametrize("case", PEG_CASES, ids=PEG_CASE_IDS)
def test_totals_of_the_tables(case: PegCase) -> None:
    scored = score(case.plays, case.players)
    assert scored.totals == case.totals
    assert [play.card for play in scored.plays] == plays_of(case.plays)
    played_out = sum(play.card is not None for play in scored.plays) == 4 * case.players
    assert (scored.open is None) == played_out


@pytest.mark.parametrize("case", PEG_CASES, ids=PEG_CASE_IDS)
def test_items_add_up_to_the_totals(case: PegCase) -> None:
    scored = score(case.plays, case.players)
    for seat, total in enumerate(case.totals):
        assert sum(item.points for player, item in scored.items() if player == seat) == total


def test_the_tables_are_those_of_the_rules() -> None:
    """Every case stands once, and the shared table has not shrunk."""
    assert len({(case.players, case.plays) for case in PEG_CASES}) == len(PEG_CASES)
    shared = (DATA / "peg_cases.tsv").read_text(encoding="utf-8").splitlines()
    assert len(shared) == 1 + 40
    assert {case.players for case in PEG_CASES} == {2, 3, 4}


# Each card and go: who, the count, and each item with its cards.

PLAY_BY_PLAY = [
    (
        2,
        "DA C7 H7",
        """
        P1 DA 1
        P2 C7 8
        P1 H7 15; fifteen DA C7 H7 2; pair C7 H7 2
        """,
    ),
    (
        2,
        "H10 SK CQ go D7 C9 H9 go D8 S8",
        """
        P1 H10 10
        P2 SK 20
        P1 CQ 30; go CQ 1
        P2 go 30
        P2 D7 7
        P1 C9 16
        P2 H9 25; pair C9 H9 2; go H9 1
        P1 go 25
        P1 D8 8
        P2 S8 16; pair D8 S8 2; last card S8 1
        """,
    ),
    (
        2,
        "H3 SA C6 D2 H5 S7 C4 D3",
        """
        P1 H3 3
        P2 SA 4
        P1 C6 10
        P2 D2 12
        P1 H5 17
        P2 S7 24
        P1 C4 28; run H3 SA C6 D2 H5 S7 C4 7
        P2 D3 31; thirty-one H3 SA C6 D2 H5 S7 C4 D3 2; run SA C6 D2 H5 S7 C4 D3 7
        """,
    ),
    (
        2,
        "H2 C8 D6 H7 S5 SJ C9 C10",
        """
        P1 H2 2
        P2 C8 10
        P1 D6 16
        P2 H7 23; run C8 D6 H7 3
        P1 S5 28; run C8 D6 H7 S5 4; go S5 1
        P2 SJ 10
        P1 C9 19
        P2 C10 29; run SJ C9 C10 3; last card C10 1
        """,
    ),
    (
        2,
        "H3 S4 C4 D5 D3 S2 HK D9",
        """
        P1 H3 3
        P2 S4 7
        P1 C4 11; pair S4 C4 2
        P2 D5 16
        P1 D3 19; run C4 D5 D3 3
        P2 S2 21; run C4 D5 D3 S2 4
        P1 HK 31; thirty-one H3 S4 C4 D5 D3 S2 HK 2
        P2 D9 9; last card D9 1
        """,
    ),
    (
        2,
        "HK SQ C5 go D3 HA S9 C8 DJ",
        """
        P1 HK 10
        P2 SQ 20
        P1 C5 25
        P2 go 25
        P1 D3 28
        P1 HA 29; go HA 1
        P2 S9 9
        P2 C8 17
        P2 DJ 27; last card DJ 1
        """,
    ),
    (
        2,
        "HK S10 CQ go D7 H2 S2 C2 D2",
        """
        P1 HK 10
        P2 S10 20
        P1 CQ 30; go CQ 1
        P2 go 30
        P2 D7 7
        P1 H2 9
        P2 S2 11; pair H2 S2 2
        P1 C2 13; pair royal H2 S2 C2 6
        P2 D2 15; fifteen D7 H2 S2 C2 D2 2; double pair royal H2 S2 C2 D2 12; last card D2 1
        """,
    ),
    (
        2,
        "H3 S7 C7 D7 H7 S9 C9 D10",
        """
        P1 H3 3
        P2 S7 10
        P1 C7 17; pair S7 C7 2
        P2 D7 24; pair royal S7 C7 D7 6
        P1 H7 31; thirty-one H3 S7 C7 D7 H7 2; double pair royal S7 C7 D7 H7 12
        P2 S9 9
        P1 C9 18; pair S9 C9 2
        P2 D10 28; last card D10 1
        """,
    ),
    (
        2,
        "H10 S10 C6 D5 H9 SK C8 D6",
        """
        P1 H10 10
        P2 S10 20; pair H10 S10 2
        P1 C6 26
        P2 D5 31; thirty-one H10 S10 C6 D5 2
        P1 H9 9
        P2 SK 19
        P1 C8 27; go C8 1
        P2 D6 6; last card D6 1
        """,
    ),
    (
        2,
        "HQ S4 C9 DA go H3 go CA go D10 S8",
        """
        P1 HQ 10
        P2 S4 14
        P1 C9 23
        P2 DA 24
        P1 go 24
        P2 H3 27
        P1 go 27
        P2 CA 28; go CA 1
        P1 go 28
        P1 D10 10
        P1 S8 18; last card S8 1
        """,
    ),
    (
        2,
        "HK SQ C5 go go D3 go go HA S9 C8 DJ",
        """
        P1 HK 10
        P2 SQ 20
        P1 C5 25
        P2 go 25
        P2 go 25
        P1 D3 28
        P2 go 28
        P2 go 28
        P1 HA 29; go HA 1
        P2 S9 9
        P2 C8 17
        P2 DJ 27; last card DJ 1
        """,
    ),
    (
        3,
        "HK S9 C4 go go D2 C10 SQ H7 go go DJ D10 S8 go go H9 CQ",
        """
        P1 HK 10
        P2 S9 19
        P3 C4 23
        P1 go 23
        P2 go 23
        P3 D2 25; go D2 1
        P1 C10 10
        P2 SQ 20
        P3 H7 27; go H7 1
        P1 go 27
        P2 go 27
        P1 DJ 10
        P2 D10 20
        P3 S8 28; go S8 1
        P1 go 28
        P2 go 28
        P1 H9 9
        P2 CQ 19; last card CQ 1
        """,
    ),
    (
        3,
        "HK SQ C4 go H3 go D2 go C5 H9 SK C6 H8 C7 D9",
        """
        P1 HK 10
        P2 SQ 20
        P3 C4 24
        P1 go 24
        P2 H3 27
        P3 go 27
        P2 D2 29; run C4 H3 D2 3; go D2 1
        P2 go 29
        P3 C5 5
        P1 H9 14
        P2 SK 24
        P3 C6 30; go C6 1
        P1 H8 8
        P3 C7 15; fifteen H8 C7 2
        P1 D9 24; run H8 C7 D9 3; last card D9 1
        """,
    ),
    (
        3,
        "HK S6 CJ go SA go S2 HA C5 H6 D5 C7 C9 D10",
        """
        P1 HK 10
        P2 S6 16
        P3 CJ 26
        P1 go 26
        P2 SA 27
        P3 go 27
        P2 S2 29
        P2 HA 30; go HA 1
        P3 C5 5
        P1 H6 11
        P3 D5 16
        P1 C7 23; run H6 D5 C7 3; go C7 1
        P3 C9 9
        P1 D10 19; last card D10 1
        """,
    ),
    (
        4,
        "HK SQ C2 D3 HA go go D2 H2 DA H9 S9 C9 D8 S6 C6 S7 C7",
        """
        P1 HK 10
        P2 SQ 20
        P3 C2 22
        P4 D3 25
        P1 HA 26; run C2 D3 HA 3
        P2 go 26
        P3 go 26
        P4 D2 28; run D3 HA D2 3
        P1 H2 30; pair D2 H2 2
        P4 DA 31; thirty-one HK SQ C2 D3 HA D2 H2 DA 2
        P1 H9 9
        P2 S9 18; pair H9 S9 2
        P3 C9 27; pair royal H9 S9 C9 6; go C9 1
        P4 D8 8
        P2 S6 14
        P3 C6 20; pair S6 C6 2
        P2 S7 27; go S7 1
        P3 C7 7; last card C7 1
        """,
    ),
]


@pytest.mark.parametrize(("players", "plays", "expected"), PLAY_BY_PLAY)
def test_play_by_play(players: int, plays: str, expected: str) -> None:
    assert [row(play) for play in score(plays, players).plays] == rows(expected)


# Goes that the cards imply, and goes said again, leave every card as it is.

WAYS_TO_SAY_GO = [
    (2, "H10 SK CQ go go D5", ["H10 SK CQ D5", "H10 SK CQ go D5", "H10 SK CQ go go go go D5"]),
    (2, "HK SQ C5 go D3 go S9", ["HK SQ C5 go D3 S9", "HK SQ C5 go D3 go go S9"]),
    (2, "HK SQ C5 go D3 HA S9", ["HK SQ C5 go D3 go HA go S9", "HK SQ C5 go go D3 HA go go S9"]),
    (2, "HK SQ C5 go D6 S9", ["HK SQ C5 go go D6 S9"]),
    (3, "HK SQ CJ go go go H9", ["HK SQ CJ H9", "HK SQ CJ go H9", "HK SQ CJ go go H9"]),
    (3, "HK S9 C4 go go D2 go H9", ["HK S9 C4 go go D2 H9", "HK S9 C4 go go go D2 go go H9"]),
    (4, "HK SQ C2 D5 go go go go H9", ["HK SQ C2 D5 H9", "HK SQ C2 D5 go go H9"]),
    (4, "HK SQ C2 D5 go S3 go go H9 S8", []),
]


def cards_only(scored: Pegging) -> list[Play]:
    return [play for play in scored.plays if play.card]


@pytest.mark.parametrize(
    ("players", "plays", "other"),
    [(players, plays, other) for players, plays, ways in WAYS_TO_SAY_GO for other in ways],
)
def test_ways_to_say_go(players: int, plays: str, other: str) -> None:
    once, otherwise = score(plays, players), score(other, players)
    assert cards_only(otherwise) == cards_only(once)
    assert (otherwise.totals, otherwise.open) == (once.totals, once.open)


# A sequence that stops in the middle.

BEGINNINGS = [
    (2, "", (0, 0), None),
    (2, "H5", (0, 0), 5),
    (2, "DA C7 H7", (4, 0), 15),
    (2, "H10 SK CQ", (0, 0), 30),
    (2, "H10 SK CQ go", (0, 0), 30),
    (2, "H10 SK CQ go go", (1, 0), None),
    (2, "H10 SK CQ go go go", (1, 0), None),
    (2, "H10 SK CQ D5", (1, 0), 5),
    (2, "HK SQ C5 D6", (0, 2), None),
    (2, "HK SQ C5 go D6", (2, 0), None),
    (2, "HK SQ C5 go D3", (0, 0), 28),
    # No card follows that would make the go a repeated one, so it is the pone's.
    (2, "HK SQ C5 go D3 go", (1, 0), None),
    # All cards of the pone are out, so that the dealer's go has ended the series.
    (2, "HK SQ C4 go DA H2", (1, 0), None),
    (2, "HK SQ C4 go DA", (0, 0), 25),
    (2, "H10 S10 C6 D5 H9 SK C8", (0, 4), 27),
    (2, "H10 S10 C6 D5 H9 SK C8 go", (1, 4), None),
    (2, "H4 S9 C4 D9 S2 go C8 DK", (1, 0), 18),
    (2, "H4 S9 C4 D9 S2 go C8 DK HQ", (1, 1), None),
    (2, "H3 SA C6 D2 H5 S7 C4", (7, 0), 28),
    (3, "HK S9 C4 go", (0, 0, 0), 23),
    (3, "HK S9 C4 go go", (0, 0, 0), 23),
    (3, "HK S9 C4 go go go", (0, 0, 1), None),
    (3, "HK S9 C4 go go D2", (0, 0, 0), 25),
    (3, "HK S9 C4 go go D8", (0, 0, 2), None),
    (4, "HK SQ C2 D5 go go go", (0, 0, 0, 0), 27),
    (4, "HK SQ C2 D5 go go go go", (0, 0, 0, 1), None),
    (4, "HK SQ C2 D5 HA go go go DA", (2, 0, 0, 0), 29),
]


@pytest.mark.parametrize(("players", "plays", "totals", "still_open"), BEGINNINGS)
def test_beginnings(
    players: int, plays: str, totals: tuple[int, ...], still_open: int | None
) -> None:
    scored = score(plays, players)
    assert (scored.totals, scored.open) == (totals, still_open)


@pytest.mark.parametrize("case", PEG_CASES, ids=PEG_CASE_IDS)
def test_no_last_card_before_the_end(case: PegCase) -> None:
    plays = plays_of(case.plays)
    for length in range(len(plays)):
        scored = score_play(plays[:length], names_of(case.players))
        assert "last card" not in {item.kind for _, item in scored.items()}


# The cut.


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("jack", ["HJ", "SJ", "DJ", "CJ"])
def test_heels(players: int, jack: str) -> None:
    scored = score("", players, jack)
    assert scored.totals == (0,) * (players - 1) + (2,)
    [(player, item)] = scored.items()
    assert (player, item) == (players - 1, ("heels", (read_card(jack),), 2))
    assert scored.heels == item
    assert scored.starter == read_card(jack)


@pytest.mark.parametrize("starter", [None, "HA", "H5", "S10", "DQ", "CK"])
def test_no_heels(starter: str | None) -> None:
    scored = score("C7 D7", starter=starter)
    assert (scored.heels, scored.totals) == (None, (0, 2))


def test_heels_come_before_the_first_card() -> None:
    items = score("C7 D7 H7", starter="HJ").items()
    assert [(player, item.kind) for player, item in items] == [
        (1, "heels"),
        (1, "pair"),
        (0, "pair royal"),
    ]


def test_the_starter_takes_no_part() -> None:
    """Neither a run nor a pair nor nobs comes of it, and the jack played is no heels."""
    assert score("H10 SQ CJ", starter="DJ").totals == (3, 2)
    assert score("H5 S7", starter="C6").totals == (0, 0)
    assert score("H5 SJ", starter="C5").totals == (0, 2)
    assert score("HJ S7", starter="H2").totals == (0, 0)


# What the rules forbid.

COMPLETE = {
    2: "H3 SA C6 D2 H5 S7 C4 D3",
    3: "HK SQ CJ H10 S10 C10 H8 S6 C7 H5 S2 C3",
    4: "HK SQ C2 D3 HA go go D2 H2 DA H9 S9 C9 D8 S6 C6 S7 C7",
}
FORBIDDEN = [
    # The same card twice.
    (2, "H5 H5", "position 2, H5: it was played already, at position 1"),
    (2, "DA C7 H7 C7", "position 4, C7: it was played already, at position 2"),
    (2, "HK SQ C5 go D3 SQ", "position 6, SQ: it was played already, at position 2"),
    (2, "HK SQ C5 go D3 D3", "position 6, D3: it was played already, at position 5"),
    # More cards than the players hold, and a go when the deal is over.
    (2, COMPLETE[2] + " DK", "position 9, DK: the deal is over, all cards have been played"),
    (2, COMPLETE[2] + " go", "position 9, go: the deal is over, all cards have been played"),
    (2, COMPLETE[2] + " H3", "position 9, H3: it was played already, at position 1"),
    (
        2,
        "H4 S9 C4 D9 S2 go C8 DK HQ HA",
        "position 10, HA: the deal is over, all cards have been played",
    ),
    (
        2,
        "H4 S9 C4 D9 S2 go C8 DK HQ go",
        "position 10, go: the deal is over, all cards have been played",
    ),
    (
        2,
        "HK SQ C5 go D3 HA S9 C8 DJ go",
        "position 10, go: the deal is over, all cards have been played",
    ),
    (3, COMPLETE[3] + " DK", "position 13, DK: the deal is over, all cards have been played"),
    (3, COMPLETE[3] + " go", "position 13, go: the deal is over, all cards have been played"),
    (4, COMPLETE[4] + " DK", "position 19, DK: the deal is over, all cards have been played"),
    (4, COMPLETE[4] + " go", "position 19, go: the deal is over, all cards have been played"),
    # A go on an empty count.
    (2, "go", "position 1, go: no card has been played, and any card fits"),
    (3, "go HK", "position 1, go: no card has been played, and any card fits"),
    (2, "HK S6 CK D5 go", "position 5, go: the count starts anew after 31, and any card fits"),
    (2, "HK SQ C5 go D6 go", "position 6, go: the count starts anew after 31, and any card fits"),
    (
        3,
        "HK S9 C4 go go D8 go",
        "position 7, go: the count starts anew after 31, and any card fits",
    ),
    # A go below 22.
    (2, "HA go", "position 2, go: any card fits at 1, as at any count up to 21"),
    (2, "HK SA go", "position 3, go: any card fits at 11, as at any count up to 21"),
    (2, "HK SQ CA go", "position 4, go: any card fits at 21, as at any count up to 21"),
    (3, "HK SQ CA go", "position 4, go: any card fits at 21, as at any count up to 21"),
    (2, "H10 SK CQ D5 go", "position 5, go: any card fits at 5, as at any count up to 21"),
    (2, "H10 SK CQ go go D5 go", "position 7, go: any card fits at 5, as at any count up to 21"),
    # A card that its player would have had to lay before.
    (
        2,
        "HK SQ C5 go D3 H9 S10 C6",
        "position 8, C6: it would have fitted at 25, where dealer said go (position 4)",
    ),
    (
        2,
        "HK SQ C5 go go D3 H9 S10 C6",
        "position 9, C6: it would have fitted at 25, where dealer said go (position 4)",
    ),
    (
        2,
        "HK S9 C5 D2 go go H8 S7 D5",
        "position 9, D5: it would have fitted at 26, where pone said go (position 5)",
    ),
    (
        2,
        "H10 SK CQ D5 HA",
        "position 5, HA: it would have fitted at 30, where pone "
        "must have passed (before position 4)",
    ),
    (
        2,
        "H10 SK CQ D5 H2 DA",
        "position 6, DA: it would have fitted at 30, where dealer "
        "must have passed (before position 4)",
    ),
    (
        2,
        "HK SQ C5 go D9 S6",
        "position 6, S6: it would have fitted at 25, where pone "
        "must have passed (before position 5)",
    ),
    # The other has no cards left, so that the go and the next card are both his.
    (
        2,
        "H10 S10 C6 D5 H9 SK C8 go D4",
        "position 9, D4: it would have fitted at 27, where dealer said go (position 8)",
    ),
    # He passed twice, and it would have fitted the first time alone, or the second.
    (
        2,
        "HK SQ C5 go S9 C9 DK D8 C6",
        "position 9, C6: it would have fitted at 25, where dealer said go (position 4)",
    ),
    (
        2,
        "H10 SK CQ go D7 C9 H8 D8 S4",
        "position 9, S4: it would have fitted at 24, where dealer "
        "must have passed (before position 8)",
    ),
    (
        3,
        "HK SQ CJ H9 SA",
        "position 5, SA: it would have fitted at 30, where player 2 "
        "must have passed (before position 4)",
    ),
    (
        3,
        "HK S9 C4 go go D2 C10 S8",
        "position 8, S8: it would have fitted at 23, where player 2 said go (position 5)",
    ),
    (
        3,
        "HK S9 C4 go go D2 C10 SQ C6",
        "position 9, C6: it would have fitted at 25, where dealer "
        "must have passed (before position 7)",
    ),
    (
        4,
        "HK SQ C2 D3 HA go go D2 go D10 H9 C5",
        "position 12, C5: it would have fitted at 26, where player 3 said go (position 7)",
    ),
]


@pytest.mark.parametrize(("players", "plays", "message"), FORBIDDEN)
def test_what_is_forbidden(players: int, plays: str, message: str) -> None:
    with pytest.raises(PlayError) as caught:
        score(plays, players)
    error = caught.value
    assert str(error) == message
    assert message == f"position {error.position}, {error.token}: {error.reason}"
    words = plays.split()
    assert words[error.position - 1] == error.token
    before = words[: error.position - 1]
    assert len(score(" ".join(before), players).plays) == len(before)


# The same plays with a count or a card that is higher by one.
ALLOWED = [
    (2, "HK SQ C2 go"),
    (2, "HK SQ C5 go D3 H9 S10 C7"),
    (2, "HK S9 C5 D2 go go H8 S7 D6"),
    (2, "H10 SK CQ D5 H2 D2"),
    (2, "HK SQ C5 go D9 S7"),
    (2, "H10 S10 C6 H5 H9 SK C8 go D5"),
    (2, "H10 SK CQ go D7 C9 H8 D8 S8"),
    (3, "HK SQ CJ H9 S2"),
    (3, "HK H9 C4 go go D2 C10 S9"),
    (3, "HK S9 C4 go go D2 C10 SQ C7"),
    (4, "HK SQ C2 D3 HA go go D2 go D10 H9 C6"),
]


@pytest.mark.parametrize(("players", "plays"), ALLOWED)
def test_what_is_just_allowed(players: int, plays: str) -> None:
    assert len(score(plays, players).plays) == len(plays.split())


@pytest.mark.parametrize(
    ("plays", "message"),
    [
        ("H5", "position 1, H5: it is the starter, which takes no part in the play"),
        ("DA C7 H5", "position 3, H5: it is the starter, which takes no part in the play"),
        ("HK SQ C6 go H5", "position 5, H5: it is the starter, which takes no part in the play"),
        (
            "HK SQ C2 go H2 H5",
            "position 6, H5: it is the starter, which takes no part in the play",
        ),
    ],
)
def test_the_starter_is_not_played(plays: str, message: str) -> None:
    with pytest.raises(PlayError, match=f"^{re.escape(message)}$"):
        score(plays, starter="H5")
    assert score(plays, starter="S5").heels is None


def test_the_names_of_the_players_are_in_the_messages() -> None:
    plays = plays_of("HK SQ CJ H9 SA")
    with pytest.raises(
        PlayError, match=r"at 30, where South must have passed \(before position 4\)$"
    ):
        score_play(plays, ("West", "South", "East"))


def test_text_and_play_are_different_errors() -> None:
    with pytest.raises(CardError):
        read_cards("H5 go H1")
    assert issubclass(PlayError, CribbageError)
    assert not issubclass(PlayError, CardError)
    assert not issubclass(CardError, PlayError)


def test_any_iterable_of_plays_and_players() -> None:
    plays: Sequence[str | None] = ["H10", "SK", "CQ", None, None, "D5"]
    cards = (None if word is None else read_card(word) for word in plays)
    scored = score_play(cards, ["North", "South"])
    assert scored.players == ("North", "South")
    assert scored.totals == (1, 0)
    assert scored.items() == [(0, ("go", (read_card("CQ"),), 1))]

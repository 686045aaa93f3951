"""The referee: each rule of the game by a case, and everything that could not have happened."""

from typing import Any

import pytest

from crib_count import read_card, read_cards
from crib_count.game import Deal, Game, GameError, Record, referee
from crib_count.reading import read_plays
from crib_count.record import read_record

TWO = ("North", "South")
THREE = ("Ann", "Ben", "Cleo")
FOUR = ("North", "East", "South", "West")


def deal(starter: str = "", play: str = "", crib: str | None = None, **hands: str) -> Deal:
    return Deal(
        starter=read_card(starter) if starter else None,
        hands={player: read_cards(cards) for player, cards in hands.items()},
        play=read_plays(play),
        crib=None if crib is None else read_cards(crib),
    )


def game(*deals: Deal, players: tuple[str, ...] = TWO, **agreed: Any) -> Game:
    """Referee a game in which the last of the players deals first."""
    return referee(Record(players, len(players) - 1, deals, **agreed))


def sheet(played: Game) -> list[str]:
    """Return the events, each as player, event, cards, points and score."""
    return [
        f"{event.player} {event.event}: {' '.join(map(str, event.cards))} "
        f"+{event.points} {event.score}"
        for event in played.events
    ]


# A deal in which little happens. South pegs 3; North's hand is worth 4, South's 5, the crib 5.
QUIET = {
    "starter": "C5",
    "play": "HK H8 SQ C3 C7 S9 D2 D4",
    "crib": "H2 S6 D10 CJ",
    "North": "HK SQ C7 D2",
    "South": "H8 S9 C3 D4",
}
QUIET_SHEET = [
    "South thirty-one: HK H8 SQ C3 +2 2",
    "South last card: D4 +1 3",
    "North hand: HK SQ C7 D2 C5 +4 4",
    "South hand: H8 S9 C3 D4 C5 +5 8",
    "South crib: H2 S6 D10 CJ C5 +5 13",
]
# A deal with a go: nobody has a card for the count of 29.
WITH_GO = {
    "starter": "S2",
    "play": "HK S9 SQ H8 C7 C4 D6 D5",
    "crib": "HA SA DA CA",
    "North": "HK SQ C7 D6",
    "South": "S9 H8 C4 D5",
}
WITH_GO_SHEET = [
    "North go: SQ +1 1",
    "North fifteen: H8 C7 +2 3",
    "South run: H8 C7 C4 D6 D5 +5 5",
    "South last card: D5 +1 6",
]


def quiet(**changes: str) -> Deal:
    return deal(**{**QUIET, **changes})


def with_go(**changes: str) -> Deal:
    return deal(**{**WITH_GO, **changes})


def without(written: dict[str, str], *parts: str) -> Deal:
    return deal(**{part: text for part, text in written.items() if part not in parts})


# Deals.


def test_a_whole_deal() -> None:
    played = game(quiet())
    assert sheet(played) == QUIET_SHEET
    assert [event.deal for event in played.events] == [1] * 5
    assert played.scores == {"North": 4, "South": 13}
    assert (played.winner, played.skunks, played.games, played.margin) == (None, {}, None, None)


def test_heels_come_before_the_play() -> None:
    played = game(quiet(starter="HJ"))
    assert sheet(played)[:2] == ["South heels: HJ +2 2", "South thirty-one: HK H8 SQ C3 +2 4"]


def test_a_deal_of_three() -> None:
    played = game(three(THREE), players=THREE)
    assert sheet(played) == [
        "Cleo heels: DJ +2 2",
        "Cleo run: HK HQ HJ +3 5",
        "Cleo go: HJ +1 6",
        "Cleo run: S8 S9 S10 +3 9",
        "Ann go: D2 +1 1",
        "Ann run: C7 C5 C6 +3 4",
        "Cleo run: C7 C5 C6 D3 D4 +5 14",
        "Cleo last card: D4 +1 15",
        "Ann hand: HK S8 C6 D2 DJ +0 4",
        "Ben hand: HQ S9 C7 D3 DJ +0 0",
        "Cleo hand: HJ S10 C5 D4 DJ +8 23",
        "Cleo crib: HA S3 H6 C9 DJ +2 25",
    ]


def three(order: tuple[str, ...]) -> Deal:
    """Return a deal of three that begins with heels, whoever deals."""
    hands = ["HK S8 C6 D2", "HQ S9 C7 D3", "HJ S10 C5 D4"]
    return deal(
        "DJ",
        "HK HQ HJ S8 S9 S10 D2 C7 C5 C6 D3 D4",
        "HA S3 H6 C9",
        **dict(zip(order, hands, strict=True)),
    )


def test_the_deal_passes_on_clockwise() -> None:
    orders = [THREE, ("Ben", "Cleo", "Ann"), ("Cleo", "Ann", "Ben"), THREE]
    played = game(*map(three, orders), players=THREE, target=1000)
    for number, order in enumerate(orders, 1):
        events = [event for event in played.events if event.deal == number]
        assert events[0][1:3] == (order[-1], "heels")
        assert tuple(event.player for event in events if event.event == "hand") == order
        assert events[-1][1:3] == (order[-1], "crib")


def test_the_deal_passes_between_two() -> None:
    second = quiet(North=QUIET["South"], South=QUIET["North"])
    played = game(quiet(), second, quiet())
    firsts = [["South", "North"][number % 2] for number in range(3)]
    assert [event.player for event in played.events if event.event == "thirty-one"] == firsts
    assert [event.player for event in played.events if event.event == "crib"] == firsts
    assert played.scores == {"North": 4 + 13 + 4, "South": 13 + 4 + 13}


def test_partners_share_a_score() -> None:
    start = {"North+South": 10, "East+West": 20}
    played = game(deal("C9", "HK S5 C5 D5"), players=FOUR, start=start)
    assert sheet(played) == [
        "East fifteen: HK S5 +2 22",
        "South pair: S5 C5 +2 12",
        "West pair royal: S5 C5 D5 +6 28",
    ]
    assert played.scores == {"North+South": 12, "East+West": 28}


def test_partners_win_and_lose_together() -> None:
    start = {"North+South": 90, "East+West": 119}
    played = game(deal("HJ"), players=FOUR, start=start)
    assert sheet(played) == ["West heels: HJ +2 121"]
    assert played.winner == "East+West"
    assert played.skunks == {"North+South": "skunk"}
    assert (played.games, played.margin) == (2, 31)


# The win.


@pytest.mark.parametrize(
    ("north", "south", "winner", "events"),
    [
        (0, 119, "South", 1),  # in the middle of the play
        (0, 118, "South", 2),  # on the last card
        (117, 110, "North", 3),  # on the pone's hand
        (119, 116, "North", 3),  # though the dealer, who needs 2 and holds 5, has more to come
        (116, 117, "South", 4),  # on the dealer's hand
        (116, 113, "South", 4),
        (116, 112, "South", 5),  # on the crib
        (116, 108, "South", 5),
        (116, 107, None, 5),
    ],
)
def test_the_first_to_reach_the_target_wins_at_once(
    north: int, south: int, winner: str | None, events: int
) -> None:
    played = game(quiet(), start={"North": north, "South": south})
    assert played.winner == winner
    assert [event[:5] for event in played.events] == [
        event[:5] for event in game(quiet()).events[:events]
    ]
    if winner:
        assert played.scores[winner] == played.events[-1].score == 121


def test_the_peg_goes_no_further_than_the_game_hole() -> None:
    played = game(quiet(), start={"North": 120, "South": 60})
    assert sheet(played)[-1] == "North hand: HK SQ C7 D2 C5 +4 121"
    assert played.scores == {"North": 121, "South": 63}
    assert played.margin == 58


def test_won_on_heels() -> None:
    played = game(quiet(starter="HJ"), start={"North": 120, "South": 119})
    assert sheet(played) == ["South heels: HJ +2 121"]
    assert played.scores == {"North": 120, "South": 121}
    assert (played.winner, played.skunks) == ("South", {"North": None})
    assert (played.games, played.margin) == (1, 1)


def test_another_target() -> None:
    played = game(quiet(), target=8)
    assert sheet(played) == QUIET_SHEET[:4]
    assert played.winner == "South"
    assert played.margin == 4


def test_the_play_after_the_win_counts_no_more() -> None:
    played = game(with_go(), start={"North": 118, "South": 119})
    assert sheet(played) == ["North go: SQ +1 119", "North fifteen: H8 C7 +2 121"]
    assert played.scores == {"North": 121, "South": 119}


# The house rule: no game is won on a go.


def test_won_on_a_go() -> None:
    played = game(with_go(), start={"North": 120})
    assert sheet(played) == ["North go: SQ +1 121"]
    assert played.winner == "North"


def test_not_won_on_a_go_by_the_house_rule() -> None:
    played = game(with_go(), start={"North": 120}, win_on_go=False)
    assert sheet(played) == ["North go: SQ +0 120", "North fifteen: H8 C7 +2 121"]
    assert played.winner == "North"


def test_won_on_the_last_card() -> None:
    played = game(with_go(), start={"South": 115})
    assert sheet(played)[-1] == "South last card: D5 +1 121"
    assert played.winner == "South"


def test_not_won_on_the_last_card_by_the_house_rule() -> None:
    played = game(with_go(), start={"South": 115}, win_on_go=False)
    assert sheet(played)[2:4] == ["South run: H8 C7 C4 D6 D5 +5 120", "South last card: D5 +0 120"]
    assert [event.event for event in played.events[4:]] == ["hand", "hand"]
    assert played.winner == "South"


def test_the_house_rule_takes_no_go_that_does_not_win() -> None:
    played = game(with_go(), win_on_go=False)
    assert sheet(played)[:4] == WITH_GO_SHEET
    assert game(with_go()).events == played.events


def test_thirty_one_wins_for_all_of_the_house_rule() -> None:
    assert game(quiet(), start={"South": 119}, win_on_go=False).winner == "South"


# Skunks.


@pytest.mark.parametrize(
    ("target", "score", "skunk", "games"),
    [
        (121, 120, None, 1),
        (121, 91, None, 1),
        (121, 90, "skunk", 2),
        (121, 61, "skunk", 2),
        (121, 60, "double skunk", 3),
        (121, 0, "double skunk", 3),
        (181, 151, None, 1),
        (181, 150, "skunk", 2),
        (181, 121, "skunk", 2),
        (181, 120, "double skunk", 3),
        (61, 31, None, 1),
        (61, 30, "skunk", 2),
        (61, 1, "skunk", 2),
        (61, 0, "double skunk", 3),
        (31, 1, None, 1),
        (31, 0, "skunk", 2),
        (30, 0, None, 1),
        (2, 0, None, 1),
    ],
)
def test_skunks(target: int, score: int, skunk: str | None, games: int) -> None:
    start = {"North": score, "South": target - 2}
    played = game(deal("HJ"), start=start, target=target)
    assert played.winner == "South"
    assert played.skunks == {"North": skunk}
    assert played.games == games
    assert played.margin == target - score


@pytest.mark.parametrize(
    ("scores", "skunks", "games", "margin"),
    [
        ((91, 120), (None, None), 1, 1),
        ((90, 120), ("skunk", None), 2, 1),
        ((91, 61), (None, "skunk"), 2, 30),
        ((60, 120), ("double skunk", None), 3, 1),
        ((90, 60), ("skunk", "double skunk"), 3, 31),
        ((0, 0), ("double skunk", "double skunk"), 3, 121),
    ],
)
def test_each_of_three_loses_by_his_own_score(
    scores: tuple[int, int], skunks: tuple[str | None, str | None], games: int, margin: int
) -> None:
    start = dict(zip(THREE, (*scores, 119), strict=True))
    played = game(deal("HJ"), players=THREE, start=start)
    assert played.winner == "Cleo"
    assert played.skunks == dict(zip(THREE, skunks, strict=False))
    assert (played.games, played.margin) == (games, margin)


# Goes that are written.


@pytest.mark.parametrize(
    "play",
    [
        "HK S9 SQ go H8 C7 C4 D6 D5",
        "HK S9 SQ go go H8 C7 C4 D6 D5",
        "HK S9 SQ go go go go H8 C7 C4 D6 D5",
    ],
)
def test_goes_may_be_written(play: str) -> None:
    assert game(with_go(play=play)).events == game(with_go()).events


@pytest.mark.parametrize(
    "play",
    [
        "D7 HK CA SQ HA SA CJ D10",
        "D7 HK CA SQ HA go SA CJ D10",
        "D7 HK CA SQ HA go SA go CJ D10",
        "D7 HK CA SQ HA go go SA go CJ D10",
        "D7 HK CA SQ HA go SA go go CJ D10",
    ],
)
def test_goes_while_the_other_plays_on(play: str) -> None:
    played = game(deal("C9", play, "H2 H3 H4 H5", North="D7 CA HA SA", South="HK SQ CJ D10"))
    assert sheet(played)[:4] == [
        "North pair: HA SA +2 2",
        "North go: SA +1 3",
        "South last card: D10 +1 1",
        "North hand: D7 CA HA SA C9 +6 9",
    ]


@pytest.mark.parametrize("play", ["HK S9 SQ", "HK S9 SQ go", "HK S9 SQ go go"])
def test_a_go_follows_from_the_hands_at_the_end_of_the_record(play: str) -> None:
    assert sheet(game(with_go(play=play))) == ["North go: SQ +1 1"]


def test_no_go_follows_where_a_hand_is_not_known() -> None:
    deals = [deal("S2", play, North="HK SQ C7 D6") for play in ["HK S9 SQ", "HK S9 SQ go go"]]
    assert [sheet(game(each)) for each in deals] == [[], ["North go: SQ +1 1"]]


# A game that has not ended, and parts that were never reached.


def test_no_deal_at_all() -> None:
    played = game(start={"North": 3})
    assert (played.events, played.scores) == ((), {"North": 3, "South": 0})
    assert (played.winner, played.skunks, played.games, played.margin) == (None, {}, None, None)


@pytest.mark.parametrize(
    ("cards", "events"), [(0, 0), (1, 0), (3, 0), (4, 1), (5, 1), (7, 1), (8, 5)]
)
def test_a_last_deal_that_ends_in_the_middle_of_the_play(cards: int, events: int) -> None:
    play = " ".join(QUIET["play"].split()[:cards])
    second = quiet(play=play, North=QUIET["South"], South=QUIET["North"])
    played = game(quiet(), second)
    assert len(played.events) == 5 + events
    assert played.winner is None
    assert (played.scores["North"] > 4) == (events > 0)


@pytest.mark.parametrize(
    ("missing", "north", "south", "events"),
    [
        (("North", "South", "crib"), 0, 119, 1),
        (("North", "crib"), 0, 119, 1),
        (("South", "crib"), 0, 118, 2),
        (("South", "crib"), 117, 100, 3),
        (("crib",), 117, 100, 3),
        (("crib",), 0, 114, 4),
    ],
)
def test_what_the_game_never_reached_may_be_missing(
    missing: tuple[str, ...], north: int, south: int, events: int
) -> None:
    start = {"North": north, "South": south}
    played = game(without(QUIET, *missing), start=start)
    assert len(played.events) == events
    assert played == game(quiet(), start=start)._replace(record=played.record)


@pytest.mark.parametrize("parts", [(), ("play",), ("play", "North"), ("North", "South", "crib")])
def test_parts_of_a_deal_won_on_heels(parts: tuple[str, ...]) -> None:
    written = {part: QUIET[part] for part in parts} | {"starter": "HJ"}
    assert len(game(deal(**written), start={"South": 120}).events) == 1


def test_a_deal_of_which_only_the_starter_is_known() -> None:
    assert sheet(game(quiet(), deal("HJ"))) == [*QUIET_SHEET, "North heels: HJ +2 6"]


# What could not have happened.

CARDS_IN_TWO_PLACES = [
    (quiet(South="HK S9 C3 D4"), "HK is in two places: North's hand and South's hand"),
    (quiet(crib="H2 S6 D4 CJ"), "D4 is in two places: South's hand and the crib"),
    (quiet(starter="SQ"), "SQ is in two places: the starter and North's hand"),
    (quiet(starter="CJ"), "CJ is in two places: the starter and the crib"),
    (quiet(North="HK HK C7 D2"), "HK is in two places: North's hand, twice"),
    (quiet(crib="H2 S6 S6 CJ"), "S6 is in two places: the crib, twice"),
]
WRONG_NUMBERS = [
    (quiet(North="HK SQ C7"), "North's hand has 3 cards; four are expected"),
    (quiet(South="H8 S9 C3 D4 D6"), "South's hand has 5 cards; four are expected"),
    (quiet(North=""), "North's hand has 0 cards; four are expected"),
    (quiet(crib="H2 S6 D10"), "the crib has 3 cards; four are expected"),
    (quiet(crib="H2 S6 D10 CJ C2"), "the crib has 5 cards; four are expected"),
]
WRONG_PLAYS = [
    # Cards that nobody held: from the pack, from the crib, the starter.
    ("HK H8 SQ C4", "position 4, C4: nobody held it"),
    ("CJ", "position 1, CJ: nobody held it"),
    ("HK C5", "position 2, C5: it is the starter, which takes no part in the play"),
    # Out of turn.
    ("H8", "position 1, H8: North leads, with HK in hand"),
    ("HK SQ", "position 2, SQ: it is the turn of South, whose H8 fits at 10"),
    ("HK H8 SQ D2", "position 4, D2: it is the turn of South, whose C3 fits at 28"),
    ("HK H8 SQ C7", "position 4, C7: it is the turn of South, whose C3 fits at 28"),
    ("HK H8 SQ C3 S9", "position 5, S9: North leads, with C7 in hand"),
    # Played twice.
    ("HK H8 HK", "position 3, HK: it was played already, at position 1"),
    ("HK HK", "position 2, HK: it was played already, at position 1"),
    ("HK H8 SQ C3 C7 S9 D2 D4 H8", "position 9, H8: it was played already, at position 2"),
    # A card that does not fit, where another one does.
    ("HK H8 SQ S9", "position 4, S9: South holds C3, which fits at 28"),
    ("HK H8 SQ D4", "position 4, D4: South holds C3, which fits at 28"),
    # A go by one who could have played.
    ("go", "position 1, go: North leads, with HK in hand"),
    ("HK go", "position 2, go: South holds H8, which fits at 10"),
    ("HK H8 SQ go", "position 4, go: South holds C3, which fits at 28"),
    ("HK H8 SQ C3 go", "position 5, go: North leads, with C7 in hand"),
    ("HK H8 SQ C3 C7 S9 D2 D4 go", "position 9, go: the deal is over, all cards have been played"),
]
MISSING = [
    (without(QUIET, "starter"), "the starter is missing"),
    (deal(), "the starter is missing"),
    (without(QUIET, "North"), "North's hand is missing, and had to be counted"),
    (without(QUIET, "South"), "South's hand is missing, and had to be counted"),
    (without(QUIET, "North", "South"), "North's hand is missing, and had to be counted"),
    (without(QUIET, "crib"), "the crib is missing, and had to be counted"),
]


def fault(*deals: Deal, **agreed: Any) -> GameError:
    with pytest.raises(GameError) as caught:
        game(*deals, **agreed)
    assert str(caught.value) == f"deals[{caught.value.deal}]: {caught.value.reason}"
    return caught.value


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        *CARDS_IN_TWO_PLACES,
        *WRONG_NUMBERS,
        *((quiet(play=play), f"play: {message}") for play, message in WRONG_PLAYS),
        *MISSING,
    ],
)
def test_what_could_not_have_happened(wrong: Deal, message: str) -> None:
    assert str(fault(wrong)) == f"deals[1]: {message}"


def test_goes_that_follow_do_not_shift_positions() -> None:
    wrong = with_go(play="HK S9 SQ H8 C7 go")
    assert str(fault(wrong)) == "deals[1]: play: position 6, go: South holds C4, which fits at 15"
    over = with_go(play="HK S9 SQ H8 C7 C4 D6 D5 go")
    message = "position 9, go: the deal is over, all cards have been played"
    assert str(fault(over)) == f"deals[1]: play: {message}"


# What the game did not reach may be missing: here it ended before the dealer's hand was shown.


def test_a_known_hand_tells_of_a_go_where_another_is_missing() -> None:
    record = read_record("""
        players = ["A", "B"]
        dealer = "B"
        start = { A = 115 }
        [[deals]]
        starter = "D9"
        play = "HK SQ S9 CA HA C8 D4 D7"
        [deals.hands]
        A = "HK S9 C8 D7"
    """)
    game = referee(record)
    assert (game.winner, game.scores) == ("A", {"A": 121, "B": 4})


# Where hands are missing, the play itself and the cards that are known tell.


@pytest.mark.parametrize(
    ("known", "play", "message"),
    [
        ("", "HK HK", "position 2, HK: it was played already, at position 1"),
        ("", "HK C5", "position 2, C5: it is the starter, which takes no part in the play"),
        ("", "HK go", "position 2, go: any card fits at 10, as at any count up to 21"),
        ("", "go", "position 1, go: no card has been played, and any card fits"),
        (
            "",
            "HK H8 SQ go go S9 H7 S3",
            "position 8, S3: it would have fitted at 28, where South said go (position 4)",
        ),
        (
            "",
            "HK H8 SQ C3 C7 S9 D2 D4 HA",
            "position 9, HA: the deal is over, all cards have been played",
        ),
        ("North", "H8", "position 1, H8: North leads, with HK in hand"),
        ("South", "HK H9", "position 2, H9: it is the turn of South, whose H8 fits at 10"),
        ("North", "HK H8 SQ C3 S9", "position 5, S9: North leads, with C7 in hand"),
        # The hand of the one who plays is missing, but the card lies elsewhere.
        ("North", "HK SQ", "position 2, SQ: it is the turn of South"),
        ("crib", "CJ", "position 1, CJ: nobody held it"),
        # The hand of the one who passes is known.
        ("South", "HK H8 SQ go", "position 4, go: South holds C3, which fits at 28"),
        # So is that of one who must have passed, or the card would not open a new series.
        ("South", "HK H8 SQ S9", "position 4, S9: South holds C3, which fits at 28"),
        ("North", "HK H8 SQ go S9", "position 5, S9: it is the turn of North, whose D2 fits at 28"),
    ],
)
def test_what_could_not_have_happened_whatever_was_held(
    known: str, play: str, message: str
) -> None:
    missing = {"North", "South", "crib"} - {known}
    wrong = without({**QUIET, "play": play}, *missing)
    assert str(fault(wrong)) == f"deals[1]: play: {message}"


# Among deals.


def test_a_fault_names_its_deal() -> None:
    second = quiet(play="HK", North=QUIET["South"], South=QUIET["North"])
    assert game(quiet(), second).winner is None
    wrong = fault(quiet(), quiet())
    assert wrong.deal == 2
    assert wrong.reason == "play: position 1, HK: South leads, with H8 in hand"


def test_play_left_unfinished_before_another_deal() -> None:
    for play in ["", "HK", "HK H8 SQ C3 C7 S9 D2"]:
        assert str(fault(quiet(play=play), quiet())) == (
            "deals[1]: the play is unfinished, but another deal follows"
        )


def test_a_deal_after_the_end() -> None:
    start = {"South": 119}
    over = "the game is over: South won it in deals[1]"
    assert str(fault(deal("HJ"), quiet(), start=start)) == f"deals[2]: {over}"
    assert str(fault(quiet(), quiet(), start=start)) == f"deals[2]: {over}"
    # The deal after the end need not be a good one.
    assert str(fault(quiet(), deal(), start=start)) == f"deals[2]: {over}"


def test_hands_must_be_there_before_the_last_deal() -> None:
    assert fault(without(QUIET, "crib"), quiet()).deal == 1
    assert fault(without(QUIET, "South"), quiet()).deal == 1


def test_faults_after_the_win_are_faults_all_the_same() -> None:
    wrong = quiet(play="HK H8 SQ C3 S9")
    assert str(fault(wrong, start={"South": 119})) == (
        "deals[1]: play: position 5, S9: North leads, with C7 in hand"
    )

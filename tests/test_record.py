"""Reading the record of a game: every field, every fault, and whatever else may be in a file."""

import random
from collections import Counter

import pytest

from crib_count import read_card, read_cards
from crib_count.game import Deal, GameError, Record, referee, side_of, sides
from crib_count.reading import read_plays
from crib_count.record import RecordError, read_record

FULL = """\
title = "Friday's game"
players = ["North", "South"]   # clockwise
dealer = "South"
cut = { North = ["S7", "D4"], South = ["H7", "CA"] }
target = 61
start = { North = 10, South = 58 }
win_on_go = false

[notes]
weather = "rain"
of = [1979-05-27, 3.5, true, { a = "b" }]

[[deals]]
starter = "C5"
crib = "H2 S6 D10 CJ"
play = "HK H8 SQ C3 C7 S9 D2 D4"
[deals.hands]
North = "HK SQ C7 D2"
South = "H8 S9 C3 D4"
"""
DEAL = Deal(
    read_card("C5"),
    {"North": read_cards("HK SQ C7 D2"), "South": read_cards("H8 S9 C3 D4")},
    read_plays("HK H8 SQ C3 C7 S9 D2 D4"),
    read_cards("H2 S6 D10 CJ"),
)
RECORD = Record(
    players=("North", "South"),
    dealer=1,
    deals=(DEAL,),
    title="Friday's game",
    target=61,
    start={"North": 10, "South": 58},
    win_on_go=False,
)
NAMES = 'players = ["North", "South"]\n'
LEAST = f'{NAMES}dealer = "South"\n'
FOUR = 'players = ["North", "East", "South", "West"]\ndealer = "West"\n'


def read(text: str) -> Record:
    return read_record(text.encode())


def fault(text: str | bytes) -> str:
    """Return what is said of a record that cannot be read."""
    with pytest.raises(RecordError) as caught:
        read_record(text.encode() if isinstance(text, str) else text)
    return str(caught.value)


# The fields.


def test_every_field() -> None:
    assert read(FULL) == RECORD


def test_what_goes_without_saying() -> None:
    record = read(LEAST)
    assert record == Record(("North", "South"), 1, ())
    assert (record.title, record.target, record.start, record.win_on_go) == (None, 121, {}, True)
    assert read(f"{LEAST}[[deals]]").deals == (Deal(None, {}, (), None),)
    assert read(f"{LEAST}deals = []").deals == ()
    assert read(f"{LEAST}win_on_go = true").win_on_go is True


@pytest.mark.parametrize(
    ("players", "dealer"), [(["B", "A"], "B"), (["A", "B", "C"], "C"), (list("ABCD"), "B")]
)
def test_players_and_dealer(players: list[str], dealer: str) -> None:
    record = read(f"players = {players}\ndealer = '{dealer}'")
    assert record.players == tuple(players)
    assert players[record.dealer] == dealer


@pytest.mark.parametrize(
    "hands",
    [
        '[deals.hands]\nNorth = "HK SQ C7 D2"\nSouth = "H8 S9 C3 D4"',
        'hands = { North = "HK SQ C7 D2", South = "H8 S9 C3 D4" }',
        'hands.North = "HK SQ C7 D2"\nhands.South = "H8 S9 C3 D4"',
        '[deals.hands]\nNorth = ["HK", "SQ", "C7", "D2"]\nSouth = ["H8 S9", "C3 D4"]',
        "[deals.hands]\nNorth = 'K♥, Q♠; 7♣ 🃂'\nSouth = '8h9s3c4d'",
        '[deals.hands]\n"North" = """\nHK SQ\nC7 D2\n"""\n"South" = "H8\\tS9\\nC3 D4"',
    ],
)
def test_ways_to_write_hands(hands: str) -> None:
    start = FULL.partition("[deals.hands]")[0]
    assert read(start + hands) == RECORD


@pytest.mark.parametrize(
    "rest",
    [
        'starter = "5♣"\ncrib = "2H6S0DJC"\nplay = "KH8H QS 3C,7C,9S;2D;4D"',
        'starter = ["C5"]\ncrib = ["H2", "S6", "D10", "CJ"]\nplay = ["HK H8 SQ C3", "C7 S9 D2 D4"]',
        "play = '''\nHK H8 SQ C3\nC7 S9 D2 D4'''\ncrib = 'h2 s6 tD jC'\nstarter = '🃕'",
    ],
)
def test_ways_to_write_the_rest_of_a_deal(rest: str) -> None:
    head, _, tail = FULL.partition('starter = "C5"')
    assert read(f"{head}{rest}\n[deals.hands]{tail.partition('[deals.hands]')[2]}") == RECORD


@pytest.mark.parametrize("play", ['"HK go GO Go H8"', '["HK", "go", "GO", "Go", "H8"]'])
def test_goes_in_the_play(play: str) -> None:
    [deal] = read(f"{LEAST}[[deals]]\nplay = {play}").deals
    assert deal.play == (read_card("HK"), None, None, None, read_card("H8"))


def test_deals_keep_their_order() -> None:
    starters = ["C5", "HJ", "D2"]
    deals = "".join(f"[[deals]]\nstarter = '{starter}'\n" for starter in starters)
    assert [deal.starter for deal in read(LEAST + deals).deals] == list(map(read_card, starters))


@pytest.mark.parametrize(
    "notes", ["notes = {}", "[notes]\nplayer = 3\ndeal = []", "[notes.deals.hands]\nx = nan"]
)
def test_notes_are_ignored(notes: str) -> None:
    assert read(f"{LEAST}{notes}") == read(LEAST)


def test_names_of_any_sort() -> None:
    record = read("players = ['Zoë B.', '北']\ndealer = '北'\n[[deals]]\nhands.'Zoë B.' = 'H5'")
    assert record.players == ("Zoë B.", "北")
    assert record.deals[0].hands == {"Zoë B.": read_cards("H5")}


# Scores to start from.


@pytest.mark.parametrize(
    ("top", "start", "expected"),
    [
        (LEAST, "{}", {}),
        (LEAST, "{ South = 120 }", {"South": 120}),
        (LEAST, "{ South = 0, North = 7 }", {"North": 7, "South": 0}),
        (FOUR, "{ North = 5, East = 6 }", {"North+South": 5, "East+West": 6}),
        (FOUR, "{ South = 5, North = 5, West = 6 }", {"North+South": 5, "East+West": 6}),
        (FOUR, '{ "North+South" = 5 }', {"North+South": 5}),
        (FOUR, '{ "East+West" = 6, West = 6, North = 1 }', {"East+West": 6, "North+South": 1}),
        (f"{LEAST}target = 500\n", "{ South = 499 }", {"South": 499}),
    ],
)
def test_start(top: str, start: str, expected: dict[str, int]) -> None:
    record = read(f"{top}start = {start}")
    assert record.start == expected
    assert referee(record).scores == dict.fromkeys(sides(record.players), 0) | expected


def test_sides() -> None:
    assert sides(["A", "B"]) == ["A", "B"]
    assert sides(["A", "B", "C"]) == ["A", "B", "C"]
    assert sides(["A", "B", "C", "D"]) == ["A+C", "B+D"]
    assert [side_of("ABCD", name) for name in [*"ABCD", "B+D"]] == [
        *("A+C", "B+D", "A+C", "B+D"),
        "B+D",
    ]


# The cut.


@pytest.mark.parametrize(
    ("players", "cut", "dealer"),
    [
        ("North South", "North = 'S7', South = 'H8'", "North"),
        ("North South", "North = 'SK', South = 'HQ'", "South"),
        ("North South", "North = 'S2', South = 'HA'", "South"),
        ("North South", "North = ['S10'], South = ['H9']", "South"),
        ("North South", "North = ['S7', 'D4'], South = ['H7', 'CK']", "North"),
        ("North South", "South = 'H7 C3', North = 'S7 D4'", "South"),
        ("North South", "North = 'S7 SK S2', South = 'H7 HK HA'", "South"),
        # Court cards are worth the same, but are no tie.
        ("North South", "North = 'SJ', South = 'H10'", "South"),
        # Of three only those who tie for the lowest cut again.
        ("A B C", "A = 'S7', B = 'H7', C = 'C3'", "C"),
        ("A B C", "A = 'S7 SA', B = 'H7 H2', C = 'C8'", "A"),
        ("A B C", "A = 'S7 S5', B = 'H7 H4', C = 'C7 C4'", None),
        ("A B C", "A = 'S7 S5', B = 'H7 H4 D9', C = 'C7 C4 D3'", "C"),
        ("A B C D", "A = 'S7 S5', B = 'H7 H4 D9', C = 'C7 C4 D3', D = 'DK'", "C"),
        # A card may be cut again in the second cut.
        ("North South", "North = ['S7', 'H7'], South = ['H7', 'CK']", "North"),
    ],
)
def test_the_cut(players: str, cut: str, dealer: str | None) -> None:
    text = f"players = {players.split()}\ncut = {{ {cut} }}\n"
    if dealer is None:
        assert fault(text) == "cut: B and C must cut again"
    else:
        assert players.split()[read(text).dealer] == dealer
        assert read(f"{text}dealer = '{dealer}'") == read(text)


@pytest.mark.parametrize(
    ("cut", "message"),
    [
        ("{}", "cut: North and South must cut"),
        ("{ North = 'S7' }", "cut: South must cut"),
        ("{ North = '', South = 'H7' }", "cut: North must cut"),
        ("{ North = [], South = 'H7' }", "cut: North must cut"),
        ("{ North = 'S7', South = 'H7' }", "cut: North and South must cut again"),
        ("{ North = 'S7 D4', South = 'H7' }", "cut: South must cut again"),
        ("{ North = 'S7 D4', South = 'H7 C4' }", "cut: North and South must cut again"),
        ("{ North = 'S7 D4', South = 'H8' }", "cut: North has no need to cut D4"),
        ("{ North = 'S7', South = 'H8 D4' }", "cut: South has no need to cut D4"),
        ("{ North = 'S7 D4 DA', South = 'H7 C5' }", "cut: North has no need to cut DA"),
        ("{ North = 'S7', South = 'S7' }", "cut: two players cut S7"),
        ("{ North = 'S7 D4', South = 'H7 D4' }", "cut: two players cut D4"),
        ("{ North = 'S7', Suoth = 'H8' }", "cut: unknown 'Suoth'; did you mean South?"),
        ("{ North = 'S7', x = 'H8' }", "cut: unknown 'x'; expected: North, South"),
        (
            "{ North = 7, South = 'H8' }",
            "cut.North: cards are expected, as text or a list of texts",
        ),
        ("{ North = 'S1', South = 'H8' }", None),
        ("'S7'", "cut: a table is expected"),
    ],
)
def test_cuts_that_decide_nothing(cut: str, message: str | None) -> None:
    said = fault(f"{NAMES}cut = {cut}")
    assert said == (
        message or "cut.North: 'S1' is not a card: there is no rank '1'; an ace is A, a ten is 10"
    )


def test_the_cut_and_the_dealer_disagree() -> None:
    text = f"{LEAST}cut = {{ North = 'S7', South = 'H8' }}"
    assert fault(text) == "dealer: South is named, but by the cut North deals"


# Unknown keys, and values of the wrong kind.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{LEAST}titel = 'x'", "unknown 'titel'; did you mean title?"),
        (f"{LEAST}[[deal]]", "unknown 'deal'; did you mean deals?"),
        (f"{LEAST}[note]", "unknown 'note'; did you mean notes?"),
        (f"{LEAST}win-on-go = true", "unknown 'win-on-go'; did you mean win_on_go?"),
        (f"{LEAST}targets = 61", "unknown 'targets'; did you mean target?"),
        (
            f"{LEAST}x = 1",
            "unknown 'x'; expected: title, players, dealer, cut, target, start, win_on_go, "
            "notes, deals",
        ),
        (f"{LEAST}'a\\u001bb' = 1", None),
        ("player = ['A', 'B']", "unknown 'player'; did you mean players?"),
        (f"{NAMES}dealer = 'Noth'", "dealer: unknown 'Noth'; did you mean North?"),
        (f"{NAMES}dealer = 'West'", "dealer: unknown 'West'; expected: North, South"),
        (f"{NAMES}dealer = 'x'", "dealer: unknown 'x'; expected: North, South"),
        (f"{NAMES}dealer = ''", "dealer: unknown ''; expected: North, South"),
        (f"{NAMES}dealer = 'north'", "dealer: unknown 'north'; did you mean North?"),
        (f"{LEAST}start.Nort = 1", "start: unknown 'Nort'; did you mean North?"),
        (f"{LEAST}start.x = 1", "start: unknown 'x'; expected: North, South"),
        (
            f"{FOUR}start.x = 1",
            "start: unknown 'x'; expected: North, East, South, West, North+South, East+West",
        ),
        (
            f"{FOUR}start.'North+Soth' = 1",
            "start: unknown 'North+Soth'; did you mean North+South?",
        ),
        (f"{LEAST}[[deals]]\nstater = 'H5'", "deals[1]: unknown 'stater'; did you mean starter?"),
        (
            f"{LEAST}[[deals]]\n[[deals]]\nplays = ''",
            "deals[2]: unknown 'plays'; did you mean play?",
        ),
        (
            f"{LEAST}[[deals]]\nx = 1",
            "deals[1]: unknown 'x'; expected: starter, crib, play, hands",
        ),
        (
            f"{LEAST}[[deals]]\nhands.Sout = 'H5'",
            "deals[1]: hands: unknown 'Sout'; did you mean South?",
        ),
        (
            f"{LEAST}[[deals]]\nhands.x = 'H5'",
            "deals[1]: hands: unknown 'x'; expected: North, South",
        ),
        (f"{LEAST}[[deals]]\nNorth = 'H5'", None),
    ],
)
def test_unknown_keys(text: str, message: str | None) -> None:
    said = fault(text)
    assert said.isprintable()
    if message:
        assert said == message


CARDS_EXPECTED = "cards are expected, as text or a list of texts"
HOW_MANY = "players: two, three or four players are expected, not"
TEXTS = "players: names are expected, as texts"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        # Of the game.
        ("", 'players is missing: players = ["North", "South"]'),
        ("dealer = 'South'", 'players is missing: players = ["North", "South"]'),
        ("players = 'North'", "players: a list is expected"),
        ("players = 2", "players: a list is expected"),
        ("players = []", f"{HOW_MANY} 0"),
        ("players = ['North']", f"{HOW_MANY} 1"),
        ("players = ['A', 'B', 'C', 'D', 'E']", f"{HOW_MANY} 5"),
        ("players = ['North', 2]", TEXTS),
        ("players = [['North'], ['South']]", TEXTS),
        ("players = ['North', 'North']", "players: two players are called 'North'"),
        ("players = ['North', '']", "players: '' is no name for a player"),
        ("players = ['North', ' ']", "players: ' ' is no name for a player"),
        ('players = ["North", "So\\u001Buth"]', r"players: 'So\x1buth' is no name for a player"),
        ('players = ["North", "So\\nuth"]', r"players: 'So\nuth' is no name for a player"),
        (NAMES, "dealer is missing: who deals first, or the cut that decides it"),
        (f"{NAMES}dealer = 1", "dealer: text is expected"),
        (f"{NAMES}dealer = ['South']", "dealer: text is expected"),
        (f"{NAMES}cut = 'S7'", "cut: a table is expected"),
        (f"{NAMES}cut = ['S7', 'S8']", "cut: a table is expected"),
        (f"{LEAST}title = 3", "title: text is expected"),
        (f"{LEAST}title = ['x']", "title: text is expected"),
        (f"{LEAST}target = '121'", "target: a whole number is expected"),
        (f"{LEAST}target = 121.0", "target: a whole number is expected"),
        (f"{LEAST}target = true", "target: a whole number is expected"),
        (f"{LEAST}target = inf", "target: a whole number is expected"),
        (f"{LEAST}target = 0", "target: a number of points from 1 to 9999 is expected, not 0"),
        (
            f"{LEAST}target = -121",
            "target: a number of points from 1 to 9999 is expected, not -121",
        ),
        (f"{LEAST}start = 5", "start: a table is expected"),
        (f"{LEAST}start = [5, 6]", "start: a table is expected"),
        (f"{LEAST}start.North = '5'", "start.North: a whole number is expected"),
        (f"{LEAST}start.North = 5.0", "start.North: a whole number is expected"),
        (f"{LEAST}start.North = false", "start.North: a whole number is expected"),
        (
            f"{LEAST}start.North = -1",
            "start.North: a score from 0 to 120 is expected, not -1",
        ),
        (
            f"{LEAST}start.North = 121",
            "start.North: a score from 0 to 120 is expected, not 121",
        ),
        (
            f"{LEAST}start.North = 61\ntarget = 61",
            "start.North: a score from 0 to 60 is expected, not 61",
        ),
        (
            f"{FOUR}start = {{ North = 5, South = 6 }}",
            "start: North+South has one score, not 5 and 6",
        ),
        (
            f"{FOUR}start = {{ 'East+West' = 5, West = 0 }}",
            "start: East+West has one score, not 5 and 0",
        ),
        (f"{LEAST}win_on_go = 0", "win_on_go: true or false is expected"),
        (f"{LEAST}win_on_go = 'no'", "win_on_go: true or false is expected"),
        # Of a deal.
        (f"{LEAST}deals = 3", "deals: a list is expected"),
        (f"{LEAST}[deals]\nstarter = 'H5'", "deals: [[deals]] begins a deal, in double brackets"),
        (f"{LEAST}deals = ['H5']", "deals[1]: a table is expected, as [[deals]] makes it"),
        (f"{LEAST}deals = [{{}}, []]", "deals[2]: a table is expected, as [[deals]] makes it"),
        (f"{LEAST}[[deals]]\nstarter = 5", f"deals[1]: starter: {CARDS_EXPECTED}"),
        (f"{LEAST}[[deals]]\ncrib = [5]", f"deals[1]: crib: {CARDS_EXPECTED}"),
        (f"{LEAST}[[deals]]\nplay = {{}}", f"deals[1]: play: {CARDS_EXPECTED}"),
        (f"{LEAST}[[deals]]\nplay = [['H5']]", f"deals[1]: play: {CARDS_EXPECTED}"),
        (f"{LEAST}[[deals]]\nhands = 'H5'", "deals[1]: hands: a table is expected"),
        (f"{LEAST}[[deals]]\nhands = []", "deals[1]: hands: a table is expected"),
        (f"{LEAST}[[deals]]\nhands.North = 5", f"deals[1]: hands.North: {CARDS_EXPECTED}"),
        # Cards.
        (
            f"{LEAST}[[deals]]\nstarter = ''",
            "deals[1]: starter: '' is not a card: one card is expected, not 0",
        ),
        (
            f"{LEAST}[[deals]]\nstarter = 'H5 D5'",
            "deals[1]: starter: 'H5 D5' is not a card: one card is expected, not 2",
        ),
        (
            f"{LEAST}[[deals]]\nstarter = 'go'",
            "deals[1]: starter: 'go' is not a card: write suit and rank, as H5 or 5H",
        ),
        (
            f"{LEAST}[[deals]]\ncrib = 'H5 go'",
            "deals[1]: crib: 'go' is not a card: write suit and rank, as H5 or 5H",
        ),
        (
            f"{LEAST}[[deals]]\nplay = 'H5 H11'",
            "deals[1]: play: 'H11' is not a card: there is no rank '11'; a jack is J; "
            "did you mean HJ?",
        ),
        (
            f"{LEAST}[[deals]]\n[[deals]]\nhands.North = ['H5', 'X5']",
            "deals[2]: hands.North: 'X5' is not a card: there is no suit 'X'; suits are H S D C",
        ),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    assert fault(text) == message


@pytest.mark.parametrize(
    "players",
    [
        # A team is called as its first player and its second, so this one would be two.
        ["North", "East", "South", "North+South"],
        # Both teams would be called A+B+C.
        ["A", "A+B", "B+C", "C"],
    ],
)
def test_teams_that_cannot_be_told_apart(players: list[str]) -> None:
    fault(f"players = {players}\ndealer = '{players[0]}'")


# What is no record at all.


@pytest.mark.parametrize(
    "text",
    [
        "players",
        "players = ",
        "players = [",
        'players = ["North", "South]',
        f"{LEAST}dealer = 'North'",
        f"{LEAST}[[deals]]\n[deals]",
        f"{LEAST}[start]\n[start]",
        f"{LEAST}start = {{ North = 5,\n South = 6 }}x",
        f"{LEAST}title = 'a\rb'",
        f'{LEAST}title = "\\ud800"',
        f"{LEAST}title = 1979-13-45",
        "HK H8 SQ C3",
        "<html>",
        '{"players": ["North", "South"]}',
        "\x00",
        LEAST.replace("\n", "\r"),
    ],
)
def test_not_toml(text: str) -> None:
    said = fault(text)
    assert said.startswith("this is not TOML: ")
    assert said.isprintable()


@pytest.mark.parametrize(
    ("text", "byte"),
    [
        (LEAST.encode("utf-16"), "FF"),
        (b"\xff", "FF"),
        (f"{LEAST}title = 'caf\xe9'".encode("latin-1"), "E9"),
        (f"{LEAST}# \xe9\n".encode("latin-1"), "E9"),
        (LEAST.encode() + b"\xc3", "C3"),
        (LEAST.encode() + b"# \xed\xa0\x80", "ED"),
    ],
)
def test_not_utf_8(text: bytes, byte: str) -> None:
    assert fault(text) == f"byte 0x{byte} is not UTF-8 text"


def test_a_byte_order_mark() -> None:
    assert read_record(FULL.encode("utf-8-sig")) == RECORD
    assert fault(b"\xef\xbb\xbf" * 2 + LEAST.encode()).startswith("this is not TOML: ")


def test_line_ends_of_windows() -> None:
    assert read(FULL.replace("\n", "\r\n")) == RECORD
    assert read_record(FULL.replace("\n", "\r\n").encode("utf-8-sig")) == RECORD


# Files that are meant to do harm.


@pytest.mark.parametrize(
    "text",
    [
        f"{LEAST}[notes]\nx = {'[' * 100_000}",
        f"{LEAST}[notes]\nx = {'[' * 100_000}{']' * 100_000}",
        f"{LEAST}[notes]\nx = {'{a=' * 100_000}1{'}' * 100_000}",
        f"players = {'[' * 100_000}",
    ],
)
def test_deep_nesting(text: str) -> None:
    assert fault(text) == "tables or lists are nested too deeply"


@pytest.mark.parametrize("depth", [2, 10, 100])
def test_some_nesting_in_the_notes(depth: int) -> None:
    assert read(f"{LEAST}[notes]\nx = {'[' * depth}{']' * depth}") == read(LEAST)


# So many digits that Python refuses to turn them into a number, or the number into text.
MANY = {"decimal": "9" * 5000, "hexadecimal": "0x" + "F" * 5000, "binary": "0b" + "1" * 20_000}


@pytest.mark.parametrize("number", MANY.values(), ids=MANY)
@pytest.mark.parametrize(
    "text",
    [
        "start = { North = NUMBER }",
        "start = { North = 1, South = NUMBER }",
        "title = NUMBER",
        "[[deals]]\nstarter = NUMBER",
        "[[deals]]\nplay = ['H5', NUMBER]",
    ],
)
def test_huge_numbers(text: str, number: str) -> None:
    fault(LEAST + text.replace("NUMBER", number))


@pytest.mark.parametrize("number", MANY.values(), ids=MANY)
def test_a_huge_target(number: str) -> None:
    """Whether there is such a game or not, nothing but the errors of a record comes of it."""
    start = f"start = {{ North = {number[:-1]}, South = 3 }}"
    text = f"{LEAST}target = {number}\n{start}\n[[deals]]\nstarter = 'HJ'"
    assert outcome(text.encode()) in {"RecordError", "Game"}


# Records with something wrong anywhere.


def outcome(text: bytes) -> str:
    """Return the kind of thing that comes of a record; anything unforeseen is raised."""
    try:
        return type(referee(read_record(text))).__name__
    except (RecordError, GameError) as error:
        fault = error
    said = str(fault)
    assert said.isprintable()
    assert len(said) < 300
    return type(fault).__name__


SECOND = """
[[deals]]
starter = "S2"
crib = "HA SA DA CA"
play = "HK S9 SQ go go H8 C7 C4 D6 D5"
hands = { South = "HK SQ C7 D6", North = "S9 H8 C4 D5" }
"""
GAMES = [
    FULL.encode(),
    (FULL.replace("58", "8") + SECOND).encode(),
    f"{FOUR}[[deals]]\nstarter = 'CJ'\nplay = ['HK', 'SQ', 'DK', 'go', 'H5']".encode(),
]
PIECES = [
    *(bytes([byte]) for byte in b"\x00\t\n\r \"'#,.;=[]{}+-_\\0159AHJKSgox\x7f\x80\xc3\xe2\xff"),
    *("♥".encode(), "🃕".encode(), b"\xef\xbb\xbf", b'"""', b"'''", b"[[", b"true", b"1e9", b"go"),
]


def disturbed(text: bytes, luck: random.Random) -> bytes:
    """Return a record after one to three accidents to its bytes."""
    for _ in range(luck.choice([1, 1, 2, 3])):
        place = luck.randrange(len(text) + 1)
        end = place + luck.choice([0, 1, 1, 1, 2, 5, 20])
        piece = luck.choice([b"", luck.choice(PIECES), luck.choice(PIECES), luck.randbytes(1)])
        text = text[:place] + piece + text[end:]
    return text


def reworded(text: bytes, luck: random.Random) -> bytes:
    """Return a record in which words have been left out, said twice, or exchanged."""
    words = text.split(b" ")
    for _ in range(luck.randint(1, 3)):
        place, other = luck.randrange(len(words)), luck.randrange(len(words))
        match luck.randrange(4):
            case 0:
                words[place : place + 1] = []
            case 1:
                words.insert(place, luck.choice([b"go", b"go go", b"H5", words[other]]))
            case 2:
                words[place], words[other] = words[other], words[place]
            case 3:
                words[place] = words[other]
    return b" ".join(words)


def relined(text: bytes, luck: random.Random) -> bytes:
    """Return a record in which lines have been left out, said twice, or exchanged."""
    lines = text.splitlines(keepends=True)
    place, other = luck.randrange(len(lines)), luck.randrange(len(lines))
    match luck.randrange(3):
        case 0:
            lines[place : place + luck.randint(1, 3)] = []
        case 1:
            lines.insert(place, lines[other])
        case 2:
            lines[place], lines[other] = lines[other], lines[place]
    return b"".join(lines)


def test_records_that_are_disturbed() -> None:
    assert [outcome(text) for text in GAMES] == ["Game"] * 3
    outcomes: Counter[str] = Counter()
    for change in [disturbed, reworded, relined]:
        luck = random.Random(change.__name__)
        outcomes.update(outcome(change(luck.choice(GAMES), luck)) for _ in range(3000))
    assert min(outcomes[kind] for kind in ["Game", "GameError", "RecordError"]) >= 100


def test_records_that_end_too_early() -> None:
    kinds = {outcome(text[:length]) for text in GAMES for length in range(len(text))}
    assert kinds == {"Game", "GameError", "RecordError"}


def test_random_bytes() -> None:
    luck = random.Random("no record")
    for _ in range(500):
        fault(luck.randbytes(luck.randint(1, 60)))

"""Cards: every notation of every card, and an error for all other text."""

import copy
import pickle
import random
from functools import cache
from itertools import product

import pytest

from crib_count import DECK, Card, CardError, CribbageError, read_card, read_cards
from tests.helpers import SPELLINGS, spellings_of

H5, S5, C5, DJ, D5 = Card(5, "H"), Card(5, "S"), Card(5, "C"), Card(11, "D"), Card(5, "D")


@pytest.mark.parametrize("card", DECK, ids=str)
def test_every_notation_of_every_card(card: Card) -> None:
    spellings = spellings_of(card)
    assert [read_card(text) for text in spellings] == [card] * len(spellings)
    assert read_cards(" ".join(spellings)) == (card,) * len(spellings)


def test_deck_holds_each_card_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {(card.rank, card.suit) for card in DECK} == set(product(range(1, 14), "HSDC"))


@pytest.mark.parametrize(
    ("rank", "name", "value"),
    [
        (1, "A", 1),
        (2, "2", 2),
        (9, "9", 9),
        (10, "10", 10),
        (11, "J", 10),
        (12, "Q", 10),
        (13, "K", 10),
    ],
)
def test_name_and_value(rank: int, name: str, value: int) -> None:
    card = Card(rank, "H")
    assert (str(card), card.value, card.symbol) == (f"H{name}", value, f"{name}♥")


def test_symbols_of_all_suits() -> None:
    assert [Card(10, suit).symbol for suit in "HSDC"] == ["10♥", "10♠", "10♦", "10♣"]


# Every short string. The alphabet has ranks, suits, digits and letters that are neither, symbols,
# a variation selector, separators, look-alikes, a playing card, a knight and a joker.
ALPHABET = "HdAj5102TKOXl♥♧\ufe0f ,;\t\u041d🂵🂬🃏-!"
SEPARATORS = str.maketrans(",;\t", "   ")


def readings(token: str) -> list[tuple[Card, ...]]:
    """Return every way to cut a token into cards, by trying them all."""

    @cache
    def of(start: int) -> list[tuple[Card, ...]]:
        if start == len(token):
            return [()]
        ends = range(start + 1, min(len(token), start + 4) + 1)
        pieces = [(SPELLINGS.get(token[start:end]), end) for end in ends]
        return [(card, *rest) for card, end in pieces if card for rest in of(end)]

    return of(0)


def expected(text: str) -> tuple[Card, ...] | None:
    """Return the cards of a text, or None where some of it is no card."""
    cards: list[Card] = []
    for token in text.translate(SEPARATORS).split():
        found = readings(token)
        assert len(found) <= 1, f"{token!r} can be read in {len(found)} ways"
        if not found:
            return None
        cards.extend(found[0])
    return tuple(cards)


def outcome(text: str) -> tuple[Card, ...] | None:
    """Return what `read_cards` makes of a text; any exception but CardError goes through."""
    try:
        return read_cards(text)
    except CardError:
        return None


@pytest.mark.parametrize("length", [0, 1, 2, 3])
def test_every_short_string_is_cards_or_an_error(length: int) -> None:
    texts = ["".join(letters) for letters in product(ALPHABET, repeat=length)]
    wrong = [text for text in texts if outcome(text) != expected(text)]
    assert wrong == []


@pytest.mark.parametrize("alphabet", ["HS105", "TH0d1", "♥\ufe0f5h0"])
def test_every_glued_string_has_at_most_one_reading(alphabet: str) -> None:
    texts = ["".join(letters) for size in range(7) for letters in product(alphabet, repeat=size)]
    wrong = [text for text in texts if outcome(text) != expected(text)]
    assert wrong == []


def test_glued_hands_in_every_mix_of_notations() -> None:
    luck = random.Random(5)
    spellings = {card: spellings_of(card) for card in DECK}
    for _ in range(5000):
        cards = tuple(luck.sample(DECK, luck.randint(1, 6)))
        token = "".join(luck.choice(spellings[card]) for card in cards)
        assert read_cards(token) == cards == expected(token)


def test_read_card_wants_one_card() -> None:
    assert read_card(" h5, ") == H5
    for text, number in [("", 0), (" ,", 0), ("H5S5", 2), ("H5 S5 C5", 3)]:
        with pytest.raises(CardError) as caught:
            read_card(text)
        assert str(caught.value) == f"{text!r} is not a card: one card is expected, not {number}"


@pytest.mark.parametrize(
    "text",
    [
        "H5 S5 C5 DJ",
        "H5,S5,C5,DJ",
        "H5, S5, C5, DJ",
        "H5;S5;C5;DJ",
        "H5\tS5\tC5\tDJ",
        "  H5   S5 ,;\t C5 , DJ  ",
        "\nH5 S5\r\nC5 DJ\r\n",
        "5H5S5CJD",
        "H5S5C5DJ",
        "5HS5C5JD",
        "h5s5 c5,dj",
        "5♥5♠5♣J♦",
        "♡5♤5♧5♢J",
        "5♥\ufe0f5♠\ufe0f5♣\ufe0fJ♦\ufe0f",
        "♥\ufe0f5S5♣5jd",
        "🂵🂥🃕🃋",
        "5♥S5🃕jD",
    ],
)
def test_separators_and_glued_hands(text: str) -> None:
    assert read_cards(text) == (H5, S5, C5, DJ)


def test_glued_tens() -> None:
    assert read_cards("0DJHQSAC") == (Card(10, "D"), Card(11, "H"), Card(12, "S"), Card(1, "C"))
    assert read_cards("10HH10S00D") == tuple(Card(10, suit) for suit in "HHSD")
    assert read_cards("TH10S0DC10") == tuple(Card(10, suit) for suit in "HSDC")


RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K"


@pytest.mark.parametrize(
    ("token", "reason", "meant"),
    [
        # No such rank.
        ("H1", "there is no rank '1'; an ace is A, a ten is 10", None),
        ("1h", "there is no rank '1'; an ace is A, a ten is 10", None),
        ("♥1", "there is no rank '1'; an ace is A, a ten is 10", None),
        ("H11", "there is no rank '11'; a jack is J; did you mean HJ?", "HJ"),
        ("12s", "there is no rank '12'; a queen is Q; did you mean SQ?", "SQ"),
        ("♦13", "there is no rank '13'; a king is K; did you mean DK?", "DK"),
        ("H14", f"there is no rank '14'; ranks are {RANKS}", None),
        ("HX", f"there is no rank 'X'; ranks are {RANKS}", None),
        # No such suit.
        ("X5", "there is no suit 'X'; suits are H S D C", None),
        ("10B", "there is no suit 'B'; suits are H S D C", None),
        # Something is missing.
        ("H", f"the rank is missing ({RANKS})", None),
        ("♥\ufe0f", f"the rank is missing ({RANKS})", None),
        ("HS", f"the rank is missing ({RANKS})", None),
        ("5", "the suit is missing (H S D C)", None),
        ("10", "the suit is missing (H S D C)", None),
        ("H55", "'5' at its end: the suit is missing (H S D C)", None),
        ("5H5", "'5' at its end: the suit is missing (H S D C)", None),
        ("5H5S5CD", f"'D' at its end: the rank is missing ({RANKS})", None),
        # A letter for a digit.
        ("HO", "a ten is written with digits, 10; did you mean H10?", "H10"),
        ("1OH", "a ten is written with digits, 10; did you mean H10?", "H10"),
        ("s1o", "a ten is written with digits, 10; did you mean S10?", "S10"),
        ("DIO", "a ten is written with digits, 10; did you mean D10?", "D10"),
        # Look-alikes of other alphabets, by their code points.
        ("\u041d5", "it holds U+041D, CYRILLIC CAPITAL LETTER EN; did you mean H5?", "H5"),
        ("H\u0410", "it holds U+0410, CYRILLIC CAPITAL LETTER A; did you mean HA?", "HA"),
        ("5\u0421", "it holds U+0421, CYRILLIC CAPITAL LETTER ES; did you mean C5?", "C5"),
        ("H\u039a", "it holds U+039A, GREEK CAPITAL LETTER KAPPA; did you mean HK?", "HK"),
        ("\uff15H", "it holds U+FF15, FULLWIDTH DIGIT FIVE; did you mean H5?", "H5"),
        ("5é", "it holds U+00E9, LATIN SMALL LETTER E WITH ACUTE", None),
        ("5\ufe0f", "it holds U+FE0F, VARIATION SELECTOR-16", None),
        ("\ufe0fH5", "it holds U+FE0F, VARIATION SELECTOR-16", None),
        # Jokers, knights, the back of a card.
        ("joker", "cribbage is played without jokers", None),
        ("🃏", "cribbage is played without jokers", None),
        ("🃟", "cribbage is played without jokers", None),
        ("🂿", "cribbage is played without jokers", None),
        ("🂬", "a knight is no card of this deck", None),
        ("🂼", "a knight is no card of this deck", None),
        ("🃌", "a knight is no card of this deck", None),
        ("🃜", "a knight is no card of this deck", None),
        ("🂵🂬", "'🂬' at its end: a knight is no card of this deck", None),
        ("🂠", "it holds U+1F0A0, PLAYING CARD BACK", None),
        # Neither.
        ("?", "write suit and rank, as H5 or 5H", None),
        ("Q-", "there is no suit '-'; suits are H S D C", None),
    ],
)
def test_error_texts(token: str, reason: str, meant: str | None) -> None:
    with pytest.raises(CardError) as caught:
        read_cards(f"H5 {token} S5")
    assert str(caught.value) == f"{token!r} is not a card: {reason}"
    assert caught.value.token == token
    assert caught.value.meant == (read_card(meant) if meant else None)
    assert isinstance(caught.value, CribbageError)
    assert isinstance(caught.value, ValueError)


def test_a_long_token_is_cut_in_the_message() -> None:
    with pytest.raises(CardError) as caught:
        read_cards("H5" * 100_000 + "X")
    message = str(caught.value)
    assert len(message) < 200
    assert "(200,001 characters)" in message


def test_control_characters_do_not_reach_the_terminal() -> None:
    with pytest.raises(CardError) as caught:
        read_cards("H\x1b[31m")
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize(
    ("rank", "suit", "message"),
    [
        (0, "H", "'H0' is not a card: there is no rank 0"),
        (14, "H", "'H14' is not a card: there is no rank 14"),
        (-1, "S", "'S-1' is not a card: there is no rank -1"),
        (5, "X", "'X5' is not a card: there is no suit 'X'"),
        (5, "h", "'h5' is not a card: there is no suit 'h'"),
        (5, "♥", "'♥5' is not a card: there is no suit '♥'"),
    ],
)
def test_no_such_card(rank: int, suit: str, message: str) -> None:
    with pytest.raises(CardError) as caught:
        Card(rank, suit)
    assert str(caught.value) == message


@pytest.mark.parametrize("name", ["rank", "suit", "value", "symbol", "owner"])
def test_a_card_refuses_assignment(name: str) -> None:
    card = Card(5, "H")
    with pytest.raises(AttributeError):
        setattr(card, name, 6)
    with pytest.raises(AttributeError):
        delattr(card, name)
    assert card == Card(5, "H")


def test_order_is_by_rank_then_suit() -> None:
    expected = sorted(DECK, key=lambda card: (card.rank, card.suit))
    assert sorted(DECK, reverse=True) == expected[::-1]
    assert Card(1, "S") < Card(2, "H") < Card(13, "C")
    assert Card(10, "H") <= Card(10, "H") < Card(11, "C")


def test_equal_cards_are_one_in_a_set() -> None:
    assert Card(5, "H") == Card(5, "H") != Card(5, "S")
    assert hash(Card(5, "H")) == hash(read_card("5♥"))
    assert len({*DECK, *map(copy.copy, DECK)}) == 52


@pytest.mark.parametrize("card", DECK, ids=str)
def test_round_trips(card: Card) -> None:
    assert read_card(str(card)) == card
    assert read_card(card.symbol) == card
    assert eval(repr(card)) == card
    for twin in (copy.copy(card), copy.deepcopy(card), pickle.loads(pickle.dumps(card))):
        assert twin == card
        assert type(twin) is Card
        assert (twin.value, str(twin)) == (card.value, str(card))

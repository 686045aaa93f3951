"""Reading what people type: a hand or a sequence of play, and what they say of it."""

import re
from typing import NamedTuple

from crib_count.cards import SEPARATORS, Card, CardError, quote, read_card, read_cards
from crib_count.lists import ReadingError, options_of, words_of
from crib_count.pegging import TWO_PLAYERS, check_players

_STARTER_MARK = re.compile(r"[|+]")
_CRIB_MARK = "!"
_LARGEST_CLAIM = 999


class Shown(NamedTuple):
    """A hand as laid on the table, not yet counted. `claim` is the points that are claimed."""

    hand: tuple[Card, ...]
    starter: Card | None = None
    crib: bool = False
    claim: int | None = None


NOTHING_SAID = Shown(())


def read_shown(
    text: str, *, starter: str | None = None, crib: bool = False, claim: str | None = None
) -> Shown:
    """Read a hand: its cards and what is said of it.

    Args:
        text: the cards, a fifth one the starter; `|` or `+` may stand before the starter and
            `!` after everything for a crib.
        starter: the starter where it is not in the text.
        crib: whether it is a crib; a `!` in the text says so too.
        claim: the points claimed, a number.

    Returns:
        The hand, which may still have too few cards or one twice; counting tells.

    Raises:
        CardError: some of the text is not a card.
        ReadingError: the starter is given twice or is missing, or the claim is no number.

    >>> str(read_shown("JD 3C 4H 5H | 5S !").starter)
    'S5'
    """
    text = text.rstrip()
    if text.endswith(_CRIB_MARK):
        text, crib = text.removesuffix(_CRIB_MARK), True
    before, *after = _STARTER_MARK.split(text)
    hand = read_cards(before)
    starters = [read_cards(part) for part in after]
    if any(len(cards) != 1 for cards in starters):
        raise ReadingError("one card, the starter, is expected after '|' or '+'")
    if not starters and len(hand) == 5:
        starters, hand = [hand[4:]], hand[:4]
    if starter is not None:
        starters.append((read_card(starter),))
    if len(starters) > 1:
        given = " and ".join(str(cards[0]) for cards in starters)
        raise ReadingError(f"the starter is given more than once: {given}")
    return Shown(hand, starters[0][0] if starters else None, crib, read_claim(claim))


def read_starter(text: str | None) -> Card | None:
    """Read a starter.

    Args:
        text: the card, or None.

    Returns:
        The card, or None for None.

    Raises:
        CardError: the text is not one card.

    >>> read_starter("D5")
    Card(5, 'D')
    """
    return None if text is None else read_card(text)


def read_claim(text: str | None) -> int | None:
    """Read a number of points claimed.

    Args:
        text: the number, or None.

    Returns:
        The points, or None for None.

    Raises:
        ReadingError: the text is no whole number from 0 to 999.

    >>> read_claim("12")
    12
    """
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(_LARGEST_CLAIM))):
        raise ReadingError(
            f"{quote(text)} is not a claim: a number of points is expected, "
            f"from 0 to {_LARGEST_CLAIM}"
        )
    return int(text)


def read_shown_line(line: str, default: Shown = NOTHING_SAID) -> Shown | None:
    """Read a line of a list of hands.

    Args:
        line: what would be typed after the command: cards, `-s`, `-c`, `--claim`; a comment.
        default: the starter, crib and claim of a line that does not say its own.

    Returns:
        The hand, or None where the line holds none.

    Raises:
        CardError: some of the line is not a card.
        ReadingError: the line cannot be read otherwise.

    >>> shown = read_shown_line("H5 S5 C5 DJ -s D5 --crib  # the best there is")
    >>> str(shown.starter), shown.crib
    ('D5', True)
    """
    words = words_of(line)
    if not words:
        return None
    cards, options = options_of(words, "s:c", ["starter=", "crib", "claim="])
    shown = read_shown(
        " ".join(cards),
        starter=options.get("--starter"),
        crib=default.crib or "--crib" in options,
        claim=options.get("--claim"),
    )
    return shown._replace(
        starter=default.starter if shown.starter is None else shown.starter,
        claim=default.claim if shown.claim is None else shown.claim,
    )


class Played(NamedTuple):
    """A sequence of play, not yet scored: None in `plays` is a go."""

    plays: tuple[Card | None, ...]
    players: tuple[str, ...]
    starter: Card | None = None


NOTHING_PLAYED = Played((), TWO_PLAYERS)


def read_played(
    text: str, *, players: str | None = None, names: str | None = None, starter: str | None = None
) -> Played:
    """Read a sequence of play and what is said of it.

    Args:
        text: cards in any notation, and `go`, in the order in which they fell.
        players: how many play, 2, 3 or 4; as many as there are names, or 2, unless said.
        names: their names in order of play, the dealer last, with commas between them.
        starter: the card cut.

    Returns:
        The sequence.

    Raises:
        CardError: some of the text is neither a card nor a go.
        PlayersError: there are not two to four players with names of their own.
        ReadingError: there is nothing to score, or not as many names as players.

    >>> read_played("H10 SK CQ go", names="North,South").players
    ('North', 'South')
    """
    plays = read_plays(text)
    if not plays:
        raise ReadingError("a sequence of cards is expected")
    return Played(plays, read_players(players, names), read_starter(starter))


def read_plays(text: str) -> tuple[Card | None, ...]:
    """Read cards and goes.

    Args:
        text: cards in any notation, and `go` in any letter case.

    Returns:
        The cards in the order given, None for a go.

    Raises:
        CardError: some of the text is neither a card nor a go.

    >>> read_plays("H5 go")
    (Card(5, 'H'), None)
    """
    plays: list[Card | None] = []
    for token in SEPARATORS.split(text):
        if token.casefold() == "go":
            plays.append(None)
        elif token.casefold() == "pass":
            raise CardError(token, "a player who passes says go")
        else:
            plays += read_cards(token)
    return tuple(plays)


def read_players(players: str | None, names: str | None) -> tuple[str, ...]:
    """Read the names of the players, or name them.

    Args:
        players: how many there are, or None.
        names: their names with commas between them, or None.

    Returns:
        The names in order of play, the dealer last.

    Raises:
        PlayersError: there are not two to four, each with a name of his own.
        ReadingError: the number is no number of players, or not that of the names.

    >>> read_players("3", None)
    ('player 1', 'player 2', 'dealer')
    """
    if players not in {None, "2", "3", "4"}:
        raise ReadingError(f"{quote(players or '')} players: two, three or four can play")
    if names is None:
        number = int(players or 2)
        return TWO_PLAYERS if number == 2 else (*_numbered(number - 1), "dealer")
    given = tuple(name.strip() for name in names.split(","))
    if players and len(given) != int(players):
        raise ReadingError(f"{players} names are expected, not {len(given)}: {quote(names)}")
    check_players(given)
    return given


def _numbered(number: int) -> list[str]:
    return [f"player {seat}" for seat in range(1, number + 1)]


def read_played_line(line: str, default: Played = NOTHING_PLAYED) -> Played | None:
    """Read a line of a list of sequences.

    Args:
        line: what would be typed after the command: cards and goes, `-p`, `--names`, `-s`.
        default: the players and starter of a line that does not say its own.

    Returns:
        The sequence, or None where the line holds none.

    Raises:
        CardError: some of the line is neither a card nor a go.
        PlayersError: there are not two to four players with names of their own.
        ReadingError: the line cannot be read otherwise.

    >>> read_played_line("DA C7 H7 -p 3  # a pair and fifteen").players
    ('player 1', 'player 2', 'dealer')
    """
    words = words_of(line)
    if not words:
        return None
    plays, options = options_of(words, "s:p:", ["players=", "names=", "starter="])
    players, names = options.get("--players"), options.get("--names")
    played = read_played(
        " ".join(plays), players=players, names=names, starter=options.get("--starter")
    )
    if names is None and players in {None, str(len(default.players))}:  # the usual ones
        played = played._replace(players=default.players)
    return played if played.starter else played._replace(starter=default.starter)

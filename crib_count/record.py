"""The record of a game: what was dealt and played, as TOML says it."""

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

from crib_count.cards import CribbageError, quote, read_card, read_cards, stray_byte
from crib_count.game import TARGET, Deal, Record, side_of, sides
from crib_count.pegging import PlayersError, check_players
from crib_count.reading import read_plays

_Cards = TypeVar("_Cards")

_HIGHEST_TARGET = 9999

_GAME_KEYS = ("title", "players", "dealer", "cut", "target", "start", "win_on_go", "notes", "deals")
_DEAL_KEYS = ("starter", "crib", "play", "hands")


class RecordError(CribbageError):
    """A record that is not TOML, or of which a field is missing, unknown or of the wrong kind."""


def read_record(text: str | bytes) -> Record:
    """Read the record of a game.

    Args:
        text: the TOML, not the name of its file.

    Returns:
        The record, in which every card and name can be read, but which nobody has refereed.

    Raises:
        RecordError: the record cannot be read.

    >>> record = read_record(b'players = ["North", "South"]\\ndealer = "South"')
    >>> record.players[record.dealer], record.target
    ('South', 121)
    """
    decoded = _decoded(text)
    try:
        table = tomllib.loads(decoded)
    except RecursionError:
        raise RecordError("tables or lists are nested too deeply") from None
    except ValueError as error:
        hint = (
            "; text stands in quotes, and yes and no are true and false"
            if "Invalid value" in str(error)
            else ""
        )
        raise RecordError(f"this is not TOML: {error}{hint}") from None
    try:
        return _game(table)
    except RecordError:
        raise
    except CribbageError as error:
        raise RecordError(str(error)) from None


def _decoded(text: str | bytes) -> str:
    decoded = text if isinstance(text, str) else text.decode("utf-8", "surrogateescape")
    if not_text := stray_byte(decoded):
        raise RecordError(not_text)
    return decoded.removeprefix("\ufeff")


def _game(table: Mapping[str, Any]) -> Record:
    _check_keys(table, _GAME_KEYS, "", "it belongs below [[deals]]")
    players = _players(table)
    if isinstance(table.get("deals"), dict):
        raise RecordError("deals: [[deals]] begins a deal, in double brackets")
    deals = _typed(table, "deals", list)
    return Record(
        players=players,
        dealer=_dealer(table, players),
        deals=tuple(_deal(deal, players, number) for number, deal in enumerate(deals or [], 1)),
        title=_title(table),
        target=(target := _target(table)),
        start=_start(table, players, target),
        win_on_go=_typed(table, "win_on_go", bool) is not False,
    )


def _deal(table: object, players: Sequence[str], number: int) -> Deal:
    where = f"deals[{number}]"
    if not isinstance(table, dict):
        raise RecordError(f"{where}: a table is expected, as [[deals]] makes it")
    try:
        _check_keys(table, _DEAL_KEYS, "")
        hands = _typed(table, "hands", dict) or {}
        _check_keys(hands, players, "hands", "it belongs above [deals.hands]")
        return Deal(
            starter=_cards(table, "starter", read_card),
            hands={player: _cards(hands, player, read_cards, "hands") or () for player in hands},
            play=_cards(table, "play", read_plays) or (),
            crib=_cards(table, "crib", read_cards),
        )
    except CribbageError as error:
        raise RecordError(f"{where}: {error}") from None


def _players(table: Mapping[str, Any]) -> tuple[str, ...]:
    players = _typed(table, "players", list)
    if players is None:
        raise RecordError('players is missing: players = ["North", "South"]')
    if not all(isinstance(player, str) for player in players):
        raise RecordError("players: names are expected, as texts")
    try:
        check_players(players)
    except PlayersError as error:
        raise RecordError(f"players: {error}") from None
    if len(players) == 4 and any("+" in player for player in players):
        raise RecordError("players: '+' in a name is kept for the names of teams")
    return tuple(players)


def _dealer(table: Mapping[str, Any], players: Sequence[str]) -> int:
    """Return the seat of the first dealer, named or found by the cuts."""
    named = _typed(table, "dealer", str)
    cuts = _typed(table, "cut", dict)
    if named is None and cuts is None:
        raise RecordError("dealer is missing: who deals first, or the cut that decides it")
    if named is not None:
        _check_keys([named], players, "dealer")
    if cuts is None:
        return players.index(named)
    drawn = _cut(cuts, players)
    if named not in {None, drawn}:
        raise RecordError(f"dealer: {named} is named, but by the cut {drawn} deals")
    return players.index(drawn)


def _cut(cuts: Mapping[str, Any], players: Sequence[str]) -> str:
    """Return who cuts the lowest card; those who tie cut again."""
    _check_keys(cuts, players, "cut")
    drawn = {player: _cards(cuts, player, read_cards, "cut") or () for player in cuts}
    left = list(players)
    turn = 0
    while len(left) > 1:
        missing = [player for player in left if len(drawn.get(player, ())) <= turn]
        if missing:
            again = " again" if turn else ""
            raise RecordError(f"cut: {' and '.join(missing)} must cut{again}")
        cards = [drawn[player][turn] for player in left]
        twice = [card for place, card in enumerate(cards) if card in cards[:place]]
        if twice:
            raise RecordError(f"cut: two players cut {twice[0]}")
        lowest = min(card.rank for card in cards)
        left = [player for player in left if drawn[player][turn].rank == lowest]
        turn += 1
        for player in players:
            if player not in left and len(drawn.get(player, ())) > turn:
                raise RecordError(f"cut: {player} has no need to cut {drawn[player][turn]}")
    if len(drawn[left[0]]) > turn:
        raise RecordError(f"cut: {left[0]} has no need to cut {drawn[left[0]][turn]}")
    return left[0]


def _given(number: int) -> str:
    """Say what number was given, if it is one that can be shown."""
    return f", not {number}" if number.bit_length() < 64 else ""


def _title(table: Mapping[str, Any]) -> str | None:
    title = _typed(table, "title", str)
    if title is not None and not title.isprintable():
        raise RecordError(f"title: one line of text is expected, not {quote(title)}")
    return title or None


def _target(table: Mapping[str, Any]) -> int:
    target = _typed(table, "target", int)
    if target is None:
        return TARGET
    if not 1 <= target <= _HIGHEST_TARGET:
        raise RecordError(
            f"target: a number of points from 1 to {_HIGHEST_TARGET} is expected{_given(target)}"
        )
    return int(target)


def _start(table: Mapping[str, Any], players: Sequence[str], target: int) -> dict[str, int]:
    """Return the scores that the sides start from."""
    start = _typed(table, "start", dict) or {}
    scores: dict[str, int] = {}
    _check_keys(start, list(dict.fromkeys([*players, *sides(players)])), "start")
    for player in start:
        score = _typed(start, player, int, "start")
        if not 0 <= score < target:
            raise RecordError(
                f"start.{player}: a score from 0 to {target - 1} is expected{_given(score)}"
            )
        side = side_of(players, player)
        if scores.setdefault(side, score) != score:
            raise RecordError(f"start: {side} has one score, not {scores[side]} and {score}")
    return scores


_KINDS = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def _typed(table: Mapping[str, Any], key: str, kind: type, where: str = "") -> Any:
    """Return a value of a table after a look at its kind, or None where it is missing."""
    value = table.get(key)
    if value is not None and type(value) is not kind:
        raise RecordError(f"{_path(where, key)}: {_KINDS[kind]} is expected")
    return value


def _cards(
    table: Mapping[str, Any], key: str, read: Callable[[str], _Cards], where: str = ""
) -> _Cards | None:
    """Read cards written as text or as a list of texts."""
    value = table.get(key)
    if isinstance(value, list) and all(isinstance(text, str) for text in value):
        value = " ".join(value)
    if value is None:
        return None
    if not isinstance(value, str):
        raise RecordError(f"{_path(where, key)}: cards are expected, as text or a list of texts")
    try:
        return read(value)
    except CribbageError as error:
        raise RecordError(f"{_path(where, key)}: {error}") from None


def _check_keys(keys: Iterable[str], known: Sequence[str], where: str, of_a_deal: str = "") -> None:
    """Refuse an unknown key, and name the one that was probably meant.

    `of_a_deal` says where a key belongs that is known in a deal, but not here.
    """
    for key in keys:
        if key in known:
            continue
        near = get_close_matches(key, known, 1)
        hint = f"did you mean {near[0]}?" if near else f"expected: {', '.join(known)}"
        if key in _DEAL_KEYS and of_a_deal:
            hint = of_a_deal
        raise RecordError(f"{where}{': ' if where else ''}unknown {quote(key)}; {hint}")


def _path(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key

"""Lists, with a hand or a sequence on each line: their lines, and what stands on a line."""

import getopt
import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from crib_count.cards import CribbageError, quote, stray_byte

_BLOCK = 1 << 16
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_COMMENT = re.compile(r"(?:^|\s)#.*", re.DOTALL)
_LONGEST_LINE = 10_000
# The long name of each short option, in whatever list it may stand.
_LONG_NAMES = {"-s": "--starter", "-c": "--crib", "-p": "--players"}


class ReadingError(CribbageError):
    """Text in which the cards can be read, but not what is said of them."""


def words_of(line: str) -> list[str]:
    """Split a line into words as a shell does, without its comment.

    Args:
        line: the line; a byte that was not UTF-8 stands in it as a lone surrogate.

    Returns:
        The words; none for a blank line.

    Raises:
        ReadingError: a byte is not UTF-8, a quotation does not end, or the line is longer
            than any hand or play.

    >>> words_of("H5 S5  # fives")
    ['H5', 'S5']
    """
    if "#" in line:
        line = _COMMENT.sub("", line)
    line = line.strip()
    if len(line) > _LONGEST_LINE:
        raise ReadingError(f"{quote(line)} is too long; {_LONGEST_LINE:,} is the most for a line")
    if not_text := stray_byte(line):
        raise ReadingError(not_text)
    if "'" not in line and '"' not in line:
        return line.split()
    import shlex  # few lists have quotations

    try:
        return shlex.split(line)
    except ValueError as error:
        raise ReadingError(f"{quote(line)} cannot be read as a shell does: {error}") from None


def options_of(
    words: Sequence[str], short: str, long: Sequence[str]
) -> tuple[list[str], dict[str, str]]:
    """Part the options among words from the rest.

    Args:
        words: the words of a line; after `--` none is an option.
        short: the short options, as `getopt` takes them.
        long: the long options, as `getopt` takes them.

    Returns:
        The other words, and the value of each option by its long name; the last said holds.

    Raises:
        ReadingError: an option is not known on a line, or its value is missing.

    >>> options_of(["H5", "-s", "D5", "S5"], "s:", ["starter="])
    (['H5', 'S5'], {'--starter': 'D5'})
    """
    if not any(word.startswith("-") for word in words):  # as on most lines
        return list(words), {}
    others: list[str] = []
    options: dict[str, str] = {}
    rest = list(words)
    after: list[str] = []
    if "--" in rest:
        place = rest.index("--")
        rest, after = rest[:place], rest[place + 1 :]
    known = {f"--{name.rstrip('=')}" for name in long}  # getopt would take half a name
    for name in (word.partition("=")[0] for word in rest):
        if name.startswith("--") and name not in known:
            raise ReadingError(f"{quote(name)} is no option of a line in a list")
    while rest:
        try:
            found, rest = getopt.getopt(rest, short, list(long))
        except getopt.GetoptError as error:
            name = f"{'-' if len(error.opt) == 1 else '--'}{error.opt}"
            reason = error.msg.removeprefix(f"option {name} ")
            raise ReadingError(f"option {quote(name)} {reason}") from None
        options.update((_LONG_NAMES.get(said, said), value) for said, value in found)
        others += rest[:1]
        rest = rest[1:]
    return others + after, options


def read_blocks(stream: BinaryIO) -> Iterator[str]:
    """Read whole lines, many at a time, each as soon as it is there.

    Args:
        stream: the list; a UTF-8 byte-order mark at its start is dropped.

    Yields:
        Lines with a newline between two of them and none at the end. Bytes that are not UTF-8
        stand in them as lone surrogates.

    >>> import io
    >>> list(read_blocks(io.BytesIO(b"H5 S5 C5 DJ D5")))
    ['H5 S5 C5 DJ D5']
    """
    parts: list[bytes] = []
    start = True
    while block := stream.read1(_BLOCK):  # type: ignore[attr-defined]
        head, newline, tail = block.rpartition(b"\n")
        if newline:
            yield _text(b"".join((*parts, head)), start)
            parts, start = [], False
        if tail:
            parts.append(tail)
    if parts:
        yield _text(b"".join(parts), start)


def _text(block: bytes, start: bool) -> str:
    if start:
        block = block.removeprefix(_BYTE_ORDER_MARK)
    return block.decode("utf-8", "surrogateescape")

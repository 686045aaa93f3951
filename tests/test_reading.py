"""Reading lines of lists, their words and options, and blocks of lines from streams."""

import io
import random
from collections.abc import Iterator, Sequence

import pytest

from crib_count import Card, CardError, CribbageError, read_card, read_cards
from crib_count.lists import ReadingError, options_of, read_blocks, words_of
from crib_count.reading import Shown, read_claim, read_plays, read_shown, read_shown_line

HAND = read_cards("H5 S5 C5 DJ")
D5, SA = read_card("D5"), read_card("SA")
WHOLE = Shown(HAND, D5)
BEST = "H5 S5 C5 DJ D5"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("H5 S5 C5 DJ", Shown(HAND)),
        (BEST, WHOLE),
        ("H5 S5 C5 DJ | D5", WHOLE),
        ("H5 S5 C5 DJ + D5", WHOLE),
        ("H5 S5 C5 DJ|D5", WHOLE),
        ("5H5S5CJD+5D", WHOLE),
        ("5H5S5CJD5D", WHOLE),
        ("5♥,5♠;5♣\tJ♦ | 5♦", WHOLE),
        ("H5 S5 C5 DJ -s D5", WHOLE),
        ("H5 S5 C5 DJ -sD5", WHOLE),
        ("-s D5 H5 S5 C5 DJ", WHOLE),
        ("H5 S5 -s D5 C5 DJ", WHOLE),
        ("H5 S5 C5 DJ --starter D5", WHOLE),
        ("H5 S5 C5 DJ --starter=D5", WHOLE),
        ("H5 S5 C5 DJ --starter SA --starter D5", WHOLE),
        (f"{BEST} # -c", WHOLE),
        (f"{BEST}\r", WHOLE),
        (f"  {BEST}  ", WHOLE),
        (f"'{BEST}'", WHOLE),
        ('"H5 S5" "C5 DJ" -s "D5"', WHOLE),
        (f"{BEST} !", Shown(HAND, D5, crib=True)),
        (f"{BEST}!", Shown(HAND, D5, crib=True)),
        ("H5 S5 C5 DJ | D5 !  ", Shown(HAND, D5, crib=True)),
        ("H5 S5 C5 DJ !", Shown(HAND, None, crib=True)),
        (f"{BEST} -c", Shown(HAND, D5, crib=True)),
        (f"{BEST} ! -c", Shown(HAND, D5, crib=True)),
        (f"--crib {BEST}", Shown(HAND, D5, crib=True)),
        (f"{BEST} --claim 12", Shown(HAND, D5, claim=12)),
        (f"--claim=0 -c {BEST}", Shown(HAND, D5, crib=True, claim=0)),
        # Counting tells whether it is a hand.
        ("H5", Shown(HAND[:1])),
        ("H5 H5 H5", Shown(HAND[:1] * 3)),
        ("-c", Shown((), crib=True)),
        ("| D5", Shown((), D5)),
        # No hand.
        ("", None),
        (" \t\r", None),
        ("#", None),
        (f"  # {BEST}", None),
        ("#'", None),
    ],
)
def test_lines(line: str, shown: Shown | None) -> None:
    assert read_shown_line(line) == shown


def test_a_line_says_more_than_the_command() -> None:
    default = Shown((), SA, crib=True, claim=7)
    assert read_shown_line("H5 S5 C5 DJ", default) == Shown(HAND, SA, True, 7)
    assert read_shown_line(BEST, default) == Shown(HAND, D5, True, 7)
    assert read_shown_line(f"{BEST} --claim 0", default) == Shown(HAND, D5, True, 0)
    assert read_shown_line("# nothing", default) is None


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        ("H5 S5 C5 DX", CardError, "'DX' is not a card: there is no rank 'X'; "),
        ("H5 ! S5", CardError, "'!' is not a card: "),
        (f"{BEST} !!", CardError, "'!' is not a card: "),
        ("H5 S5 C5 DJ D5#", CardError, "'D5#' is not a card: '#' at its end: "),
        ("H5 S5 C5 DJ | -s D5", ReadingError, "one card, the starter, is expected after "),
        (f"{BEST} -s SA", ReadingError, "the starter is given more than once: D5 and SA"),
        (f"{BEST} -q", ReadingError, "option '-q' not recognized"),
        (f"{BEST} --claim", ReadingError, "option '--claim' requires argument"),
        (f"{BEST} --claim=x", ReadingError, "'x' is not a claim: "),
        (f'{BEST} "', ReadingError, "'H5 S5 C5 DJ D5 \"' cannot be read as a shell does: "),
        (f"{BEST} \udcff", ReadingError, "byte 0xFF is not UTF-8 text"),
    ],
)
def test_lines_in_error(line: str, error: type[CribbageError], message: str) -> None:
    with pytest.raises(error) as caught:
        read_shown_line(line)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("starter", "crib", "claim", "shown"),
    [
        (None, False, None, Shown(HAND)),
        ("5♦", False, None, WHOLE),
        ("D5", True, "29", Shown(HAND, D5, True, 29)),
    ],
)
def test_what_is_said_of_a_hand(
    starter: str | None, crib: bool, claim: str | None, shown: Shown
) -> None:
    assert read_shown("H5 S5 C5 DJ", starter=starter, crib=crib, claim=claim) == shown


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", "1.0", " 1", "1 ", "1000", "0000", "x", "\u0661", "²"]
)
def test_what_is_no_claim(text: str) -> None:
    with pytest.raises(ReadingError) as caught:
        read_claim(text)
    assert str(caught.value) == (
        f"{text!r} is not a claim: a number of points is expected, from 0 to 999"
    )


def test_claims() -> None:
    assert [read_claim(text) for text in ("0", "12", "007", "999", None)] == [0, 12, 7, 999, None]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", []),
        ("  H5\tS5 \r", ["H5", "S5"]),
        ("H5 # S5", ["H5"]),
        ("H5\t#S5", ["H5"]),
        ("H5#S5", ["H5#S5"]),
        ("# a 'comment", []),
        ("H5 '' \"S5 C5\"", ["H5", "", "S5 C5"]),
        ("-s'D5'", ["-sD5"]),
        ("H5 # \udce9", ["H5"]),
    ],
)
def test_words(line: str, words: list[str]) -> None:
    assert words_of(line) == words


@pytest.mark.parametrize(
    ("words", "others", "options"),
    [
        ("H5 S5", "H5 S5", {}),
        ("-s D5 H5", "H5", {"--starter": "D5"}),
        ("H5 -sD5 S5", "H5 S5", {"--starter": "D5"}),
        ("H5 --starter=D5 S5 -c", "H5 S5", {"--starter": "D5", "--crib": ""}),
        ("-c -s D5 -s SA", "", {"--starter": "SA", "--crib": ""}),
        ("-cs D5", "", {"--starter": "D5", "--crib": ""}),
        ("--starter -c", "", {"--starter": "-c"}),
        ("H5 - S5", "H5 - S5", {}),
        ("-c H5 -- S5 -s D5", "H5 S5 -s D5", {"--crib": ""}),
    ],
)
def test_options(words: str, others: str, options: dict[str, str]) -> None:
    assert options_of(words.split(), "s:c", ["starter=", "crib"]) == (others.split(), options)


# Blocks of lines.


class SlowStream(io.RawIOBase):
    """A stream that has a few bytes at a time."""

    def __init__(self, pieces: Sequence[bytes]) -> None:
        self.pieces = list(pieces)
        self.given = 0

    def read1(self, size: int = -1) -> bytes:
        """Return the next piece; none is longer than asked for."""
        self.given += 1
        piece = self.pieces.pop(0) if self.pieces else b""
        assert size < 0 or len(piece) <= size
        return piece


def blocks(pieces: Sequence[bytes]) -> Iterator[str]:
    return read_blocks(SlowStream(pieces))  # type: ignore[arg-type]


def cut(text: bytes, size: int) -> list[bytes]:
    return [text[start : start + size] for start in range(0, len(text), size)]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\nb", ["a", "b"]),
        (b"a\n\nb\n\n", ["a", "", "b", ""]),
        (b"\n\na", ["", "", "a"]),
        (b"a\r\nb\r\n", ["a\r", "b\r"]),
        (b"a\rb\n", ["a\rb"]),
        (b"\xef\xbb\xbfa\nb\n", ["a", "b"]),
        (b"\xef\xbb\xbf\nb", ["", "b"]),
        (b"a\n\xef\xbb\xbfb", ["a", "\ufeffb"]),
        ("5♥ 🂵\n5♦\ufe0f é".encode(), ["5♥ 🂵", "5♦\ufe0f é"]),
        (b"a\n\xff\xfe\nb\xc3", ["a", "\udcff\udcfe", "b\udcc3"]),
        (b"a\x0bb\x0cc\x1c\x85\xe2\x80\xa8\nd", ["a\x0bb\x0cc\x1c\udc85\u2028", "d"]),
    ],
)
def test_blocks_hold_every_line(text: bytes, lines: list[str], size: int) -> None:
    found = [line for block in blocks(cut(text, size)) for line in block.split("\n")]
    assert found == lines
    again = [line for block in read_blocks(io.BytesIO(text)) for line in block.split("\n")]
    assert again == lines


def test_a_line_comes_as_soon_as_it_is_there() -> None:
    stream = SlowStream([b"a", b"b\n", b"c\nd", b"e\n", b"f"])
    found = read_blocks(stream)  # type: ignore[arg-type]
    assert [(block, stream.given) for block in found] == [("ab", 2), ("c", 3), ("de", 4), ("f", 6)]


def test_a_line_longer_than_many_blocks() -> None:
    long = b"x" * 1_000_000
    found = list(read_blocks(io.BytesIO(b"a\n" + long + b"\nb\n")))
    assert "\n".join(found) == f"a\n{long.decode()}\nb"


def test_random_lists_in_random_pieces() -> None:
    luck = random.Random(31)
    for _ in range(2000):
        lines = ["".join(luck.choices("a♥é \r", k=luck.randint(0, 5))) for _ in range(9)]
        text = "\n".join(lines).encode()
        pieces = []
        while text:
            size = luck.randint(1, 12)
            pieces.append(text[:size])
            text = text[size:]
        expected = lines if lines[-1] else lines[:-1]
        assert [line for block in blocks(pieces) for line in block.split("\n")] == expected


def test_cards_are_what_the_lines_hold() -> None:
    text = f"\ufeff{BEST}\r\n5♥ 5♠ 5♣ J♦ | 5♦\r\n".encode()
    shown = [read_shown_line(line) for block in blocks(cut(text, 5)) for line in block.split("\n")]
    assert shown == [WHOLE, WHOLE]
    assert all(isinstance(card, Card) for card in HAND)


def test_who_passes_says_go() -> None:
    with pytest.raises(CardError) as caught:
        read_plays("H10 SK CQ Pass")
    assert str(caught.value) == "'Pass' is not a card: a player who passes says go"

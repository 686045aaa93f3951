"""The command as a process: pipes, disks, terminals, encodings, signals, memory."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import END, RED, SCRIPT, crib_count, environment, on_terminal, posix, run, shell

BEST = "H5 S5 C5 DJ D5"
BEST_LINE = "H5 S5 C5 DJ | D5        29  fifteens 16, pairs 12, nobs 1\n"
FORMATS = ["text", "line", "spoken", "total", "csv", "json"]
needs_full_disk = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")


@pytest.fixture(scope="module")
def long_list(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a list that fills any pipe many times over."""
    path = tmp_path_factory.mktemp("lists") / "long.txt"
    path.write_text(f"{BEST}\n" * 100_000)
    return path


# Output that goes nowhere.


@posix
@pytest.mark.parametrize("form", FORMATS)
def test_a_reader_that_goes_away(form: str, long_list: Path) -> None:
    outcome = shell(f'"$1" -f {form} -i "{long_list}" | head -1')
    assert outcome.err == ""
    assert outcome.out.count("\n") == 1


@posix
@pytest.mark.parametrize("words", [BEST, f"-f json {BEST}", "-h", "-V", "-"])
def test_a_reader_that_is_gone_already(words: str) -> None:
    # The sleep lets the reader go before the first word is written.
    outcome = shell(f'(sleep 0.3; exec "$1" {words}) | true', given=f"{BEST}\nX\n")
    assert outcome.out == ""
    assert "Traceback" not in outcome.err
    assert "BrokenPipeError" not in outcome.err
    assert "cannot write" not in outcome.err


@posix
@needs_full_disk
@pytest.mark.parametrize("words", [BEST, f"-f csv {BEST}", "-", "-f total -", "-h", "-V"])
def test_a_full_disk(words: str) -> None:
    outcome = shell(f'"$1" {words} > /dev/full', given=f"{BEST}\n" * 50_000)
    assert outcome == (1, "", "crib-count: cannot write: No space left on device\n")


@posix
@needs_full_disk
def test_messages_on_a_full_disk() -> None:
    outcome = shell('"$1" 2> /dev/full', given=f"{BEST}\nX\n{BEST}\n")
    assert outcome.status == 1
    assert outcome.err == ""


@posix
@needs_full_disk
@pytest.mark.parametrize("words", ["--bad", "H5", "-f zz H5", ""])
def test_wrong_usage_on_a_full_disk(words: str) -> None:
    outcome = shell(f'"$1" {words} 2> /dev/full', given="")
    assert outcome == ((2 if words else 0), "", "")


@posix
@pytest.mark.parametrize("words", [BEST, f"-f csv {BEST}", "-"])
def test_closed_output(words: str) -> None:
    outcome = shell(f'"$1" {words} >&-', given=BEST)
    assert outcome == (1, "", "crib-count: cannot write: standard output is closed\n")


@posix
def test_closed_messages() -> None:
    outcome = shell('"$1" -f total 2>&-', given=f"{BEST}\nX\n{BEST}\n")
    assert outcome == (1, "29\nerror\n29\n", "")


# Input that is not there.


@posix
def test_closed_input() -> None:
    assert shell(f'"$1" {BEST} -f total <&-') == (0, "29\n", "")
    nothing = shell('"$1" <&-')
    assert nothing.status == 2
    assert nothing.out == ""
    assert nothing.err.startswith("Usage: crib-count ")
    for words in ("-", "-i -"):
        outcome = shell(f'"$1" {words} <&-')
        assert outcome.status in {1, 2}
        assert outcome.out == ""
        assert "standard input is closed" in outcome.err
        assert "Traceback" not in outcome.err


# Odd lists.


@pytest.mark.parametrize(
    "given",
    [
        f"\ufeff{BEST}\r\n\r\n# x\r\n{BEST}\r\n".encode(),
        f"\ufeff\r\n{BEST}\r\n{BEST}".encode(),
        f"{BEST}\n{BEST}".encode(),
        f"{BEST} # caf\xe9\n{BEST}\n".encode("latin-1"),
    ],
)
@pytest.mark.parametrize("form", ["line", "total"])
def test_marks_and_line_ends(given: bytes, form: str) -> None:
    expected = {"line": BEST_LINE, "total": "29\n"}[form] * 2
    assert crib_count("-f", form, given=given) == (0, expected, "")


def test_bytes_that_are_not_utf_8() -> None:
    given = b"\n".join([BEST.encode(), b"H5 S5 \xe9 DJ D5", BEST.encode(), b"\xff\xfe", b""])
    outcome = crib_count("-f", "total", given=given)
    assert outcome.status == 1
    assert outcome.out == "29\nerror\n29\nerror\n"
    assert outcome.err.splitlines() == [
        "crib-count: <stdin>:2: byte 0xE9 is not UTF-8 text",
        "crib-count: <stdin>:4: byte 0xFF is not UTF-8 text",
    ]


@pytest.mark.parametrize(
    ("piece", "end", "form"),
    [
        *(("x", "", form) for form in FORMATS),
        ("H5", "", "total"),
        ("H5 ", "-c", "total"),
        ("-c ", "", "line"),
        ("' ", "", "total"),
        ("é", "", "json"),
    ],
)
def test_a_line_of_ten_megabytes(piece: str, end: str, form: str) -> None:
    long = piece * (10_000_000 // len(piece.encode())) + end
    outcome = crib_count("-f", form, given=f"{BEST}\n{long}\n{BEST}\n")
    assert outcome.status == 1
    assert outcome.err.count("\n") == 1
    assert outcome.err.startswith("crib-count: <stdin>:2: ")
    assert len(outcome.err) < 500
    assert len(outcome.out) < 5000
    if form == "total":
        assert outcome.out == "29\nerror\n29\n"


def test_a_long_comment_is_no_error() -> None:
    given = f"{BEST} # {'x' * 10_000_000}\n#{'y' * 10_000_000}\n{BEST}"
    assert crib_count("-f", "total", given=given) == (0, "29\n29\n", "")


@pytest.mark.parametrize("form", ["total", "csv"])
def test_every_tenth_of_many_lines_is_bad(form: str) -> None:
    lines = ["H2 S4 C6 D8" if number % 3 else BEST for number in range(100_000)]
    lines[9::10] = [f"H{number} S5 C5 DJ D5" for number in range(20, 10_020)]
    outcome = crib_count("-f", form, given="\n".join(lines))
    assert outcome.status == 1
    records = outcome.out.splitlines()
    if form == "csv":
        assert [int(record.split(",")[0]) for record in records[1:]] == list(range(1, 100_001))
        return
    assert len(records) == 100_000
    assert records[9::10] == ["error"] * 10_000
    good = [
        (line, record) for line, record in zip(lines, records, strict=True) if record != "error"
    ]
    assert len(good) == 90_000
    assert {(line == BEST, "29" in record) for line, record in good} == {
        (True, True),
        (False, False),
    }
    numbers = [int(message.split(":")[2]) for message in outcome.err.splitlines()]
    assert numbers == list(range(10, 100_001, 10))


@posix
def test_messages_stand_in_order_among_records() -> None:
    outcome = shell('"$1" -f total 2>&1', given=f"{BEST}\nX\n{BEST}\n?\n")
    records = outcome.out.splitlines()
    assert records[0] == "29"
    assert records[1].startswith("crib-count: <stdin>:2: ")
    assert records[2:4] == ["error", "29"]
    assert records[4].startswith("crib-count: <stdin>:4: ")
    assert records[5] == "error"


# Encodings.


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "cp437"])
@pytest.mark.parametrize(
    "words",
    [
        [BEST],
        ["-f", "json", BEST],
        ["-h"],
        ["5♥ 5♠ 5♣ J♦ 5♦"],
        ["\u041d5"],
        ["-"],
        ["-f", "csv", "-"],
    ],
)
def test_output_encodings(words: list[str], encoding: str) -> None:
    given = f"{BEST}\n\u041d5 5♥ é 🂵\n"
    done = subprocess.run(
        [SCRIPT, *words],
        input=given.encode(),
        capture_output=True,
        env=environment(PYTHONIOENCODING=encoding),
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == {"-": 1, "\u041d5": 2}.get(words[-1], 0)
    # Click writes UTF-8 where the encoding is said to be ASCII.
    done.stdout.decode("utf-8" if encoding == "ascii" else encoding)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_symbols_where_the_output_has_none(encoding: str) -> None:
    outcome = crib_count("--symbols", *BEST.split(), PYTHONIOENCODING=encoding)
    assert outcome.status == 2
    assert outcome.out == ""
    assert f"Error: --symbols: this output is {encoding}, which has no card symbols" in outcome.err


def test_the_list_is_utf_8_whatever_the_locale() -> None:
    given = "5♥ 5♠ 5♣ J♦ 5♦"
    assert crib_count("-f", "total", given=given, PYTHONIOENCODING="ascii").out == "29\n"
    assert crib_count("-f", "total", given=given, LC_ALL="C", PYTHONUTF8="0").out == "29\n"


# Signals.


@posix
@pytest.mark.parametrize("words", [[], ["-f", "total"]])
def test_ctrl_c_ends_quietly(words: list[str]) -> None:
    with subprocess.Popen(
        [SCRIPT, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{BEST}\n".encode())
        process.stdin.flush()
        assert b"29" in process.stdout.readline()  # so it waits for the next line now
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out.strip(), err) == (130, b"", b"")


# A terminal.


def on_screen(*words: str, **changes: str) -> str:
    """Return what the command shows on a terminal."""
    with on_terminal(SCRIPT, *words, **changes) as started:
        seen = started.terminal.see()
        assert started.process.wait(20) == 0
    return seen


@posix
def test_colour_on_a_terminal() -> None:
    seen = on_screen(*BEST.split())
    assert seen.startswith(f"Hand  {RED}H5{END} S5 C5 {RED}DJ{END}   starter {RED}D5{END}\n")
    plain = seen.replace(RED, "").replace(END, "")
    assert plain == crib_count(*BEST.split()).out


@posix
@pytest.mark.parametrize("form", FORMATS)
def test_nothing_but_the_colour_differs(form: str) -> None:
    plain = crib_count(*BEST.split(), "-f", form).out
    seen = on_screen(*BEST.split(), "-f", form)
    assert seen.replace(RED, "").replace(END, "") == plain
    assert on_screen(*BEST.split(), "-f", form, NO_COLOR="1") == plain
    assert on_screen(*BEST.split(), "-f", form, TERM="dumb") == plain
    assert (RED in seen) == (form in {"text", "line"})


@posix
def test_no_arguments_on_a_terminal() -> None:
    with on_terminal(SCRIPT) as started:
        assert started.terminal.see() == ""
        _, message = started.process.communicate(timeout=20)
    assert started.process.returncode == 2
    assert message.decode().startswith("Usage: crib-count [OPTIONS] [CARDS]...\n")
    assert message.decode().endswith("Error: no cards given, and no list is piped in\n")


@posix
@pytest.mark.parametrize(
    ("form", "answers"),
    [
        ("text", ["total                           29\n", "total     0\n"]),
        ("line", ["  29  fifteens 16, pairs 12, nobs 1\n", "              0\n"]),
        ("spoken", ["and nobs is 29\n", "nineteen (0)\n"]),
        ("total", ["29\n", "0\n"]),
        ("csv", [",29,,\n", ",0,,\n"]),
        ("json", ['"total": 29}\n', '"total": 0}\n']),
    ],
)
def test_each_result_shows_at_once(form: str, answers: list[str]) -> None:
    with on_terminal(SCRIPT, "-", "-f", form) as started:
        terminal = started.terminal
        for hand, answer in zip([BEST, "H2 S4 C6 D8"], answers, strict=True):
            terminal.type(f"{hand}\n")
            assert terminal.see(f"{hand}\n").endswith(f"{hand}\n")  # the terminal's own echo
            assert terminal.see(answer).endswith(answer)
        terminal.type("\x04")
        assert started.process.wait(20) == 0


@posix
def test_each_result_of_a_slow_pipe_shows_at_once() -> None:
    with subprocess.Popen(
        [SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write(f"{BEST}\n".encode())
            process.stdin.flush()
            assert process.stdout.readline().decode() == BEST_LINE
        process.stdin.close()
        assert process.wait(20) == 0


# What it costs.

PEAK = """
import resource, subprocess, sys
program, form, lines, bad = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
with subprocess.Popen(
    [program, "-f", form], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
) as process:
    for number in range(0, lines, 1000):
        # No two lines are alike, so that what is remembered of them would show.
        process.stdin.write("".join(
            f"H5 S5 C5 DJ D5 # {number + place}\\n" if bad == "no" else f"{number + place}\\n"
            for place in range(1000)
        ).encode())
    process.stdin.close()
    process.wait()
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@posix
@pytest.mark.parametrize(
    ("form", "bad", "lines", "factor"),
    [
        # Pieces of lines are remembered, up to a limit that the short list does not reach.
        ("total", "no", 100_000, 1.6),
        ("total", "yes", 60_000, 1.6),
        ("line", "no", 40_000, 1.2),
    ],
)
def test_memory_does_not_grow_with_the_list(form: str, bad: str, lines: int, factor: float) -> None:
    def peak(lines: int) -> int:
        outcome = run(sys.executable, "-c", PEAK, SCRIPT, form, str(lines), bad)
        assert outcome.status == 0, outcome.err
        return int(outcome.out)

    assert peak(lines) < factor * peak(10_000)


def test_the_import_list_stays_small() -> None:
    outcome = run(
        sys.executable,
        "-c",
        "import sys, click, click.shell_completion\n"
        "click.version_option('1')(lambda: None)  # it asks for a translation\n"
        "before = set(sys.modules)\n"
        "import crib_count.cli\n"
        "print(*sorted(set(sys.modules) - before))\n",
    )
    ours = {name for name in outcome.out.split() if name.split(".")[0] == "crib_count"}
    assert "crib_count.cli" in ours
    # What a format or a rare line needs is imported when it is met.
    assert set(outcome.out.split()) - ours <= {"getopt", "unicodedata"}


@pytest.mark.parametrize(
    "module", ["csv", "json", "tomllib", "importlib.metadata", "dataclasses", "pathlib", "shlex"]
)
def test_counting_a_hand_does_not_import(module: str) -> None:
    program = (
        "import sys, click, click.shell_completion\n"
        "before = set(sys.modules)\n"
        "from crib_count.cli import count\n"
        f"count({BEST.split()!r}, standalone_mode=False)\n"
        f"sys.exit({module!r} in set(sys.modules) - before)\n"
    )
    assert run(sys.executable, "-c", program).status == 0

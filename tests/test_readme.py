"""Every command and output of the README is run, and the examples with it."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from crib_count import cli
from crib_count.game import referee
from crib_count.record import read_record
from tests.helpers import ROOT, environment

README = (ROOT / "README.md").read_text("utf-8")
TOOLS = (cli.count, cli.peg, cli.game)
INSTALL = "python3 -m venv .venv && .venv/bin/pip install -q "


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", README, re.DOTALL)


CONSOLE = [
    command.partition("\n")[::2]
    for block in blocks("console")
    for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


def shell(command: str) -> str:
    """Return what a terminal shows of a command, run beside the README with ours in the path."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=ROOT,
        env=environment(PATH=path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout.decode("utf-8")


def installed(command: str) -> str:
    """Return a command without the installation before it, which needs the network."""
    if command.startswith(INSTALL):
        return command.rpartition(" && ")[2].removeprefix(".venv/bin/")
    return command


@pytest.mark.parametrize(("command", "output"), CONSOLE)
def test_the_readme_shows_what_a_command_prints(command: str, output: str) -> None:
    assert shell(installed(command)) == output.rstrip("\n") + "\n"


def test_the_first_command_and_the_tests_install_from_nothing() -> None:
    assert CONSOLE[0][0].startswith(f"{INSTALL}. && .venv/bin/crib-count ")
    assert any(
        block.strip() == f"{INSTALL}'.[test]' && .venv/bin/python -m pytest"
        for block in blocks("sh")
    )


def test_the_python_of_the_readme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code = "\n".join(blocks("pycon"))
    test = doctest.DocTestParser().get_doctest(code, {}, "README", "README.md", 0)
    runner = doctest.DocTestRunner()
    assert runner.run(test).failed == 0


def test_the_record_of_the_readme_could_have_happened() -> None:
    (text,) = blocks("toml")
    game = referee(read_record(text.encode()))
    assert [event.points for event in game.events if event.event == "hand"] == [29, 6]


@pytest.mark.parametrize(
    "option",
    sorted({option for tool in TOOLS for param in tool.params for option in param.opts
            if isinstance(param, click.Option)}),
)  # fmt: skip
def test_the_readme_names_every_option(option: str) -> None:
    assert f"`{option}" in README


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_the_readme_names_every_format(tool: cli.Tool) -> None:
    (forms,) = (param.type for param in tool.params if param.name == "form")
    assert isinstance(forms, click.Choice)
    section = README.partition(f"## {tool.name}")[2].partition("\n## ")[0]
    assert all(f"| `{form}` |" in section for form in forms.choices)


def test_the_completion_of_the_readme() -> None:
    (code,) = (block for block in blocks("sh") if "COMPLETE" in block)
    if not shutil.which("bash"):
        pytest.skip("no bash here")
    names = " ".join(str(tool.name) for tool in TOOLS)
    shown = shell(f"bash -c '{code} complete -p {names}'")
    assert all(f" {tool.name}\n" in shown for tool in TOOLS)


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("sh examples/pipes.sh", "      4 29\n"),
        ("sh examples/pipes.sh", "H2 H6 H7 H8 | S7\n"),
        ("python examples/best_keep.py H5 S6 C7 DJ HQ C2", " 8.46  H5 S6 C7 C2\n"),
        ("crib-count -i examples/hands.txt", "H2 H4 H6 H8 | S10 !      0\n"),
        ("crib-count -i examples/claims.txt", "claimed 3: over by 3\n"),
        ("crib-peg -i examples/plays.txt", "Ann 6 "),
        ("crib-game -f line examples/skunk.toml", "South 85 (skunk), which counts for 2 games"),
        ("crib-game -f line examples/pone-counts-out.toml", "North wins by 17"),
        ("crib-game -f line examples/three-players.toml", "Anna wins by 7"),
        ("crib-game -f line examples/four-players.toml", "East+West win by 16"),
    ],
)
def test_the_examples(command: str, shown: str) -> None:
    assert shown in shell(command)


def test_the_pone_counts_out_before_a_dealer_who_had_enough() -> None:
    record = read_record((ROOT / "examples" / "pone-counts-out.toml").read_bytes())
    game = referee(record)
    last = game.events[-1]
    assert (last.event, last.player, game.winner) == ("hand", "North", "North")
    without_north = record._replace(start={"North": -21, "South": 0})
    assert referee(without_north).winner == "South"

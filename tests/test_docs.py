"""The examples in docstrings run, and nothing public is without a docstring."""

import doctest
import importlib
import inspect
import pkgutil
from importlib.resources import files
from types import ModuleType

import pytest

import crib_count

NAMES = [
    "crib_count",
    *(
        f"crib_count.{module.name}"
        for module in pkgutil.iter_modules(crib_count.__path__)
        if module.name != "__main__"
    ),
]
MODULES = [importlib.import_module(name) for name in NAMES]


def public_things(module: ModuleType) -> dict[str, object]:
    """Return the public functions and classes that a module defines, methods too."""
    things: dict[str, object] = {}
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(thing) or inspect.isclass(thing):
            things[name] = thing
        if inspect.isclass(thing):
            members = {
                f"{name}.{member}": getattr(value, "__func__", value)
                for member, value in vars(thing).items()
                if not member.startswith("_")
            }
            things |= {
                member: value
                for member, value in members.items()
                if inspect.isfunction(value) or isinstance(value, property)
            }
    return things


@pytest.mark.parametrize("module", MODULES, ids=NAMES)
def test_examples_in_docstrings(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.failed == 0


@pytest.mark.parametrize("module", MODULES, ids=NAMES)
def test_everything_public_has_a_docstring(module: ModuleType) -> None:
    assert module.__doc__
    bare = [name for name, thing in public_things(module).items() if not thing.__doc__]
    assert bare == []


@pytest.mark.parametrize("module", MODULES, ids=NAMES)
def test_every_public_function_has_an_example_and_names_what_it_takes(module: ModuleType) -> None:
    if module.__name__ == "crib_count.cli":
        return  # its commands are shown in the README
    for name, thing in public_things(module).items():
        if inspect.isclass(thing):
            continue
        function = thing.fget if isinstance(thing, property) else thing
        assert inspect.isfunction(function)
        text = inspect.getdoc(thing) or ""
        assert ">>> " in text, name
        assert "Args:" in text or set(inspect.signature(function).parameters) <= {"self"}, name


def test_the_types_are_published() -> None:
    assert files("crib_count").joinpath("py.typed").is_file()


@pytest.mark.parametrize("name", crib_count.__all__)
def test_the_names_of_the_package(name: str) -> None:
    thing = getattr(crib_count, name)
    if inspect.isfunction(thing) or inspect.isclass(thing):
        assert thing.__doc__


FUNCTIONS = [
    getattr(crib_count, name)
    for name in crib_count.__all__
    if inspect.isfunction(getattr(crib_count, name))
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_functions_of_the_package_say_all(function: object) -> None:
    text = inspect.getdoc(function) or ""
    for part in ("Args:", "Returns:", ">>> "):
        assert part in text

"""What an author gives a variable as its value in an assignment, refused by name where it is no exact value of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Basic, Float, Symbol, Tuple
from sympy.core.function import FunctionClass

from verify.language.formulas import Formula
from verify.language.nodes import Head, IllFormed
from verify.language.words import fraction_of


def check_value(name: Symbol, value: Any) -> None:
    """Refuses what can be no value of the variable, whatever the formulas are.

    Raises:
        ValueError: for a function of Python or sympy, a text, a float, or what is no number for a number; the variable
            is named, and what is to be written.
    """
    if isinstance(value, FunctionClass) or (callable(value) and not isinstance(value, Basic) and _is_plain(value)):
        said = getattr(value, "__name__", "")
        given = f"{said}" if said.isidentifier() else "a function of Python"
        raise IllFormed(f"{name}: its value is a Lambda of sympy, such as Lambda(s, Abs(s)), not {given}")
    if isinstance(value, str | Formula):
        raise IllFormed(f"{name}: its value is an exact number, vector or Lambda, not {value!r}")
    for number in _floats(value):
        raise IllFormed(
            f"{name}: the float {float(number)} is no exact number: a fraction is written {fraction_of(number)}"
        )
    if not isinstance(name, Head):
        _check_number(name, value)


def _is_plain(value: Any) -> bool:
    """Whether it is no function of the language, which has a head."""
    return not hasattr(value, "head")


def _floats(value: Any) -> Iterator[Any]:
    """The floats in a value, as they were written: in lists, tuples and terms."""
    if isinstance(value, float | Float):
        yield value
    elif isinstance(value, list | tuple | Tuple):
        for item in value:
            yield from _floats(item)
    elif isinstance(value, Basic):
        yield from sorted(value.atoms(Float), key=str)


def _check_number(name: Symbol, value: Any) -> None:
    is_a = "an integer" if name.is_integer else "a number"
    if isinstance(value, tuple | Tuple):
        raise IllFormed(f"{name} is {is_a}: {value} is no value of it; tuples are values of vectors")
    free = sorted(map(str, value.free_symbols)) if isinstance(value, Basic) else []
    if free:
        raise IllFormed(f"{name} is {is_a}: its value is a number, and {value} speaks of {', '.join(free)}")
    if name.is_integer and isinstance(value, Basic) and value.is_integer is False:
        raise IllFormed(f"{name} is an integer: {value} is no value of it")

"""One call as text: the function's name and a task go to a process, a result or a failure comes back."""

from __future__ import annotations

import importlib
import json
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from verify.claims.remedies import one_line

Function = Callable[[Any], Any]
"""From one task to its result, both plain JSON data."""


@dataclass(frozen=True)
class Answer:
    """What a call gave: a result, or one line on why there is none."""

    result: Any = None
    failure: str = ""
    traceback: str = ""
    overdue: bool = False


def name_of(function: Function) -> str:
    """The name that `function_named` finds it by.

    Raises:
        ValueError: for a function that other processes cannot import.
    """
    name = f"{getattr(function, '__module__', '')}:{getattr(function, '__qualname__', '')}"
    try:
        found = function_named(name)
    except (ImportError, AttributeError, ValueError):
        found = None
    if found is not function or name.startswith("__main__:"):
        raise ValueError(f"function must be one that a module defines under its own name, not {name}")
    return name


def function_named(name: str) -> Function:
    """The function of that name; its module is imported."""
    module, _, attribute = name.partition(":")
    found: Function = getattr(importlib.import_module(module), attribute)
    return found


def call(name: str, task: str) -> str:
    """One line that `answered` understands.

    Args:
        name: of the function.
        task: as JSON.
    """
    return json.dumps([name, task])


_LOADED: dict[Function, Callable[[Any], object]] = {}
"""What loads that which a function needs for a task."""


def after(load: Callable[[Any], object]) -> Callable[[Function], Function]:
    """A function that needs something loaded for its task: that is no part of its work, and of the time that it has."""

    def known(function: Function) -> Function:
        _LOADED[function] = load
        return function

    return known


def answered(line: str, begins: Callable[[], object] = lambda: None) -> str:
    """Does what a call says; the answer is one line for `answer`. An exception of the function is a failure.

    Args:
        line: the call.
        begins: called when all is loaded and the work begins.
    """
    name, task = json.loads(line)
    try:
        function, data = function_named(name), json.loads(task)
        if function in _LOADED:
            _LOADED[function](data)
        begins()
        return json.dumps({"result": function(data)})
    except (Exception, SystemExit) as error:
        return json.dumps({"failure": one_line(error), "traceback": traceback.format_exc()})


def overdue(seconds: float) -> str:
    """The answer for a call whose process was ended after so long."""
    return json.dumps({"failure": f"it was ended after {seconds:g} s", "overdue": True})


def answer(line: str) -> Answer:
    """The answer that a process wrote."""
    return Answer(**json.loads(line))

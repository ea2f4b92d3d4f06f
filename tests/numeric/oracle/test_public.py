"""Every public function of `numeric` is called by the oracle, or it is said why not: none can be forgotten."""

import importlib
import inspect
import pkgutil
import sys
from pathlib import Path

import numeric
from tests.numeric.oracle.harness import Case
from tests.numeric.oracle.test_oracle import ALL

HERE = str(Path(__file__).parent)
OPTIONAL = ("numeric.estimators", "numeric.streams")
"""Modules that need an extra; `test_predictions.py` has them."""


def modules():
    for found in pkgutil.walk_packages(numeric.__path__, "numeric."):
        name = found.name
        private = any(part.startswith("_") for part in name.split("."))
        if not private and not name.startswith(("numeric.reference", "numeric.experiments", *OPTIONAL)):
            yield importlib.import_module(name)


def functions_of(owner):
    """The public functions that are written in a class, properties among them."""
    for name, value in vars(owner).items():
        function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        if not name.startswith("_") and not owner.__name__.startswith("_") and inspect.isfunction(function):
            yield f"{owner.__qualname__}.{name}", function


def public():
    """Code objects of the public functions and methods, with their names; protocols have none of their own."""
    found = {}
    for module in modules():
        for name, value in vars(module).items():
            if getattr(value, "__module__", None) != module.__name__:
                continue
            if inspect.isfunction(value) and not name.startswith("_"):
                found[value.__code__] = f"{module.__name__}.{name}"
            elif inspect.isclass(value) and not getattr(value, "_is_protocol", False):
                for method, function in functions_of(value):
                    found[function.__code__] = f"{module.__name__}.{method}"
    return found


def called():
    """The code objects that the oracle's own files call, in one ordinary case of each function."""
    seen = set()

    def note(frame, event, arg):
        if event == "call" and frame.f_back is not None and frame.f_back.f_code.co_filename.startswith(HERE):
            seen.add(frame.f_code)

    for f in (p.values[0] for p in ALL):
        case = Case(f, 0)
        _ = case.arguments
        sys.setprofile(note)
        try:
            _ = case.answer
        finally:
            sys.setprofile(None)
    return seen


ELSEWHERE = {}
"""What the oracle does not call, by name or by the beginning of one, with the reason."""


def test_every_public_function_is_called_by_the_oracle_or_it_is_said_why_not():
    reached = called()
    missing = {name for code, name in public().items() if code not in reached}
    excused = {name for name in missing if any(name.startswith(start) for start in ELSEWHERE)}
    assert not missing - excused
    idle = {start for start in ELSEWHERE if not any(name.startswith(start) for name in missing)}
    assert not idle

"""Steps and expressions as one numpy function of whole arrays of trials."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from sympy import Expr, I, S, Symbol, nan, oo, zoo
from sympy.printing.codeprinter import PrintMethodNotImplementedError
from sympy.printing.numpy import NumPyPrinter

from verify.hunt.space import FloatArray
from verify.hunt.spaces.patterns import going_round, pattern

Function = Callable[..., tuple[Any, ...]]

DEEPEST = 12
"""How deep a line of code is nested."""

VANISHES = 1e-14
"""What the square root is taken of may be negative by so much, by rounding."""


class _Printer(NumPyPrinter):
    """numpy code that broadcasts, also in a maximum of a number and an array; symbols by the names that are given."""

    def __init__(self, names: Mapping[Symbol, str]) -> None:
        super().__init__({"fully_qualified_modules": True, "allow_unknown_functions": False})
        self._names = names
        self.called: dict[Expr, str] = {}

    def _print(self, term: Any, **how: Any) -> str:
        return self.called[term] if term in self.called else str(super()._print(term, **how))

    def _print_Symbol(self, term: Any) -> str:
        return self._names[term]

    def _print_Dummy(self, term: Any) -> str:
        return self._names[term]

    def _print_conjugate(self, term: Any) -> str:
        return str(self._print(term.args[0]))  # all numbers are real

    def _print_Pow(self, term: Any, **how: Any) -> str:
        if term.exp == S.Half:
            return f"root({self._print(term.base)})"
        return str(super()._print_Pow(term, **how))

    def _print_Pattern(self, term: Any) -> str:
        return f"pattern({', '.join(map(self._print, term.args))})"

    def _print_Round(self, term: Any) -> str:
        return f"going_round({', '.join(map(self._print, term.args))})"

    def _print_Max(self, term: Any) -> str:
        return self._folded("maximum", term)

    def _print_Min(self, term: Any) -> str:
        return self._folded("minimum", term)

    def _folded(self, name: str, term: Any) -> str:
        first, *rest = map(self._print, term.args)
        for other in rest:
            first = f"numpy.{name}({first}, {other})"
        return str(first)


def compiled(inputs: Sequence[Symbol], steps: Sequence[tuple[Symbol, Expr]], outputs: Sequence[Expr]) -> Function:
    """The function from the inputs' arrays to the outputs' arrays.

    Raises:
        TypeError: for a term that numpy has no function for, that is not real, or that speaks of what has no value.
    """
    names = {s: f"v{n}" for n, s in enumerate([*inputs, *(s for s, _ in steps)])}
    terms = [*(e for _, e in steps), *outputs]
    if any(e.has(I, nan, zoo, oo, -oo) for e in terms):
        raise TypeError("a term has no real value")
    if nameless := [s for e in terms for s in e.free_symbols if s not in names]:
        raise TypeError(f"no float value for {nameless[0]}")
    printer = _Printer(names)
    known, shared = dict(steps), _shared(terms)
    lines: list[str] = []
    done = set(inputs)

    def emit(term: Expr) -> None:
        """Lines for what the term is made of, in the order in which it is needed."""
        stack = [(term, False)]
        while stack:
            here, opened = stack.pop()
            if here in done or (not here.args and here not in known):
                continue
            if not opened:
                stack.append((here, True))
                inside = (known[here],) if here in known else here.args
                stack += [(a, False) for a in reversed(inside)]
                continue
            done.add(here)
            if here not in known and here not in shared:
                continue
            value = known.get(here, here)
            code = _code(printer, value)
            if not value.free_symbols:  # Python's own numbers refuse what is undefined, numpy's say so in kind
                code = f"numpy.float64({code})"
            printer.called[here] = names.get(here, f"c{len(lines)}")
            lines.append(f"    {printer.called[here]} = {code}")

    for result in outputs:
        emit(result)
    arguments = ", ".join(names[s] for s in inputs)
    code = "".join(f"{line}\n" for line in lines)
    code += f"    return ({''.join(_code(printer, r) + ', ' for r in outputs)})\n"
    scope: dict[str, Any] = {"numpy": np, "root": _root, "pattern": pattern, "going_round": going_round}
    exec(f"def function({arguments}):\n{code}", scope)
    made: Function = scope["function"]
    return made


def _shared(terms: Sequence[Expr]) -> set[Expr]:
    """The parts that occur more than once in the terms, and some deep inside: Python reads no deep nesting."""
    depth: dict[Expr, int] = {}
    found: set[Expr] = set()
    for term in terms:
        stack = [(term, False)]
        while stack:
            here, opened = stack.pop()
            if not here.args or (opened and here in depth):
                continue
            if here in depth:
                found.add(here)
            elif not opened:
                stack.append((here, True))
                stack += [(a, False) for a in here.args]
            else:
                depth[here] = 1 + max(0 if a in found else depth.get(a, 0) for a in here.args)
                if depth[here] % DEEPEST == 0:
                    found.add(here)
    return found


def _root(x: Any) -> Any:
    """The square root, also of what only rounding makes negative, as |c| − c may be."""
    return np.sqrt(np.where((x < 0.0) & (x > -VANISHES), 0.0, x))


def _code(printer: _Printer, term: Expr) -> str:
    try:
        return str(printer.doprint(term))
    except (PrintMethodNotImplementedError, KeyError):
        raise TypeError(f"no float value for {term}") from None


def broadcast(values: Sequence[Any], shape: tuple[int, ...]) -> list[FloatArray]:
    """The values as arrays of one shape."""
    return [np.broadcast_to(np.asarray(v, dtype=np.float64), shape) for v in values]

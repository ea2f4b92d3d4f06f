"""Jensen's inequality: several values of one function beside its value at their mean, by tangents there."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Add, Expr, Function, Pow, Symbol, exp, expand

from verify.prover.bounds import Range, ranges
from verify.prover.goal import Goal
from verify.prover.rules.coordinates import equations
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import new_variable

_LEAST, _MOST = 3, 6
"""Variables; two are told apart by slopes from where they are equal."""


def tangents(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Σ g(xᵢ) − n·g(m) with the mean m is the sum of g(xᵢ) − g(m) − g'(m)(xᵢ − m), in each of which two matter.

    These are xᵢ and m: with m in the place of another variable the rest are no longer there.
    """
    f = goal.shows.expr
    used = sorted(f.free_symbols, key=str)
    if not _LEAST <= len(used) <= _MOST or goal.shows.strict or equations(goal):
        return
    mean = Add(*used) / len(used)
    for x in used:
        if samples.signs(x - mean) >= {-1, 1} and _is_of_mean(f, x, mean, used, samples):
            yield from _with_mean(goal, x, mean, used)
            return
    first = used[0]
    own = Add(*(t for t in Add.make_args(f) if t.free_symbols == {first}))
    at_mean = Add(*(t for t in Add.make_args(f) if t.free_symbols == {*used}))
    if own == 0 or f.is_rational_function(*used):
        return
    if not samples.are_equal(at_mean, -len(used) * own.subs(first, mean)):
        return
    if not samples.are_equal(f, at_mean + Add(*(own.subs(first, x) for x in used))):
        return
    tangent = [own.subs(first, mean), own.diff(first).subs(first, mean)]
    terms = [own.subs(first, x) - tangent[0] - tangent[1] * (x - mean) for x in used]
    if all(-1 not in samples.signs(t) for t in terms):
        yield "sum", {"terms": terms}


def _is_of_mean(f: Expr, x: Symbol, mean: Expr, used: list[Symbol], samples: Samples) -> bool:
    """Whether there is a function of the mean, and the other variables stand there only, as far as slopes say."""
    slopes = [f.diff(y) for y in used if y != x]
    inside = {expand(n.args[0]) for n in f.atoms(Function, Pow, exp)}
    return expand(mean) in inside and all(samples.are_equal(slopes[0], other) for other in slopes[1:])


def _with_mean(goal: Goal, x: Symbol, mean: Expr, used: list[Symbol]) -> Iterator[Move]:
    """The mean as a variable in the place of one that is not x, with the ends that all of them have."""
    replaced = next(y for y in used if y != x)
    m = new_variable(goal, replaced)
    rest = Add(*(y for y in used if y != replaced))
    bounds = ranges(goal)
    rows = [bounds[y] for y in used]
    given = [[sign * (m - end), is_open] for end, is_open, sign in _shared(rows)]
    yield "substitute", {"forward": [[replaced, len(used) * m - rest]], "inverse": [[m, mean]], "given": given}


def _shared(rows: list[Range]) -> Iterator[tuple[Expr, bool, int]]:
    """The ends that all ranges have, with whether they are open, and 1 for lower ends."""
    first = rows[0]
    if first.lo is not None and all(r.lo == first.lo and r.open_lo == first.open_lo for r in rows):
        yield first.lo, first.open_lo, 1
    if first.hi is not None and all(r.hi == first.hi and r.open_hi == first.open_hi for r in rows):
        yield first.hi, first.open_hi, -1

"""Sums of one bent function: of arguments, and of means of these, told apart into inequalities of Jensen of two terms.

Where u majorizes v, so that each v is a mean of the u with weights that use up each u as often as it is there, then
Σ h(v) ≤ Σ h(u) for what bends upwards (Karamata, by the theorem of Hardy, Littlewood and Pólya). The arguments are
linear in the variables, and the weights are numbers that a linear program finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flint import fmpq
from sympy import Add, Dummy, Expr, Function, Pow, Rational, Symbol, cos, exp, expand, pi, sin, tan

from verify.prover.goal import Goal
from verify.prover.rules.coordinates import equations
from verify.prover.search import diagonals
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.simplex import nonnegative
from verify.prover.search.substitutions import new_variable

_MOST_SUMMANDS = 12
_STEPS = 200
_PLACE = Dummy("argument", real=True)

Form = dict[Expr, fmpq]
"""A linear term: its coefficients, of variables and of constants that are not rational, and of 1."""


@dataclass(frozen=True)
class _Value:
    """A summand as `weight` times `value`, which is h(`at`) for one of the functions h that it may be read as."""

    number: int
    weight: fmpq
    value: Expr
    at: Expr
    form: Form


def means(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = Σ w·h(u) − Σ w·h(v) + R, for one h up to a sign, as Σ (p·h(u) + q·h(u') − (p + q)·h(v)) and a rest."""
    f = goal.shows.expr
    summands = Add.make_args(f)
    if goal.shows.strict or not 4 <= len(summands) <= _MOST_SUMMANDS or not samples.points:
        return
    for function, values in _by_function(summands, goal).items():
        for side in (1, -1):  # h, and −h
            outer, inner = ([v for v in values if (v.weight > 0) == (s == side)] for s in (1, -1))
            parts = _parts(outer, inner, function, side) if outer and inner else None
            if parts is None or len(parts) < 2:
                continue
            rest = expand(f - Add(*parts))
            terms = [*parts, *([rest] if rest != 0 else [])]
            if all(samples.defined(t) and -1 not in samples.signs(t) for t in terms):
                yield "sum", {"terms": terms}
                return


def of_two(goal: Goal, samples: Samples) -> Iterator[Move]:
    """p·h(u) + q·h(u') − (p + q)·h(v), or h(u) − h(v): with u and u' as variables, and then by slopes from u = u'.

    Powers whose exponents vary have shorter slopes once their logarithms are taken.
    """
    f = goal.shows.expr
    if any(power.exp.free_symbols for power in f.atoms(Pow)):
        return
    summands = Add.make_args(f)
    used = [x for x in goal.variables if x in f.free_symbols]
    if not 2 <= len(summands) <= 3 or len(used) < 2:
        return
    for values in _by_function(summands, goal).values():
        first = {v.number: v for v in reversed(values)}
        if len(first) < len(summands) or sum((v.weight for v in first.values()), fmpq(0)) != 0:
            continue
        positive = [v.at for v in first.values() if v.weight > 0]
        negative = [v.at for v in first.values() if v.weight < 0]
        outer = max(positive, negative, key=len) if len(summands) == 3 else positive + negative
        if len(used) > 2:
            yield from _changed(goal, outer, used)
        else:
            yield from diagonals.from_equal(goal, samples)
        return


def _changed(goal: Goal, arguments: Sequence[Expr], used: Sequence[Symbol]) -> Iterator[Move]:
    """The linear terms as variables in the place of others, if they are enough for the goal's term."""
    forward: dict[Symbol, Expr] = {}
    new: list[Symbol] = []
    for u in arguments:
        there = expand(u.subs(forward))
        x = next((y for y in used if y not in forward and y in there.free_symbols), None)
        if x is None:
            return
        t = new_variable(goal, x, new)
        value = expand(x + (t - there) / there.coeff(x))
        forward = {y: expand(old.subs(x, value)) for y, old in forward.items()} | {x: value}
        new.append(t)
    if not goal.shows.expr.subs(forward, simultaneous=True).free_symbols <= {*new}:
        return
    inverse = [list(row) for row in zip(new, arguments, strict=True)]
    yield "substitute", {"forward": [list(row) for row in forward.items()], "inverse": inverse}


def _parts(outer: list[_Value], inner: list[_Value], function: Expr, side: int) -> list[Expr] | None:
    """For every v what it is a mean of, in inequalities of two terms each; None if there are no such weights."""
    pairs = [(v, u) for v in inner for u in outer]
    keys = list(dict.fromkeys(key for value in (*outer, *inner) for key in value.form))
    rows: list[tuple[list[fmpq | int], fmpq | int]] = []
    for v in inner:
        for key in keys:
            row = [u.form.get(key, fmpq(0)) - v.form.get(key, fmpq(0)) if w is v else 0 for w, u in pairs]
            rows.append(([*row, *(0 for _ in _numbers(outer))], 0))
    for n in _numbers(inner):
        weight = next(abs(v.weight) for v in inner if v.number == n)
        row = [int(v.number == n) for v, _ in pairs]
        rows.append(([*row, *(0 for _ in _numbers(outer))], weight))
    for n in _numbers(outer):
        weight = next(abs(u.weight) for u in outer if u.number == n)
        row = [int(u.number == n) for _, u in pairs]
        rows.append(([*row, *(int(n == other) for other in _numbers(outer))], weight))
    found = nonnegative(rows, _STEPS)
    if found is None:
        return None
    parts: list[Expr] = []
    for v in inner:
        own = [(q, u) for q, (w, u) in zip(found, pairs, strict=False) if w is v and q > 0]
        parts += _of_two(own, v, function, side)
    return parts


def _of_two(own: list[tuple[fmpq, _Value]], mean: _Value, function: Expr, side: int) -> Iterator[Expr]:
    """Σ qᵢ·h(uᵢ) − Σ qᵢ·h(v) as inequalities of two terms: each argument, and the mean of those after it."""
    at, value = mean.at, mean.value
    for n, (q, u) in enumerate(own[:-1]):
        left = _rational(sum((weight for weight, _ in own[n:]), fmpq(0)))
        share = _rational(q)
        at = expand((left * at - share * u.at) / (left - share))
        beyond = own[-1][1].value if n + 2 == len(own) else function.xreplace({_PLACE: at})
        yield side * (share * u.value + (left - share) * beyond - left * value)
        value = beyond


def _by_function(summands: Sequence[Expr], goal: Goal) -> dict[Expr, list[_Value]]:
    """The ways to read summands as multiples of one function of a linear term, by that function."""
    found: dict[Expr, list[_Value]] = {}
    for n, term in enumerate(summands):
        for function, weight, at in _readings(term):
            form = _form(at, goal)
            if form is not None:
                found.setdefault(function, []).append(_Value(n, weight, term / _rational(weight), at, form))
    return found


def _readings(term: Expr) -> Iterator[tuple[Expr, fmpq, Expr]]:
    """Functions h, weights w and arguments u with term = w·h(u).

    Arguments are as they stand, or as means; angles also what they are short of π/2 and π.
    """
    flat = term.replace(tan, lambda u: sin(u) / cos(u))
    for u in _arguments(flat):
        total = Add(*(u.diff(x) for x in u.free_symbols))
        angles = (pi / 2 - u, pi - u) if flat.has(sin, cos) else ()
        for at in (u, *angles, *((u / total,) if total not in (0, 1) else ())):
            x = min(at.free_symbols, key=str)
            there = expand(flat.subs(x, (_PLACE - at) / at.diff(x) + x))
            weight, function = there.as_coeff_Mul()
            if there.free_symbols == {_PLACE} and weight.is_Rational:
                yield function, fmpq(int(weight.p), int(weight.q)), at


def _arguments(term: Expr) -> list[Expr]:
    """The shortest linear term with all its variables that a function or a power in it is of."""
    inside = {u for n in term.atoms(Function, Pow, exp) for u in n.args if u.free_symbols == term.free_symbols}
    linear = [u for u in inside if all(u.diff(x).is_Rational for x in u.free_symbols)]
    return sorted(linear, key=lambda u: (u.count_ops(), str(u)))[:1] if term.free_symbols else []


def _form(term: Expr, goal: Goal) -> Form | None:
    """The coefficients of a linear term, by what linear equations say of it; None where one is not rational."""
    for u in equations(goal):
        x = min(u.free_symbols, key=str, default=None)
        if x is not None and u.diff(x).is_Rational:
            term = term.subs(x, x - u / u.diff(x))
    rows = [part.as_coeff_Mul() for part in Add.make_args(expand(term))]
    if not all(c.is_Rational and (rest in goal.variables or not rest.free_symbols) for c, rest in rows):
        return None
    return {rest: fmpq(int(c.p), int(c.q)) for c, rest in rows}


def _numbers(values: Sequence[_Value]) -> list[int]:
    return list(dict.fromkeys(v.number for v in values))


def _rational(number: fmpq) -> Rational:
    return Rational(int(number.p), int(number.q))


MOVES = (means, of_two)
"""In this order, as the first leaves what the second is for."""

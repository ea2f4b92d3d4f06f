"""Values at which a schema among the conditions cannot hold, guessed from samples in floats.

Nothing here is believed: what is found is proposed, and the kernel and the prover decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
from sympy import Abs, Expr, Integer, Rational, S, Symbol, lambdify, sqrt

from verify.discharge.normal import magnitude, plain
from verify.language.terms import ForAll, Formula, Fun, Head, Relation, free_variables

Floats = npt.NDArray[np.float64]
Samples = Mapping[Symbol, Floats]

DRAWS = 1000
_SPECIAL = 0.5
_SIZES = (0.0, 0.5, 1.0, 2.0)
_KEPT = 40
_FEWEST = 5
_PROPOSED = 6
_MOST_TRIED = 4000
_EXACT, _NEAR, _CLEAR = 1e-12, 1e-10, 1e-7
"""Relative sizes of what counts as zero, of what Newton's steps leave of it, and of what is certainly no rounding."""
_TINY = 1e-13
"""What is left of a difference of two terms on one side of an equation."""
_GROSS = 1e-2
"""What is certainly no consequence of that."""
_STEPS, _NUDGE = 25, 1e-7


def refuting(schema: ForAll, given: Sequence[Formula]) -> Iterator[list[Any]]:
    """Values of the schema's variables, terms in the free ones, at which its body fails though its conditions hold."""
    formulas = [f for f in (*given, *schema.given, schema.body) if isinstance(f, Relation)]
    if any(f.atoms(Fun) for f in formulas) or any(isinstance(v, Head) for v in schema.variables):
        return
    context = sorted(set().union(*map(free_variables, formulas)) - set(schema.variables), key=str)
    samples = meeting(context, [g for g in given if isinstance(g, Relation)])
    if samples is None:
        return
    places = [*context, *schema.variables]
    conditions = [_compiled(g, places) for g in schema.given if isinstance(g, Relation)]
    body = _compiled(schema.body, places)
    choices = [_terms(v, context, samples) for v in schema.variables]
    proposed = 0
    for values in sorted(product(*choices), key=_size)[:_MOST_TRIED]:
        at = [*samples.values(), *(_evaluated(value, context, samples) for value in values)]
        if all(holds(c(at)) for c in conditions) and fails(body(at)):
            yield list(values)
            proposed += 1
            if proposed == _PROPOSED:
                return


def refuted(goal: Relation, given: Sequence[Formula]) -> bool:
    """Whether the goal clearly fails at some sample that meets the conditions: then no proof is to be looked for."""
    formulas = [f for f in (goal, *given) if isinstance(f, Relation)]
    if len(formulas) <= len(given) or not free_variables(goal):
        return False  # schemas are not sampled, and what is false may follow from conditions that nearly hold somewhere
    if any(f.atoms(Fun) for f in formulas):
        return False
    context = sorted(set().union(*map(free_variables, formulas)), key=str)
    samples = meeting(context, formulas[1:], least=1) if context else None
    if samples is None:
        return False
    op, gap, size = _compiled(goal, context, goal.op in ("≥", ">"))([*samples.values()])
    nearly = any(g.op == "=" for g in formulas[1:])  # near a multiple root an equation says little
    slack = _GROSS * (1 + size) if nearly or op == "=" else _CLEAR * size  # in a side, too, terms may cancel
    plainly = np.all([np.isin(np.abs(x), _SIZES) for x in samples.values()], axis=0)  # no rounding to speak of
    if op == "≠":
        return bool(np.any(np.abs(gap) <= _NEAR * size))
    wrong = np.abs(gap) > slack if op == "=" else gap < -slack
    return bool(np.any(wrong | (plainly & (gap == 0)) if op == ">" else wrong))


def meeting(context: Sequence[Symbol], given: Sequence[Relation], least: int = _FEWEST) -> Samples | None:
    """Values of the variables, at random and special ones, at which the conditions hold; None where too few do."""
    draw = np.random.default_rng(0)
    columns = []
    for v in context:
        size = 10.0 ** draw.uniform(-2.5, 1.5, DRAWS)
        size = np.where(draw.random(DRAWS) < _SPECIAL, draw.choice(_SIZES, DRAWS), size)
        size = np.ceil(size) if v.is_integer else size
        if v.is_nonnegative:
            columns.append(np.where(size > 0, size, 1.0) if v.is_positive else size)
        else:
            columns.append(size * draw.choice([-1.0, 1.0], DRAWS))
    equations = [_compiled(g, context) for g in given if g.op == "="]
    free = [n for n, v in enumerate(context) if not v.is_integer]
    if equations and free:
        columns = _towards(equations, columns, free)
    good = np.ones(DRAWS, dtype=bool)
    for relation in given:
        good &= _held(_compiled(relation, context)(columns))
    if good.sum() < least:
        return None
    return {v: column[good][:_KEPT] for v, column in zip(context, columns, strict=True)}


def _towards(equations: Sequence[Compiled], columns: Sequence[Floats], free: Sequence[int]) -> list[Floats]:
    """The samples, half of them moved by Newton's steps of least length to where the equations hold."""

    def residues(at: Floats) -> Floats:
        return np.array([np.broadcast_to(e([*at])[1], at.shape[1:]) for e in equations])

    start = np.array(columns)
    moved = start.copy()
    with np.errstate(all="ignore"):
        for _ in range(_STEPS):
            here = residues(moved)
            slopes = []
            for n in free:
                further = moved.copy()
                further[n] += _NUDGE
                slopes.append((residues(further) - here) / _NUDGE)
            jacobian = np.nan_to_num(np.array(slopes), posinf=0.0, neginf=0.0).transpose(2, 1, 0)
            step = np.linalg.pinv(jacobian, rcond=1e-9) @ np.nan_to_num(here, posinf=0.0, neginf=0.0).T[..., None]
            moved[free] -= step[..., 0].T
    odd = np.arange(start.shape[1]) % 2 == 1
    return list(np.where(odd, moved, start))


Sides = tuple[str, Floats, Floats]
"""The operator of a relation, its difference and its size, at each sample."""


Compiled = Callable[[Sequence[Floats]], Sides]


def _compiled(relation: Relation, places: Sequence[Symbol], of_parts: bool = False) -> Compiled:
    """The relation as a function of samples; its size is that of all parts of the sides if their rounding matters."""
    left, right = (plain(side) for side in (relation.lhs, relation.rhs))
    size = magnitude(left) + magnitude(right) if of_parts else Abs(left) + Abs(right)
    sides = [lambdify(places, side, modules="numpy") for side in (left, right, size)]

    def evaluated(at: Sequence[Floats]) -> Sides:
        with np.errstate(all="ignore"):
            lhs, rhs, parts = (np.asarray(side(*at), dtype=float) for side in sides)
            return relation.op, lhs - rhs, parts

    return evaluated


def _held(sides: Sides) -> npt.NDArray[np.bool_]:
    op, gap, size = sides
    slack = _EXACT * size
    found = {"=": np.abs(gap) <= _NEAR * size + _TINY, "≠": np.abs(gap) > slack, "≥": gap >= -slack, ">": gap > slack}[
        op
    ]
    return np.asarray(found & np.isfinite(gap))


def holds(sides: Sides) -> bool:
    """Whether the relation holds at all samples, rounding apart."""
    return bool(np.all(_held(sides)))


def fails(sides: Sides) -> bool:
    """Whether the relation clearly fails at all samples."""
    op, gap, size = sides
    slack = _CLEAR * size
    found = {"=": np.abs(gap) > slack, "≠": np.abs(gap) <= _EXACT * size, "≥": gap < -slack, ">": gap <= -slack}[op]
    return bool(np.all(found))


def _evaluated(term: Expr, context: Sequence[Symbol], samples: Samples) -> Floats:
    with np.errstate(all="ignore"):
        return np.asarray(lambdify(context, term, modules="numpy")(*samples.values()), dtype=float)


def _size(values: Sequence[Expr]) -> tuple[int, str]:
    return sum(int(v.count_ops()) for v in values), str(values)


_NUMBERS = (S.Zero, S.One, S.NegativeOne, Integer(2), Integer(-2), Rational(1, 2))


def _terms(v: Symbol, context: Sequence[Symbol], samples: Samples) -> list[Expr]:
    """Simple terms in the free variables, of the sign and kind of the variable that they are to replace."""
    found: list[Expr] = list(_NUMBERS)
    for x in context:
        found += [x, -x, x / 2, 2 * x, x + 1, x - 1, x**2, x**2 + 1]
        if np.all(samples[x] != 0) and not v.is_integer:
            found += [1 / x, 2 / x, 1 + 1 / x, x + 1 / x]
        if np.all(samples[x] > 0) and not v.is_integer:
            found += [sqrt(x), 1 / sqrt(x), 2 / sqrt(x), x / (1 + x), x / (2 + 2 * x)]
    for n, x in enumerate(context):
        for y in context[:n]:
            found += [x + y, x - y, y - x, (x + y) / 2, x * y]
    if v.is_integer:
        found = [t for t in found if t.is_integer]
    if v.is_nonnegative:
        lowest = 0 if not v.is_positive else _EXACT
        found = [t for t in found if np.all(_evaluated(t, context, samples) >= lowest)]
    return found

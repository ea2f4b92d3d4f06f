"""Performance estimation: the worst case of a first-order method as a semidefinite program, its duals as theorems.

What a method does in T rounds is a list of vectors of which only inner products matter: what is asked about is a linear
function of their Gram matrix, and so is everything that is known of them. A dual solution is a list of multipliers
λ ≥ 0 for which bound − objective − Σ λᵢ·(condition i) is a positive semidefinite form in the vectors, that is, a sum of
squares. Multipliers may come from anywhere: they are rational, the slack matrix is factored exactly, and the kernel
makes the theorem (Drori and Teboulle, Mathematical Programming 145, 2014; Taylor, Hendrickx and Glineur, 161, 2017).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from flint import fmpq
from sympy import Add, Expr, Rational, S, expand, floor

from verify.author.kernel import Theorem, assume, combine
from verify.language.terms import Inner, Relation, Vec, difference, le
from verify.prover.allowance import Allowance
from verify.prover.polynomial import semidefinite
from verify.prover.polynomial.squares import Matrix, factored
from verify.prover.rejected import Rejected, Resists

_FINE = 2**40
"""Irrational coefficients of the objective are rounded to multiples of 1/2⁴⁰; what is lost is paid for exactly."""


class NotShown(Resists):
    """The multipliers do not show the bound; the message says what is wrong with them."""


@dataclass(frozen=True)
class Form:
    """constant + Σ matrix[i][j]·⟨vᵢ, vⱼ⟩, with a symmetric matrix."""

    constant: Any
    matrix: list[list[Any]]


@dataclass(frozen=True)
class Estimation:
    """The largest value of `shows` where every relation of `given` holds.

    Both are affine in the inner products of `vectors`, which range over any inner-product space: `given` with rational
    coefficients, `shows` with real numbers. For other terms the functions below raise ValueError.
    """

    vectors: tuple[Vec, ...]
    given: tuple[Relation, ...]
    shows: Expr

    @cached_property
    def objective(self) -> Form:
        """The coefficients of what is asked about."""
        return _form(self.shows, self.vectors)

    @cached_property
    def conditions(self) -> tuple[tuple[fmpq, Matrix], ...]:
        """The coefficients of each condition lhs − rhs ≥ 0."""
        found = []
        for relation in self.given:
            if relation.op != "≥":
                raise ValueError(f"given: {relation} has the sign {relation.op}; it must be ≥")
            form = _form(difference(relation), self.vectors)
            found.append((_exact(form.constant), [[_exact(c) for c in row] for row in form.matrix]))
        return tuple(found)


def bounded(problem: Estimation, bound: Any, multipliers: Mapping[int, Any]) -> Theorem:
    """given ⊢ bound ≥ shows, from those of the conditions that have a multiplier.

    Args:
        problem: what is asked about, and what is known.
        bound: a real number.
        multipliers: positive rational numbers, by the place of the condition in `given`.

    Raises:
        NotShown: where the constants do not suffice, or the slack matrix is not positive semidefinite.
        ValueError: for other multipliers.
    """
    weights = {n: S(m) for n, m in multipliers.items()}
    for n, weight in weights.items():
        if not (weight.is_Rational and weight > 0 and n in range(len(problem.given))):
            raise ValueError(f"multipliers[{n}] is {weight}; it must be a positive rational number, for a condition")
    used = Add(*(weight * _number(problem.conditions[n][0]) for n, weight in weights.items()))
    rest = S(bound) - problem.objective.constant - used
    if not rest.is_nonnegative:
        raise NotShown(f"the multipliers show the bound {S(bound) - rest}, not {bound}")
    slack, squares = _slack(problem, weights)
    try:
        found = factored(slack)
    except Rejected:
        raise NotShown("the slack matrix is not positive semidefinite") from None
    for pivot, row in found:
        squares.append((_number(pivot), Add(*(_number(c) * v for c, v in zip(row, problem.vectors, strict=True)))))
    terms: list[tuple[Any, Any]] = [(weight, assume(problem.given[n])) for n, weight in weights.items()]
    terms += [(factor, Inner(line, line)) for factor, line in squares]
    return combine(le(problem.shows, S(bound)), [*terms, (1, rest)])


def _slack(problem: Estimation, weights: Mapping[int, Any]) -> tuple[Matrix, list[tuple[Any, Any]]]:
    """−C − Σ λᵢAᵢ as a rational matrix and positive multiples of squares.

    An entry −c that is not rational is some e more than the multiple of 1/2⁴⁰ below it. For two vectors v and w,
    2e⟨v, w⟩ = e‖v + w‖² + (δ − e)(‖v‖² + ‖w‖²) − δ(‖v‖² + ‖w‖²) with δ = 1/2⁴⁰; the diagonal pays for the last.
    """
    vectors, grain = problem.vectors, Rational(1, _FINE)
    slack = [[fmpq(0) for _ in vectors] for _ in vectors]
    squares: list[tuple[Any, Any]] = []
    for i, v in enumerate(vectors):
        for j, w in enumerate(vectors):
            entry = -problem.objective.matrix[i][j]
            below = entry if entry.is_Rational else grain * int(floor(entry.evalf(40) * _FINE))
            extra = entry - below
            slack[i][j] += _exact(below)
            if extra == 0:
                continue
            if i == j:
                squares.append((extra, v))
                continue
            slack[i][i] -= _exact(grain)
            squares.append((grain - extra, v))
            if i < j:
                squares.append((extra, v + w))
    for n, weight in weights.items():
        factor, matrix = _exact(weight), problem.conditions[n][1]
        for i, row in enumerate(matrix):
            for j, entry in enumerate(row):
                if entry != 0:
                    slack[i][j] -= factor * entry
    return slack, squares


def propose(problem: Estimation, bound: Any, work: float = 30.0, digits: int = 6) -> dict[int, Rational] | None:
    """Multipliers that may show the bound, found in floats and rounded; None where none are found.

    Args:
        problem: what is estimated.
        bound: what is to be shown.
        work: what may be done, in units of `verify.prover.allowance.Allowance`.
        digits: of the multipliers.

    Nothing about them is certain: `bounded` decides.
    """
    size = len(problem.vectors)
    one = [size, *[1] * (len(problem.given) + 1)]
    objective = np.array([[float(c) for c in row] for row in problem.objective.matrix])
    room = float(S(bound) - problem.objective.constant)
    constant = np.concatenate([-objective.ravel(), np.zeros(len(problem.given)), [room]])
    directions = np.zeros((len(problem.given), len(constant)))
    for n, (value, matrix) in enumerate(problem.conditions):
        directions[n, : size * size] = [-float(_number(c)) for row in matrix for c in row]
        directions[n, size * size + n] = 1.0
        directions[n, -1] = -float(_number(value))
    found = semidefinite.solve(one, constant, directions, Allowance(work))
    if found is None or found.least <= 0:
        return None
    scale = 10**digits
    rounded = {n: Rational(round(float(found.blocks[n + 1][0, 0]) * scale), scale) for n in range(len(problem.given))}
    return {n: value for n, value in rounded.items() if value > 0}


def _form(term: Any, vectors: Sequence[Vec]) -> Form:
    """The coefficients of a term that is affine in the inner products of the vectors."""
    matrix: list[list[Any]] = [[S.Zero for _ in vectors] for _ in vectors]
    constant: Any = S.Zero
    for part in Add.make_args(expand(term)):
        products = list(part.atoms(Inner))
        factor = part / products[0] if len(products) == 1 else part
        if len(products) > 1 or not factor.is_number:
            raise ValueError(f"{part} in {term}: it must be a number, or one times an inner product")
        if not products:
            constant += factor
            continue
        left, right = (_coefficients(side, vectors) for side in products[0].args)
        for i, v in enumerate(vectors):
            for j, w in enumerate(vectors):
                entry = factor * left[v] * right[w] / 2
                if entry != 0:
                    matrix[i][j] += entry
                    matrix[j][i] += entry
    return Form(constant, matrix)


def _coefficients(side: Any, vectors: Sequence[Vec]) -> dict[Vec, Any]:
    """The coefficients of a linear combination of the vectors."""
    found = {v: expand(side).coeff(v) for v in vectors}
    if expand(side - Add(*(c * v for v, c in found.items()))) != 0:
        raise ValueError(f"{side} is none of the vectors {', '.join(map(str, vectors))}, nor a combination of them")
    return found


def _exact(number: Any) -> fmpq:
    """A rational number of sympy as one of flint."""
    if not number.is_Rational:
        raise ValueError(f"given: the coefficient {number} must be rational")
    return fmpq(int(number.p), int(number.q))


def _number(value: fmpq) -> Any:
    return Rational(int(value.p), int(value.q))

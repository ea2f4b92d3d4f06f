"""Gradient descent on the square loss in R^n, the setting of Examples 4 and 5, with the lemmas that both use."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Abs, Expr, Lambda, Sum, sqrt

from verify.author.kernel import Theorem, assume, cases, combine, induct, instantiate
from verify.claims import Claim
from verify.language.terms import (
    EUCLIDEAN, Inner, Vec, VecHead, family, ge, gt, integer, le, nonnegative, positive, substitute, vector,
)  # fmt: skip
from verify.lemmas import at_most_by_squares, magnitude_bounds

t, k = integer("t k")
eta = positive("η")
best = vector("w⋆")
label = family("y")
TRIAL = [ge(t, 0), ge(k - 1, t)]
SOME, EVEN_NONE = ge(k, 1), ge(k, 0)


def w(t: Any) -> Vec:
    """The weights before trial t."""
    return Vec(VecHead("w"), EUCLIDEAN, t)


def data(t: Any) -> Vec:
    """The instance x_t."""
    return Vec(VecHead("x"), EUCLIDEAN, t)


def square(term: Any) -> Expr:
    """‖·‖²."""
    return Inner(term, term)


def error(t: Any, v: Any) -> Expr:
    """⟨v, x_t⟩ − y_t."""
    return Inner(v, data(t)) - label(t)


def loss(t: Any, v: Any) -> Expr:
    """L_t(v) = (⟨v, x_t⟩ − y_t)²."""
    return error(t, v) ** 2


def gradient(t: Any, v: Any) -> Expr:
    """∂L_t(v) = 2(⟨v, x_t⟩ − y_t)x_t."""
    return 2 * error(t, v) * data(t)


def trials(term: Any, last: Any = k - 1) -> Expr:
    """The sum over the trials t = 0, …, k − 1."""
    return Sum(term, (t, 0, last))


def of(claim: Claim, *wanted: Any) -> list[Any]:
    """Those of the hypotheses that the claim has."""
    return [f for f in claim.given if f in wanted]


_p, _q = family("p", nonnegative=True), family("q", nonnegative=True)


@cache
def cauchy_schwarz_of_sums(p: Any, q: Any) -> Theorem:
    """Σ p_t q_t ≤ √(Σ p_t²)√(Σ q_t²) over k ≥ 0 trials, for terms p, q ≥ 0 in t."""
    squares = [trials(f(t) ** 2) for f in (_p, _q)]
    state = le(trials(_p(t) * _q(t)), sqrt(squares[0]) * sqrt(squares[1]))
    base = combine(substitute(state, {k: 0}), [])
    first, second = map(sqrt, squares)
    new = _p(k), _q(k)
    root = sqrt(squares[0] + new[0] ** 2) * sqrt(squares[1] + new[1] ** 2)
    larger = combine(
        ge(root**2, (first * second + new[0] * new[1]) ** 2),
        [(1, (first * new[1] - second * new[0]) ** 2)],
        facts=[EVEN_NONE],
    )
    longer = at_most_by_squares(first * second + new[0] * new[1], root, larger, facts=[EVEN_NONE])
    after = combine(substitute(state, {k: k + 1}), [(1, assume(state)), (1, longer)], facts=[EVEN_NONE])
    theorem = induct(base, after, state, k, 0)
    return instantiate(theorem, {_p: Lambda(t, p), _q: Lambda(t, q)})


def larger_root(c: Any, p: Any, b: Any) -> Expr:
    """The larger root of cQ² − pQ = b."""
    return (p + sqrt(p**2 + 4 * b * c)) / (2 * c)


_c, _b0, _p0, _q0 = positive("c"), nonnegative("b"), nonnegative("p"), nonnegative("q")


@cache
def below_the_larger_root(relation: Any = ge) -> Theorem:
    """Q ≤ (p + √(p² + 4bc))/(2c), from cQ² − pQ ≤ b, with c > 0; strict from a strict premise (`relation` gt)."""
    premise = relation(_b0, _c * _q0**2 - _p0 * _q0)
    root = sqrt(_p0**2 + 4 * _b0 * _c)
    goal = relation(larger_root(_c, _p0, _b0), _q0)
    above, below = gt(2 * _c * _q0 - _p0, 0), ge(_p0 - 2 * _c * _q0, 0)
    total = combine(gt(root + 2 * _c * _q0 - _p0, 0), [(1, root), (1, assume(above))])
    high = combine(goal, [(2 / (root + 2 * _c * _q0 - _p0), assume(premise))], facts=[total])
    square = combine(relation(root**2, 0), [(1, (_p0 - 2 * _c * _q0) ** 2), (4 * _c, assume(premise))])
    low = combine(goal, [(1 / (2 * _c), root), (1 / (2 * _c), assume(below))], facts=[square])
    return cases([high, low], [above, below])


def solved(c: Any, p: Any, q: Any, b: Any, discharge: list[Theorem], relation: Any = ge) -> Theorem:
    """`below_the_larger_root` for these terms."""
    return instantiate(below_the_larger_root(relation), {_c: c, _p0: p, _q0: q, _b0: b}, discharge)


def product_at_most_magnitudes(u: Any, v: Any) -> Theorem:
    """|uv| ≥ uv."""
    return combine(ge(Abs(u) * Abs(v), u * v), [(1, magnitude_bounds(u * v, -1))])


def from_zero(claim: Claim) -> Claim:
    """The claim where k may be 0."""
    return claim.replace(given=[EVEN_NONE if f == SOME else f for f in claim.given])

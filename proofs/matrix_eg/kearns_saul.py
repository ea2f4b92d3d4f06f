"""The moment bound behind Lemma 3.1, with the best constant for each mean in the place of Hoeffding's 1/8.

With a = ln((1 − q)/q), ln(1 − q + qe^h) = h/2 + ln cosh((h − a)/2) − ln cosh(a/2). As ln cosh √u is concave in u,

    ln cosh v − ln cosh w ≤ (tanh w/(2w))(v² − w²),

and at v = (h − a)/2, w = a/2 this is the bound, since tanh(a/2) = 1 − 2q.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from sympy import Expr, Lambda, Rational, Symbol, exp, log, sqrt

from numeric.learners.matrix_eg import moment_factor
from numeric.reference import matrix_eg as reference
from verify.audit import (
    Claim, Conformance, Theorem, above_tangent, assume, cases, cite, combine, decided, eq, fails_as, function, ge,
    generalize, gt, instantiate, le, lt, ne, partial, real, substitute,
)  # fmt: skip
from verify.axioms import NONNEGATIVE_DERIVATIVE
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import ForAll, Relation

q, h, a = real("q h a")
v, w, s, y = real("v w s y")
HALF = Rational(1, 2)


def factor(share: Any) -> Expr:
    """κ(q) = 2(1 − 2q)/ln((1 − q)/q)."""
    return 2 * (1 - 2 * share) / log((1 - share) / share)


def log_sum(v: Any) -> Expr:
    """ln(2 cosh v)."""
    return log(exp(v) + exp(-v))


def tanh(v: Any) -> Expr:
    """tanh v."""
    return (exp(v) - exp(-v)) / (exp(v) + exp(-v))


@cache
def rises() -> Theorem:
    """tanh w ≥ w/cosh² w, for w ≥ 0."""
    return decided(ge(tanh(w) - 4 * w / (exp(w) + exp(-w)) ** 2, 0), ge(w, 0))


@cache
def between() -> Theorem:
    """v + s(w − v) > 0 for positive v and w and 0 ≤ s ≤ 1."""
    return decided(gt(v + s * (w - v), 0), ge(s, 0), ge(1, s), gt(v, 0), gt(w, 0))


def concave() -> Theorem:
    """ln(2 cosh √w) is at most its tangent at v, for positive v and w."""
    here = v + s * (w - v)

    def bends(goal: Relation, _: Symbol) -> Theorem:
        root = [
            combine(ge(sqrt(here), 0), [(1, sqrt(here))], facts=[between()]),
            combine(ge(here, 0), [(1, between())]),
        ]
        slope = instantiate(instantiate(rises(), {w: sqrt(here)}, root), {}, root)
        return combine(goal, [(1 / (4 * here ** Rational(3, 2)), slope)], facts=[between()])

    defined = generalize(between(), [s], [ge(s, 0), ge(1, s)])
    return above_tangent(Lambda(y, -log_sum(sqrt(y))), v, w, bends, [defined])


def squares(v: Any, w: Any) -> Relation:
    """ln cosh v − ln cosh w ≤ (tanh w/(2w))(v² − w²)."""
    return le(log_sum(v), log_sum(w) + tanh(w) / (2 * w) * (v**2 - w**2))


def of_positive() -> Theorem:
    """The bound on squares, for v > 0 and w > 0."""
    signs = [gt(v, 0), gt(w, 0)]
    known = [combine(gt(term**2, 0), [(term, sign)], facts=signs) for term, sign in zip((v, w), signs, strict=True)]
    return combine(squares(v, w), [(1, instantiate(concave(), {v: w**2, w: v**2}, known))], facts=signs)


def at_zero() -> Theorem:
    """The bound on squares, for v = 0 and w > 0: ln cosh w − (w/2)tanh w does not fall."""
    gap, ahead = Lambda(y, log_sum(y) - y * tanh(y) / 2), assume(gt(w, 0))
    axiom = instantiate(cite(NONNEGATIVE_DERIVATIVE), {partial("f"): gap, real("a"): 0, real("b"): w})
    schema = next(f for f in axiom.hypotheses if isinstance(f, ForAll))
    forward = combine(ge(s * w, 0), [(s, ahead)], facts=[ge(s, 0)])
    slope = combine(
        substitute(schema.body, {schema.variables[0]: s}), [(HALF, instantiate(rises(), {w: s * w}, [forward]))]
    )
    made = instantiate(axiom, {}, [generalize(slope, [s], schema.given), combine(ge(w, 0), [(1, ahead)])])
    return combine(squares(v, w), [(1, made)], using=[eq(v, 0)], facts=[ahead])


def of_any() -> Theorem:
    """The bound on squares, for any v and w > 0: both sides are even in v."""
    left = combine(squares(v, w), [(1, instantiate(of_positive(), {v: -v}))], facts=[gt(0, v), gt(w, 0)])
    return cases([of_positive(), at_zero(), left], [gt(v, 0), eq(v, 0), gt(0, v)])


def moment(kappa: Any) -> Relation:
    """ln(1 − q + qe^h) ≤ qh + κh²/8."""
    return le(log(1 - q + q * exp(h)), q * h + kappa * h**2 / 8)


KAPPA, UNEVEN = function("κ"), ne(q, HALF)

CLAIM = Claim(
    "matrix_eg/kearns-saul",
    at="proof of Lemma 3.1, sharper",
    says=(
        "ln(1 − q + qe^h) ≤ qh + κ(q)h²/8 for 0 < q < 1, q ≠ 1/2 and every h, with κ(q) = 2(1 − 2q)/ln((1 − q)/q), "
        "which lies between 0 and 1"
    ),
    given=[gt(q, 0), gt(1, q), UNEVEN],
    where={KAPPA(q): factor(q)},
    states=[moment(KAPPA(q)), gt(KAPPA(q), 0), lt(KAPPA(q), 1)],
    reading=(
        "What bounds ln Z in the proof of Lemma 3.1, for the share q = (ŷ − λ_min)/r of the prediction and h = −2η(ŷ − "
        "y)r: Hoeffding's lemma has 1 in the place of κ(q), whatever q is. κ(q) is the best factor for its q, as the "
        "bound is attained at h = 2 ln((1 − q)/q); it is near 1 where q is near 1/2, and near 0 where q is near 0 or "
        "1. "
        "(M. Kearns and L. Saul, Large deviation methods for approximate probabilistic inference, UAI 1998.)"
    ),
)


IN_ODDS = substitute(moment(2 * tanh(a / 2) / a), {q: 1 / (1 + exp(a))})


@cache
def in_odds() -> Theorem:
    """The bound for q = 1/(1 + e^a), a > 0: it is `of_any` for v = (h − a)/2 and w = a/2."""
    return combine(IN_ODDS, [(1, instantiate(of_any(), {v: (h - a) / 2, w: a / 2}))], facts=[gt(a, 0)])


@cache
def log_odds() -> list[Theorem]:
    """a = ln((1 − q)/q) > 2(1 − 2q) > 0, for 0 < q < 1/2."""
    odds, known = log((1 - q) / q), [gt(q, 0), gt(HALF, q)]
    return [decided(gt(odds, 0), *known), decided(gt(odds, 2 * (1 - 2 * q)), *known)]


@cache
def below_half() -> list[Theorem]:
    """The claim for 0 < q < 1/2, where a = ln((1 − q)/q) > 0."""
    odds = log((1 - q) / q)
    known: list[Any] = [gt(q, 0), gt(HALF, q)]
    positive, larger = log_odds()
    less = combine(gt(1 - q, 0), [(1, gt(HALF, q)), (1, HALF)])
    mean = 1 + exp(h) / (1 + (1 - q) / q) - 1 / (1 + (1 - q) / q)
    above = combine(gt(mean, 0), [(1, less), (q * exp(h), 1)], facts=known)
    facts = [*known, positive, less]
    return [
        combine(moment(factor(q)), [(1, instantiate(in_odds(), {a: odds}, [positive, above]))], facts=facts),
        combine(gt(factor(q), 0), [(4 / odds, gt(HALF, q))], facts=facts),
        combine(lt(factor(q), 1), [(1 / odds, larger)], facts=facts),
    ]


def impossible(term: Any, facts: Sequence[Any] = ()) -> Theorem:
    """term > 0, for whatever term, from q = 1/2 and q ≠ 1/2, as they say that −1 ≥ 0."""
    apart = q - HALF
    square = combine(gt(apart**2, 0), [(1, apart**2)], facts=[UNEVEN])
    never = combine(ge(-1, 0), [(1 / apart**2, square), (-2 / apart, eq(q, HALF))], facts=[UNEVEN])
    return combine(gt(term, 0), [(1, 1), (1, (term / 2) ** 2), ((term / 2 - 1) ** 2, never)], facts=facts)


@CLAIM.proof
def concave_in_squares(claim: Claim) -> list[Theorem]:
    """`below_half`, and the same for 1 − q and −h, as ln(q + (1 − q)e^(−h)) = ln(1 − q + qe^h) − h."""
    odds, sides, known = log((1 - q) / q), [gt(HALF, q), gt(q, HALF), eq(q, HALF)], [gt(q, 0), gt(1, q)]
    mean, positive = decided(gt(1 - q + q * exp(h), 0), *known), log_odds()[0]
    negative = combine(lt(odds, 0), [(1, instantiate(positive, {q: 1 - q}))], facts=known)
    parts = [combine(ne(odds, 0), [(1, positive)]), combine(ne(0, odds), [(1, negative)])]
    defined = cases([*parts, combine(ne(odds, 0), [(1, impossible(odds, known))], facts=known)], sides)
    facts: list[Any] = [*known, defined, mean]
    settled = [combine(gt(1 - q, 0), [(1, gt(1, q))]), mean, combine(gt(q + (1 - q) * exp(-h), 0), [(exp(-h), mean)])]
    found = []
    for goal, below in zip(claim.states, below_half(), strict=True):
        turned = combine(goal, [(1, instantiate(below, {q: 1 - q, h: -h}))], facts=[gt(q, HALF), gt(1, q)])
        never = combine(goal, [(1, impossible(goal.lhs - goal.rhs, facts))], facts=facts)
        found.append(instantiate(cases([below, turned, never], sides), {}, settled))
    return found


BOUNDED = CLAIM.states[0]
FIFTH = Rational(1, 5)
AT = {q: FIFTH, h: 2 * log(4)}
"""h = 2 ln((1 − q)/q), where the bound is attained."""

fails_as(CLAIM,
    ("constant", {BOUNDED: moment(Rational(99, 100) * factor(q))}, "99/100 of κ(q).", AT),
    ("constant", {CLAIM.states[2]: lt(factor(q), Rational(9, 10))}, "κ(q) < 9/10.", {q: Rational(2, 5), h: 0}),
    ("sign", {BOUNDED: moment(-factor(q))}, "−κ(q).", AT),
)  # fmt: skip


@CLAIM.extremal("q", [Rational(1, 1000), FIFTH, Rational(49, 100)])
def same_square(share: Any) -> dict[Any, Any]:
    """h = 2 ln((1 − q)/q), so that v = ±w: attained for every q ≠ 1/2."""
    return {q: share, h: 2 * log((1 - share) / share)}


@CLAIM.conformance
def code_follows_the_factor() -> Iterator[Conformance]:
    """κ(q) as a function of q, near 0, near 1/2, near 1 and between."""
    near = [2.0**-k for k in (2, 3, 10, 30, 45)]
    shares = [*near, *(0.5 - x for x in near[1:]), *(0.5 + x for x in near[1:]), *(1.0 - x for x in near[1:])]
    return conformance(
        shares,
        formula=lambda share: value(factor(q), {q: share}, 100),
        code=moment_factor,
        reference=lambda share: reference.moment_factor(share, dps=100),
        ulps=4.0,
    )

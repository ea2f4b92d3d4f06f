"""Example 7: natural exponentiated gradient, its metric diag(1/w²), its steps, and its bound, false as printed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Integer, KroneckerDelta, Lambda, Sum, exp, log

from numeric.learners.exponentiated_gradient import natural_eg_update
from numeric.manifolds import PositiveOrthant, PulledBack
from numeric.manifolds.links import Log
from numeric.reference import exponentiated_gradient as eg_reference
from numeric.reference import positive_orthant as orthant
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, Conformance, fails_as
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Deriv, eq, family, forall, function, ge, integer, positive, real, substitute

t, k, n, i, j, l = integer("t k n i j l")
r, s = real("r s")
a = positive("a")
eta, R, Z, U, V = positive("η R Z U V")
loss, slope = function("ℓ"), family("ℓ′")
w, best, start = family("w", positive=True), family("w⋆", positive=True), family("w₀", positive=True)
x = family("x")


def components(term: Any, index: Any = i) -> Expr:
    """The sum over the n components."""
    return Sum(term, (index, 1, n))


def rounds(term: Any) -> Expr:
    """The sum over the trials t = 0, …, k − 1."""
    return Sum(term, (t, 0, k - 1))


def link(q: Any) -> Expr:
    """A component of f(w) = ln w."""
    return log(q)


def divergence(u: Any, v: Any) -> Expr:
    """D(u, v) = ½‖f(u) − f(v)‖², for components u and v in the index i."""
    return components((link(u) - link(v)) ** 2) / 2


def prediction(u: Any, t: Any) -> Expr:
    """⟨u, x_t⟩, for the components u in the index i."""
    return components(u * x(t, i))


def derivative(t: Any) -> Expr:
    """L′_t(w_t), the derivative of the loss in the prediction."""
    return slope(t, prediction(w(t, i), t))


def natural_eg(q: Any, d: Any, x: Any, eta: Any) -> Expr:
    """A component of (22), solved: w exp(−ηL′ x w)."""
    return q * exp(-eta * d * x * q)


COMPONENT, ROUND = [ge(i, 1), ge(n, i)], [ge(t, 0), ge(k - 1, t)]
UPDATE = forall(
    [t, i], eq(link(w(t + 1, i)), link(w(t, i)) - eta * derivative(t) * x(t, i) * w(t, i)), [*ROUND, *COMPONENT]
)

# --- the metric and the update --------------------------------------------------------------------------------------

d = family("∂L")
c, A, B = family("c"), family("A"), family("B")
q = family("q", positive=True)


def partial_link(l: Any, i: Any) -> Expr:
    """∂fˡ/∂wⁱ at the weights q: the derivative of the l-th component along the i-th axis."""
    return Deriv(link(q(l) + s * KroneckerDelta(l, i)), s, 0)


def pushed(q: Any, v: Any) -> Expr:
    """A component of f⋆v: the derivative of f(q + s v) at s = 0."""
    return Deriv(link(q + s * v), s, 0)


COVECTOR = forall(i, eq(components(partial_link(l, i) * c(l), l), d(i)), COMPONENT)

METRIC = Claim(
    "geometric_view/example-7-metric",
    at="Example 7",
    printed="The induced metric g on M = (R₊)ⁿ is a diagonal matrix given by (g_ij(w)) = diag(1/(w¹)², …, 1/(wⁿ)²)",
    given=[],
    states=eq(components(pushed(q(i), A(i)) * pushed(q(i), B(i))), components(A(i) * B(i) / q(i) ** 2)),
    reading=(
        "g(A, B) = ⟨f⋆A, f⋆B⟩ for f = ln in each component, at weights q > 0: the bilinear form with that diagonal "
        "matrix, for all tangent vectors A, B and every n."
    ),
)

NEXT = family("w⁺", positive=True)
LINK_UPDATE = eq(link(NEXT(i)), link(q(i)) - eta * c(i))
PREDICTED = forall(i, eq(d(i), slope(0, components(q(j) * x(0, j), j)) * x(0, i)), COMPONENT)
RATE_OF_LOSS = slope(0, components(q(j) * x(0, j), j))

EXAMPLE_7_UPDATE = Claim(
    "geometric_view/example-7-update",
    at="(22)",
    printed="ln wⁱ_{t+1} = ln wⁱ_t − ηL′_t(w_t) xⁱ_t wⁱ",
    given=[COVECTOR, PREDICTED, LINK_UPDATE, *COMPONENT],
    states=[
        eq(c(i), d(i) * q(i)),
        eq(link(NEXT(i)), link(q(i)) - eta * RATE_OF_LOSS * x(0, i) * q(i)),
        eq(NEXT(i), natural_eg(q(i), RATE_OF_LOSS, x(0, i), eta)),
    ],
    reading=(
        "(5) for f = ln: c = Df^{−T}∂L is the covector with Dfᵀc = ∂L, and ∂ᵢL = L′ xⁱ for a loss of the prediction "
        "⟨w, x⟩. Then (22) holds with wⁱ = wⁱ_t on its right, for every n and i, and w_{t+1} = w_t exp(−ηL′ x w_t)."
    ),
)


@METRIC.proof
def diagonal(claim: Claim) -> Theorem:
    """(ln w)′ = 1/w."""
    return identity(claim.states[0])


@EXAMPLE_7_UPDATE.proof
def transposed_inverse(claim: Claim) -> list[Theorem]:
    """(Dfᵀc)ᵢ = cᵢ/wᵢ."""
    given = list(claim.given)
    index = [f for f in given if f in COMPONENT]
    dual, prints, _ = claim.states
    transposed = [instantiate(assume(f), [i]) for f in given if f == COVECTOR]
    partial = [instantiate(assume(f), [i]) for f in given if f == PREDICTED]
    moves = [assume(f) for f in given if f == LINK_UPDATE]
    diagonal = [identity(eq(f.conclusion.lhs, c(i) / q(i)), facts=index) for f in transposed]
    scaled = [(q(i), f) for f in transposed] + [(-q(i), f) for f in diagonal]
    covector = combine(dual, scaled, facts=index)
    chained = identity(eq(c(i), RATE_OF_LOSS * x(0, i) * q(i)), using=[covector, *partial], facts=index)
    update = combine(prints, [*((1, f) for f in moves), (-eta, chained)], facts=index)
    return [covector, update, _exponentiated(update)]


def _exponentiated(update: Theorem) -> Theorem:
    """u = v eʸ, from ln u = ln v + y."""
    u, v, y = positive("u"), positive("v"), real("y")
    equal = identity(eq(u, v * exp(y)), using=[eq(y, log(u) - log(v))])
    change = -eta * RATE_OF_LOSS * x(0, i) * q(i)
    gap = combine(eq(change, link(NEXT(i)) - link(q(i))), [(-1, update)])
    return instantiate(equal, {u: NEXT(i), v: q(i), y: change}, [gap])


# --- changed claims ---------------------------------------------------------------------------------------------------


ONE = {n: 1, q: Lambda(i, 2), A: Lambda(i, 1), B: Lambda(i, 1)}


fails_as(METRIC,
    ("constant", eq(METRIC.states[0].lhs, components(A(i) * B(i) / q(i))), "diag(1/w).", ONE),
    ("sign", eq(METRIC.states[0].lhs, -METRIC.states[0].rhs), "−diag(1/w²).", ONE),
)  # fmt: skip


MOVED = {
    n: 1,
    i: 1,
    eta: 1,
    q: Lambda(i, 2),
    x: Lambda((t, i), 1),
    slope: Lambda((t, r), 1),
    d: Lambda(i, 1),
    c: Lambda(i, 2),
    NEXT: Lambda(i, 2 * exp(Integer(-2))),
}


def one_component() -> list[Theorem]:
    """w = 2, x = L′ = η = 1 in one dimension: ∂L = 1 and c = 2."""
    here = [ge(i, 1), ge(1, i)]
    transposed = substitute(COVECTOR, {getattr(a, "head", a): b for a, b in MOVED.items() if a != i})
    zero = combine(eq(r, 0), [(1, r)], facts=[ge(r, 0), ge(0, r)])
    ends = [combine(ge(i - 1, 0), [(1, assume(here[0]))]), combine(ge(0, i - 1), [(1, assume(here[1]))])]
    only = combine(eq(i, 1), [(1, instantiate(zero, {r: i - 1}, ends))])
    found = [generalize(identity(transposed.body, using=[only], facts=here), [i], here)]
    return [*found, generalize(identity(eq(1, 1)), [i], here)]


def update_states(factor: Any) -> list[Any]:
    """(22) with a factor on its last term."""
    dual, prints, solved = EXAMPLE_7_UPDATE.states
    step = factor * eta * RATE_OF_LOSS * x(0, i) * q(i)
    return [dual, eq(prints.lhs, link(q(i)) - step), solved]


fails_as(EXAMPLE_7_UPDATE,
    ("constant", update_states(2), "2η.", MOVED, one_component),
    ("sign", update_states(-1), "−η.", MOVED, one_component),
)  # fmt: skip


@EXAMPLE_7_UPDATE.mutant("constant", at=MOVED, discharge=one_component)
def without_the_weight(claim: Claim) -> Claim:
    """The exponentiated gradient of Kivinen and Warmuth, without the last wⁱ."""
    dual, prints, solved = claim.states
    return claim.replace(states=[dual, eq(prints.lhs, link(q(i)) - eta * RATE_OF_LOSS * x(0, i)), solved])


def _dropped(name: str, hypothesis: Any, words: str, change: dict[Any, Any]) -> None:
    """A mutant of the update without one hypothesis, with what changes in the instance."""

    def changed(claim: Claim) -> Claim:
        return claim.replace(given=[g for g in claim.given if g != hypothesis])

    changed.__name__, changed.__doc__ = name, words
    EXAMPLE_7_UPDATE.mutant("hypothesis", at={**MOVED, **change}, discharge=one_component)(changed)


_dropped("any_covector", COVECTOR, "c may be anything.", {c: Lambda(i, 1), NEXT: Lambda(i, 2 * exp(Integer(-1)))})
_dropped("any_loss", PREDICTED, "The loss need not be one of the prediction.", {slope: Lambda((t, r), 5)})
_dropped("any_next_weights", LINK_UPDATE, "w_{t+1} may be anything.", {NEXT: Lambda(i, 2)})


# --- code -------------------------------------------------------------------------------------------------------------


def weights_and_vectors() -> list[tuple[Any, Any, Any]]:
    """Weights over several orders of magnitude, with two vectors."""
    rng = np.random.default_rng(22)
    sizes = [size for size in (1, 2, 5, 30) for _ in range(3)]
    return [(np.exp(rng.normal(0, 3, m)), rng.standard_normal(m), rng.standard_normal(m)) for m in sizes]


def _squared_norm(inner: Any, case: Any) -> float:
    return float(inner(case[0], case[1], case[1]))


@METRIC.conformance
def code_follows_the_metric() -> Iterator[Conformance]:
    """‖A‖² in the positive orthant, by its class, by its reference, and pulled back through the logarithm."""
    form = components(A(i) * A(i) / q(i) ** 2)
    for code in (PositiveOrthant().inner, PulledBack(Log()).inner):
        yield from conformance(
            weights_and_vectors(),
            formula=lambda case: value(form, {q: list(case[0]), A: list(case[1]), n: len(case[0])}),
            code=partial(_squared_norm, code),
            reference=lambda case: orthant.inner(case[0], case[1], case[1]),
            ulps=8.0,
        )


@EXAMPLE_7_UPDATE.conformance
def code_follows_the_update() -> Iterator[Conformance]:
    """The update on square losses, η = 1/8 and y = 1/2, by its formula, its class and the pulled-back manifold."""

    def formula(case: Any) -> Any:
        weights, data, _ = case
        at = {q: list(weights), x: lambda _, m: data[int(m) - 1], eta: 0.125, n: len(weights)}
        rate = {**at, slope: lambda _, p: 2 * (p - mp.mpf(0.5))}
        return [value(natural_eg(q(i), RATE_OF_LOSS, x(0, i), eta), {**rate, i: m + 1}) for m in range(len(weights))]

    cases = [(np.abs(a) + 0.1, b, a) for _, a, b in weights_and_vectors()]
    return conformance(
        cases,
        formula=formula,
        code=lambda case: natural_eg_update(case[0], case[1], 0.5, 0.125),
        reference=lambda case: eg_reference.natural_eg_update(case[0], case[1], 0.5, 0.125),
        ulps=8.0,
    )

"""Section 6.2: natural exponentiated gradient and the simplex algorithm are not equivalent (Definition 3)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Integer, Lambda, Rational, Sum, exp

from numeric.learners.exponentiated_gradient import natural_eg_update
from numeric.manifolds import Simplex
from numeric.reference import exponentiated_gradient as reference
from proofs.geometric_view.example_7 import natural_eg
from proofs.geometric_view.push_forward import pushed_gradient
from verify.author.kernel import KernelError, Theorem, assume, certify, combine, generalize, identity, instantiate
from verify.claims import Claim, Conformance, Searched
from verify.claims.conformance import conformance
from verify.language.terms import (
    eq, family, forall, function, ge, gt, integer, point, points, positive, real, substitute,
)  # fmt: skip
from verify.prover.proving import certificate

i, j, l, m, n = integer("i j l m n")
y, r = real("y r")
eta = positive("η")
w, p, x, ones = point("w"), point("p"), point("x"), point("𝟏")
W, P, X = family("W", positive=True), family("P", positive=True), family("X")


def error(coordinate: Any, at: Any, size: Any, x: Any, y: Any) -> Expr:
    """2(⟨w, x⟩ − y), the derivative of the square loss in the prediction."""
    return 2 * (Sum(coordinate(j, at) * X(j, x), (j, 1, size)) - y)


def natural(w: Any, x: Any, y: Any) -> Any:
    """The step of natural exponentiated gradient."""
    return points("A₁")(w, x, y)


def simplex(p: Any, x: Any, y: Any) -> Any:
    """The step of the explicit algorithm in the simplex."""
    return points("A₂")(p, x, y)


def moved(w: Any) -> Any:
    """φ(w)."""
    return points("φ")(w)


def back(p: Any) -> Any:
    """φ⁻¹(p)."""
    return points("φ⁻¹")(p)


def gradient(i: Any, p: Any, x: Any, y: Any) -> Expr:
    """Vⁱ = √pⁱ(∂ᵢL − Σⱼ pʲ∂ⱼL), of the square loss."""
    slope = error(P, p, n + 1, x, y)
    return pushed_gradient(P(i, p), slope * X(i, x), Sum(P(l, p) * slope * X(l, x), (l, 1, n + 1)))


NATURAL_EG = forall(
    [w, x, y, i],
    eq(W(i, natural(w, x, y)), natural_eg(W(i, w), error(W, w, m, x, y), X(i, x), eta)),
    [ge(i, 1), ge(m, i)],
)
ON_SIMPLEX = forall(p, eq(Sum(P(j, p), (j, 1, n + 1)), 1))
AT_REST = forall([p, x, y], eq(simplex(p, x, y), p), [forall(i, eq(gradient(i, p, x, y), 0), [ge(i, 1), ge(n + 1, i)])])
ONE_TO_ONE = forall(w, eq(back(moved(w)), w))
ONES = forall(i, eq(X(i, ones), 1), [ge(i, 1)])
SOME = ge(m, 1)

NOT_EQUIVALENT = Claim(
    "geometric_view/not-equivalent",
    at="Section 6.2",
    printed="the two algorithms are fundamentally different and are not equivalent in the view of Definition 3",
    given=[NATURAL_EG, ON_SIMPLEX, AT_REST, ONE_TO_ONE, ONES, SOME],
    where={function("V")(i, p, x, y): gradient(i, p, x, y), function("e")(p, x, y): error(P, p, n + 1, x, y)},
    states=gt(W(1, back(simplex(moved(w), ones, 0))), W(1, natural(w, ones, 0))),
    rests_on=["geometric_view/example-7-update", "geometric_view/push-forward"],
    reading=(
        "Definition 3 for the square loss and any η > 0 asks for a map φ with an inverse from (R₊)ᵐ to the simplex of "
        "n + 1 coordinates with φ(A₁(w, (x, y))) = A₂(φ(w), (x, y)) for all w and all data. Here, whatever the "
        "one-to-one map φ is, with φ⁻¹(φ(w)) = w, and wherever w is, the two differ on x = 𝟏 = (1, …, 1) and y = 0: "
        "the first weight of φ⁻¹(A₂(φ(w), (x, y))) is larger than that of A₁(w, (x, y)). m ≥ 1 and n ≥ 0 are any "
        "numbers, so the dimensions may agree or not. The inputs of natural EG are the first m of x, those of the "
        "simplex the first n + 1, and some x has all components 1. Of the simplex algorithm only this is used: where "
        "the gradient is 0, p stays."
    ),
)


@NOT_EQUIVALENT.proof
def the_constant_input(claim: Claim) -> Theorem:
    """For x = (1, …, 1) the loss is constant on the simplex, so A₂ stays; A₁ shrinks every weight for y = 0."""
    given = list(claim.given)

    def pick(*wanted: Any) -> list[Any]:
        return [f for f in given if f in wanted]

    here = moved(w)
    index = [ge(i, 1), ge(n + 1, i)]
    flat = identity(eq(gradient(i, here, ones, 0), 0), using=pick(ON_SIMPLEX, ONES), facts=index)
    everywhere = generalize(flat, [i], index)
    rest = [instantiate(assume(f), [here, ones, 0], discharge=[everywhere]) for f in pick(AT_REST)]
    home = [instantiate(assume(f), [w]) for f in pick(ONE_TO_ONE)]
    stays = identity(eq(W(1, back(simplex(here, ones, 0))), W(1, w)), using=[*rest, *home])
    facts = pick(SOME)
    first = combine(ge(m, 1), [(1, assume(SOME))]) if facts else assume(ge(m, 1))
    steps = [
        instantiate(assume(f), [w, ones, 0, 1], discharge=[combine(ge(1, 1), []), first]) for f in pick(NATURAL_EG)
    ]
    size = 2 * eta * Sum(W(j, w), (j, 1, m)) * W(1, w)
    shrinks = [(1, f) for f in steps]
    spelt = [(1, identity(eq(f.conclusion.rhs, W(1, w) * exp(-size)), using=pick(ONES), facts=facts)) for f in steps]
    less = instantiate(smaller_than_one(), {r: size}, [combine(gt(size, 0), [(1, size)], facts=facts)])
    terms = [*((-1, f) for _, f in shrinks), *((-1, f) for _, f in spelt)]
    return combine(claim.states[0], [(W(1, w), less), (1, stays), *terms], facts=facts)


def smaller_than_one() -> Theorem:
    """1 − e^(−r) > 0 for r > 0."""
    return certify(certificate(gt(1 - exp(-r), 0), [gt(r, 0)]))


# --- one weight on the line -------------------------------------------------------------------------------------------

a, b = real("a b")
HALF = Rational(1, 2)
STEP = a - 2 * (exp(a) * b - y) * b * exp(a)
"""The logarithm of the weight e^a after natural EG on the input b with η = 1."""
AWAY = 2 * (2 * b - y) * b
"""A multiple of the gradient −2(2b − y)b that the weights (1, 1) have, which do not sum to 1."""


def line(
    natural_step: Any = STEP,
    simplex_step: Any = a,
    image: Any = a,
    inputs: Any = b,
    *,
    share: Any = HALF,
    weights: int = 1,
) -> dict[str, Any]:
    """How a mutant is refuted: a point a of the line has the weight e^a, or is the distribution (½, ½); φ(a) = image.

    Schemas that do not hold there are not met: the mutant must have dropped them.
    """
    at = {
        W: Lambda((i, a), exp(a)),
        P: Lambda((i, a), share),
        X: Lambda((i, b), inputs),
        points("A₁").head: Lambda((a, b, y), natural_step),
        points("A₂").head: Lambda((a, b, y), simplex_step),
        points("φ").head: Lambda(a, image),
        points("φ⁻¹").head: Lambda(a, a),
        **{m: weights, n: 1, eta: 1, w: 0, ones: 1},
    }
    names = {W.head: at[W], P.head: at[P], X.head: at[X], m: Integer(weights), n: Integer(1), eta: Integer(1)}
    index = [ge(i, 1), ge(weights, i)]

    def met() -> list[Theorem]:
        natural_rule = eq(W(i, natural_step), natural_eg(W(i, a), error(W, a, m, b, y), X(i, b), eta))
        flat = forall(i, eq(gradient(i, a, b, y), 0), [ge(i, 1), ge(n + 1, i)])
        schemas = [
            forall([a, b, y, i], natural_rule, index),
            forall(a, eq(Sum(P(j, a), (j, 1, n + 1)), 1)),
            forall([a, b, y], eq(simplex_step, a), [flat]),
            forall(a, eq(image, a)),
            forall(i, eq(X(i, 1), 1), [ge(i, 1)]),
        ]
        found = []
        for schema in schemas:
            there = substitute(schema, names)
            with suppress(KernelError):
                found.append(generalize(identity(there.body), there.variables, there.given))
        if share == 1:
            there = substitute(schemas[2], names)
            first = instantiate(assume(there.given[0]), [1], [combine(ge(1, 1), []), combine(ge(2, 1), [(1, 1)])])
            found.append(generalize(combine(there.body, [(AWAY, first)]), there.variables, there.given))
        return found

    return {"at": at, "discharge": met}


def dropped(name: str, hypothesis: Any, words: str, **instance: Any) -> None:
    """A mutant without one hypothesis, with the instance that meets the others."""

    def changed(claim: Claim) -> Claim:
        return claim.replace(given=[f for f in claim.given if f != hypothesis])

    changed.__name__, changed.__doc__ = name, words
    NOT_EQUIVALENT.mutant("hypothesis", **instance)(changed)


dropped("other_weights", NATURAL_EG, "A₁ may be anything: both stay.", **line(natural_step=a))
dropped("moves_at_rest", AT_REST, "A₂ may move where the gradient is 0: it is A₁.", **line(simplex_step=STEP))
dropped("not_invertible", ONE_TO_ONE, "φ may take all weights to one distribution.", **line(image=Integer(-3)))
dropped(
    "off_the_simplex",
    ON_SIMPLEX,
    "The components of p need not sum to 1: A₂ moves.",
    **line(simplex_step=a - AWAY**2, share=Integer(1)),
)
dropped(
    "no_weights", SOME, "There may be no weights: A₁ stays.", **line(natural_step=a + 2 * y * b * exp(a), weights=0)
)
dropped(
    "no_constant_input", ONES, "No input has all components 1: all are 0.", **line(natural_step=a, inputs=Integer(0))
)


@NOT_EQUIVALENT.mutant("constant", **line())
def twice_the_weight(claim: Claim) -> Claim:
    """More than e² times the weight: w = 1 goes to e⁻²."""
    state = claim.states[0]
    return claim.replace(states=gt(state.lhs, exp(2) * state.rhs))


@NOT_EQUIVALENT.mutant("sign", **line())
def smaller_weight(claim: Claim) -> Claim:
    """The weight is smaller."""
    state = claim.states[0]
    return claim.replace(states=gt(state.rhs, state.lhs))


# --- code ---------------------------------------------------------------------------------------------------------


@NOT_EQUIVALENT.conformance
def constant_inputs() -> Iterator[Conformance]:
    """On x = (1, …, 1), y = 0 and η = 1/8 natural EG takes w to w exp(−w Σw/4)."""
    rng = np.random.default_rng(62)

    def formula(weights: Any) -> Any:
        exact = [mp.mpf(value) for value in weights]
        return [value * mp.exp(-value * mp.fsum(exact) / 4) for value in exact]

    return conformance(
        [np.exp(rng.normal(0.0, 1.0, size)) for size in (1, 2, 5, 30)],
        formula=formula,
        code=lambda weights: natural_eg_update(weights, np.ones_like(weights), 0.0, 0.125),
        reference=lambda weights: reference.natural_eg_update(weights, np.ones_like(weights), 0.0, 0.125),
        ulps=8.0,
    )


@NOT_EQUIVALENT.search
def simplex_stays() -> Searched:
    """How far the simplex algorithm moves on constant inputs: not at all but for rounding."""
    rng, worst, where, manifold = np.random.default_rng(63), 0.0, "none moves", Simplex()
    for _ in range(100):
        p = rng.dirichlet(np.ones(int(rng.integers(2, 20))))
        slope = 2.0 * (1.0 - float(rng.standard_normal()))
        gradient_vector = manifold.egrad2rgrad(p, np.full_like(p, slope))
        gap = float(np.max(np.abs(manifold.exp(p, -0.5 * gradient_vector) - p)))
        if gap > worst:
            worst, where = gap, f"n + 1 = {len(p)}"
    return Searched("movement of the simplex algorithm on constant inputs", 100, worst, where, allowed=1e-14)

"""Proposition 10: the update through a link function is the preferential update exactly for g = DfᵀDf."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np
from sympy import Lambda, Rational

from numeric.manifolds import PulledBack
from numeric.manifolds.links import Artanh, Log, Logit
from numeric.reference import link_function as through_link
from numeric.reference import pulled_back
from verify.author.kernel import (
    KernelError, Theorem, assume, cases, cite, combine, generalize, identity, instantiate, witness,
)  # fmt: skip
from verify.axioms import DEFINITE, EXP, ISOMETRIES_KEEP_GEODESICS, SCALED_LINE, link_of
from verify.claims import Claim, Conformance, fails_as
from verify.claims.conformance import conformance
from verify.language.terms import (
    EUCLIDEAN, Formula, Inner, Tangent, Vec, VecHead, eq, forall, function, ge, gt, le, point, points, positive, real,
    vector,
)  # fmt: skip

v, e = point("v"), vector("e")
s = real("s")
HALF = Rational(1, 2)
eta = positive("η")
size = function("K")


def tangent(name: str) -> Vec:
    """A vector of the tangent space at v."""
    return Vec(VecHead(name), Tangent(v))


A, B, G = tangent("A"), tangent("B"), tangent("G")


def f(p: Any) -> Vec:
    """The parameters θ = f(w)."""
    return Vec(VecHead("f"), EUCLIDEAN, p)


def Df(p: Any, u: Any) -> Vec:
    """Df(p)u, the push-forward f⋆u."""
    return Vec(VecHead("Df"), EUCLIDEAN, p, u)


def pulled(p: Any, e: Any) -> Vec:
    """Df(p)⁻¹e."""
    return Vec(VecHead("Df⁻¹"), Tangent(p), p, e)


def covector(p: Any, gradient: Any) -> Vec:
    """Df(p)^{−T}∂L, where grad L = `gradient` for the metric of the tangent space."""
    return Vec(VecHead("Df⁻ᵀ∂L"), EUCLIDEAN, p, gradient)


LINK = link_of()
INVERTIBLE = forall([v, e], eq(Df(v, pulled(v, e)), e))
TRANSPOSED = forall([v, G, B], eq(Inner(covector(v, G), Df(v, B)), Inner(G, B)))
PULLBACK = forall([v, A, B], eq(Inner(Df(v, A), Df(v, B)), Inner(A, B)))

READING = (
    "g is the inner product of the tangent spaces of M, so that (g_ij) = DfᵀDf says ⟨A, B⟩_g = ⟨Df A, Df B⟩ for all "
    "tangent vectors, in any coordinates. A loss enters at w = v through its gradient G alone, and every G is one of a "
    "loss; Df^{−T}∂L is the vector whose product with Df B is dL(B) = ⟨G, B⟩_g. That (5) and (6) are equivalent is "
    "read as in the printed proof: they lead from the same w to the same f(w_{t+1})."
)

PROP_10 = Claim(
    "geometric_view/prop-10",
    at="Proposition 10, if",
    printed="the link transformed Widrow-Hoff learning algorithm (5) is equivalent to the preferential stochastic "
    "gradient descent algorithm (6), for all η > 0 step-sizes and all loss functions L(w_t, (x_t, y_t)), if … the "
    "matrix of the preferential structure on M … is given by (g_ij) = Dfᵀ·Df",
    given=[LINK, INVERTIBLE, TRANSPOSED, PULLBACK],
    states=eq(f(EXP(v, -eta * G)), f(v) - eta * covector(v, G)),
    reading=READING + " M is complete and f is a diffeomorphism of M onto Rⁿ, as section 6 has it.",
)


@PROP_10.proof
def geodesics_become_lines(claim: Claim) -> Theorem:
    """f(Exp_v(U)) = f(v) + Df U, and Df^{−T}∂L = Df grad L, for both have the same products with all Df B."""
    given = list(claim.given)
    metric = [instantiate(assume(h), [v, A, B]) for h in given if h == PULLBACK]
    isometry = [generalize(instantiate(m, {VecHead("B"): A}), [v, A]) for m in metric]
    straight = instantiate(cite(ISOMETRIES_KEEP_GEODESICS), {VecHead("U"): -eta * G}, discharge=isometry)
    gap = eta * covector(v, G) + Df(v, -eta * G)
    back = pulled(v, gap)
    reached = [instantiate(assume(h), [v, gap]) for h in given if h == INVERTIBLE]
    dual = [instantiate(assume(h), [v, G, back]) for h in given if h == TRANSPOSED]
    pushed = [instantiate(m, {VecHead("A"): -eta * G, VecHead("B"): back}) for m in metric]
    product = combine(eq(Inner(gap, Df(v, back)), 0), [*((eta, h) for h in dual), *((1, h) for h in pushed)])
    square = combine(eq(Inner(gap, gap), 0), [(1, product)], using=reached)
    vanishes = instantiate(cite(DEFINITE), {vector("x"): gap}, [square])
    return identity(claim.states[0], using=[straight, vanishes])


reach = function("δ", positive=True)


def short(direction: Any) -> list[Formula]:
    """0 < s ≤ δ(v, A) for the direction A."""
    return [gt(s, 0), ge(reach(v, direction), s)]


def error(direction: Any) -> Vec:
    """f(Exp_v(sA)) − f(v) − s Df A."""
    return f(EXP(v, s * direction)) - f(v) - s * Df(v, direction)


SAME_STEPS = forall([v, G, s], eq(f(EXP(v, -s * G)), f(v) - s * covector(v, G)), short(-G))
TAYLOR = forall([v, A, s], ge(s**4 * size(v, A), Inner(error(A), error(A))), short(A))

u, q = point("u"), point("q")


def moved(p: Any) -> Any:
    """φ(p)."""
    return points("φ")(p)


def back(p: Any) -> Any:
    """φ⁻¹(p)."""
    return points("φ⁻¹")(p)


def Dmoved(p: Any, a: Any) -> Vec:
    """Dφ(p)a."""
    return Vec(VecHead("Dφ"), Tangent(moved(p)), p, a)


def carried(p: Any, gradient: Any) -> Vec:
    """The gradient of L∘φ⁻¹ at φ(p), where that of L at p is `gradient`."""
    return Vec(VecHead("H"), Tangent(moved(p)), p, gradient)


ONE_TO_ONE = [forall(v, eq(back(moved(v)), v)), forall(v, eq(moved(back(v)), v))]
CARRIED = forall([v, G, B], eq(Inner(carried(v, G), Dmoved(v, B)), Inner(G, B)))
EQUIVALENT = forall(
    [v, u, G, s],
    eq(moved(u), EXP(moved(v), -s * carried(v, G))),
    [gt(s, 0), eq(f(u), f(v) - s * covector(v, G))],
)

DEFINITION_3 = Claim(
    "geometric_view/prop-10-definition-3",
    at="Proposition 10 with Definition 3 and Lemma 4, only if",
    printed="the link transformed Widrow-Hoff learning algorithm (5) is equivalent to the preferential stochastic "
    "gradient descent algorithm (6), for all η > 0 step-sizes and all loss functions L(w_t, (x_t, y_t)), … only if "
    "the matrix of the preferential structure on M … is given by (g_ij) = Dfᵀ·Df",
    given=[LINK, INVERTIBLE, TRANSPOSED, *ONE_TO_ONE, CARRIED, EQUIVALENT],
    states=eq(Inner(Df(v, A), Df(v, B)), Inner(A, B)),
    reading=(
        "Equivalence by Definition 3 with the losses carried along as in Lemma 4: for a diffeomorphism φ of M, every "
        "loss L and all η > 0, φ takes the step of (5) on L at w to that of (6) on L∘φ⁻¹ at φ(w). H is the gradient "
        "of L∘φ⁻¹ at φ(w): its product with Dφ B is dL(B)."
    ),
    weight="reading",
    slip="Definition 3 lets any diffeomorphism φ of M compare the two algorithms, and with φ(w) = 2w the link f(w) = "
    "2w has the steps of (6) for g = 1 ≠ DfᵀDf; the proof means the same steps from the same w, and so read it is "
    "true.",
)

ONLY_IF = Claim(
    "geometric_view/prop-10-only-if",
    at="Proposition 10, only if",
    says="(5) and (6) lead from the same w to the same w_{t+1}, for all losses and all η > 0, or all small η, only if "
    "(g_ij) = Dfᵀ·Df",
    given=[TAYLOR, TRANSPOSED, SAME_STEPS],
    states=eq(Inner(Df(v, A), Df(v, B)), Inner(A, B)),
    repairs="geometric_view/prop-10-definition-3",
    reading=READING
    + (
        " Df is the differential of f and A the velocity of s ↦ Exp_v(sA) at 0: f(Exp_v(sA)) = f(v) + s Df A up to an "
        "error of at most s²√K for 0 < s ≤ δ(v, A), some δ > 0 (Taylor). The updates are the same for each loss with "
        "the gradient G for small steps, η = s ≤ δ(v, −G): for all η > 0 they are the more so, and neither "
        "completeness nor that f is onto is used. The print has f(Exp_v(−ηG)) = f(v) − ηDf G here, which is what is "
        "to be shown."
    ),
)


def first_order(gradient: Any, taylor: list[Theorem], steps: list[Theorem]) -> Theorem:
    """Df^{−T}∂L = Df grad L for one gradient, from both steps to first order in η."""
    gap = covector(v, gradient) + Df(v, -gradient)
    square, bound, far = Inner(gap, gap), size(v, -gradient), reach(v, -gradient)
    small = combine(ge(s**2 * bound, square), [(1 / s**2, h) for h in taylor], using=steps, facts=short(-gradient))
    whole = instantiate(small, {s: far}, [combine(gt(far, 0), [(1, far)]), combine(ge(far, far), [])])
    apart = gt(square, 0)
    bounded = combine(gt(bound, 0), [(1 / far**2, whole), (1 / far**2, assume(apart))])
    facts: list[Theorem | Formula] = [apart, bounded]
    rate = square / (2 * far * bound)
    moving = combine(gt(rate, 0), [(1, rate)], facts=facts)
    within = combine(ge(far, rate), [(1 / (2 * far * bound), whole), (HALF, far)], facts=facts)
    shorter = instantiate(small, {s: rate}, [moving, within, bounded])
    terms = [(4 * far**2 * bound / (3 * square), shorter), (Rational(4, 3), whole)]
    nothing = combine(le(square, 0), terms, facts=facts)
    zero = cases([nothing, assume(le(square, 0))], [apart, le(square, 0)])
    equal = combine(eq(square, 0), [(1, square)], facts=[zero])
    return instantiate(cite(DEFINITE), {vector("x"): gap}, [equal])


@ONLY_IF.proof
def small_steps(claim: Claim) -> Theorem:
    """Both steps to first order in η: Df grad L = Df^{−T}∂L."""
    given = list(claim.given)
    taylor = [instantiate(assume(h), [v, -G, s]) for h in given if h == TAYLOR]
    steps = [instantiate(assume(h), [v, G, s]) for h in given if h == SAME_STEPS]
    vanishes = first_order(G, taylor, steps)
    pushed = instantiate(identity(eq(Df(v, -G), -covector(v, G)), using=[vanishes]), {VecHead("G"): -A})
    dual = [instantiate(assume(h), [v, -A, B]) for h in given if h == TRANSPOSED]
    return identity(claim.states[0], using=[pushed, *dual])


# --- on the real line -----------------------------------------------------------------------------------------------

X, Y = real("x y")
Numbers = Callable[[Any, Any], Any]


def line(
    c: Any = -1,
    *,
    exponential: Numbers = lambda x, y: x + y,
    push: Any = None,
    dual: Numbers | None = None,
) -> dict[str, Any]:
    """How a mutant is refuted: M = R with f(w) = cw, c = −1, v = 0, A = B = G = η = 1, Df = push.

    Schemas that do not hold there are not met: the mutant must have dropped them.
    """
    push = push or c
    covectors = dual or (lambda _, y: y / push)
    at = {
        EXP.head: Lambda((X, Y), exponential(X, Y)),
        VecHead("f"): Lambda(X, c * X),
        VecHead("Df"): Lambda((X, Y), push * Y),
        VecHead("Df⁻¹"): Lambda((X, Y), Y / push),
        VecHead("Df⁻ᵀ∂L"): Lambda((X, Y), covectors(X, Y)),
        size: Lambda((X, Y), 0),
        reach: Lambda((X, Y), 1),
        VecHead("Dφ"): Lambda((X, Y), 2 * Y),
        VecHead("H"): Lambda((X, Y), Y / 2),
        points("φ").head: Lambda(X, 2 * X),
        points("φ⁻¹").head: Lambda(X, X / 2),
        **{v: 0, A: 1, B: 1, G: 1, eta: 1},
    }
    a, b, g, here, there = real("a b g h u")
    small_step = [gt(s, 0), ge(1, s)]
    step = [gt(s, 0), eq(c * there, c * here - s * covectors(here, g))]
    schemas = [
        ([here, a], [], eq(push * a / push, a), []),
        ([here, g, b], [], eq(covectors(here, g) * push * b, g * b), []),
        ([here, a, b], [], eq(push * a * push * b, a * b), []),
        ([here, g, s], small_step, eq(c * exponential(here, -s * g), c * here - s * covectors(here, g)), []),
        ([here, a, s], small_step, ge(0, (c * exponential(here, s * a) - c * here - s * push * a) ** 2), []),
        ([here], [], eq(2 * here / 2, here), []),
        ([here, g, b], [], eq(g / 2 * 2 * b, g * b), []),
        ([here, there, g, s], step, eq(2 * there, 2 * here - s * g / 2), step[1:]),
    ]

    def met() -> list[Theorem]:
        found = []
        for variables, given, body, using in schemas:
            with suppress(KernelError):
                theorem = combine(body, [(1, body.lhs - body.rhs)], facts=given) if body.op != "=" else None
                found.append(generalize(theorem or _equation(body, using), variables, given))
        return [instantiate(cite(SCALED_LINE), {real("c"): c}), *found]

    return {"at": at, "discharge": met}


def _equation(body: Any, using: Any) -> Theorem:
    return combine(body, [(1, assume(f)) for f in using]) if using else identity(body)


def without(claim: Claim, *hypotheses: Any) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[h for h in claim.given if h not in hypotheses])


@DEFINITION_3.counterexample
def weights_on_another_scale(claim: Claim) -> Theorem:
    """M = R, f(w) = 2w, φ(w) = 2w: (5) is w − ηL′/4, (6) for L∘φ⁻¹ at 2w is 2w − ηL′/2; DfᵀDf = 4, g = 1."""
    instance = line(2)
    return witness(list(claim.given), claim.states[0], instance["at"], discharge=instance["discharge"]())


def dropped(owner: Claim, name: str, hypothesis: Any, words: str, **instance: Any) -> None:
    """A mutant without one hypothesis, with the instance that refutes it."""

    def changed(claim: Claim) -> Claim:
        return without(claim, hypothesis)

    changed.__name__, changed.__doc__ = name, words
    owner.mutant("hypothesis", **instance)(changed)


dropped(PROP_10, "any_exponential_map", LINK, "Exp may be anything.", **line(exponential=lambda x, y: x + 2 * y))
dropped(PROP_10, "any_covector", TRANSPOSED, "Df^{−T}∂L may be anything.", **line(dual=lambda _, y: 2 * y))
dropped(PROP_10, "any_metric", PULLBACK, "g may be any metric.", **line(2))
dropped(ONLY_IF, "any_covector_at_all", TRANSPOSED, "Df^{−T}∂L may be anything.", **line(2, dual=lambda _, y: 2 * y))
dropped(ONLY_IF, "any_differential", TAYLOR, "Df may be anything.", **line(push=3, exponential=lambda x, y: x - y / 3))
dropped(ONLY_IF, "other_steps", SAME_STEPS, "The updates may differ.", **line(2))


fails_as(PROP_10,
    ("constant", eq(f(EXP(v, -eta * G)), f(v) - 2 * eta * covector(v, G)), "2η on the right.", line()),
    ("sign", eq(f(EXP(v, -eta * G)), f(v) + eta * covector(v, G)), "−η on the right.", line()),
)  # fmt: skip


fails_as(ONLY_IF,
    ("constant", eq(ONLY_IF.states[0].lhs, 2 * ONLY_IF.states[0].rhs), "2g.", line()),
    ("sign", eq(ONLY_IF.states[0].lhs, -ONLY_IF.states[0].rhs), "−g.", line()),
)  # fmt: skip


# --- code -----------------------------------------------------------------------------------------------------------

RATE = 0.0625


def weights_and_partials(low: float, high: float) -> list[tuple[Any, Any]]:
    """Weights between two numbers, with random partial derivatives."""
    rng = np.random.default_rng(10)
    return [(rng.uniform(low, high, n), rng.standard_normal(n)) for n in (1, 2, 5, 20) for _ in range(2)]


@PROP_10.conformance
def both_updates_agree() -> Iterator[Conformance]:
    """(6) on the pulled-back manifold against (5), for ln, the logit and artanh: in floats, and to 45 digits."""
    links = (("log", Log(), 0.1, 5.0), ("logit", Logit(), 0.1, 0.9), ("artanh", Artanh(), -0.8, 0.8))
    for name, link, low, high in links:
        manifold = PulledBack(link)
        yield from conformance(
            weights_and_partials(low, high),
            formula=partial(_step_through_link, name),
            code=partial(_geodesic_step, manifold),
            reference=partial(_exact_geodesic_step, name),
            ulps=16.0,
        )


def _step_through_link(name: str, case: Any) -> Any:
    return through_link.reparametrised_update(name, case[0], case[1], RATE)


def _geodesic_step(manifold: PulledBack, case: Any) -> Any:
    return manifold.exp(case[0], -RATE * manifold.egrad2rgrad(*case))


def _exact_geodesic_step(name: str, case: Any) -> Any:
    gradient = pulled_back.egrad2rgrad(name, *case)
    return pulled_back.exp(name, case[0], [-RATE * x for x in gradient])

"""After Proposition 4: no learning rate serves every finite sequence of trials on the real line."""

from __future__ import annotations

from typing import Any

from sympy import Integral, Lambda, Max, Rational, sqrt

from verify.author.kernel import Theorem, assume, cases, cite, combine, generalize, identity, instantiate, witness
from verify.axioms import (
    CHANGE_OF_VARIABLES, FUNDAMENTAL_THEOREM, INTEGRALS, SMOOTH_FUNCTIONS, between, continuously_differentiable,
)  # fmt: skip
from verify.claims import Claim
from verify.language.exists import NOTHING_EXISTS, exists
from verify.language.terms import Deriv, ForAll, eq, forall, function, ge, gt, partial, real, substitute
from verify.lemmas import magnitude_bounds
from verify.normal_forms.replacement import as_term, variable

xi, eta, start = real("ξ η a")
q, r, u, v = real("q r u v")
losses = [function(f"L{n}") for n in range(3)]
slopes = [function(f"L{n}_w") for n in range(3)]
SIZES = [gt(eta, 0), gt(xi, eta)]


runs = [function(f"w{n}") for n in range(4)]
"""w_n as a function of the learning rate: w_{t+1} = w_t − η ∂L_t(w_t)."""


UPDATES = [
    forall(eta, eq(runs[n + 1](eta), runs[n](eta) - eta * slopes[n](runs[n](eta))), [gt(eta, 0)]) for n in range(3)
]
START = forall(eta, eq(runs[0](eta), start))
EVERY_TRIAL_FALLS = [forall(eta, ge(losses[n](runs[n](eta)), losses[n](runs[n + 1](eta))), SIZES) for n in range(3)]
DIFFERENTIABLE = [continuously_differentiable(f.head, g.head) for f, g in zip(losses, slopes, strict=True)]
ONE_RATE_FOR_ALL = exists(xi, [gt(xi, 0), *EVERY_TRIAL_FALLS])
GIVEN = [*DIFFERENTIABLE, START, *UPDATES]
"""Three trials on M = R with continuously differentiable losses."""

c = real("c")
LINEAR, BENT, ROOTS = Lambda(c, -c), Lambda(c, c - c**2 / 2), Lambda(c, 3 * (sqrt(Max(0, c)) - sqrt(Max(0, -c))))
POWER = Lambda(c, Integral(ROOTS(r), (r, 0, c)))
"""2|w|^(3/2), written as the integral of its slope, ±3√|w|."""
RUN = {
    **dict(zip(losses, (LINEAR, BENT, POWER), strict=True)),
    **dict(zip(slopes, (Lambda(c, -1), Lambda(c, 1 - c), ROOTS), strict=True)),
    **dict(zip(runs, (Lambda(c, 0), Lambda(c, c), Lambda(c, c**2), Lambda(c, -2 * c**2)), strict=True)),
    start: 0,
    **NOTHING_EXISTS,
}
"""L_0 = −w, L_1 = w − w²/2 and L_2 = 2|w|^(3/2), with their derivatives, from w_0 = 0.

Losses with a bounded second derivative near w_0 would not do: they have a common quadratic bound there.
"""


def _differentiable() -> list[Theorem]:
    """The three losses have these derivatives."""
    smooth = []
    for loss, slope in ((LINEAR, Lambda(c, -1)), (BENT, Lambda(c, 1 - c))):
        axiom = instantiate(cite(SMOOTH_FUNCTIONS), {function("f"): loss, function("g"): slope})
        schemas = [h for h in axiom.hypotheses if isinstance(h, ForAll)]
        met = [generalize(identity(h.body), h.variables) for h in schemas]
        smooth.append(instantiate(axiom, {}, met))
    integral = instantiate(cite(INTEGRALS), {function("f"): POWER, function("g"): ROOTS}, _rooted())
    met = [generalize(identity(h.body, facts=_rooted()), h.variables) for h in integral.hypotheses]
    return [*smooth, instantiate(integral, {}, met)]


def _rooted() -> list[Theorem]:
    """The roots are those of numbers that are not negative."""
    half = Rational(1, 2)
    return [generalize(combine(ge(Max(0, k * r), 0), [(half, magnitude_bounds(r, k))]), [r]) for k in (1, -1)]


def _power(multiple: Any, value: Any) -> Theorem:
    """L_2(kv²) = value·v³ for v > 0: r = ks² turns the integral of ±3√|r| from 0 to kv² into one of a square."""
    inside, square = between(r, 0, v), Lambda(c, multiple * c**2)
    ahead = combine(gt(v - r, 0), [(1, assume(gt(0, r))), (1, assume(gt(v, 0)))])
    beyond = combine(ge(r, 0), [(1 / (v - r), assume(inside))], facts=[ahead])
    positive = cases([assume(ge(r, 0)), beyond], [ge(r, 0), gt(0, r)])
    values = generalize(identity(eq(ROOTS(square(r)), ROOTS(square(r)))), [r], [inside])
    at = {partial("f"): ROOTS, function("g"): square, u: 0}
    changed = instantiate(cite(CHANGE_OF_VARIABLES), at, [values, *_rooted()])
    primitive, integrand = Lambda(r, value * r**3), Lambda(r, ROOTS(square(r)) * Deriv(square(q), q, r))
    slope = combine(eq(Deriv(primitive(q), q, r), integrand(r)), [], facts=[positive])
    found = instantiate(
        cite(FUNDAMENTAL_THEOREM),
        {partial("F"): primitive, partial("f"): integrand, u: 0},
        [generalize(slope, [r], [inside])],
    )
    return combine(eq(POWER(multiple * v**2), value * v**3), [(1, changed), (1, found)], facts=_rooted())


def no_rate_for_three_trials() -> list[Theorem]:
    """w_1 = η, w_2 = η², w_3 = η² − 3η·η = −2η²: the third loss grows by the factor 2^(3/2), whatever η is."""
    values = {variable(name): as_term(value) for name, value in RUN.items()}
    promise = substitute(ONE_RATE_FOR_ALL.promise, values)
    large, *_, third = promise.given
    half = [combine(size, [(Rational(1, 2), assume(large))]) for size in (gt(xi / 2, 0), gt(xi, xi / 2))]
    known = [*half, *_rooted()]
    grows = instantiate(assume(third), [xi / 2], known)
    ends = [instantiate(_power(k, value), {v: xi / 2}, known) for k, value in ((1, 2), (-2, 4 * sqrt(2)))]
    scale = 1 / ((4 * sqrt(2) - 2) * (xi / 2) ** 3)
    never = combine(ge(-1, 0), [(scale, grows), (-scale, ends[0]), (scale, ends[1])], facts=[large, *_rooted()])
    moves = [substitute(h, values) for h in (START, *UPDATES)]
    run = [generalize(identity(h.body, facts=h.given), h.variables, h.given) for h in moves]
    return [*_differentiable(), *run, *_rooted(), generalize(never, [xi], promise.given)]


PROP_4_SEQUENCE = Claim(
    "spheres/prop-4-sequence",
    weight="gap",
    slip=(
        "The ξ of a later trial depends on p_t, which depends on the rate, so one rate for all trials "
        "does not follow from Proposition 4. It exists when the losses have a common quadratic bound; these are "
        "continuously differentiable, as Proposition 4 has them, and the third is no more than that at 0."
    ),
    at="after Proposition 4",
    printed="for any finite sequence of data points such learning rate always exists",
    given=GIVEN,
    states=ONE_RATE_FOR_ALL,
    reading=(
        "One ξ > 0 for three trials on M = R from a given p_0: for 0 < η < ξ no trial's step increases its loss. The ξ "
        "of a later trial depends on p_t, which depends on η. With losses that have one quadratic bound it is true for "
        "any number of trials: geometric_view/prop-7.repaired."
    ),
)


@PROP_4_SEQUENCE.counterexample
def one_overshoots(claim: Claim) -> Theorem:
    """L_0 = −w, L_1 = w − w²/2, L_2 = 2|w|^(3/2) from p_0 = 0: p_2 = η² and p_3 = −2η², for every η."""
    return witness(claim.given, claim.states[0], RUN, discharge=no_rate_for_three_trials())

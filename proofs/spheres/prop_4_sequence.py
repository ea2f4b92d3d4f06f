"""After Proposition 4: no learning rate serves every finite sequence of trials on the real line."""

from __future__ import annotations

from sympy import Abs, Lambda, Rational, sqrt

from verify.axioms import SMOOTH_FUNCTIONS, THREE_HALVES, continuously_differentiable
from verify.claims import Claim
from verify.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate, witness
from verify.lemmas import magnitude_bounds
from verify.normal_forms.replacement import as_term, variable
from verify.terms import ForAll, eq, forall, function, ge, gt, real, substitute

xi, eta, z, start = real("ξ η z w₀")
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
PROMISE = forall(xi, ge(z, 0), [gt(xi, 0), *EVERY_TRIAL_FALLS])
GIVEN = [*DIFFERENTIABLE, START, *UPDATES, PROMISE]
"""Three trials on M = R with continuously differentiable losses, and whatever follows from a rate that serves them."""

c = real("c")
LINEAR, BENT, POWER = Lambda(c, -c), Lambda(c, c - c**2 / 2), Lambda(c, 2 * Abs(c) ** Rational(3, 2))
ROOTS = Lambda(c, 3 * (sqrt(Abs(c) + c) - sqrt(Abs(c) - c)) / sqrt(2))
RUN = {
    **dict(zip(losses, (LINEAR, BENT, POWER), strict=True)),
    **dict(zip(slopes, (Lambda(c, -1), Lambda(c, 1 - c), ROOTS), strict=True)),
    **dict(zip(runs, (Lambda(c, 0), Lambda(c, c), Lambda(c, c**2), Lambda(c, -2 * c**2)), strict=True)),
    start: 0,
    z: -1,
}
"""L_0 = −w, L_1 = w − w²/2 and L_2 = 2|w|^(3/2), with their derivatives, from w_0 = 0."""


def _differentiable() -> list[Theorem]:
    """The three losses have these derivatives."""
    smooth = []
    for loss, slope in ((LINEAR, Lambda(c, -1)), (BENT, Lambda(c, 1 - c))):
        axiom = instantiate(cite(SMOOTH_FUNCTIONS), {function("f"): loss, function("g"): slope})
        schemas = [h for h in axiom.hypotheses if isinstance(h, ForAll)]
        met = [generalize(identity(h.body), h.variables) for h in schemas]
        smooth.append(instantiate(axiom, {}, met))
    return [*smooth, cite(THREE_HALVES)]


def no_rate_for_three_trials() -> list[Theorem]:
    """w_1 = η, w_2 = η², w_3 = η² − 3η·η = −2η²: the third loss grows by the factor 2^(3/2), whatever η is."""
    values = {variable(name): as_term(value) for name, value in RUN.items()}
    promise = substitute(PROMISE, values)
    large, *_, third = promise.given
    half = [combine(size, [(Rational(1, 2), assume(large))]) for size in (gt(xi / 2, 0), gt(xi, xi / 2))]
    grows = instantiate(assume(third), [xi / 2], half)
    never = combine(ge(-1, 0), [(1 / (xi**3 * (sqrt(2) / 2 - Rational(1, 4))), grows)], facts=[large])
    moves = [substitute(h, values) for h in (START, *UPDATES)]
    run = [generalize(identity(h.body, facts=h.given), h.variables, h.given) for h in moves]
    roots = [generalize(magnitude_bounds(c, k), [c]) for k in (1, -1)]
    return [*_differentiable(), *run, *roots, generalize(never, [xi], promise.given)]


PROP_4_SEQUENCE = Claim(
    "spheres/prop-4-sequence",
    at="after Proposition 4",
    printed="for any finite sequence of data points such learning rate always exists",
    given=GIVEN,
    states=ge(z, 0),
    reading=(
        "One ξ > 0 for three trials on M = R from a given p_0: for 0 < η < ξ no trial's step increases its loss. That "
        "such a ξ exists is said by: whatever follows from having one, z ≥ 0 for a number z, holds. The ξ of a later "
        "trial depends on p_t, which depends on η. With losses that have one quadratic bound it is true for any number "
        "of trials: geometric_view/prop-7.repaired."
    ),
)


@PROP_4_SEQUENCE.counterexample
def one_overshoots(claim: Claim) -> Theorem:
    """L_0 = −w, L_1 = w − w²/2, L_2 = 2|w|^(3/2) from p_0 = 0: p_2 = η² and p_3 = −2η², for every η."""
    return witness(claim.given, claim.states[0], RUN, discharge=no_rate_for_three_trials())

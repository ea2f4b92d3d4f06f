"""Example 7: the bound on the regret of natural exponentiated gradient, false as printed, and what is true."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from sympy import Abs, Expr, Integer, Lambda, Rational, exp, interpolate, log, sqrt

from numeric import bounds
from numeric.reference import bounds as reference
from proofs.geometric_view._one_weight import met, one_weight, room
from proofs.geometric_view.example_7 import (
    ROUND, UPDATE, R, U, V, Z, best, components, derivative, divergence, eta, i, k, link, loss, n, prediction, r,
    rounds, s, slope, t, w, x,
)  # fmt: skip
from proofs.geometric_view.example_7_convexity import tangent_of_the_logarithm
from proofs.geometric_view.example_7_distances import DIMENSION, ONES, SHORT, SLOW, SMALL, SOME, length, shorter
from verify.author.kernel import KernelError, Theorem, assume, combine, identity, instantiate, telescope, witness
from verify.claims import Claim, Conformance, Searched, Sharpness, decided_by, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import eq, family, forall, ge, gt, le, positive, substitute

a = positive("a")
u, v = family("u", positive=True), family("v", positive=True)


def gain(u: Any, v: Any, t: Any) -> Expr:
    """⟨grad L_t(v), Exp_v⁻¹ u⟩ = L′_t(v) Σ xⁱvⁱ(ln uⁱ − ln vⁱ), for components u and v in the index i."""
    return slope(t, prediction(v, t)) * components(x(t, i) * v * (link(u) - link(v)))


GEODESICALLY_CONVEX = forall(
    [t, u, v], ge(loss(t, prediction(u(i), t)), loss(t, prediction(v(i), t)) + gain(u(i), v(i), t)), ROUND
)
CONVEX = forall([t, r, s], ge(loss(t, r), loss(t, s) + slope(t, s) * (r - s)), ROUND)
REGRET = rounds(loss(t, prediction(w(t, i), t))) - rounds(loss(t, prediction(best(i), t)))

# --- the bound ------------------------------------------------------------------------------------------------------

NEAR = ge(V, length(link(best(i))))
RATE = eq(eta, 1 / (Z * R * sqrt(k)))

BOUND = Claim(
    "geometric_view/example-7-bound",
    at="Example 7",
    printed="Assigning the learning rate η = 1/(ZR_∞√k) that minimizes the sum of terms in Theorem 6 and choosing "
    "initial w_0 = (1, …, 1) yields Loss(A) − Loss(w⋆) = (1/2η)U² + (η/2)kZ²R_∞²U² = R_∞ZU²√k",
    weight="error",
    slip=(
        "D(w⋆, w_0) is taken to be at most U²/2 as in Rⁿ, while in the metric of the logarithm it is ½‖ln w⋆‖², which "
        "the length of w⋆ does not bound. The bound, its rate, and the comparison of constants with Example 6 have to "
        "change: R_∞ZUV√k with V ≥ ‖ln w⋆‖₂ holds."
    ),
    given=[
        CONVEX,
        GEODESICALLY_CONVEX,
        UPDATE,
        ONES,
        SHORT,
        SLOW,
        SMALL,
        ge(U, length(best(i))),
        RATE,
        SOME,
        DIMENSION,
    ],
    states=le(REGRET, R * Z * U**2 * sqrt(k)),
    rests_on=["geometric_view/example-7-start", "geometric_view/example-7-convexity"],
    reading=(
        "Every reading at once: the losses ℓ(t, ⟨w, x_t⟩) are convex in the prediction and geodesically convex on "
        "(R₊)ⁿ, and U ≥ ‖w_t‖₂ for t = 0, …, k − 1 (at the instance below for t = k too), and U ≥ ‖w⋆‖₂ as in "
        "Example 6. The print has = in the place of ≤."
    ),
)


def any_rate(eta: Any) -> Expr:
    """V²/(2η) + (η/2)kZ²R²U²."""
    return V**2 / (2 * eta) + eta / 2 * k * Z**2 * R**2 * U**2


GIVEN = [GEODESICALLY_CONVEX, UPDATE, ONES, SHORT, SLOW, SMALL, NEAR, SOME]
BEST_RATE = V / (R * Z * U * sqrt(k))

ANY_RATE = Claim(
    "geometric_view/example-7-bound-eta",
    at="Example 7",
    says=(
        "For geodesically convex losses, U ≥ max ‖w_t‖₂, V ≥ ‖ln w⋆‖₂ and w_0 = (1, …, 1): Loss(A) − Loss(w⋆) ≤ "
        "V²/(2η) + (η/2)kZ²R_∞²U²."
    ),
    given=GIVEN,
    states=le(REGRET, any_rate(eta)),
    rests_on=["geometric_view/example-7-step", "geometric_view/example-7-start.repaired"],
    reading=(
        "For every η > 0 and n. The losses ℓ(t, ⟨w, x_t⟩) are geodesically convex on (R₊)ⁿ with derivative ℓ′ in the "
        "prediction, U ≥ ‖w_t‖₂ for t = 0, …, k − 1, and V ≥ dist(w⋆, w_0) = ‖ln w⋆‖₂; U need not bound ‖w⋆‖₂."
    ),
)

REPAIRED = Claim(
    "geometric_view/example-7-bound.repaired",
    at="Example 7",
    says=(
        "For geodesically convex losses, U ≥ max ‖w_t‖₂, V ≥ ‖ln w⋆‖₂, w_0 = (1, …, 1) and η = V/(R_∞ZU√k): Loss(A) − "
        "Loss(w⋆) ≤ R_∞ZUV√k."
    ),
    given=[*GIVEN, eq(eta, BEST_RATE)],
    states=le(REGRET, R * Z * U * V * sqrt(k)),
    repairs="geometric_view/example-7-bound",
    rests_on=["geometric_view/example-7-bound-eta"],
    reading=(
        "As geometric_view/example-7-bound-eta, at the rate that makes its right-hand side least. Convexity of the "
        "loss in the prediction is neither needed nor enough; geodesic convexity is what Theorem 6 asks for."
    ),
)


def potential(t: Any) -> Expr:
    """D(w_t, w⋆)/η."""
    return divergence(w(t, i), best(i)) / eta


@ANY_RATE.proof
def distances_in_logarithms(claim: Claim) -> Theorem:
    """With θ = ln w this is Example 6: each trial costs the fall of D(w_t, w⋆)/η and ½ηL′²Σ(xw)²; it telescopes."""
    given = list(claim.given)
    here, there = prediction(w(t, i), t), prediction(best(i), t)
    schemas = [
        instantiate(assume(f), [t, Lambda(i, best(i)), Lambda(i, w(t, i))]) for f in given if f == GEODESICALLY_CONVEX
    ]
    updates = [instantiate(assume(f), [t, i]) for f in given if f == UPDATE]
    before, after = link(w(t, i)) - link(best(i)), link(w(t + 1, i)) - link(best(i))
    step = eta * derivative(t) * x(t, i) * w(t, i)
    row = combine(eq(after**2, (before - step) ** 2), [(after + before - step, f) for f in updates])
    rows = telescope(row, i, 1, n)
    steep = [instantiate(assume(f), [t]) for f in given if f == SLOW]
    slow = combine(ge(Z**2, derivative(t) ** 2), [(f, Z + Abs(derivative(t))) for f in steep])
    small = [instantiate(assume(f), [t]) for f in given if f == SMALL]
    sized = combine(ge(U**2, components(w(t, i) ** 2)), [(f, U + length(w(t, i))) for f in small])
    square = components((x(t, i) * w(t, i)) ** 2)
    reach = combine(ge(R**2 * U**2, square), [(1, shorter(given)), (R**2, sized)])
    sizes = combine(
        ge(Z**2 * R**2 * U**2, derivative(t) ** 2 * square), [(slow, R**2 * U**2), (reach, derivative(t) ** 2)]
    )
    cost = combine(
        le(loss(t, here) - loss(t, there), potential(t) - potential(t + 1) + eta / 2 * Z**2 * R**2 * U**2),
        [*((1, f) for f in schemas), (-1 / (2 * eta), rows), (eta / 2, sizes)],
    )
    some = [f for f in given if f in (SOME, ge(k, 0))]
    added = telescope(cost, t, 0, k - 1, potential(t))
    ones = [instantiate(assume(f), [i]) for f in given if f == ONES]
    first = telescope(identity(eq((link(w(0, i)) - link(best(i))) ** 2, log(best(i)) ** 2), using=ones), i, 1, n)
    near = [(f, (V + length(link(best(i)))) / (2 * eta)) for f in map(assume, given) if f.conclusion == NEAR]
    left = potential(k)
    return combine(claim.states[0], [(1, added), *near, (-1 / (2 * eta), first), (1, left)], facts=some)


@REPAIRED.proof
def at_the_best_rate(claim: Claim) -> Theorem:
    """Both terms are ½R_∞ZUV√k."""
    bound = ANY_RATE.theorem(ANY_RATE.states[0])
    tuned = [assume(f) for f in claim.given if f == eq(eta, BEST_RATE)]
    return combine(claim.states[0], [(1, bound)], using=tuned, facts=[f for f in claim.given if f == SOME])


# --- one weight -----------------------------------------------------------------------------------------------------

C = 1 / sqrt(2)
FALLING = one_weight(-C * t - t * (t - 1) / 2 * C * (exp(-C) - 1), r, 1, k=2, eta=C, best=Rational(1, 100))


def falling_weights() -> list[Theorem]:
    """L(w) = w, w_0 = 1 and η = 1/√2 for two trials: w_1 = exp(−1/√2), and w_2 is never used."""
    ratio = u(1) / v(1)
    above = instantiate(tangent_of_the_logarithm(), {r: ratio}, [combine(gt(ratio, 0), [(1, ratio)])])
    found = met(FALLING, GEODESICALLY_CONVEX, terms=[(v(1), above)], trials=2)
    return (
        found
        + met(FALLING, CONVEX, UPDATE, ONES, SHORT, SLOW, trials=2)
        + met(FALLING, SMALL, terms=room(FALLING), trials=2)
    )


@BOUND.counterexample
def one_weight_that_falls(claim: Claim) -> Theorem:
    """n = 1, k = 2, L_t(w) = w, x = 1, R = Z = U = 1, η = 1/√2, w⋆ = 1/100: 1.473… ≤ √2."""
    return witness(list(claim.given), claim.states[0], FALLING, discharge=falling_weights())


def log_losses(first: Any = 0, **numbers: Any) -> dict[str, Any]:
    """n = 1, x = 1 and L_t(w) = −ln w from w_0 = e^first, so that w_t = e^(first + ηt): how a mutant is refuted.

    Schemas that do not hold there are not met: the mutant must have dropped them.
    """
    at = one_weight(first + numbers.get("eta", 1) * t, -log(r), -1 / r, **numbers)
    return _instance(at)


def _instance(at: dict[Any, Any]) -> dict[str, Any]:
    """How a mutant is refuted at the assignment."""
    return {"at": at, "discharge": lambda: _met_if_true(at)}


def _met_if_true(at: dict[Any, Any]) -> list[Theorem]:
    trials, found = int(at[k]), []
    slack = {SMALL: room(at), SLOW: lambda number: [(1, at[Z] - exp(-log(at[w](number, 1))))], SHORT: [(1, at[R] - 1)]}
    for schema in (GEODESICALLY_CONVEX, UPDATE, ONES, SHORT, SLOW, SMALL):
        with suppress(KernelError):
            found += met(at, schema, terms=slack.get(schema, ()), trials=trials)
    return found


def without(claim: Claim, *hypotheses: Any) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[f for f in claim.given if f not in hypotheses])


def _dropped(owner: Claim, name: str, hypothesis: Any, words: str, **instance: Any) -> None:
    """A mutant without one hypothesis, with the instance that refutes it."""

    def changed(claim: Claim) -> Claim:
        return without(claim, hypothesis)

    changed.__name__, changed.__doc__ = name, words
    owner.mutant("hypothesis", **instance)(changed)


HALF = Rational(1, 2)
LINEAR = one_weight(t, -r, -1)
STANDING = one_weight(0 * t, -log(r), -1 / r, k=4, eta=HALF)
LOGARITHMIC = log_losses()
LINEAR_WORDS = "Losses −⟨w, x⟩: linear in the prediction, not geodesically convex."

_dropped(ANY_RATE, "only_convex", GEODESICALLY_CONVEX, LINEAR_WORDS, **_instance(LINEAR))
_dropped(REPAIRED, "only_convex", GEODESICALLY_CONVEX, LINEAR_WORDS, **_instance(LINEAR))
_dropped(ANY_RATE, "no_steps", UPDATE, "The weights may stay.", **_instance(STANDING))
_dropped(REPAIRED, "no_steps", UPDATE, "The weights may stay.", **_instance(STANDING))
for _owner, _eta in ((ANY_RATE, 1), (REPAIRED, 2)):
    _dropped(_owner, "any_start", ONES, "w_0 may be anything.", **log_losses(-5, Z=exp(Integer(5)), U=exp(Integer(-5))))
    _dropped(_owner, "long_instances", SHORT, "R may be smaller than |xⁱ|.", **log_losses(R=HALF, eta=_eta))
    _dropped(_owner, "steep_losses", SLOW, "Z may be smaller than |L′_t|.", **log_losses(Z=HALF, eta=_eta))
    _dropped(_owner, "long_weights", SMALL, "U may be smaller than ‖w_t‖₂.", **log_losses(U=HALF, eta=_eta))
    _dropped(_owner, "compared_far_away", NEAR, "V may be smaller than ‖ln w⋆‖₂.", **log_losses(best=exp(Integer(5))))
_dropped(
    REPAIRED,
    "any_rate_at_all",
    eq(eta, BEST_RATE),
    "η may be anything.",
    **log_losses(k=4, eta=Rational(1, 1000), U=Rational(11, 10)),
)


@ANY_RATE.mutant("hypothesis", proof=distances_in_logarithms)
def no_trials(claim: Claim) -> Claim:
    """k may be 0: true too."""
    return claim.replace(given=[f if f != SOME else ge(k, 0) for f in claim.given])


fails_without(REPAIRED,
    (SOME, "k may be anything: true too, as there is no rate V/(R_∞ZU√k) unless k > 0.",
        decided_by(proof=at_the_best_rate)),
)  # fmt: skip


fails_as(ANY_RATE,
    ("constant", le(REGRET, any_rate(eta) - V**2 / (4 * eta)), "V²/(4η).", LOGARITHMIC),
    ("constant", le(REGRET, any_rate(eta) - eta / 4 * k * Z**2 * R**2 * U**2), "(η/4)kZ²R_∞²U².", LOGARITHMIC),
    ("sign", le(REGRET, any_rate(eta) - eta * k * Z**2 * R**2 * U**2), "V²/(2η) − (η/2)kZ²R_∞²U².", LOGARITHMIC),
)  # fmt: skip


fails_as(REPAIRED,
    ("constant", le(REGRET, R * Z * U * V * sqrt(k) / 2), "½R_∞ZUV√k.", LOGARITHMIC),
    ("sign", le(REGRET, -R * Z * U * V * sqrt(k)), "−R_∞ZUV√k.", LOGARITHMIC),
)  # fmt: skip


@REPAIRED.sharp
def one_trial() -> Sharpness:
    """L(w) = −ln w: the regret is ln w⋆ = V, and ZR_∞U = 1."""
    at = log_losses(best=exp(V), V=V)["at"]
    names = {getattr(a, "head", a): b for a, b in at.items() if a != V}
    regret, promised = (substitute(f, names) for f in (REGRET, R * Z * U * V * sqrt(k)))
    attained = identity(eq(regret, promised))
    return Sharpness("the regret at k = 1, n = 1, L(w) = −ln w, w⋆ = e^V", "R_∞ZUV√k, exactly", attained)


# --- runs -----------------------------------------------------------------------------------------------------------


def _settings() -> list[Any]:
    """V, U, R, Z and k."""
    rng = np.random.default_rng(7)
    return [(*map(float, row), 1 + 3 * count) for count, row in enumerate(rng.uniform(0.1, 9.0, (12, 4)))]


@REPAIRED.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """R_∞ZUV√k as a function of V, U, R, Z and k."""
    return conformance(
        _settings(),
        formula=lambda case: value(R * Z * U * V * sqrt(k), dict(zip((V, U, R, Z, k), case, strict=True))),
        code=lambda case: bounds.natural_eg_regret_bound(*case),
        reference=lambda case: reference.natural_eg_regret_bound(*case),
        ulps=4.0,
    )


def _regret(rng: np.random.Generator, rising: bool) -> tuple[float, float, str]:
    """The regret of one run on geodesically convex losses, and the bound for any rate with the run's own constants."""
    count, size = int(rng.integers(1, 40)), int(rng.integers(1, 6))
    rate = 10.0 ** rng.uniform(-2, 0.5)
    weights, comparator = np.ones(size), np.exp(rng.standard_normal(size) * 10.0 ** rng.uniform(-1, 0.7))
    regret, radius, steep, longest = 0.0, 0.0, 0.0, 0.0
    for _ in range(count):
        data = rng.uniform(0.0, 1.0, size) if rising else np.eye(size)[rng.integers(size)]
        sign = float(rng.choice([-1.0, 1.0]))
        here, there = float(weights @ data), float(comparator @ data)
        prime = 1.0 if rising else sign / here
        regret += here - there if rising else sign * (np.log(here) - np.log(there))
        radius, steep = max(radius, float(np.max(data))), max(steep, abs(prime))
        longest = max(longest, float(np.linalg.norm(weights)))
        weights = weights * np.exp(-rate * prime * data * weights)
    distance = float(np.linalg.norm(np.log(comparator)))
    promised = distance**2 / (2 * rate) + rate / 2 * count * (steep * radius * longest) ** 2
    return regret, promised, f"k = {count}, n = {size}, {'linear' if rising else 'logarithmic'} losses"


@ANY_RATE.search
def geodesically_convex_losses() -> Searched:
    """Regret over the bound for losses ⟨w, x⟩ with x ≥ 0, and ± ln of one weight."""
    rng, worst, where = np.random.default_rng(8), 0.0, "no run"
    for trial in range(400):
        regret, promised, words = _regret(rng, bool(trial % 2))
        if regret / promised > worst:
            worst, where = regret / promised, words
    return Searched("regret over the bound at random rates", 400, worst, where)


@REPAIRED.extremal("V", [HALF, 1, 2])
def one_trial_with_the_logarithm(distance: Any) -> Any:
    """L(w) = −ln w from w_0 = 1 with η = V, against w⋆ = eⱽ."""
    found = log_losses(eta=distance, V=distance, best=exp(Integer(1) * distance))
    return found["at"], found["discharge"]()


@ANY_RATE.extremal("V", [HALF, 1, 2])
def one_trial_at_any_rate(distance: Any) -> Any:
    """The same trial."""
    return one_trial_with_the_logarithm(distance)


@REPAIRED.extremal("k", [1, 4, 9])
def up_and_down(trials: int) -> Any:
    """L = ∓ln w from w_0 = 1 with η = 1/1000, up and down to w_k = w⋆: the ratio 1/U tends to 1 as η does to 0."""
    ways = {1: [1], 4: [1, 1, -1, 1], 9: [1, 1, 1, -1, 1, -1, 1, -1, 1]}[trials]
    heights = [sum(ways[:number]) for number in range(trials + 1)]
    sign, height = (interpolate(list(enumerate(values)), t) for values in (ways, heights))
    rate, longest = Rational(1, 1000), 1 + Rational(max(heights[:-1]) + 1, 1000)
    distance = rate * longest * heights[-1]
    at = one_weight(
        rate * height, -sign * log(r), -sign / r, k=trials, eta=rate, U=longest, V=distance, best=exp(distance)
    )
    return at, _met_if_true(at)

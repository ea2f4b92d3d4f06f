"""The rule for strongly convex losses without end, and what ln T/T is beside 1/√T."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Lambda, Rational, exp, log, sqrt

from proofs.gradient_descent._on_the_line import q, r
from proofs.gradient_descent._projected import SOME
from proofs.gradient_descent._strong import BOUNDED, READING, STRONG_LOSSES, UPDATE, G, sigma
from proofs.gradient_descent.endless_ogd import FIRST, average, endless, epsilon, up_to
from proofs.gradient_descent.ogd_setting import START, T, grad, loss, t, u, w
from proofs.gradient_descent.strong_bound import BOUND
from verify.audit import (
    Claim, Theorem, at_most_by_squares, combine, eq, exponential_above_tangent, fails_as, fails_without, follows,
    forall, ge, generalize, gt, instantiate, le, lt, positive,
)  # fmt: skip
from verify.author.kernel import KernelError

SCHEMAS = {endless(f): f for f in (STRONG_LOSSES, UPDATE, BOUNDED)}

EVERY = Claim(
    "gradient_descent/strong-every-round",
    at="last page, for t = 1, 2, …",
    printed=(
        "For t = 1, 2, … … This gives the final result (1/T) Σ ℓ_t(w_t) ≤ min_{u ∈ R^d} (1/T) Σ ℓ_t(u) + "
        "(G²/(2σ)) (1 + ln T)/T"
    ),
    given=[*SCHEMAS, START, SOME],
    states=[
        le(average(w(t)), average(u) + G**2 / (2 * sigma) * (1 + log(T)) / T),
        forall(epsilon, le(average(w(t)), average(u) + epsilon), [ge(T * (sigma * epsilon) ** 2, G**4)]),
    ],
    rests_on=["gradient_descent/strong-bound"],
    idle={START: "the algorithm starts at 0; the first distance has the weight 1/η_1 − σ = 0"},
    reading=(
        READING + "The algorithm does not stop: its rounds are t = 1, 2, …, and G is a bound on ‖∇ℓ_t(w(t))‖ in every "
        "one. Then the final result holds for every T ≥ 1 and every u, which may depend on T; so from T = (G²/(σε))² "
        "rounds on the average regret is at most ε."
    ),
)


@EVERY.proof
def the_first_rounds_are_a_run(claim: Claim) -> list[Theorem]:
    """The first T rounds are a run to which the bound applies; and 1 + ln T ≤ 2√T."""
    bound, late = claim.states
    there = instantiate(BOUND.theorem(BOUND.states[2]), {}, up_to(SCHEMAS))
    (enough,) = late.given
    size = G**2 / (sigma * sqrt(T))
    squares = combine(ge(epsilon**2, size**2), [(1 / (T * sigma**2), enough)], facts=[SOME])
    small = at_most_by_squares(size, epsilon, squares, facts=[SOME])
    slow = (G**2 / (sigma * T), exponential_above_tangent(log(T) / 2))
    spare = (G**2 / (2 * sigma * T), 1)
    below = combine(late.body, [(1, there), slow, spare, (1, small)], facts=[SOME])
    return [follows(bound, there, SOME), generalize(below, [epsilon], late.given)]


def on_the_line(path: Any = 1 - 1 / t, slope: Any = -1 / (t + 1), factor: Any = 1, **other: Any) -> dict[str, Any]:
    """ℓ_t(v) = ½(v − z_t)² on the line, σ = 1, G = ½: w(t) = 1 − 1/t, and u = ½ is z_1.

    The losses are `factor` times as large as their gradients say. Schemas that do not hold are not met: the mutant
    must have dropped them.
    """
    target = path - slope
    names = {"T": T, "G": G}
    at = {
        sigma: 1,
        u: Rational(1, 2),
        loss: Lambda((t, q), factor * (q - target) ** 2 / 2),
        grad: Lambda((t, q), q - target),
        w: Lambda(t, path),
    } | {names[name]: number for name, number in ({"T": 1, "G": Rational(1, 2)} | other).items()}
    strong = (factor * (q - target) ** 2 - factor * (r - target) ** 2) / 2
    rules = [
        (le(strong, (q - target) * (q - r) - (r - q) ** 2 / 2), [], [t, q, r]),
        (eq(path.subs(t, t + 1), path - slope / t), [], [t]),
        (ge(at[G] ** 2, slope**2), [(1, at[G] ** 2 - slope**2)], [t]),
        (ge(at[G] ** 2, slope**2), [(slope**2 / 4, t - 1), (slope**2 / 4, t + 3)], [t]),
    ]

    def met() -> list[Theorem]:
        found = []
        for formula, terms, variables in rules:
            with suppress(KernelError):
                found.append(generalize(combine(formula, terms, facts=[FIRST]), variables, [FIRST]))
        return found

    return {"at": at, "discharge": met}


@EVERY.instance
def without_end() -> tuple[dict[Any, Any], list[Theorem]]:
    """That run."""
    found = on_the_line()
    return found["at"], found["discharge"]()


@EVERY.extremal("T", [1])
def one_round(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """Its first round."""
    found = on_the_line(T=count)
    return found["at"], found["discharge"]()


def restated(factor: Any) -> Any:
    """The first formula with a factor on its bound."""
    return {EVERY.states[0]: le(average(w(t)), average(u) + factor * G**2 / (2 * sigma) * (1 + log(T)) / T)}


fails_as(EVERY,
    ("constant", restated(Rational(9, 10)), "Nine tenths: the bound is attained in the first round.", on_the_line()),
    ("sign", restated(-1), "The bound is subtracted.", on_the_line()),
)  # fmt: skip

fails_without(EVERY,
    (endless(STRONG_LOSSES), "The losses need not meet (9).", on_the_line(factor=10)),
    (endless(UPDATE), "The algorithm may stay where it is.",
        on_the_line(path=0 * t, slope=-Rational(1, 2) + 0 * t, T=4)),
    (endless(BOUNDED), "G may be anything.", on_the_line(G=0)),
)  # fmt: skip


ENOUGH = ge(T * epsilon**4, 256)

IMPROVED = Claim(
    "gradient_descent/improved-dependence",
    at="last page, last sentence",
    printed=(
        "Note the improved dependence (ln T)/T compared to 1/√T obtained in (8) for convex (as opposed to strongly "
        "convex) loss functions"
    ),
    given=[SOME, ENOUGH],
    states=[
        forall(T, lt(log(T) / T, 1 / sqrt(T)), [SOME]),
        le((1 + log(T)) / T, epsilon / sqrt(T)),
    ],
    reading=(
        "(ln T)/T is smaller than 1/√T for every T ≥ 1, and, with the 1 of the bound too, smaller by any factor ε > 0 "
        "from T = (4/ε)⁴ on. Of the constants before them, G²/(2σ) and √8 UG, nothing is said: which bound is the "
        "smaller one for a given T depends on them."
    ),
)


@IMPROVED.proof
def logarithms_grow_slowly(claim: Claim) -> list[Theorem]:
    """ln T ≤ √T − 2(1 − ln 2); and 1 + ln T ≤ ε√T/2 + 8/ε − 3, where 16 ≤ ε²√T."""
    smaller, much = claim.states
    slow = exponential_above_tangent(log(T) / 2 - log(2))
    less = combine(smaller.body, [(2 / T, slow), (2 / T, 1 - log(2))], facts=[SOME])
    fourth = follows(ge((epsilon**2 * sqrt(T)) ** 2, 256), ENOUGH, SOME)
    long = at_most_by_squares(16, epsilon**2 * sqrt(T), fourth, facts=[SOME])
    above = [exponential_above_tangent(power) for power in (log(T) / 2 + log(epsilon) - log(4), log(4) - log(epsilon))]
    terms = [*((2 / T, f) for f in above), (1 / (2 * epsilon * T), long), (3 / T, 1)]
    return [generalize(less, [T], [SOME]), combine(much, terms, facts=[SOME])]


FAR = {T: 256, epsilon: 1}


fails_as(IMPROVED,
    ("constant", [IMPROVED.states[0], le((1 + log(T)) / T, epsilon / (3 * sqrt(T)))],
        "ε/3 in place of ε: (1 + ln 256)/256 is more than 1/48.", FAR),
    ("sign", [IMPROVED.states[0], ge((1 + log(T)) / T, epsilon / sqrt(T))], "≥ in place of ≤.", FAR),
)  # fmt: skip


fails_without(IMPROVED,
    (ENOUGH, "T may be small: at T = 1 the two are equal, and ε does not make the first smaller.",
        {T: 1, epsilon: Rational(1, 2)}),
)  # fmt: skip


# --- from when on --------------------------------------------------------------------------------------------------

s = positive("s")
LATER, PAST_ITS_PEAK = ge(T, s), ge(log(s), 1)

SHARP = Claim(
    "gradient_descent/improved-dependence.sharp",
    at="last page, last sentence",
    says="of 1/√T, (ln T)/T is at most 2/e and (1 + ln T)/T at most 2/√e, and from T = s ≥ e on at most the part "
    "(1 + ln s)/√s that it is at s",
    given=[LATER, PAST_ITS_PEAK],
    states=[
        forall(T, le(log(T) / T, 2 / exp(1) / sqrt(T)), [SOME]),
        forall(T, le((1 + log(T)) / T, 2 / exp(Rational(1, 2)) / sqrt(T)), [SOME]),
        le((1 + log(T)) / T, (1 + log(s)) / sqrt(s) / sqrt(T)),
    ],
    reading=(
        "s is a number, not a round. The parts are largest at T = e² and T = e, and fall after that. So (1 + ln T)/T "
        "is smaller than 1/√T by a factor ε from the first T ≥ e on at which it is, and not before. At s = (4/ε)⁴ it "
        "is, as 1 + 4 ln(4/ε) ≤ 4(4/ε) − 3; where that is less than e, ε is more than 2/√e. This is what "
        "gradient_descent/improved-dependence says."
    ),
    sharpens="gradient_descent/improved-dependence",
)


@SHARP.proof
def the_part_falls(claim: Claim) -> list[Theorem]:
    """1 + ln T ≤ 1 + ln s + 2(q − 1) ≤ (1 + ln s)q for q = √(T/s) ≥ 1; and ln x ≤ x − 1 at √T/e and √(T/e)."""
    first, second, falls = claim.states
    peaks = [
        combine(claimed.body, [(2 / T, exponential_above_tangent(log(T) / 2 - shift))], facts=[SOME])
        for claimed, shift in ((first, 1), (second, Rational(1, 2)))
    ]
    some = follows(gt(T, 0), LATER, s)
    square = follows(ge(sqrt(T) ** 2, sqrt(s) ** 2), LATER, facts=[some])
    above = at_most_by_squares(sqrt(s), sqrt(T), square, facts=[some])
    slow = exponential_above_tangent(log(T) / 2 - log(s) / 2)
    rest = (log(s) - 1) / (T * sqrt(s))
    past = combine(ge(rest, 0), [(1 / (T * sqrt(s)), PAST_ITS_PEAK)], facts=[some])
    terms = [(2 / T, slow), (rest, above)]
    found = combine(falls, terms, facts=[some, past])
    return [*(generalize(peak, [T], [SOME]) for peak in peaks), instantiate(found, {}, [past, some])]


AT_THREE = {T: 3, s: 3}


@SHARP.extremal("T", [3, 16, 256], formula=2)
def from_the_first_round_on(count: int) -> dict[Any, Any]:
    """T = s."""
    return {T: count, s: count}


fails_as(SHARP,
    ("constant", {SHARP.states[2]: le((1 + log(T)) / T, Rational(99, 100) * (1 + log(s)) / sqrt(s) / sqrt(T))},
        "99/100 of the part.", AT_THREE),
    ("sign", {SHARP.states[2]: ge((1 + log(T)) / T, (1 + log(s)) / sqrt(s) / sqrt(T))}, "The part grows.",
        {T: 16, s: 3}),
)  # fmt: skip


@SHARP.mutant("constant", at={T: 3, s: 2})
def from_two_rounds(claim: Claim) -> Claim:
    """From ln s ≥ 1/2 on."""
    return claim.replace(given=[ge(log(s), Rational(1, 2)) if h == PAST_ITS_PEAK else h for h in claim.given])


fails_without(SHARP,
    (PAST_ITS_PEAK, "s may be small.", {T: 2, s: 1}),
    (LATER, "T may be less than s.", {T: 1, s: 100}),
)  # fmt: skip

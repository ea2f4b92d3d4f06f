"""The end of section 4: the algorithm GA^Y, whose predictions are clipped to [−Y, Y], with one output."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Expr, Integer, Lambda, Rational, S, sqrt

from proofs.general_additive import linearised
from proofs.general_additive._one_output import met, on_the_line
from proofs.general_additive._runs import one_output
from proofs.general_additive.algorithm import Psi, eta, length, t, trials
from proofs.general_additive.divergence import divergence
from proofs.general_additive.linearised import B_BOUND, CONVEX_PSI, SOME, START, TRIAL, activation, b, best, theta
from verify.audit import (
    Claim, Deriv, Searched, Sharpness, Theorem, assume, at, cases, combine, eq, fails_as, fails_without, family,
    follows, forall, function, ge, generalize, gt, holds_at, instantiate, le, lt, positive, real, substitute, witness,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.language.terms import difference
from verify.lemmas import from_absurdity

Y = positive("Y")
p, q, r = real("p q r")
Phi = function("Φ")
desired, clipped = family("a"), family("ã")


def phi(a: Any) -> Expr:
    """The transfer function φ = Φ′."""
    return Phi.prime(a)


def matching_loss(a: Any, t: Any) -> Expr:
    """L_φ(y_t, φ(a)) = Δ_φ(a, a_t), for y_t = φ(a_t)."""
    return Phi(a) - Phi(desired(t)) - (a - desired(t)) * phi(desired(t))


def loss(t: Any) -> Expr:
    """The loss of the clipped prediction."""
    return matching_loss(clipped(t), t)


def compared(t: Any) -> Expr:
    """The comparator's loss."""
    return matching_loss(activation(best, t), t)


def slope(t: Any) -> Expr:
    """ŷ_t − y_t, for the clipped prediction ŷ_t = φ(ã_t)."""
    return phi(clipped(t)) - phi(desired(t))


def predicted(t: Any) -> Expr:
    """The prediction before it is clipped."""
    return phi(activation(theta(t), t))


NAMES = linearised.NAMES | {function("Δ_φ")(p, q): Phi(p) - Phi(q) - (p - q) * phi(q)}
CONVEX = forall([p, q], ge(Phi(p), Phi(q) + (p - q) * phi(q)))
BELOW = forall(t, eq(phi(clipped(t)), -Y), [*TRIAL, lt(predicted(t), -Y)])
ABOVE = forall(t, eq(phi(clipped(t)), Y), [*TRIAL, gt(predicted(t), Y)])
WITHIN = forall(t, eq(clipped(t), activation(theta(t), t)), [*TRIAL, ge(predicted(t), -Y), ge(Y, predicted(t))])
OUTCOMES = [forall(t, ge(Y, phi(desired(t))), TRIAL), forall(t, ge(phi(desired(t)), -Y), TRIAL)]
UPDATE = linearised.updates(slope)
CLIPPED = [CONVEX, BELOW, ABOVE, WITHIN, *OUTCOMES]
READING = (
    "One output: ψ = ∇Ψ, φ = Φ′ for a convex differentiable Φ on the line, y_t = φ(a_t) with |y_t| ≤ Y, and "
    "ŷ_t = φ(ã_t) is φ(⟨ψ(θ_t), x_t⟩) clipped to [−Y, Y]; where it is clipped, Y or −Y is in the range of φ, and "
    "elsewhere ã_t is the activation itself. The update is θ_{t+1} = θ_t + η(y_t − ŷ_t)x_t. "
)

GA_CLIPPED = Claim(
    "general_additive/ga-clipped",
    at="end of section 4",
    says="the bound (33) of Lemma 4 holds for the modified algorithm GA^Y",
    given=[*CLIPPED, UPDATE, SOME],
    where=NAMES,
    states=linearised.progress(loss, compared, linearised.APART),
    reading=(
        READING
        + "(33) holds for it. The text says that the proof of Lemma 4 is valid here too; what is proved is the bound, "
        "by a proof with one step more: (3) gives the gradient at ã_t, and not at the activation by which θ moves; "
        "but (ŷ_t − y_t)(⟨ψ(θ_t), x_t⟩ − ã_t) ≥ 0, as φ rises and |y_t| ≤ Y, without which the bound fails."
    ),
)

GA_CLIPPED_RATE = Claim(
    "general_additive/ga-clipped-rate",
    at="end of section 4",
    printed="Loss(GA^Y, S) ≤ Loss(ψ(θ⋆), S) + Δ_ψ(θ_1, θ⋆)/η + 2ℓηY²b",
    given=[*CLIPPED, UPDATE, SOME, CONVEX_PSI, B_BOUND],
    where=NAMES,
    states=linearised.at_rate(loss, compared, 2 * Y**2 * b),
    rests_on=["general_additive/ga-clipped"],
    reading=READING + "Ψ is convex and b bounds ⟨Dψ(w)x_t, x_t⟩; any η > 0.",
)

RATE = linearised.tuned_rate(2 * Y)
APART, ONE = gt(START, 0), ge(length, 1)

GA_CLIPPED_TUNED = Claim(
    "general_additive/ga-clipped-tuned",
    at="end of section 4",
    printed="η = √(Δ_ψ(θ_1, θ⋆)/(2ℓb))/Y: Loss(GA^Y, S) ≤ Loss(ψ(θ⋆), S) + 2Y√(2ℓΔ_ψ(θ_1, θ⋆)b)",
    given=[*CLIPPED, substitute(UPDATE, {eta: RATE}), ONE, CONVEX_PSI, B_BOUND, APART],
    where=NAMES,
    states=le(trials(loss(t)), trials(compared(t)) + 2 * Y * sqrt(2 * length * START * b)),
    rests_on=["general_additive/ga-clipped-rate"],
    reading=READING
    + "As general_additive/ga-clipped-rate, for ℓ ≥ 1 and Δ_ψ(θ_1, θ⋆) > 0. The text prints Loss_{L,φ}. In it Y stands "
    "under the root and 2ℓb has no brackets; the bound is that of the rate √(Δ/(2ℓb))/Y, which is meant.",
)


def rising(higher: Any, lower: Any, apart: Theorem) -> Theorem:
    """higher ≥ lower, where φ(higher) > φ(lower): φ is the derivative of a convex function."""
    tangents = [instantiate(assume(CONVEX), pair) for pair in ([higher, lower], [lower, higher])]
    product = follows(ge((higher - lower) * (phi(higher) - phi(lower)), 0), tangents)
    return follows(ge(higher - lower, 0), product, apart)


def one_step() -> Theorem:
    """loss ≤ loss⋆ + (ŷ − y)(â − a⋆), in the three cases."""
    here = activation(theta(t), t)
    tangent = at(CONVEX, activation(best, t), clipped(t))
    goal = linearised.below_a_line(loss, compared, slope)
    high, low = [at(f, t) for f in OUTCOMES]
    over, under = gt(predicted(t), Y), lt(predicted(t), -Y)
    parts = []
    for sign, case, value, outcome in ((1, over, ABOVE, high), (-1, under, BELOW, low)):
        at_edge = at(value, t)
        edge = [(1, assume(case)), (-sign, at_edge)]
        ends = (here, clipped(t)) if sign == 1 else (clipped(t), here)
        apart = combine(gt(phi(ends[0]) - phi(ends[1]), 0), edge)
        further = rising(*ends, apart)
        steep = follows(ge(sign * slope(t), 0), outcome, at_edge)
        parts.append(follows(goal, tangent, steep, further))
    middle = [ge(Y, predicted(t)), ge(predicted(t), -Y)]
    inside = at(WITHIN, t)
    parts.append(follows(goal, tangent, using=[inside]))
    return cases([cases([parts[0], parts[2]], [over, middle[0]]), parts[1]], [middle[1], under])


@GA_CLIPPED.proof
def clipping_only_helps(claim: Claim) -> Theorem:
    """The tangent at the clipped activation, and (ŷ − y)(â − ã) ≥ 0."""
    return linearised.progress_of_lines(one_step(), at(UPDATE, t), loss, compared, slope)


def differ_by_at_most() -> Theorem:
    """(2Y)² ≥ (ŷ_t − y_t)²: both are within [−Y, Y]."""
    over, under = gt(predicted(t), Y), lt(predicted(t), -Y)
    middle = [ge(Y, predicted(t)), ge(predicted(t), -Y)]
    edges = [at(f, t) for f in (ABOVE, BELOW)]
    inside = at(WITHIN, t)
    ends = []
    for sign in (1, -1):
        goal = ge(Y - sign * phi(clipped(t)), 0)
        far = [follows(goal, Y, using=[edge]) for edge in edges]
        near = follows(goal, [f for f in middle if f.has(-Y) == (sign == -1)], using=[inside])
        ends.append(cases([cases([far[0], near], [over, middle[0]]), far[1]], [middle[1], under]))
    high, low = [at(f, t) for f in OUTCOMES]
    above = follows(ge(2 * Y - slope(t), 0), ends[0], low)
    below = follows(ge(2 * Y + slope(t), 0), ends[1], high)
    return follows(ge((2 * Y) ** 2, slope(t) ** 2), above, below)


@GA_CLIPPED_RATE.proof
def every_move_is_small(claim: Claim) -> Theorem:
    """Δ_ψ(θ_{t+1}, θ_t) ≤ 2η²Y²b."""
    lemma = GA_CLIPPED.theorem(GA_CLIPPED.states[0])
    small = linearised.small_move(at(UPDATE, t), differ_by_at_most(), assume(B_BOUND), 2 * Y, slope)
    apart = linearised.not_negative(assume(CONVEX_PSI))
    bound = linearised.bound_at_rate(lemma, small, apart, loss, compared, 2 * Y)
    return follows(claim.states[0], bound)


@GA_CLIPPED_TUNED.proof
def both_terms_are_equal(claim: Claim) -> Theorem:
    """Δ/η = 2ℓηY²b = Y√(2ℓΔb)."""
    general = GA_CLIPPED_RATE.theorem(GA_CLIPPED_RATE.states[0])
    there = instantiate(general, {eta: RATE}, [follows(SOME, ONE), *map(assume, GA_CLIPPED_TUNED.given)])
    return follows(claim.states[0], there, APART, ONE)


# --- instances on the line: φ(a) = phi·a, x_t = 1 ---------------------------------------------------------------------


def instance(path: Any, comparator: Any, at_edge: Any, outcome: Any, phi: Any = 1, **values: Any) -> dict[str, Any]:
    """Y = 1 and y_t = phi·outcome; the prediction has the activation `at_edge`; η as given or as in the tuned bound."""
    at = on_the_line(path, comparator, **values)
    at |= {
        Phi: Lambda(r, phi * r**2 / 2),
        Y: 1,
        desired: Lambda(t, outcome),
        clipped: Lambda(t, at_edge),
    }
    psi, away = values.get("psi", 1), path.subs(t, 1) - comparator
    start = (path.subs(t, 1) ** 2 - comparator**2) / 2 - away * Deriv(r**2 / 2, r, comparator)
    rate = at.get(eta, sqrt(2 * start / at[length]) / sqrt(S(at.get(b, 1))) / 2)
    image, trial = phi * psi * path, [ge(t, 1), ge(at[length], t)]
    tangent = ge(phi * p**2 / 2, phi * q**2 / 2 + (p - q) * Deriv(phi * r**2 / 2, r, q))

    def steep(a: Any) -> Expr:
        return Deriv(phi * r**2 / 2, r, a)

    def case(goal: Any, *conditions: Any) -> Theorem:
        """The goal where the conditions hold, in the first trial: true there, or else they contradict each other."""
        first = combine(eq(t, 1), [(1, t - 1)], facts=trial)
        try:
            shown = combine(goal, [], using=[first], facts=conditions)
        except KernelError:
            here = [(difference(c).subs(t, 1), c) for c in conditions]
            false = [(number, c) for number, c in here if number < 0]
            if not false:
                raise
            number, wrong = false[0]
            shown = from_absurdity(goal, combine(ge(number, 0), [(1, assume(wrong))], using=[first]))
        return generalize(shown, [t], [*trial, *conditions])

    return {
        "at": at,
        "discharge": met(
            at,
            steep(at_edge) - steep(outcome),
            rate,
            lambda: generalize(combine(tangent, [(Rational(phi) / 2, (p - q) ** 2)]), [p, q]),
            lambda: case(eq(phi * at_edge, -1), lt(image, -1)),
            lambda: case(eq(phi * at_edge, 1), gt(image, 1)),
            lambda: case(eq(at_edge, psi * path), ge(image, -1), ge(1, image)),
            lambda: generalize(combine(ge(1, phi * outcome), [(1 - phi * outcome, 1)]), [t], trial),
            lambda: generalize(combine(ge(phi * outcome, -1), [(1 + phi * outcome, 1)]), [t], trial),
            apart=(start, away**2 / 2),
        ),
    }


HALF = Rational(1, 2)
DOWN = 2 - t
"""θ_1 = 1, ŷ_1 = 1 and y_1 = −1, so that θ_2 = 0 for η = ½."""
TIGHT = instance(DOWN, 1, 1, -1, eta=HALF)


def lemma(movement: Any) -> Any:
    """(33) with a factor on the term with the moves."""
    away = START - divergence(Psi, theta(length + 1), best)
    moved = trials(divergence(Psi, theta(t + 1), theta(t)))
    return le(trials(loss(t)), trials(compared(t)) + away / eta + movement * moved / eta)


fails_as(GA_CLIPPED,
    ("constant", lemma(HALF), "Half of the term with Δ_ψ(θ_{t+1}, θ_t).", TIGHT),
    ("sign", lemma(-1), "The term with Δ_ψ(θ_{t+1}, θ_t) is subtracted.", TIGHT),
)  # fmt: skip


fails_without(GA_CLIPPED,
    (CONVEX, "φ may fall.", instance(t, 3, 1, -1, phi=-1, eta=HALF)),
    (OUTCOMES[0], "y_t may exceed Y: ŷ = 1 and y = 3 while the activation is 2.", instance(1 + t, 1, 1, 3, eta=HALF)),
    (OUTCOMES[1], "y_t may be below −Y.", instance(-1 - t, -1, -1, -3, eta=HALF)),
    (ABOVE, "Any prediction where φ(â_t) > Y.", instance(5 - 3 * t, 1, 5, -1, eta=HALF)),
    (BELOW, "Any prediction where φ(â_t) < −Y.", instance(3 * t - 5, -1, -5, 1, eta=HALF)),
    (WITHIN, "Any prediction where |φ(â_t)| ≤ Y.", instance(Rational(5, 2) - 5 * t / 2, 5, 5, 0, eta=HALF)),
    (UPDATE, "The parameters may be anything.", instance(S.One + 0 * t, -1, 1, -1, eta=HALF)),
)  # fmt: skip


def rate_bound(start: Any, cost: Any) -> Any:
    """The bound at a rate, with other factors."""
    return le(trials(loss(t)), trials(compared(t)) + start * START / eta + cost * Y**2 * b * eta * length)


fails_as(GA_CLIPPED_RATE,
    ("constant", rate_bound(1, 1), "ℓηY²b in place of 2ℓηY²b.", instance(DOWN, Rational(1, 3), 1, -1, eta=HALF, b=1)),
    ("constant", rate_bound(Rational(1, 4), 2), "¼Δ_ψ(θ_1, θ⋆)/η.",
        instance(DOWN, -Rational(1, 3), 1, -1, eta=HALF, b=1)),
    ("sign", rate_bound(1, -2), "−2ℓηY²b.", instance(DOWN, Rational(1, 3), 1, -1, eta=HALF, b=1)),
)  # fmt: skip


fails_without(GA_CLIPPED_RATE,
    (B_BOUND, "b may be anything.", instance(DOWN, Rational(1, 3), 1, -1, eta=HALF, b=Rational(1, 4))),
    (CONVEX_PSI, "Ψ need not be convex.", instance(-t, 10, 1, -1, eta=HALF, b=1, psi=-1)),
)  # fmt: skip


fails_as(GA_CLIPPED_TUNED,
    ("constant", le(trials(loss(t)), trials(compared(t)) + Y * sqrt(2 * length * START * b)),
        "Y√(2ℓΔb) in place of 2Y√(2ℓΔb).", instance(DOWN, 0, 1, -1, b=1)),
    ("sign", le(trials(loss(t)), trials(compared(t)) - 2 * Y * sqrt(2 * length * START * b)), "−2Y√(2ℓΔb).",
        instance(DOWN, 0, 1, -1, b=1)),
)  # fmt: skip


@GA_CLIPPED.extremal("â", [1, Rational(3, 2), 2, 4])
def further_than_it_is_clipped(activation: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One trial, clipped to ŷ = Y = 1, with y = −1 and θ⋆ = 1: the ratio is 1/â, attained where nothing is clipped."""
    found = instance(activation + 1 - t, 1, 1, -1, eta=HALF)
    return found["at"], found["discharge"]()


@GA_CLIPPED_RATE.extremal("η", [Rational(1, 2), Rational(1, 10), Rational(1, 100)])
def slower_and_slower(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One trial, ŷ = Y = 1 and y = −1, and θ⋆ = θ_2 = 1 − 2η: the ratio is 1/(1 + η²)."""
    found = instance(1 - 2 * rate * (t - 1), 1 - 2 * rate, 1, -1, eta=rate, b=1)
    return found["at"], found["discharge"]()


holds_at(GA_CLIPPED_TUNED,
    ("A comparator near the start.", *instance(1 - (t - 1) / Integer(10), Rational(9, 10), 1, -1, b=1).values()),
)  # fmt: skip


@GA_CLIPPED_TUNED.sharp
def nearly_attained() -> Iterator[Sharpness]:
    """θ_1 = 1, ŷ = 1, y = −1, θ⋆ = 9/10: 2 against 2.005."""
    found = instance(1 - (t - 1) / Integer(10), Rational(9, 10), 1, -1, b=1)
    bound = GA_CLIPPED_TUNED.states[0].lhs
    less = le(trials(loss(t)), Rational(99, 100) * bound)
    fails = witness(list(GA_CLIPPED_TUNED.given), less, found["at"], found["discharge"]())
    yield Sharpness("best factor of the right-hand side (99/100 fails; 1 as θ⋆ → θ_1)", "1", fails)


@GA_CLIPPED_RATE.search
def random_runs() -> Iterator[Searched]:
    """Outcomes ±1, Y = 1, with the identity as transfer function."""
    return one_output(clipped=True)

"""Example 7: the distances that its bound is made of, from (1, …, 1) to w⋆ and from w_t to w_{t+1}."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Integer, Rational, exp, log, sqrt

from proofs.geometric_view._one_weight import met, one_weight, room
from proofs.geometric_view.example_7 import (
    COMPONENT, ROUND, UPDATE, R, U, Z, best, components, derivative, divergence, eta, i, k, link, n, r, t, w, x,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, combine, identity, instantiate, telescope, witness
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import eq, forall, function, ge, le, real
from verify.lemmas import at_most_by_squares


def length(term: Any) -> Expr:
    """The Euclidean norm, for components in the index i."""
    return sqrt(components(term**2))


ONES = forall(i, eq(w(0, i), 1), COMPONENT)
SHORT = forall([t, i], ge(R, Abs(x(t, i))), [*ROUND, *COMPONENT])
SLOW = forall(t, ge(Z, Abs(derivative(t))), ROUND)
SMALL = forall(t, ge(U, length(w(t, i))), ROUND)
SOME = ge(k, 1)
DIMENSION = ge(n, 1)

START = Claim(
    "geometric_view/example-7-start",
    at="Example 7",
    printed="choosing initial w_0 = (1, …, 1) yields Loss(A) − Loss(w⋆) = (1/2η)U² + …",
    face_of="geometric_view/example-7-bound",
    given=[ONES, SMALL, ge(U, length(best(i))), SOME, DIMENSION],
    states=le(divergence(best(i), w(0, i)), U**2 / 2),
    reading=(
        "The term (1/2η)U² stands for (1/η)D(w⋆, w_0) of Theorem 6, as it does in Example 6: D(w⋆, w_0) ≤ ½U². "
        "U ≥ ‖w_t‖₂ is read with U ≥ ‖w⋆‖₂ as well, as in Example 6; D is half the squared distance in (R₊)ⁿ."
    ),
)

START_REPAIRED = Claim(
    "geometric_view/example-7-start.repaired",
    at="Example 7",
    says="D(w⋆, w_0) = ½ Σ ln² wⁱ⋆, for w_0 = (1, …, 1).",
    given=[ONES],
    states=eq(divergence(best(i), w(0, i)), components(log(best(i)) ** 2) / 2),
    repairs="geometric_view/example-7-start",
    reading="The length of w⋆ does not bound it: it grows without bound as a weight of w⋆ goes to 0.",
)

STEP = Claim(
    "geometric_view/example-7-step",
    at="Example 7",
    printed="dist(w_{t+1}, w_t) = η|L′_t(w_t)|‖(xⁱ_t wⁱ_t)‖₂ ≤ η|L′_t(w_t)|‖x_t‖_∞‖w_t‖₂ ≤ ηZR_∞U",
    given=[UPDATE, SHORT, SLOW, SMALL, *ROUND],
    where={function("L′")(t): derivative(t)},
    states=[
        eq(length(link(w(t + 1, i)) - link(w(t, i))), eta * Abs(derivative(t)) * length(x(t, i) * w(t, i))),
        le(eta * Abs(derivative(t)) * length(x(t, i) * w(t, i)), eta * Abs(derivative(t)) * R * length(w(t, i))),
        le(eta * Abs(derivative(t)) * R * length(w(t, i)), eta * Z * R * U),
    ],
    reading="dist(w, w′) = ‖ln w − ln w′‖₂ is the distance of the metric diag(1/(wⁱ)²), as ln is an isometry of it "
    "onto Rⁿ (geometric_view/example-7-metric). R ≥ |xⁱ_t| for all i, and R in the place of ‖x_t‖_∞.",
)


@START_REPAIRED.proof
def logarithm_of_one(claim: Claim) -> Theorem:
    """ln 1 = 0."""
    ones = [instantiate(assume(f), [i]) for f in claim.given if f == ONES]
    term = (link(best(i)) - link(w(0, i))) ** 2
    each = identity(eq(term, log(best(i)) ** 2), using=ones)
    return combine(claim.states[0], [(Rational(1, 2), telescope(each, i, 1, n))])


def shorter(given: Any) -> Theorem:
    """Σ (xw)² ≤ R² Σ w²."""
    short = [instantiate(assume(f), [t, i]) for f in given if f == SHORT]
    rows = [(f, (R + Abs(x(t, i))) * w(t, i) ** 2) for f in short]
    each = combine(le((x(t, i) * w(t, i)) ** 2, R**2 * w(t, i) ** 2), rows)
    return telescope(each, i, 1, n)


@STEP.proof
def length_of_the_gradient(claim: Claim) -> list[Theorem]:
    """ln w_{t+1} − ln w_t = −ηL′xw; |xⁱ| ≤ R in each component."""
    given = list(claim.given)
    exact, longest, largest = claim.states
    facts = [f for f in given if f in ROUND]
    summed = moved_apart(given)
    root = real("m")
    square = identity(eq(sqrt(r), root), using=[eq(r, root**2)], facts=[ge(root, 0)])
    sizes = combine(eq(components((link(w(t + 1, i)) - link(w(t, i))) ** 2), exact.rhs**2), [(1, summed)])
    positive_length = combine(ge(exact.rhs, 0), [(1, exact.rhs)])
    equal = instantiate(square, {r: sizes.conclusion.lhs, root: exact.rhs}, [sizes, positive_length])
    reach = length(x(t, i) * w(t, i))
    squares = combine(ge((R * length(w(t, i))) ** 2, reach**2), [(1, shorter(given))], facts=facts)
    scaled = at_most_by_squares(reach, R * length(w(t, i)), squares)
    steep = [instantiate(assume(f), [t]) for f in given if f == SLOW]
    small = [instantiate(assume(f), [t]) for f in given if f == SMALL]
    sides = [(f, eta * R * length(w(t, i))) for f in steep] + [(f, eta * Z * R) for f in small]
    return [equal, combine(longest, [(scaled, eta * Abs(derivative(t)))]), combine(largest, sides)]


def moved_apart(given: Any) -> Theorem:
    """Σ (ln w_{t+1} − ln w_t)² = η²L′² Σ (xw)²."""
    updates = [instantiate(assume(f), [t, i]) for f in given if f == UPDATE]
    moved, step = link(w(t + 1, i)) - link(w(t, i)), eta * derivative(t) * x(t, i) * w(t, i)
    each = combine(eq(moved**2, step**2), [(moved - step, f) for f in updates])
    return telescope(each, i, 1, n)


@START.counterexample
def a_small_weight(claim: Claim) -> Theorem:
    """n = 1, w_0 = U = 1, w⋆ = e⁻²: 2 ≤ ½."""
    whole = one_weight(0 * t, r, 1, best=exp(Integer(-2)))
    at = {name: whole[name] for name in (n, w, best, k, U)}
    return witness(list(claim.given), claim.states[0], at, discharge=met(at, ONES, SMALL))


ONE_STEP = {**one_weight(t, -log(r), -1 / r), t: 0}


def one_step() -> list[Theorem]:
    """n = 1, L(w) = −ln w, w_0 = 1, w_1 = e: the schemas that hold."""
    return met(ONE_STEP, UPDATE, SHORT, ONES) + met(ONE_STEP, SLOW, SMALL, terms=room(ONE_STEP))


fails_as(START_REPAIRED,
    ("constant", eq(START_REPAIRED.states[0].lhs, 2 * START_REPAIRED.states[0].rhs), "Σ ln² w⋆.",
        one_weight(0 * t, r, 1), lambda: met(one_weight(0 * t, r, 1), ONES)),
    ("sign", eq(START_REPAIRED.states[0].lhs, -START_REPAIRED.states[0].rhs), "−½ Σ ln² w⋆.", one_weight(0 * t, r, 1),
        lambda: met(one_weight(0 * t, r, 1), ONES)),
)  # fmt: skip


fails_without(START_REPAIRED, (ONES, "w_0 may be anything.", one_weight(5 + 0 * t, r, 1)))


fails_as(STEP,
    ("constant", [eq(STEP.states[0].lhs, 2 * STEP.states[0].rhs), *STEP.states[1:]], "2η|L′|‖(xⁱwⁱ)‖.", ONE_STEP,
        one_step),
    ("sign", [eq(STEP.states[0].lhs, -STEP.states[0].rhs), *STEP.states[1:]], "−η|L′|‖(xⁱwⁱ)‖.", ONE_STEP, one_step),
    ("constant", [*STEP.states[:2], le(STEP.states[2].lhs, eta * Z * R * U / 2)], "½ηZR_∞U.", ONE_STEP, one_step),
)  # fmt: skip


def _dropped(name: str, hypothesis: Any, words: str, **numbers: Any) -> None:
    """A mutant of the step without one hypothesis, with the numbers at which it fails."""
    at = {**ONE_STEP, **numbers.pop("at", {})}

    def changed(claim: Claim) -> Claim:
        return claim.replace(given=[f for f in claim.given if f != hypothesis])

    def holds() -> list[Theorem]:
        spare = {SLOW: [(1, at[Z] - 1)], SMALL: [(1, at[U] - 1)]}
        kept = [schema for schema in (UPDATE, SHORT, SLOW, SMALL) if schema != hypothesis]
        return [theorem for schema in kept for theorem in met(at, schema, terms=spare.get(schema, ()))]

    changed.__name__, changed.__doc__ = name, words
    STEP.mutant("hypothesis", at=at, discharge=holds)(changed)


_dropped("any_next_weights", UPDATE, "w_{t+1} may be anything.", at=one_weight(2 * t, -log(r), -1 / r))
_dropped("long_instances", SHORT, "R may be smaller than |xⁱ|.", at={R: Rational(1, 2)})
_dropped("steep_losses", SLOW, "Z may be smaller than |L′_t|.", at={Z: Rational(1, 2)})
_dropped("long_weights", SMALL, "U may be smaller than ‖w_t‖₂.", at={U: Rational(1, 2)})


@STEP.extremal("η", [Rational(1, 4), 1, 4], formula=2)
def one_step_with_the_logarithm(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """n = 1, L(w) = −ln w, w_0 = 1, w_1 = e^η: attained at every rate."""
    here = {**one_weight(rate * t, -log(r), -1 / r, eta=rate), t: 0}
    return here, met(here, UPDATE, SHORT) + met(here, SLOW, SMALL, terms=room(here))

"""(20): the volume of the metric of a link function is |det Df|; no link onto Euclidean space has a proper prior."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Abs, Lambda, Rational, Sum, exp, sqrt

from verify.author.kernel import KernelError, Theorem, assume, cite, combine, generalize, identity, instantiate, witness
from verify.axioms import DETERMINANT_OF_A_PRODUCT, DETERMINANT_OF_ONE_ENTRY, ZERO_DERIVATIVE, determinant
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import (
    Deriv, Relation, eq, family, forall, function, ge, integer, le, ne, partial, positive, real,
)  # fmt: skip

n, i, j, l = integer("n i j l")
q, r, s, u, v = real("q r s u v")
gamma, delta = real("γ δ")
sigma = positive("σ")
g, D, root = family("g"), family("Df"), family("√g")


def entry(matrix: Any, i: Any, j: Any) -> Any:
    """(AᵀA)ᵢⱼ."""
    return Sum(matrix(l, i) * matrix(l, j), (l, 1, n))


INDICES = [ge(i, 1), ge(n, i), ge(j, 1), ge(n, j)]
METRIC = forall([i, j], eq(g(i, j), entry(D, i, j)), INDICES)
ROOT = forall([i, j], eq(g(i, j), entry(root, i, j)), INDICES)
SOME = ge(n, 1)
DETERMINANTS = [determinant(g, n, gamma), determinant(D, n, delta), determinant(root, n, sigma)]

GIVEN = [METRIC, ROOT, SOME, *DETERMINANTS]
READING = (
    "At one point: (g_ij) = DfᵀDf for the Jacobian Df of f in coordinates of M, √g the symmetric positive definite "
    "root (√gᵀ√g = g, det √g > 0), and γ, δ, σ the determinants of g, Df and √g, for every n ≥ 1."
)

PRIOR_VOLUME = Claim(
    "geometric_view/prior-volume",
    at="(20)",
    printed="φ = √det(g_ij) = det √(g_ij) = det(Df)",
    given=[*GIVEN, ne(delta, 0)],
    states=[eq(sqrt(gamma), sigma), eq(sqrt(gamma), delta)],
    reading=READING,
    weight="wording",
    slip="A volume is |det(Df)|, and the determinant of a link function that reverses the orientation is negative; "
    "the bars are left out, and nothing that follows needs the sign.",
)

REPAIRED = Claim(
    "geometric_view/prior-volume.repaired",
    at="(20)",
    says="φ = √det(g_ij) = det √(g_ij) = |det(Df)|",
    given=GIVEN,
    states=[eq(sqrt(gamma), sigma), eq(sqrt(gamma), Abs(delta))],
    repairs="geometric_view/prior-volume",
    reading=READING
    + (
        " A diffeomorphism may reverse orientation, and then det Df < 0. The density of θ = f(w), by "
        "the change of variables that of w over |det Df|, is then 1 at every θ: uniform, and improper "
        "(geometric_view/prior-volume-improper)."
    ),
)


def squared(matrix: Any, number: Any, given: Any) -> Theorem:
    """det(AᵀA) = (det A)²."""
    place = {
        **{family(a).head: b.head for a, b in (("A", matrix), ("B", matrix), ("C", g))},
        **{real("a"): number, real("b"): number, q: gamma, n: n},
    }
    return instantiate(cite(DETERMINANT_OF_A_PRODUCT), place, [assume(f) for f in given])


@REPAIRED.proof
def determinants_multiply(claim: Claim) -> list[Theorem]:
    """γ = δ² = σ²."""
    given = list(claim.given)
    of_root = [squared(root, sigma, [f for f in given if f != METRIC])]
    of_link = [squared(D, delta, [f for f in given if f != ROOT])]
    first, second = claim.states
    by_root, by_link = (
        [*t, combine(ge(gamma, 0), [(1, d**2)], using=t)] for t, d in ((of_root, sigma), (of_link, delta))
    )
    return [
        identity(first, using=of_root, facts=by_root),
        identity(second, using=of_link, facts=by_link),
    ]


REVERSED = {
    n: 1,
    g: Lambda((i, j), 1 + 0 * i),
    D: Lambda((i, j), -1 + 0 * i),
    root: Lambda((i, j), 1 + 0 * i),
    gamma: 1,
    delta: -1,
    sigma: 1,
}


def met(change: dict[Any, Any] | None = None) -> list[Theorem]:
    """f(w) = −w on the line, or with other numbers; schemas that do not hold there are not met."""
    at = {**REVERSED, **(change or {})}
    here = [ge(i, 1), ge(1, i), ge(j, 1), ge(1, j)]
    found = [instantiate(cite(DETERMINANT_OF_ONE_ENTRY), {family("A"): at[m]}) for m in (g, D, root)]
    for matrix in (D, root):
        square = eq(at[g](i, j), Sum(at[matrix](l, i) * at[matrix](l, j), (l, 1, 1)))
        with suppress(KernelError):
            found.append(generalize(identity(square), [i, j], here))
    return found


@PRIOR_VOLUME.counterexample
def a_reflection(claim: Claim) -> Theorem:
    """M = R, f(w) = −w: √det g = 1 and det Df = −1."""
    return witness(list(claim.given), claim.states[1], REVERSED, discharge=met())


# --- that it is not a probability -----------------------------------------------------------------------------------

f, F = function("f"), function("F")
DENSITY = forall(r, eq(Deriv(F(q), q, r), Deriv(f(q), q, r)))
PROBABILITY = [forall(r, ge(F(r), 0)), forall(r, le(F(r), 1))]

IMPROPER = Claim(
    "geometric_view/prior-volume-improper",
    at="(20)",
    says="where φ is the density of a probability, f has its values in an interval of length 1: no link function onto "
    "R",
    given=[DENSITY, *PROBABILITY],
    states=le(f(v) - f(u), 1),
    reading=(
        "Beside (20) the text says that the link function structure is equivalent to a prior distribution, and this is "
        "what stands against it. On the line, for a rising f: were φ = f′ the density of a probability, with the "
        "distribution function F between 0 and 1, any two values of f would be at most 1 apart, and f would not be "
        "onto R. So φ is a prior in the improper sense only, as the uniform prior on Rⁿ is, which has infinite mass."
    ),
)


@IMPROPER.proof
def same_increments(claim: Claim) -> Theorem:
    """F − f has derivative 0, so f(v) − f(u) = F(v) − F(u)."""
    given = list(claim.given)
    line = Lambda(s, F(u + s * (v - u)) - f(u + s * (v - u)))
    density = [instantiate(assume(h), [u + s * (v - u)]) for h in given if h == DENSITY]
    flat = Deriv(line(q), q, s)
    schema = forall(s, eq(flat, 0), [ge(s, 0), ge(1, s)])
    rate = F.prime(u + s * (v - u)) - f.prime(u + s * (v - u))
    chain = identity(eq(flat, (v - u) * rate))
    zero = combine(schema.body, [(1, chain), *((v - u, h) for h in density)])
    constant = instantiate(cite(ZERO_DERIVATIVE), {partial("f"): line}, [generalize(zero, [s], schema.given)])
    ends = [(1, instantiate(assume(h), [u])) for h in given if h == PROBABILITY[0]]
    ends += [(1, instantiate(assume(h), [v])) for h in given if h == PROBABILITY[1]]
    return combine(claim.states[0], [*ends, (1, constant)])


# --- changed claims -------------------------------------------------------------------------------------------------


def state(claim: Claim, position: int, changed: Relation) -> Claim:
    """The claim with another formula at one position."""
    return claim.replace(states=[changed if m == position else h for m, h in enumerate(claim.states)])


fails_as(REPAIRED,
    ("sign", {REPAIRED.states[1]: eq(sqrt(gamma), delta)}, "The print: det Df without its absolute value.", REVERSED,
        met),
    ("constant", {REPAIRED.states[1]: eq(sqrt(gamma), 2 * Abs(delta))}, "2|det Df|.", REVERSED, met),
)  # fmt: skip


def dropped(name: str, hypothesis: Any, words: str, change: dict[Any, Any]) -> None:
    """A mutant without one hypothesis, with what changes in the instance."""

    def changed(claim: Claim) -> Claim:
        return claim.replace(given=[h for h in claim.given if h != hypothesis])

    changed.__name__, changed.__doc__ = name, words
    REPAIRED.mutant("hypothesis", at={**REVERSED, **change}, discharge=lambda: met(change))(changed)


FOUR, TWO = Lambda((i, j), 4 + 0 * i), Lambda((i, j), 2 + 0 * i)
dropped("any_metric", METRIC, "g need not be DfᵀDf.", {g: FOUR, root: TWO, gamma: 4, sigma: 2})
dropped("any_root", ROOT, "√g need not be a root of g.", {root: TWO, sigma: 2})
dropped("any_volume", DETERMINANTS[0], "γ need not be det g.", {gamma: 4})
dropped("any_jacobian", DETERMINANTS[1], "δ need not be det Df.", {delta: 3})
dropped("any_number", DETERMINANTS[2], "σ need not be det √g.", {sigma: 3})


LOGISTIC = {F: Lambda(r, 1 / (1 + exp(-r))), f: Lambda(r, 1 / (1 + exp(-r))), u: -3, v: 3}


def between_zero_and_one() -> list[Theorem]:
    """The logistic function."""
    low, high = 1 / (1 + exp(-r)), exp(-r) / (1 + exp(-r))
    return [
        generalize(identity(eq(Deriv(1 / (1 + exp(-q)), q, r), Deriv(1 / (1 + exp(-q)), q, r))), [r]),
        generalize(combine(ge(low, 0), [(1, low)]), [r]),
        generalize(combine(le(low, 1), [(1, high)]), [r]),
    ]


fails_as(IMPROPER,
    ("constant", le(f(v) - f(u), Rational(1, 2)), "½ in place of 1.", LOGISTIC, between_zero_and_one),
    ("sign", le(f(v) - f(u), -1), "−1 in place of 1.", LOGISTIC, between_zero_and_one),
)  # fmt: skip


def rising(sign: int = 1) -> list[Theorem]:
    """The exponential function, or its reflection in the origin."""
    grown = sign * exp(sign * r)
    bound = ge(grown, 0) if sign > 0 else le(grown, 1)
    slope = Deriv(sign * exp(sign * q), q, r)
    terms = [(1, exp(sign * r))] + ([(1, 1)] if sign < 0 else [])
    return [generalize(identity(eq(slope, slope)), [r]), generalize(combine(bound, terms), [r])]


def falling_tail() -> list[Theorem]:
    """−e^(−r), which rises to 0."""
    return rising(-1)


STEEP = {**LOGISTIC, f: Lambda(r, r)}
STRAIGHT = {F: Lambda(r, r), f: Lambda(r, r), u: -3, v: 3}


fails_without(IMPROPER,
    (DENSITY, "φ may be anything.", STEEP, between_zero_and_one),
    (PROBABILITY[1], "F may exceed 1.", {**STRAIGHT, F: Lambda(r, exp(r)), f: Lambda(r, exp(r))}, rising),
    (PROBABILITY[0], "F may be negative.", {**STRAIGHT, F: Lambda(r, -exp(-r)), f: Lambda(r, -exp(-r))}, falling_tail),
)  # fmt: skip

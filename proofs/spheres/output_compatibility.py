"""Definition 2, output compatibility: the level sets of a loss of |λ| are unions of two solution sets."""

from __future__ import annotations

from sympy import Abs, Lambda

from proofs.spheres.regular_values import residual
from verify.author.kernel import Theorem, assume, cases, combine, generalize, identity, instantiate, witness
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import eq, forall, function, ge, gt, real, vectors

s, r, y = real("s r y")
p, q, x, U, W = vectors("p q x U W")
F = function("F")

RISES = forall([s, r], gt(F(s), F(r)), [gt(s, r), ge(r, 0)])
FROM_ZERO = eq(F(0), 0)
FIRST, SECOND, THIRD, FOURTH = (Abs(residual(v)) for v in (p, q, U, W))
SAME_LOSS, SAME_MAGNITUDE = eq(F(FIRST), F(SECOND)), eq(THIRD, FOURTH)

OUTPUT = Claim(
    "spheres/output-compatibility",
    weight="wording",
    slip=(
        "A loss that depends on |λ| has the level sets S(λ) ∪ S(−λ), so neither example is output "
        "compatible to the letter. Only the sign of λ is lost, and nothing rests on it."
    ),
    at="Definition 2",
    printed=(
        "L_t(p) = F(|y_t − f_p(x_t)|), where F: R → R is a monotonic increasing function with F(0) = 0 … Any loss "
        "function of this form will be output compatible with the PMC"
    ),
    given=[RISES, FROM_ZERO, SAME_LOSS],
    states=eq(residual(p), residual(q)),
    reading=(
        "Output compatible: the level sets of L_t are the generalised solution sets S_t(λ), so two parameters of equal "
        "loss have the same λ = y − ⟨p, x⟩, in any dimension. F increases strictly on [0, ∞), as the square does, "
        "which the text has for its example."
    ),
)

OUTPUT_REPAIRED = Claim(
    "spheres/output-compatibility.repaired",
    at="Definition 2",
    says=(
        "if L_t(p) = F(|y − ⟨p, x⟩|) with F increasing on [0, ∞), its level sets are the unions of S_t(λ) and S_t(−λ)"
    ),
    given=[RISES, SAME_LOSS, SAME_MAGNITUDE],
    states=[eq(FIRST, SECOND), eq(F(THIRD), F(FOURTH))],
    repairs="spheres/output-compatibility",
    reading=(
        "F increases strictly on [0, ∞), and the model is p ↦ ⟨p, x⟩. Two parameters p and q of equal loss have equal "
        "|λ|, and two parameters U and W with equal |λ| have equal losses. F(0) = 0 is not needed. Both examples are "
        "of this form with F(s) = s²; a constant piece of F would merge level sets."
    ),
)


@OUTPUT.counterexample
def both_signs(claim: Claim) -> Theorem:
    """F(s) = s², x = 1, y = 0: p = 1 and q = −1 have the same loss, and λ = −1 and 1."""
    at = {F: Lambda(s, s**2), p: 1, q: -1, x: 1, y: 0}
    return witness(list(claim.given), claim.states[0], at, squares_rise())


def squares_rise() -> list[Theorem]:
    """s² > r² for s > r ≥ 0."""
    order = [gt(s, r), ge(r, 0)]
    total = combine(gt(s + r, 0), [(1, assume(order[0])), (2, assume(order[1]))])
    return [generalize(combine(gt(s**2, r**2), [(total, assume(order[0]))]), [s, r], order)]


@OUTPUT_REPAIRED.proof
def magnitudes(claim: Claim) -> list[Theorem]:
    """|λ| > |μ| would make F(|λ|) > F(|μ|), and |λ| < |μ| the reverse; and F is a function."""
    rises, same, equal = ([f for f in claim.given if f == g] for g in (RISES, SAME_LOSS, SAME_MAGNITUDE))
    sides = []
    for larger, smaller in ((s, r), (r, s)):
        order = gt(larger, smaller)
        above = [instantiate(assume(f), [larger, smaller], [assume(order), assume(ge(smaller, 0))]) for f in rises]
        weight = (s - r) / (F(s) - F(r))
        never = combine(eq(s, r), [(weight, assume(eq(F(s), F(r))))], facts=above)
        sides.append(instantiate(never, {}, above))
    once = cases([sides[0], assume(eq(s, r)), sides[1]], [gt(s, r), eq(s, r), gt(r, s)])
    signs = [combine(ge(term, 0), [(1, term)]) for term in (FIRST, SECOND)]
    function_of = identity(eq(F(s), F(r)), using=[assume(eq(s, r))])
    return [
        instantiate(once, {s: FIRST, r: SECOND}, [*signs, *map(assume, same)]),
        instantiate(function_of, {s: THIRD, r: FOURTH}, [assume(f) for f in equal]),
    ]


EQUAL_AND_OPPOSITE = {F: Lambda(s, s**2), p: 1, q: -1, U: 1, W: -1, x: 1, y: 0}


fails_without(OUTPUT_REPAIRED,
    (RISES, "F need not be increasing.", {**EQUAL_AND_OPPOSITE, F: Lambda(s, 0), q: 2}),
    (SAME_LOSS, "The losses of p and q may differ.", {**EQUAL_AND_OPPOSITE, q: 2}, squares_rise),
    (SAME_MAGNITUDE, "|λ| may differ between U and W.", {**EQUAL_AND_OPPOSITE, W: 2}, squares_rise),
)  # fmt: skip


fails_as(OUTPUT_REPAIRED,
    ("sign", [OUTPUT_REPAIRED.states[0], eq(F(THIRD), -F(FOURTH))], "Equal |λ| give opposite losses.",
        EQUAL_AND_OPPOSITE, squares_rise),
    ("constant", [OUTPUT_REPAIRED.states[0], eq(F(THIRD), 2 * F(FOURTH))], "Equal |λ| give twice the loss.",
        EQUAL_AND_OPPOSITE, squares_rise),
)  # fmt: skip

"""Section 4: an increasing function of the distance loss has its level sets."""

from __future__ import annotations

from sympy import Lambda

from verify.author.kernel import Theorem, assume, cases, combine, generalize, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import eq, forall, function, ge, gt, real

r, s, w, y = real("r s w y")
g = function("g")

RISES = forall([r, w], gt(g(r), g(w)), [gt(r, w), ge(w, 0)])
VALUES = [ge(y, 0), ge(s, 0)]

SCALED = Claim(
    "spheres/distance-loss-scaled",
    at="section 4",
    says="a loss that is an increasing function of the squared distance to the solution set has the same level sets",
    given=[RISES, *VALUES, eq(g(y), g(s))],
    states=eq(y, s),
    reading=(
        "Monotonic is increasing, from 0 on: y and s are the squared distances of two parameters from the solution "
        "set. Where the scaled losses are equal the squared distances are, so the level sets are those of the squared "
        "distance, and the least is the least: g(D) is compatible where D is, as section 4 says of monotonic "
        "scalings. (A decreasing g makes the solutions the worst, a constant one makes everything a solution: the "
        "least level set is then another, against weak compatibility.)"
    ),
)


@SCALED.proof
def neither_larger_nor_smaller(claim: Claim) -> Theorem:
    """y > s would make g(y) > g(s), and y < s the reverse."""
    goal, same = claim.states[0], [assume(h) for h in claim.given if h == eq(g(y), g(s))]
    rises = [h for h in claim.given if h == RISES]
    sides = []
    for larger, smaller in ((y, s), (s, y)):
        order = gt(larger, smaller)
        above = [instantiate(assume(h), [larger, smaller], [assume(order), assume(ge(smaller, 0))]) for h in rises]
        weight = (y - s) / (g(y) - g(s))
        sides.append(instantiate(combine(goal, [(weight, e) for e in same], facts=above), {}, above))
    return cases([sides[0], assume(goal), sides[1]], [gt(y, s), goal, gt(s, y)])


SQUARES = {g: Lambda(r, r**2), y: 1, s: 1}


def squares_rise() -> list[Theorem]:
    """r² > w² for r > w ≥ 0."""
    order = [gt(r, w), ge(w, 0)]
    total = combine(gt(r + w, 0), [(1, assume(order[0])), (2, assume(order[1]))])
    return [generalize(combine(gt(r**2, w**2), [(total, assume(order[0]))]), [r, w], order)]


fails_without(SCALED,
    (RISES, "g may be anything.", {g: Lambda(r, 1), y: 1, s: 2}),
    (VALUES[1], "A value may be negative.", {**SQUARES, s: -1}, squares_rise),
    (VALUES[0], "The other may be negative.", {**SQUARES, y: -1}, squares_rise),
    (eq(g(y), g(s)), "The losses may differ.", {**SQUARES, s: 2}, squares_rise),
)  # fmt: skip


fails_as(SCALED,
    ("constant", eq(y, 2 * s), "y = 2s.", SQUARES, squares_rise),
    ("sign", eq(y, -s), "y = −s.", SQUARES, squares_rise),
)  # fmt: skip

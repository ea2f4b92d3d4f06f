"""Section 2: among the directions of one length in the metric, the natural gradient is the steepest."""

from __future__ import annotations

from sympy import Lambda, Rational, Tuple

from proofs.spheres.natural_gradient import g, metric, w
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, VecHead, eq, forall, ge, le, real, vectors

u, v, V = vectors("u v V")
a, b, c, d = real("a b c d")
HALF = Rational(1, 2)

SYMMETRIC = forall([u, v], eq(Inner(metric(u), v), Inner(u, metric(v))))
NEVER_NEGATIVE = forall(v, ge(Inner(metric(v), v), 0))
NATURAL = eq(metric(w), g)
AS_LONG = le(Inner(metric(V), V), Inner(metric(w), w))

STEEPEST = Claim(
    "spheres/natural-gradient-steepest",
    at="after (5)",
    printed="It is the steepest direction of a function on a manifold",
    given=[SYMMETRIC, NEVER_NEGATIVE, NATURAL, AS_LONG],
    states=le(Inner(g, V), Inner(g, w)),
    rests_on=["spheres/natural-gradient"],
    reading=(
        "g = ∂L is the vector of partial derivatives, so that ⟨g, V⟩ is the slope of L in the direction V. G is the "
        "metric, which gives V the squared length ⟨GV, V⟩: symmetric (and hence linear) and never negative. The "
        "natural gradient is w = G⁻¹∂L, Gw = g. No direction that is no longer than w in the metric is steeper, in "
        "every dimension. Read for −L, it is −w that L falls along fastest, which (5) follows."
    ),
)


@STEEPEST.proof
def difference_has_a_length(claim: Claim) -> Theorem:
    """0 ≤ ⟨G(w − V), w − V⟩ = ⟨Gw, w⟩ − 2⟨Gw, V⟩ + ⟨GV, V⟩ ≤ 2⟨g, w⟩ − 2⟨g, V⟩."""
    given = list(claim.given)
    apart = [instantiate(assume(f), [w - V]) for f in given if f == NEVER_NEGATIVE]
    pairs = ((-HALF, (w - V, w)), (HALF, (w - V, V)), (-HALF, (w, V)))
    moved = [(k, instantiate(assume(f), pair)) for f in given if f == SYMMETRIC for k, pair in pairs]
    shorter = [assume(f) for f in given if f == AS_LONG]
    turned = [f for f in given if f == NATURAL]
    return combine(claim.states[0], [*((HALF, k) for k in [*apart, *shorter]), *moved], using=turned)


STRETCH = {
    VecHead("G"): Lambda((a, b), Tuple(a, 4 * b)),
    w: (1, 1),
    g: (1, 4),
    V: (2, 0),
}
"""⟨Gv, v⟩ = v₁² + 4v₂²."""


def a_metric() -> list[Theorem]:
    """G = diag(1, 4) is symmetric, and v₁² + 4v₂² is not negative."""
    same = generalize(identity(eq(a * c + 4 * b * d, a * c + 4 * b * d)), [a, b, c, d])
    return [same, generalize(combine(ge(a**2 + 4 * b**2, 0), [(1, a**2), (4, b**2)]), [a, b])]


fails_as(STEEPEST,
    ("constant", le(Rational(11, 10) * Inner(g, V), Inner(g, w)), "Steeper by a tenth.", {**STRETCH, V: (1, 1)},
        a_metric),
    ("sign", ge(Inner(g, V), Inner(g, w)), "No direction is less steep.", STRETCH, a_metric),
)  # fmt: skip


fails_without(STEEPEST,
    (AS_LONG, "V may be longer.", {**STRETCH, V: (3, 3)}, a_metric),
    (NATURAL,
        ("w need not be the natural gradient: the steepest direction in Rⁿ is not the steepest in " "another metric."),
        {**STRETCH, g: (4, 1), V: (2, 0)}, a_metric),
)  # fmt: skip


def indefinite() -> list[Theorem]:
    """G = diag(1, −1) is symmetric."""
    return [generalize(identity(eq(a * c - b * d, a * c - b * d)), [a, b, c, d])]


LORENTZ = {VecHead("G"): Lambda((a, b), Tuple(a, -b)), w: (1, 0), g: (1, 0), V: (2, 2)}


fails_without(STEEPEST,
    (NEVER_NEGATIVE, "The metric may be negative: then (2, 2) has no length, and is steeper.", LORENTZ, indefinite),
)  # fmt: skip


def sheared() -> list[Theorem]:
    """⟨Gv, v⟩ = v₁² + v₂² for G = (a + b, b − a)."""
    return [generalize(combine(ge((a + b) * a + (b - a) * b, 0), [(1, a**2), (1, b**2)]), [a, b])]


TURNED = {
    VecHead("G"): Lambda((a, b), Tuple(a + b, b - a)),
    w: (1, 0),
    g: (1, -1),
    V: (Rational(3, 5), -Rational(4, 5)),
}


fails_without(STEEPEST, (SYMMETRIC, "The metric need not be symmetric.", TURNED, sheared))

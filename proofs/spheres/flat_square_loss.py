"""Section 2: the square loss as a squared product with the data's direction."""

from __future__ import annotations

from verify.author.kernel import Theorem, identity
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, eq, gt, norm, real, vectors

y = real("y")
p, x, best = vectors("p x p⋆")

FLAT_LOSS = Claim(
    "spheres/flat-square-loss",
    at="section 2",
    printed="L(p_t, (x_t, y_t)) = ‖x_t‖²⟨p⋆ − p_t, x_t/‖x_t‖⟩²",
    given=[eq(y, Inner(best, x)), gt(Inner(x, x), 0)],
    states=eq((y - Inner(p, x)) ** 2, Inner(x, x) * Inner(best - p, x / norm(x)) ** 2),
    reading="With y = ⟨p⋆, x⟩ and x ≠ 0, by which the text divides; in every dimension. At x = 0 both sides mean 0.",
)


@FLAT_LOSS.proof
def project(claim: Claim) -> Theorem:
    """⟨p⋆ − p, x⟩² = (y − ⟨p, x⟩)²."""
    label = [f for f in claim.given if f.op == "="]
    return identity(claim.states[0], using=label, facts=[f for f in claim.given if f.op != "="])


ONE = {p: 1, x: 2, best: 3, y: 6}


fails_as(FLAT_LOSS,
    ("constant", eq(FLAT_LOSS.states[0].lhs, norm(x) * Inner(best - p, x / norm(x)) ** 2), "‖x‖ in place of ‖x‖².",
        ONE),
    ("sign", eq(FLAT_LOSS.states[0].lhs, Inner(x, x) * Inner(best + p, x / norm(x)) ** 2), "p⋆ + p.", ONE),
)  # fmt: skip


fails_without(FLAT_LOSS, (FLAT_LOSS.given[0], "y may be anything.", {**ONE, y: 0}))

"""Section 3.2: where scaling the data leaves the output, the output is 0."""

from __future__ import annotations

from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, eq, forall, real, vectors

alpha = real("α")
x, best = vectors("x p⋆")
scale = real("s")
SCALED = forall(scale, eq(Inner(best, scale * x), Inner(best, x)))

SCALE = Claim(
    "spheres/scale-invariance",
    at="section 3.2",
    printed="⟨p⋆, αx_t⟩ = ⟨p⋆, x_t⟩ and consequently ⟨p⋆, x_t⟩ = 0 … Clearly, any αp⋆ for α ∈ R is also a valid "
    "estimate of the parametric model … p = 0 will generate a perfect estimate of the true output",
    given=[SCALED],
    states=[eq(Inner(best, x), 0), eq(Inner(alpha * best, x), 0)],
    reading=(
        "If scaling the data by any s leaves the output, the output is 0; and then αp⋆ predicts 0 too, for every α: "
        "for α = 0 it is the p = 0 that the norm constraint excludes."
    ),
)


@SCALE.proof
def at_zero(claim: Claim) -> list[Theorem]:
    """α = 0."""
    nothing = [(-1, instantiate(assume(f), [0])) for f in claim.given if f == SCALED]
    zero = combine(claim.states[0], nothing)
    return [zero, combine(claim.states[1], [(alpha, zero)])]


def orthogonal_data() -> list[Theorem]:
    """p⋆ = (1, 0) and x = (0, 1): ⟨p⋆, αx⟩ = 0."""
    return [generalize(identity(eq(0 * alpha, 0)), [alpha])]


fails_as(SCALE,
    ("constant", [eq(Inner(best, x), 1), SCALE.states[1]], "The output is 1.", {best: (1, 0), x: (0, 1), alpha: 1},
        orthogonal_data),
)  # fmt: skip


fails_without(SCALE, (SCALED, "The output may change with the scale.", {best: 1, x: 1, alpha: 1}))

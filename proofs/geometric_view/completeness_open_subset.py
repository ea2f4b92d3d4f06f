"""Before Proposition 7: a proper open subset of Rⁿ is not complete."""

from __future__ import annotations

from sympy import Lambda

from proofs.spheres.sphere_completeness import COMPLETE, INHABITED, SETTING, a, b, f
from proofs.spheres.sphere_completeness import OPEN_SUBSET as SAME_IN_SPHERES
from verify.author.kernel import Theorem, combine, generalize
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import ge, gt, le, real

s, v, u = real("s v U")

OPEN_SUBSET = Claim(
    "geometric_view/completeness-open-subset",
    at="before Proposition 7",
    printed="any proper open subset of Rⁿ with Euclidean metric is not",
    given=[COMPLETE, INHABITED],
    states=gt(f(b), 0),
    rests_on=["spheres/open-subset-completeness"],
    reading=SETTING + "O contains a point a, as a manifold of parameters does. That O is open is not used.",
)


@OPEN_SUBSET.proof
def the_segment_to_a_point_left_out(_: Claim) -> Theorem:
    """a + s(b − a) would be in O up to s = 1, which is b."""
    return SAME_IN_SPHERES.theorem(SAME_IN_SPHERES.states[0])


def all_inside() -> list[Theorem]:
    """For all v, U and 0 ≤ s ≤ 1 with 1 > 0: 1 > 0."""
    return [generalize(combine(gt(1, 0), [(1, 1)]), [v, u, s], [gt(1, 0), ge(s, 0), le(s, 1)])]


EVERYTHING = {f: Lambda(v, 1), a: 0, b: 0}


fails_as(OPEN_SUBSET,
    ("constant", gt(f(b), 1), "f > 1 at every b.", EVERYTHING, all_inside),
    ("sign", gt(0, f(b)), "No b is in O.", EVERYTHING, all_inside),
)  # fmt: skip


fails_without(OPEN_SUBSET, (COMPLETE, "O need not be complete: a half-line.", {f: Lambda(v, v), a: 1, b: -1}))

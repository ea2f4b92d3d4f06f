"""Definition 3: equivalence of learning algorithms is an equivalence relation."""

from __future__ import annotations

from typing import Any

from sympy import Lambda

from proofs.geometric_view.gradient_isometry import phi, r, x
from verify.author.kernel import Theorem, assume, generalize, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import ForAll, eq, forall, integer, point, points

t = integer("t")
first, second, third = points("A₁"), points("A₂"), points("A₃")
psi, phi_back, psi_back, same = points("ψ"), points("φ⁻¹"), points("ψ⁻¹"), points("id")
y, z = point("y"), point("z")


def equivalent(change: Any, one: Any, two: Any) -> ForAll:
    """φ(A₁(w, t)) = A₂(φ(w), t) for all w and trials t (Definition 3, ii)."""
    return forall([t, x], eq(change(one(t, x)), two(t, change(x))))


def inverse(change: Any, back: Any) -> list[ForAll]:
    """φ is one-to-one and onto, with the inverse `back`."""
    return [forall(x, eq(back(change(x)), x)), forall(x, eq(change(back(x)), x))]


FIRST_TO_SECOND, SECOND_TO_THIRD = equivalent(phi, first, second), equivalent(psi, second, third)
BACK, AND_FORTH = inverse(phi, phi_back)
PSI_BACK, PSI_FORTH = inverse(psi, psi_back)
IDENTITY = forall(x, eq(same(x), x))

EQUIVALENCE = Claim(
    "geometric_view/equivalence",
    at="Definition 3",
    printed="The equivalence relation A₁ ∼ A₂",
    given=[IDENTITY, FIRST_TO_SECOND, BACK, AND_FORTH, SECOND_TO_THIRD, PSI_BACK, PSI_FORTH],
    states=[
        equivalent(same, first, first),
        forall([t, x], eq(phi_back(second(t, x)), first(t, phi_back(x)))),
        forall([t, x], eq(psi(phi(first(t, x))), third(t, psi(phi(x))))),
        forall(x, eq(phi_back(psi_back(psi(phi(x)))), x)),
        forall(x, eq(psi(phi(phi_back(psi_back(x)))), x)),
        eq(phi_back(second(t, z)), first(t, phi_back(z))),
        eq(psi(phi(first(t, z))), third(t, psi(phi(z)))),
    ],
    reading=(
        "A_t(w) is the update for the sample of trial t, for every point w: read only along one run from one starting "
        "point, the relation would not be transitive. Reflexive with the identity, id(x) = x; symmetric with φ⁻¹; "
        "transitive with ψ∘φ, whose inverse is φ⁻¹∘ψ⁻¹. (The last two parts repeat the second and third at one t and "
        "z.) That the identity, the inverse and the composite of diffeomorphisms are smooth is left to the text-books."
    ),
)


@EQUIVALENCE.proof
def identity_inverse_composite(claim: Claim) -> list[Theorem]:
    """φ⁻¹A₂(x) = φ⁻¹A₂(φ(φ⁻¹x)) = φ⁻¹φA₁(φ⁻¹x)."""
    given = list(claim.given)
    unmoved = [h for h in given if h == IDENTITY]
    reflexive, symmetric, transitive, back, forth, at_z, through_z = claim.states
    inverses = {name: [h for h in given if h == name] for name in (BACK, AND_FORTH, PSI_BACK, PSI_FORTH)}
    there = [instantiate(assume(h), [t, phi_back(x)]) for h in given if h == FIRST_TO_SECOND]
    moved = [identity(eq(second(t, x), phi(first(t, phi_back(x)))), using=[h, *inverses[AND_FORTH]]) for h in there]
    inverted = identity(eq(phi_back(second(t, x)), first(t, phi_back(x))), using=[*moved, *inverses[BACK]])
    steps = [h for h in given if h in (FIRST_TO_SECOND, SECOND_TO_THIRD)]
    composed = identity(eq(psi(phi(first(t, x))), third(t, psi(phi(x)))), using=steps)
    return [
        generalize(identity(reflexive.body, using=unmoved), [t, x]),
        generalize(inverted, list(symmetric.variables)),
        generalize(composed, list(transitive.variables)),
        generalize(identity(back.body, using=[*inverses[PSI_BACK], *inverses[BACK]]), [x]),
        generalize(identity(forth.body, using=[*inverses[AND_FORTH], *inverses[PSI_FORTH]]), [x]),
        identity(at_z, using=[instantiate(inverted, {x: z})]),
        identity(through_z, using=[instantiate(composed, {x: z})]),
    ]


SCALED = {
    same: Lambda(r, r),
    first: Lambda((t, r), r + t),
    second: Lambda((t, r), r + 2 * t),
    third: Lambda((t, r), r + 6 * t),
    phi: Lambda(r, 2 * r),
    psi: Lambda(r, 3 * r),
    phi_back: Lambda(r, r / 2),
    psi_back: Lambda(r, r / 3),
    t: 1,
    z: 1,
}


def scaled() -> list[Theorem]:
    """The schemas for φ(x) = 2x and ψ(x) = 3x."""
    parts = [
        (eq(r, r), [r]),
        (eq(2 * (r + t), 2 * r + 2 * t), [t, r]),
        (eq(3 * (r + 2 * t), 3 * r + 6 * t), [t, r]),
        *((eq(c * r / c, r), [r]) for c in (2, 3)),
    ]
    return [generalize(identity(goal), variables) for goal, variables in parts]


fails_as(EQUIVALENCE,
    ("sign", [*EQUIVALENCE.states[:5], eq(phi(second(t, z)), first(t, phi(z))), EQUIVALENCE.states[6]],
        "Symmetry with φ in the place of φ⁻¹.", SCALED, scaled),
    ("constant", [*EQUIVALENCE.states[:6], eq(phi(phi(first(t, z))), third(t, psi(phi(z))))],
        "Transitivity with φ∘φ.", SCALED, scaled),
)  # fmt: skip


fails_without(EQUIVALENCE,
    (FIRST_TO_SECOND, "A₁ and A₂ need not be equivalent.", SCALED | {first: Lambda((t, r), r)}, scaled),
    (SECOND_TO_THIRD, "A₂ and A₃ need not be equivalent.", SCALED | {third: Lambda((t, r), r)}, scaled),
)  # fmt: skip

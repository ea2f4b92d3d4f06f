"""The link update (6): the updated parameter stays in the domain of the link."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sympy import Abs, Lambda, exp, log

from verify.author.kernel import KernelError, Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import EUCLIDEAN, Vec, VecHead, eq, field, forall, positive, real, vector, vectors

s = real("s")
eta = positive("η")
p, v, g = vectors("p v g")
membership = field("m")


def linked_vector(u: Any) -> Vec:
    """h(u)."""
    return Vec(VecHead("h"), EUCLIDEAN, u)


def unlinked(u: Any) -> Vec:
    """h⁻¹(u)."""
    return Vec(VecHead("h⁻¹"), EUCLIDEAN, u)


def reached(u: Any) -> Vec:
    """A parameter whose link is u."""
    return Vec(VecHead("r"), EUCLIDEAN, u)


INVERTED = forall(v, eq(unlinked(linked_vector(v)), v), [eq(membership(v), 0)])
ONTO = [forall(v, eq(membership(reached(v)), 0)), forall(v, eq(linked_vector(reached(v)), v))]
LINK_STEP = linked_vector(p) - eta * g

LINK_UPDATE = Claim(
    "spheres/link-update",
    at="(6)",
    printed=(
        "A suitable link function has M as its domain and Rⁿ as its range … Since h⁻¹ is applied at the end, the "
        "updated parameter stays in M"
    ),
    given=[INVERTED, *ONTO],
    where={vector("θ"): LINK_STEP},
    states=eq(membership(unlinked(LINK_STEP)), 0),
    reading=(
        "M is any subset of Rⁿ, the zeros of a function m (0 on M, 1 elsewhere). h maps M onto Rⁿ: every v is h(r(v)) "
        "for some r(v) in M. h⁻¹(h(v)) = v for every v in M. Then h⁻¹(θ) is in M for θ = h(p) − η∂L, whatever p, η "
        "and ∂L = g are. The link of the simplex, the logarithm, does not have Rⁿ as its range: "
        "spheres/link-update-simplex."
    ),
)


@LINK_UPDATE.proof
def what_is_reached(claim: Claim) -> Theorem:
    """h⁻¹(θ) = h⁻¹(h(r(θ))) = r(θ), which is in M."""
    there = reached(LINK_STEP)
    kept = {h: assume(h) for h in claim.given}
    inside = [instantiate(kept[h], [LINK_STEP]) for h in ONTO[:1] if h in kept]
    links = [instantiate(kept[h], [LINK_STEP]) for h in ONTO[1:] if h in kept]
    back = [instantiate(kept[INVERTED], [there], inside)] if INVERTED in kept else []
    a, b, c = vectors("a b c")
    follows = identity(eq(membership(unlinked(a)), membership(c)), using=[eq(a, b), eq(unlinked(b), c)])
    turned = [instantiate(identity(eq(a, b), using=[eq(b, a)]), {a: LINK_STEP, b: linked_vector(there)}, links)]
    same = instantiate(follows, {a: LINK_STEP, b: linked_vector(there), c: there}, [*turned, *back])
    return combine(claim.states[0], [(1, same), *((1, t) for t in inside)])


DOUBLING = {VecHead("h"): Lambda(s, 2 * s), VecHead("h⁻¹"): Lambda(s, s / 2), VecHead("r"): Lambda(s, s / 2)}
EVERYTHING = {**DOUBLING, membership: Lambda(s, 0), p: 1, g: 1, eta: 1}


def met(at: dict[Any, Any]) -> Callable[[], list[Theorem]]:
    """The schemas on h, h⁻¹ and r, as far as they hold for these functions of the real line."""

    def found() -> list[Theorem]:
        c = real("c")
        link, back, start, inside = at[VecHead("h")], at[VecHead("h⁻¹")], at[VecHead("r")], at[membership]
        wanted = [
            (eq(back(link(c)), c), [eq(inside(c), 0)]),
            (eq(inside(start(c)), 0), []),
            (eq(link(start(c)), c), []),
        ]
        made = []
        for goal, given in wanted:
            with suppress(KernelError):
                made.append(generalize(identity(goal, using=given), [c], given))
        return made

    return found


@LINK_UPDATE.instance
def all_of_the_line() -> tuple[dict[Any, Any], list[Theorem]]:
    """M = R and h(p) = 2p."""
    return EVERYTHING, met(EVERYTHING)()


ONLY_ZERO = {VecHead("h"): Lambda(s, s), VecHead("h⁻¹"): Lambda(s, s), membership: Lambda(s, s), p: 0, g: 1, eta: 1}
FROM_ZERO, OUT_OF_ZERO = ONLY_ZERO | {VecHead("r"): Lambda(s, 0)}, ONLY_ZERO | {VecHead("r"): Lambda(s, s)}
HALF_LINE = {
    VecHead("h"): Lambda(s, log(s)), VecHead("h⁻¹"): Lambda(s, s), VecHead("r"): Lambda(s, exp(s)),
    membership: Lambda(s, Abs(s) - s), p: 1, g: 1, eta: 1,
}  # fmt: skip


fails_without(LINK_UPDATE,
    (ONTO[1], "M = {0}: h need not reach every vector.", FROM_ZERO, met(FROM_ZERO)),
    (ONTO[0], "M = {0}: h may reach them from outside of M.", OUT_OF_ZERO, met(OUT_OF_ZERO)),
    (INVERTED, "h = ln on the half-line: h⁻¹ need not undo it.", HALF_LINE, met(HALF_LINE)),
)  # fmt: skip


fails_as(LINK_UPDATE,
    ("constant", eq(LINK_UPDATE.states[0].lhs, 1), "m is 1, which is not in M.", EVERYTHING, met(EVERYTHING)),
)  # fmt: skip

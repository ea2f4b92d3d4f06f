"""After (35), sharpness: the bound of GA_L is attained, for every number of trials, by orthonormal inputs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from sympy import Lambda, S, Tuple, sqrt

from proofs.general_additive.algorithm import length, t, trials
from proofs.general_additive.c_scalar import square
from proofs.general_additive.ga_l import ONE
from proofs.general_additive.linearised import TRIAL, Z, best, theta, x
from verify.audit import (
    Claim, Inner, Theorem, assume, at, combine, decided_by, eq, fails_as, fails_without, follows, forall, ge,
    generalize, gt, identity, induct, instantiate, integer, positive, telescope,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.language.terms import VecHead
from verify.lemmas.few_rounds import each_round

D = positive("D")
i, j = integer("i j")
INDEX = [ge(i, 1), gt(j, i), ge(length, j)]
LINEAR = forall(t, eq(theta(t + 1), theta(t) - D / sqrt(length) * x(t)), TRIAL)
AT_ZERO = eq(theta(1), 0)
UNIT, ORTHOGONAL = forall(t, eq(square(x(t)), 1), TRIAL), forall([i, j], eq(Inner(x(i), x(j)), 0), INDEX)
AGAINST = forall(t, eq(Inner(best, x(t)), -D / sqrt(length)), TRIAL)
REGRET = trials(Z * Inner(theta(t), x(t))) - trials(Z * Inner(best, x(t)))

ATTAINED = Claim(
    "general_additive/ga-l-attained",
    at="after (35), sharpness",
    says="for every ℓ the bound Loss(ψ(θ⋆), S) + Z√(2ℓΔ_ψ(θ_1, θ⋆)b) is attained",
    given=[LINEAR, AT_ZERO, UNIT, ORTHOGONAL, AGAINST, eq(square(best), D**2), ONE],
    idle={UNIT: "it makes b = 1, and with it the bound the one that is attained"},
    states=eq(REGRET, Z * sqrt(2 * length * (square(best) / 2))),
    rests_on=["general_additive/ga-l-tuned"],
    reading=(
        "ψ the identity, so that Δ_ψ(0, θ⋆) = ½‖θ⋆‖² and b = 1 for unit inputs; the losses Z·a, of slope Z; ℓ "
        "orthonormal inputs, and θ⋆ = −(D/√ℓ) Σ x_t, of length D. The rate √(2Δ/(ℓb))/Z is D/(Z√ℓ), so that θ_{t+1} = "
        "θ_t − (D/√ℓ)x_t. The constant √2 and the dependence on ℓ, Z, b and Δ cannot be improved, for any ℓ, in n ≥ ℓ "
        "dimensions."
    ),
)


@ATTAINED.proof
def every_input_is_new(claim: Claim) -> Theorem:
    """⟨θ_i, x_j⟩ = 0 for j ≥ i by induction, so each trial loses ZD/√ℓ to θ⋆."""
    goal = forall(j, eq(Inner(theta(i), x(j)), 0), [ge(j, i), ge(length, j)])
    base = generalize(identity(eq(Inner(theta(1), x(j)), 0), using=[AT_ZERO]), [j], [ge(j, 1), ge(length, j)])
    later = [ge(i, 1), ge(j, i + 1), ge(length, j)]
    before = follows(ge(length, i), later[1], later[2])
    after = follows(gt(j, i), later[1])
    moves, apart = at(LINEAR, i, by=[before]), at(ORTHOGONAL, i, j, by=[after])
    here = at(goal, j, by=[follows(ge(j, i), after)])
    step = identity(eq(Inner(theta(i + 1), x(j)), 0), using=[moves, apart, here], facts=[*later, ONE])
    unseen = induct(base, generalize(step, [j], later[1:]), goal, i, 1)
    now = instantiate(instantiate(unseen, {i: t}), [t])
    lost = identity(
        eq(Z * Inner(theta(t), x(t)) - Z * Inner(best, x(t)), Z * D / sqrt(length)),
        using=[now, at(AGAINST, t)],
        facts=[ONE],
    )
    summed = telescope(lost, t, 1, length)
    return follows(claim.states[0], summed, ONE, using=[eq(square(best), D**2)])


# --- two trials in the plane -----------------------------------------------------------------------------------------

STEP = 1 / sqrt(S(2))


def in_the_plane(start: Any = 0, comparator: Any = None, inputs: Any = None) -> dict[str, Any]:
    """x_1 = (1, 0) and x_2 = (0, 1), D = Z = 1, θ_1 = (start, start) and θ⋆ = −(1, 1)/√2."""
    second = (t - 1) * (t - 2) / 2
    path = [start - STEP * (t - 1 - second), start - STEP * second]
    units = [2 - t, t - 1] if inputs is None else inputs
    at = {
        D: 1,
        Z: 1,
        length: 2,
        best: (-STEP, -STEP) if comparator is None else comparator,
        VecHead("θ"): Lambda(t, Tuple(*path)),
        VecHead("x"): Lambda(t, Tuple(*units)),
    }
    pair = [ge(i, 1), gt(j, i), ge(2, j)]

    def met() -> list[Theorem]:
        low = combine(ge(1, i), [(1, j - i - 1), (1, assume(pair[2]))], facts=pair)
        high = combine(ge(j, 2), [(1, j - i - 1), (1, assume(pair[0]))], facts=pair)
        only = [combine(eq(i, 1), [(1, i - 1)], facts=[pair[0], low])]
        only += [combine(eq(j, 2), [(1, j - 2)], facts=[pair[2], high])]
        product = sum(unit.subs(t, i) * unit.subs(t, j) for unit in units)
        against = sum(coordinate * unit for coordinate, unit in zip(at[best], units, strict=True))
        moves = [eq(c.subs(t, t + 1), c - STEP * unit) for c, unit in zip(path, units, strict=True)]
        rules: list[Callable[[], Theorem]] = [
            *(partial(each_round, move, t) for move in moves),
            lambda: generalize(identity(eq(product, 0), using=only), [i, j], pair),
            lambda: each_round(eq(sum(unit**2 for unit in units), 1), t),
            lambda: each_round(eq(against, -STEP), t),
        ]
        found = []
        for rule in rules:
            with suppress(KernelError):
                found.append(rule())
        return found

    return {"at": at, "discharge": met}


fails_as(ATTAINED,
    ("constant", eq(REGRET, Z * sqrt(3 * length * (square(best) / 2))), "√3 in place of √2.", in_the_plane()),
    ("sign", eq(REGRET, -Z * sqrt(2 * length * (square(best) / 2))), "The algorithm loses less than θ⋆.",
        in_the_plane()),
)  # fmt: skip


fails_without(ATTAINED,
    (AGAINST, "θ⋆ may be anything of that length.", in_the_plane(comparator=(STEP, STEP))),
    (AT_ZERO, "θ_1 may be anything.", in_the_plane(start=1)),
    (UNIT, "The inputs need not have length 1: that is only for b = 1.", decided_by(proof=every_input_is_new)),
)  # fmt: skip

"""Proposition 4: a small enough step does not increase the loss; how small depends on where it starts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sympy import Abs, Lambda, Rational, S

from verify.author.kernel import KernelError, Theorem, assume, cases, cite, combine, generalize, identity, instantiate
from verify.axioms import DIST, EXP, SMALLER_TO_THE_RIGHT
from verify.claims import Claim, fails_without
from verify.language.exists import ANYTHING, NOTHING_EXISTS, exists
from verify.language.terms import (
    Deriv, ForAll, Inner, Tangent, Vec, VecHead, eq, forall, function, ge, gt, le, partial, point, real,
)  # fmt: skip
from verify.lemmas import vanishes_with_its_square

xi, eta, s = real("ξ η s")
z = real("z")
"""The variable of the axiom."""
loss_at, f = function("L"), function("f")
at = point("p")
U = Vec(VecHead("U"), Tangent(at))
GRAD = Vec(VecHead("grad"), Tangent(at))


def after(eta: Any) -> Any:
    """p_{t+1} = Exp_p(−η grad L(p))."""
    return EXP(at, -eta * GRAD)


SIZES = [gt(eta, 0), gt(xi, eta)]
FALLS = forall(eta, ge(loss_at(at), loss_at(after(eta))), SIZES)
MOVES_UNLESS_LESS = forall(eta, eq(DIST(at, after(eta)), 0), [*SIZES, eq(loss_at(after(eta)), loss_at(at))])
HAS_A_RATE = exists(xi, [gt(xi, 0), FALLS, MOVES_UNLESS_LESS])

ALONG = forall(s, eq(f(s), loss_at(after(s))))
CHAIN_RULE = eq(Deriv(f(s), s, 0), Inner(GRAD, -GRAD))
AT_REST = forall(U, eq(EXP(at, U), at), [eq(Inner(U, U), 0)])
NO_DISTANCE = eq(DIST(at, at), 0)

PROP_4 = Claim(
    "spheres/prop-4",
    at="Proposition 4",
    printed="Then there exists ξ > 0 such that for any learning rate 0 < η < ξ L_t(p_{t+1}) ≤ L_t(p_t), where p_{t+1} "
    "is given by explicit update (10), and equality holds if and only if p_{t+1} = p_t",
    given=[ALONG, CHAIN_RULE, AT_REST, NO_DISTANCE],
    states=HAS_A_RATE,
    reading=(
        "ξ may depend on p = p_t, as in the printed proof. As M is complete, Exp_p(−s grad L(p)) is defined for every "
        "real s; Exp_p of a vector of length 0 is p, and f(s) = L(Exp_p(−s grad L(p))) is differentiable with "
        "f′(0) = −‖grad L(p)‖² (chain rule, L continuously differentiable). Where the loss is equal, p_{t+1} is at the "
        "distance 0 from p; the converse, equal loss where p_{t+1} = p_t, says nothing. That the critical points are "
        "isolated and finitely many, as the paper supposes, is not needed, and is not stated here."
    ),
)


@PROP_4.proof
def falls_at_first(claim: Claim) -> Theorem:
    """grad ≠ 0: f′(0) < 0. grad = 0: p_{t+1} = p for every η."""
    square = Inner(GRAD, GRAD)
    moving, resting = gt(square, 0), le(square, 0)
    given = [g for g in claim.given if g in (ALONG, CHAIN_RULE, AT_REST, NO_DISTANCE, HAS_A_RATE.promise)]
    return cases([_moving(claim, given), _resting(given)], [moving, resting])


def _kept(given: list[Any], wanted: Any) -> list[Theorem]:
    return [assume(g) for g in given if g == wanted]


def _moving(claim: Claim, given: list[Any]) -> Theorem:
    goal, moving = claim.states[0], gt(Inner(GRAD, GRAD), 0)
    slope = combine(gt(0, Deriv(f(s), s, 0)), [(1, assume(moving)), *((-1, k) for k in _kept(given, CHAIN_RULE))])
    smaller = forall(eta, gt(f(0), f(eta)), SIZES)
    there = instantiate(assume(smaller), [eta])
    start = [instantiate(k, [0]) for k in _kept(given, ALONG)]
    still = [instantiate(k, [S.Zero * GRAD]) for k in _kept(given, AT_REST)]
    end = [instantiate(k, [eta]) for k in _kept(given, ALONG)]
    less = combine(
        gt(loss_at(at), loss_at(after(eta))),
        [(1, there), *((-1, k) for k in start), *((1, k) for k in end)],
        using=still,
    )
    falls = generalize(combine(ge(loss_at(at), loss_at(after(eta))), [(1, less)]), [eta], SIZES)
    same = eq(loss_at(after(eta)), loss_at(at))
    ratio = DIST(at, after(eta)) / (loss_at(after(eta)) - loss_at(at))
    never = combine(eq(DIST(at, after(eta)), 0), [(ratio, assume(same))], facts=[less])
    stays = generalize(instantiate(never, {}, [less]), [eta], [*SIZES, same])
    follows = [instantiate(k, [xi], [falls, stays]) for k in _kept(given, HAS_A_RATE.promise)]
    schemas = [generalize(k, [xi], [gt(xi, 0), smaller]) for k in follows]
    along = {partial("f"): Lambda(s, f(s)), z: goal.lhs}
    return combine(goal, [(1, instantiate(instantiate(cite(SMALLER_TO_THE_RIGHT), along), {}, [slope, *schemas]))])


def _resting(given: list[Any]) -> Theorem:
    square = Inner(GRAD, GRAD)
    none = combine(eq(square, 0), [(1, square)], facts=[le(square, 0)])
    length = combine(eq(Inner(-eta * GRAD, -eta * GRAD), 0), [(eta**2, none)])
    still = [instantiate(k, [-eta * GRAD], [length]) for k in _kept(given, AT_REST)]
    equal = generalize(combine(ge(loss_at(at), loss_at(after(eta))), [], using=still), [eta], SIZES)
    near = [*still, *_kept(given, NO_DISTANCE)]
    same = eq(loss_at(after(eta)), loss_at(at))
    stays = generalize(identity(eq(DIST(at, after(eta)), 0), using=near), [eta], [*SIZES, same])
    (promise,) = _kept(given, HAS_A_RATE.promise) or [assume(HAS_A_RATE.promise)]
    one = combine(gt(1, 0), [(1, 1)])
    return instantiate(instantiate(promise, [xi], [equal, stays]), {xi: 1}, [one])


value, other, move = real("v w U")
LINE = {EXP.head: Lambda((value, move), value + move), DIST.head: Lambda((value, other), Abs(value - other)), at: 1}
"""M = R, which is complete, and p = 1."""


def on_the_line(losses: Lambda, slope: Any, along: Any = None) -> dict[Any, Any]:
    """A loss on R, what is taken for its gradient at 1, and what is taken for f, where it is not L(1 − s grad)."""
    course = along or Lambda(s, losses(1 - s * slope))
    return {**LINE, loss_at: losses, GRAD.args[0]: slope, f: course}


def conditions(at_one: dict[Any, Any]) -> list[Theorem]:
    """f(s) = L(1 − s grad), and 1 + U = 1 where U² = 0, as far as they hold."""
    course, none = at_one[f], eq(move * move, 0)
    moves = at_one[EXP.head]
    still = vanishes_with_its_square(move, combine(eq(move**2, 0), [(1, assume(none))]))
    there = at_one[loss_at](moves(1, -s * at_one[GRAD.args[0]]))
    found: list[Callable[[], Theorem]] = [
        lambda: identity(eq(course(s), there)),
        lambda: combine(eq(moves(1, move), 1), [(1, still)]),
    ]
    met = []
    for make, variables, given in zip(found, ([s], [move]), ([], [none]), strict=True):
        with suppress(KernelError):
            met.append(generalize(make(), variables, given))
    return met


SQUARE = on_the_line(Lambda(value, value**2), 2)
"""L(v) = v², so that f(s) = (1 − 2s)²."""
LEVEL, RISES = on_the_line(Lambda(value, 0), 0), on_the_line(Lambda(value, value), 1)


@PROP_4.instance
def a_parabola() -> tuple[dict[Any, Any], list[Theorem]]:
    """M = R with Exp_p(U) = p + U, L(v) = v² and p = 1, where grad L = 2."""
    trivial = generalize(combine(ge(0, 0), []), [xi], [gt(xi, 0)])
    return {**SQUARE, ANYTHING: 0}, [*conditions(SQUARE), trivial]


def at_no_rate(
    at_one: dict[Any, Any], broken: ForAll, scale: int = 1, *, per_step: bool = False, changed: bool = False
) -> dict[str, Any]:
    """How a changed claim is refuted: one of the conditions on ξ gives −1 ≥ 0 at η = ξ/2, where it is times 2/ξ."""
    size = gt(xi, 0)

    def met() -> list[Theorem]:
        inside = [combine(f, [(Rational(1, 2), assume(size))]) for f in (gt(xi / 2, 0), gt(xi, xi / 2))]
        both = [broken if changed else falls_at(at_one), stays_at(at_one)]
        at_half = instantiate(assume(broken), [xi / 2], [*inside, *(identity(f) for f in broken.given[2:])])
        positive = combine(gt(2 / xi, 0), [(2 / xi**2, assume(size))], facts=[size])
        never = combine(ge(-1, 0), [(positive if per_step else scale, at_half)], facts=[size])
        return [*conditions(at_one), generalize(never, [xi], [size, *both])]

    return {"at": {**at_one, **NOTHING_EXISTS}, "discharge": met}


def losses_at(at_one: dict[Any, Any]) -> tuple[Any, Any]:
    """L(1) and L(Exp_1(−η grad))."""
    losses = at_one[loss_at]
    return losses(1), losses(at_one[EXP.head](1, -eta * at_one[GRAD.args[0]]))


def falls_at(at_one: dict[Any, Any], by: int = 0) -> ForAll:
    """L(1) − by ≥ L(Exp_1(−η grad)) for 0 < η < ξ."""
    before, then = losses_at(at_one)
    return forall(eta, ge(before - by, then), SIZES)


def stays_at(at_one: dict[Any, Any]) -> ForAll:
    """dist(1, Exp_1(−η grad)) = 0 for 0 < η < ξ where the loss is equal."""
    before, then = losses_at(at_one)
    apart = at_one[DIST.head](1, at_one[EXP.head](1, -eta * at_one[GRAD.args[0]]))
    return forall(eta, eq(apart, 0), [*SIZES, eq(then, before)])


def with_rate(claim: Claim, falls: ForAll) -> Claim:
    """The claim with another condition on ξ in the place of the first."""
    promise = exists(xi, [gt(xi, 0), falls, MOVES_UNLESS_LESS]).promise
    return claim.replace(given=[*(g for g in claim.given if g != HAS_A_RATE.promise), promise])


DROPS = forall(eta, ge(1 - eta, 1), SIZES)


@PROP_4.mutant("sign", **at_no_rate(RISES, DROPS, per_step=True, changed=True))
def uphill(claim: Claim) -> Claim:
    """The loss does not decrease."""
    return with_rate(claim, forall(eta, ge(loss_at(after(eta)), loss_at(at)), SIZES))


@PROP_4.mutant("constant", **at_no_rate(LEVEL, falls_at(LEVEL, 1), changed=True))
def by_one(claim: Claim) -> Claim:
    """The loss decreases by 1."""
    return with_rate(claim, forall(eta, ge(loss_at(at) - 1, loss_at(after(eta))), SIZES))


WRONG_WAY = on_the_line(Lambda(value, value), -1)


fails_without(PROP_4,
    (CHAIN_RULE, "The derivative of f may be anything.", at_no_rate(WRONG_WAY, falls_at(WRONG_WAY), per_step=True)),
)  # fmt: skip


ONE_FURTHER = {EXP.head: Lambda((value, move), value + move + 1)}
DRIFTS = on_the_line(Lambda(value, value), 0, Lambda(s, 2)) | ONE_FURTHER


fails_without(PROP_4, (AT_REST, "Exp_p(0) need not be p.", at_no_rate(DRIFTS, falls_at(DRIFTS))))


UNRELATED = on_the_line(Lambda(value, -value), 1, Lambda(s, -s))


fails_without(PROP_4,
    (ALONG, "f need not be the loss along the step.", at_no_rate(UNRELATED, falls_at(UNRELATED), per_step=True)),
)  # fmt: skip


FAR_FROM_ITSELF = LEVEL | {DIST.head: Lambda((value, other), 1)}


fails_without(PROP_4,
    (NO_DISTANCE, "A point may have a distance to itself.",
        at_no_rate(FAR_FROM_ITSELF, stays_at(FAR_FROM_ITSELF), -1)),
)  # fmt: skip

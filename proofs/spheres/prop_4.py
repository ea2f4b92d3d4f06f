"""Proposition 4: a small enough step does not increase the loss; how small depends on where it starts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from sympy import Abs, Lambda, Rational, S, acos, cos, pi, sqrt

from proofs.spheres.collinear import cosines_of_the_next
from proofs.spheres.gradient import loss
from proofs.spheres.lemma_7_sign import (
    AT_MOST_ONE, INSIDE, LEMMA_7_SIGN_EDGE, gain, gains_before_the_equator, gains_weakly,
)  # fmt: skip
from proofs.spheres.single_step import ANGLE, NAMES, NEXT, UNIT, UNIT_DATA, W, d, moved, p, x
from proofs.spheres.single_step import eta as rate
from proofs.spheres.update import G
from verify.author.kernel import (
    KernelError, Theorem, assume, cases, certify, cite, combine, generalize, identity, instantiate, witness,
)  # fmt: skip
from verify.axioms import DEFINITE, DIST, EXP, SMALLER_TO_THE_RIGHT
from verify.claims import Claim, Sharpness, fails_as, fails_without, holds_at
from verify.language.exists import ANYTHING, NOTHING_EXISTS, exists
from verify.language.terms import (
    Deriv, ForAll, Inner, Tangent, Vec, VecHead, eq, field, forall, function, ge, gt, le, lt, ne, partial, point,
    positive, real, vectors,
)  # fmt: skip
from verify.lemmas import vanishes_with_its_square
from verify.lemmas.circular import arccosine_is_positive, within_one
from verify.prover.proving import certificate

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


# --- one ξ for every starting point ---------------------------------------------------------------------------------

loss_of = field("L")
w, centre = vectors("w c")

ONE_CRITICAL_POINT = forall(w, eq(w, centre), [eq(loss_of.gradient(w), 0)])
STEPS_FALL = forall([w, eta], ge(loss_of(w), loss_of(w - eta * loss_of.gradient(w))), SIZES)
UNIFORM = exists(xi, [gt(xi, 0), STEPS_FALL])

PROP_4_UNIFORM = Claim(
    "spheres/prop-4-uniform",
    weight="reading",
    slip=(
        "One ξ for every p_t is more than the hypotheses give. The printed proof chooses ξ at a given "
        "p_t, and so read the proposition is true."
    ),
    at="Proposition 4",
    printed="there exists ξ > 0 such that for any learning rate 0 < η < ξ L_t(p_{t+1}) ≤ L_t(p_t)",
    given=[ONE_CRITICAL_POINT],
    states=UNIFORM,
    reading=(
        "The other reading of the order of the words: one ξ for the manifold and the loss, whatever p_t is. Already on "
        "M = Rⁿ, which is complete, with Exp_w(V) = w + V, and a differentiable loss L with one critical point."
    ),
)


@PROP_4_UNIFORM.counterexample
def fourth_power(claim: Claim) -> Theorem:
    """L(w) = w⁴ on R: for every ξ, η = ξ/2 takes w = √(3/(2ξ)) to −2w, and the loss grows 16 times."""
    return witness(claim.given, claim.states[0], FOURTH_POWER, discharge=no_rate_for_all())


y = real("w")
FOURTH_POWER = {loss_of: Lambda(y, y**4), centre: 0, **NOTHING_EXISTS}


def no_rate_for_all() -> list[Theorem]:
    """w = 0 where 4w³ = 0; and no ξ > 0 serves all w."""
    flat, goal = eq(4 * y**3, 0), eq(y, 0)
    sides = []
    for side in (gt(y, 0), lt(y, 0)):
        square = combine(gt(y**2, 0), [(1, y**2)], facts=[side])
        sides.append(instantiate(combine(goal, [(1 / (4 * y**2), assume(flat))], facts=[square]), {}, [square]))
    only = generalize(cases([sides[0], assume(goal), sides[1]], [gt(y, 0), goal, lt(y, 0)]), [y], [flat])
    steps, large = forall([y, eta], ge(y**4, (y - eta * 4 * y**3) ** 4), SIZES), gt(xi, 0)
    start = sqrt(Rational(3, 2) / xi)
    half = [combine(size, [(Rational(1, 2), assume(large))]) for size in (gt(xi / 2, 0), gt(xi, xi / 2))]
    falls = instantiate(assume(steps), [start, xi / 2], [*half, assume(large)])
    never = combine(ge(-1, 0), [(1 / (15 * start**4), falls)], facts=[large])
    return [only, generalize(never, [xi], [large, steps])]


bound = positive("Λ")
here = point("v")
TANGENT_HERE = Vec(VecHead("U"), Tangent(here))


def gradient_at(v: Any) -> Vec:
    """grad L at the point v."""
    return Vec(VecHead("grad"), Tangent(v), v)


def quadratic(v: Any, U: Any) -> Any:
    """L(v) + ⟨grad L(v), U⟩ + ½Λ‖U‖²."""
    return loss_at(v) + Inner(gradient_at(v), U) + bound / 2 * Inner(U, U)


SMOOTH = forall([here, TANGENT_HERE], le(loss_at(EXP(here, TANGENT_HERE)), quadratic(here, TANGENT_HERE)))
NEXT_POINT = EXP(at, -rate * gradient_at(at))
SLOPE = Inner(gradient_at(at), gradient_at(at))
SLOW = lt(rate, 2 / bound)

PROP_4_UNIFORM_REPAIRED = Claim(
    "spheres/prop-4-uniform.repaired",
    at="Proposition 4",
    says="if L(Exp_v U) ≤ L(v) + ⟨grad L(v), U⟩ + ½Λ‖U‖² always, then ξ = 2/Λ serves every p_t",
    given=[SMOOTH, SLOW],
    states=[
        ge(loss_at(at) - loss_at(NEXT_POINT), rate * (1 - bound * rate / 2) * SLOPE),
        ge(loss_at(at), loss_at(NEXT_POINT)),
    ],
    repairs="spheres/prop-4-uniform",
    reading=(
        "On any manifold with an exponential map that is defined everywhere: if L lies below its quadratic bound with "
        "one constant Λ > 0 (as a loss with a Λ-Lipschitz gradient does), then ξ = 2/Λ. As 1 − Λη/2 > 0, the loss is "
        "equal only where grad L(p_t) = 0, where p_{t+1} = p_t. The critical points may be as many as they like."
    ),
)


@PROP_4_UNIFORM_REPAIRED.proof
def quadratic_bound(claim: Claim) -> list[Theorem]:
    """The bound at U = −η grad L(p)."""
    falls, weakly = claim.states
    tangent = -rate * gradient_at(at)
    below = [instantiate(assume(g), [at, tangent]) for g in claim.given if g == SMOOTH]
    room = combine(ge(1 - bound * rate / 2, 0), [(bound / 2, assume(g)) for g in claim.given if g == SLOW])
    first = combine(falls, [(1, k) for k in below])
    return [first, combine(weakly, [(1, first), (room, rate * SLOPE)])]


v, step_length = real("v U")
PARABOLA = {
    EXP.head: Lambda((v, step_length), v + step_length),
    loss_at: Lambda(v, v**2),
    VecHead("grad"): Lambda(v, 2 * v),
    at: 1,
    bound: 2,
    rate: Rational(1, 2),
}
"""M = R, L(v) = v², Λ = 2, p = 1."""


def its_own_bound() -> list[Theorem]:
    """(v + U)² ≤ v² + 2vU + U²."""
    goal = le((v + step_length) ** 2, v**2 + 2 * v * step_length + step_length * step_length)
    return [generalize(combine(goal, []), [v, step_length])]


@PROP_4_UNIFORM_REPAIRED.mutant("constant", at=PARABOLA | {rate: Rational(5, 4)}, discharge=its_own_bound)
def three_over_the_bound(claim: Claim) -> Claim:
    """ξ = 3/Λ."""
    return claim.replace(given=[SMOOTH, lt(rate, 3 / bound)])


@PROP_4_UNIFORM_REPAIRED.mutant("sign", at=PARABOLA, discharge=its_own_bound)
def more_than_linear(claim: Claim) -> Claim:
    """1 + Λη/2 in place of 1 − Λη/2."""
    wrong = rate * (1 + bound * rate / 2) * SLOPE
    return claim.replace(states=[ge(claim.states[0].lhs, wrong), claim.states[1]])


fails_without(PROP_4_UNIFORM_REPAIRED,
    (SMOOTH, "L need not have the quadratic bound.",
        PARABOLA | {loss_at: Lambda(v, v**4), VecHead("grad"): Lambda(v, 4 * v**3)}),
    (SLOW, "η may be anything.", PARABOLA | {rate: Rational(5, 4)}, its_own_bound),
)  # fmt: skip


@PROP_4_UNIFORM_REPAIRED.extremal("η", [Rational(9, 10), Rational(99, 100), Rational(999, 1000)], formula=1)
def almost_to_the_other_side(step: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Near 2/Λ = 1: from 1 to nearly −1, where the loss would be the same again."""
    return PARABOLA | {rate: step}, its_own_bound()


# --- on the sphere --------------------------------------------------------------------------------------------------

ON_THE_SPHERE = (
    "For the loss ⟨p, x⟩² on the unit sphere of any dimension: p = p_t and x = x_t are unit vectors, p′ = p_{t+1} is "
    "the explicit update (spheres/update-everywhere), and 0 < η ≤ 1. "
)
CORRELATION = Inner(p, x)
NOT_ON_EQUATOR, NOT_A_POLE = ne(CORRELATION, 0), lt(CORRELATION**2, 1)

PROP_4_SPHERE = Claim(
    "spheres/prop-4-sphere",
    at="Proposition 4, for the loss (8)",
    printed="there exists ξ > 0 such that for any learning rate 0 < η < ξ L_t(p_{t+1}) ≤ L_t(p_t)",
    given=[UNIT, UNIT_DATA, AT_MOST_ONE],
    where=NAMES,
    states=ge(loss(p, x), loss(NEXT, x)),
    rests_on=["spheres/lemma-7-sign-weak", "spheres/collinear"],
    reading=ON_THE_SPHERE
    + "ξ = 1 serves every p and x, and η = 1 too. No larger ξ does: spheres/lemma-7-sign-edge. That the losses are "
    "equal only where nothing moves is spheres/prop-4-sphere-equality.",
)

PROP_4_SPHERE_EQUALITY = Claim(
    "spheres/prop-4-sphere-equality",
    at="Proposition 4, for the loss (8)",
    printed="and equality holds if and only if p_{t+1} = p_t",
    given=[UNIT, UNIT_DATA, AT_MOST_ONE, NOT_ON_EQUATOR, NOT_A_POLE],
    where=NAMES,
    states=gt(loss(p, x), loss(NEXT, x)),
    rests_on=["spheres/lemma-7-sign.sharp", "spheres/collinear", "spheres/update-at-rest"],
    reading=ON_THE_SPHERE
    + "Unless p is orthogonal to x or ±x, the loss falls, so that p_{t+1} ≠ p; in these cases the gradient vanishes "
    "and p_{t+1} = p (spheres/update-at-rest), and the loss is the same.",
)


@PROP_4_SPHERE.proof
def loss_is_a_squared_cosine(claim: Claim) -> Theorem:
    """cos² d − cos²(d + b) = sin b sin(b + 2d) ≥ 0 with d = arccos⟨p, x⟩; where ⟨p, x⟩² = 1 nothing moves."""
    goal, at_a_pole = claim.states[0], ge(CORRELATION**2, 1)
    closed = [combine(ge(g.lhs, g.rhs), [(1, assume(g))]) for g in INSIDE]
    moves = _by_its_cosine(goal, instantiate(gains_weakly(), {}, closed))
    within = within_one(p, x, [g for g in claim.given if g in (UNIT, UNIT_DATA)])
    most = combine(ge(1 - CORRELATION**2, 0), [(within[0], within[1])])
    unit_square = combine(eq(CORRELATION**2, 1), [(1, CORRELATION**2 - 1)], facts=[at_a_pole, most])
    square = combine(eq(Inner(G, G), 0), [(-4 * CORRELATION**2, unit_square)], using=[UNIT, UNIT_DATA])
    rests = combine(ge(loss(p, x), loss(moved(p, W, rate), x)), [], using=[eq(W, 0)])
    still = instantiate(rests, {W: G}, [instantiate(cite(DEFINITE), {x: G}, [square])])
    known = [*map(assume, claim.given), *within]
    return cases([instantiate(t, {}, known) for t in (moves, still)], [NOT_A_POLE, at_a_pole])


@PROP_4_SPHERE_EQUALITY.proof
def loss_falls_where_it_moves(claim: Claim) -> Theorem:
    """The same, with sin b sin(b + 2d) > 0 for d ≠ π/2, as cos d = ⟨p, x⟩ ≠ 0."""
    goal, sides = gt(gain(d, rate), 0), [lt(d, pi / 2), eq(d, pi / 2), gt(d, pi / 2)]
    loss_left = [g for g in claim.given if g == NOT_ON_EQUATOR]
    some = combine(gt(CORRELATION**2, 0), [(1, CORRELATION**2)], facts=loss_left)
    never = combine(goal, [(1, some), (-CORRELATION, assume(ANGLE))], using=[sides[1]])
    after = combine(goal, [(1, instantiate(gains_before_the_equator(), {d: pi - d}))])
    gains = cases([gains_before_the_equator(), never, after], sides)
    known = [*map(assume, claim.given), *within_one(p, x, [g for g in claim.given if g in (UNIT, UNIT_DATA)])]
    return instantiate(_by_its_cosine(claim.states[0], gains), {}, known)


@cache
def _arccosine_is_below_pi() -> Theorem:
    """arccos z < π for −1 < z ≤ 1."""
    return certify(certificate(gt(pi, acos(z)), [gt(z, -1), le(z, 1)]))


def _by_its_cosine(goal: Any, gains: Theorem) -> Theorem:
    """The goal on losses from that on the squares of cos d and cos(d + b), at d = arccos⟨p, x⟩ for ⟨p, x⟩² < 1."""
    to_data, _ = cosines_of_the_next()
    equal = to_data.conclusion
    found = combine(goal, [(1, gains), (CORRELATION + cos(d), assume(ANGLE)), (-(equal.lhs + equal.rhs), to_data)])
    inside = [ge(1 - CORRELATION, 0), ge(1 + CORRELATION, 0)]
    apart = [
        combine(
            gt(1 - sign * CORRELATION, 0),
            [(Rational(1, 2), assume(NOT_A_POLE)), (Rational(1, 2), (1 - sign * CORRELATION) ** 2)],
        )
        for sign in (1, -1)
    ]
    ends = [
        arccosine_is_positive(CORRELATION, apart),
        instantiate(_arccosine_is_below_pi(), {z: CORRELATION}, apart),
    ]
    angle = identity(eq(CORRELATION, cos(acos(CORRELATION))), facts=inside)
    return instantiate(found, {d: acos(CORRELATION)}, [*ends, angle, *apart])


THREE = Rational(3, 5)
HALF = Rational(1, 2)
LONG = {p: (1, 0), x: (HALF, 1), rate: 1}
ACROSS = {p: (THREE, Rational(4, 5)), x: (1, 0), rate: Rational(25, 48)}


fails_without(PROP_4_SPHERE,
    (AT_MOST_ONE, "η may be more than 1.", ACROSS | {rate: Rational(25, 12)}),
    (UNIT, "p need not be a unit vector.", LONG | {p: (HALF, Rational(18, 5)), x: (1, 0), rate: Rational(38, 39)}),
    (UNIT_DATA, "x need not be a unit vector.", LONG),
)  # fmt: skip


fails_as(PROP_4_SPHERE,
    ("sign", ge(loss(NEXT, x), loss(p, x)), "The loss does not decrease.", ACROSS),
    ("constant", ge(loss(p, x) / 1000, loss(NEXT, x)), "A thousandth of the loss is left.", ACROSS),
)  # fmt: skip


holds_at(PROP_4_SPHERE, ("Where the loss is largest it stays.", {p: (1, 0), x: (1, 0), rate: 1}))


fails_without(PROP_4_SPHERE_EQUALITY,
    (NOT_ON_EQUATOR, "p may be orthogonal to x.", ACROSS | {p: (0, 1)}),
    (NOT_A_POLE, "p may be ±x.", ACROSS | {p: (1, 0)}),
    (AT_MOST_ONE, "η may be more than 1.", ACROSS | {rate: Rational(25, 12)}),
)  # fmt: skip


fails_as(PROP_4_SPHERE_EQUALITY,
    ("constant", gt(loss(p, x) / 1000, loss(NEXT, x)), "Less than a thousandth of the loss is left.", ACROSS),
    ("sign", gt(loss(NEXT, x), loss(p, x)), "The loss grows.", ACROSS),
)  # fmt: skip


@PROP_4_SPHERE.sharp
def largest_rate() -> Sharpness:
    """ξ = 1 is the largest for all p and x."""
    return Sharpness(
        "the largest ξ that serves every p and x for the loss ⟨p, x⟩² on the sphere",
        "1, exactly: for η > 1 the loss grows at d = (π − √(1 − 1/η)/η)/2",
        [gains_weakly(), LEMMA_7_SIGN_EDGE.theorem(LEMMA_7_SIGN_EDGE.states[0])],
    )

"""How far Lemma 9 reaches: its second bound holds from every start with tan C ≤ 2C, and no farther."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from sympy import Expr, Lambda, Rational, S, Symbol, acos, cos, pi, sin, sqrt

from proofs.spheres._one_trial import (
    FAR, LONG_DATA, LONG_START, ONLY_DEFINED, RESTS_ANYWAY, SLOW, TOO_FAST, WITH_A_LOSS, Run, meets, met, stepped,
    undecided, without,
)  # fmt: skip
from proofs.spheres._one_trial import small_loss as small_loss_run
from proofs.spheres._runs import (
    COVERED, CUMULATIVE, DATA, NAMES_AND_DISTANCES, NEAR, ON_RUNS, RUN, SOLVED, START, TRIAL, UPDATES, at_trial, datum,
    distance, earlier, inside_at_ends, j, k, n, parameter, reached, t, units, up_to,
)  # fmt: skip
from proofs.spheres.lemma_7 import (
    AFTER_COSINE, BEFORE_COSINE, CORRELATION, DISTANCE_AFTER, DISTANCE_BEFORE, UNITS, closed_form, cosines_in_range,
)  # fmt: skip
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE, sine_is_below, sine_is_not_negative, sine_is_positive, z
from proofs.spheres.lemma_9_bound_2 import LEMMA_9_BOUND_2, second_bound
from proofs.spheres.lemma_9_progress import LOSS, PROGRESS, gain_is_not_negative, turn
from proofs.spheres.lemma_9_step import linear
from proofs.spheres.single_step import ANGLE, SOLVES, UNIT, UNIT_BEST, UNIT_DATA, best, d, eta, p, x
from proofs.spheres.single_step import NAMES as STEP_NAMES
from verify.author.kernel import (
    Theorem, assume, cases, certify, cite, combine, generalize, identity, induct, instantiate, telescope, witness,
)  # fmt: skip
from verify.axioms import NONNEGATIVE_DERIVATIVE
from verify.claims import Claim, Sharpness, fails_as
from verify.language.terms import Deriv, Formula, Inner, Relation, eq, ge, gt, le, lt, partial, positive, real
from verify.lemmas import above_tangent
from verify.lemmas.circular import arccosine_is_acute, arccosine_is_positive, within_one
from verify.prover.proving import certificate

s, r, v, w, C = real("s r v w C")
mu, sigma, tau, h = positive("μ σ τ h")
_f = partial("f")
_a, _b = real("a b")


def curvature(x: Any) -> Expr:
    """(1/x − cot x) cot x, which falls from 1/3 at 0 to 0 at π/2."""
    return (1 / x - cos(x) / sin(x)) * cos(x) / sin(x)


@cache
def slope_sign() -> Theorem:
    """z sin z − 2z² cos z + cos z sin² z ≥ 0 for 0 ≤ z ≤ π/2: −z² sin³ z times the slope of `curvature`."""
    return certify(certificate(ge(z * sin(z) - 2 * z**2 * cos(z) + cos(z) * sin(z) ** 2, 0), [ge(z, 0), le(z, pi / 2)]))


@cache
def curvature_slope() -> Theorem:
    """The derivative of −curvature at z is not negative, for 0 < z < π/2."""
    inside = [gt(z, 0), lt(z, pi / 2)]
    below = combine(lt(z, pi), [(1, assume(inside[1])), (1, pi / 2)])
    sine = instantiate(sine_is_positive(), {}, [below])
    return combine(ge(Deriv(-curvature(w), w, z), 0), [(1 / (z**2 * sin(z) ** 3), slope_sign())], facts=[*inside, sine])


@cache
def curvature_falls() -> Theorem:
    """curvature(v) ≥ curvature(r) for 0 < v ≤ r < π/2."""
    inside = [gt(v, 0), le(v, r), lt(r, pi / 2)]
    here = v + s * (r - v)
    share = [ge(s, 0), ge(1, s)]
    above = combine(gt(here, 0), [(1, assume(inside[0])), (s, assume(inside[1]))], facts=share)
    below = combine(lt(here, pi / 2), [(1, assume(inside[2])), (assume(share[1]), assume(inside[1]))])
    below_pi = combine(lt(here, pi), [(1, below), (1, pi / 2)])
    sine = instantiate(sine_is_positive(), {z: here}, [above, below_pi])
    rises = instantiate(curvature_slope(), {z: here}, [above, below, sine])
    return instantiate(
        cite(NONNEGATIVE_DERIVATIVE),
        {_f: Lambda(w, -curvature(w)), _a: v, _b: r},
        [generalize(known, [s], share) for known in (above, sine, rises)],
    )


def height(x: Any) -> Expr:
    """The distance to p⋆ of the point at x on a great circle whose nearest point has cosine μ: arccos(μ cos x)."""
    return acos(mu * cos(x))


def concave(q: Any) -> Expr:
    """−arccos²(μ cos √q)."""
    return -(height(sqrt(q)) ** 2)


@cache
def by_cosines() -> Theorem:
    """r ≥ v where cos v ≥ cos r, 0 ≤ r and v ≤ π: a smaller r would have a larger cosine."""
    goal, apart = ge(r, v), gt(v - r, 0)
    falls = certify(certificate(gt(cos(r), cos(v)), [ge(r, 0), lt(r, v), le(v, pi)]))
    less = instantiate(falls, {}, [combine(lt(r, v), [(1, assume(apart))])])
    weight = (v - r) / (cos(r) - cos(v))
    heavy = combine(gt(weight, 0), [(weight, 1)], facts=[less, apart])
    never = combine(goal, [(heavy, assume(ge(cos(v), cos(r))))])
    return cases([combine(goal, [(1, assume(le(v - r, 0)))]), never], [le(v - r, 0), apart])


@cache
def on_the_circle() -> list[Theorem]:
    """For 0 < z < π/2 and 0 < μ ≤ 1: sin z, cos z, μ cos z, 1 ± μ cos z > 0, and z ≤ arccos(μ cos z) < π/2."""
    inside = [gt(z, 0), lt(z, pi / 2), le(mu, 1)]
    cosine = instantiate(certify(certificate(gt(cos(z), 0), [ge(z, 0), lt(z, pi / 2)])), {}, [assume(inside[0])])
    below = combine(lt(z, pi), [(1, assume(inside[1])), (1, pi / 2)])
    sine = instantiate(sine_is_positive(), {}, [below])
    inner = mu * cos(z)
    forward = combine(gt(inner, 0), [(mu, cosine)])
    squares = combine(
        gt(1 - inner**2, 0), [(1, sin(z) ** 2), ((1 - mu) * (1 + mu), cos(z) ** 2)], facts=[*inside, sine]
    )
    above = combine(gt(1 + inner, 0), [(1, forward), (1, 1)])
    less = combine(gt(1 - inner, 0), [(1 / (1 + inner), squares)], facts=[above])
    smaller = combine(ge(cos(z), inner), [(assume(inside[2]), cosine)])
    arc = instantiate(certify(certificate(ge(acos(v), 0), [ge(v, -1), le(v, 1)])), {v: inner}, [above, less])
    wider = combine(ge(cos(z), cos(height(z))), [(1, smaller)], facts=[above, less])
    beyond = instantiate(by_cosines(), {r: height(z), v: z}, [wider, arc, below, above, less])
    acute = certify(certificate(gt(pi / 2, acos(v)), [gt(v, 0), le(v, 1)]))
    within = instantiate(acute, {v: inner}, [forward, less])
    return [cosine, sine, forward, squares, above, less, beyond, within]


def on_the_circle_at(x: Any, known: Sequence[Theorem]) -> list[Theorem]:
    """The same at x, for which it is known that 0 < x < π/2 and μ ≤ 1."""
    found: list[Theorem] = []
    for theorem in on_the_circle():
        found.append(instantiate(theorem, {z: x}, [*known, *found]))
    return found


@cache
def bends() -> Theorem:
    """The second derivative of −arccos²(μ cos √q) at q = w > 0 is not negative, for √w < π/2 and μ ≤ 1."""
    x = sqrt(w)
    known = [gt(w, 0), lt(x, pi / 2), le(mu, 1)]
    root = combine(gt(x, 0), [(1, x)], facts=[known[0]])
    circle = on_the_circle_at(x, [root, *map(assume, known)])
    _, sine, _, _, above, less, beyond, within = circle
    far = height(x)
    positive_far = combine(gt(far, 0), [(1, beyond), (1, root)], facts=[above, less])
    below_pi = combine(lt(far, pi), [(1, within), (1, pi / 2)], facts=[above, less])
    far_sine = instantiate(sine_is_positive(), {z: far}, [positive_far, below_pi, above, less])
    falls = instantiate(
        curvature_falls(), {v: x, r: far}, [root, beyond, within, sine, far_sine, above, less, positive_far]
    )
    goal = ge(Deriv(Deriv(concave(s), s, r), r, w), 0)
    slope = far * mu * sin(x) / (sin(far) * x)
    weight = slope * sin(x) / cos(x) / (2 * x)
    facts: list[Any] = [*known, *circle, positive_far, far_sine, root]
    return instantiate(combine(goal, [(weight, falls)], facts=facts), {}, [*map(assume, known), *circle])


@cache
def below_tangent() -> Theorem:
    """R(σ)² − R(τ)² ≥ (R(σ)/sin R(σ)) μ (sin σ/σ)(σ² − τ²), R(x) = arccos(μ cos x), 0 < τ ≤ σ < π/2, 0 < μ ≤ 1.

    R² is a concave function of x², and below its tangent at σ².
    """
    inside = [le(tau, sigma), lt(sigma, pi / 2), le(mu, 1)]
    squares = combine(ge(sigma**2, tau**2), [(sigma + tau, assume(inside[0]))])

    here = sigma**2 + s * (tau**2 - sigma**2)
    share = [ge(s, 0), ge(1, s)]
    some = combine(gt(here, 0), [(1, tau**2), (assume(share[1]), squares)])
    most = combine(gt(pi**2 / 4, here), [(pi / 2 + sigma, assume(inside[1])), (s, squares)], facts=share)
    below = combine(gt(pi / 2, sqrt(here)), [(1 / (pi / 2 + sqrt(here)), most)], facts=[some])
    root = combine(gt(sqrt(here), 0), [(1, sqrt(here))], facts=[some])
    between = [some, below, root, *on_the_circle_at(sqrt(here), [root, below, some, assume(inside[2])])]

    def convex(goal: Relation, _: Symbol) -> Theorem:
        return combine(goal, [(1, instantiate(bends(), {w: here}, between))], facts=between)

    short = combine(lt(tau, pi / 2), [(1, assume(inside[0])), (1, assume(inside[1]))])
    known = [*map(assume, inside), short]
    points = [*on_the_circle_at(sigma, known), *on_the_circle_at(tau, known)]
    defined = [generalize(t, [s], share) for t in between]
    tangent = above_tangent(Lambda(w, concave(w)), sigma**2, tau**2, convex, discharge=[*points, *defined])
    far = height(sigma)
    above_zero = combine(gt(far, 0), [(1, points[6]), (1, sigma)], facts=points)
    below_pi = combine(lt(far, pi), [(1, points[7]), (1, pi / 2)], facts=points)
    sine = instantiate(sine_is_positive(), {z: far}, [above_zero, below_pi, *points])
    slope = far / sin(far) * mu * sin(sigma) / sigma
    goal = ge(far**2 - height(tau) ** 2, slope * (sigma**2 - tau**2))
    return combine(goal, [(1, tangent)], facts=[*points, sine, above_zero])


TURN = h * sin(2 * sigma)
REST = sqrt(sigma**2 - 2 * sigma * (1 - h) * TURN)
"""τ with σ² − τ² = 2σ(1 − η)b: at least |σ − b|, and positive."""
RATE, QUARTER = le(h, 1), lt(sigma, pi / 2)


@cache
def rest() -> list[Theorem]:
    """0 < τ ≤ σ and cos(σ − b) ≥ cos τ, for 0 < σ < π/2 and η ≤ 1: b ≤ 2ησ."""
    doubled = 2 * sigma
    below_pi = combine(lt(doubled, pi), [(2, assume(QUARTER))])
    sine = instantiate(sine_is_positive(), {z: doubled}, [below_pi])
    short = instantiate(sine_is_below(), {z: doubled})
    radicand = REST**2
    some = combine(gt(radicand, 0), [(sigma / 2, short), (2 * sigma * (h - Rational(1, 2)) ** 2, sine)])
    positive_rest = combine(gt(REST, 0), [(1, REST)], facts=[some])
    squares = combine(ge(sigma**2, radicand), [(2 * sigma * h * sin(doubled), assume(RATE))], facts=[sine])
    at_most = combine(le(REST, sigma), [(1 / (sigma + REST), squares)], facts=[some])
    less = combine(ge(2 * h * sigma, TURN), [(h, short)])
    inner = combine(ge(radicand, (sigma - TURN) ** 2), [(TURN, less)], facts=[sine])
    rest_below = combine(le(REST, pi), [(1, at_most), (1, assume(QUARTER)), (1, pi / 2)], facts=[some])
    sides = []
    for sign, case in ((1, ge(sigma - TURN, 0)), (-1, le(sigma - TURN, 0))):
        side = sign * (sigma - TURN)
        not_negative = combine(ge(side, 0), [(1, assume(case))])
        total = combine(gt(REST + side, 0), [(1, positive_rest), (1, not_negative)], facts=[some])
        within = combine(ge(REST, side), [(1 / (REST + side), inner)], facts=[some, total])
        falls = instantiate(cosine_falls(), {v: side, r: REST}, [not_negative, within, rest_below, some])
        sides.append(combine(ge(cos(sigma - TURN), cos(REST)), [(1, falls)], facts=[some]))
    closer = cases(sides, [ge(sigma - TURN, 0), le(sigma - TURN, 0)])
    return [some, positive_rest, at_most, instantiate(closer, {}, [some])]


@cache
def cosine_falls() -> Theorem:
    """cos v ≥ cos r for 0 ≤ v ≤ r ≤ π."""
    return certify(certificate(ge(cos(v), cos(r)), [ge(v, 0), le(v, r), le(r, pi)]))


@cache
def advance() -> Theorem:
    """√(1 − z²)(arccos² z − arccos² v) ≥ 4η(1 − η) z arccos z sin² σ, where v cos σ = z cos(σ − b), 0 < z ≤ cos σ.

    z and v are the cosines of the distances to p⋆ before and after the step b = η sin 2σ, sin² σ is the loss.
    """
    some, positive_rest, at_most, closer = rest()
    given = [gt(z, 0), le(z, cos(sigma)), eq(v * cos(sigma), z * cos(sigma - TURN)), le(v, 1)]
    cosine = combine(gt(cos(sigma), 0), [(1, assume(given[0])), (1, assume(given[1]))])
    sine = instantiate(sine_is_positive(), {z: sigma}, [combine(lt(sigma, pi), [(1, assume(QUARTER)), (1, pi / 2)])])
    squares = combine(
        gt(1 - z**2, 0), [(1, sin(sigma) ** 2), (cos(sigma) + z, assume(given[1]))], facts=[*given, cosine, sine]
    )
    above = combine(gt(1 + z, 0), [(1, assume(given[0])), (1, 1)])
    less = combine(gt(1 - z, 0), [(1 / (1 + z), squares)], facts=[above])
    ratio = z / cos(sigma)
    forward = combine(gt(ratio, 0), [(assume(given[0]), 1 / cos(sigma))], facts=[cosine])
    flat = combine(le(ratio, 1), [(1 / cos(sigma), assume(given[1]))], facts=[cosine])
    known = [forward, flat, cosine, some, positive_rest, at_most, above, less, squares, assume(QUARTER)]
    below_pi = combine(lt(sigma, pi), [(1, assume(QUARTER)), (1, pi / 2)])
    slower = instantiate(cosine_falls(), {v: REST, r: sigma}, [positive_rest, at_most, below_pi, some])
    end = z * cos(REST) / cos(sigma)
    kept = combine(ge(end, z), [(ratio, slower)], facts=known)
    reached = combine(ge(v, end), [(1 / cos(sigma), assume(given[2])), (ratio, closer)], facts=known)
    end_below = combine(le(end, 1), [(1, reached), (1, assume(given[3]))], facts=known)
    end_above = combine(ge(end, -1), [(1, kept), (1, above)], facts=known)
    after_above = combine(ge(v, -1), [(1, reached), (1, end_above)], facts=known)
    known += [end_below, end_above, after_above, assume(given[3])]
    tangent = instantiate(below_tangent(), {mu: ratio, tau: REST}, known)
    order = certify(certificate(ge(acos(r), acos(v)), [ge(r, -1), le(r, v), le(v, 1)]))
    nearer = instantiate(order, {r: end}, [*known, reached])
    arc = certify(certificate(ge(acos(v), 0), [ge(v, -1), le(v, 1)]))
    arcs = [instantiate(arc, {v: at}, known) for at in (end, v)]
    total = combine(ge(acos(end) + acos(v), 0), [(1, arcs[0]), (1, arcs[1])], facts=known)
    length = sqrt(1 - z**2)
    goal = ge(length * (acos(z) ** 2 - acos(v) ** 2), 4 * h * (1 - h) * z * acos(z) * sin(sigma) ** 2)
    return combine(goal, [(length, tangent), (length * (acos(end) + acos(v)), nearer)], facts=[*known, total])


# --- one trial ------------------------------------------------------------------------------------------------------

CLOSER_POLE = lt(DISTANCE_BEFORE, pi / 2)

LEMMA_9_PROGRESS_LINEAR = Claim(
    "spheres/lemma-9-progress.linear",
    at="proof of Lemma 9",
    says="tan c (dist(p_t, p⋆)² − dist(p_{t+1}, p⋆)²) ≥ 2c · 2η(1 − η)L_t(p_t), c = dist(p_t, p⋆) < π/2: the linear "
    "term of the printed bound with a better factor, without the term in L_t(p_t)²",
    given=[*UNITS, SOLVES, CLOSER_POLE, AT_MOST_ONE],
    where=STEP_NAMES,
    states=ge(sin(DISTANCE_BEFORE) * PROGRESS, 2 * DISTANCE_BEFORE * cos(DISTANCE_BEFORE) * linear(eta) * LOSS),
    rests_on=["spheres/lemma-7-step", "spheres/update-everywhere"],
    reading=(
        "p = p_t, x = x_t and p⋆ are unit vectors of any dimension with ⟨p⋆, x⟩ = 0, p_{t+1} is the explicit update, "
        "0 < η ≤ 1, and c = dist(p_t, p⋆) < π/2. The printed linear term gets the factor 2c/tan c, which is at least "
        "1 as long as c ≤ 1.1655…, the root of tan c = 2c, and 1.2092… at π/3. For η < 1 and n ≥ 3 it is the best for "
        "each c, as L → 0. The printed term in L² is left out, so that this is weaker where L is large: at c = 1, η = "
        "9/10, L = 6/10 it says 0.138…, and the printed line 0.498…."
    ),
)


@cache
def beside_both() -> Theorem:
    """1 − ⟨p, x⟩² ≥ ⟨p, p⋆⟩²: the part of p that is orthogonal to x and p⋆."""
    apart = p - CORRELATION * x - BEFORE_COSINE * best
    return combine(ge(1 - CORRELATION**2, BEFORE_COSINE**2), [(1, Inner(apart, apart))], using=[*UNITS, SOLVES])


TOWARDS = gt(BEFORE_COSINE, 0)


@cache
def wide() -> list[Theorem]:
    """sin d > 0, and sin d ≥ ⟨p, p⋆⟩ where that is positive, for 0 < d < π/2."""
    below_pi = combine(lt(d, pi), [(1, assume(lt(d, pi / 2))), (1, pi / 2)])
    sine = instantiate(sine_is_positive(), {z: d}, [assume(gt(d, 0)), below_pi])
    total = combine(gt(sin(d) + BEFORE_COSINE, 0), [(1, sine), (1, assume(TOWARDS))])
    weight = 1 / (sin(d) + BEFORE_COSINE)
    return [sine, combine(ge(sin(d), BEFORE_COSINE), [(weight, beside_both())], using=[ANGLE], facts=[total])]


@cache
def facing_angle() -> list[Theorem]:
    """0 < d < π/2 and cos d = ⟨p, x⟩ for d = arccos⟨p, x⟩, where ⟨p, x⟩ > 0 and ⟨p, p⋆⟩ > 0; and |⟨p, x⟩| < 1."""
    facing = gt(CORRELATION, 0)
    below_one = combine(gt(1 - CORRELATION**2, 0), [(1, beside_both()), (assume(TOWARDS), assume(TOWARDS))])
    less = combine(gt(1 - CORRELATION, 0), [(1 / (1 + CORRELATION), below_one)], facts=[facing])
    above = combine(gt(1 + CORRELATION, 0), [(1, CORRELATION), (1, 1)], facts=[facing])
    facts = [assume(facing), less, above]
    not_zero = arccosine_is_positive(CORRELATION, facts)
    acute = arccosine_is_acute(CORRELATION, facts)
    return [not_zero, acute, identity(eq(CORRELATION, cos(acos(CORRELATION))), facts=facts), *facts]


@cache
def mirrored_data() -> list[Theorem]:
    """−x is a unit vector that p⋆ solves too, and ⟨p, −x⟩ > 0 where ⟨p, x⟩ < 0."""
    return [
        combine(gt(Inner(p, -x), 0), [(1, assume(gt(0, CORRELATION)))]),
        identity(eq(Inner(-x, -x), 1), using=[UNIT_DATA]),
        identity(eq(Inner(-x, best), 0), using=[SOLVES]),
    ]


@cache
def correlated() -> Theorem:
    """The progress where ⟨p, x⟩ > 0 and ⟨p, p⋆⟩ > 0: σ = π/2 − d, d = arccos⟨p, x⟩."""
    angle = pi / 2 - d
    within = [gt(d, 0), lt(d, pi / 2)]
    turned = combine(
        eq(AFTER_COSINE * cos(angle), BEFORE_COSINE * cos(angle - eta * sin(2 * angle))), [(1, closed_form())]
    )
    range_ = cosines_in_range()
    positive_angle = combine(gt(angle, 0), [(1, assume(within[1]))])
    small = combine(lt(angle, pi / 2), [(1, assume(within[0]))])
    moved = instantiate(
        advance(),
        {sigma: angle, z: BEFORE_COSINE, v: AFTER_COSINE, h: eta},
        [assume(TOWARDS), wide()[1], turned, range_[2], positive_angle, small, *range_],
    )
    goal = LEMMA_9_PROGRESS_LINEAR.states[0]
    found = combine(goal, [(1, moved)], using=[ANGLE], facts=range_)
    return instantiate(found, {d: acos(CORRELATION)}, facing_angle())


@cache
def any_correlation() -> Theorem:
    """The same for every ⟨p, x⟩: −x is the same trial, and without a loss nothing moves."""
    goal, none = LEMMA_9_PROGRESS_LINEAR.states[0], eq(CORRELATION, 0)
    opposite = combine(goal, [(1, instantiate(correlated(), {x: -x}, mirrored_data()))], facts=cosines_in_range())
    rests = combine(goal, [], using=[none], facts=cosines_in_range())
    return cases([correlated(), rests, opposite], [gt(CORRELATION, 0), none, gt(0, CORRELATION)])


@LEMMA_9_PROGRESS_LINEAR.proof
def concave_in_the_square(claim: Claim) -> Theorem:
    """On the great circle of p and x, dist² is a concave function of the squared position."""
    range_ = cosines_in_range()
    cosine = certify(certificate(gt(cos(v), 0), [ge(v, 0), lt(v, pi / 2)]))
    arc = instantiate(certify(certificate(ge(acos(v), 0), [ge(v, -1), le(v, 1)])), {v: BEFORE_COSINE}, range_)
    near = [assume(g) for g in claim.given if g == CLOSER_POLE]
    before = instantiate(cosine, {v: DISTANCE_BEFORE}, [arc, *near, *range_])
    towards = combine(gt(BEFORE_COSINE, 0), [(1, before)], facts=range_)
    square = combine(ge(1 - BEFORE_COSINE**2, 0), [(range_[0], range_[1])])
    return instantiate(any_correlation(), {}, [towards, square, *range_, *map(assume, claim.given)])


# --- the run --------------------------------------------------------------------------------------------------------

WITHIN_C, C_ACUTE, C_STEEP = le(distance(0), C), lt(C, pi / 2), le(sin(C), 2 * C * cos(C))
REACHED = [*RUN, WITHIN_C, C_ACUTE]

LEMMA_9_FACTOR = Claim(
    "spheres/lemma-9-bound-2-factor",
    at="Lemma 9",
    says="loss_k ≤ (tan C/(2C)) (dist(p_0, p⋆)² − dist(p_k, p⋆)²)/(2η(1 − η)), for dist(p_0, p⋆) ≤ C < π/2",
    given=[*REACHED, AT_MOST_ONE],
    where=NAMES_AND_DISTANCES,
    states=ge(sin(C) * COVERED, 2 * C * cos(C) * linear(eta) * CUMULATIVE),
    rests_on=["spheres/lemma-9-progress.linear"],
    reading=(
        ON_RUNS + "0 < η ≤ 1. The second bound of Lemma 9 times tan C/(2C), from every start closer to p⋆ than π/2, "
        "written without denominators: 0.8269… times the printed bound at C = π/3."
    ),
    sharpens="spheres/lemma-9-bound-2.sharp",
)

LEMMA_9_BOUND_2_SHARP = Claim(
    "spheres/lemma-9-bound-2.sharp",
    at="Lemma 9",
    says="loss_k ≤ (dist(p_0, p⋆)² − dist(p_k, p⋆)²)/(2η(1 − η)), for dist(p_0, p⋆) ≤ C < π/2 with tan C ≤ 2C",
    given=[*REACHED, C_STEEP, BELOW_ONE],
    where=NAMES_AND_DISTANCES,
    states=le(CUMULATIVE, second_bound(COVERED, eta)),
    rests_on=["spheres/lemma-9-bound-2-factor"],
    reading=(
        ON_RUNS + "0 < η < 1. The second bound of Lemma 9 as printed, from every start up to C = 1.1655…, the root of "
        "tan C = 2C, in the place of π/3."
    ),
    sharpens="spheres/lemma-9-bound-2",
)


@cache
def slower_far_away() -> Theorem:
    """c cos c sin C ≥ C cos C sin c for 0 ≤ c ≤ C ≤ π/2: tan c/c rises."""
    return certify(certificate(ge(v * cos(v) * sin(C), C * cos(C) * sin(v)), [ge(v, 0), le(v, C), le(C, pi / 2)]))


FACING = ge(BEFORE_COSINE, cos(C))
OF_C = [ge(C, 0), C_ACUTE]


@cache
def cosine_of_c() -> Theorem:
    """cos C > 0 for 0 ≤ C < π/2."""
    return certify(certificate(gt(cos(C), 0), OF_C))


@cache
def stays_facing() -> Theorem:
    """⟨p_{t+1}, p⋆⟩ ≥ ⟨p_t, p⋆⟩ where that is positive."""
    towards = gt(BEFORE_COSINE, 0)
    return combine(
        ge(AFTER_COSINE, BEFORE_COSINE), [(BEFORE_COSINE, gain_is_not_negative()), (1, turn())], facts=[towards]
    )


@cache
def within_reach() -> Theorem:
    """sin C (dist² − dist²) ≥ 2C cos C · 2η(1 − η)L in one trial with ⟨p, p⋆⟩ ≥ cos C, 0 ≤ C < π/2."""
    goal = ge(sin(C) * PROGRESS, 2 * C * cos(C) * linear(eta) * LOSS)
    range_ = cosines_in_range()
    towards = combine(gt(BEFORE_COSINE, 0), [(1, assume(FACING)), (1, cosine_of_c())])
    below_pi = combine(le(C, pi), [(1, assume(C_ACUTE)), (1, pi / 2)])
    at_most = combine(le(C, pi / 2), [(1, assume(C_ACUTE))])
    sine = instantiate(sine_is_not_negative(), {z: C}, [assume(OF_C[0]), below_pi])
    wider = combine(ge(cos(DISTANCE_BEFORE), cos(C)), [(1, assume(FACING))], facts=range_)
    arc_before, arc_after = (instantiate(arc(), {v: at}, range_) for at in (BEFORE_COSINE, AFTER_COSINE))
    half = certify(certificate(le(acos(v), pi), [ge(v, -1), le(v, 1)]))
    turned = instantiate(half, {v: BEFORE_COSINE}, range_)
    inside = instantiate(by_cosines(), {r: C, v: DISTANCE_BEFORE}, [wider, assume(OF_C[0]), turned, *range_])
    slower = instantiate(slower_far_away(), {v: DISTANCE_BEFORE}, [arc_before, inside, at_most, *range_])
    moving, known = gt(1 - BEFORE_COSINE, 0), [*range_, towards]
    square = combine(gt(1 - BEFORE_COSINE**2, 0), [(assume(moving), 1 + BEFORE_COSINE)], facts=known)
    acute = combine(CLOSER_POLE, [(1, inside), (1, assume(C_ACUTE))], facts=range_)
    progress = instantiate(LEMMA_9_PROGRESS_LINEAR.theorem(LEMMA_9_PROGRESS_LINEAR.states[0]), {}, [acute, *range_])
    share = 2 * LOSS / sin(DISTANCE_BEFORE)
    rate = combine(ge(linear(eta), 0), [(2 * eta, assume(AT_MOST_ONE))])
    weight = combine(ge(share * linear(eta), 0), [(share, rate)], facts=[*range_, square])
    facts = [*range_, square, sine]
    apart = combine(goal, [(sin(C) / sin(DISTANCE_BEFORE), progress), (weight, slower)], facts=facts)
    at_p = le(1 - BEFORE_COSINE, 0)
    order = certify(certificate(ge(acos(r), acos(v)), [ge(r, -1), le(r, v), le(v, 1)]))
    nearer = instantiate(
        order, {r: BEFORE_COSINE, v: AFTER_COSINE}, [instantiate(stays_facing(), {}, [towards]), *range_]
    )
    both = combine(ge(DISTANCE_BEFORE + DISTANCE_AFTER, 0), [(1, arc_before), (1, arc_after)], facts=range_)
    gained = combine(ge(PROGRESS, 0), [(both, nearer)], facts=range_)
    beside = p - BEFORE_COSINE * best - CORRELATION * x
    gram = combine(ge(1 - BEFORE_COSINE**2, LOSS), [(1, Inner(beside, beside))], using=[*UNITS, SOLVES])
    more = combine(ge(1 + BEFORE_COSINE, 0), [(1, towards), (1, 1)])
    no_loss = combine(ge(0, LOSS), [(1, gram), (more, assume(at_p))])
    cosine = combine(ge(2 * C * cos(C), 0), [(2 * C, cosine_of_c())], facts=[OF_C[0]])
    scaled = combine(ge(2 * C * cos(C) * linear(eta), 0), [(cosine, rate)])
    still = combine(goal, [(sine, gained), (scaled, no_loss)], facts=range_)
    whole = combine(ge(1 - BEFORE_COSINE**2, 0), [(range_[0], range_[1])])
    return instantiate(cases([apart, still], [moving, at_p]), {}, [*range_, whole, assume(C_ACUTE)])


@cache
def arc() -> Theorem:
    """arccos v ≥ 0."""
    return certify(certificate(ge(acos(v), 0), [ge(v, -1), le(v, 1)]))


FACING_AT = ge(Inner(parameter(n), best), cos(C))


@cache
def start() -> list[Theorem]:
    """C ≥ 0 and ⟨p_0, p⋆⟩ ≥ cos C, from dist(p_0, p⋆) ≤ C < π/2."""
    inside = within_one(parameter(0), best, [START, UNIT_BEST])
    first = instantiate(arc(), {v: Inner(parameter(0), best)}, inside)
    forward = combine(ge(C, 0), [(1, first), (1, assume(WITHIN_C))], facts=inside)
    below_pi = combine(le(C, pi), [(1, assume(C_ACUTE)), (1, pi / 2)])
    falls = instantiate(cosine_falls(), {v: distance(0), r: C}, [first, assume(WITHIN_C), below_pi, *inside])
    return [forward, combine(ge(Inner(parameter(0), best), cos(C)), [(1, falls)], facts=inside)]


@cache
def faces() -> Theorem:
    """⟨p_n, p⋆⟩ ≥ cos C for 0 ≤ n ≤ k."""
    forward, first = start()
    here = {p: parameter(n), x: datum(n)}
    unit = instantiate(units(), [S.Zero], [reached()])
    kept = earlier(FACING_AT)
    towards = combine(gt(Inner(parameter(n), best), 0), [(1, kept), (1, instantiate(cosine_of_c(), {}, [forward]))])
    step = instantiate(stays_facing(), here, [unit, at_trial(DATA, n), at_trial(SOLVED, n), towards])
    after = combine(ge(Inner(parameter(n + 1), best), cos(C)), [(1, step), (1, kept)], using=[at_trial(UPDATES, n)])
    base = generalize(first, [j], [ge(k, 0)])
    return induct(base, generalize(after, [j], [ge(k, n + 1)]), up_to(FACING_AT), n, 0)


def at_each_end(end: Any) -> list[Theorem]:
    """For 0 ≤ end ≤ k: p is a unit vector there, its product with p⋆ is in [−1, 1] and at least cos C."""
    unit, near = (instantiate(instantiate(known, {n: end}), [S.Zero]) for known in (units(), faces()))
    return [unit, *within_one(parameter(end), best, [unit, UNIT_BEST]), near]


@cache
def far_and_near() -> Theorem:
    """sin C (dist(p_0, p⋆)² − dist(p_k, p⋆)²) ≥ 2C cos C · 2η(1 − η) loss_k, for dist(p_0, p⋆) ≤ C < π/2, η ≤ 1."""
    trial = [instantiate(assume(f), [t]) for f in (DATA, SOLVED, UPDATES)]
    before = combine(ge(k, t), [(1, assume(TRIAL[1])), (1, 1)])
    here, there = ([instantiate(known, {}, [before]) for known in at_each_end(end)] for end in (t, t + 1))
    values = {p: parameter(t), x: datum(t)}
    known = [*trial, *here, start()[0]]
    after = [instantiate(theorem, values, known) for theorem in cosines_in_range()]
    step = instantiate(within_reach(), values, [*known, *after])
    loss = LOSS.subs({p: parameter(t), x: datum(t)})
    goal = ge(sin(C) * distance(t) ** 2 - sin(C) * distance(t + 1) ** 2, 2 * C * cos(C) * linear(eta) * loss)
    moved = combine(goal, [(1, step)], using=[trial[2]], facts=[*here, *there, *after])
    added = telescope(moved, t, 0, k - 1, sin(C) * distance(t) ** 2)
    found = combine(LEMMA_9_FACTOR.states[0], [(1, added)], facts=inside_at_ends())
    return instantiate(found, {}, inside_at_ends())


@LEMMA_9_FACTOR.proof
def telescoping(claim: Claim) -> Theorem:
    """The distances fall, so every trial has at least the factor 2C/tan C; the squared distances telescope."""
    return instantiate(far_and_near(), {}, list(map(assume, claim.given)))


@LEMMA_9_BOUND_2_SHARP.proof
def steep_enough(claim: Claim) -> Theorem:
    """For C ≤ π/3 this is Lemma 9; for a larger C the factor is tan C/(2C) ≤ 1, and sin C > 0."""
    goal, close, far = claim.states[0], le(C, pi / 3), gt(C, pi / 3)
    ends = inside_at_ends()
    near = combine(NEAR, [(1, assume(close)), (1, assume(WITHIN_C))], facts=ends)
    printed = instantiate(LEMMA_9_BOUND_2.theorem(LEMMA_9_BOUND_2.states[1]), {}, [near])
    rate = combine(AT_MOST_ONE, [(1, assume(BELOW_ONE))])
    added = instantiate(LEMMA_9_FACTOR.theorem(LEMMA_9_FACTOR.states[0]), {}, [rate])
    larger = combine(gt(C, 0), [(1, assume(far)), (1, pi / 3)])
    below_pi = combine(lt(C, pi), [(1, assume(C_ACUTE)), (1, pi / 2)])
    sine = instantiate(sine_is_positive(), {z: C}, [larger, below_pi])
    steep = [assume(g) for g in claim.given if g == C_STEEP]
    weight = CUMULATIVE / sin(C)
    beyond = combine(
        goal,
        [(1 / (linear(eta) * sin(C)), added), *((weight, g) for g in steep)],
        facts=[*ends, sine, assume(BELOW_ONE)],
    )
    return instantiate(cases([printed, beyond], [close, far]), {}, ends)


# --- how sharp this is ----------------------------------------------------------------------------------------------


def small_loss(cosine: Rational, loss: Rational) -> dict[Any, Any]:
    """One trial in space at arccos(cosine) from p⋆, with η = loss."""
    return {
        p: (cosine, sqrt(1 - cosine**2 - loss), sqrt(loss)),
        x: (0, 0, 1),
        best: (1, 0, 0),
        eta: loss,
    }


LAST, BEYOND = Rational(1165561185207211, 10**15), Rational(394234868672746, 10**15)


@LEMMA_9_BOUND_2_SHARP.sharp
def farthest_start() -> Iterator[Sharpness]:
    """The bound for a C just below the root of tan C = 2C, and one trial against it from just above."""
    holds = instantiate(LEMMA_9_BOUND_2_SHARP.theorem(LEMMA_9_BOUND_2_SHARP.states[0]), {C: LAST}, inside_at_ends())
    at = small_loss(BEYOND, Rational(1, 10**20))
    fails = witness([*UNITS, SOLVES, BELOW_ONE], ge(PROGRESS, linear(eta) * LOSS), at)
    yield Sharpness(
        "the largest C, between that of the theorem and the distance of the instance",
        "1.16556118520721…",
        [holds, fails],
    )


# --- what happens when something is changed -------------------------------------------------------------------------

NEAR_A_THIRD = small_loss(Rational(1, 2), Rational(1, 10000))
IN_PLANE = {p: (Rational(1, 2), sqrt(3) / 2), x: (0, 1), best: (1, 0), eta: Rational(1, 2)}


@LEMMA_9_PROGRESS_LINEAR.mutant("constant", at=NEAR_A_THIRD)
def a_tenth_more(claim: Claim) -> Claim:
    """11/10 of the factor 2c/tan c."""
    goal = claim.states[0]
    return claim.replace(states=ge(goal.lhs, Rational(11, 10) * goal.rhs))


@LEMMA_9_PROGRESS_LINEAR.mutant("sign", at=NEAR_A_THIRD)
def away(claim: Claim) -> Claim:
    """The distances exchanged."""
    goal = claim.states[0]
    return claim.replace(states=ge(-goal.lhs, goal.rhs))


ONE_TRIAL: list[tuple[Formula, str, dict[Any, Any]]] = [
    (UNIT, "p need not be a unit vector.", {**IN_PLANE, p: (Rational(1, 2), 2)}),
    (UNIT_DATA, "x need not be a unit vector.", {**IN_PLANE, x: (0, 3)}),
    (SOLVES, "p⋆ may have a loss.", {**IN_PLANE, x: (1, 0)}),
    (CLOSER_POLE, "p⋆ may be farther than −p⋆.", {**IN_PLANE, p: (-Rational(1, 2), sqrt(3) / 2)}),
]


def _one_trial_without(formula: Formula, number: int, summary: str, at: dict[Any, Any]) -> None:
    def dropped(claim: Claim) -> Claim:
        return claim.replace(given=[g for g in claim.given if g != formula])

    dropped.__name__, dropped.__doc__ = f"without_hypothesis_{number}", summary
    LEMMA_9_PROGRESS_LINEAR.mutant("hypothesis", at=at)(dropped)


for _number, (_formula, _summary, _at) in enumerate(ONE_TRIAL, start=1):
    _one_trial_without(_formula, _number, _summary, _at)

MAYBE = (
    "no instance against it is known: the tangent argument does not use η ≤ 1 as long as the step does not pass the "
    "farthest point, but the distances of a run need not fall then"
)
undecided(LEMMA_9_PROGRESS_LINEAR, AT_MOST_ONE, "any_rate", "Any η > 0.", MAYBE)
undecided(LEMMA_9_PROGRESS_LINEAR, UNIT_BEST, "long_comparator", "p⋆ of any length.", ONLY_DEFINED)

FAR_BUT_CLOSE_C = {**FAR, C: pi / 3}
DROPPED: list[tuple[Formula, str, Run]] = [
    (START, "p_0 need not be a unit vector.", {**LONG_START, C: pi / 3}),
    (DATA, "The data need not be unit vectors.", {**LONG_DATA, C: pi / 3}),
    (SOLVED, "p⋆ may have a loss.", {**WITH_A_LOSS, C: pi / 3}),
    (UPDATES, "Any p_1: it stays where p_0 is.", {**RESTS_ANYWAY, C: pi / 3}),
    (WITHIN_C, "p_0 may be farther than C from p⋆.", FAR_BUT_CLOSE_C),
]
for _claim, _own in (
    (LEMMA_9_FACTOR, [(C_ACUTE, "C = 3π/2.", {**SLOW, C: 3 * pi / 2})]),
    (
        LEMMA_9_BOUND_2_SHARP,
        [
            (C_ACUTE, "C = 2π, where sin C ≤ 2C cos C again.", {**FAR, C: 2 * pi}),
            (C_STEEP, "C = 5π/12, where tan C > 2C.", {**FAR, C: 5 * pi / 12}),
            (BELOW_ONE, "η = 2.", {**TOO_FAST, C: pi / 3}),
        ],
    ),
):
    for _number, (_formula, _summary, _run) in enumerate([*DROPPED, *_own], start=1):
        without(_claim, _formula, _number, _summary, _run)
undecided(LEMMA_9_FACTOR, AT_MOST_ONE, "any_rate", "Any η > 0.", MAYBE)

SLOW_AT_THIRD = {**SLOW, C: pi / 3}


@LEMMA_9_FACTOR.mutant("constant", at=SLOW_AT_THIRD, discharge=lambda: meets(SLOW_AT_THIRD))
def tenth_more(claim: Claim) -> Claim:
    """11/10 of the factor."""
    goal = claim.states[0]
    return claim.replace(states=ge(goal.lhs, Rational(11, 10) * goal.rhs))


@LEMMA_9_FACTOR.mutant("sign", at=SLOW_AT_THIRD, discharge=lambda: meets(SLOW_AT_THIRD))
def the_other_way(claim: Claim) -> Claim:
    """The distances exchanged."""
    goal = claim.states[0]
    return claim.replace(states=ge(-goal.lhs, goal.rhs))


FAR_AT_ITS_DISTANCE = {**FAR, C: 5 * pi / 12}


@LEMMA_9_BOUND_2_SHARP.mutant("constant", at=FAR_AT_ITS_DISTANCE, discharge=lambda: meets(FAR_AT_ITS_DISTANCE))
def three_in_place_of_two(claim: Claim) -> Claim:
    """tan C ≤ 3C."""
    weaker = le(sin(C), 3 * C * cos(C))
    return claim.replace(given=[weaker if g == C_STEEP else g for g in claim.given])


fails_as(LEMMA_9_BOUND_2_SHARP,
    ("sign", le(CUMULATIVE, -second_bound(COVERED, eta)), "The distances exchanged.", SLOW_AT_THIRD,
        lambda: meets(SLOW_AT_THIRD)),
)  # fmt: skip


@LEMMA_9_PROGRESS_LINEAR.extremal("cos c", [Rational(1, 2), Rational(1, 10)])
def nearly_no_loss(cosine: Any) -> dict[Any, Any]:
    """A trial in space with a loss and a rate of 1/10000: the ratio tends to 1 as both tend to 0."""
    return small_loss(cosine, Rational(1, 10000))


@LEMMA_9_FACTOR.extremal("C", [pi / 12, pi / 3, 5 * pi / 12])
def from_the_distance(start: Any) -> tuple[Run, list[Theorem]]:
    """The run of a trial at the distance C with the loss 1/10000, η = 1/100."""
    run, theorems = met(small_loss_run(start, Rational(1, 100)))
    return {**run, C: start}, theorems


@LEMMA_9_BOUND_2_SHARP.extremal("cos C", [Rational(1, 2), Rational(15, 38)])
def up_to_the_farthest(cosine: Any) -> tuple[Run, list[Theorem]]:
    """The same; tan C = 2C at cos C = 0.3942…"""
    tilt = Rational(1, 100)
    start = (cosine, sqrt(1 - cosine**2 - tilt**2), tilt)
    run, theorems = met(stepped(start, (0, 0, 1), Rational(1, 100), (1, 0, 0)))
    return {**run, C: acos(cosine)}, theorems

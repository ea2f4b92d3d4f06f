"""Proposition 7 for all losses with locally Lipschitz gradients: a rate that decreases each of k losses, from w_0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Abs, Lambda, Rational, cos, expand, pi, sin, sqrt

from proofs.geometric_view.prop_7 import (
    AFTER, EXPLICIT, FACTOR, HERE, SLOPE, SLOW, TRIAL, U, bound, grad, k, loss, rate, trial, v, w,
)  # fmt: skip
from verify.audit import (
    Claim, Inner, Theorem, at, at_most_by_squares, by_induction, combine, decided, eq, fails_as, fails_without, follows,
    forall, ge, generalize, gt, instantiate, le, lt, norm, point, positive, real,
)  # fmt: skip
from verify.axioms import DIST, EXP
from verify.language.terms import Formula, VecHead

reach, steepest = positive("ρ G")
p, q = point("p"), point("q")
t = trial

INSIDE = le(DIST(w(0), v) + norm(U), reach)
TRIANGLE = forall([v, p, q], le(DIST(v, q), DIST(v, p) + DIST(p, q)))
NO_LONGER = forall([v, U], le(DIST(v, EXP(v, U)), norm(U)))
NOWHERE = eq(DIST(w(0), w(0)), 0)
LOCAL = forall(
    [t, v, U],
    le(loss(t, EXP(v, U)), loss(t, v) + Inner(grad(t, v), U) + bound / 2 * Inner(U, U)),
    [*TRIAL, INSIDE],
)
STEEP = forall([t, v], le(norm(grad(t, v)), steepest), [*TRIAL, le(DIST(w(0), v), reach)])
SHORT = le(k * rate * steepest, reach)

LOCALLY = Claim(
    "geometric_view/prop-7.local",
    at="Proposition 7",
    says="if on the ball of radius ρ about w_0 the gradients of L_0, …, L_{k−1} are at most G long and Λ-Lipschitz, "
    "then for η < 2/Λ with η ≤ ρ/(kG): L_t(w_{t+1}) ≤ L_t(w_t) for every t < k, and no w_t leaves the ball",
    given=[TRIANGLE, NO_LONGER, NOWHERE, LOCAL, STEEP, EXPLICIT, SLOW, SHORT, *TRIAL],
    states=[
        ge(HERE - AFTER, FACTOR * SLOPE),
        ge(HERE, AFTER),
        le(DIST(w(0), w(t + 1)), (t + 1) * rate * steepest),
    ],
    repairs="geometric_view/prop-7",
    rests_on=["geometric_view/prop-7.repaired"],
    reading="On a manifold on which every geodesic goes on for ever, of any curvature; of its distance the triangle "
    "inequality is used, and that it is at most the length of a geodesic. That gradients are Λ-Lipschitz on the ball "
    "is said by the quadratic bound L_t(Exp_v U) ≤ L_t(v) + ⟨grad L_t(v), U⟩ + ½Λ‖U‖² for the geodesics in it, those "
    "with dist(w_0, v) + ‖U‖ ≤ ρ. Twice continuously differentiable losses have such constants on each ball, so that "
    "ξ = min(2/Λ, ρ/(kG)) is what Proposition 7 promises, for any k such losses and from any w_0. Losses that are "
    "only once continuously differentiable have no such ξ: geometric_view/prop-7. Where the bound holds everywhere, "
    "geometric_view/prop-7.repaired has ξ = 2/Λ.",
)


MOVED, SIZE = -rate * grad(t, w(t)), norm(grad(t, w(t)))


def one_step(here: Theorem, known: list[Formula]) -> list[Theorem]:
    """What holds of the step from w_t, where dist(w_0, w_t) ≤ tηG: that it is at most ηG long, and ends near w_0."""
    inside = follows(le(DIST(w(0), w(t)), reach), here, SHORT, (k - t) * rate * steepest, facts=known)
    steep = at(STEEP, t, w(t), by=[*known, inside])
    short = follows(le(norm(MOVED), rate * steepest), steep)
    moves = at(EXPLICIT, t, by=known)
    triangle, longer = at(TRIANGLE, w(0), w(t), w(t + 1)), at(NO_LONGER, w(t), MOVED)
    ends = le(DIST(w(0), w(t + 1)), (t + 1) * rate * steepest)
    return [short, follows(ends, here, triangle, longer, short, using=[moves])]


def near() -> Theorem:
    """t ≥ 0, t ≤ k ⊢ dist(w_0, w_t) ≤ tηG: no step is longer than ηG while the run is in the ball."""

    def step(here: Theorem) -> Theorem:
        return one_step(here, [ge(t, 0), ge(k, t + 1)])[1]

    return by_induction(le(DIST(w(0), w(t)), t * rate * steepest), t, 0, base=[NOWHERE], step=step, until=k)


@LOCALLY.proof
def never_far_from_the_start(claim: Claim) -> list[Theorem]:
    """The run is in the ball, where the quadratic bound holds; the rest is prop-7.repaired."""
    falls, weakly, _ = claim.states
    here = instantiate(near(), {}, [follows(ge(k, t), TRIAL)])
    short, ends = one_step(here, TRIAL)
    room = (k - t - 1) * rate * steepest
    inside = follows(le(DIST(w(0), w(t)) + norm(MOVED), reach), here, short, SHORT, room, facts=TRIAL)
    local = at(LOCAL, t, w(t), MOVED, by=[*TRIAL, inside])
    first = follows(falls, local, using=[at(EXPLICIT, t, by=TRIAL)])
    slow = follows(gt(1 - bound * rate / 2, 0), SLOW)
    return [first, combine(weakly, [(1, first), (slow, rate * SLOPE)]), ends]


# --- on the real line -----------------------------------------------------------------------------------------------

x, y, z, u = real("x y z U")
TENTH = Rational(1, 10)


def on_the_line(value: Any, slope: Any, path: Any, **numbers: Any) -> dict[Any, Any]:
    """Trials on the line with the loss and its derivative as terms in x, the path as a term in t; else all is 1."""
    names = {"reach": reach, "steepest": steepest, "bound": bound, "rate": rate, "trials": k, "at": t}
    given = {"reach": 1, "steepest": 1, "bound": 1, "rate": 1, "trials": 1, "at": 0} | numbers
    families = {loss: Lambda((t, x), value), VecHead("grad"): Lambda((t, x), slope), w: Lambda(t, path)}
    line = {EXP.head: Lambda((x, y), x + y), DIST.head: Lambda((x, y), Abs(x - y))}
    return line | families | {names[name]: number for name, number in given.items()}


def met_by(at: dict[Any, Any], *fail: Formula, anywhere: bool = False) -> Callable[[], list[Theorem]]:
    """What meets the schemas at an instance, in the ball or `anywhere`, but for those that fail there."""
    value, slope, away, end = (at[h] for h in (loss, VecHead("grad"), DIST.head, EXP.head))
    trial, start = [ge(t, 0), ge(at[k] - 1, t)], at[w](0)
    after = value(t, x) + slope(t, x) * u + Rational(at[bound]) / 2 * u**2
    bodies = {
        TRIANGLE: ([x, y, z], le(away(x, z), away(x, y) + away(y, z)), []),
        NO_LONGER: ([x, u], le(away(x, end(x, u)), Abs(u)), []),
        LOCAL: ([t, x, u], le(value(t, end(x, u)), after), [le(away(start, x) + Abs(u), at[reach])]),
        STEEP: ([t, x], le(Abs(slope(t, x)), at[steepest]), [le(away(start, x), at[reach])]),
    }

    def theorems() -> list[Theorem]:
        return [
            generalize(decided(body, [] if anywhere else near), variables, [*(trial if t in variables else []), *near])
            for schema, (variables, body, near) in bodies.items()
            if schema not in fail
        ]

    return theorems


def cubic(rate: Any, **numbers: Any) -> dict[Any, Any]:
    """L = x³/10 − x from 0 to η, with ρ = G = 1 and Λ = 3/5: it rises again far outside the ball."""
    return on_the_line(TENTH * x**3 - x, 3 * TENTH * x**2 - 1, rate * t, rate=rate, bound=6 * TENTH, **numbers)


CUBIC, FAR = cubic(1), cubic(Rational(16, 5))
"""η = 1, and η = 16/5 < 2/Λ, which leaves the ball."""
CUBIC_MET, FAR_MET = met_by(CUBIC), met_by(FAR)


fails_as(LOCALLY,
    ("constant", [ge(HERE - AFTER, 2 * FACTOR * SLOPE), *LOCALLY.states[1:]], "Twice the gain.", CUBIC, CUBIC_MET),
    ("constant", [*LOCALLY.states[:2], le(DIST(w(0), w(t + 1)), (t + 1) * rate * steepest / 2)],
        "At most ½(t + 1)ηG from w_0.", CUBIC, CUBIC_MET),
    ("sign", [LOCALLY.states[0], ge(AFTER, HERE), LOCALLY.states[2]], "The loss does not decrease.", CUBIC, CUBIC_MET),
)  # fmt: skip


@LOCALLY.mutant("constant", at=FAR, discharge=FAR_MET)
def four_times_as_fast(claim: Claim) -> Claim:
    """η ≤ 4ρ/(kG)."""
    return claim.replace(given=[le(k * rate * steepest, 4 * reach) if h == SHORT else h for h in claim.given])


WAVE = on_the_line(-cos(x), sin(x), pi / 2 - 3 * pi / 2 * t, rate=3 * pi / 2, reach=3 * pi / 2)
"""L = −cos x from π/2 to −π, with Λ = G = 1 and η = ρ = 3π/2."""
WAVE_MET = met_by(WAVE, anywhere=True)


@LOCALLY.mutant("constant", at=WAVE, discharge=WAVE_MET)
def five_over_the_bound(claim: Claim) -> Claim:
    """η < 5/Λ."""
    return claim.replace(given=[lt(rate, 5 / bound) if h == SLOW else h for h in claim.given])


RISING = on_the_line(x**2, -1, t)
"""L = x² with −1 for its derivative, from 0 to 1."""
LINEAR = on_the_line(-x, -1, t)
UPWARDS = LINEAR | {w: Lambda(t, -t)}
BENT = LINEAR | {w: Lambda(t, 2 * t - t**2)}
"""w_0 = 0, w_1 = 1, and what are no updates before and after."""
DOUBLED = LINEAR | {DIST.head: Lambda((x, y), 2 * Abs(x - y))}
SQUARED = on_the_line(-x, -1, t, rate=pi / 2, reach=pi, trials=2, at=1) | {
    EXP.head: Lambda((x, y), x + sin(y)),
    DIST.head: Lambda((x, y), (x - y) ** 2),
}
"""L = −x, Exp_v(U) = v + sin U and dist = (v − q)², which is no distance: w_2 = 2 is 4 from w_0, and 2ηG = π."""
DRAWN = on_the_line(x**2 - x**3 / 2, 0, 3 - 3 * t) | {
    EXP.head: Lambda((x, y), 0),
    DIST.head: Lambda((x, y), Abs(y)),
}
"""All geodesics end at 0, and dist(v, q) = |q|: from w_0 = 3, outside of the ball, the loss rises from −9/2 to 0."""


fails_without(LOCALLY,
    (SHORT, "η may be anything below 2/Λ.", FAR, FAR_MET),
    (SLOW, "η may be 2/Λ or more.", WAVE, WAVE_MET),
    (LOCAL, "The losses need not have the bound.", RISING, met_by(RISING, LOCAL)),
    (STEEP, "The gradients may be longer.", FAR | {steepest: TENTH}, met_by(FAR | {steepest: TENTH}, STEEP)),
    (EXPLICIT, "The w_t may be anything.", UPWARDS, met_by(UPWARDS)),
    (NO_LONGER, "The distance may be longer than a geodesic.", DOUBLED, met_by(DOUBLED, NO_LONGER)),
    (TRIANGLE, "dist need be no distance.", SQUARED, met_by(SQUARED, TRIANGLE)),
    (NOWHERE, "w_0 may be outside of the ball.", DRAWN, met_by(DRAWN)),
    (TRIAL[1], "t may be k or more.", BENT | {t: 5}, met_by(BENT)),
    (TRIAL[0], "t may be negative.", BENT | {t: -5}, met_by(BENT)),
)  # fmt: skip


# --- how sharp it is ------------------------------------------------------------------------------------------------


@LOCALLY.extremal("η", [Rational(1, 8), Rational(1, 4), Rational(2, 5)])
def parabolas(step: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """L = x² from 1 to 1 − 2η, with Λ = 2 and ρ = 2η/(1 − 2η): what the loss falls by is attained."""
    radius = 2 * step / (1 - 2 * step)
    found = on_the_line(x**2, 2 * x, (1 - 2 * step) ** t, rate=step, reach=radius, steepest=2 + 2 * radius, bound=2)
    return found, met_by(found)()


@LOCALLY.extremal("η", [Rational(9, 10), Rational(99, 100), Rational(999, 1000)], formula=1)
def almost_to_the_other_side(step: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """L = x² to the right of −1 and −2x − 1 to the left of it, from −1 to nearly 1, with Λ = G = 2 and ρ = 2η < 2."""
    value, slope = ((x - 1) ** 2 + (x + 1) * Abs(x + 1)) / 2 - 1, x - 1 + Abs(x + 1)
    found = on_the_line(value, slope, 2 * step * t - 1, rate=step, reach=2 * step, steepest=2, bound=2)
    near, square = le(Abs(x + 1), 2 * step), expand(slope**2)  # as the length of the gradient is compared
    within = combine(ge(4, square), [(2 + Abs(slope), decided(le(Abs(slope), 2), near))])
    size = follows(ge(square, 0), slope**2)
    short = at_most_by_squares(sqrt(square), 2, follows(ge(4, sqrt(square) ** 2), within, facts=[size]), [size])
    steep = instantiate(follows(le(sqrt(square), 2), short, facts=[size]), {}, [size])
    return found, [*met_by(found, STEEP)(), generalize(steep, [t, x], [ge(t, 0), ge(0, t), near])]


@LOCALLY.extremal("k", range(1, 4), formula=2)
def straight_away(number: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """L = −x with η = 1: w_k is at the edge of the ball."""
    found = on_the_line(-x, -1, t, reach=number, trials=number, at=number - 1)
    return found, met_by(found)()

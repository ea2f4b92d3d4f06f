"""Worst cases of projected OGD at the rate of (8): what is known of a run, in units of U and G, and what follows.

The vectors û = u/U, ŵ(t) = w(t)/U and the steps ĥ(t) = η_t∇ℓ_t(w(t))/U have no units, and the regret over UG is at most
−⟨∇ℓ_1, u⟩/(UG) + Σ_{t ≥ 2} √(t/2)⟨ĥ(t), ŵ(t) − û⟩. The first round is treated exactly: w(2) has the direction of w′(2).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sympy import Add, Expr, Integer, Rational, S, sqrt

from proofs.gradient_descent import projection
from proofs.gradient_descent._projected import CLOSEST, COMPARED, INSIDE, SOME
from proofs.gradient_descent._worst_case_data import MULTIPLIERS
from proofs.gradient_descent.ogd_bound import BEST_RATE, BOUND
from proofs.gradient_descent.ogd_bound_eta import BOUNDED, DECREASING
from proofs.gradient_descent.ogd_setting import CONVEX, REGRET, START, G, T, U, eta, grad, moved, square, u, v, w
from verify.author.kernel import Theorem, assume, cases, combine, generalize, instantiate
from verify.language.terms import Formula, Inner, Relation, Vec, ge, gt, le, norm, substitute, vector
from verify.lemmas import at_most_by_squares
from verify.tightness.performance_estimation import Estimation, bounded

BELOW, ABOVE = 0, 1
"""The sides of ⟨w(2), u⟩: not positive, and not negative."""

_compared = vector("û")


def _place(t: int) -> Any:
    """ŵ(t), with ŵ(1) = 0."""
    return vector(f"ŵ{t}") if t > 1 else S.Zero


def _step(t: int) -> Vec:
    """ĥ(t)."""
    return vector(f"ĥ{t}")


def conditions(last: int) -> dict[str, Relation]:
    """All that is known of the rounds from the second one on, by name.

    `u`, `w3` and `h3` bound the lengths of û, ŵ(3) and ĥ(3); `p3 x` says that the point x of the ball is on the other
    side of ŵ(4) than what the projection to it took away, for 0, ±û and ±ŵ(s).
    """
    points = {"0": S.Zero, "u": _compared} | {f"w{t}": _place(t) for t in range(2, last + 1)}
    points |= {f"-{name}": -point for name, point in points.items() if name != "0"}
    found = {"u": ge(1, square(_compared))}
    found |= {f"h{t}": ge(Rational(2, t), square(_step(t))) for t in range(2, last + 1)}
    found |= {f"w{t}": ge(1, square(_place(t))) for t in range(2, last + 1)}
    for t in range(2, last):
        after = _place(t + 1)
        taken = _place(t) - _step(t) - after
        found |= {f"p{t} {x}": ge(Inner(taken, after - p), 0) for x, p in points.items() if p != after}
    return found


def estimation(last: int, side: int, names: Sequence[str] | None = None) -> Estimation:
    """The regret over UG after the first step, from the conditions of these names, or from all."""
    first = (1 / sqrt(2) if side == BELOW else S.One) * Inner(_place(2), _compared)
    later = [sqrt(Rational(t, 2)) * Inner(_step(t), _place(t) - _compared) for t in range(2, last + 1)]
    known = conditions(last)
    vectors = (_compared, *(f(t) for f in (_place, _step) for t in range(2, last + 1)))
    return Estimation(vectors, tuple(known[name] for name in names or known), first + Add(*later))


def multipliers(last: int, side: int) -> dict[str, Rational]:
    """The multipliers that are kept, by the name of their condition."""
    pairs = (entry.rsplit(" ", 1) for entry in MULTIPLIERS[last][side].split(", "))
    return {name: Rational(number) for name, number in pairs}


@cache
def by_multipliers(last: int, side: int, bound: Any) -> Theorem:
    """bound ≥ the regret over UG after the first step, from the conditions that have a multiplier.

    Raises:
        NotShown: where the multipliers do not show it.
    """
    kept = multipliers(last, side)
    return bounded(estimation(last, side, list(kept)), bound, dict(enumerate(kept.values())))


# --- the same of a run -----------------------------------------------------------------------------------------------


def given(last: int) -> list[Formula]:
    """The hypotheses of (8) for a number of rounds."""
    return [substitute(f, {T: Integer(last)}) for f in BOUND.given if f != SOME]


def regret(last: int) -> Expr:
    """Σ_{t ≤ T} (ℓ_t(w_t) − ℓ_t(u))."""
    return substitute(REGRET, {T: Integer(last)})


def scaled(last: int) -> dict[Any, Any]:
    """What the vectors without units stand for."""
    names: dict[Vec, Any] = {_compared: u / U}
    names |= {_place(t): w(t) / U for t in range(2, last + 1)}
    names |= {_step(t): BEST_RATE / (U * sqrt(t)) * grad(t, w(t)) for t in range(2, last + 1)}
    return {vector.args[0]: value for vector, value in names.items()}


@cache
def _at(formula: Formula, last: int, *values: Any) -> Theorem:
    """A hypothesis on the rounds at one of them, and at vectors."""
    t = values[0]
    among = [combine(ge(t, 1), [(1, t - 1)])]
    among += [combine(ge(n, t), [(1, n - t)]) for n in (last, last + 1) if n >= t]
    return instantiate(assume(substitute(formula, {T: Integer(last), eta: BEST_RATE})), list(values), among)


@cache
def in_ball(last: int, name: str) -> tuple[Any, Theorem]:
    """The point ±u or ±w(s) of the ball, or 0, by its name, and ‖x‖² ≤ U²."""
    sign, name = (-1, name[1:]) if name.startswith("-") else (1, name)
    if name == "0":
        return S.Zero, combine(ge(U**2, 0), [(1, U**2)])
    point, known = (u, assume(COMPARED)) if name == "u" else (w(int(name[1:])), _at(INSIDE, last, int(name[1:])))
    return sign * point, combine(ge(U**2, square(sign * point)), [(1, known)])


@cache
def of_a_run(last: int, name: str) -> Theorem:
    """The condition of this name, for the vectors of a run."""
    goal = substitute(conditions(last)[name], scaled(last))
    kind, _, x = name.partition(" ")
    if kind == "u":
        return combine(goal, [(1 / U**2, assume(COMPARED))])
    t = int(kind[1:])
    if kind.startswith("w"):
        return combine(goal, [(1 / U**2, _at(INSIDE, last, t))])
    if kind.startswith("h"):
        return combine(goal, [(2 / (t * G**2), _at(BOUNDED, last, t))])
    point, inside = in_ball(last, x)
    closest = generalize(_at(CLOSEST, last, t, v), [v], [ge(U**2, square(v))])
    place = {projection.w: w(t + 1), projection.p: moved(t + 1), projection.u: point}
    sharper = projection.PROJECTION_SHARP.theorem(projection.PROJECTION_SHARP.states[0])
    nearer = instantiate(sharper, place, [inside, _at(INSIDE, last, t + 1), closest])
    return combine(goal, [(1 / (2 * U**2), nearer)], using=[_at(DECREASING, last, t)])


@cache
def turned(side: int, reach: Any) -> Theorem:
    """⟨w′, u⟩ ≤ ⟨w, u⟩ ≤ 0, or ⟨w′, u⟩ ≤ κ⟨w, u⟩ where ⟨w, u⟩ ≥ 0 and ‖w′‖ ≤ κU: w has the direction of w′."""
    here, before, compared = projection.w, projection.p, projection.u
    factor = S.One if side == BELOW else reach
    goal = ge(factor * Inner(here, compared), Inner(before, compared))
    sign = ge(0, Inner(here, compared)) if side == BELOW else ge(Inner(here, compared), 0)
    inner, outer = projection.INNER_POINT, projection.OUTER_POINT
    length, out = norm(before), gt(norm(before), U)
    within = ge(U, length)
    same = instantiate(
        inner.theorem(inner.states[0]), {}, [combine(ge(U**2, square(before)), [(assume(within), U + length)])]
    )
    kept = combine(goal, [(factor - 1, assume(sign))], using=[same])
    longer = assume(out) if side == BELOW else assume(ge(reach * U, length))
    product = combine(ge(longer.conclusion.lhs * S.One, longer.conclusion.rhs), [(1, longer)])
    spare = combine(
        ge(U * factor * Inner(here, compared) - U * Inner(before, compared), 0),
        [(product, assume(sign))],
        using=[outer.theorem(outer.states[0])],
        facts=[out],
    )
    return cases([kept, combine(goal, [(1 / U, spare)])], [within, out])


def first_step(last: int, side: int) -> Theorem:
    """⟨w(2), u⟩ ≥ ⟨w′(2), u⟩ for ⟨w(2), u⟩ ≤ 0, and √2⟨w(2), u⟩ ≥ ⟨w′(2), u⟩ for ⟨w(2), u⟩ ≥ 0."""
    move = [_at(DECREASING, last, 1), assume(START)]
    long = combine(ge(2 * U**2, square(moved(2))), [(2 * U**2 / G**2, _at(BOUNDED, last, 1))], using=move)
    root = combine(ge((sqrt(2) * U) ** 2, norm(moved(2)) ** 2), [(1, long)])
    reach = at_most_by_squares(norm(moved(2)), sqrt(2) * U, root)
    place = {projection.w: w(2), projection.p: moved(2), projection.u: u}
    closest = generalize(_at(CLOSEST, last, 1, v), [v], [ge(U**2, square(v))])
    return instantiate(turned(side, sqrt(2)), place, [reach, _at(INSIDE, last, 2), assume(COMPARED), closest])


@cache
def first_round(bound: Any) -> Theorem:
    """The regret of one round is at most UG: −⟨g, u⟩ ≤ ‖g‖²U/(2G) + ‖u‖²G/(2U)."""
    slope = grad(1, w(1))
    lengths = [
        (U / (2 * G), _at(BOUNDED, 1, 1)),
        (G / (2 * U), assume(COMPARED)),
        (U / (2 * G), square(slope + G / U * u)),
    ]
    return combine(le(regret(1), bound * U * G), [(1, _at(CONVEX, 1, 1, u, w(1))), *lengths], using=[assume(START)])


@cache
def two_rounds_on(bound: Any) -> Theorem:
    """3 − 1/√2 ≥ the regret over UG after the first of three steps, where ⟨w(2), u⟩ ≤ 0.

    ⟨ĥ(2), ŵ(2) − û⟩ and √(3/2)⟨ĥ(3), ŵ(3) − û⟩ are at most ½‖ŵ(2) − û‖² + 1 together, and
    ‖ŵ‖² + ‖û‖² − ‖ŵ + û‖² = −2⟨ŵ, û⟩.
    """
    known, half, spare = conditions(3), Rational(1, 2), 1 - 1 / sqrt(2)
    used = {"u": half + spare / 2, "w2": half + spare / 2, "h2": half, "h3": Rational(3, 4), "p2 u": S.One}
    second, third = _place(2), _place(3)
    squares = [
        (half, second - _step(2) - third),
        (half, sqrt(Rational(3, 2)) * _step(3) - third + _compared),
        (spare / 2, second + _compared),
    ]
    terms = [*((c, assume(known[name])) for name, c in used.items()), *((c, square(line)) for c, line in squares)]
    return combine(le(estimation(3, BELOW).shows, bound), terms)


@cache
def of_losses(last: int, side: int, after_the_first: Theorem) -> Theorem:
    """A bound on the regret of a run whose ⟨w(2), u⟩ is on that side, from one on what follows the first step."""
    names = {f: name for name, f in conditions(last).items()}
    met = [of_a_run(last, names[f]) for f in after_the_first.hypotheses]
    later = instantiate(after_the_first, scaled(last), met)
    convex = [(1, _at(CONVEX, last, t, u, w(t))) for t in range(1, last + 1)]
    bound = after_the_first.conclusion.lhs
    return combine(
        le(regret(last), bound * U * G),
        [(U * G, later), (G / (sqrt(2) * U), first_step(last, side)), *convex],
        using=[_at(DECREASING, last, 1), assume(START)],
    )

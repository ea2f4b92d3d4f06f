"""On the line the least regret that an algorithm can have is UG times the mean of |±1 ± 1 … ± 1|, and one has it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from sympy import Abs, Expr, Lambda, Rational, S

from proofs.gradient_descent._on_the_line import held
from proofs.gradient_descent._projected import COMPARED, SOME
from proofs.gradient_descent.linear_losses import regret, slope
from proofs.gradient_descent.linear_losses import sign as turn
from proofs.gradient_descent.ogd_setting import CONVEX, ROUND, G, T, U, grad, loss, rounds, square, t, u, w
from verify.audit import (
    Claim, Inner, Searched, Sharpness, Theorem, at, at_most_by_squares, by_induction, cases, cauchy_schwarz, combine,
    eq, fails_as, fails_without, family, follows, forall, function, ge, generalize, gt, identity, instantiate, integer,
    le, listed, magnitude_bounds, norm, real, telescope, vector,
)  # fmt: skip
from verify.lemmas.few_rounds import each_round

n = integer("n")
p, q, r, x, c = real("p q r x c")
e = vector("e")
V = function("V")
total, part = family("σ"), family("γ")

END = forall(x, eq(V(T, x), Abs(x)))
MEAN = forall([t, x], eq(V(t - 1, x), (V(t, x + 1) + V(t, x - 1)) / 2), ROUND)
VALUE = (
    "V(t, x) is the mean of |x ± 1 ± 1 … ± 1| with T − t signs, all equally likely: |x| for t = T, and for t − 1 the "
    "mean of its values at x + 1 and x − 1 for t. V(0, 0) is 1, 1, 3/2, 3/2, 15/8, 15/8 for T = 1, …, 6, and about "
    "√(2T/π). "
)

UNIT = eq(square(e), 1)
SIGNS = forall(t, eq(turn(t) ** 2, 1), ROUND)
LOSSES = forall(t, eq(slope(t), G * turn(t) * e), ROUND)
FROM_ZERO = eq(total(0), 0)
SUMMED = forall(t, eq(total(t), total(t - 1) + turn(t)), ROUND)


def rise(t: Any) -> Any:
    """Half of what V(t, ·) rises from σ(t − 1) − 1 to σ(t − 1) + 1."""
    return (V(t, total(t - 1) + 1) - V(t, total(t - 1) - 1)) / 2


AGAINST = forall(t, ge(turn(t) * (Inner(e, w(t)) + U * rise(t)), 0), ROUND)
OPPOSITE = [eq(u, -c * e), eq(c * total(T), U * Abs(total(T))), eq(c**2, U**2)]

LOWER = Claim(
    "gradient_descent/minimax-regret-line",
    at="(8), for every algorithm, d = 1",
    says="on a line linear losses with gradients ±G cost any algorithm UG times the mean of |±1 ± 1 … ± 1| over T",
    given=[END, MEAN, UNIT, SIGNS, LOSSES, FROM_ZERO, SUMMED, AGAINST, *OPPOSITE, SOME],
    states=[ge(regret(), U * G * V(0, 0) / T), eq(square(u), U**2)],
    reading=(
        VALUE + "w(1), …, w(T) are the predictors of any algorithm. After w(t) an adversary takes for round t the "
        "linear loss with the gradient G s(t)e, with the sign s(t) = ±1 of ⟨e, w(t)⟩ + ½U(V(t, σ + 1) − V(t, σ − 1)), "
        "or any sign if that is 0, where σ = σ(t − 1) is the sum of the signs so far. u is Ue or −Ue, whichever is "
        "opposite to the sum in the end. Two rounds on a line cost UG then, where two in the plane cost √2 UG "
        "(gradient_descent/minimax-regret)."
    ),
)


@LOWER.proof
def the_better_sign(claim: Claim) -> list[Theorem]:
    """Σ ⟨g, w⟩ ≥ UG(V(0, 0) − |σ(T)|), and −⟨u, Σ g⟩ = UG|σ(T)|."""
    opposite, size, radius = OPPOSITE
    cost = Inner(slope(t), w(t)) - Inner(slope(t), u)
    fall = U * (V(t - 1, total(t - 1)) - V(t, total(t))) + c * (total(t) - total(t - 1))
    plain, parts = at(AGAINST, t), []
    for side, case in ((1, ge(turn(t), 0)), (-1, gt(0, turn(t)))):
        flag = combine(eq(turn(t), side), [(1 / (turn(t) + side), at(SIGNS, t))], facts=[case])
        known: list[Any] = [at(LOSSES, t), opposite, UNIT, at(SUMMED, t), at(MEAN, t, total(t - 1)), flag]
        parts.append(combine(ge(cost, G * fall), [(G, plain)], using=known, facts=[*ROUND, case]))
    step = cases(parts, [ge(turn(t), 0), gt(0, turn(t))])
    potential = -G * U * V(t - 1, total(t - 1)) + G * c * total(t - 1)
    added = instantiate(telescope(step, t, 1, T, potential), {}, [follows(ge(T + 1, 1), SOME)])
    last = at(END, total(T))
    terms = [(1 / T, added), (G / T, size), (-U * G / T, last)]
    costly, on_the_sphere = claim.states
    return [
        combine(costly, terms, using=[FROM_ZERO], facts=[SOME]),
        combine(on_the_sphere, [(1, radius)], using=[opposite, UNIT]),
    ]


# --- an algorithm that pays no more ----------------------------------------------------------------------------------

ALONG = forall(t, eq(grad(t, w(t)), G * part(t) * e), ROUND)
SHORT = [forall(t, ge(1, part(t)), ROUND), forall(t, ge(part(t), -1), ROUND)]
GROWN = forall(t, eq(total(t), total(t - 1) + part(t)), ROUND)

PLAYED = forall(t, eq(w(t), -U * rise(t) * e), ROUND)

UPPER = Claim(
    "gradient_descent/minimax-line-algorithm",
    at="(8), sharper, d = 1, for a T that is known",
    says="an algorithm on the line whose regret is at most UG times the mean of |±1 ± 1 … ± 1|, which is at most UG√T",
    given=[CONVEX, END, MEAN, UNIT, ALONG, *SHORT, FROM_ZERO, GROWN, PLAYED, COMPARED, SOME],
    states=[
        le(rounds(loss(t, w(t)) - loss(t, u)), U * G * V(0, 0)),
        forall(t, ge(U**2, square(w(t))), ROUND),
        le(V(0, 0) ** 2, T),
    ],
    reading=(
        VALUE + "The losses are convex, and their gradients ∇ℓ_t(w(t)) = Gγ(t)e with |γ(t)| ≤ 1, as all of length G "
        "at most are on a line; σ(t) is the sum of the γ so far. The algorithm predicts "
        "w(t) = −½U(V(t, σ(t − 1) + 1) − V(t, σ(t − 1) − 1))e, a point of the ball, and T must be known, as G must. u "
        "is any point of the ball. No algorithm does better (gradient_descent/minimax-regret-line)."
    ),
)


def absolute_chord() -> Theorem:
    """|cp + (1 − c)q| ≤ c|p| + (1 − c)|q| for 0 ≤ c ≤ 1."""
    mean = c * p + (1 - c) * q
    goal, parts = le(Abs(mean), c * Abs(p) + (1 - c) * Abs(q)), []
    for side, case in ((-1, ge(mean, 0)), (1, gt(0, mean))):
        ends = [(c, magnitude_bounds(p, side)), (1 - c, magnitude_bounds(q, side))]
        parts.append(combine(goal, ends, facts=[*SHARE, case]))
    return cases(parts, [ge(mean, 0), gt(0, mean)])


SHARE = [ge(c, 0), ge(1, c)]


def going_back(goal: Any, base: Theorem, step: Any) -> Theorem:
    """A formula on V(T − n, ·) for all n ≤ T, from n = 0 on."""
    return by_induction(goal, n, 0, base=base, step=step, until=T)


def mean_of(point: Any) -> Theorem:
    """V(T − n − 1, ·) at a point is the mean of V(T − n, ·)."""
    later = [ge(n, 0), ge(T, n + 1)]
    return at(MEAN, T - n, point, by=[follows(ge(T - n, 1), later), follows(ge(T, T - n), later)])


def convex() -> Theorem:
    """V(T − n, ·) is below its chords."""
    middle = c * p + (1 - c) * q
    body = le(V(T - n, middle), c * V(T - n, p) + (1 - c) * V(T - n, q))
    goal = forall([p, q, c], body, SHARE)
    ends = [at(END, point) for point in (middle, p, q)]
    base = combine(body.subs(n, 0), [(1, absolute_chord())], using=ends)

    def step(here: Theorem) -> Theorem:
        moved = [at(here, p + by, q + by, c) for by in (1, -1)]
        after = le(V(T - n - 1, middle), c * V(T - n - 1, p) + (1 - c) * V(T - n - 1, q))
        means = [mean_of(point) for point in (middle, p, q)]
        return generalize(combine(after, [(Rational(1, 2), f) for f in moved], using=means), [p, q, c], SHARE)

    return going_back(goal, generalize(base, [p, q, c], SHARE), step)


def no_steeper(side: int) -> Theorem:
    """V(T − n, x + 1) and V(T − n, x − 1) differ by 2 at most; for a side, 1 or −1, of their difference."""
    goal = forall(x, le(side * (V(T - n, x + 1) - V(T - n, x - 1)), 2))
    here, there = x + side, x - side
    parts = []
    for sign, case in ((1, ge(here, 0)), (-1, gt(0, here))):
        terms = [(1, magnitude_bounds(there, -sign)), (2 - 2 * sign * side, 1)]
        parts.append(combine(le(Abs(here) - Abs(there), 2), terms, facts=[case]))
    first = cases(parts, [ge(here, 0), gt(0, here)])
    base = combine(goal.body.subs(n, 0), [(1, first)], using=[at(END, x + by) for by in (1, -1)])

    def step(known: Theorem) -> Theorem:
        terms = [(Rational(1, 2), at(known, x + by)) for by in (1, -1)]
        means = [mean_of(x + by) for by in (1, -1)]
        return generalize(combine(goal.body.subs(n, n + 1), terms, using=means), [x])

    return going_back(goal, generalize(base, [x]), step)


def at_most_the_root() -> Theorem:
    """V(T − n, x)² ≤ x² + n, as the square of a mean is at most the mean of the squares."""
    goal = forall(x, le(V(T - n, x) ** 2, x**2 + n))
    base = combine(goal.body.subs(n, 0), [], using=[at(END, x)])

    def step(here: Theorem) -> Theorem:
        ahead, behind = V(T - n, x + 1), V(T - n, x - 1)
        terms = [(Rational(1, 2), at(here, x + by)) for by in (1, -1)]
        terms.append((Rational(1, 4), (ahead - behind) ** 2))
        return generalize(combine(goal.body.subs(n, n + 1), terms, using=[mean_of(x)]), [x])

    return going_back(goal, generalize(base, [x]), step)


def of_round(theorem: Theorem) -> Theorem:
    """What is proved of V(T − n, ·), for V(t, ·)."""
    return instantiate(theorem, {n: T - t}, [follows(ge(T - t, 0), ROUND), follows(ge(T, T - t), ROUND)])


@UPPER.proof
def half_the_rise(claim: Claim) -> list[Theorem]:
    """⟨g, w⟩ + UG V(t, σ(t)) is at most UG V(t − 1, σ(t − 1)): V(t, ·) is below its chord between σ ± 1."""
    costly, inside, root = claim.states
    place, share = total(t - 1), (1 + part(t)) / 2
    high, low = (at(f, t) for f in SHORT)
    shares = [combine(ge(share, 0), [(Rational(1, 2), low)]), combine(ge(1, share), [(Rational(1, 2), high)])]
    chord = at(of_round(convex()), place + 1, place - 1, share, by=shares)
    mean = at(MEAN, t, place)
    below = le(loss(t, w(t)) - loss(t, u), G * part(t) * (Inner(e, w(t)) - Inner(e, u)))
    linear = combine(below, [(1, at(CONVEX, t, u, w(t)))], using=[at(ALONG, t)], facts=ROUND)
    played = identity(eq(Inner(e, w(t)), -U * rise(t)), using=[at(PLAYED, t), UNIT])
    paid = U * G * (V(t - 1, place) - V(t, total(t))) - G * Inner(u, e) * (total(t) - place)
    goal = le(loss(t, w(t)) - loss(t, u), paid)
    terms = [(1, linear), (U * G, chord), (-G * part(t), played)]
    step = combine(goal, terms, using=[at(GROWN, t), mean], facts=ROUND)
    potential = U * G * V(t - 1, place) + G * Inner(u, e) * place
    added = instantiate(telescope(step, t, 1, T, potential), {}, [follows(ge(T + 1, 1), SOME)])
    size = at_most_by_squares(norm(u), U, combine(ge(U**2, norm(u) ** 2), [(1, COMPARED)]))
    sides = []
    for sign, case in ((1, ge(total(T), 0)), (-1, gt(0, total(T)))):
        far = combine(ge(sign * total(T), 0), [(1, case)])
        product = cauchy_schwarz(-sign * u, e)
        near = combine(ge(U + sign * Inner(u, e), 0), [(1, product), (1, size)], using=[UNIT])
        sides.append(combine(ge(U * Abs(total(T)) + Inner(u, e) * total(T), 0), [(far, near)], facts=[case]))
    last = cases(sides, [ge(total(T), 0), gt(0, total(T))])
    regret = combine(costly, [(1, added), (G, last), (U * G, at(END, total(T)))], using=[FROM_ZERO], facts=[SOME])
    slow = [at(of_round(no_steeper(side)), place) for side in (1, -1)]
    both = [combine(ge(1 - side * rise(t), 0), [(Rational(1, 2), f)]) for side, f in zip((1, -1), slow, strict=True)]
    product = combine(ge(1 - rise(t) ** 2, 0), [(both[0], both[1])])
    within = combine(inside.body, [(U**2, product)], using=[at(PLAYED, t), UNIT])
    bound = at(instantiate(at_most_the_root(), {n: T}, [follows(ge(T, 0), SOME), follows(ge(T, T))]), S.Zero)
    return [regret, generalize(within, [t], ROUND), combine(root, [(1, bound)])]


# --- runs on the line ------------------------------------------------------------------------------------------------


def means(last: int) -> list[Expr]:
    """V(0, x), …, V(T, x)."""
    found: list[Expr] = [Abs(x)]
    for _ in range(last):
        after = found[0]
        found.insert(0, ((after.subs(x, x + 1) + after.subs(x, x - 1)) / 2).expand())
    return found


def on_the_line(signs: Sequence[Any], path: Sequence[Any], **other: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """U = G = e = 1 and gradients of these signs, against predictors, with u opposite to their sum.

    `values` are V(0, x), …; and what is given besides is changed. Schemas that do not hold are not met.
    """
    last = len(signs)
    unit, sums = other.get("e", 1), other.get("sums", [sum(signs[:k]) for k in range(last + 1)])
    best = other.get("u", -1 if sums[-1] >= 0 else 1)
    values = listed(other.get("values", means(last)), t)(t + 1)
    slopes = other["slopes"] if "slopes" in other else [unit * s for s in signs]
    steep, scale = listed([*slopes], t)(t), other.get("scale", 1)
    run = {
        T: last,
        U: 1,
        G: 1,
        e: unit,
        c: other.get("c", -best),
        u: best,
        V: Lambda((t, x), values),
        turn: listed([*signs], t),
        part: listed([*signs], t),
        slope: listed([*slopes], t),
        total: Lambda(t, listed(sums, t)(t + 1)),
        w: listed([*path], t),
        loss: Lambda((t, r), scale * steep * (r - best)),
        grad: Lambda((t, r), steep),
    }
    return run, held(lambda: _mean(values, last), lambda: _linear(scale * steep, steep, best, last))


def _mean(values: Expr, last: int) -> Theorem:
    """V(t − 1, x) is the mean of the two."""
    body = eq(values.subs(t, t - 1), (values.subs(x, x + 1) + values.subs(x, x - 1)) / 2)
    return each_round(body, t, last=last, more=[x])


def _linear(steep: Any, slope: Any, zero: Any, last: int) -> Theorem:
    """Linear losses are on their tangents."""
    line = ge(steep * (p - zero), steep * (q - zero) + slope * (p - q))
    return generalize(combine(line, []), [t, p, q], [ge(t, 1), ge(last, t)])


RUNS = {1: ((1,), (0,)), 2: ((1, -1), (0, -1)), 3: ((1, -1, 1), (0, -Rational(1, 2), 0))}
"""Signs, and the predictors of the algorithm that are met by them."""


@LOWER.extremal("T", [1, 2, 3])
@UPPER.extremal("T", [1, 2, 3])
def the_best_algorithm(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """The algorithm, against signs that cost it as much as any."""
    return on_the_line(*RUNS[count])


@LOWER.sharp
def the_value_on_a_line() -> Sharpness:
    """What any algorithm pays on linear losses, one has on all convex ones."""
    return Sharpness(
        "the least regret over UG that an algorithm can have on a line",
        "the mean of |±1 ± 1 … ± 1| with T signs, exactly, which is at most √T, the value in the plane",
        [LOWER.theorem(LOWER.states[0]), *(UPPER.theorem(f) for f in (UPPER.states[0], UPPER.states[2]))],
    )


# --- changed claims --------------------------------------------------------------------------------------------------


def decided(*of: Any, **changed: Any) -> dict[str, Any]:
    """How a changed claim is decided by such a run."""
    run, met = on_the_line(*of, **changed)
    return {"at": run, "discharge": lambda: met}


ONE, MOVED, HALF = ((1,), (0,)), ((1,), (1,)), Rational(1, 2)
FLAT, JUMP = {"values": [S(5), S(5)]}, {"values": [S(5), Abs(x)]}
"""V that is 5 always, or first."""
COSTLY, ON_THE_SPHERE = LOWER.states

fails_as(LOWER,
    ("constant", {COSTLY: ge(regret(), Rational(101, 100) * U * G * V(0, 0) / T)}, "101/100 of it.", decided(*ONE)),
    ("sign", {COSTLY: le(regret(), U * G * V(0, 0) / (2 * T))}, "At most half of it.", decided(*ONE)),
)  # fmt: skip

fails_without(LOWER,
    (END, "V(T, x) may be anything.", decided(*ONE, **FLAT)),
    (MEAN, "V(t − 1, x) may be anything.", decided(*ONE, **JUMP)),
    (UNIT, "e may be short.", decided(*ONE, e=HALF, u=-HALF, c=1)),
    (SIGNS, "The gradients may be short.", decided((HALF,), (0,))),
    (LOSSES, "The losses may be anything.", decided(*ONE, slopes=(0,))),
    (FROM_ZERO, "σ(0) may be anything.", decided(*MOVED, sums=[-1, 0], u=1)),
    (SUMMED, "σ may be anything.", decided(*ONE, sums=[0, -1])),
    (AGAINST, "The algorithm may know the gradient.", decided((1,), (-1,))),
    (OPPOSITE[0], "u may be anything.", decided(*ONE, u=1, c=1)),
    (OPPOSITE[1], "u may be on the side of the sum.", decided(*ONE, u=1)),
    (OPPOSITE[2], "u may be short, where the sum is 0.", decided(*RUNS[2], u=-HALF)),
)  # fmt: skip

REGRET = UPPER.states[0]


def bounded_by(factor: Any) -> Any:
    """The bound multiplied."""
    return {REGRET: le(REGRET.rhs, factor * REGRET.lhs)}


ZERO, DROP = {"values": [S.Zero, S.Zero]}, {"values": [S.Zero, Abs(x)]}

fails_as(UPPER,
    ("constant", bounded_by(Rational(99, 100)), "99/100 of it.", decided(*ONE)),
    ("sign", bounded_by(-1), "The regret is negative.", decided(*ONE)),
)  # fmt: skip

fails_without(UPPER,
    (CONVEX, "The losses need not be convex.", decided(*ONE, scale=10)),
    (END, "V(T, x) may be anything.", decided(*ONE, **ZERO)),
    (MEAN, "V(t − 1, x) may be anything.", decided(*ONE, **DROP)),
    (UNIT, "e may be long.", decided(*ONE, e=2)),
    (ALONG, "The gradients may be anything.", decided(*ONE, slopes=(5,))),
    (SHORT[0], "γ may be large.", decided((5,), (0,))),
    (SHORT[1], "γ may be large and negative.", decided((-5,), (0,))),
    (FROM_ZERO, "σ(0) may be anything.", decided(*MOVED, sums=[-1, 0])),
    (GROWN, "σ may be anything: as if nothing had been learnt.", decided((1, 1), (0, 0), sums=[0, 0, 0])),
    (PLAYED, "The predictors may be anything.", decided(*MOVED)),
    (COMPARED, "u may be outside the ball.", decided(*ONE, u=-5)),
)  # fmt: skip


# --- runs in floats --------------------------------------------------------------------------------------------------


def mean_of_signs(start: float, signs: int) -> float:
    """The mean of |x ± 1 ± 1 … ± 1|, over all signs."""
    ends = (math.comb(signs, k) * abs(start + signs - 2 * k) for k in range(signs + 1))
    return math.fsum(ends) / 2.0**signs


@UPPER.search
def linear_losses() -> Searched:
    """Regret of the algorithm against gradients ±1, those that cost most, and of any length up to 1."""
    rng = np.random.default_rng(22)
    worst, where, cases = 0.0, "no run", 0
    for trial in range(90):
        last, total, cost = int(rng.integers(1, 25)), 0.0, 0.0
        for count in range(1, last + 1):
            ahead, behind = (mean_of_signs(total + by, last - count) for by in (1.0, -1.0))
            place = -(ahead - behind) / 2.0
            slope = float(rng.uniform(-1, 1)) if trial % 3 == 0 else float(rng.choice([-1.0, 1.0]))
            if trial % 3 == 2 and slope * place < 0:
                slope = -slope
            cost, total = cost + slope * place, total + slope
        cases += 1
        ratio = (cost + abs(total)) / mean_of_signs(0.0, last)
        if ratio > worst:
            worst, where = ratio, f"T = {last}, kind {trial % 3}"
    return Searched("regret over the bound, linear losses on a line", cases, worst, where, allowed=1.0 + 1e-12)

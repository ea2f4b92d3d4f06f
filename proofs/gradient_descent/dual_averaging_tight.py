"""√2 is the constant of dual averaging: runs of T = 2q(q + 1) rounds that cost (2q − ½) UG."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, Rational, Sum, sqrt

from proofs.gradient_descent.dual_averaging import FROM_ZERO, HALF_RATE, TUNED, total
from proofs.gradient_descent.linear_losses import slope
from proofs.gradient_descent.ogd_setting import G, U, square, t, u, w
from verify.audit import (
    Claim, Inner, Sharpness, Theorem, assume, at, by_induction, combine, eq, fails_as, fails_without, follows, forall,
    ge, generalize, identity, instantiate, integer, le, listed, vector,
)  # fmt: skip

i, j, n, q = integer("i j n q")
e = vector("e")

LAST, PAIRS = 2 * q**2 + 2 * q, q**2
SOME = ge(q, 1)
ROUND = [ge(t, 1), ge(LAST, t)]
PAIR = [ge(j, 1), ge(PAIRS, j)]
WALKED = [ge(i, 1), ge(2 * q, i)]

ADDED = forall(t, eq(total(t), total(t - 1) + slope(t)), ROUND)
AIMED = forall(t, eq(w(t), -HALF_RATE / sqrt(t) * total(t - 1)), ROUND)
FORTH = forall(j, eq(slope(2 * j - 1), G * e), PAIR)
BACK = forall(j, eq(slope(2 * j), -G * e), PAIR)
ON = forall(i, eq(slope(2 * PAIRS + i), -G * e), WALKED)
UNIT, COMPARED = eq(square(e), 1), eq(u, U * e)


def cost(last: Any) -> Expr:
    """Σ ⟨g(t), w(t) − u⟩ over the first rounds."""
    return Sum(Inner(slope(t), w(t) - u), (t, 1, last))


TIGHT = Claim(
    "gradient_descent/dual-averaging-tight",
    at="(8), for dual averaging, how sharp",
    says="T = 2q(q + 1) rounds with a regret of at least (2q − ½) UG, where less than (2q + ⅔) UG is promised",
    given=[FROM_ZERO, ADDED, AIMED, FORTH, BACK, ON, UNIT, COMPARED, SOME],
    states=[
        ge(cost(LAST), U * G * (2 * q - Rational(1, 2))),
        forall(j, ge(U**2, square(w(2 * j - 1))), PAIR),
        forall(j, ge(U**2, square(w(2 * j))), PAIR),
        forall(i, ge(U**2, square(w(2 * PAIRS + i))), WALKED),
    ],
    loose="the runs cost about ⅗ UG more, which is 1 % of it from T = 1860 rounds on",
    reading=(
        "√2 is the best constant for dual averaging with η = U/(√2 G), already on a line: for every q ≥ 1 a run of "
        "T = 2q² + 2q rounds on the linear losses with gradients g(t), all of length G. In q² pairs of rounds they go "
        "to and fro, so that the sum S(t) returns to 0, and then 2q rounds lead towards u = U e. The regret against u "
        "is at least (2q − ½)UG, and the promise UG(√(2T) − 1/√8) is less than (2q + ⅔)UG. The predictors "
        "w(t) = −(η/√t)S(t − 1) stay in the ball, so that nothing is projected."
    ),
)


def among(number: Any, *known: Any) -> list[Theorem]:
    """That a round is one of the run."""
    return [follows(ge(number, 1), *known), follows(ge(LAST, number), *known, q, SOME)]


def pairs() -> tuple[Theorem, Theorem]:
    """S(2n) = 0, and 2n rounds cost UG(√(n + 1) − 1) or more, for n ≤ q²; a pair costs UG/(2√j)."""
    later = [ge(n, 0), ge(PAIRS, n + 1)]
    turns = [at(f, n + 1, by=[follows(ge(n + 1, 1), later), follows(ge(PAIRS, n + 1), later)]) for f in (FORTH, BACK)]
    moves = [at(f, k, by=among(k, later)) for k in (2 * n + 1, 2 * n + 2) for f in (ADDED, AIMED)]

    def returns(here: Theorem) -> Theorem:
        return identity(eq(total(2 * n + 2), 0), using=[moves[2], moves[0], here, *turns])

    start = identity(eq(total(0), 0), using=[FROM_ZERO])
    nothing = by_induction(eq(total(2 * n), 0), n, 0, base=start, step=returns, until=PAIRS)

    def costs(here: Theorem) -> Theorem:
        there = instantiate(nothing, {}, [follows(ge(PAIRS, n), later)])
        rise = sqrt(n + 2) - sqrt(n + 1)
        root = combine(ge(1 / (2 * sqrt(n + 1)), rise), [(rise**2 / (2 * sqrt(n + 1)), 1)], facts=later)
        known: list[Any] = [*moves, there, *turns, UNIT, COMPARED]
        goal = ge(cost(2 * n + 2), U * G * (sqrt(n + 2) - 1))
        return combine(goal, [(1, here), (U * G, root)], using=known, facts=later)

    goal = ge(cost(2 * n), U * G * (sqrt(n + 1) - 1))
    return nothing, by_induction(goal, n, 0, base=combine(ge(0, 0), []), step=costs, until=PAIRS)


def after_the_pairs(theorem: Theorem) -> Theorem:
    """What is known after q² pairs."""
    return instantiate(theorem, {n: PAIRS}, [follows(ge(PAIRS, 0), q**2), follows(ge(PAIRS, PAIRS))])


def walk(nothing: Theorem) -> Theorem:
    """S(2q² + n) = −nG e for n ≤ 2q."""
    later = [ge(n, 0), ge(2 * q, n + 1)]
    step = [follows(ge(n + 1, 1), later), follows(ge(2 * q, n + 1), later)]
    number = 2 * PAIRS + n + 1
    moved, turned = at(ADDED, number, by=among(number, later, q**2)), at(ON, n + 1, by=step)
    goal = eq(total(2 * PAIRS + n), -n * G * e)
    base = identity(eq(total(2 * PAIRS), 0), using=[nothing])
    return by_induction(
        goal, n, 0, base=base, until=2 * q,
        step=lambda here: identity(eq(total(number), -(n + 1) * G * e), using=[moved, here, turned]),
    )  # fmt: skip


def way() -> Theorem:
    """2q² + n rounds cost UG(q − 1 + n − n(n − 1)/(4q)) or more, for n ≤ 2q."""
    nothing, paid = pairs()
    place = walk(after_the_pairs(nothing))
    later = [ge(n, 0), ge(2 * q, n + 1)]
    number = 2 * PAIRS + n + 1
    step = [follows(ge(n + 1, 1), later), follows(ge(2 * q, n + 1), later)]
    known: list[Any] = [at(AIMED, number, by=among(number, later, q**2)), at(ON, n + 1, by=step)]
    known += [instantiate(place, {}, [follows(ge(2 * q, n), later)]), UNIT, COMPARED]

    def spent(n: Any) -> Expr:
        return U * G * (q - 1 + n - n * (n - 1) / (4 * q))

    def costs(here: Theorem) -> Theorem:
        root = sqrt(2 * number)
        short = combine(ge(root, 2 * q), [((root**2 - 4 * q**2) / (root + 2 * q), 1)], facts=[*later, SOME])
        slower = combine(ge(n / (2 * q), n / root), [(n / (2 * q * root), short)], facts=[*later, SOME])
        goal = ge(cost(number), spent(n + 1))
        return combine(goal, [(1, here), (U * G, slower)], using=known, facts=[*later, SOME])

    begun = after_the_pairs(paid)
    root = combine(ge(sqrt(PAIRS + 1), q), [(1 / (sqrt(PAIRS + 1) + q), 1)], facts=[SOME])
    base = combine(ge(cost(2 * PAIRS), spent(0)), [(1, begun), (U * G, root)], facts=[SOME])
    return by_induction(ge(cost(2 * PAIRS + n), spent(n)), n, 0, base=base, step=costs, until=2 * q)


@TIGHT.proof
def to_and_fro_and_on(claim: Claim) -> list[Theorem]:
    """A pair costs UG/(2√j), and the way on more than half of its 2q rounds."""
    goal, *_ = claim.states
    whole = instantiate(way(), {n: 2 * q}, [follows(ge(2 * q, 0), SOME), follows(ge(2 * q, 2 * q))])
    return [follows(goal, whole, SOME), *nothing_is_projected()]


def nothing_is_projected() -> list[Theorem]:
    """w is 0, −Ue/(2√j) or (n − 1)Ue/√(2t) with n − 1 < 2q < √(2t)."""
    nothing, _ = pairs()
    _, odd, even, on = TIGHT.states
    before = instantiate(nothing, {n: j - 1}, [follows(ge(j - 1, 0), PAIR), follows(ge(PAIRS, j - 1), PAIR)])
    first, second = (among(k, PAIR) for k in (2 * j - 1, 2 * j))
    known: list[Any] = [before, at(ADDED, 2 * j - 1, by=first), at(FORTH, j), UNIT]
    at_zero = combine(odd.body, [(U**2, 1)], using=[before, at(AIMED, 2 * j - 1, by=first)], facts=PAIR)
    near = combine(
        even.body, [(U**2 / (4 * j), j - 1), (3 * U**2 / 4, 1)], using=[at(AIMED, 2 * j, by=second), *known], facts=PAIR
    )
    number = 2 * PAIRS + i
    place = instantiate(
        walk(after_the_pairs(nothing)), {n: i - 1}, [follows(ge(i - 1, 0), WALKED), follows(ge(2 * q, i - 1), WALKED)]
    )
    known = [place, at(AIMED, number, by=among(number, WALKED, q**2)), UNIT]
    spare = [(U**2 * (2 * q + i) / (2 * number), assume(WALKED[1])), (U**2 * (4 * i - 1) / (2 * number), 1)]
    further = combine(on.body, spare, using=known, facts=[*WALKED, SOME])
    return [
        generalize(theorem, list(schema.variables), schema.given)
        for theorem, schema in ((at_zero, odd), (near, even), (further, on))
    ]


@TIGHT.sharp
def the_best_constant() -> Sharpness:
    """The promise is less than (2q + ⅔) UG for these T, as √(4q² + 4q) < 2q + 1."""
    root = sqrt(2 * LAST)
    promise = combine(ge(2 * q + 1, root), [(1 / (2 * q + 1 + root), 1)], facts=[SOME])
    return Sharpness(
        "the largest ratio of the regret of dual averaging to √(2T) UG, over all T",
        "1, approached and not attained: at least 1 − 3/(4q + 2) for T = 2q(q + 1)",
        [TIGHT.theorem(TIGHT.states[0]), promise, TUNED.theorem(TUNED.states[0])],
    )


HALF = Rational(1, 2)
SLOPES = (1, -1, -1, -1)


def four_rounds(slopes: Any = SLOPES, start: Any = 0, **other: Any) -> dict[Any, Any]:
    """q = 1 on the line, with U = G = e = u = 1; what is not given is as the claim has it."""
    unit = other.get("e", 1)
    steps = [unit * slope for slope in slopes]
    sums = other.get("sums", [start + sum(steps[:k]) for k in range(5)])
    path = other.get("path", [-sums[k] / (sqrt(2) * sqrt(k + 1)) for k in range(4)])
    return {
        q: 1,
        U: 1,
        G: 1,
        e: unit,
        u: other.get("u", unit),
        slope: listed(steps, t),
        total: Lambda(t, listed(sums, t)(t + 1)),
        w: listed(path, t),
    }


REGRET = TIGHT.states[0]

fails_as(TIGHT,
    ("constant", {REGRET: ge(REGRET.lhs, U * G * (2 * q + HALF))}, "2q + ½ in place of 2q − ½.", four_rounds()),
    ("sign", {REGRET: le(REGRET.lhs, REGRET.rhs)}, "≤ in place of ≥.", four_rounds()),
)  # fmt: skip

fails_without(TIGHT,
    (FROM_ZERO, "S(0) may be anything.", four_rounds(start=-2)),
    (ADDED, "S(t) may be anything.", four_rounds(sums=[0, -1, -1, -1, 0])),
    (AIMED, "The predictors may be anything.", four_rounds(path=[0, 1, 1, 1])),
    (FORTH, "The first gradient may lead towards u.", four_rounds((-2, -1, -1, -1))),
    (BACK, "The second gradient may be 0.", four_rounds((1, 0, -1, -1))),
    (ON, "The last gradients may be 0.", four_rounds((1, -1, 0, 0))),
    (UNIT, "e may be shorter.", four_rounds(e=HALF)),
    (COMPARED, "u may be anything.", four_rounds(u=-1)),
)  # fmt: skip

"""The regret bound (8) for every T ≥ 2, with what its proof gives away: the first step, and the room up to 2U."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Rational, S, Sum, sqrt

from proofs.gradient_descent import projection
from proofs.gradient_descent._projected import CLOSEST, COMPARED, INSIDE, SOME, one_round
from proofs.gradient_descent._worst_case_runs import EXTREMAL, NEAR, Run
from proofs.gradient_descent._worst_cases import ABOVE, BELOW, turned
from proofs.gradient_descent.ogd_bound import BEST_RATE, BOUND
from proofs.gradient_descent.ogd_bound_eta import BOUNDED, DECREASING, LONG_RUNS, READING_ETA, long_runs, room
from proofs.gradient_descent.ogd_setting import (
    CONVEX, ROUND, START, G, T, U, eta, loss, moved, rounds, square, t, u, v, w,
)  # fmt: skip
from proofs.gradient_descent.sums import SQRT_SUM_SHARP
from proofs.gradient_descent.worst_cases import attained
from verify.author.kernel import Theorem, assume, cases, combine, generalize, identity, induct, instantiate, telescope
from verify.claims import Claim, Runs, Sharpness, fails_as, fails_without
from verify.language.terms import Inner, eq, ge, le, norm, substitute
from verify.lemmas import at_most_by_squares

TWO = ge(T, 2)
STEPS = substitute(DECREASING, {eta: BEST_RATE})

SHARP = Claim(
    "gradient_descent/ogd-bound.sharp",
    at="(8), sharper",
    says="(1/T) Σ ℓ_t(w_t) ≤ (1/T) Σ ℓ_t(u) + UG(√(8/T) − 3/(√2 T)), for η = (U/G)√2 and T ≥ 2",
    given=[TWO if f == SOME else f for f in BOUND.given],
    states=le(rounds(loss(t, w(t))) / T, rounds(loss(t, u)) / T + U * G * (sqrt(8 / T) - 3 / (sqrt(2) * T))),
    rests_on=["gradient_descent/projection.sharp", "gradient_descent/projected-ogd", "gradient_descent/sqrt-sum.sharp"],
    reading=READING_ETA
    + (
        " η = (U/G)√2 and T ≥ 2; for T = 1 the regret may be UG, which is more. That w(1) = 0 is used: w(2) has the "
        "direction of −∇ℓ_1(0)."
    ),
    sharpens="gradient_descent/ogd-bound",
)


def ends_apart(term: Any) -> Theorem:
    """Σ_{t=1}^T f(t) = f(1) + Σ_{t=2}^{T−1} f(t) + f(T) for T ≥ 2, by induction on the sum without its first term."""
    first, last = (substitute(term, {t: n}) for n in (S.One, T))
    goal = eq(rounds(term), first + Sum(term, (t, 2, T)))
    base = identity(substitute(goal, {T: S.One}))
    after = combine(substitute(goal, {T: T + 1}), [(1, assume(goal))], facts=[SOME])
    apart = instantiate(induct(base, after, goal, T, 1), {}, [combine(SOME, [(1, assume(TWO)), (1, 1)])])
    return combine(eq(rounds(term), first + Sum(term, (t, 2, T - 1)) + last), [(1, apart)], facts=[TWO])


@SHARP.proof
def first_step_and_last(claim: Claim) -> Theorem:
    """The rounds from 2 to T − 1 telescope with √t(4U² − ‖w_t − u‖²)/(2η), and the first one pays with √2 of that."""
    return cases([on_one_side(side) for side in (BELOW, ABOVE)], [ge(0, Inner(w(2), u)), ge(Inner(w(2), u), 0)])


COST = BEST_RATE * G**2 / 2
"""What a step of the rate η costs; the step of round t costs 1/√t of it."""


def later_rounds() -> list[Theorem]:
    """The costs of the rounds 2, …, T − 1, and of the round T, with √t E_t/(2η) for E_t = 4U² − ‖w_t − u‖²."""
    one = one_round(BEST_RATE / sqrt(t), STEPS)
    moves, steep = instantiate(assume(STEPS), [t]), instantiate(assume(BOUNDED), [t])
    excess = loss(t, w(t)) - loss(t, u) - COST / sqrt(t)
    grown = sqrt(t) * (room(t + 1) - room(t)) / (2 * BEST_RATE)
    plain = combine(le(excess, grown), [(1, one), (BEST_RATE / (2 * sqrt(t)), steep)], using=[moves], facts=ROUND)
    inside = [instantiate(assume(INSIDE), [t + 1]), assume(COMPARED)]
    within = combine(ge(room(t + 1), 0), [*((2, f) for f in inside), (1, square(w(t + 1) + u))])
    rising = combine(ge(sqrt(t + 1) - sqrt(t), 0), [(1 / (sqrt(t + 1) + sqrt(t)), 1)], facts=ROUND)
    spare = combine(ge((sqrt(t + 1) - sqrt(t)) * room(t + 1), 0), [(rising, within)], facts=ROUND)
    risen = (sqrt(t + 1) * room(t + 1) - sqrt(t) * room(t)) / (2 * BEST_RATE)
    step = combine(le(excess, risen), [(1, plain), (1 / (2 * BEST_RATE), spare)], facts=ROUND)
    early, late = assume(ge(t, 2)), assume(ge(T - 1, t))
    among = [combine(ge(t, 1), [(1, early), (1, 1)]), combine(ge(T, t), [(1, late), (1, 1)])]
    among += [combine(ge(t + 1, 1), [(1, early), (1, 2)]), combine(ge(T + 1, t + 1), [(1, late), (1, 1)])]
    middle = telescope(instantiate(step, {}, among), t, 2, T - 1, -sqrt(t) * room(t) / (2 * BEST_RATE))
    some = assume(TWO)
    ends = [combine(ge(T, 1), [(1, some), (1, 1)]), combine(ge(T, T), []), combine(ge(T + 1, 1), [(1, some), (1, 2)])]
    return [middle, instantiate(plain, {t: T}, [*ends, combine(ge(T + 1, T + 1), [])])]


@cache
def on_one_side(side: int) -> Theorem:
    """The bound where ⟨w(2), u⟩ ≤ 0, or ≥ 0."""
    some = assume(TWO)
    moves = [at_first(STEPS), assume(START)]
    long = combine(ge(2 * U**2, square(moved(2))), [(2 * U**2 / G**2, at_first(BOUNDED))], using=moves)
    root = combine(ge((sqrt(2) * U) ** 2, norm(moved(2)) ** 2), [(1, long)])
    reach = at_most_by_squares(norm(moved(2)), sqrt(2) * U, root)
    inside = instantiate(assume(INSIDE), [2], [combine(ge(2, 1), [(1, 1)]), combine(ge(T + 1, 2), [(1, some), (1, 1)])])
    place = {projection.w: w(2), projection.p: moved(2), projection.u: u}
    closest = generalize(at_first(CLOSEST, v), [v], [ge(U**2, square(v))])
    first = instantiate(turned(side, sqrt(2)), place, [reach, inside, assume(COMPARED), closest])
    spare = (1 - 1 / sqrt(2)) / 2 if side == BELOW else 0
    terms = [
        (1, at_first(CONVEX, u, w(1))),
        (G / (sqrt(2) * U), first),
        *((1, later) for later in later_rounds()),
        *((G / U * (Rational(1, 2) + spare), known) for known in (inside, assume(COMPARED))),
        (G / U * spare, square(w(2) + u)) if side == BELOW else (1 - 1 / sqrt(2), U * G),
        (sqrt(T) / (2 * BEST_RATE), square(w(T + 1) - u)),
        (COST, SQRT_SUM_SHARP.theorem(SQRT_SUM_SHARP.states[0])),
        (-1, ends_apart(loss(t, w(t)) - loss(t, u))),
        (COST, ends_apart(1 / sqrt(t))),
    ]
    whole = combine(
        le(rounds(loss(t, w(t)) - loss(t, u)), U * G * (sqrt(8 * T) - 3 / sqrt(2))),
        terms,
        using=moves,
        facts=[some, combine(ge(T, 1), [(1, some), (1, 1)])],
    )
    return combine(SHARP.states[0], [(1 / T, whole)], facts=[some])


def at_first(formula: Any, *values: Any) -> Theorem:
    """A hypothesis on the rounds at the first one, and at vectors."""
    among = [combine(ge(1, 1), []), combine(ge(T, 1), [(1, assume(TWO)), (1, 1)])]
    return instantiate(assume(formula), [1, *values], among)


@SHARP.sharp
def what_can_be_taken_away() -> Sharpness:
    """Two rounds may cost 3/2 UG."""
    return Sharpness(
        "the largest c for which √(8T) − c bounds the regret over UG for every T ≥ 2",
        "between 3/√2 = 2.1213… and 5/2: any larger c fails for two rounds, which may cost 3/2 UG",
        [SHARP.theorem(SHARP.states[0]), attained(2)],
    )


def at_run(run: Run) -> dict[str, Any]:
    """The instance of a run, with its number of rounds."""
    found = run.instance()
    return {"at": found["at"] | {T: run.rounds}, "discharge": found["discharge"]}


@SHARP.extremal("T", range(2, 5))
def worst_runs(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """The runs of the exact worst cases up to T = 3, and close to them up to T = 8."""
    return (EXTREMAL | NEAR)[count].lossless()


@SHARP.extremal("q", [LONG_RUNS])
def long_runs_in_the_plane(_: Any) -> Runs:
    """T = 2q² − 1 rounds, from this q on: the runs of gradient_descent/ogd-best-constant-plane."""
    return long_runs(SHARP.states[0], 3 / sqrt(2), per=T)


def less(constant: Any) -> Any:
    """The bound with another constant in the place of 3/√2."""
    return le(rounds(loss(t, w(t))) / T, rounds(loss(t, u)) / T + U * G * (sqrt(8 / T) - constant / T))


fails_as(SHARP,
    ("constant", less(Rational(251, 100)), "251/100 in place of 3/√2.", at_run(EXTREMAL[2])),
    ("sign", le(SHARP.states[0].rhs, SHARP.states[0].lhs - 2 * U * G * sqrt(8 / T)), "−√(8/T).", at_run(EXTREMAL[2])),
)  # fmt: skip


@SHARP.mutant("hypothesis", **at_run(EXTREMAL[1]))
def one_round_too(claim: Claim) -> Claim:
    """T may be 1."""
    return claim.replace(given=[SOME if f == TWO else f for f in claim.given])


fails_without(SHARP,
    (START, "w(1) may be any point of the ball: on the line from −1 with u = 1, two rounds cost 4 − √2.",
        at_run(Run(((-1,), (sqrt(2) - 1,), (1,)), {3: (sqrt(2),)}))),
)  # fmt: skip

"""Without the projection, (8) holds for eight rounds and fails for nine."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Add, Integer, Rational, S, sqrt

from proofs.gradient_descent._projected import COMPARED
from proofs.gradient_descent._worst_case_runs import Point, Run
from proofs.gradient_descent._worst_cases import regret
from proofs.gradient_descent.ogd_bound import BEST_RATE
from proofs.gradient_descent.ogd_bound_eta import BOUNDED
from proofs.gradient_descent.ogd_setting import CONVEX, ROUND, START, G, T, U, grad, loss, square, t, u, w
from verify.author.kernel import Theorem, assume, combine, instantiate, witness
from verify.claims import Claim, Sharpness, fails_as, fails_without
from verify.language.terms import Formula, Inner, eq, forall, ge, gt, le, substitute, vector
from verify.tightness.performance_estimation import Estimation, bounded

LAST = 8
FREE = forall(t, eq(w(t + 1), w(t) - BEST_RATE / sqrt(t) * grad(t, w(t))), ROUND)


def given(last: int) -> list[Formula]:
    """The hypotheses of (8) without the projection, for a number of rounds."""
    return [substitute(f, {T: Integer(last)}) for f in (CONVEX, START, FREE, COMPARED, BOUNDED)]


EIGHT = Claim(
    "gradient_descent/ogd-unprojected",
    at="(8), what the projection is for",
    says="without the projection, R_8(u) ≤ √64 UG for ‖u‖ ≤ U: (8) at T = 8",
    given=given(LAST),
    states=le(regret(LAST), sqrt(8 * LAST) * U * G),
    reading=(
        "How long (8) holds where step 2, the projection, is left out, so that the predictors may leave the ball and "
        "u may not. T = 8 and η = (U/G)√2, losses and G as in (8). At T = 9 it fails: a run of nine rounds costs more "
        "than √72 UG (sharpness)."
    ),
)

MULTIPLIERS = {
    S(8): "1.13, 0.9, 0.93, 0.68, 1.21, 1.78, 2.3, 2.75, 3.14",
    Rational("7.9240"): "1.0912, 0.8751, 0.8841, 0.613, 1.2535, 1.8467, 2.3813, 2.8532, 3.2608",
}
"""For each bound in units of UG: the multipliers of ‖u‖ ≤ U, and of the length of each step."""

_compared = vector("û")


def _place(n: int) -> Any:
    return vector(f"ŵ{n}") if n > 1 else S.Zero


@cache
def estimation() -> Estimation:
    """The regret over UG, a function of û = u/U and ŵ(t) = w(t)/U, for steps of length at most √(2/t)."""
    steps = {n: _place(n) - _place(n + 1) for n in range(1, LAST + 1)}
    known = (ge(1, square(_compared)), *(ge(Rational(2, n), square(step)) for n, step in steps.items()))
    shows = Add(*(sqrt(Rational(n, 2)) * Inner(step, _place(n) - _compared) for n, step in steps.items()))
    return Estimation((_compared, *(_place(n) for n in range(2, LAST + 2))), known, shows)


@cache
def at_most(bound: Any) -> Theorem:
    """The regret is at most the bound times UG, for a bound that has multipliers."""
    problem = estimation()
    lemma = bounded(problem, bound, dict(enumerate(map(Rational, MULTIPLIERS.get(bound, "1, 1").split(", ")))))
    names = {_compared.args[0]: u / U} | {_place(n).args[0]: w(n) / U for n in range(2, LAST + 2)}
    met, rounds = [combine(substitute(problem.given[0], names), [(1 / U**2, assume(COMPARED))])], []
    for n in range(1, LAST + 1):
        among = [combine(ge(n, 1), [(1, n - 1)]), combine(ge(LAST, n), [(1, LAST - n)])]
        held = {f: instantiate(assume(substitute(f, {T: Integer(LAST)})), at, among)
                for f, at in ((FREE, [n]), (BOUNDED, [n]), (CONVEX, [n, u, w(n)]))}  # fmt: skip
        move = [held[FREE], assume(START)]
        goal = substitute(problem.given[n], names)
        met.append(combine(goal, [(2 / (n * G**2), held[BOUNDED])], using=move))
        before = w(n) if n > 1 else S.Zero
        cost = G * sqrt(n) / (sqrt(2) * U) * Inner(before - w(n + 1), before - u)
        rounds.append(combine(le(loss(n, w(n)) - loss(n, u), cost), [(1, held[CONVEX])], using=move))
    later = instantiate(lemma, names, met)
    return combine(
        le(regret(LAST), bound * U * G), [(U * G, later), *((1, one) for one in rounds)], using=[assume(START)]
    )


@EIGHT.proof
def multipliers_of_the_lengths(claim: Claim) -> Theorem:
    """The lengths of u and of the steps are all that is used."""
    return at_most(claim.states[0].lhs.subs({U: 1, G: 1}))


def steps(*directions: Point) -> Run:
    """Steps in these directions, unit vectors, almost as long as they may be."""
    grain, points = 10**4, [(S.Zero,) * len(directions[0])]
    for n, direction in enumerate(directions, 1):
        size = Rational(int((Rational(2, n) * grain**2) ** Rational(1, 2)), grain)
        points.append(tuple(place + size * part for place, part in zip(points[-1], direction, strict=True)))
    return Run(tuple(points))


def away_and_back(away: int, last: int) -> Run:
    """On the line, steps from u = 1 and then towards it."""
    return steps(*[(-S.One,)] * away, *[(S.One,)] * (last - away))


EIGHT_ROUNDS, NINE_ROUNDS = away_and_back(3, LAST), away_and_back(3, LAST + 1)
ASIDE, BACK = (-Rational(4, 5), Rational(3, 5)), (Rational(112, 113), -Rational(15, 113))
IN_THE_PLANE = steps(*[(-S.One, S.Zero)] * 2, ASIDE, *[BACK] * 5)
REACHED = Rational("7.9211")


@EIGHT.extremal("T", [LAST])
def eight_rounds(_: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Two steps away from u, one aside, and five in one direction, past u."""
    found = IN_THE_PLANE.instance(lossless=True)
    return found["at"], found["discharge"]()


@EIGHT.sharp
def from_eight_to_nine() -> Sharpness:
    """The regret of eight rounds from both sides."""
    found = IN_THE_PLANE.instance()
    low = witness(given(LAST), gt(REACHED * U * G, regret(LAST)), found["at"], found["discharge"]())
    return Sharpness(
        "the worst regret over UG at T = 8 without the projection, where (8) promises 8",
        "[7.9211, 7.9240], reached in the plane; at T = 9 it is above 9.18, and (8) promises √72 = 8.485…",
        [at_most(Rational("7.9240")), low, above_nine()],
    )


def above_nine() -> Theorem:
    """Nine rounds that cost more than 9.18 UG."""
    found = NINE_ROUNDS.instance()
    return witness(given(LAST + 1), gt(Rational("9.18") * U * G, regret(LAST + 1)), found["at"], found["discharge"]())


@EIGHT.mutant("constant", **NINE_ROUNDS.instance())
def nine_rounds(claim: Claim) -> Claim:
    """T = 9, and what (8) promises for it."""
    return claim.replace(given=given(LAST + 1), states=le(regret(LAST + 1), sqrt(8 * (LAST + 1)) * U * G))


fails_as(EIGHT,
    ("constant", le(regret(LAST), Rational(99, 100) * 8 * U * G), "99/100 of the bound.", IN_THE_PLANE.instance()),
    ("sign", le(regret(LAST), -8 * U * G), "The regret is negative.", EIGHT_ROUNDS.instance()),
)  # fmt: skip


fails_without(EIGHT, (given(LAST)[0], "The losses need not be convex.", EIGHT_ROUNDS.instance(scale=10)))


def half_steps(*first: int) -> Run:
    """On the line, eight rounds through these places and then by steps of ½ towards u = 1."""
    later = [(first[-1] + Rational(n, 2),) for n in range(1, LAST + 2 - len(first))]
    return Run((*((S(place),) for place in first), *later))


fails_without(EIGHT,
    (START, "w(1) may be anything: at −10 each round is far from u = 1.", half_steps(-10).instance()),
    (given(LAST)[4], "G may be anything: one long step leads to −10.", half_steps(0, -10).instance()),
    (COMPARED, "u may be outside the ball.", EIGHT_ROUNDS.instance(compared=5)),
)  # fmt: skip

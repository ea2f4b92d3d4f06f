"""Theorem 4.1 for exact projections: the step that solves (11) lessens the dual objective at least as much as (13)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Rational, Sum, exp, log, simplify

from proofs.matrix_eg._gibbs import FAR, NAMES
from proofs.matrix_eg._one_round import C, a, best_round, level
from proofs.matrix_eg._symmetric import INDEX, A, M, Z, i, mexp
from proofs.matrix_eg.approximate_alpha import REPAIRED as FORWARD
from proofs.matrix_eg.approximate_alpha import high, low, r, step
from proofs.matrix_eg.theorem_4_1 import (
    BOUND, COMMON, FACTORS, FROM, INSIDE, PRODUCT, READING, ROUND, SIGNS, SOME, TO, TRACE_ONE, UPDATE, VIOLATION, T,
    all_rounds, alpha, constraint, edge, exponent, largest, objective, opened, rho, smallest, t,
)  # fmt: skip
from proofs.matrix_eg.violations import MET, TWO_THIRDS, VIOLATED, compared, squared
from verify.audit import (
    Claim, Inner, Theorem, assume, at, combine, eq, exponential_above_tangent, fails_as, fails_without, forall, ge,
    generalize, gt, instantiate, le, real, telescope,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.language.terms import VecHead

s = real("s")
MINIMAL = forall([t, s], ge(Z(exponent(t) - s * constraint(t)), objective(t + 1)), [*ROUND, ge(s, 0)])
FORWARDS = forall(t, ge(alpha(t), 0), ROUND)
SPENT = -Sum(log(rho(t)), (t, 1, T))

EXACT = Claim(
    "matrix_eg/theorem-4-1-exact",
    at="Theorem 4.1, (14), for the steps of (11), sharper",
    says=(
        "With the exact step (11) in each round, tr exp(log W_1 − Σ α_jC_j) ≤ Π ρ(r_t), and if W satisfies (8), Σ −ln "
        "ρ(r_t) ≤ Δ(W, W_1) − Δ(W, W_{T+1})"
    ),
    given=[*(f for f in COMMON if f != INSIDE[0]), VIOLATED, FORWARDS, MINIMAL, MET],
    where=NAMES,
    states=[BOUND, le(SPENT, FAR(A, exponent(1)) - FAR(A, exponent(T + 1)))],
    rests_on=["matrix_eg/theorem-4-1.repaired", "matrix_eg/approximate-alpha.repaired"],
    reading=READING
    + (
        " The step α(t) ≥ 0 solves (11): no s ≥ 0 makes tr exp(M(t) − sC(t)) less; r(t) ≥ 0. W = exp A/tr exp A is any "
        "positive definite matrix of trace one that meets the constraints chosen, and Δ(A, M(t)) is Δ(W, W_t). So the "
        "algorithm of section 4.1 converges at least as fast as that of section 4.2."
    ),
)


def lessened() -> Theorem:
    """Z(M_{t+1}) ≤ Z(M_t − sC_t) ≤ ρ(t) Z(M_t), for the step s of (13) repaired."""
    place = {low: smallest(t), high: largest(t), r: edge(t), M: exponent(t), C: constraint(t), level: rho(t)}
    taken = step(edge(t), smallest(t), largest(t))
    signs = list(map(assume, (f.body for f in (*SIGNS, *INSIDE))))
    same = combine(eq(taken, taken), [], facts=signs)
    interval = [generalize(opened(f, t, i), [i], INDEX) for f in (FROM, TO)]
    met = [*interval, *map(opened, (VIOLATION, FACTORS)), *signs, same]
    bound = instantiate(best_round(), {**place, a: taken}, met)
    forward = instantiate(FORWARD.theorem(FORWARD.states[1]), place, [*signs, opened(VIOLATED)])
    least = at(MINIMAL, t, taken, by=[*map(assume, ROUND), forward])
    known = [*map(opened, (*SIGNS, INSIDE[1]))]
    found = combine(ge(rho(t) * objective(t), objective(t + 1)), [(1, bound), (1, least)], facts=signs)
    above = combine(gt(edge(t), smallest(t)), [(1, opened(VIOLATED)), (1, opened(SIGNS[0]))])
    return instantiate(found, {}, [*known, above])


@EXACT.proof
def at_least_as_much(claim: Claim) -> list[Theorem]:
    """`lessened`, added up as in Theorem 4.1; and ⟨exp A, M_t⟩ does not fall, as α_t ≥ 0 and tr(WC_t) ≤ 0."""
    bounded, spent = claim.states
    falls, last = all_rounds(lessened()), objective(T + 1)
    room = exponential_above_tangent(-SPENT - log(last))
    whole = combine(bounded, [(last, room), (last, falls)], using=[TRACE_ONE], facts=[SOME])
    goal = ge(Inner(mexp(A), exponent(t + 1)), Inner(mexp(A), exponent(t)))
    rises = combine(goal, [(opened(FORWARDS), opened(MET))], using=[opened(UPDATE)])
    total = telescope(rises, t, 1, T, -Inner(mexp(A), exponent(t)))
    return [whole, combine(spent, [(1, falls), (1 / Z(A), total)], facts=[SOME])]


# --- two by two diagonal matrices ------------------------------------------------------------------------------------

HALF = Rational(1, 2)


def projected(r_: Any = HALF, W: Any = TWO_THIRDS, **changes: Any) -> dict[str, Any]:
    """The round of `compared`, C = diag(−1, 2) with the violation r, where the step (13) repaired is exact."""
    found = compared(r_, W, **changes)
    at = {name: value for name, value in found["at"].items() if name != squared}
    path, taken = at[VecHead("M")].expr, at[alpha].expr

    def met() -> list[Theorem]:
        theorems, inside = list(found["discharge"]()), [ge(t, 1), ge(1, t)]
        now = combine(eq(t, 1), [(1, t - 1)], facts=inside)
        first, second = (exp(entry.subs(t, 2)) for entry in path)
        body = ge(exp(path[0] + s) + exp(path[1] - 2 * s), exp(path[0].subs(t, t + 1)) + exp(path[1].subs(t, t + 1)))
        away, rest = exp(s - taken), simplify(first - 2 * second)
        terms = [(second * (2 * away + 1) / away**2, (away - 1) ** 2)]
        if rest != 0:
            terms += [(rest, exponential_above_tangent(s)), (rest * s, 1)]
        with suppress(KernelError):
            least = combine(body, terms, using=[now], facts=[ge(s, 0)])
            theorems.append(generalize(least, [t, s], [*inside, ge(s, 0)]))
        with suppress(KernelError):
            theorems.append(generalize(combine(ge(taken, 0), [(taken, 1)]), [t], inside))
        return theorems

    return {"at": at, "discharge": met}


BELOW, SPARED = EXACT.states

fails_as(EXACT,
    ("constant", {BELOW: le(BELOW.rhs, Rational(99, 100) * PRODUCT)}, "99/100 times the product.", projected()),
    ("constant", {SPARED: le(Rational(101, 100) * SPENT, SPARED.lhs)}, "101/100 times the sum.", projected()),
    ("sign", {SPARED: le(SPARED.lhs, SPENT)}, "≥ in place of ≤.", projected(W=(log(3), 0))),
)  # fmt: skip
fails_without(EXACT,
    (MET, "W need not meet the constraints.", projected(W=(0, 0))),
    (MINIMAL, "α(t) may be anything: 0.", projected(taken=0)),
    (VIOLATED, "r(t) may be negative: then the best step is 0.", projected(-HALF, (log(5), 0), taken=0)),
    (FACTORS, "ρ(t) may be anything.", projected(factor=HALF)),
)  # fmt: skip


@EXACT.extremal("r", [Rational(1, 10), HALF, Rational(19, 10)])
def product_reached(violation: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One round with C = diag(−1, 2): attained for every violation."""
    found = projected(violation)
    return found["at"], found["discharge"]()


@EXACT.extremal("r", [Rational(1, 10), HALF, Rational(19, 10)], formula=1)
def distance_spent(violation: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """The same, with W = W_2 = diag(2/3, 1/3): attained for every violation."""
    found = projected(violation)
    return found["at"], found["discharge"]()

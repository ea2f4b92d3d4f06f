"""Theorem 4.1: the dual objective is at most the product of the factors, with (13) repaired, not as printed.

M_1 = log W_1 and M_{t+1} = M_t − α_tC_t, so that Z(M_{T+1}) = tr exp M_{T+1} is the dual objective after T rounds.

1. Z(M_{t+1}) ≤ ρ_tZ(M_t), by the Golden–Thompson inequality, the chord of the exponential over [λ_min, λ_max] at each
   eigenvalue of C_t, and the step at which that bound is least (`lessened`, from `_one_round`).
2. So ln Z(M_{t+1}) ≤ ln Z(M_t) + ln ρ_t, and all rounds together: ln Z(M_{T+1}) ≤ ln Z(M_1) + Σ ln ρ_t (`logarithms`).
3. Z(M_1) = tr W_1 = 1, and the exponential gives Z(M_{T+1}) ≤ Π ρ_t (`round_by_round`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, Sum, Tuple, exp, log

from numeric.learners.definite_boost import DefiniteBoost, progress_factor
from proofs.matrix_eg._diagonal import DIAGONAL, diagonal_facts
from proofs.matrix_eg._one_round import C, a, best_round, level
from proofs.matrix_eg._symmetric import EXPONENTIALS, INDEX, SPECTRAL_READING, SYMMETRIC, WEIGHED, M, Z, i, lam, mexp
from proofs.matrix_eg._symmetric import family as matrices
from proofs.matrix_eg.approximate_alpha import high, logarithm_above, low, printed_step, progress, r, step, x
from verify.audit import (
    Claim, Inner, Searched, Sharpness, Theorem, assume, combine, eq, exponential_above_tangent, fails_as,
    fails_without, family, forall, ge, generalize, gt, instantiate, integer, le, telescope, witness,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.language.terms import VecHead
from verify.lemmas.few_rounds import each_round

t, T, k = integer("t T k")
alpha, edge, smallest, largest = family("α"), family("r"), family("λ_min"), family("λ_max")
rho = family("ρ", positive=True)
constraint = matrices("C")
exponent = matrices("M")


def objective(t: Any) -> Expr:
    """The dual objective before round t, tr exp M_t with M_t = log W_1 − Σ_{k<t} α_k C_k."""
    return Z(exponent(t))


ROUND = [ge(t, 1), ge(T, t)]
TRACE_ONE = eq(objective(1), 1)
UPDATE = forall(t, eq(exponent(t + 1), exponent(t) - alpha(t) * constraint(t)), ROUND)
VIOLATION = forall(t, eq(Inner(mexp(exponent(t)), constraint(t)), edge(t) * objective(t)), ROUND)
FROM = forall([t, i], ge(lam(i, constraint(t)), smallest(t)), [*ROUND, *INDEX])
TO = forall([t, i], ge(largest(t), lam(i, constraint(t))), [*ROUND, *INDEX])
SIGNS = [forall(t, gt(0, smallest(t)), ROUND), forall(t, gt(largest(t), 0), ROUND)]
INSIDE = [forall(t, gt(edge(t), smallest(t)), ROUND), forall(t, gt(largest(t), edge(t)), ROUND)]
SOME = ge(T, 0)


def taking(rule: Any) -> Any:
    """Every round takes the step of the rule."""
    return forall(t, eq(alpha(t), rule(edge(t), smallest(t), largest(t))), ROUND)


STEP = taking(step)
FACTORS = forall(t, eq(rho(t), progress(edge(t), smallest(t), largest(t))), ROUND)
COMMON = [SYMMETRIC, *WEIGHED, TRACE_ONE, UPDATE, VIOLATION, FROM, TO, *SIGNS, *INSIDE, FACTORS, SOME]
PRODUCT = exp(Sum(log(rho(t)), (t, 1, T)))
BOUND = le(objective(T + 1), PRODUCT)
RUN_READING = SPECTRAL_READING + (
    "M(1) = log W_1, tr W_1 = 1, and M(t + 1) = M(t) − α(t)C(t), C(t) being the constraint of round t; so W_t is exp "
    "M(t) over its trace, which is (12), and M(T + 1) = log W_1 − Σ α_jC_j, α_j of (9) being the sum of the steps on "
    "C_j. r(t) = tr(W_tC(t)); the eigenvalues of C(t) lie in [λ_min(t), λ_max(t)], and λ_min < 0 < λ_max, λ_min < r < "
    "λ_max. ρ(t) > 0 is ρ(r(t)), and the product the exponential of the sum of logarithms. The Golden–Thompson "
    "inequality is an axiom. The dual objective is that of (14), without the logarithm of (9). For every d and T."
)
READING = RUN_READING + " That C(t) is the most violated constraint is not used."

THEOREM_4_1 = Claim(
    "matrix_eg/theorem-4-1",
    at="Theorem 4.1, (14)",
    printed="The dual objective (9) is bounded as tr exp(log W_1 − Σ α_jC_j) ≤ Π_{t≤T} ρ(r_t)",
    face_of="matrix_eg/approximate-alpha",
    given=[
        *COMMON,
        forall(t, gt(-smallest(t), edge(t)), ROUND),
        forall(t, ge(edge(t), 0), ROUND),
        taking(printed_step),
    ],
    reconstructed=True,
    where=EXPONENTIALS,
    states=BOUND,
    reading=READING + " The step is (13) as printed, and every r(t) < −λ_min(t), so that it is defined; r(t) ≥ 0.",
)

REPAIRED = Claim(
    "matrix_eg/theorem-4-1.repaired",
    at="Theorem 4.1, (14)",
    says="tr exp(log W_1 − Σ α_jC_j) ≤ Π_{t≤T} ρ(r_t), with α_t = ln((1 − r/λ_min)/(1 − r/λ_max))/(λ_max − λ_min)",
    given=[*COMMON, STEP],
    where=EXPONENTIALS,
    states=BOUND,
    rests_on=["matrix_eg/approximate-alpha-minimises.repaired"],
    repairs="matrix_eg/theorem-4-1",
    reading=READING
    + (
        " The step is (13) with λ_max and λ_min exchanged in the fraction, and −r_t for r_t; violations may have "
        "either sign."
    ),
)


signs = [f.body for f in (*SIGNS, *INSIDE)]


@cache
def opened(schema: Any, *at: Any) -> Theorem:
    """A schema at an index; the signs of the interval's ends settle what it needs."""
    return instantiate(assume(schema), list(at or (t,)), list(map(assume, signs)) if schema in (STEP, FACTORS) else [])


@cache
def lessened() -> Theorem:
    """Z(M_{t+1}) ≤ ρ(t) Z(M_t): one round, at the step taken."""
    place = {
        low: smallest(t),
        high: largest(t),
        r: edge(t),
        a: alpha(t),
        M: exponent(t),
        C: constraint(t),
        level: rho(t),
    }
    interval = [generalize(opened(f, t, i), [i], INDEX) for f in (FROM, TO)]
    met = [*interval, *map(opened, (VIOLATION, STEP, FACTORS)), *map(assume, signs)]
    bound = instantiate(instantiate(best_round(), place, met), {}, list(map(opened, (*SIGNS, *INSIDE))))
    return combine(ge(rho(t) * objective(t), objective(t + 1)), [(1, bound)], using=[opened(UPDATE)], facts=ROUND)


def all_rounds(one_round: Theorem) -> Theorem:
    """ln Z falls by at least −ln ρ(t) in round t: ln u ≥ 1 − 1/u for u = ρ(t) Z(M_t)/Z(M_{t+1}); the sum telescopes."""
    before, after = objective(t), objective(t + 1)
    quotient = rho(t) * before / after
    above = instantiate(logarithm_above(), {x: quotient}, [combine(gt(quotient, 0), [(1, quotient)])])
    falls = combine(ge(log(before) + log(rho(t)), log(after)), [(1, above), (1 / (rho(t) * before), one_round)])
    added = telescope(falls, t, 1, T, log(before))
    total = Sum(log(rho(t)), (t, 1, T))
    return combine(ge(log(objective(1)) + total, log(objective(T + 1))), [(1, added)], facts=[SOME])


@cache
def logarithms() -> Theorem:
    """The same for the step (13) repaired."""
    return all_rounds(lessened())


@REPAIRED.proof
def round_by_round(claim: Claim) -> Theorem:
    """One round lessens the dual objective by ρ(t); the logarithms add up."""
    last, total = objective(T + 1), Sum(log(rho(t)), (t, 1, T))
    room = exponential_above_tangent(total - log(last))
    return combine(claim.states[0], [(last, room), (last, logarithms())], using=[TRACE_ONE], facts=[SOME])


# --- two by two diagonal matrices ------------------------------------------------------------------------------------


def one_projection(rule: Any, r: Any, low: Any = -1, high: Any = 2, **changes: Any) -> dict[str, Any]:
    """One round from W_1 = diag(w, 1 − w) with C = diag(λ_min, λ_max) and the violation r.

    `changes`: other values of `taken`, the step, `factor`, ρ, `ends`, the eigenvalues of C, `weight`, w, `mass`, the
    trace of W_1, `path`, what is added to the exponents, and `rounds`, T.
    """
    r, low, high = Rational(r), Rational(low), Rational(high)
    weight, mass = changes.get("weight", (high - r) / (high - low)), changes.get("mass", 1)
    first, second = changes.get("ends", (low, high))
    taken = changes.get("taken", rule(r, low, high))
    moved = changes.get("path", -taken * first), changes.get("path", -taken * second)
    path = log(mass * weight) + (t - 1) * moved[0], log(mass * (1 - weight)) + (t - 1) * moved[1]
    at = {
        **DIAGONAL,
        T: changes.get("rounds", 1),
        VecHead("M"): Lambda(t, Tuple(*path)),
        VecHead("C"): Lambda(t, Tuple(first, second)),
        alpha: Lambda(t, taken),
        edge: Lambda(t, r),
        smallest: Lambda(t, low),
        largest: Lambda(t, high),
        rho: Lambda(t, changes.get("factor", progress(r, low, high))),
    }
    here = [(entry, value) for entry, value in zip(path, (first, second), strict=True)]
    bodies = [eq(entry.subs(t, t + 1), entry - taken * value) for entry, value in here]
    masses = [exp(entry) for entry in path]
    bodies += [eq(masses[0] * first + masses[1] * second, r * (masses[0] + masses[1]))]
    bodies += [eq(at[rho].expr, progress(r, low, high))]
    bodies += [eq(taken, rule(r, low, high))]

    def met() -> list[Theorem]:
        found = diagonal_facts()
        for body in bodies:
            with suppress(KernelError):
                found.append(each_round(body, t, last=at[T]))
        return found

    return {"at": at, "discharge": met}


PRINTED_FAILS = one_projection(printed_step, Rational(1, 2))


@THEOREM_4_1.counterexample
def two_eigenvalues(claim: Claim) -> Theorem:
    """W_1 = I/2, C = diag(−1, 2), r = 1/2: α = ln(5/2)/3, and the dual objective is 0.9500 > ρ = 0.9449."""
    return witness(list(claim.given), claim.states[0], PRINTED_FAILS["at"], PRINTED_FAILS["discharge"]())


# --- mutants ---------------------------------------------------------------------------------------------------------

HALF = Rational(1, 2)


@REPAIRED.mutant("sign", **PRINTED_FAILS)
def as_printed(claim: Claim) -> Claim:
    """(13) as printed."""
    return claim.replace(given=[taking(printed_step) if f == STEP else f for f in claim.given])


fails_as(REPAIRED,
    ("sign", ge(objective(T + 1), PRODUCT), "≥ in place of ≤; the eigenvalues of C are inside the interval.",
        one_projection(step, HALF, -4, 4, ends=(HALF, HALF))),
    ("constant", le(objective(T + 1), Rational(99, 100) * PRODUCT),
        ("99/100 times the product: the bound is attained where C has no other eigenvalues than λ_min " "and λ_max."),
        one_projection(step, HALF)),
)  # fmt: skip


fails_without(REPAIRED,
    (STEP, "α(t) may be anything.", one_projection(step, HALF, taken=3)),
    (FACTORS, "ρ(t) may be anything.", one_projection(step, HALF, factor=HALF)),
)  # fmt: skip


OUTSIDE = one_projection(step, HALF, -1, 1, ends=(-4, 5), weight=HALF)


fails_without(REPAIRED,
    ([FROM, TO], "The eigenvalues −4 and 5 are outside [−1, 1].", OUTSIDE),
    (TRACE_ONE, "W_1 may have the trace 2.", one_projection(step, HALF, mass=2)),
    (UPDATE, "The exponent may be anything after the first round.", one_projection(step, HALF, path=2)),
    (VIOLATION, "r(t) may be anything.", one_projection(step, HALF, weight=Rational(3, 4))),
)  # fmt: skip


# --- sharp instances -------------------------------------------------------------------------------------------------


@REPAIRED.extremal("r", [-HALF, HALF, 1, Rational(3, 2)])
def both_ends(violation: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One round with C = diag(−1, 2): attained for every violation."""
    found = one_projection(step, violation)
    return found["at"], found["discharge"]()


@THEOREM_4_1.extremal("r", [Rational(1, 4), HALF, Rational(3, 4)])
def above_the_printed_product(violation: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One round with C = diag(−1, 2) and the step as printed: more than the product."""
    found = one_projection(printed_step, violation)
    return found["at"], found["discharge"]()


# --- runs ------------------------------------------------------------------------------------------------------------


@REPAIRED.sharp
def attained() -> Sharpness:
    """C = diag(λ_min, λ_max) commutes with W_1, and its chord is exact: one round has the dual objective ρ(r)."""
    return Sharpness(
        "the factor ρ", "attained where C has no eigenvalue but λ_min and λ_max and commutes with W_t; T = 1"
    )


@REPAIRED.search
def random_constraints() -> Iterator[Searched]:
    """Dual objective over Π ρ(r_t), dense constraints, d from 2 to 6 and up to 30 rounds."""
    rng = np.random.default_rng(14)
    worst, where, cases = 0.0, "", 0
    for size in (2, 3, 6):
        for count in (1, 2, 5):
            raw = rng.normal(size=(count, size, size))
            constraints = raw + raw.transpose(0, 2, 1)
            ends = np.linalg.eigvalsh(constraints)
            if not np.all((ends[:, 0] < 0) & (ends[:, -1] > 0)):
                continue
            learner = DefiniteBoost(np.eye(size) / size).fit(constraints, rounds=30, tolerance=1e-6)
            factors = [
                progress_factor(violated, float(ends[chosen, 0]), float(ends[chosen, -1]))
                for chosen, violated in zip(learner.chosen_, learner.violations_, strict=True)
            ]
            found = float(np.exp(learner.dual_objective_ - np.sum(np.log(factors))))
            cases += 1
            if found > worst:
                worst, where = found, f"d = {size}, {count} constraints, {len(factors)} rounds"
    yield Searched("dual objective over the product of the factors", cases, worst, where, 1 + 1e-12)

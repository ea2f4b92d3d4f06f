"""Online gradient descent that goes on without end: one run, one rate, and the bounds for every number of rounds."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Expr, Lambda, S, sqrt

from proofs.gradient_descent._on_the_line import q, r
from proofs.gradient_descent._projected import CLOSEST, COMPARED, INSIDE, READING, SOME
from proofs.gradient_descent.ogd_bound import BEST_RATE, BOUND
from proofs.gradient_descent.ogd_bound_eta import BOUNDED, DECREASING, FROM_ZERO, LONG_RUNS
from proofs.gradient_descent.ogd_setting import CONVEX, START, G, T, U, eta, grad, loss, moved, rounds, t, u, w
from verify.audit import (
    Claim, Runs, Theorem, at, at_most_by_squares, combine, eq, fails_as, fails_without, follows, forall, ge, generalize,
    instantiate, le, positive, substitute,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.language.terms import ForAll

epsilon = positive("ε")
FIRST = ge(t, 1)


def endless(formula: ForAll) -> ForAll:
    """A hypothesis on the rounds up to T, or up to T + 1, for every round."""
    kept = [f for f in formula.given if f not in (ge(T, t), ge(T + 1, t))]
    return forall(formula.variables, substitute(formula.body, {eta: BEST_RATE}), kept)


def up_to(schemas: dict[ForAll, ForAll]) -> list[Theorem]:
    """The hypotheses of T rounds, from those of all rounds."""
    return [
        generalize(at(endless_one, *finite.variables), list(finite.variables), finite.given)
        for endless_one, finite in schemas.items()
    ]


def average(at: Any) -> Expr:
    """The average loss of T rounds."""
    return rounds(loss(t, at)) / T


SCHEMAS = {endless(f): substitute(f, {eta: BEST_RATE}) for f in (CONVEX, DECREASING, INSIDE, CLOSEST, BOUNDED)}
RUN = [*SCHEMAS, START]

EVERY = Claim(
    "gradient_descent/ogd-every-round",
    at="page 3 and (8), for t = 1, 2, …",
    printed=(
        "For t = 1, 2, … … the regret … Choosing η = (U/G)√2 and dividing everything by T we obtain the final "
        "regret bound (1/T) Σ ℓ_t(w_t) ≤ min_{u: ‖u‖ ≤ U} (1/T) Σ ℓ_t(u) + UG√(8/T)"
    ),
    given=[*RUN, COMPARED, SOME],
    states=[
        le(average(w(t)), average(u) + U * G * sqrt(8 / T)),
        forall(epsilon, le(average(w(t)), average(u) + epsilon), [ge(T * epsilon**2, 8 * U**2 * G**2)]),
    ],
    rests_on=["gradient_descent/ogd-bound"],
    idle={START: FROM_ZERO},
    reading=(
        READING + "The algorithm does not stop: its rounds are t = 1, 2, …, its rate (U/G)√2 does not depend on T, and "
        "G is a bound on ‖∇ℓ_t(w(t))‖ in every round, as it must be for one rate to serve all of them. Then (8) holds "
        "for every T ≥ 1 and every u of the ball, which may depend on T as the u*_T of the notes does; so from "
        "T = 8(UG/ε)² rounds on the average regret is at most ε."
    ),
)


@EVERY.proof
def the_first_rounds_are_a_run(claim: Claim) -> list[Theorem]:
    """The first T rounds are a run to which (8) applies; and UG√(8/T) ≤ ε where 8U²G² ≤ Tε²."""
    bound, late = claim.states
    there = instantiate(BOUND.theorem(BOUND.states[0]), {}, up_to(SCHEMAS))
    (enough,) = late.given
    squares = follows(ge(epsilon**2, (U * G * sqrt(8 / T)) ** 2), enough, SOME)
    small = at_most_by_squares(U * G * sqrt(8 / T), epsilon, squares, facts=[SOME])
    return [follows(bound, there, SOME), generalize(follows(late.body, there, small, SOME), [epsilon], late.given)]


SLOPE = 1 / (sqrt(2) * sqrt(t) * (t + 1))


def on_the_line(slope: Any = SLOPE, path: Any = 1 / t - 1, factor: Any = 1, **other: Any) -> dict[str, Any]:
    """ℓ_t(v) = v/(√(2t)(t + 1)) on the line, U = G = 1: w(t) = 1/t − 1 comes to u = −1 without a projection.

    The losses are `factor` times as large as their gradients say. Schemas that do not hold are not met: the mutant
    must have dropped them.
    """
    names = {"u": u, "T": T}
    at = {
        U: 1,
        G: 1,
        loss: Lambda((t, q), factor * slope * q),
        grad: Lambda((t, q), slope),
        w: Lambda(t, path),
        moved: Lambda(t, path),
    } | {names[name]: number for name, number in ({"u": -1, "T": 1} | other).items()}
    after = path.subs(t, t + 1)
    rules = [
        (ge(factor * slope * q, factor * slope * r + slope * (q - r)), [], [t, q, r], [FIRST]),
        (eq(after, path - sqrt(2) / sqrt(t) * slope), [], [t], [FIRST]),
        (ge(1, path**2), [(1 + path, 1 - path)], [t], [FIRST]),
        (ge((q - after) ** 2, 0), [(1, (q - after) ** 2)], [t, q], [FIRST, ge(1, q**2)]),
        (ge(1, slope**2), [(1, 1 - slope**2)], [t], [FIRST]),
        (ge(1, slope**2), [(slope**2, 2 * t**3 + 4 * t**2 + t), (slope**2, t - 1)], [t], [FIRST]),
    ]

    def met() -> list[Theorem]:
        found = []
        for formula, terms, variables, conditions in rules:
            with suppress(KernelError):
                found.append(generalize(combine(formula, terms, facts=conditions), variables, conditions))
        return found

    return {"at": at, "discharge": met}


@EVERY.extremal("q", [LONG_RUNS])
def long_runs_in_the_plane(_: Any) -> Runs:
    """T = 2q² − 1 rounds, from this q on: the runs of gradient_descent/ogd-best-constant-plane, which then rest."""
    from proofs.gradient_descent import _endless_runs  # noqa: PLC0415  # it rests on a claim about these

    return _endless_runs.runs(EVERY.states[0])


@EVERY.instance
def without_end() -> tuple[dict[Any, Any], list[Theorem]]:
    """That run."""
    found = on_the_line()
    return found["at"], found["discharge"]()


def restated(bound: Any) -> Any:
    """The first formula with another bound."""
    return {EVERY.states[0]: le(average(w(t)), average(u) + bound)}


fails_as(EVERY,
    ("constant", restated(U * G * sqrt(8 / T) / 10), "UG√(8/T)/10.", on_the_line()),
    ("sign", restated(-U * G * sqrt(8 / T)), "−UG√(8/T).", on_the_line()),
)  # fmt: skip

fails_without(EVERY,
    (endless(CONVEX), "The losses need not be convex.", on_the_line(factor=10)),
    (COMPARED, "u may be outside the ball.", on_the_line(u=-10)),
    (endless(DECREASING), "The algorithm may stay where it is: it costs 1 in each of ten rounds.",
        on_the_line(slope=S.One, path=0 * t, T=10)),
)  # fmt: skip

"""Example 3 and section 3: softmax through ρ; as a parameterization it needs the last input back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Max, Sum

from numeric.matching import Rho
from numeric.reference import matching as reference
from proofs.general_additive.c_softmax import i, k
from proofs.general_additive.rho import over_first, rest, rho
from proofs.general_additive.softmax_potential import partition, softmax
from verify.audit import (
    Claim, Conformance, Theorem, assume, at, eq, fails_as, fails_without, family, follows, forall, function, ge,
    generalize, identity, induct, instantiate, integer, ne, positive, real, witness,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.claims.concrete import value
from verify.claims.conformance import conformance

a, theta, x = family("a"), family("θ"), family("x")
t = integer("t")
outcome = real("ŷ")


def reduced(a: Any, i: Any = i) -> Expr:
    """a′_i = a_i − a_k."""
    return a(i) - a(k)


REDUCED = Lambda(i, reduced(a))
SOME_OUTPUT = ge(k, 1)

LINK = Claim(
    "general_additive/example-3-link",
    at="Example 3",
    printed=(
        "assume y = σ(a). Then also y = σ(a′) where a′_i = a_i − a_k. On the other hand, if we write y′ = "
        "ρ(a′_1, …, a′_{k−1}), we have y_i = y′_i for 1 ≤ i ≤ k − 1, and y_k = 1 − Σ_j y′_j"
    ),
    given=[SOME_OUTPUT],
    states=[
        eq(softmax(REDUCED), softmax(a)),
        eq(rho(REDUCED), softmax(a)),
        eq(rest(Lambda(i, rho(REDUCED))), softmax(a, k)),
    ],
    rests_on=["general_additive/example-3"],
    reading="For every k ≥ 1 and all a; i is any index, such as 1 ≤ i ≤ k − 1.",
)


@LINK.proof
def divide_by_the_last(claim: Claim) -> list[Theorem]:
    """Σ_{j≤k} e^{a_j − a_k} = 1 + Σ_{j<k} e^{a_j − a_k}."""
    return [identity(f, facts=list(claim.given)) for f in claim.states]


UNEVEN = {k: 2, i: 1, a: Lambda(i, i)}


fails_as(LINK,
    ("constant", {LINK.states[1]: eq(LINK.states[1].lhs, 2 * LINK.states[1].rhs)}, "ρ is 2σ.", UNEVEN),
    ("sign", {LINK.states[1]: eq(rho(Lambda(i, a(i) + a(k))), LINK.states[1].rhs)}, "a′_i = a_i + a_k for ρ.", UNEVEN),
)  # fmt: skip


@LINK.conformance
def code_follows_the_reduction() -> Iterator[Conformance]:
    """ρ of the reduced activations against the first outputs of softmax, whole activations, 2 to 12 outputs."""
    rng = np.random.default_rng(33)
    points = [rng.integers(-9, 10, n).astype(float) / 4 for n in (2, 3, 12) for _ in range(4)]
    return conformance(
        points,
        formula=lambda w: [value(softmax(a), {a: w.tolist(), k: len(w), i: n}) for n in range(1, len(w))],
        code=lambda w: Rho().transfer(w[:-1] - w[-1]),
        reference=lambda w: reference.transfer("softmax", w.tolist())[:-1],
        ulps=4.0,
    )


# --- as the parameterization function ------------------------------------------------------------------------------


def activation(theta: Any, x: Any) -> Expr:
    """σ(θ)·x."""
    return Sum(softmax(theta) * x(i), (i, 1, k))


def reduced_activation(theta: Any, x: Any) -> Expr:
    """ρ(θ′)·x′ with x′ = (x_1 − x_k, …, x_{k−1} − x_k)."""
    return over_first(rho(theta) * reduced(x))


LESS = Lambda(i, reduced(theta))

PREDICTIONS = Claim(
    "general_additive/example-3-predictions",
    weight="error",
    slip=(
        "The differences x_i − x_n give the activation less x_n: the predictions are those of another "
        "function in each trial."
    ),
    at="section 3",
    printed=(
        "if we were to replace the inputs x ∈ R^n by lower dimensional inputs x′ = (x_1 − x_n, …, x_{n−1} − x_n) and "
        "use the invertible function ρ of Example 3 as the parameterization function, then we would get exactly the "
        "same predictions"
    ),
    given=[SOME_OUTPUT],
    states=eq(activation(theta, x), reduced_activation(LESS, x)),
    reading=(
        "Here k is the number n of inputs. The prediction is φ(ω·x) with ω = σ(θ), and φ(ω′·x′) with ω′ = ρ(θ′), for "
        "the parameters θ′_i = θ_i − θ_n that Example 3 links to θ (for each row of θ): the same for every φ only "
        "if the linear activations are."
    ),
)


@PREDICTIONS.counterexample
def equal_inputs(claim: Claim) -> Theorem:
    """n = 2, θ = (0, 0), x = (1, 1): the activation is 1, and x′ = 0."""
    return witness(list(claim.given), claim.states[0], {k: 2, theta: Lambda(i, 0), x: Lambda(i, 1)})


PREDICTIONS_REPAIRED = Claim(
    "general_additive/example-3-predictions.repaired",
    at="section 3",
    says="… and predict with φ(ω′·x′ + x_n), then we would get exactly the same predictions",
    given=[SOME_OUTPUT],
    states=eq(activation(theta, x), reduced_activation(LESS, x) + x(k)),
    repairs="general_additive/example-3-predictions",
    rests_on=["general_additive/example-3-link"],
    reading=(
        "Here k is the number n of inputs, θ any row of parameters and x any input. The offset x_n is known before "
        "the prediction. That the updates keep θ′_i = θ_i − θ_n is general_additive/example-3-run."
    ),
)


@PREDICTIONS_REPAIRED.proof
def weights_sum_to_one(claim: Claim) -> Theorem:
    """Σ_{i<n} ω_i(x_i − x_n) + x_n = Σ_{i≤n} ω_i x_i, as the weights have sum one."""
    return identity(claim.states[0], facts=list(claim.given))


ONE = {k: 2, theta: Lambda(i, 0), x: Lambda(i, i)}


fails_as(PREDICTIONS_REPAIRED,
    ("constant", eq(PREDICTIONS_REPAIRED.states[0].lhs, PREDICTIONS_REPAIRED.states[0].rhs + x(k)),
        "φ(ω′·x′ + 2x_n).", ONE),
    ("sign", eq(PREDICTIONS_REPAIRED.states[0].lhs, PREDICTIONS_REPAIRED.states[0].rhs - 2 * x(k)), "φ(ω′·x′ − x_n).",
        ONE),
)  # fmt: skip


# --- along a run ---------------------------------------------------------------------------------------------------

path, short, inputs, error = family("θ"), family("θ′"), family("x"), function("g")
eta = positive("η")


def at_trial(family: Any, t: Any) -> Any:
    """The member t of a family of rows."""
    return lambda i: family(t, i)


def prediction(t: Any) -> Expr:
    """The linear activation of the algorithm with ψ = σ in trial t."""
    return activation(at_trial(path, t), at_trial(inputs, t))


def reduced_prediction(t: Any) -> Expr:
    """That of the algorithm with ψ = ρ, the reduced inputs, and x_n added."""
    return reduced_activation(at_trial(short, t), at_trial(inputs, t)) + inputs(t, k)


START = forall(i, eq(short(1, i), path(1, i) - path(1, k)))
STEP = forall([t, i], eq(path(t + 1, i), path(t, i) - eta * error(t, prediction(t)) * inputs(t, i)), [ge(t, 1)])
SHORT_STEP = forall(
    [t, i],
    eq(
        short(t + 1, i),
        short(t, i) - eta * error(t, reduced_prediction(t)) * (inputs(t, i) - inputs(t, k)),
    ),
    [ge(t, 1)],
)
KEPT = forall(i, eq(short(t, i), path(t, i) - path(t, k)))

RUN = Claim(
    "general_additive/example-3-run",
    at="section 3",
    says="… exactly the same predictions, in every trial, with x_n added to the activation",
    given=[SOME_OUTPUT, START, STEP, SHORT_STEP, ge(t, 1)],
    states=[eq(prediction(t), reduced_prediction(t)), KEPT],
    rests_on=["general_additive/example-3-predictions.repaired"],
    reading=(
        "The general additive algorithm (20) with one output: g(t, â) = φ(â) − y_t is the error of trial t for any φ "
        "and outcomes, and η > 0. Both algorithms start from parameters with θ′_i = θ_i − θ_n; then they have the same "
        "activation, hence the same prediction, in every trial t ≥ 1."
    ),
)


@RUN.proof
def differences_are_kept(claim: Claim) -> list[Theorem]:
    """By induction on t: equal activations give equal errors, and θ_i − θ_n moves by −η(error)(x_i − x_n)."""
    given = list(claim.given)
    some, start, steps = ([f for f in given if f in part] for part in ([SOME_OUTPUT], [START], [STEP, SHORT_STEP]))
    moved = [at(f, t, n) for f in steps for n in ((i, k) if f == STEP else (i,))]
    goal = eq(short(t + 1, i), path(t + 1, i) - path(t + 1, k))
    step = identity(goal, using=[KEPT, *moved], facts=[*some, ge(t, 1)])
    total = partition(at_trial(path, t))
    mass = follows(ne(total, 0), total, some)
    step = instantiate(step, {}, discharge=[mass, generalize(mass, [t, i], [ge(t, 1)]), *map(assume, some)])
    (base,) = [assume(f) for f in start] or [assume(START)]
    kept = induct(base, generalize(step, [i]), KEPT, t, 1)
    same = identity(eq(prediction(t), reduced_prediction(t)), using=[kept], facts=some)
    return [same, kept]


RESTING = {
    k: 2,
    eta: 1,
    t: 1,
    error: Lambda((t, outcome), 0),
    path: Lambda((t, i), i),
    short: Lambda((t, i), i - 2),
    inputs: Lambda((t, i), i),
}


def resting(rows: Any = RESTING) -> Any:
    """What proves the schemas that hold for these parameters, which do not move."""

    def theorems() -> list[Theorem]:
        found = []
        for formula, variables, given in (
            (eq(rows[short](1, i), rows[path](1, i) - rows[path](1, 2)), [i], []),
            (eq(rows[path](t + 1, i), rows[path](t, i)), [t, i], [ge(t, 1)]),
            (eq(rows[short](t + 1, i), rows[short](t, i)), [t, i], [ge(t, 1)]),
        ):
            with suppress(KernelError):
                found.append(generalize(identity(formula, facts=given), variables, given))
        return found

    return theorems


fails_as(RUN,
    ("constant", {RUN.states[0]: eq(RUN.states[0].lhs, RUN.states[0].rhs + 1)}, "The activations differ by 1.",
        RESTING, resting()),
    ("sign", {RUN.states[0]: eq(RUN.states[0].lhs, -RUN.states[0].rhs)}, "The activations are opposite.",
        RESTING, resting()),
)  # fmt: skip


ELSEWHERE = {**RESTING, short: Lambda((t, i), 0)}
LEAVING = {**RESTING, path: Lambda((t, i), i * t), t: 2}
DRIFTING = {**RESTING, short: Lambda((t, i), (i - 2) * t), t: 2}


fails_without(RUN,
    (START, "The parameters may start anywhere.", ELSEWHERE, resting(ELSEWHERE)),
    (STEP, "θ need not be updated by the algorithm.", LEAVING, resting(LEAVING)),
    (SHORT_STEP, "θ′ need not be updated by the algorithm.", DRIFTING, resting(DRIFTING)),
)  # fmt: skip


EARLY = {**RESTING, short: Lambda((t, i), i - 2 + Max(1 - t, 0)), t: 0}


fails_without(RUN, (ge(t, 1), "t may be 0.", EARLY, resting(EARLY)))

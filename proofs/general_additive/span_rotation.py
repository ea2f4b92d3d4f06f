"""Section 1: gradient descent moves in the span of the inputs, so that from zero its outputs know no rotation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np
from sympy import Abs, Expr, Lambda, Rational, S, Sum

from numeric.learners.general_additive import GeneralAdditive
from numeric.matching import Identity, Logistic
from numeric.reference import general_additive as reference
from verify.audit import (
    Claim, Conformance, Inner, Theorem, at, decided_by, eq, fails_as, fails_without, follows, forall, function, ge,
    generalize, identity, induct, instantiate, integer, positive, real, substitute, vectors,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.claims.conformance import conformance
from verify.language.terms import EUCLIDEAN, Vec, VecHead

t, q = integer("t q")
eta = positive("η")
u, v = vectors("u v")
TURN = VecHead("A")


def family(name: str) -> Any:
    """A family of vectors."""
    return lambda index: Vec(VecHead(name), EUCLIDEAN, index)


def turned(vector: Any) -> Vec:
    """The vector rotated, A x."""
    return Vec(TURN, EUCLIDEAN, vector)


x, weights, others = family("x"), family("ω"), family("ω̂")
slope = function("g")
"""The derivative g(t, a) of the loss of trial t in the activation a; ŷ_t − y_t for a matching loss."""


def moved(run: Any, data: Any, t: Any) -> Expr:
    """ω_t − ηg(t, ⟨ω_t, x_t⟩)x_t, (7) for any loss."""
    return run(t) - eta * slope(t, Inner(run(t), data)) * data


UPDATE = forall(t, eq(weights(t + 1), moved(weights, x(t), t)), [ge(t, 1)])
UPDATE_TURNED = forall(t, eq(others(t + 1), moved(others, turned(x(t)), t)), [ge(t, 1)])
ROTATION = forall([u, v], eq(Inner(turned(u), turned(v)), Inner(u, v)))
START = [eq(weights(1), 0), eq(others(1), 0)]

READING = (
    "The loss of trial t is any function of the activation ⟨ω, x_t⟩ with a derivative g(t, ·) there: for a matching "
    "loss g(t, a) = φ(a) − y_t, (7). Weights and inputs are vectors of a space of any dimension, t = 1, 2, …; η > 0. "
)

SPAN = Claim(
    "general_additive/span",
    at="section 1, after (7)",
    printed="ω_{t+1} = ω_1 + Σ_{j=1}^t c_j x_j for some scalar coefficients c_j",
    given=[UPDATE, ge(t, 0)],
    states=eq(
        Inner(weights(t + 1) - weights(1), v),
        Sum(-eta * slope(q, Inner(weights(q), x(q))) * Inner(x(q), v), (q, 1, t)),
    ),
    reading=READING + "The coefficients are c_j = −ηg(j, ⟨ω_j, x_j⟩); the equation of vectors holds against every v.",
)

SAME = forall(q, eq(Inner(others(t), turned(x(q))), Inner(weights(t), x(q))))

ROTATED = Claim(
    "general_additive/span-rotation",
    at="section 1, after (7)",
    printed=(
        "if we use the zero start vector ω_1 = 0, then rotating the input vectors … leaves the dot products "
        "ω_t·x_t, and hence the actual outputs φ(ω_t·x_t), unchanged. Note that the gradient descent "
        "algorithm has this property regardless of what loss function is used"
    ),
    given=[UPDATE, UPDATE_TURNED, ROTATION, *START, ge(t, 1)],
    states=[SAME, eq(Inner(others(t), turned(x(t))), Inner(weights(t), x(t)))],
    rests_on=["general_additive/span"],
    reading=(
        READING + "A is any map that keeps inner products, as every orthonormal matrix does; ω̂ is the run from 0 on "
        "the inputs Ax_t, with the same losses. Then ⟨ω̂_t, Ax_q⟩ = ⟨ω_t, x_q⟩ for every input x_q, seen or not, and "
        "with q = t the outputs are the same, for φ and g of the activation."
    ),
)


@SPAN.proof
def add_up_the_steps(claim: Claim) -> Theorem:
    """By induction over the trials."""
    (goal,) = claim.states
    base = identity(substitute(goal, {t: S.Zero}))
    step = follows(
        substitute(goal, {t: t + 1}),
        goal,
        ge(t, 0),
        using=[at(UPDATE, t + 1, by=[follows(ge(t + 1, 1), t, ge(t, 0))])],
    )
    return induct(base, step, goal, t, 0)


@ROTATED.proof
def by_induction(claim: Claim) -> list[Theorem]:
    """Inner products of inputs are kept, and each step is a combination of them."""
    same, _ = claim.states
    updates = [at(f, t) for f in [UPDATE, UPDATE_TURNED]]
    base = identity(substitute(same.body, {t: S.One}), using=START)
    here = [at(same, q), at(same, t)]
    step = identity(substitute(same.body, {t: t + 1}), using=[*updates, *here, ROTATION])
    induction = induct(generalize(base, [q]), generalize(step, [q]), same, t, 1)
    return [induction, instantiate(induction, [t])]


# --- how each is decided -------------------------------------------------------------------------------------------

HALF, a = Rational(1, 2), real("a")
TOWARDS_ONE = Lambda(t, 1 - Rational(2) ** (1 - t))
"""From 0, with x_t = 1, y_t = 1 and η = ½, the identity as transfer function."""
RUN = {x(t).args[0]: Lambda(t, 1), slope: Lambda((t, a), a - 1), eta: HALF, weights(t).args[0]: TOWARDS_ONE, v: 1}
OTHERS = others(t).args[0]
TURNED_RUN = {**RUN, TURN: Lambda(a, -a), OTHERS: Lambda(t, -TOWARDS_ONE(t)), t: 2}


def met(at: dict[Any, Any]) -> Any:
    """The theorems that meet the schemas that hold at such an instance, with x_t = 1; the others are left out."""

    def theorems() -> list[Theorem]:
        later, found = [ge(t, 1)], []
        runs = [(at[weights(t).args[0]], S.One)]
        if TURN in at:
            b = real("b")
            turn = at[TURN]
            runs.append((at[OTHERS], turn(1)))
            with suppress(KernelError):
                found.append(generalize(identity(eq(turn(a) * turn(b), a * b)), [a, b]))
        for run, data in runs:
            after = run(t) - at[eta] * at[slope](t, run(t) * data) * data
            with suppress(KernelError):
                found.append(generalize(identity(eq(run(t + 1), after), facts=later), [t], later))
        return found

    return theorems


def case(instance: dict[Any, Any], **other: Any) -> dict[str, Any]:
    """How a mutant is refuted at an instance, with some of its values changed."""
    names = {"weights": weights(t).args[0], "others": OTHERS, "turn": TURN, "eta": eta, "slope": slope, "t": t}
    changed = {**instance, **{names[name]: value for name, value in other.items()}}
    return {"at": changed, "discharge": met(changed)}


fails_as(SPAN,
    ("constant", eq(SPAN.states[0].lhs, 2 * SPAN.states[0].rhs), "c_j = −2ηg.", case(RUN, t=1)),
    ("sign", eq(SPAN.states[0].lhs, -SPAN.states[0].rhs), "c_j = ηg.", case(RUN, t=1)),
)  # fmt: skip


fails_without(SPAN,
    (UPDATE, "The weights may be anything.", case(RUN, weights=Lambda(t, t), t=1)),
    (SPAN.given[1], "t may be negative.",
        decided_by(undecided="before the first trial there is no sum of inputs already seen")),
)  # fmt: skip


def turned_product(factor: int) -> list[Any]:
    """The claim with a factor on the output of the run on the inputs as they were."""
    scaled = eq(SAME.body.lhs, factor * SAME.body.rhs)
    return [forall(q, scaled), substitute(scaled, {q: t})]


fails_as(ROTATED,
    ("constant", turned_product(2), "Twice the output.", case(TURNED_RUN)),
    ("sign", turned_product(-1), "The output changes its sign.", case(TURNED_RUN)),
)  # fmt: skip


fails_without(ROTATED,
    (UPDATE, "The weights may be anything.", case(TURNED_RUN, weights=Lambda(t, t - 1))),
    (UPDATE_TURNED, "The weights on the rotated inputs may be anything.", case(TURNED_RUN, others=Lambda(t, t - 1))),
    (ROTATION, "A may change lengths.", case(
            TURNED_RUN,
            turn=Lambda(a, 2 * a),
            eta=Rational(1, 8),
            weights=Lambda(t, 1 - Rational(7, 8) ** (t - 1)),
            others=Lambda(t, TOWARDS_ONE(t) / 2),
        )),
    (START[0], "ω_1 need not be 0.", case(TURNED_RUN, weights=Lambda(t, 1), t=1)),
    (START[1], "The run on the rotated inputs need not start from 0.", case(TURNED_RUN, others=Lambda(t, -1), t=1)),
)  # fmt: skip


RESTING = {"slope": Lambda((t, a), 0), "weights": Lambda(t, 0), "others": Lambda(t, Abs(1 - t) + 1 - t), "t": 0}


fails_without(ROTATED, (ge(t, 1), "t may be 0.", case(TURNED_RUN, **RESTING)))


# --- the code ------------------------------------------------------------------------------------------------------

REFLECTION = np.eye(4) - np.ones((4, 4)) / 2
"""x ↦ x − 2⟨x, 1⟩1/4, an orthonormal map that is exact on numbers of few bits."""


def streams() -> list[tuple[Any, Any]]:
    """Inputs in R⁴ with 12 bits, and outcomes, for 20 trials each."""
    rng = np.random.default_rng(7)
    return [(rng.integers(-2048, 2048, (20, 4)) / 2048, rng.integers(0, 2, 20).astype(float)) for _ in range(10)]


def _outputs(phi: Any, stream: Any) -> list[float]:
    learner = GeneralAdditive(Identity(), phi, np.zeros(4), 0.25)
    found: list[float] = []
    for row, outcome in zip(stream[0] @ REFLECTION, stream[1], strict=True):
        found.append(float(np.asarray(learner.predict_one(row))))
        learner.learn_one(row, outcome)
    return found


def _exact_outputs(phi: str, turn: Any, stream: Any) -> list[Any]:
    rows: Any = [np.zeros(4)]
    found: list[Any] = []
    data = stream[0] if turn is None else stream[0] @ turn
    for row, outcome in zip(data, stream[1], strict=True):
        found += reference.predict("identity", phi, rows, row)
        rows = reference.update("identity", phi, rows, row, [outcome], 0.25)
    return found


@ROTATED.conformance
def code_does_not_see_the_reflection() -> Iterator[Conformance]:
    """The outputs on reflected inputs, in floats, against those on the inputs as they are."""
    for name, phi in (("identity", Identity()), ("logistic", Logistic())):
        yield from conformance(
            streams(),
            formula=partial(_exact_outputs, name, None),
            code=partial(_outputs, phi),
            reference=partial(_exact_outputs, name, REFLECTION),
            ulps=16.0,
        )

"""Section 3: softmax as the transfer function through ρ: the same for fixed weights, and another update in a run."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sympy import Lambda, S, Sum, exp, log

from proofs.general_additive.algorithm import family as vectors
from proofs.general_additive.c_softmax import i, j, k
from proofs.general_additive.rho import rest, rho
from proofs.general_additive.softmax_potential import partition, softmax
from verify.audit import (
    Claim, Inner, Theorem, assume, at, eq, fails_as, fails_without, family, follows, forall, function, ge, generalize,
    identity, induct, instantiate, integer, ne, positive, witness,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.language.terms import VecHead
from verify.lemmas.few_rounds import each_round

t, length = integer("t ℓ")
eta = positive("η")
weight, path, short, x = vectors("ω"), vectors("θ"), vectors("θ′"), vectors("x")
y = family("y")
SOME_OUTPUT = ge(k, 1)

# --- fixed weights -------------------------------------------------------------------------------------------------


def activation(i: Any) -> Any:
    """⟨ω_i, x⟩."""
    return Inner(weight(i), x())


RHO, SIGMA, LAST = function("ρ"), function("σ"), function("ρ_k")
"""What the predictions are called where statements are shown."""
REDUCED = Lambda(i, Inner(weight(i) - weight(k), x()))

OUTPUTS = Claim(
    "general_additive/example-3-outputs",
    at="section 3",
    printed="A similar trick would also work for softmax as the transfer function",
    given=[SOME_OUTPUT],
    where={RHO(i): rho(REDUCED), SIGMA(i): softmax(activation)},
    states=[eq(RHO(i), SIGMA(i)), eq(rest(RHO), SIGMA(k))],
    rests_on=["general_additive/example-3-link"],
    reading=(
        "As a statement on predictions: with k − 1 outputs, whose weights are ω_i − ω_k, and ρ in the place of "
        "softmax, the first k − 1 predictions are the same, and the last is 1 less their sum. For every k ≥ 1, all "
        "weights and every input; i is any index, such as 1 ≤ i ≤ k − 1."
    ),
)


@OUTPUTS.proof
def divide_by_the_last(claim: Claim) -> list[Theorem]:
    """Every exponential is divided by e^{⟨ω_k, x⟩}."""
    return [identity(f, facts=list(claim.given)) for f in claim.states]


# --- along a run ---------------------------------------------------------------------------------------------------


def wide(t: Any) -> Callable[[Any], Any]:
    """The activations of gradient descent with softmax."""
    return lambda i: Inner(path(t, i), x(t))


def narrow(t: Any) -> Callable[[Any], Any]:
    """Those with ρ, of the first k − 1 outputs."""
    return lambda i: Inner(short(t, i), x(t))


def last(t: Any) -> Any:
    """What ρ leaves for the last output."""
    return rest(Lambda(i, rho(narrow(t))))


TRIAL = [ge(t, 1), ge(length, t)]
START = forall(i, eq(short(1, i), path(1, i) - path(1, k)))
STEP = forall([t, i], eq(path(t + 1, i), path(t, i) - eta * (softmax(wide(t)) - y(t, i)) * x(t)), TRIAL)


def narrow_step(error: Any) -> Any:
    """The update of the k − 1 rows by an error."""
    return forall([t, i], eq(short(t + 1, i), short(t, i) - eta * error * x(t)), TRIAL)


OWN = rho(narrow(t)) - y(t, i)
OWN_STEP = narrow_step(OWN)
NAMES = {LAST(t): rest(lambda i: RHO(t, i)), RHO(t, i): rho(narrow(t)), SIGMA(t, i): softmax(wide(t))}
SHOWN = eq(RHO(length + 1, i), SIGMA(length + 1, i))
SAME = eq(rho(narrow(length + 1)), softmax(wide(length + 1)))

RUN = Claim(
    "general_additive/example-3-outputs-run",
    weight="reading",
    slip=(
        "For fixed weights the trick works (general_additive/example-3-outputs); gradient descent with ρ makes other "
        "updates, and after the first trial other predictions."
    ),
    at="section 3",
    printed="A similar trick would also work for softmax as the transfer function",
    given=[SOME_OUTPUT, ge(length, 0), START, STEP, OWN_STEP],
    where=NAMES,
    states=SAME,
    reading=(
        "As a statement on the algorithm: gradient descent (20) with k rows and softmax, and with k − 1 rows, which "
        "start from θ_i − θ_k, and ρ; each by its own errors, for ℓ trials. The predictions in the next trial are the "
        "same, for every ℓ. ψ is the identity, as differences of rows need not be in the range of another ψ."
    ),
)

REPAIRED = Claim(
    "general_additive/example-3-outputs-run.repaired",
    at="section 3",
    says="… if each of the k − 1 rows is updated by its error less that of the last output",
    given=[SOME_OUTPUT, ge(length, 0), START, STEP, narrow_step(RHO(t, i) - y(t, i) - (LAST(t) - y(t, k)))],
    where=NAMES,
    states=[SHOWN, eq(LAST(length + 1), SIGMA(length + 1, k))],
    repairs="general_additive/example-3-outputs-run",
    rests_on=["general_additive/example-3-outputs"],
    reading=(
        "Gradient descent with k rows and softmax, and with k − 1 rows, which start from θ_i − θ_k, and ρ; row i of "
        "the latter moves by −η((ŷ_i − y_i) − (ŷ_k − y_k))x_t with ŷ_k = 1 − Σ ŷ_j. For every number ℓ of trials, all "
        "k outputs in the next one are the same. The outcomes may be any numbers."
    ),
)


def one_trial(path: Any, short: Any, outcome: Any, less: bool = True) -> dict[str, Any]:
    """One trial with k = 2, n = 1, x = 1 and η = 1, whose schemas are met as far as they hold."""
    at = {
        k: 2,
        i: 1,
        eta: 1,
        length: 1,
        VecHead("θ"): Lambda((t, i), path),
        VecHead("θ′"): Lambda((t, i), short),
        VecHead("x"): Lambda(t, 1),
        y: Lambda((t, i), outcome),
    }
    wide, narrow = at[VecHead("θ")], at[VecHead("θ′")]
    softmax = exp(path) / Sum(exp(wide(t, j)), (j, 1, 2))
    own = exp(short) / (1 + Sum(exp(narrow(t, j)), (j, 1, 1)))
    last = 1 - Sum(exp(narrow(t, i)) / (1 + Sum(exp(narrow(t, j)), (j, 1, 1))), (i, 1, 1)) - at[y](t, 2)

    def met() -> list[Theorem]:
        rules: list[Callable[[], Theorem]] = [
            lambda: generalize(identity(eq(narrow(1, i), wide(1, i) - wide(1, 2))), [i]),
            lambda: each_round(eq(wide(t + 1, i), path - softmax + outcome), t, last=1, more=[i]),
            lambda: each_round(
                eq(narrow(t + 1, i), short - own + outcome + (last if less else 0)), t, last=1, more=[i]
            ),
        ]
        found = []
        for rule in rules:
            with suppress(KernelError):
                found.append(rule())
        return found

    return {"at": at, "discharge": met}


MOVED = (t - 1) * (3 - 2 * i) / 2
"""Both rows move by their errors ½ − y_i, where y = (1, 0)."""


@RUN.counterexample
def after_one_trial(claim: Claim) -> Theorem:
    """k = 2, θ_1 = (0, 0), x = 1, y = (1, 0), η = 1: 1/(1 + e^{−1/2}) with ρ, and 1/(1 + e^{−1}) with softmax."""
    found = one_trial(MOVED, MOVED, 2 - i, less=False)
    return witness(list(claim.given), claim.states[0], found["at"], found["discharge"]())


LESS_STEP = REPAIRED.given[-1]


@REPAIRED.proof
def differences_are_kept(claim: Claim) -> list[Theorem]:
    """By induction θ′_i = θ_i − θ_k, so that the activations are those of general_additive/example-3-outputs."""
    some, start, steps = (part for part in ([SOME_OUTPUT], [START], [STEP, LESS_STEP]))
    kept = forall(i, eq(short(t, i), path(t, i) - path(t, k)), [ge(length + 1, t)])
    inside = follows(ge(length, t), ge(length + 1, t + 1))
    before = follows(ge(length + 1, t), inside)
    known = generalize(at(kept, i, by=[before]), [i], [ge(length, t)])
    moved = [at(f, t, n, by=[inside]) for f in steps for n in ((i, k) if f == STEP else (i,))]
    goal = eq(short(t + 1, i), path(t + 1, i) - path(t + 1, k))
    step = identity(goal, using=[*moved, known], facts=[*some, *TRIAL])
    mass = follows(ne(partition(wide(t)), 0), partition(wide(t)), some)
    step = instantiate(step, {}, discharge=[mass, generalize(mass, [t, i], TRIAL), inside, *map(assume, some)])
    (first,) = [at(f, i) for f in start] or [assume(START.body)]
    base = generalize(first, [i], [ge(length + 1, 1)])
    always = induct(base, generalize(step, [i], [ge(length + 1, t + 1)]), kept, t, 1)
    now = instantiate(always, {t: length + 1})
    return [identity(f, using=[now], facts=some) for f in claim.states]


STILL = one_trial(S.Zero, S.Zero, S.Half)


fails_as(REPAIRED,
    ("constant", [eq(SAME.lhs, 2 * SAME.rhs), REPAIRED.states[1]], "ρ predicts 2σ.", STILL),
    ("sign", [SAME, eq(REPAIRED.states[1].lhs, -REPAIRED.states[1].rhs)],
        "The last output is that of softmax negated.", STILL),
)  # fmt: skip


fails_without(REPAIRED,
    (START, "The k − 1 rows may start anywhere.", one_trial(S.Zero, log(3) - (t - 1) / 2, S.Half)),
    (STEP, "The k rows may be anything.", one_trial((t - 1) * (3 - 2 * i), S.Zero, S.Half)),
    ({LESS_STEP: OWN_STEP}, "The k − 1 rows are updated by their own errors.",
        one_trial(MOVED, MOVED, 2 - i, less=False)),
)  # fmt: skip


fails_as(OUTPUTS,
    ("constant", {OUTPUTS.states[0]: eq(rho(Lambda(i, 2 * REDUCED(i))), OUTPUTS.states[0].rhs)},
        "ρ at 2(ω_i − ω_k).", STILL["at"] | {VecHead("ω"): Lambda(i, i), VecHead("x"): 1}),
    ("sign", {OUTPUTS.states[0]: eq(rho(Lambda(i, Inner(weight(i) + weight(k), x()))), OUTPUTS.states[0].rhs)},
        "ρ at ω_i + ω_k.", STILL["at"] | {VecHead("ω"): Lambda(i, i), VecHead("x"): 1}),
)  # fmt: skip

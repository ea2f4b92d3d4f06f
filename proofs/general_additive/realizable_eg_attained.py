"""EG without a comparator's loss, sharpness: runs whose loss is as near to X² ln n as you like, for many inputs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, Sum, exp, log

from numeric.learners.general_additive import GeneralAdditive
from numeric.matching import Identity, Softmax
from proofs.general_additive._line import HALF
from proofs.general_additive._runs import ROUNDING
from verify.audit import (
    Claim, Searched, Theorem, assume, at, by_induction, cases, combine, decided, eq, exponential_above_tangent,
    fails_as, fails_without, family, follows, forall, ge, generalize, gt, identity, instantiate, integer, le, positive,
    real, substitute, telescope,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.lemmas.few_rounds import each_round

i, t, length = integer("i t ℓ")
m, delta, kappa = positive("m δ κ")
r, s, z = real("r s z")
a, u, x, sign, some_miss = family("a"), family("u"), family("x"), family("σ"), family("g")

TRIAL = [ge(t, 1), ge(length, t)]


def others(t: Any) -> Expr:
    """The weight of the others, before it is divided by the total."""
    return m * (exp(u(t)) + exp(-u(t)))


def odds(t: Any) -> Expr:
    """The weight of the favourite, over that of the others."""
    return exp(a(t)) / others(t)


def tanh(z: Any) -> Expr:
    """The hyperbolic tangent."""
    return (exp(z) - exp(-z)) / (exp(z) + exp(-z))


def prediction(t: Any) -> Expr:
    """ŷ_t: the mean of the inputs under the weights."""
    turned = m * (exp(u(t)) - exp(-u(t))) * sign(t)
    return (exp(a(t)) * x(t) + turned) / (exp(a(t)) + others(t))


MISS = prediction(t) - x(t)
STARTS = [eq(a(1), 0), eq(u(1), 0), eq(sign(1), 1)]
TURN = forall(t, eq(sign(t + 1), -sign(t)), TRIAL)
INPUT = forall(t, eq(x(t), delta * (1 + odds(t)) + sign(t) * tanh(u(t))), TRIAL)
UPDATES = [
    forall(t, eq(a(t + 1), a(t) - MISS * x(t)), TRIAL),
    forall(t, eq(u(t + 1), u(t) - MISS * sign(t)), TRIAL),
]
SMALL = [le(4 * delta**2, 3 * kappa), le(delta * (1 + kappa / 4), 1)]
ENOUGH = le(length * delta**2 * (1 + kappa) / 2 + delta**2 / 2, log(m * kappa / 2))
HERE = [ge(i, 1), ge(length, i)]
LOSS = Sum(MISS**2 / 2, (t, 1, length))


def reached(t: Any) -> Expr:
    """What the parameter of the favourite is at most, before trial t."""
    return (t - 1) * delta**2 * (1 + kappa) / 2 + delta**2 * (1 - sign(t)) / 4


CLAIM = Claim(
    "general_additive/realizable-eg-attained",
    at="section 4, after (32), sharpness",
    says=(
        "for every κ > 0 there are runs of EG at η = 1/X² on n = 2m + 1 inputs with max_t ‖x_t‖∞ ≤ X = 1 and no "
        "comparator's loss, in which the loss is ℓδ²/2 for all ℓ with ℓδ²(1 + κ) + δ² ≤ 2 ln(mκ/2) and every small δ: "
        "as near to ln((n − 1)κ/4)/(1 + κ) as you like, and so no constant below 1 will do before X² ln n"
    ),
    given=[*HERE, *STARTS, TURN, INPUT, *UPDATES, *SMALL, ENOUGH],
    states=[le(x(i) ** 2, 1), eq(LOSS, length * delta**2 / 2)],
    rests_on=["general_additive/realizable-eg.sharp"],
    reading=(
        "One output, ψ = σ, φ the identity, Θ_1 = 0 and η = 1. The comparator is the first input alone, the favourite, "
        "whose value in trial t is x_t = y_t; of the others m have the value σ_t and m the value −σ_t, with σ_t = 1 "
        "and −1 in turn. a_t is the parameter of the favourite, u_t and −u_t are those of the others, whose sums over "
        "m equal terms are written as products; (20) keeps that so. The inputs are given by what came before, and such "
        "that ŷ_t − y_t = −δ in every trial. That no input is larger than 1, in any trial i, is all there is to show. "
        "With κ = 1/ln n, δ → 0 and n → ∞ the loss over ln n tends to 1, so that nothing better than X² ln n is true "
        "for all n in general_additive/realizable-eg.sharp."
    ),
    loose="all that matters of the first is that no input exceeds the X of the bound",
)


def signs() -> Theorem:
    """σ_t² = 1."""

    def turned(here: Theorem) -> Theorem:
        return follows(eq(sign(i + 1) ** 2, 1), here, using=[at(TURN, i)])

    return by_induction(eq(sign(i) ** 2, 1), i, 1, base=STARTS[2:], step=turned, until=length + 1)


def missed() -> Theorem:
    """ŷ_t − y_t = −δ."""
    return identity(eq(MISS, -delta), using=[at(INPUT, t)], facts=TRIAL)


def others_turn() -> Theorem:
    """u_t = δ(1 − σ_t)/2."""

    def turned(here: Theorem) -> Theorem:
        moves = follows(eq(u(i + 1), u(i) + delta * sign(i)), at(UPDATES[1], i), instantiate(missed(), {t: i}))
        return follows(eq(u(i + 1), delta * (1 - sign(i + 1)) / 2), here, moves, using=[at(TURN, i)])

    return by_induction(eq(u(i), delta * (1 - sign(i)) / 2), i, 1, base=STARTS[1:], step=turned, until=length + 1)


@cache
def within_one() -> list[Theorem]:
    """1 + σ_t ≥ 0 and 1 − σ_t ≥ 0."""
    return [follows(ge(1 + side * sign(i), 0), signs(), (1 + side * sign(i)) ** 2) for side in (1, -1)]


@cache
def turned_mean() -> Theorem:
    """σ_t tanh u_t = −tanh δ·(1 − σ_t)/2: nothing where the others are in balance, and else against the favourite."""
    square, goal = signs(), eq(s * tanh(r), -tanh(delta) * (1 - s) / 2)
    parts, sides = [], [gt(sign(i), 0), le(sign(i), 0)]
    for value, side in zip((1, -1), sides, strict=True):
        room = follows(gt(1 + value * sign(i), 0), side)
        known = combine(eq(sign(i), value), [(value / (1 + value * sign(i)), square)], facts=[room])
        place = delta * (1 - value) / 2
        there = identity(goal, using=[eq(s, value), eq(r, place)])
        parts.append(instantiate(there, {s: sign(i), r: u(i)}, [known, follows(eq(u(i), place), others_turn(), known)]))
    return cases(parts, sides)


@cache
def odds_are_small() -> Theorem:
    """The odds are at most κ/4 where a_t ≤ ln(mκ/2)."""
    most, twice = log(m * kappa / 2), combine(ge(exp(z) + exp(-z), 2), [(1, (exp(z / 2) - exp(-z / 2)) ** 2)])
    rises = exponential_above_tangent(most - z)
    below = combine(le(exp(z), m * kappa / 2), [(exp(z), rises), (exp(z), le(z, most))])
    terms = [(1 / others(i), instantiate(below, {z: a(i)}))]
    terms += [(m * kappa / 4 / others(i), instantiate(twice, {z: u(i)}))]
    return combine(le(odds(i), kappa / 4), terms)


def still_small(here: Theorem) -> Theorem:
    """The odds are at most κ/4 as long as a_t is at most what it can have reached."""
    rest = combine(ge((length - i) * delta**2 * (1 + kappa), 0), [(delta**2 * (1 + kappa), length - i)], facts=HERE[1:])
    low = within_one()[0]
    enough = follows(le(a(i), log(m * kappa / 2)), here, ENOUGH, rest, delta**2 * (1 + kappa) / 2, low)
    return instantiate(odds_are_small(), {}, [enough])


@cache
def input_of_the_favourite() -> Theorem:
    """x_t = δ(1 + odds) − tanh δ·(1 − σ_t)/2."""
    goal = eq(x(i), delta * (1 + odds(i)) - tanh(delta) * (1 - sign(i)) / 2)
    return follows(goal, at(INPUT, i), turned_mean())


@cache
def falls_little() -> Theorem:
    """tanh δ ≥ δ(1 − δ²/3)."""
    small = follows(le(delta, 1), SMALL[1], delta * kappa)
    return instantiate(decided(ge(tanh(delta), delta * (1 - delta**2 / 3)), le(delta, 1)), {}, [small])


@cache
def favourite() -> Theorem:
    """a_t is at most what it can have reached: two trials raise it by δ²(2 + odds of both) − δ tanh δ."""
    low, high = within_one()

    def raised(here: Theorem) -> Theorem:
        moves = follows(eq(a(i + 1), a(i) + delta * x(i)), at(UPDATES[0], i), instantiate(missed(), {t: i}))
        terms = [
            (1, here),
            (-1, moves),
            (-delta, input_of_the_favourite()),
            (delta**2, still_small(here)),
            (delta * (1 - sign(i)) / 2, falls_little()),
            (delta**2 * (1 - sign(i)) / 24, assume(SMALL[0])),
            (delta**2 * kappa / 8, low),
        ]
        return combine(le(a(i + 1), reached(i + 1)), terms, using=[at(TURN, i)], facts=[high])

    return by_induction(le(a(i), reached(i)), i, 1, base=[STARTS[0], STARTS[2]], step=raised, until=length + 1)


def size_of_the_input() -> Theorem:
    """x_t² ≤ 1: x_t ≤ δ(1 + κ/4), and x_t ≥ −tanh δ."""
    low, high = within_one()
    whole = exp(delta) + exp(-delta)
    less, some = combine(le(tanh(delta), 1), [(2 / whole, exp(-delta))]), follows(le(delta, 1), SMALL[1], delta * kappa)
    rises = combine(ge(tanh(delta), 0), [(1, falls_little()), (delta * (1 + delta) / 3, some), (1, 2 * delta / 3)])
    here, odd = input_of_the_favourite(), still_small(favourite())
    above = [(-1, here), (delta, odd), (1, assume(SMALL[1])), ((1 - sign(i)) / 2, rises)]
    below = [(1, here), (1, delta * (1 + odds(i))), ((1 - sign(i)) / 2, less), (HALF, low)]
    ends = combine(ge(1, x(i)), above, facts=[high]), combine(ge(1 + x(i), 0), below, facts=[high])
    return combine(le(x(i) ** 2, 1), [ends])


@cache
def equal_losses() -> Theorem:
    """The sum of ℓ losses of ½δ²."""
    each = forall(t, eq(some_miss(t), -delta), TRIAL)
    lost = combine(eq(some_miss(t) ** 2 / 2, delta**2 / 2), [((some_miss(t) - delta) / 2, at(each, t))])
    whole = eq(Sum(some_miss(t) ** 2 / 2, (t, 1, length)), length * delta**2 / 2)
    return follows(whole, telescope(lost, t, 1, length), ge(length, 0))


@CLAIM.proof
def others_take_turns(claim: Claim) -> list[Theorem]:
    """Two trials raise the logarithm of the favourite's odds by little more than δ², and cost δ²."""
    size = follows(claim.states[0], size_of_the_input(), HERE)
    known = [generalize(missed(), [t], TRIAL), follows(ge(length, 0), HERE)]
    return [size, instantiate(equal_losses(), {some_miss: Lambda(t, MISS)}, known)]


# --- one trial -------------------------------------------------------------------------------------------------------


def one_trial(**other: Any) -> dict[str, Any]:
    """δ = ½, κ = 4 and m = 2: the favourite's input is 5/8; other values, for what does not hold then."""
    values = {"m": 2, "delta": HALF, "kappa": 4, "start": 0, "u": 0, "sign": 1, "loss": None} | other
    rate, first, turned, side = (values[name] for name in ("delta", "start", "u", "sign"))
    size = exp(first) / (2 * values["m"]) if turned == 0 else exp(first) / (values["m"] * (exp(turned) + exp(-turned)))
    begun = rate * (1 + size) + side * tanh(turned)
    given = values.get("x", begun)
    moved = rate if given == begun else 0
    last = values.get("after", first + moved * given), turned + moved * side
    at = {i: 1, length: 1, m: values["m"], delta: rate, kappa: values["kappa"]}
    at |= {a: line(first, last[0]), u: line(turned, values.get("turned", last[1])), x: Lambda(t, given)}
    at |= {sign: line(side, values.get("then", -side))}
    return {"at": at, "discharge": lambda: met(at)}


def line(first: Any, second: Any) -> Lambda:
    """The numbers at t = 1 and t = 2."""
    return Lambda(t, first + (t - 1) * (second - first))


def met(at: dict[Any, Any]) -> list[Theorem]:
    """The theorems that meet those schemas that hold in the one trial."""
    found = []
    for schema in (TURN, INPUT, *UPDATES):
        with suppress(KernelError):
            found.append(each_round(substitute(schema.body, at), t, last=1))
    return found


ONE = one_trial()


fails_as(CLAIM,
    ("constant", {CLAIM.states[0]: le(x(i) ** 2, Rational(1, 4))}, "No input exceeds ½.", ONE),
    ("constant", {CLAIM.states[1]: eq(LOSS, length * delta**2)}, "ℓδ².", ONE),
    ("sign", {CLAIM.states[1]: eq(LOSS, -length * delta**2 / 2)}, "−½ℓδ².", ONE),
)  # fmt: skip


fails_without(CLAIM,
    (ENOUGH, "Any number of trials.", one_trial(m=Rational(1, 10))),
    (INPUT, "The inputs may be anything.", one_trial(x=0)),
    (STARTS[0], "a_1 may be anything.", one_trial(start=log(100))),
    (SMALL[1], "δ may be large.", one_trial(delta=2, kappa=6, m=10**7)),
)  # fmt: skip


# --- the code --------------------------------------------------------------------------------------------------------


@CLAIM.search
def a_run_of_the_learner() -> Iterator[Searched]:
    """1001 inputs, δ = 1/10 and κ = 3/10: the largest square of an input, and the loss against ℓδ²/2."""
    half, small, slack = 500, 0.1, 0.3
    count = int((2.0 * np.log(half * slack / 2.0) - small**2) / (small**2 * (1.0 + slack)))
    learner = GeneralAdditive(Softmax(), Identity(), np.zeros(2 * half + 1), 1.0)
    lost, largest, side = 0.0, 0.0, 1.0
    row = np.concatenate([[0.0], np.ones(half), -np.ones(half)])
    for _ in range(count):
        weights = np.array(learner.coef_)
        rest = float(np.sum(weights[1:]))
        row[0] = (small + side * float(weights[1:] @ row[1:])) / rest
        here = np.concatenate([row[:1], side * row[1:]])
        lost += learner.loss_one(here, row[0])
        learner.learn_one(here, row[0])
        largest, side = max(largest, float(row[0] ** 2)), -side
    yield Searched("largest square of an input", count, largest, f"{count} trials")
    yield Searched("loss / (ℓδ²/2)", count, 2.0 * lost / (count * small**2), f"{count} trials", allowed=1.0 + ROUNDING)

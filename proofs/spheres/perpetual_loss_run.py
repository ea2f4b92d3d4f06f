"""Why η must not be larger than 1, for whole runs: the loss grows with every trial, and p⋆ never comes nearer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Rational, S, cos, pi, sin, sinc

from numeric.learners.geodesic import SphereLearner
from proofs.spheres._one_trial import Run, meets, one_trial, stepped
from proofs.spheres._runs import (
    CUMULATIVE, DATA, LOSS, NAMES, SOLVED, START, TRIAL, TRIALS, UPDATES, at_trial, datum, k, n, parameter, t, units,
)  # fmt: skip
from proofs.spheres.lemma_7_sign import z
from proofs.spheres.lemma_9_progress import LENGTH, length
from proofs.spheres.lemma_9_progress import LOSS as OF_ONE
from proofs.spheres.perpetual_loss import BEFORE, MIRRORED, REFLECTS, q
from proofs.spheres.single_step import NEXT, SOLVES, UNIT_DATA, best, d, eta, p, x
from verify.audit import (
    Claim, Conformance, Inner, Theorem, assume, at, by_induction, combine, decided, eq, fails_without, follows, forall,
    ge, generalize, gt, identity, instantiate, ne, substitute, telescope,
)  # fmt: skip
from verify.claims.conformance import conformance
from verify.language.terms import Formula, VecHead

REPEATED = forall(t, eq(datum(t), datum(0)), TRIAL)
AT_ANGLE = eq(Inner(parameter(0), datum(0)) ** 2, cos(d) ** 2)

PERPETUAL_RUN = Claim(
    "spheres/perpetual-loss.run",
    at="section 6.2, the condition η < 1",
    says="at a rate η = (π − 2d)/sin 2d, which is larger than 1, k trials with one and the same datum at the distance "
    "d or π − d from p_0 cost loss_k = k cos² d, and dist(p_k, p⋆) = dist(p_0, p⋆) for every p⋆ that solves them",
    given=[START, DATA, SOLVED, UPDATES, TRIALS, REPEATED, AT_ANGLE, *BEFORE, REFLECTS],
    where=NAMES,
    states=[
        gt(eta, 1),
        eq(CUMULATIVE, k * cos(d) ** 2),
        eq(Inner(parameter(k), best), Inner(parameter(0), best)),
    ],
    rests_on=["spheres/update-everywhere"],
    reading="k ≥ 1 trials with x_t = x_0, a unit vector of any dimension, ⟨p⋆, x_0⟩ = 0; p_0 is a unit vector with "
    "⟨p_0, x_0⟩ = ± cos d, 0 < d < π/2, and p_{t+1} is the explicit update of p_t (spheres/update-everywhere). No "
    "function of η and the two distances bounds the loss then, for any of these rates; they fill the interval from 1 "
    "to ∞, as (π − 2d)/sin 2d tends to 1 as d → π/2, and to ∞ as d → 0. For η < 1 the loss of a run that p⋆ solves is "
    "at most D/(2η(1 − η)), D = ln(cos c_k/cos c_0) (spheres/lemma-9-bound-2.cosine), and for η = 1 at most "
    "√(kD/ln 3) (spheres/lemma-9-bound-1.best).",
)

SAME_LOSS = eq(OF_ONE, cos(d) ** 2)


@cache
def reflected() -> Theorem:
    """p_{t+1} = p − 2⟨p, x⟩x where ⟨p, x⟩² = cos² d: b = η sin 2d = π − 2d, so cos b = 1 − 2L and η sinc b = 1."""
    sine = decided(gt(sin(2 * d), 0), *BEFORE)
    arc = combine(eq(eta * sin(2 * d), pi - 2 * d), [], using=[REFLECTS], facts=[sine])
    loss = (4 * eta**2 * (1 - OF_ONE - cos(d) ** 2), assume(SAME_LOSS))
    square = combine(eq(LENGTH**2, (eta * sin(2 * d)) ** 2), [(1, length()[0]), loss])
    left, room = follows(gt(pi - 2 * d, 0), BEFORE), LENGTH + pi - 2 * d
    positive = follows(gt(room, 0), left, LENGTH)
    squares = combine(eq(LENGTH**2, (pi - 2 * d) ** 2), [(1, square), (eta * sin(2 * d) + pi - 2 * d, arc)])
    same = combine(eq(LENGTH, pi - 2 * d), [(1 / room, squares)], facts=[positive])
    arrives = eq(z, pi - 2 * d)
    cosine = instantiate(combine(eq(cos(z), 1 - 2 * cos(d) ** 2), [], using=[arrives]), {z: LENGTH}, [same])
    plain = identity(eq(eta * sinc(z), eta * sin(z) / z), facts=[gt(z, 0)])
    sines = combine(eq(sin(z), sin(2 * d)), [], using=[arrives])
    terms = [(1, plain), (eta / z, sines), (1 / z, arc), (-1 / z, assume(arrives))]
    slow = combine(eq(eta * sinc(z), 1), terms, facts=[gt(z, 0)])
    moving = combine(gt(LENGTH, 0), [(1, same), (1, left)])
    slow = instantiate(slow, {z: LENGTH}, [same, moving])
    rest = NEXT - MIRRORED
    towards = Inner(x, q) - Inner(p, x) * Inner(p, q)
    terms = [(Inner(p, q), cosine), (2 * Inner(p, q), assume(SAME_LOSS)), (-2 * Inner(p, x) * towards, slow)]
    return combine(eq(Inner(rest, q), 0), terms)


@cache
def of_the_reflected() -> list[Theorem]:
    """⟨p_{t+1}, x⟩² = ⟨p, x⟩², and ⟨p_{t+1}, p⋆⟩ = ⟨p, p⋆⟩."""
    along, beside = (instantiate(reflected(), {q: direction}) for direction in (x, best))
    turned = follows(eq(Inner(NEXT, x), -Inner(p, x)), along, using=[UNIT_DATA])
    same = combine(eq(Inner(NEXT, x) ** 2, Inner(p, x) ** 2), [(Inner(NEXT, x) - Inner(p, x), turned)])
    return [same, follows(eq(Inner(NEXT, best), Inner(p, best)), beside, using=[SOLVES])]


LOSS_AT_START, COSINE_AT_START = Inner(parameter(n), datum(0)) ** 2, Inner(parameter(n), best)


@cache
def at_each_trial() -> list[Theorem]:
    """⟨p_{n+1}, x_0⟩² = cos² d and ⟨p_{n+1}, p⋆⟩ = ⟨p_n, p⋆⟩, where ⟨p_n, x_0⟩² = cos² d."""
    here, sine = assume(eq(LOSS_AT_START, cos(d) ** 2)), decided(gt(sin(2 * d), 0), *BEFORE)
    unit = instantiate(instantiate(units(), {n: n}), [S.Zero], [follows(ge(k, n), ge(k, n + 1))])
    data, solved, update, repeats = (at_trial(schema, n) for schema in (DATA, SOLVED, UPDATES, REPEATED))
    loss = follows(eq(Inner(parameter(n), datum(n)) ** 2, cos(d) ** 2), here, using=[repeats])
    known = [unit, data, solved, loss, sine]
    same, beside = (instantiate(theorem, {p: parameter(n), x: datum(n)}, known) for theorem in of_the_reflected())
    after = follows(eq(Inner(parameter(n + 1), datum(n)) ** 2, cos(d) ** 2), same, loss, using=[update])
    return [
        follows(eq(Inner(parameter(n + 1), datum(0)) ** 2, cos(d) ** 2), after, using=[repeats]),
        follows(eq(Inner(parameter(n + 1), best), COSINE_AT_START), beside, using=[update]),
    ]


@cache
def always() -> list[Theorem]:
    """⟨p_n, x_0⟩² = cos² d and ⟨p_n, p⋆⟩ = ⟨p_0, p⋆⟩, for 0 ≤ n ≤ k."""
    loss, cosine = at_each_trial()
    kept = by_induction(
        eq(LOSS_AT_START, cos(d) ** 2), n, 0, base=[AT_ANGLE], step=lambda here: instantiate(loss, {}, [here]), until=k
    )
    here = instantiate(kept, {}, [follows(ge(k, n), ge(k, n + 1))])
    goal = eq(COSINE_AT_START, Inner(parameter(0), best))
    moved = instantiate(cosine, {}, [here])
    near = by_induction(goal, n, 0, step=lambda before: follows(substitute(goal, {n: n + 1}), before, moved), until=k)
    return [kept, near]


@PERPETUAL_RUN.proof
def reflected_for_ever(claim: Claim) -> list[Theorem]:
    """Each update reflects p_t at the equator of x_0, which changes neither the loss nor the product with p⋆."""
    larger, total, near = claim.states
    kept, cosine = always()
    repeats = at(REPEATED, t)
    here = instantiate(kept, {n: t}, [follows(ge(k, t), TRIAL[1])])
    same = follows(eq(LOSS, cos(d) ** 2), here, using=[repeats])
    some = follows(ge(k, 0), TRIALS)
    sine = decided(gt(sin(2 * d), 0), *BEFORE)
    short = instantiate(decided(gt(z, sin(z)), gt(z, 0)), {z: pi - 2 * d}, [follows(gt(pi - 2 * d, 0), BEFORE)])
    apart = follows(ne(sin(2 * d), 0), sine)
    rate = combine(larger, [(1 / sin(2 * d), short), (1, assume(REFLECTS))], facts=[sine])
    return [
        instantiate(rate, {}, [apart]),
        follows(total, telescope(same, t, 0, k - 1), TRIALS),
        follows(near, instantiate(cosine, {n: k}, [some])),
    ]


EIGHTH = {**one_trial((-cos(pi / 4) * (2 * t - 1), sin(pi / 4)), (1, 0), (0, 1), pi / 2), d: pi / 4}
"""p_0 at the angle π/4 from x_0, reflected to the other side."""
ELSEWHERE = {**one_trial((cos(pi / 4), sin(pi / 4) * (1 - 2 * t)), (1, 0), (0, 1), pi / 2), d: pi / 4}
ANOTHER_ANGLE = {**stepped((cos(pi / 4), sin(pi / 4)), (1, 0), 2 * pi / 3 / sin(pi / 3), (0, 1)), d: pi / 6}
SLOWER = {**stepped((cos(pi / 4), sin(pi / 4)), (1, 0), Rational(1, 2), (0, 1)), d: pi / 4}
BESIDE = {**EIGHTH, best: (1, 0)}


def meets_all(run: Run, schemas: Sequence[Formula] = (DATA, SOLVED, UPDATES)) -> list[Theorem]:
    """The schemas of its trial, and that its datum is x_0."""
    only = [ge(t, 0), ge(0, t)]
    same = [generalize(identity(eq(S(part), S(part))), [t], only) for part in run[VecHead("x")].expr]
    return [*meets(run, schemas), *same]


@PERPETUAL_RUN.mutant("constant", at=EIGHTH, discharge=lambda: meets_all(EIGHTH))
def half_of_it(claim: Claim) -> Claim:
    """Half of the loss."""
    larger, total, near = claim.states
    return claim.replace(states=[larger, eq(total.lhs, total.rhs / 2), near])


@PERPETUAL_RUN.mutant("sign", at=EIGHTH, discharge=lambda: meets_all(EIGHTH))
def to_the_antipode(claim: Claim) -> Claim:
    """⟨p_k, p⋆⟩ = −⟨p_0, p⋆⟩."""
    larger, total, near = claim.states
    return claim.replace(states=[larger, total, eq(near.lhs, -near.rhs)])


for _formula, _summary, _run in [
    (REFLECTS, "η may be anything.", SLOWER),
    (AT_ANGLE, "p_0 may be at another distance from x_0.", ANOTHER_ANGLE),
    (SOLVED, "p⋆ may have a loss.", BESIDE),
    (UPDATES, "Any p_1.", ELSEWHERE),
]:
    _schemas = [schema for schema in (DATA, SOLVED, UPDATES) if schema != _formula]
    fails_without(PERPETUAL_RUN, (_formula, _summary, _run, lambda run=_run, schemas=_schemas: meets_all(run, schemas)))


@PERPETUAL_RUN.conformance
def learner_follows() -> Iterator[Conformance]:
    """The loss of the learner in two trials with one datum, from several distances at their rates."""

    def lost(point: Any) -> float:
        learner = SphereLearner(np.array([np.cos(point), np.sin(point), 0.0]), (np.pi - 2 * point) / np.sin(2 * point))
        datum_ = np.array([1.0, 0.0, 0.0])
        losses = []
        for _ in range(2):
            losses.append(learner.loss_one(datum_))
            learner.learn_one(datum_)
        return float(np.sum(losses))

    return conformance(
        [0.3, 0.7, 1.2, 1.5],
        formula=lambda point: 2 * mp.cos(point) ** 2,
        code=lost,
        reference=lambda point: 2 * mp.cos(mp.mpf(point)) ** 2,
        ulps=64.0,
    )

"""Runs of T trials: the hypotheses on all of them, and theorems about one trial added up over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sympy import Lambda, log

from proofs.matrix_eg import _klein
from proofs.matrix_eg._matrices import INDEX, d, i, of, orthonormal, total
from proofs.matrix_eg._progress import new_trace
from proofs.matrix_eg._trial import (
    UNIT_START, T, compared, divergence, entropy, label, omega, spectrum, starts, surprise, t, trials, u, update,
    upsilon, v, z,
)  # fmt: skip
from verify.audit import Theorem, assume, at, cases, combine, eq, forall, ge, gt, instantiate, le, substitute, telescope
from verify.language.terms import VecHead

DURING = [ge(t, 1), ge(T, t)]
OF_U = total(upsilon(i) * log(upsilon(i)))


def during(formulas: Sequence[Any], last: Any = T) -> list[Any]:
    """The formulas for every trial t = 1, …, last."""
    return [forall(t, f, [ge(t, 1), ge(last, t)]) for f in formulas]


LOSS = trials(surprise(t) ** 2)
COMPARED = trials((compared(t) - label(t)) ** 2)
START = substitute(divergence(1), {entropy: OF_U})
POSITIVE = forall(i, gt(upsilon(i), 0), INDEX)
UNIT_FIRST = substitute(UNIT_START, {t: 1})
RUN = [
    ge(d, 1),
    ge(T, 1),
    *during(starts(t), T + 1),
    *during(orthonormal(of(u, t))),
    *orthonormal(z),
    *during(spectrum(t)),
    *during(update(t)),
]


def at_trial(schemas: Sequence[Any], trial: Any) -> list[Theorem]:
    """The schemas of `during` at a trial."""
    inside = [assume(f) for f in DURING]
    return [at(f, trial, by=inside) for f in schemas]


def traces_stay_one() -> Theorem:
    """tr W_t = 1 at each trial: at the first as given, later by the update before."""
    goal = eq(total(omega(t, i)), 1)
    first, later = le(t, 1), gt(t, 1)
    now = combine(eq(t, 1), [(1, t - 1)], facts=[*DURING, first])
    known = [assume(ge(t - 1, 1)), combine(ge(T, t - 1), [(1, assume(ge(T, t))), (1, 1)])]
    updates = [at(f, t - 1, by=known) for f in during(update(t)[1:])]
    before = instantiate(new_trace(), {t: t - 1}, updates)
    return cases([combine(goal, [(1, assume(UNIT_FIRST))], using=[now]), combine(goal, [(1, before)])], [first, later])


@cache
def divergence_at_the_end() -> Theorem:
    """Δ(U, W_{T+1}) ≥ 0."""
    place = {
        _klein.first: upsilon,
        _klein.second: Lambda(i, omega(T + 1, i)),
        VecHead("a"): Lambda(i, z(i)),
        VecHead("b"): Lambda(i, v(T + 1, i)),
    }
    after = combine(ge(T + 1, 1), [(1, assume(ge(T, 1))), (1, 1)])
    known = [after, combine(ge(T + 1, T + 1), [])]
    bases = [at(f, T + 1, by=known) for f in during(starts(t), T + 1)]
    return instantiate(_klein.klein(), place, bases)


def in_the_run(theorem: Theorem, values: Mapping[Any, Any] | None = None, known: Sequence[Theorem] = ()) -> Theorem:
    """A theorem about one trial, of the hypotheses of `_trial`, at each trial of a run."""
    within = combine(ge(T + 1, t + 1), [(1, assume(ge(T, t)))])
    positive_next = combine(ge(t + 1, 1), [(1, assume(ge(t, 1))), (1, 1)])
    longer = combine(ge(T + 1, t), [(1, assume(ge(T, t))), (1, 1)])
    bases = during(starts(t), T + 1)
    here = [at(f, t, by=[assume(ge(t, 1)), longer]) for f in bases]
    after = [at(f, t + 1, by=[positive_next, within]) for f in bases]
    trial = at_trial([*during(orthonormal(of(u, t))), *during(spectrum(t)), *during(update(t))], t)
    return instantiate(theorem, values or {}, [*here, *after, *trial, traces_stay_one(), *known])


def added_up(step: Theorem) -> Theorem:
    """The sum over the trials of losses that are at most Δ(U, W_t) − Δ(U, W_{t+1}), with tr(U log U) = Σ υ log υ."""
    return instantiate(telescope(step, t, 1, T, divergence(t)), {entropy: OF_U})

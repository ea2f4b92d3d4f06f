"""What the hypotheses of a claim say at an exact assignment, proved where the rule `witness` does not see it by itself.

A schema "for all …" that an assignment is to meet must be met by a theorem without hypotheses. Those are found here:
from the formulas alone, by the rules of the kernel, the prover and the axioms that model a predicate. What is not found
is left out; then the rule refuses the assignment, which shows nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from verify.author.kernel import Theorem
from verify.discharge.readings import asked
from verify.discharge.sequents import Sequents
from verify.language.terms import Formula, Relation, alpha
from verify.prover.alarm import OutOfTime, limited

SECONDS = 20.0
"""How long a search may take if nothing else is said."""

_MOST_KEPT = 500
_found: dict[Formula, Theorem] = {}
"""What was proved before, as hunts ask for the same schemas many times."""


Prove = Callable[[Formula, float], Theorem | None]
"""What looks for a theorem without hypotheses in so many seconds."""


def discharged(
    given: Sequence[Formula],
    states: Relation | None,
    assignment: Mapping[Any, Any],
    seconds: float = SECONDS,
    otherwise: Prove | None = None,
) -> list[Theorem]:
    """Theorems without hypotheses that meet, at an exact assignment, what `witness` does not decide by itself.

    Args:
        given: hypotheses.
        states: the conclusion that is to fail there; None if only the hypotheses are of interest.
        assignment: exact values of the variables, as for the rule `witness`.
        seconds: how long the search may take; what is not proved by then is missing from the list.
        otherwise: what is asked for what is not found here, in the time that is left.
    """
    until = time.monotonic() + seconds
    try:
        with limited(seconds):
            formulas = asked(given, states, assignment)
    except OutOfTime:
        return []
    theorems, search = [], Sequents()
    for n, formula in enumerate(formulas):
        key = alpha(formula)
        if key not in _found:
            share = (until - time.monotonic()) / (len(formulas) - n)
            own = share if otherwise is None else share / 2
            deadline = time.monotonic() + share
            theorem = _proved(formula, search, time.monotonic() + own)
            if theorem is None and otherwise is not None:
                theorem = otherwise(formula, deadline - time.monotonic())
            if theorem is None:
                continue
            if len(_found) >= _MOST_KEPT:
                _found.clear()
            _found[key] = theorem
        theorems.append(_found[key])
    return theorems


def _proved(formula: Formula, search: Sequents, deadline: float) -> Theorem | None:
    try:
        with limited(deadline - time.monotonic()):
            return search.until(deadline).formula(formula)
    except OutOfTime:
        return None

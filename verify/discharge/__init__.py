"""What the hypotheses of a claim say at an exact assignment, proved where the rule `witness` does not see it by itself.

A schema "for all …" that an assignment is to meet must be met by a theorem without hypotheses. Those are found here:
from the formulas alone, by the rules of the kernel, the prover and the axioms that model a predicate. What is not found
is left out; then the rule refuses the assignment, which shows nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from verify.author.kernel import Theorem
from verify.discharge.readings import asked
from verify.discharge.sequents import Sequents
from verify.language.terms import Formula, Relation, alpha
from verify.prover.alarm import OutOfTime, limited, worked

SECONDS = 20.0
"""How long a search may take if nothing else is said."""

_MUCH_MORE = 2.0
"""How much longer what is not proved in its share of the time has to have to be tried again."""

_MOSTLY = 0.8
"""The part of its share that what is ended by it has taken; what took less found nothing more to try."""

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
        otherwise: what is asked afterwards, for what is not found here, in as many seconds.
    """
    return list(in_stages(given, states, assignment, seconds, otherwise))[-1]


def in_stages(
    given: Sequence[Formula],
    states: Relation | None,
    assignment: Mapping[Any, Any],
    seconds: float = SECONDS,
    otherwise: Prove | None = None,
) -> Iterator[list[Theorem]]:
    """What `discharged` has after each of its searches: the rule may see by itself what a long one would look for."""
    try:
        with limited(seconds):
            formulas = asked(given, states, assignment)
    except OutOfTime:
        formulas = []
    search = Sequents()

    def own(formula: Formula, share: float) -> Theorem | None:
        try:
            with limited(share):
                return search.until(worked() + share).formula(formula)
        except OutOfTime:
            return None

    met: dict[Formula, Theorem] = {}
    for prove in (own, otherwise):
        left = [f for f in formulas if f not in met]
        if prove is own or (prove is not None and left):
            met |= _proved(left, seconds, prove)
            yield [met[f] for f in formulas if f in met]


def _proved(formulas: Sequence[Formula], seconds: float, prove: Prove) -> dict[Formula, Theorem]:
    """What is proved of these formulas, or was before; each in its share of the time that is left.

    What others leave of theirs is for those that took all of it: they are tried again, if that is much more.
    """
    until, proved, waiting, before = worked() + seconds, dict[Formula, Theorem](), list(formulas), 0.0
    while waiting and (until - worked()) / len(waiting) > _MUCH_MORE * before:
        before = (until - worked()) / len(waiting)
        late = []
        for n, formula in enumerate(waiting):
            key = alpha(formula)
            if key not in _found:
                began = worked()
                share = min(seconds, (until - began) / (len(waiting) - n))  # as floats, t + s − t may exceed s
                theorem = prove(formula, share)
                if theorem is None:
                    late += [formula] if worked() - began > _MOSTLY * share else []
                    continue
                if len(_found) >= _MOST_KEPT:
                    _found.clear()
                _found[key] = theorem
            proved[formula] = _found[key]
        waiting = late
    return proved

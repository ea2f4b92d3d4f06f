"""What a step leaves to be shown: the conditions that are not settled, the hypotheses that do not follow.

An author does not write these down; they are worked out here, by asking the core's own procedures, and handed to the
core with the step. What is worked out wrongly the core refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from verify.author.translation import translate, untranslate
from verify.core import equality
from verify.core import kernel as core
from verify.core.definedness import conditions
from verify.core.nodes import Refused, Term
from verify.core.signs import Facts

_MOST = 4096


@lru_cache(maxsize=_MOST)
def _facts(known: tuple[Term, ...]) -> Facts:
    return Facts(known)


@lru_cache(maxsize=1 << 16)
def _follows(formula: Term, known: tuple[Term, ...]) -> bool:
    try:
        return equality.follows(formula, _facts(known))
    except Refused:
        return False


def _translated(formulas: Iterable[Any]) -> tuple[Term, ...]:
    return tuple(dict.fromkeys(map(translate, formulas)))


def follows(formula: Any, known: Sequence[Any]) -> bool:
    """Whether the sympy formula follows at once from those known."""
    there = _translated(known)
    made = translate(formula)
    return made in there or _follows(made, there)


def needed(terms: Iterable[Any], known: Sequence[Any]) -> list[Any]:
    """The conditions under which the sympy terms are defined, as far as what is known does not settle them."""
    return _unsettled([c for t in terms for c in conditions(translate(t))], _translated(known))


def needed_at(theorem: core.Theorem, values: Mapping[Any, Any] | Sequence[Any], known: Sequence[Any]) -> list[Any]:
    """What an instance of the core's theorem needs, as far as what is known and its own hypotheses do not settle it."""
    there = _translated(known)
    found = core.instance(theorem, values, there)
    return _unsettled(found.needed, (*there, *found.formulas[:-1]))


def needed_for_sum(
    step: core.Theorem, range_of: Sequence[Any], potential: Any, goal: Any, known: Sequence[Any]
) -> list[Any]:
    """What the sum of a step of the core over a range needs; `range_of` has the index and both bounds."""
    bounds = [translate(x) for x in range_of]
    _, wanted = core.telescoped(step.conclusion, *bounds, translate(potential))
    there = core.defined_in_range(step.conclusion, *bounds)
    return _unsettled([*wanted, *conditions(translate(goal))], (*_translated(known), *there))


def _unsettled(formulas: Iterable[Term], known: tuple[Term, ...]) -> list[Any]:
    """Those that do not follow, as sympy formulas; what is left counts for those after it."""
    left: list[Term] = []
    for c in dict.fromkeys(formulas):
        if c not in known and not _follows(c, (*known, *left)):
            left.append(c)
    return [untranslate(c) for c in left]

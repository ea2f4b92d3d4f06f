"""What a step leaves to be shown: the conditions that are not settled, the hypotheses that do not follow.

An author does not write these down; they are worked out here, by asking the core's own procedures, and handed to the
core with the step. What is worked out wrongly the core refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from verify.language.translation import translate, untranslate
from verify.core import definedness, equality
from verify.core import kernel as core
from verify.core.definedness import conditions
from verify.core.nodes import Refused, Term, is_scalar
from verify.core.polynomials import difference
from verify.core.replacing import instance
from verify.core.signs import ALLOWED, Facts
from verify.core.telescoping import defined_in_range, telescoped
from verify.core.terms import reserved_name, sides
from verify.language.terms import substitute

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


def settled(formula: Any, known: Sequence[Any]) -> bool:
    """Whether the sympy formula follows at once from those known."""
    there = _translated(known)
    made = translate(formula)
    return made in there or _follows(made, there)


def needed(terms: Iterable[Any], known: Sequence[Any]) -> list[Any]:
    """The conditions under which the sympy terms are defined, as far as what is known does not settle them."""
    return _unsettled([c for t in terms for c in conditions(translate(t))], _translated(known))


def put_in(formula: Any, values: Mapping[Any, Any]) -> list[Any]:
    """The sympy formula with values for its variables, as one or more; empty where nothing is left to say."""
    made = translate(formula)
    there = {translate(v): translate(x) for v, x in values.items()}
    if definedness.asks_for_domain(made, there):
        return [untranslate(c) for c in definedness.put_in(made, there)]
    return [substitute(formula, values)]


def needed_at(
    theorem: core.Theorem, values: Mapping[Any, Any] | Sequence[Any], known: Sequence[Any], concluded: Any
) -> list[Any]:
    """What an instance of the core's theorem needs, as far as what is known and its own hypotheses do not settle it.

    What is concluded must be defined as sympy wrote it, too, where that is another formula than the instance's own.
    """
    there = _translated(known)
    found = instance(theorem.hypotheses, theorem.conclusion, theorem.uses, values, there)
    kept = [h for h in found.formulas[:-1] if _follows(h, there)]
    # what sympy simplified as the values were put in may have been defined in fewer places
    simplified = [c for h in found.formulas[:-1] if h not in kept for c in conditions(h)]
    made = translate(concluded)
    more = () if made is found.formulas[-1] else conditions(made)
    return _unsettled([*simplified, *found.needed, *more], (*there, *kept))


def needed_for_sum(
    step: core.Theorem, range_of: Sequence[Any], potential: Any, goal: Any, known: Sequence[Any]
) -> list[Any]:
    """What the sum of a step of the core over a range needs; `range_of` has the index and both bounds."""
    t, lo, hi = (translate(x) for x in range_of)
    _, wanted = telescoped(step.conclusion, t, lo, hi, translate(potential))
    there = defined_in_range(step.conclusion, t, lo, hi)
    return _unsettled([*wanted, *conditions(translate(goal))], (*_translated(known), *there))


def _unsettled(formulas: Iterable[Term], known: tuple[Term, ...]) -> list[Any]:
    """Those that follow neither from what is known nor from others that are left, as sympy formulas.

    Raises:
        Refused: where one can be no hypothesis: it never holds, or is asked for at every argument of a function.
    """
    left: list[Term] = []
    for c in dict.fromkeys(map(_outright, formulas)):
        if c not in known and not _follows(c, (*known, *left)):
            left.append(c)
    for c in left:
        if reserved_name(c):
            raise Refused(f"needs {c!r} at every argument of the function that is put in")
        if _never_holds(c):
            raise Refused(f"needs {c!r}, which cannot hold")
    dropped: list[Term] = []
    for c in left:
        others, gone = [f for f in left if f is not c], [*dropped, c]
        if others and all(_follows(f, (*known, *others)) for f in gone):
            left, dropped = others, gone
    return [untranslate(c) for c in left]


def _outright(formula: Term) -> Term:
    """What is said for all values of variables that it does not speak of, said once."""
    while formula.kind == "forall" and not formula.args[-1].open:
        formula = formula.args[-1]
    return formula


def _never_holds(formula: Term) -> bool:
    """Whether no values of the variables make the relation true, whatever else is known."""
    if formula.kind != "relation" or not is_scalar(formula.args[1]):
        return False
    return not _facts(()).signs(difference(formula)) & ALLOWED[sides(formula)[0]]

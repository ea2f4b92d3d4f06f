"""A first look, without any search and without sympy: what the core sees by signs or on a line, it proves at once.

Loading sympy takes longer than most of these statements do. What the look finds is checked by the core as any other
answer; where it finds nothing, nothing is said, and the search has its turn.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from verify.core.answers import FORMAT, check_answer
from verify.core.balls import ground_sign
from verify.core.certificate import Certificate, certificate_to_json, check_certificate
from verify.core.grammar import read_relations
from verify.core.nodes import Refused, Term
from verify.core.obligations import Range, ranges
from verify.core.polynomials import difference
from verify.core.reading import parsed
from verify.core.signs import ALLOWED
from verify.core.terms import number, sides, substitute
from verify.language.core_json import encode
from verify.prover.alarm import OutOfTime, limited

_SECONDS: Final = 0.5
_MOST_TEXT: Final = 200
_RULES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("obvious", {}),
    ("polynomial", {"method": "sturm", "data": {"digits": 30}}),
)


def proved_at_a_glance(relation: str, where: str) -> dict[str, Any] | None:
    """The content of a file that proves the statement, as `verify.prover.answers.accepted` makes it, or None.

    None also where no point is seen that meets the conditions: that a domain may be empty is for others to say.
    """
    if len(relation) + len(where) > _MOST_TEXT:
        return None
    try:
        with limited(_SECONDS):
            return _proved(relation, where)
    except (Refused, OutOfTime, ArithmeticError, RecursionError):
        return None


def _proved(relation: str, where: str) -> dict[str, Any] | None:
    goals = read_relations(relation)
    given = tuple(g for g in read_relations(where, infinite=True) if g.args[1] is not g.args[2])
    if not _is_met(given):
        return None
    found = [_certificate(goal, given) for goal in goals]
    written = [certificate_to_json(c, encode) for c in found if c is not None]
    if not goals or len(written) < len(goals):
        return None
    data = {"format": FORMAT, "verdict": "proved", "relation": relation, "where": where, "certificate": written}
    check_answer(parsed(json.dumps(data).encode()))
    return data


def _certificate(goal: Term, given: tuple[Term, ...]) -> Certificate | None:
    variables = tuple(sorted(frozenset[Term]().union(*(f.free for f in (*given, goal))), key=lambda v: str(v.args[0])))
    for rule, data in _RULES if len(goal.free) == 1 else _RULES[:1]:
        made = Certificate(variables, given, goal, rule, data)
        try:
            check_certificate(made)
        except Refused:
            continue
        return made
    return None


def _is_met(given: Sequence[Term]) -> bool:
    """Whether a point is seen at which all conditions hold."""
    bounds = ranges(tuple(given))
    variables = frozenset[Term]().union(*(f.free for f in given))
    for place in (Fraction(1, 2), Fraction(1, 3), Fraction(9, 10)):
        point = {v: number(_inside(bounds.get(v, Range()), place)) for v in variables}
        if all(_holds(substitute(f, point)) for f in given):
            return True
    return False


def _holds(formula: Term) -> bool:
    return not ground_sign(difference(formula)) & ~ALLOWED[sides(formula)[0]]


def _inside(r: Range, place: Fraction) -> Fraction:
    """A number between the ends, or beside the only one, as far as they are rational."""
    low, high = (_rational(r.low), _rational(r.high))
    if low is not None and high is not None:
        return low + place * (high - low)
    return low + place if low is not None else high - place if high is not None else place


def _rational(end: Term | None) -> Fraction | None:
    return end.args[0] if end is not None and end.kind == "number" else None

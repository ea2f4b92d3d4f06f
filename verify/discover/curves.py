"""Functions of one number, as ln(1 − η), between parabolas: what the prover says of Taylor's second order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from sympy import Basic, Pow, Symbol, diff, exp, log

from verify.discover.abstraction import abstracted
from verify.discover.facts import FAILURES, Context, Fact, open_terms
from verify.language.terms import Relation, free_variables, ge, le
from verify.prover.alarm import OutOfTime, limited

SECONDS = 1.5
"""For each parabola."""

MOST_CURVES = 3


def parabolas(terms: Sequence[Basic], context: Context) -> Iterator[Fact]:
    """Bounds of exponentials and logarithms of one number by Taylor's polynomials at 0, their last term once or twice.

    Args:
        terms: where they are looked for.
        context: what bounds the number.
    """
    bounded = {v for f in context.sides for v in free_variables(f.conclusion)}
    curves = [node for node in open_terms(terms, (exp, log, Pow)) if _is_curve(node, bounded)]
    for node in curves[:MOST_CURVES]:
        (x,) = node.free_symbols
        first, slope, bend = (diff(node, x, n).subs(x, 0) for n in range(3))
        if not all(c.is_finite and c.is_real for c in (first, slope, bend)) or bend == 0:
            continue
        for relation in (ge, le):
            for share in (1, 2):
                found = _shown(relation(node, first + slope * x + share * bend / 2 * x**2), context)
                if found is not None:
                    yield found
                    break


def _is_curve(node: Any, bounded: set[Any]) -> bool:
    """Whether it is a function of one number that the facts bound, and no power of it."""
    spoken = node.free_symbols
    if len(spoken) != 1 or not spoken <= bounded or (isinstance(node, Pow) and node.base.is_Symbol):
        return False
    (x,) = spoken
    return type(x) is Symbol and not x.is_integer and not (isinstance(node, Pow) and node.exp.is_Integer)


def _shown(goal: Relation, context: Context) -> Fact | None:
    with suppress(OutOfTime, *FAILURES), limited(SECONDS):
        return abstracted(goal, context)
    return None

"""What a step was made with beside what it follows from: the values put in, the multipliers, the potential.

It is shown with a proof, and no part of what is believed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from sympy import Add

from verify.language.terms import text
from verify.normal_forms.replacement import as_term, variable

if TYPE_CHECKING:
    from verify.author.kernel import Theorem


def made_with(theorem: Theorem) -> str:
    """The values of an `instantiate`, the sum of a `combine`, the cases, the induction, what is added up.

    Of what is cited under which hypotheses it is true, which no premise says.

    `#0` stands for the first of the step's premises, and in a sum for the difference of its two sides.
    """
    words = _WORDS.get(theorem.rule)
    return words(theorem) if words is not None else ""


def _values(theorem: Theorem) -> str:
    values = theorem.parameters["values"]
    if not isinstance(values, Mapping):
        values = dict(zip(getattr(theorem.premises[0].conclusion, "variables", ()), values, strict=True))
    named = ((text(variable(v)), text(as_term(value))) for v, value in values.items())
    return ", ".join(f"{name} := {value}" for name, value in named if name != value)


def _sum(theorem: Theorem) -> str:
    numbers = count(theorem.parameters["using"] + theorem.parameters["facts"])
    pairs = [[f"#{next(numbers)}" if f is None else f for f in pair] for pair in theorem.parameters["terms"]]
    terms = [_product(pair) for pair in pairs if 0 not in pair]
    return " + ".join(terms).replace("+ -", "- ")


def _product(pair: Sequence[Any]) -> str:
    """The two factors as they stand in a sum, numbers of premises last, without a factor 1."""
    factors = sorted((f for f in pair if f != 1), key=lambda factor: isinstance(factor, str))
    if not factors:
        return "1"
    alone = len(factors) == 1
    return "*".join(f if isinstance(f, str) else _factor(f, alone) for f in factors)


def _factor(term: Any, alone: bool) -> str:
    return text(term) if alone or not isinstance(term, Add) else f"({text(term)})"


def _cases(theorem: Theorem) -> str:
    return ", ".join(map(text, theorem.parameters["on"]))


def _induction(theorem: Theorem) -> str:
    return f"{text(theorem.parameters['n'])} from {text(theorem.parameters['start'])}"


def _added_up(theorem: Theorem) -> str:
    given = theorem.parameters
    bounds = f"{text(given['t'])} from {text(given['lo'])} to {text(given['hi'])}"
    return f"{bounds}, potential {text(given['potential'])}" if given["potential"] != 0 else bounds


def _hypotheses(theorem: Theorem) -> str:
    return f"under {', '.join(map(text, theorem.hypotheses))}" if theorem.hypotheses else ""


_WORDS = {
    "cite": _hypotheses,
    "instantiate": _values,
    "combine": _sum,
    "cases": _cases,
    "induct": _induction,
    "telescope": _added_up,
}

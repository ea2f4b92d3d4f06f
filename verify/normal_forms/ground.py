"""Formulas without variables: their exact value, and whether they hold."""

from __future__ import annotations

from typing import Any

from sympy import Add

from verify.normal_forms.calculus import NoDerivative
from verify.normal_forms.facts import ALLOWED, Facts
from verify.normal_forms.normalizer import Normalizer, Undefined
from verify.terms import Formula, IllFormed, Relation, difference, free_variables


def exact_value(term: Any) -> Any:
    """The term in normal form, with concrete sums added up."""
    table = Normalizer()
    return Add(*(table.meaning_of(c) * k for k, c in table.components(term).items()))


def decided(formula: Formula) -> bool | None:
    """Whether a relation between constants holds, exactly or in balls; None where that is not certain.

    The terms are taken to be defined; that they are is for `conditions` to say.
    """
    if not isinstance(formula, Relation) or free_variables(formula):
        return None
    try:
        signs = Facts().signs(exact_value(difference(formula)))
    except (Undefined, IllFormed, NoDerivative):
        return None
    allowed = ALLOWED[formula.op]
    return True if signs <= allowed else (None if signs & allowed else False)

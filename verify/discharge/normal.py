"""Terms in normal form, spelt out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Abs, Add, Expr, Mul, Pow, expand

from verify.language.terms import Formula
from verify.normal_forms.normalizer import Normalizer


def plain(term: Any, given: Sequence[Formula] = ()) -> Any:
    """The scalar term with derivatives carried out, concrete sums added up, and like terms collected."""
    table = Normalizer(given)
    return _evaluated(Add(*(table.meaning_of(c) * k for k, c in table.components(term).items())))


def expanded(term: Any) -> Any:
    """Products of sums multiplied out; exponentials and logarithms stay as they are."""
    return expand(term, power_base=False, power_exp=False, log=False)


def magnitude(term: Expr) -> Expr:
    """What the rounding of the term's value is measured against: its sums with every part counted positive."""
    if isinstance(term, Add):
        return Add(*map(magnitude, term.args))
    if isinstance(term, Mul):
        return Mul(*map(magnitude, term.args))
    if isinstance(term, Pow) and term.exp.is_Integer and term.exp > 0:
        return magnitude(term.base) ** term.exp
    return Abs(term, evaluate=False)


def _evaluated(term: Any) -> Any:
    """The term as sympy builds it of its parts: one exponential for a product of several."""
    return term.func(*map(_evaluated, term.args)) if term.args else term

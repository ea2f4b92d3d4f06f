"""Whether a constant is exactly zero, by what the core knows of constants."""

from __future__ import annotations

from sympy import Expr

from verify.core import constants
from verify.core.nodes import Refused
from verify.language.translation import translate


def is_zero(constant: Expr) -> bool:
    """Whether a term without variables is certainly zero: an algebraic number, or a sum of angles or of logarithms."""
    try:
        return constants.is_zero(translate(constant))
    except (Refused, ArithmeticError, ValueError):
        return False

"""Whether a constant is exactly zero: the core's zero test says so, and nothing else."""

from __future__ import annotations

from sympy import Expr

from verify.core.nodes import Refused
from verify.core.obligations import vanishes
from verify.language.translation import translate


def is_zero(constant: Expr) -> bool:
    """Whether a term without variables is certainly zero if it is defined."""
    try:
        return vanishes(translate(constant), ())
    except (Refused, ArithmeticError, ValueError):
        return False

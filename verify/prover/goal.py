"""What is to be proved: an inequality between terms of real variables, under inequalities between them."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Symbol


@dataclass(frozen=True)
class Inequality:
    """expr > 0 if strict, else expr ≥ 0."""

    expr: Expr
    strict: bool

    def __str__(self) -> str:
        return f"{self.expr} {'>' if self.strict else '>='} 0"


@dataclass(frozen=True)
class Goal:
    """Wherever the real variables meet every condition and every term is defined, `shows` holds."""

    variables: tuple[Symbol, ...]
    given: tuple[Inequality, ...]
    shows: Inequality

    def __post_init__(self) -> None:
        """Each condition counts once."""
        object.__setattr__(self, "given", tuple(dict.fromkeys(self.given)))

    def __str__(self) -> str:
        conditions = ", ".join(str(g) for g in self.given)
        return f"{self.shows} where {conditions}" if conditions else str(self.shows)

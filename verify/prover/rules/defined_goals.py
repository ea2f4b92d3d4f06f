"""That a term is defined, as goals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from sympy import Abs, Expr, Symbol

from verify.normal_forms.quotients import TooLong, cancel
from verify.prover.core_terms import proportion
from verify.prover.defined import Needs, needs
from verify.prover.goal import Goal, Inequality
from verify.prover.rejected import Rejected
from verify.prover.signs import signs_of


def defined(term: Expr, variables: Sequence[Symbol], given: Sequence[Inequality]) -> list[Goal]:
    """Goals that together say that the term is defined wherever the conditions hold.

    What must not be zero becomes a square that must be positive, so no sign has to be chosen here.
    """
    return [_goal(need, variables, given) for need in needs(term)]


def as_defined(goal: Goal, wanted: Iterable[Needs]) -> list[Goal]:
    """Goals that say that what is wanted holds wherever the goal's own terms are defined and its conditions hold.

    A rule that puts other terms in the place of the goal's must leave these: where one of the others is undefined, what
    is proved of them says nothing of the goal.
    """
    known = [need for term in (goal.shows.expr, *(g.expr for g in goal.given)) for need in needs(term)]
    return [
        _goal(need, goal.variables, goal.given)
        for need in dict.fromkeys(wanted)
        if not (need.expr.is_Rational and _holds(need)) and not any(_covers(k, need) for k in known)
    ]


def is_real_variable(symbol: object) -> bool:
    """Whether it is a symbol of which no more is declared than that it is real."""
    return isinstance(symbol, Symbol) and symbol == Symbol(symbol.name, real=True)


def mapped(term: Expr, change: Callable[[Expr], Expr], also: Iterable[Needs] = ()) -> Expr:
    """The changed term, which may need what the old one does, and `also`.

    Raises:
        Rejected: if sympy simplified it to one that needs more than the old one did, as √(w·y²) becomes √w·|y|.
    """
    new = change(term)
    allowed = [*(Needs(change(need.expr), need.kind) for need in needs(term)), *also]
    for need in needs(new):
        if not covered(need, allowed):
            raise Rejected(f"{new} needs {need.expr} {need.kind}, which {term} does not")
    return new


def is_plain(need: Needs) -> bool:
    """Whether a need is met whatever the variables are."""
    return signs_of(need.expr, {}) <= {"> 0": {1}, ">= 0": {0, 1}, "!= 0": {-1, 1}}[need.kind]


def covered(need: Needs, known: Iterable[Needs]) -> bool:
    """Whether a need is plain, or one of those that are known implies it; |u| is not zero where u is not."""
    if need.kind == "!= 0" and isinstance(need.expr, Abs):
        need = Needs(need.expr.args[0], need.kind)
    return is_plain(need) or any(_covers(k, need) or _divides(need, k) for k in known)


def _divides(need: Needs, known: Needs) -> bool:
    """Whether a term that must not be zero is a factor of one that is known not to be."""
    if need.kind != "!= 0" or known.kind == ">= 0" or not need.expr.free_symbols <= known.expr.free_symbols:
        return False
    return bool(_ratio(known.expr, need.expr).as_numer_denom()[1].is_Rational)


def nonzero(term: Expr) -> Needs:
    """That a term is not zero."""
    return Needs(term, "!= 0")


def _goal(need: Needs, variables: Sequence[Symbol], given: Sequence[Inequality]) -> Goal:
    expr = need.expr**2 if need.kind == "!= 0" else need.expr
    return Goal(tuple(variables), tuple(given), Inequality(expr, need.kind != ">= 0"))


def _holds(need: Needs) -> bool:
    value = need.expr
    return bool(value > 0 if need.kind == "> 0" else value >= 0 if need.kind == ">= 0" else value != 0)


def _covers(known: Needs, need: Needs) -> bool:
    """Whether what is known implies the need: the same term up to a rational factor of the right sign."""
    if need.kind == "> 0" and known.kind != "> 0":
        return False
    if need.kind == "!= 0" and known.kind == ">= 0":
        return False
    if need.kind == ">= 0" and known.kind == "!= 0":
        return False
    if need.expr.free_symbols != known.expr.free_symbols or known.expr == 0:
        return False
    ratio: Expr | None = proportion(need.expr, known.expr)
    ratio = _ratio(need.expr, known.expr) if ratio is None else ratio
    return bool(ratio.is_Rational and (ratio > 0 or (need.kind == known.kind == "!= 0" and ratio != 0)))


@lru_cache(maxsize=1024)
def _ratio(above: Expr, below: Expr) -> Expr:
    """Their quotient in lowest terms, if these are not too long."""
    try:
        return cancel(above / below)
    except TooLong:
        return above / below

"""What a step is given as its reasons: theorems, hypotheses, terms that are not negative, and lists of these."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sympy import Expr, Pow, S
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom

from verify.author.kernel import KernelError, Theorem, assume, well_formed
from verify.language.terms import ForAll, Formula, IllFormed, Relation, as_formula, difference, ge, sort_of


def flat(items: Any) -> Iterator[Any]:
    """Theorems, formulas and terms, out of lists of them."""
    if isinstance(items, list | tuple):
        for item in items:
            yield from flat(item)
    elif isinstance(items, Theorem | Formula | Relational | BooleanAtom | bool):
        yield as_read(items)
    elif isinstance(items, Expr | int) and sort_of(S(items)) in ("scalar", "zero"):
        with _refusing():
            well_formed(ge(S(items), 0))
        yield S(items)
    else:
        raise KernelError(f"follows: a reason is a theorem, a formula, a term ≥ 0 or a list of these, not {items!r}")


def listed(items: Any, lemma: str, argument: str = "facts") -> list[Any]:
    """The reasons that a lemma is given, one alone or lists of them, in one list.

    Raises:
        KernelError: for what is none; the lemma and the argument are named.
    """
    try:
        return list(flat(items))
    except KernelError as error:
        raise KernelError(f"{lemma}: {argument}: {str(error).removeprefix('follows: ')}") from None


def proved(item: Any, lemma: str, argument: str) -> Theorem:
    """A theorem that a lemma is given, or a hypothesis as one.

    Raises:
        KernelError: for what is neither; the lemma and the argument are named.
    """
    item = as_read(item)
    if not isinstance(item, Theorem | Formula):
        raise KernelError(f"{lemma}: {argument} must be a theorem or a formula, not {item!r}")
    return as_theorem(item)


def as_read(item: Any) -> Any:
    """A relation of sympy as a formula."""
    with _refusing():
        return as_formula(S(item)) if isinstance(item, Relational | BooleanAtom | bool) else item


@contextmanager
def _refusing() -> Iterator[None]:
    """Within it, what is not of the language is refused as a reason is."""
    try:
        yield
    except (IllFormed, KernelError) as error:
        raise KernelError(f"follows: {str(error).removeprefix('well_formed: ')}") from None


def as_theorem(item: Any) -> Theorem:
    """A hypothesis as the theorem that it follows from itself; a theorem as it is."""
    item = as_read(item)
    if isinstance(item, Theorem):
        return item
    if isinstance(item, Formula):
        return assume(item)
    raise KernelError(f"expected a theorem or a formula, not {item!r}")


def is_put_in(schema: ForAll) -> bool:
    """Whether a schema is an equation, by which equals are replaced."""
    return isinstance(schema.body, Relation) and schema.body.op == "="


def slack(item: Any) -> Any:
    """What is not negative."""
    return difference(item.conclusion) if isinstance(item, Theorem) else item


def is_equation(item: Any) -> bool:
    """Whether a reason is an equation, or one for all values."""
    if not isinstance(item, Theorem):
        return False
    body = item.conclusion.body if isinstance(item.conclusion, ForAll) else item.conclusion
    return isinstance(body, Relation) and body.op == "="


def may_be_slack(item: Any, goal: Relation) -> bool:
    """Whether it can have a multiplier: a term or relation of the goal's sort, and no ≠."""
    if isinstance(item, Theorem):
        if not isinstance(item.conclusion, Relation) or item.conclusion.op == "≠":
            return False
        if goal.op == "=" and item.conclusion.op != "=":
            return False
        item = item.conclusion.lhs
    sorts = {sort_of(item), sort_of(goal.lhs), sort_of(goal.rhs), *(() if goal.op == "=" else ("scalar",))}
    return "point" not in sorts and len(sorts - {"zero"}) <= 1


def is_divided(item: Any) -> bool:
    """Whether a reason is a term or an equation."""
    return not isinstance(item, Theorem) or is_equation(item)


def is_root(term: Any) -> bool:
    """Whether a term is a square root, or one over it."""
    return isinstance(term, Pow) and abs(term.exp) == S.Half

"""Polynomial and rational inequalities, decided exactly, equality cases included.

Five kinds of certificate, each with a `propose` that is not trusted and a `check` that is: `sturm` (one variable, a
decision procedure), `bernstein` (boxes and ranges), `squares` (identities with sums of squares), `product` (factors,
each by one of these) and `roots` (a square root is removed, and what is left goes by any kind).
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Symbol

from verify.prover.allowance import Allowance
from verify.prover.goal import Goal
from verify.prover.polynomial import bernstein, gram, powers, product, roots, squares, sturm
from verify.prover.polynomial.reading import System, Unreadable, read
from verify.prover.rejected import Rejected

KINDS = ("sturm", "bernstein", "squares", "product", "roots")


def prove(goal: Goal, allowed: Allowance) -> tuple[str, dict[str, Any]] | None:
    """A kind and data that `check` accepts, if as much work as is allowed finds them."""
    data = sturm.propose(goal)
    if data is not None:
        return "sturm", data
    try:
        system = read(goal)
    except Unreadable:
        return None
    if sturm.decides(system):
        return None
    for point in product.samples(system, allowed):
        value = system.shows(*point)
        if value < 0 or (value == 0 and system.strict):
            return None
    allowed.spend(_reading(system))
    data = roots.propose(goal, allowed.part(0.6), prove)
    if data is not None:
        return "roots", data
    data = product.propose(goal, allowed.part(0.4), _prove_whole)
    if data is not None:
        return "product", data
    return _prove_whole(goal, allowed)


def _prove_whole(goal: Goal, allowed: Allowance) -> tuple[str, dict[str, Any]] | None:
    """By any kind but products."""
    if allowed.is_over:
        return None
    data = sturm.propose(goal)
    if data is not None:
        return "sturm", data
    try:
        if sturm.decides(read(goal)):
            return None
    except Unreadable:
        return None
    data = bernstein.propose(goal, allowed.part(0.25))
    if data is not None:
        return "bernstein", data
    data = powers.propose(goal, allowed.part(0.2)) or gram.propose(goal, allowed)
    return None if data is None else ("squares", data)


def _reading(system: System) -> float:
    """The work of reading the goal, which every kind does anew."""
    return 3e-4 * sum(len(p.to_dict()) for p in (system.shows, *(g.polynomial for g in system.known)))


def check(goal: Goal, kind: str, data: dict[str, Any]) -> None:
    """Re-checks a proof exactly, without any search.

    Raises:
        Rejected: with one line that says what does not hold.
    """
    if kind == "product":
        product.check(goal, _dictionary(kind, data), _check_whole)
    elif kind == "roots":
        roots.check(goal, _dictionary(kind, data), check)
    else:
        _check_whole(goal, kind, data)


def _check_whole(goal: Goal, kind: str, data: dict[str, Any]) -> None:
    data = _dictionary(kind, data)
    if kind == "sturm":
        sturm.check(goal, data)
    elif kind == "bernstein":
        bernstein.check(goal, data)
    elif kind == "squares":
        squares.check(goal, data)
    else:
        raise Rejected(f"no kind of certificate is called {kind!r}")


def _dictionary(kind: str, data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise Rejected(f"{kind}: the data must be a dictionary")
    return data


def refute(goal: Goal) -> dict[Symbol, Expr] | None:
    """An exact point that meets the conditions and violates the goal, for goals in one variable."""
    return sturm.refute(goal)


__all__ = ["KINDS", "Rejected", "check", "prove", "refute"]

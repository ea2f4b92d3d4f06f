"""Piecewise linear goals: cases of what bends the wrong way, and in each a combination (Farkas' lemma).

An absolute value or a maximum is at least each of its branches, a minimum at most. So where a goal is linear in such
nodes, and what is known of them on the side that it needs is that, it follows if it is a combination of the conditions
and of these bounds, which an exact linear program decides. A node that is needed from the other side is told apart into
its branches, the outer ones first: of n nodes some of 2ⁿ cases, and no more than those that bend the wrong way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq
from sympy import Abs, Add, Expr, Max, Min, Rational, S, Symbol

from verify.balls.arithmetic import Arb
from verify.prover.certificate import Step, reduce
from verify.prover.core_certificates import core_accepts
from verify.prover.goal import Goal
from verify.prover.rejected import Rejected
from verify.prover.search.simplex import nonnegative

RULES = ("unfold", "sum")
_MOST_CASES = 96
_MOST_NODES = 12
_STEPS = 120

Form = dict[Expr, fmpq]
"""A linear term: its coefficients, of variables and of nodes that bend, and of 1."""
Equation = tuple[list[int | fmpq], int | fmpq]


def cases(goal: Goal) -> Step | None:
    """A proof of a goal that is linear in variables and in absolute values, maxima and minima of such terms."""
    f = goal.shows.expr
    if not f.free_symbols or _form(f) is None or len(f.atoms(Abs, Max, Min)) > _MOST_NODES:
        return None
    try:
        return _Cases().proof(goal)
    except Rejected:
        return None


class _Cases:
    def __init__(self) -> None:
        self._left = _MOST_CASES

    def proof(self, goal: Goal) -> Step | None:
        """A combination, or else one of each branch of a node."""
        shows = _form(goal.shows.expr)
        self._left -= 1
        if shows is None or self._left < 0:
            return None
        found = _combined(goal, shows, [*_conditions(goal), *_bounds(goal)])
        if found is not None:
            return found
        node = next(_bent(goal), None)
        if node is None:
            return None
        data = {"node": node}
        branches = reduce(goal, "unfold", data, Arb)
        if not core_accepts(goal, "unfold", data, branches):
            return None
        parts = []
        for branch in branches:
            part = self.proof(branch)
            if part is None:
                return None
            parts.append(part)
        return Step("unfold", data, tuple(parts))


# --- what is known ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Known:
    """A linear term that is not negative, positive if strict: a condition, or the bound of a node by a branch."""

    term: Expr
    form: Form
    strict: bool
    node: Expr | None = None


def _conditions(goal: Goal) -> Iterator[_Known]:
    for g in goal.given:
        form = _form(g.expr)
        if form is not None:
            yield _Known(g.expr, form, g.strict)


def _bounds(goal: Goal) -> Iterator[_Known]:
    """That each node is on its side of its branches."""
    nodes: set[Expr] = set().union(*(t.atoms(Abs, Max, Min) for t in (goal.shows.expr, *(g.expr for g in goal.given))))
    for node in sorted(nodes, key=str):
        for branch in _branches(node):
            term = branch - node if isinstance(node, Min) else node - branch
            form = _form(term)
            if form is not None:
                yield _Known(term, form, strict=False, node=node)


def _branches(node: Expr) -> Sequence[Expr]:
    return (node.args[0], -node.args[0]) if isinstance(node, Abs) else node.args


def _form(term: Any) -> Form | None:
    """The linear form of a term with rational coefficients; None where it has another one."""
    found: Form = {}
    return found if _added(found, term, fmpq(1)) else None


def _added(found: Form, term: Any, by: fmpq) -> bool:
    if isinstance(term, Rational):
        found[S.One] = found.get(S.One, fmpq(0)) + by * fmpq(int(term.p), int(term.q))
        return True
    if isinstance(term, Add):
        return all(_added(found, part, by) for part in term.args)
    number, rest = term.as_coeff_Mul(rational=True)
    if number != 1:
        return isinstance(number, Rational) and _added(found, rest, by * fmpq(int(number.p), int(number.q)))
    if not isinstance(term, Symbol | Abs | Max | Min):
        return False
    total = found.pop(term, fmpq(0)) + by
    if total != 0:
        found[term] = total
    return True


# --- which nodes are told apart ---------------------------------------------------------------------------------------


def _bent(goal: Goal) -> Iterator[Expr]:
    """The nodes that the goal, and then those that the conditions, need from the side on which no branch bounds them.

    The outer ones come before the inner ones.
    """
    yield from _from_above(goal.shows.expr, 1)
    for g in goal.given:
        yield from _from_above(g.expr, -1)


def _from_above(term: Expr, side: int) -> Iterator[Expr]:
    """The nodes of which side · term, to be bounded below, needs the bound that is no branch."""
    inner: list[tuple[Expr, int]] = []
    for node, c in sorted((_form(term) or {}).items(), key=lambda item: str(item[0])):
        if not isinstance(node, Abs | Max | Min):
            continue
        towards = side if c > 0 else -side
        if (towards > 0) == isinstance(node, Min):
            yield node
        else:
            inner += [(branch, towards) for branch in _branches(node)]
    for branch, towards in inner:
        yield from _from_above(branch, towards)


# --- combinations -----------------------------------------------------------------------------------------------------


def _combined(goal: Goal, shows: Form, known: Sequence[_Known]) -> Step | None:
    """The goal as a sum of known terms, each times a number, and of a number that is not negative."""
    found = _weights(known, shows, strict=goal.shows.strict)
    if found is None:
        return None
    weights, rest = found
    parts = [(_rational(w), k) for w, k in zip(weights, known, strict=True) if w != 0]
    return _sum(goal, parts, _rational(rest))


def _weights(known: Sequence[_Known], shows: Form, *, strict: bool) -> tuple[list[fmpq], fmpq] | None:
    """w ≥ 0 and s ≥ 0 with Σ w·known + s = shows, and Σ w + s > 0 over those that are strict and s, if that is asked.

    For that, a multiple of the term is made one of which this sum is 1.
    """
    atoms = dict.fromkeys([S.One, *shows, *(node for k in known for node in k.form)])
    rows: list[Equation] = []
    for node in atoms:
        row: list[int | fmpq] = [*(k.form.get(node, fmpq(0)) for k in known), int(node == S.One)]
        wanted = shows.get(node, fmpq(0))
        if wanted != 0 and not any(c * wanted > 0 for c in row):
            return None
        rows.append(([*row, -wanted], 0) if strict else (row, wanted))
    if strict:
        rows.append(([*(int(k.strict) for k in known), 1, 0], 1))
    found = nonnegative(rows, _STEPS)
    scale = found[-1] if found is not None and strict and shows else fmpq(1)
    return (
        None if found is None or scale == 0 else ([w / scale for w in found[: len(known)]], found[len(known)] / scale)
    )


def _sum(goal: Goal, parts: Sequence[tuple[Rational, _Known]], rest: Rational) -> Step | None:
    """The sum as a step, with a proof of each of its terms."""
    if not parts:
        return Step("rewrite", {"shows": rest}, (Step("constant"),))
    terms = [w * k.term for w, k in parts] + ([rest] if rest else [])
    if len(terms) == 1:
        return _part(goal, parts[0][1])
    data: dict[str, Any] = {"terms": terms}
    if goal.shows.strict:
        data["strict"] = len(parts) if rest else next(n for n, (_, k) in enumerate(parts) if k.strict)
    left = reduce(goal, "sum", data, Arb)
    if not core_accepts(goal, "sum", data, left):
        return None
    steps = [_part(g, k) for g, (_, k) in zip(left, parts, strict=False)]
    return Step("sum", data, (*steps, *(Step("obvious") for _ in left[len(parts) :])))


def _part(goal: Goal, known: _Known) -> Step:
    """A multiple of what is known: a condition, or a bound by a branch, which holds for each branch of the node."""
    if known.node is None:
        return Step("obvious")
    branches = reduce(goal, "unfold", {"node": known.node}, Arb)
    return Step("unfold", {"node": known.node}, tuple(Step("obvious") for _ in branches))


def _rational(value: fmpq) -> Rational:
    return Rational(int(value.p), int(value.q))

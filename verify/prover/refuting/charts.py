"""Coordinates in which counterexamples are looked for: the variables as terms in fewer or in other ones.

What is far out, close to an end, or on a curve is a plain number in some of them. A chart need not reach every point
of the domain, and what it reaches need not lie in it: each point is checked as one of the goal itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import sympy
from sympy import Expr, Integer, Pow, Rational, S, Symbol, oo

from verify.prover.goal import Goal, Inequality
from verify.prover.refuting.isolating import isolate
from verify.prover.rules.coordinates import equations
from verify.prover.statement import Bound, bounds, linear_row

_UNDOES = {sympy.asinh: sympy.sinh, sympy.atanh: sympy.tanh}
_MOST_BRANCHES = 8
_MOST_CHARTS = 24


@dataclass(frozen=True, eq=False)
class Chart:
    """The variables of the goal as terms in the free ones: `values`, each in free ones only; `free` in order."""

    goal: Goal
    values: Mapping[Symbol, Expr]
    free: tuple[Symbol, ...]

    def put_in(self, term: Expr) -> Expr:
        """The term in the free variables."""
        if not self.values:
            return term
        return term.xreplace(dict(self.values)).replace(_is_undone, lambda node: node.args[0].args[0])

    @cached_property
    def inside(self) -> Goal:
        """The goal in the free variables."""
        given = [Inequality(self.put_in(g.expr), g.strict) for g in self.goal.given]
        left = tuple(g for g in given if g.expr.free_symbols)
        return Goal(self.free, left, Inequality(self.put_in(self.goal.shows.expr), self.goal.shows.strict))

    @cached_property
    def ends(self) -> dict[Symbol, Bound]:
        """Constant bounds of the free variables."""
        own, outer = bounds(self.inside), bounds(self.goal)
        return {x: outer.get(x, own[x]) for x in self.free}

    def replaced(self, more: Mapping[Symbol, Expr]) -> Chart:
        """The chart with values for some of its free variables, in terms of the others or of new ones."""
        values = {x: v.xreplace(dict(more)) for x, v in self.values.items()}
        values |= {x: v for x, v in more.items() if x in self.goal.variables}
        new = set().union(*(v.free_symbols for v in more.values()))
        kept = [x for x in self.free if x not in more]
        free = (*kept, *sorted(new - set(kept), key=str))
        return Chart(self.goal, values, free)


def _is_undone(node: Expr) -> bool:
    """Whether it is the inverse of a function of something; of exp and log, sympy itself knows."""
    return type(node) in _UNDOES and type(node.args[0]) is _UNDOES[type(node)]


def on_equations(goal: Goal) -> list[Chart]:
    """Charts of the points that meet the equations among the conditions, a chart for each choice of a root.

    Equations are pairs of conditions u ≥ 0 and −u ≥ 0. One that cannot be solved for a variable is left as it is.
    """
    charts = [Chart(goal, {}, goal.variables)]
    for u in equations(goal):
        charts = [new for chart in charts for new in _solved(chart, u)][:_MOST_BRANCHES]
    return charts


def on_boundaries(chart: Chart) -> Iterator[Chart]:
    """Charts of where one of the curved conditions, of those that are not strict, is met with equality."""
    for g in chart.inside.given:
        if not g.strict and linear_row(g, chart.free) is None:
            for new in _solved(chart, g.expr):
                if new is not chart:
                    yield new


def _solved(chart: Chart, u: Expr) -> list[Chart]:
    """The chart's points with u = 0; the chart itself where u vanishes or the equation cannot be solved."""
    reduced = sympy.expand(chart.put_in(u))
    free = sorted(reduced.free_symbols, key=chart.free.index, reverse=True)
    for x in free:
        slope = sympy.expand(reduced.diff(x))
        if slope != 0 and x not in slope.free_symbols:
            return [chart.replaced({x: -reduced.xreplace({x: S.Zero}) / slope})]
    branches = [[(x, v) for v in dict.fromkeys(isolate(reduced, S.Zero, x))] for x in free]
    for solutions in sorted(filter(None, branches), key=len):
        return [chart.replaced({x: v}) for x, v in solutions]
    return _on_rays(chart, reduced) or [chart]


def _on_rays(chart: Chart, u: Expr) -> list[Chart]:
    """The chart's points with u = 0, by the quotients of the variables in it: what is of two degrees can be solved."""
    for x in sorted(u.free_symbols, key=chart.free.index):
        multiples = {y: _new(y) * x for y in u.free_symbols if y != x}
        solutions = list(dict.fromkeys(isolate(sympy.expand(u.xreplace(multiples)), S.Zero, x))) if multiples else []
        if solutions:
            return [chart.replaced({x: v, **{y: m.xreplace({x: v}) for y, m in multiples.items()}}) for v in solutions]
    return []


def in_parts(chart: Chart) -> Iterator[Chart]:
    """Charts in which something that the goal is made of is itself a coordinate: u with log(u), and log(u) with it."""
    inside = chart.inside
    terms = [inside.shows.expr, *(g.expr for g in inside.given)]
    changes: dict[Symbol, list[Expr]] = {x: [] for x in chart.free}
    for part in dict.fromkeys(p for term in terms for p in _parts(term)):
        if len(part.free_symbols) == 1:
            (x,) = part.free_symbols
            if x in changes:
                changes[x] += [v for v in isolate(part, _new(x), x) if not v.has(x, oo, S.NaN, sympy.zoo)]
    for x, (lo, _, hi, _) in chart.ends.items():
        changes[x] += [lo + sympy.exp(_new(x))] if lo != -oo else []
        changes[x] += [hi - sympy.exp(_new(x))] if hi != oo else []
        changes[x] += [sympy.exp(_new(x)), -sympy.exp(_new(x))] if (lo, hi) == (-oo, oo) else []
    choices = {x: list(dict.fromkeys(found)) for x, found in changes.items()}
    yield from itertools.islice(_replacements(chart, choices), _MOST_CHARTS)


def _replacements(chart: Chart, choices: Mapping[Symbol, list[Expr]]) -> Iterator[Chart]:
    """The first choices of all variables at once, then the second ones, …; then those of one variable each."""
    most = max(map(len, choices.values()), default=0)
    for n in range(most):
        yield chart.replaced({x: found[min(n, len(found) - 1)] for x, found in choices.items() if found})
    if len(chart.free) > 1:
        for n in range(most):
            for x, found in choices.items():
                if n < len(found):
                    yield chart.replaced({x: found[n]})


def _new(x: Symbol) -> Symbol:
    """A coordinate in place of the variable, with a name that no formula has."""
    return Symbol(f"{x.name}'", real=True)


def _parts(term: Expr) -> Iterator[Expr]:
    """Terms that functions, roots and quotients are applied to, and their values, the outer ones first."""
    for node in sympy.preorder_traversal(term):
        if isinstance(node, Pow):
            base, exponent = node.args
            if isinstance(exponent, Integer) and exponent > 0:
                continue
            yield node
            if base.free_symbols and not isinstance(exponent, Rational):
                yield sympy.log(base)
            elif not base.is_Symbol:
                yield base
        elif isinstance(node, sympy.Function) and not isinstance(node, sympy.Abs | sympy.Max | sympy.Min):
            yield node
            if not node.args[0].is_Symbol:
                yield node.args[0]

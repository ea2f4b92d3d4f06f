"""Terms that vanish where two variables are equal: by slopes from there, as tangents and means of bent functions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

from sympy import Add, Dummy, Expr, Function, Pow, S, Symbol, cos, cosh, exp, expand, log, sin, sinh, tan, tanh

from verify.prover.goal import Goal
from verify.prover.rules.abstraction import logarithm
from verify.prover.rules.coordinates import equations
from verify.prover.search.factors import has_variables
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.slopes import ends, only_ends

_MOST_VARIABLES = 3
_LARGEST = 60
"""Operations of a term whose slopes are looked at."""
_OF_SUMS = (exp, sin, cos, tan, sinh, cosh, tanh)
"""Functions that are rational in those of the summands, or of halves."""


def from_equal(goal: Goal, samples: Samples) -> Iterator[Move]:
    """From x = y on, where the term vanishes for all y, by a slope in x that has one sign and is simpler than the term.

    It has its variables in one combination only, or it vanishes there as well and some slope of it has: that is what is
    left of g(x) + g(y) − 2g((x + y)/2) and of g(x) − g(y) − (x − y)g'(y) in two steps, and says how g bends. Where no
    condition tells which variable is larger, these are cases first.
    """
    f = goal.shows.expr
    used = sorted(f.free_symbols, key=str)
    if not 2 <= len(used) <= _MOST_VARIABLES or not _is_transcendental(f) or f.count_ops() > _LARGEST:
        return
    two_powers = len(Add.make_args(f)) == 2 and any(map(has_variables, f.atoms(Pow)))  # their logarithms are compared
    pairs = (
        [] if two_powers or equations(goal) else [p for p in combinations(used, 2) if _vanishes(f.subs(*p), samples)]
    )
    bent = [p for p in pairs if _vanishes(f.diff(p[0]).subs(*p), samples) and _is_left_alone(f, *p, samples)]
    if bent:
        yield from _without_others(goal, {*used})
    for x, y in (ordered for p in pairs for ordered in permutations(p)):
        side = _side(goal, x, y)
        if side is None:
            continue
        slope = f.diff(x)
        signs = samples.signs(slope)
        others = [end for end, its_side in ends(goal, x, samples) if its_side == side]
        is_last = all(-1 not in samples.signs(side * (y - end)) for end in others)
        if not signs or -side in signs or not is_last or not only_ends(goal, x, samples):
            continue
        if {(x, y), (y, x)} & {*bent} or is_of_one(slope, samples):
            data: dict[str, Any] = {"variable": x, "end": y, "side": side}
            yield "monotone", data | ({"strict": "slope"} if goal.shows.strict else {})
    for x, y in bent:
        if _side(goal, x, y) is None:
            is_symmetric = expand(f.subs({x: y, y: x}, simultaneous=True) - f) == 0
            yield from [("order", {"pair": [x, y]})] if is_symmetric else []
            yield "split", {"by": x - y, "closed": not goal.shows.strict}
            return


def _without_others(goal: Goal, used: set[Symbol]) -> Iterator[Move]:
    """The conditions without those that tie the variables to others, if there are some."""
    own = [g for g in goal.given if g.expr.free_symbols <= used]
    if any(g.expr.free_symbols & used for g in goal.given if g not in own):
        yield "rewrite", {"given": [[g.expr, g.strict] for g in own]}


def logarithms_from_equal(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The same for logarithms of what is itself transcendental: that would not become simpler without the logarithm."""
    nodes = goal.shows.expr.atoms(log)
    if any(_is_transcendental(n.args[0]) for n in nodes):
        yield from from_equal(goal, samples)


def products_from_equal(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Logarithms of both sides that are products, as of g(x)·g(y) ≥ g((x + y)/2)²: what is log-convex is bent then.

    That is where the sides are equal with their slopes if two variables are, and a second slope of the logarithms has
    one combination of these. Not where all variables stand in exponentials or waves, in which the term is algebraic.
    """
    f = goal.shows.expr
    used = sorted(f.free_symbols, key=str)
    flat = f.xreplace({n: Dummy() for n in f.atoms(*_OF_SUMS) if n.free_symbols})
    terms = sorted(Add.make_args(f), key=lambda term: max(samples.signs(term), default=0))
    if len(terms) != 2 or not 2 <= len(used) <= _MOST_VARIABLES or not _is_transcendental(f) or equations(goal):
        return
    smaller, larger = -terms[0], terms[1]
    if not flat.has(*used) or f.count_ops() > _LARGEST or samples.signs(larger) != {1} or samples.signs(smaller) != {1}:
        return
    gap = logarithm(larger) - logarithm(smaller)
    for x, y in combinations(used, 2):
        is_bent = _vanishes(f.subs(x, y), samples) and _vanishes(gap.diff(x).subs(x, y), samples)
        if is_bent and _is_left_alone(gap, x, y, samples) and not _is_left_alone(f, x, y, samples):
            yield "logs", {"larger": larger, "smaller": smaller}
            return


def _is_left_alone(f: Expr, x: Symbol, y: Symbol, samples: Samples) -> bool:
    """Whether a second slope is a function of one combination."""
    return any(is_of_one(slope, samples) for slope in (f.diff(x, y), f.diff(x, 2), f.diff(y, 2)))


def is_of_one(term: Expr, samples: Samples) -> bool:
    """Whether a term has one variable, or all in one linear combination: its slopes have constant quotients.

    Or whether all functions in it have one argument.
    """
    if len({expand(n.args[0]) for n in term.atoms(Function, exp) if n.free_symbols}) == 1:
        return True
    first, *others = sorted(term.free_symbols, key=str) or [None]
    if first is None:
        return True
    slope = term.diff(first)
    return all(samples.ratio(term.diff(x), slope) is not None for x in others)


def _is_transcendental(f: Expr) -> bool:
    return any(n.free_symbols for n in f.atoms(Function, exp)) or any(map(has_variables, f.atoms(Pow)))


def _side(goal: Goal, x: Symbol, y: Symbol) -> int | None:
    """1 where a condition says that x is at least y, −1 where it is at most y; None for neither."""
    for side in (1, -1):
        if any(expand(g.expr - side * (x - y)) == 0 for g in goal.given):
            return side
    return None


def _vanishes(term: Expr, samples: Samples) -> bool:
    return term == 0 or (samples.defined(term) and samples.are_equal(term, S.Zero))

"""Moves to other variables: inverse, squared and ordered ones, ratios, half angles, values of functions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import sympy
from sympy import Expr, Poly, S, Symbol, fraction, together

from verify.prover.bounds import Range, ranges
from verify.prover.goal import Goal, Inequality
from verify.prover.search.closed_forms import closed_forms
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

_MOST_NODES = 4
_BOUNDED = (sympy.tanh, sympy.exp, sympy.atan, sympy.log, sympy.sinh, sympy.cosh)


def halves_of_the_line(goal: Goal) -> Iterator[Move]:
    """Splits where a range has no end: at 0 where it has none at all, at 1, and 10, where it has one."""
    bounds = ranges(goal)
    for x in goal.variables:
        r = bounds[x]
        if x not in goal.shows.expr.free_symbols or r.finite:
            continue
        if r.lo is None and r.hi is None:
            yield "split", {"by": x, "closed": True}
        elif r.lo is not None and r.lo.is_nonnegative:
            for at in (1, 4):
                if (r.lo < at) == True:  # noqa: E712
                    yield "split", {"by": x - at, "closed": True}


def coordinates(goal: Goal) -> Iterator[Move]:
    """New variables: reversed and inverse ones for unbounded ranges, roots, gaps between two variables."""
    bounds = ranges(goal)
    used = [x for x in goal.variables if x in goal.shows.expr.free_symbols]
    for x in used:
        r = bounds[x]
        t = new_variable(goal, x)
        if r.hi is None and r.lo is not None and r.lo.is_positive:
            yield (
                "substitute",
                {"forward": [[x, 1 / t]], "inverse": [[t, 1 / x]], "given": [[t, True], [1 / r.lo - t, r.open_lo]]},
            )
        if r.lo is None and r.hi is not None:
            yield "substitute", {"forward": [[x, -t]], "inverse": [[t, -x]]}
        for c in sorted(
            {p.base for p in goal.shows.expr.atoms(sympy.Pow) if p.exp.is_Rational and p.exp.q == 2}, key=str
        ):
            yield from _rationalised(goal, x, c, t)
    for g in goal.given:
        pair = sorted(g.expr.free_symbols & set(used), key=str)
        if len(pair) < 2 or not g.expr.is_polynomial(*pair):
            continue
        for x in pair:
            slope = sympy.expand(g.expr).diff(x)
            if slope in (1, -1):
                t = new_variable(goal, x)
                forward = sympy.solve(g.expr - t, x)
                if len(forward) == 1:
                    yield (
                        "substitute",
                        {"forward": [[x, forward[0]]], "inverse": [[t, g.expr]], "given": [[t, g.strict]]},
                    )
        if len(pair) == 2 and g.expr in (pair[0] - pair[1], pair[1] - pair[0]):
            big, small = pair if g.expr == pair[0] - pair[1] else pair[::-1]
            s, t = new_variable(goal, big), new_variable(goal, small)
            yield (
                "substitute",
                {
                    "forward": [[big, s + t], [small, s - t]],
                    "inverse": [[s, (big + small) / 2], [t, (big - small) / 2]],
                },
            )


def roots(goal: Goal) -> Iterator[Move]:
    """Variables as powers of others, where roots of them stand in the term."""
    bounds = ranges(goal)
    flat = goal.shows.expr.replace(lambda n: isinstance(n, sympy.sin | sympy.cos | sympy.cosh), lambda n: sympy.Dummy())
    roots = [p for p in flat.atoms(sympy.Pow) if p.exp.is_Rational and p.exp.q > 1]
    data: dict[str, list[list[Any]]] = {"forward": [], "inverse": [], "given": []}
    for x in goal.variables:
        if any(p.base != x and p.free_symbols == {x} for p in roots):
            continue  # that root would stay
        n = math.lcm(1, *(int(p.exp.q) for p in roots if p.base == x))
        r = bounds[x]
        if 1 < n <= 12 and r.lo is not None and r.lo.is_nonnegative:
            t = new_variable(goal, x, (row[0] for row in data["inverse"]))
            data["forward"].append([x, t**n])
            data["inverse"].append([t, x ** sympy.Rational(1, n)])
            data["given"].append([t, bool(r.open_lo or r.lo.is_positive)])
            data["given"] += [] if r.lo == 0 else [[t - r.lo ** sympy.Rational(1, n), r.open_lo]]
            data["given"] += [] if r.hi is None else [[r.hi ** sympy.Rational(1, n) - t, r.open_hi]]
    if data["forward"]:
        yield "substitute", data


def conjugates(goal: Goal, samples: Samples) -> Iterator[Move]:
    """x = t^d for a positive variable whose exponents have the common denominator d, with variables, of one sign."""
    f = goal.shows.expr
    for x in goal.variables:
        exponents = {p.exp for p in f.atoms(sympy.Pow) if p.base == x and p.exp.free_symbols}
        bottom = sympy.lcm_list([fraction(together(e))[1] for e in sorted(exponents, key=str)])
        if Inequality(x, True) in goal.given and bottom.free_symbols and x not in bottom.free_symbols:
            signs = samples.signs(bottom)
            if signs in ({1}, {-1}):
                t, power = new_variable(goal, x), bottom if signs == {1} else -bottom
                back = [[t, x ** (1 / power)]]
                yield "substitute", {"forward": [[x, t**power]], "inverse": back, "given": [[t, True]]}
                return


def inner(goal: Goal) -> Iterator[Move]:
    """The logarithm or the exponential of a variable as a new one, where the term has the variable in these only."""
    f = goal.shows.expr
    bounds = ranges(goal)
    for x in sorted(f.free_symbols, key=str):
        t, r = new_variable(goal, x), bounds[x]
        for node, back in ((sympy.log(x), sympy.exp), (sympy.exp(x), sympy.log)):
            powers = {p: sympy.exp(p.exp * t) for p in f.atoms(sympy.Pow) if p.base == x and p.exp.free_symbols - {x}}
            new = f.xreplace({node: t} | (powers if back is sympy.exp else {}))
            if not f.has(node) or x in new.free_symbols or not new.diff(t).free_symbols:  # that is what bounds it
                continue
            if back is sympy.exp and not (r.lo is not None and (r.lo.is_positive or _above_zero(r))):
                continue
            given: list[list[Any]] = [[t, True]] if back is sympy.log else []
            if r.lo is not None and r.lo != 0:
                given.append([t - node.func(r.lo), r.open_lo])
            elif r.lo == 0 and back is sympy.log:
                given.append([t - 1, r.open_lo])
            if r.hi is not None:
                given.append([node.func(r.hi) - t, r.open_hi])
            yield "substitute", {"forward": [[x, back(t)]], "inverse": [[t, node]], "given": given}


def combined(goal: Goal, samples: Samples) -> Iterator[Move]:
    """One variable for x + c·y, x·y or x/y, where the term has x and y in such a combination only."""
    f = goal.shows.expr
    used = sorted(f.free_symbols, key=str)
    for x, y in combinations(used, 2):
        t = new_variable(goal, x)
        slope, other = f.diff(x), f.diff(y)
        ratio = _rational_ratio(samples, other, slope)
        if ratio is not None:
            yield "substitute", {"forward": [[x, t - ratio * y]], "inverse": [[t, x + ratio * y]]}
            return
        ratio = _rational_ratio(samples, y * other, x * slope)
        if ratio in (1, -1):
            if not _is_signed(goal, y):
                yield from ([("split", {"by": y})] if samples.signs(y) >= {-1, 1} else [])
                yield from ([("split", {"by": -y})] if samples.signs(y) <= {0, 1} else [])
                return
            given = [[t, True]] if samples.signs(x * y) == {1} and _is_signed(goal, x) else []
            given += [row for row in _without_unit(goal, {x: t * y**-ratio}, y) if row not in given]
            given += _ends_of_product(ranges(goal), x, y, t) if ratio == 1 else []
            data = {"forward": [[x, t * y**-ratio]], "inverse": [[t, x * y**ratio]], "given": given}
            yield "substitute", data
            return


def _without_unit(goal: Goal, forward: dict[Symbol, Expr], unit: Symbol) -> list[list[Any]]:
    """The conditions over a variable of one sign, or its negative, that is a factor of them in the new variables."""
    found: list[list[Any]] = []
    sign = -1 if Inequality(-unit, True) in goal.given else 1
    for g in goal.given:
        if g.expr.free_symbols & {*forward} and g.expr.is_polynomial(*goal.variables):
            over = sympy.cancel(g.expr.subs(forward, simultaneous=True) / (sign * unit))
            if unit not in over.free_symbols and over.free_symbols:
                found.append([over, g.strict])
    return found


def _is_signed(goal: Goal, x: Symbol) -> bool:
    """Whether a condition says which sign the variable has."""
    return any(g.strict and g.expr in (x, -x) for g in goal.given)


def _ends_of_product(bounds: dict[Symbol, Range], x: Symbol, y: Symbol, t: Symbol) -> list[list[Any]]:
    """What t = x·y is at least and at most, for variables that are not negative and have upper ends."""
    rows = (bounds[x], bounds[y])
    if not all(r.finite and r.lo.is_nonnegative for r in rows):
        return []
    is_open = rows[0].open_hi and rows[1].open_hi
    return [[t - rows[0].lo * rows[1].lo, False], [rows[0].hi * rows[1].hi - t, is_open]]


def _rational_ratio(samples: Samples, top: Expr, bottom: Expr) -> Expr | None:
    """The rational number that the quotient of two terms is, as far as seen."""
    ratio = samples.ratio(top, bottom)
    return None if ratio is None else next((c for c in closed_forms(ratio) if c.is_Rational), None)


def squares(goal: Goal) -> Iterator[Move]:
    """The square of a variable as a new one, for a term that is even in it and may be concave in the square."""
    f = goal.shows.expr
    bounds = ranges(goal)
    for x in sorted(f.free_symbols, key=str):
        if bounds[x].lo is None or not bounds[x].lo.is_nonnegative or not f.has(sympy.sin, sympy.cos, sympy.cosh):
            continue
        if f.is_polynomial(x) or f.subs(x, -x) != f:
            continue
        u = new_variable(goal, x)
        given: list[list[Any]] = [[u - bounds[x].lo ** 2, bounds[x].open_lo]]
        if bounds[x].hi is not None:
            given.append([bounds[x].hi ** 2 - u, bounds[x].open_hi])
        for g in goal.given:
            end = sympy.expand(g.expr + x)
            if x not in end.free_symbols:
                given += [[end, False], [end**2 - u, g.strict]] if end.free_symbols else [[end**2 - u, g.strict]]
        yield "substitute", {"forward": [[x, sympy.sqrt(u)]], "inverse": [[u, x**2]], "given": given}


def _rationalised(goal: Goal, x: Symbol, c: Expr, t: Symbol) -> Iterator[Move]:
    """Coordinates in which √c is rational: for c linear in x, and for c = 1 + x²."""
    if not c.is_polynomial(x) or x not in c.free_symbols or c == x:
        return
    poly = Poly(c, x)
    if poly.degree() == 1:
        a, b = poly.all_coeffs()
        if not a.free_symbols:
            yield (
                "substitute",
                {"forward": [[x, (t**2 - b) / a]], "inverse": [[t, sympy.sqrt(c)]], "given": [[t, False]]},
            )
    if c == 1 + x**2:
        given = [[t, True]] + ([[t - 1, False]] if ranges(goal)[x].lo == 0 else [])
        yield "substitute", {"forward": [[x, (t - 1 / t) / 2]], "inverse": [[t, x + sympy.sqrt(c)]], "given": given}


def _above_zero(r: Range) -> bool:
    return r.lo == 0 and r.open_lo


def new_variable(goal: Goal, x: Symbol, beside: Iterable[Symbol] = ()) -> Symbol:
    """A symbol that neither the goal nor what is `beside` it uses, called after the one that it replaces."""
    names = {y.name for y in (*goal.variables, *beside)}
    n = 1
    while f"{x.name.split('_')[0]}_{n}" in names:
        n += 1
    return Symbol(f"{x.name.split('_')[0]}_{n}", real=True)


def half_angles(goal: Goal) -> Iterator[Move]:
    """Half angles, for a term that has a bounded variable in sines and cosines of multiples of one angle only."""
    for x, scale in _angles(goal):
        if _is_bounded(goal, x):
            for factor in (1, 2):
                yield "half angle", {"variable": x, "scale": scale * factor, "new": new_variable(goal, x)}


def whole_turns(goal: Goal) -> Iterator[Move]:
    """Half angles for a variable that may be anywhere, the last one in the term: what is left is algebraic."""
    for x, scale in _angles(goal):
        if not _is_bounded(goal, x) and goal.shows.expr.free_symbols == {x}:
            yield "half angle", {"variable": x, "scale": scale, "new": new_variable(goal, x), "everywhere": True}


def _angles(goal: Goal) -> Iterator[tuple[Symbol, Expr]]:
    """The variables that stand in sines and cosines only, each with its scale."""
    f = goal.shows.expr
    for x in sorted(f.free_symbols, key=str):
        scale = scale_of_angle(f, x)
        if scale is not None:
            yield x, scale


def scale_of_angle(f: Expr, x: Symbol) -> Expr | None:
    """For a variable in sines and cosines only: what makes all multiples of it integers with no common divisor."""
    nodes = [n for n in f.atoms(sympy.sin, sympy.cos, sympy.tan) if x in n.free_symbols]
    ratios = [sympy.expand(n.args[0] / x) for n in nodes]
    if not nodes or not all(r.is_Rational for r in ratios):
        return None
    if x in f.xreplace({n: sympy.Dummy() for n in nodes}).free_symbols:
        return None
    return S(math.lcm(*(int(r.q) for r in ratios))) / math.gcd(*(int(r.p) for r in ratios))


def bounded_waves(goal: Goal) -> Iterator[Move]:
    """Sines and cosines as new variables: those inside of others, or all where the domain is not bounded."""
    f = goal.shows.expr
    waves = _with_variables(f, sympy.sin, sympy.cos)
    inner = [n for n in waves if any(n in m.args[0].atoms(sympy.sin, sympy.cos) for m in waves)]
    if inner and len(inner) < len(waves):
        yield "abstract", {"nodes": fresh_rows(goal, inner)}
    if 0 < len(waves) <= _MOST_NODES and not _is_bounded(goal):
        both = _with_variables(f, sympy.sin, sympy.cos, *_BOUNDED)
        if len(waves) < len(both) <= _MOST_NODES:
            yield "abstract", {"nodes": fresh_rows(goal, both)}
        yield "abstract", {"nodes": fresh_rows(goal, waves)}


def bounded_functions(goal: Goal) -> Iterator[Move]:
    """Functions with polynomial bounds as new variables, where the domain is not bounded."""
    nodes = _with_variables(goal.shows.expr, *_BOUNDED)
    if 0 < len(nodes) <= _MOST_NODES and not _is_bounded(goal):
        yield "abstract", {"nodes": fresh_rows(goal, nodes)}


def _with_variables(f: Expr, *heads: type) -> list[Expr]:
    return sorted((n for n in f.atoms(*heads) if n.free_symbols), key=str)


def _is_bounded(goal: Goal, *variables: Symbol) -> bool:
    bounds = ranges(goal)
    return all(bounds[x].finite for x in variables or goal.shows.expr.free_symbols)


def fresh_rows(goal: Goal, nodes: list[Expr]) -> list[list[Expr]]:
    """Each term with a new variable for it."""
    names = {y.name for y in goal.variables}
    rows, n = [], 0
    for node in nodes:
        n += 1
        while f"w_{n}" in names:
            n += 1
        rows.append([node, Symbol(f"w_{n}", real=True)])
    return rows


def symmetric_pairs(goal: Goal) -> Iterator[Move]:
    """Two variables that may be exchanged, put in order; or as half sum and half difference."""
    f = goal.shows.expr
    used = sorted(f.free_symbols, key=str)
    for n, x in enumerate(used):
        for y in used[n + 1 :]:
            swapped = f.subs({x: y, y: x}, simultaneous=True)
            if swapped - f != 0 and sympy.expand(swapped - f) != 0:
                continue
            if not {x - y, y - x} & {sympy.expand(g.expr) for g in goal.given}:
                yield "order", {"pair": [x, y]}


def ratios(goal: Goal, samples: Samples) -> Iterator[Move]:
    """For a term that is homogeneous in some of its variables, of which one is positive: these over that one."""
    f = goal.shows.expr
    used = sorted(f.free_symbols, key=str)
    bounds = ranges(goal)
    positive = [x for x in used if bounds[x].lo is not None and (bounds[x].lo.is_positive or _above_zero(bounds[x]))]
    if len(used) < 2 or not positive:
        return
    for size in range(len(used), 1, -1):
        for some in combinations(used, size):
            units = [x for x in some if x in positive]
            if units and _is_homogeneous(f, some, samples):
                yield from _over(goal, some, units)
                return


def one_ratio(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The same for a transcendental term of two variables, as of their means: of these one is left."""
    f = goal.shows.expr
    if len(f.free_symbols) == 2 and any(n.free_symbols for n in f.atoms(sympy.Function)):
        yield from ratios(goal, samples)


def centred(goal: Goal, samples: Samples) -> Iterator[Move]:
    """New variables c ± x for some, of which there are logarithms or roots, if the term is homogeneous in these."""
    f = goal.shows.expr
    used = sorted(f.free_symbols, key=str)
    bent = {n.args[0] for n in f.atoms(sympy.log)} | {n.base for n in f.atoms(sympy.Pow) if not n.exp.is_Integer}
    bases = {x: [u for u in sorted(bent, key=str) if x in u.free_symbols] for x in used}
    if len(used) < 2 or not all(len(those) == 1 and those[0].diff(x) in (1, -1) for x, those in bases.items()):
        return
    inside = {x: those[0] for x, those in bases.items()}
    if all(u == x for x, u in inside.items()) or any(len(u.free_symbols) > 1 for u in inside.values()):
        return
    twice = {x: x + u / u.diff(x) for x, u in inside.items()}
    if samples.ratio(f.subs(twice, simultaneous=True), f) is None:
        return
    data: dict[str, list[list[Any]]] = {"forward": [], "inverse": [], "given": []}
    for x, u in inside.items():
        t = new_variable(goal, x, (row[0] for row in data["inverse"]))
        data["forward"].append([x, x + (t - u) / u.diff(x)])
        data["inverse"].append([t, u])
    yield "substitute", data


def _is_homogeneous(f: Expr, some: tuple[Symbol, ...], samples: Samples) -> bool:
    """Whether the term has a degree in some variables, as far as seen: a number, or one that other variables say."""
    twice, fourfold = (f.subs({x: factor * x for x in some}, simultaneous=True) for factor in (2, 4))
    if samples.ratio(twice, f) is not None:
        return True
    others = f.free_symbols - {*some}
    return any(p.exp.free_symbols & others for p in f.atoms(sympy.Pow)) and samples.ratio(f * fourfold, twice**2) == 1


def _over(goal: Goal, some: tuple[Symbol, ...], units: list[Symbol]) -> Iterator[Move]:
    """Some variables over each of the units in turn."""
    for unit in units[::-1]:
        rest = [x for x in some if x != unit]
        new: dict[Symbol, Symbol] = {}
        for x in rest:
            new[x] = new_variable(goal, x, new.values())
        yield (
            "substitute",
            {
                "forward": [[x, t * unit] for x, t in new.items()],
                "inverse": [[t, x / unit] for x, t in new.items()],
                "given": _without_unit(goal, {x: t * unit for x, t in new.items()}, unit),
            },
        )

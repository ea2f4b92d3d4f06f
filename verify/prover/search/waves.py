"""Moves for sums of products of sines and cosines: other angles, one normal form, and new variables for the waves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import lcm
from typing import Any

import sympy
from sympy import Expr, Matrix, Poly, PolynomialError, Rational, Symbol, cos, sin

from verify.prover.bounds import ranges
from verify.prover.goal import Goal, Inequality
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import fresh_rows

_MOST_ANGLES = 3
_MOST_ARGUMENTS = 8
_MOST_TERMS = 60
_LARGEST_MULTIPLE = 8
_FEW = 2

Angle = tuple[Fraction, ...]
"""The coefficients of an angle in the variables; what is constant in it does not count."""


def price(goal: Goal) -> float:
    """What other angles cost: less where one may be anywhere, as then hardly anything else helps."""
    return 0.7 if _is_bounded(goal) else 0.4


def _is_bounded(goal: Goal) -> bool:
    bounds = ranges(goal)
    return all(bounds[x].finite for x in _angle_variables(goal.shows.expr))


def _are_all(f: Expr) -> bool:
    """Whether the variables of the angles stand in sines and cosines only."""
    place = Symbol("place_", real=True)
    beside = f.replace(lambda n: isinstance(n, sin | cos), lambda n: place).free_symbols
    return not beside & set(_angle_variables(f))


def angles(goal: Goal) -> Iterator[Move]:
    """Variables in which all angles are whole combinations, and as short ones as can be, as (x + y)/2 and (x − y)/2."""
    used = _angle_variables(goal.shows.expr)
    arguments = _arguments(goal.shows.expr, used)
    if (
        not arguments
        or not _are_all(goal.shows.expr)
        or not 1 <= len(used) <= _MOST_ANGLES
        or len(arguments) > _MOST_ARGUMENTS
    ):
        return
    units = [tuple(Fraction(int(i == j)) for j in range(len(used))) for i in range(len(used))]
    best = _best_basis(arguments, units)
    if best is None or set(best) <= set(units):
        return
    names = {y.name for y in goal.variables}
    new = [y for n in range(1, 99) if (y := Symbol(f"a_{n}", real=True)).name not in names][: len(used)]
    matrix = Matrix([[Rational(q.numerator, q.denominator) for q in row] for row in best])
    forward = matrix.inv() * Matrix(new)
    inverse = matrix * Matrix(used)
    yield (
        "substitute",
        {
            "forward": [[x, sympy.expand(t)] for x, t in zip(used, forward, strict=True)],
            "inverse": [[y, sympy.expand(t)] for y, t in zip(new, inverse, strict=True)],
        },
    )


def _best_basis(arguments: Sequence[Angle], units: Sequence[Angle]) -> tuple[Angle, ...] | None:
    """Independent angles of which all arguments are whole combinations, with the least coefficients altogether."""
    n = len(units)
    pool = dict.fromkeys([*units, *arguments])
    for i in range(n):
        common = lcm(*(a[i].denominator for a in arguments))
        pool[tuple(c / common for c in units[i])] = None
    for a, b in combinations([*arguments, *units], 2):
        for sign in (1, -1):
            pool[tuple((p + sign * q) / 2 for p, q in zip(a, b, strict=True))] = None
    found: list[tuple[Any, tuple[Angle, ...]]] = []
    for basis in combinations([a for a in pool if any(a)][:24], n):
        matrix = Matrix(n, n, [Rational(q.numerator, q.denominator) for row in basis for q in row])
        if matrix.det() == 0:
            continue
        rows = Matrix(len(arguments), n, [Rational(q.numerator, q.denominator) for a in arguments for q in a])
        coefficients = list(rows * matrix.inv())
        if all(c.is_Integer and abs(c) <= _LARGEST_MULTIPLE for c in coefficients):
            found.append(((sum(c**2 for c in coefficients), not set(basis) <= set(units)), basis))
    return min(found, key=lambda row: row[0])[1] if found else None


def _angle_variables(f: Expr) -> list[Symbol]:
    return sorted({x for w in f.atoms(sin, cos) for x in w.args[0].free_symbols}, key=str)


def _arguments(f: Expr, used: Sequence[Symbol]) -> list[Angle]:
    """The angles of the sines and cosines; none if one is not linear with rational coefficients."""
    found: dict[Angle, None] = {}
    for w in sorted(f.atoms(sin, cos), key=str):
        try:
            poly = Poly(w.args[0], *used)
        except PolynomialError:
            return []
        slopes = [poly.coeff_monomial(x) for x in used]
        if poly.total_degree() > 1 or not all(c.is_Rational for c in slopes):
            return []
        angle = tuple(Fraction(int(c.p), int(c.q)) for c in slopes)
        if any(angle):
            found[angle] = None
    return list(found)


def normal_forms(goal: Goal) -> Iterator[Move]:
    """All terms by sines and cosines of the variables alone, one of them to no higher power than 1 in each.

    Where all angles are bounded, boxes may do better with the term as it is: then only if it gets much shorter.
    """
    f = goal.shows.expr
    if not f.has(sin, cos) or f.has(sympy.tan) or not _are_all(f):
        return
    best = _reduced(f)
    if best is None:
        return
    if _is_bounded(goal):
        if 2 * best.count_ops() < f.count_ops():
            yield "rewrite", {"shows": best}
        return
    idle = set(_angle_variables(f))
    given = [g for g in goal.given if g.expr.has(sin, cos) or not g.expr.free_symbols & idle]
    rows = [[(_reduced(g.expr) if g.expr.has(sin, cos) else None) or g.expr, g.strict] for g in given]
    if best != f or any(term != g.expr for (term, _), g in zip(rows, given, strict=True)):
        yield "rewrite", {"shows": best, "given": rows}


def products(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The term as a product of factors of one sign, by sines and cosines of half the angles: 1 − cos 2u = 2 sin² u."""
    f = goal.shows.expr
    used = _angle_variables(f)
    if not f.has(sin, cos) or f.has(sympy.tan) or not _are_all(f):
        return
    for scale in (1, 2):
        for form in _forms(f.xreplace({x: scale * x for x in used})):
            whole = sympy.factor(form).xreplace({x: x / scale for x in used})
            number, factors = whole.as_independent(*used, as_Add=False)
            rows = [_signed(c, goal, samples) for c in sympy.Mul.make_args(factors)]
            if len(rows) > 1 and None not in rows:
                yield "product", {"factors": [*rows, [number, 1, "+" if number.is_positive else "-"]]}
                return


def _signed(factor: Expr, goal: Goal, samples: Samples) -> list[Any] | None:
    """The row of a factor in a product; None for one that is seen with both signs."""
    base, power = factor.as_base_exp()
    signs = samples.signs(base)
    if not power.is_Integer or (signs >= {-1, 1} and (power % 2 or goal.shows.strict)):
        return None
    return [base, int(power), "" if signs >= {-1, 1} else "-" if -1 in signs else "+"]


def _reduced(f: Expr) -> Expr | None:
    """The shortest of the forms in which s² = 1 − c² or c² = 1 − s² was used up in each angle."""
    forms = _forms(f)
    return sympy.factor(forms[0]) if forms else None


def _forms(f: Expr) -> list[Expr]:
    """The term with s² = 1 − c² or c² = 1 − s² used up in each angle, the shortest form first."""
    flat = sympy.expand_trig(f)
    bases = sorted({w.args[0] for w in flat.atoms(sin, cos) if w.free_symbols}, key=str)
    if not 1 <= len(bases) <= _MOST_ANGLES or any(b.is_Add for b in bases):
        return []
    pairs = [(sin(b), cos(b)) for b in bases]
    places = {w: sympy.Dummy(real=True) for pair in pairs for w in pair}
    back = {place: w for w, place in places.items()}
    try:
        poly = Poly(flat.xreplace(places), *places.values())
    except PolynomialError:
        return []
    if len(poly.terms()) > _MOST_TERMS:
        return []
    forms = []
    for choice in product((0, 1), repeat=len(pairs)):
        first = [places[pair[k]] for pair, k in zip(pairs, choice, strict=True)]
        rest = [places[pair[1 - k]] for pair, k in zip(pairs, choice, strict=True)]
        gaps = [a**2 + b**2 - 1 for a, b in zip(first, rest, strict=True)]
        forms.append(sympy.reduced(poly.as_expr(), gaps, *first, *rest, order="lex")[1])
    forms.sort(key=lambda p: (len(sympy.Add.make_args(p)), p.count_ops()))
    return [form.xreplace(back) for form in forms]


def sums(goal: Goal) -> Iterator[Move]:
    """Products of sines and cosines as sums (Werner's formulas), where two terms are left: a number and one wave.

    So sin x·sin y <= sin²((x + y)/2) says that cos(x − y) is at most 1.
    """
    f = goal.shows.expr
    if not f.has(sin, cos) or f.has(sympy.tan) or not _are_all(f):
        return
    form = _summed(f, _angle_variables(f))
    if form is not None and len(sympy.Add.make_args(form)) <= _FEW and form.count_ops() < f.count_ops():
        yield "rewrite", {"shows": form}


Waves = dict[Angle, tuple[Fraction, Fraction]]
"""Real and imaginary parts of the coefficients of exp(i·angle)."""


def _summed(f: Expr, used: Sequence[Symbol]) -> Expr | None:
    """The sum of multiples of sines and cosines that the term is, if it is a polynomial in such."""
    nodes = sorted((w for w in f.atoms(sin, cos) if w.free_symbols), key=str)
    angles = [_arguments(w, used) for w in nodes]
    if any(len(a) != 1 for a in angles) or any(w.args[0].subs(dict.fromkeys(used, 0)) != 0 for w in nodes):
        return None
    places = [sympy.Dummy(real=True) for _ in nodes]
    try:
        terms = Poly(f.xreplace(dict(zip(nodes, places, strict=True))), *places).terms()
    except PolynomialError:
        return None
    half, zero = Fraction(1, 2), Fraction(0)
    if len(terms) > _MOST_TERMS or not all(c.is_Rational and sum(e) <= _LARGEST_MULTIPLE for e, c in terms):
        return None
    waves: list[Waves] = [
        {a: (half, zero), _opposite(a): (half, zero)}
        if isinstance(w, cos)
        else {a: (zero, -half), _opposite(a): (zero, half)}
        for w, (a,) in zip(nodes, angles, strict=True)
    ]
    total: Waves = {}
    for exponents, c in terms:
        product_: Waves = {(zero,) * len(used): (Fraction(int(c.p), int(c.q)), zero)}
        for w, n in zip(waves, exponents, strict=True):
            for _ in range(n):
                product_ = _times(product_, w)
        for a, (re, im) in product_.items():
            old = total.get(a, (zero, zero))
            total[a] = old[0] + re, old[1] + im
    found = []
    for a, (re, im) in total.items():
        first = next((q for q in a if q), zero)
        if first >= 0:
            u = sympy.Add(*(Rational(q.numerator, q.denominator) * x for q, x in zip(a, used, strict=True)))
            scale = 2 if first else 1
            found.append(
                scale * (Rational(*re.as_integer_ratio()) * cos(u) - Rational(*im.as_integer_ratio()) * sin(u))
            )
    return sympy.Add(*found)


def _opposite(a: Angle) -> Angle:
    return tuple(-q for q in a)


def _times(left: Waves, right: Waves) -> Waves:
    found: Waves = {}
    for a, (p, q) in left.items():
        for b, (r, s) in right.items():
            both = tuple(u + v for u, v in zip(a, b, strict=True))
            re, im = found.get(both, (Fraction(0), Fraction(0)))
            found[both] = re + p * r - q * s, im + p * s + q * r
    return found


def alone(goal: Goal, samples: Samples) -> Iterator[Move]:
    """One sine or cosine as a new variable, where the term has its angle there only, and logarithms of it or powers."""
    f = goal.shows.expr
    nodes = [w for w in f.atoms(sin, cos, sympy.tan) if w.free_symbols]
    if len(nodes) != 1 or not isinstance(nodes[0], sin | cos):
        return
    (wave,) = nodes
    ((_, place),) = rows = fresh_rows(goal, [wave])
    form = f.xreplace({wave: place})
    if form.free_symbols & wave.free_symbols or form.is_rational_function(place):
        return
    sign = next((s for s in (1, -1) if samples.signs(wave) == {s}), None)
    if sign is not None and Inequality(sign * wave, True) not in goal.given:
        yield "rewrite", {"given": [[g.expr, g.strict] for g in (*goal.given, Inequality(sign * wave, True))]}
    else:
        yield "abstract", {"nodes": rows}


def values(goal: Goal) -> Iterator[Move]:
    """All sines and cosines as new variables, of more than one angle."""
    f = goal.shows.expr
    inside = [g.expr for g in goal.given if g.expr.has(sin, cos)]
    waves = {w for term in (f, *inside) for w in term.atoms(sin, cos) if w.free_symbols}
    arguments = sorted({w.args[0] for w in waves}, key=str)
    if not f.has(sin, cos) or not 1 < len(arguments) <= _MOST_ANGLES:
        return
    if all(isinstance(u, Symbol) for u in arguments):
        both = [w for u in arguments for w in (sin(u), cos(u)) if w in waves]
        yield "abstract", {"nodes": fresh_rows(goal, both)}

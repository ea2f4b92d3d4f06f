"""The light form of a term: a polynomial with rational coefficients in opaque atoms, independent of any facts.

What every law here promises: *wherever the term has a value, each monomial of its light form has one, and they add up
to the same*. The other way round nothing is promised: x·(1/x) becomes 1, which has a value at x = 0. So terms of one
light form are equal wherever both have values; who concludes something about a term must ask for its `conditions`.

The form of a vector is linear in atoms that are vectors. Exponents are rational. An atom with a fractional or negative
exponent may be a whole sum, such as (x + 1)^(1/2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd, isqrt, lcm
from types import MappingProxyType
from typing import Final

from verify.core.nodes import FORMULAS, MOST_BITS, OTHER, PARTIAL, Refused, Term, is_vector, node
from verify.core.terms import HEADED, MINUS_ONE, ONE, ZERO, add, mul, number, power, sides, the_term

Monomial = tuple[tuple[Term, Fraction], ...]
"""Different atoms with exponents other than 0, in the order of `Term.order`."""
Polynomial = Mapping[Monomial, Fraction]
"""Coefficients other than 0. Light forms are kept and shared: nobody can change one."""

MOST_MONOMIALS: Final = 4000
MOST_POWER: Final = 8
"""Longer products, and higher powers of sums, are not multiplied out: they are atoms."""

_ONE: Final = Fraction(1)
_HALF: Final = Fraction(1, 2)

# --- terms that are folded as they are made ---------------------------------------------------------------------------


def total(*terms: Term) -> Term:
    """The sum, flattened, ordered, its numbers added; value and definedness are kept exactly."""
    parts: list[Term] = []
    constant = Fraction(0)
    for t in _flattened("add", terms):
        if t.kind == "number":
            constant += t.args[0]
        else:
            parts.append(t)
    if constant or not parts:
        parts.append(number(constant))
    return parts[0] if len(parts) == 1 else add(*sorted(parts, key=_order))


def product(*terms: Term) -> Term:
    """The product, flattened, ordered, its numbers multiplied; 0 only where nothing in it can be without a value."""
    parts: list[Term] = []
    constant = Fraction(1)
    for t in _flattened("mul", terms):
        if t.kind == "number":
            constant *= t.args[0]
        else:
            parts.append(t)
    if constant == 0 and all(map(_always_defined, parts)):
        return ZERO
    if constant != 1 or not parts:
        parts.append(number(constant))
    return parts[0] if len(parts) == 1 else mul(*sorted(parts, key=_order))


def raised_to(base: Term, exponent: Term) -> Term:
    """The power; the exponent 1 is dropped, whole powers of numbers are worked out."""
    if exponent is ONE:
        return base
    if base.kind == exponent.kind == "number":
        value = _number_power(base.args[0], exponent.args[0])
        if value is not None:
            return number(value)
    return power(base, exponent)


def negative(t: Term) -> Term:
    """−t."""
    return product(MINUS_ONE, t)


def minus(left: Term, right: Term) -> Term:
    """left − right."""
    return left if right is ZERO else total(left, negative(right))


def inverse(t: Term) -> Term:
    """1/t."""
    return raised_to(t, MINUS_ONE)


def difference(formula: Term) -> Term:
    """What the relation says of 0: the larger side minus the smaller one, as `sides` gives them."""
    _, larger, smaller = sides(formula)
    return minus(larger, smaller)


def _order(t: Term) -> int:
    return t.order


def _flattened(kind: str, terms: Iterable[Term]) -> Iterable[Term]:
    for t in terms:
        if t.kind == kind:
            yield from _flattened(kind, t.args)
        else:
            yield t


_TOTAL: Final = frozenset(
    ["number", "pi", "e", "variable", "bound", "add", "mul", "exp", "sin", "cos", "sinh", "cosh", "tanh", "atan",
     "asinh", "sinc", "abs", "max", "min", "delta", "inner", "sum"]
)  # fmt: skip
"""Nodes that have a value wherever their parts have."""
_defined: dict[Term, bool] = {}


def _always_defined(t: Term) -> bool:
    """Whether the term has a value in every model, whatever its variables are."""
    found = _defined.get(t)
    if found is None:
        if the_term(t).kind == "power":
            exponent = t.args[1]
            total_here = exponent.kind == "number" and exponent.args[0].denominator == 1 and exponent.args[0] >= 0
        else:
            plain = t.kind in ("vector", "point", "tangent") or (
                t.kind == "apply" and t.args[1] == 0 and t.args[0].args[1] != PARTIAL
            )
            total_here = t.kind in _TOTAL or plain
        found = _defined[t] = total_here and all(_always_defined(a) for a in t.args if type(a) is Term)
    return found


# --- the light form ---------------------------------------------------------------------------------------------------

_light: dict[Term, Polynomial] = {}
_canonical: dict[Term, Term] = {}


def light(t: Term) -> Polynomial:
    """The light form of a number or vector (or of an open one)."""
    found = _light.get(t)
    if found is None:
        found = _light[t] = _made(the_term(t))
    return MappingProxyType(dict(found))  # of a copy: what is compared with a proxy is shown what is behind it


def spelled(p: Polynomial) -> Term:
    """The polynomial as a term."""
    terms = []
    for m, q in p.items():
        factors = [x if k == 1 else raised_to(x, number(k)) for x, k in m]
        terms.append(product(*factors) if q == 1 else product(number(q), *factors))
    return total(*terms)


def canonical(t: Term) -> Term:
    """The light form as a term of the same sort; heads, spaces and formulas as they are."""
    found = _canonical.get(t)
    if found is None:
        if the_term(t).kind in ("point", "lambda", "tuple"):
            found = _rebuilt(t)
        elif t.sort == OTHER or t.kind in FORMULAS:
            found = t
        else:
            found = spelled(light(t))
        _canonical[t] = found
    return found


def _rebuilt(t: Term) -> Term:
    """The node with canonical parts. A gradient at v − v is left as it is: at 0 it would be of another space."""
    first = HEADED.get(t.kind, 0)  # heads and the spaces of vectors stay
    made = node(t.kind, *(canonical(a) if type(a) is Term and i >= first else a for i, a in enumerate(t.args)))
    return made if made.sort == t.sort else t


def _atom(t: Term, exponent: Fraction = _ONE) -> Polynomial:
    return {((t, exponent),): _ONE}


def _constant(q: Fraction) -> Polynomial:
    return {(): q} if q else {}


def _made(t: Term) -> Polynomial:
    kind, args = t.kind, t.args
    if kind == "number":
        return _constant(args[0])
    if kind == "add":
        return _sum(map(light, args))
    if kind == "mul":
        made = _constant(_ONE)
        for p in sorted(map(light, args), key=len):
            if len(made) * len(p) > MOST_MONOMIALS:
                return _atom(t)
            made = _times(made, p)
        return made
    if kind == "power":
        return _power(t) if args[1].kind == "number" else _varying_power(t)
    if kind == "exp":
        return _exponential(light(args[0]))
    if kind == "inner":
        return _inner(t)
    if kind == "abs":
        return _absolute(light(args[0]))
    if kind == "delta":
        return _delta(*args)
    if kind in ("max", "min"):
        parts = sorted(set(map(canonical, args)), key=_order)
        return light(parts[0]) if len(parts) == 1 else _atom(node(kind, *parts))
    if kind in ("sum", "integral", "derivative"):
        # what is summed or integrated, or differentiated near a place, has values there, equal to its canonical form's
        return {} if canonical(args[0]) is ZERO else _atom(_rebuilt(t))
    if kind in _ELEMENTARY:
        return _elementary(kind, light(args[0]))
    if kind in HEADED:
        return _atom(_rebuilt(t))
    return _atom(t)


def _sum(parts: Iterable[Polynomial]) -> Polynomial:
    made: dict[Monomial, Fraction] = {}
    for p in parts:
        for m, q in p.items():
            made[m] = made.get(m, Fraction(0)) + q
    return {m: q for m, q in made.items() if q}


def _scaled(p: Polynomial, factor: Fraction) -> Polynomial:
    return p if factor == 1 else {m: q * factor for m, q in p.items()}


def _times(left: Polynomial, right: Polynomial) -> Polynomial:
    if not left or not right:
        return {}
    if len(right) == 1 and () in right:
        return _scaled(left, right[()])
    if len(left) == 1 and () in left:
        return _scaled(right, left[()])
    made: dict[Monomial, Fraction] = {}
    for m1, q1 in left.items():
        for m2, q2 in right.items():
            powers = dict(m1)
            for x, k in m2:
                powers[x] = powers.get(x, Fraction(0)) + k
            for m, q in _monomial(powers).items():
                made[m] = made.get(m, Fraction(0)) + q * q1 * q2
    return {m: q for m, q in made.items() if q}


def _monomial(powers: Mapping[Term, Fraction]) -> Polynomial:
    """A product of powers of atoms; what is no atom to its exponent is worked out.

    Where x has several powers, x to the sum of the exponents has the product as its value: at x = 0 none of them is
    negative, at x < 0 all are integers.
    """
    plain = []
    others = []
    for x, k in powers.items():
        if k:
            worked_out = _worked_out(x, k) if x.kind in _COMPOUND else None
            if worked_out is None:
                plain.append((x, k))
            else:
                others.append(worked_out)
    made: Polynomial = {tuple(sorted(plain, key=lambda factor: factor[0].order)): _ONE}
    for p in others:
        made = _times(made, p)
    return made


_COMPOUND: Final = frozenset(["abs", "add", "mul", "power", "number"])


def _worked_out(x: Term, k: Fraction) -> Polynomial | None:
    """x^k, where that is more than one atom to a power: |u|² = u², ((x + 1)^(1/2))² = x + 1, 2^(3/2) = 2·2^(1/2)."""
    if x.kind == "number":
        return _root_of_number(x.args[0], k)
    if k.denominator != 1:
        return None
    if x.kind == "abs":
        even = k - k % 2 if k > 0 else k + k % 2
        rest = _constant(_ONE) if k == even else _atom(x, k - even)
        return _times(light(power(x.args[0], number(even))), rest) if even else None
    if light(x) == _atom(x):
        return None
    made = light(power(x, number(k)))
    return None if made == _atom(x, k) else made


def _number_power(q: Fraction, k: Fraction) -> Fraction | None:
    """q^k if it is a rational number of a moderate size; the size is asked before it is worked out."""
    if k.denominator != 1 or (q == 0 and k < 0):
        return None
    if abs(q) == 1 or q == 0:
        return q**2 if k % 2 == 0 and k else (_ONE if k == 0 else q)
    bits = max(abs(q.numerator).bit_length(), q.denominator.bit_length())
    return q ** int(k) if bits * abs(k) <= MOST_BITS else None


def _root_of_number(q: Fraction, k: Fraction) -> Polynomial | None:
    """q^k with an exponent between 0 and 1 left, if that is another way to write it."""
    if q <= 0:
        value = _number_power(q, k) if q or k < 0 else Fraction(0)
        return None if value is None else _constant(value)
    if q == 1:
        return _constant(_ONE)
    if q.denominator > 1:
        return _times(_monomial({number(q.numerator): k}), _monomial({number(q.denominator): -k}))
    whole = k.numerator // k.denominator
    outside = _number_power(q, Fraction(whole))
    if outside is None:
        return None
    rest = k - whole
    if rest == _HALF and isqrt(q.numerator) ** 2 == q:
        return _constant(outside * isqrt(q.numerator))
    if not rest:
        return _constant(outside)
    return None if not whole else {((number(q), rest),): outside}


def _whole_power(p: Polynomial, k: int) -> Polynomial | None:
    """p^k; None where it is better left as it is."""
    if len(p) == 1:
        ((m, q),) = p.items()
        value = _number_power(q, Fraction(k))
        return None if value is None else _scaled(_monomial({x: e * k for x, e in m}), value)
    if 0 < k <= MOST_POWER and len(p) ** k <= MOST_MONOMIALS:
        made = p
        for _ in range(k - 1):
            made = _times(made, p)
        return made
    return None


def _power(t: Term) -> Polynomial:
    base, k = light(t.args[0]), t.args[1].args[0]
    if k == 0:
        return _constant(_ONE)
    if not base:
        return {} if k > 0 else _atom(ZERO, k)
    if k.denominator == 1:
        worked_out = _whole_power(base, int(k))
        if worked_out is not None:
            return worked_out
    content = _content(base) if k.denominator == 1 else abs(_content(base))
    outside = _monomial({number(content): k})  # (c·p)^k = c^k·p^k for c > 0, and for whole k
    if len(base) > 1:
        return _times(outside, _atom(spelled(_scaled(base, 1 / content)), k))
    # (±Π x^e)^k: positive factors come out. If all are certain not to be negative where they have values, all come
    # out: at x = 0 the exponent e·k is negative only where the power had no value. x^e with e even is |x|^e.
    ((m, q),) = base.items()
    q /= content
    inside = []
    certain = q > 0 and all(plainly_nonnegative(x) or e.denominator > 1 or e % 2 == 0 for x, e in m)
    for x, e in m:
        if certain and not plainly_nonnegative(x) and e.denominator == 1:
            outside = _times(outside, _monomial({node("abs", x): e * k}))
        elif certain or plainly_positive(x):
            outside = _times(outside, _monomial({x: e * k}))
        else:
            inside.append((x, e))
    if not inside and q > 0:
        return outside
    return _times(outside, _atom(spelled({tuple(inside): q}), k))


def _varying_power(t: Term) -> Polynomial:
    base, exponent = map(canonical, t.args)
    return light(power(base, exponent)) if exponent.kind == "number" else _atom(power(base, exponent))


def _content(p: Polynomial) -> Fraction:
    """The number c for which p/c has coefficients without a common divisor, the first of them positive."""
    size = Fraction(gcd(*(q.numerator for q in p.values())), lcm(*(q.denominator for q in p.values())))
    first = min(p, key=lambda m: [(x.order, k) for x, k in m])
    return size if p[first] > 0 else -size


def plainly_positive(x: Term) -> bool:
    """Whether its value, if it has one, is positive by its kind or by a declared sign."""
    if x.kind in ("exp", "cosh", "e", "pi") or (x.kind == "number" and x.args[0] > 0):
        return True
    return _declared(x) == "positive"


def plainly_nonnegative(x: Term) -> bool:
    """Whether its value, if it has one, is not negative by its kind or by a declared sign."""
    return plainly_positive(x) or x.kind in ("abs", "acos", "acosh", "delta") or _declared(x) == "nonnegative"


def _declared(x: Term) -> str:
    """The sign that a free variable, or the values of a free head, are declared to have."""
    if x.kind == "apply" and x.args[1] == 0:
        x = x.args[0]
    return str(x.args[2]) if x.kind == "variable" else ""


def _exponential(u: Polynomial) -> Polynomial:
    """exp(Σ q·m) = Π exp(m)^q, of positive numbers; exp(q·log x) = x^q, as log x has a value for x > 0 only."""
    made = _constant(_ONE)
    powers: dict[Term, Fraction] = {}
    for m, q in u.items():
        if len(m) == 1 and m[0][0].kind == "log" and m[0][1] == 1:
            made = _times(made, light(raised_to(m[0][0].args[0], number(q))))
        else:
            atom = node("exp", spelled({m: _ONE})) if m else node("e")
            powers[atom] = powers.get(atom, Fraction(0)) + q  # two monomials of long sums may be spelled alike
    return _times(made, _monomial(powers))


def _inner(t: Term) -> Polynomial:
    """Bilinear and symmetric."""
    left, right = light(t.args[0]), light(t.args[1])
    if len(left) * len(right) > MOST_MONOMIALS:
        return _atom(t)
    return _sum(
        _scaled(_times(_times({s1: _ONE}, {s2: _ONE}), _atom(node("inner", *sorted((v1, v2), key=_order)))), q1 * q2)
        for (s1, v1), q1 in ((_split(m), q) for m, q in left.items())
        for (s2, v2), q2 in ((_split(m), q) for m, q in right.items())
    )


def _split(m: Monomial) -> tuple[Monomial, Term]:
    """A monomial of a vector as scalars and the one vector."""
    vectors = [x for x, _ in m if is_vector(x)]
    if len(vectors) != 1:
        raise Refused("a vector is not linear in vectors")
    return tuple(factor for factor in m if factor[0] is not vectors[0]), vectors[0]


def _absolute(u: Polynomial) -> Polynomial:
    """|c·p| = |c|·|p|; of one monomial, the product of the absolute values of its factors."""
    if not u:
        return {}
    content = _content(u)
    if len(u) > 1:
        return _scaled(_atom(node("abs", spelled(_scaled(u, 1 / content)))), abs(content))
    (m,) = u
    made = _constant(abs(content))
    for x, k in m:
        signless = plainly_nonnegative(x) or k.denominator > 1 or k % 2 == 0
        made = _times(made, _monomial({x if signless else node("abs", x): k}))
    return made


def _delta(i: Term, j: Term) -> Polynomial:
    """1 where the indices are the same, 0 where they differ by a number."""
    i, j = sorted((canonical(i), canonical(j)), key=_order)
    apart = light(minus(i, j))
    if not apart or set(apart) == {()}:
        return {} if apart else _constant(_ONE)
    return _atom(node("delta", i, j))


# --- elementary functions ---------------------------------------------------------------------------------------------

_ODD: Final = frozenset(["sin", "tan", "sinh", "tanh", "asin", "atan", "asinh", "atanh"])
_EVEN: Final = frozenset(["cos", "cosh", "sinc"])
_ELEMENTARY: Final = _ODD | _EVEN | {"log", "acos", "acosh"}
_AT_ZERO: Final = {"cos": _ONE, "cosh": _ONE, "sinc": _ONE} | dict.fromkeys(_ODD, Fraction(0))
_INVERSES: Final = {"cos": "acos", "sin": "asin", "tan": "atan", "cosh": "acosh", "sinh": "asinh", "tanh": "atanh"}
_ACOS: Final = {Fraction(k, 2): Fraction(n, 6) for k, n in ((2, 0), (1, 2), (0, 3), (-1, 4), (-2, 6))}
"""acos q as a multiple of π; asin q is the rest to 1/2."""


def _elementary(kind: str, u: Polynomial) -> Polynomial:
    """Values at single places, odd and even functions, and a function of its inverse where that has a value."""
    if not u and kind in _AT_ZERO:
        return _constant(_AT_ZERO[kind])
    value = u.get((), Fraction(0)) if set(u) <= {()} else None
    if kind == "log":
        if value == 1:
            return {}
        if len(u) == 1 and all(x.kind in ("exp", "e") for m in u for x, _ in m) and set(u.values()) == {_ONE}:
            (m,) = u
            return _sum(_scaled(light(x.args[0]) if x.kind == "exp" else _constant(_ONE), k) for x, k in m)
    if kind == "acosh" and value == 1:
        return {}
    if kind in ("acos", "asin") and value in _ACOS:
        angle = _ACOS[value] if kind == "acos" else _HALF - _ACOS[value]
        return _scaled(_atom(node("pi")), angle) if angle else {}
    sign = _ONE
    if kind in _ODD | _EVEN and _content(u) < 0:
        u = _scaled(u, Fraction(-1))
        sign = Fraction(-1) if kind in _ODD else _ONE
    if kind == "atan" and value is not None and abs(value) == 1:
        return _scaled(_atom(node("pi")), sign / 4)
    if kind in ("sin", "cos") and list(u) == [((node("pi"), _ONE),)]:
        (multiple,) = u.values()
        quarter = multiple * 2 - (1 if kind == "sin" else 0)  # sin u = cos(u − π/2)
        if quarter.denominator == 1:
            return _constant(sign * (1, 0, -1, 0)[int(quarter) % 4])
    argument = spelled(u)
    if argument.kind == _INVERSES.get(kind):
        return _scaled(light(argument.args[0]), sign)
    return _scaled(_atom(node(kind, argument)), sign)

"""Polynomial and rational inequalities, decided exactly, equality cases included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from flint import fmpq, fmpq_mat

from verify.core.nodes import Refused, Term
from verify.core.obligations import Node, check_term, joined, rational
from verify.core.rational import Undecided
from verify.core.polynomial_methods import bernstein, sturm
from verify.core.polynomial_reading import Polynomial, Sign, System, evaluate, flint_number, variables_of
from verify.core.polynomials import negative, product
from verify.core.terms import number, relation

_MOST: Final = 400


def polynomial(node: Node) -> None:
    """A polynomial or rational inequality by one of the exact methods: `method`, and its own `data`.

    Sound: the goal's term is p/q with q ≠ 0 at the point, so it has the sign of p·q; each method shows that p·q has
    the sign wherever the known signs hold, as they do at the point.
    """
    method, data = node.data.get("method"), node.data.get("data")
    if type(method) is not str or method not in METHODS or type(data) is not dict:
        raise Refused(f"method: must be one of {', '.join(METHODS)}, with data")
    METHODS[method](node, System(node.term, node.strict, node.known), data)


# --- products of factors ----------------------------------------------------------------------------------------------


def by_factors(node: Node, system: System, data: dict[str, Any]) -> None:
    """goal = (a · Π fᵐ)/(b · Π gⁿ); `signs`: rows of numbers of factors, and the sign of their product.

    Sound: even powers are not negative, and not zero where the factor is not; factors of the denominator vanish nowhere
    that counts. Each of the others is in one row, whose sign a part shows, and the signs multiply to +. The factors of
    one row have powers of one parity, so the product of their powers has the sign of the product of the factors, or is
    a square.
    """
    above = _factors(system, data.get("above"), system.numerator)
    below = _factors(system, data.get("below"), system.denominator)
    factors = above[1] + below[1]
    sign = above[0] * below[0]
    needed = {n for n, (_, power) in enumerate(factors) if power % 2}
    if system.strict:
        needed |= set(range(len(above[1])))
    seen: set[int] = set()
    for members, side in _list(data.get("signs"), 2, "signs"):
        if type(members) is not list or not members or any(type(n) is not int for n in members) or side not in (1, -1):
            raise Refused("signs: must be rows of numbers of factors, and 1 or -1")
        odd = {factors[n][1] % 2 for n in members if 0 <= n < len(factors)}
        if len(set(members)) < len(members) or min(members) < 0 or max(members) >= len(factors):
            raise Refused("signs: must be of different factors")
        if len(odd) != 1 or seen & set(members):
            raise Refused("signs: must be of odd powers or of even ones, each factor once")
        seen |= set(members)
        together = product(number(side), *(factors[n][0] for n in members))
        strict = system.strict and any(n < len(above[1]) for n in members)
        node.must(together, strict, what="the sign of a factor")
        if odd == {1}:
            sign = sign * side
    if not needed <= seen:
        raise Refused(f"signs: nothing is said about the factor {factors[min(needed - seen)][0]!r}")
    if not sign > 0:
        raise Refused("signs: they make the product negative")


def _factors(system: System, data: Any, whole: Polynomial) -> tuple[fmpq, list[tuple[Term, int]]]:
    if type(data) is not list or len(data) != 2:
        raise Refused("factors: must be a number and rows [factor, power]")
    constant = flint_number(rational(data[0]))
    found, expanded = [], system.ring.constant(constant)
    for term, power in _list(data[1], 2, "factors"):
        if type(power) is not int or not 1 <= power <= 60:
            raise Refused("factors: a power must be from 1 to 60")
        f = system.polynomial(_data_term(term))
        if len(f) ** power > 1 and f.total_degree() * power > whole.total_degree():
            raise Refused("factors: they do not multiply to the whole")
        expanded = expanded * f**power
        found.append((system.spelled(f), power))  # not as it is written there: that may need more to be defined
    if constant == 0 or expanded != whole:
        raise Refused("factors: they do not multiply to the whole")
    return constant, found


# --- one root ---------------------------------------------------------------------------------------------------------


def by_root(node: Node, system: System, data: dict[str, Any]) -> None:
    """A + B·√R from inequalities without that root; `larger`: "root", "rest" or "root if needed".

    Sound: if B ≥ 0 and B²R ≥ A², then B√R ≥ |A|; it is enough to have the second where A ≤ 0. If A ≥ 0 and A² ≥ B²R,
    then A ≥ |B|√R. Strict likewise. R = p/q with q ≠ 0, so (B²p − A²q)·q has the sign of B²R − A².
    """
    root = system.place(_data_term(data.get("root")))
    if root not in system.radicands or data.get("larger") not in ("root", "rest", "root if needed"):
        raise Refused("root, larger: must be a square root or absolute value, and root, rest or root if needed")
    rest, factor, above, below = separated(system, root)
    gap = system.spelled((factor * factor * above - rest * rest * below) * below)
    if data["larger"] == "rest":
        node.must(system.spelled(rest), False, what="the rest")
        node.must(negative(gap), system.strict, what="the squares")
        return
    node.must(system.spelled(factor), False, what="the factor of the root")
    known = node.known
    if data["larger"] == "root if needed":
        known = joined((*known, relation("≥", system.spelled(-rest))))
    node.must(gap, system.strict, known, "the squares")


def separated(system: System, root: int) -> tuple[Polynomial, Polynomial, Polynomial, Polynomial]:
    """A, B, p, q with the sign of the goal being that of A + B√(p/q), none of them with the root in it.

    They are made from the goal times an even power of q, which is not zero where the root is defined.
    """
    above, below = system.radicands[root]
    powers: dict[int, Polynomial] = {}
    for exponents, c in system.shows.to_dict().items():
        k = int(exponents[root])
        others = tuple(0 if i == root else int(e) for i, e in enumerate(exponents))
        powers[k] = powers.get(k, system.ring.constant(0)) + system.ring.from_dict({others: c})
    most = max(powers, default=0) // 2
    most += most % 2
    parts = [system.ring.constant(0), system.ring.constant(0)]
    for k, a in powers.items():
        parts[k % 2] = parts[k % 2] + a * above ** (k // 2) * below ** (most - k // 2)
    return parts[0], parts[1], above, below


# --- sums of squares --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Weighted:
    """(product of conditions) · bᵀGb, which is a sum of squares of `squares` times positive numbers."""

    weight: list[Sign]
    expanded: Polynomial
    squares: list[Polynomial]


def by_squares(node: Node, system: System, data: dict[str, Any]) -> None:
    """multiplier · goal = Σ (product of conditions) · bᵀGb, with rational matrices G that are positive semidefinite.

    Sound: every term is ≥ 0 where the conditions hold, so the goal is where the multiplier is positive. Where the
    multiplier may vanish, the goal is ≥ 0 by continuity, if the set where the conditions of the identity hold is the
    closure of its interior (a nonzero polynomial vanishes on no open set). The goal is > 0 where not all terms can
    vanish together: then neither does the multiplier, as the product is not zero.
    """
    terms = [_weighted(system, item) for item in _items(data.get("terms"))]
    left = system.shows
    multiplier = [_weighted(system, item) for item in _items(data["multiplier"])] if "multiplier" in data else None
    if multiplier is not None:
        factor = _sum(system, multiplier)
        if factor.is_zero():
            raise Refused("squares: the multiplier is zero")
        left = left * factor
    if left != _sum(system, terms):
        raise Refused("squares: the two sides of the identity differ")
    if system.strict:
        if not _never_vanishes(system, terms):
            raise Undecided("squares: nothing shows that the terms cannot vanish together")
    elif multiplier is not None and not _never_vanishes(system, multiplier):
        used = [s for t in (*terms, *multiplier) for s in t.weight if not s.strict]
        if not _is_closure(system, used, data.get("inside")):
            raise Undecided("squares: the multiplier may vanish, and the domain is not seen to have an interior there")


def _items(data: Any) -> list[Any]:
    if type(data) is not list or len(data) > _MOST or any(type(item) is not dict for item in data):
        raise Refused("squares: terms must be a list")
    return data


def _weighted(system: System, item: dict[str, Any]) -> Weighted:
    weight, basis, gram = (item.get(name) for name in ("weight", "basis", "gram"))
    if any(type(part) is not list or len(part) > _MOST for part in (weight, basis, gram)):
        raise Refused("squares: a weight, a basis and a Gram matrix must be lists")
    n = len(basis)  # type: ignore[arg-type]
    if len(gram) != n or any(type(row) is not list or len(row) != n for row in gram):  # type: ignore[arg-type, union-attr]
        raise Refused("squares: a Gram matrix must be square, with a row for each term of the basis")
    signs = [_condition(system, t) for t in weight]  # type: ignore[union-attr]
    vector = [system.polynomial(_data_term(t)) for t in basis]  # type: ignore[union-attr]
    matrix = [[flint_number(rational(entry)) for entry in row] for row in gram]  # type: ignore[union-attr]
    expanded = system.ring.constant(0)
    for b, row in zip(vector, matrix, strict=True):
        expanded = expanded + b * sum(
            (c * other for c, other in zip(row, vector, strict=True)), system.ring.constant(0)
        )
    for s in signs:
        expanded = expanded * s.polynomial
    squares = [
        sum((c * b for c, b in zip(row, vector, strict=True)), system.ring.constant(0)) for row in factored(matrix)
    ]
    return Weighted(signs, expanded, squares)


def _condition(system: System, term: Any) -> Sign:
    """A known sign, of the polynomial that the term is."""
    wanted = system.polynomial(_data_term(term))
    found = [s for s in system.known if is_multiple(s.polynomial, wanted)]
    if not found:
        raise Refused(f"squares: it is not known that {term!r} is not negative")
    return Sign(wanted, any(s.strict for s in found))


def is_multiple(known: Polynomial, wanted: Polynomial) -> bool:
    """Whether the known polynomial is the other one times a positive number."""
    if known.is_zero() or wanted.is_zero():
        return False
    factor = known.leading_coefficient() / wanted.leading_coefficient()
    return bool(factor > 0) and bool(known == wanted * factor)


def _sum(system: System, terms: Sequence[Weighted]) -> Polynomial:
    return sum((t.expanded for t in terms), system.ring.constant(0))


def factored(gram: list[list[fmpq]]) -> list[list[fmpq]]:
    """Rows l with G = Σ d·l·lᵀ for positive numbers d, by elimination.

    Raises:
        Refused: if the matrix is not symmetric and positive semidefinite.
    """
    n = len(gram)
    if any(gram[i][j] != gram[j][i] for i in range(n) for j in range(i)):
        raise Refused("squares: a Gram matrix is not symmetric")
    rest = [list(row) for row in gram]
    found = []
    for k in range(n):
        pivot = rest[k][k]
        if pivot < 0 or (pivot == 0 and any(rest[k][j] != 0 for j in range(k, n))):
            raise Refused("squares: a Gram matrix is not positive semidefinite")
        if pivot == 0:
            continue
        row = [fmpq(0)] * k + [rest[k][j] / pivot for j in range(k, n)]
        for i in range(k + 1, n):
            scale = rest[k][i]
            for j in range(i, n):
                rest[i][j] -= scale * row[j]
                rest[j][i] = rest[i][j]
        found.append(row)
    return found


def _never_vanishes(system: System, terms: Sequence[Weighted]) -> bool:
    """Whether the terms cannot all be zero at one point of the domain.

    There every square of every term would vanish, times those of its conditions that are not strict. It cannot be if
    they generate a polynomial that is known not to be zero.
    """
    vanishing = []
    for t in terms:
        loose = system.ring.constant(1)
        for s in t.weight:
            loose = loose if s.strict else loose * s.polynomial
        vanishing += [loose * part for part in t.squares if not (loose * part).is_zero()]
    vanishing = _reduced(vanishing)
    strict = [s.polynomial for s in system.known if s.strict]
    whole = system.ring.constant(1)
    for s in strict:
        whole = whole * s if len(whole * s) < 200 else whole
    return any(_is_generated(p, vanishing) for p in (system.ring.constant(1), *strict, whole, whole * whole))


def _reduced(polynomials: Sequence[Polynomial]) -> list[Polynomial]:
    """Polynomials of the same span, no leading monomial of which is in another."""
    terms = [p.to_dict() for p in polynomials]
    monomials = sorted({e for p in terms for e in p}, reverse=True)
    if not monomials:
        return []
    ring = polynomials[0].context()
    matrix = fmpq_mat(len(terms), len(monomials), [t.get(m, fmpq(0)) for t in terms for m in monomials])
    echelon, rank = matrix.rref()
    return [
        ring.from_dict({m: c for m, c in zip(monomials, row, strict=True) if c != 0}) for row in echelon.tolist()[:rank]
    ]


def _is_generated(polynomial: Polynomial, generators: Sequence[Polynomial]) -> bool:
    """Whether dividing by the generators, one after the other as far as it goes, leaves no remainder."""
    rest = polynomial
    for _ in range(50):
        before = rest
        for g in generators:
            rest = divmod(rest, g)[1]
        if rest.is_zero():
            return True
        if rest == before:
            return False
    return False


def _is_closure(system: System, loose: Sequence[Sign], inside: Any) -> bool:
    """Whether the set where the conditions of the identity hold is the closure of its interior.

    It is, if those that are not strict are linear and hold strictly at some point w: from any point of the set, all
    the points of the segment to w after it satisfy them strictly, and near it the strict ones still hold.
    """
    if not loose:
        return True
    if any(s.polynomial.total_degree() > 1 for s in loose) or type(inside) is not list:
        return False
    point = [fmpq(0)] * max(1, len(system.meanings))
    for term, value in _list(inside, 2, "inside"):
        point[system.place(_data_term(term))] = flint_number(rational(value))
    return all(evaluate(s.polynomial, point) > 0 for s in loose)


def _data_term(term: Any) -> Term:
    if type(term) is not Term:
        raise Refused("a term is expected in the data")
    return check_term(term, term.free)


def _list(value: Any, length: int, name: str) -> list[Any]:
    if type(value) is not list or len(value) > _MOST or any(type(r) is not list or len(r) != length for r in value):
        raise Refused(f"{name}: must be a list of rows of {length}")
    return value


def _by_bernstein(node: Node, system: System, data: dict[str, Any]) -> None:
    rows: list[tuple[int, Polynomial | None, Polynomial | None]] = []
    earlier: set[int] = set()
    for x, low, high in _list(data.get("ranges"), 3, "ranges"):
        i = system.place(_data_term(x))
        ends = [None if end is None else system.polynomial(_data_term(end)) for end in (low, high)]
        if i in earlier or ends == [None, None]:
            raise Refused("ranges: each variable once, with an end")
        for end, side in zip(ends, (1, -1), strict=True):
            if end is not None:
                if not variables_of(end) <= earlier:
                    raise Refused("ranges: an end depends on a later variable")
                gap = (system.gens[i] - end) * side
                if not any(is_multiple(s.polynomial, gap) for s in system.known):
                    raise Refused(f"ranges: no condition says that {x!r} has the end {system.spelled(end)!r}")
        rows.append((i, ends[0], ends[1]))
        earlier.add(i)
    if not variables_of(system.shows) <= earlier:
        raise Refused("ranges: a variable has none")
    bernstein(system, rows, data.get("tree"))


METHODS: Final = {
    "sturm": lambda node, system, data: sturm(system, data.get("digits")),
    "bernstein": _by_bernstein,
    "squares": by_squares,
    "product": by_factors,
    "roots": by_root,
}

"""Sums of squares: an identity that shows why a polynomial is not negative wherever the conditions hold.

    multiplier · goal = Σ (product of conditions) · (sum of squares)

Both sides are lists of terms: which conditions are multiplied, polynomials b, and a rational Gram matrix G that
stands for bᵀGb. The check expands the identity exactly and finds every G positive semidefinite by an exact LDLᵀ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq, fmpq_mat

from verify.prover.goal import Goal
from verify.prover.polynomial.reading import Polynomial, Sign, System, evaluate, from_json, number, read_or_reject
from verify.prover.rejected import Rejected

Matrix = list[list[fmpq]]


@dataclass(frozen=True)
class Term:
    """(product of the conditions) · bᵀGb."""

    weight: tuple[int, ...]
    basis: tuple[Polynomial, ...]
    gram: Matrix


def accepts(goal: Goal, data: dict[str, Any]) -> bool:
    """Whether the check does."""
    try:
        check(goal, data)
    except Rejected:
        return False
    return True


def check(goal: Goal, data: dict[str, Any]) -> None:
    """Expands the identity and factors the Gram matrices.

    Why it suffices: every term is non-negative where the conditions hold, so goal ≥ 0 wherever multiplier > 0. Where
    the multiplier may vanish, the goal is non-negative by continuity, if the domain is the closure of its interior
    (a nonzero polynomial vanishes on no open set). The goal is positive where not all terms can vanish together.

    Raises:
        Rejected: saying what does not hold.
    """
    if not {"terms"} <= set(data) <= {"terms", "multiplier", "inside"}:
        raise Rejected("squares: the data must be terms, and maybe a multiplier and an inner point")
    system = read_or_reject(goal)
    terms = _terms(system, data["terms"])
    left = system.shows
    multiplier = _terms(system, data["multiplier"]) if "multiplier" in data else None
    if multiplier is not None:
        factor = _expanded(system, multiplier)
        if factor.is_zero():
            raise Rejected("squares: the multiplier is zero")
        left = left * factor
    if left != _expanded(system, terms):
        raise Rejected("squares: the two sides of the identity differ")
    squares = [_squares(t) for t in terms]
    if system.strict:
        if not _never_vanishes(system, terms, squares):
            raise Rejected("squares: nothing shows that the terms cannot vanish together")
    elif multiplier is not None:
        parts = [_squares(t) for t in multiplier]
        if not _never_vanishes(system, multiplier, parts) and not _is_closure(system, data.get("inside")):
            raise Rejected("squares: the multiplier may vanish, and the domain is not seen to have an interior there")
    if multiplier is not None:
        for t in multiplier:
            _squares(t)


def _terms(system: System, data: Any) -> list[Term]:
    if not isinstance(data, list):
        raise Rejected("squares: terms must be a list")
    return [_term(system, item) for item in data]


def _term(system: System, item: Any) -> Term:
    if not isinstance(item, dict) or set(item) != {"weight", "basis", "gram"}:
        raise Rejected("squares: a term must have a weight, a basis and a Gram matrix")
    weight, basis, gram = item["weight"], item["basis"], item["gram"]
    if not all(isinstance(part, list) for part in (weight, basis, gram)):
        raise Rejected("squares: a weight, a basis and a Gram matrix must be lists")
    if not all(type(i) is int and 0 <= i < len(system.known) for i in weight):
        raise Rejected(f"squares: a weight must name conditions, not {weight!r}")
    n = len(basis)
    if len(gram) != n or not all(isinstance(row, list) and len(row) == n for row in gram):
        raise Rejected("squares: a Gram matrix must be square, with a row for each polynomial of the basis")
    matrix = [[number(entry) for entry in row] for row in gram]
    return Term(tuple(weight), tuple(from_json(system.ring, b) for b in basis), matrix)


def weight_polynomial(system: System, weight: Sequence[int]) -> Polynomial:
    """The product of the conditions."""
    found = system.ring.constant(1)
    for i in weight:
        found = found * system.known[i].polynomial
    return found


def _expanded(system: System, terms: Sequence[Term]) -> Polynomial:
    total = system.ring.constant(0)
    for t in terms:
        form = system.ring.constant(0)
        for b, row in zip(t.basis, t.gram, strict=True):
            form = form + b * sum((c * other for c, other in zip(row, t.basis, strict=True)), system.ring.constant(0))
        total = total + form * weight_polynomial(system, t.weight)
    return total


def _squares(term: Term) -> list[Polynomial]:
    """Polynomials whose squares, times positive numbers, sum to bᵀGb."""
    found = []
    for _, row in factored(term.gram):
        combined = term.basis[0] * 0
        for c, b in zip(row, term.basis, strict=True):
            combined = combined + c * b
        found.append(combined)
    return found


def factored(gram: Matrix) -> list[tuple[fmpq, list[fmpq]]]:
    """Pivots d > 0 and rows l with G = Σ d·l·lᵀ.

    Raises:
        Rejected: if the matrix is not symmetric and positive semidefinite.
    """
    n = len(gram)
    if any(gram[i][j] != gram[j][i] for i in range(n) for j in range(i)):
        raise Rejected("squares: a Gram matrix is not symmetric")
    rest = [list(row) for row in gram]
    found = []
    for k in range(n):
        pivot = rest[k][k]
        if pivot < 0 or (pivot == 0 and any(rest[k][j] != 0 for j in range(k, n))):
            raise Rejected("squares: a Gram matrix is not positive semidefinite")
        if pivot == 0:
            continue
        row = [fmpq(0)] * k + [rest[k][j] / pivot for j in range(k, n)]
        for i in range(k + 1, n):
            if rest[k][i] != 0:
                scale = rest[k][i]
                for j in range(i, n):
                    rest[i][j] -= scale * row[j]
                    rest[j][i] = rest[i][j]
        found.append((pivot, row))
    return found


def _never_vanishes(system: System, terms: Sequence[Term], squares: Sequence[Sequence[Polynomial]]) -> bool:
    """Whether the terms cannot all be zero at one point of the domain.

    There every square of every term would vanish, times those of its conditions that are not strict. It cannot be if
    they generate a polynomial that is known not to be zero.
    """
    vanishing = []
    for t, parts in zip(terms, squares, strict=True):
        loose = weight_polynomial(system, [i for i in t.weight if not system.known[i].strict])
        vanishing += [loose * part for part in parts if not part.is_zero()]
    vanishing = _reduced([v for v in vanishing if not v.is_zero()])
    strict = [g.polynomial for g in system.known if g.strict]
    product = system.ring.constant(1)
    for s in strict:
        product = product * s if len((product * s).to_dict()) < 200 else product
    return any(_is_generated(p, vanishing) for p in (system.ring.constant(1), *strict, product, product * product))


def _reduced(polynomials: Sequence[Polynomial]) -> list[Polynomial]:
    """Polynomials of the same span, no leading monomial of which is in another."""
    monomials = sorted({e for p in polynomials for e in p.to_dict()}, reverse=True)
    if not monomials:
        return []
    ring = polynomials[0].context()
    terms = [p.to_dict() for p in polynomials]
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


def _is_closure(system: System, inside: Any) -> bool:
    """Whether the domain is the closure of its interior.

    It is, if the conditions that are not strict are linear and hold strictly at some point w: from any point of the
    domain, all the points of the segment to w after it satisfy them strictly, and near it the strict ones still hold.
    """
    loose = [g for g in system.given if not g.strict]
    if not loose:
        return True
    if any(max((sum(e) for e in g.polynomial.to_dict()), default=0) > 1 for g in loose):
        return False
    if not isinstance(inside, list) or len(inside) != len(system.meanings):
        return False
    point = [number(c) for c in inside]
    return all(holds_strictly(g, point) for g in loose)


def holds_strictly(condition: Sign, point: Sequence[fmpq]) -> bool:
    """Whether the polynomial is positive at the point."""
    return bool(evaluate(condition.polynomial, point) > 0)

"""The von Neumann divergence is not negative (Klein's inequality), by the squares of products of eigenvectors."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Sum, log

from proofs.matrix_eg._matrices import INDEX, basis, d, form, i, j, orthonormal, total, trace_of_product
from verify.audit import (
    Inner, Theorem, assume, at, certify, combine, eq, family, forall, ge, gt, identity, induct, instantiate, integer,
    real, telescope,
)  # fmt: skip
from verify.prover.proving import certificate

first, second = family("p"), family("q", positive=True)
a, b = basis("a"), basis("b")
_n = integer("n")
_g = family("g")


def exchanged() -> Theorem:
    """n ≥ 0 ⊢ Σ_{i ≤ n} Σ_{j ≤ d} g(i, j) = Σ_{j ≤ d} Σ_{i ≤ n} g(i, j), by induction on n."""

    def goal(n: Any) -> Any:
        rows = Sum(Sum(_g(i, j), (j, 1, d)), (i, 1, n))
        return eq(rows, Sum(Sum(_g(i, j), (i, 1, n)), (j, 1, d)))

    base = identity(goal(0))
    step = combine(goal(_n + 1), [(1, assume(goal(_n)))], facts=[ge(_n, 0)])
    return induct(base, step, goal(_n), _n, 0)


def divergence(values: Any, vectors: Any, others: Any, basis_of_others: Any) -> Any:
    """tr(A log A − A log B − A + B) for A = Σ values(i) vectors(i) vectors(i)ᵀ and B likewise."""
    cross = trace_of_product(values, vectors, lambda at: form(lambda i: log(others(i)), basis_of_others, at))
    return total(values(i) * log(values(i))) - cross - total(values(i)) + total(others(i))


BASES = [*orthonormal(a), *orthonormal(b)]
POSITIVE = forall(i, gt(first(i), 0), INDEX)
GIVEN = [ge(d, 0), *BASES, POSITIVE]


def relative_entropy(at_first: Any, at_second: Any, known: Theorem) -> Theorem:
    """x log x − x log y − x + y ≥ 0 for positive terms, by a certificate of the prover."""
    x, y = real("x y")
    found = certify(certificate(ge(x * log(x / y) - x + y, 0), [gt(x, 0), gt(y, 0)]))
    return instantiate(found, {x: at_first, y: at_second}, [known])


def unit(vectors: Any, others: Any, index: Any) -> Theorem:
    """Σⱼ⟨vectors(index), others(j)⟩² = 1."""
    here = vectors(index)
    length = at(orthonormal(vectors)[0], index, index)
    parseval = at(orthonormal(others)[1], here)
    inside = [ge(index, 1), ge(d, index)]
    return combine(eq(form(lambda _: 1, others, here), 1), [(-1, parseval), (1, length)], facts=inside)


def klein() -> Theorem:
    """tr(A log A − A log B − A + B) ≥ 0 for positive definite A and B."""
    above = at(POSITIVE, i)
    square = Inner(a(i), b(j)) ** 2
    p, q = first(i), second(j)
    scalar = relative_entropy(p, q, above)
    each = combine(ge((p * log(p) - p * log(q) - p + q) * square, 0), [(square, scalar)], facts=[above])
    row = telescope(each, j, 1, d)
    cross = form(lambda j: log(second(j)), b, a(i))
    mixed = form(second, b, a(i))
    rest = combine(
        ge(p * log(p) - p * cross - p + mixed, 0), [(1, row), (p - p * log(p), unit(a, b, i))], facts=[above]
    )
    rows = telescope(rest, i, 1, d)
    swapped = instantiate(exchanged(), {_g: Lambda((i, j), second(j) * Inner(a(i), b(j)) ** 2), _n: d})
    column = combine(eq(second(j) * (form(lambda _: 1, a, b(j)) - 1), 0), [(second(j), unit(b, a, j))])
    columns = telescope(column, j, 1, d)
    return combine(ge(divergence(first, a, second, b), 0), [(1, rows), (-1, swapped), (-1, columns)])

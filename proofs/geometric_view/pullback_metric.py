"""Section 6: the metric pulled back by a link function has the matrix DfᵀDf, and f is an isometry exactly for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Integer, KroneckerDelta, Lambda, Rational, Sum

from numeric.manifolds import PulledBack
from numeric.manifolds.links import Linear
from verify.author.kernel import Theorem, assume, combine, generalize, identity, induct, instantiate, witness
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import eq, family, forall, ge, integer, substitute

n, i, j, l, m = integer("n i j l m")
g, D, A, B = family("g"), family("Df"), family("A"), family("B")


def total(term: Any, index: Any) -> Expr:
    """The sum over an index from 1 to n."""
    return Sum(term, (index, 1, n))


def pushed(a: Any, l: Any) -> Expr:
    """(f⋆A)ˡ = Σᵢ (Df)ₗᵢ Aⁱ."""
    return total(D(l, i) * a(i), i)


def entry(i: Any, j: Any) -> Expr:
    """(DfᵀDf)ᵢⱼ."""
    return total(D(l, i) * D(l, j), l)


def form(a: Any, b: Any) -> Expr:
    """g(A, B) = Σ gᵢⱼ AⁱBʲ."""
    return total(total(g(i, j) * a(i) * b(j), j), i)


SOME = ge(n, 1)
INDICES = [ge(i, 1), ge(n, i), ge(j, 1), ge(n, j)]
MATRIX = forall([i, j], eq(g(i, j), entry(i, j)), INDICES)
SYMMETRIC = forall([i, j], eq(g(i, j), g(j, i)), INDICES)
KEEPS_LENGTHS = forall(A, eq(form(A, A), total(pushed(A, l) ** 2, l)))

PULLBACK_METRIC = Claim(
    "geometric_view/pullback-metric",
    at="Section 6",
    printed="f is an isometry, i.e., it preserves distance, if … g = f*ḡ is the pullback metric … the matrix of the "
    "pullback metric g is given by (g_ij) = Dfᵀ·Df",
    given=[MATRIX, SOME],
    states=eq(form(A, B), total(pushed(A, l) * pushed(B, l), l)),
    reading=(
        "At one point, in coordinates of M, D being the Jacobian of f there: if gᵢⱼ = (DfᵀDf)ᵢⱼ then g(A, B) = "
        "⟨f⋆A, f⋆B⟩ for all tangent vectors A, B, for every n. An isometry is read as a diffeomorphism that keeps the "
        "inner product of tangent vectors: it then keeps the length of every curve, and so distances."
    ),
)

ONLY_IF = Claim(
    "geometric_view/pullback-metric-only-if",
    at="Section 6",
    printed="f is an isometry, i.e., it preserves distance, … only if g = f*ḡ is the pullback metric … the matrix of "
    "the pullback metric g is given by (g_ij) = Dfᵀ·Df",
    given=[SYMMETRIC, KEEPS_LENGTHS, *INDICES],
    states=eq(g(i, j), entry(i, j)),
    reading=(
        "If f keeps the length of every tangent vector, and a metric is symmetric, then gᵢⱼ = (DfᵀDf)ᵢⱼ. (That a "
        "diffeomorphism that keeps distances keeps these lengths is read off dist(p, γ(s)) = s‖γ̇(0)‖ + o(s).)"
    ),
)

INDEX = Claim(
    "geometric_view/prop-10-index",
    at="proof of Proposition 10, last equality of the second display",
    printed="Σ_l (Df)_il (Df)_jl = (Dfᵀ·Df)_ij",
    given=INDICES,
    states=eq(total(D(i, l) * D(j, l), l), entry(i, j)),
    reading="One matrix on both sides; the left-hand side is Df·Dfᵀ. With f⋆∂_i = Σ_l (Df)_il E_l, as the line has it, "
    "the first index of Df is that of the coordinate; in f⋆X = Df(X) it is the second. What is right is "
    "geometric_view/pullback-metric.",
    weight="misprint",
    slip="The display writes (Df)_il for the derivative of fˡ by the i-th coordinate, which everywhere else is "
    "(Df)_li; with the indices exchanged it is right, and so is the proposition.",
)


@INDEX.counterexample
def a_shear(claim: Claim) -> Theorem:
    """f(x, y) = (x + y, y), i = j = 1: 2 on the left, 1 on the right."""
    return witness(list(claim.given), claim.states[0], {n: 2, D: Lambda((l, i), 1 - (l - 1) * (2 - i)), i: 1, j: 1})


@PULLBACK_METRIC.proof
def sums_in_another_order(claim: Claim) -> Theorem:
    """Both sides are the sum of (Df)ₗᵢ (Df)ₗⱼ AⁱBʲ; the sum over l is exchanged with the others row by row."""
    given = list(claim.given)
    left, right = claim.states[0].lhs, claim.states[0].rhs
    entries = [assume(f) for f in given if f == MATRIX]
    positive_size = [f for f in given if f == SOME]
    matrix = total(total(Sum(D(l, i) * D(l, j), (l, 1, m)) * A(i) * B(j), j), i)
    goal = eq(matrix, Sum(pushed(A, l) * pushed(B, l), (l, 1, m)))
    base = identity(substitute(goal, {m: Integer(0)}))
    step = combine(substitute(goal, {m: m + 1}), [(1, assume(goal))], facts=[ge(m, 0)])
    exchanged = instantiate(induct(base, step, goal, m, 0), {m: n}, [combine(ge(n, 0), [(1, n)], facts=positive_size)])
    spelt = identity(eq(left, total(total(entry(i, j) * A(i) * B(j), j), i)), using=entries, facts=positive_size)
    return combine(eq(left, right), [(1, spelt), (1, exchanged)])


@ONLY_IF.proof
def polarisation(claim: Claim) -> Theorem:
    """The lengths of eᵢ, eⱼ and eᵢ + eⱼ give gᵢⱼ + gⱼᵢ."""
    given = list(claim.given)
    index = [f for f in given if f in INDICES]
    swapped = [instantiate(assume(f), [i, j]) for f in given if f == SYMMETRIC]
    lengths = [f for f in given if f == KEEPS_LENGTHS]
    p, q = integer("p q")
    renamed = [f.xreplace({i: p, j: q}) for f in index]

    def axis(*at: Any) -> Lambda:
        return Lambda(m, sum(KroneckerDelta(m, a) for a in at))

    def read(vector: Lambda, value: Any, image: Any) -> list[tuple[Theorem, Theorem, Theorem]]:
        found = [instantiate(assume(f), [vector]) for f in lengths]
        return [
            (
                f,
                identity(eq(f.conclusion.lhs, value), facts=renamed),
                identity(eq(f.conclusion.rhs, image), facts=renamed),
            )
            for f in found
        ]

    first = read(axis(p), g(p, p), entry(p, p))
    second = read(axis(q), g(q, q), entry(q, q))
    both = read(axis(p, q), g(p, p) + g(p, q) + g(q, p) + g(q, q), entry(p, p) + 2 * entry(p, q) + entry(q, q))
    terms: list[Any] = []
    for sign, triples in ((1, both), (-1, first), (-1, second)):
        terms += [(sign, f) for f, _, _ in triples]
        terms += [(-sign, f) for _, f, _ in triples] + [(sign, f) for _, _, f in triples]
    doubled = combine(eq(g(p, q) + g(q, p), 2 * entry(p, q)), terms, facts=renamed)
    here = instantiate(doubled, {p: i, q: j})
    half = Rational(1, 2)
    return combine(claim.states[0], [(half, here), *((half, f) for f in swapped)], facts=index)


# --- changed claims -------------------------------------------------------------------------------------------------

SCALING = {n: 1, g: Lambda((i, j), 4 + 0 * i), D: Lambda((l, i), 2 + 0 * i), A: Lambda(i, i), B: Lambda(i, i)}
ROTATED = {n: 2, g: Lambda((i, j), KroneckerDelta(i, j) + j - i), D: Lambda((l, i), KroneckerDelta(l, i)), i: 1, j: 2}
FIRST = {**SCALING, i: 1, j: 1}


def met(at: dict[Any, Any], *schemas: Any) -> list[Theorem]:
    """The schemas at an assignment, which are equations in numbers."""
    names = {getattr(name, "head", name): value for name, value in at.items() if name not in (i, j)}
    there = [substitute(schema, {k: v for k, v in names.items() if k not in schema.variables}) for schema in schemas]
    return [generalize(identity(f.body, facts=list(f.given)), f.variables, list(f.given)) for f in there]


fails_as(PULLBACK_METRIC,
    ("constant", eq(PULLBACK_METRIC.states[0].lhs / 2, PULLBACK_METRIC.states[0].rhs), "½g.", SCALING,
        lambda: met(SCALING, MATRIX)),
    ("sign", eq(-PULLBACK_METRIC.states[0].lhs, PULLBACK_METRIC.states[0].rhs), "−g.", SCALING,
        lambda: met(SCALING, MATRIX)),
)  # fmt: skip


fails_without(PULLBACK_METRIC, (MATRIX, "g may be any metric.", {**SCALING, g: Lambda((i, j), 1 + 0 * i)}))


fails_as(ONLY_IF,
    ("constant", eq(g(i, j), 2 * entry(i, j)), "2DfᵀDf.", FIRST, lambda: met(FIRST, SYMMETRIC, KEEPS_LENGTHS)),
    ("sign", eq(g(i, j), -entry(i, j)), "−DfᵀDf.", FIRST, lambda: met(FIRST, SYMMETRIC, KEEPS_LENGTHS)),
)  # fmt: skip


fails_without(ONLY_IF,
    (SYMMETRIC, "g need not be symmetric: g = [[1, 1], [−1, 1]] has the lengths of DfᵀDf = I.", ROTATED,
        lambda: met(ROTATED, KEEPS_LENGTHS)),
    (KEEPS_LENGTHS, "f need not keep lengths.", {**FIRST, g: Lambda((i, j), 1 + 0 * i)},
        lambda: met(FIRST, SYMMETRIC)),
)  # fmt: skip


BEYOND = {**SCALING, g: Lambda((i, j), 4 + (i - 1) * (j - 1)), i: 2, j: 2}


fails_without(ONLY_IF,
    ([INDICES[0], INDICES[1], INDICES[2], INDICES[3]], "i and j may be any integers.", BEYOND,
        lambda: met(BEYOND, SYMMETRIC, KEEPS_LENGTHS)),
)  # fmt: skip


# --- code -----------------------------------------------------------------------------------------------------------


def _maps() -> list[tuple[Any, Any, Any]]:
    """Symmetric positive definite Jacobians with two tangent vectors."""
    rng = np.random.default_rng(11)
    found = []
    for size in (1, 2, 4, 8):
        root = rng.standard_normal((size, size))
        found.append((root @ root.T + np.eye(size), rng.standard_normal(size), rng.standard_normal(size)))
    return found


@PULLBACK_METRIC.conformance
def code_follows_the_metric() -> Iterator[Conformance]:
    """g(A, A) of the pulled-back manifold with a linear link, and of a product of matrices at 60 digits."""

    def jacobian(case: Any) -> Any:
        return lambda row, column: mp.mpf(case[0][int(row) - 1, int(column) - 1])

    def formula(case: Any) -> Any:
        at = {D: jacobian(case), A: list(case[1]), n: len(case[1])}
        return value(total(total(entry(i, j) * A(i) * A(j), j), i), at)

    def product(case: Any) -> Any:
        image = mp.matrix(case[0]) * mp.matrix(case[1])
        return mp.fsum(x * x for x in image)

    def code(case: Any) -> float:
        return float(PulledBack(Linear(case[0])).inner(np.zeros(len(case[1])), case[1], case[1]))

    return conformance(_maps(), formula=formula, code=code, reference=product, ulps=8.0)

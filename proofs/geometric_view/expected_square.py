"""Section 3.2: the expected squared difference of two linear predictors, and when it is the square of a norm."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, Rational, Sum

from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import EUCLIDEAN, Inner, Vec, VecHead, eq, family, forall, ge, gt, integer, ne, real, vectors

i, j, m, n, k = integer("i j m n k")
shift, a = real("c a")
u, v, first, second = vectors("u v w₁ w₂")
weight = family("ρ", nonnegative=True)


def data(i: Any) -> Vec:
    """The i-th of the values that x takes."""
    return Vec(VecHead("x"), EUCLIDEAN, i)


def expected(term: Any) -> Expr:
    """E[·] over the m values of x."""
    return Sum(weight(i) * term, (i, 1, m))


def moment(u: Any, v: Any) -> Expr:
    """uᵀ E[xxᵀ] v = E[⟨u, x⟩⟨x, v⟩]."""
    return expected(Inner(u, data(i)) * Inner(data(i), v))


def predicted(w: Any) -> Expr:
    """F̂_w(x) = ⟨w, x⟩ + c."""
    return Inner(w, data(i)) + shift


MEAN_SQUARE = expected((predicted(first) - predicted(second)) ** 2)
APART = ne(Inner(first - second, first - second), 0)
DEFINITE = forall(u, gt(moment(u, u), 0), [ne(Inner(u, u), 0)])

EXPECTED_SQUARE = Claim(
    "geometric_view/expected-square",
    at="section 3.2",
    printed="the expectation E_x[(F̂_{w1} − F̂_{w2})²] = E_x[(⟨w1, x⟩ − ⟨w2, x⟩)²] = (w1 − w2)ᵀ E_x[xxᵀ] (w1 − w2) can "
    "be considered to be the squared norm",
    given=[APART, DEFINITE],
    states=[
        eq(MEAN_SQUARE, moment(first - second, first - second)),
        gt(MEAN_SQUARE, 0),
        eq(moment(u + a * first, v), moment(u, v) + a * moment(first, v)),
        ge(moment(u, v) * 2, -moment(u, u) - moment(v, v)),
    ],
    reading=(
        "x takes any finite number m of values x_i of Rⁿ with probabilities ρ_i ≥ 0 (that they sum to one is not "
        "needed), and F̂_w(x) = ⟨w, x⟩ + c. uᵀE[xxᵀ]v is E[⟨u, x⟩⟨x, v⟩], symmetric as it is written. “Can be "
        "considered to be” a squared norm is read with what makes it one, uᵀE[xxᵀ]u > 0 for u ≠ 0, which the text asks "
        "of Σ in the next sentence: without it two weights may predict the same. Then it is the square of the norm of "
        "the inner product uᵀE[xxᵀ]v. Only the linearity of E is used, which other distributions with second moments "
        "have too. For E[xxᵀ] = 1 it is ‖w1 − w2‖²: geometric_view/expected-square-identity."
    ),
)


BLIND = {
    m: 1,
    weight: Lambda(i, 1),
    VecHead("x"): Lambda(i, (1, 0)),
    first: (0, 0),
    second: (0, 1),
    shift: 0,
}
"""x = (1, 0) always: w1 = (0, 0) and w2 = (0, 1) predict the same."""


@EXPECTED_SQUARE.proof
def expand(claim: Claim) -> list[Theorem]:
    """Both are sums of ρ⟨w1 − w2, x⟩²."""
    mean, positive, linear, product = claim.states
    equal = identity(mean)
    moved = [assume(h) for h in claim.given if h == APART]
    tested = [instantiate(assume(h), [first - second], moved) for h in claim.given if h == DEFINITE]
    total = combine(product, [(1, expected(Inner(u + v, data(i)) ** 2))])
    return [
        equal,
        combine(positive, [(1, equal), *((1, t) for t in tested)]),
        identity(linear),
        total,
    ]


LINE = {m: 1, weight: Lambda(i, 1), VecHead("x"): Lambda(i, 2), first: 0, second: 1, shift: 5, u: 1, v: -1, a: 1}


def four_times() -> list[Theorem]:
    """(2u)² > 0 for u² ≠ 0."""
    c = real("u")
    return [generalize(combine(gt(2 * c * 2 * c, 0), [(4, c**2)], facts=[ne(c * c, 0)]), [c], [ne(c * c, 0)])]


fails_as(EXPECTED_SQUARE,
    ("constant", [eq(MEAN_SQUARE, EXPECTED_SQUARE.states[0].rhs / 2), *EXPECTED_SQUARE.states[1:]],
        "Half of the form.", LINE, four_times),
    ("sign", [eq(MEAN_SQUARE, moment(first + second, first + second)), *EXPECTED_SQUARE.states[1:]],
        "w1 + w2 in the place of w1 − w2.", LINE | {first: 2}, four_times),
)  # fmt: skip


fails_without(EXPECTED_SQUARE,
    (DEFINITE, "E[xxᵀ] need not be definite.", BLIND),
    (APART, "w1 may be w2.", LINE | {second: 0}, four_times),
)  # fmt: skip


WHITE = forall([u, v], eq(moment(u, v), Inner(u, v)))

EXPECTED_SQUARE_IDENTITY = Claim(
    "geometric_view/expected-square-identity",
    at="section 3.2",
    printed="When Σ is the identity matrix I, then the expectation becomes the square of the distance",
    given=[WHITE],
    states=eq(MEAN_SQUARE, Inner(first - second, first - second)),
    rests_on=["geometric_view/expected-square"],
    reading=(
        "E[xxᵀ] = 1: uᵀE[xxᵀ]v = ⟨u, v⟩ for all u and v. The text speaks of a normal x; only its second moments "
        "matter, and here x takes finitely many values."
    ),
)


@EXPECTED_SQUARE_IDENTITY.proof
def second_moments(claim: Claim) -> Theorem:
    """(w1 − w2)ᵀ1(w1 − w2)."""
    tested = [instantiate(assume(h), [first - second, first - second]) for h in claim.given if h == WHITE]
    return combine(claim.states[0], [(1, t) for t in tested])


COINS = {
    m: 2,
    weight: Lambda(i, Rational(1, 2)),
    VecHead("x"): Lambda(i, 2 * i - 3),
    first: 0,
    second: 1,
    shift: 0,
}


def a_coin() -> list[Theorem]:
    """½(−u)(−v) + ½uv = uv."""
    b, c = real("u v")
    total = Sum(Rational(1, 2) * (b * (2 * i - 3)) * ((2 * i - 3) * c), (i, 1, 2))
    return [generalize(identity(eq(total, b * c)), [b, c])]


fails_as(EXPECTED_SQUARE_IDENTITY,
    ("constant", eq(MEAN_SQUARE, Inner(first - second, first - second) / 2), "½‖w1 − w2‖².", COINS, a_coin),
    ("sign", eq(MEAN_SQUARE, Inner(first + second, first + second)), "‖w1 + w2‖².", COINS | {first: 1}, a_coin),
)  # fmt: skip


fails_without(EXPECTED_SQUARE_IDENTITY, (WHITE, "Any second moments.", LINE))

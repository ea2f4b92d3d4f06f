"""Runs and sums over their rounds, as textbooks have them or with a slip: hypotheses and a bound."""

from sympy import S, Sum, exp, log, sqrt

from verify.language.terms import (
    Inner,
    eq,
    family,
    forall,
    function,
    ge,
    integer,
    le,
    lt,
    positive,
    real,
    vectors,
)  # fmt: skip

i, n, s, t, T = integer("i n s t T")
c, d, eta, R = positive("c d η R")
x, z = real("x z")
u = vectors("u")[0]
g, w = vectors("g w")
f = function("f")
a = family("a")
P = family("p", positive=True)
ROUND, PLACE = [ge(t, 1), le(t, T)], [ge(i, 1), le(i, n)]
IN_ALL = eq(Sum(P(i), (i, 1, n)), 1)


def square(term):
    """‖·‖²."""
    return Inner(term, term)


def in_all(term):
    """Σ over the rounds."""
    return Sum(term, (t, 1, T))


def roots(constant=2):
    """Σ p_t/√(p_1 + … + p_t) ≤ 2√(p_1 + … + p_T): the rates of AdaGrad."""
    return [ge(T, 1)], le(in_all(P(t) / sqrt(Sum(P(s), (s, 1, t)))), constant * sqrt(in_all(P(t))))


def leader(share=S.Half):
    """The regret of w_t = −η(g_1 + … + g_{t−1}), which follows the regularised leader."""
    bound = square(u) / (2 * eta) + share * eta * in_all(square(g(t)))
    run = forall(t, eq(w(t), -eta * Sum(g(s), (s, 1, t - 1))), ROUND)
    return [ge(T, 1), run], le(in_all(Inner(g(t), w(t) - u)), bound)


def maximum(share=1):
    """ln Σ exp a_i ≤ c + ln n, where all a_i are at most c."""
    return [ge(n, 1), forall(i, le(a(i), c), PLACE)], le(log(Sum(exp(a(i)), (i, 1, n))), c + share * log(n))


def average(without=None):
    """Jensen's inequality, from tangents; without one of its hypotheses."""
    given = [
        forall([x, z], ge(f(x), f(z) + f.prime(z) * (x - z))), ge(n, 1), IN_ALL,
        le(Sum(P(i) * f(a(i)), (i, 1, n)), d),
    ]  # fmt: skip
    return [one for k, one in enumerate(given) if k != without], le(f(Sum(P(i) * a(i), (i, 1, n))), d)


def growth(share=1):
    """a_T ≤ (1 + c)^T(a_0 + d/c), where a_{t+1} ≤ (1 + c)a_t + d: Grönwall's inequality in steps."""
    grows = forall(t, le(a(t + 1), (1 + c) * a(t) + d), [ge(t, 0), lt(t, T)])
    return [ge(T, 1), ge(a(0), 0), grows], le(a(T), (1 + c) ** T * (a(0) + share * d / c))


def mistakes(without=None):
    """The Perceptron's mistakes, at most R²/c²; without one of its hypotheses."""
    given = [
        ge(T, 1), eq(w(1), 0 * u), forall(t, eq(w(t + 1), w(t) + g(t)), ROUND),
        forall(t, le(Inner(w(t), g(t)), 0), ROUND), forall(t, le(square(g(t)), R**2), ROUND),
        forall(t, ge(Inner(u, g(t)), c), ROUND), eq(square(u), 1),
    ]  # fmt: skip
    return [one for k, one in enumerate(given) if k != without], le(T, R**2 / c**2)

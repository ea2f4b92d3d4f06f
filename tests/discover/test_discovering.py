"""What is found from a statement alone: bounds for every T and in any inner-product space, and nothing false."""

import functools

import pytest
from sympy import Lambda, Rational, Sum, exp, log, sqrt

from verify.author import kernel
from verify.claims import Claim
from verify.claims.registry import Registry, using
from verify.discover.discovering import Search, discover
from verify.discover.facts import Fact
from verify.language.terms import (
    Inner,
    eq,
    family,
    field,
    forall,
    ge,
    gt,
    integer,
    le,
    lt,
    norm,
    positive,
    real,
    substitute,
    vectors,
)  # fmt: skip

i, k, N, r, t, T = integer("i k N r t T")
D, G, L, eta = positive("D G L η")
a, b, x, y = real("a b x y")
g, p, q, u, w = vectors("g p q u w")
F = field("F")
loss, values, weights = family("ℓ"), family("a", positive=True), family("p", positive=True)
ROUND = [ge(t, 1), ge(T, t)]
EACH = [*ROUND, ge(i, 1), ge(N, i)]


def square(v):
    return Inner(v, v)


CONVEX = forall([p, q], ge(F(q), F(p) + Inner(F.gradient(p), q - p)))
SMOOTH = forall([p, q], le(F(q), F(p) + Inner(F.gradient(p), q - p) + L / 2 * square(q - p)))
STEP = forall(t, eq(w(t + 1), w(t) - eta * g(t)), ROUND)
DESCENT = forall(t, eq(w(t + 1), w(t) - F.gradient(w(t)) / L), ROUND)
IMPLICIT = forall(t, eq(w(t + 1), w(t) - eta * F.gradient(w(t + 1))), ROUND)
START = le(square(w(1) - u), D**2)
BOUNDED = forall(t, le(square(g(t)), G**2), ROUND)
HEDGE = Lambda((t, i), exp(-eta * Sum(loss(r, i), (r, 1, t - 1))))
MEAN = Sum(HEDGE(t, i) * loss(t, i), (i, 1, N)) / Sum(HEDGE(t, i), (i, 1, N))
BETWEEN = [forall([t, i], f, EACH) for f in (ge(loss(t, i), 0), le(loss(t, i), 1))]
EXPERTS = [ge(N, 2), ge(T, 1), ge(k, 1), ge(N, k), *BETWEEN]

TRUE = {
    "a square": ([], ge(a**2 + b**2, 2 * a * b)),
    "by the prover": ([], le(exp(-(x**2)), 1)),
    "descent lemma at a step": ([SMOOTH], le(F(p - F.gradient(p) / L), F(p) - square(F.gradient(p)) / (2 * L))),
    "cocoercivity": (
        [CONVEX, SMOOTH],
        ge(F(q), F(p) + Inner(F.gradient(p), q - p) + square(F.gradient(p) - F.gradient(q)) / (2 * L)),
    ),
    "norms by their squares": ([le(square(p - q), Inner(p - q, w - u))], le(norm(p - q), norm(w - u))),
    "regret of gradient descent": (
        [ge(T, 1), STEP, BOUNDED, START],
        le(Sum(Inner(g(t), w(t) - u), (t, 1, T)), D**2 / (2 * eta) + eta * G**2 * T / 2),
    ),
    "last point of gradient descent": (
        [ge(T, 1), CONVEX, SMOOTH, DESCENT],
        le(F(w(T + 1)) - F(u), L * square(w(1) - u) / (2 * T)),
    ),
    "last point of implicit steps": (
        [ge(T, 1), CONVEX, IMPLICIT],
        le(F(w(T + 1)) - F(u), square(w(1) - u) / (2 * eta * T)),
    ),
    "regret of exponential weights": (
        EXPERTS,
        le(Sum(MEAN - loss(t, k), (t, 1, T)), log(N) / eta + eta * T / 8),
    ),
    "Jensen for the logarithm": (
        [ge(N, 1), eq(Sum(weights(i), (i, 1, N)), 1)],
        le(Sum(weights(i) * log(values(i)), (i, 1, N)), log(Sum(weights(i) * values(i), (i, 1, N)))),
    ),
    "a recursion by induction": (
        [ge(T, 1), le(loss(1), 1), forall(t, le(loss(t + 1), loss(t) / 2 + Rational(1, 2)), ROUND)],
        le(loss(T), 1),
    ),
}

FALSE = {
    "half of the regret": (
        [ge(T, 1), STEP, BOUNDED, START],
        le(Sum(Inner(g(t), w(t) - u), (t, 1, T)), D**2 / (4 * eta) + eta * G**2 * T / 2),
    ),
    "no start": (
        [ge(T, 1), STEP, BOUNDED],
        le(Sum(Inner(g(t), w(t) - u), (t, 1, T)), D**2 / (2 * eta) + eta * G**2 * T / 2),
    ),
    "not convex": (
        [ge(T, 1), SMOOTH, DESCENT],
        le(F(w(T + 1)) - F(u), L * square(w(1) - u) / (2 * T)),
    ),
    "ηT/9": (EXPERTS, le(Sum(MEAN - loss(t, k), (t, 1, T)), log(N) / eta + eta * T / 9)),
    "strict at equality": ([], gt(a**2 + b**2, 2 * a * b)),
}


def claim(given, states):
    with using(Registry()):
        return Claim("toy/claim", at="1", given=given, states=states, reading="R.", open_because="Nothing decides it.")


@pytest.mark.parametrize(
    ("goal", "way"),
    [
        (ge(norm(p) * norm(q), Inner(p, u) + 1), "inner products below norms"),
        (ge(exp(sqrt(a / b)), 2 + sqrt(a / b)), "a name for a root"),
        (ge(a, b), "between points"),
    ],
)
def test_what_is_false_is_not_proved_by_these_ways_though_they_are_tried(goal, way):
    found = discover(claim([gt(a, 0), gt(b, 0)], goal), 4.0)
    assert not found.is_proved
    assert any(way in str(tried) for tried in found.tried), found.tried


def test_signs_of_denominators_are_looked_for_before_all_else():
    """That d − c is positive, two hypotheses say together."""
    assert discover(claim([lt(a, x), lt(x, b)], ge((x - a) / (b - a), 0)), 5.0).is_proved


LONG = ("last point of gradient descent", "last point of implicit steps")


@functools.cache
def discovered(name):
    """One of them, and what a search of it finds; several tests look at it."""
    made = claim(*TRUE[name])
    return made, discover(made)


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] * (n in LONG)) for n in TRUE])
def test_a_true_statement_is_proved_from_its_words_alone(name):
    made, found = discovered(name)
    assert found.is_proved, found.tried
    for formula, fact in zip(made.states, found.facts, strict=True):
        kernel.proves(fact.theorem, made.given, formula)


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize("name", FALSE)
def test_a_false_one_is_not(name):
    found = discover(claim(*FALSE[name]), 2.0)
    assert not found.is_proved
    assert found.tried


def test_the_claims_own_proof_is_not_looked_at():
    made = claim(*TRUE["a square"])

    @made.proof
    def never(_):
        raise AssertionError("the proof was looked at")

    assert discover(made).is_proved


def test_a_search_ends_in_time():
    found = discover(claim([], ge(Sum(loss(i) ** 3, (i, 1, N)), substitute(loss(k), {k: N}))), 0.5)
    assert not found.is_proved
    assert found.seconds < 5.0


def test_the_same_search_finds_the_same_proof():
    _, first = discovered("regret of gradient descent")
    second = discover(claim(*TRUE["regret of gradient descent"]))
    assert [str(f.theorem) for f in first.facts] == [str(f.theorem) for f in second.facts]


def test_strictness_comes_from_what_is_strict():
    assert discover(claim([lt(a, b), le(b, x)], lt(a, x))).is_proved
    assert not discover(claim([le(a, b), le(b, x)], lt(a, x)), 4.0).is_proved


def test_what_a_search_finds_is_put_to_the_kernel(monkeypatch):
    """A search that took another theorem, or one with more hypotheses, for a proof would not be believed."""
    made = claim([ge(a, 1)], ge(b, 1))
    other, more = kernel.assume(ge(a, 1)), kernel.assume(ge(b, 1))
    for theorem in (other, more):
        monkeypatch.setattr(Search, "prove", lambda *_, found=theorem, **__: Fact(found, lambda spell, names: ""))
        assert not discover(made).is_proved

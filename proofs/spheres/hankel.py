"""Section 3.2: the Hankel columns of an ARMA signal and its model vector, and learning it online with the loss (8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, Sum

from numeric.data import arma_hankel
from numeric.experiments.hankel import learn_model
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, Conformance, Searched, fails_as, fails_without
from verify.language.terms import eq, family, forall, integer

r, t, i, n, k = integer("r t i n k")
signal, noise = family("y"), family("u")
model, moving = family("a"), family("b")
second = family("c")


def product(column: Any, vector: Any, last: Any, t: Any = t) -> Expr:
    """Σ_i v_i y_{t+i}, for the part of a column that starts at t and a part of a vector."""
    return Sum(vector(i) * column(t + i), (i, 0, last))


def against_column(t: Any) -> Expr:
    """⟨h_t, (a, c)⟩ for the column (y_t, …, y_{t+n}, u_t, …, u_{t+k})."""
    return product(signal, model, n, t) + product(noise, second, k, t)


ARMA = forall(r, eq(product(signal, model, n, r), product(noise, moving, k, r)))
OPPOSITE = forall(i, eq(second(i), -moving(i)))
ORTHOGONAL = forall(r, eq(against_column(r), 0))
SILENT = forall(r, eq(noise(r), 0))

PRINTED = (
    "in identification of an ARMA model the data received can be entered into a Hankel matrix. An estimate of the "
    "underlying model, expressed as a weight vector, is characterised as the zero eigenvector of the Hankel matrix."
)
SETTING = (
    "An ARMA signal y with an input u that is observed satisfies Σ_{i≤n} a_i y_{t+i} = Σ_{i≤k} b_i u_{t+i} for all t. "
    "The data received are both; the column h_t of the Hankel matrix is (y_t, …, y_{t+n}, u_t, …, u_{t+k}), and the "
    "weight vector of the model is (a, −b), here (a, c). It is a zero vector of the matrix, ⟨h_t, (a, c)⟩ = 0 for all "
    "t, "
)

HANKEL = Claim(
    "spheres/hankel",
    at="section 3.2",
    printed=PRINTED,
    given=[ARMA, OPPOSITE],
    states=eq(against_column(t) ** 2, 0),
    reading=SETTING + "where the signal is one of that model: the loss (8) of every column is 0. That only models are "
    "zero vectors is spheres/hankel-model. The text's *the* eigenvector supposes that there is one up to a factor, "
    "which the data may or may not give.",
)

HANKEL_MODEL = Claim(
    "spheres/hankel-model",
    at="section 3.2",
    printed=PRINTED,
    given=[ORTHOGONAL, OPPOSITE],
    states=eq(product(signal, model, n), product(noise, moving, k)),
    rests_on=["spheres/hankel"],
    reading=SETTING + "only where the signal is one of that model: the other direction of spheres/hankel.",
)

HANKEL_SILENT = Claim(
    "spheres/hankel-autoregressive",
    at="section 3.2",
    says="without an input, the model is orthogonal to every column of the signal's own Hankel matrix",
    given=[ARMA, SILENT],
    states=eq(product(signal, model, n), 0),
    rests_on=["spheres/hankel"],
    reading=(
        "With u = 0 (a purely autoregressive signal after its excitation, the noise free case of section 2) the column "
        "(y_t, …, y_{t+n}) is orthogonal to a, and every trial of (8) has the solution p⋆ = a/‖a‖."
    ),
)


@HANKEL_SILENT.proof
def nothing_is_added(claim: Claim) -> Theorem:
    """The right-hand side of the recursion is a sum of zeros."""
    recursion = [instantiate(assume(f), [t]) for f in claim.given if f == ARMA]
    silent = [f for f in claim.given if f == SILENT]
    return combine(claim.states[0], [(1, r) for r in recursion], using=silent)


def against_model(claim: Claim) -> Theorem:
    """⟨h_t, (a, c)⟩ = Σ a_i y_{t+i} − Σ b_i u_{t+i}."""
    opposite = [h for h in claim.given if h == OPPOSITE]
    return identity(eq(against_column(t), product(signal, model, n) - product(noise, moving, k)), using=opposite)


@HANKEL.proof
def both_sides(claim: Claim) -> Theorem:
    """The recursion says that the product is 0, and so is its square."""
    recursion = [instantiate(assume(h), [t]) for h in claim.given if h == ARMA]
    column = against_column(t)
    return combine(claim.states[0], [(column, against_model(claim)), *((column, h) for h in recursion)])


@HANKEL_MODEL.proof
def only_models(claim: Claim) -> Theorem:
    """The product is the difference of the two sides of the recursion."""
    zero = [instantiate(assume(h), [t]) for h in claim.given if h == ORTHOGONAL]
    return combine(claim.states[0], [(-1, against_model(claim)), *((1, h) for h in zero)])


GEOMETRIC = Lambda(t, Rational(2) ** (-t))
HALVING = {signal: GEOMETRIC, model: Lambda(i, 3 * i - 1), noise: Lambda(t, 0), moving: Lambda(i, 1), n: 1, k: 0, t: 0}
"""y_t = 2^{−t} with a = (−1, 2): −y_t + 2y_{t+1} = 0, and no input."""


def halving_met() -> list[Theorem]:
    """The recursion and the silence of `HALVING`."""
    left = Sum((3 * i - 1) * Rational(2) ** (-t - i), (i, 0, 1))
    right = Sum(1 * 0 * i, (i, 0, 0))
    recursion = generalize(identity(eq(left, right)), [t])
    return [recursion, generalize(identity(eq(0 * t, 0)), [t])]


fails_as(HANKEL_SILENT, ("constant", eq(HANKEL_SILENT.states[0].lhs, 1), "The product is 1.", HALVING, halving_met))


fails_without(HANKEL_SILENT, (ARMA, "a need not be the model.", {**HALVING, model: Lambda(i, 1)}, halving_met))


ALL_ONE = {
    signal: Lambda(t, 1),
    noise: Lambda(t, 1),
    model: Lambda(i, 1),
    moving: Lambda(i, 1),
    second: Lambda(i, -1),
    n: 0,
    k: 0,
    t: 0,
}


def all_one_met() -> list[Theorem]:
    """1 = 1, −1 = −1 and 1 − 1 = 0."""
    one, less = Sum(1 + 0 * i, (i, 0, 0)), Sum(-1 + 0 * i, (i, 0, 0))
    both = generalize(identity(eq(one, one)), [r])
    return [both, generalize(identity(eq(-1, -1)), [i]), generalize(identity(eq(one + less, 0)), [r])]


def all_one_with_plus() -> list[Theorem]:
    """1 = 1."""
    one = Sum(1 + 0 * i, (i, 0, 0))
    return [generalize(identity(eq(one, one)), [r]), generalize(identity(eq(1, 1)), [i])]


WITH_INPUT = {name: value for name, value in ALL_ONE.items() if name != second}


fails_without(HANKEL_SILENT, (SILENT, "The input need not be 0.", WITH_INPUT, all_one_met))


@HANKEL.mutant("sign", at={**ALL_ONE, second: Lambda(i, 1)}, discharge=all_one_with_plus)
def input_added(claim: Claim) -> Claim:
    """c = b."""
    return claim.replace(given=[ARMA, forall(i, eq(second(i), moving(i)))])


fails_as(HANKEL, ("constant", eq(HANKEL.states[0].lhs, 1), "The loss is 1.", ALL_ONE, all_one_met))


fails_without(HANKEL,
    (ARMA, "Any signal.", {**ALL_ONE, signal: Lambda(t, 2)}, all_one_met),
    (OPPOSITE, "c may be anything.", {**ALL_ONE, second: Lambda(i, 1)}, all_one_met),
)  # fmt: skip


fails_as(HANKEL_MODEL,
    ("sign", eq(HANKEL_MODEL.states[0].lhs, -HANKEL_MODEL.states[0].rhs), "The recursion with −b.", ALL_ONE,
        all_one_met),
    ("constant", eq(HANKEL_MODEL.states[0].lhs, 2 * HANKEL_MODEL.states[0].rhs), "The recursion with 2b.", ALL_ONE,
        all_one_met),
)  # fmt: skip


fails_without(HANKEL_MODEL,
    (ORTHOGONAL, "(a, c) need not be a zero vector.", {**ALL_ONE, signal: Lambda(t, 2)}, all_one_met),
    (OPPOSITE, "c may be anything.", {**ALL_ONE, moving: Lambda(i, 2)}, all_one_met),
)  # fmt: skip


@HANKEL_SILENT.search
def online_learning_of_the_model() -> Iterator[Searched]:
    """The geodesic update on 300 columns of a sampled sine: its angle to the model, in units of 1e-12."""
    run = learn_model(T=300)
    yield Searched("angle to the model over 1e-12", 300, run.geodesic / 1e-12, "η = 1/2, seed 0")


@HANKEL_SILENT.conformance
def columns_are_orthogonal() -> Conformance:
    """The columns of sampled signals without noise, over their lengths, against the unit vector of the recurrence."""
    worst, columns = 0.0, 0
    for seed, recurrence in ((0, (1.6, -1.0)), (1, (0.5, -0.25)), (2, (1.2, -0.9, 0.3))):
        sampled = arma_hankel(len(recurrence) + 1, 40, seed=seed, ar=recurrence)
        products = np.abs(sampled.columns @ sampled.target)
        worst, columns = max(worst, float(products.max()) / 2.0**-52), columns + len(products)
    return Conformance("⟨h_t, a⟩ of unit vectors, against 0", columns, worst, "ulp", 8.0)

"""Section 3.2: the Hankel columns of an ARMA signal and its model vector, and learning it online with the loss (8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, Sum

from numeric.data import arma_hankel
from numeric.experiments.hankel import learn_model
from verify.claims import Claim, Conformance, Searched
from verify.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.terms import eq, family, forall, integer, real

t, i, n, k = integer("t i n k")
alpha = real("α")
signal, noise = family("y"), family("u")
model, moving = family("a"), family("b")


def product(column: Any, vector: Any, last: Any) -> Expr:
    """⟨h_t, a⟩ = Σ_i a_i y_{t+i}, for the column of the Hankel matrix that starts at t."""
    return Sum(vector(i) * column(t + i), (i, 0, last))


ARMA = forall(t, eq(product(signal, model, n), product(noise, moving, k)))
SILENT = forall(t, eq(noise(t), 0))

HANKEL = Claim(
    "spheres/hankel",
    at="section 3.2",
    printed=(
        "in identification of an ARMA model the data received can be entered into a Hankel matrix. An estimate of the "
        "underlying model, expressed as a weight vector, is characterised as the zero eigenvector of the Hankel matrix."
    ),
    given=[ARMA],
    states=eq((alpha * (product(signal, model, n) - product(noise, moving, k))) ** 2, 0),
    reading=(
        "An ARMA signal y with an input u that is observed: Σ_{i≤n} a_i y_{t+i} = Σ_{i≤k} b_i u_{t+i} for all t. The "
        "data received are both, and the column at t is (y_t, …, y_{t+n}, u_t, …, u_{t+k}). Its loss (8) at the model "
        "vector (a, −b), and at every multiple α of it, is 0."
    ),
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


@HANKEL.proof
def both_sides(claim: Claim) -> Theorem:
    """The recursion says that the product is 0, and so is the square of its multiple."""
    rest = product(signal, model, n) - product(noise, moving, k)
    return combine(claim.states[0], [(alpha**2 * rest, instantiate(assume(f), [t])) for f in claim.given if f == ARMA])


GEOMETRIC = Lambda(t, Rational(2) ** (-t))
HALVING = {signal: GEOMETRIC, model: Lambda(i, 3 * i - 1), noise: Lambda(t, 0), moving: Lambda(i, 1), n: 1, k: 0, t: 0}
"""y_t = 2^{−t} with a = (−1, 2): −y_t + 2y_{t+1} = 0, and no input."""


def halving_met() -> list[Theorem]:
    """The recursion and the silence of `HALVING`."""
    left = Sum((3 * i - 1) * Rational(2) ** (-t - i), (i, 0, 1))
    right = Sum(1 * 0 * i, (i, 0, 0))
    recursion = generalize(identity(eq(left, right)), [t])
    return [recursion, generalize(identity(eq(0 * t, 0)), [t])]


@HANKEL_SILENT.mutant("constant", at=HALVING, discharge=halving_met)
def product_one(claim: Claim) -> Claim:
    """The product is 1."""
    return claim.replace(states=eq(claim.states[0].lhs, 1))


@HANKEL_SILENT.mutant("hypothesis", at={**HALVING, model: Lambda(i, 1)}, discharge=halving_met)
def another_vector(claim: Claim) -> Claim:
    """a need not be the model."""
    return claim.replace(given=[SILENT])


ALL_ONE = {
    signal: Lambda(t, 1),
    noise: Lambda(t, 1),
    model: Lambda(i, 1),
    moving: Lambda(i, 1),
    n: 0,
    k: 0,
    t: 0,
    alpha: 1,
}


def all_one_met() -> list[Theorem]:
    """1 = 1."""
    one = Sum(1 + 0 * i, (i, 0, 0))
    return [generalize(identity(eq(one, one)), [t])]


@HANKEL_SILENT.mutant("hypothesis", at=ALL_ONE, discharge=all_one_met)
def with_an_input(claim: Claim) -> Claim:
    """The input need not be 0."""
    return claim.replace(given=[ARMA])


@HANKEL.mutant("sign", at=ALL_ONE, discharge=all_one_met)
def input_added(claim: Claim) -> Claim:
    """(a, b) in place of (a, −b)."""
    return claim.replace(states=eq((alpha * (product(signal, model, n) + product(noise, moving, k))) ** 2, 0))


@HANKEL.mutant("constant", at=ALL_ONE, discharge=all_one_met)
def half_the_input(claim: Claim) -> Claim:
    """Half of b."""
    return claim.replace(states=eq((alpha * (product(signal, model, n) - product(noise, moving, k) / 2)) ** 2, 0))


@HANKEL.mutant("hypothesis", at={**ALL_ONE, signal: Lambda(t, 2)})
def any_signal(claim: Claim) -> Claim:
    """Any signal."""
    return claim.replace(given=[])


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

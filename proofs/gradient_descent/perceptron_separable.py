"""The Perceptron convergence theorem: at most (‖u‖X)² mistakes where u separates with margin 1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Rational, sqrt

from proofs.gradient_descent._orthonormal import orthonormal_run
from proofs.gradient_descent._perceptron import COUNT, MISTAKE, READING, START, UPDATE, M, X, m, u, w, x, y
from proofs.gradient_descent._perceptron_line import (
    ATTAINED, attained, fails_without_each, holds_without_count, instance,
)  # fmt: skip
from proofs.gradient_descent._streams import Run, search
from proofs.gradient_descent.perceptron_norm import NORM
from proofs.gradient_descent.perceptron_solved import SIZE, a, h, larger_root, r
from verify.audit import (
    Claim, Inner, Searched, Sharpness, Theorem, at, cauchy_schwarz, combine, fails_as, fails_without, follows, forall,
    ge, instantiate, le, norm, telescope,
)  # fmt: skip

SEPARATED = forall(m, ge(y(m) * Inner(u, x(m)), 1), MISTAKE)

SEPARABLE = Claim(
    "gradient_descent/perceptron-separable",
    at="page 2",
    printed=(
        "y_t uᵀx_t ≥ 1 for all t … Hence, the bound reduces to the one already proved in the Perceptron convergence "
        "theorem, M_T ≤ (‖u‖X)²"
    ),
    given=[*NORM.given, SEPARATED],
    states=le(M, SIZE**2),
    rests_on=["gradient_descent/perceptron-norm"],
    reading=READING + "u has margin at least 1 on the mistaken examples; whether on others too does not matter.",
)


@SEPARABLE.proof
def margin_against_norm(claim: Claim) -> Theorem:
    """M ≤ ⟨w_M, u⟩ ≤ ‖u‖X√M, so r² ≤ ar for r = √M."""
    before = Inner(w(m - 1), u)
    step = follows(ge(Inner(w(m), u), before + 1), at(SEPARATED, m), using=[at(UPDATE, m)])
    added = telescope(step, m, 1, M, -before)
    upper = combine(ge(norm(u) * X * sqrt(M), norm(u) * norm(w(M))), [(norm(u), NORM.theorem(NORM.states[0]))])
    product = cauchy_schwarz(w(M), u)
    quadratic = follows(ge(SIZE * sqrt(M), sqrt(M) ** 2), added, product, upper, COUNT, using=[START])
    bound = instantiate(larger_root(), {a: SIZE, r: sqrt(M), h: 0}, [quadratic])
    return follows(claim.states[0], quadratic, bound, COUNT)


fails_as(SEPARABLE,
    ("constant", le(M, Rational(99, 100) * SIZE**2),
        "99/100 of (‖u‖X)²: the bound is attained by one mistake on x = 1 with u = 1.", instance()),
    ("sign", le(M, -(SIZE**2)), "−(‖u‖X)².", instance()),
)  # fmt: skip


fails_without(SEPARABLE, (SEPARATED, "u need not separate.", instance(comparator=0)))

fails_without_each(SEPARABLE)

holds_without_count(SEPARABLE)


@SEPARABLE.sharp
def separable_bound_is_attained() -> Sharpness:
    """M = (‖u‖X)²."""
    return Sharpness("the largest M/(‖u‖X)²", f"{ATTAINED}, and u = w(M)", [attained(0), attained(4)])


@SEPARABLE.extremal("M", range(1, 5))
def separated_orthonormal_examples(count: int) -> dict[Any, Any]:
    """M orthonormal examples, each a mistake, separated by u = w(M) with margin 1."""
    return orthonormal_run(count)


@SEPARABLE.search
def separable_bound_on_streams() -> Iterator[Searched]:
    """M over (‖u‖X)², with u scaled to margin 1 where it separates, and 0 where it does not."""

    def ratio(stream: Run) -> float:
        least = float(np.min(stream.Y * (stream.X @ stream.u)))
        return stream.mistakes * (least / stream.size) ** 2 if least > 0.0 else 0.0

    return search("M / (‖u‖X)²", ratio, 6)

"""Section 1: the gradient descent update does not keep a matrix positive definite."""

from __future__ import annotations

from typing import Any

from sympy import Rational

from verify.audit import (
    Claim, Theorem, assume, at, combine, exists, fails_as, ge, generalize, gt, instantiate, lt, positive, real,
)  # fmt: skip
from verify.language.exists import ANYTHING, NOTHING_EXISTS

weight, entry, label = real("w x y")
eta = positive("η")


def leaves(factor: Any = 2) -> Any:
    """For some W = diag(w, 1 − w), X = diag(x, 0), y and η: w − factor·η(tr(WX) − y)x < 0."""
    after = weight - factor * eta * (weight * entry - label) * entry
    return exists([weight, entry, label, eta], [gt(weight, 0), gt(1, weight), lt(after, 0)])


LEAVES = Claim(
    "matrix_eg/gradient-descent",
    at="section 1",
    printed=(
        "The gradient descent update … is not appropriate when the parameters form a positive definite matrix, because "
        "the updated parameter is not necessarily positive definite"
    ),
    states=leaves(),
    reading=(
        "For the loss of section 3 the update is W − 2η(tr(WX) − y)X. W = diag(w, 1 − w) is positive definite and of "
        "trace one, and X = diag(x, 0), so that tr(WX) = wx; w − 2η(wx − y)x is an eigenvalue of the updated "
        "parameter. There are such matrices, a label and a rate η > 0 with which it is negative."
    ),
)


@LEAVES.proof
def half_and_one(claim: Claim) -> Theorem:
    """W = I/2, X = diag(1, 0), y = −1 and η = 1: ½ − 2(½ + 1) = −5/2."""
    (promise,) = claim.given
    half = Rational(1, 2)
    there = at(promise, half, 1, -1, 1)
    bounds = [combine(gt(half, 0), [(1, half)]), combine(gt(1, half), [(1, half)])]
    return instantiate(there, {}, [*bounds, combine(lt(half - 3, 0), [(1, Rational(5, 2))])])


@LEAVES.instance
def some_number() -> tuple[dict[Any, Any], list[Theorem]]:
    """What is at least 0, whatever the matrices are."""
    promise = leaves().promise
    return {ANYTHING: 1}, [generalize(combine(ge(1, 0), [(1, 1)]), promise.variables, promise.given)]


def never() -> list[Theorem]:
    """Without a step w is not negative: −w² > 0."""
    promise = leaves(0).promise
    above, _, below = (assume(f) for f in promise.given)
    square = combine(gt(-(weight**2), 0), [(above, below)])
    return [generalize(combine(ge(-1, 0), [(1 / weight**2, square)]), list(promise.variables), list(promise.given))]


fails_as(LEAVES, ("constant", leaves(0), "0·η(tr(WX) − y)X.", NOTHING_EXISTS, never))

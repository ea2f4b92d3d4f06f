"""Runs of the Perceptron on the real line, at which changed claims fail, and what attains its bounds."""

from __future__ import annotations

from typing import Any

from sympy import Add, Lambda, Rational

from proofs.gradient_descent._perceptron import BOUNDED, COUNT, LABELS, START, UPDATE, WRONG, M, X, m, u, w, x, y
from proofs.gradient_descent.perceptron_tight import TIGHT
from verify.audit import Claim, Theorem, cases, decided_by, fails_without, follows, gt, nonnegative
from verify.language.terms import difference

H = nonnegative("H")


def instance(slope: int = 1, start: int = 0, label: int = 1, count: int = 1, comparator: Any = 1) -> dict[Any, Any]:
    """On the real line w(m) = start + slope·m, and x(m) = 1, y(m) and u are constant."""
    path = {w: Lambda(m, start + slope * m), x: Lambda(m, 1), y: Lambda(m, label)}
    return {M: count, X: 1, H: 0, u: comparator, **path}


def fails_without_each(bound: Claim) -> None:
    """Changed claims of a mistake bound: without its start, its updates, mistakes, labels or X."""
    fails_without(bound,
        (START, "w(0) may be anything.", instance(start=-5, count=3)),
        (UPDATE, "The weights may be anything.", instance(slope=0, count=4)),
        (WRONG, "The update is made also where it is right.", instance(count=2)),
        (LABELS, "Labels of any size.", instance(slope=2, label=2, comparator=Rational(1, 2))),
        (BOUNDED, "X may be anything.", instance() | {X: Rational(1, 2)}),
    )  # fmt: skip


def holds_without_count(bound: Claim) -> None:
    """The changed claim of a mistake bound without M ≥ 0, which is true too."""

    def also_before_the_first(claim: Claim) -> Theorem:
        """For M < 0 the left-hand side is negative, and the right-hand side never is."""
        negative = follows(claim.states[0], gt(0, M), *Add.make_args(difference(claim.states[0]) + M))
        return cases([bound.theorem(bound.states[0]), negative], [COUNT, gt(0, M)])

    fails_without(bound,
        (COUNT, "M may be any integer: the bound holds for a negative one too.",
            decided_by(proof=also_before_the_first)),
    )  # fmt: skip


ATTAINED = "1, for every M: M orthonormal examples, each a mistake"


def attained(place: int) -> Theorem:
    """The equation that orthonormal examples make of a bound."""
    return TIGHT.theorem(TIGHT.states[place])

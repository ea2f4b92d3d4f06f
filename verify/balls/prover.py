"""A plain branch and bound: halve the domain until the goal's enclosure has its sign on every box."""

from __future__ import annotations

from fractions import Fraction
from importlib.metadata import version
from typing import Any

from flint import arb
from sympy import Expr

from verify.balls.certificate import LEAF, OUTSIDE, Box, Certificate, CertificateError, Domain, Examiner, check, halves


class Resists(ArithmeticError):
    """No proof was found within the budget; the message names the box that resisted and the enclosure there."""


def prove_on_box(
    goal: Expr,
    domain: Domain,
    *,
    strict: bool = True,
    precision: int = 128,
    max_boxes: int = 20_000,
    max_depth: int = 60,
) -> Certificate:
    """A certificate that goal > 0 (or ≥ 0) on the domain; it has been checked once when it is returned.

    Args:
        goal: a term in the domain's variables.
        domain: constant bounds, and constraints that are taken to be ≥ 0.
        strict: whether the goal is to be positive, or only not negative.
        precision: bits.
        max_boxes: how many boxes to look at before giving up.
        max_depth: how often a box may be halved.

    Raises:
        Resists: when the budget is spent. CertificateError: when the domain is empty or malformed.
    """
    examine = Examiner(goal, domain, precision)
    dimension = len(domain.variables)
    tree: list[str] = []
    least: arb | None = None
    waiting: list[tuple[Box, int]] = [(_whole(dimension), 0)]
    looked = 0
    while waiting:
        box, depth = waiting.pop()
        looked += 1
        if examine.is_outside(box):
            tree.append(OUTSIDE)
            continue
        value = _goal_on(examine, box)
        if value is not None and (value > 0 if strict else value >= 0):
            tree.append(LEAF)
            least = value.lower() if least is None or value.lower() < least else least
            continue
        if depth == max_depth or looked >= max_boxes:
            shown = "undefined" if value is None else str(value)
            raise Resists(f"after {looked} boxes the goal is {shown} on {examine.describe(box)}")
        axis = max(range(dimension), key=lambda n: box[n][1] - box[n][0])
        tree.append(str(axis))
        lower, upper = halves(box, axis)
        waiting += [(upper, depth + 1), (lower, depth + 1)]
    versions = tuple((name, version(name)) for name in ("mpmath", "python-flint", "sympy"))
    margin = "none" if least is None else least.str(5, radius=False)
    certificate = Certificate(goal, strict, domain, "".join(tree), precision, margin, versions)
    check(certificate)
    return certificate


def _whole(dimension: int) -> Box:

    return ((Fraction(0), Fraction(1)),) * dimension


def _goal_on(examine: Examiner, box: Box) -> Any | None:
    try:
        return examine.goal_on(box)
    except CertificateError:
        return None

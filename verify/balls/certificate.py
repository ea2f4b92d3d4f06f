"""Certificates: the record of a proof that a term keeps its sign on a domain, re-checkable without the search.

A box of the domain is a box of the unit cube: variable i runs from lo_i + u_i (hi_i − lo_i) over an interval of u_i
with dyadic ends. The tree halves the whole cube, so its leaves cover the domain by construction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from flint import arb
from sympy import Expr, Symbol

from verify.balls import evaluate, second
from verify.balls.evaluate import Undefined, Unsupported

Box = tuple[tuple[Fraction, Fraction], ...]
Arithmetic = Literal["arb", "mpmath"]

LEAF, OUTSIDE = "L", "X"
MOST_VARIABLES = 10
_FINER = 12
"""How often the second arithmetic may halve a leaf of a tree that was found with the first."""


class CertificateError(ValueError):
    """The certificate proves nothing; the message names the box or the part that does not hold."""


@dataclass(frozen=True)
class Domain:
    """A box with constant ends, cut by constraints that each say: expression ≥ 0."""

    variables: tuple[Symbol, ...]
    bounds: tuple[tuple[Expr, Expr], ...]
    constraints: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class Certificate:
    """goal > 0 (or ≥ 0 if not strict) on the domain.

    `tree` is a bisection tree in preorder: a digit halves the box along that variable (lower half first), `L` is a
    leaf where the goal's enclosure has the sign, `X` one where a constraint is certainly negative.
    """

    goal: Expr
    strict: bool
    domain: Domain
    tree: str
    precision: int
    margin: str = field(compare=False)
    versions: tuple[tuple[str, str], ...] = field(compare=False, default=())

    def to_json(self, encode: Callable[[Any], Any]) -> dict[str, Any]:
        """The certificate as JSON; `encode` writes terms."""
        return {
            "goal": encode(self.goal),
            "strict": self.strict,
            "variables": [encode(v) for v in self.domain.variables],
            "bounds": [[encode(lo), encode(hi)] for lo, hi in self.domain.bounds],
            "constraints": [encode(c) for c in self.domain.constraints],
            "tree": self.tree,
            "precision": self.precision,
            "margin": self.margin,
            "versions": dict(self.versions),
        }

    @staticmethod
    def from_json(data: dict[str, Any], decode: Callable[[Any], Any]) -> Certificate:
        """The certificate that `to_json` wrote; nothing is checked here."""
        domain = Domain(
            tuple(decode(v) for v in data["variables"]),
            tuple((decode(lo), decode(hi)) for lo, hi in data["bounds"]),
            tuple(decode(c) for c in data["constraints"]),
        )
        versions = tuple(sorted(data.get("versions", {}).items()))
        return Certificate(
            decode(data["goal"]),
            data["strict"],
            domain,
            data["tree"],
            data["precision"],
            data["margin"],
            versions,
        )


def check(certificate: Certificate, arithmetic: Arithmetic = "arb") -> None:
    """Walks the tree again and evaluates every leaf, with no search.

    Raises:
        CertificateError: naming the first box that does not hold, or what is malformed.
    """
    examine = Examiner(certificate.goal, certificate.domain, certificate.precision, arithmetic)
    seen = 0
    for node, box in _walk(certificate.tree, len(certificate.domain.variables)):
        seen += 1
        if node == LEAF:
            _check_leaf(examine, box, certificate.strict, 0 if arithmetic == "arb" else _FINER)
        elif node == OUTSIDE and not examine.is_outside(box):
            raise CertificateError(f"no constraint is certain to fail on {examine.describe(box)}, so it counts")
    if seen != len(certificate.tree):
        raise CertificateError(f"the tree goes on after its last leaf: {certificate.tree[seen:]!r}")


def _check_leaf(examine: Examiner, box: Box, strict: bool, finer: int) -> None:
    """The goal has its sign on the leaf, or, in the looser second arithmetic, on all its parts after some halvings."""
    value = examine.goal_on(box)
    if value > 0 if strict else value >= 0:
        return
    if finer == 0:
        wanted = "positive" if strict else "non-negative"
        raise CertificateError(f"the goal is not certain to be {wanted} on {examine.describe(box)}: {value}")
    axis = max(range(len(box)), key=lambda n: box[n][1] - box[n][0])
    for half in halves(box, axis):
        if not examine.is_outside(half):
            _check_leaf(examine, half, strict, finer - 1)


def _walk(tree: str, dimension: int) -> Iterator[tuple[str, Box]]:
    waiting: list[Box] = [((Fraction(0), Fraction(1)),) * dimension]
    for node in tree:
        if not waiting:
            return
        box = waiting.pop()
        if node.isdecimal() and node.isascii() and int(node) < dimension:
            lower, upper = halves(box, int(node))
            waiting += [upper, lower]
        elif node not in (LEAF, OUTSIDE):
            raise CertificateError(f"the tree has a node {node!r}; it must be a variable's number, L or X")
        yield node, box
    if waiting:
        raise CertificateError(f"the tree ends with {len(waiting)} boxes still to cover")


def halves(box: Box, axis: int) -> tuple[Box, Box]:
    """The lower and the upper half of a box along an axis."""
    lo, hi = box[axis]
    middle = (lo + hi) / 2
    return (*box[:axis], (lo, middle), *box[axis + 1 :]), (*box[:axis], (middle, hi), *box[axis + 1 :])


class Examiner:
    """Evaluates a goal and the constraints of a domain on boxes, in one of the two arithmetics."""

    def __init__(self, goal: Expr, domain: Domain, precision: int, arithmetic: Arithmetic = "arb") -> None:
        if arithmetic not in ("arb", "mpmath"):
            raise CertificateError(f"arithmetic: must be arb or mpmath, not {arithmetic!r}")
        if not isinstance(precision, int) or not 2 <= precision <= evaluate.MAX_PRECISION:
            raise CertificateError(f"precision: must be from 2 to {evaluate.MAX_PRECISION} bits, not {precision!r}")
        distinct = len(set(domain.variables)) == len(domain.variables) == len(domain.bounds)
        if not distinct or not domain.variables:
            raise CertificateError("domain: needs at least one variable, distinct ones, each with two bounds")
        if len(domain.variables) > MOST_VARIABLES:
            raise CertificateError(f"domain: at most {MOST_VARIABLES} variables, not {len(domain.variables)}")
        for term in (goal, *domain.constraints):
            strangers = term.free_symbols - set(domain.variables)
            if strangers:
                raise CertificateError(f"{term} has variables that the domain does not bound: {strangers}")
        self._goal, self._domain, self._precision, self._arithmetic = goal, domain, precision, arithmetic
        for x, (lo, hi) in zip(domain.variables, domain.bounds, strict=True):
            if lo.free_symbols or hi.free_symbols:
                raise CertificateError(f"domain: the bounds of {x} must be constants, not {lo} and {hi}")
            if evaluate.is_positive(hi - lo) is not True:
                raise CertificateError(f"domain: {x} from {lo} to {hi} is empty, a point, or not certain to be neither")

    def goal_on(self, box: Box) -> Any:
        """An enclosure of the goal on a box."""
        try:
            return self._value(self._goal, box)
        except (Undefined, Unsupported) as error:
            raise CertificateError(f"on {self.describe(box)}: {error}") from None

    def is_outside(self, box: Box) -> bool:
        """Whether some constraint is certainly negative on the whole box."""
        for constraint in self._domain.constraints:
            try:
                if self._value(constraint, box) < 0:
                    return True
            except Undefined:
                continue
            except Unsupported as error:
                raise CertificateError(f"constraint {constraint}: {error}") from None
        return False

    def describe(self, box: Box) -> str:
        """The box in words."""
        parts = zip(self._domain.variables, self._domain.bounds, box, strict=True)
        return ", ".join(f"{x} at {u} to {v} of [{lo}, {hi}]" for x, (lo, hi), (u, v) in parts)

    def _value(self, term: Expr, box: Box) -> Any:
        if self._arithmetic == "mpmath":
            return self._second(term, box)
        with evaluate.working_precision(self._precision):
            values: dict[Any, arb] = {}
            for x, (lo, hi), (u, v) in zip(self._domain.variables, self._domain.bounds, box, strict=True):
                start, end = (evaluate.enclose(b, {}, self._precision) for b in (lo, hi))
                values[x] = start + evaluate.interval(u, v) * (end - start)
            return evaluate.enclose(term, values, self._precision)

    def _second(self, term: Expr, box: Box) -> Any:
        with second.working_precision(self._precision):
            values = {}
            for x, (lo, hi), (u, v) in zip(self._domain.variables, self._domain.bounds, box, strict=True):
                start, end = (second.enclose(b, {}, self._precision) for b in (lo, hi))
                values[x] = start + second.hull(second.rational(u), second.rational(v)) * (end - start)
            return second.enclose(term, values, self._precision)

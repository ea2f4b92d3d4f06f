"""Polynomials on boxes, wedges and half-infinite ranges: the signs of their Bernstein coefficients.

Every variable is given a range [lo, hi] whose ends are conditions of the goal and may depend on earlier variables:
x = lo + (hi − lo)·u, or x = lo + u/(1 − u) where there is no upper end, takes the unit cube onto the domain. On a box
a polynomial is a combination of its Bernstein coefficients with weights that are not negative, and which weights
vanish is known on every face. A tree of halvings covers the cube. Exact rational arithmetic throughout.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import permutations, product
from math import comb, gcd, lcm, prod
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from verify.prover.allowance import Allowance
from verify.prover.goal import Goal
from verify.prover.polynomial.reading import (
    Polynomial,
    System,
    Unreadable,
    evaluate,
    from_json,
    read,
    read_or_reject,
    to_json,
)
from verify.prover.rejected import Rejected

LEAF, OUTSIDE = "L", "X"
_LARGEST_TENSOR = 20_000
_MOST_VARIABLES = 6
_MOST_NODES = 3000
_DEEPEST = 60

Tensor = NDArray[np.object_]


@dataclass(frozen=True)
class Range:
    """lo ≤ variable ≤ hi on the domain; an end of None is infinite."""

    variable: int
    lo: Polynomial | None
    hi: Polynomial | None


@dataclass(frozen=True)
class Box:
    """Bernstein coefficients, times a positive number, of the goal and of each condition on a part of the cube."""

    shows: Tensor
    given: tuple[Tensor, ...]


class Cube:
    """The goal of a system carried to the unit cube."""

    def __init__(self, system: System, ranges: list[Range]) -> None:
        self.strict = system.strict
        self.dimension = len(ranges)
        self._ring = system.ring
        self._axes = [r.variable for r in ranges]
        one = system.ring.constant(1)
        ranged = {r.variable for r in ranges}
        conditions = [(g.polynomial, g.strict) for g in system.known if _variables(g.polynomial) <= ranged]
        conditions += [(one - system.ring.gens()[r.variable], True) for r in ranges if r.lo is None or r.hi is None]
        infinite = len(conditions) - sum(r.lo is None or r.hi is None for r in ranges)
        polynomials = [system.shows, *(p for p, _ in conditions[:infinite])]
        for r in reversed(ranges):
            polynomials = [self._carried(p, r) for p in polynomials]
        shows, *given = polynomials
        # A condition that holds on the whole cube excludes nothing but what its strictness does.
        carried = given + [p for p, _ in conditions[infinite:]]
        pairs = [(self._tensor(p), strict) for p, (_, strict) in zip(carried, conditions, strict=True)]
        pairs = [(t, strict) for t, strict in pairs if (t <= 0).any()]
        self.stricts = tuple(strict for _, strict in pairs)
        self.whole = Box(self._tensor(shows), tuple(t for t, _ in pairs))

    def _carried(self, polynomial: Polynomial, r: Range) -> Polynomial:
        u = self._ring.gens()[r.variable]
        powers: dict[int, dict[tuple[int, ...], fmpq]] = {}
        for exponents, c in polynomial.to_dict().items():
            rest = tuple(0 if i == r.variable else int(e) for i, e in enumerate(exponents))
            powers.setdefault(int(exponents[r.variable]), {})[rest] = c
        if r.lo is not None and r.hi is not None:
            top, bottom = r.lo + (r.hi - r.lo) * u, u**0
        elif r.lo is not None:
            top, bottom = r.lo * (1 - u) + u, 1 - u
        else:
            assert r.hi is not None
            top, bottom = r.hi * (1 - u) - u, 1 - u
        degree = max(powers, default=0)
        terms = (self._ring.from_dict(a) * top**k * bottom ** (degree - k) for k, a in powers.items())
        return sum(terms, self._ring.constant(0))

    def _tensor(self, polynomial: Polynomial) -> Tensor:
        terms = {tuple(int(e[a]) for a in self._axes): c for e, c in polynomial.to_dict().items()}
        degrees = [max((e[n] for e in terms), default=0) for n in range(self.dimension)]
        if prod(d + 1 for d in degrees) > _LARGEST_TENSOR:
            raise Unreadable(f"degrees {degrees} are too large")
        found = np.full([d + 1 for d in degrees], fmpq(0), dtype=object)
        for exponents, c in terms.items():
            found[exponents] = c
        for axis, d in enumerate(degrees):
            matrix = np.array(
                [[fmpq(comb(i, j), comb(d, j)) if j <= i else fmpq(0) for j in range(d + 1)] for i in range(d + 1)],
                dtype=object,
            )
            found = np.moveaxis(np.tensordot(matrix, found, axes=(1, axis)), 0, axis)
        scale = reduce(lcm, (int(c.q) for c in found.flat), 1)
        whole: Tensor = np.array([int(c.p) * (scale // int(c.q)) for c in found.flat], dtype=object)
        return whole.reshape(found.shape)

    def holds(self, box: Box) -> bool:
        """Whether the goal certainly has its sign on the box, as far as the conditions hold."""
        b = box.shows
        if (b < 0).any():
            return False
        if not self.strict or (b > 0).all():
            return True
        return all((_face(b, f) > 0).any() or self._excluded(box, f) for f in product((0, 1, None), repeat=b.ndim))

    def is_outside(self, box: Box) -> bool:
        """Whether some condition certainly fails on the whole box."""
        return self._excluded(box, (None,) * self.dimension)

    def _excluded(self, box: Box, face: tuple[int | None, ...]) -> bool:
        """Whether some condition certainly fails on the interior of a face.

        Where its coefficients there are negative; for non-strict ones all of them, as weights may be zero elsewhere
        but sum to one. For strict ones not being positive suffices.
        """
        for tensor, strict in zip(box.given, self.stricts, strict=True):
            part = _face(tensor, face)
            if (part < 0).all() or (strict and (part <= 0).all()):
                return True
        return False

    def halves(self, box: Box, axis: int) -> tuple[Box, Box]:
        """The lower and the upper half of a box."""
        shows, given = _halves(box.shows, axis), [_halves(t, axis) for t in box.given]
        return Box(shows[0], tuple(g[0] for g in given)), Box(shows[1], tuple(g[1] for g in given))

    def refuted_at_corner(self, box: Box) -> bool:
        """Whether a corner of the box shows that the goal is false, so that no tree exists."""
        for corner in product((0, -1), repeat=self.dimension):
            value = box.shows[corner]
            if (value < 0 or (value == 0 and self.strict)) and all(
                t[corner] > 0 or (t[corner] == 0 and not s) for t, s in zip(box.given, self.stricts, strict=True)
            ):
                return True
        return False


def _face(tensor: Tensor, face: tuple[int | None, ...]) -> Tensor:
    """The coefficients whose weights do not vanish inside the face: axis at 0, at 1, or free (None)."""
    part: Tensor = tensor[tuple(slice(None) if f is None else slice(0, 1) if f == 0 else slice(-1, None) for f in face)]
    return part


def _halves(tensor: Tensor, axis: int) -> tuple[Tensor, Tensor]:
    """De Casteljau's scheme, times 2^degree."""
    rows = np.moveaxis(tensor, axis, 0)
    n = len(rows) - 1
    if n == 0:
        return tensor, tensor
    lower, upper = np.empty_like(rows), np.empty_like(rows)
    current = rows
    for k in range(n + 1):
        lower[k] = current[0] * 2 ** (n - k)
        upper[n - k] = current[-1] * 2 ** (n - k)
        current = current[:-1] + current[1:]
    return _reduced(np.moveaxis(lower, 0, axis)), _reduced(np.moveaxis(upper, 0, axis))


def _reduced(tensor: Tensor) -> Tensor:
    common = gcd(*tensor.flat)
    result: Tensor = tensor // common if common > 1 else tensor
    return result


def check(goal: Goal, data: dict[str, Any]) -> None:
    """Walks the tree and looks at the coefficients on every leaf.

    Raises:
        Rejected: naming the range or the leaf that does not hold.
    """
    if set(data) != {"ranges", "tree"} or not isinstance(data["tree"], str):
        raise Rejected("bernstein: the data must be ranges and a tree")
    system = read_or_reject(goal)
    try:
        cube = Cube(system, _checked_ranges(system, data["ranges"]))
    except Unreadable as error:
        raise Rejected(f"bernstein: {error}") from None
    waiting = [cube.whole]
    for n, node in enumerate(data["tree"]):
        if not waiting:
            raise Rejected("bernstein: the tree goes on after its last leaf")
        box = waiting.pop()
        if node.isascii() and node.isdecimal() and int(node) < cube.dimension:
            lower, upper = cube.halves(box, int(node))
            waiting += [upper, lower]
        elif node == LEAF:
            if not cube.holds(box):
                raise Rejected(f"bernstein: leaf {n} has a coefficient of the wrong sign")
        elif node != OUTSIDE:
            raise Rejected(f"bernstein: the tree has a node {node!r}")
        elif not cube.is_outside(box):
            raise Rejected(f"bernstein: no condition is certain to fail on leaf {n}")
    if waiting:
        raise Rejected(f"bernstein: the tree ends with {len(waiting)} boxes still to cover")


def _checked_ranges(system: System, data: Any) -> list[Range]:
    if not isinstance(data, list) or len(data) > _MOST_VARIABLES:
        raise Rejected(f"bernstein: ranges must be a list of at most {_MOST_VARIABLES}")
    ranges: list[Range] = []
    for item in data:
        if not (isinstance(item, list) and len(item) == 3 and type(item[0]) is int):
            raise Rejected("bernstein: a range must be a variable, a lower and an upper end")
        i = item[0]
        if not 0 <= i < len(system.meanings) or any(r.variable == i for r in ranges):
            raise Rejected(f"bernstein: no variable {i}, or given a range twice")
        lo, hi = (None if end is None else from_json(system.ring, end) for end in item[1:])
        if lo is None and hi is None:
            raise Rejected(f"bernstein: variable {i} has no ends")
        x = system.ring.gens()[i]
        earlier = {r.variable for r in ranges}
        for end, side in ((lo, 1), (hi, -1)):
            if end is None:
                continue
            if not _variables(end) <= earlier:
                raise Rejected(f"bernstein: an end of variable {i} depends on a later one")
            if not any(_is_multiple(g.polynomial, (x - end) * side) for g in system.given):
                raise Rejected(f"bernstein: no condition says that variable {i} has the end {end}")
        ranges.append(Range(i, lo, hi))
    missing = _variables(system.shows) - {r.variable for r in ranges}
    if missing:
        raise Rejected(f"bernstein: variable {min(missing)} has no range")
    return ranges


def _is_multiple(condition: Polynomial, difference: Polynomial) -> bool:
    """Whether the condition is the difference times a positive number."""
    if condition.is_zero() or difference.is_zero():
        return False
    factor = condition.leading_coefficient() / difference.leading_coefficient()
    return bool(factor > 0) and condition == difference * factor


def _variables(polynomial: Polynomial) -> set[int]:
    return {i for exponents in polynomial.to_dict() for i, e in enumerate(exponents) if e}


def propose(goal: Goal, allowed: Allowance) -> dict[str, Any] | None:
    """Ranges and a tree that the check accepts, if as much work as is allowed finds them."""
    try:
        system = read(goal)
    except Unreadable:
        return None
    for ranges in _choices(system):
        try:
            cube = Cube(system, ranges)
        except Unreadable:
            continue
        allowed.spend(1e-3 * (1 + len(system.known)) + 3e-7 * cube.whole.shows.size * sum(cube.whole.shows.shape))
        tree = _grow(cube, allowed)
        if tree is not None:
            ends = [[r.variable, *(None if e is None else to_json(e) for e in (r.lo, r.hi))] for r in ranges]
            return {"ranges": ends, "tree": tree}
        if allowed.is_over:
            return None
    return None


def _is_hopeless(cube: Cube, work: float, allowed: Allowance) -> bool:
    """Whether the tree would not end where the coefficients are least, as at a zero inside."""
    box = cube.whole
    for depth in range(_DEEPEST):
        allowed.spend(work)
        if cube.refuted_at_corner(box) or allowed.is_over:
            return True
        open_ = [b for b in cube.halves(box, _axis(box, depth)) if not cube.holds(b) and not cube.is_outside(b)]
        if not open_:
            return False
        box = min(open_, key=lambda b: _least(b.shows))
    return True


def _least(tensor: Tensor) -> float:
    """The least coefficient, beside the largest."""
    return float(tensor.min()) / (_size(tensor) or 1.0)


def _grow(cube: Cube, allowed: Allowance) -> str | None:
    tree: list[str] = []
    waiting = [(cube.whole, 0)]
    tensors = [cube.whole.shows, *cube.whole.given]
    work = sum(2e-5 + 2e-7 * t.size * (3 + max(t.shape)) for t in tensors)  # of one box
    if not cube.holds(cube.whole) and _is_hopeless(cube, work, allowed):
        return None
    while waiting:
        box, depth = waiting.pop()
        allowed.spend(work)
        if cube.holds(box):
            tree.append(LEAF)
        elif cube.is_outside(box):
            tree.append(OUTSIDE)
        elif depth >= _DEEPEST or len(tree) >= _MOST_NODES or cube.refuted_at_corner(box) or allowed.is_over:
            return None
        else:
            axis = _axis(box, depth)
            lower, upper = cube.halves(box, axis)
            tree.append(str(axis))
            waiting += [(upper, depth + 1), (lower, depth + 1)]
    return "".join(tree)


def _axis(box: Box, depth: int) -> int:
    """The axis along which the coefficients bend most; each in turn at every third level."""
    dimension = box.shows.ndim
    if depth % 3 == 2:
        return (depth // 3) % dimension
    tensors = [box.shows] + [t for t in box.given if (t > 0).any()]
    score = [0.0] * dimension
    for t in tensors:
        size = _size(t) or 1.0
        for axis in range(dimension):
            if t.shape[axis] > 1:
                score[axis] += _size(np.diff(t, axis=axis)) / size
    return max(range(dimension), key=score.__getitem__)


def _size(tensor: Tensor) -> float:
    return float(np.abs(tensor).max())


def _choices(system: System) -> Iterator[list[Range]]:
    """Ways to give every variable a range."""
    needed = _variables(system.shows)
    ends = {i: _ends(system, i) for i in range(len(system.meanings))}
    used = sorted(i for i in ends if i in needed or all(ends[i]))
    if not used or len(used) > _MOST_VARIABLES:
        return
    seen: list[list[Range]] = []
    for order in permutations(used) if len(used) <= 4 else (tuple(used), tuple(reversed(used))):
        for constant_first in (True, False):
            ranges: list[Range] = []
            for n, i in enumerate(order):
                lows, highs = (
                    _sorted([e for e in side if _variables(e) <= set(order[:n])], sign, constant_first)
                    for sign, side in zip((-1, 1), ends[i], strict=True)
                )
                if not lows and not highs:
                    break
                ranges.append(Range(i, lows[0] if lows else None, highs[0] if highs else None))
            else:
                if ranges not in seen:
                    seen.append(ranges)
                    yield ranges
                if len(seen) >= 6:
                    return


def _sorted(ends: list[Polynomial], sign: int, constant_first: bool) -> list[Polynomial]:
    """Constant ends first, or last, the tightest of them first."""
    return sorted(ends, key=lambda e: (e.is_constant() != constant_first, sign * _at_zero(e)))


def _at_zero(polynomial: Polynomial) -> fmpq:
    return evaluate(polynomial, [fmpq(0)] * polynomial.context().nvars())


def _ends(system: System, i: int) -> tuple[list[Polynomial], list[Polynomial]]:
    """Lower and upper ends of a variable that conditions state."""
    lows: list[Polynomial] = []
    highs: list[Polynomial] = []
    for g in system.given:
        slope, rest = fmpq(0), {}
        for exponents, c in g.polynomial.to_dict().items():
            if exponents[i] == 0:
                rest[exponents] = c
            elif sum(exponents) == 1:
                slope = c
            else:
                break
        else:
            if slope:
                (lows if slope > 0 else highs).append(system.ring.from_dict(rest) / -slope)
    return lows, highs

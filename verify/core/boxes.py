"""Covers: the domain's box is halved as a tree says, and on each leaf an enclosure in balls has the sign.

Terms are evaluated at balls, and at truncated series over balls (see `verify.core.series`). A root of what may be
negative on a part of a leaf is taken where it has a value: where the goal is undefined nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product as choices
from typing import Any, Final

from flint import arb

from verify.core.balls import NoEnclosure, precision
from verify.core.nodes import Refused, Term
from verify.core.obligations import Known, Node, check_term, hull, joined, vanishes
from verify.core.rational import Undecided
from verify.core.polynomials import difference, minus
from verify.core.series import Balls, SeriesRing, Symbol, Terms, evaluated
from verify.core.terms import has, relation, sides

Interval = tuple[Fraction, Fraction]
Box = tuple[Interval, ...]

PLAIN, CENTRED, TAYLOR, OUTSIDE, CONVEX = "L", "M", "N", "X", "PQRSTUVW"
MOST_VARIABLES: Final = 10
MOST_ORDER: Final = 40
MOST_EXPANDED: Final = 3
"""Taylor models are made in so many variables at once."""
MOST_NODES: Final = 200_000
_ROUGH: Final = ("abs", "max", "min", "sinc")


@dataclass(frozen=True)
class Direction:
    """Taylor's formula in a variable: from `start` to the points of the box, all of `segment`, up to the order `reach`.

    `distance` is the ball of the points' distances from the start; below it if `flipped`. The terms of orders less than
    `order` vanish.
    """

    variable: Term
    order: int
    reach: int
    start: arb
    segment: arb
    distance: arb
    flipped: bool = False


@dataclass(frozen=True)
class Face:
    """The term vanishes to order `order` where the variable equals `at`; Taylor models there go up to `reach`.

    `lower`: whether it is the lower end. `alone`: whether the coefficients are known to vanish on the domain only.
    """

    variable: Term
    at: Term
    order: int
    reach: int
    lower: bool
    alone: bool


def boxes(node: Node) -> None:
    """The box of the domain is halved as `tree` says, and on each leaf an enclosure has the sign.

    `bounds`: rows [x, low, high]. `faces`: rows [x, at, order, reach]. `precision`: bits. `points`: rows of values
    where f and its first derivatives vanish. `order`: that of Taylor models, if there are any. `tree`: in preorder; a
    digit halves along that variable (lower half first); `L` is a leaf where the enclosure of f has the sign, `M` one
    where its mean value form has, `N` one where its Taylor model about the middle has, `X` one where a condition
    certainly fails, a letter from `b` one where f over the distances to some of the faces, to their orders, has it
    (b: the first, c: the second, d: both, …), and one from `P` one where f is convex between the box and the first of
    the points, or the second, …, and so not negative.

    Sound: the bounds hold, so every point of the domain is on a leaf. On each leaf see the method that encloses.
    Where a face has letters and the goal is strict, no point of the domain lies on the face.
    """
    cover = Cover(node)
    cover.check_tree()
    if node.strict:
        for face in cover.faces:
            gap = minus(face.variable, face.at) if face.lower else minus(face.at, face.variable)
            node.must(gap, True, what="the domain without a face")


class Cover:
    """A node's box and what is known of it, to enclose the node's term on parts of it."""

    def __init__(self, node: Node) -> None:
        data = node.data
        self.node, self.f = node, node.term
        bits, tree = data.get("precision"), data.get("tree")
        if type(bits) is not int or not 24 <= bits <= 4096:
            raise Refused("precision: must be from 24 to 4096 bits")
        if type(tree) is not str or len(tree) > MOST_NODES:
            raise Refused(f"tree: must be a text of at most {MOST_NODES} nodes")
        self.bits, self.tree = bits, tree
        self.bounds: dict[Term, tuple[Term, Term]] = {}
        for x, low, high in _rows(data.get("bounds"), 3, MOST_VARIABLES, "bounds"):
            if type(x) is not Term or x not in node.variables or x in self.bounds:
                raise Refused("bounds: must be of different variables of the node")
            self.bounds[x] = check_term(low, ()), check_term(high, ())
            for end in self.bounds[x]:  # what has no value bounds nothing
                node.must_be_defined(end, what="a bound")
            node.must(minus(x, low), False, what="a lower bound")
            node.must(minus(high, x), False, what="an upper bound")
        self.variables = tuple(self.bounds)
        if not self.f.free <= set(self.variables):
            raise Refused("bounds: not all variables have some")
        self._conditions = [
            (difference(g), sides(g)[0])
            for g in node.known
            if g.kind == "relation" and g.free <= set(self.variables) and sides(g)[0] in ("≥", ">")
        ]
        with precision(self.bits):
            self._ends = {
                x: (evaluated(low, Balls, {}), evaluated(high, Balls, {})) for x, (low, high) in self.bounds.items()
            }
        self._smooth = not has(self.f, *_ROUGH)
        self.order = data.get("order", 0)
        if type(self.order) is not int or not 0 <= self.order <= MOST_ORDER:
            raise Refused(f"order: must be at most {MOST_ORDER}")
        self.faces = [self._face(*row) for row in _rows(data.get("faces", []), 4, 20, "faces")]
        self.points = [self._point(row) for row in _rows(data.get("points", []), len(self.variables), 8, "points")]

    def _face(self, x: Any, at: Any, order: Any, reach: Any) -> Face:
        """The coefficients 0, …, order − 1 of the term's Taylor series in x at the end vanish."""
        if x not in self.bounds or at not in self.bounds[x]:
            raise Refused("faces: must be at the ends of the bounds")
        if not self._smooth:
            raise Refused("faces: absolute values, maxima and minima must be unfolded first")
        if type(order) is not int or type(reach) is not int or not 1 <= order <= reach <= MOST_ORDER:
            raise Refused(f"faces: the orders must rise from 1 to {MOST_ORDER}")
        box = [relation("≥", gap) for v, (low, high) in self.bounds.items() for gap in (minus(v, low), minus(high, v))]
        ring = SeriesRing(Terms, order)
        values = {v: ring.variable(Symbol(at)) if v is x else ring.constant(Symbol(v)) for v in self.variables}
        series = evaluated(self.f, ring, values)
        coefficients = [ring.coefficient(series, k).term for k in range(order)]
        alone = not self._all_vanish(coefficients, joined(box))
        if alone and not self._all_vanish(coefficients, self.node.known):
            raise Undecided(f"faces: the term is not certain to vanish to order {order} at {x!r} = {at!r}")
        return Face(x, at, order, reach, at is self.bounds[x][0], alone)

    def _all_vanish(self, coefficients: Sequence[Term], known: Known) -> bool:
        return all(vanishes(c, known) for c in coefficients)

    def _point(self, row: list[Any]) -> dict[Term, Term]:
        """f and its first derivatives vanish at the point."""
        if self.node.strict or not self._smooth or not self.variables:
            raise Refused("points: the goal must be smooth and not strict, and have variables")
        point = {x: check_term(value, ()) for x, value in zip(self.variables, row, strict=True)}
        for value in point.values():
            self.node.must_be_defined(value, what="a coordinate of a point")
        ring = SeriesRing(Terms, 1)
        for x in self.variables:
            values = {v: ring.variable(Symbol(t)) if v is x else ring.constant(Symbol(t)) for v, t in point.items()}
            series = evaluated(self.f, ring, values)
            if not self._all_vanish([ring.coefficient(series, k).term for k in range(2)], ()):
                raise Undecided(f"points: a derivative is not certain to vanish at {list(point.values())!r}")
        return point

    def check_tree(self) -> None:
        """Every leaf holds, and the leaves cover the box: nothing is left over and nothing is left out."""
        waiting: list[Box] = [((Fraction(0), Fraction(1)),) * len(self.variables)]
        with precision(self.bits):
            for letter in self.tree:
                if not waiting:
                    raise Refused("tree: it goes on after its last leaf")
                box = waiting.pop()
                if letter in "0123456789":
                    if int(letter) >= len(self.variables):
                        raise Refused(f"tree: there is no variable number {letter}")
                    lower, upper = halves(box, int(letter))
                    waiting += [upper, lower]
                elif not self.holds_on(letter, box):
                    raise Undecided(f"boxes: the sign is not certain on {self._described(box)}")
        if waiting:
            raise Refused(f"tree: it ends with {len(waiting)} boxes still to cover")

    def holds_on(self, letter: str, box: Box) -> bool:
        """Whether the leaf holds, at the working precision."""
        try:
            if letter == OUTSIDE:
                return self._is_outside(box)
            if letter == PLAIN:
                found = evaluated(self.f, Balls, self._values(box))
            elif letter == CENTRED:
                found = self._mean_value(box)
            elif letter == TAYLOR:
                found = self._taylor_model(box)
            elif letter in CONVEX:
                return self._is_convex(box, CONVEX.index(letter))
            else:
                found = self._quotient(box, self._chosen(letter))
        except NoEnclosure:
            return False
        return found.is_finite() and bool(found > 0 if self.node.strict else found >= 0)

    def _value(self, x: Term, part: Interval) -> arb:
        """A ball around low + s·(high − low) for all s of the interval."""
        low, high = self._ends[x]
        return low + hull(Balls.rational(part[0]), Balls.rational(part[1])) * (high - low)

    def _values(self, box: Box) -> dict[Term, arb]:
        return {x: self._value(x, part) for x, part in zip(self.variables, box, strict=True)}

    def _is_outside(self, box: Box) -> bool:
        """Whether some condition certainly fails wherever on the box it is defined."""
        values = self._values(box)
        for gap, op in self._conditions:
            try:
                value = evaluated(gap, Balls, values)
            except NoEnclosure:
                continue
            if value.is_finite() and (value < 0 or (op == ">" and value <= 0)):
                return True
        return False

    def _mean_value(self, box: Box) -> arb:
        """f at the middle plus, for each variable, the slope over the box times the distance from the middle.

        Sound: where all series exist, f is continuously differentiable on the convex box of these balls.
        """
        values, ring = self._values(box), SeriesRing(Balls, 1)
        middle = {x: arb(v.mid()) for x, v in values.items()}
        found = evaluated(self.f, Balls, middle)
        for x in self.variables:
            at = {y: ring.variable(v) if y is x else ring.constant(v) for y, v in values.items()}
            found = found + ring.coefficient(evaluated(self.f, ring, at), 1) * (values[x] - middle[x])
        return found

    def _is_convex(self, box: Box, n: int) -> bool:
        """Whether the second derivatives are positive definite on the hull of the box and the n-th point.

        Sound: elimination in balls with positive pivots is the elimination of every matrix in them, so f is convex on
        the hull, a convex set; and f and its gradient vanish at the point, so f ≥ 0 there.
        """
        if n >= len(self.points):
            raise Refused(f"tree: there is no point number {n}")
        point = self.points[n]
        values = {x: hull(v, evaluated(point[x], Balls, {})) for x, v in self._values(box).items()}
        size = len(self.variables)
        matrix: list[list[Any]] = [[None] * size for _ in range(size)]
        one, inner = SeriesRing(Balls, 2), SeriesRing(Balls, 1)
        outer = SeriesRing(inner, 1)
        for i, x in enumerate(self.variables):
            at = {y: one.variable(v) if y is x else one.constant(v) for y, v in values.items()}
            matrix[i][i] = 2 * one.coefficient(evaluated(self.f, one, at), 2)
            for j, z in enumerate(self.variables[:i]):
                both = {
                    y: outer.variable(inner.constant(v)) if y is z
                    else outer.constant(inner.variable(v) if y is x else inner.constant(v))
                    for y, v in values.items()
                }  # fmt: skip
                mixed = inner.coefficient(outer.coefficient(evaluated(self.f, outer, both), 1), 1)
                matrix[i][j] = matrix[j][i] = mixed
        for k in range(size):
            if not (matrix[k][k].is_finite() and matrix[k][k] > 0):
                return False
            for i in range(k + 1, size):
                for j in range(k + 1, i + 1):
                    matrix[i][j] = matrix[j][i] = matrix[i][j] - matrix[i][k] * matrix[j][k] / matrix[k][k]
        return True

    def _chosen(self, letter: str) -> list[Face]:
        mask = ord(letter) - ord("a")
        if not 1 <= mask < 2 ** len(self.faces):
            raise Refused(f"tree: there is no node {letter!r}")
        chosen = [face for n, face in enumerate(self.faces) if mask >> n & 1]
        if len({face.variable for face in chosen}) < len(chosen):
            raise Refused("tree: two faces of one variable at once")
        if len(chosen) > 1 and any(face.alone for face in chosen):
            raise Refused("tree: a face that vanishes on the domain only stands alone")
        return chosen

    def _taylor_model(self, box: Box) -> arb:
        """f by Taylor's formula about the middle of the box, in all variables."""
        if not self.order or len(self.variables) > MOST_EXPANDED:
            raise Refused(f"tree: Taylor models need an order, and at most {MOST_EXPANDED} variables")
        made = []
        for x, whole in self._values(box).items():
            middle = arb(whole.mid())
            made.append(Direction(x, 0, self.order, middle, whole, whole - middle))
        return self._expanded(box, made)

    def _quotient(self, box: Box, chosen: list[Face]) -> arb:
        """f over the product of |x − at|^order for the chosen faces.

        Sound: the zero test has shown that the coefficients below the orders are 0 wherever they have a value; they
        have one here, since the same operations go through in balls. On a face f = 0.
        """
        made = []
        for face in chosen:
            u, v = box[self.variables.index(face.variable)]
            low, high = self._ends[face.variable]
            near, far = (u, v) if face.lower else (1 - v, 1 - u)
            distance = hull(Balls.rational(near), Balls.rational(far)) * (high - low)
            end, to = (Fraction(0), v) if face.lower else (Fraction(1), u)
            start = self._value(face.variable, (end, end))
            segment = self._value(face.variable, (min(end, to), max(end, to)))
            made.append(
                Direction(face.variable, face.order, face.reach, start, segment, distance, flipped=not face.lower)
            )
        return self._expanded(box, made)

    def _expanded(self, box: Box, directions: list[Direction]) -> arb:
        """f over the product of the distances, to the orders, by Taylor's formula in these directions.

        Sound: at a point off the start, for one direction, Taylor's formula on the segment from there says
            f = Σ_{k < reach} cₖ·(x − start)^k + R·(x − start)^reach,
        with cₖ = ∂ᵏf/k! at the start and R a mean of ∂^reach f/reach! over the segment (the integral form of the
        remainder): it is in the ball, which is convex. cₖ = 0 for k < order, so the quotient is the rest of the sum
        with powers of the distance that are not negative, and with the signs of (x − start)^k. For several directions
        the formula is applied to cₖ and R in the next variable: as R is an integral, so are its derivatives, and they
        too are means; as f's coefficients in the next variable vanish for all values of the first on its segment, so do
        those of its derivatives in the first.
        """
        found: Any = None
        for high in choices((False, True), repeat=len(directions)):
            if any(not h and d.order == d.reach for h, d in zip(high, directions, strict=True)):
                continue
            series = self._series(box, directions, high)
            options = [[d.reach] if h else list(range(d.order, d.reach)) for h, d in zip(high, directions, strict=True)]
            for orders in choices(*options):
                term = series
                for k in orders[::-1]:
                    term = term.ring.coefficient(term, k)
                for d, k in zip(directions, orders, strict=True):
                    if k > d.order:
                        term = term * Balls.power(d.distance, k - d.order)
                    if d.flipped and k % 2:
                        term = -term
                found = term if found is None else found + term
        return found

    def _series(self, box: Box, directions: list[Direction], high: tuple[bool, ...]) -> Any:
        """f as a series in the directions' variables, about their starts, or over all of their segments (`high`)."""
        rings: list[Any] = []
        for d, h in zip(directions, high, strict=True):
            rings.append(SeriesRing(rings[-1] if rings else Balls, d.reach if h else d.reach - 1))
        values: dict[Term, Any] = {x: _lifted(v, rings) for x, v in self._values(box).items()}
        for n, (d, h) in enumerate(zip(directions, high, strict=True)):
            at = _lifted(d.segment if h else d.start, rings[:n])
            values[d.variable] = _lifted(rings[n].variable(at), rings[n + 1 :])
        return evaluated(self.f, rings[-1], values)

    def _described(self, box: Box) -> str:
        return ", ".join(f"{x!r} in part {u} to {v}" for x, (u, v) in zip(self.variables, box, strict=True))


def _lifted(value: Any, rings: Sequence[Any]) -> Any:
    for ring in rings:
        value = ring.constant(value)
    return value


def _rows(value: Any, length: int, most: int, name: str) -> list[Any]:
    if type(value) is not list or len(value) > most or any(type(r) is not list or len(r) != length for r in value):
        raise Refused(f"{name}: must be a list of at most {most} rows of {length}")
    return value


def halves(box: Box, axis: int) -> tuple[Box, Box]:
    """The lower and the upper half of a box along an axis."""
    low, high = box[axis]
    middle = (low + high) / 2
    return (*box[:axis], (low, middle), *box[axis + 1 :]), (*box[:axis], (middle, high), *box[axis + 1 :])

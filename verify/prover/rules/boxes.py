"""Ball arithmetic on boxes that cover the domain, with the factors divided out that vanish on some of its faces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from sympy import Abs, Expr, Max, Min, S, Symbol, sinc

from verify.balls.evaluate import Undefined, Unsupported, is_positive
from verify.balls.exact import Exact
from verify.balls.series import Series, SeriesRing
from verify.balls.tape import Tape
from verify.prover.bounds import ranges
from verify.prover.goal import Goal, Inequality
from verify.prover.rejected import Rejected
from verify.prover.rules.plain import vanishes

Interval = tuple[Fraction, Fraction]
Box = tuple[Interval, ...]

PLAIN, CENTRED, TAYLOR, OUTSIDE = "L", "M", "N", "X"
CONVEX = "PQRSTUVW"
MOST_VARIABLES = 10
MOST_ORDER = 40
MOST_EXPANDED = 3
"""Taylor models are made in so many variables at once."""
_FINER = 12
"""How often the second arithmetic may halve a leaf of a tree that was found with the first."""


@dataclass(frozen=True)
class Direction:
    """Taylor's formula in a variable: from `start` to the points of the box, all of `segment`, up to the order `reach`.

    `distance` encloses the points' distances from the start; below it if `flipped`. The terms of orders less than
    `order` vanish.
    """

    variable: Symbol
    order: int
    reach: int
    start: Any
    segment: Any
    distance: Any
    flipped: bool = False


@dataclass(frozen=True)
class Face:
    """The term vanishes to order `order` where the variable equals `at`; Taylor models there go up to `reach`."""

    variable: Symbol
    at: Expr
    order: int
    reach: int


def boxes(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """The whole box of the domain is halved as `tree` says, and on each leaf an enclosure has the sign.

    `bounds`: rows [x, lo, hi], as the conditions imply them. `faces`: rows [x, at, order, reach]. `precision`: bits.
    `points`: rows of values where f and its first derivatives vanish. `order`: that of Taylor models, if there are any.
    `tree`: in preorder; a digit halves along that variable (lower half first); `L` is a leaf where the enclosure of f
    has the sign, `M` one where its mean value form has, `N` one where its Taylor model about the middle has, `X` one
    where a condition certainly fails, a letter from `b` one where f over (x − at)^order for some of the faces has it
    (b: the first, c: the second, d: both, …), and one from `P` one where f is convex between the box and the first of
    the points, or the second, …, and so not negative. `margin`: for each arithmetic a lower bound of all these
    enclosures.
    Sound: the leaves cover the box; where f vanishes identically to order m at a face, f/(x − at)^m is a
    mean of f⁽ᵐ⁾/m! over points between, and the divisor is positive but on the face.
    """
    cover = Cover(goal, data, arithmetic)
    cover.check_tree()
    return cover.left()


class Cover:
    """A goal's box and what is known of it, to evaluate the goal on parts of it."""

    def __init__(self, goal: Goal, data: dict[str, Any], arithmetic: Any) -> None:
        self.goal, self.arithmetic = goal, arithmetic
        self.f, self.strict = goal.shows.expr, goal.shows.strict
        self.precision, self.tree = data.get("precision"), data.get("tree")
        self.margin = data.get("margin", {})
        if not isinstance(self.precision, int) or not 24 <= self.precision <= 4096:
            raise Rejected(f"precision: must be from 24 to 4096 bits, not {self.precision!r}")
        known = ranges(goal)
        rows = data.get("bounds")
        if not isinstance(rows, list) or not rows or len(rows) > MOST_VARIABLES:
            raise Rejected("bounds: must be one to ten rows [variable, lower end, upper end]")
        for x, lo, hi in rows:
            if x not in known or known[x].lo != lo or known[x].hi != hi:
                raise Rejected(f"bounds: the conditions do not say that {x} runs from {lo} to {hi}")
        self.bounds = {x: (lo, hi) for x, lo, hi in rows}
        self.variables = tuple(self.bounds)
        strangers = self.f.free_symbols - set(self.variables)
        if strangers:
            raise Rejected(f"bounds: {sorted(map(str, strangers))} have none")
        self.faces = [Face(*row) for row in data.get("faces", [])]
        self.order = data.get("order", 0)
        if type(self.order) is not int or not 0 <= self.order <= MOST_ORDER:
            raise Rejected(f"order: must be at most {MOST_ORDER}, not {self.order!r}")
        self.points = [dict(zip(self.variables, row, strict=True)) for row in data.get("points", [])]
        self._tape = Tape(self.f, self.variables)
        self._conditions = [
            (g, Tape(g.expr, self.variables)) for g in goal.given if g.expr.free_symbols <= set(self.variables)
        ]
        self._ends: dict[Symbol, tuple[Any, Any]] = {}
        with arithmetic.precision(self.precision):
            for x, ends in self.bounds.items():
                lo, hi = (Tape(e, ())(arithmetic, []) for e in ends)
                self._ends[x] = (lo, hi - lo)
        for face in self.faces:
            self._examine(face)
        for point in self.points:
            self._examine_point(point)

    def _examine(self, face: Face) -> None:
        if face.variable not in self.variables:
            raise Rejected(f"faces: {face.variable} is not one of the variables")
        if face.at not in self.bounds[face.variable]:
            raise Rejected(f"faces: {face.variable} = {face.at} is not an end of its range")
        if self.f.has(Abs, Max, Min, sinc):
            raise Rejected("faces: absolute values, maxima and minima must be unfolded first")
        if not (
            isinstance(face.order, int) and isinstance(face.reach, int) and 1 <= face.order <= face.reach <= MOST_ORDER
        ):
            raise Rejected(f"faces: the orders {face.order}, {face.reach} must rise from 1 to {MOST_ORDER}")
        for k, c in enumerate(taylor(self.f, self.variables, face.variable, face.at, face.order)[: face.order]):
            if not vanishes(c, self.goal):
                raise Rejected(f"faces: coefficient {k} at {face.variable} = {face.at} is {c}, not certain to be zero")

    def _examine_point(self, point: dict[Symbol, Expr]) -> None:
        if self.strict or len(self.points) > len(CONVEX) or self.f.has(Abs, Max, Min, sinc):
            raise Rejected("points: the goal must be smooth and not strict, and the points at most eight")
        for x, value in point.items():
            lo, hi = self.bounds[x]
            if value.free_symbols or is_positive(lo - value) is not False or is_positive(value - hi) is not False:
                raise Rejected(f"points: {x} = {value} is not certain to be within its bounds")
        for term in (self.f, *(self.f.diff(x) for x in self.variables)):
            if not vanishes(term.subs(point), Goal((), (), self.goal.shows)):
                raise Rejected(f"points: {term} is not certain to vanish at {point}")

    def __len__(self) -> int:
        """How many operations the term has."""
        return len(self._tape)

    def left(self) -> list[Goal]:
        """That the domain has no point on the faces, where the goal is strict."""
        out = []
        if self.strict:
            for face in self.faces:
                gap = face.variable - face.at
                sign = 1 if face.at == self.bounds[face.variable][0] else -1
                out.append(Goal(self.goal.variables, self.goal.given, Inequality(sign * gap, True)))
        return out

    def check_tree(self) -> None:
        """Every leaf holds and the tree covers the box."""
        if not isinstance(self.tree, str):
            raise Rejected("tree: must be a text of digits and letters")
        nodes = list(walk(self.tree, len(self.variables)))
        if len(nodes) != len(self.tree):
            raise Rejected("tree: it goes on after its last leaf")
        least: Fraction | None = None
        finer = 0 if self.arithmetic.name == "arb" else _FINER
        for node, box in nodes:
            if node == OUTSIDE:
                if not self.is_outside(box):
                    raise Rejected(f"no condition is certain to fail on {self.describe(box)}")
            elif not node.isdecimal():
                value = self._leaf(node, box, finer)
                least = value if least is None or (value is not None and value < least) else least
        self.least = least
        stated = self.margin.get(self.arithmetic.name)
        if stated is not None and least is not None and Fraction(stated) > least:
            raise Rejected(f"margin: {stated} is more than was found, {float(least)!r}")

    def _leaf(self, node: str, box: Box, finer: int) -> Fraction | None:
        try:
            found = self.enclosure(node, box)
        except (Undefined, Unsupported) as error:
            found, why = None, str(error)
        else:
            why = str(found)
        if found is not None and (found > 0 if self.strict else found >= 0):
            with self.arithmetic.precision(self.precision):
                return Fraction(self.arithmetic.lower(found))
        if finer == 0:
            wanted = "positive" if self.strict else "non-negative"
            raise Rejected(f"not certain to be {wanted} on {self.describe(box)}: {why}")
        axis = max(range(len(box)), key=lambda n: box[n][1] - box[n][0])
        least: list[Fraction] = []
        for half in halves(box, axis):
            if not self.is_outside(half):
                value = self._leaf(node, half, finer - 1)
                least += [] if value is None else [value]
        return min(least, default=None)

    def is_outside(self, box: Box) -> bool:
        """Whether some condition certainly fails on the whole box."""
        with self.arithmetic.precision(self.precision):
            values = self._values(box)
            for g, tape in self._conditions:
                try:
                    value = tape(self.arithmetic, values)
                except (Undefined, Unsupported):
                    continue
                if value < 0 or (g.strict and value <= 0):
                    return True
        return False

    def enclosure(self, node: str, box: Box) -> Any:
        """An enclosure, on a box, of what the leaf's letter stands for."""
        with self.arithmetic.precision(self.precision):
            if node == PLAIN:
                return self._tape(self.arithmetic, self._values(box))
            if node == CENTRED:
                return self._mean_value(box)
            if node == TAYLOR:
                return self.arithmetic.finite(self._taylor_model(box))
            if node in CONVEX:
                return self._least_pivot(box, node)
            chosen = self.chosen(node)
            return self.arithmetic.finite(self._quotient(box, chosen))

    def near(self, box: Box, widths: int) -> str | None:
        """The letter of the faces that the box is no more than so many of its widths away from."""
        mask = 0
        for n, face in enumerate(self.faces):
            lo, hi = box[self.variables.index(face.variable)]
            gap = lo if face.at == self.bounds[face.variable][0] else 1 - hi
            if gap <= widths * (hi - lo):
                mask |= 1 << n
        return chr(ord("a") + mask) if mask else None

    def nearest(self, box: Box) -> list[str]:
        """The letters of the choices among the nearest faces, one a variable; single faces first."""
        best: dict[Symbol, tuple[Fraction, int]] = {}
        for n, face in enumerate(self.faces):
            lo, hi = box[self.variables.index(face.variable)]
            gap = lo if face.at == self.bounds[face.variable][0] else 1 - hi
            best[face.variable] = min(best.get(face.variable, (gap, n)), (gap, n))
        bits = [1 << n for _, n in sorted(best.values())]
        chosen = [sum(part) for size in range(1, len(bits) + 1) for part in combinations(bits, size)]
        return [chr(ord("a") + mask) for mask in chosen]

    def chosen(self, node: str) -> list[Face]:
        """The faces that a letter stands for."""
        mask = ord(node) - ord("a")
        if not 1 <= mask < 2 ** len(self.faces):
            raise Rejected(f"tree: there is no node {node!r}")
        chosen = [face for n, face in enumerate(self.faces) if mask >> n & 1]
        if len({face.variable for face in chosen}) < len(chosen):
            raise Undefined("two faces of one variable at once")
        return chosen

    def _value(self, x: Symbol, part: Interval) -> Any:
        start, width = self._ends[x]
        u, v = (self.arithmetic.rational(p.numerator, p.denominator) for p in part)
        return start + self.arithmetic.hull(u, v) * width

    def _values(self, box: Box) -> list[Any]:
        return [self._value(x, part) for x, part in zip(self.variables, box, strict=True)]

    def _mean_value(self, box: Box) -> Any:
        """f at the middle plus, for each variable, the slope there over the box times the distance from the middle."""
        values = self._values(box)
        ring = SeriesRing(self.arithmetic, 1)
        middle = [self.arithmetic.middle(v) for v in values]
        total = self._tape(self.arithmetic, middle)
        for n, v in enumerate(values):
            point = [ring.lift(values[k]) if k != n else ring.variable(v) for k in range(len(values))]
            slope = ring.coefficient(self._tape(ring, point), 1)
            total = total + slope * (v - middle[n])
        return self.arithmetic.finite(total)

    def _least_pivot(self, box: Box, node: str) -> Any:
        """The least pivot of the second derivatives on the hull of box and point; Undefined if one is not positive."""
        if CONVEX.index(node) >= len(self.points):
            raise Rejected(f"tree: there is no node {node!r}")
        point = self.points[CONVEX.index(node)]
        values = [
            self.arithmetic.hull(v, Tape(point[x], ())(self.arithmetic, []))
            for x, v in zip(self.variables, self._values(box), strict=True)
        ]
        n = len(values)
        matrix: list[list[Any]] = [[None] * n for _ in range(n)]
        outer, inner = SeriesRing(SeriesRing(self.arithmetic, 1), 1), SeriesRing(self.arithmetic, 2)
        for i in range(n):
            at = [inner.lift(v) if k != i else inner.variable(v) for k, v in enumerate(values)]
            matrix[i][i] = 2 * inner.coefficient(self._tape(inner, at), 2)
            for j in range(i):
                rings = [outer.base, outer]
                at = [_lifted(v, rings) for v in values]
                at[i] = _lifted(outer.base.variable(values[i]), [outer])
                at[j] = outer.variable(_lifted(values[j], [outer.base]))
                found = self._tape(outer, at)
                matrix[i][j] = matrix[j][i] = outer.base.coefficient(outer.coefficient(found, 1), 1)
        least: Any = None
        for k in range(n):
            pivot = self.arithmetic.finite(matrix[k][k])
            if not pivot > 0:
                raise Undefined("the second derivatives are not certain to be positive definite")
            least = pivot if least is None or self.arithmetic.lower(pivot) < self.arithmetic.lower(least) else least
            for i in range(k + 1, n):
                for j in range(k + 1, i + 1):
                    matrix[i][j] = matrix[j][i] = matrix[i][j] - matrix[i][k] * matrix[j][k] / pivot
        return least

    def _taylor_model(self, box: Box) -> Any:
        """f by Taylor's formula about the middle of the box, in all variables."""
        if not self.order or len(self.variables) > MOST_EXPANDED:
            raise Rejected(f"tree: Taylor models need an order, and at most {MOST_EXPANDED} variables")
        made = []
        for x, whole in zip(self.variables, self._values(box), strict=True):
            middle = self.arithmetic.middle(whole)
            made.append(Direction(x, 0, self.order, middle, whole, whole - middle))
        return self._expanded(box, made)

    def _quotient(self, box: Box, chosen: list[Face]) -> Any:
        """f over the product of (x − at)^order, or (at − x)^order, for the chosen faces."""
        made = []
        for face in chosen:
            part = box[self.variables.index(face.variable)]
            distance, sign = self._distance(face, box)
            start, segment = (self._value(face.variable, p) for p in (self._on(face), self._towards(face, part)))
            made.append(Direction(face.variable, face.order, face.reach, start, segment, distance, sign < 0))
        return self._expanded(box, made)

    def _expanded(self, box: Box, directions: list[Direction]) -> Any:
        """f over the product of the distances, to the orders, by Taylor's formula in these directions."""
        total: Any = None
        for high in product((False, True), repeat=len(directions)):
            if any(not h and d.order == d.reach for h, d in zip(high, directions, strict=True)):
                continue
            series = self._series(box, directions, high)
            options = [[d.reach] if h else list(range(d.order, d.reach)) for h, d in zip(high, directions, strict=True)]
            for orders in product(*options):
                term = _nested(series, orders[::-1])
                for d, k in zip(directions, orders, strict=True):
                    if k > d.order:
                        term = term * self.arithmetic.power(d.distance, k - d.order)
                    if d.flipped and k % 2:
                        term = -term
                total = term if total is None else total + term
        return total

    def _series(self, box: Box, directions: list[Direction], high: tuple[bool, ...]) -> Any:
        """f as a series in the directions' variables, about their starts, or over all of their segments (`high`)."""
        ring = self.arithmetic
        rings = []
        for d, h in zip(directions, high, strict=True):
            ring = SeriesRing(ring, d.reach if h else d.reach - 1)
            rings.append(ring)
        values = [_lifted(v, rings) for v in self._values(box)]
        for n, (d, h) in enumerate(zip(directions, high, strict=True)):
            at = _lifted(d.segment if h else d.start, rings[:n])
            values[self.variables.index(d.variable)] = _lifted(rings[n].variable(at), rings[n + 1 :])
        return self._tape(ring, values)

    def _distance(self, face: Face, box: Box) -> tuple[Any, int]:
        """|x − at| on the box, and the sign of x − at."""
        lo, hi = box[self.variables.index(face.variable)]
        width = self._ends[face.variable][1]
        at_lower = face.at == self.bounds[face.variable][0]
        u, v = (lo, hi) if at_lower else (1 - hi, 1 - lo)
        near, far = (self.arithmetic.rational(p.numerator, p.denominator) for p in (u, v))
        return self.arithmetic.hull(near, far) * width, 1 if at_lower else -1

    def _on(self, face: Face) -> Interval:
        end = Fraction(0 if face.at == self.bounds[face.variable][0] else 1)
        return end, end

    def _towards(self, face: Face, part: Interval) -> Interval:
        return (Fraction(0), part[1]) if face.at == self.bounds[face.variable][0] else (part[0], Fraction(1))

    def describe(self, box: Box) -> str:
        """The box in words."""
        rows = []
        for x, (u, v) in zip(self.variables, box, strict=True):
            lo, hi = self.bounds[x]
            rows.append(f"{x} from {lo + _sympy(u) * (hi - lo)} to {lo + _sympy(v) * (hi - lo)}")
        return ", ".join(rows)


def _sympy(value: Fraction) -> Expr:
    return S(value.numerator) / S(value.denominator)


def _lifted(value: Any, rings: list[SeriesRing]) -> Any:
    for ring in rings:
        value = Series(ring, [value])
    return value


def _nested(series: Any, orders: tuple[int, ...]) -> Any:
    """The coefficient of a series of series, outermost order first."""
    for k in orders:
        series = series.ring.coefficient(series, k)
        if not isinstance(series, Series):
            break
    return series


def taylor(f: Expr, variables: tuple[Symbol, ...], x: Symbol, at: Expr, order: int) -> list[Expr]:
    """The Taylor coefficients 0 to `order` of f in x at a point, exactly, as terms in the other variables."""
    ring = SeriesRing(Exact, order)
    values = [ring.variable(at) if y == x else Series(ring, [y]) for y in variables]
    try:
        found = Tape(f, variables)(ring, values)
    except (Undefined, Unsupported) as error:
        raise Rejected(f"faces: there is no Taylor series at {x} = {at}: {error}") from None
    return [ring.coefficient(found, k) for k in range(order + 1)]


def walk(tree: str, dimension: int) -> Iterator[tuple[str, Box]]:
    """The nodes of a tree with their boxes."""
    waiting: list[Box] = [((Fraction(0), Fraction(1)),) * dimension]
    for node in tree:
        if not waiting:
            return
        box = waiting.pop()
        if node.isdecimal() and node.isascii():
            if int(node) >= dimension:
                raise Rejected(f"tree: there is no variable number {node}")
            lower, upper = halves(box, int(node))
            waiting += [upper, lower]
        elif not (node in (PLAIN, CENTRED, TAYLOR, OUTSIDE) or node in CONVEX or "b" <= node <= "z"):
            raise Rejected(f"tree: there is no node {node!r}")
        yield node, box
    if waiting:
        raise Rejected(f"tree: it ends with {len(waiting)} boxes still to cover")


def halves(box: Box, axis: int) -> tuple[Box, Box]:
    """The lower and the upper half of a box along an axis."""
    lo, hi = box[axis]
    middle = (lo + hi) / 2
    return (*box[:axis], (lo, middle), *box[axis + 1 :]), (*box[:axis], (middle, hi), *box[axis + 1 :])

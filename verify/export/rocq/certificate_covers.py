"""Covers of a box, as proofs in Rocq: enclosures by coq-interval, and derivatives where the term vanishes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from verify.core.balls import NoEnclosure, enclosure, precision
from verify.core.boxes import CENTRED, CONVEX, OUTSIDE, PLAIN, TAYLOR, Box, Interval, halves
from verify.core.nodes import Term
from verify.core.obligations import hull
from verify.core.polynomials import difference, minus, negative, product, total
from verify.core.series import Balls, evaluated
from verify.core.terms import number, sides, walk
from verify.export.rocq.certificate_leaves import Face, on_leaf
from verify.export.rocq.certificate_scripts import Script
from verify.export.rocq.names import Inexpressible

MOST_PARTS: Final = 1000
"""Of a cover that is written out. One with 7,120 parts was not proved by coqc within five minutes."""
_BITS = 96
_POINT_ORDER = 2
_WHOLE: Interval = (Fraction(0), Fraction(1))


class Piece(NamedTuple):
    """A piece of an interval, with a face at one of its ends or without."""

    low: Term
    high: Term
    face: Face | None = None


class Tree(NamedTuple):
    """A part of the box: a leaf with its letter, or two halves along an axis."""

    box: Box
    letter: str
    halves: tuple[Tree, ...] = ()

    def leaves(self) -> Iterator[Tree]:
        """The leaves, in order."""
        if not self.halves:
            yield self
        for half in self.halves:
            yield from half.leaves()


def boxes(script: Script) -> None:
    """The rule `boxes`."""
    rows = script.data["bounds"]
    parts = len(script.data["tree"]) // 2 + 1
    if parts > MOST_PARTS:
        raise Inexpressible(f"a cover of {parts} parts, more than {MOST_PARTS}")
    moving = [row for row in rows if row[0] in script.term.free]
    if not moving:
        script.say("plain.")
        return
    for n, (x, low, high) in enumerate(moving):
        X = script.write(x)
        script.have(f"l'{n}", minus(x, low), False)
        script.have(f"u'{n}", minus(high, x), False)
        script.say(f"assert (L'{X} : {script.write(low)} <= {X}) by lra.")
        script.say(f"assert (U'{X} : {X} <= {script.write(high)}) by lra.", f"clear l'{n} u'{n}.")
    tree = _tree(iter(script.data["tree"]), (_WHOLE,) * len(rows))
    if len(moving) == 1:
        _interval(script, tree, *moving[0])
    else:
        _Boxes(script).cover(tree)


def _tree(letters: Iterator[str], box: Box) -> Tree:
    letter = next(letters)
    if letter not in "0123456789":
        return Tree(box, letter)
    return Tree(box, letter, tuple(_tree(letters, half) for half in halves(box, int(letter))))


def _place(low: Term, high: Term, part: Fraction) -> Term:
    """low + part·(high − low)."""
    if part in _WHOLE:
        return high if part else low
    return total(low, product(number(part), minus(high, low)))


def _faces(script: Script) -> list[Face]:
    bounds = {x: low for x, low, _ in script.data["bounds"]}
    return [Face(x, at, order, at is bounds[x], reach) for x, at, order, reach in script.data.get("faces", [])]


def _chosen(faces: Sequence[Face], letter: str) -> list[Face]:
    mask = ord(letter) - ord("a") if letter.islower() else 0
    return [face for n, face in enumerate(faces) if mask >> n & 1]


# --- one variable -----------------------------------------------------------------------------------------------------


def _interval(script: Script, tree: Tree, x: Term, low: Term, high: Term) -> None:
    X = script.write(x)
    pieces = _pieces(script, tree, x, low, high)
    for piece in pieces:
        if piece is not pieces[-1]:
            script.say(f"destruct (Rle_lt_dec {X} {script.write(piece.high)}) as [Q'|Q'].")
            script.say(f"{{ clear U'{X}. rename Q' into U'{X}.")
        script.say(f"assert ({script.write(piece.low)} <= {X} <= {script.write(piece.high)}) by lra.")
        on_leaf(script, script.term, {x: (piece.low, piece.high)}, [piece.face] if piece.face else [])
        if piece is not pieces[-1]:
            script.say("}", f"clear L'{X}. rename Q' into L'{X}.")


def _pieces(script: Script, tree: Tree, x: Term, low: Term, high: Term) -> list[Piece]:
    """The interval in pieces: what the leaves of faces and of points take, and what is between."""
    axis = [row[0] for row in script.data["bounds"]].index(x)
    faces, points = _faces(script), script.data.get("points", [])
    reach: dict[Face, Interval] = {}
    near: dict[int, Interval] = {}
    for leaf in tree.leaves():
        part = leaf.box[axis]
        if leaf.letter in CONVEX:
            n = CONVEX.index(leaf.letter)
            near[n] = _hull(near.get(n, part), part)
        for face in _chosen(faces, leaf.letter):
            reach[face] = _hull(reach.get(face, part), part)
    start, first = Fraction(0), low
    before: list[Piece] = []
    after: list[Piece] = []
    for face, (_, to) in reach.items():
        if face.lower:
            start, first = to, _place(low, high, to)
            before.append(Piece(low, first, face))
    stop, last = Fraction(1), high
    for face, (since, _) in reach.items():
        if not face.lower:
            stop, last = since, _place(low, high, since)
            after.append(Piece(last, high, face))
    for n, (since, to) in near.items():
        point, left, right = points[n][axis], _place(low, high, since), _place(low, high, to)
        if since > start:
            before.append(Piece(first, left))
        before.append(Piece(left, point, Face(x, point, _POINT_ORDER, lower=False)))
        before.append(Piece(point, right, Face(x, point, _POINT_ORDER, lower=True)))
        start, first = to, right
    if start < stop:
        before.append(Piece(first, last))
    return [*before, *after]


def _hull(one: Interval, other: Interval) -> Interval:
    return min(one[0], other[0]), max(one[1], other[1])


# --- several variables ------------------------------------------------------------------------------------------------


class _Boxes:
    """The tree of a cover of several variables, part by part; parts without faces are left to coq-interval whole."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.bounds = {x: (low, high) for x, low, high in script.data["bounds"]}
        self.variables = list(self.bounds)
        self.faces = _faces(script)
        self.conditions = [difference(g) for g in script.known if g.kind == "relation" and sides(g)[0] in ("≥", ">")]
        for t in dict.fromkeys(t for t in walk(script.term) if t.kind == "sinc"):
            u = script.write(t.args[0])
            r = script.name(script.new("r"))
            script.say(f"destruct (sinc_taylor {u}) as [{r} [? E'{r}]]. rewrite E'{r}. clear E'{r}.")

    def cover(self, tree: Tree) -> None:
        """Proves the goal on a part of the box."""
        letters = {leaf.letter for leaf in tree.leaves()}
        if letters <= {PLAIN, CENTRED, TAYLOR}:
            self._enclose(tree)
        elif letters == {OUTSIDE} and (found := self._failing(tree.box)) is not None:
            self._leave_out(found)
        elif tree.halves:
            self._halve(tree)
        elif tree.letter in CONVEX:
            raise Inexpressible("a leaf of several variables on which the term is convex")
        else:
            on_leaf(self.script, self.script.term, self._ends(tree.box), _chosen(self.faces, tree.letter))

    def _moving(self) -> list[Term]:
        return [x for x in self.variables if x in self.script.term.free]

    def _ends(self, box: Box) -> dict[Term, tuple[Term, Term]]:
        found = {}
        for x in self._moving():
            low, high = self.bounds[x]
            u, v = box[self.variables.index(x)]
            found[x] = _place(low, high, u), _place(low, high, v)
        return found

    def _enclose(self, tree: Tree) -> None:
        on_leaf(self.script, self.script.term, self._ends(tree.box), [])

    def _leave_out(self, gap: Term) -> None:
        s = self.script
        names = [s.write(x) for x in self.variables if x in gap.free]
        kind = f"enclose{len(names) if len(names) > 1 else ''} {' '.join(names)}" if names else "plain"
        s.say(f"exfalso. assert (X' : 0 < {s.write(negative(gap))}) by ({kind}). lra.")

    def _halve(self, tree: Tree) -> None:
        s = self.script
        axis = int(tree.letter)
        x = self.variables[axis]
        X = s.write(x)
        low, high = self.bounds[x]
        middle = s.write(_place(low, high, tree.halves[0].box[axis][1]))
        if x not in s.term.free:
            raise Inexpressible("a cover that halves a variable that the term has not")
        lower, upper = tree.halves
        s.say(f"destruct (Rle_lt_dec {X} {middle}) as [Q'|Q'].", f"{{ clear U'{X}. rename Q' into U'{X}.")
        self.cover(lower)
        s.say("}", f"{{ clear L'{X}. rename Q' into L'{X}.")
        self.cover(upper)
        s.say("}")

    def _failing(self, box: Box) -> Term | None:
        """A condition that certainly fails on the whole of a part."""
        with precision(_BITS):
            ends = {x: (enclosure(low), enclosure(high)) for x, (low, high) in self.bounds.items()}
            values = {}
            for x, (u, v) in zip(self.variables, box, strict=True):
                low, high = ends[x]
                width = high - low
                values[x] = hull(low + width * u.numerator / u.denominator, low + width * v.numerator / v.denominator)
            for gap in self.conditions:
                try:
                    if gap.free <= set(values) and evaluated(gap, Balls, values) < 0:
                        return gap
                except NoEnclosure:
                    continue
        return None

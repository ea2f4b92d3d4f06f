"""Covers of a box, as proofs in Rocq: enclosures by coq-interval, and derivatives at the faces where the term vanishes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from verify.core.boxes import CONVEX, OUTSIDE, Box, halves
from verify.core.derivatives import derivative
from verify.core.nodes import Term
from verify.core.polynomials import canonical, minus, negative, product, total
from verify.core.terms import number, substitute, walk
from verify.export.rocq.certificate_scripts import Script
from verify.export.rocq.names import Inexpressible

_POINT_ORDER = 2


class Leaf(NamedTuple):
    """A leaf of the tree: its letter and its part of the box."""

    letter: str
    box: Box


class Piece(NamedTuple):
    """A piece of an interval, from `low` to `high`; at a face where the term vanishes, that end and the order."""

    low: Term
    high: Term
    face: Term | None = None
    order: int = 0


def leaves(tree: str, dimension: int) -> Iterator[Leaf]:
    """The leaves of the tree in order."""
    waiting: list[Box] = [((Fraction(0), Fraction(1)),) * dimension]
    for letter in tree:
        box = waiting.pop()
        if letter in "0123456789":
            lower, upper = halves(box, int(letter))
            waiting += [upper, lower]
        else:
            yield Leaf(letter, box)


def boxes(script: Script) -> None:
    """The rule `boxes`."""
    bounds = {x: (low, high) for x, low, high in script.data["bounds"]}
    moving = [x for x in bounds if x in script.term.free]
    for n, x in enumerate(moving):
        low, high = bounds[x]
        script.have_all([], script.known)
        script.have(f"L{n}", minus(x, low), False)
        script.have(f"U{n}", minus(high, x), False)
    if len(moving) > 1:
        raise Inexpressible("a cover of several variables")
    if not moving:
        script.say("plain.")
        return
    _interval(script, moving[0], *bounds[moving[0]])


def _interval(script: Script, x: Term, low: Term, high: Term) -> None:
    X = script.write(x)
    pieces = _pieces(script, x, low, high)
    script.say(f"assert (L : {script.write(low)} <= {X}) by lra. assert (U : {X} <= {script.write(high)}) by lra. clear L0 U0.")
    for piece in pieces[:-1]:
        script.say(f"destruct (Rle_lt_dec {X} {script.write(piece.high)}) as [Q|Q].", "{")
        _piece(script, x, piece)
        script.say("}", "clear L; rename Q into L.")
    _piece(script, x, pieces[-1])


def _pieces(script: Script, x: Term, low: Term, high: Term) -> list[Piece]:
    """The interval in pieces: at faces and at points what their leaves take, and what is between."""
    axis = [row[0] for row in script.data["bounds"]].index(x)
    width = minus(high, low)

    def place(part: Fraction) -> Term:
        if part in (0, 1):
            return high if part else low
        return total(low, product(number(part), width))

    faces, points = script.data.get("faces", []), script.data.get("points", [])
    reach: dict[int, tuple[Fraction, Fraction]] = {}
    near: dict[int, tuple[Fraction, Fraction]] = {}
    for leaf in leaves(script.data["tree"], len(script.data["bounds"])):
        part = leaf.box[axis]
        if leaf.letter in CONVEX:
            _widen(near, CONVEX.index(leaf.letter), part)
        elif leaf.letter.islower():
            mask = ord(leaf.letter) - ord("a")
            for n in range(len(faces)):
                if mask >> n & 1:
                    _widen(reach, n, part)
    start, stop, first, last = Fraction(0), Fraction(1), low, high
    before: list[Piece] = []
    after: list[Piece] = []
    for n, (_, to) in reach.items():
        _, at, order, _ = faces[n]
        if at is low:
            start, first = to, place(to)
            before.append(Piece(low, first, low, order))
    for n, (since, _) in reach.items():
        _, at, order, _ = faces[n]
        if at is not low:
            stop, last = since, place(since)
            after.append(Piece(last, high, high, order))
    for n, (since, to) in near.items():
        point = points[n][axis]
        if since > start:
            before.append(Piece(first, place(since)))
        before.append(Piece(place(since), point, point, _POINT_ORDER))
        before.append(Piece(point, place(to), point, _POINT_ORDER))
        start, first = to, place(to)
    if start < stop:
        before.append(Piece(first, last))
    return [*before, *after]


def _widen(found: dict[int, tuple[Fraction, Fraction]], n: int, part: tuple[Fraction, Fraction]) -> None:
    since, to = found.get(n, part)
    found[n] = min(since, part[0]), max(to, part[1])


def _roots(script: Script, at_face: Term) -> None:
    """The square roots of numbers in a term that are rational."""
    for n, root in enumerate(dict.fromkeys(r for r in walk(at_face) if r.kind == "power" and not r.free)):
        value = canonical(root)
        if value.kind == "number" and root.args[1] is number(Fraction(1, 2)) and value.args[0] > 1:
            v = script.write(value)
            script.say(f"assert (R{n} : sqrt ({v} * {v}) = {v}) by (apply root_of_square; lra).")


def _piece(script: Script, x: Term, piece: Piece) -> None:
    if piece.face is None:
        script.say(f"enclose {script.write(x)}.")
        return
    lower = piece.face is piece.low
    t = script.new("t")
    T = script.name(t)
    f = substitute(script.term, {x: t})
    chain = [f]
    for _ in range(piece.order):
        slope = derivative(chain[-1], t)[0]
        chain.append(canonical(slope if lower else negative(slope)))
    _roots(script, substitute(f, {t: piece.face}))
    low, high, end = (script.write(v) for v in (piece.low, piece.high, piece.face))
    within = f"{low} <= {T} <= {high}"
    if script.strict:
        within = f"{low} < {T} <= {high}" if lower else f"{low} <= {T} < {high}"
    step = ("climb" if lower else "descend") + ("_strictly" if script.strict else "")
    last = len(chain) - 1
    for n in range(last, -1, -1):
        script.say(f"assert (G{n} : forall {T}, {within} -> {script.sign(chain[n], script.strict)}).")
        if n == last:
            script.say(f"{{ intros {T} Ht. enclose {T}. }}")
            continue
        f_n, f_m = script.function(chain[n], t), script.function(chain[n + 1], t)
        script.say(
            f"{{ apply ({step} {f_n} {f_m} {low} {high}); [intros {T} Ht; derive | cbv beta; zero | exact G{n + 1}]. }}"
        )
    if script.strict:
        gap = minus(x, piece.face) if lower else minus(piece.face, x)
        script.have("Off", gap, True)
    script.say("apply G0. lra.")




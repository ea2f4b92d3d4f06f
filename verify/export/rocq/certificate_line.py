"""Polynomials of one variable on a part of the line, as proofs in Rocq: by factors, or by pieces."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from flint import arb, fmpq

from verify.core.balls import NoEnclosure, enclosure, precision
from verify.core.derivatives import derivative
from verify.core.nodes import Term
from verify.core.obligations import Range, ranges
from verify.core.polynomial_reading import Polynomial, System, exact, flint_number, variables_of
from verify.core.polynomials import canonical, difference, minus, negative, product, raised_to, total
from verify.core.series import Balls, evaluated
from verify.core.terms import ZERO, number, sides, substitute
from verify.export.rocq.certificate_leaves import Face, on_leaf
from verify.export.rocq.certificate_scripts import HALF, Script, over_squares
from verify.export.rocq.names import Inexpressible

_BITS = 96
_DEEPEST = 12
_FARTHEST = 2**40
_HALVINGS = 60
_LARGEST_DENOMINATOR = 1000


class Stretch(NamedTuple):
    """The part of the line where a variable is, or its square root x: its ends, None where it is infinite."""

    x: Term
    variable: Term
    low: Term | None
    high: Term | None


def sturm(script: Script, system: System, data: dict[str, Any]) -> None:
    """A polynomial of one variable, or a quotient, which has the sign of the product of both."""
    used = variables_of(system.shows)
    if not used:
        script.say("plain.")
        return
    plainly = len(used) == 1 and all(_is_variable(system.meanings[i]) for i in used)
    if plainly:
        _by_factors(script, system, next(iter(used)))
    elif system.shows.total_degree() <= 2 and len(system.shows) == 1:
        script.say("plain.")
    else:
        _by_pieces(script)


def _is_variable(x: Term) -> bool:
    return x.kind == "variable" or (x.kind == "power" and x.args[0].kind == "variable" and x.args[1] is HALF)


# --- by factors -------------------------------------------------------------------------------------------------------


def _by_factors(script: Script, system: System, axis: int) -> None:
    """Even powers of factors, times factors that have one sign on the whole stretch."""
    stretch = _stretch(script, system.meanings[axis])
    points = _points(script, stretch)
    scale, factors = system.shows.factor()
    constant = Fraction(int(scale.p), int(scale.q))
    made: list[str] = []
    together = system.ring.constant(1)
    for f, m in factors:
        signs = {(value > 0) - (value < 0) for p in points if (value := _at(f, axis, p)) != 0}
        side = f * min(signs) if len(signs) == 1 else None
        if m > 1:
            made.append(f"({script.write(system.spelled(f))}) ^ {m - m % 2}")
        if side is not None and (m % 2 or script.strict):
            _settle(script, system, side, axis, stretch, len(made))
        if m % 2 and side is not None:
            constant *= min(signs)
            made.append(f"({script.write(system.spelled(side))})")
        elif m % 2:
            together = together * f
    if not together.is_one():
        t = script.write(system.spelled(together * (1 if constant > 0 else -1)))
        script.say(f"assert (0 {'<' if script.strict else '<='} {t}) by plain.")
        made.append(f"({t})")
        constant = abs(constant)
    whole = " * ".join([script.write(number(constant)), *made])
    script.say(*over_squares(script, system, f"({whole})"), "sgn.")


def _stretch(script: Script, x: Term) -> Stretch:
    """Where the variable is, or the square root of one; of a root, what is known of it is asserted."""
    v = x.args[0] if x.kind == "power" else x
    r = ranges(script.known).get(v, Range())
    if x is v:
        return Stretch(x, x, r.low, r.high)
    X = script.write(x)
    low, high = (None if end is None else canonical(raised_to(end, HALF)) for end in (r.low, r.high))
    script.say(
        f"assert ({X} ^ 2 = {script.write(v)}) by (apply pow2_sqrt; plain).", f"assert (0 <= {X}) by apply sqrt_pos."
    )
    if low is not None and not low.free:
        script.say(f"assert ({script.write(low)} <= {X}) by (apply root_above; same_or_less).")
    if high is not None:
        script.say(f"assert ({X} <= {script.write(high)}) by (apply root_below; [sgn | same_or_less]).")
    return Stretch(x, v, ZERO if low is None else low, high)


def _points(script: Script, stretch: Stretch) -> list[fmpq]:
    """Points of the stretch at which no condition certainly fails."""
    with precision(_BITS):
        low = exact(enclosure(stretch.low).mid()) if stretch.low is not None else None
        high = exact(enclosure(stretch.high).mid()) if stretch.high is not None else None
    if low is not None and high is not None:
        points = [low + (high - low) * k / 16 for k in range(1, 16)]
    elif low is not None:
        points = [low + fmpq(2) ** k for k in range(-6, 7)]
    elif high is not None:
        points = [high - fmpq(2) ** k for k in range(-6, 7)]
    else:
        points = [fmpq(0), *(fmpq(2) ** k * s for k in range(-4, 5) for s in (1, -1))]
    return [p for p in points if not _fails(script, stretch, p)]


def _fails(script: Script, stretch: Stretch, point: fmpq) -> bool:
    value = arb(point) if stretch.x is stretch.variable else arb(point) ** 2
    for f in script.known:
        if f.kind == "relation" and sides(f)[0] in ("≥", ">") and f.free == {stretch.variable}:
            with suppress(NoEnclosure), precision(_BITS):
                if evaluated(difference(f), Balls, {stretch.variable: value}) < 0:
                    return True
    return False


def _coefficients(f: Polynomial, axis: int) -> list[fmpq]:
    terms = {int(e[axis]): c for e, c in f.to_dict().items()}
    return [terms.get(k, fmpq(0)) for k in range(max(terms, default=0) + 1)]


def _at(f: Polynomial, axis: int, x: fmpq) -> fmpq:
    value = fmpq(0)
    for c in reversed(_coefficients(f, axis)):
        value = value * x + c
    return value


def _settle(script: Script, system: System, f: Polynomial, axis: int, stretch: Stretch, n: int) -> None:
    """Asserts that an irreducible factor has its sign on the stretch."""
    written = script.write(system.spelled(f))
    goal = f"0 {'<' if script.strict else '<='} {written}"
    degree = len(_coefficients(f, axis)) - 1
    if degree == 1:
        script.say(f"assert ({goal}) by (first [lra | plain]).")
        return
    if degree == 2:
        script.say(f"assert ({goal}) by (first [plain | nra]).")
        return
    if stretch.x is not stretch.variable:
        raise Inexpressible("a factor of high degree in a square root")
    X = script.write(stretch.x)
    script.say(f"assert ({goal}).", "{")
    lows, highs = stretch.low, stretch.high
    if highs is None:
        far = _far(f, axis, 1)
        script.say(f"destruct (Rle_lt_dec {X} {far}) as [Q'{n}|Q'{n}]; cycle 1.", "{")
        _beyond(script, f, axis, far, 1, X)
        script.say("}")
    if lows is None:
        far = _far(f, axis, -1)
        script.say(f"destruct (Rle_lt_dec ({-far}) {X}) as [P'{n}|P'{n}]; cycle 1.", "{")
        _beyond(script, f, axis, far, -1, X)
        script.say("}")
    for end, side in ((lows, "{1} <= {0}"), (highs, "{0} <= {1}")):
        if end is not None:
            script.say(f"assert ({side.format(X, script.write(end))}) by lra.")
    script.say(f"enclose {X}.", "}")


def _far(f: Polynomial, axis: int, side: int) -> int:
    """A power of two beyond which all coefficients about it have one sign."""
    far = 1
    while far < _FARTHEST:
        if all(c > 0 for c in _moved(f, axis, far, side)):
            return far
        far *= 2
    raise Inexpressible("a factor that goes to the wrong side")


def _moved(f: Polynomial, axis: int, far: int, side: int) -> list[fmpq]:
    """The coefficients in u of f(side·(far + u))."""
    found: list[fmpq] = [fmpq(0)]
    for c in reversed(_coefficients(f, axis)):
        scaled = [fmpq(0), *found]
        for k, a in enumerate(found):
            scaled[k] += a * far
        found = [a * side for a in scaled]
        found[0] += c
    while len(found) > 1 and found[-1] == 0:
        found.pop()
    return found


def _beyond(script: Script, f: Polynomial, axis: int, far: int, side: int, X: str) -> None:
    coefficients = [Fraction(int(c.p), int(c.q)) for c in _moved(f, axis, far, side)]
    scale = lcm(*(c.denominator for c in coefficients))
    u = f"({X} - {far})" if side == 1 else f"(- {X} - {far})"
    powers = " + ".join(f"{int(c * scale)} * {u} ^ {k}" for k, c in enumerate(coefficients))
    script.say(
        f"assert (0 < {u}) by lra. match goal with |- _ ?t => replace t with (({powers}) / {scale}) by field end. sgn."
    )


# --- by pieces --------------------------------------------------------------------------------------------------------


def _by_pieces(script: Script) -> None:
    """Pieces of a finite interval: on each an enclosure decides, or the term has a double root at one of its ends."""
    free = [v for v in script.node.variables if v in script.term.free]
    r = ranges(script.known).get(free[0]) if len(free) == 1 else None
    if r is None or r.low is None or r.high is None:
        script.have_ranges(script.known)
        script.say("plain.")
        return
    line = _Line(script, free[0], r.low, r.high)
    X = script.write(line.x)
    script.say(f"assert (L'{X} : {script.write(r.low)} <= {X}) by lra.")
    script.say(f"assert (U'{X} : {X} <= {script.write(r.high)}) by lra.")
    cuts = line.cuts()
    for n, cut in enumerate(cuts):
        end = script.write(line.place(cut.to))
        if n < len(cuts) - 1:
            script.say(f"destruct (Rle_lt_dec {X} {end}) as [Q'|Q'].", f"{{ clear U'{X}. rename Q' into U'{X}.")
        if cut.shown is not script.term:
            script.say(f"exfalso. assert (N' : 0 < {script.write(cut.shown)}) by (enclose {X}). lra.")
        else:
            since = line.place(cut.since)
            script.say(f"assert ({script.write(since)} <= {X} <= {end}) by lra.")
            on_leaf(script, script.term, {line.x: (since, line.place(cut.to))}, [cut.face] if cut.face else [])
        if n < len(cuts) - 1:
            script.say("}", f"clear L'{X}. rename Q' into L'{X}.")


class Cut(NamedTuple):
    """A piece, as parts of the interval; what is positive on it; the end at which that vanishes."""

    since: Fraction
    to: Fraction
    shown: Term
    face: Face | None = None


class _Line:
    """A finite interval, and what may be positive on its pieces: the goal's term, or minus a condition."""

    def __init__(self, script: Script, x: Term, low: Term, high: Term) -> None:
        self.x, self.low, self.width = x, low, minus(high, low)
        self.term = script.term
        gaps = [difference(g) for g in script.known if g.kind == "relation" and sides(g)[0] in ("≥", ">")]
        self.shown = [self.term, *(negative(g) for g in gaps if g.free == {x})]
        self.slope = derivative(self.term, x)[0]
        self.bend = canonical(derivative(self.slope, x)[0])
        self.strict = script.strict

    def place(self, part: Fraction) -> Term:
        """The point at this part of the interval."""
        return total(self.low, product(number(part), self.width))

    def cuts(self) -> list[Cut]:
        """The pieces from left to right; equal neighbours are joined."""
        found: list[Cut] = []
        self._go(Fraction(0), Fraction(1), _DEEPEST, found)
        return found

    def _go(self, since: Fraction, to: Fraction, depth: int, found: list[Cut]) -> None:
        ball = self._ball(since, to)
        shown = next((t for t in self.shown if self._is_positive(t, ball)), None)
        if shown is not None:
            if found and found[-1].shown is shown and found[-1].face is None:
                since = found.pop().since
            found.append(Cut(since, to, shown))
            return
        if (
            not self.strict
            and self._is_positive(self.bend, ball)
            and (root := self._double_root(since, to)) is not None
        ):
            if root > since:
                found.append(Cut(since, root, self.term, Face(self.x, self.place(root), 2, lower=False)))
            if root < to:
                found.append(Cut(root, to, self.term, Face(self.x, self.place(root), 2, lower=True)))
            return
        face = self._face(since, to, ball)
        if face is not None:
            found.append(Cut(since, to, self.term, face))
            return
        if depth == 0:
            raise Inexpressible("a polynomial whose sign is not decided by pieces")
        middle = (since + to) / 2
        self._go(since, middle, depth - 1, found)
        self._go(middle, to, depth - 1, found)

    def _face(self, since: Fraction, to: Fraction, ball: arb) -> Face | None:
        """An end of the whole interval at which the term vanishes, as it rises away from it."""
        for at, part, slope in ((since, 0, self.slope), (to, 1, negative(self.slope))):
            end = self.place(at)
            if (
                at == part
                and canonical(substitute(self.term, {self.x: end})) is ZERO
                and self._is_positive(slope, ball)
            ):
                return Face(self.x, end, 1, lower=not part)
        return None

    def _double_root(self, since: Fraction, to: Fraction) -> Fraction | None:
        """A simple fraction between two parts of the interval at which the term and its slope vanish."""
        low, high = since, to
        for _ in range(_HALVINGS):  # the slope rises
            middle = (low + high) / 2
            if self._is_positive(self.slope, self._ball(middle, middle)):
                high = middle
            else:
                low = middle
        guess = ((low + high) / 2).limit_denominator(_LARGEST_DENOMINATOR)
        here = {self.x: self.place(guess)}
        flat = all(canonical(substitute(t, here)) is ZERO for t in (self.term, self.slope))
        return guess if flat and since <= guess <= to else None

    def _ball(self, since: Fraction, to: Fraction) -> arb:
        with precision(_BITS):
            a, w = enclosure(self.low), enclosure(self.width)
            return (a + w * flint_number(since)).union(a + w * flint_number(to))

    def _is_positive(self, term: Term, ball: arb) -> bool:
        try:
            with precision(_BITS):
                return bool(evaluated(term, Balls, {self.x: ball}) > 0)
        except NoEnclosure:
            return False

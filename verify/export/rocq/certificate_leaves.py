"""A leaf of a cover, as a proof in Rocq: an enclosure by coq-interval, or derivatives where the term vanishes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from flint import arb

from verify.core.balls import NoEnclosure, enclosure, precision
from verify.core.derivatives import derivative
from verify.core.nodes import Term
from verify.core.obligations import hull
from verify.core.polynomials import canonical, minus, negative, product, raised_to, total
from verify.core.series import Balls, evaluated
from verify.core.terms import number, substitute, walk
from verify.export.rocq.certificate_scripts import Script
from verify.export.rocq.names import Inexpressible

Ends = Mapping[Term, tuple[Term, Term]]
"""The lower and the upper end of each variable."""
_BITS: Final = 96
_STEP: Final = Fraction(1, 4)
_SHARE: Final = Fraction(1, 64)
"""The lower end of an enclosure is rounded down to a multiple of this step, or of a smaller one if that is more than
this share of the width."""
_PIECES: Final = 64


class Face(NamedTuple):
    """The term vanishes to this order where the variable is at this end; `lower`: the lower one.

    A reach above the order says that a Taylor polynomial of that degree, the last term a bound, shows the sign off it.
    """

    variable: Term
    at: Term
    order: int
    lower: bool
    reach: int = 0


def on_leaf(script: Script, f: Term, ends: Ends, faces: Sequence[Face]) -> None:
    """Proves that f has the goal's sign on the leaf whose ends are given, where it vanishes on the faces.

    Off a face f has the sign of its first derivative that does not vanish there, by the mean value theorem; or of a
    Taylor polynomial that it is not below.
    """
    if not faces:
        script.say(f"enclose{len(ends) if len(ends) > 1 else ''} {' '.join(map(script.write, ends))}.")
        return
    face, *others = faces
    leaf = _Face(script, f, ends, face)
    slopes = leaf.slopes(face.order)
    if others or face.reach <= face.order or leaf.is_above(slopes[-1]):
        leaf.climb(slopes, script.strict, lambda: on_leaf(script, slopes[-1], leaf.ends, others))
        if script.strict:
            script.have(f"Off'{leaf.name}", leaf.distance(face.variable), True)
        script.say(f"apply G'0_{leaf.name}. lra.")
    else:
        leaf.by_polynomial()


class _Face:
    """A leaf beside a face, with the derivatives of a term in the direction away from it, at a variable t."""

    def __init__(self, script: Script, f: Term, ends: Ends, face: Face) -> None:
        self.script, self.face = script, face
        self.t = script.new("t")
        self.name = script.name(self.t)
        self.ends = {self.t if v is face.variable else v: e for v, e in ends.items()}
        self.low, self.high = (script.write(e) for e in ends[face.variable])
        self._slopes = [substitute(f, {face.variable: self.t})]

    def slopes(self, order: int) -> list[Term]:
        """The term and its derivatives away from the face, up to this order."""
        while len(self._slopes) <= order:
            slope = derivative(self._slopes[-1], self.t)[0]
            self._slopes.append(canonical(slope if self.face.lower else negative(slope)))
        return self._slopes[: order + 1]

    def distance(self, x: Term) -> Term:
        """How far x is from the face."""
        return minus(x, self.face.at) if self.face.lower else minus(self.face.at, x)

    def climb(self, terms: Sequence[Term], strict: bool, ground: Callable[[], None]) -> None:
        """Proves that each of the terms has its sign: the last by `ground`, those before by their derivatives.

        Each vanishes on the face, and has the next as its derivative in the direction away from it.
        """
        s, T, face = self.script, self.name, self.face
        _roots(s, substitute(terms[0], {self.t: face.at}))
        below, above = ("<" if strict and face.lower else "<="), ("<" if strict and not face.lower else "<=")
        within = f"{self.low} {below} {T} {above} {self.high}"
        step = ("climb" if face.lower else "descend") + ("_strictly" if strict else "")
        last = len(terms) - 1
        for n in range(last, -1, -1):
            s.say(f"assert (G'{n}_{T} : forall {T}, {within} -> {s.sign(terms[n], strict)}).")
            if n == last:
                s.say(f"{{ intros {T} H'{T}. assert ({self.low} <= {T} <= {self.high}) by lra.")
                ground()
                s.say("}")
                continue
            f_n, f_m = s.function(terms[n], self.t), s.function(terms[n + 1], self.t)
            s.say(
                f"{{ apply ({step} {f_n} {f_m} {self.low} {self.high}); "
                f"[intros {T} H'{T}; derive | cbv beta; same | exact G'{n + 1}_{T}]. }}"
            )

    # --- Taylor polynomials -------------------------------------------------------------------------------------------

    def is_above(self, term: Term) -> bool:
        """Whether an enclosure on each of many pieces has the goal's sign."""
        for n in range(_PIECES):
            found = self._enclosed(term, Fraction(n, _PIECES), Fraction(n + 1, _PIECES))
            if found is None or not (found > 0 if self.script.strict else found >= 0):
                return False
        return True

    def _enclosed(self, term: Term, since: Fraction, to: Fraction) -> arb | None:
        """The term where t is in a part of its interval."""
        with precision(_BITS):
            values = {}
            for v, (low, high) in self.ends.items():
                u, w = enclosure(low), enclosure(high)
                parts = (since, to) if v is self.t else (Fraction(0), Fraction(1))
                values[v] = hull(*(u + (w - u) * Balls.rational(part) for part in parts))
            try:
                found: arb = evaluated(term, Balls, values)
            except NoEnclosure:
                return None
            return found

    def by_polynomial(self) -> None:
        """The term is at least its Taylor polynomial with a remainder, which is a power times what has the sign."""
        s, T, order = self.script, self.name, self.face.order
        x, slopes = self.face.variable, self.slopes(self.face.reach)
        at_face = [canonical(substitute(slope, {self.t: self.face.at})) for slope in slopes[order:-1]]
        heights = [number(0)] * order + at_face + [number(self._least(slopes[-1]))]
        rests = [minus(slope, self._polynomial(heights[n:], self.t)) for n, slope in enumerate(slopes)]
        self.climb(rests, False, lambda: on_leaf(s, rests[-1], self.ends, []))
        far = self.distance(x)
        quotient = self._polynomial(heights[order:], x, order)
        s.say(f"assert (R'{T} : {s.sign(substitute(rests[0], {self.t: x}), False)}) by (apply G'0_{T}; lra).")
        s.say(f"assert (P'{T} : {s.sign(quotient, s.strict)}).", "{ ")
        on_leaf(s, quotient, {x if v is self.t else v: e for v, e in self.ends.items()}, [])
        s.say("}")
        s.have(f"Off'{T}", far, s.strict)
        power, kind = raised_to(far, number(order)), "lt" if s.strict else "le"
        s.say(
            f"assert (N'{T} : {s.sign(power, s.strict)}) by (first [exact Off'{T} | apply pow_{kind}; exact Off'{T}])."
        )
        s.say(f"assert (M'{T} := {'Rmult_lt_0_compat' if s.strict else 'Rmult_le_pos'} _ _ N'{T} P'{T}).")
        whole = s.write(self._polynomial(heights, x))
        s.say(f"replace ({s.write(power)} * {s.write(quotient)}) with {whole} in M'{T} by ring.", "lra.")

    def _least(self, term: Term) -> Fraction:
        """A short number that the term is not below, by one enclosure on the whole leaf."""
        found = self._enclosed(term, Fraction(0), Fraction(1))
        if found is None:
            raise Inexpressible("a remainder that has no enclosure")
        low, high = (Fraction(int(q.p), int(q.q)) for q in (found.lower().fmpq(), found.upper().fmpq()))
        step = _STEP
        while step > (high - low) * _SHARE and low < high:
            step /= 2
        return math.floor(low / step) * step

    def _polynomial(self, heights: Sequence[Term], x: Term, less: int = 0) -> Term:
        """Σₖ heightₖ·dᵏ/(k + less)!, d the distance of x from the face."""
        far = self.distance(x)
        return total(
            *(
                product(number(Fraction(1, math.factorial(k + less))), h, raised_to(far, number(k)))
                for k, h in enumerate(heights)
            )
        )


def _roots(script: Script, at_face: Term) -> None:
    """The square roots of numbers in a term that are rational."""
    for n, root in enumerate(dict.fromkeys(r for r in walk(at_face) if r.kind == "power" and not r.free)):
        value = canonical(root)
        if value.kind == "number" and root.args[1] is number(Fraction(1, 2)) and value.args[0] > 1:
            v = script.write(value)
            script.say(f"assert (R'{n} : sqrt ({v} * {v}) = {v}) by (apply root_of_square; lra).")

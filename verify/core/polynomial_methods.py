"""Signs of polynomials, decided exactly: on the line by real roots, on boxes and infinite ranges by coefficients."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from itertools import product as choices
from math import comb, gcd, lcm, prod
from typing import Any, Final

from flint import arb, fmpq, fmpz_poly

from verify.core.balls import NoEnclosure, enclosure, precision
from verify.core.nodes import Refused
from verify.core.rational import Undecided
from verify.core.polynomial_reading import (
    Polynomial, Sign, System, Unreadable, evaluate, exact, rational_bounds, signs_in, variables_of,
)  # fmt: skip
from verify.core.polynomials import product, raised_to, total
from verify.core.terms import ZERO, number

_PRECISIONS: Final = (64, 128, 256, 512, 1024)
_LARGEST_DEGREE: Final = 200
_LARGEST_TENSOR: Final = 20_000
_MOST_VARIABLES: Final = 6
_MOST_NODES: Final = 20_000
_MOST_ENTRIES: Final = 50_000_000

# --- one variable: cells between real roots ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    """A root (`root`: which factor, which of its real roots, in order), or an open interval with a rational number."""

    sample: fmpq | None
    root: tuple[int, int] | None = None


def sturm(system: System, digits: Any) -> None:
    """Decides the sign of the goal on the line of its one variable, cell by cell.

    Sound: the real roots of the goal and of the conditions cut the line into points and open intervals; inside of an
    interval no sign changes, so one rational number decides. In each cell the goal has the sign, or a condition
    certainly fails. At a root where the goal's value is not certain, a goal that is not strict holds as the limit of
    what it is beside. Polynomials may have algebraic numbers in them: then the roots are those of a rational polynomial
    that vanishes wherever they do (a resultant). Other numbers in conditions are rounded so that these get weaker.
    """
    if type(digits) is not int or not 1 <= digits <= 200:
        raise Refused("sturm: digits must be from 1 to 200")
    line = _Line(system, digits)
    cells = line.cells()
    signs = [line.sign(0, cell) for cell in cells]
    for n, cell in enumerate(cells):
        sign = signs[n]
        if sign is not None and (sign > 0 or (sign == 0 and not system.strict)):
            continue
        if line.certainly_fails(cell):
            continue
        if sign is None and not system.strict and cell.root is not None:
            beside = (signs[n - 1], signs[n + 1])
            if any(s is not None and s >= 0 for s in beside):
                continue
        raise Undecided(f"sturm: the sign is not certain in cell {n} of {len(cells)}")


class _Line:
    def __init__(self, system: System, digits: int) -> None:
        self.system, self._digits = system, digits
        axes = [i for i in range(max(1, len(system.meanings))) if i not in system.constants]
        used = [i for i in axes if i in variables_of(system.shows)]
        if len(used) > 1:
            raise Unreadable("sturm: the goal has more than one variable")
        if not axes:  # a constant as the axis would be eliminated, and what is left of it has another sign
            raise Unreadable("sturm: there are constants, and no variable")
        self.axis = used[0] if used else axes[0]
        if not self._on_the_line(system.shows):
            raise Unreadable("sturm: the goal has numbers that are not algebraic")
        rounded = [r for s in system.known if (r := self._rounded(s)) is not None]
        self.given = [s for s in rounded if self.axis in variables_of(s.polynomial)]
        self.polynomials = [system.shows, *(g.polynomial for g in self.given)]
        self._norms = [self._norm(p) for p in self.polynomials]
        self.factors: list[fmpz_poly] = []
        for norm in self._norms:
            self.factors += [f for f, _ in norm.factor()[1] if f.degree() > 0 and f not in self.factors]

    def _on_the_line(self, polynomial: Polynomial) -> bool:
        constants = self.system.constants
        return all(i == self.axis or (i in constants and constants[i][1] is not None) for i in variables_of(polynomial))

    def _rounded(self, sign: Sign) -> Sign | None:
        """The condition, with a constant that is not algebraic rounded upwards; None where it is to be forgotten."""
        if self._on_the_line(sign.polynomial):
            return sign
        rest = self.system.ring.constant(0)
        constant = ZERO
        for exponents, c in sign.polynomial.to_dict().items():
            powers = [(i, int(e)) for i, e in enumerate(exponents) if e]
            if all(i == self.axis for i, _ in powers):
                rest = rest + self.system.ring.from_dict({exponents: c})
            elif all(i in self.system.constants for i, _ in powers):
                factors = (raised_to(self.system.meanings[i], number(e)) for i, e in powers)
                constant = total(constant, product(number(Fraction(int(c.p), int(c.q))), *factors))
            else:
                return None
        return Sign(rest + self.system.ring.constant(rational_bounds(constant, self._digits)[1]), sign.strict)

    def _norm(self, polynomial: Polynomial) -> fmpz_poly:
        """A polynomial over the integers that vanishes wherever this one does, and is not identically zero."""
        if polynomial.is_zero():
            return fmpz_poly([1])  # its sign is zero everywhere, whatever the cell
        found = polynomial
        for i, (_, vanishing) in sorted(self.system.constants.items(), reverse=True):
            if i in variables_of(found) and vanishing is not None:
                _of_small_degree(int(found.degrees()[self.axis]) * int(vanishing.degrees()[i]))
                found = found.resultant(vanishing, i)
        if found.is_zero() or not variables_of(found) <= {self.axis}:
            raise Unreadable("sturm: the norm over the algebraic numbers vanishes")
        terms = {int(e[self.axis]): c for e, c in found.to_dict().items()}
        _of_small_degree(max(terms))
        scale = lcm(*(int(c.q) for c in terms.values()))
        return fmpz_poly([int(terms.get(k, fmpq(0)) * scale) for k in range(max(terms) + 1)])

    def cells(self) -> list[Cell]:
        """All cells from left to right: intervals at even places, points at odd ones."""
        for bits in _PRECISIONS:
            with precision(bits):
                balls = [(r, i, j) for i, f in enumerate(self.factors) for j, r in enumerate(_real_roots(f))]
                balls.sort(key=lambda item: exact(item[0].mid()))
                ends = [(exact(r.lower()), exact(r.upper())) for r, _, _ in balls]
                if not all(a[1] < b[0] for a, b in pairwise(ends)):  # as rounded: the samples lie between these
                    continue
            if not ends:
                return [Cell(fmpq(0))]
            found = [Cell(ends[0][0] - 1)]
            for n, (_, i, j) in enumerate(balls):
                f = self.factors[i]
                found.append(Cell(fmpq(-f[0], f[1]) if f.degree() == 1 else None, (i, j)))
                found.append(Cell((ends[n][1] + ends[n + 1][0]) / 2 if n + 1 < len(ends) else ends[n][1] + 1))
            return found
        raise Unreadable("sturm: the real roots could not be told apart")

    def sign(self, which: int, cell: Cell) -> int | None:
        """The sign of a polynomial in the cell (0 is the goal), None where it is undecided."""
        p = self.polynomials[which]
        if p.is_zero():
            return 0
        places = max(1, len(self.system.meanings))
        has_constants = bool(variables_of(p) - {self.axis})
        if not has_constants and cell.sample is not None:
            value = evaluate(p, [cell.sample if i == self.axis else fmpq(0) for i in range(places)])
            return (value > 0) - (value < 0)
        if (
            not has_constants
            and cell.root is not None
            and (self._norms[which] % self.factors[cell.root[0]]).degree() < 0
        ):
            return 0
        for bits in _PRECISIONS:
            with precision(bits):
                try:
                    value = evaluate(p, [self._ball(i, cell) for i in range(places)])
                except NoEnclosure:
                    continue
                if value > 0 or value < 0:
                    return 1 if value > 0 else -1
        return None

    def _ball(self, i: int, cell: Cell) -> arb:
        if i in self.system.constants:
            return enclosure(self.system.constants[i][0])
        if i != self.axis:
            return arb(0)
        if cell.sample is not None:
            return arb(cell.sample)
        assert cell.root is not None
        return _real_roots(self.factors[cell.root[0]])[cell.root[1]]

    def certainly_fails(self, cell: Cell) -> bool:
        """Whether a condition certainly fails in the cell."""
        for n, g in enumerate(self.given, 1):
            sign = self.sign(n, cell)
            if sign is not None and (sign < 0 or (g.strict and sign == 0)):
                return True
        return False


def _of_small_degree(degree: int) -> None:
    if degree > _LARGEST_DEGREE:
        raise Unreadable(f"sturm: a degree is above {_LARGEST_DEGREE}")


def _real_roots(f: fmpz_poly) -> list[arb]:
    """Enclosures of the real roots of an irreducible polynomial, ascending, at the working precision.

    flint isolates the complex roots and gives those that are real an imaginary part that is exactly zero.
    """
    if f.degree() == 1:
        return [arb(fmpq(-f[0], f[1]))]
    roots: Any = f.complex_roots()
    return sorted((r.real for r, _ in roots if r.imag == 0), key=lambda r: exact(r.mid()))


# --- boxes: Bernstein coefficients ------------------------------------------------------------------------------------
#
# On the unit cube a polynomial is a combination of its Bernstein coefficients, with weights that are not negative and
# add up to one. Inside of a face of the cube, the weights of just those coefficients are positive that lie on the face.

Ends = tuple[int, Polynomial | None, Polynomial | None]
"""A variable of the ring between two ends, which are polynomials in earlier variables; None is infinite."""


@dataclass(frozen=True)
class Tensor:
    """Bernstein coefficients times a positive number: whole numbers, the last axis the fastest."""

    degrees: tuple[int, ...]
    entries: list[int]

    def face(self, face: Sequence[int | None]) -> Iterator[int]:
        """The coefficients on a face: an axis at 0, at 1, or free (None)."""
        axes = [
            range(d + 1) if f is None else (0,) if f == 0 else (d,) for d, f in zip(self.degrees, face, strict=True)
        ]
        for place in choices(*axes):
            n = 0
            for k, d in zip(place, self.degrees, strict=True):
                n = n * (d + 1) + k
            yield self.entries[n]

    def halves(self, axis: int) -> tuple[Tensor, Tensor]:
        """The coefficients on the lower and the upper half, by de Casteljau's scheme, times 2^degree."""
        d = self.degrees[axis]
        step = prod(k + 1 for k in self.degrees[axis + 1 :])
        lower, upper = list(self.entries), list(self.entries)
        for outer in range(0, len(self.entries), step * (d + 1)):
            for inner in range(step):
                row = [self.entries[outer + inner + k * step] for k in range(d + 1)]
                for k in range(d + 1):
                    lower[outer + inner + k * step] = row[0] << (d - k)
                    upper[outer + inner + (d - k) * step] = row[-1] << (d - k)
                    row = [a + b for a, b in pairwise(row)]
        return Tensor(self.degrees, _reduced(lower)), Tensor(self.degrees, _reduced(upper))


def _reduced(entries: list[int]) -> list[int]:
    common = gcd(*entries)
    return [e // common for e in entries] if common > 1 else entries


def _tensor(polynomial: Polynomial, axes: Sequence[int]) -> Tensor:
    terms = {tuple(int(e[a]) for a in axes): c for e, c in polynomial.to_dict().items()}
    degrees = tuple(max((e[n] for e in terms), default=0) for n in range(len(axes)))
    if prod(d + 1 for d in degrees) > _LARGEST_TENSOR:
        raise Unreadable(f"bernstein: the degrees {degrees} are too large")
    places = list(choices(*(range(d + 1) for d in degrees)))
    values = {place: terms.get(place, fmpq(0)) for place in places}
    for axis, d in enumerate(degrees):  # x^j = Σ_{i ≥ j} (i over j)/(d over j) · (the i-th polynomial of Bernstein)
        values = {
            place: sum(
                (fmpq(comb(place[axis], j), comb(d, j)) * values[(*place[:axis], j, *place[axis + 1 :])]
                for j in range(place[axis] + 1)), fmpq(0),
            ) for place in places
        }  # fmt: skip
    scale = lcm(1, *(int(c.q) for c in values.values()))
    return Tensor(degrees, [int((values[place] * scale).p) for place in places])


def bernstein(system: System, ranges: Sequence[Ends], tree: Any) -> None:
    """The cube that x = low + (high − low)·u, or x = low + u/(1 − u), takes onto the domain is halved as `tree` says.

    In preorder: a digit halves along that axis, `L` is a leaf where the goal has the sign, `X` one where a condition
    certainly fails. Sound: each point of the domain is the image of a point of the cube, with u < 1 where a range is
    infinite; the polynomials are multiplied by powers of 1 − u, which are positive there; the leaves cover the cube.
    On a leaf whose coefficients are not negative the goal is ≥ 0; it is > 0 inside of each face on which a coefficient
    is positive, and no condition may hold inside of the others.
    """
    if type(tree) is not str or len(tree) > _MOST_NODES or len(ranges) > _MOST_VARIABLES:
        raise Refused(f"bernstein: at most {_MOST_NODES} nodes and {_MOST_VARIABLES} variables")
    axes = [i for i, _, _ in ranges]
    known = signs_in(system.known, set(axes))
    polynomials = [system.shows, *(s.polynomial for s in known)]
    for ends in reversed(ranges):
        polynomials = [_carried(system, p, ends) for p in polynomials]
    one = system.ring.constant(1)
    rims = [one - system.gens[i] for i, low, high in ranges if low is None or high is None]
    shows, *given = [_tensor(p, axes) for p in (*polynomials, *rims)]
    strict = [*(s.strict for s in known), *(True for _ in rims)]
    pairs = [(t, s) for t, s in zip(given, strict, strict=True) if any(e <= 0 for e in t.entries)]
    stricts = [s for _, s in pairs]
    if len(tree) * sum(len(t.entries) for t in (shows, *(t for t, _ in pairs))) > _MOST_ENTRIES:
        raise Refused("bernstein: the cover is too large")
    waiting = [(shows, [t for t, _ in pairs])]
    for letter in tree:
        if not waiting:
            raise Refused("bernstein: the tree goes on after its last leaf")
        here, conditions = waiting.pop()
        if letter in "0123456789":
            if int(letter) >= len(axes):
                raise Refused(f"bernstein: there is no axis {letter}")
            halved = [t.halves(int(letter)) for t in (here, *conditions)]
            waiting += [(halved[0][n], [h[n] for h in halved[1:]]) for n in (1, 0)]
        elif letter == "X":
            if not _excluded(conditions, stricts, (None,) * len(axes)):
                raise Undecided("bernstein: no condition is certain to fail on a leaf")
        elif letter != "L":
            raise Refused(f"bernstein: there is no node {letter!r}")
        elif not _holds(here, system.strict, conditions, stricts):
            raise Undecided("bernstein: a leaf has a coefficient of the wrong sign")
    if waiting:
        raise Refused(f"bernstein: the tree ends with {len(waiting)} boxes still to cover")


def _carried(system: System, polynomial: Polynomial, ends: Ends) -> Polynomial:
    """The polynomial with the variable made u of the unit interval, times a power of 1 − u where it is infinite."""
    i, low, high = ends
    u, one = system.gens[i], system.ring.constant(1)
    powers: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for exponents, c in polynomial.to_dict().items():
        rest = tuple(0 if n == i else int(e) for n, e in enumerate(exponents))
        powers.setdefault(int(exponents[i]), {})[rest] = c
    if low is not None and high is not None:
        top, bottom = low + (high - low) * u, one
    elif low is not None:
        top, bottom = low * (1 - u) + u, one - u
    elif high is not None:
        top, bottom = high * (1 - u) - u, one - u
    else:
        raise Refused("bernstein: a range without ends")
    degree = max(powers, default=0)
    terms = (system.ring.from_dict(a) * top**k * bottom ** (degree - k) for k, a in powers.items())
    return sum(terms, system.ring.constant(0))


def _holds(here: Tensor, strict: bool, conditions: Sequence[Tensor], stricts: Sequence[bool]) -> bool:
    if any(e < 0 for e in here.entries):
        return False
    if not strict or all(e > 0 for e in here.entries):
        return True
    faces = choices((0, 1, None), repeat=len(here.degrees))
    return all(any(e > 0 for e in here.face(f)) or _excluded(conditions, stricts, f) for f in faces)


def _excluded(conditions: Sequence[Tensor], stricts: Sequence[bool], face: Sequence[int | None]) -> bool:
    """Whether a condition certainly fails inside of a face: its coefficients there are negative (strict: or zero)."""
    for tensor, strict in zip(conditions, stricts, strict=True):
        if all(e < 0 or (strict and e == 0) for e in tensor.face(face)):
            return True
    return False

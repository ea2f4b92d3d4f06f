"""Forms on a cone, by successive differences: cut where two of its sides are equal, until all coefficients have a sign.

Where the linear conditions are the sides l ≥ 0 of a cone or of a simplex, a polynomial is a form in these. One whose
coefficients are not negative is not negative there (the certificates of Pólya and Handelman); else the cone is cut
where two sides are equal. On one half the first is the second and a difference, which takes its place as a side, and
so on (Yang's successive difference substitution). Orders of the variables and Ravi's substitution are cases of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, islice
from math import factorial, prod
from typing import Any

from flint import fmpq, fmpq_mat, fmpq_mpoly_ctx
from sympy import Symbol

from verify.balls.arithmetic import Arb
from verify.normal_forms.quotients import spelt
from verify.prover.allowance import Allowance
from verify.prover.certificate import Step, check_step, reduce
from verify.prover.goal import Goal, Inequality
from verify.prover.polynomial import bernstein
from verify.prover.polynomial.reading import Polynomial, System, Unreadable, part, read, to_json
from verify.prover.rejected import Rejected
from verify.prover.rules.plain import follows

_MOST_VARIABLES = 5
_MOST_CHOICES = 20
_DEEPEST, _ROUNDS = 7, 3
_FEW_CELLS, _MOST_CELLS = 40, 250
_MOST_TERMS = 1000
_SMALL = 300
"""Of how many coefficients a product of factors is, that is better looked at as a whole."""
_PER_TERM = 2e-6
"""The work of writing a term of a form in other sides."""


@dataclass(frozen=True)
class End:
    """No cut: the coefficients of each of the forms have one sign."""

    forms: tuple[Polynomial, ...]


@dataclass(frozen=True)
class Cut:
    """Two sides, and what is done where the first is the larger, and where it is the smaller."""

    first: int
    second: int
    above: Tree
    below: Tree


Tree = End | Cut


def differences(goal: Goal, allowed: Allowance) -> Step | None:
    """A proof by cases of which of two sides is the larger; None where a few such cases do not do."""
    try:
        system = read(goal)
    except Unreadable:
        return None
    if system.numerator.is_zero() or not all(isinstance(m, Symbol) for m in system.meanings):
        return None
    factors = _Factors(system)
    for cone in _cones(system, factors.used):
        forms = [cone.form(f) for f in factors.needed]
        if sum(len(f.to_dict()) for f in forms) > _MOST_TERMS:
            continue
        try:
            tree = _tree(factors, forms, allowed)
        except _IsFalseError:
            return None
        if tree is not None:
            step = _Proof(factors, system.meanings).step(goal, cone.sides, tree)
            return step if step is not None and (not goal.shows.strict or _is_proof(goal, step)) else None
    return None


def _is_accepted(goal: Goal, data: dict[str, Any]) -> bool:
    """Whether all coefficients in these ranges have the right sign."""
    try:
        bernstein.check(goal, data)
    except Rejected:
        return False
    return True


def _is_proof(goal: Goal, step: Step) -> bool:
    """Whether the forms are positive, where that is claimed, and not only of one sign."""
    try:
        check_step(goal, step, Arb)
    except Rejected:
        return False
    return True


def _tree(factors: _Factors, forms: Sequence[Polynomial], allowed: Allowance) -> Tree | None:
    """The cuts after which all coefficients of each form have one sign, first by what takes few."""
    found = _Cuts(factors, _FEW_CELLS, allowed).in_order(forms)
    found = found or _Cuts(factors, _FEW_CELLS, allowed).chosen(forms)
    return found or _Cuts(factors, _MOST_CELLS, allowed).in_order(forms)


# --- what the sign depends on -----------------------------------------------------------------------------------------


class _Factors:
    """The factors of a quotient, and of which of them the signs are to be known."""

    def __init__(self, system: System) -> None:
        (above, top), (below, bottom) = (whole.factor() for whole in (system.numerator, system.denominator))
        self.constants = above, below
        self.above, self.below = ([(f, int(m)) for f, m in found] for found in (top, bottom))
        self.places = [n for n, (_, m) in enumerate(self.together) if m % 2 or (system.strict and n < len(self.above))]

    @property
    def together(self) -> list[tuple[Polynomial, int]]:
        """All of them with their powers, first those of the numerator."""
        return self.above + self.below

    @cached_property
    def needed(self) -> list[Polynomial]:
        """Those of which the signs are to be known."""
        return [self.together[n][0] for n in self.places]

    @property
    def is_alone(self) -> bool:
        """Whether there is but one polynomial, and no quotient."""
        return not self.below and len(self.above) == 1 and self.above[0][1] == 1

    @property
    def used(self) -> list[int]:
        """The variables in them."""
        return sorted({i for f in self.needed for e in f.to_dict() for i, k in enumerate(e) if k})

    def are_right(self, signs: Sequence[int]) -> bool:
        """Whether the quotient is not negative where they have these signs."""
        whole = self.constants[0] * self.constants[1]
        odd = [sign for n, sign in zip(self.places, signs, strict=True) if self.together[n][1] % 2]
        return bool(whole * prod(odd) > 0)


# --- cones ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cone:
    """Where the linear polynomials `sides` are ≥ 0, one of which may be 1.

    `images` are the ring's variables as forms in the sides, and `one` is 1 as such a form: a sum of the sides of a
    simplex, times positive numbers, and a side by itself of what has no such sum.
    """

    sides: tuple[Polynomial, ...]
    images: tuple[Polynomial, ...]
    one: Polynomial

    def form(self, polynomial: Polynomial) -> Polynomial:
        """The polynomial as a form in the sides."""
        ring, degree = self.one.context(), int(polynomial.total_degree())
        layers: dict[int, dict[tuple[int, ...], fmpq]] = {}
        for exponents, c in polynomial.to_dict().items():
            layers.setdefault(int(sum(exponents)), {})[exponents] = c
        found = ring.constant(0)
        for k, terms in layers.items():
            found += polynomial.context().from_dict(terms).compose(*self.images, ctx=ring) * self.one ** (degree - k)
        return found


def _cones(system: System, used: list[int]) -> Iterator[Cone]:
    """Cones and simplices that some of the linear conditions are the sides of, if all others follow from these."""
    if not 2 <= len(used) <= _MOST_VARIABLES:
        return
    sides = _linear(system, used)
    for size in (len(used), len(used) + 1):
        for chosen in islice(combinations(sides, size), _MOST_CHOICES):
            cone = _cone(system, used, chosen)
            if cone is not None and all(_sign(cone.form(s)) == 1 for s in sides if s not in chosen):
                yield cone
                return


def _linear(system: System, used: list[int]) -> list[Polynomial]:
    """The conditions that are linear in these variables and in no others, none a multiple of another."""
    found: list[Polynomial] = []
    for g in system.given:
        p = g.polynomial
        exponents = [e for e in p.to_dict() if any(e)]
        is_linear = exponents and all(sum(e) == 1 and e.index(1) in used for e in map(tuple, exponents))
        if is_linear and all(p / p.leading_coefficient() != q / q.leading_coefficient() for q in found):
            found.append(p)
    return found


def _cone(system: System, used: list[int], chosen: Sequence[Polynomial]) -> Cone | None:
    """The cone with these sides, or the simplex if there is one more than variables; None where they make none."""
    n = len(used)
    rows = [_row(p, used) for p in chosen]
    table = fmpq_mat(n, n, [c for row, _ in rows[:n] for c in row])
    if table.det() == 0:
        return None
    is_cone = len(chosen) == n
    sides = [*chosen, system.ring.constant(1)] if is_cone else list(chosen)
    ring = fmpq_mpoly_ctx.get([f"l{i}" for i in range(len(sides))], "lex")
    gens = ring.gens()
    back = table.inv()
    if is_cone:
        one = gens[-1]
    else:
        weights = [-w for w in (fmpq_mat(1, n, rows[n][0]) * back).tolist()[0]]
        total = sum((w * c for w, (_, c) in zip(weights, rows, strict=False)), rows[n][1])
        if not (total > 0 and all(w > 0 for w in weights)):
            return None
        one = sum((w / total * u for w, u in zip(weights, gens, strict=False)), gens[n] / total)
    images = [ring.constant(0)] * system.ring.nvars()
    for i, row in zip(used, back.tolist(), strict=True):
        images[i] = sum((b * (u - c * one) for b, u, (_, c) in zip(row, gens, rows, strict=False)), ring.constant(0))
    return Cone(tuple(sides), tuple(images), one)


def _row(polynomial: Polynomial, used: list[int]) -> tuple[list[fmpq], fmpq]:
    """The coefficients of these variables, and the constant."""
    terms = {tuple(e): c for e, c in polynomial.to_dict().items()}
    axes = [tuple(int(i == k) for k in range(polynomial.context().nvars())) for i in used]
    return [terms.get(axis, fmpq(0)) for axis in axes], terms.get((0,) * polynomial.context().nvars(), fmpq(0))


# --- cuts -------------------------------------------------------------------------------------------------------------


class _IsFalseError(Exception):
    """Somewhere in the cone the quotient is negative."""


Pair = tuple[int, int]
_Side = tuple[int, "_Group"]
_Group = tuple[_Side, ...]


class _Cuts:
    """A search for cuts: pair by pair by which of two pairs leaves less to do, or until all sides are in order."""

    def __init__(self, factors: _Factors, cells: int, allowed: Allowance) -> None:
        self._factors, self._allowed, self._cells = factors, allowed, cells

    def chosen(self, forms: Sequence[Polynomial], depth: int = _DEEPEST) -> Tree | None:
        """Each time the cut after which the coefficients of both halves are the least mixed."""
        end = self._end(forms)
        if end is not None or not depth or self._is_over(forms):
            return end
        options = [
            (sum(map(_mixed, chain(*self._halves(forms, pair)))), pair) for pair in combinations(_used(forms), 2)
        ]
        _, pair = min(options)
        return self._cut(forms, pair, lambda half, _: self.chosen(half, depth - 1))

    def in_order(
        self, forms: Sequence[Polynomial], groups: Sequence[_Group] = (), rounds: int = _ROUNDS
    ) -> Tree | None:
        """Two sides that are not in order yet are compared; when all are, the differences are put in order.

        A group is of sides with those that are known to be larger than it, of which it is to be known which is the
        smallest.
        """
        end = self._end(forms)
        if end is not None or self._is_over(forms):
            return end
        waiting = [g for g in (_opened(g) for g in groups) if g]
        if not waiting:
            if not rounds:
                return None
            rounds -= 1
            waiting = [tuple((i, ()) for i in _used(forms))]
        (one, other, *others), *rest = waiting

        def then(half: Sequence[Polynomial], is_larger: bool) -> Tree | None:
            small, large = (other, one) if is_larger else (one, other)
            return self.in_order(half, [((small[0], (*small[1], large)), *others), *rest], rounds)

        return self._cut(forms, (one[0], other[0]), then)

    def _end(self, forms: Sequence[Polynomial]) -> End | None:
        """No cut, if none is needed.

        Raises:
            _IsFalseError: if the quotient is negative.
        """
        self._cells -= 1
        signs = [_sign(f) for f in forms]
        if not all(signs):
            return None
        if not self._factors.are_right(signs):
            raise _IsFalseError
        return End(tuple(forms))

    def _is_over(self, forms: Sequence[Polynomial]) -> bool:
        self._look_at_edges(forms)
        return self._cells < 0 or self._allowed.is_over

    def _halves(self, forms: Sequence[Polynomial], pair: Pair) -> list[list[Polynomial]]:
        i, j = pair
        self._allowed.spend(_PER_TERM * sum(len(f.to_dict()) for f in forms))
        return [[_moved(f, i, j) for f in forms], [_moved(f, j, i) for f in forms]]

    def _cut(
        self, forms: Sequence[Polynomial], pair: Pair, then: Callable[[Sequence[Polynomial], bool], Tree | None]
    ) -> Tree | None:
        """The cut, if both halves come to an end: where the first side is the larger one, and where it is not."""
        above, below = self._halves(forms, pair)
        first = then(above, True)
        second = None if first is None else then(below, False)
        return None if first is None or second is None else Cut(*pair, first, second)

    def _look_at_edges(self, forms: Sequence[Polynomial]) -> None:
        """Looks where all sides but one are zero.

        Raises:
            _IsFalseError: if the quotient is negative there.
        """
        terms = [f.to_dict() for f in forms]
        for i in range(forms[0].context().nvars()):
            values = [next((c for e, c in t.items() if e[i] == sum(e)), fmpq(0)) for t in terms]
            signs = [(v > 0) - (v < 0) for v in values]
            if all(signs) and not self._factors.are_right(signs):
                raise _IsFalseError


def _opened(group: _Group) -> _Group:
    """What is to be put in order next: the sides themselves, or those above the only one."""
    while len(group) == 1:
        group = group[0][1]
    return group


def _used(forms: Sequence[Polynomial]) -> list[int]:
    return sorted({i for f in forms for e in f.to_dict() for i, k in enumerate(e) if k})


def _moved(form: Polynomial, i: int, j: int) -> Polynomial:
    """The form with the i-th side as a difference and the j-th."""
    gens = list(form.context().gens())
    gens[i] = gens[i] + gens[j]
    return form.compose(*gens, ctx=form.context())


def _sign(form: Polynomial) -> int:
    """1 or −1 if no coefficient has the other sign, else 0."""
    signs = {1 if c > 0 else -1 for c in form.coeffs()}
    return signs.pop() if len(signs) == 1 else 0


def _mixed(form: Polynomial) -> float:
    """Which part of the form's coefficients in Bernstein's basis has the sign that the lesser part has."""
    parts = [0.0, 0.0]
    for exponents, c in form.to_dict().items():
        weight = prod(factorial(int(e)) for e in exponents) / factorial(int(sum(exponents)))
        parts[c > 0] += abs(float(int(c.p) / int(c.q))) * weight
    return min(parts) / max(sum(parts), 1e-300)


# --- the proof --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Proof:
    """What a tree of cuts proves: the sign of the factors together."""

    factors: _Factors
    meanings: tuple[Any, ...]

    def step(self, goal: Goal, sides: Sequence[Polynomial], tree: Tree) -> Step | None:
        """The cuts as cases of the goal, with the forms at their ends; one half where these are alike."""
        return self._exchanged(goal, sides, tree) or self._cut(goal, sides, tree)

    def _exchanged(self, goal: Goal, sides: Sequence[Polynomial], tree: Tree) -> Step | None:
        """The half in which the first of two variables that may be exchanged is the larger."""
        pair = [spelt(sides[n], self.meanings) for n in (tree.first, tree.second)] if isinstance(tree, Cut) else []
        if not isinstance(tree, Cut) or not all(isinstance(x, Symbol) for x in pair):
            return None
        data = {"pair": pair}
        try:
            *needed, half = reduce(goal, "order", data, Arb)
        except Rejected:
            return None
        by = sides[tree.first] - sides[tree.second]
        moved = [by if n == tree.first else s for n, s in enumerate(sides)]
        found = self._cut(half, moved, tree.above) if all(follows(need, Arb) for need in needed) else None
        return None if found is None else Step("order", data, (*(Step("obvious") for _ in needed), found))

    def _cut(self, goal: Goal, sides: Sequence[Polynomial], tree: Tree) -> Step | None:
        """The cuts as cases of the goal."""
        if isinstance(tree, End):
            return self._end(goal, sides, tree.forms)
        by = sides[tree.first] - sides[tree.second]
        halves = []
        for place, side, rest in ((tree.first, by, tree.above), (tree.second, -by, tree.below)):
            extra = Inequality(spelt(side, self.meanings), strict=False)
            moved = [side if n == place else s for n, s in enumerate(sides)]
            half = self._cut(Goal(goal.variables, (*goal.given, extra), goal.shows), moved, rest)
            if half is None:
                return None
            halves.append(half)
        return Step("split", {"by": spelt(by, self.meanings), "closed": True}, tuple(halves))

    def _end(self, goal: Goal, sides: Sequence[Polynomial], forms: Sequence[Polynomial]) -> Step | None:
        """The signs of the factors where no side is cut any more."""
        system = read(goal)
        if self.factors.is_alone:
            proof = self._proved(goal, system, sides, self.factors.constants[0] * forms[0])
            return None if proof is None else Step("polynomial", {"method": proof[0], "data": proof[1]})
        ranges = self._ranges(system, sides)
        is_small = prod(int(d) + 1 for d in system.shows.degrees()) <= _SMALL
        if ranges is not None and is_small and _is_accepted(goal, ranges):
            return Step("polynomial", {"method": "bernstein", "data": ranges})
        signs: list[dict[str, Any]] = []
        for n, form in zip(self.factors.places, forms, strict=True):
            sign = _sign(form)
            strict = system.strict and n < len(self.factors.above)
            said = part(goal, system, sign * self.factors.together[n][0], strict)
            proof = self._proved(said, read(said), sides, sign * form)
            if proof is None:
                return None
            signs.append({"factors": [n], "sign": sign, "proof": list(proof)})
        above, below = (
            [str(constant), [[to_json(f), m] for f, m in those]]
            for constant, those in zip(self.factors.constants, (self.factors.above, self.factors.below), strict=True)
        )
        whole = {"above": above, "below": below, "signs": signs}
        return Step("polynomial", {"method": "product", "data": whole})

    def _proved(
        self, goal: Goal, system: System, sides: Sequence[Polynomial], form: Polynomial
    ) -> tuple[str, dict[str, Any]] | None:
        """A certificate of a polynomial with this form: by ranges of the variables if there is one, as it is short."""
        ranges = self._ranges(system, sides)
        if ranges is not None and _is_accepted(goal, ranges):
            return "bernstein", ranges
        data = self._squares(system, sides, form)
        return None if data is None else ("squares", data)

    def _ranges(self, system: System, sides: Sequence[Polynomial]) -> dict[str, Any] | None:
        """Each side as the distance of a variable to its lower end, if these ends are of variables that come before."""
        if system.meanings != self.meanings or not sides[-1].is_constant():
            return None
        ends, placed, waiting = [], set[int](), list(sides[:-1])
        while waiting:
            rows = [(side, [i for i in _used([side]) if i not in placed]) for side in waiting]
            side, new = next(((s, new) for s, new in rows if len(new) == 1), (waiting[0], []))
            variable = system.ring.gens()[new[0]] if new else None
            if variable is None or new[0] in _used([variable - side]):
                return None
            ends.append([new[0], to_json(variable - side), None])
            placed.add(new[0])
            waiting.remove(side)
        return {"ranges": ends, "tree": bernstein.LEAF}

    def _squares(self, system: System, sides: Sequence[Polynomial], form: Polynomial) -> dict[str, Any] | None:
        """The form as a sum of products of sides, each times a square."""
        if system.meanings != self.meanings:
            return None
        known = [g.polynomial for g in system.known]
        if not all(s.is_constant() or s in known for s in sides):
            return None
        grouped: dict[tuple[int, ...], list[tuple[fmpq, Polynomial]]] = {}
        for exponents, c in form.to_dict().items():
            weight = tuple(
                known.index(s) for s, e in zip(sides, exponents, strict=True) if e % 2 and not s.is_constant()
            )
            square = prod(
                (s ** (int(e) // 2) for s, e in zip(sides, exponents, strict=True)), start=system.ring.constant(1)
            )
            grouped.setdefault(weight, []).append((c, square))
        return {"terms": [_diagonal(weight, rows) for weight, rows in grouped.items()]}


def _diagonal(weight: tuple[int, ...], rows: Sequence[tuple[fmpq, Polynomial]]) -> dict[str, Any]:
    gram = [[str(c) if n == m else "0" for m in range(len(rows))] for n, (c, _) in enumerate(rows)]
    return {"weight": list(weight), "basis": [to_json(b) for _, b in rows], "gram": gram}

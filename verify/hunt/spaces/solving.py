"""Equations between finitely many unknown numbers, solved once in symbols: what is left free, and the rest by steps.

An unknown is defined by an expression in others, so that a step is short and nothing swells; the steps can be taken in
order. A root or an arc cosine has two branches, which a coordinate of their own tells apart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product

from sympy import (
    Abs,
    Add,
    Dummy,
    Expr,
    Matrix,
    Min,
    Mul,
    Pow,
    Rational,
    S,
    Symbol,
    acos,
    asin,
    atan,
    cos,
    diff,
    exp,
    log,
    pi,
    sin,
    sqrt,
    tan,
)  # fmt: skip

from verify.hunt.spaces.grounding import Ground
from verify.hunt.spaces.polynomials import is_polynomial

MOST_OPERATIONS = 4000
"""An equation with more operations than this is not solved for an unknown that it holds more than once."""

MOST_STEPS = 60
"""Steps of a plan beyond which no equation is looked at for whether they make it true: each look takes all of them."""

_SHIFTS, _FAR = 3, 20
"""At how many points it is looked whether steps make an equation true, and how much farther out the last one is: a
distance that goes round is at first like one that does not."""


@dataclass
class Plan:
    """How the unknowns get their values.

    Attributes:
        steps: unknown and expression, to be taken in this order.
        branches: symbols of the coordinates 0 or 1 that choose a branch, used by the steps as 1 − 2s.
        angles: symbols of the coordinates that are angles.
        left: equations that no step solves.
        unmet: for equations that the steps were seen not to make true, all that they are made of there.
    """

    steps: dict[Symbol, Expr] = field(default_factory=dict)
    branches: list[Symbol] = field(default_factory=list)
    angles: list[Symbol] = field(default_factory=list)
    left: list[Ground] = field(default_factory=list)
    unmet: dict[Ground, set[Symbol]] = field(default_factory=dict)
    _places: dict[Symbol, int] = field(default_factory=dict)
    _known: dict[tuple[Symbol, int], tuple[frozenset[Symbol], Expr]] = field(default_factory=dict)
    _parts: dict[Symbol, tuple[Expr, list[Symbol]]] = field(default_factory=dict)

    def parts(self, symbol: Symbol) -> list[Symbol]:
        """The symbols that its step has, in the order of their names; they are looked for once."""
        before = self._parts.get(symbol)
        if before is None or before[0] is not self.steps[symbol]:
            step = self.steps[symbol]
            self._parts[symbol] = before = step, sorted(step.free_symbols, key=str)
        return before[1]

    def needs(self, symbols: Iterable[Symbol]) -> set[Symbol]:
        """The symbols, and all that their values are made of."""
        found: set[Symbol] = set()
        stack = list(symbols)
        while stack:
            s = stack.pop()
            if s not in found:
                found.add(s)
                stack += self.parts(s) if s in self.steps else ()
        return found

    def ordered(self, among: Collection[Symbol] | None = None) -> list[tuple[Symbol, Expr]]:
        """The steps in an order in which each needs earlier ones only; those alone that these symbols need."""
        done: dict[Symbol, None] = {}

        def visit(s: Symbol) -> None:
            if s in self.steps and s not in done:
                for other in self.parts(s):
                    visit(other)
                done[s] = None

        for s in self.steps if among is None else (s for s in self.steps if s in among):
            visit(s)
        return [(s, self.steps[s]) for s in done]

    def somewhere(self, symbols: Collection[Symbol], shift: int) -> dict[Symbol, Expr]:
        """Values of these symbols, which need no others: at random where they are free, the rest by the steps.

        What was computed before stays where none of the free symbols that it is made of has got a step since.
        """
        at: dict[Symbol, Expr] = {}
        free: dict[Symbol, frozenset[Symbol]] = {}
        for s in sorted(set(symbols) - set(self.steps), key=str):
            n = self._places.setdefault(s, len(self._places))
            size = random_like(n, shift) * (_FAR if shift == _SHIFTS - 1 else 1)
            at[s], free[s] = S(size * (1 if s.is_nonnegative else (-1) ** n)), frozenset([s])
        for s, step in self.ordered(symbols):
            if s in symbols:
                free[s] = frozenset[Symbol]().union(*(free[x] for x in self.parts(s)))
                before = self._known.get((s, shift))
                if before is None or before[0] != free[s]:
                    self._known[s, shift] = before = free[s], step.xreplace(at).evalf(20)
                at[s] = before[1]
        return at

    def branch(self) -> Expr:
        """A sign that a new coordinate chooses."""
        symbol = Dummy(f"branch {len(self.branches) + 1}", integer=True, nonnegative=True)
        self.branches.append(symbol)
        return 1 - 2 * symbol

    def angle(self) -> Symbol:
        """A new coordinate, an angle."""
        symbol = Dummy(f"angle {len(self.angles) + 1}", real=True)
        self.angles.append(symbol)
        return symbol

    def define(self, unknown: Symbol, value: Expr) -> bool:
        """Takes on the step, unless the value needs the unknown itself."""
        if unknown in self.steps or unknown in self.needs(value.free_symbols):
            return False
        self.steps[unknown] = value
        return True


def solved(equations: Sequence[Ground], unknowns: Sequence[Symbol], plan: Plan, inverting: bool = True) -> Plan:
    """The plan with steps for as many of the unknowns as the equations determine.

    Args:
        equations: relations with the operator =.
        unknowns: the symbols that may be solved for.
        plan: steps that are settled already.
        inverting: whether functions are undone, as an exponential by a logarithm, which may be undefined.
    """
    pending = [g for g in equations if g.op == "="]
    inside = {id(g): g.lhs.free_symbols | g.rhs.free_symbols for g in pending}
    held = {id(g): [s for s in unknowns if s in inside[id(g)]] for g in pending}
    failed: set[tuple[Way, int, int]] = set()
    while pending:
        opened = [(g, [s for s in held[id(g)] if s not in plan.steps]) for g in pending]
        plan.left += [g for g, u in opened if not u and g.difference != 0]
        opened = sorted(((g, u) for g, u in opened if u), key=lambda pair: len(pair[1]) > 1)
        used = _one_step(opened, plan, _WAYS if inverting else _DEFINED, failed)
        if used is None:
            plan.left += [g for g, _ in opened]
            break
        done = set(map(id, used))
        pending = [g for g, _ in opened if id(g) not in done]
    return plan


def _one_step(
    opened: Sequence[tuple[Ground, list[Symbol]]], plan: Plan, ways: Sequence[Way], failed: set[tuple[Way, int, int]]
) -> list[Ground] | None:
    """The equations that the next step uses up; None if none can be solved.

    What failed once, with an equation in which so many unknowns are open, is not tried again: steps only become more.
    """
    for way in ways:
        for equation, unknowns in opened:
            tried = way, id(equation), len(unknowns)
            if tried in failed:
                continue
            used = way(equation, unknowns, plan, [g for g, _ in opened])
            if used:
                return used
            if way in _BY_ITSELF:
                failed.add(tried)
    return None


def _alone(g: Ground, unknowns: list[Symbol], plan: Plan, others: list[Ground]) -> list[Ground]:
    """An equation with one unknown, linear in it."""
    return _linear(g, unknowns, plan, others) if len(unknowns) == 1 else []


def _only(g: Ground, unknowns: list[Symbol], plan: Plan, others: list[Ground]) -> list[Ground]:
    """An equation with one unknown that steps do not satisfy already: solved for another, it would be a condition."""
    if len(unknowns) != 1:
        return []
    return _implied(g, unknowns, plan, others) or _inverted(g, unknowns, plan, others)


def _bare(g: Ground, unknowns: list[Symbol], plan: Plan, _: list[Ground]) -> list[Ground]:
    """A definition: one side is an unknown."""
    for left, right in ((g.lhs, g.rhs), (g.rhs, g.lhs)):
        if left in unknowns and left not in right.free_symbols and plan.define(left, right):
            return [g]
    return []


def _vanishing(g: Ground, unknowns: list[Symbol], plan: Plan, _: list[Ground]) -> list[Ground]:
    """A sum of squares, a root or a magnitude that is zero, or the least of several: what it is made of is zero."""
    if g.rhs != 0 and g.lhs != 0:
        return []
    parts = _zeros(g.difference, plan)
    if parts is None:
        return []
    left: list[Ground] = []
    for base in parts:
        part = Ground("=", base, S.Zero, g.group)
        inside = [s for s in unknowns if s in base.free_symbols and s not in plan.steps]
        if not (inside and _linear(part, inside, plan, [])):
            left.append(part)
    if len(left) == len(parts):
        return []
    plan.left += left
    return [g]


def _zeros(term: Expr, plan: Plan) -> list[Expr] | None:
    """Terms that vanish where this one does, and the other way round; None where it is not made of what has no sign.

    Of the least of several terms a branch chooses one, and of the angles whose sine vanishes another one.
    """
    before = len(plan.branches)
    found = _bases(term, plan)
    if found == [term]:
        del plan.branches[before:]
        return None
    return found


def _bases(term: Expr, plan: Plan) -> list[Expr]:
    if isinstance(term, Mul):
        vanishing = [a for a in term.args if not (a.is_nonzero or _is_inverse(a))]
        return _bases(vanishing[0], plan) if len(vanishing) == 1 and vanishing[0] != term else [term]
    if isinstance(term, Pow) and term.exp.is_positive and term.exp.is_Rational:
        return _bases(term.base, plan)
    if isinstance(term, Abs | atan):
        return _bases(term.args[0], plan)
    if isinstance(term, Add) and all(a.is_nonnegative and not a.is_positive for a in term.args):
        return [base for a in term.args for base in _bases(a, plan)]
    if isinstance(term, Min) and len(term.args) == 2 and all(a.is_nonnegative for a in term.args):
        first, second = (_bases(a, plan) for a in term.args)
        if len(first) == len(second):
            sign = plan.branch()
            return [((1 + sign) * a + (1 - sign) * b) / 2 for a, b in zip(first, second, strict=True)]
    if isinstance(term, sin):
        return [term.args[0] - pi * (plan.branch() + plan.branch())]  # a full turn either way, or none
    return [term]


def _is_inverse(term: Expr) -> bool:
    """Whether the term is one over another, which is not zero where it is defined."""
    return isinstance(term, Pow) and bool(term.exp.is_negative)


def _implied(g: Ground, unknowns: list[Symbol], plan: Plan, _: list[Ground]) -> list[Ground]:
    """An equation that the steps make true already, as far as a few random points show.

    None that speaks of an unknown of which nothing is made that it speaks of.
    """
    settled = set(plan.steps) & g.difference.free_symbols
    if len(plan.steps) > MOST_STEPS or not settled or not plan.needs(settled).issuperset(unknowns):
        return []
    needed = plan.needs(g.difference.free_symbols)
    if plan.unmet.get(g) == needed:  # no step since then changes anything about it
        return []
    plan.unmet[g] = needed
    for shift in range(_SHIFTS):
        at = plan.somewhere(needed, shift)
        left, right = (side.xreplace(at).evalf(20) for side in (g.lhs, g.rhs))
        gap = left - right
        if not (gap.is_number and gap.is_finite) or not abs(gap) <= 1e-12 * (1 + abs(left) + abs(right)):
            return []
    return [g]


def random_like(n: int, shift: int) -> Rational:
    """Numbers between 0 and 1 without a pattern, the same in each run."""
    return Rational((7919 * (n + 1) * (n + 5 + 3 * shift) + 104729 * shift) % 1000 + 1, 1009)


def _together(g: Ground, unknowns: list[Symbol], plan: Plan, others: list[Ground]) -> list[Ground]:
    """The coordinates of an equation between vectors, linear in as many unknown coordinates of one vector."""
    block = [e for e in others if e.group == g.group]
    if len(block) < 2:
        return []
    families = {s.name.rpartition(".")[0] for s in unknowns if "." in s.name}
    for family in sorted(families):
        wanted = sorted(
            {s for e in block for s in e.difference.free_symbols if s.name.rpartition(".")[0] == family}, key=str
        )
        if len(wanted) != len(block) or any(s in plan.steps for s in wanted):
            continue
        matrix = Matrix([[diff(e.difference, s) for s in wanted] for e in block])
        if any(matrix.has(s) for s in wanted):
            continue
        offsets = Matrix([e.difference.xreplace(dict.fromkeys(wanted, S.Zero)) for e in block])
        determinant = matrix.det(method="berkowitz")
        if determinant == 0:
            continue
        values = [-part / determinant for part in matrix.adjugate(method="berkowitz") * offsets]
        needs = plan.needs(set().union(*(v.free_symbols for v in values)))
        if not needs & set(wanted):
            plan.steps |= dict(zip(wanted, values, strict=True))
            return block
    return []


def _linear(g: Ground, unknowns: list[Symbol], plan: Plan, _: list[Ground]) -> list[Ground]:
    """An equation that is linear in an unknown, with a factor that cannot vanish if there is one."""
    found: list[tuple[int, int, Symbol, Expr]] = []
    for n, s in enumerate(unknowns):
        factor = factor_of(g.difference, s)
        if factor is None:
            continue
        rank = 0 if factor.is_number else 1 if factor.is_nonzero else 2
        found.append((rank, n, s, factor))
    for _rank, _n, s, factor in sorted(found, key=lambda item: item[:2]):
        rest = g.difference.xreplace({s: S.Zero})
        if plan.define(s, -rest / factor):
            return [g]
    return []


def factor_of(term: Expr, s: Symbol) -> Expr | None:
    """The factor of s in a term that is linear in it."""
    if not is_polynomial(term, s) or term.count_ops() > MOST_OPERATIONS:
        return None
    factor = diff(term, s)
    if factor.has(s):
        if _changes(factor, s):
            return None
        factor = factor.expand()
    return None if factor == 0 or factor.has(s) else factor


def _changes(term: Expr, s: Symbol) -> bool:
    """Whether the term plainly differs at two values of s, at random values of the others."""
    at = {other: random_like(n, 1) for n, other in enumerate(sorted(term.free_symbols - {s}, key=str))}
    first, second = (term.xreplace({**at, s: random_like(7, shift)}).evalf(15) for shift in (0, 2))
    if not (first.is_Float and second.is_Float):
        return False
    return bool(abs(first - second) > 1e-6 * (1 + abs(first) + abs(second)))


def _inverted(g: Ground, unknowns: list[Symbol], plan: Plan, _: list[Ground]) -> list[Ground]:
    """An equation with an unknown on one side only, in one place: the functions around it are undone.

    An unknown that this determines goes before one with two branches.
    """
    sides = ((g.lhs, g.rhs), (g.rhs, g.lhs), (g.difference, S.Zero))
    for branching, s, (left, right) in product((False, True), unknowns, sides):
        if right.has(s) or s in plan.needs(right.free_symbols):
            continue
        before = len(plan.branches)
        value = _undone(left, right, s, plan)
        if value is not None and (branching or len(plan.branches) == before) and plan.define(s, value):
            return [g]
        del plan.branches[before:]
    return []


def _undone(term: Expr, value: Expr, s: Symbol, plan: Plan) -> Expr | None:
    """What s is if the term is the value."""
    if term == s:
        return value
    inside = [a for a in term.args if a.has(s)]
    if len(inside) != 1:
        return _root(term - value, s, plan)
    (part,) = inside
    if isinstance(term, Add):
        return _undone(part, value - (term - part), s, plan)
    if isinstance(term, Mul):
        return _undone(part, value / Mul(*(a for a in term.args if a is not part)), s, plan)
    if isinstance(term, exp):
        return _undone(part, log(value), s, plan)
    if isinstance(term, Pow) and part is term.base and not term.exp.has(s):
        root = value ** (1 / term.exp)
        even = term.exp.is_even and not part.is_nonnegative
        return _undone(part, plan.branch() * root if even else root, s, plan)
    inverse = {log: exp, cos: acos, acos: cos, sin: asin, asin: sin, tan: atan, atan: tan}.get(term.func)
    if inverse is not None:
        return _undone(part, inverse(value), s, plan)
    if isinstance(term, Abs):
        return _undone(part, plan.branch() * value, s, plan)
    return None


def _root(term: Expr, s: Symbol, plan: Plan) -> Expr | None:
    """A zero of a term that is quadratic in s."""
    if not is_polynomial(term, s) or term.count_ops() > MOST_OPERATIONS:
        return None
    second = diff(term, s, 2).expand()
    if second == 0 or second.has(s):
        return None
    rest = term.xreplace({s: S.Zero})
    first = diff(term, s).xreplace({s: S.Zero})
    return (-first + plan.branch() * sqrt(first**2 - 2 * second * rest)) / second


Way = Callable[[Ground, list[Symbol], Plan, list[Ground]], list[Ground]]

_WAYS: tuple[Way, ...] = (_alone, _only, _bare, _vanishing, _implied, _together, _linear, _inverted)
_DEFINED: tuple[Way, ...] = (_alone, _bare, _vanishing, _implied, _together, _linear)
_BY_ITSELF: tuple[Way, ...] = (_alone, _bare, _linear, _inverted)
"""Those that look at no other equation, and at no values of steps."""

"""The zero test: normal forms of terms, and whether a term is zero wherever it is defined.

A normal form is a rational function of *atoms*, terms without any law but those of `zero_functions` and `zero_sums`;
that of a vector is a combination of atoms that are vectors. What is promised: at each assignment at which the facts and
the equations hold, and a term has a value (in the sense of its `conditions`), no denominator of its normal form is
zero, and it has the same value. Nothing is promised the other way round: x·(1/x) becomes 1. So `is_zero` says "zero
wherever it is defined", and who concludes something from it asks for the conditions of the term. What is defined
nowhere, as a denominator is identically zero, is `Undefined`: a refusal, never a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import lcm
from typing import Final, TypeVar

from verify.core.definedness import conditions, within
from verify.core.derivatives import evaluated
from verify.core.matching import match, schema
from verify.core.nodes import EUCLIDEAN, OTHER, POINT_SORT, ZERO_SORT, Term, is_scalar, is_vector, node
from verify.core.polynomials import canonical as light_canonical
from verify.core.polynomials import light, minus, product, spelled, total
from verify.core.rational import Quotient, RationalFunctions, Restart, Undecided, Undefined
from verify.core.signs import ANY, DECLARED, Facts
from verify.core.terms import HEADED, ONE, ZERO, close, has, mul, number, opened_binding, substitute, walk
from verify.core.zero_functions import OF_ONE, exponential, extreme, power
from verify.core.zero_sums import Combination, choice, delta, nameless, on_and_off, summed

T = TypeVar("T")

MOST_RESTARTS: Final = 60
MOST_NESTED: Final = 60
"""How deeply what equations put in may be rewritten again."""
MOST_REWRITES: Final = 5000
MOST_DENOMINATOR: Final = 100_000
"""Of the multiples of one part that occur in exponents and angles, taken together."""


@dataclass(frozen=True)
class _Rule:
    """left → right, for all values of the variables at which every formula in `given` holds."""

    variables: tuple[Term, ...]
    given: tuple[Term, ...]
    left: Term
    right: Term


class NormalForm(RationalFunctions):
    """Normal forms under facts, with equations as rules that rewrite atoms.

    The left side of an equation is an atom, or a vector equation is solved for one; "for all" makes a rule for every
    atom that its left side matches and at which its conditions hold.

    What must be known from the beginning (into which parts exponents and angles are divided, where sums end) is
    remembered when it is met, and the work starts afresh: so answers do not depend on the order of what is asked,
    and the number of restarts is bounded.
    """

    def __init__(self, facts: Facts | Iterable[Term] = (), equations: Iterable[Term] = ()) -> None:
        self.facts = facts if isinstance(facts, Facts) else Facts(facts)
        self._ranges: dict[Term, tuple[Term, Term]] = {}
        self._with_ranges: dict[tuple[Term, ...], Facts] = {}
        self._denominators: dict[tuple[str, Term], int] = {}
        self._cardinal: set[Term] = set()
        self._ends: dict[tuple[Term, Term], int] = {}
        self._rules: list[_Rule] = []
        self._working = False
        self._nested = self._rewrites = 0
        super().__init__()
        self._rules = [self._rule(e) for e in equations]

    def begin(self) -> None:
        """Forget all generators and what was made of them."""
        super().begin()
        self._scalars: dict[Term, Quotient] = {}
        self._spellings: dict[Term, Term] = {}
        self._atoms: dict[Term, Quotient] = {}

    # --- entry --------------------------------------------------------------------------------------------------------

    def is_zero(self, t: Term) -> bool:
        """Whether the number or vector is zero wherever it is defined and the facts and equations hold.

        Raises:
            Undefined: where it is defined nowhere.
            Undecided: where the test goes too far, or has no normal form for something in it.
        """
        plain = self._plain(t)
        return self.settled(lambda: all(self.reduced(c)[0].is_zero() for c in self.value(plain).values()))

    def same_point(self, p: Term, q: Term) -> bool:
        """Whether the points are the same wherever both are defined."""
        return self.settled(lambda: self.canonical(p) is self.canonical(q))

    def canonical(self, t: Term) -> Term:
        """The normal form as a term: equal to t wherever t is defined. Heads stay, as do formulas."""
        return self.settled(lambda: self._canonical(t))

    def settled(self, work: Callable[[], T]) -> T:
        """What the work gives when nothing more is met that it should have known from the beginning."""
        if self._working:
            return work()
        self._working = True
        try:
            for _ in range(MOST_RESTARTS):
                self._nested = self._rewrites = 0
                try:
                    return work()
                except Restart:
                    self.begin()
            raise Undecided("what exponents, angles and sums have in common changes again and again")
        except (RecursionError, OverflowError) as error:
            raise Undecided("the normal form is too long") from error
        finally:
            self._working = False

    def _plain(self, t: Term) -> Term:
        if t.open or t.sort in (OTHER, POINT_SORT):
            raise Undecided(f"{t!r} is no number or vector")
        return evaluated(t)[0]

    # --- facts --------------------------------------------------------------------------------------------------------

    def signs(self, t: Term) -> int:
        """The signs that the facts leave to the term; for indices of sums in it, anywhere in their ranges."""
        return self._facts_about(t).signs(t) or ANY

    def holds(self, formula: Term) -> bool:
        """Whether the formula is true and defined; for indices of sums in it, anywhere in their ranges."""
        return self._facts_about(formula).holds(formula)

    def note_range(self, v: Term, lo: Term, hi: Term) -> None:
        """The variable stands for an index of a sum. What is known of it is used for terms that speak of it only."""
        if self._ranges.setdefault(v, (lo, hi)) != (lo, hi):
            raise Undecided(f"two indices have the name {v!r}")

    def _facts_about(self, t: Term) -> Facts:
        indices: list[Term] = []
        waiting = [v for v in t.free if v in self._ranges]
        while waiting:
            v = waiting.pop()
            if v not in indices:
                indices.append(v)
                waiting += [w for end in self._ranges[v] for w in end.free if w in self._ranges]
        if not indices:
            return self.facts
        key = tuple(sorted(indices, key=lambda v: v.order))
        if key not in self._with_ranges:
            self._with_ranges[key] = self.facts.more(f for v in key for f in within(v, *self._ranges[v], integer=True))
        return self._with_ranges[key]

    # --- what is to be known from the beginning -----------------------------------------------------------------------

    def denominator(self, kind: str, part: Term, least: int) -> int:
        """Into how many parts `part` is divided where it occurs in exponents, or in angles: a multiple of `least`."""
        key = (kind, nameless(part))
        known = self._denominators.get(key, 1)
        needed = lcm(known, least)
        if needed > MOST_DENOMINATOR:
            raise Undecided(f"{part!r} occurs with too many different denominators")
        if needed != known:
            self._denominators[key] = needed
            raise Restart
        return known

    def is_cardinal(self, angle: Term) -> bool:
        """Whether sinc of the angle occurs."""
        return nameless(angle) in self._cardinal

    def note_cardinal(self, angle: Term) -> None:
        """That sinc of the angle occurs."""
        if not self.is_cardinal(angle):
            self._cardinal.add(nameless(angle))
            raise Restart

    def ending(self, lo: Term, hi: Term) -> tuple[Term, int, int]:
        """hi = base + offset, with the least offset that any sum from lo to base + an integer has."""
        base, offset = _base_and_offset(hi)
        least = self._ends.setdefault((lo, base), offset)
        if offset < least:
            self._ends[lo, base] = offset
            raise Restart
        return base, offset, least

    # --- equations ----------------------------------------------------------------------------------------------------

    def _rule(self, formula: Term) -> _Rule:
        variables: tuple[Term, ...] = ()
        given: tuple[Term, ...] = ()
        body = formula
        if formula.kind == "forall":
            found = schema(formula)
            if not found.usable:
                raise Undecided(f"it is not known which functions {formula!r} speaks of")
            variables, given, body = found.variables, found.given, found.body
        if body.kind != "relation" or body.args[0] != "=":
            raise Undecided(f"only an equation rewrites, not {formula!r}")
        _, left, right = body.args
        if variables:
            return _Rule(variables, given, left, right)
        plain = NormalForm(self.facts)
        left, right = plain.settled(lambda: plain._oriented(left, right))
        if left.kind == "sum":  # longer sums are split where this one ends
            base, offset = _base_and_offset(left.args[2])
            key = (left.args[1], base)
            self._ends[key] = min(offset, self._ends.get(key, offset))
        return _Rule((), (), left, right)

    def _oriented(self, left: Term, right: Term) -> tuple[Term, Term]:
        """The equation with an atom as its left side."""
        if left.sort == POINT_SORT:
            return self._canonical(left), right
        if is_scalar(left) and is_scalar(right):
            atom = self.single(self.reduced(self.scalar(self._plain(left))))
            if atom is None:
                raise Undecided(f"the left side of {left!r} = {right!r} is no atom, so it does not rewrite")
            return atom, right
        parts = {x: self.reduced(c) for x, c in self.vector(self._plain(left)).items()}
        parts = {x: c for x, c in parts.items() if not c[0].is_zero()}
        if len(parts) == 1 and self.UNIT in parts.values():
            return next(iter(parts)), right
        parts = {x: self.reduced(c) for x, c in self.vector(self._plain(minus(left, right))).items()}
        plainly = [x for x, (n, d) in parts.items() if n.is_constant() and d.is_constant() and not n.is_zero()]
        for x in sorted(plainly, key=lambda x: x.order):
            rest = total(*(product(self.spelled(c), y) for y, c in parts.items() if y is not x))
            if all(part is not x for part in walk(rest)):
                factor = self.spelled(parts[x]).args[0]
                return x, product(number(-1 / factor), rest)
        raise Undecided(f"{left!r} = {right!r} is to be solved for a vector")

    def rewritten(self, atom: Term) -> Term | None:
        """What the first equation that knows the atom says that it equals."""
        for rule in self._rules:
            if rule.left is atom:
                return rule.right
            found: dict[Term, Term] = {}
            if rule.variables and match(rule.left, atom, rule.variables, found) and self._meets(rule, found):
                return substitute(rule.right, found)
        return None

    def _meets(self, rule: _Rule, found: dict[Term, Term]) -> bool:
        """Whether the rule may be used at these values: of the right signs, defined, and meeting the conditions.

        A value that is a part of the atom is defined where the atom is, unless it is in a sum over an empty range.
        """
        if len(found) < len(rule.variables):
            return False
        for v, value in found.items():
            if is_scalar(value) and self.signs(value) & ~DECLARED[v.args[2]]:
                return False
            if has(rule.left, "sum") and not all(map(self.holds, conditions(value))):
                return False
        return all(self.holds(substitute(g, found)) for g in rule.given)

    def _instead(self, value: Term) -> Combination:
        """The normal form of what an equation puts in the place of an atom."""
        self._nested += 1
        self._rewrites += 1
        if self._nested > MOST_NESTED or self._rewrites > MOST_REWRITES:
            raise Undecided("the equations rewrite in circles, or too often")
        plain, needed = evaluated(value)
        if not all(map(self.holds, needed)):
            raise Undecided(f"it is not settled that the derivatives in {value!r} are what the rules say")
        made = self.value(plain)
        self._nested -= 1
        return made

    # --- numbers ------------------------------------------------------------------------------------------------------

    def value(self, t: Term) -> Combination:
        """The normal form of a number, as the coefficient of `ONE`, or of a vector."""
        if t.sort == ZERO_SORT:
            return {}
        return self.vector(t) if is_vector(t) else {ONE: self.scalar(t)}

    def scalar(self, t: Term) -> Quotient:
        """The normal form, not yet reduced, of a number without derivatives."""
        found = self._scalars.get(t)
        if found is None:
            found = self._scalars[t] = self._scalar(t)
        return found

    def _scalar(self, t: Term) -> Quotient:
        kind, args = t.kind, t.args
        if kind == "number":
            return self.constant(args[0])
        if kind == "variable":
            return self.atom(t)
        if kind == "add":
            made = self.NIL
            for a in args:
                made = self.plus(made, self.scalar(a))
            return made
        if kind == "mul":
            made = self.UNIT
            for a in args:
                made = self.times(made, self.scalar(a))
            return made
        if kind == "inner":
            return self._inner(*args)
        if kind == "sum":
            return summed(self, t).get(ONE, self.NIL)
        if kind == "delta":
            return delta(self, t)
        natural = kind == "power" and args[1].kind == "number" and args[1].args[0].denominator == 1
        if natural and args[1].args[0] >= 0:
            return self.to_the(self.scalar(args[0]), int(args[1].args[0]))
        split = on_and_off(t)
        if split is not None:
            return self._split(*split).get(ONE, self.NIL)
        if kind == "power":
            return power(self, *args)
        if kind in OF_ONE:
            return OF_ONE[kind](self, args[0])
        if kind in ("max", "min"):
            return extreme(self, args, 1 if kind == "max" else -1)
        if kind == "pi":
            return (self.generator(t), self.one)
        if kind == "e":
            return exponential(self, ONE)
        if kind in ("apply", "integral"):
            return self.atom(self._with_canonical_parts(t))
        raise Undecided(f"{kind} has no normal form: {t!r}")

    def _split(self, d: Term, on: Term, off: Term) -> Combination:
        """h(δ) is h(1) where δ is 1, and h(0) where it is 0, whatever h is."""
        switch = self.scalar(d)
        if switch in (self.UNIT, self.NIL):
            return self.value(on if switch == self.UNIT else off)
        first, second = self.value(on), self.value(off)
        return {x: choice(self, switch, first.get(x, self.NIL), second.get(x, self.NIL)) for x in first | second}

    def atom(self, key: Term) -> Quotient:
        """The generator of an atom, or what an equation says that it equals."""
        found = self._atoms.get(key)
        if found is None:
            new = self.rewritten(key)
            found = (self.generator(key), self.one) if new is None else self._instead(new).get(ONE, self.NIL)
            self._atoms[key] = found
        return found

    def atom_of(self, key: Term) -> Combination:
        """The same of a number or a vector."""
        if key.sort == ZERO_SORT:
            return {}
        if not is_vector(key):
            return {ONE: self.atom(key)}
        instead = self.rewritten(key)
        return {key: self.UNIT} if instead is None else self._instead(instead)

    # --- vectors ------------------------------------------------------------------------------------------------------

    def vector(self, t: Term) -> Combination:
        """The coefficients, not yet reduced, of a vector without derivatives but those of heads."""
        kind, args = t.kind, t.args
        made: Combination = {}
        if t.sort == ZERO_SORT:
            return made
        if kind == "add":
            for a in args:
                self.add_to(made, self.vector(a))
            return made
        if kind == "mul":
            factor = self.UNIT
            for a in args:
                if is_scalar(a):
                    factor = self.times(factor, self.scalar(a))
                else:
                    made = self.vector(a)
            return {x: self.times(factor, c) for x, c in made.items()}
        if kind == "sum":
            return summed(self, t)
        split = on_and_off(t)
        if split is not None:
            return self._split(*split)
        if kind == "hessian":
            for x, c in self.vector(args[2]).items():
                part = self._of_operator(args[0], self._place(args[1]), x)
                self.add_to(made, {y: self.times(c, d) for y, d in part.items()})
            return made
        if kind in ("vector", "gradient", "integral", "derivative"):
            return self.atom_of(self._with_canonical_parts(t))
        raise Undecided(f"{kind} has no normal form as a vector: {t!r}")

    def _of_operator(self, head: Term, at: Term, x: Term) -> Combination:
        """The derivative of a gradient is linear in the direction."""
        if x.kind == "sum":
            return self.vector(node("sum", node("hessian", head, at, x.args[0]), *x.args[1:]))
        return self.atom_of(node("hessian", head, at, x))

    def add_to(self, made: Combination, more: Combination) -> None:
        """Adds the second combination to the first."""
        for x, c in more.items():
            made[x] = self.plus(made[x], c) if x in made else c

    def _inner(self, u: Term, v: Term) -> Quotient:
        """Bilinear."""
        left, right = self.vector(u), self.vector(v)
        made = self.NIL
        for x, c in left.items():
            for y, d in right.items():
                made = self.plus(made, self.times(self.times(c, d), self._inner_of_atoms(x, y)))
        return made

    def _inner_of_atoms(self, x: Term, y: Term) -> Quotient:
        """Symmetric; of a sum, the sum of inner products; ⟨Hu, v⟩ = ⟨u, Hv⟩ for a Hessian H."""
        x, y = sorted((x, y), key=lambda s: s.order)
        for one, other in ((x, y), (y, x)):
            if one.kind == "sum":
                return self.scalar(node("sum", node("inner", one.args[0], other), *one.args[1:]))
        for one, other in ((x, y), (y, x)):
            if one.kind == "hessian" and other.order < one.args[2].order:
                swapped = node("hessian", one.args[0], one.args[1], other)
                return self.atom(node("inner", *sorted((swapped, one.args[2]), key=lambda s: s.order)))
        return self.atom(node("inner", x, y))

    # --- terms in normal form -----------------------------------------------------------------------------------------

    def _canonical(self, t: Term) -> Term:
        found = self._spellings.get(t)
        if found is None:
            found = self._spellings[t] = self._spelling(t)
        return found

    def _spelling(self, t: Term) -> Term:
        if t.sort == POINT_SORT:
            key = self._with_canonical_parts(t)
            instead = self.rewritten(key)
            if instead is None:
                return key
            self._nested += 1
            if self._nested > MOST_NESTED:
                raise Undecided("the equations rewrite in circles")
            made = self._canonical(instead)
            self._nested -= 1
            return made
        if t.kind in ("tuple", "tangent"):
            return node(t.kind, *map(self._canonical, t.args))
        if t.sort == OTHER:
            return t
        found = self.value(self._plain(t))
        return total(*(product(self.spelled(self.reduced(c)), *([] if x is ONE else [x])) for x, c in found.items()))

    def _with_canonical_parts(self, t: Term) -> Term:
        """An atom with its parts in normal form."""
        if t.kind == "integral":  # the body is defined between the bounds, and has the values of its normal form there
            v, body = opened_binding(t)
            return node("integral", close(self._canonical(body), [v]), *map(self._canonical, t.args[1:]))
        if t.kind == "derivative":
            return node("derivative", t.args[0], self._canonical(t.args[1]))
        first = HEADED[t.kind]
        heads = [self._canonical(a) if type(a) is Term else a for a in t.args[:first]]
        if t.kind == "gradient":
            return node(t.kind, *heads, self._place(t.args[1]))
        parts = [self.whole(a) if a.whole else self._canonical(a) for a in t.args[first:]]
        return node(t.kind, *heads, *parts)

    def _place(self, t: Term) -> Term:
        """The normal form of where a gradient is taken; a zero vector stays one of its space."""
        found = self._canonical(t)
        return mul(ZERO, t) if found is ZERO and is_vector(t) and t.sort is not EUCLIDEAN else found

    def whole(self, t: Term) -> Term:
        """The normal form of an integer, if it can be seen of it that it is one."""
        found = self._canonical(t)
        return found if found.whole else light_canonical(t)


def _base_and_offset(hi: Term) -> tuple[Term, int]:
    form = light(hi)
    offset = form.get((), 0)
    base = spelled({m: q for m, q in form.items() if m})
    return (hi, 0) if base is ZERO or offset != int(offset) else (base, int(offset))


__all__ = ["NormalForm", "Undecided", "Undefined"]

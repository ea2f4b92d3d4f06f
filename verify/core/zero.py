"""The zero test: normal forms of terms, and whether a term is zero wherever it is defined.

A normal form is a rational function of *atoms*, terms without any law but those of `zero_functions` and `zero_sums`;
that of a vector is a combination of atoms that are vectors. What is promised: at each assignment at which the facts and
the equations hold, and a term is defined (in the sense of its `conditions`), its normal form has the same value. A
part of the form need not be defined there, as √y in 0·√y, or 1/|x| in x²/|x|: there is one choice of values for all
such parts with which the promise holds, and what is zero identically is zero with it. So whoever reads signs of a form,
matches it, substitutes in it, or undoes the function that a part is of (exp of a logarithm), asks that it is defined.
Nothing is promised the other way round: x·(1/x) becomes 1. So `is_zero` says "zero wherever it is defined", and who
concludes something from it asks for the conditions of the term. What is defined nowhere, as a denominator is
identically zero, is `Undefined`: a refusal, never a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import lcm
from typing import Final, TypeVar

from verify.core.definedness import within
from verify.core.derivatives import evaluated
from verify.core.matching import put_together
from verify.core.nodes import EUCLIDEAN, OTHER, POINT_SORT, ZERO_SORT, Term, is_vector, node
from verify.core.polynomials import canonical as light_canonical
from verify.core.polynomials import light, product, spelled, total
from verify.core.rational import Quotient, RationalFunctions, Restart, Undecided, Undefined
from verify.core.signs import ANY, Facts, sign_of_number, sign_power, sign_product
from verify.core.terms import HEADED, ONE, ZERO, mul, opened_binding, substitute
from verify.core.zero_equations import Rule, meets, rule_of
from verify.core.zero_functions import OF_ONE, exponential, extreme, power
from verify.core.zero_sums import Combination, bound, choice, delta, nameless, on_and_off, summed
from verify.core.zero_vectors import inner, vector

T = TypeVar("T")

MOST_RESTARTS: Final = 60
MOST_NESTED: Final = 60
"""How deeply what equations put in may be rewritten again."""
MOST_REWRITES: Final = 5000
MOST_WRITTEN: Final = 20_000
"""So many summands of sums between numbers, in sums in sums, are written out."""
MOST_DENOMINATOR: Final = 100_000
"""Of the multiples of one part that occur in exponents and angles, taken together."""


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
        self.rules: list[Rule] = []
        self._working = False
        self._nested = self._rewrites = self._written = 0
        super().__init__()
        self.rules = [rule_of(self, e) for e in equations]

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
                self._nested = self._rewrites = self._written = 0
                try:
                    return work()
                except Restart:
                    self.begin()
            raise Undecided("what exponents, angles and sums have in common changes again and again")
        except (RecursionError, OverflowError) as error:
            raise Undecided("the normal form is too long") from error
        finally:
            self._working = False

    def carried_out(self, t: Term) -> Term:
        """A side of an equation with its derivatives carried out, if that is certain to give the same value."""
        plain, needed = evaluated(t)
        if not all(map(self.holds, needed)):
            raise Undecided(f"it is not settled that the derivatives in {t!r} are what the rules say")
        return plain

    def _plain(self, t: Term) -> Term:
        if t.open or t.sort in (OTHER, POINT_SORT):
            raise Undecided(f"{t!r} is no number or vector")
        return evaluated(t)[0]

    # --- facts --------------------------------------------------------------------------------------------------------

    def signs(self, t: Term) -> int:
        """The signs that the facts leave to the term; for indices of sums in it, anywhere in their ranges.

        Of a term that is not certain to have a value nothing is said: where √(p·y) is written √p·√y, or √(y·δ) as δ·√y,
        the whole has a value where a part of it has none, and the signs of the parts say nothing there.
        """
        facts = self._facts_about(t)
        return facts.signs(t) or ANY if facts.defines(t) else ANY

    def ask_defined(self, t: Term) -> None:
        """Refuses a term that is not certain to be defined; for indices of sums in it, anywhere in their ranges."""
        if not self._facts_about(t).defines(t):
            raise Undecided(f"it is not settled that {t!r} is defined")

    def holds(self, formula: Term) -> bool:
        """Whether the formula is true; for indices of sums in it, anywhere in their ranges."""
        return self._facts_about(formula).holds(formula)

    def signs_of_factors(self, t: Term) -> int:
        """The signs that the facts leave to the number, wherever it is defined, by those of its factors."""
        plain = self._plain(t)

        def work() -> int:
            rational, parts = self.factors(self.reduced(self.scalar(plain)))
            found = sign_of_number(rational)
            for f, k in parts:
                found = sign_product(found, sign_power(self.signs(self.spelled_polynomial(f)), k))
            return found

        return self.settled(work) or ANY

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
        """Into how many parts `part` is divided where it occurs in exponents, or in angles: a multiple of `least`.

        0 if the multiples that occur have too little in common: then each stands for itself.
        """
        key = (kind, nameless(part))
        known = self._denominators.get(key, 1)
        needed = lcm(known, least)
        if needed > MOST_DENOMINATOR:
            needed = 0
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
            self.note_ending(lo, hi)
            raise Restart
        return base, offset, least

    def note_ending(self, lo: Term, hi: Term) -> None:
        """That sums from lo are split where one that ends at hi does."""
        base, offset = _base_and_offset(hi)
        self._ends[lo, base] = min(offset, self._ends.get((lo, base), offset))

    # --- equations ----------------------------------------------------------------------------------------------------

    def rewritten(self, atom: Term) -> Term | None:
        """What the first equation that knows the atom says that it equals."""
        for rule in self.rules:
            if rule.left is atom:
                return rule.right
            found = put_together([rule.left], [atom], rule.variables) if rule.variables else None
            if found is not None and meets(self, rule, found):
                return substitute(rule.right, found)
        return None

    def _instead(self, value: Term) -> Combination:
        """The normal form of what an equation puts in the place of an atom."""
        self._nested += 1
        self._rewrites += 1
        if self._nested > MOST_NESTED or self._rewrites > MOST_REWRITES:
            raise Undecided("the equations rewrite in circles, or too often")
        try:
            return self.value(self.carried_out(value))
        finally:
            self._nested -= 1

    def count_summand(self) -> None:
        """Refuses when too many summands are written out."""
        self._written += 1
        if self._written > MOST_WRITTEN:
            raise Undecided("too many summands are written out")

    # --- numbers ------------------------------------------------------------------------------------------------------

    def value(self, t: Term) -> Combination:
        """The normal form of a number, as the coefficient of `ONE`, or of a vector."""
        if is_vector(t):
            return vector(self, t)
        found = self.scalar(t)  # also of a zero: it may be defined nowhere
        return {} if t.sort == ZERO_SORT else {ONE: found}

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
            return inner(self, *args)
        if kind == "sum":
            return summed(self, t).get(ONE, self.NIL)
        if kind == "delta":
            return delta(self, t)
        natural = kind == "power" and args[1].kind == "number" and args[1].args[0].denominator == 1
        if natural and args[1].args[0] >= 0:
            return self.to_the(self.scalar(args[0]), int(args[1].args[0]))
        split = on_and_off(t)
        if split is not None:
            return self.split(*split).get(ONE, self.NIL)
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
            return self.atom(self.with_canonical_parts(t))
        raise Undecided(f"{kind} has no normal form: {t!r}")

    def split(self, d: Term, on: Term, off: Term) -> Combination:
        """h(δ) is h(1) where δ is 1, and h(0) where it is 0."""
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

    def add_to(self, made: Combination, more: Combination) -> None:
        """Adds the second combination to the first."""
        for x, c in more.items():
            made[x] = self.plus(made[x], c) if x in made else c

    # --- terms in normal form -----------------------------------------------------------------------------------------

    def _canonical(self, t: Term) -> Term:
        found = self._spellings.get(t)
        if found is None:
            found = self._spellings[t] = self._spelling(t)
        return found

    def _spelling(self, t: Term) -> Term:
        if t.sort == POINT_SORT:
            key = self.with_canonical_parts(t)
            instead = self.rewritten(key)
            if instead is None:
                return key
            self._nested += 1
            if self._nested > MOST_NESTED:
                raise Undecided("the equations rewrite in circles")
            try:
                return self._canonical(instead)
            finally:
                self._nested -= 1
        if t.kind in ("tuple", "tangent"):
            return node(t.kind, *map(self._canonical, t.args))
        if t.sort == OTHER:
            return t
        found = {x: self.reduced(c) for x, c in self.value(self._plain(t)).items()}
        parts = [product(self.spelled(c), *([] if x is ONE else [x])) for x, c in found.items() if not c[0].is_zero()]
        return total(*parts)

    def with_canonical_parts(self, t: Term) -> Term:
        """An atom with its parts in normal form."""
        if t.kind == "integral":  # the body is defined between the bounds, and has the values of its normal form there
            v, body = opened_binding(t)
            return node("integral", bound(self._canonical(body), v), *map(self._canonical, t.args[1:]))
        if t.kind == "derivative":
            return node("derivative", t.args[0], self._canonical(t.args[1]))
        first = HEADED[t.kind]
        heads = [self._canonical(a) if type(a) is Term else a for a in t.args[:first]]
        if t.kind == "gradient":
            return node(t.kind, *heads, self.place(t.args[1]))
        parts = [self.whole(a) if a.whole else self._canonical(a) for a in t.args[first:]]
        return node(t.kind, *heads, *parts)

    def place(self, t: Term) -> Term:
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

"""What is known while a proof is checked, and the signs that terms have because of it.

Signs are sets, written as bit masks. An answer is certain or withheld: what is not known to be positive may be so all
the same. The sign of a term is that of its value *wherever it has one*; whether it has one is asked by `Facts.holds`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from verify.core.balls import ground_sign
from verify.core.definedness import conditions, within
from verify.core.matching import Schema, match, put_together, schema
from verify.core.nodes import OTHER, POINT_SORT, WHOLE, Refused, Term, is_scalar, is_vector
from verify.core.polynomials import Monomial, Polynomial, canonical, difference, light, minus, raised_to, spelled
from verify.core.terms import ONE, ZERO, fresh, number, opened, relation, replaced, sides, the_term, walk
from verify.core.uses import integrated

NEGATIVE, ZERO_SIGN, POSITIVE, ANY = 1, 2, 4, 7
NOT_NEGATIVE, NOT_POSITIVE = 6, 3
SINGLE: Final = (NEGATIVE, ZERO_SIGN, POSITIVE)
ALLOWED: Final = {"=": ZERO_SIGN, "≠": NEGATIVE | POSITIVE, "≥": NOT_NEGATIVE, ">": POSITIVE}
"""The signs of the larger side minus the smaller one with which a relation is true."""
DECLARED: Final = {"": ANY, "nonnegative": NOT_NEGATIVE, "positive": POSITIVE}
MOST_DEPTH: Final = 6
"""How often what is asked may need facts of its own: bodies of sums, conditions of schemas."""
MOST_DELTAS: Final = 8

Known = tuple[str, Polynomial, bool]
"""A relation between a light form and 0: its op, the form, and whether its value is an integer."""


def sign_of_number(q: Fraction) -> int:
    """The sign of a rational number."""
    return ZERO_SIGN if q == 0 else POSITIVE if q > 0 else NEGATIVE


def sign_product(left: int, right: int) -> int:
    """The signs of products of numbers of these signs."""
    made = 0
    for a in SINGLE:
        for b in SINGLE:
            if left & a and right & b:
                made |= ZERO_SIGN if ZERO_SIGN in (a, b) else POSITIVE if a == b else NEGATIVE
    return made


def sign_sum(signs: Sequence[int]) -> int:
    """The signs of sums of numbers of these signs."""
    for allowed in (NOT_NEGATIVE, NOT_POSITIVE):
        if not any(s & ~allowed for s in signs):
            if not any(s & ~ZERO_SIGN for s in signs):
                return ZERO_SIGN
            return allowed if all(s & ZERO_SIGN for s in signs) else allowed & ~ZERO_SIGN
    return ANY


def sign_power(sign: int, exponent: int) -> int:
    """The signs of whole powers of numbers of these signs, where they have a value."""
    if exponent == 0:
        return POSITIVE
    if exponent < 0:
        sign &= ~ZERO_SIGN
    if exponent % 2:
        return sign
    return (sign & ZERO_SIGN) | (POSITIVE if sign & ~ZERO_SIGN else 0)


def shifted(op: str, factor: Fraction, offset: Fraction, whole: bool) -> int:
    """The signs of factor·d + offset, where d op 0 holds, and d is an integer if `whole`; the factor is not 0."""
    if op == "=":
        return sign_of_number(offset)
    if op == "≠":
        return ALLOWED["≠"] if offset == 0 else ANY
    direction = sign_of_number(factor)
    strict = op == ">" and not whole
    end = offset + (factor if op == ">" and whole else 0)  # an integer d > 0 is at least 1
    if sign_of_number(end) == direction or (end == 0 and strict):
        return direction
    return direction | ZERO_SIGN if end == 0 else ANY


def _of_the_same(known: Term, formula: Term) -> bool:
    """Whether two predicates say the same of what is equal by its light form, heads being themselves."""
    if known.args[0] != formula.args[0] or len(known.args) != len(formula.args):
        return False
    pairs = zip(known.args[1:], formula.args[1:], strict=True)
    return all(x is y or (x.sort == y.sort != OTHER and canonical(x) is canonical(y)) for x, y in pairs)


class Facts:
    """Formulas that are taken to be true: everything that is answered is so in every model in which they are.

    What a formula says of values is used once its conditions are settled by other facts; until then it is true as it is
    written, and says nothing else. No fact may be stated of a local variable ("~…"), except for ranges of those that
    the caller has opened himself. Facts that contradict each other hold in no model; then any answer is right.
    """

    def __init__(self, formulas: Iterable[Term] = (), parent: Facts | None = None) -> None:
        self._formulas: dict[Term, None] = {}
        self._kept = False
        self._depth: int = parent._depth + 1 if parent else 0
        self._defined: dict[Term, None] = {}
        self._waiting: list[Term] = []
        self._stated: set[tuple[object, ...]] = set()
        self._relations: dict[frozenset[Monomial], list[Known]] = {}
        self._predicates: dict[object, list[Schema]] = {}
        self._patterns: dict[tuple[str, object], list[tuple[Schema, Term]]] = {}
        self._forget()
        if parent:
            for f in parent._formulas:
                self._state(f)
            for f in parent._defined:
                self._use(f)
        self.note(*formulas)

    @property
    def formulas(self) -> tuple[Term, ...]:
        """All that was stated."""
        return tuple(self._formulas)

    def kept(self) -> Facts:
        """These facts, to which no more are added: they may be remembered under what was stated."""
        self._kept = True
        return self

    def _forget(self) -> None:
        self._signs: dict[Term, int] = {}
        self._held: dict[Term, bool] = {}
        self._instances: dict[Term, list[Known]] = {}
        self._beyond: Facts | None = None

    def note(self, *formulas: Term) -> None:
        """Takes more formulas to be true."""
        new = [f for f in dict.fromkeys(formulas) if f not in self._formulas]
        if not new:
            return
        if self._kept:
            raise Refused("to facts that are kept, none are added")
        for f in new:
            self._state(f)
        self._forget()
        waiting = [*self._waiting, *(f for f in new if f.kind != "forall")]
        while True:  # what is found to be defined may settle that of others
            self._waiting = []
            for f in waiting:
                if self.defines(f):
                    self._use(f)
                else:
                    self._waiting.append(f)
            self._forget()
            if not 0 < len(self._waiting) < len(waiting):
                return
            waiting = self._waiting

    def _state(self, formula: Term) -> None:
        self._formulas[the_term(formula)] = None
        if formula.kind == "relation":
            self._stated.add(_written(formula))
        elif formula.kind == "forall":  # whether an instance of it is defined is asked of the instance
            self._note_schema(schema(formula))

    def _use(self, formula: Term) -> None:
        self._defined[formula] = None
        if formula.kind == "relation":
            self._note_relation(formula)

    def is_defined(self, fact: Term) -> bool:
        """Whether one of the facts is known to be defined."""
        return fact in self._defined or (fact.kind == "forall" and self.defines(fact))

    def _note_relation(self, formula: Term) -> None:
        if formula.args[1].sort != POINT_SORT:
            known = _known(formula)
            self._relations.setdefault(_shape(known[1]), []).append(known)

    def _note_schema(self, found: Schema) -> None:
        if not found.usable:
            return
        if found.body.kind == "predicate":
            self._predicates.setdefault(found.body.args[0], []).append(found)
        for p in found.patterns:
            head = p.args[0] if p.kind == "apply" and p.args[0] not in found.variables else None
            self._patterns.setdefault((p.kind, head), []).append((found, p))

    def more(self, formulas: Iterable[Term]) -> Facts:
        """These facts and some more; the facts themselves stay as they are, also in what is known to be defined."""
        return Facts(formulas, self)

    # --- whether a formula holds ------------------------------------------------------------------------------------

    def holds(self, formula: Term) -> bool:
        """Whether the formula is certain to be true; it is defined too, unless it is one of the facts as it stands."""
        if formula in self._formulas:
            return True
        if self._depth > MOST_DEPTH:
            return False
        if formula not in self._held:
            self._held[formula] = False  # what is asked on the way to its own answer
            try:
                self._held[formula] = self._holds(the_term(formula))
            except Refused:
                return False
        return self._held[formula]

    def _holds(self, formula: Term) -> bool:
        if formula.kind == "forall":  # a body that speaks of none of the variables may hold outright
            return (not formula.args[-1].open and self.holds(formula.args[-1])) or self._holds_for_all(formula)
        if formula.kind == "predicate":
            true = any(self._instance_is(s, formula) for s in self._predicates.get(formula.args[0], ()))
            true = true or any(
                k.kind == "predicate" and _of_the_same(k, formula) and self.is_defined(k) for k in self._formulas
            )
            return true and self.defines(formula)
        if formula.kind != "relation":
            return False
        if _written(formula) in self._stated:
            return True
        op, larger, smaller = sides(formula)
        if larger.sort == POINT_SORT:
            true = canonical(larger) is canonical(smaller)
        else:
            value = difference(formula)
            true = not self._from_facts(value) & ~ALLOWED[op]  # no sign is left where the facts contradict each other
            true = true or (is_scalar(value) and not self.signs(value) & ~ALLOWED[op])
            if op == "≠" and not true and is_scalar(value):
                true = not self._from_facts(raised_to(value, number(2))) & ~POSITIVE
        return true and self.defines(formula)

    def defines(self, formula: Term) -> bool:
        """Whether the formula, or term, is certain to be defined."""
        try:
            return all(self.holds(c) for c in conditions(formula))
        except Refused:
            return False

    def _holds_for_all(self, formula: Term) -> bool:
        """For new variables that meet the conditions: the body, also by facts of the same form, at these variables."""
        variables = fresh(*formula.args[0])
        *given, body = [opened(f, variables) for f in formula.args[1:]]
        inside = self.more(given)
        for other in self._formulas:
            if other.kind == "forall" and other.args[0] == formula.args[0]:
                *needed, gained = [opened(f, variables) for f in other.args[1:]]
                if not integrated([*needed, gained], variables) <= integrated([*given, body], variables):
                    continue  # it speaks of continuous functions only
                if all(inside.holds(g) for g in needed):
                    inside.note(gained)
        return inside.holds(body)

    def _instance_is(self, found: Schema, formula: Term) -> bool:
        pairs = list(zip(found.body.args[1:], formula.args[1:], strict=False))
        if not all(is_vector(p) == is_vector(t) for p, t in pairs):
            return False
        bindings = put_together(found.body.args[1:], formula.args[1:], found.variables)
        return bindings is not None and self._meets(found, bindings) is not None

    def _meets(self, found: Schema, bindings: dict[Term, Term]) -> Term | None:
        """The schema's body at the values, if its conditions hold there, and both are certain to be defined.

        The body may need a value nowhere; but the value has the sign of its variable only where it is defined, and what
        is given may speak of a rule that is defined only where the value is.
        """
        if self._beyond is None:
            self._beyond = self.more(())
        given, body = found.at(bindings)
        needed = (*(c for value in bindings.values() for c in conditions(value)), *given, *conditions(body))
        return body if all(map(self._beyond.holds, needed)) else None

    # --- signs ------------------------------------------------------------------------------------------------------

    def signs(self, term: Term) -> int:
        """The signs that the value of the number may have, wherever it has a value."""
        found = self._signs.get(term)
        if found is None:
            self._signs[the_term(term)] = ANY  # what is asked on the way to its own answer
            found = self.by_structure(term)
            if found not in SINGLE:
                plain = canonical(term)  # it has a value wherever the term has, the same one
                found &= self.signs(plain) if plain is not term else self._from_facts(term)
            if found == ANY and term.kind != "sum":
                found = self._by_deltas(term)
            found = found or ANY
            self._signs[term] = found
        return found

    def by_structure(self, t: Term) -> int:
        """The signs that it may have by those of its parts alone."""
        kind, args = t.kind, t.args
        if kind == "number":
            return sign_of_number(args[0])
        if kind == "variable":
            return DECLARED[args[2]]
        if kind == "apply":
            declared = args[1] == 0 and args[0].kind == "variable"
            return DECLARED[args[0].args[2]] if declared else ANY
        if kind in ("exp", "cosh", "pi", "e"):
            return POSITIVE
        if not t.free and not t.open:
            found = ground_sign(t)
            if found != ANY:
                return found
        if kind == "add":
            found = sign_sum([self.signs(a) for a in args])
            if found == ANY and canonical(t) is t:
                found = self._factored(t)
                return found if found != ANY else self._beside_a_root(t)
            return found
        if kind == "mul":
            found = POSITIVE
            for a, times in Counter(args).items():
                found = sign_product(found, sign_power(self.signs(a), times))
            return found
        if kind == "power":
            return self._power(*args)
        if kind == "abs":
            return self.signs(raised_to(args[0], number(2)))
        if kind in ("max", "min"):
            return self._extreme(kind, [self.signs(a) for a in args])
        if kind == "inner":
            return NOT_NEGATIVE if args[0] is args[1] else ANY
        if kind in ("delta", "acos", "acosh"):
            return NOT_NEGATIVE
        if kind in ("sinh", "tanh", "asinh", "atanh", "asin", "atan"):
            return self.signs(args[0])
        if kind == "log":
            return self.signs(minus(args[0], ONE))
        if kind == "sum" and self._depth < MOST_DEPTH:
            return self._sum(t)
        return ANY

    def _power(self, base: Term, exponent: Term) -> int:
        known = exponent.args[0] if exponent.kind == "number" else None
        if known is not None and known.denominator == 1:
            return sign_power(self.signs(base), int(known))
        if known is not None:  # of a number that has a root: it is not negative
            return self.signs(base) & NOT_NEGATIVE if known > 0 else POSITIVE
        below = self.signs(base)  # an exponent that happens to be an integer may have any base
        return ANY if below & NEGATIVE else NOT_NEGATIVE if below & ZERO_SIGN else POSITIVE

    @staticmethod
    def _extreme(kind: str, signs: Sequence[int]) -> int:
        """A maximum is one of its terms, and none is greater (as a mask, a greater sign is a greater number)."""
        possible = [s for s in SINGLE if any(s & other for other in signs)]
        if kind == "max":
            bound = max(min(s for s in SINGLE if s & other) for other in signs)
            return sum(s for s in possible if s >= bound)
        bound = min(max(s for s in SINGLE if s & other) for other in signs)
        return sum(s for s in possible if s <= bound)

    def _sum(self, t: Term) -> int:
        """By the sign of every summand; a sum of none is 0."""
        body, low, high = t.args
        (v,) = fresh(WHOLE)
        found = self.more(within(v, low, high, True)).signs(opened(body, [v]))
        if found in SINGLE and self.holds(relation("≥", high, low)):
            return found
        return found | ZERO_SIGN if sign_sum([found, found]) != ANY else ANY

    def _factored(self, t: Term) -> int:
        """By common factors of a sum's monomials.

        A factor x^k is taken out with the least exponent k that x has in any monomial; so what is left has x with
        exponents ≥ 0, fractional ones only where the sum has some too: it has a value where the sum has.
        """
        form = light(t)
        if len(form) < 2:
            return ANY
        seen: dict[Term, list[Fraction]] = {}
        for x, k in (factor for m in form for factor in m):
            seen.setdefault(x, []).append(k)
        least = {x: min(ks) if len(ks) == len(form) else min(Fraction(0), *ks) for x, ks in seen.items()}
        common = {x: k for x, k in least.items() if k}
        if not common:
            return ANY
        rest = [
            (tuple((x, k - least[x]) for x, k in _with_all(m, common) if k != least[x]), q) for m, q in form.items()
        ]
        found = self.signs(spelled(dict(rest)))
        for x, k in common.items():
            found = sign_product(found, self.signs(raised_to(x, number(k))))
        return found

    def _beside_a_root(self, t: Term) -> int:
        """Of c·√b + d, no root of b in d: the sign of c where c²b > d², that or 0 where c²b ≥ d²."""
        form = light(t)
        for m, c in form.items():
            if len(m) == 1 and m[0][1] == Fraction(1, 2):
                rest = {x: q for x, q in form.items() if x != m}
                if any(x is m[0][0] and k.denominator > 1 for other in rest for x, k in other):
                    continue  # they may stand in d², too, and in the square after it, without end
                shorter = raised_to(spelled(rest), number(2))
                longer = self.signs(minus(spelled({((m[0][0], Fraction(1)),): c * c}), shorter))
                return ANY if longer & NEGATIVE else sign_of_number(c) | (longer & ZERO_SIGN)
        return ANY

    def _by_deltas(self, t: Term) -> int:
        """Either the two indices of a delta are equal, or it is 0."""
        deltas = [x for x in walk(t) if x.kind == "delta" and not x.open]
        if not 0 < len(deltas) <= MOST_DELTAS:
            return ANY
        d = min(deltas, key=lambda x: x.order)
        return self.signs(replaced(t, d, ONE)) | self.signs(replaced(t, d, ZERO))

    # --- what the facts say of a term -------------------------------------------------------------------------------

    def _from_facts(self, t: Term) -> int:
        """By facts about another multiple of the term, up to a number: t = factor·d + offset, of d op 0."""
        form = light(t)
        shape = _shape(form)
        offset = form.get((), Fraction(0))
        if not shape:
            return sign_of_number(offset)
        found = ANY
        first = next(iter(shape))
        for op, known, whole in self._known_of(t, shape):
            factor = form[first] / known[first]
            if all(form[m] == factor * known[m] for m in shape):
                found &= shifted(op, factor, offset - factor * known.get((), Fraction(0)), whole)
        return found

    def _known_of(self, t: Term, shape: frozenset[Monomial]) -> Iterator[Known]:
        yield from self._relations.get(shape, ())
        if self._patterns and self._depth <= MOST_DEPTH:
            for x in walk(t):
                if x.kind in ("apply", "inner") and not x.open:
                    yield from (known for known in self._instances_at(x) if _shape(known[1]) == shape)

    def _instances_at(self, target: Term) -> list[Known]:
        """The instances of schemas in which a pattern becomes the target."""
        found = self._instances.get(target)
        if found is None:
            found = self._instances[target] = []
            heads = (target.args[0], None) if target.kind == "apply" else (None,)
            for s, pattern in [pair for head in heads for pair in self._patterns.get((target.kind, head), ())]:
                bindings: dict[Term, Term] = {}
                try:
                    if match(pattern, target, s.variables, bindings) and len(bindings) == len(s.variables):
                        instance = self._meets(s, bindings)
                        if instance is not None and instance.args[1].sort not in (OTHER, POINT_SORT):
                            found.append(_known(instance))
                except Refused:  # the values do not fit
                    continue
        return found


_read: dict[Term, Known] = {}


def _known(formula: Term) -> Known:
    if formula not in _read:
        value = difference(the_term(formula))
        _read[formula] = (sides(formula)[0], light(value), value.whole)
    return _read[formula]


def _shape(form: Polynomial) -> frozenset[Monomial]:
    """The monomials other than 1."""
    return frozenset(m for m in form if m)


def _written(formula: Term) -> tuple[object, ...]:
    """The relation up to the order in which its sides are written."""
    op, larger, smaller = sides(formula)
    return (op, frozenset((larger, smaller))) if op in ("=", "≠") else (op, larger, smaller)


def _with_all(m: Monomial, atoms: Iterable[Term]) -> list[tuple[Term, Fraction]]:
    """The monomial's factors, and the atoms that are not in it with the exponent 0."""
    return sorted((dict.fromkeys(atoms, Fraction(0)) | dict(m)).items(), key=lambda factor: factor[0].order)

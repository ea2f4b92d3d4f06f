"""Counterexamples: a statement read in n-tuples of numbers, at an exact assignment.

Every space, and every tangent space, is that of the n-tuples with their usual inner product; so vectors and points
become n numbers, equations of them n equations, a function of them one of more numbers, a gradient the derivatives by
each of these, and words are said together with n and what they were said of. Nothing that may be without a value is
dropped: a reading has a value only where what it reads has one, if also the conditions of what it reads hold in their
reading, which is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, floor
from typing import Final

from verify.core.balls import ground_sign
from verify.core.definedness import conditions, where_defined
from verify.core.derivatives import derivative, evaluated
from verify.core.equality import follows, same
from verify.core.heads import kind_of, refuse_two_shapes, refuse_two_widths, speaks_of_a_space
from verify.core.nodes import (
    BINDING_TERMS, CONSTANT, DOMAIN, INTEGER, INTEGERS, NUMBER, PARTIAL, POINT, POINT_SORT, REAL, SCALAR, VECTOR,
    WHOLE, ZERO_SORT, Refused, Term, is_scalar, is_vector, node,
)  # fmt: skip
from verify.core.polynomials import canonical, difference, light, negative, product, total
from verify.core.printing import text
from verify.core.signs import ALLOWED, ANY, POSITIVE, ZERO_SIGN, Facts
from verify.core.terms import (
    HEADED, ZERO, binding, forall, fresh, function, has, in_coordinates, mul, number, opened, opened_binding,
    opened_formula, predicate, relation, replaced, sides, substitute, value_at, walk,
)  # fmt: skip
from verify.core.uses import integrated, uses_of
from verify.core.zero import NormalForm, Undecided

MOST_INSTANCES: Final = 10_000
"""No "for all" over ranges of integers is shown by more instances."""
MOST_DERIVATIVES: Final = 100
MOST_ABSOLUTE: Final = 6
"""Of more absolute values in one formula, no cases are told apart."""

_SIGNS: Final = {"": ANY, "positive": POSITIVE, "nonnegative": ZERO_SIGN | POSITIVE}


def check_witness(
    given: Sequence[Term], states: Term, assignment: Mapping[Term, Term], known: Sequence[Term]
) -> list[str]:
    """Refuses unless at the assignment all of `given` is defined and true, and `states` is defined and not true.

    Args:
        given: the hypotheses of the statement.
        states: a relation, the conclusion of the statement.
        assignment: closed values of variables: a term for a number, a `tuple` for a vector or point, a `lambda` of
            numbers for a function or family; of vectors it has the coordinates for arguments. A variable without a
            value is one for which all values will do.
        known: conclusions of theorems that have no hypotheses.

    Returns:
        For each hypothesis a line that says what it reads, and one that says how the conclusion fails.
    """
    if states.kind != "relation":
        raise Refused("a counterexample is one to a relation")
    formulas = [*given, states]
    model = _Model(assignment, formulas, known)
    model.check_values()
    readings = [model.read(f) for f in formulas]
    for i, (f, reading) in enumerate(zip(formulas, readings, strict=True)):
        stated = [part for needed in conditions(f) for part in model.read(needed)]
        for part in (*stated, *reading):
            model.show_defined(part, f)
        for part in (*stated, *(reading if i < len(given) else ())):
            model.show(part, f)
    failing = [part for part in readings[-1] if model.fails(part)]
    if not failing:
        raise Undecided(f"{states!r} is not shown to fail, it reads {_listed(readings[-1], frozenset())}")
    beside = frozenset[Term]().union(*(f.free for f in formulas))
    lines = [f"{text(f, beside)}: {_listed(reading, beside)}" for f, reading in zip(given, readings, strict=False)]
    return [*lines, f"but not {text(states, beside)}: {text(_in_numbers(failing[0]), beside)} is false"]


def _listed(formulas: Iterable[Term], beside: frozenset[Term]) -> str:
    return ", ".join(text(_in_numbers(f), beside) for f in formulas) or "nothing is left to show"


def _in_numbers(formula: Term) -> Term:
    """The formula with the sides that are numbers worked out; for people, who have been told that it is defined."""
    if formula.kind == "forall":
        variables, given, body = opened_formula(formula)
        return forall(variables, list(map(_in_numbers, given)), _in_numbers(body))
    if formula.kind != "relation":
        return _in_order(formula)
    return relation(formula.args[0], *(_in_order(_worked_out(t)) for t in formula.args[1:]))


def _worked_out(t: Term) -> Term:
    if t.free:
        return t
    try:
        return NormalForm(Facts()).canonical(evaluated(t)[0])
    except Refused:
        return canonical(t)


def _in_order(t: Term) -> Term:
    """The term with its sums and products in an order that does not depend on names that were made on the way."""
    args = [_in_order(a) if type(a) is Term else a for a in t.args]
    if t.kind not in ("add", "mul"):
        return node(t.kind, *args)
    made = (total if t.kind == "add" else product)(*args)
    return mul(*sorted(made.args, key=lambda a: (a.kind != "number", a.order))) if made.kind == "mul" else made


class _Model:
    """What the variables of a statement stand for, and what can be shown of it."""

    def __init__(self, values: Mapping[Term, Term], formulas: Sequence[Term], known: Sequence[Term]) -> None:
        self.values = dict(values)
        self.facts = Facts(known)
        self._forms: dict[Facts, NormalForm] = {}
        self.left = MOST_INSTANCES
        self.coordinates: dict[Term, list[Term]] = {}  # of bound vectors and points
        bodies = [v.args[1] if v.kind == "lambda" else v for v in self.values.values()]
        sizes = {len(b.args) for b in bodies if b.kind == "tuple"} or {1}
        if len(sizes) > 1 or 0 in sizes:
            raise Refused(f"vectors of different dimensions: {', '.join(map(str, sorted(sizes)))}")
        (self.size,) = sizes
        self.has_spaces = any(map(speaks_of_a_space, (t for f in formulas for t in walk(f))))
        self.real: dict[Term, set[int]] = {}
        for f in formulas:
            self._find_real(f)
        refuse_two_widths(self.values, self._width, formulas)
        uses = uses_of(formulas)
        self.orders = uses.orders()
        self.total = {head for head, *_ in uses.places} | self.orders.keys()

    # --- values -------------------------------------------------------------------------------------------------------

    def _find_real(self, formula: Term) -> None:
        """Which coordinates of the arguments of functions are no integers, or not certain to be."""
        for t in walk(formula):
            head = t.args[0] if t.kind in HEADED else None
            if head not in self.values or head is None:
                continue
            found = self.real.setdefault(head, set())
            if t.kind in ("gradient", "hessian") or (t.kind == "apply" and t.args[1] > 0):
                found.update(self._numbers(head))
                continue
            place = 0
            for a in t.args[HEADED[t.kind] :]:
                width = self._width(a)
                if not (is_scalar(a) and a.whole):
                    found.update(range(place, place + width))
                place += width

    def _width(self, argument: Term) -> int:
        if argument.kind == "tuple":
            return len(argument.args)
        return self.size if is_vector(argument) or argument.sort == POINT_SORT else 1

    def _numbers(self, head: Term) -> list[int]:
        value = self.values[head]
        return [i for i, s in enumerate(value.args[0]) if s[0] != INTEGER] if value.kind == "lambda" else []

    def check_values(self) -> None:
        """Refuse values that are not of the kind, sign and smoothness of their variables."""
        for v, value in self.values.items():
            if v.kind != "variable" or value.open or value.free:
                raise Refused(f"{value!r} is no value of {v!r}")
            kind = v.args[1]
            if value.kind == "lambda" and kind not in (NUMBER, INTEGER, CONSTANT):
                self._check_function(v, value)
            elif (kind in (VECTOR, POINT) and value.kind == "tuple") or (kind != CONSTANT and is_scalar(value)):
                for part in self._parts(value):
                    self._check_kind(v, part)
                    self.show_defined(part, v)
            else:
                raise Refused(f"{value!r} is no value of {v!r}")

    def _check_kind(self, v: Term, body: Term) -> None:
        """Of a number, or of the value of a function for any arguments."""
        kind, sign = v.args[1:]
        if not is_scalar(body) or (kind in (INTEGER, INTEGERS) and not body.whole):
            raise Refused(f"{body!r} is no value of {v!r}")
        if sign and self._signs(body, self.facts) & ~_SIGNS[sign]:
            raise Refused(f"{v!r} is {sign}, which {body!r} is not known to be")

    def _check_function(self, v: Term, value: Term) -> None:
        """A function that is integrated or differentiated is defined for all arguments; others need not be.

        A lambda of numbers is continuous where it is defined. A partial function is defined where it is.
        """
        if value.args[1].kind == "tuple" and v.args[1] not in (VECTOR, POINT):
            raise Refused(f"{v!r} has numbers as values, {value!r} has none")
        real = self.real.get(v, set())
        kinds = []
        for i, (kind, _) in enumerate(value.args[0]):
            if kind not in (NUMBER, INTEGER) or (kind == INTEGER and i in real):
                raise Refused(f"{v!r} has arguments of another kind than {value!r}")
            kinds.append(REAL if i in real else WHOLE)
        arguments = fresh(*kinds)
        parts = self._parts(opened(value.args[1], arguments, fits=False))
        domain = [c for part in parts for c in conditions(part)]
        if v in self.total and v.args[1] != PARTIAL and not all(self._holds(c, self.facts) for c in domain):
            raise Refused(f"{v!r} is defined for all arguments, {value!r} is not known to be")
        for part in parts:
            self._check_kind(v, part)
        self._check_smooth(v, parts, [a for a in arguments if a.args[1] == NUMBER], self.facts.more(domain))

    def _check_smooth(self, v: Term, parts: Sequence[Term], arguments: Sequence[Term], facts: Facts) -> None:
        """As many continuous derivatives as the statement takes of it must exist wherever the function is defined."""
        terms = list(parts)
        for _ in range(self.orders.get(v, 0)):
            if len(terms) * len(arguments) > MOST_DERIVATIVES:
                raise Refused(f"{v!r}: too many derivatives")
            found = [derivative(t, x) for t in terms for x in arguments]
            if not all(self._holds(c, facts) for _, needed in found for c in needed):
                raise Undecided(f"{v!r} is not shown to be as smooth as the statement needs")
            terms = [t for t, _ in found]

    def _parts(self, value: Term) -> list[Term]:
        return list(value.args) if value.kind == "tuple" else [value]

    # --- reading ------------------------------------------------------------------------------------------------------

    def read(self, formula: Term, condition: bool = False) -> list[Term]:
        """Formulas about numbers that together say what the formula says; or more, if it is no condition."""
        if formula.kind == "relation":
            op, left, right = formula.args
            if {left.sort, right.sort} <= {SCALAR, ZERO_SORT}:
                return [relation(op, self._scalar(left), self._scalar(right))]
            return [relation(op, *pair) for pair in zip(self._vector(left), self._vector(right), strict=True)]
        if formula.kind == "forall":
            return self._for_all_read(formula, condition)
        words, *terms = formula.args
        if words == DOMAIN:
            head, at = terms[0], self._arguments(terms[1:])
            return list(where_defined(self.values[head], at)) if head in self.values else [predicate(words, head, *at)]
        if self.has_spaces:
            words = in_coordinates(words, self.size, map(kind_of, terms))
        return [predicate(words, *map(self._spoken_of, terms))]

    def _for_all_read(self, formula: Term, condition: bool) -> list[Term]:
        """What is said of all families of vectors or points with a property, is read of all such families."""
        variables, given, body = opened_formula(formula, anew=True)
        told = {t.args[0] for f in (*given, body) for t in walk(f) if _is_member(t)}.intersection(variables)
        free = [x for v in variables for x in ([v] if v in told else self._numbers_for(v))]
        if told and condition:
            raise Refused(f"{formula!r}: a family of vectors or points is not read in coordinates")
        refuse_two_shapes([v for v in variables if v not in told], [*given, body])
        guards = [part for g in given if told.isdisjoint(g.free) for part in self.read(g, not condition)]
        parts = self.read(body, condition)
        said = {(h, n) for h, i, sorts in integrated([*given, body], variables) for n in self._places(sorts[1:], i)}
        for part in parts:  # each is "for all" by itself, of functions that are continuous in these and no others
            if said != {(h, n) for h, n, _ in integrated([*guards, part], variables)}:
                raise Refused(f"{formula!r} is read as a formula about other functions")
        return [forall(free, guards, part) for part in parts]

    def _places(self, sorts: Sequence[object], i: int) -> range:
        """Which of the numbers that arguments of these sorts are read as are those of the i-th."""
        widths = [s if type(s) is int else 1 if s == SCALAR else self.size for s in sorts]
        return range(sum(widths[:i]), sum(widths[: i + 1]))

    def _numbers_for(self, v: Term) -> list[Term]:
        if v.args[1] not in (VECTOR, POINT):
            return [v]
        self.coordinates[v] = fresh(*[REAL] * self.size)
        return self.coordinates[v]

    def _spoken_of(self, t: Term) -> Term:
        """What has a property: a number, a vector by its coordinates, or a function of numbers with such values."""
        if t.kind == "lambda":
            variables = fresh(*t.args[0])
            at = [x for v in variables for x in self._numbers_for(v)]
            return function(at, self._spoken_of(opened(t.args[1], variables)))
        return self._scalar(t) if is_scalar(t) else node("tuple", *self._any(t))

    def _any(self, t: Term) -> list[Term]:
        if t.kind == "tuple":
            return [self._scalar(a) for a in t.args]
        return self._vector(t) if is_vector(t) or t.sort == POINT_SORT else [self._scalar(t)]

    def _arguments(self, args: Sequence[Term]) -> list[Term]:
        return [x for a in args for x in self._any(a)]

    def _scalar(self, t: Term) -> Term:
        """The number that a number is read as."""
        if t.kind == "variable":
            return self.values.get(t, t)
        if t.kind == "inner":
            pairs = zip(self._vector(t.args[0]), self._vector(t.args[1]), strict=True)
            return total(*(product(a, b) for a, b in pairs))
        if t.kind == "apply":
            head, order, *args = t.args
            at = self._arguments(args)
            return value_at(self.values[head], at, order) if head in self.values else node("apply", head, order, *at)
        if t.kind in BINDING_TERMS:
            v, body = opened_binding(t)
            return binding(t.kind, v, self._scalar(body), *map(self._scalar, t.args[1:]))
        if any(type(a) is Term and not is_scalar(a) for a in t.args):
            raise Refused(f"{t!r} is not read in coordinates")
        args = [self._scalar(a) if type(a) is Term else a for a in t.args]
        if t.kind in ("add", "mul"):
            return (total if t.kind == "add" else product)(*args)
        return node(t.kind, *args)

    def _vector(self, t: Term) -> list[Term]:
        """The coordinates of a vector or point."""
        if t is ZERO:
            return [ZERO] * self.size
        if t.kind == "add":
            return [total(*column) for column in zip(*map(self._vector, t.args), strict=True)]
        if t.kind == "mul":
            (v,) = [a for a in t.args if is_vector(a)] or [ZERO]
            factors = [self._scalar(a) for a in t.args if a is not v]
            return [product(*factors, x) for x in self._vector(v)]
        if t.kind in BINDING_TERMS:
            x, body = opened_binding(t)
            bounds = [self._scalar(a) for a in t.args[1:]]
            return [binding(t.kind, x, part, *bounds) for part in self._vector(body)]
        if t.kind in ("vector", "point"):
            head, args = t.args[0], t.args[HEADED[t.kind] :]
            if head in self.coordinates and not args:
                return self.coordinates[head]
            if head in self.values:
                found = self._parts(value_at(self.values[head], self._arguments(args)))
                if len(found) == self.size:
                    return found
        if t.kind in ("gradient", "hessian") and t.args[0] in self.values:
            return self._of_field(t)
        raise Refused(f"{t!r} is not read in coordinates: it has no value")

    def _of_field(self, t: Term) -> list[Term]:
        """A gradient has the derivatives by each coordinate, a hessian those of the gradient in the direction."""

        def field(at: Sequence[Term]) -> Term:
            return value_at(self.values[t.args[0]], at)

        place = self._vector(t.args[1])
        if t.kind == "gradient":
            return [_slope(field, place, i) for i in range(self.size)]
        direction = self._vector(t.args[2])
        slopes = [partial(_slope, field, i=i) for i in range(self.size)]
        return [total(*(product(u, _slope(s, place, j)) for j, u in enumerate(direction))) for s in slopes]

    # --- what can be shown --------------------------------------------------------------------------------------------

    def show_defined(self, formula: Term, what: Term) -> None:
        """Refuse unless what the formula says has a meaning."""
        waiting, seen = [formula], {formula}
        while waiting:
            for needed in conditions(waiting.pop()):
                if needed not in seen:
                    seen.add(needed)
                    waiting.append(needed)
                    self.show(needed, what)

    def show(self, formula: Term, what: Term) -> None:
        """Refuse unless the formula is true, if it is defined."""
        if not self._holds(formula, self.facts):
            raise Undecided(f"the assignment is not shown to meet {formula!r}, for {what!r}")

    def _holds(self, formula: Term, facts: Facts) -> bool:
        if formula in facts.formulas:
            return True
        if formula.kind == "relation":
            signs = self._signs(difference(formula), facts)
            if signs and not signs & ~ALLOWED[sides(formula)[0]]:
                return True
        form, alike = self._form(facts), [k for k in facts.formulas if k.kind == formula.kind]
        if any(facts.is_defined(k) and _agree(k, formula, form) for k in sorted(alike, key=partial(_apart, formula))):
            return True
        if formula.kind == "forall":
            return self._holds_for_all(formula, facts)
        return facts.holds(formula) or follows(formula, facts) or self._holds_by_cases(formula, facts)

    def _form(self, facts: Facts) -> NormalForm:
        """The one zero test under these facts: it remembers what it has reduced."""
        if facts not in self._forms:
            self._forms[facts] = NormalForm(facts)
        return self._forms[facts]

    def _holds_by_cases(self, formula: Term, facts: Facts) -> bool:
        """On the sign of what is in an absolute value."""
        absolute = [t for t in walk(formula) if t.kind == "abs" and not t.open and t.free]
        if not 0 < len(absolute) <= MOST_ABSOLUTE or formula.kind != "relation":
            return False
        found = absolute[0]
        u = found.args[0]
        return all(
            self._holds(replaced(formula, found, value), facts.more([relation(op, u)]))
            for op, value in (("≥", u), ("≤", negative(u)))
        )

    def _holds_for_all(self, formula: Term, facts: Facts) -> bool:
        """For all integers of a range one by one, or for whatever the conditions are known of."""
        variables, given, body = opened_formula(formula, anew=True)
        for v in variables:
            span = _range(v, given)
            if span is None:
                continue
            rest = [x for x in variables if x is not v]
            for k in range(span[0], span[1] + 1):
                self.left -= 1
                if self.left < 0:
                    raise Undecided(f"more than {MOST_INSTANCES} instances, of {formula!r}")
                *guards, instance = [substitute(f, {v: number(k)}) for f in (*given, body)]
                if any(not has(g, "derivative") and self.fails(g) for g in guards):
                    continue
                left = [g for g in guards if g.free or not self._holds(g, facts)]
                if rest:
                    instance, left = forall(rest, left, instance), []
                if not self._holds(instance, facts.more(left) if left else facts):
                    return False
            return True
        return self._holds(body, facts.more(given))

    def fails(self, formula: Term) -> bool:
        """Whether it is a relation that is certain not to be true, if its derivatives exist where their rules say."""
        signs = self._signs(difference(formula), self.facts) if formula.kind == "relation" else 0
        return signs != 0 and not signs & ALLOWED[sides(formula)[0]]

    def _signs(self, t: Term, facts: Facts) -> int:
        """The signs that the value of the term may have, wherever it has one."""
        try:
            plain = evaluated(t)[0]
            signs = ANY
            if not plain.free:
                signs = ground_sign(canonical(plain)) & ground_sign(plain)
            if signs == ANY:
                signs = facts.signs(plain)
            if signs & ZERO_SIGN and signs != ZERO_SIGN and self._form(facts).is_zero(plain):
                return ZERO_SIGN
        except Refused:
            return ANY
        return signs


def _is_member(t: Term) -> bool:
    """Whether it is a member of a family of vectors or points."""
    return t.kind in ("vector", "point") and len(t.args) > HEADED[t.kind]


def _slope(of: Callable[[Sequence[Term]], Term], at: Sequence[Term], i: int) -> Term:
    """The derivative by the i-th coordinate."""
    (x,) = fresh(REAL)
    return binding("derivative", x, of([*at[:i], x, *at[i + 1 :]]), at[i])


def _apart(f: Term, k: Term) -> int:
    """In how many parts they differ: what says the same is mostly written alike, and is tried first."""
    return ((_parts(f) | _parts(k)) - (_parts(f) & _parts(k))).total()


@lru_cache(10_000)
def _parts(t: Term) -> Counter[Term | str]:
    return Counter(x if x.kind in ("variable", "number") else x.kind for x in walk(t))


def _agree(k: Term, formula: Term, form: NormalForm) -> bool:
    try:
        return same(k, formula, form)
    except Refused:
        return False


def _range(v: Term, given: Sequence[Term]) -> tuple[int, int] | None:
    """The least and the largest integer that v can be, by conditions with numbers."""
    if v.args[1] != INTEGER:
        return None
    low, high = list[int](), list[int]()
    for g in given:
        if g.kind != "relation" or g.args[0] == "≠" or not is_scalar(difference(g)):
            continue
        form = light(difference(g))
        factor = form.get(((v, Fraction(1)),))
        if factor is None or set(form) - {((v, Fraction(1)),), ()}:
            continue
        end, op = -form.get((), Fraction(0)) / factor, sides(g)[0]
        if op == "=" or factor > 0:
            low.append(floor(end) + 1 if op == ">" else ceil(end))
        if op == "=" or factor < 0:
            high.append(ceil(end) - 1 if op == ">" else floor(end))
    return (max(low), min(high)) if low and high else None

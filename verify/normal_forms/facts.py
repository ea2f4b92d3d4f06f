"""What is known while a term is normalised: declared signs, hypotheses, and what follows from them at once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Any

from sympy import Abs, Add, Expr, Mul, Pow, Rational, S, Sum, Symbol, cosh, exp, expand, factor_terms

from verify.balls.evaluate import is_positive
from verify.language.terms import (
    ForAll,
    Formula,
    Fun,
    Head,
    IllFormed,
    Inner,
    Predicate,
    Relation,
    alpha,
    difference,
    fresh,
    ge,
    sort_of,
    substitute,
)
from verify.normal_forms.definedness import conditions
from verify.normal_forms.deltas import on_and_off
from verify.normal_forms.matching import match

Signs = frozenset[int]
"""Which signs a term can have, a subset of {−1, 0, 1}."""

ANY: Signs = frozenset({-1, 0, 1})
ALLOWED: dict[str, Signs] = {
    "=": frozenset({0}),
    "≠": frozenset({-1, 1}),
    "≥": frozenset({0, 1}),
    ">": frozenset({1}),
}
_DEPTH = 6


class Facts:
    """Formulas taken as known. Answers are certain or withheld: an unknown sign is `ANY`."""

    def __init__(self, formulas: Iterable[Formula] = (), depth: int = 0) -> None:
        self.formulas = tuple(dict.fromkeys(formulas))
        self._relations = [f for f in self.formulas if isinstance(f, Relation)]
        self._schemas = [f for f in self.formulas if isinstance(f, ForAll)]
        self._depth = depth
        self._known: dict[Any, Signs] = {}

    def with_more(self, formulas: Iterable[Formula]) -> Facts:
        """These facts and some more."""
        return Facts((*self.formulas, *formulas), self._depth + 1)

    def holds(self, formula: Formula) -> bool:
        """Whether the formula is certain to hold."""
        if self._depth > _DEPTH:
            return False
        if isinstance(formula, ForAll):
            renaming = {v: fresh(v) for v in formula.variables}
            if alpha(formula) in map(alpha, self._schemas):
                return True
            opened = substitute_all((*formula.given, formula.body), renaming)
            inside = self.with_more(opened[:-1])
            return inside.with_more(inside._alongside(list(renaming.values()))).holds(opened[-1])
        if isinstance(formula, Predicate):
            return any(_same_formula(formula, f) for f in self.formulas) or any(
                self._instance(schema, schema.body, formula) for schema in self._schemas
            )
        if isinstance(formula, Relation):
            if formula in self.formulas:
                return True
            value = difference(formula)
            if not (_is_scalar(value) and self.signs(value) <= ALLOWED[formula.op]):
                return False
            return all(self.holds(c) for c in conditions(formula))  # the sign is that of a defined term
        return False

    def signs(self, term: Any) -> Signs:
        """The signs that the real term can have wherever it is defined."""
        if term not in self._known:
            self._known[term] = ANY  # what is asked about itself is unknown
            found = self._structural(term)
            found = found if len(found) == 1 else found & self._from_facts(term)
            self._known[term] = found or ANY  # no sign at all: the facts contradict each other, or it is undefined
        return self._known[term]

    def _structural(self, term: Any) -> Signs:
        if isinstance(term, Rational):
            return frozenset({_sign(term)})
        if term.is_number and not term.free_symbols:
            return _constant(term)
        if term.is_Symbol or isinstance(term, Fun):
            return _declared(term)
        found = self._composed(term)
        split = on_and_off(term) if found == ANY and not isinstance(term, Sum) else None
        return self.signs(split[1]) | self.signs(split[2]) if split else found

    def _composed(self, term: Any) -> Signs:
        if isinstance(term, exp | cosh):
            return frozenset({1})
        if isinstance(term, Abs):
            return frozenset(abs(sign) for sign in self.signs(term.args[0]))
        if isinstance(term, Inner) and term.args[0] == term.args[1]:
            return frozenset({0, 1})
        if isinstance(term, Mul):
            signs = [self.signs(a) for a in term.args]
            return frozenset(_product(choice) for choice in product(*signs))
        if isinstance(term, Pow):
            return self._power(*term.args)
        if isinstance(term, Add):
            factored = factor_terms(term)
            if isinstance(factored, Mul):
                return self.signs(factored)
            return _sum([self.signs(a) for a in term.args])
        if isinstance(term, Sum) and len(term.args) == 2:
            return self._sum(term)
        return ANY

    def _power(self, base: Any, exponent: Any) -> Signs:
        if not exponent.is_Integer:
            root = self.signs(base) & ALLOWED["≥"]
            return root if exponent.is_positive else frozenset({1})
        signs = self.signs(base)
        if exponent < 0:
            signs -= {0}
        return frozenset(s ** int(abs(exponent)) for s in signs)

    def _sum(self, term: Any) -> Signs:
        body, (i, lo, hi) = term.args
        j = fresh(i)
        inside = self.with_more([ge(j, lo), ge(hi, j)])
        signs = inside.signs(substitute(body, {i: j})) if self._depth < _DEPTH else ANY
        if len(signs) == 1 and self.holds(ge(hi, lo)):
            return signs
        return signs | {0} if _sum([signs, signs]) != ANY else ANY

    def _from_facts(self, term: Any) -> Signs:
        found = ANY
        for relation in [*self._relations, *self._instances(term)]:
            known = difference(relation)
            if not _is_scalar(known):
                continue
            ratio = _ratio(term, known)
            if ratio is not None:
                found &= _shifted(relation.op, *ratio, bool(known.is_integer))
        return found

    def _instances(self, term: Any) -> list[Relation]:
        """The schemas' instances at the arguments of the abstract functions in the term."""
        if self._depth > _DEPTH:
            return []
        found: list[Relation] = []
        for schema in self._schemas:
            if not isinstance(schema.body, Relation):
                continue
            variables = set(schema.variables)
            patterns = [a for a in schema.body.atoms(Fun) if variables <= a.free_symbols]
            for pattern in patterns:
                for target in term.atoms(Fun):
                    instance = self._instance(schema, pattern, target)
                    if isinstance(instance, Relation):
                        found.append(instance)
        return found

    def _alongside(self, variables: list[Any]) -> list[Formula]:
        """The schemas over variables of the same sorts, at these variables, where their conditions are known."""
        found: list[Formula] = []
        for schema in self._schemas:
            if [_kind(v) for v in schema.variables] == [_kind(v) for v in variables]:
                binding = dict(zip(schema.variables, variables, strict=True))
                opened = substitute_all((*schema.given, schema.body), binding)
                found += opened[-1:] if all(self.holds(g) for g in opened[:-1]) else []
        return found

    def _instance(self, schema: ForAll, pattern: Any, target: Any) -> Formula | None:
        """The schema's body at the binding that makes the pattern the target, if its conditions are known."""
        renaming = {v: fresh(v) for v in schema.variables}
        pattern = substitute(pattern, renaming)
        binding = match(pattern, target, set(renaming.values()))
        if binding is None or set(binding) != set(renaming.values()):
            return None
        opened = substitute_all(substitute_all((*schema.given, schema.body), renaming), binding)
        inner = Facts(self.formulas, self._depth + 1)
        return opened[-1] if all(inner.holds(g) for g in opened[:-1]) else None


def substitute_all(terms: Iterable[Any], mapping: dict[Any, Any]) -> list[Any]:
    """`substitute` on each of the terms."""
    return [substitute(t, mapping) for t in terms]


@lru_cache(maxsize=1 << 14)
def signs_under(known: tuple[Formula, ...], term: Any) -> Signs:
    """The signs that the real term can have wherever it is defined, under these facts."""
    return Facts(known).signs(term)


@lru_cache(maxsize=1 << 14)
def needed_under(conditions: tuple[Formula, ...], known: tuple[Formula, ...]) -> tuple[Formula, ...]:
    """`unsettled` by these facts."""
    return unsettled(conditions, Facts(known))


def unsettled(conditions: Iterable[Formula], facts: Facts) -> tuple[Formula, ...]:
    """The conditions that are not certain to hold, each once.

    Raises:
        ValueError: when a condition is certain to fail, so that the term is defined nowhere.
    """
    left: list[Formula] = []
    for c in dict.fromkeys(conditions):
        if isinstance(c, Relation) and _is_scalar(difference(c)) and not facts.signs(difference(c)) & ALLOWED[c.op]:
            raise ValueError(f"undefined: needs {c}, which cannot hold")
        if not facts.holds(c):
            left.append(c)
    for c in [*left]:
        rest = [other for other in left if other != c]
        if facts.with_more(rest).holds(c):
            left = rest
    return tuple(left)


def _kind(variable: Symbol) -> Any:
    kind = type(variable) if isinstance(variable, Head) else Symbol
    return kind, frozenset(variable._assumptions_orig.items())


def _is_scalar(term: Any) -> bool:
    try:
        return sort_of(term) in ("scalar", "zero")
    except IllFormed:
        return False


def _declared(term: Any) -> Signs:
    if term.is_positive:
        return frozenset({1})
    return frozenset({0, 1}) if term.is_nonnegative else ANY


def _constant(term: Expr) -> Signs:
    for sign in (1, -1):
        if is_positive(sign * term) is True:
            return frozenset({sign})
    return ANY


def _sign(number: Rational) -> int:
    return 0 if number == 0 else (1 if number.p > 0 else -1)


def _product(signs: Iterable[int]) -> int:
    total = 1
    for s in signs:
        total *= s
    return total


def _sum(signs: list[Signs]) -> Signs:
    for allowed in (ALLOWED["≥"], frozenset({0, -1})):
        if all(s <= allowed for s in signs):
            strict = allowed - {0}
            if all(s == {0} for s in signs):
                return frozenset({0})
            return strict if any(s == strict for s in signs) else allowed
    return ANY


def _ratio(term: Expr, known: Expr) -> tuple[Rational, Rational] | None:
    """The rational q ≠ 0 and c with term = q·known + c; None if there are none."""
    (plain, offset), (other, shift) = _coefficients(term), _coefficients(known)
    if not other or plain.keys() != other.keys():
        return None
    monomial = next(iter(other))
    factor = plain[monomial] / other[monomial]
    if any(plain[m] != factor * c for m, c in other.items()):
        return None
    return factor, offset - factor * shift


@lru_cache(maxsize=1 << 14)
def _coefficients(term: Expr) -> tuple[dict[Expr, Rational], Rational]:
    """The rational coefficients of the expanded term's monomials, and the number that is added to them."""
    found = {m: Rational(c) for m, c in expand(term).as_coefficients_dict().items() if c != 0}
    return found, found.pop(S.One, S.Zero)


def _shifted(op: str, factor: Rational, offset: Rational, integral: bool) -> Signs:
    """The signs of factor·d + offset, where d op 0 is known."""
    if op == "=":
        return frozenset({_sign(offset)})
    if op == "≠":
        return ALLOWED["≠"] if offset == 0 else ANY
    flip = _sign(factor)
    least = offset + (factor if op == ">" and integral else 0)  # an integer d > 0 is at least 1
    strict = op == ">" and not integral
    if flip * least > 0 or (least == 0 and strict):
        return frozenset({flip})
    return frozenset({flip, 0}) if least == 0 else ANY


def _same_formula(left: Formula, right: Formula) -> bool:
    return bool(alpha(left) == alpha(right))

"""Functions for the abstract ones of a claim: tried in turn, and dropped where a hypothesis is seen to fail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sympy import Abs, Dummy, Lambda, Max, Pow, S, Symbol, Tuple, sign

from verify.hunt.spaces.grammar import Kind, Rule, places_in_turn, rules
from verify.hunt.spaces.grounding import Ground, Grounding, Key, Schema, Ungrounded
from verify.hunt.spaces.implied import Implied, determined, implied
from verify.hunt.spaces.polynomials import coefficients
from verify.hunt.spaces.scoring import Sampled, slack
from verify.hunt.spaces.signature import INDEX, NUMBER, VECTOR, Signature, arguments
from verify.hunt.spaces.unbounded import deep, families, unbounded
from verify.language.terms import (
    Constant,
    ForAll,
    Formula,
    Fun,
    IllFormed,
    Inner,
    Pt,
    PtHead,
    Relation,
    Vec,
    VecHead,
    free_variables,
)  # fmt: skip

MOST_RANK = 60
"""How far into the grammar the choices for all functions together go."""


@dataclass
class Choice:
    """Functions that were chosen, and in words which; parameters and members of families are what they leave free."""

    values: dict[Symbol, Any] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    parameters: list[Symbol] = field(default_factory=list)
    members: dict[Key, tuple[Symbol, ...]] = field(default_factory=dict)


class Choosing:
    """The choices of functions at given sizes.

    Args:
        signature: what the variables are.
        formulas: the hypotheses, and what models of predicates ask for besides.
        dimension: of the vectors.
        fixed: sizes, and the functions that a model gives.
    """

    def __init__(
        self, signature: Signature, formulas: Sequence[Formula], dimension: int, fixed: Mapping[Symbol, Any]
    ) -> None:
        self.signature, self.formulas, self.n, self.fixed = signature, list(formulas), dimension, dict(fixed)
        open_heads = [h for h in signature.functions if h not in fixed]
        self.defined = self._definitions(open_heads)
        self.implied = self._implied([h for h in open_heads if h not in self.defined])
        met = unbounded(self.formulas, signature.places)
        self.unbounded = {h: where for h, where in met.items() if not self._is_basis(h)}
        wanted = [h for h in open_heads if h not in self.defined and h not in self.implied]
        wanted.sort(key=lambda h: (isinstance(h, VecHead | PtHead), self._follows(h)))
        bases = [h for h in signature.heads if self._is_basis(h) and h not in wanted and h not in fixed]
        choosing = [h for h in signature.choosing if h not in fixed]
        self.order = [*choosing, *bases, *(h for h in wanted if h not in choosing)]
        self.order += [h for h in self.unbounded if h not in self.order and h not in fixed]
        self._seen: dict[Any, bool] = {}
        self._determined: dict[Any, Any] = {}
        self._longest = 0

    def _follows(self, head: Symbol) -> int:
        """Later where the name reads like a derivative or an inverse of another one; else in reading order."""
        names = [h.name for h in self.signature.functions]
        return names.index(head.name) + (100 if any(n != head.name and n in head.name for n in names) else 0)

    def choices(self) -> Iterator[Choice]:
        """Every choice that no hypothesis is seen to contradict, those early in the grammar first."""
        for total in range(MOST_RANK + 1):
            before = self._longest
            yield from self._extended(Choice(dict(self.fixed)), 0, total)
            if total > self._longest == before:
                return

    def _extended(self, choice: Choice, depth: int, total: int) -> Iterator[Choice]:
        """The choices for the heads from `depth` on whose places in the grammar add up to `total`."""
        if not self._define(choice) or not self._possible(choice):
            return
        rest = [*self.order[depth:], *(h for h in self.implied if h not in choice.values)]
        if not rest:
            if total == 0:
                yield choice
            return
        head = rest[0]
        last = depth == len(self.order) - 1 and not self.implied
        for rank, rule in enumerate(self._rules(head, choice)):
            self._longest = max(self._longest, (depth + 1) * rank)
            if rank > total:
                return
            if last and rank < total:
                continue
            values = {**choice.values, head: rule.rule}
            words = [*choice.words, f"{head.name} = {rule.words}"]
            parameters = list(dict.fromkeys([*choice.parameters, *rule.parameters]))
            found = Choice(values, words, parameters, dict(choice.members))
            yield from self._extended(found, depth + 1, total - rank)

    def _rules(self, head: Symbol, choice: Choice) -> Iterator[Rule]:
        places = self.signature.places[head]
        steps = max((int(v) for s, v in self.fixed.items() if s in self.signature.sizes), default=0)
        if head in self.signature.choosing:
            yield from places_in_turn(len(places), steps)
            return
        if head in self.unbounded:
            yield from families(head, len(places), self.unbounded[head], self.n, steps)
            return
        chosen = [
            Rule(next((w for w in choice.words if w.startswith(f"{h.name} =")), h.name), value)
            for h, value in choice.values.items()
            if isinstance(value, Lambda) and h in self.signature.functions and self._is_akin(head, h)
        ]
        sign = "positive" if head.is_positive else "nonnegative" if head.is_nonnegative else ""
        kind = Kind(head.name, places, self.n, isinstance(head, VecHead | PtHead), sign, steps)
        for rule in rules(kind, chosen):
            if head not in self.signature.smooth or not _is_rough(rule.rule.expr):
                yield rule

    def _is_akin(self, head: Symbol, other: Symbol) -> bool:
        """Whether the head may be a derivative of the other one: by its name, or as a relation speaks of both."""
        if other in self.fixed:
            return False
        bodies = (f.body if isinstance(f, ForAll) else f for f in deep(self.formulas))
        return other.name in head.name or any({head, other} <= free_variables(b) for b in bodies if _is_relation(b))

    # --- what hypotheses say of functions ---------------------------------------------------------------------------

    def _definitions(self, heads: Sequence[Symbol]) -> dict[Symbol, tuple[Any, Any, Any]]:
        """For each head that a hypothesis defines: the term with it, its value, and what both are multiplied by."""
        found: dict[Symbol, tuple[Any, Any, Any]] = {}
        for f in self.formulas:
            if not isinstance(f, ForAll) or not isinstance(f.body, Relation) or f.body.op != "=":
                continue
            for left, right in ((f.body.lhs, f.body.rhs), (f.body.rhs, f.body.lhs)):
                for node, pair in _defining(left, f):
                    head = node.args[0]
                    others = free_variables(right)
                    if head not in heads or head in found or head in others:
                        continue
                    if not others & set(found) or all(head not in free_variables(r) for _, r, _ in found.values()):
                        found[head] = (node, right, pair)
        return found

    def _implied(self, heads: Sequence[Symbol]) -> dict[Symbol, Implied]:
        """For heads that an equation determines if the others in it are chosen: that equation."""
        functions = {*self.signature.functions}
        before = {h: (free_variables(right) & functions) - {h} for h, (_, right, _) in self.defined.items()}
        return implied(self.formulas, sorted(heads, key=self._follows, reverse=True), functions, before)

    def _define(self, choice: Choice) -> bool:
        """Takes on the functions that chosen ones alone determine; False where one of them is not real everywhere."""
        self._define_at_once(choice)
        pending = [h for h in self.implied if h not in choice.values]
        while ready := [h for h in pending if self.implied[h].needs <= set(choice.values)]:
            for head in ready:
                pending.remove(head)
                by = self.implied[head]
                key = (head, *((h, choice.values[h]) for h in sorted(by.needs, key=str)))
                if key not in self._determined:
                    self._determined[key] = determined(by, self.signature, self.n, choice.values)
                if self._determined[key] is S.NaN:
                    return False
                if self._determined[key] is not None:
                    choice.values[head] = self._determined[key]
            self._define_at_once(choice)
        return True

    def _define_at_once(self, choice: Choice) -> None:
        """Takes on the functions whose definitions speak of chosen ones only, and of such functions."""
        before = -1
        while before < len(choice.values):
            before = len(choice.values)
            self._define_each(choice)

    def _define_each(self, choice: Choice) -> None:
        functions = {*self.signature.functions, *self.order}
        for head, (node, right, pair) in self.defined.items():
            if head in choice.values or (free_variables(right) & functions) - set(choice.values):
                continue
            grounding = Grounding(self.signature, self.n, choice.values)
            bound: dict[Symbol, Any] = {}
            flat: list[Symbol] = []
            for a in arguments(node):
                names = self._names(a)
                bound[_variable(a)] = tuple(names) if isinstance(a, Vec | Pt) else names[0]
                flat += names
            try:
                if pair is not None:
                    axes = [tuple(S.One if i == j else S.Zero for i in range(self.n)) for j in range(self.n)]
                    body: Any = [grounding.scalar(right, {**bound, _variable(pair): axis}) for axis in axes]
                elif isinstance(node, Fun):
                    body = grounding.scalar(right, bound)
                else:
                    body = grounding.vector(right, bound)
            except (Ungrounded, IllFormed):
                continue
            if isinstance(body, list):
                body = Tuple(*body) if self.n > 1 else body[0]
            choice.values[head] = Lambda(tuple(flat), body)
            choice.members |= grounding.members

    def _names(self, argument: Any) -> list[Symbol]:
        if isinstance(argument, Vec | Pt):
            return [Dummy(f"{argument.args[0].name}{i + 1}", real=True) for i in range(self.n)]
        return [Dummy(argument.name, **({"integer": True} if argument.is_integer else {"real": True}))]

    def _is_basis(self, head: Symbol) -> bool:
        """Whether the head is a family of vectors that a hypothesis for all vectors speaks of: a basis."""
        if self.n < 2 or not isinstance(head, VecHead) or set(self.signature.places[head]) != {INDEX}:
            return False
        return any(
            isinstance(f, ForAll) and f.body.has(head) and _quadratic_in_bound(f, head) for f in deep(self.formulas)
        )

    def _possible(self, choice: Choice) -> bool:
        """Whether no hypothesis about chosen functions alone is seen to fail."""
        functions = set(self.order) | set(self.defined) | set(self.signature.functions)
        known = set(choice.values) | set(self.signature.sizes)
        for n, f in enumerate(self.formulas):
            free = {v for v in free_variables(f) if not isinstance(v, Constant)}
            about = free & functions
            if not (free <= known if about else len(choice.values) == len(self.fixed)):
                continue
            key = (n, *((h, choice.values[h]) for h in sorted(about, key=str)))
            if key not in self._seen:
                self._seen[key] = self._not_refuted(f, choice)
            if not self._seen[key]:
                return False
        return True

    def _not_refuted(self, formula: Formula, choice: Choice) -> bool:
        grounding = Grounding(self.signature, self.n, choice.values)
        try:
            return all(_holds(g) for part in grounding.formulas(formula) for g in _parts(part))
        except (Ungrounded, IllFormed, TypeError):
            return True


def _parts(part: Ground | Schema) -> list[Ground | Schema]:
    """The formula, or what it says of the coefficients of polynomials."""
    found = coefficients(part) if isinstance(part, Schema) else None
    return [part] if found is None else list(found)


def _holds(formula: Ground | Schema) -> bool:
    """False where the formula has no free symbols and fails in floats."""
    with np.errstate(all="ignore"):
        if isinstance(formula, Schema):
            sampled = Sampled(formula)
            return bool(sampled.free) or bool(np.all(sampled({}) >= -1e-9))
        if formula.lhs.free_symbols | formula.rhs.free_symbols:
            return True
        left, right = (complex(side.evalf()) for side in (formula.lhs, formula.rhs))
        if left.imag or right.imag:
            return False
        return bool(slack(formula.op, left.real, right.real, abs(left) + abs(right)) >= -1e-9)


def _is_relation(formula: Formula) -> bool:
    return isinstance(formula, Relation)


def _is_rough(term: Any) -> bool:
    """Whether the function is not smooth; the kernel refuses it where it is differentiated."""
    return bool(term.has(Abs, Max, sign)) or any(not p.exp.is_Integer for p in term.atoms(Pow) if p.exp.is_number)


def _quadratic_in_bound(f: ForAll, head: Symbol) -> bool:
    """Whether the formula is an equation about products of the family with a vector that is bound."""
    bound = [v for v in f.variables if isinstance(v, VecHead)]
    if not bound or not isinstance(f.body, Relation) or f.body.op != "=":
        return False
    products = [node for node in f.body.atoms(Inner) if node.has(head)]
    return any(node.has(v) for node in products for v in bound)


def _defining(side: Any, f: ForAll) -> Iterator[tuple[Any, Any]]:
    """What a side of the equation may define: a function at the bound variables, or its products with a vector."""
    bound = set(f.variables)
    if isinstance(side, Fun | Vec | Pt) and _at_variables(side, bound) and not (isinstance(side, Fun) and side.args[1]):
        yield side, None
    if isinstance(side, Inner):
        for node, pair in (side.args, side.args[::-1]):
            both = isinstance(node, Vec) and isinstance(pair, Vec) and _variable(pair) in bound
            if both and _at_variables(node, bound - {_variable(pair)}):
                yield node, pair


def _at_variables(node: Any, bound: set[Any]) -> bool:
    args = arguments(node)
    names = [_variable(a) for a in args]
    return bool(args) and None not in names and len(set(names)) == len(names) and set(names) <= bound


def _variable(term: Any) -> Any:
    if isinstance(term, Vec | Pt):
        return term.args[0] if not arguments(term) else None
    return term if isinstance(term, Symbol) else None


__all__ = ["NUMBER", "VECTOR", "Choice", "Choosing"]

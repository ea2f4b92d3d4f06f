"""Theorems of the core as statements of lemmas, and how one lemma is used in the proof of another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from verify.core.kernel import Theorem
from verify.core.nodes import CONSTANT, FUNCTION, INTEGERS, OTHER, PARTIAL, POINT_SORT, SCALAR, Term, is_vector
from verify.core.terms import HEADED, opened, walk
from verify.export.rocq.definedness import Writer
from verify.export.rocq.names import (
    REAL_TYPE, TANGENT, Head, Inexpressible, Names, Shape, is_in_library, space_of,
)  # fmt: skip
from verify.export.rocq.places import continuous, shape_of_place
from verify.export.rocq.properties import heads_of, is_property
from verify.export.rocq.terms import Bound, conjunction

ENTER: Final = "enter; breakup."
"""How each proof begins: `enter` stands for as many `intro` as there are binders and premises."""
CLOSING: Final = {
    "≥": "ge_by", ">": "gt_by", "≤": "le_by", "<": "lt_by", "=": "eq_by", "≠": "ne_by",
}  # fmt: skip
"""The lemmas that conclude a relation from what the difference of its sides is."""


@dataclass(frozen=True)
class Lemma:
    """A lemma: forall its heads, what is declared of them, what is used of functions, the hypotheses: the conclusion.

    Attributes:
        premises: how many propositions stand before the conclusion.
        entered: how many things stand before the conclusion.
    """

    name: str
    heads: tuple[Head, ...]
    premises: int
    entered: int
    statement: str


@dataclass
class Entered:
    """The names of what "for all" speaks of, what they stand for in terms, and tactics between the two."""

    names: dict[Term, list[str]]
    values: list[str]
    tactics: list[str]
    premises: int = 0
    """How many things are asked of them."""

    @property
    def variables(self) -> str:
        """Brings them in."""
        names = " ".join(name for found in self.names.values() for name in found)
        return "; ".join([f"intros {names}", *self.tactics])

    @property
    def intros(self) -> str:
        """Brings them in, and what is asked of them, and no more: what is said of them may ask for more, or deny."""
        return f"{self.variables}; do {self.premises} intro"


def is_tangent(b: Bound) -> bool:
    """Whether the variable is a vector of the tangent space at one point."""
    return len(b.shape) == 1 and b.shape[0].startswith(f"({TANGENT} ")


def is_space(v: Term) -> bool:
    """Whether the variable names a space."""
    return bool(v.args[1] == CONSTANT)


class Statements:
    """Writes theorems of one file as lemmas."""

    def __init__(self, theorems: Iterable[Theorem]) -> None:
        self.names = Names()
        self.write = Writer(self.names)
        self.spaces: list[str] = []
        self._number = 0
        theorems = list(theorems)
        for theorem in theorems:
            for f in (*theorem.hypotheses, theorem.conclusion, *theorem.uses.slopes, *_terms_in(theorem)):
                self.names.learn(f)
        self._spread(theorems)
        self.has_points = any(
            t.kind in ("point", "tangent") for theorem in theorems for f in _said(theorem) for t in walk(f)
        )
        if self.has_points:
            self.spaces.append(self.names.points())
        for theorem in theorems:
            for f in _said(theorem):
                for v in sorted(f.free, key=lambda v: v.order):
                    if is_space(v) and not self.names.shapes(v):
                        name = self.names.space(v)
                        if name not in self.spaces:
                            self.spaces.append(name)

    def _spread(self, theorems: Sequence[Theorem]) -> None:
        """A head that takes the place of another is applied to whatever that one is applied to."""
        changed = True
        while changed:
            changed = False
            for theorem in theorems:
                values = theorem.parameters.get("values") if theorem.rule == "instantiate" else None
                for v, value in values.items() if isinstance(values, Mapping) else ():
                    if value.kind == "variable" and value.sort == OTHER:
                        changed |= self.names.also(value, self.names.shapes(v))
                for f in (*theorem.hypotheses, theorem.conclusion):
                    changed |= self._spread_property(f) if is_property(f) else False

    def _spread_property(self, f: Term) -> bool:
        """What a property is said of may be applied nowhere."""
        try:
            heads = heads_of(f, self.names)
        except Inexpressible:
            return False
        known = [self.names.also(h.variable, [h.shape]) for h in heads]
        return any(known)

    def space_type(self, name: str) -> str:
        """What a name that all lemmas bind is: a space, or the set of points."""
        return "Points" if self.has_points and name == self.names.points() else "Space"

    def fresh(self, letter: str) -> str:
        """A name for a hypothesis that no other has."""
        self._number += 1
        return f"{letter}{self._number}"

    # --- heads --------------------------------------------------------------------------------------------------------

    def heads_in(self, formulas: Iterable[Term]) -> tuple[Head, ...]:
        """The functions, vectors and numbers of which the formulas speak, in one order; spaces are not among them."""
        found: dict[Head, None] = {}
        for f in formulas:
            for t in walk(f):
                if t.kind == "variable" and t.sort == SCALAR:
                    found[Head(t, (REAL_TYPE,))] = None
                elif t.kind in HEADED and t.args[0].kind == "variable" and not is_in_library(t.args[0]):
                    found[Head(t.args[0], self.write.shape(t, ()))] = None
                elif t.kind == "predicate":
                    found |= dict.fromkeys(self._spoken_of(t))
        return tuple(sorted(found, key=lambda h: (h.variable.args, h.variable.order, h.shape)))

    def _spoken_of(self, predicate: Term) -> Iterable[Head]:
        """The heads that a predicate speaks of as such."""
        if is_property(predicate):
            yield from heads_of(predicate, self.names)
            return
        for a in predicate.args[1:]:
            if a.kind == "variable" and a.sort == OTHER and not is_space(a):
                for shape in self.names.shapes(a):
                    if len(shape) == len(predicate.args) - 1:
                        yield Head(a, shape)

    def lemma(self, name: str, theorem: Theorem, more: Iterable[Head] = ()) -> Lemma:
        """The theorem as a lemma; it speaks of more heads, if its proof does."""
        formulas = (*theorem.hypotheses, theorem.conclusion, *theorem.uses.slopes)
        places = sorted(theorem.uses.places, key=lambda place: (place[0].args, place[0].order))
        heads = self.heads_in(formulas)
        integrated = (Head(place[0], shape_of_place(self.names, place)) for place in places)
        heads = (*heads, *(h for h in dict.fromkeys((*integrated, *more)) if h not in heads))
        before = [
            *self.declared(heads),
            *(self.write.formula(u) for u in theorem.uses.in_order()),
            *dict.fromkeys(continuous(self.names, place) for place in places),
            *(self.write.formula(h) for h in theorem.hypotheses),
        ]
        goal = conjunction([*self.write.settled(theorem.conclusion), self.write.formula(theorem.conclusion)])
        entered = len(self.spaces) + len(self.binders(heads)) + len(before)
        return Lemma(name, heads, len(before), entered, self.quantified(heads, [*before, goal]))

    def declared(self, heads: Iterable[Head]) -> list[str]:
        """What is declared of the heads."""
        return [
            d
            for h in heads
            for d in self.write.declared(self.names.of(h), h.shape, (h.variable.args[1], h.variable.args[2]))
        ]

    def binders(self, heads: Iterable[Head]) -> list[str]:
        """How the heads are bound."""
        found = []
        for h in heads:
            kind = h.variable.args[1]
            found.append(f"({self.names.of(h)} : {self.names.typed(h.shape)})")
            if kind == PARTIAL:
                found.append(f"({self.names.domain(h)} : {self.names.typed((*h.shape[:-1], 'Prop'))})")
        return found

    def quantified(self, heads: Sequence[Head], parts: Sequence[str]) -> str:
        """For all spaces and heads: the parts, each of which implies the next."""
        binders = [*(f"({s} : {self.space_type(s)})" for s in self.spaces), *self.binders(heads)]
        said = " ->\n  ".join(f"({p})" for p in parts)
        return f"forall {' '.join(binders)},\n  {said}" if binders else said

    # --- using a lemma ------------------------------------------------------------------------------------------------

    def applied(self, lemma: Lemma, values: Mapping[Term, Term] | None = None) -> str:
        """The lemma at the values of its heads; what has no value stands for itself."""
        arguments = [a for h in lemma.heads for a in self._arguments(h, values or {})]
        return " ".join([lemma.name, *self.spaces, *arguments])

    def _arguments(self, head: Head, values: Mapping[Term, Term]) -> list[str]:
        partial = head.variable.args[1] == PARTIAL
        if head.variable not in values:
            return [self.names.of(head), *([self.names.domain(head)] if partial else [])]
        value = values[head.variable]
        return [self.value(value, head.shape), *([self.domain(value, head.shape)] if partial else [])]

    def value(self, value: Term, shape: Shape) -> str:
        """What takes the place of a head of this shape."""
        if value.kind == "lambda":
            bound = self._bound(value, shape)
            if bound is None:
                return self._anything(shape)
            return f"(fun {' '.join(f'({b.name} : {b.shape[0]})' for b in bound)} => {self._body(value, bound)})"
        if value.kind == "variable" and value.sort == OTHER:
            return self.names.of(Head(value, shape))
        if len(shape) > 1 or shape == ("line",):
            return self._anything(shape)
        if shape == (TANGENT,):
            return self.section(value)
        if value.sort == POINT_SORT:
            return self.write.point(value)
        return self.write.term(value) if shape == (REAL_TYPE,) else self.write.vector(value)

    def section(self, value: Term) -> str:
        """What has in each tangent space a value, and at the point of this vector that."""
        if not is_vector(value):
            return "(fun _ => vzero)"
        return f"(section {self.write.point(value.sort.args[0])} {self.write.vector(value)})"

    def entered(self, formula: Term, variables: Sequence[Term]) -> Entered:
        """How the values that "for all" speaks of are brought in, under the names of free variables."""
        bound, _ = self.write.opened(formula, ())
        made = Entered({}, [], [], len(formula.args) - 2)
        for n, (v, b) in enumerate(zip(variables, bound, strict=True)):
            made.premises += len(self.write.declared(b.name, b.shape, b.signature))
            if is_tangent(b):
                self.names.also(v, [(TANGENT,)])
                name = self.names.of(Head(v, (TANGENT,)))
                made.names[v] = [name]
                made.values.append(self.in_tangent_space(formula, n, v, variables))
                made.tactics.append(f"as_section {name}")
                continue
            if b.shape != (REAL_TYPE,) or v.sort == OTHER:
                self.names.also(v, [b.shape])
            found = [self.value(v, b.shape)]
            if b.signature[0] == PARTIAL:
                found.append(self.domain(v, b.shape))
            made.names[v] = found
            made.values.extend(found)
        return made

    def in_tangent_space(self, formula: Term, n: int, value: Term, values: Sequence[Term]) -> str:
        """What takes the place of the n-th variable of "for all", a vector of a tangent space, as all have values."""
        if value.kind != "variable":
            return self.write.vector(value)
        (point,) = opened(space_of(formula, n), values, fits=False).args
        return f"({self.names.of(Head(value, (TANGENT,)))} {self.write.point(point)})"

    def domain(self, value: Term, shape: Shape) -> str:
        """Where what takes the place of a partial function is defined."""
        variables = [f"z{n}" for n in range(len(shape) - 1)]
        everywhere = f"(fun {' '.join(f'({z} : {t})' for z, t in zip(variables, shape, strict=False))} => True)"
        if value.kind == "lambda":
            bound = self._bound(value, shape)
            if bound is None:
                return everywhere
            said = conjunction(self.write.defined(value.args[1], tuple(bound)))
            return f"(fun {' '.join(f'({b.name} : {b.shape[0]})' for b in bound)} => {said})"
        if value.kind == "variable" and value.args[1] in (FUNCTION, INTEGERS):
            return everywhere
        return self.names.domain(Head(value, shape))

    def _bound(self, value: Term, shape: Shape) -> list[Bound] | None:
        signatures = value.args[0]
        if len(signatures) != len(shape) - 1:
            return None
        return [Bound(f"x'{n}", (t,), s) for n, (s, t) in enumerate(zip(signatures, shape, strict=False))]

    def _body(self, value: Term, bound: Sequence[Bound]) -> str:
        return self.write.value(value.args[1], tuple(bound))

    @staticmethod
    def _anything(shape: Shape) -> str:
        """A function of this shape, for a place where it does not matter which."""
        if TANGENT in shape:
            raise Inexpressible("any function of tangent vectors")
        value = "1" if shape[-1] == REAL_TYPE else "vzero"
        return f"(fun {' '.join('_' for _ in shape[:-1])} => {value})" if len(shape) > 1 else value

    def posed(self, name: str, lemma: Lemma, values: Mapping[Term, Term] | None = None) -> str:
        """Has the conclusion of a lemma at hand, as all that it asks for is."""
        return self.fed(name, self.applied(lemma, values), lemma.premises)

    @staticmethod
    def fed(name: str, proof: str, premises: int) -> str:
        """The proof, given what it asks for."""
        fed = f" feed {name}." * premises
        there = f" rewrite ?section_at in {name}." if "(section " in proof else ""
        if "vzero" in proof.split():  # a multiple of zero is written as zero
            there += f" rewrite ?vscal_vzero in {name}."
        return f"pose proof ({proof}) as {name}; cbv beta in {name}.{there}{fed}"


def _said(theorem: Theorem) -> list[Term]:
    """Its formulas, and the terms in what the rule was given."""
    return [*theorem.hypotheses, theorem.conclusion, *_terms_in(theorem)]


def _terms_in(theorem: Theorem) -> list[Term]:
    """The terms in what the rule was given."""
    found: list[Term] = []
    waiting = list(theorem.parameters.values())
    while waiting:
        item = waiting.pop()
        if isinstance(item, Term):
            found.append(item)
        elif isinstance(item, Mapping):
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, list | tuple):
            waiting += item
    return found

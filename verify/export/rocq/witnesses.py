"""Refutations in Rocq: that there are values at which all that a claim is given holds, and what it states does not.

The values are those of the counterexample. Vectors are tuples of numbers: a number itself where the tuples have one
part, pairs and pairs of a pair and a number where they have two and three. `Witnesses.v` has the tactics that compute.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from verify.core.derivatives import derivative, evaluated
from verify.core.kernel import Counterexample
from verify.core.nodes import CONSTANT, INTEGER, INTEGERS, NUMBER, POINT, REAL, VECTOR, Term
from verify.core.proofs import check_file
from verify.core.terms import HEADED, ONE, ZERO, fresh, function, opened, walk
from verify.core.signs import Facts
from verify.core.uses import uses_of
from verify.core.zero import NormalForm
from verify.export.rocq import ending
from verify.export.rocq.definedness import Writer
from verify.export.rocq.names import REAL_TYPE, Head, Inexpressible, Names, Shape, is_partial, shape_of
from verify.export.rocq.terms import Bound

SPACES: Final = {1: "line", 2: "plane", 3: "solid"}
"""The spaces of tuples of so many numbers."""


class Part(NamedTuple):
    """A part of the theorem, and the tactic that shows it."""

    proposition: str
    tactic: str


def refutation(data: Any) -> str:
    """The text of a Rocq file that refutes the claim of a proof file.

    Raises:
        Inexpressible: where the claim or a value has no form in Rocq.
    """
    made = check_file(data).made[0]
    if not isinstance(made, Counterexample):
        raise Inexpressible("a claim that is not refuted")
    found = _Refutation(made.hypotheses, made.conclusion, made.parameters["assignment"])
    spaces = [found.names.space(s) for s in found.spaces]
    return f"{found.text()}\n{ending.refuted(data, found.names, spaces, found.heads)}"


class _Refutation:
    """A statement, and values at which it fails."""

    def __init__(self, given: Sequence[Term], states: Term, values: Mapping[Term, Term]) -> None:
        self.given = given
        self.states = states
        self.values = values
        self.names = Names()
        self.writer = Writer(self.names)
        self.formulas = [*given, states]
        for f in self.formulas:
            self.names.learn(f)
        self.size = max((len(t.args) for v in values.values() for t in _bodies(v) if t.kind == "tuple"), default=1)
        if self.size not in SPACES:
            raise Inexpressible(f"vectors of {self.size} numbers")
        free = frozenset[Term]().union(*(f.free for f in self.formulas))
        self.spaces = sorted((v for v in free if v.args[1] == CONSTANT), key=lambda v: v.order)
        self.heads = [h for v in sorted(free - {*self.spaces}, key=lambda v: v.order) for h in self._heads(v)]

    def _heads(self, v: Term) -> list[Head]:
        if v.args[1] == POINT:
            raise Inexpressible("a point")
        if is_partial(v.args[1:]):
            raise Inexpressible("a counterexample with a partial function")
        if v.args[1] in (NUMBER, INTEGER):
            return [Head(v, (REAL_TYPE,))]
        known = self.names.shapes(v)
        used = [t for f in self.formulas for t in walk(f) if t.kind in HEADED and t.args[0] is v]
        found = dict.fromkeys(shape for t in used if (shape := shape_of(t, known, self.names)) is not None)
        return [Head(v, shape) for shape in dict.fromkeys([*known, *found])]

    def text(self) -> str:
        """The lemma that all this is so at these values."""
        parts = list(self.parts())
        spaces = [f"({self.names.space(s)} : Space)" for s in self.spaces]
        heads = [f"({self.names.of(h)} : {' -> '.join(h.shape)})" for h in self.heads]
        binders = " ".join([*spaces, *heads])
        said = " /\\\n  ".join(f"({p.proposition})" for p in parts)
        values = [SPACES[self.size] for _ in self.spaces] + [self.value(h) for h in self.heads]
        lines = [
            "From Verify Require Import Contradictions.",
            "",
            f"Lemma refuted : {f'exists {binders},' if binders else ''}\n  {said}.",
            "Proof.",
            *(f"  exists {v}." for v in values),
            "  parts.",
            *(f"  - {p.tactic}." for p in parts),
            "Qed.",
            "",
        ]
        return "\n".join(lines)

    # --- what the theorem says ----------------------------------------------------------------------------------------

    def parts(self) -> Iterator[Part]:
        """What is declared, how smooth functions are, that formulas are defined, what is given, what fails."""
        for h in self.heads:
            for said in self.writer.declared(self.names.of(h), h.shape, h.variable.args[1:]):
                yield Part(said, "declared")
        yield from self._smooth()
        for f in self.given:
            for said in self.writer.defined(f):
                yield Part(said, "settle")
            yield Part(self.writer.formula(f), self._higher(f) + ("impossible" if _is_absurd(f) else "settle"))
        for said in self.writer.defined(self.states):
            yield Part(said, "settle")
        yield Part(f"~ ({self.writer.formula(self.states)})", self._higher(self.states) + "fails")

    def _smooth(self) -> Iterator[Part]:
        """That functions are as smooth as the statement differentiates them."""
        uses = uses_of(self.formulas)
        if uses.places:
            raise Inexpressible("a function that is integrated, at a counterexample")
        found: dict[Head, int] = {}
        for use, order in ((u, o) for (u, _), o in _ordered(uses.orders_by())):
            for h in (h for h in self.heads if h.variable is use):
                found[h] = max(order, found.get(h, 0))
        for h, order in found.items():
            name, (*types, _) = self.names.of(h), h.shape
            if len(types) != 1 or h.shape[-1] != REAL_TYPE or h.variable.args[1] == VECTOR:
                raise Inexpressible("a function of several arguments that is differentiated, at a counterexample")
            chain = self._chain(h, order)
            if types == [REAL_TYPE]:
                yield Part(f"forall z : R, smooth_near {order} {name} z", f"smooth {chain}")
            else:
                yield Part(f"forall z : {types[0]}, C{order}_near {name} z", f"smooth_field {chain}")

    def _higher(self, f: Term) -> str:
        """What works out the higher derivatives in a formula."""
        found = [t for t in walk(f) if t.kind == "apply" and t.args[1] > 1]
        orders = {t.args[0]: max(u.args[1] for u in found if u.args[0] is t.args[0]) for t in found}
        return "".join(f"higher {self._chain(h, orders[h.variable])}; " for h in self.heads if h.variable in orders)

    def _chain(self, h: Head, order: int) -> str:
        """The function and its derivatives, of a function of one number."""
        value = self.values.get(h.variable)
        if value is None or value.kind != "lambda" or len(value.args[0]) != 1:
            raise Inexpressible("a function of several numbers that is differentiated, at a counterexample")
        (x,) = fresh(REAL)
        terms = [opened(value.args[1], [x])]
        for _ in range(order):
            terms.append(NormalForm(Facts()).canonical(evaluated(derivative(terms[-1], x)[0])[0]))
        texts = [self._lambda(function([x], t), (REAL_TYPE, REAL_TYPE)) for t in terms]
        return f"({' :: '.join(texts)} :: nil)%list"

    # --- values -------------------------------------------------------------------------------------------------------

    def value(self, h: Head) -> str:
        """The value of the function that a head stands for; all will do where the counterexample has none."""
        value = self.values.get(h.variable)
        if value is None:
            sign = h.variable.args[2]
            value = ONE if sign else ZERO
        if h.variable.args[1] == INTEGERS and value.kind == "lambda":
            return self._lambda(value, h.shape, "whole ")
        return self._lambda(value, h.shape) if len(h.shape) > 1 or value.kind == "lambda" else self._tuple(value, ())

    def _lambda(self, value: Term, shape: Shape, around: str = "") -> str:
        """A function of numbers, as one of the arguments that the head has, of which they are the coordinates."""
        *types, _ = shape
        binders = [f"(a{n} : {REAL_TYPE if t == REAL_TYPE else SPACES[self.size]})" for n, t in enumerate(types)]
        coordinates = [c for n, t in enumerate(types) for c in self._coordinates(f"a{n}", t)]
        body = value.args[1] if value.kind == "lambda" else value
        signatures = value.args[0] if value.kind == "lambda" else ()
        if signatures and len(coordinates) != len(signatures):
            raise Inexpressible("a value that is a function of other arguments")
        scope = tuple(Bound(c, (REAL_TYPE,), s) for c, s in zip(coordinates, signatures, strict=False))
        return f"(fun {' '.join(binders)} => {around}{self._tuple(body, scope)})"

    def _coordinates(self, name: str, type_: str) -> list[str]:
        if type_ == REAL_TYPE or self.size == 1:
            return [name]
        first = [f"(fst {name})", f"(snd {name})"]
        return first if self.size == 2 else [f"(fst (fst {name}))", f"(snd (fst {name}))", first[1]]

    def _tuple(self, t: Term, scope: tuple[Bound, ...]) -> str:
        if t.kind != "tuple":
            return self.writer.term(t, scope)
        parts = [self.writer.term(a, scope) for a in t.args]
        if len(parts) == 1:
            return parts[0]
        return f"({', '.join(parts)})"


def _is_absurd(f: Term) -> bool:
    """Whether it says something of values that there are none of: of them its conclusion does not speak."""
    return f.kind == "forall" and not f.args[-1].open


def _bodies(value: Term) -> list[Term]:
    return [value.args[1] if value.kind == "lambda" else value]


def _ordered(orders: Mapping[tuple[Term, object], int]) -> list[tuple[tuple[Term, object], int]]:
    return sorted(orders.items(), key=lambda pair: pair[0][0].order)

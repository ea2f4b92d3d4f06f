"""The last theorem of a file, which is the claim as it is printed from its JSON; it follows from the lemmas before it.

What a head of the core is called there is looked up by all that it is: its name, its kind, what is declared of it, and
the types of its arguments. What a lemma speaks of and the claim does not may be anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from verify.core.definedness import conditions
from verify.core.kernel import Theorem
from verify.core.nodes import CONSTANT, FUNCTION, INTEGER, INTEGERS, NUMBER, PARTIAL, POINT, VECTOR, Term
from verify.core.reading import decode_formula
from verify.core.terms import variable
from verify.export.rocq.lemmas import Lemma, Statements
from verify.export.rocq.names import REAL_TYPE, TANGENT, Head, Names
from verify.export.rocq.settling import concluded
from verify.export.rocq.statement import Heads, written
from verify.export.rocq.terms import conjunction

_KINDS: Final = {
    NUMBER: "Symbol", INTEGER: "Symbol", FUNCTION: "FunHead", INTEGERS: "FunHead", PARTIAL: "PartialHead",
    VECTOR: "VecHead", CONSTANT: "Constant", POINT: "PtHead",
}  # fmt: skip


_PARTS: Final = "repeat match goal with |- _ /\\ _ => split end"
"""All parts of a goal, without a look inside what a name stands for."""


def proved(data: Mapping[str, Any], statements: Statements, shown: Sequence[tuple[Theorem, Lemma]]) -> str:
    """The theorem that the claim is true; each lemma says that one of the formulas that it states is."""
    text, heads = written(data)
    given, states = ([decode_formula(f) for f in data["claim"][part]] for part in ("given", "states"))
    steps = [_said(statements, n, given, state, *one) for n, (state, one) in enumerate(zip(states, shown, strict=True))]
    bridge = _Bridge(heads, statements.names)
    entering = f"intros {' '.join(bridge.bound())}. " if bridge.bound() else ""
    lines = ["From Verify Require Import Claims.", *(step for step, _ in steps if step)]
    lines += [f"Theorem claim :\n{text}.", "Proof.", f"{entering}intros. breakup."]
    for n, (_, lemma) in enumerate(steps):
        proof = " ".join([lemma.name, *map(bridge.space, statements.spaces), *bridge.arguments(lemma.heads)])
        lines.append(f"pose proof ({proof}) as C{n}; cbv beta in C{n}.{f' granted C{n}.' * lemma.premises}")
    closing = "".join(f" | solve [as_written C{n}]" for n in range(len(steps)))
    lines.append(f"repeat match goal with |- _ /\\ _ => split end; first [assumption{closing} | sgn | at_hand].")
    return "\n".join([*lines, "Qed.", ""])


def _said(
    statements: Statements, n: int, given: Sequence[Term], state: Term, theorem: Theorem, lemma: Lemma
) -> tuple[str, Lemma]:
    """A lemma with the very formula that the claim states, if the last step writes it otherwise."""
    if theorem.conclusion is state:
        return "", lemma
    uses = theorem.uses.in_order()
    for f in (*given, state):
        statements.names.learn(f)
    heads = statements.heads_in([*given, state, *uses])
    heads = (*heads, *(h for h in lemma.heads if h not in heads))
    write = statements.write
    before = [
        *statements.declared(heads),
        *(write.formula(u) for u in uses),
        *(p for f in given for p in (*write.defined(f), write.formula(f))),
    ]
    goal = conjunction([*write.defined(state), write.formula(state)])
    entered = len(statements.spaces) + len(statements.binders(heads)) + len(before)
    made = Lemma(f"stated{n}", heads, len(before), entered, statements.quantified(heads, [*before, goal]))
    known = [p for f in given for p in (*conditions(f), f)]
    ending = concluded(statements, known, theorem.conclusion, state, "P0")
    proof = "\n".join([f"do {entered} intro; breakup.", statements.posed("P0", lemma), ending])
    return f"Lemma {made.name} : {made.statement}.\nProof.\n{proof}\nQed.\n", made


def refuted(data: Mapping[str, Any], names: Names, spaces: Sequence[str], heads: Sequence[Head]) -> str:
    """The theorem that the claim is false; it follows from one called `refuted`, which binds these in this order."""
    text, own = written(data)
    bridge = _Bridge(own, names)
    there = [*map(bridge.space, spaces), *bridge.arguments(heads)]
    values = "".join(f" exists {name}." for name in bridge.bound())
    opened = f"destruct refuted as ({' & '.join([*there, 'known'])})." if there else "pose proof refuted as known."
    proof = f"{opened}{values} breakup. {_PARTS}; assumption."
    return f"From Verify Require Import Claims.\nTheorem claim :\n{text}.\nProof.\n{proof}\nQed.\n"


class _Bridge:
    """From the names that lemmas have for things to those that the statement has for them."""

    def __init__(self, heads: Heads, names: Names) -> None:
        self._heads = heads
        self._spaces = {names.space(variable(key[0], CONSTANT)): name for key, name in heads.spaces.items()}
        self._spaces |= {names.points(): heads.points} if heads.points else {}

    def bound(self) -> list[str]:
        """Everything that the statement binds, in its order."""
        things = [name for t in self._heads.things for name in ((t.name, t.domain) if t.is_partial else (t.name,))]
        return [*([self._heads.points] if self._heads.points else []), *self._heads.spaces.values(), *things]

    def space(self, name: str) -> str:
        """A space of the lemmas; one of which the claim does not speak is the line."""
        return self._spaces.get(name, "line")

    def arguments(self, heads: Iterable[Head]) -> list[str]:
        """What the statement calls the heads; of a partial function, also where it is defined."""
        return [a for head in heads for a in self._names_of(head)]

    def _names_of(self, head: Head) -> list[str]:
        shape = tuple(t if t in (REAL_TYPE, TANGENT) else self.space(t) for t in head.shape)
        found = next((t for t in self._heads.things if t.key == _key(head.variable) and t.shape == shape), None)
        if found is None:
            return self._anything(head, shape)
        return [found.name, found.domain] if found.is_partial else [found.name]

    @staticmethod
    def _anything(head: Head, shape: Sequence[str]) -> list[str]:
        """A value for what the claim does not speak of: 1 has every declared sign, and is an integer."""
        *types, value = shape
        binders = " ".join(f"(_ : {type_})" for type_ in types)
        made = "1" if value == REAL_TYPE else f"(@vzero {value})"
        function = f"(fun {binders} => {made})" if types else made
        return [function, f"(fun {binders} => True)"] if head.variable.args[1] == PARTIAL else [function]


def _key(v: Term) -> tuple[str, str, tuple[str, ...]]:
    name, kind, sign = v.args
    declared = [] if kind in (VECTOR, CONSTANT, POINT) else ["integer" if kind in (INTEGER, INTEGERS) else "real"]
    return name, _KINDS[kind], tuple(sorted([*declared, *([sign] if sign else [])]))

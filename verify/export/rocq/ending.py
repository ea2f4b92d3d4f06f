"""The last theorem of a file, which is the claim as it is printed from its JSON; it follows from the lemmas before it.

What a head of the core is called there is looked up by all that it is: its name, its kind, what is declared of it, and
the types of its arguments. What a lemma speaks of and the claim does not may be anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from verify.core.nodes import (
    CONSTANT, FUNCTION, INTEGER, INTEGERS, NUMBER, PARTIAL, POINT, VECTOR, Term,
)  # fmt: skip
from verify.core.terms import variable
from verify.export.rocq.lemmas import Lemma, Statements
from verify.export.rocq.names import REAL_TYPE, Head, Names
from verify.export.rocq.statement import Heads, written

_KINDS: Final = {
    NUMBER: "Symbol", INTEGER: "Symbol", FUNCTION: "FunHead", INTEGERS: "FunHead", PARTIAL: "PartialHead",
    VECTOR: "VecHead", CONSTANT: "Constant", POINT: "PtHead",
}  # fmt: skip


def proved(data: Mapping[str, Any], statements: Statements, lemmas: Sequence[Lemma]) -> str:
    """The theorem that the claim is true; each lemma says that one of the formulas that it states is."""
    text, heads = written(data)
    bridge = _Bridge(heads, statements.names)
    entering = f"intros {' '.join(bridge.bound())}. " if bridge.bound() else ""
    lines = [f"Theorem claim :\n{text}.", "Proof.", f"{entering}intros. breakup."]
    for n, lemma in enumerate(lemmas):
        proof = " ".join([lemma.name, *map(bridge.space, statements.spaces), *bridge.arguments(lemma.heads)])
        lines.append(statements.fed(f"C{n}", proof, lemma.premises))
    closing = "".join(f" | solve [as_written C{n}]" for n in range(len(lemmas)))
    lines.append(f"repeat match goal with |- _ /\\ _ => split end; first [assumption{closing} | sgn | at_hand].")
    return "\n".join([*lines, "Qed.", ""])


def refuted(data: Mapping[str, Any], names: Names, spaces: Sequence[str], heads: Sequence[Head]) -> str:
    """The theorem that the claim is false; it follows from one called `refuted` that binds these things in this order."""
    text, own = written(data)
    bridge = _Bridge(own, names)
    there = [*map(bridge.space, spaces), *bridge.arguments(heads)]
    values = "".join(f" exists {name}." for name in bridge.bound())
    opened = f"destruct refuted as ({' & '.join([*there, 'known'])})." if there else "pose proof refuted as known."
    return f"Theorem claim :\n{text}.\nProof.\n{opened}{values} breakup. repeat split; assumption.\nQed.\n"


class _Bridge:
    """From the names that lemmas have for things to those that the statement has for them."""

    def __init__(self, heads: Heads, names: Names) -> None:
        self._heads = heads
        self._spaces = {names.space(variable(key[0], CONSTANT)): name for key, name in heads.spaces.items()}

    def bound(self) -> list[str]:
        """Everything that the statement binds, in its order."""
        things = [name for t in self._heads.things for name in ((t.name, t.domain) if t.is_partial else (t.name,))]
        return [*self._heads.spaces.values(), *things]

    def space(self, name: str) -> str:
        """A space of the lemmas; one of which the claim does not speak is the line."""
        return self._spaces.get(name, "line")

    def arguments(self, heads: Iterable[Head]) -> list[str]:
        """What the statement calls the heads; of a partial function, also where it is defined."""
        return [a for head in heads for a in self._names_of(head)]

    def _names_of(self, head: Head) -> list[str]:
        shape = tuple(t if t == REAL_TYPE else self.space(t) for t in head.shape)
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

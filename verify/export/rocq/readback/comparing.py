"""The comparison of a statement that was read back with its claim.

What is compared are the formulas that are given and stated, where they are defined, what is declared of variables, and
how smooth functions are taken to be: names of variables apart, they have to be the same, in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from verify.core.nodes import CONSTANT, PARTIAL, VECTOR, Refused, Term
from verify.core.reading import decode_formula
from verify.export.rocq.readback.elaborating import LIBRARY, Environment, as_words, conjuncts, hypotheses, types_of
from verify.export.rocq.readback.expected import Smooth, canonical, said, smoothness
from verify.export.rocq.readback.parsing import APPLIED, NotRead, Tree, parsed

_SENSES: Final = {
    "smooth_near": "number", "vsmooth_near": "curve", "C1_near": "field", "C2_near": "field", "continuous": "number",
    "continuous_at": "field",
}  # fmt: skip


def refuse_other_statement(text: str, data: Mapping[str, Any]) -> None:
    """Refuses a statement that is not that of the claim of a proof file.

    Raises:
        NotRead: with the first thing in which they differ.
    """
    claim = data["claim"]
    shown = data["steps"][data["shows"][0]]
    refuted = shown["rule"] == "witness"
    given = [decode_formula(f) for f in claim["given"]]
    states = [decode_formula(f) for f in ([shown["conclusion"]] if refuted else claim["states"])]
    if refuted and states[0] not in map(decode_formula, claim["states"]):
        raise NotRead("what is refuted is not what the claim states")
    try:
        read = _Read(parsed(text))
    except (Refused, ValueError, IndexError, TypeError) as error:  # of the core, or of too few or too many arguments
        raise NotRead(f"it makes no sense: {error}") from None
    if read.exists != refuted or read.denied != refuted:
        raise NotRead("it denies what it should state" if read.denied else "it states what it should deny")
    stated, premises = said(states), said(given)
    if refuted:  # where the formula is defined is said before, as what is given is
        premises, stated = [*premises, *stated[:-1]], stated[-1:]
    match = _Matching(read.environment)
    match.all(read.given, premises, "given")
    match.all(read.states, stated, "states")
    match.smooth(read.smooth, smoothness([*given, *states]))


class _Read:
    """A statement that was read: what is given, what is stated or denied, how smooth functions are."""

    def __init__(self, tree: Tree) -> None:
        self.exists = tree.sign == "exists"
        binders, body = (tree.binders, tree.parts[0]) if tree.sign in ("forall", "exists") else ((), tree)
        *premises, last = conjuncts(body) if self.exists else hypotheses(body)
        states = [last] if self.exists else conjuncts(last)
        _, self.environment, left = Environment({}).declared(binders, premises, anew=False)
        self.smooth: set[Smooth] = set()
        while left and (found := self._smoothness(left[0])):
            self.smooth.add(found)
            left = left[1:]
        self.denied = states[-1].sign == "~_"
        if self.denied:
            states[-1] = states[-1].parts[0]
        self.given = [canonical(self.environment.formula(t)) for t in left]
        self.states = [canonical(self.environment.formula(t)) for t in states]

    def _smoothness(self, t: Tree) -> Smooth | None:
        """What a premise says of how smooth a function of the statement is, if it says that."""
        *given, last = hypotheses(t.parts[0]) if t.sign == "forall" else [t]
        last, *nearby = conjuncts(last)
        word = last.parts[0].word if last.sign == APPLIED else ""
        if t.sign != "forall" or word not in _SENSES:
            return None
        names = [name for name, _ in t.binders]
        *order, function, place = last.parts[1:]
        curve = _component(function, names) if len(names) == 2 else function.word
        meaning = self.environment.meanings.get(curve)
        if meaning is None or place.word != names[-1] or len(meaning.types) != 1:
            return None
        spaces = [] if len(names) == 1 else [meaning.space]
        if not self._are(t.binders, [*spaces, meaning.types[0]]):
            return None
        where = [[f"{curve}_domain", names[-1]]] if meaning.head.args[1] == PARTIAL else []
        sense = "curve" if len(names) == 2 else _SENSES[word]
        near = "vnear" if sense == "field" else "locally"
        differentiated = not word.startswith("continuous")
        is_open = [[near, names[-1], f"{curve}_domain"]] if where and differentiated else []
        if [as_words(g) for g in given] != where or [as_words(p) for p in nearby] != is_open:
            return None
        times = int(order[0].word) if order else int(word[1]) if sense == "field" and word[0] == "C" else 0
        return meaning.head, sense, times

    def _are(self, binders: Sequence[tuple[str, Tree | None]], wanted: Sequence[object]) -> bool:
        """Whether what is bound is of these types, or in these spaces."""
        types = [types_of(type_)[-1] if len(types_of(type_)) == 1 else "" for _, type_ in binders]
        known = self.environment.meanings
        return all(
            one == other or (one in known and known[one].head is other)
            for one, other in zip(types, wanted, strict=True)
        )


def _component(t: Tree, names: Sequence[str]) -> str:
    """The curve c in `fun t => ip (c t) w`, with w for all vectors."""
    if t.sign == "fun" and t.parts[0].sign == APPLIED and len(t.parts[0].parts) == 3:
        ((bound, _),), (ip, value, w) = t.binders, t.parts[0].parts
        words = as_words(value)
        if ip.word == "ip" and w.word == names[0] != bound and words[1:] == [bound]:
            return words[0]
    return ""


class _Matching:
    """Which variable of the claim each variable of the text stands for."""

    def __init__(self, environment: Environment) -> None:
        self._types = {meaning.head: (meaning.types, meaning.space) for meaning in environment.meanings.values()}
        self._found: dict[Term, Term] = {}
        self._roles: dict[tuple[Term, object], Term] = {}

    def all(self, read: Sequence[Term], wanted: Sequence[Term], what: str) -> None:
        """Refuses formulas that are not the same, one by one."""
        for n, (one, other) in enumerate(zip(read, wanted, strict=False)):
            if not self._same(one, other):
                raise NotRead(f"{what}, {n + 1}: it says {one!r}, the claim {other!r}")
        if len(read) != len(wanted):
            raise NotRead(f"{what}: it says {len(read)} things, the claim {len(wanted)}")

    def smooth(self, read: set[Smooth], wanted: set[Smooth]) -> None:
        """Refuses functions that are smoother than the claim differentiates them, or less smooth."""
        if {(self._found.get(head), sense, order) for head, sense, order in read} != wanted:
            raise NotRead("it takes functions to be smooth otherwise than the claim does")

    def _same(self, read: Term, wanted: Term) -> bool:
        if read.kind != wanted.kind or len(read.args) != len(wanted.args):
            return False
        if read.kind == "variable":
            return self._is(read, wanted)
        if not read.free and not wanted.free:
            return read is wanted
        return all(
            self._same(a, b) if type(a) is Term and type(b) is Term else a == b
            for a, b in zip(read.args, wanted.args, strict=True)
        )

    def _is(self, read: Term, wanted: Term) -> bool:
        """Whether one stands for the other: of what is applied to other types there is another one.

        What axioms give a meaning, the text has for all vectors, unless the support library defines it.
        """
        if read in LIBRARY.values() or wanted in LIBRARY.values():
            return read is wanted
        kinds = [VECTOR if v.args[1] == CONSTANT else v.args[1] for v in (read, wanted)]
        one = self._roles.setdefault((wanted, self._types[read]), read) is read
        return (
            one and kinds[0] == kinds[1] and read.args[2] == wanted.args[2]
            and self._found.setdefault(read, wanted) is wanted
        )  # fmt: skip

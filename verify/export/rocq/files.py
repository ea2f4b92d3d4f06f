"""Proof files as Rocq files: one lemma a step, and at the end the theorem that is the claim."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from verify.core.kernel import Counterexample, Theorem
from verify.core.nodes import Refused
from verify.core.proofs import Checked, check_file
from verify.export.rocq import arithmetic, ending, structural
from verify.export.rocq.lemmas import Lemma, Statements
from verify.export.rocq.names import Head, Inexpressible
from verify.export.rocq.terms import is_number

SUPPORT: Final = ("Numbers", "Spaces", "Tactics", "Claims", "Enclosures")
"""The support library: files of Rocq, each of which uses those before it."""

Rule = Callable[[Statements, Theorem, Sequence[Lemma]], str]
RULES: Final[dict[str, Rule]] = {
    "assume": structural.assumed, "identity": arithmetic.reduced, "combine": arithmetic.reduced,
    "instantiate": structural.instantiated, "generalize": structural.generalized, "cases": structural.by_cases,
    "induct": structural.inducted, "telescope": structural.telescoped,
}  # fmt: skip


@dataclass
class Step:
    """A lemma with its proof; or why there is none."""

    lemma: Lemma | None
    proof: str = ""
    missing: str = ""


@dataclass
class Proof:
    """The steps of a claim's proof, in order, with the theorems of the core that they stand for."""

    statements: Statements
    theorems: list[Theorem]
    steps: list[Step] = field(default_factory=list)


def in_order(made: Sequence[Theorem]) -> list[Theorem]:
    """The theorems and all that they rest on, each after its premises."""
    found: dict[int, Theorem] = {}
    waiting = list(reversed(made))
    while waiting:
        theorem = waiting[-1]
        missing = [p for p in theorem.premises if id(p) not in found]
        if missing and id(theorem) not in found:
            waiting.extend(reversed(missing))
            continue
        waiting.pop()
        found.setdefault(id(theorem), theorem)
    return list(found.values())


def written_out(checked: Checked) -> Proof:
    """Every step of a proof as a lemma with its proof."""
    if any(isinstance(m, Counterexample) for m in checked.made):
        raise Inexpressible("a refutation")
    theorems = in_order([m for m in checked.made if isinstance(m, Theorem)])
    statements = Statements(theorems)
    proof = Proof(statements, theorems)
    number = {id(t): n for n, t in enumerate(theorems)}
    for n, theorem in enumerate(theorems):
        before = [proof.steps[number[id(p)]] for p in theorem.premises]
        proof.steps.append(_step(statements, f"s{n}", theorem, before))
    return proof


def _step(statements: Statements, name: str, theorem: Theorem, before: Sequence[Step]) -> Step:
    lemma = None
    try:
        lemmas = [s.lemma for s in before if s.lemma is not None]
        lemma = statements.lemma(name, theorem, _left_over(statements, theorem, lemmas))
        if len(lemmas) < len(before):
            return Step(lemma, missing="a premise has no form in Rocq")
        rule = RULES.get(theorem.rule)
        if rule is None:
            return Step(lemma, missing=f"the rule {theorem.rule}")
        proof = rule(statements, theorem, lemmas)
        return Step(lemma, proof.replace("enter;", f"do {lemma.entered} intro;", 1))
    except Inexpressible as error:
        return Step(lemma, missing=str(error))
    except Refused as error:
        return Step(lemma, missing=f"no normal form: {error}")


def _left_over(statements: Statements, theorem: Theorem, lemmas: Sequence[Lemma]) -> list[Head]:
    """Heads that the premises speak of, and that the step does not bind or replace."""
    gone: set[Any] = set()
    if theorem.rule == "generalize":
        gone = set(theorem.parameters["variables"])
    elif theorem.rule == "telescope":
        gone = {theorem.parameters["t"]}
    found: list[Head] = []
    for i, lemma in enumerate(lemmas):
        replaced = theorem.parameters["values"] if theorem.rule == "instantiate" and i == 0 else ()
        there = set(replaced) if isinstance(replaced, dict) else set()
        found += [h for h in lemma.heads if h.variable not in gone and h.variable not in there]
    if theorem.rule == "instantiate":
        values = theorem.parameters["values"]
        terms = list(values.values() if isinstance(values, dict) else values)
        found += [Head(x, s) for x in terms if x.kind == "variable" and not is_number(x) for s in statements.names.shapes(x)]
    else:
        terms = [f for pair in theorem.parameters.get("terms", ()) for f in pair if f is not None]
    return found + list(statements.heads_in(terms))


HEADER: Final = "From Verify Require Import {last}.\nSet Default Timeout {seconds}.\nUnset Printing Notations.\n"


def rocq_file(data: Any, seconds: int = 20) -> str:
    """The Rocq file of a proof file.

    Raises:
        Inexpressible: naming the first step that has no proof in Rocq yet.
        Refused: where the core does not accept the proof.
    """
    checked = check_file(data)
    proof = written_out(checked)
    parts = [HEADER.format(last=SUPPORT[-1], seconds=seconds)]
    for step in proof.steps:
        if step.missing or step.lemma is None:
            raise Inexpressible(step.missing)
        parts.append(f"Lemma {step.lemma.name} : {step.lemma.statement}.\nProof.\n{step.proof}\nQed.\n")
    numbers = {id(theorem): n for n, theorem in enumerate(proof.theorems)}
    last = [(proof.theorems[n], proof.steps[n].lemma) for n in (numbers[id(m)] for m in checked.made)]
    parts.append(ending.proved(data, proof.statements, [(t, lemma) for t, lemma in last if lemma is not None]))
    return "\n".join(parts)

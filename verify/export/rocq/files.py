"""Proof files as Rocq files: one lemma a step, and at the end the theorem that is the claim."""

from __future__ import annotations

from typing import Any, Final, cast

from verify.core.kernel import Counterexample, Theorem
from verify.core.proofs import check_file
from verify.export.rocq import ending
from verify.export.rocq.names import Inexpressible
from verify.export.rocq.steps import written_out
from verify.export.rocq.witnesses import refutation

FOR_CERTIFICATES: Final = "From Verify Require Import Signs.\n"
FOR_STEPS: Final = "From Verify Require Import Steps.\nSet Default Timeout {seconds}.\n"


def rocq_file(data: Any, seconds: int = 30) -> str:
    """The Rocq file of a proof file.

    Args:
        seconds: how long one tactic may take.

    Raises:
        Inexpressible: naming the first step that has no proof in Rocq yet.
        Refused: where the core does not accept the proof.
    """
    checked = check_file(data)
    theorems = [m for m in checked.made if not isinstance(m, Counterexample)]
    if len(theorems) < len(checked.made):
        return refutation(data)
    proof = written_out(cast(list[Theorem], theorems))
    for n, step in enumerate(proof.steps):
        if step.missing or step.lemma is None:
            raise Inexpressible(f"step {n} ({proof.theorems[n].rule}): {step.missing}")
    parts = [FOR_CERTIFICATES]
    parts += [f"{lemma}\n" for step in proof.steps for lemma in step.certificate]
    parts.append(FOR_STEPS.format(seconds=seconds))
    parts += [f"Lemma {s.lemma.name} : {s.lemma.statement}.\nProof.\n{s.proof}\nQed.\n" for s in proof.steps if s.lemma]
    numbers = {id(theorem): n for n, theorem in enumerate(proof.theorems)}
    last = [(proof.theorems[n], proof.steps[n].lemma) for n in (numbers[id(m)] for m in theorems)]
    parts.append(ending.proved(data, proof.statements, [(t, lemma) for t, lemma in last if lemma is not None]))
    return "\n".join(parts)

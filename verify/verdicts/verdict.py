"""The verdict on a claim, computed from its evidence and from nothing else."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from verify.claims.claim import Claim
from verify.claims.records import AxiomRecord, ProofRecord
from verify.claims.weights import Verdict
from verify.language.shown import Shown
from verify.language.terms import Formula
from verify.language.words import assigned
from verify.prover.found import NotKept
from verify.verdicts.contradictory import contradictory
from verify.verdicts.evidence import Evidence, bracketed_at_instances, gather, looked_for
from verify.verdicts.hollow import hollow
from verify.verdicts.records import CounterexampleData, proof_of
from verify.verdicts.rows import OutcomeRow


@dataclass(frozen=True)
class Outcome(Shown):
    """A claim, its evidence and verdict as plain data; `failures` is empty when all is as it should be."""

    id: str
    paper: str
    where: str
    source: str
    statement: str
    variables: list[str]
    given: list[str]
    states: list[str]
    abbreviations: list[str]
    reading: str
    printed: str
    says: str
    weight: str
    slip: str
    face_of: str
    idle: dict[str, str]
    reconstructed: bool
    rests_on: list[str]
    repairs: str
    sharpens: list[str]
    loose: str
    open_because: str
    verdict: Verdict
    failures: list[str]
    evidence: list[Evidence]
    seconds: float
    ran: str
    cached: bool = False

    @property
    def ok(self) -> bool:
        """Whether the verdict was established without a failed step."""
        return not self.failures

    @property
    def axioms(self) -> list[AxiomRecord]:
        """The axioms that the verdict rests on, as `verify.claims.proof_tree` writes them."""
        found = [
            axiom for item in self.evidence if (proof := proof_of(item.record)) is not None for axiom in proof["axioms"]
        ]
        return [axiom for position, axiom in enumerate(found) if axiom not in found[:position]]

    @property
    def counterexample(self) -> CounterexampleData[ProofRecord] | None:
        """The first counterexample: which formula it refutes, the assignment, the lines to check by hand."""
        items = (evidence.record for evidence in self.evidence)
        return next((item["data"] for item in items if item["ok"] and item["kind"] == "counterexample"), None)

    @property
    def hypotheses_met(self) -> str:
        """What shows that all hypotheses can hold at once, so that the claim is about something; else empty."""
        if not self.given:
            return "there are none"
        for item in (evidence.record for evidence in self.evidence):
            if not item["ok"]:
                continue
            if item["kind"] == "instance" or item["kind"] == "counterexample":  # so types are narrowed
                return at(item["data"]["assignment"])
            if item["kind"] == "mutant" and item["data"]["decided"] == "refuted" and item["data"]["keeps_hypotheses"]:
                return at(item["data"]["assignment"])
        return ""

    @property
    def remarks(self) -> list[str]:
        """What the verdict lacks, to be said with it."""
        found = []
        own = [axiom["name"] for axiom in self.axioms if axiom["own"]]
        if own and self.verdict in ("proved", "refuted", "cited"):
            found.append(f"on {'an axiom' if len(own) == 1 else 'axioms'} of the author's own: {'; '.join(own)}")
        if self.verdict == "proved" and not self.hypotheses_met:
            found.append("hypotheses not shown to hold: a function under @CLAIM.instance returns values that meet them")
        return found

    @property
    def said(self) -> str:
        """The verdict with its remarks."""
        return ", ".join([self.verdict, *self.remarks])

    def to_json(self) -> OutcomeRow:
        """Plain data: what `from_json` reads, with what is computed from it."""
        counterexample = self.counterexample
        computed = {
            "ok": self.ok,
            "axioms": self.axioms,
            "hypotheses_met": self.hypotheses_met,
            "remarks": self.remarks,
            "counterexample": counterexample and {k: counterexample[k] for k in ("refutes", "assignment", "lines")},
        }
        own = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return cast(OutcomeRow, own | {"evidence": [item.record for item in self.evidence]} | computed)

    @classmethod
    def from_json(cls, data: OutcomeRow) -> Outcome:
        """The outcome that `to_json` wrote.

        Raises:
            KeyError, TypeError: when the data has another shape.
        """
        given: Mapping[str, Any] = data
        fields = {f.name: given[f.name] for f in dataclasses.fields(cls)}
        return cls(**fields | {"evidence": [Evidence(**item) for item in data["evidence"]]})


def at(assignment: Mapping[str, str]) -> str:
    """An instance, in words."""
    return f"at {assigned(assignment)}" if assignment else "as they stand"


def examine(claim: Claim) -> Outcome:
    """Runs every step of the claim and computes its verdict; one that says nothing has none.

    It says nothing where its statement is hollow, and where its hypotheses contradict each other.
    """
    started = time.perf_counter()
    evidence = gather(claim)
    verdict, failures = decide(evidence, claim.open_because)
    if said := hollow(claim):
        verdict, failures = "open", [*(f"{claim.source}: {line}" for line in said), *failures]
    outcome = _outcome(claim, verdict, failures, evidence, time.perf_counter() - started)
    if verdict == "proved":
        try:
            found = bracketed_at_instances(claim)
            instance = looked_for(claim) if not outcome.hypotheses_met else None
            absurd = [] if outcome.hypotheses_met or instance else contradictory(claim)
        except NotKept as error:
            return dataclasses.replace(outcome, failures=[*outcome.failures, f"{claim.source}: {error}"])
        if absurd:
            return dataclasses.replace(outcome, verdict="open", failures=[_said_of(claim, absurd), *outcome.failures])
        outcome = dataclasses.replace(outcome, evidence=[*evidence, *found, *([instance] if instance else [])])
    elif verdict == "open" and outcome.failures and not outcome.hypotheses_met:
        with suppress(NotKept):  # why it failed is said in any case
            if absurd := contradictory(claim):
                outcome = dataclasses.replace(outcome, failures=[_said_of(claim, absurd), *outcome.failures])
    return outcome


def _said_of(claim: Claim, absurd: Sequence[Formula]) -> str:
    return f"{claim.source}: its hypotheses contradict each other: {', '.join(map(str, absurd))}"


def unfinished(claim: Claim, reason: str) -> Outcome:
    """The outcome of a claim whose run ended without a result."""
    return _outcome(claim, "open", [f"{claim.source}: {reason}"], [], 0.0)


def decide(evidence: Sequence[Evidence], open_because: str = "") -> tuple[Verdict, list[str]]:
    """The verdict that the evidence supports, and what is wrong with the evidence.

    A proof counts only when every proof of the claim holds; with a counterexample it counts for nothing. A claim that
    was searched or hunted in vain, and that nothing decides, is supported.
    """
    holds = {item.kind for item in evidence if item.ok}
    fails = {item.kind for item in evidence if not item.ok}
    failures = [item.failure for item in evidence if not item.ok]
    refuted = "counterexample" in holds
    established = sorted(holds & {"proof", "citation"})
    if refuted and established:
        names = ", ".join(f"{e.kind} {e.name}" for e in evidence if e.ok and e.kind in (*established, "counterexample"))
        return "open", [f"INCONSISTENT: the claim is both established and refuted, by {names}", *failures]
    if refuted:
        return "refuted", failures
    if "proof" in holds and "proof" not in fails:
        return "proved", failures
    if "citation" in holds and not fails & {"proof", "citation"}:
        return "cited", failures
    records = [item.record for item in evidence]
    hunted = any(item["kind"] == "hunt" and item["data"]["supports"] for item in records)
    if ("search" in holds or hunted) and not failures:
        return "supported", failures
    if not failures and not open_because:
        failures = [
            "nothing decides it, and open_because does not say why: "
            "a function under @CLAIM.proof or @CLAIM.counterexample does, CLAIM being its name in the module"
        ]
    return "open", failures


def _outcome(claim: Claim, verdict: Verdict, failures: list[str], evidence: list[Evidence], seconds: float) -> Outcome:
    return Outcome(
        id=claim.id,
        paper=claim.paper,
        where=claim.at,
        source=str(claim.source),
        statement=claim.statement,
        variables=claim.variables,
        given=[str(formula) for formula in claim.shown_given],
        states=[str(formula) for formula in claim.shown_states],
        abbreviations=[str(formula) for formula in claim.shown_where],
        reading=claim.reading,
        printed=claim.printed,
        says=claim.says,
        weight=claim.weight,
        slip=claim.slip,
        face_of=claim.face_of,
        idle={str(claim.displayed.formula(formula)): reason for formula, reason in claim.idle.items()},
        reconstructed=claim.reconstructed,
        rests_on=list(claim.rests_on),
        repairs=claim.repairs,
        sharpens=list(claim.sharpens),
        loose=claim.loose,
        open_because=claim.open_because,
        verdict=verdict,
        failures=failures,
        evidence=evidence,
        seconds=round(seconds, 3),
        ran=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    )

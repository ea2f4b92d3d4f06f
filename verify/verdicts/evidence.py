"""Runs the steps of a claim, and records what each one gave."""

from __future__ import annotations

import contextlib
import dataclasses
import math
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from sympy import S

from verify.author import kernel
from verify.author.kernel import KernelError, Theorem
from verify.claims import experiments
from verify.claims.claim import Claim
from verify.claims.established import NoTheorems, NotTheClaim, broke_at, theorems_in
from verify.claims.proof_tree import proof_tree
from verify.claims.records import ProofRecord, StepKind
from verify.claims.remedies import explained
from verify.claims.steps import Conformance, Searched, Sharpness, Step
from verify.language.exists import AT_LEAST_NOTHING
from verify.language.terms import Counterexample, ForAll, Formula, IllFormed, Relation, alpha, eq
from verify.normal_forms.smoothness import refuse_rough
from verify.prover.found import asked_by
from verify.prover.rejected import Resists
from verify.store.sources import FIRST_REFUSALS
from verify.tightness import sweep
from verify.tightness.records import bracketed
from verify.verdicts import instances
from verify.verdicts.borrowed import met_elsewhere
from verify.verdicts.instance_brackets import instance_brackets
from verify.verdicts.records import (
    ChangedData,
    ConformanceData,
    CounterexampleData,
    EvidenceData,
    EvidenceKind,
    EvidenceRecord,
    InstanceData,
    MutantData,
    SearchData,
    SharpnessResult,
    Tried,
)


@dataclass(frozen=True)
class Evidence:
    """What one step gave.

    `message` says what is wrong when the step is not `ok`; `where` is the line that it broke at, or where the step
    stands.
    """

    kind: EvidenceKind
    name: str
    summary: str
    ok: bool
    message: str
    where: str
    seconds: float
    data: EvidenceData | Tried
    traceback: str = ""

    @property
    def record(self) -> EvidenceRecord:
        """The same as plain data, whose kind says what its data is."""
        return cast(EvidenceRecord, {field.name: getattr(self, field.name) for field in dataclasses.fields(self)})

    @property
    def failure(self) -> str:
        """The step, the place and the reason, in one line."""
        said = f" ({self.summary})" if self.summary else ""
        return f"{self.where}: {self.kind} {self.name}{said}: {self.message}"


REFUSALS = (KernelError, Resists, NoTheorems)
"""How a proof says that it does not go through: the kernel refused, a search gave up, or no theorem was returned."""


class Failed(Exception):
    """A step ran and does not show what it should; `data` is what it gave all the same."""

    def __init__(self, message: str, data: Tried | None = None) -> None:
        super().__init__(message)
        self.data: Tried = data or {}


def gather(claim: Claim) -> list[Evidence]:
    """The evidence of every step of the claim; no step's failure keeps the others from running."""
    return [examined(claim, step) for step in claim.steps]


def examined(claim: Claim, step: Step) -> Evidence:
    """What one step gives, or what stops it."""
    started = time.perf_counter()
    data: EvidenceData | Tried = {}
    kind, message, shown, where = step.kind, "", "", claim.source.place(step.file, step.line)
    try:
        with contextlib.redirect_stdout(sys.stderr), asked_by(claim.id, claim.source.folder):
            kind, data = RUNNERS[step.kind](claim, step)
    except Failed as error:
        message, data = str(error), error.data
    except (Exception, SystemExit) as error:
        message = _reason(error)
        where = broke_at(error, claim, step)
        if not isinstance(error, REFUSALS):
            shown = traceback.format_exc()
    seconds = round(time.perf_counter() - started, 3)
    return Evidence(kind, step.name, step.summary, not message, message, where, seconds, data, shown)


def _reason(error: BaseException) -> str:
    """Why a step broke off, in one line."""
    if isinstance(error, NotTheClaim):
        return error.explained
    return " ".join(str(error).split()) if isinstance(error, REFUSALS) else explained(error)


Ran = tuple[StepKind, EvidenceData]


def _instance(claim: Claim, step: Step) -> Ran:
    returned = step.function()
    at, met = returned if isinstance(returned, tuple) else (returned, [])
    found = kernel.witness(claim.given, eq(S.Zero, S.One), at, met)
    return "instance", _met(claim, found)


def looked_for(claim: Claim) -> Evidence | None:
    """An instance that meets the hypotheses of a claim without one of its own, where one is kept or soon found.

    Where none is, one of another claim may meet them: of that which it repairs, or that has the same hypotheses.

    Raises:
        NotKept: where a file is kept, and nothing in it for this claim.
    """
    started = time.perf_counter()
    with asked_by(claim.id, claim.source.folder):
        found = instances.meeting_all(claim)
    summary = "Found by trying a few simple values."
    if found is None:
        if (lent := met_elsewhere(claim)) is None:
            return None
        found, summary = lent[0], f"That of {lent[1]}."
    seconds, where = round(time.perf_counter() - started, 3), str(claim.source)
    return Evidence("instance", "found", summary, True, "", where, seconds, _met(claim, found))


def bracketed_at_instances(claim: Claim) -> list[Evidence]:
    """How sharp bounds without families of their own are at the claim's instances, and where changed claims fail.

    Raises:
        NotKept: where such an instance is sought and not kept.
    """
    found, started, where = [], time.perf_counter(), str(claim.source)
    with contextlib.redirect_stdout(sys.stderr), asked_by(claim.id, claim.source.folder):
        for data in instance_brackets(claim):
            seconds, started = round(time.perf_counter() - started, 3), time.perf_counter()
            summary = "The instance of the largest ratio."
            found.append(Evidence("tightness", "instances", summary, True, "", where, seconds, data))
    return found


def _met(claim: Claim, found: Theorem) -> InstanceData:
    """What the kernel says of an instance that meets the hypotheses."""
    values, lines = found.conclusion.assignment, found.conclusion.lines
    shown = claim.displayed
    met = shown.met(list(lines[: len(claim.given)]), claim.given, values)
    return {"assignment": shown.assignment(values, [*claim.given, *claim.states]), "lines": met}


def _proof(claim: Claim, step: Step) -> Ran:
    theorems = claim.established.by(step)
    kind: StepKind = "citation" if any(map(_only_cites, theorems, claim.states)) else "proof"
    return kind, {"proof": proof_tree(theorems, claim.displayed.step), "idle": _idle(claim, theorems)}


def _idle(claim: Claim, theorems: Sequence[Theorem]) -> list[str]:
    """The hypotheses that none of the theorems has, and without which they are the claim's all the same.

    A theorem may need one in other words, π − d > 0 for d < π: then it is no longer the claim's without it.
    """
    used = {alpha(formula) for theorem in theorems for formula in theorem.hypotheses}
    return [
        str(claim.displayed.formula(f))
        for f in claim.given
        if alpha(f) not in used and _proved_without(claim, theorems, f)
    ]


def _proved_without(claim: Claim, theorems: Sequence[Theorem], dropped: Formula) -> bool:
    given = [formula for formula in claim.given if formula != dropped]
    try:
        for theorem, states in zip(theorems, claim.states, strict=True):
            kernel.proves(theorem, given, states)
    except KernelError:
        return False
    return True


def _citation(claim: Claim, step: Step) -> Ran:
    theorems = claim.established.by(step)
    for theorem, states in zip(theorems, claim.states, strict=True):
        if not _only_cites(theorem, states):
            raise Failed(f"the theorem is made by the rule {theorem.rule}; a citation is made by the rule cite")
    return "citation", {"proof": proof_tree(theorems, claim.displayed.step), "idle": _idle(claim, theorems)}


def _only_cites(theorem: Theorem, states: Formula) -> bool:
    """Whether the theorem is an axiom, or rests on one that already says what the claim states."""
    if states != AT_LEAST_NOTHING:
        return theorem.rule == "cite" or any(_says(axiom.conclusion, states) for axiom in theorem.axioms)
    there_is = {alpha(h) for h in theorem.hypotheses if isinstance(h, ForAll) and h.body == AT_LEAST_NOTHING}
    return any(alpha(h) in there_is for axiom in theorem.axioms for h in axiom.hypotheses)


def _says(axiom: Formula, states: Formula) -> bool:
    bodies = [axiom]
    while isinstance(bodies[-1], ForAll):
        bodies.append(bodies[-1].body)
    return any(alpha(body) == alpha(states) for body in bodies)


def _counterexample(claim: Claim, step: Step) -> Ran:
    theorems = theorems_in(step.function(claim))
    if theorems is None or len(theorems) != 1:
        raise Failed("it must return one theorem made by the rule witness")
    return "counterexample", refutation(claim, theorems[0])


def refutation(claim: Claim, theorem: Theorem) -> CounterexampleData[ProofRecord]:
    """What a counterexample shows: which formula of the claim it refutes, the assignment, the lines, the proof.

    Raises:
        Failed: when it refutes none of them.
    """
    refusals = []
    for position, states in enumerate(claim.states):
        try:
            kernel.refutes(theorem, claim.given, states)
        except KernelError as error:
            refusals.append(str(error))
            continue
        found = theorem.conclusion
        _all_smooth(claim, found)
        return {
            "refutes": position,
            "assignment": claim.displayed.assignment(found.assignment, [*claim.given, *claim.states]),
            "lines": claim.displayed.numbers(found.lines, claim.given, states, found.assignment),
            "proof": proof_tree([theorem], claim.displayed.step),
        }
    raise Failed("; ".join(dict.fromkeys(refusals)))


def _all_smooth(claim: Claim, found: Counterexample) -> None:
    """Refuses a counterexample to one formula with a function that is too rough for what another differentiates."""
    try:
        refuse_rough(claim.states, found.assignment)
    except IllFormed as error:
        raise Failed(str(error)) from error


def _mutant(claim: Claim, step: Step) -> Ran:
    changed = step.function(claim)
    if not isinstance(changed, Claim) or _meaning(changed) == _meaning(claim):
        raise Failed("it must return a claim that differs, made by claim.replace(given=…, states=…)")
    proofs = [other for other in claim.steps if other.kind == "proof"]
    data: ChangedData[str] = {
        "change": step.label,
        "given": [str(formula) for formula in changed.shown_given],
        "states": [str(formula) for formula in changed.shown_states],
        "refusals": [],
        "keeps_hypotheses": set(map(alpha, claim.given)) <= set(map(alpha, changed.given)),
    }
    if not proofs:
        raise Failed("the claim has no proof for it to break", data)
    for proof in proofs if _put_to_proofs(claim, step) else ():
        try:
            changed.established.by(proof)
        except REFUSALS as error:
            data["refusals"].append({"proof": proof.name, "message": str(error)})
        except Exception as error:
            raise Failed(
                f"on the changed claim {proof.name} stops with {explained(error)}, which shows nothing: "
                f"what refuses must be the kernel",
                data,
            ) from error
        else:
            raise Failed(f"{proof.name} proves the changed claim too: {changed.statement}", data)
    return "mutant", _decided(changed, step, data)


def _put_to_proofs(claim: Claim, step: Step) -> bool:
    """Whether the proofs of the claim are tried on this mutant.

    They are on each that is not proved itself. Where one fails at an exact instance, the kernel has shown that no proof
    can go through; if asked for, only the first of each kind of change is tried all the same.
    """
    if not _is_refuted(step) or os.environ.get(FIRST_REFUSALS) != "first":
        return step.decision.proof is None
    alike = (s for s in claim.steps if s.kind == "mutant" and s.label == step.label and _is_refuted(s))
    return next(alike) is step


def _is_refuted(step: Step) -> bool:
    return step.decision.ways in (["at"], [])


def _decided(changed: Claim, step: Step, data: ChangedData[str]) -> MutantData[str, ProofRecord]:
    """The data with what the mutant's own evidence says of it: refuted, true or undecided."""
    how = step.decision
    if how.proof is not None:
        own = dataclasses.replace(step, function=how.proof)
        return {**data, "decided": "true", "shown_by": proof_tree(changed.established.by(own), changed.displayed.step)}
    if not how.ways:
        return _refuted_at(changed, data, [instances.failing(changed, step.summary)])
    if how.at is None:
        return {**data, "decided": "undecided", "reason": " ".join(how.undecided.split())}
    met = theorems_in(how.discharge()) if how.discharge else []
    if met is None:
        raise Failed("discharge must return theorems")
    return _refuted_at(changed, data, _witnesses(changed, how.at, met))


def _witnesses(changed: Claim, at: Mapping[Any, Any], met: Sequence[Theorem]) -> Iterator[Theorem | str]:
    """For each relation that the changed claim states the theorem that it fails there, or why it does not."""
    refused = []
    for states in changed.states:
        if isinstance(states, Relation):
            try:
                yield kernel.witness(changed.given, states, at, met, explained=False)
            except KernelError:
                refused.append(states)
    for states in refused:  # which is asked for only where no theorem was taken
        try:
            yield kernel.witness(changed.given, states, at, met)
        except KernelError as error:
            yield str(error)


def _refuted_at(changed: Claim, data: ChangedData[str], tried: Iterable[Theorem | str]) -> MutantData[str, ProofRecord]:
    """The data of a changed claim that one of these theorems refutes."""
    refusals = []
    for found in tried:
        if isinstance(found, str):
            refusals.append(found)
            continue
        _all_smooth(changed, found.conclusion)
        at, shown, states = found.conclusion.assignment, changed.displayed, found.conclusion.states
        return {
            **data,
            "decided": "refuted",
            "assignment": shown.assignment(at, [*changed.given, *changed.states]),
            "lines": shown.numbers(found.conclusion.lines, changed.given, states, at),
            "shown_by": proof_tree([found], shown.step),
        }
    raise Failed(f"the instance does not refute it: {'; '.join(dict.fromkeys(refusals))}")


def _meaning(claim: Claim) -> tuple[set[Any], list[Any]]:
    return {alpha(formula) for formula in claim.given}, [alpha(formula) for formula in claim.states]


def _conformance(_: Claim, step: Step) -> Ran:
    records = _records(step, Conformance)
    data: ConformanceData = {
        "arithmetic": "float",
        "results": [
            {
                "name": record.name,
                "points": int(record.points),
                "worst": _number(record.worst),
                "unit": record.unit,
                "allowed": _number(record.allowed),
                "ok": bool(record.holds),
            }
            for record in records
        ],
    }
    bad = [
        f"{r.name}: no points were tried" if not r.points
        else f"{r.name}: {r.worst} {r.unit}, allowed {r.allowed}"
        for r in records if not r.holds
    ]  # fmt: skip
    if bad:
        raise Failed("; ".join(bad), data)
    return "conformance", data


def _sharpness(_: Claim, step: Step) -> Ran:
    results: list[SharpnessResult[ProofRecord]] = []
    for record in _records(step, Sharpness):
        theorems = [] if record.theorems is None else theorems_in(record.theorems)
        if theorems is None:
            raise Failed(f"{record.label}: theorems must be theorems or None")
        results.append({"label": record.label, "value": str(record.value), "proof": proof_tree(theorems)})
    return "sharpness", {"results": results}


def _tightness(claim: Claim, step: Step) -> Ran:
    assert step.over is not None
    name, formula = step.over.parameter, step.over.formula
    tried = [sweep.point(claim, step, value) for value in step.over.values]
    points = bracketed(tried)
    if len(points) < len(tried):
        wrong = [f"{name} = {p['value']}: {p['message']}" for p in tried if p["message"]]
        raise Failed("; ".join(wrong), {"parameter": name, "formula": formula, "points": tried})
    return "tightness", {"parameter": name, "formula": formula, "points": points}


def _search(_: Claim, step: Step) -> Ran:
    records = _records(step, Searched)
    data: SearchData = {
        "arithmetic": "float",
        "results": [
            {
                "name": record.name,
                "cases": int(record.cases),
                "worst": _number(record.worst),
                "at": record.at,
                "allowed": _number(record.allowed),
                "ok": bool(record.holds),
            }
            for record in records
        ],
    }
    bad = [f"{r.name}: ratio {r.worst} at {r.at}, after {r.cases} cases" for r in records if not r.holds]
    if bad:
        raise Failed(f"a candidate for a counterexample, to be confirmed exactly: {'; '.join(bad)}", data)
    return "search", data


def _experiment(_: Claim, step: Step) -> Ran:
    """The short run: the whole one is made by `verify experiment`."""
    assert step.extent is not None
    steps, seed = step.extent.short, 0
    result = experiments.finish(step.function, steps, seed, None, lambda stage: None).of(steps, step.extent)
    return "experiment", {
        "arithmetic": "float",
        "steps": steps,
        "seed": seed,
        "unit": step.extent.unit,
        "whole": step.extent.steps,
        "result": result.to_json(),
    }


Record = TypeVar("Record")


def _records(step: Step, kind: type[Record]) -> Sequence[Record]:
    returned = step.function()
    records = [returned] if isinstance(returned, kind) else list(returned) if isinstance(returned, Iterable) else []
    if not records or not all(isinstance(record, kind) for record in records):
        raise Failed(f"it must return or yield {kind.__name__} records")
    return records


def _number(value: Any) -> float | str:
    """A float that JSON can hold, or its name."""
    return float(value) if math.isfinite(value) else str(float(value))


RUNNERS: dict[StepKind, Callable[[Claim, Step], Ran]] = {
    "proof": _proof,
    "citation": _citation,
    "counterexample": _counterexample,
    "mutant": _mutant,
    "instance": _instance,
    "search": _search,
    "conformance": _conformance,
    "sharpness": _sharpness,
    "tightness": _tightness,
    "experiment": _experiment,
}

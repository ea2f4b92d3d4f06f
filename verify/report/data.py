"""What a report says, as plain data: `report.json` is this, and the pages are made from it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from typing import TypeGuard

from verify.balls.evaluate import MAX_PRECISION
from verify.claims.claim import Claim
from verify.claims.records import ProofRecord
from verify.claims.registry import Registry
from verify.claims.weights import VERDICTS, Verdict, counted
from verify.language.codec import decode
from verify.report.axioms import axioms
from verify.report.mathml import mathml
from verify.report.notation import index_places
from verify.report.records import MARKS, PACKAGE, SCHEMA, AxiomTypeset, AxiomUsed, ClaimRow, Mark, PaperRow, Report
from verify.session.kept_runs import KeptRuns
from verify.store.sources import versions
from verify.verdicts.bounds import bounds_of
from verify.verdicts.lint import flaws, lint
from verify.verdicts.records import Decided, EvidenceRecord
from verify.verdicts.rows import LinkedRow


def report_data(known: Registry, rows: Sequence[LinkedRow]) -> Report:
    """The report on the claims in `rows`, outcomes with their links."""
    claims = [_claim(known, row) for row in rows]
    return {
        "schema": SCHEMA,
        "generated": time.strftime("%Y-%m-%d", time.gmtime()),
        "versions": {PACKAGE: own_version()} | versions(),
        "seconds": round(sum(row["seconds"] for row in rows), 3),
        "precision": {"covers": _precisions(rows), "most": MAX_PRECISION},
        "seeds": sorted(_seeds(rows)),
        "problems": [str(problem) for problem in known.problems],
        "counts": counts(claims),
        "mutants": mutants(rows),
        "findings": counted(claims),
        "flaws": flaws(lint(known, rows, sharp=True)),
        "papers": _papers(known, claims),
        "axioms": [typeset(axiom) for axiom in axioms(rows)],
        "claims": claims,
    }


def own_version() -> str:
    """The version of this package, as it is installed."""
    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "not installed"


def counts(claims: Iterable[ClaimRow]) -> dict[Verdict | Mark, int]:
    """How many claims have each verdict and each mark."""
    found = list(claims)
    numbers: dict[Verdict | Mark, int] = {v: sum(row["verdict"] == v for row in found) for v in VERDICTS}
    return numbers | {mark: sum(mark in row["marks"] for row in found) for mark in MARKS}


def _marks(row: LinkedRow) -> list[Mark]:
    repaired = row["verdict"] == "refuted" and any(r["verdict"] == "proved" for r in row["repaired_by"])
    sharpened = row["verdict"] == "proved" and bool(row["sharpens"])
    again = any(item["kind"] == "rocq" for item in row["evidence"])
    return [mark for mark, holds in zip(MARKS, (repaired, sharpened, again), strict=True) if holds]


def is_proof(value: object) -> TypeGuard[ProofRecord]:
    """Whether the value is a proof as `verify.claims.proof_tree` writes it."""
    return isinstance(value, Mapping) and {"roots", "nodes", "axioms"} <= value.keys()


def proofs(value: object) -> Iterator[ProofRecord]:
    """Every proof in the data of some evidence."""
    if is_proof(value):
        yield value
    elif isinstance(value, Mapping | list):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from proofs(part)


def _seeds(rows: Iterable[LinkedRow]) -> set[int]:
    """Those of experiments and hunts."""
    items = (item for row in rows for item in row["evidence"] if item["ok"])
    return {item["data"]["seed"] for item in items if item["kind"] in ("experiment", "hunt")}


def _precisions(rows: Iterable[LinkedRow]) -> list[int]:
    """The bits that covers were enclosed with."""
    nodes = (node for row in rows for proof in proofs(row["evidence"]) for node in proof["nodes"])
    return sorted({c["precision"] for node in nodes for c in node["certificates"] if c["precision"]})


def mutants(rows: Iterable[LinkedRow]) -> dict[Decided, int]:
    """How many changed claims were refuted, are true too, and are undecided."""
    found: dict[Decided, int] = {"refuted": 0, "true": 0, "undecided": 0}
    for row in rows:
        for item in row["evidence"]:
            if item["kind"] == "mutant" and item["ok"]:
                found[item["data"]["decided"]] += 1
    return found


def typeset(axiom: AxiomUsed) -> AxiomTypeset:
    """An axiom with the markup of its formula in the place of the formula as data."""
    markup = mathml([decode(formula) for formula in axiom.get("encoded", [])])
    return {
        "name": axiom["name"],
        "statement": axiom["statement"],
        "reference": axiom["reference"],
        "hypotheses": axiom["hypotheses"],
        "conclusion": axiom["conclusion"],
        "own": axiom["own"],
        "claims": axiom["claims"],
        "mathml": {"hypotheses": markup[:-1], "conclusion": markup[-1] if markup else ""},
    }


def _claim(known: Registry, row: LinkedRow) -> ClaimRow:
    claim = known.claim(row["id"])
    given, states, where = claim.shown_given, claim.shown_states, claim.shown_where
    formulas = [*given, *states, *where]
    printed = iter(mathml(formulas))
    return {
        **row,
        "evidence": [_shown(known, claim, item) for item in row["evidence"]],
        "mathml": {
            "given": [next(printed) for _ in given],
            "states": [next(printed) for _ in states],
            "abbreviations": [next(printed) for _ in where],
        },
        "indices": index_places(formulas),
        "marks": _marks(row),
        "bounds": bounds_of(claim),
    }


def _shown(known: Registry, claim: Claim, kept: EvidenceRecord) -> EvidenceRecord:
    """The evidence without a traceback; of an experiment the whole run, where `verify experiment` kept that."""
    item = kept.copy()
    item.pop("traceback", None)
    if item["ok"] and item["kind"] == "experiment":
        data = item["data"].copy()
        whole = KeptRuns(claim, data["seed"]).result(data["whole"])
        if whole is not None:
            data |= {"steps": data["whole"], "result": whole.to_json()}
        item["data"] = {**data, "command": known.command("experiment", claim.id)}
    return item


def _papers(known: Registry, claims: Sequence[ClaimRow]) -> list[PaperRow]:
    """The papers of the claims, one without data for each that is not declared."""
    declared = {paper.id: (paper.title, str(paper.authors), paper.where) for paper in known.papers}
    found: list[PaperRow] = []
    for id in dict.fromkeys(claim["paper"] for claim in claims):
        title, authors, where = declared.get(id, (id, "", ""))
        own = counts(claim for claim in claims if claim["paper"] == id)
        found.append({"id": id, "title": title, "authors": authors, "where": where, "counts": own})
    return found

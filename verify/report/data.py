"""What a report says, as plain data: `report.json` is this, and the pages are made from it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from typing import Any

from verify.balls.evaluate import MAX_PRECISION
from verify.claims.claim import Claim
from verify.claims.proof_tree import axiom_formulas
from verify.claims.registry import Registry
from verify.claims.weights import VERDICTS, counted
from verify.report.axioms import axioms
from verify.report.mathml import mathml
from verify.session.kept_runs import KeptRuns
from verify.store.sources import versions
from verify.verdicts.lint import flaws, lint

PACKAGE = "verify-online-learning"

SCHEMA = "verification-report/1"
"""The name and version of what `verify.report.document` writes; its JSON Schema is `schema.json`, beside this file."""

SHARPER = ".sharp"
"""The ending of the id of a claim that says more than what is printed, `paper/result.sharp`."""

MARKS = ("repaired", "sharpened", "re-proved")
"""What a claim can be beside its verdict: refuted with a proved repair; proved and sharper than printed; proved, or
refuted, once more by Rocq."""


def report_data(known: Registry, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The report on the claims in `rows`, outcomes with their links."""
    claims = [_claim(known, row) for row in rows]
    return {
        "schema": SCHEMA,
        "generated": time.strftime("%Y-%m-%d", time.gmtime()),
        "versions": {PACKAGE: own_version()} | versions(),
        "seconds": round(sum(row["seconds"] for row in rows), 3),
        "precision": {"covers": _precisions(rows), "most": MAX_PRECISION},
        "seeds": sorted({item["data"]["seed"] for row in rows for item in row["evidence"] if "seed" in item["data"]}),
        "problems": [str(problem) for problem in known.problems],
        "counts": counts(claims),
        "mutants": mutants(rows),
        "findings": counted(claims),
        "flaws": flaws(lint(known, rows)),
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


def counts(claims: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How many claims have each verdict and each mark."""
    found = list(claims)
    verdicts = {verdict: sum(row["verdict"] == verdict for row in found) for verdict in VERDICTS}
    return verdicts | {mark: sum(mark in row["marks"] for row in found) for mark in MARKS}


def _marks(row: Mapping[str, Any]) -> list[str]:
    repaired = row["verdict"] == "refuted" and any(r["verdict"] == "proved" for r in row["repaired_by"])
    sharpened = row["verdict"] == "proved" and row["id"].endswith(SHARPER)
    again = any(item["kind"] == "rocq" for item in row["evidence"])
    return [mark for mark, holds in zip(MARKS, (repaired, sharpened, again), strict=True) if holds]


def _sharpens(known: Registry, id: str) -> str:
    """The id of the claim that this one says more than, if that is a claim."""
    printed = id.removesuffix(SHARPER)
    return printed if printed != id and printed in known else ""


def is_proof(value: Any) -> bool:
    """Whether the value is a proof as `verify.claims.proof_tree` writes it."""
    return isinstance(value, Mapping) and {"roots", "nodes", "axioms"} <= value.keys()


def proofs(value: Any) -> Iterator[dict[str, Any]]:
    """Every proof in the data of some evidence."""
    if is_proof(value):
        yield value
    elif isinstance(value, Mapping | list):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from proofs(part)


def _precisions(rows: Iterable[Mapping[str, Any]]) -> list[int]:
    """The bits that covers were enclosed with."""
    nodes = (node for row in rows for proof in proofs(row["evidence"]) for node in proof["nodes"])
    return sorted({c["precision"] for node in nodes for c in node["certificates"] if c["precision"]})


def mutants(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How many changed claims were refuted, are true too, and are undecided."""
    found = {"refuted": 0, "true": 0, "undecided": 0}
    for row in rows:
        for item in row["evidence"]:
            if item["kind"] == "mutant" and item["ok"]:
                found[item["data"]["decided"]] += 1
    return found


def typeset(axiom: Mapping[str, Any]) -> dict[str, Any]:
    """An axiom with the markup of its formula in the place of the formula as data."""
    markup = mathml(axiom_formulas(axiom))
    shown = {"hypotheses": markup[:-1], "conclusion": markup[-1] if markup else ""}
    return {name: value for name, value in axiom.items() if name != "encoded"} | {"mathml": shown}


def _claim(known: Registry, row: Mapping[str, Any]) -> dict[str, Any]:
    claim = known.claim(row["id"])
    parts = {"given": claim.shown_given, "states": claim.shown_states, "abbreviations": claim.shown_where}
    printed = iter(mathml([formula for formulas in parts.values() for formula in formulas]))
    evidence = [
        _with_whole_run(known, claim, {k: v for k, v in i.items() if k != "traceback"}) for i in row["evidence"]
    ]
    return dict(row) | {
        "evidence": evidence,
        "mathml": {name: [next(printed) for _ in formulas] for name, formulas in parts.items()},
        "marks": _marks(row),
        "sharpens": _sharpens(known, row["id"]),
    }


def _with_whole_run(known: Registry, claim: Claim, item: dict[str, Any]) -> dict[str, Any]:
    """The evidence of an experiment, the short run replaced by the whole one where `verify experiment` kept that."""
    if item["kind"] != "experiment" or not item["ok"]:
        return item
    data = item["data"]
    whole = KeptRuns(claim, data["seed"]).result(data["whole"])
    if whole is not None:
        data = {**data, "steps": data["whole"], "result": whole.to_json()}
    return {**item, "data": data | {"command": known.command("experiment", claim.id)}}


def _papers(known: Registry, claims: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The papers of the claims, one without data for each that is not declared."""
    declared = {
        paper.id: {"id": paper.id, "title": paper.title, "authors": paper.authors, "where": paper.where}
        for paper in known.papers
    }
    bare = {c["paper"]: {"id": c["paper"], "title": c["paper"], "authors": "", "where": ""} for c in claims}
    papers = [paper for id, paper in (bare | declared).items() if id in bare]
    return [paper | {"counts": counts(c for c in claims if c["paper"] == paper["id"])} for paper in papers]

"""What a report says, as plain data: `report.json` is this, and the pages are made from it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from verify.claims import Claim
from verify.kept_runs import KeptRuns
from verify.registry import Registry
from verify.report.mathml import mathml
from verify.sources import versions
from verify.verdicts import VERDICTS

SCHEMA = 1


def report_data(known: Registry, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The report on the claims in `rows`, outcomes with their links."""
    claims = [_claim(known, row) for row in rows]
    return {
        "schema": SCHEMA,
        "generated": time.strftime("%Y-%m-%d", time.gmtime()),
        "versions": versions(),
        "problems": [str(problem) for problem in known.problems],
        "counts": {verdict: sum(row["verdict"] == verdict for row in rows) for verdict in VERDICTS},
        "mutants": mutants(rows),
        "papers": _papers(known, claims),
        "axioms": axioms(rows),
        "claims": claims,
    }


def mutants(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How many changed claims were refuted, are true too, and are undecided."""
    found = {"refuted": 0, "true": 0, "undecided": 0}
    for row in rows:
        for item in row["evidence"]:
            if item["kind"] == "mutant" and item["ok"]:
                found[item["data"]["decided"]] += 1
    return found


def axioms(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Each axiom once, with the claims that rest on it."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for row in rows:
        for axiom in row["axioms"]:
            found.setdefault(tuple(axiom.values()), axiom | {"claims": []})["claims"].append(row["id"])
    return sorted(found.values(), key=lambda axiom: (axiom["name"], axiom["statement"]))


def _claim(known: Registry, row: Mapping[str, Any]) -> dict[str, Any]:
    claim = known.claim(row["id"])
    printed = mathml([*claim.given, *claim.states])
    evidence = [
        _with_whole_run(known, claim, {k: v for k, v in i.items() if k != "traceback"}) for i in row["evidence"]
    ]
    return dict(row) | {
        "evidence": evidence,
        "mathml": {"given": printed[: len(claim.given)], "states": printed[len(claim.given) :]},
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
    """The declared papers, and one without data for each that only has claims."""
    declared = {
        paper.id: {"id": paper.id, "title": paper.title, "authors": paper.authors, "where": paper.where}
        for paper in known.papers
    }
    bare = {c["paper"]: {"id": c["paper"], "title": c["paper"], "authors": "", "where": ""} for c in claims}
    return list((bare | declared).values())

"""`report.json`: the report's data with every formula of a claim's proofs, and every axiom, said once.

`verify.report.schema` makes its JSON Schema. Some things are numbers that elsewhere are texts: the `statement` and
`hypotheses` of a step, and what a mutant has as `given` and `states`, count from 0 in the claim's list `formulas`; the
`axioms` of a claim and of a proof count in the report's list `axioms`, where those that no verdict rests on have no
`claims`. A step leaves out what is empty. The name of the schema changes when a reader of the old one would be misled.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from verify.claims.records import ProofRecord, StepRecord
from verify.report.axioms import axiom_key
from verify.report.data import is_proof, proofs, typeset
from verify.report.records import AxiomTypeset, ClaimRow, Report, WrittenClaim, WrittenProof, WrittenStep


def document(data: Report) -> str:
    """The text of report.json: one line a claim."""
    axioms = [*data["axioms"], *_others(data)]
    numbers = {axiom_key(axiom): position for position, axiom in enumerate(axioms)}
    claims = [_claim(row, numbers) for row in data["claims"]]
    head = json.dumps({**data, "axioms": axioms, "claims": []}, indent=1, ensure_ascii=False).removesuffix("[]\n}")
    lines = ",\n".join(json.dumps(claim, ensure_ascii=False, separators=(",", ":")) for claim in claims)
    return f"{head}[\n{lines}\n]}}\n"


def _others(data: Report) -> list[AxiomTypeset]:
    """Axioms that nothing but mutants and answers on sharpness use."""
    known = {axiom_key(axiom) for axiom in data["axioms"]}
    used = {
        axiom_key(axiom): axiom
        for row in data["claims"]
        for proof in proofs(row["evidence"])
        for axiom in proof["axioms"]
    }
    return [typeset({**axiom, "claims": []}) for key, axiom in used.items() if key not in known]


def _claim(row: ClaimRow, axioms: Mapping[str, int]) -> WrittenClaim:
    formulas: dict[str, int] = {}

    def numbers(texts: Iterable[str]) -> list[int]:
        return [formulas.setdefault(text, len(formulas)) for text in texts]

    def step(node: StepRecord) -> WrittenStep:
        said: WrittenStep = {"rule": node["rule"], "statement": numbers([node["statement"]])[0]}
        if node["hypotheses"]:
            said["hypotheses"] = numbers(node["hypotheses"])
        if node["premises"]:
            said["premises"] = node["premises"]
        if node["how"]:
            said["how"] = node["how"]
        if node["note"]:
            said["note"] = node["note"]
        if node["certificates"]:
            said["certificates"] = node["certificates"]
        return said

    def proof(found: ProofRecord) -> WrittenProof:
        nodes = [step(node) for node in found["nodes"]]
        return {"roots": found["roots"], "nodes": nodes, "axioms": [axioms[axiom_key(a)] for a in found["axioms"]]}

    def written(value: Any) -> Any:
        if isinstance(value, Mapping):
            return proof(value) if is_proof(value) else {name: written(part) for name, part in value.items()}
        return [written(part) for part in value] if isinstance(value, list) else value

    evidence = [written(item) for item in row["evidence"]]
    for data in (item["data"] for item in evidence if item["kind"] == "mutant"):
        data.update({name: numbers(data[name]) for name in ("given", "states") if name in data})
    numbered = [axioms[axiom_key(axiom)] for axiom in row["axioms"]]
    return {**row, "axioms": numbered, "evidence": evidence, "formulas": list(formulas)}

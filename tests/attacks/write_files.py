"""Writes the published proof files: `python -m tests.attacks.write_files`.

`files/good` are true and to be accepted, `files/bad` false, or no proofs, and to be refused. They are made from the
tables of steps and by editing what is good; `table.py` reads nothing but the files.
"""

from __future__ import annotations

import copy
import json
import re
from itertools import groupby
from pathlib import Path
from typing import Any

from tests.attacks.steps import Step
from tests.attacks.table_false import FALSE
from tests.attacks.table_true import TRUE
from verify.core.nodes import Refused, Term
from verify.core.proofs import FORMAT
from verify.language.core_json import encode

FILES = Path(__file__).parent / "files"
MOST_OF_A_GROUP = 12


def proof_file(step: Step) -> dict[str, Any]:
    """The file with the step last, after all that it uses."""
    steps: list[dict[str, Any]] = []
    numbers: dict[int, int] = {}

    def write(s: Step) -> int:
        if id(s) not in numbers:
            made = written(s, write)
            steps.append(made)
            numbers[id(s)] = len(steps) - 1
        return numbers[id(s)]

    write(step)
    return {"format": FORMAT, "steps": steps}


def written(s: Step, write) -> dict[str, Any]:
    data, rule = s.data, s.rule
    hypotheses, conclusion = s.sequent()
    premises: list[Step] = []
    parameters: dict[str, Any] = {}
    if rule in ("identity", "combine"):
        premises = [*data["using"], *data["facts"]]
        parameters["using"] = len(data["using"])
    if rule == "combine":
        parameters["facts"] = len(data["facts"])
        parameters["terms"] = [[None if isinstance(f, Step) else encode(f) for f in pair] for pair in data["terms"]]
        premises += [f for pair in data["terms"] for f in pair if isinstance(f, Step)]
    if rule == "instantiate":
        premises = [data["theorem"], *data["discharge"]]
        if isinstance(data["values"], dict):
            parameters["replaced"] = [[encode(v), encode(value)] for v, value in data["values"].items()]
        else:
            parameters["values"] = [encode(v) for v in data["values"]]
    if rule == "generalize":
        premises = [data["theorem"]]
        parameters = {"variables": [encode(v) for v in data["variables"]], "given": [encode(g) for g in data["given"]]}
    if rule == "cases":
        premises = data["theorems"]
        parameters = {"on": [encode(c) for c in data["on"]]}
    if rule == "induct":
        premises = [data["base"], data["step"]]
        parameters = {"n": encode(data["n"]), "start": encode(data["start"])}
    if rule == "telescope":
        premises = [data["step"]]
        parameters = {name: encode(data[name]) for name in ("t", "lo", "hi", "potential")}
    if rule == "cite":
        axiom = data["axiom"]
        parameters = {"name": axiom.name, "statement": axiom.statement, "reference": axiom.reference}
    return {
        "rule": rule,
        "premises": [write(p) for p in premises],
        "with": parameters,
        "hypotheses": [encode(h) for h in hypotheses],
        "conclusion": encode(conclusion),
    }


def edits(good: dict[str, Any]) -> dict[str, bytes]:
    """What is no proof, made from one that is: a file of several steps, of which the last is an instance."""
    found: dict[str, bytes] = {}

    def edit(name: str):
        def make(change) -> None:
            data = copy.deepcopy(good)
            made = change(data)
            found[name] = made if isinstance(made, bytes) else json.dumps(data, ensure_ascii=False).encode()

        return make

    edit("no steps")(lambda d: d.update(steps=[]))
    edit("another format")(lambda d: d.update(format="verify proof 1"))
    edit("a field more")(lambda d: d.update(believe=True))
    edit("a rule that there is not")(lambda d: d["steps"][-1].update(rule="believe"))
    edit("a premise that comes later")(lambda d: d["steps"][0].update(premises=[len(d["steps"]) - 1]))
    edit("a premise that is itself")(lambda d: d["steps"][-1].update(premises=[len(d["steps"]) - 1]))
    edit("a negative premise")(lambda d: d["steps"][-1].update(premises=[-1]))
    edit("a premise that is true")(lambda d: d["steps"][-1].update(premises=[True]))
    edit("premises dropped")(lambda d: d["steps"][-1].update(premises=[]))
    edit("hypotheses dropped")(lambda d: d["steps"][-1].update(hypotheses=[]))
    edit("a conclusion of its own")(lambda d: d["steps"][-1].update(conclusion={"Relation": [{"text": "≥"}, -1, 0]}))
    edit("a formula that is a term")(lambda d: d["steps"][-1].update(conclusion=0))
    edit("an operator that there is not")(lambda d: d["steps"][-1]["conclusion"].update(Relation=[{"text": "≽"}, 0, 0]))
    edit("a node that there is not")(lambda d: d["steps"][-1].update(conclusion={"Truth": []}))
    edit("a node with two names")(lambda d: d["steps"][-1]["conclusion"].update(Predicate=[]))
    edit("a fraction over 0")(lambda d: d["steps"][-1].update(conclusion={"Relation": [{"text": "≥"}, [1, 0], 0]}))
    edit("a float")(lambda d: d["steps"][-1].update(conclusion={"Relation": [{"text": "≥"}, 0.5, 0]}))
    edit("shows a step that there is not")(lambda d: d.update(shows=[99]))
    edit("shows nothing")(lambda d: d.update(shows=[]))
    edit("a claim of something else")(
        lambda d: d.update(claim={"name": "c", "given": [], "states": [{"Relation": [{"text": "≥"}, -1, 0]}]})
    )
    edit("a claim of less that is given")(
        lambda d: d.update(claim={"name": "c", "given": [], "states": [d["steps"][-1]["conclusion"]]})
    )
    edit("no JSON")(lambda d: json.dumps(d).encode()[:-1])
    edit("no UTF-8")(lambda d: json.dumps(d).encode().replace(b"rule", b"r\xffle", 1))
    edit("a key twice")(lambda d: json.dumps(d).encode().replace(b'"rule"', b'"rule": "assume", "rule"', 1))
    edit("nested without end")(lambda d: b"[" * 100_000)
    edit("a term that is deep")(lambda d: d["steps"][-1].update(conclusion=_deep(5_000)))
    edit("a million digits")(
        lambda d: json.dumps(d).encode().replace(b'"Relation": [{', b'"Relation": [' + b"9" * 1_000_000 + b", {", 1)
    )
    edit("a huge power")(
        lambda d: d["steps"][-1].update(conclusion={"Relation": [{"text": "≥"}, {"Pow": [2, 10**400]}, 0]})
    )
    edit("a name for use inside the core")(
        lambda d: (
            json.dumps(d).encode().replace(b'"name": "x"', b'"name": "~1"').replace(b'"name": "y"', b'"name": "!1"')
        )
    )
    return found


def _deep(depth: int) -> Any:
    made: Any = 0
    for _ in range(depth):
        made = {"Add": [made, 1]}
    return {"Relation": [{"text": "≥"}, made, 0]}


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def main() -> None:
    good: dict[str, Any] = {}
    bad: dict[str, bytes] = {}
    for name, step in TRUE.items():
        good[slug(name)] = proof_file(step)
    for _, group in groupby(FALSE, key=lambda name: name.partition(":")[0]):
        for name in list(group)[:MOST_OF_A_GROUP]:
            try:
                bad[slug(name)] = json.dumps(proof_file(FALSE[name]), ensure_ascii=False).encode()
            except Refused:  # it cannot even be written
                continue
    model = good[slug("schemas: met by a hypothesis")]
    # large files are made when they are needed, see table.py
    bad |= {f"edited-{slug(k)}": v for k, v in edits(model).items() if len(v) < 60_000}
    for kind, files in (("good", good), ("bad", bad)):
        folder = FILES / kind
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.json"):
            old.unlink()
        for name, data in files.items():
            content = data if isinstance(data, bytes) else json.dumps(data, ensure_ascii=False).encode()
            (folder / f"{name}.json").write_bytes(content + b"\n")
    print(f"{len(good)} good files, {len(bad)} bad ones")


if __name__ == "__main__":
    main()

__all__ = ["Term", "edits", "main", "proof_file"]

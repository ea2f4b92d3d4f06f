"""Report data of any size, made without deciding anything: copies of few claims, each with a proof of forty steps."""

from sympy import Sum, exp, log

from verify.claims.weights import counted
from verify.language.terms import Inner, family, ge, integer, real, vectors
from verify.report.data import counts
from verify.report.mathml import mathml
from verify.verdicts.rows import FLAWS

a, b, eta = real("a b eta")
i, k = integer("i k")
u, v = vectors("u v")
p = family("p")

FORMULAS = [
    [ge(a, 0), ge(a**2 + b**2, 2 * a * b)],
    [ge(eta, 0), ge(Sum(p(i) ** 2, (i, 1, k)) / (1 + eta), Inner(u, v) - log(1 + exp(a)))],
    [ge(b, a), ge(sum(exp(n * a) / (n + b**2) for n in range(1, 20)), Inner(u, u))],
]
VERDICTS = ("proved", "proved", "refuted", "open")


def full_size(papers, claims):
    """The data of a report on so many papers with so many claims each."""
    typeset = [mathml(formulas) for formulas in FORMULAS]
    rows = [_row(paper, n, typeset[n % 3], FORMULAS[n % 3]) for paper in range(papers) for n in range(claims)]
    return {
        "schema": "verification-report/1",
        "generated": "2000-01-01",
        "versions": {"python": "3"},
        "seconds": 1.0,
        "precision": {"covers": [96], "most": 4096},
        "seeds": [0],
        "problems": [],
        "counts": counts(rows),
        "mutants": {"refuted": len(rows), "true": 0, "undecided": 0},
        "findings": counted(rows),
        "flaws": dict.fromkeys(FLAWS, 0),
        "papers": [
            {"id": f"paper-{n}", "title": f"The Paper Number {n}", "authors": "A. Author", "where": "Journal"}
            | {"counts": counts(row for row in rows if row["paper"] == f"paper-{n}")}
            for n in range(papers)
        ],
        "axioms": [],
        "claims": rows,
    }


def _row(paper, n, typeset, formulas):
    id, verdict = f"paper-{paper}/claim-{n}", VERDICTS[n % 4]
    given, states = str(formulas[0]), str(formulas[1])
    at = {"refutes": 0, "assignment": {"a": "-1"}, "lines": [f"{given}: 0 ≥ 0", f"but not {states}: -1 ≥ 0 is false"]}
    kind = {"proved": "proof", "refuted": "counterexample", "open": ""}[verdict]
    evidence = [_evidence(kind, {"proof": _proof(n), **(at if verdict == "refuted" else {})})] if kind else []
    mutant = {
        "change": "sign", "given": [given], "states": [f"not {states}"], "decided": "refuted", "lines": at["lines"],
        "keeps_hypotheses": True, "refusals": [{"proof": "argument", "message": "combine: not shown to be zero " * 5}],
    }  # fmt: skip
    return {
        "id": id, "paper": f"paper-{paper}", "where": f"Lemma {n}", "source": "proofs/paper/lemma.py:1",
        "statement": states, "variables": ["a, b: real"], "given": [given], "states": [states],
        "abbreviations": [given],
        "reading": f"Read as number{n}word says, with some more words around it.", "printed": "As it is printed.",
        "says": "", "weight": "", "slip": "", "face_of": "", "idle": {},
        "reconstructed": False, "rests_on": [f"paper-{paper}/claim-0"] if n else [], "repairs": "",
        "open_because": "nothing", "verdict": verdict, "failures": [], "seconds": 0.5, "ran": "2000-01-01T00:00:00Z",
        "evidence": [*evidence, _evidence("mutant", mutant)], "cached": False, "ok": True, "axioms": [],
        "hypotheses_met": "", "counterexample": at if verdict == "refuted" else None, "rests_on_refuted": [],
        "used_by": [], "repaired_by": [], "marks": [],
        "mathml": {"given": typeset[:1], "states": typeset[1:], "abbreviations": typeset[:1]},
        "indices": {"p": [0]},
        "sharpens": [], "sharpened_by": [], "loose": "", "bounds": [], "remarks": [],
        "command": f"verify run {id} --fresh",
    }  # fmt: skip


def _evidence(kind, data):
    return {
        "kind": kind, "name": "argument", "summary": "In words.", "ok": True, "message": "", "where": "lemma.py:9",
        "seconds": 0.25, "data": data,
    }  # fmt: skip


def _proof(n):
    nodes = [
        {
            "rule": "combine", "statement": f"Σ_{{i=1..k}} p(i)**2 + a*b*{step} + {n} ≥ ⟨u, v⟩ - log(exp(a) + 1)",
            "hypotheses": [], "how": "", "note": "checked in balls at 4 points", "axioms": [], "certificates": [],
            "premises": [step - 1, step // 2] if step > 1 else [],
        }
        for step in range(40)
    ]  # fmt: skip
    return {"roots": [39], "nodes": nodes, "axioms": []}

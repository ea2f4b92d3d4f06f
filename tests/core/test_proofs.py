"""Proof files: what they must hold, what is refused, and the command that checks them."""

from __future__ import annotations

import copy
import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from verify.core import kernel, polynomial_methods
from verify.core.__main__ import main
from verify.core.grammar import read_relations, read_term
from verify.core.nodes import EUCLIDEAN, Refused, Term, node
from verify.core.proofs import check_file
from verify.core.reading import decode, parsed
from verify.core.terms import binding, forall, function, mul, number, power, predicate, relation, variable
from verify.export.proofs import proof_file
from verify.language.core_json import encode


def read(text: str) -> Term:
    """The one relation that the text says."""
    (found,) = read_relations(text)
    return found


x, n, j = variable("x"), variable("n", "integer"), variable("j", "integer")
f, g, v = variable("f", "function", "positive"), variable("r1", "partial function"), variable("v", "vector")
SQUARE = read("x^2 >= 0")


def square() -> kernel.Theorem:
    """⊢ x² ≥ 0."""
    return kernel.combine(SQUARE, [(power(x, number(2)), number(1))], hypotheses=[])


def example() -> Any:
    """A file with three steps: ⊢ x² ≥ 0, so for all x, so at 1 − y."""
    schema = kernel.generalize(square(), [x], hypotheses=[])
    instance = kernel.instantiate(schema, [read_term("1 - y")], hypotheses=[], conclusion=read("(1 - y)^2 >= 0"))
    return proof_file([instance], "squares", [], [read("(1 - y)^2 >= 0")])


def test_a_file_is_checked_and_says_what_it_proves() -> None:
    checked = check_file(parsed(json.dumps(example()).encode()))
    assert checked.claim == "squares"
    assert [m.conclusion for m in checked.made] == [read("(1 - y)^2 >= 0")]
    assert checked.axioms == ()
    assert [s["rule"] for s in example()["steps"]] == ["combine", "generalize", "instantiate"]


def test_axioms_are_named() -> None:
    axiom = kernel.Axiom("a", "All is well.", "nowhere", (), read("x^2 >= 0"))
    assert [a.name for a in check_file(proof_file([kernel.cite(axiom)])).axioms] == ["a"]


def test_a_counterexample_refutes_its_claim() -> None:
    states = read("x >= 0")
    made = kernel.witness([], states, {x: number(-1)})
    data = proof_file([made], "signs", [], [states])
    assert type(check_file(data).made[0]) is kernel.Counterexample
    data["claim"]["states"] = [encode(read("x > 0"))]
    with pytest.raises(Refused):
        check_file(data)


def changed(*path: Any, to: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        if to is DELETE:
            del data[path[-1]]
        else:
            data[path[-1]] = to

    return change


DELETE = object()
LARGER = encode(read("x^2 >= 1"))
STEP = {"rule": "assume", "premises": [], "with": {}, "hypotheses": [LARGER], "conclusion": LARGER}
CHANGES: dict[str, Callable[[Any], None]] = {
    "another format": changed("format", to=1),
    "no format": changed("format", to=DELETE),
    "no steps": changed("steps", to=[]),
    "steps that are an object": changed("steps", to={}),
    "a field too many": changed("more", to=1),
    "a step that is a list": changed("steps", 0, to=[]),
    "a step without premises": changed("steps", 0, "premises", to=DELETE),
    "a step with a comment": changed("steps", 0, "reads", to="⊢ False"),
    "an unknown rule": changed("steps", 0, "rule", to="trust"),
    "a rule that is a list": changed("steps", 0, "rule", to=[]),
    "a private rule": changed("steps", 0, "rule", to="_mint"),
    "a premise of the first step": changed("steps", 0, "premises", to=[0]),
    "a step that uses itself": changed("steps", 1, "premises", to=[1]),
    "a step that uses a later one": changed("steps", 1, "premises", to=[2]),
    "a step that uses the one before it by −1": changed("steps", 1, "premises", to=[-1]),
    "a premise that is true": changed("steps", 2, "premises", to=[True]),
    "a premise that is text": changed("steps", 2, "premises", to=["0"]),
    "a premise without end": changed("steps", 2, "premises", to=[10**400]),
    "another premise": changed("steps", 2, "premises", to=[0]),
    "a premise too many": changed("steps", 1, "premises", to=[0, 0]),
    "premises that are a number": changed("steps", 1, "premises", to=0),
    "with a list": changed("steps", 0, "with", to=[]),
    "with null": changed("steps", 0, "with", to=None),
    "with a field too many": changed("steps", 0, "with", "more", to=1),
    "with a field too few": changed("steps", 0, "with", "terms", to=DELETE),
    "more equations than premises": changed("steps", 0, "with", "using", to=1),
    "a negative count": changed("steps", 0, "with", "facts", to=-1),
    "a count that is false": changed("steps", 0, "with", "facts", to=False),
    "terms that are no pairs": changed("steps", 0, "with", "terms", to=[[1]]),
    "terms that are numbers": changed("steps", 0, "with", "terms", to=[1]),
    "a factor that is missing": changed("steps", 0, "with", "terms", to=[[None, 1]]),
    "another factor": changed("steps", 0, "with", "terms", 0, 0, to=1),
    "a formula as a factor": changed("steps", 0, "with", "terms", 0, 0, to=LARGER),
    "another conclusion of the first step": changed("steps", 0, "conclusion", to=LARGER),
    "another conclusion of the last step": changed("steps", 2, "conclusion", to=LARGER),
    "another conclusion of a schema": changed("steps", 1, "conclusion", to=LARGER),
    "a conclusion that is a term": changed("steps", 0, "conclusion", to=1),
    "a conclusion that is null": changed("steps", 0, "conclusion", to=None),
    "hypotheses that are one": changed("steps", 0, "hypotheses", to=LARGER),
    "a hypothesis that is a term": changed("steps", 0, "hypotheses", to=[1]),
    "fewer values": changed("steps", 2, "with", "values", to=[]),
    "more values": changed("steps", 2, "with", "values", to=[1, 2]),
    "a value that is a formula": changed("steps", 2, "with", "values", to=[LARGER]),
    "values in two ways": changed("steps", 2, "with", "replaced", to=[]),
    "no variables": changed("steps", 1, "with", "variables", to=[]),
    "a number as a variable": changed("steps", 1, "with", "variables", to=[1]),
    "a variable twice": changed("steps", 1, "with", "variables", to=[encode(x), encode(x)]),
    "a step that nothing needs and that does not hold": changed("steps", 2, to=STEP | {"hypotheses": []}),
    "shows nothing": changed("shows", to=[]),
    "shows what is not there": changed("shows", to=[3]),
    "shows something else": changed("shows", to=[0]),
    "shows the same twice": changed("shows", to=[2, 2]),
    "shows true": changed("shows", to=[True]),
    "a claim without a name": changed("claim", "name", to=DELETE),
    "a claim with a name in two lines": changed("claim", "name", to="a\nb: proved"),
    "a claim of something else": changed("claim", "states", to=[LARGER]),
    "a claim of nothing": changed("claim", "states", to=[]),
    "a claim of more": changed("claim", "states", to=[LARGER, LARGER]),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_what_is_not_a_proof_is_refused(change: Callable[[Any], None]) -> None:
    data = copy.deepcopy(example())
    change(data)
    with pytest.raises(Refused) as refused:
        check_file(parsed(json.dumps(data).encode()))
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("data", [None, 1, [], {}, "verify proof 2", {"format": "verify proof 2"}], ids=repr)
def test_what_is_no_file_is_refused(data: Any) -> None:
    with pytest.raises(Refused):
        check_file(data)


def test_the_refusal_names_the_step_and_the_field() -> None:
    data = example()
    data["steps"][2]["with"]["values"] = [{"sinn": [1]}]
    with pytest.raises(Refused, match=r"^step 2: values: there is no node 'sinn'$"):
        check_file(data)


@pytest.mark.parametrize(
    "term",
    [
        binding("sum", n, binding("sum", j, mul(n, j), number(1), n), n, n),
        forall([x, f], [], relation(">", node("apply", f, 0, x))),
        function([x], binding("derivative", variable("r"), power(variable("r"), x), x)),
        predicate("in the domain of", g, node("vector", v, EUCLIDEAN)),
        binding("integral", x, node("delta", n, number(1)), node("pi"), node("e")),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_written_is_read(term: Term) -> None:
    assert decode(encode(term)) is term


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, packed, bad = tmp_path / "good.json", tmp_path / "packed.json.gz", tmp_path / "bad.json"
    good.write_text(json.dumps(example()), encoding="utf-8")
    packed.write_bytes(gzip.compress(good.read_bytes()))
    data = example()
    data["steps"][0]["conclusion"] = LARGER
    bad.write_text(json.dumps(data), encoding="utf-8")
    assert main([str(good), str(packed)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f'{f}: proved: "squares": ⊢ (1 - y)^2 ≥ 0; axioms: none' for f in (good, packed)]
    assert main([str(good), str(bad)]) == 1
    assert ": refused: step 0: " in capsys.readouterr().out
    assert main([str(tmp_path / "none.json")]) == 2
    (tmp_path / "cut.json.gz").write_bytes(packed.read_bytes()[:40])
    (tmp_path / "noise.json.gz").write_bytes(b"noise")
    assert main([str(tmp_path / "cut.json.gz"), str(tmp_path / "noise.json.gz"), str(tmp_path)]) == 2
    assert main([]) == 2


def test_the_command_needs_no_sympy(tmp_path: Path) -> None:
    file = tmp_path / "good.json"
    file.write_text(json.dumps(example()), encoding="utf-8")
    program = (
        "import sys; sys.modules['sympy'] = sys.modules['mpmath'] = sys.modules['numpy'] = None\n"
        f"from verify.core.__main__ import main; sys.exit(main([{str(file)!r}]))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False, capture_output=True).returncode == 0


REAL_X: dict[str, Any] = {"name": "x", "kind": "Symbol", "is": {}}


def raised(base: Any, exponent: int, times: int) -> Any:
    """A power of a power of … of the base."""
    for _ in range(times):
        base = {"Pow": [base, exponent]}
    return base


def certified(goal: Any) -> dict[str, Any]:
    """A file with one certificate, that a polynomial is not negative by a Sturm chain."""
    given = {"Relation": [{"text": "≥"}, REAL_X, 0]}
    shown = {"Relation": [{"text": "≥"}, goal, 0]}
    chain = {"method": "sturm", "data": {"digits": 12}}
    certificate = {"variables": [REAL_X], "given": [given], "shows": shown, "rule": "polynomial", "data": chain}
    step = {"rule": "certify", "premises": [], "with": {"certificate": certificate | {"parts": []}}}
    return {"format": "verify proof 2", "steps": [step | {"hypotheses": [given], "conclusion": shown}]}


def divided() -> dict[str, Any]:
    """A file with one identity, between fractions whose denominators have a degree of 10⁸."""
    below = [{"Add": [raised(REAL_X, 10_000, 2), 1]}, {"Add": [{"Pow": [{"Pow": [REAL_X, 9999]}, 10_000]}, REAL_X, 1]}]
    equal = {"Relation": [{"text": "="}, {"Add": [{"Pow": [d, -1]} for d in below]}, 0]}
    defined = [{"Relation": [{"text": "≠"}, d, 0]} for d in below]
    step = {"rule": "identity", "premises": [], "with": {"using": 0}, "hypotheses": defined, "conclusion": equal}
    return {"format": "verify proof 2", "steps": [step]}


ROOT = {"Pow": [2, [1, 12]]}
NESTED_ROOTS = (
    {"Pow": [{"Add": [1, ROOT]}, [1, 12]]}, {"Mul": [REAL_X, {"Pow": [{"Add": [3, ROOT]}, [1, 11]]}]},
)  # fmt: skip

TOO_LARGE = {
    "a number of 60⁶ digits": (certified({"Add": [raised(2, 60, 6), REAL_X]}), "the polynomial is too large"),
    "a degree of 60⁵": (certified({"Add": [raised(REAL_X, 60, 5), REAL_X, 1]}), "the polynomial is too large"),
    "a degree of 300": (
        certified({"Add": [{"Pow": [{"Pow": [REAL_X, 60]}, 5]}, REAL_X, 1]}), "sturm: a degree is above 200"
    ),
    "a norm of degree 31,680 over two roots within roots": (
        certified({"Add": [raised(REAL_X, 20, 1), *NESTED_ROOTS, 1]}), "sturm: a degree is above 200"
    ),
    "a common divisor of degree 10⁸": (divided(), "a degree is too high"),
}  # fmt: skip


def test_a_degree_is_looked_at_before_a_root_is_eliminated(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    ask = polynomial_methods._of_small_degree
    monkeypatch.setattr(polynomial_methods, "_of_small_degree", lambda degree: (seen.append(degree), ask(degree)))
    with pytest.raises(Refused, match="a degree is above 200"):
        check_file(certified({"Add": [raised(REAL_X, 20, 1), *NESTED_ROOTS, 1]}))
    assert len(seen) == 1  # of the first of three roots: that of the norm would be the last


@pytest.mark.parametrize(("data", "message"), TOO_LARGE.values(), ids=TOO_LARGE.keys())
def test_a_small_file_that_would_take_all_memory_is_refused(data: Any, message: str) -> None:
    with pytest.raises(Refused, match=message):
        check_file(data)

"""Ways in which the core said what is false, found by reading counterexamples, files and what is printed of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.attacks.steps import (
    A,
    D,
    Pt,
    S,
    T,
    V,
    combine,
    domain,
    eq,
    every,
    fn,
    ge,
    generalize,
    gt,
    has,
    head,
    identity,
    inner,
    instantiate,
    inv,
    lam,
    less,
    ne,
    of,
    plus,
    real,
    term,
    times,
    whole,
)
from verify.core import grammar as core
from verify.core import kernel
from verify.core.__main__ import main
from verify.core.nodes import EUCLIDEAN, Refused, Term, node
from verify.core.printing import theorem_text
from verify.core.proofs import FORMAT, check_file
from verify.core.terms import relation, substitute
from verify.language.core_json import encode
from verify.prover import language as prover
from verify.prover.language import FormulaError

# --- files ------------------------------------------------------------------------------------------------------------


def relation_(op: str, left: Any, right: Any = 0) -> dict[str, Any]:
    return {"Relation": [{"text": op}, left, right]}


def step(rule: str, conclusion: Any, with_: dict[str, Any], *premises: int) -> dict[str, Any]:
    return {"rule": rule, "premises": list(premises), "with": with_, "hypotheses": [], "conclusion": conclusion}


NOTHING = step("identity", relation_("=", 0), {"using": 0})
FALSE = step("witness", relation_("≥", -1), {"assignment": []})


def printed(tmp_path: Any, capsys: Any, **fields: Any) -> tuple[int, str]:
    path = tmp_path / "proof.json"
    path.write_text(json.dumps({"format": FORMAT, **fields}), encoding="utf-8")
    return main([str(path)]), capsys.readouterr().out.removeprefix(f"{path}: ")


@pytest.mark.parametrize("shows", [[0, 1], [1, 0], [1, 1]], ids=str)
def test_a_counterexample_is_not_shown_among_theorems(shows, tmp_path, capsys):
    """What it refutes was printed as proved, if a theorem stood before it: proved: ⊢ 0 = 0; ⊢ -1 ≥ 0."""
    status, said = printed(tmp_path, capsys, steps=[NOTHING, FALSE], shows=shows)
    assert status == 1
    assert said.startswith("refused: shows has a counterexample")
    claim = {"name": "c", "given": [], "states": [relation_("=", 0), relation_("≥", -1)]}
    with pytest.raises(Refused, match="shows has a counterexample"):
        check_file({"format": FORMAT, "steps": [NOTHING, FALSE], "shows": shows, "claim": claim})
    assert printed(tmp_path, capsys, steps=[NOTHING, FALSE], shows=[0, 0])[1].startswith("proved: ⊢ 0 = 0; ⊢ 0 = 0;")
    assert printed(tmp_path, capsys, steps=[NOTHING, FALSE])[1].startswith("refuted: not always ⊢ -1 ≥ 0;")


def test_what_the_variables_of_an_axiom_stand_for_is_shown(tmp_path, capsys):
    """f(x)² ≥ 0 reads as of a function that is defined everywhere; of a partial f it is none without a condition."""
    at = {"name": "x", "kind": "Symbol", "is": {}}

    def square(kind: str) -> dict[str, Any]:
        return relation_("≥", {"Pow": [{"Fun": [{"name": "f", "kind": kind, "is": {}}, 0, at]}, 2]})

    named = {"name": "squares", "statement": "no square is negative", "reference": "Algebra I"}
    cited = step("cite", square("PartialHead"), named)
    assert "not settled" in printed(tmp_path, capsys, steps=[cited, NOTHING])[1]
    inside = {"Predicate": [{"text": "in the domain of"}, {"name": "f", "kind": "PartialHead", "is": {}}, at]}
    cited = {**cited, "hypotheses": [inside]}
    unused = {**step("instantiate", relation_("=", 0), {"replaced": []}, 1, 0), "hypotheses": [inside]}
    said = printed(tmp_path, capsys, steps=[cited, NOTHING, unused])[1]
    assert said == (
        'proved: "in the domain of"(f, x) ⊢ 0 = 0; axioms: "squares"\n  where f partial function\n'
        '  axiom "squares": "in the domain of"(f, x) ⊢ f(x)^2 ≥ 0 ["Algebra I"]\n'
    )
    of_all = square("FunHead")
    other = step("combine", of_all, {"using": 0, "facts": 1, "terms": [[of_all["Relation"][1], 1]]}, 0)
    other["hypotheses"] = [inside]
    said = printed(tmp_path, capsys, steps=[cited, other])[1]
    assert said.startswith('proved: "in the domain of"(f⟨partial function⟩, x) ⊢ f⟨function⟩(x)^2 ≥ 0')
    assert "  where f function, f partial function\n" in said


def test_of_what_functions_words_are_said_is_shown(tmp_path, capsys):
    """W, of fields: > 0, of functions of numbers: < 0. "W"(f) ⊢ f(0) > 0; "W"(f) ⊢ 0 > f(0) was printed as proved."""
    f, u, r = head("f"), V("u"), real("r")
    bare = {"Predicate": [{"text": "W"}, encode(f)]}

    def cited(said, conclusion):
        named = {"name": "an axiom", "statement": "as it says", "reference": "nowhere"}
        return {**step("cite", encode(conclusion), named), "hypotheses": [said]}

    above, below = relation(">", A(f, u), term(0)), relation(">", term(0), A(f, r))
    status, shown = printed(tmp_path, capsys, steps=[cited(bare, above)], shows=[0])
    assert status == 1
    assert "by a rule" in shown
    both = [cited(encode(has("W", of(f, u.args[0]))), above), cited(encode(has("W", f)), below)]
    status, shown = printed(tmp_path, capsys, steps=both, shows=[0, 1])
    assert status == 0
    assert shown.startswith('proved: "W"((v vector ↦ f(v))) ⊢ f(u) > 0; "W"((s ↦ f(s))) ⊢ 0 > f(r);')


def test_what_a_counterexample_reads_is_shown_with_kinds_where_two_have_one_name():
    """x⟨nonnegative real⟩ ≥ 1 ⊢ x⟨real⟩ ≥ 1 at 1 and 0 was followed by: x ≥ 1: 1 ≥ 1, but not x ≥ 1: 0 ≥ 1 is false."""
    other, x = real("x", "nonnegative"), real("x")
    made = kernel.witness([ge(other, 1)], ge(x, 1), {other: term(1), x: term(0)})
    assert made.lines == ("x⟨nonnegative real⟩ ≥ 1: 1 ≥ 1", "but not x⟨real⟩ ≥ 1: 0 ≥ 1 is false")
    made = kernel.witness([ge(real("y"), 1)], ge(x, 1), {real("y"): term(1), x: term(0)})
    assert made.lines == ("y ≥ 1: 1 ≥ 1", "but not x ≥ 1: 0 ≥ 1 is false")


def test_the_space_e_is_no_vector():
    """(∀ u vector: f(u) ≥ 0) ⊢ f(E) ≥ 0, of a vector of E with the name E, read as of the number E."""
    with pytest.raises(Refused, match="no vector of it"):
        V(EUCLIDEAN)
    f, u, e = head("f"), head("u", "vector"), head("E", "vector")
    held, states = every(u, ge(A(f, V(u)))), ge(A(f, V(e)))
    kernel.instantiate(kernel.assume(held), [V(e)], hypotheses=[held], conclusion=states)
    assert theorem_text([held], states).endswith("⊢ f(E⟨vector⟩) ≥ 0")


def test_the_name_of_a_rule_is_shown_without_what_a_terminal_would_obey(tmp_path, capsys):
    """A rule named ESC[1K went on to print a verdict of its own; half a character stopped the command."""
    for name in ("\x1b[1K\x1b[Gproved: ⊢ -1 ≥ 0", "\ud800", "no rule"):
        certificate = {"variables": [], "given": [], "shows": relation_("≥", 1), "rule": name}
        certified = step("certify", relation_("≥", 1), {"certificate": certificate})
        status, said = printed(tmp_path, capsys, steps=[certified])
        assert status == 1
        assert said == f"refused: step 0: certify: node at the root ({name!r}): there is no such rule\n"


def test_the_name_of_a_file_is_shown_without_lines_and_verdicts_of_its_own(tmp_path, capsys):
    """A file of that name printed a line: b.json: proved: ⊢ 0 = 1; axioms: none."""
    for name in ("a\nb.json: proved: ⊢ 0 = 1; axioms: none\nc", "b.json: proved: ⊢ 0 = 1", "\x1b[1K.json", "ĥ.json"):
        path = tmp_path / name
        path.write_text(json.dumps({"format": FORMAT, "steps": [NOTHING]}), encoding="utf-8")
        assert main([str(path)]) == 0
        shown = str(path) if name == "ĥ.json" else repr(str(path))
        assert capsys.readouterr().out == f"{shown}: proved: ⊢ 0 = 0; axioms: none\n"


MARKS = ["″", "“", "„", "ʺ", "＂", "˝", "''", "’’", "′′", "′'", "``", "¨", " \u0308", " \u030e"]


@pytest.mark.parametrize("mark", MARKS, ids=ascii)
def test_words_do_not_end_before_their_quotation_marks(mark, tmp_path, capsys):
    """Refuted: not always (∀ r with "a″(r): r = r), x ≥ 1, (∀ r with ″b"(r): r = r) ⊢ x ≥ 0, of a word from a to b."""
    r, x = ({"name": name, "kind": "Symbol", "is": {}} for name in "rx")
    for seems, accepted in ((mark, False), ("-or-", True)):
        said = f"a{seems}(r): r = r), x ≥ 1, (∀ r with {seems}b"
        given = {"ForAll": [{"Tuple": [r]}, {"Tuple": [{"Predicate": [{"text": said}, r]}]}, relation_("=", r, r)]}
        found = step("witness", relation_("≥", x), {"assignment": [[x, -1]]}) | {"hypotheses": [given]}
        shown = printed(tmp_path, capsys, steps=[found])
        assert shown[0] == (0 if accepted else 1)
        assert shown[1].startswith("refuted" if accepted else "refused")
        named = {"name": f"c{seems}: ⊢ 0 = 1", "given": [], "states": [relation_("=", 0)]}
        assert printed(tmp_path, capsys, steps=[NOTHING], claim=named)[0] == (0 if accepted else 1)
        cited = step("cite", relation_("=", 0), {"name": f"a{seems}, b", "statement": "It is.", "reference": "f″, 1"})
        assert printed(tmp_path, capsys, steps=[cited])[0] == (0 if accepted else 1)


@pytest.mark.parametrize("said", ["Poincaré's, for f′ ∈ C¹", "Hopf–Rinow: ‖x̂‖ ≤ 3·10⁵", "tr(eᴬ) ≥ ⟨a₁, b⟩ in ℝⁿ"])
def test_words_may_have_letters_and_signs_of_mathematics(said, tmp_path, capsys):
    claim = {"name": said, "given": [], "states": [relation_("=", 0)]}
    assert printed(tmp_path, capsys, steps=[NOTHING], claim=claim) == (0, f'proved: "{said}": ⊢ 0 = 0; axioms: none\n')


# --- small files that took hours --------------------------------------------------------------------------------------


def test_cases_on_absolute_values_are_told_apart_for_a_few_only():
    """Σ |x| ≥ Σ x took 2ⁿ cases, for n variables."""
    for count in (6, 40):
        variables = [real(f"x{n}") for n in range(count)]
        true = ge(plus(1, *(fn("abs", x) for x in variables)), plus(*variables))
        if count == 6:
            kernel.witness([true], ge(-1), {})
            continue
        with pytest.raises(Refused, match="is not shown to meet"):
            kernel.witness([true], ge(-1), {})


def test_sums_in_sums_are_written_out_up_to_a_number_of_summands():
    """Eight sums of 60 summands in each other are 60⁸."""
    for count in (2, 8):
        indices = [whole(f"i{n}") for n in range(count)]
        total = plus(*indices)
        for i in indices:
            total = S(total, i, 1, 60)
        step = identity(total, count * 1830 * 60 ** (count - 1))
        if count == 2:
            step.run()
            continue
        with pytest.raises(Refused, match="too many summands"):
            step.run()


# --- counterexamples --------------------------------------------------------------------------------------------------

u, f, p, e = head("u", "vector"), head("f"), head("p", "point"), head("e", "vector")
line = head("F", "constant")


def numbers(*values: int) -> Term:
    return node("tuple", *map(term, values))


def of_one_shape() -> Iterator[tuple[Term, Term]]:
    """What is false of all u, or f, but was read as true; and what is true of them, and read so."""

    def square(space: Term) -> Term:
        return inner(V(u, space=space), V(u, space=space))

    yield every(u, eq(square(EUCLIDEAN), square(line))), every(u, eq(square(line), square(line)))
    at = square(T(Pt(p)))
    a, b = (every(p, eq(at, at), relation("=", Pt(p), Pt(place))) for place in "ab")
    yield every(u, b, a), every([u, p], eq(at, at))
    yield every(f, eq(A(f, numbers(1)), A(f, 1))), every(f, eq(A(f, 1), A(f, plus(1, 0))))


@pytest.mark.parametrize(("false", "true"), list(of_one_shape()), ids=["two spaces", "at all points", "a tuple of one"])
def test_a_bound_vector_is_read_in_one_space(false, true):
    """∀u: |u∈E|² = |u∈F|² is false if E is not of dimension 0; in coordinates u was one vector in both."""
    values = {e: numbers(1), head("a", "point"): numbers(0), head("b", "point"): numbers(1)}
    unit = eq(inner(V(e), V(e)), 1)
    with pytest.raises(Refused, match="of different sorts, or is of many spaces"):
        kernel.witness([false, unit], ge(0, 1), values)
    kernel.witness([true, unit], ge(0, 1), values)


def test_a_function_has_no_domain_to_speak_of():
    """∀i in the domain of f: i ≠ 0 is false of a function, which is defined everywhere; f := 1/i is not at 0."""
    i, g = whole("i"), head("f", "partial function")
    kernel.witness([every(i, ne(i), domain(g, i))], ge(0, 1), {g: lam(i, inv(i))})
    with pytest.raises(Refused):
        domain(head("f"), i)


# --- text that is read otherwise than people mean it ------------------------------------------------------------------


@pytest.mark.parametrize("read", [core.read_relations, prover.read_relations], ids=["the core", "the prover"])
def test_what_people_read_otherwise_is_not_read(read):
    """x²³ was the square of x, cubed, which is never below −1; x < 1,5 < y was x < 1 and 5 < y."""
    for text in ("x²³ >= -1", "2²³ > x", "x < 1,5 < y", "x > 0,5 > y"):
        with pytest.raises(Refused if read is core.read_relations else FormulaError):
            read(text)
    for text in ("x² >= -1", "x²^3 >= -1", "x^2³ > y", "x < 1, 5 < y", "x < 1.5 < y", "max(1,5) < x"):
        assert read(text)


# --- terms ------------------------------------------------------------------------------------------------------------


def test_no_two_terms_have_one_order():
    """These names have one hash of 64 bits; so a·b and b·a had two light forms, and a·b − b·a was positive: ⊢ 0 > 0."""
    a, other = real("x1d5a6b46d8e1cb6f", "positive"), "x7c33fbbecfd93b48"
    with pytest.raises(Refused, match="two terms have one order"):
        real(other, "positive")
    b = real(other)
    swapped = less(times(a, b), times(b, a))
    combine(ge(swapped), []).run()
    with pytest.raises(Refused):
        combine(gt(swapped), [(swapped, 1)]).run()


def test_a_value_is_put_under_binders_in_the_time_that_its_parts_take():
    """Functions of functions, each used twice under a sum: 2⁴⁰ steps."""
    m, i, x = whole("m"), whole("i"), real("x")
    nested: Term = x
    for _ in range(40):
        nested = A(f, nested)
    schema = every(x, eq(nested, nested))
    made = lam(x, S(plus(x, times(x, i)), i, 1, m))
    instantiate(generalize(identity(nested, nested), [x]), {f: made}, substitute(schema, {f: made})).run()


def test_what_is_differentiated_is_written_once():
    """It was written twice, and one of both left out: twenty derivatives in each other were shown as d/dr[…]."""
    x, nested = real("x"), A(f, real("y"))
    for _ in range(20):
        nested = D(plus(x, nested), x, 1)
    assert "…" not in repr(nested)
    assert repr(nested).count("d/d") == 20


def test_a_conclusion_is_shown_after_hypotheses_of_any_length():
    """Two thousand hypotheses left no place for what follows from them."""
    many = [ge(real(f"long_name_{n}")) for n in range(2000)]
    assert theorem_text(many, ge(real("x"), 5)).endswith(" … ⊢ x ≥ 5")

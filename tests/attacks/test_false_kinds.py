"""Ways in which values of another kind, and names, proved what is false: each step that was false is refused."""

from __future__ import annotations

import json

import pytest

from tests.attacks.steps import (
    A,
    I,
    P,
    Pt,
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
    known,
    lam,
    less,
    of,
    real,
    sqrt,
    term,
    times,
)
from verify.core import kernel
from verify.core.__main__ import main
from verify.core.answers import check_answer
from verify.core.nodes import Refused, node
from verify.core.proofs import FORMAT, check_file
from verify.core.terms import forall, variable
from verify.language.core_json import readable_name

r, s, t = (real(c) for c in "rst")
absurd = ge(-1)

# --- partial functions ------------------------------------------------------------------------------------------------


def jumping(at, dom):
    """[0, 1] is in the domain, at(0) = 1, at(1) = 0, at² = at: no continuous function is so, but a jump is."""
    inside = [ge(times(less(1, t), t))]
    return [
        every(t, dom(t), *inside), eq(at(term(0)), 1), eq(at(term(1))), every(t, eq(P(at(t), 2), at(t)), *inside),
    ]  # fmt: skip


def test_a_partial_function_that_is_integrated_does_not_jump_where_its_conditions_fail():
    """0^0 = 1, 0^1 = 0, (0^t)² = 0^t for 0 ≤ t ≤ 1, and all these t in the domain of t ↦ 0^t: none is."""
    g = head("g", "partial function")
    held = jumping(lambda u: A(g, u), lambda u: domain(g, u))
    whole = I(A(g, r), r, 0, 1)
    level = known(absurd, *held, eq(whole, whole))
    forgotten = instantiate(level, {}, absurd, *held, discharge=[identity(whole, whole, held[0])])
    assert {place[:2] for place in forgotten.run().uses.places} == {(g, 0)}
    for value, needed in ((lambda u: P(0, u), lambda _: gt(0)), (sqrt, ge)):  # of each, one of the hypotheses fails
        function = lam(t, value(t))
        made = instantiate(forgotten, {g: function}, absurd, *jumping(value, needed))
        made.run()
        with pytest.raises(Refused):
            instantiate(made, {}, absurd, *jumping(value, needed)[1:]).run()


# --- constants --------------------------------------------------------------------------------------------------------


def test_a_proof_may_not_ask_a_constant_to_be_continuous_that_the_claim_does_not_name():
    """C(t), a vector of a line, is 0 for t < ½ and of length 1 from there on: so axioms may fix it."""
    g, c, line = head("g"), head("C", "constant"), head("L", "constant")

    def at(u):
        return inner(V(c, u, space=line), V(c, u, space=line))

    def step(value):
        return [eq(value(term(0))), eq(value(term(1)), 1), every(t, eq(P(value(t), 2), value(t)))]

    whole = I(A(g, r), r, 0, 1)
    held = step(lambda u: A(g, u))
    level = known(absurd, *held, eq(whole, whole))
    forgotten = instantiate(level, {}, absurd, *held, discharge=[identity(whole, whole)])
    made = instantiate(forgotten, {g: lam(t, at(t))}, absurd, discharge=[known(f) for f in step(at)]).run()
    assert {place[:2] for place in made.uses.places} == {(c, 0)}
    with pytest.raises(Refused, match="integrates C"):
        kernel.proves(made, [], absurd)
    with pytest.raises(Refused, match="integrates C"):
        kernel.witness([], ge(0, 1), {}, [made])
    length = I(at(t), t, 0, 1)
    kernel.proves(made, [eq(length, length)], absurd)
    kernel.proves(forgotten.run(), [*held, eq(whole, whole)], absurd)


def test_the_domain_of_a_partial_function_that_is_differentiated_is_open_at_that_place_only():
    """Were it open everywhere, none had 0 in it and nothing below; and √ may take the place of g, g′(1) being used.

    So sentence 3 does not say so: the theorem here that is taken on trust is none.
    """
    g, root = head("g", "partial function"), lam(t, sqrt(t))

    def of(f):
        inside = ge if f is root else lambda u: domain(f, u)
        return [every(r, ge(r), inside(r)), inside(term(0)), inside(term(1))]

    slope = A(g, 1, order=1)
    level = known(absurd, *of(g), eq(slope, slope))
    forgotten = instantiate(level, {}, absurd, *of(g), discharge=[identity(slope, slope, domain(g, 1))])
    instantiate(forgotten, {g: root}, absurd, *of(root)).run()
    there = A(g, 0, order=1)
    level = known(absurd, *of(g), eq(there, there))
    forgotten = instantiate(level, {}, absurd, *of(g), discharge=[identity(there, there, domain(g, 0))])
    with pytest.raises(Refused):
        instantiate(forgotten, {g: root}, absurd, *of(root)).run()
    assert kernel.__doc__ is not None
    assert "a partial function is defined on a set of its own:" in " ".join(kernel.__doc__.split())


# --- what is printed --------------------------------------------------------------------------------------------------


def square_of(name):
    """⊢ x² ≥ 0, for a variable of this name, as a file."""
    square = {"Pow": [{"name": name, "kind": "Symbol", "is": {}}, 2]}
    step = {
        "rule": "combine", "premises": [], "with": {"using": 0, "facts": 0, "terms": [[square, 1]]}, "hypotheses": [],
        "conclusion": {"Relation": [{"text": "≥"}, square, 0]},
    }  # fmt: skip
    return {"format": FORMAT, "steps": [step]}


@pytest.mark.parametrize(
    "name",
    [
        "x–1",
        "x∙y–1",
        "x⁄y–1",
        "﹣1",
        "x⋆y",
        "x∙2",
        "‖x",
        "r\ufe00",
        "x\u3164",
        "х",
        "a\u0302",
        "∇f",
        "xᵏ",
        "log",
        "abs",
        "max",
        "－3",
        "‒3",
        "x＝3",
        "x＞3",
        "⇒",
        "∧",
        "½",
        "x→y",
        "\u0338x",
        "x⋅y",
        "∞",
        "…",
    ],
    ids=ascii,
)
def test_a_name_is_of_letters_that_pass_for_nothing_else(name):
    """Proved: ⊢ x–1^2 ≥ 0, of a name with a dash; and (∀ r: r ≥ r) ⊢ -1 ≥ 0, where one r is another one."""
    with pytest.raises(Refused):
        check_file(square_of(name))
    written = readable_name(name)
    check_file(square_of(written))
    assert written.isprintable()


@pytest.mark.parametrize("name", ["x", "λ_min", "ω̃", "â", "w′", "θ⋆", "θ̃⋆₁", "φˆSˆ₋ˆ₁", "w₊", "∂L", "ℓ̂", "ĥ2", "xˆS"])
def test_letters_with_hats_and_indices_are_names(name):
    (made,) = check_file(square_of(name)).made
    assert made.conclusion is ge(P(real(name), 2))


def test_a_function_is_told_from_the_node_of_its_name():
    """A positive function of the name δ: proved: ⊢ δ(2) > 0."""
    value = A(head("δ", sign="positive"), 2)
    assert repr(gt(value)) == "δ⟨positive function⟩(2) > 0"


def test_a_function_with_a_prime_is_not_shown_as_the_slope_of_a_bound_one():
    """∀f: f(0) ≥ f′(0), of a function with the name f′, read as of the derivative of each f."""
    bound, free = head("g"), head("f′")
    assert repr(forall([bound], [], ge(A(bound, 0), A(free, 0)))) == "(∀ f function: f(0) ≥ f′⟨function⟩(0))"


def test_a_text_for_people_has_no_names_that_pass_for_products():
    answer = {"format": "verify certificate 2", "verdict": "proved"}
    obvious = {"rule": "obvious", "given": []}
    for name, accepted in (("x\u0387y", False), ("xy", True)):
        power = {"Pow": [{"name": name, "kind": "Symbol", "is": {}}, 2]}
        shown = {"variables": [power["Pow"][0]], "shows": {"Relation": [{"text": "≥"}, power, 0]}}
        data = answer | {
            "relation": f"{name}^2 >= 0", "where": f"-oo < {name} < oo", "certificate": [obvious | shown],
        }  # fmt: skip
        if accepted:
            check_answer(data)
            continue
        with pytest.raises(Refused):
            check_answer(data)


def test_names_of_claims_and_axioms_are_not_taken_for_what_is_proved(tmp_path, capsys):
    one = {"Relation": [{"text": "≥"}, 1, 0]}
    verdict = "⊢ -1 ≥ 0; axioms: none"
    cited = {"name": verdict, "statement": "One is not negative.", "reference": verdict}
    step = {"rule": "cite", "premises": [], "with": cited, "hypotheses": [], "conclusion": one}
    claim = {"name": verdict, "given": [], "states": [one]}
    file = tmp_path / "file.json"
    file.write_text(json.dumps({"format": FORMAT, "steps": [step], "claim": claim}), encoding="utf-8")
    assert main([str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f'{file}: proved: "{verdict}": ⊢ 1 ≥ 0; axioms: "{verdict}"',
        f'  axiom "{verdict}": ⊢ 1 ≥ 0 ["{verdict}"]',
    ]


# --- functions of some values only ------------------------------------------------------------------------------------


def test_a_function_of_a_positive_number_is_one_of_all_numbers():
    """P(λp. |p|) said P(λp. p) for positive p, and took the place of P(f), which is for all numbers: ⊢ −1 = 1."""
    f, p = head("f"), real("p", "positive")

    def absolute(value):
        return has("is the absolute value", value)

    size = lam(p, fn("abs", p))
    assert size is lam(r, fn("abs", r))
    is_so = known(absolute(f), every(r, eq(A(f, r), fn("abs", r))))
    value = known(eq(A(f, -1), 1), absolute(f))
    closed = generalize(identity(fn("abs", r), fn("abs", r)), [r])
    proved = instantiate(is_so, {f: size}, absolute(size), discharge=[closed])
    instantiate(value, {f: size}, eq(fn("abs", -1), 1), discharge=[proved]).run()
    with pytest.raises(Refused):
        instantiate(is_so, {f: size}, absolute(lam(p, p)), discharge=[closed]).run()
    with pytest.raises(Refused):
        node("lambda", (("real", "positive"),), node("bound", 0, "real", "positive"))


def test_nothing_is_a_function_of_functions():
    """h ↦ h(1), of positive functions h, took the place of a positive functional of any g: ⊢ g(1) > 0.

    And the number 7 that of a function of no arguments: ∀g: F(g) ≥ 5, ∀r: 1 ≥ F(r) ⊢ −4 ≥ 0, as if 7 were one.
    """
    for value in (head("g"), head("u", "vector"), head("p", "point")):
        with pytest.raises(Refused, match="argument"):
            A(head("F"), value)
    with pytest.raises(Refused, match="lambda"):
        lam(head("h", sign="positive"), A(head("h", sign="positive"), 1))
    for value in (term(7), V("u"), Pt("p"), node("tuple", term(1))):
        A(head("F"), value)


def test_a_family_of_integers_takes_no_tuple_with_a_real_number_in_it():
    """κ((x)) would be an integer that moves with the real x, in a delta or the bound of a sum."""
    family, x = head("κ", "integer function"), variable("x")
    for value in (node("tuple", x), node("tuple", term(1), x)):
        with pytest.raises(Refused, match="family on the integers"):
            A(family, value)
    assert A(family, node("tuple", term(1))).whole


def test_an_integer_function_gives_integers_whatever_it_is_applied_to():
    """c(P) > 0 ⊢ c(P) ≥ 1 is false if c gives integers to integers only, as sentence 3 said."""
    c = A(head("c", "integer function"), Pt("P"))
    combine(ge(c, 1), [(less(c, 1), 1)], gt(c)).run()
    made = combine(ge(c, 1), [(less(c, 1), 1)], gt(c))
    q = head("q", "point")
    for head_, step in ((head("f"), False), (head("d", "integer function"), True)):
        value = P(A(head_, Pt("P")), 2)
        put = instantiate(made, {c.args[0]: lam(q, P(A(head_, Pt(q)), 2))}, ge(value, 1), gt(value))
        if step:
            put.run()
            continue
        with pytest.raises(Refused, match="other values"):
            put.run()


def test_a_number_is_not_the_function_that_a_predicate_speaks_of():
    """⊢ "is a function"(f), for all f, became ⊢ "is a function"(5); and for vectors that name families likewise."""
    n = variable("n", "integer")
    for bare, value, other in (
        (head("f"), term(5), head("g")),
        (head("u", "vector"), V("w"), head("w", "vector")),
        (head("p", "point"), Pt("q"), head("q", "point")),
    ):
        true = known(has("is a function", of(bare, n)))
        with pytest.raises(Refused):
            instantiate(true, {bare: value}, has("is a function", value)).run()
        instantiate(true, {bare: other}, has("is a function", of(other, n))).run()
    instantiate(known(has("is a number", r)), {r: 5}, has("is a number", term(5))).run()
    five = known(has("is a number", term(5))).run()
    with pytest.raises(Refused):
        kernel.witness([has("is a number", head("f"))], ge(0, 1), {head("f"): term(5)}, [five])
    kernel.witness([has("is a number", r)], ge(0, 1), {r: term(5)}, [five])

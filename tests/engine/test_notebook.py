"""What notebooks show is well-formed, escaped, and says what is proved under which hypotheses."""

import io
import re
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace
from xml.dom.minidom import parseString

import pytest
from sympy import Lambda, Rational

from verify import notebook
from verify.author.kernel import Axiom, assume, cite, combine, generalize, identity, witness
from verify.claims import Claim
from verify.claims.registry import Registry, using
from verify.language.terms import eq, family, forall, ge, gt, integer, le, real
from verify.prover.proving import prove
from verify.session.cache import Cache
from verify.session.examining import Session
from verify.verdicts.verdict import examine

a, b = real("a b")
odd = real("<i>&x")
i, n = integer("i n")
p = family("p")
EVIL = "<script>alert('&')</script>"


def shown(item):
    """The markup, and its characters with a blank for every tag."""
    markup = item._repr_html_() if hasattr(item, "_repr_html_") else notebook.html(item)
    tree = parseString(markup.replace("&InvisibleTimes;", "·"))  # HTML knows the entity, XML does not
    texts, pending = [], [tree.documentElement]
    while pending:
        node = pending.pop()
        texts += [node.data] if node.nodeType == node.TEXT_NODE else []
        pending += reversed(node.childNodes)
    assert "<script" not in markup
    return markup, " ".join(" ".join(texts).split())


@pytest.fixture
def square(registry):
    claim = Claim(
        "toy/square", at="Lemma 1", given=[gt(a, 0)], states=ge(a**2 + 1, 2 * a), reading=EVIL, printed="a < b"
    )

    @claim.proof
    def expand(claim):
        """(a − 1)² ≥ 0."""
        return combine(claim.states[0], [(1, (a - 1) ** 2)])

    return claim


@pytest.fixture
def wrong(registry):
    claim = Claim("toy/wrong", at="Lemma 2", given=[le(a, 1)], states=ge(a, 0), reading="For real a ≤ 1.")

    @claim.counterexample
    def minus_half(claim):
        return witness(claim.given, claim.states[0], {a: Rational(-1, 2)})

    return claim


def test_a_claim_that_was_examined_shows_its_verdict(workspace, texts):
    workspace.claims(texts["square"], texts["false"])
    with using(Registry()) as known:
        known.discover()
        claim = known.claim("toy/false")
        before = shown(claim)[1]
        Session([claim], cache=Cache(), stream=io.StringIO()).run()
        after = shown(claim)[1]
    assert "refuted" not in before
    assert "Examine it: verify run toy/false" in before
    assert "refuted" in after
    assert "Examine it again: verify run toy/false" in after


def test_theorems_and_answers_print_what_they_say():
    theorem = identity(eq((a + 1) ** 2, a**2 + 2 * a + 1))
    assert str(theorem) == "⊢ (a + 1)**2 = a**2 + 2*a + 1"
    assert repr(theorem) == "<Theorem ⊢ (a + 1)**2 = a**2 + 2*a + 1>"
    first, second = str(prove("x^2 + 1 > 0", "-oo < x < oo")).splitlines()
    assert first == "proved: x^2 + 1 > 0 where -oo < x < oo"
    assert re.fullmatch(r"  1 step, checked by the core, \d+\.\d s", second)
    assert str(prove("x^2 > 1", "0 < x < 2")).splitlines()[1].startswith("  at x = ")


def test_a_theorem_is_its_hypotheses_its_conclusion_and_its_rule():
    markup, text = shown(combine(ge(a + b, 0), [(1, assume(ge(a, 0))), (1, assume(ge(b, 0)))]))
    assert markup.count("<math") == 3
    assert text.index("a ≥ 0") < text.index("b ≥ 0") < text.index("⊢") < text.index("a + b ≥ 0")
    assert "by the rule combine; rests on no axiom" in text


def test_a_theorem_names_its_axioms():
    axiom = Axiom(EVIL, "it is so", "nobody", (), eq(a, b))
    assert f"rests on {EVIL}" in shown(cite(axiom))[1]


@pytest.mark.parametrize(
    "theorem",
    [
        lambda: identity(eq(odd, odd)),
        lambda: generalize(combine(ge(p(i) ** 2, 0), [(1, p(i) ** 2)]), [i], [ge(i, 1), ge(n, i)]),
        lambda: assume(forall([i], gt(p(i), 0))),
        lambda: witness([le(p(1), 0)], ge(p(2), 0), {p: Lambda(i, -i)}),
    ],
)
def test_names_are_escaped_and_every_kind_of_formula_is_well_formed(theorem):
    made = theorem()
    shown(made)
    shown(made.conclusion)


def test_a_name_that_looks_like_markup_is_shown_as_it_is():
    assert shown(ge(odd, 0))[1] == "<i>&x ≥ 0"


def test_a_counterexample_shows_where_it_fails():
    text = shown(witness([le(a, 1)], ge(a, 0), {a: Rational(-1, 2)}))[1]
    assert "not always" in text
    assert "fails at a = -1/2" in text
    assert "-1/2 ≥ 0 is false" in text


def test_a_refuted_inequality_shows_its_sides():
    text = shown(prove("exp(x) <= 1 + x + x^2", "x <= 2"))[1]
    assert "at: x = 2" in text
    assert "fails: exp(x) is 7.38905609893, 1 + x + x^2 is 7" in text
    assert "fails: 2/3 is 0.666666666667" in shown(prove("2/3 <= 0.6666666"))[1]


def test_a_claim_is_its_statement_and_reading_without_a_verdict(square):
    markup, text = shown(square)
    assert markup.count("<math") == 2
    assert f"reading: {EVIL}" in text
    assert "printed: a < b" in text
    assert "verify run toy/square" in text
    assert "proved" not in text


def test_an_outcome_shows_its_verdict_and_what_it_rests_on(square, wrong):
    text = shown(examine(square))[1]
    assert "toy/square Lemma 1 proved" in text
    assert "evidence: proof expand, instance found; axioms: none" in text
    text = shown(examine(wrong))[1]
    assert "toy/wrong Lemma 2 refuted" in text
    assert "fails at: a = -1/2" in text


def test_an_outcome_shows_what_failed(square):
    text = shown(examine(square.replace(states=ge(a**2, 2 * a))))[1]
    assert "open" in text
    assert "failed: " in text


@pytest.mark.parametrize(
    ("relation", "said"), [("x^2 + 1 >= 2*x", "proved certificates: 1"), ("x^2 < x", "refuted at: x = ")]
)
def test_an_answer_of_the_prover_shows_its_verdict_and_its_ground(relation, said):
    text = shown(prove(relation, "0 <= x <= 5"))[1]
    assert f"{relation} where 0 <= x <= 5 {said}" in text


def test_nothing_else_is_shown():
    for page in (notebook.html, notebook.latex):
        with pytest.raises(TypeError, match="item is a int; it must be a claim, theorem"):
            page(3)


SQUARE = r"& a > 0 \\ \vdash\ & a^{2} + 1 \geq 2 a"


def test_a_formula_is_typeset_as_a_display():
    assert notebook.latex(ge(a**2, -b)) == r"$$a^{2} \geq - b$$"


def test_a_theorem_is_typeset_with_the_axioms_it_rests_on():
    made = combine(ge(a + b, 0), [(1, assume(ge(a, 0))), (1, assume(ge(b, 0)))])
    assert notebook.latex(made) == r"$$\begin{aligned}& a \geq 0 \\ & b \geq 0 \\ \vdash\ & a + b \geq 0\end{aligned}$$"
    assert notebook.latex(cite(Axiom("Ax 1", "it is so", "nobody", (), eq(a, b)))).endswith(
        r"\vdash\ & a = b \\ & \text{rests on Ax 1}\end{aligned}$$"
    )


def test_a_claim_is_typeset_without_a_verdict(square):
    assert square._repr_latex_() == rf"$$\begin{{aligned}}{SQUARE}\end{{aligned}}$$"


def test_an_outcome_is_typeset_after_its_verdict(square, wrong):
    title = r"& \text{toy/square, Lemma 1: }\textbf{proved} \\ "
    assert examine(square)._repr_latex_() == rf"$$\begin{{aligned}}{title}{SQUARE}\end{{aligned}}$$"
    refuted = examine(wrong)._repr_latex_()
    assert r"\textbf{refuted} \\ & a \leq 1 \\ \vdash\ & a \geq 0 \\ & \text{fails at }a = - \frac{1}{2} \\ " in refuted


def test_an_outcome_of_another_statement_than_the_claim_of_its_id_is_set_in_its_own_words(square):
    other = examine(square.replace(states=ge(a**2, 2 * a)))._repr_latex_()
    assert r"\textbf{open} \\ & \text{a }{>}\text{ 0} \\ \vdash\ & \text{a**2 }\geq\text{ 2*a}" in other
    assert r"\text{failed: " in other


def test_an_answer_is_typeset_as_it_was_typed():
    assert prove("x^2 + 1 >= 2*x", "0 <= x <= 5")._repr_latex_() == (
        r"$$\begin{aligned}& \textbf{proved} \\ & 0 \leq x \leq 5 \\ \vdash\ & x^{2} + 1 \geq 2 x\end{aligned}$$"
    )
    refuted = prove("x^2 < x", "0 <= x <= 5")._repr_latex_()
    assert r"\textbf{refuted}" in refuted
    assert r"\vdash\ & x^{2} < x \\ & \text{at }x = " in refuted


def test_an_answer_says_what_is_left_and_what_else_is_to_be_known():
    answer = replace(prove("x^2 < x", "0 <= x <= 5"), verdict="unknown", point=None, resists="x = 1", note="none")
    assert r"\text{resists: x = 1} \\ & \text{note: none}" in answer._repr_latex_()


def test_no_name_becomes_a_tag_in_what_is_typeset(square):
    assert "<" not in re.sub("{<}", "", notebook.latex(cite(Axiom(EVIL, "it is so", "nobody", (), eq(odd, b)))))


def test_ipython_is_told_of_theorems_and_formulas(monkeypatch):
    told = {kind: {} for kind in ("text/html", "text/plain", "text/latex")}
    formatters = {
        kind: SimpleNamespace(
            for_type_by_name=lambda where, name, show, kind=kind: told[kind].update({(where, name): show})
        )
        for kind in told
    }
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    notebook.register()
    classes = {("verify.author.kernel", "Theorem"), ("verify.language.formulas", "Formula")}
    assert [set(shows) for shows in told.values()] == [classes] * 3
    theorem, said = assume(ge(a, 0)), []
    shows = {kind: shows["verify.author.kernel", "Theorem"] for kind, shows in told.items()}
    assert "⊢" in parseString(shows["text/html"](theorem)).documentElement.toxml()
    shows["text/plain"](theorem, SimpleNamespace(text=said.append), False)
    assert said == ["a ≥ 0 ⊢ a ≥ 0"]
    assert shows["text/latex"](theorem) == notebook.latex(theorem)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    notebook.register()


def test_the_kernel_does_not_import_what_shows_it():
    code = (
        "import sys, verify.author.kernel, verify.claims.claim\n"
        "assert not {'verify.notebook', 'verify.report'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

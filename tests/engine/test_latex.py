"""Statements as LaTeX: what is printed means the term, and MathJax and KaTeX can typeset it."""

import re

import pytest
from sympy import Abs, Integral, KroneckerDelta, Lambda, Max, Piecewise, Rational, Sum, acos, cos, exp, log, pi, sqrt

from verify.author.kernel import witness
from verify.claims.registry import current
from verify.language.terms import (
    Deriv,
    FunHead,
    Gradient,
    Hessian,
    Inner,
    Predicate,
    eq,
    family,
    forall,
    function,
    ge,
    gt,
    integer,
    le,
    ne,
    norm,
    points,
    real,
    vectors,
)
from verify.prover.language import read_relations
from verify.report.latex import latex
from verify.report.letters import name, words
from verify.report.typed import counted, typed

x, y, eta, w_star = real("x y eta_1 w⋆")
i, k, t = integer("i k t")
u, v, theta = vectors("u v θ⋆")
f, inverse, dL = function("f"), function("φ⁻¹"), function("∂L")
p, a_star, V = family("p"), family("a⋆"), points("V")
F = FunHead("F")

COMMANDS = frozenset(
    re.findall(
        r"\S+",
        """
        alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon varphi chi
        psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell nabla partial infty
        left right begin end text mathbf boldsymbol mathrm operatorname frac sqrt sum int limits
        hat tilde bar dot prime star top lVert rVert langle rangle forall colon vdash mapsto geq leq neq sim times cdot
        sin cos tan sinh cosh tanh arcsin arccos arctan log max min \\ { } _ & % $ # ,
        """,
    )
) | {" "}
"""Commands that MathJax, KaTeX and amsmath know; those in use."""

BEGIN_END = re.compile(r"\\(begin|end)\{(\w+)\}")


def faults(tex, text=""):
    """What is wrong with the structure of a formula: braces, brackets, scripts, commands, characters.

    A word that names an operator must occur in the text of the formula, as the names of classes do not.
    """
    bare = re.sub(r"\\text\{[^{}]*\}", " 0 ", tex)
    found = [f"not ASCII: {c}" for c in bare if not c.isascii()]
    found += [f"unknown operator {word}" for word in re.findall(r"\\operatorname\{(.*?)\}", tex) if word not in text]
    environments = []
    for which, environment in BEGIN_END.findall(tex):
        if which == "begin":
            environments.append(environment)
        elif not environments or environments.pop() != environment:
            found.append(f"{environment} ends that did not begin")
    found += [f"{environment} does not end" for environment in environments]
    tokens = re.findall(r"\\(?:[A-Za-z]+|.)|[^\\\s]", bare)
    found += [f"unknown command {token}" for token in tokens if token[0] == "\\" and token[1:] not in COMMANDS]
    return [*found, *_unbalanced(iter(tokens), "")]


def _unbalanced(tokens, closing):
    """The faults up to the closing token: `}`, `\\right`, or the end."""
    scripts = set()
    for token in tokens:
        if token in ("}", r"\right"):
            if token != closing:
                yield f"{token} where {closing or 'nothing'} is to be closed"
            if token == r"\right":
                next(tokens, None)
            return
        if token in ("^", "_"):
            if token in scripts:
                yield f"double {token}"
            scripts.add(token)
            if next(tokens, None) != "{":
                yield f"{token} without braces"
            yield from _unbalanced(tokens, "}")
            continue
        scripts = set()
        if token == "{":
            yield from _unbalanced(tokens, "}")
        elif token == r"\left":
            next(tokens, None)
            yield from _unbalanced(tokens, r"\right")
    if closing:
        yield f"{closing} is missing"


@pytest.mark.parametrize(
    ("tex", "fault"),
    [
        ("{x", "} is missing"),
        ("x}", "} where nothing"),
        (r"\left(x", r"\right is missing"),
        (r"\left({x\right)}", r"\right where }"),
        ("x^{2}^{3}", "double ^"),
        ("x_{i}^{2}_{j}", "double _"),
        ("x^2", "without braces"),
        (r"\operatorname{Fun}{\left(x\right)}", "unknown operator Fun"),
        (r"\Fun x", "unknown command"),
        ("η", "not ASCII"),
        (r"\begin{cases} x", "cases does not end"),
    ],
)
def test_the_structure_is_checked(tex, fault):
    assert any(fault in found for found in faults(tex))


@pytest.mark.parametrize("each", [24, pytest.param(1, marks=pytest.mark.slow)])
def test_every_formula_of_every_claim_has_the_structure_of_latex(each):
    known = current()
    known.discover()
    wrong = {}
    for claim in known.all_claims[::each]:
        for formula, tex in zip((*claim.given, *claim.states), latex([*claim.given, *claim.states]), strict=True):
            wrong |= {(claim.id, str(formula)): (tex, found) for found in faults(tex, str(formula))}
    assert len(known.all_claims) > 400
    assert not wrong


@pytest.mark.parametrize(
    ("formula", "printed"),
    [
        (ge(cos(x), eta**2), r"\cos{\left(x \right)} \geq \eta_{1}^{2}"),
        (gt(-x / 2, -2 * pi / 3), r"- \frac{x}{2} > - \frac{2 \pi}{3}"),
        (le(w_star**2, Rational(-1, 2)), r"\left(w^{\star}\right)^{2} \leq - \frac{1}{2}"),
        (eq((x**y) ** 2, (-x) ** t), r"x^{2 y} = \left(- x\right)^{t}"),
        (eq(x ** (y**2), 1 / sqrt(x)), r"x^{y^{2}} = \frac{1}{\sqrt{x}}"),
        (eq(exp(-x), log(x) ** 2), r"\mathrm{e}^{- x} = \log{\left(x \right)}^{2}"),
        (eq(p(i + 1) ** 2, p(i)), r"p_{i + 1}^{2} = p_{i}"),
        (eq(a_star(t) ** 3, a_star(t)), r"\left(a^{\star}_{t}\right)^{3} = a^{\star}_{t}"),
        (eq(dL(t) ** 2, dL(t)), r"\left(\partial L_{t}\right)^{2} = \partial L_{t}"),
        (eq(f(0), f(x)), r"f{\left(0\right)} = f{\left(x\right)}"),
        (eq(f.prime(x, 2), 1), r"f^{\prime\prime}{\left(x\right)} = 1"),
        (eq(f.prime(x) ** 2, 1), r"\left(f^{\prime}{\left(x\right)}\right)^{2} = 1"),
        (eq(f.prime(x, 4), 0), r"f^{\left(4\right)}{\left(x\right)} = 0"),
        (eq(inverse.prime(x), 0), r"\left(\varphi^{-1}\right)^{\prime}{\left(x\right)} = 0"),
        (eq(V(t + 1), V(t)), "V_{t + 1} = V_{t}"),
        (eq(u - 2 * v, -x * theta), r"\mathbf{u} - 2 \mathbf{v} = - x \boldsymbol{\theta}^{\star}"),
        (ge(acos(Inner(u, v)), 0), r"\arccos{\left(\left\langle \mathbf{u}, \mathbf{v}\right\rangle \right)} \geq 0"),
        (eq(Inner(u, u), norm(u)), r"\left\lVert \mathbf{u}\right\rVert^{2} = \left\lVert \mathbf{u}\right\rVert"),
        (eq(x / norm(u), 1), r"\frac{x}{\left\lVert \mathbf{u}\right\rVert} = 1"),
        (eq(norm(u) ** 3, 1), r"\left\lVert \mathbf{u}\right\rVert^{3} = 1"),
        (eq(v, u - x * Gradient(F, u)), r"\mathbf{v} = \mathbf{u} - x \nabla F{\left(\mathbf{u}\right)}"),
        (eq(Hessian(F, u, v), v), r"\nabla^{2}F{\left(\mathbf{u}\right)}\left[\mathbf{v}\right] = \mathbf{v}"),
        (eq(Deriv(x, x, 1), 0), r"\left.\frac{\mathrm{d}}{\mathrm{d} x}\left[x\right]\right|_{x = 1} = 0"),
        (
            eq(Deriv(f(x), x, x) ** 2, 0),
            r"\left(\frac{\mathrm{d}}{\mathrm{d} x}\left[f{\left(x\right)}\right]\right)^{2} = 0",
        ),
        (eq(Sum(p(i) * p(k), (i, 1, k), (k, 1, 5)), 0), r"\sum_{k=1}^{5} \sum_{i=1}^{k} p_{i} p_{k} = 0"),
        (eq(Sum(p(i) - 1, (i, 0, k - 1)), -x), r"\sum_{i=0}^{k - 1} \left(p_{i} - 1\right) = - x"),
        (eq(Sum(-p(i), (i, 1, k)) * x, 0), r"x \sum_{i=1}^{k} \left(- p_{i}\right) = 0"),
        (
            eq(Sum(p(i), (i, 1, k)) * Sum(p(i), (i, 1, t)), x),
            r"\left(\sum_{i=1}^{k} p_{i}\right) \sum_{i=1}^{t} p_{i} = x",
        ),
        (eq(exp(Sum(p(i), (i, 1, k))) * x**t * p(k), 1), r"x^{t} \mathrm{e}^{\sum_{i=1}^{k} p_{i}} p_{k} = 1"),
        (eq(Sum(p(i), (i, 1, k)) ** 2, x), r"\left(\sum_{i=1}^{k} p_{i}\right)^{2} = x"),
        (eq(KroneckerDelta(i, k), KroneckerDelta(i, k + 1)), r"\delta_{i, k} = \delta_{i, k + 1}"),
        (ge(Integral(f(x), (x, -1, y)), 0), r"\int\limits_{-1}^{y} f{\left(x\right)}\, \mathrm{d}x \geq 0"),
        (eq(Max(x, -y), Abs(x) ** y), r"\max\left(x, - y\right) = \left|{x}\right|^{y}"),
        (ne(real("w_{t+1}"), real("w′")), r"w_{t+1} \neq w^{\prime}"),
        (
            forall(u, ge(Inner(u, u), 0), [ne(u, v), gt(x, 0)]),
            r"\forall \mathbf{u} \text{ with } \mathbf{u} \neq \mathbf{v},\ x > 0\colon\ "
            r"\left\lVert \mathbf{u}\right\rVert^{2} \geq 0",
        ),
        (
            forall(x, gt(y, 0), [forall(i, ge(p(i), x))]),
            r"\forall x \text{ with } \left(\forall i\colon\ p_{i} \geq x\right)\colon\ y > 0",
        ),
        (Predicate("of n³ rows &", u, x), r"\text{of n}{}^{3}\text{ rows }\&{\left(\mathbf{u}, x\right)}"),
    ],
)  # fmt: skip
def test_prints(formula, printed):
    assert latex([formula]) == [printed]
    assert not faults(printed)


def test_cases_end_in_otherwise():
    (tex,) = latex([eq(Piecewise((x, x > 0), (0, True)), 0)])
    assert r"x & \text{for}\: x > 0 \\0 & \text{otherwise}" in tex


def test_an_index_in_one_formula_is_an_index_in_all():
    assert latex([ge(p(1), 0), ge(p(i), 0)]) == [r"p_{1} \geq 0", r"p_{i} \geq 0"]
    assert latex([ge(p(1), 0)]) == [r"p{\left(1\right)} \geq 0"]


def test_a_counterexample_says_that_it_is_one_and_where():
    (tex,) = latex([witness([le(p(1), 0)], ge(p(2), 0), {p: Lambda(i, -i)}).conclusion])
    assert tex.index("not always") < tex.index("p{\\left(1\\right)} \\leq 0") < tex.index("\\vdash")
    assert r"\text{fails at }p = \left( i \mapsto - i \right)" in tex
    assert not faults(tex)


@pytest.mark.parametrize(
    ("spelt", "printed"),
    [
        ("w′", r"w^{\prime}"), ("θ⋆", r"\theta^{\star}"), ("â′", r"\hat{a}^{\prime}"), ("f̃", r"\tilde{f}"),
        ("∇ℓ", r"\nabla\ell"), ("‖V‖", r"\lVert V\rVert"), ("√g", r"\sqrt{g}"), ("∂L", r"\partial L"),
        ("φ⋆⁻¹", r"\varphi^{\star-1}"), ("Df⁻ᵀ∂L", r"\mathrm{Df}^{-\top}\partial L"), ("c₁₁", "c_{11}"),
        ("θ₊", r"\theta_{+}"), ("λ_max", r"\lambda_{\mathrm{max}}"), ("L0_w", "L_{0,w}"),
        ("Exp₂", r"\operatorname{Exp}_{2}"),
        ("log W̃", r"\mathrm{log}\ \tilde{W}"), ("eta_1", r"\eta_{1}"), ("w_{t+1}", "w_{t+1}"), ("Λ", r"\Lambda"),
        ("Α", r"\mathrm{A}"), ("<i>&x", r"{<}i{>}\&x"), ("字", r"\text{字}"),
    ],
)  # fmt: skip
def test_names(spelt, printed):
    assert name(spelt).tex == printed


@pytest.mark.parametrize(
    ("spelt", "printed"),
    [
        ("w⋆", r"\mathbf{w}^{\star}"),
        ("ω̂", r"\hat{\boldsymbol{\omega}}"),
        ("grad", r"\mathbf{grad}"),
        ("1", r"\mathbf{1}"),
    ],
)
def test_names_of_vectors_are_bold(spelt, printed):
    assert name(spelt, bold=True).tex == printed


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        (
            "non-negative, at prop-8: -1/2 ≥ x - y",
            r"\text{non-negative, at prop-8: }-\text{1/2 }\geq\text{ x }-\text{ y}",
        ),
        ("3·10⁵ trials of e₁", r"\text{3}\cdot\text{10}{}^{5}\text{ trials of e}{}_{1}"),
        ("θ̃ and ŷ", r"\tilde{\theta}\text{ and }\hat{\mathrm{y}}"),
        ("<b> {x_1} $", r"{<}\text{b}{>}\text{ }\{\text{x}\_\text{1}\}\text{ }\$"),
    ],
)
def test_words(text, printed):
    assert words(text) == printed
    assert not faults(printed)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("0 ≥ 2", r"0 \geq 2"), ("1 = 0", "1 = 0"), ("-1/2", r"- \frac{1}{2}"),
        ("(i ↦ 9/(4*3**i))", r"\left(i \mapsto \frac{9}{4 \cdot 3^{i}}\right)"),
        ("3/4·log(3) - √(2)·x ≤ 2^x", r"\frac{3}{4} \log{\left(3\right)} - \sqrt{2} x \leq 2^{x}"),
        ("(t, i ↦ 1)", r"\left(t, i \mapsto 1\right)"),
    ],
)  # fmt: skip
def test_numbers_of_a_counterexample(text, printed):
    assert counted(text) == printed
    assert not faults(printed)


@pytest.mark.parametrize("text", ["(1, 0)", "(i ↦ δ(1, i))", "1 ≠ 2", "no σ", "(x, y ↦ (x + y,))", "", "…"])
def test_what_is_not_understood_of_a_counterexample_is_words(text):
    assert counted(text) == words(text)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("x^2 + 1 >= 2*x", r"x^{2} + 1 \geq 2 x"),
        ("0 <= a <= c, c < pi and b > -oo", r"0 \leq a \leq c,\ c < \pi,\ b > - \infty"),
        ("-x*y/2*3 - (x - y) <= 2*-x", r"- \frac{x y}{2} \cdot 3 - \left(x - y\right) \leq 2 \left(- x\right)"),
        ("x/(y*z)*(a + 1) > --x - -y", r"\frac{x}{y z} \left(a + 1\right) > - \left(- x\right) - \left(- y\right)"),
        ("-x^2^n <= (-x)^2 + (a^b)^c", r"- x^{2^{n}} \leq \left(- x\right)^{2} + \left(a^{b}\right)^{c}"),
        ("sin(2*x)^2 < asin(x)", r"\left(\sin{\left(2 x\right)}\right)^{2} < \arcsin{\left(x\right)}"),
        ("asinh(x) < 1", r"\operatorname{arsinh}{\left(x\right)} < 1"),
        ("sqrt(x) > root(x, 5)*cbrt(x)*|x|", r"\sqrt{x} > \sqrt[5]{x} \sqrt[3]{x} \left|x\right|"),
        ("1e-3*x1 > max(x, 2, eta)", r"1 \cdot 10^{-3} x_{1} > \max{\left(x, 2, \eta\right)}"),
        ("a - (b - c) + (d + E) > 0", r"a - \left(b - c\right) + \left(d + \mathrm{e}\right) > 0"),
    ],
)  # fmt: skip
def test_what_is_typed_for_the_prover_is_printed_as_it_was_typed(text, printed):
    assert typed(f", {text}") == words(f", {text}")
    assert read_relations(text)
    assert typed(text) == printed

"""A statement that readers would take for another one is refused when the claim is made."""

import pytest
import sympy
from sympy import E, Rational, S, Sum, Symbol, cos, pi

from verify.audit import (
    Claim,
    Deriv,
    Inner,
    Lambda,
    assume,
    eq,
    family,
    forall,
    function,
    ge,
    gt,
    instantiate,
    integer,
    le,
    norm,
    positive,
    real,
    substitute,
    vectors,
    witness,
)  # fmt: skip
from verify.claims import ClaimError
from verify.language.binding import alpha
from verify.language.terms import IllFormed

pytestmark = pytest.mark.usefixtures("registry")

a, x = real("a x")
i, r, t, T = integer("i r t T")
f, g = family("f"), family("g")
u, w = vectors("u w")


def claim(states, given=()):
    return Claim("toy/x", at="1", given=list(given), states=states, reading="r")


@pytest.mark.parametrize("power", [5000, -5000])
def test_a_number_that_nothing_could_show(power):
    with pytest.raises(
        ClaimError, match=r"given\[1\] has a number of about 5000 digits; at most 4000 can be shown: let"
    ):
        claim(ge(a, 0), [ge(a, 1), ge(a, T * S(10) ** power)])
    assert len(claim(ge(a, 10**3900)).statement) > 3900


@pytest.mark.parametrize(
    ("given", "states", "said"),
    [
        ([le(a, 0)], gt(positive("a"), a), "shown as a: positive real a and real a"),
        ([ge(T, 1)], ge(real("T"), T), "shown as T: integer T and real T"),
        ([ge(f(t), 0)], ge(family("f", positive=True)(t), 0), "shown as f: function f and positive function f"),
        ([ge(real("eta"), 0)], ge(positive("η"), 0), "shown as η: real eta and positive real η"),
        ([gt(positive("pi"), 4)], gt(positive("pi") + pi, 7), "as the constant pi is: pi needs another name"),
        ([ge(real("e"), 4)], ge(real("e"), E), "as the constant E is: e needs another name"),
        ([ge(function("exp")(a), 1)], ge(a, 0), "shown as a function or a term is: exp needs another name"),
        ([ge(real("a-1"), 1)], ge(a, 0), "the name 'a-1' must have Latin or Greek letters, .* only, not hyphen-minus"),
        ([forall(x, ge(family("x")(i), x))], ge(T, 0), "shown as x: function x and real x"),
        ([ge(norm(w(t)), 1)], ge(norm(w), 0), "w stands with an index and without one"),
    ],
)
def test_two_that_are_shown_alike(given, states, said):
    with pytest.raises(ClaimError, match=f"claim toy/x: .*{said}"):
        claim(states, given)


class Named(str):
    def __str__(self):
        return "something else"


@pytest.mark.parametrize(
    ("variable", "said"),
    [
        (positive("0"), "the name '0' reads as a number or a sign"),
        (positive("0.5"), "the name '0.5' reads as a number or a sign"),
        (positive("1½"), "the name '1½' reads as a number or a sign"),
        (positive("2x"), "the name '2x' reads as a number or a sign"),
        (positive("∞"), "the name '∞' reads as a number or a sign"),
        (positive("π"), "as the constant pi is: π needs another name"),
        (positive("pi"), "as the constant pi is: pi needs another name"),
        (positive(r"\pi"), "the name .* reads as a number or a sign: it must begin with a Latin or Greek letter"),
        (positive("𝜋"), "as the constant pi is: 𝜋 needs another name"),
        (Symbol("x ", positive=True), "only, not space"),
        (positive("x\u200b"), "only, not zero width space"),
        (positive("x\ufe0f"), "only, not variation selector-16"),
        (Symbol("", positive=True), "the name '' reads as a number or a sign"),
        (positive("х"), "begin with a Latin or Greek letter"),  # the Cyrillic one
        (positive("aх"), "only, not cyrillic small letter ha"),
        (positive("|y|"), "reads as a number or a sign"),
        (positive("y−z"), "only, not minus sign"),
        (positive("y·z"), "only, not middle dot"),
        (Symbol("y z", positive=True), "only, not space"),
        (positive("x²"), "only, not superscript two"),
        (positive("x__2"), "is set as a power"),
        (Symbol(Named("c"), positive=True), "the name 'c' must be of type str, not Named"),
    ],
)
def test_a_name_that_a_reader_takes_for_something_else(variable, said):
    with pytest.raises(ClaimError, match=f"claim toy/x: .*{said}"):
        claim(gt(variable, 0))


def test_a_name_with_a_meaning_of_its_own_that_reads_as_a_number():
    q = positive("4")
    with pytest.raises(ClaimError, match="claim toy/x: where: the name '4' reads as a number"):
        Claim("toy/x", at="1", states=le(x, x + 4 * x**2 / q), where={q: S(2)}, reading="r")


@pytest.mark.parametrize(
    ("given", "states", "said"),
    [
        ([forall(t, ge(f(t), 0))], ge(real("f_1"), 0), r"f_1 is shown as f\(1\) is: it needs another name"),
        ([forall(t, ge(f(t), 0)), ge(t, 1)], ge(positive("f_t"), 0), r"f_t is shown as f\(t\) is"),
        ([forall(t, ge(f(t), 0))], ge(real("f1"), 0), r"f1 is shown as f\(1\) is"),
        ([forall(t, ge(f(t), 0))], ge(real("f₁"), 0), r"f₁ is shown as f\(1\) is"),
        ([ge(norm(w(1)), 0)], ge(norm(vectors("w_1 u")[0]), 0), r"w_1 is shown as w\(1\) is"),
        ([forall(t, ge(f(t), 0))], ge(real("f_{1}"), 0), r"f_\{1\} is shown as f\(1\) is"),
        ([forall(t, ge(f(t), 0)), ge(t, 1)], ge(real("f_{t+1}"), 0), r"is shown as f\(t\+1\) is"),
        ([forall(t, ge(f(t), 0))], ge(real("f_1_2"), 0), r"f_1_2 is shown as f\(1, 2\) is"),
        ([forall(t, ge(family("g_a")(t), 0))], ge(real("g_a_1"), 0), r"g_a_1 is shown as g_a\(1\) is"),
        ([ge(real("Α"), 0)], ge(real("A"), 1), "two variables are shown as A"),  # alpha as a capital
        ([ge(real("x1"), 0)], ge(real("x_1"), 1), "two variables are shown as x_1"),
        ([ge(real("Gamma"), 0)], ge(real("Γ"), 1), "two variables are shown as Γ"),
        ([ge(real("𝑥"), 0)], ge(x, 1), "two variables are shown as x"),
        ([ge(real("e\u0301"), 0)], ge(real("é"), 1), "two variables are shown as é"),
    ],
)
def test_a_variable_that_is_shown_as_a_member_of_a_family(given, states, said):
    with pytest.raises(ClaimError, match=f"claim toy/x: .*{said}"):
        claim(states, given)


def test_a_hypothesis_on_one_member_where_all_are_summed():
    total = le(Sum(f(t), (t, 1, T)), T)
    with pytest.raises(ClaimError, match=r"t is one in the hypotheses, and bound in what is stated: .* forall\(t, …\)"):
        claim(total, [ge(T, 1), le(f(t), 1)])
    claim(total, [ge(T, 1), forall(t, le(f(t), 1))])


def test_a_hypothesis_on_one_member_that_it_says_the_place_of():
    claim(gt(Sum(f(t) ** 2, (t, 1, T)), 0), [gt(f(t), 0), ge(t, 1), le(t, T)])


def test_names_that_are_told_apart():
    claim(gt(x + cos(x), Rational(1, 2)), [gt(x, pi), forall(x, ge(f(x), 0)), ge(norm(u), 0), ge(norm(w(t)), 0)])


def test_an_index_that_is_no_member():
    claim(ge(Sum(family("λ")(i), (i, 1, T)), real("λ_max")), [ge(real("f_1"), function("f")(x))])


def test_a_space_has_no_name_that_a_reader_sees():
    claim(ge(norm(u), 0), [ge(x, E)])


def test_a_name_is_free_for_another_where_it_is_bound():
    claim(ge(Sum(f(i) * family("x")(i), (i, 1, T)), 0), [forall(x, ge(f(x), 0))])


def test_a_sum_whose_variable_another_one_has_taken():
    captured = Sum(Sum(f(r) * g(r), (r, 1, T)), (r, 1, T))
    with pytest.raises(ClaimError, match="every r belongs to the inner sum or quantifier: the outer one needs another"):
        claim(eq(captured, 0))
    claim(forall(i, eq(f(i), g(i) / Sum(g(i), (i, 1, T)))))  # as papers write it


def test_what_takes_the_place_of_a_variable_is_not_captured():
    total = Lambda(i, Sum(f(r) * g(i), (r, 1, T)))
    assert r in total(r).free_symbols
    assert alpha(total(r).subs(r, 2)) == alpha(total(2))
    assert total(2) == Sum(f(r) * g(2), (r, 1, T))
    with pytest.raises(TypeError):
        total(1, 2)


def test_it_takes_the_place_of_a_function_like_any_other():
    h = function("h")
    squared, shifted = Lambda(x, x**2), Lambda(x, x + 1)
    assert instantiate(assume(ge(h(a), 0)), {h: squared}).conclusion == ge(a**2, 0)
    assert witness([ge(h(a), 1)], ge(0, h(a)), {h: shifted, a: 0}).conclusion.lines[-1].endswith("0 ≥ 1 is false")
    at_all = forall(x, ge(Deriv(h(x), x, a), 0))
    assert instantiate(assume(at_all), {h: squared}).conclusion == substitute(at_all, {h: sympy.Lambda(x, x**2)})


@pytest.mark.parametrize(
    ("states", "said"),
    [
        (ge(x, -1 / 2), r"float -0.5: a fraction is written Rational\(-1, 2\)"),
        (ge(x, 1.5), r"float 1.5: a fraction is written Rational\(3, 2\)"),
        (ge(x, 1 / 3), r"a fraction is written Rational\(1, 3\)"),
        (ge(x, 3.14159), r"a fraction is written Rational\(314159, 100000\)"),
        (ge(x, 1 / S.Zero), r"in x ≥ zoo a division by zero was written, as 1/0"),
        (ge(x, S.NaN), "a division by zero was written"),
        (ge(x, S.Infinity), "∞ is no number"),
        (ge(u * w, -1), r"a product of vectors .*; Inner\(u, v\) is the inner product"),
        (ge(u**2, 0), r"of a vector or point: u\*\*2; norm\(u\) and Inner\(u, u\) are numbers"),
        (forall(u, ge(u * w, -1)), "a product of vectors"),
    ],
)
def test_what_is_no_term_is_refused_where_it_is_written(states, said):
    with pytest.raises(ClaimError, match=f"claim toy/x: .*{said}"):
        claim(states)


def test_a_family_is_no_term():
    with pytest.raises(IllFormed, match=r"f is a family or a function: f\(t\) is a term"):
        ge(f, 0)


def test_what_can_be_declared():
    with pytest.raises(IllFormed, match="a: real, integer, positive, nonnegative can be declared of it, not positve"):
        family("a", positve=True)


def test_relations_of_python_are_read_in_schemas_too():
    assert forall(t, f(t) <= 1, [t >= 1]) == forall(t, le(f(t), 1), [ge(t, 1)])


def test_an_inner_product_is_a_number():
    claim(ge(Inner(u, w), -1), [ge(Symbol("y", real=True), S.Half)])

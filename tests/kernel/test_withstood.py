"""What would prove something false if one condition were forgotten, and does not."""

import weakref

import pytest
from sympy import (  # fmt: skip
    Abs,
    E,
    Integral,
    KroneckerDelta,
    Lambda,
    Max,
    Piecewise,
    Rational,
    S,
    Sum,
    acos,
    asin,
    atan,
    exp,
    log,
    oo,
    pi,
    sin,
    sqrt,
    tan,
)

from verify.author.kernel import (
    KernelError,
    Theorem,
    assume,
    combine,
    generalize,
    identity,
    instantiate,
    proves,
    witness,
)
from verify.language.terms import (
    Deriv,
    ForAll,
    eq,
    family,
    forall,
    function,
    ge,
    gt,
    integer,
    ne,
    positive,
    real,
    vectors,
)

x, y, s = real("x y s")
u = positive("u")
i, j, k, m, n = integer("i j k m n")
a, b, mass = family("a"), family("b"), family("m", positive=True)
f, g = function("f"), function("g")
p, q = vectors("p q")


def refused(reason, attempt):
    with pytest.raises(KernelError, match=reason):
        attempt()


def total(term, index=i):
    return Sum(term, (index, 1, n))


@pytest.mark.parametrize(
    "equation",
    [
        eq((x**3) ** Rational(1, 3), x),
        eq(atan(tan(x)), x),
        eq(asin(sin(x)), x),
        eq(acos(-x), acos(x)),
        eq(Abs(x) ** 3, x**3),
        eq(Integral(x**-2, (x, -1, 1)), -2),
        eq(Sum(1, (i, 3, 1)), -1),
        eq(Sum(i, (i, n, n - 5)), 0),
        eq(Max(x, y), x),
    ],
    ids=str,
)
def test_branches_singular_integrals_and_empty_sums_are_not_mistaken(equation):
    refused("does not reduce to zero", lambda: identity(equation))


def test_a_sum_over_an_empty_range_is_zero():
    assert identity(eq(Sum(a(i), (i, 3, 1)), 0)).hypotheses == ()


@pytest.mark.parametrize("term", [S.Zero**x, S.Zero**n, (-1) ** n, log(-1 - x**2)], ids=str)
def test_powers_and_logarithms_of_what_is_not_positive_are_undefined(term):
    refused("cannot hold", lambda: identity(eq(term, term)))


@pytest.mark.parametrize("term", [Deriv(Max(x, y), x, 1), Deriv(Sum(x, (i, 1, s)), s, 1)], ids=str)
def test_there_is_no_derivative_without_a_rule(term):
    refused("no rule|must be integers", lambda: identity(eq(term, 1)))


def test_an_absolute_value_has_no_derivative_at_zero():
    refused("cannot hold|identically zero", lambda: identity(eq(Deriv(Abs(x), x, 0), 0)))
    assert ne(y, 0) in identity(eq(Deriv(Abs(x), x, y), y / Abs(y))).hypotheses


def test_a_root_has_no_derivative_at_zero():
    refused("cannot hold|identically zero", lambda: identity(eq(Deriv(sqrt(x), x, 0), 0)))
    assert gt(y, 0) in identity(eq(Deriv(x ** Rational(4, 3), x, y), y ** Rational(1, 3) * Rational(4, 3))).hypotheses


@pytest.mark.parametrize("term", [Piecewise((x, x > 0), (0, True)), Integral(x, x), Sum(1 / i**2, (i, 1, oo))], ids=str)
def test_what_is_not_of_the_language_is_refused(term):
    refused(".", lambda: assume(ge(term, 0)))


def test_an_index_with_a_sign_is_not_bound():
    refused("without a sign", lambda: assume(ge(Sum(u, (u, 1, n)), 0)))
    refused("without a sign", lambda: assume(eq(Deriv(sqrt(u**2), u, x), 1)))


def test_a_family_keeps_its_sign_for_all_arguments():
    theorem = combine(gt(mass(-1), 0), [(1, mass(-1))])
    refused("is positive, which", lambda: instantiate(theorem, {mass: Lambda(u, u)}))
    refused("is positive, which", lambda: instantiate(theorem, {mass: a.head}))
    assert instantiate(theorem, {mass: Lambda(x, exp(x))}).conclusion == gt(exp(-1), 0)


def test_a_family_keeps_its_integers():
    count = family("c", integer=True)
    refused("family on the integers", lambda: identity(eq(count(x), count(x))))
    theorem = identity(eq(sin(pi * count(n)) + count(n), count(n)), facts=[ge(count(n), 1)])
    for value in (Lambda(x, x), Lambda(x, x / 2), Lambda(k, k / 2), f, a):
        refused("has other values|cannot take the place", lambda at=value: instantiate(theorem, {count: at}))
    assert instantiate(theorem, {count: Lambda(k, 2 * k)}).hypotheses == (ge(2 * n, 1),)


def test_a_schema_over_positive_families_says_nothing_of_others():
    signed = generalize(combine(gt(mass(1), 0), [(1, mass(1))]), [mass])
    refused("not settled", lambda: combine(gt(a(1), 0), [(1, a(1))], facts=[signed]))


def test_deltas_of_an_index_inside_a_function_are_not_split_outside():
    delta = KroneckerDelta(2 * k, m + 1)
    inside = exp(Sum(delta * f(m), (m, 1, n)))
    outside = delta * exp(Sum(f(m), (m, 1, n))) + 1 - delta
    refused("does not reduce to zero", lambda: identity(eq(inside, outside)))
    term = 1 + k * Sum(KroneckerDelta(k, m) * f(m) ** 2, (m, 1, n))
    refused("not settled", lambda: combine(gt(term, 0), [(1, term)], facts=[ge(m, 0)]))


@pytest.mark.parametrize("binder", [total, lambda term: Integral(term.subs(i, x), (x, 0, 1))], ids=["sum", "integral"])
def test_a_schema_does_not_take_the_index_out_of_its_scope(binder):
    flat = forall(s, eq(binder(f(s, i)), y))
    goal = eq(binder(f(g(i), i)), y)
    refused("does not reduce to zero", lambda: identity(goal, using=[flat]))


def test_a_bound_variable_does_not_capture_a_free_one():
    theorem = identity(eq(x * total(a(i)), total(x * a(i))))
    moved = instantiate(theorem, {x: i}).conclusion
    assert moved.lhs == i * total(a(i))
    assert i in moved.rhs.free_symbols
    below = instantiate(assume(forall(y, ge(y**2, x))), {x: y})
    assert y in below.conclusion.free_symbols


def test_terms_that_sympy_forgets_while_substituting_are_remembered():
    collapses = 1 / (1 + 1 / x)
    refused(".", lambda: instantiate(identity(eq(collapses, collapses)), {x: 0}))
    refused(".", lambda: witness([], gt(collapses, 0), {x: 0}))
    ratio = instantiate(assume(ge(f(x) * g(x), 1)), {f: Lambda(y, y), g: Lambda(y, 1 / y)})
    assert ne(x, 0) in ratio.hypotheses


def test_a_factor_must_be_defined():
    theorem = combine(ge(y, 0), [(sqrt(y), sqrt(y))])
    assert theorem.hypotheses == (ge(y, 0),)


def test_facts_that_contradict_each_other_are_taken_on():
    theorem = combine(gt(0, 1), [(1, assume(gt(x, 1))), (1, assume(gt(0, x)))])
    assert set(theorem.hypotheses) == {gt(x, 1), gt(0, x)}


def test_an_object_made_to_look_like_a_theorem_is_refused():
    genuine = identity(eq(x, x))

    class Disguised:
        __slots__ = ("__weakref__",)

        def __hash__(self):
            return hash(genuine)

        def __eq__(self, other):
            return True

    forged = Disguised()
    reference = weakref.ref(forged)
    hash(reference)  # a weak reference remembers the hash
    forged.__class__ = Theorem
    refused("not a theorem made by the rules", lambda: proves(forged, [], eq(x, x)))


def test_constants_are_compared_with_certainty():
    assert combine(gt(E, Rational(27, 10)), [(1, E - Rational(27, 10))]).hypotheses == ()
    refused("not settled", lambda: combine(gt(E, 3), [(1, E - 3)]))


@pytest.mark.parametrize(
    "equation",
    [
        eq(total(a(i) * Abs(n - 1)), (n - 1) * total(a(i))),
        eq(Sum(a(i) * Abs(m), (i, m, 0)), -m * Sum(a(i), (i, m, 0))),
        eq(total(a(i) * Sum(1, (j, 1, n))), n * total(a(i))),
    ],
    ids=str,
)
def test_what_holds_in_a_range_that_is_not_empty_is_not_used_outside(equation):
    refused("does not reduce to zero", lambda: identity(equation))


@pytest.mark.parametrize(("integrand", "edge"), [(sqrt(x), 0), (acos(x), 1), (acos(x), -1)], ids=str)
def test_an_integral_up_to_the_edge_of_a_domain_has_no_derivative(integrand, edge):
    slope = Deriv(Integral(integrand, (x, 0, s)), s, edge)
    refused("cannot hold", lambda: identity(eq(slope, integrand.subs(x, edge))))
    inside = eq(Deriv(Integral(integrand, (x, 0, s)), s, Rational(1, 2)), integrand.subs(x, Rational(1, 2)))
    assert all(isinstance(h, ForAll) for h in identity(inside).hypotheses)


def test_an_index_may_be_named_as_the_one_outside():
    assert identity(eq(Sum(i * Sum(i, (i, 1, i)), (i, 1, 3)), 25)).hypotheses == ()
    refused("does not reduce to zero", lambda: identity(eq(Sum(i * Sum(i, (i, 1, i)), (i, 1, 3)), 36)))


def test_a_field_at_the_zero_vector_is_not_a_function_at_zero():
    at_vectors, at_numbers = forall(p, eq(f(p), 1)), forall(x, eq(f(x), 0))
    both = combine(
        eq(0, 1), [(1, instantiate(assume(at_vectors), [S.Zero]))], using=[instantiate(assume(at_numbers), [0])]
    )
    assert set(both.hypotheses) == {at_vectors, at_numbers}
    for value in (Lambda(x, 1), Lambda(x, 0), Lambda(x, x), Lambda((x, y), 1)):
        refused(
            "not shown to meet|takes 2 arguments",
            lambda at=value: witness([at_vectors, at_numbers], eq(0, 1), {f: at}),
        )


def test_a_sum_of_vectors_is_solved_for_no_vector_of_a_coefficient_that_may_vanish():
    refused("is to be solved", lambda: identity(eq(p, q), using=[eq(x * p - x * q, 0)], facts=[eq(x, 0)]))


def test_an_integer_above_zero_is_one_only_if_it_is_known_to_be_an_integer():
    assert combine(ge(k * n, 1), [(1, k * n - 1)], facts=[gt(k * n, 0)]).hypotheses == (gt(k * n, 0),)
    for term in (x * n, n / 2, n * (n - 1) / 2):
        refused("not settled", lambda term=term: combine(ge(term, 1), [(1, term - 1)], facts=[gt(term, 0)]))

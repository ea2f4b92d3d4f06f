"""Ways that once led to something false, each closed: what is minted on the way says no more than it should."""

import pytest
from sympy import Abs, Integral, KroneckerDelta, Lambda, Max, Rational, S, Sum, Symbol, cos, exp, log, pi, sqrt

from verify.author.kernel import (
    Axiom,
    KernelError,
    assume,
    cases,
    certify,
    cite,
    combine,
    generalize,
    identity,
    induct,
    instantiate,
    proves,
    witness,
)
from verify.axioms import CHANGE_OF_VARIABLES, INTERMEDIATE_VALUES, SLOPE_AT_THE_END
from verify.language.terms import (
    EUCLIDEAN,
    Deriv,
    Hessian,
    Inner,
    PtHead,
    Relation,
    Tangent,
    Vec,
    VecHead,
    eq,
    family,
    field,
    forall,
    function,
    ge,
    gt,
    in_domain,
    integer,
    lt,
    ne,
    norm,
    partial,
    point,
    real,
    vectors,
)
from verify.prover.certificate import Certificate, Step
from verify.prover.goal import Goal, Inequality

x, y, a = real("x y a")
n, k = integer("n k")
g, h = function("g"), function("h")


def refused(reason, attempt):
    with pytest.raises(KernelError, match=reason):
        attempt()


def test_conditions_given_as_a_generator_are_all_kept():
    schema = generalize(assume(ge(x, 1)), [x], (f for f in [ge(x, 1)]))
    assert schema.conclusion.given == (ge(x, 1),)


def test_induction_does_not_run_over_a_variable_with_a_sign():
    m = Symbol("n", integer=True, positive=True)
    step = assume(ge(0, m + 1))
    refused("without a sign", lambda: induct(identity(eq(x, x)), step, ge(0, m), m, 0))


@pytest.mark.parametrize(
    "term",
    [
        Deriv(cos(2 * pi * n * x), n, y),
        Integral(cos(x * n), (n, 0, 1)),
        Sum(x, (x, 1, 3)),
        KroneckerDelta(n, k, (1, 3)),
    ],
    ids=str,
)
def test_bound_variables_are_of_the_kind_that_the_sign_means(term):
    refused("without a sign|wrong number of arguments", lambda: assume(eq(term, 0)))


def test_no_head_can_be_given_the_name_of_a_fresh_one():
    schema = forall(g, eq(g(0), h(0)))
    refused("internal use", lambda: instantiate(assume(schema), {h: function("g∘1")}))


def test_schemas_with_weaker_conditions_are_not_the_same():
    body = ge((Abs(a) - a) * x, 0)
    wide, narrow = forall(x, body, [ge(Abs(x), 0)]), forall(x, body, [ge(x, 0)])
    up, down = assume(narrow), assume(wide)
    refused("does not say", lambda: cases([up, down], [ge(a, 0), lt(a, 0)]))


def test_conditions_that_may_be_undefined_are_not_exchanged():
    never = forall(x, ge(y, 0), [eq((x**2 - 2 * x + 1) / (x - 1), 0)])
    at_one = forall(x, ge(y, 0), [eq(x, 1)])
    kept = instantiate(assume(at_one), {}, [assume(never)])
    assert at_one in kept.hypotheses


def test_two_heads_of_one_name_have_no_common_derivative():
    curve = Vec(VecHead("γ", real=True), EUCLIDEAN, x)
    refused("nothing is declared of it", lambda: assume(eq(Deriv(curve, x, y), 0)))


def test_the_gradient_at_zero_is_a_vector():
    P, Q = field("P"), field("Q")
    (at,) = vectors("x")
    gram = eq(
        Inner(P.gradient(at), P.gradient(at)) * Inner(Q.gradient(at), Q.gradient(at)),
        Inner(P.gradient(at), Q.gradient(at)) ** 2,
    )
    assert len(instantiate(assume(gram), {at: S.Zero}).hypotheses) == 1


def test_a_bound_vector_does_not_capture_a_number_of_its_name():
    X, u = vectors("x u")
    refused("not shown", lambda: witness([forall(X, eq(Inner(X, u), x))], eq(x, 0), {u: 1, x: 5}))


def test_a_relation_does_not_change_its_sign():
    theorem = combine(ge(1, 0), [(1, 1)])
    with pytest.raises(AttributeError):
        theorem.conclusion.args[0].name = "="
    assert theorem.conclusion.op == "≥"


def test_only_the_language_s_own_classes_are_read():
    class Cheerful(Symbol):
        is_positive = True

    class Changing(Relation):
        pass

    refused("no variable of the language", lambda: assume(ge(Cheerful("x", real=True), 0)))
    refused("Changing is no node", lambda: assume(Changing("=", 0, 0)))


def test_terms_are_read_once():
    class Changing(list):
        turns = 0

        def __iter__(self):
            self.turns += 1
            return iter([(1, S(1))] if self.turns == 1 else [])

    assert combine(ge(1, 0), Changing()).conclusion == ge(1, 0)


def test_a_function_is_asked_for_its_domain_before_sympy_simplifies():
    applied = instantiate(assume(ge(g(0), 0)), {})
    assert applied.conclusion == ge(g(0), 0)
    for undefined in (x ** (-1 / log(1 / x)), 1 / (1 + 1 / x)):
        values = {g: Lambda(x, undefined)}
        refused("0 ≠ 0, which cannot hold", lambda at=values: instantiate(assume(ge(g(0), 0)), at))


PLAIN_PAIR = (Step("constant"), Step("obvious"))


def test_a_certificate_takes_on_what_its_goal_needs():
    goal = Goal((x,), (Inequality(x + 2, False),), Inequality(1 + log(x) ** 2, True))
    theorem = certify(Certificate(goal, Step("sum", {"terms": [S(1), log(x) ** 2], "strict": 0}, PLAIN_PAIR)))
    assert any("x > 0" in str(hypothesis) for hypothesis in theorem.hypotheses)
    summed = Goal((x,), (), Inequality(Sum(log(x) * KroneckerDelta(2, n), (n, 1, 1)) + 1, True))
    refused("not plain", lambda: certify(Certificate(summed, Step("obvious"))))


def test_a_certificate_is_of_its_own_class():
    class Duck:
        goal = x

    refused("needs a Certificate", lambda: certify(Duck()))


def test_values_are_halves_not_floats():
    refused(".", lambda: instantiate(assume(gt(x, 0)), {x: 0.5}))
    assert instantiate(assume(gt(x, 0)), {x: Rational(1, 2)}).conclusion


def test_functions_of_one_name_do_not_share_a_domain():
    never = combine(eq(0, 1), [(1, assume(eq(g(x) * h(x), 1)))], using=[eq(g(x), 0)])
    twin = function("h", positive=True)
    values = {g: Lambda(y, y), h: Lambda(y, 1 / y), twin: Lambda(y, S.One)}
    assert set(instantiate(never, values).hypotheses) == {eq(x, 0), ne(x, 0)}


def test_the_argument_of_a_function_carries_no_sign():
    mass, count, u = family("m", positive=True), family("c", integer=True), Symbol("u", positive=True)
    positive_mass = combine(gt(mass(-1), 0), [(1, mass(-1))])
    refused("is positive, which", lambda: instantiate(positive_mass, {mass: Lambda(u, 2 * u)}))
    refused("family on the integers", lambda: assume(gt(count(x), 0)))
    at_an_index = combine(ge(count(n), 1), [(1, count(n) - 1)], facts=[gt(count(n), 0)])
    assert instantiate(at_an_index, {count: Lambda(k, 2 * k)}).conclusion == ge(2 * n, 1)
    for no_integer in (x / 2, x, k / 2):
        values = {count: Lambda(*no_integer.free_symbols, no_integer)}
        refused("has other values", lambda at=values: instantiate(at_an_index, at))


def test_a_function_is_no_number():
    refused(
        "takes the place of a number", lambda: instantiate(combine(ge(x**2, 0), [(1, x**2)]), {x: Lambda(y, y**2 + 1)})
    )


def test_a_factor_is_the_same_term_wherever_it_is_used():
    class Changing:
        def _sympy_(self):
            return S.One

        def __mul__(self, other):
            return S(-1)

    refused("does not reduce to zero", lambda: combine(ge(0, 1), [(Changing(), 1)]))


def test_the_hypotheses_of_an_axiom_are_not_read_once():
    axiom = Axiom("false", "0 = 1 implies 0 = 1", "nowhere", (f for f in [eq(0, 1)]), eq(0, 1))
    refused("a tuple of hypotheses", lambda: cite(axiom))


RISES_BOTH_WAYS = [eq(g(0), 0), *(forall(x, ge(f, 0), [ge(x, 0), ge(1, x)]) for f in (g(x) - x, g(-x)))]


def rises_both_ways():
    """RISES_BOTH_WAYS ⊢ 0 ≥ 1: the slope of g at 0 is at least 1 and at most 0."""
    right, left = (instantiate(cite(SLOPE_AT_THE_END), {partial("f"): Lambda(x, f)}) for f in (g(x) - x, g(-x)))
    return combine(ge(0, 1), [(1, right), (1, left)])


def test_a_function_with_a_corner_is_not_differentiated_on_the_way():
    theorem = rises_both_ways()
    assert len(theorem.hypotheses) == 3
    refused("cannot hold", lambda: instantiate(theorem, {g: Lambda(x, Abs(x))}))
    closed = generalize(theorem, [y], [ge(y, 0)])
    refused("cannot hold", lambda: instantiate(closed, {g: Lambda(x, Abs(x))}))
    refused("g is bound, and differentiated", lambda: generalize(theorem, [g], RISES_BOTH_WAYS))


def test_no_factor_of_zero_hides_a_derivative():
    """The slope of g(x³) at 0 is 3·0²·g′(0), and g may have none."""
    composed = instantiate(rises_both_ways(), {g: Lambda(x, h(x**3))})
    corner = Lambda(x, Max(0, x) ** Rational(1, 3) + Max(0, -x) ** Rational(1, 3))
    refused("no rule for the derivative", lambda: instantiate(composed, {h: corner}))
    refused("differentiates h", lambda: proves(composed, composed.hypotheses, ge(0, 1)))


def test_a_curve_or_a_field_with_a_corner_is_not_differentiated_on_the_way():
    P, (z, v) = field("P"), vectors("z v")
    bend = VecHead("γ")
    along = {"curve": lambda s: Inner(Vec(bend, EUCLIDEAN, s), v), "field": lambda s: P(s * v)}
    for term in along.values():
        right, left = (
            instantiate(cite(SLOPE_AT_THE_END), {partial("f"): Lambda(x, f)}) for f in (term(x) - x, term(-x))
        )
        theorem = combine(ge(0, 1), [(1, right), (1, left)])
        values = {bend: Lambda(x, Abs(x) * z), P: Lambda(z.args[0], norm(z))}
        refused("cannot hold|another field only", lambda t=theorem, v=values: instantiate(t, v))


def test_a_claim_about_all_functions_is_not_proved_for_the_smooth_ones():
    refused("differentiates g", lambda: proves(rises_both_ways(), RISES_BOTH_WAYS, ge(0, 1)))
    proves(rises_both_ways(), [*RISES_BOTH_WAYS, ge(Deriv(g(x), x, 5), 0)], ge(0, 1))


def test_a_claim_about_smooth_functions_is_not_refuted_by_others():
    P, (v,), (r, s) = field("P"), vectors("v"), real("r s")
    (origin,) = vectors("o")
    flat = [eq(P(origin), 0), eq(Inner(v, v), 2)]
    for rough in (sqrt(Abs(r * s)), Abs(r), Max(r, s), (r**2 * s**4) ** Rational(1, 3)):
        at = {P: Lambda((r, s), rough), v: (1, 1), origin: (0, 0)}
        refused(
            "not shown to be as smooth|no rule for",
            lambda at=at: witness(flat, ge(Inner(P.gradient(S.Zero), v), 1), at),
        )
    smooth = {P: Lambda((r, s), exp(r * s) - 1), v: (1, 1), origin: (0, 0)}
    assert witness(flat, ge(Inner(P.gradient(S.Zero), v), 1), smooth).hypotheses == ()
    corner = {function("f"): Lambda(x, Abs(x)), x: 0, y: 0}
    refused("not shown to be as smooth", lambda: witness([], eq(function("f").prime(x) * y, 1), corner))
    assert witness([], eq(function("f")(x), 1), corner).hypotheses == ()


def test_a_bound_field_is_not_read_as_an_assigned_one():
    P, (z,) = field("P"), vectors("z")
    flat = generalize(identity(eq(Deriv(S(3), x, 1), 0)), [P])
    at = {P: Lambda(y, S(3)), z: (1,), x: 1}
    refused("bound, and differentiated", lambda: witness([forall(P, eq(P.gradient(z), 0))], eq(x, 0), at, [flat]))


def test_a_second_derivative_is_taken_in_directions_of_its_space():
    (z,), foot = vectors("z"), point("q")
    strange = Vec(VecHead("U"), Tangent(foot))
    for term in (Hessian(field("P").head, z, strange), Hessian(field("P").head, z, x), field("P").gradient(foot)):
        refused("a gradient is taken at a vector", lambda term=term: assume(eq(term, term)))


def test_the_coordinates_of_a_vector_and_of_a_point_are_apart():
    values = {VecHead("z"): (2,), PtHead("z"): (3,), g: Lambda(y, y + 3)}
    (z,) = vectors("z")
    assert witness([eq(g(point("z")), 6)], eq(Inner(z, z), 9), values).hypotheses == ()
    refused("not shown to meet", lambda: witness([eq(g(point("z")), 5)], eq(Inner(z, z), 9), values))


def test_a_fact_about_a_value_without_arguments_gives_a_family_no_sign():
    mass = family("m", positive=True)
    everywhere = combine(gt(mass(x), 0), [(1, mass(x))])
    refused("is positive, which", lambda: instantiate(everywhere, {mass: g}, [assume(gt(g(), 0))]))


def test_the_space_at_a_bound_point_is_not_that_at_a_free_one():
    """F has a vector at each point; one vector at one point does not take its place."""
    foot, length = point("q"), function("length")
    everywhere = assume(forall(foot, ge(norm(Vec(VecHead("F"), Tangent(foot), foot)), length(foot))))
    fixed = Vec(VecHead("W"), Tangent(foot))
    refused("of another kind", lambda: instantiate(everywhere, {VecHead("F"): Lambda(x, fixed)}))


def test_a_derivative_inside_an_integral_may_have_conditions():
    q, r, u, v = real("q r u v")
    slopes = Integral(Deriv(log(q), q, r), (r, u, v))
    assert set(identity(eq(slopes, slopes)).hypotheses) == {forall(r, gt(r, 0), [ge((v - r) * (r - u), 0)])}
    changed = instantiate(
        cite(CHANGE_OF_VARIABLES), {partial("f"): Lambda(x, log(x)), function("g"): Lambda(x, exp(x))}
    )
    inside = forall(r, gt(r, 0), [ge((exp(v) - r) * (r - exp(u)), 0)])
    assert set(changed.hypotheses) == {inside}


def test_what_is_integrated_has_a_value_for_every_argument():
    values = {function("g"): Lambda(x, log(x))}
    refused("at every argument", lambda: instantiate(cite(CHANGE_OF_VARIABLES), values))


def test_a_function_with_a_jump_has_no_intermediate_values():
    """What is said of g may be met by a step, and D may be all numbers but 1/2."""
    D, u, v = partial("D"), *real("u v")
    step = [forall(x, eq(g(x), 1), [ge(0, x)]), forall(x, eq(g(x), 0), [gt(x, 0)])]
    values = [forall(x, in_domain(D, g(x)))]
    taken = instantiate(cite(INTERMEDIATE_VALUES), {partial("D"): D, function("g"): g, u: 1, v: 0})
    assert len(taken.hypotheses) == 1
    refused("differentiates g", lambda: proves(taken, [*step, *values], taken.conclusion))


def test_an_integral_does_not_hide_a_corner():
    """The integral of |r| has the slope |x|, which has none at 0; if g has two slopes the schemas make 0 ≥ 1."""
    r, inside = real("r"), [ge(x, 0), ge(1, x)]
    given = [eq(g.prime(0), 0), forall(x, ge(g.prime(x), x), inside), forall(x, ge(g.prime(-x), 0), inside)]
    right, left = (
        instantiate(cite(SLOPE_AT_THE_END), {partial("f"): Lambda(x, f)}) for f in (g.prime(x) - x, g.prime(-x))
    )
    theorem = combine(ge(0, 1), [(1, right), (1, left)])
    twice = [*given, eq(Deriv(g.prime(x), x, x), x)]
    proves(theorem, twice, ge(0, 1))
    refused("differentiates g 2 times, the claim 1 times", lambda: proves(theorem, given, ge(0, 1)))
    area = Lambda(x, Integral(Abs(r), (r, 0, x)))

    def slope(at):
        return Deriv(area.expr, x, at)

    met = [
        generalize(combine(ge(slope(y), y), [], facts=[ge(y, 0)]), [y], [ge(y, 0), ge(1, y)]),
        generalize(combine(ge(slope(-y), 0), [(1, Abs(y))]), [y], [ge(y, 0), ge(1, y)]),
    ]
    assert witness(given, ge(0, 1), {g: area}, met).hypotheses == ()  # a claim about functions with one slope
    refused("not shown to be as smooth", lambda: witness(twice, ge(0, 1), {g: area, x: 0}, met))
    refused("cannot hold", lambda: instantiate(theorem, {g: area}))

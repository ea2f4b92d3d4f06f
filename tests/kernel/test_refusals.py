"""False statements, attempted through every rule: each is refused, with the reason."""

import pytest
from sympy import Abs, Float, I, KroneckerDelta, Lambda, Rational, S, Sum, Symbol, acos, cos, log, nan, oo, pi, sqrt

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
    refutes,
    telescope,
    witness,
)
from verify.axioms import FUNDAMENTAL_THEOREM, SPHERE_GEODESIC, ZERO_DERIVATIVE
from verify.language.terms import (
    EUCLIDEAN,
    Constant,
    Deriv,
    Inner,
    Relation,
    Tangent,
    Vec,
    VecHead,
    eq,
    family,
    forall,
    function,
    ge,
    gt,
    integer,
    le,
    lt,
    ne,
    partial,
    point,
    points,
    positive,
    real,
    vector,
    vectors,
)
from verify.prover.certificate import Certificate, Step
from verify.prover.goal import Goal, Inequality

x, y, z = real("x y z")
u = positive("u")
n, k, i, j = integer("n k i j")
p, q = vectors("p q")
a, b, mass = family("a"), family("b"), family("m", positive=True)
f = function("f")


def refused(reason, attempt):
    with pytest.raises(KernelError, match=reason):
        attempt()


FALSE_EQUATIONS = [
    eq(0, 1),
    eq(sqrt(x**2), x),
    eq(acos(cos(x)), x),
    eq((x**2) ** Rational(3, 2), x**3),
    eq(Abs(x + y), Abs(x) + Abs(y)),
    eq(Inner(p, q), sqrt(Inner(p, p) * Inner(q, q))),
    eq(p, q),
    eq(f(x + y), f(x) + f(y)),
    eq(Sum(a(i) * b(i), (i, 1, n)), Sum(a(i), (i, 1, n)) * Sum(b(i), (i, 1, n))),
    eq(Sum(1, (i, 1, n)), n),  # not for n < 0
    eq(Sum(KroneckerDelta(i, j) * a(i), (i, 1, n)), a(j)),  # not for j outside 1, …, n
    eq(Sum(a(i), (i, 1, n + 1)), Sum(a(i), (i, 1, n)) + a(n + 1)),  # not for n < 0
]


@pytest.mark.parametrize("equation", FALSE_EQUATIONS, ids=str)
def test_identity_refuses_what_is_not_always_so(equation):
    refused("does not reduce to zero|undefined", lambda: identity(equation))


def test_logarithms_split_only_where_they_are_defined():
    assert set(identity(eq(log(x * y), log(x) + log(y))).hypotheses) == {gt(x, 0), gt(y, 0)}
    assert identity(eq(log(x**2), 2 * log(x))).hypotheses == (gt(x, 0),)
    refused("does not reduce to zero", lambda: identity(eq(log(x**2), log(x**4))))


def test_a_term_defined_nowhere_equals_nothing():
    refused("cannot hold|no node of the language", lambda: identity(eq(1 / (x - x + 0 * y), 1)))
    refused("cannot hold", lambda: identity(eq(sqrt(-1 - x**2), sqrt(-1 - x**2) + 0)))


@pytest.mark.parametrize("term", [Float("0.1"), oo, nan, I, Symbol("z"), Symbol("ι1", real=True)], ids=str)
def test_only_exact_declared_reals_enter(term):
    refused(".", lambda: assume(eq(term, term + x)))


def test_vectors_and_numbers_do_not_mix():
    refused("mixes sorts", lambda: assume(eq(p + 1, q)))
    refused("cannot be compared", lambda: assume(ge(p, q)))
    away = vector("w", Tangent(point("v")))
    refused("one space", lambda: assume(eq(Inner(p, away), 0)))


def test_combine_refuses_a_multiplier_of_unknown_sign():
    refused("sign of x is not settled", lambda: combine(ge(x * y, 0), [(x, assume(ge(y, 0)))]))
    refused("sign of -1 is not settled", lambda: combine(le(y, 0), [(-1, assume(ge(y, 0)))]))


def test_combine_refuses_strictness_out_of_nothing():
    refused("no term is strict", lambda: combine(gt(x**2, 0), [(1, x**2)]))
    refused("not all are zero", lambda: combine(eq(x**2, 0), [(1, x**2)]))


def test_combine_refuses_a_sum_that_is_not_the_goal():
    refused("does not reduce to zero", lambda: combine(ge(x**2, 1), [(1, x**2)]))


def test_cases_refuse_a_gap():
    goal = ge(Abs(x), x)
    up = combine(goal, [], facts=[gt(x, 0)])
    down = combine(goal, [(2, assume(lt(x, 0)))], facts=[lt(x, 0)])
    refused("leave a gap", lambda: cases([up, down], [gt(x, 0), lt(x, 0)]))
    refused("no case on", lambda: cases([up, down], [gt(x, 0), lt(x - 1, 0)]))
    refused("cases: on must be a list of relations, one for each theorem, not x", lambda: cases([up, down], x))


def test_cases_refuse_conclusions_that_differ():
    parts = [combine(ge(x**2, 0), [(1, x**2)]), combine(ge(y**2, 0), [(1, y**2)])]
    refused("does not say", lambda: cases(parts, [ge(x, 0), lt(x, 0)]))


FALSE_SUM = eq(Sum(i, (i, 1, n)), n * (n + 1) / 2 + 1)


def test_induction_refuses_a_missing_base():
    step = identity(eq(Sum(i, (i, 1, n + 1)), (n + 1) * (n + 2) / 2 + 1), using=[FALSE_SUM], facts=[ge(n, 1)])
    base = identity(eq(Sum(i, (i, 1, 1)), 1))
    refused("does not say", lambda: induct(base, step, FALSE_SUM, n, 1))
    refused("speaks of n", lambda: induct(step, step, FALSE_SUM, n, 1))


def test_induction_refuses_a_step_about_something_else_or_a_real_variable():
    base, step, far = (combine(ge(mass(k), 0), [(1, mass(k))]) for k in (0, n + 1, n + 2))
    goal = ge(mass(n), 0)
    assert induct(base, step, goal, n, 0).hypotheses == (ge(n, 0),)
    refused("does not say", lambda: induct(base, far, goal, n, 0))
    refused("an integer variable", lambda: induct(base, step, ge(f(x), 0), x, 0))
    refused("speaks of n", lambda: induct(assume(ge(a(0), 0)), assume(ge(a(n + 2), 0)), ge(a(n), 0), n, 0))


def test_induction_refuses_hypotheses_about_its_variable():
    goal = ge(a(n), 0)
    step = combine(ge(a(n + 1), 0), [(1, assume(ge(a(n + 1) - a(n), 0))), (1, assume(goal))])
    refused("speaks of n", lambda: induct(assume(ge(a(0), 0)), step, goal, n, 0))


def test_telescope_refuses_a_step_that_only_holds_for_some_trials():
    refused("speaks of i", lambda: telescope(assume(ge(a(i), 0)), i, 1, n))
    refused("speaks of i", lambda: telescope(combine(ge(u, 0), [(1, u)]), i, 1, i))
    refused("an integer", lambda: telescope(combine(ge(u, 0), [(1, u)]), x, 1, n))


def test_telescope_asks_that_the_range_is_not_turned_around():
    total = telescope(identity(eq(a(i), a(i))), i, 0, k - 1, a(i))
    assert ge(k, 0) in total.hypotheses


def test_generalize_refuses_a_variable_that_hypotheses_speak_of():
    refused("speaks of a variable", lambda: generalize(assume(gt(x, 0)), [x]))


def test_instantiate_remembers_what_was_not_defined():
    inverse = identity(eq(x * (1 / x**2), 1 / x))
    refused(".", lambda: instantiate(inverse, {x: 0}))
    through_a_function = identity(eq(y * f(y) - y * f(y), 0))
    theorem = instantiate(assume(ge(y * f(y), 1)), {f: Lambda(x, 1 / x)})
    assert ne(y, 0) in theorem.hypotheses
    assert through_a_function.hypotheses == ()


def test_instantiate_refuses_a_value_of_the_wrong_sign_sort_or_space():
    refused("is positive, which", lambda: instantiate(combine(gt(u, 0), [(1, u)]), {u: x}))
    refused("is positive, which", lambda: instantiate(combine(gt(mass(i), 0), [(1, mass(i))]), {mass: Lambda(i, i)}))
    refused("place of an integer", lambda: instantiate(assume(ge(k, 1)), {k: Rational(1, 2)}))
    refused("another sort", lambda: instantiate(combine(ge(Inner(p, p), 0), [(1, Inner(p, p))]), {p: x}))
    refused(".", lambda: instantiate(combine(ge(x**2, 0), [(1, x**2)]), {x: p}))
    away = vector("w", Tangent(point("v")))
    refused("another sort", lambda: instantiate(combine(ge(Inner(p, p), 0), [(1, Inner(p, p))]), {p: away}))


def test_a_fact_about_a_free_index_says_nothing_of_a_bound_one():
    positive_mass = combine(gt(mass(1), 0), [(1, mass(1))], facts=[ge(i, 1)])
    refused("is positive, which", lambda: instantiate(positive_mass, {mass: Lambda(i, i)}))


def test_a_schema_is_not_used_outside_its_conditions():
    schema = forall(i, gt(a(i), 0), [ge(i, 1)])
    refused("sign of a\\(0\\)", lambda: combine(gt(a(0), 0), [(1, a(0))], facts=[schema]))
    signed = generalize(combine(ge(mass(1), 0), [(1, mass(1))]), [mass])
    refused("not settled", lambda: combine(ge(b(1), 0), [(1, b(1))], facts=[signed]))


def test_a_hypothesis_that_follows_by_its_sign_must_be_defined():
    assert instantiate(assume(ne(1 / x, 0))).hypotheses == (ne(1 / x, 0), ne(x, 0))


def test_constants_and_spaces_are_no_variables():
    refused("not a variable", lambda: instantiate(cite(SPHERE_GEODESIC), {Vec(Constant("Exp"), EUCLIDEAN): p}))
    refused("not a variable", lambda: generalize(assume(eq(p, p)), [Vec(EUCLIDEAN, EUCLIDEAN)]))


def test_the_derivative_of_a_curve_is_not_a_name_of_its_own():
    w, dw = (Vec(VecHead(name), EUCLIDEAN, y) for name in ("w", "w'"))
    refused("internal use", lambda: identity(eq(Deriv(Inner(w, w), y, x), 2 * Inner(w, dw))))


def test_deltas_of_a_bound_index_are_not_split_outside():
    total = Sum(KroneckerDelta(2 * j, 2 * i), (i, 1, 2))
    refused(
        "not settled", lambda: combine(gt((total - 1) ** 2, Rational(1, 2)), [(1, (total - 1) ** 2 - Rational(1, 2))])
    )


def test_an_equation_does_not_take_an_index_out_of_its_sum():
    rule = generalize(identity(eq(Sum(a(i) * x, (i, 1, n)), x * Sum(a(i), (i, 1, n)))), [x])
    goal = eq(Sum(i * a(i), (i, 1, n)) * Sum(b(i), (i, 1, n)), Sum(i * b(i), (i, 1, n)) * Sum(a(i), (i, 1, n)))
    refused("does not reduce to zero", lambda: identity(goal, using=[rule]))


def test_equations_that_rewrite_without_end_are_refused():
    refused("rewrite in circles", lambda: identity(eq(f(x), 0), using=[eq(f(x), f(x) + f(x + 1)), eq(f(x + 1), f(x))]))


def test_several_sums_as_equations_and_angles_inside_points_are_read():
    sums = [eq(Sum(a(i), (i, 1, k + 1)), 1), eq(Sum(a(i), (i, 1, k)), 1)]
    assert identity(eq(x, x), using=sums).conclusion == eq(x, x)
    place = points("V")
    assert identity(eq(place(cos(x / 2)), place(cos(x / 2)))).conclusion


def test_certify_refuses_other_bounds_and_a_false_leaf():
    def made(shows, tree="L", bounds=(0, 2)):
        given = (Inequality(x, False), Inequality(2 - x, False))
        data = {"bounds": [[x, S(bounds[0]), S(bounds[1])]], "faces": [], "precision": 64, "tree": tree}
        return Certificate(Goal((x,), given, Inequality(shows, True)), Step("boxes", data))

    refused("do not say", lambda: certify(made(x + 1, bounds=(0, 1))))
    for leaf in "LX":
        refused("the sign is not certain on x in part 0 to 1$", lambda leaf=leaf: certify(made(x - 1, leaf)))
    refused("still to cover", lambda: certify(made(x + 1, "0L")))
    assert certify(made(x**2 - x + Rational(26, 100))).conclusion, "a cover that is too coarse is made finer"


def test_witness_refuses_an_assignment_off_the_hypotheses_or_that_violates_nothing():
    statement = ge(x**2, x)
    refused("not shown to meet", lambda: witness([ge(x, 2)], statement, {x: Rational(1, 2)}))
    refused("not shown to fail", lambda: witness([ge(x, 0)], statement, {x: 2}))
    refused("not shown to meet", lambda: witness([ge(x, 0)], statement, {y: 2}))
    refused("not shown to meet 0 ≠ 0", lambda: witness([], ge(1 / x, 1), {x: 0}))
    refused("without hypotheses", lambda: witness([gt(x, 0)], statement, {x: Rational(1, 2)}, [assume(gt(y, 0))]))


def test_a_schema_among_the_hypotheses_of_a_witness_must_be_proved():
    convex = forall([x, y], ge(f(x + y), f(x)))
    refused("not shown to meet", lambda: witness([convex], ge(f(0), 1), {f: Lambda(x, -(x**2))}))


def test_an_axiom_needs_a_name_a_statement_and_a_reference():
    refused("reference", lambda: cite(Axiom("a", "b", "", (), eq(x, x))))


def test_axioms_are_not_used_where_their_hypotheses_fail():
    step = instantiate(cite(ZERO_DERIVATIVE), {partial("f"): Lambda(x, x)})
    refused("is not among those", lambda: proves(step, [], eq(1, 0)))
    primitive = instantiate(cite(FUNDAMENTAL_THEOREM), {partial("F"): Lambda(x, x**2), partial("f"): Lambda(x, x)})
    assert primitive.hypotheses


def test_a_theorem_is_not_taken_for_another_claim():
    square = combine(ge(x**2, 0), [(1, x**2)])
    refused("does not say", lambda: proves(square, [], ge(x, 0)))
    refused("is not among those", lambda: proves(assume(gt(x, 0)), [], gt(x, 0)))
    refused(
        "not settled that -1 \\+ x ≠ 0", lambda: proves(identity(eq(x + 1, x + 1)), [], eq((x**2 - 1) / (x - 1), x + 1))
    )
    refused("ι", lambda: proves(generalize(identity(eq(x, x)), [x]), [], forall(x, eq(Symbol("ι1", real=True), x))))


def test_a_counterexample_to_one_statement_refutes_no_other():
    found = witness([ge(x, 0)], ge(x**2, x), {x: Rational(1, 2)})
    refused("the claim states", lambda: refutes(found, [], ge(x**2, x)))
    refused("no counterexample", lambda: refutes(assume(ge(x, 0)), [], ge(x, 0)))


def test_relations_have_one_of_four_operators():
    with pytest.raises(ValueError, match="operator must be one of"):
        Relation("<", x, y)


def test_a_maximum_is_not_always_its_first_argument():
    refused("does not reduce to zero", lambda: identity(eq(Abs(x - pi), x - pi)))
    refused("not settled", lambda: combine(le(z, 3), [(1, 3 - z)]))

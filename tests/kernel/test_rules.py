"""Each rule proves what it is for; the theorem says it under no more hypotheses than it needs."""

from sympy import Abs, Lambda, Rational, Sum, cos, pi, sinc, sqrt

from verify.author.kernel import (
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
    telescope,
    witness,
)
from verify.axioms import DEFINITE, SMOOTH_FUNCTIONS, ZERO_DERIVATIVE, continuously_differentiable
from verify.language.terms import (
    Deriv,
    ForAll,
    Inner,
    eq,
    family,
    forall,
    function,
    ge,
    gt,
    integer,
    le,
    lt,
    partial,
    positive,
    real,
    vectors,
)
from verify.prover.proving import certificate

x, y, s, t = real("x y s t")
u = positive("u")
n, k, i = integer("n k i")
p, q = vectors("p q")
F, a = family("F"), family("a")


def test_assume_gives_the_hypothesis():
    theorem = assume(gt(x, 0))
    assert theorem.hypotheses == (gt(x, 0),)
    assert theorem.conclusion == gt(x, 0)


def test_identity_asks_that_both_sides_are_defined():
    theorem = identity(eq((x**2 - 1) / (x - 1), x + 1))
    assert [str(h) for h in theorem.hypotheses] == ["x - 1 ≠ 0"]


def test_identity_takes_on_the_equations_it_uses():
    theorem = identity(eq(Inner(p, p + q), 1), using=[eq(Inner(p, p), 1), eq(Inner(p, q), 0)])
    assert set(theorem.hypotheses) == {eq(Inner(p, p), 1), eq(Inner(p, q), 0)}


def test_combine_proves_cauchy_schwarz_in_every_dimension():
    norm2 = gt(Inner(q, q), 0)
    projected = p - Inner(p, q) / Inner(q, q) * q
    theorem = combine(
        ge(Inner(p, p) * Inner(q, q), Inner(p, q) ** 2), [(Inner(q, q), Inner(projected, projected))], facts=[norm2]
    )
    proves(theorem, [norm2], ge(Inner(p, p) * Inner(q, q), Inner(p, q) ** 2))


def test_certify_gives_the_domain_as_hypotheses():
    theorem = certify(certificate(gt(2 * cos(s + t), sinc(s) * sinc(t)), [ge(t, 0), le(t, s), le(s + t, pi / 3)]))
    assert set(theorem.hypotheses) == {ge(t, 0), ge(s - t, 0), ge(pi / 3 - s - t, 0)}


def test_instantiate_discharges_what_is_proved_elsewhere():
    theorem = instantiate(assume(gt(x, 0)), {x: u + 1}, discharge=[combine(gt(u + 1, 0), [(1, u), (1, 1)])])
    proves(theorem, [], gt(u + 1, 0))


def test_a_schema_is_generalised_and_instantiated():
    square = generalize(combine(ge(x**2, 0), [(1, x**2)]), [x])
    proves(square, [], forall(y, ge(y**2, 0)))
    proves(instantiate(square, [u - 3]), [], ge((u - 3) ** 2, 0))


def test_cases_put_the_parts_together():
    up = combine(ge(Abs(x), x), [], facts=[ge(x, 0)])
    down = combine(ge(Abs(x), x), [(2, assume(lt(x, 0)))], facts=[lt(x, 0)])
    proves(cases([up, down], [ge(x, 0), lt(x, 0)]), [], ge(Abs(x), x))


def test_induct_proves_a_sum_for_every_length():
    goal = eq(Sum(i, (i, 1, n)), n * (n + 1) / 2)
    base = identity(eq(Sum(i, (i, 1, 1)), 1))
    step = identity(eq(Sum(i, (i, 1, n + 1)), (n + 1) * (n + 2) / 2), using=[goal], facts=[ge(n, 1)])
    proves(induct(base, step, goal, n, 1), [ge(n, 1)], goal)


def test_telescope_adds_up_a_step():
    step = assume(ge(F(i) - F(i + 1), a(i)))
    schema = forall(i, step.conclusion, [ge(i, 0), ge(k - 1, i)])
    at_i = instantiate(assume(schema), [i])
    total = telescope(at_i, i, 0, k - 1, F(i))
    goal = ge(F(0) - F(k), Sum(a(i), (i, 0, k - 1)))
    proves(combine(goal, [(1, total)]), [schema, ge(k, 0)], goal)


def test_cite_records_the_axiom_in_all_that_uses_it():
    theorem = instantiate(cite(DEFINITE), {vectors("x y")[0]: p - q})
    assert theorem.axioms == {DEFINITE}


def test_an_axiom_about_functions_is_used_through_its_schema():
    square = Lambda(s, (x + s) ** 2 - s**2 - 2 * x * s)
    flat = identity(eq(Deriv(square(y), y, s), 0))
    axiom = instantiate(cite(ZERO_DERIVATIVE), {partial("f"): square})
    constant = instantiate(axiom, {}, discharge=[generalize(flat, [s], [ge(s, 0), ge(1, s)])])
    proves(constant, [], eq((x + 1) ** 2 - 1 - 2 * x, x**2))


def test_the_identity_is_a_function_like_any_other():
    f, g = function("f"), function("g")
    axiom = instantiate(cite(SMOOTH_FUNCTIONS), {f: Lambda(x, x**2 / 2), g: Lambda(x, x)})
    schemas = [h for h in axiom.hypotheses if isinstance(h, ForAll)]
    theorem = instantiate(axiom, {}, [generalize(identity(h.body), h.variables) for h in schemas])
    proves(theorem, [], continuously_differentiable(Lambda(s, s**2 / 2), Lambda(s, s)))


def test_witness_refutes_a_universal_statement():
    theorem = witness([ge(x, 0)], ge(x**2, x), {x: Rational(1, 2)})
    assert theorem.conclusion.assignment == {x: Rational(1, 2)}
    assert theorem.conclusion.lines[-1].endswith("1/4 ≥ 1/2 is false")


def test_fewer_hypotheses_prove_the_claim_too():
    proves(combine(ge(x**2, 0), [(1, x**2)]), [gt(x, 0)], ge(x**2, 0))


def test_roots_of_known_sign_are_decided():
    proves(identity(eq(sqrt(u**2 * x**2), u * Abs(x))), [], eq(sqrt(u**2 * x**2), u * Abs(x)))

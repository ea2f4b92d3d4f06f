"""Ways in which the core proved what is false, found by reading it: each step that was false is refused.

The premises of that step are accepted, and beside it, where there is one at hand, so is a neighbour that is true.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.attacks.steps import (
    A,
    D,
    I,
    P,
    Pt,
    S,
    Step,
    T,
    V,
    combine,
    delta,
    eq,
    every,
    fn,
    ge,
    generalize,
    given,
    gt,
    head,
    identity,
    inner,
    instantiate,
    known,
    lam,
    less,
    ne,
    neg,
    over,
    plus,
    real,
    sqrt,
    telescope,
    term,
    times,
    whole,
)
from verify.core import kernel
from verify.core.certificate import Certificate
from verify.core.grammar import read_relations, read_term
from verify.core.nodes import EUCLIDEAN, Refused, Term, node
from verify.core.proofs import FORMAT, check_file
from verify.core.reading import parsed
from verify.core.terms import variable

x, y, k, r, s, t, v = (real(c) for c in "xykrstv")
i, j, n = whole("i"), whole("j"), whole("n")
a, f, g, h = head("a"), head("f"), head("g"), head("h")
absurd = ge(-1)


def premises(value: Any) -> Iterator[Step]:
    if isinstance(value, Step):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from premises(part)


def refused(step: Step) -> None:
    """It is this step that is refused, not one that it is made from."""
    for premise in premises(step.data):
        premise.run()
    with pytest.raises(Refused):
        step.run()


def accepted(step: Step) -> kernel.Theorem:
    theorem = step.run()
    hypotheses, conclusion = step.sequent()
    assert theorem.conclusion is conclusion
    assert set(theorem.hypotheses) <= set(hypotheses)
    return theorem


# --- powers with a variable exponent ----------------------------------------------------------------------------------


def test_a_power_is_not_positive_because_its_exponent_is_a_variable():
    """y = xⁿ ⊢ |y| = y; with n = 1 and x = y = −1 it gave ⊢ −1 ≥ 0."""
    power, size = eq(y, P(x, n)), fn("abs", y)
    refused(given(power))  # as it may not be defined
    power = given(power, gt(x))
    refused(identity(fn("abs", P(x, n)), P(x, n)))
    refused(combine(ge(P(x, n)), [(P(x, n), 1)]))
    at_one = instantiate(identity(size, y, gt(x), using=[power]), {n: 1}, eq(size, y), gt(x), eq(y, P(x, 1)))
    accepted(at_one)


def test_a_power_of_what_is_not_negative_may_be_zero():
    """q^p > 0 for q ≥ 0; but 0 to a positive power is 0."""
    q, p = real("q", "nonnegative"), real("p", "positive")
    refused(combine(gt(P(q, p)), [(P(q, p), 1)]))
    refused(combine(gt(P(q, p)), [(P(q, p), 1)], ge(q)))
    accepted(combine(gt(P(q, p)), [(P(q, p), 1)], gt(q)))
    refused(combine(gt(sqrt(q)), [(sqrt(q), 1)]))
    accepted(combine(ge(sqrt(q)), [(sqrt(q), 1)]))


# --- sums over ranges that may be empty -------------------------------------------------------------------------------

OF_LOG = times(fn("log", y), A(a, i))
ADDED = ge(plus(fn("log", y), neg(fn("log", y)), S(OF_LOG, i, 1, n)))


def test_what_an_empty_range_does_not_need_is_not_known():
    """∀i ∈ [1, n]: log(y)·a(i) ≥ 0, y > 0 ⊢ log y − log y + Σ log(y)·a(i) ≥ 0; at n = 0 it may not be defined."""
    inside = [ge(i, 1), ge(n, i)]
    schema, positive = every(i, ge(OF_LOG), *inside), every(i, gt(y), *inside)
    there = instantiate(given(positive), [i], gt(y), positive, *inside)
    step = instantiate(given(schema, positive), [i], ge(OF_LOG), schema, positive, *inside, discharge=[there])
    refused(telescope(step, i, 1, n, ADDED, schema, positive))
    always = instantiate(given(schema, gt(y)), [i], ge(OF_LOG), schema, gt(y), *inside)
    accepted(telescope(always, i, 1, n, ADDED, schema, gt(y)))


def test_a_dropped_argument_does_not_take_its_condition_with_it():
    """f(log y) ≥ 0, y > 0 ⊢ Σ (f(log y) + y − |y|) ≥ 0; without y > 0, f := 0 made it ⊢ y − |y| ≥ 0."""
    value = A(f, fn("log", y))
    added = ge(S(plus(value, y, neg(fn("abs", y))), i, 0, 0))
    refused(given(ge(value)))
    refused(telescope(given(ge(value), gt(y)), i, 0, 0, added, ge(value)))
    positive = telescope(given(ge(value), gt(y)), i, 0, 0, added, ge(value), gt(y))
    accepted(positive)
    dropped = ge(S(less(y, fn("abs", y)), i, 0, 0))
    refused(instantiate(positive, {f: lam(x, 0)}, dropped))
    accepted(instantiate(positive, {f: lam(x, 0)}, dropped, gt(y)))


def of_root(made, *, sums=()):
    """made(√y) = 5 (+ sums), ∀x: made(x) = g(x²)."""
    return [eq(plus(made(sqrt(y)), *sums), plus(5, *sums)), every(x, eq(made(x), A(g, P(x, 2))))]


def root_exists(*sums):
    """f(√y) = 5, ∀x: f(x) = g(x²), y ≥ 0 ⊢ g(y) = 5; a theorem without y ≥ 0 would be false where √y is no root."""
    held = of_root(lambda u: A(f, u), sums=sums)
    refused(known(eq(A(g, y), 5), *held))
    return known(eq(A(g, y), 5), *held, ge(y))


def test_a_function_that_has_its_argument_in_an_empty_sum_needs_none():
    """f := x ↦ 5 + Σ_{1..0} x forgot that √y has a value; y = −1 and g = 5 or 6 is a model."""

    def empty(u):
        return plus(5, S(u, j, 1, 0))

    made = of_root(empty)
    refused(instantiate(root_exists(), {f: lam(x, empty(x))}, eq(A(g, y), 5), *made))
    accepted(instantiate(root_exists(), {f: lam(x, empty(x))}, eq(A(g, y), 5), *made, ge(y)))


def test_a_sum_that_may_be_empty_keeps_no_condition_of_its_body():
    """f := x ↦ 5 dropped √y, and Σ_{j = 1..n} √y was thought to need it still; n = 0, y = −1 is a model."""
    roots = S(sqrt(y), j, 1, n)
    made = of_root(lambda u: term(5), sums=[roots])
    refused(instantiate(root_exists(roots), {f: lam(x, 5)}, eq(A(g, y), 5), *made))
    accepted(instantiate(root_exists(roots), {f: lam(x, 5)}, eq(A(g, y), 5), *made, ge(y)))


def test_a_range_is_not_empty_because_no_rule_gives_the_derivative_in_its_sum():
    """Σ_{k=1..n} a(k)·(r + r·|r|)′(0) = 5 ⊢ 0 = 5; the derivative is 1."""
    bent = D(plus(r, times(r, fn("abs", r))), r, 0)
    for value in (bent, fn("log", -1)):
        added = eq(S(times(A(a, i), value), i, 1, n), 5)
        refused(given(added))
        refused(combine(eq(0, 5), [], added, using=[given(eq(0))]))
    one_case = eq(plus(y, times(delta(i, j), bent)), 5)
    refused(given(one_case))
    refused(combine(eq(y, 5), [], one_case, using=[given(eq(0))]))


# --- what a proof used of a function ----------------------------------------------------------------------------------


def between(at):
    """at(0) = 0, at(1) = 1, at² ≥ at: no continuous function is so, but a jump is."""
    return [eq(at(0)), eq(at(1), 1), every(r, ge(P(at(r), 2), at(r)))]


def of(function):
    return lambda u: A(function, u)


WHOLE = I(A(g, t), t, 0, 1)
# true: a continuous function takes the value ½ between 0 and 1
level = known(absurd, *between(of(g)), eq(WHOLE, WHOLE))
forgotten = instantiate(level, {}, absurd, *between(of(g)), discharge=[identity(WHOLE, WHOLE)])


def moving(head_):
    return lambda u: A(head_, Pt("P", u))


def in_tangent_spaces(u):
    space = T(Pt("P", u))
    return inner(V("u", space=space), V("v", space=space))


whole_number = moving(head("c", "integer function"))


@pytest.mark.parametrize(
    "at",
    [in_tangent_spaces, whole_number, lambda u: delta(whole_number(u), 0)],
    ids=["a product in tangent spaces", "an integer at a point", "a delta at a point"],
)
def test_what_jumps_as_a_point_moves_is_not_put_in_for_what_was_integrated(at):
    refused(instantiate(forgotten, {g: lam(t, at(t))}, absurd, *between(at)))


def test_what_moves_without_jumps_is_put_in_for_what_was_integrated():
    def at(u):
        return plus(A(f, P(u, 2)), times(u, inner(V("u"), V("v"))))

    theorem = accepted(instantiate(forgotten, {g: lam(t, at(t))}, absurd, *between(at)))
    assert (f, 0) in {place[:2] for place in theorem.uses.places}


def test_a_schema_for_continuous_functions_does_not_say_the_same_as_one_for_all():
    """∀g …: −1 + 0·∫g ≥ 0 became ∀g …: −1 ≥ 0, which holds of no jump."""
    zero = times(0, WHOLE)
    continuous = generalize(combine(ge(plus(-1, zero)), [(forgotten, 1)]), [g], between(of(g)))
    refused(instantiate(continuous, {}, every(g, absurd, *between(of(g)))))
    of_h = ge(plus(-1, times(0, I(A(h, t), t, 0, 1))))
    theorem = accepted(instantiate(continuous, [h], of_h, *between(of(h))))
    assert (h, 0) in {place[:2] for place in theorem.uses.places}


def test_a_function_that_an_integral_takes_the_place_of_is_integrated():
    """f′ = g, … ⊢ −1 ≥ 0 with f := x ↦ ∫₀ˣ g: f′ = g says g = g then, and g need be continuous still."""
    slope = every(r, eq(A(f, r, order=1), A(g, r)))
    never = known(absurd, slope, *between(of(g)))  # true: where f is continuously differentiable, g is continuous
    same = generalize(identity(A(g, r), A(g, r)), [r])
    area = lam(x, I(A(g, t), t, 0, x))
    theorem = instantiate(never, {f: area}, absurd, *between(of(g)), discharge=[same])
    made = accepted(theorem)
    assert (g, 0) in {place[:2] for place in made.uses.places}
    with pytest.raises(Refused):
        kernel.proves(made, between(of(g)), absurd)
    kernel.proves(made, [*between(of(g)), eq(WHOLE, WHOLE)], absurd)

    def jump(u):
        return over(plus(1, over(less(times(2, u), 1), fn("abs", less(times(2, u), 1)))), 2)

    refused(instantiate(theorem, {g: lam(t, jump(t))}, absurd, *between(jump)))


def test_a_claim_does_not_differentiate_all_that_a_head_is_applied_to():
    """A proof that needs ∇f(u) is none of a claim with f′(1), where f takes vectors and numbers; nor ∂₂γ of ∂₁γ."""
    slope, here = node("gradient", f, V("u")), eq(A(f, V("u")), 5)
    smooth = known(absurd, eq(slope, slope), here)
    made = accepted(instantiate(smooth, {}, absurd, here, discharge=[identity(slope, slope)]))
    with pytest.raises(Refused):
        kernel.proves(made, [here, eq(A(f, 1, order=1))], absurd)
    kernel.proves(made, [here, eq(slope, V("v"))], absurd)


# --- what is put in has values, and is of the space -------------------------------------------------------------------


def test_a_gap_may_not_make_a_condition_inside_a_condition_hold():
    """⊢ ∀v with (∀k with f(k)² ≥ 0: k² = v): 0 = 1, with f := k ↦ √(−k²) and v := 0: ⊢ 0 = 1."""
    square = P(k, 2)

    def condition(value):
        return every(k, eq(square, v), ge(P(value, 2)))

    everywhere = condition(A(f, k))

    def at(u):
        met = combine(ge(P(A(f, u), 2)), [(P(A(f, u), 2), 1)])
        return instantiate(given(everywhere), [u], eq(P(u, 2), v), everywhere, discharge=[met])

    both = combine(eq(0, 1), [(at(term(0)), 1), (at(term(1)), -1)])
    closed = generalize(both, [v], [everywhere])
    accepted(closed)
    for value, step in ((sqrt(neg(square)), refused), (sqrt(square), accepted)):
        step(instantiate(closed, {f: lam(k, value)}, every(v, eq(0, 1), condition(value))))


def test_a_function_of_vectors_at_one_point_is_not_applied_to_those_at_another():
    """∀u ∈ T(p): u = 0 ⊢ w = 0 for a w ∈ T(q)."""
    p, q, u, field = Pt("p"), Pt("q"), variable("u", "vector"), head("V", "vector")
    here, there, elsewhere = V(u, space=T(p)), V("w", space=T(p)), V("w", space=T(q))
    flat = every(u, eq(here))
    for w, step in ((elsewhere, refused), (there, accepted)):
        value = node("vector", field, T(p), w)
        at = instantiate(given(flat), [value], eq(value), flat)
        step(instantiate(at, {field: lam(u, here)}, eq(w), flat))


def test_a_gradient_stays_in_its_space_where_its_vector_becomes_zero():
    """∀u ∈ F: ∇f(u) = 0 ⊢ ∇f(0) = 0, which is the gradient in E."""
    u, other = variable("u", "vector"), variable("F", "constant")
    for space, step in ((other, refused), (EUCLIDEAN, accepted)):
        flat = every(u, eq(node("gradient", f, V(u, space=space))))
        step(instantiate(given(flat), [0], eq(node("gradient", f, term(0))), flat))


def test_nothing_that_is_given_names_the_index_of_a_sum_by_its_inner_name():
    """With the range of that index, |i − 1| + |n − i| = n − 1: ⊢ n − 1 + Σ a ≥ Σ a, and n := 0."""
    total = S(A(a, k_ := whole("k")), k_, 1, n)
    inner_name = variable(f"~1:{term(1).order}:{n.order}", "integer")
    for index, goal, step in (
        (inner_name, ge(plus(n, -1, total), total), refused),
        (i, ge(plus(fn("abs", less(i, 1)), fn("abs", less(n, i)), total), total), accepted),
    ):
        step(combine(goal, [(fn("abs", less(index, 1)), 1), (fn("abs", less(n, index)), 1)]))
    refused(instantiate(identity(x, x), {x: inner_name}, eq(0)))
    refused(telescope(known(ge(A(a, i))), i, 1, n, ge(S(A(a, i), i, 1, n)), ge(n), potential=inner_name))


# --- certificates -----------------------------------------------------------------------------------------------------


def certified(text: str, rule: str, data: Mapping[str, Any], where: str = "", parts: Any = ()) -> Step:
    (goal,), conditions = read_relations(text), read_relations(where)
    return of_terms(goal, rule, data, conditions, parts)


def of_terms(goal: Term, rule: str, data: Mapping[str, Any], conditions: Any = (), parts: Any = ()) -> Step:
    free = frozenset[Term]().union(goal.free, *(c.free for c in conditions))
    variables = tuple(sorted(free, key=lambda variable_: variable_.order))
    certificate = Certificate(variables, tuple(conditions), goal, rule, dict(data), tuple(parts))
    return Step("certify", {"certificate": certificate, "hypotheses": list(conditions), "conclusion": goal})


def test_a_bound_of_a_box_that_has_no_value_is_none():
    """1 + √(π − 3.14159265358979323846264338327951) seems to be 1, and bounded every x."""
    for decimals, conditions, step in (
        ("3.14159265358979323846264338327951", lambda _: [], refused),
        ("3.14159265358979323846264338327951", lambda _: [eq(x, 1)], refused),
        ("3.1415926535897932384626433832795", lambda low: [eq(x, low)], accepted),
    ):
        low = read_term(f"1 + sqrt(pi - {decimals})")
        step(of_terms(gt(x), "boxes", {"bounds": [[x, low, low]], "precision": 24, "tree": "L"}, conditions(low)))


def test_a_point_without_coordinates_is_no_minimum():
    """⊢ −1 ≥ 0 by convexity in no variables at all."""
    refused(certified("-1 >= 0", "boxes", {"bounds": [], "precision": 64, "tree": "P", "points": [[]]}))
    at_zero = {"precision": 64, "tree": "P", "points": [[term(0)]]}
    for text, step in (("x^2 >= 0", accepted), ("x^2 - 1 >= 0", refused)):
        bounds = [[x, term(-1), term(1)]]
        step(certified(text, "boxes", at_zero | {"bounds": bounds}, "-1 <= x <= 1"))


def test_a_sample_between_two_close_roots_is_between_them():
    """(x² − 2)(x² − 2 − 10⁻²⁴) is negative between two roots that are 10⁻²⁴ apart."""
    sturm = {"method": "sturm", "data": {"digits": 12}}
    refused(certified("(x^2 - 2)*(x^2 - 2 - 1/10^24) >= 0", "polynomial", sturm))
    accepted(certified("(x^2 - 2)*(x^2 - 2 - 1/10^24) + 1 >= 0", "polynomial", sturm))


def test_the_root_of_a_product_has_a_sign_where_a_factor_has_no_root():
    """√(p·y) became √p·√y, so √(p·y) + y ≥ 0 for p ≥ 0 and p·y ≥ 0; at p = 0, y = −1 it is −1."""
    whole_ = plus(sqrt(times(x, y)), y)
    for given_, step in (([ge(x), ge(times(x, y))], refused), ([ge(x), ge(y)], accepted)):
        part = of_terms(ge(fn("abs", whole_)), "obvious", {}, given_)
        accepted(part)
        step(identity(fn("abs", whole_), whole_, *given_))
        parts = [part.data["certificate"]]
        step(of_terms(ge(whole_), "rewrite", {"shows": fn("abs", whole_)}, given_, parts))


def test_a_root_of_what_is_nowhere_positive_has_a_value_where_it_is_zero():
    """cos² x − 1 ≥ 0 ⊢ Σ_{i=1..n} (√(cos² x − 1) + 1) = 0; at x = 0 the sum is n."""
    below = less(P(fn("cos", x), 2), 1)
    added = S(plus(sqrt(below), 1), i, 1, n)
    refused(identity(added, 0, ge(below)))
    refused(identity(added, 0, ge(below), ge(n, 1)))
    accepted(identity(sqrt(below), 0, ge(below)))


def test_a_factor_that_comes_out_of_a_sum_has_a_sign_where_the_range_is_empty():
    """|Σ_{i=1..n} √(y + 0·i) + y| was the sum + y, for n·√y + y has no negative values; at n = 0, y = −1 it is −1."""
    under = plus(y, times(0, i))
    whole_ = plus(S(sqrt(under), i, 1, n), y)
    schema = every(i, ge(under), ge(i, 1), ge(n, i))
    refused(identity(fn("abs", whole_), whole_, schema, ge(n)))
    refused(combine(ge(whole_), [(whole_, 1)], schema, ge(n)))
    accepted(identity(fn("abs", whole_), whole_, schema, ge(n), ge(y)))


def test_a_factor_beside_a_delta_has_a_sign_where_the_delta_is_zero():
    """√(y·δ) was written δ·√y, and √(y·δ) + y ≥ 0 followed from y·δ ≥ 0; at i ≠ j, y = −1 it is −1."""
    under = times(y, delta(i, j))
    whole_ = plus(sqrt(under), y)
    refused(instantiate(given(ge(whole_), ge(under)), {}, ge(whole_), ge(under)))
    refused(combine(ge(whole_), [(whole_, 1)], ge(under)))
    refused(identity(fn("abs", whole_), whole_, ge(under)))
    accepted(combine(ge(whole_), [(sqrt(under), 1), (y, 1)], ge(under), ge(y)))


# --- counterexamples --------------------------------------------------------------------------------------------------


def test_a_function_that_a_claim_differentiates_has_no_gap():
    """f(r)² = 1 for r ≠ 0, f′(1) = 0 ⇒ f(1) = f(−1): true of every f with a continuous derivative, not of |s|/s."""
    unit, states = every(r, eq(P(A(f, r), 2), 1), ne(r)), eq(A(f, 1), A(f, -1))
    sign = {f: lam(s, over(fn("abs", s), s))}
    with pytest.raises(Refused):
        kernel.witness([unit, eq(A(f, 1, order=1))], states, sign)
    kernel.refutes(kernel.witness([unit], states, sign), [unit], states)


def test_a_schema_in_a_condition_keeps_what_it_needs_where_an_argument_is_dropped():
    """∀v with (∀w with f(log w) ≥ 0: w ≥ 0): v ≥ 0 is false of f = 0, as log w needs w > 0."""

    def schema(value):
        return every(v, ge(v), every(x, ge(x), ge(value)))

    (condition,) = schema(term(0)).args[1:-1]
    never = generalize(instantiate(given(condition), [v], ge(v), condition), [v], [condition]).run()
    assert never.hypotheses == ()
    drops, states = {f: lam(x, 0)}, ge(0, 1)
    with pytest.raises(Refused):
        kernel.witness([schema(A(f, fn("log", x)))], states, drops, [never])
    for value in (term(0), A(f, x)):
        kernel.refutes(kernel.witness([schema(value)], states, drops, [never]), [schema(value)], states)


@pytest.mark.parametrize("numbers", [[1], [1, 2]], ids=str)
def test_a_vector_is_not_the_numbers_that_it_is_made_of(numbers):
    """∀f: f(u) = f(1, 2) is false at u = (1, 2): f may have one value for the vector and another for the numbers."""
    there = {variable(name, "vector"): node("tuple", *map(term, numbers)) for name in ("u", "v")}
    flat = every(f, eq(A(f, V("u")), A(f, *numbers)))
    with pytest.raises(Refused):
        kernel.witness([flat], ge(0, 1), there)
    same = every(f, eq(A(f, V("u")), A(f, V("v"))))
    kernel.refutes(kernel.witness([same], ge(0, 1), there), [same], ge(0, 1))


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["1 + -3", "-1", "−1", "1", "x^2", "√x", "|x|", "x y", "x²", "{x}", "x ↦ x"])
def test_a_name_in_a_file_is_not_to_be_taken_for_a_formula(name):
    """A variable of the name 1 + -3 has a square: proved: ⊢ 1 + -3^2 ≥ 0."""

    def file(name_):
        square = {"Pow": [{"name": name_, "kind": "Symbol", "is": {}}, 2]}
        step = {
            "rule": "combine",
            "premises": [],
            "with": {"using": 0, "facts": 0, "terms": [[square, 1]]},
            "hypotheses": [],
            "conclusion": {"Relation": [{"text": "≥"}, square, 0]},
        }
        return parsed(json.dumps({"format": FORMAT, "steps": [step]}).encode())

    (made,) = check_file(file("x_1")).made
    assert made.conclusion is ge(P(real("x_1"), 2))
    with pytest.raises(Refused):
        check_file(file(name))

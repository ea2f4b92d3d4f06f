"""Ways in which what is not defined proved what is false: each step that was false is refused.

The premises of that step are accepted, and beside it, where there is one at hand, so is a neighbour that is true.
"""

from __future__ import annotations

import json

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
    domain,
    eq,
    every,
    fn,
    ge,
    generalize,
    given,
    gt,
    has,
    head,
    identity,
    induct,
    instantiate,
    inv,
    known,
    lam,
    less,
    lt,
    ne,
    of,
    over,
    plus,
    real,
    term,
    times,
    whole,
)
from tests.attacks.test_readings import accepted, refused
from tests.attacks.write_files import proof_file
from verify.core import kernel
from verify.core.__main__ import main
from verify.core.definedness import conditions
from verify.core.nodes import Refused, node
from verify.core.terms import ONE
from verify.language.core_json import encode

x, y, z, w, r = (real(c) for c in "xyzwr")
i, k, n = whole("i"), whole("k"), whole("n")
f, g = head("f"), head("g")


def test_a_hypothesis_says_no_more_than_is_written_until_it_is_defined():
    """1/x > 0 may be true of x = 0, as of any value; with x ≠ 0 it says that x is positive."""
    refused(given(gt(inv(x))))
    refused(instantiate(given(ne(x)), {}, ne(x), gt(inv(x))))
    of_inverse = combine(gt(x), [(given(gt(inv(x)), ne(x)), P(x, 2))], gt(inv(x)), ne(x))
    accepted(of_inverse)
    refused(instantiate(of_inverse, {}, gt(x), gt(inv(x))))


def test_a_law_is_not_used_of_a_hypothesis_that_may_not_be_defined():
    """x + 1 ≥ y/y, and f(v) + 1 ≥ y/y for all v, say x ≥ 0 and f(1) ≥ 0 for y ≠ 0; at y = 0, −1 will do."""
    one, at_1 = over(y, y), A(f, 1)
    for value, said in ((x, ge(plus(x, 1), one)), (at_1, every(r, ge(plus(A(f, r), 1), one)))):
        refused(combine(ge(value), [(value, 1)], said))
        accepted(combine(ge(value), [(value, 1)], said, ne(y)))


def test_what_says_the_same_where_both_are_defined_is_not_true_where_one_is_not():
    """x + y/y ≥ 0 says the same as x + 1 ≥ 0, but at y = 0 it is true of x = −2."""
    goal, said = ge(plus(x, 1)), ge(plus(x, over(y, y)))
    refused(instantiate(given(goal), {}, goal, said))
    accepted(instantiate(given(goal), {}, goal, said, ne(y)))


def test_a_value_has_the_sign_of_its_variable_where_it_is_defined():
    """g(y) = v + 1 ⊢ g(y) ≥ 1 for v ≥ 0; acosh y is not negative, but for y = 0 it may be −1."""
    v, arc, here = real("v", "nonnegative"), fn("acosh", y), A(g, y)
    above = combine(ge(here, 1), [(v, 1), (eq(here, plus(v, 1)), 1)])
    refused(instantiate(above, {v: arc}, ge(here, 1), eq(here, plus(arc, 1))))
    accepted(instantiate(above, {v: arc}, ge(here, 1), eq(here, plus(arc, 1)), ge(y, 1)))


def test_hypotheses_do_not_settle_each_other_in_a_circle():
    """1/x > 0 would give y ≠ 0, and 1/y > 0 x ≠ 0, if either were known to be defined."""
    circle = [ge(times(y, inv(x)), 1), ge(times(x, inv(y)), 1)]
    refused(combine(gt(P(x, 2)), [(P(x, 2), 1)], *circle))
    accepted(combine(gt(P(x, 2)), [(P(x, 2), 1)], *circle, ne(x)))


def test_values_that_are_not_defined_are_put_in():
    """x² ≥ 0 for every x, so for 1/y; but the conclusion must be defined."""
    square = combine(ge(P(x, 2)), [(P(x, 2), 1)])
    refused(instantiate(square, {x: inv(y)}, ge(P(inv(y), 2))))
    accepted(instantiate(square, {x: inv(y)}, ge(P(inv(y), 2)), ne(y)))


def test_what_is_said_for_no_values_has_no_conditions_outside():
    """For all r with x ≥ −1, 1 ≥ x: cos(acos x) = x; from its being defined followed x ≥ −1, for all x."""
    inside = identity(fn("cos", fn("acos", x)), x, ge(x, -1), ge(1, x))
    vacuous = generalize(inside, [r], [ge(x, -1), ge(1, x)])
    refused(combine(ge(plus(x, 1)), [(plus(x, 1), 1)], facts=[vacuous]))
    accepted(combine(ge(plus(x, 1)), [(plus(x, 1), 1)], ge(x, -1), facts=[vacuous]))


def test_the_conditions_of_what_an_axiom_concludes_are_not_taken_from_it():
    """All three are true as people read them, and defined; x > 0, 0 ≠ 0 and x ≠ 0 followed from them."""
    refused(known(ne(P(x, n)), ne(x)))
    refused(known(eq(D(times(y, fn("abs", y)), y, 0))))
    refused(known(eq(S(inv(x), k, 1, n)), eq(n)))
    accepted(known(ne(P(x, n)), gt(x)))


def test_for_all_is_read_as_a_claim_says_it():
    """∀x with 1/x ≤ 5: y ≥ x passes over x = 0 for people; a model does not."""
    over_all = every(x, ge(y, x), ge(5, inv(x)))
    refused(given(over_all))
    guarded = every(x, ge(y, x), ne(x), ge(5, inv(x)))
    at = instantiate(given(guarded), [term(1)], ge(y, 1), guarded)
    made = accepted(at)
    kernel.proves(made, [guarded], ge(y, 1))
    unused = accepted(identity(y, y))
    with pytest.raises(Refused):
        kernel.proves(unused, [over_all], eq(y, y))
    kernel.proves(unused, [guarded], eq(y, y))


def test_a_claim_grants_what_its_hypotheses_need():
    """1/x > 0 ⇒ x > 0, as 1/x has no value at 0; xⁿ > 0 may have one for x < 0, and grants nothing."""
    made = accepted(combine(gt(x), [(given(gt(inv(x)), ne(x)), P(x, 2))], gt(inv(x)), ne(x)))
    kernel.proves(made, [gt(inv(x))], gt(x))
    with pytest.raises(Refused):
        kernel.proves(made, [gt(P(x, n))], gt(x))
    with pytest.raises(Refused):
        kernel.proves(accepted(given(gt(x))), [gt(P(x, n))], gt(x))


def test_only_a_partial_function_has_a_domain_of_its_own():
    """Where a rule is defined depends on how it is written: x/x is 1, but not at 0; z is, 1/w in its place is not."""
    for rule in (lam(x, inv(x)), lam(y, A(f, y)), f, term(1)):
        with pytest.raises(Refused):
            domain(rule, y)
    partial = head("g", "partial function")
    there = given(domain(partial, y))
    accepted(there)
    accepted(instantiate(there, {partial: lam(x, inv(x))}, ne(y), ne(y)))
    refused(instantiate(there, {partial: lam(x, inv(x))}, ne(y)))
    level = known(eq(A(g, y)), domain(partial, y), eq(A(partial, y), A(g, y)))
    for rule, needed in ((inv, [ne(y)]), (lambda u: P(u, n), [gt(y)]), (lambda u: A(f, u), [])):
        put_in = {partial: lam(x, rule(x))}
        held = eq(rule(y), A(g, y))
        accepted(instantiate(level, put_in, eq(A(g, y)), held, *needed))
        if needed:
            refused(instantiate(level, put_in, eq(A(g, y)), held))
    accepted(instantiate(level, {partial: f}, eq(A(g, y)), eq(A(f, y), A(g, y))))
    family = head("c", "integer function")
    for value in (family, lam(n, n)):
        accepted(instantiate(known(ge(1), domain(partial, n)), {partial: value}, ge(1)))


def test_the_domain_of_a_rule_does_not_depend_on_how_arguments_are_written():
    """(−2)ᵏ is not defined for a variable k; so k ↦ (−2)ᵏ is not at −1, and no counterexample has it there."""
    partial = head("g", "partial function")
    given_ = [domain(partial, -1), every(k, gt(A(f, k)), domain(partial, k))]
    with pytest.raises(Refused):
        kernel.witness(given_, gt(A(f, -1)), {partial: lam(k, P(-2, k)), f: lam(k, term(-2))})


def test_what_is_shown_of_a_claim_is_the_claim(tmp_path, capsys):
    """proved: ⊢ "continuous at 0"(f), of every f, as the claim differentiates f in a hypothesis that no step uses."""
    slope, smooth = A(f, 0, order=1), has("continuous at 0", f)
    step = instantiate(known(smooth, eq(slope, slope)), {}, smooth, discharge=[identity(slope, slope)])
    claim = {"name": "smooth", "given": [encode(eq(slope, 1))], "states": [encode(smooth)]}
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(proof_file(step)))
    assert main([str(path)]) == 1
    path.write_text(json.dumps(proof_file(step) | {"claim": claim}))
    assert main([str(path)]) == 0
    assert """proved: "smooth": f'(0) = 1 ⊢ "continuous at 0"((r ↦ f(r)));""" in capsys.readouterr().out


p = head("p", "point")
ONE_AWAY, NOWHERE = Pt(p, 1), Pt(p, times(x, inv(x)))


@pytest.mark.parametrize("place", [ONE_AWAY, NOWHERE, Pt(p, plus(x, term(1), times(-1, x)))], ids=repr)
def test_an_induction_starts_from_a_number_that_is_defined(place):
    """n ≥ g(p(x/x)) ⊢ n ≥ g(p(1)): for x = 0 p(x/x) is another point, where g is -10; g(p(1)) = 5, n = 0."""
    g = head("g", "integer function")
    start, least = A(g, place), A(g, ONE_AWAY)
    step = combine(ge(plus(n, 1), least), [(ge(n, least), term(1)), (term(1), term(1))], ge(n, start))
    made = induct(combine(ge(least, least)), step, ge(n, least), n, start)
    if place is NOWHERE:
        refused(made)
    else:
        made.run()


@pytest.mark.parametrize("place", [ONE_AWAY, NOWHERE, Pt(p, plus(x, term(1), times(-1, x)))], ids=repr)
def test_tangent_spaces_are_one_at_points_that_are_defined(place):
    """∀u in T(p(1)): f(u) ≥ 0, y ≥ f(w) ⊢ y ≥ 0, w in T(p(x/x)): for x = 0 another space, with f(w) = -1 = y."""
    u, v, w = (head(name, "vector") for name in "uvw")
    everywhere, at_v, at_w = every(u, ge(A(f, V(u, space=T(ONE_AWAY))))), V(v, space=T(ONE_AWAY)), V(w, space=T(place))
    known_at_v = instantiate(given(everywhere), [at_v], ge(A(f, at_v)), everywhere)
    above = combine(ge(y), [(ge(y, A(f, at_v)), term(1)), (known_at_v, term(1))], everywhere)
    above.run()
    made = instantiate(above, {v: at_w}, ge(y), everywhere, ge(y, A(f, at_w)))
    if place is NOWHERE:
        refused(made)
    else:
        made.run()


def test_a_function_has_numbers_as_values_in_a_counterexample():
    """A valid claim was refuted: pair(f(1)), ∀c with pair(c): h(c) ≥ 0 ⊢ h(f(1)) ≥ 0, by an f of which 1 is a pair."""
    h, both = head("h"), node("tuple", term(1), term(2))

    def pair(t):
        return has("is a pair", t)

    axioms = [known(pair(both)).run(), known(every(x, ge(-1), pair(x))).run()]
    claim = [pair(A(f, 1)), every(x, ge(A(h, x)), pair(x))], ge(A(h, A(f, 1)))
    with pytest.raises(Refused, match="has numbers as values"):
        kernel.witness(*claim, {f: node("lambda", (("real", ""),), both), h: lam(y, term(-1))}, axioms)
    claim = [eq(A(f, 1), 2), every(x, ge(A(h, x)), ge(1, x))], ge(A(h, A(f, 1)))
    assert kernel.witness(*claim, {f: lam(y, times(2, y)), h: lam(y, plus(1, times(-1, y)))}).lines


@pytest.mark.parametrize("value", [fn("acosh", x), fn("abs", x)], ids=repr)
@pytest.mark.parametrize("said", [lambda t: ge(A(f, t), 7), lambda t: has("nice", t)], ids=["≥", "nice"])
def test_a_value_of_a_variable_that_is_not_negative_is_defined(value, said):
    """(∀v ≥ 0 with v < 0: f(Σ_{k=1..n} v) ≥ 7), acosh x < 0 ⊢ f(Σ_{k=1..0} acosh x) ≥ 7: x = 0, acosh x = -5, f = 0."""
    v = real("v", "nonnegative")
    schema = every([n, v], said(S(v, k, 1, n)), lt(v, 0))
    goal = said(S(value, k, 1, 0))
    hypotheses = [schema, lt(value, 0), *conditions(goal)]
    assumed = Step("assume", {"formula": goal, "hypotheses": list(conditions(goal))})
    assumed.run()
    made = instantiate(assumed, {}, goal, *hypotheses)
    if value.kind == "acosh":
        refused(made)
    else:
        made.run()


def test_a_value_that_is_positive_where_it_is_defined_is_one_of_positive_numbers_if_it_is():
    """∀v positive with v = −5: Σ_{i=1..n} f(v) ≥ 1 is true; q(z) = −5 and n = 0, for a q with gaps, made it 0 ≥ 1."""
    i, n, v, z = whole("i"), whole("n"), real("v", "positive"), real("z")
    q, f = head("q", "partial function", "positive"), head("f")
    schema = every(v, ge(S(A(f, v), i, 1, n), 1), eq(v, -5))
    here = S(A(f, A(q, z)), i, 1, n)
    step = [less(here, 1), term(1)]
    false = combine(ge(here, 1), [step], schema, eq(A(q, z), -5), every(i, domain(q, z), ge(i, 1), ge(n, i)))
    with pytest.raises(Refused):
        false.run()
    combine(ge(here, 1), [step], schema, eq(A(q, z), -5), domain(q, z)).run()


def test_a_function_with_vectors_as_values_is_what_takes_the_place_of_a_family_of_vectors():
    """⊢ "is a family of vectors"(w), for all of these, became one of k ↦ 5 and of k ↦ (1, k)."""
    w, k = head("w", "vector"), whole("k")
    every_family = known(has("is a family of vectors", of(w, k)))
    for value in (lam(k, 5), lam(k, node("tuple", ONE, k))):
        with pytest.raises(Refused):
            instantiate(every_family, {w: value}, has("is a family of vectors", value)).run()
    value = lam(k, times(k, V("u")))
    instantiate(every_family, {w: value}, has("is a family of vectors", value)).run()


def test_what_is_defined_for_all_continuous_functions_need_not_be_for_all_functions():
    """∀h with γ: 0/h(0) + 0·∫h = 0, where γ is met by jumps only, gave ∀h with γ: h(0) ≠ 0, which is false of jumps."""
    h, x, s = head("h"), real("x"), real("s")
    jump = [eq(A(h, 0)), eq(A(h, 1), 1), every(x, ge(P(A(h, x), 2), A(h, x)))]
    nothing = times(0, I(A(h, s), s, 0, 1))
    continuous = known(ge(plus(-1, nothing)), *jump)
    at_0 = combine(ge(A(h, 0), 1), [(continuous, term(1)), (given(jump[0]), term(1))], *jump)
    quotient = identity(plus(over(0, A(h, 0)), nothing), 0, *jump, facts=[at_0])
    quotient.run()
    with pytest.raises(Refused):
        generalize(quotient, [h], jump).run()
    generalize(identity(nothing, 0, *jump), [h], jump).run()
    defined = identity(plus(over(0, fn("exp", A(h, 0))), nothing), 0, *jump)
    generalize(defined, [h], jump).run()


def test_what_a_derivative_does_away_with_is_open_only_if_it_is_continuous():
    """f(x) > 0 ⊢ d/dv d/dw (w + log f(v)) = 0 at x fails if f is 1 at x and −1 elsewhere: it is not defined near x.

    Where what is done away with is differentiated all the same, as f is in d/dv d/dv log f(v), it is continuous.
    """
    away = D(D(plus(w, fn("log", A(f, z))), w, 1), z, x)
    refused(identity(away, 0, gt(A(f, x))))
    twice = D(D(fn("log", A(f, w)), w, z), z, x)
    identity(twice, twice, gt(A(f, x))).run()
    elementary = D(D(plus(w, fn("log", z)), w, 1), z, x)
    identity(elementary, 0, gt(x)).run()


def test_what_a_sum_differentiates_it_differentiates_in_its_range_only():
    """d/dv d/dw (Σ_{i=1..m} 1/f(i·v) + w·Σ_{i=1..n} f(i·v)) at x has no value for n = 0, m = 1 and f(v) = [v = x]."""
    i, m, n = whole("i"), whole("m"), whole("n")

    def twice(away, kept):
        return D(D(plus(away, times(w, kept)), w, 0), z, x)

    def step(away, kept, *given):
        return identity(twice(away, kept), D(kept, z, x), *given)

    def inverses(last):
        return S(inv(A(f, times(i, z))), i, 1, last)

    def there(last):
        return every(i, ne(A(f, times(i, x))), ge(i, 1), ge(last, i))

    kept = S(A(f, times(i, z)), i, 1, n)
    refused(step(inverses(m), kept, there(m)))
    accepted(step(inverses(n), kept, there(n)))
    of_one = S(A(f, z), i, 1, n)
    refused(step(inv(A(f, z)), of_one, ne(A(f, x))))
    accepted(step(inv(A(f, z)), plus(of_one, A(f, z)), ne(A(f, x))))


def test_values_at_which_a_schema_is_used_are_defined():
    """∀z with "is defined nowhere"(r ↦ z·r): Σ_{i=1..n} f(z) ≥ 1 says nothing; for z = 1/w and n = 0, it said 0 ≥ 1."""
    i, n, z, w, r, f = whole("i"), whole("n"), real("z"), real("w"), real("r"), head("f")

    def nowhere(x):
        return has("is defined nowhere", lam(r, times(x, r)))

    schema, here = every(z, ge(S(A(f, z), i, 1, n), 1), nowhere(z)), S(A(f, inv(w)), i, 1, n)
    step = [less(here, 1), term(1)]
    with pytest.raises(Refused):
        combine(ge(here, 1), [step], schema, nowhere(inv(w)), every(i, ne(w), ge(i, 1), ge(n, i))).run()
    combine(ge(here, 1), [step], schema, nowhere(inv(w)), ne(w)).run()


def test_what_says_that_bound_functions_are_continuous_does_not_go_away():
    """∀h with γ and ∫h in the domain of p: 0 = 1 is true, as only jumps meet γ; a total f for p made it ∀h with γ."""
    p, f, h, x, s = head("p", "partial function"), head("f"), head("h"), real("x"), real("s")
    jump = [eq(A(h, 0)), eq(A(h, 1), 1), every(x, ge(P(A(h, x), 2), A(h, x)))]
    area = I(A(h, s), s, 0, 1)
    none = generalize(known(eq(0, 1), domain(p, area), *jump), [h], [domain(p, area), *jump])
    none.run()
    with pytest.raises(Refused):
        instantiate(none, {p: f}, every(h, eq(0, 1), *jump)).run()
    among = [ge(area), *jump]
    there = generalize(known(eq(0, 1), *among, domain(p, area)), [h], [*among, domain(p, area)])
    instantiate(there, {p: f}, every(h, eq(0, 1), *among)).run()


def test_words_may_tell_rules_apart_by_where_they_are_defined():
    """ "Is defined nowhere"(r ↦ z·r) ⊢ 0 = 1, and of a total f, is true; of r ↦ r/w it is not if w = 0."""

    def nowhere(rule):
        return has("is defined nowhere", rule)

    line = lam(y, times(inv(w), y))
    never = known(eq(0, 1), nowhere(lam(y, times(z, y))))
    refused(instantiate(never, {z: inv(w)}, eq(0, 1), nowhere(line)))
    instantiate(never, {z: inv(w)}, eq(0, 1), nowhere(line), ne(w)).run()
    total, gap = known(eq(0, 1), nowhere(f)), lam(y, fn("log", y))
    refused(instantiate(total, {f: gap}, eq(0, 1), nowhere(gap)))
    instantiate(total, {f: line}, eq(0, 1), nowhere(line), ne(w)).run()


def test_what_is_used_of_functions_is_used_where_it_is_taken():
    """f′(x) in a bound of a sum is taken also if there are no summands; f′(v) in a condition, for all v."""
    bound = A(head("m", "integer function"), Pt(p, A(f, x, order=1)))
    none = S(1, k, 1, bound)
    assert [use.kind for use in accepted(identity(none, none)).uses.slopes] == ["predicate"]
    v = real("v")
    slope = gt(A(f, v, order=1))
    uses = accepted(generalize(given(slope), [v], [slope])).uses.slopes
    assert any(len(use.args) == 2 for use in uses)  # for all v, without a condition


def test_words_are_said_of_partial_functions_that_are_defined_everywhere():
    """Where (−2)^k is defined is more than where its conditions hold: "is defined at −1" of it gave −2 > 0."""
    p, k, r = head("p", "partial function"), whole("k"), real("r")
    words = "is defined at -1"
    with pytest.raises(Refused, match="in the domain"):
        known(domain(p, -1), has(words, p)).run()
    there = known(domain(p, -1), every(r, domain(p, r)), has(words, p))
    rule, positive = lam(k, P(-2, k)), lam(r, inv(plus(1, P(r, 2))))
    with pytest.raises(Refused):
        instantiate(there, {p: rule}, gt(-2), has(words, rule)).run()
    total = every(r, ne(plus(1, P(r, 2))))
    instantiate(there, {p: positive}, ne(plus(1, P(-1, 2))), total, has(words, positive)).run()
    instantiate(given(domain(p, -1)), {p: rule}, gt(-2), gt(-2)).run()

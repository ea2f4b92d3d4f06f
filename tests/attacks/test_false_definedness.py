"""Ways in which what is not defined proved what is false: each step that was false is refused.

The premises of that step are accepted, and beside it, where there is one at hand, so is a neighbour that is true.
"""

from __future__ import annotations

import pytest

from tests.attacks.steps import (
    D,
    P,
    S,
    combine,
    domain,
    eq,
    every,
    fn,
    ge,
    generalize,
    given,
    gt,
    head,
    identity,
    instantiate,
    inv,
    known,
    lam,
    ne,
    plus,
    real,
    term,
    times,
    whole,
)
from tests.attacks.test_readings import accepted, refused
from verify.core import kernel
from verify.core.nodes import Refused
from verify.core.terms import predicate

x, y, r = real("x"), real("y"), real("r")
i, k, n = whole("i"), whole("k"), whole("n")
f = head("f")


def test_a_hypothesis_says_no_more_than_is_written_until_it_is_defined():
    """1/x > 0 may be true of x = 0, as of any value; with x ≠ 0 it says that x is positive."""
    refused(given(gt(inv(x))))
    refused(instantiate(given(ne(x)), {}, ne(x), gt(inv(x))))
    of_inverse = combine(gt(x), [(given(gt(inv(x)), ne(x)), P(x, 2))], gt(inv(x)), ne(x))
    accepted(of_inverse)
    refused(instantiate(of_inverse, {}, gt(x), gt(inv(x))))


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


def test_a_function_that_is_defined_everywhere_has_no_gap_put_in():
    """f is defined at x, as everywhere; so 1/r was at 0."""
    everywhere = instantiate(given(domain(f, x)), {}, domain(f, x))
    accepted(everywhere)
    refused(instantiate(everywhere, {f: lam(x, inv(x)), x: 0}, domain(lam(x, inv(x)), 0)))
    accepted(instantiate(everywhere, {f: lam(x, P(x, 2)), x: 0}, domain(lam(x, P(x, 2)), 0)))


def test_functions_that_are_equal_where_both_are_defined_have_domains_of_their_own():
    """x/x is 1, but not defined at 0."""
    one, quotient = lam(x, plus(1, times(0, x))), lam(x, times(x, inv(x)))
    refused(instantiate(given(domain(one, y)), {}, domain(quotient, y), domain(one, y)))
    refused(instantiate(given(domain(quotient, y)), {}, domain(quotient, y)))
    accepted(instantiate(given(domain(quotient, y)), {}, domain(quotient, y), ne(y)))


def test_words_about_a_domain_said_of_a_number_ask_for_the_number():
    """P(1) ⊢ P(x/x): at x = 0, x/x may be 5, of which P need not hold."""
    one, quotient = (predicate("in the domain of", t) for t in (term(1), times(x, inv(x))))
    refused(instantiate(given(one), {}, one, quotient))
    accepted(instantiate(given(one), {}, one, quotient, ne(x)))

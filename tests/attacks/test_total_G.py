"""Ways in which the core proved what is false once every term has a value: the false step is refused, a true one not.

Each was found by reading; the docstring of a test has a model in which the false step fails.
"""

from __future__ import annotations

import pytest

from tests.attacks.steps import domain, fn, given, head, instantiate, inv, lam, real, term, times
from verify.core.nodes import Refused
from verify.core.terms import predicate

x, y = real("x"), real("y")
f = head("f")


def refused(step):
    with pytest.raises(Refused):
        step.run()


def test_a_function_is_defined_for_all_arguments_and_a_lambda_with_gaps_is_not():
    """⊢ 0 is in the domain of r ↦ 1/r, which says that 0 ≠ 0; of a function it is true."""
    everywhere = instantiate(given(domain(f, x)), {}, domain(f, x))
    everywhere.run()
    gap, whole = lam(y, inv(y)), lam(y, fn("exp", y))
    refused(instantiate(everywhere, {f: gap, x: 0}, domain(gap, 0)))
    instantiate(everywhere, {f: whole, x: 0}, domain(whole, 0)).run()


def test_words_about_domains_said_of_a_number_need_the_number_to_be_defined():
    """x/x ∈ N ⊢ 1 ∈ N fails for x = 0, where x/x may be in a set N without 1."""
    one, quotient = (predicate("in the domain of", t) for t in (term(1), times(x, inv(x))))
    refused(instantiate(given(one), {}, one, quotient))
    cube = predicate("in the domain of", times(x, x, x))
    instantiate(given(predicate("in the domain of", y)), {y: times(x, x, x)}, cube, cube).run()

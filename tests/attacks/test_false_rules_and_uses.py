"""Rules in a domain, and uses that a step forgot: false or too much, each refused; and true neighbours, accepted."""

import pytest

from tests.attacks.steps import A, D, V, fn, less, plus
from verify.core.kernel import assume, cases, combine, instantiate, telescope
from verify.core.nodes import DOMAIN, FUNCTION, MOST_HEIGHT, PARTIAL, Refused
from verify.core.terms import ZERO, binding, function, mul, number, power, predicate, relation, variable
from verify.core.uses import slopes

f, g, x = variable("f", PARTIAL), variable("g", FUNCTION), variable("x")


def test_a_domain_is_of_values_not_of_rules():
    """Of a rule in the domain of f its gaps could not be asked: 0·g(r) became 0/r, which was said to be 0."""
    with pytest.raises(Refused, match="no argument"):
        predicate(DOMAIN, f, function([x], mul(ZERO, A(g, x))))
    with pytest.raises(Refused, match="no argument"):
        predicate(DOMAIN, f, g)
    said = predicate("smooth", function([x], mul(ZERO, A(g, x))))
    zero = predicate("smooth", function([x], ZERO))
    theorem = instantiate(assume(said), {}, hypotheses=[said], conclusion=zero)
    gap = function([x], mul(ZERO, power(x, number(-1))))
    with pytest.raises(Refused):
        instantiate(
            theorem, {g: function([x], power(x, number(-1)))}, hypotheses=[predicate("smooth", gap)], conclusion=zero
        )


def test_a_domain_of_values_is_still_spoken_of():
    """f(x) is defined where x is in the domain of f."""
    there = predicate(DOMAIN, f, x)
    moved = predicate(DOMAIN, f, number(2))
    assert instantiate(assume(there), {x: number(2)}, hypotheses=[moved], conclusion=moved).conclusion is moved


def test_cases_keep_the_uses_of_the_term_that_they_are_on():
    """That the cases leave no gap may be a law of a derivative that neither a premise nor the result speaks of."""
    y, z = variable("y"), variable("z")
    nothing = less(binding("derivative", z, A(g, z), x), A(g, x, order=1))  # 0 where g is differentiable
    on = [relation(op, plus(y, nothing), ZERO) for op in ("≥", "<")]
    square = relation("≥", mul(y, y), ZERO)
    halves = [relation(op, y, ZERO) for op in ("≥", "<")]
    premises = [combine(square, [(assume(h), assume(h))], hypotheses=[h]) for h in halves]
    assert not cases(premises, halves, hypotheses=[], conclusion=square).uses.slopes
    assert cases(premises, on, hypotheses=[], conclusion=square).uses.slopes


def test_telescope_keeps_the_uses_of_the_sum_that_it_makes_before_it_is_written_otherwise():
    """The potential d/dz g(z) − g′(t) is 0 where g has a derivative: also at b + 1, of which the result is silent."""
    y, z, (t, a, b) = variable("y"), variable("z"), (variable(name, "integer") for name in "tab")
    nothing = less(binding("derivative", z, A(g, z), t), A(g, t, order=1))
    square = relation("≥", mul(y, y), ZERO)
    halves = [relation(op, y, ZERO) for op in ("≥", "<")]
    premises = [combine(square, [(assume(h), assume(h))], hypotheses=[h]) for h in halves]
    step = cases(premises, halves, hypotheses=[], conclusion=square)
    squares = relation("≥", binding("sum", t, mul(y, y), a, b), ZERO)
    made = telescope(step, t, a, b, nothing, hypotheses=[relation("≥", b, a)], conclusion=squares)
    at_the_ends = [predicate("is defined", A(g, end, order=1)) for end in (a, plus(b, 1))]
    assert made.uses.slopes.issuperset(at_the_ends)


def test_a_use_that_would_be_nested_too_deeply_is_refused_and_not_forgotten():
    """That the derivative exists is one node more than the derivative, and was not asked for where that is one more."""
    deep = variable("y")
    while deep.height < MOST_HEIGHT - 3:
        deep = fn("sin", deep)
    shallow, deepest = (D(V("w", c, x), x, 1) for c in (deep, fn("sin", deep)))
    assert deepest.height == MOST_HEIGHT
    assert len(slopes(shallow)) == 1
    with pytest.raises(Refused, match="nested deeper"):
        slopes(deepest)

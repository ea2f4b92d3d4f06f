"""What may be a multiplier: products of powers whose sign is known, and nothing else."""

import pytest

from verify.discover.facts import Context
from verify.discover.multipliers import Slack, Table, combination
from verify.discover.slacks import from_facts
from verify.language.terms import eq, family, ge, gt, integer, le, lt, nonnegative, norm, positive, real, vectors

p, r = positive("p"), nonnegative("r")
x, y, z = real("x y z")
n = integer("n")
f = family("f")


@pytest.mark.parametrize(
    ("powers", "may", "may_of_an_equation"),
    [
        ({p: 1}, True, True),
        ({p: -2}, True, True),
        ({r: 1}, True, True),
        ({r: -1}, False, False),
        ({n: -1}, True, True),
        ({y: 1}, True, True),
        ({x: 1}, False, True),
        ({x: 2}, True, True),
        ({x: -2}, False, False),
        ({p: 1, x: 1}, False, True),
    ],
    ids=str,
)
def test_signs_of_monomials(powers, may, may_of_an_equation):
    """x may have any sign; the context says that n ≥ 1 and y ≥ 0."""
    table = Table(Context.of([ge(n, 1), ge(y, 0)]), [])
    monomial = frozenset(powers.items())
    assert table.may_multiply(monomial) is may
    assert table.may_multiply(monomial, free=True) is may_of_an_equation


def test_a_fact_is_multiplied_where_its_multiplier_is_known_to_be_positive():
    for known in (ge(x, 0), gt(x, 0)):
        context = Context.of([known, ge(f(n), 1)])
        made = combination(ge(x * f(n), x), context, [Slack.of(fact) for fact in context.relations])
        assert made is not None
        assert set(made.theorem.hypotheses) <= {known, ge(f(n), 1)}
    context = Context.of([ge(f(n), 1)])
    assert combination(ge(x * f(n), x), context, [Slack.of(fact) for fact in context.relations]) is None


def test_what_is_strict_is_needed_for_what_is_strict():
    context = Context.of([ge(x, y), ge(y, z)])
    slacks = [Slack.of(fact) for fact in context.relations]
    assert combination(ge(x, z), context, slacks) is not None
    assert combination(gt(x, z), context, slacks) is None


@pytest.mark.parametrize("known", [gt(x, y), lt(x, y)], ids=str)
def test_denominators_are_turned_to_what_is_positive(known):
    """Both are one polynomial up to its sign, of which one way round is positive."""
    given = [known, ge(z, x)]
    for share, holds in (((z - x) / (x - y), known == gt(x, y)), ((z - x) / (y - x), known == lt(x, y))):
        assert (from_facts(ge(share, 0), Context.of(given)) is not None) is holds
    assert from_facts(ge((z - x) / (x - y), 0), Context.of([ge(z, x)])) is None


def test_equations_and_multiples_of_norms_are_squared():
    u, v = vectors("u v")
    assert from_facts(eq(norm(u) ** 2, 4), Context.of([eq(norm(u), 2)])) is not None
    assert from_facts(le(norm(u) ** 2, p**2 * norm(v) ** 2), Context.of([le(norm(u), p * norm(v))])) is not None
    assert from_facts(le(norm(u) ** 2, x**2 * norm(v) ** 2), Context.of([ge(norm(u), x * norm(v))])) is None

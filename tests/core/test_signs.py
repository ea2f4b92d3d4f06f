"""Signs and facts: what is certain, what is withheld, and that nothing undefined is said to hold."""

from fractions import Fraction

import pytest

from verify.core.matching import match, schema
from verify.core.nodes import EUCLIDEAN, node
from verify.core.polynomials import difference, minus
from verify.core.signs import ANY, NEGATIVE, NOT_NEGATIVE, POSITIVE, ZERO_SIGN, Facts, sign_product, sign_sum
from verify.core.terms import (
    MINUS_ONE,
    ONE,
    ZERO,
    add,
    binding,
    forall,
    mul,
    number,
    power,
    predicate,
    relation,
    variable,
)

x, y, z = variable("x"), variable("y"), variable("z")
p = variable("p", "real", "positive")
n, i, k = variable("n", "integer"), variable("i", "integer"), variable("k", "integer")
a = variable("a", "function")
HALF = number(Fraction(1, 2))


def at(head, *args):
    return node("apply", head, 0, *args)


def test_sets_of_signs():
    assert sign_product(NOT_NEGATIVE, NEGATIVE) == NEGATIVE | ZERO_SIGN
    assert sign_sum([NOT_NEGATIVE, POSITIVE]) == POSITIVE
    assert sign_sum([NEGATIVE, POSITIVE]) == ANY
    assert sign_sum([]) == ZERO_SIGN


@pytest.mark.parametrize(
    ("facts", "term", "signs"),
    [
        ([], power(x, number(2)), NOT_NEGATIVE),
        ([], power(x, number(-2)), POSITIVE),
        ([], power(x, HALF), NOT_NEGATIVE),
        ([], power(x, y), ANY),  # y may be an odd number and x negative
        ([], power(x, n), ANY),
        ([relation("≥", x)], power(x, y), NOT_NEGATIVE),  # y may be positive and x zero
        ([relation(">", x)], power(x, y), POSITIVE),
        ([], power(p, y), POSITIVE),
        ([], power(p, n), POSITIVE),
        ([], node("log", p), ANY),
        ([], node("log", add(p, ONE)), POSITIVE),
        ([], node("tanh", mul(MINUS_ONE, p)), NEGATIVE),
        ([], node("max", mul(MINUS_ONE, p), x), ANY),
        ([], node("max", p, x), POSITIVE),
        ([], node("min", mul(MINUS_ONE, p), x), NEGATIVE),
        ([], node("acosh", x), NOT_NEGATIVE),
        ([], add(mul(p, p), mul(p, power(x, number(2)))), POSITIVE),
        ([relation("<", x, y)], minus(mul(number(2), x), mul(number(2), y)), NEGATIVE),
        ([relation("≤", x, y)], add(minus(y, x), ONE), POSITIVE),
        ([relation("≤", x, y)], minus(minus(y, x), ONE), ANY),
        ([relation(">", n)], minus(n, ONE), NOT_NEGATIVE),
        ([relation(">", mul(n, HALF))], minus(n, ONE), ANY),
        ([relation(">", x)], minus(x, ONE), ANY),
        ([relation("≠", x)], mul(number(-3), x), NEGATIVE | POSITIVE),
        ([relation("=", x, y)], minus(add(x, ONE), y), POSITIVE),
        ([relation("=", mul(x, y), ONE)], add(mul(x, y), ONE), POSITIVE),
        ([], add(node("delta", n, k), minus(ONE, node("delta", n, k))), POSITIVE),
        ([], minus(ONE, node("delta", n, k)), NOT_NEGATIVE),
        ([], add(x, power(add(ONE, mul(x, x)), HALF)), POSITIVE),
        ([], minus(x, power(add(ONE, mul(x, x)), HALF)), NEGATIVE),
        ([], add(x, power(minus(mul(x, x), ONE), HALF)), ANY),  # below at x = −2
        ([], add(mul(number(2), x), power(add(ONE, mul(x, x)), HALF)), ANY),  # below at x = −2
        ([relation("≥", y, mul(x, x))], minus(power(y, HALF), x), NOT_NEGATIVE),
    ],
)
def test_signs(facts, term, signs):
    assert Facts(facts).signs(term) == signs


def test_sums_have_the_sign_of_their_terms_but_may_be_empty():
    positive = forall([i], [relation("≥", i, ONE)], relation(">", at(a, i)))
    partial_sum = binding("sum", i, at(a, i), ONE, n)
    assert Facts([positive]).signs(partial_sum) == NOT_NEGATIVE
    assert Facts([positive, relation(">", n)]).signs(partial_sum) == POSITIVE
    assert Facts([]).signs(partial_sum) == ANY


def test_schemas_need_their_conditions():
    rule = forall([i], [relation("≥", i, ONE)], relation("≥", at(a, add(i, ONE)), at(a, i)))
    step = relation("≥", at(a, add(n, number(2))), at(a, add(n, ONE)))
    assert not Facts([rule]).holds(step)
    assert Facts([rule, relation("≥", n)]).holds(step)
    assert not Facts([rule, relation("≥", x)]).holds(relation("≥", at(a, add(x, ONE)), at(a, x)))


def test_declared_signs_bind_values():
    rule = forall([p], [], relation(">", at(a, p)))
    assert not Facts([rule]).holds(relation(">", at(a, x)))
    assert Facts([rule]).holds(relation(">", at(a, variable("r", "real", "positive"))))
    assert Facts([rule]).holds(relation(">", at(a, number(3))))
    assert not Facts([rule]).holds(relation(">", at(a, ZERO)))


def test_bound_functions_of_reals_have_no_instances_here():
    g = variable("g", "function")
    rule = forall([g], [], relation("≥", mul(at(g, HALF), at(g, ZERO))))
    assert not schema(rule).usable
    assert not Facts([rule]).holds(relation("≥", mul(at(a, HALF), at(a, ZERO))))
    family = forall([g], [], relation("≥", mul(at(g, ONE), at(g, ZERO))))
    assert schema(family).usable


def test_what_holds_is_defined():
    assert not Facts().holds(relation("=", mul(x, power(x, MINUS_ONE)), ONE))
    assert Facts([relation("≠", x)]).holds(relation("=", mul(x, power(x, MINUS_ONE)), ONE))
    assert not Facts().holds(relation("≥", node("acosh", x)))
    assert Facts([relation("≥", x, ONE)]).holds(relation("≥", node("acosh", x)))
    assert not Facts().holds(relation("≥", power(x, HALF)))


def test_predicates_of_undefined_terms_do_not_hold():
    rule = forall([x], [], predicate("is fine", x))
    assert Facts([rule]).holds(predicate("is fine", add(y, z)))
    assert not Facts([rule]).holds(predicate("is fine", node("log", y)))
    assert Facts([rule, relation(">", y)]).holds(predicate("is fine", node("log", y)))
    whole = forall([i], [], predicate("is fine", i))
    assert not Facts([whole]).holds(predicate("is fine", y))


def test_for_all_is_shown_for_new_variables():
    assert Facts().holds(forall([x], [relation(">", x, y)], relation("≥", x, y)))
    assert not Facts().holds(forall([x], [relation("≥", x, y)], relation(">", x, y)))
    assert Facts().holds(forall([p], [], relation(">", p)))
    known = forall([x], [relation(">", x)], relation("≥", at(a, x), ONE))
    assert Facts([known]).holds(forall([y], [relation("≥", y, ONE)], relation(">", at(a, y))))
    assert not Facts([known]).holds(forall([y], [relation("≥", y)], relation(">", at(a, y))))


def test_equal_vectors():
    u, v = (node("vector", variable(name, "vector"), EUCLIDEAN) for name in "uv")
    assert Facts().holds(relation("=", add(u, v), add(v, u)))
    assert not Facts().holds(relation("=", u, v))
    assert Facts([relation("=", u, v)]).holds(relation("=", mul(number(2), v), mul(number(2), u)))


def test_notes_and_more_facts():
    facts = Facts()
    assert facts.signs(x) == ANY
    more = facts.more([relation(">", x)])
    assert more.signs(x) == POSITIVE
    assert facts.signs(x) == ANY
    facts.note(relation("<", x))
    assert facts.signs(x) == NEGATIVE


def test_matching_solves_for_one_variable():
    bindings = {}
    assert match(at(a, minus(i, ONE)), at(a, n), [i], bindings)
    assert bindings == {i: add(*sorted((n, ONE), key=lambda t: t.order))}
    assert not match(at(a, i), at(a, x), [i], {})
    assert not match(mul(i, i), mul(n, k), [i], {})


def test_random_facts_that_are_true_somewhere_never_imply_what_is_false_there(random_terms):
    draw = random_terms.draw
    certain = 0
    for _ in range(30):
        place = random_terms.place()
        facts, pool = [], []
        for _ in range(12):
            left, right = random_terms.term(draw.randint(1, 2)), random_terms.term(draw.randint(0, 1))
            value = random_terms.enclosure(minus(left, right), place)
            if value is not None and (value > 0 or value < 0 or value.is_zero()):
                ops = [">", "≥", "≠"] if value > 0 else ["<", "≤", "≠"] if value < 0 else ["=", "≤", "≥"]
                facts.append(relation(draw.choice(ops), left, right))
                pool += [left, difference(facts[-1])]
        known = Facts(facts)
        for _ in range(25):
            term = draw.choice([*pool, random_terms.term(2)])
            if draw.random() < 0.5:
                term = add(mul(random_terms.number(), term), random_terms.number())
            value = random_terms.enclosure(term, place)
            signs = known.signs(term)
            if value is not None:
                certain += signs != ANY
                assert not (value > 0) or signs & POSITIVE
                assert not (value < 0) or signs & NEGATIVE
                assert not value.is_zero() or signs & ZERO_SIGN
            claim = relation(draw.choice([">", "≥", "=", "≠"]), term, random_terms.number())
            if known.holds(claim):
                apart = random_terms.enclosure(difference(claim), place)
                assert apart is not None, f"{claim} holds where it is not defined"
                false = {">": apart <= 0, "≥": apart < 0, "=": apart > 0 or apart < 0, "≠": apart.is_zero()}
                assert not false[claim.args[0]]
    assert certain > 200


def test_signs_beside_a_root_have_an_end_where_there_are_more_roots_of_one_number():
    """√x − 2x^(1/4) + 1, squared beside its root, has that root again, and so on."""
    root, fourth = power(x, HALF), power(x, number(Fraction(1, 4)))
    square = power(add(fourth, MINUS_ONE), number(2))
    assert Facts().signs(square) == NOT_NEGATIVE
    assert Facts().signs(add(root, mul(number(-2), fourth), ONE)) == ANY
    assert Facts([relation(">", x, ONE)]).signs(minus(root, ONE)) == POSITIVE

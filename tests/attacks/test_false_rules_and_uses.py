"""Rules in a domain, and uses that a step forgot: false or too much, each refused; and true neighbours, accepted."""

import pytest

from tests.attacks.steps import A, D, V, eq, every, fn, has, inner, less, plus, times
from verify.core import matching
from verify.core.kernel import assume, cases, combine, identity, instantiate, telescope
from verify.core.nodes import DOMAIN, EUCLIDEAN, FUNCTION, MOST_HEIGHT, PARTIAL, Refused, node
from verify.core.signs import Facts
from verify.core.terms import ZERO, binding, function, mul, number, power, predicate, relation, variable
from verify.core.uses import slopes

f, g, x = variable("f", PARTIAL), variable("g", FUNCTION), variable("x")


def test_a_domain_is_of_values_not_of_rules():
    """Of a rule in the domain of f its gaps could not be asked: 0·g(r) became 0/r, which was said to be 0."""
    with pytest.raises(Refused, match="no argument"):
        predicate(DOMAIN, f, function([x], mul(ZERO, A(g, x))))
    with pytest.raises(Refused, match="no argument"):
        predicate(DOMAIN, f, g)
    said = has("smooth", function([x], mul(ZERO, A(g, x))))
    zero = has("smooth", function([x], ZERO))
    theorem = instantiate(assume(said), {}, hypotheses=[said], conclusion=zero)
    gap = function([x], mul(ZERO, power(x, number(-1))))
    with pytest.raises(Refused):
        instantiate(theorem, {g: function([x], power(x, number(-1)))}, hypotheses=[has("smooth", gap)], conclusion=zero)


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
    at_the_ends = [has("is defined", A(g, end, order=1)) for end in (a, plus(b, 1))]
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


@pytest.mark.parametrize("space", [variable("F", "constant"), variable("G", "constant")], ids=["F", "G"])
def test_an_equation_for_the_gradients_in_one_space_says_nothing_of_that_at_the_zero_of_another(space):
    """⊢ ∇f(0) = 0 in E, where ∇f(v) = 0 for all v of F, and ⟨∇f(0), ∇f(0)⟩ = 1 where that is so of all v of F."""

    def slope(at):
        return node("gradient", g, at)

    def square(at):
        return inner(slope(at), slope(at))

    head, none = variable("v", "vector"), times(0, V("u", space=space))
    v = V(head, space=space)
    for flat, there in ((every(head, eq(slope(v), 0)), slope), (every(head, eq(square(v), 0)), square)):
        with pytest.raises(Refused):
            identity(eq(there(ZERO), 0), [assume(flat)], hypotheses=[flat])
        for at in (none, V("w", space=space)):
            assert identity(eq(there(at), 0), [assume(flat)], hypotheses=[flat])
    flat = every(head, eq(slope(V(head)), 0))
    assert identity(eq(slope(ZERO), 0), [assume(flat)], hypotheses=[flat])
    curved = every(head, eq(node("hessian", g, v, none), 0))
    assert identity(eq(node("hessian", g, ZERO, none), 0), [assume(curved)], hypotheses=[curved])


@pytest.mark.parametrize("space", [EUCLIDEAN, variable("F", "constant")], ids=["E", "F"])
def test_a_vector_that_is_0_in_one_place_is_no_zero_vector_of_another_space_in_the_next(space):
    """Where h(g(v), |∇g(v)|²) = 0 for all v of F, that was said of h(g(0), |∇g(0·u)|²) for u of G."""
    h, head = variable("h", FUNCTION), variable("v", "vector")

    def both(first, second):
        slope = node("gradient", g, second)
        return A(h, A(g, first), inner(slope, slope))

    v, none = V(head, space=space), times(0, V("u", space=variable("G", "constant")))
    given = every(head, eq(both(v, v), 0))
    with pytest.raises(Refused):
        identity(eq(both(ZERO, none), 0), [assume(given)], hypotheses=[given])
    said, there = every(head, has("small", both(v, v))), has("small", both(ZERO, none))
    with pytest.raises(Refused):
        instantiate(assume(there), {}, hypotheses=[said], conclusion=there)
    assert identity(eq(both(v, v), 0), [assume(given)], hypotheses=[given])
    w = V("w", space=space)
    assert identity(eq(both(w, w), 0), [assume(given)], hypotheses=[given])
    there = has("small", both(w, w))
    assert instantiate(assume(there), {}, hypotheses=[said], conclusion=there)


def test_a_rule_is_not_used_at_values_because_a_match_says_so(monkeypatch):
    """A match binds what it likes: f(y) = 0 of f(r) = r for all r, ∇f(0) = 0 in E of that in F, "P"(y) of "P"(0)."""
    f, y, r, head = variable("f", FUNCTION), variable("y"), variable("r"), variable("v", "vector")
    every_value, said = every(r, eq(A(f, r), r)), every(r, has("P", times(r, y)), eq(r))
    slope = node("gradient", f, V(head, space=variable("F", "constant")))
    flat = every(head, eq(slope, 0))

    def careless(_pattern, _term, variables, bindings):
        bindings.update(dict.fromkeys(variables, ZERO))
        return True

    assert identity(eq(A(f, y), y), [assume(every_value)], hypotheses=[every_value])
    monkeypatch.setattr(matching, "match", careless)
    for goal, held in ((eq(A(f, y), 0), every_value), (eq(node("gradient", f, ZERO), 0), flat)):
        with pytest.raises(Refused):
            identity(goal, [assume(held)], hypotheses=[held])
    assert identity(eq(A(f, 0), 0), [assume(every_value)], hypotheses=[every_value])
    for at, true in ((y, False), (times(0, y), True)):
        assert Facts([said]).holds(has("P", at)) == true
    u, w = (V(head, space=space) for space in (EUCLIDEAN, variable("F", "constant")))
    n = variable("n", "integer")
    for rule, values in (
        (lambda a: function([head], a), lambda v: node("inner", v, v)),
        (lambda a: function([n], a), lambda v: v),
    ):
        of_rules = every(r, has("P", rule(times(r, values(u)))))
        for v in (u, w):
            assert Facts([of_rules]).holds(has("P", rule(times(0, values(v))))) == (v is u)

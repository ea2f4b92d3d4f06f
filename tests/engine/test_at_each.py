"""What holds "for all …" at an instance: told with the numbers of each, or with the values, and in few letters."""

import pytest
from sympy import Lambda, Rational, S

from verify.author.kernel import witness
from verify.claims import Claim, registry
from verify.claims.at_each import at_each
from verify.language.terms import Inner, eq, family, forall, function, ge, integer, le, real, vectors
from verify.verdicts.verdict import examine

a, b, c, u = real("a b c u")
t, T, k, n = integer("t T k n")
(z,) = vectors("z")
f, g = function("f"), family("g")
FALSE = ge(0, b)


@pytest.fixture(autouse=True)
def alone():
    """Each test declares its claims for itself alone."""
    with registry.using(registry.Registry()):
        yield


def claim(states, given):
    return Claim("toy/x", at="Lemma 1", says="a statement", states=states, given=given, reading="For real numbers.")


ROUND = [ge(t, 1), ge(T, t)]


def lines_at(values, *given):
    """What the counterexample to a claim with these hypotheses says of each of them."""
    made = claim(FALSE, given)
    made.counterexample(lambda made: witness(made.given, made.states[0], {b: 1, **values}))
    return examine(made).counterexample["lines"][: len(given)]


def test_a_hypothesis_for_all_of_a_short_range_is_told_for_each():
    said = lines_at({T: 3, g: [0, 1, 4]}, forall(t, ge(g(t), 0), ROUND))
    assert said == ["for all t with 1 ≤ t ≤ T: g(t) ≥ 0: t = 1: 0 ≥ 0; t = 2: 1 ≥ 0; t = 3: 4 ≥ 0"]


def test_a_relation_is_told_as_it_is_written():
    said = lines_at({T: 1, g: [2]}, forall(t, le(g(t), 3), ROUND))
    assert said == ["for all t with 1 ≤ t ≤ T: g(t) ≤ 3: t = 1: 2 ≤ 3"]


def test_an_index_is_not_what_has_its_name_outside():
    said = lines_at({T: 2, t: 5, g: [0, 1]}, forall(t, ge(g(t), 0), ROUND), ge(t, 4))
    assert said == ["for all t with 1 ≤ t ≤ T: g(t) ≥ 0: t = 1: 0 ≥ 0; t = 2: 1 ≥ 0", "t ≥ 4: 5 ≥ 4"]


def test_vectors_are_told_in_coordinates():
    said = lines_at({T: 2, z: [(1, 0), (0, -1)]}, forall(t, le(Inner(z(t), z(t)), 1), ROUND))
    assert said == ["for all t with 1 ≤ t ≤ T: ‖z(t)‖**2 ≤ 1: t = 1: 1 ≤ 1; t = 2: 1 ≤ 1"]


def test_only_what_the_conditions_leave_is_told():
    pairs = forall([t, k], ge(g(t), g(k)), [ge(t, 1), ge(3, t), ge(k, 1), ge(3, k), ge(t, k + 1)])
    (said,) = lines_at({g: [0, 1, 4]}, pairs)
    assert said.endswith(": t = 2, k = 1: 1 ≥ 0; t = 3, k = 1: 4 ≥ 0; t = 3, k = 2: 4 ≥ 1")


def test_a_range_that_depends_on_another_index_is_told_by_the_formula():
    (said,) = lines_at({g: [0, 1, 4]}, forall([t, k], ge(t, k), [ge(k, 1), ge(t, k + 1), ge(3, t)]))
    assert said.endswith(": for all t, k with k ≥ 1, k + 1 ≤ t ≤ 3: t ≥ k")


def test_a_long_range_is_told_by_the_formula_with_the_values():
    said = lines_at({T: 40, g: Lambda(n, n**2)}, forall(t, ge(g(t), t), ROUND))
    assert said == ["for all t with 1 ≤ t ≤ T: g(t) ≥ t: for all t with 1 ≤ t ≤ 40: t**2 ≥ t"]


def test_what_holds_for_all_numbers_is_told_as_its_author_wrote_it():
    said = lines_at({f: Lambda(a, a**2), c: 1}, forall([a, u], ge(f(a) + f(u) + c, 0)))
    assert said == ["for all a, u: c + f(a) + f(u) ≥ 0: for all a, u: a**2 + u**2 + 1 ≥ 0"]


def test_a_line_that_would_be_long_is_the_formula_of_the_core():
    told = at_each(forall(t, eq(g(t), g(t)), ROUND), {T: S(6), g: Lambda(n, n + Rational(1, 2))})
    assert told.count(";") == 5
    said = lines_at({T: 6, g: Lambda(n, n + Rational(1, 2))}, forall(t, eq(g(t), g(t)), ROUND))
    assert len(said[0]) < len(told)


def test_an_instance_is_told_in_the_same_way():
    made = claim(ge(g(1), 0), [ge(T, 1), forall(t, ge(g(t), 0), ROUND)])
    made.instance(lambda: {T: 2, g: [0, 1]})
    data = examine(made).evidence[0].data
    assert data["lines"][1].endswith(": t = 1: 0 ≥ 0; t = 2: 1 ≥ 0")

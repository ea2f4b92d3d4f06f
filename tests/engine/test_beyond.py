"""A family that an instance gives by a list is told at every index that the formulas ask for."""

import pytest
from sympy import Lambda, S, Sum, Tuple

from verify.audit import Claim, Inner, family, field, forall, ge, integer, le, vectors, witness
from verify.claims.beyond import completed
from verify.language.tables import as_family, in_words

t, T, i = integer("t T i")
f, p = family("f"), family("p", positive=True)
w, u = vectors("w u")


def told(listed, formula, name=f, size=1):
    values = {T: S(size), name.head: as_family(name.head, listed)}
    return in_words(completed(values, [formula])[name.head])


@pytest.mark.parametrize(
    ("listed", "formula", "said"),
    [
        ([-1, 2], ge(0, Sum(f(t), (t, 1, T + 1))), "(-1, 2) for i = 1, 2"),
        ([-1, 2], ge(0, Sum(f(t), (t, 1, T + 2))), "(-1, 2, 5) for i = 1, …, 3"),
        ([-1, 2], ge(f(0), 0), "(-4, -1, 2) for i = 0, …, 2"),
        ([-1, 2], forall(t, ge(f(t + 1), 0), [ge(t, 1), le(t, T)]), "(-1, 2) for i = 1, 2"),
        ([-1, 2], forall(t, ge(f(t + 2), 0), [ge(t, 1), le(t, T)]), "(-1, 2, 5) for i = 1, …, 3"),
        ([-1, 2], forall(t, ge(f(t), 0), [ge(t, 1)]), "(i ↦ 3*i - 4)"),
        ([-1, 2], ge(Sum(f(100 * t), (t, 1, T)), 0), "(i ↦ 3*i - 4)"),  # too many to be told
        ([-1, 2], ge(T, 1), "(-1, 2) for i = 1, 2"),
        ([-1, 2], ge(Sum(Sum(f(i), (i, 1, t + 1)), (t, 1, T)), 0), "(-1, 2) for i = 1, 2"),
        ([-1, 2], ge(Sum(Sum(f(i), (i, 1, t + 2)), (t, 1, T)), 0), "(-1, 2, 5) for i = 1, …, 3"),
        ([-1, 2], ge(Sum(Sum(f(i), (i, 1, t + 2)), (t, 1, T - 1)), 0), "(-1, 2) for i = 1, 2"),
        ([[1, 2], [3, 4]], ge(f(1, 2), 0), "((1, 2), (3, 4)) for t = 1, 2"),
        ([[1, 2], [3, 4]], ge(f(3, 2), 0), "((1, 2), (3, 4), (5, 6)) for t = 1, …, 3"),
        ([[1, 2], [3, 4]], ge(f(1, 3), 0), "(t, i ↦ i*(2 - t) + (i + 2)*(t - 1))"),
    ],
)
def test_a_list_goes_as_far_as_the_formulas(listed, formula, said):
    assert told(listed, formula) == said


def test_what_is_continued_may_be_positive_or_vectors():
    assert told([1, 2], ge(Sum(p(t), (t, 1, T + 2)), 0), p) == "(1, 2, 4) for i = 1, …, 3"
    values = {w(1).args[0]: as_family(w(1).args[0], [(0, 1), (2, 3)]), T: S(3)}
    (head,) = values.keys() - {T}
    assert in_words(completed(values, [ge(Sum(Inner(w(t), u), (t, 1, T)), 0)])[head]) == (
        "((0, 1), (2, 3), (4, 5)) for t = 1, …, 3"
    )


@pytest.mark.usefixtures("registry")
def test_a_counterexample_can_be_checked_from_what_is_printed():
    claim = Claim("toy/x", at="1", given=[ge(T, 1)], states=ge(0, Sum(f(t), (t, 1, T + 2))), reading="r")
    found = witness(claim.given, claim.states[0], {T: 1, f: [-1, 2]}).conclusion
    assert claim.displayed.assignment(found.assignment, [*claim.given, *claim.states])["f"] == (
        "(-1, 2, 5) for t = 1, …, 3"
    )


def test_an_index_may_be_a_member_of_another_list():
    k = family("k", integer=True)
    values = {T: S(2), k.head: as_family(k.head, [2, 3]), f.head: as_family(f.head, [5, 6])}
    found = completed(values, [forall(t, ge(f(k(t)), 0), [ge(t, 1), le(t, T)])])
    assert in_words(found[f.head]) == "(5, 6, 7) for i = 1, …, 3"
    assert in_words(found[k.head]) == "(2, 3) for i = 1, 2"


def test_what_is_applied_to_vectors_is_no_list():
    F = field("F")
    head = u.args[0]
    values = {head: Tuple(1, 2), F.head: Lambda((t,), t), f.head: as_family(f.head, [5, 6])}
    assert completed(values, [ge(F(2 * u) + f(1), 0)]) == values


def test_members_that_grow_without_end_are_left_to_the_formula():
    assert told([2, 3, 5, 7, 11], ge(Sum(p(t), (t, 1, T)), 0), p, size=20).startswith("(i ↦ ")
    assert told([1, 2, 5], ge(Sum(f(t), (t, 1, T)), 0), size=10**20).startswith("(i ↦ i**2")

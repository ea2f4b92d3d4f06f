"""Families of finitely many values: they have these values, and readers are shown these."""

import pytest
from sympy import Lambda, Rational

from verify.language.tables import in_words, listed, tabled
from verify.language.terms import integer

t, i = integer("t i")
ROWS = [(Rational(1, 2), 3), (5, Rational(7, 9)), (1, 2)]


@pytest.mark.parametrize("positive", [True, False])
def test_a_table_has_its_values(positive):
    family = tabled(ROWS, (t, i), positive=positive)
    assert [[family(a, b) for b in (1, 2)] for a in (1, 2, 3)] == [list(row) for row in ROWS]


@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize("first", [0, 1, 5])
def test_a_list_has_its_values(first, positive):
    values = [4, Rational(1, 3), 2]
    family = listed(values, t, first, positive=positive)
    assert [family(first + n) for n in range(3)] == values


def test_readers_are_shown_the_values():
    assert in_words(listed([4, Rational(1, 3)], t, 0)) == "(4, 1/3) for t = 0, 1"
    assert in_words(tabled([(1, 2), (3, 4)], (t, i))) == "((1, 2), (3, 4)) for t = 1, 2"
    assert in_words(Lambda(t, t + 1)) == "(t ↦ t + 1)"
    assert in_words(Rational(1, 2)) == "1/2"


def test_no_values_are_refused_by_name():
    with pytest.raises(ValueError, match="values is empty"):
        listed([], t)
    with pytest.raises(ValueError, match="rows is empty"):
        tabled([()], (t, i))

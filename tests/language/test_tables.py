"""Finitely many values as families: in counterexamples, of numbers and of vectors, and as readers see them."""

from __future__ import annotations

import pytest
from sympy import Lambda, Rational, S, Symbol, Tuple, exp

from verify.author.kernel import KernelError, witness
from verify.language import terms
from verify.language.tables import as_family, in_words, listed, tabled
from verify.language.terms import IllFormed, Inner, family, forall, ge, integer, le, positive, real, vectors
from verify.normal_forms.replacement import variable

x = real("x")
i, k, t = integer("i k t")
p = positive("p")
loss, weight = family("ℓ"), family("w", positive=True)
u, z = vectors("u z")


def fails(states, assignment, given=()):
    """The last line of the counterexample: what is violated, and by which numbers."""
    return str(witness(list(given), states, assignment).conclusion.lines[-1])


# --- vectors as families ----------------------------------------------------------------------------------------------


def test_a_vector_has_an_index_and_no_second_one():
    assert z(t) == z(t)
    assert z(t) != z(t + 1)
    with pytest.raises(IllFormed, match=r"z\(t\) has its indices already"):
        z(t)(i)


def test_a_vector_and_its_family_are_apart():
    assert fails(ge(Inner(z(1), u), 0), {z: [(1, 0)], u: (-2, 5)}) == "but not ⟨u, z(1)⟩ ≥ 0: -2 ≥ 0 is false"


# --- lists in counterexamples -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [1, 2, 3])
def test_a_list_has_its_values_from_the_index_one_on(at):
    values = [S(4), Rational(-1, 3), S(7)]
    assert as_family(variable(loss), values)(at) == values[at - 1]
    assert fails(ge(loss(at), 8), {loss: values}).endswith(f"{values[at - 1]} ≥ 8 is false")


def test_a_list_of_rows_has_the_row_first():
    rows = [[1, 2, 3], [4, 5, 6]]
    assert fails(ge(loss(2, 3), 9), {loss: rows}) == "but not ℓ(2, 3) ≥ 9: 6 ≥ 9 is false"
    made = as_family(variable(loss), rows)
    assert [[made(row, place) for place in (1, 2, 3)] for row in (1, 2)] == rows


@pytest.mark.parametrize(
    ("states", "value", "said"),
    [
        (ge(loss(1, 2), 0), [0, 1], r"ℓ: \[0, 1\] does not give ℓ\(1, 2\) a value: a list of rows, as"),
        (ge(loss(1), 0), [[0, 1]], r"ℓ: \[\[0, 1\]\] does not give ℓ\(1\) a value: .* a list, as \[0, 1\], for one"),
        (ge(loss(1, 2, 3), 0), [[0, 1]], r"ℓ: .* does not give ℓ\(1, 2, 3\) a value: .* and a Lambda for others"),
    ],
)
def test_a_list_for_another_number_of_indices_is_refused_by_name(states, value, said):
    with pytest.raises(KernelError, match=f"^witness: {said}"):
        witness([], states, {loss: value})


def test_a_family_of_functions_has_a_value_in_coordinates():
    loses = ge(loss(t, u), 1)
    assert fails(loses, {t: 2, u: (1, 3), loss: Lambda((t, x, p), t * x - p)}).endswith("-1 ≥ 1 is false")
    with pytest.raises(IllFormed, match=r"Lambda: u is a vector: .* a Lambda of its coordinates, a real variable each"):
        terms.Lambda((t, u), Inner(u, u))


@pytest.mark.parametrize("rows", [[(1, 0), (3, -1)], [[1, 0], [3, -1]], [Tuple(1, 0), Tuple(3, -1)]], ids=str)
def test_a_list_of_vectors_has_one_a_place(rows):
    assert fails(le(Inner(z(2), z(2)), 9), {z: rows}) == "but not ‖z(2)‖**2 ≤ 9: 10 ≤ 9 is false"


def test_values_of_a_positive_family_are_positive_everywhere():
    made = as_family(variable(weight), [S.Half, 3])
    assert (made(1), made(2)) == (S.Half, 3)
    assert made.expr.func is exp or made.expr.is_positive
    everywhere = forall(k, ge(weight(k), 0))
    assert fails(ge(weight(1), 1), {weight: [S.Half, 3]}, [everywhere]).endswith("1/2 ≥ 1 is false")
    assert fails(ge(weight(2, 1), 4), {weight: [[1, 2], [3, 4]]}).endswith("3 ≥ 4 is false")


def test_a_vector_of_one_coordinate_is_shown_as_those_of_more():
    assert in_words(Tuple(3)) == "(3)"
    assert in_words(as_family(z(1).args[0], [(1,), (5,)])) == "((1), (5)) for t = 1, 2"
    assert in_words(Lambda(x, Tuple(x + 1))) == "(x ↦ (x + 1))"
    assert in_words(Tuple(3, Rational(1, 2))) == "(3, 1/2)"


def test_what_is_no_list_is_as_it_was():
    formula = Lambda(i, i**2)
    assert as_family(variable(loss), formula) is formula
    assert as_family(x, S(3)) == 3


def test_hypotheses_are_checked_at_the_listed_values():
    bounded = forall(k, ge(loss(k), 0), [ge(k, 1), ge(3, k)])
    assert fails(ge(loss(1), 2), {loss: [1, 0, 0]}, [bounded]).endswith("1 ≥ 2 is false")
    with pytest.raises(KernelError, match="at k = 3 it says -1 ≥ 0 is false"):
        fails(ge(loss(1), 2), {loss: [1, 0, -1]}, [bounded])


@pytest.mark.parametrize(
    ("assignment", "said"),
    [
        ({loss: []}, "it must have at least one entry"),
        ({loss: [[], []]}, "it must have at least one entry"),
        ({loss: [[1, 2], [3]]}, "ℓ: the rows must have one length, not [1, 2]"),
        ({loss: [1, [3]]}, "ℓ: either all entries are rows or none is, not [1, [3]]"),
        ({loss: [[1], 3]}, "ℓ: either all entries are rows or none is, not [[1], 3]"),
        ({weight: [1, 0]}, "w is declared positive: 0 is no value of it"),
        ({weight: [[1, 2], [3, -4]]}, "w is declared positive: -4 is no value of it"),
        ({z: [(1, 0), (1,)]}, "z: the vectors must have one length, not [1, 2]"),
        ({z: [(1, 0), 1]}, "z: either all entries are vectors or none is"),
        ({x: [1, 2]}, "x is a number: a list is for a family of numbers or vectors, not [1, 2]"),
        ({loss: [[1.5]]}, "the float 1.5 is no exact number: a fraction is written Rational(3, 2)"),
        ({loss: (1, 2)}, "(1, 2) is no value of ℓ"),
        ({loss: abs}, "ℓ: its value is a Lambda of sympy, such as Lambda(s, Abs(s)), not abs"),
        ({loss: exp}, "ℓ: its value is a Lambda of sympy, such as Lambda(s, Abs(s)), not exp"),
        ({x: "one"}, "x: its value is an exact number, vector or Lambda, not 'one'"),
        ({z: [(1, 0), (0.5, 0)]}, "z: the float 0.5 is no exact number: a fraction is written Rational(1, 2)"),
        ({x: 0.5 * S.Pi}, "x: the float 0.5 is no exact number: a fraction is written Rational(1, 2)"),
        ({loss: Lambda((t, i), 0.25 * t)}, "ℓ: the float 0.25 is no exact number"),
        ({x: (1,)}, "x is a number: (1,) is no value of it; tuples are values of vectors"),
        ({x: x + i}, "x is a number: its value is a number, and i + x speaks of i, x"),
        ({z: [(1,)]}, "vectors of different dimensions: 1, 2"),
        ({"x": 1}, "x is not a variable"),
    ],
    ids=str,
)
def test_what_is_no_family_is_refused(assignment, said):
    assert said in refusal(assignment)


def test_a_function_of_python_is_refused():  # apart, as its text has an address
    said = "ℓ: its value is a Lambda of sympy, such as Lambda(s, Abs(s)), not a function of Python"
    assert said in refusal({loss: lambda s: s})


def refusal(assignment):
    """What is said of these values among others that are right."""
    rest = {x: 1, loss: [[1, 2], [3, 4]], weight: [1, 1], u: (1, 0), z: [(1, 0)]}
    goal = ge(x + loss(1, 1) + weight(1) + Inner(u, z(1)), 100)
    with pytest.raises(KernelError) as refused:
        witness([], goal, {v: value for v, value in rest.items() if v not in assignment} | assignment)
    return str(refused.value)


def test_what_is_no_integer_is_no_value_of_one():
    with pytest.raises(KernelError, match="witness: i is an integer: 3/2 is no value of it"):
        witness([], ge(i, 9), {i: S(3) / 2})
    with pytest.raises(KernelError, match="witness: i is an integer: its value is a number, and t speaks of t"):
        witness([], ge(i, 9), {i: t})


def test_what_has_a_value_and_is_nowhere_is_named_where_an_assignment_is_refused():
    assert fails(ge(x, 2), {x: 1, u: (1, 0)}).endswith("1 ≥ 2 is false")
    bounded = forall(k, ge(loss(k), 0), [ge(k, 1), ge(3, k)])
    with pytest.raises(KernelError, match=r"at k = 3 it says -1 ≥ 0 is false; nothing speaks of u$"):
        fails(ge(loss(1), 2), {loss: [1, 0, -1], u: (1, 0)}, [bounded])
    with pytest.raises(KernelError, match=r"; nothing speaks of u, z$"):
        witness([], ge(x, 2), {x: 3, u: (1, 0), z: [(1, 0)]})
    with pytest.raises(KernelError, match=r"no value is given for x; nothing speaks of u$"):
        witness([], ge(x, 2), {u: (1, 0)})


def test_a_value_that_is_missing_is_named():
    with pytest.raises(KernelError, match="no value is given for x, ℓ"):
        witness([], ge(loss(1) + x, 0), {})


# --- how they are shown -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("family", "said"),
    [
        (listed([5], i), "5 for i = 1"),
        (listed([1, S.Half], i), "(1, 1/2) for i = 1, 2"),
        (listed([1, 2, 4], i), "(1, 2, 4) for i = 1, …, 3"),
        (listed([1, 2], i, 0), "(1, 2) for i = 0, 1"),
        (listed([1, 3], i, positive=True), "(1, 3) for i = 1, 2"),
        (listed([(1, 0), (0, 1)], t), "((1, 0), (0, 1)) for t = 1, 2"),
        (tabled([[0, 1]], (t, i)), "(0, 1) for t = 1"),
        (tabled([[0, 1], [1, 0]], (t, i)), "((0, 1), (1, 0)) for t = 1, 2"),
        (Lambda(i, i**2), "(i ↦ i**2)"),
        (S.Half, "1/2"),
    ],
    ids=str,
)
def test_a_family_is_shown_by_its_values(family, said):
    assert in_words(family) == said


def test_a_list_reads_as_the_table_that_it_makes():
    assert in_words(as_family(variable(loss), [1, 2, 4])) == in_words(listed([1, 2, 4], Symbol("i", integer=True)))


def test_a_list_that_is_the_identity_leaves_other_identities_as_they_are():
    assert in_words(listed([1, 2], t)) == "(x ↦ x)"
    assert in_words(Lambda(x, x)) == "(x ↦ x)"


@pytest.mark.parametrize(
    ("value", "taken", "said"),
    [
        (Lambda(x, x), ["x"], "(r ↦ r)"),
        (Lambda(x, x + t), ["x", "r"], "(s ↦ s + t)"),
        (Lambda((x, t), x * t), ["t"], "(x, r ↦ r*x)"),
        (listed([1, 4], t), ["t"], "(1, 4) for r = 1, 2"),
        (Lambda(x, x), ["w"], "(x ↦ x)"),
    ],
    ids=str,
)
def test_a_bound_variable_has_no_name_of_a_variable_beside_it(value, taken, said):
    assert in_words(value, taken) == said

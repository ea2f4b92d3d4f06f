"""Equations of inner products with long fractions: what holds is proved, and what differs in one digit is refused."""

from fractions import Fraction

import pytest

from verify.core.nodes import CONSTANT, NUMBER, VECTOR, node
from verify.core.terms import add, mul, number, power, variable
from verify.export.rocq import coqc
from verify.export.rocq.definedness import Writer
from verify.export.rocq.names import Names
from verify.export.rocq.products import by_products

LONG = Fraction(-463886532739072, 719114964300747)
U, V, W = (node("vector", variable(name, VECTOR), variable("E", CONSTANT)) for name in "uvw")
X = variable("x", NUMBER)


def inner(a, b):
    return node("inner", a, b)


def sides(c, square):
    """⟨u + c·v, u + c·v⟩·x, taken apart with this square of c."""
    one = add(U, mul(number(c), V))
    apart = add(inner(U, U), mul(number(2 * c), inner(V, U)), mul(number(square), inner(V, V)))
    return mul(inner(one, one), X), mul(apart, X)


def written(left, right):
    writer = Writer(Names())
    for t in (left, right):
        writer.names.learn(t)
    return f"{writer.term(left)} = {writer.term(right)}", by_products(writer, left, right)


@pytest.mark.parametrize(("c", "tactic"), [(Fraction(2, 3), "by_products ("), (LONG, "Products.by_products (")])
def test_what_follows_is_proved_and_no_other_equation(library, c, tactic):
    def file(goal):
        names = "(E : Space) (u v : E) (x : R)"
        text = f"Goal forall {names}, {goal.replace('u_', 'u').replace('v_', 'v').replace('x_', 'x')}."
        proof = f"Proof. intros. {how.replace('u_', 'u').replace('v_', 'v')} Qed."
        return f"From Verify Require Import Steps.\nSet Default Timeout 20.\n{text}\n{proof}\n"

    goal, how = written(*sides(c, c * c))
    assert how.startswith(tactic)
    wrong, none = written(*sides(c, c * c + Fraction(1, 10**30)))
    assert none is None
    assert wrong != goal
    assert [ran.passed for ran in coqc.in_turn([file(goal), file(wrong)], library, 60)] == [True, False]


def test_an_equation_that_takes_more_has_no_such_proof():
    left, right = sides(Fraction(2), Fraction(4))
    assert written(left, add(right, number(1)))[1] is None
    root = power(number(2), number(Fraction(1, 2)))
    assert written(mul(root, root, inner(add(U, V), W)), mul(number(2), inner(add(U, V), W)))[1] is None


def test_products_of_single_vectors_are_left_to_other_rules():
    assert written(inner(U, V), inner(V, U))[1] is None

"""Chains, inequalities that the prover decides, and inductions: what they conclude, from what, and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, Rational, S, Sum, exp, log

from verify.author.following import at, follows
from verify.author.kernel import KernelError, Theorem, assume, generalize, proves
from verify.author.steps import by_induction, chain, decided
from verify.language.terms import (
    Inner,
    Relation,
    eq,
    family,
    forall,
    function,
    ge,
    gt,
    integer,
    le,
    lt,
    ne,
    nonnegative,
    positive,
    real,
    vectors,
)
from verify.language.translation import translate

a, b, c, d, x, y = real("a b c d x y")
p, q = positive("p"), nonnegative("q")
k, n, m, T = integer("k n m T")
f, loss = function("f"), family("l")
u, v, w = vectors("u v w")


def says(theorem: Theorem, goal: Any, *hypotheses: Any) -> None:
    """The theorem is the goal under exactly these hypotheses."""
    assert set(map(translate, theorem.hypotheses)) == set(map(translate, hypotheses))
    proves(theorem, list(hypotheses), goal)


def chained(*links: Relation) -> Theorem:
    """The chain of these links, each from itself."""
    return chain(*((link, link) for link in links))


# --- chains -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("links", "goal"),
    [
        ([le(a, b), le(b, c)], le(a, c)),
        ([le(a, b), lt(b, c)], lt(a, c)),
        ([eq(a, b), le(b, c)], le(a, c)),
        ([le(a, b), eq(b, c), lt(c, d)], lt(a, d)),
        ([ge(a, b), ge(b, c)], ge(a, c)),
        ([gt(a, b), eq(b, c), ge(c, d)], gt(a, d)),
        ([eq(a, b), eq(b, c)], eq(a, c)),
        ([eq(u, v), eq(v, w)], eq(u, w)),
        ([le(a, b)], le(a, b)),
    ],
    ids=str,
)
def test_a_chain_leads_from_its_beginning_to_its_end(links, goal):
    theorem = chained(*links)
    says(theorem, goal, *links)
    assert str(theorem.conclusion) == str(goal)


def test_each_link_has_reasons_of_its_own():
    theorem = chain((le(2 * x * y, x**2 + y**2), (x - y) ** 2), (lt(x**2 + y**2, 3), [le(x**2, 1), lt(y**2, 2)]))
    says(theorem, lt(2 * x * y, 3), le(x**2, 1), lt(y**2, 2))


def test_a_link_that_is_no_inequality_of_sympy_s_own_making_is_read():
    says(chain((a <= b, le(a, b)), (lt(b, c), b < c)), lt(a, c), le(a, b), lt(b, c))


@pytest.mark.parametrize(
    ("links", "said"),
    [
        ([(le(a, b), le(a, b)), (le(c, d), le(c, d))], "link 2 begins with c, and the one before it ends with b"),
        ([(ge(a, b), ge(a, b)), (ge(a, c), ge(a, c))], "link 2 begins with a, and the one before it ends with b"),
        ([(le(a, b), le(a, b)), (ge(b, c), ge(b, c))], "some links go up and some go down"),
        ([(le(a, b), le(a, b)), (lt(b, c), le(b, c))], "link 2: b < c would be 1 times (b ≤ c), but no term is strict"),
        ([(ne(a, b), ne(a, b))], "link 1 must begin with an equation or inequality, not a ≠ b"),
        ([(assume(le(a, b)),)], "link 1 must begin with an equation or inequality, not a ≤ b ⊢ a ≤ b"),
        ([(le(a, b), le(a, b)), le(b, c)], "link 2 must be a relation with its reasons, in brackets, not b ≤ c"),
        ([()], "link 1 must be a relation with its reasons"),
        ([(le(a, b), "obvious")], "link 1: a reason is a theorem, a formula, a term ≥ 0 or a list of these"),
        ([], "there is no link"),
    ],
    ids=str,
)
def test_a_link_that_does_not_hold_the_chain_is_named(links, said):
    with pytest.raises(KernelError) as refused:
        chain(*links)
    assert str(refused.value).startswith("chain: ")
    assert said in str(refused.value)


# --- what the prover decides ------------------------------------------------------------------------------------------


def test_an_inequality_is_decided_under_its_conditions():
    says(decided(ge(x - 1, log(x)), gt(x, 0)), ge(x - 1, log(x)), gt(x, 0))
    says(decided(ge(x * y, 0), [ge(x, 0), [ge(y, 0)]]), ge(x * y, 0), ge(x, 0), ge(y, 0))
    says(decided(ge(Abs(x), x)), ge(Abs(x), x))


def test_declared_signs_are_conditions_that_leave_no_hypothesis():
    says(decided(ge(p - 1, log(p))), ge(p - 1, log(p)))
    says(decided(ge(q * exp(q), q)), ge(q * exp(q), q))
    with pytest.raises(KernelError, match="is refuted at"):
        decided(ge(x * exp(x), 2 * x))


def test_what_holds_for_numbers_holds_for_integers():
    proves(decided(ge(n - 1, log(n)), ge(n, 1)), [ge(n, 1)], ge(n - 1, log(n)))
    with pytest.raises(KernelError, match="is not among"):
        proves(decided(ge(n - 1, log(n)), ge(n, 1)), [ge(n, 0)], ge(n - 1, log(n)))


@pytest.mark.parametrize(
    ("goal", "given", "said"),
    [
        (ge(n**2, n), [], "nothing was found that leads from the conditions to it"),
        (ge(x, 0), [ge(x, -1)], "x ≥ 0 is refuted at x = -1: -1 ≥ 0 is false"),
        (ge(n**2, n + Rational(1, 10)), [ge(n, 0)], "is refuted at n = 0: 0 ≥ 1/10 is false"),
        (ge(log(p) + 1 / S.Zero, 0), [], "decided: 1/0 was written"),
        (ge(f(x) ** 2, 0), [], "f is a FunHead; the prover speaks of numbers only"),
        (ge(Inner(u, u), 0), [], "u is a VecHead; the prover speaks of numbers only"),
        (ge(x**2 + integer("x") ** 2, 0), [], "two variables have one name: x, x"),
        (eq(x, x + y - y), [], "the prover decides ≥ and > only"),
        (ge(x, 0), [assume(ge(x, 1))], "needs relations, not x ≥ 1 ⊢ x ≥ 1"),
        (ge(x, 0), [x], "needs relations, not x"),
        (ge(x, 0), [None], "not None"),
        ("x ≥ 0", [], "needs relations, not x ≥ 0"),
        (x**2 >= 0, [], "sympy evaluated it to True"),
        (forall(x, ge(x**2, 0)), [], "needs relations, not for all x: x**2 ≥ 0"),
    ],
    ids=str,
)
def test_what_is_not_decided_is_said(goal, given, said):
    with pytest.raises(KernelError) as refused:
        decided(goal, *given)
    assert str(refused.value).startswith("decided: ")
    assert said in str(refused.value)


# --- inductions -------------------------------------------------------------------------------------------------------

GROWS = forall(k, ge(loss(k + 1), loss(k)), [ge(k, 1), ge(T, k + 1)])


def test_an_induction_goes_on_from_its_start():
    says(by_induction(ge(2**n, n + 1), n, 0, base=[1], step=[n]), ge(2**n, n + 1), ge(n, 0))
    says(by_induction(eq(Sum(k, (k, 1, n)), n * (n + 1) / 2), n, 1), eq(Sum(k, (k, 1, n)), n * (n + 1) / 2), ge(n, 1))


def test_a_step_may_be_a_function_of_the_goal():
    goal = ge((1 + x) ** n, 1 + n * x)

    def step(here: Theorem) -> Theorem:
        assert here.conclusion == goal
        return follows(ge((1 + x) ** (n + 1), 1 + (n + 1) * x), here, x**2, gt(1 + x, 0), ge(n, 0))

    says(by_induction(goal, n, 0, step=step), goal, gt(1 + x, 0), ge(n, 0))


@pytest.mark.parametrize("step", [n, ge(n, 1), [ge(n, 1)], assume(ge(n, 1))], ids=str)
def test_reasons_of_a_step_may_stand_alone(step):
    says(by_induction(ge(n**2, n), n, 1, step=step), ge(n**2, n), ge(n, 1))


@pytest.mark.parametrize("last", [T, T - 1, S(7)], ids=str)
def test_an_induction_may_end(last):
    grows = forall(k, ge(loss(k + 1), loss(k)), [ge(k, 1), ge(last, k + 1)])
    goal = ge(loss(n), loss(1))
    made = by_induction(goal, n, 1, step=[at(grows, n)], until=last)
    says(made, goal, grows, ge(n, 1), ge(last, n))


def test_without_an_end_what_holds_only_so_far_is_refused():
    with pytest.raises(KernelError, match=r"speaks of n|is free"):
        by_induction(ge(loss(n), loss(1)), n, 1, step=[at(GROWS, n)])


def test_a_goal_may_speak_of_all_values():
    goal = forall(x, ge((1 + x**2) ** n, 1))
    base = generalize(follows(ge((1 + x**2) ** 0, 1)), [x])

    def step(here: Theorem) -> Theorem:
        return generalize(follows(ge((1 + x**2) ** (n + 1), 1), at(here, x), x**2 * (1 + x**2) ** n), [x])

    says(by_induction(goal, n, 0, base=base, step=step), goal, ge(n, 0))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"goal": ge(n**2, n + 1)}, "by_induction: the base: 1 ≥ 2 is no combination of nothing"),
        ({"goal": le(n**2, n)}, "by_induction: the step: -2*n ≥ 0 is missing"),
        ({"step": None}, "by_induction: the step: a reason is a theorem"),
        ({"step": lambda here: None}, "by_induction: the step must return a theorem, not None"),
        ({"step": lambda here: here}, "induct: n^2 ≥ n does not say (n + 1)^2 ≥ n + 1"),
        ({"base": assume(ge(x, 0))}, "induct: x ≥ 0 does not say 1^2 ≥ 1"),
        ({"base": "clear"}, "by_induction: the base: a reason is a theorem"),
        ({"goal": forall(x, ge(x**2 * n, 0))}, "the base must be given as a theorem, not as reasons"),
        ({"goal": "n² ≥ n"}, "by_induction: the goal must be a formula"),
        ({"n": x}, "by_induction: the induction is over an integer variable, not x"),
        ({"n": "n"}, "by_induction: the induction is over an integer variable, not 'n'"),
        ({"until": n}, "by_induction: the last value, n, must not speak of n"),
        ({"start": Rational(3, 2)}, "the start must be an integer free of n, not 3/2"),
        ({"start": n + 1}, "by_induction: the first value, n + 1, must not speak of n"),
    ],
    ids=lambda item: item if isinstance(item, str) else " ".join(item),
)
def test_what_breaks_an_induction_is_said(change, said):
    arguments = {"goal": ge(n**2, n), "n": n, "start": 1, "step": [n]} | change
    with pytest.raises(KernelError) as refused:
        by_induction(**arguments)
    assert said in str(refused.value)


def test_the_step_of_a_goal_for_all_must_be_a_theorem():
    goal = forall(x, ge((1 + x**2) ** n, 1))
    base = generalize(follows(ge((1 + x**2) ** 0, 1)), [x])
    with pytest.raises(KernelError, match="the step must be given as a theorem, not as reasons"):
        by_induction(goal, n, 0, base=base, step=[x**2])

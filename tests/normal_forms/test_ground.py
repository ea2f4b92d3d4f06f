"""Statements without free variables: decided exactly, for each integer of a finite range in turn, or not at all."""

from __future__ import annotations

import pytest
from sympy import Lambda, Rational, S, Symbol, exp, log, sqrt

from verify.author.kernel import KernelError, witness
from verify.language.terms import eq, family, forall, ge, gt, integer, le, lt, real
from verify.normal_forms import ground
from verify.normal_forms.ground import LONGEST_RANGE, decided

s = real("s")
t, i = integer("t i")
w = family("w")


def test_a_relation_between_constants_is_decided_exactly():
    assert decided(eq(sqrt(8), 2 * sqrt(2))) is True
    assert decided(gt(sqrt(2), Rational(3, 2))) is False


def test_what_is_far_from_zero_needs_no_normal_form(monkeypatch):
    def no_normal_form(term):
        raise AssertionError(term)

    monkeypatch.setattr(ground, "exact_value", no_normal_form)
    assert decided(gt(exp(sqrt(2)), exp(sqrt(3)) / 2)) is True
    assert decided(gt(exp(sqrt(2)), exp(sqrt(3)))) is False


def test_what_has_no_value_is_not_decided():
    assert decided(ge(log(sqrt(8) - 2 * sqrt(2)), 0)) is None


def test_each_integer_of_a_finite_range_counts():
    within = [ge(t, 1), le(t, 3)]
    assert decided(forall(t, ge(9, t**2), within)) is True
    assert decided(forall(t, gt(9, t**2), within)) is False
    assert decided(forall(t, gt(9, t**2), [gt(t, 0), lt(t, 3)])) is True


def test_a_failure_in_the_middle_of_a_range_is_seen():
    assert decided(forall(t, gt((t - 2) ** 2, 0), [ge(t, 1), le(t, 3)])) is False


def test_nothing_is_asked_of_an_empty_range():
    assert decided(forall(t, gt(0, 1), [ge(t, 1), le(t, 0)])) is True
    assert decided(forall([t, s], gt(s, s), [ge(t, 1), le(t, 0)])) is True


def test_other_conditions_leave_out_what_they_exclude():
    within = [ge(t, 1), le(t, 3)]
    assert decided(forall(t, ge(1, t), [*within, le(t**2, 2)])) is True
    assert decided(forall(t, ge(1, t), [*within, le(t**2, 4)])) is False


def test_several_ranges_and_statements_within_statements():
    pairs = forall([t, i], ge(6, t + i), [ge(t, 1), le(t, 3), ge(i, 1), le(i, 3)])
    assert decided(pairs) is True
    triangle = forall([t, i], ge(t, i), [ge(t, 1), le(t, 3), ge(i, 1), le(i, t)])
    assert decided(triangle) is True
    nested = forall(t, forall(i, ge(5, t * i), [ge(i, 1), le(i, 2)]), [ge(t, 1), le(t, 3)])
    assert decided(nested) is False


@pytest.mark.parametrize(
    "formula",
    [
        forall(t, ge(t, 1), [ge(t, 1)]),
        forall(t, ge(t, 1), [ge(t, 1), le(t, LONGEST_RANGE + 1)]),
        forall(s, ge(s, 1), [ge(s, 1), le(s, 1)]),
        forall([t, s], ge(s**2, 0), [ge(t, 1), le(t, 1)]),
        forall(t, ge(t, 1), [ge(2 * t, 1), le(2 * t, 5)]),
        forall(Symbol("p", integer=True, positive=True), gt(0, 1), [ge(t, 1)]),
    ],
    ids=["no end", "too long", "real numbers", "a real number is left", "a multiple is bounded", "a declared sign"],
)
def test_what_is_no_finite_range_is_left_undecided(formula):
    assert decided(formula) is None


def test_a_declared_sign_is_no_range():
    p = Symbol("p", integer=True, positive=True)
    assert decided(forall(p, ge(p, 1), [ge(p, 0), le(p, 2)])) is None


def test_a_witness_meets_rounds_by_looking_at_each():
    n = integer("n")
    squares = forall(t, eq(w(t), t**2), [ge(t, 1), le(t, n)])
    assert witness([squares], gt(4, w(n)), {n: 2, w: Lambda(t, t**2)}).rule == "witness"
    with pytest.raises(KernelError, match="not shown to meet"):
        witness([squares], gt(4, w(n)), {n: 2, w: Lambda(t, 3 * t - 1)})


def test_a_round_without_a_value_is_not_met():
    logs = forall(t, ge(t * log(t), 0), [ge(t, 0), le(t, 1)])
    with pytest.raises(KernelError):
        witness([logs], gt(S.Zero, 1), {})

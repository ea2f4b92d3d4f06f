"""The nearest true statement: what is proposed, that it is proved and about something, and what is never looked at."""

import functools
import importlib
import math
import sys
from dataclasses import replace
from itertools import islice

import pytest
from sympy import Abs, Lambda, Rational, S, Sum, acos, cos, exp, log, pi, sin, sqrt

from verify.audit import (
    Claim,
    Inner,
    eq,
    exists,
    family,
    field,
    forall,
    ge,
    gt,
    integer,
    le,
    lt,
    ne,
    nonnegative,
    norm,
    positive,
    real,
    vectors,
)
from verify.author import kernel
from verify.axioms import DIST, EXP
from verify.claims import registry
from verify.claims.registry import Registry, using
from verify.commands.cli import main
from verify.discover.discovering import Discovery
from verify.language.terms import Tangent, Vec, VecHead, point
from verify.repair import repairing, restating
from verify.repair.changes import changes
from verify.repair.comparing import Known, implies, is_weaker
from verify.repair.conditions import conditions
from verify.repair.evaluating import Assignment
from verify.repair.pool import Pool, spread
from verify.repair.repairing import Repair, nearest, repair
from verify.repair.restated import restated
from verify.repair.rewording import reworded
from verify.repair.trying import LONG, QUICK, Look, look

a, b, x, y = real("a b x y")
p = positive("p")
t, T = integer("t T")
f = family("f")
F = field("F")
u, v = vectors("u v")


def claim(given, states, id="toy/claim"):
    with using(Registry()):
        return Claim(id, at="Lemma", given=given, states=states, reading="R.", open_because="Nothing decides it.")


def offered(given, states):
    return {(change.given, change.states) for change in changes(claim(given, states))}


def test_a_hypothesis_for_all_values_is_named_once():
    words = [change.words for change in changes(claim([ge(T, 1)], [ge(Sum(f(t), (t, 1, T)), 0)]))]
    assert any(said.startswith("for all ") for said in words)
    assert any(said.startswith("for T ") for said in words)
    assert not any("for for" in said for said in words)


# --- the grammar ------------------------------------------------------------------------------------------------------


def test_hypotheses_of_each_kind_are_offered():
    given, states = [ge(T, 1)], [ge(Sum(f(t), (t, 1, T)), log(a) * norm(u) + b / (1 - x) + Inner(u, v))]
    found = {formula for _, formula in conditions(given, states)}
    assert {ge(a, 0), gt(b, 0), le(x, 1), ge(T, 2), le(a, b), lt(a, b), le(a * b, 1)} <= found
    assert {gt(1 - x, 0), gt(Inner(u, u), 0), ge(Inner(u, v), 0), eq(u, v), le(norm(u), norm(v)), ge(a, 1)} <= found
    assert forall(t, ge(f(t), 0), [ge(t, 1), ge(T, t)]) in found
    assert not found & {*given, *states}


def test_what_is_stated_is_not_supposed():
    assert not {f for _, f in conditions([], [eq(a, b)])} & {eq(a, b), eq(b, a)}
    assert le(a, b) in {f for _, f in conditions([], [ge(a, b)])}
    assert ge(a, b) not in {f for _, f in conditions([], [ge(a, b)])}


@pytest.mark.parametrize(
    ("given", "states", "changed"),
    [
        ([], [gt(a, b)], ([], [ge(a, b)])),
        ([ge(x, 0)], [gt(a, b)], ([gt(x, 0)], [gt(a, b)])),
        ([], [ge(a + b, 0)], ([], [ge(a - b, 0)])),
        ([], [le(a, 2 * b)], ([], [le(a, 4 * b)])),
        ([], [le(a, b / 2)], ([], [le(a, b / 3)])),
        ([], [le(a, b**2)], ([], [le(a, b)])),
        ([], [le(a, b)], ([], [le(a, sqrt(b))])),
        ([], [eq(a, b)], ([], [le(a, b)])),
        ([], [eq(a, b)], ([], [eq(Abs(a), Abs(b))])),
        ([], [eq(a, b)], ([], [eq(a, 1 - b)])),
        ([], [ne(a, b)], ([], [eq(a, b)])),
        ([], [ge(a, 0), ge(b, 0)], ([], [ge(b, 0)])),
        ([], [le(Sum(f(t), (t, 1, T)), a)], ([], [le(Sum(f(t), (t, 1, T - 1)), a)])),
        ([], [le(Sum(f(t), (t, 1, T)), a)], ([], [le(Sum(f(t + 1), (t, 1, T)), a)])),
        ([], [eq(sqrt(a), b)], ([], [eq(sqrt(a), Abs(b))])),
        ([], [le(f(t) * a, f(t) + b)], ([], [le(f(t + 1) * a, f(t + 1) + b)])),
        ([ge(x, 0), le(x, 1)], [gt(a * x, b)], ([gt(x, 0), lt(x, 1)], [gt(a * x, b)])),
        ([ge(x, 0), ge(y, a)], [gt(y, x)], ([gt(x, 0), gt(y, a)], [gt(y, x)])),
        ([], [gt(a * x, b + x)], ([], [gt(-a * x, b - x)])),
        ([], [gt(a * x, b + x)], ([], [gt(a * x, b - x)])),
    ],
)
def test_changes_of_each_kind_are_offered(given, states, changed):
    assert (tuple(changed[0]), tuple(changed[1])) in offered(given, states)


def test_single_changes_come_first_the_smallest_of_each_kind_first_and_none_twice():
    original = claim([ge(x, 0)], [ge(a * x, b)])
    found = list(changes(original))
    single = [c for c in found if c.is_single]
    assert found[: len(single)] == single
    for kind in ((True, False), (False, True)):
        sizes = [c.size for c in single if c.kind(original) == kind]
        assert len(sizes) > 5
        assert sizes == sorted(sizes)
    assert {c.kind(original) for c in found[len(single) :]} == {(True, True)}
    assert len({(c.given, c.states) for c in found}) == len(found)


@pytest.mark.parametrize(
    ("stated", "same"),
    [
        (eq(Sum(f(t) ** 2, (t, 1, T)), 0), eq(Sum(2 * f(t) ** 2, (t, 1, T)), 0)),
        (eq(a * b, 0), eq(-a * b, 0)),
        (eq(Inner(u, v) * u, 0 * u), eq(2 * Inner(u, v) * u, 0 * u)),
        (ge(a * b, 0), ge(2 * a * b, 0)),
    ],
)
def test_a_multiple_of_what_is_compared_with_0_is_no_change(stated, same):
    made = {states for _, states in offered([], [stated])}
    assert (same,) not in made
    assert len(made) > 3


@pytest.mark.parametrize(
    ("side", "other", "in_equations", "in_inequalities"),
    [
        (a * b, 2 * a * b, True, True),
        (a * b, -a * b, True, False),
        (Sum(f(t), (t, 1, T)), Sum(-f(t), (t, 1, T)), True, False),
        (Sum(3 * f(t), (t, 1, T)), Sum(f(t), (t, 1, T)) / 2, True, True),
        (a * b, a * b**2, False, False),
        (a * b, 0 * a, False, False),
    ],
)
def test_only_multiples_by_positive_numbers_say_as_much_in_an_inequality(side, other, in_equations, in_inequalities):
    assert restating._says_as_much(eq(side, 0), side, other) == in_equations
    assert restating._says_as_much(ge(side, 0), side, other) == in_inequalities


def test_an_equation_is_weakened_to_magnitudes_before_its_constants_are_changed():
    found = [change.states for change in changes(claim([], [eq(a - x * y, a - x * b)]))]
    assert found.index((eq(Abs(a - x * y), Abs(a - x * b)),)) < 25


def test_hypotheses_and_statements_are_changed_in_turn():
    """However many ways there are to change one, the other is not left for last."""
    original = claim([ge(x, 0)], [ge(a * x + a * b * sqrt(x) + b**2 / (1 + x), x * exp(a))])
    kinds = [c.kind(original) for c in changes(original) if c.is_single][:20]
    assert {kinds.count(kind) for kind in set(kinds)} == {10}


def test_a_ball_may_have_been_meant_where_its_sphere_is_named():
    given = [eq(Inner(u, u), p), forall(v, ge(F(v), F(u)), [eq(Inner(v, v), p)]), ge(a, 0)]
    inside = (ge(p, Inner(u, u)), forall(v, ge(F(v), F(u)), [ge(p, Inner(v, v))]), ge(a, 0))
    outside = (ge(Inner(u, u), p), forall(v, ge(F(v), F(u)), [ge(Inner(v, v), p)]), ge(a, 0))
    found = {made for made, _ in offered(given, [gt(F(u), a)])}
    assert {inside, outside} <= found
    assert inside[1:] not in {made for made, _ in offered(given[1:], [gt(F(u), a)])}


def test_what_multiplies_a_sum_may_need_a_sign_with_its_members():
    found = {made for _, made in conditions([], [ge(a * Sum(f(t) * (b - f(t)), (t, 1, T)), x)])}
    assert forall(t, ge(a * f(t), 0), [ge(t, 1), ge(T, t)]) in found
    assert forall(t, le(a * (b - f(t)), 0), [ge(t, 1), ge(T, t)]) in found


def test_geodesics_may_have_to_be_shortest_paths():
    start, end = point("p"), point("q")
    way = Vec(VecHead("U"), Tangent(start))
    reached = forall(t, eq(EXP(start, f(t) * way), end), [ge(t, 1)])
    shortest = forall(t, eq(DIST(start, end), norm(f(t) * way)), [ge(t, 1)])
    assert shortest in {made for _, made in conditions([reached], [ge(DIST(start, end), a)])}
    assert shortest not in {made for _, made in conditions([reached], [ge(a, 0)])}


def test_a_constant_takes_any_factor():
    (change,) = [c for c in changes(claim([], [le(a, b)])) if (c.given, c.states) == ((), (le(a, 2 * b),))]
    assert change.at(Rational(3, 2)).states == (le(a, Rational(3, 2) * b),)
    assert all(r.scaled(r.factor) == r.term for r in reworded(a * log(1 + b) / 2) if r.scaled)


def test_what_stands_for_an_exists_is_left_alone():
    for change in changes(claim([], exists(x, [ge(x, a), le(x, b)]))):
        assert change.states[0] == ge(real("anything"), 0)
        assert not any(real("anything") in f.free_symbols for f in change.given[1:])


def test_what_becomes_a_ball_in_hypotheses_stays_a_sphere_in_an_exists():
    false = claim([eq(norm(u), 1), eq(a**2, 1)], exists(x, [eq(x**2, 1), eq(x, a + 2)]))
    made = [change for change in changes(false) if "for = before 1" in change.words]
    (promise,) = (f for f in false.given if real("anything") in f.free_symbols)
    assert made
    assert all(promise in change.given for change in made)


# --- floats propose ---------------------------------------------------------------------------------------------------


def test_values_at_an_assignment():
    at = Assignment(
        {a: S(2), b: Rational(-1, 2), u.args[0]: (3, 4), f.head: Lambda(t, t**2), T: 3, F.head: Lambda((x, y), x * y)}
    )
    assert at.holds(eq(Sum(f(t), (t, 1, T)), 14))
    assert at.holds(eq(norm(u), 5))
    assert at.holds(eq(F(u), 12))
    assert at.holds(eq(F.gradient(u), u)) is False
    assert at.holds(gt(a, b))
    assert at.holds(gt(a, 2)) is None
    assert at.holds(ge(a, 2))
    assert at.holds(eq(exp(b) + Abs(b), 7)) is False
    assert at.holds(ge(log(b), 0)) is None
    assert at.holds(forall(t, ge(f(t), t), [ge(t, 1), ge(T, t)]))
    assert at.holds(forall(t, ge(2, f(t)), [ge(t, 1), ge(T, t)])) is False
    assert at.holds(forall(x, ge(x, 0))) is False
    assert at.holds(forall(x, ge(x, 0), [ge(x, a)])) is None
    assert at.holds(forall(u, ge(Inner(u, u), 1))) is None


def test_what_may_be_rounding_breaks_nothing():
    """The arccosine of a number near 1 is known to half of the digits."""
    at = Assignment({a: Rational(1, 10**8), b: S(1)})
    assert at.is_within_rounding(eq(acos(cos(a)), a))
    assert not at.holds(eq(acos(cos(a)), a))
    assert at.holds(eq(acos(cos(a)), a)) is None
    assert not at.is_within_rounding(gt(acos(cos(a)), a))
    assert not at.is_within_rounding(eq(acos(cos(b)), a))
    assert not look(claim([ge(a, 0), le(a, 3)], [eq(acos(cos(a)), a)]), QUICK).is_broken
    assert look(claim([ge(a, 0), le(a, 4)], [eq(acos(cos(a)), a)]), LONG).is_broken


def test_what_is_a_little_above_is_above():
    """Near the ends of a range both sides may be small, and one of them still smaller than the other."""
    at = Assignment({a: Rational(1, 10**9), b: S(1)})
    assert at.holds(gt(a * sin(a), 0)) is None
    assert at.is_above(gt(a * sin(a), 0))
    assert at.is_above(gt(2 * a**2, a * sin(a)))
    assert not at.is_above(gt(b + a**2, b))
    assert not at.is_above(gt(0, a))
    assert not Assignment({a: pi.n()}).is_above(gt(a * sin(a), 0))
    assert not at.is_above(ge(a, 0))
    assert not look(claim([gt(a, 0), lt(a, 3)], [gt(a**3 * sin(a), 0)]), LONG).is_broken
    assert look(claim([ge(a, 0), lt(a, 3)], [gt(a**3 * sin(a), 0)]), LONG).is_broken
    assert look(claim([gt(a, 0), lt(a, 4)], [gt(a**3 * sin(a), 0)]), LONG).is_broken


def test_what_differs_is_not_broken_where_a_strict_hypothesis_only_just_holds():
    assert not look(claim([ne(a, 1)], [ne((a - 1) * p, 0)]), LONG).is_broken
    assert look(claim([ne(a, 2)], [ne((a - 1) * p, 0)]), LONG).is_broken


def test_instances_of_a_claim_break_what_it_breaks_with():
    broken = claim([ge(x, -1)], [ge(x, 0)])
    pool = Pool.of(broken)
    assert pool.instances
    assert pool.breaks(broken)
    assert pool.breaks(broken.replace(given=[*broken.given, le(x, 1)]))
    assert not pool.breaks(broken.replace(given=[*broken.given, ge(x, 0)]))


def test_instances_that_are_kept_are_the_worst_and_some_that_are_less_like_them():
    assert spread(20) == [0, 1, 2, 3, 4, 5, 6, 10, 13, 16]
    assert spread(2) == [0, 1]
    assert spread(0) == []


def test_what_is_not_defined_breaks_a_statement_too():
    at = Assignment({a: S(-2), b: S(0)})
    assert [at.is_defined(f) for f in (ge(log(a), 0), ge(1 / b, 0), ge(sqrt(a), 0), ge(a, 0))] == [False] * 3 + [True]
    pool = Pool.of(claim([ge(x, -1)], [ge(x, 0)]))
    assert pool.breaks(claim([ge(x, -1)], [ge(x, log(x - 1))]))


def test_formulas_for_all_are_looked_at_where_signs_and_conditions_allow():
    at, p, z = Assignment({a: S(1)}), positive("p"), nonnegative("z")
    for formula in (forall(p, gt(p, 0)), forall(p, ge(p + 1 / p, 2)), forall(z, ge(sqrt(z), 0))):
        assert at.holds(formula) is not False
        assert at.is_defined(formula)
    assert at.is_defined(forall(x, ge(x, 1), [gt(x, 0), ge(log(x), 1)]))
    assert at.holds(forall(p, ge(p, 1))) is False


def test_which_changed_hypotheses_instances_meet():
    pool = Pool.of(claim([ge(x, -1)], [ge(x, 0)]))
    assert pool.meets(claim([ge(x, -1), le(x, 0)], [ge(x, 0)]))
    assert not pool.meets(claim([ge(x, -1), lt(x, -2)], [ge(x, 0)]))


def test_a_look_tells_false_true_and_empty_statements_apart():
    assert look(claim([], [ge(a**3, a)]), QUICK).is_broken
    seen = look(claim([], [ge(a**2 + 1, 2 * a)]), QUICK)
    assert seen.is_met
    assert not seen.is_broken
    assert not look(claim([gt(a, b), gt(b, a)], [ge(a, 0)]), QUICK).is_met


# --- repairs ----------------------------------------------------------------------------------------------------------

FALSE = {
    "strict": ([], [gt(a**2 + b**2, 2 * a * b)], "≥"),
    "constant": ([], [le((a + b) ** 2, a**2 + b**2)], "2"),
    "sign": ([], [eq((a - b) ** 2, a**2 + 2 * a * b + b**2)], ""),
    "hypothesis": ([ge(b, 0)], [ge(a * b + b, b)], "a ≥ 0"),
    "dropped": ([ge(a, 1)], [ge(a, 0), eq(a, b)], ""),
}


@functools.cache
def repaired(name):
    """One of them, and what its repairs are; several tests look at it."""
    given, states, _ = FALSE[name]
    false = claim(given, states, "toy/false")
    return false, repair(false, 10)


@pytest.mark.spread(2)
@pytest.mark.parametrize("name", FALSE)
def test_false_statements_are_repaired(name):
    *_, said = FALSE[name]
    _, made = repaired(name)
    assert made.found
    first = made.found[0]
    assert said in " ".join(map(str, [*first.claim.given, *first.claim.states]))
    for fact, formula in zip(first.facts, first.claim.states, strict=True):
        kernel.proves(fact.theorem, first.claim.given, formula)
    assert not look(first.claim, QUICK).is_broken


def test_the_best_constant_is_approached_from_what_is_proved():
    false = claim([], [le(3 * a * b, a**2 + b**2)])
    made = repair(false, 30)
    assert made.found
    assert not look(made.found[0].claim, QUICK).is_broken


def test_a_weaker_conclusion_does_not_end_the_search_for_a_hypothesis():
    made = repair(claim([], [gt(a**2, 0)]), 40)
    said = {(one.claim.given, one.claim.states) for one in made.found}
    assert ((), (ge(a**2, 0),)) in said
    assert ((ne(a, 0),), (gt(a**2, 0),)) in said


def test_others_of_a_kind_of_which_so_many_were_proved_are_not_tried(monkeypatch):
    monkeypatch.setattr(repairing, "MOST", 1)
    false = claim([], [gt(a**2, 0)])
    kinds = [one.change.kind(false) for one in repair(false, 10).found]
    assert sorted(kinds) == [(False, True), (True, False)]


def test_what_holds_already_is_not_supposed():
    """A hypothesis that follows from those that stand cannot be what a false claim lacks."""
    false = claim([ge(t, 1), ge(T, t), ge(x, 2)], [ge(a * x, b)])
    known = Known(false)
    for more, adds_nothing in ((ge(T, 1), True), (gt(x, 0), True), (ge(T, 2), False), (ge(a, 0), False)):
        assert known.adds_nothing(false.replace(given=[*false.given, more])) is adds_nothing
    assert not known.adds_nothing(false.replace(given=[*false.given, ge(T, 1), ge(a, 0)]))
    assert not known.adds_nothing(false.replace(given=[*false.given[:2], gt(x, 1)]))


def test_what_is_less_than_was_supposed_in_vain_is_not_tried(monkeypatch):
    assert is_weaker(ge(a, 0), [ge(b, 0), gt(a, 0)])
    assert not is_weaker(gt(a, 0), [ge(a, 0)])
    asked = []
    monkeypatch.setattr(repairing, "look", lambda changed, effort: Look(is_met=True, is_broken=False, ratio=1.0))
    monkeypatch.setattr(repairing, "discover", lambda changed, seconds: asked.append(changed) or unproved(changed))
    monkeypatch.setattr(repairing, "changes", lambda original: islice(changes(original), 40))
    monkeypatch.setattr(repairing.Pool, "of", lambda original: Pool())
    false = claim([], [ge(f(t) * a, b)])
    made = repair(false, 60).unproved
    supposed = {formula for changed in asked for formula in changed.given}
    assert gt(a, 0) in supposed
    assert ge(a, 0) not in supposed
    assert ge(a, 0) in {formula for change in made for formula in change.given}


def unproved(changed):
    return Discovery(changed, [None] * len(changed.states), [])


def test_second_attempts_do_not_wait_for_all_first_ones(monkeypatch):
    """When half of the time is gone, what is nearest is tried for longer."""
    clock, asked = [0.0], []

    def passes(changed, seconds):
        clock[0] += seconds
        asked.append((seconds, clock[0]))
        return unproved(changed)

    monkeypatch.setattr(repairing, "worked", lambda: clock[0])
    monkeypatch.setattr(repairing, "look", lambda changed, effort: Look(is_met=True, is_broken=False, ratio=1.0))
    monkeypatch.setattr(repairing, "discover", passes)
    monkeypatch.setattr(repairing, "changes", lambda original: islice(changes(original), 40))
    monkeypatch.setattr(repairing.Pool, "of", lambda original: Pool())
    repair(claim([], [ge(f(t) * a, b)]), 60)
    longer = [end for seconds, end in asked if seconds > repairing.BRIEF]
    assert longer
    assert 30 < longer[0] <= 50
    assert any(seconds <= repairing.BRIEF and end > longer[0] for seconds, end in asked)


def test_what_is_much_nearer_than_what_is_proved_has_a_second_attempt():
    false = claim([ge(x, 0)], [gt(a, b)])
    search = repairing._Search(false, 40, lambda repairs: None)
    near, other = (
        replace(next(changes(false)), size=1.0, words=w, given=(gt(x, 0),), states=false.states) for w in "12"
    )
    search._nearness = {near: 1.0, other: 1.0}
    for size, is_known in ((1.5, True), (1.0 + repairing.FURTHER + 0.1, False)):
        search._made.found = [Repair(replace(other, size=size), false, (), 1.0)]
        assert search._is_known(near) is is_known
    both = replace(near, is_single=False)
    search._nearness[both] = 1.0
    assert search._is_known(both)


def test_seconds_are_kept_for_the_hypotheses_that_are_not_needed():
    """Once something is proved, the search for others leaves time to look at it."""
    false = claim([], [gt(a**2, 0)])
    made = repairing._Search(false, 40, lambda repairs: None)
    assert 38 < made._left <= 40
    made._made.found.append(Repair(next(changes(false)), false, (), 1.0))
    assert 28 < made._left <= 30


def test_of_these_seconds_half_are_for_comparing_and_better_constants(monkeypatch):
    ended = []
    monkeypatch.setattr(repairing, "nearest", lambda found, until: ended.append(until) or list(found))
    search = repairing._Search(claim([], [gt(a**2, 0)]), 8, lambda repairs: None)
    assert search.run().found
    assert ended == [search._until - 1.0]


def test_a_true_statement_needs_no_repair():
    made = repair(claim([], [ge(a**2 + b**2, 2 * a * b)]), 10)
    assert made.holds
    assert not made.found


def test_a_repair_that_another_one_implies_is_left_out():
    weak, strong = claim([ge(a, 0)], [ge(a + 1, 1)]), claim([ge(a, 1)], [ge(a + 1, 1)])
    assert implies(weak, strong)
    assert not implies(strong, weak)
    change = next(changes(weak))
    kept = nearest([Repair(change, strong, (), 1.0), Repair(change, weak, (), 1.0)])
    assert [one.claim for one in kept] == [weak]
    assert len(nearest([*kept, Repair(change, strong, (), 1.0)], until=0.0)) == 2


def test_what_is_proved_without_another_statement_does_not_follow_from_it():
    """x² ≥ 2x − 1 is true by itself, and no consequence of x² ≥ 0."""
    weak, strong = claim([], [ge(x**2, 0)]), claim([], [ge(x**2, 2 * x - 1)])
    assert not implies(weak, strong)
    assert implies(claim([], [ge(a, b + 1)]), claim([], [ge(a, b)]))
    assert implies(claim([ge(p, y)], [ge(a, p)]), claim([ge(p, y)], [ge(a, y)]))


def test_another_hypothesis_is_not_implied_by_another_statement():
    one, other = claim([], [ge(a**2 + 1, 1)]), claim([ge(a, 1)], [ge(a + 1, 1)])
    change = next(changes(one))
    assert len(nearest([Repair(change, one, (), 1.0), Repair(change, other, (), 1.0)])) == 2


def test_a_bound_of_the_other_sign_than_what_happens_is_no_repair(monkeypatch):
    """−1 − a² ≤ −a² is true, and says nothing of 1 + a²."""
    broken = claim([], [le(a**2 + 2, a**2 + 1)])
    assert repair(broken, 10).found
    monkeypatch.setattr(repairing, "look", lambda changed, effort: Look(is_met=True, is_broken=False, ratio=-0.5))
    assert not repair(broken, 1).found


def attempts(monkeypatch, ratio, count=60):
    """In which order changed statements are put to the search for proofs, where floats tell so of how near they are."""
    asked = []
    monkeypatch.setattr(repairing, "look", lambda changed, effort: Look(True, False, ratio(changed)))
    monkeypatch.setattr(repairing, "discover", lambda changed, seconds: asked.append(changed) or unproved(changed))
    monkeypatch.setattr(repairing, "changes", lambda original: islice(changes(original), count))
    monkeypatch.setattr(repairing.Pool, "of", lambda original: Pool())
    return asked, repair(claim([], [le(a, b)]), 60)


def test_a_bound_that_no_instance_comes_near_to_waits_for_those_that_some_do(monkeypatch):
    far, turned = le(a, Abs(b)), le(b, a)
    asked, _ = attempts(monkeypatch, lambda changed: 0.5 if changed.states == (far,) else 1.0)
    order = [changed.states[0] for changed in asked if not changed.given]
    assert order.index(turned) < order.index(far)
    asked, _ = attempts(monkeypatch, lambda changed: 1.0)
    order = [changed.states[0] for changed in asked if not changed.given]
    assert order.index(far) < order.index(turned)


def test_bounds_that_say_nothing_are_not_tried(monkeypatch):
    asked, made = attempts(monkeypatch, lambda changed: -0.5, 20)
    assert len(asked) == 1  # the claim itself
    assert made.empty > 5


def test_hypotheses_that_are_met_at_their_ends_alone_are_not_tried(monkeypatch):
    """No sum of squares is less than 0: with no more than 0 for it, nothing is left of the claim."""
    asked = []
    monkeypatch.setattr(repairing, "discover", lambda changed, seconds: asked.append(changed) or unproved(changed))
    squares = Sum(f(t) ** 2, (t, 1, T))
    none = forall(t, le(f(t) ** 2, 0), [ge(t, 1), ge(T, t)])
    some = forall(t, le(f(t) ** 2, 1), [ge(t, 1), ge(T, t)])
    for more, is_tried in ((none, False), (some, True), (le(squares, 1), True), (le(squares, 0), False)):
        monkeypatch.setattr(repairing, "changes", lambda original, more=more: [supposing(original, more)])
        asked.clear()
        repair(claim([ge(T, 1)], [le(squares, T)]), 20)
        assert any(more in changed.given for changed in asked) is is_tried


def supposing(original, more):
    return replace(next(changes(original)), words="", given=(*original.given, more), states=original.states)


def test_nothing_is_said_of_a_bound_without_a_ratio():
    one = Repair(next(changes(claim([], [ge(a, b)]))), claim([], [ge(a, b)]), (), -math.inf)
    assert not repairing._is_empty(one.claim, one.ratio)
    assert one.size == one.change.size
    assert repairing._is_empty(one.claim, -0.5)
    assert Repair(one.change, one.claim, (), 0.5).size > one.size


def test_hypotheses_that_nothing_meets_are_no_repair():
    made = repair(claim([lt(a, 0)], [ge(a, b)]), 8)
    for one in made.found:
        assert look(one.claim, QUICK).is_met


def test_nothing_but_the_statement_is_looked_at(monkeypatch):
    """An unregistered copy without steps; nobody is asked which other claims there are."""

    def asked():
        raise AssertionError("the other claims are looked at")

    with using(Registry()):
        original = importlib.import_module("proofs.general_additive.gradient_steps").STEP_SIGN
    copy = original.replace()
    copy.steps = ()
    monkeypatch.setattr(registry, "current", asked)
    made = repair(copy, 5)
    monkeypatch.undo()
    assert made.found
    assert "PRINTED" not in restated(copy, made.found[0]).text


# --- the module -------------------------------------------------------------------------------------------------------


@pytest.mark.spread(2)
@pytest.mark.parametrize("name", ["strict", "hypothesis", "dropped"])
def test_the_module_declares_the_repaired_claim_and_proves_it(name, tmp_path, monkeypatch):
    false, made = repaired(name)
    text = restated(false, made.found[0]).text
    (tmp_path / f"repair_of_{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    with using(Registry()):
        made = importlib.import_module(f"repair_of_{name}").REPAIRED
    del sys.modules[f"repair_of_{name}"]
    assert made.repairs == "toy/false"
    assert made.says
    for theorem, formula in zip(theorems(made), made.states, strict=True):
        kernel.proves(theorem, made.given, formula)


def theorems(made):
    (step,) = made.steps
    returned = step.function(made)
    return returned if isinstance(returned, list) else [returned]


CLAIMS = """
from verify.audit import Claim, gt, real

a, b = real("a b")
STRICT = Claim("toy/strict", at="1", states=gt(a**2 + b**2, 2*a*b), reading="R.", open_because="Nothing decides it.")
"""

PAPER = """
from verify.claims import Paper

PAPER = Paper("toy", "A Toy Paper", "A. Author", "Journal of Toys 1")
"""


def test_the_command_prints_the_repair_and_its_module(tmp_path, monkeypatch, capsys):
    (tmp_path / "mended").mkdir()
    (tmp_path / "mended" / "__init__.py").write_text(PAPER, encoding="utf-8")
    (tmp_path / "mended" / "results.py").write_text(CLAIMS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr("verify.commands.repair.SECONDS_BETWEEN_LINES", 0.0)
    with using(Registry()):
        assert main(["repair", "toy/strict", "--from", "mended", "--seconds", "6"]) == 0
    out, progress = capsys.readouterr()
    assert progress.startswith("toy/strict: 1 changes, ")
    assert out.startswith("toy/strict: repaired (the search alone ")
    assert "  true with ≥ for >:\n    a**2 + b**2 ≥ 2*a*b\n" in out
    assert "from mended.results import STRICT\n" in out
    assert "given=STRICT.given" in out
    assert 'repairs="toy/strict"' in out
    with using(Registry()):
        assert main(["repair", "toy/none", "--from", "mended"]) == 2
    assert capsys.readouterr().err.count("\n") == 1

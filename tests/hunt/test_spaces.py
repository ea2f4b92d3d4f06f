"""The finder of small models: equations are solved, floats and exact numbers agree, and planted falsehoods show."""

from __future__ import annotations

from itertools import islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from sympy import Abs, Dummy, KroneckerDelta, Lambda, Rational, S, Sum, cos, exp, log, pi, sign, sin, sqrt, sympify

from tests.sampling import every
from verify.author.kernel import witness
from verify.axioms import determinant
from verify.axioms.links import link_of
from verify.axioms.manifolds import nonpositive_curvature
from verify.axioms.surfaces import LINE_EXP
from verify.hunt.space import NoInstances, spaces
from verify.hunt.spaces.arrays import compiled
from verify.hunt.spaces.choosing import Choosing
from verify.hunt.spaces.instances import _without_signs
from verify.hunt.spaces.signature import signature
from verify.language.terms import (
    Inner,
    Vec,
    VecHead,
    eq,
    family,
    field,
    forall,
    function,
    ge,
    gt,
    integer,
    le,
    ne,
    norm,
    positive,
    real,
    vector,
    vectors,
)

a, b, c, d, q_, r, s, z = real("a b c d q r s z")
u, v, w, x = vectors("u v w x")
i, j, k, n, t = integer("i j k n t")
eta, R = positive("η R")
p, q = family("p", positive=True), family("q", positive=True)
y = family("y")
f, g = function("f"), function("g")


def run(name: str, index: Any) -> Any:
    return Vec(VecHead(name), vector("x").args[1], index)


def claim(states: Any, given: Any = ()) -> Any:
    """What a search may look at, and nothing else."""
    parts = states if isinstance(states, list) else [states]
    return SimpleNamespace(id="toy/x", given=tuple(given), states=tuple(parts))


def drawn(space: Any, trials: int, seed: int = 0) -> Any:
    random = np.random.default_rng(seed)
    rows = []
    for c in space.coordinates:
        near = np.array([float(x) for x in c.near] or [c.low])
        wide = (
            random.integers(int(c.low), int(c.high) + 1, trials)
            if c.integral
            else random.uniform(c.low, c.high, trials)
        )
        rows.append(np.where(random.random(trials) < 0.5, random.choice(near, trials), wide))
    return np.array(rows).reshape(len(rows), trials)


def exact_points(space: Any, values: Any, chosen: Any) -> Any:
    """The drawn points with near values named exactly and the others as small rationals."""
    for n in chosen:
        point = []
        for c, value in zip(space.coordinates, values[:, n], strict=True):
            near = [e for e in c.near if abs(float(e) - value) < 1e-12]
            point.append(near[0] if near else Rational(value).limit_denominator(8))
        yield point


def column(point: Any) -> Any:
    return np.array([float(e) for e in point]).reshape(len(point), 1)


def refuted(claim: Any, most: int = 8, trials: int = 4000) -> Any:
    """The first confirmed counterexample of a plain random search."""
    for space in islice(spaces(claim), most):
        values = drawn(space, trials)
        score = space.score(values)
        for point in exact_points(space, values, np.flatnonzero((score.slack >= 0) & (score.ratio > 1 + 1e-9))[:6]):
            theorem = space.confirm(point)
            if theorem is not None:
                return theorem
    return None


RECURRENCE = [
    eq(run("w", 0), 0),
    forall([t], eq(run("w", t + 1), run("w", t) - eta * (run("w", t) - run("x", t))), [ge(t, 0), ge(k - 1, t)]),
    ge(k, 1),
]
IMPLICIT = [
    forall(
        [t],
        eq(run("w", t), run("w", t + 1) + eta * Inner(run("w", t + 1), run("x", t)) * run("x", t)),
        [ge(t, 0), ge(k - 1, t)],
    ),
    ge(k, 1),
]
WEIGHTS = [eq(Sum(p(i), (i, 1, n)), 1), ge(n, 1)]
BASIS = [
    forall([i, j], eq(Inner(run("e", i), run("e", j)), KroneckerDelta(i, j)), [ge(i, 1), ge(n, i), ge(j, 1), ge(n, j)]),
    forall([x], eq(Inner(x, x), Sum(Inner(run("e", i), x) ** 2, (i, 1, n)))),
]

FALSE = {
    "a scalar inequality": claim(ge(a**2 + b**2, 3 * a * b)),
    "a strict inequality at equality": claim(gt(a**2, 0)),
    "an equation": claim(eq((a + b) ** 2, a**2 + b**2)),
    "an inequation": claim(ne(a**2, b**2), [ne(a, b)]),
    "a vector inequality": claim(ge(norm(u) * norm(v), 2 * Inner(u, v))),
    "an equation of vectors": claim(eq(Inner(u, v) * v, Inner(v, v) * u)),
    "unit vectors": claim(ge(0, Inner(u, v)), [eq(Inner(u, u), 1), eq(Inner(v, v), 1)]),
    "orthogonal unit vectors": claim(
        ge(1, Inner(w, u) + Inner(w, v)),
        [eq(Inner(u, u), 1), eq(Inner(v, v), 1), eq(Inner(w, w), 1), eq(Inner(u, v), 0)],
    ),
    "a cosine": claim(ge(1, d), [eq(cos(d), Inner(u, v)), eq(Inner(u, u), 1), eq(Inner(v, v), 1), ge(d, 0)]),
    "weights": claim(ge(Sum(p(i) ** 2, (i, 1, n)), Rational(1, 2)), WEIGHTS),
    "an entropy": claim(ge(Sum(p(i) * log(p(i)), (i, 1, n)), -log(2)), WEIGHTS),
    "signs": claim(ge(Sum(y(i), (i, 1, n)), 0), [forall([i], eq(y(i) ** 2, 1), [ge(i, 1), ge(n, i)]), ge(n, 1)]),
    "a recurrence": claim(
        ge(Inner(run("x", 0), run("x", 0)), Inner(run("w", k), run("w", k))), [*RECURRENCE, ge(1, eta)]
    ),
    "an implicit recurrence": claim(ge(Inner(run("w", k), run("w", k)), Inner(run("w", 0), run("w", 0))), IMPLICIT),
    "a convex function": claim(
        ge(f(s) + f(r), 2 * f((r + s) / 2) + (r - s) ** 2), [forall([a, b], ge((f(a) + f(b)) / 2, f((a + b) / 2)))]
    ),
    "a field": claim(
        ge(field("F")(u), field("F")(v) + Inner(u - v, u - v)),
        [forall([x], ge(field("F")(x), 0))],
    ),
    "a determinant": claim(ge(a, 0), [determinant(family("A"), n, a)]),
    "a basis": claim(ge(1, Sum(Inner(run("e", i), x), (i, 1, n))), [*BASIS, eq(Inner(x, x), 1), ge(n, 2)]),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_planted_falsehood_is_found_and_confirmed(name):
    theorem = refuted(FALSE[name])
    assert theorem is not None
    assert theorem.conclusion.given == FALSE[name].given


TRUE = {
    "a square": claim(ge(a**2 + b**2, 2 * a * b)),
    "Cauchy–Schwarz": claim(ge(norm(u) * norm(v), Inner(u, v))),
    "the triangle inequality": claim(ge(norm(u) + norm(v), norm(u + v))),
    "weights": claim(ge(1, Sum(p(i) ** 2, (i, 1, n))), WEIGHTS),
    "Gibbs": claim(ge(Sum(p(i) * log(p(i) / q(i)), (i, 1, n)), 0), [*WEIGHTS, eq(Sum(q(i), (i, 1, n)), 1)]),
    "Bessel": claim(
        ge(1, Inner(w, u) ** 2 + Inner(w, v) ** 2),
        [eq(Inner(u, u), 1), eq(Inner(v, v), 1), eq(Inner(w, w), 1), eq(Inner(u, v), 0)],
    ),
    "an implicit recurrence": claim(ge(Inner(run("w", 0), run("w", 0)), Inner(run("w", k), run("w", k))), IMPLICIT),
    "a convex function": claim(
        ge(f(s) + f(r), 2 * f((r + s) / 2)), [forall([a, b], ge((f(a) + f(b)) / 2, f((a + b) / 2)))]
    ),
    "AM–GM": claim(ge(R + eta, 2 * sqrt(R * eta))),
}


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_is_not_violated_in_floats(name):
    met = 0
    for space in islice(spaces(TRUE[name]), 8):
        score = space.score(drawn(space, 20_000))
        good = score.slack >= 0
        met += int(good.sum())
        assert not np.any(score.ratio[good] > 1 + 1e-9), space.name
    assert met > 1000


SOLVED = ["unit vectors", "orthogonal unit vectors", "a cosine", "weights", "signs", "a recurrence", "a basis"]


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize("name", [*SOLVED, "an implicit recurrence", "a determinant"])
def test_every_equation_is_solved_in_floats_and_exactly(name):
    """The kernel sees that all hypotheses hold at points where the slack is not negative: it refutes 0 = 1 there."""
    shown = 0
    for space in islice(spaces(FALSE[name]), 3):
        values = drawn(space, 500, seed=1)
        good = np.flatnonzero(space.score(values).slack >= 0)
        for point in exact_points(space, values, good[:2]):
            assignment = space.exact(point)
            if space.score(column(point)).slack[0] < 0:
                continue  # rounded to small numbers, it is not an instance any more
            from verify.discharge import discharged  # noqa: PLC0415

            met = discharged(FALSE[name].given, None, assignment)
            assert witness(FALSE[name].given, eq(S.Zero, S.One), assignment, met) is not None
            shown += 1
    assert shown


@pytest.mark.parametrize("name", every(2, ["a scalar inequality", "an entropy", "weights", "a cosine"]))
def test_floats_and_exact_numbers_agree(name):
    """The ratio is that of the statement's sides at the exact assignment."""
    compared = 0
    for space in islice(spaces(FALSE[name]), 2):
        values = drawn(space, 60, seed=2)
        for point in exact_points(space, values, range(60)):
            assignment = space.exact(point)
            score = space.score(column(point))
            if assignment is None or score.slack[0] < 0:
                continue
            left, right = (_at(side, assignment) for side in (FALSE[name].states[0].lhs, FALSE[name].states[0].rhs))
            expected = right / left if min(left, right) > 0 else 1 + (right - left) / (abs(left) + abs(right))
            if abs(left) + abs(right) > 1e-9:
                assert score.ratio[0] == pytest.approx(expected, rel=1e-9)
                compared += 1
    assert compared > 5


def _at(term: Any, assignment: Any) -> float:
    from verify.language.terms import substitute  # noqa: PLC0415

    return float(sympify(substitute(term, dict(assignment))).doit().evalf())


def test_a_space_sees_hypotheses_statement_and_declarations_alone():
    """A claim with nothing else is searched; signs that are declared are kept."""
    (space, *_) = islice(spaces(claim(ge(R, 1))), 1)
    assert space.coordinates[0].low > 0
    assert space.exact([Rational(1, 2)]) == {R: Rational(1, 2)}


def test_the_same_spaces_and_scores_each_time():
    first, second = (list(islice(spaces(FALSE["a convex function"]), 4)) for _ in range(2))
    assert [space.name for space in first] == [space.name for space in second]
    for one, other in zip(first, second, strict=True):
        values = drawn(one, 100)
        assert np.array_equal(one.score(values).ratio, other.score(values).ratio, equal_nan=True)


def test_sizes_and_dimensions_grow():
    planted = claim(ge(Sum(Inner(run("x", i), u), (i, 1, n)), 0), [ge(n, 1)])
    names = [space.name for space in islice(spaces(planted), 10)]
    assert names[0] == "n = 1, in R^1"
    assert "n = 2, in R^2" in names


def test_hypotheses_that_fail_have_negative_slack():
    (space,) = spaces(claim(ge(a, 0), [ge(a, b), ge(b, 1)]))
    score = space.score(np.array([[0.0, 2.0, 3.0], [2.0, 1.5, 4.0]]))
    assert list(score.slack >= 0) == [False, True, False]


def test_a_schema_is_looked_at_in_floats():
    given = [forall([x], ge(R * Inner(x, x), Inner(x, x)))]
    (space, *_) = islice(spaces(claim(ge(R, 2), given)), 1)
    assert list(space.score(np.array([[0.5, 1.5]])).slack >= 0) == [False, True]


@pytest.mark.parametrize(
    ("predicate", "head"),
    [
        (nonpositive_curvature(), "Exp"),
        (link_of(VecHead("f"), VecHead("Df"), LINE_EXP), "f"),
    ],
)
def test_a_predicate_has_the_models_of_the_axioms(predicate, head):
    heads = {symbol.name for symbol in predicate.free_symbols}
    (space, *_) = islice(spaces(claim(ge(a, 0), [predicate])), 1)
    found = {key.name: value for key, value in space.exact([S.Zero]).items()}
    assert head in heads
    assert heads - {"x", "y"} <= set(found) | {"a"}


@pytest.mark.parametrize(
    ("states", "given"),
    [
        (determinant(family("A"), n, a), []),
        (ge(a, 0), [ge(k, 1), ge(0, k)]),
        (ge(a, 0), [forall([b], ge(b, 0))]),
    ],
)
def test_what_cannot_be_searched_is_said_in_one_line(states, given):
    with pytest.raises(NoInstances) as error:
        list(spaces(claim(states, given)))
    assert str(error.value).startswith("claim toy/x: ")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("error", [OverflowError("too many digits in integer"), ZeroDivisionError()])
def test_a_space_with_numbers_that_are_too_large_is_none(error, monkeypatch):
    def fails(*_):
        raise error

    monkeypatch.setattr("verify.hunt.spaces.finding.Instances", fails)
    with pytest.raises(NoInstances):
        list(spaces(claim(ge(a, 0), [ge(1, a)])))


def test_families_of_integers_choose_places():
    chosen = family("j", integer=True)
    among = [forall(t, ge(chosen(t), 1), [ge(t, 1), le(t, n)]), forall(t, le(chosen(t), n), [ge(t, 1), le(t, n)])]
    total = Sum(y(chosen(t)), (t, 1, n))
    ways = {}
    for space in islice(spaces(claim(le(total, Sum(y(t), (t, 1, n))), among)), 60):
        way = next(w for w in space.name.split(", ") if w.startswith("j = "))
        ways.setdefault(space.choice.values[n], []).append(way.removeprefix("j = "))
    assert ways[1][:2] == ["1", "i"]
    assert ways[2] == ["1", "i", "2", "3 − i"]


def test_slopes_of_magnitudes_are_quotients_as_the_kernel_has_them():
    slope = _without_signs(Abs(a - 1).diff(a))
    assert not slope.atoms(sign)
    assert [slope.subs(a, at) for at in (3, 0)] == [1, -1]
    assert _without_signs(a**2 + sin(a)) == a**2 + sin(a)


def test_only_families_of_integers_that_are_indices_of_others_choose_places():
    chosen, other = family("j", integer=True), family("h", integer=True)
    found = signature([ge(y(chosen(t)) + KroneckerDelta(other(t), 1), a), ge(y(t) + chosen(t + 1), 0)])
    assert [head.name for head in found.choosing] == ["j", "h"]
    assert not signature([ge(y(t) + chosen(t), 0)]).choosing
    assert not signature([ge(y(chosen(a)), 0)]).choosing  # a function of a number


def test_exact_instances_have_slopes_of_magnitudes_as_the_kernel_has_them():
    tangents = forall([r, s], ge(f(s), f(r) + g(r) * (s - r)))
    found = list(islice(filter(None, spaces(claim(ge(g(a) * g(b), 0), [tangents]))), 40))
    corners = [
        space for space in found if any(v.has(sign) for v in space.choice.values.values() if isinstance(v, Lambda))
    ]
    assert corners
    exact = [space.exact([S.One] * len(space.inputs)) for space in corners]
    rules = [value for values in filter(None, exact) for value in values.values() if isinstance(value, Lambda)]
    assert rules
    assert all(value.has(Abs) and not value.has(sign) for value in rules)


def test_a_statement_is_scored_as_the_promise_asks():
    """Above 1 exactly where it fails: also strict at equality, and an inequation where the sides agree."""
    at = np.array([[1.0, 2.0, -1.0]])
    expected = {ge(a, 1): [False, False, True], gt(a, 1): [True, False, True], eq(a, 2): [True, False, True]}
    expected |= {ne(a, 2): [False, True, False], le(Abs(a), exp(0)): [False, True, False]}
    for states, fails in expected.items():
        (space,) = spaces(claim(states))
        assert list(space.score(at).ratio > 1 + 1e-9) == fails


def test_where_nothing_is_promised_and_nothing_happens_there_is_no_equality_to_stay_at():
    (space,) = spaces(claim(ge(a**2, b**2), [ge(2, a)]))
    assert space.score(np.array([[0.0, 1.0, 0.0], [0.0, 1.0, 1e-3]])).ratio == pytest.approx([0.0, 1.0, 2.0])


def test_an_equation_with_one_unknown_is_solved_for_it():
    """Elsewhere the unknown would be got from another equation, and almost no instance meet this one."""
    (space,) = spaces(claim(ge(b, 0), [eq(a * c, b), eq(a**2, 2)]))
    score = space.score(drawn(space, 1000))
    assert (score.slack >= 0).all()


def test_an_unknown_that_is_determined_goes_before_one_with_two_branches():
    (space,) = spaces(claim(ge(1, d), [eq(log(R), a**2)]))
    assert [c.name for c in space.coordinates] == ["a", "d"]


def test_a_schema_for_all_families_is_looked_at_in_floats():
    schema = forall([p], ge(a * Sum(p(i), (i, 1, n)), Sum(p(i) * y(i), (i, 1, n))))
    first = next(s for s in islice(spaces(claim(ge(a, 2), [schema, ge(n, 1)])), 8) if s.name.startswith("n = 2"))
    names = [c.name for c in first.coordinates]
    assert names == ["y(1)", "y(2)", "a"]
    assert list(first.score(np.array([[1.0, 1.0], [3.0, 3.0], [3.5, 2.5]])).slack >= 0) == [True, False]


def test_a_slope_at_the_origin_that_is_none_is_seen_in_three_dimensions():
    """Where x − y = e₁ and x = 0, say; among points without zeros none may tell."""
    given = [forall([u, v], ge(field("F")(u), field("F")(v) + Inner(v, u - v)))]
    names = [space.name for space in islice(spaces(claim(ge(0, field("F")(w)), given)), 12)]
    assert any("R^3, F = ⟨a, x⟩ + Σᵢ bᵢxᵢ²/2" in name for name in names)
    assert not any("F = c‖x‖" in name for name in names)


def test_parabolas_have_a_free_bend_and_a_free_middle():
    given = [forall([u, v], ge(field("F")(u) + field("F")(v), 2 * field("F")((u + v) / 2)))]
    found = next(s for s in spaces(claim(ge(field("F")(w), -1), given)) if "F = b(r − m)²/2" in s.name)
    assert {"b_F", "m_F"} <= {c.name for c in found.coordinates}
    at = np.array([[{"b_F": 2.0, "m_F": 3.0}.get(c.name, 3.0)] for c in found.coordinates])
    assert found.score(at).slack[0] >= 0
    at = np.array([[{"b_F": -2.0, "m_F": 3.0}.get(c.name, 1.0)] for c in found.coordinates])
    assert found.score(at).slack[0] < 0
    assert found.score(at).ratio[0] > 1  # −4 at 1


def test_rounding_alone_is_no_violation():
    (space,) = spaces(claim(eq((a + b) ** 2, a**2 + 2 * a * b + b**2)))
    assert np.all(space.score(drawn(space, 10_000)).ratio <= 1 + 1e-9)


def test_small_claims_are_scored_fast():
    import time  # noqa: PLC0415

    (space,) = spaces(FALSE["a scalar inequality"])
    values = drawn(space, 100_000)
    start = time.process_time()
    space.score(values)
    assert time.process_time() - start < 1


def test_symbols_of_one_name_stay_apart_when_compiled():
    first, second, total = Dummy("x", real=True), Dummy("x", positive=True), Dummy("x")
    made = compiled([first, second], [(total, first + 2 * second)], [total - second, sin(first)])
    assert made(1.0, 10.0) == (11.0, pytest.approx(np.sin(1.0)))


def test_what_is_undefined_at_a_number_is_no_error_when_compiled():
    made = compiled([a], [(r, S.Zero)], [1 / sqrt(r) + a, a])
    with np.errstate(all="ignore"):
        assert made(1.0) == (np.inf, 1.0)


def test_what_speaks_of_a_symbol_without_a_value_is_not_compiled():
    with pytest.raises(TypeError, match="no float value for b"):
        compiled([a], [(r, a + b)], [r + a])


def test_a_root_of_what_vanishes_but_for_rounding_is_zero():
    made = compiled([a, r], [], [sqrt(Abs(a * (1 - r) - a) - (a * r)), sqrt(a)])
    with np.errstate(all="ignore"):
        assert not np.isnan(made(np.linspace(0.1, 7.3, 1000), 1 / 3)[0]).any()
        assert np.isnan(made(-1e-9, 0.0)[1])


def test_several_functions_are_quadratic_at_first():
    space = next(spaces(claim(ge(f(a), g(a)))))
    assert {c.name for c in space.coordinates} == {"a", "a_f", "b_f", "a_g", "b_g"}
    at = space.exact([S(2), *[Rational(k, 3) for k in (1, 2, 4, 5)]])
    assert {str(value.expr) for value in at.values() if isinstance(value, Lambda)} == {
        "c1**2/3 + c1/3",
        "5*c1**2/6 + 4*c1/3",
    }


def test_numbers_of_which_circular_functions_are_taken_are_angles():
    space = next(spaces(claim(ge(cos(a + pi / 2) + r * s, 0))))
    assert {c.name for c in space.coordinates if c.angular} == {"a"}


def test_an_inverse_follows_from_the_function():
    g = function("f⁻¹")
    given = [forall(r, eq(f(g(r)), r)), forall(r, eq(g(f(r)), r)), forall([q_, r], gt(f(q_), f(r)), [gt(q_, r)])]
    found = (space.exact([S.One] * len(space.coordinates)) for space in islice(spaces(claim(ge(f(a), a), given)), 5))
    inverses = ((values[f(0).args[0]](r), values[g(0).args[0]](r)) for values in found if values is not None)
    assert (r + 1, r - 1) in inverses


def test_a_function_is_no_derivative_of_one_that_no_relation_joins_it_with():
    g, h = function("g"), function("h")
    given = [forall(r, eq(h(r), h(-r))), forall(r, ge(g(r), 0)), forall(r, ge(f(r), g(r)))]
    choosing = Choosing(signature([*given, ge(h(a), 0)]), given, 1, {})
    names = {h.name: h for h in choosing.order}
    assert choosing._is_akin(names["f"], names["g"])
    assert not choosing._is_akin(names["h"], names["g"])


def test_conditions_that_symbols_do_not_solve_are_met_by_newtons_steps():
    below = forall(r, ge(z, 0), [eq(r + exp(r), a)])  # there is such an r for every a
    none = forall(r, ge(z, 0), [eq(r**2 + exp(r), -(a**2))])
    assert not np.any(drawn_slack(below) >= 0)
    assert np.any(drawn_slack(none) >= 0)


def drawn_slack(schema: Any) -> Any:
    """The slack where z = −1 and a is anything."""
    space = next(spaces(claim(ge(z + 0 * a, 0), [schema])))
    values = np.array([np.full(50, -1.0) if c.name == "z" else np.linspace(-3, 3, 50) for c in space.coordinates])
    return space.score(values).slack

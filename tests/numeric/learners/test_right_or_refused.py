"""At the ends of the floats and for what is no number: a learner is right, or says in one line what is wrong."""

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from mpmath import mp

from numeric import matching
from numeric.errors import Unrepresentable
from numeric.learners import (
    EG,
    LMS,
    AbsoluteLoss,
    DistanceLoss,
    GeneralAdditive,
    GeodesicLearner,
    HingeLoss,
    ImplicitLearner,
    LinkFunctionLearner,
    LossGeneralAdditive,
    MatchingLoss,
    MatrixEG,
    NaturalGradientLearner,
    Perceptron,
    ProjectBackLearner,
    ProjectedOGD,
    SphereLearner,
    SquaredLoss,
    StronglyConvexOGD,
    additive_update,
    eg_update,
    explicit_update,
    general_additive,
    implicit_update,
    lms_update,
    matrix_eg,
    project_back_update,
    run,
    run_batch,
)
from numeric.learners.base import load
from numeric.learners.general_additive import HellingerOf, learning_rate
from numeric.learners.link_function import reparametrised_update
from numeric.manifolds import Euclidean, Hyperbolic, PulledBack, Sphere, links
from numeric.worst_case import sphere_losses

ENGINES = [False, pytest.param(True, marks=pytest.mark.skipif(load(None) is None, reason="needs numba"))]
ROOT_HALF = math.sqrt(0.5)


@pytest.fixture(autouse=True)
def _no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


# --- over- and underflow on the way -----------------------------------------------------------------------------------


@pytest.mark.parametrize("compiled", ENGINES)
@pytest.mark.parametrize(
    ("x", "radius"), [(1e200, 1.0), (1e-165, 1e-170), (1.0, 1e-200), (1e250, 1e200), (1e-300, 1e-310)]
)
def test_a_projection_is_right_where_squares_over_or_underflow(compiled, x, radius):
    """A step along (1, 1) that ends far outside the ball: the nearest point is the radius along it."""
    learner = ProjectedOGD(2, 1.0, radius, AbsoluteLoss())
    run(learner, [[x, x]], [3.0], compiled=compiled)
    assert learner.coef_ == pytest.approx([radius * ROOT_HALF] * 2, rel=1e-13 if radius > 1e-300 else 1e-9, abs=0.0)
    single = ProjectedOGD(2, 1.0, radius, AbsoluteLoss())
    single.learn_one([x, x], 3.0)
    assert single.coef_.tolist() == learner.coef_.tolist()


@pytest.mark.parametrize("compiled", ENGINES)
def test_a_point_inside_a_small_ball_stays(compiled):
    learner = ProjectedOGD(2, 1.0, 1e-170, AbsoluteLoss())
    run(learner, [[1e-171, 0.0]], [3.0], compiled=compiled)
    assert learner.coef_.tolist() == [1e-171, 0.0]


def _steps(learner, x, y):
    """learner's coef_ after a step by `learn_one`, and by `run` in each engine."""
    for compiled in (False, True) if load(None) is not None else (False,):
        made = learner()
        run(made, [[x, x]], [y], compiled=compiled)
        yield made.coef_
    made = learner()
    made.learn_one([x, x], y)
    yield made.coef_


@pytest.mark.parametrize(("eta", "x", "y"), [(1e-300, 1e300, 1e-200), (5e-324, 1e308, 1e15), (1e300, 1e300, 1e-310)])
def test_a_rate_and_a_residual_whose_product_is_no_float(eta, x, y):
    """w = 2 eta y x, whose factors multiply to less than the least float on the way."""
    true = float(2 * Fraction(eta) * Fraction(y) * Fraction(x))
    for w in _steps(lambda: LMS(2, eta), x, y):
        assert w == pytest.approx([true] * 2, rel=1e-14, abs=0.0)
    assert lms_update([0.0, 0.0], [x, x], y, eta) == pytest.approx([true] * 2, rel=1e-14, abs=0.0)
    for w in _steps(lambda: ProjectedOGD(2, eta, 1e305, SquaredLoss()), x, y):
        assert w == pytest.approx([true] * 2, rel=1e-14, abs=0.0)


def test_a_rate_that_is_divided_by_a_curvature_beyond_the_floats():
    learner = StronglyConvexOGD(1, 1e308, AbsoluteLoss())
    learner.t_ = 4
    learner.learn_one([1e300], 1.0)
    assert learner.coef_ == pytest.approx([1e300 / 1e308 / 4], rel=1e-14, abs=0.0)


@pytest.mark.parametrize("compiled", ENGINES)
def test_eg_moves_where_its_exponent_is_made_of_factors_that_underflow(compiled):
    """ln(w_1/w_2) grows by 2 eta y x = 2."""
    learner = EG([0.5, 0.5], 1e-300)
    run(learner, [[1e300, 0.0]], [1.0 + 5e299], compiled=compiled)
    want = float(2 * Fraction(1e-300) * (Fraction(1.0 + 5e299) - Fraction(5e299)) * Fraction(1e300))
    assert math.log(learner.coef_[0] / learner.coef_[1]) == pytest.approx(want, abs=1e-12)
    other = EG([0.5, 0.5], 1e-200)
    run(other, [[1e250, 0.0]], [5e249], compiled=compiled)
    assert other.coef_.tolist() == [0.5, 0.5]


@pytest.mark.parametrize("compiled", ENGINES)
@pytest.mark.parametrize("n", [2, 16, 100])
@pytest.mark.parametrize("size", [1e3, 1e10, 1e20, 1e200])
def test_eg_gives_all_to_one_where_logarithms_are_far_apart(compiled, n, size):
    """ln w_1 moves by +-size, by far more than its low part is small for, and in the second step by 0."""
    for side, want in ((1.0, [1.0] + [0.0] * (n - 1)), (-1.0, [0.0] + [1.0 / (n - 1)] * (n - 1))):
        learner = EG(np.full(n, 1.0 / n), size)
        run(learner, [np.eye(n)[0], np.zeros(n)], [1.0 / n + 0.5 * side, 0.0], compiled=compiled)
        assert learner.coef_ == pytest.approx(want, rel=1e-14, abs=0.0)


@pytest.mark.parametrize("compiled", ENGINES)
@pytest.mark.parametrize("n", [2, 16, 100])
@pytest.mark.parametrize("y", [0.0, 2e120])
@pytest.mark.parametrize("steps", [1, 2])
def test_a_logarithm_that_overflows_is_refused(compiled, n, y, steps):
    learner = EG(np.full(n, 1.0 / n), 1e160)
    with pytest.raises(ValueError, match="overflows"):
        run(learner, [2e120 * np.eye(n)[0]] * steps, [y] * steps, compiled=compiled)
    assert learner.coef_.tolist() == [1.0 / n] * n


@pytest.mark.parametrize("compiled", ENGINES)
@pytest.mark.parametrize("make", [lambda: LMS(2, 0.1), lambda: EG([0.5, 0.5], 0.1), lambda: Perceptron(2)])
def test_a_loss_that_is_not_the_learners_own_is_the_one_that_is_suffered(compiled, make):
    learner = make()
    learner.loss = AbsoluteLoss()
    trace = run(learner, [[1.0, 2.0], [3.0, 4.0]], [1.0, -1.0], compiled=compiled)
    assert trace.losses.tolist() == np.abs(trace.predictions - [1.0, -1.0]).tolist()


def test_a_batch_refuses_a_radius_that_it_cannot_square_and_weights_whose_squares_overflow():
    X, Y = np.full((1, 2, 1), 1e200), np.full((1, 1), 0.3)
    for compiled in (False, True) if load(None) is not None else (False,):
        with pytest.raises(Unrepresentable, match="overflows"):
            run_batch(X, Y, 0.1, 1.0, compiled=compiled)
        with pytest.raises(ValueError, match=r"radius is 1e-170; it must be between"):
            run_batch(X, Y, 0.1, 1e-170, compiled=compiled)


def _logistic_loss(y, a):
    """y ln(y/s) + (1 − y) ln((1 − y)/(1 − s)) with s = 1/(1 + e**−a), in 80 digits."""
    with mp.workdps(80):
        s, t = (1 / (1 + mp.exp(-mp.mpf(sign) * mp.mpf(a))) for sign in (1, -1))
        return mp.fsum(p * mp.log(p / q) for p, q in ((mp.mpf(y), s), (1 - mp.mpf(y), t)) if p)


@pytest.mark.parametrize(
    "a", [-800.0, -701.0, -699.0, -40.0, -3.0, -1.5, 0.25, 1.5, 3.0, 34.0, 36.0, 40.0, 699.0, 701.0, 800.0]
)
@pytest.mark.parametrize("y", [0.0, 1e-300, 0.25, 0.5, 1.0 - 2.0**-53, 1.0])
def test_a_matching_loss_is_right_where_its_prediction_is_rounded_to_an_end(a, y, errors):
    want = _logistic_loss(y, a)
    if want > 1e-290:
        got = MatchingLoss(matching.Logistic()).value([1.0], [a], y)
        errors.check("logistic", errors.relative(got, want), 16.0, a=a, y=y)
        learner = GeneralAdditive(matching.Identity(), matching.Logistic(), [1.0], 0.1)
        assert learner.loss_one([a], y) == got
    with mp.workdps(80):
        p = (1 + mp.mpf(2.0 * y - 1.0)) / 2
    want = _logistic_loss(p, a)
    if want > 1e-290:
        got = MatchingLoss(matching.Tanh()).value([1.0], [a / 2.0], 2.0 * y - 1.0)
        errors.check("tanh", errors.relative(got, want), 16.0, a=a, y=y)


def test_a_matching_loss_that_no_float_holds_is_refused():
    with pytest.raises(Unrepresentable, match="it must be finite"):
        MatchingLoss(matching.Identity()).value([1e200], [1.0], 0.0)


@pytest.mark.parametrize("compiled", ENGINES)
@pytest.mark.parametrize("eta", [1.0, 1e8, 1e14, 1e18, 1e100, 1e193])
def test_weights_that_must_stay_stay_at_every_rate(compiled, eta):
    """x is the same for all weights, so the factors of all weights are one."""
    start = np.array([0.2, 0.3, 0.5])
    learner = EG(start, eta)
    run(learner, [[-1.0] * 3] * 3, [-0.342, 0.5, 7.0], compiled=compiled)
    assert learner.coef_.sum() == pytest.approx(1.0, rel=1e-15)
    assert (learner.coef_ >= 0.0).all()
    if eta <= 1e14:
        assert learner.coef_ == pytest.approx(start, rel=1e-13)


def test_a_run_on_the_sphere_starts_at_the_unit_vector_that_is_meant():
    p, x = np.array([0.6, 0.8]) * (1.0 + 9e-11), [1.0, 0.0]
    for compiled in (False, True) if load(None) is not None else (False,):
        learner, single = SphereLearner(p, 1000.0), SphereLearner(p, 1000.0)
        run(learner, [x], compiled=compiled)
        single.learn_one(x)
        assert learner.coef_ == pytest.approx(single.coef_, rel=0.0, abs=1e-12)
    with pytest.raises(Unrepresentable, match="2 eta is inf"):
        SphereLearner([1.0, 0.0], 1.7e308)


# --- one error for what no float holds --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        lambda: LMS(1, 1e-300, w=[1e160]).loss_one([1.0], 0.0),
        lambda: run(LMS(1, 1e-300, w=[1e160]), [[1.0]], [0.0]),
        lambda: run(LMS(1, 1e-300, w=[1e160]), [[1.0]], [0.0], compiled=False),
        lambda: run(LMS(1, 1e-3), [[1.0]], [0.0], comparator=[1e160]),
        lambda: LMS(1, 1e-300, w=[1e160]).loss.value([1e160], [1.0], 0.0),
        lambda: LMS(1, 0.1, w=[1e200]).predict_one([1e200]),
        lambda: LMS(1, 1e300, w=[1e200]).learn_one([1e10], 0.0),
        lambda: LMS(1, 1e300, w=[1e200]).partial_fit([[1e10]], [0.0]),
        lambda: StronglyConvexOGD(1, 1e300).comparator_losses([1e10], np.ones((1, 1)), np.ones(1)),
        lambda: DistanceLoss(Euclidean()).value([1e200], [-1e200]),
        lambda: HingeLoss().value([1e200], [1e200], -1.0),
        lambda: MatrixEG(np.eye(2) / 2, 0.1).loss_one(1e200 * np.eye(2), 0.0),
        lambda: MatrixEG(np.eye(2) / 2, 1e300).learn_one(1e200 * np.eye(2), 0.0),
        lambda: learning_rate(1e-200, 1e-200),
        lambda: lms_update([1e200], [1e200], 0.0, 0.1),
        lambda: run_batch(np.ones((1, 1, 1)), np.full((1, 1), 1e200), 0.1, 1.0),
        lambda: links.Log().moved([1.0], [1000.0]),
        lambda: Euclidean().exp([1e308], [1e308]),
    ],
)
def test_what_overflows_is_refused_by_one_error_in_one_line(call):
    with pytest.raises(Unrepresentable) as caught:
        call()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("compiled", ENGINES)
def test_a_run_that_overflows_leaves_the_learner_as_it_was_and_names_the_row(compiled):
    learner = LMS(1, 0.1, w=[1.0])
    with pytest.raises(Unrepresentable, match="the loss at row 1 overflows"):
        run(learner, [[1.0], [1e200]], [1.0, 0.0], compiled=compiled)
    assert learner.coef_.tolist() == [1.0]


def test_parameters_whose_sum_alone_overflows_are_accepted():
    learner = LMS(2, 0.5)
    learner.learn_one([1.0, 1.0], 1.5e308)
    assert learner.coef_.tolist() == [1.5e308, 1.5e308]


# --- what is no float64 -----------------------------------------------------------------------------------------------

NO_NUMBERS = {
    "a masked array": np.ma.masked_array([1.0, 2.0], [False, True]),
    "boolean": np.array([True, False]),
    "longdouble": np.array([1.0, 2.0], dtype=np.longdouble),
    "real numbers": np.array([1.0, 2.0j]),
    "at most 2": np.array([2**53 + 1, 0]),
}


@pytest.mark.parametrize("what", [w for w in NO_NUMBERS if w != "longdouble" or np.dtype(np.longdouble).itemsize > 8])
def test_what_is_no_array_of_float64_is_refused_by_name(what, refuses):
    x = NO_NUMBERS[what]
    named = np.dtype(np.longdouble).name if what == "longdouble" else what
    refuses(named, LMS(2, 0.1).learn_one, x, 1.0)
    refuses(named, LMS(2, 0.1).predict_one, x)
    refuses(named, run, LMS(2, 0.1), x[None, :], [1.0])
    refuses(named, run, SphereLearner([1.0, 0.0], 0.1), x[None, :])
    refuses(named, Sphere().projx, x)
    refuses(named, matching.Softmax().transfer, x)


def test_float32_and_small_integers_are_numbers():
    want = LMS(2, 0.1).partial_fit([[1.0, 2.0]], [3.0]).coef_
    for kind in (np.float32, np.int64, np.int8, np.uint16):
        assert LMS(2, 0.1).partial_fit(np.array([[1, 2]], dtype=kind), np.array([3], dtype=kind)).coef_.tolist() == (
            want.tolist()
        )


@pytest.mark.parametrize("make", [lambda v: LMS(2, v), Sphere, lambda v: ProjectedOGD(2, 0.1, v)])
def test_true_is_no_rate_and_no_radius(make):
    with pytest.raises(ValueError, match="not a boolean"):
        make(True)


# --- objects of another kind ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "call"),
    [
        ("loss is 'squared'", lambda: ProjectedOGD(2, 0.1, 1.0, loss="squared")),
        ("loss is DistanceLoss", lambda: StronglyConvexOGD(2, 0.1, loss=DistanceLoss(Sphere()))),
        ("loss is <class", lambda: ProjectedOGD(2, 0.1, 1.0, loss=HingeLoss)),
        ("loss is None", lambda: ImplicitLearner(Sphere(), None, [1.0, 0.0], 0.1)),
        ("loss is None", lambda: implicit_update(Sphere(), None, [1.0, 0.0], [1.0, 0.0], 0.0, 0.1)),
        ("manifold is 'sphere'", lambda: ImplicitLearner("sphere", SquaredLoss(), [1.0, 0.0], 0.1)),
        ("manifold is <class", lambda: GeodesicLearner(Sphere, SquaredLoss(), [1.0, 0.0], 0.1)),
        ("manifold is None", lambda: explicit_update(None, [1.0], [1.0], 0.1)),
        ("manifold is None", lambda: project_back_update(None, [1.0], [1.0], 0.1)),
        ("manifold is 3", lambda: DistanceLoss(3)),
        ("loss is DistanceLoss", lambda: ProjectBackLearner(Sphere(), DistanceLoss(Sphere()), [1.0, 0.0], 0.1)),
        ("psi is 'softmax'", lambda: GeneralAdditive("softmax", matching.Softmax(), [[0.0, 0.0]], 0.1)),
        ("phi is None", lambda: GeneralAdditive(matching.Softmax(), None, [[0.0, 0.0]], 0.1)),
        ("phi is None", lambda: MatchingLoss(None)),
        ("loss is None", lambda: LossGeneralAdditive(matching.Identity(), matching.Identity(), [0.0], 0.1, None)),
        ("link is 'log'", lambda: LinkFunctionLearner("log", SquaredLoss(), [1.0], 0.1)),
        ("link is None", lambda: additive_update(None, [1.0], [1.0], 0.1)),
        ("link is None", lambda: PulledBack(None)),
        ("metric is None", lambda: NaturalGradientLearner(None, SquaredLoss(), [1.0], 0.1)),
        ("learner is None", lambda: run(None, [[1.0]], [1.0])),
        ("learner is <class", lambda: run(LMS, [[1.0]], [1.0])),
    ],
)
def test_an_object_of_another_kind_is_refused_where_it_is_passed(names, call):
    with pytest.raises(ValueError, match="it must be") as caught:
        call()
    assert names in str(caught.value)
    assert "\n" not in str(caught.value)


# --- what users see ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "learner",
    [
        LMS(2, 0.1),
        EG([0.5, 0.5], 0.1),
        Perceptron(2),
        SphereLearner([1.0, 0.0], 0.1),
        MatrixEG(np.eye(2) / 2, 0.1),
        GeneralAdditive(matching.Softmax(), matching.Identity(), [0.0, 0.0], 0.1),
        ImplicitLearner(Sphere(), SquaredLoss(), [1.0, 0.0], 0.1),
    ],
    ids=lambda learner: type(learner).__name__,
)
def test_the_parameter_is_read_only_and_the_learner_says_what_it_is(learner):
    before = learner.coef_.copy()
    with pytest.raises(ValueError, match="read-only"):
        learner.coef_[...] = 0.25
    assert learner.coef_.tolist() == before.tolist()
    shown = repr(learner)
    assert shown.startswith(f"{type(learner).__name__}(")
    assert "\n" not in shown
    assert "eta=0.1" in shown or isinstance(learner, Perceptron)


def test_float32_weights_and_unit_vectors_are_told_how_to_be_normalised(refuses):
    w = np.full(3, 1 / 3, dtype=np.float32)
    refuses("it must be 1 within 1e-10: divide by it (in float64, if it was float32)", EG, w, 0.1)
    assert EG(w.astype(np.float64) / w.astype(np.float64).sum(), 0.1).coef_.sum() == pytest.approx(1.0, abs=1e-15)
    x = np.array([0.6, 0.8], dtype=np.float32)
    learner = SphereLearner([1.0, 0.0], 0.1)
    refuses("divide by it", learner.learn_one, x)
    refuses("divide by it", run, learner, [x])


def test_an_implicit_update_that_overflows_on_the_way_reports_and_does_not_warn():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        step = implicit_update(Hyperbolic(), SquaredLoss(), [1.0, -3.486e-249], [1e100, -1e100], 0.0, 0.0519)
    assert not step.converged
    assert step.point.tolist() == [1.0, -3.486e-249]


class OneMinusCosine:
    """A loss of <w,x> without interval bounds."""

    def predict(self, w, x):
        return float(np.dot(w, x))

    def at(self, a, y):
        return 1.0 - math.cos(a - y)

    def slope(self, a, y):
        return math.sin(a - y)

    def value(self, w, x, y):
        return self.at(self.predict(w, x), y)

    def partials(self, w, x, y):
        return self.slope(self.predict(w, x), y) * np.asarray(x)


@pytest.mark.parametrize(("distance", "told"), [(1.0, True), (10.0, True), (12.0, False), (19.0, False)])
def test_newton_ends_nowhere_on_the_hyperboloid_where_rounding_hides_the_prediction(distance, told):
    w = Hyperbolic().projx([0.0, math.sinh(distance)])
    step = implicit_update(Hyperbolic(), OneMinusCosine(), w, [1.0, -1.0], 0.5, 0.1)
    assert step.converged == told
    assert ("do not tell <w,x>" in step.reason) != told
    assert told or step.point.tolist() == w.tolist()
    along = implicit_update(Hyperbolic(), OneMinusCosine(), w, [1e-9, 1e-9], 0.5, 0.1)
    assert along.converged  # nothing cancels, however far out


class Refusing(SquaredLoss):
    """A loss that cannot say its values."""

    def at(self, a, y):
        raise ValueError("a has no loss")


def test_a_pass_whose_losses_are_refused_moves_nothing(refuses):
    learner = LMS(1, 0.1)
    learner.loss = Refusing()
    refuses("a has no loss", learner.partial_fit, [[1.0]], [2.0])
    assert learner.coef_.tolist() == [0.0]


def test_the_row_whose_loss_overflows_is_named(refuses):
    refuses("the loss at row 1 overflows", run, LMS(1, 0.1), [[1.0], [1.0]], [0.0, 1e200])


def test_a_step_of_logarithms_that_leaves_the_floats_is_refused_from_the_least_point_too(refuses):
    with np.errstate(all="raise"):
        refuses("p e**d[0] is inf", links.Log().moved, [2.3e-308], [1.9e9])
    assert links.Log().moved([2.3e-308], [1400.0])[0] == pytest.approx(2.3e-308 * math.e**700 * math.e**700, rel=1e-12)


def test_an_implicit_step_whose_factor_underflows_is_taken(refuses):
    got = implicit_update(Euclidean(), SquaredLoss(), [1.05e-321, 0.0], [1e119, 0.0], 0.0, 6e-10).point
    assert got.tolist() == [0.0, 0.0]
    with np.errstate(all="raise"):
        refuses("2 eta is inf", implicit_update, Euclidean(), SquaredLoss(), [1.0], [0.0], 2.0, 1.7e308)


def test_weights_moved_by_huge_exponents_keep_the_simplex():
    """Exponents that tie within their rounding, or lie more than the floats apart."""
    with np.errstate(all="raise", under="ignore"):
        for w, d, want in [
            ([5e-324, 1.0], [1e246, 1e246], [5e-324, 1.0]),
            ([0.5, 0.5], [1.7e308, -1.7e308], [1.0, 0.0]),
        ]:
            assert links.SimplexLog().moved(w, d).tolist() == want
    with np.errstate(all="raise", under="ignore"):  # <w,x> - y = 1, so the exponents are -2 eta x
        assert eg_update([5e-324, 1.0], [-1.0, -1.0], -2.0, 1e246).tolist() == [5e-324, 1.0]


def test_partial_derivatives_that_the_link_takes_below_the_floats_count_at_a_large_rate(refuses):
    link = links.Sqrt()
    got = reparametrised_update(link, [5.789464797270855e-295], [-1.84799274221485e-200], 6.516881633011443e290)
    assert got[0] == pytest.approx(2.0992231861577730e-113, rel=1e-14, abs=0.0)
    refuses("must be > 0", reparametrised_update, link, [1e-280, 1e-185], [8e-208, -2e-207], 3.6e281)


def test_vectors_that_the_link_takes_below_the_floats_count_in_a_product_and_in_transport():
    sqrt, log = PulledBack(links.Sqrt()), PulledBack(links.Log())
    got = sqrt.inner([2.2856907552993206e147], [5.484195195587686e229], [2.787e-321])
    assert got == pytest.approx(6.6858894769961243e-239, rel=1e-14, abs=0.0)
    v, p, q = np.array([[1e-160, -3e-170], [1.0, 2.0]]), np.array([1e160, 1e165]), np.array([1e170, 2e160])
    assert log.transport(p, q, v) == pytest.approx(v * (q / p), rel=1e-14, abs=0.0)
    assert log.inner(p, v, v) == pytest.approx(np.array([0.0, 1e-320]), rel=1e-3, abs=0.0)


def test_sums_that_overflow_are_refused_without_a_warning(refuses):
    A = [[1.6, -0.14], [-0.14, 0.5]]
    with np.errstate(all="raise", under="ignore"):
        refuses("A (q - p)[0]", links.Linear(A).difference, [0.5, -1.7e308], [1.7e308, 1.7e308])
        refuses("p + A**-1 d[1]", links.Linear(A).moved, [0.5, -1.7e308], [-1.7e308, -1.0])


@pytest.mark.parametrize(
    ("x", "text"),
    [
        ([1.0, True], "not a boolean"),
        ([1, np.True_], "not a boolean"),
        ([np.ma.masked_array([1.0, 2.0], [False, True])], "masked array"),
        ([1.0, np.ma.masked], "masked array"),
        ([1.0, 2**60 + 1], "at most 2**53"),
        ([[1.0], [np.longdouble(1)]], "float64 or less"),
        ([1.0, "2"], "real numbers"),
    ],
)
def test_what_is_no_plain_number_is_refused_inside_of_lists_too(refuses, x, text):
    refuses(text, Euclidean().norm, x, x)
    refuses(text, run, LMS(2, 0.1), [x], [1.0])


class Labelled:
    """What is known of pandas: an array with labels."""

    iloc = None

    def __array__(self, dtype=None, copy=None):
        return np.array([1.0, 2.0])


def test_arrays_with_labels_are_not_taken_by_position(refuses):
    refuses("has labels", LMS(2, 0.1).learn_one, Labelled(), 1.0)
    refuses("has labels", Euclidean().dist, [1.0, 2.0], Labelled())


@pytest.mark.parametrize("bad", [True, 1.0, "1", None, -1])
def test_counts_are_integers(refuses, bad):
    refuses("trials is", sphere_losses, 1.0, 0.5, bad, states=5)
    refuses("states is", sphere_losses, 1.0, 0.5, 1, states=bad)


def test_the_loss_of_hellinger_at_the_ends_of_its_range():
    assert HellingerOf().value(1.0, 1e10) == HellingerOf().value(0.0, -1e10) == 0.0
    assert HellingerOf().value(0.0, 1e10) == pytest.approx(1.0)


def test_sums_of_losses_that_overflow_are_refused(refuses):
    trace = run(LMS(1, 1e-300), [[0.0], [0.0]], [1.2e154, 1.2e154], comparator=[0.0])
    with np.errstate(all="raise", under="ignore"):
        refuses("the cumulative loss[1] is inf", lambda: trace.cumulative_losses)
        refuses("the comparator's loss is", lambda: trace.comparator_loss)
        assert trace.regret == 0.0


def test_rates_and_bounds_are_right_where_their_parts_are_no_floats(refuses):
    assert learning_rate(1e-300, 1e300) == pytest.approx(0.5)
    assert general_additive.loss_bound(0.0, 1e200, 1e-200, 1e200) == pytest.approx(4e200)
    assert matrix_eg.realizable_bound(1e-300, 1e200) == pytest.approx(5e99)
    assert matrix_eg.trial_bound(1.0, 0.0, 1e200, 1.0) == pytest.approx(0.0, abs=1e-300)
    refuses("the bound is inf", general_additive.loss_bound, 1e308, 0.0, 1.0, 1.0)
    refuses("the rate is 0.0", matrix_eg.realizable_rate, 1e200)

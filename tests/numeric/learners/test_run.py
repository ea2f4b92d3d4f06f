"""`run` and `run_batch`: the steps of `learn_one`, by numpy and by numba; comparators, bounds, refusals."""

import math
import os
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from xml.dom.minidom import parseString

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric.learners import (
    EG,
    LMS,
    AbsoluteLoss,
    EGPlusMinus,
    GeneralAdditive,
    GeodesicLearner,
    HingeLoss,
    LogisticLoss,
    MatrixEG,
    NaturalEG,
    Perceptron,
    ProjectedOGD,
    SphereLearner,
    SquaredLoss,
    StronglyConvexOGD,
    run,
    run_batch,
)
from numeric.manifolds import Euclidean, Sphere
from numeric.matching import Identity, Softmax
from numeric.reference import geodesic as reference
from tests.sampling import drawn

ULP = 2.0**-52
compiled = pytest.param(True, marks=pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed"))
seeds = st.integers(0, 2**32 - 1)
lengths = st.one_of(st.integers(1, 70), st.sampled_from([127, 128, 129, 136, 200, 256, 257, 1000, 1025]))


def regression(seed, T, n):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((T, n))
    return X, X @ rng.standard_normal(n) / math.sqrt(n) + 0.1 * rng.standard_normal(T)


LEARNERS = {
    "lms": (lambda n: LMS(n, 0.1 / n), False),
    "perceptron": (Perceptron, True),
    "projected, squared": (lambda n: ProjectedOGD(n, 0.3, 0.7), False),
    "projected, absolute": (lambda n: ProjectedOGD(n, 0.3, 0.7, AbsoluteLoss()), False),
    "projected, hinge": (lambda n: ProjectedOGD(n, 0.3, 0.7, HingeLoss()), True),
    "projected, logistic": (lambda n: ProjectedOGD(n, 0.3, 0.7, LogisticLoss()), True),
    "strongly convex": (lambda n: StronglyConvexOGD(n, 2.0, HingeLoss()), True),
    "eg": (lambda n: EG(np.full(n, 1.0 / n), 0.1), False),
    "eg+-": (lambda n: EGPlusMinus(n, 0.1, 2.0), False),
    "natural": (lambda n: NaturalEG(np.full(n, 1.0 / n), 0.1), False),
}


@drawn(60)
@given(seeds, lengths, st.sampled_from(sorted(LEARNERS)))
def test_a_run_has_the_bits_of_its_steps(seed, n, name):
    make, classes = LEARNERS[name]
    X, Y = regression(seed, 20, n)
    Y = np.sign(Y) if classes else Y
    a, b = make(n), make(n)
    trace = run(a, X, Y, compiled=False)
    for t, (x, y) in enumerate(zip(X, Y, strict=True)):
        assert trace.predictions[t] == b.predict_one(x)
        assert trace.losses[t] == b.loss_one(x, y)
        b.learn_one(x, y)
    assert np.array_equal(a.coef_, b.coef_)


@pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")
@drawn(150)
@given(seeds, lengths, st.integers(0, 40), st.sampled_from([k for k in sorted(LEARNERS) if k != "eg"]))
def test_the_compiled_run_has_the_bits_of_numpy(seed, n, T, name):
    make, classes = LEARNERS[name]
    X, Y = regression(seed, T, n)
    Y = np.sign(Y) if classes else Y
    a, b = make(n), make(n)
    u, v = run(a, X, Y, compiled=False), run(b, X, Y, compiled=True)
    assert np.array_equal(u.predictions, v.predictions)
    assert np.array_equal(u.losses, v.losses)
    assert np.array_equal(a.coef_, b.coef_)
    assert all(s == getattr(b, k) for k, s in vars(a).items() if isinstance(s, int))


@pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")
@drawn(60)
@given(seeds, lengths)
def test_one_compiled_step_of_eg_is_within_four_ulp_of_numpy(seed, n):
    X, Y = regression(seed, 1, n)
    w = np.random.default_rng(seed).dirichlet(np.ones(n)) + 1e-3
    a, b = EG(w / math.fsum(w), 0.3), EG(w / math.fsum(w), 0.3)
    run(a, X, Y, compiled=False)
    run(b, X, Y, compiled=True)
    assert np.max(np.abs(a.coef_ - b.coef_) / a.coef_) <= 4.0 * ULP


@pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")
def test_a_compiled_run_of_eg_keeps_to_numpy_where_weights_underflow():
    X, Y = np.array([[1.0, 0.0, 0.5]] * 900), np.repeat([-1.0, 1.0], 450)
    a, b = EG([0.4, 0.3, 0.3], 1.0), EG([0.4, 0.3, 0.3], 1.0)
    u, v = run(a, X, Y, compiled=False), run(b, X, Y, compiled=True)
    assert u.predictions == pytest.approx(v.predictions, rel=1e-12)
    assert a.coef_ == pytest.approx(b.coef_, rel=1e-10)


@pytest.mark.parametrize("kernel", [False, compiled])
@pytest.mark.parametrize("eta", [1e-6, 0.3, 2.0])
def test_one_step_of_the_sphere_is_right_to_four_ulp_of_one(errors, kernel, eta):
    rng, s = np.random.default_rng(1), Sphere()
    for k in range(16):
        for d in (10.0**-k, math.pi / 2 - 10.0**-k, math.pi - 10.0**-k):
            p = s.random_point(rng, 6)
            t = s.proju(p, rng.standard_normal(6))
            x = s.exp(p, t / s.norm(p, t) * d)
            learner = SphereLearner(p, eta)
            trace = run(learner, x[None], compiled=kernel)
            want = reference.sphere_update(p, x, eta)
            errors.check("p", errors.vector(learner.coef_, want, 1), 4.0 * max(1.0, eta), p=p, x=x, eta=eta)
            one = SphereLearner(p, eta)
            errors.check("prediction", abs(trace.predictions[0] - one.predict_one(x)) / ULP, 4.0, p=p, x=x)
            errors.check("loss", abs(trace.losses[0] - one.loss_one(x)) / ULP, 8.0, p=p, x=x)


@pytest.mark.parametrize("kernel", [False, compiled])
def test_the_sphere_stays_where_its_gradient_vanishes_and_does_not_drift(kernel):
    for x in ([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]):
        learner = SphereLearner([1.0, 0.0, 0.0], 0.5)
        run(learner, [x], compiled=kernel)
        assert learner.coef_.tolist() == [1.0, 0.0, 0.0]
    X = Sphere().projx(np.random.default_rng(2).standard_normal((1000, 4)))
    a, b = SphereLearner([1.0, 0.0, 0.0, 0.0], 0.3), SphereLearner([1.0, 0.0, 0.0, 0.0], 0.3)
    run(a, X, compiled=kernel)
    b.partial_fit(X)
    assert abs(math.hypot(*a.coef_) - 1.0) <= 2 * ULP
    assert a.coef_ == pytest.approx(b.coef_, abs=1e-10)


@pytest.mark.parametrize("kernel", [False, compiled])
def test_the_sphere_names_rows_that_are_not_on_it_and_stays(refuses, kernel):
    learner = SphereLearner([1.0, 0.0], 0.1)
    refuses("the length of X[1] is 2.0", run, learner, [[0.6, 0.8], [2.0, 0.0]], compiled=kernel)
    refuses("X[1][0] is nan", run, learner, np.array([[0.6, 0.8], [math.nan, 0.0]]), compiled=kernel)
    assert learner.coef_.tolist() == [1.0, 0.0]


# The trace


def test_the_running_sums_keep_every_rounding_error():
    rng = np.random.default_rng(3)
    X, Y = rng.standard_normal((400, 2)), 10.0 ** rng.uniform(-8, 8, 400)
    trace = run(LMS(2, 1e-20), X, Y)
    with mp.workdps(60):
        total = mp.mpf(0)
        for t in range(400):
            total += mp.mpf(trace.losses[t])
            assert trace.cumulative_losses[t] == pytest.approx(float(total), rel=ULP)
    assert trace.cumulative_loss == trace.cumulative_losses[-1]
    assert run(LMS(2, 0.1), np.zeros((0, 2)), []).cumulative_loss == 0.0
    assert trace.comparator_loss is None
    assert trace.regret is None
    assert trace.bound is None


@drawn(60)
@given(seeds, st.sampled_from(sorted(LEARNERS)))
def test_comparators_regret_and_bounds(seed, name):
    make, classes = LEARNERS[name]
    X, Y = regression(seed, 80, 4)
    Y = np.sign(Y) if classes else Y
    learner = make(4)
    u = np.random.default_rng(seed).dirichlet(np.ones(4)) * (1.0 if name in ("eg", "natural") else 0.7)
    loss = {"perceptron": HingeLoss(), "strongly convex": HingeLoss()}.get(name, learner.loss)
    want = [loss.value(u, x, y) for x, y in zip(X, Y, strict=True)]
    if name == "strongly convex":
        want = [t + float(u @ u) for t in want]
    trace = run(learner, X, Y, u)
    assert trace.comparator_losses == pytest.approx(want, rel=1e-12, abs=1e-12)
    assert trace.regret == pytest.approx(trace.cumulative_loss - trace.comparator_loss, rel=1e-10, abs=1e-10)
    if name in ("lms", "eg+-", "natural"):
        assert trace.bound is None
    elif trace.bound is not None:
        assert trace.cumulative_loss <= trace.bound
    else:
        assert name == "eg"  # whose rate is too large for the widest instance
    again = run(learner, X, Y, u)
    assert again.bound is None or name == "eg"


def test_a_bound_of_each_kind():
    X, Y = regression(4, 200, 3)
    u = np.full(3, 1.0 / 3.0)
    assert run(EG(u, 0.02), X, Y, [0.5, 0.25, 0.25]).bound is not None
    assert run(ProjectedOGD(3, 0.1, 1.0), X, Y, u).bound is not None
    assert run(ProjectedOGD(3, 0.1, 0.5), X, Y, u).bound is None  # u is not in the ball
    assert run(Perceptron(3), X, np.sign(Y), u).bound is not None
    assert run(Perceptron(3, u), X, np.sign(Y), u).bound is None
    assert run(StronglyConvexOGD(3, 0.1), X, Y, u).bound is not None


def test_matrices_vectors_of_labels_and_the_sphere():
    rng = np.random.default_rng(5)
    A = rng.uniform(-1, 1, (30, 3, 3))
    X, Y = 0.5 * (A + A.transpose(0, 2, 1)), rng.uniform(0, 1, 30)
    a, b = MatrixEG(np.eye(3) / 3, 0.1), MatrixEG(np.eye(3) / 3, 0.1)
    trace = run(a, X, Y)
    b.partial_fit(X, Y)
    assert np.array_equal(a.coef_, b.coef_)
    assert trace.losses.shape == (30,)
    U = np.diag([0.5, 0.25, 0.25])
    trace = run(MatrixEG(np.eye(3) / 3, 0.1), X, Y, U)
    assert trace.comparator_losses == pytest.approx([(np.vdot(U, x) - y) ** 2 for x, y in zip(X, Y, strict=True)])
    assert trace.cumulative_loss <= trace.bound
    assert run(MatrixEG(np.eye(3) / 3, 5.0), X, Y, U).bound is None
    assert run(MatrixEG(np.eye(3) / 3, 0.1), X, Y, 2.0 * U).bound is None
    trace = run(GeodesicLearner(Euclidean(), SquaredLoss(), [0.0, 0.0], 0.1), [[1.0, 2.0]], [1.0], [1.0, 1.0])
    assert trace.comparator_losses.tolist() == [4.0]
    assert trace.regret == -3.0
    ga = GeneralAdditive(Identity(), Softmax(), np.zeros((2, 3)), 0.1)
    labels = np.eye(2)[rng.integers(0, 2, 30)]
    assert run(ga, rng.standard_normal((30, 3)), labels).predictions.shape == (30, 2)
    P = Sphere().projx(rng.standard_normal((30, 3)))
    trace = run(SphereLearner([1.0, 0.0, 0.0], 0.3), P, comparator=[0.0, 1.0, 0.0])
    assert trace.comparator_losses == pytest.approx(P[:, 1] ** 2)


# Batches

LOSSES = {"squared": SquaredLoss(), "absolute": AbsoluteLoss(), "hinge": HingeLoss()}


@pytest.mark.parametrize("kernel", [False, compiled])
@pytest.mark.parametrize("name", sorted(LOSSES))
def test_a_batch_makes_the_steps_of_each_sequence(kernel, name):
    rng = np.random.default_rng(6)
    X, Y = rng.standard_normal((40, 5, 70)), rng.standard_normal((40, 70))
    Y = np.sign(Y) if name == "hinge" else Y
    batch = run_batch(X, Y, 0.3, 0.5, LOSSES[name], steps=True, compiled=kernel)
    for b in range(70):
        learner = ProjectedOGD(5, 0.3, 0.5, LOSSES[name])
        trace = run(learner, X[:, :, b], Y[:, b], compiled=False)
        assert batch.coef[:, b] == pytest.approx(learner.coef_, abs=1e-13)
        assert batch.losses[:, b] == pytest.approx(trace.losses, abs=1e-12)
        assert batch.predictions[:, b] == pytest.approx(trace.predictions, abs=1e-13)
        assert batch.cumulative_loss[b] == pytest.approx(trace.cumulative_loss, rel=1e-13)


@pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")
@drawn(30)
@given(
    seeds, st.integers(1, 20), st.sampled_from([1, 2, 5, 31, 32, 33, 1000, 1001, 2100]), st.sampled_from(sorted(LOSSES))
)
def test_the_compiled_batch_has_the_bits_of_numpy(seed, n, B, name):
    rng = np.random.default_rng(seed)
    X, Y = rng.standard_normal((12, n, B)), rng.standard_normal((12, B))
    Y = np.sign(Y) if name == "hinge" else Y
    a, b = (run_batch(X, Y, 0.3, 0.5, LOSSES[name], steps=True, compiled=c) for c in (False, True))
    assert np.array_equal(a.predictions, b.predictions)
    assert np.array_equal(a.losses, b.losses)
    assert np.array_equal(a.coef, b.coef)
    for c in (False, True):
        short = run_batch(X, Y, 0.3, 0.5, LOSSES[name], compiled=c)
        assert np.array_equal(short.cumulative_loss, a.cumulative_loss)
        assert np.array_equal(short.coef, a.coef)
        assert short.losses is None


@pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")
def test_a_batch_has_the_same_bits_on_any_number_of_threads():
    numba = import_module("numba")
    rng = np.random.default_rng(8)
    X, Y = rng.standard_normal((20, 3, 1237)), rng.standard_normal((20, 1237))
    before, found = numba.get_num_threads(), []
    try:
        for threads in range(1, numba.config.NUMBA_NUM_THREADS + 1):
            numba.set_num_threads(threads)
            batch = run_batch(X, Y, 0.3, 0.5, compiled=True)
            found.append((batch.coef.tobytes(), batch.cumulative_loss.tobytes()))
    finally:
        numba.set_num_threads(before)
    assert len(set(found)) == 1


@pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")
def test_the_kernels_have_the_same_bits_on_a_processor_without_wide_registers_and_fma(tmp_path):
    """numba compiles for this processor, and for the least of its kind."""
    here = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}
    least = here | {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, str(Path(__file__).with_name("kernel_bits.py"))]
    told = [subprocess.run(command, env=e, capture_output=True, text=True, check=True).stdout for e in (here, least)]
    assert len(told[0]) == 65
    assert told[0] == told[1]


# Refusals


@pytest.mark.parametrize("kernel", [False, compiled])
@pytest.mark.parametrize("name", sorted(LEARNERS))
def test_bad_rows_are_named_and_move_nothing(refuses, kernel, name):
    make, classes = LEARNERS[name]
    X, Y = regression(7, 30, 3)
    Y = np.sign(Y) if classes else Y
    learner = make(3)
    before = learner.coef_.copy()
    for bad in (math.nan, math.inf):
        Z = X.copy()
        Z[17, 2] = bad
        refuses(f"X[17][2] is {bad}", run, learner, Z, Y, compiled=kernel)
        L = Y.copy()
        L[3] = bad
        refuses(f"Y[3] is {bad}", run, learner, X, L, compiled=kernel)
    refuses("X has shape", run, learner, X[:, :2], Y, compiled=kernel)
    refuses("Y has shape", run, learner, X, Y[:7], compiled=kernel)
    refuses("Y is None", run, learner, X, None, compiled=kernel)
    refuses("comparator[1] is nan", run, learner, X, Y, [1.0, math.nan, 0.0], compiled=kernel)
    assert np.array_equal(learner.coef_, before)


def test_bad_input(refuses, monkeypatch):
    X, Y = np.zeros((4, 2, 3)), np.zeros((4, 3))
    refuses("eta", run_batch, X, Y, 0.0, 1.0)
    refuses("radius", run_batch, X, Y, 1.0, -1.0)
    refuses("X, Y have shapes", run_batch, X, Y[:2], 1.0, 1.0)
    refuses("X, Y have shapes", run_batch, X[0], Y, 1.0, 1.0)
    refuses("loss is LogisticLoss()", run_batch, X, Y, 1.0, 1.0, LogisticLoss())
    refuses("must be -1 or 1", run_batch, X, Y, 1.0, 1.0, HingeLoss())
    X[2, 1, 0] = math.nan
    refuses("X[2, 1, 0] is nan", run_batch, X, Y, 1.0, 1.0)
    refuses("Y[0] is 1.0", run, SphereLearner([1.0, 0.0], 0.1), [[1.0, 0.0]], [1.0])
    refuses("comparator", run, GeneralAdditive(Identity(), Identity(), [0.0], 0.1), [[1.0]], [1.0], [0.5])

    def missing(name):
        raise ImportError

    monkeypatch.setattr("numeric.learners.base.import_module", missing)
    refuses("numba must be installed", run, LMS(2, 0.1), [[1.0, 0.0]], [1.0], compiled=True)
    assert run(LMS(2, 0.1), [[1.0, 0.0]], [1.0]).losses.tolist() == [1.0]


def test_a_notebook_shows_the_sums_of_a_trace_and_that_they_are_floats():
    rows, labels = np.eye(3), np.array([1.0, -1.0, 1.0])
    plain = parseString(run(LMS(3, 0.25), rows, labels)._repr_html_()).documentElement
    assert "floating point" in plain.getElementsByTagName("caption")[0].firstChild.data
    assert [cell.firstChild.data for cell in plain.getElementsByTagName("td")] == ["3", "3"]
    compared = run(Perceptron(3), rows, labels, [0.5, -0.5, 0.5])
    table = parseString(compared._repr_html_()).documentElement
    shown = {row.firstChild.firstChild.data: row.lastChild.firstChild.data for row in table.getElementsByTagName("tr")}
    assert shown["comparator's loss"] == f"{compared.comparator_loss:.6g}"
    assert shown["regret"] == f"{compared.regret:.6g}"
    assert shown["bound of the cumulative loss"] == f"{compared.bound:.6g}"


def test_a_printed_notebook_has_the_same_table():
    trace = run(Perceptron(3), np.eye(3), [1.0, -1.0, 1.0], [0.5, -0.5, 0.5])
    printed = replace(trace, losses=trace.losses * -1e-7, bound=np.inf)._repr_latex_()
    assert printed.startswith(
        r"$$\begin{array}{l}\text{A run, in floating point} \\ \begin{array}{lr}\text{rounds} & 3 \\ "
    )
    assert r"\text{cumulative loss} & -3 \cdot 10^{-7} \\ " in printed
    assert rf"\text{{comparator's loss}} & {trace.comparator_loss:.6g} \\ " in printed
    assert printed.endswith(r"\text{bound of the cumulative loss} & \text{inf}\end{array}\end{array}$$")


def test_a_trace_draws_what_it_has():
    figure = pytest.importorskip("matplotlib.figure")
    rng = np.random.default_rng(0)
    X = rng.standard_normal((20, 3))
    u = np.array([0.3, 0.2, -0.1])
    trace = run(ProjectedOGD(3, 0.1, 1.0, AbsoluteLoss()), X, X @ u + 0.1, comparator=u)
    axes = trace.plot(figure.Figure().subplots())
    drawn = {line.get_label(): line.get_ydata() for line in axes.lines}
    assert drawn["cumulative loss"][-1] == trace.cumulative_loss
    assert drawn["the comparator's"][-1] == pytest.approx(trace.comparator_loss)
    assert list(drawn["bound, after all rounds"]) == [trace.bound, trace.bound]
    (line,) = run(LMS(3, 0.1), X, X @ u).plot(figure.Figure().subplots()).lines
    assert len(line.get_xdata()) == 20

"""Mid-range agreement with scipy.special, scipy.stats and scikit-learn where they are installed.

Their conventions: rel_entr(p, q) and entropy(p, q) have p first, as here; log_loss(y, p) averages -ln p of the true
label over the rows, the matching loss of one-hot labels.
"""

import numpy as np
import pytest

from numeric import entropy, matching

TOLERANCE = 1e-13


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def agree(ours, theirs):
    assert np.asarray(ours) == pytest.approx(np.asarray(theirs), rel=TOLERANCE, abs=TOLERANCE)


def test_scipy_special(rng):
    special = pytest.importorskip("scipy.special")
    a, b = rng.standard_normal((2, 20, 4))
    p, q = rng.dirichlet(np.ones(4), (2, 20))
    agree(entropy.log_sum_exp(a), special.logsumexp(a, axis=-1))
    agree(entropy.softmax(a), special.softmax(a, axis=-1))
    agree(entropy.log_softmax(a), special.log_softmax(a, axis=-1))
    agree(entropy.relative_entropy(p, q), special.rel_entr(p, q).sum(axis=-1))
    agree(entropy.relative_entropy(p, q), special.kl_div(p, q).sum(axis=-1))
    agree(entropy.negative_entropy(p), -special.entr(p).sum(axis=-1))
    agree(entropy.binary_relative_entropy(p, q), special.rel_entr(p, q) + special.rel_entr(1 - p, 1 - q))
    agree(matching.Logistic().transfer(a), special.expit(a))
    agree(matching.Logistic().inverse(p), special.logit(p))
    agree(matching.Logistic().potential(a), -special.log_expit(-a))
    agree(matching.Exponential().matching_loss(p, q), special.kl_div(p, q))
    agree(matching.Softmax().divergence(b, a), special.rel_entr(special.softmax(a, -1), special.softmax(b, -1)).sum(-1))


def test_scipy_stats(rng):
    stats = pytest.importorskip("scipy.stats")
    p, q = rng.dirichlet(np.ones(4), (2, 20))
    agree(entropy.relative_entropy(p, q), stats.entropy(p, q, axis=-1))
    agree(entropy.negative_entropy(p), -stats.entropy(p, axis=-1))


def test_scikit_learn(rng):
    metrics = pytest.importorskip("sklearn.metrics")
    labels, scores = rng.integers(0, 4, 50), rng.standard_normal((50, 4))
    p = entropy.softmax(scores)
    loss = matching.Softmax().matching_loss(np.eye(4)[labels], p)
    agree(loss.mean(), metrics.log_loss(labels, p, labels=range(4)))
    binary = labels % 2
    agree(matching.Logistic().matching_loss(binary, p[:, 0]).mean(), metrics.log_loss(binary, p[:, 0]))
    agree(
        matching.Identity().matching_loss(scores[:, 0], scores[:, 1]).mean(),
        metrics.mean_squared_error(*scores[:, :2].T) / 2,
    )

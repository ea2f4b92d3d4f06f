"""Online learners: single updates, learners with `learn_one` and `predict_one`, and `run`."""

from numeric.learners.geodesic import (
    Learner,
    SphereLearner,
    Trace,
    explicit_update,
    gradient,
    gradient_norm,
    implicit_update_line,
    run,
)

__all__ = [
    "Learner",
    "SphereLearner",
    "Trace",
    "explicit_update",
    "gradient",
    "gradient_norm",
    "implicit_update_line",
    "run",
]

"""Online learners: single updates, learners with `learn_one` and `predict_one`, and `run`."""

from numeric.learners.adaboost import AdaBoost
from numeric.learners.definite_boost import DefiniteBoost, approximate_alpha, progress_factor
from numeric.learners.general_additive import ClippedGeneralAdditive, GeneralAdditive, LossGeneralAdditive
from numeric.learners.geodesic import (
    GeodesicLearner,
    Learner,
    ScaleInvariantLoss,
    SphereLearner,
    Trace,
    explicit_update,
    gradient,
    gradient_norm,
    implicit_update_line,
    run,
)
from numeric.learners.implicit import ImplicitLearner, ImplicitStep, implicit_update
from numeric.learners.link_function import LinkFunctionLearner, additive_update, reparametrised_update
from numeric.learners.losses import DistanceLoss, MatchingLoss, SquaredLoss
from numeric.learners.matrix_eg import (
    DirectMatrixEG,
    MatrixEG,
    best_c,
    direct_update,
    learning_rate,
    relative_loss_bound,
    trial_bound,
)
from numeric.learners.natural_gradient import NaturalGradientLearner, natural_gradient_update
from numeric.learners.project_back import ProjectBackLearner, project_back_update

__all__ = [
    "AdaBoost",
    "ClippedGeneralAdditive",
    "DefiniteBoost",
    "DirectMatrixEG",
    "DistanceLoss",
    "GeneralAdditive",
    "GeodesicLearner",
    "ImplicitLearner",
    "ImplicitStep",
    "Learner",
    "LinkFunctionLearner",
    "LossGeneralAdditive",
    "MatchingLoss",
    "MatrixEG",
    "NaturalGradientLearner",
    "ProjectBackLearner",
    "ScaleInvariantLoss",
    "SphereLearner",
    "SquaredLoss",
    "Trace",
    "additive_update",
    "approximate_alpha",
    "best_c",
    "direct_update",
    "explicit_update",
    "gradient",
    "gradient_norm",
    "implicit_update",
    "implicit_update_line",
    "learning_rate",
    "natural_gradient_update",
    "progress_factor",
    "project_back_update",
    "relative_loss_bound",
    "reparametrised_update",
    "run",
    "trial_bound",
]

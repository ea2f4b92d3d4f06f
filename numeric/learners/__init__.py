"""Online learners: single updates, learners with `learn_one` and `predict_one`, and `run`."""

from numeric.learners.adaboost import AdaBoost
from numeric.learners.base import Learner, LinearLearner
from numeric.learners.definite_boost import DefiniteBoost, approximate_alpha, printed_alpha, progress_factor
from numeric.learners.exponentiated_gradient import (
    EG,
    EGPlusMinus,
    NaturalEG,
    eg_plus_minus_update,
    eg_update,
    natural_eg_update,
)
from numeric.learners.general_additive import ClippedGeneralAdditive, GeneralAdditive, LossGeneralAdditive
from numeric.learners.geodesic import (
    GeodesicLearner,
    ScaleInvariantLoss,
    SphereLearner,
    explicit_update,
    gradient,
    gradient_norm,
    implicit_update_line,
)
from numeric.learners.gradient_descent import (
    LMS,
    ProjectedOGD,
    StronglyConvexOGD,
    lms_update,
    project_to_ball,
    projected_step,
    strongly_convex_step,
)
from numeric.learners.implicit import ImplicitLearner, ImplicitStep, implicit_update
from numeric.learners.link_function import LinkFunctionLearner, additive_update, reparametrised_update
from numeric.learners.losses import AbsoluteLoss, DistanceLoss, HingeLoss, LogisticLoss, MatchingLoss, SquaredLoss
from numeric.learners.matrix_eg import (
    DirectMatrixEG,
    MatrixEG,
    best_c,
    direct_update,
    learning_rate,
    least_realizable_loss,
    mean_rate,
    moment_factor,
    most_realizable_loss,
    realizable_bound,
    realizable_rate,
    relative_loss_bound,
    trial_bound,
)
from numeric.learners.natural_gradient import NaturalGradientLearner, natural_gradient_update
from numeric.learners.perceptron import Perceptron, perceptron_update
from numeric.learners.project_back import ProjectBackLearner, project_back_update
from numeric.learners.run import BatchTrace, Trace, run, run_batch

__all__ = [
    "EG",
    "LMS",
    "AbsoluteLoss",
    "AdaBoost",
    "BatchTrace",
    "ClippedGeneralAdditive",
    "DefiniteBoost",
    "DirectMatrixEG",
    "DistanceLoss",
    "EGPlusMinus",
    "GeneralAdditive",
    "GeodesicLearner",
    "HingeLoss",
    "ImplicitLearner",
    "ImplicitStep",
    "Learner",
    "LinearLearner",
    "LinkFunctionLearner",
    "LogisticLoss",
    "LossGeneralAdditive",
    "MatchingLoss",
    "MatrixEG",
    "NaturalEG",
    "NaturalGradientLearner",
    "Perceptron",
    "ProjectBackLearner",
    "ProjectedOGD",
    "ScaleInvariantLoss",
    "SphereLearner",
    "SquaredLoss",
    "StronglyConvexOGD",
    "Trace",
    "additive_update",
    "approximate_alpha",
    "best_c",
    "direct_update",
    "eg_plus_minus_update",
    "eg_update",
    "explicit_update",
    "gradient",
    "gradient_norm",
    "implicit_update",
    "implicit_update_line",
    "learning_rate",
    "least_realizable_loss",
    "lms_update",
    "mean_rate",
    "moment_factor",
    "most_realizable_loss",
    "natural_eg_update",
    "natural_gradient_update",
    "perceptron_update",
    "printed_alpha",
    "progress_factor",
    "project_back_update",
    "project_to_ball",
    "projected_step",
    "realizable_bound",
    "realizable_rate",
    "relative_loss_bound",
    "reparametrised_update",
    "run",
    "run_batch",
    "strongly_convex_step",
    "trial_bound",
]

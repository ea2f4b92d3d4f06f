"""Every public function of `numeric` is called by the oracle, or it is said why not: none can be forgotten."""

import importlib
import inspect
import pkgutil
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import numeric
from tests.numeric.oracle.harness import Case
from tests.numeric.oracle.test_oracle import ALL

HERE = str(Path(__file__).parent)
OPTIONAL = ("numeric.estimators", "numeric.streams")
"""Modules that need an extra: `functions_fitted` has what their classes predict."""


def modules():
    for found in pkgutil.walk_packages(numeric.__path__, "numeric."):
        name = found.name
        private = any(part.startswith("_") for part in name.split("."))
        if not private and not name.startswith(("numeric.reference", "numeric.experiments", *OPTIONAL)):
            yield importlib.import_module(name)


def functions_of(owner):
    """The public functions that are written in a class, properties among them."""
    for name, value in vars(owner).items():
        function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        if not name.startswith("_") and not owner.__name__.startswith("_") and inspect.isfunction(function):
            yield f"{owner.__qualname__}.{name}", function


def public():
    """Code objects of the public functions and methods, with their names; protocols have none of their own."""
    found = {}
    for module in modules():
        for name, value in vars(module).items():
            if getattr(value, "__module__", None) != module.__name__:
                continue
            if inspect.isfunction(value) and not name.startswith("_"):
                found[value.__code__] = f"{module.__name__}.{name}"
            elif inspect.isclass(value) and not getattr(value, "_is_protocol", False):
                for method, function in functions_of(value):
                    found[function.__code__] = f"{module.__name__}.{method}"
    return found


def called():
    """The code objects that the oracle's own files call, in one ordinary case of each function."""
    seen = set()

    def note(frame, event, arg):
        if event == "call" and frame.f_back is not None and frame.f_back.f_code.co_filename.startswith(HERE):
            seen.add(frame.f_code)

    for f in (p.values[0] for p in ALL):
        case = Case(f, 0)
        _ = case.arguments
        sys.setprofile(note)
        try:
            _ = case.answer
        finally:
            sys.setprofile(None)
    return seen


ELSEWHERE = {
    "an argument's check: what it refuses is tested where it is": (
        "numeric.entropy.distribution",
        "numeric.entropy.part",
        "numeric.entropy.unit",
        "numeric.learners.base.load",
        "numeric.learners.base.start",
        "numeric.learners.base.residual",
        "numeric.learners.definite_boost.Constraint.check_feasible",
        "numeric.learners.gradient_descent.kernel_number",
        "numeric.learners.losses.*.labels",
        "numeric.learners.losses.DistanceLoss.on",
        "numeric.learners.losses.label",
        "numeric.learners.losses.no_label",
        "numeric.learners.losses.pair",
        "numeric.learners.losses.rows",
        "numeric.learners.losses.sign_label",
        "numeric.learners.losses.signs",
        "numeric.learners.perceptron.MistakeLoss.labels",
        "numeric.manifolds.links.*.domain",
        "numeric.matching.base.instances",
        "numeric.matching.base.number_of",
        "numeric.matching.base.two_vectors",
        "numeric.spectral.definite",
        "numeric.spectral.density",
        "numeric.spectral.semidefinite",
        "numeric.spectral.symmetric",
        "numeric.spectral.trace_one",
        "*.check_*",
    ),
    "it always refuses": (
        "numeric.manifolds.links.SimplexLog.pull_back",
        "numeric.manifolds.links.SimplexLog.push_forward_partials",
        "numeric.matching.normalisation.Normalisation.matching_loss",
        "numeric.matching.normalisation.Proportions.divergence",
        "numeric.matching.normalisation.Proportions.matching_loss",
        "numeric.matching.normalisation.Proportions.potential",
    ),
    "data and random points": ("numeric.data.*", "*.random_point"),
    "many steps, or losses, of what is here one by one": (
        "numeric.learners.*.comparator_losses",
        "numeric.learners.*.fit",
        "numeric.learners.*.partial_fit",
        "numeric.learners.*.pass_over",
        "numeric.learners.base.LossLearner.learn_one",
        "numeric.learners.matrix_eg.DirectMatrixEG.learn_one",
    ),
    "it calls the loss, or the transfer function, which is here": (
        "numeric.learners.adaboost.AdaBoost.*",
        "numeric.learners.base.LossLearner.*",
        "numeric.learners.definite_boost.DefiniteBoost.loss_one",
        "numeric.learners.definite_boost.DefiniteBoost.predict_one",
        "numeric.learners.general_additive.GeneralAdditive.activation",
        "numeric.learners.general_additive.GeneralAdditive.predict_one",
        "numeric.learners.geodesic.ScaleInvariantLoss.gradient",
        "numeric.learners.gradient_descent.StronglyConvexOGD.loss_one",
        "numeric.learners.implicit.implicit_scale_invariant",
        "numeric.learners.losses.MatchingLoss.slope",
        "numeric.learners.losses.gradient_on",
        "numeric.learners.matrix_eg.DirectMatrixEG.*_one",
        "numeric.learners.perceptron.MistakeLoss.*",
        "numeric.matching.base.by_inverse_potential",
        "numeric.matching.base.inverse_matching_loss",
        "numeric.matching.*.matching_loss_at",
        "numeric.matching.softmax.Rho.inverse_matching_loss",
    ),
    "a part of functions that are here": (
        "numeric.learners.definite_boost.Constraint.*",
        "numeric.learners.definite_boost.DefiniteBoost.project",
        "numeric.learners.definite_boost.alpha_of",
        "numeric.learners.definite_boost.root",
        "numeric.learners.exponentiated_gradient.*.log_coef_",
        "numeric.learners.matrix_eg.MatrixEG.eigenvalues_",
        "numeric.learners.matrix_eg.MatrixEG.log_coef_",
        "numeric.learners.project_back.add",
        "numeric.learners.project_back.flat_step",
        "numeric.manifolds.sphere.parallel",
        "numeric.matching.base.largest",
        "numeric.spectral.Spectrum.matrix",
        "numeric.spectral.curvature",
        "numeric.spectral.eigen",
        "numeric.spectral.refined",
    ),
    "where a learner stopped, to go on from": ("numeric.learners.*.resumed", "numeric.learners.*.state"),
    "suprema, which `tests/numeric/matching/test_constants.py` looks for": (
        "numeric.matching.*.b",
        "numeric.matching.*.c",
        "numeric.matching.linear.Linear.rank",
    ),
    "a bound of a run by functions that are here": ("numeric.learners.*.loss_bound",),
    "sums and plots of a run": ("numeric.learners.run.Trace.*",),
    "no proof, so only the residual of its answer is tested": ("numeric.learners.implicit.solve",),
}
"""What the oracle does not call, with the reason."""


def test_every_public_function_is_called_by_the_oracle_or_it_is_said_why_not():
    reached = called()
    missing = {name for code, name in public().items() if code not in reached}
    patterns = [pattern for group in ELSEWHERE.values() for pattern in group]
    assert not {name for name in missing if not any(fnmatchcase(name, pattern) for pattern in patterns)}
    assert not {pattern for pattern in patterns if not any(fnmatchcase(name, pattern) for name in missing)}

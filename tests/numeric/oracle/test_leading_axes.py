"""What takes leading axes gives each entry of a batch the bits that it gives it alone, in a broadcast batch too."""

import re
import warnings

import numpy as np
import pytest

from tests.numeric.oracle import functions
from tests.numeric.oracle.harness import Case, Outcome, answered, flat
from tests.numeric.oracle.test_oracle import MODULES

MOST = 4
"""Cases in one batch."""

TAKES = {
    r"(Euclidean|PositiveOrthant|SimplexLog)\.\w+": "*",
    r"Simplex\.\w+": "*",
    r"(Sphere|Hyperbolic)\.\w+": "*.",
    r"(identity|log|logit|artanh|sqrt) (forward|inverse|push_forward|pull_back|push_forward_partials)": "*",
    r"(identity|log|logit|artanh|sqrt) (difference|moved|PulledBack\.\w+)": "*",
    r"PulledBack \w+ \w+ \w+": "*",
    r"Linear\.\w+": ".*",
    r"Linear (transfer|inverse|potential|divergence|matching_loss|inverse_potential|inverse_matching_loss)": ".*",
    r"(Softmax|Rho|Normalisation|Proportions) \w+": "*",
    r"(identity|logistic_phi|exponential|tanh) (transfer|potential|inverse|inverse_potential|matching_loss)": "*",
    r"(identity|logistic_phi|exponential|tanh) (divergence|inverse_matching_loss)": "*",
    r"log_sum_exp|softmax|log_softmax|(binary_)?relative_entropy|negative_entropy": "*",
    r"exponential|logarithm|exp_trace_normalised|log_trace_exp|von_neumann_(entropy|divergence)": "*",
    r"opposite_side|progress_terms|cosine_gain|squared_distance_gain|sphere_progress": "*",
    r"(simple_|noisy_)?sphere_loss_bound(_by_cosines)?|perceptron_update|gradient|gradient_norm|distance_loss": "*",
    r"lms_update|eg_update|natural_eg_update|implicit_update_line": "***.",
    r"eg_plus_minus_update": "***..",
    r"project_to_ball|sphere_turn": "*.",
    r"projected_step": "**...",
    r"strongly_convex_step": "**..",
    r"\w+ (explicit|project_back)_update": "**.",
}
"""Which arguments may have leading axes: * does, . does not; the first * stands for as many as there are."""


def pattern_of(f):
    return next((which for name, which in TAKES.items() if re.fullmatch(name, f.name)), None)


def batched(f, count):
    """For each argument, whether it may have leading axes."""
    which = pattern_of(f)
    missing = count - len(which)
    first = which.index("*")
    return [c == "*" for c in which[:first] + "*" * missing + which[first:]]


def cases_of(f):
    """Arguments of one shape that are answered, and their answers; what has no leading axes is that of the first."""
    first = Case(f, 0).arguments[1]
    takes = batched(f, len(first))
    by_shape = {}
    for i in range(60):
        args = Case(f, i).arguments[1]
        args = tuple(a if take else b for a, b, take in zip(args, first, takes, strict=True))
        if [np.shape(a) for a, take in zip(args, takes, strict=True) if not take] != [
            np.shape(a) for a, take in zip(first, takes, strict=True) if not take
        ]:
            continue
        found = by_shape.setdefault(tuple(np.shape(a) for a in args), [])
        try:
            alone = answered(f, args, "")[0]
        except ValueError:
            continue
        if not isinstance(alone, Outcome):
            found.append((args, alone))
        if len(found) == MOST:
            break
    return max(by_shape.values(), key=len), takes


def called(f, args):
    with warnings.catch_warnings(), np.errstate(all="warn", under="ignore"):
        warnings.simplefilter("error")
        answer = f.call(*args)
    return answer if isinstance(answer, (list, tuple)) else [answer]


@pytest.mark.parametrize(
    "f", [pytest.param(f, id=f.name.replace(" ", "-")) for f in functions.FUNCTIONS if pattern_of(f)]
)
def test_a_batch_is_its_entries(f):
    cases, takes = cases_of(f)
    assert len(cases) > 1
    stacked = [
        np.stack([np.asarray(args[k]) for args, _ in cases]) if take else cases[0][0][k] for k, take in enumerate(takes)
    ]
    answers = called(f, stacked)
    for j, (_, alone) in enumerate(cases):
        assert flat([part[j] for part in answers]) == alone
    wide = [
        (a[:, None] if k == takes.index(True) else np.repeat(a[:, None], 2, axis=1)) if take else a
        for k, (a, take) in enumerate(zip(stacked, takes, strict=True))
    ]
    if sum(takes) > 1:
        answers = called(f, wide)
        for j, (_, alone) in enumerate(cases):
            assert flat([part[j, 0] for part in answers]) == flat([part[j, 1] for part in answers]) == alone


def test_every_name_is_that_of_a_function():
    assert MODULES
    assert not [name for name in TAKES if not any(re.fullmatch(name, f.name) for f in functions.FUNCTIONS)]

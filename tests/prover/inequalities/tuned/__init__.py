"""The inequalities that were there when the prover was tuned: all of them are development."""

from tests.prover.inequalities.known import Known
from tests.prover.inequalities.tuned import (
    algebraic,
    exponential,
    hyperbolic,
    information,
    inverse,
    means,
    papers,
    resisting,
    trigonometric,
)  # fmt: skip

SETTLED: dict[str, tuple[Known, ...]] = {
    "papers": papers.STATEMENTS, "trigonometric": trigonometric.STATEMENTS, "inverse": inverse.STATEMENTS,
    "hyperbolic": hyperbolic.STATEMENTS, "exponential": exponential.STATEMENTS,
    "information": information.STATEMENTS, "means": means.STATEMENTS, "algebraic": algebraic.STATEMENTS,
}  # fmt: skip
"""By theme; the prover decides all of them, given time."""

RESISTING: dict[str, tuple[Known, ...]] = {"resisting": resisting.STATEMENTS}
"""What it did not decide, or not well within its default budget; none of it may be decided wrongly."""

LONG = frozenset({
    "aristarchus", "asin-mitrinovic", "atan-difference", "atan-mean-value", "becker-stark", "bennett-bernstein",
    "bernoulli", "binary-entropy", "bounded-metric", "chebyshev", "chernoff-all", "chernoff-lower", "chi-square",
    "cos-sin-sin-cos", "cosh-gauss", "cosine-powers", "cusa-huygens-everywhere", "entropy-lower",
    "entropy-lower-past", "entropy-term", "euler-number", "euler-triangle", "exp-against-power", "exp-line",
    "exp-two-sided", "gibbs", "huygens-hyperbolic", "imo-1964", "iran-1996", "lambert-tanh", "lazarevic",
    "lazarevic-past", "log-mean", "log-mean-one", "log-napkin", "log-sum", "napier", "pade-exp-2", "pinsker",
    "power-mean-powers", "power-means", "redheffer-everywhere", "schur", "shafer-fink", "shapiro-4",
    "sine-cosine-tanh", "sine-jensen", "sine-lipschitz", "sine-sum-bound", "sine-sum-lower", "sine-sum-upper",
    "spheres/lemma-9-step", "taylor-cosine", "taylor-sine", "triangle-half-sines", "triangle-sines",
    "weighted-means", "weitzenboeck", "wilker", "wilker-hyperbolic", "wilker-sharp",
})  # fmt: skip
"""Those of the settled that take longer to decide."""

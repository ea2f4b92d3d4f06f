"""Section 7: it matters how far from the true parameter the algorithm starts; at distance π/2 it never gets closer."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sympy import Rational

from numeric.learners.geodesic import SphereLearner
from numeric.learners.run import run
from numeric.manifolds import Sphere
from proofs.spheres.single_step import next_parameter
from verify.author.kernel import Theorem, identity
from verify.claims import Claim, Searched, Sharpness, fails_as, fails_without
from verify.language.terms import Inner, eq, positive, vectors

p, x, best = vectors("p x p⋆")
eta = positive("η")

SOLVES, RIGHT_ANGLE = eq(Inner(best, x), 0), eq(Inner(p, best), 0)

STARTING_POINT = Claim(
    "spheres/starting-point",
    at="section 7",
    says="a run that starts at the distance π/2 from p⋆ stays at that distance",
    given=[SOLVES, RIGHT_ANGLE],
    states=eq(Inner(next_parameter(p, x, eta), best), 0),
    rests_on=["spheres/update-everywhere"],
    reading=(
        "p⋆ predicts the trial exactly, ⟨p⋆, x⟩ = 0. From a p at distance π/2, ⟨p, p⋆⟩ = 0, every update leads "
        "to a point at "
        "distance π/2 again, for every η > 0 and any dimension: a run that starts there never gets closer, while "
        "by Lemma 9 "
        "one that starts within π/3 has a bounded loss. Closer starts have smaller bounds: they grow with "
        "dist(p_0, p⋆)²."
    ),
)


@STARTING_POINT.proof
def both_directions_are_orthogonal(claim: Claim) -> Theorem:
    """The update is a combination of p and x."""
    return identity(claim.states[0], using=list(claim.given))


AT_A_RIGHT_ANGLE = {p: (1, 0, 0), x: (Rational(3, 5), Rational(4, 5), 0), best: (0, 0, 1), eta: Rational(1, 2)}


fails_as(STARTING_POINT, ("constant", eq(STARTING_POINT.states[0].lhs, 1), "⟨p_{t+1}, p⋆⟩ = 1.", AT_A_RIGHT_ANGLE))


fails_without(STARTING_POINT,
    (SOLVES, "p⋆ may have a loss.", {**AT_A_RIGHT_ANGLE, best: (0, 1, 0)}),
    (RIGHT_ANGLE, "p may be at another distance.", {**AT_A_RIGHT_ANGLE, best: (Rational(4, 5), Rational(-3, 5), 0)}),
)  # fmt: skip


@STARTING_POINT.sharp
def the_exceptional_distance() -> Sharpness:
    """π/2 is a distance that no update changes."""
    theorem = STARTING_POINT.theorem(STARTING_POINT.states[0])
    return Sharpness("the distance from p⋆ from which no run comes closer", "π/2, exactly", theorem)


@STARTING_POINT.search
def losses_from_several_distances() -> Iterator[Searched]:
    """Cumulative losses of runs on random data against the second bound of Lemma 9, by the distance of the start."""
    rng, sphere = np.random.default_rng(7), Sphere()
    comparator = np.array([0.0, 0.0, 1.0])
    for start in (0.1, 0.5, 1.0):
        worst = 0.0
        for _ in range(4):
            learner = SphereLearner(np.array([np.sin(start), 0.0, np.cos(start)]), 0.5)
            angles = rng.uniform(0, 2 * np.pi, 60)
            data = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
            trace = run(learner, data)
            gained = start**2 - float(sphere.dist(learner.coef_, comparator)) ** 2
            worst = max(worst, trace.cumulative_loss / (2 * gained))
        yield Searched(f"loss over 2(dist² − dist²), from distance {start}", 4, worst, "60 random trials, η = 1/2")

"""Single trials in coordinates, at which changed claims of Lemma 7 fail."""

from __future__ import annotations

from typing import Any

from sympy import Rational, acos, pi

from proofs.spheres.lemma_7_step import beta
from proofs.spheres.single_step import best, d, eta, p, x

BEYOND_THE_EQUATOR = {
    p: (Rational(3, 5), -Rational(4, 5)),
    x: (1, 0),
    best: (0, 1),
    d: acos(Rational(3, 5)),
    beta: pi,
    eta: Rational(25, 48),
}
WITHOUT_A_LOSS = {
    p: (0, Rational(3, 5), Rational(4, 5)),
    x: (1, 0, 0),
    best: (0, 0, 1),
    d: pi / 2,
    beta: acos(Rational(4, 5)),
    eta: Rational(1, 2),
}

RATE = Rational(25, 48)
"""With ⟨p, x⟩ = 3/5 the step is b = 1/2."""
THREE, FOUR = Rational(3, 5), Rational(4, 5)
PLAIN = {p: (THREE, FOUR), x: (1, 0), best: (0, 1), d: acos(THREE), beta: 0, eta: RATE}
TOO_FAST = PLAIN | {eta: Rational(25, 12)}
LONG_PARAMETER = PLAIN | {p: (THREE, Rational(16, 9), FOUR), x: (1, 0, 0), best: (0, 0, 1), eta: Rational(5, 8)}
LONG_DATA = PLAIN | {p: (THREE, 0, FOUR), x: (1, Rational(3, 2), 0), best: (0, 0, 1), eta: Rational(25, 51)}
COMPARATOR_WITH_A_LOSS = PLAIN | {best: (1, 0), beta: acos(Rational(3, 4))}
ON_THE_EQUATOR_OF_P_STAR = PLAIN | {p: (THREE, FOUR, 0), x: (1, 0, 0), best: (0, 0, 1)}


def scalar_free(values: dict[Any, Any]) -> dict[Any, Any]:
    """The values without those of d and β, for claims that do not name these."""
    return {k: t for k, t in values.items() if k not in (d, beta)}


def opposite(values: dict[Any, Any]) -> dict[Any, Any]:
    """The values with −p⋆ in the place of p⋆, without those of d and β."""
    return scalar_free(values) | {best: tuple(-t for t in values[best])}


NEARLY_ORTHOGONAL = scalar_free(PLAIN) | {p: (Rational(20, 101), Rational(99, 101)), eta: Rational(10201, 9900)}
"""⟨p, x⟩ = 20/101 is small, and η = 1.0304… overshoots."""

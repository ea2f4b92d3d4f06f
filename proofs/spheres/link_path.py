"""Section 2: the link update of the simplex, EG, follows no geodesic, neither of the flat metric nor of Fisher's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Expr, Matrix, Rational, exp, log, sqrt

from verify.author.kernel import Theorem, assume, certify, combine, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Formula, eq, ge, gt, positive, real
from verify.prover.proving import certificate

eta, z = positive("η"), real("z")
once, twice = positive("q1 q2 q3"), positive("r1 r2 r3")
START = (Rational(1, 3),) * 3


def determinant(rows: Sequence[Sequence[Any]]) -> Expr:
    """Of three points: 0 exactly if they lie in a plane through 0."""
    return Matrix(rows).det()


def updated(slopes: Sequence[Any]) -> list[Expr]:
    """EG from the uniform point: e^{−slope}, normalised."""
    return [exp(-slope) / sum(exp(-other) for other in slopes) for slope in slopes]


def links(first: Sequence[Any], second: Sequence[Any]) -> list[Formula]:
    """q and r are the updates for these slopes."""
    pairs = (*zip(once, updated(first), strict=True), *zip(twice, updated(second), strict=True))
    return [eq(name, value) for name, value in pairs]


UPDATES = links((0, eta, 2 * eta), (0, 2 * eta, 4 * eta))
ROOTS = [[sqrt(value) for value in row] for row in (START, once, twice)]

LINK_PATH = Claim(
    "spheres/link-geodesic",
    at="after (6)",
    printed="the update (6) can be shown to not follow a geodesic in general",
    given=UPDATES,
    states=[gt(0, determinant([START, once, twice])), gt(0, determinant(ROOTS))],
    rests_on=["spheres/softmax-link"],
    reading=(
        "In general: an instance is given. M is the open simplex of three components, the link its logarithm, h⁻¹ the "
        "softmax function, p_t = (⅓, ⅓, ⅓) and ∂L = (0, 1, 2). q is p_{t+1} with the rate η, r with the rate 2η, so "
        "that both are on the path that the update describes as the rate grows. As a submanifold of R³ the simplex has "
        "the segments for geodesics; p_t, q and r would lie on one only if their determinant were 0. In the metric "
        "that √p carries over from the sphere (Fisher's) the geodesics are the great circles of √p, on which the "
        "determinant of the roots is 0. Neither is, for any η > 0."
    ),
)


def _root(name: Any, value: Any, definition: Formula) -> Theorem:
    """√name = value, for a positive value, from name = value²."""
    same = combine(eq(sqrt(name) ** 2, value**2), [(1, assume(definition))])
    total = combine(gt(sqrt(name) + value, 0), [(1, sqrt(name)), (1, value)])
    return combine(eq(sqrt(name), value), [(1 / (sqrt(name) + value), same)], facts=[total])


@LINK_PATH.proof
def vandermonde(claim: Claim) -> list[Theorem]:
    """With v = e^{−η} (or its root) the determinant is −(1 − v)³(1 + v)v over a positive number."""
    kept = [f for f in claim.given if f in UPDATES]
    falls = certify(certificate(gt(1 - exp(-z), 0), [gt(z, 0)]))
    found = []
    for goal, half in zip(claim.states, (1, 2), strict=True):
        v, share = exp(-eta / half), Rational(1, half)
        total = [(1 + exp(-k * eta) + exp(-2 * k * eta)) ** share for k in range(3)]
        less = instantiate(falls, {z: eta / half}, [combine(gt(eta / half, 0), [(share, eta)])])
        sizes = [[v ** (k * n) / total[k] for n in range(3)] for k in range(3)]
        terms: list[Any] = [(less, v * (1 + v) / (total[0] * total[1] * total[2]) * (1 - v) ** 2)]
        if half == 2:
            names = (START, once, twice)
            roots = {(k, n): _root(names[k][n], sizes[k][n], kept[3 * k - 3 + n]) for k in (1, 2) for n in range(3)}
            for n in range(3):
                for sign, m in ((-1, (n + 1) % 3), (1, (n + 2) % 3)):
                    terms += [
                        (sign * total[0] ** -1 * sqrt(twice[m]), roots[1, n]),
                        (sign * total[0] ** -1 * sizes[1][n], roots[2, m]),
                    ]
        found.append(combine(goal, terms, using=kept if half == 1 else []))
    return found


HALVES = {
    eta: log(2),
    **dict(zip((*once, *twice), updated((0, log(2), log(4))) + updated((0, log(4), log(16))), strict=True)),
}
"""η = ln 2: q = (4, 2, 1)/7 and r = (16, 4, 1)/21."""


fails_as(LINK_PATH,
    ("sign", [gt(determinant([START, once, twice]), 0), LINK_PATH.states[1]], "The path bends to the other side.",
        HALVES),
    ("constant", [ge(-Rational(1, 10), determinant([START, once, twice])), LINK_PATH.states[1]],
        "The determinant is at most −1/10.", HALVES),
)  # fmt: skip


STRAIGHT = dict(zip((*once, *twice), START * 2, strict=True))


fails_without(LINK_PATH,
    ([UPDATES[0], UPDATES[1], UPDATES[2], UPDATES[3], UPDATES[4], UPDATES[5]], "q and r may be any points.",
        {eta: 1, **STRAIGHT}),
)  # fmt: skip


EQUAL = dict(zip((*once, *twice), updated((0, 0, log(2))) + updated((0, 0, log(4))), strict=True))


@LINK_PATH.mutant("hypothesis", at={eta: log(2), **EQUAL})
def two_equal_slopes(claim: Claim) -> Claim:
    """∂L = (0, 0, 1): two components stay equal, and the path is straight."""
    return claim.replace(given=links((0, 0, eta), (0, 0, 2 * eta)))

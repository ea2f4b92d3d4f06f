"""Progress (14)–(16): sin² c − sin² a in three terms, an identity that follows from (13)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sympy import Expr, Rational, acos, cos, pi, sin

from numeric import triangle
from numeric.reference import triangle as reference
from proofs.spheres.gradient import loss
from proofs.spheres.lemma_7_step import AFTER, BEFORE, a, b, beta, c, e
from proofs.spheres.single_step import NAMES, NEXT, best, d, eta, p, x
from verify.author.kernel import Theorem, assume, combine
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Inner, eq

LOSS_BEFORE, LOSS_AFTER, LOSS_OF_BEST = loss(p, x), loss(NEXT, x), loss(best, x)
COSINES = [eq(Inner(p, x), cos(d)), eq(Inner(NEXT, x), cos(b + d)), eq(Inner(best, x), cos(e))]

GAINED = LOSS_BEFORE - LOSS_AFTER
TERM_14 = GAINED * cos(beta) ** 2
TERM_15 = -LOSS_OF_BEST * GAINED * (1 + cos(beta) ** 2)
TERM_16 = cos(b + 2 * d) * cos(beta) * sin(b) * sin(2 * e)


def progress(a: Expr, c: Expr) -> Expr:
    """sin² c − sin² a."""
    return sin(c) ** 2 - sin(a) ** 2


PROGRESS_IDENTITY = Claim(
    "spheres/progress-identity",
    at="(14)–(16)",
    printed="sin² c − sin² a = (L_t(p_t) − L_t(p_{t+1})) cos² β − L_t(p)(L_t(p_t) − L_t(p_{t+1}))(1 + cos² β) "
    "+ cos(b + 2d) cos β sin b sin 2e",
    given=[AFTER, BEFORE, *COSINES],
    where=NAMES,
    states=eq(progress(a, c), TERM_14 + TERM_15 + TERM_16),
    rests_on=["spheres/law-of-cosines", "spheres/collinear"],
    reading=(
        "a, c, e, β are real numbers with (13), and d, b + d and e the distances of p_t, p_{t+1} and the comparator p "
        "from x, so L_t(p_t) = ⟨p_t, x⟩² = cos² d, L_t(p_{t+1}) = cos²(b + d) and L_t(p) = cos² e. True as printed."
    ),
)


@PROGRESS_IDENTITY.proof
def expand(claim: Claim) -> Theorem:
    """cos² a − cos² c from (13); the losses are squared cosines."""
    total: list[tuple[Expr, Theorem]] = []
    for relation, sign in ((AFTER, 1), (BEFORE, -1)):
        total += [(sign * (g.lhs + g.rhs), assume(g)) for g in claim.given if g == relation]
    squares = {COSINES[0]: -1, COSINES[1]: 1, COSINES[2]: 0}
    weight = cos(beta) ** 2 - cos(e) ** 2 * (1 + cos(beta) ** 2)
    for g in claim.given:
        if g in COSINES[:2]:
            total.append((squares[g] * weight * (g.lhs + g.rhs), assume(g)))
        elif g == COSINES[2]:
            total.append((GAINED * (1 + cos(beta) ** 2) * (g.lhs + g.rhs), assume(g)))
    return combine(claim.states[0], total)


TURN = Rational(1, 2)
STEP = {
    p: (Rational(3, 5), Rational(4, 5)),
    x: (1, 0),
    best: (Rational(3, 5), Rational(4, 5)),
    eta: Rational(25, 48),
    d: acos(Rational(3, 5)),
    b: TURN,
    e: acos(Rational(3, 5)),
    beta: 0,
    a: TURN,
    c: 0,
}
"""p = p⋆ = (3/5, 4/5), x = (1, 0): the step leaves p⋆ by b = 1/2."""
OTHER_PARAMETER = STEP | {d: pi / 2, c: acos(Rational(4, 5)), b: acos(Rational(3, 5)) + TURN - pi / 2}
OTHER_STEP = STEP | {b: 0, a: 0}


fails_as(PROGRESS_IDENTITY,
    ("sign", eq(progress(a, c), TERM_14 + TERM_15 - TERM_16), "(16) is subtracted.", STEP),
    ("sign", eq(progress(a, c), TERM_14 - TERM_15 + TERM_16), "(15) is added.", STEP),
    ("constant", eq(progress(a, c), TERM_14 - LOSS_OF_BEST * GAINED * cos(beta) ** 2 + TERM_16),
        "cos² β in place of 1 + cos² β.", STEP),
    ("constant", eq(progress(a, c), TERM_14 + TERM_15 + cos(b + d) * cos(beta) * sin(b) * sin(2 * e)),
        "cos(b + d) in place of cos(b + 2d).", STEP),
)  # fmt: skip


fails_without(PROGRESS_IDENTITY,
    (AFTER, "a need not satisfy (13).", STEP | {a: 0}),
    (BEFORE, "c need not satisfy (13).", STEP | {c: pi / 2}),
    (COSINES[0], "L_t(p_t) need not be cos² d.", OTHER_PARAMETER),
    (COSINES[1], "L_t(p_{t+1}) need not be cos²(b + d).", OTHER_STEP),
    (COSINES[2], "L_t(p) need not be cos² e.", STEP | {best: (0, 1)}),
)  # fmt: skip


@PROGRESS_IDENTITY.conformance
def code_follows_the_terms() -> Iterator[Conformance]:
    """The three terms at random angles, some steps as short as 1e-9."""
    rng = np.random.default_rng(14)
    points = [tuple(rng.uniform(0.0, 3.0, 4)) for _ in range(40)]
    points += [(1e-9 * t[0], *t[1:]) for t in points[:10]]
    losses = {COSINES[0].lhs: cos(d), COSINES[1].lhs: cos(b + d), COSINES[2].lhs: cos(e)}
    terms = [term.xreplace(losses) for term in (TERM_14, TERM_15, TERM_16)]
    return conformance(
        points,
        formula=lambda at: [value(term, dict(zip((b, d, e, beta), at, strict=True))) for term in terms],
        code=lambda at: triangle.progress_terms(*at),
        reference=lambda at: reference.progress_terms(*at),
        ulps=16.0,
    )

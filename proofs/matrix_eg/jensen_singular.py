"""Section 3.1: the matrix A to which Lemma 3.1 applies Jensen's inequality is singular, and not 0 ≺ A ≼ I."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational

from proofs.matrix_eg._instances import each, pick
from proofs.matrix_eg._matrices import INDEX, d, i, j, k
from verify.audit import (
    Claim, Theorem, assume, combine, eq, fails_as, fails_without, family, forall, ge, gt, instantiate, le, positive,
    real,
)  # fmt: skip

r = positive("r")
level = real("λ")
alpha, mu = family("α"), family("μ")
AFFINE = forall(i, eq(mu(i), level + r * alpha(i)), INDEX)
AT_MOST_ONE = forall(i, ge(1, alpha(i)), INDEX)
INSIDE = [ge(j, 1), ge(d, j), ge(k, 1), ge(d, k)]
SPREAD = eq(mu(k) - mu(j), r)

SINGULAR = Claim(
    "matrix_eg/jensen-singular",
    at="Section 3.1, before Lemma 3.2",
    says="If X = λI + rA with A ≼ I, and r = λ_max − λ_min is the spread of X, then λ_min(A) ≤ 0: it is not 0 ≺ A ≼ I",
    given=[AFFINE, AT_MOST_ONE, *INSIDE, SPREAD],
    states=le(alpha(j), 0),
    rests_on=["matrix_eg/matrix-jensen.sharp"],
    reading=(
        "A and X have the same eigenvectors, α(i) and μ(i) are their eigenvalues, and μ(k), μ(j) the largest and the "
        "smallest of X. To bound exp(sX) by exp(sλ) and exp(s(λ + r)), with the r of Lemma 3.1, Jensen's inequality is "
        "applied to such an A: where λ_max − λ_min = r, which the lemma allows, its smallest eigenvalue is 0 at best, "
        "while the paper states the inequality for 0 ≺ A ≼ I. It holds for 0 ≼ A ≼ I, matrix_eg/matrix-jensen.sharp, "
        "and this is what matrix_eg/lemma-3-1 uses. The paper leaves the proof of the lemma to its full version; that "
        "it needs the inequality is said before Lemma 3.2."
    ),
)


@SINGULAR.proof
def the_largest_is_at_most_one(claim: Claim) -> Theorem:
    """r(α(k) − α(j)) = r and α(k) ≤ 1."""
    at = {index: instantiate(assume(AFFINE), [index], [assume(f) for f in INSIDE]) for index in (j, k)}
    most = instantiate(assume(AT_MOST_ONE), [k], [assume(f) for f in INSIDE])
    return combine(claim.states[0], [(1, most), (1 / r, assume(SPREAD)), (1 / r, at[j]), (-1 / r, at[k])])


def plane(first: Any, second: Any) -> dict[str, Any]:
    """A = diag(first, second), λ = 0 and r = 1, so that X = A; j = 1 and k = 2."""
    values = pick(first, second)
    return {
        d: 2,
        r: 1,
        level: 0,
        alpha: Lambda(i, values),
        mu: Lambda(i, values),
        j: 1,
        k: 2,
    }


def bounded(first: Any, second: Any) -> list[Theorem]:
    """1 ≥ α(i), for both entries, where it is so."""
    terms = [(1 - first, 2 - i), (1 - second, i - 1)]
    return [each(ge(1, pick(first, second)), [i], terms=lambda: terms)]


fails_as(SINGULAR,
    ("constant", le(alpha(j), -Rational(1, 10)), "λ_min(A) ≤ −1/10: it is 0 for A = X = diag(0, 1).", plane(0, 1),
        lambda: bounded(0, 1)),
    ("sign", gt(alpha(j), 0), "λ_min(A) > 0.", plane(0, 1), lambda: bounded(0, 1)),
)  # fmt: skip


fails_without(SINGULAR,
    (AT_MOST_ONE, "A may have eigenvalues above 1: diag(1, 2).", plane(1, 2)),
    (SPREAD, "The spread of X may be less than r: A = X = diag(1/2, 1).", plane(Rational(1, 2), 1),
        lambda: bounded(Rational(1, 2), 1)),
)  # fmt: skip

"""Gradient descent on convex losses of the prediction (Example 6), as hypotheses, and instances of it on the line."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Lambda, Rational, Sum

from verify.author.kernel import Theorem, combine, generalize, identity
from verify.claims import Claim
from verify.language.terms import (
    EUCLIDEAN, Inner, Vec, VecHead, eq, family, forall, function, ge, integer, norm, positive, real, vector,
)  # fmt: skip

t, k, i, j, m = integer("t k i j m")
r, s = real("r s")
eta, R, Z, U = positive("η R Z U")
loss, slope = function("ℓ"), family("ℓ′")
best = vector("w⋆")


def w(t: Any) -> Vec:
    """The weights w_t."""
    return Vec(VecHead("w"), EUCLIDEAN, t)


def x(t: Any) -> Vec:
    """The instance x_t."""
    return Vec(VecHead("x"), EUCLIDEAN, t)


def square(u: Any) -> Expr:
    """‖u‖²."""
    return Inner(u, u)


def rounds(term: Any) -> Expr:
    """The sum over the trials t = 0, …, k − 1."""
    return Sum(term, (t, 0, k - 1))


def derivative(t: Any) -> Expr:
    """L′_t(w_t), the derivative of the loss in the prediction."""
    return slope(t, Inner(w(t), x(t)))


ROUND = [ge(t, 0), ge(k - 1, t)]
CONVEX = forall([t, r, s], ge(loss(t, r), loss(t, s) + slope(t, s) * (r - s)), ROUND)
UPDATE = forall(t, eq(w(t + 1), w(t) - eta * derivative(t) * x(t)), ROUND)
START = eq(w(0), 0)
SHORT = forall(t, ge(R, norm(x(t))), ROUND)
SLOW = forall(t, ge(Z, Abs(derivative(t))), ROUND)
NEAR = ge(U, norm(best))
SOME = ge(k, 1)
GIVEN = [CONVEX, UPDATE, START, SHORT, SLOW, NEAR, SOME]
REGRET = rounds(loss(t, Inner(w(t), x(t)))) - rounds(loss(t, Inner(best, x(t))))


# --- instances on the real line ------------------------------------------------------------------------------------

q = real("q")
HALF = Rational(1, 2)


def line(*, cost: Any = 1, still: bool = False, start: Any = 0, count: int = 1, **numbers: Any) -> dict[str, Any]:
    """`count` trials on the line with x = 1, ℓ(s) = cost·s and ℓ′ = 1, from `start` or never moving; R = Z = U = 1.

    Schemas that do not hold there are not met: the mutant must have dropped them.
    """
    names = {"u": best, "R": R, "Z": Z, "U": U, "eta": eta}
    given = {"u": -1, "R": 1, "Z": 1, "U": 1, "eta": 1} | numbers

    def path(t: Any) -> Any:
        return start - (0 if still else given["eta"] * t)

    at = {
        k: count,
        loss: Lambda((t, q), cost * q),
        slope: Lambda((t, q), 1),
        VecHead("w"): Lambda(t, path(t)),
        VecHead("x"): Lambda(t, 1),
    } | {names[name]: number for name, number in given.items()}
    here = [ge(t, 0), ge(count - 1, t)]

    def met() -> list[Theorem]:
        found = [
            generalize(combine(ge(cost * r, cost * r), []), [t, r, s], here),
            generalize(combine(ge(given["R"], 1), [(1, given["R"] - 1)]), [t], here) if given["R"] >= 1 else None,
            generalize(combine(ge(given["Z"], 1), [(1, given["Z"] - 1)]), [t], here) if given["Z"] >= 1 else None,
        ]
        moves = [] if still else [eq(path(t + 1), path(t) - given["eta"])]
        return [f for f in found if f is not None] + [generalize(identity(f), [t], here) for f in moves]

    return {"at": at, "discharge": met}


def without(claim: Claim, *hypotheses: Any) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[f for f in claim.given if f not in hypotheses])


def dropped(owner: Claim, name: str, hypothesis: Any, words: str, **instance: Any) -> None:
    """A mutant without one hypothesis, with the instance that refutes it."""

    def changed(claim: Claim) -> Claim:
        return without(claim, hypothesis)

    changed.__name__, changed.__doc__ = name, words
    owner.mutant("hypothesis", **instance)(changed)

"""Section 6.2: Theorem 6 holds for every metric that a link function pulls back from Rⁿ."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Abs, Expr, Lambda, Rational, S, Sum

from proofs.geometric_view.link_isometries import ISOMETRY, dist, f
from verify.author.kernel import KernelError, Theorem, assume, combine, generalize, identity, instantiate, telescope
from verify.claims import Claim, fails_as
from verify.language.terms import (
    EUCLIDEAN, Inner, Vec, VecHead, eq, forall, function, ge, integer, le, point, points, positive, real,
)  # fmt: skip

t, k = integer("t k")
eta = positive("η")
w, q, best = points("w"), point("q"), point("w⋆")
loss = function("L")
X, Y = real("x y")


def covector(t: Any) -> Vec:
    """c_t = Df^{−T}∂L_t(w_t)."""
    return Vec(VecHead("c"), EUCLIDEAN, t)


def divergence(p: Any, q: Any) -> Expr:
    """D(p, q) = ½ dist(p, q)² (8)."""
    return dist(p, q) ** 2 / 2


def trials(term: Any) -> Any:
    """The sum over the trials t = 0, …, k − 1."""
    return Sum(term, (t, 0, k - 1))


TRIAL = [ge(t, 0), ge(k - 1, t)]
UPDATE = forall(t, eq(f(w(t + 1)), f(w(t)) - eta * covector(t)), TRIAL)
CONVEX = forall([t, q], ge(loss(t, q), loss(t, w(t)) + Inner(covector(t), f(q) - f(w(t)))), TRIAL)
SOME = ge(k, 1)
TRAVELLED = divergence(best, w(0)) - divergence(best, w(k))
MOVED = trials(divergence(w(t), w(t + 1)))
LOSS = trials(loss(t, w(t)))


def promise(ways: Any = 1, moved: Any = 1) -> Expr:
    """The right-hand side of (12)."""
    return trials(loss(t, best)) + ways * TRAVELLED / eta + moved * MOVED / eta


LINKED = Claim(
    "geometric_view/theorem-6-link",
    at="section 6.2",
    printed="the curvature of the induced metric g = f*ḡ on M is also zero and Theorem 6 holds",
    given=[ISOMETRY, UPDATE, CONVEX, SOME],
    where={function("D")(point("p"), q): divergence(point("p"), q)},
    states=le(LOSS, promise()),
    rests_on=["geometric_view/prop-10"],
    reading=(
        "(12) on a manifold with a link function f that is an isometry onto Rⁿ: dist(p, q) = ‖f(p) − f(q)‖. The "
        "explicit update is (5), f(w_{t+1}) = f(w_t) − ηc_t with c_t = Df^{−T}∂L_t(w_t) = Df grad L_t(w_t) "
        "(Proposition 10). L_t is convex along geodesics, which f maps to lines: L_t(Exp_w U) ≥ L_t(w) + ⟨grad "
        "L_t(w), U⟩ at w = w_t is L_t(q) ≥ L_t(w_t) + ⟨c_t, f(q) − f(w_t)⟩. Every step is a shortest path here, so "
        "(12) needs no more: geometric_view/theorem-6.repaired asks that of it."
    ),
)


@LINKED.proof
def gradient_descent_in_the_parameters(claim: Claim) -> Theorem:
    """2η⟨c_t, f(w_t) − f(w⋆)⟩ = ‖f(w_t) − f(w⋆)‖² − ‖f(w_{t+1}) − f(w⋆)‖² + ‖f(w_{t+1}) − f(w_t)‖², added up."""

    def known(formula: Any, *values: Any) -> list[Theorem]:
        return [instantiate(assume(h), list(values)) for h in claim.given if h == formula]

    here, there = w(t), w(t + 1)
    ends = ((-1, best, here), (1, best, there), (-1, here, there))
    lengths = [(sign / (2 * eta), h) for sign, p, q in ends for h in known(ISOMETRY, p, q)]
    covered = (divergence(best, here) - divergence(best, there) + divergence(here, there)) / eta
    goal = ge(loss(t, best) + covered, loss(t, here))
    trial = combine(goal, [*((1, h) for h in known(CONVEX, t, best)), *lengths], using=known(UPDATE, t), facts=TRIAL)
    added = telescope(trial, t, 0, k - 1, divergence(best, here) / eta)
    return combine(claim.states[0], [(1, added)], facts=[h for h in claim.given if h == SOME])


def line(**other: Any) -> dict[str, Any]:
    """One trial on R with f(w) = −w, L(w) = w and η = 1 from 0, or as `other` has it; w⋆ = −1."""
    given = {"cost": X, "covector": -1, "link": -X, "end": -1, "distance": Abs(X - Y), "best": -1} | other
    at = {
        **{k: 1, eta: 1, best: given["best"]},
        VecHead("f"): Lambda(X, given["link"]),
        VecHead("c"): Lambda(t, given["covector"]),
        w.head: Lambda(t, t * given["end"]),
        loss: Lambda((t, X), given["cost"]),
        dist: Lambda((X, Y), given["distance"]),
    }
    here, slope, place = [ge(t, 0), ge(0, t)], given["covector"], given["end"]

    def value(place: Any, term: str = "link") -> Any:
        return given[term].subs(X, place)

    def met() -> list[Theorem]:
        met_at = combine(eq(t, 0), [(1, t)], facts=here)
        tangent = value(t * place, "cost") + slope * (value(X) - value(t * place))
        bodies = [
            (eq((value(X) - value(Y)) ** 2, given["distance"] ** 2), [X, Y], [], []),
            (eq(value((t + 1) * place), value(t * place) - slope), [t], here, [met_at]),
            (ge(given["cost"], tangent), [t, X], here, [met_at]),
        ]
        found = []
        for body, variables, conditions, using in bodies:
            with suppress(KernelError):
                theorem = identity(body, using=using) if body.op == "=" else combine(body, [], using=using)
                found.append(generalize(theorem, variables, conditions))
        return found

    return {"at": at, "discharge": met}


def dropped(name: str, hypothesis: Any, words: str, **other: Any) -> None:
    """A changed claim without one hypothesis, with the instance that refutes it."""

    def changed(claim: Claim) -> Claim:
        return claim.replace(given=[h for h in claim.given if h != hypothesis])

    changed.__name__, changed.__doc__ = name, words
    LINKED.mutant("hypothesis", **line(**other))(changed)


dropped("not_isometric", ISOMETRY, "f need not keep distances.", distance=Abs(X - Y) / 2)
dropped("other_steps", UPDATE, "The update may be anything.", end=S.Zero)
dropped("not_convex", CONVEX, "The losses need not be convex.", cost=10 * X)


fails_as(LINKED,
    ("constant", le(LOSS, promise(moved=Rational(1, 2))), "(1/(2η)) Σ D(w_t, w_{t+1}).", line()),
    ("sign", le(LOSS, promise(ways=-1)), "D(w⋆, w_k) − D(w⋆, w_0).", line()),
)  # fmt: skip


@LINKED.extremal("w⋆", [-1, -2, -5])
def linear_losses(comparator: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """L = x + 10 through the link −x, one trial from 0 to −1: attained for each comparator."""
    found = line(cost=X + 10, best=comparator)
    return found["at"], found["discharge"]()

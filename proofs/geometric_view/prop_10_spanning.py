"""After Proposition 10: for its converse, losses whose gradients span the tangent space are enough."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Lambda, Rational

from proofs.geometric_view.prop_10 import (
    TAYLOR, A, B, Df, covector, e, f, first_order, reach, s, short, size, v, without,
)  # fmt: skip
from verify.author.kernel import KernelError, Theorem, assume, combine, generalize, identity, instantiate
from verify.axioms import EXP, LINE_EXP
from verify.claims import Claim, fails_as
from verify.language.terms import Inner, Tangent, Vec, VecHead, eq, forall, ge, gt, integer, real

i = integer("i")
X, Y = real("x y")


def gradient(i: Any) -> Vec:
    """G_i, the gradient of the i-th loss at v."""
    return Vec(VecHead("G"), Tangent(v), i)


def adjoint(e: Any) -> Vec:
    """Df(v)*e."""
    return Vec(VecHead("Df⋆"), Tangent(v), e)


ADJOINT = forall([A, e], eq(Inner(Df(v, A), e), Inner(A, adjoint(e))))
TRANSPOSED = forall([i, B], eq(Inner(covector(v, gradient(i)), Df(v, B)), Inner(gradient(i), B)))
SAME_STEPS = forall([i, s], eq(f(EXP(v, -s * gradient(i))), f(v) - s * covector(v, gradient(i))), short(-gradient(i)))
SPANNING = forall(B, eq(B, 0), [forall(i, eq(Inner(gradient(i), B), 0))])

ENOUGH = Claim(
    "geometric_view/prop-10-spanning",
    at="after Proposition 10",
    printed="In fact, it is only necessary that the span ∂L_t(w_t) over all possible loss functions is Rⁿ at each "
    "point w ∈ M",
    given=[TAYLOR, ADJOINT, TRANSPOSED, SAME_STEPS, SPANNING],
    states=eq(Inner(Df(v, A), Df(v, B)), Inner(A, B)),
    rests_on=["geometric_view/prop-10-only-if"],
    reading=(
        "The losses have the gradients G_i, i any integer, at w = v, and any n of them that span Rⁿ are among such a "
        "family; that they span is said by: what is orthogonal to all of them is 0. The updates (5) and (6) agree for "
        "these losses and small η = s ≤ δ(v, −G_i), as in geometric_view/prop-10-only-if, whose f, Df, K and δ these "
        "are; Df* is the adjoint of the differential, which is linear. Then (g_ij) = DfᵀDf at w. Where the gradients "
        "do not span Rⁿ it need not be so, as the changed claims show."
    ),
)


@ENOUGH.proof
def orthogonal_to_all_gradients(claim: Claim) -> Theorem:
    """⟨G_i, Df*Df B − B⟩ = ⟨Df G_i, Df B⟩ − ⟨G_i, B⟩ = 0 for all i, so that Df*Df B = B."""
    given = list(claim.given)
    own = gradient(i)
    taylor = [instantiate(assume(h), [v, -own, s]) for h in given if h == TAYLOR]
    steps = [instantiate(assume(h), [i, s]) for h in given if h == SAME_STEPS]
    first = first_order(own, taylor, steps)
    back = adjoint(Df(v, B))
    turned = [instantiate(assume(h), [-own, Df(v, B)]) for h in given if h == ADJOINT]
    dual = [instantiate(assume(h), [i, B]) for h in given if h == TRANSPOSED]
    image = identity(eq(covector(v, own), -Df(v, -own)), using=[first])
    terms = [*((1, h) for h in dual), *((1, h) for h in turned)]
    across = generalize(combine(eq(Inner(own, back - B), 0), terms, using=[image]), [i])
    same = [instantiate(assume(h), [back - B], [across]) for h in given if h == SPANNING]
    onto = [(1, instantiate(assume(h), [A, Df(v, B)])) for h in given if h == ADJOINT]
    home = identity(eq(Inner(A, back - B), 0), using=same)
    return combine(claim.states[0], [*onto, (1, home)])


def line(c: Any = 1, own: Any = 1, **other: Any) -> dict[str, Any]:
    """M = R, f(w) = cw and v = 0; all gradients are `own`, and Df, Df* and Df^{−T} as f has them, but for `other`."""
    push, dual = other.get("push", c), other.get("dual", 1 / Rational(c))
    back = other.get("back", push)
    at = {
        EXP.head: LINE_EXP,
        VecHead("f"): Lambda(X, c * X),
        VecHead("Df"): Lambda((X, Y), push * Y),
        VecHead("Df⋆"): Lambda(Y, back * Y),
        VecHead("Df⁻ᵀ∂L"): Lambda((X, Y), dual * Y),
        VecHead("G"): Lambda(i, own),
        **{size: Lambda((X, Y), 0), reach: Lambda((X, Y), 1), v: 0, A: 1, B: 1},
    }
    a, b, g = real("a b g")
    small = [gt(s, 0), ge(1, s)]
    orthogonal = forall(i, eq(own * b, 0))
    schemas: list[tuple[list[Any], list[Any], Any]] = [
        ([X, a, s], small, ge(0, (c * (X + s * a) - c * X - s * push * a) ** 2)),
        ([a, g], [], eq(push * a * g, a * back * g)),
        ([i, b], [], eq(dual * own * push * b, own * b)),
        ([i, s], small, eq(-c * s * own, -s * dual * own)),
    ]

    def met() -> list[Theorem]:
        found = []
        for variables, given, body in schemas:
            with suppress(KernelError):
                found.append(generalize(identity(body) if body.op == "=" else combine(body, []), variables, given))
        if own:
            nothing = combine(eq(b, 0), [(Rational(1, own), instantiate(assume(orthogonal), [0]))])
            found.append(generalize(nothing, [b], [orthogonal]))
        return found

    return {"at": at, "discharge": met}


def dropped(name: str, hypothesis: Any, words: str, **instance: Any) -> None:
    """A changed claim without one hypothesis, with the instance that refutes it."""

    def changed(claim: Claim) -> Claim:
        return without(claim, hypothesis)

    changed.__name__, changed.__doc__ = name, words
    ENOUGH.mutant("hypothesis", **instance)(changed)


dropped("no_gradients", SPANNING, "The gradients may all be 0: f(w) = 2w.", **line(2, 0))
dropped("other_steps", SAME_STEPS, "The updates may differ.", **line(2))
dropped("any_covector", TRANSPOSED, "Df^{−T}∂L may be anything.", **line(2, dual=2))
dropped("any_differential", TAYLOR, "Df may be anything.", **line(Rational(1, 3), push=3, dual=Rational(1, 3)))


fails_as(ENOUGH,
    ("constant", eq(ENOUGH.states[0].lhs, 2 * ENOUGH.states[0].rhs), "2g.", line()),
    ("sign", eq(ENOUGH.states[0].lhs, -ENOUGH.states[0].rhs), "−g.", line()),
)  # fmt: skip

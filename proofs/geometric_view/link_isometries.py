"""(21): link functions of one metric differ by an isometry of R^n; the printed one is not that isometry."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Lambda, Rational

from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate, witness
from verify.axioms import DEFINITE
from verify.claims import Claim, fails_as
from verify.language.terms import (
    EUCLIDEAN, Inner, Vec, VecHead, eq, forall, function, point, points, real, vector, vectors,
)  # fmt: skip

r, s = real("r s")
p, q = point("p"), point("q")
a, b = vectors("a b")
dist = function("dist")


def f(p: Any) -> Vec:
    """A link function of M onto R^n."""
    return Vec(VecHead("f"), EUCLIDEAN, p)


def other(p: Any) -> Vec:
    """Another, f̃."""
    return Vec(VecHead("f̃"), EUCLIDEAN, p)


def inverse(a: Any) -> Any:
    """f⁻¹."""
    return points("f⁻¹")(a)


def square(u: Any) -> Expr:
    """‖u‖²."""
    return Inner(u, u)


ONTO = forall(a, eq(f(inverse(a)), a))
ISOMETRY = forall([p, q], eq(square(f(p) - f(q)), dist(p, q) ** 2))
OTHER_ISOMETRY = forall([p, q], eq(square(other(p) - other(q)), dist(p, q) ** 2))


def between(a: Any) -> Vec:
    """φ(a) = f̃(f⁻¹(a))."""
    return other(inverse(a))


def based(a: Any) -> Expr:
    """φ(a) − φ(0)."""
    return between(a) - between(0)


def in_space(name: str) -> Any:
    """A map of R^n, for M = R^n."""
    return lambda a: Vec(VecHead(name), EUCLIDEAN, a)


F, F_OTHER, F_INVERSE = in_space("F"), in_space("F̃"), in_space("F⁻¹")

AS_PRINTED = Claim(
    "geometric_view/link-isometry-class",
    at="(21) and below",
    printed="if f and f̃ are two isometries then the Diagram (21) commutes, and ϕ = f⁻¹∘f̃",
    given=[
        forall([a, b], eq(square(F(a) - F(b)), square(a - b))),
        forall([a, b], eq(square(F_OTHER(a) - F_OTHER(b)), square(a - b))),
        forall(a, eq(F_INVERSE(F(a)), a)),
        forall(a, eq(F(F_INVERSE(a)), a)),
    ],
    states=eq(F_OTHER(a), F_INVERSE(F_OTHER(F(a)))),
    reading=(
        "f⁻¹∘f̃ maps M to M, and ϕ of (21) maps Rⁿ to Rⁿ: the two agree in kind for M = Rⁿ only, which is the case "
        "that is read here, with the standard metric on M."
    ),
    weight="misprint",
    slip="Diagram (21), just above, has f̃ = ϕ∘f, so ϕ = f̃∘f⁻¹ is meant; only the order of the two maps is wrong.",
)

REPAIRED = Claim(
    "geometric_view/link-isometry-class.repaired",
    at="(21) and below",
    says="f̃ = ϕ∘f for ϕ = f̃∘f⁻¹, an isometry of Rⁿ: an orthogonal linear operator and a translation",
    given=[ONTO, ISOMETRY, OTHER_ISOMETRY],
    states=[
        eq(other(p), between(f(p))),
        eq(square(between(a) - between(b)), square(a - b)),
        eq(Inner(based(a), based(b)), Inner(a, b)),
        eq(based(r * a + s * b), r * based(a) + s * based(b)),
    ],
    repairs="geometric_view/link-isometry-class",
    reading=(
        "M has distance dist; f maps it onto Rⁿ, and f and f̃ keep distances. Then ϕ takes f to f̃ and keeps "
        "distances, and ϕ(a) − ϕ(0) is linear and keeps inner products, for every n."
    ),
)


@AS_PRINTED.counterexample
def a_reflection_and_a_translation(claim: Claim) -> Theorem:
    """M = R, f(w) = −w, f̃(w) = w + 1: f⁻¹(f̃(f(0))) = −1, and f̃(0) = 1."""
    x, y = real("x y")
    line = {VecHead("F"): Lambda(x, -x), VecHead("F⁻¹"): Lambda(x, -x), VecHead("F̃"): Lambda(x, x + 1), a: 0}
    met = [
        generalize(identity(eq((-x + y) ** 2, (x - y) ** 2)), [x, y]),
        generalize(identity(eq((x + 1 - y - 1) ** 2, (x - y) ** 2)), [x, y]),
        generalize(identity(eq(x, x)), [x]),
    ]
    return witness(list(claim.given), claim.states[0], line, discharge=met)


@REPAIRED.proof
def polarisation(claim: Claim) -> list[Theorem]:
    """Distances give inner products, and these say that ϕ(ra + sb) − rϕ(a) − sϕ(b) has length 0 (ϕ(0) taken away)."""
    given = list(claim.given)
    commutes, keeps, products, linear = claim.states
    onto, first, second = ([h for h in given if h == g] for g in (ONTO, ISOMETRY, OTHER_ISOMETRY))
    back = inverse(f(p))
    near = [(s, instantiate(assume(h), [back, p])) for s, hs in ((1, second), (-1, first)) for h in hs]
    home = identity(eq(square(f(back) - f(p)), 0), using=onto)
    together = combine(eq(square(other(back) - other(p)), 0), [*near, (1, home)])
    met_again = instantiate(cite(DEFINITE), {vector("x"): other(back) - other(p)}, [together])
    diagram = identity(commutes, using=[met_again])
    distance = [instantiate(assume(h), [inverse(a), inverse(b)]) for h in first]
    far = [instantiate(assume(h), [inverse(a), inverse(b)]) for h in second]
    there = identity(eq(square(f(inverse(a)) - f(inverse(b))), square(a - b)), using=onto)
    kept = combine(keeps, [*((1, h) for h in far), *((-1, h) for h in distance), (1, there)])
    half = Rational(1, 2)
    product = combine(
        products, [(half, instantiate(kept, {b: 0})), (half, instantiate(kept, {a: b, b: 0})), (-half, kept)]
    )

    def times(u: Any, v: Any) -> Theorem:
        return instantiate(product, {a: u, b: v})

    whole = r * a + s * b
    error = based(whole) - r * based(a) - s * based(b)
    terms = [(1, times(whole, whole)), (r**2, times(a, a)), (s**2, times(b, b))]
    terms += [(-2 * r, times(whole, a)), (-2 * s, times(whole, b)), (2 * r * s, times(a, b))]
    nothing = combine(eq(square(error), 0), terms)
    vanishes = instantiate(cite(DEFINITE), {vector("x"): error}, [nothing])
    return [diagram, kept, product, identity(linear, using=[vanishes])]


X, Y = real("x y")
TRANSLATED = {
    VecHead("f"): Lambda(X, -X),
    VecHead("f̃"): Lambda(X, X + 1),
    points("f⁻¹").head: Lambda(X, -X),
    dist: Lambda((X, Y), Abs(X - Y)),
    **{p: 1, q: 0, a: 1, b: 2, r: 1, s: 1},
}


def met() -> list[Theorem]:
    """f(w) = −w and f̃(w) = w + 1 keep the distances of the line, and so does ϕ(a) = −a."""
    return [
        generalize(identity(eq(X, X)), [X]),
        generalize(identity(eq((-X + Y) ** 2, Abs(X - Y) ** 2)), [X, Y]),
        generalize(identity(eq((-X + Y) ** 2, (X - Y) ** 2)), [X, Y]),
        generalize(identity(eq((X + 1 - Y - 1) ** 2, Abs(X - Y) ** 2)), [X, Y]),
    ]


fails_as(REPAIRED,
    ("sign", {REPAIRED.states[2]: eq(REPAIRED.states[2].lhs, -REPAIRED.states[2].rhs)}, "⟨ψ(a), ψ(b)⟩ = −⟨a, b⟩.",
        TRANSLATED, met),
    ("constant", {REPAIRED.states[3]: eq(between(r * a + s * b), r * between(a) + s * between(b))},
        "ϕ itself is linear: a translation is not.", TRANSLATED, met),
    ("constant", {REPAIRED.states[1]: eq(REPAIRED.states[1].lhs, 2 * REPAIRED.states[1].rhs)},
        "ϕ doubles squared distances.", TRANSLATED, met),
)  # fmt: skip


def dropped(owner: Claim, name: str, hypothesis: Any, words: str, change: dict[Any, Any]) -> None:
    """A mutant without one hypothesis, with what changes in the instance."""

    def changed(claim: Claim) -> Claim:
        return claim.replace(given=[h for h in claim.given if h != hypothesis])

    changed.__name__, changed.__doc__ = name, words
    owner.mutant("hypothesis", at={**TRANSLATED, **change}, discharge=met)(changed)


STRETCHED = {VecHead("f"): Lambda(X, -2 * X), points("f⁻¹").head: Lambda(X, -X / 2)}
dropped(REPAIRED, "f_may_stretch", ISOMETRY, "f need not keep distances.", STRETCHED)
dropped(
    REPAIRED, "the_other_may_stretch", OTHER_ISOMETRY, "f̃ need not keep distances.", {VecHead("f̃"): Lambda(X, 2 * X)}
)
dropped(REPAIRED, "not_onto", ONTO, "f⁻¹ need not be the inverse of f.", {points("f⁻¹").head: Lambda(X, 2 * X)})

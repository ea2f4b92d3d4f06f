"""Examples 5 and 6: the constants b and c of a linear transfer function are given by its largest eigenvalue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from sympy import Expr, Integer, KroneckerDelta, Lambda, Rational, Sum, Tuple

from proofs.general_additive.c_scalar import curvature, outputs_apart, square
from proofs.general_additive.divergence import P, a, b, divergence
from verify.audit import (
    Claim, Deriv, Inner, Sharpness, Theorem, assume, at, cite, combine, decided_by, eq, fails_as, fails_without,
    family, follows, forall, ge, generalize, identity, instantiate, integer, partial, positive, real, telescope,
    vectors,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.axioms import CURVATURE_AT_A_MINIMUM
from verify.language.terms import EUCLIDEAN, Vec, VecHead

i, j, n, m = integer("i j n m")
top = positive("λ_max")
r, s, x, y = real("r s x y")
u, v, w, z = vectors("u v w z")
eigenvalue = family("λ")


def e(index: Any) -> Any:
    """The eigenvectors, an orthonormal basis."""
    return Vec(VecHead("e"), EUCLIDEAN, index)


def over_basis(term: Any) -> Expr:
    """The sum over the n eigenvectors."""
    return Sum(term, (i, 1, n))


INDEX = [ge(i, 1), ge(n, i)]
BASIS = forall([u, v], eq(Inner(u, v), over_basis(Inner(u, e(i)) * Inner(v, e(i)))))
LINEAR = forall([u, i], eq(Inner(P.gradient(u), e(i)), eigenvalue(i) * Inner(u, e(i))), INDEX)
POTENTIAL = forall(u, eq(P(u), Inner(u, P.gradient(u)) / 2))
SEMIDEFINITE = forall(i, ge(eigenvalue(i), 0), INDEX)
LARGEST = forall(i, ge(top, eigenvalue(i)), INDEX)
ORTHONORMAL = forall([i, j], eq(Inner(e(i), e(j)), KroneckerDelta(i, j)), [*INDEX, ge(j, 1), ge(n, j)])
ONE_OF_THEM = [ORTHONORMAL, ge(m, 1), ge(n, m)]
SETTING = [BASIS, LINEAR, POTENTIAL, SEMIDEFINITE, LARGEST, ge(n, 0)]


def weighted(z: Any, power: int = 1) -> Expr:
    """Σ λ_i^power ⟨z, e_i⟩²."""
    return over_basis(eigenvalue(i) ** power * Inner(z, e(i)) ** 2)


def reading(function: str, argument: str, dimension: str) -> str:
    """How a linear function is set up."""
    return (
        f"{function}({argument}) = A{argument} for a symmetric positive semidefinite A: e_1, …, e_n is an orthonormal "
        f"basis of eigenvectors (the spectral theorem), so that ⟨{function}(u), e_i⟩ = λ_i⟨u, e_i⟩ for all u, with "
        f"0 ≤ λ_i ≤ λ_max, and the potential is ½⟨u, {function}(u)⟩. For every {dimension}, and singular A too. "
    )


READING = reading("ψ", "θ", "dimension n")

B_LINEAR = Claim(
    "general_additive/b-linear",
    at="Example 5",
    printed="b_{X,ψ} ≤ λ_max max ‖x‖₂²",
    given=SETTING,
    idle={
        SEMIDEFINITE: "the paper has A semidefinite; an upper bound of the eigenvalues is all that is used",
        ge(n, 0): "n is a dimension",
    },
    states=ge(top * square(z), curvature(w, z)),
    reading=READING + "xᵀDψ(θ)x ≤ λ_max‖x‖² for every input x = z and every θ = w.",
)

B_LINEAR_SHARP = Claim(
    "general_additive/b-linear.sharp",
    at="Example 5",
    says="b_{X,ψ} = λ_max max ‖x‖₂² when the longest input is an eigenvector for λ_max",
    given=[*SETTING, *ONE_OF_THEM, eq(eigenvalue(m), top), ge(square(r * e(m)), square(z))],
    idle={SEMIDEFINITE: "as in general_additive/b-linear"},
    states=[eq(curvature(w, r * e(m)), top * square(r * e(m))), ge(curvature(w, r * e(m)), curvature(v, z))],
    rests_on=["general_additive/b-linear"],
    reading=READING + "x = re_m for any real r, where λ_m = λ_max: the form at x is λ_max‖x‖² at every θ = w, and no "
    "less than the form at any z that is no longer, at any θ = v.",
    sharpens="general_additive/b-linear",
)

C_LINEAR = Claim(
    "general_additive/c-linear",
    at="Example 6",
    printed="c_φ is the largest eigenvalue of A",
    given=[*SETTING, *ONE_OF_THEM],
    idle={ge(n, 0): "n is a dimension"},
    states=[
        ge(2 * top * divergence(P, a, b), outputs_apart(a, b)),
        eq(2 * eigenvalue(m) * divergence(P, b + e(m), b), outputs_apart(b + e(m), b)),
        eq(2 * divergence(P, b + e(m), b), eigenvalue(m)),
    ],
    rests_on=["general_additive/b-linear"],
    reading=(
        reading("φ", "a", "number n of outputs, the printed k")
        + "‖y − ŷ‖² ≤ 2λ_max L_φ(y, ŷ), so c_φ ≤ λ_max; and when the activations differ by a unit eigenvector "
        "for λ_m the quotient ‖y − ŷ‖²/(2L) is λ_m, with the loss λ_m/2 > 0 when λ_m > 0: attained for λ_m = λ_max. "
        "For A = 0 all outputs are equal, and every fraction of (29) is 0/0."
    ),
)


def in_coordinates(u: Any, v: Any) -> Theorem:
    """Δ(u, v) = ½ Σ λ_i ⟨u − v, e_i⟩²."""
    first, second = Inner(u, e(i)), Inner(v, e(i))
    images = [at(LINEAR, w, i) for w in (u, v)]
    there, here = Inner(P.gradient(u), e(i)), Inner(P.gradient(v), e(i))
    term = identity(
        eq(first * there / 2 - second * here / 2 - (first - second) * here, eigenvalue(i) * (first - second) ** 2 / 2),
        using=images,
    )
    products = [at(BASIS, x, P.gradient(y)) for x, y in ((u, u), (v, v), (u - v, v))]
    values = [at(POTENTIAL, x) for x in (u, v)]
    return follows(eq(divergence(P, u, v), weighted(u - v) / 2), telescope(term, i, 1, n), products, values, ge(n, 0))


def apart_in_coordinates(u: Any, v: Any) -> Theorem:
    """‖Au − Av‖² = Σ λ_i² ⟨u − v, e_i⟩²."""
    gap = P.gradient(u) - P.gradient(v)
    images = [at(LINEAR, w, i) for w in (u, v)]
    term = identity(eq(Inner(gap, e(i)) ** 2, eigenvalue(i) ** 2 * Inner(u - v, e(i)) ** 2), using=images)
    return follows(eq(square(gap), weighted(u - v, 2)), telescope(term, i, 1, n), at(BASIS, gap, gap), ge(n, 0))


def at_one_of_them(power: int) -> Theorem:
    """Σ λ_i^power ⟨e_m, e_i⟩² = λ_m^power."""
    here = eigenvalue(i) ** power * KroneckerDelta(m, i)
    term = identity(eq(eigenvalue(i) ** power * Inner(e(m), e(i)) ** 2, here), using=[at(ORTHONORMAL, m, i)])
    return follows(eq(weighted(e(m), power), eigenvalue(m) ** power), telescope(term, i, 1, n), ge(m, 1), ge(n, m))


def at_a_minimum(h: Lambda, above: Theorem) -> Theorem:
    """h″(0) ≥ 0, as h(0) = 0 and h ≥ 0."""
    axiom = instantiate(cite(CURVATURE_AT_A_MINIMUM), {partial("f"): h})
    return instantiate(axiom, {}, [identity(eq(h(0), 0)), generalize(above, [s])])


def remainder(along: Any) -> Expr:
    """Δ(w + s·along, w), whose second derivative at s = 0 is the quadratic form."""
    return divergence(P, w + s * along, w)


@B_LINEAR.proof
def no_more_than_the_largest(claim: Claim) -> Theorem:
    """Δ(w + sz, w) = ½s² Σ λ_i⟨z, e_i⟩² ≤ ½λ_max s²‖z‖², and then the second derivatives at s = 0."""
    term = follows(ge(top * Inner(z, e(i)) ** 2, eigenvalue(i) * Inner(z, e(i)) ** 2), at(LARGEST, i))
    h = Lambda(s, top * s**2 * square(z) / 2 - remainder(z))
    above = follows(ge(h(s), 0), telescope(term, i, 1, n), in_coordinates(w + s * z, w), at(BASIS, z, z), ge(n, 0))
    return follows(claim.states[0], at_a_minimum(h, above))


@B_LINEAR_SHARP.proof
def an_eigenvector(claim: Claim) -> list[Theorem]:
    """Δ(w + s·re_m, w) = ½s²r²λ_m: both differences with ½s²r²λ_m are at a minimum at s = 0."""
    along, bend = r * e(m), r**2 * eigenvalue(m)
    exact = [in_coordinates(w + s * along, w), at_one_of_them(1)]
    facts = [ge(n, 0), ge(m, 1), ge(n, m)]
    curved = []
    for sign in (1, -1):
        h = Lambda(s, sign * (remainder(along) - s**2 * bend / 2))
        above = follows(ge(h(s), 0), exact, facts)
        curved.append(follows(ge(sign * (curvature(w, along) - bend), 0), at_a_minimum(h, above)))
    largest, unit = eq(eigenvalue(m), top), at(ORTHONORMAL, m, m)
    terms = [(1, curvature(w, along) - bend), (r**2, assume(largest)), (-top * r**2, unit)]
    attained = combine(claim.states[0], terms, facts=[*facts, *curved])
    below = instantiate(B_LINEAR.theorem(B_LINEAR.states[0]), {w: v})
    return [attained, follows(claim.states[1], attained, below, ge(square(along), square(z)), facts)]


@C_LINEAR.proof
def squares_of_eigenvalues(claim: Claim) -> list[Theorem]:
    """λ_i² ≤ λ_max λ_i, with equality at the largest."""
    weight = Inner(a - b, e(i)) ** 2
    goal = ge(top * eigenvalue(i) * weight, eigenvalue(i) ** 2 * weight)
    added = telescope(follows(goal, at(LARGEST, i), at(SEMIDEFINITE, i)), i, 1, n)
    upper, at_eigenvector, loss = claim.states
    bound = follows(upper, added, apart_in_coordinates(a, b), in_coordinates(a, b), ge(n, 0))
    near = in_coordinates(b + e(m), b)
    apart = apart_in_coordinates(b + e(m), b)
    first, second = (at_one_of_them(power) for power in (1, 2))
    facts = [ge(n, 0), ge(m, 1), ge(n, m)]
    same = follows(at_eigenvector, near, apart, first, second, facts)
    return [bound, same, follows(loss, near, first, facts)]


# --- instances on the line: ψ(θ) = λθ, with e_1 = 1 ----------------------------------------------------------------


def on_the_line(factor: Any, most: Any, **values: Any) -> dict[str, Any]:
    """ψ(r) = factor·r with n = m = 1, λ_max = most; what does not hold there is left out."""
    names: dict[str, Any] = {"a": a, "b": b, "v": v, "w": w, "z": z, "n": n, "m": m, "r": r}
    at = {
        P: Lambda(r, factor * r**2 / 2),
        VecHead("e"): Lambda(i, values.pop("basis", 1)),
        eigenvalue: Lambda(i, values.pop("eigenvalue", factor)),
        top: most,
        n: 1,
    }
    at |= {names[name]: place for name, place in values.items()}
    return {"at": at, "discharge": lambda: schemas(at, factor)}


def schemas(at: dict[Any, Any], factor: Any) -> list[Theorem]:
    """The theorems that meet the schemas at such an instance, as far as they hold."""
    one, value, most = at[VecHead("e")](i), at[eigenvalue](i), at[top]
    image = Deriv(factor * r**2 / 2, r, x)
    index, both = [ge(i, 1), ge(1, i)], [ge(i, 1), ge(1, i), ge(j, 1), ge(1, j)]
    only_one = [combine(eq(index, 1), [(1, index - 1)], facts=both) for index in (i, j)]
    found = []
    rules: tuple[Callable[[], Theorem], ...] = (
        lambda: generalize(identity(eq(x * y, Sum(x * y * one**2, (i, 1, 1)))), [x, y]),
        lambda: generalize(identity(eq(image * one, value * x * one)), [x, i], index),
        lambda: generalize(identity(eq(factor * x**2 / 2, x * image / 2)), [x]),
        lambda: generalize(combine(ge(value, 0), [(value, 1)]), [i], index),
        lambda: generalize(combine(ge(most, value), [(most - value, 1)]), [i], index),
        lambda: generalize(combine(eq(one**2, KroneckerDelta(i, j)), [], using=only_one), [i, j], both),
    )
    for rule in rules:
        with suppress(KernelError):
            found.append(rule())
    return found


fails_as(B_LINEAR,
    ("constant", ge(top * square(z) / 2, curvature(w, z)), "λ_max/2.", on_the_line(1, 1, w=0, z=1)),
    ("sign", ge(curvature(w, z), top * square(z)), "≥ in place of ≤.", on_the_line(1, 2, w=0, z=1)),
)  # fmt: skip


fails_without(B_LINEAR,
    (LARGEST, "λ_max need not be the largest eigenvalue.", on_the_line(2, 1, w=0, z=1)),
    (LINEAR, "e_i and λ_i need not be eigenvectors and eigenvalues of ψ.", on_the_line(2, 1, eigenvalue=1, w=0, z=1)),
    (BASIS, "The e_i need not span.", on_the_line(1, Rational(1, 2), basis=0, eigenvalue=0, w=0, z=1)),
    (SEMIDEFINITE, "A may have negative eigenvalues.", decided_by(proof=no_more_than_the_largest)),
)  # fmt: skip


fails_as(B_LINEAR_SHARP,
    ("constant", [eq(B_LINEAR_SHARP.states[0].lhs, 2 * B_LINEAR_SHARP.states[0].rhs), B_LINEAR_SHARP.states[1]],
        "2λ_max‖x‖².", on_the_line(1, 1, w=0, v=0, z=1, r=1, m=1)),
    ("sign", [B_LINEAR_SHARP.states[0], ge(B_LINEAR_SHARP.states[1].rhs, B_LINEAR_SHARP.states[1].lhs)],
        "The form at x is at most that at z.", on_the_line(1, 1, w=0, v=0, z=1, r=2, m=1)),
)  # fmt: skip


fails_without(B_LINEAR_SHARP,
    (LINEAR, "e_i and λ_i need not be eigenvectors and eigenvalues of ψ.",
        on_the_line(2, 1, eigenvalue=1, w=0, v=0, z=1, r=1, m=1)),
    (eq(eigenvalue(m), top), "λ_m need not be λ_max.", on_the_line(1, 2, w=0, v=0, z=1, r=1, m=1)),
    (ge(square(r * e(m)), square(z)), "z may be longer than x.", on_the_line(1, 1, w=0, v=0, z=2, r=1, m=1)),
)  # fmt: skip


fails_as(C_LINEAR,
    ("constant", [ge(top * divergence(P, a, b), outputs_apart(a, b)), *C_LINEAR.states[1:]], "c = λ_max/2.",
        on_the_line(1, 1, a=1, b=0, m=1)),
    ("sign", [ge(outputs_apart(a, b), 2 * top * divergence(P, a, b)), *C_LINEAR.states[1:]], "‖y − ŷ‖² ≥ 2λ_max L.",
        on_the_line(1, 2, a=1, b=0, m=1)),
)  # fmt: skip


fails_without(C_LINEAR,
    (LARGEST, "λ_max need not be the largest eigenvalue.", on_the_line(2, 1, a=1, b=0, m=1)),
    (SEMIDEFINITE, "A may have negative eigenvalues.", on_the_line(-1, 1, a=1, b=0, m=1)),
)  # fmt: skip


def turned(slope: Any) -> dict[Any, Any]:
    """A = diag(1, ½) in the plane, λ_max = 1 and z = (1, s)."""
    return {
        P: Lambda((r, s), r**2 / 2 + s**2 / 4),
        VecHead("e"): Lambda(i, Tuple(2 - i, i - 1)),
        eigenvalue: Lambda(i, (3 - i) / Integer(2)),
        top: 1,
        n: 2,
        w: (0, 0),
        z: (1, slope),
    }


@B_LINEAR.extremal("s", [0, Rational(1, 4), 1, 4])
def directions(slope: Any) -> dict[Any, Any]:
    """A = diag(1, ½) along (1, s): the ratio is (1 + s²/2)/(1 + s²), attained along the first eigenvector."""
    return turned(slope)


@B_LINEAR.sharp
def along_an_eigenvector() -> Iterator[Sharpness]:
    """The largest eigenvalue is met at its eigenvector."""
    theorem = B_LINEAR_SHARP.theorem(B_LINEAR_SHARP.states[0])
    yield Sharpness("smallest factor of ‖x‖², for every A", "λ_max", theorem)

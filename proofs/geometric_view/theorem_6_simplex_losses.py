"""Theorem 6 on the simplex Δⁿ: a differentiable loss of ⟨p, x⟩ is convex along its geodesics only if it is constant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Abs, Expr, KroneckerDelta, Lambda, S, Sum, acos, cos, pi, sin, sqrt

from verify.audit import (
    Claim, Deriv, Theorem, arccosine_does_not_increase, arccosine_is_not_negative, assume, at, at_most_by_squares,
    cite, combine, decided, eq, fails_as, fails_without, family, follows, forall, function, ge, generalize, gt,
    identity, instantiate, integer, le, ne, nonnegative, partial, real, substitute,
)  # fmt: skip
from verify.axioms import SLOPE_AT_THE_END
from verify.language.terms import Relation

i, j, l, n = integer("i j l n")
r, s, lam, q, phi, z, c = real("r s λ q φ z c")
loss, prime, x = function("ℓ"), function("ℓ′"), family("x")
a, b = family("a", nonnegative=True), family("b", nonnegative=True)
END = pi / 2


def components(term: Any) -> Expr:
    """The sum over the components l = 1, …, n."""
    return Sum(term, (l, 1, n))


def prediction(angle: Any) -> Expr:
    """⟨p, x⟩ at √p = a cos φ + b sin φ."""
    return components(x(l) * (a(l) * cos(angle) + b(l) * sin(angle)) ** 2)


def edge(angle: Any) -> Expr:
    """⟨p, x⟩ at p = e_i cos²φ + e_j sin²φ."""
    return x(i) * cos(angle) ** 2 + x(j) * sin(angle) ** 2


def quarter(angle: Any) -> list[Relation]:
    """0 ≤ φ ≤ π/2."""
    return [ge(angle, 0), le(angle, END)]


def chord(on: Callable[[Any], Expr]) -> Relation:
    """ℓ is below its chord, from the angle s to r of a geodesic."""
    return le(loss(on(lam * r + (1 - lam) * s)), lam * loss(on(r)) + (1 - lam) * loss(on(s)))


PART = [ge(lam, 0), le(lam, 1)]


def apart(u: Any, v: Any) -> list[Relation]:
    """u and v, as terms in l, are unit vectors, and orthogonal."""
    return [eq(components(u**2), 1), eq(components(v**2), 1), eq(components(u * v), 0)]


OPPOSITE = apart(a(l), b(l))
CONVEX = forall([a, b, r, s, lam], chord(prediction), [*OPPOSITE, *quarter(r), *quarter(s), *PART])
VERTICES = [ge(i, 1), ge(n, i), ge(j, 1), ge(n, j), ne(i, j)]
LONGER = gt(x(j), x(i))
BETWEEN = [ge(z, x(i)), le(z, x(j))]
SLOPE = Deriv(loss(q), q, z)
DIFFERENTIABLE = forall(z, eq(SLOPE, prime(z)))

CONSTANT = Claim(
    "geometric_view/theorem-6-simplex-losses",
    at="Theorem 6 and Example 3, hypotheses",
    says="if ℓ(⟨p, x⟩) is convex along the geodesics of the simplex Δⁿ, and ℓ continuously differentiable, then ℓ is "
    "constant on [min x, max x], and ℓ′ is 0 there: there is nothing to be learnt",
    given=[DIFFERENTIABLE, CONVEX, *VERTICES, LONGER, *BETWEEN],
    states=[eq(loss(z), loss(x(i))), eq(prime(z), 0)],
    reading="So Theorem 6 with its convexity along geodesics says nothing of the losses of linear predictors on Δⁿ, as "
    "on Sⁿ (geometric_view/theorem-6.sphere). The p have n components p^l ≥ 0 (n + 1 in the paper), and √p is a point "
    "of the orthant of the unit sphere, whose geodesics are the great circles. Of these only quarter circles "
    "a cos φ + b sin φ are used, from one face of the simplex to an opposite one, where a and b are orthogonal and "
    "have no negative component; what is convex on the open simplex is so on them, as ℓ is continuous. Convex means "
    "below the chord, for 0 ≤ λ ≤ 1 and angles r, s between 0 and π/2. x_i and x_j are the predictions at two "
    "vertices; with the least and the largest x_l it is the interval [min x, max x]. A function that is continuously "
    "differentiable there has a continuation to R that is. At the ends ℓ must have a derivative: −√⟨p, x⟩ with "
    "min x = 0 is convex.",
)


def on_the_edge() -> Theorem:
    """The convexity along the edge from e_i to e_j."""
    ends = [KroneckerDelta(l, i), KroneckerDelta(l, j)]
    opposite = [identity(f, facts=VERTICES) for f in apart(*ends)]
    there = at(CONVEX, *(Lambda(l, end) for end in ends), r, s, lam, by=opposite)
    return follows(chord(edge), there, facts=VERTICES)


def flat_end(first: Any) -> Theorem:
    """0 ≤ s ≤ π/2 ⊢ ℓ ≥ its value at the vertex at the angle `first`: there ⟨p, x⟩ has the slope 0 along the edge."""
    convex = instantiate(on_the_edge(), {r: s, s: first, lam: q})
    gap = Lambda(q, q * (loss(edge(s)) - loss(edge(first))) - loss(edge(q * s + (1 - q) * first)) + loss(edge(first)))
    room = generalize(follows(ge(gap(q), 0), convex), [q], [ge(q, 0), le(q, 1)])
    rises = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): gap}, [room, identity(eq(gap(0), 0))])
    return follows(ge(loss(edge(s)), loss(edge(first))), rises)


def level() -> Theorem:
    """0 ≤ φ ≤ π/2 ⊢ ℓ is on the whole edge what it is at e_i: not below its ends, nor above its chord."""
    above, under = quarter(phi)
    whole = [follows(f, END) for f in (*quarter(S.Zero), *quarter(END))]
    low, high = instantiate(flat_end(S.Zero), {s: phi}), instantiate(flat_end(END), {s: S.Zero}, whole)
    part = 1 - 2 * phi / pi
    inside = [combine(ge(part, 0), [(2 / pi, assume(under))]), combine(le(part, 1), [(2 / pi, assume(above))])]
    chords = instantiate(on_the_edge(), {r: S.Zero, s: END, lam: part}, [*inside, *whole])
    below = combine(le(loss(edge(phi)), loss(x(i))), [(1, chords), (2 * phi / pi, high)], facts=[above])
    return combine(eq(loss(edge(phi)), loss(x(i))), [(1, loss(edge(phi)) - loss(x(i)))], facts=[low, below])


def by_cosine() -> Theorem:
    """0 ≤ c ≤ 1 ⊢ ℓ(x_i c² + x_j(1 − c²)) = ℓ(x_i)."""
    unit = [ge(c, 0), le(c, 1)]
    above = arccosine_is_not_negative(c, [follows(ge(c, -1), unit), unit[1]])
    under = arccosine_does_not_increase(S.Zero, c, unit)
    there = instantiate(level(), {phi: acos(c)}, [above, follows(le(acos(c), END), under)])
    return combine(eq(loss(x(i) * c**2 + x(j) * (1 - c**2)), loss(x(i))), [(1, there)], facts=unit)


def inside() -> Theorem:
    """x_i ≤ z ≤ x_j, x_j > x_i ⊢ ℓ(z) = ℓ(x_i): z is x_i c² + x_j(1 − c²) for c² = (x_j − z)/(x_j − x_i)."""
    after, before = BETWEEN
    ordered = combine(gt(x(j) - x(i), 0), [(1, assume(LONGER))])
    share = (x(j) - z) / (x(j) - x(i))
    part = [
        combine(ge(share, 0), [(1 / (x(j) - x(i)), assume(before))], facts=[ordered]),
        combine(le(share, 1), [(1 / (x(j) - x(i)), assume(after))], facts=[ordered]),
    ]
    known = [part[0], ordered]
    cosine = combine(ge(sqrt(share), 0), [(1, sqrt(share))], facts=known)
    square = combine(ge(1, sqrt(share) ** 2), [(1, part[1])], facts=known)
    acute = at_most_by_squares(sqrt(share), S.One, square, facts=known)
    there = instantiate(by_cosine(), {c: sqrt(share)}, [cosine, acute])
    return combine(eq(loss(z), loss(x(i))), [(1, there)], facts=known)


def no_slope() -> Theorem:
    """(e − z)ℓ′(z) = 0 for e = x_i and e = x_j, as ℓ does not change from z to e."""
    part, here = [ge(q, 0), le(q, 1)], inside()
    after, before = (assume(f) for f in BETWEEN)
    rest = combine(ge(1 - q, 0), [(1, assume(part[1]))])
    flat = []
    for end in (x(i), x(j)):
        moved = z + q * (end - z)
        low = combine(ge(moved, x(i)), [(rest, after), *([(q, assume(LONGER))] if end == x(j) else [])], facts=part)
        high = combine(le(moved, x(j)), [(rest, before), *([(q, assume(LONGER))] if end == x(i) else [])], facts=part)
        there = instantiate(here, {z: moved}, [low, high])
        for sign in (1, -1):
            rise = sign * (loss(moved) - loss(z))
            level = generalize(combine(ge(rise, 0), [(sign, there), (-sign, here)]), [q], part)
            flat.append(instantiate(cite(SLOPE_AT_THE_END), {partial("f"): Lambda(q, rise)}, [level]))
    scale = 1 / (x(j) - x(i))
    ordered = combine(gt(x(j) - x(i), 0), [(1, assume(LONGER))])
    up = combine(ge(SLOPE, 0), [(scale, flat[2]), (scale, flat[1])], facts=[ordered])
    down = combine(le(SLOPE, 0), [(scale, flat[3]), (scale, flat[0])], facts=[ordered])
    none = combine(eq(SLOPE, 0), [(1, SLOPE)], facts=[up, down])
    return follows(eq(prime(z), 0), none, at(DIFFERENTIABLE, z))


@CONSTANT.proof
def two_flat_ends(claim: Claim) -> list[Theorem]:
    """ℓ has its least value at both ends of an edge, and is convex between them."""
    return [inside(), no_slope()]


# --- how it is decided ----------------------------------------------------------------------------------------------

INDICES = {n: 2, i: 1, j: 2, z: 1}


def losses(value: Any, slope: Any, **numbers: Any) -> dict[Any, Any]:
    """Predictions 0 and 1 at the two vertices of Δ¹, and a loss with its derivative as terms in z; at z = 1."""
    families = {loss: Lambda(z, value), prime: Lambda(z, slope), x: Lambda(l, l - 1)}
    return INDICES | families


FLAT, LINEAR = losses(S.One, S.Zero), losses(z, S.One)
ROOT = losses(-sqrt(Abs(z)), S.Zero)
first, second = nonnegative("A B")


def arc(angle: Any) -> Expr:
    """A cos φ + B sin φ, the second component of a point of the quarter circle, for A = a_2 and B = b_2."""
    return first * cos(angle) + second * sin(angle)


def constant() -> list[Theorem]:
    """A constant loss is convex along every geodesic."""
    return [generalize(combine(le(1, lam + (1 - lam)), []), [a, b, r, s, lam], CONVEX.given)]


def tangents() -> list[tuple[Any, Theorem, Theorem]]:
    """cos and sin are not negative up to π/2, and below their tangents; each with its factor in f = A cos + B sin."""
    m, acute = real("m"), quarter(r)
    both = [*quarter(m), *acute]
    return [
        (first, decided(ge(cos(r), 0), *acute), decided(le(cos(r), cos(m) - sin(m) * (r - m)), *both)),
        (second, decided(ge(sin(r), 0), *acute), decided(le(sin(r), sin(m) + cos(m) * (r - m)), *both)),
    ]


def root() -> Theorem:
    """√|q| = p, for p ≥ 0 with q = p²."""
    p, taken = real("p"), sqrt(Abs(q))
    sign, equal = ge(p, 0), eq(q, p**2)
    above = combine(ge(q, 0), [(1, assume(equal)), (1, p**2)])
    square = combine(eq(taken**2, p**2), [(1, assume(equal))], facts=[above])
    below = at_most_by_squares(taken, p, follows(ge(p**2, taken**2), square), facts=[sign])
    beyond = at_most_by_squares(p, taken, follows(ge(taken**2, p**2), square), facts=[sign])
    return combine(eq(taken, p), [(1, taken - p)], facts=[below, beyond])


def rooted() -> list[Theorem]:
    """−√(f²) is −f for A, B ≥ 0, and f(λr + (1 − λ)s) ≥ λf(r) + (1 − λ)f(s), by the tangents at the middle."""
    middle, rest = lam * r + (1 - lam) * s, combine(ge(1 - lam, 0), [(1, assume(PART[1]))])
    known = [*quarter(r), *quarter(s), *PART]
    between = [
        combine(f, [(lam, assume(first_end)), (rest, assume(last_end))], facts=known)
        for f, first_end, last_end in zip(quarter(middle), quarter(r), quarter(s), strict=True)
    ]
    terms, signs = [], []
    for size, above, tangent in tangents():
        ends = [instantiate(tangent, {real("m"): middle, r: end}, between) for end in (r, s)]
        terms += [(size * lam, ends[0]), (size * (1 - lam), ends[1])]
        signs.append((size, above))
    concave = combine(ge(arc(middle), lam * arc(r) + (1 - lam) * arc(s)), terms, facts=[*known, rest])
    sign, here = combine(ge(arc(r), 0), signs), {first: a(2), second: b(2)}
    schema = substitute(CONVEX, {n: 2, loss.head: ROOT[loss], x.head: ROOT[x]})
    roots = []
    for factor, angle in ((1, middle), (-lam, r), (lam - 1, s)):
        squared = substitute(prediction(angle), {n: 2, x.head: ROOT[x]})
        above = instantiate(instantiate(sign, {r: angle}, between if angle == middle else []), here)
        size = substitute(arc(angle), here)
        values = {q: squared, real("p"): size}
        roots.append((factor, instantiate(root(), values, [identity(eq(squared, size**2)), above])))
    body = combine(schema.body, [(1, instantiate(concave, here)), *roots])
    return [generalize(body, list(schema.variables), list(schema.given))]


fails_as(CONSTANT,
    ("constant", [CONSTANT.states[0], eq(prime(z), 1)], "The slope is 1.", FLAT, constant),
    ("sign", [eq(loss(z), -loss(x(i))), CONSTANT.states[1]], "ℓ(z) = −ℓ(x_i).", FLAT, constant),
)  # fmt: skip


fails_without(CONSTANT,
    (CONVEX, "The loss may be linear in p.", LINEAR),
    (DIFFERENTIABLE, "ℓ need not have a derivative at the ends: −√⟨p, x⟩.", ROOT, rooted),
)  # fmt: skip

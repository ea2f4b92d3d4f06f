"""Section 4: λ-convexity, (f∘γ)(s) − λs² convex, is the definition that the proofs and the examples use."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Lambda, Rational

from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import SLOPE_AT_THE_END
from verify.claims import Claim, fails_as, fails_without, holds_at
from verify.language.terms import Deriv, eq, forall, function, ge, le, nonnegative, partial, real, substitute

f = function("L_γ")
lam, a, b, s, q, c = real("λ a b s q c")
l = nonnegative("l")
HALF = Rational(1, 2)
MIX = [ge(s, 0), ge(1, s)]


def less(s: Any) -> Any:
    """f(s) − λs²."""
    return f(s) - lam * s**2


def below_chord(g: Any, a: Any, b: Any, s: Any) -> Any:
    """g((1 − s)a + sb) ≤ (1 − s)g(a) + s g(b)."""
    return le(g((1 - s) * a + s * b), (1 - s) * g(a) + s * g(b))


def inside(*points: Any) -> list[Any]:
    """0 ≤ p ≤ l for each of the points."""
    return [formula for p in points for formula in (ge(p, 0), ge(l, p))]


def convex(g: Any) -> Any:
    """g is convex on [0, l]."""
    return forall([a, b, s], below_chord(g, a, b, s), [*inside(a, b), *MIX])


STRONG = convex(less)
READING = (
    "L_γ = L∘γ for a geodesic γ on [0, l] that is parametrised by arc length; λ-convex: L_γ(s) − λs², the f of the "
    "print, is convex there, below its chords. λ may be negative. "
)


def slope(at: Any) -> Any:
    """f′ at a point."""
    return Deriv(f(q), q, at)


TANGENT = Claim(
    "geometric_view/lambda-convex",
    at="section 4",
    printed="f(s) = L_t(γ̃(s)) − λ_t s² … f is convex and therefore f(l) ≥ f(0) + l f′(0)",
    given=[STRONG, *inside(a, b), *MIX],
    states=[
        ge(f(l), f(0) + l * slope(0) + lam * l**2),
        ge((1 - s) * f(a) + s * f(b) - f((1 - s) * a + s * b), lam * s * (1 - s) * (b - a) ** 2),
        below_chord(lambda r: f(l - r) - lam * r**2, a, b, s),
        below_chord(lambda r: f(c + r) - lam * r**2, a - c, b - c, s),
        ge(f(b), f(a) + (b - a) * slope(a) + lam * (b - a) ** 2),
    ],
    reading=READING
    + "The line of the proof of Theorem 6, f(l) ≥ f(0) + l f′(0) written for L_γ (first formula); the same as a gap "
    "below the chord, which does not mention where s = 0 is (second); hence also for γ run backwards (third), for its "
    "parts with the parameter started anew at any c (fourth), and from any point of γ to any other (last), which is "
    "what Examples 4 and 5 use.",
)

ZERO = Claim(
    "geometric_view/lambda-convex-zero",
    at="section 4",
    printed="take λ_t = 0 if L is convex",
    given=[convex(f), eq(lam, 0), *inside(a, b), *MIX],
    states=below_chord(less, a, b, s),
    reading=READING + "A convex function is λ-convex for λ = 0.",
)


def of(claim: Claim, *wanted: Any) -> list[Any]:
    """Those of the hypotheses that the claim has."""
    return [g for g in claim.given if g in wanted]


def gap(claim: Claim, a: Any, b: Any, s: Any) -> Theorem:
    """(1 − s)f(a) + sf(b) − f((1 − s)a + sb) ≥ λs(1 − s)(b − a)²."""
    goal = ge((1 - s) * f(a) + s * f(b) - f((1 - s) * a + s * b), lam * s * (1 - s) * (b - a) ** 2)
    return combine(goal, [(1, instantiate(assume(g), [a, b, s])) for g in of(claim, STRONG)])


def above_tangent(claim: Claim, a: Any, b: Any) -> Theorem:
    """f(b) ≥ f(a) + (b − a)f′(a) + λ(b − a)²: the gap below the chord starts at 0 and is not negative, so it rises."""
    difference = b - a
    chord = (1 - s) * f(a) + s * f(b) - f((1 - s) * a + s * b) - lam * s * (1 - s) * difference**2
    starts = identity(eq(substitute(chord, {s: 0}), 0))
    stays = generalize(combine(ge(chord, 0), [(1, gap(claim, a, b, s))]), [s], MIX)
    rises = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): Lambda(s, chord)}, [starts, stays])
    return combine(ge(f(b), f(a) + difference * slope(a) + lam * difference**2), [(1, rises)])


@TANGENT.proof
def chords_and_their_slopes(claim: Claim) -> list[Theorem]:
    """λs(1 − s)(b − a)² is the gap of λs² below its chords, wherever s = 0 is; its slope at the end is λ(b − a)²."""
    first, chord, reversed_chord, shifted, tangent = claim.states
    here = gap(claim, a, b, s)
    backwards = gap(claim, l - a, l - b, s)
    return [
        combine(first, [(1, above_tangent(claim, 0, l))]),
        combine(chord, [(1, here)]),
        combine(reversed_chord, [(1, backwards)]),
        combine(shifted, [(1, here)]),
        combine(tangent, [(1, above_tangent(claim, a, b))]),
    ]


@ZERO.proof
def nothing_taken_away(claim: Claim) -> Theorem:
    """f(s) − 0·s² = f(s)."""
    chord = [(1, instantiate(assume(g), [a, b, s])) for g in of(claim, convex(f))]
    return combine(claim.states[0], chord, using=of(claim, eq(lam, 0)))


PARABOLA = {f: Lambda(q, q**2), lam: 1, l: 1, a: 0, b: 1, c: HALF, s: HALF}


def chords(value: Any, strength: Any, gap: Any) -> Theorem:
    """The convexity of value(s) − strength·s² on [0, 1], whose gap below the chord is gap·s(1 − s)(b − a)²."""
    function = Lambda(q, value)

    def remainder(r: Any) -> Any:
        return function(r) - strength * r**2

    inner = [*inside_of_one(a, b), *MIX]
    shown = combine(below_chord(remainder, a, b, s), [(gap * s * (1 - s), (b - a) ** 2)], facts=MIX)
    return generalize(shown, [a, b, s], inner)


def inside_of_one(*points: Any) -> list[Any]:
    """0 ≤ p ≤ 1 for each of the points."""
    return [substitute(formula, {l: Integer(1)}) for formula in inside(*points)]


def parabola() -> list[Theorem]:
    """s² is 1-convex."""
    return [chords(q**2, 1, 0)]


def line() -> list[Theorem]:
    """s is convex."""
    return [chords(q, 0, 0)]


fails_as(TANGENT,
    ("constant", [ge(f(l), f(0) + l * slope(0) + 2 * lam * l**2), *TANGENT.states[1:]], "2λl².", PARABOLA, parabola),
)  # fmt: skip


@TANGENT.mutant("constant", at=PARABOLA, discharge=parabola)
def twice_the_gap(claim: Claim) -> Claim:
    """A gap of 2λs(1 − s)(b − a)²."""
    second = claim.states[1]
    return claim.replace(states=[claim.states[0], ge(second.lhs, 2 * second.rhs), *claim.states[2:]])


fails_as(TANGENT,
    ("sign", [le(f(l), f(0) + l * slope(0)), *TANGENT.states[1:]], "≤ and without λ.", PARABOLA, parabola),
)  # fmt: skip


holds_at(TANGENT, ("To b = ½: s² run backwards, less s², is 1 − 2s.", PARABOLA | {b: HALF}, parabola))


fails_without(TANGENT, (STRONG, "f may be anything.", PARABOLA | {f: Lambda(q, -(q**2))}))


WEAK = PARABOLA | {lam: 0}


def convex_parabola() -> list[Theorem]:
    """s² is 0-convex."""
    return [chords(q**2, 0, 1)]


fails_without(TANGENT,
    (MIX[1], "s may exceed 1.", WEAK | {s: 2}, convex_parabola),
    (MIX[0], "s may be negative.", WEAK | {s: -1}, convex_parabola),
)  # fmt: skip


def cubic(rest: Any) -> list[Theorem]:
    """rest³, for rest = s or 1 − s, is convex on [0, 1]: gap s(1 − s)(b − a)²((2 − s)rest(a) + (1 + s)rest(b))."""
    given = [*inside_of_one(a, b), *MIX]
    value = Lambda(q, rest**3)
    weight = s * (1 - s) * (b - a) ** 2
    ends = [(a, 2 - s), (b, 1 + s)]
    terms = [(weight, combine(ge(m * rest.subs(q, p), 0), [(m, rest.subs(q, p))], facts=given)) for p, m in ends]
    shown = combine(below_chord(lambda r: value(r) - 0 * r**2, a, b, s), terms, facts=given)
    return [generalize(shown, [a, b, s], given)]


def rising_cubic() -> list[Theorem]:
    """s³."""
    return cubic(q)


def falling_cubic() -> list[Theorem]:
    """(1 − s)³."""
    return cubic(1 - q)


RISING, FALLING = WEAK | {f: Lambda(q, q**3)}, WEAK | {f: Lambda(q, (1 - q) ** 3)}


fails_without(TANGENT,
    ([*inside(a)[:1]], "a may be negative.", RISING | {a: -2}, rising_cubic),
    ([*inside(b)[:1]], "b may be negative.", RISING | {a: 1, b: -2}, rising_cubic),
    ([*inside(a)[1:]], "a may exceed l.", FALLING | {a: 3, b: 0}, falling_cubic),
    ([*inside(b)[1:]], "b may exceed l.", FALLING | {b: 3}, falling_cubic),
)  # fmt: skip


@ZERO.mutant("constant", at=PARABOLA | {f: Lambda(q, q)}, discharge=line)
def some_strength(claim: Claim) -> Claim:
    """λ-convex for λ = 1."""
    return claim.replace(given=[eq(lam, 1) if g == eq(lam, 0) else g for g in claim.given])


fails_without(ZERO, (eq(lam, 0), "λ-convex for any λ.", PARABOLA | {f: Lambda(q, q)}, line))


@ZERO.mutant("sign", at=PARABOLA | {f: Lambda(q, q**2), lam: 0}, discharge=convex_parabola)
def above_the_chord(claim: Claim) -> Claim:
    """Above its chords."""
    state = claim.states[0]
    return claim.replace(states=ge(state.rhs, state.lhs))


holds_at(ZERO, ("At an end of the chord.", WEAK | {s: 1}, convex_parabola))


fails_without(ZERO, (convex(f), "f may be anything.", PARABOLA | {f: Lambda(q, -(q**2)), lam: 0}))

"""Linear losses: that (8) cannot be improved by more than the factor √8, and what is not linear although called so."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Add, Expr, KroneckerDelta, Lambda, Rational, S, Tuple, sqrt

from proofs.gradient_descent import perceptron_tight
from proofs.gradient_descent._perceptron import M
from proofs.gradient_descent._perceptron import m as mistake
from proofs.gradient_descent._projected import SOME
from proofs.gradient_descent.ogd_setting import ROUND, G, T, U, rounds, square, t, u, w
from verify.audit import (
    Claim, Inner, Sharpness, Theorem, assume, at, at_most_by_squares, cases, cauchy_schwarz, combine, decided_by, eq,
    fails_as, fails_without, family, follows, forall, ge, generalize, gt, identity, instantiate, integer, le,
    magnitude_bounds, norm, real, telescope, vanishes_with_its_square, vectors, witness,
)  # fmt: skip
from verify.language.terms import VecHead

i, j, k = integer("i j k")
c, y = real("c y")
p, q, z = vectors("p q z")
sign = family("s")


slope, axis, total = vectors("g e S")
"""The gradient of the linear loss of round t, orthonormal vectors, and the sum of the gradients over G up to t."""


def regret() -> Expr:
    """The average regret against u."""
    return rounds(Inner(slope(t), w(t)) - Inner(slope(t), u)) / T


UNIT = forall(t, eq(square(axis(t)), 1), ROUND)
APART = forall([i, j], eq(Inner(axis(i), axis(j)), 0), [ge(i, 1), gt(j, i), ge(T, j)])
SIGNS = forall(t, eq(sign(t) ** 2, 1), ROUND)
AGAINST = forall(t, ge(sign(t) * Inner(axis(t), w(t)), 0), ROUND)
LOSSES = forall(t, eq(slope(t), G * sign(t) * axis(t)), ROUND)
FROM_ZERO = eq(total(0), 0)
ADDED = forall(t, eq(total(t), total(t - 1) + sign(t) * axis(t)), ROUND)
COMPARATOR = eq(u, -U / sqrt(T) * total(T))

LOWER = Claim(
    "gradient_descent/linear-tight",
    at="page 5",
    printed="It can be shown that (8) can not be significantly improved if the loss functions are all linear",
    given=[UNIT, APART, SIGNS, AGAINST, LOSSES, FROM_ZERO, ADDED, COMPARATOR, SOME],
    states=[
        forall(t, eq(square(slope(t)), G**2), ROUND),
        eq(square(u), U**2),
        ge(regret(), U * G / sqrt(T)),
    ],
    reading=(
        "Not significantly: in dimension d ≥ T, by no more than the factor √8, whatever the algorithm. w(1), …, w(T) "
        "are its predictors, any vectors of Rᵈ; e(1), …, e(T) are orthonormal, for which there is room in dimension "
        "d ≥ T only; of d < T nothing is said. After w(t) an adversary takes for round t the linear loss with gradient "
        "g(t) = s(t)G e(t), where the sign s(t) = ±1 makes ⟨g(t), w(t)⟩ ≥ 0: one of the two does. The vector S(T) is "
        "Σ s(t)e(t), and u = −(U/√T)S(T). Then no gradient is longer than G, u is in the ball, and the average regret "
        "against it is at least UG/√T, for every T ≥ 1, where (8) promises √8 UG/√T."
    ),
)

PERCEPTRON = {
    M: T,
    VecHead("x"): Lambda(mistake, axis(mistake)),
    VecHead("w"): Lambda(mistake, total(mistake)),
    family("y").head: Lambda(mistake, sign(mistake)),
}
"""S(t) adds signed orthonormal vectors up, as the weights of the Perceptron on orthonormal examples do."""


@LOWER.proof
def each_round_costs(claim: Claim) -> list[Theorem]:
    """‖S(T)‖² = T, and s(t)⟨S(T), e(t)⟩ = 1, so that ⟨g(t), u⟩ = −UG/√T: each round costs at least as much."""
    steep, in_the_ball, costly = claim.states
    long = instantiate(perceptron_tight.length(), PERCEPTRON, [follows(ge(T, 0), SOME)])
    along = instantiate(perceptron_tight.margin(), {**PERCEPTRON, mistake: t})
    length = combine(steep.body, [(G**2, at(SIGNS, t))], using=[at(LOSSES, t), at(UNIT, t)], facts=ROUND)
    short = combine(in_the_ball, [(U**2 / T, long)], using=[COMPARATOR], facts=[SOME])
    goal = ge(Inner(slope(t), w(t)) - Inner(slope(t), u), U * G / sqrt(T))
    terms = [(G, at(AGAINST, t)), (U * G / sqrt(T), along)]
    step = combine(goal, terms, using=[COMPARATOR, at(LOSSES, t)], facts=[SOME, *ROUND])
    return [generalize(length, [t], ROUND), short, follows(costly, telescope(step, t, 1, T), SOME)]


def on_the_line(count: int = 1, e: Any = 1, s: Any = 1, step: Any = None, start: Any = 0, **other: Any) -> Any:
    """U = G = 1 and e(t) = e, s(t) = s, w(t) = 0 and S(t) = start + step·t on the line.

    What is not given is as the claim has it.
    """
    path = Lambda(t, start + (s * e if step is None else step) * t)
    run = {w: other.get("w", 0), slope: other.get("g", s * e), axis: e, sign: s}
    line = {T: count, U: 1, G: 1, total: path, u: other.get("u", -path(count) / sqrt(count))}
    line |= {name: Lambda(t, term) for name, term in run.items()}
    return decided_by(at=line, discharge=lambda: [no_two(S(e) ** 2)] if count == 1 else [])


def no_two(value: Any) -> Theorem:
    """value = 0 for all i, j with 1 ≤ i < j ≤ 1, of which there are none."""
    pair = [ge(i, 1), gt(j, i), ge(1, j)]
    absurd = combine(ge(-1, 0), [(1, i - 1), (1, j - i - 1), (1, 1 - j)], facts=pair)
    square = combine(eq(c**2, 0), [(1, c**2)], facts=[combine(ge(0, c**2), [(c**2, absurd)])])
    return generalize(instantiate(vanishes_with_its_square(c, square), {c: value}), [i, j], pair)


def axes_apart(count: int) -> Theorem:
    """The axes i < j have no coordinate in common."""
    pair, goal = [ge(i, 1), gt(j, i), ge(count, j)], eq(KroneckerDelta(i, k) * KroneckerDelta(j, k), 0)
    on = [gt(k, i), gt(i, k), eq(i, k)]
    later = combine(gt(j, k), [(1, assume(gt(j, i)))], using=[on[2]])
    apart = cases([identity(goal, facts=[fact]) for fact in (on[0], on[1], later)], on)
    sums = eq(Add(*(KroneckerDelta(i, n) * KroneckerDelta(j, n) for n in range(1, count + 1))), 0)
    each = [(1, instantiate(apart, {k: n})) for n in range(1, count + 1)]
    return generalize(combine(sums, each), [i, j], pair)


fails_as(LOWER,
    ("constant", {LOWER.states[2]: ge(regret(), Rational(11, 10) * U * G / sqrt(T))},
        "11/10 UG/√T: this adversary does no better in one round.", on_the_line()),
    ("constant", [LOWER.states[0], eq(square(u), U**2 / 2), LOWER.states[2]], "‖u‖² = U²/2.", on_the_line()),
    ("sign", {LOWER.states[2]: le(regret(), U * G / (2 * sqrt(T)))}, "The average regret is at most ½UG/√T.",
        on_the_line()),
)  # fmt: skip


fails_without(LOWER,
    (UNIT, "The e(t) may be of any length.", on_the_line(e=2)),
    (APART, "The e(t) need not be orthogonal: with one of them twice, ‖u‖² = 2.", on_the_line(2)),
    (SIGNS, "s(t) may be any number.", on_the_line(s=2)),
    (AGAINST, "The algorithm may know the gradient.", on_the_line(w=-1)),
    (LOSSES, "The losses may be anything.", on_the_line(g=0)),
    (FROM_ZERO, "S(0) may be anything.", on_the_line(start=1)),
    (ADDED, "S(T) may be anything.", on_the_line(step=0)),
    (COMPARATOR, "u may be anything.", on_the_line(u=0)),
)  # fmt: skip


@LOWER.sharp
def one_round() -> Sharpness:
    """From w_1 = 0 one linear loss costs −⟨g, u⟩ ≤ ‖g‖‖u‖ ≤ GU."""
    short = [ge(G**2, square(slope(1))), ge(U**2, square(u))]
    sizes = [
        at_most_by_squares(norm(x), most, combine(ge(most**2, norm(x) ** 2), [(1, assume(f))]))
        for x, most, f in zip((slope(1), u), (G, U), short, strict=True)
    ]
    parts = [(1, cauchy_schwarz(-slope(1), u)), (norm(u), sizes[0]), (G, sizes[1])]
    most = combine(le(-Inner(slope(1), u), U * G), parts)
    reached = witness(short, gt(U * G, -Inner(slope(1), u)), {U: 1, G: 1, u: 1, slope: Lambda(t, -1)})
    return Sharpness(
        "the worst regret of one linear loss from w_1 = 0, where (8) promises √8 UG", "UG, exactly", [most, reached]
    )


@LOWER.extremal("T", range(1, 5), formula=2)
def nothing_is_learnt(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """An algorithm that stays at 0, against the gradients −e(1), …, −e(T): its regret is UG√T exactly."""
    if count == 1:
        line = on_the_line(s=-1)
        return line.at, line.discharge()
    axes = [KroneckerDelta(t, i) for i in range(1, count + 1)]
    sums = [Add(*(KroneckerDelta(t, k) for k in range(i, count + 1))) for i in range(1, count + 1)]
    at = {
        T: count,
        U: 1,
        G: 1,
        axis: Lambda(t, Tuple(*axes)),
        sign: Lambda(t, -1),
        w: Lambda(t, Tuple(*[0] * count)),
        slope: Lambda(t, Tuple(*(-e for e in axes))),
        total: Lambda(t, Tuple(*(-part for part in sums))),
        u: Tuple(*[1 / sqrt(count)] * count),
    }
    return at, [axes_apart(count)]


# --- an example that is not linear ---------------------------------------------------------------------------------


def absolute_loss(w: Any) -> Expr:
    """|y − wᵀx|."""
    return Abs(y - Inner(w, z))


EXAMPLE = Claim(
    "gradient_descent/linear-example",
    at="page 5",
    printed="including linear functions such as ℓ_t(w) = |y_t − wᵀx_t|",
    given=[],
    states=eq(absolute_loss((p + q) / 2), (absolute_loss(p) + absolute_loss(q)) / 2),
    weight="wording",
    slip=(
        "|y − wᵀx| is linear on either side of wᵀx = y only, and for x ≠ 0 not differentiable where wᵀx = y. It is "
        "convex and has a subgradient everywhere, which is what the proof of (8) needs."
    ),
    reading="An affine function is at the middle of two points the mean of its values there, for x = z and any y.",
)

UNIT_INTERVAL = [ge(c, 0), ge(1, c)]

EXAMPLE_REPAIRED = Claim(
    "gradient_descent/linear-example.repaired",
    at="page 5",
    says="|y_t − wᵀx_t| is convex, and has a subgradient everywhere: ∓x_t on the two sides of wᵀx_t = y_t",
    given=UNIT_INTERVAL,
    states=[
        le(absolute_loss(c * p + (1 - c) * q), c * absolute_loss(p) + (1 - c) * absolute_loss(q)),
        forall([p, q], ge(absolute_loss(p), absolute_loss(q) - Inner(z, p - q)), [le(Inner(q, z), y)]),
        forall([p, q], ge(absolute_loss(p), absolute_loss(q) + Inner(z, p - q)), [ge(Inner(q, z), y)]),
    ],
    repairs="gradient_descent/linear-example",
    reading=(
        "Below its chords, for 0 ≤ c ≤ 1, x = z and any y; and above a line through each of its points, of the "
        "gradient −x where wᵀx ≤ y and x where wᵀx ≥ y: (2) holds with these, which is all that the claims on regret "
        "ask for. For x ≠ 0 it is not differentiable where wᵀx = y, although the sentence names it as an example of "
        "differentiable loss functions."
    ),
)


@EXAMPLE.counterexample
def on_both_sides(claim: Claim) -> Theorem:
    """x = 1, y = 0: 0 at the middle of 1 and −1, where it is 1."""
    return witness([], claim.states[0], {z: 1, y: 0, p: 1, q: -1})


@EXAMPLE_REPAIRED.proof
def the_larger_of_two_lines(claim: Claim) -> list[Theorem]:
    """|a| is at least a and at least −a, and is one of the two on each side."""
    lines = claim.states[1:]
    a, b = real("a b")
    goal, mean = le(Abs(c * a + (1 - c) * b), c * Abs(a) + (1 - c) * Abs(b)), c * a + (1 - c) * b
    parts = []
    for side, case in ((-1, ge(mean, 0)), (1, gt(0, mean))):
        ends = [(c, magnitude_bounds(a, side)), (1 - c, magnitude_bounds(b, side))]
        parts.append(combine(goal, ends, facts=[*UNIT_INTERVAL, case]))
    chord = cases(parts, [ge(mean, 0), gt(0, mean)])
    found = [instantiate(chord, {a: y - Inner(p, z), b: y - Inner(q, z)})]
    for line, side in zip(lines, (-1, 1), strict=True):
        (there,) = line.given
        above = combine(line.body, [(1, magnitude_bounds(y - Inner(p, z), side))], facts=[there])
        found.append(generalize(above, [p, q], [there]))
    return found


ENDS = {z: 1, y: 0, p: 1, q: -1, c: Rational(1, 2)}
CHORD = EXAMPLE_REPAIRED.states[0]


@EXAMPLE_REPAIRED.extremal("c", [0, Rational(1, 2), 1])
def on_one_side(mean: Any) -> dict[Any, Any]:
    """Two points on one side of y."""
    return {**ENDS, q: 2, c: mean}


fails_as(EXAMPLE_REPAIRED,
    ("sign", {CHORD: ge(CHORD.rhs, CHORD.lhs)}, "≥ in place of ≤.", ENDS),
    ("constant", {CHORD: ge(CHORD.lhs / 2, CHORD.rhs)}, "Half of the chord.", {**ENDS, q: 1}),
)  # fmt: skip


fails_without(EXAMPLE_REPAIRED,
    (UNIT_INTERVAL[1], "c may be larger than 1.", {**ENDS, c: 2, p: 0}),
    (UNIT_INTERVAL[0], "c may be negative.", {**ENDS, c: -1, q: 0}),
)  # fmt: skip

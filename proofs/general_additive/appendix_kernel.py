"""Appendix A: a zero space of the Hessian that is the same everywhere makes the matching loss well defined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Add, Lambda, cos, exp, pi, sin

from proofs.general_additive.divergence import P, divergence
from proofs.general_additive.prop_2 import PROP_2, some_point, theta, y, z
from proofs.general_additive.prop_2 import x as step
from verify.axioms import CURVATURE_AT_A_MINIMUM, DEFINITE, SLOPE_AT_THE_END, ZERO_DERIVATIVE
from verify.claims import Claim
from verify.lemmas import vanishes_with_its_square
from verify.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.terms import Deriv, Hessian, Inner, eq, forall, function, ge, le, real, substitute, vectors

s, r, q = real("s r q")
a, b, c, d, u, v, w, x = vectors("a b c d u v w x")
UNIT = [ge(s, 0), ge(1, s)]


def form(at: Any, direction: Any) -> Any:
    """(direction)ᵀD²P(at)(direction)."""
    return Inner(Hessian(P.head, at, direction), direction)


CONVEX = forall([u, v], ge(P(u), P(v) + Inner(u - v, P.gradient(v))))
SAME, SAME_GUESS = eq(P.gradient(a), P.gradient(b)), eq(P.gradient(c), P.gradient(d))
CONSTANT_KERNEL = forall([u, v, x, w], eq(Inner(Hessian(P.head, v, x), w), 0), [eq(Hessian(P.head, u, x), 0)])

READING = (
    "φ = ∇P on R^k for a twice differentiable P that is convex: above its tangents. a and b are the printed a and a′, "
    "c and d the printed â and â′. "
)


def above(claim: Claim, at: Any, base: Any) -> list[Theorem]:
    """Δ(at, base) ≥ 0, if the claim's P is convex."""
    return [instantiate(assume(f), [at, base]) for f in claim.given if f == CONVEX]


# --- the second argument -------------------------------------------------------------------------------------------

LINEAR = Claim(
    "general_additive/appendix-linear",
    at="Appendix A, fourth paragraph",
    printed=(
        "φ(a) = φ(a′): by convexity P must be linear on the line between a and a′, in particular P(a′) − P(a) = "
        "φ(a)·(a′ − a), and Δ_φ(â, a) = Δ_φ(â, a′) holds for all â"
    ),
    given=[CONVEX, SAME],
    states=[
        forall(s, eq(P(a + s * (b - a)), P(a) + s * Inner(P.gradient(a), b - a)), UNIT),
        eq(P(b) - P(a), Inner(P.gradient(a), b - a)),
        eq(divergence(P, c, a), divergence(P, c, b)),
    ],
    reading=READING + "\"The line between\" is the segment, 0 ≤ s ≤ 1. Nothing is asked of the Hessian.",
)


def flat(claim: Claim, first: Any, second: Any, same: Any) -> Theorem:
    """P(second) − P(first) = ⟨φ(first), second − first⟩, for two points with the same gradient."""
    known = [f for f in claim.given if f == same]
    goal = eq(P(second) - P(first), Inner(P.gradient(first), second - first))
    gap = P(second) - P(first) - Inner(P.gradient(first), second - first)
    up = [combine(ge(gap, 0), [(1, t)]) for t in above(claim, second, first)]
    down = [combine(le(gap, 0), [(1, t)], using=known) for t in above(claim, first, second)]
    return combine(goal, [(1, gap)], facts=[*up, *down])


@LINEAR.proof
def between_tangent_and_tangent(claim: Claim) -> list[Theorem]:
    """P is above its tangents at both ends, which have the same slope and meet each other."""
    line, ends, exchanged = claim.states
    known = [f for f in claim.given if f == SAME]
    flat_there = flat(claim, a, b, SAME)
    point = a + s * (b - a)
    gap = P(point) - P(a) - s * Inner(P.gradient(a), b - a)
    up = [combine(ge(gap, 0), [(1, t)]) for t in above(claim, point, a)]
    ahead, behind = above(claim, b, point), above(claim, a, point)
    down = [
        combine(le(gap, 0), [(s, t), (1 - s, h), (-s, flat_there)], facts=UNIT, using=known)
        for t, h in zip(ahead, behind, strict=True)
    ]
    straight = combine(line.body, [(1, gap)], facts=[*up, *down])
    same = combine(exchanged, [(1, flat_there)], using=known)
    return [generalize(straight, [s], UNIT), flat_there, same]


# --- the first argument --------------------------------------------------------------------------------------------

EXACT = Claim(
    "general_additive/appendix-exact",
    at="Appendix A, last display",
    printed="Δ_φ(â′, a) − Δ_φ(â, a) = P(â′) − P(â) + φ(a)·(â − â′)",
    given=[CONVEX, SAME, SAME_GUESS],
    states=[
        eq(divergence(P, d, c), 0),
        eq(divergence(P, d, a) - divergence(P, c, a), P(d) - P(c) + Inner(P.gradient(a), c - d)),
        eq(divergence(P, c, a) - divergence(P, d, b), Inner(P.gradient(a) - P.gradient(c), d - c)),
    ],
    rests_on=["general_additive/appendix-linear"],
    reading=(
        READING + "What the choice of the activations changes, for every convex P: the matching loss is well defined "
        "exactly where â′ − â is orthogonal to every φ(a) − φ(â) whenever φ(â) = φ(â′)."
    ),
)

ZERO_SPACE = Claim(
    "general_additive/appendix-zero-space",
    at="Appendix A, fifth paragraph",
    printed="xᵀD²P(a)x = 0 implies D²P(a)x = 0, since we assume all the corresponding Eigenvalues to be nonnegative",
    given=[CONVEX, eq(form(a, x), 0)],
    states=[ge(form(a, w), 0), eq(Hessian(P.head, a, x), 0)],
    reading=READING + "The printed sentence has eigenvectors at a and the form at a′; both are meant at one point.",
)

DIRECTION = forall([v, w], eq(Inner(Hessian(P.head, v, x), w), 0))

CONSTANT_COMPONENT = Claim(
    "general_additive/appendix-component",
    at="Appendix A, before the last display",
    printed="the component of the gradient φ(a) in the direction of â′ − â is constant with respect to a",
    given=[DIRECTION],
    states=eq(Inner(P.gradient(a) - P.gradient(c), x), 0),
    reading="x = â′ − â is in the zero space of the Hessian everywhere; a and c are any two points.",
)

KERNEL = Claim(
    "general_additive/appendix-kernel",
    at="Appendix A",
    printed=(
        "if the zero space Z_φ(a) of the Hessian is the same for all a, then φ(â) = φ(â′) and φ(a) = φ(a′) implies "
        "Δ_φ(â, a) = Δ_φ(â′, a′)"
    ),
    given=[CONVEX, CONSTANT_KERNEL, SAME, SAME_GUESS],
    states=eq(divergence(P, c, a), divergence(P, d, b)),
    rests_on=[
        "general_additive/prop-2",
        "general_additive/appendix-exact",
        "general_additive/appendix-zero-space",
        "general_additive/appendix-component",
    ],
    reading=(
        READING + "The zero space is the same everywhere: D²P(u)x = 0 for one u implies D²P(v)x = 0 for every v (its "
        "product with every w is 0). The condition is sufficient; it is not necessary: "
        "general_additive/appendix-not-necessary."
    ),
)

POSITIVE = Claim(
    "general_additive/appendix-positive",
    at="Appendix A, last paragraph",
    printed="Since P is convex, L_φ(y, ŷ) ≥ 0 always holds; L_φ(y, ŷ) = 0 implies y = ŷ",
    given=[CONVEX, eq(divergence(P, d, c), 0)],
    states=[ge(divergence(P, b, a), 0), eq(P.gradient(d), P.gradient(c))],
    reading=READING + "The printed proof uses the condition on the zero space; convexity alone is enough.",
)


@EXACT.proof
def both_sides_flat(claim: Claim) -> list[Theorem]:
    """P is linear from c to d and from a to b."""
    nothing, display, difference = claim.states
    same = [f for f in claim.given if f in (SAME, SAME_GUESS)]
    guess, label = flat(claim, c, d, SAME_GUESS), flat(claim, a, b, SAME)
    return [
        combine(nothing, [(1, guess)]),
        identity(display),
        combine(difference, [(-1, guess), (1, label)], using=same),
    ]


def semidefinite(convex: list[Any], at: Any, direction: Any) -> Theorem:
    """directionᵀD²P(at)direction ≥ 0: the height above the tangent at a point is least there."""
    height = Lambda(s, P(at + s * direction) - P(at) - s * Inner(P.gradient(at), direction))
    raised = [combine(ge(height(s), 0), [(1, instantiate(assume(f), [at + s * direction, at]))]) for f in convex]
    axiom = instantiate(cite(CURVATURE_AT_A_MINIMUM), {function("f"): height})
    curved = instantiate(axiom, {}, [identity(eq(height(0), 0)), *(generalize(one, [s]) for one in raised)])
    return combine(ge(form(at, direction), 0), [(1, curved)])


def in_the_zero_space(convex: list[Any], at: Any, direction: Any, zero: Theorem) -> Theorem:
    """D²P(at)x = 0 from xᵀD²P(at)x = 0: the form at x − tD²P(at)x is not negative for t = N/(F + 1)."""
    general = semidefinite(convex, at, w)
    image = Hessian(P.head, at, direction)
    bent = instantiate(general, {w: image})
    size, curvature = Inner(image, image), form(at, image)
    below = instantiate(general, {w: direction - size / (curvature + 1) * image}, [bent])
    factor = (curvature + 1) ** 2 / (curvature + 2)
    square = combine(le(size**2, 0), [(factor, below), (-factor, zero)], facts=[bent])
    nothing = vanishes_with_its_square(size, combine(eq(size**2, 0), [(1, size**2)], facts=[square]))
    return instantiate(cite(DEFINITE), {DEFINITE.conclusion.lhs: image}, [nothing])


@ZERO_SPACE.proof
def least_where_it_vanishes(claim: Claim) -> list[Theorem]:
    """The form is nowhere negative, and 0 at x, so that its slope there is 0."""
    convex = [f for f in claim.given if f == CONVEX]
    return [semidefinite(convex, a, w), in_the_zero_space(convex, a, x, assume(ZERO_SPACE.given[1]))]


@CONSTANT_COMPONENT.proof
def no_slope_along_the_segment(claim: Claim) -> Theorem:
    """⟨φ(c + s(a − c)), x⟩ has the derivative ⟨D²P(·)x, a − c⟩ = 0."""
    along = Lambda(s, Inner(P.gradient(c + s * (a - c)), x))
    rules = [(1, instantiate(assume(f), [c + s * (a - c), a - c])) for f in claim.given if f == DIRECTION]
    still = generalize(combine(eq(Deriv(along(r), r, s), 0), rules), [s], UNIT)
    constant = instantiate(cite(ZERO_DERIVATIVE), {function("f"): along}, [still])
    return combine(claim.states[0], [(1, constant)])


@KERNEL.proof
def as_printed(claim: Claim) -> Theorem:
    """By Taylor's theorem the form of â′ − â vanishes at a point of the segment, and then everywhere."""
    given = list(claim.given)
    gap = divergence(P, c, a) - divergence(P, d, b)
    exact = [EXACT.theorem(state) for state in EXACT.states]
    taylor = some_point().given[-1]
    here = {theta: c, step: d - c}
    equation = substitute(taylor, {key.args[0]: term for key, term in here.items()})
    flat_form = combine(eq(form(c + s * (d - c), d - c), 0), [(-2, assume(equation)), (2, exact[0])])
    kernel = instantiate(ZERO_SPACE.theorem(ZERO_SPACE.states[1]), {a: c + s * (d - c), x: d - c}, [flat_form])
    everywhere = [
        generalize(instantiate(assume(f), [c + s * (d - c), v, d - c, w], [kernel]), [v, w])
        for f in given
        if f == CONSTANT_KERNEL
    ]
    component = instantiate(CONSTANT_COMPONENT.theorem(CONSTANT_COMPONENT.states[0]), {x: d - c}, everywhere)
    found = []
    for sign in (1, -1):
        nothing = combine(ge(sign * gap, 0), [(sign, exact[2]), (sign, component)])
        met = generalize(nothing, [s], [*UNIT, equation])
        proposition = PROP_2.theorem(PROP_2.states[0])
        found.append(instantiate(proposition, {**here, y: 0, z: sign * gap}, [met]))
    return combine(claim.states[0], [(1, gap)], facts=found)


@POSITIVE.proof
def slope_at_the_least(claim: Claim) -> list[Theorem]:
    """Δ(·, â) is least at â′, where its gradient is φ(â′) − φ(â)."""
    never, same = claim.states
    first = [combine(never, [(1, t)]) for t in above(claim, b, a)]
    apart = P.gradient(d) - P.gradient(c)
    height = Lambda(s, divergence(P, d - s * apart, c))
    zero = [f for f in claim.given if f != CONVEX]
    start = combine(eq(height(0), 0), [(1, assume(f)) for f in zero])
    raised = [generalize(combine(ge(height(s), 0), [(1, t)]), [s], UNIT) for t in above(claim, d - s * apart, c)]
    falling = instantiate(cite(SLOPE_AT_THE_END), {function("f"): height}, [start, *raised])
    below = combine(le(Inner(apart, apart), 0), [(1, falling)])
    nothing = combine(eq(Inner(apart, apart), 0), [(1, Inner(apart, apart))], facts=[below])
    vanishes = instantiate(cite(DEFINITE), {DEFINITE.conclusion.lhs: apart}, [nothing])
    return [*first, identity(same, using=[vanishes])]


# --- how each is decided -------------------------------------------------------------------------------------------

LINE, SQUARE, CUBE = Lambda(r, 3 * r), Lambda(r, r**2), Lambda(r, r**3)
FLAT, SADDLE, WAVE = Lambda((r, q), r**2), Lambda((r, q), r * q), Lambda((r, q), exp(r) * cos(q))


def met(potential: Any = SQUARE) -> Callable[[], list[Theorem]]:
    """For 3r, r² and w_1²: above its tangents; for r² also that the zero space of its Hessian is {0} everywhere."""
    numbers = real("e f g h")

    def theorems() -> list[Theorem]:
        first, second, third, fourth = numbers
        if potential == FLAT:
            goal = ge(first**2, second**2 + 2 * second * (first - second))
            return [generalize(combine(goal, [(1, (first - second) ** 2)]), [first, third, second, fourth])]
        tangent = potential(second) + (first - second) * Deriv(potential(r), r, second)
        square = (first - second) ** 2 if potential == SQUARE else 0
        convex = generalize(combine(ge(potential(first), tangent), [(1, square)]), [first, second])
        if potential == LINE:
            return [convex]
        bent = [Deriv(Deriv(potential(s), s, r), r, at) * third for at in (first, second)]
        zero = assume(eq(bent[0], 0))
        everywhere = combine(eq(bent[1] * fourth, 0), [(fourth, zero)])
        return [convex, generalize(everywhere, [first, second, third, fourth], [zero.conclusion])]

    return theorems


def at(potential: Any = SQUARE, **points: Any) -> dict[str, Any]:
    """How a mutant is refuted: at these points; the others are 0."""
    names = {"a": a, "b": b, "c": c, "d": d, "w": w, "x": x}
    size = len(potential.signature)
    origin: Any = 0 if size == 1 else (0,) * size
    found = {P: potential, **{names[name]: points.get(name, origin) for name in names}}
    return {"at": found, "discharge": met(potential) if potential in (LINE, SQUARE, FLAT) else (lambda: [])}


def without(claim: Claim, hypothesis: Any) -> Claim:
    """The claim without one of its hypotheses."""
    return claim.replace(given=[f for f in claim.given if f != hypothesis])


def other_state(claim: Claim, number: int, state: Any) -> Claim:
    """The claim with one of its formulas changed."""
    return claim.replace(states=[state if n == number else old for n, old in enumerate(claim.states)])


@LINEAR.mutant("constant", **at(LINE, b=1))
def twice_the_slope(claim: Claim) -> Claim:
    """P(a′) − P(a) = 2φ(a)·(a′ − a)."""
    return other_state(claim, 1, eq(claim.states[1].lhs, 2 * claim.states[1].rhs))


@LINEAR.mutant("sign", **at(LINE, b=1))
def slope_negated(claim: Claim) -> Claim:
    """−φ(a)·(a′ − a)."""
    return other_state(claim, 1, eq(claim.states[1].lhs, -claim.states[1].rhs))


@LINEAR.mutant("hypothesis", **at(CUBE, a=1, b=-1))
def linear_without_convexity(claim: Claim) -> Claim:
    """P need not be convex."""
    return without(claim, CONVEX)


@LINEAR.mutant("hypothesis", **at(b=1))
def other_gradients(claim: Claim) -> Claim:
    """φ(a) and φ(a′) may differ."""
    return without(claim, SAME)


@EXACT.mutant("constant", **at(LINE, d=1))
def twice_the_product(claim: Claim) -> Claim:
    """2φ(a)·(â − â′)."""
    return other_state(claim, 1, eq(claim.states[1].lhs, P(d) - P(c) + 2 * Inner(P.gradient(a), c - d)))


@EXACT.mutant("sign", **at(LINE, d=1))
def product_subtracted(claim: Claim) -> Claim:
    """−φ(a)·(â − â′)."""
    return other_state(claim, 1, eq(claim.states[1].lhs, P(d) - P(c) - Inner(P.gradient(a), c - d)))


@EXACT.mutant("hypothesis", **at(CUBE, c=1, d=-1))
def exact_without_convexity(claim: Claim) -> Claim:
    """P need not be convex."""
    return without(claim, CONVEX)


@EXACT.mutant("hypothesis", **at(b=1))
def other_label(claim: Claim) -> Claim:
    """φ(a) and φ(a′) may differ."""
    return without(claim, SAME)


@EXACT.mutant("hypothesis", **at(d=1))
def other_guess(claim: Claim) -> Claim:
    """φ(â) and φ(â′) may differ."""
    return without(claim, SAME_GUESS)


@ZERO_SPACE.mutant("constant", **at(FLAT, w=(1, 0), x=(0, 1)))
def three_times_the_square(claim: Claim) -> Claim:
    """wᵀD²P(a)w ≥ 3‖w‖²."""
    return other_state(claim, 0, ge(form(a, w), 3 * Inner(w, w)))


@ZERO_SPACE.mutant("sign", **at(FLAT, w=(1, 0), x=(0, 1)))
def negative_semidefinite(claim: Claim) -> Claim:
    """wᵀD²P(a)w ≤ 0."""
    return other_state(claim, 0, le(form(a, w), 0))


@ZERO_SPACE.mutant("hypothesis", **at(SADDLE, x=(1, 0)))
def indefinite(claim: Claim) -> Claim:
    """P need not be convex."""
    return without(claim, CONVEX)


@ZERO_SPACE.mutant("hypothesis", **at(FLAT, x=(1, 0)))
def any_direction(claim: Claim) -> Claim:
    """xᵀD²P(a)x need not be 0."""
    return without(claim, ZERO_SPACE.given[1])


@CONSTANT_COMPONENT.mutant("hypothesis", **at(a=1, x=1))
def outside_the_zero_space(claim: Claim) -> Claim:
    """x need not be in the zero space."""
    return claim.replace(given=[])


@KERNEL.mutant("constant", **at(a=1, b=1))
def twice_the_loss(claim: Claim) -> Claim:
    """Δ(â, a) = 2Δ(â′, a′)."""
    return claim.replace(states=eq(claim.states[0].lhs, 2 * claim.states[0].rhs))


@KERNEL.mutant("sign", **at(a=1, b=1))
def loss_negated(claim: Claim) -> Claim:
    """Δ(â, a) = −Δ(â′, a′)."""
    return claim.replace(states=eq(claim.states[0].lhs, -claim.states[0].rhs))


@KERNEL.mutant("hypothesis", **at(a=1))
def different_labels(claim: Claim) -> Claim:
    """φ(a) and φ(a′) may differ."""
    return without(claim, SAME)


@KERNEL.mutant("hypothesis", **at(a=1, b=1, d=1))
def different_guesses(claim: Claim) -> Claim:
    """φ(â) and φ(â′) may differ."""
    return without(claim, SAME_GUESS)


@KERNEL.mutant(
    "hypothesis",
    undecided=(
        "false for P″(a) = max(0, a) on the line, which is flat for a ≤ 0 only: φ(−1) = φ(0) = 0, and Δ(−1, 1) ≠ "
        "Δ(0, 1); no term of the language is twice differentiable and flat on a part of the line"
    ),
)
def any_zero_space(claim: Claim) -> Claim:
    """The zero space may change."""
    return without(claim, CONSTANT_KERNEL)


def wave_is_never_flat() -> list[Theorem]:
    """The Hessian of e^r cos q is e^r times a reflection: D²P x = 0 only for x = 0."""
    r1, q1, r2, q2, x1, x2, w1, w2 = real("k l m n o p t u")

    def image(at: tuple[Any, Any]) -> list[Any]:
        scale, co, si = exp(at[0]), cos(at[1]), sin(at[1])
        return [scale * (co * x1 - si * x2), scale * (-si * x1 - co * x2)]

    first = image((r1, q1))
    zero = [assume(eq(part, 0)) for part in first]
    co, si, scale = cos(q1), sin(q1), exp(-r1)
    still = [
        combine(eq(x1, 0), [(scale * co, zero[0]), (-scale * si, zero[1])]),
        combine(eq(x2, 0), [(-scale * si, zero[0]), (-scale * co, zero[1])]),
    ]
    body = Add(*(part * w_ for part, w_ in zip(image((r2, q2)), (w1, w2), strict=True)))
    given = [one.conclusion for one in zero]
    return [generalize(identity(eq(body, 0), using=still), [r1, q1, r2, q2, x1, x2, w1, w2], given)]


TURNING = {**at(WAVE, a=(0, pi / 2), b=(0, pi / 2), d=(0, 2 * pi))["at"]}


@KERNEL.mutant("hypothesis", at=TURNING, discharge=wave_is_never_flat)
def saddle(claim: Claim) -> Claim:
    """P need not be convex: e^r cos q has the same gradient at (0, 0) and (0, 2π)."""
    return without(claim, CONVEX)


@POSITIVE.mutant("constant", **at(c=1, d=1))
def twice_the_output(claim: Claim) -> Claim:
    """φ(â′) = 2φ(â)."""
    return other_state(claim, 1, eq(P.gradient(d), 2 * P.gradient(c)))


@POSITIVE.mutant("sign", **at(b=1))
def never_positive(claim: Claim) -> Claim:
    """L_φ ≤ 0."""
    return other_state(claim, 0, le(claim.states[0].lhs, 0))


@POSITIVE.mutant("hypothesis", **at(d=1))
def some_loss(claim: Claim) -> Claim:
    """The loss need not be 0."""
    return without(claim, POSITIVE.given[1])


@POSITIVE.mutant("hypothesis", **at(CUBE, c=1, d=-2))
def positive_without_convexity(claim: Claim) -> Claim:
    """P need not be convex."""
    return without(claim, CONVEX)

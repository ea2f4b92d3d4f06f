"""The worst regret of two rounds on the line, where no direction across is left: less than the 3/2 UG of the plane."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Rational, S, sqrt

from proofs.gradient_descent._projected import COMPARED
from proofs.gradient_descent._worst_case_runs import EXTREMAL, Run
from proofs.gradient_descent._worst_cases import ABOVE, BELOW, _at, first_step, given, of_a_run, regret, scaled
from proofs.gradient_descent.ogd_bound_eta import DECREASING, READING_ETA
from proofs.gradient_descent.ogd_setting import CONVEX, START, G, T, U, a, b, square, u, w
from verify.author.kernel import Theorem, assume, cases, combine, generalize, identity, instantiate, witness
from verify.claims import Claim, Sharpness, fails_as, fails_without
from verify.language.terms import Inner, eq, forall, ge, gt, le, norm, real, substitute, vectors
from verify.lemmas import at_most_by_squares, cauchy_schwarz

LINE = forall([a, b], eq(Inner(a, b) ** 2, square(a) * square(b)))
BOUND = 2 - 1 / sqrt(2)

TWO_ROUNDS = Claim(
    "gradient_descent/ogd-worst-case-2-line",
    at="(8), sharper, T = 2 and d = 1",
    says="R_2(u) ≤ (2 − 1/√2) UG on the line, for η = (U/G)√2",
    given=[*given(2), LINE],
    states=le(regret(2), BOUND * U * G),
    rests_on=["gradient_descent/projection.sharp", "gradient_descent/projected-ogd"],
    reading=READING_ETA
    + " T = 2, η = (U/G)√2 as in (8), which promises 4 UG, and the dimension is 1, which is said by: any two vectors "
    "are parallel.",
)

here, compared, step = vectors("ŵ2 û ĥ2")
PARALLEL = eq(Inner(here, compared) ** 2, square(here) * square(compared))


def at_most_one(term: Any) -> Theorem:
    """‖x‖ ≤ 1, from ‖x‖² ≤ 1."""
    return at_most_by_squares(norm(term), S.One, combine(ge(1, norm(term) ** 2), [(1, assume(ge(1, square(term))))]))


def apart() -> Theorem:
    """⟨ŵ, û⟩/√2 + ⟨ĥ, ŵ − û⟩ ≤ −‖ŵ‖‖û‖/√2 + ‖ŵ‖ + ‖û‖ ≤ 2 − 1/√2 for parallel ŵ and û on two sides of 0."""
    x, y = norm(here), norm(compared)
    product, sign = Inner(here, compared), ge(0, Inner(here, compared))
    squares = combine(ge(product**2, (x * y) ** 2), [(1, assume(PARALLEL))])
    opposite = at_most_by_squares(x * y, -product, squares, facts=[sign])
    short, near, far = at_most_one(step), at_most_one(here), at_most_one(compared)
    terms = [
        (1, cauchy_schwarz(step, here)),
        (1, cauchy_schwarz(-step, compared)),
        (x + y, short),
        (1 / sqrt(2), opposite),
        (1 - 1 / sqrt(2), near),
        (1 - 1 / sqrt(2), far),
        (1 / sqrt(2), combine(ge((1 - x) * (1 - y), 0), [(near, far)])),
    ]
    return combine(le(product / sqrt(2) + Inner(step, here - compared), BOUND), terms, facts=[sign])


def together() -> Theorem:
    """⟨ŵ, û⟩ + ⟨ĥ, ŵ − û⟩ ≤ ‖ŵ‖‖û‖ + |‖ŵ‖ − ‖û‖| ≤ 1 for parallel ŵ and û on one side of 0."""
    x, y = norm(here), norm(compared)
    product, sign = Inner(here, compared), ge(Inner(here, compared), 0)
    squares = combine(ge(product**2, (x * y) ** 2), [(1, assume(PARALLEL))])
    aligned = at_most_by_squares(x * y, product, squares, facts=[sign])
    short, near, far = at_most_one(step), at_most_one(here), at_most_one(compared)
    gap = norm(here - compared)
    parts = []
    for longer, shorter, room in ((x, y, near), (y, x, far)):
        order = ge(longer - shorter, 0)
        close = combine(ge((longer - shorter) ** 2, gap**2), [(2, aligned)])
        distance = at_most_by_squares(gap, longer - shorter, close, facts=[order])
        terms = [
            (1, cauchy_schwarz(step, here - compared)),
            (gap, short),
            (1, distance),
            (1, cauchy_schwarz(here, compared)),
            (1 + shorter, room),
            (1, 1 - 1 / sqrt(2)),
        ]
        parts.append(combine(le(product + Inner(step, here - compared), BOUND), terms, facts=[order, sign]))
    return cases(parts, [ge(x - y, 0), ge(y - x, 0)])


@TWO_ROUNDS.proof
def two_sides_of_zero(claim: Claim) -> Theorem:
    """The second predictor is on the other side of 0 than u, or on its side."""
    line = [assume(f) for f in claim.given if f == LINE]
    product, sides = Inner(w(2), u), []
    for side, lemma, sign in (
        (BELOW, apart(), ge(0, product)),
        (ABOVE, together(), ge(product, 0)),
    ):
        zero = Inner(w(2) / U, u / U)
        met = [*(of_a_run(2, name) for name in ("w2", "u", "h2"))]
        met.append(combine(ge(0, zero) if side == BELOW else ge(zero, 0), [(1 / U**2, assume(sign))]))
        met += [
            combine(eq(zero**2, square(w(2) / U) * square(u / U)), [(1 / U**4, instantiate(f, [w(2), u]))])
            for f in line
        ]
        later = instantiate(lemma, scaled(2), met)
        convex = [(1, _at(CONVEX, 2, n, u, w(n))) for n in (1, 2)]
        terms = [(U * G, later), (G / (sqrt(2) * U), first_step(2, side)), *convex]
        sides.append(combine(claim.states[0], terms, using=[_at(DECREASING, 2, 1), assume(START)]))
    return cases(sides, [ge(0, product), ge(product, 0)])


TO_THE_END = Run(((S.Zero,), (-S.One,), (S.Zero,)))
"""From 0 to −1 by a gradient of length 1/√2, and back by one of length 1, where u = 1."""


def on_the_line(run: Run = TO_THE_END, **changed: Any) -> dict[str, Any]:
    """The instance of a run on the line."""
    found = run.instance(**changed)
    return {"at": found["at"], "discharge": lambda: [*found["discharge"](), parallel()]}


def parallel() -> Theorem:
    """(xy)² = x²y²."""
    x, y = real("x y")
    return generalize(identity(eq((x * y) ** 2, x**2 * y**2)), [x, y])


@TWO_ROUNDS.extremal("T", [2])
def to_the_end_and_back(_: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """The run that reaches it."""
    found = TO_THE_END.instance(lossless=True)
    return found["at"], [*found["discharge"](), parallel()]


@TWO_ROUNDS.sharp
def attained() -> Sharpness:
    """The bound, and a run that reaches it."""
    found = on_the_line()
    reached = witness(list(TWO_ROUNDS.given), gt(BOUND * U * G, regret(2)), found["at"], found["discharge"]())
    return Sharpness(
        "the worst regret over UG at T = 2 and d = 1",
        "2 − 1/√2 = 1.2928…, attained, where the plane has 3/2; 0.323 of what (8) promises",
        [TWO_ROUNDS.theorem(TWO_ROUNDS.states[0]), reached],
    )


fails_as(TWO_ROUNDS,
    ("constant", le(regret(2), Rational(99, 100) * BOUND * U * G), "99/100 of the bound.", on_the_line()),
    ("sign", le(regret(2), -BOUND * U * G), "The regret is negative.", on_the_line()),
)  # fmt: skip


fails_without(TWO_ROUNDS, (LINE, "d may be 2, where two rounds cost 3/2.", EXTREMAL[2].instance()))


FROM_THE_OTHER_END = Run(((-S.One,), (sqrt(2) - 1,), (S.One,)), {3: (sqrt(2),)})


fails_without(TWO_ROUNDS,
    (START, "w(1) may be any point of the ball: from −1 with u = 1, two rounds cost 4 − √2.",
        on_the_line(FROM_THE_OTHER_END)),
    (substitute(CONVEX, {T: Integer(2)}), "The losses need not be convex.", on_the_line(scale=10)),
    (COMPARED, "u may be outside the ball.", on_the_line(compared=5)),
)  # fmt: skip

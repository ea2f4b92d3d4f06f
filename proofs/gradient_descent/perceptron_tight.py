"""Orthonormal examples: a stream on which every inequality of the Perceptron's mistake bound is an equation."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational, Tuple, sqrt

from proofs.gradient_descent._perceptron import COUNT, HINGES, LABELS, MISTAKE, START, UPDATE, M, hinge, m, u, w, x, y
from verify.audit import (
    Claim, Inner, Theorem, assume, at, combine, decided_by, eq, fails_as, fails_without, follows, forall, ge,
    generalize, gt, identity, induct, instantiate, integer, le, norm, real, telescope,
)  # fmt: skip

a, b, c, h, s = real("a b c h s")
i, j, k = integer("i j k")

UNIT = forall(m, eq(Inner(x(m), x(m)), 1), MISTAKE)
APART = forall([i, j], eq(Inner(x(i), x(j)), 0), [ge(i, 1), gt(j, i), ge(M, j)])
ALONG = eq(u, c * w(M))
PART = [ge(c, 0), le(c, 1)]
SIZE = norm(u)

TIGHT = Claim(
    "gradient_descent/perceptron-tight",
    at="pages 1 and 2",
    says="on M orthonormal examples the bounds on ‖w_M‖ and ‖w_M‖‖u‖, (1) and its exact solution are equations",
    given=[START, UPDATE, LABELS, UNIT, APART, ALONG, *PART, COUNT],
    states=[
        forall(m, eq(y(m) * Inner(w(m - 1), x(m)), 0), MISTAKE),
        eq(norm(w(M)), sqrt(M)),
        eq(norm(w(M)) * norm(u), M - HINGES),
        eq(M, HINGES + norm(u) * sqrt(M)),
        eq(M, HINGES + SIZE**2 / 2 + SIZE * sqrt(SIZE**2 + 4 * HINGES) / 2),
    ],
    reading=(
        "How sharp the page is: M orthonormal examples with any labels, and u = c w(M) with 0 ≤ c ≤ 1: by "
        "the rule that y⟨w, x⟩ = 0 is a mistake, each example is one, X = 1, and the bounds on ‖w_M‖ and "
        "‖w_M‖‖u‖, (1) and "
        "its exact solution are equations, for every M; for c = 1 the stream is separated with margin 1 and M = ‖u‖²."
    ),
)


def unseen() -> Theorem:
    """⟨w(k), x(j)⟩ = 0 for j > k, by induction over k."""
    goal = forall(j, eq(Inner(w(k), x(j)), 0), [gt(j, k), ge(M, j)])
    base = generalize(identity(eq(Inner(w(0), x(j)), 0), using=[START]), [j], [gt(j, 0), ge(M, j)])
    later = [ge(k, 0), gt(j, k + 1), ge(M, j)]
    moves = at(UPDATE, k + 1, by=[follows(ge(M, k + 1), later)])
    step = identity(eq(Inner(w(k + 1), x(j)), 0), using=[moves, at(APART, k + 1, j), at(goal, j)], facts=later)
    return induct(base, generalize(step, [j], later[1:]), goal, k, 0)


def mistaken() -> Theorem:
    """⟨w(m − 1), x(m)⟩ = 0."""
    return at(instantiate(unseen(), {k: m - 1}), m)


def length() -> Theorem:
    """‖w(M)‖² = M, as each step adds 1."""
    before = Inner(w(m - 1), w(m - 1))
    known = [at(UPDATE, m), at(UNIT, m), mistaken()]
    step = combine(eq(before + 1, Inner(w(m), w(m))), [(-1, at(LABELS, m))], using=known, facts=MISTAKE)
    return follows(eq(Inner(w(M), w(M)), M), telescope(step, m, 1, M, before), COUNT, using=[START])


def margin() -> Theorem:
    """y(m)⟨w(M), x(m)⟩ = 1 for each m: the steps after the m-th are orthogonal to x(m)."""
    later = [ge(i, m + 1), ge(M, i), *MISTAKE]
    moves = at(UPDATE, i, by=[follows(ge(i, 1), later)])
    step = identity(eq(Inner(w(i - 1), x(m)), Inner(w(i), x(m))), using=[moves, at(APART, m, i)], facts=later)
    added = telescope(step, i, m + 1, M, Inner(w(i - 1), x(m)))
    known = [at(UPDATE, m), at(UNIT, m), mistaken()]
    goal = eq(y(m) * Inner(w(M), x(m)), 1)
    return combine(goal, [(1, at(LABELS, m)), (-y(m), added)], using=known, facts=MISTAKE)


def total_loss() -> Theorem:
    """Each hinge loss of u = c w(M) is 1 − c, so they add up to M(1 − c)."""
    z = y(m) * Inner(u, x(m))
    reached = combine(eq(z, c), [(c, margin())], using=[ALONG], facts=MISTAKE)
    below = identity(eq(hinge(s), 1 - c), using=[eq(s, c)], facts=[le(c, 1)])
    return follows(eq(HINGES, M * (1 - c)), telescope(instantiate(below, {s: z}, [reached]), m, 1, M), COUNT)


@TIGHT.proof
def every_step_is_an_equation(claim: Claim) -> list[Theorem]:
    """‖w(M)‖² = M, ⟨w(M), u⟩ = cM, ‖u‖ = c√M and every hinge loss is 1 − c."""
    wrong, by_norm, *_ = claim.states
    facts = [*PART, COUNT]
    squared, lost = length(), total_loss()
    weights = identity(by_norm, using=[squared], facts=facts)
    comparator = identity(eq(norm(u), c * sqrt(M)), using=[ALONG, squared], facts=facts)
    sizes = [eq(a, sqrt(M)), eq(b, c * sqrt(M)), eq(h, M * (1 - c))]
    place = {a: norm(w(M)), b: norm(u), h: HINGES}
    inside = follows(gt(2 - c, 0), PART[1])
    named = [
        identity(eq(a * b, M - h), using=sizes, facts=facts),
        identity(eq(M, h + b * sqrt(M)), using=sizes, facts=facts),
        identity(eq(M, h + b**2 / 2 + b * sqrt(b**2 + 4 * h) / 2), using=sizes, facts=[*facts, inside]),
    ]
    under = combine(ge(SIZE**2 + 4 * HINGES, 0), [(1, SIZE**2), (4, lost), (4 * M, 1 - c)], facts=facts)
    return [
        generalize(identity(wrong.body, using=[mistaken()], facts=MISTAKE), [m], MISTAKE),
        weights,
        *(instantiate(theorem, place, [weights, comparator, lost, under]) for theorem in named),
    ]


# --- two examples in the plane ---------------------------------------------------------------------------------------


def plane(
    size: Any = 1, label: Any = 1, start: Any = 0, moves: Any = 1, comparator: Any = None, share: Any = 1
) -> Any:  # fmt: skip
    """x(1) = size·(1, 0), x(2) = size·(0, 1), both with one label, w(0) = (start, start), and u = share·w(2).

    The weights move by `moves` times the update.
    """
    ends = (m * (3 - m) / 2, m * (m - 1) / 2)
    weights = Lambda(m, Tuple(*(start + moves * label * size * end for end in ends)))
    examples = (size * (2 - m), size * (m - 1))
    run = {M: 2, c: share, x: Lambda(m, Tuple(*examples)), w: weights, y: Lambda(m, label)}
    best = Tuple(*(share * weight for weight in weights(2))) if comparator is None else comparator
    return decided_by(at=run | {u: best}, discharge=lambda: [apart(examples)])


def apart(examples: Any) -> Theorem:
    """⟨x(i), x(j)⟩ = 0 for 1 ≤ i < j ≤ 2, as i = 1 and j = 2."""
    given = [ge(i, 1), gt(j, i), ge(2, j)]
    low = combine(ge(1, i), [(1, j - i - 1), (1, assume(given[2]))], facts=given)
    high = combine(ge(j, 2), [(1, j - i - 1), (1, assume(given[0]))], facts=given)
    first = combine(eq(i, 1), [(1, i - 1)], facts=[given[0], low])
    second = combine(eq(j, 2), [(1, j - 2)], facts=[given[2], high])
    product = sum(example.subs(m, i) * example.subs(m, j) for example in examples)
    return generalize(identity(eq(product, 0), using=[first, second]), [i, j], given)


fails_as(TIGHT,
    ("constant", {TIGHT.states[1]: eq(norm(w(M)), 2 * sqrt(M))}, "‖w(M)‖ = 2√M.", plane()),
    ("constant", {TIGHT.states[3]: eq(M, HINGES + Rational(9, 10) * norm(u) * sqrt(M))}, "Nine tenths of ‖u‖√M.",
        plane(share=Rational(1, 2))),
    ("sign", {TIGHT.states[2]: eq(norm(w(M)) * norm(u), M + HINGES)},
        "‖w(M)‖‖u‖ = M + Σ [1 − y⟨u, x⟩]₊, with the sign that the notes print.", plane(share=Rational(1, 2))),
)  # fmt: skip


fails_without(TIGHT,
    (START, "w(0) may be anything.", plane(start=1)),
    (UPDATE, "The weights may be anything.", plane(moves=0)),
    (LABELS, "Labels of any size.", plane(label=2)),
    (UNIT, "Examples of any length.", plane(size=2)),
    (ALONG, "u may be anything.", plane(comparator=Tuple(1, 0))),
    (PART[1], "c may be larger than 1.", plane(share=2)),
    (PART[0], "c may be negative.", plane(share=-1)),
    (APART, "The examples need not be orthogonal.",
        {M: 2, c: 1, x: [(1, 0), (1, 0)], w: Lambda(m, Tuple(m, 0)), y: Lambda(m, 1), u: (2, 0)}),
)  # fmt: skip

"""The Perceptron over all T rounds, mistaken or not: (1) as rewritten, without numbering the mistakes."""

from __future__ import annotations

from typing import Any

from sympy import Add, Expr, Lambda, Rational, Sum, sqrt

from proofs.gradient_descent._perceptron import X, hinge, hinge_is_larger, hinge_is_not_negative, u, y
from proofs.gradient_descent._perceptron_line import H
from proofs.gradient_descent.perceptron_solved import a, h, larger_root, r, shorter_root
from verify.audit import (
    Claim, Inner, Theorem, assume, at, at_most_by_squares, bit, cases, cauchy_schwarz, combine, decided_by, eq,
    fails_as, fails_without, family, follows, forall, ge, gt, instantiate, integer, le, nonnegative, norm, telescope,
    vectors,
)  # fmt: skip
from verify.language.terms import difference

t, T = integer("t T")
M = nonnegative("M")
wrong = family("I")
w, x = vectors("w x")
"""The weights with which round t predicts, and its example."""


def rounds(term: Any) -> Expr:
    """The sum over the rounds t = 1, …, T."""
    return Sum(term, (t, 1, T))


ROUND = [ge(t, 1), ge(T, t)]
START = eq(w(1), 0)
UPDATE = forall(t, eq(w(t + 1), w(t) + wrong(t) * y(t) * x(t)), ROUND)
INDICATOR = forall(t, eq(wrong(t) ** 2, wrong(t)), ROUND)
MISTAKEN = forall(t, ge(0, wrong(t) * y(t) * Inner(w(t), x(t))), ROUND)
LABELS = forall(t, eq(y(t) ** 2, 1), ROUND)
BOUNDED = forall(t, ge(X**2, Inner(x(t), x(t))), ROUND)
COUNTED = eq(M, rounds(wrong(t)))
LOSS = eq(H, rounds(hinge(y(t) * Inner(u, x(t)))))
SOME = ge(T, 0)
SIZE = norm(u) * X

ROUNDS = Claim(
    "gradient_descent/perceptron-rounds",
    at="page 2, (1) rewritten and solved",
    printed=(
        "we can rewrite (1) as M ≤ Σ_{t=1}^T h_t(u) + ‖u‖X√M … Solving with respect to M and overapproximating, we get "
        "M ≤ Σ_{t=1}^T h_t(u) + (‖u‖X)² + ‖u‖X√(Σ_{t=1}^T h_t(u)) for all u ∈ R^d"
    ),
    given=[START, UPDATE, INDICATOR, MISTAKEN, LABELS, BOUNDED, COUNTED, LOSS, SOME],
    states=[le(M, H + SIZE * sqrt(M)), le(M, H + SIZE**2 + SIZE * sqrt(H))],
    rests_on=["gradient_descent/perceptron-1", "gradient_descent/perceptron-solved"],
    reading=(
        "The algorithm itself, over all rounds t = 1, …, T: I(t) ∈ {0, 1} says whether it moves in round t, w(t + 1) = "
        "w(t) + I(t)y(t)x(t) from w(1) = 0, and it moves only where y⟨w, x⟩ ≤ 0. M = Σ I(t), H is the hinge loss of u "
        "over all rounds. That it moves at every such round, which makes M the number of mistakes, is not used."
    ),
)


def longest() -> Theorem:
    """‖w(T + 1)‖ ≤ X√M: ‖w‖² grows by at most I(t)X², as I(t) ∈ {0, 1}."""
    before, after, size = Inner(w(t), w(t)), Inner(w(t + 1), w(t + 1)), Inner(x(t), x(t))
    positive, _ = bit(wrong(t), at(INDICATOR, t))
    terms = [
        (2, at(MISTAKEN, t)),
        (-(y(t) ** 2) * size, at(INDICATOR, t)),
        (-wrong(t) * size, at(LABELS, t)),
        (positive, at(BOUNDED, t)),
    ]
    added = telescope(combine(ge(before + wrong(t) * X**2, after), terms, using=[at(UPDATE, t)]), t, 1, T, before)
    goal = ge((X * sqrt(M)) ** 2, norm(w(T + 1)) ** 2)
    squares = combine(goal, [(1, added), (X**2, COUNTED)], using=[START], facts=[SOME])
    return at_most_by_squares(norm(w(T + 1)), X * sqrt(M), squares)


@ROUNDS.proof
def without_numbering(claim: Claim) -> list[Theorem]:
    """‖w‖² grows by at most I(t)X², ⟨w, u⟩ by at least I(t) − h_t, as I(t) ∈ {0, 1}."""
    margin, before = y(t) * Inner(u, x(t)), Inner(w(t), u)
    positive, at_most_one = bit(wrong(t), at(INDICATOR, t))
    lines = [(positive, hinge_is_larger(margin)), (at_most_one, hinge_is_not_negative(margin))]
    gain = ge(Inner(w(t + 1), u), before + wrong(t) - hinge(margin))
    gained = telescope(combine(gain, lines, using=[at(UPDATE, t)], facts=ROUND), t, 1, T, -before)
    product = [(1, cauchy_schwarz(w(T + 1), u)), (norm(u), longest())]
    first = combine(
        claim.states[0], [(1, gained), *product, (-1, COUNTED), (1, LOSS)], using=[START], facts=[SOME]
    )  # fmt: skip
    quadratic = follows(ge(SIZE * sqrt(M) + H, sqrt(M) ** 2), first)
    bound = instantiate(larger_root(), {a: SIZE, r: sqrt(M), h: H}, [quadratic])
    return [first, follows(claim.states[1], quadratic, bound, shorter_root())]


# --- two rounds on the line ------------------------------------------------------------------------------------------


ALWAYS = (1, 1)


def line(
    path: Any = (0, 1, 1), flags: Any = (1, 0), label: Any = 1, comparator: Any = 1
) -> dict[Any, Any]:  # fmt: skip
    """x(t) = 1 in both rounds, so that the first is a mistake and the second is not.

    M and H are those of the run.
    """
    run = {w: [*path], x: [1, 1], wrong: [*flags], y: Lambda(t, label)}
    return {T: 2, M: sum(flags), H: 2 * max(0, 1 - label * comparator), X: 1, u: comparator, **run}


def not_a_run(claim: Claim) -> None:
    """Attaches the changed claims without a hypothesis of the run, which those on all rounds share."""
    fails_without(claim,
        (START, "w(1) may be anything.", line((-5, -4, -3), ALWAYS)),
        (UPDATE, "The weights may be anything.", line((0, 0, 0), ALWAYS)),
        (INDICATOR, "I(t) may be any number.", line((0, 4, 4), (4, 0))),
        (MISTAKEN, "It moves also where it is right.", line((0, 1, 2), ALWAYS)),
        (LABELS, "Labels of any size.", line((0, 2, 2), label=2, comparator=Rational(1, 2))),
        (BOUNDED, "X may be anything.", line() | {X: Rational(1, 2)}),
        (COUNTED, "M may be anything.", line() | {M: 9}),
    )  # fmt: skip


@ROUNDS.extremal("u", [1])
def one_mistake(margin: Any) -> dict[Any, Any]:
    """One mistake, and u with margin 1."""
    return line(comparator=margin)


fails_as(ROUNDS,
    ("constant", {ROUNDS.states[0]: le(M, H + Rational(9, 10) * SIZE * sqrt(M))}, "Nine tenths of ‖u‖X√M.", line()),
    ("sign", {ROUNDS.states[0]: le(M, SIZE * sqrt(M) - H)}, "H is subtracted.", line(comparator=0)),
)  # fmt: skip


not_a_run(ROUNDS)


def no_rounds(claim: Claim) -> list[Theorem]:
    """For T < 0 there is no round, so M = 0."""
    below = gt(0, T)
    never = combine(ge(0, 1), [(1, assume(f)) for f in (*ROUND, below)])
    positive, _ = bit(wrong(t), at(INDICATOR, t))
    none = telescope(combine(ge(0, wrong(t)), [(positive, never)]), t, 1, T)
    found = []
    for original, formula in zip(ROUNDS.states, claim.states, strict=True):
        parts = [(1, part) for part in Add.make_args(difference(formula) + M)]
        empty = combine(formula, [(1, none), (-1, COUNTED), *parts])
        found.append(cases([ROUNDS.theorem(original), empty], [SOME, below]))
    return found


fails_without(ROUNDS,
    (LOSS, "H may be anything.", line(comparator=0) | {H: 0}),
    (SOME, "T may be any integer.", decided_by(proof=no_rounds)),
)  # fmt: skip

"""The Perceptron over all T rounds, mistaken or not: (1) as rewritten, without numbering the mistakes."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Add, Expr, Lambda, Rational, S, Sum, sqrt

from proofs.gradient_descent._perceptron import X, hinge, hinge_is_larger, hinge_is_not_negative, of, u, y
from proofs.gradient_descent.perceptron import a, h, larger_root, r
from verify.author.kernel import KernelError, Theorem, assume, cases, combine, instantiate, telescope
from verify.claims import Claim, decided_by, fails_as, fails_without
from verify.language.terms import (
    EUCLIDEAN,
    Inner,
    Vec,
    VecHead,
    difference,
    eq,
    family,
    forall,
    ge,
    gt,
    integer,
    le,
    nonnegative,
    norm,
)
from verify.lemmas import at_most_by_squares, cauchy_schwarz
from verify.lemmas.few_rounds import each_round, nothing

t, T = integer("t T")
M, H = nonnegative("M H")
wrong = family("I")


def w(t: Any) -> Vec:
    """The weights with which round t predicts."""
    return Vec(VecHead("w"), EUCLIDEAN, t)


def x(t: Any) -> Vec:
    """The example of round t."""
    return Vec(VecHead("x"), EUCLIDEAN, t)


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


@ROUNDS.proof
def without_numbering(claim: Claim) -> list[Theorem]:
    """‖w‖² grows by at most I(t)X², ⟨w, u⟩ by at least I(t) − h_t, as I(t) ∈ {0, 1}."""
    margin = y(t) * Inner(u, x(t))
    facts = [*ROUND, *of(claim, SOME)]
    moves, flags, mistaken, labels, lengths = (
        [instantiate(assume(f), [t]) for f in of(claim, schema)]
        for schema in (UPDATE, INDICATOR, MISTAKEN, LABELS, BOUNDED)
    )
    flag = wrong(t)
    positive = combine(ge(flag, 0), [(1, flag**2), *((-1, f) for f in flags)])
    at_most_one = combine(ge(1, flag), [(1, (1 - flag) ** 2), *((-1, f) for f in flags)])
    before, after = Inner(w(t), w(t)), Inner(w(t + 1), w(t + 1))
    squared = [(-(y(t) ** 2) * Inner(x(t), x(t)), f) for f in flags]
    labelled = [(-flag * Inner(x(t), x(t)), f) for f in labels]
    step = combine(
        ge(before + flag * X**2, after),
        [*((2, f) for f in mistaken), *squared, *labelled, *((positive, f) for f in lengths)],
        using=moves,
    )
    added = telescope(step, t, 1, T, before)
    start, counted, lost = of(claim, START), of(claim, COUNTED), of(claim, LOSS)
    some = of(claim, SOME)
    totals = [(X**2, assume(f)) for f in counted]
    squares = combine(ge((X * sqrt(M)) ** 2, norm(w(T + 1)) ** 2), [(1, added), *totals], using=start, facts=some)
    upper = at_most_by_squares(norm(w(T + 1)), X * sqrt(M), squares)

    gain = combine(
        ge(Inner(w(t + 1), u), Inner(w(t), u) + flag - hinge(margin)),
        [(positive, hinge_is_larger(margin)), (at_most_one, hinge_is_not_negative(margin))],
        using=moves,
        facts=facts,
    )
    gained = telescope(gain, t, 1, T, -Inner(w(t), u))
    losses = [(1, assume(f)) for f in lost]
    first = combine(
        claim.states[0],
        [(1, gained), (1, cauchy_schwarz(w(T + 1), u)), (norm(u), upper), *((-1, assume(f)) for f in counted), *losses],
        using=start,
        facts=some,
    )
    quadratic = combine(ge(SIZE * sqrt(M) + H, sqrt(M) ** 2), [(1, first)])
    bound = instantiate(larger_root(), {a: SIZE, r: sqrt(M), h: H}, discharge=[quadratic])
    root = sqrt(SIZE**2 + 4 * H)
    apart = combine(ge((SIZE + 2 * sqrt(H)) ** 2, root**2), [(4 * SIZE, sqrt(H))])
    shorter = at_most_by_squares(root, SIZE + 2 * sqrt(H), apart)
    second = combine(claim.states[1], [(1, quadratic), (SIZE, bound), (SIZE / 2, shorter)])
    return [first, second]


# --- two rounds on the line ------------------------------------------------------------------------------------------


def line(
    path: Any = (t - 1) * (4 - t) / 2, flags: Any = 2 - t, label: Any = 1, comparator: Any = 1, **other: Any
) -> dict[str, Any]:
    """x(t) = 1 in both rounds, so that the first is a mistake and the second is not.

    The numbers M and H are those of the run unless they are given. What does not hold is left out.
    """
    losses = max(0, 1 - label * comparator)
    at = {
        T: 2,
        M: sum(flags.subs(t, n) for n in (1, 2)),
        H: 2 * losses,
        X: 1,
        u: comparator,
        VecHead("w"): Lambda(t, path),
        VecHead("x"): Lambda(t, 1),
        y: Lambda(t, label),
        wrong: Lambda(t, flags),
    } | {{"M": M, "H": H, "X": X}[name]: value for name, value in other.items()}
    mistaken = [-flags.subs(t, n) * label * path.subs(t, n) for n in (1, 2)]
    rules = [
        (eq(path.subs(t, t + 1), path + flags * label), nothing),
        (eq(flags**2, flags), nothing),
        (ge(0, flags * label * path), lambda n: [(mistaken[n - 1], 1)]),
        (eq(S(label) ** 2, 1), nothing),
        (ge(at[X] ** 2, 1), lambda n: [(at[X] ** 2 - 1, 1)]),
    ]

    def met() -> list[Theorem]:
        found = []
        for formula, slacks in rules:
            with suppress(KernelError):
                found.append(each_round(formula, t, slacks))
        return found

    return {"at": at, "discharge": met}


ALWAYS = S.One + 0 * t


fails_as(ROUNDS,
    ("constant", {ROUNDS.states[0]: le(M, H + Rational(9, 10) * SIZE * sqrt(M))}, "Nine tenths of ‖u‖X√M.", line()),
    ("sign", {ROUNDS.states[0]: le(M, SIZE * sqrt(M) - H)}, "H is subtracted.", line(comparator=0)),
)  # fmt: skip


fails_without(ROUNDS,
    (START, "w(1) may be anything.", line(path=t - 6, flags=ALWAYS)),
    (UPDATE, "The weights may be anything.", line(path=0 * ALWAYS, flags=ALWAYS)),
    (INDICATOR, "I(t) may be any number.", line(path=4 * (t - 1) * (4 - t) / 2, flags=4 * (2 - t))),
    (MISTAKEN, "It moves also where it is right.", line(path=t - 1, flags=ALWAYS)),
    (LABELS, "Labels of any size.", line(path=(t - 1) * (4 - t), label=2, comparator=Rational(1, 2))),
    (BOUNDED, "X may be anything.", line(X=Rational(1, 2))),
    (COUNTED, "M may be anything.", line(M=9)),
    (LOSS, "H may be anything.", line(comparator=0, H=0)),
)  # fmt: skip


def no_rounds(claim: Claim) -> list[Theorem]:
    """For T < 0 there is no round, so M = 0."""
    below = gt(0, T)
    never = combine(ge(0, 1), [(1, assume(f)) for f in (*ROUND, below)])
    flags = [instantiate(assume(INDICATOR), [t])]
    positive = combine(ge(wrong(t), 0), [(1, wrong(t) ** 2), *((-1, f) for f in flags)])
    none = telescope(combine(ge(0, wrong(t)), [(positive, never)]), t, 1, T)
    found = []
    for original, formula in zip(ROUNDS.states, claim.states, strict=True):
        parts = [(1, part) for part in Add.make_args(difference(formula) + M)]
        empty = combine(formula, [(1, none), (-1, assume(COUNTED)), *parts])
        found.append(cases([ROUNDS.theorem(original), empty], [SOME, below]))
    return found


fails_without(ROUNDS, (SOME, "T may be any integer.", decided_by(proof=no_rounds)))

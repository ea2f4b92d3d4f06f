"""Lemma 3.2 (6) cannot be improved by a factor, whatever c and T are: all T trials have the same loss, near equality.

σ_1, …, σ_T are independent fair signs on d points: the mean of exp(x Σ_{s≤m} σ_s + yσ_t) is, for t ≤ m, cosh(x)^(m−1)
cosh(x + y). X_t = ½diag(σ_t), W_1 = I/d, y_t = −p, r = 1, and U = W_{T+1}. With ϑ = ηp, η = 2c/(2 + c):

1. W_t = diag(exp(−ϑ Σ_{s<t} σ_s))/(d cosh(ϑ)^(t−1)), of trace one, and ŷ_t = 0, as σ_t is independent of it
   (`prediction`); so (4) leads from W_t to W_{t+1}, and the loss of every trial is p² (`update`).
2. tr(UX_t) = −½tanh ϑ (`of_the_comparator`), and Δ(U, W_1) = T(ϑ tanh ϑ − ln cosh ϑ) (`distance`).
3. ϑ − ϑ³/3 ≤ tanh ϑ ≤ ϑ and ϑ tanh ϑ − ln cosh ϑ ≤ ϑ²/2: (6) over T is at most p² up to terms in ϑ⁴ (`one_trial`).
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

from sympy import Expr, Lambda, Rational, S, Sum, cosh, exp, log, tanh

from proofs.matrix_eg import _klein
from proofs.matrix_eg._adaboost import beta
from proofs.matrix_eg._instances import each, pick
from proofs.matrix_eg._matrices import INDEX, d, i, k, m, total
from proofs.matrix_eg._trial import T, t
from proofs.matrix_eg.adaboost_exact import sign, sign_or_its_opposite
from proofs.matrix_eg.independent_signs import generated, sigma, signs, so_far, sums_and_one, x, y
from proofs.matrix_eg.lemma_3_2 import c
from verify.audit import (
    Claim, Theorem, assume, at, certify, combine, eq, fails_as, fails_without, family, forall, function, ge,
    generalize, gt, identity, instantiate, le, positive, real, substitute, telescope,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.prover.proving import certificate

angle, epsilon = positive("ϑ ε")
HALF = Rational(1, 2)
ETA = 2 * c / (2 + c)
p = angle / ETA


def parameter(t: Any, i: Any = i) -> Expr:
    """An entry of W_t."""
    return exp(-angle * so_far(t - 1, i)) / (d * exp((t - 1) * log(cosh(angle))))


def comparator(i: Any = i) -> Expr:
    """An entry of U, which is W_{T+1}."""
    return exp(-angle * so_far(T, i)) / (d * exp(T * log(cosh(angle))))


def with_instance(weight: Any, t: Any) -> Expr:
    """tr(WX_t)."""
    return total(weight(i) * sigma(t, i) / 2)


def in_round(t: Any) -> Any:
    """i ↦ an entry of W_t."""
    return lambda i: parameter(t, i)


ROUND = [ge(t, 1), ge(T, t)]
SIGNS, INDEPENDENT = signs(T), sums_and_one(T)
SMALL = le(angle**2 * (Rational(2, 3) + c * angle**2 / 18), epsilon)
AT = [*ROUND, ge(k, 1), ge(d, k)]
LOSS = Sum((with_instance(in_round(t), t) + p) ** 2, (t, 1, T))
COMPARED = Sum((with_instance(comparator, t) + p) ** 2, (t, 1, T))
FAR = total(comparator() * (log(comparator()) - log(parameter(1))))

W, U, Y, OF_U = function("W"), function("U"), function("ŷ"), function("tr_UX")
RATE, MISS, L_MEG, L_U, DELTA = real("η p L_MEG L_U Δ₁")
NAMES = {
    L_MEG: LOSS,
    L_U: COMPARED,
    DELTA: FAR,
    MISS: p,
    RATE: ETA,
    Y(t): with_instance(in_round(t), t),
    OF_U(t): with_instance(comparator, t),
    W(t, i): parameter(t, i),
    U(i): comparator(i),
}
"""Names in statements: the entries of the diagonal matrices, tr(W_tX_t), tr(UX_t), losses, Δ(U, W_1), η and p = ϑ/η."""


def moved(i: Any) -> Expr:
    """An entry of exp(log W_t − 2η(ŷ_t − y_t)X_t), for ŷ_t − y_t = p."""
    return W(t, i) * exp(-RATE * MISS * sigma(t, i))


TIGHT = Claim(
    "matrix_eg/lemma-3-2-tight",
    at="Lemma 3.2, (6)",
    says=(
        "For every c > 0 and T there is a run of T trials, each with the same loss p² > 0, for which (1 + ε) L_MEG(S) "
        "is at least the bound (6), where p is small"
    ),
    given=[ge(d, 1), ge(T, 1), SIGNS, INDEPENDENT, SMALL],
    where=NAMES,
    states=[
        forall([t, k], eq(W(t + 1, k) * total(moved(i)), moved(k)), AT),
        forall(t, eq(Y(t), 0), ROUND),
        eq(total(W(1, i)), 1),
        eq(total(U(i)), 1),
        forall(i, gt(U(i), 0), INDEX),
        ge((1 + epsilon) * L_MEG, (1 + c / 2) * L_U + (2 + c) / (2 * c) * DELTA),
    ],
    rests_on=["matrix_eg/lemma-3-2", "matrix_eg/independent-signs"],
    reading=(
        "Lemma 3.2 is not improved by a factor, for any c and any number of trials, by runs in which all trials weigh "
        "the same, not even for diagonal matrices. σ_1, …, σ_T are signs on d points that are like independent fair "
        "ones in this: the mean over the points of exp(x(σ_1 + … + σ_m) + yσ_t) is cosh(x)^(m−1) cosh(x + y), t ≤ m ≤ "
        "T. There are independent fair signs, which are such, for every T: matrix_eg/independent-signs. X_t = "
        "½diag(σ_t), so that r = 1, W_1 = I/d and y_t = −p, p = ϑ/η, for any ϑ > 0. W(t, ·) and U are the entries of "
        "the diagonal matrices W_t and U. The formulas say that ŷ_t = tr(W_tX_t) is 0, and so ŷ_t − y_t is p, in "
        "every trial; that W_{t+1} is the update (4) of W_t; that tr W_1 = tr U = 1 and U is definite, for the U that "
        "is written out, which is W_{T+1}; and that the bound is nearly reached: ε is any number with ϑ²(2/3 + "
        "cϑ²/18) ≤ ε, as small as one likes for small ϑ."
    ),
)


def at_round(last: Any, place: Any, x: Any, y: Any, known: Any = ()) -> Theorem:
    """What the independence says, at numbers."""
    return at(INDEPENDENT, last, place, x, y, by=list(known))


def inside_run() -> list[Theorem]:
    """1 ≤ t ≤ t ≤ T."""
    return [assume(ROUND[0]), combine(ge(t, t), []), assume(ROUND[1])]


@cache
def mass() -> Theorem:
    """Σ_i exp(−ϑ Σ_{s<t} σ_s) = d cosh(ϑ)^(t−1): the last sign is taken out again."""
    there = at_round(t, t, -angle, angle, inside_run())
    goal = eq(total(exp(-angle * so_far(t - 1))), d * exp((t - 1) * log(cosh(angle))))
    return combine(goal, [(1, there)], facts=ROUND)


def difference_of_exponentials(x: Any, t: Any) -> Theorem:
    """e^xσ − e^(−xσ) = σ(e^x − e^(−x)) for σ = σ(t, i), as σ² = 1."""
    square = at(SIGNS, t, i)
    up, down = (instantiate(sign_or_its_opposite(), {beta: side, sign: sigma(t, i)}, [square]) for side in (-x, x))
    goal = eq(exp(x * sigma(t, i)) - exp(-x * sigma(t, i)), sigma(t, i) * (exp(x) - exp(-x)))
    return combine(goal, [(1, up), (-1, down)])


@cache
def balanced() -> Theorem:
    """Σ_i exp(−ϑ Σ_{s<t} σ_s)σ_t = 0: with e^(ϑσ_t) in the place of e^(−ϑσ_t) the sum is the same."""
    up, down = (at_round(t, t, -angle, shift, inside_run()) for shift in (2 * angle, 0))
    before = exp(-angle * so_far(t - 1))
    entry = eq(
        before * (exp(angle * sigma(t, i)) - exp(-angle * sigma(t, i))),
        before * sigma(t, i) * (exp(angle) - exp(-angle)),
    )
    added = telescope(combine(entry, [(before, difference_of_exponentials(angle, t))]), i, 1, d)
    rise = exp(angle) - exp(-angle)
    goal = eq(total(before * sigma(t, i)), 0)
    return combine(goal, [(-1 / rise, added), (1 / rise, up), (-1 / rise, down)], facts=[*ROUND, rises()])


@cache
def rises() -> Theorem:
    """e^ϑ − e^(−ϑ) > 0."""
    found = certify(certificate(gt(exp(x) - exp(-x), 0), [gt(x, 0)]))
    return instantiate(found, {x: angle}, [combine(gt(angle, 0), [(angle, 1)])])


def prediction() -> Theorem:
    """ŷ_t = 0."""
    scale = 1 / (2 * d * exp((t - 1) * log(cosh(angle))))
    return combine(eq(with_instance(in_round(t), t), 0), [(scale, balanced())], facts=[ge(d, 1)])


def update(goal: Any) -> Theorem:
    """Σ_i w_t e^(−ϑσ_t) = cosh ϑ."""
    down = at_round(t, t, -angle, 0, inside_run())
    scale = parameter(t + 1, k) / (d * exp((t - 1) * log(cosh(angle))))
    return combine(goal, [(scale, down)], facts=[*ROUND, ge(d, 1)])


def at_the_end() -> list[Theorem]:
    """1 ≤ T ≤ T ≤ T."""
    return [assume(ge(T, 1)), combine(ge(T, T), []), combine(ge(T, T), [])]


@cache
def unit_comparator() -> Theorem:
    """tr U = 1."""
    whole = at_round(T, T, -angle, 0, at_the_end())
    scale = 1 / (d * exp(T * log(cosh(angle))))
    return combine(eq(total(comparator()), 1), [(scale, whole)], facts=[ge(d, 1)])


@cache
def of_the_comparator() -> Theorem:
    """Σ_i u_iσ_t = −tanh ϑ."""
    known = [assume(ROUND[0]), assume(ROUND[1]), combine(ge(T, T), [])]
    up, down = (at_round(T, t, -angle, side, known) for side in (1, -1))
    whole = exp(-angle * so_far(T))
    entry = eq(whole * (exp(sigma(t, i)) - exp(-sigma(t, i))), whole * sigma(t, i) * (exp(1) - exp(-1)))
    added = telescope(combine(entry, [(whole, difference_of_exponentials(S.One, t))]), i, 1, d)
    scale = 1 / (d * exp(T * log(cosh(angle))) * (exp(1) - exp(-1)))
    goal = eq(total(comparator() * sigma(t, i)), -tanh(angle))
    return combine(goal, [(-scale, added), (scale, up), (-scale, down)], facts=[ge(d, 1)])


@cache
def distance() -> Theorem:
    """Δ(U, W_1) = T(ϑ tanh ϑ − ln cosh ϑ)."""
    rows = telescope(of_the_comparator(), t, 1, T)
    entry = Lambda((i, k), comparator(i) * sigma(k, i))
    some = combine(ge(d, 0), [(1, assume(ge(d, 1))), (1, 1)])
    swapped = instantiate(_klein.exchanged(), {family("g"): entry, _klein._n: d, d: T}, [some])
    spread = angle * tanh(angle) - log(cosh(angle))
    terms = [(-angle, swapped), (-angle, rows), (-T * log(cosh(angle)), unit_comparator())]
    return combine(eq(FAR, T * spread), terms, facts=[ge(d, 1), ge(T, 1)])


@cache
def bounds() -> list[Theorem]:
    """ϑ tanh ϑ − ln cosh ϑ ≤ ϑ²/2, tanh ϑ ≥ ϑ − ϑ³/3 and tanh ϑ ≤ ϑ."""
    goals = [
        ge(x**2 / 2 - x * tanh(x) + log(cosh(x)), 0),
        ge(tanh(x) - x + x**3 / 3, 0),
        ge(x - tanh(x), 0),
    ]
    ahead = combine(ge(angle, 0), [(angle, 1)])
    return [instantiate(certify(certificate(goal, [ge(x, 0)])), {x: angle}, [ahead]) for goal in goals]


@cache
def one_trial() -> Theorem:
    """(1 + ε)p² ≥ (1 + c/2)(p − ½tanh ϑ)² + ((2 + c)/(2c))(ϑ tanh ϑ − ln cosh ϑ), by p = ϑ/c + ϑ/2."""
    spread, above, below = bounds()
    missed, most = p - tanh(angle) / 2, angle / c + angle**3 / 6
    positive_miss = combine(ge(missed, 0), [(HALF, below), (angle / c, 1)])
    larger = combine(ge(most - missed, 0), [(HALF, above)])
    square = combine(ge(most**2 - missed**2, 0), [(most, larger), (positive_miss, larger)])
    rest = (2 + c) * angle**4 / 2 * (2 / (3 * c**2) + angle**2 / (18 * c))
    goal = ge(
        (1 + epsilon) * p**2,
        (1 + c / 2) * missed**2 + (2 + c) / (2 * c) * (angle * tanh(angle) - log(cosh(angle))),
    )
    return combine(goal, [((2 + c) / (2 * c), spread), (1 + c / 2, square), (p**2, assume(SMALL)), (rest, 1)])


@TIGHT.proof
def trial_by_trial(claim: Claim) -> list[Theorem]:
    """The same in every trial, as the signs are independent; and T times `one_trial`."""
    moves, _, start, _, positive_entries, tight = claim.states
    none, other = (
        prediction(),
        combine(eq(with_instance(comparator, t), -tanh(angle) / 2), [(HALF, of_the_comparator())]),
    )
    sums = []
    for theorem, value in ((none, 0), (other, -tanh(angle) / 2)):
        term = theorem.conclusion.lhs
        same = combine(eq((term + p) ** 2, (value + p) ** 2), [(term + value + 2 * p, theorem)])
        sums.append(telescope(same, t, 1, T))
    terms = [(1 + epsilon, sums[0]), (-(1 + c / 2), sums[1]), (-(2 + c) / (2 * c), distance()), (T, one_trial())]
    return [
        generalize(update(moves.body), [t, k], AT),
        generalize(none, [t], ROUND),
        identity(start, facts=[ge(d, 1)]),
        unit_comparator(),
        generalize(combine(positive_entries.body, [(comparator(), 1)], facts=[ge(d, 1)]), [i], INDEX),
        combine(tight, terms, facts=[ge(T, 1)]),
    ]


# --- one trial -------------------------------------------------------------------------------------------------------

TENTH = Rational(1, 10)


def one_sign(size: Any = TENTH, bound: Any = TENTH**2, values: Any = (1, -1)) -> dict[str, Any]:
    """T = 1 and d = 2, with the sign (1, −1) or other values, c = 1, ϑ = `size` and ε = `bound`."""
    at = {d: 2, T: 1, c: 1, angle: size, epsilon: bound, sigma.head: Lambda((t, i), pick(*values))}

    def met() -> list[Theorem]:
        bounds = [ge(t, 1), ge(m, t), ge(1, m)]
        known = list(map(assume, bounds))
        one = combine(eq(m, 1), [(1, m - 1)], facts=[combine(ge(m, 1), [(1, f) for f in known[:2]]), bounds[2]])
        only = combine(eq(t, 1), [(1, t - 1)], facts=[bounds[0], combine(ge(1, t), [(1, f) for f in known[1:]])])
        found = []
        with suppress(KernelError):
            square = instantiate(each(eq(pick(*values) ** 2, 1), [i]), [i])
            found.append(generalize(square, [t, i], [ge(t, 1), ge(1, t), ge(i, 1), ge(2, i)]))
        with suppress(KernelError):
            mean = substitute(generated(m, t, x, y), {name: at[name] for name in (d, sigma.head)})
            found.append(generalize(combine(mean, [], using=[one, only]), [m, t, x, y], bounds))
        return found

    return {"at": at, "discharge": met}


@TIGHT.instance
def two_points() -> tuple[dict[Any, Any], list[Theorem]]:
    """T = 1, d = 2 and ϑ = 1/10: ε = 1/100 will do."""
    found = one_sign()
    return found["at"], found["discharge"]()


def restated(claim: Claim, left: Any, right: Any) -> Claim:
    """Another inequality for the bound (6)."""
    return claim.replace(states=[*claim.states[:-1], ge(left, right)])


BOUND = (1 + c / 2) * COMPARED + (2 + c) / (2 * c) * FAR


fails_as(TIGHT,
    ("constant", restated(TIGHT, (1 + epsilon) * LOSS / 2, BOUND).states, "Half of the loss is at least the bound.",
        one_sign()),
    ("sign", restated(TIGHT, (1 - epsilon) * LOSS, BOUND).states, "(1 − ε) L_MEG is at least the bound.", one_sign()),
)  # fmt: skip
fails_without(TIGHT,
    (SMALL, "ϑ may be large: 1, for ε = 1/100.", one_sign(size=1)),
    (INDEPENDENT, "The signs need not be fair.", one_sign(values=(1, 1))),
)  # fmt: skip

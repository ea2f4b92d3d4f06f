"""Independent fair signs σ_1, …, σ_T on d points, for every T: by induction, every point is doubled for a new sign.

Of n signs on d points, n + 1 on 2d: the old signs are repeated on the points d + 1, …, 2d, and the new one is 1 on the
first d points and −1 on the others. The sum over 2d points is the sum over the two halves (`halves`), on which the
exponents are the old ones, and those plus or minus the new sign's (`on_the_halves`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from sympy import Abs, Expr, Integer, KroneckerDelta, Lambda, Sum, cosh, exp, log

from proofs.matrix_eg._matrices import INDEX, d, i, k, m, total
from proofs.matrix_eg._trial import T, t
from verify.audit import (
    Claim, Theorem, assume, at, cases, combine, eq, exists, fails_as, family, forall, ge, generalize, gt, induct,
    instantiate, integer, real, substitute, telescope,
)  # fmt: skip
from verify.language.exists import ANYTHING, AT_LEAST_NOTHING, NOTHING_EXISTS
from verify.language.terms import ForAll
from verify.lemmas import from_absurdity

n, s = integer("n s")
x, y, z = real("x y z")
sigma, g, a = family("σ"), family("g"), family("a")


def so_far(last: Any, i: Any = i, signs: Any = sigma) -> Expr:
    """The sum of the first signs."""
    return Sum(signs(s, i), (s, 1, last))


def generated(m: Any, t: Any, x: Any, y: Any) -> Any:
    """Σ_i exp(x Σ_{s≤m} σ_s + yσ_t) = d cosh(x)^(m−1) cosh(x + y)."""
    mean = exp((m - 1) * log(cosh(x)) + log(cosh(x + y)))
    return eq(total(exp(x * so_far(m) + y * sigma(t, i))), d * mean)


def alone(m: Any, x: Any) -> Any:
    """Σ_i exp(x Σ_{s≤m} σ_s) = d cosh(x)^m."""
    return eq(total(exp(x * so_far(m))), d * exp(m * log(cosh(x))))


def weighted(last: Any, i: Any = i, signs: Any = sigma) -> Expr:
    """Σ_{s≤last} a_sσ_s."""
    return Sum(a(s) * signs(s, i), (s, 1, last))


def product(last: Any) -> Expr:
    """Π_{s≤last} cosh a_s."""
    return exp(Sum(log(cosh(a(s))), (s, 1, last)))


def independent(n: Any, factor: Any = 1) -> Any:
    """The first n signs are independent and fair: Σ_i exp(Σ_{s≤n} a_sσ_s) = d Π_{s≤n} cosh a_s for all numbers a."""
    return forall([a.head], eq(total(exp(weighted(n))), factor * d * product(n)))


def signs(n: Any) -> Any:
    """σ² = 1 for the first n."""
    return forall([t, i], eq(sigma(t, i) ** 2, 1), [ge(t, 1), ge(n, t), *INDEX])


def sums_and_one(n: Any) -> Any:
    """`generated`, for the first n signs."""
    return forall([m, t, x, y], generated(m, t, x, y), [ge(t, 1), ge(m, t), ge(n, m)])


def sums(n: Any) -> Any:
    """`alone`, for the first m ≤ n."""
    return forall([m, x], alone(m, x), [ge(m, 0), ge(n, m)])


def there_are(n: Any, factor: Any = 1) -> Any:
    """There are n independent fair signs on some d ≥ 1 points; with another factor, the means are multiplied by it."""
    return exists([d, sigma.head], [ge(d, 1), signs(n), independent(n, factor), sums_and_one(n)])


SIGNS = Claim(
    "matrix_eg/independent-signs",
    at="Lemma 3.2, (6)",
    says="For every T there are independent fair signs σ_1, …, σ_T on some number d of points",
    given=[ge(T, 0)],
    states=there_are(T),
    reading=(
        "σ_t(i) = ±1 at the points i = 1, …, d, all of the same weight. That σ_1, …, σ_T are independent and fair is "
        "said by the mean of exp(a_1σ_1 + … + a_Tσ_T), which is cosh(a_1)⋯cosh(a_T) for all numbers a_1, …, a_T: these "
        "means determine the distribution, and are those of independent fair signs. The last formula says this once "
        "more for a_s that are x for s ≤ m, but x + y for s = t ≤ m, and 0 for s > m: that is all that "
        "matrix_eg/lemma-3-2-tight supposes."
    ),
)


@cache
def halves() -> Theorem:
    """Σ_{i≤2d} g(i) = Σ_{i≤d} g(i) + Σ_{i≤d} g(d + i)."""

    def first(last: Any) -> Expr:
        return Sum(g(i), (i, 1, last))

    known = [assume(ge(k, 1)), assume(ge(d, 1))]
    ahead = combine(ge(d + k, 1), [*((1, f) for f in known), (1, 1)])
    step = combine(eq(g(d + k), first(d + k) - first(d + k - 1)), [], facts=[*known, ahead])
    added = telescope(step, k, 1, d, first(d + k - 1))
    return combine(eq(first(2 * d), first(d) + Sum(g(d + i), (i, 1, d))), [(-1, added)], facts=[ge(d, 1)])


def new_sign(i: Any) -> Expr:
    """1 on the first d points, −1 on the others."""
    return Abs(d + 1 - i) - Abs(d - i)


def doubled(t: Any, i: Any) -> Expr:
    """The n + 1 signs on 2d points."""
    new, last = new_sign(i), KroneckerDelta(t, n + 1)
    return last * new + (1 - last) * ((1 + new) / 2 * sigma(t, i) + (1 - new) / 2 * sigma(t, i - d))


PLACES = ((i, ge(d, i), 1), (d + i, ge(i, 1), -1))
"""The points of the two halves, what tells them, and the new sign there."""


def told(half: int) -> list[Theorem]:
    """d − i ≥ 0 in the first half, and i − 1 ≥ 0 for d + i in the second; with room for 1 more."""
    side = assume(PLACES[half][1])
    least = (d - i, i - 1)[half]
    return [combine(ge(least, 0), [(1, side)]), combine(ge(least + 1, 0), [(1, side), (1, 1)])]


@cache
def old_sign(half: int) -> Theorem:
    """For t ≤ n the sign t is the old one."""
    return combine(eq(doubled(t, PLACES[half][0]), sigma(t, i)), [], facts=[ge(n, t), *told(half)])


@cache
def last_sign(half: int) -> Theorem:
    """The sign n + 1 is the new one."""
    spot, _, value = PLACES[half]
    return combine(eq(doubled(n + 1, spot), value), [], facts=told(half))


@cache
def sum_of_old(half: int) -> Theorem:
    """Σ_{s≤m} of the signs on 2d points is that of the old ones, for m ≤ n."""
    spot = PLACES[half][0]
    within = combine(ge(n, s), [(1, assume(ge(m, s))), (1, assume(ge(n, m)))])
    each = instantiate(old_sign(half), {t: s}, [within])
    added = telescope(each, s, 1, m)
    return combine(eq(so_far(m, spot, doubled), so_far(m, i)), [(1, added)])


@cache
def same_exponentials() -> Theorem:
    """e^x = e^y from x = y."""
    return combine(eq(exp(x), exp(y)), [], using=[assume(eq(x, y))])


def entry(m: Any, t: Any, i: Any) -> Expr:
    """x Σ_{s≤m} σ_s + yσ_t, for the signs on 2d points."""
    return x * so_far(m, i, doubled) + y * doubled(t, i)


def on_the_halves(m: Any, t: Any, old: Any, terms: Any, facts: Any) -> Theorem:
    """Σ_{i≤2d} of the exponentials, as the sum over i ≤ d of those of the exponents `old` in both halves."""
    split = instantiate(halves(), {g: Lambda(i, exp(entry(m, t, i)))})
    parts = []
    for half, (spot, _, value) in enumerate(PLACES):
        exponents = combine(eq(entry(m, t, spot), old(value)), terms(half), facts=facts)
        same = instantiate(same_exponentials(), {x: entry(m, t, spot), y: old(value)}, [exponents])
        parts.append(telescope(same, i, 1, d))
    both = total(exp(old(1))) + total(exp(old(-1)))
    whole = Sum(exp(entry(m, t, i)), (i, 1, 2 * d))
    return combine(eq(whole, both), [(1, split), *((1, f) for f in parts)])


def for_two_d(m: Any, t: Any) -> Any:
    """`generated`, for the signs on 2d points."""
    mean = exp((m - 1) * log(cosh(x)) + log(cosh(x + y)))
    return eq(Sum(exp(entry(m, t, i)), (i, 1, 2 * d)), 2 * d * mean)


SOME = [ge(n, 0), ge(d, 1)]
OLD, LAST = [ge(t, 1), ge(m, t), ge(n, m)], [ge(t, 1), ge(n, t)]


def old_ones() -> Theorem:
    """For t ≤ m ≤ n both halves are as before."""
    within = combine(ge(n, t), [(1, assume(OLD[1])), (1, assume(OLD[2]))])

    def terms(half: int) -> list[Any]:
        return [(x, sum_of_old(half)), (y, instantiate(old_sign(half), {}, [within]))]

    both = on_the_halves(m, t, lambda _: x * so_far(m) + y * sigma(t, i), terms, [])
    before = at(sums_and_one(n), m, t, x, y, by=[assume(f) for f in OLD])
    return combine(for_two_d(m, t), [(1, both), (2, before)])


def with_the_last() -> Theorem:
    """For t ≤ n < m = n + 1: e^x + e^(−x) = 2 cosh x."""
    at_n = [combine(ge(n, n), [])]

    def terms(half: int) -> list[Any]:
        return [(x, instantiate(sum_of_old(half), {m: n}, at_n)), (x, last_sign(half)), (y, old_sign(half))]

    both = on_the_halves(n + 1, t, lambda value: x * so_far(n) + x * value + y * sigma(t, i), terms, SOME)
    before = at(sums_and_one(n), n, t, x, y, by=[*(assume(f) for f in LAST), *at_n])
    return combine(for_two_d(n + 1, t), [(1, both), (exp(x) + exp(-x), before)])


def of_the_last() -> Theorem:
    """For t = m = n + 1."""
    at_n = [combine(ge(n, n), [])]

    def terms(half: int) -> list[Any]:
        return [(x, instantiate(sum_of_old(half), {m: n}, at_n)), (x + y, last_sign(half))]

    both = on_the_halves(n + 1, n + 1, lambda value: x * so_far(n) + (x + y) * value, terms, SOME)
    before = at(sums(n), n, x, by=[assume(ge(n, 0)), *at_n])
    return combine(for_two_d(n + 1, n + 1), [(1, both), (exp(x + y) + exp(-x - y), before)])


def alone_on_two_d(m: Any) -> Any:
    """`alone`, for the signs on 2d points."""
    return eq(Sum(exp(x * so_far(m, i, doubled)), (i, 1, 2 * d)), 2 * d * exp(m * log(cosh(x))))


def sums_of_all() -> list[Theorem]:
    """Without a sign by itself: for m ≤ n, and for m = n + 1."""
    nothing = {y: 0}
    split = instantiate(halves(), {g: Lambda(i, exp(x * so_far(m, i, doubled)))})
    parts = []
    for half, (spot, _, _) in enumerate(PLACES):
        exponents = combine(eq(x * so_far(m, spot, doubled), x * so_far(m)), [(x, sum_of_old(half))])
        place = {x: x * so_far(m, spot, doubled), y: x * so_far(m)}
        parts.append(telescope(instantiate(same_exponentials(), place, [exponents]), i, 1, d))
    before = instantiate(assume(sums(n)), [m, x], [assume(ge(m, 0)), assume(ge(n, m))])
    old = combine(alone_on_two_d(m), [(1, split), *((1, f) for f in parts), (2, before)])
    return [old, combine(alone_on_two_d(n + 1), [(1, instantiate(of_the_last(), nothing))])]


def joint() -> Theorem:
    """`independent`, for the n + 1 signs on 2d points: e^a + e^(−a) = 2 cosh a for the last a."""
    whole = weighted(n + 1, i, doubled)
    split = instantiate(halves(), {g: Lambda(i, exp(whole))})
    parts, sums = [], []
    for half, (spot, _, value) in enumerate(PLACES):
        old = instantiate(old_sign(half), {t: s})
        before = telescope(combine(eq(a(s) * (doubled(s, spot) - sigma(s, i)), 0), [(a(s), old)]), s, 1, n)
        there, exponent = weighted(n + 1, spot, doubled), weighted(n) + value * a(n + 1)
        same = combine(eq(there, exponent), [(1, before), (a(n + 1), last_sign(half))], facts=SOME)
        parts.append(telescope(instantiate(same_exponentials(), {x: there, y: exponent}, [same]), i, 1, d))
        sums.append(total(exp(exponent)))
    doubled_sum = Sum(exp(whole), (i, 1, 2 * d))
    both = combine(eq(doubled_sum, sum(sums)), [(1, split), *((1, f) for f in parts)])
    known = instantiate(assume(independent(n)), [Lambda(s, a(s))])
    last = exp(a(n + 1)) + exp(-a(n + 1))
    return combine(eq(doubled_sum, 2 * d * product(n + 1)), [(1, both), (last, known)], facts=SOME)


def at_most(goal: Any, old: Theorem, last: Theorem) -> Theorem:
    """A goal on m ≤ n + 1, from m ≤ n and from m = n + 1."""
    is_last = combine(eq(m, n + 1), [(1, m - n - 1)], facts=[gt(m, n), ge(n + 1, m)])
    return cases([combine(goal, [(1, old)]), combine(goal, [(1, last)], using=[is_last])], [ge(n, m), gt(m, n)])


def squares() -> Theorem:
    """Each of the signs on 2d points is 1 or −1."""
    goal = eq(doubled(t, i) ** 2, 1)
    inside, there = [assume(ge(t, 1)), assume(ge(n, t))], [ge(i, 1), gt(i, d)]
    ends = [assume(f) for f in (ge(i, 1), ge(d, i))]
    shifted = [combine(ge(i - d, 1), [(1, i - d - 1)], facts=there), combine(ge(d, i - d), [(1, assume(ge(2 * d, i)))])]
    is_last = combine(eq(t, n + 1), [(1, t - n - 1)], facts=[gt(t, n), ge(n + 1, t)])
    found = []
    for half, (known, spot) in enumerate(((ends, i), (shifted, i - d))):
        old = instantiate(old_sign(half), {i: spot}, known)
        square = instantiate(assume(signs(n)), [t, spot], [*inside, *known])
        kept = combine(goal, [(doubled(t, i) + sigma(t, spot), old), (1, square)])
        value = instantiate(last_sign(half), {i: spot}, known)
        new = combine(eq(doubled(n + 1, i) ** 2, 1), [(doubled(n + 1, i) + PLACES[half][2], value)])
        found.append(cases([kept, combine(goal, [(1, new)], using=[is_last])], [ge(n, t), gt(t, n)]))
    return cases(found, [ge(d, i), gt(i, d)])


def independence() -> Theorem:
    """`for_two_d`, for 1 ≤ t ≤ m ≤ n + 1."""
    goal = for_two_d(n + 1, t)
    is_last = combine(eq(t, n + 1), [(1, t - n - 1)], facts=[gt(t, n), ge(n + 1, t)])
    last = cases([with_the_last(), combine(goal, [(1, of_the_last())], using=[is_last])], [ge(n, t), gt(t, n)])
    same_m = combine(eq(m, n + 1), [(1, m - n - 1)], facts=[gt(m, n), ge(n + 1, m)])
    at_last = instantiate(last, {}, [combine(ge(n + 1, t), [(1, assume(ge(m, t))), (1, assume(ge(n + 1, m)))])])
    return cases([old_ones(), combine(for_two_d(m, t), [(1, at_last)], using=[same_m])], [ge(n, m), gt(m, n)])


def these(n: Any) -> list[Any]:
    """What is proved of n signs by induction."""
    return [signs(n), independent(n), sums_and_one(n), sums(n)]


def promise(n: Any) -> Any:
    """What follows from n independent fair signs holds."""
    return forall([d, sigma.head], AT_LEAST_NOTHING, [ge(d, 1), *these(n)])


def goal(n: Any) -> Any:
    """There are n such signs: whatever follows from them holds."""
    return forall([z], AT_LEAST_NOTHING, [promise(n)])


def one_more() -> Theorem:
    """From n to n + 1."""
    signs_there = generalize(squares(), [t, i], [ge(t, 1), ge(n + 1, t), ge(i, 1), ge(2 * d, i)])
    pairs = generalize(independence(), [m, t, x, y], [ge(t, 1), ge(m, t), ge(n + 1, m)])
    alone_there = generalize(at_most(alone_on_two_d(m), *sums_of_all()), [m, x], [ge(m, 0), ge(n + 1, m)])
    all_of_them = generalize(joint(), [a.head])
    some = combine(ge(2 * d, 1), [(2, assume(ge(d, 1))), (1, 1)])
    follows = at(promise(n + 1), 2 * d, Lambda((t, i), doubled(t, i)))
    here = instantiate(follows, {}, [some, signs_there, all_of_them, pairs, alone_there])
    before = generalize(here, [d, sigma.head], [ge(d, 1), *these(n)])
    return generalize(at(goal(n), 0, by=[before]), [z], [promise(n + 1)])


def none_yet() -> Theorem:
    """No signs, on one point: of the ranges only m = 0 is not empty."""
    at = {d: 1, sigma.head: Lambda((t, i), 1)}
    no_signs = promise(0)
    follows = instantiate(assume(no_signs), [at[name] for name in no_signs.variables])
    nothing_added, pairs, sums_there = (f for f in follows.hypotheses if f != no_signs)
    absurd = combine(ge(-1, 0), [(1, assume(f)) for f in pairs.given])
    of_none = combine(eq(m, 0), [(1, m)], facts=sums_there.given)
    met = [
        generalize(combine(nothing_added.body, []), nothing_added.variables),
        generalize(from_absurdity(pairs.body, absurd), pairs.variables, pairs.given),
        generalize(combine(sums_there.body, [], using=[of_none]), sums_there.variables, sums_there.given),
    ]
    return generalize(instantiate(follows, {}, met), [z], [no_signs])


@SIGNS.proof
def one_after_the_other(claim: Claim) -> Theorem:
    """By induction on their number."""
    asked = next(f for f in claim.given if isinstance(f, ForAll))
    every = instantiate(induct(none_yet(), one_more(), goal(n), n, 0), {n: T})
    there = at(asked, d, Lambda((t, i), sigma(t, i)))
    follows = generalize(there, [d, sigma.head], [ge(d, 1), *these(T)])
    return instantiate(every, [0], [follows])


@SIGNS.instance
def one_sign() -> tuple[dict[Any, Any], list[Theorem]]:
    """T = 1."""
    asked = substitute(there_are(T).promise, {T: 1})
    return {T: 1, ANYTHING: 1}, [generalize(combine(ge(1, 0), [(1, 1)]), asked.variables, asked.given)]


def none_with(factor: Any) -> Callable[[], list[Theorem]]:
    """−1 ≥ 0 from no signs whose means are multiplied by `factor`: d is that many times d, at a = 0."""

    def theorems() -> list[Theorem]:
        asked = substitute(there_are(T, factor).promise, {T: 0})
        means = next(f for f in asked.given if isinstance(f, ForAll) and a.head in f.variables)
        here = at(means, Lambda(s, 0))
        some = ge(d, 1)
        absurd = combine(ge(-1, 0), [(1 / Integer(factor - 1), here), (1, assume(some))], facts=[some])
        return [generalize(absurd, asked.variables, asked.given)]

    return theorems


fails_as(SIGNS,
    ("constant", there_are(T, 2), "All means are twice as large.", {T: 0, **NOTHING_EXISTS}, none_with(2)),
    ("sign", there_are(T, -1), "All means are negative.", {T: 0, **NOTHING_EXISTS}, none_with(-1)),
)  # fmt: skip

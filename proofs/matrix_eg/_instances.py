"""Exact instances for the mutants: 1 × 1 matrices, and runs of MEG with diagonal 2 × 2 matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from sympy import Expr, Integer, KroneckerDelta, Lambda, Rational, S, Tuple, exp, log

from proofs.matrix_eg._matrices import d, i, j, k
from proofs.matrix_eg._trial import T, Z, entropy, eta, gamma, label, largest, least, mu, omega, r, t, u, upsilon, v, z
from verify.audit import Theorem, cases, combine, eq, ge, generalize, gt, real, substitute
from verify.language.terms import Relation

_X, _Y = real("X Y")
HALF, RATE = Rational(1, 2), Rational(2, 3)
PAIR = [ge(i, 1), ge(1, i), ge(j, 1), ge(1, j)]


def one_dimension(vectors: Any, length: Any = 1) -> dict[Any, Any]:
    """R^1 with the basis vector `length`, as the family `vectors`, without further indices."""
    return {d: 1, vectors(i).args[0]: Lambda(i, length)}


def orthonormal_in_one_dimension() -> list[Theorem]:
    """1·1 = δ(i, j) for i = j = 1, and X² = X²."""
    one: Expr = Integer(1)
    only = [combine(eq(n, 1), [(1, n - 1)], facts=[ge(n, 1), ge(1, n)]) for n in (i, j)]
    return [
        generalize(combine(eq(one, KroneckerDelta(i, j)), [], using=only), [i, j], PAIR),
        generalize(combine(eq(_X**2, _X**2), []), [_X]),
    ]


def each(body: Relation, indices: Sequence[Any], last: int = 2, terms: Callable[[], Any] = list) -> Theorem:
    """The body for all values 1, …, last of the indices, looked at in turn."""

    def onwards(left: Sequence[Any], known: list[Theorem], n: int = 1) -> Theorem:
        if not left:
            return combine(body, terms(), using=known)
        index, *rest = left
        end = ge(last, index) if n == last else ge(n, index)
        here = combine(eq(index, n), [(1, index - n)], facts=[ge(index, n), end])
        there = onwards(rest, [*known, here])
        return there if n == last else cases([there, onwards(left, known, n + 1)], [end, gt(index, n)])

    bounds = [f for index in indices for f in (ge(index, 1), ge(last, index))]
    return generalize(onwards(indices, []), list(indices), bounds)


def pick(first: Any, second: Any, index: Any = i) -> Expr:
    """`first` at index 1, `second` at index 2."""
    return first * (2 - index) + second * (index - 1)


def one_number(
    y: Any, *, x: Any = 1, start: Any = 1, comparator: Any = 1, rate: Any = RATE, lengths: Any = None
) -> dict[Any, Any]:
    """A run of one trial with 1 × 1 matrices X_1 = x, W_1 = start, U = comparator; `lengths` of basis vectors v, z."""
    lengths = {"v": 1, "z": 1} | (lengths or {})
    w, c = S(start), S(lengths["v"])
    weight = exp((2 - t) * log(w))
    exponent = log(weight) * c**2 - 2 * rate * (weight * c**2 * x - y) * x
    return {
        d: 1,
        T: 1,
        t: 1,
        mu.head: Lambda((t, i), x),
        least.head: Lambda(t, x),
        largest.head: Lambda(t, x),
        label.head: Lambda(t, y),
        omega.head: Lambda((t, i), weight),
        gamma.head: Lambda((t, i), exponent),
        Z.head: Lambda(t, exp(exponent)),
        upsilon.head: Lambda(i, comparator),
        v(t, i).args[0]: Lambda((t, i), (2 - t) * c + (t - 1)),
        u(t, i).args[0]: Lambda((t, i), 1),
        z(i).args[0]: Lambda(i, lengths["z"]),
        entropy: S(comparator) * log(S(comparator)),
        eta: rate,
        r: 1,
    }


def one_trial(values: dict[Any, Any]) -> list[Theorem]:
    """What the schemas of a claim for all trials say at an instance of `one_number`."""
    now = combine(eq(t, 1), [(1, t - 1)], facts=[ge(t, 1), ge(1, t)])
    w, g, whole = values[omega.head], values[gamma.head], values[Z.head]
    after = combine(eq(w(t + 1, k), exp(g(t, k)) / whole(t)), [], using=[now])
    trivial = combine(eq(_X**2, _X**2), [])
    bases = orthonormal_in_one_dimension()
    each_trial = [*bases, trivial, generalize(after, [k], [ge(k, 1), ge(1, k)])]
    return [*bases, *(during(f, 2) for f in bases), *(during(f, 1) for f in each_trial)]


def two_numbers(
    y: Any,
    comparator: Any,
    *,
    start: Any = HALF,
    spread: Any = 1,
    rate: Any = RATE,
    width: Any = 1,
    lengths: Any = None,
    still: bool = False,
) -> dict[Any, Any]:
    """A run of one trial with diagonal 2 × 2 matrices: X_1 = ½diag(spread, −spread), tr W_1 = tr U = 1.

    y: the label. start, comparator: the first entries of W_1 and U. width: the r of the claim. lengths: of the basis
    vectors u, v of W_1 and `next` of W_2. still: W_2 = W_1 whatever the update says.
    """
    sizes = {"u": 1, "v": 1, "next": 1} | (lengths or {})
    w, c, n = (S(start), 1 - S(start)), S(sizes["u"]) ** 2, S(sizes["next"]) ** 2
    m = (S(spread) / 2, -S(spread) / 2)
    s = -2 * S(rate) * (c * (w[0] * m[0] + w[1] * m[1]) - y)
    exponents = [(log(weight) + s * c * value) / n for weight, value in zip(w, m, strict=True)]
    total = exp(exponents[0]) + exp(exponents[1])
    before = pick(log(w[0]), log(w[1]))
    after = before if still else pick(*exponents) - log(total)
    upper = S(comparator)

    def axes(length: Any) -> Lambda:
        return Lambda((t, i), Tuple(length * (2 - i), length * (i - 1)))

    return {
        d: 2,
        T: 1,
        t: 1,
        mu.head: Lambda((t, i), pick(*m)),
        least.head: Lambda(t, m[1]),
        largest.head: Lambda(t, m[0]),
        label.head: Lambda(t, y),
        omega.head: Lambda((t, i), exp((2 - t) * before + (t - 1) * after)),
        gamma.head: Lambda((t, i), pick(*exponents)),
        Z.head: Lambda(t, total),
        upsilon.head: Lambda(i, pick(upper, 1 - upper)),
        v(t, i).args[0]: axes((2 - t) + (t - 1) * S(sizes["next"])),
        u(t, i).args[0]: axes(sizes["u"]),
        z(i).args[0]: Lambda(i, Tuple(2 - i, i - 1)),
        entropy: 0,
        eta: rate,
        r: width,
    }


@cache
def axes_are_orthonormal() -> tuple[Theorem, Theorem]:
    """The axes of R² are orthonormal, and X² + Y² = X² + Y²."""
    products = eq(pick(1, 0) * pick(1, 0, j) + pick(0, 1) * pick(0, 1, j), KroneckerDelta(i, j))
    here = combine(eq(_X**2 + _Y**2, _X**2 + _Y**2), [])
    return each(products, [i, j]), generalize(here, [_X, _Y])


def diagonal(values: dict[Any, Any], still: bool = False) -> list[Theorem]:
    """What the schemas of a claim say at an instance of `two_numbers`, for the axes and index by index."""
    m, low, high = values[mu.head], values[least.head], values[largest.head]
    w, g, whole = values[omega.head], values[gamma.head], values[Z.head]
    found = list(axes_are_orthonormal())
    found.append(each(ge(m(1, i), low(1)), [i], terms=lambda: [(high(1) - low(1), 2 - i)]))
    found.append(each(ge(high(1), m(1, i)), [i], terms=lambda: [(high(1) - low(1), i - 1)]))
    if not still:
        found.append(each(eq(w(2, k), exp(g(1, k)) / whole(1)), [k]))
    return found


def during(theorem: Theorem, last: int) -> Theorem:
    """The theorem for each trial t = 1, …, last."""
    return generalize(theorem, [t], [ge(t, 1), ge(last, t)])


def adaptive(
    error: Any,
    moved: Any,
    comparator: Any,
    *,
    rate: Any = 0,
    trials: int = 1,
    width: Any = 1,
    length: Any = 1,
) -> dict[Any, Any]:
    """A run with X_t = ½diag(1, −1), W_1 = I/2 and labels such that ŷ_t − y_t is `error`, a term in t.

    moved: the sum of the errors before t. comparator: the first entry of U, of trace one. width: the r of the claim.
    length: of the vectors u.
    """
    m, drift, upper = HALF * S(length) ** 2, -2 * S(rate), S(comparator)

    def weight(sign: int, trial: Any) -> Expr:
        return exp(sign * m * drift * substitute(S(moved), {t: trial}))

    def whole(trial: Any) -> Expr:
        return weight(1, trial) + weight(-1, trial)

    state = pick(1, -1) * m * drift * S(moved) - log(whole(t))
    axes = Tuple(2 - i, i - 1)
    return {
        d: 2,
        T: trials,
        mu.head: Lambda((t, i), pick(HALF, -HALF)),
        least.head: Lambda(t, -HALF),
        largest.head: Lambda(t, HALF),
        label.head: Lambda(t, m * (weight(1, t) - weight(-1, t)) / whole(t) - error),
        omega.head: Lambda((t, i), exp(state)),
        gamma.head: Lambda((t, i), state + pick(1, -1) * m * drift * error),
        Z.head: Lambda(t, whole(t + 1) / whole(t)),
        upsilon.head: Lambda(i, pick(upper, 1 - upper)),
        v(t, i).args[0]: Lambda((t, i), axes),
        u(t, i).args[0]: Lambda((t, i), Tuple(*(S(length) * part for part in axes))),
        z(i).args[0]: Lambda(i, axes),
        eta: rate,
        r: width,
    }


def adaptively(values: dict[Any, Any]) -> list[Theorem]:
    """What the schemas of a claim say at an instance of `adaptive`."""
    trials = int(values[T])
    orthonormal, parseval = axes_are_orthonormal()
    sides = [
        each(ge(pick(HALF, -HALF), -HALF), [i], terms=lambda: [(1, 2 - i)]),
        each(ge(HALF, pick(HALF, -HALF)), [i], terms=lambda: [(1, i - 1)]),
    ]
    w, g, whole = values[omega.head], values[gamma.head], values[Z.head]
    after = each(eq(w(t + 1, k), exp(g(t, k)) / whole(t)), [k])
    upper = values[upsilon.head](1)
    above = each(gt(values[upsilon.head](i), 0), [i], terms=lambda: [(upper, 2 - i), (1 - upper, i - 1)])
    trivial = combine(eq(_X**2, _X**2), [])
    once = [orthonormal, parseval, *sides, after, trivial]
    twice = [during(f, trials + 1) for f in (orthonormal, parseval)]
    return [orthonormal, parseval, above, *twice, *(during(f, trials) for f in once)]

"""What the proofs about EG and EG± share: totals of exponentials, how they grow, and cross-entropies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from sympy import Add, Expr, KroneckerDelta, Lambda, Sum, Symbol, exp, log

from verify.audit import (
    Deriv, Theorem, above_tangent, assume, at, certify, combine, eq, family, follows, forall, ge, gt, instantiate,
    integer, le, positive, real, telescope,
)  # fmt: skip
from verify.language.terms import Relation
from verify.prover.proving import certificate

i, p, n = integer("i p n")
s, r, y = real("s r y")
u, fallen, gain, miss = real("u f g m")
size = positive("X")
theta, tau, x = family("θ"), family("τ"), family("x")
later_theta, later_tau = family("θ₊"), family("τ₊")
share_theta, share_tau = family("p"), family("q")

Parameters = Callable[[Any], Any]
"""One parameter for each input."""
Part = tuple[Parameters, int]
"""Parameters, and the sign ±1 with which their inputs enter."""
Parts = tuple[Part, ...]

SOME, SMALL = ge(n, 1), forall(i, ge(size**2, x(i) ** 2), [ge(i, 1), ge(n, i)])
ONE_SIGN: Parts = ((theta, 1),)
BOTH_SIGNS: Parts = ((theta, 1), (tau, -1))
LATER, SHARES = [later_theta, later_tau], [share_theta, share_tau]


def over_inputs(term: Any, index: Any = i) -> Expr:
    """The sum over the n inputs."""
    return Sum(term, (index, 1, n))


def total(parts: Parts, index: Any = i) -> Expr:
    """Σ e^{θ_i}, over all parameters."""
    return over_inputs(Add(*(exp(parameters(index)) for parameters, _ in parts)), index)


def prediction(parts: Parts, data: Parameters) -> Expr:
    """ω·x for the weights ω = σ(θ) of all parameters."""
    weights = [sign * exp(parameters(i)) / total(parts, p) * data(i) for parameters, sign in parts]
    return over_inputs(Add(*weights))


def shifted(parts: Parts, step: Any) -> Parts:
    """The parameters θ − step·x."""

    def moved(parameters: Parameters, sign: int) -> Parameters:
        return lambda index: parameters(index) - sign * step * x(index)

    return tuple((moved(parameters, sign), sign) for parameters, sign in parts)


@cache
def growth(parts: Parts) -> Theorem:
    """ln Σ e^{θ_i − yx_i} ≤ ln Σ e^{θ_i} − yω·x + y²X²/2, where |x_i| ≤ X: the second derivative is a variance."""
    some = assume(SOME)
    f = Lambda(s, size**2 * y**2 * s**2 / 2 - log(total(shifted(parts, s * y))))

    def convex(goal: Relation, s: Symbol) -> Theorem:
        here = shifted(parts, s * y)
        small = at(SMALL, i)
        each = [follows(ge(exp(q(i)) * (size**2 - x(i) ** 2), 0), small) for q, _ in here]
        added = [telescope(theorem, i, 1, n) for theorem in each]
        slope = Deriv(log(total(shifted(parts, r * y))), r, s)
        terms = [(y**2 / total(here), theorem) for theorem in added]
        return combine(goal, [*terms, (1, slope**2)], facts=[some])

    above = above_tangent(f, 0, 1, convex, discharge=[some])
    goal = le(log(total(shifted(parts, y))), log(total(parts)) - y * prediction(parts, x) + y**2 * size**2 / 2)
    return follows(goal, above, some)


@cache
def below_total(parts: Parts, one: int) -> Theorem:
    """θ_i ≤ ln Σ e^{θ_j} for parameters of the part with this number, 1 ≤ i ≤ n."""
    rest = [(1 - KroneckerDelta(i, p) * int(number == one)) * exp(q(p)) for number, (q, _) in enumerate(parts)]
    here, whole = exp(parts[one][0](i)), total(parts, p)
    each = follows(ge(Add(*rest), 0), rest)
    larger = follows(ge(whole, here), telescope(each, p, 1, n), ge(i, 1), ge(n, i))
    some = follows(SOME, ge(n, i), ge(i, 1))
    logarithm = certify(certificate(le(log(u), 0), [gt(u, 0), le(u, 1)]))
    ratio = here / whole
    inside = [
        follows(gt(ratio, 0), ratio, some),
        follows(le(ratio, 1), larger, some),
    ]
    below = instantiate(logarithm, {u: ratio}, [*inside, some])
    return follows(le(parts[one][0](i), log(whole)), below, some)


def cross_entropy(parts: Parts, shares: Sequence[Parameters]) -> Expr:
    """−Σ ω⋆_i ln ω_i for ω = σ(θ): ln Σ e^{θ_i} − ω⋆·θ, for shares ω⋆ with sum one."""
    weighted = [share(i) * parameters(i) for share, (parameters, _) in zip(shares, parts, strict=True)]
    return log(total(parts)) - over_inputs(Add(*weighted))


@cache
def fall(parts: Parts) -> Theorem:
    """How the cross-entropy falls when θ₊ = θ − yx: by y(ω·x − ω⋆·x) − y²X²/2 at least."""
    after = LATER[: len(parts)]
    shares = SHARES[: len(parts)]
    row = [ge(i, 1), ge(n, i)]
    moved = [
        forall(i, eq(new(i), parameters(i) - sign * y * x(i)), row)
        for new, (parameters, sign) in zip(after, parts, strict=True)
    ]
    new = tuple((parameters, sign) for parameters, (_, sign) in zip(after, parts, strict=True))
    weighted = over_inputs(Add(*(sign * share(i) * x(i) for share, (_, sign) in zip(shares, parts, strict=True))))
    least = y * (prediction(parts, x) - weighted) - y**2 * size**2 / 2
    goal = ge(cross_entropy(parts, shares) - cross_entropy(new, shares), least)
    return follows(goal, growth(parts), SOME, using=moved)


def paid(values: Sequence[Any], known: Sequence[Theorem], rate: Any, largest: Any, factor: Any) -> Theorem:
    """factor·X²f ≥ ½m², where f ≥ ηmg − ½(ηm)²X² and g = m.

    Args:
        values: f, g and m; long sums, which are put in at the end.
        known: the two theorems about them.
        rate: η. largest: X. factor: such that factor·X²(η − ½η²X²) is at least ½.
    """
    scale = factor * largest**2
    falls = assume(ge(fallen, rate * miss * gain - (rate * miss) ** 2 * largest**2 / 2))
    goal = ge(scale * fallen, miss**2 / 2)
    step = follows(goal, falls, miss**2, using=[eq(gain, miss)])
    return instantiate(step, dict(zip((fallen, gain, miss), values, strict=True)), known)

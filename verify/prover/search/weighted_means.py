"""Products of powers between weighted means: 1/Σ(wᵢ/uᵢ) ≤ ∏ uᵢ^wᵢ ≤ Σ wᵢuᵢ, with weights wᵢ ≥ 0 that add up to 1.

What is left of 1 is the weight of a base 1, so that Bernoulli's inequality is a case: u^w ≤ 1 + w(u − 1).
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Add, Expr, Mul, Pow, S, Symbol

from verify.prover.goal import Goal
from verify.prover.search.factors import has_variables
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

_MOST_PRODUCTS = 6


def between(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = r + Σ c·∏ u^w with a mean for each product, the harmonic one where c > 0: what is left has no such powers.

    Where the exponents are no weights, 1 is below a product of bases that are at least 1, and 0 below any.
    """
    f = goal.shows.expr
    gaps: list[Expr] = []
    rest: Expr = S.Zero
    for term in Add.make_args(f) if samples.points else ():
        powers = [n for n in Mul.make_args(term) if has_variables(n)]
        if not powers:
            rest += term
            continue
        factor = Mul(*(n for n in Mul.make_args(term) if not has_variables(n)))
        signs = samples.signs(factor)
        mean = _mean(powers, samples, is_above=signs <= {-1, 0})
        if mean is None and signs <= {0, 1}:
            mean = S.One if _are_large(powers, samples) else S.Zero
        if mean is None or _has_bent_powers(factor) or signs >= {-1, 1}:
            return
        gaps.append(factor * (Mul(*powers) - mean))
        rest += factor * mean
    if 1 < len(gaps) <= _MOST_PRODUCTS or (gaps and not samples.are_equal(rest, S.Zero)):
        rest = sympy.factor(rest)
        terms = [*gaps, rest]
        positive = [n for n, term in enumerate(terms) if samples.signs(term) == {1}]
        positive.sort(key=lambda n: (not terms[n].is_Pow, -n))  # a power by itself has no zero
        if -1 not in samples.signs(rest) and (positive or not goal.shows.strict):
            yield "sum", {"terms": terms, "strict": positive[0] if positive else 0}


def alone(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Logarithms of both sides of c·∏ u^w ≤ c·Σ wu: that a mean of logarithms is below the logarithm of the mean."""
    f = goal.shows.expr
    terms = [t for t in Add.make_args(f) if any(has_variables(n) for n in Mul.make_args(t))] if samples.points else []
    if len(terms) != 1 or goal.shows.strict or samples.signs(terms[0]) != {-1}:
        return
    powers = [n.as_base_exp() for n in Mul.make_args(terms[0]) if has_variables(n)]
    flat = [(u, v * w) for p, w in powers for u, v in (n.as_base_exp() for n in Mul.make_args(p))]
    factor = -Mul(*(n for n in Mul.make_args(terms[0]) if not has_variables(n)))
    left = sympy.cancel(S.One - Add(*(w for _, w in flat)))
    flat += [] if left == 0 else [(S.One, left)]
    if len(flat) > 1 and all(samples.signs(w) <= {0, 1} and samples.signs(u) == {1} for u, w in flat):
        mean = Add(*(w * u for u, w in flat))
        if samples.are_equal(f - terms[0], factor * mean):
            yield "logs", {"larger": factor * mean, "smaller": -terms[0]}


def _mean(powers: list[Expr], samples: Samples, *, is_above: bool) -> Expr | None:
    """A weighted mean of the bases, above or below; None where their exponents are no weights, as far as seen."""
    rows = [(n.base, n.exp) for n in powers if isinstance(n, Pow)]
    left = S.One - Add(*(w for _, w in rows))
    rows += [] if samples.are_equal(left, S.Zero) else [(S.One, left)]
    if not all(samples.signs(w) <= {0, 1} and samples.signs(u) == {1} for u, w in rows):
        return None
    return Add(*(w * u for u, w in rows)) if is_above else 1 / Add(*(w / u for u, w in rows))


def _are_large(powers: list[Expr], samples: Samples) -> bool:
    """Whether the product is at least 1, as each base is, and no exponent is negative."""
    rows = [n.as_base_exp() for n in powers]
    return all(samples.signs(w) <= {0, 1} and samples.signs(u - 1) <= {0, 1} for u, w in rows)


def by_size_of_exponents(goal: Goal, samples: Samples) -> Iterator[Move]:
    """A sum of powers of variables: whether an exponent is a weight, as one below 1, or not, by cases."""
    powers = sorted((n for n in goal.shows.expr.atoms(Pow) if has_variables(n)), key=str)
    if len(Add.make_args(goal.shows.expr)) > 2 and all(n.base.is_Symbol and n.exp.is_Symbol for n in powers):
        exponents: list[Symbol] = [n.exp for n in powers]
        yield from (("split", {"by": x - 1}) for x in exponents if samples.signs(x - 1) >= {-1, 1})


def _has_bent_powers(term: Expr) -> bool:
    """Whether a variable is in an exponent of the term."""
    return any(has_variables(n) for n in term.atoms(Pow))

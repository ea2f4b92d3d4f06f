"""The log-sum inequality: each logarithm of several beside one, whose weight is theirs together, by its tangent."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, product
from typing import Any

import sympy
from sympy import Add, Dummy, Expr, Poly, PolynomialError, S, log

from verify.prover.goal import Goal, Inequality
from verify.prover.search.equations import solved
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

_MOST_LOGARITHMS = 8
_MOST_WAYS = 800
"""Ways to say which logarithms are compared with which, that are looked at."""
_SMALL = 1e-12


def below_tangents_of_sums(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = R + Σ wᵢ(log xᵢ − log Mᵢ), where every M has the weights of its x together, or the same with a minus.

    As −log v ≥ 1 − v it is the sum of wᵢ(v − 1 − log v), v = Mᵢ/xᵢ or xᵢ/Mᵢ, and of R + Σ wᵢ(1 − v), in which no
    logarithm is left. So are Σ x log x, which bends upwards, entropies and products of powers seen to. If there is no
    such sum, w log u − w log v is taken for w log u/v, as it stands in relative entropies.
    """
    found = None if goal.shows.strict or not samples.points else _weights(goal.shows.expr)
    if found is None:
        return
    for is_of_quotients, sign in product((False, True), (1, -1)):
        weights = _of_quotients(found[0], sign, samples) if is_of_quotients else found[0]
        for rows, rest in _ways(weights, found[1], sign, samples) if weights else ():
            over = [(w, sympy.factor((mean / x) ** sign)) for w, x, mean in rows]
            level = sympy.factor(rest + Add(*(w * (1 - v) for w, v in over)))
            if -1 not in samples.signs(level):
                yield "sum", {"terms": [*(w * (v - 1 - log(v)) for w, v in over), level]}
                return


def below_tangents_of_powers(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = w·log M − Σ wᵢ·log xᵢ + R with a number w and wᵢ = r·uᵢ, Σ uᵢ = w, as Σ uᵢ(v − 1 − log v) + R + Σ uᵢ(1 − v).

    Here v is xᵢʳ/M, and M/xᵢʳ where all signs are turned. So do Rényi's divergences compare with that of Kullback and
    Leibler. Where the sign of a weight does not fit, log x is taken for −log 1/x.
    """
    found = None if goal.shows.strict or not samples.points else _weights(goal.shows.expr)
    if found is None:
        return
    weights, remainder = found
    for mean, w in weights.items():
        others = {x: c for x, c in weights.items() if x != mean} if w.is_Rational else {}
        signs = [samples.signs(-c / w) for c in others.values()]
        if not others or not all(s <= {0, 1} or s <= {-1, 0} for s in signs):
            continue
        rows = [(x, -c / w) if s <= {0, 1} else (1 / x, c / w) for (x, c), s in zip(others.items(), signs, strict=True)]
        total = Add(*(u for _, u in rows))
        r = sympy.cancel(total)
        if r.free_symbols and samples.ratio(total, S.One) is not None:
            yield from solved(goal, samples)  # an equation says what the weights add up to
            return
        if not (r.is_Rational and r.is_positive):
            continue
        over = [(abs(w) * u / r, (x**r / mean) ** sympy.sign(w)) for x, u in rows]
        level = remainder + Add(*(u * (1 - v) for u, v in over))
        if not samples.are_equal(level, S.Zero):
            continue
        positive = sympy.fraction(sympy.together(mean))[0]
        if positive.free_symbols and not positive.is_Symbol and Inequality(positive, True) not in goal.given:
            yield "rewrite", {"given": [*([g.expr, g.strict] for g in goal.given), [positive, True]]}
        else:
            yield "sum", {"terms": [*(u * (v - 1 - log(v)) for u, v in over), level]}
        return


def _of_quotients(weights: dict[Expr, Expr], sign: int, samples: Samples) -> dict[Expr, Expr] | None:
    """The weights of logarithms of quotients u/v in the place of those of u and v that are w and −w; `sign`·w ≥ 0."""
    found, pairs = dict(weights), 0
    for pair in combinations(weights, 2):
        u, v = pair if samples.signs(sign * weights[pair[0]]) <= {0, 1} else pair[::-1]
        if u in found and v in found and sympy.expand(weights[u] + weights[v]) == 0:
            found[sympy.cancel(u / v)] = found.pop(u)
            found.pop(v)
            pairs += 1
    return found if pairs else None


def _ways(
    weights: dict[Expr, Expr], rest: Expr, sign: int, samples: Samples
) -> Iterator[tuple[list[tuple[Expr, Expr, Expr]], Expr]]:
    """Rows of a weight, what its logarithm is taken of, and what that is compared with; and what is left.

    One of these two is 1 for some, as that has a logarithm too: for all that is compared with nothing else, and where a
    mean has more weight than what is compared with it. With `sign` −1 the logarithms of negative weight are several.
    """
    signs = {u: samples.signs(sign * w) for u, w in weights.items()}
    several = [u for u, s in signs.items() if s <= {0, 1}]
    means = [u for u, s in signs.items() if s <= {-1, 0}]
    if not means or len(several) < 2 or len(several) + len(means) < len(weights):
        return
    scales, rest = _scaled(means, weights, rest)
    if rest.has(log):
        return
    seen = {u: [v and sign * v for v in samples.values(w)] for u, w in weights.items()}
    for chosen in islice(product((*means, S.One), repeat=len(several)), _MOST_WAYS):
        pairs = list(zip(several, chosen, strict=True))
        if not all(_is_enough([seen[m], *(seen[x] for x, to in pairs if to == m)]) for m in means):
            continue
        beyond = {m: -sympy.expand(weights[m] + Add(*(weights[x] for x, to in pairs if to == m))) for m in means}
        if {*chosen} >= {*means} and all(-1 not in samples.signs(sign * w) for w in beyond.values()):
            rows = [(sign * weights[x], x, to * scales.get(to, S.One)) for x, to in pairs]
            yield rows + [(sign * w, S.One, m * scales[m]) for m, w in beyond.items() if w != 0], rest


def _is_enough(weights: list[list[Any]]) -> bool:
    """Whether a mean has as much weight as what is compared with it, which is of the other sign, at every sample."""
    return all(None not in row and sum(row) <= _SMALL for row in zip(*weights, strict=True))


def _scaled(means: list[Expr], weights: dict[Expr, Expr], rest: Expr) -> tuple[dict[Expr, Expr], Expr]:
    """By what each mean is to be multiplied so that its logarithm has those of numbers that stand apart, as S·log 3."""
    scales: dict[Expr, Expr] = dict.fromkeys(means, S.One)
    rest = sympy.expand(rest)
    for node in sorted(rest.atoms(log), key=str):
        factor = rest.coeff(node)
        ratios = ((m, sympy.cancel(factor / weights[m])) for m in means)
        for m, power in ((m, ratio) for m, ratio in ratios if ratio.is_Rational):
            scales[m] *= node.args[0] ** power
            rest = sympy.expand(rest - factor * node)
            break
    return scales, rest


def _weights(f: Expr) -> tuple[dict[Expr, Expr], Expr] | None:
    """The factor of each logarithm with variables, by what that is taken of, and the rest; None if it is not linear."""
    nodes = sorted((n for n in f.atoms(log) if n.free_symbols), key=str)
    if not 2 < len(nodes) <= _MOST_LOGARITHMS:
        return None
    places = [Dummy(real=True) for _ in nodes]
    try:
        poly = Poly(f.xreplace(dict(zip(nodes, places, strict=True))), *places)
    except PolynomialError:
        return None
    rest = poly.coeff_monomial(1)
    if poly.total_degree() != 1 or any(n.free_symbols for n in rest.atoms(log)):
        return None
    weights = {n.args[0]: poly.coeff_monomial(x) for n, x in zip(nodes, places, strict=True)}
    return weights, rest

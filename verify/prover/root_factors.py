"""Signs of the factors of what roots are taken of, by which the core sees that max(0, u) is u."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sympy import Expr, Poly, Pow, factor_list

from verify.prover import polynomial
from verify.prover.allowance import Allowance
from verify.prover.certificate import Certificate, Step
from verify.prover.goal import Goal, Inequality

_WORK, _MOST = 1.0, 4.0
"""For the sign of one factor, and for all of them."""


def signs_of_factors(certificates: Sequence[Certificate]) -> list[Certificate]:
    """Proofs that factors, not linear, of the polynomials under the roots of the goals are not negative.

    An odd root is read as max(0, u)^(1/n) − max(0, −u)^(1/n), and |u| is the product of the |p| of its factors p: of
    x³ + y³ it is plain that it is positive where x and y are, of its factor x² − xy + y² it is not.
    """
    found: list[Certificate] = []
    seen: set[Goal] = set()
    allowed = Allowance(_MOST)
    for goal in (c.goal for c in certificates):
        for factor in _factors((goal.shows.expr, *(g.expr for g in goal.given))):
            for term in (factor, -factor):
                asked = Goal(goal.variables, goal.given, Inequality(term, False))
                if asked in seen or allowed.is_over:
                    continue
                seen.add(asked)
                if (proof := polynomial.prove(asked, allowed.at_most(_WORK))) is not None:
                    found.append(Certificate(asked, Step("polynomial", {"method": proof[0], "data": proof[1]})))
    return found


def _factors(terms: Sequence[Expr]) -> Iterator[Expr]:
    for root in sorted({p for t in terms for p in t.atoms(Pow) if p.exp.is_Rational and not p.exp.is_Integer}, key=str):
        used = sorted(root.base.free_symbols, key=str)
        if used and root.base.is_polynomial(*used):
            yield from (p for p, _ in factor_list(root.base)[1] if Poly(p, *used).total_degree() > 1)

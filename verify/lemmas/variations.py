"""First variations: what starts at zero and is not negative does not start downwards."""

from __future__ import annotations

from sympy import Lambda, Symbol

from verify.author.kernel import Theorem, cite, generalize, identity, instantiate
from verify.axioms import SLOPE_AT_THE_END
from verify.language.terms import eq, ge, partial


def does_not_start_downwards(f: Lambda, above: Theorem, s: Symbol) -> Theorem:
    """f′(0) ≥ 0, where f(0) = 0, from a theorem that says of s, with 0 ≤ s ≤ 1, that f(s) ≥ 0.

    >>> does_not_start_downwards(Lambda(y, y**2), combine(ge(x**2, 0), [(1, x**2)]), x)
    <Theorem ⊢ d/dq[q**2]|q=0 ≥ 0>
    """
    start = identity(eq(f(0), 0))
    raised = generalize(above, [s], [ge(s, 0), ge(1, s)])
    return instantiate(cite(SLOPE_AT_THE_END), {partial("f"): f}, [start, raised])

"""Theorem 3 for the softmax transfer function: what follows from the constant c_σ = 1/4 of Example 6, which is 1/2."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, exp, log

from proofs.general_additive import c_softmax
from proofs.general_additive.algorithm import OUTPUTS, ROW, STANDARD_BASIS, Phi, e, j, k, rows
from proofs.general_additive.divergence import divergence
from proofs.general_additive.lemma_5 import B_BOUND, CONVEX_PSI, RULES
from verify.kernel import Theorem, assume, combine, generalize, identity, instantiate, telescope
from verify.terms import Inner, Vec, VecHead, eq, forall, ge, gt

u, v = Vec(VecHead("u"), OUTPUTS), Vec(VecHead("v"), OUTPUTS)


def mass(u: Any) -> Expr:
    """Σ exp u_j."""
    return rows(exp(Inner(u, e(j))))


def sigma(u: Any, j: Any) -> Expr:
    """σ_j(u) (4)."""
    return exp(Inner(u, e(j))) / mass(u)


POTENTIAL = forall(u, eq(Phi(u), log(mass(u))))
TRANSFER = forall([u, j], eq(Inner(Phi.gradient(u), e(j)), sigma(u, j)), ROW)
SEVERAL = ge(k, 2)
SOFTMAX = [POTENTIAL, TRANSFER, SEVERAL]
SETTING = [*RULES, CONVEX_PSI, B_BOUND, *SOFTMAX]


def some_mass(*over: Any) -> Theorem:
    """Σ exp u_j > 0."""
    positive = combine(gt(mass(u), 0), [(1, mass(u))], facts=[SEVERAL])
    return generalize(positive, [u, *over], ROW if over else [])


def image(u: Any) -> Theorem:
    """⟨φ(u), e_j⟩ = σ_j(u)."""
    return instantiate(assume(TRANSFER), [u, j], [some_mass(j), some_mass()])


def relative_entropy() -> Theorem:
    """Δ_Φ(u, v) = Σ σ_j(v) ln(σ_j(v)/σ_j(u))."""
    masses = [instantiate(some_mass(), [w]) for w in (u, v)]
    apart = log(mass(u)) - log(mass(v))
    here = sigma(v, j)
    term = identity(
        eq(here * log(here / sigma(u, j)), here * apart - Inner(u - v, e(j)) * Inner(Phi.gradient(v), e(j))),
        using=[image(v)],
        facts=masses,
    )
    added = telescope(term, j, 1, k)
    basis = instantiate(assume(STANDARD_BASIS), [u - v, Phi.gradient(v)])
    values = [instantiate(assume(POTENTIAL), [w], [some_mass()]) for w in (u, v)]
    goal = eq(divergence(Phi, u, v), rows(here * log(here / sigma(u, j))))
    return combine(goal, [(-1, added), (-1, basis)], using=values, facts=[SEVERAL, *masses])


def half_is_enough() -> Theorem:
    """‖φ(u) − φ(v)‖² ≤ Δ_Φ(u, v), for all activations: (29) with c = ½."""
    masses = [instantiate(some_mass(), [w]) for w in (u, v)]
    outputs = {family: Lambda(j, sigma(w, j)) for family, w in ((c_softmax.y, v), (c_softmax.x, u))}
    sums = [identity(eq(rows(sigma(w, j)), 1), facts=[SEVERAL, mass]) for w, mass in zip((u, v), masses, strict=True)]
    pinsker = c_softmax.C_SOFTMAX_REPAIRED.theorem(c_softmax.C_SOFTMAX_REPAIRED.states[0])
    there = instantiate(pinsker, {c_softmax.k: k} | outputs, [*sums, *masses])
    gap = Phi.gradient(u) - Phi.gradient(v)
    apart = (sigma(u, j) - sigma(v, j)) ** 2
    term = identity(eq(Inner(gap, e(j)) ** 2, apart), using=[image(u), image(v)], facts=masses)
    squares = instantiate(assume(STANDARD_BASIS), [gap, gap])
    goal = ge(divergence(Phi, u, v), Inner(gap, gap))
    return combine(
        goal,
        [(1, there), (1, relative_entropy()), (-1, squares), (-1, telescope(term, j, 1, k))],
        facts=[SEVERAL, *masses],
    )

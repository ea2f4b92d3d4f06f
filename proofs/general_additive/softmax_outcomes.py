"""Theorem 3 for the softmax transfer function with c = 1/2: outcomes in the closed simplex, such as one of k labels."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, Lambda, Rational, S, Sum, exp, log, sqrt

from proofs.general_additive import boundary_theorem, c_softmax, c_softmax_boundary, softmax_transfer
from proofs.general_additive._moves import B_BOUND, CONVEX_PSI, b, c
from proofs.general_additive._softmax_plane import softmax_plane
from proofs.general_additive.algorithm import (
    CONVEX, ROW, STANDARD_BASIS, TRIAL, Phi, a, away, e, j, k, length, rows, t, target, trials,
)  # fmt: skip
from proofs.general_additive.boundary_outcomes import RULES, offset, y
from proofs.general_additive.c_softmax_boundary import LABEL, conventions, conventions_met, entropies, loss_term, two
from proofs.general_additive.softmax_transfer import (
    HALF, SEVERAL, SLOWER, SOFTMAX, half_as_schema, image, mass, sigma, some_mass, u, v, with_constant,
)  # fmt: skip
from proofs.general_additive.theorem_3 import TUNED, K, R
from verify.audit import (
    Claim, Inner, Theorem, assume, at, combine, decided_by, eq, fails_as, fails_without, family, follows, forall,
    function, ge, generalize, identity, instantiate, le, telescope,
)  # fmt: skip

entropy = family("h")
OUTCOME = Inner(y(t), e(j))
NOT_NEGATIVE = forall([t, j], ge(OUTCOME, 0), [*TRIAL, *ROW])
WHOLE = forall(t, eq(rows(OUTCOME), 1), TRIAL)
CONVENTIONS = conventions(OUTCOME, entropy(t, j), [t, j], [*TRIAL, *ROW])
SETTING = [*RULES, CONVEX_PSI, B_BOUND, *SOFTMAX, NOT_NEGATIVE, WHOLE, *CONVENTIONS]


def share(activation: Any, t: Any, j: Any) -> Expr:
    """y_{t,j} ln(y_{t,j}/σ_j(a)), what output j adds to the loss."""
    return loss_term(Inner(y(t), e(j)), entropy(t, j), sigma(activation, j))


def loss(activation: Any, t: Any) -> Expr:
    """L_σ(y_t, σ(a)) = Σ_j y_{t,j} ln(y_{t,j}/σ_j(a))."""
    return rows(share(activation, t, j))


LOSS, COMPARED_LOSS = trials(loss(a(t), t)), trials(loss(target(t), t))
WITHIN = [le(COMPARED_LOSS, K), le(away(1), R)]
WHERE = {function("L")(t, j, u): share(u, t, j), **softmax_transfer.WHERE}
READING = (
    "As general_additive/theorem-3-{row}-boundary, for the softmax transfer function σ of k ≥ 2 outputs, ⟨φ(u), e_j⟩ = "
    "σ_j(u) = exp u_j/Σ exp u_i with the potential Φ(u) = ln Σ exp u_i. The outcomes y_t are in the closed simplex: "
    "y_{{t,j}} = ⟨y_t, e_j⟩ ≥ 0 with sum 1, such as one of k labels. L(t, j, u) is y_{{t,j}} ln(y_{{t,j}}/σ_j(u)), "
    "with h_{{t,j}} = y_{{t,j}} ln y_{{t,j}}, 0 where y_{{t,j}} = 0; b > 0 bounds ⟨Dψ(w)x_t, x_t⟩. "
)

FACTOR_2 = Claim(
    "general_additive/softmax-factor-2.repaired",
    at="(30), with c = 1/2 for softmax",
    says="Loss(GA, S) ≤ 2 Loss(ψ(Θ⋆), S) + 2bΔ_ψ(Θ_1, Θ⋆) for the softmax transfer function, y_t in the closed simplex",
    given=with_constant(SETTING, HALF, SLOWER),
    where=WHERE,
    states=le(LOSS, 2 * COMPARED_LOSS + 2 * b * away(1)),
    rests_on=["general_additive/theorem-3-factor-2-boundary", "general_additive/c-softmax-boundary"],
    repairs="general_additive/softmax-factor-2",
    reading=READING.format(row="factor-2") + "c = 1/2, and so η = 1/b.",
    loose="half of the second term will do: general_additive/theorem-3-factor-2-boundary.sharp with c = ½",
)

THEOREM_3_TUNED = Claim(
    "general_additive/softmax-tuned.repaired",
    at="(32), with c = 1/2 for softmax",
    says="Loss(GA, S) ≤ Loss(ψ(Θ⋆), S) + √(2KbR) + 2bR for the softmax transfer function, y_t in the closed simplex",
    given=with_constant([*SETTING, *WITHIN], HALF, TUNED),
    where=WHERE,
    states=le(LOSS, COMPARED_LOSS + sqrt(2 * K * b * R) + 2 * b * R),
    rests_on=["general_additive/theorem-3-tuned-boundary", "general_additive/c-softmax-boundary"],
    repairs="general_additive/softmax-tuned",
    reading=READING.format(row="tuned") + "c = 1/2 in the rate (31) and in the bound (32).",
    loose="a quarter of the last term will do: general_additive/theorem-3-best-rate-boundary with c = ½",
)


def outcome_rules() -> tuple[Theorem, list[Theorem]]:
    """Σ_j y_{t,j} = 1, and the rules of one outcome for each j."""
    whole = at(WHOLE, t)
    return whole, [generalize(at(f, t, j), [j], [*ROW, *f.given[4:]]) for f in (NOT_NEGATIVE, *CONVENTIONS)]


HEIGHT = Lambda(t, rows(entropy(t, j)))
"""h_t = Σ_j h_{t,j}."""


def in_activations(u: Any) -> Expr:
    """Φ(u) − ⟨u, y_t⟩ + h_t, the loss of general_additive/lemma-4-boundary."""
    return Phi(u) - Inner(u, y(t)) + HEIGHT(t)


def loss_in_activations() -> Theorem:
    """Σ_j L(t, j, u) = Φ(u) − ⟨u, y_t⟩ + h_t."""
    whole, _ = outcome_rules()
    heavy = instantiate(some_mass(), [u])
    linear = OUTCOME * (Inner(u, e(j)) - log(mass(u)))
    term = identity(eq(OUTCOME * log(sigma(u, j)), linear), facts=[heavy])
    value = at(SOFTMAX[0], u, by=[some_mass()])
    basis = at(STANDARD_BASIS, u, y(t))
    return follows(eq(loss(u, t), in_activations(u)), telescope(term, j, 1, k), basis, value, whole, SEVERAL, heavy)


def half_is_enough() -> Theorem:
    """‖φ(u) − y_t‖² ≤ Σ_j L(t, j, u): C_BOUND with c = ½."""
    heavy = instantiate(some_mass(), [u])
    whole, rules = outcome_rules()
    sums = identity(eq(rows(sigma(u, j)), 1), facts=[SEVERAL, heavy])
    general = c_softmax_boundary.C_SOFTMAX_BOUNDARY
    values = {
        c_softmax.k: k,
        c_softmax_boundary.y: Lambda(j, OUTCOME),
        c_softmax.x: Lambda(j, sigma(u, j)),
        c_softmax_boundary.entropy: Lambda(j, entropy(t, j)),
    }
    there = instantiate(general.theorem(general.states[0]), values, [whole, sums, heavy, *rules])
    gap = Phi.gradient(u) - y(t)
    term = identity(eq(Inner(gap, e(j)) ** 2, (OUTCOME - sigma(u, j)) ** 2), using=[image(u)], facts=[heavy])
    squares = at(STANDARD_BASIS, gap, gap)
    return follows(
        ge(2 * HALF * in_activations(u), Inner(gap, gap)),
        there,
        loss_in_activations(),
        squares,
        telescope(term, j, 1, k),
        SEVERAL,
        heavy,
    )


@cache
def specialised(theorem: Theorem) -> Theorem:
    """A bound for outcomes on the boundary, for softmax and c = ½."""
    tangent = instantiate(half_as_schema(), [u, v])
    gap = Phi.gradient(u) - Phi.gradient(v)
    convex = generalize(follows(CONVEX.body, tangent, Inner(gap, gap)), [u, v])
    bounded = generalize(half_is_enough(), [t, u], TRIAL)
    return instantiate(instantiate(theorem, {offset: HEIGHT, c: HALF}), {}, [bounded, convex])


def same_loss(activation: Any) -> Theorem:
    """Both forms of the loss, summed over the trials."""
    return telescope(instantiate(loss_in_activations(), {u: activation(t)}), t, 1, length)


@FACTOR_2.proof
def with_the_right_constant(claim: Claim) -> Theorem:
    """(30) on the boundary, with c = ½."""
    general = boundary_theorem.FACTOR_2
    bound = specialised(general.theorem(general.states[0]))
    return follows(claim.states[0], bound, same_loss(a), same_loss(target), ge(length, 0))


@THEOREM_3_TUNED.proof
def tuned_with_the_right_constant(claim: Claim) -> Theorem:
    """(32) on the boundary, with c = ½."""
    general = boundary_theorem.THEOREM_3_TUNED
    bound, same = specialised(general.theorem(general.states[0])), same_loss(target)
    least = [(1, assume(WITHIN[0]))]
    within = combine(le(trials(in_activations(target(t))), K), [*least, (1, same)], facts=[ge(length, 0)])
    there = instantiate(bound, {}, [within])
    return follows(claim.states[0], there, same_loss(a), same, ge(length, 0))


# --- two outputs ---------------------------------------------------------------------------------------------------


def one_trial(
    rate: Any, outcome: tuple[Any, Any], values: tuple[Any, Any] | None = None, **constants: Any
) -> dict[str, Any]:
    """From the activations (1/10, −1/10), with the comparator 0 and one unit input; h as it should be, or not."""
    heights, start = values or entropies(outcome), Rational(1, 10)
    path = start - (t - 1) * rate * (1 / (1 + exp(-2 * start)) - outcome[0])
    place = {b: 1, entropy: Lambda((t, j), two(heights, j))}
    place |= {{"K": K, "R": R}[name]: value for name, value in constants.items()}
    found = softmax_plane(path, S.Zero, outcome, rate, 1, values=place)
    trial, row = [ge(t, 1), ge(1, t)], [ge(j, 1), ge(2, j)]

    def met() -> list[Theorem]:
        signs = combine(ge(two(outcome, j), 0), [(outcome[0], 2 - j), (outcome[1], j - 1)], facts=row)
        whole = identity(eq(Sum(two(outcome, j), (j, 1, 2)), 1))
        return [
            *found["discharge"](),
            generalize(signs, [t, j], [*trial, *row]),
            generalize(whole, [t], trial),
            *conventions_met(outcome, heights, j, [t, j], [*trial, *row]),
        ]

    return {"at": found["at"], "discharge": met}


UNEVEN, EVEN = (Rational(1, 3), Rational(2, 3)), (HALF, HALF)


fails_as(FACTOR_2,
    ("constant", le(LOSS, COMPARED_LOSS + 2 * b * away(1)), "Loss(ψ(Θ⋆), S) in place of twice that.",
        one_trial(1, UNEVEN)),
    ("constant", le(LOSS, 2 * COMPARED_LOSS + b * away(1) / 4), "¼bΔ in place of 2bΔ.", one_trial(1, EVEN)),
    ("constant", le(LOSS, COMPARED_LOSS / 2 + 2 * b * away(1)), "Half of Loss(ψ(Θ⋆), S), for a label.",
        one_trial(1, LABEL)),
    ("sign", le(LOSS, 2 * COMPARED_LOSS - 2 * b * away(1)), "−2bΔ.", one_trial(1, EVEN)),
)  # fmt: skip


fails_without(FACTOR_2, (CONVENTIONS[1], "0 ln 0 may be −5.", one_trial(1, LABEL, (S.Zero, -S(5)))))


ONE_OUTPUT = "with one output y = ŷ = 1 and nothing is lost: true as well"


fails_without(FACTOR_2, (SEVERAL, "k may be 1.", decided_by(undecided=ONE_OUTPUT)))


ROOM = {"K": Rational(3, 25), "R": Rational(1, 100)}
"""bcR/K = 1/24, so that (31) is 1/3 for c = 1/2."""


fails_as(THEOREM_3_TUNED,
    ("constant", le(LOSS, COMPARED_LOSS + 2 * b * R), "The term √(2KbR) is left out.",
        one_trial(Rational(1, 3), UNEVEN, **ROOM)),
    ("sign", le(LOSS, COMPARED_LOSS - sqrt(2 * K * b * R) + 2 * b * R), "−√(2KbR).",
        one_trial(Rational(1, 3), UNEVEN, **ROOM)),
)  # fmt: skip

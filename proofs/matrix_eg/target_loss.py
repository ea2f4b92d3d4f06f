"""Section 5: the loss of the target matrix, Σ y_t²/4 for the X_t as printed."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, Lambda, Sum

from proofs.matrix_eg import LOST
from proofs.matrix_eg.distance_instance import (
    HALF, HALVES, INSTANCE_REPAIRED, PLACES, a, b, mass, squared_distance, trace,
)  # fmt: skip
from verify.audit import (
    Claim, Theorem, assume, at, combine, eq, fails_as, fails_without, family, forall, ge, instantiate, integer, ne,
    substitute, telescope, witness,
)  # fmt: skip

t, T = integer("t T")
pair_a, pair_b = family("a", integer=True), family("b", integer=True)
label = family("y")


def of_trial(term: Any) -> Any:
    """The term for the objects a_t and b_t."""
    return substitute(term, {a: pair_a(t), b: pair_b(t)})


ROUND = [ge(t, 1), ge(T, t)]
WITHIN = [forall(t, of_trial(f), ROUND) for f in PLACES]
SEEN = [*WITHIN, forall(t, of_trial(ne(a, b)), ROUND)]
FROM_THE_TARGET = forall(t, eq(label(t), of_trial(squared_distance())), ROUND)


def loss(size: Any = HALF) -> Expr:
    """L_U(S), for the X_t with the entries ±size."""
    return Sum((of_trial(trace(size)) - label(t)) ** 2, (t, 1, T))


TARGET = Claim(
    "matrix_eg/target-loss",
    at="section 5",
    printed=(
        "When the comparison matrix U is set to the target matrix, L_U(S) = 0 and ℓ_max = 0, because all the distance "
        "examples are derived from the target matrix"
    ),
    given=[*SEEN, eq(mass(), 1), FROM_THE_TARGET],
    reconstructed=True,
    states=eq(loss(), 0),
    face_of="matrix_eg/distance-instance",
    reading=LOST
    + (
        "[U]_ij = ⟨x_i, x_j⟩ is the target, of trace one, y_t = ‖x_{a_t} − x_{b_t}‖² the squared distance of two of "
        "the d objects in the feature space, as the distance example at time t is said to be, and X_t is as printed. "
        "L_U(S) = Σ_{t≤T} (tr(UX_t) − y_t)²."
    ),
)

TARGET_REPAIRED = Claim(
    "matrix_eg/target-loss.repaired",
    at="section 5",
    says="L_U(S) = Σ y_t²/4 for the X_t as printed, and 0 for the entries ±1 in the place of ±0.5",
    given=[*WITHIN, FROM_THE_TARGET],
    states=[eq(loss(), Sum(label(t) ** 2, (t, 1, T)) / 4), eq(loss(1), 0)],
    repairs="matrix_eg/target-loss",
    rests_on=["matrix_eg/distance-instance.repaired"],
    reading=(
        "U is the target, y_t = ‖x_{a_t} − x_{b_t}‖² with its points, and tr(UX_t) = y_t/2 for the printed X_t. "
        "L_U(S) = 0 for labels y_t/2 too, with which the printed X_t and η = 2 go together."
    ),
)


def one_trial(labelled: Any = 1) -> dict[str, Any]:
    """U = I/2, x_1 = e_1/√2 and x_2 = e_2/√2, and one trial, with these two objects."""
    at = {name: value for name, value in HALVES.items() if name not in (a, b)}
    at |= {T: 1, pair_a.head: Lambda(t, 1), pair_b.head: Lambda(t, 2), label.head: Lambda(t, labelled)}
    return {"at": at, "discharge": list}


@TARGET.counterexample
def one_pair(claim: Claim) -> Theorem:
    """U = I/2, x_1 = e_1/√2 and x_2 = e_2/√2, one trial: y = 1, tr(UX) = ½, and L_U = ¼."""
    return witness(list(claim.given), claim.states[0], one_trial()["at"])


@TARGET_REPAIRED.proof
def trial_by_trial(claim: Claim) -> list[Theorem]:
    """tr(UX_t) is half the squared distance, or the whole, and y_t is the squared distance."""
    inside = [assume(f) for f in ROUND]
    objects = [at(f, t, by=inside) for f in claim.given if f in WITHIN]
    exact = [at(f, t, by=inside) for f in claim.given if f == FROM_THE_TARGET]
    found = []
    for goal, state, share in zip(claim.states, INSTANCE_REPAIRED.states, (HALF, Integer(1)), strict=True):
        traced = instantiate(INSTANCE_REPAIRED.theorem(state), {a: pair_a(t), b: pair_b(t)}, objects)
        whole = share * label(t)
        term = traced.conclusion.lhs
        same = combine(eq(term, whole), [(1, traced), *((-share, f) for f in exact)])
        missed = combine(eq((term - label(t)) ** 2, (whole - label(t)) ** 2), [(term + whole - 2 * label(t), same)])
        found.append(combine(goal, [(1, telescope(missed, t, 1, T))]))
    return found


STARTED = TARGET_REPAIRED.states[0]

fails_as(TARGET_REPAIRED,
    ("constant", {STARTED: eq(STARTED.lhs, STARTED.rhs / 2)}, "Σ y_t²/8.", one_trial()),
    ("sign", {STARTED: eq(STARTED.lhs, -STARTED.rhs)}, "−Σ y_t²/4.", one_trial()),
)  # fmt: skip
fails_without(TARGET_REPAIRED, (FROM_THE_TARGET, "The labels may be anything.", one_trial(2)))

"""One round of projected OGD on a line, in numbers: what it loses against the plane, about 1/(2t)."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Rational, sqrt

from proofs.gradient_descent.ogd_setting import t
from verify.audit import Theorem, cases, combine, ge, gt, instantiate, le, real

D, Q, b, k = real("D Q b k")
"""‖w_t − u‖, ‖w_{t+1} − u‖², ⟨w′_{t+1} − w_t, w_t − u⟩ and ‖w′_{t+1} − w_t‖ for U = 1."""

STEP = sqrt(2) / sqrt(t)
"""The longest step of round t."""

ABOVE, BELOW = sqrt(t + Rational(1, 2)), sqrt(t - Rational(1, 2))
"""The weights of 4 − ‖w_{t+1} − u‖² and of 4 − ‖w_t − u‖², where the telescope for (8) has √t and √(t − 1)."""

FIRST = ge(t, 1)
GAIN = (ABOVE * (4 - Q) - BELOW * (4 - D**2)) / (2 * sqrt(2))
GOAL = le(-b * sqrt(t) / sqrt(2), GAIN + 1 / (sqrt(2) * sqrt(t)) - 1 / (2 * t) + 5 / (16 * sqrt(2) * t * sqrt(t)))


def _later() -> Theorem:
    """√t ≥ 1."""
    return combine(ge(sqrt(t) - 1, 0), [(1 / (sqrt(t) + 1), FIRST)], facts=[FIRST])


def _weights() -> list[tuple[Any, Any]]:
    """√t lies between the weights, by 1/(4√t) from each of them, but for 1/(32t√t)."""
    root = sqrt(t)
    rest = 1 / (32 * t * root)
    slack = (Rational(1, 2) + root / (root + ABOVE)) / (32 * t * root * (root + ABOVE) ** 2)
    up = combine(ge(ABOVE - root - 1 / (4 * root) + rest, 0), [(slack, 1)], facts=[FIRST])
    slack = 1 / (8 * root * (root + BELOW) ** 2)
    down = combine(ge(root - BELOW - 1 / (4 * root), 0), [(slack, 1)], facts=[FIRST])
    near = combine(ge(4 - D**2, 0), [(2 + D, ge(2, D))], facts=[ge(D, 0)])
    far = combine(ge(4 - Q, 0), [(1, ge(4, Q))])
    products = [combine(ge(weight * term, 0), [(one, other)]) for weight, term, one, other in (
        (ABOVE - root - 1 / (4 * root) + rest, 4 - Q, up, far), (root - BELOW - 1 / (4 * root), 4 - D**2, down, near)
    )]  # fmt: skip
    return [*((1 / (2 * sqrt(2)), known) for known in products), (rest / (2 * sqrt(2)), ge(Q, 0))]


def _concluded(terms: list[tuple[Any, Any]]) -> Theorem:
    """The goal from slacks of the goal times 2√2√t, in which the weights are √t + 1/(4√t) and √t − 1/(4√t)."""
    unit = 1 / (2 * sqrt(2) * sqrt(t))
    made = combine(GOAL, [*_weights(), *((unit * factor, slack) for factor, slack in terms)], facts=[FIRST])
    return instantiate(made, {}, [combine(gt(t, 0), [(1, FIRST), (1, 1)])])


def _within(length: Any, positive: Theorem, short: Theorem) -> list[tuple[Any, Any]]:
    """(s − k)(t(s + k) − 1) + (s² − k²)/4 ≥ 0 for a length k between 0 and the longest step s."""
    both = combine(ge(STEP + length, 0), [(1, positive), (STEP, 1)], facts=[FIRST])
    long = combine(
        ge(t * (STEP + length) - 1, 0), [(sqrt(2), _later()), (sqrt(2) - 1, 1), (t, positive)], facts=[FIRST]
    )
    spare = combine(ge((STEP - length) * (t * (STEP + length) - 1), 0), [(short, long)])
    squares = combine(ge(STEP**2 - length**2, 0), [(both, short)], facts=[FIRST])
    return [(1, spare), (Rational(1, 4), squares)]


@cache
def one_round(side: int) -> Theorem:
    """The goal, for a step towards u (−1), where −b = Dk on a line, or away from it (1), where b = Dk."""
    near, further = (combine(ge(term, 0), [(1, f)]) for term, f in ((2 - D, ge(2, D)), (k, ge(k, 0))))
    short = combine(ge(STEP - k, 0), [(1, ge(STEP, k))])
    to_q = (t + Rational(1, 4), ge(D**2 + k**2 + 2 * b, Q))
    stays = [to_q, *_within(k, further, short)]
    if side < 0:
        room = combine(
            ge(2 + D - k, 0), [(1, ge(STEP, k)), (1, ge(D, 0)), (2 - sqrt(2), 1), (STEP, _later())], facts=[FIRST]
        )
        least = combine(ge((2 - D) * (2 + D - k), 0), [(near, room)])
        return _concluded([*stays, (Rational(1, 2), least), (Rational(1, 2), ge(-b, D * k))])
    inside, outside = ge(2 - D - k, 0), ge(D + k - 2, 0)
    least = combine(ge((2 + D) * (2 - D - k), 0), [(2 + D, inside)], facts=[ge(D, 0)])
    kept = _concluded([*stays, (Rational(1, 2), least), (Rational(1, 2), ge(D * k, b))])
    reached = combine(ge(STEP - (2 - D), 0), [(1, short), (1, outside)])
    beyond = combine(ge(D * (k - (2 - D)), 0), [(D, outside)], facts=[ge(D, 0)])
    terms = [(t + Rational(1, 4), ge(4, Q)), *_within(2 - D, near, reached), (2 * t, ge(b, D * k)), (2 * t, beyond)]
    return cases([kept, _concluded(terms)], [inside, outside])

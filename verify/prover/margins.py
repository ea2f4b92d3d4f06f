"""How far the covers of a certificate stay from what they exclude."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from fractions import Fraction

from verify.balls.arithmetic import Arb
from verify.prover.certificate import Certificate, Step, reduce
from verify.prover.goal import Goal
from verify.prover.rejected import Rejected
from verify.prover.rules.boxes import Cover

_DIGITS = 10


def margin(certificate: Certificate) -> str | None:
    """The least margin of its covers in Arb, rounded down to ten digits.

    None without a cover, and for one that the core took when it was made finer, as the prover does not say how finely.
    """
    return _margin(certificate.goal, certificate.proof) if certificate.boxes else None


@functools.cache
def _margin(goal: Goal, step: Step) -> str | None:
    try:
        found = min(_margins(goal, step), default=None)
    except Rejected:
        return None
    return None if found is None else rounded_down(found)


def _margins(goal: Goal, step: Step) -> Iterator[Fraction]:
    if step.rule == "boxes":
        cover = Cover(goal, {**step.data, "margin": {}}, Arb)
        cover.check_tree()
        left = cover.left()
        if cover.least is not None:
            yield cover.least
    else:
        left = reduce(goal, step.rule, step.data, Arb)
    for part, proof in zip(left, step.parts, strict=True):
        yield from _margins(part, proof)


def rounded_down(value: Fraction) -> str:
    """A decimal number of ten digits, not above the value."""
    if value == 0:
        return "0"
    exponent = len(str(abs(value.numerator))) - len(str(value.denominator)) - _DIGITS
    scaled = value / Fraction(10) ** exponent
    return f"{scaled.numerator // scaled.denominator}e{exponent}"

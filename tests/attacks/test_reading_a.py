"""Ways in which the core proved what is false, found by a further reading: each step that was false is refused.

The premises of that step are accepted, and beside it, where there is one at hand, so is a neighbour that is true.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.attacks.steps import I, S, eq, real, term, whole
from tests.attacks.test_readings import i, x
from verify.core import kernel
from verify.core.nodes import Refused


def test_no_value_is_given_to_what_a_sum_or_integral_binds():
    """With 0 for the inner name of the variable that it binds, ∫₀¹ x dx = 1/2 was refuted: it was read as ∫₀¹ 0 dx."""
    area, count = eq(I(x, x, 0, 1), Fraction(1, 2)), eq(S(i, i, 1, 3), 6)
    for inner in (real("~1"), real("!1"), real("?0"), whole("~1")):
        for states in (area, count):
            with pytest.raises(Refused):
                kernel.witness([], states, {inner: term(0)})
    wrong = eq(S(i, i, 1, 3), x)
    kernel.refutes(kernel.witness([], wrong, {x: term(5)}), [], wrong)

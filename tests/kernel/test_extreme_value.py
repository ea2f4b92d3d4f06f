"""The extreme value theorem is of no use for a function that is not differentiable on the whole interval."""

import pytest
from sympy import Abs, Lambda, log, tan

from verify.author.kernel import KernelError, cite, generalize, identity, instantiate
from verify.axioms import EXTREME_VALUE
from verify.language.terms import Deriv, ForAll, eq, ge, partial, real

x, y, a, b, z = real("x y a b z")
ENDS = {a: -1, b: 2, z: -1}


@pytest.mark.parametrize("term", [1 / x, log(x), tan(x), Abs(x)])
def test_that_the_function_is_differentiable_stays_a_hypothesis(term):
    theorem = instantiate(cite(EXTREME_VALUE), {partial("f"): Lambda(x, term), **ENDS})
    assert any(isinstance(h, ForAll) and h.body == eq(h.body.lhs, h.body.lhs) for h in theorem.hypotheses)
    slope = Deriv(term.subs(x, y), y, x)
    with pytest.raises(KernelError, match="variable to be bound"):
        generalize(identity(eq(slope, slope)), [x], [ge(x, -1), ge(2, x)])


def test_a_differentiable_function_leaves_its_least_value_to_be_used():
    theorem = instantiate(cite(EXTREME_VALUE), {partial("f"): Lambda(x, x**2), **ENDS})
    assert len(theorem.hypotheses) == 1

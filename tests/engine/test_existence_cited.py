"""A claim that something exists is cited where an axiom it rests on says that the same exists."""

from types import SimpleNamespace

import pytest

from verify.axioms import KILLING_HOPF, isometric_link, link_of
from verify.language.exists import AT_LEAST_NOTHING, exists
from verify.language.terms import VecHead
from verify.verdicts.evidence import _only_cites

F, DF = VecHead("h"), VecHead("Dh")


@pytest.mark.parametrize(("there_is", "is_cited"), [(isometric_link(F, DF), True), (link_of(F, DF), False)])
def test_what_exists_is_compared_and_not_only_that_something_does(there_is, is_cited):
    theorem = SimpleNamespace(
        rule="instantiate", axioms=[KILLING_HOPF], hypotheses=[exists([F, DF], [there_is]).promise]
    )
    assert _only_cites(theorem, AT_LEAST_NOTHING) is is_cited

"""What is false is refused, its true neighbours are accepted; and the false ones are false in some exact model."""

import pytest

from tests.attacks.models import falsifies, hole
from tests.attacks.table_false import FALSE
from tests.attacks.table_true import TRUE
from tests.sampling import every
from verify.core.nodes import Refused


@pytest.mark.parametrize("name", FALSE)
def test_refused(name):
    with pytest.raises(Refused):
        FALSE[name].run()


@pytest.mark.parametrize("name", TRUE)
def test_accepted(name):
    theorem = TRUE[name].run()
    hypotheses, conclusion = TRUE[name].sequent()
    assert theorem.conclusion is conclusion
    assert set(theorem.hypotheses) <= set(hypotheses)
    assert not hole(theorem, range(20)).fault


def test_the_tables_are_large_enough():
    assert len(FALSE) >= 150
    assert len(TRUE) >= 60


@pytest.mark.parametrize("step", every(2, [5, 1]))
def test_models_falsify_most_of_what_is_false(step):
    """The models are sharp: they see most of the false steps without being told what is wrong."""
    seen = 0
    tried = list(FALSE.values())[::step]
    for false in tried:
        try:
            hypotheses, conclusion = false.sequent()
        except Refused:
            continue
        seen += any(falsifies(hypotheses, conclusion, seed)[2] for seed in range(60))
    assert seen >= 0.8 * len(tried)

"""Random applications of the rules, and random terms, against exact models; the benchmark core_fuzz does more."""

import pytest

from tests.attacks.fuzz import applications, terms_against_models
from tests.sampling import amounts

RULES = ("identity", "combine", "instantiate", "generalize", "cases", "induct", "telescope")


@pytest.mark.parametrize("many", amounts(1_500, 5_000))
def test_no_theorem_fails_in_a_model(many):
    tally = applications(many, seed=20, tries=10, gaps=False)
    assert not tally.holes, tally.holes[:3]
    assert tally.counts["accepted"] > 0.2 * many
    assert tally.counts["tested"] > 0.8 * tally.counts["accepted"]
    assert tally.counts["claims"] > 0.03 * many
    for rule in RULES:
        assert tally.counts[f"{rule}: tested"], rule


@pytest.mark.parametrize("many", amounts(1_500, 4_000))
def test_no_theorem_about_what_need_not_be_defined_fails_in_a_model(many):
    tally = applications(many, seed=24, tries=10, gaps=True)
    assert not tally.holes, tally.holes[:3]
    assert tally.counts["accepted"] > 0.4 * many
    assert tally.counts["tested"] > 0.6 * tally.counts["accepted"]
    assert tally.counts["tested with gaps"] > 0.04 * many
    assert tally.counts["claims"] > 0.08 * many
    for rule in RULES:  # with most other seeds there is no induction among the first
        assert tally.counts[f"{rule}: tested"], rule


@pytest.mark.parametrize("many", amounts(250, 1_000))
def test_terms_have_the_values_that_the_core_says(many):
    tally = terms_against_models(many, seed=20)
    assert not tally.holes, tally.holes[:3]
    assert tally.counts["compared"] > 2 * many
    assert tally.counts["compared with gaps"] > 0.2 * many

"""Random applications of the rules, and random terms, against exact models; the benchmark core_fuzz does more."""

from tests.attacks.fuzz import applications, terms_against_models

RULES = ("identity", "combine", "instantiate", "generalize", "cases", "induct", "telescope")


def test_no_theorem_fails_in_a_model():
    tally = applications(5_000, seed=20, tries=10, gaps=False)
    assert not tally.holes, tally.holes[:3]
    assert tally.counts["accepted"] > 1_000
    assert tally.counts["tested"] > 0.8 * tally.counts["accepted"]
    assert tally.counts["claims"] > 150
    for rule in RULES:
        assert tally.counts[f"{rule}: tested"], rule


def test_no_theorem_about_what_need_not_be_defined_fails_in_a_model():
    tally = applications(4_000, seed=20, tries=10, gaps=True)
    assert not tally.holes, tally.holes[:3]
    assert tally.counts["accepted"] > 1_500
    assert tally.counts["tested"] > 0.6 * tally.counts["accepted"]
    assert tally.counts["tested with gaps"] > 150
    assert tally.counts["claims"] > 300
    for rule in RULES:  # with fewer applications there is no induction among them
        assert tally.counts[f"{rule}: tested"], rule


def test_terms_have_the_values_that_the_core_says():
    tally = terms_against_models(1_000, seed=20)
    assert not tally.holes, tally.holes[:3]
    assert tally.counts["compared"] > 2_000
    assert tally.counts["compared with gaps"] > 200

"""Random applications of the rules, and random terms, against exact models; the benchmark core_fuzz does more."""

from tests.attacks.fuzz import applications, terms_against_models


def test_no_theorem_fails_in_a_model():
    tally = applications(4_000, seed=20, tries=10)
    assert not tally.holes, tally.holes[:3]
    assert tally.counts["accepted"] > 1_500
    assert tally.counts["tested"] > 0.7 * tally.counts["accepted"]
    assert tally.counts["tested with gaps"] > 100
    assert tally.counts["claims"] > 200
    for rule in ("identity", "combine", "instantiate", "generalize", "cases", "induct", "telescope"):
        assert tally.counts[f"{rule}: tested"], rule


def test_terms_have_the_values_that_the_core_says():
    tally = terms_against_models(2_000, seed=20)
    assert not tally.holes, tally.holes[:3]
    assert tally.counts["compared"] > 4_000
    assert tally.counts["compared with gaps"] > 400

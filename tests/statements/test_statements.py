"""What searches are measured on is as it says: refuted or open, with a source, and split by its rule."""

import re
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from tests.sampling import every
from verify.claims.registry import Registry, using
from verify.verdicts.verdict import examine

HALVES = ("tuned", "unseen")
LEAST = 5
"""So many statements a theme, of each truth value and in each half, are there at least."""

STATEMENTS = Registry()
sys.path.insert(0, str(Path(__file__).parent))
with using(STATEMENTS):
    for half in HALVES:
        STATEMENTS.discover(half)
CLAIMS = STATEMENTS.claims


def slug(claim):
    return claim.id.partition("/")[2]


def theme(claim):
    return claim.source.module.rpartition(".")[2]


def is_false(claim):
    return any(step.kind == "counterexample" for step in claim.steps)


def kinds(claims):
    """The ids, theme by theme and of each truth value."""
    found = {}
    for claim in claims:
        found.setdefault((theme(claim), is_false(claim)), []).append(claim.id)
    return found


def misplaced(ids):
    """Those statements of one theme and truth value that the rule puts into the other half."""
    in_order = sorted(ids, key=lambda id: sha256(id.partition("/")[2].encode()).hexdigest())
    return [id for place, id in enumerate(in_order) if not id.startswith(f"{HALVES[place % 2]}/")]


def test_every_module_is_read():
    assert not STATEMENTS.problems


@pytest.mark.parametrize("claim", every(5, CLAIMS, [claim.id for claim in CLAIMS]))
def test_a_false_statement_is_refuted_and_no_other(claim):
    outcome = examine(claim)
    assert not outcome.failures
    if is_false(claim):
        assert outcome.verdict == "refuted"
        assert claim.weight
        assert claim.slip
    else:
        assert outcome.verdict in ("proved", "open")
        assert not claim.weight


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_statement_has_one_formula_a_source_with_a_year_and_our_words(claim):
    assert len(claim.states) == 1
    assert re.search(r"\((1[89]|20)\d\d\)", claim.at)
    assert claim.says


def test_no_statement_is_there_twice():
    assert [name for name, times in Counter(map(slug, CLAIMS)).items() if times > 1] == []
    assert [text for text, times in Counter(claim.statement for claim in CLAIMS).items() if times > 1] == []


@pytest.mark.parametrize("half", HALVES)
def test_a_statement_is_in_the_package_that_its_id_names(half):
    assert {claim.source.module.partition(".")[0] for claim in CLAIMS if claim.paper == half} == {half}


@pytest.mark.parametrize(("which", "ids"), kinds(CLAIMS).items(), ids=lambda value: str(value)[:40])
def test_the_rule_splits_each_theme(which, ids):
    assert misplaced(ids) == [], which
    assert all(sum(id.startswith(f"{half}/") for id in ids) >= LEAST for half in HALVES), which


def test_every_theme_has_statements_of_both_truth_values():
    themes = kinds(CLAIMS)
    assert {(name, truth) for name, _ in themes for truth in (True, False)} == set(themes)


def test_a_statement_in_the_wrong_half_is_noticed():
    (ids, *_) = kinds(CLAIMS).values()
    first, second = ids[:2]
    moved = [f"{HALVES[id.startswith(HALVES[0])]}/{id.partition('/')[2]}" for id in (first, second)]
    assert set(misplaced([*moved, *ids[2:]])) == set(moved)

"""Records say what the classes that write them have."""

import dataclasses
from typing import get_args, get_type_hints

import pytest

from verify.claims import experiments
from verify.claims.records import CurveRecord, FigureRecord, FindingRecord, ResultRecord
from verify.claims.weights import WEIGHTS
from verify.hunt.hunting import Hunt
from verify.report.records import MARKS, Mark
from verify.session.kept_hunts import HuntRecord
from verify.verdicts.evidence import RUNNERS, Evidence
from verify.verdicts.records import EvidenceKind, Holds
from verify.verdicts.rows import OutcomeOf
from verify.verdicts.verdict import Outcome

COMPUTED = {"ok", "axioms", "hypotheses_met", "remarks", "counterexample"}
"""What an outcome writes beside its fields."""


@pytest.mark.parametrize(
    ("kind", "record", "more"),
    [
        (Outcome, OutcomeOf, COMPUTED),
        (Evidence, Holds, set()),
        (Hunt, HuntRecord, set()),
        (experiments.Result, ResultRecord, set()),
        (experiments.Finding, FindingRecord, set()),
        (experiments.Figure, FigureRecord, set()),
        (experiments.Curve, CurveRecord, set()),
    ],
)
def test_a_record_has_the_fields_of_the_class_that_writes_it(kind, record, more):
    assert {field.name for field in dataclasses.fields(kind)} | more == get_type_hints(record).keys()


def test_the_fields_of_an_outcome_have_the_types_of_its_record():
    written, own = get_type_hints(OutcomeOf), get_type_hints(Outcome)
    assert {name: own[name] for name in own if name != "evidence"} == {
        name: written[name] for name in own if name != "evidence"
    }


def test_every_kind_of_step_is_run():
    steps, others = map(get_args, get_args(EvidenceKind))
    assert RUNNERS.keys() == set(steps)
    assert set(others) == {"hunt", "rocq"}


def test_the_words_are_those_that_are_counted():
    assert get_args(Mark) == MARKS
    assert "" not in WEIGHTS

"""Changed claims as rows: what a row may be, where its step stands, and instances that are sought and kept."""

from __future__ import annotations

import json

import pytest

from verify.discharge import meeting

BOUND = """
from verify.audit import decided_by, fails_as, fails_without, follows

LOWER, ORDERED = ge(a, 1), le(a, b)
BOUND = Claim("toy/bound", at="Lemma 1", given=[LOWER, ORDERED], states=ge(a*b, 1), reading="For 1 ≤ a ≤ b.")

@BOUND.proof
def product(claim):
    return follows(claim.states[0], LOWER, ORDERED)

def weaker(claim):
    return follows(claim.states[0], LOWER, ORDERED)

"""
ROW = '(LOWER, "any sign", {a: -1, b: 0})'


@pytest.fixture
def audit(workspace, monkeypatch, tmp_path):
    """A function that writes the claim with these rows, and runs a command on it."""
    monkeypatch.setenv("VERIFY_CACHE", str(tmp_path / "cache"))

    class Audit:
        root = workspace.root

        def write(self, rows):
            return workspace.claims(BOUND, rows)

        def verify(self, *arguments):
            return workspace.verify(*arguments)

        def changed(self, rows):
            """What each changed claim gave."""
            self.write(rows)
            return self.again()

        def again(self):
            (outcome,) = workspace.verify("run", "--fresh", "--json").data
            return [e for e in outcome["evidence"] if e["kind"] == "mutant"]

        @property
        def kept(self):
            (file,) = workspace.root.rglob("found.json")
            return file

    return Audit()


# --- rows -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "given", "states"),
    [
        (f"fails_without(BOUND, {ROW})", ["a ≤ b"], ["a*b ≥ 1"]),
        ('fails_without(BOUND, ([LOWER, ORDERED], "nothing", {a: 0, b: 0}))', [], ["a*b ≥ 1"]),
        ('fails_without(BOUND, ({LOWER: ge(a, 0)}, "weaker", {a: 0, b: 0}))', ["a ≥ 0", "a ≤ b"], ["a*b ≥ 1"]),
        (
            'fails_without(BOUND, ({LOWER: [ge(a, 0), ge(b, 1)]}, "apart", {a: 0, b: 1}))',
            ["a ≥ 0", "b ≥ 1", "a ≤ b"],
            ["a*b ≥ 1"],
        ),
        ('fails_as(BOUND, ("constant", ge(a*b, 2), "twice", {a: 1, b: 1}))', ["a ≥ 1", "a ≤ b"], ["a*b ≥ 2"]),
        ('fails_as(BOUND, ("sign", le(a*b, 1), "below", {a: 1, b: 2}))', ["a ≥ 1", "a ≤ b"], ["a*b ≤ 1"]),
        (
            'fails_as(BOUND, ("constant", {ge(a*b, 1): ge(a*b, b + 1)}, "more", {a: 1, b: 1}))',
            ["a ≥ 1", "a ≤ b"],
            ["a*b ≥ b + 1"],
        ),
        (
            'fails_as(BOUND, ("constant", ge(a*b, 2), "twice", {a: 1, b: 1}, list))',
            ["a ≥ 1", "a ≤ b"],
            ["a*b ≥ 2"],
        ),
    ],
)
def test_a_row_is_a_changed_claim_that_fails(audit, row, given, states):
    (mutant,) = audit.changed(row)
    assert mutant["ok"], mutant["message"]
    assert (mutant["data"]["given"], mutant["data"]["states"]) == (given, states)
    assert mutant["data"]["decided"] == "refuted"
    assert mutant["data"]["keeps_hypotheses"] is ("a ≥ 1" in given)
    assert len(mutant["data"]["refusals"]) == 1


def test_a_row_may_be_decided_otherwise(audit):
    true, undecided = audit.changed(
        "fails_as(BOUND,"
        '("constant", ge(a*b, b), "by the larger", decided_by(proof=weaker)),'
        '("constant", ge(a*b, 2), "twice", decided_by(undecided="No time.")))'
    )
    assert true["data"]["decided"] == "true"
    assert (undecided["data"]["decided"], undecided["data"]["reason"]) == ("undecided", "No time.")


def test_a_step_has_the_words_for_a_name_and_stands_at_its_call(audit):
    rows = f'fails_without(BOUND,\n    {ROW},\n    (ORDERED, "b < a, even", {{a: 1, b: 0}}))'
    first, second = audit.changed(rows)
    assert [(e["name"], e["summary"]) for e in (first, second)] == [
        ("any_sign", "any sign"),
        ("b_a_even", "b < a, even"),
    ]
    lines = (audit.root / "proofs/toy/results.py").read_text(encoding="utf-8").splitlines()
    called = lines.index("fails_without(BOUND,") + 1
    assert {e["where"] for e in (first, second)} == {f"proofs/toy/results.py:{called}"}


def test_words_that_differ_in_signs_only_have_names_of_their_own(audit):
    first, second = audit.changed(
        'fails_without(BOUND, (LOWER, "a < 1", {a: -1, b: 0}), ([LOWER, ORDERED], "a > 1", {a: 0, b: 0}))'
    )
    assert [e["name"] for e in (first, second)] == ["a_1", "a_1_2"]


def test_a_changed_claim_that_the_proof_proves_fails_the_run(audit):
    (mutant,) = audit.changed('fails_as(BOUND, ("constant", ge(a*b, a), "by the smaller", {a: 1, b: 1}))')
    assert not mutant["ok"]
    assert "product proves the changed claim too" in mutant["message"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("fails_without(BOUND, LOWER)", "a row is what is changed, words and an instance, not a ≥ 1"),
        ("fails_without(BOUND, (LOWER,))", "a row is what is changed, words and an instance, not (a ≥ 1,)"),
        ('fails_without(BOUND, (LOWER, "x", {a: 1}, list, 5))', "a row is what is changed, words and an instance"),
        ("fails_without(BOUND, (LOWER, {a: 0, b: 0}))", "a row needs words, not {a: 0, b: 0}"),
        ('fails_without(BOUND, (LOWER, "  "))', "a row needs words, not '  '"),
        ('fails_without(BOUND, (ge(a, 7), "any"))', "any: a ≥ 7 is no hypothesis of the claim"),
        ('fails_without(BOUND, ({ge(a, 7): ge(a, 0)}, "any"))', "any: a ≥ 7 is no hypothesis of the claim"),
        ('fails_without(BOUND, (LOWER, "any", 5))', "it is decided by an assignment to variables"),
        ('fails_without(BOUND, (LOWER, "any", {a: 0, b: 0}, 5))', "it is decided by an assignment to variables"),
        ('fails_without(BOUND, (LOWER, "any", {"a": 0, "b": 0}))', "not by [{'a': 0, 'b': 0}]"),
        ('fails_without(BOUND, (LOWER, "any", {"at": {a: 0}, "why": 1}))', "it is decided by an assignment"),
        ('fails_without(BOUND, (LOWER, "any", decided_by()))', "it is decided by an assignment to variables"),
        (
            'fails_without(BOUND, (LOWER, "any", decided_by(at={a: 0, b: 0}, undecided="why")))',
            "it is decided by an assignment to variables",
        ),
        (
            'fails_as(BOUND, (ge(a*b, 2), "twice"))',
            "a row begins with one of constant, sign, hypothesis, not a*b ≥ 2",
        ),
        ('fails_as(BOUND, "constant")', "a row begins with one of"),
        ('fails_as(BOUND, ("constant", {ge(a, 3): ge(a, 4)}, "twice"))', "twice: the claim does not state a ≥ 3"),
        ('fails_as(BOUND, ("constant", ge(a*b, 2)))', "a row is what is changed, words and an instance"),
        (f"fails_without(BOUND, {ROW}, {ROW})", "two steps say 'any sign'"),
    ],
)
def test_a_row_that_is_none_is_named(audit, row, said):
    audit.write(row)
    done = audit.verify("run")
    assert done.status != 0
    assert "claim toy/bound: " in done.err
    assert said in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('fails_without(BOUND, (LOWER, "any", {a: 2, b: 3}))', "the instance does not refute it"),
        ('fails_without(BOUND, (LOWER, "any", {a: 2, b: 0}))', "the instance does not refute it"),
        ('fails_without(BOUND, (LOWER, "any", {a: 2}))', "no value is given for b"),
        ('fails_as(BOUND, ("constant", ge(a*b, 1), "the same", {a: 1, b: 1}))', "must return a claim that differs"),
    ],
)
def test_a_row_that_decides_nothing_fails_the_run(audit, row, said):
    (mutant,) = audit.changed(row)
    assert not mutant["ok"]
    assert said in mutant["message"]


# --- sought instances -------------------------------------------------------------------------------------------------

SOUGHT = 'fails_without(BOUND, (LOWER, "any sign"))'


@pytest.fixture
def instance(audit):
    """The line that a found instance is kept by."""
    audit.write(SOUGHT)
    done = audit.verify("refresh")
    assert done.status == 0, done.err
    (asked,) = [asked for asked in json.loads(audit.kept.read_text(encoding="utf-8")) if asked.startswith("any sign #")]
    return asked


@pytest.fixture
def no_search(monkeypatch):
    few = meeting.meeting

    def search(given, states=meeting.NEVER, tries=meeting.TRIES):
        assert tries < meeting.MORE_TRIES
        return few(given, states, tries)

    monkeypatch.setattr(meeting, "meeting", search)


def test_an_instance_that_is_found_refutes(audit, instance):
    (mutant,) = audit.again()
    assert mutant["data"]["decided"] == "refuted"
    assert mutant["data"]["lines"][-1].endswith("≥ 1 is false")


def test_a_kept_instance_is_checked_and_not_searched_for(audit, instance, no_search):
    (mutant,) = audit.again()
    assert mutant["ok"], mutant["message"]
    assert mutant["data"]["decided"] == "refuted"


def test_a_refresh_finds_the_same_again(audit, instance):
    before = audit.kept.read_text(encoding="utf-8")
    audit.kept.unlink()
    assert audit.verify("refresh").status == 0
    assert audit.kept.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: entry["at"][0].__setitem__(1, 5),
        lambda entry: entry["at"].pop(),
        lambda entry: entry.update(fails=3),
        lambda entry: entry.update(at=7),
        lambda entry: entry.pop("at"),
        lambda entry: entry["at"].__setitem__(0, ["a", 0]),
        lambda entry: entry["at"].__setitem__(0, [None, {}]),
    ],
    ids=["a value", "a variable missing", "no such formula", "no pairs", "nothing", "a name", "garbage"],
)
def test_an_edited_instance_is_named_and_found_again(audit, instance, change):
    rows = json.loads(audit.kept.read_text(encoding="utf-8"))
    change(rows[instance])
    audit.kept.write_text(json.dumps(rows), encoding="utf-8")
    (mutant,) = audit.again()
    assert not mutant["ok"]
    assert f"what is kept for {instance} (instance) does not hold: " in mutant["message"]
    assert "`verify refresh toy/bound` searches for one" in mutant["message"]
    assert audit.verify("refresh", "toy/bound").status == 0
    assert audit.again()[0]["ok"]


def test_an_instance_of_another_change_does_not_serve(audit, instance, no_search):
    (mutant,) = audit.changed('fails_without(BOUND, (ORDERED, "any sign"))')
    assert not mutant["ok"]
    assert "any sign #" in mutant["message"]
    assert "`verify refresh toy/bound` searches for one" in mutant["message"]


def test_where_none_is_found_that_is_said_and_kept(audit):
    audit.write('fails_as(BOUND, ("constant", ge(a*b + 10**9, b**3), "too far for a few tries"))')
    done = audit.verify("refresh")
    assert done.status == 1
    assert "no instance at which it fails was found; give one" in done.err
    (mutant,) = audit.again()
    assert "no instance at which it fails was found; give one" in mutant["message"]


def test_what_no_row_asks_for_any_more_is_dropped(audit, instance):
    audit.write("")
    assert audit.verify("refresh").status == 0
    rows = json.loads(audit.kept.read_text(encoding="utf-8"))
    assert instance not in rows
    assert [asked.partition(" #")[0] for asked in rows] == ["a*b ≥ 1", "toy/bound"]


def test_why_a_changed_claim_s_proof_fails_is_kept(audit, instance, monkeypatch):
    audit.write('fails_as(BOUND, ("constant", ge(a*b, 2), "twice", {a: 1, b: 1}))')
    assert audit.verify("refresh").status == 0
    rows = json.loads(audit.kept.read_text(encoding="utf-8"))
    (kept,) = [entry for asked, entry in rows.items() if asked.startswith("a*b ≥ 2 #")]
    assert "combination of (a ≥ 1), (a ≤ b)" in kept["resists"]
    monkeypatch.setattr("verify.author.multipliers.found", None)
    (mutant,) = audit.again()
    assert mutant["data"]["refusals"][0]["message"] == f"follows: {kept['resists']}"

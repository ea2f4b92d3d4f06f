"""Certificates that are kept beside claims are checked and not searched for; `verify refresh` looks for the others."""

import json
from contextlib import nullcontext

import pytest
from sympy import exp

from verify.author.kernel import KernelError, certify
from verify.language.terms import ge, real
from verify.prover import proving
from verify.prover.certificate import Certificate, Step
from verify.prover.found import asked_by, refreshing
from verify.prover.proving import certificate

CERTIFIED = '''
from sympy import log

from verify.author.kernel import KernelError, certify, instantiate
from verify.prover.proving import certificate

TANGENT = Claim("toy/tangent", at="Lemma 1", given=[gt(a, 0)], states=ge(a - 1, log(a)), reading="For a > 0.")

@TANGENT.proof
def above_the_logarithm(claim):
    """The logarithm lies below its tangent."""
    return certify(certificate(claim.states[0], claim.given))

@TANGENT.mutant("constant", undecided="One that fails is enough here.")
def twice(claim):
    """Twice the logarithm."""
    return claim.replace(states=ge(a - 1, 2 * log(a)))
'''
ASKED = "a > 0 ⊢ -1 + a - log(a) ≥ 0"


@pytest.fixture
def audit(workspace, monkeypatch, tmp_path):
    """The command in a folder with that claim; what it keeps; and how often it searched."""
    workspace.claims(CERTIFIED)
    monkeypatch.setenv("VERIFY_CACHE", str(tmp_path / "cache"))
    return workspace


@pytest.fixture
def kept(audit):
    """The file beside the claims, as `verify refresh` writes it; what it found for the first test serves the others."""
    if not FOUND:
        done = audit.verify("refresh")
        assert done.status == 0, done.err
        (file,) = audit.root.rglob("found.json")
        FOUND.append((file.relative_to(audit.root), file.read_text()))
    return audit.write(*FOUND[0])


FOUND = []


@pytest.fixture
def searches(monkeypatch):
    """The goals that are searched for."""
    found, search = [], proving._searched

    def noted(goal, budget):
        found.append(str(goal))
        return search(goal, budget)

    monkeypatch.setattr(proving, "_searched", noted)
    return found


def test_where_nothing_is_kept_a_run_searches(audit, searches):
    assert audit.verify("run", "--fresh").status == 0
    assert len(searches) == 2
    assert not list(audit.root.rglob("found.json"))


def test_what_is_kept_is_not_searched_for(audit, kept, searches):
    done = audit.verify("run", "--fresh", "--json")
    assert (done.status, searches) == (0, [])
    (row,) = json.loads(done.out)
    assert row["verdict"] == "proved"
    (mutant,) = [e for e in row["evidence"] if e["kind"] == "mutant"]
    assert "nothing was found" in mutant["data"]["refusals"][0]["message"]


def test_a_refresh_searches_only_for_what_is_missing(audit, kept, searches):
    before = kept.read_text()
    asked = {key.partition(" #")[0] for key in json.loads(before)}
    assert asked == {ASKED, "a > 0 ⊢ -1 + a - 2*log(a) ≥ 0", "toy/tangent"}
    done = audit.verify("refresh")
    assert done.out == "1 claim: 3 asked for, 0 searched\n"
    assert (searches, kept.read_text()) == ([], before)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda rows: rows.pop(ASKED), f"nothing is kept for {ASKED}"),
        (
            lambda rows: rows[ASKED].update(rule="obvious", data={}, parts=[]),
            f"is kept for {ASKED} (certificate) does not hold",
        ),
        (
            lambda rows: rows[ASKED].update(rule="boxes", data={}, parts=[]),
            f"is kept for {ASKED} (certificate) does not hold",
        ),
        (
            lambda rows: rows[ASKED].update(parts=7),
            f"is kept for {ASKED} (certificate) does not hold: it cannot be read",
        ),
        (lambda rows: rows.pop("a > 0 ⊢ -1 + a - 2*log(a) ≥ 0"), "which shows nothing"),
    ],
    ids=["missing", "stale", "no cover", "malformed", "a refusal missing"],
)
def test_what_is_missing_or_stale_is_named_and_found_again(audit, kept, searches, change, said):
    rows = json.loads(kept.read_text())
    change(rows)
    kept.write_text(json.dumps(rows))
    done = audit.verify("run", "--fresh")
    assert (done.status, searches) == (1, [])
    assert said in done.err
    assert "`verify refresh toy/tangent` searches for one" in done.err
    assert audit.verify("refresh", "toy/tangent").status == 0
    assert len(searches) == 1
    assert audit.verify("run", "--fresh").status == 0


def test_what_is_refused_is_called_kept_only_where_it_is(tmp_path):
    x, folder = real("x"), tmp_path / "proofs" / "toy"
    folder.mkdir(parents=True)
    for searching in (refreshing, nullcontext):
        with searching() as refresh, asked_by("toy/x", folder):
            kept = certificate(ge(exp(x), 1 + x))
            if refresh:
                refresh.write()
    with asked_by("toy/x", folder):
        certify(kept)
        with pytest.raises(KernelError, match=r"^certify: "):
            certify(Certificate(kept.goal, Step("obvious")))


def test_what_nothing_asks_for_is_dropped_when_all_claims_are_refreshed(audit, kept):
    rows = json.loads(kept.read_text())
    kept.write_text(json.dumps(rows | {"old ≥ 0 ⊢ old ≥ 0": {"rule": "obvious"}}))
    audit.verify("refresh", "toy/tangent")
    assert "old ≥ 0 ⊢ old ≥ 0" in json.loads(kept.read_text())
    audit.verify("refresh")
    assert json.loads(kept.read_text()) == rows


def test_the_instance_that_was_found_is_kept_and_one_that_does_not_hold_is_named(audit, kept):
    rows = json.loads(kept.read_text())
    (asked,) = [key for key in rows if key.startswith("toy/tangent #")]
    ((_, value),) = rows[asked]["at"]
    assert value == 1
    rows[asked]["at"][0][1] = -1
    kept.write_text(json.dumps(rows))
    done = audit.verify("run", "--fresh")
    assert done.status == 1
    assert f"what is kept for {asked} (instance) does not hold: " in done.err
    assert "`verify refresh toy/tangent` searches for one" in done.err
    assert audit.verify("refresh", "toy/tangent").status == 0
    assert audit.verify("run", "--fresh").status == 0


@pytest.mark.parametrize("text", ["{", "[]", '{"a": 1}'])
def test_a_file_that_cannot_be_read_is_named(audit, kept, text):
    kept.write_text(text)
    done = audit.verify("run", "--fresh")
    assert done.status == 1
    assert "found.json: it " in done.err
    assert "Traceback" not in done.err


def test_an_unknown_claim_is_one_line(audit):
    done = audit.verify("refresh", "toy/none")
    assert done.status == 2
    assert "toy/none" in done.err

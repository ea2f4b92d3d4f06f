"""`verify watch`: a claim while its module is written."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HALF = '''
from verify.claims import fails_without

HALF = Claim("toy/half", at="Lemma 4", given=[ge(a, 1), ge(b, 1)], states=ge(a + b, 2), reading="For real a, b.")

@HALF.proof
def both(claim):
    """Each is at least one."""
    first = combine(ge(a - 1, 0), [(1, ge(a, 1))])
    return combine(claim.states[0], [(1, first), (MULTIPLIER, ge(b, 1))])

fails_without(HALF, (ge(b, 1), "b may be anything", {a: 1, b: 0}), (ge(a, 1), "a may be anything", {a: 1, b: 1}))
'''


def shown(workspace, code, *arguments):
    """What the command prints of the claim once its module holds this code."""
    workspace.claims(code)
    return workspace.verify("watch", "toy/half", "--once", *arguments)


def test_goal_theorems_and_the_place_where_the_proof_stops_are_shown(workspace):
    module = workspace.claims(HALF.replace("MULTIPLIER", "2"))
    line = next(n for n, text in enumerate(module.read_text().splitlines(), 1) if "return combine(claim" in text)
    done = workspace.verify("watch", "toy/half", "--once")
    assert done.status == 1
    lines = [line.strip() for line in done.out.splitlines()]
    assert "goal     a + b ≥ 2" in lines
    assert "first    a ≥ 1 ⊢ a - 1 ≥ 0" in lines
    assert f"stops at proofs/toy/results.py:{line}" in lines
    assert "because  combine: a + b ≥ 2 is not decided: the difference does not reduce to zero" in lines


def test_a_proof_that_goes_through_is_done_and_a_changed_claim_that_is_not_decided_is_named(workspace):
    done = shown(workspace, HALF.replace("MULTIPLIER", "1"))
    assert "proof both: done" in done.out
    assert "changed claims: 1 of 2 decided" in done.out
    assert done.status == 1
    assert "a may be anything: the instance does not refute it" in done.out


def test_a_finished_claim_has_status_0(workspace):
    done = shown(workspace, HALF.replace("MULTIPLIER", "1").replace("{a: 1, b: 1}", "{a: 0, b: 1}"))
    assert (done.status, "2 of 2 decided" in done.out) == (0, True)


def test_an_unknown_claim_is_a_usage_error(workspace):
    workspace.claims(HALF.replace("MULTIPLIER", "1"))
    done = workspace.verify("watch", "toy/whole", "--once")
    assert done.status == 2
    assert "toy/whole" in done.err


PAIR = '''
PAIR = Claim("toy/pair", at="Lemma 5", given=[ge(a, 1), ge(b, 1)], states=ge(a + b, 3), reading="For real a, b.")

@PAIR.proof
def listed(claim):
    """It is said twice."""
    both = [assume(f) for f in claim.given]
    return combine(claim.states[0], [(1, f) for f in both])
'''


def test_theorems_in_a_list_are_numbered(workspace):
    workspace.claims(PAIR)
    done = workspace.verify("watch", "toy/pair", "--once")
    assert "both[1]  b ≥ 1 ⊢ b ≥ 1" in done.out


def _until(file, words, seconds=60.0):
    """Waits until the file holds the words; says whether it does."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if words in file.read_text(encoding="utf-8"):
            return True
        time.sleep(0.1)
    return False


def _save(module, code, when):
    """Puts another file in its place, of that time in seconds: so nobody sees a half of it."""
    other = module.with_suffix(".new")
    other.write_text(code, encoding="utf-8")
    os.utime(other, (when, when))
    other.replace(module)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
def test_each_save_is_shown_and_an_error_of_the_module_too(workspace, tmp_path):
    module, out = workspace.claims(HALF.replace("MULTIPLIER", "2")), tmp_path / "shown.txt"
    second = int(time.time()) - 60  # all saves are in one second, and the first is as long as what was there
    _save(module, module.read_text(encoding="utf-8"), second)
    path = {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]), "PYTHONIOENCODING": "utf-8"}
    path["PYTHONDONTWRITEBYTECODE"] = ""
    with out.open("w", encoding="utf-8") as stream:
        command = [sys.executable, "-u", "-m", "verify", "watch", "toy/half"]
        running = subprocess.Popen(
            command, cwd=workspace.root, env=os.environ | path, stdout=stream, stderr=subprocess.STDOUT
        )
        try:
            assert _until(out, "stops at")
            code = module.read_text(encoding="utf-8")
            _save(module, code.replace("(2, ge(b", "(1, ge(b"), second + 0.5)
            assert _until(out, "proof both: done")
            _save(module, code + "\nx = (\n", second + 0.7)
            assert _until(out, "SyntaxError")
        finally:
            running.terminate()
            running.wait()

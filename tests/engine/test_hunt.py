"""`verify hunt`: what it finds, what it keeps, that the seed alone decides, and its place in the evidence."""

import json
import re

import pytest

from verify.claims import registry
from verify.claims.registry import Registry, using
from verify.commands import hunt as command
from verify.hunt.hunting import hunt
from verify.session.kept_hunts import ENOUGH, KeptHunts
from verify.tasks import Local

CLAIMS = """
from sympy import Rational, exp
from verify.language.terms import Inner, norm, vectors

u, v = vectors("u v")

def claim(id, given, states):
    return Claim(f"toy/{id}", at="Lemma", given=given, states=states, reading="R.", open_because="Nothing decides it.")

claim("negative", [le(a, 1)], ge(a, 0))
claim("square", [ge(a, 0), le(a, 1)], ge(a, a**2))
claim("ridge", [le(a, 3), ge(a, -3), le(b, 3), ge(b, -3)],
      ge((a - Rational(5, 7))**2 + 100*(b - a**2)**2, Rational(1, 10**6)))
claim("quarter", [], le(a*(1 - a), Rational(99, 400)))
claim("tangent", [ge(a, 0)], le(a*exp(-a), Rational(99, 100)*exp(-1)))
claim("cauchy", [], ge(norm(u)*norm(v)*Rational(99, 100), Inner(u, v)))
claim("true-quarter", [], le(a*(1 - a), Rational(1, 4)))
claim("true-cauchy", [], ge(norm(u)*norm(v), Inner(u, v)))
claim("unmet", [gt(a, b), gt(b, a)], ge(a, 0))
"""

PREDICATE = """
from verify.language.terms import Predicate
Claim("toy/words", at="Lemma", states=Predicate("a word", a), reading="R.", open_because="Nothing decides it.")
"""

PLANTED = ["negative", "ridge", "quarter", "tangent", "cauchy"]
TRUE = ["square", "true-quarter", "true-cauchy"]


@pytest.fixture
def toy(workspace):
    workspace.claims(CLAIMS)
    return workspace


@pytest.fixture
def claims(toy):
    """The claims themselves, to be hunted without the command."""
    with using(Registry()):
        known = registry.current()
        known.discover()
        assert not known.problems
        yield {claim.id.removeprefix("toy/"): claim for claim in known.claims}


def answer(run):
    """What a hunt says, without how long it took."""
    return {key: value for key, value in run.data.items() if key != "seconds"}


class TestFinds:
    @pytest.mark.parametrize("id", PLANTED)
    def test_a_planted_counterexample(self, toy, id):
        run = toy.verify("hunt", f"toy/{id}", "--budget", "60")
        assert run.status == 1, run.out + run.err
        assert f"toy/{id}: a counterexample, confirmed exactly (the hunt alone " in run.out
        assert "but not" in run.out

    @pytest.mark.parametrize("id", TRUE)
    def test_nothing_where_there_is_nothing(self, toy, id):
        run = toy.verify("hunt", f"toy/{id}", "--cases", "120000", "--json")
        assert run.status == 0, run.out + run.err
        assert run.data["counterexample"] is None
        assert run.data["cases"] >= 120_000
        assert 0.99 < run.data["worst"]["ratio"] <= 1 + 1e-12  # attained, or almost

    def test_the_instance_is_exact_and_small(self, toy):
        data = toy.verify("hunt", "toy/quarter", "--json").data
        assert data["arithmetic"] == "float"
        assert data["counterexample"]["assignment"] == {"a": "1/2"}
        assert data["counterexample"]["lines"][-1].endswith("1/4 ≤ 99/400 is false")

    def test_its_proof_is_written_and_checks(self, toy):
        assert "written to found.json" in toy.verify("hunt", "toy/negative", "--out", "found.json").out
        run = toy.verify("check", "found.json")
        assert run.status == 0
        assert 'refuted: "toy/negative": not always 1 ≥ a ⊢ a ≥ 0' in run.out


class TestReproducible:
    def test_the_seed_decides(self, toy):
        one, again, other = (
            toy.verify("hunt", "toy/square", "--cases", "60000", "--json", "--fresh", "--seed", seed) for seed in "001"
        )
        assert answer(one) == answer(again)
        assert answer(one)["worst"] != answer(other)["worst"] or answer(one)["seed"] != answer(other)["seed"]

    def test_a_resumed_hunt_gives_the_answer_of_an_uninterrupted_one(self, claims, tmp_path):
        def stop(made):
            if made.blocks == 3:
                raise KeyboardInterrupt

        whole = hunt(claims["square"], budget=None, cases=150_000, kept=KeptHunts(claims["square"], tmp_path / "a"))
        kept = KeptHunts(claims["square"], tmp_path / "b")
        with pytest.raises(KeyboardInterrupt):
            hunt(claims["square"], budget=None, cases=150_000, kept=kept, progress=stop)
        assert kept.get(0)["blocks"] == 3
        done = set(kept.blocks(0).folder.iterdir())
        assert len(done) == 3
        before = {file: file.stat().st_mtime_ns for file in done}
        assert hunt(claims["square"], budget=None, cases=150_000, kept=kept) == whole
        assert {file: file.stat().st_mtime_ns for file in done} == before  # not done again

    def test_processes_give_the_answer_of_one_also_when_interrupted(self, claims, tmp_path):
        def stop(made):
            raise KeyboardInterrupt

        one = hunt(
            claims["true-cauchy"], budget=None, cases=90_000, kept=KeptHunts(claims["true-cauchy"], tmp_path / "1")
        )
        kept = KeptHunts(claims["true-cauchy"], tmp_path / "2")
        with pytest.raises(KeyboardInterrupt):
            hunt(claims["true-cauchy"], budget=None, cases=90_000, kept=kept, progress=stop, where=Local(2))
        assert kept.get(0)["blocks"] == 1
        assert one.blocks > 2
        assert hunt(claims["true-cauchy"], budget=None, cases=90_000, kept=kept, where=Local(2)) == one

    def test_ctrl_c_keeps_and_says_so(self, toy, monkeypatch):
        shown = command.Progress.__call__

        def stop(self, made):
            shown(self, made)
            if made.blocks == 2:
                raise KeyboardInterrupt

        monkeypatch.setattr(command.Progress, "__call__", stop)
        run = toy.verify("hunt", "toy/square")
        assert run.status == 130
        assert re.search(
            r"interrupted: 2 blocks, \d+ cases are kept, .*; the same command goes on from there\n", run.err
        )
        said = "; the same command, without --fresh, goes on from there\n"
        assert toy.verify("hunt", "toy/square", "--fresh").err.endswith(said)

    def test_a_budget_that_is_spent_is_not_spent_again(self, toy, claims):
        first = hunt(claims["square"], budget=None, cases=20_000)
        KeptHunts(claims["square"]).put(0, first.to_json() | {"seconds": 50.0})
        again = toy.verify("hunt", "toy/square", "--budget", "50", "--json")
        assert (again.data["blocks"], again.data["cases"]) == (first.blocks, first.cases)
        assert toy.verify("hunt", "toy/square", "--budget", "52", "--json").data["blocks"] > first.blocks

    def test_what_was_kept_from_other_sources_is_absent(self, toy, claims):
        toy.verify("hunt", "toy/square", "--cases", "20000")
        assert KeptHunts(claims["square"]).get(0) is not None
        toy.claims(CLAIMS.replace("ge(a, a**2)", "ge(2*a, a**2)"))
        assert toy.verify("show", "toy/square", "--json").data["evidence"] == []

    def test_what_another_seed_found_is_tried_first(self, claims):
        assert hunt(claims["ridge"], seed=0).counterexample["block"] >= 0
        again = hunt(claims["ridge"], seed=1)
        assert again.counterexample["block"] == -1
        assert again.cases == 1
        assert hunt(claims["ridge"], seed=1, fresh=True).counterexample["block"] >= 0


class TestEvidence:
    def test_a_hunt_in_vain_supports_what_nothing_decides(self, toy):
        assert toy.verify("show", "toy/square", "--json").data["verdict"] == "open"
        toy.verify("hunt", "toy/square", "--cases", str(2 * ENOUGH))
        row = toy.verify("show", "toy/square", "--json").data
        (item,) = row["evidence"]
        assert row["verdict"] == "supported"
        assert (item["kind"], item["data"]["arithmetic"], item["ok"]) == ("hunt", "float", True)
        assert item["data"]["met"] >= ENOUGH
        shown = toy.verify("show", "toy/square").out
        assert f"hunted: {item['data']['cases']} cases" in shown
        assert "worst ratio 1.0 in floats" in shown
        assert [r["verdict"] for r in toy.verify("list", "--json").data if r["id"] == "toy/square"] == ["supported"]

    def test_a_short_hunt_supports_nothing(self, toy):
        toy.verify("hunt", "toy/square", "--cases", "1000")
        row = toy.verify("show", "toy/square", "--json").data
        assert row["verdict"] == "open"
        assert row["evidence"][0]["data"]["supports"] is False

    def test_a_counterexample_refutes(self, toy):
        toy.verify("hunt", "toy/negative")
        row = toy.verify("show", "toy/negative", "--json").data
        assert row["verdict"] == "refuted"
        assert row["counterexample"]["assignment"] == {"a": "-1"}
        assert row["evidence"][0]["summary"] == "Found by verify hunt with seed 0."
        assert "refuted" in toy.verify("run", "toy/negative").out
        assert toy.verify("report").status == 0
        assert "Found by verify hunt" in (toy.root / "verification-report" / "report.md").read_text()

    def test_a_counterexample_to_a_proved_claim_is_loud(self, workspace, texts):
        other = "Claim('toy/other', at='1', states=ge(a, 0), reading='R.', open_because='It is not.')\n"
        workspace.claims(texts["square"], other)
        with using(Registry()):
            known = registry.current()
            known.discover()
            found = hunt(known.claim("toy/other")).to_json()
            KeptHunts(known.claim("toy/square")).put(0, found)  # as if the kernel had confirmed it there
        before = workspace.verify("hunt", "toy/square")
        assert before.status == 1
        assert "toy/square has a proof too; verify run toy/square says whether it goes through" in before.err
        run = workspace.verify("run")
        assert run.status == 1
        assert (
            "INCONSISTENT: the claim is both established and refuted, by proof expand, counterexample hunt-0" in run.err
        )
        assert ["toy/square", "open"] in [line.split()[:2] for line in workspace.verify("list").out.splitlines()]
        again = workspace.verify("hunt", "toy/square")
        assert "INCONSISTENT: toy/square is both established and refuted" in again.err

    def test_a_counterexample_to_a_claim_whose_proof_fails_contradicts_nothing(self, workspace, texts):
        workspace.claims(texts["square"].replace("2*a*b", "3*a*b"))
        assert workspace.verify("run").status == 1
        found = workspace.verify("hunt", "toy/square")
        assert found.status == 1
        assert "a counterexample, confirmed exactly" in found.out
        assert "INCONSISTENT" not in found.err
        assert "verify run toy/square says whether it goes through" in found.err

    def test_a_hunt_in_vain_leaves_other_verdicts_alone(self, workspace, texts):
        workspace.claims(texts["square"], texts["cited"], texts["false"])
        for id in ("square", "cited"):
            assert workspace.verify("hunt", f"toy/{id}", "--cases", str(2 * ENOUGH)).status == 0
        assert workspace.verify("hunt", "toy/false").status == 1
        workspace.verify("run")
        verdicts = {row["id"]: row["verdict"] for row in workspace.verify("list", "--json").data}
        assert verdicts == {"toy/square": "proved", "toy/cited": "cited", "toy/false": "refuted"}

    def test_a_hunt_that_met_no_hypothesis_is_shown_and_supports_nothing(self, toy):
        assert toy.verify("hunt", "toy/unmet", "--cases", "20000").status == 2
        row = toy.verify("show", "toy/unmet", "--json").data
        assert row["verdict"] == "open"
        assert row["evidence"][0]["data"]["met"] == 0
        assert "of which 0 meet the hypotheses" in toy.verify("show", "toy/unmet").out

    def test_a_candidate_that_is_not_confirmed_supports_nothing_and_says_why(self, toy, claims):
        hunt(claims["square"], budget=None, cases=2 * ENOUGH)
        made = KeptHunts(claims["square"]).get(0)
        made["worst"]["ratio"], made["refusal"] = 1.5, "because"
        KeptHunts(claims["square"]).put(0, made)
        run = toy.verify("show", "toy/square")
        assert "  OPEN" in run.out
        assert "a candidate for a counterexample, in floats alone, not confirmed: because" in run.out


class TestRefuses:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["toy/squar"], "no claim 'toy/squar'; the nearest are toy/square"),
            (["toy/square", "--budget", "0"], "must be a number of seconds above 0 and below 1e9, not '0'"),
            (["toy/square", "--budget", "-3"], "must be a number of seconds above 0 and below 1e9, not '-3'"),
            (["toy/square", "--budget", "nan"], "must be a number of seconds above 0 and below 1e9, not 'nan'"),
            (["toy/square", "--budget", "soon"], "must be a number of seconds above 0 and below 1e9, not 'soon'"),
            (["toy/square", "--cases", "0"], "the number of cases must be from 1 to 1000000000000000, not '0'"),
            (["toy/square", "--seed", "-1"], "the seed must be an integer from 0 to 2^63 - 1, not '-1'"),
            (["toy/square", "--seed", "1.5"], "the seed must be an integer from 0 to 2^63 - 1, not '1.5'"),
            (["toy/square", "-j", "0"], "the number of processes must be from 1 to 1024, not '0'"),
            (["toy/square", "--dask", "nowhere"], "the address of a dask scheduler must be like tcp://host:8786"),
            (["toy/square", "--dask", "tcp://a:1", "-j", "2"], "--dask and -j cannot both be given"),
        ],
    )
    def test_in_one_line(self, toy, arguments, message):
        run = toy.verify("hunt", *arguments)
        assert run.status == 2
        assert message in run.err
        assert len(run.err.strip().splitlines()) == 1
        assert not run.out

    def test_hypotheses_that_no_instance_meets(self, toy):
        run = toy.verify("hunt", "toy/unmet")
        assert run.status == 2
        assert "meet" in run.err
        assert "Traceback" not in run.err

    def test_a_budget_that_is_over_at_once(self, toy):
        run = toy.verify("hunt", "toy/square", "--budget", "0.000001")
        assert run.status == 2
        assert "toy/square: the budget was over before the first instances were tried" in run.err

    def test_a_claim_without_a_relation(self, workspace):
        workspace.claims(PREDICATE)
        run = workspace.verify("hunt", "toy/words")
        assert run.status == 2
        assert "toy/words" in run.err
        assert len(run.err.strip().splitlines()) == 1

    def test_a_folder_that_cannot_be_written(self, toy):
        toy.write(".verify", "in the way")
        run = toy.verify("hunt", "toy/square")
        assert run.status == 2
        assert "cannot write .verify/cache/toy" in run.err


def test_progress_is_shown(toy, monkeypatch):
    monkeypatch.setattr(command, "SECONDS_BETWEEN_LINES", 0.0)
    run = toy.verify("hunt", "toy/square", "--cases", "50000")
    assert "toy/square: 1 block, 39616 cases, worst ratio 1 in floats" in run.err


def test_json_is_plain(toy):
    out = toy.verify("hunt", "toy/square", "--cases", "20000", "--json").out
    json.loads(out, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))

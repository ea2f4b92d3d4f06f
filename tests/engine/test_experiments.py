"""Experiments: the step of a claim, the command that runs and resumes them, and their place in the report."""

import json
import os
import re
import subprocess
import sys

import pytest

from verify.claims.experiments import Curve, Extent, Figure, Finding, Result
from verify.report import plots

WALK = '''
from pathlib import Path
import numpy as np
from verify.claims.experiments import Curve, Figure, Finding, Result, Stage

WALK = Claim("toy/walk", at="Figure 1", states=eq(a, b), reading="A walk.", open_because="One walk decides nothing.")

@WALK.experiment(steps=40, short=10, unit="rounds")
def walk(steps, seed, state):
    """A walk of squares."""
    values = [float(seed)] if state is None else state["values"].tolist()
    begun = len(values) - 1
    Path("begun").write_text(str(begun))
    while len(values) <= steps:
        values.append(values[-1] + 1.0 / len(values) ** 2)
        if len(values) == 25 and Path("stop").exists():
            Path("stop").unlink()
            raise KeyboardInterrupt
        yield Stage(len(values) - 1, {"values": np.array(values)} if len(values) % 2 else None)
    end = Finding("the end", values[-1], "below 2", values[-1] < 2.0)
    curve = Curve("walk", tuple(range(len(values))), tuple(values))
    limit = Curve("limit", (0, steps), (1.6449, float("nan")), dashed=True)
    figure = Figure("where", "Where the walk goes.", "Round", "Place", (curve, limit))
    return Result({"seed": seed, "rounds": steps}, (end, Finding("nothing", "none")), (figure,))
'''


@pytest.fixture
def toy(workspace, texts):
    workspace.claims(texts["square"], WALK)
    return workspace


@pytest.fixture
def without_matplotlib(monkeypatch):
    monkeypatch.setattr(plots, "available", lambda: False)


def result(toy, *arguments):
    run = toy.verify("experiment", "toy/walk", "--out", "out", *arguments)
    assert run.status == 0, run.err
    return (toy.root / "out" / "result.json").read_bytes()


class TestStep:
    def test_the_short_run_is_evidence_and_decides_nothing(self, toy):
        row = toy.verify("show", "toy/walk", "--json").data
        (item,) = row["evidence"]
        assert row["verdict"] == "open"
        assert (item["kind"], item["ok"], item["data"]["arithmetic"]) == ("experiment", True, "float")
        assert (item["data"]["steps"], item["data"]["whole"], item["data"]["seed"]) == (10, 40, 0)
        assert item["data"]["result"]["figures"][0]["curves"][1]["y"] == [1.6449, None]

    def test_what_is_shown_of_it(self, toy):
        out = toy.verify("show", "toy/walk").out
        assert "experiment walk: ok" in out
        said = "run instead: 10 rounds, for 40; the paper: below 2"  # not yet the whole of it
        assert f"the end: 1.54977, {said} (float result)" in out
        assert "settings: seed 0, rounds 10; a run of 10 rounds, a part of the full run of 40" in out
        row = toy.verify("show", "toy/walk", "--json").data
        assert row["evidence"][0]["data"]["result"]["findings"][0]["agrees"] is None

    def test_an_experiment_that_breaks_off_fails_the_claim(self, workspace):
        workspace.claims(WALK.replace("begun = ", "1 / 0; begun = "))
        run = workspace.verify("run")
        assert run.status == 1
        assert "experiment walk (A walk of squares.): ZeroDivisionError" in run.err

    @pytest.mark.parametrize(
        ("body", "message"),
        [
            ("yield Stage(1)", "must return a Result, not a NoneType"),
            ("return 1", "must yield stages and return a result"),
        ],
    )
    def test_a_function_that_is_no_experiment_says_so(self, workspace, body, message):
        head, tail = WALK.split("    values = ", maxsplit=1)[0], f"    {body}\n"
        workspace.claims(head + tail)
        run = workspace.verify("run")
        assert run.status == 1
        assert message in run.err

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (WALK.replace("short=10", "short=41"), "short is 41; it must be from 1 to steps, 40"),
            (WALK.replace("short=10", "short=0"), "short is 0"),
            (
                WALK + "\n@WALK.experiment(steps=2, short=1)\ndef again(steps, seed, state): ...\n",
                "a second experiment",
            ),
        ],
    )
    def test_declared_wrongly(self, workspace, text, message):
        workspace.claims(text)
        run = workspace.verify("run")
        assert run.status == 1
        assert message in run.err

    def test_bad_records(self):
        with pytest.raises(ValueError, match="curve c: x, y have 1, 2 numbers"):
            Curve("c", (1.0,), (1.0, 2.0))
        with pytest.raises(ValueError, match="short is 3"):
            Extent(2, 3)

    def test_a_run_of_another_length_agrees_with_nothing_and_says_what_was_run(self):
        found = Result({}, (Finding("a", 1.5, "one", True), Finding("b", 2.0, "two", instead="c"), Finding("d", 3.0)))
        assert found.of(40, Extent(40, 10)) is found
        for steps in (10, 41):
            part = f"{steps} steps, for 40"
            assert found.of(steps, Extent(40, 10)).findings == (
                Finding("a", 1.5, "one", instead=part),
                Finding("b", 2.0, "two", instead=f"c; {part}"),
                Finding("d", 3.0),
            )
        with pytest.raises(ValueError, match="finding a: agrees is False; it must be None"):
            Finding("a", 1.5, "one", False, "c")

    def test_results_come_back_from_json(self):
        figure = Figure("f", "caption", "x", "y", (Curve("c", (0, 1), (2.5, float("inf"))),))
        found = Result({"seed": 1}, (Finding("a", 1.5, "one", False), Finding("b", "c")), (figure,))
        data = json.loads(json.dumps(found.to_json(), allow_nan=False))
        assert Result.from_json(data).to_json() == found.to_json()
        assert data["figures"][0]["curves"][0]["y"] == [2.5, None]


class TestCommand:
    def test_what_it_prints_and_writes(self, toy):
        data = json.loads(result(toy))
        assert data["command"] == "verify experiment toy/walk --seed 0 --steps 40"
        assert (data["arithmetic"], data["seed"], data["steps"]) == ("float", 0, 40)
        assert data["result"]["findings"][0]["agrees"] is True
        assert len(data["result"]["figures"][0]["curves"][0]["x"]) == 41
        again = toy.verify("experiment", "toy/walk", "--out", "out")
        assert "the end: 1.62024, agrees with the paper: below 2 (float result)" in again.out
        assert "out/result.json" in again.out
        assert "toy/walk: 40 of 40 rounds" in again.err

    def test_by_default_it_writes_beside_the_report(self, toy):
        assert toy.verify("experiment", "toy/walk", "--steps", "3").status == 0
        assert (toy.root / "verification-report" / "toy" / "walk" / "result.json").is_file()

    def test_seed_and_steps(self, toy):
        assert result(toy, "--fresh") == result(toy, "--fresh")
        assert json.loads(result(toy, "--seed", "3"))["result"]["figures"][0]["curves"][0]["y"][0] == 3.0
        assert json.loads(result(toy, "--steps", "7"))["result"]["settings"]["rounds"] == 7

    def test_without_matplotlib_one_line_says_what_to_install(self, toy, without_matplotlib):
        run = toy.verify("experiment", "toy/walk", "--out", "out")
        assert run.status == 0
        assert run.err.splitlines()[-1] == "verify: Plots need matplotlib: pip install '.[plots]'"
        assert [file.name for file in (toy.root / "out").iterdir()] == ["result.json"]

    def test_with_matplotlib_it_draws_each_figure_the_same_each_time(self, toy):
        pytest.importorskip("matplotlib")
        result(toy)
        drawn = (toy.root / "out" / "where.svg").read_text()
        assert drawn.startswith("<svg")
        assert 1_000 < len(drawn) < 40_000
        for part in (">Round<", ">Place<", ">limit<", "currentColor"):
            assert part in drawn
        assert not re.search(r"<metadata|<!DOCTYPE|@import|url\((?!#)", drawn)
        ids = re.findall(r' id="([^"]*)"', drawn)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'(?:href="|url\()#([^")]*)', drawn)) <= set(ids)
        result(toy, "--fresh")
        assert (toy.root / "out" / "where.svg").read_text() == drawn

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ("toy/wolk", "no experiment 'toy/wolk'; there are toy/walk"),
            ("toy/square", "no experiment 'toy/square'; there are toy/walk"),
            ("", "the following arguments are required: ID"),
            ("toy/walk --steps 0", "the number of steps must be from 1 to 1000000000, not '0'"),
            ("toy/walk --steps many", "the number of steps must be from 1 to 1000000000, not 'many'"),
            ("toy/walk --steps 99999999999", "the number of steps must be from 1"),
            ("toy/walk --seed -1", "the seed must be an integer from 0 to 2^63 - 1, not '-1'"),
            ("toy/walk --seed 1.5", "the seed must be an integer"),
            ("toy/walk --out proofs/toy/results.py", "a folder to write in, and proofs/toy/results.py is a file"),
            ("toy/walk --out proofs/toy/results.py/x", "a folder to write in, and proofs/toy/results.py is a file"),
        ],
    )
    def test_a_usage_error_is_one_line(self, toy, arguments, message):
        run = toy.verify("experiment", *arguments.split())
        assert run.status == 2
        assert run.err.count("\n") == 1
        assert run.err.startswith("verify: ")
        assert message in run.err

    def test_without_any_experiment(self, workspace, texts):
        workspace.claims(texts["square"])
        assert "no experiment 'x'; there are none" in workspace.verify("experiment", "x").err

    def test_a_file_that_cannot_be_written(self, toy):
        (toy.root / "out" / "result.json").mkdir(parents=True)
        run = toy.verify("experiment", "toy/walk", "--out", "out")
        assert run.status == 2
        assert run.err.splitlines()[-1] == "verify: cannot write out/result.json: Is a directory"

    def test_a_cache_that_cannot_be_written(self, toy, monkeypatch):
        monkeypatch.setenv("VERIFY_CACHE", "proofs/toy/results.py")
        run = toy.verify("experiment", "toy/walk")
        assert run.status == 2
        assert "cannot write proofs/toy/results.py/toy: Not a directory" in run.err


class TestResuming:
    @pytest.fixture
    def interrupted(self, toy):
        whole = result(toy)
        for file in (toy.root / ".verify").rglob("walk*"):
            file.unlink()
        (toy.root / "stop").touch()
        run = toy.verify("experiment", "toy/walk", "--out", "out")
        assert run.status == 130
        assert "verify: interrupted: 23 of 40 rounds are done; the same command goes on from about there" in run.err
        return toy, whole

    def begun(self, toy):
        return int((toy.root / "begun").read_text())

    def test_it_goes_on_from_there_to_the_same_bits(self, interrupted):
        toy, whole = interrupted
        assert result(toy) == whole
        assert self.begun(toy) == 22  # the last stage with a state

    def test_more_steps_go_on_from_a_finished_run(self, toy):
        longer = result(toy, "--steps", "60", "--fresh")
        assert self.begun(toy) == 0
        assert result(toy, "--steps", "60") == longer
        assert self.begun(toy) == 60

    def test_a_shorter_run_starts_anew_and_leaves_the_longer_one(self, interrupted):
        toy, whole = interrupted
        result(toy, "--steps", "8")
        assert self.begun(toy) == 0
        assert result(toy) == whole
        assert self.begun(toy) == 22

    def test_fresh(self, interrupted):
        toy, whole = interrupted
        assert result(toy, "--fresh") == whole
        assert self.begun(toy) == 0

    def test_another_seed_starts_anew(self, interrupted):
        toy, _ = interrupted
        result(toy, "--seed", "1")
        assert self.begun(toy) == 0

    def test_other_sources_start_anew(self, interrupted):
        toy, _ = interrupted
        toy.claims(WALK.replace("/ len(values) ** 2", "/ len(values) ** 3"))
        result(toy)
        assert self.begun(toy) == 0

    @pytest.mark.parametrize("damage", [lambda raw: b"", lambda raw: raw[:-1], lambda raw: raw[:70] + b"x" + raw[71:]])
    def test_what_is_damaged_is_not_used(self, interrupted, damage):
        toy, whole = interrupted
        (state,) = (toy.root / ".verify").rglob("*.state")
        state.write_bytes(damage(state.read_bytes()))
        assert result(toy) == whole
        assert self.begun(toy) == 0


class TestReport:
    def report(self, toy):
        assert toy.verify("report", "--out", "report").status == 0
        read = {suffix: (toy.root / "report" / f"report.{suffix}").read_text() for suffix in ("html", "md", "json")}
        (claim,) = (row for row in json.loads(read["json"])["claims"] if row["id"] == "toy/walk")
        return read["html"], read["md"], claim["evidence"][0]["data"]

    def test_before_the_whole_run_it_has_the_short_one_and_says_so(self, toy):
        html, md, data = self.report(toy)
        assert data["steps"] == 10
        assert "In floats; 10 of 40 rounds, the whole by <code>verify experiment toy/walk</code>.</p>" in html
        assert "<td>below 2</td><td>run instead: 10 rounds, for 40; the paper</td>" not in html
        assert "<td>below 2</td><td>run instead: 10 rounds, for 40</td>" in html
        assert "the whole of it, with plots: `verify experiment toy/walk`" in md

    def test_then_it_has_the_whole_one(self, toy):
        result(toy)
        html, md, data = self.report(toy)
        assert data["steps"] == 40
        assert "In floats, by <code>verify experiment toy/walk</code>.</p>" in html
        assert "<td>the end</td><td>1.62024</td><td>below 2</td><td>agree</td>" in html
        assert "the end: 1.62024, agrees with the paper: below 2 (float result)" in md
        for text in (html, md):
            assert "seed 0, rounds 40; a run of 40 rounds" in text

    def test_another_number_of_steps_or_another_seed_is_not_the_papers(self, toy):
        result(toy, "--steps", "30")
        result(toy, "--seed", "1")
        assert self.report(toy)[2]["steps"] == 10

    def test_plots_are_inline(self, toy):
        pytest.importorskip("matplotlib")
        html, _, _ = self.report(toy)
        assert re.search(
            r"<figure><svg .*</svg><figcaption>Where the walk goes.</figcaption></figure>", html, re.DOTALL
        )
        assert plots.MISSING not in html

    def test_without_matplotlib_it_says_what_to_install(self, toy, without_matplotlib):
        html, _, _ = self.report(toy)
        assert html.count("Plots need matplotlib: pip install") == 1
        assert "<svg" not in html


def test_the_command_keeps_the_linear_algebra_to_one_thread_unless_told():
    """Threads cost a 52 x 52 eigendecomposition ten times what they save, and change its last digits."""
    asked = "import verify.__main__, os; print(os.environ['OPENBLAS_NUM_THREADS'])"
    for told, want in ({}, "1"), ({"OPENBLAS_NUM_THREADS": "2"}, "2"):
        kept = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
        kept["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        done = subprocess.run([sys.executable, "-c", asked], env=kept | told, capture_output=True, check=True)
        assert done.stdout.decode().strip() == want

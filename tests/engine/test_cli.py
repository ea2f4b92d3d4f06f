"""The command: what it prints, and how it ends."""

import json
import os
import pkgutil
import re
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from verify import audit, commands
from verify.commands import claims, discover, hunt, repair
from verify.commands.cli import COMMANDS, _parser
from verify.discover.discovering import Discovery
from verify.repair.repairing import Repairs
from verify.session import examining as session
from verify.session.recorded import COLUMNS, EMPTY, _written
from verify.store import entries


@pytest.fixture
def toy(workspace, texts):
    workspace.claims(texts["square"], texts["false"], texts["repaired"], texts["cited"])
    return workspace


class TestExitStatus:
    def test_every_verdict_established(self, toy):
        assert toy.verify("run").status == 0

    def test_a_failed_step(self, workspace, texts):
        workspace.claims(texts["square"], texts["broken"])
        run = workspace.verify("run")
        assert run.status == 1
        assert "verify: toy/broken: proofs/toy/results.py:20: proof wishful (Wishful thinking.): identity:" in run.err

    def test_only_a_paper_is_examined(self, toy, texts):
        toy.another_paper("other", texts["square"].replace("toy/", "other/"))
        assert [row["id"] for row in toy.verify("run", "--paper", "other", "--json").data] == ["other/square"]
        assert "--record is for all claims" in toy.verify("run", "--paper", "other", "--record").err

    def test_a_failed_step_elsewhere(self, workspace, texts):
        workspace.claims(texts["square"], texts["broken"])
        assert workspace.verify("run", "toy/square").status == 0

    @pytest.mark.parametrize("command", ["list", "run", "axioms", "report", "show toy/square"])
    def test_a_module_that_does_not_import_fails_every_command_and_stops_none(self, workspace, texts, command):
        workspace.claims(texts["square"])
        workspace.claims("1 / 0", module="bad")
        run = workspace.verify(*command.split())
        assert run.status == 1
        assert "verify: proofs/toy/bad.py:7: ZeroDivisionError: division by zero" in run.err
        assert "toy/square" in (run.out if command == "list" else run.err)

    def test_no_claims_yet(self, workspace):
        assert workspace.verify("list").status == 0
        assert workspace.verify("list", "--paper", "toy").status == 0
        run = workspace.verify("run")
        assert (run.status, run.out) == (1, "0 claims\n")
        said = "`verify new DIR --paper ID` makes a project with one as a template"
        assert run.err == f"verify: no claim is declared in proofs; {said}\n"
        report = workspace.verify("report", "--out", "out")
        assert (report.status, report.err) == (1, run.err)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ("", "a command is missing; verify --help lists them"),
            ("lst", "there is no command 'lst'; did you mean list"),
            ("frobnicate", "there is no command 'frobnicate'; verify --help lists them"),
            ("run --fresch", "unrecognized arguments: --fresch; did you mean --fresh?"),
            ("run --qwerty", "unrecognized arguments: --qwerty; verify run --help lists the options"),
            ("list --from proofs/toy/results.py", "argument --from: it must be a folder, of a project or a package"),
            (
                "list --from=",
                "argument --from: it must be a folder of claims, and its name is empty",
            ),
            ("check none.json", "FILE: none.json: there is no such file; it must be what verify prove, hunt or export"),
            ("check proofs", "FILE: proofs: it is a folder; it must be what verify prove, hunt or export wrote"),
            ("list --verdict provd", "--verdict: no verdict 'provd'; did you mean proved? it must be one of proved"),
            ("diff old new", "OLD: there is no file old; it must be the report.json that verify report writes"),
            ("diff . new", "OLD: there is no file report.json; it must be the report.json that verify report writes"),
            ("prove x>=0 --where x>", "--where: a number, a name or a parenthesis is missing"),
            (
                "prove lgo(x)>=0 --where x>0",
                "unknown function (or a * is missing before the parenthesis); did you mean log?",
            ),
            (
                "prove x^1000000000>=0 --where x>0",
                "; at most 10,000, and less for large numbers",
            ),
            ("run -j 0", "the number of processes must be from 1 to 1024, not '0'"),
            ("run -j 1025", "the number of processes must be from 1 to 1024, not '1025'"),
            (f"run -j 1{'0' * 5000}", "the number of processes must be from 1 to 1024, not '1000"),
            ("run --dask host:8786", "the address of a dask scheduler must be like tcp://host:8786, not 'host:8786'"),
            ("run -j 2 --dask tcp://h:1", "--dask and -j cannot both be given: tcp://h:1 or 2 processes"),
            ("run toy/sqare", "no claim 'toy/sqare'; the nearest are toy/square"),
            ("show", "the following arguments are required: ID"),
            ("show nothing/like/it", "'; `verify list` names them all; one of a project of your own needs --from DIR"),
            ("show square", "no claim 'square'; did you mean toy/square?"),
            ("run toy", "toy is a paper; `verify list --paper toy` names its claims"),
            ("run --paper ty", "no paper 'ty'; did you mean toy? it must be one of toy"),
            ("report --out=", "argument --out: it must be a folder to write in, and its name is empty"),
            ("list --paper ty", "no paper 'ty'; did you mean toy? it must be one of toy"),
            ("list --verdict true", "no verdict 'true'; it must be one of proved, refuted, cited, supported, open"),
        ],
    )
    def test_a_usage_error_is_one_line(self, toy, arguments, message):
        run = toy.verify(*arguments.split())
        assert run.status == 2
        *progress, last = run.err.splitlines()
        assert message in last
        assert last.startswith("verify: ")
        assert all(line.startswith("[") for line in progress)

    @pytest.mark.parametrize("command", ["report", "export rocq", "experiment toy/walk", "prove x>0"])
    def test_a_folder_that_is_a_file_is_refused_before_anything_is_loaded(self, toy, command, monkeypatch):
        monkeypatch.setattr("verify.commands.claims._known", None)
        option = "--to" if command.startswith("prove") else "--out"
        for place in ("proofs/toy/results.py", "proofs/toy/results.py/x/y"):
            run = toy.verify(*command.split(), option, place)
            why = "it must be a folder to write in, and proofs/toy/results.py is a file"
            assert (run.status, run.err) == (2, f"verify: argument {option}: {why}\n")

    @pytest.mark.parametrize("before", ["", "out", "out/deep"])
    def test_an_interrupted_report_leaves_no_empty_folder(self, toy, before, monkeypatch):
        (toy.root / before).mkdir(parents=True, exist_ok=True)
        monkeypatch.setattr("verify.commands.report.outcomes", interrupt)
        assert toy.verify("report", "--out", "out/deep/report").status == 130
        there = ["out", "out/deep", "out/deep/report"]
        assert [place for place in there if (toy.root / place).exists()] == [p for p in there if before.startswith(p)]

    def test_a_folder_that_the_system_does_not_make_is_one_that_is_not_there(self, toy, monkeypatch):
        def mkdir(path, **how):
            raise FileNotFoundError(2, "No such file or directory", str(path))

        monkeypatch.setattr("pathlib.Path.mkdir", mkdir)  # as below /proc
        said = "--out none/here: there is no such folder, and it cannot be made\n"
        assert toy.verify("report", "--out", "none/here").err.endswith(said)

    def test_a_number_that_is_too_large_is_told_what_it_must_be(self, toy):
        why = "the budget must be a number of seconds above 0 and below 1e9, not '1e400'"
        assert toy.verify("prove", "x>0", "--budget", "1e400").err == f"verify: argument --budget: {why}\n"

    def test_an_internal_error_is_one_line_that_names_the_claim_and_ends_no_other(self, toy, monkeypatch):
        examine = session.examine
        monkeypatch.setattr(session, "examine", lambda claim: 1 / 0 if claim.id == "toy/square" else examine(claim))
        run = toy.verify("run")
        assert run.status == 1
        said = "internal error: ZeroDivisionError: division by zero (--debug shows where)"
        assert f"verify: toy/square: proofs/toy/results.py:8: {said}\n" in run.err
        assert run.out == "4 claims: 1 open, 1 refuted, 1 proved, 1 cited\n" + run.out.split("\n", 1)[1]
        assert toy.verify("report").status == 1
        assert "Traceback" not in run.err
        assert "Traceback" in toy.verify("run", "--debug").err

    def test_a_number_too_long_to_be_shown_is_told_what_to_do_and_ends_no_other_claim(self, workspace, texts):
        workspace.claims(texts["false"].replace("{a: -1}", "{a: -(10**5000)}"), texts["square"])
        run = workspace.verify("run")
        assert run.out == "2 claims: 1 proved, 1 open\n"
        said = "a number of so many digits is shown nowhere: put a smaller one, or a variable, in its place\n"
        assert run.err.endswith(said)
        assert (
            "verify: toy/false: proofs/toy/results.py:10: counterexample minus_one (a = −1.): ValueError: " in run.err
        )

    def test_a_step_that_breaks_off_shows_its_traceback_on_request(self, workspace, texts):
        workspace.claims(texts["broken"].replace("    return", "    1 / 0\n    return"))
        assert "Traceback" not in workspace.verify("run").err
        assert "Traceback" in workspace.verify("--debug", "run").err

    def test_help(self, toy):
        run = toy.verify("--help")
        assert run.status == 0
        assert "COMMAND" in run.out

    def test_version(self, toy):
        run = toy.verify("--version")
        assert (run.status, run.out.split()[0]) == (0, "verify")

    def test_every_command_is_a_module_of_its_own(self):
        modules = {found.name for found in pkgutil.iter_modules(commands.__path__)}
        assert set(COMMANDS) == modules - {
            "arguments",
            "claims",
            "cli",
            "completion",
            "deciding",
            "known",
            "progress",
            "scaffold",
            "shared",
            "typesetting",
        }


class TestProve:
    @pytest.mark.parametrize(
        ("where", "status", "first"),
        [
            ("x > 0, x < -1", 4, "proved of no point: x >= 0 where x > 0, x < -1"),
            ("x^2 + 1 <= 0", 4, "proved of no point: x >= 0 where x^2 + 1 <= 0"),
            ("x > 0", 0, "proved: x >= 0 where x > 0"),
        ],
    )
    def test_the_first_words_say_whether_it_is_about_nothing(self, toy, where, status, first):
        run = toy.verify("prove", "x >= 0", "--where", where)
        assert (run.status, run.out.splitlines()[0]) == (status, first)
        assert toy.verify("prove", "x >= 0", "--where", where, "--json").data["verdict"] == "proved"

    @pytest.mark.parametrize("conditions", [["x > 0", ""], ["", "x > 0"], [" ", "x > 0", ""]])
    def test_conditions_that_are_empty_say_nothing(self, toy, conditions):
        run = toy.verify("prove", "x >= 0", *(word for text in conditions for word in ("--where", text)))
        assert run.out.splitlines()[0] == "proved: x >= 0 where x > 0"
        assert re.match(r"  1 step, ", run.out.splitlines()[1])


class TestFormulasThatBeginWithAMinusSign:
    @pytest.mark.parametrize(
        "line",
        [
            "prove -x^2<=0 --where -1<x<1",
            "prove --where -1<x<1 -x^2<=0",
            "prove --where=-1<x<1 -x^2<=0",
            "prove --wh -1<x<1 -- -x^2<=0",
        ],
    )
    def test_relation_and_conditions(self, line):
        options = _parser(line.split()).parse_args(line.split())
        assert (options.relation, options.where) == ("-x^2<=0", "-1<x<1")

    @pytest.mark.parametrize("name", ["where", "coordinates", "inverse", "factor", "quotient"])
    @pytest.mark.parametrize("formula", ["-x", "-h", "-j*x", "-1", "-oo<x", "--x^2", "-x = -y"])
    def test_every_option_takes_one(self, name, formula):
        words = ["prove", "x>0", f"--{name}", formula, "-j", "2"]
        options = _parser(words).parse_args(words)
        assert getattr(options, name) == formula
        assert (options.relation, options.jobs) == ("x>0", 2)

    @pytest.mark.parametrize("relation", ["-h<=0", "-j*x<=0", "-j2*x<=0", "--x<=0", "-oo<x"])
    def test_letters_that_are_options_are_variables_in_relations(self, relation):
        words = ["prove", "-j2", relation, "--where", "-1<x"]
        options = _parser(words).parse_args(words)
        assert (options.relation, options.jobs) == (relation, 2)

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("prove x>0 --where --json", "argument --where: expected one argument"),
            ("prove x>0 --nope", "unrecognized arguments: --nope; verify prove --help lists the options"),
            ("prove -x>0 -y>0", "unrecognized arguments: -y>0"),
            ("prove x>0 -j -3", "argument -j/--jobs: the number of processes must be from 1 to 1024, not '-3'"),
            ("list -x", "unrecognized arguments: -x"),
            (
                "list --verdict -x",
                "--verdict: no verdict '-x'; it must be one of proved, refuted, cited, supported, open, not examined",
            ),
        ],
    )
    def test_what_is_neither_is_still_an_error(self, toy, line, message):
        run = toy.verify(*line.split())
        assert (run.status, run.err) == (2, f"verify: {message}\n")


class TestList:
    @pytest.fixture
    def toy(self, toy):
        toy.verify("run")
        return toy

    def test_rows(self, toy):
        rows = toy.verify("list", "--json").data
        assert [(row["id"], row["verdict"]) for row in rows] == [
            ("toy/square", "proved"), ("toy/false", "refuted"), ("toy/false.repaired", "proved"),
            ("toy/cited", "cited"),
        ]  # fmt: skip
        assert {"id", "paper", "where", "verdict", "statement"} <= rows[0].keys()
        assert rows[1]["statement"] == "a ≤ 1 ⟹ a ≥ 0"

    def test_several_papers(self, toy, texts):
        toy.another_paper("other", texts["square"].replace("toy/", "other/"))
        toy.another_paper("third", texts["square"].replace("toy/", "third/"))
        for command in ("list", "run"):
            run = toy.verify(command, "--paper", "other", "--paper", "third", "--json")
            assert run.status == 0, run.err
            rows = run.data
            assert [row["id"] for row in rows] == ["other/square", "third/square"]
        run = toy.verify("list", "--paper", "tird", "--paper", "other")
        assert (run.status, run.out) == (2, "")

    def test_selections(self, toy):
        assert len(toy.verify("list", "--paper", "toy", "--json").data) == 4
        assert [row["id"] for row in toy.verify("list", "--verdict", "refuted", "--json").data] == ["toy/false"]
        assert toy.verify("list", "--verdict", "supported", "--json").data == []

    def test_text(self, toy):
        assert toy.verify("list").out.splitlines()[1] == "toy/false           refuted    Lemma 2"

    def test_of_several_papers_each_is_summed_up(self, toy, texts):
        toy.another_paper("other", texts["square"].replace("toy/", "other/"))
        toy.verify("run", "other/square")
        lines = toy.verify("list").out.splitlines()
        assert lines[-2:] == ["other: 1 claim: 1 proved", "toy: 4 claims: 2 proved, 1 refuted, 1 cited"]
        assert "toy: 4 claims" not in toy.verify("list", "--paper", "toy").out

    def test_what_no_command_has_examined_is_said_to_be_so(self, workspace, texts):
        workspace.claims(texts["square"], texts["false"])
        workspace.verify("run", "toy/square")
        run = workspace.verify("list")
        assert run.out.splitlines() == [
            "toy/square  proved     Lemma 1",
            "toy/false   not examined  Lemma 2",
            "1 of 2 claims are not examined yet, which `verify run` does",
        ]
        assert (run.status, run.err) == (0, "")

    def test_a_failure_is_listed_until_the_sources_change(self, workspace, texts):
        broken = texts["square"].replace("(a + b)**2, a**2", "(a + b)**2, 2*a**2")
        workspace.claims(broken)
        assert workspace.verify("run").status == 1
        listed = workspace.verify("list")
        assert (listed.status, listed.out) == (1, "toy/square  open       Lemma 1  FAILED\n")
        workspace.claims(texts["square"])
        assert "not examined" in workspace.verify("list").out


class TestNothingIsLoadedTwice:
    """Once examined, claims are listed and shown without loading them, until something that they depend on changes."""

    @pytest.fixture
    def loaded(self, toy, monkeypatch):
        """Whether a command loads claims."""

        def loads(*arguments):
            asked = []
            with monkeypatch.context() as patched:
                patched.setattr(claims, "_discover", lambda *_: asked.append(1))
                toy.verify(*arguments)
            return bool(asked)

        return loads

    def test_what_was_examined(self, toy, loaded):
        assert loaded("list")
        toy.verify("run")
        assert not loaded("list")
        assert not loaded("show", "toy/false")
        assert not loaded("show", "toy/nothing")

    def test_one_claim_of_many(self, toy, loaded):
        toy.verify("run", "toy/square")
        assert not loaded("list")
        toy.verify("run", "toy/false")
        assert not loaded("list")
        assert [row["verdict"] for row in toy.verify("list", "--json").data].count("not examined") == 1
        toy.verify("run")
        toy.verify("run", "toy/square", "--fresh")
        assert not loaded("list")
        assert [row["verdict"] for row in toy.verify("list", "--json").data] == [
            "proved", "refuted", "proved", "cited",
        ]  # fmt: skip

    def test_a_failure_is_not_forgotten_when_another_claim_is_examined(self, toy, texts, loaded):
        toy.claims(texts["broken"], module="more")
        assert toy.verify("run").status == 1
        assert toy.verify("run", "toy/square", "--fresh").status == 0
        assert not loaded("list")
        assert "toy/broken          open       Lemma 4  FAILED" in toy.verify("list").out

    def test_what_pytest_keeps_of_a_paper_of_which_nothing_was_kept_is_seen(self, toy, loaded):
        toy.verify("list")
        assert not loaded("list")
        entries.keep(entries.folder() / "toy" / "square.json", "", {})
        assert loaded("list")

    @pytest.mark.parametrize(
        "command",
        [
            "run toy/squar", "report --paper ty", "tightness toy/squar", "experiment toy/squar", "hunt toy/squar",
            "run --paper ty", "lint toy/squar", "watch toy/squar", "repair toy/squar", "tightness --paper ty",
            "export proofs toy/squar --out new", "report --out /proc/none", "show toy/squar",
            "report --paper ty --out new",
        ],
    )  # fmt: skip
    def test_what_there_is_not_is_refused(self, toy, loaded, command, monkeypatch):
        toy.verify("run", "toy/square")
        monkeypatch.setattr(claims, "_discover", None)
        run = toy.verify(*command.split())
        assert run.status == 2
        assert run.err.startswith(
            ("verify: no claim 'toy/squar'", "verify: --paper: no paper 'ty'", "verify: --out /proc/none: ")
        )
        assert not (toy.root / "new").exists()
        assert not (toy.root / "verification-report").exists()

    def test_it_says_the_same(self, toy):
        toy.verify("run")
        for arguments in (("show", "toy/false"), ("show", "toy/cited", "--json"), ("list",), ("list", "--json")):
            kept = toy.verify(*arguments)
            shutil.rmtree(entries.folder() / "latest")
            anew = toy.verify(*arguments)
            assert (kept.status, strip(kept.out)) == (anew.status, strip(anew.out))

    @pytest.mark.parametrize("change", ["edit", "add", "remove", "beside", "of the same size and date"])
    def test_a_change_is_seen(self, toy, texts, loaded, change):
        toy.claims(texts["far"], module="far")
        toy.verify("run")
        assert not loaded("list")
        folder = toy.root / "proofs" / "toy"
        if change == "edit":
            (folder / "far.py").write_text((folder / "far.py").read_text() + "\n")
        elif change == "add":
            toy.claims("", module="more")
        elif change == "of the same size and date":
            date = (folder / "far.py").stat()
            (folder / "far.py").write_text((folder / "far.py").read_text().replace("Lemma 7", "Lemma 8"))
            os.utime(folder / "far.py", ns=(date.st_atime_ns, date.st_mtime_ns))
        elif change == "remove":
            (folder / "far.py").unlink()
        else:
            (folder / "found.json").write_text("{}")
        assert loaded("list")

    def test_what_is_changed_during_a_run_is_not_taken_for_what_was_examined(self, toy, loaded, monkeypatch):
        file = toy.root / "proofs" / "toy" / "results.py"
        examine = session.examine

        def meanwhile(claim):
            file.write_text(file.read_text() + "\n")
            return examine(claim)

        with monkeypatch.context() as patched:
            patched.setattr(session, "examine", meanwhile)
            toy.verify("run")
        assert loaded("list")

    @pytest.mark.parametrize(
        ("module", "message"),
        [
            ("1 / 0", "ZeroDivisionError"),
            (
                "Claim('toy/on', at='1', states=ge(a, 0), reading='R.', open_because='It is.', rests_on=['toy/no'])",
                "toy/on: it rests on toy/no, which no claim has as its id",
            ),
        ],
    )
    def test_what_is_wrong_is_said_each_time(self, toy, module, message):
        toy.claims(module, module="more")
        toy.verify("run")
        for _ in range(2):
            run = toy.verify("list")
            assert run.status == 1
            assert message in run.err

    def test_a_hunt_is_seen(self, toy, loaded):
        toy.verify("run")
        toy.verify("hunt", "toy/square", "--cases", "100")
        assert loaded("show", "toy/square")

    def test_other_settings_are_seen(self, toy, loaded, monkeypatch):
        toy.verify("run")
        monkeypatch.setenv("VERIFY_REFUSALS", "first")
        assert loaded("list")


class TestRecord:
    """Verdicts that come with the claims are listed before anything was examined, with the sources they belong to."""

    @pytest.fixture
    def fresh(self, toy):
        """A toy as it is after it was fetched: with its record, and nothing else kept."""
        run = toy.verify("run", "--record")
        assert run.out.splitlines()[0].endswith("proofs/verdicts.json")
        shutil.rmtree(entries.folder())
        return toy

    def test_the_list_needs_no_claim(self, fresh, monkeypatch):
        monkeypatch.setattr(claims, "_discover", None)
        run = fresh.verify("list")
        assert (run.status, run.err) == (0, "")
        assert run.out.splitlines() == [
            "toy/square          proved     Lemma 1",
            "toy/false           refuted    Lemma 2",
            "toy/false.repaired  proved     Lemma 2",
            "toy/cited           cited      Theorem 3  (on an axiom of the author's own: means)",
            "4 of 4 verdicts came with these sources; `verify run` re-establishes them",
        ]

    def test_a_claim_is_shown_as_it_came(self, fresh, monkeypatch):
        whole = fresh.verify("show", "toy/false", "--json").data
        shutil.rmtree(entries.folder())
        monkeypatch.setattr(claims, "_discover", None)
        run = fresh.verify("show", "toy/false")
        assert (run.status, run.err) == (0, "")
        *said, last = run.out.splitlines()
        assert last.startswith(
            "as it came with these sources, without the steps of proofs; verify run toy/false --fresh"
        )
        assert said[0] == "toy/false  Lemma 2  REFUTED"
        assert [line.removeprefix("  states  ") for line in said if line.startswith("  states")] == whole["states"]
        assert f"  {whole['counterexample']['lines'][-1]}" in said
        assert "repaired by: toy/false.repaired (proved)" in said
        assert "counterexample minus_one" in said

    def test_an_unknown_id_needs_no_claim(self, fresh, monkeypatch):
        monkeypatch.setattr(claims, "_discover", None)
        run = fresh.verify("show", "toy/squares")
        assert (run.status, run.err.startswith("verify: no claim 'toy/squares'; the nearest are toy/square")) == (
            2,
            True,
        )

    @pytest.mark.parametrize("command", ["run toy/squares", "report --paper toys", "experiment toy/squares"])
    def test_nor_do_other_commands_need_one(self, fresh, monkeypatch, command):
        monkeypatch.setattr(claims, "_discover", None)
        run = fresh.verify(*command.split())
        assert (run.status, run.err.count("\n")) == (2, 1)

    def test_a_claim_without_an_experiment_is_known_to_have_none(self, fresh, monkeypatch):
        monkeypatch.setattr(claims, "_discover", None)
        run = fresh.verify("experiment", "toy/square")
        assert (run.status, run.err) == (2, "verify: no experiment 'toy/square'; there are none\n")

    def test_the_axioms_need_no_claim(self, fresh, monkeypatch):
        examined = fresh.verify("axioms", "--json").data
        shutil.rmtree(entries.folder())
        monkeypatch.setattr(claims, "_discover", None)
        run = fresh.verify("axioms")
        assert (run.status, run.err) == (0, "")
        assert run.out.splitlines()[0] == f"{examined[0]['name']}: {examined[0]['statement']}"
        assert "  used by toy/cited" in run.out

    @pytest.mark.parametrize("command", [["show", "toy/square"], ["axioms"]], ids=["show", "axioms"])
    def test_with_other_sources_it_is_examined(self, fresh, command):
        fresh.write("proofs/toy/more.py", "")
        run = fresh.verify(*command)
        assert "proved" in run.err
        assert "as it came" not in run.out

    def test_with_another_paper_that_has_no_record_nothing_is_said_to_be_unknown(self, fresh, tmp_path, texts):
        other = tmp_path / "other" / "sixth"
        other.mkdir(parents=True)
        (other / "__init__.py").write_text(texts["paper"].replace("toy", "sixth"))
        (other / "results.py").write_text(texts["head"] + texts["square"].replace("toy", "sixth"))
        run = fresh.verify("show", "sixth/square", "--from", "proofs", "--from", "other/sixth")
        assert run.status == 0, run.err

    def test_hunts_and_rocq_are_not_recorded(self):
        evidence = [{"kind": kind, "name": "n", "summary": ""} for kind in ("proof", "hunt", "rocq")]
        row = dict.fromkeys(COLUMNS, "") | EMPTY | {"evidence": evidence}
        assert _written(row, [])["evidence"] == [["proof", "n", ""]]

    def test_other_sources_are_told(self, fresh):
        fresh.write("proofs/toy/more.py", "")
        assert "4 of 4 verdicts came with other sources;" in fresh.verify("list").out

    def test_what_is_examined_takes_its_place(self, fresh):
        fresh.verify("run", "toy/square")
        out = fresh.verify("list").out
        assert "3 of 4 verdicts came with these sources;" in out
        fresh.verify("run")
        assert "came with" not in fresh.verify("list").out

    @pytest.mark.parametrize("change", ["a hunt", "an interrupted hunt", "a text beside"])
    def test_what_was_examined_is_not_forgotten_when_something_else_changes(self, fresh, monkeypatch, change):
        fresh.verify("run", "toy/square")
        if change == "a text beside":
            fresh.write("proofs/README.md", "")
        else:
            if change == "an interrupted hunt":
                monkeypatch.setattr(hunt.Progress, "__call__", interrupt)
            assert fresh.verify("hunt", "toy/false.repaired", "--cases", "100").status in (0, 130)
        shown = fresh.verify("show", "toy/square").out
        assert "as it came" not in shown
        assert "run again: verify run toy/square --fresh" in shown
        assert "as it came" in fresh.verify("show", "toy/cited").out
        assert "3 of 4 verdicts came with these sources;" in fresh.verify("list").out

    def test_a_record_is_no_source(self, fresh):
        before = fresh.verify("run").err
        fresh.verify("run", "--record")
        assert "kept from earlier runs" not in before
        assert fresh.verify("run").err == "4 of 4 claims kept from earlier runs\n"

    def test_a_broken_record_is_none(self, fresh):
        fresh.write("proofs/verdicts.json", "{}")
        assert "4 of 4 claims are not examined yet" in fresh.verify("list").out

    def test_other_learners_are_other_sources(self, fresh, monkeypatch):
        monkeypatch.setattr("verify.session.recorded.PACKAGES", ("learners",))
        fresh.write("learners/__init__.py", "")
        fresh.verify("run", "--record")
        shutil.rmtree(entries.folder())
        assert "4 of 4 verdicts came with these sources;" in fresh.verify("list").out
        fresh.write("learners/more.py", "")
        assert "4 of 4 verdicts came with other sources;" in fresh.verify("list").out

    def test_a_failure_is_not_recorded(self, fresh, texts):
        before = (fresh.root / "proofs" / "verdicts.json").read_text()
        fresh.claims(texts["square"], texts["broken"])
        run = fresh.verify("run", "--record")
        assert run.status == 1
        assert "verify: --record: nothing is written, as some claims failed\n" in run.err
        assert (fresh.root / "proofs" / "verdicts.json").read_text() == before

    def test_a_part_is_not_recorded(self, fresh):
        run = fresh.verify("run", "--record", "toy/square")
        assert (run.status, run.err) == (2, "verify: --record is for all claims; leave out the ids and --paper\n")


def interrupt(*_):
    """Ends a hunt after its first block."""
    raise KeyboardInterrupt


def strip(text):
    """Without what goes with the day and the clock, and whether it was kept."""
    return re.sub(r'\d+\.\d+ s|"(seconds|ran|cached)": [^,\n]*', "", text)


class TestLatex:
    def test_the_claim_and_an_entry_for_a_bibliography(self, toy):
        display, entry = toy.verify("show", "toy/false", "--latex").out.split("\n\n")
        assert display.startswith("$$")
        assert display.endswith("$$")
        assert r"\textbf{refuted}" in display
        assert r"a \leq 1" in display
        assert entry.splitlines()[:2] == [
            "@misc{verify-toy,",
            "  title = {A machine-checked audit of ``A Toy Paper'' by A. Author, B. Author},",
        ]

    def test_a_counterexample_is_set_as_the_statement_is(self, workspace, texts):
        vector = """
from verify.language.terms import Inner, vectors
(u,) = vectors("u")
SHORT = Claim("toy/short", at="2", given=[ge(b, 1)], states=[ge(a, 0), gt(Inner(u, u), b/2)], reading="For all u.")

@SHORT.counterexample
def zero(claim):
    return witness(claim.given, claim.states[1], {a: 0, b: 1, u: 0})
"""
        workspace.claims(vector)
        display = workspace.verify("show", "toy/short", "--latex").out
        assert r"& \text{fails at }a = 0,\ b = 1,\ \mathbf{u} = 0 \\" in display
        violated = r"\left\lVert \mathbf{u}\right\rVert^{2} > \frac{b}{2}"
        assert rf"\text{{but not }}{violated}\text{{: }}0 > \frac{{1}}{{2}}\text{{ is false}}" in display

    def test_one_form_at_a_time(self, toy):
        run = toy.verify("show", "toy/false", "--latex", "--json")
        assert (run.status, run.err) == (2, "verify: argument --json: not allowed with argument --latex\n")


class TestLemmas:
    def test_a_word_finds_what_speaks_of_it(self, toy):
        out = toy.verify("lemmas", "TANGENT").out
        assert "above_tangent(f, a, b, convex, discharge=())\n    f(b) ≥ f(a) + f′(a)(b − a).\n" in out
        assert "TANGENT_BELOW: " in out

    def test_all_rules_and_axioms_are_there(self, toy):
        out = toy.verify("lemmas").out
        for name in ("combine(", "instantiate(", "telescope(", "TAYLOR: "):
            assert f"  {name}" in out

    def test_all_that_audits_are_written_with_is_there_and_what_is_imported_from_elsewhere_says_so(self, toy):
        heads = [
            line.strip() for line in toy.verify("lemmas").out.splitlines() if line.startswith("  ") and line[2] != " "
        ]
        names = {head.partition("(")[0] for head in heads}
        assert set(audit.__all__) <= names
        assert {h.rpartition(", from ")[0].partition("(")[0] for h in heads if ", from verify." in h} == {
            name for name in names - set(audit.__all__) if ": " not in name
        }

    def test_of_a_name_all_is_said_and_of_others_that_name_it_their_names(self, toy):
        out = toy.verify("lemmas", "at").out
        heads = [line for line in out.splitlines() if line.startswith("  ") and line[2] != " "]
        assert [head.partition("(")[0] for head in heads] == ["  at"]
        assert ">>> at(forall(t, ge(f(t), 0), [ge(t, 1)]), n)" in out
        assert out.splitlines()[-1].startswith("named by by_induction, ")

    def test_each_formula_of_an_axiom_has_a_line(self, toy):
        out = toy.verify("lemmas", "ZERO_DERIVATIVE").out
        assert "    in the domain of(f, s)\n" in out.replace("for all s with 0 ≤ s ≤ 1: ", "")
        assert out.endswith("    ⊢ f(1) = f(0)\n")

    def test_nothing_is_said_to_be_found(self, toy):
        run = toy.verify("lemmas", "qwertz")
        assert (run.status, run.err) == (1, "verify: no rule, lemma or axiom speaks of 'qwertz'\n")


def test_a_report_is_summed_up_as_a_run_is(toy, texts):
    toy.claims(texts["square"], texts["false"].replace("reading=", 'weight="error", slip="It is false.", reading='))
    *files, verdicts, findings = toy.verify("report", "--out", "out").out.splitlines()
    assert files[:3] == ["out/report.json", "out/report.md", "out/report.html"]
    assert (verdicts, findings) == ("2 claims: 1 proved, 1 refuted", "1 finding (error 1)")


def test_a_report_can_be_read_by_others(toy):
    before = os.umask(0o022)
    try:
        toy.verify("report", "--out", "out")
    finally:
        os.umask(before)
    assert stat.S_IMODE((toy.root / "out" / "report.html").stat().st_mode) == 0o644


class TestDiff:
    @pytest.fixture
    def reports(self, toy, texts):
        toy.verify("report", "--out", "old")
        toy.claims(texts["square"], texts["false"].replace("le(a, 1)", "le(a, 2)"), texts["cited"], texts["far"])
        toy.verify("report", "--out", "new")
        return "old/report.json", "new/report.json"

    def test_what_has_changed(self, toy, reports):
        run = toy.verify("diff", *reports)
        assert run.status == 1
        assert run.out.splitlines() == [
            "toy/far: new, proved",
            "toy/false.repaired: gone, it was proved",
            "toy/false: changed its hypotheses, its marks",
        ]

    def test_nothing(self, toy, reports):
        run = toy.verify("diff", reports[0], reports[0])
        assert (run.status, run.out, run.err) == (0, "no difference\n", "")

    def test_the_folder_of_a_report_may_be_named(self, toy, reports):
        assert toy.verify("diff", "old", reports[1]).out == toy.verify("diff", *reports).out

    def test_what_is_no_report(self, toy, reports):
        toy.write("other.json", "[]")
        assert toy.verify("diff", reports[0], "other.json").err == (
            "verify: other.json: it must be the report.json of a report\n"
        )
        said = "it must be the report.json that verify report writes, or its folder"
        err = toy.verify("diff", reports[0], "none.json").err
        assert err == f"verify: NEW: there is no file none.json; {said}\n"


class TestWhatIsKnownAlready:
    """A search says first what makes it needless."""

    @pytest.mark.parametrize("known", ["examined", "came"])
    def test_a_proved_claim_needs_no_repair(self, toy, monkeypatch, known):
        toy.verify("run", "--record")
        if known == "came":
            shutil.rmtree(entries.folder())
        monkeypatch.setattr(repair, "repair", None)
        run = toy.verify("repair", "toy/square")
        assert (run.status, run.err) == (1, "")
        assert run.out == "toy/square: it is proved as it stands, and needs no repair (the search alone 0.0 s)\n"
        assert toy.verify("repair", "toy/square", "--json").data["holds"]

    def test_what_came_with_other_sources_is_not_known(self, toy, monkeypatch):
        toy.verify("run", "--record")
        shutil.rmtree(entries.folder())
        toy.write("proofs/toy/more.py", "")
        asked = []
        monkeypatch.setattr(repair, "check_scipy", lambda: None)
        monkeypatch.setattr(repair, "repair", lambda claim, *_: asked.append(claim.id) or Repairs(claim))
        assert "no repair was proved" in toy.verify("repair", "toy/square").out
        assert asked == ["toy/square"]

    def test_a_refuted_claim_has_no_proof(self, toy, monkeypatch):
        monkeypatch.setattr(discover, "check_scipy", lambda: None)
        monkeypatch.setattr(discover, "discover", lambda claim, _: Discovery(claim, [None], [], 0.0))
        assert toy.verify("discover", "toy/false").err == ""
        toy.verify("run")
        said = "verify: toy/false is refuted, so that it has no proof; verify repair toy/false looks for what is true\n"
        assert toy.verify("discover", "toy/false").err == said
        assert toy.verify("discover", "toy/square").err == ""


class TestShow:
    def test_a_proved_claim(self, toy):
        out = toy.verify("show", "toy/square").out
        for part in ("toy/square  Lemma 1  PROVED", "states  (a + b)**2", "variables: a, b: real",
                     "reading: For real a, b.", "proof expand: ok",
                     "1. identity: ", "source: proofs/toy/results.py:8", "verify run toy/square --fresh"):  # fmt: skip
            assert part in out

    def test_a_refuted_claim(self, toy):
        out = toy.verify("show", "toy/false").out
        for part in ("REFUTED", "counterexample:", "a = -1", "repaired by: toy/false.repaired (proved)"):
            assert part in out

    def test_a_finding_is_not_taken_for_the_reading(self, workspace, texts):
        weighed = texts["false"].replace("reading=", 'weight="reading", slip="Of all a it is false.", reading=')
        workspace.claims(weighed)
        lines = workspace.verify("show", "toy/false").out.splitlines()
        assert [line for line in lines if "reading" in line] == [
            "reading: For real a at most 1.", "finding (reading): Of all a it is false.",
        ]  # fmt: skip

    def test_a_cited_claim(self, toy):
        out = toy.verify("show", "toy/cited").out
        assert "toy/cited  Theorem 3  CITED, on an axiom of the author's own: means" in out
        assert (
            "axiom means: the arithmetic mean is at least the geometric\n"
            "  ⊢ a**2 + 1 ≥ 2*a\n"
            "  Cauchy 1821\n"
            "  the author's own: declared beside the claims\n"
        ) in out

    def test_an_open_claim(self, workspace, texts):
        text = 'X = Claim("toy/x", at="(3)", states=eq(a, b), reading="r", open_because="It resists.")\n'
        workspace.claims(text)
        run = workspace.verify("show", "toy/x")
        assert run.status == 0
        assert "open because: It resists." in run.out

    def test_data(self, toy):
        data = toy.verify("show", "toy/false", "--json").data
        assert data["counterexample"]["assignment"] == {"a": "-1"}
        assert data["evidence"][0]["where"].startswith("proofs/toy/results.py:")


def test_that_there_is_no_axiom_is_said(workspace, texts):
    workspace.claims(texts["square"])
    run = workspace.verify("axioms")
    assert run.out == "no axiom: 1 claim, and what is settled rests on the rules alone\n"


def test_axioms_name_the_claims_that_rest_on_them(toy):
    (axiom,) = toy.verify("axioms", "--json").data
    assert axiom.pop("encoded")
    assert axiom == {
        "name": "means",
        "statement": "the arithmetic mean is at least the geometric",
        "reference": "Cauchy 1821",
        "hypotheses": [],
        "conclusion": "a**2 + 1 ≥ 2*a",
        "own": True,
        "claims": ["toy/cited"],
    }
    out = toy.verify("axioms").out
    for part in ("⊢ a**2 + 1 ≥ 2*a", "Cauchy 1821", "the author's own", "used by toy/cited"):
        assert part in out


HOW_SHOWN = "a function under @CLAIM.instance returns values that meet them"


def test_what_a_verdict_lacks_stands_in_lists_and_runs(toy, texts):
    toy.claims(texts["far"], module="far")
    toy.verify("run")
    assert toy.verify("list").out.splitlines()[2:] == [
        "toy/false.repaired  proved     Lemma 2",
        "toy/cited           cited      Theorem 3  (on an axiom of the author's own: means)",
        "toy/far             proved     Lemma 7  (hypotheses not shown to hold: " + HOW_SHOWN + ")",
    ]
    run = toy.verify("run", "--fresh")
    assert f"toy/far is proved, hypotheses not shown to hold: {HOW_SHOWN}\n" in run.out
    assert "toy/cited is cited, on an axiom of the author's own: means\n" in run.out
    assert "toy/far … proved, hypotheses not shown to hold" in run.err


@pytest.mark.parametrize("processes", ["1", "2"])
def test_an_instance_of_a_claim_in_a_module_beside_it_is_taken_by_whatever_process(toy, texts, processes):
    toy.claims(texts["far"], module="far")
    toy.claims(
        """
NEAR = Claim("toy/near", at="Lemma 8", given=[ge(a, 10**9)], states=ge(10**9, a), reading="For large a.")

@NEAR.counterexample
def larger(claim):
    return witness(claim.given, claim.states[0], {a: 10**9 + 1})
""",
        module="near",
    )
    run = toy.verify("run", "toy/far", "--fresh", "-j", processes)
    assert "toy/far … proved" in run.err
    assert "toy/far … proved," not in run.err


class TestWhereItPrints:
    """Standard output may be closed, or full."""

    def verify(self, workspace, arguments, redirected):
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        command = f"{shlex.quote(sys.executable)} -m verify {arguments} {redirected}"
        return subprocess.run(
            command, shell=True, env=environment, cwd=workspace.root, capture_output=True, check=False
        )

    def test_closed(self, toy):
        toy.verify("run")
        run = self.verify(toy, "list", ">&-")
        assert (run.returncode, run.stdout, run.stderr) == (0, b"", b"")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
    def test_full(self, toy):
        toy.verify("run")
        run = self.verify(toy, "list", "> /dev/full")
        assert run.returncode == 1
        assert run.stderr == b"verify: standard output: No space left on device\n"


class TestCompletion:
    """Of a line in a shell, as argcomplete asks for it."""

    def words(self, workspace, line):
        answer = workspace.root / "answer"
        asked = {
            "_ARGCOMPLETE": "1", "_ARGCOMPLETE_STDOUT_FILENAME": str(answer), "_ARGCOMPLETE_IFS": "\n",
            "COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": "9",
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        }  # fmt: skip
        subprocess.run([sys.executable, "-m", "verify"], env=os.environ | asked, cwd=workspace.root, check=False)
        return [word.strip() for word in answer.read_text().split("\n")]

    @pytest.mark.spread(3)
    @pytest.mark.parametrize(
        ("line", "expected"),
        [
            ("verify re", ["refresh", "report", "repair"]),
            ("verify show toy/f", ["toy/false", "toy/false.repaired"]),
            ("verify run toy/square toy/c", ["toy/cited"]),
            ("verify list --pa", ["--paper"]),
            ("verify list --paper t", ["toy"]),
            ("verify report --paper t", ["toy"]),
            ("verify list --verdict pr", ["proved"]),
        ],
    )
    def test_words(self, toy, line, expected):
        pytest.importorskip("argcomplete", reason="argcomplete is not installed (extra completion)")
        toy.verify("run")
        assert self.words(toy, line) == expected


class TestAsAProcess:
    def run(self, workspace, *arguments, **options):
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        return subprocess.run(
            [sys.executable, "-m", "verify", *arguments],
            cwd=workspace.root, env=environment | options, capture_output=True, check=False,
        )  # fmt: skip

    def test_json_is_alone_on_stdout(self, toy):
        done = self.run(toy, "list", "--json")
        assert done.returncode == 0
        assert len(json.loads(done.stdout)) == 4

    def test_an_encoding_without_mathematics_is_no_failure(self, toy):
        toy.verify("run")
        done = self.run(toy, "list", "--json", PYTHONIOENCODING="latin-1")
        assert json.loads(done.stdout)[1]["statement"] == "a ≤ 1 ⟹ a ≥ 0"
        assert self.run(toy, "show", "toy/false", PYTHONIOENCODING="ascii").returncode == 0

    def test_a_closed_pipe_is_quiet(self, toy):
        toy.verify("run")
        command = f"set -o pipefail; {sys.executable} -m verify list --json 2>err.txt | true"
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        done = subprocess.run(["bash", "-c", command], cwd=toy.root, env=environment, check=False)
        assert done.returncode in (0, 141)
        assert "Error" not in (toy.root / "err.txt").read_text()

    @pytest.mark.spread(2)
    @pytest.mark.parametrize(
        "command",
        ["report --out report", "hunt toy/square --cases 1000", "tightness", "prove 'exp(x) < 1' --where 'x > 0'"],
    )
    def test_a_closed_pipe_is_no_file_that_cannot_be_written(self, toy, command):
        """Unbuffered, so that it is printing that fails, inside of the command."""
        toy.verify("run")
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        piped = f"set -o pipefail; {sys.executable} -u -m verify {command} 2>err.txt | true"
        done = subprocess.run(["bash", "-c", piped], cwd=toy.root, env=environment, check=False)
        said = (toy.root / "err.txt").read_text()
        assert (done.returncode, "verify: " in said, "Error" in said) == (141, False, False)

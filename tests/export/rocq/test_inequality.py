"""A person's own inequality, proved or refuted by `verify prove --export rocq`, is proved or refuted again by Rocq."""

import functools
import json

import pytest

from tests.sampling import every
from verify.commands.cli import main
from verify.export.rocq import coqc
from verify.export.rocq.inequality import NAME, UNWRITTEN, settled, unwritten_rules
from verify.export.rocq.names import Inexpressible
from verify.export.rocq.whole_files import whole_file
from verify.prover.files import answer_to_json
from verify.prover.proving import prove

SECONDS = 120
SETTLED = {
    "x*log(x) + 1 - x >= 0": ("x > 0", "proved"),
    "x - x^3/6 <= sin(x) <= x - x^3/6 + x^5/120": ("x >= 0", "proved"),
    "sqrt(a*b) <= (a + b)/2": ("a >= 0, b >= 0", "proved"),
    "cos(x) <= 1 - 2*x^2/pi^2": ("-pi <= x <= pi", "proved"),
    "x*log(x) >= x + 1/2": ("x >= 4", "proved"),
    "exp(x) >= 1 + x + x^2/2": ("-oo < x < oo", "refuted"),
    "x^x >= 7/10": ("0 < x < 1", "refuted"),
}


@functools.cache
def answer(relation):
    """What `verify prove --json` prints, of a proof by rules that have a form in Rocq."""
    where, verdict = SETTLED[relation]
    found = answer_to_json(prove(relation, where, budget=60, without=UNWRITTEN))
    assert found["verdict"] == verdict
    return found


def quick(text):
    """The file without the list of what it rests on, which takes longer than the proof."""
    return text.replace("Print Assumptions claim.", "")


@pytest.mark.parametrize("relation", every(5, SETTLED))
def test_rocq_settles_it_again(library, relation):
    ran = coqc.checked(quick(whole_file(settled(answer(relation)))), library, SECONDS)
    assert ran.passed, ran


def test_what_a_logarithm_has_at_the_end_of_its_range_is_proved_there(library):
    text = quick(whole_file(settled(answer("x*log(x) >= x + 1/2"))))
    assert coqc.checked(text, library, SECONDS).passed
    assert " w_1" in text  # it is a variable, of which that is all that is known


def test_the_theorem_states_what_was_asked():
    text = whole_file(settled(answer("sqrt(a*b) <= (a + b)/2")))
    said = " ".join(text.partition("Theorem claim :")[2].partition("Proof.")[0].split())
    given, states = said.split(" (* states *) ")
    assert given == "forall (a b : R), (* given *) a >= 0 -> b >= 0 ->"
    assert states == "0 <= a * b /\\ sqrt (a * b) <= (a + b) * (1 / 2)."


@pytest.mark.parametrize("relation", every(2, ["x*log(x) + 1 - x >= 0", "cos(x) <= 1 - 2*x^2/pi^2"]))
def test_the_same_proof_of_a_little_more_is_refused(library, relation):
    """Both are sharp: with a thousandth less on the larger side they are false."""
    head, theorem, tail = quick(whole_file(settled(answer(relation)))).rpartition("Theorem claim")
    said, end, proof = tail.partition(".\nProof.")
    op = max((" >= ", " <= "), key=said.rfind)
    left, _, right = said.rpartition(op)
    less = " - 1 / 1000" if op == " <= " else " + 1 / 1000"
    ran = coqc.checked(f"{head}{theorem}{left}{op}{right}{less}{end}{proof}", library, SECONDS)
    assert not ran.passed
    assert ran.lemma == "claim"


def test_another_point_refutes_nothing():
    with pytest.raises(Inexpressible, match="no counterexample"):
        settled(answer("exp(x) >= 1 + x + x^2/2") | {"point": {"x": "1"}})


def test_the_command_writes_the_file_and_its_library(tmp_path, capsys):
    assert main(["prove", "x^2 >= 2*x - 1", "--where", "-oo < x < oo", "--export", "rocq", "--to", str(tmp_path)]) == 0
    assert "make -C" in capsys.readouterr().out
    assert "Theorem claim" in (tmp_path / f"{NAME}.v").read_text(encoding="utf-8")
    assert (tmp_path / "Claims.v").exists()
    assert (tmp_path / "Makefile.rocq").exists()


def test_a_proof_by_a_rule_without_a_form_is_followed_by_another(tmp_path, capsys):
    where, _ = SETTLED["x*log(x) + 1 - x >= 0"]
    assert unwritten_rules(answer_to_json(prove("x*log(x) + 1 - x >= 0", where, budget=60))) == ["beyond"]
    asked = ["prove", "x*log(x) + 1 - x >= 0", "--where", where, "--export", "rocq", "--to", str(tmp_path)]
    assert main(asked) == 0
    assert "by a second proof without beyond" in capsys.readouterr().out
    assert "Theorem claim" in (tmp_path / f"{NAME}.v").read_text(encoding="utf-8")


def test_rules_to_do_without_are_known():
    with pytest.raises(ValueError, match="without: there is no rule 'beyonder'; it must be of abstract, "):
        prove("x^2 >= 0", "x > 0", without=["beyonder"])


def test_json_stays_json(tmp_path, capsys):
    main(["prove", "x^2 >= 0", "--where", "-oo < x < oo", "--export", "rocq", "--to", str(tmp_path), "--json"])
    assert json.loads(capsys.readouterr().out)["verdict"] == "proved"


def test_a_folder_that_cannot_be_written_is_named_before_the_search(tmp_path, capsys):
    (tmp_path / "file").write_text("", encoding="utf-8")
    place = str(tmp_path / "file" / "folder")
    assert main(["prove", "x^2 >= 0", "--where", "-oo < x < oo", "--export", "rocq", "--to", place]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "--to" in said.err
    assert str(tmp_path / "file") in said.err


def test_options_that_need_each_other_name_the_one_that_is_missing(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for one, value, other in (
        ("export", "rocq", "to"), ("to", "place", "export"), ("factor", "x-1", "quotient"), ("quotient", "x", "factor"),
        ("coordinates", "x = t", "inverse"),
    ):  # fmt: skip
        assert main(["prove", "x >= 0", "--where", "x >= 0", f"--{one}", value]) == 2
        assert capsys.readouterr().err == f"verify: --{one} is '{value}'; it needs --{other} too\n"
    assert list(tmp_path.iterdir()) == []

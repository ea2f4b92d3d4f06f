"""`verify tightness`, and what the report says of how sharp a bound is."""

from __future__ import annotations

import json

import pytest

MEANS = '''
MEANS = Claim("toy/means", at="Lemma 5", states=ge(a**2 + 1, 2*a), reading="For real a.")

@MEANS.proof
def square(claim):
    """A square."""
    return combine(claim.states[0], [(1, (a - 1)**2)])

@MEANS.extremal("a", [1, 2, 4])
def numbers(value):
    """Numbers beyond one."""
    return {a: value}
'''


@pytest.fixture
def toy(workspace, texts):
    workspace.claims(texts["square"], MEANS)
    return workspace


def test_the_bracket_and_the_instance_are_printed(toy):
    run = toy.verify("tightness", "toy/means")
    assert run.status == 0
    assert run.out.splitlines() == [
        "numbers: Numbers beyond one.",
        "  a**2 + 1 ≥ 2*a",
        "  truth over promise, as a varies: from below 1 attained at a = 1 (certified), from above 1",
        "  a = 1: ratio 1, attained; truth 2, promise 2",
        "  a = 2: ratio above 0.799999999; truth 4, promise 5",
        "  a = 4: ratio above 0.470588235; truth 8, promise 17",
        "  the instance at a = 1: a = 1",
    ]


def test_other_values_may_be_asked_for(toy):
    run = toy.verify("tightness", "toy/means", "--values", "3, 1/2", "--json")
    (family,) = json.loads(run.out)["families"]
    assert [(p["value"], p["found"]) for p in family["points"]] == [("3", "0.599999999"), ("1/2", "0.799999999")]
    assert family["from_above"] == "1"


def test_without_a_proof_there_is_no_upper_end(workspace):
    workspace.claims(MEANS.replace("@MEANS.proof", "def unused(function): return function\n\n@unused"))
    run = workspace.verify("tightness", "toy/means")
    assert run.status == 1
    assert "from above no bound" in run.out


def test_an_instance_that_is_none_is_said(toy):
    run = toy.verify("tightness", "toy/means", "--values", "0,1")
    assert run.status == 1
    assert "a = 0: promise and truth must be positive at the instance, not 1 and 0" in run.out
    assert "a = 1: ratio 1, attained" in run.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("toy/square", "toy/square has no bound whose sharpness is measured; measured are toy/means"),
        ("toy/none", "no claim 'toy/none'; measured are toy/means"),
        ("toy/means --over b", "--over is 'b'; the instances of toy/means are indexed by a"),
        ("toy/means --values 1,x", "the values must be numbers such as 1,2,5/2, joined by commas, not '1,x'"),
        ("toy/means --values 1/0", "the values must be numbers such as 1,2,5/2, joined by commas, not '1/0'"),
        ("toy/means --plot a.txt", "the plot must be a file that ends in .svg, not 'a.txt'"),
    ],
)
def test_a_usage_error_is_one_line(toy, arguments, message):
    run = toy.verify("tightness", *arguments.split())
    assert run.status == 2
    assert run.err.splitlines()[-1].endswith(message)


def test_the_plot_is_one_svg(toy, tmp_path):
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    file = tmp_path / "ratio.svg"
    assert toy.verify("tightness", "toy/means", "--plot", str(file)).status == 0
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_the_report_shows_it(toy):
    toy.verify("report")
    data = json.loads((toy.root / "verification-report" / "report.json").read_text(encoding="utf-8"))
    (means,) = [row for row in data["claims"] if row["id"] == "toy/means"]
    (item,) = [item for item in means["evidence"] if item["kind"] == "tightness"]
    assert item["data"]["points"][0]["attained"]
    for name in ("report.md", "report.html"):
        text = (toy.root / "verification-report" / name).read_text(encoding="utf-8")
        assert "from below 1 attained at a = 1 (certified), from above 1" in text


def test_processes_and_a_second_run_give_the_same_brackets(toy):
    first = toy.verify("tightness", "toy/means", "--json")
    again = toy.verify("tightness", "toy/means", "--json", "-j", "2")
    toy.verify("list")
    (toy.root / ".verify" / "cache" / "brackets").rename(toy.root / "brackets-elsewhere")
    anew = toy.verify("tightness", "toy/means", "--json", "-j", "2")

    def brackets(run):
        return [
            {name: value for name, value in point.items() if name != "seconds"}
            for family in json.loads(run.out)["families"]
            for point in family["points"]
        ]

    assert brackets(first) == brackets(again) == brackets(anew)
    assert len(brackets(first)) == 3


def test_a_changed_claim_is_measured_anew(toy, texts):
    toy.verify("tightness", "toy/means")
    toy.claims(texts["square"], MEANS.replace("{a: value}", "{a: value + 1}"))
    assert "a = 1: ratio above 0.799999999" in toy.verify("tightness", "toy/means").out

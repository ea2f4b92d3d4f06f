"""`verify tightness`, and what the report says of how sharp a bound is."""

from __future__ import annotations

import json
import re

import pytest

from verify.commands import tightness as command
from verify.report.further import done_without, given_also, meant
from verify.report.text import MEASURED

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


NUMBERS = '''
@REPAIRED.extremal("a", [1, 2])
def numbers(value):
    """Numbers from one on."""
    return {a: value}
'''

VECTORS = '''
from verify.audit import Inner, vectors

u, w = vectors("u w")
LONG = Claim("toy/long", at="Lemma 7", states=ge(Inner(u, u) + Inner(w, w), 2*Inner(u, w)), reading="For all u, w.")

@LONG.proof
def square(claim):
    """A square."""
    return combine(claim.states[0], [(1, Inner(u - w, u - w))])

@LONG.extremal("n", [1, 2])
def ones(value):
    """Vectors of ones, from n = 3 on of two dimensions."""
    return {u: (1,)*value, w: (1,)*min(value, 2)}
'''

SUMS = '''
from sympy import Rational, Sum
from verify.audit import family, follows, forall, integer

f, (t, T) = family("f"), integer("t T")
SUMS = Claim("toy/sums", at="Lemma 8", given=[ge(T, 1)], states=ge(Sum(f(t)**2 + 1, (t, 1, T)), Sum(2*f(t), (t, 1, T))),
    reading="For all numbers.")

@SUMS.extremal("T", [3])
def runs(value):
    """Numbers about one."""
    return {T: value, f: [1, 2, Rational(1, 2)]}
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
        "  truth over promise, as a varies: ratio 1, attained at a = 1 (certified), at most 1",
        "  a = 1: ratio 1, attained; truth 2, promise 2",
        "  a = 2: ratio above 0.799999999; truth 4, promise 5",
        "  a = 4: ratio above 0.470588235; truth 8, promise 17",
        "  the instance at a = 1: a = 1",
    ]


def test_a_family_is_shown_by_its_values(workspace, texts):
    workspace.claims(texts["square"], SUMS)
    out = workspace.verify("tightness", "toy/sums").out
    assert "  the instance at T = 3: T = 3, f = (1, 2, 1/2) for i = 1, …, 3\n" in out


def test_other_values_may_be_asked_for(toy):
    run = toy.verify("tightness", "toy/means", "--values", "3, 1/2", "--json")
    (family,) = json.loads(run.out)["families"]
    assert [(p["value"], p["found"]) for p in family["points"]] == [("3", "0.599999999"), ("1/2", "0.799999999")]
    assert family["from_above"] == "1"


def test_without_a_proof_there_is_no_upper_end(workspace):
    workspace.claims(MEANS.replace("@MEANS.proof", "def unused(function): return function\n\n@unused"))
    run = workspace.verify("tightness", "toy/means")
    assert run.status == 1
    assert "no upper end is proved" in run.out


def test_an_instance_that_is_none_is_said(toy):
    run = toy.verify("tightness", "toy/means", "--values", "0,1")
    assert run.status == 1
    assert "a = 0: promise and truth must be positive, or both negative, at the instance, not 1 and 0" in run.out
    assert "a = 1: ratio 1, attained" in run.out


def test_where_no_value_gives_an_instance_the_proof_still_bounds_the_ratio(toy):
    run = toy.verify("tightness", "toy/means", "--values", "0,-1")
    assert "  truth over promise, as a varies: no instance gives it at a = 0, -1; at most 1" in run.out.splitlines()
    (family,) = json.loads(toy.verify("tightness", "toy/means", "--values", "0", "--json").out)["families"]
    assert (family["from_below"], family["from_above"]) == ("nothing", "1")


BELOW = '''
from sympy import cos, pi
from verify.audit import forall, le

BELOW = Claim("toy/below", at="Lemma 9", given=[ge(a, 0), le(a, pi/3)], states=ge(3 + a, a + cos(a)), reading="-")
ABOVE = Claim("toy/above", at="Lemma 10", given=[forall([b], ge(b**4 + 1, a*b))], states=ge(a**2 + 1, 2*a), reading="-")

@BELOW.extremal("a", [1])
def below(value):
    """Numbers below π/3."""
    return {a: value}

@ABOVE.extremal("a", [1])
def above(value):
    """Small numbers."""
    return {a: value}
'''


@pytest.fixture
def keeping(workspace):
    """Claims beside a file of what searches found, in which there is nothing."""
    workspace.claims(BELOW)
    workspace.write("proofs/toy/found.json", "{}\n")
    return workspace


def test_a_value_that_breaks_a_hypothesis_is_refused_with_that_hypothesis(keeping):
    run = keeping.verify("tightness", "toy/below", "--values", "5,1/2")
    assert run.status == 1
    assert "  a = 5: the instance must meet a ≤ pi/3, and pi/3 ≥ 5 is false" in run.out.splitlines()
    assert "  a = 1/2: ratio above 0." in run.out


def test_what_only_another_value_needs_is_searched_for_as_no_refresh_would_keep_it(keeping):
    assert "  a = 1/2: ratio above 0.799999999" in keeping.verify("tightness", "toy/above", "--values", "1/2").out
    (own,) = [line for line in keeping.verify("tightness", "toy/above").out.splitlines() if "nothing is kept" in line]
    assert own.startswith("  a = 1: nothing is kept for ")
    assert own.endswith("`verify refresh toy/above` searches for one")


# --- all bounds ------------------------------------------------------------------------------------------------------

LOOSE = '''
LOOSE = Claim("toy/loose", at="Lemma 6", printed="a² + 2 ≥ 2a", states=ge(a**2 + 2, 2*a), reading="For real a."{more})

@LOOSE.proof
def square(claim):
    """A square and one."""
    return combine(claim.states[0], [(1, (a - 1)**2), (1, 1)])

@LOOSE.extremal("a", [1, 3])
def numbers(value):
    """At a = √2 it would be nearer."""
    return {{a: value}}
'''
SHARPER = MEANS.replace("reading=", 'sharpens="toy/loose", reading=')


def test_every_bound_is_shown_with_the_strongest_form_that_is_proved(workspace, texts):
    workspace.claims(texts["square"], LOOSE.format(more=""), SHARPER)
    run = workspace.verify("tightness")
    assert run.status == 0
    assert run.out.splitlines() == [
        "toy/loose",
        "  toy/means: ratio 1, attained at a = 1; above 0.470 at a = 4",
        "1 bound; for 1 something else is proved, which repairs or sharpens it. Of 1 the strongest form is attained, "
        "or exact instances or long runs come within 1 % of it; the others stand first.",
        MEASURED,
    ]
    (bound,) = json.loads(workspace.verify("tightness", "--json").out)
    assert (bound["bound"], bound["sharp"]) == ("toy/loose", True)
    assert bound["strongest"][0]["bounds"][0]["from_below"] == "ratio 1, attained at a = 1"


def test_how_many_claims_must_be_examined_first_is_said_before_the_first_of_them(workspace, texts):
    workspace.claims(texts["square"], LOOSE.format(more=""), SHARPER)
    workspace.verify("run", "toy/square")
    first, *progress = workspace.verify("tightness").err.splitlines()
    assert first.startswith("verify: 2 of 3 claims must be examined first, which may take minutes; --paper P or an ID ")
    assert progress
    assert "must be examined" not in workspace.verify("tightness").err


def test_a_bound_that_is_not_sharp_stands_first_with_the_reason(workspace):
    workspace.claims(MEANS, LOOSE.format(more=', loose="The nearest instance is irrational."'))
    run = workspace.verify("tightness", "--paper", "toy")
    assert run.out.splitlines()[:4] == [
        "toy/loose",
        "  ratio above 0.666 at a = 1; above 0.545 at a = 3 (The nearest instance is irrational.)",
        "toy/means",
        "  ratio 1, attained at a = 1; above 0.470 at a = 4",
    ]
    assert "Of 1 the strongest form" in run.out


def test_an_equation_in_the_place_of_a_bound_is_its_strongest_form(workspace):
    exact = """
EXACT = Claim("toy/exact", at="Lemma 6", states=eq(a**2 + 2 - 2*a, (a - 1)**2 + 1), reading="-", sharpens="toy/loose")

@EXACT.proof
def expand(claim):
    return identity(claim.states[0])
"""
    workspace.claims(LOOSE.format(more=""), exact)
    run = workspace.verify("tightness")
    assert run.out.splitlines()[:2] == ["toy/loose", "  toy/exact: an equation, or strict"]
    workspace.verify("report")
    page = (workspace.root / "verification-report" / "report.html").read_text(encoding="utf-8")
    assert "an equation, or strict" in page.partition('id="bounds"')[2].partition("</section>")[0]


def test_what_sharpens_a_bound_must_be_proved(workspace):
    unproved = SHARPER.replace("@MEANS.proof", "def unused(function): return function\n\n@unused")
    workspace.claims(LOOSE.format(more=""), unproved)
    run = workspace.verify("tightness")
    assert run.status == 1
    assert run.out.splitlines()[:2] == ["toy/loose", "  ratio above 0.666 at a = 1; above 0.545 at a = 3"]


def test_the_report_has_the_bounds_in_a_table(workspace):
    workspace.claims(LOOSE.format(more=""), SHARPER)
    workspace.verify("report")
    page = (workspace.root / "verification-report" / "report.html").read_text(encoding="utf-8")
    (row,) = page.partition('id="bounds"')[2].partition("</section>")[0].split('<tr data-claim="')[1:]
    assert row.startswith("toy/loose")
    assert (
        page.index('id="bounds"')
        < page.index("the ratio of truth to promise")
        < page.index('<tr data-claim="toy/loose"')
    )
    assert "<q>a² + 2 ≥ 2a</q>" in row
    assert row.index("toy/loose") < row.index("toy/means") < row.index("attained at")
    text = (workspace.root / "verification-report" / "report.md").read_text(encoding="utf-8")
    assert text.index("## Bounds") < text.index("the ratio of truth to promise") < text.index("- Lemma 6: [toy/means]")
    assert "- Lemma 6: [toy/means](#toy/means) `a**2 + 1 ≥ 2*a`: ratio 1, attained at a = 1" in text


def test_what_the_strongest_form_needs_beside_is_said_where_it_is_shown(workspace):
    printed = LOOSE.format(more="").replace("states=", "given=[gt(b, 0)], states=").partition("@LOOSE.extremal")[0]
    sharper = SHARPER.replace("states=", "given=[gt(b, 0), ge(a, 1)], states=")
    workspace.claims(printed, sharper.replace("{a: value}", "{a: value, b: 1}"))
    assert "  toy/means, given also a ≥ 1: ratio 1, attained at a = 1" in workspace.verify("tightness").out
    (bound,) = workspace.verify("tightness", "--json").data
    assert bound["strongest"][0]["given_also"] == ["a ≥ 1"]
    workspace.verify("report")
    read = {name: (workspace.root / "verification-report" / f"report.{name}").read_text() for name in ("html", "md")}
    row = read["html"].partition('id="bounds"')[2].partition("</section>")[0]
    assert re.sub("<[^>]*>", " ", row).count("given") == 1
    assert "<p>given also</p><div class=math>a ≥ 1</div><p>states</p>" in row
    assert "[toy/means](#toy/means) (given also `a ≥ 1`) `a**2 + 1 ≥ 2*a`" in read["md"]


def test_hypotheses_are_given_instead_where_the_printed_ones_are_not_all_needed(workspace):
    printed = LOOSE.format(more="").replace("states=", "given=[gt(b, 0)], states=").partition("@LOOSE.extremal")[0]
    workspace.claims(printed, SHARPER.replace("states=", "given=[ge(a, 1)], states="))
    assert "  toy/means, given instead a ≥ 1: ratio 1, attained" in workspace.verify("tightness").out
    ((form,),) = [bound["strongest"] for bound in workspace.verify("tightness", "--json").data]
    assert (form["given_also"], form["without"]) == (["a ≥ 1"], ["b > 0"])
    workspace.verify("report")
    read = {name: (workspace.root / "verification-report" / f"report.{name}").read_text() for name in ("html", "md")}
    assert "<p>given instead</p><div class=math>a ≥ 1</div><p>states</p>" in read["html"]
    assert "[toy/means](#toy/means) (given instead `a ≥ 1`)" in read["md"]


def test_what_a_name_in_a_bound_stands_for_is_said_beside_the_bound(workspace):
    names = "given=[ge(a, p)], states=ge(a**2 + 1, q*a), where={p: 0, q: 2*r, r: 1}"
    named = SHARPER.replace("states=ge(a**2 + 1, 2*a)", names)
    workspace.claims(LOOSE.format(more=""), 'p, q, r = real("p q r")\n', named)
    assert "  toy/means, given a ≥ p, where p = 0: ratio 1" in workspace.verify("tightness").out
    ((form,),) = [bound["strongest"] for bound in workspace.verify("tightness", "--json").data]
    assert (form["bounds"][0]["states"], form["where"]) == ("a**2 + r ≥ a*q", ["p = 0", "q = 2*r", "r = 1"])
    workspace.verify("report")
    read = {name: (workspace.root / "verification-report" / f"report.{name}").read_text() for name in ("html", "md")}
    row = read["html"].partition('id="bounds"')[2].partition("</section>")[0]
    said = re.sub("<[^>]*>", "", row.partition("<p>where</p>")[2])
    assert said.startswith("p = 0q = 2rr = 1")
    assert "attained at a = 1; above 0.470 at a = 4 (where `p = 0`, `q = 2*r`, `r = 1`)" in read["md"]


def test_of_what_is_meant_by_names_only_that_is_said_which_the_formulas_have():
    row = {"abbreviations": ["q = 2*r", "f(t) = t + s", "r = 1", "s = 3"]}
    assert meant(row, ["x ≥ q"]) == ["q = 2*r", "r = 1"]
    assert meant(row, ["f(2) ≥ fs"]) == ["f(t) = t + s", "s = 3"]
    assert meant(row, ["x ≥ qr"]) == []


def test_a_sign_that_only_the_printed_claim_declares_is_one_that_is_not_needed():
    printed = {"given": [], "abbreviations": [], "variables": ["a: positive real"]}
    row = {"given": ["a ≥ -1"], "abbreviations": [], "variables": ["a: real"]}
    assert given_also(row, printed) == ("given instead", ["a ≥ -1"])
    assert done_without(row, printed) == ["a: positive"]


def test_a_hypothesis_on_another_term_of_the_same_name_is_another_one():
    printed = {"given": ["α ≥ 0", "αβ ≥ 0"], "abbreviations": ["α = log(r)"], "variables": []}
    row = {"given": ["α ≥ 0", "αβ ≥ 0", "r ≥ 1"], "abbreviations": ["α = log(1/r)"], "variables": []}
    assert given_also(row, printed) == ("given instead", ["α ≥ 0", "r ≥ 1"])
    assert given_also(row, {"given": [], "abbreviations": [], "variables": []})[0] == "given"
    assert given_also(printed, printed)[1] == []


def test_a_sign_that_a_variable_is_declared_with_is_a_hypothesis_too():
    printed = {"given": [], "abbreviations": [], "variables": ["a, b, t: real", "c: positive real", "k: integer"]}
    signed = ["a, c, t: positive real", "k: nonnegative integer", "p: positive function", "b: real"]
    row = {"given": [], "abbreviations": [], "variables": signed}
    assert given_also(row, printed) == ("given", ["a, t, p: positive", "k: nonnegative"])
    assert given_also(printed, row)[1] == []


FAILS = """
from sympy import Rational
from verify.claims import fails_as, fails_without
"""
CHANGED = (
    FAILS
    + MEANS.partition("@MEANS.extremal")[0]
    + """
fails_as(MEANS, ("constant", ge(a**2 + Rational(9, 10), 2*a), "nine tenths", {a: 1}),
    ("sign", ge(a**2 - 1, 2*a), "one less", {a: 2}))
"""
)
DROPPED = (
    FAILS
    + """
FAR = Claim("toy/far", at="Lemma 7", given=[ge(a, 2)], states=ge(3*a, a + 4), reading="For real a.")

@FAR.proof
def twice(claim):
    return combine(claim.states[0], [(2, assume(claim.given[0]))])

fails_without(FAR, (ge(a, 2), "anywhere", {a: 1}))
"""
)


def test_an_instance_at_which_a_changed_claim_fails_shows_how_sharp_the_claim_is(workspace):
    workspace.claims(CHANGED)
    assert workspace.verify("tightness", "toy/means").out.splitlines() == [
        "instances: The instance of the largest ratio.",
        "  a**2 + 1 ≥ 2*a",
        "  truth over promise: ratio 1, attained at instance = nine tenths (certified), at most 1",
        "  instance = nine tenths: ratio 1, attained; truth 2, promise 2",
        "  the instance at instance = nine tenths: a = 1",
    ]
    assert "0 loose" in workspace.verify("lint", "--sharp").out
    run = workspace.verify("tightness", "toy/means", "--values", "2")
    assert (run.status, run.out) == (2, "")


def test_an_instance_of_the_claim_shows_how_sharp_it_is(workspace):
    rows = """
from verify.claims import holds_at
holds_at(MEANS, ("at three", {a: 3}), ("at one", {a: 1}), ("at zero", {a: 0}))
"""
    workspace.claims(MEANS.partition("@MEANS.extremal")[0] + rows)
    run = workspace.verify("tightness", "toy/means")
    assert "  instance = at one: ratio 1, attained; truth 2, promise 2" in run.out.splitlines()
    assert workspace.verify("show", "toy/means").out.count("instance at_") == 3


def test_an_instance_that_is_none_fails_at_its_row(workspace):
    rows = """
from verify.claims import holds_at
holds_at(FAR, ("too near", {a: 1}))
"""
    workspace.claims(DROPPED + rows)
    run = workspace.verify("run")
    assert run.status == 1
    assert "instance too_near (too near): " in run.err


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('("at two",)', "holds_at: at two: it needs an assignment to variables"),
        ('({a: 2}, "at two")', "holds_at: a row needs words, not {a: 2}"),
        ('"at two"', "holds_at: a row is words and an instance, not 'at two'"),
        ('("at two", {a: 2}, 3)', "holds_at: at two: it is decided by an assignment to variables"),
    ],
)
def test_a_row_that_is_none_is_said(workspace, row, message):
    workspace.claims(f"{DROPPED}from verify.claims import holds_at\nholds_at(FAR, {row})\n")
    assert message in workspace.verify("list").err


def test_an_instance_that_meets_other_hypotheses_shows_nothing(workspace):
    workspace.claims(DROPPED)
    assert "no bound whose sharpness is measured" in workspace.verify("tightness", "toy/far").err


@pytest.mark.parametrize(
    ("claims", "finding"),
    [
        (
            [LOOSE.format(more="")],
            "loose: a**2 + 2 ≥ 2*a: the nearest instance reaches 0.666666666; give",
        ),
        (
            [LOOSE.format(more=', loose="-"'), SHARPER],
            "loose: loose gives a reason why it is not sharp, but",
        ),
        ([LOOSE.format(more=', loose="-"')], None),
        ([LOOSE.format(more=""), SHARPER], None),
        ([MEANS.replace("reading=", 'loose="-", reading=')], "loose: loose gives a reason"),
        ([MEANS.partition("@MEANS.extremal")[0]], "loose: a**2 + 1 ≥ 2*a: no instance gives a ratio; give"),
    ],
)
def test_a_bound_is_sharp_or_says_why_not(workspace, claims, finding):
    workspace.claims(*claims)
    lines = [line for line in workspace.verify("lint", "--sharp").out.splitlines() if " loose: " in line]
    assert len(lines) == (finding is not None)
    assert all(finding in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--over a", "--over needs the ID of a claim"),
        ("--paper none", "no paper 'none'; it must be one of toy"),
        ("toy/means --paper toy", "--paper is 'toy'; it goes without an ID, which was 'toy/means'"),
        ("toy/square", "given as `holds_at` or `@CLAIM.extremal`; the nearest is toy/means"),
        ("toy/none", "no claim 'toy/none'; the nearest are toy/means, toy/square"),
        ("toy/square --values 1", "--values needs a claim with a family of instances, and toy/square has none"),
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


def test_of_a_refuted_claim_that_is_said_and_its_repair_if_that_is_measured(workspace, texts):
    workspace.claims(texts["square"], texts["false"], texts["repaired"], MEANS)
    run = workspace.verify("tightness", "toy/false")
    why = "toy/false has no bound whose sharpness is measured: it is refuted"
    assert (run.status, run.err.splitlines()[-1]) == (2, f"verify: {why}; the nearest is toy/means")
    workspace.claims(texts["square"], texts["false"], texts["repaired"] + NUMBERS, MEANS)
    run = workspace.verify("tightness", "toy/false")
    assert run.err.splitlines()[-1] == f"verify: {why}; its repair toy/false.repaired has one"


def test_where_an_instance_is_none_no_class_of_the_toolkit_is_named(workspace):
    workspace.claims(VECTORS)
    run = workspace.verify("tightness", "toy/long", "--values", "0,2,3")
    assert run.status == 1
    assert "  n = 0: a vector must have one coordinate or more, not 0" in run.out.splitlines()
    assert "  n = 3: the vectors of one space have one dimension, not 2 and 3" in run.out.splitlines()


def test_a_plot_that_cannot_be_written_is_refused_before_anything_is_measured(toy, monkeypatch):
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    monkeypatch.setattr(command, "outcomes", None)
    (toy.root / "folder.svg").mkdir()
    for file, why in (("no/where.svg", "there is no such folder"), ("folder.svg", "it is a folder")):
        run = toy.verify("tightness", "toy/means", "--plot", file)
        assert (run.status, run.err.splitlines()[-1]) == (2, f"verify: --plot {file}: {why}")


def test_the_plot_is_one_svg(toy, tmp_path):
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    file = tmp_path / "ratio.svg"
    assert toy.verify("tightness", "toy/means", "--plot", str(file)).status == 0
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_the_plot_has_points_and_no_line_between_them_where_nothing_is_certified(toy, tmp_path):
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    file = tmp_path / "ratio.svg"
    toy.verify("tightness", "toy/means", "--plot", str(file))
    drawn = file.read_text(encoding="utf-8")
    (points,) = re.findall(r"<g clip-path[^>]*>(.*?)</g>", drawn)
    assert points.count("<use ") == 3
    lines = re.findall(r'<path d="([^"]*)" clip-path', drawn)
    assert len(lines) == 1  # what is promised, at every value
    assert len(set(re.findall(r"[ML] \S+ (\S+)", lines[0]))) == 1


def test_the_report_shows_it(toy):
    toy.verify("report")
    data = json.loads((toy.root / "verification-report" / "report.json").read_text(encoding="utf-8"))
    (means,) = [row for row in data["claims"] if row["id"] == "toy/means"]
    (item,) = [item for item in means["evidence"] if item["kind"] == "tightness"]
    assert item["data"]["points"][0]["attained"]
    for name in ("report.md", "report.html"):
        text = (toy.root / "verification-report" / name).read_text(encoding="utf-8")
        assert "ratio 1, attained at a = 1 (certified), at most 1" in text


def test_a_single_value_is_not_counted_as_several(workspace):
    workspace.claims(MEANS.replace("[1, 2, 4]", "[2]"))
    workspace.verify("report")
    page = (workspace.root / "verification-report" / "report.html").read_text(encoding="utf-8")
    assert "<summary>1 value</summary>" in page


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

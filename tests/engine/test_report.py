"""The report says all that there is, in three files made from the same data."""

import html.parser
import json
import os
import re

import pytest

from verify.report.data import PACKAGE
from verify.report.evidence_section import evidence
from verify.report.navigation import places
from verify.report.text import FLAWED, LONGEST, counterexample_line, made_of, rounded_down, short
from verify.verdicts.rows import FLAWS


def written(run):
    """The files that the command names, before it sums up."""
    return [line for line in run.out.splitlines() if line.startswith(("out/", "whole/"))]


@pytest.fixture
def report(workspace, texts):
    conforming = texts["conforming"].replace("    return [Sh", '    """By `hand`."""\n    return [Sh')
    workspace.claims(texts["square"], conforming, texts["false"], texts["repaired"], texts["cited"], texts["odd"])
    run = workspace.verify("report", "--out", "out")
    assert run.status == 0
    assert written(run) == ["out/report.json", "out/report.md", "out/report.html"]
    return {file.suffix[1:]: file.read_text(encoding="utf-8") for file in (workspace.root / "out").iterdir()}


class Page(html.parser.HTMLParser):
    """Checks that elements nest, and gathers ids, links and whatever would load something."""

    OPEN_ENDED = ("li", "dt", "dd", "tr", "td", "th")  # HTML lets their ends be left out
    VOID = ("meta", "br", "wbr", "hr", "link", "input")

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.loads = [], [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID + self.OPEN_ENDED:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name == "href":
                self.links.append(value)
            if name in ("src", "srcset", "action") or (tag == "link" and value not in ("icon", "data:,")):
                self.loads.append((tag, name, value))

    def handle_endtag(self, tag):
        assert tag in self.OPEN_ENDED or self.open.pop() == tag


def test_the_data(report):
    data = json.loads(report["json"])
    assert data["schema"] == "verification-report/1"
    assert data["mutants"] == {"refuted": 1, "true": 0, "undecided": 0}
    marks = {"repaired": 1, "sharpened": 0, "re-proved": 0}
    counts = {"proved": 2, "refuted": 1, "cited": 1, "supported": 0, "open": 1} | marks
    assert data["counts"] == data["papers"][0]["counts"] == counts
    assert [claim["id"] for claim in data["claims"]] == [
        "toy/square", "toy/false", "toy/false.repaired", "toy/cited", "toy/odd",
    ]  # fmt: skip
    assert data["papers"][0]["title"] == "A Toy Paper"
    (axiom,) = data["axioms"]
    assert (axiom["claims"], axiom["own"], axiom["conclusion"]) == (["toy/cited"], True, "a**2 + 1 ≥ 2*a")
    assert [claim["remarks"] for claim in data["claims"] if claim["remarks"]] == [
        ["on an axiom of the author's own: means"]
    ]
    assert {PACKAGE, "python", "sympy", "python-flint", "mpmath", "numpy"} == data["versions"].keys()
    assert all(f"{name} {version}" in report["html"] for name, version in data["versions"].items())
    assert data["seconds"] == pytest.approx(sum(claim["seconds"] for claim in data["claims"]), abs=0.01)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", data["generated"])


def test_how_it_was_made_is_said_in_words_without_what_there_is_none_of(report):
    for text in (report["md"], html.unescape(report["html"])):
        made = re.sub("<[^>]*>", " ", text[text.index("How this was made") :])
        assert re.search(r"claims changed on purpose[: ]+1 refuted\s", made)
        assert re.search(r"how claims are stated[: ]+.*\b1 × a refuted claim without a weight", made)
        assert not re.search(r"\b0 (hollow|loose|true)", made)


def test_every_flaw_has_its_words():
    flaws = dict(made_of(MADE | {"flaws": dict.fromkeys(FLAWS, 0) | {"idle": 2, "loose": 1}}))["how claims are stated"]
    assert flaws.startswith("2 × a hypothesis that the proof does not use, without a reason, 1 × a bound that")
    assert FLAWED.keys() == {*FLAWS}
    found = dict(made_of(MADE))
    assert "claims changed on purpose" not in found
    assert found["how claims are stated"] == "nothing is wrong that verify lint looks for"


MADE = {
    "generated": "", "versions": {}, "claims": [], "seconds": 0.0, "precision": {"covers": [], "most": 1}, "seeds": [],
    "mutants": {"refuted": 0, "true": 0, "undecided": 0}, "flaws": dict.fromkeys(FLAWS, 0),
}  # fmt: skip


def test_commands_are_set_as_code(report):
    assert "where <code>verify rocq</code> was run" in report["html"]
    assert ": By <code>hand</code>." in report["html"]
    assert "`" not in report["html"].partition("<script>")[0].partition("</style>")[2]


def test_every_claim_is_on_every_page(report):
    data = json.loads(report["json"])
    for claim in data["claims"]:
        assert f'<article id="{claim["id"]}" data-is=' in report["html"]
        assert f"### {claim['id']}: " in report["md"]
        assert f"verify run {claim['id']} --fresh" in report["md"]
    assert "<code>verify run ID --fresh</code>" in report["html"]


def test_errata_come_first_with_counterexample_and_repair(report):
    for name, begin, end in (("html", "<h2>Errata", '<section class="paper"'), ("md", "## Errata", "## A Toy Paper")):
        errata = report[name][report[name].index(begin) : report[name].index(end)]
        assert {"html": "a = −1: −1 ≥ 0 is false", "md": "a = -1: -1 ≥ 0 is false"}[name] in errata
        assert "toy/false.repaired" in errata
        assert "(proved)" in errata
        assert "toy/square" not in errata


def rows_of(text):
    """The findings of a page: of each its id, and the text of its cells."""
    table = text.partition('<table class="findings">')[2].partition("</table>")[0].partition("<tbody>")[2]
    table = table.replace("<wbr>", "")
    cells = [re.split(r"<t[hd][^>]*>", row)[1:] for row in table.split("<tr ")[1:]]
    ids = re.findall(r'<tr data-claim="([^"]*)"', table)
    return dict(zip(ids, [[html.unescape(re.sub("<[^>]*>", " ", cell)) for cell in row] for row in cells], strict=True))


def test_what_is_printed_stands_against_what_is_proved(workspace, texts):
    printed = texts["false"].replace("reading=", 'printed="a ≥ 0", weight="gap", slip="A bound is missing.", reading=')
    sharp = texts["repaired"].replace("REPAIRED", "SHARP").replace("toy/false.repaired", "toy/false.repaired.sharp")
    sharp = sharp.replace('repairs="toy/false"', 'sharpens="toy/false.repaired"')
    face = texts["false"].replace("FALSE", "FACE").replace("toy/false", "toy/face").replace(
        "reading=", 'face_of="toy/false", reading=')  # fmt: skip
    odd = texts["false"].replace("FALSE", "ODD").replace("toy/false", "toy/odd")
    graver = odd.replace("reading=", 'weight="error", slip="It is false.", reading=')
    workspace.claims(printed, texts["repaired"], sharp, face, graver)
    workspace.verify("report", "--out", "out")
    text = (workspace.root / "out" / "report.html").read_text(encoding="utf-8")
    found = rows_of(text)
    assert list(found) == ["toy/odd", "toy/false"]
    where, said, instead, numbers = found["toy/false"]
    assert all(part in where for part in ("gap", "Lemma 2", "toy/false", "toy/face"))
    assert "a ≥ 0" in said
    assert "A bound is missing." in said
    assert re.search(r"toy/false.repaired\s+\(proved\).*given instead.*states.*sharper, proved", instead, re.DOTALL)
    assert "−1 ≥ 0 is false" in numbers
    assert "No repair is known." in found["toy/odd"][2]
    row = text.partition('<tr data-claim="toy/false">')[2].partition("</table>")[0]
    assert '<a href="#toy/false.repaired">toy/<wbr>false.<wbr>repaired</a>' in row
    assert re.findall('alttext="([^"]*)"', row) == ["a ≥ 1", "a ≥ 0"] * 2
    row = text.partition('<tr data-claim="toy/odd">')[2].partition("<tr ")[0]
    assert 'alttext="a ≥ 0"' in row  # without quoted words, the statement


def test_the_errata_of_the_text_have_what_is_printed_and_what_is_true_instead(workspace, texts):
    printed = texts["false"].replace("reading=", 'printed="a_1 ≥ 0", weight="gap", slip="No bound.", reading=')
    repaired = texts["repaired"].replace("given=[ge(a, 1)]", "given=[le(a, 1), ge(a, 1)]")
    sharp = texts["repaired"].replace("REPAIRED", "SHARP").replace("toy/false.repaired", "toy/better")
    sharp = sharp.replace('repairs="toy/false"', 'sharpens="toy/false.repaired"')
    odd = texts["false"].replace("FALSE", "ODD").replace("toy/false", "toy/odd")
    workspace.claims(printed, repaired.replace("claim.given[0]", "claim.given[1]"), sharp, odd)
    workspace.verify("report", "--out", "out")
    text = (workspace.root / "out" / "report.md").read_text(encoding="utf-8")
    assert text.partition("## Errata\n")[2].partition("\n\n## ")[0].strip().splitlines()[2:] == [
        r"- **gap**: [toy/false](#toy/false), Lemma 2: “a\_1 ≥ 0”. No bound. a = −1. `a = -1: -1 ≥ 0 is false`",
        "  - [toy/false.repaired](#toy/false.repaired) (proved): given also `a ≥ 1`; states `a ≥ 0`",
        "  - [toy/better](#toy/better) (sharper, proved): given instead `a ≥ 1`; states `a ≥ 0`",
        "- **not weighed**: [toy/odd](#toy/odd), Lemma 2: states `a ≥ 0`. a = −1. `a = -1: -1 ≥ 0 is false`",
        "  - No repair is known.",
    ]


def test_a_hypothesis_that_the_finding_has_too_is_not_said_again(workspace, texts):
    given = texts["repaired"].replace("given=[ge(a, 1)]", "given=[le(a, 1), ge(a, 1)]")
    workspace.claims(texts["false"], given.replace("claim.given[0]", "claim.given[1]"))
    workspace.verify("report", "--out", "out")
    text = (workspace.root / "out" / "report.html").read_text(encoding="utf-8")
    row = text.partition('<tr data-claim="toy/false">')[2].partition("</table>")[0]
    instead = row[row.index("false.repaired") :]
    assert re.findall('alttext="([^"]*)"', instead) == ["a ≥ 1", "a ≥ 0"]


def test_a_sharper_claim_is_counted_and_linked(workspace, texts):
    sharper = texts["square"].replace("SQUARE", "SHARP").replace("toy/square", "toy/better")
    sharper = sharper.replace("reading=", 'sharpens="toy/square", reading=')
    workspace.claims(texts["square"], sharper)
    workspace.verify("report", "--out", "out")
    data = json.loads((workspace.root / "out" / "report.json").read_text())
    assert data["counts"]["sharpened"] == 1
    assert [(claim["marks"], claim["sharpens"], claim["sharpened_by"]) for claim in data["claims"]] == [
        (["sharpened"], ["toy/square"], []),
        ([], [], [{"id": "toy/better", "verdict": "proved"}]),
    ]
    page = (workspace.root / "out" / "report.html").read_text()
    assert '<dt>sharpens<dd><a href="#toy/square">' in page
    assert '<dt>sharpened by<dd><a href="#toy/better">toy/better</a> (proved)' in page


def test_a_refuted_claim_without_a_proved_repair_is_not_repaired(workspace, texts):
    workspace.claims(texts["false"])
    workspace.verify("report", "--out", "out")
    data = json.loads((workspace.root / "out" / "report.json").read_text())
    assert (data["counts"]["refuted"], data["counts"]["repaired"]) == (1, 0)
    assert "No repair is known." in (workspace.root / "out" / "report.html").read_text()


def test_what_was_found_is_said(report):
    for text in (report["html"], report["md"]):
        for part in ("worst error 0.5 ulp over 10 points, within the allowed 1.0 (float result)",
                     "the constant: 2, attained at a = b (certified)", "expand is refused",
                     "Cauchy 1821", "Multiply out."):  # fmt: skip
            assert part in text


def test_the_page_loads_nothing_and_every_link_has_its_place(report):
    page = Page(report["html"])
    assert page.loads == []
    assert not re.search(r"https?://|@import|url\((?!data:font/woff2;base64,)|fetch\(|XMLHttp", report["html"])
    assert "default-src 'none'" in report["html"]
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links if link != "data:,"} <= set(page.ids)


def test_every_paper_of_several_has_a_page_and_every_link_between_them_its_place(workspace, texts):
    workspace.claims(texts["false"], texts["repaired"], texts["cited"])
    other = texts["square"].replace("toy/square", "other/square")
    workspace.another_paper("other", other.replace("at=", 'rests_on=["toy/false.repaired"], at=', 1))
    run = workspace.verify("report", "--out", "out")
    html_files = ["out/report.html", "out/papers/other.html", "out/papers/toy.html"]
    assert sorted(written(run)) == sorted(["out/report.json", "out/report.md", *html_files])
    read = {name: Page((workspace.root / name).read_text(encoding="utf-8")) for name in html_files}
    for name, page in read.items():
        for link in (link for link in page.links if link != "data:,"):
            place, _, id = link.partition("#")
            leads_to = os.path.normpath(os.path.join(os.path.dirname(name), place)) if place else name
            assert not id or id in read[leads_to].ids, (name, link)
    assert "papers/toy.html#toy/false.repaired" in read["out/report.html"].links
    assert "toy.html#toy/false.repaired" in read["out/papers/other.html"].links
    assert "../report.html" in read["out/papers/toy.html"].links
    text = (workspace.root / "out/report.html").read_text(encoding="utf-8")
    assert "<article" not in text
    assert "−1 ≥ 0 is false" in text
    run = workspace.verify("report", "--out", "whole", "--one-file")
    assert written(run) == ["whole/report.json", "whole/report.md", "whole/report.html"]
    whole = Page((workspace.root / "whole/report.html").read_text(encoding="utf-8"))
    assert {"toy/false", "other/square"} <= set(whole.ids)


def contents_of(text):
    """The table of contents of a page: where each entry leads, and what it says."""
    found = re.search('<nav id="contents".*?</nav>', text, re.DOTALL)[0]
    return dict(re.findall('<a href="#([^"]*)">([^<]*)</a>', found))


def test_the_contents_lead_to_every_section_and_to_the_places_of_a_paper(report):
    assert contents_of(report["html"]) == {
        "errata": "Errata", "graph:toy": "What rests on what", "toy": "Claims", "toy/square": "Lemma 1",
        "toy/false": "Lemma 2", "toy/cited": "Theorem 3", "toy/odd": "&lt;b&gt;(4)&lt;/b&gt;", "axioms": "Axioms",
        "made": "How this was made",
    }  # fmt: skip
    assert '<a href="#toy/false">Lemma 2</a> <small>2</small>' in report["html"]
    assert set(contents_of(report["html"])) <= set(Page(report["html"]).ids)


@pytest.mark.parametrize(
    ("where", "place"),
    [
        ("Lemma 9, sharper", "Lemma 9"), ("section 4, after (32)", "Section 4"), ("(5), Example 2", "(5)"),
        ("(8, 9), twice", "(8, 9)"), ("Abstract", "Abstract"), (", odd", ", odd"), ("(open, and more", "(open"),
        ("page 3 and (8), for t = 1, 2, …", "Page 3 and (8)"),
    ],
)  # fmt: skip
def test_a_claim_stands_at_what_is_before_the_first_comma(where, place):
    rows = [{"where": where, "id": "toy/a"}]
    assert places(rows) == {place: rows}


def test_each_page_of_several_has_contents_of_its_own(workspace, texts):
    workspace.claims(texts["false"], texts["repaired"], texts["cited"])
    workspace.another_paper("other", texts["square"].replace("toy/square", "other/square"))
    workspace.verify("report", "--out", "out")
    read = {name: (workspace.root / "out" / name).read_text(encoding="utf-8") for name in
            ("report.html", "papers/toy.html", "papers/other.html")}  # fmt: skip
    assert list(contents_of(read["report.html"])) == ["errata", "other", "toy", "axioms", "made"]
    assert list(contents_of(read["papers/other.html"])) == ["other", "other/square"]
    assert list(contents_of(read["papers/toy.html"])) == [
        "errata", "graph:toy", "toy", "toy/false", "toy/cited", "axioms",
    ]  # fmt: skip
    assert "<svg" not in read["report.html"]
    workspace.verify("report", "--out", "whole", "--one-file")
    whole = (workspace.root / "whole" / "report.html").read_text(encoding="utf-8")
    assert {"graph:toy", "other/square", "toy/cited"} <= contents_of(whole).keys()
    assert "toy/cited" not in contents_of(read["report.html"])


def test_a_paper_s_page_has_the_axioms_of_its_claims_and_no_others(workspace, texts):
    workspace.claims(texts["cited"])
    other = texts["cited"].replace("toy/", "other/").replace('"means"', '"other means"')
    also = texts["cited"].replace("toy/cited", "other/also").replace("CITED", "ALSO")
    workspace.another_paper("other", other, also)
    workspace.verify("report", "--out", "out")
    named = {
        name: re.findall(r"<dt>((?:other )?means)", (workspace.root / "out" / name).read_text(encoding="utf-8"))
        for name in ("report.html", "papers/toy.html", "papers/other.html")
    }
    assert named == {
        "report.html": ["means", "other means"],
        "papers/toy.html": ["means"],
        "papers/other.html": ["means", "other means"],
    }
    toy = (workspace.root / "out/papers/toy.html").read_text(encoding="utf-8")
    assert "other/also" not in toy


# --- some papers only -------------------------------------------------------------------------------------------------


@pytest.fixture
def three(workspace, texts):
    workspace.claims(texts["false"], texts["repaired"])
    other = texts["square"].replace("toy/square", "other/square")
    workspace.another_paper("other", other.replace("at=", 'rests_on=["toy/false.repaired"], at=', 1))
    workspace.another_paper("third", texts["cited"].replace("toy/", "third/"))
    return workspace


def test_steps_that_a_page_leaves_out_are_counted_with_the_command_that_prints_them(workspace, texts):
    workspace.claims(texts["chain"])
    row = workspace.verify("show", "toy/chain", "--json").data
    assert "steps: verify show ID</p>" in "".join(evidence({**row, "indices": {}}, "s1", 1))
    workspace.verify("report", "--out", "out")
    page = (workspace.root / "out" / "report.html").read_text(encoding="utf-8")
    told = page.partition("How to read this")[2].partition("</details>")[0].replace("\n", " ")
    assert "whole steps of a long proof may be left out: <code>verify show ID</code> prints all of it" in told


def test_a_report_on_one_paper_is_one_page_and_what_it_rests_on_is_examined_too(three):
    run = three.verify("report", "--out", "out", "--paper", "other")
    assert run.status == 0
    assert written(run) == ["out/report.json", "out/report.md", "out/report.html"]
    data = json.loads((three.root / "out" / "report.json").read_text(encoding="utf-8"))
    assert [claim["id"] for claim in data["claims"]] == ["other/square"]
    assert [paper["id"] for paper in data["papers"]] == ["other"]
    page = (three.root / "out" / "report.html").read_text(encoding="utf-8")
    assert '<article id="other/square"' in page
    assert "<title>toy/false.repaired: elsewhere</title>" in page
    assert {link.removeprefix("#") for link in Page(page).links if link != "data:,"} <= set(Page(page).ids)
    verdicts = {row["id"]: row["verdict"] for row in three.verify("list", "--json").data}
    assert verdicts["toy/false.repaired"] == "proved"
    assert verdicts["third/cited"] == "not examined"


def heads_of(text):
    """The title of a page as a browser has it, its heading, and what stands below that."""
    return re.search(r"<title>(.*?)</title>.*<header>\n<h1>(.*?)</h1>\n<p>(.*?)</p>", text, re.DOTALL).groups()


def test_a_page_on_one_paper_says_first_which_paper_it_is(three):
    three.verify("report", "--out", "one", "--paper", "other")
    three.verify("report", "--out", "all")
    names = ("one/report.html", "one/report.md", "all/report.html", "all/report.md", "all/papers/other.html")
    read = {name: (three.root / name).read_text(encoding="utf-8") for name in names}
    by, where = "A. Author, B. Author", "Journal of Toys 1"
    assert heads_of(read["one/report.html"]) == (
        f"Verification report: Another, other, {by}", "Verification report: Another, other", f"{by}, {where}",
    )  # fmt: skip
    assert heads_of(read["all/papers/other.html"]) == (
        f"Another, other, {by}", "Another, other", f"{by}, {where}",
    )  # fmt: skip
    title, heading, below = heads_of(read["all/report.html"])
    assert title == heading == "Verification report"
    assert below.startswith("4 claims of 3 papers")
    assert read["one/report.md"].startswith(f"# Verification report: Another, other\n\n{by}, {where}\n\n1 claim of 1")
    assert read["all/report.md"].startswith("# Verification report\n\n4 claims of 3")


def test_a_report_on_two_papers_has_a_page_each(three):
    run = three.verify("report", "--out", "out", "--paper", "third", "--paper", "other", "--paper", "third")
    assert written(run)[2:] == ["out/report.html", "out/papers/other.html", "out/papers/third.html"]


def test_a_paper_that_there_is_not_is_refused_with_those_that_there_are(three):
    run = three.verify("report", "--out", "out", "--paper", "other", "--paper", "fourth")
    assert (run.status, run.out) == (2, "")
    assert run.err == "verify: --paper: no paper 'fourth'; it must be one of other, third, toy\n"
    assert not (three.root / "out").exists()


def test_statements_are_set_with_the_text_beside(report):
    assert 'alttext="a ≥ 0"' in report["html"]
    assert "<msup>" in report["html"]


def test_an_axiom_is_set_with_its_formula_and_whose_it_is(report):
    section = report["html"].partition('<section id="axioms">')[2].partition("</section>")[0]
    assert "the author&#x27;s own" in section
    assert 'alttext="a**2 + 1 ≥ 2*a"' in section
    assert "`⊢ a**2 + 1 ≥ 2*a`" in report["md"]
    assert "**the author's own: declared beside the claims**" in report["md"]


def test_what_a_verdict_lacks_is_said_with_it(report):
    for text in (report["md"], html.unescape(report["html"])):
        assert "on an axiom of the author's own: means" in text


def test_text_is_escaped(report):
    assert "&lt;b&gt;(4)&lt;/b&gt;" in report["html"]
    assert "a &lt; b &amp; &quot;c&quot;" in report["html"]
    assert r"a\|b \*c\*" in report["md"]


def test_no_place_of_this_machine_is_named(report, workspace):
    for text in report.values():
        assert str(workspace.root) not in text


def test_no_claims(workspace):
    assert workspace.verify("report").status == 1
    assert "0 claims of 0 papers." in (workspace.root / "verification-report" / "report.md").read_text()


def test_a_mutant_is_shown_by_what_it_changes(report):
    changed = report["html"][report["html"].index("mutants: 1 refuted") :]
    assert "states (a + b)² = a² + 3a b + b²" in changed
    assert "refuted: 4 = 5 is false" in changed


def test_numbers_of_a_mutant_are_cut_where_they_are_long():
    numbers = " + ".join(f"{n}·log({n})" for n in range(2, 60))
    data = {"change": "sign", "given": [], "states": [], "decided": "refuted", "refusals": []}
    item = {"kind": "mutant", "ok": True, "summary": "", "name": "turned", "data": data | {"lines": [numbers]}}
    row = {"given": [], "states": [], "variables": [], "indices": {}, "evidence": [item]}
    shown = "".join(evidence(row, "s0"))
    assert "2 log(2) + 3 log(3)" in shown
    assert "59" not in shown
    assert " …" in shown


@pytest.mark.parametrize(("values", "line"), [({"a": "-1"}, "a = -1: 0 ≥ 1 is false"), ({}, "0 ≥ 1 is false")])
def test_a_counterexample_in_one_line(values, line):
    found = {"refutes": 0, "assignment": values, "lines": ["but not a ≥ 1: 0 ≥ 1 is false"]}
    assert counterexample_line({"counterexample": found, "states": ["a ≥ 1"]}) == line


@pytest.mark.parametrize(
    ("left", "right", "shown"),
    [
        ("2·√(5)", " + ".join(f"{n}·log({n})" for n in range(2, 60)), r"2·√\(5\) ≥ 2·log\(2\) \+ .*\) … is false"),
        (" - ".join(f"√({n} + 1)" for n in range(2, 60)), "1/2", r"√\(2 \+ 1\) - .*\d …\) ≥ 1/2 is false"),
        (" + ".join(map(str, range(90))), " + ".join(map(str, range(90))), r"0 \+ 1 .*\d … ≥ 0 \+ .*\d … is false"),
        (f"3/(‖7·({'·'.join(map(str, range(90)))})‖)", "1/2", r"3/\(‖7·\(0·1·.*\d …\)‖\) ≥ 1/2 is false"),
        ("no ξ with x ≥ 1; for all η:", "a" * 200, "no ξ .* …"),
    ],
)
def test_of_a_long_relation_that_is_violated_each_side_is_cut(left, right, shown):
    found = {"refutes": 0, "assignment": {}, "lines": [f"but not a ≥ 1: {left} ≥ {right} is false"]}
    line = counterexample_line({"counterexample": found, "states": ["a ≥ 1"]})
    assert re.fullmatch(shown, line)
    assert len(line) <= LONGEST + 20


def test_every_step_says_the_steps_that_it_follows_from(workspace, texts):
    workspace.claims(texts["chain"])
    workspace.verify("report", "--out", "out")
    page = (workspace.root / "out" / "report.html").read_text()
    steps = re.findall(r"<li value=(\d+)[^>]*>([^<]*) <small>(.*?)</small>", page)
    assert [(number, statement) for number, statement, _ in steps[:2]] == [("3", "2a + 2b ≥ 0"), ("1", "a ≥ 0")]
    assert steps[0][2] == "combine 1, 2: 2[1] + 2[2]"


def test_margins_are_rounded_down_and_long_terms_cut():
    assert rounded_down("4999999917e-10") == "0.499"
    assert rounded_down("-4999999917e-10") == "-0.500"
    assert short("a" * LONGEST) == "a" * LONGEST
    assert len(short("a" * 1000)) <= LONGEST + 2

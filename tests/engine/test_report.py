"""The report says all that there is, in three files made from the same data."""

import html.parser
import json
import re

import pytest

CONFORMING = """
@SQUARE.conformance
def code():
    return Conformance("numpy", 10, 0.5, "ulp", 1.0)

@SQUARE.sharp
def constant():
    return [Sharpness("the constant", "2, attained at a = b", identity(eq(a, a)))]

@SQUARE.mutant("constant", at={a: 1, b: 1})
def three(claim):
    return claim.replace(states=eq((a + b)**2, a**2 + 3*a*b + b**2))
"""
ODD = """
ODD = Claim("toy/odd", at="<b>(4)</b>", states=gt(a, b), reading='a < b & "c"', open_because="a|b *c*")
"""


@pytest.fixture
def report(workspace, texts):
    workspace.claims(texts["square"], CONFORMING, texts["false"], texts["repaired"], texts["cited"], ODD)
    run = workspace.verify("report", "--out", "out")
    assert run.status == 0
    assert run.out.split() == ["out/report.json", "out/report.md", "out/report.html"]
    return {file.suffix[1:]: file.read_text(encoding="utf-8") for file in (workspace.root / "out").iterdir()}


class Page(html.parser.HTMLParser):
    """Checks that elements nest, and gathers ids, links and whatever would load something."""

    VOID = ("meta", "br", "hr")

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.loads = [], [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name == "href":
                self.links.append(value)
            if name in ("src", "srcset") or tag in ("script", "link", "iframe", "img"):
                self.loads.append((tag, name, value))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_data(report):
    data = json.loads(report["json"])
    assert data["schema"] == 1
    assert data["mutants"] == {"refuted": 1, "true": 0, "undecided": 0}
    assert data["counts"] == {"proved": 2, "refuted": 1, "cited": 1, "supported": 0, "open": 1}
    assert [claim["id"] for claim in data["claims"]] == [
        "toy/square", "toy/false", "toy/false.repaired", "toy/cited", "toy/odd",
    ]  # fmt: skip
    assert data["papers"][0]["title"] == "A Toy Paper"
    assert data["axioms"][0]["claims"] == ["toy/cited"]
    assert {"python", "sympy", "python-flint", "mpmath", "numpy"} == data["versions"].keys()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", data["generated"])


def test_every_claim_is_on_every_page(report):
    data = json.loads(report["json"])
    for claim in data["claims"]:
        assert f'<article id="{claim["id"]}">' in report["html"]
        assert f"### {claim['id']}: " in report["md"]
        for text in (report["html"], report["md"]):
            assert f"verify run {claim['id']} --fresh" in text


def test_errata_come_first_with_counterexample_and_repair(report):
    for text in (report["html"], report["md"]):
        errata = text[: text.index("A Toy Paper")]
        assert "Errata" in errata
        assert "a = -1" in errata
        assert "toy/false.repaired" in errata
        assert "(proved)" in errata
        assert "toy/square" not in errata


def test_what_was_found_is_said(report):
    for text in (report["html"], report["md"]):
        for part in ("worst error 0.5 ulp over 10 points, within the allowed 1.0 (float result)",
                     "the constant: 2, attained at a = b (certified)", "changed constant: expand is refused",
                     "Cauchy 1821", "Multiply out."):  # fmt: skip
            assert part in text


def test_the_page_loads_nothing_and_every_link_has_its_place(report):
    page = Page(report["html"])
    assert page.loads == []
    assert not re.search(r"https?://|@import|url\(", report["html"])
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)


def test_statements_are_set_with_the_text_beside(report):
    assert 'title="1 ≥ a" alttext="1 ≥ a"' in report["html"]
    assert "<msup>" in report["html"]


def test_text_is_escaped(report):
    assert "&lt;b&gt;(4)&lt;/b&gt;" in report["html"]
    assert "a &lt; b &amp; &quot;c&quot;" in report["html"]
    assert r"a\|b \*c\*" in report["md"]


def test_no_place_of_this_machine_is_named(report, workspace):
    for text in report.values():
        assert str(workspace.root) not in text


def test_no_claims(workspace):
    assert workspace.verify("report").status == 0
    assert "0 claims: none." in (workspace.root / "verification-report" / "report.md").read_text()

"""The report in a browser: what is seen, read, found and followed, and that nothing leaves the page."""

from html import escape
from itertools import pairwise

import pytest
from sympy import Sum, exp, sqrt

from verify.language.terms import FunHead, Gradient, Inner, family, forall, ge, integer, norm, real, vectors
from verify.report.alphabets import HIGH, LOW, italic
from verify.report.claim_section import links
from verify.report.compact import compact
from verify.report.letters import ACCENTS
from verify.report.math_font import CHARACTERS, FAMILY
from verify.report.mathml import mathml

(a, b), (i, k), (u, v), p, F = real("a b"), integer("i k"), vectors("u v"), family("p"), FunHead("F")

CONTRAST = """() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const linear = (x) => x <= .03928 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4;
  const light = (c) => { const [r, g, b] = c.map(x => linear(x / 255)); return .2126 * r + .7152 * g + .0722 * b; };
  const behind = (e) => { for (; e; e = e.parentElement) { const c = parts(getComputedStyle(e).backgroundColor);
                          if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
  const found = {};
  for (const e of document.querySelectorAll("body *")) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility()) continue;
    const [x, y] = [light(parts(getComputedStyle(e).color)), light(behind(e))];
    const ratio = (Math.max(x, y) + .05) / (Math.min(x, y) + .05);
    const name = e.tagName + "." + (e.getAttribute("class") ?? "");
    found[name] = Math.min(found[name] ?? 99, ratio);
  }
  return found;
}"""
"""The least contrast of text with what is behind it, by element and class."""

ALL_LAID_OUT = (
    "document.head.insertAdjacentHTML('beforeend', '<style>article{content-visibility:visible!important}</style>')"
)
UNFOLDED = "document.querySelectorAll('details').forEach(part => part.open = true)"
PHONE = {"viewport": {"width": 360, "height": 740}}
CUT = """() => [...document.querySelectorAll("math, li, td, dd, p, .math, .line, svg, summary")].filter((part) => {
  const box = part.closest(".formulas, .scroll");
  const scrolls = box && getComputedStyle(box).overflowX === "auto" && box.getBoundingClientRect().right <= innerWidth;
  return part.getBoundingClientRect().right > innerWidth + 1 && !scrolls;
}).map((part) => part.outerHTML.slice(0, 200))"""
"""What reaches beyond the right edge, other than in a box that scrolls."""


# --- what is seen -----------------------------------------------------------------------------------------------------


def test_the_first_screen_says_what_was_audited_and_found(visit, small):
    page = visit(small, viewport={"width": 1280, "height": 900}).page
    table = page.locator("header table")
    assert table.is_visible()
    assert table.locator("thead").inner_text().split() == [
        "paper", "claims", "proved", "refuted", "repaired", "sharpened", "re-proved", "cited", "supported", "open",
    ]  # fmt: skip
    assert table.locator("tbody tr").inner_text().split("\t") == [
        "A Toy Paper",
        "7",
        "3",
        "1",
        "1",
        "1",
        "·",
        "1",
        "·",
        "2",
    ]
    erratum = page.locator("#errata tbody tr")
    assert erratum.bounding_box()["y"] < 900
    for part in ("a ≥ 0", "a = −1: −1 ≥ 0 is false", "toy/false.repaired (proved)"):
        assert part in erratum.inner_text()


def test_mathematics_is_set(visit, small):
    visited = visit(small)
    visited.run(ALL_LAID_OUT)
    boxes = visited.run(
        "[...document.querySelectorAll('math, math *')].map(m => [m.tagName, m.getBoundingClientRect()])"
    )
    assert sum(tag == "math" for tag, _ in boxes) == 16  # those of an axiom and of a repair among them
    assert all(box["width"] > 0 and box["height"] > 0 for tag, box in boxes if tag in ("math", "mfrac", "mi", "mn"))
    heights = "[...document.querySelectorAll('%s')].map(m => m.getBoundingClientRect().height)"
    assert min(visited.run(heights % "mfrac")) > 1.5 * min(visited.run(heights % "math > mi"))


def test_vectors_are_bold_letters(visit, small):
    visited = visit(small)
    assert "‖𝐮‖²" in visited.page.locator("[id='toy/square.sharp'] details").first.text_content()
    assert "𝐮" in visited.page.locator("[id='toy/square.sharp'] .formulas").text_content()


def fonts_of(page, selector):
    """The fonts that the texts in an element are drawn with."""
    session = page.context.new_cdp_session(page)
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    session.send("CSS.enable")
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    return {font["familyName"] for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]}


def show(visited, markup):
    """Puts markup at the top of the page, by itself."""
    visited.run("markup => { document.body.innerHTML = `<div class=formulas id=shown>${markup}</div>` }", markup)
    visited.run("() => document.fonts.ready.then(() => null)")


def test_the_page_brings_a_font_with_every_character_of_formulas(visit, small):
    visited = visit(small)
    for signs in (CHARACTERS, *(base + accent for accent in ACCENTS for base in ("y", "𝑦", "𝐚", "𝜔"))):
        show(visited, f"<span class=math>{escape(signs)}</span>")
        assert fonts_of(visited.page, "#shown") == {FAMILY}, signs


def test_formulas_are_set_in_it(visit, small):
    visited = visit(small)
    visited.run(ALL_LAID_OUT)
    visited.run(UNFOLDED)
    for place in ("math", "[id='toy/false'] .counterexample div", "[id='toy/false'] ol"):
        assert FAMILY in fonts_of(visited.page, place), place


def test_raised_and_lowered_signs_are_as_wide_as_they_look(visit, small):
    visited = visit(small)
    for plain, moved in [*LOW.items(), *HIGH.items()]:
        show(
            visited,
            "".join(f"<span class=math style='font-size: 100px'>{sign}</span> " for sign in (italic(plain), moved)),
        )
        (width, _), (narrow, _) = visited.run(SIZES % "span")
        assert narrow < 0.8 * width, moved


SIZES = "[...document.querySelectorAll('#shown %s')].map(m => m.getBoundingClientRect()).map(b => [b.width, b.height])"


def test_sums_are_large_and_brackets_as_tall_as_what_they_hold(visit, small):
    visited = visit(small)
    show(visited, compact(mathml([ge((1 + a / b) ** 2, Sum(p(i), (i, 1, k)))])[0]))
    *brackets, _, (_, large) = visited.run(SIZES % "mo")  # before the last is ≥
    ((_, fraction),) = visited.run(SIZES % "mfrac")
    assert len(brackets) == 2
    assert all(height > fraction for _, height in brackets)
    show(visited, "<math><mstyle displaystyle='false'><mo>∑</mo><mo>(</mo></mstyle></math>")
    (_, sum_), (_, bracket) = visited.run(SIZES % "mo")
    assert large > 1.25 * sum_
    assert brackets[0][1] > 1.8 * bracket


FORMULAS = [
    ge(a**2 + b - 1, -2 * a * b),
    forall([u, v], ge(Inner(u - v, Gradient(F, u)), norm(v) / 2), [ge(a, 0)]),
    ge(Sum(p(i) * (1 - p(i)), (i, 1, k)) / (1 + a / b), sqrt(a - b) * (a + 1) ** 2),
    ge(sum(exp(n * a) / (n + b**2) for n in range(1, 20)), Inner(u, u)),
]


@pytest.mark.parametrize("formula", FORMULAS, ids=range(len(FORMULAS)))
def test_what_is_written_shorter_looks_the_same(visit, small, formula):
    visited = visit(small)
    (markup,) = mathml([formula])
    sizes = []
    for written in (markup, compact(markup)):
        show(visited, written)
        sizes += visited.run(SIZES % "math")
    (wide, tall), (width, height) = sizes
    assert width == pytest.approx(wide, rel=0.02)
    assert height == pytest.approx(tall, abs=1.5)


def test_letters_of_a_text_are_italic_where_they_stand_alone(visit, small):
    visited = visit(small)

    def width(text, features=""):
        show(visited, f"<span class=math style='font-size: 100px; {features}'>{text}</span>")
        return visited.run(SIZES % "span")[0][0]

    upright = "font-feature-settings: normal"
    for letter in "xfw":
        assert width(letter) == width(italic(letter)) != width(letter, upright)
    assert width("x̂") == width("𝑥̂")
    assert width("exp") == width("exp", upright)
    assert width("2x(b − log 3)") == width("2𝑥(𝑏 − log 3)")


def test_each_kind_of_evidence_is_there(visit, small):
    visited = visit(small)
    visited.run(ALL_LAID_OUT)
    page = visited.page
    for id, text in {
        "toy/square": "mutants: 1 refuted", "toy/false": "counterexample", "toy/cited": "citation",
        "toy/tried": "in the paper", "toy/square.sharp": "proof",
    }.items():  # fmt: skip
        assert text in page.locator(f"[id='{id}']").inner_text()
    assert "the constant: 2, attained at a = b (certified)" in page.locator("[id='toy/square']").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("media", ["screen", "print"])
def test_all_text_stands_out(visit, small, scheme, media):
    visited = visit(small, color_scheme=scheme)
    visited.page.emulate_media(media=media, color_scheme=scheme)
    visited.run(UNFOLDED)
    visited.run(ALL_LAID_OUT)
    found = visited.run(CONTRAST)
    assert len(found) > 15
    assert {name: ratio for name, ratio in found.items() if ratio < 4.5} == {}


def test_dark_is_dark_and_print_is_light(visit, small):
    visited = visit(small, color_scheme="dark")
    colour = "getComputedStyle(document.body).backgroundColor"
    assert visited.run(colour) == "rgb(22, 23, 26)"
    visited.page.emulate_media(media="print", color_scheme="dark")
    assert visited.run(colour) == "rgb(255, 255, 255)"


# --- widths -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
@pytest.mark.parametrize("folded", [True, False])
def test_nothing_scrolls_sideways_but_formulas_and_tables_in_their_boxes(visit, small, width, folded):
    visited = visit(small, viewport={"width": width, "height": 740})
    visited.run(ALL_LAID_OUT)
    if not folded:
        visited.run(UNFOLDED)
    assert visited.run("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [1280, 1440, 2000])
def test_no_row_shows_beside_the_bar_that_it_passes_below(visit, small, width):
    visited = visit(small, viewport={"width": width, "height": 900})
    place = "e => { const { left, right } = e.getBoundingClientRect(); return [left, right]; }"
    bar, table = (visited.page.locator(part).first.evaluate(place) for part in ("#filter", ".findings"))
    assert bar[0] <= table[0]
    assert table[1] <= bar[1] <= width
    text = visited.page.locator("#filter label").first.evaluate(place), visited.page.locator("h2").first.evaluate(place)
    assert text[0][0] == pytest.approx(text[1][0], abs=1)


LINES = """link => {
  const range = document.createRange(), lines = [];
  for (const node of [...link.childNodes].filter(n => n.nodeType === 3)) for (let i = 0; i < node.length; i++) {
    range.setStart(node, i); range.setEnd(node, i + 1);
    const top = Math.round(range.getBoundingClientRect().top);
    if (lines.at(-1)?.top === top) lines.at(-1).text += node.data[i]; else lines.push({ top, text: node.data[i] });
  }
  return lines.map(line => line.text);
}"""
"""The lines that the text of a link takes."""


def test_an_id_is_broken_behind_strokes_points_and_hyphens_only(visit, several):
    visited = visit(several, viewport={"width": 1440, "height": 900})
    link = visited.page.locator(".findings th a").first
    for id, room in (("gradient_descent/perceptron-lower", 212), ("additive/realizable.sharp", 150)):
        shown = links([id], {id: "#"}, narrow=True)
        link.evaluate("(link, [shown, room]) => { link.innerHTML = shown; link.parentNode.style.width = room + 'px' }",
                      [shown.partition(">")[2].removesuffix("</a>"), room])  # fmt: skip
        lines = link.evaluate(LINES)
        assert "".join(lines) == id
        assert len(lines) > 1
        assert all(line.endswith(("/", ".", "-")) for line in lines[:-1]), lines


def test_a_formula_that_is_too_wide_scrolls_in_its_box(visit, small):
    visited = visit(small, **PHONE)
    visited.run(ALL_LAID_OUT)
    box = "document.querySelector(\"[id='toy/wide'] .formulas\")"
    visited.run(f"{box}.scrollLeft = 1e6")
    assert visited.run(f"{box}.scrollLeft") > 0
    assert visited.run(f"{box}.getBoundingClientRect().right") <= 360


def test_a_box_that_scrolls_shows_a_shade_where_more_is(visit, small):
    visited = visit(small, **PHONE)
    box = visited.page.locator("[id='toy/wide'] .formulas")
    box.scroll_into_view_if_needed()
    visited.run("document.querySelectorAll('math, .formulas p').forEach(e => e.style.visibility = 'hidden')")
    with_more, style = box.screenshot(), "box => box.style.setProperty('--shade', 'transparent')"
    box.evaluate(style)
    assert box.screenshot() != with_more
    for kind in (".formulas", ".scroll"):
        attached = visited.page.locator(kind).first.evaluate("e => getComputedStyle(e).backgroundAttachment")
        assert attached.startswith("local, local, scroll, scroll")  # covers above shades


@pytest.mark.parametrize("width", [1280, 1440, 2000])
def test_a_long_formula_in_the_bounds_is_as_large_as_its_box_has_room(visit, small, width):
    visited = visit(small, viewport={"width": width, "height": 900})
    visited.run("document.querySelector('.findings').classList.add('bounds')")
    formula = visited.page.locator(".bounds .formulas math").first
    formula.evaluate("e => { e.style.setProperty('--w', '71'); e.innerHTML = '<mi>' + 'n'.repeat(60) + '</mi>' }")
    size = formula.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    assert size > 13.5
    room = formula.evaluate("e => e.parentNode.clientWidth - 32")
    assert 0.52 * size * 71 < room + 1  # letters are about half as wide as they are high


@pytest.mark.parametrize("column", [1, 2, 3])
def test_a_formula_of_the_errata_is_as_large_as_its_own_column_has_room(visit, small, column):
    visited = visit(small, viewport={"width": 1300, "height": 900})
    cell = visited.page.locator(f".findings td:nth-of-type({column})").first
    cell.evaluate("e => { e.innerHTML = '<div class=\"formulas\"><math><mi></mi></math></div>' }")
    formula = cell.locator("math")
    formula.evaluate("e => { e.style.setProperty('--w', '40'); e.firstChild.textContent = 'n'.repeat(36) }")
    size = formula.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    room = formula.evaluate("e => e.parentNode.clientWidth - 32")
    assert size < 10.5 or 0.52 * size * 40 < room + 1  # letters are about half as wide as they are high


@pytest.mark.parametrize("width", [700, 1200])
def test_a_label_of_the_bounds_ends_before_what_it_names(visit, small, width):
    visited = visit(small, viewport={"width": width, "height": 900})
    visited.run("document.querySelector('.findings').classList.add('bounds')")
    style = "getComputedStyle(document.querySelector('.bounds td:nth-of-type(2)')"
    label, room = (visited.run(f"parseFloat({style}{part}") for part in (", '::before').width)", ").paddingLeft)"))
    assert label < room - 4


@pytest.mark.parametrize("which", ["small", "large"])
@pytest.mark.parametrize(("media", "width"), [("screen", 320), ("screen", 390), ("print", 688)])
def test_no_formula_is_cut(visit, request, which, media, width):
    visited = visit(request.getfixturevalue(which), viewport={"width": width, "height": 740})
    visited.page.emulate_media(media=media)
    visited.run(ALL_LAID_OUT)
    visited.run(UNFOLDED)
    assert visited.run(CUT) == []


def test_what_is_unfolded_is_printed_as_it_is_read(visit, small):
    visited = visit(small, viewport={"width": 688, "height": 1000})
    visited.run(UNFOLDED)
    visited.page.emulate_media(media="print")
    for step in visited.page.locator("details[open] li, details[open] td").all():
        assert step.is_visible()
    colour = "getComputedStyle(document.querySelector('details[open] li')).color"
    assert visited.run(colour) == "rgb(0, 0, 0)"


def test_print_fits_the_paper(visit, small, tmp_path):
    visited = visit(small, viewport={"width": 688, "height": 1000})  # A4 without its margins
    visited.page.emulate_media(media="print")
    assert visited.run("document.documentElement.scrollWidth") <= 688
    assert not visited.page.locator("#filter").is_visible()
    visited.page.pdf(path=tmp_path / "report.pdf", format="A4")
    assert (tmp_path / "report.pdf").stat().st_size > 10_000


# --- filters and links ------------------------------------------------------------------------------------------------

EVERY = ["toy/square", "toy/square.sharp", "toy/tried", "toy/false", "toy/false.repaired", "toy/cited", "toy/wide"]


def test_everything_is_shown_at_first(visit, small):
    visited = visit(small)
    assert sorted(visited.shown) == sorted(EVERY)
    assert visited.count == "7 of 7 claims"


@pytest.mark.parametrize(
    ("control", "value", "shown"),
    [
        ("verdict", "refuted", {"toy/false"}),
        ("verdict", "repaired", {"toy/false"}),
        ("verdict", "sharpened", {"toy/square.sharp"}),
        ("verdict", "open", {"toy/wide", "toy/tried"}),
        ("evidence", "mutant", {"toy/square"}),
        ("evidence", "experiment", {"toy/tried"}),
    ],
)
def test_filters_show_what_they_say(visit, small, control, value, shown):
    visited = visit(small)
    visited.page.locator(f"select[name={control}]").select_option(value)
    visited.expect_count(f"{len(shown)} of 7 claims")
    assert set(visited.shown) == shown
    errata = visited.page.locator("#errata")
    assert errata.is_visible() == ("toy/false" in shown)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("zebra", {"toy/square.sharp"}),
        ("ZEBRA  vectors", {"toy/square.sharp"}),
        ("multiply", {"toy/square"}),
        ("three times", {"toy/square"}),
        ("cauchy", {"toy/cited"}),
        ("minus_one", {"toy/false"}),
        ("a**2 2*a", {"toy/cited", "toy/square"}),
        ("²", set(EVERY)),
        ("nowhere", {"toy/square.sharp"}),
        ("no-such-word", set()),
    ],
)
def test_search_finds_words_in_all_that_is_said_of_a_claim(visit, small, words, shown):
    visited = visit(small)
    visited.page.get_by_label("Search").fill(words)
    visited.expect_count(f"{len(shown)} of 7 claims")
    assert set(visited.shown) == shown


@pytest.mark.parametrize("query", ["Lemma 7", '"lemma 7"', "claim-7", "LEMMA  7"])
def test_a_number_is_searched_with_the_word_before_it_and_not_in_longer_ones(visit, several, query):
    visited = visit(several)
    visited.page.get_by_label("Search").fill(query)
    visited.expect_count("5 of 500 claims")
    found = visited.run("[...document.querySelectorAll('.contents li:not([hidden])')].map(line => line.textContent)")
    assert len(found) == 5
    assert all("claim-7 " in f"{line} " or "Lemma 7" in line for line in found)


def test_the_address_keeps_what_is_shown(visit, small):
    visited = visit(small)
    visited.page.get_by_label("Verdict").select_option("proved")
    visited.page.get_by_label("Search").fill("toy/square")
    visited.expect_count("2 of 7 claims")
    assert visited.page.url.endswith("#?words=toy%2Fsquare&verdict=proved")
    visited.page.reload()
    visited.expect_count("2 of 7 claims")
    visited.page.goto(f"{visited.url}#toy/wide?verdict=refuted")
    visited.page.reload()
    visited.expect_count("1 of 7 claims, and toy/wide")
    visited.page.get_by_role("button", name="Show all").click()
    visited.expect_count("7 of 7 claims")
    assert "verdict" not in visited.page.url


def test_filters_combine_and_go_away_together(visit, small):
    visited = visit(small)
    visited.page.get_by_label("Verdict").select_option("proved")
    visited.page.get_by_label("Search").fill("toy/square")
    visited.expect_count("2 of 7 claims")
    visited.page.get_by_role("button", name="Show all").click()
    visited.expect_count("7 of 7 claims")


def test_a_number_of_the_overview_shows_the_claims_that_it_counts(visit, small):
    visited = visit(small)
    visited.page.locator("header td.refuted a").click()
    visited.expect_count("1 of 7 claims")
    assert visited.shown == ["toy/false"]


def test_a_permanent_link_shows_its_claim(visit, small):
    visited = visit(small)
    visited.page.goto(f"{visited.url}#toy/wide")
    visited.page.wait_for_function("document.getElementById('toy/wide').getBoundingClientRect().top < innerHeight / 2")
    assert visited.run("document.querySelector(':target').id") == "toy/wide"


def test_a_link_shows_its_claim_whatever_the_filters_say(visit, small):
    visited = visit(small)
    visited.page.get_by_label("Verdict").select_option("refuted")
    visited.expect_count("1 of 7 claims")
    visited.page.locator("#errata a", has_text="toy/false.repaired").click()
    visited.expect_count("1 of 7 claims, and toy/false.repaired")
    assert visited.shown == ["toy/false", "toy/false.repaired"]
    visited.page.get_by_label("Evidence").select_option("counterexample")
    visited.expect_count("1 of 7 claims")


def test_a_link_to_a_folded_step_unfolds_it(visit, several):
    visited = visit(several)
    paper = f"{visited.url.rpartition('/')[0]}/papers/paper-0.html"
    visited.page.goto(paper)
    step = visited.run("document.querySelector('article li[id]').id")
    assert not visited.run("id => document.getElementById(id).checkVisibility()", step)
    visited.page.goto(f"{paper}#{step}")
    visited.page.wait_for_function("id => document.getElementById(id).checkVisibility()", arg=step)


# --- a page a paper ---------------------------------------------------------------------------------------------------


def test_the_first_of_several_pages_searches_and_filters_all_claims(visit, several):
    visited = visit(several)
    assert visited.count == "500 of 500 claims"
    visited.page.get_by_label("Search").fill("paper-4/claim-42")
    visited.expect_count("1 of 500 claims")
    assert visited.run(
        "[...document.querySelectorAll('.contents li')].filter(a => a.checkVisibility()).map(a => a.id)"
    ) == ["paper-4/claim-42"]
    visited.page.get_by_role("button", name="Show all").click()
    visited.page.get_by_label("Paper").select_option("paper-3")
    visited.page.get_by_label("Verdict").select_option("refuted")
    visited.expect_count("25 of 500 claims")
    assert visited.said == []
    assert set(visited.asked) == {visited.url}


def test_a_line_leads_to_the_claim_on_its_paper_s_page_and_that_leads_back(visit, several):
    visited = visit(several)
    visited.page.locator(".contents a", has_text="paper-2/claim-7").first.click()
    visited.page.wait_for_url("**/papers/paper-2.html#paper-2/claim-7")
    assert visited.count == "100 of 100 claims"
    assert visited.page.locator("h1").inner_text() == "The Paper Number 2"
    assert visited.run("document.querySelector(':target').tagName") == "ARTICLE"
    visited.page.locator("header a", has_text="verification report").click()
    visited.page.wait_for_url("**/report.html")
    assert visited.said == []


@pytest.mark.parametrize("place", ["report.html", "papers/paper-0.html"])
@pytest.mark.parametrize("width", [320, 1280])
def test_no_page_scrolls_sideways(visit, several, place, width):
    visited = visit(several.parent / place, viewport={"width": width, "height": 740})
    visited.run(ALL_LAID_OUT)
    assert visited.run("document.documentElement.scrollWidth") <= width
    levels = visited.run("[...document.querySelectorAll('h1,h2,h3,h4')].map(h => +h.tagName[1])")
    assert all(after <= before + 1 for before, after in pairwise(levels))


# --- who reads it -----------------------------------------------------------------------------------------------------


def test_without_scripts_all_is_there_and_the_filters_are_not(visit, small):
    page = visit(small, java_script_enabled=False).page
    assert not page.locator("#filter").is_visible()
    assert page.locator("article").count() == 7
    assert all(article.is_visible() for article in page.locator("article").all())
    proof = page.locator("[id='toy/square'] details").first
    assert not proof.locator("ol").is_visible()
    proof.locator("summary").click()
    assert "Multiply out" in proof.inner_text()
    assert proof.locator("ol").is_visible()


def test_the_keyboard_is_enough(visit, small):
    visited = visit(small)
    focus = "document.activeElement.textContent.trim() || document.activeElement.name"
    keys = visited.page.keyboard
    keys.press("Tab")
    assert visited.run(focus) == "Skip to the claims"
    assert visited.page.locator(".skip").bounding_box()["x"] >= 0
    assert visited.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    keys.press("Enter")
    assert visited.run("document.activeElement.id") == "claims"
    keys.press("Tab")
    assert visited.run(focus) == "toy/square"
    visited.page.get_by_label("Search").focus()
    keys.type("zebra")
    visited.expect_count("1 of 7 claims")
    keys.press("Enter")
    assert visited.page.url == visited.url + "#?words=zebra"
    visited.page.locator("article:not([hidden]) summary").first.focus()
    keys.press("Enter")
    assert visited.page.locator("article:not([hidden]) ol").first.is_visible()


def test_landmarks_headings_and_labels_tell_the_page(visit, small):
    visited = visit(small)
    for role in ("banner", "main", "search", "contentinfo"):
        assert visited.page.get_by_role(role).count() == 1
    levels = visited.run("[...document.querySelectorAll('h1,h2,h3,h4')].map(h => +h.tagName[1])")
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    unlabelled = "[...document.querySelectorAll('input,select')].filter(e => !e.labels.length).length"
    assert visited.run(unlabelled) == 0
    assert visited.run("document.querySelector('output').getAttribute('aria-live')") == "polite"
    assert visited.run("[...document.querySelectorAll('th')].every(th => th.scope || th.closest('thead'))")
    alone = "[...document.querySelectorAll('article')].filter(a => !a.querySelector('math[alttext]')).length"
    assert visited.run(alone) == 0  # what a claim states has its text beside it
    assert visited.run("document.documentElement.lang") == "en"


# --- nothing else -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["small", "large"])
def test_the_page_is_silent_and_asks_for_nothing(visit, request, size):
    visited = visit(request.getfixturevalue(size))
    visited.page.get_by_label("Search").fill("lemma")
    visited.page.get_by_role("button", name="Unfold").click()
    visited.page.locator("article a").first.click()
    visited.page.wait_for_timeout(300)
    assert visited.said == []
    assert set(visited.asked) == {visited.url}


def test_a_search_of_five_hundred_claims_is_quick(visit, large):
    visited = visit(large)
    assert visited.count == "500 of 500 claims"
    took = visited.run(
        """() => new Promise((done) => {
          const form = document.getElementById("filter"), began = performance.now();
          new MutationObserver(() => done(performance.now() - began)).observe(form.querySelector("output"),
            {childList: true});
          form.words.value = "number42word";
          form.dispatchEvent(new Event("input"));
        })"""
    )
    assert visited.count == "5 of 500 claims"
    assert took < 1500


def test_filters_and_links_work_on_many_claims(visit, large):
    visited = visit(large)
    visited.page.get_by_label("Paper").select_option("paper-3")
    visited.page.get_by_label("Verdict").select_option("refuted")
    visited.expect_count("25 of 500 claims")
    visited.page.goto(f"{visited.url}#paper-1/claim-7")
    visited.expect_count("25 of 500 claims, and paper-1/claim-7")
    assert visited.page.locator("[id='paper-1/claim-7']").is_visible()

"""What leads to the claims of a page, in a browser: its contents, the table of findings, the graph, and brackets."""

from itertools import pairwise

import pytest

WIDTHS = [320, 390, 1000, 1440]
LAID_OUT = (
    "document.head.insertAdjacentHTML('beforeend', '<style>article{content-visibility:visible!important}</style>')"
)
OPEN = "document.querySelectorAll('.graph').forEach(part => part.open = true)"


def boxes(visited, selector):
    """Where elements are: left, top, right, bottom."""
    return visited.run(
        "s => [...document.querySelectorAll(s)].map(e => e.getBoundingClientRect())"
        ".map(b => [b.left, b.top, b.right, b.bottom])",
        selector,
    )


def inside(inner, outer, slack=0.5):
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


# --- the graph --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["small", "several"])
def test_labels_fit_into_their_boxes_and_boxes_into_the_drawing(visit, request, size):
    file = request.getfixturevalue(size)
    visited = visit(file if size == "small" else file.parent / "papers" / "paper-1.html")
    visited.run(OPEN)
    outlines, labels = boxes(visited, ".graph svg a > path"), boxes(visited, ".graph svg a > text")
    (whole,) = boxes(visited, ".graph svg")
    assert len(outlines) == len(labels) == (3 if size == "small" else 100)
    for outline, label in zip(outlines, labels, strict=True):
        assert inside(label, outline)
        assert inside(outline, whole)


def test_a_node_leads_to_its_claim_and_tells_its_verdict(visit, small):
    visited = visit(small)
    node = visited.page.locator(".graph a", has_text="false.repaired")
    assert node.locator("title").text_content() == "toy/false.repaired: proved"
    node.click()
    visited.page.wait_for_function("location.hash === '#toy/false.repaired'")
    assert visited.run("document.querySelector(':target').id") == "toy/false.repaired"


def test_a_node_can_be_reached_by_the_keyboard(visit, small):
    visited = visit(small)
    visited.page.locator(".graph summary").focus()
    visited.page.keyboard.press("Tab")
    assert visited.run("document.activeElement.closest('.graph a') !== null")
    assert visited.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("media", ["screen", "print"])
def test_lines_of_the_graph_and_of_brackets_stand_out(visit, small, scheme, media):
    visited = visit(small, color_scheme=scheme)
    visited.page.emulate_media(media=media, color_scheme=scheme)
    found = visited.run(
        """() => {
          const light = (c) => { const [r, g, b] = c.match(/[\\d.]+/g).map(x => x / 255)
              .map(x => x <= .03928 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
            return .2126 * r + .7152 * g + .0722 * b; };
          const page = light(getComputedStyle(document.body).backgroundColor);
          return ["rests", "repairs", "proved path", "refuted path"].map(part => {
            const x = light(getComputedStyle(document.querySelector(`.graph .${part}`)).stroke);
            return (Math.max(x, page) + .05) / (Math.min(x, page) + .05); }); }"""
    )
    assert min(found) > 3
    dashes = "['rests', 'repairs'].map(c => getComputedStyle(document.querySelector('.graph .' + c)).strokeDasharray)"
    assert visited.run(dashes) == ["none", "4px, 3px"]


@pytest.mark.parametrize("width", WIDTHS)
def test_a_large_graph_is_folded_and_scrolls_in_its_own_box(visit, several, width):
    visited = visit(several.parent / "papers" / "paper-1.html", viewport={"width": width, "height": 800})
    assert not visited.page.locator(".graph svg").is_visible()
    visited.page.locator(".graph summary").click()
    assert visited.page.locator(".graph svg").is_visible()
    visited.run("document.querySelector('.graph svg').style.width = '3000px'")
    visited.run("document.querySelector('.graph .scroll').style.setProperty('--w', 3000)")
    visited.run("document.querySelector('.graph .scroll').scrollLeft = 1e6")
    assert visited.run("document.querySelector('.graph .scroll').scrollLeft") > 0
    assert visited.run("document.documentElement.scrollWidth") <= width
    (left, _, right, _), *_ = boxes(visited, ".graph .scroll")
    assert 0 <= left < right <= width


def test_print_shows_a_folded_graph_as_wide_as_the_paper(visit, several):
    visited = visit(several.parent / "papers" / "paper-1.html", viewport={"width": 688, "height": 1000})
    visited.page.emulate_media(media="print")
    visited.run("document.querySelector('.graph svg').setAttribute('width', 3000)")
    assert visited.page.locator(".graph svg text").first.is_visible()
    (left, _, right, bottom), *_ = boxes(visited, ".graph svg")
    assert 0 <= left < right <= 688
    assert boxes(visited, ".graph + *, #claims")[0][1] >= bottom


def test_the_contents_unfold_the_graph_that_they_lead_to(visit, several):
    visited = visit(several.parent / "papers" / "paper-1.html")
    visited.page.locator("#contents a", has_text="What rests on what").click()
    visited.page.locator(".graph svg").wait_for(state="visible")


# --- printed against proved -------------------------------------------------------------------------------------------


def test_on_a_wide_screen_a_finding_is_a_row_of_a_table(visit, small):
    visited = visit(small, viewport={"width": 1440, "height": 900})
    head = visited.page.locator("#errata thead th")
    assert head.all_inner_texts() == ["where", "printed", "true instead", "what refutes it"]
    columns, cells = boxes(visited, "#errata thead th"), boxes(visited, "#errata tbody tr:first-child > *")
    assert [cell[0] for cell in cells] == [column[0] for column in columns]
    assert len({cell[1] for cell in cells}) == 1
    assert all(0 <= left < right <= 1440 for left, _, right, _ in cells)


@pytest.mark.parametrize("width", [320, 390, 1000])
def test_on_a_narrow_screen_a_finding_is_a_block_with_the_names_of_its_parts(visit, small, width):
    visited = visit(small, viewport={"width": width, "height": 800})
    cells = boxes(visited, "#errata tbody tr:first-child > *")
    assert all(above[3] <= below[1] + 0.5 for above, below in pairwise(cells))
    assert all(0 <= left < right <= width for left, _, right, _ in cells)
    assert all(right - left > 0.8 * width for left, _, right, _ in cells)
    names = "[...document.querySelectorAll('#errata tbody tr:first-child td')].map(c => getComputedStyle(c,'::before'))"
    assert visited.run(f"{names}.map(s => s.content)") == ['"printed"', '"true instead"', '"what refutes it"']
    assert "none" not in visited.run(f"{names}.map(s => s.display)")
    assert visited.run("document.documentElement.scrollWidth") <= width


def test_a_finding_shows_the_repair_as_a_formula_and_leads_to_it(visit, small):
    visited = visit(small)
    row = visited.page.locator("#errata tbody tr")
    assert row.locator("math").evaluate_all("all => all.map(m => m.getAttribute('alttext'))") == ["a ≥ 1", "a ≥ 0"]
    assert all(right > left and bottom > top for left, top, right, bottom in boxes(visited, "#errata math"))
    row.locator("td a").click()
    visited.page.wait_for_function("document.querySelector(':target')?.id === 'toy/false.repaired'")


# --- contents ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("width", [390, 1440])
def test_the_contents_fold_and_lead_on_with_and_without_scripts(visit, small, scripts, width):
    page = visit(small, java_script_enabled=scripts, viewport={"width": width, "height": 800}).page
    errata, summary = page.locator("#contents a", has_text="Errata"), page.locator("#contents > details > summary")
    assert errata.is_visible()
    summary.click()
    assert not errata.is_visible()
    summary.click()
    lemma = page.locator("#contents a", has_text="Lemma 2")
    if width < 1000:
        assert not lemma.is_visible()
        page.locator("#contents .places summary").click()
    lemma.click()
    assert page.url.endswith("#toy/false")
    assert -1 < page.locator("[id='toy/false']").bounding_box()["y"] < 200


def test_every_entry_of_the_contents_leads_to_something_that_is_seen(visit, small):
    visited = visit(small)
    places = visited.run("[...document.querySelectorAll('#contents a')].map(a => a.getAttribute('href').slice(1))")
    assert {"errata", "graph:toy", "toy", "axioms", "made"} <= set(places)
    assert all(visited.run("id => document.getElementById(id).checkVisibility()", place) for place in places)


def test_the_filters_that_stay_in_sight_lead_back_to_the_contents(visit, large):
    visited = visit(large)
    visited.run("scrollTo(0, 20000)")
    visited.page.locator("#filter a", has_text="Contents").click()
    visited.page.wait_for_function("document.getElementById('contents').getBoundingClientRect().top >= 0")
    assert visited.page.locator("#contents").bounding_box()["y"] < 400


# --- brackets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
def test_brackets_are_drawn_within_the_page(visit, small, width):
    visited = visit(small, viewport={"width": width, "height": 800})
    visited.run(LAID_OUT)  # else articles move as they come into sight
    parts = boxes(visited, "svg.bracket :is(text, circle, path)")
    (whole,) = boxes(visited, "svg.bracket")
    assert len(parts) == 15  # axis, 0 and 1; of each of three values its name, ends and dot, and a bar
    assert all(inside(part, whole) for part in parts)
    assert 0 <= whole[0] < whole[2] <= width
    dots = boxes(visited, "svg.bracket circle")
    assert dots[0][0] > dots[1][0] > dots[2][0]
    labels = boxes(visited, "svg.bracket .value")
    assert all(label[2] < dot[0] for label, dot in zip(labels, dots, strict=True))

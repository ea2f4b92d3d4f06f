"""Where the nodes of a graph are drawn, and the graph of claims that the report shows."""

import html
import os
import random
import re
import subprocess
import sys
from itertools import combinations, pairwise

import pytest

from verify.report.graph import HEIGHT, drawing, spread
from verify.report.graph_section import graph_id, graphs

CHAIN = [(f"n{n}", f"n{n + 1}") for n in range(9)]
STAR = [("n0", f"n{n}") for n in range(1, 20)]
CIRCLE = [*CHAIN[:4], ("n4", "n0")]
PAIR = [("n0", "n1"), ("n1", "n0")]
LOOP = [("n0", "n0"), ("n0", "n1")]
SKIPPING = [*CHAIN, ("n0", "n9"), ("n2", "n7"), ("n8", "n1")]


def at_random(nodes, arrows, seed):
    source = random.Random(seed)
    names = [f"n{n}" for n in range(nodes)]
    return [(source.choice(names), source.choice(names)) for _ in range(arrows)]


SHAPES = {
    "none": [], "chain": CHAIN, "star": STAR, "circle": CIRCLE, "pair": PAIR, "loop": LOOP, "skipping": SKIPPING,
    "sparse": at_random(60, 40, 1), "dense": at_random(40, 120, 2), "many": at_random(150, 180, 3),
}  # fmt: skip


def widths(arrows, alone=2):
    names = dict.fromkeys([*(name for arrow in arrows for name in arrow), *(f"alone{n}" for n in range(alone))])
    return {name: 40 + 17 * len(name) for name in names}


def overlap(a, b):
    return a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height


@pytest.fixture(params=SHAPES, name="shape")
def _shape(request):
    return SHAPES[request.param]


@pytest.fixture(params=[1, 400, 10_000], ids=["narrow", "page", "wide"], name="within")
def _within(request):
    return request.param


def test_no_two_nodes_overlap_and_all_are_inside(shape, within):
    drawn = drawing(widths(shape), shape, within)
    assert drawn.boxes.keys() == widths(shape).keys()
    for (a, first), (b, second) in combinations(drawn.boxes.items(), 2):
        assert not overlap(first, second), (a, b)
    for name, box in drawn.boxes.items():
        assert box.width >= widths(shape)[name]
        assert box.height == HEIGHT
        assert 0 <= box.x <= box.x + box.width <= drawn.width
        assert 0 <= box.y <= box.y + box.height <= drawn.height


def test_every_arrow_goes_from_a_side_of_its_tail_to_a_side_of_its_head(shape, within):
    drawn = drawing(widths(shape), shape, within)
    assert drawn.ways.keys() == set(shape)
    for (tail, head), way in drawn.ways.items():
        for name, (x, y) in ((tail, way.points[0]), (head, way.points[-1])):
            box = drawn.boxes[name]
            if way.down:
                assert (x, y in (box.y, box.y + box.height)) == (box.x + box.width // 2, True)
            else:
                assert (x in (box.x, box.x + box.width), y) == (True, box.y + box.height // 2)
        for x, y in way.points:
            assert 0 <= x <= drawn.width
            assert 0 <= y <= drawn.height


def test_an_arrow_runs_back_only_in_a_circle(within):
    for shape in (CHAIN, STAR, SHAPES["sparse"][:20]):
        assert not any(way.back for way in drawing(widths(shape), shape, within).ways.values())
    assert sum(way.back for way in drawing(widths(CIRCLE), CIRCLE, within).ways.values()) == 1
    ways = drawing(widths(SKIPPING), SKIPPING, within).ways
    for way in ways.values():
        along = [point[way.down] for point in way.points]
        assert all(after < before if way.back else after > before for before, after in pairwise(along))
    assert [arrow for arrow, way in ways.items() if way.back] == [("n8", "n1")]


def test_no_arrow_passes_through_a_node_of_a_layer_that_it_skips(within):
    drawn = drawing(widths(SKIPPING), SKIPPING, within)
    for arrow, way in drawn.ways.items():
        for (x, y), (to_x, to_y) in pairwise(way.points):
            if x == to_x or y == to_y:  # straight, through a layer
                for name, box in drawn.boxes.items():
                    inside = max(x, box.x) < min(to_x, box.x + box.width) and box.y < y < box.y + box.height
                    inside |= max(y, box.y) < min(to_y, box.y + box.height) and box.x < x < box.x + box.width
                    assert name in arrow or not inside


def test_a_chain_that_is_too_wide_flows_down():
    assert not drawing(widths(CHAIN), CHAIN, 10_000).ways["n0", "n1"].down
    narrow = drawing(widths(CHAIN, alone=0), CHAIN, 400)
    assert narrow.ways["n0", "n1"].down
    assert narrow.width < 400


def test_components_stand_side_by_side_where_they_fit_and_none_is_wider_than_it_has_to_be():
    arrows = [(f"a{n}", f"b{n}") for n in range(6)]
    drawn = drawing(widths(arrows, alone=0), arrows, 500)
    assert drawn.width <= 500
    assert len({box.y for box in drawn.boxes.values()}) == 3


def test_the_order_of_a_layer_avoids_crossings():
    crossed = [("a", "y"), ("b", "x"), ("c", "y"), ("d", "x"), ("a", "x")]
    drawn = drawing(dict.fromkeys("abcdxy", 50), crossed, 1000)
    ends = sorted((drawn.boxes[tail].y, drawn.boxes[head].y) for tail, head in crossed)
    assert not any(a < c and b > d for (a, b), (c, d) in combinations(ends, 2))


def test_a_drawing_begins_where_a_reader_does():
    for within in (1, 10_000):
        drawn = drawing(widths(SHAPES["dense"]), SHAPES["dense"], within)
        down = drawn.ways[SHAPES["dense"][0]].down
        part = [drawn.boxes[node] for arrow in SHAPES["dense"] for node in arrow]
        first = [box for box in part if (box.y if down else box.x) == 0]
        assert first
        centre = sum(box.x + box.width / 2 if down else box.y + HEIGHT / 2 for box in first) / len(first)
        assert centre <= (max(b.x + b.width for b in part) if down else max(b.y + HEIGHT for b in part)) / 2 + 1


def test_a_drawing_is_the_same_in_every_process():
    script = (
        "from verify.report.graph import drawing; import random; r = random.Random(5);"
        "n = [f'n{i}' for i in range(60)]; a = [(r.choice(n), r.choice(n)) for _ in range(90)];"
        "print(drawing(dict.fromkeys(n, 80), a, 500))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1
    assert b"Drawing(" in said.pop()


def test_numbers_are_spread_no_more_than_they_must():
    assert spread([5, 1, 9], [2, 2], 100) == [2, 4, 9]
    assert spread([3, 3, 3, 3], [1, 1, 1], 100) == [1.5, 2.5, 3.5, 4.5]
    assert spread([-4, 200], [3], 50) == [0, 50]
    assert spread([7], [], 0) == [0]


# --- the graph of claims ----------------------------------------------------------------------------------------------


def row(id, verdict="proved", rests_on=(), repairs=""):
    paper = id.partition("/")[0]
    return {"id": id, "paper": paper, "verdict": verdict, "rests_on": list(rests_on), "repairs": repairs}


ROWS = [
    row("toy/a", rests_on=["toy/b", "other/c"]),
    row("toy/b", "refuted"),
    row("toy/b.repaired", rests_on=["toy/b"], repairs="toy/b"),
    row("toy/d", "open", rests_on=["toy/a"]),
    row("toy/alone"),
]


def shown(rows, known=None, verdicts=None):
    data = {"papers": [{"id": "toy", "title": "A <Toy> Paper"}], "claims": rows}
    known = {r["id"]: f"#{r['id']}" for r in rows} | (known or {})
    return "\n".join(graphs(data, known, {r["id"]: r["verdict"] for r in rows} | (verdicts or {})))


def nodes(text):
    found = re.findall(r'<(a href="[^"]*"|g) class=(\w+)><title>([^<]*)</title>.*?<text[^>]*>(.*?)</text>', text)
    return {
        title.partition(":")[0]: (tag.removeprefix("a href=").strip('"'), kind, re.sub("<.*?>", "", label))
        for tag, kind, title, label in found
    }


def test_every_claim_with_an_arrow_is_a_link_with_its_verdict():
    found = nodes(shown(ROWS, {"other/c": "other.html#other/c"}, {"other/c": "cited"}))
    assert found == {
        "toy/a": ("#toy/a", "proved", "P a"),
        "toy/b": ("#toy/b", "refuted", "R b"),
        "toy/b.repaired": ("#toy/b.repaired", "proved", "P b.repaired"),
        "toy/d": ("#toy/d", "open", "O d"),
        "other/c": ("other.html#other/c", "cited", "C other/c"),
    }


def test_every_arrow_is_one_path_dashed_for_a_repair_and_ends_in_a_head():
    text = shown(ROWS)
    kinds = re.findall(r"<path class=(rests|repairs) ", text)
    assert sorted(kinds) == ["repairs", "rests", "rests", "rests"]
    (heads,) = re.findall(r'<path class=heads d="([^"]*)"', text)
    assert heads.count("M") == heads.count("z") == 4


def test_a_claim_that_is_not_in_the_report_is_drawn_without_a_link_and_says_so():
    text = shown(ROWS)
    assert nodes(text)["other/c"] == ("g", "elsewhere", "– other/c")
    assert "– elsewhere" in text


def test_a_graph_says_what_it_means_and_how_many_are_left_out():
    text = html.unescape(re.sub("<.*?>", "", shown(ROWS)))
    assert "A <Toy> Paper: 5 claims, 4 arrows" in text
    assert "O open, P proved, R refuted; an arrow leads from a claim to what it rests on; a dashed arrow" in text
    assert "Left out: 1 claim with no arrow." in text
    assert "dashed" not in shown(ROWS[:1])


def test_shapes_tell_verdicts_apart_without_colours():
    outlines = dict(re.findall(r'class=(\w+)><title>.*?<path d="(?:M\d+ \d+)([a-z].*?)z"', shown(ROWS)))
    kinds = {verdict: "".join(re.findall("[a-z]", d)) for verdict, d in outlines.items()}
    assert len(set(kinds.values())) == 3
    assert kinds["proved"] != kinds["refuted"] != kinds["open"]


def test_a_large_graph_is_folded_and_a_small_one_is_not():
    large = [row(f"toy/n{n}", rests_on=[f"toy/n{n + 1}"]) for n in range(40)]
    assert f'<details class="graph" id="{graph_id("toy")}">' in shown(large)
    assert f'<details class="graph" id="{graph_id("toy")}" open>' in shown(ROWS)


def test_claims_that_have_nothing_to_do_with_each_other_have_no_graph():
    assert shown([row("toy/a"), row("toy/b")]) == ""


def test_a_circle_of_claims_is_drawn():
    circle = [row("toy/a", "open", ["toy/b"]), row("toy/b", "open", ["toy/a"]), row("toy/c", "open", ["toy/c"])]
    assert shown(circle).count("<path class=rests ") == 3


def test_a_graph_of_a_hundred_and_seventy_claims_takes_less_than_sixty_kilobytes():
    source = random.Random(1)
    names = [f"general_additive/a-claim-with-a-long-name-{n}" for n in range(170)]
    rows = [row(name, rests_on=[names[source.randrange(n)]] if n else []) for n, name in enumerate(names)]
    data = {"papers": [{"id": "general_additive", "title": "T"}], "claims": rows}
    text = "\n".join(graphs(data, {name: f"#{name}" for name in names}, dict.fromkeys(names, "proved")))
    assert len(nodes(text)) == 170
    assert len(text.encode()) < 60_000

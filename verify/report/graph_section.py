"""The graph of a paper's claims as SVG: what rests on what, and what repairs what, in the colours of the verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise

from verify.report.graph import HEIGHT, Box, Drawing, Way, drawing
from verify.report.records import ClaimRow, PaperRow, Report

WITHIN = 920
"""How wide a graph may become before it flows downwards: the width of a page, in pixels."""

LETTER = 6.7
"""How wide a letter of a label is at most on average, in pixels."""

LARGE = 24
"""A graph with more claims is folded."""

HEAD = 6
"""How long the head of an arrow is."""

ELSEWHERE = "elsewhere"
"""In the place of the verdict of a claim that is not in the report."""


def graph_id(paper: str) -> str:
    """The id of the graph of a paper, which no claim and no paper can have."""
    return f"graph:{paper}"


def joined(rows: Sequence[ClaimRow]) -> dict[tuple[str, str], str]:
    """The arrows of these claims, each with its kind: `rests`, or `repairs` where it does both or only that."""
    rests = {(row["id"], id): "rests" for row in rows for id in row["rests_on"]}
    return rests | {(row["id"], row["repairs"]): "repairs" for row in rows if row["repairs"]}


def graphs(data: Report, known: Mapping[str, str], verdicts: Mapping[str, str]) -> Iterator[str]:
    """A graph for each paper of these data in which a claim has to do with another; nothing where there is none.

    Args:
        data: the papers and their claims.
        known: where claims are, also those of papers that are not among these.
        verdicts: of all claims in the report.
    """
    inside = [
        line
        for paper in data["papers"]
        for line in _graph([row for row in data["claims"] if row["paper"] == paper["id"]], paper, known, verdicts)
    ]
    if inside:
        yield "<section>\n<h2>What rests on what</h2>"
        yield from inside
        yield "</section>"


def _graph(
    rows: Sequence[ClaimRow], paper: PaperRow, known: Mapping[str, str], verdicts: Mapping[str, str]
) -> Iterator[str]:
    """The graph of one paper, folded if it is large."""
    arrows = joined(rows)
    ends = {id for arrow in arrows for id in arrow}
    names = [row["id"] for row in rows if row["id"] in ends]
    alone = len(rows) - len(names)
    names += sorted(ends - set(names))
    if not names:
        return
    nodes = {id: _Node(id, id.removeprefix(f"{paper['id']}/"), verdicts.get(id, ELSEWHERE)) for id in names}
    drawn = drawing({id: node.width for id, node in nodes.items()}, list(arrows), WITHIN)
    title = escape(paper["title"])
    yield f'<details class="graph" id="{escape(graph_id(paper["id"]))}"{" open" if len(names) <= LARGE else ""}>'
    yield f"<summary>{title}: {len(names)} claims, {len(arrows)} {'arrow' if len(arrows) == 1 else 'arrows'}</summary>"
    yield f"<p>{_legend(nodes.values(), arrows.values())}{_left_out(alone)}</p>"
    yield f'<div class="scroll" style="--w:{drawn.width + 4}">'
    yield f"{_svg(drawn, nodes, arrows, known)}</div></details>"


class _Node:
    """What is said of a claim: its id, a label, and its verdict, of which the first letter stands before the label."""

    def __init__(self, id: str, label: str, verdict: str) -> None:
        self.id, self.label, self.verdict = id, label, verdict
        self.letter = "–" if verdict == ELSEWHERE else verdict[0].upper()
        self.width = 16 + round(LETTER * (len(label) + 2))


def _legend(nodes: Iterable[_Node], kinds: Iterable[str]) -> str:
    """What the letters and the arrows mean, of those that there are."""
    letters = {node.verdict: node.letter for node in nodes}
    words = [f'<b class="{verdict}">{letters[verdict]} {verdict}</b>' for verdict in sorted(letters)]
    lines = {
        "rests": "an arrow leads from a claim to what it rests on",
        "repairs": "a dashed arrow from a repair to what it repairs",
    }
    there = set(kinds)
    return "; ".join([", ".join(words), *(text for kind, text in lines.items() if kind in there)]) + "."


def _left_out(alone: int) -> str:
    if not alone:
        return ""
    return f" Left out: {alone} claim{'s' if alone > 1 else ''} with no arrow."


def _svg(
    drawn: Drawing, nodes: Mapping[str, _Node], arrows: Mapping[tuple[str, str], str], known: Mapping[str, str]
) -> str:
    """The drawing: ways below, nodes above, each a link with its verdict as title."""
    size = f'width="{drawn.width + 4}" height="{drawn.height + 4}" viewBox="-2 -2 {drawn.width + 4} {drawn.height + 4}"'
    ways = "".join(f'<path class={arrows[arrow]} d="{_line(way)}"/>' for arrow, way in drawn.ways.items())
    heads = "".join(_head(way) for way in drawn.ways.values())
    shown = "".join(_node(nodes[id], box, known.get(id, "")) for id, box in drawn.boxes.items())
    return f'<svg {size}>{ways}<path class=heads d="{heads}"/>{shown}</svg>'


def _line(way: Way) -> str:
    """A smooth line through the points, every second piece straight through a layer."""
    points = way.points
    text = "M{} {}".format(*points[0])
    for (x, y), (to_x, to_y) in pairwise(points):
        dx, dy = to_x - x, to_y - y
        if not dx or not dy:
            text += f"v{dy}" if not dx else f"h{dx}"
        elif way.down:
            text += f"c0 {dy // 2} {dx} {dy - dy // 2} {dx} {dy}"
        else:
            text += f"c{dx // 2} 0 {dx - dx // 2} {dy} {dx} {dy}"
    return text


def _head(way: Way) -> str:
    """A triangle whose tip is the end of the way."""
    (x, y), half = way.points[-1], HEAD // 2
    long = HEAD if way.back or way.points[0] == way.points[-1] else -HEAD
    return f"M{x} {y}l{-half} {long}h{HEAD}z" if way.down else f"M{x} {y}l{long} {-half}v{HEAD}z"


def _node(node: _Node, box: Box, place: str) -> str:
    """A claim: its outline has the shape of its verdict."""
    title = f"<title>{escape(node.id)}: {node.verdict}</title>"
    text = f"<text x={box.x + 8} y={box.y + 14}><tspan>{node.letter}</tspan> {escape(node.label)}</text>"
    inside = f'{title}<path d="{_outline(node.verdict, box)}"/>{text}'
    if not place:
        return f"<g class={node.verdict}>{inside}</g>"
    return f'<a href="{escape(place)}" class={node.verdict}>{inside}</a>'


def _outline(verdict: str, box: Box) -> str:
    """Round ends for what is proved, pointed ones for what is refuted, and else a rectangle."""
    half = HEIGHT // 2
    if verdict == "proved":
        flat = box.width - HEIGHT
        return f"M{box.x + half} {box.y}h{flat}a{half} {half} 0 0 1 0 {HEIGHT}h{-flat}a{half} {half} 0 0 1 0 {-HEIGHT}z"
    if verdict == "refuted":
        flat = box.width - 10
        return f"M{box.x + 5} {box.y}h{flat}l5 {half}l-5 {half}h{-flat}l-5 {-half}z"
    return f"M{box.x} {box.y}h{box.width}v{HEIGHT}h{-box.width}z"

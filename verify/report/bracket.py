"""The brackets of a bound as a small drawing, which needs no library: a bar for each value of the parameter.

A bar goes from the ratio of truth to promise at an exact instance, a dot, up to what is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from verify.report.text import rounded_down, short
from verify.tightness.records import Ends

Data = Mapping[str, Any]

ROW, BAR, LETTER, LABEL = 17, 200, 6.8, 20
"""How high a row is, how long the longest bar, how wide a letter at most, in pixels; how many letters a label has."""

WIDTH = 120
"""How wide a bracket without words is."""

OPEN = 1.15
"""How much further than the largest ratio the scale goes where nothing bounds ratios."""


def bracket_svg(data: Data, label: str, *, proved: bool) -> str:
    """All brackets of a family below each other, on one scale from 0; empty where no instance gives a ratio.

    Args:
        data: of the evidence, as `verify.report.tightness` reads it.
        label: what the drawing shows, for those who do not see it.
        proved: whether the bound is proved, so that no ratio is above 1.
    """
    points = [point for point in data["points"] if not point["message"]]
    if not points:
        return ""
    names = [short(f"{data['parameter']} = {point['value']}", LABEL) for point in points]
    ends = [_ends(point, proved=proved) for point in points]
    left, right = (round(LETTER * max(map(len, texts))) + 8 for texts in (names, ends))
    most = max(1.0, *(point["ratio"] for point in points), *(point["below"] for point in points if point["above"]))
    most *= 1.0 if proved or all(point["above"] for point in points) else OPEN
    one, end, foot = left + round(BAR / most), left + BAR, ROW * len(points)
    size = f'width="{end + right}" height="{foot + 14}" viewBox="0 0 {end + right} {foot + 14}"'
    axis = f"M{left} 0v{foot}M{one} 0v{foot}"
    rows = "".join(
        line
        for n, (point, texts) in enumerate(zip(points, zip(names, ends, strict=True), strict=True))
        for line in _row(point, *texts, left, BAR / most, n * ROW + ROW // 2, proved=proved)
    )
    scale = f'<path class=axis d="{axis}"/><text x={left} y={foot + 11}>0</text><text x={one} y={foot + 11}>1</text>'
    return f'<svg class=bracket role="img" aria-label="{escape(label)}" {size}>{scale}{rows}</svg>'


def _row(point: Data, name: str, ends: str, left: int, unit: float, y: int, *, proved: bool) -> Iterator[str]:
    """One bracket: its value at the left, its ends in numbers at the right."""
    upper = point["below"] if point["above"] else 1.0 if proved else None
    start = left + round(unit * point["ratio"])
    stop = left + BAR if upper is None else max(start, left + round(unit * upper))
    kind = "refuted" if point["ratio"] > 1 else "proved"
    filled = " class=attained" if point["attained"] else ""
    bar = f'<path{" class=unbounded" if upper is None else ""} d="M{start} {y}H{stop}"/>' if stop > start else ""
    yield f"<text class=value x={left - 6} y={y + 4}>{escape(name)}</text>"
    yield f"<g class={kind}>{bar}<circle{filled} cx={start} cy={y} r=3 /></g>"
    yield f"<text class=ends x={left + BAR + 8} y={y + 4}>{escape(ends)}</text>"


def _ends(point: Data, *, proved: bool) -> str:
    """Both ends of a bracket, the lower one rounded down."""
    upper = short(point["above"], LABEL) or ("1" if proved else "")
    if point["attained"]:
        return "1, attained"
    lower = rounded_down(point["found"])
    return f"{lower} to {upper}" if upper else f"above {lower}"


def mark(found: Ends) -> str:
    """One bracket on a scale from 0 to what is promised, without words."""
    start, stop = round(WIDTH * float(found.found)), round(WIDTH * found.highest)
    path = f'<path d="M{start} 6H{stop}"/>' if stop > start else ""
    dot = f"<circle{' class=attained' if found.attained else ''} cx={start} cy=6 r=3 />"
    axis = f"M0 0v12M{WIDTH} 0v12"
    size = f'width="{WIDTH + 8}" height="12" viewBox="-4 0 {WIDTH + 8} 12"'
    return f'<svg class=bracket aria-hidden="true" {size}><path class=axis d="{axis}"/>{path}{dot}</svg>'

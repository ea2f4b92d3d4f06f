"""Figures of experiments as small SVG, drawn by matplotlib where it is installed."""

from __future__ import annotations

import io
import re
from importlib import import_module
from importlib.util import find_spec

from verify.claims.experiments import Figure

MISSING = "Plots need matplotlib: pip install '.[plots]'"

STYLE = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "path.simplify_threshold": 0.2,
}

FONT = "font: 9px sans-serif; fill: currentColor"
"""Said once for each figure; matplotlib says it with every text, and names ten families."""

INK = "#010203"
"""Drawn in the place of black, and replaced by the colour of the text around the figure."""

MARKERS = {"linestyle": "none", "marker": "o", "markersize": 1.5, "markeredgewidth": 3.0}
"""How points are drawn that no line joins: each is all edge, as a marker keeps no colour inside (see `_small`)."""

COLOURS = ("#1f77b4", "#d1495b", "#2a9d63", "#8a6fc1")


def available() -> bool:
    """Whether matplotlib can be imported."""
    return find_spec("matplotlib") is not None


def svg(figure: Figure, salt: str, *, marked: bool = False) -> str | None:
    """The figure as one `<svg>` element, the same for the same data; None without matplotlib.

    Args:
        figure: what to draw.
        salt: keeps the ids of several figures in one page apart.
        marked: draw the points of solid curves alone, where nothing is known between them.
    """
    if not available():
        return None
    matplotlib, figures = import_module("matplotlib"), import_module("matplotlib.figure")
    ink = dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK)
    with matplotlib.rc_context({**STYLE, **ink, "svg.hashsalt": salt, "svg.id": salt}):
        drawn = figures.Figure(figsize=(4.8, 3.2), layout="constrained")
        axes = drawn.subplots()
        solid = 0
        for curve in figure.curves:
            dashes = {"color": INK, "linestyle": "--", "linewidth": 1.0}
            line = {"color": COLOURS[solid % len(COLOURS)], "linewidth": 1.3} | (MARKERS if marked else {})
            axes.plot(curve.x, curve.y, label=curve.label, **(dashes if curve.dashed else line))
            solid += not curve.dashed
        axes.set_xlabel(figure.x)
        axes.set_ylabel(figure.y)
        axes.margins(x=0.05 if marked else 0.0)  # a marker at the edge would be cut
        axes.ticklabel_format(axis="x", scilimits=(-3, 4))
        if len(figure.curves) > 1:
            axes.legend()
        out = io.StringIO()
        drawn.savefig(
            out, format="svg", transparent=True, metadata=dict.fromkeys(("Date", "Creator", "Format", "Type"))
        )
    text = out.getvalue()
    text = re.sub(r' id="[A-Za-z0-9.]+_[0-9]+"', "", text[text.index("<svg") :])  # the same in each figure, and unused
    return _small(text.replace(INK, "currentColor"))


def _small(text: str) -> str:
    """The same drawing without comments, indentation and digits that no screen shows."""
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"font-(family|size): [^;]*; ", "", text).replace("<svg ", f'<svg style="{FONT}" ', 1)
    text = re.sub(r' transform="rotate\(-0 [^"]*"', "", text)
    text = re.sub(r"(\.\d\d)\d+", r"\1", text)
    text = re.sub(r'(<use [^>]*?) style="[^"]*"', r"\1", text)  # what is used has the same
    text = re.sub(r'style="text-anchor: (\w+); fill: currentColor"', r'text-anchor="\1"', text)
    text = re.sub(r'<path [^>]*style="fill: none"\s*/>', "", text)  # the background, which is not drawn
    return _without_bare_groups(re.sub(r"\s+", " ", re.sub(r">\s+<", "><", text)).strip())


def _without_bare_groups(text: str) -> str:
    """The drawing without `<g>` that says nothing of what it holds."""
    kept: list[bool] = []

    def tag(found: re.Match[str]) -> str:
        if found[0] == "</g>":
            return found[0] if kept.pop() else ""
        kept.append(found[0] != "<g>")
        return found[0] if kept[-1] else ""

    return re.sub(r"<g\b[^>]*>|</g>", tag, text)

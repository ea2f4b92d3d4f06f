"""How sharp a bound is, in words and as a figure: the ratio over the values of a parameter, between its two ends."""

from __future__ import annotations

from collections.abc import Iterator

from verify.claims.experiments import Curve, Figure
from verify.language.words import assigned
from verify.report import plots
from verify.tightness.records import Brackets, Ends, Point, bracketed, ends


def ratio(found: str, *, attained: bool) -> str:
    """What an instance shows of the ratio of truth to promise: the only words in which that is said."""
    return "ratio 1, attained" if attained else f"ratio above {found}"


def from_below(found: Ends | None) -> str:
    """What is certified of the largest ratio from below, and where."""
    if found is None:
        return "nothing"
    return f"{ratio(found.found, attained=found.attained)} at {found.parameter} = {found.value}"


def from_above(found: Ends | None, *, proved: bool) -> str:
    """What is proved of the largest ratio from above: also where no instance was found, if the bound itself is."""
    return _above(found, proved) or "no bound"


def _above(found: Ends | None, proved: bool) -> str:
    return found.above if found else "1" if proved else ""


def tightness_lines(data: Brackets, proved: bool) -> Iterator[str]:
    """A bracket for each value, and the extremal instance."""
    name, found = data["parameter"], ends(data, proved=proved)
    above = _above(found, proved)
    upper = f"at most {above}" if above else "no upper end is proved"
    varies = f", as {name} varies" if len(data["points"]) > 1 else ""
    tried = f"no instance gives it at {name} = {', '.join(point['value'] for point in data['points'])};"
    lower = f"{from_below(found)} (certified)," if found else tried
    yield f"truth over promise{varies}: {lower} {upper}"
    for point in data["points"]:
        if "found" not in point:
            yield f"{name} = {point['value']}: {point['message']}"
            continue
        yield f"{name} = {point['value']}: {said(point)}; truth {point['truth']}, promise {point['promise']}"
    best = extremal(data)
    if best is not None:
        instance = assigned(best["assignment"])
        yield f"the instance at {name} = {best['value']}: {instance}"


def said(point: Point) -> str:
    """One bracket in words."""
    lower = ratio(point["found"], attained=point["attained"])
    return f"{lower}, at most {point['above']}" if point["above"] else lower


def extremal(data: Brackets) -> Point | None:
    """The simplest instance of the largest ratio found."""
    points = bracketed(data["points"])
    return max(points, key=lambda point: (point["attained"], point["ratio"]), default=None)


def tightness_svg(data: Brackets, salt: str) -> str | None:
    """The ratios as one `<svg>` element; None without matplotlib, or where there are fewer than two.

    They are points: nothing is certified between the values that were tried.
    """
    figure = tightness_figure(data, salt)
    return plots.svg(figure, salt, marked=True) if figure else None


def tightness_figure(data: Brackets, name: str) -> Figure | None:
    """The ratios over the parameter, and the upper end where it moves."""
    points = bracketed(data["points"])
    if len(points) < 2:
        return None
    at = tuple(point["at"] for point in points)
    curves = [Curve("found, certified", at, tuple(point["ratio"] for point in points))]
    if all(point["above"] for point in points):
        curves.append(Curve("proved upper end", at, tuple(point["below"] for point in points)))
    curves.append(Curve("promised", at, (1.0,) * len(at), dashed=True))
    return Figure(name, "What happens over what is promised.", data["parameter"], "truth / promise", tuple(curves))

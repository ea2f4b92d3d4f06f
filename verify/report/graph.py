"""Where the nodes of a graph stand and how its arrows run: in layers, one component after the other.

The same graph is drawn the same way everywhere: nothing here is random, and ties go by the order of the nodes.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

Arrow = tuple[str, str]
Point = tuple[int, int]

HEIGHT = 20
"""Of every node."""

APART = 7
"""Between a node and what stands beside it in its layer."""

BETWEEN = 34
"""Between two layers."""

SHELF = 18
"""Between two components."""

ROOMY = 1.1
"""A component is this much broader than its fullest layer, so that arrows can be straighter."""

SWEEPS = 12
"""How often the layers are put in order, and how often they are moved."""


@dataclass(frozen=True)
class Box:
    """A node: its upper left corner, and how large it is."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Way:
    """An arrow: from the side of its tail to the side of its head, through points between layers.

    Of two points in a row the first is left, and the second reached, in the direction of the layers: to the right,
    or down where `down`; against it where `back`, as in a circle.
    """

    points: tuple[Point, ...]
    down: bool
    back: bool = False


@dataclass(frozen=True)
class Drawing:
    """Boxes by node and ways by arrow, all of them within `width` and `height`, which begin at 0."""

    width: int
    height: int
    boxes: Mapping[str, Box]
    ways: Mapping[Arrow, Way]


def drawing(widths: Mapping[str, int], arrows: Sequence[Arrow], within: int) -> Drawing:
    """Draws a graph, its components side by side where they fit into the width `within`, the largest first.

    Arrows run from layer to layer, to the right; those of a component that is too wide then, downwards if it is
    narrower that way. An arrow runs back only in a circle.

    Args:
        widths: how wide each node is, in the order in which they are named.
        arrows: pairs of these nodes, tail and head; the same pair again is the same arrow.
        within: a width that a component exceeds only where it has to.
    """
    boxes: dict[str, Box] = {}
    ways: dict[Arrow, Way] = {}
    x = y = shelf = width = 0
    for nodes in _components(widths, arrows):
        own = [arrow for arrow in dict.fromkeys(arrows) if arrow[0] in nodes]
        part = _component({node: widths[node] for node in nodes}, own, within)
        if x and x + part.width > within:
            x, y, shelf = 0, y + shelf + SHELF, 0
        boxes |= {node: replace(box, x=box.x + x, y=box.y + y) for node, box in part.boxes.items()}
        ways |= {a: replace(way, points=tuple((p + x, q + y) for p, q in way.points)) for a, way in part.ways.items()}
        x, shelf, width = x + part.width + SHELF, max(shelf, part.height), max(width, x + part.width)
    return Drawing(width, y + shelf, boxes, ways)


def _components(widths: Mapping[str, int], arrows: Sequence[Arrow]) -> list[dict[str, None]]:
    """The nodes of each connected part in their order, the parts with most nodes first."""
    near: dict[str, list[str]] = {node: [] for node in widths}
    for tail, head in arrows:
        near[tail].append(head)
        near[head].append(tail)
    found: list[set[str]] = []
    seen: set[str] = set()
    for node in widths:
        if node not in seen:
            part, pending = set[str](), [node]
            while pending:
                at = pending.pop()
                if at not in part:
                    part.add(at)
                    pending += near[at]
            seen |= part
            found.append(part)
    found.sort(key=len, reverse=True)
    return [{node: None for node in widths if node in part} for part in found]


def _component(widths: Mapping[str, int], arrows: Sequence[Arrow], within: int) -> Drawing:
    layers = _Layers(list(widths), arrows)
    right = layers.drawn(widths, down=False)
    if right.width <= within:
        return right
    down = layers.drawn(widths, down=True)
    return down if down.width < right.width else right


class _Layers:
    """A connected graph in layers. A vertex is a number: a node, or a place where an arrow passes through a layer."""

    def __init__(self, nodes: Sequence[str], arrows: Sequence[Arrow]) -> None:
        self._nodes = nodes
        number = {node: n for n, node in enumerate(nodes)}
        pairs = {arrow: (number[arrow[0]], number[arrow[1]]) for arrow in arrows}
        self._loops = [arrow for arrow, (tail, head) in pairs.items() if tail == head]
        links = {arrow: pair for arrow, pair in pairs.items() if pair[0] != pair[1]}
        self._back = _turned(len(nodes), links)
        forward = {a: (head, tail) if a in self._back else (tail, head) for a, (tail, head) in links.items()}
        self._layer = _depths(len(nodes), list(forward.values()))
        self._chains: dict[Arrow, list[int]] = {}
        for arrow, (first, last) in forward.items():
            between = range(self._layer[first] + 1, self._layer[last])
            self._chains[arrow] = [first, *range(len(self._layer), len(self._layer) + len(between)), last]
            self._layer += between
        self._above: list[list[int]] = [[] for _ in self._layer]
        self._below: list[list[int]] = [[] for _ in self._layer]
        for chain in self._chains.values():
            for a, b in pairwise(chain):
                self._below[a].append(b)
                self._above[b].append(a)
        self._rows = self._ordered()

    def _ordered(self) -> list[list[int]]:
        """The vertices of each layer in an order with few crossings."""
        rows: list[list[int]] = [[] for _ in range(max(self._layer) + 1)]
        for vertex in self._depth_first():
            rows[self._layer[vertex]].append(vertex)
        best, fewest = rows, self._crossings(rows)
        for sweep in range(SWEEPS):
            forward = sweep % 2 == 0
            near = self._above if forward else self._below
            rows = [list(row) for row in rows]
            place = {vertex: at for row in rows for at, vertex in enumerate(row)}
            for row in rows[1:] if forward else rows[-2::-1]:
                wanted = {v: _mean([place[u] for u in near[v]], place[v]) for v in row}
                row.sort(key=wanted.__getitem__)
                place |= {vertex: at for at, vertex in enumerate(row)}
            crossings = self._crossings(rows)
            if crossings < fewest:
                best, fewest = rows, crossings
        return best

    def _depth_first(self) -> Iterator[int]:
        """Each vertex once, what is joined soon after each other."""
        seen: set[int] = set()
        pending = [v for v in reversed(range(len(self._layer))) if not self._above[v]]
        while pending:
            vertex = pending.pop()
            if vertex not in seen:
                seen.add(vertex)
                yield vertex
                pending += reversed(self._below[vertex])

    def _crossings(self, rows: Sequence[Sequence[int]]) -> int:
        """How many pairs of arrows cross between two layers."""
        place = {vertex: at for row in rows for at, vertex in enumerate(row)}
        found = 0
        for row in rows:
            ends: list[int] = []
            for vertex in row:
                heads = [place[below] for below in self._below[vertex]]
                found += sum(len(ends) - bisect_right(ends, head) for head in heads)
                for head in heads:
                    insort(ends, head)
        return found

    def drawn(self, widths: Mapping[str, int], *, down: bool) -> Drawing:
        """The layers from left to right, or from the top `down`."""
        sizes = [(widths[node], HEIGHT) for node in self._nodes] + [(0, 0)] * (len(self._layer) - len(self._nodes))
        along, across = (1, 0) if down else (0, 1)
        centres = self._centres([size[across] for size in sizes])
        starts, thick = [0], [max(sizes[v][along] for v in row) for row in self._rows]
        for size in thick:
            starts.append(starts[-1] + size + BETWEEN)

        def side(vertex: int, *, far: bool) -> Point:
            """The middle of the side of a vertex where arrows arrive, or of the one where they leave."""
            layer = self._layer[vertex]
            place = (starts[layer] + far * thick[layer], centres[vertex])
            return (place[1], place[0]) if down else place

        boxes = {}
        for n, node in enumerate(self._nodes):
            width, height = sizes[n] if down else (thick[self._layer[n]], HEIGHT)
            x, y = side(n, far=False)
            boxes[node] = Box(x - width // 2 if down else x, y if down else y - height // 2, width, height)
        ways = {}
        for arrow, chain in self._chains.items():
            points = [side(v, far=far) for a, b in pairwise(chain) for v, far in ((a, True), (b, False))]
            back = arrow in self._back
            ways[arrow] = Way(tuple(reversed(points) if back else points), down, back)
        for arrow in self._loops:
            x, y = side(self._nodes.index(arrow[0]), far=True)
            out = BETWEEN // 2
            ways[arrow] = Way(((x, y), (x, y + out), (x, y)) if down else ((x, y), (x + out, y), (x, y)), down)
        length = starts[-1] - BETWEEN + (BETWEEN if self._loops else 0)
        breadth = max(centre + (sizes[v][across] + 1) // 2 for v, centre in enumerate(centres))
        return Drawing(*((breadth, length) if down else (length, breadth)), boxes, ways)

    def _centres(self, sizes: Sequence[int]) -> list[int]:
        """Where each vertex stands across the layers, near to what it is joined with, the first layer near to 0."""
        room = [
            [(sizes[a] + sizes[b]) // 2 + APART + 1 for a, b in pairwise(row)] for row in self._rows
        ]  # one more, for all is rounded in the end
        centres = [0.0] * len(sizes)
        most = ROOMY * max(map(sum, room))
        for row, gaps in zip(self._rows, room, strict=True):
            self._place(centres, row, [0.0] * len(row), gaps, most)
        for sweep in range(SWEEPS):
            last = sweep >= SWEEPS - 2
            rows = list(zip(self._rows, room, strict=True))
            for row, gaps in rows if sweep % 2 == 0 else reversed(rows):
                near = self._above if sweep % 2 == 0 else self._below
                joined = [self._above[v] + self._below[v] if last else near[v] for v in row]
                wanted = [_mean([centres[u] for u in j], centres[v]) for v, j in zip(row, joined, strict=True)]
                self._place(centres, row, wanted, gaps, most)
        low = min(centre - sizes[v] / 2 for v, centre in enumerate(centres))
        high = max(centre + sizes[v] / 2 for v, centre in enumerate(centres))
        if _mean([centres[v] for v in self._rows[0]], low) > (low + high) / 2:
            return [round(high - centre) for centre in centres]
        return [round(centre - low) for centre in centres]

    def _place(
        self, centres: list[float], row: Sequence[int], wanted: Sequence[float], gaps: Sequence[int], most: float
    ) -> None:
        for vertex, at in zip(row, spread(wanted, gaps, most), strict=True):
            centres[vertex] = at


def spread(wanted: Sequence[float], gaps: Sequence[float], most: float) -> list[float]:
    """The numbers nearest to those that are wanted, in squares, of which each is that much above the one before it.

    Args:
        wanted: at least one number.
        gaps: how far each but the first must be above the one before it, one fewer than numbers.
        most: the numbers are from 0 to this, which is at least the sum of the gaps.
    """
    shifts = [0.0]
    for gap in gaps:
        shifts.append(shifts[-1] + gap)
    pools: list[tuple[float, int]] = []  # means of neighbours that would otherwise stand in the wrong order
    for want, shift in zip(wanted, shifts, strict=True):
        mean, count = want - shift, 1
        while pools and pools[-1][0] >= mean:
            before, more = pools.pop()
            mean, count = (before * more + mean * count) / (more + count), more + count
        pools.append((mean, count))
    level = [min(max(mean, 0.0), most - shifts[-1]) for mean, count in pools for _ in range(count)]
    return [mean + shift for mean, shift in zip(level, shifts, strict=True)]


def _turned(count: int, links: Mapping[Arrow, tuple[int, int]]) -> set[Arrow]:
    """Arrows that close circles: without them, or turned round, there are none."""
    leaving: list[list[tuple[Arrow, int]]] = [[] for _ in range(count)]
    for arrow, (tail, head) in links.items():
        leaving[tail].append((arrow, head))
    found: set[Arrow] = set()
    begun, ended = set[int](), set[int]()
    for start in range(count):
        stack = [(start, iter(leaving[start]))] if start not in begun else []
        begun.add(start)
        while stack:
            at, rest = stack[-1]
            for arrow, head in rest:
                if head not in begun:
                    begun.add(head)
                    stack.append((head, iter(leaving[head])))
                    break
                if head not in ended:
                    found.add(arrow)
            else:
                ended.add(at)
                stack.pop()
    return found


def _depths(count: int, links: Sequence[tuple[int, int]]) -> list[int]:
    """The layer of each node: as late as what it leads to allows, but beside its tails where it has more of these."""
    tails: list[list[int]] = [[] for _ in range(count)]
    heads: list[list[int]] = [[] for _ in range(count)]
    for tail, head in links:
        heads[tail].append(head)
        tails[head].append(tail)
    order: list[int] = []
    waiting = [len(found) for found in tails]
    pending = [n for n in reversed(range(count)) if not waiting[n]]
    while pending:
        order.append(pending.pop())
        for head in heads[order[-1]]:
            waiting[head] -= 1
            if not waiting[head]:
                pending.append(head)
    height = [0] * count
    for n in reversed(order):
        height[n] = max((height[head] + 1 for head in heads[n]), default=0)
    layer = [max(height) - h for h in height]
    for n in order:
        if len(tails[n]) > len(heads[n]):
            layer[n] = max(layer[tail] for tail in tails[n]) + 1
    return layer


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise

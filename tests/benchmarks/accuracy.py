"""The worst errors of the kernels over their hard regimes, beside pymanopt, geomstats, geoopt and scipy.

    python tests/benchmarks/accuracy.py

Prints one Markdown table. Every result is compared with `numeric.reference` at 60 digits and more, on the same floats;
what is not installed is left out, by name. Seeds are fixed: the numbers are the same in every run on one machine.
"""

from __future__ import annotations

import importlib
import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import mpmath as mp
import numpy as np

from numeric import entropy, learners, matching, spectral
from numeric import reference as ref
from numeric.learners import EG, DefiniteBoost, EGPlusMinus, MatrixEG, SphereLearner, SquaredLoss
from numeric.manifolds import Euclidean, Hyperbolic, PositiveOrthant, Simplex, Sphere

EPS = 2.0**-52
SMALLEST = mp.mpf(10) ** -290  # results below have fewer digits in float64 and are not compared
PEERS = ("pymanopt", "geomstats", "geoopt", "scipy")
COLUMNS = (*PEERS, "numpy")
Function = Callable[..., Any]


# --- peers ---


def load(name: str) -> Any:
    """The module, or None where it is not installed."""
    if name.startswith("geomstats") and not hasattr(np, "trapz"):
        np.trapz = np.trapezoid  # geomstats 2.8 imports it by the name that numpy 2.4 has dropped
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


@dataclass(frozen=True)
class Peers:
    """What is installed."""

    pymanopt: Any = field(default_factory=lambda: load("pymanopt.manifolds"))
    geoopt: Any = field(default_factory=lambda: load("geoopt"))
    torch: Any = field(default_factory=lambda: load("torch"))
    geomstats: Any = field(default_factory=lambda: load("geomstats"))
    special: Any = field(default_factory=lambda: load("scipy.special"))
    stats: Any = field(default_factory=lambda: load("scipy.stats"))
    linalg: Any = field(default_factory=lambda: load("scipy.linalg"))

    def missing(self) -> list[str]:
        """The peers that are not installed."""
        found = (self.pymanopt, self.geomstats, self.geoopt and self.torch, self.special)
        return [name for name, module in zip(PEERS, found, strict=True) if module is None]

    def of_torch(self, f: Function) -> Function:
        """f, a function of tensors, as one of arrays."""
        return lambda *args: f(*(self.torch.tensor(np.asarray(t), dtype=self.torch.float64) for t in args)).numpy()


# --- errors ---


def relative(got: Any, want: Any) -> float:
    """|got - want|/|want|."""
    if math.isnan(got) or math.isinf(got) or want == mp.inf:
        return 0.0 if want == mp.inf and math.isinf(got) else math.inf if math.isinf(got) else math.nan
    d = abs(mp.mpf(float(got)) - want)
    return 0.0 if d == 0 else float(d / abs(want)) if want != 0 else math.inf


def entries(got: Any, want: Sequence[Any]) -> float:
    """The largest relative error of an entry."""
    return worse(*(relative(a, b) for a, b in zip(np.ravel(got), want, strict=True) if abs(b) > SMALLEST))


def against(size: Callable[[Sequence[Any]], Any]) -> Callable[[Any, Sequence[Any]], float]:
    """The largest error of an entry over a size of the whole."""

    def error(got: Any, want: Sequence[Any]) -> float:
        flat = np.ravel(got)
        if not np.all(np.isfinite(flat)):
            return math.nan if np.any(np.isnan(flat)) else math.inf
        d = max(abs(mp.mpf(float(a)) - b) for a, b in zip(flat, want, strict=True))
        return 0.0 if d == 0 else float(d / size(want))

    return error


length = against(mp.norm)
largest = against(lambda want: max(abs(t) for t in want))
absolute = against(lambda want: 1)


def worse(*errors: float) -> float:
    """NaN, or the largest."""
    return math.nan if any(math.isnan(e) for e in errors) else max(errors, default=0.0)


# --- the table ---


@dataclass
class Row:
    """A kernel over a regime: its points, its reference, how errors are measured, ours and the others."""

    kernel: str
    regime: str
    points: list[tuple[Any, ...]]
    exact: Function
    ours: Function
    error: Callable[[Any, Any], float] = relative
    condition: Callable[..., Any] | None = None
    peers: dict[str, dict[str, Function]] = field(default_factory=dict)

    def cells(self) -> list[str]:
        """The row of the table."""
        with mp.workdps(60):
            wants = [self.exact(*point) for point in self.points]
            condition = max((float(self.condition(*p)) for p in self.points), default=0.0) if self.condition else 0.0
            cells = [self.kernel, self.regime, f"{condition:.0e}" if condition else ""]
            cells.append(self._worst({"": self.ours}, wants))
            cells += [self._worst(self.peers.get(name, {}), wants) for name in COLUMNS]
        return cells

    def _worst(self, functions: dict[str, Function], wants: list[Any]) -> str:
        texts = []
        for name, f in functions.items():
            try:
                errors = [self.error(f(*point), want) for point, want in zip(self.points, wants, strict=True)]
                text = shown(worse(*errors))
            except TypeError:
                text = "complex"
            texts.append(f"{text} {name}".strip())
        return "; ".join(texts) or "–"


def shown(error: float) -> str:
    """An error in ulp while it is small, then relatively."""
    if math.isnan(error) or math.isinf(error):
        return "NaN" if math.isnan(error) else "inf"
    if error < 1000 * EPS:
        return f"{error / EPS:.1f}"
    return f"{error:.0e}" if error < 0.005 else f"{100 * error:.0f} %" if error < 0.995 else "≥ 100 %"


# --- points ---


def direction(rng: np.random.Generator, n: int) -> Any:
    """A unit vector."""
    x = rng.standard_normal(n)
    return x / math.hypot(*x)


def tangents(lengths: Sequence[float], seed: int) -> Iterator[tuple[Any, Any]]:
    """Points of the unit sphere with tangent vectors of these lengths, in general position."""
    rng, s = np.random.default_rng(seed), Sphere()
    for t in lengths:
        for n in (2, 3, 10):
            p = s.random_point(rng, n)
            v = s.proju(p, rng.standard_normal(n))
            yield p, v / s.norm(p, v) * t


def axes(lengths: Sequence[float]) -> Iterator[tuple[Any, Any]]:
    """Points with an entry 0 and tangent vectors along it: what is tiny is an entry of its own."""
    for t in lengths:
        yield np.array([0.6, 0.8, 0.0]), np.array([0.0, 0.0, t])


def simplex_points(low: float, seed: int, count: int = 30) -> Iterator[tuple[np.random.Generator, Any, Any]]:
    """Pairs of distributions of 5 with coordinates down to 10**low."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        p, q = 10.0 ** rng.uniform(low, 0.0, (2, 5))
        p[rng.integers(5)] = q[rng.integers(5)] = 1.0
        yield rng, p / math.fsum(p), q / math.fsum(q)


def near_pairs(low: float, gaps: Sequence[float], seed: int) -> list[tuple[Any, Any]]:
    """Distributions p and p (1 + gap z)."""
    out = []
    for gap in gaps:
        for rng, p, _ in simplex_points(low, seed, 8):
            q = p * (1.0 + gap * rng.uniform(-1.0, 1.0, 5))
            out.append((p, q / math.fsum(q)))
    return out


def hyperbolic_pairs(distances: Sequence[float], seed: int, far: bool) -> list[tuple[Any, Any]]:
    """Points of the hyperboloid in R^3: from the origin, or from a point at the first distance to one at the second."""
    rng, h = np.random.default_rng(seed), Hyperbolic()
    out = []
    for r in distances:
        p = h.projx([0.0, *(math.sinh(r) * direction(rng, 2))]) if far else np.array([1.0, 0.0, 0.0])
        for s in distances:
            if far or r == s:
                out.append((p, h.projx([0.0, *(math.sinh(s) * direction(rng, 2))])))
    return out


def densities(low: float, seed: int, count: int = 12) -> Iterator[tuple[np.random.Generator, Any]]:
    """Dense density matrices of 3 with a smallest eigenvalue of 10**low."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        q = np.linalg.qr(rng.standard_normal((3, 3)))[0]
        A = (q * np.array([10.0**low, 0.3, 0.7 - 10.0**low])) @ q.T
        yield rng, 0.5 * (A + A.T)


DECADES = [10.0**-k for k in (300, 250, 200, 160, 120, 80, 40, 20, 12)]
SMALL = [10.0**-k for k in (16, 14, 12, 10, 8, 7, 5, 3)]


# --- rows ---


def sphere_rows(peers: Peers) -> Iterator[Row]:
    """The unit sphere."""
    s = Sphere()

    def others(method: str) -> dict[str, dict[str, Function]]:
        out: dict[str, dict[str, Function]] = {}
        if peers.pymanopt:
            out["pymanopt"] = {"": lambda p, q: getattr(peers.pymanopt.Sphere(len(p)), method)(p, q)}
        if peers.geomstats:
            sphere = load("geomstats.geometry.hypersphere").Hypersphere
            if method == "dist":
                out["geomstats"] = {"": lambda p, q: sphere(len(p) - 1).metric.dist(p, q)}
            else:  # the base point comes last
                out["geomstats"] = {"": lambda p, v: getattr(sphere(len(p) - 1).metric, method)(v, p)}
        if peers.geoopt:
            name = {"exp": "expmap", "log": "logmap", "dist": "dist"}[method]
            out["geoopt"] = {"": peers.of_torch(getattr(peers.geoopt.SphereExact(), name))}
        return out

    def log_at(p: Any, q: Any) -> Any:
        return ref.sphere.log(p, q, dps=700)

    def dist_at(p: Any, q: Any) -> Any:
        return ref.sphere.dist(p, q, dps=700)

    far = [math.pi - 10.0**-k for k in (1, 4, 8, 12, 15)]
    tiny = [
        (p, np.array([0.6, 0.8, t])) for t in DECADES for p in (np.array([0.6, 0.8, 0.0]), np.array([0.6, 0.8, -t]))
    ]
    close = [(p, s.exp(p, v)) for p, v in tangents(SMALL, 1)]
    close = [(p, q) for p, q in close if np.any(p != q)]
    opposite = [(p, s.exp(p, v)) for p, v in tangents(far, 2)]
    beyond = [math.pi, 3.5, 6.0, 20.0, 1e3, 1e6]
    yield Row(
        "sphere exp, entries",
        "1e-300 ≤ \\|v\\| ≤ 1e-12",
        list(axes(DECADES)),
        lambda p, v: ref.sphere.exp(p, v, dps=700),
        s.exp,
        entries,
        peers=others("exp"),
    )
    yield Row(
        "sphere exp",
        "1e-12 ≤ \\|v\\| < π",
        list(tangents([*SMALL, 0.1, 1.0, 2.0, *far], 3)),
        ref.sphere.exp,
        s.exp,
        absolute,
        peers=others("exp"),
    )
    yield Row(
        "sphere exp",
        "π ≤ \\|v\\| ≤ 1e6",
        list(tangents(beyond, 4)),
        ref.sphere.exp,
        s.exp,
        absolute,
        lambda p, v: math.hypot(*v),
        others("exp"),
    )
    for method, f, exact, error in (("dist", s.dist, dist_at, relative), ("log", s.log, log_at, length)):
        yield Row(f"sphere {method}", "1e-300 to 1e-12", tiny, exact, f, error, peers=others(method))
        yield Row(f"sphere {method}", "1e-16 to 1e-3", close, exact, f, error, peers=others(method))
        yield Row(f"sphere {method}", "antipodal less 1e-1 to 1e-15", opposite, exact, f, error, peers=others(method))


def simplex_rows(peers: Peers) -> Iterator[Row]:
    """The simplex with the Fisher metric."""
    s = Simplex()

    def others(method: str) -> dict[str, dict[str, Function]]:
        if not peers.geomstats:
            return {}
        metric = load("geomstats.information_geometry.categorical").CategoricalDistributions(4).metric
        f = getattr(metric, method)
        return {"geomstats": {"": f if method == "dist" else lambda p, v: f(v, p)}}

    def dist_at(p: Any, q: Any) -> Any:
        return ref.simplex.dist(p, q, dps=700)

    def terms(p: Any, q: Any) -> list[Any]:
        """v_i over the terms whose difference it is: what `Simplex.log` is relative to."""
        with mp.workdps(700):
            P, Q = ref.simplex.point(p, dps=700), ref.simplex.point(q, dps=700)
            a = dist_at(p, q) / 2
            c, lost = 2 * a / mp.sin(a), abs(mp.fsum(map(mp.mpf, q)) - mp.fsum(map(mp.mpf, p))) * mp.mpf(2) ** -48
            sizes = []
            for x, y in zip(map(mp.sqrt, P), map(mp.sqrt, Q), strict=True):
                inside = y + mp.cos(a) * x if mp.cos(a) <= 0.5 else abs(y - x) + (a * a + lost) * x
                sizes.append(c * x * inside)
        return sizes

    def log_at(p: Any, q: Any) -> list[tuple[Any, Any]]:
        return list(zip(ref.simplex.log(p, q, dps=700), terms(p, q), strict=True))

    def in_terms(got: Any, want: list[tuple[Any, Any]]) -> float:
        if not np.all(np.isfinite(got)):
            return math.nan
        pairs = zip(got, want, strict=True)
        return max(float(abs(mp.mpf(float(a)) - b) / size) for a, (b, size) in pairs if size > SMALLEST)

    moved = []
    for low in (-1, -20, -300):
        for rng, p, _ in simplex_points(low, 5, 10):
            for r in (0.3, 1e-3, 1e-9):
                u = s.proju(p, p * rng.uniform(-1.0, 1.0, 5))
                moved.append((p, u / max(1.0, s.norm(p, u)) * r))
    apart = [(p, q) for low in (-1, -20, -300) for _, p, q in simplex_points(low, 6, 12)]
    zeros = []
    for low in (-1, -300):
        for rng, p, q in simplex_points(low, 7, 12):
            q[rng.integers(5)] = 0.0
            zeros.append((p, q / math.fsum(q)))
    close = near_pairs(-1, SMALL[:-1], 8) + near_pairs(-300, SMALL[:-1], 9)
    close = [(p, q) for p, q in close if np.any(p != q)]
    yield Row(
        "simplex exp, entries",
        "coordinates to 1e-300, none halved",
        moved,
        lambda p, v: ref.simplex.exp(p, v, dps=90),
        s.exp,
        entries,
        peers=others("exp"),
    )
    falls = []
    for _, p, q in simplex_points(-3, 30):
        q[np.argmin(q)] *= 1e-6
        falls.append((p, s.log(p, q / math.fsum(q))))

    def fall(p: Any, v: Any) -> float:
        return float(np.max(np.sqrt(p / s.exp(p, v))))

    yield Row(
        "simplex exp, entries",
        "a coordinate falls by 1e-3 to 1e-9",
        falls,
        lambda p, v: ref.simplex.exp(p, v, dps=90),
        s.exp,
        entries,
        fall,
        others("exp"),
    )
    for name, points in (("coordinates to 1e-300", apart), ("exact zeros", zeros), ("1e-16 to 1e-5 apart", close)):
        yield Row("simplex dist", name, points, dist_at, s.dist, peers=others("dist"))
        yield Row("simplex log, entries by their terms", name, points, log_at, s.log, in_terms, peers=others("log"))


def hyperbolic_rows(peers: Peers) -> Iterator[Row]:
    """The hyperboloid, and the Poincaré ball."""
    h = Hyperbolic()

    def others(method: str) -> dict[str, dict[str, Function]]:
        out: dict[str, dict[str, Function]] = {}
        if peers.geomstats:
            metric = load("geomstats.geometry.hyperboloid").Hyperboloid(2).metric
            f = getattr(metric, method)
            out["geomstats"] = {"": f if method == "dist" else lambda p, v: f(v, p)}
        if peers.geoopt:
            name = {"exp": "expmap", "log": "logmap", "dist": "dist"}[method]
            lorentz = peers.geoopt.Lorentz(peers.torch.tensor(1.0, dtype=peers.torch.float64))
            out["geoopt"] = {"": peers.of_torch(getattr(lorentz, name))}
        return out

    def ball(a: Any, b: Any) -> Any:
        return h.dist(h.from_ball(a), h.from_ball(b))

    def ball_at(a: Any, b: Any) -> Any:
        return ref.hyperbolic.dist(ref.hyperbolic.from_ball(a, dps=700), ref.hyperbolic.from_ball(b, dps=700), dps=700)

    in_ball: dict[str, dict[str, Function]] = {}
    if peers.pymanopt:
        in_ball["pymanopt"] = {"": peers.pymanopt.PoincareBall(2).dist}
    if peers.geomstats:
        in_ball["geomstats"] = {"": load("geomstats.geometry.poincare_ball").PoincareBall(2).metric.dist}
    if peers.geoopt:
        exact_ball = peers.geoopt.PoincareBallExact(peers.torch.tensor(1.0, dtype=peers.torch.float64))
        in_ball["geoopt"] = {"": peers.of_torch(exact_ball.dist)}

    def dist_at(p: Any, q: Any) -> Any:
        return ref.hyperbolic.dist(p, q, dps=900)

    def log_at(p: Any, q: Any) -> Any:
        return ref.hyperbolic.log(p, q, dps=1300)

    spread = [1e-2, 1.0, 5.0, 15.0, 30.0, 100.0, 400.0]
    around = []
    rng = np.random.default_rng(10)
    for r in (1.0, 10.0, 100.0, 400.0):
        p = h.projx([0.0, *(math.sinh(r) * direction(rng, 2))])
        for d in (1e-14, 1e-10, 1e-6, 1e-2):
            q = h.projx(p * (1.0 + d * rng.uniform(-1.0, 1.0, 3)))
            if np.any(p != q):
                around.append((p, q))
    rays = [
        (p, h.log(p, q)) for p, q in hyperbolic_pairs([1e-300, 1e-100, 1e-8, 0.1, 1.0, 10.0, 100.0, 400.0], 11, False)
    ]
    tiny = hyperbolic_pairs(DECADES + SMALL, 12, False)
    for method, f, exact, error in (("dist", h.dist, dist_at, relative), ("log", h.log, log_at, largest)):
        yield Row(
            f"hyperboloid {method}", "from the origin, 1e-300 to 1e-3", tiny, exact, f, error, peers=others(method)
        )
        yield Row(
            f"hyperboloid {method}",
            "between points at 0.01 to 400",
            hyperbolic_pairs(spread, 13, True),
            exact,
            f,
            error,
            peers=others(method),
        )
        yield Row(f"hyperboloid {method}", "near pairs at 1 to 400", around, exact, f, error, peers=others(method))
    yield Row(
        "hyperboloid exp",
        "from the origin, \\|v\\| 1e-300 to 400",
        rays,
        lambda p, v: ref.hyperbolic.exp(p, v, dps=900),
        h.exp,
        largest,
        peers=others("exp"),
    )
    balls = [(np.zeros(2), math.tanh(0.5 * r) * direction(rng, 2)) for r in [*DECADES, *SMALL, 0.1, 1.0, 10.0, 20.0]]
    yield Row("Poincaré ball dist", "from the origin, 1e-300 to 20", balls, ball_at, ball, peers=in_ball)


def orthant_rows(peers: Peers) -> Iterator[Row]:
    """The positive orthant with the metric of the logarithm."""
    m, rng = PositiveOrthant(), np.random.default_rng(14)
    points = []
    for gap in [*SMALL, 1.0]:
        for _ in range(4):
            p = 10.0 ** rng.uniform(-300, 300, 4)
            points.append((p, p * (1.0 + gap * rng.uniform(-0.9, 1.0, 4))))
    points = [(p, q) for p, q in points if np.any(p != q)]
    others: dict[str, dict[str, Function]] = {}
    if peers.pymanopt:
        theirs = peers.pymanopt.Positive(1, 4)
        others["pymanopt"] = {"": lambda p, q: theirs.dist(p[None, :], q[None, :])}
    yield Row(
        "positive orthant dist",
        "1e-300 to 1e300, near and far",
        points,
        lambda p, q: ref.positive_orthant.dist(p, q, dps=100),
        m.dist,
        peers=others,
    )


def entropy_rows(peers: Peers) -> Iterator[Row]:
    """Log-sum-exp, softmax and entropies."""
    rng, special = np.random.default_rng(15), peers.special
    tower = [(np.array([0.0, -t]),) for t in (0.1, 10.0, 40.0, 50.0, 300.0, 650.0)]
    wide = [(rng.uniform(-300.0, 300.0, 6),) for _ in range(40)] + [(1e4 + rng.uniform(-1, 1, 6),) for _ in range(10)]
    near_one = []
    for gap in (1e-3, 1e-8, 1e-12):
        for _ in range(6):
            a = rng.uniform(-3.0, 0.0, 5)
            near_one.append((a - entropy.log_sum_exp(a) + gap * rng.uniform(0.5, 1.0),))

    def scipy(**functions: Function) -> dict[str, dict[str, Function]]:
        return {"scipy": {k if len(functions) > 1 else "": f for k, f in functions.items()}} if special else {}

    def at(name: str) -> Function:
        return lambda *args: getattr(ref.entropy, name)(*args, dps=700)

    def cancels(a: Any) -> float:
        s = entropy.softmax(a)
        return float(s @ np.abs(a)) / abs(float(entropy.log_sum_exp(a)))

    for name, ours, error in (
        ("log_sum_exp", entropy.log_sum_exp, relative),
        ("softmax", entropy.softmax, entries),
        ("log_softmax", entropy.log_softmax, entries),
    ):
        theirs = scipy(f=getattr(special, name.replace("log_sum_exp", "logsumexp"), None)) if special else {}
        title = name.replace("_", "-") + (", entries" if error is entries else "")
        yield Row(title, "one entry towers: [0, -0.1 … -650]", tower, at(name), ours, error, peers=theirs)
        yield Row(title, "entries to ±300, and near 1e4", wide, at(name), ours, error, peers=theirs)
        if name == "log_sum_exp":
            yield Row(title, "result 1e-12 to 1e-3, by cancellation", near_one, at(name), ours, error, cancels, theirs)
    pairs = near_pairs(-1, SMALL[1:], 16) + near_pairs(-300, SMALL[1:], 17)
    pairs = [(p, q) for p, q in pairs if np.any(p != q)]
    apart = [(p, q) for low in (-1, -20, -300) for _, p, q in simplex_points(low, 18, 12)]
    for g, p, q in simplex_points(-300, 19, 12):
        p[g.integers(5)] = 0.0
        apart.append((p / math.fsum(p), q))
    divergences = {
        "rel_entr": lambda p, q: special.rel_entr(p, q).sum(),
        "kl_div": lambda p, q: special.kl_div(p, q).sum(),
        "stats.entropy": peers.stats.entropy if special else None,
    }
    exact, ours = at("relative_entropy"), entropy.relative_entropy
    yield Row("relative entropy", "1e-14 to 1e-3 apart", pairs, exact, ours, peers=scipy(**divergences))
    yield Row("relative entropy", "coordinates to 1e-300, and 0", apart, exact, ours, peers=scipy(**divergences))
    numbers = [*(10.0 ** rng.uniform(-300, 0, 30)), *(1.0 - 10.0 ** rng.uniform(-15, 0, 30)), *rng.uniform(0, 1, 30)]
    binary = [(p, min(1.0, p * (1.0 + s * e))) for p in numbers for e in (1e-14, 1e-8, 1e-3) for s in (-1.0, 1.0)]
    binary = [(p, q) for p, q in binary if p != q]
    yield Row(
        "binary relative entropy",
        "1e-14 to 1e-3 apart",
        binary,
        at("binary_relative_entropy"),
        entropy.binary_relative_entropy,
        peers=scipy(f=lambda p, q: special.rel_entr(p, q) + special.rel_entr(1 - p, 1 - q)),
    )
    vertices = [(np.array([1.0 - t, t]),) for t in (1e-300, 1e-100, 1e-20, 2.0**-53, 1e-10, 1e-3, 0.4)]
    yield Row(
        "negative entropy",
        "towards a vertex, to 1e-300",
        vertices,
        at("negative_entropy"),
        entropy.negative_entropy,
        peers=scipy(f=lambda p: -special.entr(p).sum()),
    )
    logistic = matching.Logistic()
    a = [*rng.uniform(-700.0, 700.0, 60), *(s * t for t in DECADES for s in (-1.0, 1.0))]
    yield Row(
        "logistic potential ln(1 + e^a)",
        "\\|a\\| 1e-300 to 700",
        [(t,) for t in a if t > -660.0],
        lambda t: ref.matching.potential("logistic", t, dps=700),
        logistic.potential,
        peers=scipy(f=lambda t: -special.log_expit(-t)),
    )
    moves = [(t * (1.0 + s), t) for t in rng.uniform(-30.0, 30.0, 20) for s in SMALL if t * (1.0 + s) != t]
    yield Row(
        "logistic divergence",
        "1e-16 to 1e-3 apart",
        moves,
        lambda b, t: ref.matching.divergence("logistic", b, t, dps=200),
        logistic.divergence,
        peers=scipy(f=lambda b, t: sum(special.rel_entr(special.expit(s * t), special.expit(s * b)) for s in (1, -1))),
    )


def linear_rows(peers: Peers) -> Iterator[Row]:
    """The matching loss of an ill-conditioned and a singular linear function."""
    rng = np.random.default_rng(20)
    regular, singular = [], []
    for _ in range(12):
        q = np.linalg.qr(rng.standard_normal((4, 4)))[0]
        A = (q * np.array([1.0, 1e-4, 1e-8, 1e-12])) @ q.T
        A = 0.5 * (A + A.T)
        regular.append((A, *(matching.Linear(A).transfer(rng.standard_normal(4)) for _ in range(2))))
        B = rng.integers(-9, 10, (4, 2)).astype(float)
        singular.append((B @ B.T, *(B @ B.T @ rng.integers(-9, 10, 4) for _ in range(2))))

    def exact(rank: int) -> Function:
        return lambda A, y, yhat: ref.linear.matching_loss(A.tolist(), y, yhat, rank, dps=100)

    def ours(A: Any, y: Any, yhat: Any) -> Any:
        return matching.Linear(A).matching_loss(y, yhat)

    def condition(A: Any, y: Any, yhat: Any) -> float:
        values = np.linalg.eigvalsh(A)
        return float(values[-1] / values[values > 1e-14 * values[-1]][0])

    theirs: dict[str, dict[str, Function]] = {}
    if peers.linalg:
        theirs["scipy"] = {"pinvh": lambda A, y, x: 0.5 * (y - x) @ peers.linalg.pinvh(A) @ (y - x)}
    yield Row("linear matching loss", "eigenvalues 1 to 1e-12", regular, exact(4), ours, relative, condition, theirs)
    yield Row("linear matching loss", "singular, rank 2 of 4", singular, exact(2), ours, relative, condition, theirs)


def spectral_rows(peers: Peers) -> Iterator[Row]:
    """The von Neumann divergence."""
    near, close_to_singular, singular = [], [], []
    for rng, W in densities(-1, 21):
        B = rng.uniform(-1.0, 1.0, (3, 3))
        near += [(W, W + 0.1 * e * (B + B.T)) for e in (1e-12, 1e-8, 1e-4)]
    for low in (-3, -6, -9, -12, -15):
        close_to_singular += [
            (W, U) for (_, W), (_, U) in zip(densities(low, 22, 4), densities(-1, 23, 4), strict=True)
        ]
    for (_, W), (rng, _) in zip(densities(-1, 24), densities(-1, 25), strict=True):
        v = direction(rng, 3)
        singular.append((W, np.outer(v, v)))

    def exact(W: Any, U: Any) -> Any:
        return ref.spectral.von_neumann_divergence(W.tolist(), U.tolist(), dps=90)

    def condition(W: Any, U: Any) -> float:
        return float(np.linalg.cond(W))

    theirs: dict[str, dict[str, Function]] = {}
    if peers.linalg:
        logm = peers.linalg.logm

        def by_logm(W: Any, U: Any) -> Any:
            d = np.trace(U @ logm(U) - U @ logm(W) - U + W)
            return d.real if np.iscomplexobj(d) and d.imag == 0.0 else d

        theirs["scipy"] = {"logm": by_logm}
    f = spectral.von_neumann_divergence
    yield Row("von Neumann divergence", "1e-12 to 1e-4 apart", near, exact, f, relative, condition, theirs)
    yield Row("von Neumann divergence", "U of rank one", singular, exact, f, relative, condition, theirs)
    for low in (-6, -9):
        both = []
        for g, W in densities(low, 29):
            v, q = np.linalg.eigh(W)
            B = g.uniform(-1.0, 1.0, (3, 3)) * np.sqrt(np.outer(v, v)) * 1e-8
            both.append((W, W + q @ (B + B.T) @ q.T))
        both = [(W, 0.5 * (U + U.T)) for W, U in both]
        yield Row(
            "von Neumann divergence",
            f"1e-8 apart, least eigenvalue 1e{low}",
            both,
            exact,
            f,
            relative,
            condition,
            theirs,
        )
    for k in range(5):
        part = close_to_singular[4 * k : 4 * k + 4]
        title = f"W's least eigenvalue 1e-{3 * (k + 1)}, dense"
        yield Row("von Neumann divergence", title, part, exact, f, relative, condition, theirs)


def eg_rows() -> Iterator[Row]:
    """1,000 steps of EG: every weight, some of them to 1e-400 and back."""
    rng = np.random.default_rng(26)
    X = np.array([1.0, 0.2, -0.5, -1.0]) + 0.1 * rng.standard_normal((1000, 4))
    Y = np.where(np.arange(1000) < 500, 2.0, -2.0)
    eta, start = 0.5, np.full(4, 0.25)

    def exact(stop: int) -> Any:
        w = [mp.mpf(t) for t in start]
        for x, y in zip(X[:stop], Y[:stop], strict=True):
            w = ref.exponentiated_gradient.eg_update(w, x, y, eta)
        return w

    def ours(stop: int) -> Any:
        return EG(start, eta).partial_fit(X[:stop], Y[:stop]).coef_

    def textbook(stop: int) -> Any:
        w = start
        for x, y in zip(X[:stop], Y[:stop], strict=True):
            w = w * np.exp(-2.0 * eta * (w @ x - y) * x)
            w = w / w.sum()
        return w

    def size(stop: int) -> float:
        return float(np.ptp(EG(start, eta).partial_fit(X[:stop], Y[:stop]).log_coef_))

    turn = EG(start, eta).partial_fit(X[:500], Y[:500]).log_coef_.min() / math.log(10.0)
    others = {"numpy": {"": textbook}}
    for stop, regime in (
        (10, "10 steps"),
        (300, f"300 steps, to {min(ours(300)):.0e}"),
        (1000, f"1,000 steps, to 1e{turn:.0f} and back"),
    ):
        yield Row("EG weights, entries", regime, [(stop,)], exact, ours, entries, size, others)


def matrix_eg_rows(peers: Peers) -> Iterator[Row]:
    """1,000 dense steps of MEG that leave a direction."""
    rng = np.random.default_rng(27)
    fade = np.exp(-np.arange(1000) / 200.0)[:, None]
    vectors = np.array([1.0, 0.3, -0.2]) + 0.3 * fade * rng.standard_normal((1000, 3))
    X, Y = np.einsum("ti,tj->tij", vectors, vectors), np.full(1000, -0.35)
    _, W = next(densities(-0.7, 28))
    eta, logs, learner = 0.5, {}, MatrixEG(W, 0.5)

    def log_matrix(stop: int) -> Any:
        if stop not in logs:
            L = ref.spectral.logarithm(W.tolist(), dps=60)
            for t in range(1000):
                x = ref.spectral.matrix(X[t].tolist())
                error = ref.spectral.inner(ref.spectral.exp_trace_normalised(L, dps=60), x) - mp.mpf(float(Y[t]))
                L = L - 2 * mp.mpf(eta) * error * x
                logs[t + 1] = L
        return logs[stop]

    def exact(stop: int) -> list[Any]:
        return list(ref.spectral.exp_trace_normalised(log_matrix(stop), dps=60))

    def exact_eigenvalues(stop: int) -> list[Any]:
        return ref.entropy.softmax(sorted(mp.eigsy(log_matrix(stop), eigvals_only=True)))

    states = {}
    for t, (x, y) in enumerate(zip(X, Y, strict=True)):
        learner.learn_one(x, y)
        states[t + 1] = (learner.coef_, learner.eigenvalues_)

    def textbook(stop: int) -> Any:
        V, linalg = W, peers.linalg
        for x, y in zip(X[:stop], Y[:stop], strict=True):
            V = linalg.expm(linalg.logm(V) - 2.0 * eta * (np.trace(V @ x) - y) * x)
            V = V / np.trace(V)
            if not np.all(np.isfinite(V)):
                return np.full((3, 3), np.nan)
        return V

    def size(stop: int) -> float:
        return float(-np.log(states[stop][1][0]))

    theirs: dict[str, dict[str, Function]] = {"scipy": {"expm(logm W - G)": textbook}} if peers.linalg else {}
    low = f"{states[1000][1][0]:.0e}"
    yield Row("MEG, W normwise", "40 dense steps", [(40,)], exact, lambda t: states[t][0], largest, size, theirs)
    yield Row(
        "MEG, W normwise",
        f"1,000 dense steps, eigenvalues to {low}",
        [(1000,)],
        exact,
        lambda t: states[t][0],
        largest,
        size,
        theirs,
    )
    yield Row(
        "MEG, eigenvalues, entries",
        f"1,000 dense steps, to {low}",
        [(1000,)],
        exact_eigenvalues,
        lambda t: states[t][1],
        entries,
        size,
    )


def eg_plus_minus_rows() -> Iterator[Row]:
    """1,000 steps of EG+-, whose coefficients are differences of weights."""
    rng = np.random.default_rng(29)
    X = rng.standard_normal((1000, 4))
    Y = X @ [0.5, -0.3, 0.1, 0.0]
    eta, bound = 0.05, 2.0

    def weights(stop: int) -> list[Any]:
        w = [mp.mpf(1) / 8] * 8
        for x, y in zip(X[:stop], Y[:stop], strict=True):
            w = ref.exponentiated_gradient.eg_plus_minus_update(w, x, y, eta, bound)
        return w

    def exact(stop: int) -> Any:
        w = weights(stop)
        return [bound * (a - b) for a, b in zip(w[:4], w[4:], strict=True)]

    def ours(stop: int) -> Any:
        return EGPlusMinus(4, eta, bound).partial_fit(X[:stop], Y[:stop]).coef_

    def textbook(stop: int) -> Any:
        w = np.full(8, 0.125)
        for x, y in zip(np.hstack([bound * X, -bound * X])[:stop], Y[:stop], strict=True):
            w = w * np.exp(-2.0 * eta * (w @ x - y) * x)
            w = w / w.sum()
        return bound * (w[:4] - w[4:])

    for stop in (10, 1000):
        yield Row(
            "EG+- coefficients", f"{stop:,} steps", [(stop,)], exact, ours, largest, None, {"numpy": {"": textbook}}
        )


def sphere_learner_rows() -> Iterator[Row]:
    """200 steps of the geodesic learner, at rates that contract and at one that does not."""
    rng = np.random.default_rng(30)
    X = rng.standard_normal((200, 3)) + np.array([3.0, 0.0, 0.0])
    X /= np.linalg.norm(X, axis=1)[:, None]

    def exact(eta: float, stop: int) -> Any:
        p = [mp.mpf(0), mp.mpf(3) / 5, mp.mpf(4) / 5]
        for x in X[:stop]:
            p = ref.geodesic.sphere_update(p, x, eta)
        return p

    def ours(eta: float, stop: int) -> Any:
        return SphereLearner([0.0, 0.6, 0.8], eta).partial_fit(X[:stop]).coef_

    def condition(eta: float, stop: int) -> float:
        """What one step of eta multiplies an error by, at most; where it contracts, the errors do not add up."""
        return max(1.0, 1.0 + 2.0 * eta) if stop == 1 or eta < 1.0 else (1.0 + 2.0 * eta) ** stop

    for eta, stop, regime in (
        (0.3, 200, "200 steps, eta = 0.3"),
        (9.0, 1, "one step, eta = 9"),
        (9.0, 3, "3 steps, eta = 9"),
    ):
        yield Row("sphere learner", regime, [(eta, stop)], exact, ours, length, condition)


def definite_boost_rows() -> Iterator[Row]:
    """20 projections of DefiniteBoost onto random constraints in turn."""
    rng = np.random.default_rng(31)
    raw = rng.standard_normal((4, 3, 3))
    C = raw + raw.transpose(0, 2, 1)
    C -= np.trace(C, axis1=1, axis2=2)[:, None, None] / 3 * np.eye(3)
    W = np.eye(3) / 3

    def exact(projection: str, stop: int) -> list[Any]:
        L = ref.spectral.logarithm(W.tolist(), dps=60)
        for t in range(stop):
            c = ref.spectral.matrix(C[t % 4].tolist())
            now = ref.spectral.exp_trace_normalised(L, dps=60)
            r = ref.spectral.inner(now, c)
            if r > 0:
                ends = mp.eigsy(c, eigvals_only=True)
                alpha = ref.definite_boost.approximate_alpha(r, min(ends), max(ends))
                if projection == "exact":
                    alpha = ref.definite_boost.exact_alpha(now, c, alpha)
                L = L - alpha * c
        return list(ref.spectral.exp_trace_normalised(L, dps=60))

    def ours(projection: str, stop: int) -> Any:
        learner = DefiniteBoost(W, projection)
        for t in range(stop):
            learner.learn_one(C[t % 4])
        return learner.coef_

    for projection in ("approximate", "exact"):
        for stop in (1, 20):
            regime = f"{stop} projection{'s' if stop > 1 else ''}"
            yield Row(f"DefiniteBoost, {projection}, W normwise", regime, [(projection, stop)], exact, ours, largest)


def implicit_rows() -> Iterator[Row]:
    """One implicit update for (<w,x> - y)**2 on each manifold that the reference solves."""
    rng = np.random.default_rng(32)
    loss, sphere, simplex, orthant = SquaredLoss(), Sphere(), Simplex(), PositiveOrthant()
    points = [(rng.standard_normal(3), float(rng.normal()), float(rng.uniform(0.01, 0.3))) for _ in range(20)]

    def ours(manifold: Any) -> Function:
        return lambda w, x, y, eta: learners.implicit_update(manifold, loss, w, x, y, eta).point

    def partials(x: Any, y: float) -> Function:
        return lambda w: [
            2 * (mp.fsum(a * mp.mpf(b) for a, b in zip(w, x, strict=True)) - mp.mpf(y)) * mp.mpf(b) for b in x
        ]

    def by(solve: Function, manifold: Any) -> Function:
        step = ours(manifold)
        return lambda w, x, y, eta: solve(w, partials(x, y), eta, step(w, x, y, eta).tolist())

    def flat(w: Any, x: Any, y: float, eta: float) -> Any:
        return ref.geodesic.implicit_update_line(w, x, y, eta)

    for name, manifold, start, exact in (
        ("R^n", Euclidean(), lambda v: v, flat),
        ("the sphere", sphere, lambda v: v / np.linalg.norm(v), by(ref.implicit.on_sphere, sphere)),
        ("the simplex", simplex, lambda v: np.abs(v) / np.abs(v).sum(), by(ref.implicit.in_simplex, simplex)),
        ("the positive orthant", orthant, np.abs, by(ref.implicit.in_orthant, orthant)),
    ):
        some = [(start(rng.standard_normal(3)), x, y, eta) for x, y, eta in points]
        yield Row("implicit update, squared loss", name, some, exact, ours(manifold), length)


def rows(peers: Peers) -> Iterator[Row]:
    """All rows, in the order of the table."""
    yield from sphere_rows(peers)
    yield from simplex_rows(peers)
    yield from hyperbolic_rows(peers)
    yield from orthant_rows(peers)
    yield from entropy_rows(peers)
    yield from linear_rows(peers)
    yield from spectral_rows(peers)
    yield from eg_rows()
    yield from matrix_eg_rows(peers)
    yield from eg_plus_minus_rows()
    yield from sphere_learner_rows()
    yield from definite_boost_rows()
    yield from implicit_rows()


def main() -> None:
    """Prints the table."""
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    peers = Peers()
    print("| kernel | regime | condition | this library | " + " | ".join(PEERS) + " | the usual formula in numpy |")
    print("|---|---|---|---|" + "---|" * len(COLUMNS))
    for row in rows(peers):
        print("| " + " | ".join(row.cells()) + " |", flush=True)
    if peers.missing():
        print(f"\nNot installed: {', '.join(peers.missing())}.")


if __name__ == "__main__":
    main()

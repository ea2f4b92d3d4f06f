"""Implicit updates with a loss of <w,x>: what is certified is the update, and alone where it says so."""

import numpy as np

from numeric import manifolds
from numeric.learners import implicit, losses
from tests.numeric.oracle import truth_implicit as truth
from tests.numeric.oracle.functions import LOSSES, PHIS, add, output
from tests.numeric.oracle.functions_geodesic import partials, rate, start

DIGITS = (60, 120)
KINDS = {**LOSSES, **{kind: losses.MatchingLoss(PHIS[kind]) for kind in ("logistic_phi", "exponential", "tanh")}}


def label(d, kind):
    if kind in ("hinge", "logistic"):
        return d.sign()
    if kind in PHIS:
        return output(d, kind)
    return float(d.rng.normal()) if d.kind == "ordinary" else d.number()


def problem(d, manifold):
    """Mostly one of moderate size: at others a search for a proof takes long, and gives up."""
    while len(w := start(d, manifold)) > 3:
        pass
    kind = str(d.rng.choice(list(KINDS)))
    x, y = partials(d, "euclidean", w), label(d, kind)
    eta = rate(d) if d.rng.random() < 0.5 else float(10.0 ** d.rng.uniform(-2.0, 2.0))
    if d.rng.random() < 0.9:
        x, eta = np.clip(x, -1e3, 1e3), min(eta, 1e3)
    return kind, w, x, y, eta


def stepped(manifold, kind, w, x, y, eta):
    found = implicit.implicit_update(manifold, KINDS[kind], w, x, y, eta)
    if not found.certified:
        raise ValueError(found.reason)
    return [found.point, float(found.unique)]


RADII = {"sphere": [1.0, 3.0, 1e-3], "hyperbolic": [1.0, 0.5, 20.0]}


def with_radius(d, manifold):
    kind, w, x, y, eta = problem(d, manifold)
    R = float(d.rng.choice(RADII[manifold]))
    made = MADE[manifold](R)
    return kind, np.asarray(made.projx(w * R)), x, y, eta, R


MADE = {"sphere": manifolds.Sphere, "hyperbolic": manifolds.Hyperbolic}
for _name, _made in MADE.items():
    add(
        "implicit",
        f"{_name} implicit_update",
        lambda d, name=_name: with_radius(d, name),
        lambda kind, w, x, y, eta, R, made=_made: stepped(made(R), kind, w, x, y, eta),
        lambda kind, w, x, y, eta, R, name=_name: truth.curved(name, kind, w, x, y, eta, R),
        ulps=2,
        digits=DIGITS,
    )
FLAT = {False: manifolds.PositiveOrthant(), True: manifolds.PulledBack(manifolds.Log())}
add(
    "implicit",
    "simplex implicit_update",
    lambda d: problem(d, "simplex"),
    lambda kind, w, x, y, eta: stepped(manifolds.Simplex(), kind, w, x, y, eta),
    lambda kind, w, x, y, eta: truth.curved("simplex", kind, w, x, y, eta),
    ulps=2,
    digits=DIGITS,
)
add(
    "implicit",
    "orthant implicit_update",
    lambda d: (*problem(d, "orthant"), bool(d.rng.random() < 0.5)),
    lambda kind, w, x, y, eta, pulled: stepped(FLAT[pulled], kind, w, x, y, eta),
    lambda kind, w, x, y, eta, pulled: truth.curved("orthant", kind, w, x, y, eta),
    ulps=2,
    digits=DIGITS,
)
add(
    "implicit",
    "euclidean implicit_update",
    lambda d: problem(d, "euclidean"),
    lambda kind, w, x, y, eta: implicit.implicit_update(manifolds.Euclidean(), KINDS[kind], w, x, y, eta).point,
    truth.flat,
)

"""What a proof in Rocq may rest on, and how that is said in short."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

CLASSICAL_REALS: Final = "classical reals"
MACHINE_NUMBERS: Final = "primitive machine numbers"

_REALS: Final = frozenset(
    [
        "ClassicalDedekindReals.sig_not_dec", "ClassicalDedekindReals.sig_forall_dec", "Classical_Prop.classic",
        "FunctionalExtensionality.functional_extensionality_dep",
    ]
)  # fmt: skip
"""What the real numbers of Rocq's own library are built on."""
_MACHINE: Final = ("PrimInt63.", "Uint63.", "PrimFloat.", "FloatAxioms.")
"""Integers and floats of the processor, with what they are specified to do: coq-interval computes with them."""

ASSUMED: Final = {
    "Golden–Thompson inequality": "golden_thompson",
    "equality in the Golden–Thompson inequality": "golden_thompson_equality",
    "Golden–Thompson inequality, in traces": "golden_thompson_in_traces",
    "a distance is not negative": "distance_not_negative",
    "a point has no distance from itself": "no_distance",
    "the distance is at most the length of a geodesic": "distance_at_most_length",
    "Hopf–Rinow: a minimising geodesic between any two points": "hopf_rinow",
    "Toponogov's hinge comparison, curvature ≥ 0": "toponogov",
    "Cartan–Hadamard covering": "cartan_hadamard_covering",
    "the end of a lift": "lift_arrives",
    "hinge comparison, curvature ≤ 0": "hinge_comparison",
    "Cartan–Hadamard: one geodesic between any two points": "cartan_hadamard_one_geodesic",
    "Cartan–Hadamard: every geodesic is a shortest path": "cartan_hadamard_shortest",
    "isometries take geodesics to geodesics": "isometries_keep_geodesics",
}
"""Axioms of the toolkit that are taken on trust in Rocq too, by name, with those of `Assumed.v` that say the same."""
PARAMETERS: Final = frozenset(
    [
        "symmetric_matrices", "complete_manifold", "nonnegative_curvature", "nonpositive_curvature", "simply_connected",
        "lifts", "diffeomorphism",
    ]
)  # fmt: skip
"""Properties of `Assumed.v` that have no definition: only axioms and hypotheses speak of them."""
UNDEFINED: Final = "properties without a definition"
_IN_WORDS: Final = {theorem: f"the axiom “{name}”" for name, theorem in ASSUMED.items()} | dict.fromkeys(
    PARAMETERS, UNDEFINED
)


def foreign(names: Iterable[str]) -> list[str]:
    """Assumptions that are none of these: a proof that rests on one of them shows nothing by itself."""
    return [name for name in names if _group(name) == name]


def in_short(names: Iterable[str]) -> list[str]:
    """The assumptions by group, each once."""
    return sorted({_group(name) for name in names})


def _group(name: str) -> str:
    if name in _REALS:
        return CLASSICAL_REALS
    return MACHINE_NUMBERS if name.startswith(_MACHINE) else _IN_WORDS.get(name, name)

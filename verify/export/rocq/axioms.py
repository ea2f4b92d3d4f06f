"""Which theorem of the support library stands for an axiom of the toolkit, and how a step that cites it is closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from verify.core.kernel import Theorem
from verify.export.rocq.assumptions import ASSUMED
from verify.export.rocq.lemmas import ENTER, Lemma, Statements
from verify.export.rocq.names import Inexpressible

PROVED: Final = {
    "an inner product is definite": "definite",
    "fundamental theorem of calculus": "fundamental_theorem",
    "change of variables": "change_of_variables",
    "intermediate value theorem": "intermediate_values",
    "a function with zero derivative is constant": "zero_derivative",
    "a function with non-negative second derivative lies above its tangent": "above_tangent",
    "a function that starts at zero and is not negative does not start downwards": "starts_upwards",
    "a function is not curved downwards at a minimum": "not_curved_downwards",
    "a function with a negative derivative falls at first": "falls_at_first",
    "a function with non-negative derivative does not fall": "does_not_fall",
    "extreme value theorem": "least_value",
    "Taylor's theorem with a remainder of second order": "taylor",
    "a twice differentiable function is continuously differentiable": "smooth_derivative",
    "an integral of a continuous function is continuously differentiable": "integral_derivative",
    "geodesics of a sphere": "geodesics_of_a_sphere",
}
"""Axioms by name, with the theorems of `Calculus.v`, `Spheres.v` and `Cited.v`."""


def cited(_: Statements, theorem: Theorem, __: Sequence[Lemma]) -> str:
    """The proof of a step that cites an axiom.

    Raises:
        Inexpressible: where the axiom has no form in Rocq.
    """
    name = theorem.parameters["axiom"].name
    found = PROVED.get(name) or ASSUMED.get(name)
    if found is None:
        raise Inexpressible(f"the axiom {name!r} has no form in Rocq")
    return f"{ENTER} cited {found}."

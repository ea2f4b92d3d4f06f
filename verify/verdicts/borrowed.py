"""Instances of other claims at which a claim's hypotheses hold too: of what it repairs, and of what has the same."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final

from verify.author import kernel
from verify.author.kernel import Theorem
from verify.claims import registry
from verify.claims.claim import Claim
from verify.claims.steps import Step
from verify.discharge.meeting import NEVER
from verify.language.terms import Formula, alpha, free_variables
from verify.normal_forms.replacement import variable
from verify.prover.found import asked_by

MOST_LENT: Final = 4
"""How many instances of other claims are tried."""


def met_elsewhere(claim: Claim) -> tuple[Theorem, str] | None:
    """The kernel's word that all hypotheses hold at an instance of another claim, and the id of that."""
    steps = ((other, step) for other in _beside(claim) for step in other.steps if step.kind in _LENDS)
    for other, step in islice(steps, MOST_LENT):
        try:
            with asked_by(other.id, other.source.folder):
                at, met = _values(other, step)
            return kernel.witness(claim.given, NEVER, _of(claim, at), met, explained=False), other.id
        except Exception:  # the other claim's own run says what is wrong with it
            continue
    return None


_LENDS: Final = ("counterexample", "instance")
"""Steps that come with an assignment at which all hypotheses of their claim hold."""


def _beside(claim: Claim) -> Iterator[Claim]:
    """What the claim repairs, then those with the same hypotheses, of the sources that its outcome depends on."""
    _load_folder(claim)
    others = [other for other in registry.current().all_claims if other is not claim and _in_sight(claim, other)]
    yield from (other for other in others if other.id == claim.repairs)
    yield from (other for other in others if other.id != claim.repairs and _formulas(other) == _formulas(claim))


def _load_folder(claim: Claim) -> None:
    """Imports the modules beside that of the claim: a process that examines it alone has the same claims in sight."""
    package, _, module = claim.source.module.rpartition(".")
    for _, name, is_package in pkgutil.iter_modules([str(claim.source.folder)]) if package else ():
        if not is_package and not name.startswith("_") and name != module:
            with suppress(Exception):
                importlib.import_module(f"{package}.{name}")


def _in_sight(claim: Claim, other: Claim) -> bool:
    own, its = claim.source, other.source
    return own.file == its.file or ("." in own.module and own.folder == its.folder)


def _formulas(claim: Claim) -> set[Formula]:
    return set(map(alpha, claim.given))


def _values(claim: Claim, step: Step) -> tuple[Mapping[Any, Any], Sequence[Theorem]]:
    """The assignment of a step, and the theorems that meet the schemas there."""
    if step.kind == "counterexample":
        found = step.function(claim)
        return found.conclusion.assignment, found.premises
    returned = step.function()
    return returned if isinstance(returned, tuple) else (returned, [])


def _of(claim: Claim, at: Mapping[Any, Any]) -> dict[Any, Any]:
    """The values of the variables that the claim speaks of."""
    spoken = set().union(*map(free_variables, (*claim.given, *claim.states)))
    return {v: value for v, value in at.items() if variable(v) in spoken}

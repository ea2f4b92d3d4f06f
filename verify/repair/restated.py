"""A repair as a module: the claim that is true, beside the one that it replaces, and its proof."""

from __future__ import annotations

import json

from verify.claims.claim import Claim
from verify.discover.module import Module, accepted, declared, named, proof_lines
from verify.discover.spelling import Spelling
from verify.language.terms import Formula
from verify.repair.repairing import Repair


def restated(claim: Claim, repair: Repair) -> Module:
    """The module with a repair of a claim.

    What stays is written by where it stands in the claim, if the claim has a name in a module.

    Raises:
        CannotWrite: where what is written does not prove the repaired claim.
    """
    where, name = named(claim)
    names = Spelling()
    if name:
        names.refer(claim, name)
    changed = repair.claim
    lines = [
        f"REPAIRED = Claim({_quoted(changed.id)}, at={_about(claim, name, 'at')}, "
        f"given={_given(names, claim, changed, name)}, states={_states(names, changed)}, says={_quoted(says(repair))}, "
        f"reading={_about(claim, name, 'reading')}, repairs={_quoted(claim.id)})"
    ]
    names.refer(changed)
    proof = proof_lines(changed, repair.facts, names)
    variables = declared(names, [*lines, *proof])
    made = Module(
        f"A repair of {claim.id}: {says(repair)}.",
        tuple(variables),
        tuple(proof),
        (where, name),
        "REPAIRED",
        tuple(lines),
    )
    accepted(made, changed)
    return made


def says(repair: Repair) -> str:
    """The change in words."""
    words = repair.change.words
    return words if words.startswith(("for ", "without ", "from ")) else f"with {words}"


def _about(claim: Claim, name: str, attribute: str) -> str:
    return f"{name}.{attribute}" if name else _quoted(getattr(claim, attribute))


def _quoted(said: str) -> str:
    return json.dumps(said, ensure_ascii=False)


def _given(names: Spelling, claim: Claim, changed: Claim, name: str) -> str:
    """The hypotheses, all of the claim's together where they stay."""
    if not name or changed.given[: len(claim.given)] != claim.given:
        return f"[{', '.join(map(names, changed.given))}]"
    more = changed.given[len(claim.given) :]
    return f"[*{name}.given, {', '.join(map(names, more))}]" if more else f"{name}.given"


def _states(names: Spelling, changed: Claim) -> str:
    said: list[Formula] = list(changed.states)
    return names(said[0]) if len(said) == 1 else f"[{', '.join(map(names, said))}]"

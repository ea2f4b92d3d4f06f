"""The proofs of claims as files: the steps of a claim are run, and what the core made of them is written down."""

from __future__ import annotations

import contextlib
import gzip
import importlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verify.author import kernel
from verify.claims import registry
from verify.language.translation import translate
from verify.claims.claim import Claim
from verify.export.proofs import proof_file
from verify.author.kernel import KernelError, Theorem
from verify.prover.found import asked_by

DECISIVE = ("proof", "counterexample")
"""Steps that settle a claim."""

LARGE = 1 << 16
"""Bytes from which a file is packed."""


def is_settled(claim: Claim) -> bool:
    """Whether the claim has a proof or a counterexample to write down."""
    return any(step.kind in DECISIVE for step in claim.steps)


def claim_file(claim: Claim) -> dict[str, Any]:
    """The claim's first proof, or counterexample, as a proof file; its steps are run for it.

    Raises:
        KernelError: when what it gives does not settle the claim. Whatever its code raises.
    """
    step = next(step for step in claim.steps if step.kind in DECISIVE)
    with contextlib.redirect_stdout(sys.stderr), asked_by(claim.id, claim.source.folder):
        returned = step.function(claim)
    theorems = list(returned) if isinstance(returned, list | tuple) else [returned]
    if not theorems or not all(isinstance(theorem, Theorem) for theorem in theorems):
        raise KernelError(f"{step.kind} {step.name} returned no theorems")
    if step.kind == "proof":
        if len(theorems) != len(claim.states):
            raise KernelError(f"{step.name} returned {len(theorems)} theorems for {len(claim.states)} formulas")
        for theorem, formula in zip(theorems, claim.states, strict=True):
            kernel.proves(theorem, claim.given, formula)
    else:
        _refutes_one(claim, theorems)
    given, states = [translate(f) for f in claim.given], [translate(f) for f in claim.states]
    return proof_file([theorem.core for theorem in theorems], claim.id, given, states)


def _refutes_one(claim: Claim, theorems: Sequence[Theorem]) -> None:
    refused: KernelError | None = None
    for states in claim.states if len(theorems) == 1 else ():
        try:
            return kernel.refutes(theorems[0], claim.given, states)
        except KernelError as error:
            refused = error
    raise refused or KernelError(f"a counterexample is one theorem, not {len(theorems)}")


def file_name(id: str) -> str:
    """The name of a claim's file, which says the whole id."""
    return f"{id.replace('/', '__')}.json"


def write_claim(task: Sequence[str]) -> dict[str, Any]:
    """One share of an export, for `verify.tasks`: the module that declares a claim, the claim's id, and the folder.

    Returns:
        As plain data, where the file is, how many steps and bytes it has, and how long it took.
    """
    module, id, folder = task
    importlib.import_module(module)
    started = time.monotonic()
    made = claim_file(registry.current().claim(id))
    text = json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    path, other = Path(folder, file_name(id)), Path(folder, f"{file_name(id)}.gz")
    if len(text) >= LARGE:
        path, other, text = other, path, gzip.compress(text, mtime=0)
    replace_file(path, text)
    other.unlink(missing_ok=True)  # of an earlier export
    seconds = round(time.monotonic() - started, 3)
    return {"file": str(path), "steps": len(made["steps"]), "bytes": len(text), "seconds": seconds}


def replace_file(path: Path, content: bytes) -> None:
    """Writes the whole file or nothing of it.

    Raises:
        OSError: where it cannot be written.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

"""One claim put to Rocq: its proof is written out and compiled; what that gave is plain data."""

from __future__ import annotations

import hashlib
import importlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from verify import entries, registry
from verify.export.claims import claim_file
from verify.export.rocq import coqc
from verify.export.rocq.assumptions import foreign
from verify.export.rocq.readback import NotRead
from verify.export.rocq.whole_files import GAPS, said_of, whole_file

PASSED: Final = "passed"
REFUSED: Final = "refused"
GAP: Final = "gap"
"""The proof, or the statement, has no form in Rocq yet."""


def put_to_rocq(task: Sequence[Any]) -> dict[str, Any]:
    """One share of a run, for `verify.shares`.

    Args:
        task: the module that declares a claim, its id, the folder of the compiled library, the folder in which results
            are kept, and how many seconds `coqc` may take.

    Returns:
        Whether it passed; else at which lemma it was refused and why, or what has no form in Rocq.
    """
    module, id, library, root, seconds = task
    importlib.import_module(module)
    claim = registry.current().claim(id)
    try:
        text = whole_file(claim_file(claim), said_of(claim))
    except GAPS as gap:
        return {"status": GAP, "why": str(gap)}
    except NotRead as error:
        return {"status": REFUSED, "lemma": "", "why": f"the file states something else: {error}"}
    return checked(text, Path(library), Path(root), seconds)


def checked(text: str, library: Path, root: Path, seconds: float) -> dict[str, Any]:
    """What `coqc` says of a file; a file that passed is not compiled again with the same library and program."""
    key = hashlib.sha256(f"{library.name}\0{text}".encode()).hexdigest()
    kept = root / "passed" / f"{key}.json"
    try:
        found: dict[str, Any] = entries.read(kept, key)
    except entries.Absent:
        found = _compiled(text, library, seconds)
        if found["status"] == PASSED:
            entries.keep(kept, key, found)
    return found


def _compiled(text: str, library: Path, seconds: float) -> dict[str, Any]:
    ran = coqc.checked(text, library, seconds)
    if not ran.passed:
        return {"status": REFUSED, "lemma": ran.lemma, "why": ran.message}
    if others := foreign(ran.assumptions):
        return {"status": REFUSED, "lemma": "", "why": f"it rests on {', '.join(others)}"}
    return {
        "status": PASSED,
        "version": coqc.version(),
        "assumptions": list(ran.assumptions),
        "lemmas": len(re.findall(r"^Lemma ", text, re.MULTILINE)),
        "seconds": round(ran.seconds, 3),
    }

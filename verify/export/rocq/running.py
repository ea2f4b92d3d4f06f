"""Claims put to Rocq: their proofs are written out and compiled; what that gave is plain data."""

from __future__ import annotations

import hashlib
import importlib
import re
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from verify.store import entries
from verify.claims import registry
from verify.claims.remedies import one_line
from verify.export.claims import claim_file
from verify.export.rocq import coqc
from verify.export.rocq.assumptions import foreign
from verify.export.rocq.readback import NotRead
from verify.export.rocq.whole_files import GAPS, said_of, whole_file

PASSED: Final = "passed"
REFUSED: Final = "refused"
GAP: Final = "gap"
"""The proof, or the statement, has no form in Rocq yet."""


def put_to_rocq(task: Sequence[Any]) -> list[dict[str, Any]]:
    """One share of a run, for `verify.tasks`.

    Args:
        task: for each claim the module that declares it and its id; the folder of the compiled library, the folder in
            which results are kept, and how many seconds `coqc` may take for one claim.

    Returns:
        For each claim whether it passed; else at which lemma it was refused and why, or what has no form in Rocq.
    """
    claims, library, root, seconds = task
    said = [_written(*claim) for claim in claims]
    texts = [text for text in said if isinstance(text, str)]
    found = iter(checked(texts, Path(library), Path(root), seconds))
    return [next(found) if isinstance(text, str) else text for text in said]


def _written(module: str, id: str) -> str | dict[str, Any]:
    """The file of a claim, or why there is none; what goes wrong in one claim is not in the way of others."""
    try:
        importlib.import_module(module)
        claim = registry.current().claim(id)
        return whole_file(claim_file(claim), said_of(claim))
    except GAPS as gap:
        return {"status": GAP, "why": str(gap)}
    except NotRead as error:
        return _refused("", f"the file states something else: {error}")
    except Exception as error:
        return _refused("", one_line(error))


def checked(texts: Sequence[str], library: Path, root: Path, seconds: float) -> list[dict[str, Any]]:
    """What `coqc` says of files; one that passed is not compiled again with the same library and program."""
    keys = [hashlib.sha256(f"{library.name}\0{text}".encode()).hexdigest() for text in texts]
    files = [root / "passed" / f"{key}.json" for key in keys]
    found: list[dict[str, Any]] = [{} for _ in texts]
    for n, key in enumerate(keys):
        with suppress(entries.Absent):
            found[n] = entries.read(files[n], key)
    left = [n for n, said in enumerate(found) if not said]
    with closing(coqc.in_turn([texts[n] for n in left], library, seconds)) as runs:
        for n, ran in zip(left, runs, strict=True):
            found[n] = _said(texts[n], ran)
            if found[n]["status"] == PASSED:
                entries.keep(files[n], keys[n], found[n])
    return found


def _said(text: str, ran: coqc.Ran) -> dict[str, Any]:
    if not ran.passed:
        return _refused(ran.lemma, ran.message)
    if others := foreign(ran.assumptions):
        return _refused("", f"it rests on {', '.join(others)}")
    return {
        "status": PASSED,
        "version": coqc.version(),
        "assumptions": list(ran.assumptions),
        "lemmas": len(re.findall(r"^Lemma ", text, re.MULTILINE)),
        "seconds": round(ran.seconds, 3),
    }


def _refused(lemma: str, why: str) -> dict[str, Any]:
    return {"status": REFUSED, "lemma": lemma, "why": why}

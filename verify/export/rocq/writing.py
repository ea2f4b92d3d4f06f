"""The Rocq files of claims, and the support library, in a folder that `make` checks without this toolkit."""

from __future__ import annotations

import importlib
import itertools
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from verify.claims import registry
from verify.export.claims import claim_file, replace_file
from verify.export.rocq.coqc import sources
from verify.export.rocq.support import SUPPORT
from verify.export.rocq.whole_files import GAPS, said_of, whole_file

MAKEFILE: Final = """# Compiles the support library, then every claim: make -f Makefile.rocq -j 2
LIBRARY := {library}
CLAIMS := $(filter-out $(LIBRARY:=.v),$(wildcard *.v))

all: $(CLAIMS:.v=.vo)
%.vo: %.v
\tcoqc -q -w none -Q . Verify $<
$(CLAIMS:.v=.vo): $(LIBRARY:=.vo)
{order}
"""


def rocq_name(id: str) -> str:
    """The name of a claim's file, without its ending; Rocq takes it as the name of a module."""
    return re.sub(r"\W", "_", id.replace("/", "__").replace(".", "__"))


def write_library(out: Path) -> None:
    """Writes the support library, and the file that says in which order `make` compiles it.

    Raises:
        OSError: where it cannot be written.
    """
    for name, text in sources(SUPPORT).items():
        replace_file(out / f"{name}.v", text.encode())
    order = "\n".join(f"{later}.vo: {earlier}.vo" for earlier, later in itertools.pairwise(SUPPORT))
    replace_file(out / "Makefile.rocq", MAKEFILE.format(library=" ".join(SUPPORT), order=order).encode())


def write_rocq(task: Sequence[str]) -> dict[str, Any]:
    """One share of an export, for `verify.tasks`: the module that declares a claim, the claim's id, and the folder.

    Returns:
        As plain data, where the file is, how many lemmas and bytes it has, and how long it took; or what has no form in
        Rocq yet.
    """
    module, id, folder = task
    importlib.import_module(module)
    claim = registry.current().claim(id)
    started = time.monotonic()
    try:
        text = whole_file(claim_file(claim), said_of(claim))
    except GAPS as gap:
        return {"gap": str(gap)}
    path, content = Path(folder, f"{rocq_name(id)}.v"), text.encode()
    replace_file(path, content)
    lemmas = len(re.findall(r"^Lemma ", text, re.MULTILINE))
    return {"file": str(path), "steps": lemmas, "bytes": len(content), "seconds": round(time.monotonic() - started, 3)}

"""The program `coqc`: whether it is there, the support library that it compiles once, and what it says of a file."""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

HOW_TO_INSTALL: Final = (
    "on Debian or Ubuntu `apt-get install coq libcoq-coquelicot libcoq-interval`, elsewhere "
    "`opam install coq coq-coquelicot coq-interval`"
)
LIBRARY_SECONDS: Final = 600
"""How long one file of the support library may take."""
_PLACE: Final = re.compile(r'^File "[^"]*", line (\d+)', re.MULTILINE)
_LEMMA: Final = re.compile(r"^(?:Lemma|Theorem|Corollary|Definition|Fixpoint)\s+(\w+)")
_AXIOM: Final = re.compile(r"^([^\W\d][\w'.]*)\s*:", re.MULTILINE)


class NoRocq(Exception):
    """Rocq, or one of the libraries that are needed, is not there; the message says how to install it."""


@dataclass(frozen=True)
class Ran:
    """What `coqc` said of a file: nothing against it, or at which lemma it stopped and why; what the claim rests on."""

    passed: bool
    lemma: str
    message: str
    assumptions: tuple[str, ...]
    seconds: float


@functools.cache
def version() -> str:
    """The version of the `coqc` that is on the path.

    Raises:
        NoRocq: where there is none.
    """
    with suppress(OSError):
        said = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=False).stdout
        if said.split():
            return said.split()[0]
    raise NoRocq(f"coqc is not installed: {HOW_TO_INSTALL}")


def sources(names: Sequence[str]) -> dict[str, str]:
    """The texts of the support library, by their names."""
    return {name: (files("verify.export.rocq") / f"{name}.v").read_text(encoding="utf-8") for name in names}


def library(names: Sequence[str], root: Path, told: Callable[[str], None] = lambda _: None) -> Path:
    """The folder with the compiled support library; it is compiled where none of this content is kept.

    Args:
        names: of its files, each of which may use those before it.
        root: where libraries are kept.
        told: called with the name of each file before it is compiled.

    Raises:
        NoRocq: where `coqc` is not there, or not what the library is built on. OSError: where nothing can be kept.
    """
    texts = sources(names)
    whole = hashlib.sha256("\0".join([version(), *(f"{n}\0{t}" for n, t in texts.items())]).encode()).hexdigest()
    folder = root / f"library-{whole[:24]}"
    if folder.is_dir():
        return folder
    root.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=root, prefix=".library-"))
    try:
        for name, text in texts.items():
            told(name)
            ran = _compiled(made / f"{name}.v", text, made, LIBRARY_SECONDS)
            if not ran.passed:
                raise NoRocq(f"{name}.v does not compile with coqc {version()}: {ran.message}; {HOW_TO_INSTALL}")
        with suppress(OSError):  # another process was first
            made.rename(folder)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return folder


def checked(text: str, compiled: Path, seconds: float) -> Ran:
    """What `coqc` says of a file that uses the support library."""
    with tempfile.TemporaryDirectory(prefix="verify-rocq-") as folder:
        return _compiled(Path(folder, "claim.v"), text, compiled, seconds)


def _compiled(file: Path, text: str, compiled: Path, seconds: float) -> Ran:
    file.write_text(text, encoding="utf-8")
    started = time.monotonic()
    command = ["coqc", "-q", "-w", "none", "-Q", str(compiled), "Verify", str(file)]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=seconds, errors="replace",
            stdin=subprocess.DEVNULL, preexec_fn=_to_be_interrupted if os.name == "posix" else None,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Ran(False, "", f"it takes longer than {seconds:g} s", (), time.monotonic() - started)
    took = time.monotonic() - started
    if done.returncode == 0:
        return Ran(True, "", "", assumptions(done.stdout), took)
    said = done.stderr or done.stdout
    place = _PLACE.search(said)
    lemma = lemma_at(text, int(place[1])) if place else ""
    return Ran(False, lemma, _one_line(said), (), took)


def _to_be_interrupted() -> None:
    """The processes that share work do not hear ctrl-C, but what they start is to end with it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def assumptions(said: str) -> tuple[str, ...]:
    """What the last `Print Assumptions` of a file names, in its order."""
    _, found, listed = said.rpartition("Axioms:\n")
    return tuple(dict.fromkeys(_AXIOM.findall(listed))) if found else ()


def lemma_at(text: str, line: int) -> str:
    """The lemma that stands at a line of a file."""
    names = [match[1] for written in text.splitlines()[:line] if (match := _LEMMA.match(written))]
    return names[-1] if names else ""


def _one_line(said: str) -> str:
    """What is wrong, without the place and without the goals that were left."""
    _, found, error = said.partition("Error:")
    words = " ".join((error if found else said).split())
    return words if len(words) <= 160 else f"{words[:160].rstrip()} …"

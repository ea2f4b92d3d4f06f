"""The program `coqc`: whether it is there, the support library that it compiles once, and what it says of a file."""

from __future__ import annotations

import functools
import hashlib
import os
import re
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final, Self

HOW_TO_INSTALL: Final = (
    "on Debian or Ubuntu `apt-get install coq libcoq-coquelicot libcoq-interval`, elsewhere "
    "`opam install coq coq-coquelicot coq-interval`"
)
LIBRARY_SECONDS: Final = 600
"""How long one file of the support library may take."""
_BETWEEN_LOOKS: Final = 0.05
"""Seconds after which it is looked at anew what a run has said."""
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
    with _one_at_a_time(root):
        if not folder.is_dir():
            _compile(texts, root, folder, told)
    return folder


@contextmanager
def _one_at_a_time(root: Path) -> Iterator[None]:
    """Of several processes one compiles the library, and the others wait for it."""
    with (root / ".lock").open("w") as lock:
        with suppress(ImportError, OSError):  # elsewhere each compiles it, and one of them keeps it
            from fcntl import LOCK_EX, flock  # noqa: PLC0415

            flock(lock, LOCK_EX)
        yield


def _compile(texts: Mapping[str, str], root: Path, folder: Path, told: Callable[[str], None]) -> None:
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


def checked(text: str, compiled: Path, seconds: float) -> Ran:
    """What `coqc` says of a file that uses the support library."""
    with closing(in_turn([text], compiled, seconds)) as ran:
        return next(ran)


def in_turn(texts: Sequence[str], compiled: Path, seconds: float) -> Generator[Ran, None, None]:
    """What `coqc` says of files that use the support library, one by one.

    One run takes them all, each as a module of its own, so that the libraries are loaded once. A file that it refuses
    ends the run; those after it are left to the next.

    Args:
        seconds: how long each file may take.
    """
    done = 0
    while done < len(texts):
        with closing(_one_run(texts[done:], compiled, seconds)) as run:
            for ran in run:
                done += 1
                yield ran


def _one_run(texts: Sequence[str], compiled: Path, seconds: float) -> Generator[Ran, None, None]:
    """What one run says of the files that it accepts, and of the first that it does not."""
    end = f"done {secrets.token_hex(16)}"  # which no file can say
    modules = [f'Module file_{n}.\n{text}\nGoal True. idtac "{end}". Abort.\nEnd file_{n}.\n' for n, text in
               enumerate(texts)]  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="verify-rocq-") as folder:
        file = Path(folder, "claims.v")
        file.write_text("".join(modules), encoding="utf-8")
        with _Run(file, compiled) as run:
            for n, text in enumerate(texts):
                started = time.monotonic()
                said = run.until(end, seconds)
                took = time.monotonic() - started
                if said is not None:
                    yield Ran(True, "", "", assumptions(said), took)
                elif took >= seconds:
                    yield Ran(False, "", f"it takes longer than {seconds:g} s", (), took)
                    return
                else:
                    before = 1 + sum(module.count("\n") for module in modules[:n])
                    yield _refused(text, before, run.against(), took)
                    return


class _Run:
    """A run of `coqc` whose words are read as they come; it is ended at the latest on leaving it."""

    def __init__(self, file: Path, compiled: Path) -> None:
        self._said, self._against = file.with_suffix(".said"), file.with_suffix(".against")
        with self._said.open("wb") as said, self._against.open("wb") as against:
            self._process = subprocess.Popen(
                _command(file, compiled), stdin=subprocess.DEVNULL, stdout=said, stderr=against,
                preexec_fn=_to_be_interrupted if os.name == "posix" else None,  # noqa: PLW1509 - no threads here
            )  # fmt: skip
        self._read = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def until(self, end: str, seconds: float) -> str | None:
        """What it says before it says a line; None if it ends before that, or does not say it in so many seconds."""
        late = time.monotonic() + seconds
        ended = False
        while not ended and time.monotonic() < late:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_BETWEEN_LOOKS)
                ended = True
            before, found, _ = self._said.read_bytes()[self._read :].partition(f"{end}\n".encode())
            if found:
                self._read += len(before) + len(found)
                return before.decode(errors="replace")
        return None

    def against(self) -> str:
        """What it says against the file, once it has ended."""
        return self._against.read_text(encoding="utf-8", errors="replace")


def _compiled(file: Path, text: str, compiled: Path, seconds: float) -> Ran:
    """What `coqc` says of a file of the library; what it makes of it stays beside it."""
    file.write_text(text, encoding="utf-8")
    started = time.monotonic()
    try:
        done = subprocess.run(
            _command(file, compiled), capture_output=True, encoding="utf-8", errors="replace", check=False,
            timeout=seconds, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Ran(False, "", f"it takes longer than {seconds:g} s", (), time.monotonic() - started)
    took = time.monotonic() - started
    if done.returncode:
        return _refused(text, 0, done.stderr or done.stdout, took)
    return Ran(True, "", "", assumptions(done.stdout), took)


def _command(file: Path, compiled: Path) -> list[str]:
    return ["coqc", "-q", "-w", "none", "-Q", str(compiled), "Verify", str(file)]


def _refused(text: str, before: int, said: str, took: float) -> Ran:
    """What was said against a file, which has so many lines before it."""
    place = _PLACE.search(said)
    lemma = lemma_at(text, int(place[1]) - before) if place else ""
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

"""Files that keep plain data under a key: the whole or nothing; what is damaged, or has another key, is absent."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any


class Absent(LookupError):
    """There is no entry, or one that is damaged, or one with another key."""


def folder(root: Path | None = None) -> Path:
    """Where everything is kept: what VERIFY_CACHE says, or .verify/cache of the project that packages lie in, or here.

    So what was found of a project is found again wherever one stands, and two projects with the same ids do not
    overwrite each other's.

    Args:
        root: the folder that the packages lie in, a project's own or its `src`; one without a pyproject.toml, as that
            of what is installed, or one that cannot be written in, keeps nothing.
    """
    if given := os.environ.get("VERIFY_CACHE"):
        return Path(given)
    around = () if root is None else (root, root.parent) if root.name == "src" else (root,)
    projects = (place for place in around if (place / "pyproject.toml").is_file())
    project = next((place for place in projects if place != Path.cwd() and os.access(place, os.W_OK)), Path())
    return project / ".verify" / "cache"


def digest(data: object) -> str:
    """SHA-256 of plain data, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def read(file: Path, key: str) -> Any:
    """The data that was kept in the file under the key.

    Raises:
        Absent: when there is none.
    """
    try:
        entry = json.loads(file.read_text(encoding="utf-8"))
        if entry["key"] == key and entry["digest"] == digest(entry["data"]):
            return entry["data"]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise Absent(file)


def keep(file: Path, key: str, data: object) -> None:
    """Keeps plain data, as JSON reads it back.

    Raises:
        OSError: when it cannot be written.
    """
    plain = json.loads(json.dumps(data))
    write(file, json.dumps({"key": key, "digest": digest(plain), "data": plain}).encode())


def check_writable(folder: Path) -> None:
    """Finds out before the work whether its results can be written; makes the folder.

    Raises:
        OSError: when they cannot, with the folder as its filename.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from None


def write(file: Path, content: bytes) -> None:
    """Writes the whole content or nothing.

    Raises:
        OSError: when it cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.{secrets.token_hex(8)}.part")
    try:
        with part.open("xb") as stream:
            stream.write(content)
        os.replace(part, file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise

"""Results kept on disk, so that a run that was interrupted goes on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.store import entries


@dataclass(frozen=True)
class Kept:
    """A folder with one file a finished task.

    `key` stands for all that results depend on beside the function's name and the task: the sources, above all
    (`verify.session.cache.key` of a claim, for instance). What was kept under another key, or is damaged, counts as
    absent.
    """

    folder: Path
    key: str

    def get(self, function: str, task: Any) -> Any:
        """The result of a finished task.

        Raises:
            verify.store.entries.Absent: when there is none.
        """
        return entries.read(*self._entry(function, task))

    def put(self, function: str, task: Any, result: Any) -> None:
        """Keeps a result.

        Raises:
            OSError: when it cannot be written.
        """
        entries.keep(*self._entry(function, task), result)

    def _entry(self, function: str, task: Any) -> tuple[Path, str]:
        key = entries.digest([function, task, self.key])
        return self.folder / f"{key}.json", key

"""What `verify experiment` shows while it runs, and the files that it writes."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from verify.claims.experiments import Result
from verify.claims.records import RunRecord
from verify.report import plots
from verify.store.sources import versions


def write_experiment(out: Path, id: str, seed: int, data: RunRecord) -> list[Path]:
    """Writes result.json, and a plot of each figure where matplotlib is installed; returns the paths.

    The files have the same bits for the same sources, versions, seed and steps.
    """
    head = {"claim": id, "command": f"verify experiment {id} --seed {seed} --steps {data['steps']}"}
    whole = {**head, "seed": seed, "arithmetic": "float", "versions": versions(), **data}
    texts = {"result.json": json.dumps(whole, indent=2, ensure_ascii=False) + "\n"}
    for figure in Result.from_json(data["result"]).figures:
        svg = plots.svg(figure, f"{id}.{figure.name}")
        if svg is not None:
            texts[f"{figure.name}.svg"] = svg + "\n"
    for name, text in texts.items():
        (out / name).write_text(text, encoding="utf-8")
    return [out / name for name in texts]


class Progress:
    """Shows how far a run has come: in place on a terminal, elsewhere one line a tenth."""

    def __init__(self, what: str, steps: int, unit: str) -> None:
        self.done = 0
        self._label, self._steps, self._unit = what, steps, unit
        self._from: tuple[int, float] | None = None
        self._shown = -1

    def __call__(self, done: int) -> None:
        """Shows that so many steps are done."""
        self.done, now = done, time.monotonic()
        self._from = self._from or (done, now)
        terminal = sys.stderr.isatty()
        share = (1000 if terminal else 10) * done // self._steps
        if share == self._shown:
            return
        self._shown = share
        first, began = self._from
        left = f", {(self._steps - done) * (now - began) / (done - first):.0f} s left" if done > first else ""
        text = f"{self._label}: {done} of {self._steps} {self._unit}{left}"
        sys.stderr.write(f"\r{text:<79}" if terminal else f"{text}\n")
        sys.stderr.flush()

    def end(self) -> None:
        """Leaves the line."""
        if sys.stderr.isatty():
            sys.stderr.write("\n")

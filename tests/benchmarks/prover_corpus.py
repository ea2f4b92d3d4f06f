"""How many inequalities of the literature the prover decides, theme by theme.

    python -m tests.benchmarks.prover_corpus [--half test] [--budget 20] [--every 1]

Prints one Markdown table. Each statement gets one process, and the budget is of the processor's seconds, so that other
work beside it changes little; a process that takes much longer is ended.
Of the development half what is not decided is named too; of the test half it is not, so that nobody tunes the prover on
it. A wrong verdict is always named. What was decided is kept, under a digest of the prover's sources, and not asked
again: a run that was stopped goes on where it was, and `--anew` asks all.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import sys
import time
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from queue import Empty
from typing import Any

from tests.prover.inequalities import HALVES, themes
from tests.prover.inequalities.known import Known
from verify.prover.proving import prove
from verify.store import entries

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 6
"""A process may take so many times its budget by the clock on the wall: the processor may have other work."""


@dataclass(frozen=True)
class Result:
    """What the prover said of a statement, and the processor's seconds that it took."""

    known: Known
    verdict: str
    seconds: float

    @property
    def decided(self) -> bool:
        """Whether it was decided as the literature has it."""
        return self.verdict == ("proved" if self.known.true else "refuted")

    @property
    def wrong(self) -> bool:
        """Whether it was decided otherwise."""
        return self.verdict in ("proved", "refuted") and not self.decided


def sources() -> str:
    """A digest of what decides: the sources of the whole engine."""
    files = sorted((ROOT / "verify").rglob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def _decide(queue: Any, relation: str, where: str, budget: float) -> None:
    start = time.process_time()
    try:
        verdict: str = prove(relation, where, budget=budget).verdict
    except Exception as error:  # a crash is to be counted, not to end the run
        verdict = f"error: {type(error).__name__}"
    queue.put((verdict, time.process_time() - start))


def decide(known: Known, budget: float) -> tuple[str, float]:
    """The verdict on a statement and its seconds, in a process of its own."""
    context = get_context("spawn")
    queue = context.Queue()
    process = context.Process(target=_decide, args=(queue, known.relation, known.where, budget))
    process.start()
    try:
        verdict, seconds = queue.get(timeout=PATIENCE * budget)
    except Empty:
        verdict, seconds = "ended", PATIENCE * budget
    process.kill()
    process.join()
    return verdict, seconds


def result(known: Known, budget: float, code: str, anew: bool) -> Result:
    """What is kept of a statement, or what the prover says now."""
    key = entries.digest([known.relation, known.where, budget, code])
    file = entries.folder() / "prover_corpus" / f"{key[:32]}.json"
    if not anew:
        try:
            return Result(known, *entries.read(file, key))
        except entries.Absent:
            pass
    verdict, seconds = decide(known, budget)
    entries.keep(file, key, [verdict, seconds])
    return Result(known, verdict, seconds)


def row(name: str, results: list[Result]) -> str:
    """A line of the table."""
    decided = [r for r in results if r.decided]
    false = [r for r in results if not r.known.true]
    median = f"{statistics.median(r.seconds for r in decided):.1f}" if decided else ""
    cells = [
        name,
        f"{len(decided)}/{len(results)} ({100 * len(decided) / len(results):.0f} %)",
        f"{sum(r.decided for r in false)}/{len(false)}",
        str(sum(r.wrong for r in results)),
        median,
        f"{sum(r.seconds for r in results):.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> int:
    """The exit status is 1 if a verdict was wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--half", choices=HALVES, default="test", help="of the corpus (default: test)")
    parser.add_argument("--budget", type=float, default=20.0, metavar="S", help="a statement (default: 20)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every N-th statement (default: all)")
    parser.add_argument("--theme", action="append", metavar="THEME", help="only these (default: all)")
    parser.add_argument("--anew", action="store_true", help="ask again what was decided before")
    options = parser.parse_args()
    chosen = [(theme, known) for theme, those in themes(options.half).items() for known in those][:: options.every]
    chosen = [(theme, known) for theme, known in chosen if theme in (options.theme or (theme,))]
    if not chosen:
        parser.error("there are no such statements")
    code = sources()
    results: dict[str, list[Result]] = {}
    for n, (theme, known) in enumerate(chosen, 1):
        results.setdefault(theme, []).append(result(known, options.budget, code, options.anew))
        print(f"{n}/{len(chosen)} {theme}", file=sys.stderr, flush=True)
    every = [r for those in results.values() for r in those]
    print(
        f"| {options.half} | decided | false ones refuted | wrong | seconds, median of the decided | seconds in all |"
    )
    print("|---|---|---|---|---|---|")
    for theme, those in results.items():
        print(row(theme, those))
    print(row("all", every))
    print(f"\nBudget {options.budget:g} s a statement on one process.")
    if options.half == "development":
        print("".join(f"\n- `{r.known.name}`: {r.verdict}" for r in every if not r.decided and not r.wrong))
    wrong = [r.known.name for r in every if r.wrong]
    print("".join(f"\nWRONG: {name}" for name in wrong), end="\n" if wrong else "")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

"""How long the core takes to check all proofs, and a fresh run of all evidence, beside an older commit in the same run.

    python -m tests.benchmarks.core_speed --old 33a0753 [--every N]

Processor seconds of one process each. `--every N` takes every N-th claim only, for a quick look.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KINDS = ("proof", "counterexample", "citation", "instance", "mutant", "sharpness", "tightness")

RUN = """
import json, sys, time
try:
    from verify.claims import registry
    from verify.verdicts.evidence import examined
except ImportError:  # as an older commit has it
    from verify import registry
    from verify.evidence import _run as examined
every, kinds = int(sys.argv[1]), sys.argv[2].split(",")
registry.current().discover()
started, done, failed = time.process_time(), 0, []
for claim in list(registry.current().claims)[::every]:
    for step in claim.steps:
        if step.kind in kinds:
            found = examined(claim, step)
            done += 1
            if not found.ok:
                failed.append(f"{claim.id} {found.failure}"[:200])
print(json.dumps({"seconds": time.process_time() - started, "steps": done, "failed": failed}))
"""

CHECK = """
import json, runpy, sys, time
from pathlib import Path
sys.argv[1:] = files = sorted(str(p) for p in Path(sys.argv[1]).iterdir())
started, status = time.process_time(), None
try:
    runpy.run_module("verify.core", run_name="__main__")
except SystemExit as ended:
    status = ended.code
print(json.dumps({"seconds": time.process_time() - started, "files": len(files), "status": status}))
"""


def measured(program: str, tree: Path, *arguments: str) -> dict[str, object]:
    """What the program prints last, run in a tree of the project."""
    environment = os.environ | {"PYTHONPATH": str(tree)}
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr[-2000:])
    return dict(json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    """Prints both rows, with their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--old", default="33a0753", help="the commit to compare with")
    parser.add_argument("--every", type=int, default=1, help="every N-th claim only")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        old, proofs = Path(folder) / "old", Path(folder) / "proofs"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(old)], check=True)
        subprocess.run(["git", "-C", str(old), "checkout", "-q", options.old], check=True)
        rows = {name: measured(RUN, tree, str(options.every), ",".join(KINDS)) for name, tree in
                (("old", old), ("now", ROOT))}  # fmt: skip
        for name, row in rows.items():
            print(f"{name}: {row['steps']} steps, {row['seconds']:.0f} s, {len(row['failed'])} failed")
            print("\n".join(f"  {line}" for line in row["failed"]))
        print(f"now / old: {rows['now']['seconds'] / rows['old']['seconds']:.2f}")
        export = [sys.executable, "-m", "verify", "export", "proofs", "--out", str(proofs)]
        subprocess.run(export, cwd=ROOT, check=True)
        row = measured(CHECK, ROOT, str(proofs))
        print(f"the core checks {row['files']} files in {row['seconds']:.0f} s, exit status {row['status']}")


if __name__ == "__main__":
    main()

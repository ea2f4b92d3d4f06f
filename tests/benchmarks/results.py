"""RESULTS.md: what the benchmarks printed when they were last run, each in its place.

    python -m tests.benchmarks.results [NAME ...]

Runs the named benchmarks, by default all that RESULTS.md has a place for, and puts what each prints between its marks.
The words around them stay. A benchmark that fails leaves its place as it was.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILE = HERE / "RESULTS.md"
_PLACE = re.compile(r"^<!-- (\w+) -->\n(.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)


def places(text: str) -> list[str]:
    """The benchmarks that have a place in a text."""
    return [match[1] for match in _PLACE.finditer(text)]


def put(text: str, name: str, printed: str) -> str:
    """The text with what a benchmark printed in its place.

    Raises:
        ValueError: where it has no place, or printed nothing.
    """
    if not printed.strip():
        raise ValueError(f"{name} printed nothing")
    if name not in places(text):
        raise ValueError(f"{name} has no place in {FILE.name}; there are {', '.join(places(text))}")

    def filled(match: re.Match[str]) -> str:
        return f"<!-- {name} -->\n{printed.strip()}\n<!-- end -->" if match[1] == name else match[0]

    return _PLACE.sub(filled, text)


def main() -> int:
    """The exit status is 1 if a benchmark failed."""
    known = places(FILE.read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"of {', '.join(known)} (default: all)")
    names = parser.parse_args().names or known
    for name in names:
        if name not in known:
            parser.error(f"argument NAME: there is no {name!r}; there are {', '.join(known)}")
    failed = 0
    for name in names:
        print(f"{name} …", file=sys.stderr, flush=True)
        ran = subprocess.run(
            [sys.executable, "-m", f"tests.benchmarks.{name}"], cwd=HERE.parents[1], stdout=subprocess.PIPE, text=True,
            encoding="utf-8", check=False,
        )  # fmt: skip
        if ran.returncode:
            failed = 1
            print(f"{name} failed with status {ran.returncode}", file=sys.stderr)
        else:
            FILE.write_text(put(FILE.read_text(encoding="utf-8"), name, ran.stdout), encoding="utf-8")
    return failed


if __name__ == "__main__":
    sys.exit(main())

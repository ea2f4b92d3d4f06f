"""Good and bad proof files: how many of each the core accepts, beside controls. `python -m tests.attacks.table`.

A checker is no better than *always accept* on good files and than *always reject* on bad ones; *parse only* says how
many of the bad files are bad in form already.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from verify.core.nodes import Refused
from verify.core.proofs import FORMAT, check_file
from verify.core.reading import decode_formula, listed, parsed, record

FILES = Path(__file__).parent / "files"


def always_accept(content: bytes) -> None:
    """Nothing is refused."""


def always_reject(content: bytes) -> None:
    raise Refused("as always")


def parse_only(content: bytes) -> None:
    """The form is checked: fields, rules' names left aside, and that each formula is one."""
    fields = record(parsed(content), "a proof file", ["format", "steps"], ["claim", "shows"])
    if fields["format"] != FORMAT:
        raise Refused("another format")
    for step in listed(fields["steps"], "steps"):
        one = record(step, "a step", ["rule", "premises", "with", "hypotheses", "conclusion"])
        for formula in (*listed(one["hypotheses"], "hypotheses"), one["conclusion"]):
            decode_formula(formula)


def core(content: bytes) -> None:
    check_file(parsed(content))


CHECKERS: dict[str, Callable[[bytes], None]] = {
    "always accept": always_accept,
    "always reject": always_reject,
    "parse only": parse_only,
    "verify.core": core,
}


def accepted(check: Callable[[bytes], None], content: bytes) -> bool:
    try:
        check(content)
    except Refused:
        return False
    return True


def rows() -> dict[str, tuple[int, int, float]]:
    """For each checker: how many good files it accepts, how many bad ones it refuses, and the seconds it takes."""
    good, bad = ([p.read_bytes() for p in sorted((FILES / kind).glob("*.json"))] for kind in ("good", "bad"))
    made = {}
    for name, check in CHECKERS.items():
        start = time.perf_counter()
        right = sum(accepted(check, c) for c in good), sum(not accepted(check, c) for c in bad)
        made[name] = (*right, time.perf_counter() - start)
    return made


def main() -> None:
    count = {kind: len(list((FILES / kind).glob("*.json"))) for kind in ("good", "bad")}
    print(f"{'checker':<16} {'good accepted':>16} {'bad refused':>16} {'seconds':>9}")
    for name, (good, bad, seconds) in rows().items():
        print(f"{name:<16} {good:>8} of {count['good']:>4} {bad:>8} of {count['bad']:>4} {seconds:>9.2f}")


if __name__ == "__main__":
    main()

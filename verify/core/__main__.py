"""`python -m verify.core FILE…` checks proof files, and certificates that `verify prove --json` wrote.

One line for each file, `FILE: proved: Γ ⊢ φ; axioms: …`, `FILE: refuted: not always Γ ⊢ φ; …` or `FILE: refused: …`,
and after it what is needed to judge a proof: the kinds of variables that are more than real numbers, and what each
axiom says. The exit status is 0 if what each file shows is so, be it a proof or a counterexample, 1 if one is refused,
2 if one cannot be read or none is given. Needs neither sympy nor any other part of this package but `verify.core`.
"""

from __future__ import annotations

import gc
import gzip
import sys
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from verify.core.answers import check_answer
from verify.core.kernel import Counterexample
from verify.core.nodes import EUCLIDEAN, REAL, Refused, Term
from verify.core.printing import declared, theorem_text
from verify.core.proofs import Checked, check_file
from verify.core.reading import MOST_BYTES, Unreadable, parsed
from verify.core.terms import signature


def main(arguments: Sequence[str]) -> int:
    """Checks the files; the exit status."""
    if not arguments or any(a.startswith("-") for a in arguments):
        print("usage: python -m verify.core FILE…", file=sys.stderr)
        return 2
    return max(map(_checked, arguments))


def _checked(file: str) -> int:
    name = file if file.isprintable() and ": " not in file else repr(file)  # it could be lines with verdicts itself
    try:
        data = parsed(_bytes(Path(file)))
    except (OSError, EOFError, zlib.error, ValueError) as error:
        print(f"{name}: unreadable: {getattr(error, 'strerror', None) or error}")
        return 2
    except Unreadable as error:
        print(f"{name}: refused: {error}")
        return 1
    try:
        made = check_answer(data) if _is_answer(data) else check_file(data)
    except Refused as error:
        print(f"{name}: refused: {' '.join(str(error).split())}")
        return 1
    except MemoryError:
        print(f"{name}: refused: it takes more memory than there is")
        return 1
    print(f"{name}: {_line(made)}", *_details(made), sep="\n  ")
    return 0


def _is_answer(data: Any) -> bool:
    """Whether it means to be an answer of `verify prove`, of whatever version."""
    said = data.get("format") if type(data) is dict else None
    return type(said) is str and said.startswith("verify certificate")


def _bytes(path: Path) -> bytes:
    """What is in the file, unpacked if it is packed; no more of it than is read anyway."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file:
        found: bytes = file.read(MOST_BYTES + 1)
    return found


def _line(checked: Checked) -> str:
    first = checked.made[0]
    said = "; ".join(theorem_text(*formulas, _variables(checked)) for formulas in checked.said)
    claim = f'"{checked.claim}": ' if checked.claim else ""  # files hold no text with quotation marks
    verdict = f"refuted: {claim}not always " if type(first) is Counterexample else f"proved: {claim}"
    axioms = ", ".join(f'"{a.name}"' for a in checked.axioms)
    return f"{verdict}{said}; axioms: {axioms or 'none'}"


def _variables(checked: Checked) -> frozenset[Term]:
    """Those of all that is shown: where two have one name, each is shown with its kind."""
    said = (*checked.said, *((a.hypotheses, a.conclusion) for a in checked.axioms))
    formulas = [f for given, conclusion in said for f in (*given, conclusion)]
    return frozenset[Term]().union(*(f.free for f in formulas)) - {EUCLIDEAN}


def _details(checked: Checked) -> Iterator[str]:
    """What a reader must know besides: where a counterexample is, what variables stand for, what axioms say."""
    for made in checked.made:
        yield from made.lines
    known = _variables(checked)
    special = sorted((v for v in known if signature(v) != REAL), key=lambda v: (v.args[0], v.order))
    if special:
        yield "where " + ", ".join(f"{v.args[0]} {declared(v)}" for v in special)
    for axiom in checked.axioms:
        yield f'axiom "{axiom.name}": {theorem_text(axiom.hypotheses, axiom.conclusion, known)} ["{axiom.reference}"]'


if __name__ == "__main__":
    gc.set_threshold(100_000, 50, 1_000)  # hardly any term that was made is given up: to look for those takes long
    sys.exit(main(sys.argv[1:]))

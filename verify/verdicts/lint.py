"""What is wrong with how claims are stated, beside whether they are true: `verify lint`.

| kind | what is wrong |
|---|---|
| hollow | a statement says nothing, or only what one hypothesis says (`verify.verdicts.hollow`) |
| idle | a hypothesis that the proof does not use, and no reason why it is stated; `thorough`: or does not need |
| index | a sum over what does not depend on its index, or with its ends reversed (`verify.verdicts.indices`) |
| instance | a proved claim whose hypotheses nothing shows to hold |
| loose | `sharp`: a bound that no instance comes within 1 % of and nothing proved sharpens, and no reason why |
| quotation | words that `printed` quotes and the paper does not print, of a repair too; neither `printed` nor `says` |
| weight | a refuted claim without weight, a weight where nothing is refuted, a face of what is no finding |
| undecided | more changed claims than one in twenty are neither refuted nor proved |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from verify.claims import quotations
from verify.claims.claim import Claim
from verify.claims.registry import Registry
from verify.language.words import so_many
from verify.verdicts.bounds import bounds_of, doubts
from verify.verdicts.hollow import hollow
from verify.verdicts.indices import odd_sums
from verify.verdicts.needless import needless
from verify.verdicts.rows import FLAWS, LinkedRow

MOST_UNDECIDED = 20
"""One changed claim in so many may be left undecided, with a reason."""


@dataclass(frozen=True)
class Finding:
    """What is wrong, of one of `FLAWS`, and with which claim (none: with all of them together)."""

    kind: str
    id: str
    where: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.where, self.id, self.kind, self.message) if part)


def lint(
    known: Registry,
    rows: Sequence[LinkedRow],
    texts: Path | None = None,
    *,
    sharp: bool = False,
    thorough: Callable[[str], object] | None = None,
) -> list[Finding]:
    """All findings on the claims in `rows`, outcomes as data; quotations only with a folder of texts.

    With `sharp`, bounds are asked how sharp they are. With `thorough`, a function that is told which claim is next,
    proofs are tried without each hypothesis in turn.

    Raises:
        OSError: when a text cannot be read.
    """
    verdicts = {row["id"]: row for row in rows}
    found = []
    for row in rows:
        claim = known.claim(row["id"])
        found += [Finding("hollow", row["id"], row["source"], line) for line in hollow(claim)]
        found += [Finding("index", row["id"], row["source"], line) for line in odd_sums(claim)]
        found += [Finding(kind, row["id"], row["source"], line) for kind, line in _of(row, verdicts)]
        if sharp and (numbers := bounds_of(claim)):
            found += [Finding("loose", row["id"], row["source"], line) for line in doubts(row, numbers)]
        if thorough is not None and row["verdict"] == "proved":
            thorough(row["id"])
            found += [Finding("idle", row["id"], row["source"], line) for line in _needless(claim, row)]
        words = quotations.missing(claim, texts) if texts else ""
        if words:
            found.append(Finding("quotation", row["id"], row["source"], f"the paper does not print {words!r}"))
    undecided, total = undecided_mutants(rows)
    if undecided * MOST_UNDECIDED > total:
        found.append(Finding("undecided", "", "", f"{undecided} of {total} mutants, more than 1 in {MOST_UNDECIDED}"))
    return found


def flaws(found: Sequence[Finding]) -> dict[str, int]:
    """How many findings there are of each kind."""
    return {kind: sum(finding.kind == kind for finding in found) for kind in FLAWS}


def summary(found: Sequence[Finding], rows: Sequence[LinkedRow], *, sharp: bool = False) -> str:
    """How many findings there are of each kind that was asked for, and how many mutants are undecided, in one line."""
    left_out = {"undecided"} if sharp else {"undecided", "loose"}
    numbers = ", ".join(f"{count} {kind}" for kind, count in flaws(found).items() if kind not in left_out)
    undecided, total = undecided_mutants(rows)
    return f"{so_many(len(rows), 'claim')}: {numbers}; {undecided} of {total} mutants undecided"


def undecided_mutants(rows: Sequence[LinkedRow]) -> tuple[int, int]:
    """How many changed claims are neither refuted nor proved, and how many there are."""
    items = (item for row in rows for item in row["evidence"])
    decided = [item["data"]["decided"] for item in items if item["kind"] == "mutant" and item["ok"]]
    return decided.count("undecided"), len(decided)


def _of(row: LinkedRow, rows: Mapping[str, LinkedRow]) -> Iterator[tuple[str, str]]:
    if not row["printed"] and not row["says"]:
        yield "quotation", "give printed, what the paper prints, or says, your own words"
    if row["printed"] and row["repairs"]:
        yield "quotation", f"it repairs {row['repairs']}, so it is not what the paper prints: put its words into says"
    if row["verdict"] == "proved":
        if not row["hypotheses_met"]:
            yield "instance", "nothing shows that its hypotheses can hold"
        unused = idle(row)
        yield from (("idle", f"no proof needs the hypothesis {f}") for f in unused if f not in row["idle"])
        yield from (("idle", f"a reason is given, and a proof needs {f}") for f in row["idle"] if f not in unused)
    if row["verdict"] == "refuted":
        if not row["weight"] and not row["face_of"]:
            yield "weight", "a refuted claim needs a weight and a slip, or face_of"
    elif row["weight"] or row["face_of"]:
        yield "weight", f"it is {row['verdict']}, and only a refutation has a weight"
    first = rows.get(row["face_of"])
    if first is not None and (first["verdict"] != "refuted" or first["face_of"]):
        yield "weight", f"a face of {row['face_of']}, which is itself no finding"


def _needless(claim: Claim, row: LinkedRow) -> Iterator[str]:
    for formula in needless(claim):
        shown = str(claim.displayed.formula(formula))
        if shown not in row["idle"] and shown not in idle(row):
            yield (
                f"a proof names the hypothesis {shown} and goes through without it: "
                "give it to no step, then drop it or say why it is stated"
            )


def idle(row: LinkedRow) -> list[str]:
    """The hypotheses that some proof of the claim does without."""
    unused = [set(item["data"]["idle"]) for item in row["evidence"] if item["kind"] == "proof" and item["ok"]]
    return [formula for formula in row["given"] if any(formula in names for names in unused)]

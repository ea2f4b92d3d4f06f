"""Which of the papers' repairs are found again from the false statements alone, or better ones.

    python -m tests.benchmarks.repairs [--seconds S] [WORD ...]

Each refuted claim that a claim of its paper repairs is given as an unregistered copy, without steps, to the search for
repairs. A Markdown table says what was proved first, and whether one of the statements that were proved says all that
the paper's own repair says, or a part of it, as far as a short search sees.
"""

from __future__ import annotations

import argparse
import sys

from verify.author.following import follows
from verify.author.kernel import KernelError, Theorem
from verify.claims.claim import Claim
from verify.claims.registry import Registry, using
from verify.discover.discovering import discover
from verify.language.terms import Formula, Relation
from verify.language.translation import translate
from verify.prover.alarm import OutOfTime, limited
from verify.repair.repairing import Repair, Repairs, repair
from verify.repair.restated import says

SECONDS = 60.0
"""Of each repair."""

COMPARING = 3.0
"""Of each comparison."""

ANOTHER, PART, ALL = ORDER = ("another", "a part of the paper's", "all of the paper's")
"""What a repair says of what the paper's own says."""


def alone(claim: Claim) -> Claim:
    """An unregistered copy of a claim, without its steps."""
    copy = claim.replace()
    copy.steps = ()
    return copy


def judged(made: Repairs, own: list[Claim]) -> str:
    """What the repairs are worth beside those of the paper.

    A true statement follows from anything. So the paper's hypotheses have to give those that a repair needs, and each
    formula that the paper changed has to follow from the repair's formulas in one step that uses them.
    """
    if made.holds:
        return "proved as it stands"
    if not made.found:
        return "none"
    found = [says_as_much(made.claim, as_proved(one), other) for one in made.found for other in own]
    return max(found, key=ORDER.index)


def says_as_much(original: Claim, one: Claim, other: Claim) -> str:
    """Whether a repair says all, a part or nothing of what the other one, the paper's, says.

    A formula that the paper put in the place of one that is false has to follow from the repair's formulas in a step
    that uses them. What the paper says besides has no false one to replace: a short search may prove it from all of
    the paper's hypotheses. The repair says a part where some of the paper's formulas follow from it, where its own
    follow from the paper's in a step that uses them, or where it leaves out what is false and states nothing that the
    paper does not state.
    """
    wanted = [formula for formula in one.given if formula not in other.given]
    if wanted and not discover(other.replace(states=wanted), COMPARING).is_proved:
        return PART if follows_from(one, original, other) else ANOTHER
    kept = [formula for formula in other.states if formula in original.states]
    new = [formula for formula in other.states if formula not in kept]
    if not all(uses(formula, one, other) for formula in kept):
        return PART if any(uses(formula, one, other) for formula in other.states) else ANOTHER
    used = [formula for formula in new if uses(formula, one, other)]
    replaced = len(original.states) - len(kept)
    if (used or not replaced) and len(used) >= min(replaced, len(new)):
        rest = [formula for formula in new if formula not in used]
        if not rest or discover(other.replace(states=rest), COMPARING * len(rest)).is_proved:
            return ALL
    if used or not replaced or (kept and set(one.states) <= set(other.states)):
        return PART
    return PART if follows_from(one, original, other) else ANOTHER


def follows_from(one: Claim, original: Claim, other: Claim) -> bool:
    """Whether what a repair changed follows from what the paper states, with the hypotheses of both, and needs it."""
    own = [formula for formula in one.states if formula not in original.states]
    whole = other.replace(given=list(dict.fromkeys([*other.given, *one.given])))
    return any(uses(formula, other, whole) for formula in own)


def uses(formula: Formula, one: Claim, other: Claim) -> bool:
    """Whether a formula is one of those of a repair, or follows from them and needs one of them."""
    if formula in one.states:
        return True
    stated = [f for f in one.states if isinstance(f, Relation)]
    if not isinstance(formula, Relation) or not stated:
        return False
    facts = [f for f in other.given if isinstance(f, Relation)]
    try:
        with limited(COMPARING):
            theorem = follows(formula, *stated, facts=facts)
    except (KernelError, OutOfTime):
        return needs(formula, stated, other)
    return is_of(stated, theorem)


def needs(formula: Formula, stated: list[Relation], other: Claim) -> bool:
    """Whether a short search proves a formula from the hypotheses and what is stated, and not from these alone."""
    search = discover(other.replace(given=[*other.given, *stated], states=[formula]), COMPARING)
    if not search.is_proved or not all(fact and is_of(stated, fact.theorem) for fact in search.facts):
        return False
    return not discover(other.replace(states=[formula]), COMPARING).is_proved


def is_of(stated: list[Relation], theorem: Theorem) -> bool:
    """Whether a theorem supposes one of the formulas."""
    needed = {translate(f) for f in theorem.hypotheses}
    return any(translate(f) in needed for f in stated)


def as_proved(one: Repair) -> Claim:
    """A repair with those hypotheses only that its proof needs."""
    return one.claim.replace(given=one.needed)


def said(claim: Claim, one: Repair) -> str:
    """A repair in a cell: what is changed, and the formulas that are."""
    new = [str(f) for f in one.claim.states if f not in claim.states]
    return ": ".join([says(one).partition(" for ")[0] if new else says(one), *(["; ".join(new)] if new else [])])


def cell(text: str) -> str:
    """A text as it may stand in a table."""
    return text.replace("|", "\\|").replace("\n", " ")


def main() -> int:
    """Prints the table; a line for each claim goes to the standard error as soon as it is known."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("words", metavar="WORD", nargs="*", help="only claims with one of these in their ids")
    parser.add_argument("--seconds", metavar="S", type=float, default=SECONDS, help="of each repair")
    options = parser.parse_args()
    with using(Registry()) as known:
        known.discover()
        pairs: dict[str, list[Claim]] = {}
        for claim in known.claims:
            if claim.repairs:
                pairs.setdefault(claim.repairs, []).append(claim)
        rows = []
        for id, own in pairs.items():
            if options.words and not any(word in id for word in options.words):
                continue
            original = alone(known.claim(id))
            made = repair(original, options.seconds)
            verdict = judged(made, own)
            proposed = said(original, made.found[0]) if made.found else ""
            rows.append((id, verdict, proposed, made.seconds))
            print(f"{id} · {verdict} · {made.seconds:.0f} s · {proposed}", file=sys.stderr, flush=True)
    print(
        f"{sum(bool(p) for _, _, p, _ in rows)} of {len(rows)} refuted claims have a repair that was proved; ", end=""
    )
    print(f"{sum(v == ALL for _, v, _, _ in rows)} of these imply the paper's own.\n")
    print("| claim | what was proved first | beside the paper's repair | s |\n|---|---|---|---:|")
    for id, verdict, proposed, seconds in rows:
        print(f"| {id} | {cell(proposed)} | {verdict} | {seconds:.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Runs that are known by formulas: that they meet a claim's hypotheses, and how near they come to what it promises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sympy import Rational, sympify

from verify.author import kernel
from verify.author.kernel import KernelError, Theorem
from verify.claims.family import Runs
from verify.claims.proof_tree import proof_tree
from verify.language.terms import ForAll, Formula, Relation, alpha, gt, text
from verify.language.translation import translate
from verify.tightness.brackets import NoRatio, decimal
from verify.tightness.definitions import NotDefined, check_defined
from verify.tightness.records import Point


def bracket_of_runs(
    given: Sequence[Formula], bound: Relation, proved: Theorem, runs: Runs, value: str, at: float
) -> Point:
    """The bracket that such runs give, as plain data.

    That the promise is positive for them needs no theorem: truth > share·promise and promise ≥ truth say so.

    Args:
        given: the claim's hypotheses.
        bound: promise ≥ truth.
        proved: a theorem of that.
        runs: what is known of them.
        value: of the parameter, as it is shown.
        at: the same, for a plot.

    Raises:
        NoRatio: where the runs are not seen to exist, a hypothesis is not shown to be met, or the share is none.
        KernelError: when a theorem does not say that the bound holds, or that the share is reached.
    """
    share = sympify(runs.share)
    if not isinstance(share, Rational) or not 0 < share < 1:
        raise NoRatio(f"the share must be a fraction between 0 and 1, not {text(share)}")
    try:
        check_defined(list(map(translate, runs.family)), {translate(n): value for n, value in runs.numbers.items()})
    except NotDefined as error:
        raise NoRatio(f"that there are such runs is not seen: {error}") from None
    kernel.proves(proved, given, bound)
    for hypothesis in given:
        if not _is_met(hypothesis, runs):
            raise NoRatio(f"no theorem shows that the runs meet {hypothesis}")
    kernel.proves(runs.reaches, runs.family, gt(bound.rhs, share * bound.lhs))
    return {
        "value": value,
        "at": at,
        "message": "",
        "seconds": 0.0,
        "found": decimal(share),
        "attained": False,
        "ratio": float(Fraction(int(share.p), int(share.q))),
        "promise": text(bound.lhs),
        "truth": text(bound.rhs),
        "assignment": {name: value for formula in runs.family for name, value in _rows(formula)},
        "shown_by": proof_tree([runs.reaches, *runs.meets]),
        "above": "",
        "below": 1.0,
    }


def _is_met(hypothesis: Formula, runs: Runs) -> bool:
    if alpha(hypothesis) in set(map(alpha, runs.family)):
        return True
    for theorem in runs.meets:
        try:
            kernel.proves(theorem, runs.family, hypothesis)
        except KernelError:
            continue
        return True
    return False


def _rows(formula: Formula) -> Iterator[tuple[str, str]]:
    """What a definition speaks of, and what it says of that."""
    body, where = (formula.body, f" {formula}".partition(":")[0]) if isinstance(formula, ForAll) else (formula, "")
    if isinstance(body, Relation) and body.op == "=":
        yield f"{text(body.lhs)}{where}", text(body.rhs)

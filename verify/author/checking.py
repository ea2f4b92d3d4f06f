"""Every step that an author takes, put to the core: what the core does not accept is no theorem.

The author's side works out, with sympy, which hypotheses a step leaves and what it concludes; nothing of that is
believed. The step is translated node by node, and the core checks it with its own terms and by its own means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sympy import S

from verify.prover.certificate import Certificate
from verify.prover.core_certificates import core_certificate
from verify.prover.found import no_longer_holds
from verify.prover.rejected import Rejected
from verify.language.translation import translate
from verify.core import kernel as core
from verify.core.nodes import Refused, Term
from verify.normal_forms.replacement import as_term, variable
from verify.language.terms import TURNED

Parameters = Mapping[str, Any]


class _Step:
    """A step in the core's terms."""

    def __init__(self, hypotheses: Sequence[Any], conclusion: Any, premises: Sequence[Any], given: Parameters) -> None:
        self.hypotheses = [translate(h) for h in hypotheses]
        self.conclusion = translate(conclusion)
        self.premises = list(premises)
        self.given = given

    def term(self, name: str) -> Term:
        """A parameter as a term."""
        return translate(S(self.given[name]))


def checked(
    rule: str, hypotheses: Sequence[Any], conclusion: Any, premises: Sequence[core.Theorem], given: Parameters
) -> core.Theorem:
    """The theorem of the core that the step makes; it says what was handed in, neither more nor less.

    Args:
        rule: the rule's name.
        hypotheses: of the theorem that it is to make, as sympy formulas.
        conclusion: likewise.
        premises: theorems of the core, in the order of the rule's arguments.
        given: the rule's other arguments, by name.

    Raises:
        Refused: where the core does not accept it.
    """
    step = _Step(hypotheses, conclusion, premises, given)
    made = _RULES[rule](step)
    if made.conclusion is not step.conclusion or set(made.hypotheses) != set(step.hypotheses):
        raise Refused(f"the core makes another theorem of the step: it concludes {made.conclusion!r}")
    return made


def counterexample(
    given: Sequence[Any], states: Any, assignment: Mapping[Any, Any], discharge: Sequence[core.Theorem]
) -> core.Counterexample:
    """The counterexample of the core at this assignment.

    Raises:
        Refused: where the core does not accept it.
    """
    return core.witness([translate(f) for f in given], translate(states), _values(assignment), discharge)


def lines(found: core.Counterexample, formulas: Sequence[Any]) -> list[str]:
    """What the core says of each formula, the conclusion last, which is named as its author wrote it."""
    said = []
    for f, line in zip(formulas, found.lines, strict=True):
        but = "but not " if line.startswith("but not ") else ""
        written = f"{but}{translate(f)!r}: "
        numbers = line.removeprefix(written)
        if getattr(f, "is_turned", False):
            numbers = _TURNABLE.sub(lambda found: f"{found[3]} {TURNED[found[2]]} {found[1]}", numbers)
        said.append(f"{but}{f}: {numbers}" if line.startswith(written) else line)
    return said


_TURNABLE = re.compile(r"^([^≥>]+) ([≥>]) ([^≥>]+?)(?=$| is false$)")
"""One relation in numbers, as the core writes it."""


def core_axiom(axiom: Any) -> core.Axiom:
    """The axiom in the core's terms."""
    formulas = [translate(f) for f in (*axiom.hypotheses, axiom.conclusion)]
    return core.Axiom(axiom.name, axiom.statement, axiom.reference, tuple(formulas[:-1]), formulas[-1])


def _values(mapping: Mapping[Any, Any]) -> dict[Term, Term]:
    return {translate(variable(v)): translate(as_term(x)) for v, x in mapping.items()}


def _identity(s: _Step) -> core.Theorem:
    using = int(s.given["using"])
    return core.identity(s.conclusion, s.premises[:using], s.premises[using:], hypotheses=s.hypotheses)


def _combine(s: _Step) -> core.Theorem:
    used, facts = int(s.given["using"]), int(s.given["facts"])
    factors = iter(s.premises[used + facts :])
    read = [[next(factors) if f is None else translate(f) for f in pair] for pair in s.given["terms"]]
    terms = [(a, b) for a, b in read]
    using, sides = s.premises[:used], s.premises[used : used + facts]
    return core.combine(s.conclusion, terms, using, sides, hypotheses=s.hypotheses)


def _instantiate(s: _Step) -> core.Theorem:
    theorem, *discharge = s.premises
    values = s.given["values"]
    made = _values(values) if isinstance(values, Mapping) else [translate(as_term(x)) for x in values]
    return core.instantiate(theorem, made, discharge, hypotheses=s.hypotheses, conclusion=s.conclusion)


def _generalize(s: _Step) -> core.Theorem:
    variables = [translate(v) for v in s.given["variables"]]
    given = [translate(f) for f in s.given["given"]]
    return core.generalize(s.premises[0], variables, given, hypotheses=s.hypotheses)


def _cases(s: _Step) -> core.Theorem:
    on = [translate(c) for c in s.given["on"]]
    return core.cases(s.premises, on, hypotheses=s.hypotheses, conclusion=s.conclusion)


def _induct(s: _Step) -> core.Theorem:
    base, step = s.premises
    return core.induct(base, step, s.conclusion, s.term("n"), s.term("start"), hypotheses=s.hypotheses)


def _telescope(s: _Step) -> core.Theorem:
    bounds = [s.term(name) for name in ("t", "lo", "hi", "potential")]
    return core.telescope(s.premises[0], *bounds, hypotheses=s.hypotheses, conclusion=s.conclusion)


def _certify(s: _Step) -> core.Theorem:
    """Covers are handed over as they were found, and made finer only where the core refuses them."""
    found: Certificate = s.given["certificate"]
    try:
        return _certified(s, finer=False)
    except (Refused, Rejected) as error:
        with suppress(Refused, Rejected):
            if "boxes" in found.rules:
                return _certified(s, finer=True)
        no_longer_holds(found.goal, found.proof, error)
        raise


def _certified(s: _Step, finer: bool) -> core.Theorem:
    certificate = core_certificate(s.given["certificate"], finer=finer)
    return core.certify(certificate, hypotheses=s.hypotheses, conclusion=s.conclusion)


_RULES: dict[str, Callable[[_Step], core.Theorem]] = {
    "assume": lambda s: core.assume(s.conclusion, hypotheses=s.hypotheses),
    "identity": _identity,
    "combine": _combine,
    "instantiate": _instantiate,
    "generalize": _generalize,
    "cases": _cases,
    "induct": _induct,
    "telescope": _telescope,
    "cite": lambda s: core.cite(core_axiom(s.given["axiom"])),
    "certify": _certify,
}

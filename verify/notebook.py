"""Claims, theorems, formulas, outcomes and the prover's answers as HTML and LaTeX, for Jupyter and its like.

Formulas are MathML or LaTeX, from the same terms that are proved; a notebook takes the HTML where it can show it, and
the LaTeX where it is printed. Nothing here is trusted, and nothing that decides imports it: `Claim`, `Outcome` and
`Answer` ask for their page when it is shown, theorems and formulas are made known to IPython.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import Any

from verify.language.words import assigned

CLASSES = [("verify.author.kernel", "Theorem"), ("verify.language.formulas", "Formula")]
"""Where the classes are that do not know of notebooks: the trusted ones."""

STYLES = {"proved": "#1a7f3c", "refuted": "#c8372d", "cited": "#2f6fb8", "supported": "#9a7400"}


def register() -> None:
    """Has a running IPython show theorems and formulas as HTML, LaTeX or text; without one, nothing happens."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    if shell is not None:
        formatters = shell.display_formatter.formatters
        for where, name in CLASSES:
            formatters["text/html"].for_type_by_name(where, name, html)
            formatters["text/plain"].for_type_by_name(where, name, lambda item, printer, _: printer.text(str(item)))
            formatters["text/latex"].for_type_by_name(where, name, latex)  # sympy's does not know our nodes


def html(item: Any) -> str:
    """One element for a claim, theorem, formula, outcome or answer.

    Raises:
        TypeError: for anything else.
    """
    page = _page(item, _claim, _theorem, lambda formula: _formulas([formula]), _outcome, _answer)
    return f"<div>{''.join(page)}</div>"


def latex(item: Any) -> str:
    """One display, between double dollar signs, for a claim, theorem, formula, outcome or answer.

    Raises:
        TypeError: for anything else.
    """
    page = _page(item, _claim_lines, _theorem_lines, lambda formula: _typeset([formula]), _outcome_lines, _answer_lines)
    return f"$${''.join(page)}$$"


def _page(item: Any, *pages: Callable[[Any], Iterable[str]]) -> Iterable[str]:
    """What the page of the item's kind says of it: of a claim, theorem, formula, outcome or answer, in this order."""
    from verify.author.kernel import Theorem  # noqa: PLC0415
    from verify.claims.claim import Claim  # noqa: PLC0415  # IPython is told of the pages before any of this is needed
    from verify.language.terms import Formula  # noqa: PLC0415
    from verify.prover.proving import Answer  # noqa: PLC0415
    from verify.verdicts.verdict import Outcome  # noqa: PLC0415

    kinds: list[type] = [Claim, Theorem, Formula, Outcome, Answer]
    for kind, page in zip(kinds, pages, strict=True):
        if isinstance(item, kind):
            return page(item)
    raise TypeError(f"item is a {type(item).__name__}; it must be a claim, theorem, formula, outcome or answer")


def _claim(claim: Any) -> Iterator[str]:
    kept = _kept(claim)
    yield _title(claim.id, claim.at, kept.verdict if kept else "")
    given, states, where = _split(claim, _formulas)
    yield _sequent(given, states)
    yield from (f"<div>where {formula}</div>" for formula in where)
    yield _facts({"variables": "; ".join(claim.variables), "reading": claim.reading, "printed": claim.printed})
    steps = ", ".join(f"{step.kind} {step.name}" for step in claim.steps) or "no evidence yet"
    asked = f"Examine it{' again' if kept else ''}: verify run {claim.id}"
    yield _small(f"{steps}. {asked}")


def _kept(claim: Any) -> Any:
    """The outcome of the claim, if it was examined with the sources there are now."""
    from verify.session.cache import Cache  # noqa: PLC0415  # for IPython alone it is not loaded
    from verify.session.examining import as_kept  # noqa: PLC0415

    return as_kept([claim], Cache()).get(claim.id)


def _theorem(theorem: Any) -> Iterator[str]:
    from verify.author.second_look import note_of  # noqa: PLC0415  # for IPython alone it is not loaded

    printed = _formulas([*theorem.hypotheses, theorem.conclusion])
    yield _sequent(printed[:-1], printed[-1:])
    axioms = sorted(axiom.name for axiom in theorem.axioms)
    resting = f"rests on {', '.join(axioms)}" if axioms else "rests on no axiom"
    yield _small("; ".join(filter(None, [f"theorem, by the rule {theorem.rule}", resting, note_of(theorem)])))


def _outcome(outcome: Any) -> Iterator[str]:
    yield _title(outcome.id, outcome.where, outcome.verdict)
    yield _sequent(map(_code, outcome.given), map(_code, outcome.states))
    yield from (f"<div>where {_code(formula)}</div>" for formula in outcome.abbreviations)
    found = outcome.counterexample
    at = assigned(found["assignment"]) if found else ""
    remarks = "; ".join(outcome.remarks)
    yield _facts({outcome.verdict: remarks, "reading": outcome.reading, "fails at": at})
    yield _facts({"open because": outcome.open_because})
    lines = found["lines"][-1:] if found else []
    yield from (f"<div>{_code(line)}</div>" for line in lines)
    yield from (
        f'<div style="color:{STYLES["refuted"]}">failed: {escape(failure)}</div>' for failure in outcome.failures
    )
    axioms = ", ".join(axiom["name"] for axiom in outcome.axioms) or "none"
    evidence = ", ".join(f"{item.kind} {item.name}" for item in outcome.evidence) or "none"
    yield _small(f"evidence: {evidence}; axioms: {axioms}; {outcome.seconds:.1f} s")


def _answer(answer: Any) -> Iterator[str]:
    statement = answer.statement
    yield _title(statement.relation, f"where {statement.where}" if statement.where else "", answer.verdict)
    point = answer.point or {}
    at = ", ".join(f"{variable} = {value}" for variable, value in point.items())
    rules = "; ".join(certificate.summary() for certificate in answer.certificates)
    yield _facts(
        {
            "certificates": f"{len(answer.certificates)} ({rules})" if rules else "",
            "at": at,
            "fails": answer.failure,
            "resists": answer.resists,
            "note": answer.note,
        }
    )
    yield _small(f"{answer.seconds:.1f} s")


# --- as LaTeX -------------------------------------------------------------------------------------------------------


def _claim_lines(claim: Any) -> Iterator[str]:
    from verify.report.latex import sequent  # noqa: PLC0415

    given, states, where = _split(claim, _typeset)
    yield sequent(given, states, [rf"\text{{where }}{formula}" for formula in where])


def _theorem_lines(theorem: Any) -> Iterator[str]:
    from verify.report.latex import sequent  # noqa: PLC0415
    from verify.report.letters import words  # noqa: PLC0415

    printed = _typeset([*theorem.hypotheses, theorem.conclusion])
    axioms = ", ".join(sorted(axiom.name for axiom in theorem.axioms))
    yield sequent(printed[:-1], printed[-1:], below=[words(f"rests on {axioms}")] if axioms else [])


def _outcome_lines(outcome: Any) -> Iterator[str]:
    from verify.report.latex import sequent  # noqa: PLC0415
    from verify.report.letters import words  # noqa: PLC0415

    given, states, where = _statement(outcome)
    failing = _failing_lines(outcome, states)
    below = [f"{outcome.verdict}, {remark}" for remark in outcome.remarks]
    below += [f"open because {outcome.open_because}"] if outcome.open_because else []
    below += [f"failed: {failure}" for failure in outcome.failures]
    title = words(f"{outcome.id}, {outcome.where}: ") + rf"\textbf{{{outcome.verdict}}}"
    yield sequent(
        given, states, [*(rf"\text{{where }}{formula}" for formula in where), *failing, *map(words, below)], [title]
    )


def _failing_lines(outcome: Any, states: Sequence[str]) -> Iterator[str]:
    """Where a refuted claim fails, and with which numbers; `states` are its conclusions, typeset."""
    from verify.report.letters import name, words  # noqa: PLC0415
    from verify.report.text import violation  # noqa: PLC0415
    from verify.report.typed import counted  # noqa: PLC0415

    found = outcome.counterexample
    if not found:
        return
    kinds = [line.rpartition(": ") for line in outcome.variables]
    vectors = {variable for names, _, kind in kinds if kind == "vector" for variable in names.split(", ")}
    values = found["assignment"].items()
    at = r",\ ".join(f"{name(variable, variable in vectors).tex} = {counted(value)}" for variable, value in values)
    yield rf"\text{{fails at }}{at}"
    last = found["lines"][-1]
    numbers = violation([last], outcome.states)
    if numbers == last or not numbers.endswith(" is false"):
        yield words(last)
    else:
        said = rf"\text{{but not }}{states[found['refutes']]}\text{{: }}"
        yield said + counted(numbers.removesuffix(" is false")) + r"\text{ is false}"


def _split(claim: Any, typeset: Any) -> tuple[list[str], list[str], list[str]]:
    """Hypotheses, conclusions and abbreviations of a claim, typeset with one notation."""
    given, states, where = claim.shown_given, claim.shown_states, claim.shown_where
    printed = typeset([*given, *states, *where])
    first, last = len(given), len(given) + len(states)
    return printed[:first], printed[first:last], printed[last:]


def _statement(outcome: Any) -> tuple[list[str], list[str], list[str]]:
    """Its formulas: an outcome has them in words, and those of the claim that reads so are terms."""
    from verify.claims.registry import current  # noqa: PLC0415
    from verify.report.letters import words  # noqa: PLC0415
    from verify.usage import UnknownClaim  # noqa: PLC0415

    try:
        claim = current().claim(outcome.id)
    except UnknownClaim:
        claim = None
    parts = outcome.given, outcome.states, outcome.abbreviations
    if claim is not None:
        shown = claim.shown_given, claim.shown_states, claim.shown_where
        if tuple([*map(str, formulas)] for formulas in shown) == parts:
            return _split(claim, _typeset)
    given, states, where = ([words(text) for text in part] for part in parts)
    return given, states, where


def _answer_lines(answer: Any) -> Iterator[str]:
    from verify.report.latex import printed, sequent  # noqa: PLC0415
    from verify.report.letters import words  # noqa: PLC0415
    from verify.report.typed import typed  # noqa: PLC0415

    statement = answer.statement
    said = {"fails": answer.failure, "resists": answer.resists, "note": answer.note}
    below = []
    if answer.point:
        at = r",\ ".join(f"{printed(variable)} = {printed(value)}" for variable, value in answer.point.items())
        below.append(words("at ") + at)
    below += [words(f"{label}: {text}") for label, text in said.items() if text]
    given = [typed(statement.where)] if statement.where.strip() else []
    yield sequent(given, [typed(statement.relation)], below, [rf"\textbf{{{answer.verdict}}}"])


def _typeset(formulas: Sequence[Any]) -> list[str]:
    from verify.report.latex import latex as made  # noqa: PLC0415

    return made(formulas)


# --- parts ----------------------------------------------------------------------------------------------------------


def _formulas(formulas: Sequence[Any]) -> list[str]:
    """Each as MathML; a counterexample in words, with its numbers."""
    from verify.language.terms import Counterexample  # noqa: PLC0415
    from verify.report.mathml import mathml  # noqa: PLC0415

    plain = [formula for formula in formulas if not isinstance(formula, Counterexample)]
    printed = iter(mathml(plain))
    return [_fails(formula) if isinstance(formula, Counterexample) else next(printed) for formula in formulas]


def _fails(found: Any) -> str:
    *given, states = _formulas([*found.given, found.states])
    at = _code(", ".join(f"{name} = {value}" for name, value in found.assignment.items()))
    return f"not always: {_sequent(given, [states])}<div>fails at {at}</div><div>{_code(found.lines[-1])}</div>"


def _sequent(given: Iterable[str], states: Iterable[str]) -> str:
    left = ", &#8194;".join(given)
    return f"<div>{left} <b>&#8866;</b> {'<br/>'.join(states)}</div>"


def _title(name: str, place: str, verdict: str = "") -> str:
    colour = STYLES.get(verdict, "inherit")
    said = f' <b style="color:{colour}">{escape(verdict)}</b>' if verdict else ""
    return f"<div><b>{escape(name)}</b> <span>{escape(place)}</span>{said}</div>"


def _facts(facts: dict[str, str]) -> str:
    return "".join(f"<div><i>{escape(label)}:</i> {escape(text)}</div>" for label, text in facts.items() if text)


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"


def _small(text: str) -> str:
    return f'<div style="opacity:.7;font-size:85%">{escape(text)}</div>'

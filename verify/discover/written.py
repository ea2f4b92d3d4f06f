"""The steps of a proof as lines of Python: each is made as it is written, without what it does not need."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import sympy
from sympy import Symbol

from verify import audit, axioms
from verify.author.kernel import KernelError, Theorem
from verify.claims.claim import Claim
from verify.discover.facts import Fact
from verify.discover.spelling import Spelling
from verify.language import terms
from verify.language.terms import IllFormed
from verify.prover.alarm import worked
from verify.prover.rejected import Resists

SLIMMING: Final = 5.0
"""Seconds, in all, for what steps can do without."""

TAKES_HYPOTHESES: Final = ("combine(", "at(", "follows(")
"""Calls that take a hypothesis in the place of a theorem that assumes it."""

SHORT: Final = 24
"""Characters of a local hypothesis that is written wherever it is used."""

REFUSALS = (
    KernelError, IllFormed, Resists, SyntaxError, NameError, TypeError, ValueError, AttributeError, LookupError,
)  # fmt: skip
"""How what is written can fail."""

STEP: Final = re.compile(r"\bs\d+\b")
"""The name of a step; no variable has such a name."""

_NOTHING: Final = "∅"


class CannotWrite(Exception):
    """What is written does not give the theorem again; the message says at which step."""


class Steps:
    """The steps of a proof as lines, in order of dependence."""

    def __init__(self, names: Spelling, claim: Claim) -> None:
        self._lines: list[tuple[str, str]] = []
        self._names = names
        self._name_of: dict[Fact, str] = {}
        self._by_code: dict[str, str] = {}
        self._declared: set[Symbol] = set()
        self._until = worked() + SLIMMING
        self._values: dict[str, Any] = {n: getattr(sympy, n) for n in dir(sympy) if not n.startswith("_")}
        self._values |= {n: getattr(terms, n) for n in terms.__all__} | {n: getattr(audit, n) for n in audit.__all__}
        self._values |= {n: getattr(axioms, n) for n in axioms.__all__ if n.isupper()}
        self._values |= {"given": claim.given, "claim": claim}

    def name(self, fact: Fact) -> str:
        """The name of a step, after the lines that it needs have been written.

        Raises:
            CannotWrite: where the step, as it is written, is refused.
        """
        if fact not in self._name_of:
            self._name_of[fact] = self._written(fact)
        return self._name_of[fact]

    def returning(self, facts: Sequence[Fact]) -> tuple[list[str], list[str]]:
        """The lines that these steps need, numbered anew, and the names of the steps among them."""
        wanted = [self.name(fact) for fact in facts]
        live, kept = set(wanted), list[tuple[str, str]]()
        for name, code in reversed(self._lines):
            if name in live:
                kept.insert(0, (name, code))
                live |= set(STEP.findall(code))
        again = {name: f"s{n}" for n, (name, _) in enumerate(kept, 1)}
        lines = [f"{again[name]} = {STEP.sub(lambda found: again[found[0]], code)}" for name, code in kept]
        return lines, [again[name] for name in wanted]

    def _written(self, fact: Fact) -> str:
        for premise in fact.premises:
            if not self._assumed(premise) and self._says(self.name(premise), fact):
                return self.name(premise)
        code = self._code(fact, self._needed(fact))
        if code not in self._by_code:
            name = f"s{len(self._by_code) + 1}"
            self._values[name] = self._made(code)
            self._by_code[code] = name
            self._lines.append((name, code))
        return self._by_code[code]

    def _says(self, name: str, fact: Fact) -> bool:
        """Whether a step says already what another one concludes from it."""
        made = self._values[name]
        return made.conclusion == fact.conclusion and _is_no_weaker(made, fact.theorem)

    def _code(self, fact: Fact, needed: list[Fact]) -> str:
        """The call that makes a step from some of its premises."""
        plain = self._takes_hypotheses(fact)
        said = [self._said(p, plain) if p in needed else _NOTHING for p in fact.premises]
        return _tidied(fact.code(self._names, said))

    def _takes_hypotheses(self, fact: Fact) -> bool:
        return fact.code(self._names, ["s0"] * len(fact.premises)).startswith(TAKES_HYPOTHESES)

    def _said(self, fact: Fact, plain: bool) -> str:
        """A premise as it is written in a call; one that takes hypotheses is given these themselves."""
        formula = self._assumed(fact)
        if plain and formula and (formula.startswith("given[") or len(formula) <= SHORT):
            return formula
        return self.name(fact)

    def _assumed(self, fact: Fact) -> str:
        """The formula that a step assumes; empty where it does something else."""
        code = "" if fact.premises else fact.code(self._names, ())
        return code.removeprefix("assume(").removesuffix(")") if code.startswith("assume(") else ""

    def _needed(self, fact: Fact) -> list[Fact]:
        """The premises of a step without those that it can do without."""
        kept = list(fact.premises)
        if not self._takes_hypotheses(fact):
            return kept
        for less in _trials(kept, [p for p in kept if self._assumed(p)]):
            rest = [p for p in kept if p not in less]
            if len(rest) == len(kept) or worked() > self._until:
                continue
            try:
                made = self._made(self._code(fact, rest))
            except CannotWrite:
                continue
            if isinstance(made, Theorem) and made.conclusion == fact.conclusion and _is_no_weaker(made, fact.theorem):
                kept = rest
        return kept

    def _made(self, code: str) -> Any:
        """What a call gives.

        Raises:
            CannotWrite: where it is refused.
        """
        new = set(self._names.named) - self._declared
        if new:
            exec("\n".join(self._names.declarations()), self._values)
            self._declared |= new
        try:
            return eval(code, self._values)
        except REFUSALS as error:
            raise CannotWrite(f"{code}: {error}") from error


def _trials(premises: Sequence[Fact], assumed: Sequence[Fact]) -> Iterator[Sequence[Fact]]:
    """What is left out together: all but the first, all hypotheses, and each by itself."""
    for several in (premises[1:], assumed):
        if len(several) > 1:
            yield several
    for premise in premises:
        yield [premise]


def _is_no_weaker(made: Theorem, than: Theorem) -> bool:
    return set(made.hypotheses) <= set(than.hypotheses)


def _tidied(code: str) -> str:
    """A call without what is left out, and without lists of nothing at its end."""
    for empty in (f"{_NOTHING}, ", f", {_NOTHING}", _NOTHING):
        code = code.replace(empty, "")
    for empty in (", [], [])", ", [])", ", by=[])"):
        if code.endswith(empty):
            return code.removesuffix(empty) + ")"
    return code

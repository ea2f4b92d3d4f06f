"""A proof that was found, as a Python module which the author of the claim can keep.

Each step is a line, in order of dependence, and each is made again as it is written: what a step does not need is left
out of it. What the module returns is put to the kernel before it is shown.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sympy

from verify import audit, axioms
from verify.author import kernel
from verify.author.kernel import Theorem
from verify.claims.claim import Claim
from verify.discover.breaking import broken
from verify.discover.facts import Fact
from verify.discover.spelling import Spelling, read
from verify.discover.written import REFUSALS, CannotWrite, Steps
from verify.language import terms

BUILT_IN: Final = {"list", "found"}
"""Names in a proof that need not be imported."""


@dataclass(frozen=True)
class Module:
    """A module with a proof.

    declared: the lines that declare variables; stated: those that declare the claim, where the module does; proof: the
    lines of the function, without its decorator; of: the module and the name there of the claim that is imported, each
    empty where none is; name: what the claim is called that is proved.
    """

    summary: str
    declared: tuple[str, ...]
    proof: tuple[str, ...]
    of: tuple[str, str]
    name: str
    stated: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The whole module."""
        own = f"from {self.of[0]} import {self.of[1]}" if self.of[1] else ""
        parts = [self.declared, self.stated]
        before = ["".join(f"{line}\n" for long in part for line in broken(long)) for part in parts if part]
        proof = "".join(f"{line}\n" for long in (f"@{self.name}.proof", *self.proof) for line in broken(long))
        body = "\n".join(before) + "\n\n" + proof if before else "\n" + proof
        lines = [*self.declared, *self.stated, *self.proof]
        return f'"""{self.summary}"""\n\n{imports(lines, own, {self.of[1], self.name})}{body}'

    def theorems(self, claim: Claim) -> list[Theorem]:
        """What its function gives for the claim, which need not be the one that it was written for, in a fresh run."""
        scope: dict[str, Any] = {}
        lines = [imports([*self.declared, *self.proof]), *self.declared, *self.proof]
        exec(compile("\n".join(lines), "<a proof that was found>", "exec"), scope)
        returned = scope["found"](claim)
        return list(returned) if isinstance(returned, list) else [returned]


def module(claim: Claim, facts: Sequence[Fact]) -> Module:
    """The module with the proof of a claim by these facts, one a formula of its statement.

    Raises:
        CannotWrite: where what is written does not prove the claim.
    """
    names = Spelling(claim)
    proof = proof_lines(claim, facts, names)
    where, name = named(claim)
    made = Module(
        f"A proof of {claim.id}.", tuple(declared(names, proof)), tuple(proof), (where, name), name or "CLAIM"
    )
    accepted(made, claim)
    return made


def proof_lines(claim: Claim, facts: Sequence[Fact], names: Spelling) -> list[str]:
    """The function that proves a claim.

    Raises:
        CannotWrite: where a step is refused as it is written.
    """
    lines, returned = Steps(names, claim).returning(facts)
    last = f"return {returned[0]}" if len(returned) == 1 else f"return [{', '.join(returned)}]"
    steps = len(lines)
    if last == f"return s{steps}":
        last = "return " + lines.pop().removeprefix(f"s{steps} = ")
    uses = any("given[" in line for line in (*lines, last))
    whole = ["given = claim.given", *lines, last] if uses else [*lines, last]
    result = "list[Theorem]" if len(returned) > 1 else "Theorem"
    summary = f"Found by a search from the statement alone: {_counted(steps)}."
    return [f"def found(claim: Claim) -> {result}:", f'    """{summary}"""', *(f"    {line}" for line in whole)]


def accepted(made: Module, claim: Claim) -> None:
    """Refuses unless what the module returns is the claim.

    Raises:
        CannotWrite: with the reason.
    """
    try:
        theorems = made.theorems(claim)
        for theorem, states in zip(theorems, claim.states, strict=True):
            kernel.proves(theorem, claim.given, states)
    except REFUSALS as error:
        raise CannotWrite(f"the module does not prove the claim again: {error}") from error


def named(claim: Claim) -> tuple[str, str]:
    """The module that declares a claim and the claim's name there; empty where it has none."""
    scope = claim.source.scope
    name = next((n for n, value in scope.items() if value is claim and n.isidentifier()), "")
    return (claim.source.module, name) if name else ("", "")


def _counted(steps: int) -> str:
    return "one step" if steps == 1 else f"{steps} steps"


def imports(lines: Sequence[str], own: str = "", without: Collection[str] = ()) -> str:
    """What has to be imported for these lines, and a line of the author's own beside it; not these names.

    Raises:
        CannotWrite: for a name that nothing gives.
    """
    tree = ast.parse("\n".join(lines))
    stored = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    stored |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    used = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} - stored - BUILT_IN - set(without)
    rooms: dict[str, list[str]] = {}
    for name in sorted(used):
        rooms.setdefault(_room(name), []).append(name)
    made = [f"from {room} import ({', '.join(names)})" for room, names in sorted(rooms.items())]
    made = sorted([*made, *([own] if own else [])])
    return "".join(f"{line}\n" for long in made for line in _import(long)) + "\n"


def _room(name: str) -> str:
    if name in audit.__all__:
        return "verify.audit"
    if name in terms.__all__:  # Predicate is a name of sympy, too
        return "verify.language.terms"
    if hasattr(sympy, name):
        return "sympy"
    if name in axioms.__all__:
        return "verify.axioms"
    raise CannotWrite(f"{name} is no name of verify.audit or sympy")


def _import(line: str) -> list[str]:
    plain = line.replace("(", "").replace(")", "")
    return [plain] if len(plain) <= 120 else broken(line)


def declared(names: Spelling, lines: Sequence[str]) -> list[str]:
    """The declarations of the variables that are used in these lines."""
    used = {n.id for n in ast.walk(ast.parse("\n".join(lines))) if isinstance(n, ast.Name)}
    names.only({name for name in names.named.values() if read(name) in used})
    return names.declarations()

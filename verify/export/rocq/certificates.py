"""Certificates of inequalities as proofs in Rocq: a lemma for each node of the tree, proved by the node's own rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from verify.core.certificate import ALL_RULES, Certificate
from verify.core.nodes import Term
from verify.export.rocq import certificate_rules
from verify.export.rocq.definedness import Writer
from verify.export.rocq.certificate_covers import boxes
from verify.export.rocq.certificate_polynomials import polynomial
from verify.export.rocq.certificate_scripts import Script
from verify.export.rocq.certificate_segments import concave, monotone
from verify.export.rocq.names import REAL_TYPE, Head, Inexpressible, Names

_RULES: Final[Mapping[str, Callable[[Script], None]]] = {
    **certificate_rules.RULES, "monotone": monotone, "concave": concave, "boxes": boxes, "polynomial": polynomial,
}  # fmt: skip
UNWRITTEN: Final = frozenset(ALL_RULES) - frozenset(_RULES)
"""The rules of certificates that have no form in Rocq yet; a search can do without them."""
_MOST_LEMMAS: Final = 2000


class Lemma(NamedTuple):
    """A lemma: its name, what it states, and the tactics that prove it."""

    name: str
    statement: str
    proof: str

    def __str__(self) -> str:
        return f"Lemma {self.name} : {self.statement}.\nProof.\n{self.proof}\nQed."


def certified(writer: Writer, certificate: Certificate, prefix: str) -> list[Lemma]:
    """One lemma for each node of the tree, the parts first; the last is the whole.

    A lemma says: for all real values of the node's variables at which its conditions are defined and true and its goal
    is defined, the goal is true. Equal nodes have one lemma.

    Raises:
        Inexpressible: where a rule, or a term, has no form in Rocq yet.
    """
    found: list[Lemma] = []
    names: dict[str, str] = {}

    def prove(c: Certificate) -> str:
        parts = [prove(p) for p in c.parts]
        statement = stated(writer, c)
        if statement not in names:
            if c.rule in UNWRITTEN:
                raise Inexpressible(f"the rule {c.rule!r} of certificates")
            script = Script(writer, c, parts)
            _RULES[c.rule](script)
            names[statement] = f"{prefix}_{len(found) + 1}"
            found.append(Lemma(names[statement], statement, _proof(script)))
            if len(found) > _MOST_LEMMAS:
                raise Inexpressible("a certificate of very many nodes")
        return names[statement]

    prove(certificate)
    return found


def stated(writer: Writer, certificate: Certificate) -> str:
    """What a node says: for all values of its variables, where its terms are defined and its conditions true."""
    said: list[str] = []
    for g in certificate.given:
        said += [*writer.defined(g), writer.formula(g)]
    said += [*writer.defined(certificate.shows), writer.formula(certificate.shows)]
    *given, goal = said
    said = [*dict.fromkeys(given), goal]
    variables = [writer.names.of(Head(v, (REAL_TYPE,))) for v in certificate.variables]
    bound = f"forall ({' '.join(variables)} : R), " if variables else ""
    return bound + " -> ".join(said)


def _proof(script: Script) -> str:
    statement = stated(script.writer, script.node.certificate)
    lines = ["intros."]
    if "PI" in statement or any("PI" in line for line in script.lines):
        lines.append("assert (P' := PI_bounds).")
    right = script.node.certificate.shows.args[2]
    if _is_zero(right):
        lines.append(f"apply {'Rlt_gt' if script.strict else 'Rle_ge'}.")
    else:
        lines.append(f"apply {'gt_of' if script.strict else 'ge_of'}.")
        lines.append(f"enough ({script.sign(script.term, script.strict)}) by (rel_close).")
    return "\n".join([*lines, *script.lines])


def _is_zero(t: Term) -> bool:
    return t.kind == "number" and not t.args[0]


_HEAD: Final = "(* {title} *)\nFrom Verify Require Import Signs.\n"


def prove_file(certificate: Certificate) -> str:
    """A file of its own that proves the inequality of a certificate, and shows what it rests on.

    Raises:
        Inexpressible: where a rule, or a term, has no form in Rocq yet.
    """
    writer = Writer(Names())
    for formula in (*certificate.given, certificate.shows):
        writer.names.learn(formula)
    lemmas = certified(writer, certificate, "step")
    *steps, whole = lemmas
    last = f"Theorem inequality : {whole.statement}.\nProof.\n{whole.proof}\nQed.\nPrint Assumptions inequality."
    title = "An inequality, proved by the rules of its certificate."
    return "\n\n".join([_HEAD.format(title=title), *map(str, steps), last]) + "\n"

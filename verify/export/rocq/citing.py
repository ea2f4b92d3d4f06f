"""The rule "certify": a certificate's lemmas bring a theorem in."""

from __future__ import annotations


from verify.core.certificate import Certificate
from verify.core.definedness import conditions
from verify.core.kernel import Theorem
from verify.core.obligations import needed
from verify.export.rocq import certificates
from verify.export.rocq.lemmas import ENTER, Statements
from verify.export.rocq.settling import asserted, concluded


def certified(statements: Statements, theorem: Theorem, prefix: str) -> tuple[str, list[certificates.Lemma]]:
    """What a certificate proves, and the lemmas for its nodes."""
    certificate = theorem.parameters["certificate"]
    lemmas = certificates.certified(statements.write, certificate, prefix)
    given = list(dict.fromkeys(needed(certificate)))
    known = list(theorem.hypotheses)
    lines = [ENTER, asserted(statements, known, [*given, *conditions(theorem.conclusion)])]
    known += [*given, *conditions(theorem.conclusion)]
    whole = " ".join([lemmas[-1].name, *(statements.write.term(v) for v in certificate.variables)])
    asked = len(list(dict.fromkeys(_said_before(statements, certificate))))
    lines.append(statements.fed("P0", whole, asked))
    lines.append(concluded(statements, known, certificate.shows, theorem.conclusion, "P0"))
    return "\n".join(lines), lemmas


def _said_before(statements: Statements, certificate: Certificate) -> list[str]:
    """What the lemma asks for: that its conditions, and its goal, are defined, and its conditions."""
    write = statements.write
    said = [p for g in certificate.given for p in (*write.defined(g), write.formula(g))]
    return [*said, *write.defined(certificate.shows)]

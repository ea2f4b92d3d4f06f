"""What `verify prove` wrote: a statement as text, and certificates of it; checked without any search.

The statement is what the text says, read by `grammar`: the conditions of `where` are hypotheses, each relation is a
conclusion, every name is a real variable. The terms of certificates are JSON, as in proof files. A theorem says that
its conclusion is defined, too: where that takes more than signs settle, the file has certificates of what it takes,
before those of the relations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from verify.core import kernel
from verify.core.certificate import Certificate, certificate_from_json
from verify.core.grammar import NO_VARIABLES, read_relations
from verify.core.kernel import Theorem
from verify.core.nodes import Refused, Term
from verify.core.proofs import Checked
from verify.core.reading import Unreadable, decode, listed, record, said

FORMAT: Final = "verify certificate 2"
_SHOWN = ("resists", "note", "point", "violation")
"""What an answer may say besides, which is not needed here."""


def check_answer(data: Any) -> Checked:
    """The theorems that the answer claims, each made by the kernel from its certificates.

    Sound: the theorems are made by the kernel and say what the text says; the certificates only help.

    Raises:
        Refused: naming what does not hold.
    """
    fields = record(data, "an answer", ["format", "verdict", "relation", "where"], ["certificate", *_SHOWN])
    if fields["format"] != FORMAT:
        raise Unreadable(f"the format must be {FORMAT!r}, not {said(fields['format'])}")
    if fields["verdict"] != "proved":
        raise Unreadable(f"only proofs have certificates, the verdict is {said(fields['verdict'])}")
    given = list(dict.fromkeys(_relations(fields, "where")))
    goals = _relations(fields, "relation")
    if not goals:
        raise Unreadable("the relation is empty")
    known = frozenset[Term]().union(*(f.free for f in given))
    for v in frozenset[Term]().union(*(f.free for f in (*given, *goals))):
        if v not in known or v.args[0] in NO_VARIABLES:
            raise Unreadable(f"{v.args[0][:40]} has no domain: where must say -oo < {v.args[0][:40]} < oo, or more")
    given = [g for g in given if g.args[1] is not g.args[2] or g.args[1].kind != "variable"]  # a variable has a value
    certificates = []
    for n, written in enumerate(listed(fields.get("certificate", []), "certificate")):
        try:
            certificates.append(certificate_from_json(written, decode))
        except Refused as error:
            raise type(error)(f"certificate {n}: {error}") from None
    lemmas: list[Theorem] = []
    return Checked(tuple(_proved(goal, given, certificates, lemmas) for goal in goals))


def _relations(fields: dict[str, Any], name: str) -> list[Term]:
    if type(fields[name]) is not str:
        raise Unreadable(f"{name} must be a text, not {said(fields[name])}")
    try:
        return read_relations(fields[name], infinite=name == "where")
    except Refused as error:
        raise type(error)(f"{name}: {error}") from None


def _proved(goal: Term, given: Sequence[Term], certificates: Sequence[Certificate], lemmas: list[Theorem]) -> Theorem:
    """The theorem given ⊢ goal; certificates of other goals are tried as lemmas, and kept for the next goal."""
    refused: Refused = Refused("there is no certificate of it")
    for certificate in certificates:
        made = _theorem(certificate, given, lemmas)
        if isinstance(made, Refused):
            refused = made
            continue
        try:
            theorem = kernel.instantiate(made, {}, lemmas, hypotheses=given, conclusion=goal)
            kernel.proves(theorem, given, goal)
            return theorem
        except Refused as error:
            refused = error
            if made not in lemmas:
                lemmas.append(made)
    raise type(refused)(f"{goal!r} is not proved: {refused}")


def _theorem(certificate: Certificate, given: Sequence[Term], lemmas: Sequence[Theorem]) -> Theorem | Refused:
    """What the certificate proves under the conditions and the lemmas, or why it does not."""
    hypotheses = [*given, *(m.conclusion for m in lemmas)]
    try:
        made = kernel.certify(certificate, hypotheses=hypotheses, conclusion=certificate.shows)
        return kernel.instantiate(made, {}, lemmas, hypotheses=given, conclusion=certificate.shows)
    except Refused as error:
        return error

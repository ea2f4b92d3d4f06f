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
from verify.core.polynomials import difference
from verify.core.proofs import Checked
from verify.core.reading import Unreadable, decode, listed, record, said

FORMAT: Final = "verify certificate 2"
MOST: Final = 100
"""Relations, and certificates: each is checked with all before it as lemmas."""
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
    rows = listed(fields.get("certificate", []), "certificate")
    if max(len(goals), len(rows)) > MOST:
        raise Unreadable(f"it has {len(goals)} relations and {len(rows)} certificates; at most {MOST} are read")
    for n, written in enumerate(rows):
        try:
            certificates.append(certificate_from_json(written, decode))
        except Refused as error:
            raise type(error)(f"certificate {n}: {error}") from None
    settled = _Settled(given, certificates)
    return Checked(tuple(map(settled.proved, goals)))


def _relations(fields: dict[str, Any], name: str) -> list[Term]:
    if type(fields[name]) is not str:
        raise Unreadable(f"{name} must be a text, not {said(fields[name])}")
    try:
        return read_relations(fields[name], infinite=name == "where")
    except Refused as error:
        raise type(error)(f"{name}: {error}") from None


class _Settled:
    """The theorems of certificates under the conditions, each made once; those made serve the next as lemmas."""

    def __init__(self, given: Sequence[Term], certificates: Sequence[Certificate]) -> None:
        self.given, self.certificates = given, certificates
        self.made: dict[int, Theorem] = {}
        self._refused: dict[int, tuple[int, Refused]] = {}

    def proved(self, goal: Term) -> Theorem:
        """The theorem given ⊢ goal: of the first certificate that says the goal as it is, or else in other words."""
        refused: Refused = Refused("there is no certificate of it")
        for as_it_is in (True, False):
            for n, certificate in enumerate(self.certificates):
                try:
                    theorem = self._theorem(n, certificate)
                    if (difference(theorem.conclusion) is difference(goal)) == as_it_is:
                        return self._says(theorem, goal)
                except Refused as error:
                    refused = error
        raise type(refused)(f"{goal!r} is not proved: {refused}")

    def _theorem(self, n: int, certificate: Certificate) -> Theorem:
        """What the certificate proves under the conditions and the lemmas."""
        if n in self.made:
            return self.made[n]
        lemmas = list(dict.fromkeys(self.made.values()))
        if n in self._refused and self._refused[n][0] == len(lemmas):  # it would be refused again
            raise self._refused[n][1]
        hypotheses = [*self.given, *(m.conclusion for m in lemmas)]
        try:
            made = kernel.certify(certificate, hypotheses=hypotheses, conclusion=certificate.shows)
            made = kernel.instantiate(made, {}, lemmas, hypotheses=self.given, conclusion=certificate.shows)
        except Refused as error:
            self._refused[n] = (len(lemmas), error)
            raise
        self.made[n] = made
        return made

    def _says(self, made: Theorem, goal: Term) -> Theorem:
        """The theorem of the goal; those of other certificates may say that it is defined."""
        lemmas = [m for m in dict.fromkeys(self.made.values()) if m is not made]
        theorem = kernel.instantiate(made, {}, lemmas, hypotheses=self.given, conclusion=goal)
        kernel.proves(theorem, self.given, goal)
        return theorem

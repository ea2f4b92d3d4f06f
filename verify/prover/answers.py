"""What the prover found, put to the core: a statement is proved only if the core accepts the file that says so."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from verify.core.answers import FORMAT, check_answer
from verify.core.certificate import Certificate as CoreCertificate
from verify.core.certificate import certificate_to_json, check_certificate
from verify.core.definedness import conditions
from verify.core.grammar import read_relations
from verify.core.nodes import Refused, Term
from verify.core.obligations import vanishes
from verify.core.polynomials import difference, minus, negative
from verify.core.reading import parsed
from verify.core.terms import relation as formula
from verify.core.terms import sides
from verify.language.core_json import encode
from verify.prover.certificate import Certificate
from verify.prover.core_certificates import core_certificate
from verify.prover.nested_roots import flattened, rewritten
from verify.prover.rejected import Rejected
from verify.prover.root_factors import signs_of_factors

_STUMBLES = (Rejected, ArithmeticError, AttributeError, LookupError, NotImplementedError, TypeError, ValueError)


def accepted(relation: str, where: str, certificates: Sequence[Certificate]) -> dict[str, Any]:
    """The content of a file that proves the statement, which the core has read and checked as any other.

    The core reads the statement from its text; of the certificates it believes nothing. Where their goals do not say at
    once what the text says, as sympy wrote them in another form, they are rewritten.

    Args:
        relation: the text of the relations.
        where: that of the conditions.
        certificates: those of what must hold for all to be defined, then one of each relation, in order.

    Raises:
        Refused: by the core, or where a certificate cannot be said in its terms.
    """
    made = [_in_core_terms(c) for c in certificates]
    try:
        return _checked(relation, where, made)
    except Refused as refused:
        try:
            helpful = [_in_core_terms(c) for c in signs_of_factors(certificates)]
            return _checked(relation, where, _of_the_text(relation, where, made, helpful))
        except Refused:
            raise refused from None


def _checked(relation: str, where: str, certificates: Sequence[CoreCertificate]) -> dict[str, Any]:
    written = [certificate_to_json(c, encode) for c in certificates]
    data = {"format": FORMAT, "verdict": "proved", "relation": relation, "where": where, "certificate": written}
    try:
        text = json.dumps(data)
    except RecursionError:
        raise Refused("the certificates are nested too deeply") from None
    check_answer(parsed(text.encode()))
    return data


def _of_the_text(
    relation: str, where: str, certificates: Sequence[CoreCertificate], helpful: Sequence[CoreCertificate]
) -> list[CoreCertificate]:
    """Certificates of what the formulas of the text need to be defined, and of these, made of those that there are.

    What the helpful ones say is known besides, if the core sees that it follows from the conditions of the text.
    """
    goals = read_relations(relation)
    given = tuple(g for g in read_relations(where, infinite=True) if g.args[1] is not g.args[2])
    first = len(certificates) - len(goals)
    if first < 0:
        raise Refused("a relation has no certificate")
    variables = tuple(dict.fromkeys(v for part in certificates for v in part.variables))
    found = list(certificates[:first])
    for v in variables:
        signs = (CoreCertificate(variables, given, formula(op, v), "obvious", {}) for op in (">", "≥"))
        found += [c for c in signs if _is_accepted(c)][:1]
    found += [c for part in helpful if _is_accepted(c := rewritten(part, given, part.shows))]
    for needed in dict.fromkeys(c for goal in goals for c in conditions(goal)):
        found += [rewritten(part, given, shows) for part in certificates[:first] for shows in _says(part, needed)]
    given += tuple(part.shows for part in found)
    return found + [_of_the_goal(part, given, goal) for goal, part in zip(goals, certificates[first:], strict=True)]


def _of_the_goal(part: CoreCertificate, given: tuple[Term, ...], goal: Term) -> CoreCertificate:
    made = flattened(part, given, goal)
    return made if made is not None and _is_accepted(made) else rewritten(part, given, goal)


def _is_accepted(certificate: CoreCertificate) -> bool:
    try:
        check_certificate(certificate)
    except Refused:
        return False
    return True


def _says(part: CoreCertificate, needed: Term) -> Iterator[Term]:
    """What a certificate of a term that is equal to the one in need says of that: the latter's sign."""
    if needed.kind == "relation":
        gap, shown = difference(needed), difference(part.shows)
        signed = (gap, negative(gap)) if sides(needed)[0] == "≠" else (gap,)
        yield from (formula(part.shows.args[0], t) for t in signed if t is not shown and vanishes(minus(t, shown), ()))


def accepted_certificate(certificate: Certificate) -> CoreCertificate:
    """The certificate in the core's terms, which the core has checked.

    Raises:
        Refused: as `accepted`.
    """
    made = _in_core_terms(certificate)
    check_certificate(made)
    return made


def _in_core_terms(certificate: Certificate) -> CoreCertificate:
    try:
        return core_certificate(certificate)
    except (*_STUMBLES, RecursionError) as error:
        said = " ".join(str(error).split())
        raise Refused(f"a certificate cannot be said in the core's terms: {type(error).__name__}: {said}") from None

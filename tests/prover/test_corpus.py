"""Every inequality of the corpus is decided as the literature has it, and certificates that are tampered with fail."""

import copy
import json
import time

import pytest

from verify.prover.files import answer_to_json, check_answer, with_margins
from verify.prover.language import expression
from verify.prover.proving import Answer, prove
from verify.prover.refute import violation
from verify.prover.rejected import Rejected

BUDGET = 180
SLOW = 1.0
"""Seconds from which tampered certificates are checked in the faster arithmetic."""


def written(answer):
    """The certificate as it stands in a file, with the margins of the second arithmetic."""
    certificates = tuple(with_margins(with_margins(c, "arb"), "mpmath") for c in answer.certificates)
    whole = Answer(**{**answer.__dict__, "certificates": certificates})
    return json.loads(json.dumps(answer_to_json(whole)))


def steps(data):
    found = [c["proof"] for c in data["certificate"]]
    for step in found:
        found += step.get("parts", [])
    return found


# --- ways to tamper: each yields changed copies ---


def changed(data, change):
    other = copy.deepcopy(data)
    change(other)
    return other


def covers(data):
    return [n for n, s in enumerate(steps(data)) if s["rule"] == "boxes"]


def without_a_box(data):
    for n in covers(data):
        tree = steps(data)[n]["data"]["tree"]
        yield changed(data, lambda d, n=n, tree=tree: steps(d)[n]["data"].update(tree=tree[:-1]))


def with_a_box_more(data):
    for n in covers(data):
        tree = steps(data)[n]["data"]["tree"]
        yield changed(data, lambda d, n=n, tree=tree: steps(d)[n]["data"].update(tree=tree + "L"))


def with_a_higher_margin(data):
    for n in covers(data):
        margins = steps(data)[n]["data"].get("margin", {})
        raised = {name: by_a_hair(margin) for name, margin in margins.items()}
        if margins:
            yield changed(data, lambda d, n=n, raised=raised: steps(d)[n]["data"]["margin"].update(raised))


def by_a_hair(margin):
    digits, exponent = margin.split("e") if "e" in margin else (margin, "-10")
    return f"{int(digits) + 1}e{exponent}"


def with_another_bound(data):
    for n in covers(data):
        row = steps(data)[n]["data"]["bounds"][0]
        moved = {"term": f"{row[2]['term']} - 1/1000000000"}
        yield changed(data, lambda d, n=n, moved=moved: steps(d)[n]["data"]["bounds"][0].__setitem__(2, moved))


def with_a_condition_less(data):
    for n, certificate in enumerate(data["certificate"]):
        if certificate["given"]:
            yield changed(data, lambda d, n=n: d["certificate"][n]["given"].pop())


def with_another_relation(data):
    yield changed(data, lambda d: d.update(relation=f"{d['relation']} and 1 < 0"))


def without_a_certificate(data):
    yield changed(data, lambda d: d["certificate"].pop())


def with_a_part_less(data):
    for n, step in enumerate(steps(data)):
        if step.get("parts"):
            yield changed(data, lambda d, n=n: steps(d)[n]["parts"].pop())
            return


def with_another_rule(data):
    yield changed(data, lambda d: steps(d)[0].update(rule="trust"))


TAMPERINGS = [
    without_a_box,
    with_a_box_more,
    with_a_higher_margin,
    with_another_bound,
    with_a_condition_less,
    with_another_relation,
    without_a_certificate,
    with_a_part_less,
    with_another_rule,
]


def test_an_inequality_is_decided_as_the_literature_has_it(known):
    answer = prove(known.relation, known.where, budget=BUDGET)
    assert answer.verdict == ("proved" if known.true else "refuted"), answer.resists
    if not known.true:
        goals = answer.statement.goals
        assert any(violation(goal, answer.statement.requirements, answer.point) for goal in goals)
        return
    data = written(answer)
    start = time.monotonic()
    check_answer(data)
    quick = time.monotonic() - start < SLOW
    for tamper in TAMPERINGS:
        for edited in tamper(data):
            with pytest.raises((Rejected, ValueError)):
                check_answer(edited, "mpmath" if quick else "arb")


def test_what_resists_is_never_decided_wrongly(resisting):
    answer = prove(resisting.relation, resisting.where, budget=0.5)
    assert answer.verdict in ("unknown", "proved" if resisting.true else "refuted")


def test_the_corpus_is_large_and_often_degenerate(corpus):
    assert len({known.name for known in corpus}) == len(corpus) >= 60
    assert sum(known.degenerate for known in corpus) >= 20
    assert {known.true for known in corpus} == {True, False}
    assert all(known.reference for known in corpus)


def test_false_statements_come_with_a_point(corpus):
    for known in corpus:
        if not known.true and known.point:
            values = dict(part.split("=") for part in known.point.split(","))
            assert all(not expression(text).free_symbols for text in values.values()), known.name

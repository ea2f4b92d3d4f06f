"""Every inequality of the corpus is decided as the literature has it, and what is tampered with proves nothing else."""

import copy
import json

import pytest

from verify.core.answers import check_answer
from verify.core.nodes import Refused
from verify.core.reading import parsed
from verify.prover.files import answer_to_json
from verify.prover.language import expression
from verify.prover.proving import prove
from verify.prover.violation import violation

BUDGET = 180


def checked(data):
    """What the core says of the file."""
    return check_answer(parsed(json.dumps(data).encode()))


def nodes(data):
    """The nodes of the certificate of the last relation."""
    found = [data["certificate"][-1]]
    for node in found:
        found += node.get("parts", [])
    return found


# --- ways to tamper: each yields changed copies ---


def changed(data, change):
    other = copy.deepcopy(data)
    change(other)
    return other


def covers(data):
    return [n for n, node in enumerate(nodes(data)) if node["rule"] == "boxes"]


def without_a_box(data):
    for n in covers(data):
        tree = nodes(data)[n]["data"]["tree"]
        yield changed(data, lambda d, n=n, tree=tree: nodes(d)[n]["data"].update(tree=tree[:-1]))


def with_a_box_more(data):
    for n in covers(data):
        tree = nodes(data)[n]["data"]["tree"]
        yield changed(data, lambda d, n=n, tree=tree: nodes(d)[n]["data"].update(tree=tree + "L"))


def with_another_bound(data):
    for n in covers(data):
        row = nodes(data)[n]["data"]["bounds"][0]
        moved = {"term": {"Add": [row[2]["term"], [-1, 10**9]]}}
        yield changed(data, lambda d, n=n, moved=moved: nodes(d)[n]["data"]["bounds"][0].__setitem__(2, moved))


def with_another_relation(data):
    yield changed(data, lambda d: d.update(relation=f"{d['relation']} and 1 < 0"))


def without_a_certificate(data):
    yield changed(data, lambda d: d["certificate"].pop())


def with_another_rule(data):
    yield changed(data, lambda d: nodes(d)[0].update(rule="trust"))


def with_a_condition_less(data):
    for n, certificate in enumerate(data["certificate"]):
        if certificate["given"]:
            yield changed(data, lambda d, n=n: d["certificate"][n]["given"].pop())


def with_a_part_less(data):
    for n, node in enumerate(nodes(data)):
        if node.get("parts"):
            yield changed(data, lambda d, n=n: nodes(d)[n]["parts"].pop())


REFUSED = [
    without_a_box,
    with_a_box_more,
    with_another_bound,
    with_another_relation,
    without_a_certificate,
    with_another_rule,
]
PERHAPS_NOT_NEEDED = [with_a_condition_less, with_a_part_less]


def test_an_inequality_is_decided_as_the_literature_has_it(known):
    answer = prove(known.relation, known.where, budget=BUDGET)
    assert answer.verdict == ("proved" if known.true else "refuted"), answer.resists
    if not known.true:
        goals = answer.statement.goals
        assert any(violation(goal, answer.statement.requirements, answer.point) for goal in goals)
        return
    data = json.loads(json.dumps(answer_to_json(answer)))
    said = [(made.hypotheses, made.conclusion) for made in checked(data).made]
    for tamper in REFUSED:
        for edited in tamper(data):
            with pytest.raises(Refused):
                checked(edited)
    for tamper in PERHAPS_NOT_NEEDED:
        for edited in tamper(data):
            try:
                again = checked(edited)
            except Refused:
                continue
            assert [(made.hypotheses, made.conclusion) for made in again.made] == said


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

"""Inequalities are decided as the literature has them, and what is tampered with proves nothing else."""

import copy
import json
from collections import Counter
from hashlib import sha256
from itertools import chain

import pytest

from tests.prover import inequalities
from tests.prover.conftest import SPREAD
from tests.prover.inequalities import tuned
from verify.core.answers import check_answer
from verify.core.nodes import Refused
from verify.core.reading import parsed
from verify.prover.files import answer_to_json
from verify.prover.language import expression
from verify.prover.proving import prove
from verify.prover.statement import parse_statement
from verify.prover.violation import violation

BUDGET = 180


def names(statements):
    return [known.name for known in statements]


def fails_at(known, text):
    """Whether the statement certainly fails at the point that a text like x=1/10, y=2 gives."""
    statement = parse_statement(known.relation, known.where)
    values = dict(part.strip().split("=") for part in text.split(",") if part)
    point = {x: expression(values[x.name]) for x in statement.variables}
    return len(point) == len(values) and any(violation(g, statement.requirements, point) for g in statement.goals)


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


def test_what_is_not_settled_is_never_decided_wrongly(judged):
    answer = prove(judged.relation, judged.where, budget=2)
    assert answer.verdict in ("unknown", "proved" if judged.true else "refuted")


def misplaced(development, test):
    """The names of added statements that the rule of the split puts into the other half."""
    added = {known.name for known in chain(*inequalities.ADDED.values())}
    wrong = [name for name in development if name in added and sha256(name.encode()).digest()[0] % 2]
    return wrong + [name for name in test if sha256(name.encode()).digest()[0] % 2 == 0]


def test_a_digest_of_the_name_splits_what_was_added():
    assert misplaced(names(inequalities.DEVELOPMENT), names(inequalities.TEST)) == []
    moved = names(inequalities.TEST)[:2]
    assert misplaced(names(inequalities.DEVELOPMENT) + moved, names(inequalities.TEST)[2:]) == moved


def test_what_the_prover_was_tuned_on_is_development():
    before = [known.name for those in (tuned.SETTLED, tuned.RESISTING) for known in chain(*those.values())]
    assert set(before) <= set(names(inequalities.DEVELOPMENT))
    assert not set(before) & set(names(inequalities.TEST))


def test_the_halves_make_up_the_corpus():
    added = [*chain(*inequalities.ADDED.values())]
    before = sum(len(those) for themes in (tuned.SETTLED, tuned.RESISTING) for those in themes.values())
    assert len(inequalities.DEVELOPMENT) + len(inequalities.TEST) == len(added) + before == len(inequalities.CORPUS)
    assert len(added) * 2 / 5 < len(inequalities.TEST) < len(added) * 3 / 5
    with pytest.raises(ValueError, match="no half 'unseen'"):
        inequalities.themes("unseen")


def test_the_corpus_is_large_often_degenerate_and_often_false():
    assert len(inequalities.CORPUS) >= 700
    assert len(inequalities.TEST) >= 250
    for those in (inequalities.DEVELOPMENT, inequalities.TEST):
        assert sum(known.degenerate for known in those) >= len(those) / 2
        assert sum(not known.true for known in those) >= len(those) / 4


@pytest.mark.parametrize("theme", inequalities.ADDED)
def test_a_theme_has_statements_of_both_truth_values_in_the_test_half(theme):
    assert {known.true for known in inequalities.themes("test")[theme]} == {True, False}


def test_no_statement_is_there_twice():
    assert [name for name, times in Counter(names(inequalities.CORPUS)).items() if times > 1] == []
    texts = Counter((known.relation, known.where) for known in inequalities.CORPUS)
    assert [text for text, times in texts.items() if times > 1] == []


def test_every_statement_has_a_reference():
    assert [known.name for known in inequalities.CORPUS if not known.reference.strip()] == []


def test_what_is_tried_in_the_ordinary_run_is_a_spread():
    tried = [k for k in inequalities.SETTLED if k.name not in tuned.LONG][::SPREAD]
    assert len(tried) <= 40
    assert {known.true for known in tried} == {True, False}
    assert set(names(inequalities.SETTLED)) >= tuned.LONG


@pytest.mark.parametrize("false", [k for k in inequalities.CORPUS if not k.true], ids=lambda known: known.name)
def test_a_false_statement_fails_at_its_point(false):
    assert fails_at(false, false.point)


def test_a_point_that_does_not_violate_is_noticed():
    (jordan,) = (known for known in inequalities.CORPUS if known.name == "jordan-past")
    assert fails_at(jordan, jordan.point)
    assert not fails_at(jordan, "x=1")


def test_a_true_statement_comes_with_no_point():
    assert [known.name for known in inequalities.CORPUS if known.true and known.point is not None] == []

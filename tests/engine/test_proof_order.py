"""Proofs in the order of reading."""

from hypothesis import given
from hypothesis import strategies as st

from verify.report.proof_order import reading_order, references


def proof(*premises, roots=None):
    nodes = [{"rule": "combine", "premises": list(p)} for p in premises]
    return {"nodes": nodes, "roots": roots or [len(nodes) - 1]}


@st.composite
def proofs(draw):
    count = draw(st.integers(1, 12))
    premises = [draw(st.lists(st.integers(0, n - 1), max_size=4)) if n else [] for n in range(count)]
    return proof(*premises, roots=draw(st.lists(st.integers(0, count - 1), min_size=1, max_size=3)))


def reached(found):
    pending, seen = list(found["roots"]), set()
    while pending:
        node = pending.pop()
        seen.add(node)
        pending += [n for n in found["nodes"][node]["premises"] if n not in seen]
    return seen


@given(proofs())
def test_every_step_that_is_used_stands_there_once(found):
    order = [place.node for place in reading_order(found)]
    assert len(order) == len(set(order))
    assert set(order) == reached(found)


@given(proofs())
def test_each_premise_is_below_or_referred_to(found):
    places = reading_order(found)
    at = {place.node: position for position, place in enumerate(places)}
    for place in places:
        for premise, elsewhere in references(place, found["nodes"][place.node]):
            assert premise in at
            if not elsewhere:
                assert at[premise] > at[place.node]


def test_the_main_line_stays_at_the_left_and_comes_last():
    places = reading_order(proof([], [0], [1], [], [2, 3]))
    assert [(place.node, place.depth) for place in places] == [(4, 0), (3, 1), (2, 0), (1, 0), (0, 1)]


def test_a_step_used_twice_stands_where_it_is_first_used():
    places = reading_order(proof([], [0], [0], [1, 2]))
    assert [place.node for place in places] == [3, 1, 0, 2]
    assert list(references(places[-1], {"premises": [0]})) == [(0, True)]
    assert list(references(places[1], {"premises": [0]})) == [(0, False)]

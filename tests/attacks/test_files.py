"""The published proof files: the good ones are accepted, the bad ones refused, by one line and quickly."""

import json
import time
from copy import deepcopy
from random import Random

import pytest

from tests.attacks.fuzz import hole
from tests.attacks.table import FILES, core, rows
from tests.attacks.write_files import edits
from verify.core.kernel import Theorem
from verify.core.nodes import Refused
from verify.core.proofs import check_file
from verify.core.reading import parsed

GOOD, BAD = (sorted((FILES / kind).glob("*.json")) for kind in ("good", "bad"))


def test_there_are_enough():
    assert len(GOOD) >= 60
    assert len(BAD) >= 60


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_good(path):
    core(path.read_bytes())


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_bad(path):
    with pytest.raises(Refused) as refusal:
        core(path.read_bytes())
    assert str(refusal.value)
    assert len(str(refusal.value)) < 5_000


def test_the_controls_are_wrong_where_the_core_is_right():
    made = rows()
    assert made["verify.core"][:2] == (len(GOOD), len(BAD))
    assert made["always accept"][:2] == (len(GOOD), 0)
    assert made["always reject"][:2] == (0, len(BAD))
    assert made["parse only"][0] == len(GOOD)
    assert made["parse only"][1] < len(BAD) / 4


@pytest.mark.parametrize("name", edits(json.loads(GOOD[0].read_bytes())))
def test_hostile_files_are_refused_quickly(name):
    content = edits(json.loads((FILES / "good" / "schemas-met-by-a-hypothesis.json").read_bytes()))[name]
    start = time.perf_counter()
    with pytest.raises(Refused):
        core(content)
    assert time.perf_counter() - start < 2


def places(data, path=()):
    yield path
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))


def edited(data, path, r):
    data = deepcopy(data)
    if not path:
        return data
    at = data
    for key in path[:-1]:
        at = at[key]
    old = at[path[-1]]
    new = r.choice(
        [
            0,
            1,
            -1,
            2,
            None,
            True,
            "x",
            [],
            {},
            [1, 2],
            "integer",
            "positive",
            {"Add": [old, 1]},
            {"Mul": [old, -1]},
            {"Abs": [old]},
        ]
    )
    if isinstance(old, int) and not isinstance(old, bool):
        new = r.choice([old + 1, old - 1, -old, new])
    at[path[-1]] = new
    if r.random() < 0.15:
        if isinstance(at, list):
            del at[path[-1]]
        else:
            at["Max"] = at.pop(path[-1])
    return data


def test_every_field_edited_is_refused_or_still_true():
    """Whatever is changed in a file, it is refused, or what it says then is true in all models tried."""
    r = Random(4)
    made = 0
    for path in GOOD:
        data = json.loads(path.read_bytes())
        for place in r.sample(list(places(data)), 12):
            try:
                checked = check_file(parsed(json.dumps(edited(data, place, r)).encode()))
            except Refused:
                continue
            for theorem in checked.made:
                made += 1
                if isinstance(theorem, Theorem) and not theorem.axioms:
                    assert not hole(theorem, range(8)).fault, (path.stem, place)
    assert made

"""Faults put into the core on purpose are noticed by the table of false steps, or by fuzzing."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.attacks.planted import FAULTS, OF_TOTAL_MODELS, judged


def answers_to(names):
    """What notices each of these faults; all of them are noticed."""
    with ThreadPoolExecutor(4) as pool:
        answers = dict(zip(names, pool.map(lambda name: judged(name, 2000, quickly=True), names), strict=True))
    assert not {name: answer for name, answer in answers.items() if not answer.startswith(("table", "fuzz", "terms"))}
    return answers


def test_planted_faults_are_noticed():
    assert len(FAULTS) >= 25
    answers_to(list(FAULTS)[::9])


@pytest.mark.slow
def test_every_planted_fault_is_noticed():
    answers = answers_to(FAULTS)
    assert len(OF_TOTAL_MODELS) >= 4
    unseen = {name: answers[name] for name in OF_TOTAL_MODELS if "fuzz" not in answers[name]}
    assert not unseen


def test_without_a_fault_nothing_is_noticed():
    FAULTS["none at all"] = lambda: None
    try:
        assert "nothing" in judged_here("none at all")
    finally:
        del FAULTS["none at all"]


def judged_here(name):
    from tests.attacks.planted import noticed  # noqa: PLC0415

    return noticed(name, 200)

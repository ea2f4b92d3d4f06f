"""Faults put into the core on purpose are noticed by the table of false steps, or by fuzzing."""

from concurrent.futures import ThreadPoolExecutor

from tests.attacks.planted import FAULTS, OF_TOTAL_MODELS, judged


def test_every_planted_fault_is_noticed():
    assert len(FAULTS) >= 25
    with ThreadPoolExecutor(4) as pool:
        answers = dict(zip(FAULTS, pool.map(lambda name: judged(name, 2000, quickly=True), FAULTS), strict=True))
    missed = {name: answer for name, answer in answers.items() if not answer.startswith(("table", "fuzz", "terms"))}
    assert not missed
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

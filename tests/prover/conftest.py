"""What the tests of the prover share: the corpus, statements as goals, and the ways to tamper with a certificate."""

import importlib.util
import sys
from pathlib import Path

import pytest


def _corpus():
    name = "prover_corpus"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name("corpus.py"))
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


def pytest_generate_tests(metafunc):
    if "known" in metafunc.fixturenames:
        corpus = _corpus()
        marks = {True: [pytest.mark.slow], False: []}
        chosen = [pytest.param(k, id=k.name, marks=marks[k.name in corpus.LONG]) for k in corpus.CORPUS]
        metafunc.parametrize("known", chosen)
    if "resisting" in metafunc.fixturenames:
        metafunc.parametrize("resisting", _corpus().RESISTING, ids=lambda known: known.name)


@pytest.fixture(scope="session")
def corpus():
    return _corpus().CORPUS

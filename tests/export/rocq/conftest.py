"""The claims of the papers, their proof files, and Rocq where it is installed."""

import functools
from pathlib import Path

import pytest

from verify.claims.registry import current
from verify.export.claims import claim_file, is_settled
from verify.export.rocq import coqc
from verify.export.rocq.support import SUPPORT
from verify.language.core_json import encode
from verify.language.translation import translate

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def known():
    """All settled claims of the papers, by id."""
    registry = current()  # which other tests look at too: to import all claims takes long
    registry.discover()
    return {claim.id: claim for claim in registry.claims if is_settled(claim)}


def stated(claim, states=None, given=None):
    """What a proof file says of a claim, without its proof."""
    refuted = not any(step.kind == "proof" for step in claim.steps)
    given = [encode(translate(f)) for f in (claim.given if given is None else given)]
    states = [encode(translate(f)) for f in (claim.states if states is None else states)]
    shown = {"rule": "witness" if refuted else "assume", "conclusion": states[0]}
    return {"claim": {"name": claim.id, "given": given, "states": states}, "steps": [shown], "shows": [0]}


@pytest.fixture(scope="session")
def proof_of(known):
    """The proof file of a claim."""
    return functools.cache(lambda id: claim_file(known[id]))


@pytest.fixture(scope="session")
def library(missing):
    """The compiled support library, where `verify rocq` keeps it too."""
    try:
        return coqc.library(SUPPORT, ROOT / ".verify" / "rocq")
    except coqc.NoRocq as error:
        return missing(str(error))


def refused(goals, tactic):
    """A file that Rocq accepts if the tactic, which proves the true goal beside them, proves none of these."""
    return "".join(f"Goal {goal}.\nProof. intros. Fail solve [{tactic}]. Abort.\n" for goal in goals)

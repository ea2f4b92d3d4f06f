"""A hunt and a sweep of instances answer on a cluster as in one process, also when a worker is killed half way."""

import importlib
import os
import signal
import time
from pathlib import Path

import pytest

from verify.claims import registry
from verify.commands.tightness import measure
from verify.hunt.hunting import hunt
from verify.session.kept_hunts import KeptHunts
from verify.tasks import Local
from verify.tasks.cluster import Workers
from verify.tightness import sweep

CLAIMS = """
import time

from sympy import Rational, Sum
from verify.claims import Claim
from verify.language.terms import Inner, eq, family, ge, integer, norm, real, vectors

a = real("a")
n, i = integer("n i")
u, v = vectors("u v")
p = family("p", positive=True)

Claim("same/cauchy", at="Lemma", states=ge(norm(u) * norm(v), Inner(u, v)), reading="R.", open_because="Open.")
Claim(
    "same/squares", at="Lemma", given=[eq(Sum(p(i), (i, 1, n)), 1), ge(n, 1)], reading="False for n = 4.",
    states=ge(Sum(p(i) ** 2, (i, 1, n)), Rational(3, 10)), open_because="Open.",
)
MEANS = Claim("same/means", at="Lemma", states=ge(a**2 + 1, 2 * a), reading="R.", open_because="Open.")

@MEANS.extremal("a", [Rational(k, 4) for k in range(1, 13)])
def numbers(value):
    time.sleep(0.2)  # so that a worker has an instance for long enough to be seen and killed with it
    return {a: value}
"""


@pytest.fixture
def claims(toys):
    """The claims of a module that the workers find too."""
    file = Path(toys.__file__).with_name("same_claims.py")
    with registry.using(registry.Registry()) as known:
        if not file.exists():
            file.write_text(CLAIMS)
            importlib.invalidate_caches()
        known.discover("same_claims")
        yield {claim.id.removeprefix("same/"): claim for claim in known.claims}


@pytest.fixture
def losses(monkeypatch):
    """The seats whose share was lost, as they are."""
    lost, wait = [], Workers.wait

    def noting(self, seconds):
        found = wait(self, seconds)
        lost.extend(seat for seat, line in found if line is None)
        return found

    monkeypatch.setattr(Workers, "wait", noting)
    return lost


@pytest.fixture
def kill(cluster, losses):
    """A function that kills a worker which has a task, until one was lost with it: what it did may just be done."""
    from distributed import Client  # noqa: PLC0415

    killed: list[int] = []
    quiet = 0
    with Client(cluster.address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=300)  # one that was killed before has started anew

        def tasks_of(worker):
            return client.processing().get(worker)

        def one(*_):
            nonlocal quiet
            quiet -= 1  # a loss is told some calls later
            for worker, pid in {} if losses or quiet > 0 else client.run(os.getpid).items():
                if not tasks_of(worker):
                    continue
                os.kill(pid, signal.SIGSTOP)
                time.sleep(0.3)  # what it had already said has arrived
                if tasks_of(worker):
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)
                    quiet = 10
                    return
                os.kill(pid, signal.SIGCONT)

        yield one
    assert killed


def test_a_hunt(claims, cluster, kill, losses, tmp_path):
    for name, cases in (("cauchy", 400_000), ("squares", None)):
        claim = claims[name]
        one = hunt(claim, budget=None, cases=cases, kept=KeptHunts(claim, tmp_path / "one"))
        assert one.blocks > 2
        assert (one.counterexample is None) == (name == "cauchy")
        other = hunt(
            claim, budget=None, cases=cases, where=cluster, kept=KeptHunts(claim, tmp_path / "two"), progress=kill
        )
        assert other == one  # seconds do not count
    assert losses


def test_a_sweep(claims, cluster, kill, losses, tmp_path, monkeypatch):
    claim = claims["means"]

    def points(folder, where, each):
        monkeypatch.setenv("VERIFY_CACHE", str(tmp_path / folder))
        (family,) = measure(claim, sweep.families(claim), None, where, each)
        return [{key: value for key, value in point.items() if key != "seconds"} for point in family["points"]]

    here = points("one", Local(), lambda line: None)
    assert [point["attained"] for point in here] == [k == 4 for k in range(1, 13)]
    assert points("two", cluster, kill) == here
    assert losses

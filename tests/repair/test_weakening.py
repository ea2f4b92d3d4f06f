"""Which hypotheses a proof needs: none is named that it does without, and none is left out that it needs."""

import functools

import pytest
from sympy import Abs

from verify.audit import Claim, eq, forall, function, ge, gt, le, real
from verify.author import kernel
from verify.claims.registry import Registry, using
from verify.discover.discovering import discover
from verify.repair.weakening import supposed, weakest

a, b, r, s = real("a b r s")
F = function("F")
RISES = forall([s, r], gt(F(s), F(r)), [gt(s, r), ge(r, 0)])


def claim(given, states):
    with using(Registry()):
        return Claim("toy/claim", at="1", given=given, states=states, reading="R.", open_because="Nothing decides it.")


@functools.cache
def proof(of):
    return tuple(discover(of, 20).facts)


@pytest.mark.parametrize(
    ("given", "states", "needed"),
    [
        ([ge(a, 1), ge(b, 0)], ge(a, 0), [ge(a, 1)]),
        ([ge(a, 1), ge(a, 2)], ge(a, 0), [ge(a, 2)]),
        ([ge(a, 1), le(b, a)], ge(2 * a, 1 + b), [ge(a, 1), le(b, a)]),
        ([], ge(a**2 + b**2, 2 * a * b), []),
        ([eq(F(0), 0), RISES, eq(F(Abs(a)), F(Abs(b)))], eq(Abs(a), Abs(b)), [RISES, eq(F(Abs(a)), F(Abs(b)))]),
    ],
)
def test_the_hypotheses_that_are_needed(given, states, needed):
    of = claim(given, states)
    found, facts = weakest(of, proof(of), lambda fewer: discover(fewer, 10))
    assert list(found) == needed
    for fact, formula in zip(facts, of.states, strict=True):
        kernel.proves(fact.theorem, list(found), formula)


def test_without_time_they_are_those_of_the_proof():
    of = claim([ge(a, 1), ge(a, 2), ge(b, 0)], ge(a, 0))
    found, facts = weakest(of, proof(of), lambda fewer: None)
    assert facts == proof(of)
    assert found == supposed(of, facts)

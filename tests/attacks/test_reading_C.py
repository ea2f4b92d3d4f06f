"""Ways in which the core proved what is false, found by reading certificates and what they rest on."""

from __future__ import annotations

import pytest

from tests.attacks.steps import (
    A,
    I,
    P,
    V,
    domain,
    eq,
    every,
    ge,
    head,
    identity,
    inner,
    instantiate,
    known,
    lam,
    less,
    real,
    sqrt,
    term,
    times,
)
from verify.core import kernel
from verify.core.nodes import Refused

r, s, t = (real(c) for c in "rst")
absurd = ge(-1)

# --- partial functions ------------------------------------------------------------------------------------------------


def jumping(at, dom):
    """[0, 1] is in the domain, at(0) = 1, at(1) = 0, at² = at: no continuous function is so, but a jump is."""
    inside = [ge(times(less(1, t), t))]
    return [
        every(t, dom(t), *inside), eq(at(term(0)), 1), eq(at(term(1))), every(t, eq(P(at(t), 2), at(t)), *inside),
    ]  # fmt: skip


def test_a_partial_function_that_is_integrated_does_not_jump_where_its_conditions_fail():
    """0^0 = 1, 0^1 = 0, (0^t)² = 0^t for 0 ≤ t ≤ 1 ⊢ −1 ≥ 0: by sentence 4 all of these are true."""
    g = head("g", "partial function")
    held = jumping(lambda u: A(g, u), lambda u: domain(g, u))
    whole = I(A(g, r), r, 0, 1)
    level = known(absurd, *held, eq(whole, whole))
    forgotten = instantiate(level, {}, absurd, *held, discharge=[identity(whole, whole, held[0])])
    assert forgotten.run().uses.places == {(g, 0)}
    for value, refused in ((lambda u: P(0, u), True), (sqrt, False)):
        function = lam(t, value(t))
        step = instantiate(forgotten, {g: function}, absurd, *jumping(value, lambda u, f=function: domain(f, u)))
        if not refused:  # the hypotheses fail
            step.run()
            continue
        with pytest.raises(Refused, match="need not be continuous"):
            step.run()


# --- constants --------------------------------------------------------------------------------------------------------


def test_a_proof_may_not_ask_a_constant_to_be_continuous_that_the_claim_does_not_name():
    """C(t), a vector of a line, is 0 for t < ½ and of length 1 from there on: so axioms may fix it."""
    g, c, line = head("g"), head("C", "constant"), head("L", "constant")

    def at(u):
        return inner(V(c, u, space=line), V(c, u, space=line))

    def step(value):
        return [eq(value(term(0))), eq(value(term(1)), 1), every(t, eq(P(value(t), 2), value(t)))]

    whole = I(A(g, r), r, 0, 1)
    held = step(lambda u: A(g, u))
    level = known(absurd, *held, eq(whole, whole))
    forgotten = instantiate(level, {}, absurd, *held, discharge=[identity(whole, whole)])
    made = instantiate(forgotten, {g: lam(t, at(t))}, absurd, discharge=[known(f) for f in step(at)]).run()
    assert made.uses.places == {(c, 0)}
    with pytest.raises(Refused, match="integrates C"):
        kernel.proves(made, [], absurd)
    with pytest.raises(Refused, match="integrates C"):
        kernel.witness([], ge(0, 1), {}, [made])
    length = I(at(t), t, 0, 1)
    kernel.proves(made, [eq(length, length)], absurd)
    kernel.proves(forgotten.run(), [*held, eq(whole, whole)], absurd)


def test_the_domain_of_a_partial_function_that_is_differentiated_is_open_at_that_place_only():
    """Were it open everywhere, none had 0 in it and nothing below; and √ may take the place of g, g′(1) being used.

    So sentence 3 does not say so: the theorem here that is taken on trust is none.
    """
    g, root = head("g", "partial function"), lam(t, sqrt(t))

    def of(f):
        return [every(r, ge(r), domain(f, r)), domain(f, 0), domain(f, 1)]

    slope = A(g, 1, order=1)
    level = known(absurd, *of(g), eq(slope, slope))
    forgotten = instantiate(level, {}, absurd, *of(g), discharge=[identity(slope, slope, domain(g, 1))])
    instantiate(forgotten, {g: root}, absurd, *of(root)).run()
    there = A(g, 0, order=1)
    level = known(absurd, *of(g), eq(there, there))
    forgotten = instantiate(level, {}, absurd, *of(g), discharge=[identity(there, there, domain(g, 0))])
    with pytest.raises(Refused):
        instantiate(forgotten, {g: root}, absurd, *of(root)).run()
    assert kernel.__doc__ is not None
    assert "a partial function has values on a set of its own." in kernel.__doc__

"""A statement that says nothing is refused, whatever proves it; one that says something is not."""

import pytest
from sympy import Rational, Sum, exp, log, sqrt

from verify.author.kernel import identity
from verify.claims import Claim
from verify.language.exists import exists
from verify.language.terms import (
    Inner,
    eq,
    family,
    field,
    forall,
    function,
    ge,
    gt,
    integer,
    le,
    lt,
    ne,
    nonnegative,
    norm,
    point,
    positive,
    real,
    vectors,
)  # fmt: skip
from verify.verdicts.hollow import hollow
from verify.verdicts.verdict import examine

pytestmark = pytest.mark.usefixtures("registry")

a, b, c, r, s = real("a b c r s")
z, alpha = positive("z"), real("α")
eta, i, j, n = positive("η"), integer("i"), integer("j"), integer("n")
f, g, P = function("f"), function("g"), field("P")
w, x = family("w", positive=True), family("x")
u, v, p, q = vectors("u v p q")
here, there = point("here"), point("there")
total = Sum(w(j) * exp(-eta * x(j)), (j, 1, n))
convex = forall([u, v, s], ge(s * P(u) + (1 - s) * P(v), P(s * u + (1 - s) * v)), [ge(s, 0), le(s, 1)])

ONE_TERM = "its two sides are one term"
HYPOTHESIS = "it is a hypothesis"
REARRANGED = "it rearranges the hypothesis"
NAMED = "what is said to exist is named in the hypotheses"
NOTHING_ASKED = "what is said to exist is asked for nothing"
INSTANCE = "it is an instance of the hypothesis"

PLANTED = {
    "a definition restated": (eq(exp(-eta * x(i)) * w(i) / total, w(i) / total * exp(-eta * x(i))), [], ONE_TERM),
    "a root that sympy takes": (eq(sqrt(z**2), z), [], ONE_TERM),
    "a sum that sympy orders": (ge(a + b, b + a), [], ONE_TERM),
    "logarithm and exponential": (eq(log(exp(alpha)), alpha), [], ONE_TERM),
    "zero is zero": (eq(Inner(u - u, v), 0), [], ONE_TERM),
    "one term for all": (forall([s], eq(f(s) - f(s) + s, s)), [], ONE_TERM),
    "a norm squared": (le(norm(u) ** 2, Inner(u, u)), [], ONE_TERM),
    "a hypothesis": (ge(a, b), [ge(a, b)], HYPOTHESIS),
    "a hypothesis with sides exchanged": (le(b, a), [gt(c, 0), ge(a, b)], HYPOTHESIS),
    "a schema under other names": (forall([r], ge(f(r), 0)), [forall([s], ge(f(s), 0))], HYPOTHESIS),
    "a condition of its own": (forall([s], ge(s, 1), [ge(s, 1)]), [], HYPOTHESIS),
    "a term moved over": (eq(a, c - b), [eq(a + b, c)], REARRANGED),
    "an update solved for its step": (eq(u - v, -eta * P.gradient(v)), [eq(u, v - eta * P.gradient(v))], REARRANGED),
    "a bound halved": (le(a / 2, b / 2), [le(a, b)], REARRANGED),
    "sides exchanged": (eq(b, a), [eq(a, b)], REARRANGED),
    "points exchanged": (eq(there, here), [eq(here, there)], REARRANGED),
    "an inequality of products": (lt(Rational(3) * a * (b + 1), 3 * c), [lt(a * b + a, c)], REARRANGED),
    "a value of a function": (ge(f(a + 1), 0), [forall([s], ge(f(s), 0))], INSTANCE),
    "convexity at two points": (
        ge(c * P(p) + (1 - c) * P(q), P(c * p + (1 - c) * q)),
        [ge(c, 0), le(c, 1), convex],
        INSTANCE,
    ),
    "two schemas in one": (ge(f(a), g(b)), [forall([r], forall([s], ge(f(r), g(s))))], INSTANCE),
    "for all, of all": (forall([s], ge(f(s**2), 0)), [forall([r], ge(f(r), 0))], INSTANCE),
    "a gradient at a point": (eq(P.gradient(p), 2 * p), [forall([u], eq(P.gradient(u), 2 * u))], INSTANCE),
    "there is what is itself": (exists(r, [ge(r, r)]), [], NOTHING_ASKED),
    "there is what a hypothesis says of all": (
        exists(r, [ge(f(r), 0), ge(a, b)]),
        [ge(a, b), forall([s], ge(f(s), 0))],
        NOTHING_ASKED,
    ),
    "there is what a hypothesis names": (exists(r, [eq(f(r), b)]), [eq(f(a), b)], NAMED),
    "an equation read from the right": (eq(a**2 + 1, f(a)), [forall([s], eq(f(s), s**2 + 1))], INSTANCE),
}  # fmt: skip

SOUND = {
    "an identity": (eq((a + b) ** 2, a**2 + 2 * a * b + b**2), []),
    "a consequence of two hypotheses": (ge(a + b, 0), [ge(a, 0), ge(b, 0)]),
    "a weaker bound": (ge(a + 1, 0), [ge(a, 0)]),
    "the other direction": (le(a, b), [ge(a, b), eq(a, b + c), eq(c, 0)]),
    "a bound made strict": (gt(a, b), [ge(a, b), ne(a, b)]),
    "a bound times a negative number": (ge(-a, -b), [le(2 * a, b), ge(b, 0)]),
    "an instance whose condition must be shown": (ge(f(a**2), 0), [forall([s], ge(f(s), 0), [ge(s, 0)])]),
    "two uses of one hypothesis": (ge(f(a) + f(b), 0), [forall([s], ge(f(s), 0))]),
    "one variable in two places": (ge(f(a), g(b)), [forall([s], ge(f(s), g(s)))]),
    "there is one for each hypothesis alone": (exists(r, [ge(f(r), 0), ge(r, c)]), [ge(f(a), 0), ge(b, c)]),
    "there is one with two properties": (exists(r, [ge(f(r), 0), ge(r, a)]), [forall([s], ge(f(s), 0))]),
    "a value with a sign of its own": (ge(nonnegative("m"), 0), []),
}


def claim_with(states, given=()):
    return Claim("toy/x", at="Lemma 9", given=given, states=states, reading="As it stands.")


@pytest.mark.parametrize(("states", "given", "reason"), PLANTED.values(), ids=PLANTED)
def test_a_hollow_statement_is_named_with_the_reason(states, given, reason):
    (said,) = hollow(claim_with(states, given))
    assert said.startswith(f"states[0] says nothing: {reason}")


@pytest.mark.parametrize(("states", "given"), SOUND.values(), ids=SOUND)
def test_a_statement_that_says_something_is_not(states, given):
    assert hollow(claim_with(states, given)) == []


def test_no_proof_gives_a_verdict_to_a_claim_with_a_hollow_statement():
    claim = claim_with([eq((a + b) ** 2, a**2 + 2 * a * b + b**2), eq(sqrt(z**2), z)])
    claim.proof(lambda claim: [identity(formula) for formula in claim.states])
    outcome = examine(claim)
    assert outcome.verdict == "open"
    assert "states[1] says nothing: its two sides are one term: z = z" in outcome.failures[0]

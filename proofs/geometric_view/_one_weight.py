"""Natural exponentiated gradient with one weight and one input, x = 1: exact instances, and their schemas' proofs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Integer, Lambda, exp

from proofs.geometric_view.example_7 import R, U, V, Z, best, eta, i, k, loss, n, r, slope, t, w, x
from verify.author.kernel import Theorem, cases, combine, generalize, identity, instantiate
from verify.language.terms import eq, ge, gt, substitute


def prove(body: Any, terms: Any, using: Any, facts: Any) -> Theorem:
    """An equation by the zero test, an inequality from non-negative terms or from the sign of its difference."""
    if body.op == "=":
        return identity(body, using=using, facts=facts)
    return combine(body, terms, using=using, facts=facts)


def met(at: dict[Any, Any], *schemas: Any, terms: Any = (), trials: int = 1) -> list[Theorem]:
    """The schemas at an assignment of so many trials, each trial on its own."""
    found = []
    for schema in schemas:
        there = substitute(schema, {getattr(name, "head", name): value for name, value in at.items()})
        conditions = list(there.given)
        if t not in there.variables:
            theorem = prove(there.body, terms, [], conditions)
        else:
            theorem = each_trial(there.body, terms, conditions, trials)
        found.append(generalize(theorem, there.variables, conditions))
    return found


def each_trial(body: Any, terms: Any, facts: Any, trials: int) -> Theorem:
    """The body for t = 0, …, trials − 1, which is all that its conditions allow."""
    *_, last = [Integer(number) for number in range(trials)]
    theorem = at_number(body, terms, facts, last)
    for number in reversed(range(trials - 1)):
        here = at_number(body, terms, facts, Integer(number))
        low, high = ge(number, t), gt(t, number)
        theorem = cases([here, theorem], [low, high])
    return theorem


def at_number(body: Any, terms: Any, facts: Any, number: Integer) -> Theorem:
    """The body where number ≤ t ≤ number."""
    theorem = prove(body, terms(number) if callable(terms) else terms, [eq(t, number)], facts)
    zero = combine(eq(r, 0), [(1, r)], facts=[ge(r, 0), ge(0, r)])
    low = combine(ge(t - number, 0), [(1, t - number)], facts=[gt(t, number - 1), *facts])
    high = combine(ge(0, t - number), [(1, number - t)], facts=[ge(number, t), *facts])
    same = instantiate(zero, {r: t - number}, [low, high])
    return instantiate(theorem, {}, [combine(eq(t, number), [(1, same)])])


def one_weight(exponent: Any, value: Any, prime: Any, **numbers: Any) -> dict[Any, Any]:
    """n = 1 and x = 1: w_t = exp(exponent), with ℓ(r) = value and ℓ′(r) = prime in the symbol r."""
    names = {"k": k, "eta": eta, "R": R, "Z": Z, "U": U, "V": V}
    given = {"k": 1, "eta": 1, "R": 1, "Z": 1, "U": 1, "V": 1} | numbers
    comparator = given.pop("best", exp(Integer(1)))
    return {
        n: 1,
        w: Lambda((t, i), exp(exponent)),
        x: Lambda((t, i), 1),
        best: Lambda(i, comparator),
        loss: Lambda((t, r), value),
        slope: Lambda((t, r), prime),
    } | {names[name]: number for name, number in given.items()}


def room(at: dict[Any, Any]) -> Callable[[Integer], Any]:
    """U − w_t, which SMALL needs not to be negative, for the number t."""
    return lambda number: [(1, at[U] - at[w](number, 1))]

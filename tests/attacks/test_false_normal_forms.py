"""Ways in which the zero test and the signs proved what is false: each step that was false is refused.

Beside it, where there is one at hand, a neighbour that is true is accepted.
"""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction
from types import MappingProxyType

import pytest

from tests.attacks.steps import (
    A,
    D,
    P,
    S,
    V,
    combine,
    delta,
    eq,
    every,
    fn,
    ge,
    given,
    gt,
    head,
    identity,
    instantiate,
    inv,
    less,
    ne,
    neg,
    over,
    plus,
    real,
    term,
    times,
    whole,
)
from tests.attacks.test_readings import accepted, refused
from verify.core import kernel
from verify.core.balls import ground_sign
from verify.core.certificate import Certificate
from verify.core.constants import is_zero
from verify.core.definedness import conditions, conditions_nearby
from verify.core.derivatives import derivative, evaluated
from verify.core.matching import schema
from verify.core.nodes import Refused, node
from verify.core.obligations import Range, facts_of, is_plain, ranges, vanishes
from verify.core.polynomials import canonical, light, product, total
from verify.core.reading import decode
from verify.core.signs import NEGATIVE, POSITIVE, Facts
from verify.core.terms import ONE, ZERO, mul, number
from verify.core.uses import places, slopes

x, y, v, w = (real(c) for c in "xyvw")
i, j, k, m, n = map(whole, "ijkmn")
f, g = head("f"), head("g")

INSIDE = plus(y, times(0, i))
"""y, in a sum over i: it need not be positive if the range is empty."""
SOME_POSITIVE = every(i, gt(INSIDE), ge(i, 1), ge(n, i))


def test_two_monomials_that_are_spelled_alike_are_both_counted():
    """exp(A·B + A¹·B¹) was exp(A·B), where A·B is an atom as it is too long, and A¹·B¹ a monomial of two atoms."""

    def long(start):
        return total(plus(1), *(fn("sin", Fraction(1, start + count)) for count in range(4001)))

    first, second = long(10**9), long(2 * 10**9)
    twice = fn("exp", plus(product(first, second), times(P(first, 1), P(second, 1))))
    once = fn("exp", product(first, second))
    assert canonical(twice) is not canonical(once)
    assert Facts().signs(less(twice, 4)) == POSITIVE
    assert Facts().signs(less(once, 4)) == NEGATIVE
    accepted(instantiate(given(gt(x)), {x: less(twice, 4)}, gt(less(twice, 4))))


def test_a_schema_is_not_used_at_a_value_that_stands_in_an_empty_sum():
    """∀v: exp v + Σ f(v) + f(v) ≥ f(v) gave y + Σ_{i=1..n} f(log y) ≥ 0; at n = 0, y = −1 that is −1."""
    schema = every(v, ge(plus(fn("exp", v), S(A(f, v), i, 1, n), A(f, v)), A(f, v)))
    whole_ = plus(y, S(A(f, fn("log", INSIDE)), i, 1, n))
    refused(combine(ge(whole_), [(whole_, 1)], schema, SOME_POSITIVE))
    refused(instantiate(given(ge(x)), {x: whole_}, ge(whole_), schema, SOME_POSITIVE))
    accepted(combine(ge(whole_), [(whole_, 1)], schema, gt(y)))


def test_an_equation_is_not_used_at_a_value_that_came_out_of_an_empty_sum():
    """∀v, w: f(g(v)·w) = |exp v|/exp v, which is 1, made f(Σ_{i=1..n} i·g(log y)) = |y|/y; at n = 0, y = −1: −1."""
    rule = every([v, w], eq(A(f, times(A(g, v), w)), over(fn("abs", fn("exp", v)), fn("exp", v))))
    value = A(f, S(times(i, A(g, fn("log", INSIDE))), i, 1, n))
    refused(identity(value, over(fn("abs", y), y), SOME_POSITIVE, ne(y), using=[rule]))
    accepted(identity(value, over(fn("abs", y), y), gt(y), using=[rule]))
    accepted(identity(value, 1, gt(y), using=[rule]))


def test_a_range_is_not_empty_because_a_normal_form_has_no_value():
    """Σ_{j=1..v} log(v − ½) is v·log(v − ½); at v = 0 the sum is 0, and log(−½) made the range of k around it empty."""
    under = plus(v_ := whole("v"), Fraction(-1, 2), times(0, j))
    positive = every(v_, every(j, gt(under), ge(j, 1), ge(v_, j)), ge(v_), ge(n, v_))  # true of all integers
    at_zero = S(times(delta(v_, 0), S(fn("log", under), j, 1, v_)), v_, 0, n)
    refused(identity(S(plus(1, at_zero), k, 1, m), 0, ge(n), positive))
    accepted(identity(S(plus(1, neg(at_zero), at_zero), k, 1, m), S(plus(1), k, 1, m), positive))


class Fickle(str):
    """A text that is another one later."""

    __slots__ = ("now",)

    def __eq__(self, other):
        return self.now == other

    def __hash__(self):
        return hash(self.now)


@pytest.mark.parametrize(
    ("made", "now"),
    [
        (lambda text: node("relation", text, real("fickle"), ZERO), "<"),
        (lambda text: node(text, real("fickle"), y), "add"),
        (lambda text: node("variable", "other", text, ""), "real"),
        (lambda text: node("variable", "other", "real", text), "positive"),
        (lambda text: node("bound", 99, text, ""), "real"),
    ],
    ids=["relation", "node", "kind", "sign", "bound"],
)
def test_what_only_behaves_like_a_text_is_none(made, now):
    """The relation 1 < 0 was proved while its < was equal to ≥."""
    text = Fickle(now)
    text.now = now
    with pytest.raises(Refused):
        made(text)
    made(now)


class Sly(int):
    """An integer that adds up as another one."""

    now = 5
    numerator = property(lambda self: self)

    def __mul__(self, other):
        return self.now * int(other)

    __rmul__ = __mul__


class Anything:
    """What is equal to all, and says that it is the number 1."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash(ONE)

    def __getattr__(self, name):
        return getattr(ONE, name)


@pytest.mark.parametrize(
    "made",
    [
        lambda: number(Sly(123457)),
        lambda: node("number", Fraction(Sly(123459))),
        lambda: node("number", Fraction(1, -2, _normalize=False)),
        lambda: node("number", Fraction(6, 4, _normalize=False)),
        lambda: mul(V("v"), Anything()),
        lambda: mul(Anything(), V("v"), y),
    ],
)
def test_what_only_behaves_like_a_number_is_none(made):
    """x + n = x + 5 and x + n = x + 6 were proved of one n, so 5 = 6; and v·w = u for all vectors u, of one w."""
    with pytest.raises(Refused, match=r"no number|of integers"):
        made()
    accepted(identity(plus(y, number(123461), 0), plus(y, 123461)))
    accepted(identity(times(V("u"), number(True)), V("u")))


class Shy(list):
    """A list that is empty when it is read first."""

    reads = 0

    def __iter__(self):
        self.reads += 1
        return super().__iter__() if self.reads > 1 else iter(())


class Seeming:
    """What is equal to a variable that is positive, and says that it has no sign."""

    def __init__(self, name):
        self.like, self.kind, self.args = real(name, "positive"), "variable", (name, "real", "")
        self.free, self.open, self.whole, self.sort = frozenset([self.like]), 0, False, "scalar"

    def __eq__(self, other):
        return other is self.like

    def __hash__(self):
        return hash(self.like)


class Posing:
    """What is equal to one thing, and is another."""

    def __init__(self, like, instead):
        self.like, self.instead = like, instead

    def __eq__(self, other):
        return other is self.like or other == self.like

    def __hash__(self):
        return hash(self.like)

    def __getattr__(self, name):
        return getattr(self.instead, name)

    def __iter__(self):
        return iter(self.instead)

    def __bool__(self):
        return bool(self.instead)


def certified(shows):
    made = Certificate(tuple(shows.free), (), shows, "obvious", {})
    return lambda: kernel.certify(made, hypotheses=[], conclusion=shows)


q = real("posing")
SMALL = less(fn("pi"), Fraction(13, 4))
WEAK, STRONG = every(q, ge(A(f, q))), every(q, gt(A(f, q), 7))
POSED = {
    "a light form": (lambda: light(Posing(plus(q, q), term(5))), identity(plus(q, q), 5).run),
    "a light form as a term": (lambda: canonical(Posing(times(q, q), term(5))), identity(times(q, q), 5).run),
    "conditions": (lambda: conditions(Posing(inv(q), ONE)), identity(times(q, inv(q)), 1).run),
    "conditions nearby": (
        lambda: conditions_nearby(P(q, Fraction(1, 2)), Posing(q, x)),
        identity(D(P(q, Fraction(1, 2)), q, 0), 0).run,
    ),
    "carried out": (lambda: evaluated(Posing(D(P(q, 3), q, 3), ZERO)), identity(D(P(q, 3), q, 3), 0).run),
    "a derivative": (lambda: derivative(times(q, x), Posing(x, q)), identity(D(times(q, x), x, 0), x).run),
    "a sign": (lambda: ground_sign(Posing(SMALL, ONE)), combine(gt(SMALL)).run),
    "a schema": (lambda: schema(Posing(WEAK, STRONG)), combine(gt(A(f, 3), 6), [(less(A(f, 3), 6), 1)], WEAK).run),
    "a zero": (lambda: is_zero(Posing(less(fn("pi"), 4), ZERO)), certified(ge(less(fn("pi"), 4)))),
    "what is plain": (lambda: is_plain(Posing(plus(q, -4), ONE), True, ()), certified(gt(plus(q, -4)))),
    "that it is strict": (lambda: is_plain(P(q, 2), Posing(True, 0), ()), certified(gt(P(q, 2)))),
    "what vanishes": (lambda: vanishes(Posing(plus(q, -4), ZERO), ()), certified(ge(plus(q, -4)))),
    "what is known": (lambda: is_plain(plus(q, -5), True, Posing((), [gt(q, 5)])), certified(gt(plus(q, -5)))),
    "a fact": (lambda: Facts([Posing(ge(q, 9), gt(q, 9))]), combine(gt(q, 9), [(ge(q, 9), 1)]).run),
    "facts": (lambda: facts_of(()).signs(Posing(plus(q, -6), ONE)), certified(gt(plus(q, -6)))),
}  # fmt: skip


@pytest.mark.parametrize("name", POSED)
def test_what_only_equals_a_term_is_not_remembered_as_one(name):
    """Once asked for the light form of what equals x and is 5, x = 5 was proved; and so with all that is remembered."""
    remember, step = POSED[name]
    with pytest.raises(Refused):
        remember()
    with pytest.raises(Refused):
        step()


def test_a_variable_is_not_remembered_of_what_only_equals_a_declaration():
    """What equals "integer" once, and not when it is looked for again, made n a real number in all that was read."""
    with pytest.raises(Refused, match="may be declared"):
        decode({"name": "posing", "kind": "Symbol", "is": {Posing("integer", ""): True}})
    assert decode({"name": "posing", "kind": "Symbol", "is": {"integer": True}}) is whole("posing")


def test_uses_are_not_remembered_of_what_only_equals_a_formula():
    slope = eq(A(f, q, order=1), A(f, q, order=1))
    for remember in (slopes, places):
        with pytest.raises(Refused):
            remember(Posing(slope, eq(q, q)))
    assert kernel.assume(slope).uses.slopes


class Grasping:
    """What changes that with which it is compared: behind a proxy, that is what the proxy keeps from changes."""

    def __init__(self, change):
        self.change = change

    def __eq__(self, other):
        if isinstance(other, dict):
            other.clear()
            other.update(self.change)
        return True

    __hash__ = None


THRICE = times(3, plus(q, 11))
KEPT = {
    "a light form": (lambda: light(plus(q, 11)), {(): Fraction(5)}, gt(THRICE, 12), gt(THRICE, 5), ge(q, -9)),
    "facts": (lambda: facts_of((ge(q),)).formulas, {gt(q, 20): None}, gt(q, 20), gt(q, -20), ge(q)),
    "ranges": (lambda: ranges((ge(q, 30),)), {q: Range(number(41))}, gt(q, 40), gt(q, 20), ge(q, 30)),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_is_not_changed_by_what_it_is_compared_with(name):
    """A light form that was x + 11 was 5 from then on, facts said x > 20, and x ≥ 30 bounded x by 41."""
    kept, change, wrong, right, condition = KEPT[name]
    assert kept() == Grasping(change)
    for shows in (wrong, right):
        part = Certificate((q,), (shows,), shows, "obvious", {})
        made = Certificate((q,), (condition,), shows, "rewrite", {}, (part,))
        with pytest.raises(Refused) if shows is wrong else nullcontext():
            kernel.certify(made, hypotheses=[condition], conclusion=shows)


def test_what_is_kept_of_a_theorem_or_a_schema_has_no_attributes_to_be_changed():
    """Without the uses of its proof, a function that jumps was continuous; and a schema said what was never proved."""
    axiom = kernel.Axiom("an axiom", "As it says.", "nowhere", (), ge(q, q))
    for kept in (kernel.cite(axiom).uses, axiom, schema(WEAK), kernel.identity(eq(q, q), hypotheses=[])):
        with pytest.raises(TypeError):
            vars(kept)


def test_what_is_given_to_a_rule_is_read_once():
    """The hypotheses of a premise that was not there when they were asked for did not become the result's."""
    absurd = ge(-1)
    premise, positive = kernel.assume(absurd), real("p", "positive")
    with pytest.raises(Refused):
        kernel.instantiate(premise, {}, Shy([premise]), hypotheses=[], conclusion=absurd)
    with pytest.raises(Refused):
        kernel.combine(eq(x), [], using=Shy([kernel.assume(eq(x))]), hypotheses=[])
    certain = combine(gt(positive), [(positive, 1)]).run()
    with pytest.raises(Refused):
        kernel.instantiate(certain, {Seeming("p"): term(-1)}, hypotheses=[], conclusion=gt(-1))
    for values in ({positive: term(1)}, MappingProxyType({positive: term(1)})):
        kernel.instantiate(certain, values, iter([]), hypotheses=iter([]), conclusion=gt(1))

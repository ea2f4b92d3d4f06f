"""Lemmas on sums and exponential moments: what they say, under which hypotheses, and that it is so at exact numbers."""

from __future__ import annotations

import pytest
from sympy import Rational, S, Sum, exp, log, sqrt

from verify.author.following import at, follows
from verify.author.kernel import KernelError, assume, proves, telescope
from verify.language.terms import eq, family, forall, ge, gt, integer, le, positive, real
from verify.language.translation import translate
from verify.lemmas import at_most_by_squares, exponential_below_chord, logarithm_above, logarithm_rises, weighted_sum
from verify.lemmas.circular import arccosine_is_not_negative
from verify.lemmas.moments import (
    below_chords,
    chord_average,
    exponential_average,
    growth_in_bit,
    hoeffding,
    second_order_average,
)
from verify.lemmas.sums import (
    affine_in_bit,
    bit,
    cauchy_schwarz_of_sums,
    harmonic_sum,
    inverse_roots_sum,
    logarithm_is_positive,
    sum_is_not_negative,
)

h, m, x, y = real("h m x y")
eta = positive("η")
i, k, t, N, T = integer("i k t N T")
loss, weight = family("l"), family("w", positive=True)
HARMONIC = le(Sum(1 / t, (t, 1, T)), 1 + log(T))
ROOTS = le(Sum(1 / sqrt(t), (t, 1, T)), 2 * sqrt(T))


def says(theorem, goal, *hypotheses):
    """The theorem is the goal under exactly these hypotheses."""
    assert set(map(translate, theorem.hypotheses)) == set(map(translate, hypotheses))
    proves(theorem, list(hypotheses), goal)


def holds(relation, values=()):
    """Whether the numbers compare so, evaluated by sympy to fifty digits."""
    left, right = (side.xreplace(dict(values)).doit() for side in (relation.lhs, relation.rhs))
    return {"≥": left.n(50) >= right.n(50), ">": left.n(50) > right.n(50)}[relation.op]


# --- sums -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lemma", "goal"), [(harmonic_sum, HARMONIC), (inverse_roots_sum, ROOTS)])
def test_a_sum_is_bounded_for_every_number_of_terms(lemma, goal):
    says(lemma(T), goal, ge(T, 1))
    says(lemma(T, [ge(T, 3)]), goal, ge(T, 3))
    says(lemma(t), type(goal)(goal.op, *(side.subs(T, t) for side in (goal.lhs, goal.rhs))), ge(t, 1))


@pytest.mark.parametrize(("lemma", "goal"), [(harmonic_sum, HARMONIC), (inverse_roots_sum, ROOTS)])
@pytest.mark.parametrize("last", [1, 2, 5, 40])
def test_a_bound_on_a_sum_is_so_at_numbers(lemma, goal, last):
    theorem = lemma(S(last))
    assert theorem.hypotheses == ()
    assert holds(theorem.conclusion)
    assert holds(goal, {T: S(last)})


@pytest.mark.parametrize("lemma", [harmonic_sum, inverse_roots_sum])
@pytest.mark.parametrize(
    ("last", "facts", "said"),
    [
        (T, [ge(N, 2)], "T ≥ 1"),
        (T, [ge(T, 0)], "T ≥ 1 would be a combination of"),
        (x, [], "takes the place of an integer"),
        (S.Half, [], "takes the place of an integer"),
        ("T", [], "str is no node of the language"),
    ],
    ids=str,
)
def test_a_sum_of_no_whole_number_of_terms_is_refused(lemma, last, facts, said):
    with pytest.raises(KernelError) as refused:
        lemma(last, facts)
    assert said in str(refused.value)


SQUARES = [loss(i), y, i, -loss(i + 1), loss(i) * x]


@pytest.mark.parametrize("first", SQUARES, ids=str)
@pytest.mark.parametrize("second", SQUARES, ids=str)
def test_products_add_up_to_no_more_than_the_roots_of_sums_of_squares(first, second):
    over = [Sum(term, (i, 2, N)) for term in (first**2, second**2, first * second)]
    says(cauchy_schwarz_of_sums(first, second, (i, 2, N)), ge(sqrt(over[0]) * sqrt(over[1]), over[2]))


def test_and_not_to_less():
    over = [Sum(term, (i, 1, N)) for term in (loss(i) ** 2, y**2, y * loss(i))]
    with pytest.raises(KernelError):
        says(cauchy_schwarz_of_sums(loss(i), y, (i, 1, N)), gt(sqrt(over[0]) * sqrt(over[1]), over[2]))


@pytest.mark.parametrize(
    ("number", "facts"), [(N, [ge(N, 2)]), (x, [gt(x, 1)]), (1 + x**2, [gt(x, 0)]), (S(2), [])], ids=str
)
def test_a_logarithm_beyond_one_is_positive_under_the_facts_alone(number, facts):
    says(logarithm_is_positive(number, facts), gt(log(number), 0), *facts)


@pytest.mark.parametrize(
    ("number", "facts"), [(x, [ge(x, 1)]), (x, []), (N, [ge(N, 1)]), (S.Half, []), (S(1), [])], ids=str
)
def test_a_logarithm_of_what_may_be_one_or_less_is_refused(number, facts):
    with pytest.raises(KernelError):
        logarithm_is_positive(number, facts)


def test_a_sum_of_what_is_not_negative_is_not_negative():
    schema = forall(k, ge(loss(k), 0), [ge(k, 1), ge(N, k)])
    goal = ge(Sum(loss(i), (i, 1, N)), 0)
    says(sum_is_not_negative(loss(i), (i, 1, N), [schema]), goal, schema)
    says(sum_is_not_negative(loss(i) ** 2, (i, 1, N)), ge(Sum(loss(i) ** 2, (i, 1, N)), 0))
    says(sum_is_not_negative(1 / i, (i, 2, N)), ge(Sum(1 / i, (i, 2, N)), 0))


@pytest.mark.parametrize("facts", [[], [ge(loss(i), -1)], [ge(loss(i), 0)], [ge(loss(1), 0)]], ids=str)
def test_a_sum_of_what_is_not_shown_to_be_so_everywhere_is_refused(facts):
    with pytest.raises(KernelError, match=r"l\(i\)"):
        sum_is_not_negative(loss(i), (i, 1, N), facts)


@pytest.mark.parametrize(
    "lemma",
    [
        lambda facts: harmonic_sum(T, facts),
        lambda facts: inverse_roots_sum(T, facts),
        lambda facts: sum_is_not_negative(T, (k, 1, N), facts),
        lambda facts: logarithm_rises(le(T, T + 1), facts),
        lambda facts: logarithm_above(T, facts),
        lambda facts: weighted_sum(T, at(forall(i, ge(loss(i), 0)), i), (i, 1, N), facts),
        lambda facts: arccosine_is_not_negative(T, facts),
        lambda facts: exponential_below_chord(x, T, facts),
        lambda facts: hoeffding(T, x, [le(T, 1), facts]),
    ],
)
def test_a_reason_may_stand_alone(lemma):
    for fact in (ge(T, 1), T >= 1):
        assert lemma(fact).conclusion == lemma([fact]).conclusion == lemma([[fact]]).conclusion
        assert lemma(fact).hypotheses == lemma([fact]).hypotheses
    with pytest.raises(KernelError, match=r"^\w+: (facts|between): a reason is a theorem, a formula, .* not 'T ≥ 1'"):
        lemma("T ≥ 1")


@pytest.mark.parametrize(
    ("lemma", "said"),
    [
        (lambda: at_most_by_squares(x, T, [], ge(x, 0)), "at_most_by_squares: squares must be a theorem or a"),
        (lambda: weighted_sum(T, None, (i, 1, N)), "weighted_sum: each must be a theorem or a formula, not None"),
        (lambda: logarithm_rises(x), "logarithm_rises: at_most must be a theorem or a formula, not x"),
        (
            lambda: telescope(assume(ge(x, 0)), x, 1, T),
            "telescope: the index must be an integer without a sign",
        ),
    ],
)
def test_what_is_no_theorem_is_refused_by_the_name_of_the_argument(lemma, said):
    with pytest.raises(KernelError) as refused:
        lemma()
    assert str(refused.value).startswith(said)


def test_a_schema_of_fewer_terms_does_not_serve_the_sum():
    schema = forall(k, ge(loss(k), 0), [ge(k, 2), ge(N, k)])
    with pytest.raises(KernelError):
        sum_is_not_negative(loss(i), (i, 1, N), [schema])


@pytest.mark.parametrize("is_bit", [eq(x**2, x), eq(x * (1 - x), 0)], ids=str)
def test_a_bit_is_between_zero_and_one(is_bit):
    lower, upper = bit(x, is_bit)
    says(lower, ge(x, 0), is_bit)
    says(upper, le(x, 1), is_bit)


@pytest.mark.parametrize("other", [eq(y**2, y), eq(x**2, 2 * x), ge(x**2, x)], ids=str)
def test_what_is_no_bit_is_refused(other):
    with pytest.raises(KernelError):
        bit(x, other)


# --- moments ----------------------------------------------------------------------------------------------------------

MOMENT = le(log(1 - m + m * exp(h)), h * m + h**2 / 8)


def test_hoeffding_s_lemma_holds_for_every_share_and_rate():
    says(hoeffding(m, h, [ge(m, 0), le(m, 1)]), MOMENT, ge(m, 0), le(m, 1))
    stronger = [follows(ge(m, 0), ge(m, Rational(1, 3))), follows(le(m, 1), le(m, S.Half))]
    says(hoeffding(m, h, stronger), MOMENT, ge(m, Rational(1, 3)), le(m, S.Half))


@pytest.mark.parametrize("share", [0, Rational(1, 9), S.Half, 1], ids=str)
@pytest.mark.parametrize("rate", [-5, Rational(-1, 7), 1, 12], ids=str)
def test_hoeffding_s_lemma_is_so_at_numbers(share, rate):
    says(hoeffding(S(share), S(rate), []), le(log(1 - share + share * exp(rate)), rate * share + S(rate) ** 2 / 8))
    assert holds(MOMENT, {m: S(share), h: S(rate)})


def test_an_eighth_is_the_least_constant_that_serves():
    assert not holds(le(log(1 - m + m * exp(h)), h * m + h**2 / 9), {m: S.Half, h: Rational(1, 10)})


@pytest.mark.parametrize("between", [[], [ge(m, 0)], [le(m, 1)], [ge(m, 0), le(m, 2)]], ids=str)
def test_hoeffding_s_lemma_needs_both_bounds(between):
    with pytest.raises(KernelError, match=r"m ≥ 0|m ≤ 1"):
        hoeffding(m, h, between)


def test_a_share_beyond_one_is_refused():
    with pytest.raises(KernelError, match="2 ≤ 1"):
        hoeffding(S(2), h, [])


BOUNDS = [forall(i, f, [ge(i, 1), ge(N, i)]) for f in (ge(loss(i), 0), le(loss(i), 1))]


def hoeffding_of(total):
    """What Hoeffding's lemma says of the growth of a sum of weights."""
    return -eta * total(weight(i) * loss(i)) / total(weight(i)) + eta**2 / 8


def chords_of(total):
    """What chords say of it."""
    return -(1 - exp(-eta)) * total(weight(i) * loss(i)) / total(weight(i))


def second_order_of(total):
    """What it is to the second order, without the rest."""
    return total(weight(i) * (eta**2 * loss(i) ** 2 / 2 - eta * loss(i))) / total(weight(i))


AVERAGES = [
    (exponential_average, hoeffding_of, BOUNDS),
    (chord_average, chords_of, BOUNDS),
    (second_order_average, second_order_of, BOUNDS[:1]),
]


def average(total, bound):
    """What a lemma says of a sum: a function of summands that adds them up."""
    return le(log(total(weight(i) * exp(-eta * loss(i)))) - log(total(weight(i))), bound(total))


@pytest.mark.parametrize(("lemma", "bound", "needed"), AVERAGES)
def test_an_exponential_average_is_bounded(lemma, bound, needed):
    theorem = lemma(weight(i), loss(i), -eta, (i, 1, N), [at(b, i) for b in needed], [ge(N, 1)])
    says(theorem, average(lambda term: Sum(term, (i, 1, N)), bound), ge(N, 1), *needed)


@pytest.mark.parametrize("bound", [bound for _, bound, _ in AVERAGES])
@pytest.mark.parametrize("rate", [Rational(1, 3), 2, 9], ids=str)
@pytest.mark.parametrize(
    ("weights", "losses"), [([1, 1], [0, 1]), ([1, 7, 2], [S.Half, 0, Rational(1, 3)]), ([5], [1])], ids=str
)
def test_an_exponential_average_is_so_at_numbers(bound, rate, weights, losses):
    def total(term):
        return sum(
            (term.xreplace({weight(i): S(of), loss(i): S(lost)}) for of, lost in zip(weights, losses, strict=True)),
            S.Zero,
        )

    assert holds(average(total, bound), {eta: S(rate)})


@pytest.mark.parametrize(("lemma", "needed"), [(lemma, needed) for lemma, _, needed in AVERAGES])
def test_an_exponential_average_needs_each_bound_and_an_index(lemma, needed):
    for less in needed:
        with pytest.raises(KernelError):
            lemma(weight(i), loss(i), -eta, (i, 1, N), [at(b, i) for b in needed if b != less], [ge(N, 1)])
    for facts in ([], [ge(N, 0)]):
        with pytest.raises(KernelError):
            lemma(weight(i), loss(i), -eta, (i, 1, N), [at(b, i) for b in needed], facts)


def test_exponentials_lie_below_their_chords_in_the_mean():
    theorem = below_chords(weight(i), loss(i), -eta, (i, 1, N), [at(b, i) for b in BOUNDS])
    chords = 1 - loss(i) + loss(i) * exp(-eta)
    says(
        theorem,
        le(Sum(weight(i) * exp(-eta * loss(i)), (i, 1, N)), Sum(weight(i) * chords, (i, 1, N))),
        *BOUNDS,
    )
    for less in BOUNDS:
        with pytest.raises(KernelError):
            below_chords(weight(i), loss(i), -eta, (i, 1, N), [at(b, i) for b in BOUNDS if b != less])


def test_weights_may_be_positive_by_the_facts_alone():
    powers = h ** Sum(loss(k), (k, 1, i))
    arguments = (powers, loss(i), log(h), (i, 1, N), [at(b, i) for b in BOUNDS])
    for theorem in (below_chords(*arguments), below_chords(*arguments, [gt(h, 0)])):
        assert set(map(translate, theorem.hypotheses)) == set(map(translate, [gt(h, 0), *BOUNDS]))


def test_weights_that_are_not_negative_by_facts_alone_are_so_in_a_weighted_sum():
    each = at(BOUNDS[0], i)
    says(weighted_sum(x, each, (i, 1, N), [ge(x, 0)]), ge(Sum(x * loss(i), (i, 1, N)), 0), ge(x, 0), BOUNDS[0])
    with pytest.raises(KernelError):
        weighted_sum(x, each, (i, 1, N))


@pytest.mark.parametrize("rate", [-log(2), log(Rational(3, 2)), -eta], ids=str)
def test_what_grows_with_a_bit_has_a_logarithm_that_does(rate):
    before, after = positive("p q")
    grows, is_bit = le(after, before * (1 - x + x * exp(rate))), eq(x**2, x)
    says(growth_in_bit(before, after, x, rate, grows, is_bit), le(log(after) - log(before), rate * x), grows, is_bit)


def test_what_is_no_bit_may_grow_by_more():
    before, after = positive("p q")
    grows = le(after, before * (1 - x + 2 * x))
    with pytest.raises(KernelError):
        growth_in_bit(before, after, x, log(2), grows, eq(x**2, 2 * x))
    with pytest.raises(KernelError):
        growth_in_bit(before, after, x, log(2), le(after, before * (1 + 2 * x)), eq(x**2, x))


@pytest.mark.parametrize("term", [2**x, exp(eta * x), log(1 + eta * x, evaluate=False), x**3], ids=str)
def test_a_power_of_a_bit_is_affine_in_it(term):
    is_bit = eq(x**2, x)
    start, end = (term.subs(x, value) for value in (0, 1))
    made = affine_in_bit(term, x, is_bit, [ge(x, 0)])
    proves(made, [is_bit, ge(x, 0)], eq(term, start + x * (end - start)))
    with pytest.raises(KernelError):
        affine_in_bit(term, x, eq(x**2, 2 * x), [ge(x, 0)])

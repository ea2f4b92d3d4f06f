"""The second arithmetic rounds outwards where mpmath's own functions do not, and stops outside of a domain."""

import random
from fractions import Fraction

import pytest
import sympy
from flint import arb, fmpq
from mpmath.libmp import mpf_atan, mpf_exp, mpf_log, round_ceiling, round_floor
from sympy import KroneckerDelta, Rational, Sum, log

from verify.balls import evaluate, second
from verify.language.terms import family, integer, real

x = real("x")
i, n = integer("i n")
FUNCTIONS = [
    # node, where it is defined: everywhere, from 0, from 1, or within 1
    (sympy.exp, "all"), (log, "from 0"), (sympy.sin, "all"), (sympy.cos, "all"), (sympy.tan, "all"),
    (sympy.sinc, "all"), (sympy.sinh, "all"), (sympy.cosh, "all"), (sympy.tanh, "all"), (sympy.asin, "within 1"),
    (sympy.acos, "within 1"), (sympy.atan, "all"), (sympy.asinh, "all"), (sympy.acosh, "from 1"),
    (sympy.atanh, "within 1"), (sympy.sqrt, "from 0"), (sympy.cbrt, "from 0"), (lambda t: t**5, "all"),
    (lambda t: t**-3, "from 0"), (lambda t: t ** Rational(-5, 3), "from 0"), (lambda t: t**sympy.pi, "from 0"),
]  # fmt: skip


def fraction(end):
    sign, mantissa, exponent, _ = end
    return (-1) ** sign * int(mantissa) * Fraction(2) ** int(exponent)


def exactly(value):
    with evaluate.working_precision(3000):
        return arb(fmpq(value.numerator, value.denominator))


def dyadic(rng, where):
    """Few bits or many, huge or tiny: results that lie close to a number of the working precision."""
    bits = rng.randint(1, 90)
    mantissa = rng.getrandbits(bits) | 1
    size = Fraction(mantissa) * Fraction(2) ** rng.randint(-bits - 80, -bits + (5 if where != "within 1" else 0))
    if where == "from 1":
        return 1 + size
    return size if where == "from 0" else size * rng.choice((1, -1))


@pytest.mark.spread(3)
@pytest.mark.parametrize(("node", "where"), FUNCTIONS, ids=lambda a: getattr(a, "__name__", a))
def test_the_interval_at_a_point_contains_the_value_and_is_narrow(node, where):
    rng = random.Random(1)
    term = node(x)
    for _ in range(150):
        at, bits = dyadic(rng, where), rng.choice((20, 53, 80, 128))
        found = second.enclose(term, {x: at}, bits)
        lo, hi = map(fraction, found._mpi_)
        exact = evaluate.enclose(term, {x: at}, 2000)
        assert not exact < exactly(lo), (at, bits)
        assert not exact > exactly(hi), (at, bits)
        with second.working_precision(bits):
            at_rounded = second.rational(at).delta  # what rounding the point alone may cost
        if at_rounded == 0:
            assert hi - lo <= Fraction(2) ** (12 - bits) * (1 + max(abs(lo), abs(hi)))


@pytest.mark.parametrize(
    ("function", "node", "at"),
    [
        (mpf_atan, sympy.atan, Fraction(2191, 2**63)),
        (mpf_exp, sympy.exp, Fraction(431, 2**60)),
        (mpf_log, log, Fraction(8796093022209, 2**43)),
    ],
    ids=["atan", "exp", "log"],
)
def test_mpmath_does_not_round_outwards_here_but_the_enclosure_does(function, node, at):
    bits = {sympy.atan: 64, sympy.exp: 128, log: 20}[node]
    with second.working_precision(500):
        point = second.rational(at)._mpi_[0]
    exact = evaluate.enclose(node(x), {x: at}, 2000)
    theirs = [exactly(fraction(function(point, bits, rounding))) for rounding in (round_floor, round_ceiling)]
    assert not theirs[0] <= exact <= theirs[1]
    lo, hi = (exactly(fraction(end)) for end in second.enclose(node(x), {x: at}, bits)._mpi_)
    assert lo < exact < hi


def test_pi_and_e_are_inside_at_every_precision():
    for term in (sympy.pi, sympy.E):
        exact = evaluate.enclose(term, {}, 2000)
        for bits in range(2, 300):
            lo, hi = (exactly(fraction(end)) for end in second.enclose(term, {}, bits)._mpi_)
            assert lo < exact < hi


UNDEFINED = [
    (sympy.asin(x), Fraction(1001, 1000)), (sympy.acos(x), -2), (sympy.acosh(x), Fraction(999, 1000)),
    (sympy.atanh(x), 1), (sympy.atanh(x), -1), (sympy.sign(x), second.hull(second.rational(-1), second.rational(1))),
    (sympy.exp(sympy.exp(x)), 100), (sympy.sin(x), 10**7), (log(sympy.Add(x, -x, evaluate=False)), 0),
    (x, second.iv.mpf("inf")), (x ** Rational(1, 3), -8),
]  # fmt: skip


@pytest.mark.parametrize(("term", "at"), UNDEFINED, ids=str)
def test_outside_of_a_domain_or_of_its_reach_there_is_no_interval(term, at):
    with pytest.raises(second.Undefined):
        second.enclose(term, {x: at})


def test_the_sign_is_given_where_it_is_certain():
    assert [second.enclose(sympy.sign(x), {x: at}) == at for at in (-1, 0, 1)] == [True] * 3


def test_a_python_float_is_not_a_value():
    with pytest.raises(TypeError, match="rational number"):
        second.enclose(x, {x: 0.5})


def test_sums_add_up_term_by_term():
    f = family("f")
    assert second.enclose(Sum(i**2, (i, 1, 10)), {}) == 385
    assert second.enclose(Sum(i, (i, 3, 2)), {}) == 0
    assert second.enclose(Sum(i * n, (i, 1, n), (n, 1, 3)), {}) == 1 + 2 * 3 + 3 * 6
    assert second.enclose(Sum(KroneckerDelta(i, 2) * x ** (i - 1), (i, 1, 3)), {x: 5}) == 5
    assert second.enclose(Sum(f(i), (i, 1, 2)), {f(1): 2, f(2): 3}) == 5


def test_a_sum_keeps_what_is_undefined_even_where_its_factor_is_zero():
    with pytest.raises(second.Undefined):
        second.enclose(Sum(KroneckerDelta(i, 2) * log(x), (i, 1, 1)), {x: -1})

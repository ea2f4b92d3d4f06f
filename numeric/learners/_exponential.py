"""The exponential of numba's kernels: made of +, -, * and fma alone, so that every processor gives the same bits.

With k the integer nearest to h/ln 2, and r = h + l - k ln 2, it is 2**k (1 + r + r**2 P(r)), where P of degree 9
interpolates (e**r - 1 - r)/r**2 at the zeros, other than 0, of the least even polynomial of degree 12 on
|r| <= ln 2/2 that has a double zero at 0. In units of u = 2**-53, for LEAST <= h <= LARGEST and l within half an ulp
of h, step by step:

- h - k LN2_HIGH is exact, for LN2_HIGH has 40 bits, and h is a multiple of 2**-54 where k is not 0. The rounding of
  l - k LN2_LOW is less than 2**-80, and that of their sum r, below 1/2, at most u/4. So r is off by .26 u;
- 1 + r + r**2 P(r) is within .11 u e**r of e**r, with the coefficients as they are;
- P is between .44 and .57, and off by 1.05 u: u/2 by its own rounding, u/2 by that of its even part, and .05 u by the
  smaller terms. The square, at most .1202, is off by u/16. So r**2 P is off by .1202 * 1.05 u + .57/16 u = .17 u, and
  t = r + r**2 P, between -.293 and .415, by u/4 more for its rounding;
- 1 + t is off by u more for its rounding, and by half of that below 1.

Together that is (.42 + 1) u + .37 u e**r above 1, and (.42 + .5) u + .37 u e**r below, where e**r > .707: less than
1.8 u e**r, .9 ulp. The tests prove .82 ulp with exact numbers, on 256 parts of the interval, each step as above.
"""

from numeric.learners._lanes import below, fma, inline, times_power

SHIFT = 100
LEAST, LARGEST = -770.0, 400.0
"""Below the result is 0, as then are the weights in a sum of size 1; above it means nothing."""

LOG2_E = 1.4426950408889634
LN2_HIGH, LN2_LOW = 0.6931471805592082, 7.371002565167799e-13
ROUND = 1.5 * 2.0**52 + SHIFT
"""A number plus this is an integer, which is SHIFT more than the nearest, in the last bits."""

CONSTANTS = (
    LEAST,
    LOG2_E,
    ROUND,
    -LN2_HIGH,
    -LN2_LOW,
    1.0,
    0.5000000000000013,
    0.16666666666666677,
    0.04166666666651443,
    0.008333333333321626,
    0.001388888894722041,
    0.00019841269886129465,
    2.4801489767637953e-05,
    2.7557244214044647e-06,
    2.7631333000216065e-07,
    2.5109032783640228e-08,
)
"""What `exponential` is to be given, as they are or in lanes: those above, 1, and the coefficients of P."""


@inline
def exponential(h, l, constants):
    """2**SHIFT e**(h + l) within .82 ulp, for |l| of half an ulp of h at most; of numbers or lanes."""
    least, log2e, round_, high, low, one, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9 = constants
    shifted = fma(h, log2e, round_)
    k = shifted - round_
    r = fma(k, high, h) + fma(k, low, l)
    q = r * r
    even = fma(fma(fma(fma(q, p8, p6), q, p4), q, p2), q, p0)
    odd = fma(fma(fma(fma(q, p9, p7), q, p5), q, p3), q, p1)
    return below(least, h, times_power(fma(fma(odd, r, even), q, r) + one, shifted), 0.0)

"""False steps: each must be refused. What is wrong is said by the name of the group and the entry."""

from __future__ import annotations

from functools import partial

from tests.attacks.steps import (
    ONE,
    ZERO,
    A,
    D,
    Fraction,
    I,
    P,
    Pt,
    S,
    Step,
    T,
    V,
    cases,
    combine,
    delta,
    domain,
    eq,
    every,
    fn,
    ge,
    generalize,
    given,
    gt,
    has,
    head,
    identity,
    induct,
    inner,
    instantiate,
    inv,
    known,
    lam,
    le,
    less,
    lt,
    ne,
    neg,
    over,
    plus,
    real,
    sqrt,
    telescope,
    term,
    times,
    variable,
    whole,
)  # fmt: skip
from verify.core.nodes import node

x, y, z, r, s, t = (real(c) for c in "xyzrst")
n, m, k, i, j = (whole(c) for c in "nmkij")
p, q = real("p", "positive"), real("q", "nonnegative")
N = whole("N", "positive")
f, g, h = head("f"), head("g"), head("h")
fp = head("fp", sign="positive")
a, b = head("a"), head("b")  # used as families on the integers
c = head("c", "integer function")
d = head("d", "partial function")
u, v, w = V("u"), V("v"), V("w")
X = variable("X", "vector")
F_space = variable("F", "constant")
pi, e = node("pi"), node("e")
half, third = Fraction(1, 2), Fraction(1, 3)
log, exp, sin, cos, tan, absolute = (partial(fn, kind) for kind in ("log", "exp", "sin", "cos", "tan", "abs"))

FALSE: dict[str, Step] = {}


def wrong(group, **steps):
    for name, step in steps.items():
        FALSE[f"{group}: {name.replace('_', ' ')}"] = step


wrong(
    "a denominator that may vanish",
    x_over_x=identity(over(x, x), 1),
    zero_over_x=identity(over(0, x), 0),
    zero_times_inverse=identity(times(0, inv(x)), 0),
    inverse_minus_itself=identity(less(inv(x), inv(x)), 0),
    inverse_of_inverse=identity(inv(inv(x)), x),
    square_over_square=identity(over(P(x, 2), P(x, 2)), 1, ge(P(x, 2))),
    nonnegative_is_not_nonzero=identity(over(q, q), 1),
    difference_of_squares=identity(over(less(P(x, 2), P(y, 2)), less(x, y)), plus(x, y)),
    zero_times_inverse_of_zero=identity(times(0, inv(ZERO)), 0),
    power_minus_two=identity(times(P(x, 2), P(x, -2)), 1),
    a_family=identity(over(A(a, n), A(a, n)), 1),
    a_field=identity(over(inner(u, u), inner(u, u)), 1),
    a_sum=identity(over(S(A(a, i), i, 1, n), S(A(a, i), i, 1, n)), 1),
    hidden_in_a_sum=identity(S(times(0, inv(A(a, i))), i, 1, n), 0),
    hidden_in_a_nested_sum=identity(S(S(times(0, inv(less(i, j))), j, 1, n), i, 1, n), 0),
    hidden_in_an_integral=identity(I(times(0, inv(t)), t, -1, 1), 0),
    hidden_in_a_function=identity(less(A(f, inv(x)), A(f, inv(x))), 0),
    hidden_in_a_max=identity(less(fn("max", x, inv(y)), fn("max", x, inv(y))), 0),
    hidden_in_an_inner_product=identity(inner(times(inv(x), u), term(0)), 0),
    hidden_in_a_bound=identity(less(I(ONE, t, 0, inv(x)), inv(x)), 0),
    by_a_fact_about_another=identity(over(x, x), 1, gt(y)),
    by_a_weak_sign=identity(over(x, x), 1, ge(x)),
    by_one_point=identity(over(less(x, 1), less(x, 1)), 1, ne(x)),
    zero_power_of_an_undefined_base=identity(P(inv(x), 0), 1),
)
wrong(
    "a root or logarithm",
    root_of_square=identity(sqrt(P(x, 2)), x),
    square_of_root=identity(P(sqrt(x), 2), x),
    root_minus_itself=identity(less(sqrt(x), sqrt(x)), 0),
    root_of_product=identity(sqrt(times(x, y)), times(sqrt(x), sqrt(y)), ge(times(x, y))),
    fourth_root_of_square=identity(P(P(x, 2), Fraction(1, 4)), sqrt(x)),
    cube_root_of_cube=identity(P(P(x, 3), third), x),
    two_thirds=identity(P(P(x, 2), third), P(x, Fraction(2, 3))),
    root_of_inverse=identity(sqrt(inv(x)), inv(sqrt(x))),
    h8=identity(sqrt(times(x, P(y, 2))), times(sqrt(x), absolute(y)), ge(times(x, P(y, 2)))),
    log_minus_itself=identity(less(log(x), log(x)), 0),
    log_of_square=identity(log(P(x, 2)), times(2, log(x)), ne(x)),
    log_of_product=identity(log(times(x, y)), plus(log(x), log(y)), gt(times(x, y))),
    log_of_quotient=identity(log(over(x, y)), less(log(x), log(y)), gt(over(x, y))),
    exp_of_log=identity(exp(log(x)), x),
    exp_of_half_log=identity(exp(times(half, log(P(x, 2)))), x, ne(x)),
    log_zero_weak=identity(exp(log(x)), x, ge(x)),
    varying_power_of_zero=identity(P(0, x), 0, gt(x)),
    varying_power_of_one_half=identity(P(x, y), exp(times(y, log(x))), ge(x)),
    varying_power_minus_itself=identity(less(P(x, y), P(x, y)), 0),
    power_of_power=identity(P(P(x, 2), y), P(x, times(2, y)), ne(x)),
    root_at_negative_number=identity(less(sqrt(-1), sqrt(-1)), 0),
    square_root_of_minus_one_squared=identity(P(sqrt(-1), 2), -1),
    zero_to_minus_one_half=identity(times(0, P(x, Fraction(-1, 2))), 0, ge(x)),
    rational_root_rounded=identity(sqrt(2), Fraction(141421356237, 100000000000)),
)
wrong(
    "elementary functions",
    abs_of_unsigned=identity(absolute(x), x),
    abs_of_sum=identity(absolute(plus(x, y)), plus(absolute(x), absolute(y))),
    cos_of_acos=identity(cos(fn("acos", x)), x),
    acos_of_cos=identity(fn("acos", cos(x)), x),
    asin_of_sin=identity(fn("asin", sin(x)), x),
    atan_of_tan=identity(fn("atan", tan(x)), x, ne(cos(x))),
    tan_times_cos=identity(times(tan(x), cos(x)), sin(x)),
    acosh_of_cosh=identity(fn("acosh", fn("cosh", x)), x),
    tanh_of_atanh=identity(fn("tanh", fn("atanh", x)), x),
    sinc=identity(fn("sinc", x), over(sin(x), x)),
    x_sinc_wrong=identity(fn("sinc", x), sin(x)),
    sum_of_squares=identity(plus(P(sin(x), 2), P(cos(y), 2)), 1),
    double_angle=identity(sin(times(2, x)), times(2, sin(x))),
    cosine_plus_pi=identity(cos(plus(x, pi)), cos(x)),
    max_of_unordered=identity(fn("max", x, y), x),
    max_the_wrong_way=identity(fn("max", x, y), x, ge(y, x)),
    min_the_wrong_way=identity(fn("min", x, y), x, ge(x, y)),
    delta_of_unequal=identity(delta(i, j), 0),
    delta_of_equal_by_sum=identity(delta(i, j), 1, ge(plus(i, j))),
    e_rounded=identity(e, Fraction(2718281828, 10**9)),
    h7=combine(lt(times(10**40, fn("acos", cos(times(2, pi, sqrt(plus(1, Fraction(1, 10**40))))))), 1)),
    h5=identity(times(10**30, less(sqrt(plus(1, Fraction(1, 10**30))), 1)), 0),
    h6_small=combine(ge(-1, 0), [(neg(exp(-20000)), 1)]),
)
wrong(
    "sums",
    sum_of_one=identity(S(1, i, 1, n), n),
    sum_of_index=identity(S(i, i, 1, n), times(half, n, plus(n, 1))),
    peel_above=identity(S(A(a, i), i, 1, plus(n, 1)), plus(S(A(a, i), i, 1, n), A(a, plus(n, 1)))),
    peel_below=identity(S(A(a, i), i, 1, n), plus(A(a, 1), S(A(a, i), i, 2, n))),
    peel_above_empty=identity(S(A(a, i), i, 1, plus(n, 1)), plus(S(A(a, i), i, 1, n), A(a, plus(n, 1))), ge(n, -1)),
    peel_below_at_zero=identity(S(A(a, i), i, 1, n), plus(A(a, 1), S(A(a, i), i, 2, n)), ge(n)),
    peel_vectors=identity(S(V(X, i), i, 1, plus(n, 1)), plus(S(V(X, i), i, 1, n), V(X, plus(n, 1)))),
    split=identity(S(A(a, i), i, 1, n), plus(S(A(a, i), i, 1, m), S(A(a, i), i, plus(m, 1), n))),
    split_outside=identity(
        S(A(a, i), i, 1, n), plus(S(A(a, i), i, 1, m), S(A(a, i), i, plus(m, 1), n)), ge(n, 1), ge(m, n)
    ),
    one_term_of_none=identity(S(A(a, i), i, n, m), A(a, n), ge(n, m)),
    empty_not_empty=identity(S(A(a, i), i, 1, n), 0, ge(1, n)),
    reversed_bounds=identity(S(A(a, i), i, 1, n), neg(S(A(a, i), i, n, 1))),
    delta_without_range=identity(S(times(delta(i, j), A(a, i)), i, 1, n), A(a, j)),
    delta_half_range=identity(S(times(delta(i, j), A(a, i)), i, 1, n), A(a, j), ge(j, 1)),
    delta_upper_only=identity(S(times(delta(i, j), A(a, i)), i, 1, n), A(a, j), ge(n, j)),
    delta_shifted=identity(S(times(delta(plus(i, 1), j), A(a, i)), i, 1, n), A(a, less(j, 1)), ge(j, 1), ge(n, j)),
    product_of_sums=identity(S(times(A(a, i), A(b, i)), i, 1, n), times(S(A(a, i), i, 1, n), S(A(b, i), i, 1, n))),
    other_bound=identity(
        S(S(times(A(a, i), A(b, j)), j, 1, n), i, 1, n), times(S(A(a, i), i, 1, n), S(A(b, j), j, 1, k))
    ),
    nested_bound_depends=identity(
        S(S(times(A(a, i), A(b, j)), j, 1, i), i, 1, n), times(S(A(a, i), i, 1, n), S(A(b, j), j, 1, n))
    ),
    shifted_index=identity(S(A(a, plus(i, 1)), i, 1, n), S(A(a, i), i, 1, n)),
    index_taken_out=identity(S(times(i, A(a, i)), i, 1, n), times(i, S(A(a, i), i, 1, n))),
    inner_index_captured=identity(S(S(times(i, A(a, j)), j, 1, n), i, 1, n), S(S(times(j, A(a, j)), j, 1, n), i, 1, n)),
    swapped_triangle=identity(S(S(A(a, i, j), j, 1, i), i, 1, n), S(S(A(a, i, j), i, 1, j), j, 1, n)),
    zero_times_sum_undefined=identity(times(0, S(inv(A(a, i)), i, 1, n)), 0),
    undefined_at_one_index=identity(S(over(less(i, 3), less(i, 3)), i, 1, 5), 5),
    conditions_of_range_only=identity(S(over(i, i), i, -2, n), plus(n, 3), ge(n)),
    constant_sum_negative_length=identity(S(x, i, n, m), times(x, plus(less(m, n), 1))),
    geometric=identity(S(P(x, 2), i, 1, n), times(n, P(x, 2))),
    exchange_sum_and_integral=identity(
        S(I(inv(times(t, i)), t, 0, 1), i, 1, n), I(S(inv(times(t, i)), i, 1, n), t, 0, 1)
    ),
)
wrong(
    "signs",
    x_is_not_negative=combine(ge(x), [(x, 1)]),
    product_of_unsigned=combine(ge(times(x, y)), [(x, y)]),
    negative_factor=combine(ge(times(y, y), times(x, y)), [(ge(x, y), neg(y))]),
    unsigned_factor=combine(ge(times(x, y)), [(ge(x), y)]),
    difference_factor=combine(ge(times(x, less(1, y))), [(ge(x), less(1, y))], ge(y)),
    strict_from_weak=combine(gt(x), [(ge(x), 1)]),
    strict_by_zero_factor=combine(gt(times(x, y)), [(gt(x), y)], ge(y)),
    equation_from_inequality=combine(eq(x), [(ge(x), 1)]),
    unequal_from_weak=combine(ne(x), [(ge(x), 1)]),
    unequal_as_sign=combine(gt(x), [(ne(x), 1)]),
    wrong_sum=combine(ge(plus(x, y), 1), [(ge(x), 1), (ge(y), 1)]),
    wrong_way=combine(ge(y, x), [(ge(x, y), 1)]),
    log_of_what_is_above_zero=combine(ge(log(x)), [(log(x), 1)], gt(x)),
    cosine=combine(ge(cos(x)), [(cos(x), 1)]),
    sum_of_unsigned=combine(ge(S(A(a, i), i, 1, n)), [(S(A(a, i), i, 1, n), 1)]),
    sum_of_signed_elsewhere=combine(
        ge(S(A(a, i), i, 0, n)), [(S(A(a, i), i, 0, n), 1)], every(i, ge(A(a, i)), ge(i, 1), ge(n, i))
    ),
    strict_sum_that_may_be_empty=combine(gt(S(P(2, -1), i, 1, n)), [(S(P(2, -1), i, 1, n), 1)]),
    strict_sum_by_schema=combine(gt(S(A(a, i), i, 1, n)), [(S(A(a, i), i, 1, n), 1)], every(i, gt(A(a, i)))),
    integral_backwards=combine(ge(I(P(A(f, t), 2), t, x, y)), [(I(P(A(f, t), 2), t, x, y), 1)]),
    integral_backwards_positive=combine(ge(I(exp(t), t, x, 0)), [(I(exp(t), t, x, 0), 1)]),
    inner_product=combine(ge(inner(u, v)), [(inner(u, v), 1)]),
    strict_norm=combine(gt(inner(u, u)), [(inner(u, u), 1)]),
    max_of_unsigned=combine(ge(fn("max", x, y)), [(fn("max", x, y), 1)]),
    min_of_one_signed=combine(ge(fn("min", x, y)), [(fn("min", x, y), 1)], ge(x)),
    odd_power=combine(ge(P(x, 3)), [(P(x, 3), 1)]),
    even_power_strict=combine(gt(P(x, 2)), [(P(x, 2), 1)]),
    undefined_factor=combine(ge(times(P(inv(x), 2), y)), [(ge(y), P(inv(x), 2))]),
    undefined_goal=combine(ge(plus(x, less(log(y), log(y)))), [(ge(x), 1)]),
    undefined_cancelled_factor=combine(ge(y), [(ge(times(x, y)), inv(x))], ge(x)),
    divided_by_unsigned=combine(ge(y), [(ge(times(x, y)), inv(x))], ne(x)),
    declared_sign_of_another=combine(ge(x), [(x, 1)], ge(q)),
    integer_gap=combine(ge(x, 1), [(gt(x), 1)]),
    integer_gap_too_far=combine(ge(n, 2), [(gt(n, 0), 1)]),
    zero_times_infinity=combine(eq(times(x, inv(y))), [(eq(x), inv(y))]),
    equation_by_undefined_factor=combine(eq(x, y), [(eq(times(x, z), times(y, z)), inv(z))]),
    contradiction_from_nothing=combine(ge(-1, 0), []),
    absolute_upper_bound=combine(ge(x, absolute(x)), [(less(x, absolute(x)), 1)]),
    cauchy_schwarz_reversed=combine(
        ge(P(inner(u, v), 2), times(inner(u, u), inner(v, v))),
        [(less(P(inner(u, v), 2), times(inner(u, u), inner(v, v))), 1)],
    ),
)
wrong(
    "rewriting",
    under_a_binder=identity(S(A(a, i), i, 1, n), S(A(b, i), i, 1, n), using=[eq(A(a, i), A(b, i))]),
    under_a_binder_whole=identity(S(i, i, 1, n), S(x, i, 1, n), using=[eq(i, x)]),
    under_an_integral=identity(I(A(f, t), t, 0, 1), I(A(g, t), t, 0, 1), using=[eq(A(f, t), A(g, t))]),
    under_a_derivative=identity(D(A(f, t), t, x), D(A(g, t), t, x), using=[eq(A(f, t), A(g, t))]),
    derivative_of_what_is_equal_there=identity(D(A(f, t), t, x), D(A(g, t), t, x), using=[eq(A(f, x), A(g, x))]),
    schema_beyond_its_range=identity(A(a, 0), A(b, 0), using=[every(i, eq(A(a, i), A(b, i)), ge(i, 1))]),
    schema_in_a_sum_beyond=identity(
        S(A(a, i), i, 0, n), S(A(b, i), i, 0, n), using=[every(i, eq(A(a, i), A(b, i)), ge(i, 1))]
    ),
    schema_under_derivative=identity(
        D(A(f, t), t, 0), D(A(g, t), t, 0), using=[every(t, eq(A(f, t), A(g, t)), ge(neg(P(t, 2))))]
    ),
    schema_under_derivative_elsewhere=identity(
        D(A(f, t), t, 0), D(times(t, t), t, 0), using=[every(t, eq(A(f, t), times(t, t)), ge(t, 1))]
    ),
    schema_at_a_real=identity(A(f, x), A(g, x), using=[every(i, eq(A(f, i), A(g, i)))]),
    schema_for_positive=identity(A(f, x), A(g, x), using=[every(p, eq(A(f, p), A(g, p)))]),
    division_by_what_may_vanish=identity(x, y, using=[eq(times(x, z), times(y, z))]),
    division_by_a_family=identity(x, y, using=[eq(times(x, A(a, n)), times(y, A(a, n)))]),
    root_of_an_equation=identity(x, y, using=[eq(P(x, 2), P(y, 2))]),
    sine_of_an_equation=identity(x, y, using=[eq(sin(x), sin(y))]),
    sum_of_equals=identity(A(a, i), A(b, i), ge(i, 1), ge(n, i), using=[eq(S(A(a, i), i, 1, n), S(A(b, i), i, 1, n))]),
    undefined_left_side=identity(over(x, y), z, using=[eq(x, times(y, z))]),
    other_order_of_arguments=identity(A(f, x, y), A(f, y, x)),
    gradient_equation=identity(u, v, using=[eq(inner(u, w), inner(v, w))]),
    vector_equation_divided=identity(u, v, using=[eq(times(x, u), times(x, v))]),
    equation_of_points_wrong=identity(A(f, Pt("P")), A(f, Pt("Q")), using=[eq(A(g, Pt("P")), A(g, Pt("Q")))]),
)
wrong(
    "derivatives and integrals",
    absolute_value=identity(D(absolute(t), t, 0), 0),
    absolute_value_anywhere=identity(D(absolute(t), t, x), over(absolute(x), x)),
    root_at_zero=identity(D(sqrt(t), t, 0), 0),
    root_of_square=identity(D(sqrt(P(t, 2)), t, 0), 0),
    power_three_halves_at_zero=identity(D(P(t, Fraction(3, 2)), t, 0), 0),
    log_outside=identity(D(log(t), t, x), inv(x), ne(x)),
    max=identity(D(fn("max", t, 0), t, 0), 0),
    max_anywhere=identity(D(fn("max", t, 0), t, x), 1, ge(x)),
    acos_at_the_edge=identity(times(D(fn("acos", t), t, 1), 0), 0),
    product_rule=identity(D(times(A(f, t), A(g, t)), t, x), times(D(A(f, t), t, x), D(A(g, t), t, x))),
    chain_rule_forgotten=identity(D(A(f, times(2, t)), t, x), A(f, times(2, x), order=1)),
    wrong_place=identity(D(A(f, t), t, x), A(f, y, order=1)),
    of_an_undefined_body=identity(D(less(log(t), log(t)), t, x), 0),
    of_an_undefined_constant=identity(D(times(0, inv(t)), t, 0), 0),
    inner_variable_captured=identity(D(times(t, D(times(t, s), s, t)), t, x), P(x, 2)),
    of_an_integral_at_the_edge=identity(D(I(inv(s), s, 1, t), t, x), inv(x), ne(x)),
    of_an_integral_of_a_partial_function=identity(D(I(A(d, s), s, 0, t), t, x), A(d, x), domain(d, x)),
    integral_of_a_constant=identity(I(x, t, 0, y), times(x, absolute(y))),
    integral_bounds_swapped=identity(I(A(f, t), t, 0, x), I(A(f, t), t, x, 0)),
    integral_additive_undefined=identity(plus(I(inv(t), t, -1, 0), I(inv(t), t, 0, 1)), I(inv(t), t, -1, 1)),
    integral_over_a_pole=identity(less(I(inv(t), t, -1, 1), I(inv(t), t, -1, 1)), 0),
    integral_over_a_pole_by_variable=identity(less(I(inv(t), t, x, y), I(inv(t), t, x, y)), 0, ne(x), ne(y)),
    integral_from_a_pole=identity(less(I(log(t), t, 0, 1), I(log(t), t, 0, 1)), 0),
    integral_backwards_over_a_pole=identity(less(I(inv(t), t, 1, -1), I(inv(t), t, 1, -1)), 0),
    integral_of_partial=identity(less(I(A(d, t), t, 0, 1), I(A(d, t), t, 0, 1)), 0),
    integral_of_partial_ends_only=identity(
        less(I(A(d, t), t, 0, 1), I(A(d, t), t, 0, 1)), 0, domain(d, 0), domain(d, 1)
    ),
    integral_empty_undefined=identity(I(inv(t), t, 0, 0), 0),
    integral_of_point_function=identity(less(I(A(f, Pt("P", t)), t, 0, 1), I(A(f, Pt("P", t)), t, 0, 1)), 0),
    integral_of_product=identity(I(times(A(f, t), A(g, t)), t, 0, 1), times(I(A(f, t), t, 0, 1), I(A(g, t), t, 0, 1))),
    factor_that_moves=identity(I(times(t, A(f, t)), t, 0, 1), times(t, I(A(f, t), t, 0, 1))),
    gradient_linear=identity(inner(node("gradient", f, u), v), A(f, v)),
    gradient_elsewhere=identity(node("gradient", f, u), node("gradient", f, v)),
    derivative_of_sum_undefined=identity(D(S(sqrt(times(i, t)), i, 0, n), t, 0), 0),
)

# --- the other rules --------------------------------------------------------------------------------------------------

sq = lambda t: P(t, 2)  # noqa: E731
nonneg = combine(ge(sq(x)), [(sq(x), 1)])
nonneg_all = every(x, ge(A(f, x)))
integers_only = known(ge(times(n, less(n, 1))))
positive = combine(gt(p), [(p, 1)])
nonnegative = combine(ge(q), [(q, 1)])
signed = combine(gt(A(fp, x)), [(A(fp, x), 1)])
schema_x = known(every(x, ge(sq(x))))
schema_n = known(every(n, ge(times(n, less(n, 1)))))
schema_p = known(every(p, gt(p)))
schema_f = known(every(f, ge(sq(A(f, 0)))))
reflexive = known(every(x, eq(A(f, x), A(f, x))))
sums = known(eq(S(A(a, i), i, 1, n), S(A(a, i), i, 1, n)))

wrong(
    "values of variables",
    half_for_an_integer=instantiate(integers_only, {n: half}, ge(Fraction(-1, 4))),
    real_for_an_integer=instantiate(integers_only, {n: x}, ge(times(x, less(x, 1)))),
    half_for_a_bound_integer=instantiate(schema_n, [half], ge(Fraction(-1, 4))),
    family_value_for_an_integer=instantiate(integers_only, {n: A(f, x)}, ge(times(A(f, x), less(A(f, x), 1)))),
    unsigned_for_positive=instantiate(positive, {p: x}, gt(x)),
    nonnegative_for_positive=instantiate(positive, {p: q}, gt(q)),
    weak_fact_for_positive=instantiate(positive, {p: x}, gt(x), ge(x)),
    negative_for_nonnegative=instantiate(nonnegative, {q: -1}, ge(-1)),
    zero_for_positive=instantiate(positive, {p: 0}, gt(0)),
    unsigned_for_bound_positive=instantiate(schema_p, [x], gt(x)),
    nonzero_for_positive=instantiate(positive, {p: x}, gt(x), ne(x)),
    exponential_minus_one_for_positive=instantiate(positive, {p: less(exp(x), 1)}, gt(less(exp(x), 1))),
    undefined_value=instantiate(nonneg, {x: inv(y)}, ge(sq(inv(y)))),
    undefined_value_of_schema=instantiate(schema_x, [log(y)], ge(sq(log(y)))),
    undefined_value_that_cancels=instantiate(known(eq(times(0, x))), {x: inv(y)}, eq(times(0, inv(y)))),
    undefined_value_by_schema_that_cancels=instantiate(
        known(every(x, eq(times(0, x)))), [inv(y)], eq(times(0, inv(y)))
    ),
    undefined_value_of_no_effect=instantiate(known(eq(less(x, x))), {x: sqrt(y)}, eq(0, times(0, sqrt(y)))),
    undefined_lambda=instantiate(known(eq(less(A(f, x), A(f, x)))), {f: lam(t, inv(t))}, eq(less(inv(x), inv(x)))),
    undefined_lambda_of_family=instantiate(
        known(eq(less(A(a, n), A(a, n)))), {a: lam(i, inv(i))}, eq(less(inv(n), inv(n)))
    ),
    unsigned_lambda_for_signed=instantiate(signed, {fp: lam(t, t)}, gt(x)),
    lambda_signed_by_its_argument=instantiate(signed, {fp: lam(p, p)}, gt(x)),
    lambda_signed_by_its_integer=instantiate(signed, {fp: lam(N, N)}, gt(x)),
    lambda_of_positive_undefined_elsewhere=instantiate(
        known(eq(less(A(f, x), A(f, x)))), {f: lam(p, log(p))}, eq(less(log(x), log(x)))
    ),
    unsigned_head_for_signed=instantiate(signed, {fp: f}, gt(A(f, x))),
    partial_for_total=instantiate(known(eq(less(A(f, x), A(f, x)))), {f: d}, eq(less(A(d, x), A(d, x)))),
    integer_function_for_total=instantiate(known(eq(less(A(f, x), A(f, x)))), {f: c}, ge(A(f, x))),
    real_function_for_integer_function=instantiate(
        known(ge(times(A(c, n), less(A(c, n), 1)))), {c: a}, ge(times(A(a, n), less(A(a, n), 1)))
    ),
    real_lambda_for_integer_function=instantiate(
        known(ge(times(A(c, n), less(A(c, n), 1)))), {c: lam(i, over(i, 2))}, ge(times(over(n, 2), less(over(n, 2), 1)))
    ),
    vector_of_another_space=instantiate(
        known(ge(inner(u, u))),
        {variable("u", "vector"): V("u", space=F_space)},
        ge(inner(V("u", space=F_space), V("u", space=F_space)), 1),
    ),
    bound_sign_dropped=instantiate(known(every(q, ge(q))), [-1], ge(-1)),
    too_few_values=instantiate(known(every([x, y], ge(sq(less(x, y))))), [x], ge(sq(less(x, 0)), 1)),
    wrong_conclusion=instantiate(nonneg, {x: y}, ge(y)),
    stronger_conclusion=instantiate(nonneg, {x: y}, gt(sq(y))),
    other_hypothesis=instantiate(given(gt(x)), {x: y}, gt(y), gt(x)),
    hypothesis_not_met=instantiate(given(gt(x)), {}, gt(x)),
    hypothesis_met_weakly=instantiate(given(gt(x)), {}, gt(x), ge(x)),
    hypothesis_met_by_another=instantiate(given(gt(x)), {}, gt(x), gt(y), discharge=[given(gt(y))]),
    discharge_brings_its_own=instantiate(given(gt(x)), {}, gt(x), discharge=[given(gt(x))]),
    hypothesis_met_by_cancelling=instantiate(given(ge(over(x, x), 1)), {}, ge(over(x, x), 1)),
    hypothesis_dropped_by_cancelling=instantiate(known(ne(x), ge(over(x, x), 1)), {}, ne(x)),
    hypothesis_dropped_by_log=instantiate(known(gt(x), eq(less(log(x), log(x)))), {}, gt(x)),
    hypothesis_dropped_by_zero=instantiate(known(ne(x), eq(times(0, inv(x)))), {}, ne(x)),
    hypothesis_dropped_by_sum=instantiate(known(ne(A(a, 1)), eq(S(times(0, inv(A(a, i))), i, 1, 3))), {}, ne(A(a, 1))),
    hypothesis_dropped_by_integral=instantiate(known(gt(x), eq(I(times(0, inv(t)), t, x, 1))), {}, gt(x)),
    schema_hypothesis_dropped=instantiate(
        known(every(x, ne(x), gt(A(f, x))), every(x, ge(over(x, x), 1), gt(A(f, x)))), {}, every(x, ne(x), gt(A(f, x)))
    ),
)
wrong(
    "schemas",
    given_weaker=instantiate(
        given(every(x, ge(A(f, x)), ge(x, 1))), {}, every(x, ge(A(f, x)), ge(x)), every(x, ge(A(f, x)), ge(x, 1))
    ),
    given_dropped=instantiate(
        given(every(x, ge(A(f, x)), ge(x))), {}, every(x, ge(A(f, x))), every(x, ge(A(f, x)), ge(x))
    ),
    given_of_another_variable=instantiate(
        given(every([x, y], ge(A(f, x, y)), ge(x))),
        {},
        every([x, y], ge(A(f, x, y)), ge(y)),
        every([x, y], ge(A(f, x, y)), ge(x)),
    ),
    given_not_met=instantiate(given(every(x, ge(A(f, x)), ge(x))), [-1], ge(A(f, -1)), every(x, ge(A(f, x)), ge(x))),
    given_met_weakly=instantiate(
        given(every(x, ge(A(f, x)), gt(x))), [y], ge(A(f, y)), every(x, ge(A(f, x)), gt(x)), ge(y)
    ),
    given_undefined=instantiate(
        given(every(x, ge(A(f, x)), ge(over(x, x), 1))), [0], ge(A(f, 0)), every(x, ge(A(f, x)), ge(over(x, x), 1))
    ),
    given_undefined_dropped=instantiate(
        given(every(x, ge(A(f, x)), ge(over(x, x), 1))),
        {},
        every(x, ge(A(f, x))),
        every(x, ge(A(f, x)), ge(over(x, x), 1)),
    ),
    given_undefined_simplified=instantiate(
        given(every(x, ge(A(f, x)), ge(over(x, x), 1))),
        {},
        every(x, ge(A(f, x)), ge(1, 1)),
        every(x, ge(A(f, x)), ge(over(x, x), 1)),
    ),
    given_log_simplified=instantiate(
        given(every(x, ge(A(f, x)), eq(less(log(x), log(x))))),
        {},
        every(x, ge(A(f, x)), eq(0)),
        every(x, ge(A(f, x)), eq(less(log(x), log(x)))),
    ),
    given_zero_over_x=instantiate(
        given(every(x, ge(A(f, x)), eq(over(0, x)))), [0], ge(A(f, 0)), every(x, ge(A(f, x)), eq(over(0, x)))
    ),
    integers_to_reals=instantiate(given(every(n, ge(A(f, n)))), {}, every(x, ge(A(f, x))), every(n, ge(A(f, n)))),
    integers_at_a_real=instantiate(given(every(n, ge(A(f, n)))), [x], ge(A(f, x)), every(n, ge(A(f, n)))),
    positive_to_all=instantiate(given(every(p, ge(A(f, p)))), {}, every(x, ge(A(f, x))), every(p, ge(A(f, p)))),
    nonnegative_from_positive=instantiate(
        given(every(p, ge(A(f, p)))), {}, every(q, ge(A(f, q))), every(p, ge(A(f, p)))
    ),
    one_argument_to_two=instantiate(
        given(every(n, ge(A(a, n, n)))), {}, every([n, m], ge(A(a, n, m))), every(n, ge(A(a, n, n)))
    ),
    variables_exchanged=instantiate(
        given(every([n, m], ge(A(a, n, m)), ge(n, m))),
        {},
        every([n, m], ge(A(a, m, n)), ge(n, m)),
        every([n, m], ge(A(a, n, m)), ge(n, m)),
    ),
    body_stronger=instantiate(given(every(n, ge(A(a, n)))), {}, every(n, gt(A(a, n))), every(n, ge(A(a, n)))),
    shifted=instantiate(
        given(every(n, ge(A(a, n)), ge(n, 1))),
        {},
        every(n, ge(A(a, less(n, 1))), ge(n, 1)),
        every(n, ge(A(a, n)), ge(n, 1)),
    ),
    off_by_one=instantiate(
        given(every(i, ge(A(a, i)), ge(i, 1), ge(n, i))),
        {},
        every(i, ge(A(a, i)), ge(i, 1), ge(plus(n, 1), i)),
        every(i, ge(A(a, i)), ge(i, 1), ge(n, i)),
    ),
    at_the_end_of_the_range=instantiate(
        given(every(i, ge(A(a, i)), ge(i, 1), ge(n, i))), [n], ge(A(a, n)), every(i, ge(A(a, i)), ge(i, 1), ge(n, i))
    ),
    nothing_from_empty=instantiate(
        given(every(x, ge(A(f, x)), gt(x, x))), [y], ge(A(f, y)), every(x, ge(A(f, x)), gt(x, x))
    ),
    body_undefined=instantiate(
        given(every(x, ge(A(f, x)))), {}, every(x, ge(plus(A(f, x), times(0, inv(x))))), every(x, ge(A(f, x)))
    ),
    free_variable_into_a_binder=instantiate(given(ge(A(f, x), x)), {}, every(x, ge(A(f, x), x)), ge(A(f, x), x)),
    inner_schema=instantiate(
        given(every(n, every(m, ge(A(a, n, m)), ge(n, m)))),
        {},
        every(n, every(m, ge(A(a, n, m)), ge(m, n))),
        every(n, every(m, ge(A(a, n, m)), ge(n, m))),
    ),
    schema_as_condition=instantiate(
        given(every(n, ge(A(a, n)), every(m, ge(A(b, n, m))))),
        {},
        every(n, ge(A(a, n)), every(m, ge(A(b, n, m)), ge(m))),
        every(n, ge(A(a, n)), every(m, ge(A(b, n, m)))),
    ),
    space_of_functions=instantiate(
        given(every(f, ge(A(f, 0), 0), ge(A(f, 1)))), [a], ge(A(a, 0)), every(f, ge(A(f, 0), 0), ge(A(f, 1)))
    ),
    union_of_ranges=instantiate(
        given(every(x, ge(A(f, x)), ge(x))),
        {},
        every(x, ge(A(f, x))),
        every(x, ge(A(f, x)), ge(x)),
        every(x, ge(A(f, x)), ge(-1, x)),
    ),
)
wrong(
    "binders",
    capture_by_for_all=instantiate(reflexive, {f: lam(t, plus(t, x))}, every(y, eq(plus(y, y), plus(y, x)))),
    capture_by_a_sum=instantiate(sums, {a: lam(j, plus(j, i))}, eq(S(plus(i, i), i, 1, n), S(plus(j, i), j, 1, n))),
    capture_of_the_bound=instantiate(
        sums, {n: plus(i, 1)}, eq(S(A(a, i), i, 1, plus(i, 1)), S(A(a, j), j, 1, plus(n, 1)))
    ),
    capture_by_an_integral=instantiate(
        known(eq(I(times(x, t), t, 0, 1), times(half, x))), {x: s}, eq(I(times(s, s), s, 0, 1), times(half, s))
    ),
    capture_by_a_derivative=instantiate(known(eq(D(times(x, t), t, y), x)), {x: t}, eq(D(times(t, t), t, y), t)),
    capture_by_a_nested_sum=instantiate(
        known(eq(S(S(A(a, i, j), j, 1, n), i, 1, n), S(S(A(a, i, j), j, 1, n), i, 1, n))),
        {a: lam([i, j], times(i, j))},
        eq(S(S(times(i, j), j, 1, n), i, 1, n), S(S(times(j, j), j, 1, n), i, 1, n)),
    ),
    lifting_under_a_sum=instantiate(
        known(every(k, eq(S(A(a, i, k), i, 1, n), S(A(a, i, k), i, 1, n)))),
        [j],
        eq(S(A(a, i, j), i, 1, n), S(A(a, i, i), i, 1, n)),
    ),
    lifting_under_two_binders=instantiate(
        known(eq(S(S(A(a, plus(i, j)), j, 1, n), i, 1, n), S(S(A(a, plus(i, j)), j, 1, n), i, 1, n))),
        {a: lam(k, S(times(k, A(b, m)), m, 1, k))},
        eq(
            S(S(S(times(plus(i, j), A(b, m)), m, 1, plus(i, j)), j, 1, n), i, 1, n),
            S(S(S(times(plus(i, m), A(b, m)), m, 1, plus(i, j)), j, 1, n), i, 1, n),
        ),
    ),
    lambda_arguments_exchanged=instantiate(
        known(eq(A(f, x, y), A(f, x, y))), {f: lam([s, t], less(s, t))}, eq(less(x, y), less(y, x))
    ),
    generalize_a_free_variable=generalize(given(gt(x)), [x], (), gt(x)),
    generalize_without_hypothesis=generalize(given(gt(x)), [x], ()),
    generalize_too_weak=generalize(given(gt(x)), [x], [ge(x)]),
    generalize_other_given=generalize(given(gt(x)), [x], [gt(y)]),
    generalize_hidden=generalize(
        instantiate(given(every(n, ge(A(a, n), x))), [0], ge(A(a, 0), x), every(n, ge(A(a, n), x))),
        [x],
        (),
        every(n, ge(A(a, n), x)),
    ),
    generalize_twice_the_same=generalize(nonneg, [x, x]),
    generalize_a_head=generalize(given(ge(A(f, 0))), [f], (), ge(A(f, 0))),
    generalize_a_differentiated_head=generalize(
        known(eq(D(times(A(f, t), 2), t, x), times(2, D(A(f, t), t, x)))), [f], ()
    ),
    generalize_undefined_given=generalize(given(ne(x)), [x], [eq(1, 1)]),
    name_of_a_positive=generalize(given(gt(x)), [real("x", "positive")], ()),
    name_of_an_integer=identity(less(x, whole("x")), 0),
    name_of_a_signed=identity(less(x, real("x", "positive")), 0),
    name_of_a_head=identity(A(f, 0), A(head("f", sign="positive"), 0)),
    name_of_a_partial=identity(A(f, 0), A(head("f", "partial function"), 0), domain(head("f", "partial function"), 0)),
    name_of_a_bound_variable=instantiate(
        given(every(x, ge(A(f, x), y))), [y], ge(A(f, x), y), every(x, ge(A(f, x), y))
    ),
)
wrong(
    "cases",
    gap_at_zero=cases([known(ne(x), gt(x)), known(ne(x), lt(x))], [gt(x), lt(x)], ne(x)),
    gap_below=cases([nonneg, nonneg], [gt(x), eq(x)], ge(sq(x))),
    gap_above=cases([given(ge(0, x)), known(ge(0, x), eq(x))], [ge(0, x), eq(x)], ge(0, x)),
    different_terms=cases([given(gt(x)), known(gt(x), gt(x))], [gt(x), ge(0, y)], gt(x)),
    shifted_gap=cases([given(ge(x, 1)), known(ge(x, 1), ge(x, 1))], [ge(x, 1), ge(0, x)], ge(x, 1)),
    undefined=cases([nonneg, nonneg], [gt(inv(x)), ge(0, inv(x))], ge(sq(inv(x)))),
    undefined_term=cases([known(ne(x), gt(inv(x))), known(ne(x), ge(0, inv(x)))], [gt(inv(x)), ge(0, inv(x))], ne(x)),
    undefined_log=cases([known(gt(x), gt(log(x))), known(gt(x), ge(0, log(x)))], [gt(log(x)), ge(0, log(x))], gt(x)),
    undefined_partial=cases(
        [known(domain(d, x), gt(A(d, x))), known(domain(d, x), ge(0, A(d, x)))],
        [gt(A(d, x)), ge(0, A(d, x))],
        domain(d, x),
    ),
    undefined_sum=cases(
        [known(ne(A(a, 1)), gt(S(inv(A(a, i)), i, 1, 2))), known(ne(A(a, 1)), ge(0, S(inv(A(a, i)), i, 1, 2)))],
        [gt(S(inv(A(a, i)), i, 1, 2)), ge(0, S(inv(A(a, i)), i, 1, 2))],
        ne(A(a, 1)),
    ),
    undefined_cancels=cases(
        [known(ne(x), gt(times(0, inv(x)), -1)), known(ne(x), ge(-1, times(0, inv(x))))],
        [gt(times(0, inv(x)), -1), ge(-1, times(0, inv(x)))],
        ne(x),
    ),
    case_of_one_used_in_another=cases([given(gt(x)), given(gt(x))], [gt(x), ge(0, x)], gt(x)),
    other_conclusion=cases([nonneg, nonneg], [gt(x), ge(0, x)], gt(sq(x))),
    scaled_by_unsigned=cases([given(gt(x)), known(gt(x), gt(times(x, y)))], [gt(x), ge(0, times(x, y))], gt(x)),
    no_cases=cases([], [], ge(-1)),
    same_case_twice=cases([given(ge(x)), given(ge(x))], [ge(x), ge(x)], ge(x)),
    nonzero_and_positive=cases([given(ne(x)), known(ne(x), gt(x))], [ne(x), gt(x)], ne(x)),
    bends_apart=cases([given(ge(x, y)), known(ge(x, y), gt(z))], [ge(x, y), gt(x, y)], ge(x, y)),
)
grow = lambda low: combine(ge(A(a, plus(n, 1))), [(ge(A(a, n)), 1), (ge(A(a, plus(n, 1)), A(a, n)), 1)], ge(n, low))  # noqa: E731
increasing = every(n, ge(A(a, plus(n, 1)), A(a, n)), ge(n, 1))
grown = combine(
    ge(A(a, plus(n, 1))),
    [(ge(A(a, n)), 1), (instantiate(given(increasing), [n], ge(A(a, plus(n, 1)), A(a, n)), increasing, ge(n, 1)), 1)],
    ge(n, 1),
)
wrong(
    "induction",
    wrong_start=induct(given(ge(A(a, 0))), grown, ge(A(a, n)), n, 0, ge(n, 0), ge(A(a, 0)), increasing),
    start_too_high=induct(given(ge(A(a, 2))), grown, ge(A(a, n)), n, 1, ge(n, 1), ge(A(a, 2)), increasing),
    no_base=induct(known(ge(sq(A(a, 1)))), grown, ge(A(a, n)), n, 1, ge(n, 1), increasing),
    no_lower_end=induct(given(ge(A(a, 1))), grown, ge(A(a, n)), n, 1, ge(A(a, 1)), increasing),
    other_lower_end=induct(given(ge(A(a, 1))), grown, ge(A(a, n)), n, 1, ge(n, 0), ge(A(a, 1)), increasing),
    hypothesis_on_n=induct(
        given(ge(A(a, 1))),
        combine(ge(A(a, plus(n, 1))), [(ge(A(a, plus(n, 1)), A(a, n)), 1), (ge(A(a, n)), 1)]),
        ge(A(a, n)),
        n,
        1,
        ge(n, 1),
        ge(A(a, 1)),
        ge(A(a, plus(n, 1)), A(a, n)),
    ),
    step_of_two=induct(
        given(ge(A(a, 1))),
        known(ge(A(a, plus(n, 2))), ge(A(a, n)), every(n, ge(A(a, plus(n, 2)), A(a, n)))),
        ge(A(a, n)),
        n,
        1,
        ge(n, 1),
        ge(A(a, 1)),
        every(n, ge(A(a, plus(n, 2)), A(a, n))),
    ),
    step_from_the_next=induct(
        given(ge(A(a, 1))),
        given(ge(A(a, plus(n, 1)))),
        ge(A(a, n)),
        n,
        1,
        ge(n, 1),
        ge(A(a, 1)),
    ),
    start_that_moves=induct(given(ge(A(a, 1))), grown, ge(A(a, n)), n, n, ge(n, n), ge(A(a, 1)), increasing),
    over_reals=induct(
        given(ge(A(f, 1))),
        known(ge(A(f, plus(x, 1))), every(x, ge(A(f, plus(x, 1)))), ge(A(f, x))),
        ge(A(f, x)),
        x,
        1,
        ge(x, 1),
        ge(A(f, 1)),
        every(x, ge(A(f, plus(x, 1)))),
    ),
    real_start=induct(given(ge(A(a, 1))), grown, ge(A(a, n)), n, half, ge(n, half), ge(A(a, 1)), increasing),
    undefined_statement=induct(
        known(ge(sq(x))), known(ge(sq(x))), ge(plus(sq(x), times(0, inv(less(n, 3))))), n, 0, ge(n, 0)
    ),
    of_a_positive_integer=induct(
        given(ge(A(a, 1))),
        known(ge(A(a, plus(N, 1))), ge(A(a, N)), every(N, ge(A(a, plus(N, 1)), A(a, N)))),
        ge(A(a, N)),
        N,
        -5,
        ge(N, -5),
        ge(A(a, 1)),
        every(N, ge(A(a, plus(N, 1)), A(a, N))),
    ),
)
step_down = combine(ge(A(b, t), A(b, t)), [])
wrong(
    "telescoping",
    empty_range=telescope(
        combine(ge(A(b, i), A(b, i)), []),
        i,
        1,
        n,
        ge(plus(A(a, 1), neg(A(a, plus(n, 1))), S(plus(A(a, plus(i, 1)), neg(A(a, i))), i, 1, n))),
        potential=A(a, i),
    ),
    range_that_may_be_empty=telescope(
        combine(ge(A(b, i), A(b, i)), []),
        i,
        1,
        n,
        ge(plus(A(a, 1), neg(A(a, plus(n, 1))), S(plus(A(a, plus(i, 1)), neg(A(a, i))), i, 1, n))),
        ge(n, -1),
        potential=A(a, i),
    ),
    wrong_end=telescope(
        combine(ge(A(b, i), A(b, i)), []),
        i,
        1,
        n,
        ge(plus(A(a, 1), neg(A(a, n)), S(plus(A(a, plus(i, 1)), neg(A(a, i))), i, 1, n))),
        ge(n),
        potential=A(a, i),
    ),
    hypothesis_on_t=telescope(given(ge(A(a, i))), i, 1, n, ge(S(A(a, i), i, 1, n)), ge(A(a, i))),
    bound_that_moves=telescope(combine(ge(sq(A(a, i))), [(sq(A(a, i)), 1)]), i, 1, i, ge(S(sq(A(a, i)), i, 1, i), 1)),
    hypothesis_not_met=telescope(given(ge(A(a, i))), i, 1, n, ge(S(A(a, i), i, 1, n))),
    out_of_range=telescope(
        instantiate(
            given(every(i, ge(A(a, i)), ge(i, 1), ge(n, i))),
            [i],
            ge(A(a, i)),
            every(i, ge(A(a, i)), ge(i, 1), ge(n, i)),
            ge(i, 1),
            ge(n, i),
        ),
        i,
        0,
        n,
        ge(S(A(a, i), i, 0, n)),
        every(i, ge(A(a, i)), ge(i, 1), ge(n, i)),
    ),
    strict=telescope(known(gt(exp(A(a, i)))), i, 1, n, gt(S(exp(A(a, i)), i, 1, n))),
    strict_in_range=telescope(known(gt(exp(A(a, i)))), i, 1, n, gt(S(exp(A(a, i)), i, 1, n)), ge(n)),
    undefined_potential=telescope(
        combine(ge(A(b, i), A(b, i)), []),
        i,
        0,
        n,
        ge(plus(inv(ZERO), neg(inv(plus(n, 1))), S(plus(inv(plus(i, 1)), neg(inv(i))), i, 0, n))),
        ge(n),
        potential=inv(i),
    ),
    undefined_potential_that_cancels=telescope(
        combine(ge(A(b, i), A(b, i)), []),
        i,
        0,
        n,
        ge(plus(times(0, inv(ZERO)), S(times(0, inv(i)), i, 0, n))),
        ge(n),
        potential=times(0, inv(i)),
    ),
    unequal=telescope(known(ne(exp(A(a, i)))), i, 1, n, ne(S(exp(A(a, i)), i, 1, n))),
    equation_from_inequality=telescope(
        combine(ge(sq(A(a, i))), [(sq(A(a, i)), 1)]), i, 1, n, eq(S(sq(A(a, i)), i, 1, n))
    ),
    positive_index=telescope(
        known(gt(A(a, N)), every(N, gt(A(a, N)))), N, -5, n, ge(S(A(a, i), i, -5, n)), every(N, gt(A(a, N)))
    ),
)
jump = lam(t, over(plus(1, over(less(times(2, t), 1), absolute(less(times(2, t), 1)))), 2))
middle = known(ge(1), every(r, ge(A(g, r), 0)))
wrong(
    "smoothness and places",
    integer_family_at_reals=instantiate(
        known(eq(I(A(f, t), t, 0, 1), I(A(f, t), t, 0, 1))), {f: lam(i, sq(i))}, eq(ONE)
    ),
    integer_lambda_at_a_real=instantiate(known(ge(sq(A(f, x)))), {f: lam(i, i)}, ge(sq(x))),
    jump_under_an_integral=instantiate(known(eq(I(A(g, t), t, 0, 1), I(A(g, t), t, 0, 1))), {g: jump}, ge(-1)),
    pole_under_an_integral=instantiate(
        known(ge(I(sq(A(g, t)), t, 0, 1))), {g: lam(t, inv(less(t, half)))}, ge(I(sq(inv(less(t, half))), t, 0, 1))
    ),
    forgotten_integral=instantiate(
        combine(ge(1), [(known(ge(I(sq(A(g, t)), t, 0, 1))), 0), (ONE, 1)]), {g: jump}, ge(I(sq(A(g, t)), t, 0, 1), 1)
    ),
    forgotten_integral_of_partial=instantiate(
        known(ge(A(g, 1), 0), ge(I(sq(A(g, t)), t, 0, 1)), ge(A(g, 1))), {g: d}, ge(A(d, 1))
    ),
    absolute_value_differentiated=instantiate(
        known(eq(D(A(f, t), t, x), D(A(f, t), t, x))),
        {f: lam(t, absolute(t))},
        eq(D(absolute(t), t, x), D(absolute(t), t, x)),
    ),
    forgotten_derivative=instantiate(
        combine(ge(1), [(known(ge(sq(D(A(f, t), t, 0)))), 0), (ONE, 1)]),
        {f: lam(t, absolute(t))},
        ge(sq(D(absolute(t), t, 0))),
    ),
    derivative_of_absolute_value_at_zero=instantiate(
        known(ge(sq(A(f, 0, order=1)))), {f: lam(t, absolute(t))}, ge(sq(D(absolute(t), t, 0)))
    ),
    root_differentiated=instantiate(
        known(ge(sq(D(A(f, t), t, 0)))), {f: lam(t, sqrt(sq(t)))}, ge(sq(D(sqrt(sq(t)), t, 0)))
    ),
    gradient_of_a_lambda=instantiate(
        known(ge(inner(node("gradient", f, u), node("gradient", f, u)))),
        {f: lam([X], sqrt(inner(V(X), V(X))))},
        ge(1, 2),
    ),
    family_with_gap=instantiate(known(ge(sq(A(f, x)))), {f: lam(t, log(t))}, ge(sq(log(x)))),
    partial_where_total=instantiate(known(ge(sq(A(f, x)))), {f: lam(t, A(d, t))}, ge(sq(A(d, x)))),
    integer_function_of_reals=instantiate(known(ge(I(A(f, t), t, 0, 1), -100), ge(A(f, 0))), {f: c}, ge(-1)),
    positive_lambda_argument_at_integral=instantiate(
        known(eq(I(A(f, t), t, -1, 1), I(A(f, t), t, -1, 1))),
        {f: lam(p, sqrt(p))},
        eq(I(sqrt(t), t, -1, 1), I(sqrt(t), t, -1, 1)),
    ),
    domain_from_nothing=identity(less(A(d, x), A(d, x)), 0),
    domain_elsewhere=identity(less(A(d, x), A(d, x)), 0, domain(d, y)),
    domain_at_integers=identity(less(A(d, x), A(d, x)), 0, every(n, domain(d, n))),
    domain_in_a_sum=identity(S(less(A(d, i), A(d, i)), i, 0, 3), 0, every(i, domain(d, i), ge(i, 1))),
    domain_of_a_product=identity(times(0, A(d, x)), 0),
)
P1, P2 = Pt("P"), Pt("Q")
wrong(
    "spaces and points",
    tangents_at_different_points=identity(
        inner(V("u", space=T(P1)), V("v", space=T(P1))), inner(V("u", space=T(P2)), V("v", space=T(P2)))
    ),
    different_spaces=identity(inner(V("u", space=F_space), V("u", space=F_space)), inner(u, u)),
    points_are_not_equal=identity(P1, P2),
    point_families=identity(Pt("P", 1), Pt("P", 2)),
    function_of_points=identity(A(f, P1), A(f, P2)),
    point_by_value=identity(Pt("P", n), Pt("P", m), using=[eq(A(f, Pt("P", n)), A(f, Pt("P", m)))]),
    vector_equation_unmet=combine(eq(u, v), [(eq(u, w), 1)]),
    vector_equation_scaled=combine(eq(u, v), [(eq(times(x, u), times(x, v)), inv(x))]),
    vectors_of_one_length=combine(eq(u, v), [], eq(inner(u, u), inner(v, v))),
    zero_length=identity(u, 0, eq(inner(u, v))),
    tangent_vectors=instantiate(
        known(eq(inner(V("u", space=T(P1)), V("u", space=T(P1))), inner(V("u", space=T(P1)), V("u", space=T(P1))))),
        {variable("u", "vector"): V("v", space=T(P2))},
        eq(inner(V("v", space=T(P2)), V("v", space=T(P2))), inner(V("v", space=T(P1)), V("v", space=T(P1)))),
    ),
    predicate_made_up=instantiate(given(has("is convex", f)), {}, has("is smooth", f), has("is convex", f)),
    predicate_of_another=instantiate(given(has("is convex", f)), {}, has("is convex", g), has("is convex", f)),
    predicate_after_change=instantiate(
        given(has("is convex", lam(t, sq(t)))),
        {},
        has("is convex", lam(t, P(t, 3))),
        has("is convex", lam(t, sq(t))),
    ),
    predicate_of_undefined=instantiate(
        given(has("is large", x)), {x: inv(y)}, has("is large", inv(y)), has("is large", x)
    ),
    predicate_of_undefined_kept=instantiate(given(has("is large", over(x, x))), {}, ne(x), has("is large", ONE)),
    predicate_made_undefined=instantiate(
        given(has("is large", ONE)), {}, has("is large", over(x, x)), has("is large", ONE)
    ),
)

flag = identity(absolute(y), y, using=[eq(y, P(x, n))])
wrong(
    "found while the core was made",
    exponent_that_becomes_a_number=instantiate(flag, {n: 1}, eq(absolute(y), y), eq(y, P(x, 1))),
    sign_of_a_varying_power=combine(ge(P(x, n)), [(P(x, n), 1)], ne(x)),
    absolute_value_of_a_varying_power=identity(absolute(y), y, using=[eq(y, P(x, n))]),
    varying_power_of_nonnegative=instantiate(given(gt(y)), {}, gt(y), eq(y, P(q, z))),
    power_of_even_base=identity(P(P(x, 2), n), P(P(x, n), 2)),
    product_of_two_negatives=instantiate(given(le(times(x, y))), {}, le(times(x, y)), lt(x), lt(y)),
    lifting_an_argument=instantiate(
        known(eq(S(S(A(a, plus(i, j)), j, 1, n), i, 1, n), S(S(A(a, plus(i, j)), j, 1, n), i, 1, n))),
        {a: lam(k, S(times(k, A(b, m)), m, 1, k))},
        eq(
            S(S(S(times(plus(i, j), A(b, m)), m, 1, plus(i, j)), j, 1, n), i, 1, n),
            S(S(S(times(plus(j, m), A(b, m)), m, 1, plus(i, j)), j, 1, n), i, 1, n),
        ),
    ),
    lifting_in_an_inequality=instantiate(
        given(ge(S(A(a, i), i, 1, n))),
        {a: lam(k, S(times(k, A(b, m)), m, 1, n))},
        ge(S(S(times(m, A(b, m)), m, 1, n), i, 1, n)),
        ge(S(S(times(i, A(b, m)), m, 1, n), i, 1, n)),
    ),
    lifting_under_the_sum_alone=instantiate(
        known(eq(S(A(a, i), i, 2, 2), A(a, 2))),
        {a: lam(k, S(times(k, A(b, m)), m, 1, 3))},
        eq(S(S(times(m, A(b, m)), m, 1, 3), i, 2, 2), S(times(2, A(b, m)), m, 1, 3)),
    ),
    lifting_under_the_integral_alone=instantiate(
        known(eq(I(A(f, t), t, 0, 0), 0), eq(A(f, 1), 0), every(t, eq(A(f, t), A(f, 1)))),
        {f: lam(s, I(times(s, r), r, 0, 1))},
        eq(I(I(times(r, r), r, 0, 1), t, 0, 0)),
        eq(I(times(1, r), r, 0, 1)),
        every(t, eq(I(times(r, r), r, 0, 1), I(times(1, r), r, 0, 1))),
    ),
    addition_formula_of_the_sine=identity(sin(plus(x, y)), less(times(sin(x), cos(y)), times(cos(x), sin(y)))),
    addition_formula_of_the_cosine=identity(cos(plus(x, y)), plus(times(cos(x), cos(y)), times(sin(x), sin(y)))),
    sine_of_the_double=identity(sin(times(2, x)), 0),
    denominator_at_the_last_index=identity(S(times(0, inv(less(n, i))), i, 1, n), 0),
    denominator_at_the_first_index=identity(S(times(0, inv(less(i, m))), i, m, n), 0),
    absolute_value_of_two_negatives=identity(
        absolute(plus(times(x, y), z)), neg(plus(times(x, y), z)), lt(x), lt(y), lt(z)
    ),
    sine_of_a_quarter_more=identity(sin(plus(x, over(pi, 2))), neg(cos(x))),
    sine_of_an_arc_cosine=identity(sin(fn("acos", x)), neg(sqrt(less(1, sq(x)))), ge(1, x), ge(x, -1)),
    derivative_of_the_cosine=identity(D(cos(t), t, x), sin(x)),
    derivative_of_the_arc_cosine=identity(D(fn("acos", t), t, x), inv(sqrt(less(1, sq(x)))), gt(1, x), gt(x, -1)),
    nested_indices_that_clash=identity(S(S(times(0, inv(plus(less(i, j), 1))), j, 1, n), i, 1, n), 0),
    nested_indices_that_clash_in_a_schema=instantiate(
        given(every(i, every(j, ge(A(a, i, i))))),
        {},
        every(i, every(j, ge(A(a, i, j)))),
        every(i, every(j, ge(A(a, i, i)))),
    ),
    nested_variables_that_clash=identity(I(I(times(0, inv(plus(less(s, t), 1))), s, 0, 1), t, 0, 1), 0),
    one_name_in_two_binders=identity(S(times(0, inv(i), S(inv(plus(sq(j), 1)), j, 1, 2)), i, 0, 2), 0),
)

in_range = every(i, ge(times(log(y), A(a, i))), ge(i, 1), ge(n, i))
positive_in_range = every(i, gt(y), ge(i, 1), ge(n, i))
y_positive = combine(
    gt(y), [(instantiate(given(positive_in_range), [i], gt(y), positive_in_range, ge(i, 1), ge(n, i)), 1)]
)
wrong(
    "found while the core was made, in telescoping",
    definedness_from_an_empty_range=telescope(
        instantiate(
            given(in_range),
            [i],
            ge(times(log(y), A(a, i))),
            in_range,
            positive_in_range,
            ge(i, 1),
            ge(n, i),
            discharge=[y_positive],
        ),
        i,
        1,
        n,
        ge(plus(log(y), neg(log(y)), S(times(log(y), A(a, i)), i, 1, n))),
        in_range,
        positive_in_range,
    ),
)

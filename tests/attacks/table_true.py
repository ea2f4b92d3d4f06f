"""True neighbours of the false steps: each must be accepted, so that what refuses the others is no mere caution."""

from __future__ import annotations

from tests.attacks.steps import (
    ONE,
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
    sqrt,
    telescope,
    times,
)  # fmt: skip
from tests.attacks.table_false import (
    N,
    X,
    a,
    absolute,
    b,
    c,
    cos,
    d,
    exp,
    f,
    fp,
    g,
    grown,
    half,
    i,
    increasing,
    integers_only,
    j,
    k,
    log,
    m,
    n,
    nonneg,
    nonneg_all,
    p,
    pi,
    positive,
    q,
    s,
    schema_n,
    schema_x,
    signed,
    sin,
    sq,
    sums,
    t,
    tan,
    third,
    u,
    v,
    w,
    x,
    y,
    z,
)  # fmt: skip

TRUE: dict[str, Step] = {}


def right(group, **steps):
    for name, step in steps.items():
        TRUE[f"{group}: {name.replace('_', ' ')}"] = step


right(
    "a denominator that may vanish",
    x_over_x=identity(over(x, x), 1, ne(x)),
    zero_times_inverse=identity(times(0, inv(x)), 0, ne(x)),
    inverse_minus_itself=identity(less(inv(x), inv(x)), 0, gt(x)),
    inverse_of_inverse=identity(inv(inv(x)), x, ne(x)),
    positive=identity(over(p, p), 1),
    difference_of_squares=identity(over(less(sq(x), sq(y)), less(x, y)), plus(x, y), gt(x, y)),
    a_family=identity(over(A(a, n), A(a, n)), 1, gt(A(a, n))),
    hidden_in_a_sum=identity(S(times(0, inv(A(a, i))), i, 1, n), 0, every(i, ne(A(a, i)), ge(i, 1), ge(n, i))),
    indices=identity(S(over(i, i), i, 1, n), S(ONE, i, 1, n)),
    by_a_sign=identity(over(less(x, 1), less(x, 1)), 1, gt(x, 2)),
    square_plus_one=identity(over(plus(1, sq(x)), plus(1, sq(x))), 1),
    exponential=identity(times(exp(x), exp(neg(x))), 1),
)
right(
    "a root or logarithm",
    root_of_square=identity(sqrt(sq(x)), x, ge(x)),
    absolute_root_of_square=identity(sqrt(sq(x)), absolute(x)),
    square_of_root=identity(sq(sqrt(x)), x, ge(x)),
    root_of_product=identity(sqrt(times(p, q)), times(sqrt(p), sqrt(q))),
    log_of_product=identity(log(times(x, y)), plus(log(x), log(y)), gt(x), gt(y)),
    log_of_square=identity(log(sq(p)), times(2, log(p))),
    exp_of_log=identity(exp(log(x)), x, gt(x)),
    cube=identity(P(P(q, 3), third), q),
    rational_root=identity(sqrt(Fraction(9, 4)), Fraction(3, 2)),
    product_of_roots=identity(times(sqrt(2), sqrt(2)), 2),
    varying_power=identity(less(P(p, y), P(p, y)), 0),
)
right(
    "elementary functions",
    abs_of_signed=identity(absolute(x), x, ge(x)),
    abs_of_negative=identity(absolute(x), neg(x), ge(0, x)),
    cos_of_acos=identity(cos(fn("acos", x)), x, ge(1, x), ge(x, -1)),
    sum_of_squares=identity(plus(sq(sin(x)), sq(cos(x))), 1),
    double_angle=identity(sin(times(2, x)), times(2, sin(x), cos(x))),
    tan_times_cos=identity(times(tan(x), cos(x)), sin(x), ne(cos(x))),
    max_ordered=identity(fn("max", x, y), x, ge(x, y)),
    min_ordered=identity(fn("min", x, y), y, ge(x, y)),
    delta_of_equal=identity(delta(i, i), 1),
    delta_of_neighbours=identity(delta(i, plus(i, 1)), 0),
)
right(
    "sums",
    sum_of_one=identity(S(ONE, i, 1, n), n, ge(n)),
    peel_above=identity(S(A(a, i), i, 1, plus(n, 1)), plus(S(A(a, i), i, 1, n), A(a, plus(n, 1))), ge(n)),
    below=identity(S(A(a, i), i, 1, 5), plus(A(a, 1), S(A(a, i), i, 2, 5))),
    peel_vectors=identity(S(V(X, i), i, 1, plus(n, 1)), plus(S(V(X, i), i, 1, n), V(X, plus(n, 1))), ge(n)),
    short=identity(S(A(a, i), i, 1, 3), plus(A(a, 1), A(a, 2), A(a, 3))),
    one_term=identity(S(A(a, i), i, 2, 2), A(a, 2)),
    empty=identity(S(A(a, i), i, 1, 0), 0),
    linear=identity(
        S(plus(times(x, A(a, i)), A(b, i)), i, 1, n), plus(times(x, S(A(a, i), i, 1, n)), S(A(b, i), i, 1, n))
    ),
    delta_in_range=identity(S(times(delta(i, j), A(a, i)), i, 1, n), A(a, j), ge(j, 1), ge(n, j)),
    product_of_sums=identity(
        S(S(times(A(a, i), A(b, j)), j, 1, n), i, 1, n), times(S(A(a, i), i, 1, n), S(A(b, i), i, 1, n))
    ),
    inner_of_sum=identity(inner(S(V(X, i), i, 1, n), u), S(inner(V(X, i), u), i, 1, n)),
    renamed=identity(S(A(a, i), i, 1, n), S(A(a, j), j, 1, n)),
)
right(
    "signs",
    product=combine(ge(times(x, y)), [(ge(x), ge(y))]),
    signed_factor=combine(ge(times(x, sq(y))), [(ge(x), sq(y))]),
    strict=combine(gt(plus(x, y)), [(gt(x), 1), (ge(y), 1)]),
    equation=combine(eq(x), [(eq(times(2, x)), half)]),
    unequal=combine(ne(x), [(gt(x), 1)]),
    sum_of_squares=combine(ge(S(sq(A(a, i)), i, 1, n)), [(S(sq(A(a, i)), i, 1, n), 1)]),
    sum_by_schema=combine(
        ge(S(A(a, i), i, 1, n)), [(S(A(a, i), i, 1, n), 1)], every(i, ge(A(a, i)), ge(i, 1), ge(n, i))
    ),
    norm=combine(ge(inner(u, u)), [(inner(u, u), 1)]),
    norm_of_difference=combine(
        ge(plus(inner(u, u), inner(v, v)), times(2, inner(u, v))), [(inner(less(u, v), less(u, v)), 1)]
    ),
    arithmetic_and_geometric=combine(ge(plus(sq(x), sq(y)), times(2, x, y)), [(sq(less(x, y)), 1)]),
    divided=combine(ge(y), [(ge(times(x, y)), inv(x))], gt(x)),
    written_the_other_way=combine(le(x, y), [(ge(y, x), 1)]),
    convex=combine(ge(plus(times(z, x), times(less(1, z), y))), [(ge(x), ge(z)), (ge(y), ge(1, z))]),
)
right(
    "rewriting",
    free=identity(sq(A(a, n)), sq(A(b, n)), using=[eq(A(a, n), A(b, n))]),
    schema=identity(
        S(A(a, i), i, 1, n), S(A(b, i), i, 1, n), using=[every(i, eq(A(a, i), A(b, i)), ge(i, 1), ge(n, i))]
    ),
    schema_everywhere=identity(A(a, plus(n, 1)), A(b, plus(n, 1)), using=[every(i, eq(A(a, i), A(b, i)))]),
    division=combine(eq(x, y), [(eq(times(x, z), times(y, z)), inv(z))], ne(z)),
    vectors=identity(inner(u, w), inner(v, w), using=[eq(u, v)]),
    points=identity(A(f, Pt("P")), A(f, Pt("Q")), using=[eq(Pt("P"), Pt("Q"))]),
)
right(
    "derivatives and integrals",
    power=identity(D(P(t, 3), t, x), times(3, sq(x))),
    product_rule=identity(
        D(times(A(f, t), A(g, t)), t, x), plus(times(A(f, x, order=1), A(g, x)), times(A(f, x), A(g, x, order=1)))
    ),
    chain_rule=identity(D(A(f, times(2, t)), t, x), times(2, A(f, times(2, x), order=1))),
    logarithm=identity(D(log(t), t, x), inv(x), gt(x)),
    absolute_value=identity(D(absolute(t), t, x), 1, gt(x)),
    root=identity(D(sqrt(t), t, x), over(1, times(2, sqrt(x))), gt(x)),
    nested=identity(D(times(t, D(times(t, s), s, t)), t, x), times(2, x)),
    integral_minus_itself=identity(less(I(exp(t), t, 1, x), I(exp(s), s, 1, x)), 0),
    partial_in_its_domain=identity(
        less(I(A(d, t), t, 0, 1), I(A(d, t), t, 0, 1)), 0, every(t, domain(d, t), ge(times(less(1, t), t)))
    ),
    partial_at_a_place=identity(less(A(d, x), A(d, x)), 0, domain(d, x)),
)
right(
    "values of variables",
    integer=instantiate(integers_only, {n: plus(m, 3)}, ge(times(plus(m, 3), less(plus(m, 3), 1)))),
    integer_values=instantiate(integers_only, {n: A(c, m)}, ge(times(A(c, m), less(A(c, m), 1)))),
    positive=instantiate(positive, {p: exp(x)}, gt(exp(x))),
    positive_by_a_fact=instantiate(positive, {p: x}, gt(x), gt(x)),
    signed_lambda=instantiate(signed, {fp: lam(t, exp(t))}, gt(exp(x))),
    defined=instantiate(nonneg, {x: inv(y)}, ge(sq(inv(y))), ne(y)),
    schema=instantiate(schema_x, [log(y)], ge(sq(log(y))), gt(y)),
    discharged=instantiate(
        given(gt(x)), {x: plus(y, 1)}, gt(plus(y, 1)), ge(y), discharge=[combine(gt(plus(y, 1)), [(ge(y), 1), (1, 1)])]
    ),
    head=instantiate(known(ge(sq(A(f, x)))), {f: g}, ge(sq(A(g, x)))),
    family=instantiate(sums, {a: lam(j, sq(j))}, eq(S(sq(j), j, 1, n), S(sq(i), i, 1, n))),
    total_for_partial=instantiate(known(ge(sq(A(d, x))), domain(d, x)), {d: f}, ge(sq(A(f, x)))),
    bound_integer=instantiate(schema_n, [N], ge(times(N, less(N, 1)))),
)
right(
    "schemas",
    met=instantiate(given(every(x, ge(A(f, x)), ge(x))), [1], ge(A(f, 1)), every(x, ge(A(f, x)), ge(x))),
    met_by_a_hypothesis=instantiate(
        given(every(x, ge(A(f, x)), ge(x))), [y], ge(A(f, y)), every(x, ge(A(f, x)), ge(x)), gt(y)
    ),
    renamed=instantiate(given(every(x, ge(A(f, x)))), {}, every(y, ge(A(f, y))), every(x, ge(A(f, x)))),
    in_range=instantiate(
        given(every(i, ge(A(a, i)), ge(i, 1), ge(n, i))),
        [n],
        ge(A(a, n)),
        every(i, ge(A(a, i)), ge(i, 1), ge(n, i)),
        ge(n, 1),
    ),
    body_rewritten=instantiate(
        given(every(x, ge(A(f, x), times(2, x)))),
        {},
        every(x, ge(A(f, x), plus(x, x))),
        every(x, ge(A(f, x), times(2, x))),
    ),
)
right(
    "binders",
    under_a_sum=instantiate(sums, {a: lam(j, plus(j, i))}, eq(S(plus(j, i), j, 1, n), S(plus(k, i), k, 1, n))),
    generalize=generalize(nonneg, [x]),
    generalize_under=generalize(given(gt(x)), [x], [gt(x)]),
    generalize_over_others=generalize(
        instantiate(given(nonneg_all), [y], ge(A(f, y)), nonneg_all), [y], (), nonneg_all
    ),
)
right(
    "binders in values",
    lifted=instantiate(
        known(eq(S(A(a, i), i, 2, 2), A(a, 2))),
        {a: lam(k, S(times(k, A(b, m)), m, 1, 3))},
        eq(S(S(times(i, A(b, m)), m, 1, 3), i, 2, 2), S(times(2, A(b, m)), m, 1, 3)),
    ),
    sine_of_a_quarter_more=identity(sin(plus(x, over(pi, 2))), cos(x)),
    sine_of_an_arc_cosine=identity(sin(fn("acos", x)), sqrt(less(1, sq(x))), ge(less(1, sq(x))), ge(1, x), ge(x, -1)),
    derivative_of_the_cosine=identity(D(cos(t), t, x), neg(sin(x))),
    inside_the_range=identity(S(times(0, inv(less(plus(n, 1), i))), i, 1, n), 0),
    addition_formula=identity(sin(plus(x, y)), plus(times(sin(x), cos(y)), times(cos(x), sin(y)))),
)
right(
    "cases",
    two=cases([nonneg, nonneg], [gt(x), ge(0, x)], ge(sq(x))),
    three=cases([nonneg, nonneg, nonneg], [gt(x, y), eq(x, y), lt(x, y)], ge(sq(x))),
    defined=cases([nonneg, nonneg], [gt(inv(x)), ge(0, inv(x))], ge(sq(x)), ne(x)),
)
right(
    "induction",
    grown=induct(given(ge(A(a, 1))), grown, ge(A(a, n)), n, 1, ge(n, 1), ge(A(a, 1)), increasing),
)
right(
    "telescoping",
    squares=telescope(combine(ge(sq(A(a, i))), [(sq(A(a, i)), 1)]), i, 1, n, ge(S(sq(A(a, i)), i, 1, n))),
    potential=telescope(
        combine(ge(A(b, i), A(b, i)), []),
        i,
        1,
        n,
        ge(plus(A(a, 1), neg(A(a, plus(n, 1))), S(plus(A(a, plus(i, 1)), neg(A(a, i))), i, 1, n))),
        ge(n),
        potential=A(a, i),
    ),
    in_range=telescope(
        instantiate(
            given(every(i, ge(A(a, i)), ge(i, 1), ge(n, i))),
            [i],
            ge(A(a, i)),
            every(i, ge(A(a, i)), ge(i, 1), ge(n, i)),
            ge(i, 1),
            ge(n, i),
        ),
        i,
        1,
        n,
        ge(S(A(a, i), i, 1, n)),
        every(i, ge(A(a, i)), ge(i, 1), ge(n, i)),
    ),
    equation=telescope(
        instantiate(given(every(i, eq(A(a, i), A(b, i)))), [i], eq(A(a, i), A(b, i)), every(i, eq(A(a, i), A(b, i)))),
        i,
        1,
        n,
        eq(S(less(A(a, i), A(b, i)), i, 1, n)),
        every(i, eq(A(a, i), A(b, i))),
    ),
)
right(
    "smoothness and places",
    smooth_lambda=instantiate(known(ge(sq(A(f, 0, order=1)))), {f: lam(t, P(t, 3))}, ge(sq(D(P(t, 3), t, 0)))),
    continuous_lambda=instantiate(
        known(ge(I(sq(A(g, t)), t, 0, 1))), {g: lam(t, absolute(t))}, ge(I(sq(absolute(t)), t, 0, 1))
    ),
    integer_family=instantiate(known(ge(S(sq(A(a, i)), i, 1, n))), {a: c}, ge(S(sq(A(c, i)), i, 1, n))),
)
right(
    "spaces and points",
    tangents=identity(
        inner(V("u", space=T(Pt("P"))), V("v", space=T(Pt("P")))),
        inner(V("v", space=T(Pt("P"))), V("u", space=T(Pt("P")))),
    ),
    vector_equation=combine(eq(u, plus(v, w)), [(eq(less(u, v), w), 1)]),
    vector_sum=identity(times(2, plus(u, v)), plus(u, u, v, v)),
    predicate=instantiate(given(has("is convex", f)), {f: g}, has("is convex", g), has("is convex", g)),
    exact_angles=identity(cos(over(pi, 3)), half),
    point_of_family=identity(Pt("P", plus(n, 1)), Pt("P", plus(1, n))),
)

"""False goals with crafted certificates: what no rule may accept, whatever data it is handed."""

import random

import pytest
from sympy import (
    Abs,
    I,
    Max,
    Rational,
    S,
    Symbol,
    atan,
    cos,
    exp,
    log,
    nan,
    oo,
    pi,
    sin,
    sinc,
    sqrt,
    symbols,
    tan,
    zoo,
)  # fmt: skip

from verify.balls.arithmetic import ARITHMETICS, Arb, Mpmath
from verify.balls.evaluate import Undefined, Unsupported
from verify.balls.series import SeriesRing
from verify.balls.tape import Tape
from verify.prover.certificate import Certificate, Step, check
from verify.prover.goal import Goal, Inequality
from verify.prover.rejected import Rejected

x, y, w = symbols("x y w", real=True)
OBVIOUS, CONSTANT = Step("obvious"), Step("constant")


def goal(shows, *given, strict=False):
    conditions = tuple(Inequality(S(g), False) for g in given)
    used = set().union({x}, *(c.expr.free_symbols for c in conditions), S(shows).free_symbols)
    return Goal(tuple(sorted(used, key=str)), conditions, Inequality(S(shows), strict))


def withstands(false, step):
    for arithmetic in ARITHMETICS:
        with pytest.raises(Rejected):
            check(Certificate(false, step), arithmetic)


def polynomial(method, **data):
    return Step("polynomial", {"method": method, "data": data})


def boxes(tree, *, bounds=((0, 1),), parts=(), **data):
    rows = [[v, S(lo), S(hi)] for v, (lo, hi) in zip((x, y), bounds, strict=False)]
    return Step("boxes", {"bounds": rows, "tree": tree, "precision": 64, **data}, parts)


UNIT = (x, 1 - x)

FALSE_ON_BOXES = {
    "a tree without leaves": (goal(x - 2, *UNIT), boxes("")),
    "a leaf thrown away that meets the conditions": (goal(x - 2, *UNIT), boxes("X")),
    "bounds that nothing says": (goal(x - 2, *UNIT), boxes("L", bounds=((2, 3),))),
    "bounds without ends": (goal(x), Step("boxes", {"bounds": [[x, None, None]], "tree": "L", "precision": 64})),
    "an odd order at an upper face": (goal(x - 1, *UNIT), boxes("b", faces=[[x, S(1), 1, 3]])),
    "an odd order at a lower face": (goal(-x, *UNIT), boxes("b", faces=[[x, S(0), 1, 1]])),
    "an order that is too high": (goal(x**2 - x**3 * 2, *UNIT), boxes("b", faces=[[x, S(0), 3, 3]])),
    "order zero": (goal(x - 2, *UNIT), boxes("b", faces=[[x, S(0), 0, 1]])),
    "a face inside the box": (goal(x - Rational(1, 2), *UNIT), boxes("b", faces=[[x, Rational(1, 2), 1, 1]])),
    "a strict goal on its face": (
        goal(x, *UNIT, strict=True), boxes("b", faces=[[x, S(0), 1, 1]], parts=(OBVIOUS,)),
    ),
    "the only point of the domain on a face": (
        goal(x - 1, x - 1, 1 - x, strict=True),
        boxes("b", bounds=((1, 1),), faces=[[x, S(1), 1, 1]], parts=(OBVIOUS,)),
    ),
    "a function without a series at a face": (goal(sinc(x) - 1, *UNIT), boxes("b", faces=[[x, S(0), 1, 1]])),
    "a concave point of contact": (
        goal(-((x - Rational(1, 2)) ** 2), *UNIT), boxes("P", points=[[Rational(1, 2)]]),
    ),
    "a pole within a box": (goal(tan(x) + 1, x, 3 - x), boxes("0L0LL", bounds=((0, 3),))),
    "a jump within a box": (goal(atan(1 / x) + 1, x + 1, 1 - x), boxes("L", bounds=((-1, 1),))),
    "a mean value over a jump": (goal(atan(1 / x) + 1, x + 1, 1 - x), boxes("M", bounds=((-1, 1),))),
    "a clipped root with a slope": (goal(sqrt(x - Rational(1, 2)) - 2 * x + 1, *UNIT), boxes("M")),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE_ON_BOXES)
def test_boxes_withstand(name):
    withstands(*FALSE_ON_BOXES[name])


@pytest.mark.parametrize("value", [zoo, nan, oo, -oo, I], ids=str)
def test_what_is_no_real_number_proves_nothing(value):
    false = goal(-1)
    withstands(false, Step("rewrite", {"shows": value}, (OBVIOUS,)))
    withstands(false, Step("rewrite", {"given": [[value, False]]}, (OBVIOUS, OBVIOUS)))
    withstands(false, Step("split", {"by": value * x}, (OBVIOUS, OBVIOUS)))
    withstands(false, Step("product", {"factors": [[value, 1, "+"]]}, (OBVIOUS,)))
    withstands(false, Step("sum", {"terms": [value]}, (OBVIOUS,)))
    withstands(false, Step("abstract", {"nodes": [[exp(value * x, evaluate=False), y]]}, (OBVIOUS,)))
    moved = {"forward": [[x, y]], "inverse": [[y, x]], "given": [[value, True]]}
    withstands(false, Step("substitute", moved, (OBVIOUS, OBVIOUS)))
    for side in (1, -1):
        step = Step("monotone", {"variable": x, "end": value, "side": side}, (OBVIOUS, OBVIOUS, OBVIOUS))
        withstands(goal(exp(-x) - 1, x), step)


@pytest.mark.parametrize("term", [
    Abs(x), sqrt(x), Max(x, -x), x**2, 1 - cos(x), exp(x) - 1 - x,
], ids=str)  # fmt: skip
def test_what_may_be_zero_is_not_obviously_positive(term):
    withstands(goal(term, strict=True), OBVIOUS)


@pytest.mark.parametrize("term", [
    sin(1) ** 2 + cos(1) ** 2 - 1, sqrt(2) + sqrt(3) - sqrt(5 + 2 * sqrt(6)),
], ids=str)  # fmt: skip
def test_a_hidden_zero_is_not_positive(term):
    withstands(goal(term, strict=True), CONSTANT)


@pytest.mark.parametrize("term", [
    -exp(-1000), exp(pi * sqrt(163)) - 262537412640768744,
    cos(pi / 7) - cos(2 * pi / 7) + cos(3 * pi / 7) - Rational(1, 2) - Rational(1, 10**90),
], ids=str)  # fmt: skip
def test_what_is_barely_negative_is_not_zero(term):
    withstands(goal(term), CONSTANT)


@pytest.mark.parametrize("step", [
    polynomial("squares", terms=[]),
    polynomial("squares", terms=[], multiplier=[]),
    polynomial("squares", terms=[{"weight": [], "basis": [[["1", [1]]]], "gram": [["-1"]]}]),
    polynomial("squares", terms=[{"weight": [], "basis": [[["1", [1]]]], "gram": [["1"]]}],
               multiplier=[{"weight": [], "basis": [[["1", [0]]]], "gram": [["-1"]]}]),
    polynomial("sturm", digits=1),
    polynomial("bernstein", ranges=[], tree="L"),
    polynomial("bernstein", ranges=[], tree=""),
    polynomial("product", above=["1", []], below=["1", []], signs=[]),
    polynomial("product", above=["-1", [[[["1", [1]]], 2]]], below=["1", []], signs=[]),
], ids=lambda s: f"{s.data['method']} {len(str(s.data))}")  # fmt: skip
@pytest.mark.parametrize("false", [goal(-1), goal(-(x**2)), goal(3 - pi), goal(x, x, strict=True)], ids=str)
def test_polynomial_methods_withstand(false, step):
    withstands(false, step)


def test_a_chain_over_a_pole_or_out_of_the_domain_is_no_proof():
    parts = (OBVIOUS,) * 8
    for count in range(9):
        over_a_pole = Step("monotone", {"variable": x, "end": S(-1), "side": 1}, parts[:count])
        withstands(goal(-1 / x, x + 1, 1 - x), over_a_pole)
        withstands(goal(1 + log(x), x), Step("monotone", {"variable": x, "end": S(0), "side": 1}, parts[:count]))
        bent = goal(x - 1, x**2 - 1)  # false at x = -2, and the segment from 1 leaves the domain
        withstands(bent, Step("monotone", {"variable": x, "end": S(1), "side": 1}, parts[:count]))


HEADS = (exp, sin, cos, tan, log, sqrt, atan, Abs, lambda u: 1 / u, lambda u: u**2, lambda u: u ** Rational(2, 3))


def _terms(draw, count):
    for _ in range(count):
        term = draw.choice(HEADS)(x + draw.randint(-1, 1)) * draw.choice((1, x, -y)) + draw.choice((y, x * y, 1))
        yield draw.choice(HEADS)(term)


@pytest.mark.parametrize("arithmetic", [Arb, Mpmath], ids=["arb", "mpmath"])
def test_enclosures_and_series_contain_the_values_at_points(arithmetic):
    """What an interval gives, of a term and of its derivatives, meets what a thin one inside of it gives."""
    draw = random.Random(7)
    for term in _terms(draw, 150):
        lo, wide = draw.randint(-8, 8), draw.choice((1, 2, 16))
        with arithmetic.precision(53):
            ring = SeriesRing(arithmetic, 3)
            box = arithmetic.hull(arithmetic.rational(lo, 4), arithmetic.rational(lo + wide, 4))
            thin = arithmetic.rational(lo * 8 + wide * draw.randint(0, 8), 32)
            side = arithmetic.rational(draw.randint(-4, 4), 3)
            tape = Tape(term, (x, y))
            try:
                outer, inner = (tape(ring, [ring.variable(v), ring.lift(side)]) for v in (box, thin))
            except (Undefined, Unsupported):
                continue
            for k in range(4):
                gap = ring.coefficient(outer, k) - ring.coefficient(inner, k)
                assert arithmetic.has_zero(gap), (term, lo, wide, k)


def test_symbols_that_are_no_variables_are_refused():
    stranger = Symbol("u", real=True)
    withstands(Goal((x,), (), Inequality(stranger, False)), OBVIOUS)
    withstands(Goal((Symbol("x"),), (), Inequality(Symbol("x") ** 2, False)), OBVIOUS)
    withstands(goal(w), Step("split", {"by": stranger}, (OBVIOUS, OBVIOUS)))


def test_a_new_variable_does_not_narrow_the_domain():
    """√(w·log²x) is 0 at x = 1 for w < 0 too; with y for log x sympy makes it √w·|y|, which needs w ≥ 0."""
    parts = Step("product", {"factors": [[sqrt(w), 1, "+"], [sqrt(w) + Abs(y), 1, "+"]]}, (OBVIOUS, OBVIOUS))
    apart = Step("abstract", {"nodes": [[log(x), y]]}, (parts,))
    with pytest.raises(Rejected, match="needs w >= 0"):
        check(Certificate(goal(w + sqrt(w * log(x) ** 2), x - 1, 1 - x), apart))

"""The ratio of truth to promise is certified from below by an exact instance, and from above by a theorem."""

from __future__ import annotations

import pytest
from sympy import Float, Lambda, Rational, Sum, pi, sqrt

from verify.author.kernel import KernelError, combine
from verify.claims import Claim, ClaimError
from verify.language.terms import eq, family, forall, ge, gt, integer, le, real
from verify.tightness import sweep
from verify.tightness.brackets import NoRatio, bracket, decimal, ratio
from verify.tightness.records import ends
from verify.verdicts.evidence import gather

a, b = real("a b")
k, t = integer("k t")
w = family("w")


class TestBracket:
    def test_equality_is_attained_and_shown_as_such(self):
        found = bracket([ge(a, 0)], ge(a**2 + 1, 2 * a), {a: 1})
        assert (found.found, found.attained) == (1, True)
        assert str(found.theorem.conclusion.states) == "a**2 + 1 > 2*a"

    def test_a_ratio_below_one_is_certified_by_a_constant_that_does_not_do(self):
        found = bracket([], ge(a**2 + 1, 2 * a), {a: 2})
        assert not found.attained
        assert found.found == Rational(799999999, 10**9)
        assert "799999999" in str(found.theorem.conclusion.states)

    def test_an_irrational_ratio_is_enclosed_before_it_is_rounded_down(self):
        found = bracket([], ge(a, b), {a: pi, b: sqrt(2)})
        assert decimal(found.found) == "0.450158158"
        assert found.ratio == pytest.approx(2**0.5 / 3.141592653589793, rel=1e-15)

    def test_a_false_bound_has_a_ratio_above_one(self):
        assert bracket([], ge(a, 2 * a), {a: 1}).found == Rational(1999999999, 10**9)

    def test_the_instance_must_meet_every_hypothesis(self):
        squares = forall(t, eq(w(t), t**2), [ge(t, 1), le(t, k)])
        bound = ge(k**3, Sum(w(t), (t, 1, k)))
        assert bracket([squares], bound, {k: 2, w: Lambda(t, t**2)}).found == Rational(624999999, 10**9)
        with pytest.raises(KernelError, match="not shown to meet"):
            bracket([squares], bound, {k: 2, w: Lambda(t, t)})

    @pytest.mark.parametrize(("promise", "truth"), [(0, 0), (1, 0), (1, -1), (0, -1)])
    def test_sides_of_no_common_sign_have_no_ratio(self, promise, truth):
        with pytest.raises(NoRatio, match="promise and truth must be positive, or both negative"):
            bracket([], ge(a, b), {a: promise, b: truth})

    def test_a_bound_between_what_is_negative_is_one_of_what_is_positive(self):
        found = bracket([], ge(a, b), {a: -1, b: -2})
        assert (found.promise, found.truth, found.found) == (2, 1, Rational(499999999, 10**9))
        assert str(found.theorem.conclusion.states) == "-499999999*b/1000000000 ≥ -a"
        assert bracket([], ge(a, b), {a: -2, b: -2}).attained
        assert ratio(ge(a, b), {a: -1, b: -2}) == 0.5

    def test_a_float_is_no_instance(self):
        with pytest.raises((KernelError, ValueError, TypeError)):
            bracket([], ge(a, b), {a: Float(1.5), b: 1})


@pytest.mark.parametrize(
    ("number", "written"), [(Rational(1, 2), "0.5"), (Rational(2), "2"), (Rational(1, 3), "1/3"), (sqrt(2), "sqrt(2)")]
)
def test_constants_are_written_as_decimals_where_they_are(number, written):
    assert decimal(number) == written


@pytest.mark.usefixtures("registry")
class TestEvidence:
    def bound(self, **changes):
        return Claim("toy/bound", **({"at": "1", "states": ge(a**2 + 1, 2 * a), "reading": "r"} | changes))

    def test_each_value_of_the_parameter_gets_a_bracket(self):
        claim = self.bound()
        claim.extremal("a", [1, 2, Rational(1, 2)])(lambda value: {a: value})
        (item,) = gather(claim)
        assert item.ok
        assert [p["found"] for p in item.data["points"]] == ["1", "0.799999999", "0.799999999"]
        assert [p["attained"] for p in item.data["points"]] == [True, False, False]
        assert item.data["points"][1]["truth"] == "4"

    def test_a_constant_from_above_is_none_for_what_is_negative(self):
        claim = self.bound(given=[ge(0, a), ge(a, b)], states=ge(a, b))
        claim.extremal("a", [-1], above=lambda _: (1, combine(ge(a, b), [(1, ge(a, b))])))(lambda _: {a: -1, b: -2})
        (item,) = gather(claim)
        assert not item.ok
        assert "promise and truth are negative there" in item.message

    def test_an_instance_that_fails_a_hypothesis_fails_the_step(self):
        claim = self.bound(given=[gt(a, 1)])
        claim.extremal("a", [2, 1])(lambda value: {a: value})
        (item,) = gather(claim)
        assert not item.ok
        assert item.message.startswith("a = 1: the instance must meet a > 1, and 1 > 1 is false")

    def test_a_theorem_gives_an_upper_end_below_one(self):
        claim = self.bound(states=ge(a**2 + 2, 2 * a))

        def half_suffices(_):
            c = 1 / sqrt(2)
            return c, combine(ge(c * (a**2 + 2), 2 * a), [(c, (a - sqrt(2)) ** 2)])

        claim.extremal("a", [1], above=half_suffices)(lambda value: {a: value})
        (item,) = gather(claim)
        assert item.ok, item.message
        assert item.data["points"][0]["above"] == "sqrt(2)/2"

    def test_a_theorem_about_something_else_is_no_upper_end(self):
        claim = self.bound()
        wrong = combine(ge(a**2 + 1, 0), [(1, a**2), (1, 1)])
        claim.extremal("a", [1], above=lambda _: (Rational(1, 2), wrong))(lambda value: {a: value})
        (item,) = gather(claim)
        assert not item.ok
        assert "does not say" in item.message

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((" ", [1]), "the parameter must have a name, not ' '"),
            (("a", []), "there must be values of a"),
            (("a", [0.5]), "a is 0.5; it must be an exact real number"),
            (("a", [b]), "a is b; it must be an exact real number"),
        ],
    )
    def test_a_malformed_family_is_refused_in_one_line(self, arguments, message):
        with pytest.raises(ClaimError) as error:
            self.bound().extremal(*arguments)
        assert str(error.value) == f"claim toy/bound: extremal: {message}"

    def test_an_equation_has_no_ratio(self):
        with pytest.raises(ClaimError, match="a ratio needs an inequality"):
            self.bound(states=eq(a, b)).extremal("a", [1])

    def test_a_step_that_stops_says_where(self):
        claim = self.bound()
        claim.extremal("a", [1])(lambda value: {a: 1 / (value - 1)})
        assert "ZeroDivisionError" in sweep.point(claim, claim.steps[0], 1)["message"]


# --- the ends of a family ---------------------------------------------------------------------------------------------


def family(*ratios, above=""):
    """Brackets of a family at n = 1, 2, …, as plain data."""
    points = [
        {"value": str(n), "at": float(n), "message": "", "seconds": 0.0, "found": found, "attained": found == "1",
         "ratio": float(found), "promise": "1", "truth": found, "assignment": {}, "shown_by": {}, "above": above,
         "below": 8 / 9 if above else 1.0}
        for n, found in enumerate(ratios, 1)
    ]  # fmt: skip
    return {"parameter": "n", "formula": 0, "points": points}


def test_a_family_ends_at_its_largest_ratio_and_says_the_least():
    found = ends(family("0.5", "1", "0.25"), proved=True)
    assert (found.value, found.found, found.lowest, found.least) == ("2", "1", "3", "0.25")
    assert ends(family(), proved=True) is None


@pytest.mark.parametrize(
    ("ratio", "above", "proved", "sharp"),
    [("1", "", True, True), ("0.991", "", True, True), ("0.989", "", True, False), ("0.881", "8/9", True, True),
     ("0.879", "8/9", True, False), ("1", "", False, False), ("0.995", "", False, False)],
)  # fmt: skip
def test_a_bound_is_sharp_within_one_in_a_hundred_of_what_is_proved(ratio, above, proved, sharp):
    assert ends(family(ratio, above=above), proved=proved).is_sharp is sharp

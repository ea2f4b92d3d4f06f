"""How statements are shown: that something exists as ∃, what repeats by a name; neither can say another thing."""

import re

import pytest
from sympy import Abs, Lambda, Rational, Sum, exp, log, sqrt

from verify.author.kernel import assume, combine, generalize, instantiate, witness
from verify.claims import Claim, ClaimError, registry
from verify.language.abbreviations import Abbreviation, folded, unfolded
from verify.language.exists import ANYTHING, NOTHING_EXISTS, exists
from verify.language.terms import (
    Deriv,
    IllFormed,
    Inner,
    eq,
    forall,
    function,
    ge,
    integer,
    le,
    positive,
    real,
    vectors,
)
from verify.verdicts.verdict import examine

a, b, c, u = real("a b c u")
t = integer("t")
w, v = function("w"), function("v")
SMALLEST = exists(u, [forall(a, ge(a, u))])
ROOT = exists(u, [eq(u**2, c)])


@pytest.fixture(autouse=True)
def alone():
    """Each test declares its claims for itself alone."""
    with registry.using(registry.Registry()):
        yield


def claim(states, **more):
    return Claim("toy/x", at="Lemma 1", says="a statement", states=states, reading="For real numbers.", **more)


# --- that something exists ----------------------------------------------------------------------------------------


def no_smallest(made):
    """u − 1 is smaller than u."""
    every = made.states[0] if not made.given else made.given[-1].given[0]
    below = instantiate(assume(every), [u - 1])
    never = generalize(combine(ge(-1, 0), [(1, below)]), [u], [every])
    return witness(made.given, made.states[0], NOTHING_EXISTS, discharge=[never])


def test_that_something_exists_is_refuted_by_a_theorem_that_nothing_does():
    made = claim(SMALLEST, weight="error", slip="The line has no end.")
    made.counterexample(no_smallest)
    outcome = examine(made)
    assert outcome.verdict == "refuted"
    assert outcome.given == []
    assert outcome.states == ["there is u with for all a: a ≥ u"]
    found = outcome.counterexample
    assert (found["assignment"], found["lines"]) == ({}, ["but there is none: no u with for all a: a ≥ u"])


def named(made, number):
    """What follows from every root of c follows from this one, if its square is 4."""
    root = combine(eq(number**2, c), [(-1, assume(eq(c, 4)))])
    return instantiate(assume(made.given[-1]), [number], [root])


def test_that_something_exists_is_proved_by_naming_it():
    made = claim(ROOT, given=[eq(c, 4)])
    made.proof(
        lambda made: instantiate(assume(made.given[-1]), [2 + 0 * u], [combine(eq(4, c), [(-1, assume(eq(c, 4)))])])
    )
    outcome = examine(made)
    assert outcome.verdict == "proved", outcome.failures
    assert (outcome.given, outcome.states) == (["c = 4"], ["there is u with u**2 = c"])


def test_what_does_not_exist_is_not_proved_to():
    made = claim(ROOT, given=[eq(c, 4)])
    made.proof(
        lambda made: instantiate(assume(made.given[-1]), [3 + 0 * u], [combine(eq(4, c), [(-1, assume(eq(c, 4)))])])
    )
    assert examine(made).verdict == "open"


def test_the_values_of_a_counterexample_stand_in_what_there_is_not():
    made = claim(ROOT, weight="error", slip="Squares are not negative.")
    square, below = combine(ge(u**2, 0), [(1, u**2)]), eq(u**2, -1)
    absurd = generalize(combine(ge(-1, 0), [(1, square), (-1, assume(below))]), [u], [below])
    made.counterexample(lambda made: witness(made.given, made.states[0], {c: -1, **NOTHING_EXISTS}, discharge=[absurd]))
    found = examine(made).counterexample
    assert (found["assignment"], found["lines"]) == ({"c": "-1"}, ["but there is none: no u with u**2 = -1"])


def test_an_existing_thing_is_all_that_a_claim_says():
    with pytest.raises(ClaimError, match="toy/x: that something exists must be all that states says"):
        claim([ROOT, ge(a, 0)])
    with pytest.raises(ClaimError, match="must be all that states says"):
        claim(ge(a, 0), given=[ROOT])


def test_nothing_and_the_name_that_stands_for_it_are_refused():
    with pytest.raises(IllFormed, match="formulas is empty"):
        exists(u, [])
    with pytest.raises(IllFormed, match="the name anything is taken"):
        exists(u, [ge(u, ANYTHING)])


# --- abbreviations ------------------------------------------------------------------------------------------------

STEP = w(t) - a * (w(t) - b)
after = real("w'")


def test_what_repeats_is_shown_by_its_name_and_explained_once():
    made = claim(le((STEP - b) ** 2, (w(t) - b) ** 2), given=[ge(STEP, 0)], where={after: STEP})
    assert [str(f) for f in made.shown_given] == ["w' ≥ 0"]
    assert [str(f) for f in made.shown_states] == ["(w' - b)**2 ≤ (w(t) - b)**2"]
    assert [str(f) for f in made.shown_where] == ["w' = w(t) - a*(w(t) - b)"]
    assert made.statement == "w' ≥ 0 ⟹ (w' - b)**2 ≤ (w(t) - b)**2 where w' = w(t) - a*(w(t) - b)"
    assert made.states[0] == le((STEP - b) ** 2, (w(t) - b) ** 2), "what is decided has no names of its own"


def test_a_multiple_of_a_sum_is_shown_by_its_name():
    made = claim(ge(c - 2 * STEP, 0), where={after: STEP})
    assert str(made.shown_states[0]) == "c - 2*w' ≥ 0"


def test_an_abbreviation_may_use_those_after_it():
    one, two = real("S D")
    gap = (a - b) ** 2
    made = claim(ge(c * (gap + 1) ** 3, gap), where={one: gap + 1, two: gap})
    assert str(made.shown_states[0]) == "S**3*c ≥ D"
    assert [str(f) for f in made.shown_where] == ["S = D + 1", "D = (a - b)**2"]


def test_vectors_have_names_too():
    x, y, moved = vectors("x y m")
    made = claim(eq(x - a * y, y), where={moved: x - a * y})
    assert str(made.shown_states[0]) == "m = y"


def test_a_family_has_a_name_where_its_index_is_bound():
    made = claim(forall(t, ge(w(t) ** 2 + 1, 0)), where={v(t): w(t) ** 2})
    assert str(made.shown_states[0]) == "for all t: v(t) + 1 ≥ 0"


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ({c: a**2, u: b**2}, "where: what is meant by c, u is nowhere in the formulas"),
        ({b: STEP}, f"where: b stands for a term that it is a part of, {STEP}"),
        ({v(t): w(t), v(u): b * u}, "where: one name has two meanings; v(t), v(u) must be different names"),
        ({w(t + 1): STEP}, "where: the arguments of w(t + 1) must be different plain variables"),
        ({a + b: STEP}, "where: a name is a symbol, vector, point, family or function, not a + b"),
        ({v(t): Sum(w(t), (t, 1, 3))}, "where: v(t) takes a variable that is bound in Sum(w(t), (t, 1, 3))"),
    ],
)
def test_an_abbreviation_that_is_not_one_is_refused(where, said):
    with pytest.raises(ClaimError, match=re.escape(said)):
        claim(ge(STEP, 0), where=where)


def test_a_name_with_which_a_formula_would_say_something_else_is_left_out():
    """|s| of a positive name s is shown as s; s stands for a − b, which may be negative."""
    made = claim([ge(Abs(a - b), 0), ge(a - b, c)], where={positive("s"): a - b})
    assert [str(f) for f in made.shown_states] == ["Abs(a - b) ≥ 0", "s ≥ c"]


def test_a_step_of_a_proof_that_has_the_name_as_a_variable_is_shown_as_it_is():
    made = claim(ge(STEP, 0), where={after: STEP})
    assert str(made.displayed.step(ge(after + STEP, 0))) == str(ge(after + STEP, 0))


def test_only_the_names_that_are_used_are_explained():
    made = claim(ge(STEP, 0), where={after: STEP, c: a**5})
    assert [str(f) for f in made.shown_where] == ["w' = w(t) - a*(w(t) - b)"]


def test_a_name_in_what_a_later_one_stands_for_is_refused():
    step = real("w′")
    with pytest.raises(ClaimError, match="where: w′ is shown as a variable of the formulas is"):
        claim(ge(c, 0), where={step: STEP, c: step**2})


def test_one_name_serves_for_every_value_of_its_parameters():
    x, y, p, q = vectors("x y p q")
    psi, divergence = function("ψ"), function("Δ")

    def breg(u, v):
        return psi(u) - psi(v) - Inner(u - v, psi.gradient(v))

    both = ge(breg(x + y, p), 2 * breg(y, q))
    made = claim(both, where={divergence(x, y): breg(x, y)})
    assert str(made.shown_states[0]) == "Δ(x + y, p) ≥ 2*Δ(y, q)"
    assert str(made.shown_where[0]) == "Δ(x, y) = ψ(x) - ψ(y) - ⟨x - y, ∇ψ(y)⟩"


def test_a_formula_may_be_written_with_the_names_and_is_shown_as_it_was_written():
    """Of the sum of the two differences sympy leaves w(1) − w(3); what was written is shown."""
    k, d = integer("k"), function("d")
    made = claim(ge(d(1) + d(2), 0), where={d(k): w(k) - w(k + 1)})
    assert str(made.states[0]) == "w(1) - w(3) ≥ 0"
    assert str(made.shown_states[0]) == "d(1) + d(2) ≥ 0"


def test_a_formula_is_shown_as_it_is_written_wherever_it_was_shown_before():
    made = claim(ge(a + b, 0), where={c: a + b})
    turned = made.replace(states=le(0, a + b))
    assert [str(f) for f in (*made.shown_states, *turned.shown_states)] == ["c ≥ 0", "0 ≤ c"]
    assert str(made.displayed.formula(ge(b, 0))) == "b ≥ 0"
    made.replace(states=ge(c - a, 0))
    assert str(made.displayed.formula(ge(b, 0))) == "c - a ≥ 0"


def test_a_name_that_would_catch_a_bound_variable_is_refused():
    k, d = integer("k"), function("d")
    with pytest.raises(ClaimError, match="in d\\(t\\), t has another meaning than in"):
        claim(ge(d(t), 0), where={d(k): Sum(w(t) * k, (t, 1, 3))})


def test_what_exists_may_be_said_with_names():
    made = claim(exists(u, [eq(after, u)]), where={after: STEP})
    assert [str(f) for f in made.shown_states] == ["there is u with w' = u"]
    assert not made.given[0].has(after)


def test_factors_and_derivatives_are_found_too():
    k = integer("k")
    x, total, slope = real("x S z")
    mean = Sum(w(k) * x, (k, 1, 9))
    made = claim(ge(3 * a * mean * b, Deriv(x**2 * a, x, c)), where={total: mean, slope: Deriv(x**2 * a, x, c)})
    assert str(made.shown_states[0]) == "3*S*a*b ≥ z"


def test_a_sum_is_found_whatever_its_index_is_called():
    k, m = integer("k m")
    made = claim(ge(Sum(v(m) ** 2, (m, 1, 7)) * 6 * a, 0), where={w(k): 2 * a * Sum(v(t) ** 2, (t, 1, k))})
    assert str(made.shown_states[0]) == "3*w(7) ≥ 0"


def test_proofs_and_changed_claims_are_shown_with_the_names():
    made = claim(ge(STEP + 1, 0), given=[ge(STEP, 0)], where={after: STEP})
    made.proof(lambda made: combine(made.states[0], [(1, assume(made.given[0])), (1, 1)]))

    @made.mutant("constant", at={w: Lambda(t, 0), a: 0, b: 0})
    def two(made):
        return made.replace(states=ge(STEP - 2, 0))

    outcome = examine(made)
    assert outcome.ok, outcome.failures
    proof, mutant = (next(e for e in outcome.evidence if e.kind == kind) for kind in ("proof", "mutant"))
    assert [node["statement"] for node in proof.data["proof"]["nodes"]] == ["w' ≥ 0", "w' + 1 ≥ 0"]
    assert mutant.data["states"] == ["w' - 2 ≥ 0"]
    assert mutant.data["lines"] == ["w' ≥ 0: 0 ≥ 0", "but not w' - 2 ≥ 0: -2 ≥ 0 is false"]


def test_what_fails_is_shown_in_decimals_where_its_numbers_are_long():
    made = claim(le(sum(exp(a / n) for n in range(1, 40)), a**2 * sqrt(3)), weight="error", slip="Too small.")
    made.counterexample(lambda made: witness(made.given, made.states[0], {a: log(3) / 7}))
    outcome = examine(made)
    assert outcome.verdict == "refuted", outcome.failures
    line = outcome.counterexample["lines"][-1]
    assert line.endswith(": 39.68… ≤ 0.04… is false")


def test_long_numbers_of_vectors_stay_as_they_are():
    x, y = vectors("x y")
    long = sum(exp(Inner(x, y) / n) for n in range(1, 40))
    made = claim(le(long + Inner(x + 2 * y, y), 0), weight="error", slip="Too small.")
    made.counterexample(lambda made: witness(made.given, made.states[0], {x: (Rational(1, 7), 1), y: (3, 1)}))
    outcome = examine(made)
    assert outcome.verdict == "refuted", outcome.failures
    assert "exp(" in outcome.counterexample["lines"][-1].rpartition(": ")[2]


def test_the_letter_of_the_space_of_vectors_is_free_for_a_name():
    x, y = vectors("x y")
    made = claim(ge(Inner(x, y) + u**2, 0), where={real("E"): u**2})
    assert str(made.shown_states[0]) == "E + ⟨x, y⟩ ≥ 0"


def test_a_name_within_a_function_of_a_variable_of_what_it_stands_for_is_refused():
    names = [Abbreviation(real("s"), u**2)]
    with pytest.raises(IllFormed, match="where: u is bound where s stands"):
        unfolded(Lambda(u, real("s")), names)
    assert folded(Lambda(u, u**2), names) == Lambda(u, u**2)


def test_what_there_is_is_no_variable_of_the_statement():
    assert ROOT.free_symbols == {c}


@pytest.mark.parametrize(
    ("bound", "shown"),
    [
        (Deriv(u**2 + a, u, b) + u**2, "s + d/du[a + u**2]|u=b ≥ 0"),
        (Sum(u**2 + w(u), (u, 1, 3)) + u**2, "s + Σ_{u=1..3} (u**2 + w(u)) ≥ 0"),
    ],
)
def test_a_name_is_shown_beside_a_derivative_and_not_within_it(bound, shown):
    made = claim(ge(bound, 0), where={real("s"): u**2})
    assert str(made.shown_states[0]) == shown


@pytest.mark.parametrize("bind", [lambda f: forall(t, f), lambda f: exists(t, [f])])
def test_a_name_is_not_shown_where_a_variable_of_what_it_stands_for_is_bound(bind):
    """With s = w(t), "for all t: s ≥ 0" would read as a statement of one number."""
    one = real("s")
    shown = claim(ge(w(t), 0), where={one: w(t)}).displayed
    assert str(shown.step(ge(w(t), 0))) == "s ≥ 0"
    assert str(shown.step(bind(ge(w(t), 0)))) == str(bind(ge(w(t), 0)))
    assert str(shown.step(ge(Sum(w(t), (t, 1, 3)), 0))) == str(ge(Sum(w(t), (t, 1, 3)), 0))
    with pytest.raises(IllFormed, match="where: t is bound where s stands, and free in w"):
        shown.decided(bind(ge(one, 0)))


def test_a_formula_written_with_a_name_under_a_binder_of_its_meaning_is_refused():
    one = real("s")
    with pytest.raises(ClaimError, match=re.escape("states[0]: where: t is bound where s stands, and free in w(t)")):
        claim(forall(t, ge(one, 0)), where={one: w(t)})


def test_a_name_that_is_shown_as_a_variable_of_another_sort_is_refused():
    x, y = vectors("x y")
    with pytest.raises(ClaimError, match="where: x is shown as a variable of the formulas is"):
        claim(ge(Inner(x, y) * STEP, 0), where={real("x"): STEP})
    with pytest.raises(ClaimError, match="where: one name has two meanings"):
        claim(ge(Inner(x, y) * STEP, 0), where={real("S"): STEP, vectors("S")[0]: x + y})
    with pytest.raises(ClaimError, match="where: x stands for a term that it is a part of"):
        claim(ge(Inner(x, y), 0), where={real("x"): Inner(x, y)})


def test_a_step_with_a_variable_of_another_sort_that_is_shown_as_the_name_is_shown_without_it():
    x, y = vectors("w' y")
    made = claim(ge(STEP, 0), where={after: STEP})
    assert str(made.displayed.step(ge(Inner(x, y) * STEP, 0))) == str(ge(Inner(x, y) * STEP, 0))


def test_a_name_whose_argument_is_bound_in_what_it_stands_for_is_left_out():
    k, j, d = integer("k"), integer("j"), function("d")
    made = claim(ge(d(k), 0), where={d(k): Sum(w(j) * k, (j, 1, 3))})
    within = ge(Sum(w(t) * j, (t, 1, 3)), 0)
    assert str(made.shown_states[0]) == "d(k) ≥ 0"
    assert str(made.displayed.step(within)) == str(within)


# --- families of finitely many values ---------------------------------------------------------------------------------

TOY = '''
from verify.language.terms import Inner, family, integer, vectors

loss = family("ℓ")
b, (z, u) = real("b"), vectors("z u")

ROWS = Claim("toy/rows", at="Lemma 1", states=ge(loss(1, 2), loss(2, 1)), reading="Of two rows.")

@ROWS.counterexample
def two_rows(claim):
    """The second row is larger."""
    return witness(claim.given, claim.states[0], {loss: [[1, 2], [3, 4]], b: 5})

MOVES = Claim("toy/moves", at="Lemma 2", states=ge(Inner(z(1) - z(2), u), a), reading="Of two points.")

@MOVES.counterexample
def away(claim):
    """It moves away."""
    return witness(claim.given, claim.states[0], {z: [(0, 0), (1, 1)], u: (1, 2), a: 0})
'''


@pytest.mark.parametrize(
    ("claim", "lines"),
    [
        ("toy/rows", ["ℓ = ((1, 2), (3, 4)) for t = 1, 2", "but not ℓ(1, 2) ≥ ℓ(2, 1): 2 ≥ 3 is false"]),
        ("toy/moves", ["z = ((0, 0), (1, 1)) for t = 1, 2, u = (1, 2)", "-3 ≥ 0 is false"]),
    ],
)
def test_a_claim_shows_them(workspace, claim, lines):
    workspace.claims(TOY)
    shown = workspace.verify("show", claim).out
    for line in lines:
        assert line in shown


def test_a_value_of_a_variable_that_the_claim_has_not_is_not_shown(workspace):
    workspace.claims(TOY)
    assert "b = 5" not in workspace.verify("show", "toy/rows").out

"""A verdict is what the evidence supports, and nothing else."""

import dataclasses
from pathlib import Path

import pytest
from sympy import Abs, Lambda, S, Sum, exp

from verify.author.following import follows
from verify.author.kernel import Axiom, assume, cite, combine, generalize, identity, telescope, witness
from verify.axioms import DEFINITE
from verify.claims import Claim, ClaimError, Conformance, Searched, Sharpness
from verify.claims.proof_tree import proof_tree
from verify.language.names import positive
from verify.language.terms import Deriv, Inner, eq, forall, function, ge, gt, integer, le, real, vector
from verify.prover.rejected import Resists
from verify.verdicts.contradictory import contradictory
from verify.verdicts.verdict import Outcome, examine

pytestmark = pytest.mark.usefixtures("registry")

a, b, c = real("a b c")
p, q = positive("p q")
i, j, n = integer("i j n")
x = vector("x")
f = function("f")

NOT_SHOWN = "hypotheses not shown to hold: a function under @CLAIM.instance returns values that meet them"


@pytest.fixture
def square():
    """A true claim, with its proof."""
    claim = Claim(
        "toy/square", at="Lemma 1", states=eq((a + b) ** 2, a**2 + 2 * a * b + b**2), reading="For real a, b."
    )

    @claim.proof
    def expand(claim):
        """Multiply out.

        And collect.
        """
        return identity(claim.states[0])

    return claim


@pytest.fixture
def false():
    """A false claim, with a counterexample."""
    claim = Claim("toy/false", at="Lemma 2", given=[le(a, 1)], states=[le(a, 2), ge(a, 0)], reading="For real a ≤ 1.")

    @claim.counterexample
    def minus_one(claim):
        """a = −1."""
        return witness(claim.given, claim.states[1], {a: -1})

    return claim


def claim_with(states, given=(), **more):
    return Claim("toy/x", at="Lemma 9", given=given, states=states, reading="For real a, b.", **more)


def one_more(states, given):
    """The statement from a hypothesis that is 1 sharper."""
    return combine(states, [(1, assume(given)), (1, 1)])


class TestVerdicts:
    @pytest.mark.parametrize(("beside", "verdict"), [(False, "refuted"), (True, "open")])
    def test_a_rough_function_refutes_no_formula_beside_one_that_differentiates_it(self, beside, verdict):
        f = function("f")
        smooth = eq(Deriv(f(b), b, 0), Deriv(f(b), b, 0))
        claim = claim_with([*([smooth] if beside else []), ge(0, f(1))])
        claim.counterexample(lambda claim: witness(claim.given, claim.states[-1], {f: Lambda(a, Abs(a))}))
        assert examine(claim).verdict == verdict

    def test_proved(self, square):
        outcome = examine(square)
        assert (outcome.verdict, outcome.failures) == ("proved", [])
        (item,) = outcome.evidence
        assert (item.kind, item.name, item.summary, item.ok) == ("proof", "expand", "Multiply out.", True)

    def test_proved_needs_a_theorem_for_every_formula(self):
        claim = claim_with([ge(a + 1, 0), ge(b + 1, 0)], [ge(a, 0), ge(b, 0)])
        claim.proof(lambda claim: [one_more(f, g) for f, g in zip(claim.states, claim.given, strict=True)])
        assert examine(claim).verdict == "proved"

    def test_refuted(self, false):
        outcome = examine(false)
        assert (outcome.verdict, outcome.ok) == ("refuted", True)
        assert outcome.counterexample["assignment"] == {"a": "-1"}
        assert outcome.counterexample["refutes"] == 1
        assert outcome.counterexample["lines"]

    def test_cited(self):
        claim = claim_with(ge(a**2 + 1, 2 * a))
        claim.cited(lambda claim: cite(Axiom("means", "words", "Cauchy 1821", (), claim.states[0])))
        outcome = examine(claim)
        assert (outcome.verdict, outcome.ok) == ("cited", True)
        (axiom,) = outcome.axioms
        assert (axiom["name"], axiom["statement"], axiom["reference"]) == ("means", "words", "Cauchy 1821")
        assert (axiom["hypotheses"], axiom["conclusion"]) == ([], "a**2 + 1 ≥ 2*a")

    def test_open_with_a_reason(self):
        outcome = examine(claim_with(gt(a, b), open_because="The constant is not known."))
        assert (outcome.verdict, outcome.ok) == ("open", True)

    def test_open_without_a_reason_fails(self):
        outcome = examine(claim_with(gt(a, b)))
        assert (outcome.verdict, outcome.failures) == (
            "open",
            [
                "nothing decides it, and open_because does not say why: "
                "a function under @CLAIM.proof or @CLAIM.counterexample does, CLAIM being its name in the module"
            ],
        )


class TestRemarks:
    """What a verdict lacks stands beside it."""

    def test_a_proof_on_an_axiom_of_the_authors_own_says_so(self):
        claim = claim_with(ge(a**2 + 3, 2 * a))
        means = Axiom("means", "words", "Cauchy 1821", (), ge(a**2 + 1, 2 * a))
        claim.proof(lambda claim: combine(claim.states[0], [(1, cite(means)), (2, S.One)]))
        outcome = examine(claim)
        assert outcome.remarks == ["on an axiom of the author's own: means"]
        assert outcome.said == "proved, on an axiom of the author's own: means"

    def test_a_proof_on_an_axiom_of_the_library_does_not(self):
        claim = claim_with(eq(x, 0), given=[eq(Inner(x, x), 0)])
        claim.proof(lambda claim: cite(DEFINITE))
        (axiom,) = examine(claim).axioms
        assert not axiom["own"]
        assert axiom["hypotheses"] == ["‖x‖**2 = 0"]

    @pytest.mark.parametrize(
        "change",
        [
            {"conclusion": eq(2 * x, 0)},
            {"hypotheses": ()},
            {"statement": "Every vector is the zero vector."},
            {"hypotheses": (eq(Inner(x, x), real("x")),)},
        ],
    )
    def test_one_with_a_name_of_the_library_and_another_content_is_the_authors_own(self, change):
        data = proof_tree([cite(dataclasses.replace(DEFINITE, **change))])
        assert [axiom["own"] for axiom in data["axioms"]] == [True]

    def test_hypotheses_that_are_not_shown_to_hold(self):
        claim = claim_with(ge(a + 1, 100), given=[ge(a, 100)])
        claim.proof(lambda claim: one_more(claim.states[0], claim.given[0]))
        assert examine(claim).said == f"proved, {NOT_SHOWN}"

        @claim.instance
        def one():
            return {a: 101}

        assert examine(claim).said == "proved"

    @pytest.mark.parametrize(
        ("given", "at"),
        [
            ([ge(a, 0), gt(1, a)], "a = 1/2"),
            ([eq(a, 2), gt(a, b), gt(b, 0)], "a = 2, b = 1"),
            ([eq(Inner(x, x), 1)], "x = 1"),
            ([gt(f(a), 0)], "a = 1, f = (a0 ↦ 1)"),
        ],
    )
    def test_an_instance_is_looked_for_where_none_is_given(self, given, at):
        claim = claim_with(ge(a**2, 0), given=given)
        claim.proof(lambda claim: combine(claim.states[0], [(1, a**2)]))
        outcome = examine(claim)
        assert outcome.remarks == []
        assert outcome.evidence[-1].name == "found"
        assert outcome.hypotheses_met == f"at {at}"

    def test_none_is_found_where_the_hypotheses_cannot_hold(self):
        claim = claim_with(ge(a**2, 0), given=[ge(0, exp(a) - a - 1), gt(a**2, 0)])
        claim.proof(lambda claim: combine(claim.states[0], [(1, a**2)]))
        assert examine(claim).remarks == [NOT_SHOWN]

    @pytest.mark.parametrize("repairs", ["", "toy/first"])
    def test_an_instance_of_what_is_repaired_or_has_the_same_hypotheses_is_taken(self, repairs):
        first = Claim("toy/first", at="1", given=[ge(a, 100), ge(b, 3)], states=ge(100, a), reading="r")
        first.counterexample(lambda first: witness(first.given, first.states[0], {a: 101, b: 3}))
        given = first.given if not repairs else [ge(a, 100), ge(b, 3), ge(a + b, 103)]
        claim = claim_with(ge(a + 1, 100), given=given, repairs=repairs)
        claim.proof(lambda claim: one_more(claim.states[0], claim.given[0]))
        outcome = examine(claim)
        assert (outcome.said, outcome.hypotheses_met) == ("proved", "at a = 101, b = 3")
        assert outcome.evidence[-1].summary == "That of toy/first."

    def test_an_instance_of_another_claim_that_meets_other_hypotheses_only_is_not(self):
        first = Claim("toy/first", at="1", given=[ge(a, 100)], states=ge(100, a), reading="r")
        first.counterexample(lambda first: witness(first.given, first.states[0], {a: 101}))
        claim = claim_with(ge(a + 1, 100), given=[ge(a, 100), ge(a, 102)], repairs="toy/first")
        claim.proof(lambda claim: one_more(claim.states[0], claim.given[0]))
        assert examine(claim).remarks == [NOT_SHOWN]

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            ([gt(a, a + b), ge(b, 0)], "a > a + b, b ≥ 0"),
            ([gt(b, a), gt(a, b)], "b > a, a > b"),
            ([ge(0, exp(a)), ge(b, 0)], "0 ≥ exp(a)"),
            ([ge(a, 1), ge(b, 0), le(a, 0)], "a ≥ 1, a ≤ 0"),
            ([gt(a, 0), gt(b, 0), gt(0, a)], "a > 0, 0 > a"),  # of which no multiple is −1
            ([gt(a, 0), gt(b, 0), ge(0, a)], "a > 0, 0 ≥ a"),
            ([ge(p, 1), ge(0, q)], "0 ≥ q"),  # q is declared positive
            ([gt(a, b), gt(b, c), gt(c, a), ge(n, 1)], "a > b, b > c, c > a"),
            ([forall(i, ge(f(i), 1)), forall(i, le(f(i), 0))], "for all i: f(i) ≥ 1, for all i: f(i) ≤ 0"),
            (
                [ge(n, 2), forall(i, ge(f(i), 1), [ge(i, 1), ge(n, i)]), forall(j, le(f(j), 0))],
                "n ≥ 2, for all i with 1 ≤ i ≤ n: f(i) ≥ 1, for all j: f(j) ≤ 0",
            ),
        ],
    )
    def test_what_is_proved_under_a_contradiction_is_not_proved(self, given, said):
        claim = claim_with(ge(a**2, 0), given=given)
        claim.proof(lambda claim: combine(claim.states[0], [(1, a**2)]))
        outcome = examine(claim)
        assert outcome.verdict == "open"
        assert outcome.failures == [f"{claim.source}: its hypotheses contradict each other: {said}"]

    @pytest.mark.parametrize(("less", "told"), [(0, ["b > 0, 0 > b"]), (1, [])])
    def test_what_fails_under_a_contradiction_is_told_of_it_first(self, less, told):
        claim = claim_with(ge(a**2, 1), given=[gt(b, 0), gt(less, b)])
        claim.proof(lambda claim: combine(claim.states[0], [(1, a**2)]))
        *first, last = examine(claim).failures
        assert first == [f"{claim.source}: its hypotheses contradict each other: {said}" for said in told]
        assert "does not reduce to zero" in last

    def test_equations_of_vectors_are_no_contradiction_and_end_no_run(self):
        w, z = vector("w"), vector("z")
        moves = forall(j, eq(w(j + 1), w(j) + z(j)), [ge(j, 1), ge(n, j)])
        claim = claim_with(ge(a**2, 0), given=[ge(n, 1), moves, ge(a, 7)])
        assert contradictory(claim) == []

    def test_what_is_open_lacks_nothing_more(self):
        assert examine(claim_with(gt(a, b), given=[ge(a, 0)], open_because="It resists.")).remarks == []


class TestWhatIsNoProof:
    def test_a_proof_that_the_kernel_refuses(self):
        claim = claim_with(eq(a, b))

        @claim.proof
        def wishful(claim):
            """Wishful thinking."""
            return identity(claim.states[0])

        outcome = examine(claim)
        assert outcome.verdict == "open"
        (failure,) = outcome.failures
        assert "test_verdicts.py:" in failure
        assert "proof wishful (Wishful thinking.): identity:" in failure

    def test_a_theorem_about_something_else(self):
        claim = claim_with(eq(a, b))
        claim.proof(lambda claim: identity(eq(a, a)))
        assert examine(claim).verdict == "open"

    def test_a_theorem_that_needs_more_than_is_given(self):
        claim = claim_with(ge(a, 0))
        claim.proof(lambda claim: assume(ge(a, 0)))
        outcome = examine(claim)
        assert outcome.verdict == "open"
        assert "brings in, is not among the claim's hypotheses" in outcome.failures[0]

    @pytest.mark.parametrize(
        ("returned", "described"),
        [(None, "nothing"), ("proved", "a str"), ([], "a list of 0"), (True, "a bool")],
    )
    def test_what_is_no_theorem(self, returned, described):
        claim = claim_with(ge(a, 0))
        claim.proof(lambda claim: returned)
        outcome = examine(claim)
        assert outcome.verdict == "open"
        assert f"it returned {described}" in outcome.failures[0]
        assert "it must return a theorem" in outcome.failures[0]

    def test_too_few_theorems(self):
        claim = claim_with([ge(a + 1, 0), ge(b + 1, 0)], [ge(a, 0)])
        claim.proof(lambda claim: one_more(claim.states[0], claim.given[0]))
        outcome = examine(claim)
        assert outcome.verdict == "open"
        assert "2 theorems, one for each formula of states, in order" in outcome.failures[0]

    @pytest.mark.parametrize("error", [ZeroDivisionError("by zero"), SystemExit(0), RecursionError()])
    def test_a_proof_that_breaks_off(self, error):
        claim = claim_with(ge(a, 0))

        @claim.proof
        def breaks(claim):
            raise error

        outcome = examine(claim)
        assert outcome.verdict == "open"
        assert type(error).__name__ in outcome.failures[0]
        assert "Traceback" in outcome.evidence[0].traceback

    def test_a_failed_proof_beside_one_that_holds(self, square):
        square.proof(lambda claim: None)
        outcome = examine(square)
        assert (outcome.verdict, len(outcome.failures)) == ("open", 1)

    def test_a_citation_in_the_place_of_a_proof(self):
        claim = claim_with(ge(a**2 + 1, 2 * a))
        claim.proof(lambda claim: cite(Axiom("means", "words", "Cauchy 1821", (), claim.states[0])))
        assert examine(claim).verdict == "cited"

    def test_a_citation_of_the_claim_passed_through_another_rule(self):
        claim = claim_with(ge(a**2 + 1, 2 * a))

        @claim.proof
        def disguised(claim):
            axiom = cite(Axiom("means", "words", "Cauchy 1821", (), claim.states[0]))
            return combine(claim.states[0], [(1, axiom)])

        assert examine(claim).verdict == "cited"

    def test_a_proof_in_the_place_of_a_citation(self):
        claim = claim_with(eq(a * (b + 1), a + a * b))
        claim.cited(lambda claim: identity(claim.states[0]))
        outcome = examine(claim)
        assert outcome.verdict == "open"
        assert "a citation is made by the rule cite" in outcome.failures[0]

    def test_float_results(self):
        claim = claim_with(ge(a, 0))
        claim.conformance(lambda: Conformance("exp", 100, 0.0, "ulp", 1.0))
        assert examine(claim).verdict == "open"


class TestWhatIsNoCounterexample:
    def test_a_witness_against_another_statement(self, false):
        false.counterexample(lambda claim: witness([], gt(a, 0), {a: -1}))
        outcome = examine(false)
        assert not outcome.ok
        assert "it is a counterexample to a > 0, the claim states a ≥ 0" in outcome.failures[0]

    def test_a_theorem_by_another_rule(self):
        claim = claim_with(eq(a, a))
        claim.counterexample(lambda claim: identity(claim.states[0]))
        assert examine(claim).verdict == "open"


def test_proved_and_refuted_at_once_is_an_inconsistency(square, false, monkeypatch):
    monkeypatch.setattr("verify.author.kernel.proves", lambda theorem, given, states: None)
    false.proof(lambda claim: [identity(eq(a, a))] * 2)
    outcome = examine(false)
    assert outcome.verdict == "open"
    assert outcome.failures[0].startswith("INCONSISTENT: the claim is both established and refuted, by ")


class TestMutants:
    def test_one_that_the_proof_does_not_prove(self, square):
        three = eq((a + b) ** 2, a**2 + 3 * a * b + b**2)
        square.mutant("constant", at={a: 1, b: 2})(lambda claim: claim.replace(states=three))
        outcome = examine(square)
        assert (outcome.verdict, outcome.ok) == ("proved", True)
        data = outcome.evidence[1].data
        assert data["refusals"][0]["proof"] == "expand"
        assert data["decided"] == "refuted"
        assert data["lines"][-1].endswith("9 = 11 is false")

    def test_only_the_first_refuted_one_of_a_kind_is_put_to_the_proofs_if_so_asked(self, square, monkeypatch):
        for factor in (3, 4):
            changed = eq((a + b) ** 2, a**2 + factor * a * b + b**2)
            name = f"times_{factor}"
            function = lambda claim, changed=changed: claim.replace(states=changed)  # noqa: E731
            function.__name__ = name
            square.mutant("constant", at={a: 1, b: 2})(function)
        tried = lambda: [bool(item.data["refusals"]) for item in examine(square).evidence[1:]]  # noqa: E731
        assert tried() == [True, True]
        monkeypatch.setenv("VERIFY_REFUSALS", "first")
        assert tried() == [True, False]
        assert [item.data["decided"] for item in examine(square).evidence[1:]] == ["refuted", "refuted"]

    def test_one_whose_instance_does_not_refute_it_fails_the_run(self, square):
        three = eq((a + b) ** 2, a**2 + 3 * a * b + b**2)
        square.mutant("constant", at={a: 0, b: 2})(lambda claim: claim.replace(states=three))
        assert "the instance does not refute it" in examine(square).failures[0]

    def test_one_that_is_true_too_is_counted_apart(self):
        claim = claim_with(ge(a, 0), [ge(a, 1)])
        claim.proof(lambda claim: combine(claim.states[0], [(1, assume(ge(a, 1))), (1, 1)]))

        @claim.mutant("constant", proof=lambda claim: assume(claim.given[0]))
        def weaker_hypothesis(claim):
            return claim.replace(given=[ge(a, 0)])

        outcome = examine(claim)
        assert outcome.ok
        assert outcome.evidence[1].data["decided"] == "true"

    def test_one_whose_own_proof_proves_something_else_fails_the_run(self):
        claim = claim_with(ge(a, 0), [ge(a, 1)])
        claim.proof(lambda claim: combine(claim.states[0], [(1, assume(ge(a, 1))), (1, 1)]))

        @claim.mutant("constant", proof=lambda claim: assume(ge(a, 5)))
        def lower(claim):
            return claim.replace(given=[ge(a, -1)])

        assert "a ≥ 5, which assume at test_verdicts.py:" in examine(claim).failures[0]

    def test_one_that_is_undecided_says_why(self, square):
        square.mutant("sign", undecided="nobody looked")(lambda claim: claim.replace(states=eq(a, b)))
        assert examine(square).evidence[1].data["reason"] == "nobody looked"

    @pytest.mark.parametrize("ways", [{}, {"at": {a: 1}, "undecided": "both"}, {"undecided": " "}])
    def test_one_is_decided_in_exactly_one_way(self, square, ways):
        with pytest.raises(ClaimError, match="give one of at, proof and undecided"):
            square.mutant("sign", **ways)

    def test_one_that_survives_fails_the_run(self, square):
        @square.mutant("constant", undecided="it survives")
        def doubled(claim):
            return claim.replace(states=eq(2 * (a + b) ** 2, 2 * a**2 + 4 * a * b + 2 * b**2))

        outcome = examine(square)
        assert (outcome.verdict, outcome.ok) == ("proved", False)
        assert "mutant doubled: expand proves the changed claim too" in outcome.failures[0]

    def test_one_that_changes_nothing(self, square):
        square.mutant("sign", at={a: 1})(lambda claim: claim.replace(states=claim.states[0]))
        assert "it must return a claim that differs" in examine(square).failures[0]

    def test_one_that_no_proof_is_there_to_break(self):
        claim = claim_with(ge(a, 0), open_because="It is.")
        claim.mutant("sign", at={a: 1})(lambda claim: claim.replace(states=le(a, 0)))
        assert "the claim has no proof for it to break" in examine(claim).failures[0]

    def test_one_on_which_the_proof_breaks_off_shows_nothing(self):
        claim = claim_with(ge(a + 1, 0), [ge(a, 0)])
        claim.proof(lambda claim: one_more(claim.states[0], claim.given[0]))

        @claim.mutant("hypothesis", at={a: -2})
        def nothing_given(claim):
            return claim.replace(given=[])

        outcome = examine(claim)
        assert not outcome.ok
        assert "index out of range; claim.given[0]: it has no formulas, which shows nothing" in outcome.failures[0]

    def test_a_search_that_gives_up_is_a_refusal(self):
        claim = claim_with(ge(a + 1, 0), [ge(a, 0)])

        @claim.proof
        def searching(claim):
            if claim.states != (ge(a + 1, 0),):
                raise Resists("after 100 boxes")
            return one_more(claim.states[0], claim.given[0])

        claim.mutant("constant", at={a: 0})(lambda claim: claim.replace(states=ge(a, 1)))
        assert examine(claim).ok


def at_least_one(claim):
    return combine(claim.states[0], [(1, assume(ge(a, 1))), (1, 1)])


class TestInstances:
    def test_one_shows_that_the_hypotheses_can_hold(self):
        claim = claim_with(ge(a, 0), [ge(a, 1)], open_because="It is.")
        claim.instance(lambda: {a: 2})
        outcome = examine(claim)
        assert outcome.ok
        assert outcome.hypotheses_met == "at a = 2"
        assert outcome.evidence[0].data["lines"] == ["a ≥ 1: 2 ≥ 1"]

    def test_one_that_does_not_meet_them_fails(self):
        claim = claim_with(ge(a, 0), [ge(a, 1)], open_because="It is.")
        claim.instance(lambda: {a: 0})
        outcome = examine(claim)
        assert "not shown to meet 0 ≥ 1" in outcome.failures[0]
        assert outcome.hypotheses_met == ""

    def test_schemas_are_met_by_theorems(self):
        claim = claim_with(ge(a, 0), [forall(b, ge(b**2, a))], open_because="It is.")
        claim.instance(lambda: ({a: 0}, [generalize(combine(ge(b**2, 0), [(1, b**2)]), [b])]))
        assert examine(claim).ok

    def test_a_refuted_mutant_with_the_same_hypotheses_shows_it_too(self):
        claim = claim_with(ge(a, 0), [ge(a, 1)])
        claim.proof(at_least_one)
        claim.mutant("constant", at={a: 1})(lambda claim: claim.replace(states=ge(a, 2)))
        assert examine(claim).hypotheses_met == "at a = 1"

    def test_a_refuted_mutant_with_fewer_hypotheses_does_not(self):
        claim = claim_with(ge(a, 0), [ge(a, 1), ge(a, 100)])
        claim.proof(at_least_one)
        claim.mutant("hypothesis", at={a: -1})(lambda claim: claim.replace(given=[]))
        assert examine(claim).hypotheses_met == ""


class TestSearch:
    def test_a_search_in_vain_supports_what_nothing_decides(self):
        claim = claim_with(ge(a**2, 0))
        claim.search(lambda: Searched("random reals", 100, 0.5, "a = 1"))
        outcome = examine(claim)
        assert (outcome.verdict, outcome.ok) == ("supported", True)
        assert outcome.evidence[0].data["arithmetic"] == "float"

    @pytest.mark.parametrize(("cases", "worst"), [(100, 1.25), (0, 0.0), (100, float("nan"))])
    def test_a_search_that_finds_a_candidate_or_nothing_fails(self, cases, worst):
        claim = claim_with(ge(a, 0))
        claim.search(lambda: [Searched("random reals", cases, worst, "a = −1")])
        outcome = examine(claim)
        assert (outcome.verdict, outcome.ok) == ("open", False)
        assert "to be confirmed exactly" in outcome.failures[0]

    def test_a_proof_outweighs_a_search(self, square):
        square.search(lambda: Searched("random reals", 10, 1.0, "everywhere"))
        assert examine(square).verdict == "proved"


class TestRecords:
    def test_conformance_is_marked_as_a_float_result(self, square):
        square.conformance(lambda: (Conformance("exp", 100, worst, "ulp", 1.0) for worst in (0.5, 0.75)))
        data = examine(square).evidence[1].data
        assert data["arithmetic"] == "float"
        assert [result["worst"] for result in data["results"]] == [0.5, 0.75]

    @pytest.mark.parametrize(
        ("points", "worst", "message"),
        [(9, 1.5, "exp: 1.5 ulp, allowed 1.0"), (0, 0.0, "no points were tried"), (9, float("nan"), "exp: nan ulp")],
    )
    def test_conformance_beyond_what_is_allowed_fails(self, square, points, worst, message):
        square.conformance(lambda: [Conformance("exp", points, worst, "ulp", 1.0)])
        outcome = examine(square)
        assert (outcome.verdict, outcome.ok) == ("proved", False)
        assert message in outcome.failures[0]

    def test_conformance_without_records_fails(self, square):
        square.conformance(lambda: [])
        assert "it must return or yield Conformance records" in examine(square).failures[0]

    def test_sharpness_says_whether_it_is_certified(self, square):
        square.sharp(lambda: [Sharpness("constant", "2", identity(eq(a, a))), Sharpness("root", "1.09…")])
        certified, bare = examine(square).evidence[1].data["results"]
        assert certified["proof"]["roots"] == [0]
        assert bare["proof"]["roots"] == []


class TestProofTrees:
    def test_shared_steps_appear_once_and_premises_come_first(self):
        claim = claim_with(ge(2 * a, 0), [ge(a, 0)])

        @claim.proof
        def twice(claim):
            half = assume(claim.given[0])
            return combine(claim.states[0], [(1, half), (1, half)])

        proof = examine(claim).evidence[0].data["proof"]
        assert [node["rule"] for node in proof["nodes"]] == ["assume", "combine"]
        assert proof["roots"] == [1]
        assert set(proof["nodes"][1]["premises"]) == {0}
        assert proof["nodes"][1]["hypotheses"] == ["a ≥ 0"]

    def test_a_theorem_of_another_claim_can_be_used(self, square):
        claim = claim_with(ge((a + b) ** 2, a**2 + 2 * a * b + b**2), rests_on=["toy/square"])
        claim.proof(lambda claim: combine(claim.states[0], [(1, square.theorem(square.states[0]))]))
        assert examine(claim).verdict == "proved"

    def test_what_a_claim_does_not_state_cannot_be_taken_from_it(self, square):
        claim = claim_with(eq(a, b))
        claim.proof(lambda claim: square.theorem(claim.states[0]))
        assert "claim toy/square: it does not state this: a = b" in examine(claim).failures[0]

    @pytest.mark.parametrize("length", [1, 2, 3])
    def test_a_proof_that_uses_what_it_proves_is_said_to_be_circular(self, length):
        names = [f"toy/c{n}" for n in range(length)]
        claims = [Claim(name, at="1", states=ge(a, n), reading="r") for n, name in enumerate(names)]
        for n, claim in enumerate(claims):
            below = claims[(n + 1) % length]
            claim.proof(lambda _, below=below: below.theorem(below.states[0]))
        (failure,) = examine(claims[0]).failures
        assert failure.endswith(f": the proof is circular: {' rests on '.join([*names, names[0]])}")
        above = Claim("toy/above", at="2", states=ge(a, 9), reading="r")
        above.proof(lambda _: claims[0].theorem(claims[0].states[0]))
        assert "it rests on toy/c0, whose proof does not stand" in examine(above).failures[0]

    def test_a_second_proof_may_use_what_the_first_proves(self, square):
        square.proof(lambda square: square.theorem(square.states[0]))
        assert examine(square).verdict == "proved"

    @pytest.mark.parametrize("first", [True, False], ids=["examined before", "not examined"])
    def test_a_proof_that_uses_a_claim_without_one_says_so_and_does_not_run_that_again(self, first):
        below = Claim("toy/below", at="Lemma 5", given=[ge(a, 0)], states=ge(a, 1), reading="For real a.")
        runs = []

        @below.proof
        def wishful(claim):
            runs.append(claim)
            return combine(claim.states[0], [(1, assume(claim.given[0]))])

        above = Claim("toy/above", at="6", given=[ge(a, 0)], states=ge(a, 1), reading="r", rests_on=["toy/below"])
        above.proof(lambda claim: below.theorem(claim.states[0]))
        top = Claim("toy/top", at="7", given=[ge(a, 0)], states=ge(a, 1), reading="r", rests_on=["toy/above"])
        top.proof(lambda claim: above.theorem(claim.states[0]))
        if first:
            examine(below)
        place = below.source.place(__file__, wishful.__code__.co_firstlineno + 3)
        said = f"it rests on toy/below, whose proof does not stand: {place}"
        for claim in (above, top, above):
            (failure,) = examine(claim).failures
            assert failure.endswith(f": proof <lambda>: {said}")
        assert len(runs) == 1

    def test_a_hypothesis_that_the_claim_does_not_give_is_named_with_the_step_that_brings_it_in(self):
        t, T = integer("t T")
        claim = claim_with(ge(b * Sum(t, (t, 1, T)), 0), [ge(b, 0)])

        @claim.proof
        def summed(claim):
            step = follows(ge(b * t, 0), ge(b, 0), facts=[ge(t, 1)])
            added = telescope(step, t, 1, T, t * a)
            return follows(claim.states[0], added, t)

        (failure,) = examine(claim).failures
        place = f"{Path(__file__).name}:{summed.__code__.co_firstlineno + 3}"
        assert failure.endswith(
            f"proof summed: T + 1 ≥ 1, which telescope at {place} brings in, "
            "is not among the claim's hypotheses and does not follow from them"
        )

    @pytest.mark.parametrize(
        ("name", "proof"),
        [
            ("follows", lambda claim: follows(claim.states[0], ge(a, 0), ge(b, 0))),
            ("assume", lambda claim: combine(claim.states[0], [(1, assume(ge(a, 0))), (1, assume(ge(b, 0)))])),
        ],
    )
    def test_a_step_is_named_as_the_proof_calls_it(self, name, proof):
        claim = claim_with(ge(a + b, 0), [ge(a, 0)])
        claim.proof(proof)
        line = proof.__code__.co_firstlineno
        assert f"b ≥ 0, which {name} at {Path(__file__).name}:{line} brings in" in examine(claim).failures[0]

    def test_a_step_that_is_called_otherwise_than_it_is_defined_says_how_it_is_to_be(self, square):
        def nothing():
            return None

        @square.counterexample
        def distance():
            return []

        @square.instance
        def nowhere(square):
            return {}

        @square.proof
        def inner(claim):
            return nothing(claim)

        said = [item.message for item in examine(square).evidence if not item.ok]
        assert said[0].endswith("but 1 was given; it is called with the claim: def distance(claim)")
        assert said[1].endswith("argument: 'square'; it is called without the claim: def nowhere()")
        assert said[2].endswith("takes 0 positional arguments but 1 was given"), "which the step itself has called"

    def test_a_theorem_that_is_not_its_claim_is_not_to_be_used(self):
        below = Claim("toy/below", at="Lemma 5", given=[ge(a, 0)], states=ge(a + b, 0), reading="For real a, b.")
        below.proof(lambda claim: combine(claim.states[0], [(1, assume(ge(a, 0))), (1, assume(ge(b, 0)))]))
        above = claim_with(ge(a + b, 0), [ge(a, 0), ge(b, 0)])
        above.proof(lambda claim: below.theorem(claim.states[0]))
        assert "it rests on toy/below, whose proof does not stand" in examine(above).failures[0]

    def test_a_claim_stands_again_once_its_proof_goes_through(self):
        below = Claim("toy/below", at="Lemma 5", given=[ge(a, 0)], states=ge(a, -1), reading="For real a.")
        goes = []

        @below.proof
        def sometimes(claim):
            return one_more(claim.states[0], claim.given[0] if goes else ge(b, 0))

        above = claim_with(ge(a, -1), [ge(a, 0)])
        above.proof(lambda claim: below.theorem(claim.states[0]))
        assert [examine(c).verdict for c in (below, above)] == ["open", "open"]
        goes.append(True)
        assert [examine(c).verdict for c in (below, above)] == ["proved", "proved"]


def test_outcomes_survive_json(square, false):
    for claim in (square, false):
        outcome = examine(claim)
        assert Outcome.from_json(outcome.to_json()) == outcome


def test_what_a_step_prints_does_not_mix_with_the_output(square, capsys):
    square.proof(lambda claim: print("noise") or identity(claim.states[0]))
    examine(square)
    assert capsys.readouterr().out == ""

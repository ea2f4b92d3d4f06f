"""`verify lint`: what is wrong with how claims are stated, beside whether they are true."""

import re
from pathlib import Path

import pytest
from sympy import Sum

from verify.claims import Claim, ClaimError, quotations, registry
from verify.language.terms import family, ge, gt, integer, real
from verify.verdicts.indices import odd_sums

a, b = real("a b")
k, r, t, N, T = integer("k r t N T")
e, f = family("e"), family("f")

IDLE = """
IDLE = Claim("toy/idle", at="1", says="a + 1 ≥ 0", given=[ge(a, 0), ge(b, 2)], states=ge(a + 1, 0), reading="-"{reason})

@IDLE.proof
def one_more(claim):
    return combine(claim.states[0], [(1, assume(claim.given[0])), (1, 1)])
"""
WEIGHED = """
WEIGHED = Claim("toy/weighed", at="Lemma 2", printed="every number is positive", states=ge(a, 0), reading="-",
    {weight})

@WEIGHED.counterexample
def minus_one(claim):
    return witness(claim.given, claim.states[0], {{a: -1}})
"""
FACE = """
FACE = Claim("toy/face", at="Lemma 3", printed="so is every square less one", states=ge(a**2 - 1, 0), reading="-",
    face_of="{of}")

@FACE.counterexample
def nought(claim):
    return witness(claim.given, claim.states[0], {{a: 0}})
"""
UNDECIDED = """
@IDLE.mutant("constant", undecided="It was not tried.")
def two(claim):
    return claim.replace(states=ge(a, 2))
"""
HOLLOW = """
HOLLOW = Claim("toy/hollow", at="5", says="a is a", states=eq(a + b, b + a), reading="-")

@HOLLOW.proof
def both_sides(claim):
    return identity(claim.states[0])
"""
GRAVE = 'weight="error", slip="−1 is a number."'


def test_of_a_proof_that_fails_only_the_claim_is_named(workspace, texts):
    workspace.claims(texts["square"], texts["broken"])
    run = workspace.verify("lint")
    assert run.status == 1
    assert "verify: 1 claim failed, which verify run says more of: toy/broken\n" in run.err
    assert "identity:" not in run.err


def idle(reason=""):
    return IDLE.format(reason=reason)


def weighed(weight=GRAVE):
    return WEIGHED.format(weight=weight)


def lines(run):
    """Kinds and messages, without where the claim stands."""
    return [line.partition(": toy/")[2] or line for line in run.out.splitlines()]


def test_claims_that_say_what_they_should_pass(workspace):
    workspace.claims(weighed(), FACE.format(of="toy/weighed"), idle(', idle={ge(b, 2): "The paper has it."}'))
    run = workspace.verify("lint")
    assert (run.status, run.out) == (
        0, "3 claims: 0 hollow, 0 idle, 0 index, 0 instance, 0 quotation, 0 weight; 0 of 0 mutants undecided\n",
    )  # fmt: skip


def test_each_flaw_is_a_line_with_the_place_and_the_claim(workspace):
    workspace.claims(weighed(""), idle(), UNDECIDED, HOLLOW)
    run = workspace.verify("lint")
    assert run.status == 1
    assert lines(run) == [
        "idle: idle: no proof needs the hypothesis b ≥ 2",
        "weighed: weight: a refuted claim needs a weight and a slip, or face_of",
        "hollow: hollow: states[0] says nothing: its two sides are one term: a + b = a + b",
        "undecided: 1 of 1 mutants, more than 1 in 20",
        "3 claims: 1 hollow, 1 idle, 0 index, 0 instance, 0 quotation, 1 weight; 1 of 1 mutants undecided",
    ]
    assert run.out.startswith("proofs/toy/results.py:15: toy/idle: idle: ")


@pytest.mark.parametrize(
    ("states", "said"),
    [
        (ge(Sum(e(t, k), (r, 1, T)), 0), "adds up over r what does not depend on it, and t, .* perhaps over t"),
        (ge(Sum(Sum(e(t, r), (r, 1, N)), (k, 1, N)), 0), "adds up over k what does not depend on it, and t, "),
        (ge(Sum(f(t), (t, T, 1)), 0), r"goes from T to 1, .* as \(t, 1, T\)"),
        (ge(Sum(f(t), (t, 3, 1)), 0), r"goes from 3 to 1, .* as \(t, 1, 3\)"),
    ],
)
@pytest.mark.usefixtures("registry")
def test_a_sum_that_is_probably_not_what_was_meant_is_named(states, said):
    (line,) = odd_sums(Claim("toy/x", at="1", given=[ge(k, 1), ge(N, 1)], states=states, reading="-"))
    assert re.search(said, line)


@pytest.mark.usefixtures("registry")
def test_sums_that_are_meant_are_not_named():
    totals = [Sum(e(t, k), (t, 1, T)), Sum(f(t), (t, 1, 0)), Sum(1, (t, 1, T)), Sum(e(k, k), (t, 1, T))]
    totals += [Sum(e(t, r), (r, 1, t - 1), (t, 1, T)), Sum(f(t), (t, k, T))]
    for number, total in enumerate(totals):
        assert odd_sums(Claim(f"toy/{number}", at="1", given=[ge(k, 1)], states=ge(total, 0), reading="-")) == []


def test_such_a_sum_is_a_finding(workspace):
    workspace.claims(
        """
ODD = Claim("toy/odd", at="1", says="-", states=ge(Sum(a, (integer("t"), 3, 1)), 0), reading="-", open_because="-")
""".replace("ODD =", "from sympy import Sum\nfrom verify.language.terms import integer\nODD =")
    )
    run = workspace.verify("lint")
    assert (run.status, "toy/odd: index: " in run.out) == (1, True)


def test_a_reason_for_a_hypothesis_that_the_proof_needs_is_one_too_many(workspace):
    workspace.claims(idle(', idle={ge(a, 0): "For nothing.", ge(b, 2): "The paper has it."}'))
    assert "toy/idle: idle: a reason is given, and a proof needs a ≥ 0" in workspace.verify("lint").out


def test_a_hypothesis_that_the_proof_needs_in_other_words_is_not_idle(workspace):
    workspace.claims("""
BELOW = Claim("toy/below", at="1", says="a < 2", given=[gt(1, a)], states=gt(2, a), reading="-")

@BELOW.proof
def one_less(claim):
    return combine(claim.states[0], [(1, assume(gt(1 - a, 0))), (1, 1)])
""")
    run = workspace.verify("lint")
    assert (run.status, run.out.partition(":")[0]) == (0, "1 claim")


NAMED = """
NAMED = Claim("toy/named", at="1", says="a + b + 1 > 0", given=[ge(a, 0), ge(b, 0), ge(a, -1)],
    states=gt(a + b + 1, 0), reading="-")

@NAMED.proof
def all_of_them(claim):
    return combine(claim.states[0], [(1, assume(f)) for f in claim.given[:2]] + [(1, 1)], facts=claim.given)
"""


class TestWithoutEachHypothesis:
    """`--thorough` tries the proofs without each hypothesis: what they name they need not need."""

    def test_one_that_is_named_for_nothing(self, workspace):
        workspace.claims(NAMED)
        assert workspace.verify("lint").status == 0
        run = workspace.verify("lint", "--thorough")
        assert (run.status, lines(run)[:-1]) == (
            1, ["named: idle: a proof names the hypothesis a ≥ -1 and goes through without it: "
                "give it to no step, then drop it or say why it is stated"],
        )  # fmt: skip
        assert "verify: toy/named, without each hypothesis\n" in run.err

    def test_those_that_the_proof_needs(self, workspace):
        workspace.claims(NAMED.replace(", ge(a, -1)", ""))
        assert workspace.verify("lint", "--thorough").status == 0

    def test_one_with_a_reason_is_said_once(self, workspace):
        workspace.claims(idle(', idle={ge(b, 2): "The paper has it."}'))
        assert workspace.verify("lint", "--thorough").status == 0


def test_a_repair_is_no_quotation(workspace):
    repair = (
        WEIGHED.format(weight='repairs="toy/weighed"')
        .replace("WEIGHED", "REPAIR")
        .replace('"toy/weighed", at', '"toy/repair", at')
    )
    workspace.claims(weighed(), repair)
    assert "repair: quotation: it repairs toy/weighed, so it is not what the paper prints: put its words into says" in (
        lines(workspace.verify("lint"))
    )


def test_hypotheses_that_nothing_meets(workspace, texts):
    workspace.claims(texts["far"])
    out = workspace.verify("lint").out
    assert "toy/far: instance: nothing shows that its hypotheses can hold" in out
    assert "toy/far: quotation: give printed, what the paper prints, or says, your own words" in out


def test_only_a_refutation_has_a_weight(workspace, texts):
    workspace.claims(texts["square"].replace("reading=", f"{GRAVE}, reading="))
    assert "toy/square: weight: it is proved, and only a refutation has a weight" in workspace.verify("lint").out


def test_a_face_is_one_of_a_finding(workspace, texts):
    workspace.claims(texts["square"], FACE.format(of="toy/square"))
    assert "weight: a face of toy/square, which is itself no finding" in workspace.verify("lint").out


def test_a_face_of_no_claim_is_a_problem(workspace):
    workspace.claims(FACE.format(of="toy/nought"))
    run = workspace.verify("lint")
    assert run.status == 1
    assert "toy/face: it is a face of toy/nought, which no claim has as its id" in run.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"weight": "grave", "slip": "."},
            "one of error, gap, constant, misprint, wording, reading, not 'grave'",
        ),
        ({"weight": "error"}, "weight and slip go together, and only one of them is given"),
        ({"slip": "It is false."}, "weight and slip go together"),
        ({"weight": "gap", "slip": ".", "face_of": "toy/y"}, "give weight or face_of, not both"),
        ({"face_of": "y"}, "face_of: 'y' is not a claim id"),
        ({"printed": "a", "says": "b"}, "give one of them, not both"),
        ({"idle": {gt(b, 0): "For nothing."}}, "idle must name hypotheses in given, and b > 0 is none"),
        ({"idle": {ge(b, 0): " "}}, "a reason in idle must be a text, not ' '"),
    ],
)
def test_what_a_claim_cannot_be_given(registry, arguments, message):
    with pytest.raises(ClaimError) as refused:
        Claim("toy/x", at="1", given=[ge(b, 0)], states=ge(a, 0), reading="-", **arguments)
    assert message in str(refused.value)


def test_findings_are_counted_and_not_faces(workspace, texts):
    workspace.claims(texts["false"], FACE.format(of="toy/weighed"), weighed())
    for command in ("run", "list"):
        assert "2 findings (error 1, not weighed 1), shown by 1 more refuted claim\n" in workspace.verify(command).out
    assert "toy/face     refuted    face of toy/weighed  Lemma 3" in workspace.verify("list").out


def test_errata_are_the_findings_the_gravest_first_with_their_faces(workspace):
    light = (
        weighed('weight="misprint", slip="It says so above."').replace("weighed", "light").replace("WEIGHED", "LIGHT")
    )
    workspace.claims(light, FACE.format(of="toy/weighed"), weighed())
    assert workspace.verify("report", "--out", "out").status == 0
    text = (workspace.root / "out" / "report.md").read_text(encoding="utf-8")
    errata = text[text.index("## Errata") : text.index("## A Toy Paper")]
    assert [line[:30] for line in errata.splitlines() if line.startswith("- ")] == [
        "- **error**: [toy/weighed](#to", "- **misprint**: [toy/light](#t",
    ]  # fmt: skip
    assert "−1 is a number." in errata
    assert "Also [toy/face](#toy/face)." in errata
    page = (workspace.root / "out" / "report.html").read_text(encoding="utf-8")
    assert page.index("<b>error</b>") < page.index("<b>misprint</b>")
    assert 'Also <a href="#toy/face">toy/<wbr>face</a>.' in page


class TestQuotations:
    """The words that a claim quotes stand in its paper, in their order; formulas are left aside."""

    TEXT = (
        "Every num- ber $a \\ge 0$ that is <em>positive</em> has a square root. It is unique; see $\\sqrt{a}$. "
        + "Nothing is said here. " * 40
        + "The last word."
    )

    @pytest.fixture
    def texts_of(self, workspace):
        return workspace.write("texts/toy.md", self.TEXT).parent

    @pytest.mark.parametrize(
        "printed",
        [
            "Every number a ≥ 0 that is positive has a square root",
            "has a square root … the last word",
            "It is unique, see √a",
            "x_t ≥ 0",
            "EVERY NUMBER",
        ],
    )
    def test_what_the_paper_prints(self, registry, texts_of, printed):
        claim = Claim("toy/x", at="1", states=ge(a, 0), reading="-", printed=printed)
        assert quotations.missing(claim, texts_of) == ""

    @pytest.mark.parametrize(
        ("printed", "first"),
        [
            ("Every number has two square roots", "Every number has two square roots"),
            ("Every number a ≥ 0 has two roots", "has two roots"),
            ("has a square root a ≥ 0 the last word", "has a square root a ≥ 0 the last word"),
            ("has a square root … (for real a)", "for real"),
        ],
    )
    def test_what_it_does_not(self, registry, texts_of, printed, first):
        claim = Claim("toy/x", at="1", states=ge(a, 0), reading="-", printed=printed)
        assert quotations.missing(claim, texts_of) == first

    def test_the_command_looks_them_up_where_it_is_told(self, workspace, texts_of):
        workspace.claims(weighed())
        assert workspace.verify("lint").status == 0
        run = workspace.verify("lint", "--texts", "texts")
        assert run.status == 1
        assert "toy/weighed: quotation: the paper does not print 'every number is positive'" in run.out

    def test_a_folder_that_is_none(self, workspace):
        run = workspace.verify("lint", "--texts", "nowhere")
        assert (run.status, run.err) == (2, "verify: --texts nowhere: must be a folder, and there is none\n")


def test_the_five_papers_print_what_is_quoted():
    texts = Path(__file__).parents[3] / "shared" / "papers"
    if not texts.is_dir():
        pytest.skip("the texts of the papers are not beside the project")
    known = registry.current()
    known.discover()
    assert {claim.id: words for claim in known.claims if (words := quotations.missing(claim, texts))} == {}

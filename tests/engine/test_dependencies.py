"""What a claim rests on says something about the claim."""

import pytest


@pytest.fixture
def chain(workspace, texts):
    """`toy/top` rests on `toy/square`, which rests on the refuted `toy/false`, which is repaired."""
    square = texts["square"].replace('reading="', 'rests_on=["toy/false"], reading="')
    top = square.replace("SQUARE", "TOP").replace("toy/square", "toy/top").replace("toy/false", "toy/square")
    workspace.claims(texts["false"], texts["repaired"], square, top)
    return workspace


def test_a_refuted_claim_below_is_named_through_others(chain):
    rows = {row["id"]: row for row in chain.verify("run", "--json").data}
    assert rows["toy/top"]["verdict"] == "proved"
    assert rows["toy/top"]["rests_on_refuted"] == ["toy/false"]
    assert rows["toy/false"]["rests_on_refuted"] == []
    assert rows["toy/false"]["used_by"] == ["toy/square"]


def test_one_claim_is_shown_with_all_that_it_rests_on(chain):
    run = chain.verify("show", "toy/top")
    assert "rests on refuted: toy/false" in run.out
    assert "toy/false.repaired" in run.err  # examined, as it repairs what is refuted


def test_a_refuted_claim_names_its_repairs_with_their_verdicts(chain):
    assert chain.verify("show", "toy/false", "--json").data["repaired_by"] == [
        {"id": "toy/false.repaired", "verdict": "proved"}
    ]


@pytest.mark.parametrize(
    ("argument", "verb"),
    [('rests_on=["toy/none"]', "rests on"), ('repairs="toy/none"', "repairs"), ('sharpens="toy/none"', "sharpens")],
)
def test_an_id_that_no_claim_has_fails(workspace, texts, argument, verb):
    workspace.claims(texts["square"].replace('reading="', f'{argument}, reading="'))
    run = workspace.verify("run")
    assert run.status == 1
    place = f"proofs/toy/results.py:{texts['head'].count(chr(10)) + 2}"
    assert f"verify: {place}: toy/square: it {verb} toy/none, which no claim has as its id\n" in run.err


@pytest.mark.parametrize("command", [["run"], ["watch", "toy/square", "--once"]])
def test_the_nearest_to_an_id_that_no_claim_has_are_named(workspace, texts, command):
    workspace.claims(texts["square"].replace('reading="', 'repairs="toy/fasle", reading="'), texts["false"])
    run = workspace.verify(*command)
    assert run.status == 1
    assert "toy/fasle, which no claim has as its id; the nearest is toy/false" in " ".join(run.err.split())


def test_watching_a_claim_shows_what_it_asks_for_in_vain(workspace, texts):
    workspace.claims(texts["square"].replace('reading="', 'repairs="toy/fasle", reading="'), texts["false"])
    shown = " ".join(workspace.verify("watch", "toy/square", "--once").out.split())
    assert "toy/square: it repairs toy/fasle, which no claim has as its id; the nearest is toy/false" in shown


def repaired(claim):
    """The claim as a repair of `toy/square`."""
    return claim.replace('reading="', 'repairs="toy/square", reading="')


@pytest.mark.parametrize("ids", [[], ["toy/chain"]])
def test_a_claim_that_repairs_what_is_proved_is_told_so_and_stays_proved(workspace, texts, ids):
    workspace.claims(texts["square"], repaired(texts["chain"]))
    run = workspace.verify("run", *ids, "--json")
    assert run.status == 1
    assert "toy/square, which it repairs, is not refuted: it has a proof, and no counterexample" in run.err
    (row,) = [row for row in run.data if row["id"] == "toy/chain"]
    assert (row["verdict"], len(row["failures"])) == ("proved", 1)
    assert row["failures"][0].startswith("proofs/toy/results.py:")


def test_a_claim_that_is_cited_needs_no_repair_either(workspace, texts):
    workspace.claims(texts["cited"], repaired(texts["chain"]).replace("toy/square", "toy/cited"))
    assert "toy/cited, which it repairs, is not refuted: it has a citation" in workspace.verify("run").err


def test_what_is_open_may_be_repaired(workspace, texts):
    workspace.claims(texts["square"].split("@")[0].replace('reading="', 'open_because="Who knows?", reading="'))
    workspace.claims(repaired(texts["chain"]), module="more")
    assert workspace.verify("run").status == 0


CIRCLES = {"rests on": 'rests_on=["{}"]', "repairs": 'repairs="{}"', "sharpens": 'sharpens=["{}"]'}


def circle(texts, verb):
    """Two claims, each with the other as what it rests on, repairs or sharpens."""
    first = texts["square"].replace('reading="', f'{CIRCLES[verb].format("toy/other")}, reading="')
    other = texts["square"].replace("SQUARE", "OTHER").replace("toy/square", "toy/other")
    return first, other.replace('reading="', f'{CIRCLES[verb].format("toy/square")}, reading="')


@pytest.mark.parametrize("verb", CIRCLES)
def test_the_claims_of_a_circle_get_no_verdict(workspace, texts, verb):
    after = texts["chain"].replace('reading="', 'rests_on=["toy/other"], reading="')
    workspace.claims(*circle(texts, verb), after)
    run = workspace.verify("run", "--json")
    assert run.status == 1
    assert f"toy/square: it {verb} itself: toy/square → toy/other → toy/square" in run.err
    rows = {row["id"]: row for row in run.data}
    assert {id: row["verdict"] for id, row in rows.items()} == {
        "toy/square": "open", "toy/other": "open", "toy/chain": "proved",
    }  # fmt: skip
    assert rows["toy/other"]["failures"] == [f"it {verb} itself: toy/other → toy/square → toy/other"]


@pytest.mark.parametrize("verb", CIRCLES)
def test_a_claim_that_names_itself_gets_no_verdict(workspace, texts, verb):
    workspace.claims(texts["square"].replace('reading="', f'{CIRCLES[verb].format("toy/square")}, reading="'))
    assert [row["verdict"] for row in workspace.verify("run", "--json").data] == ["open"]


def test_a_circle_that_is_closed_later_takes_a_kept_verdict_away(workspace, texts):
    first, other = circle(texts, "rests on")
    workspace.claims(first, module="first")
    workspace.claims(texts["square"].replace("SQUARE", "OTHER").replace("toy/square", "toy/other"), module="other")
    assert [row["verdict"] for row in workspace.verify("run", "--json").data] == ["proved", "proved"]
    workspace.claims(other, module="other")
    assert [row["verdict"] for row in workspace.verify("run", "--json").data] == ["open", "open"]


@pytest.mark.parametrize(
    ("given", "states", "fails"),
    [
        ("[ge(x, 1)]", "ge(x**2 + 5, x**2 / 2)", True),
        ("[ge(x, 1)]", "ge(x**2 + 1, x**2 / 2)", False),
        ("[ge(x, 1)]", "[ge(x**2 + 5, x**2 / 2), ge(x**2 + 1, x**2 / 2)]", False),  # the other one sharpens it
        ("[]", "ge(x**2 + 5, x**2 / 2)", False),  # without a hypothesis it says more in another way
    ],
)
def test_a_claim_that_promises_more_than_what_it_sharpens_is_told_so(workspace, given, states, fails):
    workspace.claims(
        "from verify.audit import Claim, follows, ge, real\n"
        'x = real("x")\n'
        'KNOWN = Claim("toy/known", at="1", given=[ge(x, 1)], states=ge(x**2 + 2, x**2 / 2), reading="r")\n'
        f'OTHER = Claim("toy/other", at="2", given={given}, states={states}, sharpens="toy/known", reading="r")\n'
        "for claim in (KNOWN, OTHER):\n"
        "    @claim.proof\n"
        "    def by_a_square(claim):\n"
        '        """A square is left."""\n'
        "        return [follows(stated, x**2 / 2, ge(1, 0)) for stated in claim.states]\n"
    )
    run = workspace.verify("run")
    said = "toy/known, which it sharpens, promises less: x**2 + 2 ≥ x**2/2"
    assert (said in run.err) == fails

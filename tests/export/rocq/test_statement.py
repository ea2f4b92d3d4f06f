"""Statements in Rocq say what the claims say: they are read back, and no other statement is taken for one."""

import random
import re

import pytest

from tests.export.rocq.conftest import stated
from tests.sampling import amounts, every
from verify.export.rocq.readback import NotRead, refuse_other_statement
from verify.export.rocq.statement import NoStatement, statement
from verify.export.rocq.whole_files import stated_in

OGD = """\
  forall (E : Space) (u : E) (T U G : R) (w w_prime : R -> E) (Gell : R -> E -> E) (ell : R -> E -> R),
  (* declared *)
    Int T ->
    0 < U ->
    0 < G ->
"""


@pytest.fixture(scope="session")
def statements(known):
    """Every statement that can be made, with what its proof file says of the claim."""
    found = {}
    for id, claim in known.items():
        data = stated(claim)
        try:
            found[id] = (statement(data), data)
        except NoStatement:
            continue
    return found


def test_a_statement_reads_like_the_claim(statements):
    text, _ = statements["spheres/prop-8"]
    assert " ".join(re.sub(r"\(\*.*?\*\)", "", text).split()) == (
        "forall (a c : R), a >= 0 -> c >= a -> 1 / 3 * PI >= c -> "
        "cos c <> 0 /\\ c ^ 2 + (-1) * a ^ 2 >= / cos c * ((-1) * cos c + cos a)"
    )


def test_it_says_what_is_bound_and_declared(statements):
    assert statements["gradient_descent/ogd-bound"][0].startswith(OGD)


def test_it_says_how_smooth_functions_are(statements):
    text, _ = statements["general_additive/duality"]
    assert "(forall (x : E), C2_near P x) ->" in text
    assert "(forall (x : E), Q_domain x -> C1_near Q x /\\ vnear x Q_domain) ->" in " ".join(text.split())


def test_a_partial_function_is_defined_on_an_open_set(statements):
    text, data = statements["general_additive/duality"]
    plain = " ".join(text.split())
    assert not is_refused(plain, data)
    assert is_refused(plain.replace(" /\\ vnear x Q_domain", ""), data)
    assert is_refused(plain.replace("vnear x Q_domain", "Q_domain x"), data)


def test_a_partial_function_that_is_only_integrated_may_have_any_domain(statements):
    text, data = statements["general_additive/duality-1d"]
    said = "φ_inv_domain x -> continuous φ_inv x"
    assert said in text
    assert not is_refused(text, data)
    assert is_refused(text.replace(said, f"{said} /\\ locally x φ_inv_domain"), data)


def test_vectors_of_tangent_spaces_come_with_their_points(statements):
    text, data = statements["geometric_view/step-length-bound-everywhere"]
    plain = " ".join(re.sub(r"\(\*.*?\*\)", "", text).split())
    assert plain == (
        "forall (M : Points) (v w_prime : M) (η : R) (G : forall (q : M), tangent q) (dist : M -> M -> R) "
        "(Exp : M -> forall (q1 : M), tangent q1 -> M), 0 < η -> complete_manifold Exp dist -> "
        "dist (Exp v v (((-1) * η) *v G v)) w_prime = 0 -> "
        "0 <= ip (G v) (G v) /\\ η * sqrt (ip (G v) (G v)) >= dist v w_prime"
    )
    assert not is_refused(plain, data)
    for old, new in (("Exp v v", "Exp w_prime v"), ("ip (G v) (G v)) >=", "ip (G w_prime) (G w_prime)) >="),
                     ("complete_manifold", "simply_connected"), ("dist v w_prime", "dist w_prime v")):  # fmt: skip
        assert old in plain
        assert is_refused(plain.replace(old, new), data)


@pytest.mark.parametrize(
    "flag", ["Unset Guard Checking.", "Set Universe Polymorphism.", "#[bypass_check(guard)] Definition q := 0."]
)
def test_a_file_that_turns_off_a_check_is_refused(flag):
    proof = "Theorem claim :\n1 = 1.\nProof. reflexivity. Qed."
    assert stated_in(f"Set Default Timeout 30.\n{proof}") == "1 = 1"
    with pytest.raises(NotRead, match="it changes what is meant"):
        stated_in(f"{flag}\n{proof}")


def test_a_refutation_says_that_there_are_values(statements):
    text, _ = statements["matrix_eg/dual-logarithm"]
    assert " ".join(text.split()).startswith("exists (z : R),")
    assert text.endswith("~ ln z = z")


@pytest.mark.parametrize("each", every(2, [5, 1]))
def test_every_statement_is_read_back(statements, each):
    assert len(statements) >= 580
    for text, data in list(statements.values())[::each]:
        refuse_other_statement(text, data)


def test_what_has_no_form_is_named(known):
    with pytest.raises(NoStatement, match="the property 'an isometry onto another Riemannian manifold"):
        statement(stated(known["geometric_view/lemma-4"]))


@pytest.mark.parametrize("other", ["E", "q", "R"])
def test_a_tangent_space_is_at_a_point(statements, other):
    text, data = statements["geometric_view/prop-10-spanning"]
    assert "(A B : forall (q : M), tangent q)" in text
    assert is_refused(text.replace("(A B : forall (q : M)", f"(A B : forall (q : {other})"), data)


# --- corrupted statements ---------------------------------------------------------------------------------------------

SIGNS = {"<=": "<", "<": "<=", ">=": ">", ">": ">=", "+": "*", "*": "+", "=": "<>", "<>": "=", "->": "/\\"}


def corrupted(text, rng):
    """The statement with one constant, sign, name or premise changed, and what was done."""
    pieces = re.findall(r"\(\*.*?\*\)|\s+|->|=>|/\\|<>|<=|>=|\+v|\*v|\d+|[^\W\d][\w']*|.", text, re.DOTALL)
    kind = rng.choice(["constant", "sign", "name", "premise"])
    if kind == "premise":
        lines = text.splitlines()
        ends = [n for n, line in enumerate(lines) if line.endswith((" ->", " /\\")) and line.startswith("    ")]
        if not ends:
            return "", kind
        n = rng.choice(ends)
        start = n
        while start and not re.match(r" {4}\S", lines[start]):
            start -= 1
        return "\n".join(lines[:start] + lines[n + 1 :]), kind
    wanted = {
        "constant": lambda p: p.isdecimal(),
        "sign": lambda p: p in SIGNS,
        "name": lambda p: re.fullmatch(r"[^\W\d][\w']*", p) and p not in ("forall", "exists", "fun", "R", "Space"),
    }[kind]
    places = [n for n, piece in enumerate(pieces) if wanted(piece)]
    if not places:
        return "", kind
    n = rng.choice(places)
    if kind == "constant":
        pieces[n] = str(int(pieces[n]) + rng.choice([1, 2, 10]))
    elif kind == "sign":
        pieces[n] = SIGNS[pieces[n]]
    else:
        pieces[n] = pieces[rng.choice([m for m in places if pieces[m] != pieces[n]] or [n])]
    return "".join(pieces), kind


def is_refused(text, data):
    try:
        refuse_other_statement(text, data)
    except NotRead:
        return True
    return False


@pytest.mark.parametrize("many", amounts(150, 600))
def test_no_corrupted_statement_is_taken_for_the_claim(statements, many):
    rng = random.Random(25)
    tried = 0
    for _ in range(many):
        text, data = statements[rng.choice(sorted(statements))]
        other, kind = corrupted(text, rng)
        if not other or other == text:
            continue
        assert is_refused(other, data), f"{data['claim']['name']}: {kind} {other}"
        tried += 1
    assert tried >= many * 5 / 6

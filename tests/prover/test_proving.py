"""The prover as it is used: answers, bad input, certificates in files, interruption and resumption."""

import json
import time

import pytest
from sympy import Rational, Symbol, cot, exp, pi

import verify
from verify.author.kernel import certify, proves
from verify.commands.cli import main
from verify.core.answers import check_answer
from verify.language.names import integer, nonnegative, positive, real
from verify.language.terms import ge, gt
from verify.prover import proving
from verify.prover.files import memory_from_json, memory_to_json
from verify.prover.goal import Goal, Inequality
from verify.prover.hints import Hints
from verify.prover.language import FormulaError
from verify.prover.proving import Memory, certificate, prove
from verify.prover.rejected import Resists
from verify.prover.rules.infinity import is_decided
from verify.prover.statement import parse_statement

x = real("x")


def test_a_true_statement_is_proved_and_a_false_one_refuted_by_an_exact_point():
    assert verify.prove("sin(x) < x", "x > 0", budget=20).verdict == "proved"
    answer = verify.prove("sin(x) >= x - 0.1666*x^3", "0 < x < 1")
    assert answer.verdict == "refuted"
    ((symbol, value),) = answer.point.items()
    assert symbol == Symbol("x", real=True)
    assert 0 < value < 1
    assert isinstance(value, Rational)
    assert answer.violation.startswith("[-")


def test_equality_violates_a_strict_statement():
    answer = prove("x^2 > 0", "-1 <= x <= 1")
    assert answer.verdict == "refuted"
    assert answer.point == {Symbol("x", real=True): 0}
    assert prove("tan(x) >= 1", "x >= pi/4, x < pi/2").verdict == "proved"
    assert prove("tan(x) > 1", "x >= pi/4, x < pi/2").point == {Symbol("x", real=True): pi / 4}


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("1/((exp(x) - 1)*(exp(y) - 1)) <= 1/(x*y)", "x > 0, y > 0"),
        ("1/(x*(x - sin(x))) > 6/x^4 - 1", "x > 0"),
    ],
)
def test_a_product_is_divided_by_if_no_factor_is_zero(relation, where):
    """The core has each factor as a power of its own, of which the sign of the product does not say enough."""
    assert prove(relation, where, budget=20).verdict == "proved"


FAILURES = [
    # relation, where, what is said of the point
    ("exp(x) <= 1 + x + x^2", "x <= 2", "at x = 2: exp(x) is 7.38905609893, 1 + x + x^2 is 7"),
    ("2/3 <= 0.6666666", "", "2/3 is 0.666666666667"),
    ("2 <= 1", "", "2 <= 1 is false"),
    ("2^9999 <= 1 + 1", "", "2^9999 is 9.97531558440e+3009, 1 + 1 is 2"),
    ("x^2 > 0", "-1 <= x <= 1", "at x = 0: both sides are 0"),
    ("x <= exp(x) <= 1 + x + x^2", "x <= 2",
     "at x = 2: exp(x) <= 1 + x + x^2 fails, as exp(x) is 7.38905609893, 1 + x + x^2 is 7"),
    ("3 < pi and pi < 3", "", "pi < 3 fails, as pi is 3.14159265359"),
    ("sqrt(2) < 1.41421356237309", "", "sqrt(2) is 1.41421356237309504880169"),
    ("pi < 3.14159265358979323846264338327950288419716939937510582", "",
     "pi less 3.14159265358979323846264338327950288419716939937510582 is 9.74944592308e-55"),
    ("log(2) + log(3) < log(6)", "", "both sides are 1.79175946923"),
    ("cos(1)^1000 >= 1", "", "cos(1)^1000 is 4.33332235960e-268"),
    (f"1 + {' + '.join('x' * 30)} <= 31", "0 <= x <= 2", "at x = 2: the left side is 61"),
]  # fmt: skip


@pytest.mark.parametrize(("relation", "where", "said"), FAILURES, ids=[f[0][:20] for f in FAILURES])
def test_of_a_refutation_the_sides_are_said_in_certain_digits(relation, where, said):
    answer = prove(relation, where, budget=20)
    first, second = str(answer).splitlines()
    assert first.startswith("refuted: ")
    assert second == f"  {said}"


def test_an_empty_domain_is_named():
    answer = prove("x > 2", "x > 1, x < 0")
    assert (answer.verdict, "empty" in answer.note) == ("proved", True)
    assert str(answer).startswith("proved of no point: x > 2 where ")


def test_what_is_undefined_at_a_point_is_said_and_no_counterexample():
    with pytest.raises(FormulaError, match=r"at x = 0, which the conditions allow: sin\(x\)/x needs x != 0"):
        prove("sin(x)/x <= 1", "-1 <= x <= 1", budget=20)
    with pytest.raises(FormulaError, match=r"at x = 0, .*: log\(x\) needs x > 0"):
        prove("x*log(x) >= x - 1", "0 <= x <= 2", budget=20)


@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("sin(x)/x <= 1", "-1 <= x <= 1, x != 0"),
        ("x^2 + 1/(x*(1 - x))^2 > 0", "x != 0, x != 1"),
        ("(x^2 - y^2)/(x - y) >= x + y", "x != y, x > 0, y > 0"),
        ("exp(x) > 1 + x", "x != 0"),
        ("log(x) < x - 1", "x > 0, x != 1"),
        ("abs(exp(x) - 1) < 7*abs(x)/4", "-1 < x < 1, x != 0"),
        ("cosh(x - y) > 1", "x != y, x < oo, y < oo"),
        ("x*y <= 1/4", "x + y = 1, x*y != 0"),
    ],
)
def test_a_condition_may_be_that_terms_are_apart(relation, where):
    answer = prove(relation, where, budget=20)
    assert answer.verdict == "proved", answer.resists
    assert check_answer(answer.file).made


def test_what_is_apart_is_no_counterexample():
    assert prove("x^2 >= 1", "x != 0, -2 < x < 2").verdict == "refuted"
    assert prove("x^2 > 0", "x != 0, x < oo", budget=3).verdict == "proved"
    assert prove("cosh(x) > 1", "x != 1, x < oo").verdict == "refuted"


@pytest.mark.parametrize("exponent", ["x - x", "0*x", "2 + x - x"])
def test_an_exponent_with_a_variable_needs_a_positive_base_whatever_becomes_of_it(exponent):
    """As the core reads it: what is written decides, not what sympy makes of it."""
    with pytest.raises(FormulaError, match=r"at x = 0, which the conditions allow: .* needs x\^2 > 0"):
        prove(f"(x^2)^({exponent}) >= 0", "-1 <= x <= 1", budget=5)
    assert prove("(x^2)^0 >= 1", "-1 <= x <= 1", budget=5).verdict == "proved"


def test_of_a_power_with_a_variable_exponent_it_is_said_how_it_is_read():
    with pytest.raises(FormulaError) as refused:
        prove("(1-x)^n >= 1 - n*x", "0<=x<=1, n >= 1", budget=20)
    assert str(refused.value) == (
        "not defined at x = 1, n = 1, which the conditions allow: (1-x)^n is read as exp(n*log(1 - x)), which needs "
        "1 - x > 0; add 1 - x > 0 to where, or write a rational number as exponent"
    )


@pytest.mark.parametrize(
    ("relation", "where", "told"),
    [
        ("log(x) <= x - 1", "x > -1", "not a real number at x ="),
        ("sqrt(x - 1) >= 0", "0 < x < 3", "not a real number at x ="),
        ("1/(x - x) > 0", "0 < x < 1", "division by zero"),
        ("sn(x) < x", "x > 0", "unknown function"),
        ("sin(x) < y", "x > 0", "y has no domain"),
        ("sin(x < x", "x > 0", "not closed"),
        ("2x > 1", "x > 0", "operator is missing"),
        ("__import__('os').system('true') > 0", "x > 0", "'"),
        ("x.real > 0", "x > 0", "'."),
        ("x > 0", "", "no domain"),
        ("x", "x > 0", "<"),
        ("", "x > 0", ""),
    ],
)
def test_bad_input_gets_one_line(relation, where, told, capsys):
    with pytest.raises(FormulaError) as caught:
        prove(relation, where, budget=5)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert main(["prove", relation, "--where", where, "--budget", "5"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("verify: ")
    assert error.count("\n") == 1


def test_a_budget_is_kept_and_unknown_says_what_resists():
    start = time.monotonic()
    answer = prove("x^y + y^x > 1", "x > 0, y > 0", budget=2)
    assert time.monotonic() - start < 10
    assert answer.verdict in ("unknown", "proved")
    assert answer.verdict == "proved" or answer.resists


def test_the_command_writes_a_certificate_that_the_command_checks(tmp_path, capsys):
    file = tmp_path / "certificate.json"
    assert main(["prove", "x - x^3/6 < sin(x)", "--where", "0 < x <= 1", "--out", str(file)]) == 0
    assert "proved: x - x^3/6 < sin(x)" in capsys.readouterr().out
    assert main(["check", str(file)]) == 0
    assert "proved: 0 < x, x ≤ 1 ⊢ x - x^3" in capsys.readouterr().out
    assert main(["check", str(file), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["verdict"], said["details"]) == ("holds", [])
    data = json.loads(file.read_text())
    data["relation"] = "x - x^3/7 < sin(x)"
    file.write_text(json.dumps(data))
    capsys.readouterr()
    assert main(["check", str(file)]) == 1
    assert ": refused: " in capsys.readouterr().out
    file.write_text("not json")
    assert main(["check", str(file)]) == 1
    assert main(["check", str(tmp_path / "missing.json")]) == 2
    capsys.readouterr()
    assert main(["check", str(tmp_path / "missing.json"), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["verdict"] == "unreadable"


def test_the_command_tells_verdicts_by_its_exit_status(capsys):
    assert main(["prove", "x > 1", "--where", "x > 0", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["verdict"] == "refuted"
    assert set(data["point"]) == {"x"}
    resists = "x^x + y^y >= x^y + y^x"
    assert main(["prove", resists, "--where", "0 < x <= 1, 0 < y <= 1", "--budget", "1", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["verdict"] == "unknown"
    assert main(["prove", "x > 1", "--where", "x > 0", "--budget", "-1"]) == 2


def test_a_search_goes_on_from_what_an_earlier_one_proved():
    memory = Memory()
    answer = prove("exp(x) >= 1 + x + x^2/2", "x >= 0", budget=20, memory=memory)
    assert answer.verdict == "proved"
    kept = memory_from_json(json.loads(json.dumps(memory_to_json(answer.statement, memory))))
    assert kept.proved.keys() == memory.proved.keys()
    again = prove("exp(x) >= 1 + x + x^2/2", "x >= 0", budget=20, memory=kept)
    assert again.verdict == "proved"


def test_a_kept_proof_is_not_believed_but_checked():
    memory = Memory()
    prove("exp(x) >= 1 + x", "x >= 0", budget=20, memory=memory)
    (goal,) = [g for g in memory.proved if str(g.shows) == "-x + exp(x) - 1 >= 0"]
    false = prove("exp(x) <= 1 + x", "0 <= x <= 1", budget=5, memory=memory)
    assert false.verdict == "refuted"
    wrong = Memory()
    statement = parse_statement("x^4 - x + 1 > 0", "x > 0")
    wrong.proved[statement.goals[0]] = memory.proved[goal]
    answer = prove("x^4 - x + 1 > 0", "x > 0", budget=60, memory=wrong)
    assert answer.verdict == "unknown"
    assert "did not pass its check" in answer.resists


def test_an_interruption_keeps_what_was_proved(tmp_path, capsys, monkeypatch):
    file = tmp_path / "partial.json"

    def interrupted(*_, memory, **__):
        prove("exp(x) >= 1 + x", "x >= 0", budget=20, memory=memory)
        raise KeyboardInterrupt

    monkeypatch.setattr("verify.commands.deciding.prove", interrupted)
    assert main(["prove", "exp(x) >= 1 + x", "--where", "x >= 0", "--out", str(file)]) == 130
    assert "are kept in" in capsys.readouterr().err
    monkeypatch.undo()
    assert memory_from_json(json.loads(file.read_text())).proved
    assert main(["prove", "exp(x) >= 1 + x", "--where", "x >= 0", "--out", str(file)]) == 0
    assert main(["check", str(file)]) == 0


def test_processes_find_what_one_finds():
    hard = "(sin(eta*sin(2*d) + d) - sin(d))/sin(d) > 2*eta*(1 - eta)*cos(d)^2"
    assert prove(hard, "1/10 <= eta <= 1/2, 1/10 <= d <= 1", budget=60, jobs=2).verdict == "proved"


def test_a_certificate_becomes_a_theorem():
    theorem = certify(certificate(gt(x**2 + 1, 2 * x - 1), [ge(x, 0)]))
    proves(theorem, [ge(x, 0)], gt(x**2 + 1, 2 * x - 1))
    with pytest.raises(Resists):
        certificate(gt(x**2 + 1, 2 * x), [ge(x, 0)], budget=2)


@pytest.mark.parametrize(
    ("shows", "given", "hypotheses"),
    [
        (ge(exp(positive("η")), 1 + positive("η") + positive("η") ** 2 / 2), [], [gt(real("η"), 0)]),
        (ge(exp(positive("η")), 1 + positive("η")), [gt(positive("η"), 0)], [gt(real("η"), 0)]),
        (ge(nonnegative("r") + x**2, 0), [], [ge(real("r"), 0)]),
        (gt(nonnegative("r"), 0), [gt(nonnegative("r"), 0)], [gt(real("r"), 0)]),
        (ge(integer("n") ** 2, 0), [], []),
    ],
)
def test_declared_signs_are_conditions_of_a_certificate(shows, given, hypotheses):
    theorem = certify(certificate(shows, given, budget=10))
    assert list(theorem.hypotheses) == hypotheses


def test_two_variables_of_one_name_have_no_certificate():
    with pytest.raises(Resists, match="one name"):
        certificate(ge(real("t") + positive("t"), 0))


@pytest.mark.slow
def test_coordinates_and_a_quotient_that_are_handed_over_are_verified():
    gap, domain = "c^2 - a^2 >= (cos(a) - cos(c))/cos(c)", "0 <= a <= c, c <= pi/3"
    coordinates, inverse = {"a": "s - t", "c": "s + t"}, {"s": "(a + c)/2", "t": "(c - a)/2"}
    quotient = "4*s*t - 2*sin(s)*sin(t)/cos(s + t)"
    assert prove(gap, domain, hints=Hints(coordinates, inverse, "1", quotient)).verdict == "proved"
    with pytest.raises(FormulaError, match="does not fit"):
        prove(gap, domain, hints=Hints(coordinates, inverse, "1", quotient + "/2"))
    with pytest.raises(FormulaError, match="does not fit"):
        prove(gap, domain, hints=Hints({"a": "s - t", "c": "s + t"}, {"s": "(a + c)/2", "t": "c - a"}))
    with pytest.raises(FormulaError, match="needed together"):
        prove(gap, domain, hints=Hints(coordinates))


def test_conditions_without_spaces_are_kept_as_the_core_reads_them(tmp_path, capsys):
    file = tmp_path / "certificate.json"
    assert main(["prove", "p*exp(b) >= p", "--where", "b>0,0<=p<=1", "--out", str(file)]) == 0
    assert "where b>0, 0<=p<=1\n" in capsys.readouterr().out
    assert json.loads(file.read_text(encoding="utf-8"))["where"] == "b>0, 0<=p<=1"
    assert main(["check", str(file)]) == 0


@pytest.mark.parametrize(
    ("argument", "text"), [("coordinates", "x = 2 t"), ("inverse", "t"), ("factor", "2 x"), ("quotient", "x +")]
)
def test_the_hint_that_cannot_be_read_is_named(argument, text, capsys):
    good = {"coordinates": "x = 2*t", "inverse": "t = x/2", "factor": "x", "quotient": "x"} | {argument: text}
    hints = [word for name, said in good.items() for word in (f"--{name}", said)]
    assert main(["prove", "x^2 >= sin(x)^2", "--where", "x > 0", *hints]) == 2
    assert capsys.readouterr().err.startswith(f"verify: --{argument}: ")


def test_a_root_that_sympy_takes_apart_forgets_no_point():
    with pytest.raises(FormulaError, match="needs x >= 0"):
        prove("x >= 0", "sqrt(x*y^2) + 1 >= 0, x <= 5, x >= -5, -1 <= y <= 1", budget=5)
    assert prove("sqrt(x^2*y) <= x*(1 + y)/2", "0 < x, 0 < y", budget=10).verdict == "proved"


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("(a^2 + b^2)*(x^2 + y^2) >= (a*x + b*y)^2", "-oo < a < oo, -oo < b < oo, -oo < x < oo, -oo < y < oo"),
        ("sin(x) + cos(x) < 3/2", "0 < x < 2"),
        ("exp(x) + exp(y) >= 2 + x + y", "-oo < x < oo, -oo < y < oo"),
    ],
)
def test_what_takes_no_search_is_proved_before_a_counterexample_is_looked_for(relation, where, monkeypatch):
    def looked(*_, reach):
        if reach not in ("alike", "close"):  # a few points
            raise AssertionError("a counterexample was looked for")

    monkeypatch.setattr(proving, "find_counterexample", looked)
    assert prove(relation, where, budget=20).verdict == "proved"


def test_one_number_for_all_variables_is_tried_before_any_proof(monkeypatch):
    monkeypatch.setattr(proving.Search, "at_once", lambda *_: pytest.fail("a proof was looked for"))
    answer = prove("a/(b + c) + b/(c + a) + c/(a + b) >= 1501/1000", "a > 0, b > 0, c > 0", budget=20)
    assert answer.verdict == "refuted"
    assert len(set(answer.point.values())) == 1


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("1/sqrt(t) <= 199/100*(sqrt(t) - sqrt(t - 1))", "t >= 1"),
        ("x*y <= 0.4999999", "x^2 + y^2 = 1"),
        ("4*a*c + 4*c^2 - 10*b*d - 10*d^2 > -5.2", "-0.5 <= a <= 0.5, -0.5 <= b <= 0.5, -0.5 <= c <= 0.5, 0 < d < 0.5"),
        ("min((a - b)^2, (b - c)^2, (c - a)^2) <= 49/100*(a^2 + b^2 + c^2)", "0 <= a, 0 <= b, -oo < c < oo"),
    ],
)
def test_what_fails_at_one_of_a_few_places_is_refuted_before_any_proof_is_looked_for(relation, where, monkeypatch):
    monkeypatch.setattr(proving.Search, "at_once", lambda *_: pytest.fail("a proof was looked for"))
    assert prove(relation, where, budget=20).verdict == "refuted"


def test_a_round_of_the_search_comes_before_a_long_look_for_counterexamples(monkeypatch):
    monkeypatch.setattr(
        proving, "find_counterexample", lambda *_, reach: pytest.fail("looked") if reach == "near" else None
    )
    assert prove("(x + y)/2 - sqrt(x*y) <= (x - y)^2/(8*y)", "0 < y <= x", budget=20).verdict == "proved"


def test_a_function_that_the_core_lacks_is_not_decided_and_ends_no_search():
    x = Symbol("x", real=True)
    goal = Goal((x,), (Inequality(x - 2, True),), Inequality(cot(1 / x), True))
    assert not is_decided(goal, x, Rational(2), [], 3, 128)


@pytest.mark.parametrize(
    ("relation", "where", "note"),
    [
        ("x > 0", "x^2 + 1 <= 0", "no point meets the conditions"),
        ("x + y <= 2", "x*y = 1, x + y = 1", "no point meets the conditions"),
        ("x + y <= 2", "x*y = 1, x + y = 2", ""),
        ("x^2 + y^2 > 0", "x^2 + y^2 + x*y = 1", ""),
        (
            "x + 1 > 0",
            "0 < x < 5, exp(x) + x^3 = sin(3*x) + 7/10 + x^4",
            "no point was found that meets the conditions",
        ),
    ],
)
def test_what_is_proved_of_no_point_says_so(relation, where, note):
    answer = prove(relation, where, budget=10)
    assert answer.verdict == "proved"
    assert answer.note.startswith(note)
    assert bool(answer.note) == bool(note)
    first = {"": "proved: ", "no point meets the conditions": "proved of no point: "}
    assert str(answer).startswith(first.get(note, "proved, perhaps of no point: "))
    assert answer.is_of_nothing == (note == "no point meets the conditions")


@pytest.mark.parametrize(
    ("relation", "where", "verdict"),
    [
        ("x + y <= 2", "x >= 0, y >= 0, x^5 + y^5 <= 2", "proved"),
        ("x + y < 2", "x >= 0, y >= 0, x^5 + y^5 < 2", "proved"),
        ("a + b + c < 3", "a >= 0, b >= 0, c >= 0, a^2 + b^2 + c^2 + a*b*c = 4", "refuted"),
    ],
)
def test_where_a_goal_fails_a_condition_is_to_fail(relation, where, verdict):
    answer = prove(relation, where, budget=20)
    assert answer.verdict == verdict
    assert verdict == "refuted" or "contradiction" in {rule for c in answer.certificates for rule in c.rules}

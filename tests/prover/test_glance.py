"""The first look: what it proves the core accepts, it loads no computer algebra, and of all else it says nothing."""

import json
import subprocess
import sys

import pytest

from verify.commands.cli import main
from verify.core.answers import check_answer
from verify.prover.glance import proved_at_a_glance


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x^2 >= 0", "-1<x<1"),
        ("-x^2<=0", "-oo<x<oo"),
        ("x^4 - 4*x + 3 >= 0", "-oo < x < oo"),
        ("1 < x^2 + 2 <= x^2 + 3", "x < pi"),
        ("exp(x)*y > 0", "y > 0, x < oo"),
        ("x/x > 0", "x > 0"),
    ],
)
def test_what_it_proves_the_core_accepts(relation, where):
    assert check_answer(json.loads(json.dumps(proved_at_a_glance(relation, where)))).made


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x > 1", "x > 0"),  # false
        ("sin(x) < x", "x > 0"),  # not obvious
        ("x^2 >= 0", "x > 1, x < 0"),  # about nothing
        ("x^2 >= 0", "x^2 + 1 <= 0"),
        ("x/x > 0", "x >= 0"),  # not defined everywhere
        ("sqrt(x)^2 + 1 > 0", "x < oo"),
        ("x^2 >= 0", ""),  # no domain
        ("x^2", "x > 0"),  # no relation
        ("x^2 >= (", "x > 0"),
        ("x = x", "x > 0"),
    ],
)
def test_of_all_else_it_says_nothing(relation, where):
    assert proved_at_a_glance(relation, where) is None


@pytest.mark.parametrize("where", ["x > 1, x < 0", "2 < x < 1", "1 < x <= 1", "x > 0, 1 > 2"])
def test_an_empty_domain_is_named_by_the_command_and_has_an_exit_status_of_its_own(capsys, where):
    assert main(["prove", "x^2 >= 0", "--where", where]) == 4
    assert "the domain is empty" in capsys.readouterr().out


def test_the_command_needs_no_computer_algebra_for_it(tmp_path):
    file = tmp_path / "certificate.json"
    line = ["prove", "x^2>=0", "--where", "-1<x<1", "--out", str(file)]
    code = f"import sys; from verify.commands.cli import main; s = main({line!r}); print(s, *sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    *shown, modules = said.splitlines()
    assert shown[0] == "proved: x^2>=0 where -1<x<1"
    assert shown[-1] == f"  written to {file}"
    loaded = set(modules.split())
    assert "0" in loaded
    assert not loaded & {"sympy", "numpy", "mpmath", "hypothesis", "importlib.metadata"}
    assert main(["check", str(file)]) == 0


def test_conditions_of_several_options_are_all_meant(capsys):
    assert main(["prove", "x*y <= 2", "--where", "0 < x", "--where", "x <= 1", "--where", "-1<y<=2"]) == 0
    assert "proved: x*y <= 2 where 0 < x, x <= 1, -1<y<=2" in capsys.readouterr().out

"""Ways in which the core proved what is false once every term has a value: the false step is refused, a true one not.

Each was found by reading; the docstring of a test has a model in which the false step fails.
"""

from __future__ import annotations

import json

import pytest

from tests.attacks.steps import (
    A,
    domain,
    eq,
    every,
    fn,
    ge,
    given,
    head,
    identity,
    induct,
    instantiate,
    inv,
    known,
    lam,
    real,
    term,
    times,
)  # fmt: skip
from tests.attacks.write_files import proof_file
from verify.core.__main__ import main
from verify.core.nodes import Refused
from verify.core.terms import predicate
from verify.export.writing import encode

x, y = real("x"), real("y")
f = head("f")


def refused(step):
    with pytest.raises(Refused):
        step.run()


def test_a_function_is_defined_for_all_arguments_and_a_lambda_with_gaps_is_not():
    """⊢ 0 is in the domain of r ↦ 1/r, which says that 0 ≠ 0; of a function it is true."""
    everywhere = instantiate(given(domain(f, x)), {}, domain(f, x))
    everywhere.run()
    gap, whole = lam(y, inv(y)), lam(y, fn("exp", y))
    refused(instantiate(everywhere, {f: gap, x: 0}, domain(gap, 0)))
    instantiate(everywhere, {f: whole, x: 0}, domain(whole, 0)).run()


def test_words_about_domains_said_of_a_number_need_the_number_to_be_defined():
    """x/x ∈ N ⊢ 1 ∈ N fails for x = 0, where x/x may be in a set N without 1."""
    one, quotient = (predicate("in the domain of", t) for t in (term(1), times(x, inv(x))))
    refused(instantiate(given(one), {}, one, quotient))
    cube = predicate("in the domain of", times(x, x, x))
    instantiate(given(predicate("in the domain of", y)), {y: times(x, x, x)}, cube, cube).run()


def test_what_is_shown_of_a_claim_is_the_claim(tmp_path, capsys):
    """proved: ⊢ "continuous at 0"(f), of every f, as the claim differentiates f in a hypothesis that no step uses."""
    slope, smooth = A(f, 0, order=1), predicate("continuous at 0", f)
    step = instantiate(known(smooth, eq(slope, slope)), {}, smooth, discharge=[identity(slope, slope)])
    claim = {"name": "smooth", "given": [encode(eq(slope, 1))], "states": [encode(smooth)]}
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(proof_file(step)))
    assert main([str(path)]) == 1
    path.write_text(json.dumps(proof_file(step) | {"claim": claim}))
    assert main([str(path)]) == 0
    assert """proved: "smooth": f'(0) = 1 ⊢ "continuous at 0"(f);""" in capsys.readouterr().out

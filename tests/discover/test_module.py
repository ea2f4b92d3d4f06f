"""A proof that was found, as a module: what it looks like, and that the kernel accepts what it returns."""

import ast
import importlib
from pathlib import Path

import pytest
from sympy import sqrt

from tests.discover import textbook
from verify.author import kernel
from verify.author.kernel import assume
from verify.claims import Claim, places
from verify.claims.registry import Registry, using
from verify.discover import module as modules
from verify.discover.breaking import WIDTH, broken
from verify.discover.discovering import discover
from verify.discover.facts import Fact
from verify.discover.module import accepted, module
from verify.discover.spelling import Spelling
from verify.discover.written import CannotWrite
from verify.language.terms import Inner, eq, family, forall, ge, gt, integer, norm, positive, real, vectors

STATEMENTS = Path(__file__).parents[1] / "statements" / "tuned"

PAPERS = [
    ("proofs.gradient_descent.losses", "FOOTNOTE_REPAIRED"),
    ("proofs.general_additive.exponential_family", "FAMILY"),
    ("proofs.general_additive.gradient_steps", "STEP_SIGN_REPAIRED"),
    ("proofs.geometric_view.theorem_8", "THEOREM_8_SUBSTITUTION_REPAIRED"),
]

a, b, x, y, lam = real("a b x y λ")
p, q = positive("p q")
t, T, k = integer("t T k")
w, g, u = vectors("w g u")
s = family("s")
each = [ge(t, 1), ge(T, t)]

OWN = {
    "squares": ([], ge(a**2 + b**2, 2 * a * b)),
    "means": ([], ge((p + q) / 2, 2 * p * q / (p + q))),
    "two": ([ge(a, 1), ge(b, a)], [ge(b, 1), ge(a + b, 2)]),
    "keyword": ([gt(lam, 0)], ge(lam + 1, 1)),
    "step": ([eq(w(1), w(0) - p * g(0))], eq(Inner(w(1) - u, g(0)), Inner(w(0) - u, g(0)) - p * Inner(g(0), g(0)))),
    "cauchy": ([ge(1, norm(u))], ge(norm(w(0)), Inner(w(0), u))),
    "every": ([forall(t, ge(s(t), 1), each), ge(T, 2)], forall(k, ge(s(k), 0), [ge(k, 1), ge(T, k)])),
}

LONGER = {
    made.__name__: made()
    for made in (
        textbook.roots,
        textbook.leader,
        textbook.maximum,
        textbook.average,
        textbook.growth,
        textbook.mistakes,
    )
}


def own(name):
    given, states = {**OWN, **LONGER}[name]
    with using(Registry()):
        return Claim(
            f"toy/{name}", at="1", given=given, states=states, reading="R.", open_because="Nothing decides it."
        )


@pytest.fixture(scope="module")
def tuned():
    with using(Registry()) as known:
        (package,) = places.packages_in(STATEMENTS)
        package.make_importable()
        known.discover(package.name)
        yield {claim.id: claim for claim in known.claims}


def proved(claim, seconds=60):
    found = discover(claim, seconds)
    assert found.is_proved, found.tried
    made = module(claim, found.facts)
    assert all(len(line) <= WIDTH for line in made.text.splitlines())
    ast.parse(made.text)
    for theorem, states in zip(made.theorems(claim), claim.states, strict=True):
        kernel.proves(theorem, claim.given, states)
    return made


@pytest.mark.parametrize("name", OWN)
def test_the_module_proves_what_was_found(name):
    proved(own(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", LONGER)
def test_the_module_proves_what_was_found_of_runs_and_sums(name):
    proved(own(name), 60)


@pytest.mark.parametrize("name", ["projections-and-what-is-left", "contraction-summed"])
def test_the_module_proves_statements_of_textbooks(tuned, name):
    text = proved(tuned[f"tuned/{name}"]).text
    assert f"@{name.upper().replace('-', '_')}.proof\ndef found(claim: Claim) -> Theorem:" in text


@pytest.mark.parametrize(("where", "name"), PAPERS)
def test_the_module_proves_claims_of_papers(where, name):
    with using(Registry()):
        claim = getattr(importlib.import_module(where), name)
    made = proved(claim)
    assert f"from {where} import {name}\n" in made.text


def test_a_module_returns_a_list_for_several_formulas_and_imports_what_it_uses():
    made = proved(own("two"))
    assert "-> list[Theorem]:" in made.text
    assert "from verify.audit import Claim, Theorem, combine\n" in made.text


def test_what_a_step_does_not_need_is_left_out():
    with using(Registry()):
        given = [ge(a, 1), ge(b, 0), ge(x, 3), ge(y, 2)]
        claim = Claim("toy/needed", at="1", given=given, states=ge(2 * a, 2), reading="R.", open_because="Open.")
    text = proved(claim).text
    assert "given[0]" in text
    assert not any(f"given[{n}]" in text for n in (1, 2, 3))


def test_a_step_is_made_of_the_steps_as_they_are_written(tuned):
    """Hypotheses that earlier steps can do without are not there for the later ones, which then ask for them."""
    made = proved(tuned["tuned/chebyshev-sum"])
    assert "telescope(telescope(" in made.text
    assert made.text.splitlines()[-1].endswith("[given[0]])")


@pytest.mark.slow
def test_theorems_that_a_step_does_not_need_are_left_out_too(tuned):
    text = proved(tuned["tuned/quadratic-decrease"]).text
    longest = max(text.split("by=[")[1:], key=lambda part: part.index("]"))
    assert longest.partition("]")[0].count(",") <= 1


def test_no_search_is_made_where_the_steps_need_none(tuned, monkeypatch):
    claim = tuned["tuned/contraction-summed"]
    made = proved(claim)

    def searched(*_, **__):
        raise AssertionError("a search")

    monkeypatch.setattr("verify.author.multipliers.System", searched)
    monkeypatch.setattr("scipy.optimize.linprog", searched)
    assert "decided(" not in made.text
    accepted(made, claim)


def test_a_module_that_does_not_prove_the_claim_is_refused():
    claim, other = own("squares"), own("means")
    made = module(claim, discover(claim, 20).facts)
    accepted(made, claim)
    with pytest.raises(CannotWrite, match="does not prove the claim again"):
        accepted(made, other)


def test_a_step_that_is_written_wrongly_is_refused():
    claim = own("squares")
    wrong = Fact(assume(ge(a, 0)), lambda spell, names: f"assume({spell(ge(b, 0))})")
    with pytest.raises(CannotWrite):
        module(claim, [wrong])


def test_names_that_python_or_the_notation_has_are_not_taken():
    names = Spelling(own("squares"))
    clashing = [*real("lambda at exp w⋆ s1 w_star"), *vectors("at")]
    said = [names(v) for v in clashing]
    assert said == ["v", "at_2", "exp_2", "w_star", "s1_2", "w_star_2", "at_3"]


def test_terms_are_written_as_quotients():
    names = Spelling(own("squares"))
    said = {names(term) for term in (a / (2 * b), -a / b, 1 / (a + b), a * sqrt(b) / p**2, (a + b) ** -2 * x)}
    assert said == {"a/(2*b)", "-a/b", "1/(a + b)", "a*sqrt(b)/p**2", "x/(a + b)**2"}


def test_long_lines_are_broken_and_stay_the_same():
    long = "    s1 = combine(" + ", ".join(f"(x_{n} + y_{n}, given[{n}])" for n in range(30)) + ")"
    deep = f"s2 = f(g({' + '.join(f'h({n}, {n + 1})' for n in range(40))}), 'a, b (c')"
    for line in (long, deep):
        lines = broken(line)
        assert len(lines) > 1
        assert all(len(part) <= WIDTH for part in lines)
        assert ast.dump(ast.parse("\n".join(lines).strip())) == ast.dump(ast.parse(line.strip()))
    assert broken("x = 1") == ["x = 1"]


def test_a_name_that_nothing_gives_is_refused():
    with pytest.raises(CannotWrite, match="no_such_name"):
        modules.imports(["x = no_such_name(1)"])

"""The math font that the pages bring along."""

import tomllib
from fnmatch import fnmatch
from importlib.resources import files
from pathlib import Path
from unicodedata import normalize

from sympy import Sum

from verify.language.terms import family, forall, ge, integer, real, vectors
from verify.report.alphabets import bold, italic
from verify.report.compact import compact
from verify.report.letters import SIGNS
from verify.report.math_font import CHARACTERS, FAMILY, FONT, face
from verify.report.mathml import mathml

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_it_is_small_and_comes_with_its_licence_and_the_package():
    folder = files("verify.report")
    assert (folder / FONT).read_bytes()[:4] == b"wOF2"
    assert len((folder / FONT).read_bytes()) < 90_000
    licence = (folder / f"{FONT}.txt").read_text(encoding="utf-8")
    assert all(word in licence for word in ("GUST Font License", "LaTeX Project Public", FAMILY, "make_font.py"))
    with PYPROJECT.open("rb") as file:
        patterns = tomllib.load(file)["tool"]["setuptools"]["package-data"]["verify"]
    for name in (FONT, f"{FONT}.txt"):
        assert any(fnmatch(f"report/{name}", pattern) for pattern in patterns)


def test_the_rule_has_the_font_in_it():
    assert face().startswith(f'@font-face {{ font-family: "{FAMILY}"; src: url(data:font/woff2;base64,d09GM')
    assert "http" not in face()


def test_it_has_what_formulas_are_made_of():
    for letters in ("abcxyzABC", "αβγωΔΣΩ", "ϑϵ"):
        for letter in letters:
            assert {letter, italic(letter), bold(letter)} <= set(CHARACTERS)
    assert {*SIGNS, *"()[]{}|‖⟨⟩∑∫√∞≤≥≠∈∀∃⊢∇∂′⋆⁺⁻₁₊"} <= set(CHARACTERS)
    a, eta = real("ã η̂")
    (i, k), (u,), p = integer("i k"), (vectors("ω̃ v")[0],), family("p")
    for markup in mathml([forall(u, ge(Sum(p(i) ** 2, (i, 1, k)) / (1 + eta), a))]):
        assert set(normalize("NFD", compact(markup))) <= set(CHARACTERS)

"""Steps of proofs and counterexamples, which are texts, as HTML."""

import html
import re

import pytest

from verify.report.inline import Names, inline, names_of, of_step

NAMES = Names({"y": [0], "ŷ": [0], "g": [0], "θ": [0, 1], "x": [0]}, frozenset({"θ", "x", "u", "v", "â"}))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("3/4·log(3) - log(2) ≥ 1/4 is false", "3/4·log(3) − log(2) ≥ 1/4 is false"),
        ("Σ_{j=1..k} (y(j)) = 1: 1 = 1", "∑ⱼ₌₁ᵏ yⱼ = 1: 1 = 1"),
        ("2*Σ_{i=1..k - 1} ((y(i) - ŷ(i))**2)", "2 ∑ᵢ₌₁ᵏ⁻¹ (yᵢ − ŷᵢ)²"),
        ("Σ_{i=1..n} (a*b + c)/2", "∑ᵢ₌₁ⁿ (a b + c)/2"),
        ("Σ_{t=1..ℓ} (a)", "∑ₜ₌₁<sup>ℓ</sup> a"),
        ("y = (i ↦ 9/(4*3**i))", "y = (i ↦ 9/(4·3ⁱ))"),
        ("2*sqrt(K)*sqrt(R*b) + 4*R*b", "2 √K √(R b) + 4R b"),
        ("2·√(3)", "2 √3"),
        ("θ(t + 1, j) - η*⟨u - v, x(t)⟩*x(t)/(K*b)", "𝛉<sub>t+1,j</sub> − η·⟨𝐮 − 𝐯, 𝐱ₜ⟩𝐱ₜ/(K b)"),
        ("g(q, ⟨â, v⟩)", "g<sub>q</sub>(⟨𝐚̂, 𝐯⟩)"),
        ("‖u‖**2 < 1 & p(i) > 0", "‖𝐮‖² &lt; 1 &amp; p(i) &gt; 0"),
        ("(-2·r + 1)^2 = U^(-1)·c", "(−2r + 1)² = U⁻¹ c"),
        ("(1 - c**2)**(3/2)", "(1 − c²)<sup>3/2</sup>"),
        ("Abs(a - b)*c", "|a − b|c"),
        ("d/dr[d/dt[f(t)]|t=r]|r=0 ≥ -pi/3", "d/dr[d/dt[f(t)]ₜ₌ᵣ]ᵣ₌₀ ≥ −π/3"),
        ("D∇Ψ(w)[c]", "∇²Ψ(w)[c]"),
        ("Δ_ψ(u, w_{t+1})", "Δ<sub>ψ</sub>(𝐮, wₜ₊₁)"),
        ("η*(1 - η)", "η·(1 − η)"),
        ("2*η**2*(3 - η)", "2η² (3 − η)"),
        ("1/2/n·(1 - a)", "1/2/n·(1 − a)"),
        ("2*2**a*3", "2·2ᵃ·3"),
        ("for all t with 1 ≤ t: non-negative", "for all t with 1 ≤ t: non-negative"),
    ],
)
def test_reads(text, shown):
    assert inline(text, NAMES) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("241*log(N)/100", "2.41 log(N)"),
        ("7017*G*U/2000 - a", "3.5085G U − a"),
        ("46033388487517/20000000000000", "2.30166942437585"),
        ("3*log(3)/8", "3 log(3)/8"),
        ("33/200", "33/200"),
        ("241*log(N)/(100*a)", "241 log(N)/(100a)"),
    ],
)
def test_decimals_are_written_as_such(text, shown):
    assert inline(text) == shown


@pytest.mark.parametrize(
    "text", ["sqrt(R*b*", "2*sqrt(", "Σ_{j=1..k} (y(j)) + Σ_{j=", "3 + sqrt", "a**", "⟨u, ", "w_{t", "a ≤ 7017"]
)
def test_what_is_cut_ends_in_what_can_be_read(text):
    shown = inline(f"{text} …", NAMES)
    assert shown.endswith(" …")
    assert not re.search(r"\*|sqrt|_\{|7", shown)


WHOLE = (
    "(Σ_{i=1..n} (a*b(i)**(c - 1))/sqrt(2) + ⟨u, D∇Ψ(w)[x(t)]⟩)**2 - d/ds[‖s*(v - u)‖]|s=0 ≥ 241*c/100: 1 ≥ 2 is false"
)


@pytest.mark.parametrize("end", range(len(WHOLE) + 1))
@pytest.mark.parametrize("start", [0, 4, 21, 60])
def test_any_part_of_a_text_is_shown_with_its_letters(start, end):
    part = WHOLE[start:end]
    letters = re.sub(r"sqrt|Abs|[^a-zA-Z]", "", part)
    shown = html.unescape(re.sub("<[^>]*>", "", inline(part)))
    made = re.sub(r"[ₐ-ₜⁱⁿᵢᵣᵤᵥₓⱼᵃ-ᶻ]", "a", shown)
    assert len(re.sub("[^a-zA-Z]", "", made.replace("sqrt", ""))) >= len(letters) - 1  # D of the second derivative


def test_what_is_known_of_names_is_in_the_data_of_a_claim():
    row = {"variables": ["i, k: integer", "u, θ⋆: vector", "V: vector field"], "indices": {"p": [0]}}
    assert names_of(row) == Names({"p": [0]}, frozenset({"u", "θ⋆"}))


def test_a_letter_of_a_step_that_speaks_of_no_vectors_is_a_number():
    assert inline("u**2", of_step(NAMES, "u**2 > 0")) == "u²"
    assert inline("θ(i, j) = u", of_step(NAMES, "θ(i, j) = u")) == "𝛉<sub>i,j</sub> = 𝐮"
    assert inline("⟨u, v⟩", of_step(NAMES, "⟨u, v⟩ > 0")) == "⟨𝐮, 𝐯⟩"

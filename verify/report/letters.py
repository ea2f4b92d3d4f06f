r"""Names and words as LaTeX: letters, accents, raised and lowered signs as commands; `\text` keeps what has none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from string import ascii_letters, digits

from sympy.printing.latex import tex_greek_dictionary
from sympy.printing.pretty.pretty_symbology import greek_unicode

from verify.language.letters import split_name

GREEK = {sign: tex_greek_dictionary.get(name, f"\\{name}") for name, sign in greek_unicode.items()} | {
    "ε": r"\varepsilon", "φ": r"\varphi", "ϵ": r"\epsilon", "ϕ": r"\phi", "ϑ": r"\vartheta", "ϱ": r"\varrho",
}  # fmt: skip
"""The commands of Greek letters, in the shapes that Unicode gives them."""

SIGNS = {
    "ℓ": r"\ell", "∇": r"\nabla", "∂": r"\partial", "∞": r"\infty", "ℝ": r"\mathbb{R}", "…": r"\ldots", "⊥": r"\perp",
    "≥": r"\geq", "≤": r"\leq", "≠": r"\neq", "≈": r"\approx", "∼": r"\sim", "∈": r"\in", "−": "-", "±": r"\pm",
    "×": r"\times", "·": r"\cdot", "∘": r"\circ", "⊗": r"\otimes", "⟨": r"\langle", "⟩": r"\rangle", "∑": r"\sum",
    "∫": r"\int", "∀": r"\forall", "∃": r"\exists", "⊢": r"\vdash", "↦": r"\mapsto", "→": r"\to",
    "√": r"\surd", "‖": r"\Vert", "|": r"\vert", "{": r"\{", "}": r"\}", "_": r"\_", "&": r"\&", "%": r"\%", "$": r"\$",
    "#": r"\#", "\\": r"\backslash", "^": r"\hat{\ }", "~": r"\sim", " ": r"\ ", "<": "{<}", ">": "{>}",
    "⟹": r"\Longrightarrow",
}  # fmt: skip
"""The commands of signs that are no letters; nothing looks like a tag of HTML."""

ACCENTS = {
    "\u0300": r"\grave", "\u0301": r"\acute", "\u0302": r"\hat", "\u0303": r"\tilde", "\u0304": r"\bar",
    "\u0305": r"\bar", "\u0306": r"\breve", "\u0307": r"\dot", "\u0308": r"\ddot", "\u030c": r"\check",
    "\u20d7": r"\vec",
}  # fmt: skip
"""The commands of combining marks."""

RAISED = {
    "′": r"\prime", "″": r"\prime\prime", "‴": r"\prime\prime\prime", "'": r"\prime", "⋆": r"\star", "*": r"\ast",
    "∗": r"\ast", "†": r"\dagger", "ᵀ": r"\top",
}  # fmt: skip
"""Signs that are set above the letter before them."""

_LETTERS = frozenset(ascii_letters)
_PLAIN = _LETTERS | frozenset(digits)
_WORDS = _PLAIN | frozenset(" .,;:()[]=+-/*!?'\"`‘’“”–—")


@dataclass(frozen=True)
class Name:
    """A name as LaTeX: what stands on the line, and what is set above and below it.

    `single` says whether on the line is one letter or word, so that an exponent can only mean all of it.
    """

    core: str
    above: tuple[str, ...]
    below: tuple[str, ...]
    single: bool

    @property
    def tex(self) -> str:
        """All of it."""
        return scripted(self.core, ",".join(self.above), ",".join(self.below))


def name(text: str, bold: bool = False) -> Name:
    """The parts of a name, its letters upright and bold if it names a vector."""
    base, above, below = split_name(text)
    atoms = _atoms(base)
    own_above, own_below = "", ""
    if len(atoms) < 2 or atoms[-2].body != "√":
        own_above, own_below = atoms[-1].take_scripts()
    single = len(atoms) == 1
    word = single and not bold and atoms[0].is_word and not atoms[0].accents
    return Name(
        rf"\operatorname{{{atoms[0].body}}}" if word else _line(atoms, bold),
        tuple(filter(None, [own_above, *(_line(_atoms(part), False) for part in above)])),
        tuple(filter(None, [own_below, *(_line(_atoms(part), False) for part in below)])),
        single,
    )


def scripted(core: str, above: str, below: str) -> str:
    """The core with its scripts, none where they are empty."""
    return core + (f"^{{{above}}}" if above else "") + (f"_{{{below}}}" if below else "")


def words(text: str) -> str:
    r"""A text, its signs as commands between pieces of `\text`."""
    pieces: list[str] = []
    plain = ""

    def end() -> None:
        nonlocal plain
        pieces.extend([rf"\text{{{plain}}}"] if plain else [])
        plain = ""

    minus = re.sub(r"(?<![A-Za-z])-|-(?![A-Za-z0-9])", "−", text)
    for kind, run in groupby(_scan(minus, _WORDS), key=lambda found: found[0]):
        signs = [sign for _, sign in run]
        if kind == "accent":
            letter, plain = (
                (rf"\mathrm{{{plain[-1]}}}", plain[:-1]) if plain else (pieces.pop() if pieces else "{}", "")
            )
            end()
            pieces.append(_accented(letter, signs))
        elif kind:
            end()
            pieces.append(scripted("{}", *((joined(signs), "") if kind == "above" else ("", joined(signs)))))
        else:
            for sign in signs:
                if sign in _WORDS or _command(sign) is None:
                    plain += sign
                else:
                    end()
                    pieces.append(_sign(sign))
    end()
    return joined(pieces)


def joined(pieces: Iterable[str]) -> str:
    """The pieces in a row, with a blank where a letter would continue a command."""
    made = ""
    for piece in pieces:
        made += " " * bool(piece[:1].isalpha() and re.search(r"\\[A-Za-z]+$", made)) + piece
    return made


# --- letters ----------------------------------------------------------------------------------------------------------


@dataclass
class _Atom:
    """A word, a number, a letter with its accents, or a sign; `above` and `below` are its scripts."""

    body: str
    accents: list[str] = field(default_factory=list)
    above: list[str] = field(default_factory=list)
    below: list[str] = field(default_factory=list)

    @property
    def is_word(self) -> bool:
        return len(self.body) > 1 and self.body[0] in _LETTERS

    def continues(self, sign: str) -> bool:
        """Whether the sign is one more letter of the word, or one more digit of the number."""
        bare = not (self.accents or self.above or self.below)
        return bare and any({sign, self.body[-1]} <= kind for kind in (_LETTERS, _PLAIN - _LETTERS))

    def take_scripts(self) -> tuple[str, str]:
        """What is set above it and below it, and from now on is not."""
        scripts = joined(self.above), joined(self.below)
        self.above, self.below = [], []
        return scripts

    def tex(self, bold: bool) -> str:
        """The atom with its scripts."""
        if self.body[0] not in _PLAIN:
            made = rf"\boldsymbol{{{_sign(self.body)}}}" if bold and self.body not in "‖|√ " else _sign(self.body)
        elif bold:
            made = rf"\mathbf{{{self.body}}}"
        else:
            made = rf"\mathrm{{{self.body}}}" if self.is_word else self.body
        return scripted(_accented(made, self.accents), joined(self.above), joined(self.below))


def _atoms(text: str) -> list[_Atom]:
    """The letters of a name; at least one, which may be empty."""
    atoms: list[_Atom] = []
    for kind, sign in _scan(text, _PLAIN):
        if not kind and atoms and atoms[-1].continues(sign):
            atoms[-1].body += sign
            continue
        if not kind or not atoms:
            atoms.append(_Atom("{}" if kind else sign))
        if kind == "accent" and len(atoms[-1].body) > 1:
            atoms[-1].body, letter = atoms[-1].body[:-1], atoms[-1].body[-1]
            atoms.append(_Atom(letter))
        if kind:
            {"accent": atoms[-1].accents, "above": atoms[-1].above, "below": atoms[-1].below}[kind].append(sign)
    return atoms or [_Atom("{}")]


def _line(atoms: list[_Atom], bold: bool) -> str:
    """The atoms in a row: a root is of the letter behind it, and double bars enclose."""
    pieces: list[str] = []
    paired = sum(atom.body == "‖" for atom in atoms) % 2 == 0
    opens = True
    for atom in atoms:
        made = atom.tex(bold)
        if atom.body == "‖" and paired:
            made = made.replace(r"\Vert", r"\lVert" if opens else r"\rVert")
            opens = not opens
        if pieces and pieces[-1] == r"\surd":
            pieces[-1] = rf"\sqrt{{{made}}}"
        else:
            pieces.append(made)
    return joined(pieces)


def _scan(text: str, plain: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The signs of a text, each after where it belongs: "above" or "below" as LaTeX, "accent", or "" as it is."""
    for letter in unicodedata.normalize("NFC", text):
        if letter in plain or _command(letter):
            yield "", letter
        elif letter in RAISED:
            yield "above", RAISED[letter]
        else:
            for sign in unicodedata.normalize("NFD", letter):
                how, _, code = unicodedata.decomposition(sign).partition(" ")
                if sign in ACCENTS:
                    yield "accent", ACCENTS[sign]
                elif how in ("<super>", "<sub>"):
                    yield (
                        "above" if how == "<super>" else "below",
                        "".join(_sign(chr(int(c, 16))) for c in code.split()),
                    )
                else:
                    yield "", sign


def _command(sign: str) -> str | None:
    return GREEK.get(sign) or SIGNS.get(sign)


def _sign(sign: str) -> str:
    if sign in _PLAIN or sign in ("{}", *"+-=()"):
        return sign
    return _command(sign) or rf"\text{{{sign}}}"


def _accented(made: str, accents: Iterable[str]) -> str:
    for accent in accents:
        made = f"{accent}{{{made}}}"
    return made

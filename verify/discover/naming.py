"""How a proof that is written names things: a claim's formulas by where they stand, variables as they read."""

from __future__ import annotations

import keyword
import re
import unicodedata
from itertools import count
from typing import Any, Final

from sympy import Add, Mul, Pow, Symbol

from verify import audit
from verify.claims.claim import Claim
from verify.discover.source import Spelling
from verify.language import terms
from verify.language.terms import Formula, sort_of

FUNCTIONS: Final = frozenset((
    "Abs", "E", "Integral", "KroneckerDelta", "Lambda", "Max", "Min", "Rational", "Sum", "acos", "asin", "atan", "cos",
    "cosh", "exp", "log", "pi", "sin", "sinc", "sinh", "sqrt", "tan", "tanh",
))  # fmt: skip
"""Names of sympy that no variable of a module may have."""

WORDS: Final = {"⋆": "_star", "′": "_prime", "̂": "_hat", "̃": "_tilde", "ₒ": "_0"}
"""Signs in the names of variables that no name in Python has."""


class Names(Spelling):
    """Spells formulas as a module does: the claim's own by where they stand, variables by names that are free."""

    def __init__(self, claim: Claim | None = None) -> None:
        self._known: dict[Formula, str] = {}
        if claim is not None:
            self.refer(claim)
        super().__init__(())

    def refer(self, claim: Claim, name: str = "") -> None:
        """From now on the claim's formulas are written by where they stand in it; its name is `claim` in its proof.

        Args:
            claim: the claim.
            name: what it is called, where it is not the one that is proved.
        """
        given, states = f"{name}.given" if name else "given", f"{name or 'claim'}.states"
        self._known = {f: f"{given}[{n}]" for n, f in reversed(list(enumerate(claim.given)))}
        self._known |= {f: f"{states}[{n}]" for n, f in reversed(list(enumerate(claim.states)))}

    def __call__(self, term: Any) -> str:
        """The term or formula in Python."""
        if isinstance(term, Formula) and term in self._known:
            return self._known[term]
        if isinstance(term, Add):
            said = [self(a) if isinstance(a, Mul) else self._inside(a, Add) for a in term.as_ordered_terms()]
            return " + ".join(said).replace("+ -", "- ")
        if isinstance(term, Pow) and term.exp.is_negative:
            return f"1/{self._factor(1 / term)}"
        return str(super().__call__(term))

    def _product(self, term: Mul) -> str:
        """A product as a quotient, where there is something to divide by."""
        if term.as_coeff_Mul()[0].is_negative:
            return "-" + self(-term)
        numbers = [a for a in term.args if sort_of(a) in ("scalar", "zero")]
        others = [self._factor(a) for a in term.args if a not in numbers]
        above, below = Mul(*numbers).as_numer_denom()
        said = [*([self._factors(above)] if above != 1 or not others else []), *others]
        if below == 1:
            return "*".join(said)
        bottom = self._factors(below)
        return f"{'*'.join(said)}/({bottom})" if isinstance(below, Mul) else f"{'*'.join(said)}/{bottom}"

    def _factors(self, term: Any) -> str:
        return "*".join(map(self._factor, Mul.make_args(term)))

    def _factor(self, term: Any) -> str:
        """A factor or divisor, in brackets where it has operators that bind less than those of powers."""
        bare = not isinstance(term, Add | Mul) and not (isinstance(term, Pow) and term.exp.is_negative)
        return self(term) if bare and not (term.is_number and term.is_negative) else f"({self(term)})"

    @property
    def named(self) -> dict[Symbol, str]:
        """The names that variables have."""
        return dict(self._names)

    def only(self, used: set[str]) -> None:
        """Forgets the variables whose names are not among these."""
        for symbol, name in self.named.items():
            if name not in used:
                del self._names[symbol]

    def bare(self, symbol: Symbol) -> str:
        """A variable by its name alone, as a rule that binds it takes it."""
        return self.name(symbol)

    def name(self, symbol: Symbol) -> str:
        """The Python name of a variable."""
        if symbol not in self._names:
            plain = "".join(WORDS.get(c, c if f"a{c}".isidentifier() else "") for c in symbol.name)
            plain = plain if plain.isidentifier() and not keyword.iskeyword(plain) else "v"
            taken = {read(n) for n in (*self._names.values(), *_RESERVED)}
            names = (plain if k == 1 else f"{plain}_{k}" for k in count(1))
            self._names[symbol] = next(n for n in names if read(n) not in taken and not _is_step(n))
        return self._names[symbol]


def read(name: str) -> str:
    """A name as Python reads it: ℓ is l."""
    return unicodedata.normalize("NFKC", name)


_RESERVED = frozenset((*audit.__all__, *FUNCTIONS, *terms.__all__, "claim", "given", "REPAIRED"))


def _is_step(name: str) -> bool:
    return re.fullmatch(r"s\d+", name) is not None

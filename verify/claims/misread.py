"""What of a statement would be read otherwise than it is held: a proof would show something else than a reader sees."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from math import log10
from typing import Final

from sympy import Basic, Expr, Float, Integral, Lambda, Rational, S, Sum, Symbol, nan, oo, preorder_traversal, zoo
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import BooleanAtom, BooleanFunction, Xor

from verify.core.nodes import FUNCTIONS
from verify.language.binding import free_variables, open_binder, sort_of, spaces
from verify.language.formulas import ForAll, Formula, Relation
from verify.language.letters import split_name
from verify.language.names import kind_of
from verify.language.nodes import EUCLIDEAN, Deriv, Fun, IllFormed, Pt, Vec
from verify.language.words import fraction_of

MOST_BITS: Final = 13_288
"""Of a number in a statement: 4,000 digits; Python writes none of more than 4,300."""

_BINDERS = (Sum, Integral, Deriv, ForAll, Lambda)
_CONSTANTS = {S.Pi: ("pi", "π"), S.Exp1: ("e", "E")}
"""How numbers are shown that have names."""
_FUNCTIONS = FUNCTIONS | {"sqrt", "ln", "max", "min", "Abs", "Max", "Min"}
_OPERATOR = re.compile(r"[-+*/^=<>≤≥≠(),]")
"""What terms are shown with; an index in braces may have some of it."""
_SCRIPTS = {"LATIN", "GREEK", "MATHEMATICAL", "DOUBLE-STRUCK", "SCRIPT", "BLACK-LETTER", "PLANCK", "MODIFIER"}
"""The first words of the names of letters that readers tell apart from each other."""
_TWINS = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo", strict=True))
"""Greek letters that look like Latin ones."""
_BELOW = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
_STYLED = re.compile("[\U0001d400-\U0001d7ff\u212f\u00b5]")
"""Letters of other fonts, which pages set as their own."""
_BESIDE = set("_{},+′″⋆₀₁₂₃₄₅₆₇₈₉₊₋")
"""What names of numbers may have beside letters and digits."""
_BESIDE_FOR_HEADS = _BESIDE | set("⁻⁺¹ᵀ∂∇√‖ ")
"""And those of functions, vectors and points."""


def misread(given: Sequence[Formula], states: Sequence[Formula]) -> Iterator[str]:
    """In one line each, what readers of these formulas, side by side, would take for something else."""
    formulas = (*given, *states)
    for symbol in sorted({s for formula in formulas for s in formula.atoms(Symbol) - spaces(formula)}, key=_text):
        yield from misnamed(symbol)
    for formula in formulas:
        yield from undeclared(formula)
    binders = [term for formula in formulas for term in formula.atoms(*_BINDERS)]
    for formula in formulas:
        yield from _floats(formula)
        yield from _undefined(formula)
    yield from _too_long(given, states)
    for term in binders:
        yield from _captured(term)
    yield from _lookalikes(formulas, binders)
    yield from _bare(formulas)
    yield from _members(formulas)
    yield from _left_free(given, states)


def misnamed(symbol: Symbol, *, explained: bool = False) -> Iterator[str]:
    """What is wrong with a name, if a reader would take it for a number, a term, nothing, or another name.

    Beside a name that is `explained`, the term stands that it is, so that it may be written like a term.
    """
    name, is_number = symbol.name, kind_of(symbol).split(" ")[-1] in ("real", "integer", "positive", "nonnegative")
    if type(name) is not str:  # a class of its own may be printed as it likes
        yield f"the name {_text(symbol)!r} must be of type str, not {type(name).__name__}"
        return
    plain = _plain(name)
    is_norm = len(plain) == 3 and plain[0] == plain[-1] == "‖"
    beside = _BESIDE if is_number and not is_norm else _BESIDE_FOR_HEADS
    odd = [c for c in plain if not _is_letter(c) and not c.isdecimal() and (explained or c not in beside)]
    odd = [c for c in odd if not explained or unicodedata.category(c)[0] in "LMC"]
    first = plain.lstrip("‖" if is_norm or explained or not is_number else "")[:1]
    if not first or (not _is_letter(first) and (is_number or first not in "𝟎𝟏∂∇√")):
        yield f"the name {name!r} reads as a number or a sign: it must begin with a Latin or Greek letter"
    elif odd:
        called = unicodedata.name(odd[0], f"the sign {odd[0]!r}").lower()
        yield f"the name {name!r} must have Latin or Greek letters, digits, primes and an index only, not {called}"
    elif plain != " ".join(plain.split()):
        yield f"the name {name!r} must have no spaces at its ends"
    elif split_name(plain)[1]:
        yield f"the name {name!r} is set as a power: it must have one _ before an index"
    elif is_number and _shown(name) in _CONSTANTS[S.Pi]:
        yield f"a variable is shown as the constant pi is: {name} needs another name"


def _is_letter(c: str) -> bool:
    """Whether it is a letter that readers tell apart, or an accent that is set on one."""
    category = unicodedata.category(c)
    if category == "Mn":
        return c != "\u034f" and not 0xFE00 <= ord(c) <= 0xFE0F  # which are not seen
    return category[0] == "L" and unicodedata.name(c, "").split(" ")[0] in _SCRIPTS


def _text(symbol: Symbol) -> str:
    return str.__str__(symbol.name)


def _plain(name: str) -> str:
    """With letters and accents in one code each, and letters of other fonts as those that they are."""
    return _STYLED.sub(lambda found: _without_font(found[0]), unicodedata.normalize("NFC", name))


def _without_font(letter: str) -> str:
    plain = unicodedata.normalize("NFKC", letter)
    return letter if plain.isdecimal() else plain


def check_sorts(formula: Formula) -> None:
    """Refuses a formula with sides that are no terms, or that cannot be compared.

    Raises:
        IllFormed: for a product of two vectors, a vector beside a number, and whatever else mixes sorts.
    """
    parts = dict.fromkeys(preorder_traversal(formula))  # not by their texts: a number may be too long for one
    for term in (part for part in parts if isinstance(part, AppliedUndef)):
        name, of_numbers = term.func.__name__, not term.has(Vec, Pt)
        ways = f'function("{name}") or, of an index, family("{name}")' if of_numbers else f'field("{name}")'
        raise IllFormed(f"{term} is a function of sympy's own: {name} must be made by {ways}")
    for relation in (part for part in parts if isinstance(part, Relation)):
        sides = relation.written[::2]
        for side in sides:
            if isinstance(side, BooleanAtom | BooleanFunction):
                powers = "; a power is written x**2" if side.has(Xor) else ""
                raise IllFormed(f"{side} in {relation} is true or false, and no term{powers}")
        kinds = [_sort(side) for side in sides]
        known = [kind for kind in kinds if kind != "zero"]
        if len(set(known)) > 1 or ("a point" in known and "zero" in kinds):
            plain = ["a number" if kind == "zero" else kind for kind in kinds]
            raise IllFormed(f"{relation} compares {' with '.join(plain)}{_numbers_of(sides, kinds)}")
        if relation.op != "=" and set(known) - {"a number"}:
            what = known[0].removeprefix("a ").replace("vector", "vectors").replace("point", "points")
            raise IllFormed(f"{relation} compares {what} by {relation.written[1]}{_numbers_of(sides, kinds)}")


def _sort(side: Expr) -> str:
    """What a side is, in words; two vectors of one space, and no others, are in the same words."""
    sort = sort_of(side)
    plain = {"scalar": "a number", "point": "a point", "zero": "zero", EUCLIDEAN: "a vector"}
    return plain.get(sort) or f"a vector of {sort}"


def _numbers_of(sides: Sequence[Expr], kinds: Sequence[str]) -> str:
    """How numbers are made of the vectors among the sides."""
    vector = next((side for side, kind in zip(sides, kinds, strict=True) if kind.startswith("a vector")), None)
    return f": norm({vector}) and Inner({vector}, …) are numbers" if vector is not None else ""


def undeclared(formula: Formula) -> Iterator[str]:
    """The variables of plain sympy, of which nothing is known: not that they are real, nor of which sort."""
    bound = {v for term in formula.atoms(Lambda) for v in term.signature}
    symbols = formula.atoms(Symbol) - spaces(formula) - bound
    for symbol in sorted((s for s in symbols if type(s) is Symbol and not s._assumptions_orig), key=str):
        ways = ", ".join(f'{kind}("{symbol}")' for kind in ("real", "integer", "positive", "nonnegative"))
        yield f"{symbol} in {formula} is a symbol of which nothing is declared: it must be made by one of {ways}"


def _floats(formula: Formula) -> Iterator[str]:
    for number in sorted(formula.atoms(Float), key=str):
        yield f"{formula} has the float {float(number)}: a fraction is written {fraction_of(number)}, or as S(1)/2"


def _undefined(formula: Formula) -> Iterator[str]:
    if formula.has(zoo, nan):
        yield f"in {formula} a division by zero was written, as 1/0, of which sympy has made zoo or nan"
    elif formula.has(oo, -oo):
        yield f"{formula} speaks of oo, and ∞ is no number: a bound is a variable, as in ge(T, 1)"


def _too_long(given: Sequence[Formula], states: Sequence[Formula]) -> Iterator[str]:
    """Numbers that no page, file or message could have; the formulas are named by their places for that reason."""
    for what, formulas in (("given", given), ("states", states)):
        for position, formula in enumerate(formulas):
            longest = max((max(abs(n.p), n.q) for n in formula.atoms(Rational)), default=0)
            if longest.bit_length() > MOST_BITS:
                digits, most = round(longest.bit_length() * log10(2)), int(MOST_BITS * log10(2))
                remedy = "let a variable stand for it, with a hypothesis that says how large it is"
                yield f"{what}[{position}] has a number of about {digits} digits; at most {most} can be shown: {remedy}"


def _captured(binder: Basic) -> Iterator[str]:
    """A variable that is bound for nothing, though it stands in its scope: another binder there has taken it."""
    bound, inside, *_ = open_binder(binder) or ((), ())
    for v in bound:
        if not any(v in t.free_symbols for t in inside) and any(v in t.atoms(Symbol) for t in inside):
            yield f"in {binder} every {v} belongs to the inner sum or quantifier: the outer one needs another name"


def _lookalikes(formulas: Sequence[Formula], binders: Sequence[Basic]) -> Iterator[str]:
    """Two variables that are shown alike where both are meant, and variables that are shown as a constant is."""
    used = {symbol for formula in formulas for symbol in formula.atoms(Symbol) - spaces(formula)}
    names = {_shown(symbol.name): symbol.name for symbol in used}
    if len(names) < len(used):
        yield from _alike(set[Symbol]().union(*map(free_variables, formulas)))
        for binder in binders:
            bound, inside, *_ = open_binder(binder) or ((), ())
            yield from _alike({*bound}.union(*map(free_variables, inside)))
    for name in sorted(names):
        if name in _FUNCTIONS or _OPERATOR.search(re.sub(r"\{.*?\}", "", names[name])):
            yield f"a variable is shown as a function or a term is: {names[name]} needs another name"
    for constant, forms in _CONSTANTS.items():
        name = next((form for form in forms if form in names), "")
        if name and any(formula.has(constant) for formula in formulas):
            yield f"a variable is shown as the constant {constant} is: {names[name]} needs another name"


def _alike(symbols: Iterable[Symbol]) -> Iterator[str]:
    seen: dict[str, Symbol] = {}
    for symbol in sorted(symbols, key=lambda s: (s.name, kind_of(s))):
        name = _shown(symbol.name)
        other = seen.setdefault(name, symbol)
        if other != symbol:
            kinds = " and ".join(f"{kind_of(s)} {s.name}" for s in (other, symbol))
            yield f"two variables are shown as {name}: {kinds}; they need to be one, or to have two names"


def _shown(name: str) -> str:
    base, below = _set(name)
    return "_".join((base, *below))


def _set(name: str) -> tuple[str, tuple[str, ...]]:
    """The letters of a name as they are set, and what is set below them."""
    base, _, below = split_name("".join(_BELOW.get(c, c) for c in _plain(name)))
    letters = "".join(_TWINS.get(c, c) for c in base)
    return letters, tuple(part.strip("{}") for part in below)


def _members(formulas: Sequence[Formula]) -> Iterator[str]:
    """Variables that are set as members of a family are, which they have nothing to do with: ℓ_1 beside ℓ(t)."""
    families = {}
    for term in (term for formula in formulas for term in formula.atoms(Vec, Pt, Fun)):
        indices = term.args[1 if isinstance(term, Pt) else 2 :]
        if indices and all(index.is_integer for index in indices):
            base, below = _set(_text(term.args[0]))
            families[base, below] = _text(term.args[0])
    names = {_text(s) for formula in formulas for s in formula.atoms(Symbol) - spaces(formula)}
    variables = {_shown(name) for name in names}
    for name in sorted(names):
        base, below = _set(name)
        for size in reversed(range(len(below))):
            family, index = families.get((base, below[:size])), ", ".join(below[size:])
            if family and all(part.isdecimal() or part in variables for part in re.findall(r"\w+", index)):
                yield f"{name} is shown as {family}({index}) is: it needs another name"  # λ_max is no member
                break


def _left_free(given: Sequence[Formula], states: Sequence[Formula]) -> Iterator[str]:
    """Variables that hypotheses have for one value, and what is stated for all.

    Not where hypotheses say what that one is: then it is meant.
    """
    stated = set[Symbol]().union(*map(free_variables, states))
    bound = {v for formula in states for term in formula.atoms(*_BINDERS) for v in (open_binder(term) or ((),))[0]}
    free = set[Symbol]().union(*map(free_variables, given))
    for v in sorted((free - stated) & bound, key=_text):
        abstract = {v for formula in given for term in formula.atoms(Vec, Pt, Fun) for v in term.free_symbols}
        alone = [formula for formula in given if v in free_variables(formula) and not formula.atoms(Vec, Pt, Fun)]
        if v in abstract and not alone:
            yield f"{v} is one in the hypotheses, and bound in what is stated: for all {v} is written forall({v}, …)"


def _bare(formulas: Iterable[Formula]) -> Iterator[str]:
    """Vectors and points that stand with and without indices."""
    heads: dict[Basic, set[bool]] = {}
    for term in (term for formula in formulas for term in formula.atoms(Vec, Pt, Fun)):
        indices: Sequence[Expr] = term.args[1 if isinstance(term, Pt) else 2 :]
        heads.setdefault(term.args[0], set()).add(bool(indices))
    for head in (head for head, ways in heads.items() if len(ways) > 1):
        yield f"{head} stands with an index and without one: is it one vector, or a family of them?"

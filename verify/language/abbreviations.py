"""Names for what repeats in a statement: put into it for what they stand for, and taken out of it again.

An abbreviation is a name, with parameters or without, and a meaning: `G(t)` and 2⟨p(t), x(t)⟩(x(t) − ⟨p(t), x(t)⟩p(t)).
`folded` looks for terms that the meaning is for some values of the parameters. `unfolded` is the substitution that
undoes it, and by which formulas that were written with names are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations
from typing import Any

from sympy import Add, Basic, Expr, Integer, Lambda, Mul, S, Symbol

from verify.language.exists import Exists
from verify.language.terms import EUCLIDEAN, Deriv, ForAll, Fun, IllFormed, Inner, Pt, Vec

Binding = Mapping[Any, Any]


@dataclass(frozen=True)
class Abbreviation:
    """A name, a symbol, vector or point or a family or function of plain variables, and what it stands for."""

    name: Any
    meaning: Any

    def __post_init__(self) -> None:
        if not isinstance(self.name, Symbol | Fun | Vec | Pt):
            raise IllFormed(f"where: a name is a symbol, vector, point, family or function, not {self.name}")
        if len(set(self.parameters)) < len(self.parameters) or not all(map(_is_plain, self.parameters)):
            raise IllFormed(f"where: the arguments of {self.name} must be different plain variables")
        if self.text in texts(self.meaning):
            raise IllFormed(f"where: {self.name} stands for a term that it is a part of, {self.meaning}")
        if self.name.has(*self._bound):
            raise IllFormed(f"where: {self.name} takes a variable that is bound in {self.meaning}")

    @property
    def head(self) -> Any:
        """The name without its parameters."""
        return self.name if isinstance(self.name, Symbol) else self.name.args[0]

    @property
    def text(self) -> str:
        """How the head is shown."""
        return str(self.head.name)

    @property
    def parameters(self) -> tuple[Any, ...]:
        """The variables that the name is a function of."""
        return _arguments(self.name)

    def is_called(self, term: Any) -> bool:
        """Whether the term is the name, with these or other arguments."""
        if isinstance(self.name, Symbol):
            return bool(term == self.name)
        same = type(term) is type(self.name) and term.args[0] == self.name.args[0]
        return same and len(_arguments(term)) == len(self.parameters)

    def named(self, values: Binding) -> Any:
        """The name with these values of its parameters."""
        return self.name.xreplace(dict(values))

    def means(self, called: Any) -> Any:
        """What the name with the arguments of `called` stands for.

        Raises:
            IllFormed: where an argument has the name of a variable that is bound in the meaning.
        """
        values = dict(zip(self.parameters, _arguments(called), strict=True))
        captured = {v for value in values.values() for v in value.free_symbols} & self._bound
        if captured:
            raise IllFormed(f"where: in {called}, {captured.pop()} has another meaning than in {self.meaning}")
        return self.meaning.xreplace(values)

    def caught(self, bound: Iterable[Any]) -> set[Any]:
        """The variables of the meaning, parameters aside, that are others than these where these are bound."""
        return self._free.intersection(bound)

    def may_be_in(self, term: Basic) -> bool:
        """Whether the term has all variables that the meaning has, whatever the values of the parameters."""
        return self._free <= term.atoms(Symbol)

    @cached_property
    def _free(self) -> set[Any]:
        own: set[Any] = set().union(*(parameter.free_symbols for parameter in self.parameters))
        free: set[Any] = self.meaning.free_symbols - own
        return free

    @cached_property
    def _bound(self) -> set[Any]:
        inside: set[Any] = self.meaning.atoms(Symbol) - self.meaning.free_symbols
        return inside


def texts(term: Basic) -> set[str]:
    """How the variables of a term are shown, the bound ones too; two of different sorts may be shown the same."""
    return {symbol.name for symbol in term.atoms(Symbol) - {EUCLIDEAN}}


def unfolded(term: Any, names: Sequence[Abbreviation]) -> Any:
    """The term with what the names stand for; the first name's meaning may use the names after it.

    Raises:
        IllFormed: where a name stands under a binder of a variable that its meaning has.
    """
    for abbreviation in names:
        if isinstance(term, Basic) and term.has(abbreviation.head):
            term = _unfolded(term, abbreviation, frozenset())
    return term


def _unfolded(term: Any, abbreviation: Abbreviation, bound: frozenset[Any]) -> Any:
    if not isinstance(term, Basic):
        return term
    inside = bound | frozenset(_bound_by(term))
    args = [_unfolded(part, abbreviation, inside) for part in term.args]
    made = term if _same(args, term.args) else term.func(*args)
    if not abbreviation.is_called(made):
        return made
    if caught := abbreviation.caught(bound):
        said = f"{caught.pop()} is bound where {abbreviation.name} stands, and free in {abbreviation.meaning}"
        raise IllFormed(f"where: {said}")
    return abbreviation.means(made)


def folded(term: Any, names: Sequence[Abbreviation]) -> Any:
    """The term with the names in the place of what they stand for, but where a variable of that is bound."""
    for abbreviation in names:
        if isinstance(term, Basic) and abbreviation.may_be_in(term):
            term = _folded(term, abbreviation)
    return term


def _folded(term: Any, abbreviation: Abbreviation) -> Any:
    if isinstance(term, Expr):
        return _folded_term(term, abbreviation)
    return _folded_anew(term, abbreviation) if isinstance(term, Basic) else term


@lru_cache(maxsize=1 << 14)
def _folded_term(term: Expr, abbreviation: Abbreviation) -> Any:
    """Remembered: the steps of a proof share most of their terms. Formulas may be equal and shown differently."""
    return _folded_anew(term, abbreviation)


def _folded_anew(term: Basic, abbreviation: Abbreviation) -> Any:
    for values in _matches(abbreviation.meaning, term, {}, abbreviation.parameters):
        return abbreviation.named(values)
    if abbreviation.caught(_bound_by(term)):
        return term
    args = [_folded(part, abbreviation) for part in term.args]
    made = term if _same(args, term.args) else term.func(*args)
    if isinstance(made, Add) and isinstance(abbreviation.meaning, Add):
        return _fold_terms(made, abbreviation)
    if isinstance(made, Mul) and isinstance(abbreviation.meaning, Mul):
        return _fold_factors(made, abbreviation)
    return made


def _fold_terms(sum_: Any, abbreviation: Abbreviation) -> Any:
    """A sum of which some terms make up a rational multiple of what the name stands for."""
    first = abbreviation.meaning.args[0].as_coeff_Mul()[0]
    ratios = {term.as_coeff_Mul()[0] / first for term in sum_.args}
    for ratio in sorted((r for r in ratios if r.is_Rational), key=lambda r: (abs(r), -r)):
        parts = [S(ratio) * part for part in abbreviation.meaning.args]
        for values, rest in _among(parts, sum_.args, {}, abbreviation.parameters):
            return _folded(Add(*rest), abbreviation) + ratio * abbreviation.named(values)
    return sum_


def _fold_factors(product: Any, abbreviation: Abbreviation) -> Any:
    """A product of which some factors make up what the name stands for, up to a rational multiple."""
    number, factors = product.as_coeff_Mul()
    own, parts = abbreviation.meaning.as_coeff_Mul()
    for values, rest in _among(Mul.make_args(parts), Mul.make_args(factors), {}, abbreviation.parameters):
        return number / own * abbreviation.named(values) * Mul(*rest)
    return product


def _among(
    parts: Sequence[Any], terms: Sequence[Any], values: Binding, parameters: Sequence[Any]
) -> Iterator[tuple[Binding, list[Any]]]:
    """How the parts can be found among the terms, each once, and which terms are left."""
    if not parts:
        yield values, list(terms)
        return
    for place, term in enumerate(terms):
        left = [*terms[:place], *terms[place + 1 :]]
        for found in _matches(parts[0], term, values, parameters):
            yield from _among(parts[1:], left, found, parameters)


def _matches(pattern: Any, term: Any, values: Binding, parameters: Sequence[Any]) -> Iterator[Binding]:
    """The values of the parameters for which the pattern is the term."""
    if pattern in parameters:
        if values.get(pattern, term) == term and _may_be(pattern, term):
            yield {**values, pattern: term}
        return
    if not isinstance(pattern, Basic) or not pattern.has(*parameters):
        yield from [values] if pattern == term else []
        return
    if isinstance(pattern, Add) and isinstance(term, Add):
        yield from _of_sum(pattern, term, values, parameters)
        return
    if type(pattern) is not type(term) or len(pattern.args) != len(term.args):
        return
    if isinstance(pattern, Mul):
        yield from (found for found, _ in _among(pattern.args, term.args, values, parameters))
        return
    orders = permutations(pattern.args) if isinstance(pattern, Inner) else [_of_binder(pattern, term)]
    for parts in orders:
        yield from _in_order(parts, term.args, values, parameters)


def _of_sum(pattern: Any, term: Any, values: Binding, parameters: Sequence[Any]) -> Iterator[Binding]:
    """As `_matches`, for sums: a parameter that is a term of the pattern may be a sum itself."""
    open_ = [part for part in pattern.args if part in parameters]
    closed = [part for part in pattern.args if part not in parameters]
    for found, rest in _among(closed, term.args, values, parameters):
        if len(open_) == 1 and rest:
            yield from _matches(open_[0], Add(*rest), found, parameters)
        elif len(open_) == len(rest):
            yield from (all_found for all_found, _ in _among(open_, rest, found, parameters))


def _in_order(
    parts: Sequence[Any], terms: Sequence[Any], values: Binding, parameters: Sequence[Any]
) -> Iterator[Binding]:
    if not parts:
        yield values
        return
    for found in _matches(parts[0], terms[0], values, parameters):
        yield from _in_order(parts[1:], terms[1:], found, parameters)


def _of_binder(pattern: Any, term: Any) -> Sequence[Any]:
    """The arguments of a binder with the bound variables of the term; of others, as they are."""
    own, wanted = (_bound_by(t) for t in (pattern, term))
    renamed = dict(zip(own, wanted, strict=True)) if len(own) == len(wanted) else {}
    return [part.xreplace(renamed) for part in pattern.args]


def _bound_by(term: Any) -> list[Any]:
    if isinstance(term, Deriv):
        return [term.args[1]]
    if isinstance(term, ForAll | Exists):
        return list(term.variables)
    if isinstance(term, Lambda):
        return list(term.signature)
    return [limit[0] for limit in getattr(term, "limits", ())]


def _may_be(parameter: Any, term: Any) -> bool:
    """Whether a parameter stands for such terms: an integer only for integers, a vector for no number."""
    if isinstance(parameter, Symbol):
        return isinstance(term, Basic) and (not parameter.is_integer or bool(term.is_integer))
    return not isinstance(term, Integer)


def _arguments(name: Any) -> tuple[Any, ...]:
    if isinstance(name, Symbol):
        return ()
    return tuple(name.args[1:] if isinstance(name, Pt) else name.args[2:])


def _is_plain(term: Any) -> bool:
    return isinstance(term, Symbol) or (isinstance(term, Vec | Pt) and not _arguments(term))


def _same(args: Sequence[Any], others: Sequence[Any]) -> bool:
    return len(args) == len(others) and all(a is b for a, b in zip(args, others, strict=True))

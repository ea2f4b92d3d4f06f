"""Values that make a predicate true, from the axioms that say so of something in particular."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sympy import Lambda, Rational, S, Symbol, Tuple

from verify.author.kernel import Axiom
from verify.axioms import every_axiom
from verify.language.terms import Formula, FunHead, Head, Predicate, Pt, PtHead, Relation, Vec, VecHead, eq, substitute

_SCALES = (S(2), S(-1), Rational(1, 2))
"""What is tried for a parameter of an axiom."""


@dataclass
class Model:
    """What makes a predicate true: a dimension (None: any), values of heads and sizes, and more that must hold."""

    words: str = ""
    dimension: int | None = None
    values: dict[Symbol, Any] = field(default_factory=dict)
    formulas: list[Formula] = field(default_factory=list)


@cache
def _axioms() -> tuple[Axiom, ...]:
    return tuple(a for a in every_axiom() if isinstance(a.conclusion, Predicate))


def models(predicate: Predicate) -> Iterator[Model]:
    """The models of a predicate that the axioms speak of; none where no axiom concludes it."""
    for axiom in _axioms():
        assert isinstance(axiom.conclusion, Predicate)
        if axiom.conclusion.words == predicate.words:
            yield from _matched(predicate.args[1:], axiom)


def _matched(wanted: Sequence[Any], axiom: Axiom) -> Iterator[Model]:
    given = axiom.conclusion.args[1:]
    vectors = [isinstance(a, VecHead | PtHead | Vec | Pt) for a in wanted]
    rest, count = len(given) - vectors.count(False), vectors.count(True)
    n = rest // count if count else 1
    if n < 1 or n * count + vectors.count(False) != len(given):
        return
    size = max([n, *map(_size, given)])
    values: dict[Symbol, Any] = {}
    renamed: dict[Symbol, Symbol] = {}
    formulas: list[Formula] = []
    parts = iter(given)
    for target, is_vector in zip(wanted, vectors, strict=True):
        taken = [next(parts) for _ in range(n if is_vector else 1)]
        head = target.args[0] if isinstance(target, Vec | Pt) and len(target.free_symbols) == 1 else target
        if [target] == taken:
            continue
        if all(isinstance(t, Lambda) for t in taken) and isinstance(head, Head):
            bodies = [t.expr for t in taken]
            values[head] = Lambda(taken[0].signature, Tuple(*bodies) if n > 1 and is_vector else bodies[0])
        elif isinstance(taken[0], FunHead) and isinstance(head, FunHead) and not is_vector:
            renamed[taken[0]] = head
        elif isinstance(head, Head) and is_vector:
            values[head] = Tuple(*taken) if n > 1 else taken[0]
        elif isinstance(head, Symbol) and head.is_integer and taken[0].is_Integer:
            values[head] = taken[0]
        elif not is_vector:
            formulas.append(eq(target, substitute(taken[0], renamed)))
        else:
            return
    formulas += [substitute(h, renamed) for h in axiom.hypotheses if not isinstance(h, Relation)]

    for scale in _scales(values):
        exact = {h: v.xreplace(scale) if isinstance(v, Lambda) else v for h, v in values.items()}
        yield Model(axiom.name, size if count else None, exact, list(formulas))


def _size(value: Any) -> int:
    """How many coordinates a value has, or the values of a function; 1 of what is no tuple."""
    body = value.expr if isinstance(value, Lambda) else value
    return len(body) if isinstance(body, Tuple) else 1


def _scales(values: Mapping[Symbol, Any]) -> Iterator[dict[Symbol, Any]]:
    """Numbers for the parameters that an axiom's functions have, all the same."""
    free = set().union(*(v.free_symbols for v in values.values() if isinstance(v, Lambda)))
    for scale in _SCALES if free else (S.One,):
        yield dict.fromkeys(free, scale)

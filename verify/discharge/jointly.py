"""Instances of schemas that deny each other though none is false by itself: a combination leaves out what is unknown.

A limit, a derivative or a bound that is said to exist is a number of which infinitely many instances speak, each for
values as near to zero, or as far out, as one likes. A whole-number program proposes which of them to add up; the sum is
put to the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from sympy import Add, Expr, Integer, Mul, Poly, PolynomialError, Rational, S, Symbol, exp, lambdify, sqrt

from verify.author.kernel import Theorem, assume, combine, instantiate
from verify.discharge import program
from verify.discharge.absurdity import clash
from verify.discharge.normal import expanded, plain
from verify.discharge.stumbles import GIVES_UP
from verify.language.terms import ForAll, Formula, Fun, Head, Relation, difference, free_variables, ge, gt, substitute

if TYPE_CHECKING:
    from verify.discharge.sequents import Sequents

Floats = npt.NDArray[np.float64]

_SHARES = (0.12, 0.08, 0.05, 0.02, 0.01)
"""Values of the small number in floats, each with parameters as small and as large as it allows."""
_REACH = (0.01, 0.4, 0.6, 0.99)
"""How far a parameter is from the least to the greatest that the small number allows, as a share."""
_MOST_TRIED, _MOST_INSTANCES = 6000, 240
_MOST_TIMES, _MOST_NODES = 3, 400
"""How often an instance is added, and how long the program that says so is searched, in work."""
_CLEARLY = 1e-2
"""By how much the sum is to be false, measured by the usual width of an instance."""
_FAIR = 1e-3
"""The least width of an instance that is used, measured so too."""
_MOST = 1e6
_EXACT = 1e-9


@dataclass(frozen=True)
class _Half:
    """At values of a schema's variables, one inequality `linear ≥ 0`: of a square that is bounded, one of its sides."""

    schema: ForAll
    values: tuple[Expr, ...]
    linear: Expr
    width: Expr
    sign: int

    def theorem(self, instance: Theorem, given: Sequence[Formula]) -> Theorem:
        """It, from the instance of the schema."""
        if self.sign == 0:
            return combine(ge(self.linear, 0), [(1, instance)], facts=given)
        half = 1 / (2 * self.width)  # w − u = (w² − u²)/(2w) + (w − u)²/(2w)
        return combine(ge(self.linear, 0), [(half, instance), (half, self.linear**2)], facts=given)


def combined(given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """−1 ≥ 0, from instances of schemas at values as small or as large as one likes, whose sum is without unknowns.

    Where there are none, one instance may be enough.
    """
    schemas = [g for g in given if _is_plain(g)]
    relations = [g for g in given if isinstance(g, Relation)]
    if not schemas or not program.available():
        return None
    unknown = _unknown(schemas, relations)
    parameters = sorted(set().union(*map(free_variables, schemas)) - set(unknown), key=str)
    small = _named("ε", given)
    signed = [p for p in parameters if not p.is_positive and gt(p, 0) not in relations]
    room = _Room(small, parameters, signed)
    halves = [h for schema in schemas for h in _halves(schema, unknown, room)]
    chosen = _chosen(halves, unknown, room)
    return _absurd(chosen, room, given, search) if chosen else None


def _is_plain(formula: Formula) -> bool:
    """Whether the formula is a schema about numbers without abstract functions."""
    if not isinstance(formula, ForAll) or not isinstance(formula.body, Relation) or formula.body.op not in ("≥", ">"):
        return False
    parts = (*formula.given, formula.body)
    if not all(isinstance(g, Relation) and not g.atoms(Fun) for g in parts):
        return False
    return not any(isinstance(v, Head) or v.is_integer for v in (*formula.variables, *free_variables(formula)))


def _unknown(schemas: Sequence[ForAll], relations: Sequence[Relation]) -> list[Symbol]:
    """The numbers that the bodies alone speak of, and to no higher power than the second: they are to be left out."""
    taken = set().union(*map(free_variables, relations), *(free_variables(g) for s in schemas for g in s.given))
    spoken = set().union(*(free_variables(s.body) - set(s.variables) for s in schemas)) - taken
    spoken = {v for v in spoken if v._assumptions_orig == {"real": True}}  # one with a sign is not left out
    return sorted((v for v in spoken if all(_degree(difference(s.body), v) <= 2 for s in schemas)), key=str)


def _degree(term: Any, v: Symbol) -> float:
    try:
        return float(Poly(plain(term), v).degree()) if v in free_variables(term) else 0.0
    except (PolynomialError, *GIVES_UP):
        return np.inf


def _named(stem: str, given: Sequence[Formula]) -> Symbol:
    taken = {s.name for g in given for s in g.atoms(Symbol)}
    while stem in taken:
        stem += "′"
    return Symbol(stem, positive=True)


class _Room:
    """A number smaller than 1/8 and than all parameters, whose inverse is larger than these; and samples of them all.

    What holds of it holds of the term in the parameters that `value` is. Those that are not `signed` are positive.
    """

    def __init__(self, small: Symbol, parameters: Sequence[Symbol], signed: Sequence[Symbol]) -> None:
        self.small, self.places = small, [small, *parameters]
        self.value = 1 / (9 + Add(*(1 + p**2 if p in signed else p + 1 / p for p in parameters)))
        self.says = [gt(Rational(1, 8), small)]
        for p in parameters:
            self.says += [gt(1 / small, p), gt(p, -1 / small if p in signed else small)]
        rows = [
            [e, *(_between(-1 / e, 1 / e, q) if p in signed else e ** (1 - 2 * q) for p in parameters)]
            for e in _SHARES
            for q in _REACH
        ]
        self.samples = np.array(rows if parameters else [[e] for e in _SHARES]).T

    def at(self, term: Any) -> Floats:
        """The values of a term at the samples."""
        with np.errstate(all="ignore"):
            made = np.asarray(lambdify(self.places, term, modules="numpy")(*self.samples), dtype=float)
        return np.broadcast_to(made, self.samples.shape[1:])

    def terms(self, variable: Symbol) -> list[Expr]:
        """What a variable of a schema may be, of its sign."""
        e = self.small
        small = [e, e / 2, e / 4, e**2, exp(-1 / e)]
        large = [1 / e, 2 / e, 1 / e**2]
        either = [sign * t for t in (S.One, *small, *large, S.Half, Integer(2)) for sign in (1, -1)]
        return [
            t
            for t in (S.Zero, *either)
            if t.is_positive or not (variable.is_positive or (variable.is_nonnegative and t != 0))
        ]


def _between(low: float, high: float, share: float) -> float:
    return low + share * (high - low)


def _halves(schema: ForAll, unknown: Sequence[Symbol], room: _Room) -> Iterator[_Half]:
    """What the schema says at terms at which its conditions hold, as inequalities linear in what is unknown."""
    gap = _Quadratic.read(difference(schema.body), unknown)
    if gap is None:
        return
    holds = [lambdify([*room.places, *schema.variables], difference(g), modules="numpy") for g in schema.given]
    terms = [room.terms(v) for v in schema.variables]
    known = {t: room.at(t) for t in dict.fromkeys(t for several in terms for t in several)}
    found = 0
    ranks = sorted(product(*(range(len(several)) for several in terms)), key=lambda r: (sum(r), r))
    for rank in ranks[:_MOST_TRIED]:  # those near the front of their lists first
        values = tuple(several[n] for several, n in zip(terms, rank, strict=True))
        at = [*room.samples, *(known[t] for t in values)]
        with np.errstate(all="ignore"):
            gaps = [(g.op, np.asarray(c(*at), dtype=float)) for g, c in zip(schema.given, holds, strict=True)]
            met = all(np.all(_met(op, gap)) for op, gap in gaps)
        if not met:
            continue
        made = list(_split(schema, values, gap.at(dict(zip(schema.variables, values, strict=True)))))
        yield from made
        found += bool(made)
        if found == _MOST_INSTANCES:
            return


def _split(schema: ForAll, values: tuple[Expr, ...], gap: _Quadratic) -> Iterator[_Half]:
    """The gap, where it is linear; where it is b − u², b without unknowns and u linear in them, √b − u and √b + u."""
    if gap.is_linear:
        yield _Half(schema, values, gap.term, S.One, 0)
        return
    for z in gap.unknown:
        leading = sqrt(-gap.of(z, z))
        if not leading.is_positive:
            continue
        parts = {w: -gap.of(z, w) / (2 * leading) for w in gap.unknown if w != z}
        rest = -gap.of(z) / (2 * leading)
        left = [gap.of(w) + 2 * u * rest for w, u in parts.items()]
        left += [gap.of(v, w) + u * parts[v] * (1 if v == w else 2) for v in parts for w, u in parts.items()]
        width = sqrt(expanded(gap.of() + rest**2))
        if width.is_positive and not any(map(expanded, left)):
            side = Add(leading * z, rest, *(u * w for w, u in parts.items()))
            yield from (_Half(schema, values, expanded(width - sign * side), width, sign) for sign in (1, -1))
            return


@dataclass(frozen=True)
class _Quadratic:
    """The coefficients of a term in what is unknown, by the unknowns that they are with."""

    unknown: tuple[Symbol, ...]
    coefficients: Mapping[tuple[Symbol, ...], Expr]

    @classmethod
    def read(cls, term: Any, unknown: Sequence[Symbol]) -> _Quadratic | None:
        """The term's own; None where it is of a higher degree."""
        if not unknown:
            return cls((), {(): expanded(plain(term))})
        try:
            made = Poly(expanded(plain(term)), *unknown)
        except PolynomialError:
            return None
        if made.total_degree() > 2:
            return None
        found = {
            tuple(z for z, power in zip(unknown, powers, strict=True) for _ in range(power)): coefficient
            for powers, coefficient in made.terms()
        }
        return cls(tuple(unknown), found)

    def of(self, *names: Symbol) -> Expr:
        """The coefficient of a product of at most two of them."""
        return self.coefficients.get(tuple(sorted(names, key=self.unknown.index)), S.Zero)

    def at(self, values: Mapping[Symbol, Expr]) -> _Quadratic:
        """It at values of other variables."""
        return _Quadratic(self.unknown, {k: expanded(substitute(c, values)) for k, c in self.coefficients.items()})

    @property
    def is_linear(self) -> bool:
        """Whether no product of two unknowns is left."""
        return not any(len(names) == 2 and c != 0 for names, c in self.coefficients.items())

    @property
    def term(self) -> Expr:
        """The sum."""
        return Add(*(Mul(c, *names) for names, c in self.coefficients.items()))


def _met(op: str, gap: Floats) -> npt.NDArray[np.bool_]:
    near = np.abs(gap) <= _EXACT
    return np.asarray({"=": near, "≠": ~near, "≥": gap >= -_EXACT, ">": gap > 0}[op] & np.isfinite(gap))


def _chosen(halves: Sequence[_Half], unknown: Sequence[Symbol], room: _Room) -> list[tuple[_Half, int]]:
    """A few inequalities, and how often each, whose sum has nothing unknown and is clearly false at all samples."""
    columns, kept = [], []
    for half in halves:
        rows = [room.at(half.linear.coeff(z)) for z in unknown]
        rest = room.at(half.linear.xreplace(dict.fromkeys(unknown, S.Zero)))
        width = room.at(half.width)
        column = np.array([*rows, rest, width])
        if np.all(np.isfinite(column)):
            columns.append(column)
            kept.append(half)
    if not kept:
        return []
    table = np.array(columns)  # (halves, unknown, the rest and the width, samples)
    usual = np.median(table[:, -1, :], axis=0)
    fair = np.all(table[:, -1, :] >= _FAIR * usual, axis=1)  # to what says nearly nothing, floats are blind
    kept, table = [h for h, good in zip(kept, fair, strict=True) if good], table[fair] / usual
    names = table[:, :-2, :].reshape(len(kept), -1).T
    names = names / (np.abs(names).max(axis=1, keepdims=True, initial=0.0) + _EXACT)
    rest = np.clip(table[:, -2, :].T, -_MOST, _MOST)  # a program with numbers of all sizes is not solved
    limits = [(rest, -np.inf, -_CLEARLY), *([(names, 0.0, 0.0)] if unknown else [])]
    costs = [1.0 + 0.1 * sum(int(v.count_ops()) for v in h.values) for h in kept]
    times = program.whole(costs, _MOST_TIMES, limits, _MOST_NODES)
    return [(h, n) for h, n in zip(kept, times, strict=True) if n] if times else []


def _absurd(
    chosen: Sequence[tuple[_Half, int]], room: _Room, given: Sequence[Formula], search: Sequents
) -> Theorem | None:
    """−1 ≥ 0, where the search shows that the sum is false."""
    total = expanded(Add(*(times * half.linear for half, times in chosen)))
    if free_variables(total) - set(room.places):
        total = expanded(plain(total, room.says))
    about = [*room.says, *(g for g in given if isinstance(g, Relation))]
    parts: list[Theorem] = []
    apart = search.formula(gt(-total, 0), [g for g in about if free_variables(g) <= free_variables(total)])
    if apart is None:
        return None
    for half, _ in chosen:
        instance = instantiate(assume(half.schema), list(half.values))
        settled = search.settled(instance, [*about, half.schema])
        if settled is None:
            return None
        parts.append(half.theorem(settled, about))
    opposite = combine(ge(total, 0), [(times, part) for part, (_, times) in zip(parts, chosen, strict=True)])
    absurd = search.settled(clash(apart, opposite), [*about, *(half.schema for half, _ in chosen)])
    return None if absurd is None else _everywhere(absurd, room, about[len(room.says) :], search)


def _everywhere(absurd: Theorem, room: _Room, about: Sequence[Formula], search: Sequents) -> Theorem | None:
    """What follows for the small number, for the term that it stands for."""
    at: Mapping[Symbol, Expr] = {room.small: room.value}
    wanted = [substitute(g, at) for g in room.says if g in absurd.hypotheses]
    met = [search.formula(g, about) for g in wanted]
    proofs = [m for m in met if m is not None]
    return instantiate(absurd, dict(at), proofs) if len(proofs) == len(met) else None


__all__ = ["combined"]

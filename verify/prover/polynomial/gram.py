"""The search for sums of squares: proposals that `squares.check` decides about.

Unknown Gram matrices with a linear equation for each coefficient; the equations are solved exactly, a positive
definite solution is found in floating point, and its free entries are rounded. Where all solutions are singular
(the goal has zeros), their common kernel is read off the dual, rounded, and divided out of the basis exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray

from verify.prover.allowance import Allowance
from verify.prover.goal import Goal
from verify.prover.polynomial import semidefinite
from verify.prover.polynomial.reading import Polynomial, System, Unreadable, read, to_json
from verify.prover.polynomial.squares import Matrix, accepts, factored, holds_strictly, weight_polynomial
from verify.prover.rejected import Rejected

Array = NDArray[np.float64]

_MOST_UNKNOWNS = 1400
_LARGEST_BLOCK = 45
_MOST_MONOMIALS = 400
_ROUNDS = 6
_STRATEGY = 1e-3
"""The work of making up a strategy, beside what its sizes cost."""
_DENOMINATORS = (1, 2, 4, 12, 60, 720, 10**4, 10**6, 10**9, 10**13)


@dataclass(frozen=True)
class Block:
    """An unknown Gram matrix over `basis`, times the product of the conditions `weight`."""

    weight: tuple[int, ...]
    factor: Polynomial
    basis: tuple[Polynomial, ...]


def propose(goal: Goal, allowed: Allowance) -> dict[str, Any] | None:
    """Data that the check accepts, if as much work as is allowed finds them."""
    try:
        system = read(goal)
    except Unreadable:
        return None
    for multiplier, blocks in strategies(system, allowed):
        if allowed.is_over:
            return None
        for grams in solutions(system, multiplier, blocks, allowed):
            terms = [as_data(b, g) for b, g in grams if any(c != 0 for row in g for c in row)]
            data: dict[str, Any] = {"terms": terms}
            if multiplier:
                data["multiplier"] = [as_data(b, _identity(len(b.basis))) for b in multiplier]
                inside = None if system.strict else _inside(system)
                if inside is not None:
                    data["inside"] = [str(c) for c in inside]
            if accepts(goal, data):
                return data
    return None


def as_data(block: Block, gram: Matrix) -> dict[str, Any]:
    """A term of the identity as the check reads it."""
    used = [n for n, row in enumerate(gram) if any(c != 0 for c in row)]
    return {
        "weight": list(block.weight),
        "basis": [to_json(block.basis[n]) for n in used],
        "gram": [[str(gram[n][m]) for m in used] for n in used],
    }


def _identity(n: int) -> Matrix:
    return [[fmpq(int(i == j)) for j in range(n)] for i in range(n)]


def strategies(system: System, allowed: Allowance) -> Iterator[tuple[list[Block], list[Block]]]:
    """Multipliers and the blocks to try with each, small ones first."""
    own = variables(system.shows)
    every = set().union(own, *(variables(g.polynomial) for g in system.given))
    weights = _weights(system)
    few = [w for w in weights if variables(weight_polynomial(system, w)) <= own]
    if own < every and len(few) > 1:  # what speaks of other variables is seldom needed
        yield from _strategies_of(system, sorted(own), few, [[]], allowed)
    yield from _strategies_of(system, sorted(every), weights, _multipliers(system, sorted(every)), allowed)


def _strategies_of(
    system: System, used: Sequence[int], weights: Sequence[tuple[int, ...]], multipliers: Iterable[list[Block]],
    allowed: Allowance,
) -> Iterator[tuple[list[Block], list[Block]]]:  # fmt: skip
    """The same in some of the variables, with some of the products of conditions."""
    seen: set[tuple[Any, ...]] = set()
    for multiplier in multipliers:
        goal = system.shows
        if multiplier:
            goal = goal * _multiplied(system, multiplier)
        total = degree(goal)
        for top in (total, total + total % 2, total + 2) if system.given and not multiplier else (total,):
            for most in (0, 1, 2, 3):
                chosen = [w for w in weights if len(w) <= most and degree(weight_polynomial(system, w)) <= top]
                key = (str(multiplier), top, tuple(chosen))
                if key in seen:
                    continue
                seen.add(key)
                allowed.spend(_STRATEGY)
                blocks = _blocks(system, goal, chosen, top, used, allowed)
                if blocks is not None:
                    yield multiplier, blocks


def _weights(system: System) -> list[tuple[int, ...]]:
    """Products of up to three conditions, no two of them the same polynomial, and none a square."""
    indices = [i for i, g in enumerate(system.given) if not g.polynomial.is_constant()]
    found: list[tuple[int, ...]] = []
    seen: list[Polynomial] = []
    for most in range(4):
        for chosen in combinations(indices, most):
            p = weight_polynomial(system, chosen)
            terms = p.to_dict()
            trivial = len(terms) == 1 and all(e % 2 == 0 for e in next(iter(terms))) and next(iter(terms.values())) > 0
            if (trivial and most) or any(p == s for s in seen):
                continue
            seen.append(p)
            found.append(chosen)
            if len(found) > 40:
                return found
    return found


def _multipliers(system: System, used: Sequence[int]) -> Iterator[list[Block]]:
    """Sums of terms with Gram matrix 1, which are non-negative where the conditions hold."""
    yield []
    gens = system.ring.gens()
    one = system.ring.constant(1)
    variables = [gens[i] for i in used if i not in system.constants]
    positive = [(n, g.polynomial) for n, g in enumerate(system.given) if degree(g.polynomial) == 1]
    axes = [(n, p) for n, p in positive if any(p == v for v in variables)]
    if len(axes) > 1:
        yield [Block((n,), p, (one,)) for n, p in axes]
    if system.strict:
        for n, p in positive[:4]:
            yield [Block((n,), p, (one,))]
    if len(axes) < len(variables) and len(variables) > 1:
        yield [Block((), one, tuple(variables))]
    if len(variables) > 2 and len(axes) < len(variables):
        for pair in combinations(variables, 2):
            yield [Block((), one, pair)]
    yield [Block((), one, (one, *variables))]
    if len(axes) > 1:
        yield [Block((n, m), p * q, (one,)) for (n, p), (m, q) in combinations(axes, 2)] + [
            Block((), one, tuple(p for _, p in axes))
        ]
    if len(variables) > 1:
        yield [Block((), one, tuple(a * b for a, b in combinations_with_replacement(variables, 2)))]


def _multiplied(system: System, blocks: Sequence[Block]) -> Polynomial:
    return sum((b.factor * c * c for b in blocks for c in b.basis), system.ring.constant(0))


def degree(polynomial: Polynomial) -> int:
    """The largest sum of exponents; 0 of a number."""
    return max((int(sum(e)) for e in polynomial.to_dict()), default=0)


def variables(polynomial: Polynomial) -> set[int]:
    """The places in the ring of those that it has."""
    return {i for exponents in polynomial.to_dict() for i, e in enumerate(exponents) if e}


def _blocks(
    system: System, goal: Polynomial, weights: Sequence[tuple[int, ...]], top: int, used: Sequence[int],
    allowed: Allowance,
) -> list[Block] | None:  # fmt: skip
    """A block for each weight, over the monomials that a term of such an identity may have; None if it is too much."""
    blocks = []
    for w in weights:
        factor = weight_polynomial(system, w)
        half = (top - degree(factor)) // 2
        if half >= 0 and comb(half + len(used), half) > _MOST_MONOMIALS:
            return None
        allowed.spend(4e-7 * (max(half, 0) + 1) ** len(used))
        exponents = [e for e in product(range(half + 1), repeat=len(used)) if sum(e) <= half]
        monomials = []
        for e in exponents:
            full = [0] * system.ring.nvars()
            for i, k in zip(used, e, strict=True):
                full[i] = k
            monomials.append(tuple(full))
        blocks.append((w, factor, monomials))
    pruned = _pruned(goal, [(f, m) for _, f, m in blocks], allowed)
    if pruned is None:
        return None
    result = [
        Block(w, f, tuple(system.ring.from_dict({e: fmpq(1)}) for e in m))
        for (w, f, _), m in zip(blocks, pruned, strict=True)
        if m
    ]
    unknowns = sum(len(b.basis) * (len(b.basis) + 1) // 2 for b in result)
    if unknowns > 2 * _MOST_UNKNOWNS or max((len(b.basis) for b in result), default=0) > _LARGEST_BLOCK:
        return None
    return result


def _pruned(
    goal: Polynomial, blocks: list[tuple[Polynomial, list[tuple[int, ...]]]], allowed: Allowance
) -> list[list[tuple[int, ...]]] | None:
    """Without the monomials whose diagonal entry must be zero; None if that is more work than is allowed.

    It must, where a coefficient of the identity that the goal lacks is a sum of diagonal entries of one sign.
    """
    wanted = {tuple(map(int, e)) for e in goal.to_dict()}
    factors = [[(tuple(map(int, e)), c > 0) for e, c in f.to_dict().items()] for f, _ in blocks]
    bases = [list(m) for _, m in blocks]
    while True:
        work = 1e-6 * sum(len(f) * len(b) * (len(b) + 1) for f, b in zip(factors, bases, strict=True))
        if work > allowed.left:
            return None
        allowed.spend(work)
        users: dict[tuple[int, ...], list[tuple[int, tuple[int, ...] | None, bool]]] = {}
        for j, basis in enumerate(bases):
            for a, b in combinations_with_replacement(basis, 2):
                for e, positive in factors[j]:
                    key = tuple(x + y + z for x, y, z in zip(a, b, e, strict=True))
                    if key not in wanted:
                        users.setdefault(key, []).append((j, a if a == b else None, positive))
        gone = {
            (j, a)
            for uses in users.values()
            if all(a is not None for _, a, _ in uses) and len({positive for *_, positive in uses}) == 1
            for j, a, _ in uses
        }
        if not gone:
            return bases
        bases = [[m for m in basis if (j, m) not in gone] for j, basis in enumerate(bases)]


def solutions(
    system: System, multiplier: list[Block], blocks: list[Block], allowed: Allowance
) -> Iterator[list[tuple[Block, Matrix]]]:
    """Rational positive semidefinite Gram matrices for the identity, simple ones first."""
    goal = system.shows * _multiplied(system, multiplier) if multiplier else system.shows
    for _ in range(_ROUNDS):
        blocks = [b for b in blocks if b.basis]
        unknowns = sum(len(b.basis) * (len(b.basis) + 1) // 2 for b in blocks)
        allowed.spend(2e-4 * unknowns)
        space = _Space.of(goal, blocks)
        if space is None:
            return
        if not space.free:
            yield from space.exact([])
            return
        if len(space.free) > _MOST_UNKNOWNS:
            return
        constant, directions = space.in_floats()
        found = semidefinite.solve([len(b.basis) for b in blocks], constant, directions, allowed)
        if found is None or found.least < -1e-4:
            return
        if found.least > -1e-9:
            allowed.spend(1e-6 * len(_DENOMINATORS) * len(space.free) * (unknowns - len(space.free)))
            yield from space.rounded(found.blocks)
        if not found.duals:
            return
        smaller = [_without_kernel(b, z) for b, z in zip(blocks, found.duals, strict=True)]
        if sum(len(b.basis) for b in smaller) == sum(len(b.basis) for b in blocks):
            return
        blocks = smaller


class _Space:
    """All the Gram matrices, positive or not, that satisfy the identity."""

    def __init__(self, blocks: list[Block], reduced: list[list[fmpq]], pivots: list[int], free: list[int]) -> None:
        self.blocks, self._reduced, self._pivots, self.free = blocks, reduced, pivots, free
        self._entries = [(j, a, b) for j, block in enumerate(blocks)
                         for a, b in combinations_with_replacement(range(len(block.basis)), 2)]  # fmt: skip

    @staticmethod
    def of(goal: Polynomial, blocks: list[Block]) -> _Space | None:
        """Solves the equations exactly; None where they have no solution."""
        rows: dict[tuple[int, ...], int] = {}
        columns: list[dict[tuple[int, ...], fmpq]] = []
        for block in blocks:
            for a, b in combinations_with_replacement(range(len(block.basis)), 2):
                p = block.factor * block.basis[a] * block.basis[b]
                columns.append((p if a == b else 2 * p).to_dict())
        columns.append(goal.to_dict())
        for column in columns:
            for e in column:
                rows.setdefault(e, len(rows))
        width = len(columns)
        if width == 1 or not rows:
            return None if rows else _Space(blocks, [], [], list(range(width - 1)))
        entries = [fmpq(0)] * (len(rows) * width)
        for n, column in enumerate(columns):
            for e, c in column.items():
                entries[rows[e] * width + n] = c
        reduced, rank = fmpq_mat(len(rows), width, entries).rref()
        table = reduced.tolist()[:rank]
        pivots = [next(n for n, c in enumerate(row) if c != 0) for row in table]
        if pivots and pivots[-1] == width - 1:
            return None
        free = sorted(set(range(width - 1)) - set(pivots))
        return _Space(blocks, table, pivots, free)

    def in_floats(self) -> tuple[Array, Array]:
        """A solution and the directions of the space, over the entries of all blocks."""
        sizes = [len(b.basis) for b in self.blocks]
        starts = np.cumsum([0, *(n * n for n in sizes)])
        width = len(self._entries)
        solutions = np.zeros((len(self.free) + 1, width))
        for k, n in enumerate(self.free):
            solutions[k, n] = 1.0
        for row, pivot in zip(self._reduced, self._pivots, strict=True):
            for k, n in enumerate(self.free):
                if row[n] != 0:
                    solutions[k, pivot] = -_float(row[n])
            solutions[-1, pivot] = _float(row[-1])
        full = np.zeros((len(self.free) + 1, int(starts[-1])))
        for n, (j, a, b) in enumerate(self._entries):
            full[:, starts[j] + a * sizes[j] + b] = solutions[:, n]
            full[:, starts[j] + b * sizes[j] + a] = solutions[:, n]
        return full[-1], full[:-1]

    def rounded(self, found: list[Array]) -> Iterator[list[tuple[Block, Matrix]]]:
        """Rational solutions near the one found that are positive semidefinite, ever nearer."""
        for d in _DENOMINATORS:
            values = []
            for n in self.free:
                j, a, b = self._entries[n]
                values.append(fmpq(round(float(found[j][a, b]) * d), d))
            yield from self.exact(values)

    def exact(self, values: Sequence[fmpq]) -> Iterator[list[tuple[Block, Matrix]]]:
        """The solution with these free entries, if it is positive semidefinite."""
        flat = [fmpq(0)] * len(self._entries)
        for n, v in zip(self.free, values, strict=True):
            flat[n] = v
        for row, pivot in zip(self._reduced, self._pivots, strict=True):
            flat[pivot] = row[-1] - sum((row[n] * v for n, v in zip(self.free, values, strict=True) if v != 0), fmpq(0))
        grams: list[Matrix] = [[[fmpq(0)] * len(b.basis) for _ in b.basis] for b in self.blocks]
        for n, (j, a, b) in enumerate(self._entries):
            grams[j][a][b] = grams[j][b][a] = flat[n]
        for g in grams:
            least = np.linalg.eigvalsh(np.array([[_float(c) for c in row] for row in g]))[0] if g else 0.0
            if least < -1e-7:
                return
            try:
                factored(g)
            except Rejected:
                return
        yield list(zip(self.blocks, grams, strict=True))


def _float(value: fmpq) -> float:
    return int(value.p) / int(value.q)


def _without_kernel(block: Block, dual: Array) -> Block:
    """The block over the polynomials that are orthogonal to the kernel which the dual exposes."""
    size = len(block.basis)
    values, vectors = np.linalg.eigh(dual)
    if values[-1] < 1e-5:
        return block
    kernel = vectors[:, values > max(1e-5, 1e-4 * values[-1])].T
    rows, pivots = _echelon(kernel)
    exact: list[list[Fraction]] = []
    for row in rows:
        simple = [Fraction(float(c)).limit_denominator(200) for c in row]
        if max(abs(float(s) - c) for s, c in zip(simple, row, strict=True)) > 1e-3:
            return block
        exact.append(simple)
    basis = []
    for n in range(size):
        if n in pivots:
            continue
        b = block.basis[n]
        for row, p in zip(exact, pivots, strict=True):
            if row[n]:
                b = b - fmpq(row[n].numerator, row[n].denominator) * block.basis[p]
        basis.append(b)
    return Block(block.weight, block.factor, tuple(basis))


def _echelon(vectors: Array) -> tuple[Array, list[int]]:
    """Rows of the same span, each with a one where the others have a zero."""
    rows = vectors.copy()
    pivots: list[int] = []
    for i in range(len(rows)):
        r, c = np.unravel_index(int(np.argmax(np.abs(rows[i:]))), rows[i:].shape)
        rows[[i, i + int(r)]] = rows[[i + int(r), i]]
        rows[i] /= rows[i, c]
        for k in range(len(rows)):
            if k != i:
                rows[k] -= rows[k, c] * rows[i]
        pivots.append(int(c))
    return rows, pivots


def _inside(system: System) -> list[fmpq] | None:
    """A simple point where the conditions that are not strict hold strictly."""
    loose = [g for g in system.given if not g.strict]
    if not loose:
        return None
    size = system.ring.nvars()
    steps = [fmpq(1), fmpq(0), fmpq(1, 2), fmpq(2), fmpq(-1), fmpq(3), fmpq(1, 3), fmpq(1, 10)]
    for n, point in enumerate(product(steps, repeat=size)):
        if n > 5000:
            return None
        if all(holds_strictly(g, point) for g in loose):
            return list(point)
    return None

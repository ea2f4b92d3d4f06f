"""coq-interval on statements about boxes: what it is given, and what `coqc` says of it.

Each relation becomes a goal `forall x y : R, bounds -> l <= r` in the words in which the exporter writes terms. The
tactic is tried with bisection alone, then with derivatives in the first variable, then with Taylor models of degree 10
in it, at last with those at 90 bits; each may take a quarter of the time. Powers that are neither whole nor of a square
root are written exp(v·ln u), and hyperbolic functions are unfolded to exponentials, as a user of the tactic would do.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from verify.core.grammar import read_relations
from verify.core.nodes import Term
from verify.core.terms import has, sides
from verify.export.rocq.names import REAL_TYPE, Head, Inexpressible, Names
from verify.export.rocq.terms import Scope, Terms

IMPORTS = "From Coq Require Import Reals.\nFrom Interval Require Import Tactic.\nOpen Scope R_scope.\n"
READ = frozenset(
    ("number", "pi", "e", "variable", "add", "mul", "power", "exp", "log", "sin", "cos", "tan", "atan", "abs", "sinh",
     "cosh", "tanh")
)  # fmt: skip
"""The nodes of terms that the tactic can be asked about, once hyperbolic functions are unfolded."""
DIFFERENCE = {"≤": "Rminus_le", "<": "Rminus_lt", "≥": "Rminus_ge", ">": "Rminus_gt"}
"""The lemmas that bring both sides to the left: the tactic compares a term with a number."""
WAYS = (("",), ("i_autodiff",), ("i_taylor", "i_degree 10"), ("i_taylor", "i_degree 10", "i_prec 90"))
"""The options of each try. Without a precision the tactic takes the machine's floats, many times as fast as 53 bits."""
DEPTH = 60
"""How often a box is halved at most; where the sides meet, no depth is enough, and each one fails as fast."""


class _Words(Terms):
    """Terms in words that the tactic knows."""

    def term(self, t: Term, scope: Scope = ()) -> str:
        if t.kind not in READ:
            raise Inexpressible(f"{t.kind} for the tactic")
        if t.kind == "power" and not (t.args[1].kind == "number" and t.args[1].args[0].denominator <= 2):
            return f"(exp ({self.term(t.args[1])} * (ln {self.term(t.args[0])})))"
        return super().term(t, scope)


def goals(relation: str, where: str) -> list[str] | None:
    """One goal, with what is to be tried on it after `intros`, for each relation.

    None where it is not about a box, or has a function that the tactic lacks. In place of the seconds that
    each try may take a goal has `{share}`.
    """
    claims, given = read_relations(relation), read_relations(where, infinite=True)
    variables = sorted(frozenset[Term]().union(*(f.free for f in (*claims, *given))), key=lambda x: str(x.args[0]))
    if not _is_box(given, variables):
        return None
    write = _Words(Names())
    try:
        conditions = [write.formula(g) for g in given]
        names = [write.names.of(Head(x, (REAL_TYPE,))) for x in variables]
        return [_goal(write, claim, names, conditions) for claim in claims]
    except Inexpressible:
        return None


def _is_box(given: Sequence[Term], variables: Sequence[Term]) -> bool:
    """Whether the conditions bound each variable by constants from both sides, and say no more."""
    above, below = set(), set()
    for g in given:
        op, larger, smaller = sides(g)
        if op in ("≥", ">") and larger.kind == "variable" and not smaller.free:
            above.add(larger)
        elif op in ("≥", ">") and smaller.kind == "variable" and not larger.free:
            below.add(smaller)
        else:
            return False
    return above == below == set(variables)


def _goal(write: _Words, claim: Term, names: Sequence[str], conditions: Sequence[str]) -> str:
    if claim.args[0] not in DIFFERENCE:
        raise Inexpressible("an equation")
    said = " -> ".join([*conditions, write.formula(claim)])
    if names:
        said = f"forall {' '.join(names)} : R, {said}"
    simplified = "cbv beta delta [sinh cosh tanh]. " if has(claim, "sinh", "cosh", "tanh") else ""
    bisected = [*(f"i_bisect {x}" for x in names), f"i_depth {DEPTH}"]
    tries = [
        f"interval with ({', '.join([*bisected, *(f'{way} {x}' for x in names[:1] if way), *rest])})"
        for way, *rest in WAYS
    ]
    return (
        f"Goal {said}.\nProof. intros. apply {DIFFERENCE[claim.args[0]]}. {simplified}\n"
        f"first [ {' | '.join(f'timeout {{share}} ({tried})' for tried in tries)} ].\nQed.\n"
    )


def decided(posed: Sequence[str], seconds: float) -> str:
    """`proved` if each goal is, within so many seconds for all; the tactic refutes nothing."""
    share = max(1, round(seconds / len(WAYS)))
    return "proved" if _compiles("".join(g.format(share=share) for g in posed), seconds) else "unknown"


def started() -> float:
    """The seconds that `coqc` takes for the imports alone."""
    start = time.perf_counter()
    _compiles("", None)
    return time.perf_counter() - start


@cache
def installed() -> bool:
    """Whether `coqc` is on the path, with the library."""
    return shutil.which("coqc") is not None and _compiles("", None)


def _compiles(text: str, seconds: float | None) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "statement.v")
        file.write_text(IMPORTS + text, encoding="utf-8")
        try:
            return not subprocess.run(
                ["coqc", "-q", file], capture_output=True, check=False, timeout=seconds
            ).returncode
        except subprocess.TimeoutExpired:
            return False

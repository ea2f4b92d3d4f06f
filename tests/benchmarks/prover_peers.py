"""The prover beside z3, cvc5, coq-interval and dReal on the same statements, and arb beside mpmath's on the same boxes.

    python -m tests.benchmarks.prover_peers [--half test] [--every 5] [--budget 20]

Prints three Markdown tables; the statements are of one half of `tests/prover/inequalities`, of which the test half is
not looked at but counted. z3 and cvc5 come with the extra `peers`, coq-interval with the libraries of `verify rocq`;
what is not installed is left out, by name. They get what they can read: z3 and cvc5 statements of polynomials and
roots, as the negation to be refuted; coq-interval statements about boxes, which it can prove but not refute.

The seconds are those of an answer, for all alike without the start of a program and without the translation for a peer.
Each answer is a new process's first. This prover, z3 and cvc5 are loaded in it before the clock starts (this prover by
being asked for 2xy <= x² + y², as sympy loads parts of itself only when it adds). Of coq-interval the clock takes a
whole run of `coqc`, less one just before on its imports alone. Such a difference is only as sure as the machine is
quiet, so no ratio is made of less than 0.05 s: in the third table all that is shorter counts as that.
"""

from __future__ import annotations

import argparse
import importlib.util
import statistics
import time
from collections.abc import Callable
from multiprocessing import get_context
from queue import Empty
from typing import Any, Final, NamedTuple

from mpmath import iv
from sympy import Abs, Add, Max, Min, Mul, Pow, Rational, Symbol, cos, exp, log, sin, sinh, tan

from tests.benchmarks import coq_interval
from tests.prover.inequalities import HALVES, themes
from tests.prover.inequalities.known import Known
from verify.balls.arithmetic import Arb, Mpmath
from verify.balls.evaluate import Undefined
from verify.balls.tape import Tape
from verify.prover.proving import prove
from verify.prover.rules.boxes import Cover, walk
from verify.prover.statement import parse_statement

# --- statements ---


def ours(posed: tuple[str, str], budget: float) -> str:
    """What this prover says of a relation and where it is claimed."""
    return prove(*posed, budget=budget).verdict


def smt(relation: str, where: str) -> str | None:
    """The negation of the statement in SMT-LIB, if it is made of polynomials, roots, maxima and absolute values."""
    statement = parse_statement(relation, where)
    lines = [f"(declare-const {x} Real)" for x in statement.variables]
    roots: dict[Any, str] = {}

    def write(term: Any) -> str:
        if isinstance(term, Rational):
            number = f"(/ {abs(term.p)}.0 {term.q}.0)"
            return f"(- {number})" if term < 0 else number
        if isinstance(term, Symbol):
            return str(term.name)
        if isinstance(term, Add | Mul):
            return f"({'+' if isinstance(term, Add) else '*'} {' '.join(write(a) for a in term.args)})"
        if isinstance(term, Pow) and term.exp.is_Integer:
            product = (
                f"(* {' '.join([write(term.base)] * abs(int(term.exp)))})" if abs(term.exp) > 1 else write(term.base)
            )
            return product if term.exp > 0 else f"(/ 1.0 {product})"
        if isinstance(term, Pow) and term.exp.is_Rational:
            base, root = write(term.base), Pow(term.base, Rational(1, term.exp.q))
            if root not in roots:
                roots[root] = f"root_{len(roots)}"
                lines.append(f"(declare-const {roots[root]} Real)")
                lines.append(f"(assert (>= {roots[root]} 0.0))")
                lines.append(f"(assert (= (* {' '.join([roots[root]] * int(term.exp.q))}) {base}))")
            factors = f"(* 1.0 {' '.join([roots[root]] * abs(int(term.exp.p)))})"
            return factors if term.exp > 0 else f"(/ 1.0 {factors})"
        if isinstance(term, Abs):
            u = write(term.args[0])
            return f"(ite (>= {u} 0.0) {u} (- {u}))"
        if isinstance(term, Max | Min) and len(term.args) == 2:
            u, v = map(write, term.args)
            return f"(ite (>= {u} {v}) {u if isinstance(term, Max) else v} {v if isinstance(term, Max) else u})"
        raise ValueError(term)

    def says(inequality: Any) -> str:
        return f"({'>' if inequality.strict else '>='} {write(inequality.expr)} 0.0)"

    try:
        conditions = [f"(assert {says(g)})" for g in statement.given]
        conditions += [f"(assert (not (= {write(r.expr)} 0.0)))" for r in statement.apart]
        claims = " ".join(says(goal.shows) for goal in statement.goals)
        lines += [*conditions, f"(assert (not (and {claims} true)))"]
    except ValueError:
        return None
    return "\n".join(["(set-logic QF_NRA)", *lines, "(check-sat)"])


def z3(text: str, budget: float) -> str:
    """What z3 says of the negation."""
    import z3 as solver  # noqa: PLC0415

    one = solver.Solver()
    one.set("timeout", int(1000 * budget))
    one.from_string(text.replace("(check-sat)", ""))
    return {"unsat": "proved", "sat": "refuted"}.get(str(one.check()), "unknown")


def cvc5(text: str, budget: float) -> str:
    """What cvc5 says of the negation."""
    import cvc5 as solver  # noqa: PLC0415

    one = solver.Solver()
    one.setOption("tlimit-per", str(int(1000 * budget)))
    parser = solver.InputParser(one)
    parser.setStringInput(solver.InputLanguage.SMT_LIB_2_6, text, "statement")
    manager, found = parser.getSymbolManager(), ""
    while not (command := parser.nextCommand()).isNull():
        found = str(command.invoke(one, manager)).strip() or found
    return {"unsat": "proved", "sat": "refuted"}.get(found, "unknown")


class Solver(NamedTuple):
    """How one is asked.

    `start` loads what is loaded once, and gives the seconds of starting that each call of `decide` takes again. `pose`
    puts a relation and where it is claimed into its language, None where that cannot be said in it. `decide` gives
    `proved`, `refuted` or `unknown` of what was posed, in about so many seconds.
    """

    installed: Callable[[], bool]
    start: Callable[[], float]
    pose: Callable[[str, str], Any]
    decide: Callable[[Any, float], str]


def _is_module(name: str) -> Callable[[], bool]:
    return lambda: importlib.util.find_spec(name) is not None


def _loads(decide: Callable[[Any, float], str], posed: Any) -> Callable[[], float]:
    def start() -> float:
        decide(posed, 1)
        return 0.0

    return start


OURS: Final = "this prover"
SOLVERS: Final = {
    OURS: Solver(lambda: True, _loads(ours, ("2*x*y <= x^2 + y^2", "x > 0, y > 0")), lambda *known: known, ours),
    "z3": Solver(_is_module("z3"), _loads(z3, "(check-sat)"), smt, z3),
    "cvc5": Solver(_is_module("cvc5"), _loads(cvc5, "(set-logic QF_NRA)(check-sat)"), smt, cvc5),
    "coq-interval": Solver(coq_interval.installed, coq_interval.started, coq_interval.goals, coq_interval.decided),
}
FOREIGN: Final = "not in its language"
GRACE: Final = 15
"""Seconds that a process may take beyond its budget, to start and to end."""
SHORTEST: Final = 0.05
"""Seconds below which times are not told apart."""
FASTER: Final = 3
"""How many times as fast a peer must be to be named."""


def _asked(queue: Any, name: str, relation: str, where: str, budget: float) -> None:
    solver = SOLVERS[name]
    start, starting = time.perf_counter(), 0.0
    try:
        found, posed = FOREIGN, solver.pose(relation, where)
        if posed is not None:
            starting = solver.start()
            start = time.perf_counter()
            found = solver.decide(posed, budget + starting)
    except Exception as error:  # of a foreign solver: its answer is that it has none
        found = f"error: {type(error).__name__}"
    queue.put((found, max(0.0, time.perf_counter() - start - starting)))


def ask(name: str, known: Known, budget: float) -> tuple[str, float]:
    """A solver's answer and its seconds, in a process of its own that is ended when time is over."""
    context = get_context("spawn")
    queue = context.Queue()
    process = context.Process(target=_asked, args=(queue, name, known.relation, known.where, budget))
    process.start()
    found: tuple[str, float]
    try:
        found = queue.get(timeout=budget + GRACE)
    except Empty:
        found = "unknown", budget + GRACE
    process.kill()
    return found


def is_right(answer: str, known: Known) -> bool:
    """Whether it is what the literature says."""
    return answer == ("proved" if known.true else "refuted")


def statements(half: str, budget: float, every: int) -> None:
    """Prints who decides what, and how fast what both this prover and a peer decide."""
    chosen = [known for those in themes(half).values() for known in those][::every]
    print(f"| {len(chosen)} statements | right | wrong | undecided | not in its language | seconds, median |")
    print("|---|---|---|---|---|---|")
    found: dict[str, list[tuple[str, float]]] = {}
    for name, solver in SOLVERS.items():
        if not solver.installed():
            print(f"| {name} | not installed | | | | |")
            continue
        answers = found[name] = [ask(name, known, budget) for known in chosen]
        right = sum(is_right(a, k) for (a, _), k in zip(answers, chosen, strict=True))
        foreign = sum(a == FOREIGN for a, _ in answers)
        wrong = sum(a in ("proved", "refuted") for a, _ in answers) - right
        seconds = [s for a, s in answers if a != FOREIGN]
        median = f"{statistics.median(seconds):.2f}" if seconds else ""
        left = len(chosen) - right - wrong - foreign
        print(f"| {name} | {right} | {wrong} | {left} | {foreign} | {median} |", flush=True)
    if importlib.util.find_spec("dreal") is None:
        print("| dReal | not installed | | | | |")
    print()
    compared(chosen, found, named=half != "test")


def compared(chosen: list[Known], found: dict[str, list[tuple[str, float]]], *, named: bool) -> None:
    """Prints how fast this prover is beside each peer on what both decide, and where, if named, a peer is faster."""
    print(f"| decided by both | statements | this : peer, median | worst | peer more than {FASTER} times as fast |")
    print("|---|---|---|---|---|")
    lines = []
    for name in [n for n in found if n != OURS]:
        rows = [
            (max(mine, SHORTEST) / max(theirs, SHORTEST), known.name, mine, theirs)
            for known, (one, mine), (other, theirs) in zip(chosen, found[OURS], found[name], strict=True)
            if is_right(one, known) and is_right(other, known)
        ]
        ratios = [ratio for ratio, *_ in rows]
        lost = [row for row in rows if row[0] > FASTER]
        shown = f"{statistics.median(ratios):.2f} | {max(ratios):.2f}" if rows else " | "
        print(f"| this prover, {name} | {len(rows)} | {shown} | {len(lost)} |")
        lines += [f"- {name} on `{of}`: {theirs:.2f} s, this prover {mine:.2f} s" for _, of, mine, theirs in lost]
    if named and lines:
        print("\n" + "\n".join(lines))


# --- boxes ---


class PlainIntervals(Mpmath):
    """mpmath's intervals with mpmath's own functions, as a search on them alone would use."""

    _FUNCTIONS = {exp: iv.exp, log: iv.log, sin: iv.sin, cos: iv.cos, tan: iv.tan, Abs: abs}  # noqa: RUF012

    @staticmethod
    def key() -> Any:
        """What the enclosure of a constant depends on."""
        return "plain", iv.prec

    @staticmethod
    def pi() -> Any:
        """An interval around π."""
        return iv.pi

    @staticmethod
    def function(head: type, *arguments: Any) -> Any:
        """The value of an elementary function."""
        if head is sinh:
            (x,) = arguments
            return (iv.exp(x) - iv.exp(-x)) / 2
        return PlainIntervals._FUNCTIONS[head](*arguments)


COVERED = (
    ("2*cos(s + t)*s*t > sin(s)*sin(t)", "1/10 <= t <= s, s + t <= pi/3"),
    ("(1 + u)*log(1 + u) - u > u^2/(2 + u)*99/100", "1/1000 <= u <= 1000"),
    ("(sin(eta*sin(2*d) + d) - sin(d)) > eta*(1 - eta)*cos(d)^2*sin(d)", "1/10 <= eta <= 9/10, 1/10 <= d <= 7/5"),
    ("exp(x)*(1 + y^2) + z*x > x - z", "0 <= x <= 1, 0 <= y <= 1, 0 <= z <= 1"),
)


def per_second(arithmetic: Any, tape: Tape, boxes: list[list[Any]]) -> float:
    """How many boxes a second are enclosed."""
    start = time.perf_counter()
    for values in boxes:
        try:
            tape(arithmetic, values)
        except Undefined:
            continue
    return len(boxes) / (time.perf_counter() - start)


def grid(arithmetic: Any, goal: Any, depth: int) -> list[list[Any]]:
    """The box of a goal's domain, halved in turn along each variable."""
    from verify.prover.bounds import ranges  # noqa: PLC0415

    rows = [[x, r.lo, r.hi] for x, r in ranges(goal).items()]
    halvings = "".join(str(n % len(rows)) for n in range(depth))
    tree = "L"
    for axis in halvings[::-1]:
        tree = axis + tree + tree
    cover = Cover(goal, {"bounds": rows, "precision": 64, "tree": tree}, arithmetic)
    return [cover._values(box) for node, box in walk(tree, len(rows)) if node == "L"]


def boxes(repetitions: int) -> None:
    """Prints how fast the arithmetics are on the same boxes."""
    print("| the same boxes of | arb : mpmath.iv | arb : the second arithmetic | arb, boxes per second |")
    print("|---|---|---|---|")
    for relation, where in COVERED:
        (goal,) = parse_statement(relation, where).goals
        tape = Tape(goal.shows.expr, goal.variables)
        rates: dict[str, list[float]] = {"arb": [], "plain": [], "second": []}
        for _ in range(repetitions):
            for name, arithmetic in (("arb", Arb), ("plain", PlainIntervals), ("second", Mpmath)):
                with arithmetic.precision(64):
                    parts = grid(Mpmath if name == "plain" else arithmetic, goal, 9)
                    rates[name].append(per_second(arithmetic, tape, parts))
        arb, plain, second = (statistics.median(rates[n]) for n in ("arb", "plain", "second"))
        print(f"| `{relation}` | {arb / plain:.1f} | {arb / second:.1f} | {arb:.3g} |")


def main() -> None:
    """Runs the comparisons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=HALVES, default="test", help="of the corpus (default: test)")
    parser.add_argument("--budget", type=float, default=20.0, metavar="S", help="a statement (default: 20)")
    parser.add_argument("--every", type=int, default=5, metavar="N", help="take every N-th statement (default: 5)")
    parser.add_argument("--boxes-only", action="store_true")
    options = parser.parse_args()
    boxes(3)
    if not options.boxes_only:
        print()
        statements(options.half, options.budget, options.every)


if __name__ == "__main__":
    main()

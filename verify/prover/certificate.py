"""Certificates: trees of rules, checked from the root to the leaves without the search that found them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import Basic, Number, Rational, Symbol, preorder_traversal, zoo
from sympy.core.numbers import ImaginaryUnit

from verify.balls.arithmetic import ARITHMETICS
from verify.balls.evaluate import Undefined, Unsupported
from verify.balls.tape import Tape
from verify.prover.goal import Goal, Inequality
from verify.prover.rejected import Rejected
from verify.prover.rules import RULES, Rule

PLAIN = ("obvious", "constant")
_DEEPEST = 200


@dataclass(frozen=True, eq=False)
class Step:
    """A rule with its data, and a proof of each goal that it leaves."""

    rule: str
    data: dict[str, Any] = field(default_factory=dict)
    parts: tuple[Step, ...] = ()

    def walk(self) -> Iterator[Step]:
        """This step and all below it."""
        yield self
        for part in self.parts:
            yield from part.walk()


@dataclass(frozen=True, eq=False)
class Certificate:
    """A proof of a goal."""

    goal: Goal
    proof: Step
    versions: tuple[tuple[str, str], ...] = ()

    @property
    def boxes(self) -> int:
        """How many boxes its covers have."""
        covers = [step.data["tree"] for step in self.proof.walk() if step.rule == "boxes"]
        return sum(not node.isdecimal() for tree in covers for node in tree)

    @property
    def rules(self) -> list[str]:
        """The rules that it uses, each once, but for the plain ones."""
        return list(dict.fromkeys(step.rule for step in self.proof.walk() if step.rule not in PLAIN))

    @property
    def precision(self) -> int | None:
        """The most bits that its covers are enclosed with; None without a cover."""
        return max((step.data["precision"] for step in self.proof.walk() if step.rule == "boxes"), default=None)

    def summary(self) -> str:
        """The rules that it uses, each once, and the number of boxes, in words."""
        rules = ", ".join(self.rules) or "plain"
        return f"{rules}; {self.boxes} boxes" if self.boxes else rules


def check(certificate: Certificate, arithmetic: str = "arb") -> None:
    """Walks the whole tree again in one of the two arithmetics.

    Raises:
        Rejected: naming the rule that does not hold, where it stands in the tree, and why.
    """
    if arithmetic not in ARITHMETICS:
        raise Rejected(f"arithmetic: must be one of {', '.join(ARITHMETICS)}, not {arithmetic!r}")
    goal = certificate.goal
    strangers = frozenset().union(*(g.expr.free_symbols for g in (*goal.given, goal.shows))) - set(goal.variables)
    if strangers or not all(type(x) is Symbol and x == Symbol(x.name, real=True) for x in goal.variables):
        # a rule may leave the range that a declaration promises: what is known of a variable must be a condition
        raise Rejected("variables: must be symbols declared real and no more, and all that the goal has")
    check_step(goal, certificate.proof, ARITHMETICS[arithmetic])


def check_step(goal: Goal, step: Step, arithmetic: Any, at: tuple[int, ...] = ()) -> None:
    """The step and all below it prove the goal."""
    if type(step) is not Step or type(goal) is not Goal or not _is_plain(step.data):
        raise Rejected("a step must be a Step whose data are terms, numbers, texts, lists and mappings of them")
    place = f"step {'.'.join(map(str, at)) or 'at the root'} ({step.rule})"
    if len(at) > _DEEPEST:
        raise Rejected(f"{place}: the tree is deeper than {_DEEPEST}")
    for g in (*goal.given, goal.shows):
        _readable(g.expr, goal.variables)
    left = reduce(goal, step.rule, step.data, arithmetic, place)
    if len(left) != len(step.parts):
        raise Rejected(f"{place}: it leaves {len(left)} goals and has {len(step.parts)} parts")
    for n, (part_goal, part) in enumerate(zip(left, step.parts, strict=True)):
        check_step(part_goal, part, arithmetic, (*at, n + 1))


def _readable(term: Any, variables: tuple[Symbol, ...]) -> None:
    """Refuses a term of functions that the rules do not know, such as what sympy makes of a shifted tangent."""
    try:
        Tape(term, variables)
    except Unsupported as error:
        raise Rejected(str(error)) from None


def _is_plain(data: Any) -> bool:
    """Whether data are made of nothing that could answer differently the second time."""
    if isinstance(data, Basic):
        nodes = list(preorder_traversal(data))
        if any((isinstance(n, Number | ImaginaryUnit) and not isinstance(n, Rational)) or n is zoo for n in nodes):
            return False
        return all(type(node).__module__.startswith("sympy.") for node in nodes)
    if type(data) is dict:
        return all(type(k) is str and _is_plain(v) for k, v in data.items())
    if type(data) in (list, tuple):
        return all(map(_is_plain, data))
    return data is None or type(data) in (str, int, bool)


def reduce(
    goal: Goal, rule: str, data: dict[str, Any], arithmetic: Any, place: str = "", rules: Mapping[str, Rule] = RULES
) -> list[Goal]:
    """What the rule, as one of `rules`, leaves to be proved.

    Raises:
        Rejected: if the rule does not apply; its message starts with `place`.
    """
    if rule not in rules:
        raise Rejected(f"{place}: there is no rule {rule!r}")
    try:
        return rules[rule](goal, data, arithmetic)
    except (Rejected, Undefined, Unsupported) as error:
        raise Rejected(f"{place}: {error}" if place else str(error)) from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise Rejected(f"{place}: malformed data: {type(error).__name__}: {error}") from None


def to_json(certificate: Certificate, encode: Callable[[Any], Any]) -> dict[str, Any]:
    """The certificate as JSON; `encode` writes terms."""
    goal = certificate.goal
    return {
        "variables": [encode(x) for x in goal.variables],
        "given": [[encode(g.expr), g.strict] for g in goal.given],
        "shows": [encode(goal.shows.expr), goal.shows.strict],
        "proof": step_to_json(certificate.proof, encode),
        "versions": dict(certificate.versions),
    }


def from_json(data: dict[str, Any], decode: Callable[[Any], Any]) -> Certificate:
    """The certificate that `to_json` wrote; nothing is checked here."""
    goal = Goal(
        tuple(decode(x) for x in data["variables"]),
        tuple(Inequality(decode(term), strict) for term, strict in data["given"]),
        Inequality(decode(data["shows"][0]), data["shows"][1]),
    )
    return Certificate(goal, step_from_json(data["proof"], decode), tuple(sorted(data.get("versions", {}).items())))


def step_to_json(step: Step, encode: Callable[[Any], Any]) -> dict[str, Any]:
    """A step and all below it as JSON; `encode` writes terms."""
    out: dict[str, Any] = {"rule": step.rule}
    if step.data:
        out["data"] = _encoded(step.data, encode)
    if step.parts:
        out["parts"] = [step_to_json(p, encode) for p in step.parts]
    return out


def step_from_json(data: dict[str, Any], decode: Callable[[Any], Any]) -> Step:
    """The step that `step_to_json` wrote; nothing is checked here."""
    parts = tuple(step_from_json(p, decode) for p in data.get("parts", []))
    return Step(data["rule"], _decoded(data.get("data", {}), decode), parts)


def _encoded(value: Any, encode: Callable[[Any], Any]) -> Any:
    if isinstance(value, Basic):
        return {"term": encode(value)}
    if isinstance(value, dict):
        return {k: _encoded(v, encode) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_encoded(v, encode) for v in value]
    return value


def _decoded(value: Any, decode: Callable[[Any], Any]) -> Any:
    if isinstance(value, dict):
        if set(value) == {"term"}:
            return decode(value["term"])
        return {k: _decoded(v, decode) for k, v in value.items()}
    if isinstance(value, list):
        return [_decoded(v, decode) for v in value]
    return value

"""Proof files: what they hold, and the check that makes each of their theorems anew.

A file holds no theorem, only how to prove it: steps, each with its rule, the earlier steps that it uses, and the
hypotheses and the conclusion that it is to have. `check_file` has the rules of the kernel make every step; what they
refuse is refused. A file that names a claim proves it, or refutes it, only if the kernel says that its theorems do.

    {"format": "verify proof 2",
     "claim": {"name": …, "given": [formulas], "states": [formulas]},
     "shows": [numbers of steps],
     "steps": [{"rule": …, "premises": [numbers], "with": {…}, "hypotheses": [formulas], "conclusion": formula}]}

`claim` may be left out: then each theorem is a claim of its own. So may `shows`, which then is the last step. With a
claim, each formula of `states` needs its own step in `shows`, in order, or `shows` is a counterexample to one of them.
Nothing else is shown with a counterexample.
What a step has in `with` is in `RULES`. An axiom is whatever a step says it is: it is the reader who judges, so all are
shown with what they say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from verify.core import kernel
from verify.core.certificate import certificate_from_json
from verify.core.kernel import Axiom, Counterexample, Theorem
from verify.core.nodes import Refused, Term
from verify.core.reading import Unreadable, decode, decode_formula, listed, quoted, record, said, whole, words

FORMAT: Final = "verify proof 2"
Made = Theorem | Counterexample


@dataclass(frozen=True, slots=True)
class Checked:
    """What a file proves: its theorems, or one counterexample, and the claim that they settle, if it names one.

    A claim has its own hypotheses and conclusions: a theorem may have fewer and count on functions to be as smooth as
    the others say.
    """

    made: tuple[Made, ...]
    claim: str = ""
    given: tuple[Term, ...] = ()
    states: tuple[Term, ...] = ()

    @property
    def said(self) -> tuple[tuple[tuple[Term, ...], Term], ...]:
        """The hypotheses and the conclusion of all that is shown: of the claim, or else of each theorem."""
        if self.claim:
            return tuple((self.given, formula) for formula in self.states)
        return tuple((m.hypotheses, m.conclusion) for m in self.made)

    @property
    def axioms(self) -> tuple[Axiom, ...]:
        """The axioms that it rests on, by name."""
        return tuple(sorted(frozenset[Axiom]().union(*(m.axioms for m in self.made)), key=lambda a: a.name))


def check_file(data: Any) -> Checked:
    """Makes every theorem of a proof file anew, by the rules of the kernel.

    Sound: what is returned was made by the kernel. The file only says which rule to try.

    Raises:
        Refused: naming the step and what is wrong with it.
    """
    fields = record(data, "a proof file", ["format", "steps"], ["claim", "shows"])
    if fields["format"] != FORMAT:
        raise Unreadable(f"the format must be {FORMAT!r}, not {said(fields['format'])}")
    steps = listed(fields["steps"], "steps")
    if not steps:
        raise Unreadable("it holds no step")
    done: list[Made] = []
    for number, step in enumerate(steps):
        done.append(_placed(f"step {number}", _made, step, done))
    shows = listed(fields.get("shows", [len(steps) - 1]), "shows")
    made = tuple(done[whole(n, "a step in shows", len(steps))] for n in shows)
    if not made:
        raise Unreadable("shows is empty")
    if len(made) > 1 and any(isinstance(one, Counterexample) for one in made):
        raise Unreadable("shows has a counterexample and something else")
    if "claim" in fields:
        settled: Checked = _placed("claim", _settled, fields["claim"], made)
        return settled
    for one in made:
        if isinstance(one, Theorem):  # it is shown as hypotheses ⊢ conclusion: its proof may not have used more
            _placed("shows", kernel.proves, one, one.hypotheses, one.conclusion)
    return Checked(made)


def _placed(place: str, read: Callable[..., Any], *args: Any) -> Any:
    """What `read` returns; its refusal names the place."""
    try:
        return read(*args)
    except Refused as error:
        raise type(error)(f"{place}: {error}") from None


def _settled(data: Any, made: tuple[Any, ...]) -> Checked:
    """The claim, which the theorems or the counterexample settle."""
    claim = record(data, "a claim", ["name", "given", "states"])
    name = quoted(claim["name"])
    given, states = _formulas(claim["given"], "given"), _formulas(claim["states"], "states")
    first = made[0]
    if isinstance(first, Counterexample):
        if first.conclusion not in states:
            raise Refused(f"the counterexample is one to {first.conclusion!r}")
        kernel.refutes(first, given, first.conclusion)
        return Checked(made, name, tuple(given), (first.conclusion,))
    if len(made) != len(states):
        raise Unreadable(f"the claim states {len(states)} formulas, shows has {len(made)}")
    for theorem, formula in zip(made, states, strict=True):
        kernel.proves(theorem, given, formula)
    return Checked(made, name, tuple(given), tuple(states))


def _formulas(data: Any, what: str) -> list[Term]:
    return [_placed(what, decode_formula, d) for d in listed(data, what)]


# --- steps ------------------------------------------------------------------------------------------------------------


class _Step:
    """One step as it is written: what is read of it is checked to be of the sort that is asked for."""

    def __init__(self, data: Any, done: list[Made]) -> None:
        fields = record(data, "a step", ["rule", "premises", "with", "hypotheses", "conclusion"])
        self.rule = fields["rule"]
        if type(self.rule) is not str or self.rule not in RULES:
            raise Unreadable(f"rule: there is no rule {said(self.rule)}")
        numbers = listed(fields["premises"], "premises")
        if numbers and not done:
            raise Unreadable("premises: the first step has none")
        self.premises: list[Any] = [done[whole(n, "premises: an earlier step", len(done))] for n in numbers]
        self.given = fields["with"]
        self.hypotheses = _formulas(fields["hypotheses"], "hypotheses")
        self.conclusion: Term = _placed("conclusion", decode_formula, fields["conclusion"])

    def term(self, name: str) -> Term:
        found: Term = _placed(name, decode, self.given[name])
        return found

    def terms(self, name: str) -> list[Term]:
        return [_placed(name, decode, d) for d in listed(self.given[name], name)]

    def formulas(self, name: str) -> list[Term]:
        return _formulas(self.given[name], name)

    def values(self, name: str) -> dict[Term, Term]:
        """A list of pairs [variable, value], no variable twice."""
        found: dict[Term, Term] = {}
        for pair in listed(self.given[name], name):
            if len(listed(pair, name)) != 2:
                raise Unreadable(f"{name}: a pair of a variable and its value is expected")
            v, value = (_placed(name, decode, d) for d in pair)
            if v.kind != "variable" or v in found:
                raise Unreadable(f"{name}: {v!r} is no variable, or has two values")
            found[v] = value
        return found

    def count(self, name: str) -> int:
        """How many of the premises, from where the last count ended."""
        return whole(self.given[name], name, len(self.premises) + 1)

    def premise(self, *needed: str) -> list[Any]:
        """The premises, if there are just those that are needed."""
        if len(self.premises) != len(needed):
            raise Unreadable(f"premises: {self.rule} needs {', '.join(needed) or 'none'}")
        return self.premises


def _made(data: Any, done: list[Made]) -> Made:
    step = _Step(data, done)
    required, optional, call = RULES[step.rule]
    record(step.given, "with", required, optional)
    made = call(step)
    if set(made.hypotheses) != set(step.hypotheses):
        raise Refused("hypotheses: the rule gives others than the step says")
    if made.conclusion is not step.conclusion:
        raise Refused(f"conclusion: the rule gives {made.conclusion!r}, the step says {step.conclusion!r}")
    return made


def _assume(s: _Step) -> Made:
    s.premise()
    return kernel.assume(s.conclusion, hypotheses=s.hypotheses)


def _identity(s: _Step) -> Made:
    using = s.count("using")
    return kernel.identity(s.conclusion, s.premises[:using], s.premises[using:], hypotheses=s.hypotheses)


def _combine(s: _Step) -> Made:
    """A factor null stands for the next of the premises that are left."""
    using = s.count("using")
    facts = using + s.count("facts")
    left = iter(s.premises[facts:])
    terms: list[tuple[Any, Any]] = []
    for pair in listed(s.given["terms"], "terms"):
        if len(listed(pair, "terms")) != 2:
            raise Unreadable("terms: a pair of factors is expected")
        factors = [next(left, None) if f is None else _placed("terms", decode, f) for f in pair]
        if None in factors:
            raise Unreadable("terms: there are more factors null than premises left")
        terms.append((factors[0], factors[1]))
    if next(left, None) is not None:
        raise Unreadable("premises: there are more than are used")
    return kernel.combine(s.conclusion, terms, s.premises[:using], s.premises[using:facts], hypotheses=s.hypotheses)


def _instantiate(s: _Step) -> Made:
    """`values` of the bound variables of a schema, in order; or `replaced`, pairs of free variables and values."""
    if not s.premises or len(s.given) != 1:
        raise Unreadable("it needs a theorem, and one of values and replaced")
    values = s.terms("values") if "values" in s.given else s.values("replaced")
    return kernel.instantiate(s.premises[0], values, s.premises[1:], hypotheses=s.hypotheses, conclusion=s.conclusion)


def _generalize(s: _Step) -> Made:
    (theorem,) = s.premise("a theorem")
    return kernel.generalize(theorem, s.terms("variables"), s.formulas("given"), hypotheses=s.hypotheses)


def _cases(s: _Step) -> Made:
    return kernel.cases(s.premises, s.formulas("on"), hypotheses=s.hypotheses, conclusion=s.conclusion)


def _induct(s: _Step) -> Made:
    base, step = s.premise("the base", "the step")
    return kernel.induct(base, step, s.conclusion, s.term("n"), s.term("start"), hypotheses=s.hypotheses)


def _telescope(s: _Step) -> Made:
    (step,) = s.premise("a theorem")
    given = [s.term(name) for name in ("t", "lo", "hi", "potential")]
    return kernel.telescope(step, *given, hypotheses=s.hypotheses, conclusion=s.conclusion)


def _cite(s: _Step) -> Made:
    s.premise()
    name = _placed("name", quoted, s.given["name"])
    statement, reference = (_placed(field, words, s.given[field]) for field in ("statement", "reference"))
    return kernel.cite(Axiom(name, statement, reference, tuple(s.hypotheses), s.conclusion))


def _certify(s: _Step) -> Made:
    s.premise()
    certificate = _placed("certificate", certificate_from_json, s.given["certificate"])
    return kernel.certify(certificate, hypotheses=s.hypotheses, conclusion=s.conclusion)


def _witness(s: _Step) -> Made:
    return kernel.witness(s.hypotheses, s.conclusion, s.values("assignment"), s.premises)


_Fields = tuple[str, ...]
RULES: Final[dict[str, tuple[_Fields, _Fields, Callable[[_Step], Made]]]] = {
    "assume": ((), (), _assume),
    "identity": (("using",), (), _identity),
    "combine": (("using", "facts", "terms"), (), _combine),
    "instantiate": ((), ("values", "replaced"), _instantiate),
    "generalize": (("variables", "given"), (), _generalize),
    "cases": (("on",), (), _cases),
    "induct": (("n", "start"), (), _induct),
    "telescope": (("t", "lo", "hi", "potential"), (), _telescope),
    "cite": (("name", "statement", "reference"), (), _cite),
    "certify": (("certificate",), (), _certify),
    "witness": (("assignment",), (), _witness),
}
"""Of each rule: what its steps have in `with`, what they may have, and how the kernel is called."""

"""What a claim module is made of: `Claim`, and the steps that are attached to it.

    PROP_8 = Claim(
        "spheres/prop-8", at="Proposition 8",
        given=[a >= 0, le(a, c), le(c, pi / 3)],
        states=(cos(a) - cos(c)) / cos(c) <= c**2 - a**2,
        reading="a and c are distances on the unit sphere, in radians.",
    )

    @PROP_8.proof
    def ends_decide(claim):
        '''In u = a² the left side is convex and the right side linear, so the ends decide.'''
        ...

A claim holds no verdict: that is computed from what the steps return (`verify.verdicts.verdict`).
"""

from __future__ import annotations

import copy
import inspect
import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import TYPE_CHECKING, Any, TypeVar

from sympy import Symbol

from verify.claims import registry
from verify.claims.called import check_arguments
from verify.claims.displayed import Displayed
from verify.claims.established import Established
from verify.claims.experiments import Extent
from verify.claims.family import Over
from verify.claims.misread import check_sorts, misnamed, misread
from verify.claims.paper import is_claim_id
from verify.claims.records import MUTATIONS, StepKind
from verify.claims.registry import ClaimError
from verify.claims.steps import Decision, Source, Step
from verify.claims.weights import WEIGHTS
from verify.language.abbreviations import texts
from verify.language.exists import AT_LEAST_NOTHING, Exists
from verify.language.names import kind_of
from verify.language.shown import Shown
from verify.language.terms import Formula, IllFormed, as_formula, eq, spaces
from verify.usage import nearest

if TYPE_CHECKING:
    from verify.author.kernel import Theorem

Function = TypeVar("Function", bound=Callable[..., Any])


class Claim(Shown):
    """One checkable statement of a paper, and the functions that decide it.

    Args:
        id: `paper/result`, never changed once published.
        at: where the statement stands in the paper.
        given: its hypotheses, as sympy relations or formulas of `verify.language.terms`.
        states: what it says of everything that satisfies them: a formula, or a list that must all be proved; or that
            something exists (`verify.language.exists`).
        where: abbreviations in which the formulas are shown, each with what it stands for, such as
            `{total: Sum(…), after(t): w(t) - η * G(t), G(t): …}`. Formulas may be written with them or without.
        reading: what the printed words were taken to mean, and what was chosen where they allow more.
        rests_on: ids of the claims that the paper's argument uses.
        printed: the statement as printed: a quotation, in the paper's words and symbols, "…" where it leaves some out.
        says: the statement in the author's words, where no paper prints it: a sharp form, a worst case, a repair.
        weight: of a refuted claim, one of `verify.claims.weights.WEIGHTS`.
        slip: with a weight, a sentence that says what is wrong with the printed statement, and why it weighs that much.
        face_of: id of the refuted claim whose slip shows here once more, in the place of a weight and a slip.
        idle: hypotheses that the proof does not use, each with the reason why it is stated all the same.
        reconstructed: whether the printed statement had to be completed to be one.
        repairs: id of the refuted claim that this one replaces.
        sharpens: ids of the claims that this one says more than: a smaller promise, or fewer hypotheses.
        loose: of a bound, why no instance comes within 1 % of its promise, or why none is given.
        open_because: for a claim that nothing decides yet, why; without it such a claim fails.
    """

    def __new__(cls, *args: Any, **named: Any) -> Claim:
        """
        Raises:
            ClaimError: for arguments that a claim does not take, or lacks, which Python would refuse without its id.
        """
        if args or named:  # a copy is made without
            check_arguments(cls.__init__, args, named)
        return super().__new__(cls)

    def __init__(
        self,
        id: str,
        *,
        at: str,
        states: Any,
        reading: str,
        given: Iterable[Any] = (),
        where: Mapping[Any, Any] | None = None,
        rests_on: Iterable[str] = (),
        printed: str = "",
        says: str = "",
        weight: str = "",
        slip: str = "",
        face_of: str = "",
        idle: Mapping[Any, str] | None = None,
        reconstructed: bool = False,
        repairs: str = "",
        sharpens: Iterable[str] | str = (),
        loose: str = "",
        open_because: str = "",
    ) -> None:
        if not is_claim_id(id):
            raise ClaimError(f"claim: the id must read paper/result in lower case, such as spheres/prop-8, not {id!r}")
        self.id = id
        self.at = self._text("at", at)
        self.reading = self._text("reading", reading)
        exists = states if isinstance(states, Exists) else None
        self.displayed = self._display(where or {}, exists)
        self._given = self._formulas("given", given) + self.displayed.promised
        self._states = self._formulas("states", _listed(AT_LEAST_NOTHING if exists else states))
        if not self._states:
            raise ClaimError(f"claim {id}: states must be a formula or a list with at least one, not empty")
        if any(isinstance(f, Exists) for f in (*self._given, *self._states)):
            raise ClaimError(f"claim {id}: that something exists must be all that states says, and no part of it")
        for line in misread(self._given, self._states):
            raise ClaimError(f"claim {id}: {line}")
        self._check_abbreviations(where or {})
        self.rests_on = self._ids("rests_on", rests_on)
        if printed and says:
            raise ClaimError(f"claim {id}: printed quotes the paper and says does not; give one of them, not both")
        self.printed = printed
        self.says = says
        self.weight, self.slip = self._weight(weight, slip, face_of)
        self.face_of = self._ids("face_of", [face_of])[0] if face_of else ""
        self.idle = self._idle(idle or {})
        self.reconstructed = reconstructed
        self.repairs = self._ids("repairs", [repairs])[0] if repairs else ""
        self.sharpens = self._ids("sharpens", [sharpens] if isinstance(sharpens, str) else sharpens)
        self.loose = self._text("loose", loose) if loose else ""
        self.open_because = open_because
        self.steps: tuple[Step, ...] = ()
        self.established = Established(self)
        frame = sys._getframe(1)
        self.source = Source(frame.f_globals["__name__"], frame.f_code.co_filename, frame.f_lineno, frame.f_globals)
        registry.current().add_claim(self)

    @property
    def paper(self) -> str:
        """The id of its paper."""
        return self.id.split("/")[0]

    @property
    def given(self) -> tuple[Formula, ...]:
        """Its hypotheses."""
        return self._given

    @property
    def states(self) -> tuple[Formula, ...]:
        """What it says of everything that satisfies them; each formula must be proved."""
        return self._states

    @property
    def shown_given(self) -> list[Formula]:
        """Its hypotheses as readers are shown them: with its abbreviations, and without what stands for an ∃."""
        return self.displayed.given(self.given)

    @property
    def shown_states(self) -> list[Formula]:
        """What it says, as readers are shown it: with its abbreviations, and ∃ as ∃."""
        return [self.displayed.formula(formula) for formula in self.states]

    @property
    def shown_where(self) -> list[Formula]:
        """An equation for each abbreviation."""
        return [eq(name, meaning) for name, meaning in self.displayed.where([*self.given, *self.states])]

    @property
    def statement(self) -> str:
        """Hypotheses and conclusion in one line, as readers are shown them."""
        given, states = ", ".join(map(str, self.shown_given)), " and ".join(map(str, self.shown_states))
        where = f" where {', '.join(map(str, self.shown_where))}" if self.shown_where else ""
        return f"{given} ⟹ {states}{where}" if given else f"{states}{where}"

    @property
    def variables(self) -> list[str]:
        """What its variables range over, kind by kind: signs that are declared with a name are hypotheses too."""
        kinds: dict[str, set[str]] = {}
        for formula in (*self.shown_given, *self.shown_states, *self.shown_where):
            for symbol in formula.atoms(Symbol) - spaces(formula):
                kinds.setdefault(kind_of(symbol), set()).add(symbol.name)
        return [f"{', '.join(sorted(names))}: {kind}" for kind, names in sorted(kinds.items())]

    def __repr__(self) -> str:
        return f"Claim({self.id!r})"

    if not TYPE_CHECKING:  # which knows what a claim has

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            near = nearest(name, [known for known in dir(type(self)) if not known.startswith("_")])
            raise AttributeError(f"claim {vars(self).get('id')}: a Claim has no {name!r}{near and f'; {near}'}")

    def replace(self, *, given: Iterable[Any] | None = None, states: Any = None) -> Claim:
        """An unregistered copy with other hypotheses or another conclusion, and the same steps."""
        changed = copy.copy(self)
        changed.established = Established(changed)
        if isinstance(states, Exists):
            kept = [f for f in self._given if f not in self.displayed.promised] if given is None else given
            changed.displayed = self._display(self.displayed.names, states)
            given, states = [*kept, *changed.displayed.promised], AT_LEAST_NOTHING
        if given is not None:
            changed._given = self._formulas("given", given)
        if states is not None:
            changed._states = self._formulas("states", _listed(states))
        return changed

    def theorem(self, states: Formula) -> Theorem:
        """What the claim's first proof gives for one of its formulas, for the proofs of claims that rest on it.

        Raises:
            ClaimError: when nothing proves the claim, or the formula is none of its own.
            DoesNotStand: when the proof fails.
        """
        return self.established.theorem(states)

    # --- the steps ------------------------------------------------------------------------------------------

    def proof(self, function: Function) -> Function:
        """Attaches `function(claim)`, which returns a theorem, or a list with one a formula of `states`."""
        return self._attach("proof", function)

    def counterexample(self, function: Function) -> Function:
        """Attaches `function(claim)`, which returns a theorem by the rule `witness` that refutes it."""
        return self._attach("counterexample", function)

    def cited(self, function: Function) -> Function:
        """Attaches `function(claim)`, which returns a theorem by the rule `cite` that is the claim."""
        return self._attach("citation", function)

    def conformance(self, function: Function) -> Function:
        """Attaches `function()`, which returns or yields `Conformance` records of float code."""
        return self._attach("conformance", function)

    def sharp(self, function: Function) -> Function:
        """Attaches `function()`, which returns or yields `Sharpness` records."""
        return self._attach("sharpness", function)

    def extremal(
        self,
        parameter: str,
        values: Iterable[Any],
        *,
        formula: int = 0,
        above: Callable[[Any], tuple[Any, Theorem]] | None = None,
        pinned: Callable[[Any], Sequence[Formula]] | None = None,
    ) -> Callable[[Function], Function]:
        """Attaches `function(value)`, the instances at which a bound is sharp, or the sharpest known, one a value.

        It returns an exact assignment that meets every hypothesis, as for the rule `witness`. The theorems that meet
        the schemas there are searched for, or given with it, as a pair. From each instance the ratio of what happens
        to what is promised is certified. Where only runs too long for that come near to what is promised, it returns
        `Runs`, with theorems about them.

        Args:
            parameter: what the instances are indexed by, such as `"k"`.
            values: the exact values that an examination tries.
            formula: which of `states` is the bound.
            above: for a value, a constant c and a theorem that c times the promise suffices (with `pinned`), for an
                upper end below that of the claim's own proof.
            pinned: for a value, the formulas that hold of the parameter's instances beside the claim's hypotheses.

        Raises:
            ClaimError: when a value is not exact, there is none, or the formula is not an inequality of the claim.
        """
        try:
            over = Over(parameter, tuple(values), formula, above, pinned)
            over.bound(self.states)
        except ValueError as error:
            raise ClaimError(f"claim {self.id}: extremal: {error}") from None
        return lambda function: self._attach("tightness", function, over=over)

    def search(self, function: Function) -> Function:
        """Attaches `function()`, which returns or yields `Searched` records."""
        return self._attach("search", function)

    def experiment(self, *, steps: int, short: int, unit: str = "steps") -> Callable[[Function], Function]:
        """Attaches `function(steps, seed, state)`, an experiment as `verify.claims.experiments` describes it.

        An examination of the claim runs `short` steps with the seed 0; `verify experiment` runs `steps`. What it gives
        is shown, and takes no part in the verdict: a run on one set of data proves and refutes nothing.

        Raises:
            ClaimError: unless 1 <= short <= steps, or where the claim has an experiment already.
        """
        try:
            extent = Extent(steps, short, unit)
        except ValueError as error:
            raise ClaimError(f"claim {self.id}: experiment: {error}") from None
        if any(step.kind == "experiment" for step in self.steps):
            raise ClaimError(f"claim {self.id}: a second experiment; it must be a claim of its own")
        return lambda function: self._attach("experiment", function, extent=extent)

    def instance(self, function: Function) -> Function:
        """Attaches `function()`, which returns an exact assignment at which all hypotheses hold.

        With schemas among the hypotheses it returns a pair: the assignment, and the theorems that meet them there. A
        mutant with the same hypotheses that is refuted `at` an assignment shows the same, and makes this unnecessary.
        """
        return self._attach("instance", function)

    def mutant(
        self,
        change: str,
        *,
        at: Mapping[Any, Any] | None = None,
        discharge: Callable[[], Any] | None = None,
        proof: Callable[[Claim], Any] | None = None,
        undecided: str = "",
    ) -> Callable[[Function], Function]:
        """Attaches `function(claim)`, which returns a changed copy (`replace`) that no proof of the claim may prove.

        Args:
            change: what is changed: `"constant"`, `"sign"` or `"hypothesis"`.
            at: an exact assignment at which the changed claim fails, as for the rule `witness`.
            discharge: with `at`, a function that returns the theorems that meet its schemas there.
            proof: a function of the changed claim that proves it: the change leaves it true, so the claim is not tight.
            undecided: why neither is given.

        Raises:
            ClaimError: unless exactly one of `at`, `proof` and `undecided` is given.
        """
        if change not in MUTATIONS:
            raise ClaimError(
                f"claim {self.id}: mutant: the change must be one of {', '.join(MUTATIONS)}, not {change!r}"
            )
        decision = Decision(at, discharge, proof, undecided)
        if len(decision.ways) != 1:
            given = " and ".join(decision.ways) or "none"
            raise ClaimError(f"claim {self.id}: mutant: give one of at, proof and undecided, not {given}")
        return lambda function: self._attach("mutant", function, change, decision)

    def changed(
        self, change: str, words: str, function: Callable[[Claim], Claim], how: Decision, place: tuple[str, int]
    ) -> None:
        """Attaches a changed copy of the claim, as `verify.claims.changed` reads it from a row at this place."""
        self._attach("mutant", function, change, how, said=(*self._named(words), *place))

    def instance_at(
        self, words: str, at: Mapping[Any, Any], discharge: Callable[[], Any] | None, place: tuple[str, int]
    ) -> None:
        """Attaches an instance, as `verify.claims.instances` reads it from a row at this place."""

        def instance() -> Any:
            return (at, _listed(discharge())) if discharge else at

        self._attach("instance", instance, said=(*self._named(words), *place))

    def _named(self, words: str) -> tuple[str, str]:
        """A name for a step that these words describe, and the words."""
        if any(step.summary == words for step in self.steps):
            raise ClaimError(f"claim {self.id}: two steps say {words!r}")
        name, taken = re.sub(r"\W+", "_", words.lower()).strip("_"), {step.name for step in self.steps}
        return next(n for n in chain([name], (f"{name}_{k}" for k in count(2))) if n not in taken), words

    def _attach(
        self,
        kind: StepKind,
        function: Function,
        label: str = "",
        decision: Decision | None = None,
        extent: Extent | None = None,
        over: Over | None = None,
        said: tuple[str, str, str, int] | None = None,
    ) -> Function:
        if not callable(function):
            raise ClaimError(f"claim {self.id}: {kind}: expected a function, not {function!r}")
        name, summary, file, line = said or self._said_of(function, kind)
        if any(step.name == name for step in self.steps):
            raise ClaimError(f"claim {self.id}: two steps are named {name}")
        if not self.source.is_running:  # who imports the claim's module alone would not have the step
            raise ClaimError(f"claim {self.id}: {kind} {name} must be attached by the module that declares the claim")
        self.steps += (Step(kind, name, summary, function, file, line, label, decision or Decision(), extent, over),)
        return function

    def _said_of(self, function: Callable[..., Any], kind: StepKind) -> tuple[str, str, str, int]:
        """The name of a function, what it says first, and where it stands."""
        code = getattr(function, "__code__", None)
        file, line = (code.co_filename, code.co_firstlineno) if code else (self.source.file, self.source.line)
        first, _, _ = inspect.cleandoc(getattr(function, "__doc__", None) or "").partition("\n\n")
        return getattr(function, "__name__", kind), " ".join(first.split()), file, line

    # --- reading the arguments ------------------------------------------------------------------------------

    def _text(self, argument: str, value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise ClaimError(f"claim {self.id}: {argument} must be a text, not {value!r}")
        return value.strip()

    def _weight(self, weight: str, slip: str, face_of: str) -> tuple[str, str]:
        if weight and weight not in WEIGHTS:
            raise ClaimError(f"claim {self.id}: weight must be one of {', '.join(WEIGHTS)}, not {weight!r}")
        if bool(weight) != bool(slip.strip()):
            raise ClaimError(f"claim {self.id}: weight and slip go together, and only one of them is given")
        if weight and face_of:
            raise ClaimError(f"claim {self.id}: a face of {face_of} has its weight; give weight or face_of, not both")
        return weight, slip.strip()

    def _display(self, where: Mapping[Any, Any], exists: Exists | None) -> Displayed:
        try:
            return Displayed(where, exists)
        except IllFormed as error:
            raise ClaimError(f"claim {self.id}: {error}") from None

    def _check_abbreviations(self, names: Collection[Any]) -> None:
        """Refuses abbreviations of which none is needed, and names that the formulas have for something else."""
        symbols = [name if isinstance(name, Symbol) else name.args[0] for name in names]
        for line in (line for symbol in symbols for line in misnamed(symbol, explained=True)):
            raise ClaimError(f"claim {self.id}: where: {line}")
        by_text = {symbol.name: name for symbol, name in zip(symbols, names, strict=True)}
        for formula in (*self.given, *self.states):
            for left in texts(formula) & by_text.keys():
                raise ClaimError(
                    f"claim {self.id}: where: {by_text[left]} is shown as a variable of the formulas is, "
                    "as one that is bound there, or stands in what a later name means"
                )
        if by_text and not self.displayed.is_used([*self._states, *self._given]):
            said = ", ".join(map(str, by_text.values()))
            raise ClaimError(f"claim {self.id}: where: what is meant by {said} is nowhere in the formulas")

    def _idle(self, idle: Mapping[Any, str]) -> dict[Formula, str]:
        reasons = dict(zip(self._formulas("idle", list(idle)), idle.values(), strict=True))
        for formula, reason in reasons.items():
            if formula not in self._given:
                raise ClaimError(f"claim {self.id}: idle must name hypotheses in given, and {formula} is none")
            self._text("a reason in idle", reason)
        return reasons

    def _formulas(self, argument: str, values: Any) -> tuple[Formula, ...]:
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise ClaimError(f"claim {self.id}: {argument} must be a list of relations, not {values!r}")
        made = []
        for position, value in enumerate(values):
            try:
                made.append(self.displayed.decided(as_formula(value)))
                check_sorts(made[-1])
            except IllFormed as error:
                raise ClaimError(f"claim {self.id}: {argument}[{position}]: {error}") from None
        return tuple(made)

    def _ids(self, argument: str, values: Any) -> tuple[str, ...]:
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise ClaimError(f"claim {self.id}: {argument} must be a list of claim ids, not {values!r}")
        ids = tuple(values)
        for id in ids:
            if not is_claim_id(id):
                raise ClaimError(f"claim {self.id}: {argument}: {id!r} is not a claim id such as spheres/prop-8")
        return ids


def _listed(states: Any) -> Any:
    return states if isinstance(states, list | tuple) else [states]

"""The rules that do not calculate: assume, instantiate, generalize, cases, induct, telescope."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verify.core.definedness import conditions, put_in, under, within
from verify.core.kernel import Theorem
from verify.core.nodes import OTHER, Term
from verify.core.polynomials import difference, minus, total
from verify.core.signs import ALLOWED, NEGATIVE, POSITIVE, ZERO_SIGN, Facts, sign_product
from verify.core.telescoping import defined_in_range
from verify.core.terms import MINUS_ONE, ONE, ZERO, add, binding, mul, opened, sides, substitute
from verify.core.zero import NormalForm
from verify.export.rocq.equations import Equations
from verify.export.rocq.lemmas import CLOSING, ENTER, Lemma, Statements, is_tangent
from verify.export.rocq.names import Inexpressible
from verify.export.rocq.settling import asserted, concluded
from verify.export.rocq.terms import is_number


def assumed(statements: Statements, theorem: Theorem, lemmas: Sequence[Lemma]) -> str:
    """Γ, h ⊢ h."""
    needed = asserted(statements, theorem.hypotheses, conditions(theorem.conclusion))
    return f"{ENTER} {needed} repeat split; assumed."


def instantiated(statements: Statements, theorem: Theorem, lemmas: Sequence[Lemma]) -> str:
    """A lemma at values, its hypotheses discharged."""
    values = theorem.parameters["values"]
    lines = [ENTER]
    for i, lemma in enumerate(lemmas[1:], 1):
        lines.append(statements.posed(f"P{i}", lemma))
    lines.append("breakup.")
    *given, proved = _instance(theorem)
    known = [*theorem.hypotheses, *(f for p in theorem.premises[1:] for f in (*conditions(p.conclusion), p.conclusion))]
    lines.append(asserted(statements, known, given))
    known += given
    if isinstance(values, Mapping):
        lines.append(statements.posed("P0", lemmas[0], values))
    else:
        lines.append(statements.posed("P0", lemmas[0]))
        if values:
            lines.append(_specialized(statements, theorem.premises[0].conclusion, values))
    terms = values.values() if isinstance(values, Mapping) else values
    left = [c for v in terms if is_number(v) for c in conditions(v)]
    lines.append(concluded(statements, known, proved, theorem.conclusion, "P0", left))
    return "\n".join(lines)


def _instance(theorem: Theorem) -> list[Term]:
    """The hypotheses and the conclusion of the first premise at the values."""
    first, values = theorem.premises[0], theorem.parameters["values"]
    if isinstance(values, Mapping):
        return [f for h in (*first.hypotheses, first.conclusion) for f in put_in(h, values)]
    if not values:
        return [*first.hypotheses, first.conclusion]
    return [*first.hypotheses, *(opened(f, values, fits=False) for f in first.conclusion.args[1:])]


def _specialized(statements: Statements, formula: Term, values: Sequence[Term]) -> str:
    """The last part of P0, which says "for all", at the values."""
    bound, _ = statements.write.opened(formula, ())
    arguments: list[str] = []
    asked = len(formula.args) - 2
    for n, (v, value) in enumerate(zip(bound, values, strict=True)):
        if is_tangent(v):
            arguments.append(statements.in_tangent_space(formula, n, value, values))
        else:
            arguments.append(statements.value(value, v.shape))
        if v.signature[0] == "partial function":
            arguments.append(statements.domain(value, v.shape))
        asked += len(statements.write.declared(v.name, v.shape, v.signature))
    at = " ".join(["P0", *arguments])
    return f"conclusion_of P0. specialize ({at}); cbv beta in P0.{' feed P0.' * asked}"


def generalized(statements: Statements, theorem: Theorem, lemmas: Sequence[Lemma]) -> str:
    """For all values of variables."""
    formula = theorem.conclusion
    bound, _ = statements.write.opened(formula, ())
    (lemma,) = lemmas
    for v, b in zip(theorem.parameters["variables"], bound, strict=True):
        if (
            v.sort == OTHER
            and not is_tangent(b)
            and [b.shape] != statements.names.shapes(v)[:1]
            and len(statements.names.shapes(v)) > 1
        ):
            raise Inexpressible("a bound function with arguments of several types")
    entered = statements.entered(formula, theorem.parameters["variables"])
    uses = _uses_at_hand(
        statements, theorem, theorem.parameters["variables"], theorem.parameters["given"], entered.names
    )
    rest = (  # last, the premise's own
        f"all: [> intros; breakup; try solve [at_once] .. | do {entered.premises} intro; breakup]."
    )
    lines = [f"{ENTER} repeat split; {entered.variables}.", rest, uses]
    lines += [f"all: {statements.posed('P0', lemma).replace('. ', '; ')}", "all: as_written P0."]
    return "\n".join(lines)


def _uses_at_hand(
    statements: Statements,
    theorem: Theorem,
    variables: Sequence[Term],
    given: Sequence[Term],
    called: Mapping[Term, Sequence[str]],
) -> str:
    """Tactics that have what the premise uses of functions at hand, as the step says it for all values."""
    lines = []
    for use in theorem.premises[0].uses.in_order():
        if use in theorem.uses.slopes:
            continue
        for closed in under(variables, given, [use]):
            if closed in theorem.uses.slopes:
                name, other = statements.fresh("U"), statements.fresh("U")
                spoken = [v for v in variables if v in use.free or any(v in g.free for g in given)]
                at = "".join(f" {text}" for v in spoken for text in called[v])
                lines.append(
                    f"assert ({name} : {statements.write.formula(use)}) by (assert ({other} : "
                    f"{statements.write.formula(closed)}) by assumption; "
                    f"first [apply ({other}{at}) | apply {other}]; at_hand)."
                )
    return "\n".join(f"all: {line}" for line in lines)


def by_cases(statements: Statements, theorem: Theorem, lemmas: Sequence[Lemma]) -> str:
    """On the sign of a term."""
    on = theorem.parameters["on"]
    form = NormalForm(Facts(theorem.hypotheses))
    first = difference(on[0])
    chosen: dict[int, int] = {}
    for i, case in enumerate(on):
        term, allowed = difference(case), ALLOWED[sides(case)[0]]
        if not form.is_zero(minus(term, first)):
            if not form.is_zero(total(term, first)):
                raise Inexpressible("cases on different terms")
            allowed = sign_product(allowed, NEGATIVE)
        for sign in (NEGATIVE, ZERO_SIGN, POSITIVE):
            if allowed & sign:
                chosen.setdefault(sign, i)
    _, larger, smaller = sides(on[0])
    text = statements.write.term(add(larger, mul(MINUS_ONE, smaller)))
    branches = []
    for sign in (NEGATIVE, ZERO_SIGN, POSITIVE):
        i = chosen[sign]
        last = concluded(statements, theorem.hypotheses, theorem.premises[i].conclusion, theorem.conclusion, "P0")
        branches.append(f"{statements.posed('P0', lemmas[i])} {last}")
    return f"{ENTER}\ndestruct (Rtotal_order {text} 0) as [Z0|[Z0|Z0]].\n" + "\n".join(f"{{ {b} }}" for b in branches)


def inducted(statements: Statements, theorem: Theorem, lemmas: Sequence[Lemma]) -> str:
    """Induction over the integers from a start."""
    n, start = theorem.parameters["n"], theorem.parameters["start"]
    name = statements.write.term(n)
    base, step = lemmas
    goal = theorem.conclusion
    rest = [h for h in theorem.hypotheses if n not in h.free]
    first = concluded(statements, rest, theorem.premises[0].conclusion, substitute(goal, {n: start}), "P0")
    known, after = [*theorem.hypotheses, goal], substitute(goal, {n: add(n, ONE)})
    then = concluded(statements, known, theorem.premises[1].conclusion, after, "P1")
    by = f"apply (Int_induct _ {statements.write.term(start)})"
    return "\n".join(
        [
            ENTER,
            f"pattern {name}. {by}; [ integer | cbv beta | cbv beta | assumption | sgn ].",
            f"{{ breakup. {statements.posed('P0', base, {n: start})} {first} }}",
            f"{{ clear dependent {name}. intros {name} ? ? ?. breakup. {statements.posed('P1', step)} {then} }}",
        ]
    )


def telescoped(statements: Statements, theorem: Theorem, lemmas: Sequence[Lemma]) -> str:
    """A sum of steps, whose potentials cancel."""
    p = theorem.parameters
    t, potential = p["t"], p["potential"]
    write = statements.write
    (lemma,) = lemmas
    op, larger, smaller = sides(theorem.premises[0].conclusion)
    lo, hi, name = write.term(p["lo"]), write.term(p["hi"]), write.term(t)
    step = write.term(add(larger, mul(MINUS_ONE, smaller)))
    said = f"{step} = 0" if op == "=" else f"0 <= {step}"
    rule = "telescope_eq" if op == "=" else "telescope_ge"
    lines = [
        ENTER,
        f"assert (T0 : forall {name}, Int {name} -> {lo} <= {name} -> {name} <= {hi} -> {said}).",
        f"{{ intros.\n{_uses_at_hand(statements, theorem, [t], within(t, p['lo'], p['hi'], True), {t: [name]})}\n"
        f"{statements.posed('P0', lemma)} conclusion_of P0. clear -P0; lra. }}",
    ]
    if potential is ZERO:
        rule = "Sum_zero" if op == "=" else "Sum_nonneg"
        lines.append(f"pose proof ({rule} {lo} {hi} (fun {name} => {step}) ltac:(integer) ltac:(integer) T0) as P1.")
    else:
        lines.append(
            f"pose proof ({rule} {lo} {hi} (fun {name} => {step}) (fun {name} => {write.term(potential)}) "
            "ltac:(integer) ltac:(integer) ltac:(sgn) T0) as P1."
        )
    lines.append("cbv beta in P1. repeat match goal with |- _ /\\ _ => split; [ at_once | ] end.")
    inside = add(larger, mul(MINUS_ONE, smaller))
    whole = binding("sum", t, inside, p["lo"], p["hi"])
    if potential is not ZERO:
        after = substitute(potential, {t: add(t, ONE)})
        whole = add(
            substitute(potential, {t: p["lo"]}),
            mul(MINUS_ONE, substitute(potential, {t: add(p["hi"], ONE)})),
            binding("sum", t, add(inside, mul(MINUS_ONE, potential), after), p["lo"], p["hi"]),
        )
    _, above, below = sides(theorem.conclusion)
    inside_range = defined_in_range(theorem.premises[0].conclusion, t, p["lo"], p["hi"])
    known = [*theorem.hypotheses, *conditions(theorem.conclusion), *inside_range]
    goal = Equations(statements, known, []).proved(add(above, mul(MINUS_ONE, below)), whole)
    closing = CLOSING[theorem.conclusion.args[0]]
    lines.append(f"apply ({closing} _ _ ({write.term(whole)})); [ | exact P1].\n{goal}")
    return "\n".join(lines)

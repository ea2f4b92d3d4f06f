"""The rules of certificates in one variable, as proofs in Rocq: by the mean value theorem on a segment."""

from __future__ import annotations

from collections.abc import Mapping

from verify.core.definedness import conditions
from verify.core.derivatives import derivative
from verify.core.nodes import Term
from verify.core.obligations import Known, joined
from verify.core.polynomials import negative, product
from verify.core.segment_rules import Segment
from verify.core.terms import number, substitute
from verify.export.rocq.certificate_scripts import Script
from verify.export.rocq.names import Inexpressible


def _at_end(script: Script, segment: Segment, formulas: tuple[Term, ...]) -> None:
    """What makes a term defined at the end of the segment."""
    here = {segment.variable: segment.end}
    script.have_all([substitute(c, here) for c in formulas], segment.at_end())


def _inside(script: Script, known: Known, formulas: tuple[Term, ...], values: Mapping[Term, Term]) -> Known:
    """What is known at a point of the segment, and what makes terms defined there."""
    for f in known:
        script.say(f"assert ({script.writer.formula(substitute(f, values))}) by plain.")
    return script.have_all(formulas, known, values)


def monotone(script: Script) -> None:
    """f rises from its lower end, or falls towards its upper end."""
    if script.data.get("limit") is not None:
        raise Inexpressible("a function that is monotone from a limit")
    segment = Segment(script.node, script.data["variable"], script.data["end"], script.data["side"])
    x, f, end, side = segment.variable, script.term, segment.end, segment.side
    strict = script.data.get("strict") if script.strict else None
    script.have_defined(end)
    script.have("W", segment.way, strict == "slope", segment.known)
    # the conditions at the end
    for f_ in segment.at_end():
        script.say(f"assert ({script.writer.formula(f_)}) by plain.")
    _at_end(script, segment, conditions(f))
    at_end = substitute(f, {x: end})
    script.have("S", at_end, strict == "end", segment.at_end())
    low, high = (script.write(end), script.write(x)) if side == 1 else (script.write(x), script.write(end))
    t = script.new("t")
    moving = {x: t}
    lemma = ("rises" if side == 1 else "falls") + ("_strictly" if strict == "slope" else "")
    there = script.function(substitute(f, moving), t)
    value = f"assert (M := {lemma} {there} {low} {high})."
    script.say(value, "cbv beta in M. enough (M' : _ /\\ _) by (specialize (M ltac:(lra) (proj1 M') (proj2 M')); lra). clear M.")
    script.say("split.")
    T = script.name(t)
    script.say(f"- intros {T} Ht.")
    script.say(f"destruct (Req_dec {T} {script.write(end)}) as [->|N1]; [cont|].")
    script.say(f"destruct (Req_dec {T} {script.write(x)}) as [->|N2]; [cont|].")
    known = segment.between()
    known = _inside(script, known, conditions(f), moving)
    script.say("cont.")
    slope, needed = derivative(f, x)
    script.say(f"- intros {T} Ht.")
    known = _inside(script, segment.between(), (*conditions(f), *needed, *conditions(slope)), moving)
    goal = product(number(side), slope)
    there_slope = script.write(substitute(slope, moving))
    script.say(f"exists {there_slope}. split; [derive|].")
    script.say(
        f"enough ({script.sign(substitute(goal, moving), strict == 'slope')}) by lra.",
        f"{script.by(goal, strict == 'slope', known, moving)}.",
    )

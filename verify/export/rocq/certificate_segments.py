"""The rules of certificates in one variable, as proofs in Rocq: by the mean value theorem on a segment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verify.core.definedness import conditions
from verify.core.derivatives import derivative
from verify.core.nodes import Term
from verify.core.obligations import Known, joined
from verify.core.polynomials import negative, product
from verify.core.segment_rules import Segment
from verify.core.terms import number, substitute
from verify.export.rocq.certificate_scripts import Script
from verify.export.rocq.names import Inexpressible


def _inside(script: Script, known: Known, formulas: tuple[Term, ...], values: Mapping[Term, Term]) -> Known:
    """What is known at a point of the segment, and what makes terms defined there."""
    for f in known:
        script.say(f"assert ({script.writer.formula(substitute(f, values))}) by plain.")
    return script.have_all(formulas, known, values)


def _on_closed(
    script: Script, x: Term, ends: Sequence[Term], known: Known, formulas: tuple[Term, ...], t: Term
) -> None:
    """Continuity at every point t of a segment: at its ends, where all is known, and inside."""
    T = script.name(t)
    script.say(f"- intros {T} H'.")
    for n, end in enumerate(ends):
        script.say(f"destruct (Req_dec {T} {script.write(end)}) as [->|N'{n}]; [cont|].")
    _inside(script, known, formulas, {x: t})
    script.say("cont.")


def _known_at_end(script: Script, segment: Segment, formulas: tuple[Term, ...]) -> None:
    """What is known at the end of the segment, and what makes terms defined there."""
    for f in segment.at_end():
        script.say(f"assert ({script.writer.formula(f)}) by plain.")
    here = {segment.variable: segment.end}
    script.have_all([substitute(c, here) for c in formulas], segment.at_end())


def monotone(script: Script) -> None:
    """f rises from its lower end, or falls towards its upper end."""
    if script.data.get("limit") is not None:
        raise Inexpressible("a function that is monotone from a limit")
    segment = Segment(script.node, script.data["variable"], script.data["end"], script.data["side"])
    x, f, end, side = segment.variable, script.term, segment.end, segment.side
    strict = script.data.get("strict") if script.strict else None
    script.have_defined(end)
    script.have("W'", segment.way, strict == "slope", segment.known)
    _known_at_end(script, segment, conditions(f))
    script.have("S'", substitute(f, {x: end}), strict == "end", segment.at_end())
    low, high = (script.write(v) for v in ((end, x) if side == 1 else (x, end)))
    t = script.new("t")
    moving = {x: t}
    lemma = ("rises" if side == 1 else "falls") + ("_strictly" if strict == "slope" else "")
    script.say(
        f"assert (M' := {lemma} {script.function(substitute(f, moving), t)} {low} {high}). cbv beta in M'.",
        "enough (N' : _ /\\ _) by (specialize (M' ltac:(lra) (proj1 N') (proj2 N')); lra).",
        "clear M'. split.",
    )
    _on_closed(script, x, (end, x), segment.between(), conditions(f), t)
    slope, needed = derivative(f, x)
    script.say(f"- intros {script.name(t)} H'.")
    known = _inside(script, segment.between(), (*conditions(f), *needed, *conditions(slope)), moving)
    rising = product(number(side), slope)
    script.say(
        f"exists {script.write(substitute(slope, moving))}. split; [derive|].",
        f"enough ({script.sign(substitute(rising, moving), strict == 'slope')}) by lra.",
        f"{script.by(rising, strict == 'slope', known, moving)}.",
    )


def concave(script: Script) -> None:
    """f is concave between two ends, so at least the smaller of its values there."""
    below = Segment(script.node, script.data["variable"], script.data["lower"], 1)
    above = Segment(script.node, script.data["variable"], script.data["upper"], -1)
    strict = script.data.get("strict") if script.strict else None
    if strict == "curvature":
        raise Inexpressible("a strict inequality by curvature alone")
    x, f = below.variable, script.term
    for name, segment, strictly, off in (
        ("a", below, ("lower", "both"), "upper"),
        ("b", above, ("upper", "both"), "lower"),
    ):
        script.have_defined(segment.end)
        script.have(f"W'{name}", segment.way, strict == off, segment.known)
        _known_at_end(script, segment, conditions(f))
        script.have(f"S'{name}", substitute(f, {x: segment.end}), strict in strictly, segment.at_end())
    slope, needed = derivative(f, x)
    bend, more = derivative(slope, x)
    t = script.new("t")
    moving = {x: t}
    functions = " ".join(script.function(substitute(g, moving), t) for g in (f, slope, bend))
    ends = f"{script.write(below.end)} {script.write(above.end)} {script.write(x)}"
    script.say(
        f"assert (M' := concave_above {functions} {ends}). cbv beta in M'.",
        "enough (N' : (_ /\\ _) /\\ _)",
        "by (destruct N' as [[C' D'] B']; specialize (M' ltac:(lra) ltac:(lra) C' D' B'); concavely).",
        "clear M'. split; [split|].",
    )
    inside = joined((*below.between(), *above.between()))
    _on_closed(script, x, (below.end, above.end), inside, conditions(f), t)
    everything = (*conditions(f), *needed, *conditions(slope), *more, *conditions(bend))
    script.say(f"- intros {script.name(t)} H'.")
    known = _inside(script, inside, everything, moving)
    script.say("split; [derive | derive].", f"- intros {script.name(t)} H'.")
    _inside(script, inside, everything, moving)
    script.say(f"enough ({script.sign(substitute(negative(bend), moving), False)}) by lra.")
    script.say(f"{script.by(negative(bend), False, known, moving)}.")

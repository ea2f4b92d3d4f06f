"""Square roots and absolute values: A + B·√R ≥ 0 from inequalities without that root.

If B ≥ 0 and B²R ≥ A², then B√R ≥ |A|; it is enough to have the second where A ≤ 0.
If A ≥ 0 and A² ≥ B²R, then A ≥ |B|√R. Strict likewise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from verify.prover.allowance import Allowance
from verify.prover.goal import Goal, Inequality
from verify.prover.polynomial.reading import Polynomial, System, Unreadable, part, read, read_or_reject
from verify.prover.polynomial.rough import is_negative, places
from verify.prover.rejected import Rejected

Prove = Callable[[Goal, Allowance], "tuple[str, dict[str, Any]] | None"]
Check = Callable[[Goal, str, dict[str, Any]], None]

LARGER = ("root", "rest", "root if needed")


def check(goal: Goal, data: dict[str, Any], check_part: Check) -> None:
    """Removes the root again and checks the proofs of both parts.

    Raises:
        Rejected: saying what does not hold.
    """
    if set(data) != {"root", "larger", "proofs"} or data["larger"] not in LARGER:
        raise Rejected("roots: the data must be a root, which side is larger, and proofs")
    system = read_or_reject(goal)
    if type(data["root"]) is not int or data["root"] not in _square_roots(system):
        raise Rejected(f"roots: {data['root']!r} is not the number of a square root in what is to be shown")
    proofs = data["proofs"]
    if not isinstance(proofs, list) or len(proofs) != 2:
        raise Rejected("roots: there must be two proofs")
    for subgoal, proof in zip(_parts(goal, system, data["root"], data["larger"]), proofs, strict=True):
        if not (isinstance(proof, list) and len(proof) == 2 and isinstance(proof[0], str)):
            raise Rejected("roots: a proof must be a kind and data")
        check_part(subgoal, proof[0], proof[1])


def propose(goal: Goal, allowed: Allowance, prove: Prove) -> dict[str, Any] | None:
    """Data that the check accepts, if as much work as is allowed finds them."""
    try:
        system = read(goal)
    except Unreadable:
        return None
    roots = _square_roots(system)
    if not roots:
        return None
    root = next((r for r in reversed(roots) if r not in system.constants), roots[-1])
    likely = _likely(system, root, allowed)
    for n, larger in enumerate(likely):
        proofs: list[Any] = []
        allowed_here = allowed.part(1 / (len(likely) - n))
        for subgoal in _parts(goal, system, root, larger):
            proof = prove(subgoal, allowed_here)
            if proof is None:
                break
            proofs.append(list(proof))
        else:
            return {"root": root, "larger": larger, "proofs": proofs}
    return None


def _likely(system: System, root: int, allowed: Allowance) -> list[str]:
    """The sides that may be the larger one, as far as floats say."""
    rest, factor, above, below = _separated(system, root)
    difference = (factor * factor * above - rest * rest * below) * below
    unlikely: set[str] = set()
    for place in places(system, allowed):
        if is_negative(factor, place):
            unlikely |= {"root", "root if needed"}
        if is_negative(rest, place) or is_negative(-difference, place):
            unlikely.add("rest")
        if is_negative(difference, place):
            unlikely |= {"root", "root if needed"} if is_negative(rest, place) else {"root"}
    return [larger for larger in LARGER if larger not in unlikely]


def _square_roots(system: System) -> list[int]:
    """The variables of the ring that stand for square roots or absolute values and occur in what is to be shown."""
    return sorted({i for e in system.shows.to_dict() for i, k in enumerate(e) if k} & set(system.radicands))


def _parts(goal: Goal, system: System, root: int, larger: str) -> tuple[Goal, Goal]:
    """That the larger side is not negative, and that its square is the larger one."""
    rest, factor, above, below = _separated(system, root)
    difference = (factor * factor * above - rest * rest * below) * below
    if larger == "root":
        return part(goal, system, factor, strict=False), part(goal, system, difference, system.strict)
    if larger == "root if needed":
        needed = replace(goal, given=(*goal.given, Inequality(system.expression(-rest), strict=False)))
        return part(goal, system, factor, strict=False), part(needed, system, difference, system.strict)
    return part(goal, system, rest, strict=False), part(goal, system, -difference, system.strict)


def _separated(system: System, root: int) -> tuple[Polynomial, Polynomial, Polynomial, Polynomial]:
    """A, B, p, q with the sign of the goal being that of A + B√(p/q), none of them with the root in it."""
    r = system.ring.gens()[root]
    above, below = system.radicands[root]
    powers: dict[int, Polynomial] = {}
    for exponents, c in system.shows.to_dict().items():
        k = int(exponents[root])
        rest = tuple(0 if i == root else int(e) for i, e in enumerate(exponents))
        powers[k] = powers.get(k, r * 0) + system.ring.from_dict({rest: c})
    # Times an even power of q, which is not zero where the root is defined.
    most = max(powers) // 2
    most += most % 2
    parts = [r * 0, r * 0]
    for k, a in powers.items():
        parts[k % 2] = parts[k % 2] + a * above ** (k // 2) * below ** (most - k // 2)
    return parts[0], parts[1], above, below

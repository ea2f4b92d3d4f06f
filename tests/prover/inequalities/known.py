"""An inequality of the literature, with what is known of it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Known:
    """A statement, whether it is true, and where it comes from.

    `degenerate` says that the two sides meet or blow up: on the boundary, inside, in a limit towards an end or infinity.
    `point` violates the statement when it is false; it is empty where there are no variables.
    """

    name: str
    relation: str
    where: str
    true: bool
    degenerate: bool
    reference: str
    point: str | None = None
    note: str = ""


def holds(name: str, relation: str, where: str, reference: str, *, degenerate: bool = True, note: str = "") -> Known:
    """A true statement."""
    return Known(name, relation, where, True, degenerate, reference, None, note)


def fails(
    name: str, relation: str, where: str, point: str, reference: str, *, degenerate: bool = False, note: str = ""
) -> Known:
    """A false statement, and an exact point that violates it."""
    return Known(name, relation, where, False, degenerate, reference, point, note)

"""Inequalities of the literature, true and false, on which the prover is judged, in two halves.

None is made up here. A true one is printed in its reference, or is an instance of what is. A false one is either printed
too (and wrong), or a true one whose constant, exponent, range or hypothesis is moved just past the edge that its
reference gives; it comes with an exact point that violates it. Every statement is defined on the whole of its domain.

What is in `tuned` is development: the prover has been tuned on it. Of the others one in two, which `half` tells by the
digest of a name alone, is development too. The rest is the test half: it is only counted. Nobody who works on the prover
looks at which of it are undecided, so that what is measured on it is what a reader of such books would meet. (It was one
in four until what was left undecided could not be guessed any more: a third of the test half, chosen by the digest, was
given up to be looked at, decided and undecided alike. It does not come back.)
"""

from hashlib import sha256
from itertools import chain

from tests.prover.inequalities import (
    approximations,
    constants,
    elementary,
    hyperbolic,
    information,
    means,
    metitarski,
    olympiad,
    polynomial,
    trigonometric,
    tuned,
)  # fmt: skip
from tests.prover.inequalities.known import Known

HALVES = ("development", "test")


def half(name: str) -> str:
    """In which half a statement of that name is, unless the prover was tuned on it."""
    return HALVES[0] if sha256(name.encode()).digest()[0] % 2 == 0 else HALVES[1]


ADDED: dict[str, tuple[Known, ...]] = {
    "approximations": approximations.STATEMENTS, "constants": constants.STATEMENTS,
    "elementary": elementary.STATEMENTS, "hyperbolic": hyperbolic.STATEMENTS, "information": information.STATEMENTS,
    "means": means.STATEMENTS, "metitarski": metitarski.STATEMENTS, "olympiad": olympiad.STATEMENTS,
    "polynomial": polynomial.STATEMENTS, "trigonometric": trigonometric.STATEMENTS,
}  # fmt: skip
"""By theme; the prover was not tuned on these."""


def themes(which: str) -> dict[str, tuple[Known, ...]]:
    """The statements of a half by theme.

    Raises:
        ValueError: for another name than those of the halves.
    """
    if which not in HALVES:
        raise ValueError(f"there is no half {which!r}; there are {', '.join(HALVES)}")
    known = [(theme, k) for theme, those in ADDED.items() for k in those if half(k.name) == which]
    if which == HALVES[0]:
        before = [*tuned.SETTLED.items(), *tuned.RESISTING.items()]
        known = [(theme, k) for theme, those in before for k in those] + known
    found: dict[str, list[Known]] = {}
    for theme, k in known:
        found.setdefault(theme, []).append(k)
    return {theme: tuple(those) for theme, those in found.items()}


SETTLED: tuple[Known, ...] = tuple(chain(*tuned.SETTLED.values()))
DEVELOPMENT: tuple[Known, ...] = tuple(chain(*themes("development").values()))
TEST: tuple[Known, ...] = tuple(chain(*themes("test").values()))
CORPUS: tuple[Known, ...] = DEVELOPMENT + TEST

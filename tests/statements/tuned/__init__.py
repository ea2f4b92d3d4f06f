"""Statements of textbooks and papers, true and false: a search may be tuned on them.

One module a theme. A statement with a counterexample is false, and has one slip; every other is a theorem. Half of them
are here and half in the package beside this one: within each theme and truth value, statements sorted by the SHA-256 of
their slug, what follows the slash in an id, go to `tuned` and `unseen` in turn, the first to `tuned`.
"""

from verify.claims import Paper

PAPER = Paper(
    "tuned",
    title="Statements that a search may be tuned on",
    authors="the authors named with each",
    where="textbooks and papers, true and with one slip",
)

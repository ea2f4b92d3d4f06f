"""The Rocq file of a claim, whole: its words, its statement, its proof; and the check that it states the claim."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, Final

from verify.claims.claim import Claim
from verify.export.rocq.files import rocq_file
from verify.export.rocq.names import Inexpressible
from verify.export.rocq.readback import NotRead, refuse_other_statement
from verify.export.rocq.statement import WIDTH, NoStatement, statement

GAPS: Final = (Inexpressible, NoStatement)
"""How it is said that something has no form in Rocq yet."""

_STATED: Final = re.compile(r"^Theorem claim :\s(.*?)\.\s+Proof", re.MULTILINE | re.DOTALL)
_MAKES: Final = re.compile(
    r"^\s*(?:Local |Global |Program )*(?:Lemma|Theorem|Corollary|Fact|Remark|Definition|Example|Fixpoint|CoFixpoint|"
    r"Inductive|Record|Let|Instance|Ltac)\s+([^\W\d][\w']*)",
    re.MULTILINE,
)
_CHANGES: Final = re.compile(
    r"^\s*(?:Local |Global |#\[\w+\] )*(Notation|Infix|Reserved|Coercion|Canonical|Axioms?|Conjecture|Parameters?|"
    r"Variables?|Hypothes[ie]s|Context|Bind|Delimit|Declare|Module|Section|Export|Load|Arguments|Unset|"
    r"Set (?!Default Timeout))\b|(Admitted|admit|bypass_check)\b",
    re.MULTILINE,
)
_SCOPE: Final = re.compile(r"^\s*(?:Local |Global )?(?:Open|Close) Scope (?!R_scope\b)\w+", re.MULTILINE)


def whole_file(data: Mapping[str, Any], words: Iterable[str] = ()) -> str:
    """The file of a claim, from its proof file; it ends by saying what the claim rests on.

    Raises:
        Inexpressible, NoStatement: where something has no form in Rocq yet. NotRead: where the file states another
        claim. Refused: where the core does not accept the proof.
    """
    statement(data)
    text = rocq_file(data)
    refuse_other_statement(stated_in(text), data)
    return f"{_comment([data['claim']['name'], *words])}{text.rstrip()}\nPrint Assumptions claim.\n"


def stated_in(text: str) -> str:
    """The proposition that the theorem states which is the claim; what it is said with means what it always does.

    Raises:
        NotRead: where there is no such theorem, or not one; or where the file changes what the words of it mean.
    """
    found = _STATED.findall(text)
    if len(found) != 1:
        raise NotRead(f"it has {len(found)} theorems that are the claim")
    if changed := _CHANGES.search(text) or _SCOPE.search(text):
        raise NotRead(f"it changes what is meant, or leaves something out: {changed[0].strip()}")
    (stated,) = found
    if renamed := set(_MAKES.findall(text)) & set(re.findall(r"[^\W\d][\w']*", stated)) - _bound(stated):
        raise NotRead(f"it gives a meaning of its own to {min(renamed)}")
    return stated


def _bound(stated: str) -> set[str]:
    """The names that the statement itself binds."""
    grouped = re.findall(r"\(([^():,]+) :", stated)
    return {name for group in grouped for name in group.split()} | set(re.findall(r"(?:fun|forall) ([\w']+)", stated))


def _comment(lines: Iterable[str]) -> str:
    r"""Lines as a comment of Rocq, in which no other comment and no text in quotation marks may begin."""
    plain = [" ".join(line.split()).replace('"', "'").replace("(*", "( *").replace("*)", "* )") for line in lines]
    wrapped = (textwrap.fill(line, WIDTH, break_on_hyphens=False) for line in plain if line)
    return f"(* {textwrap.indent(chr(10).join(wrapped), '   ').lstrip()} *)\n"


def said_of(claim: Claim) -> list[str]:
    """The words of a claim, for the head of its file."""
    return [claim.at, claim.printed or claim.says, claim.reading]

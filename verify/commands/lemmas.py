"""`verify lemmas`: what a proof can be made of: the rules, the lemmas and the axioms, with what each says.

Of one that is asked for by its name all is said, with an example.
"""

from __future__ import annotations

import argparse
import inspect
import re
import textwrap
from collections.abc import Iterator
from types import ModuleType
from typing import Any, Final

from verify import audit, axioms, lemmas
from verify.author import following, kernel, steps
from verify.author.kernel import Axiom
from verify.claims import changed, instances
from verify.commands.shared import say
from verify.language import formulas, names
from verify.lemmas import circular, few_rounds, inner_products, moments, sums, variations

WIDTH: Final = 100
INDENT: Final = "    "
SECTIONS: Final = (
    ("variables of statements", names),
    ("formulas", formulas),
    ("steps that are found", following),
    ("steps in one call", steps),
    ("rules", kernel),
    ("lemmas", lemmas),
    ("lemmas on sums", sums),
    ("lemmas on exponential moments", moments),
    ("lemmas on arccos and unit vectors", circular),
    ("lemmas on several vectors", inner_products),
    ("lemmas for few rounds", few_rounds),
    ("lemmas on what is least", variations),
    ("changed claims", changed),
    ("instances of claims", instances),
)
OTHERS: Final = f"what else {audit.__name__} has"
AXIOMS: Final = f"axioms, for cite: {axioms.__name__}"


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "word",
        metavar="WORD",
        nargs="?",
        default="",
        help="only those whose name or words hold it; of a name, all that is said of it, and who else names it",
    )


def run(options: argparse.Namespace) -> int:
    """Prints them; the exit status is 1 if there is none."""
    found, indented = 0, textwrap.TextWrapper(WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)
    indented.break_on_hyphens = False
    sections = [(f"{title}: {module.__name__}", functions(module)) for title, module in SECTIONS]
    every = [(title, list(entries)) for title, entries in [*sections, (OTHERS, others()), (AXIOMS, classical())]]
    names = [_name(head) for _, entries in every for head, _ in entries]
    beside: list[str] = []
    for title, entries in every:
        shown = [(head, text) for head, text in entries if options.word.casefold() in f"{head} {text}".casefold()]
        if options.word in names:
            other = [(head, text) for head, text in shown if _name(head) != options.word]
            beside += [_name(head) for head, text in other if re.search(rf"\b{options.word}\(", text)]
            shown = [(head, text) for head, text in shown if _name(head) == options.word]
        if shown:
            print(f"{chr(10) if found else ''}{title}\n")
        for head, text in shown:
            print(textwrap.fill(head, WIDTH, initial_indent="  ", subsequent_indent="      "))
            if _name(head) == options.word and title != AXIOMS:  # asked for by its name: all of it, with the example
                print(textwrap.indent(text, INDENT))
                continue
            lines = text.splitlines() if title == AXIOMS else [" ".join(text.split("\n\n")[0].split())]
            print(*(indented.fill(line) for line in lines), sep="\n")
        found += len(shown)
    if beside:
        print(textwrap.fill(f"named by {', '.join(beside)}", WIDTH, initial_indent="\n"))
    return 0 if found else say(f"no rule, lemma or axiom speaks of {options.word!r}")


def _name(head: str) -> str:
    """What is called so, of the line that says how."""
    return head.partition("(")[0].partition(":")[0]


def functions(module: ModuleType) -> Iterator[tuple[str, str]]:
    """The functions that a module defines for authors: how they are called, and what they say.

    Those that `verify.audit` does not have say where they are imported from.
    """
    for name, value in vars(module).items():
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_"):
            apart = "" if name in audit.__all__ else f", from {module.__name__}"
            yield f"{_called(name, value)}{apart}", inspect.getdoc(value) or ""


def others() -> Iterator[tuple[str, str]]:
    """The names of `verify.audit` that no other section has."""
    elsewhere = {module.__name__ for _, module in SECTIONS}
    for name in audit.__all__:
        value = getattr(audit, name)
        if not inspect.isfunction(value) or value.__module__ not in elsewhere:
            yield _called(name, value) if inspect.isfunction(value) else name, inspect.getdoc(value) or ""


def _called(name: str, function: Any) -> str:
    parameters = [_parameter(p) for p in inspect.signature(function).parameters.values()]
    return f"{name}({', '.join(parameters)})"


def _parameter(parameter: inspect.Parameter) -> str:
    """Without its type; a function that it has unless another is given is shown by its name."""
    plain, default = parameter.replace(annotation=parameter.empty), parameter.default
    return f"{plain.replace(default=plain.empty)}={default.__name__}" if inspect.isfunction(default) else str(plain)


def classical() -> Iterator[tuple[str, str]]:
    """The axioms: the name to cite each by, and its formulas, a line each: the hypotheses, and what follows."""
    for name, value in vars(axioms).items():
        if isinstance(value, Axiom):
            yield f"{name}: {value.name}", "\n".join([*map(str, value.hypotheses), f"⊢ {value.conclusion}"])

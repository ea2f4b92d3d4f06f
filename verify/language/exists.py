"""That something exists, as a claim can state it: the kernel has no ∃, and every theorem that uses one can do without.

That there is a u with A says the same as: whatever follows from every u with A holds. So the kernel is given the schema
"for all u with A: anything ≥ 0" and is asked for anything ≥ 0, where `anything` is any number. Readers are shown the ∃.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sympy import Basic, Symbol, Tuple

from verify.language.terms import ForAll, Formula, IllFormed, conditions, forall, ge, in_words, real

ANYTHING = real("anything")
"""The number of which it is asked whether it is at least 0, given that it is where something exists."""

NOTHING_EXISTS: Mapping[Any, Any] = {ANYTHING: -1}
"""What a counterexample assigns: it is met by a theorem that −1 ≥ 0 for every u with A, so that there is none."""


class Exists(Formula):
    """`Exists(variables, formulas)`: there are values of the variables that satisfy every formula."""

    def __new__(cls, variables: Iterable[Symbol], formulas: Iterable[Formula]) -> Exists:
        """There are values of the variables that satisfy every formula.

        Raises:
            IllFormed: without a formula, and where one has the number that stands for the ∃ in the kernel.
        """
        variables, formulas = Tuple(*variables), Tuple(*formulas)
        if not formulas:
            raise IllFormed("there is: formulas is empty; it must have at least one")
        if any(ANYTHING in formula.free_symbols for formula in formulas):
            raise IllFormed(f"there is: the name {ANYTHING} is taken by what stands for it in the kernel")
        return Basic.__new__(cls, variables, formulas)

    @property
    def variables(self) -> tuple[Symbol, ...]:
        """What there is."""
        return tuple(self.args[0])

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """What holds of it."""
        return tuple(self.args[1])

    @property
    def free_symbols(self) -> set[Any]:
        """The variables of the formulas, less those that there are."""
        inner: set[Any] = set().union(*(f.free_symbols for f in self.formulas))
        return inner - set(self.variables)

    @property
    def promise(self) -> ForAll:
        """The schema that is a hypothesis in its place: whatever satisfies the formulas, anything ≥ 0."""
        return ForAll(self.variables, self.formulas, AT_LEAST_NOTHING)

    @property
    def conditions(self) -> list[list[Any]]:
        """The formulas as they are shown (`verify.language.terms.conditions`)."""
        return conditions(self.formulas, self.variables)

    @property
    def separator(self) -> str:
        """What parts them: a semicolon where one has commas of its own."""
        return "; " if any(isinstance(f, ForAll) for f in self.formulas) else ", "

    def _sympystr(self, printer: Any) -> str:
        verb = "is" if len(self.variables) == 1 else "are"
        return f"there {verb} {self.with_conditions(printer._print)}"

    def with_conditions(self, printed: Callable[[Any], str]) -> str:
        """The variables, and what holds of them."""
        names = ", ".join(v.name for v in self.variables)
        return f"{names} with {self.separator.join(in_words(self.conditions, printed))}"


AT_LEAST_NOTHING = ge(ANYTHING, 0)
"""What is stated in the place of an ∃."""


def exists(variables: Any, formulas: Iterable[Any]) -> Exists:
    """The statement of a claim that there are variables (symbols, vectors, points, functions) with these formulas.

    >>> exists(x, [ge(x, 0), le(x**2, y)])
    there is x with x ≥ 0, x**2 ≤ y
    """
    schema = forall(variables, AT_LEAST_NOTHING, tuple(formulas))
    return Exists(schema.variables, schema.given)

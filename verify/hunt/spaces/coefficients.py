"""The free coefficients of a function: one number each, or one for each index that the function is given."""

from __future__ import annotations

from sympy import Add, Expr, Integer, KroneckerDelta, Symbol

from verify.hunt.spaces.patterns import FEWEST, Patterned


class Coefficients:
    """Symbols for the coefficients of one function.

    Args:
        name: of the function.
        index: if given, the coefficients differ from one value of it to the next, from 0 to `steps`: by a pattern
            where these are many.
        steps: the largest of these values.
    """

    def __init__(self, name: str, index: Symbol | None = None, steps: int = 0) -> None:
        self._name, self._index, self._steps = name, index, steps

    def __call__(self, letter: str, **signs: bool) -> Expr:
        """The coefficient; with signs, as `positive=True`, it has these."""
        signs = signs or {"real": True}
        if self._index is None or (signs != {"real": True} and self._steps > FEWEST):
            return Symbol(f"{letter}_{self._name}", **signs)
        if self._steps > FEWEST:
            return Patterned(f"{letter}_{self._name}", (self._steps,)).at((self._index,))
        return Add(
            *(
                Symbol(f"{letter}_{self._name}({n})", **signs) * KroneckerDelta(self._index, Integer(n))
                for n in range(self._steps + 1)
            )
        )

    def whole(self, letter: str, **signs: bool) -> Symbol:
        """A coefficient that is the same for all indices, as an exponent is."""
        return Symbol(f"{letter}_{self._name}", **(signs or {"real": True}))

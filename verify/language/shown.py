"""What a notebook shows of an object: `verify.notebook` is asked when one does, and not imported before."""

from __future__ import annotations

from importlib import import_module


class Shown:
    """An object with a page of its own in notebooks."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(import_module("verify.notebook").html(self))

    def _repr_latex_(self) -> str:
        return str(import_module("verify.notebook").latex(self))

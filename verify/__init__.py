"""Decides by machine whether papers' claims are true: `verify.claims.claim` to write one, `verify.commands.cli` to run.

`verify.prove` decides one inequality over a whole domain, `verify.best_constant` the best constant in one. Both are
loaded when they are first used, as the pytest plugin of this package is imported in every test run.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

_PUBLIC = {"prove": "verify.prover.proving", "Answer": "verify.prover.proving", "best_constant": "verify.prover.best"}

if "IPython" in sys.modules and find_spec("sympy"):  # verify.core works without sympy
    import_module("verify.notebook").register()


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'verify' has no attribute {name!r}")
    return getattr(import_module(_PUBLIC[name]), name)

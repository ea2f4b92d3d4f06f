"""Rigorous inequalities over whole domains: statements, rules that certificates name, tactics that find them."""

from typing import Final

BUDGET: Final = 60.0
"""Seconds that a statement may take if nothing else is said."""

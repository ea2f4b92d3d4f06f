"""Small pieces of sentences that several commands and pages say."""

from __future__ import annotations

from collections.abc import Mapping


def so_many(number: int, what: str) -> str:
    """A number of what has its plural in s."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def assigned(values: Mapping[str, object]) -> str:
    """The values of an instance."""
    return ", ".join(f"{name} = {value}" for name, value in values.items())

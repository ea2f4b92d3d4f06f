"""What a move is: a rule with its data, proposed by samples and never by proof."""

from __future__ import annotations

from typing import Any

Move = tuple[str, dict[str, Any]]

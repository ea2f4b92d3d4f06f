"""Reads the statement of a Rocq file back into terms of the core, and compares it with what the claim says."""

from verify.export.rocq.readback.comparing import refuse_other_statement
from verify.export.rocq.readback.parsing import NotRead

__all__ = ["NotRead", "refuse_other_statement"]

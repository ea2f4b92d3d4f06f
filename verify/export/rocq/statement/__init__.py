"""What a claim says, in Rocq's language, by a path of its own: from the JSON of a proof file alone.

The last theorem of an exported proof has to prove what is printed here, so a slip of either is refused by Rocq; and
what is printed can be read back.
"""

from verify.export.rocq.statement.claim import WIDTH, statement, written
from verify.export.rocq.statement.heads import Heads, NoStatement

__all__ = ["WIDTH", "Heads", "NoStatement", "statement", "written"]

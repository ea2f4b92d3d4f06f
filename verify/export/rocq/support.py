"""The support library: files of Rocq that every proof file begins with.

Nothing but the standard library is imported here and in `coqc`, so it may be compiled before anything is installed.
"""

from typing import Final

SUPPORT: Final = (
    "Numbers", "Spaces", "Certificates", "Bernstein", "Signs", "Tuples", "Chains", "Closed", "Witnesses",
    "Contradictions", "Fractions", "Products", "Tactics", "Laws", "Smooth", "Curves", "Spheres", "Fields",
    "Hessians", "Calculus", "Derivatives", "Deriving", "Cited", "Assumed", "Enclosures", "Steps", "Claims",
)  # fmt: skip
"""Their names; each uses some of those before it."""

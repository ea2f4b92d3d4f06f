"""Proofs as Rocq files: every step of a proof of the core as a lemma that a system of other people's checks."""

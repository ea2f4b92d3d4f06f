"""Proofs as Rocq files: every step of a proof of the core as a lemma, and what is believed of neither side is checked."""

"""Proofs as data, for checkers that share nothing with those who found them."""

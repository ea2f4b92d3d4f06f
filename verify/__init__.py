"""Decides by machine whether papers' claims are true: `verify.claims` to write one, `verify.cli` to run."""

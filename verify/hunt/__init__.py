"""Searches for counterexamples, and what a candidate needs to be confirmed by the kernel."""

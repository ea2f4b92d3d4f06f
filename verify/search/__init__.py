"""Looking for counterexamples to a claim, from its hypotheses and statement alone."""

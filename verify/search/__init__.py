"""The search for counterexamples: instances from a claim's hypotheses, two engines over them, exact confirmation."""

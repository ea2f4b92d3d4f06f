"""A finder of small models: sizes, dimensions, functions and numbers that meet a claim's hypotheses."""

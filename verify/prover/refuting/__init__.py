"""How counterexamples are proposed: coordinates, places in them, and the exact numbers that these seem to be."""

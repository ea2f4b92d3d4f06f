"""Ball arithmetic: enclosures, certificates, the prover, and the second arithmetic."""

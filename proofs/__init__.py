"""The audited claims: one package a paper, one module a result."""

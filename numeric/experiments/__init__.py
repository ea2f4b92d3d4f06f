"""Experiments that the papers describe, as functions of their settings and a seed."""

"""Looks for a proof of a claim from its statement alone; nothing here is believed."""

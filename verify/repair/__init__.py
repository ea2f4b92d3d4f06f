"""Looks for the nearest true statement to a false one; nothing here is believed."""

"""The commands of `verify`, a module each: its options, and what it does. Only the one that is asked for is loaded."""

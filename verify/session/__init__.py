"""Examines claims and keeps what came of it: outcomes, hunts, what Rocq said, experiments, the rows last shown."""

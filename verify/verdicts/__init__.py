"""What claims are: their evidence gathered, the verdict computed from it, and how they are stated looked at."""

"""The language of statements: terms and formulas, their names and tables, as JSON, and handed to the core."""

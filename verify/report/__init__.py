"""The verdicts on paper: `report.json`, `report.md`, `report.html` and the papers' pages, from the same data."""

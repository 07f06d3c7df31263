"""Exact numbers: `exact` reads them, and `sphere` finds rational unit vectors."""

"""Exact numbers: `exact` reads them, and `circle` and `sphere` have rational unit vectors."""

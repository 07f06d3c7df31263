"""Exact numbers: `exact` reads them, `sphere` makes unit vectors of them."""

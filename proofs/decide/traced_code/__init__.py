"""Theorems about a learner's own code: the table of its actions as facts, the proof by its potential, conjectures that follow, pages."""

from proofs.decide.traced_code.conjecture import traced_page

__all__ = ["traced_page"]  # which a page that is written imports from here

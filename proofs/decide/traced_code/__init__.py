"""Theorems about a learner's own code: the table of what it does as facts, the proof by its potential, conjectures that follow, pages."""

from proofs.decide.traced_code.conjecture import AT, bound_text, from_potential, posed_traced, proved_of_code, traced_rule
from proofs.decide.traced_code.facts import said_row, spelt, wrapped
from proofs.decide.traced_code.page import game_of, page_text, traced_page
from proofs.decide.traced_code.proof import TracedTheorem

__all__ = [
    "AT",
    "TracedTheorem",
    "bound_text",
    "from_potential",
    "game_of",
    "page_text",
    "posed_traced",
    "proved_of_code",
    "said_row",
    "spelt",
    "traced_page",
    "traced_rule",
    "wrapped",
]

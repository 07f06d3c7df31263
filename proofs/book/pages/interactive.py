"""The page where a reader moves bounds, steps through runs, plays, and has a run of their own judged."""

from __future__ import annotations

from proofs.book.pages import markup
from proofs.counterexample import Counterexample
from proofs.report.live.interactions import INTERACTIONS, fragment
from proofs.report.live.judge_form import judge_form
from proofs.statements.provable import PRINTED, Provable
from proofs.theorems import catalogue
from proofs.verify.checks.evidence import evidence, lesson

LONGEST = 40  # rounds of a run that somebody edits by hand
WORDS = """# Try it: bounds, runs, games

Everything on this page runs in your browser; nothing is sent anywhere. Without JavaScript each part is a table of exact runs.
"""


def page() -> str:
    parts = [f"## {title}\n\n{markup.block(fragment(name))}" for name, (title, _) in INTERACTIONS.items()]
    return "\n".join([WORDS, *parts, "## Judge a run of your own\n", judged(catalogue.theorem("novikoff"))])


def judged(item: Provable) -> str:
    """A form that starts from a stored counterexample, best that to the theorem without separability; empty if there is none."""
    for name in sorted((*item.hypotheses, PRINTED), key=lambda name: name != "separable"):
        kept = evidence(item, name)
        found = None if kept is None or kept.reasons else kept.found
        found = lesson(item, name) or found
        if isinstance(found, Counterexample) and len(found.rounds) <= LONGEST:
            return markup.block(judge_form(found))
    return ""

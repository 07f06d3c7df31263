"""What a page of the book asks here: the mark of an answer, as JSON text."""

from __future__ import annotations

import json

from proofs.book.exercises.library import exercise

# What marking imports, beyond what kernel and judge need in a page.
ROOMS = (
    "proofs/book/exercises",
    "proofs/derive",
    "proofs/derive/authoring/certificates.json",
    "proofs/report/pictures",
    "proofs/report/tables",
    "proofs/theorems",
)


def marked(text: str) -> str:
    """{"id", "answer"} to {"accepted", "words", "shown"}: why, and as HTML the run or the numbers that show it, if there are any."""
    asked = json.loads(text)
    mark = exercise(asked["id"]).check(asked["answer"])
    return json.dumps({"accepted": mark.accepted, "words": mark.words, "shown": mark.evidence})

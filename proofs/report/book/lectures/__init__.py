"""Material for a lecture: handouts, slides, problem sheets and figures for print, as HTML and as PDF.

    handout("novikoff")     a theorem on two pages: statement, proof in lines, what each hypothesis is for, how tight it is
    deck("novikoff")        slides, from `decks/novikoff.md`
    problems("hinge")       a problem sheet, with solutions or without
    pack(folder)            all of them, with figures that are legible in grey

Each gives a `Paper`.  It is one file of HTML that loads nothing, and Chromium prints it to a PDF where there is one.
"""

from proofs.report.book.lectures.handout import DECKS, deck, handout, pack, problems
from proofs.report.book.lectures.paper import Paper, check_ending

__all__ = ["DECKS", "Paper", "check_ending", "deck", "handout", "pack", "problems"]

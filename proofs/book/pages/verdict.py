"""What the companion found out about a theorem, and when."""

from __future__ import annotations

from proofs.book.contents import Book
from proofs.book.pages import markup
from proofs.report.tables import verdicts
from proofs.statements.provable import Provable
from proofs.verify.checks.verdict import NOT_APPLICABLE


def card(item: Provable, book: Book) -> str:
    """A short table; of a lemma only that the kernel has replayed it."""
    rows = [("kernel", _kernel(item.id, book)), *(_rows(item.id, book) if item.id in book.verdicts else [])]
    listed = markup.table(("", ""), [(name, markup.text(words)) for name, words in rows])
    return f":::{{container}} verdict\n**{_word(item.id, book)}** on {day(book)}.\n\n{listed}\n:::\n"


def day(book: Book) -> str:
    """The day of the verdicts, as people write it."""
    return f"{book.day.day} {book.day:%B %Y}"


def _word(id: str, book: Book) -> str:
    return book.verdicts[id].status.capitalize() if id in book.verdicts else "Proved"


def _kernel(id: str, book: Book) -> str:
    steps, below = len(book.built[id].proof.steps), book.rests_on(id)
    whole = steps + sum(len(book.built[other].proof.steps) for other in below)
    count = "1 theorem or lemma" if len(below) == 1 else f"{len(below)} theorems and lemmas"
    own = "its only step" if steps == 1 else f"its {steps} steps"
    return f"accepts {own}" + (f", and with the {count} that it rests on {whole} steps" if below else "")


def _rows(id: str, book: Book) -> list[tuple[str, str]]:
    v = book.verdicts[id]
    z3 = v.referees["z3"]
    second = "agrees at each step" if z3.ok else z3.reason or f"undecided at {len(z3.undecided)} steps"
    rows = [("Z3", second), ("attack", verdicts.attacked(v))]
    rows += list(verdicts.uses(v))
    rows += [("tightness", verdicts.tight(v))] if v.tightness.status != NOT_APPLICABLE else []
    rows += [("hypotheses hold on", f"{v.example['by']}: {v.example['example']}")] if v.example else []
    rows += [("assumed", text) for text in v.assumes if not text.startswith(verdicts.GRANTED)]
    return rows + [("fault", fault) for fault in v.faults]

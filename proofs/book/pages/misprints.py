"""What the sources print otherwise, on the page of a theorem."""

from __future__ import annotations

from proofs.book.pages import hypotheses, markup
from proofs.statements.provable import PRINTED, Provable
from proofs.theorems import misprints
from proofs.verify.checks.evidence import evidence


def on_page(item: Provable) -> str:
    """The theorem as it is printed, if that is false; false sentences around it; other remarks.  Each with what shows it."""
    parts = [f"- {markup.text(line)}\n" for line in item.misprints]
    if item.printed_form and (found := evidence(item, PRINTED)) is not None:
        parts.append(f"\n### As printed, false\n\n{markup.sentence(item.printed_form)}\n\n{hypotheses.shown(item, PRINTED, found)}")
    for m in misprints.on_page(item.id):
        told = hypotheses.instance(m, PRINTED, misprints.load(m), misprints.path(m))
        head = f"{markup.text(str(m.source))} prints ‘{markup.text(m.source.remark)}’. True is: {markup.sentence(m.instead)}"
        parts.append(
            f"\n({m.id})=\n### {markup.text(str(m.source))}\n\n{head}\n\n"
            + markup.details("An instance in which the printed form is false", told)
        )
    return "".join(parts)

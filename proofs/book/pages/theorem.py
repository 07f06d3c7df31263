"""The page of a theorem or lemma."""

from __future__ import annotations

from proofs.book.contents import Catalogue
from proofs.book.pages import markup
from proofs.report.live.checker import checker
from proofs.report.notebook import Exhibit
from proofs.report.proofs import render
from proofs.report.proofs.theorem import derivation, misprint_lines
from proofs.statements.provable import Provable


def page(item: Provable, catalogue: Catalogue) -> str:
    """Markdown, with the formulas as MathML."""
    built = catalogue.built[item.id]
    parts = [f"```{{index}} {item.id}\n```\n\n({item.id})=\n# {markup.text(item.heading)}\n"]
    parts.append(markup.block(Exhibit(item, catalogue.built)._repr_html_()))
    parts.append("## Proof\n\n" + markup.block(render.proof(built.proof, built.notes, displayed=item.displayed).html))
    parts.append("## Let the kernel replay it\n\n" + markup.block(checker(item.id, catalogue.built)))
    if worked := derivation(item, "html"):
        parts.append("## SymPy’s derivation\n\n" + markup.block(worked))
    if lines := misprint_lines(item):
        parts.append("## Misprints\n\n" + "".join(f"- {markup.text(line)}\n" for line in lines))
    for head, ids in (("What it cites", sorted(built.theorem.cites)), ("What cites it", catalogue.cited_by(item.id))):
        if ids:
            parts.append(f"## {head}\n\n" + "".join(f"- `{id}`: {markup.text(catalogue.built[id].page.title)}\n" for id in ids))
    return "\n".join(parts)

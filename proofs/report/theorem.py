"""A theorem to be read: its title and sources, its proof, how SymPy arrives at the bound, and what the sources print otherwise."""

from __future__ import annotations

import html
from collections.abc import Iterable

from proofs.page import Built, Page, Provable
from proofs.property import Property
from proofs.report import pages, render
from proofs.report.latex import tex_text


def shown(item: Provable, built: Built, format: str, full: bool = False) -> str:
    """One theorem or lemma in a format of `render.FORMATS`."""
    proof = render.proof(built.proof, built.notes, title=_title(item), short=not full).to(format)
    around = _around(item)
    if format == "unicode":
        tail = "".join(f"\n{head}\n" + "".join(f"  {line}\n" for line in lines) for head, lines in around)
        return proof.rstrip("\n") + "\n" + tail
    if format == "latex":
        parts = [proof, _derivation(item)]
        for head, lines in around:
            listed = "".join(f"  \\item {tex_text(line)}\n" for line in lines)
            parts.append(f"\\noindent {tex_text(head)}\n\\begin{{itemize}}\n{listed}\\end{{itemize}}\n")
        return "\n".join(filter(None, parts))
    return pages.html_document(proof + "".join(_section(head, lines) for head, lines in around), _title(item))


def _section(head: str, lines: list[str]) -> str:
    return f"<h4>{html.escape(head)}</h4><ul>{''.join(f'<li>{html.escape(line)}</li>' for line in lines)}</ul>"


def document(theorems: Iterable[tuple[Provable, Built]]) -> str:
    """A whole LaTeX document with several theorems, in order."""
    return pages.latex_document("\n".join(shown(item, built, "latex") for item, built in theorems))


def _title(item: Provable) -> str:
    title = str(getattr(item, "title", item.id))
    return title if isinstance(item, (Page, Property)) else f"Lemma {item.id}: {title}"


def _around(item: Provable) -> list[tuple[str, list[str]]]:
    """Headed lists: sources, misprints, citations."""
    found: list[tuple[str, list[str]]] = []
    if isinstance(item, Property):
        found.append(("In words", [item.words]))
    if isinstance(item, (Page, Property)):
        found.append(("Sources", [f"{s}{f': {s.remark}' if s.remark else ''}" for s in item.sources]))
        found.append(("In the sources", list(item.misprints)))
    found.append(("Cites", list(item.cites)))
    return [(head, lines) for head, lines in found if lines]


def _derivation(item: Provable) -> str:
    """SymPy's way to the bound, in LaTeX, where a page has one."""
    make = getattr(item, "derivation", None)
    text = getattr(make(), "_repr_latex_", str)() if make is not None else ""
    return str(text) and f"\\noindent How the bound is found:\n{text}\n"

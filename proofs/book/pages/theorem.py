"""The page of a theorem or lemma: statement, verdict, proof, hypotheses, tightness, misprints, and what it is joined to."""

from __future__ import annotations

from dataclasses import replace

from proofs.book.contents import FAMILIES, Book
from proofs.book.pages import graph, hypotheses, interactive, markup, misprints, statement, tightness, verdict
from proofs.report.live.checker import checker
from proofs.report.proofs import render
from proofs.report.proofs.linear import TooLong, linear
from proofs.report.proofs.lines import Line
from proofs.statements.provable import Provable

LONG = 100_000  # bytes of a proof on a page


def page(item: Provable, book: Book) -> str:
    """Markdown, with the formulas as MathML."""
    sections = [
        ("", _head(item, book)),
        ("", statement.stated(item, book)),
        ("", verdict.card(item, book)),
        ("Proof", _proof(item, book)),
        ("Let the kernel replay it", markup.block(checker(item.id, book.built))),
        ("How SymPy finds it", _derivation(item)),
        ("What each hypothesis is for", hypotheses.needed(item)),
        ("Judge a run of your own", interactive.judged(item)),
        ("How tight it is", tightness.tight(item, book)),
        ("What the sources print otherwise", misprints.on_page(item)),
        ("What it rests on, and what rests on it", graph.neighbours(item.id, book)),
    ]
    return "\n".join(f"## {head}\n\n{body}" if head else body for head, body in sections if body)


def _head(item: Provable, book: Book) -> str:
    """Title, id and family, and the entries in the index: the id, and the places in the sources."""
    family = book.family[item.id]
    places = [item.id, *(f"{s.document}; {s.number}" for s in item.sources)]
    entries = "".join(f"```{{index}} single: {place}\n```\n" for place in places)
    return f"{entries}\n({item.id})=\n# {markup.text(item.heading)}\n\n`{item.id}` · [{FAMILIES[family]}](/families/{family}.md)\n"


def _proof(item: Provable, book: Book) -> str:
    """In lines that unfold; where the kernel finds the proof too long without its citations, step by step with them."""
    built = book.built[item.id]
    try:
        proof = linear(item.id, book.built)
    except TooLong:
        return markup.block(render.proof(built.proof, built.notes, displayed=item.displayed).html)
    shown, levels = proof.html(), 0
    for levels in (4, 3, 2, 1) if len(shown) > LONG else ():
        shown = replace(proof, lines=tuple(_cut(line, levels) for line in proof.lines)).html()
        if len(shown) <= LONG:
            break
    told = f"Deeper lines are left out here; `perceptron-proofs show {item.id} --linear --depth 9` prints them.\n" if levels else ""
    return markup.block(shown) + told


def _cut(line: Line, levels: int) -> Line:
    """A line with so many levels, its own among them."""
    return replace(line, lines=tuple(_cut(below, levels - 1) for below in line.lines) if levels > 1 else ())


def _derivation(item: Provable) -> str:
    return "" if item.derivation is None else markup.block(item.derivation()._repr_html_())

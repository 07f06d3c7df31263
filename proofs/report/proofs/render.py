"""Formulas, terms and proofs to be read: unicode for a terminal, LaTeX for papers, HTML for notebooks and pages.

`formula(f)` and `proof(p, notes)` give a `Rendered`, which prints as unicode and shows itself richly in Jupyter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from proofs.derive.typesetting.names import meanings
from proofs.derive.typesetting.sentences import sentence, theorem_names
from proofs.derive.typesetting.writers import HTML, LATEX, UNICODE, Node
from proofs.kernel import Formula, Proof, Theorem
from proofs.kernel.formula import names as names_in
from proofs.report.proofs import pages
from proofs.report.proofs.outline import outline
from proofs.report.proofs.reasons import claimed
from proofs.statements.displayed import Displayed
from proofs.system.escaping import label

FORMATS = ("unicode", "latex", "html")


@dataclass(frozen=True)
class Rendered:
    """The same text three times.  `mathematics` says that `latex` is a formula (for mathematics mode) and not prose."""

    unicode: str
    latex: str
    html: str
    mathematics: bool = True

    def __str__(self) -> str:
        return self.unicode

    __repr__ = __str__  # what a reader wants to see at a prompt

    def to(self, format: str) -> str:
        """One of `FORMATS`."""
        if format not in FORMATS:
            raise ValueError(f"the formats are {', '.join(FORMATS)}, not {format!r}")
        return str(getattr(self, format))

    def _repr_html_(self) -> str | None:
        return None if self.mathematics else self.html

    def _repr_latex_(self) -> str | None:
        return rf"$\displaystyle {self.latex}$" if self.mathematics else None


def formula(f: Formula, given: Iterable[Formula] = (), displayed: Displayed | None = None) -> Rendered:
    """A kernel formula, e.g. ⟨u, w(M)⟩ ≥ γM − TD(M).  `given`: the hypotheses beside it, which define the roots and quotients in it;
    `displayed`: as its author writes it, if that is given."""
    return _rendered(claimed(f, theorem_names([*given, f]), displayed))


@dataclass(frozen=True)
class PrintedTheorem:
    """A theorem in one set of letters: its conclusion, the hypotheses that it rests on, and further ones that say what its names mean."""

    conclusion: Rendered
    hypotheses: tuple[tuple[str, Rendered], ...]
    meanings: tuple[tuple[str, Rendered], ...]

    @property
    def conditions(self) -> list[str]:
        """Hypotheses and meanings, a line each."""
        rests = [f"if {label(name)}: {said}" for name, said in self.hypotheses]
        return rests + [f"where {label(name)}: {said}" for name, said in self.meanings]


def statement(t: Theorem, declared: Iterable[tuple[str, Formula]] = ()) -> PrintedTheorem:
    """`declared`: every hypothesis of the proof; those that define a root or a quotient are told even where nothing rests on them."""
    used = dict.fromkeys(f for _, f in t.hypotheses)
    others = [(name, f) for name, f in declared if f not in used]
    keys = {key for f in (*used, t.conclusion) for key in names_in(f)}
    meant = meanings([*used, *(f for _, f in others)])
    others = [(name, f) for name, f in others if keys & set(meant) & set(names_in(f))]
    names = theorem_names([*used, t.conclusion, *(f for _, f in others)])

    def said(facts: Iterable[tuple[str, Formula]]) -> tuple[tuple[str, Rendered], ...]:
        return tuple((name, _rendered(sentence(f, names))) for name, f in facts)

    return PrintedTheorem(_rendered(sentence(t.conclusion, names)), said(t.hypotheses), said(others))


def proof(
    p: Proof, notes: Mapping[str, str] | None = None, title: str = "", short: bool = True, displayed: Displayed | None = None
) -> Rendered:
    """A proof step by step: claim, rule, premises, the source's equation (`notes`: line -> text) and the identity that was checked.

    `short` merges the lines that only instantiate, apply, discharge or restate into those that use them.  The LaTeX is a fragment that
    needs amsmath; `pages.latex_document` and `pages.html_document` make whole documents of fragments.
    """
    o = outline(p, notes, short, displayed)
    return Rendered(pages.text(o, title), pages.latex(o, title), pages.html_fragment(o, title), mathematics=False)


def claim(p: Proof, displayed: Displayed | None = None) -> Rendered:
    """What a proof ends in, as its author writes it where that is given."""
    return _rendered(outline(p, displayed=displayed).conclusion)


def _rendered(node: Node) -> Rendered:
    return Rendered(UNICODE.write(node), LATEX.write(node), HTML.write(node))

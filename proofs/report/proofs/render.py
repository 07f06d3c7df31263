"""Formulas and proofs to be read: unicode for a terminal, LaTeX for papers, HTML for notebooks and pages.

`formula(f)` and `proof(p, notes)` give a `RenderedText`, which prints as unicode and shows itself richly in Jupyter. A proof is shown as a
reader wants it: numbered steps with claim, reason and check, nested under what they suppose. The kernel wants every instance, guard and
discharge as a line. The short form hides those and cites what they were made from: "separable at k". Only the printing is shortened; the
numbers of the certificate are those that the kernel checked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from proofs.derive.typesetting.names import meanings
from proofs.derive.typesetting.sentences import evident, sentence, theorem_names, trivial
from proofs.derive.typesetting.writers import HTML, LATEX, UNICODE, Node
from proofs.kernel import Formula, Proof, Step, Theorem
from proofs.kernel.formula import names as names_in
from proofs.report.proofs import pages
from proofs.report.proofs.pages import Headed, Outline, ProofLine
from proofs.report.proofs.reasons import Reasons, beside_claim, claim_formula
from proofs.report.proofs.unfolding import close
from proofs.statements.displayed import Likely, Shown
from proofs.statements.statement import Fact
from proofs.system.escaping import label

MERGED = ("instantiate", "apply", "part", "discharge", "generalise", "forget", "expand", "square", "natural")


def outline(
    proof: Proof,
    notes: Mapping[str, str] | None = None,
    short: bool = True,
    displayed: Shown | None = None,
    before: Headed = (),
    inner: Collection[str] = (),
) -> Outline:
    """`proof` for printing; `notes` names the source's equation for a line; not `short` shows every line; `displayed` is the claim as its
    author writes it; `before` is to be read before the proof; `inner` are the definitions of which only the proof speaks."""
    return _Reader(proof, dict(notes or {}), short).outline(displayed, before, inner)


class _Reader(Reasons):
    number: dict[str, int]

    def __init__(self, proof: Proof, notes: dict[str, str], short: bool) -> None:
        super().__init__(proof, short)
        self.notes = notes
        self.last = self.through_forget(proof.conclusion)
        self.number = {s.name: 1 for s in proof.steps if not self.is_hidden(s)}
        idle = {a for a, (start, end) in self.scopes().items() if not any(n in self.number for n in list(self.steps)[start + 1 : end])}
        shown = [name for name in self.number if name not in idle or not self.short]
        self.number = {name: i for i, name in enumerate(shown, 1)}
        self.tags = self.roles()

    def outline(self, displayed: Shown | None, before: Headed, inner: Collection[str]) -> Outline:
        hypotheses = [(name, beside_claim(f, self.names, displayed)) for name, f in self.proof.hypotheses if name not in inner]
        given = tuple(("" if same(name, UNICODE.write(f)) else name, f) for name, f in hypotheses)
        defined = tuple((name, sentence(f, self.names)) for name, f in self.proof.hypotheses if name in inner)
        entries = tuple(self.entry(s) for s in self.proof.steps if s.name in self.number)
        return Outline(self.proof.id, given, entries, self.conclusion(displayed), before, self.short, defined)

    def conclusion(self, displayed: Shown | None) -> Node:
        return claim_formula(self.claims[self.proof.conclusion], self.names, displayed)

    # which lines to show, and how deep

    def through_forget(self, name: str) -> str:
        while self.short and name in self.steps and self.steps[name].rule == "forget":
            name = self.steps[name].premises[0]
        return name

    def is_hidden(self, s: Step) -> bool:
        if not self.short or s.name == self.last:
            return False
        if s.rule == "forget":
            return True
        if s.name in self.notes:
            return False
        return s.rule in MERGED or (s.rule == "certificate" and trivial(s.claim)) or (s.rule == "assume" and evident(s.claim))

    def depth(self, s: Step) -> int:
        here = list(self.steps).index(s.name)
        return sum(start < here < end for a, (start, end) in self.scopes().items() if a in self.number)

    def scopes(self) -> dict[str, tuple[int, int]]:
        """From where to where each assumption is open."""
        order = {name: i for i, name in enumerate(self.steps)}
        return {a: (order[a], order[t.name]) for t in self.proof.steps for a in close(t) if a in order}

    # what to say of a line

    def entry(self, s: Step) -> ProofLine:
        facts = self.facts(s)
        return ProofLine(
            label=str(self.number[s.name]),
            name=s.name,
            formula=s.claim,
            claim=sentence(s.claim, self.names),
            rule=s.rule,
            reason=self.reason(s),
            facts=tuple(facts.values()),
            check=self.identity(s, facts),
            cites=tuple(f"({self.number[p]})" for p in dict.fromkeys(s.premises) if p in self.number),
            tag=self.tags.get(s.name, ""),
            note=self.note(s.name),
            depth=self.depth(s),
        )

    def note(self, name: str) -> str:
        """The line's own note, or that of the lines that only carry it on."""
        carried = [t.name for t in self.proof.steps if t.rule == "forget" and self.through_forget(t.name) == name]
        note = next((self.notes[n] for n in (name, *carried) if n in self.notes), "")
        return "" if same(note, UNICODE.write(sentence(self.claims[name], self.names))) else note


def same(note: str, formula: str) -> bool:
    """Whether a note only says the formula beside it again, its terms perhaps in another order."""

    def signs(text: str) -> list[str]:
        return sorted(c for c in text if c not in " ·()")

    return signs(note) == signs(formula)


FORMATS = ("unicode", "latex", "html")


@dataclass(frozen=True)
class RenderedText:
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


def formula(f: Formula, given: Iterable[Formula] = (), displayed: Shown | None = None) -> RenderedText:
    """A kernel formula, e.g. ⟨u, w(M)⟩ ≥ γM − TD(M).  `given`: the hypotheses beside it, which define the roots and quotients in it;
    `displayed`: as its author writes it, if that is given."""
    return _render(claim_formula(f, theorem_names([*given, f]), displayed))


def fact(f: Formula, given: Iterable[Formula], displayed: Shown | None) -> RenderedText:
    """One of the hypotheses and definitions `given` beside a claim that is displayed."""
    return _render(beside_claim(f, theorem_names(given), displayed))


def part(facts: Iterable[Fact], displayed: Shown | None) -> tuple[list[Fact], list[Fact], list[Fact]]:
    """Hypotheses, definitions of the statement's names, and definitions of names in the proof alone."""
    hypotheses, outer, inner = list[Fact](), list[Fact](), list[Fact]()
    for f in facts:
        only = isinstance(displayed, Likely) and f.name in displayed.inner
        (inner if only else outer if f.definition else hypotheses).append(f)
    return hypotheses, outer, inner


@dataclass(frozen=True)
class PrintedTheorem:
    """A theorem in one set of letters: its conclusion, the hypotheses that it rests on, and further ones that say what its names mean."""

    conclusion: RenderedText
    hypotheses: tuple[tuple[str, RenderedText], ...]
    meanings: tuple[tuple[str, RenderedText], ...]

    @property
    def conditions(self) -> list[str]:
        """Hypotheses and meanings, a line each."""
        rests = [f"if {label(name)}: {said}" for name, said in self.hypotheses]
        return rests + [f"where {label(name)}: {said}" for name, said in self.meanings]


def statement(t: Theorem, declared: Iterable[tuple[str, Formula]] = ()) -> PrintedTheorem:
    """`declared`: every hypothesis of the proof; those that define a root or a quotient are printed even where nothing rests on them."""
    used = dict.fromkeys(f for _, f in t.hypotheses)
    others = [(name, f) for name, f in declared if f not in used]
    keys = {key for f in (*used, t.conclusion) for key in names_in(f)}
    meant = meanings([*used, *(f for _, f in others)])
    others = [(name, f) for name, f in others if keys & set(meant) & set(names_in(f))]
    names = theorem_names([*used, t.conclusion, *(f for _, f in others)])

    def phrase(facts: Iterable[tuple[str, Formula]]) -> tuple[tuple[str, RenderedText], ...]:
        return tuple((name, _render(sentence(f, names))) for name, f in facts)

    return PrintedTheorem(_render(sentence(t.conclusion, names)), phrase(t.hypotheses), phrase(others))


def proof(
    p: Proof,
    notes: Mapping[str, str] | None = None,
    title: str = "",
    short: bool = True,
    displayed: Shown | None = None,
    before: Headed = (),
    inner: Collection[str] = (),
) -> RenderedText:
    """A proof step by step: claim, rule, premises, the source's equation (`notes`: line -> text) and the identity that was checked.

    `short` merges the lines that only instantiate, apply, discharge or restate into those that use them.  The LaTeX is a fragment that
    needs amsmath; `pages.latex_document` and `pages.html_document` make whole documents of fragments.
    """
    o = outline(p, notes, short, displayed, before, inner)
    unicode, latex, html = (pages.stepwise(o, format, title) for format in FORMATS)
    return RenderedText(unicode, latex, html, mathematics=False)


def label_proof(p: Proof) -> Proof:
    """A proof out of anybody's file, in which theorems, hypotheses and lines are called as they may be printed."""

    def cite(value: object) -> object:
        return label(value) if isinstance(value, str) else [cite(part) for part in value] if isinstance(value, list) else value

    def data(step: Step) -> Mapping[str, object]:
        names = {"certificate": ("equations", "strict", "terms"), "cut": ("theorem",)}.get(step.rule, ())
        return {key: cite(value) if key in names else value for key, value in step.data.items()}

    steps = (replace(s, name=label(s.name), premises=tuple(map(label, s.premises)), data=data(s)) for s in p.steps)
    return Proof(label(p.id), tuple((label(name), f) for name, f in p.hypotheses), tuple(steps), label(p.conclusion))


def claim(p: Proof, displayed: Shown | None = None) -> RenderedText:
    """The conclusion of a proof, as its author writes it where that is given."""
    return _render(_Reader(p, {}, True).conclusion(displayed))


def steps(p: Proof) -> list[dict[str, Any]]:
    """Every step of a proof for printing: its name, claim, rule and reason."""
    reader = _Reader(p, {}, short=False)
    return [
        {"name": s.name, "claim": sentence(s.claim, reader.names), "rule": s.rule, "reason": reader.reason(s)}
        for s in p.steps
        if s.name in reader.number
    ]


def _render(node: Node) -> RenderedText:
    return RenderedText(UNICODE.write(node), LATEX.write(node), HTML.write(node))

"""A proof as lines, and its two views, written as text for a terminal, LaTeX and HTML by a template each.

Step by step (`Outline`) each line has a number and stands below its assumptions. Without citations (`LinearProof`) a proof has about eight
lines, and each unfolds into the lines behind it, to any depth.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from proofs.derive.typesetting.tex_prose import tex_text
from proofs.derive.typesetting.writers import HTML, LATEX, LETTERS, UNICODE, Node, Strung, Words
from proofs.kernel import Formula, Proof, Theorem
from proofs.report import fill_template
from proofs.report.proofs.reasons import Check, CitedFact
from proofs.report.proofs.tags import HEADINGS, level_headings, parts_of, source_of

Explained = tuple[tuple[str, str], ...]  # symbols, each with what it stands for
Headed = Sequence[tuple[str, Sequence[str]]]
TYPESET_STEPS = 40  # steps up to which facts and checks have formulas as MathML; in a longer proof they are text
TYPESET_LEVELS = 1  # of lines, below which it is so too, as in bookkeeping: or most of a page would be these
WIDE, WIDE_ON_PAPER = 90, 76  # signs of a formula that fits on a line of a page
INDIRECT = "otherwise ζ, the claim’s smaller side minus the larger, would be {}; but"
LEGEND = "In a check, (1) or (a) stands for the larger side of that line minus the smaller; for an equation, left minus right."
LONG = 300  # signs of an identity beyond which it is only counted, unless everything is asked for
FOLDED = "an identity of {:,} signs, which the full form of the proof has (show --full)"
ALGEBRA = "by algebra"  # where a line follows from no other, but from squares and from what its symbols mean


# The lines ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ProofLine:
    """A line of a proof: its label and the kernel's name, its formula, and the reason of its own last step.

    `tag` is its role in an induction or between cases, `formula` the kernel's; `facts` are cited by letter, `cites` are lines and
    hypotheses; `check` is the identity behind a step by algebra. Step by step `depth` says how far it is indented. In a proof that
    unfolds `label` 2.1 is the first line below 2, `chain` joins the lines that it adds up, as in a ≤ b ≤ c, `how` says in short why it
    holds and `theorem`, with the `images` of its names, the theorem of which it is an instance; `lines` lead there, `folded` are the
    kernel's steps that are bookkeeping, and `where` explains what occurs here for the first time.
    """

    label: str
    name: str
    formula: Formula
    claim: Node
    rule: str
    reason: Node
    facts: tuple[CitedFact, ...]
    check: Check | None
    cites: tuple[str, ...]
    tag: str = ""
    note: str = ""
    depth: int = 0
    chain: Node | None = None
    how: str = ""
    theorem: str = ""
    images: tuple[Node, ...] = ()
    where: Explained = ()
    lines: tuple[ProofLine, ...] = ()
    folded: tuple[str, ...] = ()

    @property
    def claim_node(self) -> Node:
        return self.chain or self.claim

    @property
    def steps(self) -> int:
        """The kernel's steps that it stands for."""
        return 1 + len(self.folded) + sum(line.steps for line in self.lines)

    def all(self) -> Iterator[ProofLine]:
        """It and those below it, in the order in which they are read."""
        yield self
        for line in self.lines:
            yield from line.all()


@dataclass(frozen=True, slots=True)
class Outline:
    """A proof step by step. `before`: the material to be read before it, as headed lists; `short`: long identities are not written out."""

    id: str
    given: tuple[tuple[str, Node], ...]
    entries: tuple[ProofLine, ...]
    conclusion: Node
    before: Headed = ()
    short: bool = True
    defined: tuple[tuple[str, Node], ...] = ()  # for the proof alone


@dataclass(frozen=True)
class GivenFact:
    """A hypothesis: its name, its words, and the symbols that occur in it for the first time. The symbol itself says that 1/γ is the
    reciprocal of γ, and the like."""

    name: str
    claim: Node
    words: str
    where: Explained


@dataclass(frozen=True)
class LinearProof:
    """A theorem with its proof in lines that unfold.  `proof` has no citations, and the kernel has replayed it; `said` shows its steps."""

    id: str
    title: str
    claim: Node
    where: Explained
    given: tuple[GivenFact, ...]
    lines: tuple[ProofLine, ...]
    proof: Proof
    theorem: Theorem
    said: Mapping[str, Node]
    defined: tuple[tuple[str, Node], ...] = ()  # for the proof alone

    def all(self) -> Iterator[ProofLine]:
        for line in self.lines:
            yield from line.all()

    def text(self, depth: int = 1) -> str:
        """For a terminal, with the lines up to a number of levels."""
        return linear(self, "unicode", depth)

    def html(self, depth: int = 1) -> str:
        """A <section> in which lines unfold on a click, those above `depth` open; it needs no script."""
        return linear(self, "html", depth)

    def latex(self, depth: int = 1) -> str:
        """A fragment for a document that loads amsmath."""
        return linear(self, "latex", depth)

    def to(self, format: str, depth: int = 1) -> str:
        """One of `render.FORMATS`; HTML as a whole page."""
        written = linear(self, format, depth)
        return html_document(written, self.title) if format == "html" else written

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.html()


# Parts of a line, in three notations --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Notation:
    """How a formula is written, a reason, which is mostly words, and words; and how the names of its templates end."""

    write: Callable[[Node], str]
    prose: Callable[[Node], str]
    words: Callable[[str], str]
    ending: str


def _tex(node: Node) -> str:
    return f"${LATEX.write(node)}$"


def _tex_prose(node: Node) -> str:
    if isinstance(node, Words):
        return tex_text(node.text)
    return "".join(map(_tex_prose, node.items)) if isinstance(node, Strung) else _tex(node)


TEXT = Notation(UNICODE.write, UNICODE.write, str, "txt")
TEX = Notation(_tex, _tex_prose, tex_text, "tex")
WEB = Notation(HTML.write, HTML.prose, html.escape, "html")
LETTERED = Notation(LETTERS.write, LETTERS.prose, html.escape, "html")  # a page with formulas as text
NOTATIONS = {"unicode": TEXT, "latex": TEX, "html": WEB}


def _check(line: ProofLine, check: Check, n: Notation, short: bool = True) -> str:
    """The identity, and before it how z would compare with 0 if the claim were false; how long it is, if `short` and it is long."""
    claim = UNICODE.write(line.claim)
    if short and (signs := len(UNICODE.write(check.identity))) > LONG:
        return n.words(FOLDED.format(signs))
    sign = "≥ 0" if " > " in claim or " < " in claim else "> 0"
    return (n.words(INDIRECT.format(sign)) + " " if check.indirect else "") + n.write(check.identity)


def _phrase(line: ProofLine, n: Notation) -> str:
    """Tag, reason and, of a step by algebra or a citation, the numbers cited."""
    labels = [*line.cites, *(f.label for f in line.facts)] if line.rule in ("certificate", "cut") else []
    cited = n.words(f" from {list_names(labels)}") if labels else ""
    return (n.words(f"{line.tag}: ") if line.tag else "") + n.prose(line.reason) + cited


def because(line: ProofLine) -> Node:
    """Why a line holds, in short: "by induction, from (1) and separable; this is progress with ξ(k) = 0"."""
    tag = f"{line.tag}: " if line.tag and line.how != "suppose" else f"{line.tag}, " if line.tag else ""
    how = line.how if not (line.how == "suppose" and line.tag) else "supposed"
    said = ", ".join(filter(None, (how, f"from {list_names(line.cites)}" if line.cites and "suppos" not in how else "")))
    cited = [Words(f"{' (' if said else ''}see {line.theorem}"), *line.images, Words(")" if said else "")] if line.theorem else []
    return Strung((Words(f"{tag}{said or (ALGEBRA if not cited else '')}"), *cited))


def list_names(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def count(n: int, words: str = "step") -> str:
    return f"{n:,} {words}{'' if n == 1 else 's'}"


# Both views in each notation: the templates `steps`, `lines` and `paper` ---------------------------------------------------------------


def write(template: str, n: Notation, **given: Any) -> str:
    """A template of the folder `proofs` in a notation; no line of a text ends in spaces."""
    given |= {"n": n, "because": because, "checked": _check, "counted": count, "legend": LEGEND, "widest": _widest}
    page = fill_template(f"proofs/{template}.{n.ending}", **given)
    return page if n is not TEXT else "\n".join(map(str.rstrip, page.split("\n")))


def stepwise(o: Outline, format: str, title: str = "") -> str:
    """A proof step by step: text, a fragment for a document that loads amsmath, or a <section> with its own style."""
    n = NOTATIONS[format]
    small = LETTERED if n is WEB and len(o.entries) > TYPESET_STEPS else n
    return write("steps", n, small=small, o=o, title=title or o.id, said=_phrase, checks=any(e.check for e in o.entries))


def linear(proof: LinearProof, format: str, depth: int) -> str:
    """A proof in lines up to a number of levels; in HTML the others unfold."""
    explained = [*proof.where, *(entry for g in proof.given for entry in g.where)]
    return write(
        "lines",
        NOTATIONS[format],
        proof=proof,
        depth=depth,
        explained="; ".join(f"{symbol} is {meaning}" for symbol, meaning in explained),
        rules={s.name: s.rule for s in proof.proof.steps},
        elsewhere=_elsewhere(proof),
        hidden=_hide,
        small=lambda line: WEB if line.label.count(".") < TYPESET_LEVELS else LETTERED,
        fitting=partial(_fitting, wide=WIDE),
        text=UNICODE.write,
    )


def latex_lines(lines: Iterable[ProofLine]) -> str:
    return write("list", TEX, lines=lines, depth=1)


def paper(lines: Iterable[ProofLine], depth: int = 1) -> str:
    """Lines up to a number of levels as HTML with nothing to click."""
    return write("paper", WEB, lines=lines, depth=depth, fitting=partial(_fitting, wide=WIDE_ON_PAPER))


def _widest(facts: Iterable[GivenFact | CitedFact]) -> int:
    return max((len(UNICODE.write(f.claim)) for f in facts), default=0)


def _fitting(line: ProofLine, wide: int) -> str:
    """MathML stays on one line; a formula of more than `wide` signs is text, which breaks at the margin."""
    return (HTML if len(UNICODE.write(line.claim_node)) <= wide else LETTERS).write(line.claim_node)


def _hide(line: ProofLine, labels: Collection[str]) -> list[str]:
    """Those lines among `labels` that a line cites and that are folded away from it."""
    cited = [cite.strip("()") for cite in line.cites]
    return [label for label in cited if label in labels and not line.label.startswith(label.rpartition(".")[0])]


def _elsewhere(proof: LinearProof) -> frozenset[str]:
    """The numbers of lines that are cited from where they are folded away."""
    labels = {line.label for line in proof.all()}
    return frozenset(label for line in proof.all() for label in _hide(line, labels))


def html_document(body: str, title: str, around: Headed = ()) -> str:
    """A whole page around a fragment, and below it lists with heads.  Its first heading is the title, if it has none of its own."""
    has_heading = any(part.start in HEADINGS for part in parts_of(body))
    body = body if has_heading else f"<h1>{html.escape(title)}</h1>{body}"
    level_headings(parts := parts_of(fill_template("proofs/document.html", body=body, title=title, around=around)))
    return source_of(parts) + "\n"


def latex_document(body: str) -> str:
    """A whole LaTeX document around a fragment."""
    return fill_template("proofs/document.tex", body=body)

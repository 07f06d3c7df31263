"""A proof as lines, and their three writers: text for a terminal, LaTeX, HTML.

Step by step (`Outline`) each line has a number and stands below what it supposes.  Without citations (`LinearProof`) a proof has about
eight lines, and each unfolds into the lines behind it, to any depth.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from proofs.derive.typesetting.tex_prose import tex_text
from proofs.derive.typesetting.writers import HTML, LATEX, LETTERS, UNICODE, Node, Strung, Words
from proofs.kernel import Formula, Proof, Theorem
from proofs.report import style
from proofs.report.proofs.reasons import Check, CitedFact

Explained = tuple[tuple[str, str], ...]  # symbols, each with what it stands for
Headed = Sequence[tuple[str, Sequence[str]]]
TYPESET_STEPS = 40  # steps up to which facts and checks have formulas as MathML; in a longer proof they are text
TYPESET_LEVELS = 1  # of lines, below which it is so too, as in bookkeeping: or most of a page would be these
WIDE = 90  # signs of a formula that fits on a line of a page
INDIRECT = "otherwise ζ, the claim’s smaller side minus the larger, would be {}; but"
LEGEND = "In a check, (1) or (a) stands for the larger side of that line minus the smaller; for an equation, left minus right."
BOOKKEEPING = "bookkeeping"
DEFINED = "Defined for the proof"
LONG = 300  # signs of an identity beyond which it is only counted, unless everything is asked for
FOLDED = "an identity of {:,} signs, which the full form of the proof has (show --full)"
ALGEBRA = "by algebra"  # where a line follows from no other, but from squares and from what its symbols mean


# The lines ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ProofLine:
    """A line of a proof: its label and the kernel's name, what it says, and why, in its own last step, it holds.

    `tag` is its role in an induction or between cases, `formula` the kernel's; `facts` are cited by letter, `cites` are lines and
    hypotheses; `check` is the identity behind a step by algebra. Step by step `depth` says how far it is indented. In a proof that
    unfolds `label` 2.1 is the first line below 2, `chain` joins the lines that it adds up, as in a ≤ b ≤ c, `how` says in short why it
    holds and `theorem`, with the `images` of its names, what it is an instance of; `lines` lead there, `folded` are the kernel's steps
    that are bookkeeping, and `where` explains what occurs here for the first time.
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
    def shown(self) -> Node:
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
    """A proof step by step.  `before`: what is to be read before it, as headed lists; `short`: long identities are not written out."""

    id: str
    given: tuple[tuple[str, Node], ...]
    entries: tuple[ProofLine, ...]
    conclusion: Node
    before: Headed = ()
    short: bool = True
    defined: tuple[tuple[str, Node], ...] = ()  # for the proof alone


@dataclass(frozen=True)
class GivenFact:
    """A hypothesis: its name, what it says in words, and what occurs in it for the first time.  That 1/γ is the reciprocal of γ, and the
    like, is told by the symbol."""

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
        """For a terminal, with the lines of so many levels."""
        return linear_text(self, depth)

    def html(self, depth: int = 1) -> str:
        """A <section> in which lines unfold on a click, those above `depth` open; it needs no script."""
        return linear_html(self, depth)

    def latex(self, depth: int = 1) -> str:
        """A fragment for a document that loads amsmath."""
        return linear_latex(self, depth)

    def to(self, format: str, depth: int = 1) -> str:
        """One of `render.FORMATS`; HTML as a whole page."""
        if format == "html":
            return html_document(self.html(depth), self.title)
        return self.latex(depth) if format == "latex" else self.text(depth)

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.html()


# Parts of a line, in three notations --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Notation:
    """How a formula is written, a reason, which is mostly words, and words."""

    write: Callable[[Node], str]
    prose: Callable[[Node], str]
    words: Callable[[str], str]


def _tex(node: Node) -> str:
    return f"${LATEX.write(node)}$"


def _tex_prose(node: Node) -> str:
    if isinstance(node, Words):
        return tex_text(node.text)
    return "".join(map(_tex_prose, node.items)) if isinstance(node, Strung) else _tex(node)


TEXT = Notation(UNICODE.write, UNICODE.write, str)
TEX = Notation(_tex, _tex_prose, tex_text)
WEB = Notation(HTML.write, HTML.prose, html.escape)
LETTERED = Notation(LETTERS.write, LETTERS.prose, html.escape)  # a page with formulas as text


def _checked(line: ProofLine, check: Check, n: Notation, short: bool = True) -> str:
    """The identity, and before it how z would compare with 0 if the claim were false; how long it is, if `short` and it is long."""
    claim = UNICODE.write(line.claim)
    if short and (signs := len(UNICODE.write(check.identity))) > LONG:
        return n.words(FOLDED.format(signs))
    sign = "≥ 0" if " > " in claim or " < " in claim else "> 0"
    return (n.words(INDIRECT.format(sign)) + " " if check.indirect else "") + n.write(check.identity)


def _said(line: ProofLine, n: Notation) -> str:
    """Tag, reason and, of a step by algebra or a citation, the numbers cited."""
    labels = [*line.cites, *(f.label for f in line.facts)] if line.rule in ("certificate", "cut") else []
    cited = n.words(f" from {listed(labels)}") if labels else ""
    return (n.words(f"{line.tag}: ") if line.tag else "") + n.prose(line.reason) + cited


def because(line: ProofLine) -> Node:
    """Why a line holds, in short: "by induction, from (1) and separable; this is progress with ξ(k) = 0"."""
    tag = f"{line.tag}: " if line.tag and line.how != "suppose" else f"{line.tag}, " if line.tag else ""
    how = line.how if not (line.how == "suppose" and line.tag) else "supposed"
    said = ", ".join(filter(None, (how, f"from {listed(line.cites)}" if line.cites and "suppos" not in how else "")))
    cited = [Words(f"{' (' if said else ''}see {line.theorem}"), *line.images, Words(")" if said else "")] if line.theorem else []
    return Strung((Words(f"{tag}{said}" if said or cited or tag else ALGEBRA), *cited))


def listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def counted(n: int, words: str = "step") -> str:
    return f"{n:,} {words}{'' if n == 1 else 's'}"


# Text ---------------------------------------------------------------------------------------------------------------------------------


def text(o: Outline, title: str = "") -> str:
    wide = max((len(name) for name, _ in o.given), default=0)
    rows = [title or o.id, ""]
    rows += ["Given", *(f"  {name:<{wide}}  {UNICODE.write(f)}" for name, f in o.given), ""] if o.given else []
    rows += ["Claim", f"  {UNICODE.write(o.conclusion)}", "", *headed_text(o.before)]
    rows += [DEFINED, *(f"  {UNICODE.write(f)}" for _, f in o.defined), ""] if o.defined else []
    rows += ["Proof"]
    for e in o.entries:
        pad = "    " * e.depth
        rows += [f"{pad}{e.label:>3}. {UNICODE.write(e.claim)}{_noted(e)}", f"{pad}       {_said(e, TEXT)}"]
        rows += [f"{pad}       {row}" for row in _last_step(e, short=o.short)]
    return _page([*rows, "  ∎", "", *([LEGEND] if any(e.check for e in o.entries) else [])])


def linear_text(proof: LinearProof, depth: int) -> str:
    rows = [proof.title, "", "Claim", f"  {UNICODE.write(proof.claim)}", *_meanings(proof.where)]
    if proof.given:
        wide = max(len(UNICODE.write(g.claim)) for g in proof.given)
        rows += ["", "Given"]
        for g in proof.given:
            rows += [f"  {UNICODE.write(g.claim):<{wide}}  {g.name}", *_meanings(g.where)]
    rows += ["", DEFINED, *(f"  {UNICODE.write(f)}  {name}" for name, f in proof.defined)] if proof.defined else []
    rows += ["", f"Proof ({counted(len(proof.proof.steps))} of the kernel in {counted(len(proof.lines), 'line')})"]
    rows += [row for line in proof.lines for row in _line_text(line, depth, "  ")] + ["  ∎"]
    if depth == 1 and any(line.lines for line in proof.lines):
        rows += ["", "Each line unfolds: --depth 2 shows what is below it, and so on."]
    return _page([*rows, *(["", LEGEND] if depth > 1 else [])])


def _line_text(line: ProofLine, depth: int, pad: str) -> list[str]:
    inner = len(line.folded)
    unfolds = f"   ({counted(line.steps)})" if line.lines else f"   (and {counted(inner)} of {BOOKKEEPING})" if depth > 1 and inner else ""
    inside = pad + " " * (len(line.label) + 2)
    rows = [f"{pad}{line.label}. {UNICODE.write(line.shown)}{_noted(line)}", f"{inside}{UNICODE.write(because(line))}{unfolds}"]
    rows += [f"{inside}where {symbol} is {meaning}" for symbol, meaning in line.where]
    if depth > 1:
        rows += [row for below in line.lines for row in _line_text(below, depth - 1, inside)]
        rows += [f"{inside}so {line.label}: {UNICODE.write(line.reason)}"] if line.lines or line.check else []
        rows += [f"{inside}{row}" for row in _last_step(line, "  ")]
        rows += [f"{inside}  and {counted(inner)} of {BOOKKEEPING}"] if inner and line.lines else []
    return rows


def _last_step(line: ProofLine, pad: str = "", short: bool = True) -> list[str]:
    """The facts and the identity of a line's own last step."""
    width = max((len(UNICODE.write(f.claim)) for f in line.facts), default=0)
    rows = [f"  {f.label} {UNICODE.write(f.claim):<{width}}   {UNICODE.write(f.origin)}" for f in line.facts]
    return [*rows, f"{pad}check: {_checked(line, line.check, TEXT, short)}"] if line.check else rows


def headed_text(lists: Headed) -> list[str]:
    return [row for head, lines in lists for row in (head, *(f"  {line.replace('`', '')}" for line in lines), "")]


def headed_latex(lists: Headed) -> list[str]:
    items = [(head, "".join(f"  \\item {tex_text(line)}\n" for line in lines)) for head, lines in lists]
    return [f"\\noindent {tex_text(head)}\n\\begin{{itemize}}\n{listed}\\end{{itemize}}\n" for head, listed in items]


def headed_html(lists: Headed) -> str:
    return "".join(f"<h4>{html.escape(head)}</h4><ul>{''.join(f'<li>{marked(line)}</li>' for line in lines)}</ul>" for head, lines in lists)


def marked(text: str) -> str:
    """Prose as HTML; what is in `backticks` is code."""
    parts = html.escape(text).split("`")
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts)) if len(parts) % 2 else html.escape(text)


def _noted(line: ProofLine) -> str:
    return f"   [{line.note}]" if line.note else ""


def _meanings(entries: Explained) -> list[str]:
    return [f"    {symbol}: {meaning}" for symbol, meaning in entries]


def _page(rows: Iterable[str]) -> str:
    return "\n".join(row.rstrip() for row in rows) + "\n"


# LaTeX --------------------------------------------------------------------------------------------------------------------------------


def latex(o: Outline, title: str = "") -> str:
    """A fragment for a document that loads amsmath."""
    rows = [rf"\paragraph{{{tex_text(title or o.id)}}}", "", r"\begingroup\raggedright\emergencystretch=2em"]
    rows += _itemised(o.given)
    rows += [rf"\noindent Claim: {_tex(o.conclusion)}.\par\medskip", "", *headed_latex(o.before)]
    rows += [rf"\noindent {DEFINED}"] * bool(o.defined) + _itemised([("", f) for _, f in o.defined])
    for e in o.entries:
        step = [rf"\makebox[0pt][r]{{({e.label})\enspace}}{_tex(e.claim)}{_tex_note(e)}\\", rf"{{\small {_said(e, TEX)}"]
        step += [rf"\\ {f.label} {_tex(f.claim)}\quad {_tex_prose(f.origin)}" for f in e.facts]
        step += [rf"\\ check: {_checked(e, e.check, TEX, o.short)}"] if e.check else []
        rows.append(f"{{\\noindent\\leftskip={2 * e.depth + 3}em\n  " + "\n  ".join(step) + "\\par}\\par}\\smallskip\n")
    return "\n".join([*rows, tex_text(LEGEND) if any(e.check for e in o.entries) else "", r"\par\endgroup", ""])


def linear_latex(proof: LinearProof, depth: int) -> str:
    rows = [rf"\paragraph{{{tex_text(proof.title)}}}", "", rf"Claim: {_tex(proof.claim)}.", ""]
    rows += ["Given"] * bool(proof.given) + _itemised([(g.name, g.claim) for g in proof.given])
    explained = [*proof.where, *(entry for g in proof.given for entry in g.where)]
    if explained:
        rows += [r"Here " + tex_text("; ".join(f"{symbol} is {meaning}" for symbol, meaning in explained)) + ".", ""]
    rows += [DEFINED] * bool(proof.defined) + _itemised(proof.defined)
    return "\n".join([*rows, linear_latex_lines(proof.lines, depth)])


def linear_latex_lines(lines: Iterable[ProofLine], depth: int = 1) -> str:
    return "\n".join([r"\begin{list}{}{}", *(row for line in lines for row in _line_latex(line, depth, 0)), r"\end{list}", ""])


def _line_latex(line: ProofLine, depth: int, deep: int) -> list[str]:
    pad = rf"\hspace*{{{2 * deep}em}}" if deep else ""
    where = "".join(tex_text(f"; {symbol} is {meaning}") for symbol, meaning in line.where)
    rows = [
        rf"  \item[{line.label}] {pad}{_tex(line.shown)}{_tex_note(line)}\\",
        rf"    {pad}{{\small {_tex_prose(because(line))}{where}}}",
    ]
    if depth > 1:
        rows += [row for below in line.lines for row in _line_latex(below, depth - 1, deep + 1)]
        if line.check:
            facts = "".join(f", {f.label} {_tex(f.claim)}" for f in line.facts)
            rows.append(rf"  \item[] {pad}{{\small check of {line.label}: {_checked(line, line.check, TEX)}{facts}}}")
    return rows


def _itemised(given: Iterable[tuple[str, Node]]) -> list[str]:
    rows = [rf"  \item[] {tex_text(name)}{': ' if name else ''}{_tex(f)}" for name, f in given]
    return [r"\begin{itemize}", *rows, r"\end{itemize}"] if rows else []


def _tex_note(line: ProofLine) -> str:
    return rf"\quad[{tex_text(line.note)}]" if line.note else ""


def latex_document(body: str) -> str:
    """A whole LaTeX document around a fragment."""
    packages = "\\usepackage[utf8]{inputenc}\n\\usepackage{amsmath,amssymb}\n\\usepackage[margin=2.5cm]{geometry}\n"
    head = f"\\documentclass{{article}}\n{packages}\\begin{{document}}\n\\raggedright\n"
    return f"{head}{body}\n\\end{{document}}\n"


# HTML ---------------------------------------------------------------------------------------------------------------------------------


def html_fragment(o: Outline, title: str = "") -> str:
    """A <section> with its own style; no script, no network."""
    given = "".join(f"<tr><td>{html.escape(name)}</td><td>{HTML.write(f)}</td></tr>" for name, f in o.given)
    steps = "".join(_item(e, WEB if len(o.entries) <= TYPESET_STEPS else LETTERED, o.short) for e in o.entries)
    legend = f'<p class="why">{html.escape(LEGEND)}</p>' if any(e.check for e in o.entries) else ""
    before = headed_html(o.before) + _defined_html(o.defined)
    return (
        f'<section class="pp-proof"><style>{style("steps")}</style><h3>{html.escape(title or o.id)}</h3>'
        + (f"<p>Given</p><table>{given}</table>" if given else "")
        + f'<p>Claim: <span class="claim">{HTML.write(o.conclusion)}</span></p>{before}<ol>{steps}</ol>{legend}</section>'
    )


def _defined_html(defined: Iterable[tuple[str, Node]]) -> str:
    rows = "".join(f"<tr><td>{html.escape(name)}</td><td>{LETTERS.write(f)}</td></tr>" for name, f in defined)
    return f"<details><summary>{DEFINED}</summary><table>{rows}</table></details>" if rows else ""


def _item(e: ProofLine, n: Notation, short: bool) -> str:
    details = f'<table class="fact">{_fact_rows(e, n)}</table>' if e.facts else ""
    details += f"<details><summary>check</summary>{_checked(e, e.check, n, short)}</details>" if e.check else ""
    return (
        f'<li style="margin-left:{2 * e.depth}em"><span class="n">({e.label})</span><span class="claim">{HTML.write(e.claim)}</span>'
        f'{_web_note(e)}<div class="why">{_said(e, WEB)}</div>{details}</li>'
    )


def linear_html(proof: LinearProof, depth: int) -> str:
    given = "".join(f"<tr><td>{HTML.write(g.claim)}</td><td>{_named(g)}{_where(g.where)}</td></tr>" for g in proof.given)
    elsewhere = _elsewhere(proof)
    lines = "".join(_line_html(proof, line, depth, elsewhere) for line in proof.lines)
    return (
        f'<section class="pp-linear"><style>{style("lines")}</style><h3>{html.escape(proof.title)}</h3>'
        f'<p>Claim: <span class="claim">{HTML.write(proof.claim)}</span></p>{_where(proof.where)}'
        + (f'<p>Given</p><div class="scroll"><table class="given">{given}</table></div>' if given else "")
        + _defined_html(proof.defined)
        + f"<p>Proof. {counted(len(proof.proof.steps))} of the kernel in {counted(len(proof.lines), 'line')}; each line unfolds.</p>"
        + f'<ol>{lines}</ol><p class="why">{html.escape(LEGEND)}</p></section>'
    )


def _line_html(proof: LinearProof, line: ProofLine, depth: int, elsewhere: Collection[str]) -> str:
    head = (
        f'<span class="n">{line.label}</span><span class="claim">{_fitting(line, WIDE)}</span>{_web_note(line)}'
        f'<div class="why">{HTML.prose(because(line))}</div>{_where(line.where)}'
    )
    anchor = f' id="{proof.id}-line-{line.label}"' if line.label in elsewhere else ""
    if line.how == "suppose" and not line.lines:
        return f'<li class="supposed"{anchor}>{head}</li>'
    below = f"<ol>{''.join(_line_html(proof, b, depth - 1, elsewhere) for b in line.lines)}</ol>" if line.lines else ""
    inside = _links(proof, line, elsewhere) + below + _leaf(proof, line, WEB if line.label.count(".") < TYPESET_LEVELS else LETTERED)
    is_open = " open" if depth > 1 and line.lines else ""
    return f"<li{anchor}><details{is_open}><summary>{head}</summary>{inside}</details></li>"


def _leaf(proof: LinearProof, line: ProofLine, n: Notation) -> str:
    """The line's own last step and its bookkeeping."""
    said = f'<p class="why">So {line.label}: {n.prose(line.reason)}.</p>'
    said += f'<div class="scroll"><table>{_fact_rows(line, n)}</table></div>' if line.facts else ""
    said += f'<p class="why scroll">Check: {_checked(line, line.check, n)}</p>' if line.check else ""
    if line.folded:
        folded = set(line.folded)
        steps = [s for s in proof.proof.steps if s.name in folded]
        rows = "".join(f"<tr><td>{s.rule}</td><td>{LETTERS.write(proof.said[s.name])}</td></tr>" for s in steps)
        summary = f"{counted(len(steps))} of {BOOKKEEPING}"
        said += f"<details><summary>{summary}</summary><div class='scroll'><table>{rows}</table></div></details>"
    return f'<div class="leaf">{said}</div>'


def paper(lines: Iterable[ProofLine], depth: int = 1, wide: int = 76) -> str:
    """Lines of so many levels as HTML with nothing to click.  A formula of more than `wide` signs is text, which breaks at the margin."""
    rows = []
    for line in lines:
        below = paper(line.lines, depth - 1, wide) if depth > 1 and line.lines else ""
        why = f'<span class="why">{HTML.prose(because(line))}</span>'
        rows.append(f'<li><span class="n">{line.label}</span>{_fitting(line, wide)}{_web_note(line)} {why}{below}</li>')
    return f'<ol class="lines">{"".join(rows)}</ol>'


def _fitting(line: ProofLine, wide: int) -> str:
    """MathML stays on one line; a formula of more than `wide` signs is text, which breaks at the margin."""
    return (HTML if len(UNICODE.write(line.shown)) <= wide else LETTERS).write(line.shown)


def _fact_rows(line: ProofLine, n: Notation) -> str:
    return "".join(f"<tr><td>{f.label}</td><td>{n.write(f.claim)}</td><td>{n.prose(f.origin)}</td></tr>" for f in line.facts)


def _web_note(line: ProofLine) -> str:
    return f'<span class="note">{html.escape(line.note)}</span>' if line.note else ""


def _named(given: GivenFact) -> str:
    """A hypothesis in words, after the name by which the lines call it."""
    said = html.escape(given.words if given.words != UNICODE.write(given.claim) else "")
    name = f"<i>{html.escape(given.name)}</i>" if given.name else ""
    return f"{name}: {said}" if name and said else name or said


def _where(entries: Explained) -> str:
    said = "; ".join(f"<b>{html.escape(symbol)}</b> is {html.escape(meaning)}" for symbol, meaning in entries)
    return f'<div class="where">{said}</div>' if said else ""


def _hidden(line: ProofLine, labels: Collection[str]) -> list[str]:
    """Those lines among `labels` that a line cites and that are folded away from it."""
    cited = [cite.strip("()") for cite in line.cites]
    return [label for label in cited if label in labels and not line.label.startswith(label.rpartition(".")[0])]


def _elsewhere(proof: LinearProof) -> frozenset[str]:
    """The numbers of lines that are cited from where they are folded away."""
    labels = {line.label for line in proof.all()}
    return frozenset(label for line in proof.all() for label in _hidden(line, labels))


def _links(proof: LinearProof, line: ProofLine, elsewhere: Collection[str]) -> str:
    """Links to the lines that it cites and that are folded away: a browser unfolds what a link leads into."""
    links = ", ".join(f'<a href="#{proof.id}-line-{label}">({label})</a>' for label in _hidden(line, elsewhere))
    return f'<p class="why">Folded away above: {links}.</p>' if links else ""


def html_document(body: str, title: str) -> str:
    """A whole page around a fragment."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title></head><body>{body}</body></html>\n'
    )

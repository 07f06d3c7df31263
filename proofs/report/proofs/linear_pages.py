"""A proof in lines as text, as LaTeX and as HTML."""

from __future__ import annotations

import html as web
from collections.abc import Collection, Iterable, Sequence

from proofs.report.proofs.pages import INDIRECT, LEGEND, Given, Line, Lines, prose, sign_of
from proofs.report.typesetting.writers import HTML, LATEX, LETTERS, UNICODE, Html, Node, Row, Words, tex_text

BOOKKEEPING = "bookkeeping"
WIDE = 90  # signs of a formula that fits on a line of a page
ALGEBRA = "by algebra"  # where a line follows from no other, but from squares and from what its symbols mean
TYPESET = 1  # levels whose checks have formulas as MathML; below it, as in bookkeeping, they are text, or most of a page would be these


def because(line: Line) -> Node:
    """Why a line holds, in short: "by induction, from (1) and separable; this is progress with ξ(k) = 0"."""
    tag = f"{line.tag}: " if line.tag and line.how != "suppose" else f"{line.tag}, " if line.tag else ""
    how = line.how if not (line.how == "suppose" and line.tag) else "supposed"
    said = ", ".join(filter(None, (how, f"from {listed(line.cites)}" if line.cites and "suppos" not in how else "")))
    cited = [Words(f"{' (' if said else ''}see {line.theorem}"), *line.images, Words(")" if said else "")] if line.theorem else []
    return Row((Words(f"{tag}{said}" if said or cited or tag else ALGEBRA), *cited))


def listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def counted(n: int, words: str = "step") -> str:
    return f"{n} {words}{'' if n == 1 else 's'}"


def where(entries: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{symbol} is {meaning}" if not meaning.startswith("the ") else f"{symbol}: {meaning}" for symbol, meaning in entries)


def text(proof: Lines, depth: int) -> str:
    lines = [proof.title, "", "Claim", f"  {UNICODE.write(proof.claim)}"]
    lines += [f"    {symbol}: {meaning}" for symbol, meaning in proof.where]
    if proof.given:
        wide = max(len(UNICODE.write(g.claim)) for g in proof.given)
        lines += ["", "Given"]
        for g in proof.given:
            lines.append(f"  {UNICODE.write(g.claim):<{wide}}  {g.name}")
            lines += [f"    {symbol}: {meaning}" for symbol, meaning in g.where]
    total = counted(len(proof.proof.steps), "step")
    lines += ["", f"Proof ({total} of the kernel in {counted(len(proof.lines), 'line')})"]
    for line in proof.lines:
        lines += _text(line, depth, "  ")
    lines += ["  ∎"]
    if depth == 1 and any(line.lines for line in proof.lines):
        lines += ["", "Each line unfolds: --depth 2 shows what is below it, and so on."]
    if depth > 1:
        lines += ["", LEGEND]
    return "\n".join(row.rstrip() for row in lines) + "\n"


def _text(line: Line, depth: int, pad: str) -> list[str]:
    source = f"   [{line.note}]" if line.note else ""
    inner = len(line.folded)
    unfolds = f"   ({counted(line.steps)})" if line.lines else f"   (and {counted(inner)} of {BOOKKEEPING})" if depth > 1 and inner else ""
    rows = [f"{pad}{line.label}. {UNICODE.write(line.chain or line.claim)}{source}"]
    inside = pad + " " * (len(line.label) + 2)
    rows.append(f"{inside}{UNICODE.write(because(line))}{unfolds}")
    rows += [f"{inside}where {symbol} is {meaning}" for symbol, meaning in line.where]
    if depth > 1:
        for below in line.lines:
            rows += _text(below, depth - 1, inside)
        rows += [f"{inside}{row}" for row in _last(line)]
    return rows


def _last(line: Line) -> list[str]:
    """The line's own last step, and what is folded into it."""
    rows = [f"so {line.label}: {UNICODE.write(line.reason)}"] if line.lines or line.check else []
    width = max((len(UNICODE.write(f.claim)) for f in line.facts), default=0)
    rows += [f"  {f.label} {UNICODE.write(f.claim):<{width}}   {UNICODE.write(f.origin)}" for f in line.facts]
    if line.check:
        lead = f"check: {INDIRECT.format(sign_of(line.claim))} " if line.check.indirect else "check: "
        rows.append(f"  {lead}{UNICODE.write(line.check.identity)}")
    if line.folded and line.lines:
        rows.append(f"  and {counted(len(line.folded))} of {BOOKKEEPING}")
    return rows


def latex(proof: Lines, depth: int) -> str:
    rows = [rf"\paragraph{{{tex_text(proof.title)}}}", "", rf"Claim: ${LATEX.write(proof.claim)}$.", ""]
    if proof.given:
        listing = (rf"  \item[] {tex_text(g.name)}{': ' if g.name else ''}${LATEX.write(g.claim)}$" for g in proof.given)
        rows += [r"Given", r"\begin{itemize}", *listing, r"\end{itemize}"]
    explained = [*proof.where, *(entry for g in proof.given for entry in g.where)]
    if explained:
        rows += [r"Here " + tex_text("; ".join(f"{symbol} is {meaning}" for symbol, meaning in explained)) + ".", ""]
    rows += [r"\begin{list}{}{}", *(row for line in proof.lines for row in _latex(line, depth, 0)), r"\end{list}", ""]
    return "\n".join(rows)


def _latex(line: Line, depth: int, deep: int) -> list[str]:
    pad = rf"\hspace*{{{2 * deep}em}}" if deep else ""
    source = rf"\quad[{tex_text(line.note)}]" if line.note else ""
    rows = [rf"  \item[{line.label}] {pad}${LATEX.write(line.chain or line.claim)}${source}\\"]
    where_ = "".join(tex_text(f"; {symbol} is {meaning}") for symbol, meaning in line.where)
    rows.append(rf"    {pad}{{\small {prose(because(line))}{where_}}}")
    if depth > 1:
        rows += [row for below in line.lines for row in _latex(below, depth - 1, deep + 1)]
        if line.check:
            lead = tex_text(INDIRECT.format(sign_of(line.claim))) + " " if line.check.indirect else ""
            facts = "".join(rf", {f.label} ${LATEX.write(f.claim)}$" for f in line.facts)
            rows.append(rf"  \item[] {pad}{{\small check of {line.label}: {lead}${LATEX.write(line.check.identity)}${facts}}}")
    return rows


STYLE = """.pp-linear{font-family:Georgia,'Times New Roman',serif;line-height:1.5;max-width:52em}
.pp-linear ol{list-style:none;padding-left:1.1em;margin:.2em 0;border-left:2px solid #8884}.pp-linear>ol{padding-left:0;border:0}
.pp-linear li{margin:.45em 0}.pp-linear .n{opacity:.65;display:inline-block;min-width:1.8em}.pp-linear .claim{font-size:1.1em}
.pp-linear summary{cursor:pointer;color:inherit}
.pp-linear .why,.pp-linear .where{font-size:.9em;margin-left:2em}.pp-linear .why{opacity:.75}
.pp-linear table{border-collapse:collapse;margin:.2em 0 .6em 2em;font-size:.95em}
.pp-linear td{padding:.1em 1.2em .1em 0;text-align:left!important;border:0}
.pp-linear .leaf{margin-left:1em}.pp-linear .note{font-style:italic;font-size:.85em;margin-left:1em}
.pp-linear .scroll{overflow:auto hidden}.pp-linear .supposed{margin-left:1.1em}.pp-linear td{vertical-align:baseline}
@media(max-width:46em){.pp-linear .given,.pp-linear .given tr,.pp-linear .given td{display:block}
.pp-linear .given td+td{padding-left:1.2em}}"""


def html(proof: Lines, depth: int, heading: bool) -> str:
    given = "".join(f"<tr><td>{HTML.write(g.claim)}</td><td>{_named(g)}{_where(g.where)}</td></tr>" for g in proof.given)
    elsewhere = _elsewhere(proof)
    lines = "".join(_html(proof, line, depth, elsewhere) for line in proof.lines)
    return (
        f'<section class="pp-linear"><style>{STYLE}</style>{f"<h3>{web.escape(proof.title)}</h3>" if heading else ""}'
        f'<p>Claim: <span class="claim">{HTML.write(proof.claim)}</span></p>{_where(proof.where)}'
        + (f'<p>Given</p><div class="scroll"><table class="given">{given}</table></div>' if given else "")
        + f"<p>Proof. {counted(len(proof.proof.steps))} of the kernel in {counted(len(proof.lines), 'line')}; each line unfolds.</p>"
        + f'<ol>{lines}</ol><p class="why">{web.escape(LEGEND)}</p></section>'
    )


def claim(proof: Lines) -> str:
    """What is proved, as MathML."""
    return HTML.write(proof.claim)


def paper(lines: Iterable[Line], depth: int = 1, wide: int = 76) -> str:
    """Lines of so many levels as HTML with nothing to click.  A formula of more than `wide` signs is text, which breaks at the margin."""
    rows = []
    for line in lines:
        formula = _fitting(line.chain or line.claim, wide)
        note = f'<span class="note">{web.escape(line.note)}</span>' if line.note else ""
        below = paper(line.lines, depth - 1, wide) if depth > 1 and line.lines else ""
        rows.append(
            f'<li><span class="n">{line.label}</span>{formula}{note} <span class="why">{HTML.prose(because(line))}</span>{below}</li>'
        )
    return f'<ol class="lines">{"".join(rows)}</ol>'


def _fitting(claim: Node, wide: int) -> str:
    """MathML stays on one line; a formula of more than `wide` signs is text, which breaks at the margin."""
    return (HTML if len(UNICODE.write(claim)) <= wide else LETTERS).write(claim)


def _named(given: Given) -> str:
    """A hypothesis in words, after the name by which the lines call it."""
    said = web.escape(given.words if given.words != UNICODE.write(given.claim) else "")
    name = f"<i>{web.escape(given.name)}</i>" if given.name else ""
    return f"{name}: {said}" if name and said else name or said


def _where(entries: Iterable[tuple[str, str]]) -> str:
    said = "; ".join(f"<b>{web.escape(symbol)}</b> is {web.escape(meaning)}" for symbol, meaning in entries)
    return f'<div class="where">{said}</div>' if said else ""


def _elsewhere(proof: Lines) -> frozenset[str]:
    """The numbers of lines that are cited from where they are folded away."""
    labels = {line.label for line in proof.all()}
    cited = {(line.label, cite.strip("()")) for line in proof.all() for cite in line.cites}
    return frozenset(c for label, c in cited if c in labels and not label.startswith(c.rpartition(".")[0]))


def _links(proof: Lines, line: Line, elsewhere: Collection[str]) -> str:
    """Links to the lines that it cites and that are folded away: a browser unfolds what a link leads into."""
    cited = [cite.strip("()") for cite in line.cites]
    hidden = [label for label in cited if label in elsewhere and not line.label.startswith(label.rpartition(".")[0])]
    links = ", ".join(f'<a href="#{proof.id}-line-{label}">({label})</a>' for label in hidden)
    return f'<p class="why">Folded away above: {links}.</p>' if links else ""


def _html(proof: Lines, line: Line, depth: int, elsewhere: Collection[str]) -> str:
    note = f'<span class="note">{web.escape(line.note)}</span>' if line.note else ""
    head = (
        f'<span class="n">{line.label}</span><span class="claim">{_fitting(line.chain or line.claim, WIDE)}</span>{note}'
        f'<div class="why">{HTML.prose(because(line))}</div>{_where(line.where)}'
    )
    anchor = f' id="{proof.id}-line-{line.label}"' if line.label in elsewhere else ""
    if line.how == "suppose" and not line.lines:
        return f'<li class="supposed"{anchor}>{head}</li>'
    below = f"<ol>{''.join(_html(proof, b, depth - 1, elsewhere) for b in line.lines)}</ol>" if line.lines else ""
    inside = _links(proof, line, elsewhere) + below + _leaf(proof, line, HTML if line.label.count(".") < TYPESET else LETTERS)
    is_open = " open" if depth > 1 and line.lines else ""
    return f"<li{anchor}><details{is_open}><summary>{head}</summary>{inside}</details></li>"


def _leaf(proof: Lines, line: Line, write: Html) -> str:
    """The line's own last step and its bookkeeping."""
    facts = "".join(f"<tr><td>{f.label}</td><td>{write.write(f.claim)}</td><td>{write.prose(f.origin)}</td></tr>" for f in line.facts)
    said = f'<p class="why">So {line.label}: {write.prose(line.reason)}.</p>' + (
        f'<div class="scroll"><table>{facts}</table></div>' if facts else ""
    )
    if line.check:
        lead = web.escape(INDIRECT.format(sign_of(line.claim))) + " " if line.check.indirect else ""
        said += f'<p class="why scroll">Check: {lead}{write.write(line.check.identity)}</p>'
    if line.folded:
        rules = {s.name: s.rule for s in proof.proof.steps}
        order = [name for name in rules if name in set(line.folded)]
        steps = "".join(f"<tr><td>{rules[name]}</td><td>{LETTERS.write(proof.said[name])}</td></tr>" for name in order)
        said += (
            f"<details><summary>{counted(len(order))} of {BOOKKEEPING}</summary><div class='scroll'><table>{steps}</table></div></details>"
        )
    return f'<div class="leaf">{said}</div>'

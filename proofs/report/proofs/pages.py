"""An outline as text for a terminal, as LaTeX, as HTML."""

from __future__ import annotations

import html
from collections.abc import Sequence

from proofs.report.proofs.outline import Entry, Outline
from proofs.report.typesetting.writers import HTML, LATEX, LETTERS, UNICODE, Html, Node, Row, Words, tex_text

TYPESET = 40  # steps up to which facts and checks have formulas as MathML; in a longer proof they are text
INDIRECT = "otherwise ζ, the claim’s smaller side minus the larger, would be {}; but"
LEGEND = "In a check, (1) or (a) stands for the larger side of that line minus the smaller; for an equation, left minus right."


def sign_of(shown: Node) -> str:
    """How z compares with 0 if the claim is false."""
    claim = UNICODE.write(shown)
    return "≥ 0" if " > " in claim or " < " in claim else "> 0"


def text(o: Outline, title: str = "") -> str:
    """For a terminal."""
    wide = max((len(name) for name, _ in o.given), default=0)
    lines = [title or o.id, ""]
    lines += ["Given", *(f"  {name:<{wide}}  {UNICODE.write(f)}" for name, f in o.given), ""] if o.given else []
    lines += ["Claim", f"  {UNICODE.write(o.conclusion)}", "", "Proof"]
    for e in o.entries:
        pad = "    " * e.depth
        source = f"   [{e.note}]" if e.note else ""
        lines.append(f"{pad}{e.number:>3}. {UNICODE.write(e.claim)}{source}")
        lines.append(f"{pad}       {said(e)}")
        width = max((len(UNICODE.write(f.claim)) for f in e.facts), default=0)
        lines += [f"{pad}         {f.label} {UNICODE.write(f.claim):<{width}}   {UNICODE.write(f.origin)}" for f in e.facts]
        if e.check:
            because = f"check: {INDIRECT.format(sign_of(e.claim))} " if e.check.indirect else "check: "
            lines.append(f"{pad}       {because}{UNICODE.write(e.check.identity)}")
    lines += ["  ∎", "", *([LEGEND] if any(e.check for e in o.entries) else [])]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def said(e: Entry) -> str:
    """Tag, reason and the numbers cited."""
    reason = UNICODE.write(e.reason)
    tag = f"{e.tag}: " if e.tag else ""
    return f"{tag}{reason}{_numbers(e)}"


def _numbers(e: Entry) -> str:
    if e.rule not in ("certificate", "cut"):
        return ""
    labels = [f"({n})" for n in e.cited] + [f.label for f in e.facts]
    return f" from {_listed(labels)}" if labels else ""


def _listed(labels: Sequence[str]) -> str:
    return labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"


def latex(o: Outline, title: str = "") -> str:
    """A fragment for a document that loads amsmath."""
    lines = [rf"\paragraph{{{tex_text(title or o.id)}}}", "", r"\begingroup\raggedright\emergencystretch=2em"]
    given = [f"{tex_text(name)}: " if name else "" for name, _ in o.given]
    if o.given:
        listed = [rf"  \item[] {name}${LATEX.write(f)}$" for name, (_, f) in zip(given, o.given, strict=True)]
        lines += [r"\begin{itemize}", *listed, r"\end{itemize}"]
    lines += [rf"\noindent Claim: ${LATEX.write(o.conclusion)}$.\par\medskip", ""]
    for e in o.entries:
        source = rf"\quad[{tex_text(e.note)}]" if e.note else ""
        tag = f"{e.tag}: " if e.tag else ""
        step = [rf"\makebox[0pt][r]{{({e.number})\enspace}}${LATEX.write(e.claim)}${source}\\"]
        step.append(rf"{{\small {tag}{prose(e.reason)}{tex_text(_numbers(e))}")
        step += [rf"\\ {f.label} ${LATEX.write(f.claim)}$\quad {prose(f.origin)}" for f in e.facts]
        if e.check:
            because = tex_text(INDIRECT.format(sign_of(e.claim))) + " " if e.check.indirect else ""
            step.append(rf"\\ check: {because}${LATEX.write(e.check.identity)}$")
        lines.append(f"{{\\noindent\\leftskip={2 * e.depth + 3}em\n  " + "\n  ".join(step) + "\\par}\\par}\\smallskip\n")
    return "\n".join([*lines, tex_text(LEGEND) if any(e.check for e in o.entries) else "", r"\par\endgroup", ""])


def prose(node: Node) -> str:
    """A reason, mostly words, as LaTeX text."""
    if isinstance(node, Words):
        return tex_text(node.text)
    return "".join(map(prose, node.items)) if isinstance(node, Row) else f"${LATEX.write(node)}$"


def latex_document(body: str) -> str:
    """A whole LaTeX document around a fragment."""
    packages = "\\usepackage[utf8]{inputenc}\n\\usepackage{amsmath,amssymb}\n\\usepackage[margin=2.5cm]{geometry}\n"
    head = f"\\documentclass{{article}}\n{packages}\\begin{{document}}\n\\raggedright\n"
    return f"{head}{body}\n\\end{{document}}\n"


STYLE = """.pp-proof{font-family:Georgia,'Times New Roman',serif;line-height:1.5;max-width:60em}
.pp-proof table{border-collapse:collapse;margin:.3em 0 .8em 1em}.pp-proof td{padding:0 1.2em 0 0;text-align:left!important;border:0}
.pp-proof ol{list-style:none;padding-left:0}.pp-proof li{margin:.5em 0;overflow:auto hidden}.pp-proof p{overflow:auto hidden}
.pp-proof .claim{font-size:1.08em}.pp-proof .why,.pp-proof summary{color:var(--color-foreground-secondary,#555);font-size:.9em}
.pp-proof .note{color:var(--color-brand-content,#075);font-size:.85em;margin-left:1em}
.pp-proof .n{color:var(--color-foreground-secondary,#555);display:inline-block;min-width:2.2em;padding-right:.5em}
.pp-proof table.fact{font-size:.92em;margin:.1em 0 .1em 3.4em}.pp-proof details{margin-left:2.4em}.pp-proof .why{margin-left:2.4em}"""


def html_fragment(o: Outline, title: str = "") -> str:
    """A <section> with its own style; no script, no network."""
    given = "".join(f"<tr><td>{html.escape(name)}</td><td>{HTML.write(f)}</td></tr>" for name, f in o.given)
    steps = "".join(_item(e, HTML if len(o.entries) <= TYPESET else LETTERS) for e in o.entries)
    legend = f'<p class="why">{html.escape(LEGEND)}</p>' if any(e.check for e in o.entries) else ""
    return (
        f'<section class="pp-proof"><style>{STYLE}</style><h3>{html.escape(title or o.id)}</h3>'
        + (f"<p>Given</p><table>{given}</table>" if given else "")
        + f'<p>Claim: <span class="claim">{HTML.write(o.conclusion)}</span></p><ol>{steps}</ol>{legend}</section>'
    )


def _item(e: Entry, write: Html) -> str:
    tag = f"{html.escape(e.tag)}: " if e.tag else ""
    note = f'<span class="note">{html.escape(e.note)}</span>' if e.note else ""
    facts = "".join(f"<tr><td>{f.label}</td><td>{write.write(f.claim)}</td><td>{write.prose(f.origin)}</td></tr>" for f in e.facts)
    details = f'<table class="fact">{facts}</table>' if facts else ""
    if e.check:
        because = html.escape(INDIRECT.format(sign_of(e.claim))) + " " if e.check.indirect else ""
        details += f"<details><summary>check</summary>{because}{write.write(e.check.identity)}</details>"
    return (
        f'<li style="margin-left:{2 * e.depth}em"><span class="n">({e.number})</span><span class="claim">{HTML.write(e.claim)}</span>{note}'
        f'<div class="why">{tag}{HTML.prose(e.reason)}{_numbers(e)}</div>{details}</li>'
    )


def html_document(body: str, title: str) -> str:
    """A whole page around a fragment."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title></head><body>{body}</body></html>\n'
    )

"""Outputs of notebooks that are readable in an untrusted notebook: JupyterLab at first sight, and pages that show a repository.

Such a reader removes style sheets, SVG, MathML and scripts from a stored output, but leaves the text inside, so that a formula becomes
“M≤R2γ2”. `store` puts a plain form before the rich one: formulas in TeX between dollars, pictures as images, of a stepper the first frame.
The rich form lies in a script, which the same reader removes whole; where the notebook is trusted a second script shows it instead.
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from proofs.report.book.exercises.library import leave_unsolved

RICH = re.compile(r"<(?:style|svg|math)\b")
SWAP = "(s=>{const r=s.previousElementSibling;r.previousElementSibling.innerHTML=r.textContent.replaceAll('<\\\\/script','</script')})"
STORED = re.compile(r'\A<div>.*?</div><script type="text/html">(.*?)</script><script>.*</script>\Z', re.DOTALL)
STYLE, SVG = re.compile(r"<style\b[^>]*>(.*?)</style>", re.DOTALL), re.compile(r"<svg\b.*?</svg>", re.DOTALL)
MATH = re.compile(r"<math\b.*?</math>", re.DOTALL)
# A stepper's buttons, its frames after the first, and the numbers of lines in numbered lists are of use only with a style sheet.
BUTTONS = re.compile(r'<span class="how">.*?</span>')
NO_BUTTONS = ", the first of them (the others appear if the notebook is trusted, or its cells are run)"
USELESS = re.compile(
    r'<div class="frame f[1-9]\d*">.*?</div>|<input\b[^>]*>|<label\b.*?</label>|(?<=<li>)<span class="n">\d+</span>'
    r'|(?<=<summary>)<span class="n">\d+</span>',
    re.DOTALL,
)
WIDEST = 900  # pixels


def store(rich: str) -> str:
    """The HTML of an output as it is stored: plain at first sight, rich where scripts run; other HTML as it is."""
    if not RICH.search(rich):
        return rich
    inside = rich.replace("</script", "<\\/script")
    return f'<div>{plain(rich)}</div><script type="text/html">{inside}</script><script>{SWAP}(document.currentScript)</script>'


def restore(text: str) -> str:
    """The rich HTML of a stored output.

    >>> restore(store("<p><math><mi>M</mi></math></p>"))
    '<p><math><mi>M</mi></math></p>'
    """
    found = STORED.match(text)
    return found[1].replace("<\\/script", "</script") if found else text


def restored_notebook(text: str) -> str:
    """The text of a notebook with the rich HTML of all its outputs."""
    notebook = json.loads(text)
    for data in _outputs(notebook):
        if "text/html" in data:
            data["text/html"] = restore("".join(data["text/html"]))
    return json.dumps(notebook, ensure_ascii=False)


def unsolved_notebook(text: str) -> str:
    """The text of a notebook without the solutions in its outputs."""
    notebook = json.loads(text)
    for data in _outputs(notebook):
        data |= {kind: leave_unsolved("".join(data[kind])) for kind in data.keys() & {"text/markdown", "text/html"}}
    return json.dumps(notebook, ensure_ascii=False)


def _outputs(notebook: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from (output["data"] for cell in notebook["cells"] for output in cell.get("outputs", ()) if "data" in output)


def plain(rich: str) -> str:
    """HTML without style sheets, SVG, MathML or scripts that says the same.

    >>> plain("<p><math><mi>M</mi><mo>≤</mo><mfrac><mn>1</mn><msup><mi>γ</mi><mn>2</mn></msup></mfrac></math></p>")
    '<p>$M≤\\\\frac{1}{γ^{2}}$</p>'
    """
    sheet = "".join(STYLE.findall(rich))
    text = BUTTONS.sub(NO_BUTTONS, STYLE.sub("", rich))
    text = USELESS.sub("", text).replace("</span><span", "</span> <span").replace("</span><div", "</span> <div")
    text = SVG.sub(lambda found: _image(found[0], sheet), text)
    text = MATH.sub(lambda found: f"${html.escape(tex(found[0]), quote=False)}$", text)
    text = re.sub(r"<t([dh])(?![^>]*\bstyle=)\b", r'<t\1 style="text-align:left"', text)  # Jupyter's are ranged right
    return re.sub("<(/?)div", r"<\1section", text)  # `restore` looks for the end of the one <div>


def _image(svg: str, sheet: str) -> str:
    """A drawing as an image, dark on white, with the style sheet that it stands below."""
    words = re.search(r'aria-label="([^"]*)"', svg)
    box = re.search(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ', svg)
    wide = min(float(box[1]) if box else WIDEST, WIDEST)
    space = "" if "xmlns=" in svg.partition(">")[0] else ' xmlns="http://www.w3.org/2000/svg"'
    head = f'<svg{space} style="background:#fff;color:#222;font:13px sans-serif"'
    drawing = svg.replace("<svg", head, 1).replace(">", f"><style>{html.escape(sheet, quote=False)}</style>", 1)
    data = base64.b64encode(drawing.encode()).decode()
    return f'<img width="{wide:.0f}" alt="{words[1] if words else ""}" src="data:image/svg+xml;base64,{data}">'


SIGNS = {"\u2061": "", "\u2062": "", "\xa0": " ", "·": r"\cdot ", "<": r"\lt ", ">": r"\gt ", "′": r"\prime ", "∑": r"\sum "}
LEFT = {"(": "(", "[": "[", "|": "|", "⟨": r"\langle ", "‖": r"\lVert ", "⌊": r"\lfloor "}
RIGHT = {")": ")", "]": "]", "|": "|", "⟩": r"\rangle ", "‖": r"\rVert ", "⌋": r"\rfloor "}


def tex(mathml: str) -> str:
    r"""A <math> element in TeX.

    >>> tex("<math><msqrt><mi>TD</mi></msqrt></math>")
    '\\sqrt{\\mathrm{TD}}'
    """
    return _tex(ElementTree.fromstring(mathml))


def _tex(at: ElementTree.Element) -> str:
    text, parts = at.text or "", [_tex(child) for child in at]
    if at.tag == "mfrac":
        return f"\\frac{{{parts[0]}}}{{{parts[1]}}}"
    if at.tag == "msqrt":
        return f"\\sqrt{{{''.join(parts)}}}"
    if at.tag in ("msup", "msub"):
        return f"{_single(parts[0])}{'^' if at.tag == 'msup' else '_'}{{{parts[1]}}}"
    if at.tag == "munderover":
        return f"{parts[0]}_{{{parts[1]}}}^{{{parts[2]}}}"
    if at.tag == "msubsup":
        return f"{_single(parts[0])}_{{{parts[1]}}}^{{{parts[2]}}}"
    if at.tag == "mstyle":
        return f"\\displaystyle {''.join(parts)}"
    if at.tag in ("math", "mrow"):
        ends = [child.text or "" for child in (at[0], at[-1]) if child.tag == "mo"] if len(at) > 2 else []
        if len(ends) == 2 and ends[0] in LEFT and ends[1] in RIGHT:
            return f"\\left{LEFT[ends[0]]}{''.join(parts[1:-1])}\\right{RIGHT[ends[1]]}"
        return "".join(parts)
    if at.tag == "mtext" and len(text) > 1:
        return f"\\text{{{_escape(text)}}}"
    if at.tag == "mi" and len(text) > 1:
        return f"\\mathrm{{{_escape(text)}}}"
    if at.tag in ("mi", "mn", "mo", "mtext"):
        return SIGNS.get(text, _escape(text))
    raise ValueError(f"no TeX is known for <{at.tag}>")


def _single(base: str) -> str:
    return base if len(base) == 1 else f"{{{base}}}"


def _escape(text: str) -> str:
    return re.sub(r"([#$%&_{}])", r"\\\1", text.replace("\xa0", " "))

"""Slides from a deck: Markdown with a line of dashes between slides, and fences for what is made from the proof data.

    ```{claim} ID             the claim of a theorem
    ```{lines} ID FROM TO     lines of its proof, as `show ID --linear` numbers them
    ```{figure} NAME          one of `figures.FIGURES`, in colours
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from perceptron.errors import InputError
from proofs.book.lectures.figures import FIGURES
from proofs.book.lectures.markdown import converted
from proofs.book.lectures.paper import Paper, drawn
from proofs.report.proofs.linear import Linear, linear
from proofs.report.proofs.linear_pages import because
from proofs.report.typesetting.mathml import HTML

FOLDER = Path(__file__).parent / "decks"
DECKS = tuple(sorted(file.stem for file in FOLDER.glob("*.md")))
STYLE = """
body{font:22pt/1.4 'Fira Sans','Source Sans 3','Helvetica Neue',Arial,sans-serif;max-width:none;margin:0;padding:0;background:#ddd}
main{display:block}section{box-sizing:border-box;width:33.867cm;min-height:19.05cm;margin:1cm auto;padding:1.1cm 1.8cm 1.6cm;background:#fff;position:relative;
display:flex;flex-direction:column;justify-content:center}
h1{font-size:1.7em}h2{font-size:1.25em;border:0;margin:0 0 .5em}p{margin:.4em 0}li{margin:.3em 0}math{font-size:1.08em}
.claim{font-size:1.35em;text-align:center;margin:.5em 0}.lines{list-style:none;padding:0}.lines li{margin:.45em 0}
.lines .n{display:inline-block;min-width:1.6em;color:#555}.lines .why{color:#444;font-size:.66em;margin-left:2.4em}
.number{position:absolute;right:.9cm;bottom:.5cm;font-size:.55em;color:#555}figure.drawn{margin:.2em 0}figure.drawn svg{width:100%;height:12.2cm}
table{font-size:.8em}code{font-size:.85em}pre{font-size:.75em}
@page{size:33.867cm 19.05cm;margin:0}@media print{body{background:#fff}section{margin:0;break-after:page;break-inside:avoid;height:19.05cm;overflow:hidden}}
"""


def deck(name: str) -> Paper:
    """The slides of a lecture.  Raises InputError with the known ones."""
    if name not in DECKS:
        raise InputError(f"no lecture {name!r:.40}; there are {', '.join(DECKS)}")
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    made = [converted(part, MAKERS) for part in re.split(r"(?m)^---$", text)]
    sections = [
        f'<section aria-label="slide {i}">{part}<div class="number">{i} / {len(made)}</div></section>' for i, part in enumerate(made, 1)
    ]
    title = re.search(r"<h1>(.*?)</h1>", made[0])
    return Paper(re.sub("<.*?>", "", title[1]) if title else name, "\n".join(sections), STYLE)


@cache
def _proof(id: str) -> Linear:
    return linear(id)


def _claim(argument: str) -> str:
    return f'<div class="claim">{HTML.write(_proof(argument.strip()).claim)}</div>'


def _lines(argument: str) -> str:
    """The lines of a proof from one number to another."""
    id, first, last = argument.split()
    chosen = [line for line in _proof(id).all() if _key(first) <= _key(line.label) <= _key(last) and line.label.count(".") == first.count(".")]
    if not chosen:
        raise InputError(f"{id} has no lines {first} to {last}")
    rows = (
        f'<li><span class="n">{line.label}</span>{HTML.write(line.chain or line.claim)}<div class="why">{HTML.prose(because(line))}</div></li>'
        for line in chosen
    )
    return f'<ol class="lines">{"".join(rows)}</ol>'


def _key(label: str) -> list[int]:
    return [int(part) for part in label.split(".")]


def _figure(argument: str) -> str:
    name = argument.strip()
    if name not in FIGURES:
        raise InputError(f"no figure {name!r}; there are {', '.join(FIGURES)}")
    return drawn(FIGURES[name]())


MAKERS = {"claim": _claim, "lines": _lines, "figure": _figure}

"""One file of HTML that loads nothing, and its PDF."""

from __future__ import annotations

import html
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from perceptron.errors import InputError
from proofs.book import pdf
from proofs.report.pictures.plots import Picture
from proofs.system.files import write_text

STYLE = """
body{font:10.5pt/1.42 'STIX Two Text','Libertinus Serif',Georgia,'Times New Roman',serif;color:#111;background:#fff;max-width:46em;margin:2em auto;padding:0 1em}
h1{font-size:1.5em;line-height:1.2;margin:0 0 .2em}h2{font-size:1.15em;margin:1em 0 .3em;border-bottom:1px solid #999}
h3{font-size:1em;margin:.8em 0 .2em}p{margin:.35em 0}ul,ol{margin:.3em 0;padding-left:1.4em}
table{border-collapse:collapse;margin:.3em 0}td,th{padding:.08em .9em .08em 0;text-align:left;vertical-align:baseline}
th{border-bottom:1px solid #999;font-weight:600}.headless thead{display:none}
code{font:.88em ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}
summary{list-style:none;font-style:italic}figure{margin:.5em 0;text-align:center}figure img{max-width:100%;max-height:6.2cm}
figcaption{font-size:.9em}.quiet{color:#444;font-size:.9em}
@page{size:A4;margin:17mm 18mm}@media print{body{margin:0;padding:0;max-width:none}h1,h2,h3,summary{break-after:avoid}tr,figure,li>p{break-inside:avoid}}
"""


@dataclass(frozen=True)
class Paper:
    """A title, a body of HTML, and the style that it needs beside STYLE."""

    title: str
    body: str
    style: str = ""

    @property
    def html(self) -> str:
        """The whole file."""
        head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{html.escape(self.title)}</title>'
        return f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}{self.style}</style></head><body><main>{self.body}</main></body></html>\n'

    def save(self, target: Path) -> None:
        """Write it to a file that ends in .html or .pdf.  Raises InputError for another name, or where no PDF can be printed; OSError."""
        if target.suffix == ".html":
            write_text(target, self.html)
        elif target.suffix == ".pdf":
            if reason := self.printed(target):
                raise InputError(f"{reason}; as .html it can be written")
        else:
            raise InputError(f"{target}: the file name ends in .html or .pdf")

    def printed(self, target: Path) -> str:
        """Print it to a PDF.  Returns why not, in a line; empty if it is there."""
        with tempfile.TemporaryDirectory() as aside:
            page = Path(aside) / "page.html"
            page.write_text(self.html, encoding="utf-8")
            return pdf.printed(page, target)


def pages(file: Path) -> int:
    """How many pages a PDF of Chromium has."""
    return len(re.findall(rb"/Type\s*/Page\b", file.read_bytes()))


def drawn(picture: Picture, caption: str = "") -> str:
    """A picture within the page itself, with its words for who cannot see it."""
    said = html.escape(picture.words, quote=True)
    svg = picture.encoded("svg").decode("utf-8")
    svg = svg[svg.index("<svg") :].replace("<svg ", f'<svg role="img" aria-label="{said}" ', 1)
    return f'<figure class="drawn">{svg}<figcaption>{caption}</figcaption></figure>'

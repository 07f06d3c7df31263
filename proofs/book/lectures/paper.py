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

STYLES = Path(__file__).parent / "styles"


@dataclass(frozen=True)
class Paper:
    """A title, a body of HTML, the names of its `styles`, and what is added to them."""

    title: str
    body: str
    styles: tuple[str, ...] = ()
    style: str = ""

    @property
    def html(self) -> str:
        """The whole file."""
        style = "".join((STYLES / f"{name}.css").read_text(encoding="utf-8") for name in ("paper", *self.styles)) + self.style
        head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{html.escape(self.title)}</title>'
        return f'<!doctype html><html lang="en"><head>{head}<style>{style}</style></head><body><main>{self.body}</main></body></html>\n'

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

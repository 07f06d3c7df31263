"""The book as an EPUB 3: Sphinx's builder, whose pages are mended as those of the site are and then rewritten as XHTML.

EPUB asks that pages are XML, that formulas and pictures name their vocabulary, and that the package says which pages have them. Scripts
are left out, since few readers run them.
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

from sphinx.builders.epub3 import Epub3Builder
from sphinx.util import logging

from proofs.report.book.mending import mend

VOCABULARIES = {"math": "http://www.w3.org/1998/Math/MathML", "svg": "http://www.w3.org/2000/svg"}
PROPERTIES = {"mathml": "<math ", "svg": "<svg "}
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
ACCESSIBILITY = {
    "accessMode": ("textual", "visual"),
    "accessModeSufficient": ("textual",),
    "accessibilityFeature": ("MathML", "alternativeText", "structuralNavigation", "tableOfContents", "index"),
    "accessibilityHazard": ("none",),
    "accessibilitySummary": ("Formulas are MathML, pictures are described in words, and every page has headings.",),
}

TAG = re.compile(r"<([a-zA-Z][\w:-]*)((?:\s+[^\s=<>\"'/]+(?:=(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>=]+))?)*)\s*/?>")
ATTRIBUTE = re.compile(r"\s+([^\s=]+)(?:=(\"[^\"]*\"|'[^']*'|\S+))?")
ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)[a-zA-Z]\w*;")
SCRIPT, STYLE = re.compile(r"<script\b.*?</script>", re.DOTALL), re.compile(r"<style\b[^>]*>(.*?)</style>", re.DOTALL)
SHEET = re.compile(r'<link rel="stylesheet"[^>]*? href="([^"?]*)[^>]*>')
SUMMARY, BLOCK = re.compile(r"<summary\b.*?</summary>", re.DOTALL), re.compile(r"</?(?:p|div)\b")
SPANS = {"<div": '<span style="display:block"', "</div": "</span", "</p": "</span"}  # EPUB has no blocks in a summary
LINK = re.compile(r'(href="(?!\w+:)([^"#]*))\.html(?=["#])')
QUOTES = ('"', "'")
ITEM, REFERENCE = re.compile(r'(href="([^"]*\.xhtml)" media-type="[^"]*")'), re.compile(r"\s*<itemref idref=\"[^\"]*\"[^>]*>")


class Epub(Epub3Builder):
    """Sphinx's builder for EPUB 3, with pages and a package that EPUBCheck accepts."""

    media_types = Epub3Builder.media_types | {".woff2": "font/woff2", ".txt": "text/plain"}

    def build_content(self) -> None:
        """Rewrite the pages, then write the package that lists them."""
        mend(self.outdir, ".xhtml")
        for file in sorted(self.outdir.rglob("*.xhtml")):
            page = file.read_text(encoding="utf-8")
            file.write_text(page := xhtml(page, file.parent), encoding="utf-8")
            try:
                ElementTree.fromstring(page)
            except ElementTree.ParseError as error:
                name = file.relative_to(self.outdir).with_suffix("")
                logging.getLogger(__name__).warning(f"{name}: its HTML is not well-formed, so that readers of EPUB cannot show it: {error}")
        super().build_content()
        package = Path(self.outdir) / "content.opf"
        package.write_text(self._mend_package(package.read_text(encoding="utf-8")), encoding="utf-8")

    def toc_metadata(self, level: int, navpoints: list[Any]) -> dict[str, Any]:
        """Name the book as the package does."""
        return super().toc_metadata(level, navpoints) | {"uid": self.config.epub_identifier}

    def _mend_package(self, text: str) -> str:
        """The package with the properties of its pages, each page once in the reading order, and metadata for screen readers."""

        def item(found: re.Match[str]) -> str:
            file = Path(self.outdir) / unquote(unescape(found[2]))
            page = file.read_text(encoding="utf-8") if file.is_file() else ""  # the table of contents is written later
            has = " ".join(name for name, sign in PROPERTIES.items() if sign in page)
            return f'{found[1]} properties="{has}"' if has else found[1]

        text = ITEM.sub(item, text)
        text = REFERENCE.sub(lambda found: found[0] if text.index(found[0]) == found.start() else "", text)
        metadata = (f'<meta property="schema:{name}">{value}</meta>' for name, values in ACCESSIBILITY.items() for value in values)
        return text.replace("  </metadata>", "".join(f"    {line}\n" for line in metadata) + "  </metadata>")


def xhtml(page: str, folder: Path) -> str:
    """A page of HTML in a folder as XHTML without scripts; its styles stand in the head, and style sheets that are not there are left out.

    >>> xhtml("<head></head><p hidden class=a>&nbsp;<br></p>", Path())
    '<head></head><p hidden="" class="a">\\xa0<br/></p>'
    """
    page = SHEET.sub(lambda link: link[0] if (folder / link[1]).is_file() else "", SCRIPT.sub("", page))
    styles = "".join(dict.fromkeys(f"<style>{style}</style>" for style in STYLE.findall(page)))
    page = STYLE.sub("", page).replace("</head>", f"{styles}</head>", 1)
    page = SUMMARY.sub(lambda summary: BLOCK.sub(lambda tag: SPANS.get(tag[0], "<span"), summary[0]), page)
    page = LINK.sub(lambda link: f"{link[1]}.xhtml" if (folder / f"{link[2]}.xhtml").is_file() else link[0], page)
    ids = set[str]()

    def tag(found: re.Match[str]) -> str:
        name, given = found[1], dict(ATTRIBUTE.findall(found[2]))
        if name in VOCABULARIES:
            given.setdefault("xmlns", VOCABULARIES[name])
        if given.get("id") in ids:  # a browser takes the first
            del given["id"]
        ids.update(filter(None, [given.get("id")]))
        attributes = "".join(f" {key}={value}" if value[:1] in QUOTES else f' {key}="{value}"' for key, value in given.items())
        return f"<{name}{attributes}{'/' * (name in VOID or found[0].endswith('/>'))}>"

    return TAG.sub(tag, ENTITY.sub(lambda name: unescape(name[0]), page))

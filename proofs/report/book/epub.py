"""The book as an EPUB 3: Sphinx's builder, whose pages are mended as those of the site are and then rewritten as XHTML.

EPUB asks that pages are XML, that formulas and pictures name their vocabulary, and that the package says which pages have them. Scripts
are left out, since few readers run them.
"""

from __future__ import annotations

from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from sphinx.builders.epub3 import Epub3Builder
from sphinx.util import logging

from proofs.report.book.mending import mend
from proofs.report.proofs.tags import Part, parts_of

VOCABULARIES = {"math": "http://www.w3.org/1998/Math/MathML", "svg": "http://www.w3.org/2000/svg"}
PROPERTIES = {"mathml": "<math ", "svg": "<svg "}
ACCESSIBILITY = {
    "accessMode": ("textual", "visual"),
    "accessModeSufficient": ("textual",),
    "accessibilityFeature": ("MathML", "alternativeText", "structuralNavigation", "tableOfContents", "index"),
    "accessibilityHazard": ("none",),
    "accessibilitySummary": ("Formulas are MathML, pictures are described in words, and every page has headings.",),
}
PACKAGE = {"": "http://www.idpf.org/2007/opf", "dc": "http://purl.org/dc/elements/1.1/"}  # namespaces, by prefix
OPF = f"{{{PACKAGE['']}}}"
SPANS: dict[str, dict[str, str]] = {"p": {}, "div": {"style": "display:block"}}  # EPUB has no blocks in a summary


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
        for prefix, address in PACKAGE.items():
            ElementTree.register_namespace(prefix, address)
        package = ElementTree.fromstring(text)
        for item in package.iter(f"{OPF}item"):
            file = Path(self.outdir) / unquote(item.get("href", ""))
            page = file.read_text(encoding="utf-8") if file.suffix == ".xhtml" and file.is_file() else ""  # contents are written later
            if has := " ".join(name for name, sign in PROPERTIES.items() if sign in page):
                item.set("properties", has)
        for spine in package.iter(f"{OPF}spine"):
            spine[:] = list({reference.get("idref"): reference for reference in reversed(spine)}.values())[::-1]
        for metadata in package.iter(f"{OPF}metadata"):
            for name, values in ACCESSIBILITY.items():
                for value in values:
                    ElementTree.SubElement(metadata, f"{OPF}meta", property=f"schema:{name}").text = value
        return ElementTree.tostring(package, encoding="unicode", xml_declaration=True)


def xhtml(page: str, folder: Path) -> str:
    """A page of HTML in a folder as XHTML without scripts; its styles stand in the head, and style sheets that are not there are left out.

    >>> xhtml("<head></head><p hidden class=a>&nbsp;<br></p>", Path())
    '<head></head><p hidden="" class="a">\\xa0<br/></p>'
    """
    made, styles, ids, within = list[str](), dict[str, None](), set[str](), ""
    for part in parts_of(page):
        name = part.start or part.end
        if part.start in ("script", "style", "summary"):
            within = part.start
        if within == "style" and part.is_text:
            styles[xml_text(part.source)] = None
        elif within != "script" and name != "style" and not is_missing(part, folder):
            made.append(xml_tag(part, within == "summary", ids, folder) if name else xml_text(part.source) if part.is_text else part.source)
        if part.end == within:
            within = ""
    head = made.index("</head>") if styles else 0
    return "".join([*made[:head], *(f"<style>{style}</style>" for style in styles), *made[head:]])


def is_missing(part: Part, folder: Path) -> bool:
    """Whether a tag links to a style sheet that the folder lacks."""
    given = part.attributes if part.start == "link" else {}
    return given.get("rel") == "stylesheet" and not (folder / given["href"].partition("?")[0]).is_file()


def xml_text(source: str) -> str:
    """A text of HTML with the entities of XML alone."""
    return escape(unescape(source), quote=False) if "&" in source or ">" in source else source


def xml_tag(part: Part, in_summary: bool, ids: set[str], folder: Path) -> str:
    """A tag in XHTML: with its vocabulary, links to pages of the EPUB, and an id only if it is not among `ids`, those before it."""
    name, given = part.start or part.end, part.attributes
    if in_summary and name in SPANS:
        name, given = "span", SPANS[name] | given
    if part.end:
        return f"</{name}>"
    if name in VOCABULARIES:
        given.setdefault("xmlns", VOCABULARIES[name])
    target, sign, place = given.get("href", "").partition("#")
    if target.endswith(".html") and ":" not in target and (folder / (own := f"{target.removesuffix('.html')}.xhtml")).is_file():
        given["href"] = f"{own}{sign}{place}"
    if given.get("id") in ids:  # a browser takes the first
        del given["id"]
    ids.update(filter(None, [given.get("id")]))
    return f"<{name}{''.join(f' {key}={quoteattr(value)}' for key, value in given.items())}{'/' * part.empty}>"

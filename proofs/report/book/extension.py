"""A Sphinx extension: mathematics as MathML, HTML within a line, links for ids in code, words for pictures."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from proofs.report.book import mathematics
from proofs.report.book.epub import Epub


class Ids(SphinxPostTransform):
    """`novikoff` in code is a link to the page of novikoff."""

    default_priority = 5  # before references are resolved

    def run(self, **options: Any) -> None:
        for node in list(self.document.findall(nodes.literal)):
            name = f"theorems/{node.astext()}"
            if name in self.env.found_docs and name != self.env.current_document.docname and not _within_link(node):
                link = addnodes.pending_xref("", node.deepcopy(), refdomain="std", reftype="doc", refexplicit=True, reftarget=f"/{name}")
                link["refdoc"] = self.env.current_document.docname
                node.replace_self(link)


class Alternatives(SphinxPostTransform):
    """Use an output's text/plain as the alt text of its image."""

    default_priority = 3  # before MyST-NB chooses among what an object says of itself

    def run(self, **options: Any) -> None:
        for bundle in self.document.findall(lambda node: getattr(node, "attributes", {}).get("nb_element") == "mime_bundle"):
            said = next((part.astext() for part in bundle.children if part.get("mime_type") == "text/plain"), "")
            for image in bundle.findall(nodes.image):
                image.setdefault("alt", said.strip("<>"))


def _around(node: nodes.Node) -> Iterator[nodes.Node]:
    """The node, and its parents."""
    while node is not None:
        yield node
        node = node.parent


def _within_link(node: nodes.Node) -> bool:
    return any(isinstance(part, nodes.reference | addnodes.pending_xref | nodes.title) for part in _around(node))


def current_branch_only(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """In the sidebar a family is open only on its own pages; all of them open would be most of each page."""
    whole = context["toctree"]
    context["toctree"] = lambda **options: whole(**{**options, "collapse": True})


def html_role(name: str, source: str, words: str, line: int, inliner: Any, options: Any = None, content: Any = None) -> Any:
    """{html}`<math>…</math>`: HTML within a line."""
    return [nodes.raw(source, words, format="html")], []


def docstring_as_it_is(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Autodoc would read a docstring as reStructuredText; here its first line is text, and the rest is shown as it stands."""
    first, rest = lines[0].replace("`", "``").replace("*", r"\*"), lines[1:]
    lines[:] = [first, "", *([".. code-block:: none", "", *(f"    {line}" for line in rest)] if any(rest) else []), ""]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_html_math_renderer("mathml", (mathematics.visit_inline, None), (mathematics.visit_block, None))
    app.add_builder(Epub, override=True)
    app.add_role("html", html_role)
    app.connect("autodoc-process-docstring", docstring_as_it_is)
    app.connect("html-page-context", current_branch_only, priority=400)  # before the theme makes its sidebar
    app.add_transform(Terms)
    app.add_transform(FirstUses)
    app.add_post_transform(Ids)
    app.add_post_transform(Alternatives)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


ENTRIES = ("mistake", "update", "tie", "bias", "margin", "radius", "comparator")  # of prose/conventions.md
FORMS = {entry: re.compile(rf"(?<![\w-]){entry}s?(?![\w-])") for entry in ENTRIES}


class FirstUses(SphinxTransform):
    """Makes the first use of each entry in the text of a chapter a link."""

    default_priority = 850

    def apply(self, **options: Any) -> None:
        document = self.env.current_document.docname
        if not document.startswith("chapters/"):
            return
        for entry, form in FORMS.items():
            for text in _prose(self.document):
                if term := form.search(text):
                    word = addnodes.pending_xref("", nodes.inline("", term[0]), refdomain="std", reftype="term", refexplicit=True)
                    word["reftarget"], word["refdoc"] = entry, document
                    text.parent.replace(text, [nodes.Text(text[: term.start()]), word, nodes.Text(text[term.end() :])])
                    break


def _prose(document: nodes.document) -> Iterator[nodes.Text]:
    """The text of paragraphs, without links, code, formulas and what cells print."""
    for paragraph in document.findall(nodes.paragraph):
        if not _print(paragraph):
            yield from (part for part in paragraph.children if isinstance(part, nodes.Text))


def _print(node: nodes.Node) -> bool:
    return any("cell_output" in getattr(part, "attributes", {}).get("classes", ()) for part in _around(node))


TERMS: dict[str, str] = tomllib.loads((Path(__file__).parent / "index_terms.toml").read_text(encoding="utf-8"))
PATTERNS = {term: re.compile(rf"\b(?:{how})\b", re.IGNORECASE if how[0].islower() else 0) for term, how in TERMS.items()}


class Terms(SphinxTransform):
    """Puts an entry before the section of a chapter in which a term occurs first, and before a theorem with the term in its title."""

    default_priority = 840  # when sections have their anchors, and before Sphinx collects the entries at 850

    def apply(self, **options: Any) -> None:
        folder = self.env.current_document.docname.partition("/")[0]
        if folder not in ("chapters", "theorems"):
            return
        seen: set[str] = set()
        for section in list(self.document.findall(nodes.section)):
            words = " ".join(_words(section) if folder == "chapters" else [section.next_node(nodes.title).astext()])
            terms = [term for term, pattern in PATTERNS.items() if term not in seen and pattern.search(words)]
            seen.update(terms)
            if terms:
                entries = [("single", term, section["ids"][0], "", None) for term in terms]
                section.insert(1, addnodes.index(entries=entries))
            if folder == "theorems":
                return


def _words(section: nodes.section) -> Iterator[str]:
    """The title and the paragraphs of a section, without its subsections and code."""
    for part in section.children:
        if isinstance(part, nodes.title | nodes.paragraph | nodes.bullet_list | nodes.enumerated_list):
            yield part.astext()

"""What Sphinx is told beyond its settings: mathematics as MathML, HTML within a line, links for ids in code, words for pictures."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from proofs.book import mathematics
from proofs.book.glossary import FirstUses
from proofs.book.terms import Terms


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
    """A picture that a notebook shows has for whoever cannot see it what the same object says as text."""

    default_priority = 3  # before MyST-NB chooses among what an object says of itself

    def run(self, **options: Any) -> None:
        for bundle in self.document.findall(lambda node: getattr(node, "attributes", {}).get("nb_element") == "mime_bundle"):
            said = next((part.astext() for part in bundle.children if part.get("mime_type") == "text/plain"), "")
            for image in bundle.findall(nodes.image):
                image.setdefault("alt", said.strip("<>"))


def _within_link(node: nodes.Node) -> bool:
    while node is not None:
        if isinstance(node, nodes.reference | addnodes.pending_xref | nodes.title):
            return True
        node = node.parent
    return False


def current_branch_only(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """In the sidebar a family is open only on its own pages; all of them open would be most of each page."""
    whole = context["toctree"]
    context["toctree"] = lambda **options: whole(**{**options, "collapse": True})


def html_role(name: str, source: str, words: str, line: int, inliner: Any, options: Any = None, content: Any = None) -> Any:
    """{html}`<math>…</math>`: HTML within a line."""
    return [nodes.raw(source, words, format="html")], []


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_html_math_renderer("mathml", (mathematics.visit_inline, None), (mathematics.visit_block, None))
    app.add_role("html", html_role)
    app.connect("html-page-context", current_branch_only, priority=400)  # before the theme makes its sidebar
    app.add_transform(Terms)
    app.add_transform(FirstUses)
    app.add_post_transform(Ids)
    app.add_post_transform(Alternatives)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""Where a chapter first uses a word of the glossary, the word leads there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

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
                if found := form.search(text):
                    word = addnodes.pending_xref("", nodes.inline("", found[0]), refdomain="std", reftype="term", refexplicit=True)
                    word["reftarget"], word["refdoc"] = entry, document
                    text.parent.replace(text, [nodes.Text(text[: found.start()]), word, nodes.Text(text[found.end() :])])
                    break


def _prose(document: nodes.document) -> Iterator[nodes.Text]:
    """The text of paragraphs, without links, code, formulas and what cells print."""
    for paragraph in document.findall(nodes.paragraph):
        if not _printed(paragraph):
            yield from (part for part in paragraph.children if isinstance(part, nodes.Text))


def _printed(node: nodes.Node) -> bool:
    while node is not None:
        if "cell_output" in getattr(node, "attributes", {}).get("classes", ()):
            return True
        node = node.parent
    return False

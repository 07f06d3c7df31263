"""The index of terms: each leads to the sections that speak of it first, and to the theorems that have it in their title."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

TERMS = {  # as the index has it, and how the text may have it
    "admissible loss": "admissible",
    "adversary": "adversar(?:y|ies)",
    "affine minorant": "affine minorants?",
    "Azuma’s inequality": "Azuma",
    "batch, from online to": "online to batch|online-to-batch",
    "bias": "bias",
    "Cauchy–Schwarz": "Cauchy–Schwarz|Cauchy and Schwarz",
    "circle, going round in": "round in (?:a )?circles?",
    "comparator": "comparators?",
    "counterexample": "counterexamples?",
    "cube, smallest margin on the": "margin on the cube|small margin",
    "dummy input": "dummy input",
    "exponential loss": "exponential loss",
    "falsifier": "falsifier|the search",
    "Fibonacci numbers": "Fibonacci",
    "golden ratio": "golden",
    "gradient descent, online": "gradient descent|OGD",
    "Gram matrix": "Gram",
    "hinge loss": "hinge loss(?:es)?",
    "Hoeffding’s inequality": "Hoeffding",
    "Huber’s loss": "Huber",
    "Jensen’s inequality": "Jensen",
    "kernel, of a learner": "kernel Perceptron|kernels",
    "kernel, of proofs": "the kernel has|the kernel replays|proof kernel",
    "L1 and L2": "L1|L2",
    "learning rate": "learning rate|rates?",
    "Littlestone’s tree": "Littlestone",
    "logistic loss": "logistic",
    "lower bound": "lower bounds?",
    "margin": "margins?",
    "Margin Perceptron": "Margin Perceptron",
    "Markov’s inequality": "Markov",
    "mistake bound": "mistake bounds?",
    "Novikoff’s theorem": "Novikoff",
    "Pareto bounds": "Pareto",
    "polynomial kernel": "polynomial kernels?",
    "regret": "regret",
    "separable": "separable",
    "spiral": "spirals?",
    "squared hinge": "squared hinge",
    "string kernel": "string kernels?",
    "subgradient": "subgradients?",
    "subset kernel": "subset kernels?",
    "support vector": "support vectors?",
    "threshold": "thresholds?",
    "tie": "ties?",
    "trace of a kernel": "trace|Tr K",
    "update": "updates?",
    "Winnow": "Winnow",
    "zero start": "zero start",
}
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
            found = [term for term, pattern in PATTERNS.items() if term not in seen and pattern.search(words)]
            seen.update(found)
            if found:
                entries = [("single", term, section["ids"][0], "", None) for term in found]
                section.insert(1, addnodes.index(entries=entries))
            if folder == "theorems":
                return


def _words(section: nodes.section) -> Iterator[str]:
    """The title and the paragraphs of a section, without its subsections and code."""
    for part in section.children:
        if isinstance(part, nodes.title | nodes.paragraph | nodes.bullet_list | nodes.enumerated_list):
            yield part.astext()

"""What the symbols of a proof stand for, each explained where a reader meets it first."""

from __future__ import annotations

from collections.abc import Iterator

from proofs.kernel import Formula, Proof
from proofs.kernel.formula import names as names_in
from proofs.report.proofs.where import explained
from proofs.report.typesetting.layout import Names
from proofs.report.typesetting.writers import Bracket, Floor, Node, Norm, Root, Symbol, Words
from proofs.statements.provable import Provable

NOTATION = {
    Bracket: ("⟨a, b⟩", "the inner product of two vectors, a₁b₁ + a₂b₂ + …"),
    Norm: ("‖a‖", "the length of a vector, ‖a‖² = ⟨a, a⟩"),
    Root: ("√a", "the non-negative root"),
    Floor: ("⌊a⌋", "the greatest whole number that is no larger"),
}
FUNCTIONS = {
    "Σ": ("Σ(i < n: a(i))", "the sum a(0) + … + a(n−1)"),
    "ln": ("ln", "the natural logarithm"),
    "exp": ("exp", "the exponential function"),
}


class Glossary:
    """Says of each symbol once what it is."""

    def __init__(self, item: Provable, proof: Proof, names: Names) -> None:
        stated = [f for _, f in proof.hypotheses]
        self.meaning = explained(item, [*stated, *(s.claim for s in proof.steps if s.name == proof.conclusion)], names)
        self.told: set[object] = set()

    def new(self, f: Formula, shown: Node) -> tuple[tuple[str, str], ...]:
        """What of a formula was not explained before: its names, and its notation."""
        found = []
        for key in dict.fromkeys(names_in(f)):
            if key in self.meaning and key not in self.told:
                self.told.add(key)
                found.append(self.meaning[key])
        for entry in dict.fromkeys(_notation(shown)):
            if entry not in self.told:
                self.told.add(entry)
                found.append(entry)
        return tuple(found)


def _notation(node: object) -> Iterator[tuple[str, str]]:
    """The signs in a layout that linear algebra is read with."""
    if type(node) in NOTATION:
        yield NOTATION[type(node)]
    if isinstance(node, Symbol) and node.text in FUNCTIONS:
        yield FUNCTIONS[node.text]
    if isinstance(node, Words):
        return
    for field in getattr(node, "__dataclass_fields__", ()):
        part = getattr(node, field)
        for inner in _parts(part):
            yield from _notation(inner)


def _parts(part: object) -> Iterator[object]:
    """The layouts in a field, which may be a list of signed terms."""
    if isinstance(part, tuple):
        for entry in part:
            yield from _parts(entry)
    else:
        yield part

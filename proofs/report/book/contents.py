"""What is in the book, and in which order: chapters from notebooks, families of theorems, and which pages link to which."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path

from perceptron.errors import InputError
from proofs.report.pictures.citation_graph import citations
from proofs.report.pictures.plots import Picture
from proofs.statements.page import Built
from proofs.statements.provable import Provable
from proofs.theorems import catalogue
from proofs.verify.checks.verdict import TheoremVerdict

NOTEBOOKS = Path(__file__).resolve().parents[3] / "notebooks"  # beside the package in a clone; a wheel has none
CHAPTERS = (
    "start",
    "novikoff_in_ten_minutes",
    "separable",
    "hinge_bound",
    "margin_perceptron",
    "losses",
    "l1_l2",
    "online_gradient_descent",
    "kernels",
    "winnow",
    "batch",
    "how_tight",
    "break_it_yourself",
    "real_data",
    "decide",
    "atlas",
    "coq",
    "your_own_theorem",
)
FAMILIES = {
    "separable": "Separable data",
    "hinge": "Hinge losses",
    "ranges": "Which numbers a run can have",
    "margin_perceptron": "The Margin Perceptron",
    "losses": "Losses",
    "online": "Online convex optimisation",
    "kernels": "Kernels",
    "winnow": "Winnow",
    "lower_bounds": "Lower bounds",
    "batch": "Batches",
    "engine": "The certified engine",
    "core": "The core: what all proofs share",
    "probability": "Probability",
}


def chapters(folder: Path) -> list[Path]:
    """The notebooks of a folder, those of CHAPTERS first and in that order.  Raises InputError if there are none."""
    found = {file.stem: file for file in sorted(folder.glob("*.ipynb"))}
    if not found:
        raise InputError(f"there are no notebooks in {folder}: a clone has them, a wheel has not; name their folder with --notebooks DIR")
    return [found.pop(name) for name in CHAPTERS if name in found] + list(found.values())


@dataclass(frozen=True)
class Book:
    """The theorems and lemmas that get a page, each with its replayed proof; the verdicts, and their day; the figures so far."""

    built: dict[str, Built]
    verdicts: dict[str, TheoremVerdict]
    day: date
    figures: dict[str, Picture] = field(default_factory=dict)

    @cached_property
    def families(self) -> dict[str, list[Provable]]:
        """The items of each family, theorems first, in the catalogue's order."""
        rooms = {room.__name__.rpartition(".")[2]: room for room in catalogue.FAMILIES}
        found = {name: [item for item in (*rooms[name].THEOREMS, *rooms[name].LEMMAS) if item.id in self.built] for name in FAMILIES}
        return {name: items for name, items in found.items() if items}

    @cached_property
    def family(self) -> dict[str, str]:
        """The family that each item is in."""
        return {item.id: name for name, items in self.families.items() for item in items}

    @cached_property
    def graph(self) -> dict[str, tuple[str, ...]]:
        """What each cites, the cited first."""
        return dict(citations({id: built.theorem for id, built in self.built.items()}))

    @cached_property
    def cited_by(self) -> dict[str, list[str]]:
        """The theorems and lemmas whose proofs use each."""
        return {id: [other for other, cited in self.graph.items() if id in cited] for id in self.built}

    def rests_on(self, id: str) -> set[str]:
        """All that it cites, directly or not."""
        return set(self.graph[id]).union(*(self.rests_on(cited) for cited in self.graph[id]))

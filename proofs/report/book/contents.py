"""What is in the book, and in which order: chapters from notebooks, families of theorems; and which rests on which, as a graph whose boxes
are links.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path

from perceptron.errors import InputError
from proofs.report.book import markup
from proofs.report.pictures.citation_graph import apart, citations, places, reduced
from proofs.report.pictures.plots import Picture
from proofs.statements.page import Built, Lemma, Page
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
    "bound",
    "atlas",
    "coq",
    "your_own_theorem",
)
OWN = "own"
FAMILIES = {
    OWN: "Theorems of your own",
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
        listed = {name: (*rooms[name].THEOREMS, *rooms[name].LEMMAS) for name in FAMILIES if name != OWN}
        found = {name: [item for item in listed.get(name, catalogue.OWN.values()) if item.id in self.built] for name in FAMILIES}
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


LETTER, PAD, ROW, GAP = 7.3, 9, 30, 46  # pixels: a letter, the space around an id, from row to row, between columns
Places = Mapping[str, tuple[float, float]]  # column and row
KINDS = {"bound": "a bound on runs", "theorem": "another theorem", "lemma": "a lemma", "here": "this page"}
TIP = '<path d="M0 0L8 4L0 8z"/>'
HEAD = f'<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">{TIP}</marker>'


@dataclass(frozen=True)
class Box:
    """An id with its place: the left edge and the middle of its height."""

    id: str
    x: float
    y: float

    @property
    def width(self) -> float:
        return LETTER * len(self.id) + 2 * PAD


def neighbours(id: str, book: Book) -> str:
    """What a theorem cites, itself, and what cites it, in three columns; the same as a list with titles."""
    cited, citing = list(book.graph[id]), book.cited_by[id]
    if not cited and not citing:
        return "It rests on the kernel’s rules alone, and nothing here rests on it.\n"
    places = {other: (0.0, float(row)) for row, other in enumerate(cited)}
    places |= {id: (1.0 if cited else 0.0, max(len(cited), len(citing)) / 2 - 0.5)}
    places |= {other: (places[id][0] + 1, float(row)) for row, other in enumerate(citing)}
    lift = (len(citing) - len(cited)) / 2
    for other in cited if lift > 0 else citing:
        places[other] = (places[other][0], places[other][1] + abs(lift))
    edges = [(other, id) for other in cited] + [(id, other) for other in citing]
    words = f"{id} cites {len(cited)} theorems and lemmas and is cited by {len(citing)}"
    lists = [(head, ids) for head, ids in (("It cites", cited), ("It is cited by", citing)) if ids]
    told = "\n".join(f"{head}\n\n" + "".join(f"- `{o}`: {_title(o, book)}\n" for o in ids) for head, ids in lists)
    return markup.block(_svg(places, edges, book, words, here=id)) + "\n" + markup.details("The same as a list", told)


def map_page(book: Book) -> str:
    """The page with all of them: columns by depth, without the arrows that a chain of others implies."""
    alone = apart(book.graph)
    drawn = reduced({id: cited for id, cited in book.graph.items() if id not in alone})
    edges = [(c, id) for id, cited in drawn.items() for c in cited]
    words = f"{len(drawn)} theorems and lemmas and the {len(edges)} citations among them that no chain of others implies"
    picture = markup.block(_svg(places(drawn), edges, book, words, folder="theorems/")) if drawn else ""
    listed = "".join(f"- `{id}`: {_title(id, book)}\n" for id in alone)
    rest = f"\nBy the rules alone, and cited by none:\n\n{listed}" if alone else ""
    return f"# Which theorem rests on which\n\n{picture}{rest}"


def _title(id: str, book: Book) -> str:
    return markup.text(book.built[id].page.title)


def _svg(where: Places, edges: Iterable[tuple[str, str]], book: Book, words: str, folder: str = "", here: str = "") -> str:
    boxes = _boxes(where)
    width = max(b.x + b.width for b in boxes.values()) + 2
    height = max(b.y for b in boxes.values()) + ROW / 2 + 2
    arrows = "".join(_arrow(boxes[a], boxes[b]) for a, b in edges)
    shapes = "".join(_shape(b, _kind(b.id, book, here), folder) for b in boxes.values())
    shown = dict.fromkeys(_kind(b.id, book, here) for b in boxes.values())
    legend = "".join(f'<span class="key {kind}"></span> {KINDS[kind]} ' for kind in KINDS if kind in shown)
    return (
        f'<figure class="graph"><div class="scrolling" tabindex="0" role="group" aria-label="graph of citations">'
        f'<svg width="{width:.0f}" height="{height:.0f}" role="group" aria-label="{html.escape(words)}">'
        f"<defs>{HEAD}</defs>{arrows}{shapes}</svg></div>"
        f'<figcaption class="legend">{legend} → leads to what cites it</figcaption></figure>'
    )


def _boxes(where: Places) -> dict[str, Box]:
    """Columns as wide as their widest box, side by side."""
    columns = sorted({x for x, _ in where.values()})
    left, edges = 1.0, {}
    for column in columns:
        edges[column] = left
        left += max(Box(id, 0, 0).width for id, (x, _) in where.items() if x == column) + GAP
    return {id: Box(id, edges[x], ROW * (y + 0.5) + 1) for id, (x, y) in where.items()}


def _arrow(a: Box, b: Box) -> str:
    """From the right edge of the one to the left edge of the other."""
    start, end = a.x + a.width, b.x
    bend = (start + end) / 2
    way = f"M{start:.0f} {a.y:.0f}C{bend:.0f} {a.y:.0f} {bend:.0f} {b.y:.0f} {end:.0f} {b.y:.0f}"
    return f'<path class="arrow" d="{way}" marker-end="url(#tip)"/>'


def _shape(b: Box, kind: str, folder: str) -> str:
    shape = f'<rect class="{kind}" x="{b.x:.0f}" y="{b.y - 11:.0f}" width="{b.width:.0f}" height="22" rx="4"/>'
    label = f'<text x="{b.x + b.width / 2:.0f}" y="{b.y + 4:.0f}">{html.escape(b.id)}</text>'
    return f"<g>{shape}{label}</g>" if kind == "here" else f'<a href="{folder}{b.id}.html">{shape}{label}</a>'


def _kind(id: str, book: Book, here: str) -> str:
    item = book.built[id].page
    return "here" if id == here else "lemma" if isinstance(item, Lemma) else "bound" if isinstance(item, Page) else "theorem"

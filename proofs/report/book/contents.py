"""The book's contents in their order: chapters from notebooks, theorem families, and their citations as graphs whose boxes are links."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from graphlib import TopologicalSorter
from pathlib import Path

from perceptron.errors import InputError
from proofs.report.book import markup
from proofs.report.pictures.citation_graph import Drawing, Node, apart, citations, of_groups, places, reduce
from proofs.report.pictures.plots import Picture
from proofs.statements.page import BuiltProof, Lemma, Page, Provable
from proofs.theorems import catalogue
from proofs.verify.checks.verdict import TheoremVerdict

NOTEBOOKS = Path(__file__).resolve().parents[3] / "notebooks"  # beside the package in a clone; a wheel has none
PROSE = Path(__file__).parent / "prose"
TABLES = tomllib.loads((Path(__file__).parent / "book.toml").read_text(encoding="utf-8"))
CHAPTERS: tuple[str, ...] = tuple(TABLES["chapters"])
OWN = "own"
FAMILIES: dict[str, str] = TABLES["families"]


def chapters(folder: Path) -> list[Path]:
    """The notebooks of a folder, those of CHAPTERS first and in that order.  Raises InputError if there are none."""
    notebooks = {file.stem: file for file in sorted(folder.glob("*.ipynb"))}
    if not notebooks:
        raise InputError(f"there are no notebooks in {folder}: a clone has them, a wheel has not; name their folder with --notebooks DIR")
    return [notebooks.pop(name) for name in CHAPTERS if name in notebooks] + list(notebooks.values())


@dataclass(frozen=True)
class Book:
    """The theorems and lemmas that get a page, each with its replayed proof; the verdicts, and today; the figures so far.

    `solutions` says whether the exercises come with theirs."""

    built: dict[str, BuiltProof]
    verdicts: dict[str, TheoremVerdict]
    day: date
    figures: dict[str, Picture] = field(default_factory=dict)
    solutions: bool = True

    @cached_property
    def families(self) -> dict[str, list[Provable]]:
        """The items of each family, theorems first, in the catalogue's order."""
        rooms = {room.__name__.rpartition(".")[2]: room for room in catalogue.FAMILIES}
        listed = {name: (*rooms[name].THEOREMS, *rooms[name].LEMMAS) for name in FAMILIES if name != OWN}
        filled = {name: [item for item in listed.get(name, catalogue.OWN.values()) if item.id in self.built] for name in FAMILIES}
        return {name: items for name, items in filled.items() if items}

    @cached_property
    def family(self) -> dict[str, str]:
        """The family that each item is in."""
        return {item.id: name for name, items in self.families.items() for item in items}

    @cached_property
    def graph(self) -> dict[str, tuple[str, ...]]:
        """The citations of each theorem, the cited first."""
        return dict(citations({id: built.theorem for id, built in self.built.items()}))

    @cached_property
    def cited_by(self) -> dict[str, list[str]]:
        """The theorems and lemmas whose proofs use each."""
        used: dict[str, list[str]] = {id: [] for id in self.built}
        for other, cited in self.graph.items():
            for id in {*cited} & used.keys():
                used[id].append(other)
        return used

    def day_of(self, id: str) -> date:
        """The day of a theorem's verdict, which is another one where the verdict was kept from then."""
        kept = self.verdicts[id].day if id in self.verdicts else ""
        return date.fromisoformat(kept) if kept else self.day

    def rests_on(self, id: str) -> set[str]:
        """All that it cites, directly or not."""
        return set(self.graph[id]).union(*(self.rests_on(cited) for cited in self.graph[id]))


KINDS = {
    "bound": "a bound on runs",
    "theorem": "another theorem",
    "lemma": "a lemma",
    "here": "this page",
    "other": "of another family",
    "family": "a family, in one box",
}
MOST = 8  # boxes on a side of a theorem, beyond which those of a family are one
FEW = 2  # of a family, which stay apart all the same


def neighbours(id: str, book: Book) -> str:
    """The theorems that a theorem cites, the theorem, and those that cite it, in three columns; the same as a list with titles."""
    cited, citing = list(book.graph[id]), book.cited_by[id]
    if not cited and not citing:
        return "It rests on the kernel’s rules alone, and nothing here rests on it.\n"
    left, right = _fold(cited, "below", book), _fold(citing, "above", book)
    here = 1.0 if left else 0.0
    most = max(len(left), len(right), 1)
    places = {id: (here, (most - 1) / 2)}
    for column, side in ((0.0, left), (here + 1, right)):
        places |= {name: (column, row + (most - len(side)) / 2) for row, name in enumerate(side)}
    nodes = {id: Node(id, "here"), **left, **right}
    edges = [(name, id) for name in left] + [(id, name) for name in right]
    words = f"{id} cites {len(cited)} theorems and lemmas and is cited by {len(citing)}"
    lists = [(head, ids) for head, ids in (("It cites", cited), ("It is cited by", citing)) if ids]
    listed = "\n".join(f"{head}\n\n" + "".join(f"- `{o}`: {_title(o, book)}\n" for o in ids) for head, ids in lists)
    drawn = Drawing(nodes, places, edges, words, KINDS).svg()
    return markup.block(drawn) + "\n" + markup.details("The same as a list", listed) + "\nAll of them are on the [map](/map.md).\n"


def _fold(ids: Sequence[str], side: str, book: Book) -> dict[str, Node]:
    """The boxes of a theorem's citations or of the theorems that cite it; if they are many, one for all of a family."""
    sizes = Counter(book.family[id] for id in ids) if len(ids) > MOST else Counter[str]()
    nodes = {}
    for id in ids:
        name = book.family[id]
        if sizes[name] > FEW:
            nodes[f"{name} {side}"] = Node(f"{_short(name)} ({sizes[name]})", "family", f"../map.html#family-{name}", FAMILIES[name])
        else:
            nodes[id] = _node(id, book)
    return nodes


def map_page(book: Book) -> str:
    """The page with all of them: the families, then each with what its theorems cite, folded."""
    names = list(book.families)
    graph = of_groups({id: book.graph[id] for name in names for id in _ids(name, book)}, book.family)
    ordered = reduce(graph)
    nodes = {name: _family(name, book) for name in names}
    words = f"{len(names)} families of theorems, and which rests on which"
    edges = [(low, name) for name, below in ordered.items() for low in below]
    kinds = {"family": "a family, which unfolds below"}
    drawn = Drawing(nodes, places(ordered), edges, words, kinds, "leads to what rests on it").svg()
    return "\n".join([markup.block(f'<div data-live="map"></div>{drawn}'), *(_unfolding(name, book) for name in names)])


def _ids(family: str, book: Book) -> list[str]:
    return [item.id for item in book.families[family]]


def _short(family: str) -> str:
    return FAMILIES[family].partition(":")[0]


def _family(name: str, book: Book) -> Node:
    return Node(_short(name), "family", f"#family-{name}", _counts(name, book))


def _counts(name: str, book: Book) -> str:
    lemmas = sum(isinstance(item, Lemma) for item in book.families[name])
    counts = ((len(book.families[name]) - lemmas, "theorem"), (lemmas, "lemma"))
    return f"{FAMILIES[name]}: " + " and ".join(f"{n} {word}{'s' * (n > 1)}" for n, word in counts if n)


def _unfolding(name: str, book: Book) -> str:
    """A family, folded: its own theorems and lemmas, what they cite of other families, and the families that cite them."""
    own = _ids(name, book)
    graph = {id: book.graph[id] for id in own}
    for id in own:
        graph |= {cited: () for cited in book.graph[id] if book.family[cited] != name}
    citing: dict[str, dict[str, None]] = {}  # by family
    for id in own:
        for other in book.cited_by[id]:
            if book.family[other] != name:
                citing.setdefault(book.family[other], {})[id] = None
    graph |= {f"family {other}": tuple(ids) for other, ids in citing.items()}
    graph = {id: graph[id] for id in TopologicalSorter(graph).static_order()}
    alone = apart(graph)
    drawn = reduce({id: cited for id, cited in graph.items() if id not in alone})
    nodes = {id: _node(id, book, "theorems/") for id in drawn if id in book.built}
    nodes |= {id: replace(node, kind="other") for id, node in nodes.items() if book.family[id] != name}
    nodes |= {f"family {other}": _family(other, book) for other in citing}
    edges = [(c, id) for id, cited in drawn.items() for c in cited]
    words = f"{len(nodes)} boxes and the {len(edges)} citations among them that no chain of others implies"
    picture = markup.block(Drawing(nodes, places(drawn), edges, words, KINDS).svg()) if drawn else ""
    listed = "".join(f"- `{id}`: {_title(id, book)}\n" for id in alone)
    rest = f"\nBy the rules alone, and cited by none:\n\n{listed}" if alone else ""
    anchor = markup.block(f'<div id="family-{name}"></div>')
    return markup.details(_counts(name, book), f"{anchor}\n{picture}{rest}")


def _title(id: str, book: Book) -> str:
    return markup.text(book.built[id].page.title)


def _node(id: str, book: Book, folder: str = "") -> Node:
    item = book.built[id].page
    kind = "lemma" if isinstance(item, Lemma) else "bound" if isinstance(item, Page) else "theorem"
    return Node(id, kind, f"{folder}{id}.html", item.title)

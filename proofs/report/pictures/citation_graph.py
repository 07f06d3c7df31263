"""Which theorem rests on which, read off the proofs' own citations, and which bound is below which: as text, for a page, as a picture.

The graph is of the replayed theorems (`Theorem.cites`), so an arrow is there because the kernel used it.  A drawing leaves out an arrow
that a chain of others implies, and lists apart what neither cites nor is cited.  `Drawing` has the boxes and their places, and two
writers: SVG, whose boxes are links, and a file by Matplotlib.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING

from perceptron.extras import optional
from proofs.kernel import Theorem
from proofs.report import fill_template, style
from proofs.report.pictures.plots import AIM, IDLE, WAY, Picture

if TYPE_CHECKING:
    from proofs.decide.atlas import Atlas

Graph = Mapping[str, tuple[str, ...]]
Places = Mapping[str, tuple[float, float]]  # column and row
MOST_COLUMNS = 110
APART = "by the rules alone, and cited by none: "
SWEEPS = 24  # passes in which boxes move towards those they are joined to


def citations(library: Mapping[str, Theorem]) -> Graph:
    """Each theorem with its citations, in an order in which everything cited comes first."""
    edges = {id: tuple(sorted(theorem.cites)) for id, theorem in library.items()}
    return {id: edges[id] for id in TopologicalSorter(edges).static_order()}


def levels(graph: Graph) -> dict[str, int]:
    """How many citations the longest chain below a theorem has."""
    depth: dict[str, int] = {}
    for id, cited in graph.items():
        depth[id] = 1 + max((depth[c] for c in cited), default=-1)
    return depth


def apart(graph: Graph) -> list[str]:
    """Those that neither cite nor are cited."""
    cited = {c for cites in graph.values() for c in cites}
    return sorted(id for id in graph if not graph[id] and id not in cited)


def text(graph: Graph) -> str:
    """One line a theorem: its citations; the ones that cite nothing come first, and what stands apart last."""
    depth, alone = levels(graph), apart(graph)
    joined = [id for id in graph if id not in alone]
    width = max(map(len, joined), default=0)
    rows = [f"{id:<{width}}  ← {', '.join(graph[id]) or 'the rules alone'}" for id in sorted(joined, key=lambda id: (depth[id], id))]
    lines = [line for row in rows for line in _wrap(row, width + 4)]
    return "\n".join([*lines, *(_wrap(APART + ", ".join(alone), 4) if alone else [])])


def _wrap(row: str, indent: int) -> list[str]:
    return textwrap.wrap(row, MOST_COLUMNS, subsequent_indent=" " * indent, break_on_hyphens=False)


def reduce(graph: Graph) -> Graph:
    """The graph without the citations that a chain of others implies."""
    below: dict[str, set[str]] = {}
    for id, cited in graph.items():
        below[id] = set(cited).union(*(below[c] for c in cited))
    return {id: tuple(c for c in cited if not any(c in below[other] for other in cited)) for id, cited in graph.items()}


def of_groups(graph: Graph, group: Mapping[str, str]) -> Graph:
    """The groups of the boxes, each with those that it rests on, the lowest first."""
    names = list(dict.fromkeys(group[id] for id in graph))
    cited = {name: {group[c] for id in graph if group[id] == name for c in graph[id]} - {name} for name in names}
    whole = {name: tuple(other for other in names if other in cited[name]) for name in names}
    return {name: whole[name] for name in TopologicalSorter(whole).static_order()}


def places(graph: Graph) -> dict[str, tuple[float, float]]:
    """Columns by depth, an item that cites nothing next to its first use; in a column near the boxes that a box is joined to, one row apart
    or more."""
    joined = {
        id: [*cited, *(other for other in graph if id in graph[other])] for id, cited in graph.items()
    }  # in order, on which sums of floats depend
    column = levels(graph)
    for id, cited in graph.items():
        if not cited:
            column[id] = min((column[other] for other in joined[id]), default=1) - 1
    columns: dict[int, list[str]] = {}
    for id in graph:
        columns.setdefault(column[id], []).append(id)
    y = {id: float(i) for ids in columns.values() for i, id in enumerate(ids)}
    order = sorted(columns)
    for sweep in range(SWEEPS):
        for x in order if sweep % 2 else reversed(order):
            wanted = {id: sum(y[o] for o in joined[id]) / len(joined[id]) if joined[id] else y[id] for id in columns[x]}
            y.update(_spread(wanted))
    lowest = min(y.values(), default=0.0)
    return {id: (float(column[id]), y[id] - lowest) for id in graph}


def _spread(wanted: Mapping[str, float]) -> dict[str, float]:
    """Heights in the order that is wanted and as near to it as may be (least squares), at least 1 apart."""
    blocks: list[tuple[float, list[str]]] = []  # ids at consecutive heights, and the height wanted of the first
    for id in sorted(wanted, key=lambda id: (wanted[id], id)):
        start, ids = wanted[id], [id]
        while blocks and blocks[-1][0] + len(blocks[-1][1]) > start:
            before, those = blocks.pop()
            start = (before * len(those) + (start - len(those)) * len(ids)) / (len(those) + len(ids))
            ids = those + ids
        blocks.append((start, ids))
    return {id: start + i for start, ids in blocks for i, id in enumerate(ids)}


LETTER, PAD, LINE, GAP = 7.3, 9, 14, 36  # pixels: a letter, the space around a label, a line of it, between columns
LONGEST = 16  # letters of a label beyond which it takes two lines
LISTED = 4  # columns of what stands apart
COLOURS = {"joined": AIM, "first": WAY, "apart": IDLE}  # of the boxes in a file; pages have the style `graph`
CITES = "leads to what cites it"


@dataclass(frozen=True)
class Node:
    """A box of the graph: its text, its kind, the target of a click on it, and its description."""

    label: str
    kind: str
    link: str = ""
    title: str = ""

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The label, in two lines if it is long: broken after the hyphen or space that leaves the shorter longest line."""
        cuts = [i + 1 for i, sign in enumerate(self.label) if sign in "- "] if len(self.label) > LONGEST else []
        cut = min(cuts, key=lambda i: max(i, len(self.label) - i), default=0)
        return (self.label[:cut], self.label[cut:]) if cut else (self.label,)

    @property
    def width(self) -> float:
        return LETTER * max(len(line.strip()) for line in self.lines) + 2 * PAD

    @property
    def height(self) -> float:
        return LINE * len(self.lines) + 8


@dataclass(frozen=True)
class Box:
    """A node with its place: the left edge and the middle of its height."""

    node: Node
    x: float
    y: float


@dataclass(frozen=True)
class Drawing:
    """Nodes at their places, and arrows from one to another.

    words   all of it, for readers that cannot see it
    kinds   the meaning of each kind of box
    arrow   the meaning of an arrow
    """

    nodes: Mapping[str, Node]
    where: Places
    edges: Iterable[tuple[str, str]]
    words: str
    kinds: Mapping[str, str]
    arrow: str = CITES

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """Columns as wide as their widest box, side by side."""
        row = max((node.height for node in self.nodes.values()), default=0) + 8
        left, edges = 2.0, {}
        for column in sorted({x for x, _ in self.where.values()}):
            edges[column] = left
            left += max(self.nodes[id].width for id, (x, _) in self.where.items() if x == column) + GAP
        return {id: Box(self.nodes[id], edges[x], row * (y + 0.5) + 1) for id, (x, y) in self.where.items()}

    @property
    def size(self) -> tuple[float, float]:
        boxes = self.boxes.values()
        return max((b.x + b.node.width for b in boxes), default=0) + 2, max((b.y + b.node.height / 2 for b in boxes), default=0) + 3

    def way(self, edge: tuple[str, str]) -> tuple[tuple[float, float], ...]:
        """From the right edge of the one to the left edge of the other, with the two points that bend the curve."""
        a, b = self.boxes[edge[0]], self.boxes[edge[1]]
        start, end = a.x + a.node.width, b.x
        bend = (start + end) / 2
        return (start, a.y), (bend, a.y), (bend, b.y), (end, b.y)

    @property
    def legend(self) -> dict[str, str]:
        shown = {node.kind for node in self.nodes.values()}
        return {kind: words for kind, words in self.kinds.items() if kind in shown}

    def svg(self) -> str:
        """A <figure> that scrolls by itself where it is wider than the page; `graph` is its style."""
        return fill_template("pictures/graph.html", drawing=self, line=LINE)

    def picture(self) -> Picture:
        """A figure that can be written to a file."""
        width, height = self.size
        inch = 96.0
        figure = optional("matplotlib.figure", "pictures").Figure(figsize=(width / inch + 0.4, height / inch + 0.7), layout="constrained")
        patches, path = optional("matplotlib.patches", "pictures"), optional("matplotlib.path", "pictures").Path
        axes = figure.subplots()
        axes.axis("off")
        for edge in self.edges:
            curve = path(self.way(edge), [path.MOVETO, *[path.CURVE4] * 3])
            look = {"arrowstyle": "-|>", "mutation_scale": 8, "color": IDLE, "linewidth": 0.7}
            axes.add_patch(patches.FancyArrowPatch(path=curve, **look))
        for b in self.boxes.values():
            look = {"facecolor": "white", "edgecolor": COLOURS[b.node.kind], "boxstyle": "round,pad=0"}
            axes.add_patch(patches.FancyBboxPatch((b.x, b.y - b.node.height / 2), b.node.width, b.node.height, **look))
            middle = b.x + b.node.width / 2
            axes.text(middle, b.y, "\n".join(b.node.lines), ha="center", va="center", fontsize=8, family="monospace")
        keys = [patches.Patch(facecolor="white", edgecolor=COLOURS[kind], label=words) for kind, words in self.legend.items()]
        figure.legend(handles=keys, loc="outside lower right", ncols=3, fontsize=8, title=f"→ {self.arrow}", title_fontsize=8)
        axes.set_xlim(0, width)
        axes.set_ylim(height, 0)
        return Picture(figure, self.words)


CITATIONS = {"joined": "rests on others", "first": "by the rules alone", "apart": APART.rstrip(": ")}
BELOW = "leads to what is never below it"
ORDER = {"joined": "is somewhere above another", "first": "is above no other", "apart": "compared with no other"}


def picture(graph: Graph, kinds: Mapping[str, str] = CITATIONS, arrow: str = CITES) -> Picture:
    """The theorems in columns, left to right by depth, an arrow from each to what rests on it; below, those that stand apart."""
    alone = apart(graph)
    drawn = reduce({id: cited for id, cited in graph.items() if id not in alone})
    where = places(drawn)
    below, rows = max((y for _, y in where.values()), default=-1.0) + 1.5, -(-len(alone) // LISTED)
    where |= {id: (float(i // rows), below + i % rows) for i, id in enumerate(alone)}
    nodes = {id: Node(id, "apart" if id in alone else "joined" if graph[id] else "first") for id in where}
    edges = [(c, id) for id, cited in drawn.items() for c in cited]
    said = text(graph) if arrow == CITES else f"{arrow}: {', '.join(graph)}"
    return Drawing(nodes, where, edges, said, kinds, arrow).picture()


@dataclass(frozen=True)
class Hasse:
    """The order of an atlas' bounds as a diagram for a notebook or a page, with the table of all pairs behind it."""

    atlas: Atlas

    def __str__(self) -> str:
        return str(self.atlas)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        graph = self.atlas.graph()
        nodes = {b.id: Node(b.id, "theorem" if graph[b.id] else "bound", title=b.unicode()) for b in self.atlas.bounds if b.id in graph}
        kinds = {"bound": ORDER["first"], "theorem": ORDER["joined"]}
        edges = [(low, id) for id, below in graph.items() for low in below]
        words = f"{len(nodes)} bounds; {BELOW}: {'; '.join(f'{low} to {id}' for low, id in edges)}"
        drawn = Drawing(nodes, places(graph), edges, words, kinds, BELOW).svg()
        table = f'<details class="more"><summary>Every pair, as a table</summary>{self.atlas._repr_html_()}</details>'
        return f"<style>{style('graph')}</style>{drawn}{table}"

"""Which theorem rests on which, read off the proofs' own citations: as an indented text and as a picture.

The graph is of the replayed theorems (`Theorem.cites`), so an arrow is there because the kernel used it.  The picture leaves out an arrow
that a chain of others implies, and lists apart what neither cites nor is cited.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter

from perceptron.extras import optional
from proofs.kernel import Theorem
from proofs.report.pictures.plots import AIM, IDLE, WAY, Picture

Graph = Mapping[str, tuple[str, ...]]
MOST_COLUMNS = 110
APART = "by the rules alone, and cited by none: "
SWEEPS = 24  # passes in which boxes move towards those they are joined to
ROWS, COLUMN, ROW = 4, 2.75, 0.32  # columns of the list of what stands apart; inches


def citations(library: Mapping[str, Theorem]) -> Graph:
    """Each theorem with what it cites, in an order in which everything cited comes first."""
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
    """One line a theorem: what it cites; the ones that cite nothing come first, and what stands apart last."""
    depth, alone = levels(graph), apart(graph)
    joined = [id for id in graph if id not in alone]
    width = max(map(len, joined), default=0)
    rows = [f"{id:<{width}}  ← {', '.join(graph[id]) or 'the rules alone'}" for id in sorted(joined, key=lambda id: (depth[id], id))]
    lines = [line for row in rows for line in _wrapped(row, width + 4)]
    return "\n".join([*lines, *(_wrapped(APART + ", ".join(alone), 4) if alone else [])])


def _wrapped(row: str, indent: int) -> list[str]:
    return textwrap.wrap(row, MOST_COLUMNS, subsequent_indent=" " * indent, break_on_hyphens=False)


def reduced(graph: Graph) -> Graph:
    """The same without the citations that a chain of others implies."""
    below: dict[str, set[str]] = {}
    for id, cited in graph.items():
        below[id] = set(cited).union(*(below[c] for c in cited))
    return {id: tuple(c for c in cited if not any(c in below[other] for other in cited)) for id, cited in graph.items()}


def places(graph: Graph) -> dict[str, tuple[float, float]]:
    """Columns by depth, what cites nothing next to what it is for; in a column near what a box is joined to, one row apart or more."""
    joined: dict[str, set[str]] = {id: set(cited) for id, cited in graph.items()}
    for id, cited in graph.items():
        for c in cited:
            joined[c].add(id)
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


@dataclass(frozen=True)
class GraphWords:
    """What the boxes, the arrows and the list below say."""

    joined: str = "rests on others"
    first: str = "by the rules alone"
    arrow: str = "leads to what cites it"
    apart: str = APART


ORDER = GraphWords("is somewhere above another", "is above no other", "leads to what is never below it", "compared with no other: ")


def picture(graph: Graph, words: GraphWords = GraphWords()) -> Picture:
    """The theorems in columns, left to right by depth, an arrow from each to what rests on it; below, those that stand apart."""
    alone = apart(graph)
    drawn = reduced({id: cited for id, cited in graph.items() if id not in alone})
    place = places(drawn)
    wide = max((x for x, _ in place.values()), default=0.0) + 1
    wide = max(wide, min(len(alone), ROWS))
    listed = -(-len(alone) // ROWS)
    high = max((y for _, y in place.values()), default=-1.0) + 1
    below = listed + 2 if alone else 0
    figure = optional("matplotlib.figure", "pictures").Figure(
        figsize=(COLUMN * wide + 0.4, ROW * (high + below) + 0.4), layout="constrained"
    )
    axes = figure.subplots()
    axes.axis("off")
    boxes = {}
    for id, at in place.items():
        box = {"boxstyle": "round,pad=0.3", "facecolor": "white", "edgecolor": AIM if graph[id] else WAY}
        boxes[id] = axes.text(*at, id, ha="center", va="center", fontsize=8, bbox=box, zorder=2).get_bbox_patch()
    for id, cited in drawn.items():
        for c in cited:
            ends = {"patchA": boxes[c], "patchB": boxes[id], "shrinkA": 1, "shrinkB": 1}
            arrow = {"arrowstyle": "-|>", "color": IDLE, "linewidth": 0.7, "connectionstyle": "arc3,rad=0.03", **ends}
            axes.annotate("", xy=place[id], xytext=place[c], zorder=1, arrowprops=arrow)
    _list_apart(axes, alone, wide, listed, words.apart)
    shown = [(AIM, words.joined)] * any(drawn.values()) + [(WAY, words.first)]
    edges = optional("matplotlib.patches", "pictures")
    keys = [edges.Patch(facecolor="white", edgecolor=colour, label=words) for colour, words in shown]
    figure.legend(handles=keys, loc="outside lower right", ncols=2, fontsize=8, title=f"→ {words.arrow}", title_fontsize=8)
    axes.set_xlim(-0.5, wide - 0.5)
    axes.set_ylim(-below - 0.5, high - 0.5)
    return Picture(figure, text(graph) if words == GraphWords() else f"{words.arrow}: {', '.join(graph)}")


def _list_apart(axes: object, alone: Iterable[str], wide: float, listed: int, words: str) -> None:
    ids = list(alone)
    if not ids:
        return
    put = axes.text  # type: ignore[attr-defined]
    put(-0.45, -1.5, words.strip(), va="center", fontsize=9, style="italic")
    for i, id in enumerate(ids):
        put(-0.4 + (i // listed) * wide / ROWS, -2.5 - i % listed, id, va="center", fontsize=8)

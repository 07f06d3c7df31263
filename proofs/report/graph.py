"""Which theorem rests on which, read off the proofs' own citations: as an indented text and as a picture.

The graph is of the replayed theorems (`Theorem.cites`), so an arrow is there because the kernel used it.
"""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import TopologicalSorter

from proofs.kernel import Theorem
from proofs.report.draw import AIM, IDLE, WAY
from proofs.report.plots import Picture

Graph = Mapping[str, tuple[str, ...]]


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


def text(graph: Graph) -> str:
    """One line a theorem: what it cites; the ones that cite nothing come first."""
    depth = levels(graph)
    width = max(map(len, graph), default=0)
    rows = sorted(graph, key=lambda id: (depth[id], id))
    return "\n".join(f"{id:<{width}}  ← {', '.join(graph[id]) or 'the rules alone'}" for id in rows)


def picture(graph: Graph) -> Picture:
    """The theorems in columns, left to right by depth, an arrow from each to what rests on it."""
    from matplotlib.figure import Figure

    depth = levels(graph)
    columns: dict[int, list[str]] = {}
    for id in graph:
        columns.setdefault(depth[id], []).append(id)
    tallest = max(map(len, columns.values()))
    figure = Figure(figsize=(3.0 * len(columns), 0.55 * tallest + 0.6), layout="constrained")
    axes = figure.subplots()
    axes.axis("off")
    place: dict[str, tuple[float, float]] = {}
    for x in sorted(columns):
        above = {id: sum(place[c][1] for c in graph[id]) / len(graph[id]) if graph[id] else 0.0 for id in columns[x]}
        for i, id in enumerate(sorted(columns[x], key=lambda id: above[id])):
            place[id] = (float(x), (i + 0.5) * tallest / len(columns[x]))
    boxes = {}
    for id, at in place.items():
        box = {"boxstyle": "round,pad=0.35", "facecolor": "white", "edgecolor": AIM if graph[id] else WAY}
        boxes[id] = axes.text(*at, id, ha="center", va="center", fontsize=9, bbox=box, zorder=2).get_bbox_patch()
    for id, cited in graph.items():
        for c in cited:
            ends = {"patchA": boxes[c], "patchB": boxes[id], "shrinkA": 2, "shrinkB": 2}
            arrow = {"arrowstyle": "-|>", "color": IDLE, "linewidth": 0.8, "connectionstyle": "arc3,rad=0.05", **ends}
            axes.annotate("", xy=place[id], xytext=place[c], zorder=1, arrowprops=arrow)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(0, tallest)
    return Picture(figure, text(graph))

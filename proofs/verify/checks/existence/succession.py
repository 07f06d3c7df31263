"""In which order names can be introduced, so that none is explained by itself.

A sequence may be given by earlier values of itself, and several sequences by values of each other, as long as going back from any value
never leads round to it: w(k+1) by z(k) and z(k) by w(k), but not z(k) by y(k) and y(k) by z(k).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from proofs.kernel import Index
from proofs.verify.checks.existence.indices import falling
from proofs.verify.checks.existence.shapes import Name, Shape, places

Back = int | None  # 1 where a name is spoken of at an earlier place, 0 at the same; None where no comparison can be made


def in_order(groups: Mapping[Name, Sequence[Shape]]) -> tuple[list[list[Name]], list[Name]]:
    """Names that are given by each other, together and in order; and names that are given in a circle."""
    edges = {name: [edge for shape in shapes for edge in _edges(shape, groups)] for name, shapes in groups.items()}
    reach = {name: _reached(name, edges) for name in groups}
    together: list[list[Name]] = []
    circular: list[Name] = []
    for name in groups:
        mates = [other for other in groups if other == name or (other in reach[name] and name in reach[other])]
        if mates[0] == name:
            ordered = _ordered(mates, edges)
            if ordered:
                together.append(ordered)
            else:
                circular += mates
    return together, circular


def _edges(shape: Shape, groups: Mapping[Name, object]) -> list[tuple[Name, Back]]:
    found = [place for part in (shape.fact.body, *shape.fact.premises) for place in places(part)]
    at = getattr(shape.top, "index", None)
    return [(name, _back(at, index)) for name, index in found if name in groups and (name, index) != (shape.name, at)]


def _back(at: Index | None, index: Index | None) -> Back:
    if at is None or index is None or at == index:
        return 0 if at == index else None
    return 1 if falling([(at, index)]) else None


def _reached(name: Name, edges: Mapping[Name, list[tuple[Name, Back]]]) -> set[Name]:
    found: set[Name] = set()
    ahead = [name]
    while ahead:
        for other, _ in edges[ahead.pop()]:
            if other not in found:
                found.add(other)
                ahead.append(other)
    return found


def _ordered(mates: list[Name], edges: Mapping[Name, list[tuple[Name, Back]]]) -> list[Name]:
    """The names so that each is given by those before it at the same index and by earlier values; empty if it leads round to the same."""
    if len(mates) == 1:
        return mates  # whether its earlier values are earlier is for its own equations
    inside = {name: [(other, back) for other, back in edges[name] if other in mates] for name in mates}
    if any(back is None or back < 0 for found in inside.values() for _, back in found):
        return []
    try:
        return list(
            TopologicalSorter({name: [other for other, back in found if back == 0] for name, found in inside.items()}).static_order()
        )
    except CycleError:
        return []

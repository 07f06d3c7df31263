"""How small a bound can be at any comparator: proved by branch and bound over convex programmes, whose duals say what none goes below.

A bound is a function B(L, h) of L = ‖w*‖R and of the loss h on the mistakes: the hinge loss H, or the root H₂ of the sum of its squares. It
grows with both. Here is decided whether it is at most β at a w* that is not trivial, that is at one with these properties:

    the loss over all rounds is at most half of them;
    H ≤ M/2 (H = 0 for bounds that read ‖w‖), or at least M/100 of the loss is cut off at 0.

All is convex in (w*, h) but two things. B(L, h) ≤ β is h ≤ η(L); for L in an interval it implies that h is below a line, and a shorter
interval has a better line. What is cut off is Σ c(s − (1 − ⟨w*, z⟩)) with s = max(0, 1 − ⟨w*, z⟩) for each row z. A convex programme may
take s anywhere from there to the chord over the gains ⟨w*, z⟩ that are possible, and a branch fixes for one row whether its gain is above
1. The programme minimises how far h is above the line. Where that is positive no comparator has B ≤ β, by the dual solution that Clarabel
finds too.

Floats and Clarabel's tolerance of 10⁻⁸ stand behind this, and no exact arithmetic: it measures an audit and certifies nothing.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import count, pairwise
from typing import Any

import clarabel
import numpy as np
from scipy import sparse

from perceptron.analysis.separability import Vector
from proofs.audit import Audit
from proofs.audit.comparators import Proposals
from proofs.audit.descent import CUT
from proofs.audit.update_bounds import UpdateBound
from proofs.conjecture import Name, walk

STARTS = 8  # intervals of L at the beginning, the last of them to the longest w* at which the bound can be below β
GRID = 1000  # points of an interval at which its line is fitted
STRETCHES = (1.0, 1.0005, 1.001, 1.002, 1.005, 1.01, 1.02)  # lengths in which a programme's w* is tried
TOLERANCE = 1e-6  # times M, by which h has to be above the line
GROUPS = ("w", "s", "e", "h", "L")  # w*, the losses on the mistakes and on all rounds, h, and L


@dataclass(frozen=True)
class Node:
    """L from `low` to `high`, the rows whose gain is at most 1 and at least 1; `cut`: something is cut off, else the loss is small."""

    low: float
    high: float
    cut: bool
    below: tuple[int, ...] = ()
    above: tuple[int, ...] = ()


class LeastBound:
    """One bound on one audited run."""

    def __init__(self, made: Audit, bound: UpdateBound) -> None:
        read = Proposals(made.run, None)
        self.bound, self.zero = bound, read.zero
        self.rows, self.counts, self.M = read.rows, read.counts, float(made.run.M)
        self.everything = made.data.examples.in_floats(range(len(made.data.examples)), read.unit)
        self.squares = Name("H2") in walk(bound.limit)
        self.unit = self.M**0.5 if self.squares else self.M  # of h
        self.radius = float(read.radius)

    def at(self, u: Vector, gamma: Any) -> Any:
        """w* = u/γ, in lengths of which R is the unit."""
        return np.array([float(a) for a in u]) * self.radius / float(gamma)

    def value(self, length: Any, loss: Any) -> Any:
        """B(L, h)."""
        length = np.asarray(length, dtype=np.float64)
        named = {"gamma": 1 / length, "TD": loss / length, "H": loss, "H2": loss, "U": 1.0}
        return self.bound.estimates(self.zero, named)

    def exact(self, w: Any) -> float:
        """The bound at w*, infinite where it is trivial."""
        gains = self.rows @ w
        short = (1 - gains).clip(min=0)
        loss, cut = float(self.counts @ short), float(self.counts @ (gains - 1).clip(min=0))
        heavy = loss > 0 if self.bound.reads_weights else 2 * loss > self.M
        if 2 * float((1 - self.everything @ w).clip(min=0).mean()) > 1 or (heavy and CUT * cut < self.M):
            return float("inf")
        return float(self.value(np.sqrt(w @ w), float(np.sqrt(self.counts @ short**2)) if self.squares else loss))

    def room(self, lengths: Any, beta: float) -> Any:
        """η(L): the greatest h with B(L, h) ≤ β, −1 where there is none."""
        low, high = np.zeros_like(lengths), np.full_like(lengths, 4 * self.M + 4)
        for _ in range(60):
            middle = (low + high) / 2
            fits = self.value(lengths, middle) <= beta
            low, high = np.where(fits, middle, low), np.where(fits, high, middle)
        return np.where(self.value(lengths, 0 * lengths) <= beta, high, -1.0)

    def longest(self, beta: float) -> float:
        """The greatest L with B(L, 0) ≤ β."""
        low, high = 1e-9, 1.0
        while float(self.value(high, 0.0)) <= beta:
            high *= 2
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if float(self.value(middle, 0.0)) <= beta else (low, middle)
        return high

    def below(self, beta: float, nodes: int) -> tuple[bool | None, float]:
        """Whether some comparator has B ≤ β, None if so many programmes do not tell; and the least B that was seen."""
        ends = [0.0, *np.geomspace(self.longest(beta) / 100, self.longest(beta), STARTS).tolist()]
        order, heap, solved, seen = count(), list[Any](), 0, float("inf")
        todo = [Node(low, high, cut) for low, high in pairwise(ends) for cut in (True, False)]
        while todo or heap:
            for node in todo:
                low, near, seen = self._relaxed(node, beta, seen)
                solved += 1
                if seen <= beta:
                    return True, seen
                if low < TOLERANCE * self.M:
                    heapq.heappush(heap, (low, next(order), node, near))
            if solved >= nodes and heap:
                return None, seen
            todo = self._branches(*heapq.heappop(heap)[2:], beta) if heap else []
        return False, seen

    def _relaxed(self, node: Node, beta: float, seen: float) -> tuple[float, Any, float]:
        """How far h is above the line at least, where, and the least B seen with what is seen there."""
        lengths = np.linspace(max(node.low, 1e-12), node.high, GRID + 1)
        room = self.room(lengths, beta)
        if room[0] < 0:
            return float("inf"), None, seen
        room = room.clip(min=0)
        apart = lengths[-1] - lengths[0]  # 0 where an interval can be cut no further
        slope = (room[0] - room[-1]) / apart if apart > 0 else 0.0
        offset = float((room[:-1] + slope * lengths[1:]).max())  # η falls, so no L between two of them is above the line
        low, w, losses, length = Programme(self, node, float(room[0])).solved(offset, slope)
        if w is None:
            return low, None, seen
        seen = min([seen, *(self.exact(stretch * w) for stretch in STRETCHES)])
        loose = self.counts * (losses - (1 - self.rows @ w).clip(min=0))
        gap = offset - slope * length - float(self.room(np.array([max(length, 1e-12)]), beta)[0])
        return low, (loose, gap, length), seen

    def _branches(self, node: Node, near: Any, beta: float) -> list[Node]:
        """Two nodes for one: a row with its gain at most 1 or at least 1, or the interval in two, whichever is farther from the truth."""
        low, high, middle = node.low, node.high, (node.low + node.high) / 2
        if near is not None:
            loose, gap, length = near
            loose[[*node.below, *node.above]] = -1
            if node.cut and loose.max() > max(1e-7 * self.M, gap / 0.3):
                i = int(loose.argmax())
                return [Node(low, high, True, (*node.below, i), node.above), Node(low, high, True, node.below, (*node.above, i))]
            edge = (high - low) / 10
            middle = length if low + edge < length < high - edge else middle
        return [Node(low, middle, node.cut, node.below, node.above), Node(middle, high, node.cut, node.below, node.above)]


class Programme:
    """The convex programme of a node, with w* and L divided by the node's greatest L, and h by its unit."""

    def __init__(self, least: LeastBound, node: Node, most: float) -> None:
        self.least, self.node, self.scale = least, node, node.high
        rows, counts, M = least.rows * self.scale, least.counts, least.M
        everything, ones = least.everything * self.scale, np.eye
        m, n, d = len(rows), len(least.everything), rows.shape[1]
        self.shape = dict(zip(GROUPS, (d, m, n, 1, 1), strict=True))
        farthest = np.linalg.norm(rows, axis=1)
        lowest = np.maximum(-farthest, 1 - (most / np.sqrt(counts) if least.squares else most / counts))  # a gain's, since h ≤ most
        below = np.isin(np.arange(m), node.below) | ((farthest <= 1) & ~np.isin(np.arange(m), node.above))
        above, share = np.isin(np.arange(m), node.above), counts[None] / M
        free, each, all_rounds = ~below & ~above, np.eye(m), sparse.identity(n)
        self.blocks: list[list[Any]] = []
        self.sides: list[Any] = []
        equal = self._rows(np.ones(below.sum()), w=rows[below], s=each[below]) + self._rows(np.zeros(above.sum()), s=each[above])
        least_of = [
            self._rows(-np.ones(above.sum()), w=-rows[above]),
            self._rows(-np.ones(free.sum()), w=-rows[free], s=-each[free]),
            self._rows(np.zeros((~above).sum()), s=-each[~above]),
            self._rows(-np.ones(n), w=-everything, e=-all_rounds),
            self._rows(np.zeros(n), e=-all_rounds),
            self._rows([0.5], e=np.full((1, n), 1 / n)),
            self._rows([1.0], L=[[1.0]]),
            self._rows([-node.low / node.high], L=[[-1.0]]),
        ]
        if node.cut:
            chord = (1 - lowest[free]) / (farthest[free] - lowest[free])
            least_of.append(self._rows(chord * farthest[free], w=rows[free] * chord[:, None], s=each[free]))
            least_of.append(self._rows([-(1 + 1 / CUT)], w=-share @ rows, s=-share))
        if not (node.cut and least.bound.reads_weights):
            small = 0.0 if least.bound.reads_weights else 0.5
            least_of.append(self._rows([-small], s=-share) if node.cut else self._rows([small], s=share))
        if not least.squares:
            least_of.append(self._rows([0.0], s=share, h=[[-1.0]]))
        self.cones: list[Any] = [clarabel.ZeroConeT(equal), clarabel.NonnegativeConeT(sum(least_of))]
        if least.squares:
            self.cones.append(clarabel.SecondOrderConeT(self._rows([0.0], h=[[-1.0]]) + self._rows(np.zeros(m), s=-each * np.sqrt(share))))
        self.cones.append(clarabel.SecondOrderConeT(self._rows([0.0], L=[[-1.0]]) + self._rows(np.zeros(d), w=-ones(d))))

    def _rows(self, side: Any, **parts: Any) -> int:
        """Append rows side − Σ part·variables, which a cone is to hold; returns how many."""
        side = np.atleast_1d(side)
        if len(side):
            self.blocks.append(
                [sparse.csr_matrix(parts[g]) if g in parts else sparse.csr_matrix((len(side), k)) for g, k in self.shape.items()]
            )
            self.sides.append(side)
        return len(side)

    def solved(self, offset: float, slope: float) -> tuple[float, Any, Any, float]:
        """min h − (offset − slope·L), infinite if nothing satisfies the node; and w*, the losses and L where it is attained."""
        sizes, unit = [*self.shape.values()], self.least.unit
        objective = np.zeros(sum(sizes))
        objective[-2:] = 1.0, slope * self.scale / unit
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        quadratic = sparse.csc_matrix((len(objective), len(objective)))
        matrix, side = sparse.csc_matrix(sparse.bmat(self.blocks)), np.concatenate(self.sides)
        found = clarabel.DefaultSolver(quadratic, objective, matrix, side, self.cones, settings).solve()
        if "Infeasible" in str(found.status):
            return float("inf"), None, None, 0.0
        if str(found.status) not in ("Solved", "AlmostSolved"):
            return -float("inf"), None, None, 0.0
        x = np.array(found.x)
        low = min(found.obj_val, found.obj_val_dual) * unit - offset
        return low, self.scale * x[: sizes[0]], x[sizes[0] : sizes[0] + sizes[1]], float(x[-1]) * self.scale

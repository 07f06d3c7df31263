"""For each bound the comparator at which it is least: proposed in floats along `hinge_path`, improved for small data by `descent`, rounded,
and measured exactly.

A w* near 0 loses 1 on every round, so that its loss on the rounds with a mistake is M, and M is bounded by M. So is it where no loss is cut
off at 0: the loss is M − ⟨w*,w⟩ then, M stands on both sides, and a bound that reads ‖w‖ says ⟨w*,w⟩ ≤ ‖w*‖‖w‖. Such comparators are
taken only where there are no others, and called trivial.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
from scipy.sparse import issparse, vstack

from perceptron import Examples, Quantities
from perceptron.analysis.comparators import simple_near
from perceptron.analysis.hinge_path import CORNER, NEWTON_DIMENSIONS, STRETCHES, longest, paths
from perceptron.analysis.separability import Vector
from perceptron.numbers.rational_points import sqrt_below, unit_near
from perceptron.runs.passes import Passes
from perceptron.runs.quantities import loss_over_all_rounds
from proofs.audit.descent import CUT, EDGES, ComparatorObjective
from proofs.audit.learners import quantities
from proofs.audit.update_bounds import UpdateBound

SAMPLE = 20_000  # rounds on which the loss over all rounds is estimated
FITTED = 2_000  # rounds to which comparators are fitted, of those with a mistake and of all
MOST_ENTRIES = 10**7  # of those rounds, in more than NEWTON_DIMENSIONS dimensions
MIXTURES = (0.1, 0.3, 1.0, 3.0, 10.0)  # what all rounds weigh beside those with a mistake
WIDE_MIXTURES = (0.3, 1.0, 3.0)
NEAR = (*(1 + k / 500 for k in range(-20, 21)), *(1 + k / 10_000 for k in range(-20, 21)))  # lengths tried beside those of `descent`
MOST_WORK = 2 * 10**6  # up to which each bound is made small by itself: examples times the dimension squared
LEAST_WORK = 64  # what one example counts at least
WITHIN = 1e-4  # how far within the edge of what is trivial a proposal must be; CHANGED, where the loss over all rounds is estimated
HALF = 0.4994  # what a comparator may lose on average over all rounds
COARSEST, FINEST = 12, 40  # bits of a rounded comparator
CHANGED = 1e-3  # by how much rounding may change a loss


@dataclass(frozen=True)
class Point:
    """A comparator of length 1 and γ, with the run's measurements there; `everywhere`: the hinge loss over all rounds."""

    u: Vector
    q: Quantities
    everywhere: Fraction

    def trivial(self, bound: UpdateBound) -> bool:
        """Whether the bound says little more than M ≤ M here.

        It does so if u loses more than half a round on average over all rounds. It does so too if less than M/CUT of the loss on the
        updates is cut off, where that loss is more than M/2 or the bound reads ‖w‖.
        """
        if bound.asks_for_margin:
            return False
        cut = self.q.H - self.q.M + self.q.P / self.q.gamma
        heavy = self.q.H > 0 if bound.reads_weights else 2 * self.q.H > self.q.M
        return 2 * self.everywhere > self.q.T or (heavy and CUT * cut < self.q.M)


def measure(made: Passes, u: Vector, gamma: Fraction) -> Point:
    """A comparator and γ, measured on the run exactly."""
    return Point(u, quantities(made, u, gamma), loss_over_all_rounds(made, u, gamma))


def least_points(made: Passes, bounds: Sequence[UpdateBound], rho: Fraction | None) -> list[Point]:
    """Comparators among which each bound has one where it is nearly least; none if every example is the zero vector.

    rho    the γ to use with each of them instead of the best
    """
    if not made.examples.longest2():
        return []
    proposals = Proposals(made, rho)
    return [proposals.exact(i, bound) for i, bound in proposals.best(bounds)]


class Proposals:
    """The vectors of the paths, each at several lengths, with their losses in floats.

    radius        R, in which the vectors are measured; `unit` is R times the common denominator of the examples
    lengths       ‖w*‖·R
    zero          the measures that do not depend on the comparator
    hinge         the loss over the updates, `cut` the part that is cut off it; `squares` of its squares, `everywhere` over all rounds
    """

    def __init__(self, made: Passes, rho: Fraction | None) -> None:
        self.made, self.rho = made, rho
        self.zero = quantities(made, (Fraction(0),) * made.examples.dimension, Fraction(1))
        unit = self.unit = sqrt_below(self.zero.R2 * made.examples.denominator**2)
        self.radius = unit / made.examples.denominator
        hit, times = np.unique(np.array(made.counted_rounds, dtype=np.int64), return_counts=True)
        fitted, sample = _rounds_to_read(made.examples)
        rows, counts = made.examples.in_floats(hit.tolist(), unit), times.astype(np.float64)
        others = made.examples.in_floats(sample, unit)
        self.rows, self.counts, self.others = rows, counts, others
        self.within = WITHIN if len(sample) == len(made.examples) else CHANGED
        self.vectors: list[Any] = []
        self.found: list[tuple[float, ...]] = []
        self._add([*_vectors(rows, counts, others, fitted)] or [longest(rows if len(counts) else others)], STRETCHES)

    def _add(self, vectors: Iterable[Any], stretches: Sequence[float]) -> None:
        """Propose each of these vectors in these lengths, and in the one where it loses half a round on average."""
        for w in vectors:
            own, all_rounds, length = self.rows @ w, self.others @ w, float(np.sqrt(w @ w))
            for stretch in (*stretches, _half(all_rounds)) if self.rho is None else (float(self.radius / self.rho) / length,):
                short, everywhere = (1 - stretch * own).clip(min=0), (1 - stretch * all_rounds).clip(min=0)
                loss, squares = float(self.counts @ short), float(self.counts @ short**2)
                cut = loss + float(self.counts @ (stretch * own - 1))
                self.vectors.append(w)
                self.found.append((stretch * length, loss, squares, float(everywhere.mean()) * self.made.T, cut))
        self.lengths, self.hinge, self.squares, self.everywhere, self.cut = np.array(self.found).T

    def best(self, bounds: Sequence[UpdateBound]) -> list[tuple[int, UpdateBound]]:
        """Proposals among which each bound has one where it is nearly least, each with one of its bounds."""
        run = self.made
        if self.rho is None and run.M and len(run.examples) * max(LEAST_WORK, run.examples.dimension**2) <= MOST_WORK:
            self.descend(bounds)
        best = {(self.least(bound), bound.reads_weights): bound for bound in bounds}
        return [(i, bound) for (i, _), bound in sorted(best.items(), key=lambda item: item[0])]

    def descend(self, bounds: Sequence[UpdateBound]) -> None:
        """Propose what each bound descends to from the best proposal so far. Bounds that agree on all proposals descend together.

        They descend a second time, since what one came to may be a better start for another; then with one row less cut off, and once more.
        """
        rows, others = (a.toarray() if issparse(a) else a for a in (self.rows, self.others))
        values = [self.estimates(bound) for bound in bounds]
        unlike = [k for k in range(len(bounds)) if not any(np.allclose(values[k], values[j], rtol=1e-9) for j in range(k))]
        first, last = EDGES
        ways = (
            (ComparatorObjective.vectors, first),
            (ComparatorObjective.vectors, first),
            (ComparatorObjective.with_one_less, first),
            (ComparatorObjective.vectors, last),
        )
        for way, edge in ways:
            for bound in (bounds[k] for k in unlike):
                descent = ComparatorObjective(
                    rows, self.counts, others, lambda *at, bound=bound: bound.estimates(self.zero, _name(*at)), edge
                )
                i = self.least(bound)
                self._add(way(descent, self.vectors[i] * (self.lengths[i] / np.linalg.norm(self.vectors[i]))), NEAR)

    def least(self, bound: UpdateBound) -> int:
        """The proposal at which the bound is least."""
        return int(np.lexsort((self.estimates(bound), self.rank(bound)))[0])

    def rank(self, bound: UpdateBound) -> Any:
        """0 for a comparator that is not trivial, 1 where M stands on both sides, and at least 2 for one that loses too much."""
        heavy = self.hinge > 0 if bound.reads_weights else 2 * self.hinge > self.made.M
        held = ~heavy | (self.cut * CUT >= self.made.M * (1 + self.within))
        share = 2 * self.everywhere / self.made.T
        return np.where(share <= 1 - self.within, np.where(held, 0, 1), 2 + share)

    def estimates(self, bound: UpdateBound) -> Any:
        """The bound's values in floats at all proposals."""
        return bound.estimates(self.zero, _name(self.lengths, self.hinge, self.squares))

    def exact(self, i: int, bound: UpdateBound) -> Point:
        """The proposal with the fewest bits that lose nearly as little and are not trivial unless it is, measured exactly."""
        gamma = self.rho or simple_near(self.radius / Fraction(float(self.lengths[i])))
        direction, updates, everywhere = [Fraction(float(a)) for a in self.vectors[i]], float(self.hinge[i]), self._everywhere(i)
        for bits in range(COARSEST, FINEST + 1, 4):
            point = measure(self.made, unit_near(direction, 2**bits), gamma)
            changed = abs(float(point.q.H) - updates), abs(float(point.everywhere) - everywhere)
            near = changed[0] <= CHANGED * (updates + 1e-3 * self.made.M) and changed[1] <= 10 * CHANGED * self.made.T
            if near and (self.rank(bound)[i] or not point.trivial(bound)):
                break
        return point

    def _everywhere(self, i: int) -> float:
        """The loss over all rounds, where `everywhere` has it from a sample."""
        w, examples = self.vectors[i] * (self.lengths[i] / float(np.linalg.norm(self.vectors[i]))), self.made.examples
        lost = sum(float((1 - examples.in_floats(part, self.unit) @ w).clip(min=0).sum()) for part in examples.stretches())
        return lost * self.made.T / len(examples)


def _name(length: Any, loss: Any, squares: Any) -> dict[str, Any]:
    """Values of the conjecture language's names as far as they depend on the vector, in lengths of which R is the unit."""
    return {"gamma": 1 / length, "TD": loss / length, "H": loss, "H2": np.sqrt(squares), "U": 1.0}


def _rounds_to_read(examples: Examples) -> tuple[int, list[int]]:
    """How many rounds comparators are fitted to, of those with a mistake and of all; and those on which the loss over all is estimated.

    In few dimensions a sample is as good as all rounds. In many it does not, but there a step reads each entry only once or twice.
    """
    n = len(examples)
    entries = n * examples.dimension if examples.sparse is None else examples.sparse.stored_count
    fitted = max(FITTED, MOST_ENTRIES * n // max(1, entries)) if examples.dimension > NEWTON_DIMENSIONS else FITTED
    return fitted, np.linspace(0, n - 1, min(max(SAMPLE, fitted), n)).astype(np.int64).tolist()


def _vectors(rows: Any, counts: Any, others: Any, fitted: int) -> Iterator[Any]:
    """The vectors of the paths for the updates, for the other rounds, and for mixtures of both."""
    others = others[:: -(-others.shape[0] // fitted)]
    ones = np.ones(others.shape[0])
    if not len(counts):
        yield from paths(others, ones)
        return
    step = -(-len(counts) // fitted)
    few, weights = rows[::step], counts[::step] * step
    wide = rows.shape[1] > NEWTON_DIMENSIONS
    length = float(np.linalg.norm(rows.T @ counts)) if wide else 0.0  # of the run's w: no bound is below ‖w*‖‖w‖
    limit = float(counts.sum()) / length if length else inf
    yield from paths(few, weights, limit=limit)
    both = _stack(few, others)
    for share in WIDE_MIXTURES if wide else MIXTURES:
        yield from paths(both, np.concatenate([weights, ones * share * weights.sum() / len(ones)]), (CORNER,), limit)


def _stack(above: Any, below: Any) -> Any:
    return vstack([above, below], format="csr") if issparse(above) else np.vstack([above, below])


def _half(gains: Any) -> float:
    """The least factor with which these gains lose half a round on average, 1 if there is none."""
    low, high = 0.0, 64.0
    if (1 - high * gains).clip(min=0).mean() >= HALF:
        return 1.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (low, middle) if (1 - middle * gains).clip(min=0).mean() < HALF else (middle, high)
    return high

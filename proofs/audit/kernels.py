"""The bounds in the space of a kernel whose features are not written out: they read inner products, and the kernel's values give these.

A comparator is u = Σ c_j φ(x_j) over the points of the run, which loses nothing: the part orthogonal to all points only makes u longer. So
y⟨u, φ(x_i)⟩, ‖u‖², ‖w‖² and Tr K are sums of kernel values (`kernel-trace`). Where these are only known between two ends, as of the
Gaussian kernel, each sum is taken at the end at which every bound is the greater: all grow with ‖u‖, ‖x‖, ‖w‖ and the losses, and margins
are taken at their lower ends. The coefficients are proposed in floats, on approximate features from the eigenvectors of the kernel matrix,
and rounded to integers over a length that makes ‖u‖ ≤ 1.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron import Examples, Perceptron, Quantities
from perceptron.analysis.comparators import simple_near
from perceptron.data.read import Dataset
from perceptron.learners.perceptron import is_mistake
from perceptron.runs.passes import Passes
from proofs.audit.comparators import Point, Proposals
from proofs.audit.record import HasBounds, ran
from proofs.audit.run import NO_MARGIN, evaluate
from proofs.audit.update_bounds import update_bounds

if TYPE_CHECKING:
    from perceptron.estimators.kernel_passes import KernelRun

FEATURE_BITS, COEFFICIENT_BITS = 40, 44
LEAST_EIGENVALUE = 1e-11  # times the greatest, of those whose eigenvectors are features
ROOT = 2**32  # by which √‖v‖² is made longer at most, inversely


@dataclass
class KernelAudit(HasBounds):
    """The audit of a run in the kernel's space; the `u` of a bound has the coefficients of the points.

    separated    whether a comparator with a positive margin was found
    """

    run: KernelRun
    separated: bool = False


def kernel_audit(run: KernelRun, learner: Perceptron) -> KernelAudit:
    """Bound the mistakes of a run of the kernel Perceptron from no mistakes."""
    audit = KernelAudit(run)
    if not run.matrix.longest2:
        audit.notes.append("no point has K(x, x) > 0, so every comparator has the hinge loss 1 on each")
        return audit
    space = _Space(run, learner)
    proposals = space.proposals
    bounds = update_bounds(learner, len(run.labels))  # the points span no more dimensions
    hinge = [bound for bound in bounds if not bound.asks_for_margin]
    anywhere = [space.point(proposals.vectors[i], proposals.lengths[i]) for i, _ in proposals.best(hinge)]
    widest = space.widest()
    audit.separated = (widest.q.margin or 0) >= widest.q.gamma
    if not audit.separated:
        audit.notes.append(f"{NO_MARGIN}: no comparator with a positive margin was found")
    evaluate(audit, learner, bounds, [widest] * audit.separated, [*anywhere, widest])
    return audit


class _Space:
    """The kernel's space as floats see it, in lengths of which R is the unit."""

    def __init__(self, run: KernelRun, learner: Perceptron) -> None:
        self.run = run
        values, vectors = np.linalg.eigh(run.matrix.floats() / float(run.matrix.longest2))
        kept = values > LEAST_EIGENVALUE * values[-1]
        self.roots, self.vectors = np.sqrt(values[kept]), vectors[:, kept]
        features = np.rint(self.vectors * self.roots * 2**FEATURE_BITS).astype(np.int64)
        examples = Examples.from_array(features, run.labels.tolist(), 2**FEATURE_BITS)
        rounds = array("q", np.repeat(np.arange(len(run.hits)), run.hits).tolist())
        final = tuple(map(int, (run.hits * run.labels) @ features.astype(object)))
        weights = tuple(Fraction(n, 2**FEATURE_BITS) for n in final)
        self.proposals = Proposals(Passes(learner, examples, run.passes, rounds, weights, run.halted, ""), rho=None)

    def widest(self) -> Point:
        """The proposal with the greatest margin, with that as γ."""
        proposals = self.proposals
        vector = max(proposals.vectors, key=lambda w: float((proposals.others @ w).min() / (w @ w) ** 0.5))
        point = self.point(vector, 1.0)
        return self.point(vector, 1.0, point.q.margin) if (point.q.margin or 0) > 0 else point

    def point(self, vector: Any, length: float, gamma: Fraction | None = None) -> Point:
        """The comparator with the direction of a vector of approximate features, and γ = R/length, measured by the kernel's values."""
        run, matrix = self.run, self.run.matrix
        shares = self.vectors @ (vector / self.roots)
        whole = np.rint(shares / np.abs(shares).max() * 2.0**COEFFICIENT_BITS).astype(np.int64).astype(object)
        square = matrix.square(whole)
        root = Fraction(isqrt(square.numerator * ROOT**2 // square.denominator) + 1, ROOT)
        margins = [Fraction(int(n), matrix.denominator) / root for n in matrix.margins(whole, run.labels)]
        radius2, hits = matrix.longest2, run.hits.tolist()
        g = gamma or simple_near(Fraction(float(radius2) ** 0.5 / float(length)))
        short = [max(Fraction(0), g - margin) for margin in margins]
        deviation = sum((times * slack for times, slack in zip(hits, short, strict=True)), Fraction(0))
        q = Quantities(
            M=run.M,
            T=run.T,
            d=len(hits),
            gamma=g,
            R2=radius2,
            S2=sum((times * square for times, square in zip(hits, matrix.lengths2, strict=True)), Fraction(0)),
            TD=deviation,
            H=deviation / g,
            H2sq=sum((times * slack**2 for times, slack in zip(hits, short, strict=True)), Fraction(0)) / g**2,
            U2=square / root**2,
            eps=None,
            W2=matrix.square((run.hits * run.labels).astype(object)),
            P=sum((times * margin for times, margin in zip(hits, margins, strict=True)), Fraction(0)),
            margin=min(margins),
            longest2=radius2,
        )
        return Point(tuple(Fraction(c) / root for c in whole.tolist()), q, run.passes * sum(short, Fraction(0)) / g)


# -- The kernel exp(−γ‖x − z‖²) on somebody's data. It has no features that could be written out. Its values on all pairs of rows are
# certified to the last bit, and that of a score is decided by them, or exactly where they leave it open.


@dataclass(frozen=True)
class GaussianAudit:
    """The data, the learner, the rate γ of its kernel, and the results of the run."""

    data: Dataset
    learner: Perceptron
    rate: Fraction
    found: KernelAudit

    def to_json(self) -> dict[str, Any]:
        """The record that `audit --json` writes. The u of a bound has the coefficients of the points, in the order of the rows."""
        kernel = {"name": "gaussian", "gamma": str(self.rate)}
        learner = {"name": "kernel", "kernel": kernel, "ties": self.learner.ties}
        return {
            **ran(self.data, learner, self.found.run, self.data.examples.dimension),
            "separable": self.found.separated or None,
            **self.found.record_of(self.data),
        }


def gaussian_audit(data: Dataset, rate: Fraction, learner: Perceptron, limit: int) -> GaussianAudit:
    """Run the learner over the examples, at most `limit` times over, and bound its mistakes. Raises InputError for too many rows."""
    return GaussianAudit(data, learner, rate, kernel_audit(_run(data, rate, learner, limit), learner))


def _run(data: Dataset, rate: Fraction, learner: Perceptron, limit: int) -> KernelRun:
    from perceptron.estimators.kernel_passes import KernelRun, matrix_of
    from perceptron.estimators.kernel_rows import Gaussian

    source, labels = Gaussian(rate), np.array(data.examples.labels)
    points = np.empty((len(labels), data.examples.dimension), dtype=object)
    points[:] = [example.x for example in data.examples]
    matrix = matrix_of(source, points)
    scores, hits = np.zeros(len(labels), dtype=object), np.zeros(len(labels), dtype=np.int64)
    above, below = 0, 0  # how far the exact scores may be from these
    passes, halted = 0, False
    while passes < limit and not halted:
        passes, halted = passes + 1, True
        for t, y in enumerate(data.examples.labels):
            sign = (scores[t] - below > 0) - (scores[t] + above < 0)
            if not sign:
                at = np.flatnonzero(hits)
                sign, _ = source.total((hits[at] * labels[at]).tolist(), *source.keys(points[t], points[at]))
            if not is_mistake(y * sign, y, learner.ties):
                continue
            hits[t], halted = hits[t] + 1, False
            scores += y * matrix.numerators[t]
            above, below = (above + matrix.slack, below) if y > 0 else (above, below + matrix.slack)
    return KernelRun(matrix, labels, hits, passes, halted)

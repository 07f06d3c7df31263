"""The kernel Perceptron with the kernel exp(−γ‖x − z‖²) on somebody's data.

It has no features that could be written out. Its values on all pairs of rows are certified to the last bit, and that of a score is
decided by them, or exactly where they leave it open. `kernels` has the bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perceptron import Perceptron
from perceptron.data.read import Dataset
from perceptron.learners.perceptron import is_mistake
from proofs.audit.kernels import KernelAudit, kernel_audit

if TYPE_CHECKING:
    from perceptron.estimators.kernel_passes import KernelRun


@dataclass(frozen=True)
class GaussianAudit:
    """The data, the learner, the rate γ of its kernel, and what was found of the run."""

    data: Dataset
    learner: Perceptron
    rate: Fraction
    found: KernelAudit

    def to_json(self) -> dict[str, Any]:
        """The record that `audit --json` writes. The u of a bound has the coefficients of the points, in the order of the rows."""
        found, run = self.found, self.found.run
        return {
            "data": self.data.name,
            "classes": self.data.classes,
            "learner": {"name": "kernel", "kernel": {"name": "gaussian", "gamma": str(self.rate)}, "ties": self.learner.ties},
            "rounds": run.T,
            "passes": run.passes,
            "halted": run.halted,
            "dimension": self.data.examples.dimension,
            "updates": run.M,
            "separable": found.separated or None,
            "best": None if found.best is None else found.best.id,
            "why": found.why,
            "bounds": [bound.to_json() for bound in found.bounds],
            "notes": [*self.data.notes, *found.notes],
        }


def gaussian_audit(data: Dataset, rate: Fraction, learner: Perceptron, limit: int) -> GaussianAudit:
    """Run the learner over the examples, at most `limit` times over, and bound its mistakes. Raises InputError for too many rows."""
    return GaussianAudit(data, learner, rate, kernel_audit(_run(data, rate, learner, limit), learner))


def _run(data: Dataset, rate: Fraction, learner: Perceptron, limit: int) -> KernelRun:
    import numpy as np

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

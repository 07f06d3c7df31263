"""What an audit asks of a learner: the theorems that bound its updates, and a run measured in its own lengths."""

from __future__ import annotations

from fractions import Fraction

from perceptron import Examples, MarginPerceptron, Perceptron, Quantities, measure
from perceptron.learners.winnow import Winnow
from perceptron.runs.passes import Passes
from proofs.audit.update_bounds import UpdateBound, update_bounds
from proofs.audit.winnow import in_its_lengths, winnow_bounds

Audited = Perceptron | MarginPerceptron | Winnow


def bounds_of(learner: Audited, examples: Examples) -> list[UpdateBound]:
    """The bounds on the learner's updates that the catalogue states for runs such as those on these examples. Raises InputError."""
    return winnow_bounds(learner, examples) if isinstance(learner, Winnow) else update_bounds(learner, examples.dimension)


def quantities(made: Passes, u: tuple[Fraction, ...], gamma: Fraction) -> Quantities:
    """The run measured against u and γ: by Euclid's lengths, or for Winnow by ‖x‖∞ and ‖u‖₁. Raises InputError."""
    q = measure(made, u, gamma)
    return in_its_lengths(q, made, u) if isinstance(made.learner, Winnow) else q

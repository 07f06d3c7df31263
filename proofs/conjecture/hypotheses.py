"""The hypotheses of a game. Each limits the adversary's choice; dropping it lifts that limit and nothing else."""

from __future__ import annotations

from enum import StrEnum


class Hypothesis(StrEnum):
    """A hypothesis of a game, in the order in which files and pages list them.

    ZERO_START                w₁ = 0
                              dropped: w₁ is the adversary's
    MISTAKE_DRIVEN            the learner updates on mistakes only
                              dropped: it updates on every round (Hebb)
    MARGIN_RULE               … only below the margin threshold
                              dropped: it updates on every round (Hebb), the first not counted
    BALANCED_WEIGHTS          Winnow keeps a second weight w⁻ for each coordinate
                              dropped: it keeps w⁺ alone, which is never negative
    POSITIVE_SEMI_DEFINITE    the matrix that stands for a kernel is one
                              dropped: it need not be
    POSITIVE_MARGIN           gamma > 0
                              dropped: any gamma
    UNIT_COMPARATOR           ‖u‖ = 1, or ‖u‖ ≤ 1 ("ball")
                              dropped: any u
    BOUNDED_EXAMPLES          ‖x‖ = 1, ‖x‖ ≤ 1 ("ball"), or ‖x‖ ≤ R for the R declared
                              dropped: any x
    SEPARABLE                 y⟨u,x⟩ ≥ gamma on every round; where labels may be flipped, −y⟨u,x⟩ ≥ gamma on that many of them
                              dropped: any labels
    FINITE_CLASS              every coordinate of an example is one of the numbers listed
                              dropped: any examples
    SAME_EXAMPLES             where passes are shuffled: each pass has the examples of the first, in an order of the adversary's
                              dropped: any examples
    """

    ZERO_START = "zero start"
    MISTAKE_DRIVEN = "mistake-driven"
    MARGIN_RULE = "margin rule"
    BALANCED_WEIGHTS = "balanced weights"
    POSITIVE_SEMI_DEFINITE = "positive semi-definite"
    POSITIVE_MARGIN = "positive margin"
    UNIT_COMPARATOR = "unit comparator"
    BOUNDED_EXAMPLES = "bounded examples"
    SEPARABLE = "separable"
    FINITE_CLASS = "finite class"
    SAME_EXAMPLES = "same examples"

    def __repr__(self) -> str:
        """The text itself, as tuples of hypotheses are shown in notebooks."""
        return repr(self.value)

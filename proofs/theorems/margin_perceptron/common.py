"""The Margin Perceptron with threshold (1−ε)γ: what its pages share.

The learner starts at w = y·x of the first example and then updates whenever y⟨w, x⟩ < (1−ε)γ‖w‖, for a fixed 0 < ε ≤ 1; ε = 1/2 is the
lecture's, ε = 1 the plain Perceptron.  M does not count the first example, so M + 1 vectors are added in all.  Above ε = 1 the bounds are
false: at ε = 5/4 and γ = 1 a single example has M = 0, but 2/(ε²γ²) − 2/ε < 0, 1/(ε²γ²) < 1, and so on.
"""

from perceptron.extremal.families import MARGIN_SPIRALS
from proofs.statements.authoring import (
    Beyond, Callable, Derivation, Fact, Fraction, Game, M, Page, Proving, Term, bounded, gt, le, lengths, margin_rule, mistake_bound,
    positive_margin, real, recurrence, separable, unit_comparator,
)  # fmt: skip

vectors = M + 1
eps = real("ε")
epsilon = (
    Fact("ε > 0", "the threshold stays below the margin; at ε = 0 see margin-perceptron-full", gt(eps, 0)),
    Fact("ε ≤ 1", "the threshold is not negative: no mistake is passed over", le(eps, 1)),
)


def run(share: Term) -> tuple[Fact, ...]:
    """A run at the threshold share·γ on examples no longer than 1 that some u with ‖u‖ ≤ 1 separates by γ."""
    learner = (*recurrence(), margin_rule(share, vectors), *lengths())
    return (*learner, positive_margin(), unit_comparator(), bounded(updates=vectors), separable(vectors))


facts = (*run(1 - eps), *epsilon)


def game(eps: Fraction) -> Game:
    return Game(learner="margin", eps=eps, setting="separable", norm="ball", comparator="ball")


def for_every_epsilon(bound: str, below: Fraction = Fraction(-1, 2), limit: str = "") -> Callable[[Proving], Page]:
    """A bound for the learner at every ε; it is attacked at ε = 1/2, 1/4 and 3/4, and without a limit of ε beyond that.

    below: the ε for which it is attacked without ε > 0; 0 if it needs no ε > 0."""
    first, *more_games = map(game, (Fraction(1, 2), Fraction(1, 4), Fraction(3, 4)))
    limits = {"ε > 0": below, "ε ≤ 1": Fraction(5, 2)}
    beyond = {name: Beyond(bound, game(eps)) for name, eps in limits.items() if eps}
    return mistake_bound(bound, first, facts, more_games=tuple(more_games), beyond=beyond, families=MARGIN_SPIRALS, limit=limit)


def reciprocals(d: Derivation) -> tuple[str, str]:
    """The lines 1/γ > 0 and 1/ε > 0."""
    return d.have(gt(real("1/γ"), 0)), d.have(gt(real("1/ε"), 0))

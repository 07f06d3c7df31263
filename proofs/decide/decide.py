"""The order of attempts: closed forms of the range's ends, a kernel proof, then the search."""

from __future__ import annotations

from functools import partial
from time import monotonic

from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game, default_game
from proofs.decide.margin import from_sharp_bound
from proofs.decide.posed import Posed, posed
from proofs.decide.prove import Proved, Way, first_proof, from_range
from proofs.decide.refute import refuted
from proofs.decide.verdict import Decision
from proofs.derive.authoring.certificate_search import NotFound
from proofs.falsify import Found, falsify

WAYS: dict[str, tuple[tuple[str, Way], ...]] = {
    "perceptron": (
        ("from the range", from_range),
        ("from the range with M ≥ 1", partial(from_range, whole=True)),
        ("from both ends of the range", partial(from_range, whole=True, above=True)),
    ),
    "margin": (("from the sharp bound", from_sharp_bound),),
}
QUICK = 3.0  # seconds for the closed forms
PROOF_SHARE = 0.7  # of the time that is left; the rest is the search's


def decide(conjecture: str | Comparison, game: Game | None = None, budget: float = 20.0, seed: int = 0) -> Decision:
    """A verdict on a conjecture: proved by the kernel, refuted by an exact run, or undecided.

    conjecture   a comparison of the grammar, such as "M <= 1/gamma**2 + 2*TD/gamma"
    game         the rules of play; by default those that `falsify` chooses for these quantities
    budget       seconds, about: an attempt that has begun is finished

    Raises InputError for what is no conjecture.

        >>> decide("M <= 1/gamma**2").verdict
        'proved'
    """
    began = monotonic()
    comparison = parse(conjecture, conditions=True) if isinstance(conjecture, str) else conjecture
    game = game or default_game(comparison.names)

    def left() -> float:
        return budget - (monotonic() - began)

    if (found := refuted(comparison, game, min(QUICK, budget))) is not None:
        return Decision(comparison, game, monotonic() - began, "by a run at an end of the range", counterexample=found)
    try:
        proof = prove(posed(comparison, game), PROOF_SHARE * left())
        return Decision(comparison, game, monotonic() - began, proof.how, proof=proof)
    except NotFound as reason:
        tried = str(reason)
    outcome = falsify(comparison, game, budget=max(1.0, left()), seed=seed)
    if isinstance(outcome, Found):
        return Decision(comparison, game, monotonic() - began, "by search", counterexample=outcome.counterexample)
    return Decision(comparison, game, monotonic() - began, tried, nearest=outcome.report.best)


def prove(statement: Posed, seconds: float = 20.0) -> Proved:
    """A kernel proof of the posed conjecture. Raises NotFound."""
    return first_proof(statement, WAYS[statement.game.learner], seconds)

"""`decide` inside a search: the closed forms before anything is drawn, a proof as soon as the first rounds of the search found nothing.

    falsify("M <= 1/gamma**2 + 2*TD/gamma", strategies=[DecideFirst()])

A run of a closed form is measured, shrunk and judged as every other. A proof ends the search. What either needs is loaded when it is its
turn, so that a search which succeeds at once is as quick as without."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from math import inf
from typing import TYPE_CHECKING, NoReturn

from proofs.conjecture.game import Ending
from proofs.falsify import Run, SettledByProof, StrategyView
from proofs.system.work_clock import work_time

if TYPE_CHECKING:
    from proofs.decide.prove import ProvedConjecture

RUN_SECONDS, RUN_SHARE = 1.0, 0.1  # for the closed forms: seconds, or a share of the time that is left if that is more
SHARE, SHARE_OF_OWN = 0.25, 0.5  # of the time that is left, for the prover; the same for a learner object, which asks for a proof
LEAST = 1.0  # seconds without which it is not worth loading


class DecideFirst:
    """The strategy.

    proof_turn    in which of its turns it proves: 0 is before the search, 1 after one round of the other strategies
    seconds       for the prover, and the most for the closed forms; by default a share of the time that is left, and for the prover
                  nothing where that is short

    For a learner object the proof comes first and has a larger share: it is tried only if the object says how its updates lengthen w. Such
    a proof rests on the object's declaration, so it is noted and the search goes on.
    """

    name = "closed forms"
    alone = True

    def __init__(self, proof_turn: int = 1, seconds: float | None = None) -> None:
        self.proof_turn, self.seconds = proof_turn, seconds

    def runs(self, seen: StrategyView, turn: int) -> Iterator[Run]:
        """The closed forms. Raises SettledByProof if the conjecture is proved with no other hypotheses than the rules of the game."""
        rule = seen.evaluator.rule
        if turn == 0 and rule is None:  # against somebody's own learner the search itself plays the families
            yield from closed_forms(seen, inf if self.seconds is None else self.seconds)
        if turn == (self.proof_turn if rule is None else 0) and (self.seconds is not None or seen.left() > LEAST):
            share = SHARE if rule is None else SHARE_OF_OWN
            prove_or_pass(seen, share * seen.left() if self.seconds is None else self.seconds)


def closed_forms(seen: StrategyView, most: float = inf) -> Iterator[Run]:
    """The runs of the families that break the conjecture, the judge agreeing; found in `most` seconds."""
    from proofs.decide.refute import attempt, candidates

    deadline = work_time() + min(max(RUN_SECONDS, RUN_SHARE * seen.left()), seen.left() / 4, most)
    runs = takewhile(lambda run: work_time() < deadline, candidates(seen.evaluator, deadline))
    yield from (run for run in runs if attempt(seen.evaluator, run, deadline) is not None)


def prove_or_pass(seen: StrategyView, seconds: float) -> None:
    """Raise SettledByProof if the kernel accepts a proof; else return."""
    from proofs.decide.attempts import prove_of_learner, settle_comparison
    from proofs.derive.authoring.certificate_search import NotFound

    rule = seen.evaluator.rule
    try:
        if rule is None:
            settle(*settle_comparison(seen.comparison, seen.game, seconds))
        settle(prove_of_learner(rule, seen.comparison, seen.game, seconds))
    except NotFound:
        return


def settle(proof: ProvedConjecture, vacuous: str = "") -> NoReturn:
    """End the search by a proof, of the claim or of its being vacuous."""
    ending = Ending.VACUOUS if vacuous else Ending.PROVED
    raise SettledByProof(f"{vacuous}{': ' * bool(vacuous)}{phrase(proof)}", ending, proof.where)


def phrase(proof: ProvedConjecture) -> str:
    """How it was proved, in a line."""
    return f"{len(proof.proof.steps)} steps, accepted by the kernel, {proof.how}; it rests on {proof.rests_on}"

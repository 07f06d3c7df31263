"""The interface of a strategy, which proposes runs, turn by turn. The search measures and judges each of them exactly.

    >>> from fractions import Fraction
    >>> from proofs.falsify import Run, falsify
    >>> class TwoExamples:
    ...     name = "two examples"
    ...
    ...     def runs(self, seen, turn):
    ...         yield Run(grid=5, moves=((3, 4), (3, -4)), labels=(1, 1), u=(1, 0), unit=1, gamma=Fraction(3, 5))
    >>> outcome = falsify("M <= 1", strategies=[TwoExamples()])
    >>> outcome.found, outcome.counterexample.M
    (True, 2)

The search trusts no proposal, so a strategy cannot find a run that does not exist. A strategy may also end the search because it has a
proof (`SettledByProof`); that proof is believed as far as the strategy is, so it has to be the kernel's, or one by going through all cases
(`exhaustion`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from proofs.conjecture import Comparison
from proofs.conjecture.game import Ending, Game
from proofs.falsify.run import MeasuredRun, Run

if TYPE_CHECKING:
    from proofs.falsify.evaluator import Evaluator


class StrategyView(Protocol):
    """The data that a strategy may use: the question, and the best runs so far."""

    @property
    def comparison(self) -> Comparison: ...
    @property
    def game(self) -> Game: ...
    @property
    def evaluator(self) -> Evaluator:
        """Measures runs and scores them: 1 is equality, more breaks the conjecture."""

    def best_runs(self, most: int) -> Sequence[MeasuredRun]:
        """The runs that came nearest, the nearest first."""

    def left(self) -> float:
        """Seconds until the budget is spent."""

    def check_time(self) -> None:
        """To be called now and then by what takes long: it ends the search when the budget is spent."""

    def note(self, text: str) -> None:
        """Called with a remark for the report that is no result."""

    def number(self, part: int) -> int:
        """A seed for draws, made from the search's own."""


BY_EXHAUSTION = "by exhaustion"  # how a proof begins that has gone through all cases


class SettledByProof(BaseException):
    """Raised by a strategy that has a proof of the conjecture: the search ends so, and reports this text. No Exception, as `RunBreaks`."""

    def __init__(self, proof: str, ending: Ending = Ending.PROVED, where: tuple[str, ...] = ()) -> None:
        super().__init__(proof, ending, where)
        self.proof, self.ending, self.where = proof, ending, where


class Strategy(Protocol):
    """A way to propose runs. `name` is that under which a report counts them. One with an attribute `alone` that is true is called by the
    first of several workers only."""

    name: str

    def runs(self, seen: StrategyView, turn: int) -> Iterator[Run]:
        """Runs to be judged; `turn` counts how often this strategy was asked before. One that breaks the conjecture ends the search."""

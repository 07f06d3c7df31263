"""Exercises that ask for a bound: what is false gets a run, what is weaker than need be gets one too, and the rest rests on a theorem."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from perceptron.errors import InputError
from proofs.book.exercises import sample
from proofs.book.exercises.marking import Marked
from proofs.book.exercises.runs import as_counterexample, filled
from proofs.conjecture import Comparison, parse, side
from proofs.conjecture.evaluate import compare
from proofs.conjecture.functions import Undefined
from proofs.conjecture.game import Game
from proofs.conjecture.learners import Given
from proofs.counterexample import Counterexample, judge
from proofs.theorems import catalogue

SECONDS = 5.0  # that search and kernel get, where there is a search
ROUNDED = ", exactly or to the highest precision"  # nested roots may be equal without ever being told so


@dataclass(frozen=True)
class Bounding:
    """Find the best bound of a given form; `conjecture` has {} where the answer belongs.

    answer     the reference, which `theorem` of the catalogue proves
    against    extremal runs to hold an answer against, beside random ones
    """

    conjecture: str
    game: Game
    answer: str
    theorem: str
    against: tuple[str, ...] = ()

    @cached_property
    def reference(self) -> Comparison:
        """The conjecture with the reference answer."""
        return self._with(self.answer)

    def _with(self, answer: str) -> Comparison:
        return parse(answer) if self.conjecture == "{}" else filled(self.conjecture, answer)

    @property
    def asks(self) -> str:
        if self.conjecture == "{}":
            return f"Answer with a bound, `{self.reference.text.partition(self.reference.op)[0]}{self.reference.op} …`."
        return f"Answer with what belongs in place of … in `{self.conjecture.replace('{}', '…')}`."

    def read(self, answer: str) -> Comparison:
        """The conjecture with an answer in its place.  Raises InputError if it is none of that form."""
        comparison = self._with(answer)
        if (comparison.left, comparison.op) != (self.reference.left, self.reference.op):
            form = self.reference.text.partition(self.reference.op)[0]
            raise InputError(f"the answer has the form {form}{self.reference.op} …")
        return comparison

    def runs(self) -> Iterator[Given]:
        yield from map(sample.named, self.against)
        yield from sample.drawn(self.game)

    def mark(self, answer: str) -> Marked:
        comparison, reference, orders = self.read(answer), self.reference, list[int | None]()
        generous: tuple[Counterexample, str, str] | None = None
        for given in self.runs():
            found = as_counterexample(comparison.text, self.game, given, sample.radius(self.game, given))
            verdict = judge(found)
            if verdict:
                return self._broken(found)
            try:
                order = compare(comparison.right, reference.right, verdict.values)
            except Undefined:
                continue
            orders.append(order)
            if order == 1 and generous is None:
                generous = found, side(comparison.right, verdict.values), side(reference.right, verdict.values)
        if -1 in orders:
            return self._decided(comparison)
        if generous is not None:
            run, given_away, enough = generous
            words = f"it is true, but gives something away: here its right side is {given_away}, that of theorem {self.theorem} {enough}."
            return Marked(False, words, run)
        words = (
            f"on each of {len(orders)} runs it says what theorem {self.theorem} says{ROUNDED if None in orders else ''}. {self._proved()}"
        )
        return Marked(True, words)

    def _proved(self) -> str:
        built = catalogue.built([self.theorem])
        steps = sum(len(b.proof.steps) for b in built.values())
        return f"The kernel has just replayed that theorem and all that it rests on, {steps} steps."

    def _decided(self, comparison: Comparison) -> Marked:
        """What claims more than the reference is put to the search and to the kernel."""
        try:
            from proofs.decide import decide
        except ImportError:  # a page in a browser has no search
            return Marked(False, "it claims more than is proved, and no run at hand breaks it. Ask the search, outside this page.")
        decision = decide(comparison, self.game, budget=SECONDS)
        if decision.counterexample is not None:
            return self._broken(decision.counterexample)
        if decision.proof is not None:
            steps = len(decision.proof.proof.steps)
            return Marked(
                True, f"it claims more than theorem {self.theorem}, and the kernel has just accepted a proof of it, {steps} steps."
            )
        words = f"it claims more than theorem {self.theorem} proves; neither a proof nor a run that breaks it was found: undecided."
        return Marked(False, words, decision.nearest)

    @staticmethod
    def _broken(found: Counterexample) -> Marked:
        return Marked(False, f"{found.comparison.unicode()} is false: on this run the sides are {found.lhs} and {found.rhs}.", found)

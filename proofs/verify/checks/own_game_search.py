"""Attacks on conjectures about a learner with a game of its own: Hypothesis draws the adversary's plan, and the judge judges a find.

Against experts the plan is which of them lose in a round: as many as make the majority err, the heaviest or the lightest first, or all that
the plan names. Against the multiclass Perceptron the plan draws u and examples, and keeps those on which the learner errs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count, islice
from typing import Any, NoReturn

from hypothesis import target

from perceptron.errors import InputError
from perceptron.numbers.enclosure import NotSeparated
from perceptron.numbers.exact import dot
from proofs.conjecture import Comparison
from proofs.conjecture.evaluate import as_float, compile_term, guard
from proofs.conjecture.game import LOSSES, Ending
from proofs.conjecture.own_games import NEVER_WRONG, Experts, Multiclass, OwnChoice, OwnGame, Vector, shorten
from proofs.counterexample.judge import Verdict
from proofs.counterexample.own_games import OwnCounterexample, at_some_precision, judge_own
from proofs.falsify.evaluator import ratio
from proofs.falsify.search import draw
from proofs.statements.instance import Draw
from proofs.system.work_clock import work_time
from proofs.verify.checks.property_search import NoTimeLeft

BYTES, TURN, SHORT_TURN = 120, 500, 100
EXPERTS, ROUNDS, MISTAKES = 16, 40, 12  # at most, in one plan


@dataclass
class OwnGameSearch:
    """A search for a run that breaks one of the comparisons, for some seconds or a number of turns of a hundred draws.

    held: runs that keep the hypotheses and break nothing; best: the highest ratio of the sides, and of which comparison; proof: how they
    follow from a theorem, in words, where nothing is searched."""

    game: OwnGame
    comparisons: Sequence[Comparison]
    dropped: tuple[str, ...] = ()
    budget: float = 10.0
    turns: int | None = None
    seed: int = 0
    proof: str = ""
    drawn: int = 0
    held: int = 0
    best: float = 0.0
    found: OwnCounterexample | None = None
    verdict: Verdict | None = None
    until: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self.names = frozenset[str]().union(*(one.names for one in self.comparisons))
        self.demanded = [name for name in self.game.hypotheses(self.names) if name not in self.dropped]
        if unknown := sorted(set(self.dropped) - set(self.game.hypotheses(self.names))):
            raise InputError(f"no hypothesis {unknown[0]!r} to drop; this game has: {', '.join(self.game.hypotheses(self.names))}")
        self.sides = [(one, guard(compile_term(one.left)), guard(compile_term(one.right))) for one in self.comparisons]

    @property
    def ending(self) -> Ending:
        """Proved, refuted, survived, or not tried where no run that keeps the hypotheses was drawn."""
        if self.proof:
            return Ending.PROVED
        return Ending.REFUTED if self.found is not None else Ending.SURVIVED if self.held else Ending.UNTRIED

    def run(self) -> OwnGameSearch:
        """Search until the time is up, the turns are over, or a run is found and shrunk; then judge it."""
        if self.proof:
            return self
        self.until = work_time() + self.budget
        try:
            for turn in islice(count(self.seed * 1_000_003), self.turns):
                draw(self, BYTES, turn, TURN if self.turns is None else SHORT_TURN, shrunk=True)
        except NoTimeLeft:
            pass
        except AssertionError:
            if self.found is None:
                raise
        if self.found is not None:
            self.verdict = judge_own(self.found)
            if not self.verdict:
                raise RuntimeError(f"the judge rejects what the search found: {'; '.join(self.verdict.reasons)}")
        return self

    def __call__(self, data: bytes) -> None:
        """Play one plan."""
        if work_time() > self.until:
            raise NoTimeLeft
        self.drawn += 1
        choice = plan(self.game, Draw(data), self.names, self.dropped)
        if choice is None or any(self.game.failing(choice, name) for name in self.demanded):
            return
        at_some_precision(lambda: self._judge(choice))

    def _judge(self, choice: OwnChoice) -> None:
        values = self.game.values(choice)
        floats = {name: as_float(values[name]) for name in self.names}
        nearest = 0.0
        for one, left, right in self.sides:
            pressed = ratio(one.op, left(floats), right(floats))
            if not pressed < 1 - 1e-9 and (status := one.status(values)) != "true":
                if status == "undecided":
                    raise NotSeparated(one.text)
                if status == "false":
                    self._break(one, choice, one.sides(values))
            nearest = max(nearest, 0.0 if math.isnan(pressed) else min(pressed, 1.0))
        self.held += 1
        self.best = max(self.best, nearest)
        target(nearest)

    def _break(self, one: Comparison, choice: OwnChoice, sides: tuple[str, str]) -> NoReturn:
        self.found = OwnCounterexample(one, self.game, choice, self.dropped, sides)  # the last one is the smallest
        raise AssertionError("broken")

    def lines(self) -> list[str]:
        """The result, in words."""
        claimed = " and ".join(one.unicode() for one in self.comparisons)
        if self.proof:
            return [f"{claimed}: is proved, and so not searched", f"proof: {self.proof}"]
        seconds = f"seed {self.seed}, {f'budget {self.budget:g} s' if self.turns is None else f'{self.turns:,} turns'}"
        tried = f"drew {self.drawn:,} runs: {self.held:,} keep the hypotheses and break nothing ({seconds})"
        if self.found is None:
            words = "survived this search" if self.held else "was not tried: no run that keeps the hypotheses was drawn"
            theorem = f"the theorem about {self.game.name}: perceptron-proofs show {self.game.theorems[0][0]}"
            return [f"{claimed}: {words}", tried, f"nearest: ratio {self.best:.6f}", theorem]
        left, right = self.found.sides
        rounds = len(self.found.choice.rounds)
        ended = f"after {rounds} round{'s' * (rounds != 1)} the sides are {left} and {right}"
        return [f"{self.found.comparison.unicode()}: is false", ended, tried]

    def to_json(self) -> dict[str, Any]:
        """The result, for programs."""
        counts = {"drawn": self.drawn, "held": self.held, "ratio": round(self.best, 6), "seed": self.seed, "turns": self.turns}
        record = {"found": self.found is not None, "outcome": self.ending.word, "learner": self.game.record, "dropped": list(self.dropped)}
        conjecture = {"conjecture": " and ".join(one.text for one in self.comparisons)} | ({"proof": self.proof} if self.proof else {})
        return record | conjecture | counts | {"counterexample": None if self.found is None else self.found.to_json()}


def plan(game: OwnGame, drawn: Draw, names: frozenset[str], dropped: Sequence[str]) -> OwnChoice | None:
    """The run of a plan; None if it has no round."""
    if isinstance(game, Multiclass):
        return play_classes(game, drawn, bool(names & LOSSES))
    return play_experts(game, drawn, NEVER_WRONG in game.hypotheses(names) and NEVER_WRONG not in dropped)


def play_experts(game: OwnGame, drawn: Draw, spared: bool) -> OwnChoice:
    """Rounds in which a part of the experts lose: just half of the weight or more, all but the first, or those that were drawn."""
    experts, rounds, kind = 1 + drawn.upto(EXPERTS - 1), 1 + drawn.upto(ROUNDS - 1), drawn.upto(3)
    spare, order, one, zero = spared or drawn.upto(1) == 0, drawn.upto(1), Fraction(1), Fraction(0)
    factor = game.chosen if isinstance(game, Experts) and game.option == "beta" else Fraction(1, 2) * (game.option != "")
    weights, played = [one] * experts, list[tuple[Vector, int]]()
    for _ in range(rounds):
        losses = [zero] * experts
        if kind == 3:
            losses = [one if drawn.upto(1) else zero for _ in weights]
        listed = sorted(range(spare, experts), key=lambda i: (weights[i], -i), reverse=order == 0)
        for i in listed if kind < 3 else ():
            if kind == 2 or 2 * dot(weights, losses) < sum(weights):
                losses[i] = one
        if spared:
            losses[0] = zero
        if drawn.rarely():
            losses[-1] = drawn.number()
        played.append((tuple(losses), 0))
        weights = [w * (1 - (1 - factor) * loss) for w, loss in zip(weights, losses, strict=True)]
    return OwnChoice(tuple(played))


def play_classes(game: Multiclass, drawn: Draw, with_losses: bool) -> OwnChoice | None:
    """Up to a number of mistakes on examples that mostly have the class for which u scores most; γ is mostly the least lead."""
    dimension = 1 + drawn.upto(2)
    u = tuple(drawn.number(5) for _ in range(dimension * game.classes))
    u = u if drawn.rarely() else shorten(u)
    played, leads, stray = list[tuple[Vector, int]](), list[Fraction](), with_losses and drawn.upto(1) == 1
    for _ in range(1 + drawn.upto(MISTAKES - 1)):
        x = drawn.vector(dimension)
        scores = [dot(u[r * dimension : (r + 1) * dimension], x) for r in range(game.classes)]
        y = 1 + (drawn.upto(game.classes - 1) if drawn.rarely() or stray else scores.index(max(scores)))
        lead = min(game.leads(u, x, y).values())
        before = len(game.steps(OwnChoice(tuple(played), u))[0])
        if (lead > 0 or stray) and len(game.steps(OwnChoice((*played, (x, y)), u))[0]) > before:
            played.append((x, y))
            leads.append(lead)
    least = min(leads, default=Fraction(0))
    gamma = least if least > 0 and not stray else abs(drawn.number()) or Fraction(1)
    return OwnChoice(tuple(played), u, gamma) if played else None

"""Attacks on properties: Hypothesis draws instances in which the facts hold and looks for one in which the claim fails.

The finding is an exact instance, shrunk; `Property.broken_by` judges it without any of this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Any, NoReturn

from hypothesis import target

from proofs.conjecture.game import Ending
from proofs.falsify.search import Outcomes, draw
from proofs.statements.evaluation import UndefinedTerm, holds
from proofs.statements.instance import Draw, Instance, Shape
from proofs.statements.property import Property
from proofs.statements.tail import Tail
from proofs.system.work_clock import work_time
from proofs.theorems.witnesses import models
from proofs.verify.checks.nearness import BYTES, nearness

AT_LEAST = 60  # instances with all facts, however short the time
LONGEST = 100  # times that the search may then take
NOT_DEFINED = "the claim speaks of what there is not"
TURN, SHORT_TURN = 500, 100  # draws that Hypothesis is asked for at once; the second where the search is bounded by its turns


class NoTimeLeft(BaseException):
    """The time is up. It is not an Exception, so Hypothesis does not catch it."""


@dataclass
class Trial:
    """The result of an attack: a smallest instance that breaks the property, or the number of instances in which it held.

    outside: how many were drawn that do not keep a hypothesis, by the first one that fails. nearest: where the claim was nearest to
    failing, and `ratio` how near (see `nearness`; 0 if nothing is known). first: seconds until something was found, with the shape of that
    instance, before shrinking. stale: seconds since the nearest was drawn. outcomes: of those that count, by shape and ratio."""

    found: Instance | None = None
    held: int = 0
    drawn: int = 0
    seconds: float = 0.0
    seed: int = 0
    budget: float = 0.0
    turns: int | None = None  # after which the search ends
    outside: Counter[str] = field(default_factory=Counter)
    ratio: float = 0.0
    nearest: Instance | None = None
    first: float | None = None
    first_shape: Shape = (0, 0)
    stale: float = 0.0
    longest: int = 0  # horizon
    outcomes: Outcomes = field(default_factory=Outcomes)
    kept: bool = False  # whether what was found was not drawn, but is kept with the theorem
    tails: tuple[Tail, ...] = ()  # learners played on more draws than an instance can list

    @property
    def strongest(self) -> Tail | None:
        """The played learner that comes nearest to breaking the claim."""
        return max(self.tails, key=lambda tail: tail.ratio, default=None)

    @property
    def broken_by(self) -> Tail | None:
        """The played learner that breaks the claim, if one does."""
        return self.strongest if self.strongest is not None and self.strongest.breaks else None

    @property
    def ending(self) -> Ending:
        """Refuted, survived, or not tried where no instance that keeps the hypotheses was drawn."""
        return Ending.REFUTED if self.found is not None or self.broken_by is not None else Ending.SURVIVED if self.held else Ending.UNTRIED

    def to_json(self) -> dict[str, Any]:
        """The trials, in the form of a search's report: runs are the instances that keep all hypotheses, rounds all that were drawn."""
        return {
            "runs": self.held + (self.found is not None),
            "rounds": self.drawn,
            "longest": self.longest,
            "undecided": 0,
            "undefined": self.outside[NOT_DEFINED],
            "outside": dict(self.outside),
            "seed": self.seed,
            "budget": self.budget,
            "turns": self.turns,
            "seconds": round(self.seconds, 3),
            "ratio": self.ratio,
            "outcomes": {"runs": self.outcomes.judged, "once": self.outcomes.once},
            "stale": round(self.stale, 3),
            "tails": len(self.tails),
            "strategies": {},
        }

    def lines(self) -> Iterator[str]:
        """The trials, as plain lines."""
        yield (
            f"drew {self.drawn:,} instances: {self.held:,} keep all hypotheses, and the claim holds there "
            f"(seed {self.seed}, {self.seconds:.1f} s, {f'budget {self.budget:g} s' if self.turns is None else f'{self.turns:,} turns'})"
        )
        if self.outside:
            yield "set aside for a hypothesis that fails: " + ", ".join(f"{name} {n:,}" for name, n in self.outside.most_common())
        if self.kept:
            yield "the draws found none that breaks it: this instance is kept with the theorem, and was judged now"
        if self.nearest is not None:
            yield f"nearest: ratio {self.ratio:.6f}{', equality' if self.ratio == 1 else ''}"
        if self.strongest is not None:
            yield f"played {len(self.tails)} learners on more draws; nearest: {self.strongest}"


class PropertySearchInterrupted(KeyboardInterrupt):
    """Ctrl-C during an attack, with the trials until then."""

    def __init__(self, trial: Trial) -> None:
        super().__init__("interrupted")
        self.trial = trial


def attack(item: Property, seconds: float, number: int = 0, most: int = 100_000, at_least: int = AT_LEAST) -> Trial:
    """Search for an instance with all facts in which the claim fails, for about `seconds`, or longer until `at_least` instances have all
    facts, but at most a hundred times as long."""
    attempt = _Attempt(PropertySearch(item, seconds, seed=number), at_least)
    return attempt.run(lambda: _run(attempt, number, most))


@dataclass(frozen=True)
class PropertySearch:
    """A search for such an instance that takes the whole time, however many draws that is, aimed at where the claim is nearest to failing.

    item        the property
    seconds     the budget
    without     the hypothesis that is dropped, or "as printed"; empty for the property itself
    seed        of the draws
    spent       seconds of the budget that are gone already; half of it is kept in any case
    turns       how many turns it takes, each of a hundred draws; by default as many as there is time for
    shape       the only horizon and dimension that count; None for all
    on_found    called as soon as something was found, before it is shrunk
    """

    item: Property
    seconds: float
    without: str = ""
    seed: int = 0
    spent: float = 0.0
    shape: Shape | None = None
    on_found: Callable[[Trial], object] = lambda trial: None
    turns: int | None = None

    @property
    def weakened_property(self) -> Property:
        """The property without the hypothesis. Raises InputError if it has none of that name."""
        return self.item.without(self.without) if self.without else self.item

    def run(self) -> Trial:
        """Run the attack and return its result. Raises Interrupted.

        A page may make its draws by the very hypothesis that is dropped, and then they cannot break the claim. In that case the instance
        that is stored with the theorem, to show the need for the hypothesis, is judged in their place."""
        trial = self._draw()
        kept = models.load(self.item, self.without) if self.without and trial.found is None else None
        if kept is not None and self.shape in (None, kept.shape) and self.weakened_property.broken_by(kept):
            trial.found, trial.kept, trial.first, trial.first_shape = kept, True, trial.seconds, kept.shape
            self.on_found(trial)
        return trial

    def _draw(self) -> Trial:
        attempt = _Attempt(self)

        def turns() -> None:
            for turn in islice(count(self.seed * 1_000_003), self.turns):
                _run(attempt, turn, TURN if self.turns is None else SHORT_TURN)

        try:
            return attempt.run(turns)
        except KeyboardInterrupt:
            raise PropertySearchInterrupted(attempt.trial) from None


class _Attempt:
    """A search under way: called with what Hypothesis draws, it counts, judges, and raises AssertionError where the claim fails.

    at_least: instances with all facts, however short the time; None for a search that is aimed and ends with the time."""

    def __init__(self, search: PropertySearch, at_least: int | None = None) -> None:
        self.item, self.shape, self.on_found = search.weakened_property, search.shape, search.on_found
        self.aim, self.at_least = at_least is None, at_least or 0
        self.trial = Trial(seed=search.seed, budget=search.seconds, turns=search.turns)
        self.improved = work_time()
        self.began = self.improved - min(search.spent, search.seconds / 2)

    def run(self, search: Callable[[], object]) -> Trial:
        """Let the search go on until the time is up or something was found and shrunk."""
        try:
            search()
        except NoTimeLeft:
            pass
        except AssertionError:
            if self.trial.found is None:
                raise
        finally:
            ended = work_time()
            if self.item.tails is not None and self.shape is None:
                self.trial.tails = self.item.tails(self.item)
            self.trial.seconds, self.trial.stale = ended - self.began, ended - self.improved
        return self.trial

    def __call__(self, data: bytes) -> None:
        trial, item = self.trial, self.item
        spent = work_time() - self.began
        if spent > trial.budget and (trial.held >= self.at_least or spent > LONGEST * trial.budget):
            raise NoTimeLeft
        trial.drawn += 1
        whole = item.draw_choices(Draw(data))
        if self.shape is not None and whole.instance().shape != self.shape:
            trial.outside["another shape"] += 1
            return
        model = whole.model
        if fact := item.failing_in(model):
            trial.outside[fact] += 1
            return
        try:
            broken = not holds(item.claim, model)
        except UndefinedTerm:
            trial.outside[NOT_DEFINED] += 1
            return
        if broken:
            self._break(whole.instance())
        trial.held += 1
        if self.aim:
            self._aim(whole.instance(), nearness(item.claim, model))

    def _break(self, instance: Instance) -> NoReturn:
        trial = self.trial
        trial.found = instance  # the last one is the smallest
        if trial.first is None:
            trial.first, trial.first_shape = work_time() - self.began, instance.shape
            self.on_found(trial)
        raise AssertionError("broken")

    def _aim(self, instance: Instance, ratio: float | None) -> None:
        """Take an instance in which the claim holds into account, and let Hypothesis go where it is nearer to failing."""
        trial = self.trial
        trial.longest = max(trial.longest, instance.horizon)
        trial.outcomes.compare((instance.shape, None if ratio is None else round(ratio, 3)))
        if ratio is None:
            return
        target(ratio)
        if trial.nearest is None or ratio > trial.ratio:
            trial.ratio, trial.nearest, self.improved = ratio, instance, work_time()


def _run(attempt: _Attempt, number: int, most: int) -> None:
    """Have Hypothesis make a limited number of draws."""
    draw(attempt, BYTES, number, most, shrunk=True, aimed=attempt.aim)

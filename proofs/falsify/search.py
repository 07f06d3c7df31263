"""The search: strategies take turns until one of them breaks the conjecture or the budget is spent.

    exhaustion           all runs over a finite class, by their states
    known families       those of `perceptron.extremal`, first as they are, then with parameters that press harder
    extremal starts      genomes of the longest runs, once
    genomes              Hypothesis draws genomes (one fixed-length draw of bytes, aimed by `target`), played in feedback
    arbitrary runs       Hypothesis draws short arbitrary runs
    mutations            the best genomes so far, mutated and crossed
    coordinate climb     one of the best genomes, changed gene by gene as long as that helps, then stretched
    group moves          one of the best genomes, with whole groups of genes set to 0 at once, then longer
    local optimiser      the best short runs, moved as a whole in floats and rounded
    margin windows       the nearest runs again, with the margins that press hardest, solved for
    spiral windows       spirals in space, with the margin that presses hardest, solved for
    predicted long runs  up to a million rounds, where the laws of the families say that such a run breaks it, or the same few examples
                         over and over go on to be updates for ever

A report counts them under these names; `long_runs` has very long runs, `margin_windows` those on margins. Turns are counted
in runs and not in seconds, so that with the same seed the same run is found first, however fast the machine. How often each has its turn is
learned during the run (`Search.as_often`).

Each run that a strategy tries is measured and judged (`Trials.consider`). The best are kept, and the first that breaks the conjecture ends
the search. Good and Turing's estimate of the unseen part: the share of the trials that ended as no other did is about the chance that one
more trial shows an outcome that was not seen."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings, target
from hypothesis import strategies as st

from proofs.conjecture import Comparison
from proofs.falsify import against_kernel
from proofs.falsify.against_euclidean import LENGTH
from proofs.falsify.against_learner_object import tells_labels_apart
from proofs.falsify.clock import BudgetSpent
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import MAX_ROUNDS, Alphabet, Genome, Population, alphabet
from proofs.falsify.geometries import geometry_of, run_of
from proofs.falsify.passes_and_classes import in_passes
from proofs.falsify.report import Report, Tally
from proofs.falsify.run import MeasuredRun, Run
from proofs.falsify.strategies import coordinate_climb, exhaustion, group_moves, local_optimiser, long_runs
from proofs.falsify.strategies.apart import PlayedApart
from proofs.falsify.strategies.exhaustion import Exhaustion
from proofs.falsify.strategies.interface import Strategy
from proofs.falsify.strategies.known_families import KnownFamilies
from proofs.falsify.strategies.local_optimiser import Polishing
from proofs.falsify.strategies.long_runs import repeated_runs
from proofs.falsify.strategies.margin_windows import MarginWindows, SpiralWindows
from proofs.system.files import hypothesis_files_in_cache
from proofs.system.work_clock import work_time

MOST_OUTCOMES = 100_000  # that are told apart; further ones are not counted


class Outcomes:
    """`judged`: the trials whose outcomes were compared; `once`: how many of these ended as no other did."""

    def __init__(self) -> None:
        self.judged = self.once = 0
        self._seen: Counter[Hashable] = Counter()

    def compare(self, outcome: Hashable) -> None:
        """Count one trial."""
        before = self._seen[outcome]
        if before or len(self._seen) <= MOST_OUTCOMES:
            self._seen[outcome] = before + 1
            self.judged += 1
            self.once += (before == 0) - (before == 1)


PULSE = 1.0  # seconds


class RunBreaks(BaseException):
    """A run that breaks the conjecture. No Exception, so that Hypothesis lets it pass at once."""

    def __init__(self, run: Run, genome: Genome | None) -> None:
        super().__init__("broken")
        self.run, self.genome = run, genome


class Trials:
    """The trials of a search: its tallies in `report`, the best genomes in `population`, and the run that came nearest.

    last_turn: holds the last turn worth taking (while several processes search, a number that they share); `turn` is the one that is being
    taken, 0 before the strategies take turns."""

    def __init__(self, evaluator: Evaluator, report: Report, deadline: float, last_turn: Any = None) -> None:
        self.evaluator, self.report, self.deadline, self.last_turn, self.turn = evaluator, report, deadline, last_turn, 0
        evaluator.deadline = deadline
        self.kind = alphabet(evaluator.game, MAX_ROUNDS).index("claim")  # the gene that tells kinds of genomes apart
        self.population = Population(random.Random(report.seed), kind=self.kind)
        self.nearest: tuple[float, int, int] = (-math.inf, 0, 0)
        self.nearest_run: MeasuredRun | None = None
        self.outcomes = Outcomes()
        self.pulse: Callable[[], object] | None = None  # called every second
        self.pulsed = self.improved = work_time()  # `improved`: when the nearest run was found

    def run_of(self, genome: Genome) -> Run | None:
        """The run that a genome stands for."""
        return run_of(genome, self.evaluator.game, self.evaluator.rule, self.deadline)

    def check_time(self) -> None:
        """Raises BudgetSpent when the budget is spent or the last turn is over, after which other workers may have found something."""
        now = work_time()
        if self.pulse is not None and now > self.pulsed + PULSE:
            self.pulsed = now
            self.pulse()
        if now > self.deadline or (self.last_turn is not None and self.turn > self.last_turn.value):
            raise BudgetSpent

    def note(self, text: str) -> None:
        """Note what went wrong on the way."""
        if text not in self.report.notes:
            self.report.notes.append(text)

    def consider(self, strategy: str, run: Run | None, genome: Genome | None = None) -> float:
        """Judge one run; its score (−1 if it is not legal). Raises RunBreaks or BudgetSpent."""
        self.check_time()
        if run is None:
            return -1.0
        measured = self.evaluator.measure(run)
        if measured is None or not measured.keeps:
            return -1.0
        score = self.evaluator.score(measured)
        tally = self.count(strategy, run)
        self.report.met = self.report.met or self.evaluator.says_something(measured)
        if self.evaluator.breaks(run, measured, score):
            raise RunBreaks(run, genome)
        score = _bound(score)
        if score > 0.999 and self.evaluator.vacuous(measured):
            score = 0.0
        tally.best = max(tally.best, score)
        self.compare(measured.counted, score)
        self.remember(score, measured, genome, strategy)
        return score

    def compare(self, updates: int, score: float) -> None:
        """Count how many runs ended as no other did."""
        self.outcomes.compare((updates, round(score, 3)))
        self.report.judged, self.report.once = self.outcomes.judged, self.outcomes.once

    def count(self, strategy: str, run: Run) -> Tally:
        """The tally of a strategy, with one run more."""
        tally = self.report.strategies.setdefault(strategy, Tally())
        tally.runs += 1
        tally.rounds += len(run.moves)
        self.report.longest = max(self.report.longest, len(run.moves))
        return tally

    def remember(self, score: float, measured: MeasuredRun, genome: Genome | None, strategy: str) -> None:
        """Keep the run if it is the nearest, and the genome if it is among the best."""
        if (nearness := _nearness(score, measured)) > self.nearest:
            self.nearest, self.nearest_run, self.improved = nearness, measured, work_time()
            self.report.nearest_by = strategy
        if genome is not None:
            self.population.offer(score, measured.counted, genome)


def _bound(score: float) -> float:
    """The score of a run that breaks nothing: above 1 only by rounding, for it was judged exactly."""
    return -0.5 if math.isnan(score) else min(score, 1.0)


def _nearness(score: float, measured: MeasuredRun) -> tuple[float, int, int]:
    """By which the nearest run is chosen: the score, then more updates (up to a point), then fewer rounds."""
    return round(score, 12), min(measured.counted, 100), -len(measured.run.moves)


ROUND_LIMITS = (12, 40, 150, 12, 40, 600, 12, 150, 40, MAX_ROUNDS)  # rounds allowed, turn by turn
ARBITRARY = 250  # arbitrary runs in a turn
AT_FIRST = 64  # rounds of the starts that somebody's own learner plays before it is searched
LABELS = (0, 2, 1)  # values of the gene "label": all 1, in turn, all −1
NEARER = 1e-6  # by which the nearest run has to come nearer for a turn to count
MOST_WORTH = 4.0  # of a strategy, and its reciprocal the least
FORESEEN = 3000  # updates of a predicted run that is tried before anything is drawn
ROUNDS_PER_TURN = 6000  # of one strategy, roughly
MOST_COORDINATES = 400_000  # of a run that a genome spells


class Search(Trials):
    """One search. `run` raises RunBreaks, SettledByProof or BudgetSpent (after the last turn too), and never returns."""

    def __init__(
        self,
        evaluator: Evaluator,
        report: Report,
        deadline: float,
        with_shapes: bool = True,
        last_turn: Any = None,
        strategies: Sequence[Strategy] = (),
    ) -> None:
        super().__init__(evaluator, report, deadline, last_turn)
        self.game, self.geometry, self.with_shapes = evaluator.game, geometry_of(evaluator.game), with_shapes
        self.given = strategies  # asked in every round
        self.worth: dict[str, float] = {}  # of the search's own strategies, learned from what their turns bring
        self.due: dict[str, float] = {}  # turns that are owed to them
        self.asked: Counter[str] = Counter()
        self.later: list[Genome] = []  # starts that are not tried yet
        self.topped: defaultdict[str, set[Genome]] = defaultdict(set)  # by the way up: from where nothing leads on, or not by another turn
        self.ascents: defaultdict[str, Counter[int]] = defaultdict(Counter)  # how many from each kind
        changed = not self.game.is_plain
        self.endless = with_shapes and not changed  # whether very long runs can be written as recipes
        self.strategies: list[Strategy] = [SpiralWindows()] if with_shapes and SpiralWindows.fits(evaluator) else []
        self.strategies += [MarginWindows()] if MarginWindows.fits(evaluator) else []
        self.strategies += PlayedApart.against(evaluator) if with_shapes else []
        self.strategies += [KnownFamilies(evaluator)] if with_shapes and KnownFamilies.fits(self.game) else []
        self.strategies = [*([Exhaustion()] if exhaustion.fits(self.game) else []), *self.strategies]
        self.slow = evaluator.rule is not None or not self.game.is_euclidean  # a turn takes its time: giants first
        self.optimises, self.polishing = local_optimiser.fits(evaluator), Polishing()

    def run(self) -> None:
        """Take turns until something is found or the time is up."""
        if self.with_shapes:
            self.try_extremal_starts()
        for turn in self.turns():
            self.turn += 1
            self.check_time()
            turn()

    def turns(self) -> Iterator[Callable[[], None]]:
        """The strategies in their order, for ever, each as often as its share says."""
        number = 0
        while True:
            if number == 0 and self.endless:
                yield self.try_predicted_runs if self.slow else self.try_foreseen_runs
            limit = self.affordable(ROUND_LIMITS[number % len(ROUND_LIMITS)])
            genes = alphabet(self.game, limit)
            yield from (partial(self.ask, strategy) for strategy in self.given)
            for strategy in self.strategies:
                yield from self.as_often(strategy.name, 2, 0, partial(self.ask, strategy))
            yield from self.as_often("genomes", 1, 0, partial(self.draw_genomes, genes, number, _share(limit)))
            yield from self.as_often("arbitrary runs", 2, 0, partial(self.draw_arbitrary, number, ARBITRARY))
            yield from self.as_often("mutations", 1, 0, partial(self.mutate, genes, 2 * _share(limit)))
            yield from self.as_often("coordinate climb", 2, 1, self.climb)
            yield from self.as_often("group moves", 2, 2, self.move_groups)
            if self.optimises:
                yield from self.as_often(self.polishing.name, 3, 0 if self.evaluator.conditions else 2, partial(self.ask, self.polishing))
            if number == 0 and self.endless and not self.slow:
                yield self.try_predicted_runs
            if number == 2:
                yield self.try_later_starts
            number += 1

    def as_often(self, name: str, period: int, first: int, turn: Callable[[], None]) -> Iterator[Callable[[], None]]:
        """A strategy's turns in this round of all of them: one in a number of rounds from the first on, more or fewer as its share is.

        Its weight is doubled by a turn that came nearer than any run before, and lowered by every other one. The share is the weight over
        the mean of all, so it is learned while the search goes on, and is the same each time with the same seed."""
        due = self.due.setdefault(name, 1 - (first + 1) / period)
        worth = self.worth.setdefault(name, 1.0)
        self.due[name] = due + worth * len(self.worth) / sum(self.worth.values()) / period
        for _ in range(int(self.due[name] + 1e-9)):
            before = self.nearest[0]
            yield turn
            if name in self.report.strategies:
                self.report.strategies[name].turns += 1
            nearer = self.nearest[0] > before + NEARER
            self.due[name] -= 1
            self.worth[name] = min(self.worth[name] * 2, MOST_WORTH) if nearer else max(self.worth[name] * 0.85, 1 / MOST_WORTH)

    def affordable(self, rounds: int) -> int:
        """This number of rounds, or as many as a given dimension leaves."""
        return min(rounds, max(12, MOST_COORDINATES // (self.game.dimension or 1)))

    def left(self) -> float:
        """Seconds until the budget is spent."""
        return self.deadline - work_time()

    def number(self, part: int) -> int:
        """A seed made from the search's own."""
        return self.report.seed * 1_000_003 + part

    def try_extremal_starts(self) -> None:
        """The known families, and genomes. A user-supplied learner may take its time over a round: against it the longer ones come later,
        and before them what goes on for ever. Where it matters to it, other labels go with y·x too."""
        for strategy in self.strategies:
            if isinstance(strategy, KnownFamilies):
                self.ask(strategy)
        rule, genes = self.evaluator.rule, alphabet(self.game, MAX_ROUNDS)
        short = MAX_ROUNDS if rule is None else AT_FIRST
        labels = LABELS if rule is not None and tells_labels_apart(rule, self.game.dimension or 2) else LABELS[:1]
        for run in against_kernel.extremal_runs(self.game) if self.game.learner == "kernel" else ():
            self.consider("extremal starts", run)  # as soon as it is made: the budget may be small
        for genome in (genes.put(one, label=way) for one in self.geometry.extremal_genomes(self.game) for way in labels):
            if genome[0] < min(short, self.affordable(MAX_ROUNDS)):
                self.consider("extremal starts", self.run_of(genome), genome)
            elif genome[0] < self.affordable(MAX_ROUNDS):
                self.later.append(genome)

    def try_later_starts(self) -> None:
        """Those that were left for later."""
        for genome in self.later:
            self.consider("extremal starts", self.run_of(genome), genome)

    def draw_genomes(self, genes: Alphabet, part: int, runs: int) -> None:
        """Genomes by Hypothesis."""

        def attempt(data: bytes) -> None:
            genome = genes.decode(data)
            target(self.consider("genomes", self.run_of(genome), genome))

        draw(attempt, len(genes.genes), self.number(2 * part), runs)

    def draw_arbitrary(self, part: int, runs: int) -> None:
        """Short arbitrary runs by Hypothesis."""

        def attempt(data: bytes) -> None:
            run = self.geometry.arbitrary_run(data, self.game)
            target(self.consider("arbitrary runs", in_passes(run, self.game, data[9], self.evaluator.rule, self.deadline)))

        draw(attempt, LENGTH, self.number(2 * part + 1), runs)

    def mutate(self, genes: Alphabet, runs: int) -> None:
        """Children of the best genomes."""
        for _ in range(runs):
            genome = self.population.child(genes)
            self.consider("mutations", self.run_of(genome), genome)

    def climb(self) -> None:
        """A coordinate climb; where its work ends before the top, another may go on from the same genome."""
        draw = random.Random(self.number(len(self.topped["coordinate climb"])))
        self.ascend("coordinate climb", partial(coordinate_climb.climb, draw=draw), again=True)

    def move_groups(self) -> None:
        """Group moves."""
        self.ascend("group moves", group_moves.improve)

    def ascend(self, name: str, way: Callable[..., tuple[Genome, bool]], again: bool = False) -> None:
        """A way up from the best genome that is not topped, of the kind that had the fewest turns; unless `again`, once from each."""
        done, turns = self.topped[name], self.ascents[name]
        starts = [genome for genome in self.population.genomes() if genome not in done]
        if starts:
            start = min(starts, key=lambda genome: turns[genome[self.kind]])
            turns[start[self.kind]] += 1
            genes = alphabet(self.game, self.affordable(MAX_ROUNDS))
            best, topped = way(start, genes, lambda genome: self.consider(name, self.run_of(genome), genome))
            done |= {start, best} if topped else set() if again else {start}

    def ask(self, strategy: Strategy) -> None:
        """The runs that a strategy proposes."""
        for run in strategy.runs(self, self.asked[strategy.name]):
            self.consider(strategy.name, run)
        self.asked[strategy.name] += 1

    @property
    def comparison(self) -> Comparison:
        """The conjecture."""
        return self.evaluator.comparison

    def best_runs(self, most: int) -> list[MeasuredRun]:
        """The nearest run, and those of the best genomes."""
        near = [] if self.nearest_run is None else [self.nearest_run]
        runs = (self.run_of(genome) for genome in self.population.genomes()[:most])
        return [*near, *(one for run in runs if run is not None and (one := self.evaluator.measure(run)) is not None)][:most]

    def try_foreseen_runs(self) -> None:
        """Of the predicted long runs those of some thousand rounds at most, where the laws say that no short one does."""
        for run in long_runs.predicted_runs(self.evaluator, most=FORESEEN):
            if len(run.moves) > long_runs.SHORT + 1:
                self.consider("predicted long runs", run)

    def try_predicted_runs(self) -> None:
        """Long runs that should break the conjecture by the laws of their families, as far as there is time to follow and judge them."""
        known = long_runs.predicted_runs(self.evaluator)
        unmade: list[Run] = []
        for run in chain(known, repeated_runs(self.evaluator, self.report.seed)):
            self.check_time()
            if long_runs.in_time(self.evaluator, run, self.left()):
                self.consider("predicted long runs", run)
            else:
                unmade.append(run)
        if unmade:
            run = min(unmade, key=lambda made: len(made.moves))
            note = f"a run of {len(run.moves):,} rounds (d = {run.dimension}) should break it, by what is predicted in floats"
            self.report.notes.append(f"{note}: there was no time to make and judge it, so give a larger budget")


def _share(limit: int) -> int:
    """Runs of this number of rounds in a turn."""
    return max(16, min(300, ROUNDS_PER_TURN // limit))


def draw(attempt: Callable[[bytes], None], length: int, number: int, runs: int, *, shrunk: bool = False, aimed: bool = True) -> None:
    """Let Hypothesis draw a number of byte strings from a seed, aimed at a target, and shrunk where the attempt fails. Nothing is
    stored."""
    wrapped = seed(number)(given(st.binary(min_size=length, max_size=length))(lambda data: attempt(data)))
    phases = (Phase.generate, *([Phase.target] if aimed else []), *([Phase.shrink] if shrunk else []))
    quiet = settings(database=None, deadline=None, suppress_health_check=list(HealthCheck), print_blob=False, report_multiple_bugs=False)
    with hypothesis_files_in_cache():
        settings(quiet, max_examples=runs, phases=phases)(wrapped)()

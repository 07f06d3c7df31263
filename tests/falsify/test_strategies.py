"""The strategies: each keeps the rules as measured exactly, and presses harder than what it was given."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from math import cos, sin, sqrt, tau
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.falsifier.learners import FixedMargin
from proofs.conjecture import parse
from proofs.conjecture.game import Ending, Game
from proofs.counterexample.learner_object import CustomLearner, parse_for
from proofs.falsify import Found, Survived, falsify
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import FACTORS, GRIDS, PROGRESS_STEPS, Genome, Population, alphabet
from proofs.falsify.geometries import run_of
from proofs.falsify.report import Report
from proofs.falsify.run import Run
from proofs.falsify.search import Search
from proofs.falsify.spheres import Sphere
from proofs.falsify.strategies.coordinate_climb import climb
from proofs.falsify.strategies.group_moves import improve, plain
from proofs.falsify.strategies.interface import StrategyView
from proofs.falsify.strategies.known_families import KnownFamilies, plain_runs
from proofs.falsify.strategies.local_optimiser import LocalOptimiser, fits
from proofs.falsify.strategies.margin_windows import MarginWindows, SpiralWindows, with_margins
from tests.amounts import cases, sampled, tries


def test_it_climbs_to_the_top_and_says_so() -> None:
    genes = alphabet(Game(), 50)
    at = {gene.name: genes.index(gene.name) for gene in genes.genes}

    def score(genome: Genome) -> float:
        return -abs(genome[at["progress"]] - 77) - abs(genome[at["grid"]] - 3) - (genome[at["side"]] != 2)

    best, topped = genes.make(rounds=20, when1=9, deviate0=2, much0=5), False
    for _ in range(20):
        if not topped:
            best, topped = climb(best, genes, score, random.Random(1))
    assert topped and score(best) == 0 and best == genes.make(progress=77, grid=3, side=2, when1=9, much0=5)


def test_from_a_spoilt_run_to_a_plain_one() -> None:
    """A run with deviations presses the conjecture less; what they spoil is found and undone."""
    game = Game(learner="margin")
    evaluator, genes = Evaluator(parse("M <= 2.5129/gamma**2"), game), alphabet(game, 60)

    def score(genome: Genome) -> float:
        measured = (run := run_of(genome, game)) and evaluator.measure(run)
        return evaluator.score(measured) if measured and measured.keeps else -1.0

    start = genes.make(rounds=40, dimension=2, grid=8, progress=100, length=2, deviate0=4, when0=3, much0=9, deviate1=6, when1=8)
    best, _ = climb(start, genes, score, random.Random(0))
    assert score(start) < 0.8 < 0.92 < score(best)


def test_no_kind_crowds_out_the_others() -> None:
    population = Population(random.Random(0), 12, kind=0, per_kind=4)
    for k in range(200):
        population.offer(1 - 1 / (k + 2), k, (0, k))
    for kind in (1, 2):
        population.offer(0.1 * kind, 1, (kind, 0))
    families = [genome[0] for genome in population.genomes()]
    assert families == [0, 0, 0, 0, 2, 1]


# --- Leaps: clutter goes, the margin is said by one gene, and conjectures that need long runs fall without any known family


ANY = Game(setting="agnostic", norm="any", comparator="any")
GENES = alphabet(ANY, 4000)


@settings(max_examples=tries(60))
@given(st.binary(min_size=len(GENES.genes), max_size=len(GENES.genes)))
def test_a_plain_genome_says_nearly_the_same_margin_by_one_gene(data: bytes) -> None:
    genome = GENES.decode(data)
    made = plain(genome, GENES)
    kept = {"rounds", "dimension", "grid", "claim", "sign", "radius", "progress"}
    assert all(not value for gene, value in zip(GENES.genes, made, strict=True) if gene.name not in kept)
    grid, factor = GRIDS[genome[GENES.index("grid")]], float(FACTORS[genome[GENES.index("size")]])
    p = max(1, round(grid * factor * 2.0 ** (-genome[GENES.index("progress")] / PROGRESS_STEPS)) + genome[GENES.index("fine")])
    farthest = GENES.genes[GENES.index("progress")].size - 1
    if p <= grid * factor and made[GENES.index("progress")] < farthest:  # a smaller margin than the gene can say is said as its smallest
        said = 2.0 ** (-made[GENES.index("progress")] / PROGRESS_STEPS)
        assert abs(said * grid * factor / p - 1) < 0.01


@pytest.mark.parametrize(
    "text, game, start, least",
    [
        ("M <= 1.1*R**2*U**2/gamma**2 + 1.5*H + 1", ANY, {"claim": 25, "size": 9, "length": 3, "passes": 2}, 0.97),
        ("M <= 20.083/gamma**2", Game(learner="margin", eps=Fraction(1, 10)), {"deviate0": 5, "much0": 9, "side": 3}, 0.95),
    ],
)
def test_a_leap_leads_far_from_a_cluttered_genome(text: str, game: Game, start: dict[str, int], least: float) -> None:
    genes, evaluator = alphabet(game, 1500), Evaluator(parse(text), game)

    def score(genome: Genome) -> float:
        run = run_of(genome, game)
        measured = run and evaluator.measure(run)
        found = evaluator.score(measured) if measured is not None and measured.keeps else -1.0
        return -0.5 if math.isnan(found) else found

    genome = genes.make(rounds=149, dimension=4, grid=16, progress=201, fine=12, **start)
    best, _ = improve(genome, genes, score)
    assert score(genome) < 0.9 * least and score(best) > least
    assert genes.put(best, dimension=0) != best


# --- The local optimiser: what it proposes keeps the rules as measured exactly, and presses harder than what it was given


@pytest.mark.parametrize("case", sampled(cases(__file__, "pressed.txt"), 3))
def test_it_presses_as_hard_as_there_is(case: list[str]) -> None:
    text, game, dimension, rounds, at_least = map(eval, case)
    evaluator, genes = Evaluator(parse(text), game), alphabet(game, rounds)
    optimiser = LocalOptimiser(evaluator.comparison, game)
    measured = evaluator.measure(run_of(genes.make(rounds=rounds - 1, dimension=dimension - 1, grid=20, progress=96), game))  # type: ignore[arg-type]
    assert measured is not None and fits(evaluator)
    start = optimiser.start(measured)
    assert start is not None
    made = [evaluator.measure(run) for seed in range(3) for run in optimiser.optimise(start, 0.02, random.Random(seed))]
    kept = [one for one in made if one is not None and one.keeps]
    assert len(kept) >= len(made) // 2 and max(map(evaluator.score, kept)) >= at_least


def test_the_search_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for other in ("draw_genomes", "mutate"):
        monkeypatch.setattr(Search, other, lambda *_: None)
    outcome = falsify("M <= 1/gamma**2 + 0.6*TD/gamma", turns=40, shapes=False, seed=3)
    assert isinstance(outcome, Found)
    assert set(outcome.report.strategies) <= {"arbitrary runs", "local optimiser", "margin windows"}


def test_it_leaves_alone_what_it_does_not_know() -> None:
    known, *others = (Game(norm="unit", dimension=3), Game(passes=2), Game().drop("zero start"))
    assert fits(Evaluator(parse("M <= 1"), known)) and not any(fits(Evaluator(parse("M <= 1"), game)) for game in others)


def test_a_run_on_the_sphere_is_moved_on_it() -> None:
    game = Game(norm="unit", dimension=3)
    evaluator, genes = Evaluator(parse("M <= 1/gamma**2"), game), alphabet(game, 7)
    optimiser, run = LocalOptimiser(evaluator.comparison, game), run_of(genes.make(rounds=6, grid=8, progress=92), game)
    measured = run and evaluator.measure(run)
    assert measured is not None
    start = optimiser.start(measured)
    assert start is not None
    scores = [
        evaluator.score(one) for made in optimiser.optimise(start, 0.01, random.Random(1)) if (one := evaluator.measure(made)) and one.keeps
    ]
    assert max(scores) > evaluator.score(measured) and max(scores) > 0.98


# --- Margins that are solved for: bounds that fail only in a window that nobody would draw. And strategies of one's own


@pytest.mark.parametrize("case", sampled(cases(__file__, "spirals.txt"), 2))
def test_the_margin_of_a_spiral_is_solved_for(case: list[str]) -> None:
    text, game, updates = map(eval, case)
    evaluator = Evaluator(parse(text, conditions=True), game)
    assert SpiralWindows.fits(evaluator)
    made = list(SpiralWindows().runs(Search(evaluator, Report(evaluator.comparison, game, 0, 60.0), math.inf), 0))
    broken = [measured for run in made if evaluator.breaks(run) and (measured := evaluator.measure(run)) is not None]
    assert broken and all(measured.counted >= updates for measured in broken)


def test_spirals_are_for_space_and_for_the_learners_that_have_them() -> None:
    games = [
        Game(dimension=2),
        Game(learner="winnow"),
        Game(learner="margin", eps=Fraction(2)),
        Game(dropped=frozenset({"mistake-driven"})),
    ]
    assert not any(SpiralWindows.fits(Evaluator(parse("M <= 1/gamma**2"), game)) for game in games)


def test_points_of_the_sphere_are_short_in_a_narrow_window() -> None:
    outcome = falsify(parse("M <= 4 where gamma >= 0.4471", conditions=True), Game(norm="unit", dimension=3), turns=40)
    assert isinstance(outcome, Found), str(outcome)
    assert max(len(str(value)) for x, _ in outcome.counterexample.rounds for value in x) <= 22


@pytest.mark.parametrize("passes", [1, 3])
def test_the_margin_of_a_run_is_solved_for(passes: int) -> None:
    """Two orthogonal examples have M = 2, and the bound is below 2 only in a window some 10⁻⁵ wide about c."""
    game = Game(setting="agnostic", passes=passes)
    run = Run(1, ((1, 0), (0, 1), (1, 0)), (1, 1, 1), (3, 4), 5, Fraction(1, 2))
    for centre in ("1.2345678", "0.0765432", "2.7182818"):
        evaluator = Evaluator(parse(f"M <= 1.9999 + 10**6*(gamma - {centre})**2"), game)
        measured = evaluator.measure(run)
        assert measured is not None and not evaluator.breaks(run) and MarginWindows.fits(evaluator)
        made = [one for one in with_margins(measured, evaluator) if evaluator.breaks(one)]
        assert made and all(abs(one.gamma - Fraction(centre)) < Fraction(1, 10**4) for one in made)


@pytest.mark.parametrize(
    "text",
    [
        "M <= 4.5 - exp(-10**10*(1/gamma**2 - 4.00001)**2) where gamma > 0.46",  # some 10⁻⁶ wide
        "M <= max(3, 5 - 2/(1 + 10**14*(gamma - 0.4321)**2))",  # 10⁻⁷
        "M <= floor(1/gamma**2 - 10**-11)",  # and 10⁻¹² below 1/2
    ],
)
def test_a_window_of_any_width_is_found_where_a_difference_inside_vanishes(text: str) -> None:
    evaluator = Evaluator(parse(text, conditions=True), Game())
    basis = tuple(tuple(int(i == j) for i in range(4)) for j in range(4))
    measured = evaluator.measure(Run(1, basis, (1,) * 4, (1,) * 4, 2, Fraction(1, 3)))
    assert measured is not None and not evaluator.breaks(measured.run)
    assert any(evaluator.breaks(run) for run in with_margins(measured, evaluator))


def test_a_learner_that_is_told_the_margin_keeps_it() -> None:
    assert not MarginWindows.fits(Evaluator(parse("M <= 1/gamma**2"), Game(learner="margin")))
    assert not MarginWindows.fits(Evaluator(parse("M <= T"), Game()))


def test_equality_of_nothing_with_nothing_is_not_near() -> None:
    outcome = falsify("M <= 1000*M", turns=8, nontrivial=True)
    assert isinstance(outcome, Survived) and outcome.report.ratio < 0.5


class TwoExamples:
    """A strategy of one's own."""

    name = "two examples"

    def runs(self, seen: StrategyView, turn: int) -> Iterator[Run]:
        assert seen.left() > 0 and len(seen.best_runs(3)) <= 3
        yield Run(5, ((3, 4), (3, -4)), (1, 1), (1, 0), 1, Fraction(3, 5))


class Cheats(TwoExamples):
    name = "cheats"

    def runs(self, seen: StrategyView, turn: int) -> Iterator[Run]:
        yield Run(1, ((1, 0),) * 9, (1,) * 9, (1, 0), 1, Fraction(5))


def test_user_strategy_takes_turns_and_must_keep_the_rules() -> None:
    outcome = falsify("M <= 1/gamma**2", turns=4, shapes=False, strategies=[TwoExamples(), Cheats()])
    assert outcome.report.strategies["two examples"].runs >= 1
    assert not outcome.found and "cheats" not in outcome.report.strategies


# --- The families that a search starts from keep the rules, and press what they are known to press


ANYTHING = Game(setting="agnostic", norm="any", comparator="any")
GAMES = [Game(), Game(dimension=2), Game(norm="any", radius="declared"), ANYTHING, Game(ties=1)]


@pytest.mark.parametrize("game", GAMES)
def test_families_keep_the_rules(game: Game) -> None:
    evaluator = Evaluator(parse("M <= 1"), game)
    measured = [evaluator.measure(made) for made in plain_runs(game)]
    assert len(measured) > 5 and all(one is not None and one.keeps for one in measured)
    ratios = [one.counted * one.run.gamma**2 / one.play.R2 for one in measured if one is not None]
    if game.dimension == 2:
        assert max(ratios) > Fraction(1, 2)  # ⌊1/(2γ²)⌋ + 1


@pytest.mark.parametrize("case", cases(__file__, "known_families.txt"))
def test_families_press_what_they_are_known_to_press(case: list[str]) -> None:
    text, game, elsewhere = map(eval, case)
    evaluator = Evaluator(parse(text), game)
    broken = [made for made in plain_runs(game) if evaluator.breaks(made)]
    assert broken and all((made.start is not None) == elsewhere for made in broken)


@given(st.integers(1, 3), st.integers(1, 5), st.floats(0, 1), st.floats(0, tau))
def test_the_points_of_a_sphere(d: int, primes: int, progress: float, angle: float) -> None:
    sphere, across = Sphere(d, primes), sqrt(1 - progress**2)
    ideal = [progress, across * cos(angle), across * sin(angle)][:d] if d != 2 else [progress, across]
    for z in sphere.near(ideal):
        assert len(z) == d and sum(n * n for n in z) == sphere.grid**2
        if d == 3:
            assert z[0] >= (progress - 1e-9) * sphere.grid


@pytest.mark.parametrize("dimension", [1, 2, 3, 4, 5])
@given(st.data())
def test_play_on_the_sphere_keeps_the_rules(dimension: int, data: st.DataObject) -> None:
    game = Game(norm="unit", dimension=dimension, learner=data.draw(st.sampled_from(["perceptron", "margin"])))
    genes = alphabet(game, 8)
    made = run_of(genes.decode(data.draw(st.binary(min_size=len(genes.genes), max_size=len(genes.genes)))), game)
    if made is not None:
        measured = Evaluator(parse("M <= 1"), game).measure(made)
        assert measured is not None and measured.run.dimension == dimension
        assert all(sum(n * n for n in z) == made.grid**2 for z in made.moves)


# --- Finite classes by exhaustion


CUBE = tuple(map(Fraction, (-1, 0, 1)))


class KeepsInSlot:
    """The Perceptron for six rounds, and then it updates on everything."""

    __slots__ = ("rounds",)

    def start(self, dimension: int) -> tuple[Fraction, ...]:
        self.rounds = 0
        return (Fraction(0),) * dimension

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        self.rounds += 1
        return bool(inner <= 0 or self.rounds > 6)

    def step(self, w: Any, x: Any, y: int) -> Any:
        return tuple(a + y * b for a, b in zip(w, x, strict=True))


HELD = [0]


class KeepsInGlobal(KeepsInSlot):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        HELD[0] += inner <= 0
        return bool(inner <= 0)


class Swaps(KeepsInSlot):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        global HELD
        HELD = [1 - HELD[0]]
        return bool(inner <= 0)


def most_updates(coordinates: tuple[Fraction, ...]) -> int:
    """M of the Perceptron in the plane, by going through all orders for many directions of u; nothing of the search is used."""
    points = {(y * a, y * b) for a in coordinates for b in coordinates for y in (1, -1)} - {(0, 0)}
    best = 0
    for p, q in ((p, q) for p in range(-7, 8) for q in range(-7, 8) if p or q):
        near = [(a, b) for a, b in points if p * a + q * b > 0]
        layer, updates = {(Fraction(0), Fraction(0))}, 0
        while layer := {(v + a, w + b) for v, w in layer for a, b in near if v * a + w * b <= 0}:
            updates += 1
        best = max(best, updates)
    return best


@pytest.mark.parametrize("coordinates", [CUBE, CUBE[1:], tuple(map(Fraction, (-1, 1))), (*CUBE, Fraction(2))])
def test_the_greatest_M_of_a_finite_class_is_known(coordinates: tuple[Fraction, ...]) -> None:
    most, game = most_updates(coordinates), Game(norm="any", coordinates=coordinates, dimension=2)
    proved = falsify(f"M <= {most}", game, turns=1)
    assert proved.ending is Ending.EXHAUSTED and f"at most {most} updates" in str(proved)
    assert isinstance(falsify(f"M <= {most - 1}", game, turns=8), Found)


@pytest.mark.parametrize("case", cases(__file__, "exhausted.txt"))
def test_what_is_exhausted_is_said(case: list[str]) -> None:
    text, rules, learner, ending, words = map(eval, case)
    outcome = falsify(text, Game(norm="any", coordinates=CUBE, **rules), turns=3, learner=learner)
    assert outcome.ending is ending and words in str(outcome)


class Clock(Search):
    """A search in which every look at a run of a family takes a second out of forty."""

    looks = 0

    def check_time(self) -> None:
        self.looks += 1

    def left(self) -> float:
        return 40.0 - self.looks


def test_the_families_leave_most_of_the_time_to_the_other_strategies() -> None:
    """A learner may be slow: its first turn against the families took the whole budget."""
    game, rule = Game(), CustomLearner(FixedMargin(Fraction(0)))
    evaluator = Evaluator(parse_for("M <= 1/gamma**2", rule), game, rule=rule)
    seen = Clock(evaluator, Report(evaluator.comparison, game, 0, 40.0), math.inf)
    assert [*KnownFamilies(evaluator).runs(seen, 0)] and 11 <= seen.looks <= 20

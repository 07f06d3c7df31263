"""How fast an exact run is: every engine, and the search, beside the plain list of Fractions that one would write first (d = 5, T = 30).

    make bench                                 prints pytest-benchmark's table and, below it, the ratios to the baseline

Each group holds one kind of data. The baseline is a bare loop over vectors that are folded (z = y·x) and turned into
Fractions beforehand; for the Margin Perceptron it carries ‖w‖² along, as the engines do. The engines are timed as
`run(learner, examples)`, trace included. "certified" finds the data as a numpy matrix. The search draws a run and measures all of it
(`Evaluator.measure`); what one would write first draws lists of lists of Fractions by Hypothesis, and plays them.

Extremal runs are made, run by the learner and measured, up to a million updates and beyond. Floats with certified errors are not needed:
on the grid of `perceptron.extremal.spirals` every coordinate has one denominator of some 45 bits, so the weights after t rounds are
integers of some 45 + log₂ t bits, and an update costs the same in a long run as in a short one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from perceptron import Examples, MarginPerceptron, Perceptron, measure, run
from perceptron.extremal.sequences import Extremal, margin_spiral, spiral
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.run import Run

T, D, GAMMA, DRAWS = 30, 5, Fraction(1, 10), 8
DENOMINATORS = {"sixteenths": [16], "mixed": [1, 2, 3, 4, 5, 6, 7, 8]}
MEDIANS: dict[tuple[str, str, str], float] = {}

Rows = list[list[Fraction]]


def plain_perceptron(zs: Rows) -> list[int]:
    """The baseline."""
    w, updates = [Fraction(0)] * D, []
    for t, z in enumerate(zs):
        if sum(a * b for a, b in zip(w, z, strict=True)) <= 0:
            w = [a + b for a, b in zip(w, z, strict=True)]
            updates.append(t)
    return updates


def plain_margin(zs: Rows) -> list[int]:
    """The baseline for the Margin Perceptron, ε = 1/2."""
    w, updates, threshold2 = zs[0], [0], (GAMMA / 2) ** 2
    norm2 = sum(a * a for a in w)
    for t, z in enumerate(zs[1:], 1):
        inner = sum(a * b for a, b in zip(w, z, strict=True))
        if inner < 0 or inner * inner < threshold2 * norm2:
            w = [a + b for a, b in zip(w, z, strict=True)]
            norm2 += 2 * inner + sum(a * a for a in z)
            updates.append(t)
    return updates


LEARNERS: dict[str, tuple[Any, Callable[[Rows], list[int]]]] = {
    "perceptron": (Perceptron(), plain_perceptron),
    "margin": (MarginPerceptron(GAMMA), plain_margin),
}


def sequence(kind: str) -> Examples:
    """Thirty random examples; about half of the rounds are updates."""
    rng = random.Random(2024)
    xs = [[Fraction(rng.randint(-16, 16), rng.choice(DENOMINATORS[kind])) for _ in range(D)] for _ in range(T)]
    return Examples(xs, [rng.choice((-1, 1)) for _ in xs])


@pytest.fixture(scope="module", autouse=True)
def ratios(request: pytest.FixtureRequest) -> Iterator[None]:
    """Print each median as a multiple of the baseline's."""
    yield
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        for (learner, kind, engine), median in MEDIANS.items():
            plain = MEDIANS.get((learner, kind, "Fraction lists"))
            if plain and engine != "Fraction lists":
                print(f"\n{learner}, {kind}: {engine} {plain / median:.1f} x as fast as Fraction lists", end="")
        print()


@pytest.mark.parametrize("engine", ["Fraction lists", "int", "certified"])
@pytest.mark.parametrize("kind", DENOMINATORS)
@pytest.mark.parametrize("name", LEARNERS)
def test_engine(benchmark: Any, name: str, kind: str, engine: str) -> None:
    """One run of T rounds."""
    learner, plain = LEARNERS[name]
    data = sequence(kind)
    zs = [[example.y * value for value in example.x] for example in data]
    benchmark.group = f"{name}, {kind}, T={T}, d={D}"
    if engine == "Fraction lists":
        updates = benchmark(plain, zs)
    else:
        run(learner, data, engine)  # compile, fold
        updates = list(benchmark(run, learner, data, engine).updates)
    assert updates == plain(zs)
    if benchmark.stats is not None:
        MEDIANS[name, kind, engine] = benchmark.stats.stats.median


def drawn(strategy: Any, look: Callable[[Any], None]) -> Callable[[], None]:
    """So many draws of Hypothesis, each looked at."""
    quiet = settings(max_examples=DRAWS, database=None, deadline=None, phases=(Phase.generate,), suppress_health_check=list(HealthCheck))
    return seed(1)(quiet(given(strategy)(look)))


@pytest.mark.parametrize("way", ["Fraction lists", "search"])
def test_search(benchmark: Any, way: str) -> None:
    """Runs that are drawn and held against a bound."""
    evaluator = Evaluator(parse("M <= 1/gamma**2"), Game())

    def searched(data: bytes) -> None:
        entries = [byte - 128 for byte in data]
        moves = tuple((abs(entries[t]) + 1, *entries[t + 1 : t + D]) for t in range(0, T * D, D))
        assert not evaluator.breaks(Run(300, moves, (1,) * T, (1, 0, 0, 0, 0), 1, Fraction(min(z[0] for z in moves), 300)))

    def plain(zs: Rows) -> None:
        gamma, mistakes = min(z[0] for z in zs), len(plain_perceptron(zs))
        if gamma > 0 and max(sum(a * a for a in z) for z in zs) <= 1:
            assert mistakes <= 1 / gamma**2

    entries = st.fractions(min_value=-1, max_value=1, max_denominator=16)
    lists = st.lists(st.lists(entries, min_size=D, max_size=D), min_size=T, max_size=T)
    benchmark.group = f"{DRAWS} runs drawn, T={T}, d={D}"
    benchmark(drawn(st.binary(min_size=T * D, max_size=T * D), searched) if way == "search" else drawn(lists, plain))
    if benchmark.stats is not None:
        MEDIANS["perceptron", "drawn", way] = benchmark.stats.stats.median


RUNS: dict[str, tuple[Callable[[], Extremal], int]] = {
    "Perceptron, γ = 1/100": (lambda: spiral("1/100"), 9_999),
    "Margin Perceptron, γ = 1/100": (lambda: margin_spiral("1/100"), 25_126),
    "Perceptron, γ = 1/1000": (lambda: spiral("1/1000"), 999_999),
    "Margin Perceptron, γ = 1/631": (lambda: margin_spiral("1/631"), 1_000_521),
}


@pytest.mark.parametrize("name", RUNS)
def test_exact_extremal_run(benchmark: Any, name: str) -> None:
    make, updates = RUNS[name]

    def whole() -> tuple[int, int]:
        made = make()
        measured = measure(run(made.learner, made.examples), made.u, made.gamma)
        assert measured.margin == made.gamma and measured.R2 <= 1
        return measured.M, made.examples.denominator.bit_length()

    benchmark.group = "exact extremal runs"
    found, bits = benchmark.pedantic(whole, rounds=1, iterations=1)
    benchmark.extra_info["bits of the denominator"] = bits
    assert abs(found - updates) <= 1 and bits < 60

"""How fast an exact run is: every engine beside the plain list of Fractions that one would write first (d = 5, T = 30).

    make bench                                 prints pytest-benchmark's table and, below it, the ratios to the baseline

Each group holds one kind of data. The baseline is a bare loop over vectors that are folded (z = y·x) and turned into
Fractions beforehand; for the Margin Perceptron it carries ‖w‖² along, as the engines do. The engines are timed as
`run(learner, examples)`, trace included. "certified" finds the data as a numpy matrix.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from perceptron import Examples, MarginPerceptron, Perceptron, run

T, D, GAMMA = 30, 5, Fraction(1, 10)
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
        data.array()
        run(learner, data, engine)  # compile, fold
        updates = list(benchmark(run, learner, data, engine).updates)
    assert updates == plain(zs)
    if benchmark.stats is not None:
        MEDIANS[name, kind, engine] = benchmark.stats.stats.median

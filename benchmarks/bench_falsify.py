"""How many runs a second the search looks at, side by side in one process (Perceptron, T = 30 rounds in dimension d = 5).

    make bench                       prints pytest-benchmark's table and, below it, the ratios

    naive     what one would write first: Hypothesis draws lists of lists of Fractions, the run is made in Fractions
    single    Hypothesis draws bytes of fixed length, the run is exact in integers and measured whole (`Evaluator.measure`)
    batch     one draw of Hypothesis is 131,072 sequences, made, run and measured exactly in compiled int32, ranked, and the
              best of them measured again one by one
    kernel    the compiled loop of that alone, from the same seed

The table's times are of the wall clock and disturb each other on a busy machine. The ratios are not made from it: the four
take turns, every turn is measured in processor time, and a ratio is the median over the turns of a turn's own ratio."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from perceptron.runs.engines import batch as engine
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.run import Run
from proofs.falsify.strategies import compiled_batches

T, D = 30, 5
CONJECTURE = "M <= 1/gamma**2"
PLAN = engine.Plan(((0,) * D,) * T, (1, 0, 0, 0, 0), 1, 4, 1, True, compiled_batches.BLOCKS, 2024)
TURNS = 9
RUNS: dict[str, Callable[[], int]] = {}  # each looks at some sequences and says how many
SIZES = {"naive": 8, "single": 500, "batch": 10}  # draws of Hypothesis in a turn
REPEAT = {"kernel": 5}  # calls in a turn


def drawn(name: str, strategy: Any, look: Callable[[Any], int]) -> Callable[[], int]:
    """A run of Hypothesis over so many draws, each looked at; says how many sequences that were."""
    looked = [0]

    @seed(1)
    @settings(max_examples=SIZES[name], database=None, deadline=None, phases=(Phase.generate,), suppress_health_check=list(HealthCheck))
    @given(strategy)
    def attempt(data: Any) -> None:
        looked[0] += look(data)

    def run() -> int:
        looked[0] = 0
        attempt()
        return looked[0]

    return run


@pytest.fixture(scope="module", autouse=True)
def ratios(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let all take turns, and print sequences a second and the ratios."""
    yield
    turns: list[dict[str, float]] = []
    for _ in range(TURNS):
        turns.append({})
        for name, run in RUNS.items():
            began = time.process_time()
            sequences = sum(run() for _ in range(REPEAT.get(name, 1)))
            turns[-1][name] = sequences / (time.process_time() - began)
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        print(
            f"\nsequences a second of processor time, T = {T}, d = {D}, {TURNS} turns (in brackets the least and the greatest of them):",
            end="",
        )
        for name in RUNS:
            told = against(turns, name, "naive") if "naive" in RUNS and name != "naive" else ""
            print(f"\n  {name:8} {statistics.median(turn[name] for turn in turns):14,.0f}   {told}", end="")
        print()


def against(turns: list[dict[str, float]], name: str, other: str) -> str:
    """How many times as fast as the other, turn by turn."""
    by = sorted(turn[name] / turn[other] for turn in turns)
    told = [f"{n:,.2g}" if n < 10 else f"{n:,.0f}" for n in (statistics.median(by), by[0], by[-1])]
    return f"{told[0]} ({told[1]} … {told[2]}) × {other}"


def measure(benchmark: Any, name: str, run: Callable[[], int], rounds: int) -> None:
    """Time `run` for the table, and let it take part in the turns."""
    sequences = run()  # compile, import
    benchmark.group = f"exact search, T={T}, d={D}"
    benchmark.extra_info["sequences"] = sequences
    benchmark.pedantic(run, rounds=rounds, iterations=1)
    RUNS[name] = run


def test_naive(benchmark: Any) -> None:
    """Lists of Fractions."""
    entries = st.fractions(min_value=-1, max_value=1, max_denominator=16)

    def look(zs: list[list[Fraction]]) -> int:
        w, mistakes = [Fraction(0)] * D, 0
        for z in zs:
            if sum(a * b for a, b in zip(w, z, strict=True)) <= 0:
                w = [a + b for a, b in zip(w, z, strict=True)]
                mistakes += 1
        gamma = min(z[0] for z in zs)
        if gamma > 0 and max(sum(a * a for a in z) for z in zs) <= 1:
            assert mistakes <= 1 / gamma**2
        return 1

    strategy = st.lists(st.lists(entries, min_size=D, max_size=D), min_size=T, max_size=T)
    measure(benchmark, "naive", drawn("naive", strategy, look), 2)


def test_single(benchmark: Any) -> None:
    """Bytes, decoded; every quantity of the language is measured."""
    evaluator = Evaluator(parse(CONJECTURE), Game())

    def look(data: bytes) -> int:
        entries = [byte - 128 for byte in data]
        moves = tuple((abs(entries[t]) + 1, *entries[t + 1 : t + D]) for t in range(0, T * D, D))
        made = Run(300, moves, (1,) * T, (1, 0, 0, 0, 0), 1, Fraction(min(z[0] for z in moves), 300))
        assert not evaluator.breaks(made)
        return 1

    measure(benchmark, "single", drawn("single", st.binary(min_size=T * D, max_size=T * D), look), 3)


def test_batch(benchmark: Any) -> None:
    """Batches as the search runs them."""
    evaluator = Evaluator(parse(CONJECTURE), Game())
    scorer = compiled_batches.Scorer(evaluator.comparison, evaluator.game)

    def look(data: bytes) -> int:
        made = replace(PLAN, seed=int.from_bytes(data, "big"))
        assert not any(evaluator.breaks(run) for run in compiled_batches.runs(made, scorer, evaluator))
        return made.sequences

    measure(benchmark, "batch", drawn("batch", st.binary(min_size=4, max_size=4), look), 3)


def test_kernel(benchmark: Any) -> None:
    """The compiled loop alone."""
    measure(benchmark, "kernel", lambda: len(engine.fold(PLAN)["M"]), 30)

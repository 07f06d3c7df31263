"""How many runs a second the search looks at, side by side in one process (Perceptron, T = 30 rounds in dimension d = 5).

    make bench                       prints pytest-benchmark's table and, below it, the ratios

    naive     what one would write first: Hypothesis draws lists of lists of Fractions, the run is made in Fractions
    single    Hypothesis draws bytes of fixed length, the run is exact in integers and measured whole (`Umpire.measure`)
    batch     one draw of Hypothesis is 32,768 sequences, made, run and measured exactly in compiled int16/int32, ranked, and
              the best of them measured again one by one
    kernel    the compiled loop of that alone, beside the same loop in C (cc -O3 -march=native), from the same seed
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from perceptron.engines import batch as engine
from proofs.falsify import batch
from proofs.falsify.play import Play, Umpire
from proofs.game import Game
from proofs.language import parse

T, D = 30, 5
CONJECTURE = "M <= 1/gamma**2"
PLAN = engine.Plan(((0,) * D,) * T, (1, 0, 0, 0, 0), 1, 4, 1, True, batch.BLOCKS, 2024)
RATES: dict[str, float] = {}
QUIET = {
    "database": None,
    "deadline": None,
    "phases": (Phase.generate,),
    "suppress_health_check": list(HealthCheck),
}


@pytest.fixture(scope="module", autouse=True)
def ratios(request: pytest.FixtureRequest) -> Iterator[None]:
    """Print sequences a second, and the ratios."""
    yield
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        print(f"\nsequences a second, T = {T}, d = {D}:", end="")
        for name, rate in RATES.items():
            against = [(other, rate / RATES[other]) for other in ("naive", "C") if other in RATES and other != name]
            told = ", ".join(f"{ratio:,.2f} x {other}" if ratio < 10 else f"{ratio:,.0f} x {other}" for other, ratio in against)
            print(f"\n  {name:8} {rate:14,.0f}   {told}", end="")
        if "C" not in RATES:
            print("\n  the same loop in C: skipped, there is no compiler", end="")
        print()


def measure(benchmark: Any, name: str, sequences: int, run: Callable[[], Any], rounds: int) -> None:
    """Time `run`, which looks at so many sequences."""
    run()  # compile, import
    benchmark.group = f"exact search, T={T}, d={D}"
    benchmark.extra_info["sequences"] = sequences
    benchmark.pedantic(run, rounds=rounds, iterations=1)
    if benchmark.stats is not None:
        RATES[name] = sequences / benchmark.stats.stats.min  # the least disturbed round


def test_naive(benchmark: Any) -> None:
    """Lists of Fractions."""
    entries = st.fractions(min_value=-1, max_value=1, max_denominator=16)
    runs = 0

    @seed(1)
    @settings(max_examples=40, **QUIET)  # type: ignore[arg-type]
    @given(st.lists(st.lists(entries, min_size=D, max_size=D), min_size=T, max_size=T))
    def attempt(zs: list[list[Fraction]]) -> None:
        nonlocal runs
        w, mistakes = [Fraction(0)] * D, 0
        for z in zs:
            if sum(a * b for a, b in zip(w, z, strict=True)) <= 0:
                w = [a + b for a, b in zip(w, z, strict=True)]
                mistakes += 1
        gamma = min(z[0] for z in zs)
        runs += 1
        if gamma > 0 and max(sum(a * a for a in z) for z in zs) <= 1:
            assert mistakes <= 1 / gamma**2

    attempt()
    done, runs = runs, 0
    measure(benchmark, "naive", done, attempt, 3)


def test_single(benchmark: Any) -> None:
    """Bytes, decoded; every quantity of the language is measured."""
    umpire = Umpire(parse(CONJECTURE), Game())
    runs = 0

    @seed(1)
    @settings(max_examples=1000, **QUIET)  # type: ignore[arg-type]
    @given(st.binary(min_size=T * D, max_size=T * D))
    def attempt(data: bytes) -> None:
        nonlocal runs
        runs += 1
        entries = [byte - 128 for byte in data]
        moves = tuple(tuple(entries[t : t + D]) for t in range(0, T * D, D))
        moves = tuple((abs(z[0]) + 1, *z[1:]) for z in moves)
        made = Play(300, moves, (1,) * T, (1, 0, 0, 0, 0), 1, Fraction(min(z[0] for z in moves), 300))
        assert not umpire.breaks(made)

    attempt()
    done, runs = runs, 0
    measure(benchmark, "single", done, attempt, 3)


def test_batch(benchmark: Any) -> None:
    """Batches as the search runs them."""
    umpire = Umpire(parse(CONJECTURE), Game())
    scorer = batch.Scorer(umpire.comparison, umpire.game)
    runs = 0

    @seed(1)
    @settings(max_examples=20, **QUIET)  # type: ignore[arg-type]
    @given(st.binary(min_size=4, max_size=4))
    def attempt(data: bytes) -> None:
        nonlocal runs
        made = engine.Plan(**{**PLAN.__dict__, "seed": int.from_bytes(data, "big")})
        runs += made.sequences
        assert not any(umpire.breaks(run) for run in batch.runs(made, scorer, umpire))

    attempt()
    done, runs = runs, 0
    measure(benchmark, "batch", done, attempt, 3)


def test_kernel(benchmark: Any) -> None:
    """The compiled loop alone."""
    measure(benchmark, "kernel", PLAN.sequences, lambda: engine.fold(PLAN), 30)


def test_c(benchmark: Any, tmp_path: Path) -> None:
    """The same loop in C; both give the same numbers."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    library = tmp_path / "batch.so"
    source = Path(__file__).with_name("batch.c")
    subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True)
    fold = ctypes.CDLL(str(library)).fold
    base, u = np.zeros((T, D), np.int16), np.array(PLAN.u, np.int16)
    out = np.empty((len(engine.FIELDS), PLAN.sequences), np.int32)

    def run() -> None:
        at = [ctypes.c_void_p(array.ctypes.data) for array in (base, u, out)]
        assert fold(at[0], at[1], T, D, PLAN.spread, ctypes.c_uint64(PLAN.seed), PLAN.blocks, at[2]) == 0

    measure(benchmark, "C", PLAN.sequences, run, 30)
    for name, row in zip(engine.FIELDS, out, strict=True):
        assert (row == engine.fold(PLAN)[name]).all(), name

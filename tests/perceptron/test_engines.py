"""All engines give the same trace, the int64 one up to and beyond the edge of what it may touch."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from perceptron import Examples, InputError, MarginPerceptron, Perceptron, measure, run
from perceptron.data.examples import INT64_MAX
from perceptron.runs.engines.compiled_loops import product_below
from perceptron.runs.engines.int64 import LIMIT, Int64Fold
from tests.perceptron.strategies import examples, huge, runs

EXACT = ["int", "flint", "numba", "auto"]
CERTIFIED_UP_TO = 2**53
ROOT = str(Path(__file__).parents[2])


@given(runs(st.one_of(examples(), huge(), examples(max_rounds=60))))
def test_engines_agree(drawn: tuple[object, Examples]) -> None:
    learner, data = drawn
    definition = run(learner, data, "fraction")  # type: ignore[arg-type]
    for engine in EXACT:
        trace = run(learner, data, engine)  # type: ignore[arg-type]
        assert (trace.updates, trace.final) == (definition.updates, definition.final), engine
    if type(learner) in (Perceptron, MarginPerceptron) and data.largest() <= CERTIFIED_UP_TO:
        if getattr(learner, "origin", None) is not None:
            return
        for form in (data, Examples.from_sparse(sparse.csr_array(data.array()), data.labels, data.denominator) if len(data) else data):
            trace = run(learner, form, "certified")  # type: ignore[arg-type]
            assert (trace.updates, trace.final) == (definition.updates, definition.final)


@given(*[st.integers(0, INT64_MAX)] * 4)
def test_compiled_comparison_of_products_is_exact(a: int, b: int, c: int, d: int) -> None:
    assert product_below(a, b, c, d) == (a * b < c * d)
    assert not product_below(a, b, b, a)
    if 0 < c < INT64_MAX:
        assert product_below(a, c, a, c + 1) == (a > 0)


@given(st.integers(1, 2**40), st.integers(1, 6), st.integers(-(2**50), 2**50), st.integers(-40, 40), st.booleans())
def test_guard_is_never_below_what_a_run_can_reach(n: int, d: int, start: int, power: int, margin: bool) -> None:
    """The worst that the rounds let through can do: every entry ±N, all of one sign, from the greatest start."""
    data = Examples([[n] * d], [1])
    learner = MarginPerceptron(Fraction(2) ** power) if margin else Perceptron(start=[start] * d)
    fold = Int64Fold(learner, data)
    rounds, q = fold.room(), 1
    reach = max(map(abs, fold.weights)) + rounds * n
    if isinstance(learner, MarginPerceptron) and rounds:
        q = fold.q
        assert fold.p**2 < LIMIT and d * reach**2 < LIMIT
    assert rounds == 0 or (reach < LIMIT and q * d * reach * n < LIMIT)


def test_guard_is_not_needlessly_tight() -> None:
    assert Int64Fold(Perceptron(), Examples([[1000] * 5], [1])).room() >= 10**12 // 10
    assert Int64Fold(MarginPerceptron("1/10"), Examples([[1000] * 5], [1])).room() >= 10**6


def test_falls_back_in_the_middle_of_a_run_without_wrapping() -> None:
    """w = (−B, B, B) meets x = (−n, −n, −n) again and again: every round is an update and |w₁| grows out of the guard."""
    n = 2**20
    data = Examples.from_array(np.full((2**17, 3), -n), np.ones(2**17, dtype=np.int64))
    b = LIMIT // (3 * n) - 100_000 * n
    fold = Int64Fold(Perceptron(start=[-b, b, b]), data)
    assert 1024 < fold.room() < len(data)
    updates = fold.go()
    assert fold.engine == "int"
    reference = run(fold.learner, data, "int")
    assert (tuple(updates), tuple(fold.weights)) == (reference.updates, reference.final_numerators)


def test_engine_says_what_it_was() -> None:
    small, large = Examples([[1]], [1]), Examples([[2**40]] * 3, [1, -1, 1])
    assert run(Perceptron(), small, "numba").engine == "numba"
    assert run(Perceptron(), large, "numba").engine == "int"
    assert run(Perceptron(), small, "int").engine == "int"
    with pytest.raises(InputError, match="engine must be one of"):
        run(Perceptron(), small, "float")


class Halving:
    """A learner of somebody else's: updates below a fixed margin, and halves the old weights."""

    def start(self, dimension: int) -> tuple[Fraction, ...]:
        return (Fraction(1),) * dimension

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= Fraction(1, 3)

    def step(self, w: tuple[Fraction, ...], x: tuple[Fraction, ...], y: int) -> tuple[Fraction, ...]:
        return tuple(a / 2 + y * b for a, b in zip(w, x, strict=True))


def test_runs_a_learner_it_has_never_seen() -> None:
    data = Examples([[1, 0], ["1/2", "1/2"], [0, -1]], [-1, 1, 1])
    trace = run(Halving(), data, "numba")
    assert trace.engine == "fraction"
    assert trace.updates == (0, 1, 2)
    assert trace.final == (Fraction(1, 8), Fraction(-5, 8))
    assert [w for _, w in trace.weights()][1:] == [(Fraction(-1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4))]


class Reluctant(Perceptron):
    """A subclass with another rule must not be taken for the Perceptron."""

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner < -1


def test_subclass_keeps_its_own_rule() -> None:
    assert run(Reluctant(), Examples([[1], [1]], [1, -1])).M == 0


def test_a_million_rounds_run_compiled_and_begin_as_in_integers() -> None:
    rng = np.random.default_rng(7)
    rows = rng.integers(-1000, 1000, size=(1_000_000, 5))
    labels = np.where(rows @ np.array([3, -1, 4, 1, -5]) >= 0, 1, -1)
    data = Examples.from_array(rows, labels, 1000)
    trace = run(Perceptron(), data)
    assert trace.engine == "certified" and trace.T == 1_000_000
    head = data[:20_000]
    assert run(Perceptron(), head, "int").updates == tuple(t for t in trace.updates if t < 20_000)
    q = measure(trace, [3, -1, 4, 1, -5], "1/1000")
    assert q.W2 <= q.S2 and q.gamma * q.M - q.TD <= q.P and q.margin is not None and q.margin >= 0


def test_margin_comparison_is_strict_at_equality() -> None:
    """y⟨w,x⟩ = (1−ε)γ‖w‖ exactly: no update, in every engine."""
    data = Examples([[1, 0], ["3/5", "4/5"]], [1, 1])  # ⟨w,x⟩ = 3/5, ‖w‖ = 1
    for engine in ["fraction", *EXACT]:
        assert run(MarginPerceptron("6/5"), data, engine).updates == (0,)
        assert run(MarginPerceptron("1200001/1000000"), data, engine).updates == (0, 1)


@pytest.mark.parametrize("module", ["numpy", "numba", "scipy", "flint", "sympy", "sklearn"])
def test_import_is_light(module: str) -> None:
    code = f"import sys, perceptron; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_compiled_code_on_disk_is_as_new_as_what_it_is_made_of(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    (tmp_path / "looping.py").write_text(
        "from perceptron.runs.engines.compiling import compiled\nfrom steps import step\n\n"
        "@compiled\ndef loop(n):\n    return step(n)\n\nprint(loop(3), sum(loop.stats.cache_hits.values()))\n"
    )
    printed = []
    for factor in (2, 2, 5):
        (tmp_path / "steps.py").write_text(
            f"from perceptron.runs.engines.compiling import inlined\n\n@inlined\ndef step(n):\n    return {factor} * n\n"
        )
        command = [sys.executable, "looping.py"]
        done = subprocess.run(command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": ROOT}, capture_output=True, text=True)
        printed.append(done.stdout)
    assert printed == ["6 0\n", "6 1\n", "15 0\n"]


def test_two_processes_that_compile_at_once_do_not_overwrite_each_others_code(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    (tmp_path / "loop.py").write_text(
        "import sys\nfrom perceptron.runs.engines.compiling import compiled\n\n"
        "@compiled\ndef loop(n):\n    return n + n\n\nprint(loop(eval(sys.argv[1])))\n"
    )

    def run(argument: str) -> str:
        command = [sys.executable, "loop.py", argument]
        return subprocess.run(command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": ROOT}, capture_output=True, text=True).stdout

    assert run("3") == "6\n"
    (index,) = tmp_path.rglob("loop*.nbi")
    first = index.read_bytes()
    index.unlink()  # the second process has looked for it before the first one wrote it
    assert run("1.5") == "3.0\n"
    index.write_bytes(first)  # and is done before the first one is
    assert run("3") == "6\n"

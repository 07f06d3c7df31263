"""All engines give the same trace."""

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
from tests.perceptron.strategies import examples, huge, runs

EXACT = ["int", "auto"]
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


def test_engine_says_what_it_was() -> None:
    small = Examples([[1]], [1])
    assert [run(Perceptron(), small, engine).engine for engine in ("auto", "int", "certified")] == ["int", "int", "certified"]
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
    trace = run(Halving(), data, "int")
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

"""All engines give the same trace, the compiled one knows what it cannot know, and every trace has what the proofs start from."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import sparse

from benchmarks import exactness
from perceptron import Examples, Hebb, InputError, MarginPerceptron, Perceptron, Trace, measure, run
from perceptron.learners import vectors
from perceptron.learners.custom import first_weights
from perceptron.runs.engines.certified import float_errors, loops
from perceptron.runs.engines.certified.fold import CertifiedFold
from perceptron.runs.engines.certified.rows import holds, rows_of
from perceptron.runs.engines.integer import RationalFold, rational_rows
from tests.perceptron.strategies import Vector, examples, huge, inner, runs

CERTIFIED_UP_TO = 2**53
ROOT = str(Path(__file__).parents[2])


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

    def wants_update(self, w: vectors.Vector, x: vectors.Vector, y: int) -> bool:
        return bool(y * (w @ x) < -1)


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


def test_import_is_light() -> None:
    code = (
        "import sys, perceptron; heavy = {'numpy', 'numba', 'scipy', 'flint', 'sympy', 'sklearn'}; assert not heavy & {*sys.modules};"
        "import perceptron.learners.ogd, perceptron.kernels, proofs.cli; assert 'sklearn' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.nocover
def test_compiled_code_on_disk_is_as_new_as_what_it_is_made_of(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    (tmp_path / "looping.py").write_text(
        "from perceptron.runs.engines.compiling import compile_function\nfrom steps import step\n\n"
        "@compile_function\ndef loop(n):\n    return step(n)\n\nprint(loop(3), sum(loop.stats.cache_hits.values()))\n"
    )
    # Python itself takes a module for unchanged if its size and the second in which it was written are; that is not what is tried here.
    environment = os.environ | {"PYTHONPATH": ROOT, "PYTHONDONTWRITEBYTECODE": "1"}
    printed = []
    for factor in (2, 2, 5):
        (tmp_path / "steps.py").write_text(
            f"from perceptron.runs.engines.compiling import inline\n\n@inline\ndef step(n):\n    return {factor} * n\n"
        )
        command = [sys.executable, "looping.py"]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
        printed.append(done.stdout)
    assert printed == ["6 0\n", "6 1\n", "15 0\n"]


@pytest.mark.nocover
def test_two_processes_that_compile_at_once_keep_their_own_code(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    (tmp_path / "loop.py").write_text(
        "import sys\nfrom perceptron.runs.engines.compiling import compile_function\n\n"
        "@compile_function\ndef loop(n):\n    return n + n\n\nprint(loop(eval(sys.argv[1])))\n"
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


# --- The certified engine makes the run of the Fraction reference: the same updates and the same weights, over the whole range of floats


near = st.sampled_from([0.1, 0.2, 0.3, -0.1, 1 / 3, 1.0, -1.0, 1 + 2**-52, 2**-53, 5e-324, -5e-324, 1e-160, 1e154, -1e154, 1.7e308, 0.0])
entries = st.one_of(near, st.floats(allow_nan=False, allow_infinity=False), st.integers(-3, 3).map(float))
shapes = st.tuples(st.integers(1, 9), st.integers(1, 4))
tables = st.one_of(
    arrays.arrays(np.float64, shapes, elements=entries),
    arrays.arrays(np.float32, shapes, elements=st.floats(width=32, allow_nan=False, allow_infinity=False)),
    arrays.arrays(np.int16, shapes),
    arrays.arrays(np.int64, shapes, elements=st.integers(-(2**53), 2**53)),
)
learners = st.sampled_from(
    [Perceptron(), Perceptron(1), Perceptron(-1), MarginPerceptron("1/3"), MarginPerceptron(5, 1), MarginPerceptron(10**40)]
)


def reference(
    X: Any, y: Any, learner: Any, intercept: bool, times: tuple[int, int], passes: int, order: Any
) -> tuple[list[int], list[Fraction]]:
    """The definition, on Fractions."""
    rows = [[*map(Fraction, row), *[Fraction(1)] * intercept] for row in X.tolist()]
    w, updates, fresh = [Fraction(0)] * len(rows[0]), [], learner.initialises
    for _ in range(passes):
        for t, i in enumerate(order):
            inner = Fraction(int(y[i])) * sum(a * b for a, b in zip(w, rows[i], strict=True))
            if fresh or learner.rule()(inner, sum(a * a for a in w), int(y[i])):
                w = [a + times[int(y[i] > 0)] * int(y[i]) * b for a, b in zip(w, rows[i], strict=True)]
                updates.append(t)
            fresh = False
    return updates, w


@given(tables, st.data(), learners, st.booleans(), st.integers(1, 3), st.booleans())
def test_updates_and_weights_are_those_of_the_definition(
    X: Any, data: st.DataObject, learner: Any, intercept: bool, passes: int, zeros_left_out: bool
) -> None:
    n = len(X)
    y = data.draw(arrays.arrays(np.int64, n, elements=st.sampled_from([-1, 1])))
    order = np.array(data.draw(st.permutations(range(n))))
    times = (1, 1) if learner.initialises else data.draw(st.sampled_from([(1, 1), (2, 1), (0, 3), (10**7, 2**26)]))
    if learner.initialises and not intercept and not X[order[0]].any():
        return
    expected = reference(X, y, learner, intercept, times, passes, order)
    exact = rational_rows([{j: Fraction(v) for j, v in enumerate(row)} for row in X.tolist()], X.shape[1])
    given_rows = rows_of(sparse.csr_array(X) if zeros_left_out else X)
    for fold, rows in ((CertifiedFold, given_rows), (RationalFold, exact)):
        engine: Any = fold(learner, X.shape[1], intercept, times)
        engine.start_batch(rows)
        out = np.zeros(n * passes, np.int64)
        for _ in range(passes):
            engine.go(rows, y, 1, order, out)
        assert (out[: engine.updates].tolist(), engine.weights()) == expected


@given(tables, st.data())
def test_batches_columns_and_pickles_do_not_change_a_run(X: Any, data: st.DataObject) -> None:
    y = data.draw(arrays.arrays(np.int64, len(X), elements=st.sampled_from([-1, 1])))
    cut = data.draw(st.integers(0, len(X)))
    d = X.shape[1]
    fold = CertifiedFold(Perceptron(), d, True)
    for part, form in ((slice(0, cut), np.asarray), (slice(cut, None), data.draw(st.sampled_from([np.asarray, sparse.csr_array])))):
        rows = rows_of(form(X[part]))
        fold.start_batch(rows)
        fold.go(rows, y[part])
        fold = pickle.loads(pickle.dumps(fold))
        fold.widen(d)
    updates, weights = reference(X, y, Perceptron(), True, (1, 1), 1, range(len(X)))
    assert (fold.updates, fold.weights()) == (len(updates), weights)
    fold.widen(d + 2)
    assert fold.weights() == [*weights[:-1], 0, 0, weights[-1]]


def compared(X: Any, y: Any, form: Any, intercept: bool, roundings: int = 0, passes: int = 1, learner: Any = None) -> CertifiedFold:
    """The certified fold after passes, which is that of the fold in integers; `roundings`: as if so many had been before."""
    exact, made = rational_rows([{j: Fraction(v) for j, v in enumerate(row)} for row in X.tolist()], X.shape[1]), []
    for fold, rows in ((RationalFold, exact), (CertifiedFold, rows_of(form(X)))):
        engine: Any = fold(learner or Perceptron(), X.shape[1], intercept)
        engine.start_batch(rows)
        if fold is CertifiedFold:
            engine.counts[loops.ROUNDINGS] = roundings
        out = np.zeros(len(X) * passes, np.int64)
        for _ in range(passes):
            engine.go(rows, y, 1, None, out)
        assert fold is RationalFold or engine.counts[loops.ROUNDINGS] <= float_errors.MOST_ROUNDINGS + 1
        made.append((out.tolist(), engine.weights()))
    assert made[0] == made[1]
    return engine  # type: ignore[no-any-return]


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int16])
def test_rows_of_any_length_are_learned_exactly_in_simd_loops(kind: Any, form: Any) -> None:
    rng = np.random.default_rng(11)
    for d in range(1, 80, 2):
        X = (rng.normal(size=(25, d)) * 2.0 ** rng.integers(-12, 12, (25, d)) * (rng.random((25, d)) < rng.random())).astype(kind)
        compared(X, rng.choice([-1, 1], 25), form, True)


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_updates_that_wait_are_added_before_a_pass_in_which_none_waits(form: Any) -> None:
    """In the second pass a row is settled by digits, so the third lets no update wait, and those after that row still do."""
    third = 1 / 3
    X = [[-0.1, 0.1, 0.1, -0.1, third], [-0.1, -0.3, 0.7, 0.3, 0.2], [0.7, -0.3, 0.3, -0.1, -0.3], [0.3, 0.2, -0.1, 0.7, -0.3]]
    X += [[-0.3, -0.1, -0.1, 0.7, 0.3], [-0.3, -0.3, 0.2, third, 0.3], [0.3, 0.7, 0.3, third, 0.1]]
    compared(np.array(X), np.array([-1, 1, -1, 1, -1, -1, 1]), form, True, passes=3, learner=Perceptron(-1))


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_decision_on_a_settled_row_is_not_used_for_another(form: Any) -> None:
    """The last row is open until all updates are added, and then settled without the decision; the first is open in every pass."""
    threshold = Fraction(0.1) * (1 + Fraction(1, 10**25))
    X = np.array([[0.1], *[[0.03]] * 80, [0.1 * (1 + 60 * 2**-53)]])
    compared(X, np.ones(len(X), np.int64), form, False, passes=2, learner=MarginPerceptron(2 * threshold))


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_a_run_of_more_updates_than_roundings_are_allowed_stays_exact(form: Any) -> None:
    rng = np.random.default_rng(5)
    X, y = rng.choice([0.1, 0.2, -0.1, -0.3, 1 / 3, 0.0], (12_000, 3)), rng.choice([-1, 1], 12_000)
    engine = compared(X, y, form, True, float_errors.MOST_ROUNDINGS - 1000)
    assert engine.updates > 5000


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize(("exponent", "loses"), [(-20, False), (-40, False), (-48, False), (-56, True), (-200, True)])
def test_what_two_floats_cannot_hold_is_kept_and_only_that(form: Any, exponent: int, loses: bool) -> None:
    rng = np.random.default_rng(7)
    X, y = rng.choice([0.1, 0.2, -0.1, -0.3, 1 / 3], (2_000, 3)), rng.choice([-1, 1], 2_000)
    X[rng.random(2_000) < 0.2] *= 2.0**exponent
    assert compared(X, y, form, False).used.any() == loses


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("learner", [Perceptron(), MarginPerceptron(1)])
def test_what_is_no_number_is_refused_wherever_it_stands(bad: float, learner: Any) -> None:
    for i in range(4):
        for j in range(2):
            X = np.array([[1.0, 2.0], [-1.0, 0.5], [3.0, 1.0], [-2.0, -2.0]])
            X[i, j] = bad
            for form in (X, sparse.csr_array(X), X.astype(np.float32)):
                rows, fold = rows_of(form), CertifiedFold(learner, 2)
                fold.start_batch(rows)
                with pytest.raises(InputError, match="NaN or infinite"):
                    fold.go(rows, np.array([1, 1, 1, 1]))


@pytest.mark.nocover
def test_the_attack_with_floats_of_any_size_finds_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["exactness", "--runs", "300", "--seed", "5"])
    exactness.main()
    assert "no disagreement" in capsys.readouterr().out


def test_what_float64_does_not_hold_is_not_taken() -> None:
    for kind, n in ((np.int64, 2**60), (np.int64, -(2**63)), (np.uint64, 2**63)):
        assert holds(np.array([[n]], kind))
    for X in (
        np.array([[2**53 + 1]]),
        np.array([[2**63 - 1]]),
        np.array([[2**63 + 1]], np.uint64),
        np.array([[2**64 - 1]], np.uint64),
        np.array([[1]], object),
        np.zeros((1, 1), np.longdouble),
    ):
        with pytest.raises(InputError, match="does not hold"):
            rows_of(X)
    with pytest.raises(InputError, match="far from 1"):
        CertifiedFold(MarginPerceptron(10**400), 1)


# --- The bridge from the learners that run to the facts that the proofs start from, on every trace and exactly


def granted(trace: Trace, y: int, margin: Fraction, w: Vector) -> bool:
    """What the rule says about a round, written down anew from its definition."""
    learner = trace.learner
    if isinstance(learner, Hebb):
        return True
    if isinstance(learner, MarginPerceptron):
        c = (1 - learner.eps) * learner.gamma
        return margin < 0 or margin**2 < c**2 * inner(w, w)
    assert isinstance(learner, Perceptron)
    return margin <= 0 if learner.ties == "mistake" else (learner.ties if margin == 0 else y * (1 if margin > 0 else -1)) != y


@given(runs(st.one_of(examples(), huge(), examples(max_rounds=60))), st.sampled_from(["auto", "int", "fraction", "certified"]))
def test_every_trace_satisfies_the_recurrence_and_the_rule(drawn: tuple[Any, Examples], engine: str) -> None:
    learner, data = drawn
    if engine == "certified":
        assume(not isinstance(learner, Hebb) and not getattr(learner, "origin", None) and data.largest() <= CERTIFIED_UP_TO)
    trace = run(learner, data, engine)
    steps, w = trace.steps(), first_weights(trace.learner, data.dimension)
    for (t, before), (x, y) in zip(trace.weights(), data, strict=True):
        assert before == w
        margin = y * inner(w, x)
        if t in trace.updates:
            z = next(steps)
            assert z == tuple(y * value for value in x)
            w = tuple(a + b for a, b in zip(w, z, strict=True))
        initial = t == 0 and getattr(learner, "initialises", False)
        assert (t in trace.counted_rounds) == (granted(trace, y, margin, before) and not initial)
        if t in trace.counted_rounds and isinstance(learner, Perceptron):
            assert margin <= 0
        if t not in trace.updates:
            assert margin >= 0
    assert next(steps, None) is None
    assert trace.final == w
    assert trace.M == len(trace.counted_rounds) <= trace.T == len(data)


@given(runs(), st.data())
def test_quantities_are_what_their_definitions_say(drawn: tuple[object, Examples], data: st.DataObject) -> None:
    learner, sequence = drawn
    rational = st.builds(Fraction, st.integers(-9, 9), st.integers(1, 6))
    u = tuple(data.draw(rational) for _ in range(sequence.dimension))
    gamma = data.draw(st.builds(Fraction, st.integers(1, 9), st.integers(1, 9)))
    trace = run(learner, sequence)  # type: ignore[arg-type]
    q = measure(trace, u, gamma)
    margins = [y * inner(u, x) for x, y in sequence]
    counted = [t for t in trace.updates if not (t == 0 and getattr(learner, "initialises", False))]
    slack = [max(Fraction(0), gamma - margins[t]) for t in counted]
    assert (q.M, q.T, q.d, q.gamma) == (len(counted), len(sequence), sequence.dimension, gamma)
    assert sum(slack) == q.TD and sum(slack) / gamma == q.H and q.H2sq == sum(s**2 for s in slack) / gamma**2
    assert q.R2 == q.longest2 == max((inner(x, x) for x, _ in sequence), default=0)
    assert sum(inner(sequence[t].x, sequence[t].x) for t in counted) == q.S2
    assert (inner(u, u), inner(trace.final, trace.final), inner(u, trace.final)) == (q.U2, q.W2, q.P)
    assert q.margin == min(margins, default=None)
    assert q.eps == (learner.eps if isinstance(learner, MarginPerceptron) else None)
    assert Fraction(49, 4) == measure(trace, u, gamma, radius="7/2").R2

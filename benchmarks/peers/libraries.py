"""Each library's Perceptron: its facts in words, its run over a table, and the loop that reproduces the run's count of updates."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import tempfile
import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from benchmarks.peers.tables import Counts, Orders, Table, counts, exact, in_floats
from perceptron.estimators.peers import OnePermutation

WEKA = "WEKA_JAR"  # of the environment


class Peer(NamedTuple):
    """A learner of a library.

    module       by which it is found, and the distribution that brings it
    differs      the difference from the theorem's learner in words; empty if there is none
    count        its updates on a table, and those of the loop that has the same difference
    """

    name: str
    module: str
    distribution: str
    order: str
    tie: str
    intercept: str
    average: str
    stop: str
    differs: str
    count: Callable[[Table], Counts]


# -- scikit-learn


def _row_by_row(make: Callable[[], Any], table: Table, orders: Orders, layout: Callable[[Any], Any] = np.asarray) -> tuple[int, Any]:
    """The changes of the weights in calls of `partial_fit` with one row, and the weights at the end."""
    model, count, state = make().set_params(shuffle=False), 0, None
    X = layout(table.X)
    for t in (t for order in orders for t in order):
        model.partial_fit(X[[t]], table.y[[t]], classes=[-1, 1])
        now = (*model.coef_[0], *model.intercept_)
        count, state = count + (now != (state or (0.0,) * len(now))), now
    return count, state


def _perceptron(**given: Any) -> Any:
    from sklearn.linear_model import Perceptron

    return Perceptron(**{"shuffle": False, "tol": None} | given)


def dense(table: Table) -> Counts:
    return counts(_row_by_row(_perceptron, table, table.in_order)[0], table, table.in_order)


def sparse(table: Table) -> Counts:
    seen, _ = _row_by_row(_perceptron, table, table.in_order, csr_array)
    return Counts(seen, in_floats(table, table.in_order, lambda margin, _, y: float(margin <= 0), 0.01))


def default(table: Table) -> Counts:
    """Count in the order that the fit had; its weights confirm the order."""
    model = _perceptron(shuffle=True, tol=1e-3).fit(table.X, table.y)
    random = np.random.RandomState(model.random_state)
    random.randint(1, np.iinfo(np.int32).max)
    drawn = OnePermutation(int(random.randint(np.iinfo(np.int32).max)), len(table.y), powers=True)
    orders = [drawn.permutation(None) for _ in range(model.n_iter_)]
    seen, weights = _row_by_row(_perceptron, table, orders)
    assert weights == (*model.coef_[0], *model.intercept_), "scikit-learn's order is another one in this version"
    return counts(seen, table, orders)


def rate(table: Table) -> Counts:
    seen, _ = _row_by_row(lambda: _perceptron(eta0=0.1), table, table.in_order)
    return Counts(seen, in_floats(table, table.in_order, lambda margin, _, y: 0.1 * (margin <= 0)))


def passive_aggressive(table: Table) -> Counts:
    from sklearn.linear_model import SGDClassifier

    seen, _ = _row_by_row(lambda: SGDClassifier(penalty=None, learning_rate="pa1", eta0=1.0), table, table.in_order)
    return Counts(seen, in_floats(table, table.in_order, lambda margin, norm2, y: min(1.0, max(0.0, 1 - margin) / norm2) if norm2 else 0.0))


def liblinear(table: Table) -> Counts:
    return Counts(None, None)


# -- one row at a time: river, NLTK, Vowpal Wabbit


def river(table: Table) -> Counts:
    from river.linear_model import Perceptron

    model, count, state = Perceptron(), 0, None
    rows = table.dictionaries()
    for t in (t for order in table.in_order for t in order):
        model.learn_one(rows[t], bool(table.y[t] > 0))
        now = (model.intercept, *model.weights.values())
        count, state = count + (any(now) if state is None else now[: len(state)] != state or any(now[len(state) :])), now
    return counts(count, table, table.in_order)


def nltk(table: Table) -> Counts:
    """Its update adds 1 for each named feature, so that the loop steps by the signs of entries and scores by their values."""
    from nltk.tag.perceptron import AveragedPerceptron

    model, count = AveragedPerceptron(), 0
    model.classes = {"-1", "1"}
    rows = [{**row, "constant": 1.0} for row in table.dictionaries()]
    w, again = np.zeros(table.X.shape[1] + 1), 0
    X = np.column_stack([table.X, np.ones(len(table.y))])
    for t in (t for order in table.in_order for t in order):
        guess, _ = model.predict(rows[t])
        count += guess != str(table.y[t])
        model.update(str(table.y[t]), guess, rows[t])
        if (1 if w @ X[t] >= 0 else -1) != table.y[t]:
            w, again = w + table.y[t] * (X[t] != 0), again + 1
    return Counts(count, again)


def vowpal_wabbit(table: Table) -> Counts:
    """A row moves the weights if y·score < 1; scores are clipped to the labels seen, and kept in float32."""
    from vowpalwabbit import Workspace

    model, count = Workspace("--loss_function hinge --sgd -l 1 --power_t 0 --quiet"), 0
    rows = [" ".join(f"{name}:{value!r}" for name, value in row.items()) for row in table.dictionaries()]
    for t in (t for order in table.in_order for t in order):
        count += int(table.y[t] * model.predict(f"| {rows[t]}") < 1)
        model.learn(f"{table.y[t]} | {rows[t]}")
    model.finish()
    return Counts(count, in_floats(table, table.in_order, lambda margin, _, y: float(margin < 1), kind=np.float32))


# -- whole fits: mlxtend, CRFsuite, mlpack


def mlxtend(table: Table) -> Counts:
    """Its weights begin at small random numbers, and each pass has a new order of the same generator."""
    from mlxtend.classifier import Perceptron

    labels = (table.y > 0).astype(int)
    model = Perceptron(eta=0.5, epochs=table.passes, random_seed=1).fit(table.X, labels)
    begun = Perceptron(eta=0.5, epochs=0, random_seed=1).fit(table.X, labels)
    random, n = np.random.RandomState(1), len(labels)
    orders = [random.permutation(np.arange(n)).tolist() for _ in range(table.passes)]
    start = [Fraction(float(v)) for v in (*begun.w_.ravel(), *np.ravel(begun.b_))]
    return counts(sum(model.cost_), table, orders, 1, start=start)


def crfsuite(table: Table) -> Counts:
    """Its order comes from the C library's `rand`, which is seeded here."""
    from pycrfsuite import Trainer

    standard, n = ctypes.CDLL(None), len(table.y)
    trainer = Trainer(algorithm="ap", verbose=False)
    trainer.set_params({"feature.possible_states": True, "max_iterations": table.passes, "epsilon": 0.0})
    for row, y in zip(table.dictionaries(), table.y, strict=True):
        trainer.append([{**row, "constant": 1.0}], [str(y)])
    with tempfile.TemporaryDirectory() as folder:
        standard.srand(1)
        trainer.train(str(Path(folder) / "model"))
    seen = round(sum(one["loss"] for one in trainer.logparser.iterations))
    standard.srand(1)
    order, orders = list(range(n)), []
    for _ in trainer.logparser.iterations:
        for i in range(n):
            j = standard.rand() % n
            order[i], order[j] = order[j], order[i]
        orders.append([*order])
    return counts(seen, table, orders, int(table.y[0]))


def mlpack(table: Table) -> Counts:
    """Its weights after each number of passes have to be those of the loop, whose updates are then the count."""
    from mlpack import perceptron

    labels, first = (table.y > 0).astype(np.uint64), int(table.y[0])  # it numbers the classes by their first rows
    for passes in range(1, table.passes + 1):
        made = perceptron(training=table.X, labels=labels, max_iterations=passes)["output_model"].get_cpp_params()
        inner = made["PerceptronModel"]["p"]
        theirs = np.append(inner["weights"][1] - inner["weights"][0], inner["biases"][0][1] - inner["biases"][0][0])
        ours = exact(table, table.in_order[:passes], first)
        if not np.allclose(-first * theirs, [2 * float(w) for w in ours.final], atol=1e-9):
            return Counts(None, ours.M)
    return Counts(ours.M, ours.M)


def weka(table: Table) -> Counts:
    """The number of perceptrons that its voted Perceptron prints, of its exponent 1, whose kernel is 1 + ⟨x, z⟩."""
    rows = [",".join([*map(repr, row), str(y)]) for row, y in zip(table.X.tolist(), table.y.tolist(), strict=True)]
    columns = [f"@attribute x{j} numeric" for j in range(table.X.shape[1])]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.arff"
        path.write_text("\n".join(["@relation rows", *columns, "@attribute class {-1,1}", "@data", *rows]) + "\n", encoding="utf-8")
        options = ["-I", str(table.passes), "-no-cv", "-t", str(path)]
        call = ["java", "-cp", os.environ[WEKA], "weka.classifiers.functions.VotedPerceptron", *options]
        printed = subprocess.run(call, check=True, capture_output=True, text=True).stdout
    found = re.search(r"Number of perceptrons=(\d+)", printed)
    assert found is not None, printed
    return counts(int(found[1]), table, [java_order(1, len(rows))] * table.passes, 1)


def java_order(seed: int, n: int) -> list[int]:
    """The order that Weka's `randomize` makes with java.util.Random(seed)."""
    state, order = seed ^ 0x5DEECE66D, list(range(n))
    for last in range(n - 1, 0, -1):
        bound = last + 1
        while True:
            state = (state * 0x5DEECE66D + 11) % 2**48
            bits = state >> 17
            drawn = bits * bound >> 31 if bound & last == 0 else bits % bound
            if bound & last == 0 or bits - drawn + last < 2**31:
                break
        order[last], order[drawn] = order[drawn], order[last]
    return order


# -- the facts


FACTS = tomllib.loads((Path(__file__).with_name("facts.toml")).read_text(encoding="utf-8"))
RUNS = (dense, sparse, default, rate, passive_aggressive, river, nltk, mlxtend, crfsuite, vowpal_wabbit, liblinear, mlpack, weka)
PEERS = tuple(Peer(count=run, **FACTS[run.__name__]) for run in RUNS)

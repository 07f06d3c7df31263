#!/usr/bin/env bash
# A guess: a learner makes the same updates on the same rows, dense or sparse.
# scikit-learn 1.9.1, Perceptron(shuffle=False, tol=None): on CSR rows an update moves the intercept by 0.01 and not by 1. So the learner is
# the Perceptron with a constant input of 0.1, and a mistake bound has to be taken for that input.
#
# Seen on the AND gate, row by row until a pass has no update:
#   dense    18 updates in   9 passes
#   CSR     303 updates in 103 passes
#   own loop whose intercept moves by 0.01: 303 updates in 103 passes
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'scikit-learn==1.9.1'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import numpy as np
import sklearn
from scipy.sparse import csr_matrix
from sklearn.linear_model import Perceptron

rows, labels = [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1]


def fitted(layout):
    model, count, state = Perceptron(shuffle=False, tol=None), 0, (0.0, 0.0, 0.0)
    for passes in range(1, 1001):
        before = count
        for x, y in zip(rows, labels):
            model.partial_fit(layout(np.array([x], dtype=float)), [y], classes=[-1, 1])
            now = (*model.coef_[0], model.intercept_[0])
            count, state = count + (now != state), now
        if count == before:
            return count, passes


def stepped(step):
    """The Perceptron in floating point, whose intercept moves by `step` at an update."""
    w, intercept, count = [0.0, 0.0], 0.0, 0
    for passes in range(1, 1001):
        before = count
        for x, y in zip(rows, labels):
            if y * (w[0] * x[0] + w[1] * x[1] + intercept) <= 0:
                w, intercept, count = [a + y * b for a, b in zip(w, x)], intercept + step * y, count + 1
        if count == before:
            return count, passes


print("scikit-learn", sklearn.__version__)
seen = {"dense": fitted(lambda x: x), "CSR": fitted(csr_matrix)}
for name, (count, passes) in seen.items():
    print(f"{name}: {count} updates in {passes} passes")
print("own loop, intercept step 1: %d updates in %d passes; 0.01: %d in %d" % (*stepped(1.0), *stepped(0.01)))
assert seen["dense"] == stepped(1.0) == (18, 9)
assert seen["CSR"] == stepped(0.01) == (303, 103)
PYTHON

#!/usr/bin/env bash
# A guess: the learning rate of the Perceptron scales the weights and changes no decision, so the number of updates does not depend on it.
# In exact numbers that is a theorem. In floating point a rate of 0.1 rounds, and ties are decided otherwise.
# scikit-learn 1.9.1, Perceptron(shuffle=False, tol=None), the AND gate row by row until a pass has no update:
#
# Seen:
#   eta0 = 1    18 updates in 9 passes
#   eta0 = 0.5  18 updates in 9 passes
#   eta0 = 0.1   8 updates in 4 passes, to another line
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'scikit-learn==1.9.1'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import numpy as np
import sklearn
from sklearn.linear_model import Perceptron

rows, labels = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=float), [-1, -1, -1, 1]


def updates(rate):
    """Count the changes of the weights until a pass has none."""
    model, count, state = Perceptron(eta0=rate, shuffle=False, tol=None), 0, (0.0, 0.0, 0.0)
    for passes in range(1, 101):
        before = count
        for x, y in zip(rows, labels):
            model.partial_fit([x], [y], classes=[-1, 1])
            now = (*model.coef_[0], model.intercept_[0])
            count, state = count + (now != state), now
        if count == before:
            return count, passes, [round(float(v) / rate) for v in state]


print("scikit-learn", sklearn.__version__)
seen = {rate: updates(rate) for rate in (1.0, 0.5, 0.1)}
for rate, (count, passes, line) in seen.items():
    print(f"eta0 = {rate}: {count} updates in {passes} passes, weights over the rate {line}")
assert seen[1.0] == seen[0.5] and seen[1.0][:2] == (18, 9)
assert seen[0.1][:2] == (8, 4) and seen[0.1][2] != seen[1.0][2]
PYTHON

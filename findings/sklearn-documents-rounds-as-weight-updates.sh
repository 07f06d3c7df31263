#!/usr/bin/env bash
# A guess: t_, documented as the "number of weight updates performed during training", counts updates.
# scikit-learn 1.9.1, Perceptron: it is the number of rounds plus one, whether or not a round moved the weights. On four rows that two
# updates separate, a fit of 50 passes has t_ = 201. Taken for the mistakes of a mistake bound it is a hundred times too large.
#
# Seen:
#   t_ 201, updates 2
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'scikit-learn==1.9.1'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import numpy as np
import sklearn
from sklearn.linear_model import Perceptron

rows, labels = np.array([[1.0], [2.0], [-1.0], [-2.0]]), np.array([1, 1, -1, -1])
fit = Perceptron(shuffle=False, tol=None, max_iter=50).fit(rows, labels)
model, state, updates = Perceptron(shuffle=False), (0.0, 0.0), 0
for x, y in [*zip(rows, labels)] * 50:
    model.partial_fit([x], [y], classes=[-1, 1])
    now = (model.coef_[0][0], model.intercept_[0])
    updates, state = updates + (now != state), now
assert "weight updates" in Perceptron.__doc__
print("scikit-learn", sklearn.__version__)
print("t_ %d, updates %d" % (fit.t_, updates))
assert fit.t_ == 201 and updates == 2 and state == (fit.coef_[0][0], fit.intercept_[0])
PYTHON

#!/usr/bin/env bash
# A guess: at the rate 1 an update of the Perceptron adds y·x to weights that begin at 0, so its weights are whole numbers on whole rows.
# mlxtend 0.25.0, classifier.Perceptron(eta=1.0): an update adds 2·y·x, since labels and predictions are -1 and 1 and their difference is 2;
# and the weights begin at random numbers of about 0.01, the intercept at 0. The weights of a run by hand come out at
# eta=0.5, but for the start, which also decides the ties.
#
# Seen on the row 3 of class 0 and the row -3 of class 1, with random_seed=1: one update in three passes, and
#   eta = 1.0  weight = start - 6, intercept -2
#   eta = 0.5  weight = start - 3, intercept -1   (start = 0.016243)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'mlxtend==0.25.0'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import mlxtend
import numpy as np
from mlxtend.classifier import Perceptron

print("mlxtend", mlxtend.__version__)
rows, labels = np.array([[3.0], [-3.0]]), np.array([0, 1])
seen = {}
for rate in (1.0, 0.5):
    fitted = Perceptron(eta=rate, epochs=3, random_seed=1).fit(rows, labels)
    seen[rate] = round(float(fitted.w_[0, 0]), 6), float(fitted.b_[0]), fitted.cost_
    print("eta", rate, *seen[rate])
assert seen == {1.0: (-5.983757, -2.0, [1, 0, 0]), 0.5: (-2.983757, -1.0, [1, 0, 0])}
PYTHON

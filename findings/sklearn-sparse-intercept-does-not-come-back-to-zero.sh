#!/usr/bin/env bash
# A guess: on rows of whole numbers a Perceptron makes no rounding errors, so that a score of 0 is exactly 0 and a mistake.
# scikit-learn 1.9.1, Perceptron on CSR rows: the intercept moves by the float 0.01, and three steps up and three down leave a remainder and not 0.
# A row whose weights add up to 0 is then no tie: the remainder decides it, in favour of one class. The weight of the only feature is set by hand
# before each round, so that the rounds are mistakes with the labels in this order.
#
# Seen:
#   CSR: -3.5e-18
#   dense: 0.0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'scikit-learn==1.9.1'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import numpy as np
import sklearn
from scipy.sparse import csr_array
from sklearn.linear_model import Perceptron


def intercept(layout):
    """The intercept after three updates up and three down; each row has a feature of its own, and a score near 0."""
    model = Perceptron(shuffle=False)
    for y in (1, 1, 1, -1, -1, -1):
        if hasattr(model, "coef_"):
            model.coef_[0][0] = -100.0 * y
        model.partial_fit(layout(np.ones((1, 1))), [y], classes=[-1, 1])
    return float(model.intercept_[0])


print("scikit-learn", sklearn.__version__)
seen = {"CSR": intercept(csr_array), "dense": intercept(np.asarray)}
for name, value in seen.items():
    print(f"{name}: intercept {value!r} after three steps up and three down")
assert seen["dense"] == 0 and seen["CSR"] != 0
PYTHON

#!/usr/bin/env bash
# A guess: a linear learner that separates AND separates NAND too, since only the labels are exchanged.
# scikit-learn 1.9.1, Perceptron() with its defaults: score 1.0 on AND and 0.5 on NAND, with mirrored weights and no warning.
# predict takes a score of 0 for the first class; the two true rows of NAND that lie on the line are lost by that, and the fit has
# stopped by `tol`, whose loss is 0 at a score of 0. With `tol=None` NAND is separated.
#
# Seen:
#   AND  score 1.0 after 10 epochs, weights [2. 2.], intercept -2
#   NAND score 0.5 after 10 epochs, weights [-2. -2.], intercept 2
#   NAND with tol=None: score 1.0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'scikit-learn==1.9.1'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import sklearn
from sklearn.linear_model import Perceptron

rows = [[0, 0], [0, 1], [1, 0], [1, 1]]
labels = {"AND": [-1, -1, -1, 1], "NAND": [1, 1, 1, -1]}
print("scikit-learn", sklearn.__version__)
fits = {name: Perceptron().fit(rows, y) for name, y in labels.items()}
for name, model in fits.items():
    print(name, "score", model.score(rows, labels[name]), "after", model.n_iter_, "epochs", model.coef_[0], model.intercept_[0])
whole = Perceptron(tol=None).fit(rows, labels["NAND"]).score(rows, labels["NAND"])
print("NAND with tol=None: score", whole)
assert fits["AND"].score(rows, labels["AND"]) == 1.0
assert fits["NAND"].score(rows, labels["NAND"]) == 0.5
assert (fits["AND"].coef_ == -fits["NAND"].coef_).all()
assert whole == 1.0
PYTHON

#!/usr/bin/env bash
# A guess: on separable rows the sum of the squared hinge losses of the Passive-Aggressive learner is at most R^2 |u|^2, with an intercept
# too, if a constant 1 is counted as an input (Crammer et al. 2006, Theorem 2).
# scikit-learn 1.9.1, PassiveAggressiveClassifier, and river 0.25.0, PAClassifier: the step divides by the norm of the row WITHOUT that 1, while
# the intercept moves by the whole step. On the rows +0.1 and -0.1 with the labels of their signs, for which u = (10, 0) gives
# R^2 |u|^2 = 101, the losses grow without end.
#
# Seen:
#   scikit-learn  losses 1, 100, 9800, 960200
#   river         losses 1, 100, 9800, 960200
#   scikit-learn without an intercept: losses 1, 0, 0, 0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'scikit-learn==1.9.1' 'river==0.25.0'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import river
import sklearn
from river import linear_model
from sklearn.linear_model import PassiveAggressiveClassifier

rows, labels = [0.1, -0.1, 0.1, -0.1], [1, -1, 1, -1]


def of_sklearn(intercept):
    model, w, b, losses = PassiveAggressiveClassifier(C=1e12, fit_intercept=intercept, shuffle=False, tol=None), 0.0, 0.0, []
    for x, y in zip(rows, labels):
        losses.append(max(0.0, 1 - y * (w * x + b)))
        model.partial_fit([[x]], [y], classes=[-1, 1])
        w, b = model.coef_[0][0], float(model.intercept_[0]) if intercept else 0.0
    return losses


def of_river():
    model, losses = linear_model.PAClassifier(C=1e12, mode=1, learn_intercept=True), []
    for x, y in zip(rows, labels):
        losses.append(max(0.0, 1 - y * (model.weights["x"] * x + model.intercept)))
        model.learn_one({"x": x}, y > 0)
    return losses


print("scikit-learn", sklearn.__version__, "river", river.__version__)
seen = {"scikit-learn": of_sklearn(True), "river": of_river(), "scikit-learn without an intercept": of_sklearn(False)}
for name, losses in seen.items():
    print(name, "losses", [round(loss) for loss in losses])
assert [round(loss) for loss in seen["scikit-learn"]] == [1, 100, 9800, 960200]
assert [round(loss) for loss in seen["river"]] == [1, 100, 9800, 960200]
assert [round(loss) for loss in seen["scikit-learn without an intercept"]] == [1, 0, 0, 0]
PYTHON

#!/usr/bin/env bash
# A guess: to a learner of dicts a row is the same with a feature at 0 and without it; and ALMA's weights stay in the unit ball (Gentile 2001).
# river 0.26.1, linear_model.ALMAClassifier: after an update only the weights of the row's own features are divided by the norm. So on sparse
# rows the weights leave the ball, the bound on ALMA's mistakes does not apply, and zeros that are written out give another model.
#
# Seen after the rows {a: 1} and {b: 1}, both true:
#   without zeros  a = 1.0000, b = 0.7071, length 1.2247
#   with zeros     a = 0.7071, b = 0.7071, length 1.0000
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'river==0.26.1'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import river
from river.linear_model import ALMAClassifier

print("river", river.__version__)
seen = {}
for name, others in (("without zeros", {}), ("with zeros", {"a": 0.0, "b": 0.0})):
    learner = ALMAClassifier()
    for row in ({"a": 1.0}, {"b": 1.0}):
        learner.learn_one(others | row, True)
    a, b = learner.w["a"], learner.w["b"]
    seen[name] = round(a, 4), round(b, 4), round((a * a + b * b) ** 0.5, 4)
    print(name, *seen[name])
assert seen == {"without zeros": (1.0, 0.7071, 1.2247), "with zeros": (0.7071, 0.7071, 1.0)}
PYTHON

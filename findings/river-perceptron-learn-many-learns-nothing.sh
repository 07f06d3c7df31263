#!/usr/bin/env bash
# A guess: learn_many on a frame learns something on separable rows, as learn_one on each of them does.
# river 0.25.0, linear_model.Perceptron: after 50 calls of learn_many the weights are still 0, and predict_many says False of every row.
# The gradient of the whole batch is taken at a score of 0, where its loss counts no row. learn_one separates the rows in two passes.
#
# Seen:
#   learn_many  weights {'a': 0.0}, predictions [False, False, False, False]
#   learn_one   weights {'a': 2.0}, predictions [True, True, False, False]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'river==0.25.0' 'pandas>=2.2,<4'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import pandas as pd
import river
from river import linear_model

rows, labels = pd.DataFrame({"a": [1.0, 2.0, -1.0, -2.0]}), pd.Series([True, True, False, False])
batch, single = linear_model.Perceptron(), linear_model.Perceptron()
for _ in range(50):
    batch.learn_many(rows, labels)
for _ in range(2):
    for x, y in zip(rows.to_dict("records"), labels):
        single.learn_one(x, y)
said = {name: (float(model.weights["a"]), [bool(v) for v in model.predict_many(rows)]) for name, model in (("learn_many", batch), ("learn_one", single))}
print("river", river.__version__)
for name, (weight, predictions) in said.items():
    print(name, "weight", weight, "predictions", predictions)
assert said["learn_many"] == (0.0, [False] * 4)
assert said["learn_one"] == (2.0, [True, True, False, False])
PYTHON

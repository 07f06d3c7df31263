#!/usr/bin/env bash
# A guess: with feature.minfreq = 0 every feature of the training rows gets a weight.
# python-crfsuite 0.9.12, averaged Perceptron: a pair of feature and label whose VALUES sum below 0 is left out, as if it were rare. Column f
# is +1 and +2 on rows of class A and -1 on those of class B; the model has a weight for (f, A) and none for (f, B).
#
# Seen:
#   weights of f: A only; weights of the constant g: A and B
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'python-crfsuite==0.9.12'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import os
import tempfile
from importlib.metadata import version

import pycrfsuite

values = [1.0, 2.0, -1.0, -1.0]
trainer = pycrfsuite.Trainer(algorithm="ap", verbose=False)
trainer.append(pycrfsuite.ItemSequence([{"f": value, "g": 1.0} for value in values]), ["A" if value > 0 else "B" for value in values])
trainer.set_params({"feature.minfreq": 0, "max_iterations": 10})
with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, "model")
    trainer.train(file)
    tagger = pycrfsuite.Tagger()
    tagger.open(file)
    kept = sorted(tagger.info().state_features)
    tagger.close()
print("python-crfsuite", version("python-crfsuite"))
print("features with a weight:", kept)
assert kept == [("f", "A"), ("g", "A"), ("g", "B")]
PYTHON

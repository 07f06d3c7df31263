#!/usr/bin/env bash
# A guess: a Perceptron that sees one row again and again errs at most once or twice.
# NLTK 3.10.4, nltk.tag.perceptron.AveragedPerceptron: predict multiplies a weight by the value of its feature, update adds 1 whatever the
# value is. So on the row {x: -1} every update makes the next prediction worse. With {x: 1} one update is enough.
#
# Seen in 1,000 rounds:
#   {x: -1}  1000 wrong
#   {x: 1}      1 wrong
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'nltk==3.10.4'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import nltk
from nltk.tag.perceptron import AveragedPerceptron


def wrong(value, rounds=1000):
    model, count = AveragedPerceptron(), 0
    model.classes = {"no", "yes"}
    for _ in range(rounds):
        guess = model.predict({"x": value})
        guess = guess[0] if isinstance(guess, tuple) else guess
        count += guess != "no"
        model.update("no", guess, {"x": value})
    return count


print("NLTK", nltk.__version__)
print("{x: -1}", wrong(-1), "wrong; {x: 1}", wrong(1), "wrong, of 1000")
assert wrong(-1) == 1000 and wrong(1) == 1
PYTHON

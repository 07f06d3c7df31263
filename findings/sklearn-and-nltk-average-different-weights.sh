#!/usr/bin/env bash
# A guess: the averaged Perceptron is one algorithm, so two libraries that make the same updates predict by the same mean of the weights.
# scikit-learn 1.9.1, SGDClassifier(average=True): the mean of the weights AFTER each round. NLTK 3.10.4, AveragedPerceptron: of those BEFORE each
# round, rounded to three decimals. So after one round, which is a mistake, NLTK's mean is 0 and predicts nothing.
#
# Seen, the mean weight of the only feature:
#   one round: scikit-learn 1.0, NLTK 0.0
#   two rounds, both +1: scikit-learn 1.0, NLTK 0.5
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'scikit-learn==1.9.1' 'nltk==3.10.4'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import nltk
import sklearn
from nltk.tag.perceptron import AveragedPerceptron
from sklearn.linear_model import SGDClassifier


def of_sklearn(labels):
    model = SGDClassifier(loss="perceptron", penalty=None, learning_rate="constant", eta0=1, shuffle=False, average=True, fit_intercept=False)
    for y in labels:
        model.partial_fit([[1.0]], [y], classes=[-1, 1])
    return float(model.coef_[0][0])


def of_nltk(labels):
    """Labels a (for +1) and b; at a score of 0 the later letter is predicted, so that a first row a is a mistake."""
    model = AveragedPerceptron()
    model.classes = {"a", "b"}
    for y in labels:
        guess, _ = model.predict({"x": 1.0})
        model.update("a" if y > 0 else "b", guess, {"x": 1.0})
    model.average_weights()
    return model.weights["x"].get("a", 0.0)


print("scikit-learn", sklearn.__version__, "NLTK", nltk.__version__)
seen = {"one round": (of_sklearn([1]), of_nltk([1])), "two rounds, both +1": (of_sklearn([1, 1]), of_nltk([1, 1]))}
for name, (theirs, other) in seen.items():
    print(f"{name}: scikit-learn {theirs}, NLTK {other}")
assert seen == {"one round": (1.0, 0.0), "two rounds, both +1": (1.0, 0.5)}
PYTHON

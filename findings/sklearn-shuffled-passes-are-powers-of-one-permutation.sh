#!/usr/bin/env bash
# A guess: with shuffle=True each pass of a fit takes the rows in a new random order.
# scikit-learn 1.9.1, SGDClassifier (and Perceptron): each pass applies one permutation to the order before it, so pass k has its k-th power, and the
# file's order comes back. Orthogonal rows with steps eta0/t show at which t each row was met.
#
# Seen on four rows:
#   random_state 0: 3120 0123 3120 0123 3120 0123, every second pass in the order of the file
#   random_state 2: 3102 2130 0123 3102 2130 0123, every third
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'scikit-learn==1.9.1'
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import numpy as np
import sklearn
from sklearn.linear_model import SGDClassifier


def orders(seed, passes=6, n=4):
    """The order of each pass, read from the lengths of the steps on orthogonal rows."""
    settings = dict(loss="hinge", penalty=None, learning_rate="invscaling", eta0=1e-3, power_t=1.0, tol=None, fit_intercept=False)
    found, before = [], np.zeros(n)
    for k in range(1, passes + 1):
        weights = np.abs(SGDClassifier(**settings, max_iter=k, random_state=seed).fit(np.eye(n), [1, -1, 1, -1]).coef_[0])
        found.append([int(i) for i in np.argsort(before - weights)])
        before = weights
    return found


print("scikit-learn", sklearn.__version__)
for seed in (0, 2):
    seen = orders(seed)
    print("random_state", seed, *("".join(map(str, order)) for order in seen))
    assert all([order[i] for i in seen[0]] == after for order, after in zip(seen, seen[1:]))
    assert [0, 1, 2, 3] in seen
PYTHON

"""Compile the loop for each type of entries, so that no later fit has to wait for it: `python -m perceptron.runs.engines.certified`."""

import numpy as np

from perceptron.learners.perceptron import Perceptron
from perceptron.runs.engines.certified.fold import CertifiedFold
from perceptron.runs.engines.certified.rows import rows_of

for kind in (np.float64, np.float32, np.int16, np.int32, np.int64):
    rows, fold = rows_of(np.eye(2, dtype=kind)), CertifiedFold(Perceptron(), 2)
    fold.start_batch(rows)
    fold.go(rows, np.array([0, 1]))
    fold.scores(rows)

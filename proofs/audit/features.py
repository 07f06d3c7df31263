"""The kernel Perceptron on somebody's data is the Perceptron on the features (`kernel-perceptron`). They are written out exactly."""

from __future__ import annotations

from typing import Any

from perceptron import Examples
from perceptron.errors import InputError
from perceptron.kernels import Kernel, feature_vectors

MAX_ENTRIES = 10**6  # features of all examples
IN_PYTHON = (
    "in Python proofs.mistake_bound(KernelPerceptronClassifier(kernel).fit(X, y), X, y) has the bounds of any kernel, for 1,000 rows"
)


def in_features(kernel: Kernel[Any], examples: Examples) -> Examples:
    """φ(x) in place of each x, with rational entries: a feature of weight q takes up to four. Raises InputError if there are too many.

    kernel    one of vectors
    """
    if not len(examples):
        return examples
    if (count := _count(kernel, examples)) * len(examples) > MAX_ENTRIES:
        many = f"{len(examples):,} examples with {count:,} features each"
        raise InputError(f"{many} are too many to write out, {MAX_ENTRIES:,} in all are the most; {IN_PYTHON}")
    return Examples(feature_vectors(kernel, [example.x for example in examples]), examples.labels)


def can_be_written_out(kernel: Kernel[Any], examples: Examples) -> bool:
    """Whether `in_features` takes these examples."""
    try:
        return not len(examples) or _count(kernel, examples) * len(examples) <= MAX_ENTRIES
    except InputError:
        return False


def _count(kernel: Kernel[Any], examples: Examples) -> int:
    return len(kernel.features(kernel.point(tuple(a or 1 for a in examples[0].x))))  # an entry 0 may hide features

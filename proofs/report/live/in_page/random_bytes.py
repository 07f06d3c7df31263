"""Hypothesis as far as the search for counterexamples uses it: byte strings drawn at random. In a page this file is called hypothesis.

Hypothesis aims its draws at the targets that a test reports; these draws are not aimed. Failures are not shrunk here: the search shrinks.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

Test = Callable[[bytes], object]

strategies = SimpleNamespace(binary=lambda min_size, max_size: max_size)
configuration = SimpleNamespace(set_hypothesis_home_dir=lambda folder: None)  # nothing is stored
HealthCheck = ()
Phase = SimpleNamespace(generate=0, target=1, shrink=2)


def given(size: int) -> Callable[[Test], Test]:
    """Note on a test how many bytes it is given."""

    def note_size(test: Test) -> Test:
        vars(test)["size"] = size
        return test

    return note_size


def seed(number: int) -> Callable[[Test], Test]:
    """Note on a test the seed of its draws."""

    def note_seed(test: Test) -> Test:
        vars(test)["seed"] = number
        return test

    return note_seed


def target(score: float) -> None:
    """Accept a score; the next draw does not depend on it."""


class settings:
    """Settings, of which only the number of examples counts; as a decorator they make of a test a function that runs it."""

    def __init__(self, parent: settings | None = None, *, max_examples: int = 100, **others: Any) -> None:
        self.max_examples = max_examples

    def __call__(self, test: Test) -> Callable[[], None]:
        def run() -> None:
            draws = random.Random(vars(test)["seed"])
            for _ in range(self.max_examples):
                test(draws.randbytes(vars(test)["size"]))

        return run

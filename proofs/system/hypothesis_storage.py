"""Hypothesis as a source of draws, in somebody's own process: it leaves no folder behind in the working directory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import configuration


def cache() -> Path:
    """Where Hypothesis may keep what it wants to keep."""
    folder = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(os.path.join("~", ".cache"))
    return Path(folder, "perceptron-proofs", "hypothesis")


@contextmanager
def nothing_left_behind() -> Iterator[None]:
    """Meanwhile Hypothesis keeps its files in our cache (or where its own environment variable says), not in `.hypothesis`
    below the working directory; afterwards wherever it did before, so that somebody's own tests are not disturbed."""
    before = vars(configuration).get("__hypothesis_home_directory")
    if not os.environ.get("HYPOTHESIS_STORAGE_DIRECTORY"):
        configuration.set_hypothesis_home_dir(cache())
    try:
        yield
    finally:
        configuration.set_hypothesis_home_dir(before)

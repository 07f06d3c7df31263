"""Keeps Hypothesis from making a folder in the user's working directory when it serves as a source of random draws."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import configuration


def cache() -> Path:
    """The folder for Hypothesis's files."""
    folder = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(os.path.join("~", ".cache"))
    return Path(folder, "perceptron-proofs", "hypothesis")


@contextmanager
def hypothesis_files_in_cache() -> Iterator[None]:
    """Inside the block, Hypothesis keeps its files in our cache, or where its environment variable says.

    Outside it uses the same place as before, so that a user's own tests are not disturbed.
    """
    before = vars(configuration).get("__hypothesis_home_directory")
    if not os.environ.get("HYPOTHESIS_STORAGE_DIRECTORY"):
        configuration.set_hypothesis_home_dir(cache())
    try:
        yield
    finally:
        configuration.set_hypothesis_home_dir(before)

"""Small real data sets that come with the package; README.md in this folder has their provenance and licence."""

from __future__ import annotations

from pathlib import Path

from perceptron.data.read import Dataset, read
from perceptron.errors import InputError

FOLDER = Path(__file__).parent
NAMES = tuple(sorted(file.stem for file in FOLDER.glob("*.csv")))


def path(name: str) -> Path:
    """The file of the data set `name`, one of NAMES. Raises InputError."""
    if name not in NAMES:
        raise InputError(f"no data set is named {name!r}, only {', '.join(NAMES)}")
    return FOLDER / f"{name}.csv"


def load(name: str) -> Dataset:
    """The data set `name`, one of NAMES, in file order; the last column is the class. Raises InputError.

    >>> len(load("penguins-adelie-gentoo").examples)
    274
    """
    return read(path(name))

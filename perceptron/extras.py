"""Libraries that only an extra installs: each is imported where it is needed, and if one is absent a line says how to get it."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from perceptron.errors import InputError

# The library, the extra of pyproject.toml that brings it, and what people call it.
EXTRAS = {
    "anywidget": ("notebooks", "anywidget"),
    "distributed": ("cluster", "dask.distributed"),
    "furo": ("book", "Furo"),
    "latex2mathml": ("book", "latex2mathml"),
    "matplotlib": ("plots", "Matplotlib"),
    "myst_nb": ("book", "MyST-NB"),
    "numba": ("fast", "Numba"),
    "pandas": ("parquet", "pandas"),
    "pyarrow": ("parquet", "pyarrow"),
    "sklearn": ("sklearn", "scikit-learn"),
    "sphinx": ("book", "Sphinx"),
}


class MissingLibrary(InputError, ImportError):
    """A library that an extra installs is not there. The message is one line that says which, for what, and how to get it."""


def is_installed(library: str) -> bool:
    """Whether a library of EXTRAS can be imported; it is not imported for that."""
    return find_spec(library) is not None


def require(library: str, use: str) -> None:
    """Raise MissingLibrary if a library of EXTRAS is absent. `use` is what needs it, in the plural: "pictures"."""
    if not is_installed(library):
        extra, name = EXTRAS[library]
        raise MissingLibrary(f"{use} need {name}, which is not installed; in a clone: pip install -e '.[{extra}]'")


def optional(module: str, use: str) -> Any:
    """A module of a library of EXTRAS, imported. Raises MissingLibrary, as `require` does.

    >>> optional("matplotlib.figure", "pictures").Figure.__name__
    'Figure'
    """
    require(module.partition(".")[0], use)
    return import_module(module)

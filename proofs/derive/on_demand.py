"""Imports SymPy only where it is used. No proof, verdict or attack waits the half second that SymPy takes to load.

A theorem's derivation is the function of its name in a module of derivations beside its chapter.  `written_beside` gives a function that
imports that module when it is called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any


class DeferredImport:
    """Stands in for a module or a library, which is imported when an attribute of it is used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


sympy = DeferredImport("sympy")


def written_beside(package: str, name: str) -> Callable[..., Any] | None:
    """The function of that name in a module of derivations of that package, or None.  SymPy is imported when it is called, not before."""
    module = _functions(package).get(name)
    return None if module is None else partial(_call, module, name)


def _call(module: str, name: str, /, *given: Any, **named: Any) -> Any:
    catalogue = f"{module.rpartition('.')[0].rpartition('.')[0]}.catalogue"  # of the families, which a derivation cites
    if find_spec(catalogue) is not None:
        import_module(catalogue)
    return getattr(import_module(module), name)(*given, **named)


@cache
def _functions(package: str) -> Mapping[str, str]:
    """The functions that a package's modules of derivations define, and which module does: read from their text, as they import SymPy."""
    spec = find_spec(package) if package else None
    files = [file for folder in (spec and spec.submodule_search_locations) or () for file in Path(folder).glob("*derivation*.py")]
    defined = re.compile(r"^(?:def (\w+)\(|(\w+) = \w+$)", re.MULTILINE)
    return {one or other: f"{package}.{file.stem}" for file in files for one, other in defined.findall(file.read_text(encoding="utf-8"))}

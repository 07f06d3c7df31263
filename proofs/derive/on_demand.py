"""Imports SymPy only where it is used. No proof, verdict or attack waits the half second that SymPy takes to load.

A family of theorems names in its `__init__` the modules that are SymPy derivations:

    __getattr__ = on_demand(__name__, "derivations")

Then `from proofs.theorems.hinge import derivations` gives a stand-in, and `derivation=derivations.exact_root` is a function that imports
the module when it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


class DeferredFunction:
    """A function of a module that is imported at the call."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    def __call__(self, *given: Any, **named: Any) -> Any:
        return getattr(import_module(self.module), self.name)(*given, **named)


class DeferredModule:
    """Stands in for a module until one of its functions is called. Any name that is not lower case imports the module at once."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        function = name.islower() and not name.startswith("_")
        return DeferredFunction(self._name, name) if function else getattr(import_module(self._name), name)


class DeferredLibrary:
    """Stands in for a library, which is imported when an attribute of it is used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


sympy = DeferredLibrary("sympy")


def on_demand(package: str, *modules: str) -> Callable[[str], DeferredModule]:
    """A `__getattr__` for a package that imports each of the named modules when one of its functions is called."""

    def attribute(name: str) -> DeferredModule:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return DeferredModule(f"{package}.{name}")

    return attribute

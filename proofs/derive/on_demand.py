"""What needs SymPy is imported when it is used: no proof, verdict or attack waits the half second that SymPy takes.

A family of theorems says in its `__init__` which of its modules are SymPy derivations:

    __getattr__ = on_demand(__name__, "derivations")

From then on `from proofs.theorems.hinge import derivations` gives a stand-in, and `derivation=derivations.exact_root` a function that
imports the module when it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


class Later:
    """A function of a module that is imported when it is called."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    def __call__(self, *given: Any, **named: Any) -> Any:
        return getattr(import_module(self.module), self.name)(*given, **named)


class Module:
    """Stands in for a module until one of its functions is called; what is no function (by its name) imports it at once."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        function = name.islower() and not name.startswith("_")
        return Later(self._name, name) if function else getattr(import_module(self._name), name)


class Library:
    """Stands in for a library, which is imported when anything of it is used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


sympy = Library("sympy")


def on_demand(package: str, *modules: str) -> Callable[[str], Module]:
    """A package's `__getattr__` under which those of its modules are imported when one of their functions is called."""

    def attribute(name: str) -> Module:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return Module(f"{package}.{name}")

    return attribute

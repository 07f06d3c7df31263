"""Where SymPy and the author propose: terms, derivations, certificate search, quadratics.  Nothing in this folder is trusted.

A page names the SymPy derivation that leads to its bound, as in `derivation=relaxations.novikoff`; but no proof, verdict or attack needs
SymPy, which takes half a second to import.  So what a page gets by `from proofs.derive import relaxations` imports it when it is called.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

BY_SYMPY = (
    "augmented", "claims", "comparison", "envelopes", "foundations", "infima", "kernels", "online", "plane", "rates", "relaxations",
    "rivals", "separators", "sharper", "tangents", "way",
)  # fmt: skip


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


def __getattr__(name: str) -> Any:
    if name not in BY_SYMPY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return Module(f"{__name__}.{name}")

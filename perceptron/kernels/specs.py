"""Kernels as JSON data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

from perceptron.errors import InputError
from perceptron.kernels.base import Kernel
from perceptron.kernels.made import Normalised, Precomputed
from perceptron.kernels.strings import CommonSubsequences, CommonSubstrings
from perceptron.kernels.vectors import Linear, Polynomial, Subsets

KERNELS: dict[str, Callable[..., Kernel[Any]]] = {
    "linear": Linear,
    "polynomial": Polynomial,
    "subsets": Subsets,
    "substrings": CommonSubstrings,
    "subsequences": CommonSubsequences,
    "precomputed": Precomputed,
    "normalised": Normalised,
}


def kernel_from_spec(spec: Any) -> Kernel[Any]:
    """The kernel that a `spec()` describes.

    spec    a mapping with the key "name", one of KERNELS, and as fields the arguments of the kernel's class

    Raises InputError for an unknown name, a missing field or an unknown one.

        >>> kernel_from_spec({"name": "polynomial", "degree": 2})
        Polynomial(degree=2, offset=Fraction(1, 1))
    """
    if not isinstance(spec, Mapping) or not isinstance(name := spec.get("name"), str) or name not in KERNELS:
        raise InputError(f"a kernel is an object whose name is one of {', '.join(KERNELS)}, not {str(spec)[:80]!r}")
    given, fields = {key: value for key, value in spec.items() if key != "name"}, signature(KERNELS[name]).parameters
    if missing := {key for key, field in fields.items() if field.default is field.empty} - set(given):
        raise InputError(f"kernel {name} needs the field {', '.join(sorted(map(repr, missing)))}")
    if unknown := set(given) - set(fields):
        raise InputError(f"kernel {name} has no field {', '.join(sorted(map(repr, unknown)))}")
    return KERNELS[name](**{key: kernel_from_spec(value) if key == "kernel" else value for key, value in given.items()})

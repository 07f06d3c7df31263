"""Kernels as JSON data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perceptron.errors import InputError
from perceptron.kernels.base import Kernel
from perceptron.kernels.made import Normalised, Precomputed
from perceptron.kernels.strings import CommonSubsequences, CommonSubstrings
from perceptron.kernels.vectors import Linear, Polynomial, Subsets

FIELDS: dict[str, tuple[set[str], set[str]]] = {  # name: required fields, optional fields
    "linear": (set(), set()),
    "polynomial": ({"degree"}, {"offset"}),
    "subsets": (set(), set()),
    "substrings": (set(), {"count", "length"}),
    "subsequences": (set(), {"length"}),
    "precomputed": ({"matrix"}, set()),
    "normalised": ({"kernel"}, set()),
}


def kernel_from_spec(spec: Any) -> Kernel[Any]:
    """The kernel that a `spec()` describes.

    spec    a mapping with the key "name", one of FIELDS, and the kernel's fields

    Raises InputError for an unknown name, a missing field or an unknown one.

        >>> kernel_from_spec({"name": "polynomial", "degree": 2})
        Polynomial(degree=2, offset=Fraction(1, 1))
    """
    if not isinstance(spec, Mapping) or not isinstance(name := spec.get("name"), str) or name not in FIELDS:
        raise InputError(f"a kernel is an object whose name is one of {', '.join(FIELDS)}, not {str(spec)[:80]!r}")
    must, may = FIELDS[name]
    given = set(spec) - {"name"}
    if missing := must - given:
        raise InputError(f"kernel {name} needs the field {', '.join(sorted(map(repr, missing)))}")
    if unknown := given - must - may:
        raise InputError(f"kernel {name} has no field {', '.join(sorted(map(repr, unknown)))}")
    match name:
        case "polynomial":
            return Polynomial(spec["degree"], spec.get("offset", 1))
        case "subsets":
            return Subsets()
        case "substrings":
            return CommonSubstrings(spec.get("count", "product"), spec.get("length"))
        case "subsequences":
            return CommonSubsequences(spec.get("length"))
        case "precomputed":
            return Precomputed(spec["matrix"])
        case "normalised":
            return Normalised(kernel_from_spec(spec["kernel"]))
    return Linear()

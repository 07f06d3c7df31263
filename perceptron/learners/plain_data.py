"""The data that a learner may hold beside the numbers and vectors of its state, and a description by which each change of them shows."""

from __future__ import annotations

import sys
import types
from collections import deque, namedtuple
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from perceptron.learners.vectors import Number, Vector, rows

LISTS = (list, tuple, deque)  # in which a learner may keep numbers and vectors
NAMED = namedtuple("NAMED", ["field"])
MAKE = vars(NAMED)["_make"].__func__.__code__
PLAIN = (type(None), bool, int, float, complex, str, bytes, Fraction, Number, Vector)


def is_named(kind: type) -> bool:
    """Whether a class is one that `namedtuple` makes."""
    made = vars(kind).get("_make")
    return kind.__bases__ == (tuple,) and isinstance(made, classmethod) and made.__func__.__code__ == MAKE


def is_list(value: Any) -> bool:
    """Whether a value is a list in which a learner may keep numbers and vectors: Python's, or numpy's array of objects."""
    kind = type(value)
    return kind in LISTS or is_named(kind) or (_is_numpy(value, objects=True) and value.ndim == 1)


def list_like(value: Any, parts: Iterable[Any]) -> Any:
    """A list of the same kind with other parts."""
    if type(value) is deque:
        return deque(parts, value.maxlen)
    return type(value)(*parts) if is_named(type(value)) else type(value)(parts) if type(value) in LISTS else rows(list(parts))


def held_data(learner: Any) -> dict[str, Any]:
    """The attributes of an object, which can be compared: numpy's arrays as lists."""
    held = getattr(learner, "__dict__", {})
    return {name: value.tolist() if type(value).__name__ == "ndarray" else value for name, value in held.items()}


def is_plain(value: Any) -> bool:
    """Whether a value is data: numbers, texts, vectors, and collections of them."""
    if isinstance(value, float) and value != value:
        return False  # two of them differ, and so one is known by which object it is
    if isinstance(value, (dict, types.MappingProxyType)):
        return type(value) in (dict, types.MappingProxyType) and all(is_plain(k) and is_plain(v) for k, v in value.items())
    in_list = is_list(value) or type(value) in (set, frozenset)
    return type(value) in PLAIN or (in_list and all(map(is_plain, value))) or _is_numpy(value)


def _is_numpy(value: Any, objects: bool = False) -> bool:
    kind, numpy = type(value), sys.modules.get("numpy")
    known = numpy is not None and vars(numpy).get(kind.__name__) is kind and hasattr(value, "dtype")
    return known and (value.dtype == object) is objects


class Ref:
    """An object that equals only itself."""

    def __init__(self, of: Any) -> None:
        self.of = of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ref) and self.of is other.of

    def __hash__(self) -> int:
        return id(self.of)


def record(value: Any, met: dict[int, int] | None = None) -> Any:
    """A description of data, equal to another one only if no code can distinguish the data.

    A list that was replaced by an equal one is another list, since a change of one of two that are the same shows in the other. With
    `met` lists are numbered in their order in place of that, so that the same data in other lists have an equal description."""
    kind = type(value)
    if kind in (Number, Vector):
        return kind, Ref(value.behind) if met is None else repr(value)
    if not is_plain(value):
        return Ref(value)
    if kind in (tuple, frozenset) or is_named(kind):
        return kind, *(record(part, met) for part in value)
    if kind in (list, deque, set, dict, types.MappingProxyType) or is_list(value):
        own: Any = Ref(value) if met is None else met.setdefault(id(value), len(met))
        parts = (part for item in value.items() for part in item) if isinstance(value, Mapping) else value
        return kind, own, getattr(value, "maxlen", None), *(record(part, met) for part in parts)
    if _is_numpy(value):
        own = Ref(value) if met is None else met.setdefault(id(value), len(met))
        return kind, own, value.dtype.str, value.shape, value.strides, value.flags.writeable, value.tobytes()
    return kind, repr(value)

"""What a learner's code can see and change: the attributes of its object, and classes, modules and closures around it.

A change of the object is state, which the table has. A change anywhere else is refused.
"""

from __future__ import annotations

import copy
import re
import types
from collections.abc import Mapping
from typing import Any

from proofs.conjecture.nodes import NAMES
from proofs.derive.tracing.language import Code, enclosed_by, names_in
from proofs.derive.tracing.symbols import Coordinate, Scalar, Untouchable
from proofs.derive.tracing.universe import Untraceable

TAKEN = re.compile(r"[wxyzu]|count|row\d+|s\d+|ξ|" + "|".join(NAMES))  # names that a theorem about a learner has for something else


def letter_of(name: str) -> str:
    """The letter of an attribute: its name, unless the theorem has that for something else."""
    return f"self.{name}" if TAKEN.fullmatch(name) else name


def attribute_of(letter: str) -> str:
    """The attribute that has this letter."""
    return letter.removeprefix("self.")


def attributes(learner: Any) -> dict[str, Any]:
    """The attributes that the object itself holds, in its dictionary or its slots."""
    held = dict(getattr(learner, "__dict__", {}))
    for kind in type(learner).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(learner, name):
                held[name] = getattr(learner, name)
    return held


def put(learner: Any, name: str, value: object) -> None:
    """Set an attribute, also of a frozen object."""
    object.__setattr__(learner, name, value)


def refuse_shared(learner: Any) -> None:
    """Raise Untraceable if two attributes, or parts of them, are one list or dictionary: a change of one would change the other."""
    holders: dict[int, str] = {}

    def walk(value: Any, name: str) -> None:
        if isinstance(value, (list, Mapping)):
            if id(value) in holders:
                raise Untraceable(f"{type(learner).__name__}: self.{holders[id(value)]} and self.{name} share one list; write list(…)")
            holders[id(value)] = name
        if isinstance(value, (list, tuple, Mapping)):
            for part in value.values() if isinstance(value, Mapping) else value:
                walk(part, name)

    for name, value in attributes(learner).items():
        walk(value, name)


def kept(value: Any) -> Any:
    """A copy of an attribute's value, to see whether it is changed in place."""
    if isinstance(value, Untouchable) or callable(value):
        return value
    try:
        return copy.deepcopy(value)
    except Exception:  # what cannot be copied is compared by identity
        return value


def same(a: Any, b: Any) -> bool:
    """Whether two values of an attribute are the same, without asking traced numbers for their order."""
    if a is b:
        return True
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return bool(a.rest == b.rest and a.parts == b.parts)
    if isinstance(a, Coordinate) and isinstance(b, Coordinate):
        return a.tag == b.tag and a.parts == b.parts
    if type(a) is not type(b) or isinstance(a, Untouchable):
        return False
    if isinstance(a, (tuple, list)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, Mapping):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    if hasattr(a, "__dict__") and not callable(a):
        return same(vars(a), vars(b))
    return bool(a == b)


def surroundings(code: Code) -> dict[str, Any]:
    """Copies of the values that the code can see outside the object: of classes, modules, closures and default arguments."""
    values: dict[str, Any] = {}
    for kind in type(code.learner).__mro__:
        values |= {f"{kind.__name__}.{n}": v for n, v in vars(kind).items() if not n.startswith("__") and is_value(v)}
    for f in code.reached:
        values |= {f"the global {n}": f.__globals__[n] for n in names_in(f.__code__) if is_value(f.__globals__.get(n))}
        values |= {f"the variable {name} around {f.__name__}": value for name, value in enclosed_by(f)}
        if f.__defaults__ or f.__kwdefaults__:
            values[f"the default arguments of {f.__name__}"] = (f.__defaults__, f.__kwdefaults__)
        values |= {f"{f.__name__}.{n}": v for n, v in vars(f).items()}
    return {name: kept(value) for name, value in values.items() if is_value(value)}


def is_value(value: object) -> bool:
    return value is not None and not callable(value) and not isinstance(value, (types.ModuleType, property, classmethod, staticmethod))

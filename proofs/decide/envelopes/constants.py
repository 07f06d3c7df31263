"""Which of a learner object's numbers are constants, so that a proof may have them as such: a look at its code, and at many γ.

Nobody can tell in general what code does.  So whatever might change a number is taken to change it: an attribute that a method other than a
constructor stores, a store that does not say which attribute it is, a number that `parameters` makes of what is stored or can be changed in
place.  What gets past this look is held to it on every run that `held` draws.
"""

from __future__ import annotations

import dis
import functools
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from types import CodeType, FunctionType
from typing import Any

from proofs.counterexample.custom_learner import Rule
from proofs.counterexample.learner_object import is_immutable
from proofs.derive.authoring.certificate_search import NotFound

MARGINS = tuple(
    Fraction(*pair) for pair in ((1, 2), (1, 1), (4, 5), (1, 3), (1, 7), (1, 10), (1, 30), (1, 100), (1, 300), (1, 1000), (1, 10**6))
)
CONSTRUCTORS = {"__init__", "__new__", "__post_init__", "__init_subclass__", "__set_name__"}
ANY_NAME = {"setattr", "delattr", "vars", "exec", "eval", "globals", "__dict__", "__setattr__", "__delattr__", "__setstate__"}
STORES = {"STORE_ATTR", "DELETE_ATTR", "STORE_GLOBAL", "DELETE_GLOBAL"}
LOADS = {"LOAD_ATTR", "LOAD_METHOD", "LOAD_GLOBAL", "LOAD_NAME", "LOAD_SUPER_ATTR"}


def constants(rule: Rule, names: Collection[str]) -> dict[str, Fraction]:
    """The learner's numbers with these names. Raises NotFound for one that may change."""
    values = rule.parameters(MARGINS[0])
    for name in sorted(names):
        for margin in MARGINS if rule.told else ():
            if rule.parameters(margin).get(name) != values.get(name):
                raise NotFound(f"{rule.label}.{name} depends on gamma, so it is no constant of a proof")
        if why := may_change(rule.fresh(MARGINS[0]), name):
            raise NotFound(f"{rule.label}.{name} may change in a run, so it is no constant of a proof: {why}")
    return {name: values[name] for name in sorted(names)}


def may_change(learner: Any, name: str) -> str:
    """What may change this number of the learner in a run; empty if nothing is seen that does."""
    kind, code = type(learner), looked_through(learner)
    if code.blind:
        return f"what {code.blind} stores cannot be seen"
    declared = getattr(learner, "parameters", None)
    needs = {name}
    if declared is not None:
        made = Code()
        for member in (vars(cls).get("parameters") for cls in kind.__mro__):
            made.read(member)
        needs |= made.loaded if callable(declared) or made.loaded else code.stored
        for part in sorted(needs & getattr(learner, "__dict__", {}).keys()):
            if not is_immutable(getattr(learner, part)):
                return f"it may be made of {part}, which can be changed in place"
    return f"a method stores {', '.join(sorted(needs & code.stored))}" if needs & code.stored else ""


@dataclass
class Code:
    """What functions store and load, by name, with those of their modules that they call.

    blind   the first one that may store under any name, or that has no code to read
    """

    stored: set[str] = field(default_factory=set)
    loaded: set[str] = field(default_factory=set)
    blind: str = ""
    seen: set[CodeType] = field(default_factory=set)

    def read(self, member: Any) -> None:
        """Take in a member of a class: a function, or what wraps one."""
        for function in _functions(member):
            self._read(function.__code__, function)

    def _read(self, code: CodeType, function: FunctionType) -> None:
        if code in self.seen:
            return
        self.seen.add(code)
        for step in dis.get_instructions(code):
            name = str(step.argval)
            if step.opname in STORES:
                self.stored.add(name)
            if step.opname in LOADS:
                self.loaded.add(name)
                self.blind = self.blind or (function.__name__ if name in ANY_NAME else "")
                if step.opname == "LOAD_GLOBAL" and isinstance(called := function.__globals__.get(name), FunctionType):
                    self._read(called.__code__, called)
        for inside in code.co_consts:
            if isinstance(inside, CodeType):
                self._read(inside, function)


def looked_through(learner: Any) -> Code:
    """All that the methods of a learner, and of what it holds, may store outside of constructors."""
    found, waiting, known = Code(), [learner], set[int]()
    while waiting:
        held = waiting.pop()
        if id(held) in known or is_immutable(held):
            continue
        known.add(id(held))
        if isinstance(held, (list, tuple, set, frozenset, dict)):
            waiting += [*held, *(held.values() if isinstance(held, dict) else ())]
            continue
        waiting += getattr(held, "__dict__", {}).values()
        found.read(held)
        for cls in type(held).__mro__:
            if cls.__module__ not in ("builtins", "typing", "abc", "functools"):
                _read_class(found, cls)
    return found


def _read_class(found: Code, cls: type) -> None:
    frozen = getattr(vars(cls).get("__dataclass_params__"), "frozen", False)
    for name, member in vars(cls).items():
        if name in CONSTRUCTORS or (frozen and name in ("__setattr__", "__delattr__")):
            continue
        found.read(member)
        if callable(member) and not isinstance(member, (type, FunctionType, staticmethod, classmethod, functools.partial)):
            found.blind = found.blind or f"{cls.__name__}.{name}"


def _functions(member: Any) -> Iterator[FunctionType]:
    """The functions that something is made of: itself, or what it wraps."""
    if isinstance(member, FunctionType):
        yield member
    for part in ("__func__", "__wrapped__", "fget", "fset", "fdel", "func"):
        if (inside := getattr(member, part, None)) is not None and inside is not member:
            yield from _functions(inside)

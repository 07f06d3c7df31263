"""The surroundings of a learner's code, outside the object: classes, globals, closures and default arguments, before and after its rounds.

A learner is traced by playing it, so that a state which lies outside the object would not be in the table. Data out there may be read, if
nothing changes it. Everything else that is neither a function nor a class is refused by its name: a random generator, a file, a clock."""

from __future__ import annotations

import builtins
import copy
import dataclasses
import dis
import types
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from perceptron.learners.vectors import Number, Vector, attributes
from proofs.derive.tracing.universe import Untraceable, file_name

INSTEAD = "keep numbers and vectors in attributes that start sets"
MODULES = {"numpy", "math", "fractions", "functools", "operator", "itertools", "dataclasses", "typing", "collections", "perceptron"}
TRUSTED = {"builtins", "abc", "typing", "fractions", "numbers", "numpy", "math", "dataclasses", "collections"}
DRAWS = "random"  # of numpy
BUILTINS = {"open", "input", "id", "globals", "locals", "eval", "exec", "compile", "__import__", "memoryview", "dir", "breakpoint"}
INSIDE = {"behind", "_with", "_number", "__globals__", "__closure__", "__code__", "__subclasses__", "f_back"}
PLAIN = (type(None), bool, int, float, complex, str, bytes, Fraction, Number, Vector)
HOOKS = ("__getattribute__", "__getattr__", "__setattr__", "__deepcopy__", "__reduce__", "__copy__")


def is_plain(value: Any) -> bool:
    """Whether a value is data: numbers, texts, vectors, and collections of them."""
    if isinstance(value, (dict, types.MappingProxyType)):
        return type(value) in (dict, types.MappingProxyType) and all(is_plain(k) and is_plain(v) for k, v in value.items())
    return type(value) in PLAIN or (type(value) in (tuple, list, set, frozenset) and all(map(is_plain, value))) or _is_numpy(value)


def _is_numpy(value: Any) -> bool:
    return type(value).__module__ == "numpy" and hasattr(value, "dtype") and value.dtype != object


class Surroundings:
    """The functions that a learner's methods can reach, and the data around them."""

    def __init__(self, learner: Any, make: Any = None) -> None:
        self.learner, self.name = learner, type(learner).__name__
        self.functions: list[types.FunctionType] = []
        self.classes: list[type] = []
        self._met: set[int] = set()
        for kind in type(learner).__mro__:
            if not _is_trusted(kind.__module__):
                self._class(kind)
        if isinstance(make, types.FunctionType):
            self._function(make)
        self.before = {place: keep(value) for place, value in self.values().items()}

    def _class(self, kind: type) -> None:
        if id(kind) in self._met or _is_trusted(kind.__module__):
            return
        self._met.add(id(kind))
        self.classes.append(kind)
        if type(kind) is not type and type(kind).__module__ != "abc":
            raise Untraceable(f"{kind.__name__} has the metaclass {type(kind).__name__}; write a plain class")
        for base in kind.__bases__:
            self._class(base)
        for name, value in list(vars(kind).items()):
            if name in HOOKS and callable(value) and not hasattr(kind, "__dataclass_fields__"):
                raise Untraceable(f"{kind.__name__} has a method {name}; {INSTEAD}")
            self._value(value, f"{kind.__name__}.{name}", own=True)

    def _value(self, value: Any, place: str, own: bool = False) -> None:
        """Something that the code can see. Raises Untraceable for an object that is neither data nor code."""
        if isinstance(value, property):
            for f in (value.fget, value.fset, value.fdel):
                self._value(f, place)
        elif isinstance(value, (staticmethod, classmethod)):
            self._value(value.__func__, place)
        elif isinstance(value, types.FunctionType):
            self._function(value)
        elif isinstance(value, type):
            self._class(value)
        elif isinstance(value, types.ModuleType):
            if value.__name__.split(".")[0] not in MODULES or DRAWS in value.__name__.split("."):
                raise Untraceable(f"{self.name}: its code uses the module {value.__name__}; {INSTEAD}")
        elif is_plain(value):
            pass
        elif not (own and place.split(".")[-1].startswith("__")) and not _is_code(value):
            raise Untraceable(f"{self.name}: {place} holds a {type(value).__name__}; {INSTEAD}")

    def _function(self, f: types.FunctionType) -> None:
        written = f.__code__.co_filename in ("<string>", dataclasses.__file__)  # by `dataclass`
        if id(f) in self._met or written or _is_trusted(f.__module__ or ""):
            return
        self._met.add(id(f))
        self.functions.append(f)
        for at, name in names_in(f.__code__):
            if name in INSIDE or (name in BUILTINS and name not in f.__globals__ and hasattr(builtins, name)):
                raise Untraceable(f"{at}: {name} tells a learner what no vector does; {INSTEAD}")
            if name in f.__globals__:
                self._value(f.__globals__[name], f"the global {name}")
        for name in imports_in(f.__code__):
            if name.split(".")[0] not in MODULES or DRAWS in name.split("."):
                raise Untraceable(f"{self.name}: its code imports {name}; {INSTEAD}")
        if any(name == DRAWS for _, name in names_in(f.__code__)):
            raise Untraceable(f"{self.name}: its code uses numpy.random; {INSTEAD}")
        for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True):
            try:
                self._value(cell.cell_contents, f"the variable {name} around {f.__name__}")
            except ValueError:
                continue
        for value in (*(f.__defaults__ or ()), *(f.__kwdefaults__ or {}).values()):
            self._value(value, f"a default argument of {f.__name__}")

    def values(self) -> dict[tuple[str, int], Any]:
        """The data, by its places: the name, and which class, module or function has it."""
        values: dict[tuple[str, int], Any] = {}
        for kind in self.classes:
            values |= {(f"{kind.__name__}.{n}", id(kind)): v for n, v in vars(kind).items() if not n.startswith("__")}
        for f in self.functions:
            seen = f.__globals__
            values |= {(f"the global {n}", id(seen)): seen[n] for _, n in names_in(f.__code__) if n in seen}
            for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True):
                with_value = cell.cell_contents if cell != types.CellType() else None
                values[f"the variable {name} around {f.__name__}", id(f)] = with_value
            values |= {(f"{f.__name__}.{n}", id(f)): v for n, v in vars(f).items()}
            values[f"the default arguments of {f.__name__}", id(f)] = (f.__defaults__, f.__kwdefaults__)
        return values

    def check_unchanged(self) -> None:
        """Raise Untraceable if a round has changed something outside the object."""
        now = self.values()
        for place in {**self.before, **now}:
            if place not in now or place not in self.before or not same(self.before[place], now[place]):
                raise Untraceable(f"{self.name}: a round changes {place[0]}, which is no attribute of the object; {INSTEAD}")

    def check_object(self, learner: Any) -> None:
        """Raise Untraceable for an attribute that is neither data nor code; the data around its code are compared from now on."""
        for name, value in attributes(learner).items():
            self._value(value, f"self.{name}")
        self.before = {place: keep(value) for place, value in self.values().items()} | self.before


def _is_code(value: Any) -> bool:
    module = getattr(value, "__module__", None) or ""
    return isinstance(value, types.BuiltinFunctionType | types.GenericAlias | types.MemberDescriptorType) or (
        callable(value)
        and (_is_trusted(module) or module.split(".")[0] in MODULES - {"functools", "itertools"} or type(value).__module__ == "numpy")
    )


def _is_trusted(module: str) -> bool:
    """Whether a class or function is Python's or this package's."""
    return module.startswith(("perceptron.learners.", "perceptron.numbers.")) or module.split(".")[0] in TRUSTED


def names_in(code: types.CodeType) -> Iterator[tuple[str, str]]:
    """The names of globals and attributes in a function and in those inside it, with the place."""
    for name in code.co_names:
        yield f"{file_name(code.co_filename)}:{code.co_firstlineno}", name
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from names_in(constant)


def imports_in(code: types.CodeType) -> Iterator[str]:
    """The modules that a function imports."""
    yield from (i.argval for i in dis.get_instructions(code) if i.opname == "IMPORT_NAME")
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from imports_in(constant)


def keep(value: Any) -> Any:
    """A copy of data, to see whether it changes; anything else itself."""
    return copy.deepcopy(value) if is_plain(value) else value


def same(a: Any, b: Any) -> bool:
    """Whether two values are the same, without comparing numbers of a trace."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, (Number, Vector)):
        return a.behind is b.behind
    if isinstance(a, (tuple, list)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, Mapping):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    return is_plain(a) and repr(a) == repr(b)

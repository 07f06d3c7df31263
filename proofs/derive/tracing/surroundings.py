"""The surroundings of a learner's code, outside the object: classes, globals, closures and default arguments, before and after its rounds.

A learner is traced by playing it, so that a state which lies outside the object would not be in the table. Data out there may be read, if
nothing changes it. Everything else that is neither a function nor a class is refused by its name: a random generator, a file, a clock."""

from __future__ import annotations

import builtins
import dataclasses
import dis
import sys
import types
from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from fractions import Fraction
from importlib import import_module
from itertools import pairwise
from typing import Any

import perceptron
from perceptron.learners.learner import Learner
from perceptron.learners.plain_data import NAMED, is_named, is_plain, record
from perceptron.learners.vectors import Number, Vector, attributes
from proofs.derive.tracing.universe import Untraceable, file_name, line_of

INSTEAD = "keep numbers and vectors in attributes that start sets"
MODULES = {"numpy", "math", "fractions", "functools", "operator", "itertools", "dataclasses", "typing", "collections", "perceptron"}
TRUSTED = {"builtins", "abc", "typing", "fractions", "numbers", "numpy", "math", "dataclasses", "collections"}
DRAWS = "random"  # of numpy
FILES = {"save", "savez", "savez_compressed", "savetxt", "load", "loadtxt", "genfromtxt", "fromfile", "memmap"}  # of numpy
BUILTINS = {"open", "input", "id", "globals", "locals", "vars", "eval", "exec", "compile", "__import__", "memoryview", "dir", "breakpoint"}
INSIDE = {"behind", "_with", "_number", "__globals__", "__closure__", "__code__", "__subclasses__", "f_back"}
INSIDE |= {"is_", "is_not", "shares_memory", "may_share_memory", "__class__", "LIFT", "FLOATS_READ"}
INSIDE |= {"seterr", "geterr", "errstate", "seterrcall", "set_printoptions", "get_printoptions", "setbufsize", "getbufsize"}
INSIDE |= {"attrgetter", "methodcaller", "format", "format_map", "__get__", "__reduce__", "__reduce_ex__", "ball", "dumps", "dump"}
INSIDE |= {"tofile", "f_locals", "f_globals", "f_code", "__annotations__", "__wrapped__"}
OF_FUNCTIONS = ("__defaults__", "__kwdefaults__", "__doc__", "__name__", "__qualname__", "__annotations__")
MADE_BY_NAMEDTUPLE = [getattr(f, "__func__", f).__code__ for f in vars(NAMED).values() if hasattr(getattr(f, "__func__", f), "__code__")]
HOOKS = {"__getattribute__", "__getattr__", "__setattr__", "__deepcopy__", "__reduce__", "__reduce_ex__", "__copy__", "__new__", "__del__"}
HOOKS |= {"__getstate__", "__setstate__", "__getnewargs__", "__getnewargs_ex__"}
SAMPLE = dataclasses.make_dataclass("SAMPLE", ["field"], frozen=True, order=True)
PYTHONS = {*vars(SAMPLE), "__orig_bases__", "__parameters__", "__abstractmethods__"}  # names in a class that are not its author's
MADE_BY_DATACLASS = {name for f in vars(SAMPLE).values() if isinstance(f, types.FunctionType) for name in f.__code__.co_names}
MADE_BY_DATACLASS |= {"__post_init__", "__delattr__", "__setattr__"}
SIMPLE = ("LOAD_CONST", "LOAD_FAST", "LOAD_DEREF", "LOAD_GLOBAL")
IMMUTABLE = 1 << 8  # the flag of a class whose attributes cannot be set


class Surroundings:
    """The functions that a learner's methods can reach, and the data around them."""

    def __init__(self, learner: Any, make: Any = None) -> None:
        self.learner, self.name = learner, type(learner).__name__
        with suppress(Exception):
            copy(learner)  # the first copy sets __slotnames__ of the class
        self.functions: list[types.FunctionType] = []
        self.classes: list[type] = []
        self.lent: dict[Any, None] = {}  # modules, and the classes and functions of Python and of this package
        self.names = set[str]()
        self._met: set[int] = set()
        for kind in type(learner).__mro__:
            if not _is_trusted(kind):
                self._class(kind)
        if isinstance(make, types.FunctionType):
            self._function(make)
        self._modules()
        self.before = self.records()

    def _class(self, kind: type, at: str = "") -> None:
        if _is_trusted(kind):
            self.lent |= {} if kind.__flags__ & IMMUTABLE else {kind: None}
            return
        if id(kind) in self._met:
            return
        self._met.add(id(kind))
        self.classes.append(kind)
        if is_named(kind):
            copy(kind._make([None] * len(kind._fields)))  # type: ignore[attr-defined]  # as above
        if type(kind) is not type and type(kind).__module__ != "abc":
            raise Untraceable(f"{kind.__name__} has the metaclass {type(kind).__name__}; write a plain class")
        for base in kind.__bases__:
            self._class(base)
        fields = getattr(kind, "__dataclass_fields__", {})
        for field in fields.values():
            if field.default_factory is not dataclasses.MISSING:
                self._value(field.default_factory, f"the default of {kind.__name__}.{field.name}")
        for name, value in list(vars(kind).items()):
            if isinstance(value, types.FunctionType) and _is_written(value, {*fields}):
                continue
            if name in INSIDE - PYTHONS or (name in HOOKS and not is_named(kind) and not _is_trusted(value)):
                raise Untraceable(f"{f'{at}: ' if at else ''}{kind.__name__} has a method {name}; {INSTEAD}")
            self._value(value, f"{kind.__name__}.{name}", own=True)

    def _value(self, value: Any, place: str, own: bool = False, at: str = "") -> None:
        """Something that the code can see. Raises Untraceable for an object that is neither data nor code."""
        if isinstance(value, property):
            for f in (value.fget, value.fset, value.fdel):
                self._value(f, place)
        elif isinstance(value, (staticmethod, classmethod)):
            self._value(value.__func__, place)
        elif isinstance(value, types.FunctionType):
            self._function(value)
        elif isinstance(value, type):
            if value.__module__ == "functools":
                raise Untraceable(f"{at or self.name}: its code uses functools.{value.__name__}; write a method in its place")
            self._class(value, at)
        elif isinstance(value, types.ModuleType):
            first, *more = value.__name__.split(".")
            if first not in MODULES or DRAWS in more or (first == "perceptron" and more):
                raise Untraceable(f"{at or self.name}: its code uses the module {value.__name__}; {INSTEAD}")
            self.lent[value] = None
        elif is_plain(value) or type(value) is type(NAMED.field):
            pass
        elif not (own and place.split(".")[-1] in PYTHONS) and not _is_code(value):
            raise Untraceable(f"{at or self.name}: {place} holds a {type(value).__name__}; {INSTEAD}")
        elif callable(value) and hasattr(value, "__dict__"):
            self.lent[value] = None

    def _modules(self) -> None:
        """Check the modules that the code reaches by its names, and note the functions of modules."""
        waiting = [thing for thing in self.lent if isinstance(thing, types.ModuleType)]
        while waiting:
            module = waiting.pop()
            for name in sorted(self.names & vars(module).keys()):
                part = vars(module)[name]
                if isinstance(part, types.ModuleType) and part not in self.lent:
                    self._value(part, name)
                    waiting.append(part)
                elif callable(part) and hasattr(part, "__dict__"):
                    self.lent[part] = None
                if name in FILES and module.__name__ == "numpy":
                    raise Untraceable(f"{self.name}: its code uses numpy.{name}; {INSTEAD}")

    def _function(self, f: types.FunctionType) -> None:
        if _is_trusted(f):
            self.lent[f] = None
            if f.__module__.startswith("perceptron.") and "." not in f.__qualname__ and getattr(perceptron, f.__name__, None) is not f:
                raise Untraceable(f"{self.name}: its code uses {f.__module__}.{f.__name__}; use Learner, Vector, Number and sqrt alone")
            return
        if id(f) in self._met or f.__code__ in MADE_BY_NAMEDTUPLE:
            return
        self._met.add(id(f))
        self.functions.append(f)
        for at, name in names_in(f.__code__):
            self.names.add(name)
            if name in INSIDE or (name in BUILTINS and name not in f.__globals__ and hasattr(builtins, name)):
                raise Untraceable(f"{at}: {name} tells a learner what no vector does; {INSTEAD}")
            if name in f.__globals__:
                self._value(f.__globals__[name], f"the global {name}", at=at)
        for code, at in codes_in(f.__code__):
            if texts := INSIDE & {text for c in code.co_consts for text in (c if isinstance(c, tuple) else [c]) if isinstance(text, str)}:
                raise Untraceable(f"{at}: {min(texts)} tells a learner what no vector does; {INSTEAD}")
            if not names_are_texts(code):
                raise Untraceable(f"{at}: the name in getattr is no text; write getattr(self, 'k', 0), or a dictionary")
            for before, i in pairwise(dis.get_instructions(code)):
                if i.opname == "IS_OP" and (before.opname != "LOAD_CONST" or type(before.argval) not in (type(None), bool)):
                    raise Untraceable(f"{at}: whether two values are the same object; write == in place of is")
                if i.opname == "IMPORT_NAME" and (i.argval.split(".")[0] not in MODULES or DRAWS in i.argval.split(".")):
                    raise Untraceable(f"{at}: its code imports {i.argval}; {INSTEAD}")
                if i.opname == "IMPORT_NAME":
                    self._value(import_module(i.argval), i.argval, at=at)
            if DRAWS in code.co_names:
                raise Untraceable(f"{at}: its code uses numpy.random; {INSTEAD}")
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
            values |= {(f"{kind.__name__}.{n}", id(kind)): v for n, v in vars(kind).items()}
        for f in self.functions:
            seen = f.__globals__
            values |= {(f"the global {n}", id(seen)): seen[n] for _, n in names_in(f.__code__) if n in seen}
            for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True):
                with_value = cell.cell_contents if cell != types.CellType() else None
                values[f"the variable {name} around {f.__name__}", id(f)] = with_value
            own = vars(f) | {name: getattr(f, name) for name in OF_FUNCTIONS}
            values |= {(f"{f.__name__}.{n}", id(f)): value for n, value in own.items()}
        return values

    def records(self) -> dict[tuple[str, int], Any]:
        """The data as they are now."""
        records = {place: record(value) for place, value in self.values().items()}
        for lent in {**self.lent, **dict.fromkeys((Learner, Number, Vector, Fraction))}:
            parts = [(n, part) for n, part in vars(lent).items() if not isinstance(part, types.ModuleType)]
            data = [record(part) if type(part) in (list, dict, set) else id(part) for _, part in parts]
            records[f"an attribute of {lent.__name__}", id(lent)] = [n for n, _ in parts], data
        return records

    def check_unchanged(self) -> None:
        """Raise Untraceable if a round has changed something outside the object."""
        now = self.records()
        if now != self.before or list(now) != list(self.before):
            places = [place for place in {**self.before, **now} if self.before.get(place) != now.get(place)]
            place = places[0] if places else ("the order of attributes",)
            named = (at for f in self.functions for at, name in names_in(f.__code__) if name == place[0].split(" ")[-1])
            at = next(named, self.name)
            raise Untraceable(f"{at}: a round changes {place[0]}, which is no attribute of the object; {INSTEAD}")

    def check_object(self, learner: Any) -> None:
        """Raise Untraceable for an attribute that is neither data nor code; the data around its code are compared from now on."""
        for name, value in attributes(learner).items():
            self._value(value, f"self.{name}", at=line_of(learner.start))
        self._modules()
        self.before = self.records() | self.before


def names_are_texts(code: types.CodeType) -> bool:
    """Whether each use of `getattr` is a call whose second argument is a text in the code."""
    instructions = list(dis.get_instructions(code))
    for i, first in enumerate(instructions):
        if first.argval != "getattr":
            continue
        height, loads = 0, list[dis.Instruction]()
        for now in instructions[i + 1 :]:
            if (now.opname in ("PRECALL", "CALL") and height == now.arg) or height < 0 or now.opcode in (*dis.hasjrel, *dis.hasjabs):
                break
            height, loads = height + dis.stack_effect(now.opcode, now.arg, jump=False), [*loads, now]
        name, default = (loads[-1:], []) if now.arg == 2 else (loads[-2:-1], loads[-1:])
        called = now.opname in ("PRECALL", "CALL") and height == now.arg and now.arg in (2, 3)
        if not (
            called
            and all(one.opname in SIMPLE for one in default)
            and name
            and type(name[0].argval) is str
            and name[0].opname == "LOAD_CONST"
        ):
            return False
    return True


def _is_written(f: types.FunctionType, fields: set[str]) -> bool:
    """Whether `dataclass` has written a method: beside the fields it has the names that such a one has."""
    made = f.__code__.co_filename == "<string>" and {*f.__code__.co_names} <= MADE_BY_DATACLASS | fields
    return made or f.__code__ is SAMPLE.__repr__.__code__


def _is_code(value: Any) -> bool:
    """Whether a value is code that keeps nothing: of a class, or a function of a module."""
    if isinstance(value, types.BuiltinFunctionType):
        if value.__name__ in {"getattr"} | BUILTINS | INSIDE:
            return False
        return isinstance(value.__self__, (types.ModuleType, type, type(None)))  # and no method of a list, say
    return isinstance(value, types.GenericAlias | types.MemberDescriptorType) or lies_in(
        value, MODULES - {"functools", "itertools"} | TRUSTED
    )


def _is_trusted(thing: Any) -> bool:
    """Whether a class or function is Python's or this package's."""
    ours = (getattr(thing, "__module__", None) or "").startswith(("perceptron.learners.", "perceptron.numbers."))
    return lies_in(thing, {"perceptron"} if ours else TRUSTED)


def lies_in(thing: Any, modules: set[str]) -> bool:
    """Whether a class or function is one of these modules: it names one, and is there under its own name."""
    module = getattr(thing, "__module__", None) or ("numpy" if type(thing).__name__ == "ufunc" else "")
    found: Any = sys.modules.get(module) if module.split(".")[0] in modules else None
    for name in getattr(thing, "__qualname__", getattr(thing, "__name__", "")).split("."):
        found = getattr(found, name, None)
    return found is thing and thing is not None


def place_of(learner: Any, attribute: str) -> str:
    """The place of the last method but `start` that names an attribute; the learner's class if none does."""
    methods = [f for kind in type(learner).__mro__ for f in vars(kind).values() if isinstance(f, types.FunctionType)]
    named = [at for f in methods for at, name in names_in(f.__code__) if name == attribute and f.__name__ not in ("start", "__init__")]
    return named[-1] if named else type(learner).__name__


def codes_in(code: types.CodeType) -> Iterator[tuple[types.CodeType, str]]:
    """The code of a function and of those inside it, each with its place."""
    yield code, f"{file_name(code.co_filename)}:{code.co_firstlineno}"
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes_in(constant)


def names_in(code: types.CodeType) -> Iterator[tuple[str, str]]:
    """The names of globals and attributes in a function, with the place."""
    return ((place, name) for part, place in codes_in(code) for name in part.co_names)

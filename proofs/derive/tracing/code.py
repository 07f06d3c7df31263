"""A learner's own code, as far as a round may reach it, and the values that it sees: in the object, and around its functions.

A function is what its file has in its place, or it is not followed.  This package's own functions are trusted.
"""

from __future__ import annotations
import __future__

import ast
import copy
import dataclasses
import functools
import inspect
import linecache
import sys
import textwrap
import types
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

import perceptron
from proofs.derive.tracing.symbols import Coordinate, Scalar, Untouchable
from proofs.derive.tracing.universe import Untraceable, file_name

OURS = tuple(str(Path(perceptron.__file__).parent / room) for room in ("learners", "numbers"))
ROUND = ("start", "wants_update", "step", "score")
MADE = ("__init__", "__post_init__")
ASKED = ("__eq__", "__hash__", "__call__")  # which an expression can call without their names
LONGEST = 40  # of a sequence that a vector may be compared with
PLAIN = (type(None), bool, int, float, str, bytes, Fraction)
WRITTEN = {"__init__", "__eq__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__setattr__", "__delattr__"}  # by `dataclass`
WRITTEN |= {"__getstate__", "__setstate__", "__replace__"}
ITS_WORDS = {"__class__", "NotImplemented", "__post_init__", "__setattr__", "__delattr__", "hash", "super", "type", "cls"}
ITS_WORDS |= {"FrozenInstanceError"}
INSTEAD = "keep numbers and vectors in attributes of the object"
METHOD = "write it as a method, def rule(self, …), and call self.rule(…)"


class Code:
    """A learner's functions, those that a round may reach and those beside them."""

    def __init__(self, learner: Any, by: Any = None) -> None:
        self.learner, self.by, self.kinds = learner, by, [k for k in type(learner).__mro__ if not trusted_class(k)]
        self.members: dict[str, list[Any]] = {}
        for kind in type(learner).__mro__:
            for name, value in kind.__dict__.items():
                self.members.setdefault(name, []).append(value)
        self.fields = frozenset(f for fields in self.members.get("__dataclass_fields__", ()) if type(fields) is dict for f in fields)
        self.reached = list(self.reach())

    def reach(self) -> Iterator[types.FunctionType]:
        """The functions that a round may call: by the names that their code mentions."""
        held = getattr(self.learner, "__dict__", {})
        waiting = [f for name in ROUND for f in (*self.members.get(name, ()), held.get(name))]
        beside = ASKED if self.by is None else (*ASKED, *MADE)  # if it is made for a margin, which is a letter
        waiting += [self.by, *(f for name in beside for f in self.members.get(name, ()) if not of_dataclass(name, f, self.fields))]
        met: set[int] = set()
        while waiting:
            f = waiting.pop()
            if isinstance(f, property):
                waiting += [f.fget, f.fset, f.fdel]
            f = getattr(f, "__func__", f)
            if not isinstance(f, types.FunctionType) or id(f) in met:
                continue
            met.add(id(f))
            yield f
            for name in names_in(f.__code__):
                waiting += [*self.members.get(name, ()), held.get(name), f.__globals__.get(name)]
            waiting += [value for _, value in enclosed_by(f)]

    @property
    def modules(self) -> list[dict[str, Any]]:
        """The namespaces in which the functions look names up."""
        return list({id(f.__globals__): f.__globals__ for f in self.reached}.values())

    def refuse_held(self, name: str, value: Any) -> NoReturn:
        instead = METHOD if callable(value) and not isinstance(value, type) else INSTEAD
        raise Untraceable(f"{type(self.learner).__name__}: self.{name} holds a {type(value).__name__}; {instead}")

    def changed_elsewhere(self, name: str) -> str:
        """Where a class attribute or a global of this name is changed by any method: "" if nowhere."""
        for kind in self.kinds:
            for f in kind.__dict__.values():
                f = getattr(f, "__func__", f)
                tree = source(f) if isinstance(f, types.FunctionType) else None
                for node in ast.walk(tree) if tree else ():
                    match node:
                        case ast.Attribute(ctx=ast.Store(), attr=attr, value=value) if attr == name and not is_self(value):
                            return place(f, node)
                        case ast.Global(names=names) if name in names:
                            return place(f, node)
                        case ast.Call(func=ast.Name(id="setattr")):
                            return place(f, node)
        return ""

    def lengths(self) -> Iterator[int]:
        """The dimensions in which a vector could be equal to a sequence that stands in the code: they are traced too."""
        trees = [tree for f in self.reached if not trusted(f) and (tree := source(f))]
        nodes = [node for tree in trees for node in ast.walk(tree)]
        if not any(isinstance(node, ast.Eq | ast.NotEq | ast.In | ast.NotIn | ast.MatchValue) for node in nodes):
            return
        numbers = {node.value for node in nodes if isinstance(node, ast.Constant) and type(node.value) is int and 0 < node.value <= LONGEST}
        numbers |= {len(node.elts) for node in nodes if isinstance(node, ast.Tuple | ast.List)}
        around = [vars(kind) for kind in self.kinds] + [vars(self.learner) if hasattr(self.learner, "__dict__") else {}]
        around += [{n: f.__globals__.get(n) for n in names_in(f.__code__)} | dict(enclosed_by(f)) for f in self.reached]
        numbers |= {n for values in around for value in values.values() if plain(value) for n in lengths_in(value)}
        if max(numbers, default=0) > LONGEST:
            raise Untraceable(f"{type(self.learner).__name__}: a sequence of more than {LONGEST} entries, beside comparisons by == or in")
        yield from sorted(numbers - {0})


def lengths_in(value: Any) -> Iterator[int]:
    """The lengths of a sequence and of those in it."""
    if isinstance(value, (tuple, list)):
        yield len(value)
    if isinstance(value, (tuple, list, Mapping)):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from lengths_in(part)


def of_dataclass(name: str, f: Any, fields: Collection[str]) -> bool:
    """Whether a method is one that `dataclass` writes, such as the constructor, which only keeps its arguments.

    Either it stands in the file of `dataclass` itself; or in none, and then its code speaks of the fields and of little else."""
    if name not in WRITTEN or not isinstance(f, types.FunctionType):
        return False
    if f.__code__.co_filename == dataclasses.__file__:
        return stands_in_its_file(f)
    around = () if name == "__init__" else f.__code__.co_freevars  # defaults are around a constructor
    return f.__code__.co_filename == "<string>" and {*names_in(f.__code__), *around} <= {*fields, *ITS_WORDS}


def names_in(code: types.CodeType) -> Iterator[str]:
    """The names of globals and attributes in a function and in those inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from names_in(constant)


def enclosed_by(f: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The variables around a function, with their values."""
    for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:
            continue


def trusted(f: types.FunctionType) -> bool:
    """Whether a function is this package's: its code, with the names of its module and with nothing else around it."""
    module = sys.modules.get(f.__globals__.get("__name__", ""))
    around = (*(f.__defaults__ or ()), *(f.__kwdefaults__ or {}).values(), *(value for _, value in enclosed_by(f)))
    known = all(plain(value) or isinstance(value, (type, types.FunctionType)) for value in around)
    return f.__code__.co_filename.startswith(OURS) and f.__globals__ is getattr(module, "__dict__", None) and known


@functools.cache
def code_in(text: str, file: str, features: int) -> frozenset[types.CodeType]:
    """The code of all functions that stand in a file of this text, with these features of a future Python."""
    try:
        waiting, codes = [compile(text, file, "exec", features, dont_inherit=True)], set()
    except (SyntaxError, ValueError):
        return frozenset()
    while waiting:
        code = waiting.pop()
        codes.add(code)
        waiting += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return frozenset(codes)


def stands_in_its_file(f: types.FunctionType) -> bool:
    """Whether a function is what its file has in its place. Code of another origin can carry the name of any file."""
    code = f.__code__
    linecache.checkcache(code.co_filename)
    features = sum(code.co_flags & getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
    return bool(code.co_flags & inspect.CO_OPTIMIZED) and code in code_in(
        "".join(linecache.getlines(code.co_filename)), code.co_filename, features
    )


def trusted_class(kind: type) -> bool:
    """Whether a class is Python's or this package's: it is what the module has under its name."""
    own = kind.__module__ in ("builtins", "abc", "typing") or kind.__module__.startswith(("perceptron.learners.", "perceptron.numbers."))
    return own and getattr(sys.modules.get(kind.__module__), kind.__name__, None) is kind


def plain(value: object) -> bool:
    """Whether a value is data that cannot change by being read: numbers, texts, and collections of them."""
    if type(value) in PLAIN:
        return True
    if isinstance(value, (dict, types.MappingProxyType)):
        return type(value) in (dict, types.MappingProxyType) and all(plain(k) and plain(v) for k, v in value.items())
    return type(value) in (tuple, list, set, frozenset) and all(map(plain, value))  # type: ignore[call-overload]


def source(f: types.FunctionType) -> ast.AST | None:
    """What is written of a function, if it can be read."""
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(f.__code__)))
    except (OSError, TypeError, SyntaxError):
        return None


def written(tree: ast.AST, f: types.FunctionType) -> ast.FunctionDef | ast.Lambda | None:
    """A function in what is written on its lines: the first that is defined there, or the one lambda."""
    if f.__code__.co_name != "<lambda>":
        first = next((node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)), None)
        return first if first is not None and first.name == f.__code__.co_name else None
    lambdas = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
    return lambdas[0] if len(lambdas) == 1 else None


def place(f: types.FunctionType, node: ast.AST | None = None) -> str:
    line = f.__code__.co_firstlineno + (getattr(node, "lineno", 1) - 1)
    return f"{file_name(f.__code__.co_filename)}:{line}"


def is_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


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
        return same(tuple(a), tuple(b)) and all(same(a[key], b[key]) for key in a)
    if hasattr(a, "__dict__") and not callable(a):
        return same(vars(a), vars(b))
    return bool(a == b) and (not plain(a) or repr(a) == repr(b))  # 0.0 is −0.0, and a set has an order: code can tell them apart


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

"""The part of Python that the tracing follows: whatever else a learner's round uses is refused, with its line.

A traced number is no Fraction, and a traced run has two, three or some more coordinates.  Code that can notice either could behave in
another way while it is traced.  So what can notice it is not followed: asking for the kind of a number, catching errors, reading what a
number looks like, counting coordinates, clocks, random numbers and files, objects that remember.  This package's own functions are trusted.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import dataclasses
import functools
import inspect
import linecache
import sys
import textwrap
import types
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

import perceptron
from proofs.derive.tracing.universe import Untraceable, file_name

OURS = tuple(str(Path(perceptron.__file__).parent / room) for room in ("learners", "numbers"))
ROUND = ("start", "wants_update", "step", "score")
MADE = ("__init__", "__post_init__")
CALLED = {abs, all, any, bool, divmod, enumerate, float, frozenset, int, len, list, map, max, min, pow, range, reversed, round}
CALLED |= {set, sorted, sum, super, tuple, zip}
OPERATORS = ("add", "sub", "mul", "truediv", "neg", "pos", "lt", "le", "gt", "ge", "eq", "ne")
MODULES = {"math": (), "fractions": (), "operator": OPERATORS}  # and what of them, if not all
MEMBERS = (types.FunctionType, property, staticmethod, classmethod, types.MemberDescriptorType)
LONGEST = 40  # of a sequence that a vector may be compared with
PLAIN = (type(None), bool, int, float, str, bytes, Fraction)
INSTEAD = "keep numbers and vectors in attributes of the object"
METHOD = "write it as a method, def rule(self, …), and call self.rule(…)"
BANNED: Mapping[type[ast.AST], str] = {
    ast.Try: "errors are caught here, and traced numbers raise others; write an if",
    ast.TryStar: "errors are caught here, and traced numbers raise others; write an if",
    ast.With: "a with statement, which is not followed",
    ast.While: "a while loop; write for … in range(…)",
    ast.Global: "a global variable is changed; keep it in an attribute of the object",
    ast.AsyncFunctionDef: "an asynchronous function, which is not followed",
    ast.Nonlocal: "a variable around the function is changed; keep it in an attribute of the object",
    ast.Import: "an import inside the function; write it at the top of the file",
    ast.ImportFrom: "an import inside the function; write it at the top of the file",
    ast.ClassDef: "a class inside the function, which is not followed",
    ast.Yield: "a generator, which is followed only where each coordinate of a vector is yielded in a loop",
    ast.YieldFrom: "a generator, which is not followed",
    ast.Match: "a match statement; write an if",
    ast.NamedExpr: "a value is given a name inside an expression for each coordinate; write it on a line of its own",
    ast.Delete: "something is deleted, which is not followed",
    ast.Slice: "a part of a sequence, which can be a part of the coordinates; the tracing knows sums over all of them",
    ast.JoinedStr: "a number is made a text, which is no polynomial of the inner products",
    ast.Mod: "a remainder, which is no polynomial of the inner products; a counter begins anew by k + 1 if k < 6 else 0",
}
ASKED = ("__eq__", "__hash__", "__call__")  # which an expression can call without their names
WRITTEN = {"__init__", "__eq__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__setattr__", "__delattr__"}  # by `dataclass`
WRITTEN |= {"__getstate__", "__setstate__", "__replace__"}
ITS_WORDS = {"__class__", "NotImplemented", "__post_init__", "__setattr__", "__delattr__", "hash", "super", "type", "cls"}
ITS_WORDS |= {"FrozenInstanceError"}
CONSUMERS = {all, any, enumerate, frozenset, list, map, max, min, reversed, set, sorted, sum, tuple, zip}  # they use an iterator up at once
ITERATORS = {enumerate, map, reversed, zip}
EQUALITIES = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)
UNKNOWN = "?"  # the name of a function that is called by a variable
SPREADING = {max, min, range, zip}  # what entries of a sequence may become the arguments of: it does not matter how many there are
USED_IN_PART = "an iterator is kept, of which a part can be used; write tuple(…) around it"
EACH = "a function is called for each coordinate that is no arithmetic of its arguments; write sum(… for … in zip(w, x))"
RENAMED = "is given another name, under which nobody sees what is called; call it where it is"
PLACED = (
    "a place in a sequence is calculated, or is far behind: a sequence of numbers and coordinates has others there for other dimensions"
)
CARRIED = "what one coordinate leaves for the next is not followed; add it up, s += a * b"
NEAR = 29  # places below it are within the widest vector that is traced, or in a sequence that has no coordinates
SPECIAL = ("__init__", "__post_init__", "__repr__", "__str__", *ASKED)


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

    def check(self) -> None:
        """Raise Untraceable for the first thing that is not followed."""
        if (base := next(kind for kind in type(self.learner).__mro__ if "__new__" in kind.__dict__)) is not object:
            raise Untraceable(f"{type(self.learner).__name__} is a {base.__name__}, which holds more than attributes; {INSTEAD}")
        for kind in self.kinds:
            self.check_class(kind)
        for name, value in getattr(self.learner, "__dict__", {}).items():
            if not plain(value) and not isinstance(value, types.FunctionType):
                self.refuse_held(name, value)
        for f in self.reached:
            if not stands_in_its_file(f):
                raise Untraceable(f"{place(f)}: the source of {f.__name__} is not what stands there; write it as a method in a file")
            if getattr(f, "__builtins__", None) is not vars(builtins):
                raise Untraceable(f"{place(f)}: {f.__name__} has builtins of its own, which are not followed")
        if asked := [name for name in self.fields if any(isinstance(m, property) for m in self.members.get(name, ()))]:
            raise Untraceable(f"{type(self.learner).__name__}.{asked[0]} is a field and a property, which is not followed; {INSTEAD}")
        self.readings = {f: FunctionReading(self, f) for f in self.reached if not trusted(f)}
        stores = [n for r in self.readings.values() for n in r.nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)]
        self.stored = {n.attr for n in stores}
        self.iterating, self.lists = iterating(self.readings.values()), Lists(self)
        for reading in self.readings.values():
            reading.check()

    def refuse_held(self, name: str, value: Any) -> NoReturn:
        instead = METHOD if callable(value) and not isinstance(value, type) else INSTEAD
        raise Untraceable(f"{type(self.learner).__name__}: self.{name} holds a {type(value).__name__}; {instead}")

    def check_class(self, kind: type) -> None:
        if not trusted_class(type(kind)):
            raise Untraceable(f"{kind.__name__} is made by {type(kind).__name__}, a class of classes, which is not followed")
        for name, value in kind.__dict__.items():
            written = isinstance(value, types.FunctionType)
            if name.startswith("__") and callable(value) and not (written and (name in SPECIAL or of_dataclass(name, value, self.fields))):
                where = f"{place(value)}: " if written else ""
                raise Untraceable(f"{where}{kind.__name__} has a method {name}, which is not followed")
            behind = (value.fget, value.fset, value.fdel) if isinstance(value, property) else (getattr(value, "__func__", value),)
            known = type(value) in MEMBERS and all(isinstance(f, types.FunctionType) or not callable(f) for f in behind)
            if not (name.startswith("__") or name == "_abc_impl" or known or plain(value)):
                raise Untraceable(f"{kind.__name__}.{name} holds a {type(value).__name__}; {INSTEAD}")

    def remembers(self, asked: property) -> bool:
        """Whether a property may keep something when it is asked."""
        return not isinstance(asked.fget, types.FunctionType) or asked.fget not in self.readings or self.readings[asked.fget].remembers

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


def name_of(node: ast.AST) -> str:
    """The name under which something is called, with or without what it belongs to."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def iterating(readings: Collection[FunctionReading]) -> set[str]:
    """The names of functions that give an iterator."""
    names: set[str] = set()
    while True:
        before = len(names)
        for reading in readings:
            for node in (reading.first, *reading.functions.values()):
                inside = list(ast.walk(node))
                returned = [n.value for n in inside if isinstance(n, ast.Return) and n.value is not None]
                given = [v.func for v in returned if isinstance(v, ast.Call)]
                if (
                    any(isinstance(n, ast.Yield) for n in inside)
                    or any(isinstance(v, ast.GeneratorExp) for v in returned)
                    or any(reading.builtin(g) in ITERATORS or name_of(g) in names for g in given)
                ):
                    names.add(getattr(node, "name", reading.f.__name__))
        if len(names) == before:
            return names


class Lists:
    """How deep the lists can be nested that variables, attributes and functions have: those made here, which do not know that they hold
    coordinates. Two such lists of other lengths differ, for Python, before any coordinate is asked; so they may not be compared."""

    DEEPEST = 4

    def __init__(self, code: Code) -> None:
        self.of: dict[tuple[Any, str], int] = {}  # (a function or "attribute" or "call" or "arguments", a name)
        for name, values in (
            (n, v) for n, v in (*code.members.items(), *((n, [v]) for n, v in getattr(code.learner, "__dict__", {}).items()))
        ):
            self.raise_to("attribute", name, max(map(self.in_value, values), default=0))
        for f in code.readings:
            given = (*(f.__defaults__ or ()), *(f.__kwdefaults__ or {}).values())
            self.raise_to("arguments", f.__name__, max(map(self.in_value, given), default=0))
        while True:
            before = dict(self.of)
            for reading in code.readings.values():
                for node in (
                    reading.nodes if isinstance(reading.first, ast.FunctionDef) else (ast.Return(value=reading.first.body), *reading.nodes)
                ):
                    self.take(node, reading)
            if self.of == before:
                break

    def raise_to(self, kind: Any, name: str, depth: int) -> None:
        for one in {name, UNKNOWN} if kind == "call" else {name}:
            if depth > self.of.get((kind, one), 0):
                self.of[kind, one] = min(depth, self.DEEPEST)

    @staticmethod
    def in_value(value: Any) -> int:
        if not isinstance(value, (list, tuple, Mapping)):
            return 0
        inside = max(map(Lists.in_value, value.values() if isinstance(value, Mapping) else value), default=0)
        return inside + 1 if inside or isinstance(value, list) else 0

    def take(self, node: ast.AST, reading: FunctionReading) -> None:
        """Note what a statement or an expression gives to variables, attributes, callers and functions."""

        def give(target: ast.AST, depth: int) -> None:
            match target:
                case ast.Name(id=name):
                    self.raise_to(reading.f, name, depth)
                case ast.Attribute(attr=name):
                    self.raise_to("attribute", name, depth)
                case ast.Tuple(elts=elts) | ast.List(elts=elts):
                    for part in elts:
                        give(part, depth)  # of values that stand in a tuple, or in a list
                case ast.Subscript(value=value):
                    give(value, depth + 1 if depth else 0)

        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    give(target, self.depth(value, reading))
            case ast.AugAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
                give(target, self.depth(value, reading))
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                give(target, self.depth(value, reading))
            case ast.For(target=target, iter=over) | ast.comprehension(target=target, iter=over):
                give(target, self.depth(over, reading) - 1)
            case ast.Return(value=ast.expr() as value):
                around = next((n for n, g in reading.functions.items() if node in ast.walk(g)), reading.f.__name__)
                self.raise_to("call", around, self.depth(value, reading))
            case ast.Lambda(body=body, args=arguments) | ast.FunctionDef(body=body, args=arguments):
                self.raise_to("call", "<lambda>", self.depth(body, reading) if isinstance(body, ast.expr) else 0)
                for given in filter(None, (*arguments.defaults, *arguments.kw_defaults)):
                    self.raise_to("arguments", getattr(node, "name", "<lambda>"), self.depth(given, reading))
            case ast.Yield(value=ast.expr() as value):
                around = next((n for n, g in reading.functions.items() if node in ast.walk(g)), reading.f.__name__)
                self.raise_to("call", around, 1 + self.depth(value, reading))
            case ast.Call(func=ast.Attribute(attr="append", value=value), args=[added]):
                give(value, 1 + self.depth(added, reading))
            case ast.Call(func=func, args=args, keywords=keywords):
                most = max((self.depth(a, reading) for a in (*args, *(k.value for k in keywords))), default=0)
                each = reading.builtin(func) is map or reading.reduces(func)
                for name in (
                    {"<lambda>"}.union(reading.called(func), *map(reading.names, args)) if each or not reading.builtin(func) else ()
                ):
                    self.raise_to("arguments", name, most - each)  # an argument can be a function too

    def depth(self, node: ast.AST, reading: FunctionReading) -> int:
        """How deep lists can be nested in the value of an expression: 0 if it is no list, and no tuple of lists."""

        def deepest(*nodes: ast.AST) -> int:
            return max((self.depth(n, reading) for n in nodes), default=0)

        match node:
            case ast.List(elts=elts):
                return 1 + deepest(*elts)
            case ast.ListComp(elt=elt):
                return 1 + deepest(elt)
            case ast.GeneratorExp(elt=elt) if inside := deepest(elt):
                return 1 + inside
            case ast.Tuple(elts=elts) | ast.Set(elts=elts) | ast.Dict(values=elts) if inside := deepest(*elts):
                return 1 + inside
            case ast.Name(id=name):
                value = reading.around.get(name, reading.f.__globals__.get(name)) if name not in reading.local else None
                owner = next(
                    (n for n, g in reading.functions.items() if name in {a.arg for a in ast.walk(g.args) if isinstance(a, ast.arg)}), ""
                )
                ofs: list[tuple[Any, str]] = [(reading.f, name)]
                if name in reading.parameters:
                    ofs += [("arguments", one) for one in (reading.f.__name__, owner, "<lambda>", UNKNOWN)]
                most = max(self.in_value(value), *(self.of.get(key, 0) for key in ofs))
                return most + 1 if most and name in reading.further else most
            case ast.Attribute(attr=attr):
                getters = {m.fget.__name__ for m in reading.code.members.get(attr, ()) if isinstance(m, property) and m.fget}
                return max(self.of.get(("attribute", attr), 0), *(self.of.get(("call", name), 0) for name in getters), 0)
            case ast.BinOp(left=left, op=ast.Add() | ast.Mult(), right=right) | ast.IfExp(body=left, orelse=right):
                return deepest(left, right)
            case ast.BoolOp(values=values):
                return deepest(*values)
            case ast.NamedExpr(value=value) | ast.Starred(value=value):
                return max(0, deepest(value) - isinstance(node, ast.Starred))
            case ast.Subscript(value=value):
                return max(0, deepest(value) - 1)
            case ast.Call(func=func, args=args, keywords=keywords):
                called = reading.builtin(func)
                if called in (sum, min, max) or reading.reduces(func):
                    one = called in (min, max) and (len(args) > 1 or any(isinstance(a, ast.Starred) for a in args))
                    sequence, *others = args[reading.reduces(func) :] or [node]
                    return (
                        max(deepest(*others, *(k.value for k in keywords)), deepest(sequence) - (not one), 0) if sequence is not node else 0
                    )
                if called in (sorted, range):
                    return max(1, deepest(*args))
                return (
                    deepest(*args)
                    if called in CONSUMERS - {any, all}
                    else max(self.of.get(("call", name), 0) for name in reading.called(func))
                )
        return 0


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
    return f.__code__.co_filename.startswith(OURS)


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
    return code in code_in("".join(linecache.getlines(code.co_filename)), code.co_filename, features)


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
    if f.__name__ != "<lambda>":
        return next((node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)), None)
    lambdas = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
    return lambdas[0] if len(lambdas) == 1 else None


def place(f: types.FunctionType, node: ast.AST | None = None) -> str:
    line = f.__code__.co_firstlineno + (getattr(node, "lineno", 1) - 1)
    return f"{file_name(f.__code__.co_filename)}:{line}"


def is_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def of_self(node: ast.AST) -> bool:
    """Whether something is an attribute of the object."""
    return isinstance(node, ast.Attribute) and is_self(node.value)


def is_zero(node: ast.AST) -> bool:
    """Whether an expression is a zero that is written: 0, Fraction(0)."""
    match node:
        case ast.Call(func=ast.Name(), args=[ast.Constant(value=value)], keywords=[]) | ast.Constant(value=value):
            return type(value) is int and value == 0
    return False


class FunctionReading:
    """One function, read through."""

    def __init__(self, code: Code, f: types.FunctionType) -> None:
        self.code, self.f, self.around, self.above = code, f, dict(enclosed_by(f)), dict[int, ast.AST]()
        self.asking = False
        tree = source(f)
        if tree is None:
            self.refuse(None, f"the source of {self.f.__name__} cannot be read; write it as a method in a file")
        if not plain((self.f.__defaults__ or (), self.f.__kwdefaults__ or {})):
            self.refuse(None, f"a default argument of {self.f.__name__} is no number and no text")
        if (first := written(tree, self.f)) is None:
            self.refuse(None, f"there are several functions on the line of {self.f.__name__}; write each with def")
        self.first, self.body = first, first.body if isinstance(first, ast.FunctionDef) else [first.body]
        self.raised = {id(inner) for node in ast.walk(tree) if isinstance(node, ast.Raise) for inner in ast.walk(node)}
        typed = {id(n) for s in self.body for a in ast.walk(s) if isinstance(a, ast.AnnAssign) for n in ast.walk(a.annotation)}
        nodes = self.nodes = [node for statement in self.body for node in ast.walk(statement) if id(node) not in typed]
        self.local = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        self.local |= {n.name for n in nodes if isinstance(n, ast.MatchAs) and n.name}
        self.local |= {
            a.arg
            for n in (*nodes, first)
            if isinstance(n, (ast.Lambda, ast.FunctionDef))
            for a in ast.walk(n.args)
            if isinstance(a, ast.arg)
        }
        self.above = {id(child): node for node in nodes for child in ast.iter_child_nodes(node)}
        self.parameters = {
            a.arg
            for n in (*nodes, first)
            if isinstance(n, ast.Lambda | ast.FunctionDef)
            for a in ast.walk(n.args)
            if isinstance(a, ast.arg) and a.arg != "self"
        }
        arguments = [n.args for n in (*nodes, first) if isinstance(n, ast.Lambda | ast.FunctionDef)]
        self.further = {a.arg for one in arguments for a in (one.vararg, one.kwarg) if a}
        self.functions = {n.name: n for n in nodes if isinstance(n, ast.FunctionDef)}
        annotated = [n.annotation for n in (*nodes, *ast.walk(first.args)) if isinstance(n, ast.arg | ast.AnnAssign)]
        annotated += [n.returns for n in nodes if isinstance(n, ast.FunctionDef)]
        self.annotations = {id(n) for one in annotated if one for n in ast.walk(one)}
        self.loads = [n for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]

    def refuse(self, node: ast.AST | None, what: str) -> NoReturn:
        while node is not None and not hasattr(node, "lineno"):  # an operator is in what has a line
            node = self.above.get(id(node))
        raise Untraceable(f"{place(self.f, node)}: {what}")

    @property
    def remembers(self) -> bool:
        """Whether the function may keep something, or call what does."""
        if self.asking or any(isinstance(n, ast.Attribute | ast.Subscript) and isinstance(n.ctx, ast.Store) for n in self.nodes):
            return True
        self.asking = True
        try:
            return not all(map(self.calm, self.body))
        finally:
            self.asking = False

    def check(self) -> None:
        getters = [m.fget for values in self.code.members.values() for m in values if isinstance(m, property)]
        if self.f in getters and self.f.__name__ in self.code.iterating:
            self.refuse(None, USED_IN_PART)
        if self.remembers and any(self.f in self.code.members.get(name, ()) for name in ("__eq__", "__hash__")):
            self.refuse(None, f"{self.f.__name__} changes something, or calls what may, and is asked wherever two things are compared")
        kept = [n for n in self.nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)]
        if kept and any(isinstance(n, ast.Yield) for n in self.nodes):
            self.refuse(kept[0], "a generator changes the object, when it is asked for more; change it outside")
        for node in self.nodes:
            self.check_node(node)

    def check_node(self, node: ast.AST) -> None:
        if (why := BANNED.get(type(node))) and id(node) not in self.raised and not self.harmless(node):
            self.refuse(node, why)
        match node:
            case ast.Is() | ast.IsNot():
                self.refuse(node, "two things are asked whether they are one; write ==")
            case ast.Name(ctx=ast.Load()) if node.id not in self.local:
                self.check_name(node)
                self.check_where_it_stands(node)
            case ast.Attribute():
                self.check_attribute(node)
            case ast.Subscript(value=base, slice=at) if not (id(node) in self.annotations or self.fixed(base) or self.near(at)):
                self.refuse(node, PLACED)
            case ast.Starred(ctx=ast.Store()):
                self.refuse(node, BANNED[ast.Slice])
            case ast.Call(keywords=keywords) if any(k.arg == "key" for k in keywords):
                self.refuse(node, "an order by a key, which is not followed")
            case ast.Call():
                self.check_call(node)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                self.check_comprehension(node)
            case ast.DictComp():
                self.refuse(node, "a dictionary is made by a loop, which is not followed")
            case ast.Compare(left=left, ops=ops, comparators=others):
                asked = [pair for op, pair in zip(ops, pairwise([left, *others]), strict=True) if isinstance(op, EQUALITIES)]
                if any(all(self.code.lists.depth(side, self) for side in pair) for pair in asked):
                    self.refuse(node, "lists are compared as wholes; any(a != b for a, b in zip(x, v)) asks whether two vectors differ")
            case ast.Match(subject=subject) if self.code.lists.depth(subject, self):
                self.refuse(node, BANNED[ast.Match])
            case ast.For():
                self.check_loop(node)
            case ast.Lambda() if not self.arithmetical(node.body, {a.arg for a in node.args.args}):
                self.refuse(node, "a function inside that is no arithmetic of its arguments")

    def builtin(self, node: ast.AST) -> Any:
        """What Python has under this name, if nothing else of the learner's has it; else None."""
        if not isinstance(node, ast.Name) or node.id in self.local or node.id in self.functions:
            return None
        its = getattr(builtins, node.id, None)
        return its if self.around.get(node.id, self.f.__globals__.get(node.id, its)) is its else None

    def reduces(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and self.f.__globals__.get(node.id) is functools.reduce

    def check_where_it_stands(self, node: ast.Name) -> None:
        """Refuse another name for what is known by its own, such as m = map."""
        above = self.above.get(id(node))
        if id(node) in self.annotations or not (self.builtin(node) in CALLED or self.reduces(node)) or isinstance(above, ast.Raise):
            return
        each = isinstance(above, ast.Call) and (self.builtin(above.func) is map or self.reduces(above.func)) and above.args[0] is node
        if not (isinstance(above, ast.Call) and above.func is node) and not (each and self.builtin(node) not in {*ITERATORS, range, None}):
            self.refuse(node, f"{node.id} {RENAMED}")

    def near(self, at: ast.AST) -> bool:
        """Whether a place in a sequence is one of the first or the last, or that of a coordinate."""
        match at:
            case ast.Constant(value=value) | ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)):
                return not isinstance(value, int) or value < NEAR
            case ast.Compare() | ast.UnaryOp(op=ast.Not()) | ast.Slice():  # which is refused by itself
                return True
            case ast.IfExp(body=body, orelse=orelse):
                return self.near(body) and self.near(orelse)
            case ast.Name(id=name) if name not in self.parameters:
                given = [n for n in self.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and n.id == name]
                ways = [self.near(n.value) for n in self.nodes if isinstance(n, ast.Assign) and any(t in given for t in n.targets)]
                ways += [
                    self.counts(n.iter)
                    for n in self.nodes
                    if isinstance(n, ast.For | ast.comprehension)
                    for t in ast.walk(n.target)
                    if t in given
                ]
                return len(ways) == len(given) > 0 and all(ways)
        return False

    def counts(self, over: ast.AST) -> bool:
        """Whether a loop goes over the places of a vector, or over a few numbers that are written there."""
        match over:
            case ast.Call(func=func, args=[_], keywords=[]) if self.builtin(func) is enumerate:
                return True  # of what is no vector, `symbols` refuses long ones, here and below
            case ast.Call(func=func, args=[ast.Name(id=name)]) if self.builtin(func) is range and name in self.local:
                given = [n for n in self.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and n.id == name]
                values = [n.value for n in self.nodes if isinstance(n, ast.Assign) and any(t in given for t in n.targets)]
                return len(values) == len(given) > 0 and name not in self.parameters and all(map(self.is_length, values))
            case ast.Call(func=func, args=[length]) if self.builtin(func) is range and self.is_length(length):
                return True
            case ast.Call(args=args):
                return self.is_count(over) and all(isinstance(a, ast.Constant) and self.near(a) for a in args)
        return False

    def is_length(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and self.builtin(node.func) is len

    def fixed(self, base: ast.AST) -> bool:
        """Whether a sequence or a table has no coordinates in it, or as many entries as are written there."""
        match base:
            case ast.Dict():
                return True
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                return not any(isinstance(e, ast.Starred) for e in elts)
            case ast.Attribute(attr=attr) if is_self(base.value):
                values = [
                    *self.code.members.get(attr, ()),
                    *([h[attr]] if attr in (h := getattr(self.code.learner, "__dict__", {})) else []),
                ]
                return all(isinstance(v, tuple | Mapping) for v in values) and attr not in self.code.stored and bool(values)
        return False

    def check_call(self, node: ast.Call) -> None:
        """What a call may do with each coordinate: nothing but arithmetic, and nothing that depends on how many there are."""
        called = self.builtin(node.func)
        if called not in SPREADING and any(isinstance(a, ast.Starred) and not self.passes_on(a.value) for a in node.args):
            self.refuse(node, "the entries of a sequence become arguments, which can be coordinates; give the sequence itself")
        if (called is map or self.reduces(node.func)) and node.args and not self.of_each(node.args[0]):
            self.refuse(node, EACH)
        if self.gives_iterator(node) and not self.used_up(node):
            self.refuse(node, USED_IN_PART)

    def passes_on(self, node: ast.AST) -> bool:
        """Whether a function hands its own further arguments on, as a decorator does: so they are no coordinates."""
        functions = [f for f in (self.first, *self.functions.values()) if isinstance(f, ast.FunctionDef) and f.args.vararg]
        stored = {n.id for n in self.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        return isinstance(node, ast.Name) and node.id in {f.args.vararg.arg for f in functions if f.args.vararg} - stored

    def named(self, node: ast.AST) -> list[Any]:
        """The functions that a name or an attribute of the object can be."""
        match node:
            case ast.Name(id=name) if name in self.functions:
                return [self.functions[name]]
            case ast.Name(id=name):
                return [self.around.get(name, self.f.__globals__.get(name, getattr(builtins, name, None)))]
            case ast.Attribute(value=ast.Name(id=base), attr=attr) if isinstance(module := self.f.__globals__.get(base), types.ModuleType):
                return [getattr(module, attr, None)]
            case ast.Attribute(attr=attr):
                held = getattr(self.code.learner, "__dict__", {}).get(attr)
                return [getattr(f, "__func__", f) for f in (*self.code.members.get(attr, ()), held) if f is not None]
        return []

    def names(self, node: ast.AST) -> set[str]:
        """The names that what is called can have, here and where it is defined."""
        return {name_of(node), *(f.__name__ for f in self.named(node) if isinstance(f, types.FunctionType))} - {""} or {"<lambda>"}

    def called(self, node: ast.AST) -> set[str]:
        """The names of what is called; of a variable, which can be any of the functions, `UNKNOWN`."""
        known = isinstance(node, ast.Attribute) or (isinstance(node, ast.Name) and (node.id not in self.local or node.id in self.functions))
        return self.names(node) if known else {UNKNOWN}

    def of_each(self, node: ast.AST) -> bool:
        """Whether what is called for each coordinate is only arithmetic of its arguments, so that it cannot count them."""
        return isinstance(node, ast.Lambda) or (
            bool(fs := self.named(node)) and all(map(self.only_arithmetic, fs))
        )  # each lambda is checked

    def only_arithmetic(self, f: Any) -> bool:
        if isinstance(f, types.FunctionType) and f not in self.code.readings:
            return trusted(f)
        if not isinstance(f, ast.FunctionDef | types.FunctionType):
            return f is Fraction or isinstance(f, types.BuiltinFunctionType)
        reading = self if isinstance(f, ast.FunctionDef) else self.code.readings[f]
        first = f if isinstance(f, ast.FunctionDef) else reading.first
        match first.body:
            case [ast.Return(value=ast.expr() as value)] | [ast.Expr(value=ast.Constant()), ast.Return(value=ast.expr() as value)]:
                return reading.arithmetical(value, {a.arg for a in ast.walk(first.args) if isinstance(a, ast.arg)})
            case ast.expr() as value:  # of a lambda
                return reading.arithmetical(value, {a.arg for a in ast.walk(first.args) if isinstance(a, ast.arg)})
        return False

    def gives_iterator(self, node: ast.AST) -> bool:
        """Whether an expression gives something that can be gone through once."""
        if isinstance(node, ast.GeneratorExp):
            return True
        if not isinstance(node, ast.Call):
            return False
        names = self.called(node.func)
        return self.builtin(node.func) in ITERATORS or bool(self.code.iterating & names or (UNKNOWN in names and self.code.iterating))

    def used_up(self, node: ast.AST) -> bool:
        """Whether what uses an iterator uses it at once and alone: so it does not matter how far it goes, and when."""
        above = self.above.get(id(node))
        match above:
            case ast.Call(func=func):
                return (
                    self.reduces(func)
                    or self.builtin(func) in CONSUMERS
                    or any(isinstance(g, types.FunctionType) and trusted(g) for g in self.named(func))
                )
            case ast.comprehension(iter=iterated) | ast.For(iter=iterated):
                return iterated is node
            case ast.Starred():
                return True  # in a list, or among arguments, which is asked elsewhere
            case ast.Return():
                return True  # to the caller, for whom the call gives one
            case ast.Assign(targets=[ast.Name(id=name)]):
                return self.used_next(name, above)
        return False

    def used_next(self, name: str, given: ast.Assign) -> bool:
        """Whether a variable is used once, by the next statement, and used up there."""
        around = self.above.get(id(given))
        blocks = [self.body] if around is None else [block for _, block in ast.iter_fields(around) if isinstance(block, list)]
        following = next((after for block in blocks for one, after in pairwise(block) if one is given), None)
        uses = [n for n in self.loads if n.id == name]
        if following is None or len(uses) != 1 or not self.used_up(uses[0]) or isinstance(self.above.get(id(uses[0])), ast.Return):
            return False
        at: ast.AST | None = uses[0]
        while at is not following:
            below, at = at, self.above.get(id(at))
            if at is None or isinstance(at, ast.Lambda | ast.FunctionDef):
                return False
            if isinstance(at, ast.GeneratorExp | ast.ListComp | ast.SetComp) and below is not at.generators[0]:
                return False
            if isinstance(at, ast.For) and below is not at.iter:
                return False
        return True

    def harmless(self, node: ast.AST) -> bool:
        """Whether something banned is not: a name that is given once in a round, a loop that yields (which is checked as a loop)."""
        above = [node]
        while id(above[-1]) in self.above:
            above.append(self.above[id(above[-1])])
        if isinstance(node, ast.Match):
            known = (ast.MatchValue, ast.MatchOr, ast.MatchAs)  # which ask by ==, or for nothing
            return all(isinstance(n, known) for case in node.cases for n in ast.walk(case.pattern) if isinstance(n, ast.pattern))
        if isinstance(node, ast.NamedExpr):
            repeated = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.For, ast.Lambda)
            return not any(isinstance(n, repeated) for n in above)
        return isinstance(node, ast.Yield) and len(above) > 2 and isinstance(above[1], ast.Expr) and isinstance(above[2], ast.For)

    def null_vector(self, node: ast.AST) -> bool:
        """Whether a comprehension makes the zeros that `start` returns or keeps, for each coordinate one."""
        if not (isinstance(node, ast.ListComp | ast.GeneratorExp) and self.f.__name__ == "start" and is_zero(node.elt)):
            return False
        calls = [n.func for n in self.above.values() if isinstance(n, ast.Call)]  # none of which counts them
        if not all(f.attr == "start" if isinstance(f, ast.Attribute) else getattr(f, "id", "") in self.making_zeros for f in calls):
            return False
        read = [n for n in self.above.values() if of_self(n) and isinstance(n.ctx, ast.Load)]  # type: ignore[attr-defined]
        if any(not isinstance(self.above.get(id(n)), ast.Return | ast.Assign) for n in read):
            return False
        match node.generators:
            case [ast.comprehension(iter=ast.Call(func=ast.Name(id="range"), args=[ast.Name()]), ifs=[])] if "range" in self.making_zeros:
                pass
            case _:  # several of them make another number of zeros
                return False
        user = self.above.get(id(node))
        user = self.above.get(id(user)) if isinstance(user, ast.Call) else user
        return isinstance(user, ast.Return) or (isinstance(user, ast.Assign) and all(map(of_self, user.targets)))

    @property
    def making_zeros(self) -> set[str]:
        theirs = {n for n in ("tuple", "list", "range", "super") if self.f.__globals__.get(n, getattr(builtins, n)) is getattr(builtins, n)}
        return (theirs | {n for n, value in self.f.__globals__.items() if value is Fraction}) - self.local - self.functions.keys()

    def check_name(self, node: ast.Name) -> None:
        name = node.id
        if name in self.around or name in self.f.__globals__:
            value = self.around.get(name, self.f.__globals__.get(name))
            if type(value) in self.code.kinds:
                self.refuse(node, f"{name}, an object around {self.f.__name__}, is another for each copy of the learner; {METHOD}")
            if not self.followed(value) and id(node) not in self.raised:
                kind = f"the module {name}" if isinstance(value, types.ModuleType) else f"{name}, a {type(value).__name__},"
                self.refuse(node, f"{kind} is not followed; {INSTEAD}")
            if plain(value) and (line := self.code.changed_elsewhere(name)):
                self.refuse(node, f"the global {name} is changed at {line}; keep it in an attribute of the object")
        elif hasattr(builtins, name):
            value = getattr(builtins, name)
            if value not in CALLED and id(node) not in self.raised:
                self.refuse(node, f"{name}(…) is not followed: it may tell a traced number from another")

    def followed(self, value: Any) -> bool:
        if isinstance(value, types.ModuleType):
            return value.__name__ in MODULES or str(getattr(value, "__file__", "")).startswith(OURS)
        if isinstance(value, type):
            return value in type(self.code.learner).__mro__ or value is Fraction
        if isinstance(value, types.BuiltinFunctionType):
            if value is functools.reduce:  # for which `traced_reduce` stands where it is a global
                return all(v is not value for v in self.around.values())
            only = MODULES.get(str(value.__module__).removeprefix("_"), ("",))
            return not only or value.__name__ in only
        return isinstance(value, types.FunctionType) or plain(value)

    def check_attribute(self, node: ast.Attribute) -> None:
        base = node.value
        if node.attr.startswith("__") or node.attr == "f_back":
            self.refuse(node, f"the attribute {node.attr} is not followed")
        if is_self(base) or (isinstance(base, ast.Call) and isinstance(base.func, ast.Name) and base.func.id == "super"):
            values = [v for v in self.code.members.get(node.attr, ()) if plain(v)]
            if values and isinstance(node.ctx, ast.Load) and (line := self.code.changed_elsewhere(node.attr)):
                self.refuse(node, f"self.{node.attr} is of the class, and {line} changes it; keep it in an attribute of the object")
            return
        if isinstance(base, ast.Name) and base.id not in self.local:
            value = self.around.get(base.id, self.f.__globals__.get(base.id))
            if isinstance(value, types.ModuleType):
                of, only = getattr(value, node.attr, None), MODULES.get(value.__name__)
                ours = plain(of) or (isinstance(of, types.FunctionType) and trusted(of))
                if not self.followed(value) or (ours if only is None else node.attr in only or not only):
                    return  # what is not followed is refused by its name
            if isinstance(value, type) and isinstance(node.ctx, ast.Load):
                if line := self.code.changed_elsewhere(node.attr):
                    self.refuse(node, f"{base.id}.{node.attr} is changed at {line}; keep it in an attribute of the object")
                return
        if node.attr != "append":
            self.refuse(node, f"the attribute .{node.attr} of something that is not the object itself is not followed")

    def check_comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> None:
        if self.gives_iterator(node) and not self.used_up(node):
            self.refuse(node, USED_IN_PART)
        for g in node.generators:
            self.check_target(g.target)
        targets = {n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
        calm = all(self.calm(test) for g in node.generators for test in g.ifs)
        counted = self.null_vector(node) or all(self.is_count(g.iter) for g in node.generators)
        if not counted and not (calm and self.arithmetical(node.elt, targets)):
            self.refuse(
                node, "not arithmetic of the coordinates; the tracing follows sums and vectors such as a + y * b for a, b in zip(w, x)"
            )

    def check_loop(self, node: ast.For) -> None:
        if self.is_count(node.iter):
            return
        self.check_target(node.target)
        known = {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
        kept = {
            name_of(n)
            for one in node.body
            for n in ast.walk(one)
            if isinstance(n, ast.Name | ast.Attribute | ast.Subscript) and isinstance(n.ctx, ast.Store)
        }
        kept |= {
            name_of(n.value) for one in node.body for n in ast.walk(one) if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store)
        }
        for statement in node.body:
            self.check_statement(statement, node, kept - known)
            match statement:
                case ast.AugAssign(op=ast.Add() | ast.Sub(), value=value) if self.arithmetical(value, known):
                    continue
                case ast.Assign(value=value) if self.arithmetical(value, known):
                    known |= {
                        n.id for t in statement.targets for n in ast.walk(t) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
                    }
                case ast.Expr(value=ast.Call(func=ast.Attribute(attr="append"), args=[value])) if self.arithmetical(value, known):
                    continue
                case ast.Expr(value=ast.Yield(value=value)) if value is not None and self.arithmetical(value, known):
                    continue
                case _:
                    self.refuse(
                        statement, "a loop over coordinates that does not add up arithmetic of them; write sum(… for … in zip(w, x))"
                    )

    def check_target(self, target: ast.AST) -> None:
        if not all(isinstance(n, ast.Name | ast.Tuple | ast.List | ast.expr_context) for n in ast.walk(target)):
            self.refuse(target, CARRIED)

    def check_statement(self, statement: ast.stmt, loop: ast.For, kept: set[str]) -> None:
        """What a statement in a loop over coordinates may not do: ask a property that remembers, or use what the round before has left."""
        targets = (
            statement.targets if isinstance(statement, ast.Assign) else [statement.target] if isinstance(statement, ast.AugAssign) else []
        )
        inside = [n for target in targets for n in ast.walk(target)]
        if any(isinstance(m, property) for n in inside if isinstance(n, ast.Attribute) for m in self.code.members.get(n.attr, ())):
            self.refuse(statement, "a property is changed for each coordinate, which can count them")
        looped = {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)}
        own = {name_of(t) for t in targets if isinstance(t, ast.Name | ast.Attribute)} if isinstance(statement, ast.Assign) else set()
        value = getattr(statement, "value", None)
        if isinstance(statement, ast.Expr) and isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            own.add(name_of(value.func.value))  # to which it is appended
        inside = list(ast.walk(value)) if value is not None else []
        here = {id(n.value) for n in inside if isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Name) and n.slice.id in looped}
        used = {name_of(n) for n in inside if isinstance(n, ast.Name | ast.Attribute) and id(n) not in here}
        if carried := used & kept - own:
            self.refuse(statement, f"{min(carried)}: {CARRIED}")

    def is_count(self, node: ast.AST) -> bool:
        """Whether something is range(…) of numbers that are written there or in the file."""

        def number(n: ast.AST) -> bool:
            named = n.id not in self.local and type(self.f.__globals__.get(n.id)) is int if isinstance(n, ast.Name) else False
            return named or isinstance(n, ast.Constant)

        return isinstance(node, ast.Call) and self.builtin(node.func) is range and all(map(number, node.args))

    def calm(self, node: ast.AST) -> bool:
        """Whether an expression calls nothing that might remember how often it was called: no function, and no property that does."""
        calls = [n.func for n in ast.walk(node) if isinstance(n, ast.Call)]
        asked = [m for n in ast.walk(node) if isinstance(n, ast.Attribute) for m in self.code.members.get(n.attr, ())]
        return not any(self.code.remembers(m) for m in asked if isinstance(m, property)) and all(
            isinstance(f, ast.Name) and f.id not in self.local and self.forgets(f.id) for f in calls
        )

    def forgets(self, name: str) -> bool:
        its = getattr(builtins, name, None)
        value = self.around.get(name, self.f.__globals__.get(name, its))
        return (
            value is Fraction or (isinstance(value, types.FunctionType) and trusted(value)) or (value is its and name not in self.functions)
        )

    def arithmetical(self, node: ast.AST, targets: set[str]) -> bool:
        """Whether an expression is arithmetic in which the targets occur: so it is no constant that could be counted."""
        if not any(isinstance(n, ast.Name) and n.id in targets for n in ast.walk(node)) or not self.calm(node):
            return False

        def follows(n: ast.AST) -> bool:
            if not any(isinstance(m, ast.Name) and m.id in targets for m in ast.walk(n)):
                return True
            match n:
                case ast.Name():
                    return True
                case ast.BinOp(left=left, right=right):
                    return follows(left) and follows(right)
                case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
                    return follows(operand)
                case ast.Subscript(value=ast.Name() | ast.Attribute(), slice=ast.Name() | ast.Constant()):
                    return True
                case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):  # for any and all
                    named = [{m.id for m in ast.walk(side) if isinstance(m, ast.Name)} for side in (left, right)]
                    return follows(left) and follows(right) and all(names & targets or not names for names in named)
                case ast.IfExp(body=body, orelse=orelse):
                    return self.arithmetical(body, targets) and self.arithmetical(orelse, targets)
            return False

        return follows(node)

"""What the text of a function says: which names are its own, what it calls, what gives an iterator, what is arithmetic of each coordinate.

What cannot be read is refused; what is read, `language` judges.
"""

from __future__ import annotations

import ast
import builtins
import dis
import functools
import types
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any, NoReturn

from proofs.derive.tracing.code import Code, enclosed_by, is_self, place, plain, source, trusted, written
from proofs.derive.tracing.universe import Untraceable

CONSUMERS = {all, any, enumerate, frozenset, list, map, max, min, reversed, set, sorted, sum, tuple, zip}  # they use an iterator up at once
ITERATORS = {enumerate, map, reversed, zip}
UNKNOWN = "?"  # the name of a function that is called by a variable


class FunctionReading:
    """One function, read through."""

    def __init__(self, code: Code, f: types.FunctionType, beside: Readings) -> None:
        self.code, self.f, self.beside, self.around, self.above = code, f, beside, dict(enclosed_by(f)), dict[int, ast.AST]()
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
        self.stores = [n for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        self.loads = [n for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
        self.above = {id(child): node for node in nodes for child in ast.iter_child_nodes(node)}
        signatures = [n.args for n in (*nodes, first) if isinstance(n, ast.Lambda | ast.FunctionDef)]
        arguments = {a.arg for signature in signatures for a in ast.walk(signature) if isinstance(a, ast.arg)}
        self.parameters = arguments - {"self"}
        self.further = {a.arg for signature in signatures for a in (signature.vararg, signature.kwarg) if a}
        self.local = {n.id for n in self.stores} | {n.name for n in nodes if isinstance(n, ast.MatchAs) and n.name} | arguments
        self.functions = {n.name: n for n in nodes if isinstance(n, ast.FunctionDef)}
        annotated = [n.annotation for n in (*nodes, *ast.walk(first.args)) if isinstance(n, ast.arg | ast.AnnAssign)]
        annotated += [n.returns for n in nodes if isinstance(n, ast.FunctionDef)]
        kinds = [one for one in annotated if one and not any(isinstance(n, ast.Call | ast.NamedExpr) for n in ast.walk(one))]
        self.annotations = {id(n) for one in kinds for n in ast.walk(one)}
        if twice := sorted((self.local | self.functions.keys()) & (elsewhere := set(looked_up(f.__code__)))):
            self.refuse(None, f"{twice[0]} is a name of two things in {self.f.__name__}; give them two names")
        given = [n.id for n in self.stores] + [a.arg for signature in signatures for a in ast.walk(signature) if isinstance(a, ast.arg)]
        around = type(self.around.get("self")) not in (type(None), *code.kinds)
        if given.count("self") > takes_self(f) or around or "self" in elsewhere:
            self.refuse(None, "self is the name of something else than the object; give it another name")

    def value_of(self, name: str) -> Any:
        """What a name stands for that is not of the function itself: around it, or in its file."""
        return self.around.get(name, self.f.__globals__.get(name))

    def refuse(self, node: ast.AST | None, what: str) -> NoReturn:
        while node is not None and not hasattr(node, "lineno"):  # an operator is in what has a line
            node = self.above.get(id(node))
        raise Untraceable(f"{place(self.f, node)}: {what}")

    @property
    def remembers(self) -> bool:
        """Whether the function may keep something, or call what does."""
        if self.asking or any(isinstance(n, ast.Attribute | ast.Subscript) and isinstance(n.ctx, ast.Store) for n in self.nodes):
            return True
        if any(isinstance(n, ast.AugAssign) and not self.adds_up(n) for n in self.nodes):
            return True
        self.asking = True
        try:
            return not all(map(self.calm, self.body))
        finally:
            self.asking = False

    def asks_what_remembers(self, node: ast.AST) -> bool:
        """Whether an attribute in an expression can be a property that keeps something when it is asked."""
        getters = [
            m.fget
            for n in ast.walk(node)
            if isinstance(n, ast.Attribute)
            for m in self.code.members.get(n.attr, ())
            if isinstance(m, property)
        ]
        return any(not isinstance(f, types.FunctionType) or f not in self.beside or self.beside[f].remembers for f in getters)

    def builtin(self, node: ast.AST) -> Any:
        """What Python has under this name, if nothing else of the learner's has it; else None."""
        if not isinstance(node, ast.Name) or node.id in self.local or node.id in self.functions:
            return None
        its = getattr(builtins, node.id, None)
        return its if self.around.get(node.id, self.f.__globals__.get(node.id, its)) is its else None

    def reduces(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and self.f.__globals__.get(node.id) is functools.reduce

    def is_length(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and self.builtin(node.func) is len

    def passes_on(self, node: ast.AST) -> bool:
        """Whether a function hands its own further arguments on, as a decorator does: so they are no coordinates."""
        functions = [f for f in (self.first, *self.functions.values()) if isinstance(f, ast.FunctionDef) and f.args.vararg]
        stored = {n.id for n in self.stores}
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
        if isinstance(f, types.FunctionType) and f not in self.beside:
            return trusted(f)
        if not isinstance(f, ast.FunctionDef | types.FunctionType):
            return f is Fraction or isinstance(f, types.BuiltinFunctionType)
        reading = self if isinstance(f, ast.FunctionDef) else self.beside[f]
        first = f if isinstance(f, ast.FunctionDef) else reading.first
        match first.body:  # a lambda's is an expression; a docstring may stand before what is returned
            case [ast.Return(value=ast.expr() as value)] | [ast.Expr(value=ast.Constant()), ast.Return(value=ast.expr() as value)]:
                pass
            case ast.expr() as value:
                pass
            case _:
                return False
        return reading.arithmetical(value, {a.arg for a in ast.walk(first.args) if isinstance(a, ast.arg)})

    @property
    def texts(self) -> list[ast.AST]:
        """The function and those inside it, as they are written."""
        return [self.first, *self.functions.values()]

    def iterates(self, f: ast.AST, iterating: set[str]) -> bool:
        """Whether a function that is written here gives an iterator, if those of these names do."""
        inside = list(ast.walk(f))
        returned = [n.value for n in inside if isinstance(n, ast.Return) and n.value is not None]
        calls = [value.func for value in returned if isinstance(value, ast.Call)]
        return (
            any(isinstance(n, ast.Yield) for n in inside)
            or any(isinstance(value, ast.GeneratorExp) for value in returned)
            or any(self.builtin(called) in ITERATORS or name_of(called) in iterating for called in calls)
        )

    def gives_iterator(self, node: ast.AST) -> bool:
        """Whether an expression gives something that can be gone through once."""
        if isinstance(node, ast.GeneratorExp):
            return True
        if not isinstance(node, ast.Call):
            return False
        names = self.called(node.func)
        return self.builtin(node.func) in ITERATORS or bool(self.beside.iterating & names or (UNKNOWN in names and self.beside.iterating))

    @property
    def making_zeros(self) -> set[str]:
        theirs = {n for n in ("tuple", "list", "range", "super") if self.f.__globals__.get(n, getattr(builtins, n)) is getattr(builtins, n)}
        return (theirs | {n for n, value in self.f.__globals__.items() if value is Fraction}) - self.local - self.functions.keys()

    def is_count(self, node: ast.AST) -> bool:
        """Whether something is range(…) of numbers that are written there or in the file."""

        def number(n: ast.AST) -> bool:
            named = n.id not in self.local and type(self.f.__globals__.get(n.id)) is int if isinstance(n, ast.Name) else False
            return named or isinstance(n, ast.Constant)

        return isinstance(node, ast.Call) and self.builtin(node.func) is range and all(map(number, node.args))

    def calm(self, node: ast.AST) -> bool:
        """Whether an expression calls nothing that might remember how often it was called: no function, and no property that does."""
        calls = [n.func for n in ast.walk(node) if isinstance(n, ast.Call)]
        return all(map(self.forgets, calls)) and not self.asks_what_remembers(node)

    def forgets(self, called: ast.AST) -> bool:
        """Whether what is called is known, and cannot keep anything: Python's, ours, or a function of the learner's that does not."""
        if not (of_self(called) or (isinstance(called, ast.Name) and called.id not in self.local | self.functions.keys())):
            return False

        def keeps_nothing(f: Any) -> bool:
            if isinstance(f, types.FunctionType):
                return not self.beside[f].remembers if f in self.beside else trusted(f)
            return f is Fraction or (f is not None and self.builtin(called) is f)

        return bool(values := self.named(called)) and all(map(keeps_nothing, values))

    def adds_up(self, node: ast.AugAssign) -> bool:
        """Whether += changes a number and no list: a variable that begins at a number that is written."""
        if not isinstance(node.target, ast.Name) or node.target.id in self.parameters:
            return False
        name = node.target.id
        begun = [n.value for n in self.nodes if isinstance(n, ast.Assign) and [name] == [getattr(t, "id", "") for t in n.targets]]
        added = sum(isinstance(n, ast.AugAssign) and getattr(n.target, "id", "") == name for n in self.nodes)
        stores = sum(n.id == name for n in self.stores)
        return stores == len(begun) + added and all(isinstance(v, ast.Constant) or is_zero(v) for v in begun)

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


def looked_up(code: types.CodeType) -> Iterator[str]:
    """The names that a function, or one inside it, looks up in its file and among Python's own."""
    yield from (one.argval for one in dis.get_instructions(code) if one.opname in ("LOAD_GLOBAL", "LOAD_NAME"))
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from looked_up(constant)


def of_self(node: ast.AST) -> bool:
    """Whether something is an attribute of the object."""
    return isinstance(node, ast.Attribute) and is_self(node.value)


def is_zero(node: ast.AST) -> bool:
    """Whether an expression is a zero that is written: 0, Fraction(0)."""
    match node:
        case ast.Call(func=ast.Name(), args=[ast.Constant(value=value)], keywords=[]) | ast.Constant(value=value):
            return type(value) is int and value == 0
    return False


def takes_self(f: Any) -> bool:
    """Whether the first argument of a function is called self."""
    return isinstance(f, types.FunctionType) and f.__code__.co_argcount > 0 and f.__code__.co_varnames[0] == "self"


def name_of(node: ast.AST) -> str:
    """The name under which something is called, with or without what it belongs to."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


class Readings(dict[types.FunctionType, FunctionReading]):
    """All functions that are read of a learner."""

    @cached_property
    def stored(self) -> set[str]:
        """The names of attributes that one of them changes."""
        nodes = (n for reading in self.values() for n in reading.nodes)
        return {n.attr for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)}

    @cached_property
    def iterating(self) -> set[str]:
        """The names of those that give an iterator."""
        names: set[str] = set()
        while True:
            before = len(names)
            for reading in self.values():
                names |= {getattr(f, "name", reading.f.__name__) for f in reading.texts if reading.iterates(f, names)}
            if len(names) == before:
                return names

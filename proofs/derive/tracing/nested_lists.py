"""How deep lists are nested, wherever a learner's functions have them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from proofs.derive.tracing.code import Code
from proofs.derive.tracing.reading import CONSUMERS, UNKNOWN, FunctionReading, Readings


class Lists:
    """How deep the lists can be nested that variables, attributes and functions have: those made here, which do not know that they hold
    coordinates. Two such lists of other lengths differ, for Python, before any coordinate is asked; so they may not be compared."""

    DEEPEST = 4

    def __init__(self, code: Code, readings: Readings) -> None:
        self.of: dict[tuple[Any, str], int] = {}  # (a function or "attribute" or "call" or "arguments", a name)
        for name, values in (
            (n, v) for n, v in (*code.members.items(), *((n, [v]) for n, v in getattr(code.learner, "__dict__", {}).items()))
        ):
            self.raise_to("attribute", name, max(map(self.in_value, values), default=0))
        for f in readings:
            given = (*(f.__defaults__ or ()), *(f.__kwdefaults__ or {}).values())
            self.raise_to("arguments", f.__name__, max(map(self.in_value, given), default=0))
        while True:
            before = dict(self.of)
            for reading in readings.values():
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
            case ast.Return(value=ast.expr() as value) | ast.Yield(value=ast.expr() as value):
                around = next((n for n, g in reading.functions.items() if node in ast.walk(g)), reading.f.__name__)
                self.raise_to("call", around, self.depth(value, reading) + isinstance(node, ast.Yield))
            case ast.Lambda(body=body, args=arguments) | ast.FunctionDef(body=body, args=arguments):
                self.raise_to("call", "<lambda>", self.depth(body, reading) if isinstance(body, ast.expr) else 0)
                for given in filter(None, (*arguments.defaults, *arguments.kw_defaults)):
                    self.raise_to("arguments", getattr(node, "name", "<lambda>"), self.depth(given, reading))
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

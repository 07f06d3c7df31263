"""The part of Python that the tracing follows: whatever else a learner's round uses is refused, with its line.

A traced number is no Fraction, and a traced run has two, three or some more coordinates.  Code that can notice either could behave in
another way while it is traced.  So what can notice it is not followed: asking for the kind of a number, catching errors, reading what a
number looks like, counting coordinates, clocks, random numbers and files, objects that remember.  This package's own functions are trusted.
"""

from __future__ import annotations

import ast
import builtins
import copyreg
import dataclasses
import functools
import sys
import types
from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from perceptron.numbers.enclosure import sqrt
from proofs.derive.tracing.code import (
    ASKED,
    INSTEAD,
    METHOD,
    OURS,
    Code,
    is_self,
    of_dataclass,
    place,
    plain,
    stands_in_its_file,
    trusted,
    trusted_class,
)
from proofs.derive.tracing.nested_lists import Lists
from proofs.derive.tracing.reading import CONSUMERS, ITERATORS, FunctionReading, Readings, is_zero, name_of, of_self, takes_self
from proofs.derive.tracing.universe import Untraceable

CALLED = {abs, all, any, bool, divmod, enumerate, float, frozenset, int, len, list, map, max, min, pow, range, reversed, round}
CALLED |= {set, sorted, sum, super, tuple, zip}
OPERATORS = ("add", "sub", "mul", "truediv", "neg", "pos", "lt", "le", "gt", "ge")  # not ==, which of lists asks how long they are
MODULES = {"math": (), "fractions": (), "operator": OPERATORS}  # and what of them, if not all
MEMBERS = (types.FunctionType, property, staticmethod, classmethod, types.MemberDescriptorType)
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
EQUALITIES = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)
SPREADING = {max, min, range, zip}  # what entries of a sequence may become the arguments of: it does not matter how many there are
USED_IN_PART = "an iterator is kept, of which a part can be used; write tuple(…) around it"
EACH = "a function is called for each coordinate that is no arithmetic of its arguments; write sum(… for … in zip(w, x))"
RENAMED = "is given another name, under which nobody sees what is called; call it where it is"
PLACED = (
    "a place in a sequence is calculated, or is far behind: a sequence of numbers and coordinates has others there for other dimensions"
)
LISTS = "vectors are lists, and Python's own arithmetic does: [a + y * b for a, b in zip(w, x)]"
CARRIED = "what one coordinate leaves for the next is not followed; add it up, s += a * b"
NEAR = 29  # places below it are within the widest vector that is traced, or in a sequence that has no coordinates
SPECIAL = ("__init__", "__post_init__", "__repr__", "__str__", *ASKED)
OF_CLASSES = {"__dict__", "__weakref__", "__annotations__", "__orig_bases__", "__parameters__"}
OF_CLASSES |= {"__dataclass_fields__", "__dataclass_params__"}
ABC = type(vars(Collection)["_abc_impl"])
FACTORIES = (dataclasses.MISSING, list, dict, tuple, set, int, Fraction)
HOOKS = ("ties", "initialises")  # which are asked outside rounds


def check(code: Code) -> None:
    """Raise Untraceable for the first thing that is not followed."""
    learner, name = code.learner, type(code.learner).__name__
    if (base := next(kind for kind in type(learner).__mro__ if "__new__" in kind.__dict__)) is not object:
        raise Untraceable(f"{name} is a {base.__name__}, which holds more than attributes; {INSTEAD}")
    for kind in code.kinds:
        check_class(code, kind)
    for attribute, value in getattr(learner, "__dict__", {}).items():
        if (not plain(value) and not isinstance(value, types.FunctionType)) or takes_self(value):
            code.refuse_held(attribute, value)
    if type(learner) in copyreg.dispatch_table:
        raise Untraceable(f"{name} is copied in a way of its own, which is not followed; {INSTEAD}")
    if code.by is not None:
        check_making(code)
    for f in code.reached:
        if type(f.__globals__) is not dict or not all(plain(v) or isinstance(v, types.FunctionType) for v in vars(f).values()):
            raise Untraceable(f"{place(f)}: {f.__name__} has a namespace or attributes of its own, which are not followed")
        if not stands_in_its_file(f):
            raise Untraceable(f"{place(f)}: the source of {f.__name__} is not what stands there; write it as a method in a file")
        if getattr(f, "__builtins__", None) is not vars(builtins):
            raise Untraceable(f"{place(f)}: {f.__name__} has builtins of its own, which are not followed")
    if asked := [field for field in code.fields if any(isinstance(m, property) for m in code.members.get(field, ()))]:
        raise Untraceable(f"{name}.{asked[0]} is a field and a property, which is not followed; {INSTEAD}")
    readings = Readings()
    checks = [FunctionCheck(code, f, readings) for f in code.reached if not trusted(f)]
    readings.update({one.f: one for one in checks})
    for hook in HOOKS:
        held = (*code.members.get(hook, ()), *([vars(learner)[hook]] if hook in getattr(learner, "__dict__", {}) else ()))
        if hook in readings.stored or not all(plain(v) or type(v) is types.MemberDescriptorType for v in held):
            raise Untraceable(f"{name}.{hook} is no constant; give it a value in the class")
    lists = Lists(code, readings)
    for one in checks:
        one.lists = lists
        one.check()


def check_making(code: Code) -> None:
    """Refuse what makes a learner for each run in a way that is not read: then each is another."""
    made = type(code.learner)
    if not isinstance(code.by, types.FunctionType) and code.by is not made:
        raise Untraceable(f"{made.__name__} is made by a {type(code.by).__name__}; give its class, or a function of gamma with def")
    for field in getattr(made, "__dataclass_fields__", {}).values():
        if all(field.default_factory is not known for known in FACTORIES):
            raise Untraceable(f"{made.__name__}.{field.name} is made by a function for each object; give a value, or the object itself")


def check_class(code: Code, kind: type) -> None:
    if not trusted_class(type(kind)):
        raise Untraceable(f"{kind.__name__} is made by {type(kind).__name__}, a class of classes, which is not followed")
    for name, value in kind.__dict__.items():
        written = isinstance(value, types.FunctionType)
        special = name in OF_CLASSES or plain(value) or (written and (name in SPECIAL or of_dataclass(name, value, code.fields)))
        if name.startswith("__") and not special:
            where = f"{place(value)}: " if written else ""
            raise Untraceable(f"{where}{kind.__name__} has a method {name}, which is not followed")
        behind = (value.fget, value.fset, value.fdel) if isinstance(value, property) else (getattr(value, "__func__", value),)
        known = type(value) in MEMBERS and all(isinstance(f, types.FunctionType | types.MemberDescriptorType | None) for f in behind)
        if isinstance(value, staticmethod | classmethod) and any(map(takes_self, behind)):
            raise Untraceable(f"{kind.__name__}.{name}: self is the name of something else than the object; give it another name")
        if not (name.startswith("__") or type(value) is ABC or known or plain(value)):
            raise Untraceable(f"{kind.__name__}.{name} holds a {type(value).__name__}; {INSTEAD}")


class FunctionCheck(FunctionReading):
    """One function, and what of it is refused."""

    lists: Lists  # of all functions, which are read first

    def check(self) -> None:
        getters = [m.fget for values in self.code.members.values() for m in values if isinstance(m, property)]
        if self.f in getters and self.f.__name__ in self.beside.iterating:
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
                if any(all(self.lists.depth(side, self) for side in pair) for pair in asked):
                    self.refuse(node, "lists are compared as wholes; any(a != b for a, b in zip(x, v)) asks whether two vectors differ")
            case ast.Match(subject=subject) if self.lists.depth(subject, self):
                self.refuse(node, BANNED[ast.Match])
            case ast.For():
                self.check_loop(node)
            case ast.FunctionDef(decorator_list=[_, *_]):
                self.refuse(node, "a function inside has a decorator, which can make another of it; write it without")
            case ast.Lambda() if not self.arithmetical(node.body, {a.arg for a in node.args.args}):
                self.refuse(node, "a function inside that is no arithmetic of its arguments")

    def check_where_it_stands(self, node: ast.Name) -> None:
        """Refuse another name for what is known by its own, such as m = map."""
        above = self.above.get(id(node))
        value = self.value_of(node.id)
        known = self.builtin(node) in CALLED or self.reduces(node) or any(value is ours for ours in (Fraction, sqrt))
        if id(node) in self.annotations or not known or isinstance(above, ast.Raise):
            return
        each = self.builtin(node) not in ITERATORS | {range} and not self.reduces(node)
        if not self.is_called(node, each):
            self.refuse(node, f"{node.id} {RENAMED}")

    def is_called(self, node: ast.AST, each: bool = True) -> bool:
        """Whether something is called where it stands, there or for each entry, by `map` or `reduce`."""
        above = self.above.get(id(node))
        if not isinstance(above, ast.Call):
            return False
        return above.func is node or (each and (self.builtin(above.func) is map or self.reduces(above.func)) and above.args[0] is node)

    def has_self(self, node: ast.AST) -> bool:
        """Whether a function is called here with the object as its first argument."""
        match self.above.get(id(node)):
            case ast.Call(func=func, args=[ast.Starred(value=value), *_]) if func is node:
                further = self.first.args.vararg
                whole = further is not None and not self.first.args.args and name_of(value) == further.arg
                return whole and self.passes_on(value) and self.is_method(self.f)
            case ast.Call(func=func, args=[first, *_]) if func is node:
                return is_self(first)
        return False

    def is_method(self, f: Any) -> bool:
        return isinstance(f, types.FunctionType) and any(m is f for values in self.code.members.values() for m in values)

    def check_name(self, node: ast.Name) -> None:
        name = node.id
        if name in self.around or name in self.f.__globals__:
            value = self.value_of(name)
            if (takes_self(value) or self.is_method(value)) and not self.has_self(node):
                self.refuse(node, f"{name} is called with something else than the object for self; {METHOD}")
            if type(value) in self.code.kinds:
                self.refuse(node, f"{name}, an object around {self.f.__name__}, is another for each copy of the learner; {METHOD}")
            if not self.followed(value) and id(node) not in self.raised:
                if isinstance(value, types.ModuleType):
                    self.refuse(node, f"the module {name} is not followed; {LISTS}")
                self.refuse(node, f"{name}, a {type(value).__name__}, is not followed; {INSTEAD}")
            if plain(value) and (line := self.code.changed_elsewhere(name)):
                self.refuse(node, f"the global {name} is changed at {line}; keep it in an attribute of the object")
        elif hasattr(builtins, name):
            value = getattr(builtins, name)
            if value not in CALLED and id(node) not in self.raised:
                self.refuse(node, f"{name}(…) is not followed: it may tell a traced number from another; leave it out")

    def followed(self, value: Any) -> bool:
        if isinstance(value, types.ModuleType):
            return value.__name__ in MODULES or str(getattr(value, "__file__", "")).startswith(OURS)
        if isinstance(value, type):
            return value in type(self.code.learner).__mro__ or value is Fraction
        if isinstance(value, types.BuiltinFunctionType):
            if value is functools.reduce:  # for which `traced_reduce` stands where it is a global
                return all(v is not value for v in self.around.values())
            module = str(value.__module__).removeprefix("_")
            only = MODULES.get(module, ("",)) if getattr(sys.modules.get(module), value.__name__, None) is value else ("",)
            return not only or value.__name__ in only
        return isinstance(value, types.FunctionType) or plain(value)

    def check_attribute(self, node: ast.Attribute) -> None:
        base = node.value
        if node.attr.startswith("__") or node.attr == "f_back":
            self.refuse(node, f"the attribute {node.attr} is not followed")
        if node.attr == "start" and self.f not in self.code.members.get("start", ()):
            self.refuse(node, "start is called in a round; write what it does where it is needed")
        if is_self(base) or (isinstance(base, ast.Call) and self.builtin(base.func) is super):
            values = [v for v in self.code.members.get(node.attr, ()) if plain(v)]
            if values and isinstance(node.ctx, ast.Load) and (line := self.code.changed_elsewhere(node.attr)):
                self.refuse(node, f"self.{node.attr} is of the class, and {line} changes it; keep it in an attribute of the object")
            return
        if isinstance(base, ast.Name) and base.id not in self.local:
            value = self.value_of(base.id)
            if isinstance(value, types.ModuleType):
                if not (plain(getattr(value, node.attr, None)) or self.is_called(node) or id(node) in self.annotations | self.raised):
                    self.refuse(node, f"{base.id}.{node.attr} {RENAMED}")
                of, only = getattr(value, node.attr, None), MODULES.get(value.__name__)
                ours = plain(of) or (isinstance(of, types.FunctionType) and trusted(of))
                if not self.followed(value) or (ours if only is None else node.attr in only or not only):
                    return  # what is not followed is refused by its name
            if isinstance(value, type) and isinstance(node.ctx, ast.Load):
                if line := self.code.changed_elsewhere(node.attr):
                    self.refuse(node, f"{base.id}.{node.attr} is changed at {line}; keep it in an attribute of the object")
                if any(map(self.is_method, self.code.members.get(node.attr, ()))) and not self.has_self(node):
                    self.refuse(node, f"{node.attr} is called with something else than the object for self; {METHOD}")
                return
        if node.attr != "append":
            self.refuse(node, f"the attribute .{node.attr} of something that is not the object itself is not followed")

    def check_call(self, node: ast.Call) -> None:
        """What a call may do with each coordinate: nothing but arithmetic, and nothing that depends on how many there are."""
        called = self.builtin(node.func)
        own = name_of(node.func) if isinstance(node.func, ast.Name) and node.func.id not in self.local else ""
        if self.value_of(own) in type(self.code.learner).__mro__ and self.f is not self.code.by:
            self.refuse(node, f"another object of {own} is made in a round; {INSTEAD}")
        if called not in SPREADING and any(isinstance(a, ast.Starred) and not self.passes_on(a.value) for a in node.args):
            self.refuse(node, "the entries of a sequence become arguments, which can be coordinates; give the sequence itself")
        if (called is map or self.reduces(node.func)) and node.args and not self.of_each(node.args[0]):
            self.refuse(node, EACH)
        if self.gives_iterator(node) and not self.used_up(node):
            self.refuse(node, USED_IN_PART)

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
                given = [n for n in self.stores if n.id == name]
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
                given = [n for n in self.stores if n.id == name]
                values = [n.value for n in self.nodes if isinstance(n, ast.Assign) and any(t in given for t in n.targets)]
                return len(values) == len(given) > 0 and name not in self.parameters and all(map(self.is_length, values))
            case ast.Call(func=func, args=[length]) if self.builtin(func) is range and self.is_length(length):
                return True
            case ast.Call(args=args):
                return self.is_count(over) and all(isinstance(a, ast.Constant) and self.near(a) for a in args)
        return False

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
                return all(isinstance(v, tuple | Mapping) for v in values) and attr not in self.beside.stored and bool(values)
        return False

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
        if not (isinstance(node, ast.Yield) and len(above) > 2 and isinstance(loop := above[2], ast.For) and loop.body[-1] is above[1]):
            return False  # what comes after it is not always asked for
        around = above[3].body if len(above) > 3 and isinstance(above[3], ast.FunctionDef) else self.body
        return around[-1] is loop and not loop.orelse

    def null_vector(self, node: ast.AST) -> bool:
        """Whether a comprehension makes the zeros that `start` returns or keeps, for each coordinate one."""
        if not (isinstance(node, ast.ListComp | ast.GeneratorExp) and self.f in self.code.members.get("start", ()) and is_zero(node.elt)):
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

"""What a learner's code can see and change: the attributes of its object, and classes, modules and closures around it.

A change of the object is state, which the table has. A change anywhere else is refused. So is code that tells one dimension from another.
"""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
import types
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

from proofs.derive.tracing.symbols import Coordinate, Scalar, Unset, Unsummed
from proofs.derive.tracing.universe import Untraceable


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


def kept(value: Any) -> Any:
    """A copy of an attribute's value, to see whether it is changed in place."""
    if isinstance(value, (Scalar, Coordinate, Unsummed, Unset)) or callable(value):
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
        return bool(a.value == b.value)
    if isinstance(a, Coordinate) and isinstance(b, Coordinate):
        return a.tag == b.tag and a.parts == b.parts
    if type(a) is not type(b) or isinstance(a, (Scalar, Coordinate, Unsummed, Unset)):
        return False
    if isinstance(a, (tuple, list)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, Mapping):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    if hasattr(a, "__dict__") and not callable(a):
        return same(vars(a), vars(b))
    return bool(a == b)


def functions(learner: Any) -> Iterator[types.FunctionType]:
    """The functions of a learner's classes, and those of their modules that they name."""
    waiting = [f for kind in type(learner).__mro__ if kind is not object for f in kind.__dict__.values()]
    met: set[int] = set()
    while waiting:
        f = waiting.pop()
        f = getattr(f, "__func__", getattr(f, "fget", f))
        if not isinstance(f, types.FunctionType) or id(f) in met:
            continue
        met.add(id(f))
        yield f
        waiting += [f.__globals__[name] for name in f.__code__.co_names if isinstance(f.__globals__.get(name), types.FunctionType)]


def surroundings(learner: Any) -> dict[str, Any]:
    """Copies of the values that the code can see outside the object: of classes, modules, closures and default arguments."""
    values: dict[str, Any] = {}
    for kind in type(learner).__mro__:
        values |= {f"{kind.__name__}.{n}": v for n, v in vars(kind).items() if not n.startswith("__") and is_value(v)}
    for f in functions(learner):
        values |= {f"the global {n}": f.__globals__[n] for n in f.__code__.co_names if is_value(f.__globals__.get(n))}
        for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True):
            try:
                values[f"the variable {name} around {f.__name__}"] = cell.cell_contents
            except ValueError:
                continue
        if f.__defaults__ or f.__kwdefaults__:
            values[f"the default arguments of {f.__name__}"] = (f.__defaults__, f.__kwdefaults__)
        values |= {f"{f.__name__}.{n}": v for n, v in vars(f).items()}
    return {name: kept(value) for name, value in values.items() if is_value(value)}


def is_value(value: object) -> bool:
    return value is not None and not callable(value) and not isinstance(value, (types.ModuleType, property, classmethod, staticmethod))


class _OfTraced(type(Fraction)):  # type: ignore[misc]
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Fraction)


class TracedFraction(Fraction, metaclass=_OfTraced):
    """`Fraction` as the learner's modules see it while they are traced: of traced numbers it is their quotient."""

    def __new__(cls, numerator: Any = 0, denominator: Any = None) -> Any:
        if isinstance(numerator, (Scalar, Unsummed)) or isinstance(denominator, (Scalar, Unsummed)):
            return numerator if denominator is None else numerator / denominator
        return Fraction(numerator, denominator)


@contextmanager
def learners_fractions(learner: Any) -> Iterator[None]:
    """Within it the name Fraction in the learner's modules stands for `TracedFraction`."""
    modules = {id(f.__globals__): f.__globals__ for f in functions(learner)}
    replaced = [(m, name) for m in modules.values() for name, value in list(m.items()) if value is Fraction]
    try:
        for module, name in replaced:
            module[name] = TracedFraction
        yield
    finally:
        for module, name in replaced:
            module[name] = Fraction


def of_dimension(learner: Any, width: int) -> set[str]:
    """The attributes in which `start` leaves a number that depends on the dimension: a rule that reads one is refused."""
    found = []
    for d in (width, width + 1):
        begun = copy.deepcopy(learner)
        begun.start(d)
        found.append({n: v for n, v in attributes(begun).items() if isinstance(v, (int, Fraction))})
    return {n for n, v in found[0].items() if found[1].get(n) != v}


def refuse_dimension(learner: Any) -> None:
    """Raise Untraceable for code that compares a number of coordinates or the place of one: it may treat dimension 7 as no other."""
    for f in functions(learner):
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(f)))
        except (OSError, TypeError, SyntaxError):
            continue
        parameters, counts = set(inspect.signature(f).parameters), set[str]()

        def of_entries(node: ast.AST, parameters: set[str] = parameters) -> bool:
            """Whether a node is the len of a parameter."""
            return (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "len"
                and any(isinstance(a, ast.Name) and a.id in parameters for a in node.args)
            )

        for node in ast.walk(tree):
            if isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name):
                target = node.target.elts[0] if isinstance(node.target, ast.Tuple) and node.iter.func.id == "enumerate" else node.target
                if node.iter.func.id in ("enumerate", "range") and isinstance(target, ast.Name):
                    counts.add(target.id)
            if isinstance(node, ast.Assign) and any(map(of_entries, ast.walk(node.value))):
                counts |= {t.id for t in node.targets if isinstance(t, ast.Name)}
        for node in ast.walk(tree):
            inside = ast.walk(node) if isinstance(node, ast.Compare) else ()
            if any(of_entries(n) or (isinstance(n, ast.Name) and n.id in counts) for n in inside):
                line = f.__code__.co_firstlineno + node.lineno - 1  # type: ignore[attr-defined]
                file = Path(f.__code__.co_filename).name
                raise Untraceable(f"{file}:{line}: the number or the place of coordinates is compared; the tracing is for every dimension")

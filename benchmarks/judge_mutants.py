"""What of the judge the tests notice: each comparison, constant, sign and side of it is altered in turn, and its tests are run.

    python -m benchmarks.judge_mutants [MODULE ...] [--within FUNCTION]     judge, brief, evaluate and reader; by default judge and brief

Prints the alterations that no test notices, the survivors.  Those that change nothing stand with their reason in `judge_equivalent.txt`;
any other, and a line there that no longer survives, ends in exit code 1.  Each is tried in a process of its own, forked from this one: it
has all modules, so that a trial takes a second or two of processor time. One that goes on for two minutes counts as noticed.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import os
import resource
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]
EQUIVALENT = Path(__file__).with_name("judge_equivalent.txt")
JUDGED = ("tests/counterexample/test_judge.py", "tests/counterexample/test_recipe.py")
MODULES = {  # each with its tests, those first that notice most
    "judge": ("proofs.counterexample.judge", JUDGED),
    "brief": ("proofs.conjecture.brief", ("tests/conjecture/test_brief.py", JUDGED[0])),
    "evaluate": ("proofs.conjecture.evaluate", ("tests/conjecture/test_evaluate.py", "tests/conjecture/test_language.py", JUDGED[0])),
    "reader": ("proofs.counterexample.reader", JUDGED),
}
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
ENDLESS = 120  # seconds of processor time
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
SHOWN = ("__str__", "__repr__", "_repr_html_")  # how a verdict looks


def others(node: ast.AST) -> Iterator[ast.AST]:
    """Every alteration of a node itself."""
    match node:
        case ast.Compare(left, ops, comparators):
            for i, op in enumerate(ops):
                for other in COMPARISONS.get(type(op), ()):
                    yield ast.Compare(left, [*ops[:i], other(), *ops[i + 1 :]], comparators)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for i in range(len(values)):
                rest = [*values[:i], *values[i + 1 :]]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.BinOp(left, op, right) if type(op) in OPERATORS:
            yield ast.BinOp(left, OPERATORS[type(op)](), right)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Call(ast.Name(name), args, keywords) if name in CALLED:
            yield ast.Call(ast.Name(CALLED[name], ast.Load()), args, keywords)
        case ast.Call(ast.Name("abs"), [arg], []):
            yield arg
        case ast.IfExp(_, body, orelse):
            yield from (body, orelse)


def places(node: ast.AST, within: str = "") -> Iterator[tuple[str, ast.AST, str, int | None, ast.AST]]:
    """Each node that may be altered: its function, and the holder, field and place that it has there.  Not texts and annotations."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        within = node.name
        if within in SHOWN:
            return
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for i, part in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(part, ast.AST) and not isinstance(part, ast.JoinedStr):
                yield within, node, field, i, part
                yield from places(part, within)


def mutants(source: str) -> Iterator[tuple[str, str]]:
    """What is altered in a module, and its altered source."""
    tree, told = ast.parse(source), Counter[str]()
    for within, holder, field, i, part in places(tree):
        for other in others(part):
            before = _put(holder, field, i, other)
            what = f"{within or 'module'}: {ast.unparse(part)} becomes {ast.unparse(other)}"
            told[what] += 1
            yield what + (f" ({told[what]})" if told[what] > 1 else ""), ast.unparse(ast.fix_missing_locations(tree))
            _put(holder, field, i, before)


def _put(holder: ast.AST, field: str, i: int | None, new: ast.AST) -> ast.AST:
    """Put a node into its place.  Returns the one that was there."""
    if i is None:
        old: ast.AST = getattr(holder, field)
        setattr(holder, field, new)
    else:
        old, getattr(holder, field)[i] = getattr(holder, field)[i], new
    return old


def patch(module: ModuleType, source: str) -> None:
    """Give a module and each function of it, whoever holds it, what the altered source says."""
    altered: dict[str, object] = {"__name__": module.__name__, "__file__": module.__file__}
    code = compile(source, str(module.__file__), "exec", dont_inherit=True)
    exec(code, altered)
    for name, value in altered.items():
        known = vars(module).get(name)
        if isinstance(value, FunctionType) and isinstance(known, FunctionType) and known.__module__ == module.__name__:
            known.__code__, known.__defaults__ = value.__code__, value.__defaults__
        elif isinstance(known, type) and isinstance(value, type) and known.__module__ == module.__name__:
            for attribute, method in vars(value).items():
                mine = vars(known).get(attribute)
                if isinstance(method, FunctionType) and isinstance(mine, FunctionType) and isinstance(mine.__code__, CodeType):
                    mine.__code__ = method.__code__
        elif not name.startswith("__") and not callable(value) and not isinstance(value, ModuleType):
            setattr(module, name, value)


def survives(module: ModuleType, source: str, tests: tuple[str, ...]) -> bool:
    """Whether all tests pass with the altered source, in a forked process."""
    sys.stdout.flush()
    if (child := os.fork()) == 0:
        code = 1
        try:
            with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
                import pytest

                resource.setrlimit(resource.RLIMIT_CPU, (ENDLESS, ENDLESS))
                patch(module, source)
                options = ["-x", "-q", "-p", "no:benchmark", "-p", "no:nbmake", "-p", "no:cacheprovider"]
                code = int(pytest.main([*options, *tests]))
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def main(arguments: list[str]) -> int:
    """Try every alteration of the modules that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", choices=[*MODULES, []], metavar="MODULE")
    parser.add_argument("--within", metavar="FUNCTION", help="only what is altered in this function")
    given = parser.parse_args(arguments)
    names = given.modules or ["judge", "brief"]
    os.chdir(ROOT)
    lines = [line for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    reasons = dict(line.split(" → ") for line in lines)
    sys.path.insert(0, str(ROOT))
    importlib.import_module("tests.amounts")
    settings.load_profile("quick")  # before the tests are imported: they keep the settings of that time, and a deadline is no notice
    faults = 0
    for name in names:
        path, tests = MODULES[name]
        for test in tests:
            importlib.import_module(test.removesuffix(".py").replace("/", "."))
        module = importlib.import_module(path)
        source = Path(str(module.__file__)).read_text(encoding="utf-8")
        if not survives(module, ast.unparse(ast.parse(source)), tests):
            raise SystemExit(f"the tests fail on {path} as it is")
        tried, survivors, expected = 0, list[str](), {what for what in reasons if what.startswith(f"{name}, ")}
        for what, altered in mutants(source):
            if given.within is not None and not what.startswith(f"{given.within}: "):
                expected.discard(f"{name}, {what}")
                continue
            tried += 1
            if survives(module, altered, tests):
                survivors.append(f"{name}, {what}")
                if survivors[-1] not in expected:
                    faults += 1
                    print(f"    SURVIVES {survivors[-1]}", flush=True)
        print(f"{path}: {tried} alterations, {len(survivors)} survive, {len(expected & {*survivors})} of these change nothing")
        for what in sorted(expected - {*survivors}):
            faults += 1
            print(f"    no longer survives: {what}")
    return int(faults > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

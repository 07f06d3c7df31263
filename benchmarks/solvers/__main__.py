"""Provers and solvers on inequalities of this theory, by version.

    make solvers                   docs/solvers.md anew (two minutes)
    ARGS='z3 coq'                  these only, to the terminal

Each statement of `questions.toml` goes to each solver that is installed, with 8 seconds. An answer is compared with the right one: ✓ if
the solver gives it, ✗ if it gives another, and a dash if it gives none. Where the standard leaves a value free, such as 0⁰, the answer is
shown without a mark, because the next version may give another. The last column says why the referee does not depend on it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

SECONDS = 8
QUESTIONS: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("questions.toml").read_text(encoding="utf-8"))
NONE = "—"


def z3(question: dict[str, str]) -> str:
    """The answer of Z3's reader of SMT-LIB."""
    import z3

    solver = z3.Solver()
    solver.set("timeout", 1000 * SECONDS)
    try:
        solver.from_string(question["smt"])
    except z3.Z3Exception:
        return "not read"
    return str(solver.check())


def cvc5(question: dict[str, str]) -> str:
    """The answer of cvc5."""
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(1000 * SECONDS))
    solver.setLogic("QF_NRAT" if "exp" in question["smt"] else "QF_NRA")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, question["smt"], "question")
    try:
        while not (command := parser.nextCommand()).isNull():
            command.invoke(solver, parser.getSymbolManager())
        return str(solver.checkSat())
    except Exception:  # a symbol that it does not know
        return "not read"


def sympy(question: dict[str, str]) -> str:
    """The answer of SymPy: unsat if it proves the statement, sat if it refutes it."""
    import sympy

    names: dict[str, Any] = {name: getattr(sympy, name) for name in sympy.__all__ if name != "N"}
    names |= dict(zip("pq", sympy.symbols("p q", positive=True), strict=True))
    names |= dict(zip("rtkl", sympy.symbols("r t k l", real=True), strict=True)) | {"n": sympy.Symbol("n", negative=True)}
    names["Reals"] = sympy.S.Reals
    found = eval(question["sympy"], names)
    return NONE if found is None else "unsat" if found else "sat"


def coq(question: dict[str, str], tactic: str) -> str:
    """unsat if the tactic proves the statement; a tactic refutes nothing."""
    if "coq" not in question:
        return NONE
    text = f"Require Import Reals Psatz. Open Scope R_scope.\nGoal {question['coq']}.\nProof. intros. timeout {SECONDS} {tactic}. Qed.\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "Question.v"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run(["coqc", "-q", str(path)], capture_output=True, timeout=60)
    return "unsat" if done.returncode == 0 else NONE


def nra(question: dict[str, str]) -> str:
    """Coq's nra."""
    return coq(question, "nra")


def psatz(question: dict[str, str]) -> str:
    """Coq's psatz of degree 2, which needs CSDP."""
    return coq(question, "psatz R 2")


SOLVERS: dict[str, tuple[str, Callable[[dict[str, str]], str]]] = {
    "SymPy": ("sympy", sympy),
    "Z3": ("z3", z3),
    "cvc5": ("cvc5", cvc5),
    "Coq nra": ("coqc", nra),
    "Coq psatz": ("csdp", psatz),
}


def number(program: str) -> str:
    """The version of a library or of Coq."""
    if program in ("coqc", "csdp"):
        return re.findall(r"version (\S+)", subprocess.run(["coqc", "--version"], capture_output=True, text=True).stdout)[0]
    return version({"z3": "z3-solver"}.get(program, program))


def answer(ask: Callable[[dict[str, str]], str], question: dict[str, str]) -> str:
    """The answer within the time, in a process of its own, because a solver may not look at the clock."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        try:
            found = pool.apply_async(ask, (question,)).get(2 * SECONDS + 60 * (ask in (nra, psatz)))
        except multiprocessing.TimeoutError:
            found = "unknown"
    return marked(found, question["right"])


def marked(found: str, right: str) -> str:
    """An answer with its mark."""
    if found in ("sat", "unsat") and right != "open":
        return f"{found} {'✓' if found == right else '✗'}"
    return NONE if found.startswith("unknown") else found


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser("python -m benchmarks.solvers", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="words in the names of solvers; all by default")
    words = [word.lower() for word in parser.parse_args().names]
    wanted = {name: one for name, one in SOLVERS.items() if not words or any(word in name.lower() for word in words)}
    here = {name: one for name, one in wanted.items() if find_spec(one[0]) or shutil.which(one[0])}
    print("# Provers and solvers on this theory's inequalities\n\nMade by `make solvers`; do not edit.\n")
    print("\n".join(__doc__.splitlines()[5:]).strip() + "\n")
    heads = ("statement", "right", *(f"{name} {number(program)}" for name, (program, _) in here.items()), "the referee")
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for question in QUESTIONS.values():
        cells = (question["says"], question["right"], *(answer(ask, question) for _, ask in here.values()), question["referee"])
        print(f"| {' | '.join(cells)} |", flush=True)
    if absent := [name for name in wanted if name not in here]:
        print(f"\nNot run, because not installed: {', '.join(absent)}.")


if __name__ == "__main__":
    main()

"""The learners that Coq extracts, compiled by OCaml and spoken to in lines."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.referees.coq.toolchain import INSTALL, build_theories, find, read_theories

DRIVER = Path(__file__).with_name("driver.ml")


@contextmanager
def extracted(folder: Path) -> Iterator[Program]:
    """The program while it runs; skips the test without Coq or OCaml."""
    coq, compiler = find(), shutil.which("ocamlopt")
    if coq is None:
        pytest.skip(f"coqc not found: {INSTALL}")
    if compiler is None:
        pytest.skip("ocamlopt not found: `apt install ocaml-nox` on Debian and Ubuntu, `brew install ocaml` on macOS")
    with build_theories(read_theories("learners") | shipped_below("theory/Space"), coq) as build:
        source = build.output["learners/Extract"]
    (folder / "learners.ml").write_text(source + DRIVER.read_text(encoding="utf-8"), encoding="utf-8")
    subprocess.run([compiler, "-w", "-a", "learners.ml", "-o", "learners"], cwd=folder, check=True, capture_output=True)
    with subprocess.Popen([folder / "learners"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Program(process)
        process.stdin.close()  # type: ignore[union-attr]


def shipped_below(name: str) -> dict[str, str]:
    """One theory of the folder in which it is shipped."""
    return {name: read_theories(name.partition("/")[0])[name]}


class Program:
    """The running program: a line for a run, a line back."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, *words: object) -> list[str]:
        """What the program answers to a line of these words."""
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().split()


def z(number: int) -> str:
    """An integer as the program reads it."""
    return f"{number:b}"


def q(number: Fraction) -> str:
    return f"{number.numerator:b} {number.denominator:b}"


def vectors(xs: Iterable[Iterable[Fraction | int]], ys: Iterable[int]) -> list[str]:
    """Examples with their labels, as words."""
    return [word for x, y in zip(xs, ys, strict=True) for word in (*(q(Fraction(a)) for a in x), f"{int(y == 1)}")]


def rationals(words: list[str]) -> list[Fraction]:
    """Numerators and denominators of an answer."""
    numbers = [int(word, 2) for word in words]
    return [Fraction(n, d) for n, d in zip(numbers[::2], numbers[1::2], strict=True)]


def rounds(flags: str) -> tuple[int, ...]:
    """The rounds with an update."""
    return tuple(t for t, flag in enumerate(flags) if flag == "1")

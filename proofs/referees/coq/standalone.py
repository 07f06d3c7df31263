"""Coq files that need nothing but Coq: theories of ours written out as modules, with what is theirs to say after them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

from perceptron.errors import InputError
from proofs.referees.coq.toolchain import shipped

OURS = re.compile(r"^From Perceptron\S* Require Import .*\n|^Print Assumptions .*\n", re.MULTILINE)


def modules(folder: str, names: Iterable[str]) -> Iterator[str]:
    """Theories of a folder, each as a module that is exported; in the order in which they build on each other."""
    theories = shipped(folder)
    for name in names:
        yield f"\nModule {name}.\n{OURS.sub('', theories[f'{folder}/{name}'])}End {name}.\nExport {name}.\n"


def refuse_name(path: str) -> None:
    """Raise InputError for a file that coqc does not take: what stands before .v must be an identifier."""
    if re.fullmatch(r"[A-Za-z_]\w*\.v", name := Path(path).name) is None:
        raise InputError(f"coqc takes a file whose name has only letters, digits and _ before .v, not {name!r:.60}")


def comment(text: str) -> str:
    """A text that can stand in a comment and cannot end it."""
    return re.sub(r"[^\w .,:;=<>/+^≈-]", "_", text.replace("**", "^"))


def rational(value: Fraction | int) -> str:
    """A number in scope Q."""
    number = Fraction(value)
    return f"({number.numerator} # {number.denominator})"


def vector(values: Iterable[Fraction | int]) -> str:
    """A list of numbers in scope Q."""
    return f"[{'; '.join(map(rational, values))}]"


def boolean(value: bool) -> str:
    return "true" if value else "false"

"""Coq files that need nothing but Coq: theories of ours written out as modules, with what is theirs to say after them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path

from perceptron.errors import InputError
from proofs.referees.coq.toolchain import shipped

OURS = re.compile(r"^From Perceptron\S* Require .*\n|^Print Assumptions .*\n", re.MULTILINE)
REQUIRED = re.compile(r"^From Perceptron\.\w+ Require (Import|Export) (.*)\.$", re.MULTILINE)
LIBRARY = re.compile(r"^From Coq Require (Import|Export) ([^.]+)\.", re.MULTILINE)  # whole lines: a module may import and not require


def modules(theories: Mapping[str, str]) -> str:
    """Theories, in the order in which they build on each other, each as a module that imports what it requires of the others, after what
    they take of Coq's own; in the end all are exported."""
    library = sorted({names for text in theories.values() for _, names in LIBRARY.findall(text)})
    parts = [f"From Coq Require {names}.\n" for names in library]
    for name, text in theories.items():
        parts.append(module(name.rpartition("/")[2], REQUIRED.sub(r"\1 \2.", LIBRARY.sub(r"\1 \2.", text))))
    names = " ".join(name.rpartition("/")[2] for name in theories)
    return "".join(parts) + f"\nExport {names}.\n"


def module(name: str, text: str) -> str:
    """A text as a module of this name."""
    return f"\nModule {name}.\n{without_ours(text)}End {name}.\n"


def without_ours(text: str) -> str:
    """The text where what it requires of our theories is there already, and nobody asks for its assumptions."""
    return OURS.sub("", text)


def learners(names: Iterable[str]) -> str:
    """Theories of the learners as modules."""
    theories = shipped("learners")
    return modules({name: theories[f"learners/{name}"] for name in names})


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

"""Every example in a docstring does what it shows, and what a user calls has one."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import perceptron
import perceptron.estimators
import perceptron.kernels
from proofs import theorem
from proofs.campaign import Campaign
from proofs.conjecture import parse
from proofs.counterexample import judge
from proofs.derive.worst_case import most_updates, worst_case
from proofs.falsify import falsify

ROOT = Path(__file__).resolve().parents[2]
RESULTS = {"KernelTrace", "Passes", "Quantities", "Trace", "Definiteness"}  # returned to a user, never called
INTERFACES = {"Kernel"}


def modules_with_examples() -> list[str]:
    """The modules of both packages that have an example in a docstring."""
    files = [file for package in ("perceptron", "proofs") for file in sorted((ROOT / package).rglob("*.py"))]
    found = [file.relative_to(ROOT).with_suffix("") for file in files if ">>> " in file.read_text(encoding="utf-8")]
    return [".".join(path.parts).removesuffix(".__init__") for path in found]


@pytest.mark.parametrize("name", modules_with_examples())
def test_an_example_does_what_it_shows(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0 and result.attempted > 0


def has_example(thing: Any) -> bool:
    return ">>> " in (thing.__doc__ or "")


@pytest.mark.parametrize("package", [perceptron, perceptron.kernels, perceptron.estimators], ids=lambda package: package.__name__)
def test_what_a_user_calls_has_an_example(package: ModuleType) -> None:
    called = set(package.__all__) - RESULTS - INTERFACES
    assert {name for name in called if not has_example(getattr(package, name))} == set()


@pytest.mark.parametrize("thing", [theorem, falsify, Campaign, parse, judge, worst_case, most_updates], ids=lambda thing: thing.__name__)
def test_the_entrances_of_the_proofs_have_an_example(thing: Any) -> None:
    assert has_example(thing)

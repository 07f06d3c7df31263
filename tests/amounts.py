"""What a test tries: the cases that stand in a file, and how many. Few in `make test`, all in `make exhaustive`, ten times that with
`--hypothesis-profile=thorough`. `make test-all` draws one in ten of the tests that differ between the tiers, by the commit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import settings

# No test here is about time: a deadline would only punish the example that happens to load numba or SymPy. Both tiers draw the same
# examples every time, so that they fail for a change and not for a draw; `thorough` draws others each time.
settings.register_profile("quick", deadline=None, max_examples=25, derandomize=True, database=None)
settings.register_profile("all", deadline=None, max_examples=100, derandomize=True, database=None)
settings.register_profile("thorough", deadline=None, max_examples=1000)

T = TypeVar("T")
LEFT = pytest.mark.nocover(left="by sampled")


def rows(test: str, file: str, between: str = " → ") -> list[tuple[str, ...]]:
    """The cases in a file beside a test's own, one on each line; lines that are empty or begin with # are none.

    pytest refuses a line that has not a part for each name in the test, and a file without cases."""
    lines = Path(test).with_name(file).read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(between)) for line in lines if line and line[0] != "#"]


def cases(test: str, file: str) -> list[list[str]]:
    """The rows of a file for a test that takes each as one argument, and evaluates its parts."""
    return [list(row) for row in rows(test, file)]


def exhaustive() -> bool:
    """Whether everything is to be tried, and not only what a change is likely to break."""
    return _percent() >= 100


def _percent() -> int:
    return settings.get_profile(settings.get_current_profile_name()).max_examples


def tries(many: int, few: int | None = None) -> int:
    """So many tries in all, or `few` in the quick tier (a quarter, if nothing is said).

    For a test that is not Hypothesis's, mark it `more`: it is run in both tiers.
    """
    if few is not None and not exhaustive():
        return few
    return max(1, many * _percent() // 100)


def some(cases: Iterable[T], few: int) -> list[T]:
    """All the cases that a loop goes over, or `few` of them, spread over the list, in the quick tier. Mark the test `more`."""
    every = list(cases)
    return every if exhaustive() else [every[i] for i in spread(len(every), few)]


def spread(many: int, few: int) -> list[int]:
    """So many places, spread over a list of many."""
    return list(range(many)) if few >= many else [i * many // few for i in range(few)]


def sampled(cases: Sequence[Any], few: int) -> list[Any]:
    """The cases of a parametrised test, of which all but `few`, spread over the list, are left to `make test-all`."""
    kept = set(spread(len(cases), few))
    return [case if i in kept else _nocover(case) for i, case in enumerate(cases)]


def _nocover(case: Any) -> Any:
    if isinstance(case, type(pytest.param())):
        return pytest.param(*case.values, marks=[*case.marks, LEFT], id=case.id)
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=LEFT)


def is_optional(item: pytest.Item) -> bool:
    """Whether the quick tier runs the test too, with fewer examples or with other cases."""
    nocover = item.get_closest_marker("nocover")
    return nocover is None or nocover == LEFT.mark


def is_drawn(case: str, one_in: int, draw: str) -> bool:
    """Whether a case is in the draw of that name, which has one in `one_in` of all cases."""
    return Random(f"{draw} {case}").randrange(one_in) == 0

"""Attacks on properties: Hypothesis draws instances in which the facts hold and looks for one in which the claim fails.

What is found is an exact instance, shrunk; `Property.broken_by` judges it without any of this.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from proofs.draws import nothing_left_behind
from proofs.instance import Draw, Instance
from proofs.property import Property

BYTES = 80  # of one draw
AT_LEAST = 60  # draws, however short the time


class OutOfTime(BaseException):
    """The time is up. No Exception, so that Hypothesis lets it pass."""


@dataclass(frozen=True)
class Trial:
    """What came of an attack: a smallest instance that breaks the property, or how many there were in which it held."""

    found: Instance | None
    held: int
    drawn: int
    seconds: float


def attack(item: Property, seconds: float, number: int = 0, most: int = 100_000) -> Trial:
    """Search for about so many seconds (but at least `AT_LEAST` draws) for an instance with all facts in which the claim fails."""
    began = time.monotonic()
    held = drawn = 0
    found: Instance | None = None

    def attempt(data: bytes) -> None:
        nonlocal held, drawn, found
        if time.monotonic() - began > seconds and drawn >= AT_LEAST:
            raise OutOfTime
        drawn += 1
        instance = item.sample(Draw(data))
        if item.failing(instance):
            return
        if item.broken_by(instance):
            found = instance  # the last one is the smallest
            raise AssertionError("broken")
        held += 1

    try:
        _run(attempt, number, most)
    except OutOfTime:
        pass
    except AssertionError:
        if found is None:
            raise
    return Trial(found, held, drawn, time.monotonic() - began)


def _run(attempt: Callable[[bytes], None], number: int, most: int) -> None:
    wrapped = seed(number)(given(st.binary(min_size=BYTES, max_size=BYTES))(attempt))
    quiet = settings(
        max_examples=most, database=None, deadline=None, phases=(Phase.generate, Phase.shrink), suppress_health_check=list(HealthCheck),
        print_blob=False, report_multiple_bugs=False,
    )  # fmt: skip
    with nothing_left_behind():
        quiet(wrapped)()

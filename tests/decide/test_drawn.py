"""The benchmark on drawn conjectures: it notices a wrong verdict, whichever half is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks.decide import drawn
from proofs.conjecture import Values
from proofs.conjecture.game import Ending, Game

POOL = drawn.pool


def few(game: Game) -> Iterator[Values]:
    return islice(POOL(game), 40)


@pytest.mark.parametrize("ending", [Ending.PROVED, Ending.VACUOUS])
def test_the_benchmark_notices_a_verdict_that_a_run_contradicts(ending: Ending, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "pool", few)
    monkeypatch.setattr(drawn, "decide", lambda *_: SimpleNamespace(ending=ending, counterexample=None))
    told: Any = CliRunner().invoke(drawn.main, ["--count", "12"])
    assert told.exit_code == 1 and f"WRONG {ending.word}: " in told.output


@pytest.mark.nocover
def test_no_verdict_on_drawn_conjectures_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "pool", few)
    told: Any = CliRunner().invoke(drawn.main, ["--count", "8", "--seed", "3", "--budget", "1"])
    assert told.exit_code == 0 and ", 0 wrong;" in told.output

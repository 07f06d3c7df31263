"""The commands of benchmarks/ for exact counts: what they refuse, and that a small run is confirmed by the definition."""

from __future__ import annotations

import re
import sys

import pytest

pytest.importorskip("numba")

from benchmarks import exactness
from benchmarks.headline import __main__ as headline


@pytest.mark.parametrize(
    ("module", "options", "words"),
    [
        (headline, ["--rows", "0"], "0 is no whole number from 100 on"),
        (headline, ["--rows", "-5"], "--rows"),
        (headline, ["--rows", "1e5"], "1e5 is no whole number"),
        (exactness, ["--runs", "0"], "0 is no whole number from 1 on"),
        (exactness, ["--seed", "-1"], "--seed"),
    ],
)
def test_nothing_is_measured_of_nothing(
    module: object, options: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmark", *options])
    with pytest.raises(SystemExit) as refused:
        module.main()  # type: ignore[attr-defined]
    told = capsys.readouterr()
    assert refused.value.code == 2 and not told.out and words in told.err and "python -m benchmarks." in told.err


@pytest.mark.nocover
def test_who_counted_right_is_counted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmark", "--rows", "400"])
    headline.main()
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.endswith("columns") for line in lines) == 6
    tenths = lines[next(i for i, line in enumerate(lines) if line.startswith("0 or 0.1")) :]
    own = next(line for line in tenths if line.strip().startswith("exact"))
    assert "114 of 114" in own
    told = [found for line in lines if (found := re.search(r"× +(\d+) of (\d+)(  WRONG|  its own rule)?", line))]
    assert len(told) >= 12 and all((found[1] != found[2]) == bool(found[3]) for found in told)  # whatever floats count on this processor

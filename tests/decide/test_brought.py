"""What users bring: a line of `brought.txt` for each kind of question whose answer was once missing or wrong."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.amounts import rows, sampled
from tests.cli.running import pp


@pytest.mark.parametrize(("code", "command"), sampled(rows(__file__, "brought.txt"), 8))
def test_a_users_question_has_its_answer(code: str, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code is the verdict: 0 it holds, 1 it does not, 2 bad input."""
    monkeypatch.chdir(Path(__file__).parent)
    result = pp(*shlex.split(command))
    assert result.exit_code == int(code), result.output
    assert code != "2" or "--where" in result.output

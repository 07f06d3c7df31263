"""Small counterexample files that would cost minutes, that deceive, or that are nearly right, are answered at once and truly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import pp, start
from tests.hostile.counterexample_files import SOUND, TRAPS, recipe

PATIENCE = 60  # seconds, on a busy machine


@pytest.mark.parametrize("name", TRAPS)
def test_a_trap_is_answered(tmp_path: Path, name: str) -> None:
    trap, file = TRAPS[name], tmp_path / "trap.json"
    file.write_text(json.dumps(trap.content))
    assert file.stat().st_size < 130_000
    process = start("check", "trap.json", cwd=tmp_path)
    out, err = process.communicate(timeout=PATIENCE)
    answer, silent = (err, out) if trap.code == 2 else (out, err)
    assert (process.returncode, silent) == (trap.code, ""), out + err
    assert answer.startswith(trap.answer), answer
    assert trap.code != 2 or len(answer.splitlines()) == 1
    assert trap.code != 1 or "    ✗ " in answer


def test_who_has_the_time_may_give_more(tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    file.write_text(json.dumps(recipe(rounds=50_000, first=[], again=[SOUND["examples"][0]])))
    refused = pp("check", file, "--limit", "0.001")
    assert refused.exit_code == 2 and "more than 0.001 s" in refused.stderr
    for limit in ("0", "100"):
        assert "✓ two independent runs agree" in pp("check", file, "--limit", limit).stdout
    assert pp("check", file, "--limit", "-1").exit_code == pp("check", file, "--limit", "nan").exit_code == 2

"""Small proof files that would cost minutes, or that are nearly right, are answered at once and truly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import start
from tests.hostile.proof_files import TRAPS

PATIENCE = 60  # seconds, on a busy machine; without their traps the files take less than one


@pytest.mark.parametrize("name", TRAPS)
def test_a_trap_is_answered(tmp_path: Path, name: str) -> None:
    trap, file = TRAPS[name], tmp_path / "trap.json"
    file.write_text(json.dumps(trap.content))
    assert file.stat().st_size < 130_000
    process = start("replay", file)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (trap.code, ""), err
    assert out.startswith(trap.answer) and (trap.code == 0 or len(out.splitlines()) == 1), out[:300]


@pytest.mark.parametrize("name", ["a power of a sum", "denominators without a common factor", "one monomial nine hundred times"])
def test_verify_answers_too(tmp_path: Path, name: str) -> None:
    file = tmp_path / "trap.json"
    file.write_text(json.dumps(TRAPS[name].content))
    process = start("verify", file)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1 and "Traceback" not in err, err
    assert TRAPS[name].answer.removeprefix("rejected: ").partition(": ")[2] in out + err

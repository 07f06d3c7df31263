"""The real command, in this process (quick) or in one of its own (for signals, pipes and a terminal)."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner, Result

from proofs.cli import main

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "notebooks" / "own_proof.py"  # a theorem of one's own with its proof, as the guide has it
COMMAND = [sys.executable, "-c", "from proofs.cli import main; main()"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
Written = Callable[[str, object], Path]  # the fixture of that name, in tests/conftest.py


def pp(*arguments: object, stdin: str | None = None) -> Result:
    """Run `perceptron-proofs` with these arguments."""
    return CliRunner().invoke(main, [str(a) for a in arguments], input=stdin)


def start(*arguments: object, **options: object) -> subprocess.Popen[str]:
    """Start it as a process of its own."""
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": ENVIRONMENT} | options
    return subprocess.Popen([*COMMAND, *map(str, arguments)], **given)  # type: ignore[call-overload,no-any-return]


def answered(result: Result, *words: str, code: int = 0) -> str:
    """What a command prints, which has these words; it ends with this exit code."""
    assert result.exit_code == code, result.output
    for word in words:
        assert word in result.stdout, result.output
    return result.stdout


def refused(result: Result, *words: str) -> None:
    """Exit code 2, nothing on stdout, and one line on stderr that has these words."""
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert len(result.stderr.splitlines()) == 1 and result.stderr.startswith("error: "), result.stderr
    for word in words:
        assert word in result.stderr, result.stderr

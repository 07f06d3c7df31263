"""`--one-in`: each commit draws tests of the second tier, and over the commits no test is left out."""

import subprocess
import sys
from pathlib import Path

from tests.amounts import is_drawn

ROOT = Path(__file__).resolve().parents[2]
TIERS = """
import pytest
from tests.amounts import sampled

@pytest.mark.parametrize("case", sampled(range(60), 3))
def test_cases(case): pass

@pytest.mark.nocover
@pytest.mark.parametrize("case", range(5))
def test_whole(case): pass

@pytest.mark.more
@pytest.mark.parametrize("case", range(60))
def test_more(case): pass
"""


def test_draws_of_forty_commits_have_every_case_between_them() -> None:
    """A case that no commit draws would be no test; the same commit has the same draw, so that a failure can be repeated."""
    cases = [f"test_x[{number}]" for number in range(300)]
    draws = [{case for case in cases if is_drawn(case, 3, f"commit {number}")} for number in range(40)]
    assert set().union(*draws) == {*cases} and all(70 < len(draw) < 130 for draw in draws)
    assert draws[7] == {case for case in cases if is_drawn(case, 3, "commit 7")} != draws[8]


def test_one_in_draws_partial_tests_and_keeps_whole_ones(tmp_path: Path) -> None:
    """Tests that no other tier runs must not depend on the draw."""
    file = tmp_path / "test_tiers.py"
    file.write_text(TIERS)
    command = [sys.executable, "-m", "pytest", "-q", "--co", "-p", "tests.conftest", "-c", ROOT / "pyproject.toml"]

    def collect(*options: str) -> list[str]:
        run = subprocess.run([*command, "-m", "nocover or more", *options, file], cwd=ROOT, capture_output=True, text=True)
        return [line.rpartition("::")[2] for line in run.stdout.splitlines() if "::" in line]

    every, drawn = collect(), collect("--one-in=3", "--draw=a")
    assert len(every) == 57 + 5 + 60 and {*drawn} < {*every}
    kinds = {kind: sum(name.startswith(kind) for name in drawn) for kind in ("test_whole", "test_cases", "test_more")}
    assert kinds["test_whole"] == 5 and 8 < kinds["test_cases"] < 32 and 8 < kinds["test_more"] < 34, kinds

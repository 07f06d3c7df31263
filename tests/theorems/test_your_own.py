"""A theorem of one's own: a short file that `verify` takes, and what becomes of it when it claims too much."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from proofs.cli import main

FILE = Path(__file__).parents[2] / "notebooks" / "your_own_theorem.py"


def test_statement_proof_attack_and_verdict_fit_in_less_than_forty_lines() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) < 40
    result = CliRunner().invoke(main, ["verify", str(FILE)])
    assert result.exit_code == 0, result.output
    assert "proved" in result.output and "survived" in result.output
    for name in ("positive margin", "unit comparator", "bounded examples", "separable"):
        assert name in result.output.split("needs")[1]


@pytest.mark.parametrize("old, new", [("2*beta)/gamma", "beta)/gamma"), ("Fraction(1, 2)\n\n", "Fraction(9)\n\n")])
def test_a_stronger_claim_is_not_proved_and_another_learner_breaks_it(tmp_path: Path, old: str, new: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "claims_too_much.py"
    file.write_text(text.replace(old, new), encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", str(file), "--attack", "1"])
    assert result.exit_code == 1, result.output

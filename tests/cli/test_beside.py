"""`falsify --beside`: two learners on one sequence, also of different kinds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from perceptron import Examples, Winnow, run
from perceptron.kernels import Remembering, Subsets, run_kernel
from proofs.cli import main
from proofs.counterexample import judge, read
from proofs.counterexample.reader import rounds
from proofs.system.files import read_json
from tests.amounts import sampled
from tests.cli.running import pp, refused


def falsified(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["falsify", *words, "--turns", "4", "--search"])
    return result.exit_code, result.output


@pytest.mark.parametrize("other", sampled(["winnow:eta=1/4", "kernel:subsets"], 1))
def test_the_second_learner_plays_the_same_sequence_by_its_own_rule(other: str, tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    code, told = falsified("M_2 <= 3", "--beside", other, "--out", str(file))
    assert code == 1, told
    data = read_json(file, 10**6)
    played = rounds(data["examples"], len(data["u"]))
    xs, ys = [x for x, _ in played], [y for _, y in played]
    made = run(Winnow(eta=Fraction(1, 4)), Examples(xs, ys)).M if "winnow" in other else run_kernel(Subsets(), xs, ys).M
    assert f"{made} <= 3" in told and made > 3
    checked = pp("check", file, "--plot", tmp_path / "run.svg")
    assert checked.exit_code == 0 and "with " in checked.stdout and (tmp_path / "run.svg").exists(), checked.output
    refused(pp("export", file, "--format", "coq"), "not M_2")


def test_a_kernel_learner_with_weights_makes_the_mistakes_of_the_one_without() -> None:
    xs, ys = [(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0)] * 2, [1, -1, -1, 1, -1] * 2
    examples = Examples(xs, ys)
    points = [tuple(map(Fraction, x)) for x in xs]
    assert run(Remembering(Subsets()), examples).updates == run_kernel(Subsets(), points, ys).updates


def test_the_original_is_written_beside_the_shrunk(tmp_path: Path) -> None:
    shrunk, first = tmp_path / "shrunk.json", tmp_path / "first.json"
    code, told = falsified("M <= 0.9/gamma**2 + 1", "--out", str(shrunk), "--original", str(first))
    assert code == 1 and "before it was shrunk" in told
    small, large = read(shrunk), read(first)
    assert judge(small).valid and judge(large).valid and len(large.rounds) >= len(small.rounds)
    assert f"T = {len(large.rounds):,}, d = {large.dimension}, γ = {large.gamma}, M = {large.M}" in told


def test_what_cannot_play_beside_is_said_in_one_line() -> None:
    for words in (("--beside", "kernel:substrings"), ("--beside", "eta=1/2"), ("--learner", "winnow", "--beside", "margin")):
        code, told = falsified("M_2 <= M", *words)
        assert code == 2 and " --beside" in told and len(told.splitlines()) == 1

"""Audits of Winnow and of the kernel Perceptron: their own runs under the bounds of their theorems, and files that are judged again."""

from __future__ import annotations

import json
from fractions import Fraction
from math import cosh, log
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, Perceptron, datasets, run
from perceptron.analysis.comparators import max_l1_margin
from perceptron.errors import InputError
from perceptron.kernels import Kernel, Linear, Polynomial, Subsets, run_kernel
from perceptron.learners.winnow import Winnow, l1
from proofs.audit import audit, judge
from proofs.audit.winnow import tuned
from tests.amounts import tries
from tests.cli.running import pp

PENGUINS = datasets.load("penguins-adelie-gentoo")
KERNELS: list[Kernel[Any]] = [Linear(), Polynomial(2), Polynomial(3, "1/2"), Subsets()]


def said(*arguments: str, code: int = 0) -> str:
    result = pp("audit", *arguments)
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_a_kernel_audit_makes_the_mistakes_of_the_kernel_perceptron(kernel: Kernel[Any]) -> None:
    few = PENGUINS.examples.taken(range(0, 274, 4))
    found = audit(PENGUINS.__class__("few", few, PENGUINS.classes, PENGUINS.features), Perceptron(), kernel=kernel)
    trace = run_kernel(kernel, [example.x for example in few], few.labels)
    assert tuple(t for _, t in found.run.updates) == trace.updates
    best = next(b for b in found.bounds if b.id == "hinge-l1")
    assert found.bounds[0].certified and float(best.value) >= found.run.M
    assert found.to_json()["learner"] == {"name": "kernel", "kernel": kernel.spec(), "ties": "mistake"}


@pytest.mark.parametrize("learner", ["kernel:poly:degree=2", "kernel:subsets:ties=+1", "winnow", "winnow:factor=3/2"])
def test_a_file_of_an_audit_is_judged_and_a_lie_in_it_is_found(tmp_path: Path, learner: str) -> None:
    text = "a,b,c,kind\n" + "".join(f"{x},{y},{z},{'pos' if 2 * x + y - z > 1 else 'neg'}\n" for x, y, z in _cube() if 2 * x + y - z != 1)
    data, file = tmp_path / "d.csv", tmp_path / "d.json"
    data.write_text(text)
    said(str(data), "--bias", "--learner", learner, "--passes", "20", "--certify", str(file))
    claimed = json.loads(file.read_text())
    assert claimed["bounds"] and judge(claimed).valid and pp("check", file).exit_code == 0
    lie = claimed | {"bounds": [claimed["bounds"][0] | {"value": str(claimed["updates"] - 1)}]}
    assert not judge(lie).valid
    assert not judge(claimed | {"updates": claimed["updates"] + 1}).valid


def _cube() -> list[tuple[int, int, int]]:
    return [(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)]


def test_winnow_is_bounded_by_its_theorems_whatever_the_unit_of_the_examples() -> None:
    rows, labels = [[1, 0, 0], [1, 1, -1], [-1, 1, 1], [-1, 0, 0]] * 3, [1, 1, -1, -1] * 3
    for unit in (Fraction(1), Fraction(5, 2), Fraction(1, 10)):
        examples = Examples([[unit * a for a in row] for row in rows], labels)
        learner = tuned(examples, None, "mistake")
        found = audit(PENGUINS.__class__("scaled", examples, {}, ()), learner)
        assert learner.eta == 1 / unit  # the margin is the unit, and ‖x‖∞ too
        assert found.run.M == run(Winnow(eta=1), Examples(rows, labels)).M
        values = {b.id: float(b.value) for b in found.bounds}
        assert values == pytest.approx({"winnow-rate": log(6) / (1 - log(cosh(1))), "winnow": 2 * log(6)})
        assert all(b.certified and l1(b.u) == 1 for b in found.bounds)


@pytest.mark.parametrize("unit", [Fraction(10) ** 50 / 7, Fraction(1, 10**50 * 7), Fraction(10) ** 99], ids=["1e50/7", "1e-50/7", "1e99"])
@pytest.mark.parametrize("learner", [None, Winnow(beta="3/2")], ids=["tuned", "factor"])
def test_winnow_is_bounded_on_numbers_of_any_length(unit: Fraction, learner: Winnow | None) -> None:
    """The bounds were written out as text, which takes no numbers of more than 40 digits."""
    examples = Examples([[unit * a for a in row] for row in ([1, 0, 0], [1, 1, -1], [-1, 1, 1], [-1, 0, 0])], [1, 1, -1, -1])
    found = audit(PENGUINS.__class__("long", examples, {}, ()), learner or tuned(examples, None, "mistake"))
    assert all(b.certified for b in found.bounds) and (found.bounds or found.notes)
    if learner is None:
        assert [float(b.value) for b in found.bounds] == pytest.approx([log(6) / (1 - log(cosh(1))), 2 * log(6)])


def test_what_winnow_cannot_be_told_is_said() -> None:
    assert "the theorem says nothing" in said("penguins-adelie-gentoo", "--learner", "winnow:eta=1/1000")
    assert "not separable" in said("penguins-adelie-chinstrap", "--learner", "winnow:eta=1/100000")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["penguins-adelie-chinstrap", "--learner", "winnow"], "give winnow:eta"),
        (["penguins-adelie-gentoo", "--learner", "kernel:substrings"], "compares strings, and DATA has vectors"),
        (["penguins-adelie-gentoo", "--learner", "kernel:precomputed:matrix=1"], "compares rows"),
        (["penguins-adelie-gentoo", "--learner", "kernel:poly:degree=20"], "too many to write out"),
        (["penguins-adelie-gentoo", "--learner", "kernel:poly:degree=2", "--certify", "a.v"], "for other learners write a .json"),
    ],
)
def test_refusals_are_one_line(arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    output = said(*arguments, code=2)
    assert words in output and output.count("\n") == 1 and not list(tmp_path.iterdir())


@settings(max_examples=tries(40))
@given(
    st.lists(st.lists(st.integers(-5, 5), min_size=3, max_size=3), min_size=1, max_size=6),
    st.lists(st.integers(-9, 9), min_size=3, max_size=3),
)
def test_no_vector_has_a_greater_l1_margin_by_much(rows: list[list[int]], other: list[int]) -> None:
    examples = Examples(rows, [1] * len(rows))
    size = sum(map(abs, other)) or 1
    least = Fraction(min(sum(a * b for a, b in zip(other, row, strict=True)) for row in rows), size)
    try:
        best = max_l1_margin(examples)
    except InputError:
        assert least <= 0
        return
    assert l1(best.u) == 1 and best.margin == min(sum(a * b for a, b in zip(best.u, row, strict=True)) for row in rows)
    assert best.margin >= least * Fraction(99, 100)

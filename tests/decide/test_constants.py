"""`best`: what it says is inside the kernel has proved with the constants as names, what it says is outside a run breaks."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from perceptron.errors import InputError
from proofs.counterexample import judge
from proofs.decide.constants import Constants, best
from proofs.kernel import replay
from tests.amounts import sampled
from tests.cli.running import pp, refused

PATIENT = 300  # seconds, on a busy machine; a budget is not what is tested
HINGE = "M <= a/gamma**2 + b*TD/gamma"


def holds_up(found: Constants) -> None:
    """Every proof is replayed, every run judged, anew."""
    for proved in found.proofs:
        library = {}
        for cited in proved.cited:
            library[cited.id] = replay(cited, library)
        assert replay(proved.proof, library).conclusion == proved.theorem.conclusion
    assert all(judge(run).valid for _, run in found.broken)


def test_the_exact_set_of_the_hinge_bound() -> None:
    """At b = 9/4 a = 1 is enough, which is not on the parabola 4a(b − 1) = b²."""
    found = best(HINGE, "a,b")
    assert [cell.conditions for cell in found.cells] == [("b > 1", "b <= 2", "4*a*(b - 1) >= b**2"), ("b >= 2", "a >= 1")]
    assert found.is_exact and len(found.broken) >= 5
    holds_up(found)


@pytest.mark.parametrize(
    ("bound", "condition"),
    sampled(
        [
            ("M <= a/gamma**2 + TD**2", "a >= 27/16"),
            ("M <= (1/gamma + a*sqrt(H))**2", "a >= 1"),
            ("gamma*M <= TD + a*sqrt(M)", "a >= 1"),
            ("M + a*M <= 3/gamma**2 + 3/2*H2**2", "a <= 0"),
        ],
        1,
    ),
)
def test_the_best_value_of_one_constant(bound: str, condition: str) -> None:
    found = best(bound, "a")
    assert [cell.conditions[-1] for cell in found.cells] == [condition] and found.is_exact
    holds_up(found)


@pytest.mark.nocover
def test_the_set_for_squared_losses() -> None:
    """MR's bound with constants: 1/a + 1/b ≤ 1."""
    found = best("M <= a/gamma**2 + b*H2**2", "a,b")
    assert [cell.conditions for cell in found.cells] == [("b > 1", "a*(b - 1) >= b")] and found.is_exact
    holds_up(found)


@pytest.mark.nocover
def test_an_irrational_best_value_lies_between_two_proved_ones() -> None:
    found = best("M <= a*max(1/gamma**2, H)", "a", budget=30)
    assert "a**2 + 1 >= 3*a" in found.cells[0].conditions  # φ² is its root
    assert found.value is not None and abs(found.value - 2.6180339887) < 1e-8
    if not found.is_exact:
        (bracket,) = found.brackets
        assert bracket.proved is not None and bracket.refuted is not None and bracket.refuted < Fraction(26181, 10000) <= bracket.proved
    holds_up(found)


@pytest.mark.nocover
def test_a_set_may_begin_with_an_upright_boundary() -> None:
    found = best("M <= (a/gamma + b*H2)**2", "a,b", budget=PATIENT)
    assert found.is_exact and [cell.conditions for cell in found.cells] == [("b >= 1", "a >= 1")]
    assert any(values["b"] < 1 for values, _ in found.broken) and not found.missed
    holds_up(found)


@pytest.mark.nocover
def test_the_margin_perceptron_is_bracketed() -> None:
    from proofs.conjecture.game import default_game

    found = best("M + 1 <= a/gamma**2", "a", default_game(frozenset({"M", "gamma"}), learner="margin"), budget=PATIENT)
    (bracket,) = found.brackets
    assert bracket.proved is not None and bracket.refuted is not None
    assert bracket.refuted < 2.5129 < bracket.proved <= bracket.refuted * Fraction(101, 100)
    holds_up(found)


@pytest.mark.nocover
def test_the_command_writes_proofs_and_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    proof, drawn = tmp_path / "proof.json", tmp_path / "set.svg"
    told = pp("best", HINGE, "--over", "a,b", "--out", proof, "--picture", drawn)
    assert told.exit_code == 0 and "b ≥ 2 and a ≥ 1" in told.stdout
    replayed = pp("replay", proof)
    assert replayed.exit_code == 0 and replayed.stdout.count("accepted: constants-") == 2
    assert drawn.read_text(encoding="utf-8").lstrip().startswith("<?xml")
    answer = json.loads(pp("best", "M <= a/gamma**2", "--over", "a", "--json", "-").stdout)
    assert answer["exact"] and answer["cells"][0]["conditions"] == ["a >= 1"]


def test_it_shows_itself_in_a_notebook() -> None:
    assert "a ≥ 1" in best("M <= a/gamma**2", "a")._repr_html_()


@pytest.mark.parametrize(
    "arguments",
    [
        ("M <= a/gamma**2",),
        ("M <= a/gamma**2", "--over", "b"),
        ("M <= a/gamma**2", "--over", "a,a"),
        ("M <= R/gamma**2", "--over", "R"),
        ("M < a/gamma**2", "--over", "a"),
        ("M <= a/gamma**2", "--over", "a", "--picture", "one.svg"),
        ("M <= a/gamma**2", "--over", "a", "--budget", "0"),
        ("M <= a/gamma**2 + b + c", "--over", "a,b,c"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...]) -> None:
    refused(pp("best", *arguments))


def test_a_constant_that_weakens_here_and_strengthens_there_is_refused() -> None:
    with pytest.raises(InputError, match="weakens the bound for some runs"):
        best("M <= 1/gamma**2 + (a - 1)*(H - 1/gamma**2)", "a")

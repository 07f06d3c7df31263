"""`best` and `atlas`: constants inside the set are proved, those outside a run breaks, and stored comparisons are those of today."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from perceptron import Learner, Vector
from perceptron.errors import InputError
from proofs.conjecture.game import Game
from proofs.counterexample import judge
from proofs.counterexample.learner_object import judge_with
from proofs.decide.atlas import Atlas, bounds, check_atlas, compare, load_atlas, to_json
from proofs.decide.constants import Constants, best
from tests.amounts import cases, sampled
from tests.cli.running import pp, refused
from tests.decide.replaying import accepted

PATIENT = 300  # seconds, on a busy machine; a budget is not what is tested
HINGE = "M <= a/gamma**2 + b*TD/gamma"


def holds_up(found: Constants) -> None:
    """Every proof is replayed, every run judged, anew."""
    assert all(map(accepted, found.proofs))
    assert all(judge(run).valid for _, run in found.broken)


def test_the_exact_set_of_the_hinge_bound() -> None:
    """At b = 9/4 a = 1 is enough, which is not on the parabola 4a(b − 1) = b²."""
    found = best(HINGE, "a,b")
    assert [cell.conditions for cell in found.cells] == [("b > 1", "b <= 2", "4*a*(b - 1) >= b**2"), ("b >= 2", "a >= 1")]
    assert found.is_exact and len(found.broken) >= 5
    holds_up(found)


@pytest.mark.parametrize("case", sampled(cases(__file__, "constants.txt"), 1))
def test_the_best_value_of_one_constant(case: list[str]) -> None:
    bound, condition = map(eval, case)
    found = best(bound, "a")
    assert [cell.conditions[-1] for cell in found.cells] == [condition] and found.is_exact
    holds_up(found)


class FixedMargin(Learner):
    beta = Fraction(1, 2)

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) <= self.beta)


def test_best_of_a_learner_object_is_between_its_proofs_and_its_runs() -> None:
    """M ≤ (1 + 2β)/γ² is proved of it and attained, so 2 is right; the Perceptron's own constant is 1."""
    found = best("M <= a/gamma**2", "a", budget=PATIENT / 10, learner=FixedMargin())
    (bracket,) = found.brackets
    assert bracket.proved == 2 and bracket.refuted is not None and 1 < bracket.refuted < 2
    assert all(map(accepted, found.proofs)) and bracket.run is not None
    assert judge_with(FixedMargin(), bracket.run).valid


def test_best_over_a_number_of_the_learner_is_refused() -> None:
    with pytest.raises(InputError, match="the learner has a number of this name"):
        best("M <= beta/gamma**2", "beta", learner=FixedMargin())


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
def test_in_the_plane_the_bounds_of_the_plane_are_used() -> None:
    """(n − b)γ² is greatest at n = 2, γ² = 1/2 for b = 1/2, and at n = 1, γ = 1 for b = −1."""
    found = best("M <= a/gamma**2 + b", "a,b", Game(dimension=2), budget=PATIENT)
    least = {bracket.second: bracket.proved for bracket in found.brackets}
    assert least == {-1: 2, 0: 1, Fraction(1, 2): Fraction(3, 4), 1: Fraction(1, 2), 2: Fraction(1, 2), 4: Fraction(1, 2)}
    assert all(bracket.refuted is not None and bracket.refuted >= Fraction(99, 101) * least[bracket.second] for bracket in found.brackets)
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


def test_a_constant_that_weakens_here_and_strengthens_there_is_refused() -> None:
    with pytest.raises(InputError, match="weakens the bound for some runs"):
        best("M <= 1/gamma**2 + (a - 1)*(H - 1/gamma**2)", "a")


# --- The atlas: what it stores is replayed and judged, what it says of two bounds is so, and it is that of today's catalogue


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return load_atlas()


def test_stored_proofs_are_accepted_and_stored_runs_refute(atlas: Atlas) -> None:
    """A bound that is new in the catalogue is not in the file yet: `perceptron-proofs atlas --rebuild` adds it."""
    assert check_atlas(atlas) == []
    learners = [bound.game.learner for bound in atlas.bounds if bound.id not in atlas.missing]
    assert len(learners) >= 20
    assert len(atlas.relations) == sum(n * (n - 1) for n in (learners.count("perceptron"), learners.count("margin")))
    assert not atlas.open_pairs()


def test_what_is_stored_is_not_decided_again(atlas: Atlas) -> None:
    some = {bound.id for bound in atlas.bounds[:4]}
    assert compare(atlas.bounds[:4], pytest.fail, atlas.relations) == [r for r in atlas.relations if {r.lower, r.upper} <= some]


@pytest.mark.nocover
def test_rebuilt_for_a_few_bounds_it_says_the_same(atlas: Atlas) -> None:
    some = [bound for bound in bounds() if bound.id in ("hinge-root", "hinge-simple", "hinge-l1", "squared-hinge")]
    for relation in compare(some):
        assert relation.holds is atlas.relation(relation.lower, relation.upper).holds


def test_what_is_below_what(atlas: Atlas) -> None:
    assert atlas.is_below("hinge-root", "hinge-simple") and not atlas.is_below("hinge-simple", "hinge-root")
    assert atlas.is_below("hinge-l1", "hinge-l2"), "MR: L1 dominates L2"
    assert atlas.equal("hinge-l1", "kernel-trace")
    redundant = atlas.redundant()
    assert redundant["hinge-simple"] == "hinge-root" and "hinge-root" not in redundant and redundant["kernel-trace"] == "hinge-l1"


def test_which_bound_to_use(atlas: Atlas) -> None:
    assert [bound.id for bound in atlas.advice({"gamma", "TD"})] == ["hinge-root"]
    assert "novikoff" in [bound.id for bound in atlas.advice({"gamma", "R"}, separable=True)]
    assert [bound.id for bound in atlas.advice({"gamma"}, learner="margin")] == ["margin-perceptron-constant"]
    assert atlas.advice({"T"}) == []
    with pytest.raises(InputError, match="no quantity"):
        atlas.advice({"foo"})


def test_what_is_tampered_with_is_found(atlas: Atlas) -> None:
    proved = next(r for r in atlas.relations if r.proof is not None)
    broken = next(r for r in atlas.relations if r.run is not None)
    circle = [replace(r, proof=None, run=None, through="hinge-l1") for r in (proved, broken)]
    assert len(check_atlas(Atlas(atlas.bounds, (replace(proved, lower=broken.lower, claim=broken.claim, game=broken.game),)))) == 1
    assert len(check_atlas(Atlas(atlas.bounds, (replace(broken, claim=proved.claim, game=proved.game),)))) == 1
    assert len(check_atlas(Atlas(atlas.bounds, tuple(circle)))) == 2


def test_the_commands(atlas: Atlas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    drawn = tmp_path / "order.svg"
    shown = pp("atlas", "--picture", drawn)
    assert shown.exit_code == 0 and "hinge-simple by hinge-root" in shown.stdout and drawn.stat().st_size > 1000
    assert max(map(len, shown.stdout.splitlines())) <= 80
    monkeypatch.setattr("proofs.decide.atlas.load_atlas", lambda: atlas)  # which takes most of the time, and has been read
    assert "accepted by the kernel" in pp("atlas", "hinge-root", "hinge-simple").stdout
    assert "not always" in pp("atlas", "hinge-simple", "hinge-root").stdout
    assert pp("atlas", "--known", "gamma,TD").stdout.startswith("hinge-root:")
    assert json.loads(pp("atlas", "--json", "-").stdout) == to_json(atlas)


@pytest.mark.parametrize("case", cases(__file__, "bad_input.txt"))
def test_bad_input_is_refused_in_one_line(case: list[str], atlas: Atlas, monkeypatch: pytest.MonkeyPatch) -> None:
    command, arguments = map(eval, case)
    monkeypatch.setattr("proofs.decide.atlas.load_atlas", lambda: atlas)
    refused(pp(command, *arguments))


def test_constants_and_atlas_show_themselves_in_a_notebook(atlas: Atlas) -> None:
    assert ">hinge-root</td>" in atlas._repr_html_() and "a ≥ 1" in best("M <= a/gamma**2", "a")._repr_html_()


def test_latex_prints_a_table_for_a_paper() -> None:
    """Its cells are formulas; a row for each piece of the set, and one for a point outside."""
    rows = pp("best", "M <= a/gamma**2", "--over", "a", "--latex").stdout.splitlines()
    assert rows[0] == r"\begin{tabular}{ll}" and rows[-1] == r"\end{tabular}"
    assert rows[1] == r"$M \le \frac{a}{\gamma^{2}}$ & evidence \\ \hline" and rows[2].startswith(r"$a \ge 1$ & kernel")
    assert all(row.endswith(r" \\") for row in rows[2:-1]) and "refuted by a run with $M =" in rows[-2]
    known = pp("atlas", "--known", "gamma,TD", "--latex").stdout.splitlines()
    assert known[1] == r"theorem & bound \\ \hline" and known[2].startswith(r"hinge-root & $M \le ")
    refused = pp("atlas", "--latex")
    assert refused.exit_code == 2 and "--known" in refused.output

"""The atlas: what it stores is replayed and judged, what it says of two bounds is so, and it is that of today's catalogue."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from perceptron.errors import InputError
from proofs.decide.atlas import Atlas, bounds, checked, compared, stored, to_json
from tests.cli.running import pp, refused


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return stored()


def test_every_stored_proof_is_accepted_and_every_stored_run_breaks_its_claim(atlas: Atlas) -> None:
    """A bound that is new in the catalogue is not in the file yet: `perceptron-proofs atlas --rebuild` adds it."""
    assert checked(atlas) == []
    learners = [bound.game.learner for bound in atlas.bounds if bound.id not in atlas.missing]
    assert len(learners) >= 20
    assert len(atlas.relations) == sum(n * (n - 1) for n in (learners.count("perceptron"), learners.count("margin")))
    assert not atlas.undecided()


def test_what_is_stored_is_not_decided_again(atlas: Atlas) -> None:
    some = {bound.id for bound in atlas.bounds[:4]}
    assert compared(atlas.bounds[:4], pytest.fail, atlas.relations) == [r for r in atlas.relations if {r.lower, r.upper} <= some]


@pytest.mark.nocover
def test_rebuilt_for_a_few_bounds_it_says_the_same(atlas: Atlas) -> None:
    some = [bound for bound in bounds() if bound.id in ("hinge-root", "hinge-simple", "hinge-l1", "squared-hinge")]
    for relation in compared(some):
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
    assert len(checked(Atlas(atlas.bounds, (replace(proved, lower=broken.lower, claim=broken.claim, game=broken.game),)))) == 1
    assert len(checked(Atlas(atlas.bounds, (replace(broken, claim=proved.claim, game=proved.game),)))) == 1
    assert len(checked(Atlas(atlas.bounds, tuple(circle)))) == 2


def test_the_commands(atlas: Atlas, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    drawn = tmp_path / "order.svg"
    shown = pp("atlas", "--picture", drawn)
    assert shown.exit_code == 0 and "hinge-simple by hinge-root" in shown.stdout and drawn.stat().st_size > 1000
    assert "accepted by the kernel" in pp("atlas", "hinge-root", "hinge-simple").stdout
    assert "not always" in pp("atlas", "hinge-simple", "hinge-root").stdout
    assert pp("atlas", "--known", "gamma,TD").stdout.startswith("hinge-root:")
    assert json.loads(pp("atlas", "--json", "-").stdout) == to_json(atlas)


@pytest.mark.parametrize("arguments", [("novikoff",), ("novikoff", "nothing"), ("novikoff", "margin-perceptron"), ("--known", "foo")])
def test_bad_input_is_one_line(arguments: tuple[str, ...]) -> None:
    refused(pp("atlas", *arguments))


def test_it_shows_itself_in_a_notebook(atlas: Atlas) -> None:
    assert "<td>hinge-root</td>" in atlas._repr_html_()

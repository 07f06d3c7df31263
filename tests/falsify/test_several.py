"""More than one counterexample, and what a report says of what was not seen."""

from __future__ import annotations

from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample import from_json, judge
from proofs.falsify import Found, falsify, several


def test_several_counterexamples_show_different_things() -> None:
    found = list(several(parse("M <= 0.9/gamma**2"), Game(), 3, budget=3600, turns=20))
    assert len(found) == 3
    assert len({(c.lhs, c.rhs, c.size) for c in (one.counterexample for one in found)}) == 3
    assert all(judge(from_json(one.counterexample.to_json())) and one.counterexample.game == Game() for one in found)


def test_of_a_true_conjecture_there_is_none() -> None:
    assert not list(several(parse("M <= 1/gamma**2"), Game(), 2, budget=3600, turns=4))


def test_the_first_run_is_told_before_it_is_shrunk() -> None:
    heard = []
    outcome = falsify("M <= 0.9/gamma**2 + 1", turns=40, told=heard.append)
    assert isinstance(outcome, Found) and len(heard) == 1
    assert (heard[0].rounds, heard[0].dimension) == outcome.first_size and heard[0].seconds == outcome.first_seconds
    assert outcome.first_size[0] >= len(outcome.counterexample.rounds)
    assert f"first after {outcome.first_seconds:.2f} s" in str(outcome)


def test_what_was_not_seen_is_estimated_by_good_and_turing() -> None:
    report = falsify("M <= 1/gamma**2", turns=8).report
    assert report.residual is not None and 0 <= report.residual <= 1 and report.judged <= report.runs
    assert 0 <= report.stale <= report.seconds + 0.1 and "Good–Turing" in str(report.lines())
    data = report.to_json()
    assert data["outcomes"] == {"runs": report.judged, "once": report.once}

"""Learners with a game of their own: the search ends as it must, and the judge's runs are those of other code."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, run
from perceptron.errors import InputError
from perceptron.learners.perceptron import OverTuples
from proofs.conjecture import Comparison, parse
from proofs.conjecture.evaluate import Root, as_float
from proofs.conjecture.own_games import OWN_GAMES, OwnChoice, OwnGame, own_game
from proofs.counterexample.own_games import judge_own, own_from_json, parse_in
from proofs.decide.own_bounds import from_theorem
from proofs.theorems.catalogue import property_
from proofs.verify.checks.own_game_search import OwnGameSearch
from tests.amounts import rows
from tests.cli.running import answered, pp, refused

HALVING: dict[str, Any] = {
    "format": "perceptron-proofs/own-game-1",
    "conjecture": "M <= log(N)/(2*log(2))",
    "learner": {"name": "halving"},
    "dropped": [],
    "losses": [["0", "1"]],
    "values": {"lhs": "1", "rhs": "≈ 0.5000000000"},
}
CLASSES = {name: value for name, value in HALVING.items() if name != "losses"} | {
    "conjecture": "M <= R**2/gamma**2",
    "learner": {"name": "multiclass", "k": "2"},
    "u": ["3/5", "-3/5"],
    "gamma": "6/5",
    "examples": [{"x": ["1"], "y": 1}],
    "values": {"lhs": "1", "rhs": "25/36"},
}


def game_of(text: str) -> OwnGame:
    game = own_game(text)
    assert game is not None
    return game


@pytest.mark.parametrize(("learner", "conjecture", "word"), rows(__file__, "own_games.txt"))
def test_a_search_in_an_own_game_ends_as_the_theorem_says(learner: str, conjecture: str, word: str) -> None:
    game = game_of(learner)
    search = OwnGameSearch(game, [parse_in(conjecture, game)], budget=600, turns=4).run()
    assert search.ending.word == word, search.lines()
    if search.found is not None:
        again = own_from_json(search.found.to_json())
        assert again == search.found or again.to_json() == search.found.to_json()
        assert judge_own(again)


@pytest.mark.parametrize(("learner", "conjecture", "word"), rows(__file__, "own_games.txt"))
def test_the_theorem_of_an_own_game_proves_its_bound_and_no_false_one(learner: str, conjecture: str, word: str) -> None:
    game = game_of(learner)
    proof = from_theorem(game, [parse_in(conjecture, game)], seconds=0.2)
    assert (proof != "") == (word == "survived"), proof


@pytest.mark.parametrize(
    ("learner", "conjecture"),
    [
        ("majority:beta=1", "M <= (m*log(1/beta) + log(N))/log(2/(1 + beta))"),
        ("halving", "M <= log(N)/log(2) + 0*log(0 - N)"),
        ("halving", "M <= log(N)/log(2) + 0/(N - 1)"),
        ("multiclass:k=3", "M <= 2*R**2/gamma**2 + sqrt(gamma - R)"),
    ],
)
def test_a_bound_without_a_value_on_some_run_is_not_proved(learner: str, conjecture: str) -> None:
    game = game_of(learner)
    assert from_theorem(game, [parse_in(conjecture, game)], seconds=0.2) == ""


@settings(max_examples=10)
@given(data=st.data())
@pytest.mark.parametrize(("id", "form"), [(id, form) for kind in OWN_GAMES.values() for id, *forms in kind.theorems for form in forms])
def test_a_form_of_a_bound_says_what_its_theorem_says(id: str, form: str, data: st.DataObject) -> None:
    """Just below and just above the number of mistakes, or the loss, at which the theorem has equality."""
    printed = property_(id).displayed  # type: ignore[union-attr]
    theirs, free = parse(printed.text, extra=frozenset(printed.symbols)), "G" if id == "hedge" else "M"
    drawn = {name: Fraction(data.draw(st.integers(1, 40)), 8) for name in ("M", "T", "N", "m", "G", "L", "R", "gamma", "H2")}

    def status(comparison: Comparison, of: Fraction) -> str:
        values: dict[str, Any] = {**drawn, "N": 1 + drawn["N"], "beta": drawn["gamma"] / 6, "eta": drawn["gamma"], free: of}
        values |= {"regret": values["G"] - values["L"], "D": values["gamma"] * values["H2"], "r": Root(2 * values["R"] ** 2)}
        return comparison.status(values | ({"M": values["T"]} if id == "hedge" and comparison is theirs else {}))

    low, high = Fraction(0), Fraction(2**17)
    while high - low > Fraction(1, 100):
        middle = (low + high) / 2
        low, high = (middle, high) if status(theirs, middle) == "true" else (low, middle)
    ours = parse(form, extra=frozenset((*drawn, "beta", "eta", "regret")))
    above = high + Fraction(1, 100)  # at `high` itself there may be equality
    assert (status(theirs, low), status(theirs, above)) == (status(ours, low), status(ours, above)) == ("true", "false")


def test_falsify_proves_a_bound_of_halving_and_searches_if_asked() -> None:
    rearranged = ("falsify", "2**M <= N", "--learner", "halving", "--budget", "30")
    answered(pp(*rearranged), "is proved, and so not searched", "steps, accepted by the kernel, from the theorem halving")
    answered(pp(*rearranged, "--search", "--turns", "1"), "survived this search", "show halving", code=4)


class Majority(OverTuples):
    """The weighted majority as the engine plays it, on advice from −1 to 1 in place of losses; it steps in every round."""

    def __init__(self, beta: Fraction) -> None:
        self.beta = beta

    def start(self, dimension: int) -> tuple[Fraction, ...]:
        return (Fraction(1),) * dimension

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= 0

    def step(self, w: tuple[Fraction, ...], x: tuple[Fraction, ...], y: int) -> tuple[Fraction, ...]:
        return tuple(a if y * b > 0 else self.beta * a for a, b in zip(w, x, strict=True))


wrong = st.lists(st.lists(st.sampled_from([0, 1]), min_size=3, max_size=3), min_size=1, max_size=6)


@given(wrong, st.sampled_from(["0", "1/2", "1/3"]))
def test_mistakes_of_the_majority_are_those_of_the_engine_s_learner(losses: list[list[int]], beta: str) -> None:
    """The engine's learner steps on mistakes alone, so only rounds with a mistake are played."""
    game = game_of("halving" if beta == "0" else f"majority:beta={beta}")
    kept = list[list[int]]()
    for one in losses:
        if _mistakes(game, [*kept, one]) > _mistakes(game, kept):
            kept.append(one)
    if kept:
        advice = Examples([[1 - 2 * loss for loss in one] for one in kept], [1] * len(kept))
        assert len(kept) == run(Majority(Fraction(beta)), advice).M


def _mistakes(game: OwnGame, losses: list[list[int]]) -> Any:
    return game.values(choose(losses))["M"] if losses else 0


def choose(losses: list[list[int]]) -> OwnChoice:
    return OwnChoice(tuple((tuple(map(Fraction, one)), 0) for one in losses))


@given(wrong)
def test_hedge_s_losses_are_those_of_floats(losses: list[list[int]]) -> None:
    values = game_of("hedge:eta=1/3").values(choose(losses))
    total, expected = [0.0] * 3, 0.0
    for one in losses:
        weights = [math.exp(-lost / 3) for lost in total]
        expected += sum(w * loss for w, loss in zip(weights, one, strict=True)) / sum(weights)
        total = [lost + loss for lost, loss in zip(total, one, strict=True)]
    assert as_float(values["G"]) == pytest.approx(expected) and as_float(values["regret"]) == pytest.approx(expected - min(total))


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_hedge_loses_half_a_round_to_experts_with_all_lists(rounds: int) -> None:
    """0.849 of its bound at the best rate, √(8 ln 2), as its page says."""
    lists = list(product((0, 1), repeat=rounds))
    game, choice = game_of("hedge:eta=471/200"), choose([[one[t] for one in lists] for t in range(rounds)])
    regret = as_float(game.values(choice)["regret"])
    assert regret == pytest.approx(rounds / 2)
    assert regret / (rounds * math.log(2) / 2.355 + 2.355 * rounds / 8) == pytest.approx(0.849, abs=1e-3)


small = st.integers(-2, 2)


@given(st.lists(st.tuples(st.lists(small, min_size=2, max_size=2), st.integers(1, 3)), min_size=1, max_size=6))
def test_mistakes_on_classes_are_the_perceptron_s_on_differences(examples: Any) -> None:
    """Kesler's construction: x in the block of its class, minus x in the block of the predicted one."""
    game: Any = game_of("multiclass:k=3")
    choice = OwnChoice(tuple((tuple(map(Fraction, x)), y) for x, y in examples), (Fraction(0),) * 6)
    steps, final = game.steps(choice)
    zero = [Fraction(0)] * 2
    differences = [[a for r in (1, 2, 3) for a in (x if r == y else [-b for b in x] if r == p else zero)] for x, y, p in steps]
    if differences:
        from perceptron import Perceptron

        trace = run(Perceptron(), Examples(differences, [1] * len(differences)))
        assert (trace.M, trace.final) == (game.values(choice)["M"], final)


@pytest.mark.parametrize(("altered", "where"), rows(__file__.replace("falsify", "counterexample"), "own_games_malformed.txt"))
def test_a_malformed_file_of_an_own_game_is_refused_by_name(altered: str, where: str) -> None:
    with pytest.raises(InputError) as refusal:
        own_from_json(eval(altered, globals()))
    assert where in str(refusal.value) and "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("record", "altered", "reason"),
    [
        (HALVING, {"losses": [["1", "1"]]}, "hypothesis 'never wrong' does not hold"),
        (HALVING, {"losses": [["0", "2"]]}, "a loss of 2 is not from 0 to 1"),
        (HALVING, {"losses": [["0", "0"]], "values": {"lhs": "0", "rhs": "≈ 0.5000000000"}}, "the comparison holds"),
        (HALVING, {"values": {"lhs": "2", "rhs": "≈ 0.5000000000"}}, "the left side is 1"),
        (HALVING, {"conjecture": "M <= T/(N - 2)", "values": {"lhs": "1", "rhs": "1"}}, "the comparison is undefined"),
        (CLASSES, {"gamma": "7/5", "values": {"lhs": "1", "rhs": "25/49"}}, "the least lead is 6/5, gamma is 7/5"),
        (CLASSES, {"u": ["1", "-1"]}, "‖u‖² is 2"),
    ],
)
def test_a_tampered_run_in_an_own_game_is_invalid(record: dict[str, Any], altered: dict[str, Any], reason: str) -> None:
    assert judge_own(own_from_json(record)).valid
    verdict = judge_own(own_from_json(record | altered))
    assert not verdict.valid and reason in " ".join(verdict.reasons)


def test_check_judges_what_falsify_writes_of_an_own_game(tmp_path: Any) -> None:
    file = tmp_path / "run.json"
    assert pp("falsify", "M <= log(N)/(2*log(2))", "--learner", "halving", "--turns", "2", "--out", str(file)).exit_code == 1
    judged = pp("check", str(file))
    assert judged.exit_code == 0 and "valid: M ≤ ln(N)/(2·ln(2)) (learner halving) on 1 round" in judged.output
    refused(pp("export", file, "--format", "coq"), "not of a learner with a game of its own")


def test_a_dropped_hypothesis_of_an_own_game_makes_its_theorem_false() -> None:
    game = game_of("halving")
    search = OwnGameSearch(game, [parse_in("M <= log(N)/log(2)", game)], ("never wrong",), turns=2).run()
    assert search.found is not None and search.found.dropped == ("never wrong",)

"""A learner's code in, a bound out: learners of the literature as they stand, learners that lie, and code that was changed."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from benchmarks.falsifier.learners import LEARNERS, PassiveAggressive
from benchmarks.falsifier.learners.steps import FixedMargin, RateAndMargin, Relaxation
from perceptron import Perceptron
from perceptron.errors import InputError
from perceptron.learners.perceptron import Additive
from proofs.decide.bound import bound
from proofs.derive.tracing import Untraceable, hold, traced
from proofs.kernel import replay
from tests.amounts import sampled
from tests.cli.running import pp

HALF = Fraction(1, 2)


BOUNDS = [
    (Perceptron(), "updates", "separable", (), (), {"M ≤ R²/γ²"}),
    (Perceptron(ties=1), "mistakes", "agnostic", (), (), {"E ≤ R²/γ² + 2·TD/γ"}),
    (FixedMargin(), "updates", "separable", ("beta",), (), {"M ≤ (2·beta + R²)/γ²"}),
    (RateAndMargin(), "updates", "separable", ("eta", "beta"), (), {"M ≤ (η·R² + 2·beta)/(η·γ²)"}),
    (LEARNERS["cost-sensitive"], "updates", "separable", (), (), {"M ≤ 9·R²/(8·γ²)"}),
    (LEARNERS["biased"], "updates", "separable", (), (), {"M ≤ (R² + 1)/γ²"}),
    (LEARNERS["normalised"], "updates", "separable", (), (), {"M ≤ R²/γ²"}),
    (LEARNERS["margin-of-length"], "updates", "separable", (), (), {"M ≤ 2/γ²"}),
    (PassiveAggressive(), "mistakes", "separable", (), (), {"E ≤ R²/γ²"}),
    (Relaxation(), "mistakes", "separable", ("relax",), (("relax", Fraction(2)),), {"E ≤ R²/((2·relax − relax²)·γ²)"}),
]


@pytest.mark.parametrize(("learner", "counted", "setting", "symbolic", "below", "expected"), sampled(BOUNDS, 4))
def test_the_bound_of_a_learner_as_it_stands(
    learner: Any, counted: str, setting: str, symbolic: tuple[str, ...], below: Any, expected: set[str]
) -> None:
    answer = bound(learner, counted, setting, symbolic, below, budget=200, search=False)
    assert expected & {one.comparison.unicode() for one in answer.bounds}, str(answer)
    for one in answer.bounds:
        cited: dict[str, Any] = {}
        for proof in one.proof.cited:
            cited[proof.id] = replay(proof, cited)
        assert replay(one.proof.proof, cited).conclusion == one.proof.theorem.conclusion


# -- what cannot be traced, and what lies ------------------------------------------------------------------------------------------------


class OnMistakes(Additive):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0)


class CountsInItsClass(OnMistakes):
    asked = 0

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        CountsInItsClass.asked += 1
        return bool(inner <= 0 or CountsInItsClass.asked > 500)


SEEN: list[int] = []


class CountsInItsModule(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        SEEN.append(1)
        return super().step(w, x, y) if SEEN else w


class EverySeventh(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.k = 0
        return super().start(dimension)

    def step(self, w: Any, x: Any, y: int) -> Any:
        self.k += 1
        return w if self.k % 7 == 0 else super().step(w, x, y)


class LooksAtTheFirst(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        return super().step(w, x, y) if x[0] != 0 else w


class ComparesTheDimension(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.large = dimension
        return super().start(dimension)

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= (5 if self.large == 7 else 0))


class SwallowsTheRefusal(OnMistakes):
    """Its rule is another where a refusal is caught."""

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        try:
            return float(inner) <= 5
        except Exception:
            return bool(inner <= 0)


class UsesAsAKey(OnMistakes):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool({inner: inner}[inner] <= 0)


class ComparesALength(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        return w if len(w) == 7 else super().step(w, x, y)


class Floats(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        return tuple(a + 0.5 * y * b for a, b in zip(w, x, strict=True))


class Remembers(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.support: list[Any] = []
        return super().start(dimension)

    def step(self, w: Any, x: Any, y: int) -> Any:
        self.support = [*self.support, x]
        return super().step(w, self.support[0], y)


class StartsElsewhere(OnMistakes):
    def start(self, dimension: int) -> Any:
        return (Fraction(1),) * dimension


class ClipsCoordinates(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        return tuple(min(Fraction(1), a) for a in super().step(w, x, y))


class AllOfThem(OnMistakes):
    def wants_update(self, inner: Any, norm2: Any, y: int, x: Any = None) -> bool:
        return bool(inner <= 0)

    def step(self, w: Any, x: Any, y: int) -> Any:
        return super().step(w, x, y) if all(x) else w


@pytest.mark.parametrize(
    ("learner", "why"),
    [
        (CountsInItsClass(), "changes CountsInItsClass.asked"),
        (CountsInItsModule(), "the global SEEN"),
        (EverySeventh(), "a remainder"),
        (LooksAtTheFirst(), "which coordinates are 0 matters"),
        (ComparesTheDimension(), "self.large tells the dimension"),
        (SwallowsTheRefusal(), "a float is made here"),
        (UsesAsAKey(), "unhashable"),
        (ComparesALength(), "the number or the place of coordinates is compared"),
        (Floats(), "the float 0.5; write Fraction('0.5')"),
        (Remembers(), "self.support is kept from round to round"),
        (StartsElsewhere(), "must start at 0"),
        (ClipsCoordinates(), "a single coordinate is compared"),
        (AllOfThem(), "which coordinates are 0 matters"),
        (LEARNERS["second-order"], "the place of coordinates is compared"),
        (LEARNERS["arow"], "the place of coordinates is compared"),
        (LEARNERS["four-norm"], "the power 3 of a single coordinate"),
        (LEARNERS["quantised"], "rounding"),
        (LEARNERS["reflecting"], "initialises = True"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_what_cannot_be_traced_is_refused_by_name(learner: Any, why: str) -> None:
    with pytest.raises(InputError, match=re.escape(why)):
        traced(learner)


class LateInTheRun(OnMistakes):
    """From its thousandth update on it updates always."""

    def start(self, dimension: int) -> Any:
        self.k = 0
        return super().start(dimension)

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0 or self.k > 1000)

    def step(self, w: Any, x: Any, y: int) -> Any:
        self.k += 1
        return super().step(w, x, y)


def test_a_rule_that_changes_after_a_thousand_updates_is_in_the_table_and_has_no_bound() -> None:
    answer = bound(LateInTheRun(), "updates", budget=60, search=False)
    assert not answer.bounds and answer.tried
    assert len(answer.table.rows) == 3 and len(answer.held.unreached(answer.table)) == 1


# -- code that was changed --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("changed", ["coefficient", "guard", "sign"])
def test_a_table_of_other_code_is_refused(changed: str) -> None:
    """The table of one learner does not hold of another that differs in one place."""

    class Changed(RateAndMargin):
        def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
            return bool(inner < self.beta if changed == "guard" else inner <= self.beta)

        def step(self, w: Any, x: Any, y: int) -> Any:
            eta = {"coefficient": self.eta + Fraction(1, 1000), "sign": self.eta if y > 0 else -self.eta}.get(changed, self.eta)
            return tuple(a + y * eta * b for a, b in zip(w, x, strict=True))

    table = traced(RateAndMargin())
    assert hold(table, RateAndMargin()).total >= 1000
    with pytest.raises(Untraceable, match="its table"):
        hold(table, Changed())


def test_the_command(tmp_path: Any) -> None:
    file = tmp_path / "learners.py"
    file.write_text(
        "from fractions import Fraction\nfrom perceptron.learners.perceptron import Additive\n"
        "class L(Additive):\n    def wants_update(self, inner, norm2, y):\n        return inner <= Fraction(1, 2)\n"
        "good = L()\n"
        "class B(L):\n    def step(self, w, x, y):\n        return tuple(round(a) for a in w)\n"
        "bad = B()\n",
        encoding="utf-8",
    )
    out = tmp_path / "proof.json"
    result = pp("bound", f"{file}:good", "--count", "updates", "--budget", "30", "--out", out)
    assert result.exit_code == 0, result.output
    assert re.search(r"nearest run: \d", result.output)
    assert "M ≤ (R² + 1)/γ² where ‖x‖ ≤ R: proved" in result.output and "learners.py:5" in result.output
    replayed = pp("replay", out)
    assert replayed.exit_code == 0, replayed.output
    refused = pp("bound", f"{file}:bad")
    assert refused.exit_code == 2 and "learners.py:9: rounding" in refused.output

"""Learners as students and researchers write them: which are traced, that a table is of its code, and what the others are told."""

from __future__ import annotations

import re
from types import ModuleType

import pytest

from perceptron import Learner
from proofs.decide.bound import bound
from proofs.derive.tracing.held import hold
from proofs.derive.tracing.trace import trace
from proofs.derive.tracing.universe import Untraceable
from tests.amounts import sampled
from tests.decide.data import further_students, hidden_state, more_students, students


def learners_of(module: ModuleType) -> dict[str, type[Learner]]:
    """The learners that a module defines, by name."""
    kinds = {name: kind for name, kind in vars(module).items() if isinstance(kind, type) and kind.__module__ == module.__name__}
    return {name: kind for name, kind in kinds.items() if issubclass(kind, Learner)}


REFUSED = {  # what is said of a learner that is not traced, by its module
    students: {
        "OuterMatrix": "np.outer",
        "DiagonalAdaGrad": "a product of coordinates",
        "FirstCoordinateBias": "a coordinate of a vector",
        "Confidence": "wants_update of the learner gives a number",
        "MathSqrtOfNorm": "write the number itself, and sqrt",
        "Positions": "a loop over coordinates",
        "Rounded": "a number of the run is rounded",
    },
    further_students: {
        "EnumLoss": "EnumLoss.loss holds a LossEnum; keep numbers",
        "BoolState": "self.c changes in a round, and start does not set it; write self.c",
        "Sigmoid": "a float is made of a number of the run; write the number itself",
        "FStringCounter": "and sqrt(a) for a root",
        "FloatArray": "a float is made of a vector; write the vector itself, and no dtype",
        "SumNorm": "a norm by coordinates; write x.norm",
    },
    more_students: {
        "LinalgDot": "np.tensordot, axes=1 of a vector or a number of the run; write w @ x",
        "Tanh": "np.tanh of a vector or a number of the run; write +",
        "WithStats": "self.stats holds a Stats; keep numbers",
        "Cycle": "self.rates holds a cycle; keep numbers",
        "PartialRule": "its code uses functools.partial; write a method",
    },
}
GROWS = "Voted"  # it keeps all vectors that it had; that is refused without a line, since no line of it is at fault
KINDS = {module: learners_of(module) for module in REFUSED}
TRACED = [kind for module, refused in REFUSED.items() for name, kind in KINDS[module].items() if name not in (*refused, GROWS)]
HIDDEN = list(learners_of(hidden_state).values())


def test_most_learners_are_traced() -> None:
    """One that is traced has a row for an update and one for none, or updates always."""
    assert [len(kinds) for kinds in KINDS.values()] == [60, 30, 28] and len(TRACED) == 118 - 18 - 1
    assert all(any(row.updates for row in trace(kind()).rows) for kind in TRACED)


@pytest.mark.parametrize(("module", "name"), [(module, name) for module, refused in REFUSED.items() for name in refused])
def test_a_learner_that_is_refused_is_told_line_and_rewrite(module: ModuleType, name: str) -> None:
    """A message without a line sends the reader through the whole file."""
    with pytest.raises(Untraceable, match=re.escape(REFUSED[module][name])) as refusal:
        trace(KINDS[module][name]())
    place = "EnumLoss" if name == "EnumLoss" else rf"{module.__name__.rpartition('.')[2]}\.py:\d+"  # a class's own attribute has no line
    assert re.match(f"{place}: .*; (write|end|keep) ", str(refusal.value)), str(refusal.value)


def test_a_text_of_the_state_does_not_spoil_the_bound() -> None:
    """Texts were numbers of ten digits, and no linear programme in floats had a solution."""
    assert [one.comparison.text for one in bound(more_students.PhaseMachine(), "updates", budget=8, search=False).bounds]


@pytest.mark.parametrize("kind", HIDDEN, ids=lambda kind: kind.__name__)
def test_a_learner_with_a_hidden_state_has_no_table(kind: type[Learner]) -> None:
    """A bound would be proved of a table that another code has."""
    with pytest.raises(Untraceable):
        hold(trace(kind()), kind())


@pytest.mark.parametrize("kind", sampled(TRACED, 9), ids=lambda kind: kind.__name__)
def test_the_table_of_a_learner_is_of_its_code(kind: type[Learner]) -> None:
    assert hold(trace(kind()), kind()).total >= 1_000


def test_a_rule_that_predicts_1_at_a_score_of_0_is_told_to_say_so() -> None:
    """Its mistakes at 0 are not its own, so a run of them shows nothing."""
    answer = bound(students.CourseScript(), budget=8, search=False)
    assert [one.comparison.text for one in answer.bounds] == ["M <= R**2/gamma**2"] and not answer.endless
    assert "write ties = 1 in its class" in str(answer)


class PredictsByASum(Learner):
    """Predicts with the sum of all weights so far, which no update depends on."""

    def start(self, zero):  # type: ignore[no-untyped-def]
        self.s = zero
        return zero

    def score(self, w, x):  # type: ignore[no-untyped-def]
        return (self.s + w) @ x

    def wants_update(self, w, x, y):  # type: ignore[no-untyped-def]
        self.s = self.s + w
        return y * (w @ x) <= 0


def test_a_state_that_only_the_score_has_is_part_of_the_state() -> None:
    """A run in which the weights stay and the sum grows was said to go on without end."""
    assert trace(PredictsByASum()).state == ["s"]
    assert not bound(PredictsByASum(), "mistakes", budget=3, search=False).endless
    assert [one.comparison.text for one in bound(PredictsByASum(), "updates", budget=5, search=False).bounds] == ["M <= R**2/gamma**2"]


class ReadsItsHistory(Learner):
    def start(self, zero):  # type: ignore[no-untyped-def]
        self.seen = []
        return zero

    def step(self, w, x, y):  # type: ignore[no-untyped-def]
        self.seen.append(x)
        return w + self.seen[0] if len(self.seen) > 100 else w + y * x


class ComparesItsHistory(Learner):
    def start(self, zero):  # type: ignore[no-untyped-def]
        self.seen = []
        return zero

    def step(self, w, x, y):  # type: ignore[no-untyped-def]
        worse = self.seen == [1] * 40
        self.seen.append(1)
        return w - 1000 * y * x if worse else w + y * x


@pytest.mark.parametrize("learner", [students.Voted, ReadsItsHistory, ComparesItsHistory])
def test_a_list_that_grows_without_end_is_refused(learner: type[Learner]) -> None:
    """A stand-in for such a list cannot see each way to look at it: a comparison with another list had a false bound proved."""
    with pytest.raises(Untraceable, match=r"self\.\w+ grows without end; keep a fixed number"):
        trace(learner())

"""The results of an audit: the run, whether the data are separable, and the bounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, log10
from typing import TYPE_CHECKING, Any

from perceptron.analysis.separability import Separability
from perceptron.data.read import Dataset
from perceptron.kernels import Kernel
from perceptron.numbers.exact import MAX_CHARACTERS
from perceptron.runs.passes import Passes

if TYPE_CHECKING:
    from perceptron.estimators.kernel_passes import KernelRun

LONGEST_WEIGHT = MAX_CHARACTERS - 4  # digits; a number has a sign, a stroke and its rounding beside


@dataclass(frozen=True)
class Bound:
    """One bound at one comparator. `value` is a decimal that is never below the exact one; `certified`: M is at most the exact value, and
    the theorem's conditions on u and γ hold, both checked in exact arithmetic; `vacuous`: it says no more than M ≤ rounds; `trivial`: its
    comparator is one of those that bound M by M (`Point.trivial`); `asks_for_margin`: γ is a margin on every round, and no number ρ that
    hinge losses are measured at; `hinge` is the loss over the updates, `everywhere` that over all rounds."""

    id: str
    asks_for_margin: bool
    gamma: Fraction
    value: str
    certified: bool
    vacuous: bool
    trivial: bool
    u: tuple[Fraction, ...]
    margin: Fraction
    hinge: Fraction
    everywhere: Fraction

    @property
    def says_something(self) -> bool:
        """Whether it is neither vacuous nor trivial."""
        return not self.vacuous and not self.trivial

    def to_json(self) -> dict[str, Any]:
        number, value = ("gamma", {"margin": str(self.margin)}) if self.asks_for_margin else ("rho", {"hinge": str(self.hinge)})
        head = {"id": self.id, number: str(self.gamma), "value": self.value, "certified": self.certified, "vacuous": self.vacuous}
        head["trivial"] = self.trivial
        return head | {"u": [str(a) for a in self.u]} | value | {"hinge_all_rounds": str(self.everywhere)}


@dataclass
class HasBounds:
    """A run and its bounds, the least first.  `why`: what makes the best one the best.  `notes`: what could not be had, and why."""

    run: Any
    bounds: list[Bound] = field(default_factory=list, kw_only=True)
    why: str = field(default="", kw_only=True)
    notes: list[str] = field(default_factory=list, kw_only=True)

    @property
    def rounds(self) -> int:
        """Rounds over all passes."""
        return int(self.run.T)

    @property
    def best(self) -> Bound | None:
        """The least bound that is neither vacuous nor trivial."""
        return next((bound for bound in self.bounds if bound.says_something), None)

    def record_of(self, data: Dataset) -> dict[str, Any]:
        """The JSON record of these mistakes."""
        best = None if self.best is None else self.best.id
        return {"best": best, "why": self.why, "bounds": [b.to_json() for b in self.bounds], "notes": [*data.notes, *self.notes]}


def ran(data: Dataset, learner: dict[str, Any], run: Passes | KernelRun, dimension: int) -> dict[str, Any]:
    """The JSON record of a run over all passes."""
    head = {"data": data.name, "classes": data.classes, "learner": learner, "rounds": run.T, "passes": run.passes, "halted": run.halted}
    return {**head, "dimension": dimension, "updates": run.M}


@dataclass
class Audit(HasBounds):
    """The audit of a run over vectors.  `refused`: the requested γ exceeds the margin.  `read`: the raw data; `data` may contain kernel
    features instead."""

    run: Passes
    data: Dataset
    separable: Separability
    refused: bool = False
    kernel: Kernel[Any] | None = None
    read: Dataset | None = None

    @property
    def raw_dataset(self) -> Dataset:
        """The data as it was read."""
        return self.read or self.data

    def spec(self) -> dict[str, Any]:
        """The learner as JSON data."""
        learner: dict[str, Any] = self.run.learner.spec()  # type: ignore[attr-defined]
        return learner if self.kernel is None else {"name": "kernel", "kernel": self.kernel.spec(), "ties": learner["ties"]}

    @property
    def longest_weight(self) -> int:
        """The digits, about, of the longest number in the certificate that the examples are not separable; 0 if there is none."""
        weights = (self.separable.farkas or {}).values()
        return max((ceil(log10(2) * (a.numerator.bit_length() + a.denominator.bit_length())) for a in weights), default=0)

    @property
    def has_long_weights(self) -> bool:
        """Whether that certificate has longer numbers than a file can hold."""
        return self.longest_weight > LONGEST_WEIGHT

    def certificate(self) -> dict[str, Any] | None:
        """The certificate of separability or of its opposite, as JSON data; None if `has_long_weights`."""
        s = self.separable
        if self.has_long_weights:
            return None
        if s.farkas is not None:
            return {"farkas": {str(t): str(weight) for t, weight in s.farkas.items()}}
        return None if s.u is None else {"u": [str(a) for a in s.u]}

    def to_json(self) -> dict[str, Any]:
        """The record that `audit --json` writes."""
        return {
            **ran(self.data, self.spec(), self.run, self.raw_dataset.examples.dimension),
            "engine": self.run.engine,
            "separable": self.separable.separable,
            "certificate": self.certificate(),
            **self.record_of(self.data),
        }

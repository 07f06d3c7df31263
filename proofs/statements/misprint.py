"""A misprint with its exact witness: what a source prints, as a formula, beside an instance in which that formula is false.

A theorem as printed and false has `refuted` on its own page.  This is for the sentences around it: a step of a printed proof, a remark, a
definition, a hypothesis that is used and not said.  The instance is a file that `perceptron-proofs check` judges, as it does those that
show what a hypothesis is for: every fact is evaluated, and the claim has to be false.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from perceptron.errors import InputError
from proofs.kernel import Formula
from proofs.statements.instance import Instance
from proofs.statements.provable import PRINTED
from proofs.statements.statement import Fact, Source


@dataclass(frozen=True)
class Misprint:
    """`of`: the theorem on whose page it stands; `source`: where, with what is printed as its remark; `instead`: what is true.

    `facts` say what the names of `claim`, the printed form, mean; they hold in `instance` and the claim does not."""

    id: str
    of: str
    source: Source
    instead: str
    facts: tuple[Fact, ...]
    claim: Formula
    instance: Callable[[], Instance]
    hypotheses: tuple[str, ...] = ()  # nothing to drop: it is false with all its facts

    @property
    def title(self) -> str:
        return f"{self.source}: ‘{self.source.remark}’"

    def without(self, what: str) -> Misprint:
        """The printed form, which is all that a file about a misprint may break.  Raises InputError for another name."""
        if what != PRINTED:
            raise InputError(f"{self.id} is a misprint: a file about it is {PRINTED!r}, not without {what!r}")
        return self

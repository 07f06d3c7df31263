"""What a referee says: a verdict for every step, and what it noticed beside them.

Kept apart from any solver, so that a report can be printed where none is installed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

OK, REFUTED, UNKNOWN, STRUCTURAL = "ok", "refuted", "unknown", "structural"


@dataclass(frozen=True, slots=True)
class StepVerdict:
    """One step: `ok` (its negation has no model beside its premises), `refuted` (it has), `unknown` (undecided in the time
    allowed), or `structural` (it moves assumptions and names, which is the kernel's business alone).

    `idle`: premises without which the step still holds.  `vacuous`: its premises contradict each other (None: not asked or
    not decided), which is proper inside an indirect proof and a fault elsewhere.  `seconds` is the time spent; `remark` says
    how it was judged.
    """

    name: str
    rule: str
    verdict: str
    idle: tuple[str, ...] = ()
    vacuous: bool | None = None
    seconds: float = 0.0
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A referee on one proof.

    `satisfiable`: the hypotheses have a common model (None: none found, which refutes nothing).  `redundant`: hypotheses that
    are idle wherever they are cited; each can go, though perhaps not all at once.
    """

    id: str
    referee: str
    steps: tuple[StepVerdict, ...]
    satisfiable: bool | None
    seconds: float
    redundant: tuple[str, ...] = ()

    def named(self, verdict: str) -> tuple[str, ...]:
        """The names of the steps with that verdict."""
        return tuple(s.name for s in self.steps if s.verdict == verdict)

    @property
    def counts(self) -> dict[str, int]:
        """How many steps have each verdict."""
        return dict(Counter(s.verdict for s in self.steps))

    @property
    def verdict(self) -> str:
        """`refuted` if a step is, or if the hypotheses have no model; else `unknown` if a step is; else `ok`."""
        if self.named(REFUTED) or self.satisfiable is False:
            return REFUTED
        return UNKNOWN if self.named(UNKNOWN) else OK

    @property
    def ok(self) -> bool:
        """Every step that can be judged was, and none was refuted."""
        return self.verdict == OK

    @property
    def vacuous(self) -> tuple[str, ...]:
        """Steps whose premises contradict each other."""
        return tuple(s.name for s in self.steps if s.vacuous)

    @property
    def idle(self) -> dict[str, tuple[str, ...]]:
        """For each step with any, the premises that it does not need."""
        return {s.name: s.idle for s in self.steps if s.idle}

    def summary(self) -> str:
        """One line: `novikoff: ok; 12 steps ok, 9 structural; 0.08 s`."""
        counted = ", ".join(f"{n} {verdict}" for verdict, n in sorted(self.counts.items()))
        return f"{self.id}: {self.verdict}; steps: {counted}; {self.seconds:.2f} s"

"""Report of a search: its trials, the nearest run and the counterexample. A survival is never a proof."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from proofs.conjecture import Comparison
from proofs.conjecture.game import Ending
from proofs.counterexample import Counterexample, Verdict

STAGE = 0.6  # of the time for shrinking, at most, for playing in another way; the rest is for the run itself


@dataclass
class Tally:
    """One strategy's work."""

    runs: int = 0
    rounds: int = 0
    best: float = 0.0
    turns: int = 0  # that its share of the search came to


@dataclass
class Report:
    """The trials of a search. `best`: the run that came nearest to breaking the conjecture, and `ratio` how near (1 is equality)."""

    comparison: Comparison
    game: Any
    seed: int
    budget: float
    turns: int | None = None  # after which the search ends
    strategies: dict[str, Tally] = field(default_factory=dict)
    longest: int = 0
    undecided: int = 0
    undefined: int = 0
    seconds: float = 0.0
    ratio: float = 0.0
    best: Counterexample | None = None
    nearest_by: str = ""  # the strategy that found it
    sides: tuple[str, str] = ("", "")
    notes: list[str] = field(default_factory=list)  # what went wrong on the way and does not touch the result
    judged: int = 0  # runs whose outcomes were compared
    once: int = 0  # of these, how many ended as no other did
    stale: float = 0.0  # seconds since the nearest run was found
    proof: str = ""  # what proved the conjecture, and so ended the search
    settled: Ending = Ending.PROVED  # how, if there is such a proof
    where: tuple[str, ...] = ()  # the conditions under which the claim that it proves has a value
    met: bool = False  # whether some run that was tried meets the conditions of the claim and gives it a value

    @property
    def runs(self) -> int:
        """Runs judged, over all strategies."""
        return sum(tally.runs for tally in self.strategies.values())

    @property
    def rounds(self) -> int:
        """Rounds played, over all strategies."""
        return sum(tally.rounds for tally in self.strategies.values())

    @property
    def residual(self) -> float | None:
        """About the chance that one more run shows an outcome that was not seen, by Good and Turing: the share of the runs that ended as no
        other did. An outcome is the updates, and how near they come to three digits. None if nothing was judged."""
        return self.once / self.judged if self.judged else None

    def to_json(self) -> dict[str, Any]:
        """The report as JSON data; `witness` is in the format of counterexample files, although it breaks nothing."""
        return {
            "conjecture": self.comparison.text,
            "runs": self.runs,
            "rounds": self.rounds,
            "longest": self.longest,
            "undecided": self.undecided,
            "undefined": self.undefined,
            "seed": self.seed,
            "budget": self.budget,
            "turns": self.turns,
            "seconds": round(self.seconds, 3),
            "ratio": self.ratio,
            "nearest_by": self.nearest_by,
            "outcomes": {"runs": self.judged, "once": self.once},
            "stale": round(self.stale, 3),
            "proof": self.proof,
            "settled": self.settled.word if self.proof else "",
            "where": list(self.where),
            "met": self.met,
            "strategies": {
                name: {"runs": tally.runs, "rounds": tally.rounds, "ratio": tally.best, "turns": tally.turns}
                for name, tally in self.strategies.items()
            },
            "notes": self.notes,
            "witness": None if self.best is None else self.best.to_json(),
        }

    def lines(self) -> list[str]:
        """The report as plain lines."""
        listed = ", ".join(f"{name} {tally.runs:,} runs" for name, tally in self.strategies.items() if tally.runs)
        lines = [
            f"tried {self.runs:,} runs, {self.rounds:,} rounds, the longest {self.longest:,}, in {self.seconds:.1f} s "
            f"(seed {self.seed}, {f'budget {self.budget:g} s' if self.turns is None else f'{self.turns:,} turns'})",
            f"strategies: {listed or 'none'}",
        ]
        if self.best is not None:
            lines.append(
                f"nearest: ratio {self.ratio:.6f} at {self.sides[0]} against {self.sides[1]} ({self.best.size}, γ = {self.best.gamma}), "
                f"by {self.nearest_by}"
            )
        if self.residual is not None and self.judged > 20:
            lines.append(f"no nearer for {self.stale:.1f} s; about {self.residual:.1%} of further runs would be of a new kind")
        if self.undecided:
            lines.append(f"undecided at the highest precision, and so not counted as broken: {self.undecided:,} runs")
        if self.undefined:
            lines.append(f"not defined, and so not counted as broken: {self.undefined:,} runs near the bound")
        if self.proof:
            lines.insert(0, f"proof: {self.proof}")
        return lines + self.notes


@dataclass(frozen=True)
class Found:
    """A counterexample, shrunk and judged valid."""

    counterexample: Counterexample
    verdict: Verdict
    report: Report
    first_seconds: float  # until the first one, before shrinking
    first_size: tuple[int, int] = (0, 0)  # its rounds and dimension
    original: Counterexample | None = None  # the first one itself, as it was before it was shrunk

    found = True
    ending = Ending.REFUTED

    @property
    def had_time(self) -> bool:
        """Whether no stage of shrinking was cut short for want of time."""
        return self.report.seconds - self.first_seconds < STAGE * (self.report.budget - self.first_seconds)

    def __str__(self) -> str:
        c = self.counterexample
        head = f"{c.comparison.unicode()} is false: {c.lhs} {c.comparison.op} {c.rhs} fails{_decimals(c.lhs, c.rhs)}"
        size = f"{c.size}, γ = {c.gamma}, M = {c.M}"
        first = f"found after {self.first_seconds:.2f} s, with T = {self.first_size[0]:,}, d = {self.first_size[1]}"
        first += "" if self.original is None else f", γ = {self.original.gamma}, M = {self.original.M}"
        first += ", then reduced"
        return "\n".join([head, size, first, *self.report.lines()])

    __repr__ = __str__  # what a reader wants to see where nothing richer can be shown

    def _repr_html_(self) -> str:
        return f"<p>False, by an exact run:</p>{self.counterexample._repr_html_()}{_list(self.report)}"

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.counterexample.comparison.latex()}$ is false"


ENDED = {
    Ending.PROVED: "is proved, and so not searched further",
    Ending.EXHAUSTED: "is proved by exhaustion: no run breaks it",
    Ending.SURVIVED: "survived this search",
    Ending.VACUOUS: "says nothing, as is proved",
    Ending.UNTRIED: "was not tried: the budget ended before the first run",
}


@dataclass(frozen=True)
class Survived:
    """No counterexample within the budget, with a report of the search and no further claim; or, where the report has a proof, that there
    is none."""

    report: Report

    found = False

    @property
    def ending(self) -> Ending:
        """The ending that the proof gives; else survived, or not tried."""
        report = self.report
        if report.proof:
            return report.settled
        return Ending.SURVIVED if report.met else Ending.UNTRIED

    @property
    def ended(self) -> str:
        """How the search ended."""
        if self.ending is Ending.UNTRIED and self.report.runs:
            condition = "met the condition" if self.report.comparison.conditions else "gives it a value"
            return f"was not tried: none of the {self.report.runs:,} runs tried {condition}"
        where = f" where {' and '.join(self.report.where)}" if self.report.where else ""
        return ENDED[self.ending].replace("is proved", f"is proved{where}", 1)

    def __str__(self) -> str:
        return "\n".join([f"{self.report.comparison.unicode()} {self.ended}", *self.report.lines()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        caution = ", which is no proof." if self.ending is Ending.SURVIVED else "."
        head = f"<p><b>{html.escape(self.report.comparison.unicode())}</b> {html.escape(self.ended)}{caution}</p>"
        return head + _list(self.report)

    def _repr_latex_(self) -> str:
        words = {Ending.PROVED: "is proved", Ending.VACUOUS: "says nothing", Ending.EXHAUSTED: "is proved by exhaustion"}
        how = words.get(self.ending, f"survived {self.report.runs} runs" if self.report.runs else "was not tried")
        return rf"$\displaystyle {self.report.comparison.latex()}$ {how}"


def _decimals(left: str, right: str) -> str:
    """Both sides as decimals, where a fraction is too long to be seen through."""
    if max(len(left), len(right)) <= 8 or left.startswith("≈") or right.startswith("≈"):
        return ""
    return f" ({float(Fraction(left)):.10g} against {float(Fraction(right)):.10g})" if "/" in left + right else ""


def _list(report: Report) -> str:
    return f"<ul>{''.join(f'<li>{html.escape(line)}</li>' for line in report.lines())}</ul>"


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search: `report` has everything so far, `found` the counterexample if there was one already."""

    def __init__(self, report: Report, found: Found | None = None) -> None:
        super().__init__("interrupted")
        self.report, self.found = report, found

"""The status of a campaign: a record for each conjecture, as a table, as JSON for programs, and as HTML in a notebook.

The JSON ("perceptron-proofs/campaign-1") has `store`, `running` (whether a process works on it now), `seed`, `created`, `program`, `state`
("open" or "done"), and `conjectures`, a list of records:

    name, conjecture, theorem                  the theorem's id, or null
    rules                                      of the game
    expected, as_expected                      "survives", "falls" or null; true, false, or null while it is open
    state                                      "open", "survived", "broken" or "failed"
    slices, slices_done                        units of work
    seconds, seconds_left, seconds_planned     of work: done, left, in all
    runs, rounds, longest                      what was tried
    undecided, undefined                       runs that were not decided, and those where a side is not defined
    ratio                                      the largest; 1 is equality
    stale                                      seconds of work since that was reached
    residual                                   about the chance that one more run shows what was not seen (Good and Turing), or null
    found                                      M, T, d, gamma, lhs, rhs, seed and seconds of the counterexample, T_first and d_first before
                                               it was shrunk; or null
    note                                       why a slice failed, how a conjecture was proved, or null

Of a property, `rules` has `property`, `without` (a hypothesis, or "") and `shape` (the only one that counts, or null). Its `runs` are the
instances that keep all hypotheses, `rounds` all that were drawn, and `longest` is the largest horizon. In place of M, T, gamma, lhs and rhs
`found` has where (the values) and horizon, and in place of T_first horizon_first.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from proofs.campaign import findings
from proofs.campaign.entries import as_html, as_unicode, counted, trials
from proofs.campaign.store import Row, Store, is_locked

FORMAT = "perceptron-proofs/campaign-1"


@dataclass(frozen=True)
class Standing:
    """The status of one conjecture. The fields are those of the JSON."""

    name: str
    conjecture: str
    theorem: str | None
    rules: dict[str, Any]
    expected: str | None
    state: str
    as_expected: bool | None
    slices: int
    slices_done: int
    seconds: float
    seconds_left: float
    seconds_planned: float
    runs: int
    rounds: int
    longest: int
    undecided: int
    undefined: int
    ratio: float | None
    stale: float
    residual: float | None
    found: dict[str, Any] | None
    note: str | None

    @property
    def outcome(self) -> str:
        """The outcome in a few words."""
        if self.found is not None:
            return f"broken: {findings.words(self.found)}"
        if self.state == "failed":
            return f"failed: {self.note}"
        if self.state == "survived" and self.note is not None:
            return self.note
        if self.state == "open":
            return f"{self.slices_done} of {self.slices} slices survived{self.outlook}" if self.slices_done else "waiting"
        return f"survived{self.outlook}"

    @property
    def outlook(self) -> str:
        """Whether it pays to go on, in a few words."""
        if self.residual is None:
            return ""
        return f" (no nearer for {self.stale:.0f} s, {self.residual:.1%} of {trials(self.rules)} would be new)"

    @property
    def best(self) -> str:
        """The largest ratio as text."""
        return "–" if self.ratio is None else f"{self.ratio:.6f}"


@dataclass(frozen=True)
class Status:
    """The status of a campaign. The fields are those of the JSON."""

    store: str
    running: bool
    seed: int
    created: str
    program: str
    conjectures: tuple[Standing, ...]

    @property
    def done(self) -> bool:
        """Whether every conjecture has survived or is broken."""
        return all(c.state in ("survived", "broken") for c in self.conjectures)

    @property
    def holds(self) -> bool:
        """Whether every outcome is as expected and nothing failed. A conjecture without an expectation is expected to survive."""
        return not any(c.as_expected is False or c.state == "failed" for c in self.conjectures)

    def summary(self) -> str:
        """The campaign in one line."""
        states = [c.state for c in self.conjectures]
        counts = [f"{states.count(state)} {state}" for state in ("broken", "survived", "open", "failed") if state in states]
        against = [c.name for c in self.conjectures if c.expected and c.as_expected is False]
        tried = " and ".join(sorted({trials(c.rules) for c in self.conjectures}, reverse=True))
        runs, seconds = sum(c.runs for c in self.conjectures), sum(c.seconds for c in self.conjectures)
        counted = f"{len(states)} conjecture{'s' * (len(states) != 1)}: {', '.join(counts)}; {runs:,} {tried} in {seconds:,.1f} s of work"
        return counted + (f"; not as expected: {', '.join(against)}" if against else "")

    def lines(self) -> list[str]:
        """A line for each conjecture, and the summary."""
        return [
            f"{c.name}: {as_unicode(c.conjecture, c.rules)}: {c.outcome}; {counted(c.runs, c.rules)}; best ratio {c.best}"
            for c in self.conjectures
        ] + [self.summary()]

    def to_json(self) -> dict[str, Any]:
        """The record described above."""
        head = {"format": FORMAT, "store": self.store, "running": self.running, "seed": self.seed, "created": self.created}
        state = {"program": self.program, "state": "done" if self.done else "open"}
        return head | state | {"conjectures": [asdict(c) for c in self.conjectures]}

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><td>{html.escape(c.name)}</td><td>{as_html(c.conjecture, c.rules)}</td><td>{html.escape(c.outcome)}</td>"
            f"<td style='text-align:right'>{c.runs:,}</td><td>{c.best}</td></tr>"
            for c in self.conjectures
        )
        head = "".join(f"<th>{title}</th>" for title in ("name", "conjecture", "outcome", "runs", "best ratio"))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{cells}</tbody></table><p>{html.escape(self.summary())}</p>"


def status(store: Store) -> Status:
    """The status of an open store."""
    record = store.campaign()
    units: dict[int, list[Row]] = {}
    for unit in store.units():
        units.setdefault(unit["conjecture"], []).append(unit)
    found = {row["conjecture"]: row for row in store.witnesses() if row["kind"] == "counterexample"}
    standings = [_standing(row, units.get(row["id"], []), found.get(row["id"])) for row in store.conjectures()]
    head = (str(store.path), is_locked(store.path), record["seed"], record["created"], record["program"])
    return Status(*head, tuple(standings))


def _standing(row: Row, units: list[Row], witness: Row | None) -> Standing:
    states = [unit["state"] for unit in units]
    state = "broken" if witness else "open" if "open" in states else "failed" if "failed" in states else "survived"
    expected = "broken" if row["expected"] == "falls" else "survived"
    done = [unit for unit in units if unit["state"] in ("survived", "broken")]
    open_ = [unit for unit in units if unit["state"] in ("open", "failed")]
    ratios = [unit["ratio"] for unit in done if unit["ratio"] is not None]
    return Standing(
        name=row["name"],
        conjecture=row["text"],
        theorem=row["theorem"],
        rules=json.loads(row["game"]),
        expected=row["expected"],
        state=state,
        as_expected=state == expected if state in ("broken", "survived") else None,
        slices=len(units),
        slices_done=len(done),
        seconds=round(_total(done, "seconds"), 3),
        seconds_left=round(_total(open_, "budget"), 3),
        seconds_planned=round(_total(units, "budget"), 3),
        runs=_total(done, "runs"),
        rounds=_total(done, "rounds"),
        longest=max((unit["longest"] for unit in done), default=0),
        undecided=_total(done, "undecided"),
        undefined=_total(done, "undefined"),
        ratio=max(ratios, default=None),
        stale=round(_stale(done), 3),
        residual=_residual(done),
        found=None if witness is None else _found(witness, next(unit for unit in units if unit["id"] == witness["unit"])),
        note=next((unit["note"] for unit in units if unit["state"] in ("failed", "survived") and unit["note"]), None),
    )


def _found(witness: Row, unit: Row) -> dict[str, Any]:
    tallies = json.loads(unit["tallies"])
    sizes: dict[str, Any] = dict(zip(("T_first", "d_first"), tallies.get("first", ()), strict=False))  # as version 1 had them
    sizes |= tallies.get("sizes", {})
    return findings.figures(json.loads(witness["file"])) | sizes | {"seed": unit["seed"], "seconds": round(witness["first"], 3)}


def _stale(done: list[Row]) -> float:
    """Seconds of work since the largest ratio was reached: in the slice that did, and in those after it."""
    reached = max(done, key=lambda unit: -1.0 if unit["ratio"] is None else unit["ratio"], default=None)
    if reached is None:
        return 0.0
    later: float = sum(unit["seconds"] for unit in done if unit["slice"] > reached["slice"])
    return later + float(json.loads(reached["tallies"]).get("stale", 0.0))


def _residual(done: list[Row]) -> float | None:
    outcomes = [json.loads(unit["tallies"]).get("outcomes", {}) for unit in done]
    runs = sum(one.get("runs", 0) for one in outcomes)
    return sum(one.get("once", 0) for one in outcomes) / runs if runs else None


def _total(units: Iterable[Row], column: str) -> Any:
    return sum(unit[column] for unit in units)

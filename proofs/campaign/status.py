"""The status of a campaign: a record for each conjecture, as a table, as JSON for programs, and as HTML in a notebook.

The JSON ("perceptron-proofs/campaign-1") has `store`, `running` (whether a process works on it now), `seed`, `created`, `program`, `state`
("open" or "done"), and `conjectures`, a list of records:

    name, conjecture, theorem                  the theorem's id, or null
    rules                                      of the game
    expected, as_expected                      "survives", "falls" or null; true, false, or null while it is open
    state                                      "open", "survived", "broken", "failed" or "not tried" (no run was made within the budget);
                                               of a proof the word of `Ending`: "proved", "proved by exhaustion" or "vacuous"
    slices, slices_done                        units of work
    seconds, seconds_left, seconds_planned     of work: done, left, in all
    runs, rounds, longest the runs tried
    undecided, undefined                       runs that were not decided, and those where a side is not defined
    ratio                                      the largest; 1 is equality
    stale                                      seconds of work since that was reached
    residual                                   about the chance that one more run shows something new (Good and Turing), or null
    found                                      M, T, d, gamma, lhs, rhs, seed and seconds of the counterexample, T_first and d_first before
                                               it was shrunk; or null
    note                                       why a slice failed, how a conjecture was proved, or null

Of a property, `rules` has `property`, `without` (a hypothesis, or "") and `shape` (the only one that counts, or null). Its `runs` are the
instances that keep all hypotheses, `rounds` all that were drawn, and `longest` is the largest horizon. In place of M, T, gamma, lhs and rhs
`found` has where (the values) and horizon, and in place of T_first horizon_first.

While a campaign runs, its progress is shown by nothing, a line for each event, a table that is redrawn, or JSON lines for a program.

A JSON line is an event the moment it happens, or a pulse in between:

    {"event": "breaks", "time": "2026-11-22T10:00:00.123+00:00", "name": "half", "slice": 0, "seconds": 0.01, "rounds": 1, "dimension": 1}
    {"event": "broken", …, "M": 1, "lhs": "1", "rhs": "1/2", "T": 1, "d": 1}
    {"event": "survived", "proved" (or as above) or "not tried", …, "runs": 812, "ratio": 0.98}
    {"event": "shrunk" or "trouble", …}
    {"event": "pulse", …, "running": ["hinge"], "broken": 1, "survived": 3, "open": 2, "failed": 0, "runs": 91234, "seconds": 312.5}

"breaks" is a run that is not judged yet, "broken" one that is judged and recorded."""

from __future__ import annotations

import html
import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TextIO

from proofs.campaign import entries, findings
from proofs.campaign.rules import as_html, as_unicode, count, trials
from proofs.campaign.store import Store, is_locked
from proofs.campaign.units import PROOFS, UNMET, UNTRIED, Result, Unit
from proofs.system.escaping import visible

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


FORMAT = "perceptron-proofs/campaign-1"
STATES = ("broken", *PROOFS, "survived", "open", "failed", "not tried")


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
        if self.state == "not tried":
            return self.note or UNTRIED
        if self.state == "failed":
            return f"failed: {self.note}"
        if self.state in PROOFS and self.note is not None:
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
    def is_done(self) -> bool:
        """Whether no conjecture has work left."""
        return all(c.state not in ("open", "failed") for c in self.conjectures)

    @property
    def holds(self) -> bool:
        """Whether every outcome is as expected, and all were tried. A conjecture without an expectation is expected to survive."""
        return not any(c.as_expected is False or c.state in ("failed", "not tried") for c in self.conjectures)

    def summary(self) -> str:
        """The campaign in one line."""
        states = [c.state for c in self.conjectures]
        counts = [f"{states.count(state)} {state}" for state in STATES if state in states]
        against = [entries.call(c.name) for c in self.conjectures if c.expected and c.as_expected is False]
        tried = " and ".join(sorted({trials(c.rules) for c in self.conjectures}, reverse=True))
        runs, seconds = sum(c.runs for c in self.conjectures), sum(c.seconds for c in self.conjectures)
        counted = f"{len(states)} conjecture{'s' * (len(states) != 1)}: {', '.join(counts)}; {runs:,} {tried} in {seconds:,.1f} s of work"
        return counted + (f"; not as expected: {', '.join(against)}" if against else "")

    def lines(self) -> list[str]:
        """A line for each conjecture, and the summary."""
        return [
            visible(
                f"{entries.call(c.name)}: {as_unicode(c.conjecture, c.rules)}: {c.outcome}; {count(c.runs, c.rules)}; best ratio {c.best}"
            )
            for c in self.conjectures
        ] + [self.summary()]

    def to_json(self) -> dict[str, Any]:
        """The record described above."""
        head = {"format": FORMAT, "store": self.store, "running": self.running, "seed": self.seed, "created": self.created}
        state = {"program": self.program, "state": "done" if self.is_done else "open"}
        return head | state | {"conjectures": [asdict(c) for c in self.conjectures]}

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><td>{html.escape(entries.call(c.name))}</td><td>{visible(as_html(c.conjecture, c.rules))}</td>"
            f"<td>{html.escape(visible(c.outcome))}</td>"
            f"<td style='text-align:right'>{c.runs:,}</td><td>{c.best}</td></tr>"
            for c in self.conjectures
        )
        head = "".join(f"<th>{title}</th>" for title in ("name", "conjecture", "outcome", "runs", "best ratio"))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{cells}</tbody></table><p>{html.escape(self.summary())}</p>"


def status(store: Store) -> Status:
    """The status of an open store."""
    record = store.campaign()
    units: dict[int, list[sqlite3.Row]] = {}
    for unit in store.units():
        units.setdefault(unit["conjecture"], []).append(unit)
    broken_by = {row["conjecture"]: row for row in store.witnesses() if row["kind"] == "counterexample"}
    standings = [_standing(row, units.get(row["id"], []), broken_by.get(row["id"])) for row in store.conjectures()]
    head = (str(store.path), is_locked(store.path), record["seed"], record["created"], record["program"])
    return Status(*head, tuple(standings))


def _standing(row: sqlite3.Row, units: list[sqlite3.Row], witness: sqlite3.Row | None) -> Standing:
    states = [unit["state"] for unit in units]
    unbroken = ("survived", *PROOFS)
    done = [unit for unit in units if unit["state"] == "broken" or (unit["state"] in unbroken and (unit["runs"] or unit["note"]))]
    ended = next((state for state in ("open", "failed") if state in states), "survived" if done else "not tried")
    proved = next((ending_of(unit["note"]) for unit in done if unit["note"]), "survived")
    state = "broken" if witness else proved if ended == "survived" else ended
    expected = "broken" if row["expected"] == "falls" else "survived"
    open_ = [unit for unit in units if unit["state"] in ("open", "failed")]
    ratios = [unit["ratio"] for unit in done if unit["ratio"] is not None]
    return Standing(
        name=row["name"],
        conjecture=row["text"],
        theorem=row["theorem"],
        rules=json.loads(row["game"]),
        expected=row["expected"],
        state=state,
        as_expected=(state == "broken") == (expected == "broken") if state in ("broken", "survived", *PROOFS) else None,
        slices=len(units),
        slices_done=len(done),
        seconds=round(_total(done, "seconds"), 3),
        seconds_left=round(_total(open_, "budget"), 3),
        seconds_planned=round(_total(units, "budget"), 3),
        longest=max((unit["longest"] for unit in done), default=0),
        **{name: _total(done, name) for name in ("runs", "rounds", "undecided", "undefined")},
        ratio=max(ratios, default=None),
        stale=round(_stale(done), 3),
        residual=_residual(done),
        found=None if witness is None else _find(witness, next(unit for unit in units if unit["id"] == witness["unit"])),
        note=next(
            (unit["note"] for unit in units if unit["note"] and (unit["state"] in ("failed", *unbroken) or unit["note"] == UNMET)), None
        ),
    )


def ending_of(note: str | None) -> str:
    """The ending of a slice that no run broke: the word of the proof that its note begins with, or "survived"."""
    word = (note or "").partition(":")[0]
    return word if word in PROOFS else "survived"


def _find(witness: sqlite3.Row, unit: sqlite3.Row) -> dict[str, Any]:
    tallies = json.loads(unit["tallies"])
    sizes: dict[str, Any] = dict(zip(("T_first", "d_first"), tallies.get("first", ()), strict=False))  # as version 1 had them
    sizes |= tallies.get("sizes", {})
    return findings.loads(witness["file"]).figures | sizes | {"seed": unit["seed"], "seconds": round(witness["first"], 3)}


def _stale(done: list[sqlite3.Row]) -> float:
    """Seconds of work since the largest ratio was reached: in the slice that did, and in those after it."""
    reached = max(done, key=lambda unit: -1.0 if unit["ratio"] is None else unit["ratio"], default=None)
    if reached is None:
        return 0.0
    later: float = sum(unit["seconds"] for unit in done if unit["slice"] > reached["slice"])
    return later + float(json.loads(reached["tallies"]).get("stale", 0.0))


def _residual(done: list[sqlite3.Row]) -> float | None:
    outcomes = [json.loads(unit["tallies"]).get("outcomes", {}) for unit in done]
    runs = sum(one.get("runs", 0) for one in outcomes)
    return sum(one.get("once", 0) for one in outcomes) / runs if runs else None


def _total(units: Iterable[sqlite3.Row], column: str) -> Any:
    return sum(unit[column] for unit in units)


_ORDER = {"running": 0, "shrinking": 0, "failed": 1, "not tried": 1, "broken": 2, "open": 3, "survived": 4} | dict.fromkeys(PROOFS, 5)
PULSE = 10.0  # seconds
_STYLE = {
    "broken": "red",
    "survived": "green",
    "running": "bold",
    "shrinking": "red",
    "failed": "bold red",
    "not tried": "bold",
    "open": "dim",
    **dict.fromkeys(PROOFS, "green"),
}


class View:
    """The display of a running campaign: here `say` writes a line for each event of interest."""

    def __init__(self, say: Callable[[str], object] = lambda line: None) -> None:
        self.say = say

    @contextmanager
    def showing(self, look: Callable[[], Status]) -> Iterator[None]:
        """Show the campaign inside the block; `look` returns its status."""
        yield

    def on_progress(self, unit: Unit, event: str, content: Mapping[str, Any], line: str = "") -> None:
        """Report an event of a unit: the event as described above, and the same in words if it deserves a line."""
        if line:
            self.say(line)

    def tick(self, running: Sequence[tuple[Unit, float]], capacity: int) -> None:
        """Called about twice a second with the running units and the seconds since each was started."""


class Live(View):
    """A table on a terminal, with a line above it for each broken conjecture and each failure."""

    def __init__(self, console: Console) -> None:
        super().__init__(lambda line: console.print(line, markup=False, highlight=False))
        self.console = console

    @contextmanager
    def showing(self, look: Callable[[], Status]) -> Iterator[None]:
        from rich.live import Live as LiveDisplay

        self.look, self.status = look, look()
        self.stale, self.next_look = False, 0.0
        self.running: dict[str, float] = {}
        self.capacity = 0
        with LiveDisplay(console=self.console, refresh_per_second=4, transient=True, get_renderable=self.render):
            yield

    def on_progress(self, unit: Unit, event: str, content: Mapping[str, Any], line: str = "") -> None:
        self.stale = True
        if event not in ("survived", "not tried", *PROOFS):
            super().on_progress(unit, event, content, line)

    def tick(self, running: Sequence[tuple[Unit, float]], capacity: int) -> None:
        if self.stale and (began := time.monotonic()) >= self.next_look:
            self.status, self.stale = self.look(), False
            self.next_look = began + 20 * (time.monotonic() - began)  # at most a twentieth of the time goes into looking
        self.running = {unit.name: seconds for unit, seconds in running}
        self.capacity = capacity

    def render(self) -> RenderableType:
        """The present table, cut to the height of the terminal."""
        from rich import box
        from rich.table import Table
        from rich.text import Text

        ranked = sorted(self.status.conjectures, key=lambda c: _ORDER[self._state(c)])
        room = max(3, self.console.height - 6)
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, caption=self._foot(len(ranked) - room), caption_justify="left")
        table.add_column("conjecture", ratio=1, no_wrap=True)
        for title in ("state", "slices", "runs", "best ratio", "time left"):
            table.add_column(title, justify="left" if title == "state" else "right", no_wrap=True)
        for c in ranked[:room]:
            state = self._state(c)
            name = entries.call(c.name) if c.name == c.theorem else visible(f"{entries.call(c.name)}: {c.conjecture}")
            cells = (f"{c.slices_done}/{c.slices}", f"{c.runs:,}", c.best, duration(self._left(c)) if c.state == "open" else "")
            table.add_row(Text(name), Text(state, style=_STYLE[state]), *cells)
        return table

    def _state(self, c: Standing) -> str:
        if c.name not in self.running:
            return c.state
        return {"open": "running", "broken": "shrinking"}.get(c.state, c.state)

    def _left(self, c: Standing) -> float:
        return max(0.0, c.seconds_left - self.running.get(c.name, 0.0))

    def _foot(self, hidden: int) -> str:
        opened = [c for c in self.status.conjectures if c.state == "open"]
        settled = len(self.status.conjectures) - len(opened)
        left = sum(map(self._left, opened)) / max(1, self.capacity)
        more = f" ({hidden} more not shown)" if hidden > 0 else ""
        return f"{settled} of {len(self.status.conjectures)} settled, {self.capacity} workers, {duration(left)} left at most{more}"


class Events(View):
    """JSON lines to `target`, each written at once, beside what another view shows."""

    def __init__(self, target: TextIO, beside: View | None = None, pulse: float = PULSE) -> None:
        self.target, self.beside, self.pulse = target, beside or View(), pulse
        super().__init__(self.beside.say)
        self.next = 0.0

    @contextmanager
    def showing(self, look: Callable[[], Status]) -> Iterator[None]:
        self.look = look
        with self.beside.showing(look):
            yield
        self.beat([])

    def on_progress(self, unit: Unit, event: str, content: Mapping[str, Any], line: str = "") -> None:
        self.beside.on_progress(unit, event, content, line)
        self.write(event, {"name": unit.name, "slice": unit.slice, **content})

    def tick(self, running: Sequence[tuple[Unit, float]], capacity: int) -> None:
        self.beside.tick(running, capacity)
        if time.monotonic() >= self.next:
            self.beat([unit.name for unit, _ in running])

    def beat(self, running: list[str]) -> None:
        """A pulse."""
        standings = self.look().conjectures
        states = {state: sum(c.state == state for c in standings) for state in STATES}
        done = {"runs": sum(c.runs for c in standings), "seconds": round(sum(c.seconds for c in standings), 3)}
        self.write("pulse", {"running": running} | states | done)
        self.next = time.monotonic() + self.pulse

    def write(self, event: str, content: Mapping[str, Any]) -> None:
        """One line."""
        head = {"event": event, "time": datetime.now(UTC).isoformat(timespec="milliseconds")}
        self.target.write(json.dumps({**head, **content}, ensure_ascii=False) + "\n")
        self.target.flush()


def outcome(unit: Unit, result: Result) -> tuple[str, dict[str, Any], str]:
    """The event that a finished unit is, what there is to say of it, and a line for it."""
    columns = result.columns
    event = {"skipped": "not tried", "survived": ending_of(columns["note"])}.get(columns["state"], columns["state"])
    figures = {} if result.counterexample is None else result.counterexample.figures
    content = {name: columns[name] for name in ("runs", "ratio", "seconds")} | figures
    ratio = "" if columns["ratio"] is None else f", best ratio {columns['ratio']:.6f}"
    tried = f"{count(columns['runs'], unit.game)} in {columns['seconds']:.1f} s{ratio}"
    if event == "broken":
        return event, content, f"{unit.name}: broken: {findings.words(figures)}; slice {unit.slice}, {tried}"
    if event == "not tried":
        return event, content, f"{unit.name}: slice {unit.slice} was {columns['note']}"
    return event, content, f"{unit.name}: {columns['note'] or f'slice {unit.slice} survived: {tried}'}"


def shrunk(unit: Unit, result: Result) -> tuple[dict[str, Any], str]:
    """The record of a counterexample that was shrunk further, and a line for it."""
    figures = {} if result.counterexample is None else result.counterexample.figures
    return figures, f"{unit.name}: shrunk to {findings.size(figures)}" if figures else ""


def duration(seconds: float) -> str:
    """Seconds as text: 73 as 1:13."""
    whole = round(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"

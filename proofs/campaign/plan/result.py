"""The answer of a worker. It is trusted only after it is examined: a counterexample is judged again before it is recorded."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from perceptron.errors import InputError
from proofs.campaign.plan import findings
from proofs.campaign.plan.findings import Finding
from proofs.campaign.plan.unit import Unit

_COUNTS = ("runs", "rounds", "longest", "undecided", "undefined")


@dataclass(frozen=True)
class Result:
    """The result of a unit. `whole` is False if the unit was stopped early; `proof` says how the conjecture was proved, if it was."""

    unit: int
    whole: bool
    counts: Mapping[str, int]
    seconds: float
    ratio: float | None
    tallies: Mapping[str, Any]
    nearest: Finding | None
    counterexample: Finding | None
    first: float = 0.0
    is_shrunk: bool = True
    proof: str = ""

    @property
    def settles(self) -> bool:
        """Whether nothing is left to search."""
        return self.found or bool(self.proof)

    @property
    def found(self) -> bool:
        """Whether there is a counterexample."""
        return self.counterexample is not None

    def counterexample_file(self) -> str:
        """The counterexample as the text of its file; empty if there is none."""
        return "" if self.counterexample is None else self.counterexample.dumps()

    def row(self) -> dict[str, Any]:
        """The columns that the result fills in the unit's row."""
        columns = {
            "state": "broken" if self.found else "survived",
            "seconds": self.seconds,
            "ratio": self.ratio,
            "note": self.proof or None,
        }
        return columns | dict(self.counts) | {"tallies": json.dumps(self.tallies)}

    def witnesses(self) -> list[dict[str, Any]]:
        """The rows for its counterexample and its nearest run."""
        made: list[dict[str, Any]] = []
        if self.counterexample is not None:
            row = {"kind": "counterexample", "ratio": None, "first": self.first, "shrunk": int(self.is_shrunk)}
            made.append(row | {"file": self.counterexample_file()})
        if self.nearest is not None:
            made.append({"kind": "nearest", "ratio": self.ratio, "first": None, "shrunk": 1, "file": self.nearest.dumps()})
        return made


def examined(data: Mapping[str, Any], unit: Unit) -> Result:
    """The result in a worker's answer. Raises InputError if it is not for this unit, or if its counterexample is invalid."""
    try:
        report = data["report"]
        counts = {name: int(report[name]) for name in _COUNTS}
        ratio = None if report["witness"] is None or not math.isfinite(report["ratio"]) else float(report["ratio"])
        nearest, found = (None if file is None else findings.read(file) for file in (report["witness"], data["counterexample"]))
        outcomes = {name: int(report["outcomes"][name]) for name in ("runs", "once")}
        about = {"outcomes": outcomes, "stale": float(report["stale"]), "sizes": {k: int(n) for k, n in data.get("sizes", {}).items()}}
        about |= {"outside": report["outside"]} if "outside" in report else {}
        proof = f"proved: {report['proof']}" if report.get("proof") else ""
        seconds, tallies, whole = float(report["seconds"]), {"strategies": dict(report["strategies"])} | about, bool(data["whole"])
        first, shrunk = (0.0, True) if found is None else (float(data["first"]), bool(data["shrunk"]))
        if data["unit"] != unit.id:
            raise InputError("it answers for another unit")
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{unit.name}: a worker sent an answer that cannot be read ({error!s:.200})") from None
    for witness in (nearest, found):
        if witness is not None and not witness.answers(unit):
            raise InputError(f"{unit.name}: a worker answered for another conjecture or other rules")
    if found is not None and (fault := found.fault()):
        raise InputError(f"{unit.name}: a worker's counterexample is invalid: {fault:.200}")
    return Result(unit.id, whole, counts, seconds, ratio, tallies, nearest, found, first, shrunk, proof)

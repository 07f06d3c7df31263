"""The measurements as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.falsifier.measure import Result, Side, summary

HEAD = f"{'conjecture':28} {'':5} {'falsifier':>10} {'runs':>8} {'T × d':>9}   {'naive':>10} {'runs':>8} {'T × d':>9}"


def line(result: Result) -> str:
    """One conjecture: seconds to the first counterexample, runs judged, rounds and dimension after shrinking."""
    other = "" if result.naive is None else f"   {_side(result.naive)}"
    return f"{result.item.id:28} {'false' if result.item.false else 'true':5} {_side(result.falsifier)}{other}"


def _side(side: Side) -> str:
    first = "–" if side.first is None else f"{side.first:.2f} s"
    size = "" if side.size is None else f"{side.size[0]} × {side.size[1]}"
    return f"{first:>10} {side.runs:>8,} {size:>9}"


def totals(results: Sequence[Result]) -> list[str]:
    """Kill rate, times, sizes, false alarms and misses, of both."""
    return [text for who in ("falsifier", "naive") if (s := summary(results, who))["false"] + s["true"] for text in _totals(who, s)]


def _totals(who: str, s: dict[str, Any]) -> list[str]:
    text = f"{who}: {s['killed']} of {s['false']} false conjectures broken; {len(s['false_alarms'])} false alarms on {s['true']} true ones"
    if s["killed"]:
        text += f"; first after {s['median_seconds']:.2f} s (median), {s['greatest_seconds']:.2f} s (at most)"
        text += f"; shrunk to {s['median_rounds']:g} rounds (median), {s['greatest_rounds']} (at most)"
    return [text, *(f"  missed: {id}" for id in s["missed"]), *(f"  FALSE ALARM: {id}" for id in s["false_alarms"])]

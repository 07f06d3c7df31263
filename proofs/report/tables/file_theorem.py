"""What a proof file establishes, told below its verdict: the claim, what it rests on, and whether there is anything that it speaks of."""

from __future__ import annotations

from typing import Any

from proofs.report.proofs.render import statement
from proofs.verify.checks.verdict import Said, TheoremVerdict

CLOSED = "none are assumed"


def lines(v: TheoremVerdict, said: Said) -> list[str]:
    """For a reader."""
    stated = statement(said.theorem, said.declared)
    told = [f"says: {stated.conclusion}", *stated.conditions, f"hypotheses: {_possible(v, said)}", f"digest: {said.digest}"]
    return [f"    {line}" for line in told]


def record(v: TheoremVerdict, said: Said) -> dict[str, Any]:
    """For a program, beside the record of the verdict."""
    stated = statement(said.theorem, said.declared)
    return {
        "claim": str(stated.conclusion),
        "rests_on": [{"name": name, "says": str(f)} for name, f in stated.hypotheses],
        "where": [{"name": name, "says": str(f)} for name, f in stated.meanings],
        "possible": _possible(v, said),
        "digest": said.digest,
    }


def _possible(v: TheoremVerdict, said: Said) -> str:
    if not said.declared:
        return CLOSED
    if v.example is not None:
        return f"they hold in an example ({v.example['by']})"
    if v.remarks:
        return "they contradict each other"
    return "no instance of them is known" if v.referees["z3"].details else "whether they can hold was not asked"

"""Z3's answers. While it computes, no copy of this process is made (`proofs.system.processes.COPYING`)."""

from __future__ import annotations

from typing import Any

from proofs.system.processes import COPYING


def answer_of(solver: Any) -> Any:
    """sat, unsat or unknown, for what the solver holds."""
    with COPYING:
        return solver.check()

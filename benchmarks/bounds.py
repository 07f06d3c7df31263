"""Learners of the literature: the bound of the paper, the one that `bound` finds in the code, and the run that comes nearest.

    make bounds                    docs/bounds.md anew, from all of them (half an hour on two cores)
    ARGS='pa romma'                these only, to the terminal

Found by one command each, `perceptron-proofs bound`, with the numbers that the learners have in `benchmarks/falsifier/learners.py`. Bounds
are for ‖u‖ ≤ 1. Rows are from several runs on a busy machine; where no time stands, none was kept. Bounds without † were checked against
the source: Novikoff's bound and Block's as the lecture notes of this project cite them, the others by the abstract or the contents of
the paper. A bound with † is put into this notation from memory, and its number of a theorem is to be checked before it is cited.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from benchmarks.falsifier.learners import FURTHER, LEARNERS
from perceptron.errors import InputError
from proofs.decide.bound import ProvedBound, bound

BUDGET = 60.0  # seconds for each
HEAD = ("learner", "bound of the source", "bound found", "nearest run", "s")
WITH_LOSSES = ("perceptron, 0 is +1", "pa-1", "pa-2")
AT_ONE = "where ‖x‖ ≤ 1"


@dataclass(frozen=True)
class Printed:
    """What a source says of a learner, with the numbers that it has here: a row of `bounds.toml`, which says what each means."""

    source: str
    bound: str = ""
    constant: float | None = None
    counts: str = "E"
    seen: str = ""
    same: str = ""  # the learner of another row that it is, as far as bounds on a run are concerned

    def __str__(self) -> str:
        where = f"({self.source}{f'; seen in {self.seen}' if self.seen else ' †'})" if self.source else "—"
        return f"{self.bound} {where}".strip()


SOURCES = {name: Printed(**said) for name, said in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items()}


def constant(one: ProvedBound) -> float:
    """C of the bound C/γ² at R = 1."""
    numer, denom = (sum(float(c) for _, c in p.terms()) for p in (one.potential.bound.numer, one.potential.bound.denom))
    return numer / denom


def said(bounds: Sequence[ProvedBound], printed: Printed) -> list[str]:
    """The bounds, and how the best of those that say what the source says compares with it."""
    found = [one.comparison.unicode() + ("" if one.problem.radius else f" {AT_ONE}") for one in bounds]
    fair = [i for i, one in enumerate(bounds) if one.problem.count == "updates" or printed.counts == "E"]  # mistakes are updates here
    if fair and printed.constant is not None:
        best = min(fair, key=lambda i: constant(bounds[i]))
        ratio = constant(bounds[best]) / printed.constant
        match = " **(better)**" if ratio < 1 - 1e-9 else " (as good)" if ratio < 1 + 1e-9 else ""
        found[best] += f" (this is the row of {printed.same}: no match of its own)" if printed.same else match
    return found


def row(name: str, learner: Any) -> tuple[str, ...]:
    """The learner's line of the table."""
    printed, began = SOURCES.get(name, Printed("")), monotonic()
    source = str(printed)
    try:
        answer = bound(learner, budget=BUDGET)
    except InputError as reason:
        return name, source, f"not traced: {reason}", "", ""
    seconds = f"{monotonic() - began:.0f}"
    found = said(answer.bounds, printed)
    found += [str(run) for run in answer.endless]
    reach = ", ".join(f"{b.reach:.0%}" for b in answer.bounds if b.reach is not None)
    return name, source, "; ".join(found) or "undecided: no potential of this kind", reach, seconds


def with_losses(name: str) -> str:
    """The bounds on a learner's mistakes where labels are any, as an item of a list."""
    bounds = bound((FURTHER | LEARNERS)[name], "mistakes", "agnostic", budget=BUDGET, search=False).bounds
    return f"- {name}: " + "; ".join(one.comparison.unicode() + ("" if one.problem.radius else f" {AT_ONE}") for one in bounds)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser("python -m benchmarks.bounds", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="learners; all by default")
    names = parser.parse_args().names
    print("# Learners of the literature, and the bounds that their code has\n\nMade by `make bounds`; do not edit.\n")
    print("\n".join(__doc__.splitlines()[5:]) + "\n")
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    rows = []
    for name, learner in {**FURTHER, **LEARNERS}.items():
        if not names or name in names:
            rows.append(row(name, learner))
            print("| " + " | ".join(cell.replace("|", "\\|") for cell in rows[-1]) + " |", flush=True)
    proved = [r for r in rows if "≤" in r[2].split("; ")[0] and "no bound" not in r[2].split("; ")[0]]
    equal = [r for r in proved if "(better)" in r[2] or "(as good)" in r[2]]
    ending = f"{len(equal)} of them as good as their source's or better."
    print(f"\nOf {len(rows)} learners {len(proved)} have a bound that the kernel accepts, {ending}")
    print(
        "\nWith any labels, by `--setting agnostic --count mistakes`, where TD_all/γ and H2_all² are sums of hinge losses and of squares:\n"
    )
    for name in WITH_LOSSES:
        if not names or name in names:
            print(with_losses(name))


if __name__ == "__main__":
    main()

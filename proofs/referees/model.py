"""Are hypotheses satisfiable together?  A theorem from contradictory hypotheses would be true and worthless.

Looked for: a model on a line, else in a plane, in which every free natural number is 1 (so that there is an update) and ∀k is
read at k = 0, 1, 2.  The recurrences among the hypotheses define later values from earlier ones and the guards k < M or
k < M + 1 are false from there on, so such a beginning extends to all k.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from proofs.kernel import Both, Compare, Formula, Implies, Index, Inner, Nat, Null, Real, Vec, Vector
from proofs.kernel.formula import opened
from proofs.referees.encode import Opaque, Reading, Undecidable, total
from proofs.system.processes import COPYING


def answer_of(solver: Any) -> Any:
    """sat, unsat or unknown, for what the solver holds."""
    with COPYING:
        return solver.check()


ROUNDS = 3
EFFORT = 400_000  # Z3's own count of its steps for one of three tries, so that a loaded machine finds as much
TIMEOUT = 2000  # milliseconds, where the steps take long


class OneUpdate(Reading):
    """Free naturals are 1; a sequence value is a number of its own; vectors have `dimension` coordinates."""

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self.values: dict[tuple[str, str, int | None, int], Any] = {}

    def value(self, kind: str, name: str, index: Index | None, coordinate: int = 0) -> Any:
        at = None if index is None else index.offset + (index.name is not None)
        return self.values.setdefault((kind, name, at, coordinate), z3.Real(f"m{len(self.values)}"))

    def coordinates(self, v: Vec) -> list[Any]:
        return [self.value("vec", v.name, v.index, j) for j in range(self.dimension)]

    def atom(self, atom: object) -> Any:
        if isinstance(atom, Nat):
            return z3.RealVal(1)
        if isinstance(atom, Inner):
            ends = list(atom.pair)
            return total(x * y for x, y in zip(self.coordinates(ends[0]), self.coordinates(ends[-1]), strict=True))
        if not isinstance(atom, Real):
            raise Undecidable(f"{type(atom).__name__} in a hypothesis")
        return self.value("real", atom.name, atom.index)

    def null(self, v: Vector) -> Any:
        parts = [(self.polynomial(c), self.coordinates(b)) for b, c in v.parts.items()]
        return z3.And([total(c * x[j] for c, x in parts) == 0 for j in range(self.dimension)])

    def formula(self, f: Formula) -> Any:
        if isinstance(f, Compare):
            return self.compare(f)
        if isinstance(f, Null):
            return self.null(f.vector)
        if isinstance(f, Both):
            return z3.And(self.formula(f.first), self.formula(f.second))
        if isinstance(f, Implies):
            return z3.Implies(self.formula(f.premise), self.formula(f.conclusion))
        return z3.And([self.formula(opened(f, Index(None, k))) for k in range(ROUNDS)])

    def hint(self) -> list[Any]:
        """Round numbers for what is usually called u, γ and z: the search is for any model, so it may begin with an easy one."""
        easy = {("vec", "u", 0): 1, ("vec", "u", 1): 0, ("real", "γ", 0): z3.Q(1, 10), ("vec", "z", 0): z3.Q(1, 10)}
        return [v == easy[kind, name, j] for (kind, name, _, j), v in self.values.items() if (kind, name, j) in easy]


def has_model(hypotheses: Sequence[Formula]) -> bool | None:
    """True if there is such a model; None if none is found, which refutes nothing."""
    for dimension, hinted in ((1, False), (2, True), (2, False)):
        reading = OneUpdate(dimension)
        solver = z3.Then("simplify", "propagate-values", "solve-eqs", "qfnra-nlsat").solver()
        solver.set("timeout", TIMEOUT)
        solver.set("rlimit", EFFORT)
        try:
            solver.add(*(reading.formula(f) for f in hypotheses))
            solver.add(*(reading.hint() if hinted else ()))
        except Undecidable:
            return None
        if answer_of(solver) == z3.sat:
            return True
    return None


def has_no_model(hypotheses: Sequence[Formula]) -> bool:
    """True if the hypotheses contradict each other already as facts about numbers: each ∀ at 0, 1 and 2, and each inner product, sequence
    value and logarithm a number of its own, squared lengths and naturals not below 0.  False says nothing."""
    reading = Opaque()
    solver = z3.Tactic("qfnra-nlsat").solver()
    solver.set("timeout", TIMEOUT)
    solver.set("rlimit", EFFORT)
    solver.add(*(_followed(f, reading) for f in hypotheses))
    solver.add(*(number >= 0 for atom, number in reading.atoms.items() if isinstance(atom, Nat) or _square(atom)))
    return bool(answer_of(solver) == z3.unsat)


def _square(atom: object) -> bool:
    return isinstance(atom, Inner) and len(atom.pair) == 1


def _followed(f: Formula, reading: Opaque) -> Any:
    """What follows from `f` about numbers."""
    if isinstance(f, Compare):
        return reading.compare(f)
    if isinstance(f, Both):
        return z3.And(_followed(f.first, reading), _followed(f.second, reading))
    if isinstance(f, Implies) and isinstance(f.premise, Compare):
        return z3.Implies(reading.compare(f.premise), _followed(f.conclusion, reading))
    if isinstance(f, (Implies, Null)):
        return z3.BoolVal(True)
    return z3.And([_followed(opened(f, Index(None, k)), reading) for k in range(ROUNDS)])

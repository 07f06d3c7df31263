"""The semidefinite programme of a question, solved in floats: multipliers for the hypotheses, and a Gram matrix.

Lagrange: if  objective − v = Σ y·hypothesis + Σ S⟨·,·⟩ + Σ (squares of reals)  with y ≥ 0 and S positive semidefinite, then
objective ≥ v. The programme computes the largest such v. Dual to S is the Gram matrix of a worst run. Nothing here is trusted: `exact`
rounds the multipliers, and the kernel judges the result.

The unknowns are the multipliers y and, for each real that occurs as a square, its cost q:

    y ≥ 0                                       the multipliers
    b + a·y = 0                                 reals that occur linearly (losses) cancel
    S = G − Σ yₖGₖ ⪰ 0
    (q + s, l, q − s), first the longest        l² ≤ 4qs, where the real x occurs as s·x² + l·x, which is at least −q
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from perceptron.errors import InputError
from proofs.derive.semidefinite import Array, ConicProgramme, Place, symmetric
from proofs.derive.worst_case.question import Question
from proofs.kernel import Inner, Polynomial, Real


@dataclass(frozen=True)
class Parts:
    """The coefficients of a polynomial that is linear in inner products (i ≤ j) and at most quadratic in each real."""

    constant: Fraction
    gram: dict[Place, Fraction]
    linear: dict[int, Fraction]
    squared: dict[int, Fraction]

    def matrix(self) -> dict[Place, float]:
        """The Gram part as a symmetric matrix."""
        return {(i, j): float(c) if i == j else float(c) / 2 for (i, j), c in self.gram.items()}


@dataclass(frozen=True)
class FloatSolution:
    """The solver's answer, in floats.

    value          of the dual: a lower bound, apart from rounding
    multipliers    m of them, one for each hypothesis
    gram           n × n, of the question's n vectors
    """

    value: float
    multipliers: Array
    gram: Array
    status: str


class WorstCaseProgramme:
    """A question as numbers: row k belongs to hypothesis k; the objective is apart."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.place = {v: i for i, v in enumerate(question.vectors)}
        self.real = {r: i for i, r in enumerate(question.reals)}

    def parts(self, p: Polynomial) -> Parts:
        """p as constant + Gram part (i ≤ j, the coefficient of ⟨i, j⟩) + linear and squared reals."""
        parts = Parts(p.terms.get(frozenset(), Fraction(0)), {}, {}, {})
        for monomial, c in p.terms.items():
            for atom, power in monomial:
                if isinstance(atom, Inner):
                    ends = sorted(self.place[v] for v in atom.pair)
                    parts.gram[ends[0], ends[-1]] = c
                elif isinstance(atom, Real):
                    (parts.linear if power == 1 else parts.squared)[self.real[atom]] = c
        return parts

    @cached_property
    def goal(self) -> Parts:
        """The parts of the objective."""
        return self.parts(self.question.objective)

    @cached_property
    def rows(self) -> list[Parts]:
        """The parts of each hypothesis."""
        return [self.parts(f.left) for _, f in self.question.hypotheses]

    def solve(self, strictly: float = 0) -> FloatSolution:
        """The multipliers and the Gram matrix. With `strictly`, the eigenvalues of S must exceed about this number.

        Raises InputError if the solver finds nothing.
        """
        m, n, goal = len(self.rows), len(self.place), self.goal
        squared = sorted({i for part in (goal, *self.rows) for i in part.squared})
        conic = ConicProgramme(np.array([float(row.constant) for row in self.rows] + [1.0] * len(squared)))
        conic.not_negative(np.zeros(m), [(k, k, -1.0) for k in range(m)])
        shift = [strictly / max(k, 1) for k in range(n - 1)] + [strictly / n]  # ‖w(k)‖² is about k, ‖u‖² at most about n
        constant = goal.matrix()
        constant |= {(i, i): constant.get((i, i), 0.0) - s for i, s in enumerate(shift)}
        conic.semidefinite(n, constant, ((ij, k, c) for k, row in enumerate(self.rows) for ij, c in row.matrix().items()))
        if plain := [i for i in range(len(self.real)) if i not in squared]:
            entries = [(plain.index(i), k, float(c)) for k, row in enumerate(self.rows) for i, c in row.linear.items() if i in plain]
            conic.zero([float(goal.linear.get(i, 0)) for i in plain], entries)
        for cost, i in enumerate(squared, start=m):
            square, line = float(goal.squared.get(i, 0)), float(goal.linear.get(i, 0))
            entries = [(0, cost, -1.0), (2, cost, -1.0)]
            for k, row in enumerate(self.rows):
                s, b = float(row.squared.get(i, 0)), float(row.linear.get(i, 0))
                entries += [(at, k, c) for at, c in ((0, s), (1, b), (2, -s)) if c]
            conic.second_order([square, line, -square], entries)
        answer = conic.solve()
        if not answer.solved:
            raise InputError(f"{self.question.id}: the solver found no multipliers ({answer.status})")
        return FloatSolution(
            float(goal.constant) - answer.value,
            answer.x[:m],
            symmetric(answer.duals[1], n),
            "optimal" if answer.status == "Solved" else "nearly optimal",
        )

"""The semidefinite programme of a question, solved in floats: multipliers for the hypotheses, and a Gram matrix.

Lagrange: if  objective − v = Σ y·hypothesis + Σ S⟨·,·⟩ + Σ (squares of reals)  with y ≥ 0 and S positive semidefinite, then
objective ≥ v. The programme computes the largest such v. Dual to S is the Gram matrix of a worst run. Nothing here is trusted: `exact`
rounds the multipliers, and the kernel judges the result.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from perceptron.errors import InputError
from perceptron.extras import optional
from proofs.kernel import Inner, Polynomial, Real
from proofs.worst_case.clarabel import solved
from proofs.worst_case.parts import Parts
from proofs.worst_case.question import Question

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Solution:
    """The solver's answer, in floats.

    value          of the dual: a lower bound, apart from rounding
    multipliers    m of them, one for each hypothesis
    gram           n × n, of the question's n vectors
    """

    value: float
    multipliers: Array
    gram: Array
    solver: str
    status: str


class Programme:
    """A question as arrays: row k belongs to hypothesis k; the objective is apart."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.place = {v: i for i, v in enumerate(question.vectors)}
        self.real = {r: i for i, r in enumerate(question.reals)}

    def parts(self, p: Polynomial) -> Parts:
        """p as constant + Gram part (i ≤ j, the coefficient of ⟨i, j⟩) + linear and squared reals."""
        found = Parts(p.terms.get(frozenset(), Fraction(0)), {}, {}, {})
        for monomial, c in p.terms.items():
            for atom, power in monomial:
                if isinstance(atom, Inner):
                    ends = sorted(self.place[v] for v in atom.pair)
                    found.gram[ends[0], ends[-1]] = c
                elif isinstance(atom, Real):
                    (found.linear if power == 1 else found.squared)[self.real[atom]] = c
        return found

    @cached_property
    def rows(self) -> list[Parts]:
        """The parts of each hypothesis."""
        return [self.parts(f.left) for _, f in self.question.hypotheses]

    @cached_property
    def arrays(self) -> dict[str, Any]:
        """const (m), gram (n² × m, sparse), linear and squared (reals × m, sparse), and the same for the objective as ‘objective’."""
        from scipy import sparse

        n, r, m = len(self.place), len(self.real), len(self.question.hypotheses)
        entries: dict[str, list[tuple[int, int, float]]] = {"gram": [], "linear": [], "squared": []}
        for k, row in enumerate(self.rows):
            for (i, j), c in row.gram.items():
                entries["gram"] += [(i * n + j, k, float(c) / 2), (j * n + i, k, float(c) / 2)]
            entries["linear"] += [(i, k, float(c)) for i, c in row.linear.items()]
            entries["squared"] += [(i, k, float(c)) for i, c in row.squared.items()]
        found: dict[str, Any] = {"const": np.array([float(row.constant) for row in self.rows])}
        for name, size in (("gram", n * n), ("linear", r), ("squared", r)):
            rows, columns, values = zip(*entries[name], strict=True) if entries[name] else ((), (), ())
            found[name] = sparse.csr_array((values, (rows, columns)), shape=(size, m))
        goal, objective = self.parts(self.question.objective), np.zeros((n, n))
        for (i, j), c in goal.gram.items():
            objective[i, j] += float(c) / 2
            objective[j, i] += float(c) / 2
        reals = [np.array([float(part.get(i, 0)) for i in range(r)]) for part in (goal.linear, goal.squared)]
        found["objective"] = (float(goal.constant), objective, *reals)
        return found

    def solve(self, solver: str = "CLARABEL", strictly: float = 0) -> Solution:
        """The multipliers and the Gram matrix. With `strictly`, the eigenvalues of S must exceed about this number.

        Clarabel is called directly, which saves most of the time of a small programme; other solvers through cvxpy.
        Raises InputError without the extra `sdp`, or if the solver finds nothing.
        """
        if solver.upper() != "CLARABEL":
            return self._by_cvxpy(solver, strictly)
        goal, what = self.parts(self.question.objective), self.question.id
        value, multipliers, gram, status = solved(goal, self.rows, self.shift(strictly), len(self.real), what)
        return Solution(value, multipliers, gram, solver, status)

    def shift(self, strictly: float) -> Array:
        """What is taken from the diagonal of S: ‖w(k)‖² is about k, ‖u‖² at most about n."""
        n = len(self.place)
        return np.array([strictly / max(k, 1) for k in range(n - 1)] + [strictly / n])

    def _by_cvxpy(self, solver: str, strictly: float) -> Solution:
        cp = cvxpy()
        a, n, r = self.arrays, len(self.place), len(self.real)
        c0, g0, l0, s0 = a["objective"]
        y = cp.Variable(len(a["const"]), nonneg=True)
        slack = cp.reshape((g0 - np.diag(self.shift(strictly))).ravel() - a["gram"] @ y, (n, n), order="C")
        constraints, value = [slack >> 0], c0 - a["const"] @ y
        if r:
            linear, squared, cost = l0 - a["linear"] @ y, s0 - a["squared"] @ y, cp.Variable(r)
            quadratic = np.flatnonzero((abs(a["squared"]).sum(axis=1) > 0) | (s0 != 0))
            plain = np.setdiff1d(np.arange(r), quadratic)
            if len(plain):
                constraints.append(linear[plain] == 0)
            if len(quadratic):
                q, s = cost[quadratic], squared[quadratic]
                constraints.append(cp.SOC(q + s, cp.vstack([linear[quadratic], q - s])))
                value = value - cp.sum(q)
        problem = cp.Problem(cp.Maximize(value), constraints)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "may be inaccurate": only the exact certificate counts
            try:
                problem.solve(solver=solver)
            except cp.error.SolverError as error:
                raise InputError(f"{self.question.id}: the solver {solver} failed: {' '.join(str(error).split())}") from None
        if y.value is None or constraints[0].dual_value is None:
            raise InputError(f"{self.question.id}: the solver {solver} found no multipliers ({problem.status})")
        gram = np.array(constraints[0].dual_value)
        return Solution(float(problem.value), np.array(y.value), (gram + gram.T) / 2, solver, problem.status)


def cvxpy() -> Any:
    """The library, or one line that says how to get it."""
    return optional("cvxpy", "worst cases by computation")

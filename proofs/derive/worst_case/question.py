"""A question about the worst case with M updates: vectors, hypotheses and the objective to minimise, as kernel formulas.

The run consists of its weights w(0), w(1), …, as in `proofs.statements.standard_facts`: update k adds z(k) = y·x, which is written as
w(k+1) − w(k). The comparator u is scaled so that the margin is 1: ⟨u, z(k)⟩ ≥ 1. Then γ = 1/‖u‖, and the largest margin at which M
updates can happen belongs to the smallest ‖u‖². Every hypothesis is linear in the inner products of u and the w(k), and so is the
objective. Over Gram matrices this is a semidefinite programme.

The hypotheses on an update involve only u, w(k) and w(k+1). So the matrices are sparse, the programme splits into one of size 3 for each
update (Clarabel detects this), and the proof is as short as the run.

The solver and the kernel read the same formulas, so the computed number is the proved one.

The semidefinite programme of a question, solved in floats: multipliers for the hypotheses, and a Gram matrix.

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

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from perceptron.errors import InputError
from perceptron.learners.perceptron import Hebb, MarginPerceptron, Perceptron
from perceptron.numbers.exact import exact
from proofs.derive.authoring.terms import ge, inner, le, seq, vec, vseq
from proofs.derive.semidefinite import Array, ConicProgramme, Place, symmetric
from proofs.kernel import Compare, Inner, Polynomial, Real, Vec, Vector

MAX_UPDATES = 200  # with more, the multipliers are too inexact for an exact certificate
u, w, xi, length = vec("u"), vseq("w"), seq("ξ"), seq("‖w‖")
Learner = Perceptron | MarginPerceptron | Hebb
Hypothesis = tuple[str, Compare]
Monomial = frozenset[tuple[Hashable, int]]
HYPOTHESES = ("separable", "bounded examples", "mistake-driven")  # those that can be dropped


@dataclass(frozen=True)
class SlackTerm:
    """Slack ξ(i) ≥ 1 − ⟨u, z(i)⟩. Σξ^power is at most `budget`, or is added to ‖u‖² with the factor `price`."""

    budget: Fraction = Fraction(0)
    price: Fraction = Fraction(0)
    power: int = 1

    def __bool__(self) -> bool:
        return bool(self.budget or self.price)

    @property
    def total(self) -> str:
        return "Σξ" if self.power == 1 else "Σξ²"


@dataclass(frozen=True)
class Question:
    """Minimise `objective` over all vectors and reals that satisfy the `hypotheses`, each of the form polynomial ≥ 0.

    radii    a bound on ‖x‖ for each update
    start    a bound on ‖w(0)‖
    drop     the hypotheses that are left out
    """

    M: int
    learner: Learner
    radii: tuple[Fraction, ...]
    loss: SlackTerm
    start: Fraction
    drop: frozenset[str]

    @property
    def updates(self) -> int:
        """The number of updates: M, and one more if the first example initialises and is not counted."""
        return self.M + self.learner.initialises

    def player(self, start: tuple[Fraction, ...]) -> Learner:
        """The learner that makes the updates of a run from `start`; without ‘mistake-driven’ it is one that always updates."""
        if "mistake-driven" in self.drop:
            return Hebb(self.learner.initialises)
        return Perceptron(start=start) if self.start else self.learner

    @cached_property
    def vectors(self) -> tuple[Vec, ...]:
        """The weights in order, without w(0) if it is 0, and u last. In this order an elimination has no fill-in."""
        weights = [w(k) for k in range(0 if self.start else 1, self.updates + 1)]
        return tuple(next(iter(v.parts)) for v in (*weights, u))

    @cached_property
    def objective(self) -> Polynomial:
        return inner(u, u) + self.loss.price * self._losses() if self.loss.price else inner(u, u)

    @cached_property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """The hypotheses by name; a name ends in the number k of its update."""
        hypotheses: list[tuple[str, Any]] = [("start", le(inner(w(0), w(0)), self.start**2))] if self.start else []
        comparator, weights = _basic(u), [_basic(w(k)) if k or self.start else None for k in range(self.updates + 1)]
        for k, (r, before, after) in enumerate(zip(self.radii, weights, weights[1:], strict=False)):
            if "separable" not in self.drop:
                margin = _products(-1, (1, comparator, after), (-1, comparator, before))
                hypotheses.append((f"margin {k}", Compare(margin + xi(k) if self.loss else margin, ">=")))
            if self.loss and self.loss.power == 1:
                hypotheses.append((f"loss {k}", ge(xi(k), 0)))
            if "bounded examples" not in self.drop:
                hypotheses.append(
                    (f"bounded {k}", Compare(_products(r * r, (-1, after, after), (2, before, after), (-1, before, before)), ">="))
                )
            if before is not None and "mistake-driven" not in self.drop:
                hypotheses += _rule(self.learner, k, _products(0, (-1, before, after), (1, before, before)))
        if self.loss.budget:
            hypotheses.append(("total loss", le(self._losses(), self.loss.budget)))
        return tuple(hypotheses)

    @cached_property
    def reals(self) -> tuple[Real, ...]:
        atoms = (a for _, f in self.hypotheses for m in f.left.terms for a, _ in m)
        return tuple(dict.fromkeys(a for a in atoms if isinstance(a, Real)))

    def _losses(self) -> Polynomial:
        return sum((xi(k) ** self.loss.power for k in range(self.updates)), Polynomial({}))

    @property
    def id(self) -> str:
        learner = {Perceptron: "perceptron", MarginPerceptron: "margin-perceptron", Hebb: "hebb"}[type(self.learner)]
        parts = ["loss"] if self.loss else []
        parts += ["start"] if self.start else []
        parts += ["radii"] if len(set(self.radii)) > 1 else []
        parts += [f"without-{name.replace(' ', '-')}" for name in sorted(self.drop)]
        return "-".join(["worst-case", learner, *parts, str(self.M)])

    @property
    def words(self) -> str:
        if isinstance(self.learner, MarginPerceptron):
            who = f"the Margin Perceptron with threshold {self.learner.threshold}·‖w‖"
        else:
            who = "the Perceptron" if isinstance(self.learner, Perceptron) else "Hebb's rule"
        parts = [f"{self.M} update{'s' * (self.M > 1)} of {who}"]
        if "bounded examples" not in self.drop:
            parts.append(f"‖x‖ ≤ {self.radii[0]}" if len(set(self.radii)) == 1 else "each example with a radius of its own")
        parts += [f"‖w(0)‖ ≤ {self.start}"] if self.start else []
        parts += [f"{self.loss.total} ≤ {self.loss.budget}"] if self.loss.budget else []
        parts += [f"{self.loss.total} at the price {self.loss.price}"] if self.loss.price else []
        return ", ".join([*parts, *(f"without ‘{name}’" for name in sorted(self.drop))])


def _basic(v: Vector) -> Vec:
    """The variable that a vector consists of."""
    return next(iter(v.parts))


def _products(constant: Fraction | int, *terms: tuple[int, Vec | None, Vec | None]) -> Polynomial:
    """A constant and weighted inner products, those with nothing left out: a polynomial written down instead of multiplied out."""
    parts: dict[Monomial, Fraction] = {frozenset(): Fraction(constant)}
    for c, a, b in terms:
        if a is not None and b is not None:
            parts[frozenset({(Inner(frozenset({a, b})), 1)})] = Fraction(c)
    return Polynomial(parts)


def _rule(learner: Learner, k: int, against: Polynomial) -> list[tuple[str, Any]]:
    """The constraint of the learner's rule on against = −⟨w(k), z(k)⟩ at update k.

    The Margin Perceptron's ⟨w, z⟩ ≤ c·γ‖w‖ is not linear, but ‖w‖ is a concave function of the Gram matrix. With a real n in its place,
    n² ≤ ‖w‖² is convex, and it is not a weaker condition, since c ≥ 0. γ is a number here: the margin that the learner is promised.
    """
    if isinstance(learner, Hebb):
        return []
    if isinstance(learner, Perceptron):
        return [(f"mistake {k}", Compare(against, ">="))]
    return [
        (f"mistake {k}", Compare(against + learner.threshold * length(k), ">=")),
        (f"length {k}", ge(inner(w(k), w(k)), length(k) ** 2)),
    ]


def ask(
    M: int,
    learner: Learner | None = None,
    *,
    radii: object = 1,
    loss: object = 0,
    loss_price: object = 0,
    power: int = 1,
    start: object = 0,
    drop: Iterable[str] = (),
) -> Question:
    """The question for M updates. The arguments are those of `proofs.derive.worst_case.worst_case`. Raises InputError."""
    learner, dropped = Perceptron() if learner is None else learner, frozenset([drop] if isinstance(drop, str) else drop)
    if not isinstance(learner, (Perceptron, MarginPerceptron, Hebb)):
        raise InputError(f"a worst case is computed for Perceptron, MarginPerceptron or Hebb, not {type(learner).__name__}")
    if isinstance(learner, Perceptron) and learner.origin is not None:
        raise InputError("a Gram matrix has no coordinates: give the length of the start as start=")
    if type(M) is not int or not 1 <= M <= MAX_UPDATES:
        raise InputError(f"M must be a whole number from 1 to {MAX_UPDATES}, not {M!r}")
    if power not in (1, 2):
        raise InputError(f"power must be 1 or 2, not {power!r}")
    if unknown := sorted(dropped - set(HYPOTHESES)):
        raise InputError(f"there is no hypothesis {unknown[0]!r} to drop; there are {', '.join(HYPOTHESES)}")
    slack = SlackTerm(_not_negative(loss, "loss"), _not_negative(loss_price, "loss_price"), power)
    if slack.budget and slack.price:
        raise InputError("give the loss either a budget (loss=) or a price (loss_price=), not both")
    length_of_start = _not_negative(start, "start")
    if length_of_start and (learner.initialises or not isinstance(learner, Perceptron) or "mistake-driven" in dropped):
        raise InputError("only the Perceptron with its rule can be given a start")
    return Question(M, learner, _radii(radii, M + learner.initialises), slack, length_of_start, dropped)


def _not_negative(value: object, what: str) -> Fraction:
    number = exact(value, what)
    if number < 0:
        raise InputError(f"{what} must not be negative, not {number}")
    return number


def _radii(radii: object, count: int) -> tuple[Fraction, ...]:
    if isinstance(radii, (list, tuple)):
        if len(radii) != count:
            raise InputError(f"{len(radii)} radii for {count} examples")
        values = tuple(exact(r, "radius") for r in radii)
    else:
        values = (exact(radii, "radius"),) * count
    if min(values) <= 0:
        raise InputError("a radius must be positive")
    return values


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
        if not answer.is_solved:
            raise InputError(f"{self.question.id}: the solver found no multipliers ({answer.status})")
        return FloatSolution(
            float(goal.constant) - answer.value,
            answer.x[:m],
            symmetric(answer.duals[1], n),
            "optimal" if answer.status == "Solved" else "nearly optimal",
        )

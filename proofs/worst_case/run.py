"""From the solver's Gram matrix to an exact run: what shows that the value is attained, or nearly.

    exactly   the Gram matrix of the z(i) consists of simple fractions and has a rational factor, and u follows: the value itself
    folded    in space, next to the solver's run.  A rule that looks only at ⟨u, z⟩, ⟨w, z⟩, ‖z‖ and ‖w‖ never needs more than three
              dimensions: any z has a twin in R³ with the same three numbers beside the twins of u and w, since a Gram matrix of
              three vectors is one of three vectors of R³, and then the new w has the same numbers too.  The twins are rounded to a
              grid, a little inside of every hypothesis

Either way the learner is run on the examples again, exactly, and each hypothesis is evaluated in fractions; what fails is not
returned.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt

import numpy as np

from perceptron.errors import InputError
from perceptron.examples import Examples
from perceptron.sphere import sqrt_exact
from perceptron.trace import run as play
from proofs.kernel import Index, Inner, Polynomial, Real
from proofs.worst_case.exact import Certificate, ldl
from proofs.worst_case.programme import Array, Programme, Solution
from proofs.worst_case.question import Question

GRID = 2**44
INSIDE = tuple(2.0**-k for k in (30, 26, 22, 18, 14, 10))  # how far inside of the hypotheses the folded run is sought
Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Run:
    """A run with M updates, all labels +1, checked exactly: its objective is an upper bound on the worst case."""

    u: Vector
    start: Vector
    examples: Examples
    objective: Fraction

    @property
    def dimension(self) -> int:
        return len(self.u)


def exactly(programme: Programme, solution: Solution, certificate: Certificate) -> Run | None:
    """A run that attains the certificate's value, if the Gram matrix is one of simple fractions with a rational factor.

    The z(i) are rounded; u is then what makes the certificate's square vanish, as it must at the optimum.
    """
    first = next(((c, v) for c, v in certificate.vectors if programme.question.vectors[0] in v.parts), None)
    if first is None:
        return None
    share = {programme.place[v]: p.terms[frozenset()] for v, p in first[1].parts.items()}
    makes_u = {k: -c / share[0] for k, c in share.items() if k}
    size = len(programme.place)
    for largest in (2, 12, 100):
        inner = [[Fraction(float(x)).limit_denominator(largest) for x in row[1:]] for row in solution.gram[1:]]
        factors = ldl(inner)
        roots = [sqrt_exact(d) for d, _ in factors] if factors is not None else [None]
        if factors is None or any(r is None for r in roots):
            continue
        points = [tuple(r * row.get(k, Fraction(0)) for r, (_, row) in zip(roots, factors, strict=True) if r) for k in range(size - 1)]
        u = tuple(sum((c * points[k - 1][d] for k, c in makes_u.items()), Fraction(0)) for d in range(len(roots)))
        found = checked(programme.question, [u, *points])
        if found is not None and found.objective == certificate.value:
            return found
    return None


def folded(programme: Programme, solution: Solution) -> Run | None:
    """A run in at most three dimensions near the solver's, or None if none of the roundings holds."""
    for inside in INSIDE:
        points = _twins(programme.question, solution.gram, inside)
        found = None if points is None else checked(programme.question, points)
        if found is not None:
            return found
    return None


def _twins(question: Question, gram: Array, inside: float) -> list[Vector] | None:
    """u on the first axis, then w₁ if there is one, then the z(i), as points of the grid."""
    first = len(question.vectors) - len(question.steps)
    long = sqrt(max(gram[0, 0], 0)) * (1 + 8 * inside)
    if not long:
        return None
    u: Vector = (Fraction(ceil(long * GRID), GRID), Fraction(0), Fraction(0))
    w, before, points = np.zeros(3), np.zeros(len(gram)), [u]
    if question.start:
        before[1] = 1
        along = gram[0, 1] / long
        w = np.array([along, sqrt(max(gram[1, 1] * (1 - inside) - along**2, 0)), 0])
        points.append(_grid(w))
    for k in range(first, len(gram)):
        goal = (gram[0, k] + inside) / long
        turn = w[1:] / max(float(np.linalg.norm(w[1:])), 1e-300) if np.linalg.norm(w[1:]) > 1e-9 else np.array([1.0, 0.0])
        far = float(turn @ w[1:])
        across = (float(before @ gram[:, k]) - inside * float(np.linalg.norm(w)) - goal * w[0]) / far if far else 0.0
        rest = gram[k, k] * (1 - inside / 4) - goal**2 - across**2
        if rest < 0:
            across, rest = -sqrt(max(gram[k, k] * (1 - inside / 4) - goal**2, 0)), 0.0
        plane = across * turn + sqrt(rest) * np.array([-turn[1], turn[0]])
        point = _grid(np.array([goal, *plane]))
        points.append(point)
        w, before = w + np.array(point, dtype=float), before + (np.arange(len(gram)) == k)
    used = [k for k in range(3) if any(p[k] for p in points)]
    return [tuple(p[k] for k in used) for p in points]


def _grid(point: Array) -> Vector:
    return (Fraction(ceil(point[0] * GRID), GRID), *(Fraction(round(x * GRID), GRID) for x in point[1:]))


def checked(question: Question, points: list[Vector]) -> Run | None:
    """The run with these vectors, in the question's order, if every hypothesis holds and the learner makes its M updates."""
    inner = {
        frozenset({a, b}): sum((s * t for s, t in zip(x, y, strict=True)), Fraction(0))
        for i, (a, x) in enumerate(zip(question.vectors, points, strict=True))
        for b, y in list(zip(question.vectors, points, strict=True))[i:]
    }
    u = question.vectors[0]
    losses: dict[Index | None, Fraction] = {
        v.index: max(Fraction(0), 1 - inner[frozenset({u, v})]) for v in question.vectors if v.index is not None
    }  # fmt: skip

    def value(p: Polynomial) -> Fraction:
        total = Fraction(0)
        for monomial, c in p.terms.items():
            for atom, power in monomial:
                c *= (inner[atom.pair] if isinstance(atom, Inner) else losses[getattr(atom, "index", None)]) ** power
            total += c
        return total

    for _, f in question.hypotheses:  # but for those on ‖w‖, which the run itself judges
        if not any(isinstance(a, Real) and a.name != "ξ" for m in f.left.terms for a, _ in m) and value(f.left) < 0:
            return None
    start = points[1] if question.start else (Fraction(0),) * len(points[0])
    zs = points[len(points) - len(question.steps) :]
    examples = Examples(zs, [1] * len(zs))
    try:
        made = play(question.player(start), examples).M
    except InputError:  # the Margin Perceptron has no run that begins with a zero vector
        return None
    return Run(points[0], start, examples, value(question.objective)) if made == question.M else None

"""From the solver's Gram matrix to an exact run: what shows that the value is attained, or nearly.

    attaining_run    if the Gram matrix of the z(k) consists of simple fractions and has a rational factor, u follows, and the run
                     attains the value
    run_in_space     a run in R³ near the solver's. A rule that uses only ⟨u, z⟩, ⟨w, z⟩, ‖z‖ and ‖w‖ needs at most three dimensions:
                     every Gram matrix of u, w and z is one of three vectors of R³, and the new w then has the same products, too.
                     The vectors are rounded to a grid, a small distance inside every hypothesis. (Two dimensions are too few for
                     three updates or more: see `dimension-two`.)

In both cases the learner is run again on the examples, exactly, and each hypothesis is evaluated in fractions. A run that fails is not
returned.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise, product
from math import ceil, sqrt
from operator import mul

import numpy as np

from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.numbers.exact import common_denominator, dot
from perceptron.numbers.rational_points import sqrt_exact
from perceptron.runs.trace import run as play
from proofs.derive.semidefinite import Array, ldl
from proofs.derive.worst_case.exact import ExtremalCertificate
from proofs.derive.worst_case.question import FloatSolution, Question, WorstCaseProgramme
from proofs.kernel import Index, Inner, Polynomial, Real, Vec

DENOMINATOR = 2**44  # of the coordinates of a run in space
INSETS = tuple(2.0**-k for k in (30, 26, 22, 18, 14, 10))  # the distances inside the hypotheses that are tried
WHOLE = 1e-6  # nearer than this to a whole number no fraction with a denominator up to 100 is nearer
Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class ExtremalRun:
    """An exact run with M updates, all labels +1. Its objective is an upper bound on the worst case."""

    u: Vector
    start: Vector
    examples: Examples
    objective: Fraction

    @property
    def dimension(self) -> int:
        return len(self.u)


def attaining_run(programme: WorstCaseProgramme, solution: FloatSolution, certificate: ExtremalCertificate) -> ExtremalRun | None:
    """A run that attains the certificate's value, if the Gram matrix of its examples has simple fractions and a rational factor.

    The inner products of the z(k) are rounded, or those of different z(k) set to 0. Then u is the vector for which the certificate's
    square vanishes, as it must at the optimum.
    """
    u = programme.question.vectors[-1]
    first = next((v for _, v in certificate.vectors if u in v.parts), None)
    if first is None or not certificate.recognised:
        return None
    share = {v: p.terms[frozenset()] for v, p in first.parts.items()}
    gram_of_steps = differences(solution)[:-1, :-1]
    for floats, largest in product((gram_of_steps, np.diag(np.diag(gram_of_steps))), (2, 12, 100)):
        gram = [[_simple(x, largest) for x in row] for row in floats.tolist()]
        factors = ldl(gram)
        roots = [sqrt_exact(d) for d, _ in factors] if factors is not None else [None]
        if factors is None or any(r is None for r in roots):
            continue
        zs = [tuple(r * row.get(k, Fraction(0)) for r, (_, row) in zip(roots, factors, strict=True) if r) for k in range(len(gram))]
        weights = list(accumulate(zs, lambda w, z: tuple(a + b for a, b in zip(w, z, strict=True))))
        combined = zip(programme.question.vectors, weights, strict=False)  # of all but u
        scaled = [tuple(-share[v] / share[u] * x if x else x for x in w) for v, w in combined if v in share]
        run = check(programme.question, [*weights, tuple(sum(xs, Fraction(0)) for xs in zip(*scaled, strict=True))])
        if run is not None and run.objective == certificate.value:
            return run
    return None


def _simple(x: float, largest: int) -> Fraction:
    """The nearest fraction with at most this denominator."""
    whole = round(x)
    return Fraction(whole) if abs(x - whole) < WHOLE else Fraction(x).limit_denominator(largest)


def differences(solution: FloatSolution) -> Array:
    """The Gram matrix of w(0), unless it is 0, then the z(k), then u."""
    change = np.eye(len(solution.gram)) - np.eye(len(solution.gram), k=-1)
    change[-1, -2] = 0
    return np.asarray(change @ solution.gram @ change.T)


def run_in_space(programme: WorstCaseProgramme, solution: FloatSolution) -> ExtremalRun | None:
    """A run near the solver's in at most three dimensions, or None if no rounding satisfies the hypotheses."""
    gram = differences(solution)
    for inset in INSETS:
        points = _points_in_space(programme.question, gram, inset)
        run = None if points is None else check(programme.question, points)
        if run is not None:
            return run
    return None


def _points_in_space(question: Question, gram: Array, inset: float) -> list[Vector] | None:
    """The weights, as points of the grid, and u, on the first axis."""
    long = sqrt(max(gram[-1, -1], 0)) * (1 + 8 * inset)
    if not long:
        return None
    u: Vector = (Fraction(ceil(long * DENOMINATOR), DENOMINATOR), Fraction(0), Fraction(0))
    w, before = np.zeros(3), np.zeros(len(gram))
    points: list[Vector] = []
    if question.start:
        before[0] = 1
        along = gram[-1, 0] / long
        points.append(_round(np.array([along, sqrt(max(gram[0, 0] * (1 - inset) - along**2, 0)), 0])))
        w = np.array(points[0], dtype=float)
    for k in range(len(points), len(gram) - 1):
        goal, far = (gram[-1, k] + inset) / long, float(np.linalg.norm(w[1:]))
        turn = w[1:] / far if far > 1e-9 else np.array([0.0, -1.0])
        across = (float(before @ gram[:, k]) - inset * float(np.linalg.norm(w)) - goal * w[0]) / far if far > 1e-9 else 0.0
        rest = gram[k, k] * (1 - inset / 4) - goal**2 - across**2
        if rest < 0:
            across, rest = -sqrt(max(gram[k, k] * (1 - inset / 4) - goal**2, 0)), 0.0
        rest = rest if rest > 32 * inset else 0.0  # if it is only a rounding error, no further dimension is used
        plane = across * turn + sqrt(rest) * np.array([-turn[1], turn[0]])
        step = _round(np.array([goal, *plane]))
        points.append(tuple(a + b for a, b in zip(points[-1], step, strict=True)) if points else step)
        w, before = np.array(points[-1], dtype=float), before + (np.arange(len(gram)) == k)
    used = [i for i in range(3) if any(p[i] for p in (u, *points))]
    return [tuple(p[i] for i in used) for p in (*points, u)]


def _round(point: Array) -> Vector:
    return (Fraction(ceil(point[0] * DENOMINATOR), DENOMINATOR), *(Fraction(round(x * DENOMINATOR), DENOMINATOR) for x in point[1:]))


def check(question: Question, points: list[Vector]) -> ExtremalRun | None:
    """The run with these vectors, in the question's order, or None unless every hypothesis holds and the learner makes its M updates."""
    u, origin = points[-1], (Fraction(0),) * len(points[-1])
    scale = common_denominator([x for point in points for x in point])
    place = {v: [x.numerator * (scale // x.denominator) for x in point] for v, point in zip(question.vectors, points, strict=True)}
    start = points[0] if question.start else origin
    weights = [*([] if question.start else [origin]), *points[:-1]]
    zs = [tuple(b - a for a, b in zip(*pair, strict=True)) for pair in pairwise(weights)]
    losses = {Index(None, k): max(Fraction(0), 1 - dot(u, z)) for k, z in enumerate(zs)} if question.loss else {}

    @cache
    def product_of(pair: frozenset[Vec]) -> Fraction:
        ends = [place[v] for v in pair]
        return Fraction(sum(map(mul, ends[0], ends[-1])), scale * scale)

    def value(p: Polynomial) -> Fraction:
        total = Fraction(0)
        for monomial, c in p.terms.items():
            for atom, power in monomial:
                if isinstance(atom, Inner):
                    c *= product_of(atom.pair) ** power
                elif isinstance(atom, Real) and atom.index is not None:
                    c *= losses[atom.index] ** power
            total += c
        return total

    for _, f in question.hypotheses:  # those on ‖w‖ are decided by the run itself
        if not any(isinstance(a, Real) and a.name != "ξ" for m in f.left.terms for a, _ in m) and value(f.left) < 0:
            return None
    examples = Examples(zs, [1] * len(zs))
    try:
        updates = play(question.player(start), examples).M
    except InputError:  # no run of the Margin Perceptron begins with a zero vector
        return None
    return ExtremalRun(u, start, examples, value(question.objective)) if updates == question.M else None

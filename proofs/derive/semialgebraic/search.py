"""Why an inequality follows from others: a sum of products, squares and multiples of equations that is zero.

The claim p ≥ 0 follows from facts fᵢ ≥ 0 if, with z = −p > 0, some power of z times a monomial plus Σ μ·(product of facts and z)·(sum of
squares) + Σ multiples of equations vanishes. `certificate` tries shapes from small to large; each is a semidefinite programme over the
Newton polytope. Nothing found here is trusted: the kernel multiplies out the proposal.

The Newton polytope of a support says which monomials a sum that must vanish can hold. If 0 = s + Σ μ·t·σ with squares σ, then (cancellation
apart) every monomial of μ·t·σ lies in the convex hull of those of s. This leaves a few dozen unknowns where all monomials up to a degree
would be thousands. Computed in floats with a tolerance: it decides only the order of attempts.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice, product
from typing import Any

import numpy as np
from numpy.linalg import LinAlgError

from proofs.derive.semialgebraic.laurent import Laurent, Monomial, Ring, monomial, shift, times
from proofs.derive.semialgebraic.rounding import Block, SquaresProgramme, exact
from proofs.derive.semialgebraic.simplex import Row, in_floats, not_negative
from proofs.system.work_clock import work_time

Array = np.ndarray[Any, Any]
MOST_CANDIDATES = 4000
TINY = 1e-7


class Polytope:
    """The convex hull of finitely many exponents, inside the affine space that they span."""

    def __init__(self, support: Iterable[Monomial]) -> None:
        points = np.array(sorted(support), float)
        self.low, self.high = points.min(0), points.max(0)
        self.centre = points[0]
        around = points - self.centre
        _, sizes, directions = np.linalg.svd(np.linalg.qr(around, mode="r"))  # of the small factor: there may be thousands of points
        rank = int((sizes > 1e-9).sum())
        self.span, self.across = directions[:rank], directions[rank:]
        self.walls, self.offsets = _facets(around @ self.span.T)

    def holds(self, points: Array) -> Array:
        """Which of the points (n × dimension) lie inside."""
        around = points - self.centre
        flat = (np.abs(around @ self.across.T) < TINY).all(1)
        return flat & (around @ self.span.T @ self.walls.T <= self.offsets + TINY).all(1)

    def half(self, ring: Ring, p: Laurent, by: Monomial) -> list[Monomial]:
        """The monomials m with m²·by·p inside: the basis of a sum of squares times by·p."""
        return self._fitting(ring, np.array(list(p), float) + np.array(by), 2)

    def multipliers(self, ring: Ring, p: Laurent) -> list[Monomial]:
        """The monomials m with m·p inside."""
        return self._fitting(ring, np.array(list(p), float), 1)

    def _fitting(self, ring: Ring, points: Array, times: int) -> list[Monomial]:
        low = np.ceil((self.low - points.min(0)) / times - TINY).astype(int)
        high = np.floor((self.high - points.max(0)) / times + TINY).astype(int)
        for i in range(len(low)):
            if i not in ring.invertible:
                low[i] = max(low[i], 0)
        sizes = high - low + 1
        if (sizes <= 0).any() or sizes.prod() > MOST_CANDIDATES:
            return []
        candidates = list(product(*(range(a, b + 1) for a, b in zip(low, high, strict=True))))
        shifts = times * np.array(candidates, float)
        fits = np.ones(len(candidates), bool)
        for point in points:
            fits &= self.holds(shifts + point)
        return [m for m, ok in zip(candidates, fits, strict=True) if ok]


def _facets(points: Array) -> tuple[Array, Array]:
    """A and b such that the hull is A·x ≤ b. Raises TooBig for points of which there is no hull in floats."""
    rank = points.shape[1]
    if rank == 0:
        return np.zeros((0, 0)), np.zeros(0)
    if rank == 1:
        return np.array([[1.0], [-1.0]]), np.array([points.max(), -points.min()])
    from scipy.spatial import ConvexHull, QhullError  # not above: to load it takes as long as a short proof

    try:
        hull = ConvexHull(points)
    except QhullError as error:
        raise TooBig from error
    return hull.equations[:, :-1], -hull.equations[:, -1]


MOST_IN_BASIS, MOST_ROWS, MOST_UNKNOWNS = 18, 400, 1500
MOST_POINTS = 1000  # of a hull
NEAR = 10  # facts about the claim's own variables that are tried thoroughly before all
MOST_WEIGHTS = 1500
WIDEST = 60  # monomials of a support that facts may widen


class TooBig(Exception):
    """A programme that would take too long."""


@dataclass(frozen=True)
class PolynomialFact:
    """p ≥ 0, or p > 0 (`strict`), under the name of its line."""

    name: str
    p: Laurent
    strict: bool = False


@dataclass(frozen=True)
class SearchDepth:
    """The limits of a search: the power of z in the strict product, the factors of a product, how far facts widen the support (0 to 3).

    If `plain`, squares are multiplied by at most one variable, which is above 0: more would make contact points irrational."""

    power: int = 1
    factors: int = 1
    width: int = 0
    monomial: Monomial | None = None  # the strict product holds this monomial too
    fact: PolynomialFact | None = None  # and this strict fact
    plain: bool = False


SINGLE = tuple(SearchDepth(1, 1, width) for width in (0, 1, 2)) + tuple(SearchDepth(2, 1, width) for width in (0, 1))
IN_PLACE = (SearchDepth(width=2, plain=True),)
PRODUCTS = (*(SearchDepth(power, 2, width) for width in (0, 1, 2) for power in (1, 2)), SearchDepth(1, 2, 3))


@dataclass(frozen=True)
class Term:
    """weight · (product of the named facts) · sign · root², where `sign` is a monomial of non-negative variables."""

    weight: Fraction
    names: tuple[str, ...]
    sign: Monomial
    root: Laurent


@dataclass(frozen=True)
class RingCertificate:
    """strict + Σ terms vanishes in the ring; `strict` is z^power times a monomial and a fact (z is the claim's negative)."""

    power: int
    monomial: Monomial
    terms: tuple[Term, ...]
    names: tuple[str, ...] = ()


def certificate(ring: Ring, goal: Laurent, strict: bool, facts: Sequence[PolynomialFact], deadline: float) -> RingCertificate | None:
    """Why goal ≥ 0 (> 0 if `strict`) follows from the facts; None if nothing was found in time."""
    if not goal:  # 0 ≥ 0 is nothing to prove, 0 > 0 nothing to be proved
        return None if strict else RingCertificate(1, ring.one, ())
    z = PolynomialFact("z", {m: -c for m, c in goal.items()}, not strict)
    for factors in (1, 2):
        if (factors == 1 or work_time() < deadline) and (by_weights := _linear(ring, z, facts, strict, factors)) is not None:
            return by_weights
    seen: set[object] = set()
    for shape, chosen in _plan(ring, goal, strict, facts):
        if work_time() > deadline:
            return None
        try:
            complete = _attempt(ring, z, chosen, shape, deadline, seen)
        except (TooBig, LinAlgError):
            continue
        if complete is not None:
            return complete
    return None


def _linear(ring: Ring, z: PolynomialFact, facts: Sequence[PolynomialFact], strict: bool, factors: int) -> RingCertificate | None:
    """With numbers as weights of the products in `_multiply`: exact and quick, whatever lies between the claim and the facts.

    One of the products that are positive has to be there: their weights have the sum 1, by a row that is no monomial."""
    known = list(islice(_multiply(ring, z, facts, factors), MOST_WEIGHTS * factors + 1))
    if len(known) > MOST_WEIGHTS * factors:
        return None

    def leads(chosen: Sequence[PolynomialFact], sign: Monomial) -> bool:
        """Whether it is positive: in a proof of a strict claim any product of strict lines, else one with z."""
        positive = all(f.strict for f in chosen) and all(i in ring.positive for i, e in enumerate(sign) if e)
        return positive and (strict or z in chosen)

    rows: list[Row] = [{**dict[Hashable, Fraction](p.items()), "": Fraction(int(leads(chosen, sign)))} for chosen, sign, p in known]
    support = in_floats(rows)
    known, rows = [known[i] for i in support], [rows[i] for i in support]
    total: Row = {"": Fraction(1)}
    weights = not_negative(rows, total) if rows else None
    if weights is None:
        return None
    used = [(c, chosen, sign) for c, (chosen, sign, _) in zip(weights, known, strict=True) if c]
    lead = next(term for term in used if leads(*term[1:]))
    terms = tuple(
        Term(c / lead[0], tuple(f.name for f in chosen), sign, monomial(ring.one)) for c, chosen, sign in used if (c, chosen, sign) != lead
    )
    return RingCertificate(sum(f is z for f in lead[1]), lead[2], terms, tuple(f.name for f in lead[1] if f is not z))


def _multiply(
    ring: Ring, z: PolynomialFact, facts: Sequence[PolynomialFact], factors: int
) -> Iterator[tuple[tuple[PolynomialFact, ...], Monomial, Laurent]]:
    """Products of at most `factors` of the facts and z, each times some monomials that are not negative."""
    unit = [tuple(int(i == j) for j in range(len(ring.one))) for i in range(len(ring.one))]
    once = [ring.one, *(unit[i] for i in sorted(ring.nonnegative))]
    once += [tuple(-e for e in unit[i]) for i in sorted(ring.invertible & ring.positive)]
    twice = list(dict.fromkeys(tuple(a + b for a, b in zip(v, w, strict=True)) for v, w in combinations_with_replacement(once, 2)))
    products = [chosen for n in range(factors + 1) for chosen in combinations_with_replacement([z, *facts], n)]
    fixed = next((some for some in (twice, once) if len(products) * len(some) < MOST_WEIGHTS), [ring.one])
    for chosen in products:
        p = times(monomial(ring.one), *(f.p for f in chosen))
        onto = _onto(ring, p, z.p) if factors > 1 and chosen else ()
        for sign in dict.fromkeys([*(fixed if chosen else twice), *onto]):
            yield chosen, sign, ring.reduce(shift(p, sign))


def _onto(ring: Ring, p: Laurent, goal: Laurent) -> Iterator[Monomial]:
    """Monomials that are not negative and turn one of p into one of the goal."""
    for m, k in product(p, goal):
        by = tuple(b - a for a, b in zip(m, k, strict=True))
        if ring.has(by) and all(i in ring.nonnegative for i, e in enumerate(by) if e % 2):
            yield by


def _plan(
    ring: Ring, goal: Laurent, strict: bool, facts: Sequence[PolynomialFact]
) -> Iterator[tuple[SearchDepth, Sequence[PolynomialFact]]]:
    """Those without further names first, all facts one at a time, then few facts with products, then all with products."""
    near = [f for f in facts if _name(f.p) <= _name(goal)]
    if len(near) < len(facts):
        yield from product(SINGLE if len(near) <= NEAR else SINGLE[:1], [near])
    if strict:  # something positive must be left over
        for m, c in goal.items():
            if c > 0 and all(i in ring.positive for i, e in enumerate(m) if e):
                yield SearchDepth(monomial=m), facts
        for f in (f for f in facts if f.strict):
            yield from product([SearchDepth(width=width, fact=f) for width in (0, 1, 2)], [near, facts])
    if len(facts) > 2:
        yield from product(SINGLE, [facts])
    if not strict:  # z times a positive variable
        lifted = [tuple(int(i == j) for j in range(len(ring.one))) for i in sorted(ring.positive)]
        yield from product([SearchDepth(1, 1, width, m) for width in (0, 2) for m in lifted], [facts])
        touching = [f for f in facts if not f.p.keys().isdisjoint(goal)]
        yield from product(IN_PLACE, combinations(touching, 2))  # each in place of a monomial of the claim
    if len(facts) > 2:
        few = (1, 2, 3) if 3 < len(facts) <= 7 else (1, 2) if len(facts) <= 12 else (1,)
        for n in few:
            for chosen in combinations(facts, n):
                yield from product(PRODUCTS, [chosen])
    yield from product(PRODUCTS, [facts])


def _name(p: Laurent) -> set[int]:
    """Which variables occur."""
    return {i for m in p for i, e in enumerate(m) if e}


def _attempt(
    ring: Ring, z: PolynomialFact, facts: Sequence[PolynomialFact], shape: SearchDepth, deadline: float, seen: set[object]
) -> RingCertificate | None:
    power, lead = (shape.power if z.strict else 0), shape.monomial or ring.one
    also = () if shape.fact is None else (shape.fact,)
    target = shift(times(monomial(ring.one), *[z.p] * power, *(f.p for f in also)), lead)
    support = set(target) | (set() if z.strict else set(z.p))
    _widen(ring, support, [f.p for f in facts], shape.width)
    if len(target) > MOST_ROWS or len(support) > MOST_POINTS:  # each monomial of the target is a row; a large hull takes long
        raise TooBig
    key = (power, shape.factors, shape.plain, lead, tuple(f.name for f in also), frozenset(support), tuple(f.name for f in facts))
    if key in seen:
        return None
    seen.add(key)
    blocks = tuple(_blocks(ring, Polytope(support), [z, *facts], shape))
    programme = SquaresProgramme(target, blocks)
    if len(programme.columns) > MOST_UNKNOWNS or len(programme.rows) > MOST_ROWS:
        raise TooBig
    sums = exact(programme, deadline, ring.radicals) if blocks else None
    if sums is None:
        return None
    terms = (Term(c, b.names, b.sign, root) for b, squares in zip(blocks, sums, strict=True) for c, root in squares)
    return RingCertificate(power, lead, tuple(terms), tuple(f.name for f in also))


def _widen(ring: Ring, support: set[Monomial], facts: Sequence[Laurent], width: int) -> None:
    """Let facts and equations that touch the support add their other monomials: once (2), or until nothing is new (1 and 3)."""
    polynomials = [*facts, *(rule.equation for rule in ring.rules)] if width else []
    again = True
    while again and polynomials and len(support) < WIDEST:
        again = False
        for p in polynomials:
            if len(support) > MOST_POINTS:
                raise TooBig
            for m in list(support):
                for k in p:
                    by = tuple(a - b for a, b in zip(m, k, strict=True))
                    moved = set(shift(p, by)) if ring.has(by) else set()
                    new = moved - support
                    if new and (len(moved) - len(new) >= 2 or width > 1):
                        support |= moved
                        again = width in (1, 3)


def _blocks(ring: Ring, polytope: Polytope, facts: Sequence[PolynomialFact], shape: SearchDepth) -> Iterator[Block]:
    """Every product of facts and non-negative variables that fits, with the squares that fit with it; every multiple of an equation."""
    one = monomial(ring.one)
    variables, most = (ring.positive, 1) if shape.plain else (ring.nonnegative, 2)
    some = [chosen for n in range(most + 1) for chosen in combinations(sorted(variables), n)]
    signs = [tuple(int(i in chosen) for i in range(len(ring.one))) for chosen in some]
    for names, p in [((), one), *_products(facts, shape.factors)]:
        for sign in signs:
            basis = polytope.half(ring, p, sign)
            if len(basis) > MOST_IN_BASIS:
                raise TooBig
            if basis:
                yield Block(names, sign, shift(p, sign), tuple(monomial(m) for m in basis))
    for rule in ring.rules:
        for m in polytope.multipliers(ring, rule.equation):
            yield Block((), ring.one, shift(rule.equation, m), (one,), free=True)


def _products(facts: Sequence[PolynomialFact], factors: int) -> Iterator[tuple[tuple[str, ...], Laurent]]:
    for n in range(1, factors + 1):
        for chosen in combinations_with_replacement(facts, n):
            if n % 2 or len({f.name for f in chosen}) > 1:  # else it is a square
                yield tuple(f.name for f in chosen), times(*(f.p for f in chosen))

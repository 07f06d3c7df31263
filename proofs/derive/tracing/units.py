"""The letter R by a change of units: a potential for ‖x‖ ≤ 1 becomes one for ‖x‖ ≤ R.

If every letter of a table can be given a power of R so that all it says stays the same in other units of length, then what holds at R = 1
holds for every R.  With Passive–Aggressive steps ⟨w, x⟩ is a number, so w has the power −1; with the Perceptron's w has 1, and a fixed
margin β, if it is a letter, 2.  A potential and its proof are filled up with powers of R, and no programme has the letter R.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sympy import Integer, Symbol, linsolve

from proofs.derive.tracing.potential import ALONG, RADIUS, Factor, Potential, Problem
from proofs.derive.tracing.trace import GAMMA

Powers = Mapping[str, int]


class OtherUnits(Exception):
    """A letter without a whole power of R."""


def units(problem: Problem) -> list[Powers] | None:
    """The power of R of each generator, for each row of the table; None if there are no such powers."""
    equations = list(_equations(problem))
    names = sorted(set().union(*(e.free_symbols for e in equations)), key=str)
    for of_w in (1, -1, 0):
        for solution in linsolve([*equations, Symbol("w") - of_w], names):
            powers = {str(n): power.subs(dict.fromkeys(names, 0)) for n, power in zip(names, solution, strict=True)}
            if all(power.is_integer for power in powers.values()):
                return [_by_generator(problem, j, {n: int(p) for n, p in powers.items()}) for j in range(len(problem.table.rows))]
    return None


def _by_generator(problem: Problem, j: int, powers: Powers) -> Powers:
    """The powers of all generators of the problem's ring in a row."""
    vectors = problem.table.universe.vectors
    found = {name: powers[a] + powers[b] for (a, b), name in problem.table.universe.pairs.items() if a in powers and b in powers}
    found |= {f"√{i}": powers[f"{j}√{i}"] for i in range(len(problem.table.rows[j].roots))}
    found |= {n: powers.get(n, 0) for n in problem.table.universe.numbers}
    return found | {f"⟨u, {v}⟩": powers.get(v, 0) - 1 for v in vectors} | {ALONG: powers["w"] - 1, RADIUS: 1}


def _equations(problem: Problem) -> Iterator[Any]:
    """Sums of powers that are 0."""
    table = problem.table
    pairs = {name: pair for pair, name in table.universe.pairs.items()}
    yield Symbol("z") - 1
    yield from (Symbol(n) for n, _ in problem.conditions)
    yield from (Symbol(n) for n in problem.state if table.start[n])
    if any(map(problem.onto_ball, table.rows)):  # where γ⟨u, v⟩ ≤ ‖v‖ is used, the margin is one of the game
        yield Symbol(GAMMA) - 1
    for j, row in enumerate(table.rows):

        def of(p: Any, j: int = j) -> list[Any]:
            """The power of each monomial; of 0 none."""
            names = [pairs.get(s.name, (f"{j}{s.name}" if "√" in s.name else s.name,)) for s in p.ring.symbols]
            return [sum((e * Symbol(n) for by, e in zip(names, m, strict=True) if e for n in by), Integer(0)) for m in p]

        def moved(e: Any, old: Any, new: Any, of: Any = of) -> list[Any]:
            """An element times what has one power has the other."""
            first, *more = of(e.denom)
            return [power - first for power in more] + [power + old - new - first for power in of(e.numer)]

        for p in (*(g.of for g in row.guards), row.inner.numer, row.inner.denom):
            yield from (power - powers[0] for powers in [of(p)] for power in powers[1:])
        for i, p in enumerate(row.roots):
            yield from (power - 2 * Symbol(f"{j}√{i}") for power in of(p))
        for v, parts in (("w", row.weights), *((v, row.vectors[v]) for v in problem.moved)):
            yield from (e for x, c in parts.items() for e in moved(c, Symbol(x), Symbol(v)))
        yield from (e for n in problem.state for e in moved(row.numbers[n], Integer(0), Symbol(n)))


def degrees(p: Any, powers: Powers) -> dict[Any, int]:
    """The power of R that each monomial has."""
    names = [symbol.name for symbol in p.ring.symbols]
    return {m: sum(powers.get(n, 0) * e for n, e in zip(names, m, strict=True) if e) for m in p}


def power_of(p: Any, powers: Powers) -> int:
    """The greatest power of R that a monomial has."""
    return max(degrees(p, powers).values(), default=0)


def filled(p: Any, powers: Powers, power: int) -> Any:
    """A polynomial whose monomials are filled up with powers of R. Raises OtherUnits."""
    found = degrees(p, powers)
    if any(degree > power for degree in found.values()):
        raise OtherUnits
    return sum((p.ring.from_dict({m: p[m]}) * p.ring.gens[-1] ** (power - degree) for m, degree in found.items()), p.ring.zero)


def with_radius(problem: Problem, found: Potential, by_row: Sequence[Powers]) -> Potential:
    """The potential that was found for ‖x‖ ≤ 1, for ‖x‖ ≤ R. Raises OtherUnits."""
    powers, rows = by_row[0], problem.table.rows
    places = [next(by_row[j] for j, row in enumerate(rows) if row.guards == case.row.guards) for case in found.cases]
    along = powers[ALONG]

    def least(weights: Any, base: Sequence[int]) -> int:
        """How much more than its base a case's target needs for all its products."""
        more = [
            sum(power_of(f.of, at) for f in factors) - base[j]
            for j, (at, (products, _)) in enumerate(zip(places, weights, strict=True))
            for _, factors in products
        ]
        return max(more, default=0)

    def proof(weights: Any, targets: Sequence[int]) -> Any:
        return tuple(
            (
                tuple((w, _with_factors(factors, at, target)) for w, factors in products),
                tuple((filled(m, at, target - power_of(_equation(problem, c, f), at)), f) for m, f in equations),
            )
            for c, at, target, (products, equations) in zip(found.cases, places, targets, weights, strict=True)
        )

    base = [2 * power_of(c.below, at) + 2 * power_of(c.scale, at) for c, at in zip(found.cases, places, strict=True)]
    beside = {"A": powers["w·w"], "b": along, "delta": 0, "slack": 0}  # the power of what each coefficient multiplies
    squares = {f"{n}²": 2 * powers[n] for n in found.numbers} | {f"‖{v}‖²": powers[f"{v}·{v}"] for v in found.vectors}
    coefficients = {name: getattr(found, name) for name in beside}
    top = max(
        *(power_of(c, powers) + (beside | squares)[name] for name, c in (coefficients | dict(found.others)).items()),
        least(found.weights, base),
    )
    kept = found.kept
    if kept is not None:
        if along != powers["w·w"]:
            raise OtherUnits
        kept = replace(kept, weights=proof(kept.weights, [at + along for at in base]))
    return replace(
        found,
        **{name: filled(c, powers, top - beside[name]) for name, c in coefficients.items()},
        others={name: filled(c, powers, top - squares[name]) for name, c in found.others.items()},
        weights=proof(found.weights, [at + top for at in base]),
        kept=kept,
    )


def _with_factors(factors: Sequence[Factor], powers: Powers, target: int) -> tuple[Factor, ...]:
    """A product's factors with R in them, and with as many R as are missing."""
    own = tuple(replace(f, of=filled(f.of, powers, power_of(f.of, powers))) for f in factors)
    missing = target - sum(power_of(f.of, powers) for f in factors)
    if missing < 0:
        raise OtherUnits
    R = factors[0].of.ring.gens[-1] if factors else None
    return (*own, *(Factor("R² > 0", R and R**2, True),) * (missing // 2), *(Factor("R > 0", R, True),) * (missing % 2))


def _equation(problem: Problem, case: Any, f: Factor) -> Any:
    return next(problem.lift(g.of) for g in case.row.guards if f"{g.of}" == f.name)

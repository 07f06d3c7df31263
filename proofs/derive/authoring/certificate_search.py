"""Search for certificates: untrusted, the kernel judges the certificate.

A claim p ≥ 0 follows from facts pᵢ if 0 is a sum of products of the facts and of z = −p, squares, and multiples of equations (the kernel's
rule `certificate`).  With a finite list of candidate products the coefficients solve a linear programme over ℚ, which Z3 solves exactly.
Lists grow from plain linear combinations to products of three, as far as the `Work` that one line may cost, which is counted and not timed;
the first that works is kept in `certificates.json`, keyed by the claim and what its facts say, so that a search is paid once and every
later run only replays.  A few hundred there were written by hand, some because no search finds them in its work; a page whose lines say
something else has the old one in the history of `certificates.json`, or writes one with `by=`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

from proofs.derive.authoring.encoding import encode
from proofs.derive.semialgebraic.simplex import not_negative
from proofs.kernel import Compare, Polynomial
from proofs.kernel.codec import decode

STORE = Path(__file__).with_name("certificates.json")
Data = dict[str, Any]
Weights = tuple[list[Fraction], list[Fraction]]
Solve = Callable[[Polynomial, Sequence[Polynomial], Sequence[Polynomial], "Work"], Weights | None]
Beyond = Callable[[Compare, Mapping[str, Compare], float], Data]


LINE = 4_000_000  # the work for one line
FACTOR = 10  # of it for a product
ENTRY = 80  # of it for Z3 to be given one coefficient
PER_STEP = 10  # of what Z3 counts
BEYOND = 10.0  # seconds for what lies beyond products


class NotFound(Exception):
    """No certificate of the shapes tried; the claim may still be true."""


class TooLong(NotFound):
    """The remaining search is more work than one line may cost."""


@dataclass
class Work:
    """The work left for a search, in steps of about a microsecond, so that it ends at the same place on every machine."""

    left: int

    def spend(self, steps: int) -> None:
        """Raises TooLong where that is more than there is."""
        self.left -= steps
        if self.left < 0:
            raise TooLong("the step is too long for one line")

    def product(self, factors: Iterable[Polynomial]) -> Polynomial:
        """Multiplied out, if there is work left for it."""
        total = Polynomial.of(1)
        for factor in factors:
            self.spend(FACTOR + len(total.terms) * len(factor.terms))
            total = total * factor
        return total


@dataclass(frozen=True)
class SearchLimits:
    """The limits of a search: factors in a product, degree of an equation's multiplier, whether squares of a ± b are offered."""

    product: int
    multiplier: int
    squares: int


SHAPES = (SearchLimits(1, 0, 0), SearchLimits(2, 1, 0), SearchLimits(2, 2, 1), SearchLimits(3, 2, 1), SearchLimits(3, 2, 2))


USED: set[str] = set()  # the keys that were asked for, so that a rebuilt store holds nothing else


def find(goal: Compare, facts: Mapping[str, Compare], beyond: Beyond | None = None) -> Data:
    """The data of a `certificate` step for `goal` from `facts`, from the store or by search, then by `beyond`; raises `NotFound`."""
    data = store_goal(goal, facts)
    if data is not None:
        return data
    facts = {name: facts[name] for name in digest(goal, facts)[1]}  # so that what is found does not depend on their order either
    try:
        data = search(goal, facts)
    except NotFound:
        if beyond is None:
            raise
        data = beyond(goal, facts, BEYOND)
    keep(goal, facts, data)
    return data


def store_goal(goal: Compare, facts: Mapping[str, Compare]) -> Data | None:
    """The stored result of `find`, if there is one."""
    key, names = digest(goal, facts)
    found = store().get(key)
    if found is None:
        return None
    USED.add(key)
    return {part: rename(decode(value), {f"#{at}": name for at, name in enumerate(names)}) for part, value in found.items()}


def keep(goal: Compare, facts: Mapping[str, Compare], data: Data) -> None:
    """Put a certificate into the store of this process."""
    key, names = digest(goal, facts)
    USED.add(key)
    store()[key] = {part: encode(value) for part, value in renamed_parts(data, {name: f"#{at}" for at, name in enumerate(names)}).items()}


def premises(id: str, goal: Compare) -> list[Any]:
    """The facts from which this claim of a theorem was found to follow, as recipes for their lines, by the place."""
    return store().get(_key([id, encode(goal)]), [])


def take(id: str, goal: Compare, recipes: list[Any]) -> None:
    """Keep these recipes in the store, and when it is rebuilt."""
    key, written = _key([id, encode(goal)]), encode(recipes)
    known = store().setdefault(key, [])
    if written not in known:
        known.append(written)
    USED.add(key + json.dumps(written))


def digest(goal: Compare, facts: Mapping[str, Compare]) -> tuple[str, list[str]]:
    """The key of a certificate, which what its lines are called does not change, and the lines in the order of what they say."""
    said = sorted((json.dumps(encode(f), sort_keys=True), name) for name, f in facts.items())
    return _key([encode(goal), [formula for formula, _ in said]]), [name for _, name in said]


def _key(data: object) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:24]


def rename(data: Any, names: Mapping[str, str]) -> Any:
    """A certificate with other names for its lines; a `z` stays."""
    if isinstance(data, list | tuple):
        return [rename(part, names) for part in data]
    return names.get(data, data) if isinstance(data, str) else data


def renamed_parts(data: Data, names: Mapping[str, str]) -> Data:
    return {part: rename(value, names) for part, value in data.items()}


@cache
def store() -> dict[str, Any]:
    return json.loads(STORE.read_text(encoding="utf-8")) if STORE.exists() else {}


def save() -> None:
    """Write the required certificates to the package; whole or not at all."""
    used = {k: [r for r in v if k + json.dumps(r) in USED] if isinstance(v, list) else v if k in USED else {} for k, v in store().items()}
    kept = {k: v for k, v in sorted(used.items()) if v}
    lines = ",\n".join(f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in kept.items())
    scratch = STORE.with_suffix(".new")
    scratch.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    scratch.replace(STORE)


def search(
    goal: Compare,
    facts: Mapping[str, Compare],
    work: int = LINE,
    shapes: Sequence[SearchLimits] = SHAPES,
    solve: Solve | None = None,
    roots: Sequence[Polynomial] = (),
) -> Data:
    """The data of a `certificate` step by search alone, whatever is stored.  `roots`: of squares that are offered in any case."""
    atoms = sorted({a for f in (goal, *facts.values()) for m in f.left.terms for a, _ in m}, key=_text)
    monomials = [Polynomial.atom(a) for a in atoms]
    left = Work(work)
    for shape in shapes:
        data = _solve(goal, facts, monomials, shape, left, solve or weigh, roots)
        if data is not None:
            return data
    raise NotFound("no certificate found for this claim")


def _solve(
    goal: Compare,
    facts: Mapping[str, Compare],
    monomials: list[Polynomial],
    shape: SearchLimits,
    work: Work,
    solve: Solve,
    offered: Sequence[Polynomial],
) -> Data | None:
    multipliers = _multipliers(monomials, shape.multiplier, work)
    if shape.multiplier > 1:
        multipliers = list(dict.fromkeys([*multipliers, *_divisors([goal, *facts.values()], work)]))
    equations = [(m, name, work.product([m, f.left])) for name, f in facts.items() if f.relation == "=" for m in multipliers]
    multiples = [p for _, _, p in equations]
    if goal.relation == "=":
        solution = solve(-goal.left, [], multiples, work)
        return None if solution is None else {"strict": [], "terms": [], "equations": _merge(equations, solution[1])}
    signed = {name: f for name, f in facts.items() if f.relation != "="}
    signed["z"] = Compare(-goal.left, ">" if goal.relation == ">=" else ">=")
    terms: list[tuple[list[Any], Polynomial]] = []
    for n in range(1, shape.product + 1):
        for names in combinations_with_replacement(signed, n):
            terms.append((list(names), work.product(signed[x].left for x in names)))
    roots = [*offered, *_squares(monomials, shape.squares, work)]
    terms += [([r], work.product([r, r])) for r in roots]
    terms += [([name, r], work.product([signed[name].left, r, r])) for name in signed for r in roots] if shape.squares > 1 else []
    strict_names = [name for name, f in signed.items() if f.relation == ">"]
    chosen = [names for n in range(shape.product + 1) for names in combinations_with_replacement(strict_names, n)]
    leading = [(names, work.product(signed[x].left for x in names)) for names in chosen]
    products = [p for _, p in terms]
    if len(chosen) > 1 and not _any_leads([p for _, p in leading], products, multiples, work, solve):
        return None
    for names, strict in leading:
        solution = solve(strict, products, multiples, work)
        if solution is not None:
            used = [[c, factors] for c, (factors, _) in zip(solution[0], terms, strict=True) if c]
            return {"strict": [Fraction(1), list(names)], "terms": used, "equations": _merge(equations, solution[1])}
    return None


def _any_leads(leading: list[Polynomial], products: list[Polynomial], multiples: list[Polynomial], work: Work, solve: Solve) -> bool:
    """Whether one of these can be the strict product: asked of all at once, with weights that sum to 1, by a row that is no monomial."""
    one = frozenset({(None, 1)})
    weighed = [Polynomial(p.terms | {one: Fraction(1)}) for p in leading]
    return solve(Polynomial({one: Fraction(-1)}), [*weighed, *products], multiples, work) is not None


def _text(atom: object) -> str:
    """A sort key that is the same in every run."""
    return repr(encode(atom))


def _multipliers(monomials: list[Polynomial], degree: int, work: Work) -> list[Polynomial]:
    return [work.product(c) for n in range(degree + 1) for c in combinations_with_replacement(monomials, n)]


def _divisors(formulas: Sequence[Compare], work: Work) -> list[Polynomial]:
    """Every divisor of a monomial that occurs: what an equation is multiplied by when it rewrites one of them."""
    divisors: dict[Polynomial, None] = {}
    for monomial in dict.fromkeys(m for f in formulas for m in f.left.terms):
        atoms = [Polynomial.atom(a) for a, power in sorted(monomial, key=lambda pair: _text(pair[0])) for _ in range(power)]
        for n in range(len(atoms) + 1):
            divisors.update((work.product(c), None) for c in combinations(atoms, n))
    return list(divisors)


def _squares(monomials: list[Polynomial], level: int, work: Work) -> list[Polynomial]:
    if not level:
        return []
    small = _multipliers(monomials, level, work)
    return small[1:] + [a - b for a, b in combinations(small, 2)] + [a + b for a, b in combinations(small, 2)]


def _merge(equations: Sequence[tuple[Polynomial, str, Polynomial]], weights: Sequence[Fraction]) -> list[Any]:
    total: dict[str, Polynomial] = {}
    for (m, name, _), c in zip(equations, weights, strict=True):
        total[name] = total.get(name, Polynomial({})) + m * c
    return [[m, name] for name, m in total.items() if m.terms]


def weighted_without_z3(strict: Polynomial, terms: Sequence[Polynomial], equations: Sequence[Polynomial], work: Work) -> Weights | None:
    """The result of `weigh` for small claims, in a page, where there is no Z3."""
    columns = [*(p.terms for p in terms), *(q.terms for p in equations for q in (p, -p))]
    signed = not_negative(columns, (-strict).terms, work.spend)
    if signed is None:
        return None
    rest = signed[len(terms) :]
    return signed[: len(terms)], [up - down for up, down in zip(rest[::2], rest[1::2], strict=True)]


def weigh(strict: Polynomial, terms: Sequence[Polynomial], equations: Sequence[Polynomial], work: Work) -> Weights | None:
    """Weights λ ≥ 0 and μ with strict + Σ λ·terms + Σ μ·equations = 0, or None.  Raises TooLong."""
    import z3

    work.spend(ENTRY * sum(len(p.terms) for p in (strict, *terms, *equations)))
    own = z3.Context()  # a context is for one thread
    rows: dict[object, list[Any]] = {m: [z3.Q(c.numerator, c.denominator, own)] for m, c in strict.terms.items()}
    weights = [z3.Real(f"c{i}", own) for i in range(len(terms) + len(equations))]
    for weight, p in zip(weights, [*terms, *equations], strict=True):
        for m, c in p.terms.items():
            rows.setdefault(m, []).append(weight * z3.Q(c.numerator, c.denominator, own))
    solver = z3.SolverFor("QF_LRA", own)
    solver.set("rlimit", min(work.left * PER_STEP, 2**32 - 1))
    solver.add(*(w >= 0 for w in weights[: len(terms)]), *(z3.Sum(row) == 0 for row in rows.values()))
    answer = solver.check()
    work.spend(work.left + 1 if answer == z3.unknown else solver.statistics().get_key_value("rlimit count") // PER_STEP)
    if answer != z3.sat:
        return None
    model = solver.model()
    values = [model.eval(w, model_completion=True).as_fraction() for w in weights]
    return values[: len(terms)], values[len(terms) :]

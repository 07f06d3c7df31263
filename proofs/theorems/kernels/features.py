"""Features that are lists, for all points at once: φ(f, i) is the component of the point i at the list f, and x(i, l) its coordinate l.

0 is the empty list, and (f, l) the list f with one more entry.  S(f, i, j, m) is the sum of φ(g, i)φ(g, j) over all lists g that f becomes
in m steps, so S(0, i, j, m) is ⟨φ(i), φ(j)⟩ after m steps.  In both kernels here a step multiplies it by a number that is the same for all
lists; so the sum is φ(f, i)φ(f, j)K(i, j, m), by induction over m for all f at once.
"""

from itertools import product

from proofs.statements.authoring import (
    Callable, Derivation, Draw, Fact, Formula, Fraction, Index, Instance, Polynomial, define, eq, every, nat, seq, sequel, whenever,
)  # fmt: skip

i, j, f, entry, m = (nat(name) for name in "ijflm")
x, phi, S, K = seq("x"), seq("φ"), seq("S"), seq("K")
HORIZON, BASE = 2, 5  # of an instance: points, entries and steps up to 2, which are digits below 5
Step = Callable[[Callable[[Index], Polynomial], Index], Polynomial]
Factor = Callable[[Index], Polynomial]


def total(features: Index, steps: Index | int) -> Polynomial:
    return S(sequel(features, i, j, steps))


def pair(features: Index) -> Polynomial:
    """φ(f, i)φ(f, j)"""
    return phi(sequel(features, i)) * phi(sequel(features, j))


def kernel(steps: Index | int) -> Polynomial:
    return K(sequel(i, j, steps))


empty = define("φ(0)", "every point has 1 of the empty list", phi(sequel(0, i)), 1, over=(i,))


def sums(step: Step, words: str) -> tuple[Fact, ...]:
    """S over the lists that a step makes of one."""
    start = "S(f, i, j, m) is a sum of φ(·, i)φ(·, j), at first for f alone"
    return (
        define("S starts", start, total(f, 0), pair(f), over=(f, i, j)),
        define("S", words, total(f, m + 1), step(lambda features: total(features, m), f), over=(m, f, i, j)),
    )


def powers(factor: Factor, words: str) -> tuple[Fact, ...]:
    """K, which a step multiplies by a factor."""
    return (define("K starts", words, kernel(0), 1, over=(i, j)), define("K", words, kernel(m + 1), kernel(m) * factor(m), over=(i, j, m)))


claim = whenever(i, j, m, then=eq(total(Index(None), m), kernel(m)))


def prove(d: Derivation, step: Callable[[Index, Index, str], str]) -> None:
    """S(f, i, j, m) = φ(f, i)φ(f, j)K(i, j, m) for all f; `step` is given f, m and the line of m, and returns that of m + 1."""

    def find(steps: Index) -> Formula:
        return every(f, eq(total(f, steps), pair(f) * kernel(steps)))

    def first() -> str:
        return d.generalise(d.have(eq(total(f, 0), pair(f) * kernel(0))), f)

    d.induction(find, first, lambda steps, before: d.generalise(step(f, steps, before), f))
    with d.supposing(i, j, m):
        d.have(eq(total(Index(None), m), kernel(m)))


def sample(draw: Draw, entries: Callable[[list[Fraction], list[int]], Fraction], factor: Callable[..., Fraction], n: int) -> Instance:
    """Points with three coordinates; `entries` gives a point's component at a list, `factor` the factor of a step."""
    digits, lists = range(HORIZON + 2), HORIZON * BASE + BASE
    points = [draw.numbers(BASE) for _ in digits]
    table = {name: [Fraction(0)] * count for name, count in (("x", BASE**2), ("φ", BASE * lists + BASE), ("K", BASE**3))}
    table["S"] = [Fraction(0)] * (BASE**3 * lists + BASE**3)
    for a, point in enumerate(points):
        table["x"][number_base(BASE, a, 0) : number_base(BASE, a, 0) + BASE - 1] = point[: BASE - 1]
        for code in range(lists):
            table["φ"][number_base(BASE, code, a)] = entries(point, list_code(code, BASE))
    for a, b in product(digits, repeat=2):
        value = Fraction(1)
        for step in digits:
            table["K"][number_base(BASE, a, b, step)] = value
            for code in range(lists):
                both = table["φ"][number_base(BASE, code, a)] * table["φ"][number_base(BASE, code, b)]
                table["S"][number_base(BASE, code, a, b, step)] = both * value
            value *= factor(points[a], points[b], step)
    return Instance(HORIZON, {"n": n}, {}, table, base=BASE)


def number_base(base: int, *indices: int) -> int:
    """The number of a list of indices in an instance."""
    code = indices[0]
    for index in indices[1:]:
        code = base * code + index + 1
    return code


def list_code(code: int, base: int) -> list[int]:
    """The entries of the list that has this number."""
    return [*list_code((code - 1) // base, base), (code - 1) % base] if code else []

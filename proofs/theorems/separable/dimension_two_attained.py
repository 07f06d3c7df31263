"""In the plane ⌊1/(2γ²)⌋ + 1 mistakes are made for every γ: the zig-zag, so that `dimension-two` is exact.

No source prints it.  For examples no longer than 1, with orthonormal e and v, C = √(1−γ²) and any T ≤ 1/(2γ²): the first example is
γe ± β(1)v, and then come γe ∓ Cv in turn.  After k updates the swing across e is ±β(k), with β(k+1) = C − β(k), which takes two values in
turn, p and C − p.  Take p = max(C/2, Tγ²/C) and have it at the last round, β(T) = p.  All examples lie γ ahead along e, and
none is longer than 1, as 0 ≤ β ≤ C.  The rounds 0, 1, …, T are all mistakes, if a tie is one: T + 1 in all.  (At γ = 1 the example e alone
makes the one mistake.)

The proof.  ⟨w(k), z(k)⟩ = kγ² − Cβ(k).  At k = T that is at most 0, as p ≥ Tγ²/C.  Before, kγ² ≤ (T−1)γ² ≤ C(C − p) ≤ Cβ(k): if p = C/2
the middle is 2(T−1)γ² ≤ 1 − γ², if pC = Tγ² it is (2T−1)γ² ≤ 1 − γ², and both follow from 2γ²T ≤ 1.
"""

from math import isqrt

from proofs.statements.authoring import (
    Coordinates, Derivation, Display, Draw, Fact, Formula, Fraction, Index, Instance, Polynomial, both, define, defined_run, eq, every,
    gamma, ge, gt, implies, inner, k, larger_of, le, nat, number, real, root_of, seq, theorem, vec, w, z,
)  # fmt: skip
from proofs.theorems.separable.dimension_two import C, beta, swing

one, zero = Fraction(1), Fraction(0)
T, p, turn = nat("T"), real("p"), seq("σ")
e, v = vec("e"), vec("v")
A, B = nat("a"), nat("b")


def claim(i: Index) -> Formula:
    """⟨w, z⟩ ≤ 0, ⟨e, z⟩ = γ and ‖z‖ ≤ 1 at once: each is seen by making its weight large, or the weights 0."""
    faults = number(A) * inner(w(i), z(i)) + number(B) * (inner(z(i), z(i)) - 1) + (inner(e, z(i)) - gamma) ** 2
    return implies(ge(number(T), number(i)), every(A, every(B, le(faults, 0))))


facts = (
    Fact("plane", "e and v are orthonormal, as in dimension 2", both(both(eq(inner(e, e), 1), eq(inner(v, v), 1)), eq(inner(e, v), 0))),
    *root_of("C", C, 1 - gamma**2, "C is a root", "C² = 1 − γ²"),
    Fact("room", "T ≤ 1/(2γ²)", le(2 * gamma**2 * number(T), 1)),
    Fact("below 1", "γ < 1; at γ = 1 the example e alone makes the one mistake", gt(1 - gamma**2, 0)),
    *larger_of(
        p,
        C,
        number(T) * gamma**2,
        ("p ≥ C/2", "p is the larger of C/2 and Tγ²/C"),
        ("p ≥ Tγ²/C", "p is the larger of C/2 and Tγ²/C"),
        ("p", "p is one of them"),
        leads=(2, C),
    ),
    Fact("β(T)", "the last swing is p", eq(beta(T), p)),
    swing,
    define("σ", "the sides σ(k) alternate", turn(k + 1), -turn(k)),
    Fact("side", "one side is 1, the other −1", eq(turn(0) ** 2, 1)),
    *defined_run(),
    define("first", "the first example swings by β(1)", z(0), gamma * e + turn(1) * beta(1) * v),
    define("further", "the others by C, to the other side", z(k + 1), gamma * e - turn(k + 1) * C * v),
)


def _places(d: Derivation, unit_e: str, unit_v: str, right: str) -> tuple[str, str]:
    """∀k ⟨w(k+1), e⟩ = (k+1)γ and ⟨w(k+1), v⟩ = ±β(k+1)."""

    def ahead(i: Index) -> Formula:
        return eq(inner(w(i + 1), e), (number(i) + 1) * gamma)

    def aside(i: Index) -> Formula:
        return eq(inner(w(i + 1), v), turn(i + 1) * beta(i + 1))

    def start(along: bool) -> str:
        seen = e if along else v
        facts = d.expand("zero start", seen), d.expand(d.at("update", Index(None)), seen), d.expand("first", seen)
        return d.have((ahead if along else aside)(Index(None)), *facts, unit_e if along else unit_v, right)

    def onward(i: Index, before: str, along: bool) -> str:
        seen = e if along else v
        facts = d.expand(d.at("update", i + 1), seen), d.expand(d.at("further", i), seen)
        if along:
            return d.have(ahead(i + 1), before, *facts, unit_e, right)
        return d.have(aside(i + 1), before, *facts, unit_v, right, d.at("σ", i + 1), d.at("β", i + 1))

    lead = d.induction(ahead, lambda: start(True), lambda i, before: onward(i, before, True), note="⟨w(k), e⟩ = kγ")
    across = d.induction(aside, lambda: start(False), lambda i, before: onward(i, before, False), note="⟨w(k), v⟩ = ±β(k)")
    return lead, across


def _between(d: Derivation) -> str:
    """∀k C − p ≤ β(k) ≤ p, as one product."""

    return d.induction(lambda i: ge((beta(i) - C + p) * (p - beta(i)), 0), [_first_swing(d)], note="C − p ≤ β(k) ≤ p")


def _ties(d: Derivation, lead: str, across: str, sides: str, alike: str, between: str, early: str) -> str:
    """∀k ≤ T ⟨w(k), z(k)⟩ ≤ 0."""

    def base() -> str:
        with d.supposing(ge(number(T), 0)):
            d.have(le(inner(w(0), z(0)), 0))
        return d.last

    def at_round(i: Index) -> None:
        at = i + 1
        gain, side, sign, seen = d.at(lead, i), d.at(across, i), d.at(sides, at), d.expand(d.at("further", i), w(at))
        d.have(eq(inner(w(at), z(at)), number(at) * gamma**2 - C * beta(at)), seen, gain, side, sign, note="⟨w(k), z(k)⟩ = kγ² − Cβ(k)")

        claim = ge(C * beta(at), number(at) * gamma**2)

        def sooner(case: str) -> str:
            d.have(ge(beta(at), C - p))
            d.have(ge(C * beta(at), C * (C - p)))
            d.have(ge(gamma**2 * (number(T) - 1 - number(at)), 0), case)
            return d.have(claim)

        def in_the_end(case: str) -> str:
            d.integer(case, at + 1, T)
            d.have(ge(beta(at), p), d.use(alike, at, T), "β(T)", note="the last round")
            far = d.have(ge(C * beta(at), C * p))
            return d.have(claim, far, "p ≥ Tγ²/C", d.have(ge(gamma**2 * (number(T) - number(at)), 0)))

        d.cases(number(T) - number(at) - 1, sooner, in_the_end)
        d.have(le(inner(w(at), z(at)), 0))

    def step(i: Index, before: str) -> str:
        with d.supposing(ge(number(T), number(i) + 1)):
            at_round(i)
        return d.last

    return d.induction(lambda i: implies(ge(number(T), number(i)), le(inner(w(i), z(i)), 0)), base, step)


def _first_swing(d: Derivation) -> str:
    """β(0) is p or C − p, since β(T) is p."""

    def product_(i: Index) -> Polynomial:
        return (beta(i) - p) * (beta(i) - C + p)

    none = Index(None)
    d.induction(lambda i: eq(product_(i), product_(none)))
    return d.have(eq(product_(none), 0))


def _examples(d: Derivation, unit_e: str, unit_v: str, right: str, sides: str, early: str) -> tuple[str, str]:
    """∀k ⟨e, z(k)⟩ = γ, and ∀k ‖z(k)‖ ≤ 1: as 0 ≤ β(1) ≤ C."""
    none, swung = Index(None), Index(None, 1)
    _inside(d, early)
    sign = d.at(sides, swung)
    short = d.have(ge(C**2 - beta(1) ** 2, 0), note="β(1) ≤ C")

    def example(i: Index, shape: str, side: Polynomial, swing_: Polynomial) -> tuple[str, str]:
        along, across, own = d.expand(shape, e), d.expand(shape, v), d.expand(shape, z(i))
        ahead = d.have(eq(inner(e, z(i)), gamma), along, unit_e, right)
        aside = d.have(eq(inner(v, z(i)), side * swing_), across, right, unit_v)
        return ahead, d.have(eq(inner(z(i), z(i)), gamma**2 + side**2 * swing_**2), own, ahead, aside)

    def first() -> tuple[str, str]:
        ahead, whole = example(none, "first", turn(1), beta(1))
        return ahead, d.have(le(inner(z(0), z(0)), 1), short, whole, sign, "C")

    def later(i: Index) -> tuple[str, str]:
        ahead, whole = example(i + 1, d.at("further", i), -turn(i + 1), C)
        sign_ = d.at(sides, i + 1)
        return ahead, d.have(le(inner(z(i + 1), z(i + 1)), 1), whole, sign_, "C")

    margins = d.induction(lambda i: eq(inner(e, z(i)), gamma), step=lambda i, before: later(i)[0])
    return margins, d.induction(lambda i: le(inner(z(i), z(i)), 1), lambda: first()[1], lambda i, before: later(i)[1])


def _inside(d: Derivation, early: str) -> str:
    """p(C − p) ≥ 0: if T ≥ 1 from `early`, and else since p is C/2 or 0."""
    goal = ge(C * (C - p), 0)

    def otherwise(case: str) -> str:
        d.integer(case, Index(None, 1), T, note="T = 0")
        fit = d.have(ge(C**2 - number(T) * gamma**2, 0))
        return d.have(goal, fit, "p")

    d.cases(number(T) - 1, lambda case: d.have(goal, early, case), otherwise)
    d.have(gt(C**2, 0))
    d.have(gt(C, 0))
    below = d.have(ge(C - p, 0))
    return d.have(ge(p * (C - p), 0), d.have(ge(p, 0)), below)


def _early(d: Derivation) -> str:
    """C(C − p) ≥ (T−1)γ², for whichever of the two p is."""
    return d.have(ge(C * (C - p), (number(T) - 1) * gamma**2), "room", "p", "C", note="p is one of them")


def sample(draw: Draw) -> Instance:
    """γ from a right-angled triangle or another, any T with room for it, and rarely a further one."""
    gammas = (Fraction(3, 5), Fraction(5, 13), Fraction(7, 25), Fraction(20, 101), Fraction(9, 41), Fraction(1), zero, Fraction(-3, 5))
    g = gammas[draw.upto(7 if draw.rarely() else 4)]
    c = Fraction(isqrt(int((1 - g * g) * g.denominator**2)), g.denominator)
    most = int(1 / (2 * g * g)) if g else 3
    last = min(most, draw.upto(12)) + (1 if draw.rarely() else 0)
    peak = max(c / 2, last * g * g / c) if c else Fraction(draw.upto(1))
    first = peak if last % 2 == 0 else c - peak
    unit = 2 * one if draw.rarely() else one
    axes: dict[str, Coordinates] = {"e": (one, zero), "v": (zero, unit)}
    return Instance(last + 1, {"T": last}, {"γ": g, "C": c}, {"β": [first], "σ": [one - 2 * draw.upto(1)]}, axes)


@theorem(
    facts,
    claim=every(k, claim(k)),
    sample=sample,
    displayed=Display(
        "a*inner(w, z) + b*(norm(z)**2 - 1) + (inner(axis, z) - gamma)**2 <= 0",
        {"a": number(A), "b": number(B), "w": w(k), "z": z(k), "axis": e},
        (k, A, B),
    ),
)
def dimension_two_attained(d: Derivation) -> None:
    """In the plane the zig-zag makes T + 1 mistakes for every T ≤ 1/(2γ²): the worst case ⌊1/(2γ²)⌋ + 1 is attained for every γ < 1.

    In the rounds 0, 1, …, T, ⟨w, z⟩ ≤ 0, a mistake if ties are counted, ⟨e, z⟩ = γ and ‖z‖ ≤ 1.

    Printed, and true with assumptions:
    - NG Theorem: prints (D/γ)², which dimension 2 never reaches for small γ

    No derivation: SymPy has nothing to solve: the zig-zag is given, and its ties are three inner products, by induction over the
    rounds.
    """
    ends, right = d.parts("plane")
    unit_e, unit_v = d.parts(ends)
    alike = d.cite("same-swing", note="β(i) = β(j) where i = j")
    sides = d.induction(lambda i: eq(turn(i) ** 2, 1))
    places = _places(d, unit_e, unit_v, right)
    between = _between(d)
    early = _early(d)
    _ties(d, *places, sides, alike, between, early)
    _examples(d, unit_e, unit_v, right, sides, early)
    i = nat("i")
    with d.supposing(i, ge(number(T), number(i))):
        ahead_ = inner(e, z(i)) - gamma
        faults = number(A) * inner(w(i), z(i)) + number(B) * (inner(z(i), z(i)) - 1) + ahead_**2
        with d.supposing(A, B):
            d.have(le(faults, 0))

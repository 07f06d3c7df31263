"""From dimension 3 on the worst case is Novikoff's bound with its floor: M ≤ ⌊R²/γ²⌋, and no better is true.

M is a whole number, so M ≤ R²/γ² says M ≤ ⌊R²/γ²⌋.  The sources print the bound without the floor (NG Theorem; BL Theorem 1; MR Theorem 1;
VE Theorem 1.1); with it, it is the exact worst case, and the printed lower bound of BL Theorem 2, 1/γ², is seen to miss a floor.

The proof.  Let F = ⌊R²/γ²⌋.  If M > F then M ≥ F + 1 > R²/γ² ≥ M.

Tight: already in space (`dimension-three-attained`). The spiral takes z = (γ, v) with ⟨w, z⟩ = 0 and ‖z‖ = 1; such a z exists exactly
while t ≤ 1/γ² − 1. In the plane half of that is the most (`dimension-two`), on a line 1 (`dimension-one`).
"""

from perceptron.extremal.families import SPHERE, SPIRAL
from proofs.statements.authoring import (
    Coordinates, Derivation, Display, Draw, Fact, Formula, Fraction, Game, Index, Instance, M, Polynomial, define, defined_run, eq,
    every, gamma, ge, gt, implies, inner, k, le, mistake_bound, nat, number, quotient, real, seq, theorem, vec, vseq, w, z,
)  # fmt: skip
from proofs.theorems.separable.novikoff import novikoff


F = nat("⌊R²/γ²⌋")


@mistake_bound(
    "M <= floor(R**2/gamma**2)",
    Game(setting="separable", norm="any", comparator="ball", radius="declared", dimension=3),
    novikoff.statement.facts,
    more_games=(Game(setting="separable", norm="any", comparator="ball", radius="declared"),),
    families=(SPIRAL, SPHERE),
)
def dimension_three(d: Derivation) -> None:
    """Novikoff's bound in whole numbers: M ≤ ⌊R²/γ²⌋.

    Novikoff’s bound, rounded down, as M is whole; from R³ on some run makes that many: `dimension-three-attained`.

    Printed, and true:
    - NG Theorem: printed without the floor
    - BL Theorems 1 and 2: a lower bound of 1/γ² instead of ⌊1/γ²⌋ is false where 1/γ² is not whole
    - MR Theorem 1: printed without the floor
    """
    d.cite("novikoff", note="M ≤ R²/γ²")

    def otherwise(case: str) -> str:
        d.integer(case, M, F, note="M ≥ F + 1, both being whole")
        return d.conclude(note="F + 1 > R²/γ² ≥ M")

    d.cases(number(F) - number(M), lambda case: case, otherwise)


# ------------------------------------------------------------------------------------------------------------------------------------------
# In space ⌊1/γ²⌋ mistakes are made for every γ: the spiral, so that `dimension-three` is exact.
#
# In no source for a fixed dimension; BL Theorem 2 takes as many dimensions as mistakes. After k updates ⟨e, w⟩ = kγ and ‖w‖² = k. Take z =
# γe − γ²c(w − kγe) + g with c = 1/(1 − γ²k) and g at right angles to e and w, ‖g‖² = c(1 − γ²(k + 1)). It is of length 1, γ ahead along e,
# and a tie; so it is a mistake, and w + z is as before with k + 1. R³ has such a g as long as (k + 1)γ² ≤ 1 (`dimension-three-room`), that
# is for the rounds 0, …, T − 1 of any T ≤ 1/γ².
#
# The proofs. Inner products of z with e, w, g and itself. For the room, 1 − γ²k ≥ 1 − γ²(k + 1) ≥ 1 − γ²T ≥ 0.

one, zero = Fraction(1), Fraction(0)
T, e, g, c = nat("T"), vec("e"), vseq("g"), seq("c")
last = number(T)


def remaining(i: Index) -> Polynomial:
    """1 − γ²i."""
    return 1 - gamma**2 * number(i)


def width(i: Index) -> Polynomial:
    """The squared length of g."""
    return c(i) * (1 - gamma**2 * (number(i) + 1))


facts = (
    *defined_run(),
    Fact("room", "T ≤ 1/γ²", le(gamma**2 * last, 1)),
    Fact("e", "e is a unit vector, the comparator", eq(inner(e, e), 1)),
    Fact("g across e", "there are vectors g(k) at right angles to e", every(k, eq(inner(g(k), e), 0), below=last)),
    Fact("g across w", "and to w(k), as there are in space, d ≥ 3", every(k, eq(inner(g(k), w(k)), 0), below=last)),
    quotient("c", "c(k) = 1/(1 − γ²k), if that is positive", c(k), 1, remaining(k), where=gt(remaining(k), 0), below=last),
    Fact(
        "g",
        "‖g(k)‖² = c(k)(1 − γ²(k + 1)), if that is not negative",
        every(k, implies(ge(width(k), 0), eq(inner(g(k), g(k)), width(k))), below=last),
    ),
    define(
        "spiral",
        "example k is γe − γ²c(w − kγe) + g",
        z(k),
        gamma * e + g(k) - gamma**2 * c(k) * (w(k) - gamma * number(k) * e),
        below=last,
    ),
)


def faults(i: Index) -> Polynomial:
    """0 if the example is a tie, γ ahead and of length 1, and only then."""
    return inner(w(i), z(i)) ** 2 + (inner(e, z(i)) - gamma) ** 2 + (inner(z(i), z(i)) - 1) ** 2


def _room(d: Derivation, i: Index) -> tuple[str, str]:
    """c = 1/(1 − γ²i) and ‖g‖² = c(1 − γ²(i + 1)), as i < T ≤ 1/γ²."""
    within = d.find_line(ge(last, number(i) + 1))
    d.have(ge(gamma**2 * (last - number(i) - 1), 0), within)
    d.have(ge(1 - gamma**2 * (number(i) + 1), 0))
    rest = d.have(gt(remaining(i), 0), note="if it were 0, so would be γ²")
    share = d.apply(d.at("c", i), rest)
    d.have(ge(c(i), 0))
    wide = d.have(ge(width(i), 0), note="room for g")
    return share, d.apply(d.at("g", i), wide)


def sample(draw: Draw) -> Instance:
    """γ and T for which there are rational examples."""
    F = Fraction
    count, at, across = (
        (2, F(2, 3), ((F(1, 3), F(2, 3)), (F(2, 5), F(-1, 5)))),
        (2, zero, ((one, zero), (zero, one))),
        (1, F(3, 5), ((F(4, 5), zero),)),
        (1, F(2, 3), ((F(1, 3), F(2, 3)),)),
        (1, one, ((zero, zero),)),
        (0, F(1, 2), ()),
        (2, F(4, 5), ((F(3, 5), zero), (zero, zero))),  # no room for the second
        (1, F(3, 5), ((one, zero),)),
    )[draw.upto(7)]
    sides: list[Coordinates] = [*((zero, *pair) for pair in across), (zero, zero, zero), (zero, zero, zero)]
    if draw.rarely():
        sides[0] = (F(4, 5), zero, zero)
    elif draw.rarely() and count > 1:
        sides[1] = sides[0]
    unit = (2 * one if draw.rarely() else one, zero, zero)
    return Instance(count, {"T": count}, {"γ": at}, {}, {"e": unit}, {"g": sides})


@theorem(
    facts,
    claim=every(k, le(faults(k), 0), below=last),
    sample=sample,
    displayed=Display("inner(w, z)**2 + (inner(axis, z) - gamma)**2 + (norm(z)**2 - 1)**2 <= 0", {"w": w(k), "z": z(k), "axis": e}, (k,)),
)
def dimension_three_attained(d: Derivation) -> None:
    """In space the spiral makes T mistakes for every T ≤ 1/γ²: its examples are unit vectors, γ ahead, and ties.

    For each of the rounds 0, …, T − 1 three squares add up to 0: ⟨w, z⟩ = 0, a mistake if ties are counted, ⟨e, z⟩ = γ and ‖z‖ = 1.

    Printed, and true with assumptions:
    - NG Theorem
    - BL Theorem 2: in as many dimensions as mistakes

    No derivation: SymPy has nothing to find: the example is put together so that three inner products are 0, γ and 1.
    """

    def ahead(i: Index) -> Formula:
        return eq(inner(e, w(i)), gamma * number(i))

    def long(i: Index) -> Formula:
        return eq(inner(w(i), w(i)), number(i))

    def first(i: Index, lead: str) -> str:
        """⟨e, z⟩ = γ."""
        along, off = d.expand(d.at("spiral", i), e), d.at("g across e", i)
        return d.have(eq(inner(e, z(i)), gamma), along, "e", lead, off, note="⟨e, z⟩ = γ")

    def example(i: Index, lead: str, size: str) -> tuple[str, str]:
        """⟨w, z⟩ = 0 and ‖z‖² = 1."""
        shape = d.at("spiral", i)
        share, wide = _room(d, i)
        off_e, off_w = d.at("g across e", i), d.at("g across w", i)
        across, by, own, ahead_z = d.expand(shape, w(i)), d.expand(shape, g(i)), d.expand(shape, z(i)), first(i, lead)
        tie = d.have(eq(inner(w(i), z(i)), 0), across, lead, size, off_w, share, note="⟨w, z⟩ = 0: a tie")
        side = d.have(eq(inner(g(i), z(i)), inner(g(i), g(i))), by, off_e, off_w)
        whole = d.have(eq(inner(z(i), z(i)), 1), own, ahead_z, tie, side, wide, share, note="‖z‖ = 1")
        return tie, whole

    leads = d.induction(ahead, (), lambda i, lead: [d.expand(d.at("update", i), e), first(i, lead)], upto=T, note="⟨e, w⟩ = kγ")

    def longer(i: Index, size: str) -> list[str]:
        tie, whole = example(i, d.at(leads, i), size)
        moved = d.at("update", i)
        return [d.expand(moved, w(i + 1)), d.expand(moved, w(i)), d.expand(moved, z(i)), tie, whole]

    sizes = d.induction(long, (), longer, upto=T, note="‖w‖² = k")
    i = nat("i")
    with d.supposing(i, ge(last, number(i) + 1)):
        d.have(ge(last, number(i)))
        tie, whole = example(i, d.at(leads, i), d.at(sizes, i))
        d.have(le(faults(i), 0), tie, first(i, d.at(leads, i)), whole)


share_of, n = real("c"), nat("k")


before = 1 - gamma**2 * number(n)


def sample_room(draw: Draw) -> Instance:
    count, at = draw.upto(4), draw.number()
    if not draw.rarely() and count:
        at = Fraction(1, 1 + draw.upto(4)) if count == 1 else Fraction(1, 2 + draw.upto(3))
    here = draw.upto(4) if draw.rarely() else draw.upto(max(count - 1, 0))
    return Instance(4, {"T": count, "k": here}, {"γ": at})


@theorem(
    Fact("room", "T ≤ 1/γ²", le(gamma**2 * last, 1)),
    Fact("before the last", "k is one of the rounds 0, …, T − 1", ge(last, number(n) + 1)),
    quotient("c", "c = 1/(1 − γ²k), if that is positive", share_of, 1, before, where=gt(before, 0)),
    claim=Display("c*(1 - gamma**2*(k + 1)) >= 0", {"c": share_of, "k": number(n)}),
    sample=sample_room,
)
def dimension_three_room(d: Derivation) -> None:
    """The room for one more example, if k < T and γ²T ≤ 1: c(1 − γ²(k + 1)) ≥ 0.

    The claim is the sign of a number; so in R³, at right angles to e and w, some g has that squared length.

    Printed, and true with assumptions:
    - NG Theorem
    - BL Theorem 2: in as many dimensions as mistakes

    No derivation: SymPy has nothing to find: 1 − γ²k ≥ 1 − γ²(k + 1) ≥ 1 − γ²T ≥ 0.
    """
    positive = d.have(gt(before, 0))
    d.apply("c", positive)
    d.have(ge(gamma**2 * (last - number(n) - 1), 0), "before the last")
    d.have(ge(1 - gamma**2 * (number(n) + 1), 0), note="1 − γ²(k + 1) ≥ 1 − γ²T")
    d.have(ge(share_of, 0))

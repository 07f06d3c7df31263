"""One dimension and two: the geometry allows fewer updates than Novikoff's bound."""

from perceptron.extremal.families import ONE, PLANE
from proofs.statements.authoring import (
    Beyond, Callable, Derivation, Display, Fact, Formula, Game, Implies, Index, M, Polynomial, R, bounded, define, every,
    gamma, ge, gt, implies, inner, k, le, lemma, mistake_bound, nat, null, number, perceptron, positive_margin, radius_sign, real,
    replace, separable, seq, u, unit_comparator, vec, w, z,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------------------------------------------
# On a line the Perceptron makes at most one mistake, however small the margin: M ≤ 1.
#
# No source prints it; SS says what becomes of it for d ≥ 2, where no number bounds the mistakes without a margin. Dimension 1 is said
# without coordinates: whatever lies on the line of u has ‖u‖²z = ⟨u, z⟩u.
#
# The proof. After the first mistake w = z(0). A second one needs ⟨z(0), z(1)⟩ ≤ 0; but ‖u‖²⟨z(0), z(1)⟩ = ⟨u, z(0)⟩⟨u, z(1)⟩ ≥ γ² > 0.
# Neither the length of u nor that of the examples matters.

line = Fact("on a line", "every example is a multiple of u: ‖u‖²z = ⟨u, z⟩u", every(k, null(inner(u, u) * z(k) - inner(u, z(k)) * u)))


@mistake_bound(
    "M <= 1",
    Game(setting="separable", norm="any", comparator="any", dimension=1),
    (*perceptron(), positive_margin(), separable(), line),
    beyond={"on a line": Beyond("M <= 1", Game(setting="separable", norm="any", comparator="any"))},
    families=(ONE,),
)
def dimension_one(d: Derivation) -> None:
    """On a line: M ≤ 1.

    If all examples lie on the line of u and y⟨u, x⟩ ≥ γ > 0 on them, the Perceptron from 0 makes no second update, whatever γ and the
    lengths.

    Printed, and true:
    - SS Ldim(H) = ∞ if d ≥ 2: the case d = 1, which the page leaves out
    """
    one = Index(None, 1)

    def otherwise(case: str) -> str:
        d.integer(case, M, one, note="a second mistake")
        along = d.expand(d.at(line.name, 0), z(1), note="‖u‖²⟨z(0), z(1)⟩ = ⟨u, z(0)⟩⟨u, z(1)⟩")
        wrong = d.have(ge(0, inner(z(0), z(1))))
        length = d.square(u)
        both = d.have(gt(inner(u, z(0)) * inner(u, z(1)), 0), note="both gain γ along u")
        return d.conclude(wrong, length, along, both)

    d.cases(1 - number(M), lambda case: case, otherwise)


# ------------------------------------------------------------------------------------------------------------------------------------------
# In the plane the worst case is half of Novikoff's: M ≤ ⌊R²/(2γ²)⌋ + 1.
#
# No source prints it. Dimension 2 is said without coordinates: with v for u turned by a right angle, every z in the plane has ‖u‖²z = ⟨u,
# z⟩u + ⟨v, z⟩v. Write a, g for ⟨u, w⟩, ⟨u, z⟩ and b, c for ⟨v, w⟩, ⟨v, z⟩, and C² = R² − γ². Then g ≥ γ and g² + c² ≤ R², so |c| ≤ C, and
# an update happens only if ag + bc ≤ 0.
#
# The proof. The swing b stays within C as well, for b and c are of opposite signs. Take two mistakes in a row, at w with (g, c) and at w +
# z with (g', c'). They say ag ≤ −bc and (a+g)g' ≤ −(b+c)c', so 2aγ + γ² ≤ −bc − (b+c)c'. If b + c ≥ 0 the right side is at most −bc +
# (b+c)C = C² − (C−b)(C−c) ≤ C²; if b + c < 0 it is at most −bc − (b+c)C = C² − (C+b)(C+c) ≤ C². Hence 2γ(a + γ) ≤ R². Let F = ⌊R²/(2γ²)⌋.
# If M ≥ F + 2 there are mistakes at w(F), where a ≥ Fγ, and at w(F+1), and 2γ²(F + 1) ≤ R², which F forbids.
#
# Tight: the zig-zag z = (γ, ±c) attains it for every γ (`dimension-two-attained`); by rational points, unless √(1−γ²) is irrational and
# 1/(2γ²) whole. In space the bound is false (`dimension-three-attained`).

v = vec("v")
F = nat("⌊R²/(2·γ²)⌋")
a, b, c, g = real("a"), real("b"), real("c"), real("g")
next_c, next_g = real("c'"), real("g'")
C2 = R**2 - gamma**2


@lemma(
    (("|b| ≤ C", le(b**2, C2)), ("|c| ≤ C", le(c**2, C2)), ("opposite signs", le(b * c, 0))),
    claim=Display("(b + c)**2 <= C", {"b": b, "c": c, "C": C2}),
)
def swing_stays(d: Derivation) -> None:
    """|b|, |c| ≤ C and bc ≤ 0 give |b + c| ≤ C."""
    d.conclude()


@lemma(
    ("γ > 0", gt(gamma, 0)),
    ("a ≥ 0", ge(a, 0)),
    ("g ≥ γ", ge(g, gamma)),
    ("g' ≥ γ", ge(next_g, gamma)),
    ("|b| ≤ C", le(b**2, C2)),
    ("|c| ≤ C", le(c**2, C2)),
    ("|c'| ≤ C", le(next_c**2, C2)),
    ("mistake", le(a * g + b * c, 0)),
    ("next mistake", le((a + g) * next_g + (b + c) * next_c, 0)),
    claim=Display("2*gamma*(a + gamma) <= R**2", {"a": a}),
)
def two_in_a_row(d: Derivation) -> None:
    """two mistakes in a row in the plane, the first at ⟨u, w⟩ = a ≥ 0, need 2γ(a + γ) ≤ R²."""
    C, C_sign, C_square, _ = d.root(d.have(ge(C2, 0)), "C")

    def within(x: Polynomial, square: str) -> tuple[str, str]:
        """The lines x ≤ C and −x ≤ C."""
        return d.have(le(x, C), square, C_square, C_sign), d.have(le(-x, C), square, C_square, C_sign)

    within(b, "|b| ≤ C"), within(c, "|c| ≤ C"), within(next_c, "|c'| ≤ C")
    d.have(le(a * gamma, -b * c))
    d.have(le((a + gamma) * gamma, -(b + c) * next_c))
    d.cases(b + c, lambda case: d.conclude())


in_plane = Fact(
    "in the plane",
    "with v for u turned by a right angle, ‖u‖²z = ⟨u, z⟩u + ⟨v, z⟩v for every example",
    every(k, null(inner(u, u) * z(k) - inner(u, z(k)) * u - inner(v, z(k)) * v)),
)
run = (*perceptron(), positive_margin(), unit_comparator(), radius_sign(), bounded(R), separable(), in_plane)


def _narrow(d: Derivation, k: Index) -> str:
    """|⟨v, z(k)⟩| ≤ C: the rest of R² beside γ²."""
    d.expand(d.at("in the plane", k), z(k), note="‖u‖²‖z‖² = ⟨u, z⟩² + ⟨v, z⟩²")
    d.have(le(inner(u, u) * inner(z(k), z(k)), R**2))
    d.have(ge(inner(u, z(k)) ** 2, gamma**2))
    return d.have(le(inner(v, z(k)) ** 2, C2))


def _mistake(d: Derivation, k: Index) -> str:
    """⟨u, w⟩⟨u, z⟩ + ⟨v, w⟩⟨v, z⟩ ≤ 0."""
    coordinates = d.expand(d.at("in the plane", k), w(k), note="‖u‖²⟨w, z⟩ = ⟨u, w⟩⟨u, z⟩ + ⟨v, w⟩⟨v, z⟩")
    both = inner(u, w(k)) * inner(u, z(k)) + inner(v, w(k)) * inner(v, z(k))
    return d.have(le(both, 0), coordinates, d.at("mistake-driven", k), d.square(u))


def _swing(d: Derivation, k: Index, before: str) -> str:
    ahead = d.have(ge(inner(u, w(k)), 0))
    forward = d.have(ge(inner(u, z(k)), 0))
    d.have(le(inner(v, w(k)) * inner(v, z(k)), 0), _mistake(d, k), ahead, forward, note="b and c are of opposite signs")
    short = d.cite("swing-stays", b=inner(v, w(k)), c=inner(v, z(k)))
    return d.have(le(inner(v, w(k + 1)) ** 2, C2), short, d.expand(d.at("update", k), v), before)


@lemma(
    *run,
    claim=every(k, le(2 * gamma**2 * (number(k) + 1), R**2), below=number(M) - 1),
    displayed=Display("2*gamma**2*(k + 1) <= R**2", {"k": number(k)}, (k,)),
)
def rounds_in_the_plane(d: Derivation) -> None:
    """with mistakes at w(k) and w(k+1) in the plane, 2γ²(k + 1) ≤ R²."""
    j = Index("j")
    with d.supposing(j, ge(number(M), number(j) + 2)) as (guard,):
        _round(d, j, guard)


def _round(d: Derivation, j: Index, guard: str) -> None:
    """2γ²(j + 1) ≤ R², from the line M ≥ j + 2."""
    d.induction(lambda k: ge(inner(u, w(k)), gamma * number(k)), upto=M)
    d.induction(lambda k: le(inner(v, w(k)) ** 2, C2), step=lambda k, at: _swing(d, k, at), upto=M, note="the swing stays within C")
    moved = d.at("update", j)
    for i in (j, j + 1):
        _narrow(d, i)
    _mistake(d, j)
    here = (inner(u, w(j)) + inner(u, z(j))) * inner(u, z(j + 1)) + (inner(v, w(j)) + inner(v, z(j))) * inner(v, z(j + 1))
    d.have(le(here, 0), _mistake(d, j + 1), d.expand(moved, u), d.expand(moved, v))
    d.cite(
        "two-in-a-row",
        note="2γ(⟨u, w⟩ + γ) ≤ R²",
        a=inner(u, w(j)),
        b=inner(v, w(j)),
        c=inner(v, z(j)),
        g=inner(u, z(j)),
        **{"c'": inner(v, z(j + 1)), "g'": inner(u, z(j + 1))},
    )
    d.have(le(2 * gamma**2 * (number(j) + 1), R**2))


@lemma(*run, claim=le(2 * gamma**2 * (number(M) - 1), R**2))
def updates_in_the_plane(d: Derivation) -> None:
    """in the plane 2γ²(M − 1) ≤ R².

    Proof. The bound at M. It has no predecessor by name: one induction gives n + 1 ≤ M ⇒ 2γ²n ≤ R², another shifts n by one.
    """
    rounds = d.cite("rounds-in-the-plane")

    def few(n: Index) -> Implies:
        return implies(ge(number(M), number(n) + 1), le(2 * gamma**2 * number(n), R**2))

    def shift_index(n: Index) -> Implies:
        return implies(ge(number(M), number(n)), le(2 * gamma**2 * (number(n) - 1), R**2))

    def next_round(n: Index) -> str:
        with d.supposing(ge(number(M), number(n) + 2)):
            d.at(rounds, n)
        return d.last

    def shift(n: Index) -> str:
        with d.supposing(ge(number(M), number(n) + 1)):
            d.have(le(2 * gamma**2 * (number(n + 1) - 1), R**2))
        return d.last

    def first(claim: Implies) -> str:
        with d.supposing(claim.premise):
            d.have(claim.conclusion)
        return d.last

    d.induction(few, lambda: first(few(Index(None))), lambda n, _: next_round(n))
    d.at(d.induction(shift_index, lambda: first(shift_index(Index(None))), lambda n, _: shift(n)), M)


PLAYED = Game(setting="separable", norm="any", comparator="ball", radius="declared", dimension=2)


@mistake_bound(
    "M <= floor(R**2/(2*gamma**2)) + 1",
    PLAYED,
    run,
    beyond={"in the plane": Beyond("M <= floor(R**2/(2*gamma**2)) + 1", replace(PLAYED, dimension=None))},
    families=(PLANE,),
)
def dimension_two(d: Derivation) -> None:
    """In the plane: M ≤ ⌊R²/(2γ²)⌋ + 1.

    In the plane the Perceptron makes at most half of the updates that Novikoff’s bound allows and one more; `dimension-two-attained` makes
    that many for R = 1 and every γ < 1.

    Printed, and true:
    """
    d.cite("rounds-in-the-plane", note="with mistakes at w(k) and w(k+1), 2γ²(k + 1) ≤ R²")
    per_gamma = real("1/γ")
    d.have(gt(per_gamma, 0))

    def otherwise(case: str) -> str:
        d.integer(case, M, F + 1, note="M ≥ F + 2")
        d.have(le(2 * gamma * (number(F) + 1), per_gamma * R**2))
        d.have(le(2 * (number(F) + 1), per_gamma**2 * R**2), note="F + 1 ≤ R²/(2γ²)")
        return d.conclude(note="which F forbids")

    d.cases(number(F) + 1 - number(M), lambda case: case, otherwise)


# ------------------------------------------------------------------------------------------------------------------------------------------
# The swing of the zig-zag is the same at the same round: β(i) = β(j) where i = j, said of two numbers of rounds.
#
# From i ≥ j and j ≥ i the kernel does not know that β(i) is β(j), so this is shown. The proof is an induction on both: β(0) where both are
# 0, and β(i+1) = C − β(i) where both are not.

C, beta, J = real("C"), seq("β"), nat("j")
swing = define("β", "the swing goes to the other side, C less what it was", beta(k + 1), C - beta(k))


def _alike(i: Index, j: Index) -> Formula:
    """β(i) = β(j), written as an inequality so that it follows from a contradiction."""
    return le((beta(i) - beta(j)) ** 2, 0)


def _agree(i: Index, j: Index) -> Formula:
    return implies(ge(number(i), number(j)), implies(ge(number(j), number(i)), _alike(i, j)))


def alike_with(i: Index) -> Formula:
    """∀j: i ≥ j and j ≥ i give β(i) = β(j)."""
    return every(J, _agree(i, J))


@lemma(swing, claim=every(k, alike_with(k)))
def same_swing(d: Derivation) -> None:
    """β(i) = β(j) where i = j.

    Proof. Induction on both: β(0) where both are 0, and β(i+1) = C − β(i) where both are not.
    """
    none = Index(None)

    def supposing(i: Index, j: Index, then: Callable[[str, str], str]) -> str:
        with d.supposing(ge(number(i), number(j)), ge(number(j), number(i))) as both:
            then(*both)
        return d.last

    def never(i: Index, j: Index) -> str:
        """One is 0 and the other is not."""
        free = j if i.name is None else i
        count = d.natural(Index(free.name, free.offset - 1))
        return supposing(i, j, lambda above, below: d.have(_alike(i, j), d.have(ge(-1, 0), above, below, count)))

    def base() -> str:
        trivial = supposing(none, none, lambda above, below: d.have(_alike(none, none)))
        return d.induction(lambda j: _agree(none, j), lambda: trivial, lambda j, _: never(none, j + 1))

    def step(i: Index, before: str) -> str:
        def then(j: Index, above: str, below: str) -> str:
            return d.have(_alike(i + 1, j + 1))

        def later(j: Index, _: str) -> str:
            return supposing(i + 1, j + 1, lambda above, below: then(j, above, below))

        return d.induction(lambda j: _agree(i + 1, j), lambda: never(i + 1, none), later)

    d.induction(lambda i: alike_with(i), base, step)

"""BL Theorem 2 in its true form: any deterministic learner can be forced to ⌊1/γ²⌋ mistakes, and the Perceptron to no more.

Source: BL Theorem 2, which prints “no deterministic algorithm can have a mistake-bound < 1/γ²”.  That is false where 1/γ² is not whole: at
γ = 4/5 the Perceptron makes at most ⌊25/16⌋ = 1 mistake (`dimension-three`).  Its proof takes examples e_1, …, e_{1/γ²}, of which there are
⌊1/γ²⌋ at most; it calls the squared length γ² + … + γ² a length; and it needs as many dimensions.

The game (`perceptron.extremal.forcing_games`): the adversary shows n ≤ 1/γ² orthonormal examples x(k); the learner predicts p(k) = ±1 by
any rule; the answer is y(k) = −p(k), a mistake.  A deterministic learner predicts the same when it is shown these examples with these
labels.  So the predictions are any sequence, E(n) = n of them are wrong, and whatever came out is separable: u = n^(−1/2)·Σz with z = yx is
a unit vector with y⟨u, x⟩ ≥ γ on each.  A number B that bounds the mistakes on such data is thus at least n.  With their labels the
examples are orthonormal as before, which is how that is said.

The proof.  The sum of the examples has ⟨U(n), z(i)⟩ = 1 and ‖U(n)‖² = n (`core.orthonormal`), so ⟨u, z(i)⟩ = 1/√n ≥ γ and ‖u‖² = n/n.
"""

from perceptron.extremal.families import GAME
from proofs.statements.authoring import (
    Coordinates, Derivation, Draw, Fact, Fraction, Game, Index, Instance, Reach, Refuted, defined, eq, every, formulas, gamma, ge, gt,
    implies, inner, k, le, lemma, number, real, replace, root_of, seq, theorem, u, vseq, z,
)  # fmt: skip
from proofs.theorems.core.orthonormal import U, all_wrong, at_least_one, mistakes_counted, n, opposite_answers, orthogonal, total, unit, y

x = vseq("x")
E, B = seq("E"), real("B")
per_root_n = real("1/√n")

separator = (
    Fact("n ≥ 1", "there is an example", ge(number(n), 1)),
    *root_of("1/√n", per_root_n, 1, "1/√n is a length", "1/√n squared is 1/n", times=number(n)),
    defined("u", "u = n^(−1/2)·U(n)", u, per_root_n * U(n)),
)
few = Fact("few", "n ≤ 1/γ²", le(number(n) * gamma**2, 1))


def sample(draw: Draw) -> Instance:
    """One example or four, each a signed axis or now and then another vector, and a γ up to 1/√n."""
    m = (1, 4)[draw.upto(1)]
    zs: list[Coordinates] = [tuple(Fraction((1, -1)[draw.upto(1)] * (a == b)) for a in range(m)) for b in range(m)]
    kind = draw.upto(3)
    if kind == 1:
        zs = [tuple(draw.positive() * c for c in v) for v in zs]
    elif kind == 2:
        zs[0] = tuple(-c for c in zs[-1])
    root = Fraction(1, 1 if m == 1 else 2)
    margin = (root, Fraction(5, 9), abs(draw.number()), draw.number())[draw.upto(3)]
    return Instance(m, {"n": m}, {"γ": margin}, {}, {}, {"z": [*zs, zs[0], zs[0]]})


printed = Refuted(
    words="1/γ² mistakes can be forced: n = ⌈1/γ²⌉ orthonormal examples have a separator with margin γ ≤ 1",
    claim=every(k, ge(inner(u, z(k)), gamma), below=number(n)),
    facts=(
        orthogonal,
        unit,
        *total,
        *separator,
        Fact("γ ≤ 1", "γ ≤ 1", le(gamma, 1)),
        Fact("many", "n ≥ 1/γ²", ge(number(n) * gamma**2, 1)),
        Fact("no more", "n < 1/γ² + 1", gt(1 + gamma**2, number(n) * gamma**2)),
    ),
)


@lemma(
    formulas(orthogonal, unit, *total, *separator, few), cites=("sum-along",), claim=every(k, ge(inner(u, z(k)), gamma), below=number(n))
)
def orthonormal_margin(d: Derivation) -> None:
    """n ≤ 1/γ² orthonormal vectors have the margin γ along their sum."""
    along, i = d.cite("sum-along", note="⟨U(n), z(i)⟩ = 1"), Index("i")
    inside = d.assume(ge(number(n), number(i) + 1))
    one = at_least_one(d, d.at(along, i), inner(U(n), z(i)))
    gain = d.have(ge(inner(u, z(i)), per_root_n), one, d.expand("u", z(i)), "1/√n ≥ 0", note="⟨u, z(i)⟩ ≥ 1/√n")
    d.generalise(d.discharge(d.have(ge(inner(u, z(i)), gamma), gain, "few", "1/√n", d.natural(i), inside, "1/√n ≥ 0"), inside), i)


game = (
    *opposite_answers,
    defined("examples", "z(k) is the example x(k) times its label, so that x(k) = y(k)z(k)", x(k), y(k) * z(k)),
    *mistakes_counted(E),
)
separable = every(k, ge(y(k) * inner(u, x(k)), gamma), below=number(n))
unit_length = eq(inner(u, u), 1)
mistake_bound = Fact(
    "mistake bound",
    "the learner makes at most B mistakes on n examples that a unit vector, here u, separates with margin γ",
    implies(separable, implies(unit_length, le(E(n), B))),
)


def sample_game(draw: Draw) -> Instance:
    """The examples with their labels, any predictions, and a bound that is mostly no smaller than the number of mistakes."""
    drawn = sample(draw)
    guesses = [draw.number() if draw.rarely() else Fraction(1 - 2 * draw.upto(1)) for _ in range(drawn.horizon + 2)]
    most = draw.number() if draw.rarely() else Fraction(drawn.naturals["n"] + draw.upto(1))
    return replace(drawn, reals={**drawn.reals, "B": most}, sequences={"p": guesses})


@theorem(
    facts=(orthogonal, unit, *game, *total, *separator, few, mistake_bound),
    claim=ge(B, number(n)),
    sample=sample_game,
    cites=("orthonormal-margin", "optimality-unit"),
    refuted=printed,
    reach=Reach(Game(norm="unit"), "M >= floor(1/gamma**2)", (GAME,)),
)
def optimality(d: Derivation) -> None:
    """BL Theorem 2, repaired: no mistake bound B of a deterministic learner is below ⌊1/γ²⌋: B ≥ n for every n ≤ 1/γ².

    Whatever is predicted on n ≤ 1/γ² orthonormal examples, the answers y(k) = −p(k) make each prediction a mistake, and a unit vector has
    the margin γ on all of them; so a learner with at most B mistakes on such data has B ≥ n, and n may be ⌊1/γ²⌋.

    Printed, and false:
    - BL Theorem 2: prints 1/γ² for ⌊1/γ²⌋, which is false where 1/γ² is not whole
    """
    count = all_wrong(d, E)
    along, i = d.cite("orthonormal-margin", note="⟨u, z(i)⟩ ≥ γ"), Index("i")
    inside = d.assume(ge(number(n), number(i) + 1))
    gain, shown = d.at(along, i), d.expand(d.at("examples", i), u)
    opposite, sign = d.at("answers", i), d.at("predictions", i)
    right = d.have(ge(y(i) * inner(u, x(i)), gamma), gain, shown, opposite, sign)
    realised = d.generalise(d.discharge(right, inside), i)
    short = d.cite("optimality-unit", note="u is a unit vector")
    bounded = d.line("apply", implies(unit_length, le(E(n), B)), ["mistake bound", realised])
    few_ = d.line("apply", le(E(n), B), [bounded, short])
    d.conclude(few_, d.at(count, n))


@theorem(facts=(orthogonal, unit, *total, *separator), claim=eq(inner(u, u), 1), sample=sample, cites=("sum-length",))
def optimality_unit(d: Derivation) -> None:
    """BL Theorem 2: the separator n^(−1/2)·Σz of n orthonormal examples is a unit vector.

    u = n^(−1/2)·Σz, which has the margin 1/√n, is as long as a comparator may be.

    Printed, and true with assumptions:
    - BL Theorem 2: prints 1/γ² for ⌊1/γ²⌋, which is false where 1/γ² is not whole

    No derivation: Nothing is to be found: Σz has the squared length n, as n orthonormal vectors add up; a count, by induction.
    """
    long = d.cite("sum-length", note="‖U(n)‖² = n")
    d.conclude("1/√n", long, d.expand("u", u), d.expand("u", U(n)))

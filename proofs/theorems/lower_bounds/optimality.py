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
    Callable, Coordinates, Derivation, Draw, Fact, Formula, Fraction, Game, Index, Instance, Polynomial, Reach, FalseClaim, Vector, axis,
    define, eq, every, gamma, ge, gt, implies, inner, join, k, le, lemma, nat, null, number, pair, positive_margin, real, replace, root_of,
    seq, split, theorem, u, vec, vseq, w, z,
)  # fmt: skip
from proofs.theorems.core.orthonormal import U, all_wrong, at_least_one, mistakes_counted, n, opposite_answers, orthogonal, total, unit, y

x = vseq("x")
E, B = seq("E"), real("B")
per_root_n = real("1/√n")

separator = (
    Fact("n ≥ 1", "there is an example", ge(number(n), 1)),
    *root_of("1/√n", per_root_n, 1, "1/√n is a length", "1/√n squared is 1/n", times=number(n)),
    define("u", "u = n^(−1/2)·U(n)", u, per_root_n * U(n)),
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


printed = FalseClaim(
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


@lemma(orthogonal, unit, *total, *separator, few, claim=every(k, ge(inner(u, z(k)), gamma), below=number(n)))
def orthonormal_margin(d: Derivation) -> None:
    """n ≤ 1/γ² orthonormal vectors have the margin γ along their sum."""
    along, i = d.cite("sum-along", note="⟨U(n), z(i)⟩ = 1"), Index("i")
    with d.supposing(i, ge(number(n), number(i) + 1)):
        at_least_one(d, d.at(along, i), inner(U(n), z(i)))
        d.have(ge(inner(u, z(i)), per_root_n), note="⟨u, z(i)⟩ ≥ 1/√n")
        d.have(ge(inner(u, z(i)), gamma))


game = (
    *opposite_answers,
    define("examples", "z(k) is the example x(k) times its label, so that x(k) = y(k)z(k)", x(k), y(k) * z(k)),
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
    (orthogonal, unit, *game, *total, *separator, few, mistake_bound),
    claim=ge(B, number(n)),
    sample=sample_game,
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
    d.cite("orthonormal-margin", note="⟨u, z(i)⟩ ≥ γ")
    i = Index("i")
    with d.supposing(i, ge(number(n), number(i) + 1)):
        d.have(ge(y(i) * inner(u, x(i)), gamma))
    realised, short = d.last, d.cite("optimality-unit", note="u is a unit vector")
    d.conclude(d.apply("mistake bound", realised, short), d.at(count, n))


@theorem(orthogonal, unit, *total, *separator, claim=eq(inner(u, u), 1), sample=sample)
def optimality_unit(d: Derivation) -> None:
    """BL Theorem 2: the separator n^(−1/2)·Σz of n orthonormal examples is a unit vector.

    u = n^(−1/2)·Σz, which has the margin 1/√n, is as long as a comparator may be.

    Printed, and true with assumptions:
    - BL Theorem 2: prints 1/γ² for ⌊1/γ²⌋, which is false where 1/γ² is not whole
    """
    d.cite("sum-length", note="‖U(n)‖² = n")


# ------------------------------------------------------------------------------------------------------------------------------------------
# The Perceptron's mistakes are no multiple of those of w*: a single label that is wrong can cost any number of mistakes.
#
# Source: BL, “we can't necessarily say that we're making only a small multiple of the number of mistakes that w* is”.
#
# The run. All examples have length 1, in a plane with the axes u = w* and v. One that is labelled wrong has z = yx = −u. Those that are
# labelled right lie close to w*'s line: z = γu ± sv, the sign in turn. The first label is wrong, and after it they come in any order. So
# the weights are −u after the first example, and each right label brings γ back along u, in vain as long as γ times their number is below
# 1. Until then the Perceptron errs on every right label, and on no further wrong one. The hinge loss of w*, which does bound the mistakes,
# is large at a small margin: 1 + 1/γ on each wrong label.
#
# The only tie is the first example. BL predicts negative there; it is −u with the label 1, if that is to be a mistake.

K, wrong, right = nat("K"), nat("m"), nat("n")
v, s, C = vec("v"), real("s"), real("C")
noise, turn, G, M_, errors = seq("c"), seq("t"), seq("G"), seq("M"), seq("E")
N = number(K) + 1
mislabelled, labelled = ge(noise(k), 1), gt(-(noise(k) - 1), 0)


def _count(count: seq, words: str, where: Polynomial) -> tuple[Fact, ...]:
    """count(k), of the rounds before k with a score that is not positive."""
    name = count.name
    return (
        define(f"{name} starts", f"{name} counts the mistakes of {words}", count(0), 0),
        define(f"{name} at a mistake", f"{name} grows where the score is at most 0", count(k + 1), count(k) + 1, where=le(where, 0)),
        define(f"{name} else", f"else {name} rests", count(k + 1), count(k), where=gt(where, 0)),
    )


noisy_run = (
    axis("u", "w* is the axis u of a plane", u),
    axis("v", "v is the other axis", v),
    axis("v across u", "v is at right angles to u", u, across=v),
    positive_margin(),
    Fact("small margin", "γ is at most 1/(K + 1), for the first example and K more", le((gamma * N) ** 2, 1)),
    *root_of("s", s, 1 - gamma**2, "s is a length", "s² is 1 − γ², so that γu ± sv has length 1"),
    Fact("first label", "the first label is wrong", ge(noise(0), 1)),
    define("t starts", "t is the sign of v in the next example that is labelled right", turn(0), 1),
    define("t turns", "t turns after such an example", turn(k + 1), -turn(k), where=labelled),
    define("t rests", "and rests where a label is wrong", turn(k + 1), turn(k), where=mislabelled),
    define("wrong label", "z(k) = y·x is −u where the label is wrong, c(k) ≥ 1", z(k), -1 * u, where=mislabelled),
    define("right label", "and γu + t(k)sv where it is right, c(k) < 1", z(k), gamma * u + turn(k) * s * v, where=labelled),
    define("G starts", "G counts the right labels", G(0), 0),
    define("G grows", "G grows where the label is right", G(k + 1), G(k) + 1, where=labelled),
    define("G rests", "and rests where it is wrong", G(k + 1), G(k), where=mislabelled),
    Fact("zero start", "the weights start at 0", null(w(0))),
    define("update", "where y⟨w, x⟩ ≤ 0 the weights grow by y·x", w(k + 1), w(k) + z(k), where=le(inner(w(k), z(k)), 0)),
    define("no update", "else they rest", w(k + 1), w(k), where=gt(inner(w(k), z(k)), 0)),
    *_count(M_, "the Perceptron", inner(w(k), z(k))),
    *_count(errors, "w*", inner(u, z(k))),
)


def sample_noisy(draw: Draw) -> Instance:
    """Any labels after a wrong one, and γ = 4N/(4N² + 1) for N examples, so that s is rational; rarely something else."""
    rounds = draw.upto(3)
    size = rounds + 1
    labels = [Fraction(not draw.rarely()), *(Fraction(draw.upto(1)) for _ in range(rounds + 2))]
    good = sum(1 for c in labels[:size] if c < 1)
    margin = Fraction(draw.upto(2) - 1) if draw.rarely() else Fraction(4 * size, 4 * size**2 + 1)
    counts = {"K": rounds, "m": draw.upto(size) if draw.rarely() else size - good, "n": draw.upto(size) if draw.rarely() else good}
    most = Fraction(good + 1 - (draw.upto(good + 1) if draw.upto(1) else 0), max(1, size - good))
    axes = {"u": (Fraction(1), Fraction(0)), "v": (Fraction(0), Fraction(1))}
    start = draw.vector(2) if draw.rarely() else (Fraction(0), Fraction(0))
    return Instance(rounds + 1, counts, {"γ": margin, "C": most}, {"c": labels}, axes, {"w": [start]})


def _by_label(d: Derivation, i: Index, on: Callable[[bool], str]) -> str:
    """A claim on round i, whether the label is wrong or right."""
    return d.cases(noise(i) - 1, lambda _: on(True), lambda _: on(False))


def _render(d: Derivation, i: Index, wrong: bool, along: Vector) -> str:
    """⟨z(i), along⟩."""
    return d.expand(d.at("wrong label" if wrong else "right label", i), along)


def _errors(d: Derivation) -> str:
    """∀k E(k) = k − G(k)."""

    def claim(i: Index) -> Formula:
        return eq(errors(i), number(i) - G(i))

    def step(i: Index, before: str) -> str:
        def on(bad: bool) -> str:
            shown, _grown = _render(d, i, bad, u), d.at("G rests" if bad else "G grows", i)
            d.have(le(inner(u, z(i)), 0) if bad else gt(inner(u, z(i)), 0), shown, "u", "v across u", "positive margin")
            return d.have(claim(i + 1))

        return _by_label(d, i, on)

    return d.induction(claim, (), step, note="w* errs just where a label is wrong")


def _scores(d: Derivation) -> Callable[[Index, bool], str]:
    """Writes the line that the score of z(k + 1) is positive where its label is wrong, and else not, for k < K."""
    squared = d.induction(
        lambda i: eq(turn(i) ** 2, 1),
        (),
        lambda i, before: _by_label(d, i, lambda bad: d.have(eq(turn(i + 1) ** 2, 1))),
        note="t is 1 or −1",
    )

    def few_grow(i: Index, before: str) -> str:
        return _by_label(d, i + 1, lambda bad: d.have(le(G(i + 2), number(i) + 1), before, d.at("G rests" if bad else "G grows", i + 1)))

    few = d.induction(lambda i: le(G(i + 1), number(i)), (), few_grow, note="the first label is wrong")
    small = d.have(le(gamma * N, 1), "small margin", note="γ ≤ 1/(K + 1)")

    def part(i: Index) -> Polynomial:
        """The weights' component along ±v, the sign being that of the next example that is labelled right."""
        return turn(i) * inner(w(i), v)

    def claims(i: Index) -> tuple[Formula, Formula]:
        return ge(gamma * G(i + 1) - 1 - inner(w(i + 1), u), 0), ge(-part(i + 1) * (part(i + 1) + s), 0)

    def score_index(i: Index, bad: bool, low: str, narrow: str) -> str:
        shown, score = _render(d, i + 1, bad, w(i + 1)), inner(w(i + 1), z(i + 1))
        short = d.have(le(gamma * number(i) + gamma, 1), small, d.find_line(ge(number(K), number(i) + 1)), "positive margin")
        below = d.have(gt(1, gamma * G(i + 1)), d.at(few, i), short, "positive margin", note="γ times the right labels is below 1")
        if bad:
            return d.have(gt(score, 0), shown, low, below)
        d.have(le(part(i + 1), 0))
        d.have(le(gamma * inner(w(i + 1), u), 0))
        return d.have(le(score, 0))

    def base() -> str:
        moved = d.at("update", 0)
        [(d.expand(moved, a), _render(d, Index(None), True, a), d.expand("zero start", a)) for a in (u, v)]
        low, narrow = claims(Index(None))
        first = d.have(low)
        none = d.have(eq(inner(w(1), v), 0))
        return join(d, first, d.have(narrow, none))

    def step(i: Index, before: str) -> str:
        low, narrow = split(d, before, *claims(i))

        def on(bad: bool) -> str:
            score_index(i, bad, low, narrow)
            names = ("no update", "t rests", "G rests") if bad else ("update", "t turns", "G grows")
            moved, turned, grown = (d.at(name, i + 1) for name in names)
            sides = d.expand(moved, u), d.expand(moved, v)
            shown = () if bad else (_render(d, i + 1, False, u), _render(d, i + 1, False, v))
            lower, near = claims(i + 1)
            first = d.have(lower, low, grown, sides[0], *shown[:1], "u", "v across u")
            gone = inner(w(i + 2), v) - inner(w(i + 1), v) - (0 if bad else turn(i + 1) * s)
            change = d.have(eq(gone, 0), sides[1], *shown[1:], "v", "v across u")
            end = part(i + 1) if bad else -part(i + 1) - s
            same = d.have(eq(part(i + 2), end), change, turned, d.at(squared, i + 1))
            return join(d, first, d.have(near, narrow, same))

        return _by_label(d, i + 1, on)

    always = d.induction(lambda i: pair(*claims(i)), base, step, upto=K, note="w is at most γG − 1 along w*, and from −s to 0 along ±v")

    def score(i: Index, bad: bool) -> str:
        return score_index(i, bad, *split(d, d.at(always, i), *claims(i)))

    return score


def _mistakes(d: Derivation) -> str:
    """∀k ≤ K M(k + 1) = G(k + 1) + 1."""
    score = _scores(d)

    def step(i: Index, before: str) -> str:
        def on(bad: bool) -> str:
            score(i, bad)
            return d.have(eq(M_(i + 2), G(i + 2) + 1))

        return _by_label(d, i + 1, on)

    return d.induction(lambda i: eq(M_(i + 1), G(i + 1) + 1), (), step, upto=K, note="it errs at first, and where a label is right")


@theorem(
    *noisy_run,
    Fact("right labels", "n of the labels are right", eq(G(K + 1), number(right))),
    Fact("rounds", "K + 1 = m + n, so that m labels are wrong", eq(N, number(wrong) + number(right))),
    Fact("multiple", "the Perceptron makes at most C times as many mistakes as w*", le(M_(K + 1), C * errors(K + 1))),
    claim=ge(C * number(wrong), number(right) + 1),
    sample=sample_noisy,
)
def mistakes_no_multiple(d: Derivation) -> None:
    """The Perceptron's mistakes are no multiple of those of w*: if M ≤ C·E then C·m ≥ n + 1, for every m ≥ 1 and n.

    On m + n examples of length 1, of which m are labelled wrong, the first among them, and the other n have the margin γ ≤ 1/(m + n), in
    any order, w* errs m times and the Perceptron n + 1 times; so M ≤ C·E needs C ≥ (n + 1)/m, and n may be any number.

    Printed, and true:
    - BL no small multiple

    No derivation: SymPy has nothing to find: each right label adds γ to the part −1 of w along w*, which stays below 0 for 1/γ of them.
    """
    d.at(_errors(d), K + 1)
    wrong_labels = d.have(eq(errors(K + 1), number(wrong)), note="w* errs m times")
    many = d.have(eq(M_(K + 1), number(right) + 1), d.at(_mistakes(d), K), "right labels", note="the Perceptron n + 1 times")
    d.conclude(many, wrong_labels, "multiple")

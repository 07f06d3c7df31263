"""Sequences on which the bounds are tight, or as near as exact arithmetic comes: the lower half of every theorem.

Each function returns an `Extremal`: a sequence, its comparator u and margin γ, and the number M of updates that the learner
makes on it. tests/perceptron/test_extremal.py runs and measures every one again.
    orthonormal      M = ⌊1/γ²⌋ in dimension M                   Novikoff's bound, attained
    plane            M = ⌊1/(2γ²)⌋ + 1 in dimension 2            attained whenever √(1−γ²) is rational
    spiral           M = ⌈1/γ²⌉ − 1 in dimension 3               Novikoff's bound, attained unless 1/γ² is whole
    margin_spiral    M → τ*(1−ε)/γ² in dimension 3               the Margin Perceptron's, e.g. 2.5128…/γ² for ε = 1/2
    uniform_slack    M = the root of M = (γM − TD)²              the hinge bound with positive loss, attained
    same_letters     M = TD/γ + √Tr K/γ                          the same for strings under a kernel
    pareto           M = B²/(4(B−1))/γ² + B·TD/γ                 the same for each factor 1 < B ≤ 2 on the loss

Others are long for other reasons than a small margin: a start away from 0, a small dummy input, a target on the cube.

    far_start        M → 1/γ² + 2‖w₁‖/γ in dimension 3           the cost of a start away from 0, or of a small rate
    odd_max_bit      M ≥ Fibonacci(n+1) on the cube {0,1}ⁿ       a margin exponentially small in n
    cube_passes      the same until the Perceptron is right
    dummy_input      M > θ² with a dummy 1, ≈ 4θ with a dummy θ   a threshold by a dummy input, with and without loss

The last are about the reach of Winnow's bound. On `hadamard`, where examples are dense and the target is sparse, the Perceptron errs n
times and Winnow O(log n) times. On `one_of_many` Winnow for disjunctions errs 3 log₂ N times, of 2 + 3 log₂ N. On `fixed_rate` Winnow errs
for ever, for any fixed rate.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import ceil, isqrt
from operator import add, mul

from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.extremal.longest import zigzag_updates
from perceptron.extremal.sources import Spiral
from perceptron.extremal.spirals import GRID
from perceptron.kernels import CommonSubstrings, feature_vectors
from perceptron.learners.perceptron import MarginPerceptron, Perceptron, checked_ties
from perceptron.learners.winnow import Winnow, disjunction
from perceptron.numbers.exact import at_least, exact, positive
from perceptron.numbers.rational_points import sqrt_below, unit_near
from perceptron.runs.passes import passes
from perceptron.runs.trace import run


@dataclass(frozen=True)
class Extremal:
    """A sequence made for a learner.

    examples    T rounds of dimension d
    u           the comparator, d Fractions
    gamma       γ > 0
    learner     the learner for which it is made
    promised    how many counted updates this learner makes on it; M is that, or counted where nothing is promised
    """

    examples: Examples
    u: tuple[Fraction, ...]
    gamma: Fraction
    learner: Perceptron | MarginPerceptron | Winnow = field(default_factory=Perceptron)
    promised: int | None = None

    @cached_property
    def M(self) -> int:
        """The number of counted updates."""
        return run(self.learner, self.examples).M if self.promised is None else self.promised

    def in_a_row(self, times: int, once: int = 0) -> Extremal:
        """Each example a given number of times, one after the other; the first one once, if `once` is set."""
        if times == 1:
            return self
        rounds = [t for t in range(len(self.examples)) for _ in range(1 if once and not t else times)]
        rows, labels = [self.examples.numerators[t] for t in rounds], [self.examples.labels[t] for t in rounds]
        return replace(self, examples=Examples.from_integers(rows, labels, self.examples.denominator), promised=None)


def orthonormal(k: int, ties: str | int = "mistake") -> Extremal:
    """k mistakes on the basis vectors e_1, …, e_k: w is orthogonal to the next one, and its label makes that tie a mistake.

    k       the number of rounds and of dimensions, at least 1
    ties    as for `Perceptron`

    u is a rational unit vector near y(1, …, 1)/√k, and equal to it if k is a square. γ is its least |entry|, so k = ⌊1/γ²⌋.
    Raises InputError. Source: NG; BL, Theorem 2.

        >>> run = orthonormal(9)
        >>> run.M, run.gamma
        (9, Fraction(1, 3))
    """
    at_least(k, 1, "k")
    y, scale = _tie_label(ties), 2**20
    u = unit_near([Fraction(y)] * k, scale)
    while (gamma := min(map(abs, u))) ** 2 * (k + 1) <= 1:
        scale *= scale
        u = unit_near([Fraction(y)] * k, scale)
    rows = [[int(i == t) for i in range(k)] for t in range(k)]
    return Extremal(Examples.from_integers(rows, [y] * k), u, gamma, Perceptron(ties), k)


def plane(gamma: object, ties: str | int = "mistake", scale: int = 2**24) -> Extremal:
    """The zig-zag in the plane: u = (1, 0) and z_t = (γ, ±(β_t + β_{t+1})), which swings w_t = (tγ, ±β_t) from side to side.

    gamma    0 < γ ≤ 1
    ties     as for `Perceptron`
    scale    the first denominator of an approximation of √(1−γ²)

    A mistake at w_t needs tγ² ≤ β_t(β_t + β_{t+1}), and ‖z_t‖ ≤ 1 needs β_t + β_{t+1} ≤ C = √(1−γ²). Let the last sum be C,
    let β_{M−1} = max(C/2, (M−1)γ²/C), and downwards β_t = C − β_{t+1}. Then both conditions hold up to M = ⌊C²/(2γ²) + 3/2⌋.
    This is ⌊1/(2γ²)⌋ + 1, the most that dimension 2 allows. If C is irrational, a rational number within 1/scale below it takes
    its place, and the scale grows until M is the same. If 1/(2γ²) is whole, only C itself would do, and M is one less. Raises
    InputError.

        >>> plane("1/5").M
        13
    """
    g, finer = at_most_one(gamma), at_least(scale, 2, "scale")
    most = zigzag_updates(g)
    whole = (1 / (2 * g * g)).denominator == 1
    while (m := int(((c := sqrt_below(1 - g * g, finer)) ** 2 / (g * g) + 3) / 2)) < most and not whole:
        finer *= finer
    last = max(c / 2, (m - 1) * g * g / c) if m > 1 else c
    zs = [(g, c - last if m % 2 else last), *((g, c * (-1) ** t) for t in range(1, m))]
    y = _tie_label(ties)
    examples = Examples([[y * value for value in z] for z in zs], [y] * m)
    return Extremal(examples, (Fraction(1), Fraction(0)), g, Perceptron(ties), m)


def spiral(gamma: object, norm: str = "ball", ties: str | int = "mistake", limit: int = 10**7, scale: int = GRID) -> Extremal:
    """The spiral in space: u = (1, 0, 0) and z_t = (γ, b), each just on the wrong side of w_t.

    gamma    0 < γ < 1
    norm     "ball": ‖z‖ ≤ 1, on a grid; for every rational γ. "unit": ‖z‖ = 1, for a γ with rational √(1−γ²), such as
             2m/(m²+1), and as long down to about γ = 1/20.
    ties     as for `Perceptron`
    limit    the most rounds
    scale    the grid has steps of 1/scale; it is refined until M is as below

    With ⟨w_t, z_t⟩ = 0 and ‖z_t‖ = 1, ‖w_t‖² = t is as large as possible, and a next z with ‖z‖ = 1 exists exactly while
    t ≤ 1/γ² − 1. So M = ⌊1/γ²⌋. Rational points near the spiral have ⟨w_t, z_t⟩ slightly below 0, with no tie after the
    first. This costs nothing unless 1/γ² is whole: M = ⌈1/γ²⌉ − 1. (No rational run in space has M = 1/γ² > 1. Its last w would
    point along u, all its z would be on the sphere, and all its ⟨w_t, z_t⟩ would be 0. From w_2 on this needs a rational root
    of t(M − 1 − t), so at t = 1 of M − 2, where M is a square.) Raises InputError.

        >>> spiral("1/5").M, spiral("2/9").M
        (24, 20)
    """
    g, learner, finer = at_most_one(gamma, strictly=True), Perceptron(ties), at_least(scale, 2, "scale")
    source = Spiral(g, Fraction(0), limit, y=_tie_label(ties), grid=finer, norm=norm)
    examples = source.list_rounds()
    while norm == "ball" and len(examples) < min(limit, ceil(1 / (g * g)) - 1):
        source = replace(source, grid=source.grid**2)
        examples = source.list_rounds()
    return Extremal(examples, first_axis(3), g, learner, len(examples))


def margin_spiral(gamma: object, eps: object = Fraction(1, 2), norm: str = "ball", limit: int = 10**7, scale: int = GRID) -> Extremal:
    """The Margin Perceptron's spiral: as `spiral`, with ⟨w_t, z_t⟩ just below (1−ε)γ‖w_t‖.

    gamma, norm, limit, scale    as in `spiral`, but the grid is not refined
    eps                          0 < ε ≤ 1

    In the limit n_t = ‖w_t‖ follows n² ↦ n² + 2(1−ε)γn + 1, the fastest growth that the rule allows, until nγ reaches tγ². So
    (M+1)γ² → τ*, the positive root of 2c(1−c)τ = ln(1 + 2cτ), c = 1−ε (2.5128… for ε = 1/2). M does not count the first
    example. Raises InputError.

        >>> margin_spiral("1/10").M
        248
    """
    g, e = at_most_one(gamma, strictly=True), exact(eps, "eps")
    learner = MarginPerceptron(g, e)
    examples = Spiral(g, 1 - learner.eps, limit, grid=at_least(scale, 2, "scale"), norm=norm).list_rounds()
    return Extremal(examples, first_axis(3), g, learner, len(examples) - 1)


def uniform_slack(m: int, gamma: object) -> Extremal:
    """M = m² basis vectors with u = (1/m, …, 1/m): every mistake is short of the margin by γ − 1/m.

    m        at least 1
    gamma    γ ≥ 1/m

    Then TD = M(γ − 1/m) and γM − TD = m = √M, so M is the exact root of the hinge bound, for every loss. Raises InputError.
    Source: MR; BL, section 2.5.

        >>> uniform_slack(3, "1/2").M
        9
    """
    at_least(m, 1, "m")
    g = positive(gamma, "gamma")
    if g < Fraction(1, m):
        raise InputError(f"gamma must be at least 1/m = 1/{m}, not {g}: below it no mistake has slack")
    base = orthonormal(m * m)
    return Extremal(base.examples, base.u, g, base.learner, m * m)


def pareto(B: object, m: int = 3) -> Extremal:
    """The m² basis vectors with γ = B/(2(B−1)m), where the hinge bound with the factor B on the loss is attained.

    B    1 < B ≤ 2
    m    at least 1

    The bound B²/(4(B−1))/γ² + B·H ≥ M is equivalent to (B/γ − 2(B−1)√M)² ≥ 0, so it is attained where γ√M = B/(2(B−1)). Every
    example then has a loss, unless B = 2. Raises InputError.

        >>> pareto("3/2").gamma
        Fraction(1, 2)
    """
    b = exact(B, "B")
    if not 1 < b <= 2:
        raise InputError(f"B must be above 1 and at most 2, not {b}")
    return uniform_slack(m, b / (2 * (b - 1) * at_least(m, 1, "m")))


def same_letters(m: int, gamma: object) -> Extremal:
    """m² strings of four equal letters each, under the kernel that counts their common substrings.

    m        at least 1
    gamma    γ ≥ 2/m

    aaaa and bbbb have no substring in common, and aaaa has four with itself. So K(x, x) = 4, and Tr K over the updates is 4m².
    The examples are the strings' features, u is (Σφ)/(2m), and y⟨u,x⟩ = 2/m at every mistake: M = TD/γ + √Tr K/γ with loss or
    without. Raises InputError. Source: BL, kernels.
    """
    at_least(m, 1, "m")
    g = positive(gamma, "gamma")
    if g < Fraction(2, m):
        raise InputError(f"gamma must be at least 2/m = {Fraction(2, m)}, not {g}: below it no mistake has slack")
    features = feature_vectors(CommonSubstrings("distinct"), letters(m * m))
    u = tuple(sum(column) / (2 * m) for column in zip(*features, strict=True))
    return Extremal(Examples(features, [1] * len(features)), u, g, Perceptron(), m * m)


def letters(count: int) -> list[str]:
    """`count` strings aaaa, bbbb, …"""
    return [chr(ord("a") + i) * 4 for i in range(count)]


def at_most_one(gamma: object, strictly: bool = False) -> Fraction:
    """γ as a Fraction, the margin of examples no longer than 1. Raises InputError unless 0 < γ ≤ 1, or < 1 if `strictly`."""
    g = positive(gamma, "gamma")
    if g > 1 or (strictly and g == 1):
        raise InputError(f"gamma must be {'below' if strictly else 'at most'} 1, not {g}: the examples have length at most 1")
    return g


def _tie_label(ties: str | int) -> int:
    """The label that makes ⟨w,x⟩ = 0 a mistake."""
    return -ties if isinstance(checked_ties(ties), int) and isinstance(ties, int) else 1


def first_axis(dimension: int) -> tuple[Fraction, ...]:
    """(1, 0, …, 0)."""
    return tuple(Fraction(int(i == 0)) for i in range(dimension))


# -- other reasons than a small margin


def far_start(gamma: object, behind: int, limit: int = 10**7) -> Extremal:
    """The spiral from w₁ = −behind·γu instead of 0: about 1/γ² + 2·behind mistakes, where ‖w₁‖ = behind·γ.

    gamma     0 < γ < 1
    behind    at least 0
    limit     the most rounds

    At first the start lets z go straight ahead in the plane across u, until ⟨w_t, z_t⟩ = 0 is possible. From there ‖w_t‖² grows
    by 1 at each mistake, while ⟨u, w_t⟩ = (t − behind)γ. So (t − behind)²γ² ≤ behind²γ² + t, which is the bound
    M ≤ 1/γ² + 2‖w₁‖/γ. The first phase loses up to O(behind·γ²) of it. A rate η acts like a start η times nearer to 0. Raises
    InputError. Source: MR; NG, footnote.

        >>> far_start("1/5", 0).M, far_start("1/5", 10).M
        (24, 44)
    """
    g = at_most_one(gamma, strictly=True)
    examples = Spiral(g, Fraction(0), limit, behind=at_least(behind, 0, "behind")).list_rounds()
    start = (-behind * g, Fraction(0), Fraction(0))
    learner = Perceptron(start=start if behind else None)
    return Extremal(examples, first_axis(3), g, learner, len(examples))


def odd_max_bit(n: int, repeat: int = 1) -> Extremal:
    """The cube {0,1}ⁿ without 0, in binary order, labelled (−1)^i by the highest bit i that is set (bits 1, …, n).

    n         from 1 to 20
    repeat    how many times the cube is listed, at least 1

    Any w with y⟨w,x⟩ ≥ 1 has |w_i| ≥ 1 + |w_{i−1}| + |w_{i−3}| + …, hence |w_n| ≥ F(n+1), the Fibonacci number. The
    Perceptron's weights are whole and change by at most 1 in an update. So it makes at least F(n+1) updates before it is right
    everywhere (run `passes`, or repeat the listing here). u has |u_i| = F(i+1), is not a unit vector, and has γ = 1. M is the
    number of the Perceptron's updates on this listing. Raises InputError.

        >>> odd_max_bit(3).u
        (Fraction(-1, 1), Fraction(2, 1), Fraction(-3, 1))
    """
    at_least(n, 1, "n")
    at_least(repeat, 1, "repeat")
    if n > 20:
        raise InputError(f"n must be at most 20, not {n}: the cube has 2^n points")
    rows = [bits[::-1] for bits in product((0, 1), repeat=n) if any(bits)]
    labels = [(-1) ** max(i for i, bit in enumerate(row, 1) if bit) for row in rows]
    fibonacci = [1, 1]
    while len(fibonacci) <= n:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    u = tuple(Fraction((-1) ** i * fibonacci[i]) for i in range(1, n + 1))
    data = Examples.from_integers(rows, labels).repeat(repeat)
    return Extremal(data, u, Fraction(1))


def cube_passes(n: int) -> Extremal:
    """The listing of `odd_max_bit`, repeated until the Perceptron is right everywhere: M ≥ F(n+1). Raises InputError for n > 12."""
    if at_least(n, 1, "n") > 12:
        raise InputError(f"n must be at most 12, not {n}: the updates grow exponentially")
    once = odd_max_bit(n)
    repeated = passes(Perceptron(), once.examples, limit=10**6)
    return Extremal(repeated.sequence(), once.u, Fraction(1), Perceptron(), repeated.M)


def dummy_input(threshold: object, size: object = 1) -> Extremal:
    """The points θ − 1/2 (label −1) and θ + 1/2 (label 1) of a line with a dummy input, repeated until the Perceptron is right.

    threshold    0 < θ ≤ 100
    size         the dummy input, > 0

    u = (1, −θ/size) is the threshold θ. It does not have length 1, and γ = 1/2 whatever the dummy. With a dummy of 1 M is between
    θ² and 2θ² + 2 (2,000,002 for θ = 1000). With a dummy of θ it is 4θ + 1: the dummy has to be as large as the data. Raises
    InputError. Source: BL, section 1.

        >>> dummy_input(10).M, dummy_input(10, 10).M
        (101, 41)
    """
    theta, dummy = positive(threshold, "threshold"), positive(size, "size")
    if theta > 100:
        raise InputError(f"threshold must be at most 100, not {theta}: the updates grow with its square")
    lifted = Examples([(theta - Fraction(1, 2), dummy), (theta + Fraction(1, 2), dummy)], [-1, 1])
    repeated = passes(Perceptron(), lifted, limit=10**6)
    return Extremal(repeated.sequence(), (Fraction(1), -theta / dummy), Fraction(1, 2), Perceptron(), repeated.M)


def mirror(slope: object, k: int, l: int, in_turn: int = 0) -> Extremal:  # noqa: E741 - as in the text
    """In the plane (1, slope) k times and then its mirror image (1, −slope) l times, or l times its mirror image and it in turn.

    A learner that remembers is slow to forget. A sum or a vote over all rounds, small steps, learners that give up or do not ask are played
    one example, which they then know too well, and its mirror image on the other side of u, which they get wrong for as long.

    slope    not negative, with a whole number as the length of (1, slope) over the denominator, or 0: on the line. Raises InputError.
    """
    side = exact(slope, "slope")
    p, q = side.numerator, side.denominator
    length = isqrt(p * p + q * q)
    if side < 0 or length**2 != p * p + q * q:
        raise InputError(f"slope must be that of a right triangle with whole sides, not {side}")
    there, back = ((q, sign * p) if p else (q,) for sign in (1, -1))
    rows = [there] * k + ([back, there] * l if in_turn else [back] * l)
    return Extremal(Examples.from_integers(rows, [1] * len(rows), length), first_axis(len(there)), Fraction(q, length))


def pairs(n: int, t: object, rounds: int) -> Extremal:
    """e_1, and then round the cycle of n coordinates 1 at the next one and −t at the last one; u = (1, …, 1).

    n    at least 2;  t    0 < t < 1.  Raises InputError.
    """
    at_least(n, 2, "n")
    p, q = positive(t, "t").as_integer_ratio()
    if p >= q:
        raise InputError(f"t must be below 1, not {p}/{q}")
    rows = [[q * (i == k % n) - p * (k > 0 and i == (k - 1) % n) for i in range(n)] for k in range(rounds)]
    return Extremal(Examples.from_integers(rows, [1] * rounds, q), (Fraction(1, n),) * n, (1 - Fraction(p, q)) / n)


MOST_CORNERS = 8  # dimensions of a cube whose corners are all looked at


def wrong_corners(d: int) -> Extremal:
    """Of the corners of {−1, 1}ᵈ that the Perceptron has wrong the one with the least progress towards (1, …, d), while there are any.

    d    from 2 to 8, since all 2ᵈ corners are looked at in every round.  Raises InputError.
    """
    if at_least(d, 2, "d") > MOST_CORNERS:
        raise InputError(f"d must be at most {MOST_CORNERS}, not {d}")
    target = range(1, d + 1)
    along = {corner: sum(map(mul, target, corner)) for corner in product((1, -1), repeat=d)}
    w, chosen = (0,) * d, list[tuple[int, ...]]()
    while wrong := [corner for corner, progress in along.items() if progress > 0 and sum(map(mul, w, corner)) <= 0]:
        chosen.append(min(wrong, key=lambda corner: along[corner]))
        w = tuple(map(add, w, chosen[-1]))
    gamma = Fraction(min(along[corner] for corner in chosen))
    return Extremal(Examples.from_integers(chosen, [1] * len(chosen)), tuple(map(Fraction, target)), gamma, promised=len(chosen))


def blocks_of_ones(k: int, ones: int) -> Extremal:
    """11000000, 00110000, …: k examples with the same number of ones each, which u = (1, …, 1) has on its side alike."""
    rows = [[int(i // ones == t) for i in range(k * ones)] for t in range(at_least(k, 1, "k"))]
    return Extremal(Examples.from_integers(rows, [1] * k), (Fraction(1),) * (k * at_least(ones, 1, "ones")), Fraction(ones), promised=k)


# -- Winnow: sparse targets, a fixed rate


def hadamard(power: int) -> Extremal:
    """The n = 2^power rows of Sylvester's Hadamard matrix, labelled by the first entry, which is 1: a target of one variable, margin 1.

    power    from 0 to 12

    The rows are orthogonal, so a Perceptron for which a tie is a mistake errs on all n of them: R²/γ² = n is attained. Raises
    InputError.

        >>> from perceptron import Perceptron, Winnow, run
        >>> examples = hadamard(4).examples
        >>> run(Perceptron(), examples).M, run(Winnow(eta=1), examples).M
        (16, 5)
    """
    if type(power) is not int or not 0 <= power <= 12:
        raise InputError(f"power must be a whole number from 0 to 12, not {power!r}")
    n = 1 << power
    rows = [[-1 if (i & j).bit_count() % 2 else 1 for j in range(n)] for i in range(n)]
    return Extremal(Examples.from_integers(rows, [1] * n), (Fraction(1),) + (Fraction(0),) * (n - 1), Fraction(1))


def one_of_many(power: int) -> Extremal:
    """3·power mistakes of Winnow for disjunctions on N = 2^power variables, of which the first is the target; its bound is 2 + 3·power.

    power    from 1 to 10

    Ties are mistakes, and each score is exactly N. A positive example has the target and others of the weight that is
    lacking; each of the two negative examples that follow halves others of the weight N. Only the last two positive examples have fewer
    negative ones after them, since no more weight is there. Raises InputError.

        >>> from perceptron import run
        >>> extremal = one_of_many(5)
        >>> extremal.M, run(extremal.learner, extremal.examples).M
        (15, 15)
    """
    if type(power) is not int or not 1 <= power <= 10:
        raise InputError(f"power must be a whole number from 1 to 10, not {power!r}")
    N = 1 << power
    weights, rows, labels = [Fraction(1)] * N, list[list[int]](), list[int]()

    def show(label: int) -> bool:
        """The example of that label on which the score is N, if there is one: the weights are powers of 2, so the heaviest fill it."""
        row, lacking = [0] * N, Fraction(N)
        for i in ([0] if label == 1 else []) + sorted(range(1, N), key=lambda i: -weights[i]):
            if weights[i] <= lacking:
                row[i], lacking = 1, lacking - weights[i]
        if lacking:
            return False
        rows.append(row)
        labels.append(label)
        weights[:] = [w * 2**label if one else w for w, one in zip(weights, row, strict=True)]
        return True

    while weights[0] <= N and show(1):
        while show(-1):
            pass
    u = (Fraction(1),) + (Fraction(0),) * (N - 1)
    return Extremal(Examples.from_integers(rows, labels), u, Fraction(0), replace(disjunction(N), ties="mistake"), 3 * power)


def fixed_rate(beta: object, rounds: int) -> Extremal:
    """Any number of rounds in the plane with one margin γ > 0, on each of which balanced Winnow with this β errs.

    beta      β > 1
    rounds    how many

    Take a rational t < 1 with t² ≥ 1/β. The first round is ((3−t)/4, (1−3t)/4), a tie; then come (−t, 1) and (1, −t) in turn, with
    u = (1/2, 1/2) and γ = (1−t)/2. In each round the exponents g differ by d = (1+t)/2, with the larger one at −t. For a > d,
    sinh(η(a−d)) ≤ e^(−ηd) sinh(ηa) ≤ t·sinh(ηa), because e^(−ηd) ≤ e^(−η/2) ≤ t. Raises InputError.

        >>> from perceptron import Winnow, run
        >>> run(Winnow(beta=2), fixed_rate(2, 50).examples).M
        50
    """
    factor = exact(beta, "beta")
    if factor <= 1:
        raise InputError(f"beta must be above 1, not {factor}")
    p, q, scale = factor.numerator, factor.denominator, 16
    while (t := Fraction(isqrt(p * q * scale * scale - 1) + 1, p * scale)) >= 1:
        scale *= 16
    first = ((3 - t) / 4, (1 - 3 * t) / 4)
    turns = [(-t, Fraction(1)), (Fraction(1), -t)]
    rows = [first if k == 0 else turns[(k - 1) % 2] for k in range(rounds)]
    return Extremal(Examples(rows, [1] * rounds, dimension=2), (Fraction(1, 2), Fraction(1, 2)), (1 - t) / 2)

"""The smallest margin on the cube {0,1}ⁿ: exponentially small, by a nested threshold."""

from itertools import product

from perceptron import Examples, Perceptron, passes, run
from proofs.statements.authoring import (
    Callable, Coordinates, Derivation, Draw, Fact, Formula, Fraction, Index, Instance, Polynomial, Vector, both_by_induction, complete,
    define, dot, every, gamma, ge, implies, inner, k, le, lemma, nat, number, replace, seq, theorem, u, vseq,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------------------------------------------
# Instances for the pages on the cube {0,1}ⁿ, labelled by the highest bit that is set: Fibonacci comparators and Perceptron runs.


def cube_run(draw: Draw) -> Instance:
    """Up to three bits; a comparator, mostly along the Fibonacci numbers; a Perceptron's updates until it is right on the cube.

    Now and then the weights start at that comparator, or one update reaches it, or the run is cut short.
    """
    bits = 1 + draw.upto(2)
    sign = [Fraction((-1) ** k) for k in range(1, bits + 1)]
    top = tuple(s * fibonacci(k) for k, s in enumerate(sign, 1))
    none = (Fraction(0),) * bits
    start, steps = none, list(run(Perceptron(), passes(Perceptron(), cube(bits)).sequence()).steps())
    kind = draw.upto(5)
    if kind == 1:
        start, steps = top, []
    elif kind == 2:
        steps = [top]
    elif kind == 3:
        steps = steps[: draw.upto(len(steps))]
    u = draw.vector(bits) if draw.rarely() else top if draw.rarely() else tuple(v / (2 * fibonacci(bits)) for v in top)
    horizon = max(bits, len(steps))
    long = 4 if draw.rarely() else 1
    f = [none, *(tuple(long * sign[k] * (i == k) for i in range(bits)) for k in range(bits))]
    w = [start]
    for step in [*steps, *[none] * (horizon + 1 - len(steps))]:
        w.append(tuple(a + b for a, b in zip(w[-1], step, strict=True)))
    return on_cube(draw, Instance(horizon, {"n": bits, "M": len(steps)}, {}, {}, {"u": u}, {"f": f, "w": w, "x": steps}))


def on_cube(draw: Draw, instance: Instance) -> Instance:
    """With the cube's examples, and mostly the margin that they have."""
    whole = complete(instance, on_the_cube)
    shown = whole.vector_sequences["z"][1 : whole.naturals["n"] + 1]
    return replace(whole, reals={"γ": draw.number() if draw.rarely() else min(dot(whole.vectors["u"], z) for z in shown)})


def cube_bits(draw: Draw) -> Instance:
    """An example by its bits, the highest being n ≤ 4, and weights along the Fibonacci numbers; now and then others."""
    n, fault = 1 + draw.upto(3), draw.upto(9)
    if fault == 4:  # no bit but bit 0
        nothing = [(Fraction(0),)] * 2
        return Instance(0, {"n": 0}, {}, {"b": [1]}, {"u": nothing[0]}, {"f": nothing})
    bits = [Fraction(0), *(Fraction(draw.upto(2), 2) for _ in range(n - 1)), Fraction(1)]
    if fault == 1:
        bits[1 + draw.upto(n - 1)] = 5 * draw.number(3)
    elif fault == 2:
        bits[n] = draw.number(2)
    u = draw.vector(n) if fault == 3 else tuple((-1) ** k * Fraction(fibonacci(k)) for k in range(1, n + 1))
    return Instance(n, {"n": n}, {}, {"b": bits}, {"u": u}, {"f": _axes(n)})


def cube_margin(draw: Draw) -> Instance:
    """Up to four bits and a comparator no longer than 1, mostly along the Fibonacci numbers; now and then longer, or no separator."""
    n = 1 + draw.upto(3)
    f, fault = _axes(n), draw.upto(9)
    if fault == 1:
        f = [tuple(3 * c for c in axis) for axis in f]
    elif fault == 2:  # all in a line, f(k) = k/n
        f = [tuple(Fraction(k, n) * (i == 0) for i in range(n)) for k in range(n + 1)]
    size = (fibonacci(n + 1) - draw.upto(1)) * (3 if fault == 1 else 1)
    along = tuple(sum((fibonacci(k) * f[k][i] for k in range(1, n + 1)), Fraction(0)) / size for i in range(n))
    u = (Fraction(1),) if fault == 2 else draw.vector(n) if draw.rarely() else along
    return on_cube(draw, Instance(n, {"n": n}, {}, {}, {"u": (*u, *[Fraction(0)] * (n - len(u)))}, {"f": f}))


def _axes(n: int) -> list[Coordinates]:
    """f(k), each axis with the label of its bit, for k = 0, …, n."""
    return [tuple(Fraction((-1) ** k * (i == k)) for i in range(1, n + 1)) for k in range(n + 1)]


def fibonacci(k: int) -> int:
    """1, 1, 2, 3, 5, 8, …"""
    a, b = 1, 1
    for _ in range(k):
        a, b = b, a + b
    return a


def cube(bits: int) -> Examples:
    """{0,1}ⁿ without 0, in binary order, labelled (−1)^k by the highest bit k that is set, k = 1, …, n."""
    rows = [p[::-1] for p in product((0, 1), repeat=bits) if any(p)]
    return Examples.from_integers(rows, [(-1) ** max(k for k, bit in enumerate(row, 1) if bit) for row in rows])


# ------------------------------------------------------------------------------------------------------------------------------------------
# Exponentially small margins and exponentially many mistakes on the cube: BL “γ can be exponentially small in n”, VE on 2^O(n) mistakes.
#
# BL gives no example. Here is one: {0,1}ⁿ without 0, labelled by whether the highest bit that is set has an odd or an even number. Let
# f(k) be bit k's axis times the label of that bit, k = 1, …, n, and f(0) = 0. As labels alternate, the example with bits k, k−1, k−3, k−5,
# … set is, times its label, z(k) = f(k) − f(k−1) − f(k−3) − …
#
# The proof. Write s(k) = ⟨u, f(k)⟩ and r(k) = s(k−1) + s(k−3) + … Then ⟨u, z(k)⟩ = s(k) − r(k) ≥ γ and r(k+2) = r(k) + s(k+1), so that
# r(k) + γ grows at least like the Fibonacci numbers F = 1, 1, 2, 3, 5, …, and s(k) ≥ γF(k). A unit vector has s(n) ≤ 1: γ ≤ 1/F(n). Last,
# F(k+2) ≥ 2F(k) gives 2F(n)² ≥ 2ⁿ. `small_margin_mistakes` has the mistakes, `small_margin_exact` the margin itself and the weights that
# attain it.

f, z, x = vseq("f"), vseq("z"), vseq("x")
F, P = seq("F"), seq("P")
n = nat("n")

axes = Fact("axes", "f(k) is bit k's axis times its label, no longer than 1", every(k, le(inner(f(k), f(k)), 1)))
on_the_cube = (
    Fact("some bit", "n ≥ 1: there is a bit", ge(number(n), 1)),
    define("z(0)", "there is no bit 0", z(0), f(0)),
    define("z(1)", "the lowest bit alone", z(1), f(1)),
    define("z", "z(k) = f(k) − f(k−1) − f(k−3) − …", z(k + 2), z(k) + f(k + 2) - f(k + 1) - f(k), below=number(n)),
)
fibonacci_facts = (
    define("F(0)", "Fibonacci numbers from 1", F(0), 1),
    define("F(1)", "and 1", F(1), 1),
    define("F", "F(k+2) = F(k+1) + F(k)", F(k + 2), F(k + 1) + F(k), below=number(n)),
)
powers = (define("P(0)", "P(0) = 1", P(0), 1), define("P", "P(k) = 2ᵏ", P(k + 1), 2 * P(k)))


def separate(by: Vector, margin: Polynomial | int, name: str, words: str) -> Fact:
    return Fact(name, words, every(k, implies(ge(number(k), 1), ge(inner(by, z(k)), margin)), below=number(n) + 1))


separable = separate(u, gamma, "separable", "y⟨u, x⟩ ≥ γ on the cube")


@theorem(
    (*on_the_cube[1:], *fibonacci_facts, separable),
    claim=every(k, implies(ge(number(k), 1), ge(inner(u, f(k)), gamma * F(k))), below=number(n) + 1),
    sample=cube_run,
)
def small_margin_weights(d: Derivation) -> None:
    """Weights that are right on odd-max-bit with margin γ: weight k is at least γF(k) in size and has the sign of its label.

    ⟨u, f(k)⟩ ≥ γF(k) for each bit k: F(k) is the least |w(k)| with y⟨w, x⟩ ≥ 1 on all examples, attained in `small-margin-attained`.
    Odd-max-bit labels a row of bits, not all 0, by the place of its highest 1: −1 if that is odd, else 1.

    Printed, and true with assumptions:
    - BL “γ can be exponentially small in n”

    No derivation: SymPy has nothing to solve: each weight is the pull of the bits below and a margin more, by induction; small-margin
    has the closed form.
    """

    def room(i: Index) -> Polynomial:
        """r(i) + γ − γF(i)."""
        return inner(u, f(i)) - inner(u, z(i)) + gamma - gamma * F(i)

    def claims(i: Index) -> tuple[Formula, Formula]:
        return ge(room(i), 0), ge(room(i + 1), 0)

    def gains(i: Index) -> str:
        """⟨u, z(i)⟩ ≥ γ, for a bit i ≥ 1."""
        return d.apply(d.at("separable", i), d.find_line(ge(number(i), 1)))

    def base() -> tuple[str, str]:
        first = d.have(ge(room(Index(None)), 0))
        return first, d.have(ge(room(Index(None, 1)), 0))

    def step(i: Index, this: str, following: str) -> tuple[str, str]:
        return following, d.have(ge(room(i + 2), 0), note="r(k+2) = r(k) + s(k+1)")

    always = both_by_induction(d, claims, base, step, upto=n)
    i = Index("i")
    with d.supposing(i, ge(number(n) + 1, number(i) + 1), ge(number(i), 1)):
        this, _ = always(i)
        d.have(ge(inner(u, f(i)), gamma * F(i)), this, gains(i))


@lemma(*on_the_cube, *fibonacci_facts, separable, claim=ge(inner(u, f(n)), gamma * F(n)))
def odd_max_bit(d: Derivation) -> None:
    """a u that separates the odd-max-bit examples by γ has ⟨u, f(n)⟩ ≥ γF(n)."""
    d.apply(d.at(d.cite("small-margin-weights"), n), "some bit")


def rising(i: Index) -> tuple[Formula, Formula]:
    return ge(F(i), 0), ge(F(i + 1) - F(i), 0)


def rises(d: Derivation) -> Callable[[Index], tuple[str, str]]:
    """∀k ≤ n: 0 ≤ F(k) ≤ F(k+1)."""

    def base() -> tuple[str, str]:
        return d.have(ge(F(0), 0)), d.have(ge(F(1) - F(0), 0))

    def step(i: Index, this: str, up: str) -> tuple[str, str]:
        return d.have(ge(F(i + 1), 0)), d.have(ge(F(i + 2) - F(i + 1), 0))

    return both_by_induction(d, rising, base, step, upto=n)


@lemma(*fibonacci_facts, claim=ge(F(n), 0))
def fibonacci_positive(d: Derivation) -> None:
    """F(n) ≥ 0."""
    rises(d)(n)


@lemma(*fibonacci_facts, *powers, claim=ge(2 * F(n) ** 2, P(n)))
def fibonacci_squared(d: Derivation) -> None:
    """2F(n)² ≥ 2ⁿ."""
    always = rises(d)

    def squares(i: Index) -> tuple[Formula, Formula]:
        return ge(2 * F(i) ** 2 - P(i), 0), ge(2 * F(i + 1) ** 2 - P(i + 1), 0)

    def first() -> tuple[str, str]:
        zero = d.have(ge(2 * F(0) ** 2 - P(0), 0))
        return zero, d.have(ge(2 * F(1) ** 2 - P(1), 0))

    def later(i: Index, this: str, following: str) -> tuple[str, str]:
        always(i)
        d.have(ge(F(i + 2), 2 * F(i)), note="F(k+2) ≥ 2F(k)")
        return following, d.have(ge(2 * F(i + 2) ** 2 - P(i + 2), 0))

    both_by_induction(d, squares, first, later, upto=n)(n)


@theorem(
    *on_the_cube,
    axes,
    *fibonacci_facts,
    separable,
    Fact("unit comparator", "‖u‖ ≤ 1 (a unit vector, or shorter)", le(inner(u, u), 1)),
    claim=le(gamma * F(n), 1),
    sample=cube_run,
)
def small_margin(d: Derivation) -> None:
    """Odd-max-bit has exponentially small margins: γ ≤ 1/F(n), the Fibonacci number, with n bits.

    Where some u separates the odd-max-bit examples by a margin γ, γF(n) ≤ 1.

    Printed, and true with assumptions:
    - BL “γ can be exponentially small in n”: true for Boolean inputs; in ℝⁿ with n ≥ 2 any margin is possible
    """
    d.cite("odd-max-bit", note="⟨u, f(n)⟩ ≥ γF(n)")
    d.cite("cauchy-schwarz", a=u, b=f(n))

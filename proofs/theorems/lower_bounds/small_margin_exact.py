"""The margin of the odd-max-bit examples, exactly: 1/√(F(n)F(n+1) − 1) with n bits, and the weights that have it.

BL says only that γ can be exponentially small in n.  `small-margin` bounds what any weights can do; here are the weights that do it: bit
k's label times F(k), the Fibonacci number.  They are right on every example by 1, and weights that are right by 1 are each at least that
large (`small-margin-weights`), so they are the least in every coordinate at once: the linear programme ‘least |w(k)| with y⟨w, x⟩ ≥ 1’
has the optimum F(k) for each k, and the margin of a unit vector is at most 1/√ΣF(k)², which they attain.

The proofs.  Along the bits of an example let p(k) be (−1)ᵏ times the score of its bits 1, …, k, so that p(k+1) = b(k+1)F(k+1) − p(k).  Then
1 − (1 − b(k))F(k) ≤ p(k) ≤ F(k+1) − 1, each half from the other, for F(k) + F(k−2) + F(k−4) + … = F(k+1) − 1.  At the highest bit,
b(n) = 1 and p(n) ≥ 1.  The bits may be fractions.  For the margin, with v = ΣF(k)f(k): γΣF(k)² ≤ ⟨u, v⟩ ≤ ‖v‖ = √ΣF(k)², and
ΣF(k)² = F(n)F(n+1) − 1.

So from n to n + 1 bits the margin falls by a factor that tends to the golden ratio.  If examples are scaled to length 1, as BL scales them,
a margin is at most that and at least 1/√n of it, ‖x‖ being from 1 to √n: it falls as fast up to that √n.  That its own ratio from n to
n + 1 bits tends to the golden ratio is not shown here.
"""

from proofs.statements.authoring import (
    Callable, Derivation, Display, Fact, Formula, Index, Polynomial, both_by_induction, define, eq, every, gamma, ge, implies, inner, k, le,
    lemma, nat, number, seq, theorem, u, vseq,
)  # fmt: skip
from proofs.theorems.lower_bounds.small_margin import (
    cube_bits, cube_margin, F, axes, f, fibonacci_facts as fibonacci, n, on_the_cube, rises, separable,
)  # fmt: skip

J = nat("j")
b, turn, Q = seq("b"), seq("σ"), seq("Q")
X, V = vseq("X"), vseq("V")


Rise = Callable[[Index], tuple[str, str]]


def _sizes(d: Derivation, rise: Rise, i: Index) -> tuple[str, str]:
    """F(i) ≥ 0 and F(i+1) ≥ F(i), for i < n."""
    return rise(i)


@theorem(
    *fibonacci,
    Fact("Fibonacci weights", "bit k's weight is F(k) times its label", every(k, eq(inner(u, f(k + 1)), F(k + 1)), below=number(n))),
    define("± starts", "± is (−1)ᵏ", turn(0), 1),
    define("σ", "σ(k) is (−1)ᵏ", turn(k + 1), -turn(k)),
    Fact("b(0)", "there is no bit 0", eq(b(0), 0)),
    Fact("no negative bit", "a bit is 0 or 1, or between", every(k, ge(b(k), 0), below=number(n) + 1)),
    Fact("no bit above one", "a bit is 0 or 1, or between", every(k, le(b(k), 1), below=number(n) + 1)),
    Fact("top bit", "n is the highest bit that is set", eq(b(n), 1)),
    define("no bits", "X(k) holds the bits up to k", X(0), 0),
    define("X", "bit k adds its axis, which is f(k) times (−1)ᵏ", X(k + 1), X(k) + turn(k + 1) * b(k + 1) * f(k + 1)),
    claim=ge(turn(n) * inner(u, X(n)), 1),
    sample=cube_bits,
)
def small_margin_attained(d: Derivation) -> None:
    """Weights that are Fibonacci numbers with alternating signs are right by 1 on every odd-max-bit example.

    y⟨u, x⟩ ≥ 1 on the example x = X(n) with the label y = (−1)ⁿ.

    Printed, and true with assumptions:
    - BL “γ can be exponentially small in n”: says that it can be small, not how small it is

    No derivation: SymPy has nothing to solve: the weights are given, and each example's score is at least 1 by induction over the bits.
    """
    rise = rises(d)

    def p(i: Index) -> Polynomial:
        return turn(i) * inner(u, X(i))

    def claims(i: Index) -> tuple[Formula, Formula]:
        return ge(p(i) - 1 + (1 - b(i)) * F(i), 0), ge(F(i + 1) - 1 - p(i), 0)

    d.induction(lambda i: eq(turn(i) ** 2, 1))

    def base() -> tuple[str, str]:
        first, second = claims(Index(None))
        return d.have(first), d.have(second)

    def step(i: Index, low: str, high: str) -> tuple[str, str]:
        size = _sizes(d, rise, i)[0]
        d.have(eq(p(i + 1), b(i + 1) * F(i + 1) - p(i)), note="p(k+1) = b(k+1)F(k+1) − p(k)")
        after = d.have(claims(i + 1)[0])
        least, most = d.at("no negative bit", i), d.at("no bit above one", i + 1)
        d.have(ge(b(i) * F(i) + (1 - b(i + 1)) * F(i + 1), 0), least, most, size, d.have(ge(F(i + 1), 0)))
        return after, d.have(claims(i + 1)[1])

    both_by_induction(d, claims, base, step, upto=n, note="1 − (1 − b(k))F(k) ≤ p(k) ≤ F(k+1) − 1")(n)


@lemma(
    *fibonacci,
    Fact("ΣF² starts", "", eq(Q(0), 0)),
    Fact("ΣF²", "", every(k, eq(Q(k + 1), Q(k) + F(k + 1) ** 2), below=number(n))),
    claim=every(k, implies(ge(number(n), number(k)), eq(Q(k), F(k) * F(k + 1) - 1))),
)
def fibonacci_sum(d: Derivation) -> None:
    """F(1)² + … + F(k)² = F(k)F(k+1) − 1 for k ≤ n."""
    d.induction(lambda i: eq(Q(i), F(i) * F(i + 1) - 1), upto=n)


def _orthogonal(d: Derivation, j: Index) -> str:
    """∀i ∀j > i ⟨v(i), f(j)⟩ = 0."""

    def apart(i: Index) -> Formula:
        return every(j, implies(ge(number(j), number(i) + 1), eq(inner(V(i), f(j)), 0)))

    def away(i: Index, before: str) -> str:
        with d.supposing(j, ge(number(j), number(i) + 2)):
            d.have(eq(inner(V(i + 1), f(j)), 0))
        return d.last

    def none() -> str:
        with d.supposing(j, ge(number(j), 1)):
            d.expand("no weights", f(j))
        return d.last

    return d.induction(apart, none, away, note="v's first k weights see no later bit")


def _length(d: Derivation, orthogonal: str, S: seq, Q_first: str) -> str:
    """∀i ‖v(i)‖² ≤ S(i)."""

    def short(i: Index, before: str) -> None:
        d.have(eq(inner(V(i + 1), V(i + 1)), inner(V(i), V(i)) + F(i + 1) ** 2 * inner(f(i + 1), f(i + 1))))
        unit = d.at("axes", i + 1)
        d.have(le(F(i + 1) ** 2 * inner(f(i + 1), f(i + 1)), F(i + 1) ** 2), unit)

    return d.induction(lambda i: le(inner(V(i), V(i)), S(i)), (), short, note="‖v‖² ≤ ΣF(k)²")


def _gain(d: Derivation, rise: Rise, each: str, S: seq, Q_first: str, Q_next: str) -> str:
    """∀i ≤ n ⟨u, v(i)⟩ ≥ γS(i)."""

    def gain(i: Index, before: str) -> list[str]:
        _sizes(d, rise, i)
        least = d.apply(d.at(each, i + 1), d.find_line(ge(number(i) + 1, 1)))
        more = d.have(ge(F(i + 1) * inner(u, f(i + 1)), gamma * F(i + 1) ** 2), least, d.have(ge(F(i + 1), 0)))
        return [more, d.expand(d.at("V", i), u), d.at(Q_next, i)]

    return d.induction(lambda i: ge(inner(u, V(i)), gamma * S(i)), (), gain, upto=n, note="⟨u, v⟩ ≥ γΣF(k)²")


def _divide(d: Derivation, S: Polynomial, gained: str, length: str, whole: str) -> str:
    """γ²S ≤ 1 from γS ≤ ⟨u, v⟩, ‖v‖² ≤ S and ‖u‖ ≤ 1; if S is not positive there is nothing to show."""
    v = V(n)
    d.cite("cauchy-schwarz", a=u, b=v)

    def positive(case: str) -> str:
        d.have(le(inner(u, v) ** 2, S))
        return d.have(le(gamma**2 * S, 1))

    d.cases(-S, lambda case: d.have(le(gamma**2 * S, 1)), positive)
    return d.conclude()


@theorem(
    *on_the_cube[1:],
    axes,
    Fact(
        "orthogonal", "the bits' axes are orthogonal", every(k, every(J, implies(ge(number(k), number(J) + 1), eq(inner(f(J), f(k)), 0))))
    ),
    *fibonacci,
    define("no weights", "V(k) = F(1)f(1) + … + F(k)f(k)", V(0), 0),
    define("V", "V(k) = F(1)f(1) + … + F(k)f(k)", V(k + 1), V(k) + F(k + 1) * f(k + 1)),
    separable,
    Fact("positive margin", "γ ≥ 0", ge(gamma, 0)),
    Fact("unit comparator", "‖u‖ ≤ 1 (a unit vector, or shorter)", le(inner(u, u), 1)),
    claim=Display("gamma**2*(F*G - 1) <= 1", {"F": F(n), "G": F(n + 1)}),
    sample=cube_margin,
)
def small_margin_exact(d: Derivation) -> None:
    """On odd-max-bit with n bits no margin exceeds 1/√(F(n)F(n+1) − 1).

    Where some u separates the odd-max-bit examples by a margin γ, γ²(F(n)F(n+1) − 1) ≤ 1; the weights of `small-margin-attained`,
    √(F(n)F(n+1) − 1) long, have that margin.

    Printed, and true with assumptions:
    - BL “γ can be exponentially small in n”: says that it can be small, not how small it is

    No derivation: SymPy has nothing to solve: it is Cauchy–Schwarz for the weights of small-margin-weights, whose squares sum to
    F(n)F(n+1) − 1 by induction.
    """
    rise, each = rises(d), d.cite("small-margin-weights", note="⟨u, f(k)⟩ ≥ γF(k)")
    S, Q_first, Q_next, _ = d.sum("Q", lambda i: F(i + 1) ** 2)
    i, j = Index("i"), Index("j")
    with d.supposing(i, ge(number(n), number(i) + 1)):
        d.at(Q_next, i)
    total = d.cite("fibonacci-sum", note="ΣF(k)² = F(n)F(n+1) − 1")
    orthogonal = _orthogonal(d, j)
    length = _length(d, orthogonal, S, Q_first)
    gained = _gain(d, rise, each, S, Q_first, Q_next)
    whole = d.at(total, n)
    _divide(d, S(n), d.at(gained, n), d.at(length, n), whole)

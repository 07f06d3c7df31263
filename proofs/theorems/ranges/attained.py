"""Every tuple of numbers that the chain of inequalities allows is that of a run.

In no source.  `range` says of each run that γM − TD ≤ P ≤ ‖u‖‖w‖ and ‖w‖² ≤ S ≤ MR², with P = ⟨u, w⟩ and S = Σ‖x‖².  Conversely let M ≥ 2,
0 < W, W² ≤ S and P² ≤ U²W².  With orthonormal e(0), …, e(M−1), their sum E, and a unit vector f at right angles to them, take

    z(k) = x·e(k) + (W/√M − x)/M · E     with x² = W²/M + (S − W²)/(M − 1),
    u    = P/(W√M) · E + β/W · f         with β² = U²W² − P².

Two of these examples have the inner product (W²/M − x²)/M ≤ 0, so each is a mistake or a tie; and all have the same length and the same
progress: ‖z‖² = S/M and ⟨u, z⟩ = P/M.  The weights end as long as W, and ‖u‖ is U.  With M = 1, S = W² is forced, and one example does it.
"""

from proofs.statements.authoring import (
    Certificate, Coordinates, Derivation, Display, Draw, Exact, Fact, Formula, Fraction, Index, Instance, M, Polynomial, Root, Term,
    Vector, certificate, combination, define, defined_run, eq, every, ge, gt, inner, k, le, multiple, nat, number, product, real,
    reciprocal_fact, root_of, square, strict, theorem, u, vec, vseq, w, z,
)  # fmt: skip
from proofs.theorems.core.orthonormal import at_least_one, orthonormal

one, zero = Fraction(1), Fraction(0)
A = nat("a")
e, E, f = vseq("e"), vseq("E"), vec("f")
S, P, W, U, x, beta = (real(name) for name in ("S", "P", "W", "U", "x", "β"))
q, per_W = real("1/√M"), real("1/W")
per_rest, spare = real("1/(M − 1)"), real("v")
m = number(M)
y = q**2 * (W * q - x)  # how much of E is in each example

*right_angles, starts, grows = orthonormal(e, E, M, "vectors e(k)", "vectors e(k)")
facts = (
    *right_angles,
    starts,
    grows,
    Fact("beside", "f is a unit vector", eq(inner(f, f), 1)),
    Fact("apart", "f is at right angles to each e(k)", every(k, eq(inner(f, e(k)), 0), below=m)),
    Fact("M ≥ 2", "M is at least 2", ge(m, 2)),
    Fact("some weights", "W > 0", gt(W, 0)),
    Fact("room for W", "W² ≤ S", le(W**2, S)),
    Fact("room for P", "P² ≤ U²W²", le(P**2, U**2 * W**2)),
    *root_of("1/√M", q, 1, squared="1/√M squared is 1/M", times=m),
    reciprocal_fact("W", W),
    reciprocal_fact("(M − 1)", m - 1, "1/(M − 1) is the reciprocal of M − 1"),
    *root_of("v", spare, S - W**2, "v is a root", "v² = S − W²"),
    *root_of("x", x, q**2 * W**2 + per_rest * spare**2, "x is a root", "x² = W²/M + v²/(M − 1)"),
    *root_of("β", beta, U**2 * W**2 - P**2, "β is a root", "β² = U²W² − P²"),
    define("examples", "z(k) = x·e(k) + (W/√M − x)/M·E(M)", z(k), x * e(k) + y * E(M)),
    define("u", "u = P/(W√M)·E(M) + β/W·f", u, q * per_W * P * E(M) + per_W * beta * f),
    *defined_run(),
)


def claim(i: Index) -> Polynomial:
    """Of update i, and of the whole: ⟨w, z⟩ ≤ 0, and four equations at once. Each is seen by making a large, or 0."""
    squares = (m * inner(z(i), z(i)) - S, m * inner(u, z(i)) - P, inner(u, u) - U**2, inner(w(M), w(M)) - W**2)
    return sum((p**2 for p in squares), start=number(A) * inner(w(i), z(i)))


class GramRun:
    """The vectors' inner products, each a line, as the proof needs them."""

    def __init__(self, d: Derivation) -> None:
        self.d = d
        named = {"z": lambda i: e(i), "U": lambda i: E(i), "n": M}
        self.before = d.cite("sum-before", note="⟨E(j), e(k)⟩ = 0 for j ≤ k", **named)
        self.along = d.cite("sum-along", note="⟨E(M), e(k)⟩ = 1", **named)
        self.length = d.cite("sum-length", note="‖E(M)‖² = M", **named)
        self.beside = d.induction(
            lambda i: eq(inner(f, E(i)), 0),
            [d.expand(starts.name, f)],
            lambda i, old: [d.expand(d.at(grows.name, i), f), d.at("apart", i)],
            upto=M,
            note="⟨f, E(k)⟩ = 0",
        )

    def weights(self, v: Vector) -> str:
        """⟨w(k), v⟩ = x⟨E(k), v⟩ + ky⟨E(M), v⟩, for every k."""
        d = self.d

        def phrase(i: Index) -> Formula:
            return eq(inner(w(i), v), x * inner(E(i), v) + number(i) * y * inner(E(M), v))

        def step(i: Index, old: str) -> list[str]:
            return [d.expand(d.at(line, i), v) for line in ("update", "examples", grows.name)]

        return d.induction(phrase, [d.expand("zero start", v), d.expand(starts.name, v)], step)

    def sums(self) -> str:
        """⟨E(k), E(M)⟩ ≥ k for k ≤ M."""
        d = self.d

        def step(i: Index, old: str) -> list[str]:
            more = at_least_one(d, d.at(self.along, i), inner(E(M), e(i)))
            return [more, d.expand(d.at(grows.name, i), E(M))]

        base = lambda: d.have(ge(inner(E(0), E(M)), 0), d.expand(starts.name, E(M)))  # noqa: E731
        return d.induction(lambda i: ge(inner(E(i), E(M)), number(i)), base, step, upto=M, note="⟨E(k), E⟩ ≥ k")

    def apart(self, i: Index) -> str:
        """⟨E(i), e(i)⟩ = 0."""
        return self.d.use(self.before, i, i)


def _tie(d: Derivation, run: GramRun, i: Index, sum_: str, along: str) -> str:
    """⟨w(i), z(i)⟩ ≤ 0, as x ≥ W/√M."""
    own = d.have(ge(m * x**2, W**2), note="x ≥ W/√M", by=_spread(d))
    d.have(ge(x**2, (W * q) ** 2), own, "1/√M")
    d.have(ge(x - W * q, 0))
    low = d.have(ge(-y, 0))
    both = d.have(ge(x + W * q, 0))
    count = d.natural(i)
    value = x * y * inner(E(i), E(M)) + number(i) * y * (x * (inner(E(M), e(i)) - 1) + W * q)
    score = d.have(
        eq(inner(w(i), z(i)), value), d.at(run.weights(z(i)), i), d.expand(d.at("examples", i), E(i)), run.apart(i), sum_, note="⟨w, z⟩"
    )
    more, enough = at_least_one(d, along, inner(E(M), e(i))), d.at(run.sums(), i)
    return d.have(le(inner(w(i), z(i)), 0), low, "x ≥ 0", enough, count, more, both, score)


def _spread(d: Derivation) -> Certificate:
    """Mx² ≥ W², since (M − 1)(Mx² − W²) = M(S − W²)."""
    more = d.have(gt(m - 1, 0))
    return certificate(strict("z", more), product(d.natural(M), "room for W"), multiple(1, "width"))


def _length(d: Derivation, i: Index, sum_: str) -> str:
    """M‖z‖² = S, up to δ = ⟨E, e⟩ − 1."""
    spread, sigma, example = W * q - x, inner(E(M), e(i)), d.at("examples", i)
    own = d.have(eq(inner(e(i), z(i)), x + y * sigma))
    return d.have(
        eq(m * inner(z(i), z(i)) - S, 2 * x * spread * (sigma - 1)), d.expand(example, z(i)), own, sum_, "width", "1/√M", note="M‖z‖² = S"
    )


def _progress(d: Derivation, run: GramRun, i: Index, sum_: str) -> str:
    """M⟨u, z⟩ = P, up to δ."""
    beside = d.have(eq(inner(f, z(i)), 0), d.expand(d.at("examples", i), f), d.at("apart", i), d.at(run.beside, M))
    share = m * q * per_W * P
    return d.have(
        eq(m * inner(u, z(i)) - P, share * x * (inner(E(M), e(i)) - 1)),
        d.expand("u", z(i)),
        sum_,
        beside,
        "1/√M",
        "1/W",
        note="M⟨u, z⟩ = P",
    )


def _comparator(d: Derivation, run: GramRun) -> str:
    """‖u‖² = U²."""
    a, b = q * per_W * P, per_W * beta
    across: list[tuple[Term, str]] = [(1, d.expand("u", u)), (a, d.expand("u", E(M))), (b, d.expand("u", f))]
    lengths = [(a**2, run.length), (2 * a * b, d.at(run.beside, M)), (b**2, "beside")]
    numbers = [(per_W**2 * P**2, "1/√M"), (per_W**2, "β"), (U**2 * (per_W * W + 1), "1/W")]
    return d.have(eq(inner(u, u), U**2), note="‖u‖ = U", by=combination(*across, *lengths, *numbers))


def _final(d: Derivation, run: GramRun) -> str:
    """‖w(M)‖² = W²."""
    own, along = d.at(run.weights(w(M)), M), d.at(run.weights(E(M)), M)
    return d.have(eq(inner(w(M), w(M)), W**2), own, along, run.length, "1/√M", note="‖w‖ = W")


def sample(draw: Draw) -> Instance:
    """Four examples; W, x ≥ W/√M, P and β as drawn, the other numbers what they make of them."""
    count, root = 4, Fraction(1, 2)
    es = [tuple(one * (a == b) for a in range(count + 1)) for b in range(count)]
    beside: Coordinates = (zero,) * count + (one,)
    kind = draw.upto(7)
    if kind == 1:
        es = [tuple(2 * c for c in v) for v in es]
    elif kind == 2:
        es[0] = es[-1]
    elif kind == 3:
        beside = tuple(2 * c for c in beside)
    elif kind == 4:
        beside = es[0]
    length = draw.positive() or one
    width = abs(length) * root + abs(draw.number())
    part, rest = [(one, zero), (zero, one), (3 * one, 4 * one), (-4 * one, 3 * one)][draw.upto(3)]
    scale = draw.positive()
    part, rest = scale * part, abs(scale * rest)
    total = (count * (count - 1) * width**2 + length**2) / count
    reals: dict[str, Exact | int] = {"S": total, "P": part, "W": length, "U": Root((part**2 + rest**2) / length**2)}
    return Instance(count, {"M": count}, reals, {}, {"f": beside}, {"e": es})


@theorem(
    facts,
    claim=every(k, every(A, le(claim(k), 0)), below=m),
    sample=sample,
    displayed=Display(
        "a*inner(w, z) + (M*norm(z)**2 - S)**2 + (M*inner(u, z) - P)**2 + (norm(u)**2 - U**2)**2 + (norm(v)**2 - W**2)**2 <= 0",
        {"a": number(A), "w": w(k), "z": z(k), "v": w(M), "u": u, "S": S, "P": P, "U": U, "W": W},
        (k, A),
    ),
)
def range_attained(d: Derivation) -> None:
    """For M ≥ 2, W² ≤ S and P² ≤ U²W² there are M mistakes with ‖z‖² = S/M, ⟨u, z⟩ = P/M, ‖u‖ = U and ‖w(M)‖ = W.

    One formula says five things of each z(k). For j = 0 a sum of four squares is at most 0, so each of the four equations holds. As j may
    be as large as one likes, ⟨w(k), z(k)⟩ ≤ 0: each example is a mistake. So any such M, S, P, U, W are those of a run.

    Printed, and true with assumptions:
    - MR Theorem 2: the converse, which it does not state

    No derivation: SymPy has nothing to solve: the run is given, and its numbers are inner products of orthonormal vectors.
    """
    run, i = GramRun(d), Index("i")
    d.have(eq(m * (m - 1) * x**2, m * S - W**2), "x", "1/√M", "1/(M − 1)", "v", name="width")
    with d.supposing(i, ge(m, number(i) + 1), A):
        d.have(ge(m, number(i)))
        _all_at_once(d, run, i)


def _all_at_once(d: Derivation, run: GramRun, i: Index) -> None:
    """The claim of example i and a weight."""
    spread, delta = W * q - x, inner(E(M), e(i)) - 1
    along = d.at(run.along, i)
    sum_ = d.have(eq(inner(E(M), z(i)), x * delta + W * q), note="⟨E, z⟩ = W/√M")
    tie = _tie(d, run, i, sum_, along)
    length, progress = _length(d, i, sum_), _progress(d, run, i, sum_)
    of_u, of_w = _comparator(d, run), _final(d, run)
    squares = [(length, m * inner(z(i), z(i)) - S, 2 * x * spread), (progress, m * inner(u, z(i)) - P, m * q * per_W * P * x)]
    shown = [product(along, square(factor)) for _, _, factor in squares]
    equal = [multiple(-(p + factor * delta), line) for line, p, factor in squares]
    ends = multiple(-(inner(u, u) - U**2), of_u), multiple(-(inner(w(M), w(M)) - W**2), of_w)
    d.have(le(claim(i), 0), by=certificate(product(d.natural(A), tie), *shown, *equal, *ends))
